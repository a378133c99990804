"""As ``service.work.warm``, for the process that a service's workers are forked from: it logs its notices."""

from __future__ import annotations

from service.logs import set_up

set_up("INFO")

import service.work.warm  # noqa: E402, F401 - with the log in place

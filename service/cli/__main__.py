"""``python -m service.cli`` is ``rungwise``."""

import sys

from service.cli import script

sys.exit(script())

"""``python -m service.cli`` is ``rungwise``."""

import sys

from service.cli import main

sys.exit(main())

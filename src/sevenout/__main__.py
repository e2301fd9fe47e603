"""`python -m sevenout` is `sevenout`."""

import sys

from sevenout.cli.main import main

sys.exit(main())

"""`python -m sevenout`: the command, where the script is not on the PATH."""

import sys

from sevenout.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

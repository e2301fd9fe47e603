"""`sevenout serve` with the page of another folder, or of none: what was built on this machine does not matter.

python -m tests.house.another_page FOLDER serve --db house.db
"""

import sys
from pathlib import Path

from sevenout.cli.main import main
from sevenout.house.web import felt

if __name__ == "__main__":
    felt._page = felt.Page(Path(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))

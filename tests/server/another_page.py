"""`sevenout serve` with the page of another folder, or of none: what was built on this machine does not matter.

python -m tests.server.another_page FOLDER serve --db house.db
"""

import sys
from pathlib import Path

from sevenout.cli.main import main
from sevenout.server.web import page_files

if __name__ == "__main__":
    page_files._page = page_files.BuiltPage(Path(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))

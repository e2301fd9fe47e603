"""`sevenout serve` with its SQLite set otherwise: less careful, so that a test can show that it would notice; or with a
log that is recycled after fewer pages, so that this happens more often.

    python -m tests.nightly.fault_injection.altered synchronous=NORMAL wal_autocheckpoint=40 serve --db house.db
"""

import sqlite3
import sys
from pathlib import Path

from sevenout.cli.main import main
from sevenout.server.store import sqlite


def alter(settings: list[str]) -> None:
    """Every connection that is opened from now on has these settings."""
    connect = sqlite._connect

    def connected(path: Path, synchronous: str) -> sqlite3.Connection:
        db = connect(path, synchronous)
        for setting in settings:
            db.execute(f"PRAGMA {setting}")
        return db

    sqlite._connect = connected


if __name__ == "__main__":
    begins = sys.argv.index("serve")
    alter(sys.argv[1:begins])
    sys.exit(main(sys.argv[begins:]))

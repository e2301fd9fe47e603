"""`make parts`: what the tests need beside Python, node and a PostgreSQL server: by apt where root, else told."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

_POSTGRES = "/usr/lib/postgresql"


def missing() -> list[str]:
    """The Debian packages of what is not on this machine."""
    server = shutil.which("initdb") or any(Path(_POSTGRES).glob("*/bin/initdb"))
    return [*([] if shutil.which("node") else ["nodejs"]), *([] if server else ["postgresql"])]


def main() -> int:
    """Installs what is missing, or says what to install."""
    wanted = missing()
    if not wanted:
        return 0
    if os.getuid() == 0 and shutil.which("apt-get"):
        sys.stdout.write(f"Set-up: {' and '.join(wanted)}, for the tests of the house\n")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-q"], check=True, env=quiet, stdout=subprocess.DEVNULL)
        subprocess.run(["apt-get", "install", "-y", "-q", *wanted], check=True, env=quiet, stdout=subprocess.DEVNULL)
    wanted = missing()
    if wanted:
        sys.stderr.write(f"The tests of the house need {' and '.join(wanted)}: install them and try again\n")
    return 1 if wanted else 0


if __name__ == "__main__":
    sys.exit(main())

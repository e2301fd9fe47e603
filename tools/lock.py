"""`make lock`: writes requirements.lock, the one version of everything that all claimed Pythons can have.

Names, versions and hashes, and no address: whoever installs from it takes the files from wherever they like, and pip
finds out if they are others (`pip install --require-hashes -r requirements.lock`). It is resolved on the oldest Python,
whose versions the newer ones must also have, and holds the hashes for the platforms below.
"""

import json
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.pythons import PROJECT, ROOT, claimed

LOCK = ROOT / "requirements.lock"
PLATFORMS = (
    ("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    ("manylinux_2_28_aarch64", "manylinux_2_27_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64"),
    ("macosx_14_0_arm64",),
)
_HEAD = """\
# What the tests were last run with: made by `make lock`, installed by `make setup LOCK=requirements.lock`.
# No addresses: any index that has these very files will do.
"""

Pins = dict[str, str]
"""Versions by name."""
Hashes = dict[str, set[str]]


def wanted() -> list[str]:
    """All that the project, its extras and its groups ask for by name."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    groups = (line for group in project["dependency-groups"].values() for line in group if isinstance(line, str))
    extras = project["project"]["optional-dependencies"]
    return sorted({*project["project"]["dependencies"], *extras["all"], *groups})


def resolved(python: str, platforms: tuple[str, ...], pins: Pins) -> list[dict[str, Any]]:
    """What pip would install there, with the pins kept."""
    with TemporaryDirectory() as folder:
        constraints, report = Path(folder, "pins.txt"), Path(folder, "report.json")
        constraints.write_text("".join(f"{name}=={version}\n" for name, version in pins.items()), encoding="utf-8")
        where = ["--python-version", python, "--only-binary=:all:", "--target", folder]
        where += [word for platform in platforms for word in ("--platform", platform)]
        order = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", *where]
        order += ["--constraint", str(constraints), "--report", str(report), *wanted()]
        subprocess.run(order, check=True)
        installed: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["install"]
        return installed


def locked() -> tuple[Pins, Hashes]:
    """One version of each, and the hash of every file that some Python on some platform would take."""
    pins: Pins = {}
    hashes: Hashes = defaultdict(set)
    for python in claimed():
        for platforms in PLATFORMS:
            sys.stderr.write(f"Python {python}, {platforms[0]}\n")
            for item in resolved(python, platforms, pins):
                name = item["metadata"]["name"].lower().replace("_", "-")
                pins.setdefault(name, item["metadata"]["version"])
                hashes[name].add(item["download_info"]["archive_info"]["hashes"]["sha256"])
    return pins, hashes


def written(pins: Pins, hashes: Hashes) -> str:
    """The file.

    >>> print(written({"rich": "15.0.0"}, {"rich": {"ab", "aa"}}).split("do.")[1].strip())
    rich==15.0.0 \\
        --hash=sha256:aa \\
        --hash=sha256:ab
    """
    lines = [
        " \\\n    ".join((f"{name}=={version}", *(f"--hash=sha256:{one}" for one in sorted(hashes[name]))))
        for name, version in sorted(pins.items())
    ]
    return _HEAD + "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    LOCK.write_text(written(*locked()), encoding="utf-8")

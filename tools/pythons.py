"""`make pythons`: runs tests on every other Python that is claimed, wherever one is found.

Claimed is what the classifiers of pyproject.toml list. One that is not here is told, not passed over in silence.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = ROOT / "pyproject.toml"
_CLASSIFIER = "Programming Language :: Python :: 3."


def claimed() -> list[str]:
    """The versions that the classifiers list, the oldest first.

    >>> claimed()[0]
    '3.11'
    """
    classifiers = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["classifiers"]
    return ["3." + line.removeprefix(_CLASSIFIER) for line in classifiers if line.startswith(_CLASSIFIER)]


def interpreter(version: str) -> str | None:
    """The interpreter of a version, on the PATH or where pyenv keeps it; nothing if there is none that runs."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for candidate in (f"python{version}", *map(str, kept)):
        order = [candidate, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
        try:
            ran = subprocess.run(order, capture_output=True, text=True, check=False)
        except OSError:
            continue
        if ran.returncode == 0 and ran.stdout.strip() == version:
            return candidate
    return None


def set_up(version: str, python: str) -> str:
    """An environment of the version's own with everything installed; quick if it is there and still right."""
    home = ROOT / f".venv-{version}"
    inside, stamp = str(home / "bin" / "python"), home / ".installed"
    if stamp.exists() and stamp.stat().st_mtime >= PROJECT.stat().st_mtime:
        return inside
    _say(f"Set-up for Python {version}: {home.name}, with all extras and the test tools")
    subprocess.run([python, "-m", "venv", "--without-pip", str(home)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", inside, "install", "--quiet", "--disable-pip-version-check"]
    bare = {**os.environ, "SEVENOUT_WITHOUT_FELT": "1"}  # the page is in the sources already, or is not wanted
    subprocess.run([*pip, "--editable", ".[all]", "--group", "types"], check=True, cwd=ROOT, env=bare)
    stamp.touch()
    return inside


def main(tests: list[str]) -> int:
    """Runs the tests on each version; the exit code says whether all of them passed."""
    failed = []
    ours = f"{sys.version_info.major}.{sys.version_info.minor}"
    for version in claimed():
        if version == ours:
            continue
        python = interpreter(version)
        if python is None:
            _say(f"Python {version}: claimed, and not to be found here: nothing was tried on it")
            continue
        inside = set_up(version, python)
        _say(f"Python {version}: {' '.join(tests)}")
        order = [inside, "-m", "pytest", "-q", "-n", "auto", "-p", "no:cacheprovider", *tests]
        if subprocess.run(order, check=False, cwd=ROOT).returncode:
            failed.append(version)
    if failed:
        _say(f"Failed on Python {', '.join(failed)}")
    return 1 if failed else 0


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

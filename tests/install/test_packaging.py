"""What is installed with the project, and what only with an extra, a group or the lock."""

import json
import re
import tomllib
from pathlib import Path

from sevenout import __version__
from sevenout.base.extras import _BROUGHT_BY
from tools.felt import BUILT
from tools.lock import wanted, written
from tools.pythons import claimed

ROOT = Path(__file__).parents[2]
FILE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, GROUPS = FILE["project"], FILE["dependency-groups"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=\[; ]", line)[0].lower().replace("_", "-") for line in requirements}


def test_a_light_install_stays_light() -> None:
    """32 MB with all these bring along. Another needs a reason, and its megabytes weighed."""
    assert names(PROJECT["dependencies"]) == {"msgspec", "prompt-toolkit", "rich", "tzdata"}


HOUSE = {"argon2-cffi", "cryptography", "httpx", "litestar", "prometheus-client", "psycopg", "psycopg-pool"} | {
    "uvicorn",
    "websockets",
}


def test_every_extra_brings_what_its_line_promises() -> None:
    extras = {extra: names(lines) for extra, lines in PROJECT["optional-dependencies"].items()}
    assert extras == {
        "sessions": {"numpy"},
        "reports": {"numpy", "matplotlib"},
        "cluster": {"numpy", "distributed"},
        "parquet": {"pyarrow"},
        "learn": {"gymnasium", "numpy", "pettingzoo"},
        "house": HOUSE,
        "all": {"numpy", "matplotlib", "distributed", "pyarrow", "gymnasium", "pettingzoo"} | HOUSE,
    }
    assert [module for module, (_, extra) in _BROUGHT_BY.items() if module not in extras[extra]] == []


def test_the_groups_hold_no_library_of_the_game() -> None:
    lines = {line for group in GROUPS.values() for line in group if isinstance(line, str)}
    assert (
        names(list(lines)) & (names(PROJECT["dependencies"]) | names(PROJECT["optional-dependencies"]["all"])) == set()
    )
    assert {"test", "lint", "types", "bench", "browser", "dev"} == set(GROUPS)


def test_the_pythons_claimed_begin_with_the_one_required() -> None:
    assert claimed() == ["3.11", "3.12", "3.13"]
    assert PROJECT["requires-python"] == f">={claimed()[0]}"


def test_the_lock_holds_all_that_is_wanted_and_no_address() -> None:
    pinned = set(re.findall(r"^([a-z0-9-]+)==\S+ \\$", LOCK, re.MULTILINE))
    assert names(wanted()) - pinned == set()
    assert "://" not in LOCK
    assert set(re.findall(r"--hash=(\w+):", LOCK)) == {"sha256"}


def test_the_lock_is_written_by_name() -> None:
    text = written({"rich": "15.0", "anyio": "4.9"}, {"rich": {"bb", "aa"}, "anyio": {"cc"}})
    assert text.splitlines()[2:] == [
        "anyio==4.9 \\",
        "    --hash=sha256:cc",
        "rich==15.0 \\",
        "    --hash=sha256:aa \\",
        "    --hash=sha256:bb",
    ]


def test_a_wheel_has_the_page_and_a_source_distribution_what_it_is_made_from() -> None:
    targets = FILE["tool"]["hatch"]["build"]["targets"]
    assert targets["wheel"]["artifacts"] == [str(BUILT)]
    assert "custom" in targets["wheel"]["hooks"]
    assert {"hatch_build.py", "web", "tools"} < set(targets["sdist"]["only-include"])
    assert targets["sdist"]["exclude"] == ["node_modules"]


def test_the_page_is_locked_by_name_and_digest_and_no_address() -> None:
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    wanted = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    assert {f"node_modules/{name}" for name in wanted["dependencies"] | wanted["devDependencies"]} < set(locked)
    assert [name for name, told in locked.items() if name and "integrity" not in told] == []
    assert [name for name, told in locked.items() if "resolved" in told] == []


def test_one_version_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^version: (\S+)", citation) == [__version__] == [PROJECT["version"]]

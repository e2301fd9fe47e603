"""Remembers the files with which `make mutate` last passed, so that `make test` runs it only when one has changed.

`passed.sha256` is committed with the change that made it necessary; whoever forgets it runs the mutants once more.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).parents[3]
_PASSED = Path(__file__).with_name("passed.sha256")
_READ = (
    ("src/sevenout/rulebook", "*.toml"),
    ("src/sevenout/crew/manual/manuals", "*.toml"),
    ("src/sevenout/school", "*.toml"),
    ("src/sevenout/rulebook/glossary", "*.toml"),
    ("tests/clauses", "*.py"),
    ("tests/clauses", "*.toml"),
    ("tests/nightly/mutate", "*.py"),
)
"""Books, manuals, lessons, glossary, the tests of their clauses, and what alters them."""


def _files() -> Iterator[Path]:
    for folder, pattern in _READ:
        found = sorted((_ROOT / folder).rglob(pattern))
        assert found, f"no {pattern} below {folder}: it has moved"
        yield from found


def current_digest() -> str:
    """The digest of every file that the outcome hangs on."""
    digest = hashlib.sha256()
    for file in _files():
        digest.update(f"{file.relative_to(_ROOT)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def is_unchanged() -> bool:
    """Whether all of them are as they were when every mutant was last noticed."""
    return _PASSED.is_file() and _PASSED.read_text(encoding="utf-8").strip() == current_digest()


def remember_passed() -> None:
    """Every mutant of these files was noticed."""
    _PASSED.write_text(f"{current_digest()}\n", encoding="utf-8")

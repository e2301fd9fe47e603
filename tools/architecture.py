"""`python -m tools.architecture`: measures the tree of the package, and fails above a recorded ceiling.

`--record` lowers the ceilings (tools/ceilings.json) to what is measured now; it never raises one. Folders count files
and folders but for those that Python itself asks for; a bare participle is a function called by one word such as
`told` or `counted`.
"""

import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "sevenout"
CEILINGS = Path(__file__).with_name("ceilings.json")
PYTHONS_OWN = frozenset({"__init__.py", "__main__.py", "__pycache__", "py.typed"})
ROOMY = 12
"""So many entries a folder may have before it counts."""
SHORT = 60
"""A module with fewer lines is a short one."""
_WORDS = (
    "begun bound bought brought chosen done drawn fallen felt found given gone grown heard held kept known laid left"
    " lent lost made meant met paid said seen sent shown shut sold spent spoken stood sworn taken taught thought thrown"
    " told understood won worn written"
)
IRREGULAR = frozenset(_WORDS.split())
NO_PARTICIPLES = frozenset({"bleed", "breed", "embed", "feed", "need", "seed", "shed", "speed"})


class Measure(NamedTuple):
    """One figure of the tree, and what it counts."""

    name: str
    found: tuple[str, ...]


def is_participle(name: str) -> bool:
    """Whether a function's name is one bare participle.

    >>> [name for name in ("told", "_counted", "seed", "told_of", "settle") if is_participle(name)]
    ['told', '_counted']
    """
    word = name.strip("_")
    return word not in NO_PARTICIPLES and (word in IRREGULAR or (word.endswith("ed") and "_" not in word))


def _folders(source: Path) -> Iterator[tuple[str, int]]:
    for folder in (source, *sorted(source.rglob("*"))):
        if folder.is_dir() and "__pycache__" not in folder.parts and any(folder.rglob("*.py")):
            entries = [entry for entry in folder.iterdir() if entry.name not in PYTHONS_OWN]
            yield folder.relative_to(source.parent).as_posix(), len(entries)


def _twice(names: list[tuple[str, str]]) -> tuple[str, ...]:
    often = Counter(name for name, _ in names)
    return tuple(f"{name}: {place}" for name, place in sorted(names) if often[name] > 1)


def measures(source: Path = SOURCE) -> list[Measure]:
    """Every figure of a tree."""
    modules, classes, participles, short = [], [], [], []
    for file in sorted(source.rglob("*.py")):
        text, place = file.read_text(encoding="utf-8"), file.relative_to(source).as_posix()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_participle(node.name):
                participles.append(f"{place}: {node.name}")
            elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes.append((node.name, place))
        if not file.stem.startswith("__"):
            modules.append((file.stem, place))
            if (lines := text.count("\n")) < SHORT:
                short.append(f"{place}: {lines}")
    crowded = tuple(f"{place}: {many}" for place, many in _folders(source) if many > ROOMY)
    return [
        Measure("crowded folders", crowded),
        Measure("module names twice", _twice(modules)),
        Measure("class names twice", _twice(classes)),
        Measure("bare participles", tuple(participles)),
        Measure("short modules", tuple(short)),
    ]


def judge(found: list[Measure], ceilings: dict[str, int]) -> tuple[list[str], bool]:
    """The table to print, and whether every figure is at its ceiling or below."""
    lines, good = [f"{'measure':<22}{'now':>6}{'ceiling':>9}"], True
    for measure in found:
        now, ceiling = len(measure.found), ceilings.get(measure.name, 0)
        lines.append(f"{measure.name:<22}{now:>6}{ceiling:>9}")
        if now > ceiling:
            good = False
            lines += [f"    {one}" for one in measure.found]
    return lines, good


def lower_ceilings(found: list[Measure], ceilings: dict[str, int]) -> dict[str, int]:
    """The ceilings, each no higher than what is measured now."""
    return {measure.name: min(len(measure.found), ceilings.get(measure.name, len(measure.found))) for measure in found}


def main(arguments: list[str]) -> int:
    """Prints the table; 1 if a ceiling is exceeded."""
    found = measures()
    ceilings: dict[str, int] = json.loads(CEILINGS.read_text(encoding="utf-8")) if CEILINGS.is_file() else {}
    if arguments == ["--record"]:
        ceilings = lower_ceilings(found, ceilings)
        CEILINGS.write_text(f"{json.dumps(ceilings, indent=2)}\n", encoding="utf-8")
    lines, good = judge(found, ceilings)
    print("\n".join(lines))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

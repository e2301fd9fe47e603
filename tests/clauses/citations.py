"""The second entry for every citation: which values of books, manuals, lessons and glossaries cite which clause.

A value that cites another clause than before is found here, whatever tests its clause has. The list is written from the
files by `python -m tests.clauses.citations`; read the difference against the document before it is committed.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "sevenout"
LIST = Path(__file__).parent / "citations.txt"


def citations(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every table that cites a clause: the clause with its provenance, and where the table stands.

    >>> list(citations({"chip": {"value": 1, "clause": "4.1", "provenance": "stated"}, "rows": [{"clause": "2"}]}))
    [('4.1 (stated)', 'chip'), ('2', 'rows.0')]
    """
    if isinstance(value, dict):
        if isinstance(value.get("clause"), str):
            said = value.get("provenance", "")
            yield (f"{value['clause']} ({said})" if said else value["clause"]), path
        for name, inner in value.items():
            yield from citations(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from citations(inner, f"{path}.{number}")


def listed_citations() -> str:
    """The list as it is to be: file by file, clause by clause, in the order in which they are first cited."""
    lines: list[str] = []
    for file in sorted(SOURCES.rglob("*.toml")):
        cited: dict[str, list[str]] = {}
        for clause, path in citations(tomllib.loads(file.read_text(encoding="utf-8"))):
            cited.setdefault(clause, []).append(path)
        if cited:
            lines += [f"[{file.relative_to(SOURCES)}]"]
            lines += [f"{clause}: {path}" for clause, paths in cited.items() for path in paths]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    LIST.write_text(listed_citations(), encoding="utf-8")

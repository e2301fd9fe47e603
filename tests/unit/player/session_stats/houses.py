"""The houses that evenings are spent in: all that ship, and three with rules of their own."""

from functools import cache
from pathlib import Path

from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book

_HERE = Path(__file__).parent

HOUSES = (*shipped(), "no-puck", "collectors", "staying")


@cache
def house(name: str) -> CompiledBook:
    """A house by its name."""
    if name in shipped():
        return open_book(name)
    folder = _HERE if name == "staying" else _HERE.parents[3] / "examples"
    return open_book(str(folder / f"{name}.toml"))

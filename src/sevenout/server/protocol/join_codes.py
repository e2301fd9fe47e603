"""Four signs by which a table is found without its address: short enough to be read off a screen and typed."""

import hashlib
from collections.abc import Callable, Iterable

_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""None that is taken for another: no 0, 1, i, l, o."""
LENGTH = 4


def code_of(table: str) -> str:
    """The code of a table, from its address; a house gives no two of its open tables the same.

    >>> code_of("t-00000001"), len(code_of("t-00000002"))
    ('637q', 4)
    """
    number = int.from_bytes(hashlib.sha256(f"sevenout code {table}".encode()).digest()[:8], "big")
    signs = ""
    for _ in range(LENGTH):
        number, sign = divmod(number, len(_SIGNS))
        signs += _SIGNS[sign]
    return signs


def free_name(taken: Iterable[str], token: Callable[[int], str]) -> str:
    """An address for a new table, whose code none of those has."""
    codes = {code_of(name) for name in taken}
    while code_of(name := f"t-{token(4)}") in codes:
        pass
    return name


def find_table(tables: Iterable[str], code: str) -> str | None:
    """The table of a code, however it was typed.

    >>> find_table(["t-00000001", "t-00000002"], " 63-7Q ")
    't-00000001'
    """
    typed = "".join(sign for sign in code.lower() if sign.isalnum())
    return next((table for table in tables if code_of(table) == typed), None)

"""Gives every clause test the house its module names."""

from functools import cache

import pytest

from sevenout.rulebook.compiler.book_compiler import open_book
from tests.clauses.house import House


@cache
def _house(book: str) -> House:
    return House(open_book(book))


@pytest.fixture
def house(request: pytest.FixtureRequest) -> House:
    """The house of the module's BOOK."""
    return _house(request.module.BOOK)

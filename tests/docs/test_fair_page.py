"""What the page about fair dice shows in Python runs, and its JSON has the fields of a turn as it is published."""

import doctest
import json

import msgspec

from sevenout.server.verification.published_turns import PublishedTurn
from tests.docs.test_documents import ROOT, blocks

PAGE = ROOT / "docs" / "operate" / "fair-dice.md"


def test_what_it_shows_in_python_runs() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.attempted == 5
    assert results.failed == 0


def test_a_turn_is_published_with_the_fields_that_are_shown() -> None:
    (shown,) = blocks(PAGE, "json")
    assert list(json.loads(shown)) == [field.name for field in msgspec.structs.fields(PublishedTurn)]
    assert msgspec.json.decode(shown, type=PublishedTurn).throws[1] is None

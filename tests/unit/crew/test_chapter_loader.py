"""How a house comes by its manual: its own facts over the general ones, whatever its name."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from sevenout.crew.manual.chapter_loader import chapter
from sevenout.crew.payout.sequence import SequenceRules
from sevenout.rulebook.compiler.book_compiler import open_book

BOOK = open_book("catfish-bend").book


@pytest.mark.parametrize("name", ["mine", "../catfish-bend", "", "a\0b", "no/such/house"])
def test_a_users_book_of_any_name_takes_the_general_manual_as_assumed(name: str) -> None:
    general, own = (
        chapter(BOOK, "sequence", SequenceRules),
        chapter(replace(BOOK, name=name), "sequence", SequenceRules),
    )
    assert (own.ends.provenance, own.odds.provenance) == ("assumed", "assumed")
    assert {phase.provenance for phase in own.phases} == {"assumed"}
    assert [(phase.act, phase.areas) for phase in own.phases] == [(phase.act, phase.areas) for phase in general.phases]


def test_a_name_is_no_path_to_a_manual(tmp_path: Path) -> None:
    (tmp_path / "sequence.toml").write_text("phases = []\n", encoding="utf-8")
    assert chapter(replace(BOOK, name=str(tmp_path)), "sequence", SequenceRules).phases


def test_what_the_document_states_is_stated() -> None:
    order = chapter(BOOK, "sequence", SequenceRules)
    assert {(phase.clause, phase.provenance) for phase in order.phases if phase.provenance != "stated"} == {
        ("Taking and Paying 2", "derived"),
        ("Base Dealer 3", "assumed"),
        ("Definitions: Button", "assumed"),
    }


def test_a_chapter_is_read_once() -> None:
    assert chapter(BOOK, "sequence", SequenceRules) is chapter(BOOK, "sequence", SequenceRules)

"""Every fact of every manual names a clause that its document has, and says it in words of its own."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sevenout.crew
from sevenout.crew.markers import marks_of
from sevenout.crew.roll_calls import words_of
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from tests.clauses.test_clause_lists import listed

CHAPTERS = sorted((Path(sevenout.crew.__file__).parent / "manual" / "manuals").glob("*/*.toml"))
EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.toml"))


def facts(raw: Any) -> Iterator[dict[str, Any]]:
    """Every table with a citation, however deep."""
    if isinstance(raw, dict):
        if "clause" in raw:
            yield raw
        for value in raw.values():
            yield from facts(value)
    elif isinstance(raw, list):
        for value in raw:
            yield from facts(value)


def chapter_facts(chapter: Path) -> list[dict[str, Any]]:
    return list(facts(tomllib.loads(chapter.read_text(encoding="utf-8"))))


def named(chapter: Path) -> str:
    return f"{chapter.parent.name}/{chapter.stem}"


@pytest.mark.parametrize("chapter", CHAPTERS, ids=named)
def test_every_fact_cites_a_clause_of_its_document(chapter: Path) -> None:
    facts = chapter_facts(chapter)
    assert facts
    assert {fact["clause"] for fact in facts} - set(listed(chapter.parent.name)) == set()
    assert [fact for fact in facts if not fact.get("says")] == []
    assert {fact.get("provenance", "stated") for fact in facts} <= {"stated", "derived", "assumed"}


@pytest.mark.parametrize("chapter", CHAPTERS, ids=named)
def test_what_is_assumed_says_so(chapter: Path) -> None:
    assumed = [fact["says"] for fact in chapter_facts(chapter) if fact.get("provenance") == "assumed"]
    assert [says for says in assumed if "assumed" not in says] == []


@pytest.mark.parametrize("book", [*shipped(), *map(str, EXAMPLES)], ids=lambda book: Path(book).stem)
def test_every_house_has_words_and_marks(book: str) -> None:
    """A house that states nothing takes it all from the general manual, and then nothing counts as stated."""
    game = Game(open_book(book))
    its_own = game.rules.book.name == "catfish-bend"
    assert (words_of(game).sent_out.coming_out.provenance == "stated") == its_own
    assert (marks_of(game).puck.on.provenance == "stated") == its_own

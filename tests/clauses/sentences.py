"""Sentences of the lessons, the glossary and the throws: held against their clauses, their numbers against the books.

What a sentence says no program can read, so somebody holds it against its clause: `held.toml` has a fingerprint of
every entry as it was then. An entry that was altered since is red until it was read again, and
`python -m tests.clauses.sentences` has written the fingerprints anew. Totals and percentages in a sentence are compared
with what the rulebook and the manual do.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import sevenout
from sevenout.base.dice import ROLLS
from sevenout.crew.roll_calls import words_of
from sevenout.engine.game import Game

ROOT = Path(sevenout.__file__).parent
HELD = Path(__file__).with_name("held.toml")
FILES = {
    **{f"lessons/{file.stem}": file for file in sorted((ROOT / "school" / "data" / "lessons").glob("*.toml"))},
    **{f"glossary/{file.stem}": file for file in sorted((ROOT / "rulebook" / "glossary").glob("*.toml"))},
    "school/throws": ROOT / "school" / "data" / "throws.toml",
}
"""Every file of sentences, by name."""

Tables = dict[str, Any]


def read(name: str) -> Tables:
    """The tables of a file as it is shipped."""
    return tomllib.loads(FILES[name].read_text(encoding="utf-8"))


def entries(tables: Tables) -> Iterator[tuple[str, Any]]:
    """Every entry with its name: `facts.never-toss`, `terms.Aces`; a title is one too."""
    for kind, table in tables.items():
        if isinstance(table, dict):
            yield from ((f"{kind}.{name}", entry) for name, entry in table.items())
        else:
            yield kind, table


def fingerprint(entry: object) -> str:
    """What changes with any word of an entry."""
    return hashlib.sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()[:12]


@cache
def held() -> dict[str, dict[str, str]]:
    """The fingerprints of what was held against the documents."""
    return tomllib.loads(HELD.read_text(encoding="utf-8"))


def altered(name: str, tables: Tables) -> list[str]:
    """The entries of a file that are not as they were held against their clauses; those that are gone, too."""
    known, now = held()[name], {entry: fingerprint(text) for entry, text in entries(tables)}
    return sorted(entry for entry in known.keys() | now.keys() if known.get(entry) != now.get(entry))


# --- numbers


@cache
def _game(book: str) -> Game:
    return Game.open(book)


def wins(wager: str) -> Callable[[Game], list[int]]:
    """The totals that win a wager on the next roll."""

    def totals(game: Game) -> list[int]:
        slot, off = game.rules.by_key[wager].first, game.rules.puck.states[0].index
        edges = [(roll.total, game.rules.cells[off][roll.index][slot]) for roll in ROLLS]
        return sorted({total for total, edge in edges if edge is not None and edge.outcome == "win"})

    return totals


def _points(game: Game) -> list[int]:
    return sorted(game.rules.book.points)


def _hard(game: Game) -> list[int]:
    return sorted(int(key.removeprefix("hard-")) for key in game.rules.by_key if key.startswith("hard-"))


def _kind(kind: str) -> Callable[[Game], list[int]]:
    return lambda game: sorted(words_of(game).roll.kinds[kind].value)


def _vig(game: Game) -> list[int]:
    terms = {spot.wager.commission.rate.value for spot in game.rules.spots if spot.wager.commission is not None}
    return sorted(100 * rate.num // rate.den for rate in terms)


def _barred(game: Game) -> list[int]:
    slot, off = game.rules.by_key["dont-pass"].first, game.rules.puck.states[0].index
    edges = [(roll.total, game.rules.cells[off][roll.index][slot]) for roll in ROLLS]
    return sorted({total for total, edge in edges if edge is not None and edge.outcome == "push"})


def _natural(game: Game) -> list[int]:
    return wins("pass")(game)


def _seven(game: Game) -> list[int]:
    return wins("any-7")(game)


CATFISH, SANDS, SYDNEY = "catfish-bend", "marina-bay-sands", "new-south-wales"
NUMBERS: dict[tuple[str, str], tuple[str, Callable[[Game], list[int]]]] = {
    ("glossary/catfish-bend", "terms.Aces"): (CATFISH, wins("craps-2")),
    ("glossary/catfish-bend", "terms.Any Craps"): (CATFISH, wins("any-craps")),
    ("glossary/catfish-bend", "terms.Buy Bet"): (CATFISH, _vig),
    ("glossary/catfish-bend", "terms.Come-Out Point"): (CATFISH, _points),
    ("glossary/catfish-bend", "terms.Craps"): (CATFISH, _kind("craps")),
    ("glossary/catfish-bend", "terms.Easy Way"): (CATFISH, _hard),
    ("glossary/catfish-bend", "terms.Field Bet"): (CATFISH, wins("field")),
    ("glossary/catfish-bend", "terms.Hard Way"): (CATFISH, _hard),
    ("glossary/catfish-bend", "terms.Hi-Lo"): (CATFISH, wins("hi-lo")),
    ("glossary/catfish-bend", "terms.Horn Bet"): (CATFISH, wins("horn")),
    ("glossary/catfish-bend", "terms.Lay Bets"): (CATFISH, _vig),
    ("glossary/catfish-bend", "terms.Natural"): (CATFISH, _kind("natural")),
    ("glossary/catfish-bend", "terms.Three Way Craps"): (CATFISH, wins("three-way")),
    ("glossary/catfish-bend", "terms.Vigorish"): (CATFISH, _vig),
    ("glossary/marina-bay-sands", "terms.Come Point"): (SANDS, _points),
    ("glossary/marina-bay-sands", "terms.Point"): (SANDS, _points),
    ("lessons/catfish-bend", "words.aces"): (CATFISH, wins("craps-2")),
    ("lessons/catfish-bend", "words.any-craps"): (CATFISH, wins("any-craps")),
    ("lessons/catfish-bend", "words.any-seven"): (CATFISH, _seven),
    ("lessons/catfish-bend", "words.craps"): (CATFISH, _kind("craps")),
    ("lessons/catfish-bend", "words.easy-way"): (CATFISH, _hard),
    ("lessons/catfish-bend", "words.hard-way"): (CATFISH, _hard),
    ("lessons/catfish-bend", "words.hi-lo"): (CATFISH, wins("hi-lo")),
    ("lessons/catfish-bend", "words.miss-out"): (CATFISH, _seven),
    ("lessons/catfish-bend", "words.seven-out"): (CATFISH, _seven),
    ("lessons/catfish-bend", "words.seven-winner"): (CATFISH, _seven),
    ("lessons/marina-bay-sands", "words.seven-out"): (SANDS, _seven),
    ("lessons/new-south-wales", "words.crap-eleven"): (SYDNEY, wins("c-and-e")),
    ("lessons/new-south-wales", "words.dont-win"): (SYDNEY, _barred),
    ("lessons/new-south-wales", "words.place-to-lose"): (SYDNEY, _seven),
    ("lessons/typical", "words.natural"): ("typical", _natural),
}
"""Which totals, or per cent, an entry names, by the rulebook and the manual of a house."""


def miscounted(name: str, tables: Tables) -> list[str]:
    """The entries of a file whose numbers are not those of the house; one with numbers that nobody looks up, too."""
    found = []
    for entry, text in entries(tables):
        said = sorted({int(number) for number in re.findall(r"\d+", _sentence(name, text))})
        book, expected = NUMBERS.get((name, entry), ("", None))
        if said != ([] if expected is None else expected(_game(book))):
            found.append(entry)
    return found


def _sentence(name: str, entry: Any) -> str:
    """What an entry teaches; of a fact not what happened before it, nor what would be wrong."""
    if not isinstance(entry, dict):
        return ""
    words = ("means",) if name.startswith("lessons/") else ("says",)
    return " ".join(str(entry.get(word, "")) for word in words)


def page() -> str:
    """`held.toml` for the files as they are."""
    lines = ["# Fingerprints of sentences that were held against their clauses (tests/clauses/sentences.py)."]
    for name in FILES:
        lines += ["", f'["{name}"]']
        lines += [f"{json.dumps(entry)} = {json.dumps(fingerprint(text))}" for entry, text in entries(read(name))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    HELD.write_text(page(), encoding="utf-8")

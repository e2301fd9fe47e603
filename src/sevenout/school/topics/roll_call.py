"""Checks a learner's own call of a roll by the words of `heard.toml`: the number and the outcome."""

import tomllib
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from sevenout.base.dice import roll
from sevenout.crew.roll_calls import after_roll, join_calls, words_of
from sevenout.engine.game import Game
from sevenout.school.answers import RollCall
from sevenout.table.events import Rolled


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """Words of which one says what a roll did, and words that say something else."""

    say: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


class HeardWords(Struct, frozen=True, forbid_unknown_fields=True):
    """All words that a call is understood by."""

    numbers: dict[str, tuple[str, ...]]
    ways: dict[str, tuple[str, ...]]
    outcomes: dict[str, Outcome]


@cache
def heard_words() -> HeardWords:
    """The words of `heard.toml`."""
    text = (resources.files("sevenout.school") / "data" / "heard.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), HeardWords)


def roll_call(game: Game, event: Rolled) -> RollCall:
    """The call of a roll, and the words by which it is understood.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 500)
    (None, None)
    >>> call = roll_call(table.game, table.roll(roll(6, 5)))
    >>> [call.judge(words).outcome for words in ("Yo eleven", "Yo, line away")]
    ['right', 'wrong']
    """
    words, total = heard_words(), str(event.total)
    outcome = words.outcomes[outcome_of(game, event)]
    others = [name for number, names in words.numbers.items() if number != total for name in names]
    return RollCall(
        join_calls(after_roll(game, event)),
        words.numbers[total],
        (*others, *_wrong_ways(game, event, words)),
        outcome.say,
        outcome.never,
    )


def outcome_of(game: Game, event: Rolled) -> str:
    """The outcome that must be heard: what the roll did to the puck, or to the pass line at once."""
    front = dict(event.lines).get(words_of(game).lines.front.value, "")
    known = heard_words().outcomes
    return next((happened for happened in (event.event, f"front-{front}") if happened in known), "nothing")


def _wrong_ways(game: Game, event: Rolled, words: HeardWords) -> tuple[str, ...]:
    """Hard where it was easy, easy where it was hard; both of a total that is neither."""
    both = event.total in words_of(game).roll.both_ways.value
    own = ("hard" if roll(event.a, event.b).hard else "easy") if both else ""
    return tuple(name for way, names in words.ways.items() if way != own for name in names)

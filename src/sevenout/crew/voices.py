"""What the crew says along with a game: calls, announcements and bookings, each in its place."""

from typing import Any, NamedTuple, assert_never

from sevenout.crew.booking import booking
from sevenout.crew.calls import Spoken, after_roll, before_roll, dice_moved, payoff_calls
from sevenout.game import Game
from sevenout.table import Event, Snapshot
from sevenout.table.events import (
    Accepted,
    BoughtIn,
    Changed,
    Declined,
    Inspected,
    Left,
    NoRollCalled,
    Opened,
    Overruled,
    Passed,
    Remembered,
    Rolled,
    Seated,
    Thrown,
    TimePassed,
    Toked,
    Undone,
    Warned,
)


class Heard(NamedTuple):
    """What is said just before something happens, and after it."""

    before: tuple[Spoken, ...] = ()
    after: tuple[Spoken, ...] = ()


def heard(game: Game, before: Snapshot, event: Event) -> Heard:
    """What the crew says of an event, at a table that lay as it did before it.

    >>> from sevenout.dice import roll
    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 500)
    (None, None)
    >>> [said.words for said in heard(table.game, table.snapshot(), table.roll(roll(6, 6))).after][:2]
    ['Twelve', 'Craps twelve, boxcars']
    """
    match event:
        case Rolled():
            said = (*after_roll(game, event), *payoff_calls(game, event))
            out_already = before.dice.thrown or isinstance(event, Overruled)
            return Heard(() if out_already else before_roll(game, before), said)
        case Thrown():
            return Heard(before=before_roll(game, before))
        case Passed() | Declined() | Accepted() | NoRollCalled() | Left():
            return Heard(after=dice_moved(game, before, event))
        case Changed() | Toked():
            return Heard(after=booking(game, before, event))
        case Opened() | Seated() | BoughtIn() | Undone() | Remembered() | TimePassed() | Inspected() | Warned():
            return Heard()
        case _:
            assert_never(event)


def call_record(said: Spoken) -> dict[str, Any]:
    """Something that was said, as `replay --json --calls` shows it."""
    return {"who": said.who, "words": said.words, "clause": said.cite.clause, "provenance": said.cite.provenance}

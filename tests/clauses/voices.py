"""What the crew says and marks, as the clause tests see it: play some lines and hear the last of them."""

from sevenout.crew.calls import event_calls as crew_voices
from sevenout.crew.calls.bet_calls import booking
from sevenout.crew.calls.payoff_calls import payoff_calls
from sevenout.crew.layout.rail import Rail
from sevenout.crew.markers import Lie, buttons, locate_wager
from sevenout.crew.roll_calls import SpokenCall, after_roll, before_roll, dice_moved
from sevenout.table import Event, Rolled
from sevenout.table.commands import Command
from sevenout.table.events import Changed, Declined, DiceAccepted, Left, NoRollCalled, Passed, Thrown, Toked
from tests.clauses.house import House

RAIL = Rail(("Ann", "Bob"), ("Cy",))
"""Where the three players of a night stand: counted from the base dealer, Ann 1 and Bob 2 at third base, Cy 1."""


def sent(house: House, story: str) -> list[SpokenCall]:
    """What is said as the dice go out after some lines, written with semicolons."""
    table = house.plays(story.replace("; ", "\n")).table
    return list(before_roll(table.game, table.snapshot()))


def heard(house: House, story: str) -> list[SpokenCall]:
    """What is said because of the last of some lines."""
    *first, last = story.split("; ")
    before = house.plays("\n".join(first)).table
    event = house.plays("\n".join([*first, last])).steps[-1].event
    match event:
        case Rolled():
            return [*after_roll(before.game, event), *payoff_calls(before.game, event, RAIL)]
        case Thrown() | Passed() | Declined() | DiceAccepted() | NoRollCalled() | Left():
            return list(dice_moved(before.game, before.snapshot(), event))
        case Changed() | Toked():
            return list(booking(before.game, before.snapshot(), event, RAIL))
    raise AssertionError(f"{event} makes nobody speak")


def words(calls: list[SpokenCall]) -> list[str]:
    return [call.words for call in calls]


def stated(calls: list[SpokenCall]) -> list[tuple[str, str]]:
    """The words that a clause states, each with the clause."""
    return [(call.words, call.cite.clause) for call in calls if call.cite.provenance == "stated"]


def marked(house: House, story: str) -> list[tuple[str, str, str, str]]:
    """Who laid which button on whose wager, with the clause: (by, what it says, wagers it speaks for, clause)."""
    table = house.plays(story.replace("; ", "\n")).table
    laid = buttons(table.game, table.snapshot(), RAIL)
    return [(button.by, button.says, " ".join(button.speaks_for), button.cite.clause) for button in laid]


def lying(house: House, wager: str, seat: str = "Ann") -> Lie:
    lie = locate_wager(house.game(), wager, RAIL, seat)
    assert isinstance(lie, Lie), lie
    return lie


def aloud(house: House, story: str, *, limits: str = "") -> list[SpokenCall]:
    """Everything that is heard because of the last of some lines, as `replay --calls` tells it."""
    step = house.plays(story.replace("; ", "\n"), limits).steps[-1]
    assert isinstance(step.event, Event)
    assert isinstance(step.command, Command)
    said = crew_voices.calls_for_event(house.game(), step.before, step.event, step.command)
    return [*said.before, *said.after]


def told(calls: list[SpokenCall]) -> list[tuple[str, str, str]]:
    """Who said what, by which clause."""
    return [(call.who, call.words, call.cite.clause) for call in calls]

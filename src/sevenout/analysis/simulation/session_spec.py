"""What is to be played, what came of it, and the plain way to play it: session by session at the table."""

from array import array
from collections.abc import Iterator
from itertools import islice
from threading import Event

from msgspec import Struct

from sevenout.analysis.dice.alias_table import alias_table
from sevenout.analysis.simulation.philox import check_seed, rolls_of
from sevenout.base.dice import DiceModel, Roll
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, format_amount
from sevenout.engine.game import Game
from sevenout.strategy.reference_session import SessionOutcome, play
from sevenout.strategy.tracing import ANY_RACK, ROW_BUDGET
from sevenout.strategy.view import Strategy

MOST_ROLLS = 10**8
RICHEST = ANY_RACK // 100


class SessionSpec(Struct, frozen=True):
    """A strategy at a table, with its bankroll, how many rolls a session has, and the seed of the dice."""

    game: Game
    strategy: Strategy
    bankroll: Cents
    rolls: int
    seed: int
    budget: int = ROW_BUDGET
    """So many situations are traced at most."""

    @property
    def dice(self) -> DiceModel:
        """How likely each roll is."""
        return self.game.rules.dice

    @property
    def source(self) -> int | tuple[int, bytes]:
        """What the kernel draws by: the seed, and with it the table of dice that are not fair."""
        return self.seed if self.dice.is_fair else (self.seed, alias_table(self.dice).to_bytes())

    def check(self) -> None:
        """Says what is wrong with it, if anything is."""
        check_seed(self.seed)
        check_session(self.game, self.bankroll, self.rolls)


def check_session(game: Game, bankroll: Cents, rolls: int) -> None:
    """Says what is wrong with a session's bankroll and length, if anything is.

    >>> check_session(Game.open("catfish-bend"), 4_00, 100)
    Traceback (most recent call last):
    sevenout.base.errors.BadInput: a bankroll of 4.00 is below the table minimum of 5.00
    """
    if bankroll < game.minimum:
        least = format_amount(game.minimum)
        raise BadInput(f"a bankroll of {format_amount(bankroll)} is below the table minimum of {least}")
    if bankroll > RICHEST:
        raise BadInput(f"a bankroll is at most {format_amount(RICHEST)}, not {format_amount(bankroll)}")
    if not 1 <= rolls <= MOST_ROLLS:
        raise BadInput(f"a session has from 1 to {MOST_ROLLS:,} rolls, not {rolls:,}")


class PlayedSessions(Struct, frozen=True):
    """What came of some sessions, in their order."""

    nets: "array[int]"
    """In cents."""
    rolls: "array[int]"
    ending: "array[int]"
    """Which of the endings."""
    endings: tuple[str, ...]
    lowest: "array[int] | None" = None
    """The lowest net at any window, if it was watched, and the largest fall from a highest net to a later one."""
    falls: "array[int] | None" = None


class SimulationStopped(Exception):
    """Somebody does not want to wait: the sessions under way are dropped."""


def replay_session(sitting: SessionSpec, number: int, stop: Event | None = None) -> SessionOutcome:
    """One session, played at the table with the dice that the simulation gives it, unless somebody wants it to stop.

    >>> flat = lambda view: view if view.layout else view.bet("pass", 10_00)
    >>> replay_session(SessionSpec(Game.open("typical"), flat, 300_00, 100, seed=7), 0)
    SessionOutcome(net=3000, rolls=100, ending='rolls', lowest=-3000, fall=6000)
    """
    dice = islice(rolls_of(sitting.seed, number, sitting.dice), sitting.rolls)
    return play(sitting.game, sitting.strategy, sitting.bankroll, dice if stop is None else _until(stop, dice))


def _until(stop: Event, dice: Iterator[Roll]) -> Iterator[Roll]:
    for roll in dice:
        if stop.is_set():
            raise SimulationStopped
        yield roll


def play_at_table(sitting: SessionSpec, first: int, count: int, stop: Event | None = None) -> PlayedSessions:
    """Sessions `first`, `first` + 1, …, played by the table itself: any strategy, and slowly."""
    sessions = [replay_session(sitting, number, stop) for number in range(first, first + count)]
    endings = tuple(dict.fromkeys(session.ending for session in sessions))
    return PlayedSessions(
        array("q", [session.net for session in sessions]),
        array("i", [session.rolls for session in sessions]),
        array("q", [endings.index(session.ending) for session in sessions]),
        endings,
        array("q", [session.lowest for session in sessions]),
        array("q", [session.fall for session in sessions]),
    )

"""What is to be played, what came of it, and the plain way to play it: session by session at the table."""

from array import array
from collections.abc import Iterator
from itertools import chain, islice
from threading import Event

from msgspec import Struct

from sevenout.analysis.dice.alias_table import alias_table
from sevenout.analysis.exact.sessions.session_action import ActionCounts, count_action
from sevenout.analysis.simulation.philox import BLOCK, check_seed, rolls_of
from sevenout.analysis.simulation.statistics.bands import BandGrid
from sevenout.base.dice import DiceModel, Roll
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, format_amount
from sevenout.engine.game import Game
from sevenout.strategy.reference_session import SessionOutcome, Watch, play
from sevenout.strategy.session_end import (
    LONGEST_CLOSING,
    MOST_ROLLS,
    SessionEnd,
    SessionPlayer,
    is_closing,
    player_of,
    typical_rolls,
)
from sevenout.strategy.tracing import ANY_RACK, BY_ROLL, ROW_BUDGET, Situation
from sevenout.strategy.view import Strategy, View

RICHEST = ANY_RACK // 100


class SessionSpec(Struct, frozen=True):
    """A strategy at a table, with its bankroll, how many rolls a session has, and the seed of the dice.

    `of` makes one from a strategy and the end of its sessions; made otherwise, what lies there counts at face value.
    """

    game: Game
    strategy: Strategy
    bankroll: Cents
    rolls: int
    seed: int
    budget: int = ROW_BUDGET
    """So many situations are traced at most."""
    plays_out: bool = False
    """Whether bets that lie there after the last roll are played out; then the strategy is a `SessionPlayer`."""

    @classmethod
    def of(
        cls, game: Game, strategy: Strategy, bankroll: Cents, end: SessionEnd, seed: int, budget: int = ROW_BUDGET
    ) -> "SessionSpec":
        """A strategy whose sessions end so, or `BadInput`."""
        end.check(game, bankroll)
        spec = cls(game, player_of(strategy, end), bankroll, end.roll_limit, seed, budget, not end.face_value)
        spec.check()
        return spec

    @property
    def usual_rolls(self) -> int:
        """About as many rolls as a session has, where nothing but a goal or ruin may end it."""
        return typical_rolls(self.strategy.end) if isinstance(self.strategy, SessionPlayer) else self.rolls

    @property
    def grid(self) -> BandGrid:
        """After which rolls the nets of watched sessions are looked at."""
        limited = not isinstance(self.strategy, SessionPlayer) or self.strategy.end.rolls is not None
        return BandGrid.of(self.usual_rolls, limited=limited)

    @property
    def closes_after(self) -> int | None:
        """After so many rolls, and the bets made then, nothing more is bet; None: bets count at face value."""
        return self.rolls - 1 if self.plays_out else None

    @property
    def blocks(self) -> int:
        """So many blocks of dice the rolls take until then; what is played out has the blocks behind them."""
        return -(-(self.rolls - self.plays_out) // BLOCK)

    def rolls_of_session(self, number: int) -> Iterator[Roll]:
        """The rolls of one session, to the last that it could have."""
        if not self.plays_out:
            return islice(rolls_of(self.seed, number, self.dice), self.rolls)
        closing = self.blocks * BLOCK
        last = islice(rolls_of(self.seed, number, self.dice), closing, closing + LONGEST_CLOSING)
        return chain(islice(rolls_of(self.seed, number, self.dice), self.rolls - 1), last)

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
        check_bankroll(self.game, self.bankroll)
        if not 1 <= self.rolls <= MOST_ROLLS:
            raise BadInput(f"a session has from 1 to {MOST_ROLLS:,} rolls, not {self.rolls:,}")


def check_bankroll(game: Game, bankroll: Cents) -> None:
    """Says what is wrong with a session's bankroll, if anything is.

    >>> check_bankroll(Game.open("catfish-bend"), 4_00)
    Traceback (most recent call last):
    sevenout.base.errors.BadInput: a bankroll of 4.00 is below the table minimum of 5.00
    """
    if bankroll < game.minimum:
        least = format_amount(game.minimum)
        raise BadInput(f"a bankroll of {format_amount(bankroll)} is below the table minimum of {least}")
    if bankroll > RICHEST:
        raise BadInput(f"a bankroll is at most {format_amount(RICHEST)}, not {format_amount(bankroll)}")


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
    paths: "array[int] | None" = None
    """The nets after each roll of the grid, session by session, if they were watched."""
    action: ActionCounts | None = None
    """What they risked, if it was counted."""


class SimulationStopped(Exception):
    """Somebody does not want to wait: the sessions under way are dropped."""


def replay_session(
    sitting: SessionSpec, number: int, stop: Event | None = None, watch: Watch | None = None
) -> SessionOutcome:
    """One session, played at the table with the dice that the simulation gives it, unless somebody wants it to stop.

    >>> flat = lambda view: view if view.layout else view.bet("pass", 10_00)
    >>> replay_session(SessionSpec(Game.open("typical"), flat, 300_00, 100, seed=7), 0)
    SessionOutcome(net=3000, rolls=100, ending='rolls', lowest=-3000, fall=6000)
    """
    dice = sitting.rolls_of_session(number)
    thrown = dice if stop is None else _until(stop, dice)
    return play(sitting.game, sitting.strategy, sitting.bankroll, thrown, sitting.closes_after, watch)


def _until(stop: Event, dice: Iterator[Roll]) -> Iterator[Roll]:
    for roll in dice:
        if stop.is_set():
            raise SimulationStopped
        yield roll


def play_at_table(sitting: SessionSpec, first: int, count: int, stop: Event | None = None) -> PlayedSessions:
    """Sessions `first`, `first` + 1, …, played by the table itself: any strategy, and slowly."""
    trail = SessionTrail(sitting.grid)
    sessions = [trail.follow(replay_session(sitting, number, stop, trail)) for number in range(first, first + count)]
    endings = tuple(dict.fromkeys(session.ending for session in sessions))
    return PlayedSessions(
        array("q", [session.net for session in sessions]),
        array("i", [session.rolls for session in sessions]),
        array("q", [endings.index(session.ending) for session in sessions]),
        endings,
        array("q", [session.lowest for session in sessions]),
        array("q", [session.fall for session in sessions]),
        trail.paths,
        count_action(sitting.game, [*trail.visits], trail.visits.values(), BY_ROLL),
    )


class SessionTrail:
    """What is kept of every roll of some sessions at the table: the layouts rolled from, and nets along a grid."""

    def __init__(self, grid: BandGrid) -> None:
        self.grid = grid
        self.paths = array("q")
        self.visits: dict[Situation, int] = {}
        self._nets: list[Cents] = []

    def __call__(self, view: View | None, net: Cents, played: int) -> None:
        """Notes a window's net, and the layout that is rolled from, if it is."""
        if played % self.grid.stride == 0 and len(self._nets) < self.grid.points:
            self._nets.append(net)
        if view is not None:
            memory = view.memory if is_closing(view.memory) else None
            row = Situation(view.puck, view.position, memory)
            self.visits[row] = self.visits.get(row, 0) + 1

    def follow(self, session: SessionOutcome) -> SessionOutcome:
        """A session is over: it stays where it is."""
        self.paths.extend([*self._nets, *[session.net] * (self.grid.points - len(self._nets))])
        self._nets = []
        return session

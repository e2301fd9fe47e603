"""Plays recorded rolls through a strategy at the table: one session of all of them, or one after the other.

Where only totals are known, a roll is played if it makes no difference which of its rolls it was: to the layout, to
the puck, and to what the strategy does next.
"""

from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter

from msgspec.structs import replace

from sevenout.analysis.dice.roll_file import RecordedRoll, RollRecord
from sevenout.analysis.exact.sessions.session_action import count_thrown
from sevenout.analysis.simulation.results import PartialResult, Result, SessionNet
from sevenout.base.dice import ROLLS, Roll
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.reference_session import SessionOutcome, apply_roll, play
from sevenout.strategy.session_end import is_closing
from sevenout.strategy.tracing import Situation
from sevenout.strategy.view import Strategy, View, apply_strategy


def play_recorded(
    game: Game, strategy: Strategy, bankroll: Cents, record: RollRecord, each: int | None = None
) -> Result:
    """What comes of the rolls of a record: one session, or sessions of `each` rolls; a rest that is shorter counts.

    >>> from sevenout.analysis.dice.roll_file import parse_rolls
    >>> flat = lambda view: view if view.layout else view.bet("pass", 10_00)
    >>> played = play_recorded(Game.open("typical"), flat, 300_00, parse_rolls("6 5\\n4 4\\n3 4"))
    >>> played.nets.counts, played.rolls_played, played.dice
    (((0, 1),), 3, 'the rolls of rolls')
    """
    if each is not None and each < 1:
        raise BadInput(f"a session has one roll or more, not {each}")
    started = perf_counter()
    length = each or len(record.rolls)
    trail = _ThrownTrail()
    sessions = [
        play_rolls(game, strategy, bankroll, record.rolls[at : at + length], record.name, trail)
        for at in range(0, len(record.rolls), length)
    ]
    nets = [session.net for session in sessions]
    part = PartialResult(
        spans=((0, len(sessions)),),
        rolls=sum(session.rolls for session in sessions),
        nets=_count(nets),
        worst=SessionNet(nets.index(min(nets)), min(nets)),
        best=SessionNet(nets.index(max(nets)), max(nets)),
        endings=tuple(sorted(_endings(sessions).items())),
        lowest=_count([session.lowest for session in sessions]),
        falls=_count([session.fall for session in sessions]),
        action=count_thrown(game, trail.thrown),
        acted=len(sessions),
        engine="table",
        why="the rolls were recorded",
        run_ns=max(int((perf_counter() - started) * 1e9), 1),
    )
    return replace(Result.of(part, game=game), dice=f"the rolls of {record.name}")


def play_rolls(
    game: Game,
    strategy: Strategy,
    bankroll: Cents,
    rolls: Sequence[RecordedRoll],
    name: str,
    trail: "_ThrownTrail | None" = None,
) -> SessionOutcome:
    """One session over recorded rolls."""
    faces: Iterable[Roll] = (recorded.roll for recorded in rolls if recorded.roll is not None)
    if any(recorded.roll is None for recorded in rolls):
        faces = _faces_that_do(game, strategy, bankroll, rolls, name)
    if trail is None:
        return play(game, strategy, bankroll, faces)
    return play(game, strategy, bankroll, trail.throw(faces), watch=trail)


class _ThrownTrail:
    """Notes every roll of some sessions with the layout that it was thrown from."""

    def __init__(self) -> None:
        self.thrown: list[tuple[Situation, Roll]] = []
        self._roll: Roll | None = None

    def throw(self, faces: Iterable[Roll]) -> Iterator[Roll]:
        """The same rolls; each is remembered until the window before it is told."""
        for self._roll in faces:
            yield self._roll

    def __call__(self, view: View | None, _net: Cents, _played: int) -> None:
        """Notes the layout that is rolled from, if it is."""
        if view is not None and self._roll is not None:
            memory = view.memory if is_closing(view.memory) else None
            self.thrown.append((Situation(view.puck, view.position, memory), self._roll))


def _faces_that_do(
    game: Game, strategy: Strategy, bankroll: Cents, rolls: Sequence[RecordedRoll], name: str
) -> Iterator[Roll]:
    """Faces for every total, as long as any others of the same total lead to the same."""
    after = apply_strategy(strategy, View(game, bankroll, bankroll))
    for recorded in rolls:
        ways = [recorded.roll] if recorded.roll else [roll for roll in ROLLS if roll.total == recorded.total]
        first, *others = (apply_strategy(strategy, apply_roll(after, roll)) for roll in ways)
        if any(_stands(view) != _stands(first) for view in others):
            raise BadInput(
                f"{name}: line {recorded.line}: a total of {recorded.total} alone does not say what becomes of the bets"
                " on the layout: record both faces"
            )
        after = first
        yield ways[0]


def _stands(view: View) -> tuple[object, ...]:
    """What a window comes to, apart from the faces that led to it."""
    return view.rack, view.puck, view.position, view.memory, view.ending


def _endings(sessions: Sequence[SessionOutcome]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for session in sessions:
        counts[session.ending] = counts.get(session.ending, 0) + 1
    return counts


def _count(amounts: Sequence[Cents]) -> tuple[tuple[Cents, int], ...]:
    counts: dict[Cents, int] = {}
    for amount in amounts:
        counts[amount] = counts.get(amount, 0) + 1
    return tuple(sorted(counts.items()))

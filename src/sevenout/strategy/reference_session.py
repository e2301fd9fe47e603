"""Plays a strategy for one session, roll by roll, with the table's own rules: slow, plain, and what is true.

The dice are somebody else's: a session goes on whether or not the player has a line bet, as it does for anybody who
stands at a rail. Faster engines are held to what comes out here.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct

from sevenout.base.dice import Roll
from sevenout.base.money import Cents
from sevenout.engine.betting import settle, sum_takeable
from sevenout.engine.game import Game
from sevenout.strategy.session_end import close, is_closing
from sevenout.strategy.view import FalsePlay, Last, Past, Strategy, View, apply_strategy, past_of

Watch = Callable[[View | None, Cents, int], object]
"""Is shown every window: the view that is rolled from (None: the session is over), the net, and the rolls so far."""


class SessionOutcome(Struct, frozen=True):
    """How a session ended. The net counts what still lies on the layout at its face value, if anything does."""

    net: Cents
    rolls: int
    ending: str
    """`rolls`, `shooters`, `goal`, `stop-loss`, `ruin`, or what the strategy gave as its reason to leave."""
    lowest: Cents
    """The lowest net at any window."""
    fall: Cents
    """The largest fall from a highest net to a later one."""


def play(
    game: Game,
    strategy: Strategy,
    bankroll: Cents,
    rolls: Iterable[Roll],
    closes_after: int | None = None,
    watch: Watch | None = None,
) -> SessionOutcome:
    """One session over these rolls.

    The player acts before the first roll and after each one, the last included. Who wants a bet, cannot pay for it and
    has nothing on the layout is ruined. After `closes_after` rolls, and what is bet then, nothing more is bet: what
    lies there is played out, which takes a `SessionPlayer`.

    >>> from sevenout.base.dice import roll
    >>> flat = lambda view: view if view.layout else view.bet("pass", 10_00)
    >>> play(Game.open("catfish-bend"), flat, 20_00, [roll(1, 1), roll(6, 6)])
    SessionOutcome(net=-2000, rolls=2, ending='ruin', lowest=-2000, fall=2000)
    """
    seen = View(game, bankroll, bankroll)
    dice = iter(rolls)
    played = 0
    lowest = fall = highest = 0
    while True:
        after = apply_strategy(strategy, seen)
        net = _cents(after.face_value) - bankroll
        lowest, highest = min(lowest, net), max(highest, net)
        fall = max(fall, highest - net)
        roll = None if after.ending else next(dice, None)
        if roll is not None and played == closes_after and not is_closing(after.memory):
            after = close(after)
        if watch is not None:
            watch(None if roll is None else after, net, played)
        if roll is None:
            return SessionOutcome(net, played, after.ending or "rolls", lowest, fall)
        seen = apply_roll(after, roll)
        played += 1


def apply_roll(view: View, roll: Roll) -> View:
    """The next window: what a roll makes of the layout and the puck."""
    game, puck = view.game, view.puck
    done = settle(game, view.position, puck, roll, riding=is_closing(view.memory))
    edge = game.rules.puck.edges[puck][roll.index]
    takeable = sum_takeable(game, done.position, edge.goto)
    last = Last(roll.total, edge.event, done.results)
    return View(
        game=game,
        bankroll=view.bankroll,
        rack=view.rack + done.back,
        puck=edge.goto,
        position=done.position,
        memory=view.memory,
        _past=Past(last, roll.hard, past_of(view).counts.after_roll(edge.event, done.back, takeable), roll.index),
    )


def _cents(money: object) -> Cents:
    if not isinstance(money, int):
        raise FalsePlay(f"a session is played with cents, not with {money!r}")
    return money

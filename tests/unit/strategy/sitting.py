"""A strategy played in three ways: by `session`, at a real table beside a shooter of deep pockets, and as traced."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import cycle, islice
from typing import Any, NamedTuple

import pytest

from sevenout.base.dice import Roll, SeededDice
from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import Change, Position, take_down
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.language.tools.checker import NotOffered
from sevenout.strategy.library import open_strategy
from sevenout.strategy.named_texts import list_strategies
from sevenout.strategy.reference_session import apply_roll
from sevenout.strategy.tracing import OVER, StrategyTracer, Widened
from sevenout.strategy.view import NOTHING_YET, Action, Counts, Last, Past, Strategy, View
from sevenout.table import Table
from sevenout.table.commands import Bet, CallWager, Command, Reduce, TakeDown
from sevenout.table.events import Rolled
from tests.volume import SEED_NUMBER, VOLUME

BY_DAY = list_strategies()[SEED_NUMBER % 5 :: 5]
"""The named strategies that a run by day plays at length: every fifth, by the seed; at night all of them."""
PLAYED_NOW = list_strategies() if VOLUME >= 1 else BY_DAY
"""Those that this run plays, where a test takes all of them at once."""
ONE_HOUSE_EACH = [
    pytest.param(name, book, marks=[] if name in BY_DAY else [pytest.mark.nightly])
    for name, book in zip(list_strategies(), cycle(shipped()), strict=False)
]
"""Every strategy in one house, and every house with some."""
ME, SHOOTER = "Ann", "Bob"
DEEP = 10**9


class Stand(NamedTuple):
    """What a player has after acting in a window."""

    rack: Cents
    layout: Cents
    ending: str


@cache
def game_of(book: str) -> Game:
    return Game.open(book)


@cache
def plan_of(name: str, book: str) -> Plan | None:
    """A named strategy in a house; None if the house lacks a wager of it."""
    try:
        return open_strategy(name, game_of(book))
    except NotOffered:
        return None


def rolls(seed: str, number: int) -> list[Roll]:
    dice = SeededDice(seed)
    return [dice.throw() for _ in range(number)]


def _stand(after: View) -> Stand:
    assert isinstance(after.rack, int)
    return Stand(after.rack, sum(after.position.stakes), after.ending)


class Asking(View, frozen=True, gc=False):
    """A view that keeps everything that is asked of the house, in order, and the code of its refusal."""

    asked: list[tuple[Action, str]] | None = None

    def _try_action(self, action: Action, answer: Change | Refusal) -> View:
        after = super()._try_action(action, answer)
        assert self.asked is not None
        refused = len(after.refused) > len(self.refused)
        self.asked.append((action, after.refused[-1][1].code if refused else ""))
        return after


class Asked(NamedTuple):
    """One decision: what was shown, what was made of it, and what was asked of the house on the way."""

    shown: View
    after: View
    actions: list[tuple[Action, str]]


def ask(strategy: Strategy, view: View) -> Asked:
    actions: list[tuple[Action, str]] = []
    after = strategy(Asking(**_fields(view), asked=actions))
    return Asked(view, View(**_fields(after)), actions)


def _fields(view: View) -> dict[str, Any]:
    return {name: getattr(view, name) for name in View.__struct_fields__}


class Recorded:
    """A strategy that plays as ever, and keeps its decisions."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.decisions: list[Asked] = []

    def __call__(self, view: View) -> View:
        self.decisions.append(ask(self.strategy, view))
        return self.decisions[-1].after

    def again(self) -> Callable[[View], Asked]:
        """The same decisions one after the other, for who shows the same views: a pure function takes no others."""
        decisions = iter(self.decisions)

        def answer(view: View) -> Asked:
            decision = next(decisions)
            assert view == decision.shown
            return decision

        return answer

    @property
    def stands(self) -> list[Stand]:
        return [_stand(decision.after) for decision in self.decisions]


def in_a_session(game: Game, strategy: Strategy, bankroll: Cents, dice: Iterable[Roll]) -> Iterator[tuple[View, Stand]]:
    """Each window as `session` has it."""
    view = View(game, bankroll, bankroll)
    following = iter(dice)
    while True:
        after = strategy(view)
        yield after, _stand(after)
        roll = next(following, None)
        if roll is None or after.ending:
            return
        view = apply_roll(after, roll)


class _Hand:
    """What the table's player knows of this shooter and this point, kept from racks and what may come down alone."""

    def __init__(self, rack: Cents) -> None:
        self.worth_at = {"shooter": rack, "point": rack}
        self.rack_at = {"shooter": rack, "point": rack}
        self.rolls = {"shooter": 0, "point": 0, "session": 0}
        self.points = self.seven_outs = 0
        self.peak = rack

    def rolled(self, event: str, rack: Cents, worth: Cents) -> None:
        self.rolls = {scope: number + 1 for scope, number in self.rolls.items()}
        self.points += event == "made"
        self.peak = max(self.peak, worth)
        self.seven_outs += event == "seven-out"
        for scope in ("shooter", "point") if event == "seven-out" else ("point",) if event else ():
            self.worth_at[scope], self.rack_at[scope], self.rolls[scope] = worth, rack, 0
        if event == "seven-out":
            self.points = 0

    def counts(self, rack: Cents) -> Counts:
        """The counts as a view keeps them: the view itself adds what may be taken down."""
        return Counts(
            shooter_rolls=self.rolls["shooter"],
            shooter_points=self.points,
            shooter_worth=rack - self.worth_at["shooter"],
            shooter_rack=rack - self.rack_at["shooter"],
            point_rolls=self.rolls["point"],
            session_rolls=self.rolls["session"],
            seven_outs=self.seven_outs,
            point_worth=rack - self.worth_at["point"],
            point_rack=rack - self.rack_at["point"],
            from_peak=self.peak - rack,
        )


def at_a_table(game: Game, decide: Callable[[View], Asked], bankroll: Cents, dice: Iterable[Roll]) -> Iterator[Stand]:
    """Each window at a real table: Ann plays the strategy, and Bob, who always has a pass bet, throws the dice.

    Whatever the strategy asks of the house is asked of the table, which does it or refuses it for the same reason.
    """
    table = Table(game, keep_log=False)
    table.seat(ME, bankroll)
    table.seat(SHOOTER, DEEP)
    hand = _Hand(bankroll)
    last, hard, shown = NOTHING_YET, False, -1
    memory = None
    following = iter(dice)
    while True:
        seat, thrower = table.state.seats
        if not thrower.position.slots:
            assert table.bet(SHOOTER, "pass", game.minimum) is None
        if table.point is None and ME not in table.state.dice.declined:
            assert table.decline_dice(ME) is None
        past = Past(last, hard, hand.counts(seat.rack), shown)
        view = View(game, bankroll, seat.rack, table.puck, seat.position, memory, _past=past)
        _, after, actions = decide(view)
        _act(table, actions)
        seat, _ = table.state.seats
        assert (seat.rack, seat.position) == (after.rack, after.position)
        yield Stand(seat.rack, sum(seat.position.stakes), after.ending)
        roll = next(following, None)
        if roll is None or after.ending:
            return
        event = table.roll(roll)
        assert isinstance(event, Rolled)
        assert event.shooter == SHOOTER
        memory = after.memory
        seat, _ = table.state.seats
        last, hard = Last(event.total, event.event, event.seats[0].results), event.a == event.b
        shown = roll.index
        hand.rolled(event.event, seat.rack, seat.rack + _may_come_down(table, seat.position))


def _may_come_down(table: Table, position: Position) -> Cents:
    """Asked of the house wager by wager, odds first, so that nothing comes down twice."""
    back = 0
    for slot in reversed(position.slots):
        spot = table.game.rules.spot_of[slot]
        answer = take_down(table.game, position, table.puck, spot.key)
        if isinstance(answer, Change):
            position, back = answer.position, back - answer.cost
    return back


def _act(table: Table, actions: list[tuple[Action, str]]) -> None:
    for action, refused in actions:
        command: Command
        match action.verb:
            case "bet":
                command = Bet(ME, action.amount, action.wager)
            case "reduce":
                command = Reduce(ME, action.wager, action.amount)
            case "take down":
                command = TakeDown(ME, action.wager)
            case _:
                command = CallWager(ME, action.wager, "on" if action.call == "on" else "off")
        answer = table.execute(command)
        said = answer.code if isinstance(answer, Refusal) else ""
        assert said == refused, f"{action}: {answer}"


def as_traced(automaton: StrategyTracer, dice: list[Roll]) -> Iterator[Stand]:
    """Each window by the automaton's rows."""
    while True:
        try:
            yield from list(_walk(automaton, dice))
            return
        except Widened:
            continue


def _walk(automaton: StrategyTracer, dice: list[Roll]) -> Iterator[Stand]:
    faced, rack = automaton.first, automaton.bankroll
    for roll in [*dice, None]:
        decided = automaton.decide(faced, rack)
        rack += decided.paid
        yield Stand(rack, decided.layout, decided.ending)
        if decided.row == OVER or roll is None:
            return
        faced, back = automaton.step(decided.row, roll.index)
        rack += back


def stands(game: Game, strategy: Strategy, bankroll: Cents, dice: Iterable[Roll]) -> list[Stand]:
    """The windows of a session, without their views."""
    return [stand for _, stand in in_a_session(game, strategy, bankroll, dice)]


def first(views: Iterator[tuple[View, Stand]], number: int) -> View:
    """The view after acting in a window, by its number from 1."""
    return next(islice(views, number - 1, None))[0]

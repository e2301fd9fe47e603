"""A strategy played in three ways: by `session`, at a real table beside a shooter of deep pockets, and as traced."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

from sevenout.automaton import OVER, Automaton, Widened
from sevenout.dice import Roll, SeededDice
from sevenout.game import Game
from sevenout.money import Cents
from sevenout.strategy.language.checking import NotOffered
from sevenout.strategy.language.plan import Plan
from sevenout.strategy.library import open_strategy
from sevenout.strategy.session import rolled
from sevenout.strategy.view import NOTHING_YET, Counts, Last, Strategy, View
from sevenout.table import Table
from sevenout.table.commands import Bet, CallWager, DeclineDice, Reduce, TakeDown
from sevenout.table.events import Changed, Rolled

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


def _ending(after: View) -> str:
    return after.left or ("ruin" if after.ruined else "")


def in_a_session(game: Game, strategy: Strategy, bankroll: Cents, dice: Iterable[Roll]) -> Iterator[tuple[View, Stand]]:
    """Each window as `session` has it."""
    view = View(game, bankroll, bankroll)
    following = iter(dice)
    while True:
        after = strategy(view)
        assert isinstance(after.rack, int)
        yield after, Stand(after.rack, sum(after.position.stakes), _ending(after))
        roll = next(following, None)
        if roll is None or _ending(after):
            return
        view = rolled(after, roll)


class _Hand:
    """What the table's player knows of this shooter and this point, kept from racks and layouts alone."""

    def __init__(self, worth: Cents) -> None:
        self.worth_at = {"shooter": worth, "point": worth}
        self.rack_at = {"shooter": worth, "point": worth}
        self.rolls = {"shooter": 0, "point": 0, "session": 0}
        self.points = self.seven_outs = 0

    def rolled(self, event: str, rack: Cents, worth: Cents) -> None:
        self.rolls = {scope: number + 1 for scope, number in self.rolls.items()}
        self.points += event == "made"
        self.seven_outs += event == "seven-out"
        for scope in ("shooter", "point") if event == "seven-out" else ("point",) if event else ():
            self.worth_at[scope], self.rack_at[scope], self.rolls[scope] = worth, rack, 0
        if event == "seven-out":
            self.points = 0

    def counts(self, rack: Cents, worth: Cents) -> Counts:
        return Counts(
            shooter_rolls=self.rolls["shooter"],
            shooter_points=self.points,
            shooter_worth=worth - self.worth_at["shooter"],
            shooter_rack=rack - self.rack_at["shooter"],
            point_rolls=self.rolls["point"],
            session_rolls=self.rolls["session"],
            seven_outs=self.seven_outs,
            point_worth=worth - self.worth_at["point"],
            point_rack=rack - self.rack_at["point"],
        )


def at_a_table(game: Game, strategy: Strategy, bankroll: Cents, dice: Iterable[Roll]) -> Iterator[Stand]:
    """Each window at a real table: Ann plays the strategy, and Bob, who always has a pass bet, throws the dice."""
    table = Table(game, keep_log=False)
    table.seat(ME, bankroll)
    table.seat(SHOOTER, DEEP)
    hand = _Hand(bankroll)
    last, hard = NOTHING_YET, False
    memory = None
    following = iter(dice)
    while True:
        if table.point is None:
            if not table.layout(SHOOTER):
                assert table.bet(SHOOTER, "pass", game.minimum) is None
            table.tell(DeclineDice(ME))
        seat = table.seats[ME]
        worth = seat.rack + sum(seat.position.stakes)
        counts = hand.counts(seat.rack, worth)
        after = strategy(View(game, bankroll, seat.rack, table.puck, seat.position, last, hard, counts, memory))
        _act(table, after)
        seat = table.seats[ME]
        assert (seat.rack, seat.position) == (after.rack, after.position)
        yield Stand(seat.rack, sum(seat.position.stakes), _ending(after))
        roll = next(following, None)
        if roll is None or _ending(after):
            return
        event = table.roll(roll)
        assert isinstance(event, Rolled)
        assert event.shooter == SHOOTER
        memory = after.memory
        mine = next(result for result in event.seats if result.seat == ME)
        last, hard = Last(event.total, event.event, mine.results), event.a == event.b
        seat = table.seats[ME]
        hand.rolled(event.event, seat.rack, seat.rack + sum(seat.position.stakes))


def _act(table: Table, after: View) -> None:
    for action in after.done:
        match action.verb:
            case "bet":
                answer = table.tell(Bet(ME, action.amount, action.wager))
            case "reduce":
                answer = table.tell(Reduce(ME, action.wager, action.amount))
            case "take down":
                answer = table.tell(TakeDown(ME, action.wager))
            case _:
                answer = table.tell(CallWager(ME, action.wager, "on" if action.call == "on" else "off"))
        assert isinstance(answer, Changed), f"{action}: {answer}"


def as_traced(automaton: Automaton, dice: list[Roll]) -> Iterator[Stand]:
    """Each window by the automaton's rows."""
    while True:
        try:
            yield from list(_walk(automaton, dice))
            return
        except Widened:
            continue


def _walk(automaton: Automaton, dice: list[Roll]) -> Iterator[Stand]:
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

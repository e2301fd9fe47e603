"""Makes up games for the properties: any action at any moment, most of them such that a house may well accept them."""

from collections.abc import Callable
from random import Random

from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW, STANDING_GROUPS, WAGERS
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.table import Rolled, Table
from sevenout.table.commands import (
    AcceptDice,
    Bet,
    BuyIn,
    CallProps,
    CallWager,
    Command,
    CorrectRoll,
    DeclineDice,
    Inspect,
    Leave,
    NoRoll,
    OrderPass,
    Overrule,
    Parlay,
    PassDice,
    Press,
    Reduce,
    RollDice,
    RuleNoRoll,
    Sit,
    TakeDown,
    TellTime,
    ThrowDice,
    Toke,
    Undo,
    Warn,
)
from sevenout.table.events import RollCorrected
from sevenout.table.notation import TableLimits

TABLES = (
    (500, 50_000, 100),
    (2500, 300_000, 100),
    (1000, 20_000, 500),
    (500, 100_000, 50),
    (100, 5000, 100),
    (1, 1_000_000, 1),
)
"""Minimum, maximum and chip in cents: usual tables, coarse and fine chips, a small maximum, and cents."""

NAMES = ("Ann", "Bob", "Cy")
NOBODY = "Zed"

Outcome = Refusal | Rolled | None


def twin(table: Table) -> Table:
    """Another table that stands the same and goes its own way."""
    other = Table(table.game)
    other.state = table.state
    return other


def act(table: Table, command: Command) -> Outcome:
    """Tells the table; what a transcript would show of the answer."""
    answer = table.execute(command)
    shown = answer.rolled if isinstance(answer, RollCorrected) else answer
    return shown if isinstance(shown, Refusal | Rolled) else None


class Rail:
    """A table with seats, and actions for it by the dice; `lines` is the game so far, as a transcript."""

    def __init__(self, rules: CompiledBook, dice: Random) -> None:
        self.dice = dice
        self.minimum, maximum, self.chip = dice.choice(TABLES)
        undo = bool(dice.randint(0, 1))
        self.table = Table(Game(rules, self.minimum, maximum, self.chip, seats=None, undo=undo))
        self.offered = tuple(rules.by_key)
        self.groups = tuple(group.name for group in rules.book.groups)
        self.lines = [str(TableLimits(self.minimum, maximum, self.chip, undo))]
        self.names = NAMES[: dice.randint(1, len(NAMES))]
        for name in self.names:
            self.act(Sit(name, dice.choice((20, 200, 2000)) * self.minimum))

    def act(self, action: Command) -> Outcome:
        self.lines.append(str(action))
        return act(self.table, action)

    def story(self) -> str:
        """The game so far, to play again."""
        return "\n".join([f"rules {self.table.game.rules.book.name}", *self.lines])

    def action(self) -> Command:
        """Any action; mostly bets, rolls about one time in four."""
        if self.table.state.dice.told and self.dice.randint(0, 1):
            return NoRoll()  # what was told of a throw is seldom left alone
        seated = tuple(self.table.seats)
        if not seated:
            return Sit(self.dice.choice(NAMES), self.minimum * 20)
        name = self.dice.choice(seated)
        wager = self._wager(name)
        makers: list[tuple[int, Callable[[], Command]]] = [
            (14, lambda: RollDice(self.dice.randint(1, 6), self.dice.randint(1, 6))),
            (14, lambda: self._line(name)),
            (8, lambda: self._odds(name)),
            (16, lambda: Bet(name, self._amount(name, wager), wager, confirmed=self._confirmed())),
            (2, lambda: Bet(name, self._amount(name, wager), wager, confirmed=self._confirmed(), called=True)),
            (3, lambda: Bet(name, self._amount(name, wager), wager, unnoticed=True)),
            (3, lambda: self._each(name)),
            (5, lambda: self._reduction(name, wager)),
            (4, lambda: TakeDown(name, self._standing(wager))),
            (6, lambda: CallWager(name, self._standing(wager), "on" if self.dice.randint(0, 1) else "off")),
            (2, lambda: CallProps(name, "down" if self.dice.randint(0, 1) else "up")),
            (4, lambda: Press(name, wager, self.dice.choice((None, self._amount(name, wager))))),
            (4, lambda: Parlay(name, self._winner(name, wager))),
            (4, lambda: Toke(name, self._amount(CREW, wager), self.dice.choice((None, wager, wager)))),
            (2, lambda: PassDice(self.table.shooter() or name)),
            (1, lambda: DeclineDice(name)),
            (1, lambda: AcceptDice(name)),
            (3, ThrowDice),
            (1, lambda: ThrowDice(self.dice.choice(("one die", "on the rail, slanted", "on the rail", "no luck")))),
            (1, lambda: Warn(self.table.shooter() or name, self.dice.choice(("short of the wall", "both hands")))),
            (2, lambda: NoRoll(self.dice.choice(("", "off the table", "a cocked die", "short of the wall")))),
            (2, lambda: Overrule(self.dice.randint(1, 6), self.dice.randint(1, 6))),
            (2, lambda: RuleNoRoll(self.dice.choice(("", "on the rail", "no luck")))),
            (2, lambda: CorrectRoll(self.dice.randint(1, 6), self.dice.randint(1, 6))),
            (1, lambda: OrderPass(self.table.shooter() or name)),
            (1, lambda: BuyIn(name, self.dice.choice((self.minimum, 0, self.chip + 1)))),
            (1, lambda: Leave(name)),
            (5, lambda: Undo(name)),
            (2, self._time),
            (1, lambda: Inspect(bool(self.dice.randint(0, 1)), "Lee", "4711")),
            (1, lambda: Bet(NOBODY, self.minimum, "pass")),
            (1, lambda: Sit(self.dice.choice((*NAMES, "Dee")), self.minimum * 20, self._place())),
        ]
        at = self.dice.randint(1, sum(weight for weight, _ in makers))
        for weight, maker in makers:
            at -= weight
            if at <= 0:
                return maker()
        raise AssertionError("the weights cover every number")

    def _time(self) -> TellTime:
        day, hour = self.dice.randint(1, 9), self.dice.randint(7, 9)
        return TellTime(f"2026-03-0{day}T0{hour}:30", "America/Chicago")

    def _place(self) -> int | None:
        return self.dice.choice((None, self.dice.randint(1, 16)))

    def _line(self, name: str) -> Bet:
        flats = ("pass", "dont-pass") if self.table.point is None else ("come", "come", "dont-come")
        return Bet(name, self.minimum * self.dice.randint(1, 4), self.dice.choice(flats))

    def _odds(self, name: str) -> Command:
        rules = self.table.game.rules
        flats = [key for key in self.table.layout(name) if rules.by_key[key].attached]
        if not flats:
            return self._line(name)
        odds = rules.spots[self.dice.choice(rules.by_key[self.dice.choice(flats)].attached)].key
        return Bet(name, self._amount(name, odds), odds)

    def _each(self, name: str) -> Bet:
        group = self.dice.choice((*self.groups, "inside", "nowhere"))
        amount, called = self.minimum * self.dice.randint(1, 6), self.dice.randint(1, 5) == 1
        return Bet(name, amount, group, each=True, confirmed=self._confirmed(), called=called)

    def _reduction(self, name: str, wager: str) -> Reduce:
        held = self.table.layout(name).get(wager, 0)
        return Reduce(name, wager, self.dice.choice((self.chip, held - self.minimum, held // 2, held)))

    def _wager(self, name: str) -> str:
        """Often one that is up, mostly one that is offered, now and then any."""
        up = list(self.table.layout(name))
        chance = self.dice.randint(1, 20)
        if up and chance <= 9:
            return self.dice.choice(up)
        return self.dice.choice(self.offered if chance < 20 else WAGERS)

    def _standing(self, wager: str) -> str:
        return self.dice.choice((wager, wager, wager, *STANDING_GROUPS))

    def _winner(self, name: str, wager: str) -> str:
        won = self.table.seats[name].just_won
        return self.dice.choice(won).wager if won else wager

    def _confirmed(self) -> tuple[str, ...]:
        return self.dice.choice(((), (), ("dealer", "boxperson")))

    def _amount(self, name: str, wager: str) -> int:
        """Mostly what a limit allows, often the limit or a chip beyond it, seldom nonsense."""
        game = self.table.game
        spot = game.rules.by_key.get(wager)
        if spot is None or self.dice.randint(1, 40) == 1:
            return self.dice.choice((self.minimum, 0, -self.chip, self.chip + 1, 10**9))
        up = self.table.layout(name)
        flat = 0 if spot.flat is None else up.get(game.rules.spots[spot.flat].key, 0)
        step = game.step(spot)
        least = game.minimum_of(spot, self.table.puck).amount or step
        most = game.maximum_of(spot, self.table.puck, flat).amount or least
        rest = most - up.get(wager, 0)
        few = step * self.dice.randint(1, 12)
        return self.dice.choice((least, least, 2 * least, least - step, few, rest, rest + step))

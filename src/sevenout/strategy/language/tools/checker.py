"""Holds a strategy against a rulebook before it is played: what the house lacks, will not take, or not pay exactly."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Literal, assert_never

from msgspec import Struct

from sevenout.base.errors import GameRefused
from sevenout.base.money import Cents, units
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import stem
from sevenout.engine.betting import EMPTY, Change, Position, place
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.strategy.language.condition_syntax import (
    IT,
    AllLeft,
    Arithmetic,
    ComePoints,
    Factor,
    Limit,
    NameValue,
    Plain,
    Share,
    StakeStep,
    ThreeFourFive,
    Times,
    ToWin,
    Units,
    Value,
    Wagers,
    Winnings,
    factors_of,
)
from sevenout.strategy.language.house_names import HouseNames
from sevenout.strategy.language.line_effects import LineEffects, lines_of, may_be_reached
from sevenout.strategy.language.mistakes import column_of
from sevenout.strategy.language.script_tree import PART_LINES, line_in_file, played_statements
from sevenout.strategy.language.syntax_tree import (
    BetAction,
    CallOnOff,
    CountDeclaration,
    LeaveAction,
    LimitedAction,
    MoveCount,
    ParlayAction,
    PlayAction,
    PressAction,
    ReduceAction,
    Rule,
    Script,
    SetTo,
    SitOut,
    TakeDownAction,
)
from sevenout.strategy.language.tools import formatter as formatting

_FLATS = ("pass", "dont-pass", "come", "dont-come")


RemarkKind = Literal["missing", "refused", "idle", "inexact"]


class Remark(Struct, frozen=True, order=True):
    """What the house makes of a line: a wager it lacks, what it never takes or pays inexactly, what is idle there."""

    line: int
    column: int
    kind: RemarkKind
    message: str
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}{f' ({self.clause})' if self.clause else ''}"


class NotOffered(GameRefused):
    """A strategy needs wagers that the house does not have; `remarks` names each with its line."""

    def __init__(self, name: str, remarks: Iterable[Remark]) -> None:
        self.name = name
        self.remarks = tuple(remarks)
        super().__init__(name, self.remarks)

    def __str__(self) -> str:
        return "\n".join(f"{self.name}:{remark}" for remark in self.remarks)


def remarks(script: Script, house: HouseNames, settings: Mapping[str, int]) -> tuple[Remark, ...]:
    """Everything the house has to say about a strategy, by line; with wagers missing, only those.

    >>> from sevenout.engine.game import Game
    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> for remark in remarks(parse("bet 10 on place-6"), HouseNames(Game.open("typical"), 10_00), {}):
    ...     print(remark)
    1:11: 10 on place-6 pays 11; 12 pays 14.
    """
    missing = tuple(_missing(script, house))
    return missing or tuple(sorted(set(_KnownStakes(script, house, settings).remarks())))


def remark_at(script: Script, number: int, phrase: str, kind: RemarkKind, message: str, clause: str = "") -> Remark:
    """A remark on some words of a line; of a line that is played from elsewhere, on the line that plays it."""
    line = line_in_file(number)
    if line != number:
        message = f"in what is played here, line {number % PART_LINES}: {message}"
    return Remark(line, column_of("play" if line != number else phrase, script.text, line), kind, message, clause)


# --- wagers


def _missing(script: Script, house: HouseNames) -> Iterator[Remark]:
    title = house.game.rules.book.title
    for line, statement in played_statements(script):
        parts = statement.heading if isinstance(statement, Rule) else statement
        for name in dict.fromkeys(_wager_names(parts)):
            if house.lacks(name):
                yield remark_at(script, line, name, "missing", f"{title} offers no {name}.")


def _wager_names(part: object) -> Iterator[str]:
    """Every name of a wager in a part of a file."""
    match part:
        case Wagers(names):
            yield from names
        case ComePoints(side):
            yield side
        case tuple():
            for each in part:
                yield from _wager_names(each)
        case Struct():
            for field in part.__struct_fields__:
                yield from _wager_names(getattr(part, field))


# --- stakes


class _KnownStakes:
    """The stakes of a file that are known before it is played."""

    def __init__(self, script: Script, house: HouseNames, settings: Mapping[str, int]) -> None:
        self.script, self.house, self.settings = script, house, settings
        self.pucks = range(len(house.points))
        self.counts = {each.name: each for _, each in played_statements(script) if isinstance(each, CountDeclaration)}
        self.flats: dict[str, set[Cents]] = {name: set() for name in _FLATS}
        """What the file itself bets on the line and the come."""
        for _, statement in played_statements(script):
            if isinstance(statement, LimitedAction) and isinstance(statement.action, BetAction):
                for name in set(statement.action.wagers.names) & set(_FLATS):
                    for spot in house.under(name, 0):
                        amounts = [self._cents(step, spot, 0, 0) for step in statement.action.amount.steps]
                        self.flats[name] |= {cents for amount in amounts for cents in amount if cents}

    def remarks(self) -> Iterator[Remark]:
        for line in lines_of(self.script):
            match line.doing.action:
                case BetAction(_, amount, wagers, True) if wagers != IT:
                    yield from self._spreads(line, wagers, amount.steps)
                case BetAction(_, amount, wagers) if wagers != IT:
                    yield from self._stakes(line, wagers, amount.steps)
                case ReduceAction(wagers, "to", step) if wagers != IT:
                    yield from self._stakes(line, wagers, (step,))
                case PressAction(wagers, step) if wagers != IT and step is not None:
                    yield from self._presses(line.number, wagers, step)
                case (
                    BetAction()
                    | ReduceAction()
                    | PressAction()
                    | ParlayAction()
                    | TakeDownAction()
                    | CallOnOff()
                    | MoveCount()
                    | SetTo()
                    | SitOut()
                    | LeaveAction()
                    | PlayAction()
                ):
                    pass
                case _:
                    assert_never(line.doing.action)

    def _pucks(self, line: LineEffects, name: str, spot: CompiledWager) -> list[int]:
        """Where the puck may stand when a line is carried out for a wager that it has by some name."""
        under = [puck for puck in self.pucks if name in _FLATS or spot in self.house.under(name, puck)]
        return [puck for puck in under if may_be_reached(self.house, line, spot, puck)]

    def _stakes(self, line: LineEffects, wagers: Wagers, steps: tuple[StakeStep, ...]) -> Iterator[Remark]:
        for name in wagers.names:
            for spot in self.house.members(name) if name not in _FLATS else self.house.under(name, 0):
                pucks = self._pucks(line, name, spot)
                for step in steps if pucks else ():
                    yield from self._nothing(line.number, name, spot, step)
                    for flat in self._flats_of(spot):
                        amounts = {puck: self._cents(step, spot, puck, flat) for puck in pucks}
                        yield from self._stake(line.number, name, spot, amounts, flat)

    def _spreads(self, line: LineEffects, wagers: Wagers, steps: tuple[StakeStep, ...]) -> Iterator[Remark]:
        """Totals: what of them each wager gets, wherever the puck may stand."""
        name = formatting.spread_over(wagers).split()[-1]
        under = {puck: self.house.targets(wagers.names, to_bet=True)(puck, EMPTY) for puck in self.pucks}
        for spot in self.house.ever(wagers.names):
            pucks = [p for p, spots in under.items() if spot in spots and may_be_reached(self.house, line, spot, p)]
            for step in steps:
                totals = self._totals(step)
                room = {puck: self.house.shares(under[puck], puck) for puck in pucks}
                amounts = {
                    puck: {total // whole * each[spot.index] for total in totals}
                    for puck, (each, whole) in room.items()
                }
                if totals and amounts and not any(cents for several in amounts.values() for cents in several):
                    least = min(whole for _, whole in room.values())
                    why = f"{formatting.step(step)} come to nothing: one share for each of them takes {units(least)}."
                    yield remark_at(self.script, line.number, name, "idle", why)
                yield from self._stake(line.number, name, spot, amounts, 0)

    def _totals(self, step: StakeStep) -> set[Cents]:
        match step:
            case Plain(value):
                return self._numbers(value) - {0}
            case Units(value):
                return {self.house.unit * number // 100 for number in self._numbers(value)} - {0}
            case _:
                return set()

    def _nothing(self, line: int, name: str, spot: CompiledWager, step: StakeStep) -> Iterator[Remark]:
        """Units that are rounded down to no chips at all."""
        if not isinstance(step, Units) or not any(self._numbers(step.value)):
            return
        if not any(cents for puck in self.pucks for cents in self._cents(step, spot, puck, 0)):
            exact = units(self.house.game.exact_step(spot, 0))
            why = f"{formatting.step(step)} on {spot.key} come to nothing: it is paid exactly in steps of {exact}."
            yield remark_at(self.script, line, name, "idle", why)

    def _flats_of(self, spot: CompiledWager) -> set[Cents]:
        if spot.flat is None:
            return {0}
        return self.flats.get(stem(self.house.spots[spot.flat].key), set())

    def _stake(
        self, line: int, name: str, spot: CompiledWager, amounts: Mapping[int, set[Cents]], flat: Cents
    ) -> Iterator[Remark]:
        """Amounts by puck on one wager: under which pucks one is refused, and under which it is paid short."""
        refused: dict[tuple[Cents, Refusal], list[int]] = defaultdict(list)
        for puck, several in amounts.items():
            for cents in several:
                answer = self._try_stake(spot, puck, cents, flat)
                if isinstance(answer, Change):
                    yield from self._payout_remarks(line, name, spot, puck, cents)
                elif answer.code not in ("not-now", "no-amount"):
                    refused[cents, answer].append(puck)
        for (cents, refusal), pucks in refused.items():
            when = "" if len(refused) == 1 and len(pucks) > 1 and not self._by_point(spot) else self._points(pucks)
            why = f"{units(cents)} on {spot.key}: {refusal.reason}{when}."
            yield remark_at(self.script, line, name, "refused", why, refusal.clause)

    def _points(self, pucks: Iterable[int]) -> str:
        points = [str(self.house.points[puck]) for puck in pucks if self.house.points[puck] is not None]
        return f" with the point on {', '.join(points)}" if points else ""

    @staticmethod
    def _by_point(spot: CompiledWager) -> bool:
        """Whether what it pays, and may be, follows the point."""
        return spot.flat is not None and spot.wager.n is None

    def _try_stake(self, spot: CompiledWager, puck: int, cents: Cents, flat: Cents) -> Change | Refusal:
        game = self.house.game
        position = EMPTY if spot.flat is None else Position((self.house.spots[spot.flat].first,), (flat,))
        return place(game, position, puck, spot.key, cents, rack=None)

    def _payout_remarks(self, line: int, name: str, spot: CompiledWager, puck: int, cents: Cents) -> Iterator[Remark]:
        game = self.house.game
        step = game.exact_step(spot, puck)
        if cents % step == 0:
            return
        odds = next(odds for odds in spot.payouts(puck) if cents * odds.num % (odds.den * game.chip))
        better = -(-cents // step) * step
        pays = f"{units(cents)} on {spot.key} pays {units(game.pay(odds, cents))}"
        when = self._points([puck]) if self._by_point(spot) else ""
        better_pays = f"{units(better)} pays {units(game.pay(odds, better))}"
        yield remark_at(self.script, line, name, "inexact", f"{pays}{when}; {better_pays}.")

    def _presses(self, line: int, wagers: Wagers, step: StakeStep) -> Iterator[Remark]:
        for name in wagers.names:
            for spot in self.house.members(name):
                exact = self.house.game.exact_step(spot, 0)
                for cents in self._cents(step, spot, 0, 0):
                    if spot.flat is None and cents % exact:
                        message = (
                            f"{spot.key} is paid exactly in steps of {units(exact)}, not pressed by {units(cents)}."
                        )
                        yield remark_at(self.script, line, name, "inexact", message)

    # --- amounts

    def _cents(self, step: StakeStep, spot: CompiledWager, puck: int, flat: Cents) -> set[Cents]:
        """What a step can come to, as far as that is known before the game."""
        house = self.house
        match step:
            case Plain(value):
                return self._numbers(value)
            case Units(value):
                return {house.of_units(spot, puck, number) for number in self._numbers(value)}
            case Times(value) if flat:
                return {flat * number // 100 for number in self._numbers(value)}
            case ToWin(Plain(value)):
                return {house.to_win(spot, puck, number) for number in self._numbers(value)}
            case ToWin(Units(value)):
                return {house.to_win(spot, puck, house.unit * number // 100) for number in self._numbers(value)}
            case ThreeFourFive() if flat:
                return {house.three_four_five(spot, puck, flat)}
            case Times() | ToWin() | ThreeFourFive() | Limit() | Winnings() | Share() | AllLeft():
                return set()

    def _numbers(self, value: Value) -> set[int]:
        """A number, or both ends of a count."""
        ends = [sorted(self._ends_of(factor)) for factor in factors_of(value)]
        if not isinstance(value, Arithmetic):
            return {max(end, 0) for end in ends[0]}
        return {
            max(value.reckon(dict(zip(factors_of(value), some, strict=True)).__getitem__), 0) for some in product(*ends)
        }

    def _ends_of(self, factor: Factor) -> set[int]:
        if not isinstance(factor, NameValue):
            return {factor.hundredths}
        if factor.name in self.settings:
            return {self.settings[factor.name]}
        count = self.counts[factor.name]
        return {100 * count.low, 100 * count.high}

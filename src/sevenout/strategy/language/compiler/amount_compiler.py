"""Turns numbers, amounts and counts into functions of a window: made once, called before every roll."""

from collections.abc import Callable, Iterable, Mapping
from typing import assert_never

from sevenout.base.money import Cents
from sevenout.engine.betting import stake_on
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.strategy.language.compiler.registers import LotRing, Registers
from sevenout.strategy.language.compiler.share_compiler import (
    WHOLE,
    Base,
    Over,
    compile_share,
    compile_spread,
    spread_share,
)
from sevenout.strategy.language.compiler.window import BettingWindow, CountNow, Reckoned, WhatItIs
from sevenout.strategy.language.condition_syntax import (
    AllLeft,
    AmountLadder,
    Arithmetic,
    BetsUp,
    ComePoints,
    Counted,
    Decisions,
    Happenings,
    Limit,
    Money,
    NameValue,
    NumberValue,
    Plain,
    Scope,
    Share,
    Since,
    Stake,
    StakeStep,
    ThreeFourFive,
    Times,
    ToWin,
    Units,
    Value,
    Winnings,
    factors_of,
)
from sevenout.strategy.language.house_names import HouseNames
from sevenout.strategy.language.keywords import COME
from sevenout.strategy.language.syntax_tree import CountDeclaration


class PlanDraft:
    """A plan while it is made: the house, the parameters, the memory so far, and what must be looked at."""

    def __init__(
        self, house: HouseNames, values: Mapping[str, int], registers: Registers, share: frozenset[str] | None = None
    ) -> None:
        self.house = house
        self.share = share
        """The wagers that are played of those the file names; None: all."""
        self.values = values
        """The parameters, in hundredths."""
        self.registers = registers
        self.counts: dict[str, tuple[int, int, int]] = {}
        """Each own count: its register, its lowest and its highest value."""
        self.looks: set[str] = set()
        """What any line depends on: `last`, `hard`, `event`, and the money counts of the view by name."""
        self.decided: set[str] = set()
        """The wagers whose fate in the last roll any line depends on."""
        self.own_wagers: tuple[CompiledWager, ...] = ()
        """All that the line being compiled can be about, for counts that name no wager."""
        self.it: WhatItIs | None = None
        """What made the event true that the line being compiled hangs on; None: no event of wagers."""
        self.line_number = 0
        """The line that is being compiled."""
        self.ring: LotRing | None = None
        """What chances are drawn from, if the file leaves anything to chance."""
        self.lot_register: int | None = None
        """Where the place on the ring is kept, if any line that is played looks at it."""
        self.puck_register: int | None = None
        """Where the puck is written down for the next window, if any line needs to know where it was."""

    def of_share(self, spots: Iterable[CompiledWager]) -> tuple[CompiledWager, ...]:
        """Of some wagers those that are played."""
        return tuple([spot for spot in spots if self.share is None or spot.key in self.share])

    # --- numbers

    def constant(self, value: Value) -> int | None:
        """A number that does not change, in hundredths."""
        match value:
            case NumberValue(hundredths):
                return hundredths
            case NameValue(name):
                return self.values.get(name)
            case Arithmetic():
                known = {factor: self.constant(factor) for factor in factors_of(value)}
                return None if None in known.values() else value.reckon(lambda factor: known[factor] or 0)
        assert_never(value)

    def number(self, value: Value) -> Callable[[BettingWindow], int]:
        """A number, in hundredths."""
        fixed = self.constant(value)
        if fixed is not None:
            return lambda _: fixed
        if isinstance(value, Arithmetic):
            numbers = {factor: self.number(factor) for factor in factors_of(value)}
            return lambda window: value.reckon(lambda factor: numbers[factor](window))
        assert isinstance(value, NameValue)
        register = self.counts[value.name][0]
        return lambda window: window.memory[register] * 100

    def not_below_zero(self, value: Value) -> Callable[[BettingWindow], int]:
        """A number for a stake."""
        number, fixed = self.number(value), self.constant(value)
        if fixed is None:
            return lambda window: max(number(window), 0)
        return number if fixed >= 0 else lambda _: 0

    def money(self, amount: Money) -> Callable[[BettingWindow], Cents]:
        """An amount to compare a net result or a rack with: here a unit is the unit, whatever a wager makes of it."""
        if isinstance(amount, Share):
            percent = self.percent(amount)
            return lambda window: window.view.bankroll * percent(window) // 100_00
        number = self.number(amount.value)
        if isinstance(amount, Plain):
            return number
        unit = self.house.unit
        return lambda window: unit * number(window) // 100

    def percent(self, share: Share) -> Callable[[BettingWindow], int]:
        """The part of a share, in hundredths of a percent."""
        if share.part == "half":
            return lambda _: 50_00
        number = self.not_below_zero(share.part)
        return lambda window: min(number(window), 100_00)

    # --- amounts

    def amount(self, amount: AmountLadder) -> Reckoned:
        """One amount, or the step of a ladder that the count points to."""
        return self._of_ladder(amount, [self.step(step) for step in amount.steps])

    def _of_ladder(self, amount: AmountLadder, steps: list[Reckoned]) -> Reckoned:
        if amount.by is None:
            return steps[0]
        top = len(steps) - 1
        count = self.count(amount.by, top, wraps=amount.repeating)
        if amount.repeating:
            return lambda window, spot: steps[count(window, spot) % (top + 1)](window, spot)
        return lambda window, spot: steps[min(count(window, spot), top)](window, spot)

    def step(self, step: StakeStep) -> Reckoned:
        """One amount, for one wager."""
        house = self.house
        match step:
            case Plain(value):
                number = self.not_below_zero(value)
                return lambda window, _: number(window)
            case Units(value):
                number = self.not_below_zero(value)
                return lambda window, spot: house.of_units(spot, window.puck, number(window))
            case Times(value):
                number = self.not_below_zero(value)
                return lambda window, spot: _flat(house, window, spot) * number(window) // 100
            case ThreeFourFive():
                return lambda window, spot: house.three_four_five(spot, window.puck, _flat(house, window, spot))
            case Limit("max"):
                return lambda window, spot: house.maximum(spot, window.puck, window.view.position)
            case Limit():
                return lambda window, spot: house.minimum(spot, window.puck)
            case ToWin(inner):
                wanted = self.compile_target_win(inner)
                return lambda window, spot: house.to_win(spot, window.puck, wanted(window, spot))
            case Winnings(half):
                it = self.it
                self.decided.update(spot.key for spot in self.own_wagers)
                return lambda window, spot: _round(house, window, spot, _winnings(window, spot, it, half=half))
            case Share(_, of):
                self._look_at_share(of)
                return compile_share(house, of, self.percent(step))
            case AllLeft():
                return compile_share(house, "rack", lambda _: WHOLE)
        assert_never(step)

    def _look_at_share(self, of: Base) -> None:
        if of == "peak":
            self.looks.add("from_peak")

    def spread(self, amount: AmountLadder, over: Over) -> Reckoned:
        """What each of some wagers gets of a total, or of the step of a ladder of totals that the count points to."""
        return self._of_ladder(amount, [self._spread_step(step, over) for step in amount.steps])

    def _spread_step(self, step: StakeStep, over: Over) -> Reckoned:
        match step:
            case Plain() | Units():
                money = self.money(step)
                return compile_spread(self.house, lambda window, _: max(money(window), 0), over)
            case Winnings(half):
                it = self.it
                self.decided.update(spot.key for spot in self.own_wagers)
                return compile_spread(self.house, lambda window, spot: _winnings(window, spot, it, half=half), over)
            case Share(_, of):
                self._look_at_share(of)
                return spread_share(self.house, of, self.percent(step), over)
            case AllLeft():
                return spread_share(self.house, "rack", lambda _: WHOLE, over)
            case Times() | ThreeFourFive() | Limit() | ToWin():
                raise AssertionError("the parser spreads amounts, units, shares and winnings")
        assert_never(step)

    def at_risk(self, amount: Stake, wagers: Iterable[CompiledWager]) -> Reckoned:
        """What a wager was decided with: units of odds are those of the number they were on before the roll."""
        if isinstance(amount, Plain):
            return self.step(amount)
        house, number = self.house, self.not_below_zero(amount.value)
        pucks = range(len(house.points))
        if self.puck_register is None and any(len({house.units(spot, puck) for puck in pucks}) > 1 for spot in wagers):
            self.puck_register = self.registers.register_note()
        return lambda window, spot: house.of_units(spot, window.before, number(window))

    def compile_target_win(self, amount: Plain | Units | Times) -> Reckoned:
        """What a stake is to win: units are the plain unit here."""
        if isinstance(amount, Times):
            return self.step(amount)
        money = self.money(amount)
        return lambda window, _: max(money(window), 0)

    # --- counts

    def count(self, counted: Counted, top: int, *, wraps: bool = False) -> CountNow:
        """How many; beyond `top` nothing needs to be told apart."""
        match counted:
            case Decisions():
                return self._decisions(counted, top, wraps=wraps)
            case Happenings(word, since):
                if word != "rolls":
                    self.looks.add("event")
                self._ends(since)
                register = self.registers.register_events(word, since, top, wraps=wraps)
                return lambda window, _: window.memory[register]
            case BetsUp(wagers):
                return _how_many_up(self.house, wagers.names)
            case ComePoints(side):
                box = self.house.game.rules.by_key.get(side)
                travelled = [spot for spot in self.house.members(side) if spot is not box]
                return _compile_slot_count(
                    frozenset(slot for spot in travelled for slot in range(spot.first, spot.end))
                )
            case _:
                assert_never(counted)

    def _decisions(self, counted: Decisions, top: int, *, wraps: bool) -> CountNow:
        word, of, since = counted.word, counted.of, counted.since or "shooter"
        self._ends(since)
        if of is not None:
            keys = self.house.keys(of.names)
            self.decided.update(keys)
            register = self.registers.register_decisions(word, keys, since, top, wraps=wraps)
            return lambda window, _: window.memory[register]
        self.decided.update(spot.key for spot in self.own_wagers)
        own = {
            spot.index: self.registers.register_decisions(word, [spot.key], since, top, wraps=wraps)
            for spot in self.own_wagers
        }
        return lambda window, spot: window.memory[own[spot.index]] if spot is not None else 0

    def _ends(self, since: Since | None) -> None:
        """A scope ends when the puck says so."""
        if since in ("shooter", "point"):
            self.looks.add("event")

    def own_count(self, count: CountDeclaration) -> None:
        """A count of the file's own."""
        self._ends(count.each)
        self.counts[count.name] = (self.registers.register_count(count), count.low, count.high)

    def limit(self, per: Scope) -> int:
        """The register of an `at most`."""
        self._ends(per)
        return self.registers.limit(per)

    def draw_lot(self, out_of: int) -> Callable[[BettingWindow], int]:
        """One of so many lots for the line that is compiled; below zero before anything was drawn."""
        ring, line = self.ring, self.line_number
        assert ring is not None, "the file's chances are known before its lines are compiled"
        self.looks.add("dice")
        if self.lot_register is None:
            self.lot_register = self.registers.register_note()
        return lambda window: -1 if window.lot < 0 else ring.draw(window.lot, line, out_of)


def _flat(house: HouseNames, window: BettingWindow, spot: CompiledWager) -> Cents:
    return 0 if spot.flat is None else stake_on(window.view.position, house.spots[spot.flat])


def _winnings(window: BettingWindow, spot: CompiledWager, it: WhatItIs | None, *, half: bool) -> Cents:
    """What the wager won on the last roll, unless others made the event true: then what those won together."""
    whose = [spot] if it is None else it(window) or [spot]
    keys = [each.key for each in ([spot] if spot in whose else whose)]
    won = sum([settled.won for settled in window.results if settled.wager in keys])
    return won // 2 if half else won


def _round(house: HouseNames, window: BettingWindow, spot: CompiledWager, amount: Cents) -> Cents:
    """Rounded down to what a wager is paid exactly."""
    return amount - amount % house.units(spot, window.puck)[1]


def slots_under(house: HouseNames, names: tuple[str, ...]) -> list[frozenset[int]]:
    """The slots that some names mean in a condition, by puck."""
    return [
        frozenset(
            slot
            for name in names
            for spot in (house.members(name) if name in COME else house.under(name, puck))
            for slot in range(spot.first, spot.end)
        )
        for puck in range(len(house.points))
    ]


def _how_many_up(house: HouseNames, names: tuple[str, ...]) -> CountNow:
    under = slots_under(house, names)
    if len(set(under)) == 1:
        return _compile_slot_count(under[0])
    return lambda window, _: sum([slot in under[window.puck] for slot in window.view.position.slots])


def _compile_slot_count(slots: frozenset[int]) -> CountNow:
    return lambda window, _: sum([slot in slots for slot in window.view.position.slots])

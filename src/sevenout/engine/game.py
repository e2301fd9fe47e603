"""A rulebook as dealt at one table: what a stake may be (minimum, maximum, units) and what commission it costs.

It judges amounts, not moments: when a wager may be made is `betting`'s business.
"""

from functools import cached_property
from math import gcd, lcm
from pathlib import Path
from typing import TypeAlias, assert_never

from msgspec import Struct

from sevenout.base.dice import ROLLS
from sevenout.base.errors import Malformed, WrongType
from sevenout.base.html import html_card
from sevenout.base.money import Cents, Odds, Rounding, cents, format_amount, round_to_chip
from sevenout.base.refusal import Citation, Refusal
from sevenout.base.vocabulary import LINES
from sevenout.engine.position import Change, Position
from sevenout.engine.settlement_cache import Plans
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager, open_book
from sevenout.rulebook.compiler.transitions import Outcome, Transition
from sevenout.rulebook.model import Commission, Limit, NumbersTable

Deal = tuple[str, Outcome, int, Cents, Cents, int, bool, int]
"""An edge as one table deals it: wager, outcome, payout, next slot, whether it is a proposition, and its citation.

The payout is three numbers: a stake wins (stake * first + second) // third chips; a first of nothing is no win.
A tuple, because settling takes it apart for every wager of every roll.
"""


_MOST_REMEMBERED = 100_000
"""Answers about stakes that a table keeps, so that offers are quick; then it begins anew."""

_MOST_JUDGED = 10_000
"""So many answers to bets a table keeps, about 6 MB; then it begins anew."""


class Bound(Struct, frozen=True):
    """A limit in cents and where it comes from; no amount means no limit."""

    amount: Cents | None
    cite: Citation


AnyHouse: TypeAlias = "Game | CompiledBook | str | Path"
"""What names a house wherever one is taken: a game, compiled rules, a book's name, or the path of a rulebook."""


def open_rules(house: AnyHouse) -> CompiledBook:
    """The compiled rules of a house, however it is named.

    >>> open_rules("crapless").book.name, open_rules(Game.open("crapless")).book.name
    ('crapless', 'crapless')
    >>> open_rules(7)
    Traceback (most recent call last):
    sevenout.base.errors.WrongType: a house is a Game, the name of a rulebook or the path of one, not 7
    """
    match house:
        case CompiledBook():
            return house
        case Game():
            return house.rules
        case str():
            return open_book(house)
        case Path():
            return open_book(str(house) if house.is_absolute() else f"./{house}")
    raise WrongType(f"a house is a Game, the name of a rulebook or the path of one, not {house!r}")


def open_game(house: AnyHouse) -> "Game":
    """A table of a house, however it is named: a game as it is, anything else with the limits of its book.

    >>> open_game("typical")
    <Game typical: 5.00 to 500.00, chip 1.00>
    """
    return house if isinstance(house, Game) else Game(open_rules(house))


def _is_charged_on_a_win(spot: CompiledWager) -> bool:
    terms = spot.wager.commission
    return terms is not None and terms.charged.value == "on a win"


class Game:
    """A compiled rulebook as dealt at one table: its minimum, maximum and smallest chip."""

    def __init__(
        self,
        rules: CompiledBook,
        minimum: Cents | None = None,
        maximum: Cents | None = None,
        chip: Cents | None = None,
        seats: int | None = 16,
        *,
        undo: bool = False,
    ) -> None:
        book = rules.book
        self.rules = rules
        self.seats = seats
        """How many the rail holds; None: as many as come."""
        self.undo = undo
        """Whether a player may take back what was done since the last roll; no document has such a rule."""
        self.minimum = book.minimum.value if minimum is None else cents(minimum)
        self.maximum = book.maximum.value if maximum is None else cents(maximum)
        self.chip = book.chip.value if chip is None else cents(chip)
        if min(self.minimum, self.maximum, self.chip) <= 0:
            raise Malformed("a table's minimum, maximum and chip are above zero")
        if self.minimum > self.maximum:
            least, most = format_amount(self.minimum), format_amount(self.maximum)
            raise Malformed(f"the table minimum {least} is above the maximum {most}")
        if self.minimum % self.chip or self.maximum % self.chip:
            raise Malformed(f"the table minimum and maximum are whole numbers of {format_amount(self.chip)} chips")
        self.rounding = Rounding(book.rounding.value)
        self.pays_up = self.rounding is Rounding.UP
        self._pucks = {state.point: state.index for state in rules.puck.states if not state.fresh}
        self._dealt: list[list[tuple[Deal | None, ...] | None]] = [[None] * len(ROLLS) for _ in rules.cells]
        line = [rules.by_key[key] for key in book.shooter.line.value]
        self.line_slots = frozenset(slot for spot in line for slot in range(spot.first, spot.end))
        """Where a bet lies that lets its owner shoot; nowhere, if anybody may."""
        self.commissioned = frozenset(
            slot for slot, spot in enumerate(rules.spot_of) if spot.wager.commission is not None
        )
        """Where a bet lies that pays a commission."""
        on_a_win = (slot for slot in self.commissioned if _is_charged_on_a_win(rules.spot_of[slot]))
        self.charged_on_a_win = frozenset(on_a_win)
        """Where a bet lies whose commission is kept of what it wins."""
        self._lines: dict[tuple[int, int], tuple[tuple[str, Outcome], ...]] = {}
        self._commissions: dict[tuple[int, Cents], Cents] = {}
        self._least: dict[tuple[int, int], Bound] = {}
        self._most: dict[tuple[int, int, Cents], Bound] = {}
        self.judged: dict[tuple[Position, int, str, Cents], Change | Refusal] = {}
        """What was said to bets, by layout, puck, wager and amount, as long as there is room."""
        self.takeable: dict[tuple[Position, int], Cents] = {}
        """What of a layout may be taken down under a puck, as long as there is room."""
        self.plans = Plans(len(rules.cells))
        """What this table remembers of how it settled."""
        self.makes_good = book.mixed_propositions.value == "made good from winnings"

    @classmethod
    def open(
        cls,
        name_or_path: str | Path,
        minimum: Cents | None = None,
        maximum: Cents | None = None,
        chip: Cents | None = None,
        *,
        undo: bool = False,
    ) -> "Game":
        """A table of a shipped house or of a rulebook file; with `undo` players may take back what they just did.

        >>> Game.open("catfish-bend").maximum
        50000
        """
        return cls(open_rules(name_or_path), minimum, maximum, chip, undo=undo)

    def __repr__(self) -> str:
        limits = f"{format_amount(self.minimum)} to {format_amount(self.maximum)}, chip {format_amount(self.chip)}"
        return f"<Game {self.rules.book.name}: {limits}>"

    def _repr_html_(self) -> str:
        book = self.rules.book
        limits = {name: format_amount(getattr(self, name)) for name in ("minimum", "maximum", "chip")}
        return html_card(book.title, {"document": book.document, **limits, "wagers": str(len(self.rules.spots))})

    def puck(self, point: int | None = None) -> int:
        """The puck that `place` and `settle` take: on a point, or off (after the shooter's first roll).

        >>> game = Game.open("typical")
        >>> [game.rules.puck.states[game.puck(point)].point for point in (None, 8)]
        [None, 8]
        """
        index = self._pucks.get(point)
        if index is None:
            raise ValueError(f"the puck of {self.rules.book.title} never stands on {point!r}")
        return index

    def cite(self, number: int) -> Citation:
        """The citation that a settlement or a move refers to by its number."""
        return self.rules.citations[number]

    def deals_for(self, puck: int, roll: int) -> tuple[Deal | None, ...]:
        """The effect of a roll on every slot at this table, None for no effect. Computed on first use."""
        deals = self._dealt[puck][roll]
        if deals is None:
            cells, spots = self.rules.cells[puck][roll], self.rules.spot_of
            deals = tuple(
                [edge if edge is None else self._deal(spot, edge) for spot, edge in zip(spots, cells, strict=True)]
            )
            self._dealt[puck][roll] = deals
        return deals

    def remember(self, question: tuple[Position, int, str, Cents], answer: Change | Refusal) -> None:
        """Keeps what was said to a bet."""
        if len(self.judged) >= _MOST_JUDGED:
            self.judged.clear()
        self.judged[question] = answer

    @cached_property
    def made_as(self) -> dict[str, str]:
        """The wagers that a bet can travel to, each with the wager that it was made as.

        >>> Game.open("typical").made_as["come-6"]
        'come'
        """
        rules = self.rules
        moves = {
            (rules.spot_of[edge.goto].key, rules.spot_of[slot].key)
            for cells in rules.cells
            for row in cells
            for slot, edge in enumerate(row)
            if edge is not None and edge.outcome == "move"
        }
        return {to: made for to, made in sorted(moves) if to != made}

    def remember_takeable(self, position: Position, puck: int, amount: Cents) -> None:
        """Keeps what of a layout may be taken down."""
        if len(self.takeable) >= _MOST_JUDGED:
            self.takeable.clear()
        self.takeable[position, puck] = amount

    def on_the_line(self, puck: int, roll: int) -> tuple[tuple[str, Outcome], ...]:
        """The effect of a roll on the line bets, whoever has one; bets it leaves alone are omitted."""
        known = self._lines.get((puck, roll))
        if known is None:
            cells, spots = self.rules.cells[puck][roll], self.rules.by_key
            line = self.rules.book.shooter.line.value or tuple(key for key in LINES if key in spots)
            edges = ((key, cells[spots[key].first]) for key in line)
            known = self._lines[puck, roll] = tuple((key, edge.outcome) for key, edge in edges if edge is not None)
        return known

    def _deal(self, spot: CompiledWager, edge: Transition) -> Deal:
        num, unit = (edge.odds.num, edge.odds.den * self.chip) if edge.odds else (0, 1)
        added = unit - 1 if self.pays_up else 0
        cited = self.rules.cite_number[edge.cite]
        return spot.key, edge.outcome, num, added, unit, edge.goto, spot.wager.proposition.value, cited

    def pay(self, odds: Odds, stake: Cents) -> Cents:
        """The payout on a stake, rounded to the chip by the house's rule."""
        return odds.pay(stake, self.chip, Rounding.UP if self.pays_up else Rounding.DOWN)

    def win_commission(self, spot: CompiledWager, stake: Cents, won: Cents) -> Cents:
        """The commission kept of a win, where it is charged on one; never more than is won."""
        terms = spot.wager.commission
        if terms is None or terms.charged.value != "on a win":
            return 0
        return min(self._round_commission(terms, stake if terms.of.value == "stake" else won), won)

    def commission(self, spot: CompiledWager, stake: Cents) -> Cents:
        """The commission held for a stake: a function of the stake alone, never remembered by a seat."""
        if spot.wager.commission is None or stake <= 0 or spot.first in self.charged_on_a_win:
            return 0
        question = spot.index, stake
        known = self._commissions.get(question)
        if known is None:
            if len(self._commissions) >= _MOST_REMEMBERED:
                self._commissions.clear()
            known = self._commissions[question] = self._commission(spot.wager.commission, spot, stake)
        return known

    def _commission(self, terms: Commission, spot: CompiledWager, stake: Cents) -> Cents:
        base = (
            stake if terms.of.value == "stake" else max((self.pay(odds, stake) for odds in spot.payouts()), default=0)
        )
        return self._round_commission(terms, base)

    def _round_commission(self, terms: Commission, base: Cents) -> Cents:
        rate = terms.rate.value
        taken = round_to_chip(base * rate.num, rate.den, self.chip, Rounding(self.rules.book.commission_rounding.value))
        return max(taken, self.chip) if self.rules.book.commission_least.value == "chip" else taken

    def maximum_of(self, spot: CompiledWager, puck: int, flat: Cents) -> Bound:
        """The largest stake the wager may reach, in whole units; `flat` is the bet it attaches to, as it counts."""
        question = spot.index, puck, flat
        known = self._most.get(question)
        if known is None:
            known = self._most[question] = self._maximum(spot, puck, flat)
        return known

    def _maximum(self, spot: CompiledWager, puck: int, flat: Cents) -> Bound:
        bounds = [*self._own_maxima(spot, puck), *self._cap(spot, puck, flat)]
        for part, units in spot.parts:
            bounds += [
                Bound(bound.amount // (units * self.chip) * self.step(spot), self._parts_cite(spot, bound))
                for bound in self._own_maxima(self.rules.spots[part], puck)
                if bound.amount is not None
            ]
        limited = [bound for bound in bounds if bound.amount is not None]
        if not limited:
            return Bound(None, Citation())
        tightest = min(limited, key=lambda bound: bound.amount or 0)
        step = self.step(spot)
        return Bound((tightest.amount or 0) // step * step, tightest.cite)

    def _parts_cite(self, spot: CompiledWager, bound: Bound) -> Citation:
        """Returns where it says that a composite is held to the limits of its parts; else where a part's limit is."""
        own = spot.wager.maximum
        return own.cite if own.cite.clause and own.entries[0][1] == "parts" else bound.cite

    def _own_maxima(self, spot: CompiledWager, puck: int) -> list[Bound]:
        wager = spot.wager
        point = self.rules.puck.states[puck].point
        bounds = [Bound(self._limit(wager.maximum, spot, point), wager.maximum.cite)]
        win = self._limit(wager.maximum_win, spot, point)
        payouts = spot.payouts(puck)
        if win is not None and payouts:
            bounds.append(Bound(min(win * odds.den // odds.num for odds in payouts), wager.maximum_win.cite))
        return bounds

    def _limit(self, limit: NumbersTable[Limit], spot: CompiledWager, point: int | None) -> Cents | None:
        written: Limit = next(iter(limit.at(spot.wager.n, point)), "none")
        match written:
            case int(amount):
                return amount
            case "table":
                return self.maximum
            case "none" | "parts" | "chip" | "table unless exact":
                return None
            case _:
                assert_never(written)

    def _cap(self, spot: CompiledWager, puck: int, flat: Cents) -> list[Bound]:
        cap = spot.wager.cap
        if cap is None:
            return []
        times = cap.times.at(spot.wager.n, self.rules.puck.states[puck].point)
        most = int((times[0] if times else 0) * flat)
        if cap.by.value == "stake":
            return [Bound(most, cap.times.cite)]
        return [Bound(most * odds.den // odds.num, cap.times.cite) for odds in spot.payouts(puck)]

    def step(self, spot: CompiledWager) -> Cents:
        """The step of its stake: one chip, or one chip on each unit of a composite."""
        return self.chip * spot.unit

    def refused_amount(
        self, spot: CompiledWager, puck: int, total: Cents, flat: Cents, *, unnoticed: bool = False
    ) -> Refusal | None:
        """Why a wager may not have this total, if it may not. `unnoticed`: nobody looked at the limits."""
        if total % self.chip:
            return self.not_chips(total)
        if total % self.step(spot):
            parts = spot.wager.parts
            reason = f"{spot.title} comes in units of {format_amount(self.step(spot))}: one chip on each part"
            return Refusal("not-units", reason, parts.cite if parts else Citation(), wager=spot.key)
        if self.rounding is Rounding.EXACT and not self._pays_exactly(spot, puck, total):
            chips = f"{format_amount(self.chip)} chips"
            reason = f"{format_amount(total)} on {spot.title} cannot be paid exactly in {chips}"
            return Refusal("not-exact", reason, self.rules.book.rounding.cite, wager=spot.key)
        return None if unnoticed else self._outside(spot, puck, total, flat)

    def _outside(self, spot: CompiledWager, puck: int, total: Cents, flat: Cents) -> Refusal | None:
        least = self.minimum_of(spot, puck)
        most = self.maximum_of(spot, puck, flat)
        if most.amount is not None and total > most.amount:
            reason = f"{spot.title} may be at most {format_amount(most.amount)}"
            if spot.wager.cap is not None and flat:
                reason += f" behind a flat bet of {format_amount(flat)}"
            return Refusal("above-maximum", reason, most.cite, least.amount, most.amount, spot.key)
        if least.amount is not None and total < least.amount:
            if self.may_be_less(spot, puck) and self._pays_exactly(spot, puck, total):
                return None
            reason = f"{spot.title} must be at least {format_amount(least.amount)}"
            if self.may_be_less(spot, puck):
                reason += ", or an amount that pays exactly"
            return Refusal("below-minimum", reason, least.cite, least.amount, most.amount, spot.key)
        return None

    def minimum_of(self, spot: CompiledWager, puck: int) -> Bound:
        """The smallest stake the wager may have."""
        question = spot.index, puck
        known = self._least.get(question)
        if known is None:
            known = self._least[question] = self._minimum(spot, puck)
        return known

    def _minimum(self, spot: CompiledWager, puck: int) -> Bound:
        limit = spot.wager.minimum
        written: Limit = next(iter(limit.at(spot.wager.n, self.rules.puck.states[puck].point)), "table")
        match written:
            case int(amount):
                least = amount
            case "chip":
                least = self.chip
            case "table" | "table unless exact" | "none" | "parts":
                least = self.minimum
            case _:
                assert_never(written)
        step = self.step(spot)
        return Bound(-(-least // step) * step, limit.cite)

    def may_be_less(self, spot: CompiledWager, puck: int) -> bool:
        """True if its stake may be below the minimum if it pays exactly."""
        return "table unless exact" in spot.wager.minimum.at(spot.wager.n, self.rules.puck.states[puck].point)

    def not_chips(self, amount: Cents) -> Refusal:
        """The answer to an amount that chips cannot make up."""
        reason = f"{format_amount(amount)} is not a whole number of {format_amount(self.chip)} chips"
        return Refusal("not-chips", reason, self.rules.book.chip.cite, amount=amount)

    def exact_step(self, spot: CompiledWager, puck: int) -> Cents:
        """The step of stakes that pay exactly: every payout is whole chips."""
        payouts = spot.payouts(puck) if spot.flat is not None else spot.payouts()
        return lcm(self.step(spot), *(odds.den * self.chip // gcd(odds.num, odds.den * self.chip) for odds in payouts))

    def _pays_exactly(self, spot: CompiledWager, puck: int, total: Cents) -> bool:
        return total % self.exact_step(spot, puck) == 0

"""What a change of rules costs in money an hour: every wager at a real stake in two houses, kept up without a break.

It rests on the comparison of the two houses: which wagers differ, and by which clauses, is `comparison`'s business.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial

from msgspec import Struct

from sevenout.analysis.dice.dice_file import AnyDice, game_with_dice
from sevenout.analysis.exact.comparison import Comparison, HouseSwitch, WagerRow, compare
from sevenout.analysis.exact.markov_chain import NeverDecided, first_slot, solve
from sevenout.analysis.exact.real_stakes import at_stake, legal_stakes
from sevenout.analysis.exact.rule_differences import Cause
from sevenout.base.dice import FAIR_DICE, PACE, DiceModel
from sevenout.base.errors import BadInput
from sevenout.base.html import Record, html_table
from sevenout.base.money import Cents, amount, cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.game import AnyHouse, Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.rulebook.compiler.puck_machine import in_season

COST_BASIS = (
    "each wager alone at its stake (odds: behind theirs), made again as soon as the house takes it after it is "
    "decided; paid in the house's chips, rounded its way, commission included"
)
_MONEY_WORDS = ("chip", "rounding", "commission-rounding", "commission-least")
"""The words of a whole house by which a real stake costs another amount."""


class HourlyCost(Struct, frozen=True):
    """What one wager costs in one house; money in cents."""

    stake: Cents
    commission: Cents
    edge: Fraction
    """The house's share of stake and commission, at this stake."""
    decisions: Fraction
    """How often it is decided in an hour."""
    per_decision: Fraction
    per_hour: Fraction


class CostChange(Struct, frozen=True):
    """One wager under two sets of rules; None where it is not offered, or takes no stake."""

    wager: str
    title: str
    here: HourlyCost | None
    there: HourlyCost | None
    causes: tuple[Cause, ...]
    refused: Refusal | None = None
    """Why one of the houses takes no stake that can be compared."""

    @property
    def change(self) -> Fraction | None:
        """What the change costs in an hour, in cents: above zero it costs the player more."""
        return self.there.per_hour - self.here.per_hour if self.here and self.there else None

    def __repr__(self) -> str:
        change = "not in both" if self.change is None else f"{amount(float(self.change))} an hour"
        return f"<CostChange {self.wager}: {change}>"


class RuleCosts(Struct, frozen=True):
    """Two houses, and what it costs in an hour to play by the second one's rules instead of the first one's."""

    here: str
    there: str
    stake: Cents
    pace: int
    """Rolls an hour."""
    wagers: tuple[CostChange, ...]
    """Every wager that one of them takes, in the order of the first house."""
    walk: HouseSwitch
    """All that differs otherwise."""
    comparison: Comparison
    basis: str = COST_BASIS
    dice: DiceModel = FAIR_DICE

    @property
    def changes(self) -> tuple[CostChange, ...]:
        """The wagers that cost another amount, the greatest change first."""
        found = ((abs(each.change), each) for each in self.wagers if each.change)
        return tuple(each for _, each in sorted(found, key=lambda pair: -pair[0]))

    @property
    def same_cost(self) -> tuple[str, ...]:
        """The wagers that cost the same."""
        return tuple(each.wager for each in self.wagers if each.change == 0)

    def __repr__(self) -> str:
        return f"<RuleCosts from {self.here} to {self.there}: {len(self.changes)} of {len(self.wagers)} wagers>"

    def records(self) -> list[Record]:
        """One row a wager, with what it costs an hour in currency units as in the CSV: for a data frame."""
        return [
            {
                "wager": each.wager,
                "here": None if each.here is None else float(each.here.per_hour) / 100,
                "there": None if each.there is None else float(each.there.per_hour) / 100,
                "change": None if each.change is None else float(each.change) / 100,
            }
            for each in self.wagers
        ]

    def _repr_html_(self) -> str:
        rows = (
            (each.wager, *("" if cost is None else amount(float(cost.per_hour)) for cost in (each.here, each.there)))
            for each in self.changes
        )
        return html_table(f"Cost an hour, {self.basis}", ("wager", self.here, self.there), rows)


def rule_costs(
    here: AnyHouse,
    there: AnyHouse,
    wagers: Iterable[str] = (),
    *,
    stake: Cents = 10_00,
    pace: int = PACE,
    dice: AnyDice | None = None,
) -> RuleCosts:
    """What it costs in an hour of so many rolls to play there instead of here, wager by wager.

    A wager that does not take the stake in both houses is compared at the next larger one that both take (else at
    the next smaller one). `dice` is a model or the file of one, if they are not fair.

    >>> costs = rule_costs("typical", "crapless", ["pass", "field"], stake=10_00, pace=144)
    >>> costs.wagers
    (<CostChange pass: 12.59 an hour>, <CostChange field: 0.00 an hour>)
    """
    if pace <= 0:
        raise BadInput(f"a pace of {pace} rolls an hour is no game: name a number above zero.")
    if cents(stake) <= 0:
        raise BadInput(f"{format_amount(stake)} is no stake: name an amount above zero.")
    games = game_with_dice(here, dice), game_with_dice(there, dice)
    compared = compare([game.rules for game in games], wagers)
    walk = compared.walks[0]
    changes = tuple(_change(games, row, walk, stake, pace) for row in compared.wagers if _can_be_made(games, row))
    return RuleCosts(walk.here, walk.there, stake, pace, changes, walk, compared, dice=games[0].rules.dice)


def _can_be_made(games: Iterable[Game], row: WagerRow) -> bool:
    """Whether a player can make it in one of the houses: not what a bet only travels to."""
    spots = (game.rules.by_key.get(row.wager) for game in games)
    return any(spot is not None and spot.wager.made.value != "never" for spot in spots)


def _change(games: tuple[Game, Game], row: WagerRow, walk: HouseSwitch, stake: Cents, pace: int) -> CostChange:
    offering = [game for game, worth in zip(games, row.worths, strict=True) if worth is not None]
    common = _common_stake(offering, row.wager, stake)
    if isinstance(common, Refusal):
        return CostChange(row.wager, row.title, None, None, (), common)
    costs = [
        None if worth is None else _hourly(game, row.wager, common, pace * decisions_per_roll(game.rules, row.wager))
        for game, worth in zip(games, row.worths, strict=True)
    ]
    own = tuple(cause for step in row.differences for cause in step.causes)
    money = tuple(_money_causes(games, walk, row, costs))
    return CostChange(row.wager, row.title, costs[0], costs[1], (*own, *money))


# --- how often it is decided

_Standing = tuple[int, int | None, bool]
"""The puck, the slot of the bet that is kept up (None: it is not up), and whether the odds lie behind it."""


def decisions_per_roll(rules: CompiledBook, key: str) -> Fraction:
    """How often a wager is decided in the long run, of all rolls, if it is always made when the house takes it.

    Rolls that it rests on, and those on which it cannot be made yet, count: a place bet waits for the next point.
    Odds are put up as soon as they may be, behind a bet that is kept up likewise.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> typical = open_book("typical")
    >>> decisions_per_roll(typical, "pass"), decisions_per_roll(typical, "place-6")
    (Fraction(165, 557), Fraction(1078, 5013))
    """
    spot = rules.by_key[key]
    kept = spot if spot.flat is None else _source(rules, rules.spots[spot.flat])
    for puck in rules.puck.states:
        regenerates: _Standing = (puck.index, None, False)
        try:
            visited, _ = solve(
                {regenerates: 1},
                partial(_until_again, rules, spot, kept, end=regenerates),
                f"{rules.book.title}: {key}",
                rules.dice.whole,
            )
        except NeverDecided:  # it comes by here once at most; it does come by another puck again and again
            continue
        decided = sum(
            (
                times * Fraction(_kept_step(rules, spot, kept, node)[1], rules.dice.whole)
                for node, times in visited.items()
            ),
            Fraction(0),
        )
        return decided / sum(visited.values(), Fraction(0))
    raise NeverDecided(f"{rules.book.title}: {key} may never be decided, so it has no cost.")


def _source(rules: CompiledBook, flat: CompiledWager) -> CompiledWager:
    """The bet that is made for another one to lie there: itself, or the one that travels to it."""
    if flat.wager.made.value != "never":
        return flat
    edges = (
        (spot, edge)
        for spot in rules.spots
        if spot.wager.made.value != "never"
        for rows in rules.cells
        for row in rows
        if (edge := row[spot.first]) is not None and edge.outcome == "move"
    )
    return next((spot for spot, edge in edges if edge.goto == flat.first), flat)


def _until_again(
    rules: CompiledBook, spot: CompiledWager, kept: CompiledWager, node: _Standing, end: _Standing
) -> tuple[Counter[_Standing], Counter[_Standing]]:
    """Where each roll leads, and the weight of those that lead to where it began."""
    onward, _ = _kept_step(rules, spot, kept, node)
    return onward, Counter({end: onward.pop(end, 0)})


def _kept_step(
    rules: CompiledBook, spot: CompiledWager, kept: CompiledWager, node: _Standing
) -> tuple[Counter[_Standing], int]:
    """Makes what can be made; then where each roll leads, and the weight of those that decide the wager."""
    puck, slot, with_odds = node
    state = rules.puck.states[puck]
    if slot is None and in_season(kept.wager.made.value, state):
        slot = first_slot(rules, kept)
    if spot.flat is not None and slot is not None and rules.spot_of[slot].index == spot.flat:
        with_odds = with_odds or in_season(spot.wager.made.value, state)
    onward: Counter[_Standing] = Counter()
    decided = 0
    for row, after, weight in zip(rules.cells[puck], rules.puck.edges[puck], rules.dice.weights, strict=True):
        edge = None if slot is None else row[slot]
        is_over = edge is not None and edge.outcome != "move"
        if is_over and (spot.flat is None or with_odds):
            decided += weight
        goto = None if is_over else edge.goto if edge is not None else slot
        if weight:
            onward[after.goto, goto, with_odds and not is_over] += weight
    return onward, decided


def _common_stake(games: Iterable[Game], key: str, stake: Cents) -> Cents | Refusal:
    """The stake nearest to what was asked for, rather above than below it, that every house takes."""
    common: set[Cents] | None = None
    for game in games:
        legal = legal_stakes(game, key)
        if isinstance(legal, Refusal):
            return legal
        common = set(legal) if common is None else common & set(legal)
    if not common:
        return Refusal("no-stake", f"no stake on {key} is taken in both houses", wager=key)
    above = [each for each in common if each >= stake]
    return min(above) if above else max(common)


def _hourly(game: Game, key: str, stake: Cents, decisions: Fraction) -> HourlyCost:
    found = at_stake(game, key, stake)
    assert not isinstance(found, Refusal), "it is among the stakes that the table takes"
    return HourlyCost(found.stake, found.commission, found.edge, decisions, -found.net, -found.net * decisions)


def _money_causes(
    games: tuple[Game, Game], walk: HouseSwitch, row: WagerRow, costs: list[HourlyCost | None]
) -> Iterator[Cause]:
    """Chip and rounding, where they change what the wager costs at this stake in one of the houses."""
    touched = any(
        cost is not None and worth is not None and cost.edge != worth.edge
        for cost, worth in zip(costs, row.worths, strict=True)
    )
    if touched and all(costs):
        yield from (cause for cause in walk.rules if cause.what in _MONEY_WORDS and _concerns(games, row, cause))


def _concerns(games: tuple[Game, Game], row: WagerRow, cause: Cause) -> bool:
    """Whether a rule about commissions is about a wager that has one."""
    books: tuple[CompiledBook, ...] = tuple(game.rules for game in games)
    has_commission = any(book.by_key[row.wager].wager.commission is not None for book in books)
    return has_commission or not cause.what.startswith("commission")

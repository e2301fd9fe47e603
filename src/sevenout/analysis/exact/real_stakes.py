"""Wagers at real stakes: what the house's chip, rounding and least commission make of an edge, stake by stake.

Where it begins and how likely it ends how is `markov_chain`'s business; here the ends are paid in chips.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from math import lcm
from sys import maxsize

from msgspec import Struct
from msgspec.structs import replace

from sevenout.analysis.exact.house_edge import NetSpread, asked_for, rests_on
from sevenout.analysis.exact.markov_chain import End, FollowStart, follow, opening, openings
from sevenout.base.errors import BadInput
from sevenout.base.html import Record, html_table
from sevenout.base.money import Cents, Rounding, cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import EMPTY, Position, not_offered, place
from sevenout.engine.game import AnyHouse, Game, open_game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.value_listing import RulebookValue, house_values

FLOOR = Fraction(3, 4)
"""The least that a wager may return on average by standards for gaming devices, such as Nevada Gaming Commission
Regulation 14.040(1) and GLI-11. They bind machines, not the tables of these houses: here it is a measure."""

Range = tuple[Cents, Cents]
"""The first and the last of some legal stakes that follow each other."""


class AtStake(NetSpread, Struct, frozen=True):
    """One wager at one stake."""

    wager: str
    stake: Cents
    commission: Cents
    chances: tuple[tuple[Cents, Fraction], ...]
    """Every net it can have, lowest first, with its probability; commission deducted."""
    flat: Cents
    """The bet it goes with; 0 if it goes with none."""
    rests_on: tuple[RulebookValue, ...]
    """What the figures rest on, the house's chip and rounding included."""

    def __repr__(self) -> str:
        return f"<AtStake {format_amount(self.stake)} on {self.wager}: edge {self.edge} = {float(self.edge):.3%}>"

    def record(self) -> Record:
        """Its figures for a data frame, in currency units."""
        return {
            "wager": self.wager,
            "stake": self.stake / 100,
            "commission": self.commission / 100,
            "edge": float(self.edge),
            "exactly": str(self.edge),
            "returns": float(self.returns),
            "provenance": self.provenance,
        }

    @property
    def edge(self) -> Fraction:
        """The house's share of stake and commission."""
        return -self.net / (self.stake + self.commission)

    @property
    def edge_on_stake(self) -> Fraction:
        return -self.net / self.stake

    @property
    def returns(self) -> Fraction:
        """The share of what is put down that comes back."""
        return 1 - self.edge


class Sweep(Struct, frozen=True):
    """One wager at every stake that the table takes."""

    wager: str
    flat: Cents
    """The bet it goes with, the largest the table takes unless another is given; 0 if it goes with none."""
    stakes: tuple[Cents, ...]
    edges: tuple[Fraction, ...]
    """The house's share of stake and commission, at each stake."""
    worst: AtStake
    """For the player: the smallest stake at which the edge is largest."""
    best: AtStake

    def __repr__(self) -> str:
        stakes = f"{len(self.stakes)} stakes from {format_amount(self.least)} to {format_amount(self.most)}"
        edges = f"edge {float(self.best.edge):.3%} to {float(self.worst.edge):.3%}"
        return f"<Sweep of {self.wager}: {stakes}, {edges}>"

    def _repr_html_(self) -> str:
        heads = ("", "stake", "edge", "exactly", "returns")
        rows = (
            (name, format_amount(at.stake), f"{float(at.edge):.3%}", str(at.edge), f"{float(at.returns):.3%}")
            for name, at in (("best", self.best), ("worst", self.worst))
        )
        return html_table(repr(self).strip("<>"), heads, rows)

    def records(self) -> list[Record]:
        """One row a stake, in currency units as in the CSV, for a data frame.

        >>> sweep(Game.open("new-south-wales"), "place-6").records()[2]["exactly"]
        '-3/77'
        """
        pairs = zip(self.stakes, self.edges, strict=True)
        return [
            {"wager": self.wager, "stake": stake / 100, "edge": float(edge), "exactly": str(edge)}
            for stake, edge in pairs
        ]

    @property
    def least(self) -> Cents:
        return self.stakes[0]

    @property
    def most(self) -> Cents:
        return self.stakes[-1]

    @property
    def below_floor(self) -> tuple[Range, ...]:
        """The stakes that return less than `FLOOR`."""
        return self._ranges_where(lambda edge: edge > 1 - FLOOR)

    @property
    def favours_player(self) -> tuple[Range, ...]:
        """The stakes at which the house loses on average."""
        return self._ranges_where(lambda edge: edge < 0)

    def _ranges_where(self, holds: Callable[[Fraction], bool]) -> tuple[Range, ...]:
        places = [index for index, edge in enumerate(self.edges) if holds(edge)]
        gaps = [index for index, (here, there) in enumerate(pairwise(places), start=1) if there > here + 1]
        runs = zip([0, *gaps], [*gaps, len(places)], strict=True) if places else ()
        return tuple((self.stakes[places[first]], self.stakes[places[end - 1]]) for first, end in runs)


def at_stake(
    game: AnyHouse,
    key: str,
    stake: Cents,
    *,
    flat: Cents | None = None,
    point: int | None = None,
    later: bool = False,
) -> AtStake | Refusal:
    """A wager at one stake, or why the house does not take it.

    Odds go with a flat bet: the largest that the table takes, unless one is given. `point`: begun with the puck there;
    `later`: begun with a point on where the wager may be made on the come-out as well.

    A place bet of 7 on the 6 pays 8.17: New South Wales rounds that up, and loses by it.

    >>> seven = at_stake(Game.open("new-south-wales"), "place-6", 700)
    >>> seven.chances, seven.edge
    (((-700, Fraction(6, 11)), (900, Fraction(5, 11))), Fraction(-3, 77))
    """
    game, stake = open_game(game), cents(stake)
    bet = _bet(game, key, flat, point, later=later)
    if isinstance(bet, Refusal):
        return bet
    return _refused_stake(game, bet.spot, bet.pucks, stake, bet.flat) or _price_stake(game, bet, stake)


def sweep(game: AnyHouse, key: str, *, flat: Cents | None = None, point: int | None = None) -> Sweep | Refusal:
    """A wager at every stake the table takes (one without a maximum: up to the table's), or why it takes none.

    >>> swept = sweep(Game.open("new-south-wales"), "place-6")
    >>> swept.least, swept.most, swept.best.stake, swept.favours_player
    (500, 50000, 700, ((700, 900), (1300, 1400), (1900, 1900)))
    """
    game = open_game(game)
    bet = _bet(game, key, flat, point)
    if isinstance(bet, Refusal):
        return bet
    stakes = _legal(game, bet)
    if not stakes:
        reason = f"the table takes no stake on {bet.spot.title}"
        return Refusal("no-stake", reason, bet.spot.wager.maximum.cite, wager=bet.spot.key)
    edges = _edges(game, bet, stakes)
    worst, best = edges.index(max(edges)), edges.index(min(edges))
    return Sweep(
        key, bet.flat, stakes, edges, _price_stake(game, bet, stakes[worst]), _price_stake(game, bet, stakes[best])
    )


def sweeps(game: AnyHouse, wagers: Iterable[str] = ()) -> tuple[Sweep, ...]:
    """Every wager that can be made, or those that are named, at every stake; one that takes no stake is left out.

    At Catfish Bend's table with chips of 5, whole chips cut the payout of a place bet of 5 on the 4 from 9 to 5:

    >>> swept, = sweeps(Game.open("catfish-bend", chip=500), ["place-4"])
    >>> swept.below_floor, swept.worst.returns
    (((500, 500),), Fraction(2, 3))
    """
    game = open_game(game)
    can_be_made = (spot.key for spot in game.rules.spots if spot.wager.made.value != "never")
    answers = (sweep(game, key) for key in asked_for(wagers) or can_be_made)
    return tuple(answer for answer in answers if isinstance(answer, Sweep))


def legal_stakes(game: AnyHouse, key: str) -> tuple[Cents, ...] | Refusal:
    """Every stake that the table takes on a wager, lowest first, or why there is none to be named.

    >>> legal_stakes("typical", "horn")[:3]
    (400, 800, 1200)
    """
    game = open_game(game)
    bet = _bet(game, key, None, None)
    return bet if isinstance(bet, Refusal) else _legal(game, bet)


class _StakedWager(Struct, frozen=True):
    """A wager ready to be staked: the flat bet it goes with, the pucks it begins under, and how it ends."""

    spot: CompiledWager
    flat: Cents
    pucks: tuple[int, ...]
    ends: dict[End, Fraction]
    rests_on: tuple[RulebookValue, ...]


def _bet(game: Game, key: str, flat: Cents | None, point: int | None, *, later: bool = False) -> _StakedWager | Refusal:
    spot = game.rules.by_key.get(game.rules.wager_named(key) or key)
    if spot is None:
        return not_offered(game, key)
    try:
        opened = (
            openings(game.rules, spot)[-1 if later else 0] if point is None else FollowStart("", {game.puck(point): 1})
        )
    except ValueError as error:
        raise BadInput(f"{error}.") from None
    behind = 0
    if spot.flat is not None:
        line = game.rules.spots[spot.flat]
        under = tuple(opening(game.rules, line).pucks)
        behind = _most(game, line, under[0], 0) if flat is None else cents(flat)
        if refused := _refused_stake(game, line, under, behind, 0):
            return refused
    course = follow(game.rules, spot, opened)
    words = {"chip", "rounding", *(("commission-rounding", "commission-least") if spot.wager.commission else ())}
    money = (entry for entry in house_values(game.rules.book) if entry.word in words)
    return _StakedWager(spot, behind, tuple(opened.pucks), course.ends, (*rests_on(game.rules, spot, course), *money))


def _most(game: Game, spot: CompiledWager, puck: int, flat: Cents) -> Cents:
    """The largest stake; the table's maximum for a wager that has none."""
    most = game.maximum_of(spot, puck, flat).amount
    return game.maximum // game.step(spot) * game.step(spot) if most is None else most


def _refused_stake(
    game: Game, spot: CompiledWager, pucks: tuple[int, ...], stake: Cents, flat: Cents
) -> Refusal | None:
    """Why the house does not take a stake, under any of the pucks where the wager may begin."""
    lying = EMPTY if spot.flat is None else Position((game.rules.spots[spot.flat].first,), (flat,))
    for puck in pucks:
        if spot.wager.made.value == "never":  # it lies there without being made
            answer = game.refused_amount(spot, puck, stake, flat)
        else:
            made = place(game, lying, puck, spot.key, stake, maxsize)
            answer = made if isinstance(made, Refusal) else None
        if answer is not None:
            point = game.rules.puck.states[puck].point
            where = f" with the point on {point}" if point is not None and spot.flat is not None else ""
            return replace(answer, reason=f"{answer.reason}{where}")
    return None


def _legal(game: Game, bet: _StakedWager) -> tuple[Cents, ...]:
    """Every stake that is not refused, whatever the puck under which the wager begins."""
    spot, step = bet.spot, game.step(bet.spot)
    legal = [*range(step, min(_most(game, spot, puck, bet.flat) for puck in bet.pucks) + 1, step)]
    for puck in bet.pucks:
        least, exact = game.minimum_of(spot, puck).amount or 0, game.exact_step(spot, puck)
        must, may = game.rounding is Rounding.EXACT, game.may_be_less(spot, puck)
        legal = [s for s in legal if (s >= least and not must) or (s % exact == 0 and (s >= least or may))]
    return tuple(legal)


def _price_stake(game: Game, bet: _StakedWager, stake: Cents) -> AtStake:
    commission = game.commission(bet.spot, stake)
    chances = nets(game, bet.spot, bet.ends, stake, commission)
    return AtStake(bet.spot.key, stake, commission, chances, bet.flat, bet.rests_on)


def nets(
    game: Game, spot: CompiledWager, ends: Mapping[End, Fraction], stake: Cents, commission: Cents = 0
) -> tuple[tuple[Cents, Fraction], ...]:
    """What a stake can come to, with its chances: ends that pay the same are one."""
    by_net: dict[Cents, Fraction] = {}
    for end, chance in ends.items():
        net = net_at_stake(game, spot, end, stake) - commission
        by_net[net] = by_net.get(net, Fraction(0)) + chance
    return tuple(sorted(by_net.items()))


def net_at_stake(game: Game, spot: CompiledWager, end: End, stake: Cents) -> Cents:
    """What an end brings on a stake in chips, less a commission that is charged on a win."""
    outcome, odds = end
    if odds is not None:
        won = game.pay(odds, stake)
        return won - game.win_commission(spot, stake, won)
    match outcome:
        case "lose":
            return -stake
        case "win" | "push" | "return":
            return 0


def _edges(game: Game, bet: _StakedWager, stakes: Iterable[Cents]) -> tuple[Fraction, ...]:
    """The edge at every stake, in whole numbers until the last step."""
    whole = lcm(*(chance.denominator for chance in bet.ends.values()))
    weights = [(end, int(chance * whole)) for end, chance in bet.ends.items()]
    edges = []
    for stake in stakes:
        commission = game.commission(bet.spot, stake)
        net = sum(weight * net_at_stake(game, bet.spot, end, stake) for end, weight in weights)
        edges.append(Fraction(commission * whole - net, whole * (stake + commission)))
    return tuple(edges)

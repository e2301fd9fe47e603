"""Prices a bet before it is made: its exact edge at this stake, what rounding loses, a better bet of its kind."""

from collections.abc import Iterator
from fractions import Fraction
from weakref import WeakKeyDictionary

from msgspec import Struct

from sevenout.analysis.exact.markov_chain import follow, openings, with_the_point_on
from sevenout.analysis.exact.real_stakes import AtStake, at_stake, nets
from sevenout.base.money import Cents, Odds, format_amount, units
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import Position, flat_of, stake_on
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.table import Table
from sevenout.table.commands import Bet
from sevenout.table.handlers.bets import members


class Shortfall(Struct, frozen=True):
    """The cents a stake loses because the house pays in whole chips, and the nearest stakes that it pays exactly."""

    lost: Cents
    """At most, when it wins; cents of a cent are counted as one."""
    below: Cents
    """The next smaller stake that is paid exactly; 0 if the house takes none."""
    above: Cents
    """The next larger one; 0 likewise."""


class Advice(Struct, frozen=True):
    """The coach's advice about a bet."""

    wager: str
    stake: Cents
    """All that would lie there."""
    edge: Fraction
    """The house's share of what is put down, at this very stake."""
    cost: Fraction
    """What a decision costs on average, in cents."""
    shortfall: Shortfall | None = None
    better: str = ""
    """A wager that wins and loses by the same rolls, and costs less at this very stake."""
    better_edge: Fraction = Fraction(0)

    def __str__(self) -> str:
        said = f"{self.wager} for {units(self.stake)}: {_percent(self.edge)}, {_money(self.cost)} a decision"
        return f"{said}; {self.better} has {_percent(self.better_edge)}" if self.better else said


def advise(game: Game, position: Position, puck: int, wager: str, amount: Cents) -> Advice | None:
    """The cost of a bet on top of what lies there; None if the house does not offer or take it so.

    >>> from sevenout.engine.betting import EMPTY
    >>> game = Game.open("catfish-bend")
    >>> print(advise(game, EMPTY, game.puck(5), "place-6", 12_00))
    place-6 for 12: 1.52%, 18 cents a decision
    >>> print(advise(game, EMPTY, game.puck(5), "big-6", 10_00))
    big-6 for 10: 9.09%, 91 cents a decision; place-6 has 4.55%
    >>> advise(game, EMPTY, game.puck(5), "place-6", 13_00).shortfall
    Shortfall(lost=17, below=1200, above=1800)
    """
    spot = game.rules.by_key.get(game.rules.wager_named(wager) or wager)
    if spot is None:
        return None
    stake = stake_on(position, spot) + amount
    found = _worth(game, position, puck, spot, stake)
    if found is None:
        return None
    better = _better(game, position, puck, spot, found)
    named = ("", Fraction(0)) if better is None else (better.wager, better.edge)
    return Advice(spot.key, stake, found.edge, -found.net, _shortfall(game, position, puck, spot, stake), *named)


def remarks(advice: Advice, *, coach: bool, named: bool = False) -> Iterator[str]:
    """Advice on a bet: always what rounding loses; its cost, if it is asked for."""
    short = advice.shortfall
    if short is not None:
        beside = " or ".join(units(amount) for amount in (short.below, short.above) if amount)
        does = f"; {beside} does" if beside else ""
        on = f" on {advice.wager}" if named else ""
        yield f"{units(advice.stake)}{on} does not pay exactly: up to {_in_words(short.lost)} lost when it wins{does}"
    if coach:
        yield str(advice)


def advice_on(table: Table, bet: Bet) -> tuple[Advice, ...]:
    """The cost of a bet, or of each in a group, at the table as it is."""
    seat = table.seats.get(bet.seat)
    if seat is None:
        return ()
    groups = (group for group in table.game.rules.book.groups if group.name == bet.wager)
    wagers = [key for group in groups for key in members(group, table.point)] if bet.each else [bet.wager]
    found = (advise(table.game, seat.position, table.puck, wager, bet.amount) for wager in wagers)
    return tuple(advice for advice in found if advice is not None)


def _in_words(amount: int) -> str:
    return f"{amount} cent{'' if amount == 1 else 's'} is" if amount < 100 else f"{units(amount)} is"


def _worth(game: Game, position: Position, puck: int, spot: CompiledWager, stake: Cents) -> AtStake | None:
    """A stake as it stands from here on; None if the house does not take it."""
    point = game.rules.puck.states[puck].point
    if spot.flat is None:
        if point is not None and spot.wager.made.value == "off" and stake_on(position, spot):
            return _added_line_bet(game, spot, point, stake)
        put = point if len(openings(game.rules, spot)) > 1 else None
        found = at_stake(game, spot.key, stake, point=put)
    else:
        behind = point if spot.wager.n is None else None
        found = at_stake(game, spot.key, stake, flat=flat_of(game, position, spot, puck) or None, point=behind)
    return None if isinstance(found, Refusal) else found


def _added_line_bet(game: Game, spot: CompiledWager, point: int, stake: Cents) -> AtStake:
    """A line bet that is added to with the point on: the come-out lies behind it."""
    ends = follow(game.rules, spot, with_the_point_on(game.rules, point)).ends
    return AtStake(spot.key, stake, 0, nets(game, spot, ends, stake), 0, ())


def _shortfall(game: Game, position: Position, puck: int, spot: CompiledWager, stake: Cents) -> Shortfall | None:
    """What the house's rounding loses on a stake; None where it pays exactly, or rounds in the player's favour."""
    payouts = spot.payouts(puck) if spot.flat is not None else spot.payouts()
    lost = max((_rounding_loss(game, odds, stake) for odds in payouts), default=0)
    if lost <= 0:
        return None
    step = game.exact_step(spot, puck)
    beside = (stake // step * step, (stake // step + 1) * step)
    below, above = (amount if _worth(game, position, puck, spot, amount) else 0 for amount in beside)
    return Shortfall(lost, below, above)


def _rounding_loss(game: Game, odds: Odds, stake: Cents) -> Cents:
    return -((game.pay(odds, stake) * odds.den - stake * odds.num) // odds.den)


def _better(game: Game, position: Position, puck: int, spot: CompiledWager, found: AtStake) -> AtStake | None:
    """The cheapest at this very stake of those that win and lose by the same rolls, if it is cheaper."""
    others = _alike(game).get(spot.key, ())
    known = [_worth(game, position, puck, game.rules.by_key[other], found.stake) for other in others]
    cheaper = [other for other in known if other is not None and other.edge < found.edge]
    return min(cheaper, key=lambda other: other.edge, default=None)


_known: WeakKeyDictionary[Game, dict[str, tuple[str, ...]]] = WeakKeyDictionary()


def _alike(game: Game) -> dict[str, tuple[str, ...]]:
    """For every wager that may be made the others that win and lose by the same rolls; worked out once."""
    rules = game.rules
    if game not in _known:
        kinds: dict[object, list[str]] = {}
        for spot in rules.spots:
            if spot.flat is None and spot.wager.made.value != "never":
                kinds.setdefault(_kind(rules, spot), []).append(spot.key)
        _known[game] = {key: tuple(other for other in kind if other != key) for kind in kinds.values() for key in kind}
    return _known[game]


def _kind(rules: CompiledBook, spot: CompiledWager) -> tuple[frozenset[int], frozenset[int], tuple[int, ...]]:
    """The rolls by which a wager can win and lose, wherever the puck stands, and what it gathers before."""
    won, lost = set[int](), set[int]()
    for rows in rules.cells:
        for roll, row in enumerate(rows):
            edge = row[spot.first]
            if edge is not None and edge.outcome in ("win", "lose"):
                (won if edge.outcome == "win" else lost).add(roll)
    return frozenset(won), frozenset(lost), spot.gathers


def _percent(share: Fraction) -> str:
    return f"{float(share):.2%}"


def _money(cents: Fraction) -> str:
    whole = round(abs(cents))
    if not whole:
        return "nothing" if not cents else "less than a cent"
    said = f"{whole} cent{'' if whole == 1 else 's'}" if whole < 100 else format_amount(whole)
    return f"gains {said}" if cents < 0 else said

"""What each wager of a seat came to, to the cent: edge, luck, commission, rounding. They add up to the net.

The edge is what the next roll takes on the mean from what lies there, roll by roll, by the compiled rows: whatever is
bet, called off or taken down in between, the sum of it is exactly what the house could expect, and luck is the rest.
"""

from fractions import Fraction
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from sevenout.compile import Spot
from sevenout.dice import ROLLS
from sevenout.game import Game
from sevenout.money import Cents
from sevenout.position import Settlement, counted
from sevenout.table.layouts import Layout, Lying, numbered

_NONE = Fraction(0)


class Account(Struct, frozen=True):
    """One wager's evening."""

    wager: str
    decided: int = 0
    """How often it was decided, pushes included."""
    action: Cents = 0
    """What was at stake then, all of it together."""
    won: Cents = 0
    lost: Cents = 0
    commission: Cents = 0
    """Paid less refunded."""
    expected: Fraction = _NONE
    """What the rolls so far were to bring on the mean, before commission and rounding; in cents."""
    rounded: Fraction = _NONE
    """What the house's rounding to chips gave or took; in cents."""

    @property
    def net(self) -> Cents:
        """What it brought in all."""
        return self.won - self.lost - self.commission

    @property
    def edge(self) -> Cents:
        """What it was to bring, to the cent."""
        return round(self.expected)

    @property
    def rounding(self) -> Cents:
        """What rounding brought, to the cent."""
        return round(self.rounded)

    @property
    def luck(self) -> Cents:
        """The rest, so that edge, luck and rounding less commission are the net."""
        return self.net + self.commission - self.edge - self.rounding


Accounts = dict[str, Account]


def after_waiting(accounts: Accounts, game: Game, layout: Layout, puck: int) -> Accounts:
    """The accounts once a roll is thrown at a layout, whatever it shows: what each wager was to bring by it."""
    changed = dict(accounts)
    for bet in layout.lying:
        account = accounts.get(bet.wager) or Account(bet.wager)
        expected = account.expected + _at_risk(game, layout, bet, puck) * _expected(game, bet, puck)
        changed[bet.wager] = replace(account, expected=expected)
    return changed


def _at_risk(game: Game, layout: Layout, bet: Lying, puck: int) -> Cents:
    """What of a stake the house counts: of one that went over its limit unnoticed, the limit."""
    if not layout.unnoticed:
        return bet.stake
    return counted(game, numbered(game, layout), game.rules.by_key[bet.wager], puck)


_known: WeakKeyDictionary[Game, dict[tuple[int, int], Fraction]] = WeakKeyDictionary()


def _expected(game: Game, bet: Lying, puck: int) -> Fraction:
    """What one roll brings on the mean to one unit of a bet; worked out once for where it lies."""
    slot = game.rules.slot_of[bet.wager, bet.call, bet.gathered]
    known = _known.setdefault(game, {})
    if (slot, puck) not in known:
        known[slot, puck] = _brought(game, slot, puck)
    return known[slot, puck]


def _brought(game: Game, slot: int, puck: int) -> Fraction:
    rows, brought = game.rules.cells[puck], _NONE
    for roll in ROLLS:
        edge = rows[roll.index][slot]
        if edge is not None and edge.outcome == "win" and edge.odds is not None:
            brought += Fraction(edge.odds.num, edge.odds.den)
        elif edge is not None and edge.outcome == "lose":
            brought -= 1
    return brought / len(ROLLS)


def after_deciding(
    accounts: Accounts, game: Game, layout: Layout, puck: int, roll: int, result: Settlement
) -> Accounts:
    """The accounts once a roll has decided a wager."""
    account = accounts.get(result.wager) or Account(result.wager)
    stake = result.stake - result.over
    bet = layout.on(result.wager)
    edge = None
    if bet is not None:
        edge = game.rules.cells[puck][roll][game.rules.slot_of[bet.wager, bet.call, bet.gathered]]
    rounded = _NONE
    if result.result == "win" and edge is not None and edge.odds is not None:
        rounded = result.won + result.commission - Fraction(stake * edge.odds.num, edge.odds.den)
    changed = replace(
        account,
        decided=account.decided + 1,
        action=account.action + stake,
        won=account.won + (result.won + result.commission if result.result == "win" else 0),
        lost=account.lost + (stake if result.result == "lose" else 0),
        commission=account.commission + result.commission,
        rounded=account.rounded + rounded,
    )
    return {**accounts, result.wager: changed}


def after_commission(
    accounts: Accounts, game: Game, before: Layout, after: Layout, paid: Cents, *, undone: bool = False
) -> Accounts:
    """The accounts once a layout was changed and commission paid or refunded; undone: what it cost comes back."""
    if not paid:
        return accounts
    there, back = (after, before) if undone else (before, after)
    sign = -1 if undone else 1
    owed = [(spot, sign * _owed(game, spot, there, back)) for spot in _commissioned(game, before, after)]
    for spot, part in owed:
        account = accounts.get(spot.key) or Account(spot.key)
        accounts = {**accounts, spot.key: replace(account, commission=account.commission + part)}
    assert sum(part for _, part in owed) == paid, "commission is a function of the stakes"
    return accounts


def _commissioned(game: Game, before: Layout, after: Layout) -> list[Spot]:
    keys = dict.fromkeys(bet.wager for bet in (*before.lying, *after.lying))
    return [spot for key in keys if (spot := game.rules.by_key[key]).wager.commission is not None]


def _owed(game: Game, spot: Spot, before: Layout, after: Layout) -> Cents:
    held, stays = (layout.stakes.get(spot.key, 0) for layout in (before, after))
    terms = spot.wager.commission
    refunds = terms is not None and terms.refund.value
    owed = game.commission(spot, stays) - game.commission(spot, held)
    return owed if owed > 0 or refunds else 0

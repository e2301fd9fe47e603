"""Splits each wager's net, in cents, into edge, luck, commission and rounding, which add up to it.

The edge is what each bet was to bring when it was made, and it is counted when the bet is decided; luck is the rest. A
bet that comes down undecided is counted with what it was worth by then: so the edge is exactly what the house could
expect, whatever is bet, added to, called off or taken down in between. What still lies there counts for nothing yet.
"""

from collections.abc import Container, Iterable
from fractions import Fraction
from time import thread_time
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from sevenout.analysis.exact.house_edge import mean, net_of
from sevenout.analysis.exact.markov_chain import FollowStart, follow, time_limit
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.engine.betting import Move, Settlement
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.transitions import Transition
from sevenout.table.named_layout import Layout, PlacedBet

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
    """What all that was decided or came down was to bring on average, before commission and rounding; in cents."""
    promised: Fraction = _NONE
    """The same of what lies there undecided."""
    rounded: Fraction = _NONE
    """What the house's rounding to chips gave or took; in cents."""

    @property
    def net(self) -> Cents:
        """Its total result."""
        return self.won - self.lost - self.commission

    @property
    def edge(self) -> Cents:
        """Its expected result, to the cent."""
        return round(self.expected)

    @property
    def rounding(self) -> Cents:
        """The gain from rounding, to the cent."""
        return round(self.rounded)

    @property
    def luck(self) -> Cents:
        """The rest, so that edge, luck and rounding less commission are the net."""
        return self.net + self.commission - self.edge - self.rounding


Accounts = dict[str, Account]


def after_changing(accounts: Accounts, game: Game, before: Layout, after: Layout, puck: int) -> Accounts:
    """The accounts once chips were put up or taken down with the puck where it is.

    What goes up promises what it is worth here. What comes down undecided gives up what it is worth by now, for better
    or worse: that is the player's doing, not luck.
    """
    held, stays = before.stakes, after.stakes
    changed = dict(accounts)
    for bet in (*after.lying, *(bet for bet in before.lying if bet.wager not in stays)):
        had, has = held.get(bet.wager, 0), stays.get(bet.wager, 0)
        if had == has:
            continue
        account = accounts.get(bet.wager) or Account(bet.wager)
        worth = (has - had) * promise(game, bet, puck)
        if has > had:
            changed[bet.wager] = replace(account, promised=account.promised + worth)
        else:
            down = account.promised * Fraction(had - has, had)
            expected = account.expected + down + worth
            changed[bet.wager] = replace(account, promised=account.promised - down, expected=expected)
    return changed


def after_moving(accounts: Accounts, moves: Iterable[Move]) -> Accounts:
    """The accounts once a roll has moved bets undecided: what they promised goes with them."""
    changed = dict(accounts)
    for move in moves:
        if move.wager != move.to and move.wager in changed:
            account, to = changed[move.wager], changed.get(move.to) or Account(move.to)
            changed[move.wager] = replace(account, promised=_NONE)
            changed[move.to] = replace(to, promised=to.promised + account.promised)
    return changed


def after_staying(accounts: Accounts, game: Game, layout: Layout, puck: int, stayed: Container[str]) -> Accounts:
    """The accounts once winners have stayed up: each is a bet made anew."""
    anew = [bet for bet in layout.lying if bet.wager in stayed]
    return accounts | {
        bet.wager: replace(accounts[bet.wager], promised=bet.stake * promise(game, bet, puck)) for bet in anew
    }


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
    part = Fraction(stake, result.stake) if result.stake else _NONE
    rounded = _NONE
    if result.result == "win" and edge is not None and edge.odds is not None:
        rounded = result.won + result.commission - Fraction(stake * edge.odds.num, edge.odds.den)
    charged = _charged_on_win(game, result.wager, edge, stake) if result.result == "win" else 0
    changed = replace(
        account,
        decided=account.decided + 1,
        action=account.action + stake,
        won=account.won + (result.won + result.commission + charged if result.result == "win" else 0),
        lost=account.lost + (stake - result.collected if result.result == "lose" else 0),
        commission=account.commission + result.commission + charged - result.refund,
        expected=account.expected + part * account.promised,
        promised=_NONE,
        rounded=account.rounded + rounded + charged,
    )
    return {**accounts, result.wager: changed}


def _charged_on_win(game: Game, wager: str, edge: Transition | None, stake: Cents) -> Cents:
    """What the house kept of a win as its commission."""
    if edge is None or edge.odds is None:
        return 0
    return game.win_commission(game.rules.by_key[wager], stake, game.pay(edge.odds, stake))


def after_commission(accounts: Accounts, game: Game, before: Layout, after: Layout, paid: Cents) -> Accounts:
    """The accounts once a layout was changed and commission paid or refunded."""
    if not paid:
        return accounts
    owed = [(spot, _commission_owed(game, spot, before, after)) for spot in _commission_wagers(game, before, after)]
    for spot, part in owed:
        account = accounts.get(spot.key) or Account(spot.key)
        accounts = {**accounts, spot.key: replace(account, commission=account.commission + part)}
    assert sum(part for _, part in owed) == paid, "commission is a function of the stakes"
    return accounts


def _commission_wagers(game: Game, before: Layout, after: Layout) -> list[CompiledWager]:
    keys = dict.fromkeys(bet.wager for bet in (*before.lying, *after.lying))
    return [spot for key in keys if (spot := game.rules.by_key[key]).wager.commission is not None]


def _commission_owed(game: Game, spot: CompiledWager, before: Layout, after: Layout) -> Cents:
    held, stays = (layout.stakes.get(spot.key, 0) for layout in (before, after))
    terms = spot.wager.commission
    refunds = terms is not None and terms.refund.value
    owed = game.commission(spot, stays) - game.commission(spot, held)
    return owed if owed > 0 or refunds else 0


_PATIENCE, _LEAST = 2.0, 0.02
"""Seconds that a game may lose by bets that nobody can follow, and those that each may take then: a rulebook may be
anybody's."""


class _Known:
    """The expected values found for a game's bets, and the seconds spent in vain."""

    def __init__(self) -> None:
        self.promises: dict[tuple[int, int], Fraction] = {}
        self.lost = 0.0


_known: WeakKeyDictionary[Game, _Known] = WeakKeyDictionary()


def promise(game: Game, bet: PlacedBet, puck: int) -> Fraction:
    """The mean result of one unit of a bet that is left alone, before commission and rounding.

    A call is for some rolls only, and changes nothing of it. One that may never be decided, or that nobody can follow
    in time, promises nothing.

    >>> game = Game.open("typical")
    >>> [str(promise(game, PlacedBet("pass", 10_00), game.puck(point))) for point in (None, 4, 6)]
    ['-7/495', '-1/3', '-1/11']
    """
    slot = game.rules.slot_of[bet.wager, "", bet.gathered]
    known = _known.setdefault(game, _Known())
    if (puck, slot) not in known.promises:
        known.promises[puck, slot] = _work_out_value(game, puck, slot, known)
    return known.promises[puck, slot]


def _work_out_value(game: Game, puck: int, slot: int, known: _Known) -> Fraction:
    since = thread_time()
    try:
        with time_limit(max(_LEAST, _PATIENCE - known.lost)):
            ends = follow(game.rules, game.rules.spot_of[slot], FollowStart("", {puck: 1}), slot).ends
    except BadInput:
        known.lost += thread_time() - since
        return Fraction(0)
    return mean((net_of(end), chance) for end, chance in ends.items())

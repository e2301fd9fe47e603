"""One seat's evening, read from a table's events one after another: accounts by wager, the dice, the net over time."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.dice import Roll
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.player.session_stats.dice_stats import DiceStats, after_pass, after_roll
from sevenout.player.session_stats.wager_accounts import (
    Accounts,
    after_changing,
    after_commission,
    after_deciding,
    after_moving,
    after_staying,
)
from sevenout.table.event_application import evolve
from sevenout.table.events import (
    Awarded,
    BoughtIn,
    Changed,
    Event,
    Inspected,
    Left,
    Passed,
    RollCorrected,
    Rolled,
    RollVoided,
    Seated,
    Toked,
    Undone,
)
from sevenout.table.log.table_log import LogEntry
from sevenout.table.named_layout import BARE, Layout
from sevenout.table.state import MOST_UNDONE
from sevenout.table.table_snapshot import Snapshot, house_of

_LONGEST_CURVE = 512
"""Points of the curve that are kept; then every other is left out."""


class Balance(Struct, frozen=True):
    """The balance of a seat, in cents."""

    bought: Cents
    rack: Cents
    layout: Cents
    net: Cents
    action: Cents
    """What was at stake in all decisions together."""
    edge: Cents
    """What the bets that were decided were to bring on average: below nothing, as a rule."""
    commission: Cents
    rounding: Cents
    luck: Cents
    """The rest: what the dice gave or took."""
    bonus: Cents = 0
    """Shootouts and shares of them."""
    awarded: Cents = 0
    """By rulings."""
    tokes: Cents = 0

    @property
    def expected_net(self) -> Cents:
        """The expected result of the session, all costs included."""
        return self.edge - self.commission + self.rounding


class SessionStats(Struct, frozen=True):
    """The statistics of a seat's session so far."""

    you: str
    accounts: Accounts = {}
    seen: DiceStats = DiceStats()
    curve: tuple[Cents, ...] = ()
    """The net after every roll, or after every so many."""
    every: int = 1
    """How many rolls lie between two points of the curve."""
    bought: Cents = 0
    cashed: Cents = 0
    bonus: Cents = 0
    awarded: Cents = 0
    tokes: Cents = 0
    earlier: tuple[Accounts, ...] = ()
    """The accounts before each thing done since the last roll, which may be taken back."""
    unrolled: "SessionStats | None" = None
    """The evening as it would be without the last roll, should that be taken back."""

    def net(self, shown: Snapshot) -> Cents:
        """The gain: rack, layout at face value and all cash-outs, less the buy-ins."""
        seat = shown.seat(self.you)
        return (0 if seat is None else seat.rack + seat.layout.at_risk) + self.cashed - self.bought

    def line(self, shown: Snapshot) -> tuple[Cents, ...]:
        """The net over time: from nothing, after the rolls, and now."""
        return (0, *self.curve, self.net(shown))

    def balance(self, shown: Snapshot) -> Balance:
        """Returns how the seat stands at a table that looks so."""
        seat = shown.seat(self.you)
        rack, layout = (0, 0) if seat is None else (seat.rack, seat.layout.at_risk)
        of = self.accounts.values()
        return Balance(
            bought=self.bought,
            rack=rack,
            layout=layout,
            net=self.net(shown),
            action=sum(account.action for account in of),
            edge=sum(account.edge for account in of),
            commission=sum(account.commission for account in of),
            rounding=sum(account.rounding for account in of),
            luck=sum(account.luck for account in of),
            bonus=self.bonus,
            awarded=self.awarded,
            tokes=self.tokes,
        )


def evening_of(game: Game, log: Iterable[LogEntry], you: str) -> SessionStats:
    """A seat's evening from a table's log.

    >>> from sevenout import Table, roll
    >>> table = Table("typical")
    >>> _ = table.seat("Ann", 100_00), table.bet("Ann", "pass", 10_00), table.roll(roll(6, 5))
    >>> evening = evening_of(table.game, table.log, "Ann")
    >>> stands = evening.balance(table.snapshot())
    >>> stands.net, stands.edge, stands.luck
    (1000, -14, 1014)
    """
    evening, shown = SessionStats(you), Snapshot(house_of(game))
    for recorded in log:
        evening = follow_event(evening, game, shown, recorded.event)
        shown = evolve(shown, recorded.event)
    return evening


def follow_event(evening: SessionStats, game: Game, before: Snapshot, event: Event) -> SessionStats:
    """The evening after one more event; `before` is the table as it lay."""
    unrolled = evening.unrolled
    match event:
        case Rolled():
            base = replace(evening, unrolled=None)
            return replace(_follow_roll(base, game, before, event), unrolled=base)
        case RollVoided():
            return evening if unrolled is None else unrolled
        case RollCorrected(voided, rolled):
            return follow_event(follow_event(evening, game, before, voided), game, evolve(before, voided), rolled)
        case Seated(seat=name) if name == evening.you:  # a roll from before this is taken back to here
            unrolled = _follow_other_event(unrolled or evening, game, before, event)
        case Left(seat=name) if name == evening.you and unrolled is not None:  # what was cashed stands
            left = _follow_other_event(evening, game, before, event)
            unrolled = replace(unrolled, accounts=left.accounts, cashed=left.cashed, earlier=())
        case Seated() | BoughtIn() | Left() | Awarded() if unrolled is not None:
            unrolled = _follow_other_event(unrolled, game, before, event)
        case Toked() if unrolled is not None and event.boxed:
            unrolled = _follow_other_event(unrolled, game, before, event)
    seen = _follow_other_event(evening, game, before, event)
    return seen if unrolled is evening.unrolled else replace(seen, unrolled=unrolled)


def _follow_other_event(evening: SessionStats, game: Game, before: Snapshot, event: Event) -> SessionStats:
    """The evening after an event that is no roll."""
    you = evening.you
    match event:
        case Seated(seat=name, bought=amount) | BoughtIn(seat=name, bought=amount) if name == you:
            return replace(evening, bought=evening.bought + amount)
        case Changed(seat=name, layout=after, commission=paid) if name == you:
            return _follow_change(evening, game, before, after, paid)
        case Undone(seat=name) if name == you:
            *earlier, accounts = evening.earlier
            return replace(evening, accounts=accounts, earlier=tuple(earlier))
        case Left(seat=name, cashed=cashed, commission=paid) if name == you:
            evening = _follow_change(evening, game, before, BARE, paid)
            return replace(evening, cashed=evening.cashed + cashed, earlier=())
        case Toked(seat=name, boxed=boxed, staked=staked, commission=paid) if name == you:
            return replace(evening, tokes=evening.tokes + boxed + staked + paid)
        case Awarded(seat=name, amount=amount) if name == you:
            return replace(evening, awarded=evening.awarded + amount)
        case Passed():
            return replace(evening, seen=after_pass(evening.seen))
        case Inspected(paid=parts):
            return replace(evening, bonus=evening.bonus + sum(part.amount for part in parts if part.seat == you))
    return evening


def _follow_change(evening: SessionStats, game: Game, before: Snapshot, after: Layout, paid: Cents) -> SessionStats:
    seat = before.seat(evening.you)
    layout = BARE if seat is None else seat.layout
    accounts = after_changing(evening.accounts, game, layout, after, game.puck(before.point))
    accounts = after_commission(accounts, game, layout, after, paid)
    return replace(evening, accounts=accounts, earlier=(*evening.earlier[1 - MOST_UNDONE :], evening.accounts))


def _follow_roll(evening: SessionStats, game: Game, before: Snapshot, event: Rolled) -> SessionStats:
    seat, accounts = before.seat(evening.you), evening.accounts
    if seat is None:  # rolled before you sat down
        return evening
    evening = replace(evening, seen=after_roll(evening.seen, event), earlier=())
    puck, roll = game.puck(before.point), Roll(event.a, event.b).index
    for done in event.seats:
        if done.seat == evening.you:
            for result in done.results:
                accounts = after_deciding(accounts, game, seat.layout, puck, roll, result)
            stayed = {result.wager for result in done.results if result.stays}
            after = seat.layout if done.layout is None else done.layout
            accounts = after_staying(accounts, game, after, game.puck(event.point), stayed)
            accounts = after_moving(accounts, done.moves)
    stands = sum(account.net for account in accounts.values()) - sum(each.net for each in evening.accounts.values())
    return _extend_curve(replace(evening, accounts=accounts), evening.net(before) + stands)


def _extend_curve(evening: SessionStats, net: Cents) -> SessionStats:
    """The curve with one more point, if it is time for one."""
    if evening.seen.rolls % evening.every:
        return evening
    curve = (*evening.curve, net)
    if len(curve) <= _LONGEST_CURVE:
        return replace(evening, curve=curve)
    return replace(evening, curve=curve[1::2], every=evening.every * 2)

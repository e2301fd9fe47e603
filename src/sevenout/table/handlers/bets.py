"""What a seat does to its own layout, and may take back: made, pressed, parlayed, reduced, taken down, called."""

from typing import assert_never

from msgspec.structs import replace

from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW_ROLES, did_you_mean
from sevenout.engine.betting import (
    Change,
    Position,
    Settlement,
    call,
    call_props,
    find_standing,
    place,
    reduce,
    stake_on,
    take_down,
)
from sevenout.engine.game import Game
from sevenout.engine.position import Voucher
from sevenout.engine.vouchers import lay, on_layout, worth
from sevenout.rulebook.model import Confirmations, Group
from sevenout.table.commands import (
    Bet,
    CallProps,
    CallWager,
    Command,
    LayoutCommand,
    Parlay,
    Press,
    Reduce,
    TakeDown,
    Toke,
)
from sevenout.table.events import Changed, Undone
from sevenout.table.handlers.command_outcome import CommandOutcome
from sevenout.table.handlers.shooter_rules import next_to_throw, puck_before, puck_now
from sevenout.table.named_layout import layout_of
from sevenout.table.state import MOST_UNDONE, Earlier, Seat, TableState


def with_key(game: Game, command: Command) -> Command:
    """A command that names its wager by the key, whatever the house's own name was that somebody used.

    >>> with_key(Game.open("new-south-wales"), Bet("Ann", 1000, "win-line")).wager
    'pass'
    """
    rules = game.rules
    match command:
        case Bet(wager=word, each=False) | Press(wager=word) | Parlay(wager=word) | Reduce(wager=word):
            key = None if word in rules.by_key else rules.wager_named(word)
            return command if key is None else replace(command, wager=key)
        case Toke(wager=str(word)):
            key = None if word in rules.by_key else rules.wager_named(word)
            return command if key is None else replace(command, wager=key)
        case TakeDown(what=word) | CallWager(what=word):
            key = None if word in rules.by_key else rules.wager_named(word)
            return command if key is None else replace(command, what=key)
        case _:
            return command


def change_layout(game: Game, state: TableState, seat: Seat, command: LayoutCommand) -> CommandOutcome | Refusal:
    """The layout as somebody wants it, or why it stays as it is."""
    throws = next_to_throw(game, state)
    change = _change(game, state, seat, command, puck_before(game, state, throws))
    if isinstance(change, Refusal):
        return _about(change, command)
    if change.position.marks.vouchers or seat.position.marks.vouchers:
        change = in_chips(seat.position, change)
    if isinstance(command, Bet) and (short := _short_money(seat, command, change)):
        return _about(short, command)
    results, parlayed = seat.last_results, ""
    if isinstance(command, Parlay):
        parlayed = command.wager
        results = tuple(result for result in results if result.wager != parlayed)
    earlier = seat.earlier
    if game.undo:
        before = Earlier(seat.position, change.staked, change.commission, seat.last_results)
        earlier = (*earlier[1 - MOST_UNDONE :], before)
    rack = seat.rack - change.cost
    after = _with_layout(state, seat, change, rack, results, earlier)
    line = game.line_slots
    if line.isdisjoint(seat.position.slots) != line.isdisjoint(change.position.slots):
        throws = next_to_throw(game, after)
    shown = layout_of(game, change.position)
    return CommandOutcome(Changed(seat.name, shown, rack, change.staked, change.commission, throws, parlayed), after)


def _short_money(seat: Seat, bet: Bet, change: Change) -> Refusal | None:
    """Whether the chips put down for a bet are there, and cover stake and commission."""
    if not bet.tendered:
        return None
    down, due = format_amount(bet.tendered), format_amount(change.cost)
    if bet.tendered > seat.rack:
        return Refusal("rack", f"you put down {down}, and your rack holds {format_amount(seat.rack)}")
    return (
        Refusal("short", f"{down} does not cover stake and commission, {due}") if bet.tendered < change.cost else None
    )


def in_chips(before: Position, change: Change) -> Change:
    """A change as the rack pays for it: vouchers that are laid cost it nothing, and bring it nothing coming down."""
    laid = worth(on_layout(change.position)) - worth(on_layout(before))
    return Change(change.position, change.staked - laid, change.commission)


def _about(refusal: Refusal, command: LayoutCommand) -> Refusal:
    """A refusal with the wager and the amount that it is about, which who closes bets does not know."""
    match command:
        case Bet(_, amount, wager) | Press(_, wager, amount) | Reduce(_, wager, amount):
            asked = amount
        case TakeDown(_, wager) | CallWager(_, wager) | Parlay(_, wager):
            asked = None
        case CallProps():
            return refusal
        case _:
            assert_never(command)
    return replace(refusal, wager=refusal.wager or wager, amount=asked if refusal.amount is None else refusal.amount)


def undo(game: Game, state: TableState, seat: Seat) -> CommandOutcome | Refusal:
    """Takes the last act back, whole and free, whatever the house says of reducing: as if it had not been done."""
    if not game.undo:
        return Refusal("not-here", "this table has no undo: what is done is done")
    if state.dice.thrown:
        return Refusal("closed", "the dice are in the air: too late to undo")
    if not seat.earlier:
        return Refusal("nothing-done", f"{seat.name} has nothing to undo since the last roll")
    *others, before = seat.earlier
    change = Change(before.position, -before.staked, -before.commission)
    rack = seat.rack - change.cost
    if rack < 0:  # what came back from the layout was given away since: a tip is not taken back
        return _short_of(seat, change.cost)
    after = _with_layout(state, seat, change, rack, before.results, tuple(others))
    shown, throws = layout_of(game, change.position), next_to_throw(game, after)
    event = Undone(seat.name, shown, rack, change.staked, change.commission, throws, before.results)
    return CommandOutcome(event, after)


def _short_of(seat: Seat, needs: Cents) -> Refusal:
    reason = f"undoing that costs {format_amount(needs)}, and the rack holds {format_amount(seat.rack)}"
    return Refusal("rack", reason, amount=needs)


def _with_layout(
    state: TableState,
    seat: Seat,
    change: Change,
    rack: Cents,
    results: tuple[Settlement, ...],
    earlier: tuple[Earlier, ...],
) -> TableState:
    changed = Seat(  # as `replace` would, without its keywords: most of what a table is told is bets
        seat.name, rack, change.position, results, seat.place, seat.player, seat.bought, earlier, seat.memory,
        seat.vouchers,
    )  # fmt: skip
    ledger = state.ledger.plus(commission=change.commission) if change.commission else state.ledger
    return TableState(
        state.with_seat(changed), state.crew, state.point, state.dice, ledger, state.bonus, state.rolls, state.revocable
    )


def _change(game: Game, state: TableState, seat: Seat, command: LayoutCommand, puck: int) -> Change | Refusal:
    position = seat.position
    match command:
        case Bet(_, amount, group, each=True, unnoticed=unnoticed):
            refused = _refused_bet(game, state, command)
            return refused or _bet_each(game, state, seat, group, amount, unnoticed=unnoticed)
        case Bet(_, amount, wager, unnoticed=unnoticed):
            refused = _refused_bet(game, state, command)
            if command.voucher:
                return refused or _bet_voucher(game, seat, puck, command)
            return refused or place(game, position, puck, wager, amount, seat.rack, unnoticed=unnoticed)
        case Press(_, wager, by):
            return refused_late(game, state) or _press(game, seat, puck, wager, by)
        case Parlay(_, wager):
            return refused_late(game, state) or _parlay(game, seat, puck, wager)
        case Reduce(_, wager, amount):
            return refused_removal(game, state, wager) or reduce(game, position, puck, wager, amount)
        case TakeDown(_, what):
            return refused_removal(game, state, what) or take_down(game, position, puck, what)
        case CallWager(_, what, now):
            return _refused_switch(game, state) or call(game, position, what, now)
        case CallProps(_, now):
            return refused_touch(game, state) or call_props(game, position, down=now == "down")
        case _:
            assert_never(command)


def _bet_each(
    game: Game, state: TableState, seat: Seat, name: str, amount: Cents, *, unnoticed: bool
) -> Change | Refusal:
    """The same bet on every number of a group, all or none of them."""
    groups = {group.name: group for group in game.rules.book.groups}
    if name not in groups:
        reason = f"there is no group {name!r} here.{did_you_mean(name, groups)}"
        return Refusal("not-offered", reason, wager=name, amount=amount)
    change = Change(seat.position, 0)
    puck = puck_now(game, state)
    for key in members(groups[name], state.point):
        further = place(game, change.position, puck, key, amount, seat.rack - change.cost, unnoticed=unnoticed)
        if isinstance(further, Refusal):
            return further
        change = change.combine(further)
    return change


def _bet_voucher(game: Game, seat: Seat, puck: int, bet: Bet) -> Change | Refusal:
    """A bet with a token or voucher that the seat holds, laid whole; a commission is paid in chips."""
    voucher = Voucher(bet.voucher or "voucher", bet.amount)
    if voucher not in seat.held_vouchers:
        return _no_such_voucher(seat, bet)
    change = place(game, seat.position, puck, bet.wager, bet.amount, None)
    if isinstance(change, Refusal):
        return change
    if change.commission > seat.rack:
        due, rack = format_amount(change.commission), format_amount(seat.rack)
        return Refusal("rack", f"the commission of {due} is paid in chips, and the rack holds {rack}")
    return replace(change, position=lay(change.position, game.rules.by_key[bet.wager], voucher))


def _no_such_voucher(seat: Seat, bet: Bet) -> Refusal:
    held = [format_amount(voucher.amount) for voucher in seat.held_vouchers if voucher.kind == bet.voucher]
    if not held:
        return Refusal("voucher", f"{seat.name} has no {bet.voucher} to bet with")
    return Refusal("voucher", f"a {bet.voucher} is bet whole: {seat.name} has {' and '.join(held)}")


def members(group: Group, point: int | None) -> list[str]:
    """The wagers of a group, as the point stands."""
    without = point if group.except_point.value else None
    return [f"{group.of.removesuffix('n')}{number}" for number in group.numbers.value if number != without]


def _press(game: Game, seat: Seat, puck: int, wager: str, by: Cents | None) -> Change | Refusal:
    spot = find_standing(game, seat.position, wager)
    if isinstance(spot, Refusal):
        return spot
    amount = stake_on(seat.position, spot) if by is None else by
    return place(game, seat.position, puck, wager, amount, seat.rack)


def _parlay(game: Game, seat: Seat, puck: int, wager: str) -> Change | Refusal:
    """Adds what a wager won on the last roll; one that came down with the win is made again with it."""
    for win in seat.just_won:
        if win.wager == wager:
            spot = find_standing(game, seat.position, wager)
            if win.stays and isinstance(spot, Refusal):
                return spot
            return place(game, seat.position, puck, wager, win.parlays, seat.rack)
    offered = game.rules.by_key.get(wager)
    title = wager if offered is None else offered.title
    return Refusal("nothing-won", f"{title} did not win on the last roll, or was parlayed already", wager=wager)


def refused_late(game: Game, state: TableState, confirmed: tuple[str, ...] = ()) -> Refusal | None:
    """Whether a wager may still be made: after the throw only as the house has it."""
    rule = game.rules.book.throw
    if not state.dice.thrown or rule.made.value == "open":
        return None
    if rule.made.value == "closed":
        return Refusal("closed", "the dice are in the air: no more bets", rule.made.cite)
    lacking = _missing_confirmation(rule.confirmed_by.value, rule.confirmations.value, confirmed)
    reason = f"the dice are in the air: the bet counts only if confirmed by {lacking}"
    return Refusal("unconfirmed", reason, rule.made.cite) if lacking else None


def _refused_bet(game: Game, state: TableState, bet: Bet) -> Refusal | None:
    if bet.confirmed and not {*bet.confirmed} <= {*CREW_ROLES}:
        return Refusal("unconfirmed", f"only the crew can confirm a bet: {', '.join(CREW_ROLES)}")
    if bet.voucher and (bet.each or bet.unnoticed or bet.called or bet.tendered):
        return Refusal("voucher", f"a {bet.voucher} is laid on one wager, whole and in plain sight")
    called = _refused_call(game, bet.confirmed) if bet.called else None
    return called or refused_late(game, state, bet.confirmed)


def _refused_call(game: Game, confirmed: tuple[str, ...]) -> Refusal | None:
    """Whether a wager that is only called out counts, whether the dice are in the air or not."""
    rule = game.rules.book.throw
    if rule.called.value == "open":
        return None
    if rule.called.value == "refused":
        return Refusal("called", "this house takes no call bets: put chips on the layout", rule.called.cite)
    lacking = _missing_confirmation(rule.called_confirmed_by.value, rule.called_confirmations.value, confirmed)
    reason = f"a bet called out counts only if confirmed by {lacking}"
    return Refusal("unconfirmed", reason, rule.called.cite) if lacking else None


def _missing_confirmation(by: tuple[str, ...], how: Confirmations, confirmed: tuple[str, ...]) -> str:
    """Whose word is wanted; nothing if it was given."""
    said = [who in confirmed for who in by]
    given, joint = (all(said), "and") if how == "all" else (any(said), "or")
    return "" if given else f" {joint} ".join(filter(None, (", ".join(by[:-1]), by[-1])))


def refused_removal(game: Game, state: TableState, wager: str = "") -> Refusal | None:
    """Whether wagers may still be reduced and taken down, or one of them."""
    rule = game.rules.book.throw
    spot = game.rules.by_key.get(wager)
    if rule.touched.value == "removals" or (spot is not None and spot.wager.family in rule.reduced.value):
        return None
    return refused_touch(game, state)


def refused_touch(game: Game, state: TableState) -> Refusal | None:
    """Whether anything may still be done about wagers that lie there."""
    rule = game.rules.book.throw
    if not state.dice.thrown or rule.touched.value == "open":
        return None
    return Refusal("closed", "the dice are in the air: bets stay as they are", rule.touched.cite)


def _refused_switch(game: Game, state: TableState) -> Refusal | None:
    """Whether a wager may still be called on or off."""
    return None if game.rules.book.throw.switched.value else refused_touch(game, state)

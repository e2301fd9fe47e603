"""The picture that a client keeps: the snapshot, and assigned to it whatever each event says has changed; no rule."""

from msgspec import UNSET
from msgspec.structs import replace

from sevenout.base.money import format_amount
from sevenout.server.protocol import messages
from sevenout.table.state import REMEMBERED_ROLLS
from sevenout.table.table_snapshot import SeatShown, Snapshot


def seat_message(seat: SeatShown) -> messages.SeatMessage:
    """Rack and layout, as `replay --json` prints them."""
    return messages.SeatMessage(
        format_amount(seat.rack), {bet.wager: format_amount(bet.stake) for bet in seat.layout.lying}
    )


def apply_event(before: messages.SnapshotMessage, told: messages.EventMessage) -> messages.SnapshotMessage:
    """A snapshot after the event that came next: assigned from what it says changed, with no rule."""
    assert told.n == before.n + 1, "events come in order and without gaps"
    change = told.change
    table = _apply_change(before.table, change)
    seats = {**before.seats, **{seat.name: seat_message(seat) for seat in change.seats}}
    return replace(
        before,
        n=told.n,
        table=table,
        seats={seat.name: seats[seat.name] for seat in table.seats},
        point=table.point,
        shooter=table.throws,
        next=before.next if change.next is UNSET else change.next,
        window=before.window if change.window is UNSET else change.window,
        fair=before.fair if change.fair is UNSET else change.fair,
        late=before.late if change.late is UNSET else change.late,
        now=told.at or before.now,
    )


def _apply_change(table: Snapshot, change: messages.TableChange) -> Snapshot:
    by_name = {seat.name: seat for seat in (*table.seats, *change.seats)}
    order = [seat.name for seat in table.seats] if change.order is UNSET else change.order
    rolls = table.rolls if change.rolls is UNSET else change.rolls
    rolls = rolls if change.roll is UNSET else (*rolls, change.roll)[-REMEMBERED_ROLLS:]
    return replace(
        table,
        seats=tuple(by_name[name] for name in order),
        crew=table.crew if change.crew is UNSET else change.crew,
        point=table.point if change.point is UNSET else change.point,
        throws=table.throws if change.throws is UNSET else change.throws,
        dice=table.dice if change.dice is UNSET else change.dice,
        ledger=table.ledger if change.ledger is UNSET else change.ledger,
        bonus=table.bonus if change.bonus is UNSET else change.bonus,
        rolls=rolls,
    )

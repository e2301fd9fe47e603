"""How long the next throw is waited for: as long as is told, whoever has the dice.

Nobody is hurried who keeps nobody waiting; a strategy throws when its own short time is over; and a table that
everybody has left rests, until the wagers of somebody who does not come back are played out.
"""

from sevenout.server.live.log_state import ClosingState, is_bot
from sevenout.server.live.table_terms import TableTerms
from sevenout.table.state import TableState


def is_deserted(state: TableState, standing: ClosingState) -> bool:
    """Whether no person of any seat is there."""
    return all(is_bot(seat.player) or seat.name in standing.away for seat in state.seats)


def seconds_to_wait(
    state: TableState, standing: ClosingState, terms: TableTerms, shooter: str, *, watched: bool
) -> int | None:
    """Seconds that the shooter has; None: all the time in the world. `watched`: somebody looks on."""
    if standing.closing or any(seat.name in standing.unattended and seat.position.slots for seat in state.seats):
        return terms.window  # what lies there is played out
    seat = state.seat(shooter)
    if seat is not None and is_bot(seat.player):
        return None if is_deserted(state, standing) and not watched else 2 * terms.pause
    others = (one for one in state.seats if one.name != shooter and not is_bot(one.player))
    return terms.window if any(one.name not in standing.away for one in others) else None

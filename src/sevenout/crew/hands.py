"""Carries the steps of a sequence out, one by one: chips leave the layout or the bank and arrive where the step says.

It moves what a step names and knows nothing of why. After the last step of a roll, racks, layouts, puck and ledger
stand as the table's own event leaves them; whose dice they are and what may be parlayed is not the crew's to move.
"""

from bisect import bisect_left

from msgspec.structs import replace

from sevenout.compile import Spot
from sevenout.crew.sequence import Step
from sevenout.errors import BadInput
from sevenout.game import Game
from sevenout.money import Cents, format_amount
from sevenout.position import PLAIN, Marks, Position, stake_on
from sevenout.table.state import TableState
from sevenout.words import CREW


def apply(game: Game, state: TableState, step: Step) -> TableState:
    """The table after one step. Chips are neither made nor lost by it.

    >>> from sevenout.crew.rail import Rail
    >>> from sevenout.crew.sequence import sequence
    >>> from sevenout.dice import roll
    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 1000)
    (None, None)
    >>> state = table.state
    >>> for step in sequence(table.game, state, table.roll(roll(6, 5)), Rail.of(state)):
    ...     state = apply(table.game, state, step)
    ...     print(step.act, state.seats[0].rack, state.ledger.bank)
    bring in 9000 -10000
    pay 10000 -11000
    return 11000 -11000
    """
    if step.act == "bring in":
        return state
    if step.act == "puck":
        return replace(state, puck=game.puck(None if step.to == "off" else int(step.to)))
    position, spot, amount = _position(state, step.seat), game.rules.by_key[step.wager], step.amount
    match step.act:
        case "take":
            return _after(state, step, _noticed(_lifted(position, spot, step), spot), bank=amount)
        case "pay":
            return _after(state, step, _noticed(position, spot), bank=-amount, back=amount)
        case "return":
            return _after(state, step, _noticed(_lifted(position, spot, step), spot), back=amount)
        case "deduct":
            return _after(state, step, _noticed(position, spot))
        case "move":
            return _after(state, step, _moved(position, spot, game.rules.by_key[step.to], step))
        case "mark":
            return _after(state, step, _marked(position, spot, spot.first + step.gathered))


def _position(state: TableState, name: str) -> Position:
    if name == CREW:
        return state.crew
    seat = state.seat(name)
    if seat is None:
        raise BadInput(f"{name} has no seat at this table")
    return seat.position


def _after(state: TableState, step: Step, position: Position, *, bank: Cents = 0, back: Cents = 0) -> TableState:
    """The table with another layout of one seat or of the crew, and what came to the bank, the rack or the toke box."""
    if step.seat == CREW:
        return replace(state, crew=position, ledger=state.ledger.plus(bank=bank, toke_box=back))
    seats = tuple(
        replace(seat, rack=seat.rack + back, position=position) if seat.name == step.seat else seat
        for seat in state.seats
    )
    return replace(state, seats=seats, ledger=state.ledger.plus(bank=bank) if bank else state.ledger)


# --- one layout


def _lifted(position: Position, spot: Spot, step: Step) -> Position:
    """The layout without a step's amount."""
    held = stake_on(position, spot)
    if step.amount > held:
        amounts = f"{format_amount(held)}: {format_amount(step.amount)}"
        raise BadInput(f"{step.seat}'s {step.wager} holds {amounts} cannot be lifted from it")
    return _with_stake(position, spot, held - step.amount)


def _moved(position: Position, spot: Spot, to: Spot, step: Step) -> Position:
    """The layout with a bet laid on another wager; that nobody noticed its size goes with it."""
    lifted = _lifted(position, spot, step)
    after = _with_stake(lifted, to, stake_on(lifted, to) + step.amount)
    unnoticed = position.marks.unnoticed
    if spot.index not in unnoticed:
        return after
    return replace(after, marks=replace(after.marks, unnoticed=unnoticed - {spot.index} | {to.index}))


def _marked(position: Position, spot: Spot, slot: int) -> Position:
    """The layout with a collecting wager in another state."""
    at = bisect_left(position.slots, spot.first)
    return replace(position, slots=(*position.slots[:at], slot, *position.slots[at + 1 :]))


def _noticed(position: Position, spot: Spot) -> Position:
    """The layout once a dealer has worked the wager: its size has been seen."""
    marks = position.marks
    if spot.index not in marks.unnoticed:
        return position
    seen = Marks(marks.locked, marks.unnoticed - {spot.index}, marks.props_down)
    return replace(position, marks=PLAIN if seen == PLAIN else seen)


def _with_stake(position: Position, spot: Spot, stake: Cents) -> Position:
    """The layout with another stake on a wager, under the call it has; none takes it off."""
    slots, stakes = position.slots, position.stakes
    at = bisect_left(slots, spot.first)
    end = bisect_left(slots, spot.end)
    up = slots[at:end] or (spot.first,)
    return Position(
        slots[:at] + (up if stake else ()) + slots[end:],
        stakes[:at] + ((stake,) if stake else ()) + stakes[end:],
        position.marks,
    )

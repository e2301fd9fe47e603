"""Carries the motions of a sequence out, one by one: chips leave the layout or the bank and arrive where it says.

It moves what a motion names and knows nothing of why. After the last one of a roll, racks, layouts, puck and ledger
stand as the table's own event leaves them; whose dice they are and what may be parlayed is not the crew's to move.
"""

from typing import assert_never

from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, format_amount
from sevenout.base.vocabulary import CREW
from sevenout.crew.payout.motions import Motion
from sevenout.engine.game import Game
from sevenout.table.named_layout import Layout, PlacedBet
from sevenout.table.table_snapshot import SeatShown, Snapshot


def apply(game: Game, table: Snapshot, motion: Motion) -> Snapshot:
    """The table after one motion. Chips are neither made nor lost by it. Of the game it needs the order of the wagers.

    >>> from sevenout.crew.layout.rail import Rail
    >>> from sevenout.crew.payout.sequence import sequence
    >>> from sevenout.base.dice import roll
    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 1000)
    (None, None)
    >>> shown = table.snapshot()
    >>> for motion in sequence(table.game, table.roll(roll(6, 5)), Rail.of(shown)):
    ...     shown = apply(table.game, shown, motion)
    ...     print(motion.act, shown.seats[0].rack, shown.ledger.bank)
    bring in 9000 -10000
    pay 10000 -11000
    pick up 11000 -11000
    """
    amount = motion.amount
    match motion.act:
        case "bring in" | "clear" | "cut down" | "ask":
            return table
        case "puck":
            return replace(table, point=None if motion.to == "off" else int(motion.to))
        case "take":
            return _with_layout(table, motion, _notice(_lift(table, motion), motion), bank=amount)
        case "pay":
            return _with_layout(table, motion, _notice(_layout(table, motion), motion), bank=-amount, back=amount)
        case "return" | "pick up":
            return _with_layout(table, motion, _notice(_lift(table, motion), motion), back=amount)
        case "refund":
            return _with_layout(table, motion, _layout(table, motion), back=amount, commission=-amount)
        case "deduct":
            return _with_layout(table, motion, _notice(_layout(table, motion), motion))
        case "move":
            return _with_layout(table, motion, _in_order(game, _move(_lift(table, motion), motion)))
        case "mark":
            return _with_layout(table, motion, _mark(_layout(table, motion), motion))
        case _:
            assert_never(motion.act)


def _seat(table: Snapshot, motion: Motion) -> SeatShown:
    seat = table.seat(motion.seat)
    if seat is None:
        raise BadInput(f"{motion.seat} has no seat at this table")
    return seat


def _layout(table: Snapshot, motion: Motion) -> Layout:
    return table.crew if motion.seat == CREW else _seat(table, motion).layout


def _with_layout(
    table: Snapshot, motion: Motion, layout: Layout, *, bank: Cents = 0, back: Cents = 0, commission: Cents = 0
) -> Snapshot:
    """The table with another layout of one seat or of the crew, and what came to the bank, the rack or the toke box."""
    if motion.seat == CREW:
        return replace(table, crew=layout, ledger=table.ledger.plus(bank=bank, toke_box=back, commission=commission))
    worked = _seat(table, motion)
    changed = replace(worked, rack=worked.rack + back, layout=layout)
    seats = tuple(changed if seat is worked else seat for seat in table.seats)
    ledger = table.ledger.plus(bank=bank, commission=commission) if bank or commission else table.ledger
    return replace(table, seats=seats, ledger=ledger)


# --- one layout


def _lift(table: Snapshot, motion: Motion) -> Layout:
    """The layout without a motion's amount."""
    layout = _layout(table, motion)
    bet = layout.on(motion.wager)
    held = 0 if bet is None else bet.stake
    if bet is None or motion.amount > held:
        amounts = f"{format_amount(held)}: {format_amount(motion.amount)}"
        raise BadInput(f"{motion.seat}'s {motion.wager} holds {amounts} cannot be lifted from it")
    rest = (replace(bet, stake=held - motion.amount),) if held > motion.amount else ()
    at = layout.lying.index(bet)
    return replace(layout, lying=(*layout.lying[:at], *rest, *layout.lying[at + 1 :]))


def _move(layout: Layout, motion: Motion) -> Layout:
    """The layout with a bet laid on another wager; that nobody noticed its size goes with it."""
    there = layout.on(motion.to) or PlacedBet(motion.to, 0)
    others = tuple(bet for bet in layout.lying if bet is not there)
    unnoticed = tuple(motion.to if wager == motion.wager else wager for wager in layout.unnoticed)
    landed = replace(there, stake=there.stake + motion.amount)
    return replace(layout, lying=(*others, landed), unnoticed=tuple(dict.fromkeys(unnoticed)))


def _in_order(game: Game, layout: Layout) -> Layout:
    """The layout in the order of the book."""
    spots = game.rules.by_key
    lying = sorted(layout.lying, key=lambda bet: spots[bet.wager].index)
    unnoticed = sorted(layout.unnoticed, key=lambda wager: spots[wager].index)
    return replace(layout, lying=tuple(lying), unnoticed=tuple(unnoticed))


def _mark(layout: Layout, motion: Motion) -> Layout:
    """The layout with what a collecting wager has gathered."""
    lying = tuple(replace(bet, gathered=motion.gathered) if bet.wager == motion.wager else bet for bet in layout.lying)
    return replace(layout, lying=lying)


def _notice(layout: Layout, motion: Motion) -> Layout:
    """The layout once a dealer has worked the wager: its size has been seen."""
    if motion.wager not in layout.unnoticed:
        return layout
    return replace(layout, unnoticed=tuple(wager for wager in layout.unnoticed if wager != motion.wager))

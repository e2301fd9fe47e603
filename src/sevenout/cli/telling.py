"""What a line or a roll did beyond its own words: bets placed and moved, commission, a bonus.

All of it is read off the layouts before and after, and off the rows of the book.
"""

from collections.abc import Iterator
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sevenout.dice import roll
from sevenout.game import Game
from sevenout.money import Cents, format_amount
from sevenout.position import Position
from sevenout.refusal import Citation
from sevenout.table import Event, Rolled, Table, TableState
from sevenout.table.commands import Bet, CallWager, Command, NoRoll, Press, Reduce, units
from sevenout.table.events import Changed, Inspected, Left, Toked
from sevenout.table.shooter import puck_now
from sevenout.table.state import Bonus
from sevenout.words import CREW


class Travel(NamedTuple):
    """A stake that a roll moved, undecided."""

    seat: str
    wager: str
    stake: Cents
    where: str
    """`goes to come-6`, or of a wager that gathers totals `gathers 6`."""
    cite: Citation


def travels(game: Game, before: TableState, rolled: Rolled) -> Iterator[Travel]:
    """Every stake that a roll moved, seat by seat, the crew's tokes last."""
    rules = game.rules
    cells = rules.cells[puck_now(game, before)][roll(rolled.a, rolled.b).index]
    for name, position in (*((seat.name, seat.position) for seat in before.seats), (CREW, before.crew)):
        for slot, stake in zip(position.slots, position.stakes, strict=True):
            edge = cells[slot]
            if edge is not None and edge.outcome == "move":
                spot, there = rules.spot_of[slot], rules.spot_of[edge.goto]
                where = f"gathers {rolled.total}" if there is spot else f"goes to {there.key}"
                yield Travel(name, spot.key, stake, where, edge.cite)


def unsaid(game: Game, before: TableState, command: Command, event: Event) -> str:
    """What an action did that its line does not say: `place-5 +6, place-6 +6`; nothing if the line says it all."""
    seat = before.seat(event.seat) if isinstance(event, Changed) else None
    if seat is None or not isinstance(event, Changed):
        return ""
    differing = list(_differences(game, seat.position, event.position))
    match command:
        case Bet(amount=amount, wager=wager) | Press(amount=amount, wager=wager) if amount is not None:
            said = [(wager, f"+{units(amount)}")]
        case Reduce(amount=amount, wager=wager):
            said = [(wager, f"-{units(amount)}")]
        case CallWager(what=wager, now=now):
            said = [(wager, str(now))]
        case _:
            said = []
    return "" if differing == said else ", ".join(f"{wager} {change}" for wager, change in differing)


def _differences(game: Game, before: Position, after: Position) -> Iterator[tuple[str, str]]:
    """The wagers on which two layouts differ, in the order of the book: by how much, or how they are called now."""
    old = {key: (stake, call) for key, stake, call in lying_on(game, before)}
    new = {key: (stake, call) for key, stake, call in lying_on(game, after)}
    for spot in game.rules.spots:
        stake, call = old.get(spot.key, (0, ""))
        now, called = new.get(spot.key, (0, ""))
        if now != stake:
            yield spot.key, f"{'+' if now > stake else '-'}{units(abs(now - stake))}"
        elif called != call:
            yield spot.key, called


def lying_on(game: Game, position: Position) -> Iterator[tuple[str, Cents, str]]:
    """Each wager of a layout, its stake, and how it was called: `on`, `off` or not at all."""
    for slot, stake in zip(position.slots, position.stakes, strict=True):
        label = game.rules.labels[slot]
        yield label.wager, stake, label.call


def commission(event: Event) -> str:
    """The commission that an action cost or brought back; nothing if there is none."""
    paid = event.commission if isinstance(event, Changed | Toked | Left) else 0
    return f"commission {format_amount(abs(paid))}{' back' if paid < 0 else ''}" if paid else ""


def ground(game: Game, command: Command) -> str:
    """Whether a no roll must or may be called for the reason given, by whom, and the clause; nothing if it is none."""
    found = game.rules.book.no_roll.named(command.ground) if isinstance(command, NoRoll) else None
    if found is None:
        return ""
    clause = f"   {found.call.cite.clause}" if found.call.cite.clause else ""
    must = "must" if found.call.value == "always" else "may"
    return f"{must} be called by {' or '.join(found.called_by.value)}{clause}"


def bonus(event: Event) -> str:
    """What became of a Shootout: hit and held, paid to whom, or void; nothing if it was not touched."""
    match event:
        case Rolled(bonus=Bonus(held_for=name, held_amount=amount)) if name:
            return f"{name} hits the Shootout of {format_amount(amount)}: the dice are inspected first"
        case Inspected(paid=paid, supervisor=signed):
            to = ", ".join(f"{name} +{format_amount(amount)}" for name, amount in paid) or "nobody is left to be paid"
            return f"the Shootout: {to}" if signed else "the Shootout is void"
    return ""


def posted(table: Table) -> Iterator[str]:
    """What the Shootout stands at, and each time that it was paid; nothing where there is none, or no clock."""
    amount = table.posted()
    if amount is not None:
        yield f"posted at {format_amount(amount)}"
    clock = table.state.bonus
    for entry in table.shootout_log() or ():
        if entry.hit is not None and clock is not None:
            shares = f"{entry.shares} share{'' if entry.shares == 1 else 's'}, {format_amount(entry.shared)}"
            signed = f"signed {entry.supervisor} {entry.licence}"
            at = f"{entry.hit.astimezone(ZoneInfo(clock.zone)):%Y-%m-%d %H:%M}"
            yield f"hit on {at}: {format_amount(entry.amount)} and {shares}, {signed}"

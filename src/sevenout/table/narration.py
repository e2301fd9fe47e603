"""What happened at a table in a few words: what a line did beyond its own words, and what a roll did, by its event.

It reads events and pictures of the table and looks nothing up in the rules; who says it where is others' business.
"""

from collections.abc import Iterator
from typing import assert_never
from zoneinfo import ZoneInfo

from sevenout.base.money import format_amount, units
from sevenout.base.refusal import Citation
from sevenout.engine.betting import Move, Settlement
from sevenout.engine.position import Voucher
from sevenout.engine.shootout import Hand
from sevenout.engine.vouchers import worth
from sevenout.rulebook.model import Rulebook
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
    Undo,
)
from sevenout.table.events import (
    BoughtIn,
    Changed,
    Event,
    Inspected,
    Left,
    NoRollCalled,
    Passed,
    RollCorrected,
    Rolled,
    RollVoided,
    Toked,
    Undone,
    Warned,
    singles,
)
from sevenout.table.named_layout import BARE, Layout
from sevenout.table.state import Bonus
from sevenout.table.table import Table
from sevenout.table.table_snapshot import SeatShown, Snapshot

RESULTS = {"win": "wins", "lose": "loses", "push": "pushes", "return": "comes back"}
"""What became of a wager, said of it."""


# --- lines


def asides(book: Rulebook, before: Snapshot, command: Command, event: Event) -> tuple[str, ...]:
    """What a line did beyond its own words, one thing at a time."""
    told = (
        unsaid(before, command, event), commission(event), promotional(event), taken_back_words(event),
        ground(book, event), describe_warning(event), bonus(book, event),
    )  # fmt: skip
    return tuple(words for words in told if words)


def ruling_notes(book: Rulebook, event: Event) -> tuple[str, ...]:
    """What a ruling on a throw did at the table, whoever's words it was in."""
    return tuple(words for words in (taken_back_words(event), ground(book, event)) if words)


def unsaid(before: Snapshot, command: Command, event: Event) -> str:
    """What an action did to the layout that its line does not say: `place-5 +6, place-6 +6`."""
    if not isinstance(event, Changed | Undone) or not isinstance(command, LayoutCommand | Undo):
        return ""
    seat = before.seat(event.seat)
    differing = list(differences(BARE if seat is None else seat.layout, event.layout))
    match command:
        case Bet(amount=amount, wager=wager) | Press(amount=amount, wager=wager) if amount is not None:
            said = [(wager, f"+{units(amount)}")]
        case Reduce(amount=amount, wager=wager):
            said = [(wager, f"-{units(amount)}")]
        case CallWager(what=wager, now=now):
            said = [(wager, str(now))]
        case Bet() | Press() | TakeDown() | CallProps() | Parlay() | Undo():
            said = []
        case _:
            assert_never(command)
    return "" if differing == said else ", ".join(f"{wager} {change}" for wager, change in differing)


def differences(before: Layout, after: Layout) -> Iterator[tuple[str, str]]:
    """The wagers on which two layouts differ: by how much, or how they are called now."""
    old = {bet.wager: (bet.stake, bet.call) for bet in before.lying}
    new = {bet.wager: (bet.stake, bet.call) for bet in after.lying}
    for wager in dict.fromkeys((*old, *new)):
        (stake, call), (now, called) = old.get(wager, (0, "")), new.get(wager, (0, ""))
        if now != stake:
            yield wager, f"{'+' if now > stake else '-'}{units(abs(now - stake))}"
        elif called != call:
            yield wager, called or "as usual"


def commission(event: Event) -> str:
    """The commission that an action cost or brought back; nothing if there is none."""
    paid = event.commission if isinstance(event, Changed | Undone | Toked | Left) else 0
    return f"commission {format_amount(abs(paid))}{' back' if paid < 0 else ''}" if paid else ""


def promotional(event: Event) -> str:
    """The tokens and vouchers that a player brings, or takes away on leaving without money for them; else nothing."""
    match event:
        case BoughtIn(voucher=Voucher(kind, amount)):
            return f"a {kind} for {format_amount(amount)}, kept apart from the rack"
        case Left(vouchers=(_, *_) as vouchers):
            return f"takes {format_amount(worth(vouchers))} in tokens and vouchers along, not cashed"
        case _:
            return ""


def voucher_list(vouchers: tuple[Voucher, ...]) -> str:
    """The tokens and vouchers in front of a player; nothing if there are none.

    >>> voucher_list((Voucher("token", 5_00), Voucher("voucher", 25_00)))
    'token 5, voucher 25'
    """
    return ", ".join(f"{voucher.kind} {units(voucher.amount)}" for voucher in vouchers)


def rack_words(seat: SeatShown) -> str:
    """What a player has in the rack, and beside it."""
    return " + ".join(filter(None, (units(seat.rack), voucher_list(seat.held_vouchers))))


def ground(book: Rulebook, event: Event) -> str:
    """Whether a no roll must or may be called for the reason given, by whom, and the clause; nothing if it is none."""
    named = book.no_roll.ground(event.ground) if isinstance(event, NoRollCalled | RollVoided) else None
    if named is None:
        return ""
    clause = f"   {named.call.cite.clause}" if named.call.cite.clause else ""
    must = "must" if named.call.value == "always" else "may"
    return f"{must} be called by {' or '.join(named.called_by.value)}{clause}"


def taken_back_words(event: Event) -> str:
    """Which roll is taken back, with what was bet since; nothing if none is.

    A correction says the same of the roll that it replaces.
    """
    voided = event.voided if isinstance(event, RollCorrected) else event
    if not isinstance(voided, RollVoided):
        return ""
    return f"{voided.a}-{voided.b} is taken back, with what was bet since"


# --- rolls


def stick(rolled: Rolled) -> str:
    """A roll as a stick calls it anywhere; a house's own words for it are `crew.roll_calls`'.

    >>> from sevenout.table.events import SeatResult
    >>> from sevenout.table.state import TableDice
    >>> stick(Rolled("Ann", 3, 3, "established", 6, (), (), SeatResult("crew", 0), 0, TableDice()))
    'Six, the hard way. The point is 6.'
    """
    number = _NUMBER[rolled.total]
    name = f"{number}, {'the hard way' if rolled.a == rolled.b else 'easy'}" if rolled.total in _BOTH_WAYS else number
    match rolled.event:
        case "seven-out":
            return "Seven out! Line away."
        case "made":
            return f"{number}! Point made, pay the line."
        case "established":
            return f"{name}. The point is {rolled.total}."
        case "":
            return f"{name}."


_NUMBER = {
    2: "Two, aces", 3: "Three, ace deuce", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight",
    9: "Nine", 10: "Ten", 11: "Yo, eleven", 12: "Twelve, boxcars",
}  # fmt: skip
_BOTH_WAYS = (4, 6, 8, 10)


def decision(done: Settlement) -> str:
    """What became of a wager, and how much: `wins 14`, `loses 10`, `wins 39, 1 kept as the next commission`."""
    gain = done.won or (done.stake - done.over if done.result == "lose" else 0)
    kept = f", {units(done.commission)} kept as the next commission" if done.commission else ""
    back = f", {units(done.refund)} commission returned" if done.refund else ""
    back += voucher_words(done)
    return f"{RESULTS[done.result]} {units(gain)}{kept}{back}" if gain or kept else f"{RESULTS[done.result]}{back}"


def voucher_words(done: Settlement) -> str:
    """What becomes of the tokens and vouchers of a decided wager; nothing if there are none."""
    if not done.vouchers:
        return ""
    if done.collected:
        return f", {units(done.vouchers)} of it in tokens or vouchers, which the house takes"
    return f", {units(done.vouchers)} in tokens or vouchers {'stays up' if done.stays else 'comes back'}"


def whither(move: Move, total: int) -> str:
    """Where a bet went that a roll did not decide, or what it gathered by it.

    >>> whither(Move("come", "come-6", 1000, 0), 6), whither(Move("small", "small", 500, 0, (2, 5)), 5)
    ('goes to come-6', 'gathers 5')
    """
    return f"gathers {total}" if move.to == move.wager else f"goes to {move.to}"


def bonus(book: Rulebook, event: Event) -> str:
    """What became of a Shootout: hit and held, paid to whom, or void; nothing if it was not touched."""
    terms = book.shootout
    match singles(event)[-1]:
        case Rolled(bonus=Bonus(held_for=name, held_amount=amount)) if name and terms is not None:
            told = f"the {terms.notified.value} is notified{_at(terms.notified.cite)}"
            stops = f"play stops until the dice are inspected{_at(terms.inspected.cite)}"
            return f"{name} hits the Shootout of {format_amount(amount)}: {told}, {stops}"
        case Inspected(investigated=name) if name and terms is not None:
            return f"the Shootout is void for {name}, and the dice are investigated{_at(terms.inspected.cite)}"
        case Passed(bonus=Bonus(hand=Hand(void=True))) if terms is not None:
            return f"the Shootout is void until the next seven-out{_at(terms.void_when_passed.cite)}"
        case Inspected(paid=paid):
            to = ", ".join(f"{part.seat} +{format_amount(part.amount)}" for part in paid) or "nobody is left to be paid"
            return f"the Shootout: {to}"
        case _:
            return ""


def _at(cite: Citation) -> str:
    return f" [{cite.clause}]" if cite.clause else ""


def describe_warning(event: Event) -> str:
    """What a warning is about, by its clause, where the words alone do not say it."""
    return f"about: {event.about.replace('-', ' ')}   {event.clause}".rstrip() if isinstance(event, Warned) else ""


def describe_bonus(shown: Snapshot) -> str:
    """What the Shootout stands at, and the points made in this turn; nothing where there is none, or no clock."""
    bonus = shown.bonus
    if bonus is None or bonus.posted is None:
        return ""
    points = " ".join(map(str, bonus.points))
    void = bonus.hand is not None and bonus.hand.void
    turn = ", void until a seven-out" if void else f", made {points}" if points else ""
    return f"Shootout {format_amount(bonus.posted)}{turn}"


def lacking_clock(book: Rulebook, after: Snapshot, event: Event) -> str:
    """What a game without a clock misses at a point made in a house with a bonus; nothing elsewhere."""
    rolled = singles(event)[-1]
    if book.shootout is None or after.bonus is not None or not isinstance(rolled, Rolled) or rolled.event != "made":
        return ""
    return (
        "this house has a Shootout, and nobody told the time: without a line such as "
        "clock 2026-11-15T20:00 America/Chicago no bonus is posted and no points are counted"
    )


def narrate_bonus(table: Table) -> Iterator[str]:
    """What the Shootout stands at, and each time that it was paid; nothing where there is none, or no clock."""
    amount, clock = table.posted_bonus(), table.state.bonus
    if amount is not None:
        yield f"posted at {format_amount(amount)}"
    for entry in table.shootout_log() or ():
        if entry.hit is not None and clock is not None:
            shares = f"{entry.shares} share{'' if entry.shares == 1 else 's'}, {format_amount(entry.shared)}"
            signed = f"signed {entry.supervisor} {entry.licence}"
            at = f"{entry.hit.astimezone(ZoneInfo(clock.zone)):%Y-%m-%d %H:%M}"
            yield f"hit on {at}: {format_amount(entry.amount)} and {shares}, {signed}"

"""A live table as everybody is told of it: the picture after every durable entry, and what each entry changed in it.

Nothing here is ahead of the store: what is shown was committed. Who the players are stays in the house, and so does
what strategies remember.
"""

from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.money import format_amount
from sevenout.crew.calls.event_calls import calls_for_event
from sevenout.crew.layout.rail import Rail
from sevenout.crew.payout.work_steps import WorkStep, work_steps
from sevenout.engine.game import Game
from sevenout.engine.offers import Offer, offers
from sevenout.rulebook.source import shipped_digests
from sevenout.server.fairness.dice_turns import Turns
from sevenout.server.live.table_terms import TableTerms
from sevenout.server.protocol import message_codec, messages
from sevenout.server.protocol.house_events import LateBet, ServerLogEntry
from sevenout.server.protocol.join_codes import code_of
from sevenout.table.commands import CallWager, Command
from sevenout.table.event_application import evolve
from sevenout.table.events import Event, Remembered, RollCorrected, Rolled, RollVoided, Seated, singles
from sevenout.table.handlers.bets import refused_late
from sevenout.table.handlers.shooter_rules import puck_now
from sevenout.table.state import TableState
from sevenout.table.table_snapshot import SeatShown, Snapshot


class PublicState(Struct, frozen=True):
    """A table after entry `n`."""

    n: int
    shown: Snapshot
    turns: Turns = Turns()
    awaited: datetime | None = None
    late: tuple[LateBet, ...] = ()
    asked: tuple[str, ...] = ()
    """The seats that have asked for more time before this roll."""

    def deadline(self, now: datetime) -> messages.Deadline | None:
        """When the shooter's time ends, as it is told at a moment; None while there is no countdown."""
        return None if self.awaited is None else messages.Deadline(self.awaited, now, self.asked)

    def apply_entry(self, entry: ServerLogEntry) -> "PublicState":
        """The picture after the entry that comes next; dice and deadline are told by whoever plays the log."""
        happened = table_event_of(entry)
        return replace(self, n=entry.n, shown=self.shown if happened is None else evolve(self.shown, happened))

    def seat_of(self, player: str) -> str:
        """The seat of a person, by their key; who has not come in has none."""
        return "" if not player else next((seat.name for seat in self.shown.seats if seat.player == player), "")


def table_event_of(entry: ServerLogEntry) -> Event | None:
    """What an entry did at the table, if anything: its event, or what a ruling or a change of the crew's did there."""
    return entry.event if isinstance(entry.event, Event) else entry.table


def fair_dice_message(turns: Turns) -> messages.Fair:
    """What is published of the dice of a turn."""
    given = tuple(one.seat for one in turns.given)
    return messages.Fair(turns.turn, turns.commitment, given, turns.mixed, turns.throws, turns.anchor, turns.link)


def late_bet_messages(late: tuple[LateBet, ...]) -> tuple[messages.LateBetMessage, ...]:
    """The bets and calls that wait to be confirmed."""
    return tuple(
        messages.LateBetMessage(
            one.bet.seat,
            one.wager,
            str(one.bet),
            tuple(role for role, _ in one.words),
            switched=isinstance(one.bet, CallWager),
        )
        for one in late
    )


def terms_message(name: str, terms: TableTerms, owner: str, digest: str) -> messages.TermsMessage:
    """How a table was opened, as far as it concerns who looks at it."""
    bounds = (terms.smallest_buy_in, terms.largest_buy_in)
    least, most = ("" if cents is None else format_amount(cents) for cents in bounds)
    return messages.TermsMessage(
        format_amount(terms.minimum),
        format_amount(terms.maximum),
        format_amount(terms.chip),
        terms.window,
        terms.undo,
        terms.watched,
        code_of(name),
        least,
        most,
        owner,
        terms.zone,
        digest not in shipped_digests(),
    )


def next_throw_message(game: Game, shown: Snapshot) -> messages.Next:
    """Who throws next, and why, or what has to happen first."""
    throws, dice = shown.throws, shown.dice
    if dice.thrown:
        return messages.Next(throws, "in-the-air", "the dice are in the air")
    if shown.bonus is not None and shown.bonus.held_for:
        return messages.Next(throws, "inspection", "the dice are being inspected")
    if throws is None:
        words = "nobody has the dice: make a line bet" if shown.seats else "nobody is at the table"
        return messages.Next(None, "nobody", words)
    if _waits_for_line_bet(game, shown):
        return messages.Next(throws, "line-bet", f"{throws} has the dice: waiting for a line bet")
    if dice.finishing and throws == dice.holder:
        return messages.Next(throws, "finishing", f"{throws} finishes the point, then shoots a new hand")
    if throws == dice.turn:
        return messages.Next(throws, "turn", f"{throws} is shooting")
    return messages.Next(throws, "new-shooter", f"{throws} is the new shooter")


def _waits_for_line_bet(game: Game, shown: Snapshot) -> bool:
    """Whether whoever has the dice for a come-out roll has no line bet yet."""
    line, seat = game.rules.book.shooter.line.value, shown.seat(shown.throws or "")
    return bool(line) and seat is not None and shown.point is None and seat.layout.stakes.keys().isdisjoint(line)


# --- an entry, told


def past_event_message(entry: ServerLogEntry) -> messages.EventMessage:
    """What happened while somebody was away: a snapshot follows, which has what it changed."""
    return replace(entry_message(entry), past=True)


def entry_message(entry: ServerLogEntry) -> messages.EventMessage:
    """What happened, without what it changed: of an entry that was long ago."""
    line = "" if entry.command is None else str(entry.command)
    if isinstance(entry.event, Remembered):
        line = ""
    touched = None if entry.table is None else _public(entry.table)
    return messages.EventMessage(entry.n, _public(entry.event), line, entry.at, touched)


def event_message(
    game: Game, entry: ServerLogEntry, before: PublicState, after: PublicState, now: datetime | None = None
) -> messages.EventMessage:
    """What happened, and what is different now."""
    was = {id(seat): seat for seat in before.shown.seats}  # who was not touched is the very same
    touched = [seat for seat in after.shown.seats if id(seat) not in was]
    seats = tuple(replace(seat, player="", memory="") for seat in touched if before.shown.seat(seat.name) != seat)
    return replace(
        entry_message(entry),
        change=_change(game, before, after, seats, now or entry.at, unrolled=_takes_back(entry)),
    )


def _takes_back(entry: ServerLogEntry) -> bool:
    return isinstance(table_event_of(entry), RollVoided | RollCorrected)


def _change(
    game: Game,
    before: PublicState,
    after: PublicState,
    seats: tuple[SeatShown, ...],
    now: datetime | None,
    *,
    unrolled: bool,
) -> messages.TableChange:
    was, shown = before.shown, after.shown
    order = tuple(seat.name for seat in shown.seats)
    different: dict[str, Any] = {
        name: getattr(shown, name)
        for name in ("crew", "point", "throws", "dice", "ledger", "bonus")
        if getattr(shown, name) != getattr(was, name)
    }
    if order != tuple(seat.name for seat in was.seats):
        different["order"] = order
    if unrolled:
        different["rolls"] = shown.rolls
    elif shown.rolls is not was.rolls and shown.rolls:
        different["roll"] = shown.rolls[-1]
    if (after.awaited, after.asked) != (before.awaited, before.asked):
        different["window"] = None if now is None else after.deadline(now)
    if after.turns != before.turns:
        different["fair"] = fair_dice_message(after.turns)
    if after.late != before.late:
        different["late"] = late_bet_messages(after.late)
    if (next_now := next_throw_message(game, shown)) != next_throw_message(game, was):
        different["next"] = next_now
    return messages.TableChange(seats, **different)


def _public(event: Any) -> Any:
    """An event as everybody may see it."""
    match event:
        case Seated():
            return replace(event, player="")
        case Remembered():
            return replace(event, memory="")
        case RollVoided(seats=seats):
            return replace(event, seats=tuple(replace(seat, memory="") for seat in seats))
        case RollCorrected(voided, rolled):
            return RollCorrected(_public(voided), rolled)
    return event


def with_crew(
    event: messages.EventMessage, game: Game, entry: ServerLogEntry, before: Snapshot, dealers: Literal[1, 2] = 2
) -> messages.EventMessage:
    """The same, with what the crew says and does; `dealers`: how many base dealers are posted."""
    happened = table_event_of(entry)
    if happened is None:
        return event
    rail = Rail.of(before, dealers)
    command = entry.command if isinstance(entry.command, Command) else None
    said = calls_for_event(game, before, happened, command, rail)
    calls = (*(_call(spoken, before=True) for spoken in said.before), *(_call(spoken) for spoken in said.after))
    last = singles(happened)[-1]
    steps = work_steps(game, last, rail) if isinstance(last, Rolled) else ()
    return replace(event, calls=calls, steps=tuple(map(step_message, steps)))


def _call(spoken: Any, *, before: bool = False) -> messages.CallMessage:
    return messages.CallMessage(spoken.who, spoken.words, spoken.cite.clause, spoken.to, before)


def step_message(step: WorkStep) -> messages.StepMessage:
    """A motion of the crew as it is told."""
    motion = step.motion
    amount = format_amount(motion.amount) if motion.amount else ""
    chips = tuple((format_amount(stack.denomination.cents), stack.chips) for stack in step.chips)
    says, clause = motion.sentence, motion.cite.clause
    return messages.StepMessage(
        motion.who, motion.act, says, motion.seat, motion.wager, amount, motion.to, chips, clause
    )


# --- offers and rolls


def offers_message(game: Game, state: TableState, seat: str) -> tuple[Offer, ...]:
    """What a seat may bet now, or why not."""
    own = state.seat(seat)
    if own is None:
        return ()
    return offers(game, own.position, puck_now(game, state), own.rack, refused_late(game, state))


_MOST_ENCODED = 20_000
_encoded: dict[int, tuple[Offer, msgspec.Raw]] = {}
"""Offers as they are sent, by identity: most are the very ones that were sent before. They are held, so that no other
gets the identity of one."""


def encode_offers(n: int, offers: tuple[Offer, ...]) -> bytes:
    """What a seat may bet after entry `n`, as it is sent; each offer is written out once, to whomever it is made."""
    before = [_encoded.get(id(offer)) for offer in offers]
    written = [_encode_offer(offer) if found is None else found[1] for offer, found in zip(offers, before, strict=True)]
    return message_codec.encode_raw_offers(n, written)


def _encode_offer(offer: Offer) -> msgspec.Raw:
    """Writes an offer out that was not sent before, and keeps it."""
    if len(_encoded) >= _MOST_ENCODED:
        _encoded.clear()
    raw = msgspec.Raw(message_codec.encode_offered(offer_message(offer)))
    _encoded[id(offer)] = offer, raw
    return raw


@lru_cache(maxsize=20_000)
def offer_message(offer: Offer) -> messages.OfferMessage:
    """An offer as it is told; what is the same for all of them, such as the document, the book has."""
    held = format_amount(offer.held)
    if offer.refusal is not None:
        return messages.OfferMessage(
            offer.wager, offer.title, held, refused=message_codec.refusal_reason(replace(offer.refusal, wager=""))
        )
    exact = offer.exact_below is not None
    return messages.OfferMessage(
        offer.wager,
        offer.title,
        held,
        format_amount(offer.minimum),
        format_amount(offer.maximum),
        format_amount(offer.step),
        format_amount(offer.exact_below or 0) if exact else "",
        format_amount(offer.exact_step) if exact else "",
        format_amount(offer.pays_in) if offer.pays_in else "",
    )


def rolls_message(shown: Snapshot) -> messages.RollsMessage:
    """The last rolls."""
    rolls = (messages.RollMessage((roll.a, roll.b), roll.shooter, roll.event, roll.point) for roll in shown.rolls)
    return messages.RollsMessage(tuple(rolls))

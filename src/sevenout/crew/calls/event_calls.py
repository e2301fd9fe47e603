"""The crew's calls for each event of a game: calls, announcements and bookings, each in its place."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple, assert_never

from sevenout.base.refusal import Refusal
from sevenout.crew.calls.announcements import (
    DICE_OUT,
    below_minimum_calls,
    shootout_calls,
    speak,
    too_late,
    warning_call,
)
from sevenout.crew.calls.bet_calls import booking, change_due
from sevenout.crew.calls.payoff_calls import payoff_calls
from sevenout.crew.layout.rail import Rail
from sevenout.crew.roll_calls import (
    Seer,
    SpokenCall,
    after_roll,
    before_roll,
    confirmed_call,
    dice_moved,
    join_calls,
    words_of,
)
from sevenout.engine.game import Game
from sevenout.table import Event, Snapshot, evolve
from sevenout.table.commands import Bet, CallWager, Command, RollDice
from sevenout.table.events import (
    Awarded,
    BoughtIn,
    Changed,
    Declined,
    DiceAccepted,
    Inspected,
    Left,
    NoRollCalled,
    Opened,
    Overruled,
    Passed,
    Remembered,
    RollCorrected,
    Rolled,
    RollVoided,
    Seated,
    Thrown,
    TimePassed,
    Toked,
    Undone,
    Warned,
)


class CallsAround(NamedTuple):
    """The calls just before an event, and after it."""

    before: tuple[SpokenCall, ...] = ()
    after: tuple[SpokenCall, ...] = ()


def calls_for_event(
    game: Game,
    before: Snapshot,
    event: Event,
    command: Command | None = None,
    rail: Rail | None = None,
    *,
    sent_out: bool = False,
) -> CallsAround:
    """The crew's words for an event, at the table as it was before it.

    The `command` has what an event does not keep: who confirmed a bet and what was put down for it, who saw the dice.
    `sent_out`: the stick has sent the dice out and said so.

    >>> from sevenout.base.dice import roll
    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 500)
    (None, None)
    >>> [said.words for said in calls_for_event(table.game, table.snapshot(), table.roll(roll(6, 6))).after][:2]
    ['Twelve', 'Craps twelve, boxcars']
    """
    rail = rail or Rail.of(before)
    match event:
        case Rolled():
            out_already = sent_out or before.dice.thrown or isinstance(event, Overruled)
            seen_by = (command.called_by if isinstance(command, RollDice) else "") or "stickperson"
            out = () if out_already else before_roll(game, before, event.shooter)
            return CallsAround(out, _of_roll(game, before, event, seen_by, rail))
        case Thrown():
            out = () if sent_out else before_roll(game, before, event.shooter)
            return CallsAround((*shootout_calls(game, before, event, rail), *out))
        case Passed() | Declined() | Left():
            return CallsAround(after=(*dice_moved(game, before, event), *shootout_calls(game, before, event, rail)))
        case DiceAccepted() | NoRollCalled():
            return CallsAround(after=dice_moved(game, before, event))
        case Changed() | Toked():
            bet = command if isinstance(command, Bet) else None
            change = change_due(event, bet.tendered) if bet is not None and bet.tendered else 0
            confirmed = command.confirmed if isinstance(command, Bet | CallWager) else ()
            return CallsAround(after=booking(game, before, event, rail, change=change, confirmed=confirmed))
        case Warned(seat=seat, about=about):
            return CallsAround(after=(warning_call(game, seat, about, rail),))
        case TimePassed() | Inspected():
            return CallsAround(after=shootout_calls(game, before, event, rail))
        case RollVoided():
            return CallsAround(after=(speak(words_of(game).no_roll.voided, rail),))
        case RollCorrected(voided, rolled):
            restored = evolve(before, voided)
            corrected = speak(words_of(game).no_roll.corrected, rail)
            return CallsAround(after=(corrected, *_calls_for_roll(game, restored, rolled, "stickperson", rail)))
        case Opened() | Seated() | BoughtIn() | Undone() | Remembered() | Awarded():
            return CallsAround()
        case _:
            assert_never(event)


def calls_for_refusal(
    game: Game, before: Snapshot, refusal: Refusal, command: Command, rail: Rail | None = None
) -> tuple[SpokenCall, ...]:
    """The words to a player whose bet is refused; with the reason for a proposition that comes when the dice are out.

    >>> from sevenout.crew.calls.announcements import refused_after_sent
    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000)
    >>> no = refused_after_sent(table.game, "hard-8")
    >>> [call.words for call in calls_for_refusal(table.game, table.snapshot(), no, Bet("Ann", 500, "hard-8"))]
    ['Ann, the dice are out: Hardway 8 after this roll']
    """
    seat = getattr(command, "seat", "")
    if refusal.code != DICE_OUT or not refusal.wager:
        return ()
    return too_late(game, seat, refusal.wager, rail or Rail.of(before))


def _of_roll(game: Game, before: Snapshot, event: Rolled, seen_by: Seer, rail: Rail) -> tuple[SpokenCall, ...]:
    """A roll is called and confirmed, winners are paid, and what was overlooked or hit is spoken of."""
    if isinstance(event, Overruled):
        counts = words_of(game).no_roll.overruled
        return (speak(counts, rail), *_calls_for_roll(game, before, event, seen_by, rail))
    return _calls_for_roll(game, before, event, seen_by, rail)


def _calls_for_roll(game: Game, before: Snapshot, event: Rolled, seen_by: Seer, rail: Rail) -> tuple[SpokenCall, ...]:
    confirmed = () if seen_by == "base dealer" else (confirmed_call(game, event, rail),)
    return (
        *after_roll(game, event, seen_by, rail),
        *confirmed,
        *payoff_calls(game, event, rail),
        *below_minimum_calls(game, before, event, rail),
        *shootout_calls(game, before, event, rail),
    )


def by_speaker(calls: Iterable[SpokenCall]) -> Iterator[str]:
    """One line for everything that one person says in a row.

    >>> from sevenout.base.refusal import Citation
    >>> one, two, three = (SpokenCall(who, "Seven", Citation()) for who in ("stick", "stick", "box"))
    >>> list(by_speaker((one, two, three)))
    ['stick: Seven. Seven.', 'box: Seven.']
    """
    for who, words in groupby(calls, key=lambda each: each.who):
        yield f"{who}: {join_calls(words)}"


def call_record(call: SpokenCall) -> dict[str, Any]:
    """Something that was said, as `replay --json --calls` shows it; with whom it was for, if it was not for all."""
    record = {"who": call.who, "words": call.words, "clause": call.cite.clause, "provenance": call.cite.provenance}
    return {**record, "to": call.to} if call.to else record

"""What happened on the floor in a few words: what a line of crew, dice or pit did beyond its own words."""

from typing import Any, assert_never

from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Citation
from sevenout.crew.dice.dice_commands import (
    Cancelled,
    Condemned,
    DiceEvent,
    DiceInspected,
    DiceShifted,
    InspectionDue,
    InspectionLifted,
    Mishandled,
    Recovered,
    Scribed,
    SetBrought,
    SetInspected,
    SetPutIn,
    SetTakenOff,
    Wrapped,
)
from sevenout.crew.dice.dice_sets import DiceRules
from sevenout.crew.floor.floor import CrewEvent
from sevenout.crew.manual.chapter_loader import chapter
from sevenout.crew.pit.bank import BankCounted, BankEvent, BankMoved, BankOpened, BoxCounted, Presented
from sevenout.crew.pit.irregularities import (
    Assisted,
    BelowMinimum,
    BetVerified,
    ChecksCaught,
    Encouraged,
    IrregularEvent,
    PastPosted,
    RailCleared,
    Snatched,
)
from sevenout.crew.pit.layout_checks import LayoutEvent, OddsStood, PayoutsVerified, PuckChecked
from sevenout.crew.pit.money_change import ChangeAsked, ChangeEvent, ChangeReturned, ChangeStepped, worth
from sevenout.crew.pit.pit_commands import (
    BoxPosted,
    BoxReady,
    CallVerified,
    Disputed,
    GameOpened,
    HouseMoneyReturned,
    Relieved,
    Revived,
    Ruled,
    StacksMoved,
    TablePlayed,
    WentDead,
    Worked,
)
from sevenout.crew.roll_calls import SpokenCall
from sevenout.rulebook.model import Rulebook

Aside = InspectionDue | ChangeReturned | BelowMinimum
"""What may follow from a line of the table, and is worth a word there."""

_PitOnly = (
    GameOpened | BoxPosted | Relieved | BoxReady | Worked | StacksMoved | HouseMoneyReturned | WentDead | Revived
    | CallVerified | Disputed | Ruled | TablePlayed
)  # fmt: skip


def narrate_floor_event(book: Rulebook, event: CrewEvent) -> str:
    """What an event of the floor did that its line does not say; nothing if the line says it all.

    >>> from sevenout import open_book
    >>> narrate_floor_event(open_book("catfish-bend").book, InspectionDue("questioned"))
    'inspect the dice first: somebody doubts the dice (Dice Inspection 6.3)'
    """
    if isinstance(event, DiceEvent):
        return _of_dice(book, event)
    if isinstance(event, IrregularEvent):
        return _out_of_the_ordinary(event)
    if isinstance(event, LayoutEvent):
        return _on_the_layout(event)
    return _of_money(event) if isinstance(event, BankEvent | ChangeEvent) else _of_the_pit(event)


def _of_dice(book: Rulebook, event: DiceEvent) -> str:
    rules = chapter(book, "dice", DiceRules)
    match event:
        case InspectionDue(why):
            fact = rules.inspection.when[why]
            return f"inspect the dice first: {fact.value}{_format_clause(fact.cite)}"
        case Mishandled(how=how):
            fact = rules.handling.against(how)
            return f"{fact.value}{_format_clause(fact.cite)}"
        case DiceInspected() | SetInspected():
            return "sound"
        case Condemned(wrong=wrong):
            return f"take these dice off the game: {wrong.reason}{_format_clause(wrong.cite)}"
        case SetBrought() | Scribed() | SetPutIn() | SetTakenOff() | DiceShifted() | InspectionLifted():
            return ""
        case Recovered() | Cancelled() | Wrapped():
            return ""
        case _:
            assert_never(event)


def _of_the_pit(event: _PitOnly) -> str:
    match event:
        case Relieved(outgoing=outgoing):
            return f"{outgoing} goes"
        case Worked(steps):
            paid = sum(step.amount for step in steps if step.act == "pay")
            return f"{len(steps)} step{'' if len(steps) == 1 else 's'}{f', {format_amount(paid)} paid' if paid else ''}"
        case StacksMoved():
            return format_amount(event.amount)
        case WentDead():
            return f"the stick {event.stick}, the bowl {event.bowl}"
        case Ruled() | CallVerified() | Disputed():
            return ""
        case GameOpened() | BoxPosted() | BoxReady() | HouseMoneyReturned() | Revived() | TablePlayed():
            return ""
        case _:
            assert_never(event)


def _of_money(event: BankEvent | ChangeEvent) -> str:
    match event:
        case ChangeStepped(step="cut", changing=changing):
            return ", ".join(map(str, changing.cut))
        case ChangeReturned(changing):
            return f"{changing.seat}'s {format_amount(changing.amount)} to be changed went back"
        case BankCounted(counted, expected, odd):
            return _compare_count(worth(counted), worth(expected) + odd)
        case BoxCounted(counted=amount, expected=reckoned):
            return _compare_count(amount, reckoned)
        case Presented(cite=cite):
            return cite.clause
        case ChangeAsked() | ChangeStepped() | BankOpened() | BankMoved():
            return ""
        case _:
            assert_never(event)


def _out_of_the_ordinary(event: IrregularEvent) -> str:
    match event:
        case PastPosted() | Snatched():
            return f"{event.done}{_format_clause(event.cite)}"
        case BetVerified(over=over, returned=returned):
            back = ", which goes back" if returned else ""
            return f"{format_amount(over)} above its limit{back}" if over else "within its limit"
        case BelowMinimum():
            below = f"{event.seat}'s {event.wager} of {format_amount(event.amount)} is below the minimum"
            return f"{below} of {format_amount(event.minimum)} and is {event.done}{_format_clause(event.cite)}"
        case Assisted() | ChecksCaught():
            return event.cite.clause
        case Encouraged() | RailCleared():
            return ""
        case _:
            assert_never(event)


def _on_the_layout(event: LayoutEvent) -> str:
    match event:
        case OddsStood(stand=stand):
            return f"{stand.at}{_format_clause(stand.cite)}"
        case PuckChecked(said=said):
            return f"put right{_format_clause(said[0].cite)}" if said else "as it should be"
        case PayoutsVerified(payouts=payouts, cite=cite):
            many = f"{len(payouts)} payout{'' if len(payouts) == 1 else 's'}"
            return f"{many}, {format_amount(event.amount)}{_format_clause(cite)}"
        case _:
            assert_never(event)


def _compare_count(amount: Cents, expected: Cents) -> str:
    """What was counted beside what should be there."""
    if amount == expected:
        return "as it should be"
    return f"{format_amount(abs(amount - expected))} {'over' if amount > expected else 'short'}"


def _format_clause(cite: Citation) -> str:
    return f" ({cite.clause})" if cite.clause else ""


def said_at(event: CrewEvent) -> tuple[SpokenCall, ...]:
    """What somebody says as it happens."""
    speaks = Relieved | BoxReady | ChangeAsked | ChangeStepped | Encouraged | RailCleared | PuckChecked
    return event.said if isinstance(event, speaks) else ()


def act_record(book: Rulebook, said: str, event: CrewEvent) -> dict[str, Any]:
    """Something that happened on the floor, as `replay --json` shows it."""
    return {"said": said, "act": type(event).__struct_config__.tag, "tells": narrate_floor_event(book, event)}

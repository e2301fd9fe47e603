"""What happened on the floor in a few words: what a line of crew, dice or pit did beyond its own words."""

from typing import Any, assert_never

from sevenout.crew.calls import Spoken
from sevenout.crew.changing import ChangeAsked, ChangeReturned, ChangeStepped
from sevenout.crew.chips import Stack
from sevenout.crew.dice_moves import (
    Cancelled,
    Condemned,
    DiceInspected,
    DiceShifted,
    InspectionDue,
    Recovered,
    Scribed,
    SetBrought,
    SetInspected,
    SetPutIn,
    SetTakenOff,
    Wrapped,
)
from sevenout.crew.dice_sets import DiceRules
from sevenout.crew.floor import CrewEvent
from sevenout.crew.manual import chapter
from sevenout.crew.pit_moves import (
    BoxPosted,
    BoxReady,
    CallVerified,
    Disputed,
    GameOpened,
    HouseMoneyReturned,
    OrderedToPass,
    Relieved,
    Revived,
    Ruled,
    StacksMoved,
    TablePlayed,
    WentDead,
    Worked,
)
from sevenout.money import format_amount
from sevenout.rulebook.model import Rulebook

Aside = InspectionDue | ChangeReturned
"""What may follow from a line of the table, and is worth a word there."""


def told(book: Rulebook, event: CrewEvent) -> str:
    """What an event of the floor did that its line does not say; nothing if the line says it all.

    >>> from sevenout import open_book
    >>> told(open_book("catfish-bend").book, InspectionDue("passed"))
    'the dice are inspected first: the shooter passed the dice (Dice Inspection 6.2)'
    """
    match event:
        case InspectionDue(why):
            fact = chapter(book, "dice", DiceRules).inspection.when[why]
            return f"the dice are inspected first: {fact.value}{_cited(fact.cite.clause)}"
        case DiceInspected() | SetInspected():
            return "sound"
        case Condemned(wrong=wrong):
            return f"these dice go off the game: {wrong.reason}{_cited(wrong.clause)}"
        case Relieved(outgoing=outgoing):
            return f"{outgoing} goes"
        case Worked(steps):
            paid = sum(step.amount for step in steps if step.act == "pay")
            return f"{len(steps)} step{'' if len(steps) == 1 else 's'}{f', {format_amount(paid)} paid' if paid else ''}"
        case StacksMoved():
            return format_amount(event.amount)
        case WentDead():
            return f"the stick {event.stick}, the bowl {event.bowl}"
        case ChangeStepped(step="cut", changing=changing):
            return _stacks(changing.cut)
        case ChangeReturned(changing):
            return f"{changing.seat}'s {format_amount(changing.amount)} to be changed went back"
        case Ruled() | OrderedToPass() | CallVerified() | Disputed() | ChangeAsked() | ChangeStepped():
            return ""
        case GameOpened() | BoxPosted() | BoxReady() | HouseMoneyReturned() | Revived() | TablePlayed():
            return ""
        case SetBrought() | Scribed() | SetPutIn() | SetTakenOff() | DiceShifted() | Recovered() | Cancelled():
            return ""
        case Wrapped():
            return ""
        case _:
            assert_never(event)


def _cited(clause: str) -> str:
    return f" ({clause})" if clause else ""


def _stacks(stacks: tuple[Stack, ...]) -> str:
    return ", ".join(map(str, stacks))


def said_at(event: CrewEvent) -> tuple[Spoken, ...]:
    """What somebody says as it happens."""
    return event.said if isinstance(event, Relieved | BoxReady | ChangeAsked | ChangeStepped) else ()


def act_record(book: Rulebook, said: str, event: CrewEvent) -> dict[str, Any]:
    """Something that happened on the floor, as `replay --json` shows it."""
    return {"said": said, "act": type(event).__struct_config__.tag, "tells": told(book, event)}

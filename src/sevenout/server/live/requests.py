"""What is said at a live table, and who says it: beside the commands of the floor, what only a house has."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import NamedTuple

from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import FloorCommand
from sevenout.server.live.log_state import HOUSE
from sevenout.server.protocol.house_events import SeatAttended, SeatAway, SeatUnattended


class Actor(NamedTuple):
    """Who speaks: a person by key, the seat that is theirs at this table, and what they are there."""

    person: str
    seat: str = ""
    roles: tuple[str, ...] = ()


THE_HOUSE = Actor(HOUSE, "", (HOUSE,))


class ThrowRequest(NamedTuple):
    """The dice are thrown: what they show is theirs to say."""

    def __str__(self) -> str:
        return "roll"


class GiveSeed(NamedTuple):
    """A seat's part in the dice."""

    seed: str

    def __str__(self) -> str:
        return f"seed {self.seed}"


class AskForTime(NamedTuple):
    """A seat wants the next throw to wait a little longer."""

    def __str__(self) -> str:
        return "asks for time"


class Appoint(NamedTuple):
    """Somebody is given roles at this table, or is nothing in particular any more; the house says so."""

    name: str
    roles: tuple[str, ...]
    by: str

    def __str__(self) -> str:
        return f"{self.by} appoints {self.name}: {', '.join(self.roles) or 'nothing'}"


class SeatBot(NamedTuple):
    """A strategy sits down, with so many chips."""

    seat: str
    rack: Cents
    strategy: str
    text: str

    def __str__(self) -> str:
        return f"seat {self.seat} {self.rack} {self.strategy} {self.text}"


class Close(NamedTuple):
    """The table takes nobody any more; once everybody has gone it is shut."""

    def __str__(self) -> str:
        return "close"


class HouseNote(NamedTuple):
    """Something of the house's own that is to stand in the log, if it is still so when it is written."""

    event: SeatAway | SeatUnattended | SeatAttended
    still: Callable[[], bool]

    def __str__(self) -> str:
        return str(self.event)


class BotActions(NamedTuple):
    """What a strategy does in a window, and why it ends, if it does."""

    commands: tuple[FloorCommand, ...] = ()
    ended: str = ""


class BotTurn(NamedTuple):
    """A strategy's turn to act: what it does is asked for when nobody else can speak, and written all at once."""

    seat: str
    acts: Callable[[], BotActions]

    def __str__(self) -> str:
        return f"{self.seat} acts"


ServerRequest = ThrowRequest | GiveSeed | AskForTime | SeatBot | Close | HouseNote | BotTurn | Appoint
Request = FloorCommand | ServerRequest
Precondition = Callable[[datetime], Awaitable[Refusal | None]]
"""Why something is not done beside the rules of the table, asked at a moment when nobody else can speak."""


async def no_precondition(_: datetime) -> None:
    """Nothing has to hold beside the rules of the table."""

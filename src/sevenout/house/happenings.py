"""What happens at a live table beside the game: turns of fair dice and deadlines, and the log that has all of it.

None of these has a command: the house does them. Whether they are true is checked when a turn's seed is known.
"""

from datetime import datetime

from msgspec import Struct

from sevenout.crew.floor import FloorCommand, FloorEvent
from sevenout.table.events import Event


class TurnOpened(Struct, frozen=True, gc=False, tag="turn-opened"):
    """The dice of a new turn are fixed, and this is their commitment; betting on them opens now."""

    turn: int
    commitment: str


class SeedGiven(Struct, frozen=True, gc=False, tag="seed-given"):
    """A seat gave its part to the dice of the turn that comes, in place of one that it gave before."""

    seat: str
    seed: str


class SeedsMixed(Struct, frozen=True, gc=False, tag="seeds-mixed"):
    """The turn's first throw is next: nobody's part changes any more."""

    turn: int
    mixed: str


class SeedRevealed(Struct, frozen=True, gc=False, tag="seed-revealed"):
    """The turn is over, and this was its seed."""

    turn: int
    seed: str


class Awaited(Struct, frozen=True, gc=False, tag="awaited"):
    """The next throw is waited for until then; after that the dice are thrown for whoever has them."""

    until: datetime


HouseEvent = TurnOpened | SeedGiven | SeedsMixed | SeedRevealed | Awaited


class HouseRecorded(Struct, frozen=True, gc=False, omit_defaults=True):
    """One entry of a live table's log: a floor's, or what the house did itself."""

    n: int
    command: FloorCommand | None
    event: FloorEvent | HouseEvent
    at: datetime | None = None
    actor: str = ""
    key: str = ""
    table: Event | None = None

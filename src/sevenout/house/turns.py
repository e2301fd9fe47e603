"""The dice of a live table, turn by turn: what is committed, given, mixed, thrown and revealed, read from its log."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sevenout.crew.floor import FloorEvent
from sevenout.house.fair import LONGEST_SEED, Faces, Seeded, commitment, mix, seed_of, throw
from sevenout.house.happenings import HouseEvent, SeedGiven, SeedRevealed, SeedsMixed, TurnOpened
from sevenout.refusal import Refusal
from sevenout.table.events import NoRollCalled, Overruled, Rolled


class Turns(Struct, frozen=True):
    """How the dice of a table stand."""

    turn: int = 0
    commitment: str = ""
    given: tuple[Seeded, ...] = ()
    """What seats gave, the latest of each, in the order of the log."""
    mixed: str = ""
    """Empty until the turn's first throw is next."""
    fixed: tuple[Seeded, ...] = ()
    """What was mixed."""
    throws: int = 0
    """Throws under this turn's seed, those that did not count included."""
    shooter: str = ""
    """Who threw first under it."""

    def after(self, event: FloorEvent | HouseEvent) -> "Turns":
        """How they stand after an event of the log."""
        match event:
            case TurnOpened(turn, committed):
                return Turns(turn, committed, self.given)
            case SeedGiven(seat, seed):
                others = tuple(one for one in self.given if one.seat != seat)
                return replace(self, given=(*others, Seeded(seat, bytes.fromhex(seed))))
            case SeedsMixed(_, mixed):
                return replace(self, mixed=mixed, fixed=self.given)
            case Overruled():
                return self  # the throw was counted when it was called off
            case Rolled(shooter=shooter):
                return replace(self, throws=self.throws + 1, shooter=self.shooter or shooter)
            case NoRollCalled():
                return replace(self, throws=self.throws + 1)
        return self


def next_faces(house_key: bytes, table: str, turns: Turns) -> Faces:
    """What the next throw shows."""
    return throw(seed_of(house_key, table, turns.turn), turns.mixed, turns.throws)


def last_faces(house_key: bytes, table: str, turns: Turns) -> Faces:
    """What the throw showed that was just called off."""
    return throw(seed_of(house_key, table, turns.turn), turns.mixed, turns.throws - 1)


def opened(house_key: bytes, table: str, turn: int) -> TurnOpened:
    """The commitment to a turn."""
    return TurnOpened(turn, commitment(seed_of(house_key, table, turn)))


def before_throw(turns: Turns) -> Iterator[SeedsMixed]:
    """What is published before a turn's first throw: everybody's part, fixed."""
    if not turns.mixed:
        yield SeedsMixed(turns.turn, mix(turns.given))


def mixed_by(turns: Turns, mixed: Iterable[SeedsMixed]) -> Turns:
    """How the dice stand once that is published."""
    for event in mixed:
        turns = turns.after(event)
    return turns


def turned(house_key: bytes, table: str, turns: Turns, event: FloorEvent, throws: str | None) -> Iterator[HouseEvent]:
    """What ends a turn: a seven-out, or dice in somebody else's hands. Its seed is revealed, and the next committed."""
    out = isinstance(event, Rolled) and event.event == "seven-out"
    passed = bool(turns.shooter) and throws is not None and throws != turns.shooter
    if out or passed:
        yield SeedRevealed(turns.turn, seed_of(house_key, table, turns.turn).hex())
        yield opened(house_key, table, turns.turn + 1)


def refused_seed(turns: Turns, seed: str) -> Refusal | None:
    """Why a seat's part is not taken."""
    if turns.mixed:
        return Refusal("turn-begun", "the dice of this turn are fixed: give your seed after the seven-out")
    try:
        raw = bytes.fromhex(seed)
    except ValueError:
        return Refusal("bad-seed", "a seed is written in hexadecimal digits, two a byte")
    if not 0 < len(raw) <= LONGEST_SEED:
        return Refusal("bad-seed", f"a seed has 1 to {LONGEST_SEED} bytes")
    return None

"""What a live table's log leads to: the floor, the dice of the turn, the deadline. Playing an entry checks it.

Every command must lead to the event beside it; when a turn's seed is revealed it must be the one that was committed to,
mixed with what the seats gave, and every throw of the turn must be what they lead to.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from sevenout.crew.floor import Floor, FloorEvent
from sevenout.game import Game
from sevenout.house.fair import Faces, Turn, check
from sevenout.house.happenings import Awaited, HouseEvent, HouseRecorded, SeedRevealed, SeedsMixed, TurnOpened
from sevenout.house.turns import Turns
from sevenout.refusal import Refusal
from sevenout.table.chain import Chain, End, bad_entry, read_entries
from sevenout.table.events import NoRollCalled, Overruled, Rolled

_entry = msgspec.json.Decoder(HouseRecorded)


class Record:
    """A live table as its log tells it."""

    def __init__(self, game: Game) -> None:
        self.floor = Floor(game)
        self.turns = Turns()
        self.awaited: datetime | None = None
        self.chain = Chain()
        self._thrown: list[Faces | None] = []
        """The throws of this turn."""

    def read(self, lines: Iterable[str | bytes], end: End | None = None) -> list[HouseRecorded]:
        """Plays the lines that come next; raises BadInput at the first that does not belong or does not follow."""
        entries = []
        for entry in read_entries(lines, _entry, end, since=self.chain.end):
            self.play(entry)
            self.chain.line(entry)
            entries.append(entry)
        return entries

    def play(self, entry: HouseRecorded) -> None:
        """Plays one entry: it leads to what is written there, or the log is not true."""
        event = entry.event
        if isinstance(event, HouseEvent):
            wrong = self._untrue(event)
            if wrong or entry.command is not None:
                raise bad_entry(entry.n, wrong or "nobody can command that")
            self.follow(event)
            return
        if entry.n > 0:
            if entry.command is None:
                raise bad_entry(entry.n, "a log is opened once")
            answer = self.floor.tell(entry.command, at=entry.at, actor=entry.actor, key=entry.key)
            if isinstance(answer, Refusal):
                raise bad_entry(entry.n, f"the house refuses «{entry.command}»: {answer.reason}")
        told = self.floor.record[-1]
        if (told.event, told.table) != (event, entry.table):
            raise bad_entry(entry.n, f"«{entry.command}» leads to something else than is written there")
        self.follow(event)

    def follow(self, event: FloorEvent | HouseEvent) -> None:
        """What an entry means for dice and deadline."""
        match event:
            case TurnOpened():
                self._thrown = []
            case Overruled(a=a, b=b) if self._thrown:
                self._thrown[-1] = (a, b)
            case Rolled(a=a, b=b):
                self._thrown.append((a, b))
                self.awaited = None
            case NoRollCalled():
                self._thrown.append(None)
            case Awaited(until):
                self.awaited = until
        self.turns = self.turns.after(event)

    def _untrue(self, event: HouseEvent) -> str:
        turns = self.turns
        match event:
            case TurnOpened(turn):
                return "" if turn == turns.turn + 1 else f"turn {turn} does not come after turn {turns.turn}"
            case SeedsMixed(turn) if turn != turns.turn or turns.mixed:
                return "the seeds of a turn are mixed once, before its first throw"
            case SeedRevealed(turn, seed):
                if turn != turns.turn:
                    return f"turn {turn} is revealed, and turn {turns.turn} is played"
                return check(Turn(turns.commitment, bytes.fromhex(seed), turns.fixed, turns.mixed, self._thrown))
        return ""


def verified(game: Game, lines: Iterable[str | bytes], end: End | None = None) -> End:
    """Plays a whole log again; raises BadInput at the first entry that is out of place, untrue or unfair."""
    record = Record(game)
    record.read(lines, end)
    return record.chain.end

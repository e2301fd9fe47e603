"""Settings that a saved game keeps: its rulebook's digest, standing orders, autopilot, what strategies remember.

It stands in comments of a transcript, so that the transcript is the same game for everybody else.
"""

import re
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from sevenout.player.bot import BotMemory
from sevenout.table.commands import Remember

_REMEMBERS = re.compile(r"# (\S{1,40}) remembers (\{.*)")
_UNDER, _DIGEST = "# played by ", ", SHA-256 "
_WHOLE = re.compile(r"[0-9a-f]{64}")
_LONGEST_NAME = 80


class SavedSeat(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of one seat."""

    orders: tuple[str, ...] = ()
    autopilot: str = ""
    strategy: BotMemory | None = None


class Under(Struct, frozen=True):
    """The rulebook that a game was played by: its name, and the digest that changes with its text."""

    book: str
    digest: str

    def __str__(self) -> str:
        return f"{_UNDER}{' '.join(self.book.split())[:_LONGEST_NAME]}{_DIGEST}{self.digest}"


class SavedSeats(Struct, frozen=True):
    """The seats in the comments of a saved game, and the comments that cannot be read."""

    seats: dict[str, SavedSeat]
    under: Under | None = None
    """None in a game that was saved before there were such comments, or written by hand."""
    unread: tuple[str, ...] = ()


def kept_lines(kept: Mapping[str, SavedSeat]) -> list[str]:
    """The comments that keep what seats go by; a seat that goes by nothing has none.

    >>> kept_lines({"Ann": SavedSeat(orders=("keep odds at max",)), "Bob": SavedSeat()})
    ['# Ann remembers {"orders":["keep odds at max"]}']
    """
    return [
        str(Remember(name, msgspec.json.encode(each).decode())) for name, each in kept.items() if each != SavedSeat()
    ]


def saved_in(lines: Iterable[str]) -> SavedSeats:
    """Reads the comments of a saved game; comments of others are left alone.

    >>> saved_in(["Ann bets 10 on pass", '# Ann remembers {"autopilot":"pass-line"}', "# a good night"]).seats
    {'Ann': SavedSeat(orders=(), autopilot='pass-line', strategy=None)}
    >>> saved_in(["rules typical", "# Bob remembers {nothing}"]).unread
    ('line 2: what Bob remembers cannot be read; Bob goes on without it',)
    """
    seats: dict[str, SavedSeat] = {}
    under: Under | None = None
    unread: list[str] = []
    for number, line in enumerate(map(str.strip, lines), 1):
        book, marked, digest = line.removeprefix(_UNDER).rpartition(_DIGEST)
        if line.startswith(_UNDER) and marked:
            if _WHOLE.fullmatch(digest):
                under = under or Under(book, digest)
            else:
                unread.append(f"line {number}: which rulebook the game was saved under cannot be read")
        elif (found := _REMEMBERS.match(line)) is not None:
            try:
                seats[found[1]] = msgspec.json.decode(found[2], type=SavedSeat)
            except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
                name = found[1]
                unread.append(f"line {number}: what {name} remembers cannot be read; {name} goes on without it")
    return SavedSeats(seats, under, tuple(unread))

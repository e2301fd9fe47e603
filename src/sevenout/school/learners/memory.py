"""A learner's memory: five Leitner boxes of cards, with errors and seconds, kept in one small file.

A card that was due and is answered right and in time moves up a box and comes back later; one that is wrong goes back
to the first. Right but slow stays where it is. A card that is asked before it is due stays where it is, right or wrong.
Time is an argument: nothing here looks at a clock.
"""

import json
import os
import statistics
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.base.files import alone_with, is_regular, write_whole

FORMAT = 1
INTERVALS = (timedelta(0), timedelta(hours=8), timedelta(days=2), timedelta(days=7), timedelta(days=21))
"""How long a card rests in each box before it is asked again."""

KNOWN = 3
"""From this box on a card counts as known: it was right, in time, and again hours later."""

_KEPT = 12
"""How many of its last answers a card remembers for its speed."""
_EXAMS = 200
_LARGEST = 20_000_000
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class MemoryCard(Struct, frozen=True, forbid_unknown_fields=True):
    """The record of one card: its box, when it is due, and how its answers went."""

    box: int = 1
    due: datetime = datetime.min.replace(tzinfo=UTC)
    asked: int = 0
    right: int = 0
    seconds: tuple[float, ...] = ()
    """How long the last answers took."""

    def apply_answer(self, *, right: bool, seconds: float, limit: float, now: datetime) -> "MemoryCard":
        """The card after an answer; `limit` is how long one may take at the table.

        >>> now = datetime(2026, 11, 15, tzinfo=UTC)
        >>> card = MemoryCard().apply_answer(right=True, seconds=4, limit=10, now=now)
        >>> card.box, card.apply_answer(right=False, seconds=4, limit=10, now=now).box
        (2, 2)
        >>> later = card.due
        >>> card.apply_answer(right=True, seconds=4, limit=10, now=later).box
        3
        >>> card.apply_answer(right=True, seconds=40, limit=10, now=later).box
        2
        >>> card.apply_answer(right=False, seconds=4, limit=10, now=later).box
        1
        """
        box, due = self.box, self.due
        if self.is_due(now):
            box = 1 if not right else min(box + 1, len(INTERVALS)) if seconds <= limit else box
            due = now + INTERVALS[box - 1]
        last = (*self.seconds, round(seconds, 1))[-_KEPT:]
        return MemoryCard(box, due, self.asked + 1, self.right + int(right), last)

    def is_due(self, now: datetime) -> bool:
        """True if an answer now moves the card."""
        return self.due <= now


class Key(NamedTuple):
    """The key of a card: one house's topic on one level, and the card."""

    book: str
    topic: str
    level: int
    card: str

    def __str__(self) -> str:
        return f"{self.book}/{self.topic}/{self.level}/{self.card}"


class LearnerMemory(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is remembered, and the exams that were taken."""

    format: int = FORMAT
    cards: dict[str, MemoryCard] = {}
    exams: tuple[dict[str, Any], ...] = ()

    def card(self, key: Key) -> MemoryCard | None:
        """The memory of a card; None if it was never asked."""
        return self.cards.get(str(key))

    def apply_answer(self, key: Key, *, right: bool, seconds: float, limit: float, now: datetime) -> "LearnerMemory":
        """The memory after an answer."""
        card = (self.card(key) or MemoryCard()).apply_answer(right=right, seconds=seconds, limit=limit, now=now)
        return replace(self, cards={**self.cards, str(key): card})

    def with_exam(self, summary: dict[str, Any]) -> "LearnerMemory":
        """The memory after an exam."""
        return replace(self, exams=(*self.exams, summary)[-_EXAMS:])

    def due(self, keys: Iterable[Key], now: datetime) -> list[Key]:
        """Those of some cards that were asked before and are due again."""
        return [key for key in keys if (card := self.card(key)) is not None and card.is_due(now)]

    def new(self, keys: Iterable[Key]) -> list[Key]:
        """Those of some cards that were never asked."""
        return [key for key in keys if self.card(key) is None]

    def has_passed(self, book: str, exam: str) -> bool:
        """True if an exam of a house was ever passed."""
        return any(
            taken.get("rules") == book and taken.get("exam") == exam and taken.get("passed") is True
            for taken in self.exams
        )

    def next(self, keys: Iterable[Key], now: datetime, rng: Random, but: str = "") -> Key:
        """Which card comes next: one that is due, from the lowest box; then a new one; then whichever is due first.

        The card `but` comes only if there is no other: nobody is asked the same twice in a row.

        >>> place, horn = (Key("typical", "pay", 1, card) for card in ("place 7:6", "horn"))
        >>> now = datetime(2026, 11, 15, tzinfo=UTC)
        >>> memory = LearnerMemory().apply_answer(horn, right=False, seconds=5, limit=10, now=now)
        >>> memory.next((place, horn), now, Random(1)).card
        'horn'
        """
        every = list(keys)
        choice = [key for key in every if key.card != but] or every
        due = self.due(choice, now)
        if due:
            lowest = min(self.cards[str(key)].box for key in due)
            return rng.choice([key for key in due if self.cards[str(key)].box == lowest])
        new = self.new(choice)
        if new:
            return rng.choice(new)
        return min(choice, key=lambda key: self.cards[str(key)].due)

    def stats_of(self, keys: Iterable[Key], now: datetime) -> "TopicStats":
        """Returns how some cards stand together.

        >>> key = Key("typical", "pay", 1, "horn")
        >>> now = datetime(2026, 11, 15, tzinfo=UTC)
        >>> standing = LearnerMemory().apply_answer(key, right=False, seconds=5, limit=10, now=now).stats_of((key,),
        ...     now)
        >>> standing.cards, standing.known, standing.due, standing.wrong, standing.seconds
        (1, 0, 1, 1, 5)
        """
        every = list(keys)
        cards = [card for key in every if (card := self.card(key)) is not None]
        seconds = [taken for card in cards for taken in card.seconds]
        return TopicStats(
            cards=len(every),
            known=sum(card.box >= KNOWN for card in cards),
            due=sum(card.is_due(now) for card in cards),
            asked=sum(card.asked for card in cards),
            right=sum(card.right for card in cards),
            seconds=statistics.median(seconds) if seconds else None,
        )


class TopicStats(Struct, frozen=True):
    """The state of a topic: how many cards there are, are known and are due; errors, and the usual seconds."""

    cards: int
    known: int
    due: int
    asked: int
    right: int
    seconds: float | None

    @property
    def wrong(self) -> int:
        """Returns how many answers were wrong."""
        return self.asked - self.right

    @property
    def is_learned(self) -> bool:
        """True if every card is known."""
        return self.cards > 0 and self.known == self.cards


# --- the file


def usual_file() -> Path:
    """Returns where the memory lies unless told otherwise: in the user's state folder."""
    state = os.environ.get("XDG_STATE_HOME")
    try:
        return (Path(state) if state else Path.home() / ".local" / "state") / "sevenout" / "school.json"
    except RuntimeError as error:
        raise BadInput("there is no home folder to remember in: name a file with --memory FILE") from error


class LoadedMemory(NamedTuple):
    """A memory from a file; where the file could not be read, a message and where it was set aside."""

    memory: LearnerMemory
    message: str = ""


def load(file: Path) -> LoadedMemory:
    """Reads a learner's memory from a file. A file that is no memory is kept under another name."""
    try:
        raw = _bytes(file)
    except FileNotFoundError:
        return LoadedMemory(LearnerMemory())
    try:
        return LoadedMemory(_read(raw, file))
    except _UNREADABLE as error:
        aside = _set_aside(file)
        return LoadedMemory(
            LearnerMemory(), f"{file} cannot be read ({error}). It is kept as {aside}, and a new one is begun."
        )


def look_at(file: Path) -> LearnerMemory:
    """Reads somebody else's memory and leaves the file as it is. Raises BadInput if it is no memory."""
    try:
        return _read(_bytes(file), file)
    except FileNotFoundError as error:
        raise BadInput(f"{file}: there is no such file") from error
    except _UNREADABLE as error:
        raise BadInput(f"{file} is no memory of the school ({error})") from error


def _bytes(file: Path) -> bytes:
    """Reads a file; raises FileNotFoundError if there is none, BadInput if it cannot be read."""
    try:
        _check_regular(file)
        if file.stat().st_size > _LARGEST:
            raise BadInput(f"{file}: too large for a memory of the school")
        return file.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in the name
        raise BadInput(f"{str(file)!r} is no file name") from error


def _check_regular(file: Path) -> None:
    """A device or a pipe remembers nothing, and is not to be replaced by a file that does."""
    try:
        fit = is_regular(file) or file.is_dir()
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror or error}") from error
    if not fit:
        raise BadInput(f"{file} is no file to remember in. To remember nothing: --no-memory")


def _read(raw: bytes, file: Path) -> LearnerMemory:
    saved = msgspec.json.decode(raw)
    if isinstance(saved, dict) and isinstance(saved.get("format"), int) and saved["format"] > FORMAT:
        raise BadInput(f"{file} was written by a later version of sevenout (format {saved['format']}): use that one")
    memory = msgspec.convert(saved, LearnerMemory)
    if any(not 1 <= card.box <= len(INTERVALS) or card.due.tzinfo is None for card in memory.cards.values()):
        raise msgspec.ValidationError("a card lies in no box, or is due at no time")
    return memory


def _set_aside(file: Path) -> Path:
    """Renames a file so that nothing is overwritten."""
    number = 1
    while (aside := file.with_name(f"{file.name}.unreadable-{number}")).exists():
        number += 1
    try:
        file.rename(aside)
    except OSError as error:
        raise BadInput(f"{file} cannot be read, and not set aside: {error.strerror or error}") from error
    return aside


def save(file: Path, memory: LearnerMemory) -> None:
    """Writes a memory whole or not at all."""
    _make_room(file)
    write_whole(file, json.dumps(msgspec.to_builtins(memory), indent=1, sort_keys=True) + "\n", "the memory")


def update(file: Path, change: Callable[[LearnerMemory], LearnerMemory], last: LearnerMemory) -> LoadedMemory:
    """Changes what a file remembers, while every other school that has it open waits, and says what it now remembers.

    `last` is what it held when it was last looked at: should it be gone or unreadable, that is begun with.
    """
    _check_regular(file)
    _make_room(file)
    with alone_with(file):
        loaded = load(file)
        changed = change(loaded.memory if file.exists() else last)
        save(file, changed)
    return LoadedMemory(changed, loaded.message)


def _make_room(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{file}: the memory cannot be written: {reason}") from error


class TimeSource(Protocol):
    """Tells the time; a test has one that stands still."""

    def now(self) -> datetime: ...

    def seconds(self) -> float: ...


class SystemClock:
    """The machine's own."""

    def now(self) -> datetime:
        """The time, in UTC."""
        return datetime.now(UTC)

    def seconds(self) -> float:
        """Seconds that only ever go on."""
        return time.monotonic()

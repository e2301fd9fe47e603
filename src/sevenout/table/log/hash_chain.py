"""The chain of a log: its entries as lines of JSON, each hashed together with the one before, whatever they hold.

It finds whatever was altered, left out, put in or moved before the last line; that a log was cut behind some line, or
was made anew from the start, only somebody finds who knows its `End` from elsewhere.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from sevenout.base.errors import BadEntry, BadInput

_SEED = hashlib.sha256(b"sevenout").hexdigest()
_LONGEST = 4_000_000
"""Bytes of one line: some hundred times what a full table needs."""


class NumberedEntry(Protocol):
    """What a log can hold: entries that know their number."""

    @property
    def n(self) -> int:
        """How many came before."""


class CommandEntry(NumberedEntry, Protocol):
    """An entry that says what was told and what came of it."""

    @property
    def command(self) -> object:
        """What was told; None: the table was opened."""

    @property
    def event(self) -> object:
        """What came of it."""


E = TypeVar("E", bound=NumberedEntry)


class End(NamedTuple):
    """Where a log ends: how many entries, and the hash of the last. Kept elsewhere, it finds a log that was cut."""

    entries: int
    hash: str


_NOTHING = End(0, _SEED)
_BEFORE, _BETWEEN, _BEHIND = b'{"entry":', b',"hash":"', b'"}'
"""A line of the file: an entry as it was written, and the hash over everything up to it."""
_TAIL = len(_BETWEEN) + len(_SEED) + len(_BEHIND)
_encoder = msgspec.json.Encoder()


class Chain:
    """A log that grows: what its lines are, and where it ends.

    >>> from sevenout.table import Table
    >>> chain = Chain()
    >>> chain.line(Table("typical").log[0])[:30], chain.end.entries
    (b'{"entry":{"n":0,"command":null', 1)
    """

    def __init__(self, end: End = _NOTHING, publish: Callable[[Any], NumberedEntry] | None = None) -> None:
        self.end, self.publish = end, publish
        """`publish`: entries as they are published, over which the hashes are made; None: as they are written."""

    def line(self, entry: NumberedEntry) -> bytes:
        """The next line."""
        raw = _encoder.encode(entry)
        self.end = End(self.end.entries + 1, _hash_link(self.end.hash, self.hashed_form(entry, raw)))
        return _BEFORE + raw + _BETWEEN + self.end.hash.encode() + _BEHIND

    def hashed_form(self, entry: NumberedEntry, raw: bytes) -> bytes:
        """What an entry's hash is made over; `raw`: the entry as it is written."""
        published = entry if self.publish is None else self.publish(entry)
        return raw if published is entry else _encoder.encode(published)

    def published_line(self, entry: NumberedEntry, line: bytes) -> bytes:
        """The line of an entry as it is published, with the hash that it has in the store."""
        return _BEFORE + self.hashed_form(entry, line[len(_BEFORE) : -_TAIL]) + line[-_TAIL:]


def hash_of(line: bytes) -> str:
    """The hash that a line says it has.

    >>> from sevenout.table import Table
    >>> chain = Chain()
    >>> hash_of(chain.line(Table("typical").log[0])) == chain.end.hash
    True
    """
    return line[len(_BETWEEN) - _TAIL : -len(_BEHIND)].decode("ascii", "replace")


def is_line(line: bytes) -> bool:
    """Whether it begins as the lines of a log do, whatever it holds.

    >>> is_line(b'{"entry":{"n":0'), is_line(b"root:x:0:0")
    (True, False)
    """
    return line.startswith(_BEFORE)


def write_log(log: Iterable[NumberedEntry]) -> Iterator[str]:
    """The lines of a log."""
    chain = Chain()
    return (chain.line(entry).decode() for entry in log)


def end_of(log: Iterable[NumberedEntry]) -> End:
    """Where a log ends."""
    link, count = _SEED, 0
    for recorded in log:
        link, count = _hash_link(link, _encoder.encode(recorded)), count + 1
    return End(count, link)


def read_entries(
    lines: Iterable[str | bytes],
    decoder: msgspec.json.Decoder[E],
    end: End | None,
    explained: Callable[[int, bytes], str] = lambda _number, _raw: "",
    chain: Chain | None = None,
) -> Iterator[E]:
    """The entries, each found to be in its place and as it was written; `explained` knows forms no longer read.

    `chain`: that of the lines before them; it goes on with every entry.
    """
    chain = chain or Chain()
    number, link = chain.end.entries - 1, chain.end.hash
    for number, text in enumerate(lines, chain.end.entries):
        raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        if len(raw) > _LONGEST:
            raise bad_entry(number, f"a line of {len(raw):,} bytes is no event")
        raw = raw.rstrip()
        entry, tail = raw[len(_BEFORE) : -_TAIL], raw[-_TAIL:]
        try:
            recorded = decoder.decode(entry)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            reason = explained(number, raw) or f"the line is cut or is no event ({error})"
            raise bad_entry(number, reason) from error
        if recorded.n != number:
            raise bad_entry(number, f"it is numbered {recorded.n}: lines are missing or out of order")
        before, link = link, _hash_link(link, chain.hashed_form(recorded, entry))
        if chain.publish is not None and tail != _BETWEEN + link.encode() + _BEHIND:
            link = _hash_link(before, entry)  # logs of before there was a published form are hashed as they are written
        if tail != _BETWEEN + link.encode() + _BEHIND:
            raise bad_entry(number, "its hash does not fit: it, or something before it, was altered")
        if _BEFORE + _encoder.encode(recorded) + tail != raw:
            raise bad_entry(number, "it holds something that no event has, or has it twice")
        chain.end = End(number + 1, link)
        yield recorded
    if number < 0:
        raise BadInput("the log is empty")
    if end is not None and End(number + 1, link) != end:
        raise BadInput(f"the log ends after event {number}, and not where it ended: it was cut, lengthened or replaced")


def bad_entry(number: int, reason: str) -> BadEntry:
    """What to say of an entry that does not belong.

    >>> print(bad_entry(3, "it makes or loses chips"))
    event 3 of the log: it makes or loses chips
    """
    return BadEntry(f"event {number} of the log: {reason}")


def _hash_link(link: str, raw: bytes) -> str:
    return hashlib.sha256(link.encode() + b"\n" + raw).hexdigest()

"""A shooter's turn as it is published: a small JSON by which anybody checks its dice, and how it is found in a log."""

import asyncio
import re

import msgspec
from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.server.fairness.dice_turns import Turns
from sevenout.server.fairness.fair_dice import Faces, Seeded, Turn, check, throw
from sevenout.server.protocol.entry_decoding import entries_of
from sevenout.server.protocol.house_events import SeedRevealed, SeedsMixed, ServerLogEntry, TurnOpened, entry_of
from sevenout.server.store.interface import Store
from sevenout.table.events import NoRollCalled, Overruled, Rolled

_CHUNK = 200
LARGEST = 1_000_000
"""Bytes of a turn that is read: thousands of throws."""
_HEXADECIMAL = re.compile("([0-9a-fA-F]{2})*")
_OPENS = b'"type":"turn-opened"'
_ENTRIES = dict.fromkeys(("committed", "mixed", "revealed")).keys()
"""What of a turn stands in the log at an entry of its own, in this order; every throw is between the last two."""


class SeatSeed(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat gave, in hexadecimal digits."""

    seat: str
    seed: str


class PublishedTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is published of a turn; `entries` says where in the log it was committed to, mixed and revealed."""

    table: str
    turn: int
    commitment: str
    seed: str | None = None
    given: tuple[SeatSeed, ...] = ()
    mixed: str = ""
    throws: tuple[Faces | None, ...] = ()
    """None: called no roll, and not overruled."""
    entries: dict[str, int] = {}
    anchor: str = ""
    """What the seeds of the table were bound by before this turn; turns of older logs have none."""
    link: int = 0
    """Which seed of the chain this turn's is, counted from 1."""


async def turn_of(store: Store, table: str, length: int, number: int) -> PublishedTurn | None:
    """A turn out of a log of that length, found by halving: turns are numbered in the order of the log."""
    at = await _find_opening(store, table, length, number)
    if at is None:
        return None
    turns, thrown, entries = Turns(), list[Faces | None](), dict[str, int]()
    seed: str | None = None
    while at < length:
        chunk = await _read(store, table, at, min(at + _CHUNK, length))
        for entry in chunk:
            if isinstance(entry.event, TurnOpened) and entry.event.turn != number:
                return _publish(table, turns, seed, thrown, entries)
            for event in entry.events:
                turns = turns.apply_event(event)
                _throws(thrown, event)
            match entry.event:
                case TurnOpened():
                    entries["committed"] = entry.n
                case SeedsMixed():
                    entries["mixed"] = entry.n
                case SeedRevealed(_, told):
                    seed, entries["revealed"] = told, entry.n
        at += len(chunk)
    return _publish(table, turns, seed, thrown, entries)


def _publish(
    table: str, turns: Turns, seed: str | None, thrown: list[Faces | None], entries: dict[str, int]
) -> PublishedTurn:
    given = tuple(SeatSeed(one.seat, one.seed.hex()) for one in (turns.fixed if turns.mixed else turns.given))
    chain = (turns.anchor, turns.link)
    return PublishedTurn(table, turns.turn, turns.commitment, seed, given, turns.mixed, tuple(thrown), entries, *chain)


def _throws(thrown: list[Faces | None], event: object) -> None:
    if isinstance(event, Rolled):
        if isinstance(event, Overruled):
            thrown.pop()
        thrown.append((event.a, event.b))
    elif isinstance(event, NoRollCalled):
        thrown.append(None)


async def _find_opening(store: Store, table: str, length: int, number: int) -> int | None:
    """Where a turn was opened."""
    low, high = 0, length
    while high - low > _CHUNK:
        middle = (low + high) // 2
        found = await _next_opened(store, table, middle, high)
        if found is None or found[1] > number:
            high = middle
        else:
            low = found[0]
            if found[1] == number:
                return low
    while (found := await _next_opened(store, table, low, length)) is not None and found[1] < number:
        low = found[0] + 1
    return None if found is None or found[1] != number else found[0]


async def _next_opened(store: Store, table: str, since: int, until: int) -> tuple[int, int] | None:
    """The first turn that opens from an entry on: where, and which."""
    while since < until:
        lines = await store.lines(table, since, min(since + _CHUNK, until))
        for entry in map(entry_of, filter(_may_open, lines)):
            if isinstance(entry.event, TurnOpened):
                return entry.n, entry.event.turn
        if not lines:
            return None
        since += len(lines)
        await asyncio.sleep(0)
    return None


def _may_open(line: bytes) -> bool:
    """Whether a line may be of a turn that opens: most are told apart without reading them."""
    return _OPENS in line


async def _read(store: Store, table: str, since: int, until: int) -> list[ServerLogEntry]:
    return await entries_of(await store.lines(table, since, until))


# --- checking it


def read_turn(raw: bytes) -> PublishedTurn | None:
    """A turn as it was published; None for what is something else; raises BadInput for a turn that cannot be read."""
    if len(raw) > LARGEST or not raw.lstrip().startswith(b"{") or b'"commitment"' not in raw or b'"entry"' in raw:
        return None
    try:
        return msgspec.json.decode(raw, type=PublishedTurn)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"the turn cannot be read: {error}") from error


def unfair(published: PublishedTurn) -> str:
    """What is wrong with the dice of a turn, or with the order in which it says that they were made, if anything is."""
    if published.seed is None:
        return "its seed is not revealed: it is when the turn is over"
    if not all(map(_HEXADECIMAL.fullmatch, (published.seed, published.mixed, *(one.seed for one in published.given)))):
        return "a seed is not written in hexadecimal digits, two a byte"
    given = [Seeded(one.seat, bytes.fromhex(one.seed)) for one in published.given]
    seed, chain = bytes.fromhex(published.seed), (published.anchor, published.link)
    turn = Turn(published.commitment, seed, given, published.mixed, published.throws, *chain)
    return check(turn) or _disorder(published)


def _disorder(published: PublishedTurn) -> str:
    """What cannot be of the entries of the log at which a turn that is over was made, if anything cannot."""
    if published.entries.keys() != _ENTRIES:
        return "it does not say at which entries of the log it was committed to, mixed and revealed"
    committed, mixed, revealed = (published.entries[name] for name in _ENTRIES)
    if not 0 < committed < mixed < revealed:
        said = f"committed to at entry {committed}, mixed at {mixed} and revealed at {revealed}"
        return f"it was {said}: not in this order"
    if len(published.throws) >= revealed - mixed:
        return f"{len(published.throws)} throws are more than the entries between {mixed} and {revealed}"
    return ""


def called_off(published: PublishedTurn) -> dict[int, Faces]:
    """What throws would have shown that were called no roll: a house that calls off what it would lose by shows it."""
    seed = bytes.fromhex(published.seed or "")
    return {k: throw(seed, published.mixed, k) for k, shown in enumerate(published.throws) if shown is None}

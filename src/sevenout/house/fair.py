"""Fair dice: a seed committed before betting opens, mixed with the seats' own, thrown by HMAC, checked by anybody.

The house's seed of a turn is derived from its key, the table, the turn and a salt that stands in the log, so that a
crash loses nothing, the database has no secret, and a copy that is played on has other dice. Its commitment is
published before the turn's betting opens. What the seats give is fixed by the turn's first throw and published as the
mix; the house gives nothing for anybody. Throws are counted in the log, those that did not count included, so that
none is repeated or skipped. When the turn is over the seed is revealed, and whoever has the published values finds
out by `check` whether every throw was what it had to be.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sevenout.dice import ROLLS

LONGEST_SEED = 64
"""Bytes that a seat may give."""
_COMMIT, _MIX, _SEED = b"sevenout commit 1", b"sevenout mix 1", b"sevenout seed 1"
_FAIR_BYTES = len(ROLLS) * (256 // len(ROLLS))
"""Bytes below this fall on every roll equally often; the others are passed over."""

Faces = tuple[int, int]


class Seeded(NamedTuple):
    """What a seat gave to a turn."""

    seat: str
    seed: bytes


def fields(*parts: bytes) -> bytes:
    """Parts one after another, each after its length in four bytes: no two lists of parts read the same.

    >>> fields(b"ab", b"")
    b'\\x00\\x00\\x00\\x02ab\\x00\\x00\\x00\\x00'
    """
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def seed_of(house_key: bytes, table: str, turn: int, salt: str = "") -> bytes:
    """The house's seed of a turn: nobody without the key can tell it, and the house can always tell it again.

    Logs of before there were salts have none.
    """
    salted = (salt.encode(),) if salt else ()
    return hmac.digest(house_key, fields(_SEED, table.encode(), turn.to_bytes(8, "big"), *salted), "sha256")


def commitment(seed: bytes) -> str:
    """What is published of a seed before anybody bets on it."""
    return hashlib.sha256(fields(_COMMIT, seed)).hexdigest()


def mix(given: Iterable[Seeded]) -> str:
    """What the seats gave, in the order of the log, as one value that is published before the first throw.

    >>> mix([Seeded("Ann", b"x")]) == mix([Seeded("Ann", b"y")])
    False
    """
    parts = [part for seat, seed in given for part in (seat.encode(), seed)]
    return hashlib.sha256(fields(_MIX, *parts)).hexdigest()


def faces(byte: int) -> Faces | None:
    """The dice of one byte; none for the few bytes that would make some rolls likelier than others.

    >>> faces(0), faces(35), faces(36), faces(252)
    ((1, 1), (6, 6), (1, 1), None)
    """
    if byte >= _FAIR_BYTES:
        return None
    rolled = ROLLS[byte % len(ROLLS)]
    return rolled.a, rolled.b


def throw(seed: bytes, mixed: str, number: int) -> Faces:
    """What throw `number` of a turn shows, counted from 0.

    >>> throw(b"s" * 32, mix([]), 0) == throw(b"s" * 32, mix([]), 0)
    True
    """
    block = 0
    while True:
        parts = fields(bytes.fromhex(mixed), number.to_bytes(8, "big"), block.to_bytes(4, "big"))
        for byte in hmac.digest(seed, parts, "sha256"):
            shown = faces(byte)
            if shown is not None:
                return shown
        block += 1


class Turn(NamedTuple):
    """What is published of a shooter's turn: enough to check it."""

    commitment: str
    seed: bytes
    given: Sequence[Seeded]
    mixed: str
    throws: Sequence[Faces | None]
    """Every throw in its order; None for one that was called no roll before it was read."""


def check(turn: Turn) -> str:
    """What is wrong with a turn, if anything is.

    >>> seed = seed_of(b"k" * 32, "t-1", 1)
    >>> fair = Turn(commitment(seed), seed, [], mix([]), [throw(seed, mix([]), 0)])
    >>> check(fair)
    ''
    >>> check(fair._replace(seed=b"x" * 32))
    'the seed that was revealed is not the one that was committed to'
    """
    if commitment(turn.seed) != turn.commitment:
        return "the seed that was revealed is not the one that was committed to"
    if mix(turn.given) != turn.mixed:
        return "what was mixed in is not what the seats gave"
    for number, shown in enumerate(turn.throws):
        fair = throw(turn.seed, turn.mixed, number)
        if shown is not None and shown != fair:
            return f"throw {number} showed {shown[0]} and {shown[1]}, and the seeds give {fair[0]} and {fair[1]}"
    return ""

"""Fair dice: seeds bound by a chain, committed before betting opens, mixed with the seats' own, checked by anybody.

The house's seeds at a table are the links of a hash chain whose end, the anchor, is published before anybody bets: each
seed hashes to the one before it, so that none can be picked later. The chain is derived from the house's key, the table
and a salt that stands in the log: a crash loses nothing, and the database has no secret. What the seats give to a turn
is fixed by its first throw and published as the mix; the house gives nothing for anybody. Throws are counted in the
log, those that did not count included, so that none is repeated or skipped. When the turn is over the seed is revealed,
and whoever has the published values finds out by `check` whether every throw was what it had to be. A turn is fair only
if a player mixed it (`is_mixed`): otherwise whoever picked the chain picked the rolls.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from sevenout.base.dice import ROLLS

LONGEST_SEED = 64
"""Bytes that a seat may give."""
CHAIN_TURNS = 1_000
"""Turns that one chain of seeds lasts for."""
_COMMIT, _MIX, _SEED = b"sevenout commit 1", b"sevenout mix 1", b"sevenout seed 1"
_CHAIN, _LINK = b"sevenout chain 1", b"sevenout link 1"
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
    """The house's seed of a turn in logs of before there were chains; the oldest have no salts either."""
    salted = (salt.encode(),) if salt else ()
    return hmac.digest(house_key, fields(_SEED, table.encode(), turn.to_bytes(8, "big"), *salted), "sha256")


def previous_link(seed: bytes, steps: int = 1) -> bytes:
    """The seed that comes so many turns before this one in its chain; before the first comes the anchor.

    >>> previous_link(previous_link(b"s")) == previous_link(b"s", 2)
    True
    """
    for _ in range(steps):
        seed = hashlib.sha256(fields(_LINK, seed)).digest()
    return seed


@lru_cache(maxsize=1024)
def chain_seed(house_key: bytes, table: str, salt: str, link: int) -> bytes:
    """A link of a table's chain, counted from 1: nobody without the key can tell it before it is revealed.

    >>> previous_link(chain_seed(b"k" * 32, "t-1", "00", 8)) == chain_seed(b"k" * 32, "t-1", "00", 7)
    True
    """
    last = hmac.digest(house_key, fields(_CHAIN, table.encode(), salt.encode()), "sha256")
    return previous_link(last, CHAIN_TURNS - link)


def anchor_of(house_key: bytes, table: str, salt: str) -> str:
    """What is published of a chain before its first turn: all its seeds hash back to it."""
    return previous_link(chain_seed(house_key, table, salt, 1)).hex()


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
    anchor: str = ""
    """What the seeds of the table were bound by; logs of before there were chains have none."""
    link: int = 0
    """Which seed of the chain it is, counted from 1."""


def is_mixed(turn: Turn) -> bool:
    """Whether a player had a part in the dice. If none had, nothing shows that the house did not pick the rolls."""
    return bool(turn.given)


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
    if turn.anchor and (not 0 < turn.link <= CHAIN_TURNS or previous_link(turn.seed, turn.link).hex() != turn.anchor):
        return "the seed that was revealed is not of the chain that the dice were bound by"
    if mix(turn.given) != turn.mixed:
        return "what was mixed in is not what the seats gave"
    for number, shown in enumerate(turn.throws):
        fair = throw(turn.seed, turn.mixed, number)
        if shown is not None and shown != fair:
            return f"throw {number} showed {shown[0]} and {shown[1]}, and the seeds give {fair[0]} and {fair[1]}"
    return ""

"""What goes over the wire: messages of the socket and bodies of the HTTP API, typed, tagged and versioned.

Amounts in an `event` and in `table` are cents, as in the log; wherever else money is written it is a string with two
decimals, as `replay --json` prints it. A field that a message does not have is refused, not passed over.
"""

from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct

from sevenout.refusal import Refusal

VERSION = 1
LONGEST_MESSAGE = 4_096
"""Bytes that a client may send at once: some ten times the longest line."""
LONGEST_KEY = 64


class _Sent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Something that a client sends."""


class Hello(_Sent, frozen=True, tag="hello"):
    """Who it is, if the address did not say so, and what it has seen of this table already."""

    token: str = ""
    since: int | None = None
    """The number of the last event it has: it gets what came after, or a snapshot."""
    version: int = VERSION


class Say(_Sent, frozen=True, tag="say"):
    """A line of the notation, one's own name left out; `key` is its sender's name for it, never used twice."""

    key: str
    line: str


class Seed(_Sent, frozen=True, tag="seed"):
    """What this seat gives to the next turn's dice, in hexadecimal digits."""

    key: str
    seed: str


class Want(_Sent, frozen=True, tag="want"):
    """Asks for something once more: this seat's offers, the last rolls, a snapshot."""

    what: Literal["offers", "rolls", "snapshot"]


FromClient = Hello | Say | Seed | Want


class _Told(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something that the server sends."""


class SnapshotTold(_Told, frozen=True, tag="snapshot"):
    """The whole table after event `n`: everything a front end draws."""

    n: int
    table: Any
    rules: str
    seats: dict[str, dict[str, Any]]
    point: int | None
    shooter: str | None
    you: str = ""
    """The seat that this connection speaks for."""
    window: "WindowTold | None" = None
    fair: "FairTold | None" = None
    version: int = VERSION


class EventTold(_Told, frozen=True, tag="event"):
    """What happened: the event as the log has it, its line, and what the racks and layouts of its seats are now."""

    n: int
    event: Any
    line: str = ""
    seats: dict[str, dict[str, Any]] = {}
    calls: tuple[str, ...] = ()
    """What the crew said to it."""


class WindowTold(_Told, frozen=True, tag="window"):
    """Until when this roll is waited for; after that the dice are thrown for whoever has them."""

    until: datetime


class FairTold(_Told, frozen=True, tag="fair"):
    """What is published of the dice of a turn."""

    turn: int
    commitment: str
    given: tuple[str, ...] = ()
    """The seats that have given a seed."""


class OffersTold(_Told, frozen=True, tag="offers"):
    """What this seat may bet now, or why not, wager by wager."""

    n: int
    offers: tuple[dict[str, Any], ...]


class RollsTold(_Told, frozen=True, tag="rolls"):
    """The last rolls, newest last."""

    rolls: tuple[dict[str, Any], ...]


class Accepted(_Told, frozen=True, tag="accepted"):
    """It is done and durable: by which event."""

    key: str
    n: int


class Refused(_Told, frozen=True, tag="refused"):
    """It is not done, and why."""

    key: str
    code: str
    reason: str
    clause: str = ""


class Notice(_Told, frozen=True, tag="notice"):
    """Something to be told to this person alone: a reality check, that the house closes."""

    code: str
    words: str


FromServer = SnapshotTold | EventTold | WindowTold | FairTold | OffersTold | RollsTold | Accepted | Refused | Notice

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(FromClient)


def encode(message: FromServer) -> bytes:
    """A message as it is sent.

    >>> encode(Accepted("k1", 17))
    b'{"type":"accepted","key":"k1","n":17}'
    """
    return _encoder.encode(message)


def decode(raw: str | bytes) -> FromClient | Refusal:
    """A client's message, or why it is none.

    >>> decode('{"type":"say","key":"k1","line":"bets 10 on pass"}')
    Say(key='k1', line='bets 10 on pass')
    >>> decode('{"type":"say","line":"bets 10 on pass"}').reason
    'Object missing required field `key`'
    """
    if len(raw) > LONGEST_MESSAGE:
        return Refusal("too-long", f"a message has at most {LONGEST_MESSAGE:,} bytes")
    try:
        message: FromClient = _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Refusal("malformed", str(error))
    return message


def refused(key: str, refusal: Refusal) -> Refused:
    """A refusal as it is sent."""
    return Refused(key[:LONGEST_KEY], refusal.code, refusal.reason, refusal.cite.clause)

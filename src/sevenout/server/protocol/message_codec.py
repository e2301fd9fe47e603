"""Messages of a table's socket written and read, and a refusal as the message that tells it."""

import json
from typing import Any

import msgspec
from msgspec import Struct

from sevenout.base.money import format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.server.protocol.messages import (
    LONGEST_KEY,
    LONGEST_MESSAGE,
    FromClient,
    FromServer,
    OfferMessage,
    RefusalReason,
    RefusedMessage,
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(FromClient)
_told_decoder = msgspec.json.Decoder(FromServer)


_HALF_A_CHARACTER = (
    r"a character is only half there (one of \ud800 to \udfff alone): send both halves, or the character itself"
)


class _Keyed(Struct):
    key: str = ""


_keyed_decoder = msgspec.json.Decoder(_Keyed)


def encode(message: FromServer | FromClient) -> bytes:
    """A message as it is sent.

    >>> from sevenout.server.protocol.messages import AcceptedMessage
    >>> encode(AcceptedMessage("k1", 17))
    b'{"type":"accepted","key":"k1","n":17}'
    """
    return _encoder.encode(message)


def encode_offered(offered: OfferMessage) -> bytes:
    """One wager of the offers."""
    return _encoder.encode(offered)


class _RawOffers(Struct, frozen=True, tag_field="type", tag="offers"):
    """The same as `OffersMessage`, of offers that were written out before."""

    n: int
    offers: list[msgspec.Raw]


def encode_raw_offers(n: int, offers: list[msgspec.Raw]) -> bytes:
    """The offers of a seat, each as `encode_offered` wrote it.

    >>> from sevenout.server.protocol.messages import OffersMessage
    >>> one = OfferMessage("pass", "Pass line", "0.00", "5.00", "100.00", "5.00")
    >>> encode_raw_offers(3, [msgspec.Raw(encode_offered(one))]) == encode(OffersMessage(3, (one,)))
    True
    """
    return _encoder.encode(_RawOffers(n, offers))


def decode(raw: str | bytes) -> FromClient | Refusal:
    r"""A client's message, or why it is none.

    >>> decode('{"type":"say","key":"k1","line":"bets 10 on pass"}')
    LineRequest(key='k1', line='bets 10 on pass')
    >>> decode('{"type":"say","line":"bets 10 on pass"}').reason
    'Object missing required field `key`'
    >>> decode(r'{"type":"say","key":"k1","line":"\ud800"}').reason
    'a character is only half there (one of \\ud800 to \\udfff alone): send both halves, or the character itself'
    """
    if len(raw) > LONGEST_MESSAGE:
        return Refusal("too-long", f"a message has at most {LONGEST_MESSAGE:,} bytes")
    if not raw:
        return Refusal("malformed", "a message is JSON, sent as text")
    try:
        message: FromClient = _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return Refusal("malformed", _HALF_A_CHARACTER if _has_half_a_character(raw) else str(error))
    return message


def key_of(raw: str | bytes) -> str:
    r"""The key of something that is no message, if it has one: so whoever waits for its answer gets it.

    >>> key_of('{"type":"say","key":"k1","line":5}'), key_of("{")
    ('k1', '')
    >>> key_of(r'{"type":"say","key":"k1","line":"\ud800"}'), key_of(r'{"type":"say","key":"\ud800","line":"roll"}')
    ('k1', '')
    """
    if len(raw) > LONGEST_MESSAGE:
        return ""
    try:
        return _keyed_decoder.decode(raw).key
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        found = _read_leniently(raw)
    key = found.get("key") if isinstance(found, dict) else None
    return key if isinstance(key, str) and not _is_half(key) else ""


def _read_leniently(raw: str | bytes) -> Any:
    """JSON in which a character may be only half there; None for anything else."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def _has_half_a_character(raw: str | bytes) -> bool:
    try:
        return _is_half(json.dumps(_read_leniently(raw), ensure_ascii=False))
    except RecursionError:
        return False


def _is_half(words: str) -> bool:
    """Whether there is half of a pair of surrogates in it, which no UTF-8 has."""
    return any("\ud800" <= letter <= "\udfff" for letter in words)


def read_server_message(raw: str | bytes) -> FromServer:
    """A message as a client reads it; raises msgspec.DecodeError for anything else."""
    message: FromServer = _told_decoder.decode(raw)
    return message


def refusal_reason(refusal: Refusal, game: Game | None = None) -> RefusalReason:
    """A refusal as it is told: in the house's own words, where it is a wager's."""
    spot = None if game is None else game.rules.by_key.get(refusal.wager)
    amounts = (refusal.amount, refusal.minimum, refusal.maximum)
    amount, minimum, maximum = ("" if cents is None else format_amount(cents) for cents in amounts)
    return RefusalReason(
        refusal.code,
        refusal.reason,
        refusal.cite.clause,
        refusal.cite.provenance,
        game.rules.book.document if game is not None and refusal.cite.clause else "",
        refusal.wager,
        "" if spot is None else spot.wager.title,
        amount,
        minimum,
        maximum,
        "" if spot is None or game is None else format_amount(game.step(spot)),
        refusal.retry_after,
    )


def encode_why(refusal: Refusal) -> bytes:
    """A refusal as HTTP answers it.

    >>> encode_why(Refusal("not-found", "there is no such book"))
    b'{"code":"not-found","reason":"there is no such book","clause":""}'
    """
    return _encoder.encode(refusal_reason(refusal))


def refused_message(key: str, refusal: Refusal, game: Game | None = None) -> RefusedMessage:
    """A refusal as the answer to a key.

    >>> encode(refused_message("k1", Refusal("busy", "not now")))
    b'{"type":"refused","code":"busy","reason":"not now","clause":"","key":"k1"}'
    """
    told = refusal_reason(refusal, game)
    return RefusedMessage(
        **{name: getattr(told, name) for name in RefusalReason.__struct_fields__}, key=key[:LONGEST_KEY]
    )


def refused_key(key: str) -> Refusal | None:
    """Why something is no key."""
    if 0 < len(key) <= LONGEST_KEY and key.isprintable() and "#" not in key:
        return None
    return Refusal("bad-key", f"a key has 1 to {LONGEST_KEY} printable characters, and no #")

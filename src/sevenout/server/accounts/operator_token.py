"""The operator of a house, known by its keys: whoever can read that file says for a minute who they are."""

import hashlib
import hmac
from datetime import datetime

from sevenout.server.fairness.keys import Keys

COUNTS = 60
"""Seconds, before and after it was made: clocks of two machines differ a little."""


def operator_token(keys: Keys, now: datetime) -> str:
    """What the operator shows instead of a person's token.

    >>> keys, now = Keys(b"d" * 32, b"s" * 32), datetime(2026, 3, 2)
    >>> is_operator(keys, operator_token(keys, now), now), is_operator(Keys(b"", b""), operator_token(keys, now), now)
    (True, False)
    """
    made = str(int(now.timestamp()))
    return f"operator.{made}.{_proof(keys, made)}"


def is_operator(keys: Keys, token: str, now: datetime) -> bool:
    """Whether that is the operator's, and of now."""
    kind, _, rest = token.partition(".")
    made, _, proof = rest.partition(".")
    if kind != "operator" or not (made.isascii() and made.isdigit() and len(made) < 12):
        return False
    same = hmac.compare_digest(proof.encode(), _proof(keys, made).encode())
    return same and abs(now.timestamp() - int(made)) <= COUNTS


def _proof(keys: Keys, made: str) -> str:
    return hmac.new(keys.signing, f"sevenout operator {made}".encode(), hashlib.sha256).hexdigest()

"""Pictures of live tables: a table's whole state after some entry, kept in the store so that it opens quickly.

They only speed things up. A picture that cannot be read, was made by another version or for other terms, was not sealed
by this house or does not fit the chain is passed over, and the log is played from its start. `verify` never looks at
one.
"""

import hashlib
import hmac
from typing import NamedTuple

import msgspec

from sevenout.base.version import __version__
from sevenout.engine.game import Game
from sevenout.server.live.log_state import LogState, LogStateSnapshot
from sevenout.table.log.hash_chain import hash_of
from sevenout.table.state import out_of_balance

FORM = 1
"""Goes up whenever a state means something else than before."""
_SEAL = hashlib.sha256().digest_size


class _StoredSnapshot(NamedTuple):
    """A picture as the store has it, behind its seal."""

    form: int
    made_for: bytes
    state: msgspec.Raw


_encoder = msgspec.msgpack.Encoder()
_kept = msgspec.msgpack.Decoder(_StoredSnapshot)
_state = msgspec.msgpack.Decoder(LogStateSnapshot)


class SnapshotSigner(NamedTuple):
    """What makes pictures of one table and knows them again."""

    key: bytes
    made_for: bytes
    """A digest of the table, its terms, and the numbers that states of its game are written in."""

    def picture(self, state: LogStateSnapshot) -> bytes:
        """A state as the store keeps it: nobody without the house's key can make one."""
        kept = _encoder.encode(_StoredSnapshot(FORM, self.made_for, msgspec.Raw(_encoder.encode(state))))
        return hmac.digest(self.key, kept, "sha256") + kept

    def state(self, picture: bytes) -> LogStateSnapshot | None:
        """The state of a picture; none if it is no picture of this table as this version makes them."""
        seal, body = picture[:_SEAL], picture[_SEAL:]
        if not hmac.compare_digest(seal, hmac.digest(self.key, body, "sha256")):
            return None
        try:
            kept = _kept.decode(body)
            if (kept.form, kept.made_for) != (FORM, self.made_for):
                return None
            state = _state.decode(kept.state)
        except msgspec.DecodeError:
            return None
        return None if out_of_balance(state.floor.table) else state


def sealer(house_key: bytes, mark: str, game: Game) -> SnapshotSigner:
    """For the table of an opening's mark."""
    rules = game.rules
    numbers = (sorted(rules.slot_of.items()), rules.citations)
    parts = (f"sevenout picture {FORM} {__version__}", mark, repr(numbers))
    digest = hashlib.sha256("\n".join(parts).encode()).digest()
    return SnapshotSigner(hmac.digest(house_key, b"sevenout picture", "sha256"), digest)


def restore_record(game: Game, state: LogStateSnapshot, last_line: bytes, opened: str) -> LogState | None:
    """The table of a state, if the log's line there is the one that it was taken after."""
    return LogState.of_state(game, state, opened) if hash_of(last_line) == state.end.hash else None

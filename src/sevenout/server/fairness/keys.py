"""A house's secrets, in one file that nobody else may read: the key of its dice, and that of its signatures."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from sevenout.base.errors import BadInput

_KEY_BYTES = 32


class _StoredKeys(Struct, forbid_unknown_fields=True):
    dice: str
    signing: str


class Keys(NamedTuple):
    """What a house keeps secret."""

    dice: bytes
    signing: bytes

    def sign(self, words: bytes) -> str:
        """The house's signature under something."""
        return Ed25519PrivateKey.from_private_bytes(self.signing).sign(words).hex()

    @property
    def public(self) -> str:
        """The key by which anybody checks a signature."""
        return Ed25519PrivateKey.from_private_bytes(self.signing).public_key().public_bytes_raw().hex()


def signed_by(public: str, words: bytes, signature: str) -> bool:
    """Whether a signature under something is that of a key.

    >>> keys = Keys(b"d" * 32, b"s" * 32)
    >>> signed_by(keys.public, b"words", keys.sign(b"words")), signed_by(keys.public, b"other", keys.sign(b"words"))
    (True, False)
    """
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), words)
    except (InvalidSignature, ValueError):
        return False
    return True


def new_keys() -> Keys:
    """Keys that nobody had before."""
    return Keys(secrets.token_bytes(_KEY_BYTES), secrets.token_bytes(_KEY_BYTES))


def _make(path: Path, keys: Keys) -> None:
    """Writes a file of keys, whole and on the disk before it has its name; of two servers that start at once one does.

    A house that loses its keys cannot finish the turns that it has committed to.
    """
    kept = msgspec.json.encode(_StoredKeys(keys.dice.hex(), keys.signing.hex()))
    making = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(making, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(kept)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(making, path)
    finally:
        making.unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def open_keys(path: Path) -> Keys:
    """The keys of a file; new ones, written there, if there is none. Others on the machine must not read it."""
    try:
        if not path.exists():
            _make(path, new_keys())
    except OSError as error:
        raise BadInput(f"{path}: the house's keys cannot be written there: {error.strerror}") from error
    if path.stat().st_mode & 0o077:
        raise BadInput(f"{path} holds the house's keys, and others may read it: chmod 600 {path}")
    try:
        kept_keys = msgspec.json.decode(path.read_bytes(), type=_StoredKeys)
        keys = Keys(bytes.fromhex(kept_keys.dice), bytes.fromhex(kept_keys.signing))
    except (msgspec.DecodeError, ValueError) as error:
        raise BadInput(f"{path} is no file of keys: {error}") from error
    if {len(key) for key in keys} != {_KEY_BYTES}:
        raise BadInput(f"{path} is no file of keys: a key has {_KEY_BYTES} bytes")
    return keys

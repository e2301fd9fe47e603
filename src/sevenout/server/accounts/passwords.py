"""Passwords: what one may be, and how it is kept and compared, away from the event loop and a few at a time.

argon2id with 19 MiB, two passes and one lane, which is what OWASP asks for at least: some 25 ms of one core. Half the
cores at most work at it, and only so many wait: a flood of log-ins is told to come back and takes no table's time.
"""

import asyncio
import os

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from sevenout.base.refusal import Refusal

SHORTEST, LONGEST = 10, 200
AT_ONCE = max(1, (os.cpu_count() or 2) // 2)
MOST_WAITING = 40
BUSY = Refusal("busy", "too many people are joining just now: try again in a moment")


class Passwords:
    """Keeps and compares passwords."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def hash(self, password: str) -> str | Refusal:
        """A password as it is kept; or too many wait already."""
        if self._waiting >= MOST_WAITING:
            return BUSY
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(self._hasher.hash, password[:LONGEST])
        finally:
            self._waiting -= 1

    async def right(self, kept: str, password: str) -> bool | Refusal:
        """Whether this is the password; without one that is kept it takes as long, and is not."""
        if not kept:
            spent = await self.hash(password)
            return spent if isinstance(spent, Refusal) else False
        if self._waiting >= MOST_WAITING:
            return BUSY
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(self._same, kept, password[:LONGEST])
        finally:
            self._waiting -= 1

    def _same(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def needs_rehash(self, kept: str) -> bool:
        """Whether it was kept with other costs than today's."""
        return self._hasher.check_needs_rehash(kept)


def refused_password(name: str, password: str) -> Refusal | None:
    """Why this cannot be somebody's password.

    >>> refused_password("Ann", "annannannann").reason
    'a password cannot be your name or the same few characters repeated'
    """
    if not SHORTEST <= len(password) <= LONGEST:
        return Refusal("bad-password", f"a password has {SHORTEST} to {LONGEST} characters")
    if name.casefold() in password.casefold() or len(set(password)) < 4:
        return Refusal("bad-password", "a password cannot be your name or the same few characters repeated")
    return None

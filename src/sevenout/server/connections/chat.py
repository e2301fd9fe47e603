"""The small chat of a table: what people write to each other, for as long as somebody is there to read it.

It is no part of the game: it is in no log, nothing is decided by it, and a server that stops forgets it. Who is
connected to another server of the house does not read it.
"""

import time
from collections import deque
from datetime import datetime

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Person
from sevenout.server.connections.outbox import RateLimits
from sevenout.server.protocol.messages import ChatBacklogMessage, ChatLine, ChatMessage

LONGEST, MOST_KEPT = 200, 30
"""Characters of what is written at once, and how much of it is told to whoever comes later."""
AT_ONCE, EACH_SECOND = 5, 0.1
"""One person writes so much at once, and six times a minute after that."""


class Chat:
    """What was written at one table."""

    def __init__(self) -> None:
        self._kept: deque[ChatLine] = deque(maxlen=MOST_KEPT)
        self._allowed = RateLimits(AT_ONCE, EACH_SECOND, most=1_000)

    def write(self, person: Person, words: str, at: datetime) -> ChatMessage | Refusal:
        """What everybody is told of it, or why nobody is."""
        said = " ".join(words.split())
        if not person.key:
            return Refusal("no-token", "you are only watching: join as a guest to chat (POST /api/guests)")
        if not said or len(said) > LONGEST or not said.isprintable():
            return Refusal("malformed", f"what is written has 1 to {LONGEST} printable characters")
        again = self._allowed.seconds_to_wait(person.key, time.monotonic())
        if again:
            return Refusal("too-many", f"you are writing too fast: try again in {int(again) + 1} seconds")
        told = ChatMessage(person.name, said, at)
        self._kept.append(ChatLine(told.who, told.words, told.at))
        return told

    @property
    def backlog(self) -> ChatBacklogMessage | None:
        """What is still known of what was written, for whoever comes; nothing if there is nothing."""
        return ChatBacklogMessage(tuple(self._kept)) if self._kept else None

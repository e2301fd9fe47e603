"""The small chat of a table: told to everybody there, to whoever comes later a little of it, and never in the log."""

from pathlib import Path
from typing import TypeVar

import pytest

from sevenout.server.accounts.people import SPECTATOR
from sevenout.server.connections.chat import AT_ONCE, LONGEST, MOST_KEPT, Chat
from sevenout.server.connections.connections import Connection
from sevenout.server.protocol import messages
from tests.server.connections.test_connections import Night, night, told

Told = TypeVar("Told", messages.ChatMessage, messages.ChatBacklogMessage, messages.RefusedMessage)


def heard(visit: Connection, kind: type[Told]) -> list[Told]:
    return [each for each in told(visit) if isinstance(each, kind)]


def test_everybody_reads_what_somebody_writes_and_no_log_has_it(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, bob = await playing.come("Ann"), await playing.come("Bob")
        watching = Connection(playing.house, playing.room, SPECTATOR)
        await watching.enter(None)
        n = playing.table.n
        await ann.handle(messages.ChatRequest("  good   luck  "))
        for visit in (ann, bob, watching):
            (said,) = heard(visit, messages.ChatMessage)
            assert (said.who, said.words) == ("Ann", "good luck")
        assert playing.table.n == n
        assert b"luck" not in b"".join(await playing.table.store.lines(playing.table.name))
        later = await playing.come("Cy")
        (before,) = heard(later, messages.ChatBacklogMessage)
        assert before.said == (messages.ChatLine("Ann", "good luck", said.at),)

    night(tmp_path, play)


@pytest.mark.parametrize(
    ("words", "code"),
    [("", "malformed"), (" ", "malformed"), ("x" * (LONGEST + 1), "malformed"), ("a\u202eb", "malformed")],
)
def test_what_cannot_be_written_is_refused_to_the_writer_alone(tmp_path: Path, words: str, code: str) -> None:
    async def play(playing: Night) -> None:
        ann, bob = await playing.come("Ann"), await playing.come("Bob")
        await ann.handle(messages.ChatRequest(words, "c1"))
        (refused,) = heard(ann, messages.RefusedMessage)
        assert (refused.code, refused.key) == (code, "c1")
        assert heard(bob, messages.ChatMessage) == []

    night(tmp_path, play)


def test_who_only_watches_reads_and_nobody_floods(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        watching = Connection(playing.house, playing.room, SPECTATOR)
        await watching.enter(None)
        await watching.handle(messages.ChatRequest("hello"))
        (refused,) = heard(watching, messages.RefusedMessage)
        assert (refused.code, refused.key) == ("no-token", "chat")
        ann, also_ann = await playing.come("Ann"), await playing.come("Ann")
        told(ann)
        for number in range(AT_ONCE):
            await (ann, also_ann)[number % 2].handle(messages.ChatRequest(f"word {number}"))
        await also_ann.handle(messages.ChatRequest("one too many"))
        assert len(heard(ann, messages.ChatMessage)) == AT_ONCE
        (late,) = heard(also_ann, messages.RefusedMessage)
        assert late.code == "too-many"
        bob = await playing.come("Bob")
        await bob.handle(messages.ChatRequest("my turn"))
        assert len(heard(bob, messages.ChatMessage)) == 1

    night(tmp_path, play)


def test_only_the_last_of_it_is_kept(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        chat = Chat()
        for number in range(MOST_KEPT + 5):
            ann = playing.people["Olga"].person
            person = type(ann)(f"p{number}", f"P{number}", ann.joined)
            assert isinstance(chat.write(person, "hi", playing.house.clock), messages.ChatMessage)
        assert chat.backlog is not None
        assert [each.who for each in chat.backlog.said] == [f"P{number}" for number in range(5, MOST_KEPT + 5)]

    night(tmp_path, play)

"""A page that somebody has open on a table: connects, is told, keeps its own picture, asks until it is answered."""

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sevenout.table import Event, Snapshot, evolve
from tests.nightly.world.oracle import NOT_JUDGED
from tests.nightly.world.sockets import Closed, Line

if TYPE_CHECKING:
    from tests.nightly.world.world import World

_PATIENCE = 4.0
_LONGEST_CALM = 15.0
"""Seconds of a store that is there, and servers that are up, in which anybody is answered."""
_TAGS = frozenset(kind.__struct_config__.tag for kind in Event.__args__)


class Asked(NamedTuple):
    """Something said, and what came back: the number of an event, or the code of a refusal."""

    key: str
    body: dict[str, Any]
    n: int | None = None
    code: str = ""
    twice: bool = False
    """Whether it was sent more than once, so that another answer may be on its way."""


class Tab:
    """One of somebody's pages."""

    def __init__(self, world: "World", person: str, key: str, token: str, table: str, chance: random.Random) -> None:
        self.world, self.person, self.key, self.token, self.table, self.chance = (
            world, person, key, token, table, chance,
        )  # fmt: skip
        self.line: Line | None = None
        self.n: int | None = None
        self.shown: Snapshot | None = None
        self.you = ""
        self.reads = True
        self._past: int | None = None
        """How many events came before the first snapshot of a connection; nothing once it was there."""
        self._reader: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[Asked | None]] = {}
        self._waiting: dict[str, dict[str, Any]] = {}
        self.entered = asyncio.Event()

    @property
    def connected(self) -> bool:
        """Whether it believes to be."""
        return self.line is not None

    async def connect(self) -> None:
        """At any server that is up; with what it has seen, if it wants to go on from there."""
        server = self.world.a_server(self.chance)
        if server is None:
            await asyncio.sleep(0.5)
            return
        self.line = line = self.world.new_line(self.chance)
        self.entered.clear()
        self._past = 0
        since = self.n if self.chance.random() < 0.8 else None
        if since is None:
            self.n = self.shown = None
        server.take(line, self.table, self.key)
        self._reader = asyncio.create_task(self._read(line))
        self._send(line, {"type": "hello", "token": self.token, **({} if since is None else {"since": since})})
        try:
            async with asyncio.timeout(_PATIENCE):
                await self.entered.wait()
        except TimeoutError:
            self.drop()

    def drop(self) -> None:
        """The page is closed, or the line is cut."""
        if self.line is not None:
            self.line.cut()
        self._gone()

    def _gone(self) -> None:
        self.line = None
        self.entered.set()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_result(None)
        self._answers.clear()

    def _send(self, line: Line, message: dict[str, Any] | str) -> None:
        words = message if isinstance(message, str) else json.dumps(message)
        self.world.trace(f"{self.person}@{self.table}", "says", words)
        if not line.up.lost:
            line.up.send(words)

    def want(self, what: str) -> None:
        """Asks for something once more."""
        if self.line is not None:
            self._send(self.line, {"type": "want", "what": what})

    def raw(self, words: str) -> None:
        """Something that is no message."""
        if self.line is not None:
            self._send(self.line, words)

    # --- being told

    async def _read(self, line: Line) -> None:
        while self.line is line:
            while not self.reads:
                await asyncio.sleep(0.2)
            message = await line.down.receive()
            if self.line is not line:
                return
            if isinstance(message, Closed):
                self.world.trace(f"{self.person}@{self.table}", "closed", str(message))
                if message.code == 1011:
                    self.world.oracle.note(f"{self.person}: the server closed without a word: {message.reason}")
                self._gone()
                return
            self.world.trace(f"{self.person}@{self.table}", "hears", message)
            self._hear(json.loads(message))

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "snapshot":
                self._snapshot(message)
            case "event":
                self._event(message)
            case "accepted":
                self._answered(message["key"], message["n"], "")
            case "refused":
                self._answered(message["key"], None, message["code"])
        if message["type"] in {"snapshot", "event", "offers"}:
            self.entered.set()

    def _snapshot(self, message: dict[str, Any]) -> None:
        if self.n is not None and message["n"] < self.n:
            self._wrong(f"a snapshot after {message['n']}, and {self.n} was told")
        if self._past and message["n"] != self.n:
            self._wrong(f"the past was told up to {self.n}, and then a snapshot after {message['n']}")
        self._past = None
        self.n, self.you = message["n"], message.get("you", "")
        self.shown = msgspec.convert(message["table"], Snapshot)

    def _event(self, message: dict[str, Any]) -> None:
        n = message["n"]
        if self.n is None or n != self.n + 1:
            self._wrong(f"event {n} after {self.n}")
            return
        self.n = n
        self._past = None if self._past is None else self._past + 1
        event = message["event"]
        if event["type"] == "seated" and event["seat"] == self.person:
            self.you = self.person
        if event["type"] == "left" and event["seat"] == self.you:
            self.you = ""
        if self.shown is not None and event["type"] in _TAGS:
            self.shown = evolve(self.shown, msgspec.convert(event, Event))
        self.world.pictured(self)

    def _wrong(self, words: str) -> None:
        self.world.oracle.note(f"{self.person}@{self.table}: {words}")

    # --- saying

    async def ask(self, key: str, body: dict[str, Any], *, once: bool = False) -> Asked:
        """Says something until it is answered, wherever; the same key all along. `once`: no finger slips."""
        doubtful, since = False, 0.0
        while True:
            now = asyncio.get_running_loop().time()
            since = now if not self.world.over else since or now
            if now - since > _LONGEST_CALM:
                self._wrong(f"{key} is never answered")
                return Asked(key, body)
            if not self.connected:
                await self.connect()
            if self.line is None:
                await asyncio.sleep(self.chance.uniform(0.05, 0.5))
                continue
            answer = await self._asked(self.line, key, body, once=once)
            doubtful = doubtful or answer is None or answer.twice or answer.code in NOT_JUDGED
            if answer is None or answer.code in NOT_JUDGED:
                if answer is None:
                    self.drop()
                await asyncio.sleep(self.chance.uniform(0.05, 1.0))
                continue
            self.world.answered(self, answer, doubtful=doubtful)
            return answer._replace(twice=doubtful)

    async def _asked(self, line: Line, key: str, body: dict[str, Any], *, once: bool) -> Asked | None:
        answer: asyncio.Future[Asked | None] = asyncio.get_running_loop().create_future()
        self._answers[key], self._waiting[key] = answer, body
        self._send(line, {**body, "key": key})
        twice = not once and self.chance.random() < 0.1  # a double click
        if twice:
            self._send(line, {**body, "key": key})
        try:
            async with asyncio.timeout(_PATIENCE):
                asked = await answer
                return None if asked is None else asked._replace(twice=twice)
        except TimeoutError:
            return None

    def _answered(self, key: str, n: int | None, code: str) -> None:
        answer = self._answers.get(key)
        if answer is not None and not answer.done():
            answer.set_result(Asked(key, self._waiting[key], n, code))

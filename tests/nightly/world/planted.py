"""Bugs planted on purpose: each a few words of the house changed for others, by name, and what that breaks.

A bug is planted in the very function that runs, by exchanging its code; if the words are not there any more, or twice,
that is said, and somebody plants it anew.
"""

import importlib
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any, NamedTuple

_LIVE, _VISITS = "sevenout.server.live.live_table:LiveTable", "sevenout.server.connections.connections:Connection"
_JUDGE, _TABLES = "sevenout.server.live.judge:RequestJudge", "sevenout.server.tables.table_registry:Tables"


class Planted(NamedTuple):
    """A bug: its name, what it breaks, in which function, and which words become which."""

    name: str
    breaks: str
    where: str
    old: str
    new: str


PLANTED: tuple[Planted, ...] = (
    Planted(
        "answered before the commit",
        "an answer goes out while the append is still on its way",
        f"{_LIVE}._write",
        "await self.store.append(Append(",
        "(lambda append: asyncio.ensure_future(self.store.append(append)))(Append(",
    ),
    Planted(
        "told before the commit",
        "everybody hears of what may never be written",
        f"{_LIVE}._write",
        "await self.store.append(Append(",
        "self._notify_listeners(entries)\n        await self.store.append(Append(",
    ),
    Planted(
        "key not looked up",
        "what was done under a key is tried again, and never answered",
        f"{_LIVE}.submit",
        "answer = await self.answers.find_done(request)",
        "answer = None",
    ),
    Planted(
        "body not compared",
        "the key of one thing answers for another that was never done",
        "sevenout.server.store.answered_keys:AnsweredKeys.find_done",
        "answered.digest == request.digest",
        "answered.n >= 0",
    ),
    Planted(
        "limit before key",
        "what was done is refused when it is asked again, because it used the limit up",
        f"{_LIVE}._decide_and_write",
        "return await self.answers.refuse(request, done)",
        "return done if done.code == 'own-limit' else await self.answers.refuse(request, done)",
    ),
    Planted(
        "catching up skips an entry",
        "what another server wrote first is never played here",
        f"{_LIVE}._catch_up",
        "self.store.lines(self.name, self.n + 1,",
        "self.store.lines(self.name, self.n + (2 if self.n > 5 else 1),",
    ),
    Planted(
        "conflict not judged anew",
        "what was judged by an old table is put behind what another server wrote",
        f"{_LIVE}._write",
        "await self.store.append(Append(self.name, first, lines,",
        """newer = await self.store.lines(self.name, first)
        if newer:
            chain = Chain(type(chain.end)(first + len(newer), newer[-1][-66:-2].decode()))
            moved = [__import__('msgspec').structs.replace(entry, n=entry.n + len(newer)) for entry in entries]
            first, lines = first + len(newer), tuple(chain.line(entry) for entry in moved)
        await self.store.append(Append(self.name, first, lines,""",
    ),
    Planted(
        "unavailable taken as written",
        "what the store may not have taken is acknowledged",
        f"{_LIVE}.submit",
        "return AWAY",
        "return self.n + 1",
    ),
    Planted(
        "goes on after losing an append",
        "a table plays on from what is not in its log",
        f"{_LIVE}._submit_or_roll_back",
        "self._roll_back(sure)",
        "self._read_on = True",
    ),
    Planted(
        "chain begun anew",
        "after a lost append the next line is chained to nothing",
        f"{_LIVE}._submit_or_roll_back",
        "self._roll_back(sure)",
        "self._roll_back(sure); self.record.chain = Chain(self.chain.end._replace(hash=Chain().end.hash))",
    ),
    Planted(
        "listeners lost",
        "after a lost append nobody connected is told anything more",
        f"{_LIVE}._submit_or_roll_back",
        "self._roll_back(sure)",
        "self._roll_back(sure); self.listeners = []",
    ),
    Planted(
        "deadline by the machine's clock",
        "a server whose clock is ahead throws before it is time",
        f"{_JUDGE}._throw",
        "now >= self.record.awaited",
        "__import__('time').time() >= self.record.awaited.timestamp()",
    ),
    Planted(
        "deadline thrown twice",
        "the house throws although somebody threw while it waited for its turn",
        f"{_JUDGE}._throw",
        "if not due:",
        "if not self:",
    ),
    Planted(
        "watch gives up",
        "the first time the store is away the deadlines of all tables are forgotten",
        f"{_TABLES}._compare",
        "except (Unavailable, TimeoutError) as error:",
        "except TimeoutError as error:",
    ),
    Planted(
        "only valid throws are counted",
        "after a no roll the same dice come again",
        "sevenout.server.fairness.dice_turns:Turns.apply_event",
        "return replace(self, throws=self.throws + 1)\n",
        "return self\n",
    ),
    Planted(
        "late seed",
        "a seat changes its seed after the first throw was seen",
        "sevenout.server.fairness.dice_turns:refused_seed",
        "if turns.mixed",
        "if turns.mixed == seed and turns.mixed",
    ),
    Planted(
        "thrown before the mix",
        "the first throw of a turn is made without what the seats gave",
        f"{_JUDGE}._execute_on_floor",
        "turns.mixed_by(self.record.turns, mixed)",
        "self.record.turns",
    ),
    Planted(
        "snapshot one event behind",
        "a snapshot is numbered one too low, and the next event comes twice",
        f"{_VISITS}.snapshot",
        "picture.n,",
        "picture.n - 1,",
    ),
    Planted(
        "snapshot ahead of the log",
        "a snapshot shows what is still being written",
        f"{_VISITS}.snapshot",
        "picture.shown.public(),",
        "table.floor.shown.public(),",
    ),
    Planted(
        "since off by one",
        "who comes back misses the first event since",
        f"{_VISITS}._past",
        "self.table.entries(since + 1,",
        "self.table.entries(min(since + 2, room.picture.n),",
    ),
    Planted(
        "gap at the door",
        "what happens while the past is read is told to nobody",
        f"{_VISITS}._past",
        "        while since < room.picture.n:  # more may happen while these are read",
        "        if since < room.picture.n:",
    ),
    Planted(
        "back in time",
        "who comes from a server that knows more is shown an older table",
        f"{_VISITS}._past",
        "since > room.picture.n:",
        "since < 0:",
    ),
    Planted(
        "dropped without a snapshot",
        "who reads slowly misses events, and is not told so",
        "sevenout.server.connections.outbox:Outbox._forget",
        "self.stale = True",
        "self.stale = False",
    ),
    Planted(
        "limit counted after the fact",
        "chips are sold until the limit is passed, not while it holds",
        "sevenout.server.accounts.self_limits:refused_chips",
        "limits.at_stake + amount > loss",
        "limits.at_stake > loss",
    ),
    Planted(
        "roles from an old card",
        "who was sent home goes on dealing as long as the page is open",
        f"{_VISITS}.refresh_person",
        "self.person = person or self.person",
        "pass",
    ),
    Planted(
        "anybody's seat",
        "one bets, and leaves, for another",
        "sevenout.server.accounts.permissions:_refused_other_seat",
        "None if name == seat",
        "None if seat",
    ),
    Planted(
        "right before key",
        "what was done is refused when it is asked again by somebody who has left, or was sent home",
        f"{_LIVE}._decide_and_write",
        "return await self.answers.refuse(request, done)",
        "return done if done.code in ('not-yours', 'no-seat') else await self.answers.refuse(request, done)",
    ),
    Planted(
        "countdown by the machine's clock",
        "who comes in sees another time left than there is",
        f"{_VISITS}.snapshot",
        "self.house.clock",
        "__import__('datetime').datetime.fromtimestamp(__import__('time').time(), self.house.clock.tzinfo)",
    ),
    Planted(
        "not woken",
        "a server that starts while the store is away never plays on what was going on",
        f"{_TABLES}._wake_tables",
        "            return False",
        "            raise",
    ),
    Planted(
        "a strategy acts on every server",
        "two servers ask a strategy at once, and both write what it does",
        "sevenout.server.tables.bots:SeatedBot.play_window",
        " or self.idle",
        "",
    ),
)


class Moved(Exception):
    """The words in which a bug was planted are not in the house any more."""


@contextmanager
def planted(bug: Planted) -> Iterator[None]:
    """The house with a bug in it."""
    function = _found(bug.where)
    source = inspect.getsource(function)
    if source.count(bug.old) != 1:
        raise Moved(f"«{bug.name}»: {bug.where} has «{bug.old}» {source.count(bug.old)} times: plant it anew")
    namespace: dict[str, Any] = {}
    method = "if True:\n" if source[0] == " " else ""
    exec(
        method + source.replace(bug.old, bug.new), function.__globals__, namespace
    )  # the project's own words, not a stranger's
    kept, function.__code__ = function.__code__, namespace[function.__name__].__code__
    try:
        yield
    finally:
        function.__code__ = kept


def _found(where: str) -> FunctionType:
    module, _, path = where.partition(":")
    found: Callable[..., Any] = importlib.import_module(module)  # type: ignore[assignment]
    for name in path.split("."):
        found = getattr(found, name)
    assert isinstance(found, FunctionType), "bugs are planted in functions"
    return found

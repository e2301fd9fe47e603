"""Work that anybody can ask of a house: beside the loop, in turns, paid for, and for nobody who has left."""

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sevenout.base.refusal import Refusal
from sevenout.server.connections import connections
from sevenout.server.history import export, live_sessions
from sevenout.server.history.live_sessions import LiveSessions
from sevenout.server.live.table_terms import TableRequest, is_game_made, read_terms
from sevenout.server.operation.budgets import Budgets
from sevenout.server.operation.callers import CALLER, GONE, Caller
from sevenout.server.operation.workers import Busy, Workers
from sevenout.server.protocol import message_codec, messages
from sevenout.server.web.middleware.disconnects import DisconnectWatch
from sevenout.server.web.routes.rulebook_routes import _check_text
from tests.server.connections.test_connections import Night, night, told
from tests.server.playing import a_house, come_in, opened, says

OWN = 'format = 1\nextends = "typical"\nname = "mine"\n'


def somebody(person: str, address: str = "", is_gone: Callable[[], bool] = lambda: False) -> Caller:
    caller = Caller(address, is_gone)
    caller.person = person
    return caller


def asks(caller: Caller, workers: Workers, work: Callable[[], Any], **how: bool) -> "asyncio.Task[Any]":
    """Has something worked out for somebody, in a task of its own."""
    kept = CALLER.set(caller)
    try:
        return asyncio.ensure_future(workers.do(work, **how))
    finally:
        CALLER.reset(kept)


def test_each_person_has_a_turn_however_much_another_asks_for() -> None:
    async def play() -> list[str]:
        workers, held, done = Workers(), threading.Event(), list[str]()
        first = asks(somebody("ann"), workers, held.wait)
        await asyncio.sleep(0)
        later = [asks(somebody("ann"), workers, partial(done.append, f"ann {n}")) for n in range(5)]
        await asyncio.sleep(0)
        later.append(asks(somebody("bob"), workers, lambda: done.append("bob")))
        await asyncio.sleep(0)
        held.set()
        await asyncio.gather(first, *later)
        workers.close()
        return done

    assert asyncio.run(play()) == ["ann 0", "bob", "ann 1", "ann 2", "ann 3", "ann 4"]


def test_what_was_asked_by_somebody_who_has_left_is_not_begun() -> None:
    async def play() -> None:
        workers, held, done, gone = Workers(), threading.Event(), list[int](), list[bool]()
        first = asks(somebody("ann"), workers, held.wait)
        await asyncio.sleep(0)
        left = [asks(somebody("ann", is_gone=lambda: bool(gone)), workers, lambda: done.append(1)) for _ in range(5)]
        stopped = asks(somebody("bob"), workers, lambda: done.append(2))
        await asyncio.sleep(0)
        assert workers.queue_length == 6
        stopped.cancel()
        await asyncio.gather(stopped, return_exceptions=True)
        assert workers.queue_length == 5
        gone.append(True)
        held.set()
        assert await asyncio.gather(*left) == [GONE] * 5
        await first
        assert (done, workers.queue_length) == ([], 0)
        workers.close()

    asyncio.run(play())


def test_eight_pieces_of_work_of_one_person_wait_and_the_ninth_is_refused_as_busy() -> None:
    async def play() -> None:
        workers, held = Workers(), threading.Event()
        asked = [asks(somebody("ann"), workers, held.wait) for _ in range(10)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        (refused,) = [task.result() for task in asked if task.done()]
        assert (refused.code, refused.retry_after) == ("busy", 1)
        bob = asks(somebody("bob"), workers, held.is_set)
        await asyncio.sleep(0)
        held.set()
        assert await bob
        await asyncio.gather(*asked)
        workers.close()

    asyncio.run(play())


def test_processor_time_is_paid_by_the_person_and_by_their_address() -> None:
    async def play() -> None:
        now = [0.0]
        budgets = Budgets(2.0, 0.2)
        workers = Workers(budgets, clock=lambda: now[0])
        budgets.charge(("person ann", "address 203.0.113.7"), 0.0, 4.0)
        for caller in (somebody("ann"), somebody("eve", "203.0.113.7")):
            refused = await asks(caller, workers, lambda: 1)
            assert (refused.code, refused.retry_after) == ("busy", 10)
        assert await asks(somebody("eve", "203.0.113.8"), workers, lambda: 1) == 1
        assert await workers.do(lambda: 1) == 1  # the house itself
        assert await asks(somebody("ann"), workers, lambda: 1, for_everybody=True) == 1
        now[0] = 10.0
        assert await asks(somebody("ann", "203.0.113.7"), workers, lambda: 1) == 1
        workers.close()

    asyncio.run(play())


def test_what_is_used_is_charged_and_what_waits_then_is_refused() -> None:
    async def play() -> None:
        def works() -> None:
            until = threading.Event()
            for _ in range(200_000):
                until.is_set()

        budgets = Budgets(0.001, 0.001)
        workers, held = Workers(budgets), threading.Event()
        first = asks(somebody("bob"), workers, held.wait)
        both = [asks(somebody("ann"), workers, works) for _ in range(2)]
        await asyncio.sleep(0)
        held.set()
        done, refused = await asyncio.gather(*both)
        assert (await first, done, refused.code) == (True, None, "busy")
        workers.close()

    asyncio.run(play())


# --- what a house does so


def beside_the_loop(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[bool]:
    """Whether a function is called by another thread than this, every time that it is."""
    ours, whole, calls = threading.get_ident(), getattr(where, name), list[bool]()

    def called(*given: Any) -> Any:
        calls.append(threading.get_ident() != ours)
        return whole(*given)

    monkeypatch.setattr(where, name, called)
    return calls


def test_an_ask_is_worked_out_beside_the_loop_and_refused_as_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = beside_the_loop(monkeypatch, connections, "preview_line")

    async def play(playing: Night) -> None:
        ann = await playing.come("Ann")
        await ann.handle(messages.LineRequest("k1", "sits 500"))
        told(ann)
        await ann.handle(messages.PreviewRequest("k2", "10 pass", coach=True))
        (meant,) = [each for each in told(ann) if isinstance(each, messages.Preview)]
        assert (meant.lines, calls) == (("bets 10 on pass",), [True])
        caller = somebody(ann.person.key)
        playing.house.workers._budgets.charge(caller.payers, playing.house.workers._clock(), 4.0)
        CALLER.set(caller)
        await ann.handle(messages.PreviewRequest("k3", "10 pass"))
        (refused,) = [each for each in told(ann) if isinstance(each, messages.RefusedMessage)]
        assert (refused.key, refused.code, refused.retry_after) == ("k3", "busy", 10)
        await ann.handle(messages.LineRequest("k4", "bets 10 on pass"))  # a bet is none of this
        assert [each.key for each in told(ann) if isinstance(each, messages.AcceptedMessage)] == ["k4"]
        assert len(calls) == 1

    night(tmp_path, play)


def test_a_past_is_worked_out_beside_the_loop(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = [beside_the_loop(monkeypatch, export, "entry_of"), beside_the_loop(monkeypatch, live_sessions, "entry_of")]

    async def play() -> None:
        house = await a_house(where)
        table, ann = await opened(house, await come_in(house, "Ann"), dice="entered")
        await says(house, table, ann, "sits 500", *["bets 10 on pass", "roll 1 2"] * 20)
        plain = b"".join([part async for part in export.transcript(table)])
        whole = b"".join([part async for part in export.log(table)])
        for each in calls:
            each.clear()
        caller = Caller(workers=house.workers)
        CALLER.set(caller)
        assert b"".join([part async for part in export.transcript(table)]) == plain
        assert b"".join([part async for part in export.log(table)]) == whole
        assert (await LiveSessions().summarize(table, ann)) == (await LiveSessions().summarize(table, ann))
        assert len((await house.history(table)).rows) == 20
        assert [bool(each) and all(each) for each in calls] == [True, True]
        house.workers._budgets.charge(caller.payers, house.workers._clock(), 4.0)
        with pytest.raises(Busy):
            await house.history(table)
        await house.store.close()

    asyncio.run(play())


def test_whoever_has_left_gets_no_more_of_a_transcript(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        table, ann = await opened(house, await come_in(house, "Ann"), dice="entered")
        await says(house, table, ann, "sits 500", "bets 10 on pass", "roll 1 2")
        CALLER.set(Caller("203.0.113.7", lambda: True, house.workers))
        assert [part async for part in export.transcript(table)] == []
        await house.store.close()

    asyncio.run(play())


def test_books_that_are_checked_keep_nobody_from_opening_a_table(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        held = threading.Event()
        checks = [asks(somebody(f"eve {n}"), house.readers, held.wait) for n in range(20)]
        await asyncio.sleep(0)
        await opened(house, await come_in(house, "Ann"))  # by a book of ours
        gone = asks(somebody("eve", is_gone=lambda: True), house.readers, lambda: _check_text(OWN))
        await asyncio.sleep(0)
        held.set()
        await asyncio.gather(*checks)
        assert await gone == GONE
        await house.store.close()

    asyncio.run(play())


def test_our_books_are_made_once_however_many_others_are_read() -> None:
    terms, _ = read_terms(TableRequest(rules="typical-bar-2"), {}, "")
    for number in range(33):
        sent, _ = read_terms(TableRequest(rulebook=f'{OWN}title = "Nr {number}"\n'), {}, "")
        assert is_game_made(sent)
    first, _ = read_terms(TableRequest(rules="typical-bar-2"), {}, "")
    assert is_game_made(terms)
    assert first.texts == terms.texts
    read_terms(TableRequest(rulebook=f'{OWN}title = "Another"\n'), {}, "")
    assert is_game_made(terms)


# --- who hangs up


@pytest.mark.parametrize(("method", "ends"), [("GET", "cancelled"), ("POST", "done")])
def test_a_request_of_somebody_who_hangs_up_is_ended_unless_it_changes_something(method: str, ends: str) -> None:
    async def play() -> list[object]:
        seen: list[object] = []
        begun, hung_up, go_on = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def app(_: Any, receive: Any, __: Any) -> None:
            if method == "POST":
                await receive()
            caller = CALLER.get()
            assert caller is not None
            begun.set()
            try:
                await go_on.wait()
                seen.append("done")
            except asyncio.CancelledError:
                seen.append("cancelled")
                raise
            finally:
                seen.append(caller.is_gone())

        coming = iter([{"type": "http.request", "body": b"", "more_body": False}])

        async def receive() -> Any:
            for message in coming:
                return message
            await hung_up.wait()
            return {"type": "http.disconnect"}

        async def send(_: Any) -> None:
            raise AssertionError("nothing is told")

        scope = {"type": "http", "method": method, "client": ("203.0.113.7", 1)}
        request = asyncio.create_task(DisconnectWatch(app, Workers())(scope, receive, send))
        await begun.wait()
        hung_up.set()
        for _ in range(5):
            await asyncio.sleep(0)
        go_on.set()
        await request
        return seen

    assert asyncio.run(play()) == [ends, True]


def test_the_refusal_of_a_busy_house_says_when_to_come_back() -> None:
    assert message_codec.encode(message_codec.refused_message("k1", Refusal("busy", "not now", retry_after=3))) == (
        b'{"type":"refused","code":"busy","reason":"not now","clause":"","retry_after":3,"key":"k1"}'
    )

"""What a connection is told: everything once, in order, enough for a picture that is right, and nobody's secrets."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sevenout.crew.floor.floor import FloorCommand
from sevenout.server.accounts.people import Welcome
from sevenout.server.casino import Casino
from sevenout.server.connections.connections import Connection, Room
from sevenout.server.connections.outbox import MOST_BYTES, MOST_WAITING
from sevenout.server.fairness.keys import new_keys
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.public_view import encode_offers, offer_message, offers_message
from sevenout.server.live.requests import THE_HOUSE
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.protocol import message_codec
from sevenout.server.protocol import messages as wire
from sevenout.server.protocol.client_picture import apply_event
from sevenout.server.store.interface import Append, Store
from sevenout.table.commands import Award, Bet, NoRoll, Remember, Sit
from tests.server.conftest import with_store

LINES = (
    "bets 10 on pass", "bets 10 on dont-pass", "bets 5 on field", "bets 12 on place-6", "bets 12 on place-8",
    "bets 10 on come", "bets 20 on pass-odds", "takes down place-6", "calls place-8 off", "presses place-8 by 6",
    "undoes", "buys in for 100", "leaves", "sits 300", "declines the dice", "passes the dice", "bets 5 on hard-8",
    "tokes 5 on hard-8", "tokes 1", "throw",
)  # fmt: skip


class Night:
    """A house with one table, and the people who are connected to it, without any web."""

    def __init__(self, house: Casino, table: LiveTable, room: Room) -> None:
        self.house, self.table, self.room = house, table, room
        self.people: dict[str, Welcome] = {}

    async def come(self, name: str, since: int | None = None, *, crew: bool = False) -> Connection:
        """Somebody connects."""
        if name not in self.people:
            welcome = await self.house.people.guest(name)
            assert isinstance(welcome, Welcome)
            self.people[name] = welcome
        welcome = self.people[name]
        person = await self.house.people.person(welcome.person.key)
        assert person is not None
        visit = Connection(self.house, self.room, person, welcome.token, crew=crew)
        await visit.enter(since)
        return visit


def told(visit: Connection) -> list[wire.FromServer]:
    """Everything that would be sent to a connection now, read back as a client reads it."""
    messages = []
    while raw := visit.take_messages():
        messages += [message_codec.read_server_message(each) for each in raw]
    return messages


async def say(visit: Connection, key: str, line: str) -> wire.AcceptedMessage | wire.RefusedMessage:
    await visit.handle(wire.LineRequest(key, line))
    return answer(visit, key)


async def do(
    visit: Connection, key: str, command: FloorCommand | wire.Shoot
) -> wire.AcceptedMessage | wire.RefusedMessage:
    await visit.handle(wire.CommandRequest(key, command))
    return answer(visit, key)


def answer(visit: Connection, key: str) -> wire.AcceptedMessage | wire.RefusedMessage:
    (answered,) = [each for each in told(visit) if isinstance(each, wire.AcceptedMessage | wire.RefusedMessage)]
    assert answered.key == key
    return answered


def night(path: Path, play: Callable[[Night], Awaitable[None]], **wanted: Any) -> None:
    async def all_of_it(store: Store) -> None:
        house = Casino(store, new_keys())
        owner = await house.people.guest("Olga")
        assert isinstance(owner, Welcome)
        table = await house.open_table(
            owner.person, TableRequest(**{"rules": "catfish-bend", "dice": "entered", "zone": "", **wanted})
        )
        assert isinstance(table, LiveTable)
        playing = Night(house, table, await Room.of(table))
        playing.people["Olga"] = owner
        await play(playing)

    with_store(str(path / "house.db"), all_of_it)


def lasting(picture: wire.SnapshotMessage) -> wire.SnapshotMessage:
    """A picture without the time at which it was taken."""
    window = None if picture.window is None else replace(picture.window, now=picture.window.until)
    return replace(picture, now=datetime(2026, 1, 1, tzinfo=UTC), window=window, present=wire.Presence())


@pytest.mark.parametrize(("dice", "seed"), [("entered", 1), ("entered", 2), ("fair", 3)])
def test_a_picture_folded_from_events_is_the_one_that_the_house_shows(tmp_path: Path, dice: str, seed: int) -> None:
    rng = random.Random(seed)

    async def play(playing: Night) -> None:
        visits = [await playing.come(name) for name in ("Ann", "Bob", "Cy", "Olga")]
        watching = await playing.come("Walt")
        (picture,) = [each for each in told(watching) if isinstance(each, wire.SnapshotMessage)]
        accepted = 0
        for number in range(250):
            roll = "roll" if dice == "fair" else f"roll {rng.randint(1, 6)} {rng.randint(1, 6)}"
            line = rng.choice((*LINES, roll, roll, roll, "sits 500", "no roll: a die left the table"))
            answered = await say(rng.choice(visits), f"k{number}", line)
            accepted += isinstance(answered, wire.AcceptedMessage)
            for message in told(watching):
                if isinstance(message, wire.EventMessage):
                    picture = apply_event(picture, message)
            shown = message_codec.read_server_message(message_codec.encode(watching.snapshot()))
            assert isinstance(shown, wire.SnapshotMessage)
            assert lasting(picture) == lasting(shown)
        assert accepted > 60
        assert picture.table.rolls

    night(tmp_path, play, dice=dice)


def test_events_come_once_in_order_and_say_what_changed_and_who_throws(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, owner = await playing.come("Ann"), await playing.come("Olga", crew=True)
        first, *_ = told(owner)
        assert isinstance(first, wire.SnapshotMessage)
        assert (first.n, first.next.why, first.roles, first.you, first.version) == (0, "nobody", ("owner",), "", 1)
        for key, line in (("a", "sits 1000"), ("b", "bets 10 on pass")):
            await say(ann, key, line)
        await say(owner, "c", "roll 6 5")
        await ann.handle(wire.Subscribe("rolls"))
        (rolls,) = [each for each in told(ann) if isinstance(each, wire.RollsMessage)]
        assert rolls.rolls == (wire.RollMessage((6, 5), "Ann", "", None),)

    night(tmp_path, play)


def test_the_crew_says_and_does_for_whoever_asked(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, crew, plain = await playing.come("Ann"), await playing.come("Olga", crew=True), await playing.come("Bob")
        for key, line in (("a", "sits 1000"), ("b", "bets 12 on pass")):
            await say(ann, key, line)
        told(crew), told(plain)
        await crew.handle(wire.LineRequest("c", "roll 6 5"))
        heard, seen = ([each for each in told(visit) if isinstance(each, wire.EventMessage)] for visit in (crew, plain))
        assert (
            [(event.n, event.line) for event in heard] == [(event.n, event.line) for event in seen] == [(3, "roll 6 5")]
        )
        assert (seen[0].calls, seen[0].steps) == ((), ())
        assert "Eleven" in " ".join(call.words for call in heard[0].calls)
        paid = [(step.who, step.act, step.seat, step.wager, step.amount, step.chips) for step in heard[0].steps][1]
        assert paid == ("third base", "pay", "Ann", "pass", "12.00", (("5.00", 2), ("1.00", 2)))
        assert [(seat.name, seat.rack, seat.layout.stakes) for seat in seen[0].change.seats] == [("Ann", 1012_00, {})]
        assert seen[0].change.next == wire.Next("Ann", "line-bet", "Ann has the dice: waiting for a line bet")

    night(tmp_path, play)


def test_a_base_dealer_who_is_posted_alone_speaks_for_both_ends(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, crew = await playing.come("Ann"), await playing.come("Olga", crew=True)
        for key, line in (("a", "sits 1000"), ("b", "bets 12 on pass")):
            await say(ann, key, line)
        await crew.handle(wire.LineRequest("p", "crew: stick Kim, third base Lou"))
        told(crew)
        await crew.handle(wire.LineRequest("c", "roll 6 5"))
        events = [each for each in told(crew) if isinstance(each, wire.EventMessage) and each.line == "roll 6 5"]
        assert {call.who for call in events[0].calls} == {"stickperson", "base dealer"}
        assert {step.who for step in events[0].steps} == {"stickperson", "base dealer", "player"}

    night(tmp_path, play)


def test_nobody_is_told_who_the_players_are_or_what_strategies_remember(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, bob = await playing.come("Ann"), await playing.come("Bob")
        raw = b""
        for key, line in (("a", "sits 1000"), ("b", "bets 10 on pass")):
            await ann.handle(wire.LineRequest(key, line))
        await playing.table.submit(THE_HOUSE, Remember("Ann", '{"secret":1}'))
        again = await playing.come("Bob", since=0)
        for visit in (bob, again):
            while messages := visit.take_messages():
                raw += b"".join(messages)
        assert b'"remembered"' in raw
        assert playing.people["Ann"].person.key.encode() not in raw
        assert b"secret" not in raw
        assert playing.people["Bob"].person.key.encode() not in raw

    night(tmp_path, play)


def test_who_comes_back_is_told_what_was_missed_and_where_it_led(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann = await playing.come("Ann")
        for key, line in (("a", "sits 1000"), ("b", "bets 10 on pass"), ("c", "bets 5 on field")):
            await say(ann, key, line)
        other = Night(playing.house, playing.table, await Room.of(playing.table))  # as another server has it
        other.people = playing.people
        for since, expected in ((1, [2, 3]), (3, []), (99, []), (-1, []), (None, [])):
            back = told(await other.come("Ann", since))
            assert [each.n for each in back if isinstance(each, wire.EventMessage)] == expected
            (shown,) = [each for each in back if isinstance(each, wire.SnapshotMessage)]
            assert (shown.n, shown.you, shown.seats["Ann"].rack) == (3, "Ann", "985.00")
            assert [type(each) for each in back][-1] is wire.OffersMessage
        for number in range(MOST_WAITING):
            await say(ann, f"more{number}", "bets 1 on field")
        assert [type(each) for each in told(await other.come("Ann", 1))] == [wire.SnapshotMessage, wire.OffersMessage]

    night(tmp_path, play, maximum="5000")


def test_who_does_not_read_keeps_the_answers_and_gets_a_snapshot(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, deaf = await playing.come("Ann"), await playing.come("Bob")
        await say(ann, "sit", "sits 1000")
        await deaf.handle(wire.LineRequest("mine", "sits 100"))
        for number in range(MOST_WAITING + 10):
            await say(ann, f"k{number}", "bets 1 on field")
        messages = told(deaf)
        assert [type(each) for each in messages] == [wire.AcceptedMessage, wire.SnapshotMessage, wire.OffersMessage]
        shown = messages[1]
        assert isinstance(shown, wire.SnapshotMessage)
        assert shown.n == playing.table.n
        await say(ann, "last", "bets 1 on field")
        assert [each.n for each in told(deaf) if isinstance(each, wire.EventMessage)] == [shown.n + 1]

    night(tmp_path, play, maximum="5000")


def test_offers_come_after_the_burst_once_and_only_when_they_change(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, bob = await playing.come("Ann"), await playing.come("Bob")
        for visit, key in ((ann, "a"), (bob, "b")):
            await say(visit, key, "sits 1000")
        told(ann), told(bob)
        for number in range(5):
            await ann.handle(wire.LineRequest(f"k{number}", "bets 5 on field"))
        kinds = [type(each) for each in told(ann)]
        assert kinds.count(wire.OffersMessage) == 1
        assert kinds[-1] is wire.OffersMessage
        assert wire.OffersMessage not in [type(each) for each in told(bob)]
        await ann.handle(wire.Subscribe("offers"))
        (offers,) = told(ann)
        assert isinstance(offers, wire.OffersMessage)
        field = next(offer for offer in offers.offers if offer.wager == "field")
        assert (field.held, field.minimum, field.maximum, field.step) == ("25.00", "1.00", "475.00", "1.00")
        come = next(offer for offer in offers.offers if offer.wager == "come")
        assert come.refused is not None
        assert (come.refused.code, come.refused.clause) == ("not-now", "Wagers 3")

    night(tmp_path, play)


def test_what_is_bet_before_a_first_roll_is_offered_while_the_next_shooter_has_not_thrown(tmp_path: Path) -> None:
    async def offers_fire(visit: Connection) -> bool:
        offers = [each for each in told(visit) if isinstance(each, wire.OffersMessage)]
        fire = next(offer for offer in offers[-1].offers if offer.wager == "fire")
        return fire.refused is None

    async def play(playing: Night) -> None:
        ann, bob, olga = await playing.come("Ann"), await playing.come("Bob"), await playing.come("Olga")
        for visit in (ann, bob):
            await visit.handle(wire.LineRequest("sit", "sits 1000"))
            assert await offers_fire(visit)
        await ann.handle(wire.LineRequest("line", "bets 10 on pass"))
        assert isinstance(await say(olga, "natural", "roll 6 5"), wire.AcceptedMessage)
        assert not await offers_fire(bob)
        await bob.handle(wire.LineRequest("line", "bets 10 on pass"))
        await ann.handle(wire.LineRequest("pass", "passes the dice"))
        assert await offers_fire(ann), "the dice come to Bob, who has not thrown"

    book = (Path(__file__).parents[3] / "examples" / "collectors.toml").read_text(encoding="utf-8")
    night(tmp_path, play, rules="", rulebook=book)


def test_a_command_is_taken_if_a_line_says_the_same(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, owner = await playing.come("Ann"), await playing.come("Olga")
        assert await do(ann, "a", Sit("Ann", 1000_00)) == wire.AcceptedMessage("a", 1)
        assert await do(ann, "b", Bet("Ann", 10_00, "pass")) == wire.AcceptedMessage("b", 2)
        assert await do(ann, "b", Bet("Ann", 10_00, "pass")) == wire.AcceptedMessage("b", 2)
        assert await say(ann, "b", "bets 10 on pass") == wire.AcceptedMessage("b", 2)
        said: tuple[tuple[Connection, FloorCommand | wire.Shoot, str], ...] = (
            (ann, Bet("Ann", 20_00, "pass"), "key-used"),
            (ann, Bet("Bob", 10_00, "pass"), "not-yours"),
            (ann, Bet("Ann", 10**30, "pass"), "malformed"),
            (ann, Bet("Ann", -5, "pass"), "no-amount"),
            (ann, Bet("Ann", 10_00, "pass\nroll 6 1"), "malformed"),
            (ann, Sit("Bob", 100_00), "not-yours"),
            (owner, Sit("Olga", 100_00, player="p-ann"), ""),
            (owner, NoRoll("a die\nAnn bets 500 on pass"), "malformed"),
            (owner, Award("Ann", 5_00, "why", "a clause of my own"), "malformed"),
            (owner, Remember("Ann", "{}"), "malformed"),
            (ann, wire.Shoot(), "entered"),
        )
        for number, (visit, command, code) in enumerate(said):
            key = "b" if code == "key-used" else f"k{number}"
            answered = await do(visit, key, command)
            assert (answered.code if isinstance(answered, wire.RefusedMessage) else "") == code, command
        assert playing.room.picture.seat_of(playing.people["Olga"].person.key) == "Olga"

    night(tmp_path, play)


def test_a_refusal_has_the_wager_and_the_amounts_as_data(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann = await playing.come("Ann")
        await say(ann, "a", "sits 1000")
        refused = await say(ann, "b", "bets 700 on pass")
        assert isinstance(refused, wire.RefusedMessage)
        assert json.loads(message_codec.encode(refused)) == {
            "type": "refused", "key": "b", "code": "above-maximum", "reason": "Pass Line may be at most 500.00",
            "clause": "Max Bets 1", "provenance": "stated", "wager": "pass", "title": "Pass Line", "amount": "700.00",
            "document": "Catfish Bend Casinos, L.C.: Rules of the Game, Craps", "minimum": "5.00", "maximum": "500.00",
            "step": "1.00",
        }  # fmt: skip

    night(tmp_path, play)


def test_what_is_not_durable_is_shown_to_nobody(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann = await playing.come("Ann")
        await say(ann, "a", "sits 1000")
        store, begun, go_on = playing.house.store, asyncio.Event(), asyncio.Event()
        append = store.append

        async def slowly(what: Append) -> None:
            begun.set()
            await go_on.wait()
            await append(what)

        store.append = slowly  # type: ignore[assignment, method-assign]
        betting = asyncio.create_task(ann.handle(wire.LineRequest("b", "bets 10 on pass")))
        await begun.wait()
        bob = await playing.come("Bob")
        assert (bob.snapshot().n, bob.snapshot().seats["Ann"].rack) == (1, "1000.00")
        go_on.set()
        await betting
        assert (bob.snapshot().n, bob.snapshot().seats["Ann"].rack) == (2, "990.00")
        assert [type(each) for each in told(bob)][:2] == [wire.SnapshotMessage, wire.EventMessage]

    night(tmp_path, play)


def test_a_table_that_is_read_again_from_the_store_tells_nothing_twice(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann = await playing.come("Ann")
        await say(ann, "a", "sits 1000")
        table = playing.table
        elsewhere = LiveTable(table.name, table.terms, table.store, playing.house._keys.dice)
        await elsewhere.catch_up()
        await elsewhere.submit(THE_HOUSE, Bet("Ann", 5_00, "field"))  # another server was first
        told(ann)
        await ann.handle(wire.LineRequest("b", "bets 10 on pass"))
        events = [each for each in told(ann) if isinstance(each, wire.EventMessage)]
        assert [(event.n, event.line) for event in events] == [(2, "Ann bets 5 on field"), (3, "Ann bets 10 on pass")]

    night(tmp_path, play)


def test_two_pages_of_one_person_are_told_the_same_and_have_one_seat(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        one, two = await playing.come("Ann"), await playing.come("Ann")
        await say(one, "a", "sits 1000")
        events = [each for each in told(two) if isinstance(each, wire.EventMessage | wire.OffersMessage)]
        assert [type(each) for each in events] == [wire.EventMessage, wire.OffersMessage]
        assert await say(two, "a", "sits 1000") == wire.AcceptedMessage("a", 1)
        assert await say(two, "b", "bets 10 on pass") == wire.AcceptedMessage("b", 2)
        assert playing.room.present == wire.Presence(2, 0)
        one.leave()
        assert playing.room.present == wire.Presence(1, 0)

    night(tmp_path, play)


def test_who_has_logged_out_says_nothing_more_and_roles_given_meanwhile_hold(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, bob = await playing.come("Ann"), await playing.come("Bob")
        await say(ann, "a", "sits 1000")
        await say(ann, "b", "bets 10 on pass")
        refused = await say(bob, "c", "roll 6 1")
        assert isinstance(refused, wire.RefusedMessage)
        await playing.house.people.appoint(bob.person.key, playing.table.name, ("stickperson",))
        assert isinstance(await say(bob, "e", "roll 6 1"), wire.AcceptedMessage)
        await playing.house.people.log_out(playing.people["Ann"].token)
        refused = await say(ann, "d", "bets 5 on field")
        assert isinstance(refused, wire.RefusedMessage)
        assert (refused.code, ann.outbox.closed) == ("no-token", True)

    night(tmp_path, play)


def test_answers_that_nobody_reads_end_the_connection(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann = await playing.come("Ann")
        for _ in range(MOST_WAITING + 1):
            await ann.handle(wire.Subscribe("rolls"))
        assert ann.outbox.closed
        assert sum(map(len, ann.outbox.take())) < MOST_BYTES

    night(tmp_path, play)


def test_a_key_that_was_refused_gets_the_same_answer_whatever_has_changed(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, olga = await playing.come("Ann"), await playing.come("Olga")
        no_seat = await say(ann, "k0", "bets 10 on field")
        await say(ann, "a", "sits 1000")
        await say(ann, "b", "bets 10 on pass")
        early = await say(ann, "k1", "bets 10 on come")
        await say(olga, "c", "roll 3 3")
        told(ann)
        for key, line, before in (("k0", "bets 10 on field", no_seat), ("k1", "bets 10 on come", early)):
            assert isinstance(before, wire.RefusedMessage)
            assert await say(ann, key, line) == before
            other = await say(ann, key, "bets 5 on field")
            assert isinstance(other, wire.RefusedMessage)
            assert other.code == "key-used"
        assert isinstance(await say(ann, "k2", "bets 10 on come"), wire.AcceptedMessage)

    night(tmp_path, play)


def test_what_another_server_has_taken_since_is_not_refused(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, olga = await playing.come("Ann"), await playing.come("Olga")
        for key, line in (("a", "sits 1000"), ("b", "bets 10 on pass")):
            await say(ann, key, line)
        assert isinstance(await say(ann, "k", "bets 10 on come"), wire.RefusedMessage)
        await say(olga, "c", "roll 3 3")
        told(ann)
        elsewhere = Casino(playing.house.store, new_keys())
        table = await elsewhere.table(playing.table.name)
        assert isinstance(table, LiveTable)
        taken = await elsewhere.submit_line(table, ann.person, "bets 10 on come", "k")
        assert isinstance(taken, int)
        assert await say(ann, "k", "bets 10 on come") == wire.AcceptedMessage("k", taken)

    night(tmp_path, play)


def test_what_passes_by_itself_is_not_remembered(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann = await playing.come("Ann")
        playing.house.closing = True
        assert isinstance(await say(ann, "k", "sits 1000"), wire.RefusedMessage)
        playing.house.closing = False
        assert isinstance(await say(ann, "k", "sits 1000"), wire.AcceptedMessage)

    night(tmp_path, play)


def test_who_has_asked_for_time_before_a_roll_is_told_until_the_dice_are_thrown(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, bob = await playing.come("Ann"), await playing.come("Bob")
        for visit in (ann, bob):
            await say(visit, "k1", "sits 500")
        await say(ann, "k2", "bets 10 on pass")
        told(bob)
        await say(ann, "k3", "asks for time")
        windows = [each.change.window for each in told(bob) if isinstance(each, wire.EventMessage)]
        assert [window.asked for window in windows if isinstance(window, wire.Deadline)] == [("Ann",)]
        (picture,) = [each for each in told(await playing.come("Cy")) if isinstance(each, wire.SnapshotMessage)]
        assert picture.window is not None
        assert picture.window.asked == ("Ann",)
        await say(ann, "k4", "roll")
        await say(ann, "k5", "bets 12 on place-6")
        (after,) = [each for each in told(await playing.come("Di")) if isinstance(each, wire.SnapshotMessage)]
        assert after.window is None or after.window.asked == ()

    night(tmp_path, play, dice="fair", window=30)


def test_a_bet_asks_the_file_for_nothing_and_a_token_that_ends_is_noticed_with_the_next_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(playing: Night) -> None:
        ann, asked = await playing.come("Ann"), list[str]()
        assert isinstance(await say(ann, "k1", "sits 500"), wire.AcceptedMessage)
        assert isinstance(await say(ann, "k2", "bets 10 on pass"), wire.AcceptedMessage)
        store: Any = playing.house.store
        rows = store._rows

        def counted(sql: str, *values: Any) -> list[Any]:
            asked.append(sql)
            return list(rows(sql, *values))

        monkeypatch.setattr(store, "_rows", counted)
        assert isinstance(await say(ann, "k3", "bets 5 on field"), wire.AcceptedMessage)
        assert asked == []
        await playing.house.people.log_out(playing.people["Ann"].token)
        answer = await say(ann, "k4", "bets 5 on field")
        assert isinstance(answer, wire.RefusedMessage)
        assert (answer.code, ann.outbox.closed) == ("no-token", True)

    night(tmp_path, play)


def test_offers_are_made_of_what_is_durable_though_the_floor_is_played_ahead(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann = await playing.come("Ann")
        assert isinstance(await say(ann, "k1", "sits 500"), wire.AcceptedMessage)
        durable = playing.room.state
        assert durable == playing.table.floor.table.state
        saying = asyncio.ensure_future(ann.handle(wire.LineRequest("k2", "bets 10 on pass")))
        while playing.table.floor.table.state == durable:
            await asyncio.sleep(0)
        assert playing.room.state == durable  # not in the store yet
        await saying
        assert playing.room.state == playing.table.floor.table.state != durable

    night(tmp_path, play)


def test_offers_are_sent_as_they_would_be_written_out_anew(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann = await playing.come("Ann")
        assert isinstance(await say(ann, "k1", "sits 500"), wire.AcceptedMessage)
        offers = offers_message(playing.room.game, playing.room.state, "Ann")
        whole = message_codec.encode(wire.OffersMessage(7, tuple(offer_message(offer) for offer in offers)))
        assert encode_offers(7, offers) == encode_offers(7, offers) == whole

    night(tmp_path, play)


def test_a_person_counts_as_connected_for_as_long_as_one_of_their_connections_lasts(tmp_path: Path) -> None:
    async def play(night: Night) -> None:
        first, second = await night.come("Ann"), await night.come("Ann")
        bob, ann = await night.come("Bob"), first.person.key
        assert night.table.connected == {ann: 2, bob.person.key: 1}
        for visit, left in ((first, 1), (first, 1), (second, 0)):  # hung up twice, one connection is one less once
            night.room.remove(visit)
            assert night.table.connected[ann] == left
        night.room.remove(bob)
        assert not night.table.connected

    night(tmp_path, play)

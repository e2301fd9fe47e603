"""What would be meant by a line is told, and nothing is done: several things, choices, and what is done once more."""

import random
from pathlib import Path

import pytest

from sevenout.player.talk import memory_of as whole_memory_of
from sevenout.player.talk.standing_orders import HOW
from sevenout.server.accounts.people import SPECTATOR
from sevenout.server.casino import Casino
from sevenout.server.connections.connections import Connection, Room
from sevenout.server.fairness.keys import new_keys
from sevenout.server.history.seat_memory import LOOKED_BACK, memory_of
from sevenout.server.live.live_table import LiveTable
from sevenout.server.protocol import messages
from sevenout.table import Table
from sevenout.table.commands import Command
from tests.server.connections.test_connections import Night, night, say, told


async def ask(visit: Connection, line: str, *, coach: bool = False, since: int | None = None) -> messages.Preview:
    n = visit.table.n
    await visit.handle(messages.PreviewRequest("a1", line, coach, since))
    (meant,) = [each for each in told(visit) if isinstance(each, messages.Preview)]
    assert (meant.key, visit.table.n) == ("a1", n), "nothing is done"
    return meant


async def seated(playing: Night) -> Connection:
    ann = await playing.come("Ann")
    await say(ann, "sit", "sits 1000")
    return ann


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("10 pass", messages.Preview("a1", ("bets 10 on pass",))),
        ("bets 10 on pass", messages.Preview("a1", ("bets 10 on pass",))),
        ("six and eight 12 each", messages.Preview("a1", ("bets 12 on place-6", "bets 12 on place-8"))),
        ("12 6", messages.Preview("a1", (), choices=(("bets 12 on place-6",), ("bets 6 on craps-12",)))),
        ("pas 10", messages.Preview("a1", (), reason="I do not know 'pas'.", nearest="bet 10 on pass")),
        ("roll", messages.Preview("a1", ("roll",))),
        ("rebet", messages.Preview("a1", (), reason="None of your bets has been decided yet.")),
        ("double", messages.Preview("a1", (), reason="You have nothing up to double.")),
        ("sits 300 at 4", messages.Preview("a1", ("sits 300 at 4",))),
        ("Always 10 on the line", messages.Preview("a1", ("bets 10 on pass",), order="keep pass at 10", roll=1)),
        ("always bets 10 on pass", messages.Preview("a1", ("bets 10 on pass",), order="keep pass at 10", roll=1)),
        ("keep odds at max", messages.Preview("a1", (), order="keep odds at max", roll=1)),
        ("keep calm", messages.Preview("a1", (), reason=HOW)),
    ],
)
def test_a_line_comes_to_lines_that_the_house_takes(tmp_path: Path, line: str, meant: messages.Preview) -> None:
    async def play(playing: Night) -> None:
        assert await ask(await seated(playing), line) == meant

    night(tmp_path, play)


def test_what_is_meant_can_be_said_line_by_line(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, olga = await seated(playing), await playing.come("Olga")
        for number, line in enumerate(("10 on the line", "22 inside", "hard 8 5 and a dollar yo", "two way yo 1")):
            for at, each in enumerate((await ask(ann, line)).lines):
                assert isinstance(await say(ann, f"k{number}-{at}", each), messages.AcceptedMessage), each
        up = playing.table.floor.table.layout("Ann")
        assert (up["pass"], up["place-6"], up["hard-8"], up["eleven"]) == (1000, 600, 500, 200)
        assert (await ask(ann, "clear")).lines == ("undoes",) * 8  # the tip is nobody's to take back
        assert isinstance(await say(olga, "r1", "roll 6 4"), messages.AcceptedMessage)
        assert (await ask(ann, "max odds")).lines == ("bets 100 on pass-odds",)

    night(tmp_path, play)


def test_a_standing_order_leads_to_what_was_decided_and_is_told_what_waits(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, olga = await seated(playing), await playing.come("Olga")
        lines = ("bets 10 on pass", "roll 3 1", "bets 15 on come", "roll 6 3", "roll 4 3")
        for number, line in enumerate(lines):
            who = olga if line.startswith("roll") else ann
            assert isinstance(await say(who, f"k{number}", line), messages.AcceptedMessage), line
        rebet = await ask(ann, "always rebet")
        assert (rebet.lines, rebet.order) == (("bets 10 on pass",), "always rebet")
        assert rebet.note.startswith("15 on come is not taken now")
        assert rebet.roll == ann.table.n
        assert isinstance(await say(ann, "f", "bets 5 on field"), messages.AcceptedMessage)
        assert (await ask(ann, "always rebet", since=rebet.roll)).lines == ("bets 10 on pass",)
        assert (await ask(ann, "always rebet", since=rebet.roll + 1)).lines == (), "it was given after that roll"
        assert (await ask(olga, "always rebet")).reason == "sit down first to give standing orders"

    night(tmp_path, play)


def test_the_coach_says_what_a_bet_costs_to_whoever_asks(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann = await seated(playing)
        assert (await ask(ann, "10 pass")).remarks == ()
        assert (await ask(ann, "10 pass", coach=True)).remarks == ("pass for 10: 1.41%, 14 cents a decision",)
        thirteen = (await ask(ann, "13 on six", coach=True)).remarks
        assert (await ask(ann, "13 on six")).remarks == thirteen[:1]
        assert thirteen[0] == "13 does not pay exactly: up to 17 cents is lost when it wins; 12 or 18 does"
        assert (await ask(ann, "big 6 for 10", coach=True)).remarks[0].endswith("place-6 has 4.55%")

    night(tmp_path, play)


def test_who_has_no_seat_asks_in_the_notation_and_a_bad_key_is_refused(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        walt = await playing.come("Walt")
        assert (await ask(walt, "sits 100")).lines == ("sits 100",)
        assert (await ask(walt, "10 pass")).reason
        watching = Connection(playing.house, playing.room, SPECTATOR)
        await watching.enter(None)
        assert (await ask(watching, "10 pass")).lines == ()
        await walt.handle(messages.PreviewRequest("", "10 pass"))
        (refused,) = [each for each in told(walt) if isinstance(each, messages.RefusedMessage)]
        assert refused.code == "bad-key"

    night(tmp_path, play)


def test_once_more_is_remembered_and_read_again_after_a_restart(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, olga = await seated(playing), await playing.come("Olga")
        assert (await ask(ann, "rebet")).reason  # from here on it is remembered as it happens
        await say(ann, "b1", "bets 10 on pass")
        await say(ann, "b2", "bets 12 on place-8")
        await say(olga, "r1", "roll 6 4")
        await say(ann, "b3", "bets 5 on field")
        await say(olga, "r2", "roll 5 3")
        assert (await ask(ann, "rebet")).lines == ("bets 5 on field",)
        await say(olga, "r3", "roll 6 1")
        await again(ann)
        await again(await anew(playing, playing.table))

    async def again(ann: Connection) -> None:
        assert (await ask(ann, "rebet")).lines == ("bets 10 on pass", "bets 12 on place-8")
        assert (await ask(ann, "repeat")).lines == ("bets 10 on pass", "bets 12 on place-8")
        assert (await ask(ann, "same bet on the field")).lines == ("bets 5 on field",)

    night(tmp_path, play)


async def anew(playing: Night, table: LiveTable) -> Connection:
    """Somebody's connection after another server has read the table, and knows nothing of before."""
    house = playing.house
    other = Casino(house.store, new_keys())
    read = await other.table(table.name)
    assert read is not None
    person = await other.people.person(playing.people["Ann"].person.key)
    assert person is not None
    visit = Connection(other, await Room.of(read), person)
    await visit.enter(None)
    told(visit)
    return visit


def test_who_gets_up_is_not_remembered(tmp_path: Path) -> None:
    async def play(playing: Night) -> None:
        ann, olga = await seated(playing), await playing.come("Olga")
        await say(ann, "b1", "bets 10 on pass")
        await say(olga, "r1", "roll 6 1")
        assert (await ask(ann, "rebet")).lines == ("bets 10 on pass",)
        await say(ann, "l1", "leaves")
        await say(ann, "s2", "sits 500")
        assert (await ask(ann, "rebet")).reason == "None of your bets has been decided yet."

    night(tmp_path, play)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_read_from_the_end_of_a_log_is_what_the_whole_of_it_says(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)

    async def play(playing: Night) -> None:
        ann, bob, olga = await seated(playing), await playing.come("Bob"), await playing.come("Olga")
        await say(bob, "sit", "sits 5000")
        lines = (
            "bets 10 on pass", "bets 10 on come", "bets 12 on place-6", "bets 5 on field", "undoes", "bets 5 on any-7",
        )  # fmt: skip
        for number in range(150):
            await say(rng.choice((ann, bob)), f"k{number}", rng.choice(lines))
            await say(olga, f"r{number}", f"roll {rng.randint(1, 6)} {rng.randint(1, 6)}")
        entries = await playing.table.entries(0)
        offline = Table(playing.table.game)
        for entry in entries:
            if isinstance(entry.command, Command):
                offline.execute(entry.command)
        whole = whole_memory_of(offline, "Ann")
        assert whole.decided
        assert memory_of(playing.table.game, entries, "Ann") == whole
        ending = memory_of(playing.table.game, entries[-LOOKED_BACK // 4 :], "Ann")
        assert (ending.decided, ending.come_out) == (whole.decided, whole.come_out)

    night(tmp_path, play)

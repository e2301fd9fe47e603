"""Who may say what: every command, by everybody there is at a table, as a table written by hand."""

import asyncio
from itertools import count
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import pytest

from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import FloorCommand
from sevenout.server.accounts.people import Person, Welcome
from sevenout.server.casino import Casino, actor_at
from sevenout.server.fairness.dice_turns import seed_now
from sevenout.server.fairness.fair_dice import throw
from sevenout.server.fairness.keys import Keys
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.request_parser import parse_request
from sevenout.server.live.requests import Actor
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.store.interface import Append, Unavailable
from sevenout.server.store.sqlite import SqliteStore
from sevenout.table.commands import Award, Leave, Remember, RuleNoRoll, Sit
from tests.server.serving import bearer, serving

# W watches, O has another seat, S is Ann with her seat and the dice, T the stickperson, B the boxperson, D a dealer,
# V the supervisor, N opened the table and stands beside it, P opened it and plays, C is supervisor and plays.
WHO = {
    "W": "Wat", "O": "Bob", "S": "Ann", "T": "Tim", "B": "Bea", "D": "Dan", "V": "Viv", "N": "Nat", "P": "Pam",
    "C": "Cal",
}  # fmt: skip
ROLES = {
    "T": ("stickperson",), "B": ("boxperson",), "D": ("dealer",), "V": ("supervisor",), "N": ("owner",),
    "P": ("owner",), "C": ("supervisor",),
}  # fmt: skip
SEATED = "SOPC"
MATRIX = """
fair     | entered  | line
S        | S        | Ann bets 10 on pass
S        | S        | Ann reduces pass by 5
S        | S        | Ann takes down pass
S        | S        | Ann calls place-6 off
S        | S        | Ann calls props down
S        | S        | Ann presses place-6
S        | S        | Ann parlays place-6
S        | S        | Ann tokes 5
S        | S        | Ann undoes
S        | S        | Ann passes the dice
S        | S        | Ann declines the dice
S        | S        | Ann accepts the dice
S        | S        | Ann buys in for 100
S        | S        | Ann leaves
S        | S        | Ann chooses dice 1 2
S        | S        | Ann asks for other dice
S        | S        | Ann asks for the same dice
S        | S        | Ann throws the dice
STBDV    | STBDVNP  | Ann disputes the cocked die
S        | S        | Ann changes 200
S        | S        | Ann presents 25 by voucher
S        | S        | Ann heels dont-pass-odds
D        | DNP      | Ann calls place-6 on confirmed by dealer
T        | TNP      | stickperson checks the puck at second base: off
B        | BNP      | boxperson verifies the payouts, dice at third base
-        | NP       | Ann bets 5 on field confirmed by dealer, boxperson
T        | TNP      | Ann bets 5 on field confirmed by stickperson
V        | VNP      | Ann bets 5 on field unnoticed
ST       | TVNP     | throw
TV       | TVNP     | throw: one die
-        | TVNP     | roll 3 4
-        | VNP      | roll 3 4 called by supervisor
-        | DNP      | roll 3 4 called by base dealer
TV       | TVNP     | no roll: a die left the table
V        | VNP      | no roll: the dice were short of the wall
V        | VNP      | supervisor orders Ann to pass the dice
V        | VNP      | supervisor warns Ann: short of the wall
V        | VNP      | supervisor overrules, roll 3 1
-        | TVNP     | time is over
V        | VNP      | clock 2026-11-15T08:59 America/Chicago
V        | VNP      | supervisor finds the dice sound, signed Lee 4711
V        | VNP      | supervisor awards Ann 25: the payoff was short
V        | VNP      | set 4711 brought: 5 dice of 0.7550
V        | VNP      | supervisor inspects the new set
B        | BNP      | boxperson inspects the new set
V        | VNP      | supervisor scribes the new set CB
V        | VNP      | shift manager scribes the new set CB
V        | VNP      | set put in
V        | VNP      | set taken off
V        | VNP      | set 4711 recovered
V        | VNP      | supervisor cancels set 4711 on 4
V        | VNP      | set 4711 wrapped, signed Lee
T        | TNP      | dice offered to Ann
T        | TNP      | dice dumped from the bowl
T        | TNP      | dice sent out showing 4 2
T        | TNP      | dice brought in
T        | TNP      | dice gathered
T        | TNP      | dice 2 down
T        | TNP      | dice 2 brought back
T        | TNP      | dice lost from sight
TBDV     | TBDVNP   | dice doubted
TBDV     | TBDVNP   | Ann mishandles the dice: both hands
V        | VNP      | supervisor inspects the dice
B        | BNP      | boxperson inspects the dice
V        | VNP      | crew: stick Kim, third base Lou
V        | VNP      | supervisor posts Ned in the box
V        | VNP      | Pat relieves third base
B        | BNP      | boxperson lets the dice go
TBDV     | TBDVNP   | crew works
V        | VNP      | fill 40 chips of 5
V        | VNP      | credit 40 chips of 5
BDV      | BDVNP    | move 20 chips of 5 from bank to working
D        | DNP      | house money returned
BV       | BVNP     | game goes dead
BV       | BVNP     | game opens again
B        | BNP      | boxperson verifies the call 8
V        | VNP      | supervisor verifies the call 8
V        | VNP      | supervisor rules on the cocked die: it reads 4
B        | BNP      | boxperson rules on the discrepancy, 25 to the player: it was short
V        | VNP      | supervisor rules no roll
V        | VNP      | supervisor rules no roll: on the rail
TV       | TVNP     | roll corrected to 3 4
V        | VNP      | supervisor rules on the cocked die, roll 3 4: it falls to the 4
V        | VNP      | supervisor rules roll 3 4
V        | VNP      | bank opened: 100 red of 5
B        | BNP      | boxperson counts the bank: 80 red of 5
V        | VNP      | supervisor counts the drop box: 2000
TBDV     | TBDVNP   | Bob past-posts 25 on field
TBDV     | TBDVNP   | Bob snatches 25 from field
D        | DNP      | dealer verifies the bet of 500 on pass by Ann
D        | DNP      | dealer assists Ann
D        | DNP      | dealer catches 25 tossed by Ann
T        | TNP      | stickperson encourages Ann
B        | BNP      | boxperson clears the rail
V        | VNP      | supervisor permits the color
D        | DNP      | dealer brings the money
D        | DNP      | third base brings the money
V        | VNP      | supervisor counts 200
B        | BNP      | boxperson drops the money
D        | DNP      | second base cuts the change
V        | VNP      | supervisor verifies the change
D        | DNP      | dealer hands the chips over
-        | -        | # Ann remembers {}
WNOSP    | WNOSP    | sits 100
ST       | -        | roll
"""
ROWS = [tuple(cell.strip() for cell in row.split(" | ")) for row in MATRIX.strip().splitlines()[1:]]
NOT_FOR_THEM = {"not-yours", "no-seat", "not-shooter", "deals-here", "entered"}
"""What somebody is told who may not say it; any other answer is the game's, and for them."""
KEYS = Keys(b"d" * 32, b"s" * 32)


class Stuck(SqliteStore):
    """A store that takes nothing more once the table is set, so that every line is said to the same table."""

    stuck = False

    async def append(self, append: Append) -> None:
        if self.stuck:
            raise Unavailable("nothing is taken any more")
        await super().append(append)


class Cast:
    """A table, and everybody who may be there."""

    def __init__(self, house: Casino, table: LiveTable, people: dict[str, Person]) -> None:
        self.house, self.table, self.people = house, table, people
        self._keys = count()

    @classmethod
    async def of(cls, store: Stuck, dice: str) -> "Cast":
        house = Casino(store, KEYS)
        people = dict[str, Person]()
        for letter, name in WHO.items():
            welcome = await house.people.guest(name)
            assert isinstance(welcome, Welcome)
            people[letter] = welcome.person
        table = await house.open_table(people["W"], TableRequest(rules="catfish-bend", dice=dice, zone=""))  # type: ignore[arg-type]
        assert isinstance(table, LiveTable)
        people["W"] = await house.people.appoint(people["W"].key, table.name, ())
        for letter in SEATED:
            assert isinstance(await house.submit_line(table, people[letter], "sits 1000", "s"), int)
        assert isinstance(await house.submit_line(table, people["S"], "bets 10 on pass", "b"), int)
        for letter, roles in ROLES.items():
            people[letter] = await house.people.appoint(people[letter].key, table.name, roles)
        store.stuck = True
        return cls(house, table, people)

    async def may(self, letter: str, line: str) -> bool:
        """Whether this one may say that."""
        person, key = self.people[letter], f"k{next(self._keys)}"
        if line.startswith("#"):
            assert await self.table.ready() is None
            answer = await self.house.submit(self.table, person, Remember("Ann", "{}"), key)
        else:
            answer = await self.house.submit_line(self.table, person, line, key)
        assert isinstance(answer, Refusal)
        assert answer.code != "malformed", (line, answer.reason)
        return answer.code not in NOT_FOR_THEM


@pytest.mark.parametrize("dice", ["fair", "entered"])
def test_every_command_is_for_those_whose_it_is_and_for_nobody_else(dice: str, tmp_path: Path) -> None:
    async def play() -> None:
        store = Stuck(tmp_path / "house.db")
        cast = await Cast.of(store, dice)
        wrong = []
        for fair, entered, line in ROWS:
            wanted = set(fair if dice == "fair" else entered) - {"-"}
            may = {letter for letter in WHO if await cast.may(letter, line)}
            wrong += [] if may == wanted else [f"{line}: {''.join(sorted(may))}, not {''.join(sorted(wanted))}"]
        await store.close()
        assert not wrong, "\n".join(wrong)

    asyncio.run(play())


def classes_of(union: Any) -> set[type]:
    if get_origin(union) in (UnionType, Union):
        return set().union(*(classes_of(part) for part in get_args(union)))
    return {union}


def test_the_matrix_has_every_command_there_is(tmp_path: Path) -> None:
    async def play() -> set[type]:
        store = Stuck(tmp_path / "house.db")
        cast = await Cast.of(store, "fair")
        voice = actor_at(cast.table, cast.people["V"])
        said = {
            type(parse_request(cast.table.game, voice, "Viv", line)) for *_, line in ROWS if not line.startswith("#")
        }
        await store.close()
        return said

    # at a live table a line `supervisor rules no roll` is a ruling of the pit, which the floor tells the table
    assert classes_of(FloorCommand) <= asyncio.run(play()) | {Remember, Sit, RuleNoRoll}


def test_a_seat_is_taken_for_oneself_and_in_one_s_own_name(tmp_path: Path) -> None:
    async def play() -> None:
        store = Stuck(tmp_path / "house.db")
        cast = await Cast.of(store, "fair")
        wat, bob = cast.people["W"], cast.people["O"]
        for sit in (Sit("Zoe", 100_00, player=wat.key), Sit("Wat", 100_00, player=bob.key), Sit("Wat", 100_00)):
            answer = await cast.house.submit(cast.table, wat, sit, f"k {sit.seat} {sit.player}")
            assert isinstance(answer, Refusal)
            assert answer.code == "not-yours"
        await store.close()

    asyncio.run(play())


def test_who_sits_down_on_one_server_rules_no_more_on_another_that_has_not_heard_of_it(tmp_path: Path) -> None:
    async def play() -> None:
        store = Stuck(tmp_path / "house.db")
        cast = await Cast.of(store, "fair")
        store.stuck = False
        elsewhere = await Casino(store, KEYS).table(cast.table.name)
        assert elsewhere is not None
        viv = cast.people["V"]
        stale = actor_at(elsewhere, viv)
        plain = await cast.house.people.appoint(viv.key, cast.table.name, ())
        assert isinstance(await cast.house.submit_line(cast.table, plain, "sits 100", "k1"), int)
        answer = await elsewhere.submit(stale, Award("Ann", 25_00, "the payoff was short"), "k2")
        assert isinstance(answer, Refusal)
        assert answer.code == "not-yours"
        gone = Actor("somebody else", "Ann")
        answer = await elsewhere.submit(gone, Leave("Ann"), "k3")
        assert isinstance(answer, Refusal)
        assert answer.code == "no-seat"
        await store.close()

    asyncio.run(play())


@pytest.mark.parametrize("crew", [False, True])
def test_a_supervisor_cannot_say_what_fair_dice_showed(tmp_path: Path, *, crew: bool) -> None:
    async def play() -> None:
        store = Stuck(tmp_path / "house.db")
        cast = await Cast.of(store, "fair")
        store.stuck = False
        keys = count()

        async def say(letter: str, line: str) -> int | Refusal:
            return await cast.house.submit_line(cast.table, cast.people[letter], line, f"c{next(keys)}")

        if crew:
            assert isinstance(await say("V", "crew: stick Kim, third base Lou"), int)
        assert isinstance(await say("T", "roll"), int)
        await say("D", "crew works")
        await say("S", "bets 10 on pass")  # in case it was lost
        assert isinstance(await say("T", "no roll: a cocked die"), int)
        turns = cast.table.turns
        fair = throw(seed_now(KEYS.dice, cast.table.name, turns), turns.mixed, turns.throws - 1)
        other = f"{7 - fair[0]} {fair[1]}"
        assert isinstance(await say("V", f"supervisor {'rules' if crew else 'overrules,'} roll {other}"), int)
        roll = cast.table.floor.snapshot.rolls[-1]
        assert (roll.a, roll.b) == fair
        await store.close()

    asyncio.run(play())


def test_over_the_wire_roles_are_given_used_taken_and_written_down(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        nat, ann, viv, tim = [house.guest(name) for name in ("Nat", "Ann", "Viv", "Tim")]
        table = house.table(nat, rules="catfish-bend")
        roles = f"/api/tables/{table}/roles"

        def put(by: str, who: str, *given: str) -> tuple[int, str]:
            answer = house.web.put(f"{roles}/{who}", json={"roles": given}, headers=bearer(by))
            return answer.status_code, answer.json().get("code", "")

        assert put(ann, "Ann", "supervisor") == (403, "not-yours")
        assert put(nat, "Viv", "supervisor") == (200, "")
        assert put(viv, "Tim", "stickperson") == (200, "")
        assert put(viv, "Tim", "supervisor") == (403, "not-yours")
        assert put(viv, "Viv", "supervisor", "owner") == (403, "not-yours")
        assert put(nat, "Viv", "king") == (400, "bad-role")
        assert put(nat, "Zoe", "dealer") == (404, "not-found")
        assert house.web.get(roles).json() == {"Nat": ["owner"], "Tim": ["stickperson"], "Viv": ["supervisor"]}

        player, boss, stick = (house.connect(table, token) for token in (ann, viv, tim))
        assert player.say("k1", "sits 1000")["type"] == "accepted"
        assert put(nat, "Ann", "dealer") == (409, "has-seat")
        assert boss.say("k1", "sits 1000")["code"] == "deals-here"
        award = "supervisor awards Ann 25: the payoff was short"
        assert player.say("k2", award)["code"] == "not-yours"
        assert stick.say("k2", award)["code"] == "not-yours"
        assert boss.say("k2", award)["type"] == "accepted"
        assert house.web.delete(f"{roles}/Viv", headers=bearer(nat)).json() == {"roles": []}
        assert boss.say("k3", award)["code"] == "not-yours"

        log = house.web.get(f"/api/tables/{table}/log").text
        assert '"type":"appointed","name":"Viv","roles":["supervisor"],"by":"Nat"' in log
        assert '"type":"appointed","name":"Viv","roles":[],"by":"Nat"' in log
        assert log.index('"name":"Viv","roles":["supervisor"]') < log.index('"type":"award"')


@pytest.mark.parametrize("first", ["seat", "role"])
def test_of_a_seat_and_a_role_that_are_wanted_at_the_same_moment_somebody_has_one(tmp_path: Path, first: str) -> None:
    async def play() -> None:
        house = Casino(SqliteStore(tmp_path / "house.db"), KEYS)
        ann, bob = [await house.people.guest(name) for name in ("Ann", "Bob")]
        assert isinstance(ann, Welcome)
        assert isinstance(bob, Welcome)
        table = await house.open_table(ann.person, TableRequest(rules="typical"))
        assert isinstance(table, LiveTable)
        owner = await house.people.person(ann.person.key)
        say, heard = table.submit, asyncio.Event()

        async def waits(voice: Actor, saying: Any, *more: Any) -> Any:
            """Whoever comes second was judged before the first was done."""
            second = isinstance(saying, Sit) != (first == "seat")
            if second:
                await heard.wait()
            answer = await say(voice, saying, *more)
            heard.set()
            return answer

        table.submit = waits  # type: ignore[method-assign, assignment]
        sat, made = await asyncio.gather(
            house.submit_line(table, bob.person, "sits 500", "k"), house.appoint(table, owner, bob.person, ("dealer",))
        )
        after = await house.people.person(bob.person.key)
        assert after is not None
        has = (bool(table.seat_of(after.key)), bool(after.roles.get(table.name)))
        assert has == ((True, False) if first == "seat" else (False, True))
        refused = made if first == "seat" else sat
        assert isinstance(refused, Refusal)
        assert refused.code == ("has-seat" if first == "seat" else "deals-here")
        await house.store.close()

    asyncio.run(play())

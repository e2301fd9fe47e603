"""Bets that wait to be confirmed at a live table: said by their player, confirmed post by post, laid once."""

from pathlib import Path

import pytest

from sevenout.base.refusal import Refusal
from sevenout.crew.pit.pit_commands import OpenGame
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import verify_log
from sevenout.server.live.requests import Actor
from sevenout.server.protocol.house_events import LateBetOffered
from sevenout.server.store.interface import Store
from sevenout.server.verification.verifier import verify_store
from sevenout.table.commands import Bet, CallWager, Leave, RollDice, TakeDown, ThrowDice
from tests.server.live.test_live_table import ANN, BOB, again, at, code_of

DEALER, BOX = Actor("p-dan", "", ("dealer",)), Actor("p-bea", "", ("boxperson",))
BOTH = Actor("p-one", "", ("dealer", "boxperson"))
STICK = Actor("p-tim", "", ("stickperson",))
LATE = Bet("Bob", 10_00, "field")
BY_DEALER = Bet("Bob", 10_00, "field", confirmed=("dealer",))
BY_BOX = Bet("Bob", 10_00, "field", confirmed=("boxperson",))


def laid(table: LiveTable, seat: str = "Bob") -> dict[str, int]:
    return table.floor.table.layout(seat)


async def in_the_air(table: LiveTable) -> None:
    await table.submit(ANN, Bet("Ann", 10_00, "pass"))
    await table.submit(STICK, ThrowDice())


def test_a_late_bet_is_laid_once_with_the_word_of_a_dealer_and_of_a_boxperson(tmp_path: Path) -> None:
    async def play(store: Store, table: LiveTable) -> None:
        await in_the_air(table)
        assert code_of(await table.submit(BOB, LATE, "k1")) == "unconfirmed"
        assert [one.bet for one in table.record.standing.late] == [LATE]
        assert isinstance(await table.submit(DEALER, BY_DEALER, "d"), int)
        assert laid(table) == {}
        assert isinstance(await (await again(table)).submit(BOX, BY_BOX, "b"), int)
        await table.catch_up()
        assert laid(table) == {"field": 10_00}
        assert table.record.standing.late == ()
        assert [str(entry.command) for entry in await table.entries(table.n)] == [
            "Bob bets 10 on field confirmed by dealer, boxperson"
        ]
        assert code_of(await table.submit(DEALER, BY_DEALER, "d2")) == "not-said"
        assert laid(table) == {"field": 10_00}
        verify_log(table.game, await store.lines("t-1"))

    at(str(tmp_path / "house.db"), play, rules="new-south-wales", dice="entered")


def test_no_one_person_speaks_for_two_posts(tmp_path: Path) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await in_the_air(table)
        await table.submit(BOB, LATE, "k1")
        owner = Actor("p-owner", "", ("owner",))
        for one in (BOTH, owner):
            answer = await table.submit(one, Bet("Bob", 10_00, "field", confirmed=("dealer", "boxperson")))
            assert isinstance(answer, Refusal)
            assert (answer.code, answer.clause) == ("one-person", "6.3")
            assert answer.reason == "each post must be confirmed by a different person"
        assert isinstance(await table.submit(BOTH, BY_DEALER), int)
        assert code_of(await table.submit(BOTH, BY_BOX)) == "one-person"
        for other, said in ((DEALER, BY_BOX), (STICK, BY_BOX), (ANN, BY_BOX)):
            assert code_of(await table.submit(other, said)) == "not-yours"
        assert laid(table) == {}
        assert isinstance(await table.submit(BOX, BY_BOX), int)
        assert laid(table) == {"field": 10_00}

    at(str(tmp_path / "house.db"), play, rules="new-south-wales", dice="entered")


def test_nobody_is_given_a_bet_that_they_did_not_say(tmp_path: Path) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await in_the_air(table)
        answer = await table.submit(DEALER, Bet("Bob", 400_00, "any-7", confirmed=("dealer",)))
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.clause) == ("not-said", "6.3")
        await table.submit(BOB, LATE)
        assert code_of(await table.submit(DEALER, Bet("Bob", 20_00, "field", confirmed=("dealer",)))) == "not-said"

    at(str(tmp_path / "house.db"), play, rules="new-south-wales", dice="entered")


def test_a_late_bet_waits_until_the_dice_rest_or_its_player_takes_it_back(tmp_path: Path) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await in_the_air(table)
        await table.submit(BOB, LATE)
        await table.submit(BOB, LATE)
        assert sum(isinstance(entry.event, LateBetOffered) for entry in await table.entries(0)) == 1
        await table.submit(BOB, Bet("Bob", 15_00, "field"))
        assert [one.bet for one in table.record.standing.late] == [Bet("Bob", 15_00, "field")]
        assert isinstance(await table.submit(BOB, TakeDown("Bob", "field")), int)
        assert code_of(await table.submit(DEALER, BY_DEALER)) == "not-said"
        await table.submit(BOB, LATE)
        await table.submit(DEALER, BY_DEALER)
        await table.submit(STICK, RollDice(4, 2))
        assert table.record.standing.late == ()
        assert code_of(await table.submit(BOX, BY_BOX)) == "not-said"

    at(str(tmp_path / "house.db"), play, rules="new-south-wales", dice="entered")


def test_a_bet_that_could_not_be_made_anyway_does_not_wait(tmp_path: Path) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await in_the_air(table)
        assert code_of(await table.submit(BOB, Bet("Bob", 2000_00, "field"))) == "above-maximum"
        assert table.record.standing.late == ()

    at(str(tmp_path / "house.db"), play, rules="new-south-wales", dice="entered")


def test_3_10_a_called_bet_takes_one_word_and_its_player_has_said_it(tmp_path: Path) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        called = Bet("Bob", 25_00, "field", called=True)
        word = Bet("Bob", 25_00, "field", called=True, confirmed=("stickperson",))
        assert code_of(await table.submit(STICK, word)) == "not-said"
        assert code_of(await table.submit(BOB, called)) == "unconfirmed"
        assert isinstance(await table.submit(STICK, word), int)
        assert laid(table) == {"field": 25_00}

    at(str(tmp_path / "house.db"), play, rules="marina-bay-sands", dice="entered")


def test_words_on_a_bet_that_waits_are_answered_under_keys_that_verify_finds_sound(tmp_path: Path) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await in_the_air(table)
        await table.submit(BOB, LATE, "k1")
        assert isinstance(await table.submit(BOB, TakeDown("Bob", "field"), "k2"), int)
        await table.submit(BOB, LATE, "k3")
        assert isinstance(await table.submit(DEALER, BY_DEALER, "d"), int)
        assert isinstance(await table.submit(BOX, BY_BOX, "b"), int)

    where = tmp_path / "house.db"
    at(str(where), play, rules="new-south-wales", dice="entered")
    assert [verdict.fault for verdict in verify_store(where)] == [""]


# --- calls on or off

CALL = CallWager("Bob", "place", "on")
CALLED_BY_DEALER = CallWager("Bob", "place", "on", ("dealer",))
SUPERVISOR = Actor("p-sue", "", ("supervisor",))
POSTED = OpenGame("Kim", "Lou", "Max", "Ned")


def place_calls(table: LiveTable) -> dict[str, str]:
    seat = table.floor.snapshot.seat("Bob")
    return {} if seat is None else {bet.wager: bet.call for bet in seat.layout.lying}


async def placed(table: LiveTable, *, posted: bool = True) -> None:
    await table.submit(ANN, Bet("Ann", 25_00, "pass"))
    assert isinstance(await table.submit(BOB, Bet("Bob", 30_00, "place-6")), int)
    if posted:
        assert isinstance(await table.submit(SUPERVISOR, POSTED), int)


def test_with_a_crew_posted_a_call_on_counts_only_once_the_dealer_confirms_it(tmp_path: Path) -> None:
    async def play(store: Store, table: LiveTable) -> None:
        await placed(table)
        answer = await table.submit(BOB, CALL, "c1")
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.clause) == ("unconfirmed", "Place Bets")
        assert [one.bet for one in table.record.standing.late] == [CALL]
        assert place_calls(table) == {"place-6": ""}
        for other in (BOB, ANN, STICK, BOX):
            assert code_of(await table.submit(other, CALLED_BY_DEALER)) == "not-yours"
        assert isinstance(await (await again(table)).submit(DEALER, CALLED_BY_DEALER, "d"), int)
        await table.catch_up()
        assert place_calls(table) == {"place-6": "on"}
        assert table.record.standing.late == ()
        assert code_of(await table.submit(DEALER, CALLED_BY_DEALER, "d2")) == "not-said"
        verify_log(table.game, await store.lines("t-1"))

    where = tmp_path / "house.db"
    at(str(where), play, rules="catfish-bend", dice="entered")
    assert [verdict.fault for verdict in verify_store(where)] == [""]


def test_a_call_whose_confirmation_is_withheld_lapses_with_the_roll(tmp_path: Path) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await placed(table)
        await table.submit(BOB, CALL)
        rack = table.floor.table.rack("Bob")
        assert isinstance(await table.submit(STICK, RollDice(3, 3)), int)
        assert (table.floor.table.rack("Bob"), table.record.standing.late) == (rack, ())
        assert code_of(await table.submit(DEALER, CALLED_BY_DEALER)) == "not-said"

    at(str(tmp_path / "house.db"), play, rules="catfish-bend", dice="entered")


def test_who_leaves_takes_a_call_that_waits_along(tmp_path: Path) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await placed(table)
        await table.submit(BOB, CALL)
        assert isinstance(await table.submit(BOB, TakeDown("Bob", "place-6")), int)
        assert isinstance(await table.submit(BOB, Leave("Bob")), int)
        assert table.record.standing.late == (), "whoever sits down there next has called nothing"

    at(str(tmp_path / "house.db"), play, rules="catfish-bend", dice="entered")


def test_a_call_that_waits_is_taken_back_by_the_opposite_call(tmp_path: Path) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await placed(table)
        await table.submit(BOB, CALL)
        assert isinstance(await table.submit(BOB, CallWager("Bob", "place", "off"), "c2"), int)
        assert table.record.standing.late == ()
        assert code_of(await table.submit(DEALER, CALLED_BY_DEALER)) == "not-said"
        assert place_calls(table) == {"place-6": ""}

    at(str(tmp_path / "house.db"), play, rules="catfish-bend", dice="entered")


def test_nobody_confirms_a_call_as_two_posts_or_one_that_nobody_made(tmp_path: Path) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await placed(table)
        assert code_of(await table.submit(DEALER, CALLED_BY_DEALER)) == "not-said"
        await table.submit(BOB, CALL)
        both = CallWager("Bob", "place", "on", ("dealer", "boxperson"))
        assert code_of(await table.submit(BOTH, both)) == "one-person"
        assert isinstance(await table.submit(BOX, CallWager("Bob", "place", "on", ("boxperson",))), int)
        assert place_calls(table) == {"place-6": "on"}

    at(str(tmp_path / "house.db"), play, rules="new-south-wales", dice="entered")


@pytest.mark.parametrize(("rules", "posted"), [("catfish-bend", False), ("marina-bay-sands", True)])
def test_a_call_counts_at_once_without_a_crew_or_where_no_house_wants_it_confirmed(
    tmp_path: Path, rules: str, *, posted: bool
) -> None:
    async def play(_: Store, table: LiveTable) -> None:
        await placed(table, posted=posted)
        assert isinstance(await table.submit(BOB, CALL), int)
        assert place_calls(table) == {"place-6": "on"}

    at(str(tmp_path / "house.db"), play, rules=rules, dice="entered")

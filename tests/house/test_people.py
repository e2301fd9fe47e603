"""People: names that cannot be mistaken, passwords and lockout, tokens that run out, limits that tighten at once."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sevenout.house.limits import Bounds, Limits, bought, cashed, refused_chips, refused_time, set_bounds, stay_away
from sevenout.house.names import refused_name, skeleton
from sevenout.house.people import IDLE, LOCKED, TRIES, People, Welcome
from sevenout.house.store import Store
from sevenout.house.store.sqlite import SqliteStore
from sevenout.refusal import Refusal
from tests.house.conftest import with_store

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
PASSWORD = "a horn and a yo"


class ClockedStore(SqliteStore):
    """A store whose clock is told."""

    moment = NOW

    async def now(self) -> datetime:
        return self.moment


def code_of(answer: object) -> str:
    return answer.code if isinstance(answer, Refusal) else ""


@pytest.mark.parametrize("name", ["Ann", "Bób", "Ольга", "Zoë", "小明", "さくら", "O'Neil", "A-1"])
def test_names_that_people_have_are_taken(name: str) -> None:
    assert refused_name(name) is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Аnn",
        "Ann\u200b",
        "\u202eAnn",
        "Ann\u0301\u0301",
        "ﬁnn",
        "Ａnn",
        "roll",
        "crew",
        "A" * 25,
        "42",
        "😀",
        "Ann Lee",
        "A#n",
    ],
)
def test_names_that_hide_something_are_refused(name: str) -> None:
    assert code_of(refused_name(name)) == "bad-name"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Bill", "Bi1l"),
        ("Bob", "B0b"),
        ("Marna", "Mama"),
        ("Сора", "Copa"),
        ("Zoe", "Zoë"),
        ("A-nn", "Ann"),
    ],
)
def test_names_that_look_alike_share_their_look(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_a_guest_has_a_token_and_a_name_that_nobody_else_can_take(where: str) -> None:
    async def play(store: Store) -> None:
        people = People(store)
        ann = await people.guest("Ann")
        assert isinstance(ann, Welcome)
        assert await people.whose(ann.token) == ann.person
        assert code_of(await people.guest("ANN")) == "name-taken"
        assert code_of(await people.whose("made up")) == "no-token"
        await people.log_out(ann.token)
        assert code_of(await people.whose(ann.token)) == "no-token"

    with_store(where, play)


def test_tokens_are_kept_as_hashes_and_passwords_as_argon2_makes_them(where: str) -> None:
    async def play(store: Store) -> None:
        welcome = await People(store).register("Ann", PASSWORD)
        assert isinstance(welcome, Welcome)
        cards = [*await store.cards("person"), *await store.cards("token")]
        kept = b"".join(card.body + name.encode() for name, card in cards)
        assert welcome.token.encode() not in kept
        assert PASSWORD.encode() not in kept
        assert welcome.person.password.startswith("$argon2id$")

    with_store(where, play)


def test_wrong_passwords_lock_an_account_for_a_while(tmp_path: Path) -> None:
    async def play() -> None:
        store = ClockedStore(tmp_path / "house.db")
        people = People(store)
        await people.register("Ann", PASSWORD)
        assert code_of(await people.log_in("Nobody", PASSWORD)) == "wrong-password"
        for _ in range(TRIES):
            assert code_of(await people.log_in("Ann", "not that one")) == "wrong-password"
        assert code_of(await people.log_in("Ann", PASSWORD)) == "locked"
        store.moment = NOW + LOCKED
        opened = await people.log_in("Ann", PASSWORD)
        assert isinstance(opened, Welcome)
        store.moment = NOW + LOCKED + IDLE + timedelta(seconds=1)
        assert code_of(await people.whose(opened.token)) == "idle"
        assert code_of(await people.whose(opened.token)) == "no-token"
        await store.close()

    asyncio.run(play())


@pytest.mark.parametrize("password", ["short", "AnnAnnAnnAnn", "aaaaaaaaaaaa", "x" * 201])
def test_a_password_that_anybody_could_guess_is_refused(where: str, password: str) -> None:
    async def play(store: Store) -> None:
        assert code_of(await People(store).register("Ann", password)) == "bad-password"

    with_store(where, play)


def test_what_two_say_of_one_person_at_once_is_both_kept(where: str) -> None:
    async def play(store: Store) -> None:
        people = People(store)
        ann = await people.guest("Ann")
        assert isinstance(ann, Welcome)
        await asyncio.gather(*(people.appoint(ann.person.key, f"t-{n}", ("supervisor",)) for n in range(8)))
        after = await people.person(ann.person.key)
        assert after is not None
        assert sorted(after.roles) == [f"t-{n}" for n in range(8)]

    with_store(where, play)


def limited(**bounds: int) -> Limits:
    limits = set_bounds(Limits(), Bounds(**bounds), NOW)
    assert isinstance(limits, Limits)
    return limits


def test_nobody_buys_more_than_they_allowed_themself_to_lose() -> None:
    limits = bought(limited(loss=100_00), 60_00, NOW)
    assert refused_chips(limits, 40_00, NOW) is None
    refusal = refused_chips(limits, 41_00, NOW)
    assert refusal is not None
    assert (refusal.code, refusal.maximum) == ("own-limit", 40_00)
    back = cashed(limits, 50_00, 600, NOW)
    assert refused_chips(back, 90_00, NOW) is None
    assert refused_chips(limits, 100_00, NOW + timedelta(days=1)) is None


def test_time_is_over_when_it_is_over_and_begins_again_the_next_day() -> None:
    limits = cashed(limited(minutes=10), 0, 600, NOW)
    assert code_of(refused_time(limits, NOW)) == "own-limit"
    assert refused_time(limits, NOW + timedelta(days=1)) is None


def test_a_limit_tightens_at_once_and_loosens_after_a_day() -> None:
    limits = limited(loss=100_00, remind=30)
    tighter = set_bounds(limits, Bounds(loss=50_00, remind=60), NOW)
    assert isinstance(tighter, Limits)
    assert tighter.bounds == Bounds(loss=50_00, remind=30)
    assert tighter.at(NOW + timedelta(days=1)).bounds == Bounds(loss=50_00, remind=60)
    none = set_bounds(tighter, Bounds(), NOW)
    assert isinstance(none, Limits)
    assert none.at(NOW + timedelta(hours=23)).bounds.loss == 50_00


def test_staying_away_can_be_made_longer_and_never_shorter() -> None:
    away = stay_away(Limits(), NOW + timedelta(days=30), NOW)
    assert isinstance(away, Limits)
    assert code_of(refused_chips(away, 1, NOW)) == "away"
    assert code_of(stay_away(away, NOW + timedelta(days=1), NOW)) == "bad-limit"
    assert isinstance(stay_away(away, NOW + timedelta(days=60), NOW), Limits)
    assert refused_chips(away, 1, NOW + timedelta(days=30)) is None

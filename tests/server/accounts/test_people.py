"""People: names that cannot be mistaken, passwords and lockout, tokens that run out, limits that tighten at once."""

import asyncio
import hashlib
import threading
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.login_throttle import ACCOUNT_TRIES, LOCKED, SOURCE_TRIES, TRIES
from sevenout.server.accounts.name_rules import refused_name, skeleton
from sevenout.server.accounts.passwords import MOST_WAITING
from sevenout.server.accounts.people import IDLE, LIFE, MOST_TOKENS, People, Person, Welcome
from sevenout.server.accounts.self_limits import SelfLimits, Tab, stay_away
from sevenout.server.store.interface import Store
from sevenout.server.store.sqlite import SqliteStore
from tests.server.conftest import with_store

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
PASSWORD = "a horn and a yo"
LETTERS, LOOKS = 32_782, "49f204c003cc430e5af6d757f47ba4ac1f80ab66ff7d5a96118b6b973a7f67bd"
"""How many letters names are made of, and what all of them look like together."""


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
        "\u0251nn",
        "Bi\u217cl",
        "\u13aanna",
        "Ann\u200d",
        "\u200fAnn",
        "Ann\u2066",
        "Ann\ufe0f",
        "A\u0300nn",
        "\U0001d400nn",
        "\u0430nn\u0430Bo",
        "\u05d0nn",
        "Ann\u0661",
        "Ann\u3164",
        "house",
        "House",
        "H0use",
        "Dealer",
        "Stick",
        "box",
        "the-floor",
        "Base-2",
        "PitBoss",
        "dea1er",
        "Dealer-7",
        "the-dealer",
        "TheDealer",
        "Supervisor",
        "Super-visor",
        "stickperson",
        "Stlckperson",
        "Routine",
        "bot",
        "Bot-12",
        "Owner",
        "Crew",
        "\u0412\u043et",
        "\u039d\u0391\u039d\u0391",
        "\u03bd\u03af\u03ba\u03bf\u03c2",
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
        ("Łucja", "Lucja"),
        ("Søren", "Soren"),
        ("M4ry", "Mary"),
        ("Νίκος", "Nikoc"),
        ("エリ", "工り"),
        ("Ilse", "llse"),
    ],
)
def test_names_that_look_alike_share_their_look(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_how_a_letter_looks_is_the_same_on_every_server_and_in_every_release() -> None:
    """Names are kept by their looks: if this changes, so must the cards of kind `look` in every store."""
    everything = [chr(point) for point in range(0x10000) if not 0xD800 <= point < 0xE000]
    letters = [letter for letter in everything if refused_name(f"{letter}{letter.lower()}") is None]
    looks = "\n".join(skeleton(letter) for letter in letters)
    assert len(letters) == LETTERS
    assert hashlib.sha256(looks.encode()).hexdigest() == LOOKS


def test_a_guest_has_a_token_and_a_name_that_nobody_else_can_take(where: str) -> None:
    async def play(store: Store) -> None:
        people = People(store)
        ann = await people.guest("Ann")
        assert isinstance(ann, Welcome)
        assert await people.find_by_token(ann.token) == ann.person
        assert code_of(await people.guest("ANN")) == "name-taken"
        assert code_of(await people.find_by_token("made up")) == "no-token"
        await people.log_out(ann.token)
        assert code_of(await people.find_by_token(ann.token)) == "no-token"

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


def clocked(tmp_path: Path, play: Callable[[ClockedStore, People], Awaitable[None]]) -> None:
    """Plays with a store whose clock is told."""

    async def played() -> None:
        store = ClockedStore(tmp_path / "house.db")
        await play(store, People(store))
        await store.close()

    asyncio.run(played())


async def come_in(answer: Awaitable[Welcome | Refusal]) -> Welcome:
    welcome = await answer
    assert isinstance(welcome, Welcome), welcome
    return welcome


async def as_it_is(person: Person) -> Person:
    return person


def test_wrong_passwords_make_whoever_tries_them_wait_and_nobody_else(tmp_path: Path) -> None:
    async def play(store: ClockedStore, people: People) -> None:
        await come_in(people.register("Ann", PASSWORD, "192.0.2.1"))
        assert code_of(await people.log_in("Nobody", PASSWORD, "192.0.2.9")) == "wrong-password"
        for _ in range(TRIES):
            assert code_of(await people.log_in("Ann", "not that one", "192.0.2.9")) == "wrong-password"
        assert code_of(await people.log_in("Ann", PASSWORD, "192.0.2.9")) == "locked"
        await come_in(people.log_in("ann", PASSWORD, "192.0.2.1"))
        store.moment = NOW + LOCKED
        await come_in(people.log_in("Ann", PASSWORD, "192.0.2.9"))

    clocked(tmp_path, play)


def test_wrong_passwords_are_answered_alike_whether_there_is_such_an_account_or_not(tmp_path: Path) -> None:
    async def play(_: ClockedStore, people: People) -> None:
        await come_in(people.register("Ann", PASSWORD, "192.0.2.1"))
        await come_in(people.guest("Gus"))
        told = {}
        for number, name in enumerate(("Ann", "Nobody", "Gus")):
            answers = [await people.log_in(name, "not that one", f"192.0.2.{10 + number}") for _ in range(TRIES + 1)]
            told[name] = [(one.code, one.reason) if isinstance(one, Refusal) else None for one in answers]
        assert [code for code, _ in filter(None, told["Ann"])] == ["wrong-password"] * TRIES + ["locked"]
        assert told["Nobody"] == told["Gus"] == told["Ann"]
        assert code_of(await people.log_in("NOBODY", "not that one", "192.0.2.11")) == "locked", "as accounts are found"

    clocked(tmp_path, play)


def test_many_tries_at_once_are_many_tries(tmp_path: Path) -> None:
    async def play(_: ClockedStore, people: People) -> None:
        await come_in(people.register("Ann", PASSWORD, "192.0.2.1"))
        answers = await asyncio.gather(*(people.log_in("Ann", f"guess number {n}", "192.0.2.9") for n in range(20)))
        codes = [code_of(answer) for answer in answers]
        assert codes.count("wrong-password") == TRIES
        assert codes.count("locked") == 20 - TRIES

    clocked(tmp_path, play)


def test_an_address_that_tries_many_accounts_waits_for_all_of_them(tmp_path: Path) -> None:
    async def play(_: ClockedStore, people: People) -> None:
        await come_in(people.register("Ann", PASSWORD, "192.0.2.1"))
        for n in range(SOURCE_TRIES):
            assert code_of(await people.log_in(f"Somebody{n}", "guess", "2001:db8::7")) == "wrong-password"
        assert code_of(await people.log_in("Ann", PASSWORD, "2001:db8::8")) == "locked"
        await come_in(people.log_in("Ann", PASSWORD, "2001:db8:1::8"))

    clocked(tmp_path, play)


def test_many_addresses_cannot_lock_somebody_out_of_where_they_were_before(tmp_path: Path) -> None:
    async def play(_: ClockedStore, people: People) -> None:
        await come_in(people.register("Ann", PASSWORD, "192.0.2.1"))
        for n in range(ACCOUNT_TRIES):
            assert code_of(await people.log_in("Ann", "guess", f"198.51.100.{n}")) == "wrong-password"
        assert code_of(await people.log_in("Ann", PASSWORD, "203.0.113.5")) == "locked"
        await come_in(people.log_in("Ann", PASSWORD, "192.0.2.1"))

    clocked(tmp_path, play)


def test_a_flood_of_passwords_is_told_to_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def hash_when_told(*_: object) -> str:
        assert go_on.wait(60)
        return "hashed"

    async def play(_: ClockedStore, people: People) -> None:
        flood = {
            asyncio.create_task(people.log_in(f"Somebody{n}", "guess", f"10.0.0.{n}")) for n in range(MOST_WAITING + 10)
        }
        answered, waiting = set[asyncio.Task[Welcome | Refusal]](), flood
        while len(answered) < 10:
            more, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            answered |= more
        assert {code_of(task.result()) for task in answered} == {"busy"}
        go_on.set()
        assert [code_of(answer) for answer in await asyncio.gather(*waiting)] == ["wrong-password"] * MOST_WAITING

    monkeypatch.setattr(PasswordHasher, "hash", hash_when_told)
    clocked(tmp_path, play)


def test_a_token_ends_when_it_is_idle_and_in_any_case_after_its_life(tmp_path: Path) -> None:
    async def play(store: ClockedStore, people: People) -> None:
        ann = await come_in(people.guest("Ann"))
        while store.moment <= NOW + LIFE:
            assert isinstance(await people.find_by_token(ann.token), Person)
            store.moment += IDLE
        assert code_of(await people.find_by_token(ann.token)) == "idle"
        assert code_of(await people.find_by_token(ann.token)) == "no-token"
        bob = await come_in(people.guest("Bob"))
        store.moment += IDLE / 2
        assert isinstance(await people.find_by_token(bob.token, using=False), Person)
        store.moment += IDLE / 2 + timedelta(seconds=1)
        assert code_of(await people.find_by_token(bob.token)) == "idle"

    clocked(tmp_path, play)


def test_one_logs_out_here_or_everywhere_and_has_so_many_tokens_at_most(where: str) -> None:
    async def play(store: Store) -> None:
        people = People(store)
        first = await come_in(people.register("Ann", PASSWORD))
        second, third = [await come_in(people.log_in("Ann", PASSWORD)) for _ in range(2)]
        await people.log_out(second.token)
        assert code_of(await people.find_by_token(second.token)) == "no-token"
        assert isinstance(await people.find_by_token(third.token), Person)
        await people.log_out_everywhere(first.person.key)
        for welcome in (first, third):
            assert code_of(await people.find_by_token(welcome.token)) == "no-token"
        many = [await come_in(people.log_in("Ann", PASSWORD)) for _ in range(MOST_TOKENS + 1)]
        assert code_of(await people.find_by_token(many[0].token)) == "no-token"
        assert isinstance(await people.find_by_token(many[1].token), Person)
        assert len(await store.cards("token")) == MOST_TOKENS

    with_store(where, play)


def test_a_changed_password_ends_every_other_token_and_a_guest_becomes_an_account_with_all_they_have(
    where: str,
) -> None:
    async def play(store: Store) -> None:
        people = People(store)
        ann = await come_in(people.guest("Ann"))
        await people.appoint(ann.person.key, "t-1", ("dealer",))
        away = stay_away(SelfLimits(), NOW.replace(year=2030), NOW.replace(year=2029))
        assert isinstance(away, SelfLimits)
        await people.change_limits(ann.person.key, lambda _: away)
        kept = await people.set_password(ann.person, "", PASSWORD, ann.token)
        assert isinstance(kept, Person)
        assert (kept.key, kept.guest, kept.roles) == (ann.person.key, False, {"t-1": ("dealer",)})
        assert kept.limits == away
        other = await come_in(people.log_in("Ann", PASSWORD))
        assert (
            code_of(await people.set_password(kept, "not that one", "another good one", ann.token)) == "wrong-password"
        )
        assert isinstance(await people.set_password(kept, PASSWORD, "another good one", ann.token), Person)
        assert isinstance(await people.find_by_token(ann.token), Person)
        assert code_of(await people.find_by_token(other.token)) == "no-token"
        assert code_of(await people.log_in("Ann", PASSWORD)) == "wrong-password"
        await come_in(people.log_in("Ann", "another good one"))

    with_store(where, play)


def test_guests_who_are_gone_are_forgotten_and_those_with_a_seat_or_a_wish_to_stay_away_are_not(tmp_path: Path) -> None:
    async def play(store: ClockedStore, people: People) -> None:
        gone, seated, away = [await come_in(people.guest(name)) for name in ("Ann", "Bob", "Cleo")]
        account = await come_in(people.register("Dora", PASSWORD))
        sits = SelfLimits(tabs={"t-1": Tab(3, "Bob", 100_00)})
        await people.change_limits(seated.person.key, lambda _: sits)
        far = NOW + timedelta(days=30)
        await people.change_limits(away.person.key, lambda it: stay_away(it, far, NOW))
        assert await people.sweep(as_it_is) == 0
        assert code_of(await people.guest("Ann")) == "name-taken"
        store.moment += IDLE + timedelta(minutes=11)
        assert await people.sweep(as_it_is) == 5  # four tokens, one guest
        assert await people.person(gone.person.key) is None
        assert await people.find_by_name("Ann") is None
        for welcome in (seated, away, account):
            assert await people.person(welcome.person.key) is not None
        assert code_of(await people.guest("Bob")) == "name-taken"
        await come_in(people.guest("Ann"))
        store.moment = far + timedelta(hours=1)

        async def left(person: Person) -> Person:
            return replace(person, limits=SelfLimits())

        assert await people.sweep(as_it_is) == 3  # the new Ann and her token, and Cleo, who stayed away long enough
        await people.change_limits(seated.person.key, lambda _: sits)
        assert code_of(await people.guest("Bob")) == "name-taken"

    clocked(tmp_path, play)


def test_of_many_who_want_one_name_at_once_one_gets_it(where: str) -> None:
    async def play(store: Store) -> None:
        people = People(store)
        answers = await asyncio.gather(*(people.guest(name) for name in ("Ann", "ANN", "ann", "Änn", "A-nn", "Ann")))
        assert [code_of(answer) for answer in answers].count("name-taken") == 5
        assert len(await store.cards("person")) == len(await store.cards("look")) == 1

    with_store(where, play)


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

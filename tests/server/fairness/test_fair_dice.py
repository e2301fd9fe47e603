"""Fair dice: unbiased by enumeration, checked alike by Python and JavaScript, and every known way to cheat is found."""

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.server.fairness import fair_dice
from sevenout.server.fairness.fair_dice import (
    CHAIN_TURNS,
    Seeded,
    Turn,
    anchor_of,
    chain_seed,
    check,
    commitment,
    faces,
    mix,
    previous_link,
    seed_of,
    throw,
)
from sevenout.server.verification.published_turns import PublishedTurn, SeatSeed, read_turn, unfair
from tests.server.serving import WITHIN

KEY = b"the house's key, kept elsewhere."
GIVEN = (Seeded("Ann", b"lucky"), Seeded("Bób", bytes(range(16))))
SEED = seed_of(KEY, "t-1", 17)
TURN = Turn(commitment(SEED), SEED, GIVEN, mix(GIVEN), [throw(SEED, mix(GIVEN), number) for number in range(200)])
FAIR_JS = Path(fair_dice.__file__).parents[1] / "web" / "static" / "fair.js"


def test_every_roll_has_the_same_number_of_bytes() -> None:
    counted = Counter(shown for byte in range(256) if (shown := faces(byte)) is not None)
    assert counted == {(rolled.a, rolled.b): 7 for rolled in ROLLS}


def test_a_turn_as_it_was_thrown_is_fair() -> None:
    assert check(TURN) == ""


def test_a_house_that_changes_its_seed_after_the_bets_is_found() -> None:
    other = seed_of(KEY, "t-1", 18)
    chosen = TURN._replace(seed=other, throws=[throw(other, TURN.mixed, n) for n in range(200)])
    assert check(chosen) == "the seed that was revealed is not the one that was committed to"


def test_a_house_that_picks_a_seat_s_seed_or_takes_it_late_is_found() -> None:
    late = (Seeded("Ann", b"chosen by somebody else"), GIVEN[1])
    assert check(TURN._replace(given=late)) == "what was mixed in is not what the seats gave"
    remixed = TURN._replace(given=late, mixed=mix(late))
    assert check(remixed).startswith("throw 0 showed")


def test_a_throw_that_was_withheld_skipped_or_repeated_is_found() -> None:
    skipped = [*TURN.throws[:5], *TURN.throws[6:]]
    repeated = [*TURN.throws[:5], TURN.throws[4], *TURN.throws[5:]]
    for throws in (skipped, repeated):
        assert check(TURN._replace(throws=throws)).startswith("throw ")
    assert check(TURN._replace(throws=[*TURN.throws[:5], None, *TURN.throws[6:]])) == ""


def test_names_and_seeds_cannot_be_run_together_into_others() -> None:
    assert mix([Seeded("Ann", b"x"), Seeded("Bob", b"")]) != mix([Seeded("AnnxBob", b"")])
    assert mix([Seeded("a", b"bc")]) != mix([Seeded("ab", b"c")])


def test_nothing_that_is_hashed_for_one_purpose_is_the_same_for_another() -> None:
    assert commitment(b"x") != mix([Seeded("x", b"")])
    assert len({commitment(b""), mix(()), fair_dice.fields(b"").hex()}) == 3
    assert seed_of(KEY, "t-1", 1) != bytes.fromhex(commitment(KEY))
    listed = [(), (b"",), (b"", b""), (b"a",), (b"", b"a"), (b"a", b""), (b"\x00\x00\x00\x01a",)]
    assert len({fair_dice.fields(*parts) for parts in listed}) == len(listed)


def test_every_pair_of_bytes_falls_on_every_roll_equally_often_however_many_are_passed_over() -> None:
    first = Counter[fair_dice.Faces]()
    for one in range(256):
        for two in range(256):
            shown = faces(one) or faces(two)
            if shown is not None:
                first[shown] += 1
    assert len(first) == 36
    assert len(set(first.values())) == 1


def test_seeds_differ_by_key_table_and_turn() -> None:
    seeds = {seed_of(key, table, turn) for key in (KEY, b"k") for table in ("t-1", "t-11") for turn in (1, 11)}
    assert len(seeds) == 8


def chained(link: int) -> Turn:
    """A turn whose seed is so many turns into its chain."""
    seed = chain_seed(KEY, "t-1", "ab", link)
    throws = [throw(seed, mix(GIVEN), number) for number in range(3)]
    return Turn(commitment(seed), seed, GIVEN, mix(GIVEN), throws, anchor_of(KEY, "t-1", "ab"), link)


@pytest.mark.parametrize("link", [1, 2, 999, CHAIN_TURNS])
def test_every_seed_of_a_chain_hashes_back_to_the_anchor_that_was_published_before_its_first(link: int) -> None:
    turn = chained(link)
    assert check(turn) == in_javascript(turn) == ""
    for other in (turn._replace(link=link - 1), turn._replace(link=link + 1), turn._replace(anchor="00" * 32)):
        assert check(other) == "the seed that was revealed is not of the chain that the dice were bound by"
        assert in_javascript(other) == check(other)


def test_a_seed_tells_those_before_it_and_none_after_it() -> None:
    seeds = [chain_seed(KEY, "t-1", "ab", link) for link in range(1, 6)]
    assert [previous_link(seed) for seed in seeds[1:]] == seeds[:-1]
    assert len({*seeds, chain_seed(KEY, "t-1", "ac", 1), chain_seed(KEY, "t-2", "ab", 1)}) == 7


def in_javascript(turn: Turn) -> str:
    """What `fair.js` says of a turn, in a real engine."""
    told = {
        "commitment": turn.commitment,
        "seed": turn.seed.hex(),
        "given": [{"seat": seat, "seed": seed.hex()} for seat, seed in turn.given],
        "mixed": turn.mixed,
        "throws": turn.throws,
        "entries": {"committed": 1, "mixed": 2, "revealed": len(turn.throws) + 3},
        "anchor": turn.anchor,
        "link": turn.link,
    }
    return in_javascript_json(told)


def in_javascript_json(turn: Mapping[str, object]) -> str:
    """The same of a turn as a table publishes it."""
    node = shutil.which("node")
    assert node is not None, "node is needed: `make setup` brings it"
    module, turned = json.dumps(FAIR_JS.as_uri()), json.dumps(turn)
    script = f"import {{check}} from {module};console.log(JSON.stringify(check({turned})))"
    ran = subprocess.run(
        [node, "--input-type=module", "-e", script], capture_output=True, text=True, check=True, timeout=WITHIN
    )
    return str(json.loads(ran.stdout))


@pytest.mark.parametrize(
    "turn",
    [
        TURN,
        TURN._replace(given=(), mixed=mix(()), throws=[throw(SEED, mix(()), 0)]),
        TURN._replace(seed=b"s" * 32),
        TURN._replace(mixed=mix(())),
        TURN._replace(throws=[*TURN.throws[1:]]),
    ],
)
def test_javascript_says_what_python_says(turn: Turn) -> None:
    assert in_javascript(turn) == check(turn)


def test_a_turn_that_is_not_over_is_told_alike() -> None:
    still = PublishedTurn("t-1", 1, TURN.commitment, None, (), "", (), {"committed": 1})
    assert in_javascript_json(msgspec.to_builtins(still)) == unfair(still)


def published(**other: Any) -> PublishedTurn:
    """The turn as it is published, with something else in places."""
    given = tuple(SeatSeed(seat, seed.hex()) for seat, seed in GIVEN)
    entries = {"committed": 1, "mixed": 7, "revealed": 300}
    whole = PublishedTurn("t-1", 17, TURN.commitment, SEED.hex(), given, TURN.mixed, tuple(TURN.throws), entries)
    return msgspec.structs.replace(whole, **other)


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        ({}, ""),
        ({"throws": ()}, ""),
        ({"entries": {"committed": 1, "mixed": 2, "revealed": 203}}, ""),
        ({"entries": {"committed": 50, "mixed": 12, "revealed": 3}}, "it was committed to at entry 50, mixed at 12"),
        ({"entries": {"committed": 7, "mixed": 7, "revealed": 300}}, "it was committed to at entry 7, mixed at 7"),
        ({"entries": {"committed": -1, "mixed": 7, "revealed": 300}}, "it was committed to at entry -1, mixed at 7"),
        ({"entries": {"committed": 1, "mixed": 2, "revealed": 202}}, "200 throws are more than the entries between 2"),
        ({"entries": {"committed": 1, "revealed": 300}}, "it does not say at which entries of the log"),
        ({"entries": {}}, "it does not say at which entries of the log"),
        ({"seed": "zz"}, "a seed is not written in hexadecimal digits"),
        ({"mixed": "0"}, "a seed is not written in hexadecimal digits"),
        ({"given": (SeatSeed("Ann", "6c 75"),)}, "a seed is not written in hexadecimal digits"),
    ],
)
def test_the_order_that_a_turn_tells_of_is_checked_alike(other: dict[str, Any], fault: str) -> None:
    turn = published(**other)
    assert unfair(turn).startswith(fault)
    assert bool(unfair(turn)) == bool(fault)
    assert in_javascript_json(msgspec.to_builtins(turn)) == unfair(turn)


@pytest.mark.parametrize(
    "other",
    [
        {"commitment": None}, {"seed": 5}, {"given": 5}, {"given": [None]}, {"given": [{"seat": "Ann"}]}, {"mixed": []},
        {"throws": {}}, {"throws": [[1]]}, {"throws": [[1, 2.5]]}, {"throws": ["12"]}, {"entries": []},
        {"entries": {"committed": "1"}}, {"given": None}, {"throws": None}, {"entries": None},
        {"anchor": 5}, {"anchor": None}, {"link": "1"}, {"link": None},
    ],
)  # fmt: skip
def test_what_is_no_turn_is_said_to_be_none_in_javascript_too(other: dict[str, Any]) -> None:
    wrong = {**msgspec.to_builtins(published()), **other}
    assert in_javascript_json(wrong).startswith("the turn cannot be read: ")
    with pytest.raises(BadInput, match="the turn cannot be read: "):
        read_turn(json.dumps(wrong).encode())


@pytest.mark.parametrize(
    ("nothing", "why"), [({}, "it has no commitment"), (None, "it is no object"), ([], "it is no object")]
)
def test_nothing_at_all_is_no_turn_in_javascript(nothing: Any, why: str) -> None:
    assert in_javascript_json(nothing) == f"the turn cannot be read: {why}"

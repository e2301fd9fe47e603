"""A strategy that is said to fall into parts plays the same in parts: window by window, to the cent, rich or poor."""

from collections import Counter
from itertools import count, product
from random import Random

import pytest

from sevenout.rulebook import shipped
from sevenout.strategy.language.compiler.plan import Plan, compile_strategy
from sevenout.strategy.language.independence.parts import NotIndependent, independent
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.tools.formatter import format_file
from sevenout.strategy.named_texts import list_strategies
from sevenout.strategy.tracing import StrategyTracer
from tests.unit.strategy.generated import file_of, loose_file_of
from tests.unit.strategy.jointly import Joint, as_a_whole, as_traced_in_parts, in_parts
from tests.unit.strategy.sitting import game_of, plan_of, rolls, stands
from tests.volume import sample_by_day, scaled

UNITS = (3, 10, 30, 300)
"""Bankrolls: most find out what is done while money is short."""
HOUSES = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical", "typical-bar-2")
CHUNKS, PARTED, ROLLS = scaled(4), 40, 50
"""In how many runs, how many strategies that fall into parts each run plays, and for how many rolls."""
PLACED = "with a point: bet 12 on place-6, place-8\n"
COUNTS = "count north from 0 to 3\ncount south from 0 to 3\n"


def parts_of(plan: Plan) -> tuple[Plan, ...]:
    parts = independent(plan)
    return () if isinstance(parts, NotIndependent) else parts


def play_both(plan: Plan, parts: tuple[Plan, ...], seed: str, number: int = ROLLS) -> list[Joint]:
    """The last windows of sessions that are the same whole and in parts."""
    ends = []
    for units in UNITS:
        dice, bankroll = rolls(f"{seed} {units}", number), units * plan.unit
        whole = list(as_a_whole(plan.game, plan, bankroll, dice))
        assert list(in_parts(parts, bankroll, dice)) == whole, f"{units} units at {plan.game!r}:\n{plan.script.text}"
        ends.append(whole[-1])
    return ends


def at_typical(text: str) -> tuple[Plan, ...] | NotIndependent:
    return independent(compile_strategy(parse(text), game_of("typical")))


def wagers(text: str) -> list[list[str]]:
    """The wagers of each part; all in one if there is but one."""
    parts = at_typical(text)
    return [[]] if isinstance(parts, NotIndependent) else [sorted(part.share.wagers) for part in parts if part.share]


# --- by play


@pytest.mark.parametrize(("name", "book"), sample_by_day(product(list_strategies(), shipped()), 80, "independence"))
def test_a_named_strategy_plays_the_same_in_parts(name: str, book: str) -> None:
    plan = plan_of(name, book)
    if plan is None or not (parts := parts_of(plan)):
        return
    for session in range(3):
        play_both(plan, parts, f"{name} {session}", 120)


@pytest.mark.parametrize("name", ["double-tap", "five-count", "hammerlock", "place-6-8-dont-come", "three-point-molly"])
@pytest.mark.parametrize("units", UNITS)
def test_parts_that_are_traced_apart_walk_as_the_whole_is_played(name: str, units: int) -> None:
    plan = plan_of(name, "typical")
    assert plan is not None
    bankroll = units * plan.unit
    traced = [StrategyTracer(plan.game, part, bankroll, alone=False) for part in parts_of(plan)]
    for session in range(10):
        dice = rolls(f"traced {session}", 150)
        assert as_traced_in_parts(traced, bankroll, dice) == stands(plan.game, plan, bankroll, dice)
    assert sum(len(part.rows) for part in traced) < 400


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_strategies_made_at_random_play_the_same_in_parts(chunk: int) -> None:
    """About one in six falls into parts; a quarter of their sessions end in ruin."""
    seen: Counter[str] = Counter()
    for number in count(chunk, CHUNKS):
        game = game_of(Random(f"parts {number}").choice(HOUSES))
        file = file_of(number) if number % 10 == 0 else loose_file_of(number)
        plan = compile_strategy(parse(format_file(file)), game)
        if parts := parts_of(plan):
            ends = play_both(plan, parts, str(number))
            seen["parted"] += 1
            seen["ruin"] += sum(end.ending == "ruin" for end in ends)
            if seen["parted"] == PARTED:
                break
    assert seen["ruin"] >= 20


@pytest.mark.parametrize(
    "text",
    [
        "bet 10 on field\nwhen 12 rolls or 3 rolls: leave\nbet 5 on any-7",
        "bet 5 on any-7\nbet 10 on field\nwhen field wins: leave",
        "bet 5 on any-7\nbet 10 on field if rack at least 12\nleave if rack under 15",
        "count n from 0 to 9\nraise n if a box number rolls\nwhen n is 9: leave\nbet n units on field\nbet 5 on any-7",
    ],
)
def test_who_leaves_does_so_in_the_same_window(text: str) -> None:
    plan = compile_strategy(parse(text), game_of("typical"))
    parts = parts_of(plan)
    assert parts
    endings = {end.ending for session in range(4) for end in play_both(plan, parts, f"leaving {session}")}
    assert endings - {"", "ruin"}


def test_a_part_that_is_ruined_alone_goes_on_while_another_has_a_bet_up() -> None:
    """Ten dollars pay for the pass line; the field cannot be paid, and has nothing up."""
    parts = parts_of(compile_strategy(parse("on the come-out: bet 10 on pass\nbet 10 on field"), game_of("typical")))
    first = next(in_parts(parts, 10_00, []))
    assert [code for _, code in first.refused] == ["rack"]
    assert first.ending == ""


# --- by reason


def test_the_parts_of_double_tap_act_in_the_order_of_its_line() -> None:
    plan = plan_of("double-tap", "typical")
    assert plan is not None
    said = [sorted(part.share.wagers) for part in parts_of(plan) if part.share]
    assert said == [["place-6"], ["place-8"], ["place-4"], ["place-5"], ["place-9"], ["place-10"]]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("bet 10 on field\nbet 5 on any-7", [["field"], ["any-7"]]),
        ("bet 5 on any-7\nbet 10 on field", [["any-7"], ["field"]]),
        ("with a point: bet a unit on place-6, place-8 unless on the point", [["place-6"], ["place-8"]]),
        ("with a point: bet a unit on place-inside", [["place-5"], ["place-6"], ["place-8"], ["place-9"]]),
        ("bet a unit on place-6, place-8\nwhen 7 rolls: take down place", [[]]),
        ("on the come-out: take down place\nwith a point: bet a unit on place-8, place-6", [["place-8"], ["place-6"]]),
        ("when 4 rolls: take down place\notherwise: bet a unit on place-8, place-6", [["place-8"], ["place-6"]]),
        ("when place-6 or place-8 wins: take down it\nwith a point: bet 12 on place-8", [[]]),
        (PLACED + "when place-6 or place-8 wins: press it", [[]]),
        (PLACED + "when place-6 or place-8 wins and on the come-out: take down it", [["place-6"], ["place-8"]]),
        (PLACED + "when place-6 and place-8 wins and on the come-out: take down it", [[]]),
        (PLACED + "when place-6 wins and place-8 loses and on the come-out: take down it", [[]]),
        (PLACED + "take down it if place-6 wins and on the come-out if place-8 loses", [[]]),
        ("on the come-out: bet 10 on pass\nwith a point: bet 10 on place-5 if covered", [[]]),
        ("bet 10 on field\nbet 5 on any-7 if no field bets", [[]]),
        ("bet 5, 10 on any-7 by losses of field in a row\nbet 10 on field", [[]]),
        ("with a point: bet 10 on come\non the come-out: bet 5 on any-7 if no come points", [[]]),
        ("bet 10 on field if rack this shooter at least 0\nbet 5 on any-7", [[]]),
        ("count n from 0 to 3\nraise n if 4 rolls\nbet 10 on field if n is 3\nbet 5 on any-7", [["field"], ["any-7"]]),
        ("count n from 0 to 3\nraise n if field wins\nbet 10 on field\nbet n units on any-7", [[]]),
        (COUNTS + "raise north if field wins\nset south to north\nbet 10 on field\nbet south units on any-7", [[]]),
        (
            "count n from 0 to 3\nbet n units on any-7\nbet 10 on field\nwhen field wins: sit out\nraise n if 4 rolls",
            [[]],
        ),
        ("when 12 rolls: leave\nbet 10 on field\nbet 5 on any-7", [["field"], ["any-7"]]),
        ("when field wins: leave\nbet 10 on field\nbet 5 on any-7", [[]]),
        ("bet 5 on any-7\nbet 10 on field\nwhen field wins: leave", [["any-7"], ["field"]]),
        ("bet 5 on any-7\nbet 10 on field\nleave if rack under 50", [["any-7"], ["field"], []]),
        ("bet 10 on field if rack at least 50\nbet 5 on any-7", [["field"], ["any-7"]]),
        ("when rack at least 50:\n    bet 10 on field\n    bet 5 on any-7", [[]]),
        ("when rack at least 50: take down place\nbet 5 on any-7\notherwise: bet 10 on field", [[]]),
        ("when up 50: leave\nbet 10 on field\nbet 5 on any-7", [[]]),
        ("bet 10 on field while not up 50 this shooter\nbet 5 on any-7", [[]]),
        ("bet 10 on field if nothing is up\nbet 5 on any-7", [[]]),
        ("bet 10 on field, any-7 at most 2 times per shooter", [[]]),
    ],
)
def test_what_falls_into_which_parts(text: str, parts: list[list[str]]) -> None:
    assert wagers(text) == parts


@pytest.mark.parametrize(
    ("first", "gives_back"),
    [
        ("bet 10 on dont-pass", "keep 1, 0 units on dont-pass by rolls this point"),
        ("bet 25 on lay-4", "take down lay-4 if 6 rolls"),
        ("bet 25 on lay-4", "call lay-4 off if 6 rolls"),
    ],
)
def test_who_gets_money_back_below_a_bet_acts_behind_it(first: str, gives_back: str) -> None:
    """Catfish Bend has a lay bet come down that is called off."""
    text = f"on the come-out: {first}\nwith a point: bet 10 on field\nwith a point: {gives_back}"
    parts = parts_of(compile_strategy(parse(text), game_of("catfish-bend")))
    assert [sorted(part.share.wagers) for part in parts if part.share] == [["field"], [first.rsplit(maxsplit=1)[-1]]]


def test_why_it_does_not_is_said_by_line() -> None:
    assert str(at_typical("bet 10 on field\nbet 5 on any-7 if field is up")) == "line 2: any-7 hangs on field"
    assert str(at_typical("bet 10 on pass\nbet 10 on pass-odds")) == "pass-odds goes with pass"
    assert str(at_typical("bet 10 on pass")) == "there is nothing to tell apart"


def test_propositions_that_are_made_good_stay_together() -> None:
    """Catfish Bend makes losing propositions good from winnings; the encyclopedia's casino does not."""
    text = "bet 5 on hard-6, any-craps"
    kept, apart = (independent(compile_strategy(parse(text), game_of(book))) for book in ("catfish-bend", "typical"))
    assert str(kept) == "any-craps and hard-6: winning propositions make losing ones good"
    assert isinstance(apart, tuple)


def test_a_part_is_shown_no_lines_and_counts_of_others() -> None:
    text = "count n from 0 to 3\nraise n if 4 rolls\nbet 10 on field if n is 3\nbet 5 on any-7 if 6 rolls"
    parts = at_typical(text)
    assert isinstance(parts, tuple)
    assert [[line.number for line in part.lines] for part in parts] == [[2, 3], [4]]
    assert [part.share.counts for part in parts if part.share] == [{"n"}, frozenset()]

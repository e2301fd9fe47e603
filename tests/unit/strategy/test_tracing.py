"""The tracer: situations found once, decisions with the racks they hold for, and strategies that are no functions."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import count, pairwise
from math import nan
from random import Random
from typing import Any

import pytest

from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.simulation.run import simulate
from sevenout.base.dice import ROLLS
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.tracing import (
    ANY_RACK,
    BY_ROLL,
    BY_TOTAL,
    BY_WAY,
    OVER,
    WARY,
    HiddenState,
    Rack,
    StrategyTracer,
    Untraceable,
    Widened,
)
from sevenout.strategy.view import Strategy, View
from tests.unit.analysis.simulation.players import come, flat, hops, latched, pressed, props


def traced(strategy: Strategy, bankroll: Cents = 300_00, book: str = "typical", budget: int = 20_000) -> StrategyTracer:
    """Every row that can be reached with a rack that never runs out."""
    automaton = StrategyTracer(Game.open(book), strategy, bankroll, budget)
    while True:
        try:
            todo, seen = [automaton.decide(automaton.first, bankroll).row], set[int]()
            while todo:
                row = todo.pop()
                if row == OVER or row in seen:
                    continue
                seen.add(row)
                todo += [automaton.decide(automaton.step(row, roll.index)[0], bankroll).row for roll in ROLLS]
            return automaton
        except Widened:
            continue


def test_flat_pass_has_a_situation_for_every_puck() -> None:
    automaton = traced(flat)
    assert len(automaton.rows) == len(automaton.game.rules.puck.states)


@pytest.mark.parametrize(("strategy", "columns"), [(come, BY_TOTAL), (props, BY_WAY), (hops, BY_ROLL)])
def test_rolls_are_told_apart_no_more_than_the_wagers_need(strategy: Strategy, columns: int) -> None:
    assert traced(strategy, 3000_00, "catfish-bend").columns == columns


def test_a_decision_holds_for_an_interval_of_racks() -> None:
    automaton = StrategyTracer(Game.open("typical"), flat, 300_00)
    enough = automaton.decide(automaton.first, 300_00)
    assert (enough.least, enough.paid, enough.layout, enough.ending) == (10_00, -10_00, 10_00, "")
    short = automaton.decide(automaton.first, 9_99)
    assert (short.most, short.row, short.ending) == (9_99, OVER, "ruin")


def test_intervals_of_one_situation_meet_and_never_overlap() -> None:
    automaton = StrategyTracer(Game.open("typical"), pressed, 3000_00)
    faced: list[int] = []
    while not faced:
        try:
            row = automaton.decide(automaton.first, 3000_00).row
            faced = [automaton.step(row, roll.index)[0] for roll in ROLLS]
            for situation in faced:
                found = {automaton.decide(situation, rack) for rack in range(0, 200_00, 1_00)}
                ordered = sorted(found, key=lambda variant: variant.least)
                assert all(below.most + 1 == above.least for below, above in pairwise(ordered))
        except Widened:
            faced = []


def test_what_is_never_looked_at_makes_no_situations() -> None:
    def counting(view: View) -> View:
        return flat(view) if view.count("shooter_points") < 5 else view

    plain, counted = traced(flat), StrategyTracer(Game.open("typical"), counting, 300_00)
    assert plain.read == frozenset()
    with pytest.raises(Widened):
        counted.decide(counted.first, 300_00)
    assert counted.read == {"shooter_points"}


def test_more_situations_than_the_budget() -> None:
    with pytest.raises(Untraceable, match="more than 50 situations"):
        traced(come, 3000_00, budget=50)


RECKONING: dict[str, Callable[[Any], object]] = {
    "int": int,
    "float": float,
    "str": str,
    "abs": abs,
    "round": round,
    "hash": hash,
    "format": lambda rack: f"{rack:,}",
    "times": lambda rack: 2 * rack,
    "half": lambda rack: rack / 2,
    "third": lambda rack: rack // 3,
    "rest": lambda rack: rack % 500,
    "share": lambda rack: 2000 // rack,
    "power": lambda rack: rack**2,
    "bits": lambda rack: rack & 1,
    "minus": lambda rack: 100_00 - rack,
    "half a cent": lambda rack: rack + 0.5,
    "infinite": lambda rack: rack >= float("inf"),
    "no number": lambda rack: rack.__ge__(nan),
}


@pytest.mark.parametrize("how", RECKONING)
def test_reckoning_with_the_rack_cannot_be_traced(how: str) -> None:
    def reckoning(view: View) -> View:
        RECKONING[how](view.rack)
        return flat(view)

    with pytest.raises(Untraceable, match="reckons with the rack's amount"):
        traced(reckoning)


COMPARED: list[Callable[[Any], bool]] = [
    lambda rack: rack >= 100_00,
    lambda rack: rack > 99_99.5,
    lambda rack: rack > 100_00.0,
    lambda rack: rack >= 100_00.5,
    lambda rack: rack < Fraction(20_001, 2),
    lambda rack: rack <= Decimal("10000.5"),
    lambda rack: rack == 100_00,
    lambda rack: rack == 100_00.0,
    lambda rack: rack == 100_00.5,
    lambda rack: rack in (None, "none", 100_00),
    lambda rack: rack != 100_00,
    lambda rack: rack > 100_00,
    lambda rack: 50_00 + rack >= 150_00,
    lambda rack: rack - 30_00 > 70_00,
    lambda rack: rack >= rack - 1,
    lambda rack: (rack + 5_00) - rack > 5_00,
]


@pytest.mark.parametrize("number", range(len(COMPARED)))
def test_a_comparison_comes_out_as_with_cents_and_says_for_which_racks(number: int) -> None:
    compared = COMPARED[number]
    for start in range(99_98, 100_04):
        guard = [-ANY_RACK, ANY_RACK]
        assert compared(Rack(start, guard)) == compared(start)
        least, most = guard
        assert least <= start <= most
        assert all(compared(rack) == compared(start) for rack in range(max(least, 99_90), min(most, 100_10) + 1))


def test_what_has_been_cannot_be_seen_behind_the_tracers_back() -> None:
    public = {name for name in View.__struct_fields__ if not name.startswith("_")}
    assert public == {
        "game", "bankroll", "rack", "puck", "position", "memory", "done", "refused", "left", "reads", "answers"
    }  # fmt: skip


def test_a_memory_must_be_frozen() -> None:
    with pytest.raises(TypeError, match=r"must be frozen, a tuple for instance, and not \[1\]"):
        traced(lambda view: view.remember([1]))  # type: ignore[arg-type]


def test_an_answer_must_be_a_view() -> None:
    with pytest.raises(TypeError, match="a strategy answers a view with a view, and not with None"):
        traced(lambda _: None)  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("reason", ["", "rolls", "ruin"])
def test_reasons_to_leave_that_are_taken(reason: str) -> None:
    with pytest.raises(ValueError, match="is no reason to leave"):
        traced(lambda view: view.leave(reason))


def test_a_strategy_that_alternates_is_found_out_at_once() -> None:
    calls = count()

    def alternating(view: View) -> View:
        return view if view.layout else view.bet("pass", 10_00 + 5_00 * (next(calls) % 2))

    automaton = StrategyTracer(Game.open("typical"), alternating, 300_00)
    with pytest.raises(HiddenState):
        automaton.decide(automaton.first, 300_00)


def test_a_strategy_that_changes_its_mind_late_is_found_out() -> None:
    """Steady while every decision is traced twice, and different ever after."""
    calls = count()

    def changing(view: View) -> View:
        return pressed(view) if next(calls) < 3 * WARY else come(view)

    with pytest.raises(HiddenState):
        traced(changing, 3000_00).check()


def test_a_strategy_that_remembers_the_last_view_is_found_out() -> None:
    with pytest.raises(HiddenState):
        traced(latched()).check()


def test_a_strategy_that_looks_at_something_else_the_second_time_is_found_out() -> None:
    calls = count()

    def looking(view: View) -> View:
        if next(calls) > 100:
            view.count("shooter_rolls")
        return flat(view)

    with pytest.raises(HiddenState):
        traced(looking).check()


def test_a_strategy_that_gambles_on_its_own_dice_is_found_out() -> None:
    dice = Random(1)

    def gambling(view: View) -> View:
        return view if view.layout else view.bet("pass", dice.choice((10_00, 15_00)))

    with pytest.raises(HiddenState):
        traced(gambling).check()


def test_a_function_is_asked_little_more_than_once() -> None:
    calls = count()

    def counted(view: View) -> View:
        next(calls)
        return pressed(view)

    automaton = traced(counted, 3000_00)
    assert next(calls) < automaton.traces + 3 * WARY
    assert automaton.traces > 10 * WARY
    automaton.check()


def test_what_the_house_refuses_is_kept_by_wager_and_reason() -> None:
    found = distribution(Game.open("typical"), lambda view: view.bet("passline", 10_00).bet("pass", 10), 300_00, 5)
    assert [(wager, refusal.code) for wager, refusal in found.refused] == [
        ("passline", "not-offered"),
        ("pass", "not-chips"),
    ]
    simulated = simulate(Game.open("typical"), lambda view: view.bet("passline", 10_00), 5, 5, 300_00)
    assert [(wager, refusal.code) for wager, refusal in simulated.refused] == [("passline", "not-offered")]

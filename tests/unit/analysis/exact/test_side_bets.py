"""Side bets on a shooter's run, and what a shooter costs: figures that others published, out of the rulebooks."""

import tomllib
from fractions import Fraction
from itertools import pairwise
from math import factorial
from pathlib import Path
from typing import Any

import pytest

from sevenout.analysis.exact.house_edge import wager_edge
from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.exact.shooter import point_chances, turn_lengths
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.strategy.session_end import SessionEnd

HERE = Path(__file__)
PUBLISHED: dict[str, Any] = tomllib.loads(HERE.with_name("published-side-bets.toml").read_text(encoding="utf-8"))
SIDE_BETS = open_book(str(HERE.parents[4] / "examples" / "side-bets.toml"))
TYPICAL = open_book("typical")


def as_printed(chance: Fraction | float, printed: str) -> str:
    """A chance rounded to as many digits as a published figure has."""
    return f"{float(chance):.{len(printed.partition('.')[2])}f}"


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
def test_a_repeater_wins_as_a_power_of_its_total_against_the_seven(number: int) -> None:
    found = wager_edge(SIDE_BETS, f"repeater-{number}")
    times, pays = PUBLISHED["repeater"]["times"][str(number)], PUBLISHED["repeater"]["pays"][str(number)]
    ways = 6 - abs(number - 7)
    assert found.win == Fraction(ways, ways + 6) ** times
    assert found.edge == 1 - pays * found.win


def test_ride_the_line_has_the_published_chances_of_line_wins() -> None:
    found, printed = dict(wager_edge(SIDE_BETS, "ride-the-line").chances), PUBLISHED["ride-the-line"]["wins"]
    for wins, pays in {3: 1, 4: 2, 5: 4, 6: 6, 7: 12, 8: 20, 9: 30, 10: 40, 11: 75}.items():
        assert as_printed(found[Fraction(pays)], printed[wins]) == printed[wins], wins
    assert float(found[Fraction(-1)]) == pytest.approx(sum(map(float, printed[:3])), abs=2e-9)


def test_turns_have_the_published_lengths_of_the_hot_shooter() -> None:
    """The bet itself has a step that pushes, which `count` has no word for; its chances are those of a turn."""
    lengths, steps = turn_lengths(TYPICAL, 60), PUBLISHED["hot-shooter"]["of"]
    at_least = [lengths[step["rolls"]] for step in steps] + [Fraction(0)]
    chances = [longer - longest for longer, longest in pairwise(at_least)]
    assert [as_printed(chance, step["chance"]) for chance, step in zip(chances, steps, strict=True)] == [
        step["chance"] for step in steps
    ]
    printed = PUBLISHED["hot-shooter"]["return"]
    returned = sum(step["pays"] * chance for chance, step in zip(chances, steps, strict=True))
    assert as_printed(returned, printed) == printed


def test_points_made_again_have_the_published_chances_of_replay() -> None:
    """The bet counts each point for itself, and a wager has one count; the points' chances are the house's."""
    steps = PUBLISHED["replay"]["of"]
    limits: dict[int, int] = {}
    below = [_chance_below(limits)]
    for step in steps:
        limits |= {point: min(step["times"], limits.get(point, step["times"])) for point in step["points"]}
        below.append(_chance_below(limits))
    chances = [before - after for before, after in pairwise(below)]
    assert [as_printed(chance, step["chance"]) for chance, step in zip(chances, steps, strict=True)] == [
        step["chance"] for step in steps
    ]
    printed = PUBLISHED["replay"]["net"]
    net = sum((step["pays"] + 1) * chance for chance, step in zip(chances, steps, strict=True)) - 1
    assert as_printed(net, printed) == printed


def _chance_below(limits: dict[int, int]) -> Fraction:
    """How likely every point is made fewer times than its limit before the seven-out.

    Points as independent streams in time, the seven-out another: a sum of powers of time to integrate.
    """
    whole = sum(each.established for each in point_chances(TYPICAL))
    made = {each.point: each.established / whole * each.made for each in point_chances(TYPICAL)}
    out = 1 - sum(made.values())
    powers = [Fraction(1)]
    for point, limit in limits.items():
        terms = [made[point] ** many / factorial(many) for many in range(limit)]
        powers = [
            sum((powers[at - many] * terms[many] for many in range(limit) if 0 <= at - many < len(powers)), Fraction(0))
            for at in range(len(powers) + limit - 1)
        ]
    rate = out + sum(made[point] for point in limits)
    return out * sum((power * factorial(at) / rate ** (at + 1) for at, power in enumerate(powers)), Fraction(0))


def test_a_shooter_costs_the_published_edge_a_roll_times_the_published_rolls() -> None:
    """8.526 rolls at 0.42 % of a bet of 10; ten shooters cost ten times that, bets played out."""
    published = PUBLISHED["pass-line"]
    one, ten = (distribution("typical", "pass-line", 5000_00, end=SessionEnd(shooters=many)) for many in (1, 10))
    assert as_printed(one.mean_rolls, published["rolls"]) == published["rolls"]
    assert as_printed(-one.mean / one.mean_rolls / 1000, published["edge-per-roll"]) == published["edge-per-roll"]
    assert one.mean == pytest.approx(-1000 / 28)
    assert ten.mean == pytest.approx(10 * one.mean)


def test_an_hour_on_the_pass_line_costs_its_edge_on_every_bet_that_is_begun() -> None:
    """144 rolls, the last bet played out: 7/495 of each bet of 10."""
    hour = distribution("typical", "pass-line", 5000_00, 144)
    assert hour.mean == pytest.approx(-hour.action.bets * 1000 * 7 / 495)
    assert f"{hour.mean / 100:.4f}" == "-6.1381"

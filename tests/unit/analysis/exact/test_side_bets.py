"""Side bets on a shooter's run, and what a shooter costs: figures that others published, out of the rulebooks."""

import tomllib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from sevenout.analysis.exact.house_edge import wager_edge
from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.exact.shooter import turn_lengths
from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.strategy.language.compiler.plan import Plan, compile_strategy
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.session_end import SessionEnd
from tests.unit.analysis.simulation.chain import the_same
from tests.volume import scaled

HERE = Path(__file__)
PUBLISHED: dict[str, Any] = tomllib.loads(HERE.with_name("published-side-bets.toml").read_text(encoding="utf-8"))
SIDE_BETS = open_book(str(HERE.parents[4] / "examples" / "side-bets.toml"))
TYPICAL = open_book("typical")


def with_side_bet(wager: str) -> Plan:
    """A shooter who bets 5 on pass, and 5 on a side bet before the first roll."""
    text = f"""\
    unit 5
    on the come-out: bet a unit on pass
    on the come-out: bet a unit on {wager} if fewer than 1 roll this shooter
    """
    return compile_strategy(parse(dedent(text), glossary=SIDE_BETS.glossary), Game(SIDE_BETS))


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


def test_hot_shooter_has_the_published_chances_and_return_with_a_step_that_pushes() -> None:
    found, steps = wager_edge(SIDE_BETS, "hot-shooter"), PUBLISHED["hot-shooter"]["of"]
    chances = dict(found.chances)
    assert [as_printed(chances[Fraction(step["pays"] - 1)], step["chance"]) for step in steps] == [
        step["chance"] for step in steps
    ]
    assert found.push == chances[Fraction(0)]
    assert as_printed(1 - found.edge, PUBLISHED["hot-shooter"]["return"]) == PUBLISHED["hot-shooter"]["return"]


def test_turns_have_the_published_lengths_of_the_hot_shooter() -> None:
    lengths, steps = turn_lengths(TYPICAL, 60), PUBLISHED["hot-shooter"]["of"]
    at_least = [lengths[step["rolls"]] for step in steps] + [Fraction(0)]
    chances = [longer - longest for longer, longest in pairwise(at_least)]
    assert [as_printed(chance, step["chance"]) for chance, step in zip(chances, steps, strict=True)] == [
        step["chance"] for step in steps
    ]


def test_replay_has_the_published_chances_and_net_with_a_count_for_each_point() -> None:
    found, steps = wager_edge(SIDE_BETS, "replay"), PUBLISHED["replay"]["of"]
    chances = dict(found.chances)
    assert {pays for pays in chances if pays > 0} == {step["pays"] for step in steps}
    assert [as_printed(chances[Fraction(step["pays"])], step["chance"]) for step in steps] == [
        step["chance"] for step in steps
    ]
    assert as_printed(found.net, PUBLISHED["replay"]["net"]) == PUBLISHED["replay"]["net"]


@pytest.mark.parametrize("wager", ["hot-shooter", "replay"])
def test_a_side_bet_costs_a_shooter_the_same_at_the_table_in_arrays_and_compiled(wager: str) -> None:
    the_same(SessionSpec(Game(SIDE_BETS), with_side_bet(wager), 300_00, 60, seed=7), 0, scaled(1_000))


def test_a_session_of_one_hot_shooter_costs_the_edge_of_both_bets() -> None:
    whole = distribution(Game(SIDE_BETS), with_side_bet("hot-shooter"), 300_00, end=SessionEnd(shooters=1))
    side = wager_edge(SIDE_BETS, "hot-shooter").edge
    assert whole.mean == pytest.approx(-500 / 28 - 500 * float(side))


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

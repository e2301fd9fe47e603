"""What is told of recorded dice: known figures, tests that keep their level, evidence to look at any time."""

from fractions import Fraction
from itertools import accumulate, islice
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sevenout.analysis.dice.chance_tests import (
    both_tails,
    chi_square_tail,
    chi_square_test,
    lower_power,
    lower_tail,
    upper_power,
    upper_tail,
)
from sevenout.analysis.dice.control_tests import control_tests
from sevenout.analysis.dice.dice_file import rules_with_dice
from sevenout.analysis.dice.dice_models import HARDWAYS, THREE_V, DiceSetting, dice_by_axis
from sevenout.analysis.dice.dice_report import examine_rolls
from sevenout.analysis.dice.e_process import BELIEFS, EProcess, Partition, partitions_of, weigh_evidence
from sevenout.analysis.dice.edge_estimate import estimate_dice, estimate_edges
from sevenout.analysis.dice.hands import HandLengths, RecordedHands, find_hands, turn_enders
from sevenout.analysis.dice.roll_file import RecordedRoll, RollRecord, parse_rolls
from sevenout.analysis.exact import shooter, wager_edge
from sevenout.analysis.simulation.philox import rolls_of
from sevenout.base.dice import FAIR_DICE, ROLLS, DiceModel
from sevenout.base.errors import BadInput
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from tests.volume import nightly_except, scaled

RULES = open_book("typical")
SEVENS = turn_enders(RULES)
AXIS = dice_by_axis(THREE_V, Fraction(1, 4), together=True, name="on axis")


def record(rolls: int, dice: DiceModel = FAIR_DICE, session: int = 0) -> RollRecord:
    thrown = islice(rolls_of(20, session, dice), rolls)
    return RollRecord("diary", tuple(RecordedRoll(one.total, one, at) for at, one in enumerate(thrown, 1)))


# --- known figures


def test_wongs_bet_of_500_rolls() -> None:
    """S. Wong's bet: fewer than 79.5 sevens in 500 rolls, and 74 came. Fair dice do so with 32.66 % and with 14.41 %
    (M. Shackleford, Wizard of Odds, craps appendix 3)."""
    assert round(lower_tail(79, 500, 1 / 6), 4) == 0.3266
    assert round(lower_tail(74, 500, 1 / 6), 4) == 0.1441


def test_tables_of_chi_square() -> None:
    """The 5 % and 1 % points of Fisher's table."""
    for freedom, five, one in ((1, 3.841, 6.635), (5, 11.070, 15.086), (10, 18.307, 23.209), (35, 49.802, 57.342)):
        assert chi_square_tail(five, freedom) == pytest.approx(0.05, abs=5e-5)
        assert chi_square_tail(one, freedom) == pytest.approx(0.01, abs=2e-5)


def test_binomial_tails_and_power_are_sums() -> None:
    def up_to(count: int, chance: float) -> float:
        return sum(comb(40, each) * chance**each * (1 - chance) ** (40 - each) for each in range(count + 1))

    assert lower_tail(4, 40, 1 / 6) == pytest.approx(up_to(4, 1 / 6))
    assert upper_tail(9, 40, 1 / 6) == pytest.approx(1 - up_to(8, 1 / 6))
    assert both_tails(4, 40, 1 / 6) == pytest.approx(2 * up_to(4, 1 / 6))
    critical = max(count for count in range(41) if up_to(count, 1 / 6) <= 0.05)
    assert lower_power(40, 1 / 6, 1 / 10, 0.05) == pytest.approx(up_to(critical, 1 / 10))
    least = min(count for count in range(41) if 1 - up_to(count - 1, 1 / 2) <= 0.05)
    assert upper_power(40, 1 / 2, 3 / 4, 0.05) == pytest.approx(1 - up_to(least - 1, 3 / 4))


def test_the_length_of_hands_is_the_shooters() -> None:
    """A mean of 1671/196 rolls, and one hand in 5.59 billion has 154 or more (S. N. Ethier and F. M. Hoppe, "A world
    record in Atlantic City and the length of the shooter's hand at craps", 2010)."""
    lengths = HandLengths.of(RULES)
    assert lengths.mean == pytest.approx(1671 / 196)
    assert 1 / sum(lengths.chances[154:]) == pytest.approx(5.590264072e9, rel=1e-6)
    assert sum(lengths.chances[3:]) == pytest.approx(float(shooter.lasts(RULES, 3)))


def test_hands_and_the_line_are_read_from_the_book() -> None:
    text = "4 3\n6 5\n1 1\n2 2\n4 4\n3 1\n6 2\n3 4\n6 6"
    hands = find_hands(RULES, parse_rolls(text).rolls)
    assert hands == RecordedHands((8,), 1, "pass", won=3, lost=3)
    crapless = find_hands(open_book("crapless"), parse_rolls(text).rolls)
    assert crapless.lengths == (8,)
    assert (crapless.won, crapless.lost) == (1, 1)
    with pytest.raises(BadInput, match="has no puck"):
        examine_rolls(parse_rolls(text), "examples/no-puck.toml")


# --- tests of dice control


def convolved(lengths: HandLengths, count: int) -> list[float]:
    """How likely so many hands take how many rolls, by plain convolution."""
    one = np.array(lengths.chances)
    total = np.array([1.0])
    for _ in range(count):
        total = np.convolve(total, one)
    chances: list[float] = total.tolist()
    return chances


def test_the_sum_of_hands_is_exact() -> None:
    fair, stated = HandLengths.of(RULES), HandLengths.of(_with(AXIS))
    hands = RecordedHands((2, 30, 9, 14, 7), 0, "pass", 6, 5)
    test = control_tests(RULES, 8, 62, hands, AXIS, 0.05)[2]
    by_chance, by_stated = convolved(fair, 5), convolved(stated, 5)
    tails = list(accumulate(reversed(by_chance)))[::-1]
    assert test.p == pytest.approx(tails[62], abs=1e-9)
    critical = next(rolls for rolls, tail in enumerate(tails) if tail <= 0.05)
    assert test.power == pytest.approx(sum(by_stated[critical:]), abs=1e-9)
    assert test.fair == pytest.approx(1671 / 196)
    assert test.stated == pytest.approx(float(shooter.mean_turn(_with(AXIS))))


def _with(dice: DiceModel) -> CompiledBook:
    return rules_with_dice(RULES, dice)


def test_many_hands_are_as_good_as_followed_exactly() -> None:
    """121 hands by their moments, against the convolution."""
    fair = HandLengths.of(RULES)
    lengths = (9,) * 100 + (12,) * 21
    test = control_tests(RULES, 190, sum(lengths), RecordedHands(lengths, 0, "pass", 140, 160), AXIS, 0.05)[2]
    assert test.p == pytest.approx(sum(convolved(fair, 121)[sum(lengths) :]), abs=2e-3)


@pytest.mark.nightly
def test_each_test_of_control_keeps_its_level_and_finds_what_its_power_says() -> None:
    """100 records of fair dice and 100 of stated ones, 300 rolls each: alarms within four standard errors."""
    stated = dice_by_axis(THREE_V, 1, name="perfect")
    for dice in (FAIR_DICE, stated):
        alarms, powers = np.zeros(4), np.zeros(4)
        for session in range(100):
            diary = record(300, dice, session)
            hands = find_hands(RULES, diary.rolls)
            sevens = sum(one.total == 7 for one in diary.rolls)
            tests = control_tests(RULES, sevens, 300, hands, stated, 0.05)
            alarms += [test.p <= 0.05 for test in tests]
            powers += [test.power for test in tests]
        if dice.is_fair:
            assert np.all(alarms / 100 <= 0.05 + 4 * 0.022), alarms
        else:
            assert np.all(np.abs(alarms - powers) / 100 < 0.16), (alarms, powers)


def test_power_grows_with_the_record() -> None:
    powers = [
        control_tests(RULES, rolls // 6, rolls, RecordedHands((), 0, "pass", 0, 0), AXIS, 0.05)[0].power
        for rolls in (100, 1_000, 10_000)
    ]
    assert powers == sorted(powers)
    assert powers[-1] > 0.8


# --- evidence at any time


def wealth_of(rolls: NDArray[np.integer[Any]], partitions: tuple[Partition, ...]) -> NDArray[np.float64]:
    """The highest wealth of many diaries at once: one row a roll, one column a diary."""
    many = rolls.shape[1]
    logs = np.zeros((len(partitions), len(BELIEFS), many))
    counts = [np.zeros((len(each.chances), many)) for each in partitions]
    column, highest = np.arange(many), np.ones(many)
    for seen, row in enumerate(rolls):
        for at, each in enumerate(partitions):
            cell = np.array(each.cell_of)[row]
            ratio = counts[at][cell, column] / np.array(each.chances)[cell]
            for belief, strength in enumerate(BELIEFS):
                logs[at, belief] += np.log((strength + ratio) / (strength + seen))
            counts[at][cell, column] += 1
        highest = np.maximum(highest, np.exp(logs).mean(axis=(0, 1)))
    return highest


PARTITIONS = partitions_of(SEVENS, THREE_V, has_faces=True)


def test_many_diaries_at_once_are_what_one_is() -> None:
    rolls = np.random.default_rng(7).integers(0, 36, (60, 5))
    at_once = wealth_of(rolls, PARTITIONS)
    for diary in range(5):
        process = EProcess(PARTITIONS)
        assert max(1.0, *(process.observe(int(index)) for index in rolls[:, diary])) == pytest.approx(at_once[diary])


def test_fair_diaries_alarm_no_more_often_than_the_level_however_often_looked_at() -> None:
    """100,000 diaries of 300 rolls by night, a tenth by day, looked at after every roll."""
    many = scaled(100_000)
    highest = wealth_of(np.random.default_rng(2504).integers(0, 36, (300, many), np.uint8), PARTITIONS)
    for level in (0.05, 0.2):
        alarms = int((highest >= 1 / level).sum())
        assert 0 < alarms <= level * many


def test_the_mean_wealth_of_fair_dice_stays_one() -> None:
    """Exactly, after one and two rolls: every roll of 36 alike."""
    for first in range(36):
        process = EProcess(PARTITIONS)
        before = process.observe(first)
        after = []
        for second in range(36):
            again = EProcess(PARTITIONS)
            again.observe(first)
            after.append(again.observe(second))
        assert before == pytest.approx(1)
        assert sum(after) / 36 == pytest.approx(before)


def test_dice_kept_on_axis_raise_the_alarm() -> None:
    evidence = weigh_evidence(record(3_000, AXIS).rolls, SEVENS, THREE_V)
    assert evidence.alarm is not None
    assert evidence.p < 1e-6
    best = max(evidence.by_partition, key=lambda each: each[1])
    assert best[0] in {"axis and pitch", "rolls"}
    alike = dice_by_axis(HARDWAYS, Fraction(1, 4), together=True, pitch=1)
    by_pitch = weigh_evidence(record(1_000, alike).rolls, SEVENS, HARDWAYS)
    assert max(by_pitch.by_partition, key=lambda each: each[1])[0] == "axis and pitch"


def test_evidence_of_fair_dice_stays_low() -> None:
    evidence = weigh_evidence(record(5_000).rolls, SEVENS, THREE_V)
    assert evidence.alarm is None
    assert evidence.path[-1][0] == 5_000
    with pytest.raises(BadInput, match="a level is between 0 and 1"):
        weigh_evidence(record(10).rolls, SEVENS, THREE_V, level=1.0)


# --- what it is worth


def test_the_estimate_is_exact_for_the_counted_rolls_and_one_fair_set() -> None:
    diary = record(720)
    dice = estimate_dice(diary.rolls, "diary")
    counted = sum(one.roll == ROLLS[10] for one in diary.rolls)
    assert dice.chance(ROLLS[10]) == Fraction(counted + 1, 756)
    (worth,) = estimate_edges(RULES, diary.rolls, ["pass"])
    assert worth.edge == wager_edge(RULES, "pass", dice=dice).edge
    assert worth.fair == Fraction(7, 495)


@pytest.mark.parametrize("wager", nightly_except(["pass", "field", "place-6"], ["pass"]))
def test_the_interval_holds_the_true_edge_about_as_often_as_it_says(wager: str) -> None:
    """Up to 200 records of 2,000 rolls with dice kept on axis: 95 % within four standard errors."""
    records = scaled(200)
    true = float(wager_edge(RULES, wager, dice=AXIS).edge)
    held = 0
    for session in range(records):
        (worth,) = estimate_edges(RULES, record(2_000, AXIS, session).rolls, [wager])
        held += worth.low <= true <= worth.high
    assert held >= records * 0.95 - 4 * (records * 0.05 * 0.95) ** 0.5


def test_totals_alone_give_the_same_estimate_of_a_line_bet() -> None:
    diary = record(2_000)
    totals = [RecordedRoll(one.total, None, one.line) for one in diary.rolls]
    by_roll, by_total = (estimate_edges(RULES, rolls, ["pass"])[0] for rolls in (diary.rolls, totals))
    assert by_total.edge == by_roll.edge
    assert by_total.low == pytest.approx(by_roll.low, abs=1e-4)
    assert by_total.high == pytest.approx(by_roll.high, abs=1e-4)


# --- the whole report


def test_a_report_adds_up() -> None:
    report = examine_rolls(record(600), "catfish-bend", ["pass", "field"])
    assert sum(count for _, count, _ in report.totals) == sum(first for _, first, _, _ in report.faces) == 600
    assert sum(fair for _, _, fair in report.totals) == pytest.approx(600)
    assert {total: count for total, count, _ in report.totals}[7] == report.sevens
    assert sum(report.hands.lengths) + report.hands.unfinished == 600
    assert [test.name for test in report.control] == [
        "share of sevens",
        "line bets won",
        "length of hands",
        "likelihood ratio",
    ]
    assert [worth.wager for worth in report.worth] == ["pass", "field"]
    axis = next(test for test in report.tests if test.name == "axis")
    assert axis.expected == pytest.approx(600 * 16 / 36)


def test_small_records_are_tested_by_random_tables() -> None:
    test = chi_square_test("totals", [3, 0, 0], [0.5, 0.25, 0.25], "three cells")
    assert "random tables" in test.basis
    as_far = [(3, 0, 0), (0, 3, 0), (0, 0, 3), (1, 2, 0), (1, 0, 2), (0, 2, 1), (0, 1, 2)]
    ways = {(3, 0, 0): 8, (1, 2, 0): 6, (1, 0, 2): 6, (0, 2, 1): 3, (0, 1, 2): 3, (0, 3, 0): 1, (0, 0, 3): 1}
    reached = [
        counts for counts in as_far if chi_square_test("", counts, [0.5, 0.25, 0.25], "").observed >= test.observed
    ]
    assert test.p == pytest.approx(sum(ways[counts] for counts in reached) / 64, abs=0.04)


def test_bad_questions() -> None:
    with pytest.raises(BadInput, match="a level is between 0 and 1"):
        examine_rolls(record(10), level=0)
    with pytest.raises(BadInput, match="does not go round a die"):
        examine_rolls(record(10), dice_set=DiceSetting((1, 2, 3, 4), (3, 1, 4, 6)))
    with pytest.raises(BadInput, match="offers no 'pas'"):
        examine_rolls(record(10), "typical", ["pas"])

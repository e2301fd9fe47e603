"""What is said with 95 % confidence is so 95 times in 100, and nothing is said where a sample is too small."""

import csv
import io
from collections import Counter
from functools import cache
from math import comb

import numpy as np
import pytest

from sevenout.analysis.exact.sessions.session_distribution import Distribution, distribution
from sevenout.analysis.simulation.statistics.confidence import (
    FEWEST,
    beta_share,
    mean_interval,
    ranks,
    share_interval,
    student,
)
from sevenout.analysis.simulation.statistics.tally import AmountTally
from sevenout.base.html import QUANTILES
from tests.unit.cli.command import Ran, run
from tests.unit.strategy.sitting import game_of, plan_of

LEAST = 0.93
REPEATED = 1_500

PLAYED = {
    "pass-line": 300,
    "iron-cross": 300,
    "martingale": 1_000,
    "field-martingale": 2_000,
    "stop-loss-win-goal": 300,
}
"""Strategies with what they begin with: even, and with long tails on either side."""


@cache
def known(name: str) -> Distribution:
    """All that can come of a session, which no sample has to guess."""
    plan = plan_of(name, "typical")
    assert plan is not None
    return distribution(game_of("typical"), plan, PLAYED[name] * 100, 100)


def samples(name: str, sessions: int) -> list[AmountTally]:
    truth = known(name)
    nets, chances = np.array([net for net, _ in truth.nets]), np.array([chance for _, chance in truth.nets])
    drawn = np.random.default_rng(7).choice(nets, size=(REPEATED, sessions), p=chances / chances.sum())
    return [AmountTally(tuple(sorted(Counter(one.tolist()).items()))) for one in drawn]


@pytest.mark.parametrize("sessions", [FEWEST, 30, 100])
@pytest.mark.parametrize("name", PLAYED)
def test_the_interval_of_a_mean_holds_it(name: str, sessions: int) -> None:
    truth, held = known(name), 0
    for sample in samples(name, sessions):
        interval = sample.interval
        assert interval is not None
        held += interval[0] <= truth.mean <= interval[1]
    assert held / REPEATED >= LEAST


@pytest.mark.parametrize("sessions", [10, 30, 100])
@pytest.mark.parametrize("name", PLAYED)
def test_the_interval_of_a_quantile_holds_it_if_there_is_one(name: str, sessions: int) -> None:
    truth = known(name)
    missed: Counter[float] = Counter()
    given: Counter[float] = Counter()
    for sample in samples(name, sessions):
        for share in QUANTILES:
            interval = sample.quantile_interval(share)
            if interval is not None:
                given[share] += 1
                missed[share] += not interval[0] <= truth.quantile(share) <= interval[1]
    assert given[0.5] == REPEATED
    for share, number in given.items():
        assert missed[share] / number <= 1 - LEAST, share


@pytest.mark.parametrize("name", PLAYED)
def test_the_interval_of_ruin_holds_it(name: str) -> None:
    truth = known(name)
    for sessions in (10, 30, 100):
        counts = np.random.default_rng(11).binomial(sessions, truth.ruin, REPEATED).tolist()
        bounds = {count: share_interval(count, sessions) for count in set(counts)}
        assert sum(bounds[count][0] <= truth.ruin <= bounds[count][1] for count in counts) / REPEATED >= 0.95


def test_ten_sessions_give_no_interval_of_a_mean() -> None:
    """With Student's t, ten sessions of a field martingale would miss one time in five."""
    assert all(sample.interval is None for sample in samples("field-martingale", 10))
    assert AmountTally(((-1000, 1),)).interval is None
    assert AmountTally().interval is None


def test_sessions_that_are_all_alike_tell_nothing_of_the_others() -> None:
    assert AmountTally(((1000, 50),)).interval is None
    assert AmountTally(((1000, 49), (1100, 1))).interval is not None


def test_without_a_long_tail_it_is_students_t() -> None:
    low, high = mean_interval(0.0, 1.0, 0.0, 25) or (0.0, 0.0)
    assert (low, high) == pytest.approx((-2.063899 / 5, 2.063899 / 5), abs=1e-6)


def test_a_long_tail_draws_the_interval_to_its_side() -> None:
    low, high = mean_interval(0.0, 1.0, -2.0, 30) or (0.0, 0.0)
    assert -low > high > 0
    mirrored = mean_interval(0.0, 1.0, 2.0, 30) or (0.0, 0.0)
    assert mirrored == pytest.approx((-high, -low))


PUBLISHED_T = {1: 12.7062, 2: 4.3027, 5: 2.5706, 10: 2.2281, 19: 2.0930, 29: 2.0452, 99: 1.9842, 999: 1.9623}


def test_students_t_as_published() -> None:
    assert {freedom: round(student(freedom), 4) for freedom in PUBLISHED_T} == PUBLISHED_T


@pytest.mark.parametrize("sessions", [1, 2, 5, 6, 10, 30, 72, 73, 100, 367, 368, 1000])
def test_ranks_as_counted(sessions: int) -> None:
    """The binomial distribution, term by term."""
    for share in QUANTILES:
        terms = [comb(sessions, count) * share**count * (1 - share) ** (sessions - count) for count in range(sessions)]
        terms.append(share**sessions)
        low = sum(sum(terms[: count + 1]) <= 0.025 for count in range(sessions))
        above = sum(sum(terms[-count:]) <= 0.025 for count in range(1, sessions + 1))
        assert ranks(sessions, share) == ((low, sessions + 1 - above) if low and above else None)


def test_ranks_of_very_many_sessions_are_those_of_the_normal_distribution_without_a_seam() -> None:
    (low, high), (lower, higher) = ranks(40_000, 0.5) or (0, 0), ranks(40_001, 0.5) or (0, 0)
    assert abs(low - lower) <= 1
    assert abs(high - higher) <= 1
    assert ranks(10**9, 0.01) == (9_993_833, 10_006_168)


def test_shares_as_published() -> None:
    """Clopper and Pearson's bounds, from tables."""
    for (count, total), bounds in {(0, 10): (0, 0.3085), (1, 10): (0.0025, 0.445), (5, 10): (0.1871, 0.8129)}.items():
        assert share_interval(count, total) == pytest.approx(bounds, abs=5e-5)
    low, high = share_interval(20_000, 40_000)
    assert share_interval(20_001, 40_002) == pytest.approx((low, high), abs=2e-5)


def test_the_beta_function_is_that_of_a_polynomial() -> None:
    for x in (0.0, 0.1, 0.4, 0.75, 1.0):
        assert beta_share(2, 3, x) == pytest.approx(6 * x**2 - 8 * x**3 + 3 * x**4)


# --- what a person, a program and a spreadsheet are told


def simulated(sessions: int, *options: str) -> Ran:
    sitting = ("--rules", "typical", "--rolls", "50", "--bankroll", "300", "--seed", "1")
    played = run("simulate", "pass-line", "--sessions", str(sessions), *sitting, *options)
    assert played.code == 0, played.err
    return played


@pytest.mark.parametrize("sessions", [1, 10])
def test_what_cannot_be_said_is_a_dash_and_null_and_an_empty_cell(sessions: int) -> None:
    told = simulated(sessions).out
    assert "±0.00" not in told
    (mean,) = [line for line in told.splitlines() if line.strip().startswith("mean net")]
    assert mean.endswith("–")
    assert "too few sessions to say" in told
    (row,) = csv.DictReader(io.StringIO(simulated(sessions, "--csv").out))
    assert (row["mean_net_low"], row["mean_net_high"]) == ("", "")
    assert "mean_net_interval" not in row


def test_json_has_null_for_what_cannot_be_said() -> None:
    (result,) = simulated(10, "--json").json["results"]
    assert result["mean_net_interval"] is None
    assert result["quantile_intervals"]["0.01"] is None
    assert len(result["quantile_intervals"]["0.5"]) == 2
    assert len(result["ruin_interval"]) == 2

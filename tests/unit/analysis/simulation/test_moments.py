"""What is simulated has the mean, the deviation and the ruin that are reckoned exactly, from poor to rich."""

from math import sqrt

import pytest

from sevenout.analysis.exact.sessions.session_distribution import Distribution, distribution
from sevenout.analysis.simulation.run import simulate
from tests.unit.strategy.sitting import game_of, plan_of
from tests.volume import nightly_except, sample_by_day

ROLLS, SESSIONS = 80, 100_000
STRATEGIES = {
    "pass-line": "typical",
    "three-point-molly": "catfish-bend",
    "dont-pass-lay-max": "new-south-wales",
    "iron-cross": "typical-bar-2",
    "place-6-8-press-regress": "marina-bay-sands",
    "across-regression": "crapless",
    "martingale": "catfish-bend",
    "field-martingale": "typical",
    "stop-loss-win-goal": "new-south-wales",
    "buy-sampler": "catfish-bend",
}
"""Each in a house of its own: flat, with odds taken and laid, pressed, regressed, doubled, with goals, and charged."""


@pytest.mark.parametrize("units", nightly_except([3, 10, 30, 300], [10]))
@pytest.mark.parametrize("name", sample_by_day(STRATEGIES, 5))
def test_moments_are_within_four_standard_errors_of_the_exact_ones(name: str, units: int) -> None:
    book = STRATEGIES[name]
    game, strategy = game_of(book), plan_of(name, book)
    assert strategy is not None
    bankroll = units * strategy.unit
    exact = distribution(game, strategy, bankroll, ROLLS)
    result = simulate(game, strategy, SESSIONS, ROLLS, bankroll, seed=units)
    assert exact.unaccounted < 1e-12
    assert abs(result.nets.mean - exact.mean) <= 4 * exact.sd / sqrt(SESSIONS)
    assert abs(result.nets.sd**2 - exact.sd**2) <= 4 * _error_of_variance(exact) / sqrt(SESSIONS)
    for ending, chance in exact.endings:
        assert abs(result.share(ending) - chance) <= 4 * sqrt(chance * (1 - chance) / SESSIONS), ending
    assert {ending for ending, _ in result.endings} <= {"rolls", *dict(exact.endings)}
    assert result.nets.interval is not None
    low, high = result.nets.interval
    assert (high - low) / 2 == pytest.approx(1.96 * exact.sd / sqrt(SESSIONS), rel=0.05)
    assert low <= result.nets.mean <= high


def _error_of_variance(exact: Distribution) -> float:
    """Of one session."""
    fourth = sum((net - exact.mean) ** 4 * chance for net, chance in exact.nets)
    return sqrt(max(fourth - exact.sd**4, 0.0))

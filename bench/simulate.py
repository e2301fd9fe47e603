"""Simulations against their peers, as ratios of one run: short runs, interleaved, the best thread time of each."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from crapssim.strategy.examples import ThreePointMolly
from crapssim.table import Table

from bench import scalar
from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.simulation.aggregation import total
from sevenout.analysis.simulation.engines import kernel_engine
from sevenout.analysis.simulation.engines.traced_rows import TracedStrategy
from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.view import Strategy
from tests.unit.analysis.simulation.players import come, pressed

ROLLS, SEED, SESSIONS = 200, 12345, 20_000
RACES = 15
PEER_ROLLS = 2_000
FIRST_RESULT = ["simulate", "three-point-molly", "--rules", "typical", "--bankroll", "3000", "--sessions"]
FEW, MANY = "20000", "50000"

Runner = Callable[[], int]
"""Plays, and says how many rolls."""


def race(runners: dict[str, Runner], rounds: int = RACES) -> dict[str, float]:
    """The best rate of each, in rolls a second of its own thread's time."""
    best = dict.fromkeys(runners, 0.0)
    for _ in range(rounds):
        for name, runner in runners.items():
            started = time.thread_time()
            rolls = runner()
            best[name] = max(best[name], rolls / (time.thread_time() - started))
    return best


def _traced(strategy: Strategy, bankroll: Cents, repeats: int = 1) -> tuple[TracedStrategy, float]:
    """A sitting with its rows filled, and the least that the filling cost."""
    game, best = Game.open("typical"), 1e9
    for _ in range(repeats):
        started = time.thread_time()
        traced = TracedStrategy(SessionSpec(game, strategy, bankroll, ROLLS, SEED))
        traced.play(kernel_engine.walk, 0, SESSIONS)
        first = time.thread_time() - started
        started = time.thread_time()
        traced.play(kernel_engine.walk, 0, SESSIONS)
        best = min(best, first - (time.thread_time() - started))
    return traced, best


def _run(traced: TracedStrategy) -> int:
    return total(traced.play(kernel_engine.walk, 0, SESSIONS).rolls)


def _peer() -> int:
    table = Table()
    table.add_player(3000, ThreePointMolly(10))
    table.run(max_rolls=PEER_ROLLS, verbose=False)
    return PEER_ROLLS


def racing() -> list[str]:
    """The table of rates."""
    cases = {
        "pass, 3-4-5 odds and two come bets, bankroll 3000": (come, 3000_00),
        "the same, bankroll 300": (come, 300_00),
        "with place 6 and 8 pressed, bankroll 3000": (pressed, 3000_00),
        "with place 6 and 8 pressed, bankroll 300": (pressed, 300_00),
    }
    traced = {name: _traced(*case, repeats=5 if case[1] == 3000_00 else 1) for name, case in cases.items()}
    runners: dict[str, Runner] = {name: partial(_run, found) for name, (found, _) in traced.items()}
    first, *others = runners
    plain, free = scalar.library("walk.c"), scalar.library("unguarded.c")
    if plain is not None and free is not None:
        ours = [net // 100 for net in traced[first][0].play(kernel_engine.walk, 0, SESSIONS).nets]
        walk, run_free = scalar.guarded(plain, traced[first][0]), scalar.unguarded(free, traced[first][0])
        assert walk(0, SESSIONS)[1]() == ours, "scalar C plays other sessions"
        alike = sum(net == mine for net, mine in zip(run_free(0, SESSIONS)[1](), ours, strict=True))
        assert alike > 0.9 * SESSIONS, "C without guards plays other sessions though money forbids nothing"
        runners["scalar C"] = lambda: walk(0, SESSIONS)[0]
        runners["no guards"] = lambda: run_free(0, SESSIONS)[0]
    rates = race(runners)
    peer = race({"crapssim": _peer}, 3)["crapssim"]
    lines = [
        f"{first}: {rates[first] / 1e6:,.0f} million rolls a second",
        f"  crapssim's ThreePointMolly: {peer:,.0f} rolls a second; ratio {rates[first] / peer:,.0f}"
        " (at least 140,000, aim 180,000)",
    ]
    if "scalar C" in rates:
        ratio, share = rates[first] / rates["scalar C"], 100 * rates[first] / rates["no guards"]
        lines += [
            f"  the same rows in scalar C: {rates['scalar C'] / 1e6:,.0f} million; ratio {ratio:.2f}",
            f"  in AVX2 without any guard: {rates['no guards'] / 1e6:,.0f} million; {share:.0f} % (60, aim 80)",
        ]
    for name, least, aim in zip(others, (35, 70, 15), (45, 80, 17), strict=True):
        share = 100 * rates[name] / rates[first]
        lines.append(f"  {name}: {rates[name] / 1e6:,.0f} million, {share:.0f} % (at least {least}, aim {aim})")
    return lines + _tracing(traced[first], traced[others[1]])


def _tracing(first: tuple[TracedStrategy, float], second: tuple[TracedStrategy, float]) -> list[str]:
    each = [1000 * seconds / traced.rows.filled_count for traced, seconds in (first, second)]
    return [
        f"  tracing: {first[1]:.2f} s (0.2, aim 0.1), pressed {second[1]:.2f} s (2, aim 1)",
        f"  a miss: {each[0]:.2f} and {each[1]:.2f} ms (0.5, aim 0.2)",
    ]


def exactly() -> list[str]:
    """The exact distribution of the first, tracing included."""
    game = Game.open("typical")
    times = []
    for bankroll in (3000_00, 300_00):
        best = 9.0
        for _ in range(5):
            started = time.thread_time()
            distribution(game, come, bankroll, ROLLS)
            best = min(best, time.thread_time() - started)
        times.append(best)
    return [f"exact distribution, 200 rolls: bankroll 3000 {times[0]:.2f} s, 300 {times[1]:.2f} s (1, aim 0.5)"]


def starting() -> list[str]:
    """The first result of a fresh process."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def start(*arguments: str) -> float:
        order, times = [sys.executable, "-m", "sevenout.cli.main", *arguments], []
        for _ in range(7):
            started = time.perf_counter()
            subprocess.run(order, check=True, capture_output=True, env=usual)
            times.append(time.perf_counter() - started)
        return min(times)

    helping = start("--help")
    few, many = (start(*FIRST_RESULT, sessions) - helping for sessions in (FEW, MANY))
    return [
        f"first result in a fresh process: {few:.2f} s more than --help's {helping:.2f} s ({FEW} sessions),"
        f" {many:.2f} s ({MANY}) (at most 0.45, aim 0.3)"
    ]

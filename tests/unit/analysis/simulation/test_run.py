"""Whole simulations: any split of the work, any engine, what is checked, what is refused, and the exact figures."""

import itertools
import subprocess
import sys
from math import sqrt

import pytest

from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.simulation import run
from sevenout.analysis.simulation.run import Result, simulate
from sevenout.analysis.simulation.session_spec import SessionSpec, replay_session
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.strategy.session_end import SessionEnd
from sevenout.strategy.tracing import Disagreement, HiddenState
from sevenout.strategy.view import Strategy, View
from tests.unit.analysis.simulation.players import come, flat, within

GAME = Game.open("typical")


def counts(result: Result) -> tuple[object, ...]:
    """All that must not depend on who played what."""
    extremes = result.worst, result.best
    return result.sessions, result.rolls_played, result.nets, extremes, result.endings, result.lowest, result.falls


AT_ONCE = "sevenout.analysis.simulation.engines.engine._ROLLS_AT_ONCE"


def test_workers_and_engines_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AT_ONCE, {"compiled": 90 * 700, "arrays": 90 * 300, "table": 1})
    results = [simulate(GAME, come, 8_000, 90, 200_00, 5, workers) for workers in (1, 2, 5)]
    assert counts(results[0]) == counts(results[1]) == counts(results[2])
    assert results[0].engine == "compiled"
    by_arrays = simulate(GAME, come, 8_000, 90, 200_00, 5, 2, engine="arrays")
    assert counts(by_arrays) == counts(results[0])
    assert by_arrays.engine == "arrays"


@pytest.mark.nightly
def test_the_split_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate(GAME, come, 8_000, 90, 200_00, 5)
    monkeypatch.setattr(AT_ONCE, {"compiled": 7 * 90, "arrays": 90 * 911, "table": 1})
    assert counts(simulate(GAME, come, 8_000, 90, 200_00, 5, 3)) == counts(whole)
    assert whole.engine == "compiled"


def test_the_table_gives_the_same() -> None:
    table = simulate(GAME, come, 40, 60, 200_00, 5, engine="table")
    assert counts(table) == counts(simulate(GAME, come, 40, 60, 200_00, 5))
    assert (table.engine, table.why) == ("table", "as asked")


def test_few_sessions_are_compiled_too() -> None:
    few = simulate(GAME, come, 3, 60, 200_00, 5)
    assert (few.engine, few.why) == ("compiled", "the strategy can be traced")


def test_a_strategy_of_many_situations_is_walked_in_its_parts() -> None:
    result = simulate(GAME, "double-tap", 3_000, 100, 300_00)
    assert (result.engine, result.why) == ("compiled", "the strategy falls into 6 independent parts")
    table = simulate(GAME, "double-tap", 60, 100, 300_00, engine="table")
    assert counts(simulate(GAME, "double-tap", 60, 100, 300_00)) == counts(table)


def test_parts_beyond_the_budget_are_played_at_the_table() -> None:
    few = simulate(GAME, "double-tap", 100, 60, 300_00, budget=12)
    beyond = "sessions that lead further are played at the table"
    assert few.why == f"the strategy leads to more than 2 situations; {beyond}"
    assert counts(few) == counts(simulate(GAME, "double-tap", 100, 60, 300_00))


def test_another_seed_gives_other_sessions() -> None:
    assert simulate(GAME, flat, 500, 100, 300_00, 1).nets != simulate(GAME, flat, 500, 100, 300_00, 2).nets


def test_goals_are_reached_as_often_as_they_should() -> None:
    strategy = within(come, 200_00, 300_00)
    exact, result = distribution(GAME, strategy, 300_00, 100), simulate(GAME, strategy, 100_000, 100, 300_00)
    for ending, chance in exact.endings:
        assert abs(result.share(ending) - chance) < 4 * sqrt(chance * (1 - chance) / 100_000)
    assert sum(result.share(ending) for ending, _ in exact.endings) == pytest.approx(1)


# --- what cannot be traced


def by_the_rack(view: View) -> View:
    """Bets a tenth of the rack, which has to be known for that."""
    tenth = int(view.rack) // 10_00 * 1_00  # type: ignore[call-overload]
    return view if view.layout else view.bet("pass", max(tenth, 10_00))


@pytest.mark.parametrize("bankroll", [30_00, 100_00, 300_00, 3000_00])
def test_a_strategy_that_reckons_with_the_rack_is_traced_rack_by_rack(bankroll: int) -> None:
    result = simulate(GAME, by_the_rack, 300, 50, bankroll)
    assert result.engine == "compiled"
    assert counts(result) == counts(simulate(GAME, by_the_rack, 300, 50, bankroll, engine="table"))


def test_such_a_strategy_is_followed_exactly_too() -> None:
    found = distribution(GAME, by_the_rack, 300_00, 5)
    assert sum(chance for _, chance in found.nets) == pytest.approx(1)
    assert found.mean == pytest.approx(-7 / 495 * found.action.action)


def test_sessions_beyond_the_budget_are_played_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small parts, so that some of the sessions are walked before the budget is used up."""
    monkeypatch.setattr(AT_ONCE, {"compiled": 200, "arrays": 200, "table": 200})

    def rare(view: View) -> View:
        """Counts nothing until it has lost three in a row."""
        lost = view.memory if isinstance(view.memory, int) else 0
        for settled in view.decided("pass"):
            lost = lost + 1 if settled.result == "lose" else (lost if lost > 3 else 0)
        view = view.remember(lost if lost < 3 else lost + 1)
        return view if view.layout else view.bet("pass", 10_00)

    result = simulate(GAME, rare, 300, 50, 500_00, budget=40)
    assert result.engine == "compiled"
    beyond = "sessions that lead further are played at the table"
    assert result.why == f"the strategy leads to more than 40 situations; {beyond}"
    assert counts(result) == counts(simulate(GAME, rare, 300, 50, 500_00))
    by_arrays = simulate(GAME, rare, 300, 50, 500_00, budget=40, engine="arrays")
    assert (by_arrays.engine, by_arrays.why) == ("table", "the strategy leads to more than 40 situations")
    assert counts(by_arrays) == counts(result)
    assert result.nets.total == 300
    assert counts(result) == counts(simulate(GAME, rare, 300, 50, 500_00, engine="table"))


def test_a_strategy_with_hidden_state_is_an_error() -> None:
    turn = itertools.count()

    def moody(view: View) -> View:
        return view if view.layout else view.bet("pass", 10_00 if next(turn) % 2 else 20_00)

    with pytest.raises(HiddenState, match="keeps something outside its memory"):
        simulate(GAME, moody, 10, 50, 300_00)


def test_a_replay_that_differs_is_an_error() -> None:
    """One that behaves while it is traced, and otherwise at the table."""

    def sly(view: View) -> View:
        return view.leave("at the table" if isinstance(view.rack, int) else "traced")

    with pytest.raises(Disagreement, match=r"session 0 came out as .*traced.* with the compiled"):
        simulate(GAME, sly, 10, 50, 300_00)


def test_one_session_in_a_thousand_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHECKING", 1e9)
    assert simulate(GAME, flat, 5_001, 50, 300_00).replayed == 6
    monkeypatch.setattr(run, "CHECKING", 0.0)
    assert simulate(GAME, flat, 5_001, 50, 300_00).replayed == 1


def test_a_strategys_own_error_comes_through() -> None:
    def broken(view: View) -> View:
        raise ZeroDivisionError(view.bankroll)

    with pytest.raises(ZeroDivisionError):
        simulate(GAME, broken, 10, 50, 300_00)


# --- progress and interruption


def test_progress_counts_up_to_all_sessions() -> None:
    told: list[tuple[int, int]] = []
    simulate(GAME, flat, 3_000, 50, 300_00, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (3_000, 3_000)


def test_exact_and_simulated_results_have_the_same_names_for_the_same_things() -> None:
    exact = distribution(GAME, flat, 300_00, 50)
    played = simulate(GAME, flat, 2_000, 50, 300_00)
    for name in ("mean", "sd", "ruin", "mean_rolls", "endings", "bands", "action", "dice", "refused"):
        assert type(getattr(exact, name)) is type(getattr(played, name)), name
    assert played.share("rolls") == dict(played.endings)["rolls"] == 1.0
    assert dict(played.ending_counts) == {"rolls": 2_000}
    assert played.action is not None
    assert played.action.action == pytest.approx(exact.action.action, rel=0.05)
    assert exact.records()[0].keys() <= played.records()[0].keys()


def test_an_interruption_keeps_what_is_done() -> None:
    def interrupt(done: int, total: int) -> None:
        if total > done >= 2_000:
            raise KeyboardInterrupt

    result = simulate(GAME, flat, 10_000_000, 50, 300_00, progress=interrupt)
    assert 2_000 <= result.sessions < result.asked == 10_000_000
    assert result.nets.total == sum(count for _, count in result.ending_counts) == result.sessions


def test_ctrl_c_keeps_what_is_done() -> None:
    """In a process of its own, which gets the signal while it plays."""
    code = (
        "import os, signal, threading\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background jobs ignore it
        "from tests.unit.analysis.simulation.test_run import GAME, come, simulate\n"
        "begun = threading.Event()\n"
        "def interrupt():\n"
        "    begun.wait()\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Thread(target=interrupt).start()\n"
        "result = simulate(GAME, come, 10**9, 200, 300_00, engine='arrays', progress=lambda *_: begun.set())\n"
        "print(0 < result.sessions < result.asked, result.nets.total == result.sessions)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=300)
    assert ran.stdout == "True True\n"


@pytest.mark.parametrize("name", ["table", "arrays"])
def test_ctrl_c_does_not_wait_for_sessions_that_take_hours(name: str) -> None:
    code = (
        "import os, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from tests.unit.analysis.simulation.test_run import GAME, flat, simulate\n"
        "asked = []\n"
        "def interrupted(view):\n"
        "    asked.append(view)\n"
        "    if len(asked) == 9:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return flat(view)\n"
        "try:\n"
        f"    simulate(GAME, interrupted, 4, 10**8, 10**9, engine={name!r})\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=300)
    assert ran.stdout == "interrupted\n"


def test_an_interruption_before_anything_is_done_is_one() -> None:
    def slow(view: View) -> View:
        raise KeyboardInterrupt(view)

    with pytest.raises(KeyboardInterrupt):
        simulate(GAME, slow, 10, 50, 300_00)


# --- what is refused


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"bankroll": 4_99}, "a bankroll of 4.99 is below the table minimum of 5.00"),
        ({"bankroll": -1}, "a bankroll of -0.01 is below the table minimum"),
        ({"bankroll": 10**13}, "a bankroll is at most 100000000.00"),
        ({"rolls": 0}, "a session has from 1 to 100,000,000 rolls, not 0"),
        ({"rolls": 10**10}, "a session has from 1 to 100,000,000 rolls"),
        ({"sessions": 0}, "there is nothing to play in 0 sessions"),
        ({"workers": 0}, "0 workers play nothing"),
        ({"workers": 100_000}, "100,000 workers are more than any machine has threads for"),
        ({"seed": -1}, "a seed is a whole number from 0"),
        ({"seed": 2**64}, "a seed is a whole number from 0"),
    ],
)
def test_impossible_orders(given: dict[str, int], said: str) -> None:
    order = {"sessions": 10, "rolls": 10, "bankroll": 100_00, "seed": 1, "workers": 1, **given}
    with pytest.raises(BadInput, match=said):
        simulate(GAME, flat, *order.values())


def test_long_sessions_are_not_watched() -> None:
    result = simulate(GAME, flat, 3, 20_001, 10_000_00, end=SessionEnd(face_value=True))
    assert (result.falls.counts, result.engine, result.rolls_played) == ((), "compiled", 3 * 20_001)


def test_watched_sessions_fall_at_least_as_far_as_they_end_low() -> None:
    result = simulate(GAME, come, 1_000, 100, 300_00)
    assert result.falls.total == result.lowest.total == 1_000
    assert result.lowest.mean < result.nets.mean
    assert result.falls.quantile(1.0) >= -result.nets.counts[0][0]


@pytest.mark.nightly
def test_without_the_kernel_everything_is_the_same_but_slower() -> None:
    code = (
        "import sys; sys.modules['sevenout.analysis.kernel._kernel'] = None\n"
        "from sevenout.analysis.exact.sessions.session_distribution import distribution\n"
        "from tests.unit.analysis.simulation.test_run import GAME, come, counts, simulate\n"
        "result = simulate(GAME, come, 8_000, 50, 200_00)\n"
        "exact = distribution(GAME, come, 200_00, 30)\n"
        "print(result.engine, result.why, counts(result), exact.mean, exact.sd, exact.ruin, sep='|')\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    name, why, counted, *exactly = ran.stdout.strip().split("|")
    assert (name, why) == ("arrays", "the strategy can be traced; there is no compiled kernel here")
    assert counted == str(counts(simulate(GAME, come, 8_000, 50, 200_00)))
    exact = distribution(GAME, come, 200_00, 30)
    assert [float(figure) for figure in exactly] == pytest.approx([exact.mean, exact.sd, exact.ruin], rel=1e-12)


@pytest.mark.parametrize("strategy", [flat, come])
def test_the_worst_and_the_best_session_are_known_by_number(
    strategy: Strategy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AT_ONCE, {"compiled": 90 * 300, "arrays": 90 * 70, "table": 90 * 70})
    result = simulate(GAME, strategy, 400, 90, 200_00, 5, 3)
    sitting = SessionSpec.of(GAME, strategy, 200_00, SessionEnd(rolls=90), 5)
    nets = [replay_session(sitting, number).net for number in range(400)]
    assert result.worst == (nets.index(min(nets)), min(nets))
    assert result.best == (nets.index(max(nets)), max(nets))

"""A simulation in pieces, anywhere: any split and any executor has the same outcome, and all that travels is text."""

import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache, partial
from hashlib import sha256
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sevenout.analysis.simulation.jobs import (
    BookText,
    ImportedStrategy,
    Job,
    PartialResult,
    Result,
    WrittenStrategy,
    merge,
    run,
    split,
)
from sevenout.analysis.simulation.results import Sample, SessionNet
from sevenout.analysis.simulation.run import Disagreement, simulate
from sevenout.base.errors import BadInput, BadRulebook
from sevenout.base.refusal import Citation, Refusal
from sevenout.engine.game import Game
from sevenout.rulebook.source import parse
from sevenout.strategy.language.mistakes import BadStrategy
from sevenout.strategy.language.tools.checker import NotOffered
from sevenout.strategy.library import open_strategy
from sevenout.strategy.session_end import SessionEnd
from sevenout.strategy.tracing import HiddenState
from sevenout.strategy.view import View
from tests.unit.analysis.simulation.players import come, flat, latched, within
from tests.volume import examples

GAME = Game.open("typical")
SESSIONS = 2_300
"""Some that are watched and some that are not."""


def molly(count: int = SESSIONS, **given: Any) -> Job:
    strategy = open_strategy("three-point-molly", GAME, {"unit": "15"})
    return Job.of(GAME, strategy, **{"sessions": count, "rolls": 60, "bankroll": 200_00, "seed": 5, **given})


def timeless(part: PartialResult) -> PartialResult:
    """All but how long it took."""
    return replace(part, trace_ns=0, run_ns=0)


def figures(result: Result) -> Result:
    """All but how long it took, and how many sessions there was time to replay."""
    return replace(result, replayed=0, trace_seconds=0.0, run_seconds=0.0)


def there_and_back(value: Any) -> Any:
    """Pickled, and as JSON."""
    assert pickle.loads(pickle.dumps(value)) == value
    return msgspec.json.decode(msgspec.json.encode(value), type=type(value))


# --- merging

amounts = st.dictionaries(st.integers(-(10**14), 10**14), st.integers(1, 10**9), max_size=4)
words = st.text(max_size=8)
refusals = st.builds(
    Refusal, st.sampled_from(["rack", "above-maximum"]), words, st.builds(Citation, words), st.none(), st.integers()
)
spent = st.integers(0, 10**15)


@st.composite
def parts(draw: st.DrawFn, most: int = 5) -> list[PartialResult]:
    """Parts of one simulation, with whatever numbers, in any order."""
    bounds = draw(st.lists(st.integers(0, 10**6), min_size=2, max_size=2 * most, unique=True).map(sorted))
    return draw(
        st.permutations([draw(_part(first, end)) for first, end in zip(bounds[::2], bounds[1::2], strict=False)])
    )


def _part(first: int, end: int) -> st.SearchStrategy[PartialResult]:
    numbers = st.integers(first, end - 1)
    ascending = amounts.map(lambda counts: tuple(sorted(counts.items())))
    return st.builds(
        PartialResult,
        spans=st.just(((first, end),)),
        rolls=st.integers(0, 10**9),
        nets=ascending,
        worst=st.builds(SessionNet, numbers, st.integers(-3, 3)),
        best=st.builds(SessionNet, numbers, st.integers(-3, 3)),
        endings=st.dictionaries(words, st.integers(1, 99), max_size=3).map(lambda ends: tuple(sorted(ends.items()))),
        lowest=ascending,
        falls=ascending,
        samples=st.lists(st.builds(Sample, numbers, st.integers(), st.integers(0, 9), words), max_size=2).map(
            lambda samples: tuple(sorted(samples))
        ),
        refused=st.lists(st.tuples(st.sampled_from(["pass", "come"]), refusals), max_size=1).map(tuple),
        engine=st.sampled_from(["arrays", "compiled", "table"]),
        why=words,
        trace_ns=spent,
        run_ns=spent,
    )


@given(parts(), st.data())
def test_merging_is_associative_and_knows_no_order(some: list[PartialResult], data: st.DataObject) -> None:
    whole = merge(some)
    assert merge(data.draw(st.permutations(some))) == whole
    cut = data.draw(st.integers(1, len(some)))
    rest = [merge(some[cut:])] if some[cut:] else []
    assert merge([merge(some[:cut]), *rest]) == whole
    assert whole.sessions == sum(part.sessions for part in some)


@given(parts())
def test_parts_and_results_go_there_and_back(some: list[PartialResult]) -> None:
    for part in (*some, merge(some)):
        assert there_and_back(part) == part
        result = Result.of(part)
        assert there_and_back(result) == result


def test_merging_by_hand() -> None:
    """Two sessions beside one, then a gap: spans join where they touch, and of equal nets the first session counts."""
    one, two = run(molly(3).stretch(0, 1)), run(molly(3).stretch(1, 2))
    both = merge([two, one])
    assert (both.spans, both.sessions) == (((0, 3),), 3)
    assert merge([run(molly(3).stretch(2, 1)), one]).spans == ((0, 1), (2, 3))
    nets = {number: run(molly(3).stretch(number, 1)).nets[0][0] for number in range(3)}
    assert both.worst == min(((number, net) for number, net in nets.items()), key=lambda each: (each[1], each[0]))
    assert both.rolls == one.rolls + two.rolls


def test_a_session_counts_once() -> None:
    part = run(molly(5).stretch(0, 3))
    with pytest.raises(BadInput, match="session 2 is in two of the parts: it would count twice"):
        merge([part, run(molly(5).stretch(2, 3))])
    with pytest.raises(BadInput, match="there are no parts to merge"):
        merge([])


# --- splitting


@cache
def whole_molly() -> PartialResult:
    return run(molly())


@settings(max_examples=examples(25), deadline=None)
@given(st.lists(st.integers(1, SESSIONS - 1), max_size=4, unique=True), st.randoms(use_true_random=False))
def test_any_split_of_a_job_merges_to_the_same_part(cuts: list[int], random: Any) -> None:
    bounds = [0, *sorted(cuts), SESSIONS]
    jobs = [molly().stretch(first, end - first) for first, end in pairwise(bounds)]
    random.shuffle(jobs)
    merged = merge(run(there_and_back(job)) for job in jobs)
    assert timeless(merged) == timeless(whole_molly())
    assert figures(Result.of(merged)) == figures(Result.of(whole_molly()))


@pytest.mark.parametrize("into", [1, 2, 7, 40])
def test_split_leaves_nobody_out(into: int) -> None:
    jobs = split(molly(10), into)
    assert len(jobs) == min(into, 10)
    assert [job.first + at for job in jobs for at in range(job.count)] == list(range(10))
    with pytest.raises(BadInput, match="cannot be split into 0"):
        split(molly(10), 0)


def test_one_run_is_the_same_as_its_jobs() -> None:
    job = molly(seed=6)
    merged = merge(run(each) for each in reversed(split(job, 5)))
    strategy = open_strategy("three-point-molly", GAME, {"unit": "15"})
    result = simulate(GAME, strategy, SESSIONS, 60, 200_00, 6, workers=2)
    assert figures(Result.of(merged, game=GAME)) == figures(result)
    assert (result.engine, result.lowest.total, result.falls.total) == ("compiled", 2_000, 2_000)


def test_what_cannot_be_traced_is_played_at_the_table_by_every_job() -> None:
    job = Job.of(GAME, "pass-max-odds", 60, 60, 200_00, 5, budget=3)
    merged = merge(run(each) for each in split(job, 4))
    beyond = "sessions that lead further are played at the table"
    assert merged.why == f"the strategy leads to more than 3 situations; {beyond}"
    whole = simulate(GAME, "pass-max-odds", 60, 60, 200_00, 5)
    assert (Result.of(merged).nets, Result.of(merged).lowest) == (whole.nets, whole.lowest)


def test_every_thousandth_session_is_kept_to_be_played_again() -> None:
    assert [sample.session for sample in whole_molly().samples] == [0, 1000, 2000]
    assert [sample.session for sample in run(molly().stretch(990, 20)).samples] == [1000]


def test_the_first_two_thousand_sessions_are_watched() -> None:
    """Arrays would see more: but a kernel that plays the rest does not, and engines make no difference."""
    for amounts_watched in (whole_molly().lowest, whole_molly().falls):
        assert sum(often for _, often in amounts_watched) == 2_000
    assert whole_molly().engine == "compiled"


def test_jobs_of_one_sitting_trace_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # nobody has traced it before
    first, second = (run(each) for each in split(molly(400, seed=77), 2))
    assert 0 <= second.trace_ns < first.trace_ns


# --- by an executor


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


def test_two_processes_play_the_same_as_one_thread(processes: ProcessPoolExecutor) -> None:
    strategy = open_strategy("three-point-molly", GAME, {"unit": "15"})
    told: list[tuple[int, int]] = []
    order = partial(simulate, GAME, strategy, 30_000, 60, 200_00, 5)
    by_processes = order(executor=processes, progress=lambda *done: told.append(done))
    assert figures(by_processes) == figures(order())
    assert by_processes.replayed >= 1
    assert len(told) > 1
    assert told[-1] == (30_000, 30_000)


def test_a_function_travels_by_its_name(processes: ProcessPoolExecutor) -> None:
    job = Job.of(GAME, come, 500, 60, 200_00)
    assert job.strategy == ImportedStrategy("tests.unit.analysis.simulation.players:come")
    assert there_and_back(job) == job
    by_processes = simulate(GAME, come, 500, 60, 200_00, executor=processes)
    assert figures(by_processes) == figures(simulate(GAME, come, 500, 60, 200_00))


def test_a_rulebook_of_ones_own_travels_by_its_text(processes: ProcessPoolExecutor, tmp_path: Path) -> None:
    """One that extends another file, which extends a shipped book; both files are gone when it is played."""
    (tmp_path / "base.toml").write_text('format = 1\nextends = "typical"\n[table]\nminimum = 10\n')
    (tmp_path / "mine.toml").write_text('format = 1\nextends = "base.toml"\nname = "mine"\n[table]\nmaximum = 40\n')
    game = Game.open(str(tmp_path / "mine.toml"))
    strategy = open_strategy("martingale", game)
    here = simulate(game, strategy, 300, 60, 200_00)
    for file in tmp_path.iterdir():
        file.unlink()
    job = Job.of(game, strategy, 300, 60, 200_00)
    assert [name for name, _ in job.book.texts] == ["mine.toml", "base.toml", "typical"]
    assert (job.minimum, job.maximum) == (10_00, 40_00)
    there = processes.submit(run, job).result()
    assert figures(Result.of(there, game=game)) == figures(here)
    assert here.nets != simulate(GAME, open_strategy("martingale", GAME), 300, 60, 200_00).nets


def test_a_tables_own_limits_travel() -> None:
    game = Game.open("typical", minimum=25_00, maximum=100_00)
    strategy = open_strategy("martingale", game)
    here = simulate(game, strategy, 300, 60, 2000_00)
    assert figures(Result.of(run(Job.of(game, strategy, 300, 60, 2000_00)), game=game)) == figures(here)


def test_a_strategys_text_travels_with_its_settings(processes: ProcessPoolExecutor, tmp_path: Path) -> None:
    file = tmp_path / "own.strategy"
    file.write_text("let size be 2\non the come-out: bet size units on pass\n")
    strategy = open_strategy(str(file), GAME, {"size": "3", "unit": "12.50"})
    file.unlink()
    job = Job.of(GAME, strategy, 200, 50, 300_00)
    assert isinstance(job.strategy, WrittenStrategy)
    assert (job.strategy.name, job.settings) == ("own", (("unit", "12.50"), ("size", "3.00")))
    assert there_and_back(job) == job
    there = Result.of(processes.submit(run, job).result(), game=GAME)
    assert figures(there) == figures(simulate(GAME, strategy, 200, 50, 300_00))


@pytest.mark.parametrize("strategy", [lambda view: view, within(flat, 50_00, 50_00), partial(flat)])
def test_what_has_no_name_stays_in_this_process(strategy: Any, processes: ProcessPoolExecutor) -> None:
    with pytest.raises(BadInput, match="cannot be imported by name from a module, so it stays in this process"):
        simulate(GAME, strategy, 100, 50, 300_00, executor=processes)
    with ThreadPoolExecutor(2) as threads:
        by_threads = simulate(GAME, strategy, 100, 50, 300_00, executor=threads)
        assert threads.submit(int).result() == 0, "somebody else's pool stays open"
    assert figures(by_threads) == figures(simulate(GAME, strategy, 100, 50, 300_00))


def test_a_function_of_a_script_stays_in_this_process() -> None:
    code = (
        "from sevenout.engine.game import Game\nfrom sevenout.analysis.simulation.jobs import Job\n"
        "def flat(view): return view\n"
        "Job.of(Game.open('typical'), flat, 10, 10, 30000)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert "BadInput: the strategy 'flat' cannot be imported by name from a module" in ran.stderr


def sly(view: View) -> View:
    """Behaves while it is traced, and otherwise at the table."""
    return view.leave("at the table" if isinstance(view.rack, int) else "traced")


def moody(view: View, before: list[View] = []) -> View:  # noqa: B006 - what it must not have
    """Bets another amount every time."""
    before.append(view)
    return view if view.layout else view.bet("pass", 10_00 * (1 + len(before) % 2))


hiding = latched()


def latching(view: View) -> View:
    """Keeps something outside its memory, and agrees with itself if it is asked twice in a row."""
    return hiding(view)


def test_every_job_asks_the_strategy_again() -> None:
    with pytest.raises(HiddenState, match="keeps something outside its memory"):
        run(Job.of(GAME, latching, 200, 50, 300_00))


def test_what_other_processes_play_is_held_against_the_table_here(processes: ProcessPoolExecutor) -> None:
    with pytest.raises(Disagreement, match=r"session 0 came out as .*traced.* with the compiled"):
        simulate(GAME, sly, 10, 50, 300_00, executor=processes)
    with pytest.raises(HiddenState, match="keeps something outside its memory"):
        simulate(GAME, moody, 10, 50, 300_00, executor=processes)


def test_an_interruption_keeps_what_other_processes_have_done(processes: ProcessPoolExecutor) -> None:
    def interrupt(done: int, total: int) -> None:
        if total > done:
            raise KeyboardInterrupt

    result = simulate(GAME, flat, 10_000_000, 50, 300_00, progress=interrupt, executor=processes)
    assert 0 < result.sessions < result.asked == 10_000_000
    assert result.nets.total == result.sessions
    assert processes.submit(int).result() == 0


def test_a_process_that_is_killed_leaves_what_is_done() -> None:
    """A pool that lost a process is broken; on threads the rest is played."""
    kept: list[PartialResult] = []
    order = partial(simulate, GAME, flat, 200_000, 50, 300_00)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        (victim,) = {pool.submit(os.getpid).result()}
        cut = order(executor=pool, progress=lambda *_: os.kill(victim, signal.SIGKILL), so_far=kept.append)
    assert 0 < cut.sessions < cut.asked == 200_000
    assert cut.ended_early.startswith("A process in the process pool was terminated abruptly")
    assert figures(order(before=kept[-1])) == figures(order())


class Counting(Executor):
    """Runs everything at once, and counts."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self._one = ThreadPoolExecutor(1)

    def submit(self, function: Any, /, *given: Any, **named: Any) -> Any:
        self.jobs.append(given[0])
        return self._one.submit(function, *given, **named)


def test_jobs_become_longer_where_they_are_soon_done() -> None:
    executor = Counting()
    simulate(GAME, open_strategy("pass-line", GAME), 60_000, 100, 300_00, executor=executor)
    counts = [job.count for job in executor.jobs]
    assert sum(counts) == 60_000
    assert counts[0] == 200
    assert max(counts) > 2_000


# --- what is refused


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"first": -1}, "there are no 20 sessions from -1 on in a simulation of 20"),
        ({"first": 1}, "there are no 20 sessions from 1 on in a simulation of 20"),
        ({"count": 0}, "there are no 0 sessions"),
        ({"seed": 2**64}, "a seed is a whole number from 0"),
        ({"bankroll": 1_00}, "below the table minimum"),
        ({"end": SessionEnd(rolls=0)}, "a session has from 1"),
        (
            {"strategy": ImportedStrategy("tests.unit.analysis.simulation.players:nobody")},
            "players:nobody cannot be imported here",
        ),
        (
            {"strategy": ImportedStrategy("no.such:flat"), "settings": ()},
            "no.such:flat cannot be imported here: No module",
        ),
        (
            {"strategy": ImportedStrategy("tests.unit.analysis.simulation.players:flat"), "settings": (("unit", "5"),)},
            "has no settings",
        ),
        ({"strategy": WrittenStrategy("mine", "bet 5 on pass", "0")}, "the text of mine has the digest"),
        ({"settings": (("rods", "2"),)}, "there is no 'rods' to set"),
        ({"book": BookText((), "")}, "a rulebook without a text"),
        ({"book": BookText((("typical.toml", "format = 1"),), "0")}, "the rulebook's text has the digest"),
    ],
)
def test_impossible_jobs(change: dict[str, Any], said: str) -> None:
    given = {"settings": (), **change} if isinstance(change.get("strategy"), ImportedStrategy) else change
    with pytest.raises(BadInput, match=said):
        run(replace(molly(20), **given))


def test_a_faulty_rulebook_says_so() -> None:
    source = parse("format = 1\n[table]\nminimum = 0", "mine.toml")
    with pytest.raises(BadRulebook):
        run(replace(molly(20), book=BookText(source.texts, source.digest)))


def test_a_strategy_made_ready_for_another_table_is_refused() -> None:
    elsewhere = Game.open("catfish-bend")
    with pytest.raises(BadInput, match=r"pass-line was made ready for <Game catfish-bend: .* at <Game typical: "):
        Job.of(GAME, open_strategy("pass-line", elsewhere), 10, 10, 300_00)


def test_a_rulebook_without_its_text_stays_in_this_process() -> None:
    rules = msgspec.structs.replace(GAME.rules, book=msgspec.structs.replace(GAME.rules.book, texts=()))
    with pytest.raises(BadInput, match="'typical' was not read from a text: it stays in this process"):
        Job.of(Game(rules), flat, 10, 10, 300_00)


def test_faults_of_a_job_come_back_from_another_process(processes: ProcessPoolExecutor) -> None:
    """With all they say: an error that cannot be pickled would break the pool."""
    for text, kind in (("bet 10 on passline", BadStrategy), ("bet 10 on place-2", NotOffered)):
        job = replace(molly(20), strategy=WrittenStrategy("mine", text, sha256(text.encode()).hexdigest()), settings=())
        with pytest.raises(kind) as here:
            run(job)
        with pytest.raises(kind) as there:
            processes.submit(run, job).result()
        assert str(there.value) == str(here.value)


def test_jobs_are_described_and_merged_without_numpy() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import msgspec\n"
        "from sevenout import Game, open_strategy\n"
        "from sevenout.analysis.simulation.jobs import Job, PartialResult, merge, split\n"
        "game = Game.open('typical')\n"
        "print(len(split(Job.of(game, open_strategy('pass-line', game), 100, 50, 30000), 4)))\n"
        "print(merge(msgspec.json.decode(sys.argv[1], type=list[PartialResult])).sessions)\n"
    )
    some = msgspec.json.encode([run(each) for each in split(molly(10), 3)]).decode()
    ran = subprocess.run([sys.executable, "-c", code, some], check=True, capture_output=True, text=True)
    assert ran.stdout == "4\n10\n"


def test_the_design_page_runs_as_it_shows() -> None:
    page = Path(__file__).parents[4] / "docs" / "design" / "session-analysis.md"
    (code,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    strategy = open_strategy("iron-cross", GAME, {"unit": "25"})
    assert ran.stdout == f"{simulate(GAME, strategy, 4_000, 100, 500_00, 7).ruin}\n"

"""Simulations that are kept: gone on with, put together from stretches, never mixed up, and never half written."""

import json
import os
import subprocess
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sevenout
from sevenout.analysis.simulation.jobs import Job, PartialResult, merge, run
from sevenout.analysis.simulation.results import MOST_SAMPLES, Sample, SessionNet, missing
from sevenout.analysis.simulation.resume_file import ResumeFile, read_resume_data
from sevenout.analysis.simulation.run import simulate
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.strategy.library import open_strategy
from tests.unit.analysis.simulation.clusters import ROOT
from tests.unit.analysis.simulation.test_jobs import figures
from tests.unit.cli.command import run as command
from tests.volume import examples

GAME = Game.open("typical")
MOLLY = open_strategy("three-point-molly", GAME)
SESSIONS = 6_000
order = partial(simulate, GAME, MOLLY, SESSIONS, rolls=60, bankroll=200_00, seed=5)
ORDER = ("simulate", "three-point-molly", "--rules", "typical", "--rolls", "60", "--sessions", "6000", "--json")


def job(**changed: Any) -> Job:
    return Job.of(GAME, MOLLY, **{"sessions": SESSIONS, "rolls": 60, "bankroll": 200_00, "seed": 5, **changed})


def told(answer: Any) -> dict[str, Any]:
    """A result without what depends on how long it took."""
    (result,) = answer["results"]
    return {name: value for name, value in result.items() if "second" not in name and name != "replayed"}


# --- stretches


@settings(max_examples=examples(6), deadline=None)
@given(st.lists(st.integers(1, SESSIONS - 1), max_size=3, unique=True), st.randoms(use_true_random=False))
def test_stretches_in_any_order_are_the_whole(cuts: list[int], random: Any) -> None:
    stretches = list(pairwise([0, *sorted(cuts), SESSIONS]))
    random.shuffle(stretches)
    before: PartialResult | None = None
    for first, end in stretches:
        kept: list[PartialResult] = []
        result = order(first=first, count=end - first, before=before, so_far=kept.append)
        before = kept[-1]
        assert result.sessions == result.asked == before.sessions
    assert figures(result) == figures(order())


def test_what_was_played_is_not_played_again() -> None:
    whole: list[PartialResult] = []
    order(so_far=whole.append)
    asked: list[int] = []
    again = order(before=whole[-1], progress=lambda done, _: asked.append(done))
    assert (asked, again.sessions) == ([], SESSIONS)
    assert figures(again) == figures(order())


@given(st.lists(st.integers(0, 60), max_size=8, unique=True).map(sorted), st.integers(0, 30), st.integers(30, 60))
def test_missing_is_what_no_span_holds(bounds: list[int], first: int, end: int) -> None:
    spans = tuple(zip(bounds[::2], bounds[1::2], strict=False))
    held = {number for span in spans for number in range(*span)}
    gaps = missing(first, end, spans)
    assert [number for gap in gaps for number in range(*gap)] == [n for n in range(first, end) if n not in held]
    assert all(after < begin for (_, after), (begin, _) in pairwise(gaps))


@pytest.mark.parametrize(("first", "count"), [(-1, 5), (0, 0), (5_999, 2), (6_000, None), (0, -3)])
def test_stretches_that_are_none(first: int, count: int | None) -> None:
    with pytest.raises(BadInput, match=r"there are no .* sessions from .* on in a simulation of 6000"):
        order(first=first, count=count)
    words = ("--first", str(first), *(() if count is None else ("--count", str(count))))
    assert command(*ORDER, *words).code == 2


def test_more_sessions_than_a_seed_has_dice_for() -> None:
    assert run(job(sessions=2**63).stretch(2**63 - 3, 3)).spans == ((2**63 - 3, 2**63),)
    with pytest.raises(BadInput, match="a simulation has at most 9,223,372,036,854,775,808 sessions, not 9,"):
        job(sessions=2**63 + 1)
    ran = command("simulate", "pass-line", "--sessions", "1e30")
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)


def test_samples_do_not_grow_without_end_and_stay_the_same_ones() -> None:
    def part(first: int) -> PartialResult:
        samples = tuple(Sample(number, 0, 1, "rolls") for number in range(first, first + 1_500))
        one = SessionNet(first, 0)
        ends = (("rolls", 1_500),)
        return PartialResult(
            spans=((first, first + 1_500),), rolls=1_500, nets=((0, 1_500),), worst=one, best=one, endings=ends,
            samples=samples, engine="arrays", why="",
        )  # fmt: skip

    a, b, c = part(0), part(1_500), part(3_000)
    whole = merge([a, b, c])
    assert merge([merge([a, b]), c]) == merge([a, merge([c, b])]) == merge([whole]) == whole
    assert len(whole.samples) == MOST_SAMPLES
    thirds = [sum(first <= sample.session < first + 1_500 for sample in whole.samples) for first in (0, 1_500, 3_000)]
    assert min(thirds) > 600
    assert list(whole.samples) == sorted(whole.samples)


# --- a file


def test_a_run_goes_on_from_its_file_on_threads(tmp_path: Path) -> None:
    file = tmp_path / "molly.kept"
    first = command(*ORDER, "--count", "2500", "--keep", str(file))
    assert first.err == f"{file} holds sessions 0 to 2,499 of 6,000.\n"
    second = command(*ORDER, "--first", "4000", "--keep", str(file))
    assert second.err == f"{file} holds sessions 0 to 2,499 and 4,000 to 5,999 of 6,000.\n"
    assert told(second.json)["sessions"] == 4_500
    whole = command(*ORDER, "--keep", str(file))
    assert whole.err == f"{file} holds sessions 0 to 5,999 of 6,000.\n"
    assert told(whole.json) == told(command(*ORDER).json)
    assert [path.name for path in tmp_path.iterdir()] == ["molly.kept"]


def test_files_of_several_machines_are_put_together(tmp_path: Path) -> None:
    one, two, both = (str(tmp_path / name) for name in ("one.kept", "two.kept", "both.kept"))
    command(*ORDER, "--count", "2500", "--keep", one)
    command(*ORDER, "--first", "2500", "--keep", two)
    assert told(command(*ORDER, "--add", two, "--add", one).json) == told(command(*ORDER).json)
    for _ in range(2):  # what is in the file already is not counted twice
        assert told(command(*ORDER, "--keep", both, "--add", one, "--add", two).json) == told(command(*ORDER).json)
    command(*ORDER, "--first", "2400", "--keep", str(tmp_path / "three.kept"))
    mixed = command(*ORDER, "--add", one, "--add", str(tmp_path / "three.kept"))
    assert (mixed.code, mixed.out) == (2, "")
    assert "three.kept: some of its sessions, and not all, are in another file: they would count twice\n" in mixed.err


def test_a_file_of_another_simulation_is_refused_and_says_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "molly.kept"
    command(*ORDER, "--count", "100", "--keep", str(file))
    before = file.read_bytes()
    for words, differing in (
        (("--seed", "7"), "its seed is 1, not 7"),
        (
            ("--bankroll", "250", "--rolls", "61"),
            "its bankroll is 300.00, not 250.00; its session is 60 rolls, not 61 rolls",
        ),
        (("--sessions", "6001"), "its number of sessions is 6,000, not 6,001"),
        (("--set", "unit=15"), "its set of parameters is the strategy's own, not unit=15.00"),
    ):
        refused = command(*ORDER, "--keep", str(file), *words)
        assert refused == (2, "", f"sevenout: {file}: kept sessions of another simulation: {differing}\n")
    for name, old_word, new_word in (
        ("rulebook", "typical", "crapless"),
        ("strategy", "three-point-molly", "iron-cross"),
    ):
        others = [new_word if word == old_word else word for word in ORDER]
        assert f"its {name} is " in command(*others, "--keep", str(file)).err
    assert file.read_bytes() == before
    one = "--keep and --add are about one simulation: name one strategy and one house, and sweep nothing"
    for several in (
        ("pass-line", "iron-cross"),
        ("pass-line", "typical", "crapless"),
        ("pass-line", "--sweep", "unit=5,10"),
    ):
        assert command("simulate", *several, "--keep", str(file)) == (2, "", f"sevenout: {one}\n")
    assert file.read_bytes() == before


def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "molly.kept"
    command(*ORDER, "--count", "100", "--keep", str(file))
    whole = file.read_text(encoding="utf-8")
    other = json.loads(whole) | {"version": "0.0.9"}
    form = json.loads(whole) | {"format": "sevenout: kept sessions, 1"}
    altered = whole.replace('"rolls":', '"rolls":1', 1)
    for text, said in (
        (whole[:-50], "these are no kept sessions, or they are damaged"),
        (whole.replace("spans", "snaps", 1), "Object missing required field `spans`"),
        (altered, "kept sessions that are damaged: they do not fit their digest"),
        ("", "these are no kept sessions"),
        ("rules typical\n", "these are no kept sessions"),
        (json.dumps(other), f"kept by sevenout 0.0.9, and this is {sevenout.__version__}"),
        (json.dumps(form), "kept sessions of another form (sevenout: kept sessions, 1)"),
    ):
        file.write_text(text, encoding="utf-8")
        refused = command(*ORDER, "--keep", str(file))
        assert (refused.code, refused.out, len(refused.err.splitlines())) == (2, "", 1)
        assert said in refused.err
        assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("name", "said"), [("/dev/full", "in a plain file"), (".", "a folder"), ("no/a.kept", "no folder no")]
)
def test_a_file_that_cannot_be_is_told_before_anything_is_played(name: str, said: str) -> None:
    refused = command(*ORDER, "--keep", name)
    assert (refused.code, refused.out) == (2, "")
    assert said in refused.err


def test_a_file_that_somebody_else_writes_is_left_to_them(tmp_path: Path) -> None:
    file, said = tmp_path / "molly.kept", list[str]()
    keeping = ResumeFile(job(), file, tell=said.append)
    keeping.keep(run(job().stretch(0, 10)))
    ResumeFile(job(), file).keep(run(job().stretch(0, 20)))
    keeping.keep(run(job().stretch(0, 30)))
    keeping.keep(run(job().stretch(0, 40)))
    assert str(keeping.trouble) == f"{file}: kept sessions cannot be written: somebody else has written there meanwhile"
    assert said == [f"{keeping.trouble}; the sessions are played on"]
    assert read_resume_data(file, job()).part.sessions == 20


# --- a full disk, and Ctrl-C, in processes of their own


def program(code: str, *words: str) -> "subprocess.CompletedProcess[str]":
    paths = {"PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=200,
        env={**os.environ, **paths},
    )


def test_a_disk_that_is_full_costs_the_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "molly.kept"
    command(*ORDER, "--count", "100", "--keep", str(file))
    old = file.read_bytes()
    code = (
        "import resource, sys\n"
        "from sevenout.cli.main import main\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(old) // 2}, {len(old) // 2}))\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    ran = program(code, *ORDER, "--keep", str(file))
    assert ran.returncode == 2
    assert told(json.loads(ran.stdout)) == told(command(*ORDER).json)
    reason = f"sevenout: {file}: kept sessions cannot be written: File too large"
    assert ran.stderr == f"{reason}; the sessions are played on\n{reason}\n"
    assert file.read_bytes() == old
    assert [path.name for path in tmp_path.iterdir()] == ["molly.kept"]
    assert told(command(*ORDER, "--keep", str(file)).json) == told(command(*ORDER).json)


@pytest.mark.parametrize("moment", ["compute", "fsync"])
def test_ctrl_c_at_any_moment_leaves_a_file_that_is_whole(moment: str, tmp_path: Path) -> None:
    """While sessions are played; and in the middle of the third time that the file is written."""
    file = tmp_path / "molly.kept"
    words = [*ORDER[:-3], "--sessions", "1e12", "--keep", str(file), "--json"]
    code = (
        "import os, signal, sys\n"
        "from sevenout.cli.main import main\n"
        "usual, calls = os.fsync, []\n"
        "def fsync(handle):\n"
        "    calls.append(handle)\n"
        f"    if len(calls) == 5 and {moment == 'fsync'}:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    usual(handle)\n"
        f"    if len(calls) == 4 and {moment == 'compute'}:\n"
        "        signal.setitimer(signal.ITIMER_REAL, 0.3)\n"
        "signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))\n"
        "os.fsync = fsync\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    ran = program(code, *words)
    found = told(json.loads(ran.stdout))
    assert (ran.returncode, found["ended_early"]) == (0, "interrupted")
    assert ran.stderr.endswith(" of 1,000,000,000,000: the same command goes on from there.\n")
    assert len(ran.stderr.splitlines()) == 1
    kept = read_resume_data(file, Job.of(GAME, MOLLY, 10**12, 60, 300_00))
    assert kept.part.sessions == found["sessions"] > 0
    assert [path.name for path in tmp_path.iterdir()] == ["molly.kept"]


def test_ctrl_c_before_anything_is_played_is_one_line(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys\n"
        "from sevenout.cli.main import main\n"
        "from sevenout.analysis.simulation import run\n"
        "run.Engine = lambda *_: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    ran = program(code, *ORDER, "--keep", str(tmp_path / "molly.kept"))
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "sevenout: interrupted\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "bankroll", "code", "said"),
    [
        ("simulate", "1e18", 2, "No amount has more than twelve digits before the point"),
        ("exact", "1e18", 2, "No amount has more than twelve digits before the point"),
        ("simulate", "1e11", 2, "a bankroll is at most 100000000.00, not 100000000000.00"),
        ("exact", "1e11", 2, "a bankroll is at most 100000000.00, not 100000000000.00"),
    ],
)
def test_a_bankroll_beyond_all_means(name: str, bankroll: str, code: int, said: str) -> None:
    refused = command(name, "pass-line", "--bankroll", bankroll)
    assert (refused.code, refused.out) == (code, "")
    assert said in refused.err.splitlines()[0]
    with pytest.raises(BadInput, match="a bankroll is at most"):
        order(bankroll=10**18)

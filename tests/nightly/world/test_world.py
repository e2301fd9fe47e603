"""The world: sound under many seeds, the same twice byte for byte, and every bug planted on purpose is found."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.nightly.world.__main__ import hunt
from tests.nightly.world.planted import PLANTED, Moved, Planted, planted
from tests.nightly.world.world import run
from tests.volume import SEED_NUMBER, nightly_except, scaled

_ROOT = Path(__file__).parents[3]
_PRINTED = "from tests.nightly.world.world import run; print(run({seed}).digest)"


@pytest.mark.parametrize("number", range(scaled(24, least=4)))
def test_the_house_is_sound_whatever_the_weather(number: int) -> None:
    seed = SEED_NUMBER + number
    assert run(seed).wrong == [], f"python -m tests.nightly.world --seed {seed}"


@pytest.mark.parametrize("seed", nightly_except([3, 7], [3]))
def test_a_seed_is_the_same_twice_and_in_another_process_byte_for_byte(seed: int) -> None:
    here = run(seed, keep=True)
    again = run(seed, keep=True)
    assert here.lines == again.lines
    assert len(here.lines) > 500
    for hash_seed in ("1", "2"):
        elsewhere = subprocess.run(
            [sys.executable, "-c", _PRINTED.format(seed=seed)],
            cwd=_ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{_ROOT / 'src'}{os.pathsep}{_ROOT}"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert elsewhere.stdout.strip() == here.digest


def test_another_seed_is_another_evening() -> None:
    assert run(1).digest != run(2).digest


@pytest.mark.parametrize("bug", nightly_except(PLANTED, PLANTED[::8]), ids=lambda bug: bug.name)
def test_a_bug_planted_on_purpose_is_found(bug: Planted) -> None:
    found = hunt(bug)
    assert found.wrong, f"{found.seeds} seeds, and nobody noticed that {bug.breaks}"


def test_a_failing_seed_fails_again_in_the_same_way() -> None:
    bug = next(bug for bug in PLANTED if bug.name == "told before the commit")
    found = hunt(bug)
    with planted(bug):
        first, second = run(found.seed), run(found.seed)
    assert (first.digest, first.wrong) == (second.digest, second.wrong)
    assert first.wrong[0] == found.wrong


@pytest.mark.parametrize("bug", PLANTED, ids=lambda bug: bug.name)
def test_the_words_that_a_bug_changes_are_in_the_house_once(bug: Planted) -> None:
    with planted(bug):
        pass


def test_a_bug_whose_words_are_gone_is_told_of() -> None:
    with pytest.raises(Moved, match="plant it anew"), planted(PLANTED[0]._replace(old="no such words")):
        pass


def test_the_evenings_have_what_goes_wrong_in_them() -> None:
    """Seeds in which nothing happens would find nothing: over a few of them everything does."""
    counted: dict[str, int] = {}
    for seed in range(8):
        for what, times in run(seed).counted.items():
            counted[what] = counted.get(what, 0) + times
    for what in ("crashes", "stops", "conflict", "lost", "cut", "closed", "sent home", "line", "says", "hears"):
        assert counted.get(what, 0) > 0, what

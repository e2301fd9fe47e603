"""The table of faults, in short: nothing may go wrong. What lasts as long as it is told to runs at night.

Times are nobody's business here: other tests run beside these. `make faults` judges them.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.nightly.fault_injection.report import Tally
from tests.nightly.fault_injection.rows import ROWS, Row, tried
from tests.volume import SEED_NUMBER, scaled

HERE = Path(__file__).parent
UNTESTED = [
    pytest.param(row, marks=[pytest.mark.nightly] if row.soak else [], id=row.name)
    for row in ROWS
    if not (HERE / f"test_{row.name}.py").exists()
]
"""Rows without a module of tests of their own."""


@pytest.mark.parametrize("row", UNTESTED)
def test_nothing_goes_wrong(row: Row) -> None:
    report = tried(row.name, scaled(row.short), seed=SEED_NUMBER)
    assert report.tried > 0
    assert report.wrong == 0, report


def test_what_was_counted_is_kept_when_somebody_interrupts() -> None:
    with Tally("row", 10) as tally:
        tally.one("", "--seed 1")
        tally.one("a bet was lost", "--seed 2")
        raise KeyboardInterrupt
    report = tally.report()
    assert (report.tried, report.wrong, report.whole) == (2, 1, False)
    assert report.again == "python -m tests.nightly.fault_injection row --seed 2"


def test_the_command_prints_what_it_tried_and_names_what_it_does_not_know() -> None:
    here = Path(__file__).parents[3]

    def faults(*arguments: str) -> "subprocess.CompletedProcess[str]":
        order = [sys.executable, "-m", "tests.nightly.fault_injection", *arguments]
        return subprocess.run(order, capture_output=True, text=True, cwd=here, timeout=300, check=False)

    told = faults("tamper", "--count", "2", "--json")
    (report,) = json.loads(told.stdout)
    assert (told.returncode, report["row"], report["tried"], report["wrong"]) == (0, "tamper", 2, 0)
    assert faults("no-such-row").returncode == 2

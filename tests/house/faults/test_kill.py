"""`kill -9` under load, as often as with every change."""

from pathlib import Path

from tests.house.faults import kill
from tests.house.faults.report import Given, Tally


def test_nothing_accepted_is_lost_or_doubled_over_fifty_kills(tmp_path: Path) -> None:
    with Tally("kill", 50) as tally:
        kill.run(tally, Given(1, tmp_path))
    assert (tally.tried, tally.wrong) == (50, 0), tally.report()

"""`kill -9` under load, a few times."""

from pathlib import Path

from tests.nightly.fault_injection import kill
from tests.nightly.fault_injection.report import Given, Tally
from tests.nightly.fault_injection.rows import BY_NAME
from tests.volume import SEED_NUMBER, scaled


def test_nothing_accepted_is_lost_or_doubled_over_many_kills(tmp_path: Path) -> None:
    kills = scaled(BY_NAME["kill"].short)
    with Tally("kill", kills) as tally:
        kill.run(tally, Given(SEED_NUMBER, tmp_path))
    assert (tally.tried, tally.wrong) == (kills, 0), tally.report()

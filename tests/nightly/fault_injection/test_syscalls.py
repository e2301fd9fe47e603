"""Calls to the system fail; and whoever asks over HTTP is told in a sentence."""

from pathlib import Path

from tests.nightly.fault_injection import syscalls
from tests.nightly.fault_injection.preload import Control, built, environment
from tests.nightly.fault_injection.report import Given, Tally
from tests.nightly.fault_injection.rows import BY_NAME
from tests.server.serving import Served
from tests.volume import SEED_NUMBER, scaled


def test_no_fault_of_the_disk_leads_to_a_wrong_acknowledgement(tmp_path: Path) -> None:
    faults = scaled(BY_NAME["syscalls"].short)
    with Tally("syscalls", faults) as tally:
        syscalls.run(tally, Given(SEED_NUMBER, tmp_path))
    assert (tally.tried, tally.wrong) == (faults, 0), tally.report()


def test_whoever_asks_while_the_disk_is_broken_is_told_to_ask_again(tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    control = Control(tmp_path / "control")
    served = Served(str(live / "house.db"), live, environment=environment(built(tmp_path), live, control=control))
    try:
        control.fail(1, "EIO", for_ever=True, kinds=("syncs",))
        answer = served.web.post("/api/guests", json={"name": "Ann"})
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert "try again" in answer.json()["reason"]
        control.mend()
        assert served.guest("Ann")
    finally:
        served.kill()

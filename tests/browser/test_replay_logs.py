"""Replay of fifty logs: at every roll the felt has the chips, and the page the rack, that the ledger has by then."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sevenout.crew.replay import play
from tests.browser.visiting import PATIENCE
from tests.transcripts.nights import NIGHTS, name_of
from tests.unit.cli.command import run
from tests.volume import sample_by_day

_PLAYED = ("pass-line", "three-point-molly", "iron-cross")
_HOUSES = ("catfish-bend", "typical")
_SESSIONS = [f"{house} {strategy} {seed}" for house in _HOUSES for strategy in _PLAYED for seed in range(3)]
_LOGS = {**{name_of(night): night for night in NIGHTS}, **dict.fromkeys(_SESSIONS)}

_DIFFERS = """async ([all, within]) => {
  const slider = document.querySelector(".curve input");
  const cents = (words) => Math.round(Number(words.replace(/[$,]/g, "")) * 100);
  const seen = () => ({
    stacks: Object.fromEntries([...document.querySelectorAll(".replay-felt [data-stack]")]
      .map(({ dataset }) => [`${dataset.seat} ${dataset.stack}`, Number(dataset.cents)]).sort()),
    rack: cents(document.querySelector(".replay-figures dd")?.textContent ?? "$0"),
  });
  for (const [at, wanted] of all.entries()) {
    slider.value = String(at + 1);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    const flat = JSON.stringify(wanted);
    const ends = performance.now() + within;
    for (; JSON.stringify(seen()) !== flat; await new Promise(requestAnimationFrame))
      if (performance.now() > ends) return `roll ${at + 1}: ledger ${flat}, page ${JSON.stringify(seen())}`;
  }
  return "";
}"""
"""Empty if the page shows every roll as it was; else the first that it shows otherwise."""


def test_there_are_fifty_logs_of_every_house() -> None:
    assert len(_LOGS) >= 50


@pytest.mark.parametrize("log", sample_by_day(_LOGS, 1))
def test_the_felt_is_the_ledger_at_every_roll_of_a_log(page: Page, tmp_path: Path, log: str) -> None:
    night = _LOGS[log]
    if night is None:
        house, strategy, seed = log.split()
        text = run("strategy", "session", strategy, house, "--rolls", "60", "--seed", seed).out
    else:
        text = night.read_text(encoding="utf-8")
    after = [step.after for step in play(text) if step.rolled is not None]
    who = after[-1].seats[0].name if after[-1].seats else after[0].seats[0].name
    wanted = []
    for table in after:
        stacks = {f"{seat.name} {wager}": cents for seat in table.seats for wager, cents in seat.layout.stakes.items()}
        rack = next((seat.rack for seat in table.seats if seat.name == who), 0)
        wanted.append({"stacks": dict(sorted(stacks.items())), "rack": rack})
    game = tmp_path / "night.craps"
    game.write_text(text, encoding="utf-8")
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(game)
    expect(page.get_by_role("slider", name="Roll")).to_have_attribute("max", str(len(after)))
    page.get_by_label("Net of").select_option(who)
    different = page.evaluate(_DIFFERS, [wanted, PATIENCE])
    assert not different, json.dumps(different)

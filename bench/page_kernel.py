"""The simulator in a page: rolls a second of one worker against the native kernel, in one run, and what is fetched."""

import time
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page

from sevenout.analysis.simulation.aggregation import total
from sevenout.analysis.simulation.engines.engine import Engine
from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.base.money import format_amount
from sevenout.engine.game import open_game
from sevenout.strategy.library import open_strategy
from sevenout.strategy.session_end import SessionEnd
from tests.server.serving import serving
from tools import chromium
from tools.felt import ROOT, build

HOUSE, STRATEGY, ROLLS, SEED = "typical", "three-point-molly", 200, 12345
BANKROLLS = (3_000_00, 300_00)
SESSIONS, RACES = 20_000, 60
"""Short races and many: both are timed by the clock, and the best of each is one that nobody interrupted."""
FEW, MANY = 2_000, 1_000_000
"""Sessions before the first figures, and as many as a patient visitor plays."""
AWAY = 50
"""Milliseconds that every answer takes longer."""
_OPEN = """([script, question]) => {
  let heard = () => undefined;
  const worker = new Worker(script, { type: "module" });
  worker.onmessage = async ({ data }) => {
    if (!data.ask) return heard(data);
    for (;;) {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ question, ...data.ask });
      const answer = await fetch("/api/lab/rows", { method: "POST", headers, body });
      if (answer.ok) return worker.postMessage({ rows: await answer.json() });
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  window.playStretch = (first, count) => new Promise((done, fail) => {
    const began = performance.now();
    heard = ({ counted, failed }) =>
      failed ? fail(new Error(failed)) : done({ rolls: counted.rolls, seconds: (performance.now() - began) / 1000 });
    worker.postMessage({ play: { seed: question.seed, first, count } });
  });
}"""
_PLAY = "([first, count]) => window.playStretch(first, count)"


def simulating() -> list[str]:
    """The figures, one line each."""
    page_files = build(ROOT)
    with TemporaryDirectory(prefix="sevenout-") as folder, chromium.running() as browser:
        where = Path(folder)
        with serving(str(where / "house.db"), where) as house:
            page = browser.new_page(base_url=house.address)
            lines = ["the simulator in a page, one worker, three-point-molly"]
            for bankroll in BANKROLLS:
                page.goto("/")
                lines += _racing(page, bankroll)
            return [*lines, _far_away(page), _weighing(page_files)]


def _racing(page: Page, bankroll: int) -> list[str]:
    """A page that begins knowing nothing, then page and native kernel in turn with all that they need known."""
    script = next((ROOT / "src/sevenout/server/web/page/assets").glob("lab-worker-*.js")).name
    question = {"house": HOUSE, "strategy": STRATEGY, "bankroll": format_amount(bankroll), "rolls": ROLLS}
    page.evaluate(_OPEN, [f"/assets/{script}", {**question, "seed": str(SEED)}])
    first = _play(page, 0, FEW)["seconds"]
    million = first + _play(page, FEW, MANY - FEW)["seconds"]
    game = open_game(HOUSE)
    end = SessionEnd(rolls=ROLLS)
    engine = Engine(SessionSpec.of(game, open_strategy(STRATEGY, game), bankroll, end, SEED), "compiled")
    engine.play(0, SESSIONS)
    in_page = native = 0.0
    counted = _play(page, 0, SESSIONS)["rolls"]
    for _ in range(RACES):
        played = _play(page, 0, SESSIONS)
        rolls, counted = played["rolls"] - counted, played["rolls"]
        in_page = max(in_page, rolls / played["seconds"])
        began = time.perf_counter()
        alike = total(engine.play(0, SESSIONS).rolls)
        native = max(native, alike / (time.perf_counter() - began))
        assert rolls == alike, "page and kernel play other sessions"
    return [
        f"  bankroll {format_amount(bankroll)}: {in_page / 1e6:,.0f} million rolls a second, native"
        f" {native / 1e6:,.0f}; ratio {in_page / native:.2f} (at least 0.35, aim 0.5)",
        f"    cold: first figures {first:.2f} s (0.5, aim 0.25), a million sessions {million:.2f} s (1.5, aim 0.6)",
    ]


def _far_away(page: Page) -> str:
    """The same million of a page and a house that begin knowing nothing, each answer 50 ms later."""
    page.goto("/")
    script = next((ROOT / "src/sevenout/server/web/page/assets").glob("lab-worker-*.js")).name
    question = {"house": HOUSE, "strategy": STRATEGY, "bankroll": "310", "rolls": ROLLS, "seed": str(SEED)}
    page.evaluate(_OPEN, [f"/assets/{script}", question])
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    away = {"offline": False, "latency": AWAY, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", away)
    seconds = _play(page, 0, FEW)["seconds"] + _play(page, FEW, MANY - FEW)["seconds"]
    return f"  bankroll 310, the house {AWAY} ms away: a cold million {seconds:.2f} s (3, aim 2)"


def _play(page: Page, first: int, count: int) -> dict[str, Any]:
    played: dict[str, Any] = page.evaluate(_PLAY, [first, count])
    return played


def _weighing(page_files: Path) -> str:
    found = chain.from_iterable((page_files / "assets").glob(name) for name in ("lab-worker-*.br", "page-kernel-*.br"))
    size = sum(file.stat().st_size for file in found)
    return f"  kernel and its script, compressed: {size:,} bytes (30,000, aim 20,000)"

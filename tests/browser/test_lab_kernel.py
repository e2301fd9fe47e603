"""The simulator's kernel in Chromium: a worker plays by itself what the house traces, under the page's own policy."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from sevenout.analysis.simulation.run import simulate
from sevenout.server.web.page_files import BUILT
from tests.browser.visiting import PATIENCE, Visits
from tests.server.serving import Served
from tools import kernel

pytestmark = pytest.mark.skipif(not kernel.has_zig(), reason="the page was built without Zig: the house plays")

SESSIONS, ROLLS, SEED = 20_000, 100, 7
_PLAYED = """([script, question, sessions]) => new Promise((done, fail) => {
  const worker = new Worker(script, { type: "module" });
  worker.onerror = (event) => fail(new Error(event.message || "no worker"));
  worker.onmessage = async ({ data }) => {
    if (data.failed) return fail(new Error(data.failed));
    if (data.ask) {
      const body = JSON.stringify({ question, ...data.ask });
      const headers = { "content-type": "application/json" };
      const answer = await fetch("/api/lab/rows", { method: "POST", headers, body });
      return answer.ok ? worker.postMessage({ rows: await answer.json() }) : fail(new Error(await answer.text()));
    }
    const { often, least, chip, finished, endings, rolls } = data.counted;
    const nets = {};
    const add = (net, count) => (nets[net] = (nets[net] ?? 0) + count);
    often.forEach((count, at) => count && add((least + at) * chip, count));
    for (const one of finished) add(one.net, 1);
    done({ nets, endings, rolls });
  };
  worker.postMessage({ play: { seed: question.seed, first: 0, count: sessions } });
})"""

_IN_LAB = f"/lab?s=three-point-molly&house=catfish-bend&bring=300&rolls={ROLLS}&seed={SEED}"
_PLAYED_IN_LAB = "() => document.querySelector('so-lab').played"
_WITHOUT = "delete globalThis.WebAssembly"
_PROCESSORS = "Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => %d })"


@pytest.mark.parametrize("processors", [1, pytest.param(4, marks=pytest.mark.nightly)])
def test_the_lab_plays_in_the_page_what_simulate_plays_however_many_workers_it_has(
    visits: Visits, processors: int
) -> None:
    page = visits.open()
    page.add_init_script(_PROCESSORS % processors)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.goto(_IN_LAB)
    expect(page.locator(".live")).to_contain_text("1,000,000 sessions played in your browser", timeout=4 * PATIENCE)
    found: dict[str, Any] = page.evaluate(_PLAYED_IN_LAB)
    expected = simulate("catfish-bend", "three-point-molly", found["sessions"], ROLLS, 300_00, SEED)
    nets = expected.nets
    assert (found["mean"], found["sd"]) == (nets.mean, nets.sd)
    assert tuple(map(tuple, found["histogram"])) == nets.counts
    assert {float(share): net for share, net in found["quantiles"].items()} == {
        float(share): nets.quantile(float(share)) for share in found["quantiles"]
    }
    assert found["endings"] == dict(expected.endings)
    assert (found["best"], found["worst"]) == (expected.best.session, expected.worst.session)
    assert found["where"] == "page"
    assert len(page.workers) == 0, "workers that have nothing to do are ended"
    assert "/api/lab/rows" in asked


@pytest.mark.nightly
def test_without_webassembly_the_house_plays_and_the_page_says_so(visits: Visits) -> None:
    page = visits.open()
    page.add_init_script(_WITHOUT)
    page.goto(_IN_LAB)
    expect(page.locator(".live")).to_contain_text("sessions played by the house", timeout=4 * PATIENCE)
    assert page.evaluate(_PLAYED_IN_LAB)["where"] == "house"


@pytest.mark.nightly
@pytest.mark.parametrize("strategy", ["three-point-molly", "iron-cross"])
def test_a_worker_counts_what_simulate_counts(visits: Visits, strategy: str) -> None:
    page = visits.open()
    page.goto(f"{visits.house.address}/")
    script = next((BUILT / "assets").glob("lab-worker-*.js")).name
    question = {"house": "catfish-bend", "strategy": strategy, "bankroll": "300", "rolls": ROLLS, "seed": str(SEED)}
    found: dict[str, Any] = page.evaluate(_PLAYED, [f"/assets/{script}", question, SESSIONS])
    expected = simulate("catfish-bend", strategy, SESSIONS, ROLLS, 300_00, SEED)
    assert {int(net): count for net, count in found["nets"].items()} == dict(expected.nets.counts)
    assert {name: count / SESSIONS for name, count in found["endings"].items()} == dict(expected.endings)
    assert found["rolls"] == expected.rolls_played


def test_only_the_worker_may_compile_and_nothing_else_of_the_page(house: Served) -> None:
    script = next((BUILT / "assets").glob("lab-worker-*.js")).name
    policies = {path: house.web.get(path).headers["content-security-policy"] for path in ("/", f"/assets/{script}")}
    assert "wasm-unsafe-eval" not in policies["/"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in policies[f"/assets/{script}"]
    app = next((BUILT / "assets").glob("app-*.js")).name
    assert "wasm-unsafe-eval" not in house.web.get(f"/assets/{app}").headers["content-security-policy"]

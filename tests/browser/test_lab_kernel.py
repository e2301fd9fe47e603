"""The simulator's kernel in Chromium: a worker plays by itself what the house traces, under the page's own policy."""

from typing import Any

import pytest

from sevenout.analysis.simulation.run import simulate
from sevenout.server.web.page_files import BUILT
from tests.browser.visiting import Visits
from tests.server.serving import Served

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


@pytest.mark.parametrize("strategy", ["three-point-molly"])
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

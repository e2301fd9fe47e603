"""The rooms of the page: how soon the editor of houses judges what was typed, how smoothly an evening is scrubbed."""

from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import CDPSession, Page, expect

from tests.server.serving import serving
from tools import chromium
from tools.felt import ROOT, build

KEYS, FRAMES = 20, 300
"""Keys pressed, and frames for each of which the slider is put on another roll."""
_EVENING = "/replay?s=three-point-molly&house=catfish-bend&bring=3000&rolls=500&seed=7&session=3&roll=1"
_PRESS = """(key) => new Promise((done, fail) => {
  const box = document.querySelector("textarea"), verdict = document.querySelector("#editor-verdict");
  const from = performance.now(), before = verdict.textContent;
  const look = new MutationObserver(() => {
    if (verdict.textContent === before) return;
    look.disconnect();
    done(performance.now() - from);
  });
  look.observe(verdict, { subtree: true, childList: true, characterData: true });
  setTimeout(() => fail(new Error("no verdict")), 10000);
  box.focus();
  if (key) document.execCommand("insertText", false, key);
  else document.execCommand("delete");
})"""
"""A key in the text, up to the sentence below it that changes: `x` at its end is a fault, without it there is none."""
_SCRUB = """(frames) => new Promise((done) => {
  const slider = document.querySelector(".curve input"), at = [];
  const next = (now) => {
    at.push(now);
    if (at.length > frames) return done(at);
    slider.value = String(1 + ((at.length * 7) % Number(slider.max)));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})"""


def visiting() -> list[str]:
    """The figures, one line each."""
    build(ROOT)
    with TemporaryDirectory(prefix="sevenout-") as folder, chromium.running() as browser:
        where = Path(folder)
        with serving(str(where / "house.db"), where) as house:
            expect.set_options(timeout=60_000)
            page = browser.new_page(base_url=house.address, viewport={"width": 1440, "height": 900})
            return ["the rooms, in Chromium without a window", _typing(page), _scrubbing(page)]


def _typing(page: Page) -> str:
    """The last line of a house of one's own is spoiled and put right, key by key."""
    page.goto("/rules/edit")
    expect(page.locator("#editor-verdict")).to_contain_text("wagers")
    page.locator("textarea").press("Control+End")
    took = [page.evaluate(_PRESS, "" if number % 2 else "x") for number in range(KEYS)]
    at = f"{median(took):.0f} ms at p50, {max(took):.0f} at most"
    return f"  editor of houses, key to verdict, {KEYS} times: {at} (100, aim 50)"


def _scrubbing(page: Page) -> str:
    """Another roll of a long evening in every frame."""
    page.goto(_EVENING)
    expect(page.get_by_role("slider", name="Roll")).to_be_visible()
    clock = page.context.new_cdp_session(page)
    clock.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _worked(clock)
    at = page.evaluate(_SCRUB, FRAMES)
    work = 1000 * (_worked(clock) - before) / FRAMES
    took = [later - sooner for sooner, later in pairwise(at)]
    rate = 1000 * len(took) / (at[-1] - at[0])
    return (
        f"  500 rolls scrubbed: {rate:.1f} frames a second (55, aim 60), the longest {max(took):.0f} ms; "
        f"{work:.1f} ms of the page's own processor time a frame"
    )


def _worked(clock: CDPSession) -> float:
    """Seconds of processor that the page's thread has used."""
    told = clock.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in told if each["name"] == "TaskDuration")

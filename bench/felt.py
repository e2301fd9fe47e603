"""The table in a browser: what a first load fetches, how soon a chip is painted, how smoothly a full table is paid."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.visiting import DESK, Guest, Visits, come_in, says, table_of
from tests.server.serving import Served, serving
from tools import chromium
from tools.felt import ROOT, build

CHIPS, SEATS, ROLLS = 60, 16, 6
"""Chips put down, seats that are paid, and rolls that pay them."""
_BETS = ("bets 12 on place-6", "bets 12 on place-8", "bets 10 on place-5", "bets 5 on field")
"""What every seat has on the layout beside its line bet; a field that has lost is bet again."""
_THROWN = ("roll 4 2", "roll 5 3")
"""Rolls that pay a place bet of every seat and neither make nor lose a point of four."""
_INPUT = """spot => {
    window.painted = [];
    let began = 0;
    addEventListener("pointerdown", event => { began = event.timeStamp; }, true);
    const lies = () => [...document.querySelectorAll(`[data-stack="${spot}"]`)].map(one => one.dataset.cents).join();
    let last = lies();
    const look = new MutationObserver(() => {
        const now = lies();
        if (now === last || !began) return;
        last = now;
        const from = began, after = new MessageChannel();
        began = 0;
        after.port1.onmessage = () => window.painted.push(performance.now() - from);
        requestAnimationFrame(() => after.port2.postMessage(0));
    });
    look.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-cents"] });
}"""
"""From a finger that goes down to the frame that has the chip: the first task after it was painted."""
_FRAMES = """() => {
    window.frames_at = [];
    const next = now => { window.frames_at.push(now); requestAnimationFrame(next); };
    requestAnimationFrame(next);
}"""


def showing() -> list[str]:
    """The figures, one line each."""
    build(ROOT)
    with TemporaryDirectory(prefix="sevenout-") as folder, chromium.running() as browser:
        where = Path(folder)
        with serving(str(where / "house.db"), where, "--window", "3600") as house:
            return [
                f"the felt, in Chromium {browser.version} without a window",
                _loading(browser, house),
                _betting(browser, house),
                _paying(browser, house),
            ]


@contextmanager
def _at_table(browser: Browser, house: Served, who: Guest, table: str) -> Iterator[tuple[Page, list[Any]]]:
    """Somebody's page of a table, drawn, and every answer that it had."""
    visits = Visits(browser, house)
    try:
        page, answers = visits.open(who, DESK), list[Any]()

        def heard(answer: Any) -> None:
            answers.append(answer)

        page.on("response", heard)
        page.goto(f"/t/{table}", wait_until="networkidle")
        expect(page.locator("[data-spot]").first).to_be_visible()
        yield page, answers
    finally:
        visits.close()


def _loading(browser: Browser, house: Served) -> str:
    """Bytes over the wire, for somebody who has a seat and has never been here with this browser."""
    who = come_in(house, "Loader")
    table = table_of(house, who)
    says(house, table, who, "sits 1000")
    with _at_table(browser, house, who, table) as (_, answers):
        kinds = {"script": 0, "stylesheet": 0, "font": 0}
        for answer in answers:
            if answer.request.resource_type in kinds:
                kinds[answer.request.resource_type] += answer.request.sizes()["responseBodySize"]
    code = kinds["script"] + kinds["stylesheet"]
    return (
        f"  first load of a table: {code / 1000:.1f} KB of script and style (at most 60), "
        f"{kinds['stylesheet'] / 1000:.1f} of it style; font {kinds['font'] / 1000:.1f} KB (at most 20)"
    )


def _betting(browser: Browser, house: Served) -> str:
    """Chips on one spot, one after the other, each acknowledged before the next."""
    who = come_in(house, "Bettor")
    table = table_of(house, who)
    says(house, table, who, "sits 10000")
    with _at_table(browser, house, who, table) as (page, _):
        spot = page.locator("[data-spot=field]").first
        page.evaluate(_INPUT, "field")
        for _ in range(CHIPS):
            spot.click()
            expect(page.locator(".is-sent")).to_have_count(0)
        painted: list[float] = page.evaluate("window.painted")
    if len(painted) < CHIPS // 2:
        return f"  input to painted chip: not measured, {len(painted)} of {CHIPS} were seen"
    return (
        f"  input to painted chip, {len(painted)} times: {median(painted):.1f} ms (at most 20) at p50, "
        f"{quantiles(painted, n=20)[-1]:.1f} at p95"
    )


def _paying(browser: Browser, house: Served) -> str:
    """A full table, all of whose seats are paid by every roll."""
    guests = [come_in(house, "Guest") for _ in range(SEATS)]
    table = table_of(house, guests[0])
    for guest in guests:
        says(house, table, guest, "sits 1000", "bets 10 on pass")
    says(house, table, guests[0], "roll 3 1")
    for guest in guests:
        says(house, table, guest, *_BETS)
    with _at_table(browser, house, guests[0], table) as (page, _):
        expect(page.locator(f"[data-rack={guests[-1].name}]").first).to_be_attached()
        page.evaluate(_FRAMES)
        for number in range(ROLLS):
            says(house, table, guests[0], _THROWN[number % len(_THROWN)])
            page.wait_for_timeout(2_500)  # the dice, the call, the payments
        at: list[float] = page.evaluate("window.frames_at")
    took = [later - sooner for sooner, later in pairwise(at)]
    return (
        f"  {SEATS} seats paid by {ROLLS} rolls: {1000 * len(took) / (at[-1] - at[0]):.1f} frames a second "
        f"(at least 55), the longest {max(took):.0f} ms (at most 50)"
    )

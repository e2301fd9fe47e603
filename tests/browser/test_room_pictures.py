"""Every room at both sizes in both themes: axe finds nothing, nothing is wider than the window; pictures are kept."""

import pytest
from playwright.sync_api import expect

from tests.browser.visiting import DESK, PHONE, Visits, barriers, shot
from tests.volume import sample_by_day

_LAB = "/lab?s=pass-line&house=typical&bring=100&rolls=60"
ROOMS = {
    "home": ("/", ".door"),
    "learn": ("/learn", "main h1"),
    "lab": (_LAB, ".plot-key"),
    "lab-duel": (f"{_LAB}&view=duel&against=dont-pass", ".heat, [role=region], main table"),
    "lab-sweep": (f"{_LAB}&view=sweep", ".heat"),
    "replay": ("/replay?s=pass-line&house=typical&bring=300&rolls=40&seed=7&session=3&roll=5", ".replay-stage"),
    "replay-file": ("/replay", "input[type=file]"),
    "rules": ("/rules/catfish-bend", "tr.wager"),
    "rules-wager": ("/rules/catfish-bend/place-6", ".wager-detail"),
    "rules-notice": ("/rules/catfish-bend/notice", "main table"),
    "rules-layout": ("/rules/catfish-bend/layout", "main img"),
    "rules-glossary": ("/rules/catfish-bend/glossary", ".terms dt"),
    "rules-compare": ("/rules/typical+crapless", "table.causes"),
    "rules-edit": ("/rules/edit", "textarea"),
    "history": ("/evenings", "main h1"),
}
"""What each is asked for, and what stands there once it is drawn."""
_SIZES = {"laptop": DESK, "phone": PHONE}
_ALL = [(room, size, theme) for room in ROOMS for size in _SIZES for theme in ("dark", "light")]


@pytest.mark.parametrize(("room", "size", "theme"), sample_by_day(_ALL, 2, "rooms"))
def test_a_room_keeps_nobody_out_and_is_no_wider_than_the_window(
    visits: Visits, room: str, size: str, theme: str
) -> None:
    address, drawn = ROOMS[room]
    page = visits.open(size=_SIZES[size], color_scheme=theme, reduced_motion="reduce")
    page.goto(address)
    expect(page.locator(drawn).first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    found = barriers(page)
    shot(page, f"room-{room}-{theme}")
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= _SIZES[size][0]

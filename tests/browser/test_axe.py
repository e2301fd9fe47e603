"""Nothing on any page keeps anybody out, as far as axe can see: in every house, in play, in every theme."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import HOUSES, Player
from tests.browser.visiting import PHONE, Visits, barriers, come_in, shot, table_of
from tests.volume import nightly_except

THEMES: dict[str, Callable[[Page], None]] = {
    "dark": lambda page: page.emulate_media(color_scheme="dark", reduced_motion="reduce"),
    "light": lambda page: page.emulate_media(color_scheme="light", reduced_motion="reduce"),
    "contrast": lambda page: page.emulate_media(contrast="more", reduced_motion="reduce"),
}

_LOOKS = """node => {
  const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(node);
  return { ink: color, ground: backgroundColor, plate: forcedColorAdjust };
}"""
"""The colours of an element, and whether the system draws a plate of its own behind letters."""


_UNREAD = """() => {
  const canvas = Object.assign(document.body.appendChild(document.createElement("i")), { style: "color: Canvas" });
  const ground = getComputedStyle(canvas).color;
  canvas.remove();
  const written = (node) => [...node.childNodes].some((each) => each.nodeType === 3 && each.textContent.trim());
  return [...document.querySelectorAll("body *")]
    .filter((node) => written(node) && node.checkVisibility())
    .filter((node) => getComputedStyle(node).color === ground && getComputedStyle(node).forcedColorAdjust === "auto")
    .map((node) => `${node.localName}.${node.className} ${node.textContent.trim()}`);
}"""
"""What nobody can read where the system puts its own plate behind letters."""


def nobody_is_kept_out(page: Page, name: str = "") -> None:
    """In every theme; a picture of each is kept where it has a name."""
    found = []
    for theme, put_on in THEMES.items():
        put_on(page)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        found += [f"{theme}: {barrier}" for barrier in barriers(page)]
        if name:
            shot(page, f"{name}-{theme}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("rules", nightly_except(HOUSES, ["catfish-bend"]))
def test_a_table_in_play(visits: Visits, rules: str) -> None:
    ann = Player(visits, rules, rolls=((2, 2), (2, 3), (4, 5)))
    expect(ann.page.locator(".call-dice")).to_have_attribute("aria-label", "The last roll: 4 and 5")
    nobody_is_kept_out(ann.page, "theme" if rules == HOUSES[0] else "")


@pytest.mark.parametrize("room", nightly_except(["/", "/new", "/join", "/settings", "/limits"], ["/"]))
def test_a_room(visits: Visits, room: str) -> None:
    page = visits.open(come_in(visits.house, "Ann"))
    page.goto(room)
    expect(page.locator("main h1").first).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    nobody_is_kept_out(page)


@pytest.mark.nightly
@pytest.mark.parametrize("room", ["listen", "display", "desk"])
def test_a_room_of_a_table(visits: Visits, room: str) -> None:
    ann = Player(visits, rolls=((2, 2), (2, 3)))
    ann.page.goto(f"/t/{ann.table}/{room}")
    expect(ann.page.locator("main")).to_contain_text("Hardway" if room == "listen" else "point is 4")
    nobody_is_kept_out(ann.page, room)


@pytest.mark.nightly
def test_what_opens_at_a_table(visits: Visits) -> None:
    ann = Player(visits, rolls=((2, 2), (4, 5)))
    page = ann.page
    page.locator('so-felt [data-spot="field"]').first.focus()
    page.keyboard.press("w")
    expect(page.locator("#why")).to_be_visible()
    nobody_is_kept_out(page, "story")
    page.keyboard.press("Escape")
    ann.types("bets 7000 on field")
    expect(page.locator(".spot-note")).to_be_visible()
    assert not barriers(page)
    page.keyboard.press("Escape")
    page.locator("so-top summary").click()
    ann.presses("Orders")
    for tab in ("Log", "Chat", "Fair dice"):
        page.get_by_role("tab", name=tab).click()
        assert not barriers(page), tab


@pytest.mark.nightly
def test_letters_in_forced_colours_stand_on_the_colour_that_was_chosen_for_them(visits: Visits) -> None:
    ann = Player(visits, rolls=((2, 2), (4, 3)))
    page = ann.page
    ann.presses("Orders")
    page.get_by_label("Keep odds at the most").check()
    page.emulate_media(forced_colors="active", color_scheme="dark")
    expect(page.locator(".roll.seven-out")).to_contain_text("7")
    assert not page.evaluate(_UNREAD), "letters in the colour of the page, on a plate in the colour of the page"
    for mark in (".go", ".badge"):
        looks = page.locator(mark).evaluate(_LOOKS)
        assert looks["plate"] == "none", f"{mark}: its letters are put on a plate of another colour"
        assert looks["ink"] != looks["ground"], mark
    dim = page.locator(".ink-of.is-dim text").first.evaluate("node => getComputedStyle(node).fill")
    lit = page.locator(".ink-of:not(.is-dim) text").first.evaluate("node => getComputedStyle(node).fill")
    assert dim != lit
    shot(page, "forced")
    page.emulate_media(media="print", forced_colors="none")
    expect(page.locator("so-bar")).to_be_hidden()
    assert page.locator("so-call #call").evaluate("node => getComputedStyle(node).color") == "rgb(0, 0, 0)"
    shot(page, "print")


@pytest.mark.nightly
def test_a_phone_with_its_sheets(visits: Visits) -> None:
    ann = Player(visits, size=PHONE, rolls=((2, 2), (4, 5)))
    page = ann.page
    nobody_is_kept_out(page)
    for sheet in ("Props", "Rolls", "More"):
        page.get_by_role("button", name=sheet, exact=True).first.tap()
        assert not barriers(page), sheet


@pytest.mark.nightly
def test_who_watches(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    page = visits.open()
    page.goto(f"/t/{table_of(visits.house, ann)}")
    expect(page.locator("so-bar")).to_contain_text("You are watching")
    nobody_is_kept_out(page)

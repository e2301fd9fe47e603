"""A phone: one end of the table under a thumb, the middle and the panels as sheets, nothing wider than the glass."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Player
from tests.browser.visiting import PHONE, Visits, come_in, says, shot, table_of
from tests.volume import nightly_except

_SMALL = """(least) => {
  const seen = (node) => node.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
  const all = "a, button, select, summary, input, [role=button], [role=radio], [role=tab]";
  return [...document.querySelectorAll(all)].filter(seen).flatMap((node) => {
    const { width, height, top, bottom } = node.getBoundingClientRect();
    const small = bottom > 0 && top < innerHeight && width > 1 && (width < least || height < least);
    return small && !node.matches(".skip, .link, .own-bet, .invite")
      ? [`${node.localName} ${node.dataset.spot ?? node.textContent.trim()} ${width} by ${height}`]
      : [];
  });
}"""
"""What somebody could miss with a finger: chips that came to a number lie close together, and links stand in lines."""
LEAST = 39.5
_OUTSIDE = """() => [...document.querySelectorAll("so-bar :is(button, input, [data-rack]), so-top :is(a, summary)")]
  .filter((node) => node.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
  .filter((node) => {
    const { left, right, width } = node.getBoundingClientRect();
    const bar = node.closest(".table-bar")?.getBoundingClientRect();
    return width > 1 && (left < -1 || right > (bar ? bar.right - 10 : innerWidth + 1));
  })
  .map((node) => node.textContent.trim())"""
"""What is beside the window, or below what stands beside it, where nobody finds it."""


def within_the_glass(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0], f"{page.url} is {wide} pixels wide on a phone of {PHONE[0]}"


@pytest.mark.parametrize(
    "rules", nightly_except(["catfish-bend", "new-south-wales", "crapless", "no-puck"], ["catfish-bend"])
)
def test_a_hand_on_a_phone(visits: Visits, rules: str) -> None:
    ann = Player(visits, rules, size=PHONE)
    page, touch = ann.page, ann.page.touchscreen
    first = next(
        wager for wager in ann.ledger.taken() if page.locator(f'so-felt .surface [data-spot="{wager}"]').count()
    )
    ann.invited(first)
    touch.tap(*ann.at(first))
    ann.is_heard(f"{ann.who.name} bets ")
    ann.rolls(2, 2)
    ann.rolls(6, 4)
    within_the_glass(page)
    assert not page.evaluate(_SMALL, LEAST)
    shot(page, f"phone-{rules}")


@pytest.mark.nightly
def test_propositions_are_a_sheet(visits: Visits) -> None:
    ann = Player(visits, size=PHONE)
    page = ann.page
    props = page.get_by_role("button", name="Props", exact=True)
    props.tap()
    sheet = page.get_by_role("region", name="Propositions")
    expect(sheet).to_be_visible()
    ann.invited("hard-8")
    page.touchscreen.tap(*ann.at("hard-8"))
    ann.is_heard(f"{ann.who.name} bets 5 on hard-8")
    within_the_glass(page)
    assert not page.evaluate(_SMALL, LEAST)
    shot(page, "props")
    page.get_by_role("button", name="More", exact=True).tap()
    for line, why, notes in (("bets 7000 on hard-8", "at most 200", 1), ("bets 7000 on place-8", "at most 600", 0)):
        page.locator("#cmd").fill(line)
        page.keyboard.press("Enter")
        ann.told(why)
        expect(page.locator(".spot-note")).to_have_count(notes)
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()


@pytest.mark.nightly
def test_why_is_a_sheet_from_what_was_settled(visits: Visits) -> None:
    ann = Player(visits, size=PHONE)
    page = ann.page
    ann.ledger.says("bets 10 on field", "bets 10 on pass")
    ann.rolls(1, 2)
    page.get_by_role("button", name="Why", exact=True).first.tap()
    settled = page.locator("so-settled").get_by_role("button").first
    expect(settled).to_be_in_viewport()
    settled.tap()
    why = page.locator("#why")
    expect(why).to_be_in_viewport()
    expect(why).to_contain_class("is-sheet")
    within_the_glass(page)
    shot(page, "why")


@pytest.mark.nightly
def test_why_opens_what_was_settled_and_players_the_players_however_little_there_is(visits: Visits) -> None:
    ann = Player(visits, size=PHONE)
    page = ann.page
    for sheet, panel in (
        ("Why", "so-settled"),
        ("Players", "so-players"),
        ("Rolls", "so-rolls"),
        ("Why", "so-settled"),
    ):
        page.locator(".sheet-ways").get_by_role("button", name=sheet, exact=True).tap()
        top = page.locator(".side [role=tabpanel]:not([hidden])").bounding_box()
        expect(page.locator(f".side [role=tabpanel]:not([hidden]) > {panel}:first-child")).to_be_in_viewport()
        found = page.locator(panel).bounding_box()
        assert top is not None
        assert found is not None
        assert abs(found["y"] - top["y"]) < 24, f"{sheet} begins with its own panel"
        shot(page, f"sheet-{sheet.lower()}")


@pytest.mark.nightly
def test_a_long_press_takes_a_chip_back_and_a_finger_carries_it(visits: Visits) -> None:
    ann = Player(visits, size=PHONE)
    page, name = ann.page, ann.who.name
    ann.invited("place-8")
    page.touchscreen.tap(*ann.at("place-8"))
    ann.is_heard(f"{name} bets 6 on place-8")
    session = page.context.new_cdp_session(page)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    here, there = ann.at("place-8"), ann.at("place-5")
    chip = page.locator('[data-stack="place-8"]').bounding_box()
    assert chip is not None
    middle = (chip["x"] + chip["width"] / 2, chip["y"] + chip["height"] / 2)
    finger("touchStart", middle)
    finger("touchMove", ((middle[0] + there[0]) / 2, there[1]))
    finger("touchMove", there)
    finger("touchEnd")
    ann.is_heard(f"{name} undoes")
    ann.is_heard(f"{name} bets 5 on place-5")
    finger("touchStart", there)
    ann.is_heard(f"{name} undoes")
    finger("touchEnd")
    page.touchscreen.tap(*here)
    ann.is_heard(f"{name} bets 6 on place-8")


@pytest.mark.nightly
def test_a_table_that_is_higher_than_the_glass_says_so_and_goes_on(visits: Visits) -> None:
    ann = Player(visits, "crapless", size=PHONE)
    page = ann.page
    more = page.get_by_role("button", name="More of the layout")
    expect(more).to_be_in_viewport(ratio=1)
    more.tap()
    expect(more).to_be_hidden()
    assert page.locator("so-felt").evaluate("felt => felt.scrollTop + felt.clientHeight > felt.scrollHeight - 12")
    page.locator("so-felt").evaluate("felt => felt.scrollTo(0, 0)")
    expect(more).to_be_visible()
    page.get_by_role("button", name="Props", exact=True).tap()
    expect(more).to_be_hidden()


@pytest.mark.nightly
@pytest.mark.parametrize(
    "size", [(844, 390), (667, 375), (683, 384), (640, 360), (768, 1024), (701, 900), (1181, 800), (1366, 768)]
)
def test_nothing_to_press_is_outside_a_window_of_any_shape(visits: Visits, size: tuple[int, int]) -> None:
    ann = Player(visits, size=size, rolls=((2, 2), (3, 3)))
    page = ann.page
    for name in ("Undo", "Repeat", "Enter roll"):
        expect(page.locator("so-bar").get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    assert not page.evaluate(_OUTSIDE)
    felt = page.locator("so-felt").bounding_box()
    assert felt is not None
    assert felt["height"] > size[1] / 2
    ann.clicks("place-6")
    shot(page, "shape")


@pytest.mark.nightly
@pytest.mark.parametrize("room", ["/", "/new", "/join", "/settings", "/limits"])
def test_every_room_fits_a_phone(phone: Page, room: str) -> None:
    phone.goto(room)
    expect(phone.locator("main h1").first).to_be_visible()
    within_the_glass(phone)
    shot(phone, f"room{room.replace('/', '-')}")


_BEYOND = """() => [...document.querySelectorAll("so-bar .go :is(span, small), .call-next, .top-who")]
  .filter((node) => node.checkVisibility({ checkVisibilityCSS: true }))
  .filter((node) => {
    const { left, right } = node.getBoundingClientRect();
    const around = (node.closest(".go") ?? document.body).getBoundingClientRect();
    const cut = node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1;
    return cut || left < around.left - 1 || right > around.right + 1;
  })
  .map((node) => node.textContent.trim())"""
"""What is cut, or reaches beyond its button, of the words that say what to do now and who plays."""


def test_what_to_do_now_is_not_cut_on_a_phone_of_360_pixels(visits: Visits) -> None:
    olga, ann = come_in(visits.house, "Olga"), come_in(visits.house, "Ann")
    table = table_of(visits.house, olga)
    says(visits.house, table, ann, "sits 500", "bets 10 on pass")
    page = visits.open(ann, (360, 740), has_touch=True, is_mobile=True)
    for where, shown in (("", "so-bar .go"), ("/history", "h1"), ("/display", ".call-next"), ("/listen", "h1")):
        page.goto(f"/t/{table}{where}")
        expect(page.locator(shown).first).to_be_visible()
        expect(page.locator(".go, .top-who, .call-next").first).not_to_have_text("")
        assert page.evaluate(_BEYOND) == [], where
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, where


def test_more_time_can_be_asked_for_once_and_then_is_gone(visits: Visits) -> None:
    ann, bob = come_in(visits.house, "Ann"), come_in(visits.house, "Bob")
    table = table_of(visits.house, ann, dice="fair")
    says(visits.house, table, bob, "sits 500")
    says(visits.house, table, ann, "sits 500", "bets 10 on pass")
    phone, desk = visits.open(bob, (360, 740), has_touch=True, is_mobile=True), visits.open(ann)
    for page in (phone, desk):
        page.goto(f"/t/{table}")
        expect(page.get_by_role("button", name="More time")).to_be_visible()
    phone.get_by_role("button", name="More time").tap()
    expect(phone.get_by_role("button", name="More time")).to_have_count(0)
    expect(desk.get_by_role("button", name="More time")).to_be_visible()
    phone.reload()
    expect(phone.locator("so-bar .go")).to_contain_text(ann.name)
    expect(phone.get_by_role("button", name="More time")).to_have_count(0)

"""Full tables at Catfish Bend; one such moment is the README's picture (docs/pictures/felt_picture.py)."""

import pytest
from playwright.sync_api import expect

from tests.browser.scene import staged
from tests.browser.visiting import Visits, come_in, says, shot, table_of

pytestmark = pytest.mark.nightly

COMPANY = {
    "Bob": ("sits 500", "bets 5 on pass", "bets 5 on field"),
    "Cleo": ("sits 800", "bets 15 on pass"),
    "Doc": ("sits 900", "bets 25 on dont-pass"),
    "Ines": ("sits 600", "bets 10 on pass"),
}
POINT_IS_ON = {
    "Bob": ("bets 12 on place-6", "bets 10 on place-5", "bets 5 on field"),
    "Cleo": ("bets 30 on pass-odds", "bets 15 on come"),
    "Doc": ("bets 60 on dont-pass-odds", "bets 40 on lay-4", "bets 5 on any-7"),
    "Ines": ("bets 12 on place-8", "bets 10 on place-9", "bets 4 on horn"),
}


def test_a_full_table_is_paid_and_everybodys_amount_can_be_read(visits: Visits) -> None:
    mara = come_in(visits.house, "Mara")
    table = table_of(visits.house, mara)
    says(visits.house, table, mara, "sits 1000", "bets 10 on pass")
    guests = {name: come_in(visits.house, name) for name in COMPANY}
    for name, lines in COMPANY.items():
        says(visits.house, table, guests[name], *lines)
    says(visits.house, table, mara, "roll 5 3", "bets 50 on pass-odds", "bets 12 on place-6", "bets 5 on hard-8")
    for name, lines in POINT_IS_ON.items():
        says(visits.house, table, guests[name], *lines)
    says(visits.house, table, mara, "bets 10 on come", "roll 4 1", "bets 10 on place-9", "bets 5 on hop-5-3")
    says(visits.house, table, guests["Bob"], "bets 5 on field")

    page = visits.open(mara, color_scheme="dark", reduced_motion="reduce")
    page.goto(f"/t/{table}")
    expect(page.locator(".stage[ready]")).to_be_attached()
    says(visits.house, table, mara, "roll 5 4")
    expect(page.locator("#call")).to_contain_text("Nine")
    expect(page.locator("[data-puck]").first).to_have_attribute("data-puck", "8")
    amounts = page.locator(".deltas > *")
    expect(amounts.first).to_be_visible()
    boxes = [box for each in amounts.all() if (box := each.bounding_box()) is not None]
    assert len(boxes) >= 3
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart = (
                one["x"] + one["width"] <= other["x"]
                or other["x"] + other["width"] <= one["x"]
                or one["y"] + one["height"] <= other["y"]
                or other["y"] + other["height"] <= one["y"]
            )
            assert apart, "an amount lies on another"
    shot(page, "in-play")


def test_the_moment_that_the_readme_shows(visits: Visits) -> None:
    shot(staged(visits), "felt")

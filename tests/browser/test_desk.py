"""The crew's desk led by the moment: the next step by its clause, the layout, booked bets, the shift's books."""

import pytest
from playwright.sync_api import expect

from tests.browser.visiting import PHONE, Visits, barriers, come_in, says, shot, table_of


def test_a_crew_is_led_through_a_roll_books_for_a_player_without_a_phone_and_reads_the_shift(visits: Visits) -> None:
    olga = come_in(visits.house, "Olga")
    table = table_of(visits.house, olga)
    desk = visits.open(olga)
    desk.goto(f"/t/{table}/desk")
    desk.get_by_text("Seat a player", exact=True).click()
    desk.get_by_label("Name", exact=True).first.fill("Tess")
    desk.get_by_label("Buys in for").fill("500")
    desk.get_by_role("button", name="Seat", exact=True).click()
    expect(desk.locator(".desk-who [aria-pressed=true]")).to_contain_text("Tess")
    desk.get_by_label("Amount of a press").fill("10")
    desk.locator(".desk-felt-view [data-spot=pass]").click(force=True)
    expect(desk.locator(".desk-felt-view [data-stack=pass][data-seat=Tess]")).to_have_count(1)
    desk.get_by_label("Tess …").fill("bets 12 on place-6")
    desk.get_by_role("button", name="Book it").click()
    expect(desk.locator(".desk-felt-view [data-stack=place-6][data-seat=Tess]")).to_have_count(1)
    says(visits.house, table, olga, "crew: stick Kim, third base Lou, box Ned", "roll 4 2")
    now = desk.locator("so-moment")
    expect(now.locator(".is-first")).to_contain_text("The stickperson brings the dice in")
    expect(now.locator(".is-first")).to_contain_text("Stickperson: Kim · Stickperson 8")
    expect(now.locator(".desk-work summary")).to_contain_text("left of the last roll")
    shot(desk, "desk-work")
    desk.locator("h1").focus()
    desk.keyboard.type("33")
    desk.keyboard.press("Enter")
    expect(desk.locator("so-pad .desk-told")).to_contain_text("Stickperson 16")
    now.get_by_role("button", name="crew works 1 step").click()
    expect(now.locator(".is-first")).to_contain_text("Base Dealer 3")
    now.get_by_role("button", name="All of it is done").click()
    expect(now.locator(".is-first")).to_contain_text("Stickperson 16")
    expect(desk.locator("so-table-facts")).to_contain_text("Kim")
    desk.get_by_role("button", name="Shift report").click()
    books = desk.get_by_role("dialog", name="The shift’s books")
    expect(books).to_contain_text("Handle by wager")
    expect(books).to_contain_text("Who dealt when")
    assert barriers(desk) == []
    shot(desk, "desk-books")
    books.get_by_role("button", name="Close").click()
    expect(books).to_have_count(0)


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ["catfish-bend", "new-south-wales", "marina-bay-sands", "typical"])
def test_the_desk_is_usable_by_everybody_in_every_house_on_a_laptop_and_a_phone(visits: Visits, rules: str) -> None:
    olga = come_in(visits.house, f"Olga-{len(rules)}")
    table = table_of(visits.house, olga, rules)
    says(visits.house, table, olga, "sits 1000", "bets 25 on pass", "seat Tess 500", "Tess bets 25 on pass")
    says(visits.house, table, olga, "crew: stick Kim, third base Lou, second base Max, box Ned", "roll 4 4")
    for size in ((1440, 900), PHONE):
        desk = visits.open(olga, size)
        desk.goto(f"/t/{table}/desk")
        expect(desk.locator("so-moment .is-first")).to_be_visible()
        desk.locator(".desk-who button").click()
        desk.get_by_role("searchbox").fill("dispute")
        expect(desk.locator(".desk-found summary").first).to_be_visible()
        assert barriers(desk) == []
        assert desk.evaluate("document.documentElement.scrollWidth") <= size[0]
        shot(desk, f"desk-{rules}-{size[0]}")

"""The end of something is told on every screen and stays until it is seen: leaving, a bonus paid, a no roll."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import RACK, Player
from tests.browser.test_real_dice import POINTS
from tests.browser.visiting import DESK, PHONE, WALL, Visits, barriers, come_in, shot
from tests.volume import sample_by_day


def opens(visits: Visits, table: str, path: str, who: object = None, size: tuple[int, int] = DESK) -> Page:
    """A page of a table, once it shows something."""
    page = visits.open(who, size)  # type: ignore[arg-type]
    page.goto(f"/t/{table}/{path}".rstrip("/"))
    expect(page.locator("so-news")).to_be_attached()
    return page


@pytest.mark.parametrize("size", sample_by_day([(DESK,), (PHONE,)], 1))
def test_who_leaves_sees_how_the_evening_went_and_where_to_go(visits: Visits, size: tuple[int, int]) -> None:
    ann = Player(visits, size=size)
    page = ann.page
    ann.ledger.says("bets 10 on pass", "roll 4 3", "bets 10 on pass", "roll 6 5")
    ann.ledger.says("bets 10 on pass", "bets 25 on field", "roll 5 2")
    page.locator("summary", has_text="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    window = page.get_by_role("dialog", name="You have left the table")
    expect(window).to_contain_text(f"You left the table with ${RACK + 5:,}")
    expect(window).to_contain_text("You won $5")
    figures = window.locator(".figures")
    for name, figure in (("Net", "+$5"), ("Bought in", f"${RACK:,}"), ("Total bet", "$55"), ("Rolls", "3")):
        expect(figures.locator("div", has_text=name).locator("dd").first).to_have_text(figure)
    expect(window.get_by_text("Why did I win?")).to_be_visible()
    assert not barriers(page, within="dialog")
    shot(page, "summary")
    window.get_by_role("link", name="What was played here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What was played here")
    results = page.get_by_role("region", name="Your results")
    expect(results.locator("tbody tr")).to_have_count(3)
    expect(results).to_contain_text("−$25")
    expect(page.get_by_role("region", name="Hands")).to_contain_text("7 11 7")
    assert not barriers(page)
    shot(page, "history")
    page.go_back()
    expect(page.locator("so-felt [data-spot]").first).to_be_attached()
    expect(window).to_have_count(0)


@pytest.mark.nightly
def test_the_summary_survives_a_reload_and_is_heard_by_ear(visits: Visits) -> None:
    ann = Player(visits)
    ear = opens(visits, ann.table, "listen", ann.who)
    ann.ledger.says("bets 10 on pass", "roll 5 6", "leaves")
    section = ear.get_by_role("region", name="You have left the table")
    expect(section).to_contain_text("You won $10")
    expect(section.get_by_role("link", name="To the lobby")).to_be_visible()
    window = ann.page.get_by_role("dialog", name="You have left the table")
    expect(window).to_be_visible()
    ann.page.reload()
    expect(window).to_contain_text("You won $10")
    window.get_by_role("button", name="Keep watching").click()
    expect(window).to_have_count(0)
    expect(ann.page.locator("so-bar")).to_contain_text("You are watching")
    ann.page.reload()
    expect(ann.page.locator("so-felt [data-spot]").first).to_be_attached()
    expect(window).to_have_count(0)


def test_a_shootout_is_told_when_it_is_hit_and_when_it_is_paid_on_every_screen(visits: Visits) -> None:
    una = Player(visits, name="Una")
    zoe = Player(visits, name="Zoe", to=una)
    name, table = una.who.name, una.table
    wall = opens(visits, table, "display", size=WALL)
    ear = opens(visits, table, "listen", zoe.who)
    zoe.ledger.says("bets 5 on dont-pass")
    for pair in POINTS:
        una.ledger.says("bets 10 on pass", f"roll {pair}", f"roll {pair}")
        zoe.ledger.follows(una.ledger.shown.n)
        if pair != POINTS[-1]:
            zoe.ledger.says("bets 5 on dont-pass")
    screens = (una.page, zoe.page, wall, ear)
    for page in screens:
        expect(page.locator(".news")).to_contain_text(f"{name} has hit the Shootout: $100")
    for page in (una.page, zoe.page, wall):
        expect(page.locator(".call-pill")).to_have_text("Dice being inspected")
        expect(page.locator(".call-next")).to_contain_text("the dice are being inspected")
    expect(una.page.locator(".go")).to_contain_text("Inspection")
    shot(una.page, "shootout-hit")
    una.ledger.says("supervisor finds the dice sound, signed Lee 4711")
    for page in screens:
        expect(page.locator(".news")).to_contain_text(f"The Shootout is paid: $100 to {name}, $10 to {zoe.who.name}.")
        expect(page.locator(".news")).not_to_contain_text("has hit")
    expect(una.page.locator(".call-pill")).to_have_text("Bets open")
    for page, what in ((una.page, "table"), (wall, "display"), (ear, "listen")):
        shot(page, f"shootout-paid-{what}")
    una.ledger.says("bets 10 on pass", "roll 5 4")
    expect(wall.locator("#call")).to_contain_text("Nine")
    expect(wall.locator(".news p")).to_have_count(0)
    paid = una.page.locator(".news .is-bonus")
    expect(una.page.locator("#call")).to_contain_text("Nine")
    expect(paid).to_be_visible()
    paid.get_by_role("button", name="OK").click()
    expect(paid).to_have_count(0)
    expect(zoe.page.locator(".news .is-bonus")).to_be_visible()


@pytest.mark.nightly
def test_a_no_roll_stays_through_the_bets_after_it_on_every_screen(visits: Visits) -> None:
    ann = Player(visits)
    wall = opens(visits, ann.table, "display", size=WALL)
    desk = opens(visits, ann.table, "desk", ann.who)
    phone = opens(visits, ann.table, "", come_in(visits.house, "Pia"), PHONE)
    ann.ledger.says("bets 10 on pass", "roll 4 2", "throw", "no roll: off the table")
    screens = (ann.page, wall, desk, phone)
    for page in screens:
        expect(page.locator(".news")).to_contain_text("No roll: off the table. All bets stand as they are.")
    ann.ledger.says("bets 5 on field")
    expect(ann.page.locator('[data-stack="field"]:not(.is-sent)')).to_have_count(1)
    for page in screens:
        expect(page.locator("#call")).to_contain_text("No roll")
        expect(page.locator(".news")).to_contain_text("No roll: off the table")
    for page, what in ((ann.page, "table"), (wall, "display"), (desk, "desk"), (phone, "phone")):
        shot(page, f"no-roll-{what}")
    ann.ledger.says("roll 5 4")
    for page in screens:
        expect(page.locator("#call")).to_contain_text("Nine")
        expect(page.locator(".news p")).to_have_count(0)

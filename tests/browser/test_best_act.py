"""What should I do now?, asked at the table: from the menu, the line and by ear; the answer is put on the felt."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import DESK, PHONE, Guest, Visits, barriers, come_in, shot, table_of


def sits(visits: Visits, size: tuple[int, int] = DESK, way: str = "") -> tuple[Guest, str, Page]:
    """Somebody with 60 at Catfish Bend, and their page."""
    who = come_in(visits.house, "Ann")
    table = table_of(visits.house, who, "catfish-bend")
    visits.house.connect(table, who.token).say("k1", "sits 60")
    page = visits.open(who, size=size)
    page.goto(f"/t/{table}{way}")
    expect(page.locator("#cmd")).to_be_attached()
    return who, table, page


def asks(page: Page, line: str) -> None:
    page.locator("#cmd").fill(line)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.nightly)])
def test_the_best_act_is_told_with_its_worth_and_put_on_the_felt_by_one_press(
    visits: Visits, size: tuple[int, int]
) -> None:
    _, _, page = sits(visits, size)
    panel = page.locator("#best")
    if size == DESK:
        asks(page, "best 100 against pass-line")
    else:
        page.locator("summary", has_text="Menu").click()
        page.get_by_role("button", name="What should I do now?").click()
        panel.get_by_label("To have").fill("100")
        panel.get_by_label("Compare with").select_option("pass-line")
        panel.get_by_role("button", name="Ask", exact=True).click()
    expect(panel.locator(".best-act")).to_contain_text("For 100 before ruin: ")
    expect(panel.get_by_role("row", name="Best")).to_contain_text("59.73%")
    expect(panel.get_by_role("row", name="pass-line")).to_contain_text("less")
    expect(panel.get_by_label("To have")).to_have_value("100")
    line = panel.locator("code").inner_text()
    assert line.startswith("bets ")
    assert not barriers(page, within="#best")
    shot(page, "best-act")
    amount, wager = line.removeprefix("bets ").split(" on ")
    panel.get_by_role("button", name="Do it").click()
    expect(panel).to_have_count(0)
    expect(page.locator(f'[data-stack="{wager}"][data-cents="{amount}00"]').first).to_be_attached()


@pytest.mark.nightly
def test_an_answer_that_is_of_before_says_so_and_is_asked_for_again(visits: Visits) -> None:
    who, table, page = sits(visits)
    panel = page.locator("#best")
    asks(page, "what should I do?")
    expect(panel.locator(".best-act")).to_contain_text("For 120 before ruin: ")
    visits.house.connect(table, who.token).say("k2", "bets 5 on field")
    expect(panel).to_contain_text("Something has happened since")
    expect(panel.get_by_role("button", name="Do it")).to_have_count(0)
    shot(page, "best-act-stale")
    panel.get_by_role("button", name="Ask again").click()
    expect(panel.get_by_role("row", name="As it lies")).to_contain_text("less")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)


@pytest.mark.nightly
def test_by_ear_the_answer_is_read_and_done_by_its_button(visits: Visits) -> None:
    _, _, page = sits(visits, way="/listen")
    asks(page, "best 100")
    panel = page.get_by_role("group", name="What should I do now?")
    expect(panel.get_by_role("status")).to_contain_text("That is worth 0.597304, the chance of the goal.")
    assert not barriers(page, within="#best")
    shot(page, "best-act-by-ear")
    panel.get_by_role("button", name="Do it").click()
    expect(panel).to_have_count(0)
    expect(page.locator(".listen-bets li")).to_have_count(1)

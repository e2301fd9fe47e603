"""The lab in a browser: a sentence is the question, its figures are the commands', a fault is told at once."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import PHONE, Visits, barriers, shot
from tests.unit.cli.command import run

_ASKED = "/lab?s=pass-line&house=typical&bring=100&rolls=60"


def figure(page: Page, name: str) -> str:
    return page.locator(".figure", has=page.get_by_text(name, exact=True)).locator("dd").first.inner_text()


def test_the_figures_are_those_of_the_command_and_a_word_of_the_sentence_changes_them(page: Page) -> None:
    page.goto(_ASKED)
    mean = run("exact", "pass-line", "typical", "--bankroll", "100", "--rolls", "60", "--json").json["mean_net"]
    expect(page.locator(".figure").nth(2).locator("dd").first).to_have_text(f"−${abs(mean):.2f}")
    expect(page.locator(".live")).to_contain_text("1,000,000 sessions played in your browser")
    brings = page.get_by_label("What you bring")
    brings.select_text()
    brings.press_sequentially("200")  # Firefox sees no change in what was not typed
    brings.press("Enter")
    expect(page).to_have_url(re.compile("bring=200"))
    again = run("exact", "pass-line", "typical", "--bankroll", "200", "--rolls", "60", "--json").json
    expect(page.locator(".figure").nth(1).locator("dd").first).to_have_text(f"{100 * again['ruin']:.1f}%")
    assert barriers(page) == []
    shot(page, "lab")


@pytest.mark.nightly
def test_a_fault_is_told_while_typing_the_figures_stay_and_it_is_put_right(page: Page) -> None:
    page.goto(_ASKED)
    expect(page.locator(".plot-key").first).to_contain_text("exact")
    before = figure(page, "You leave ahead")
    page.get_by_label("The strategy’s text").fill("unit 10\non the come-out: bet a unit on pas\n")
    verdict = page.locator("#lab-verdict")
    expect(verdict).to_contain_text("Line 2")
    expect(verdict).to_contain_text("The figures are of the text as it was before.")
    assert figure(page, "You leave ahead") == before
    assert barriers(page) == []
    verdict.get_by_role("button", name="Put it right").click()
    expect(verdict).to_contain_text("One line acts.")
    expect(page).to_have_url(re.compile("text="))
    assert parse_qs(urlsplit(page.url).query)["text"] == ["unit 10\non the come-out: bet a unit on pass\n"]
    text = page.get_by_label("The strategy’s text")
    text.press("Control+End")
    text.press_sequentially("with a point: bet 1x on pass-odds")
    expect(verdict).to_contain_text("2 lines act.")
    expect(text).to_have_value("unit 10\non the come-out: bet a unit on pass\nwith a point: bet 1x on pass-odds")


@pytest.mark.nightly
def test_a_link_shows_the_same_question_and_answer_in_a_fresh_browser(visits: Visits) -> None:
    page = visits.open()
    page.goto("/lab")
    page.get_by_role("combobox", name="Strategy", exact=True).select_option("field-flat")
    page.get_by_label("How long a session is").select_option("rolls")
    page.get_by_label("How many rolls").fill("50")
    page.get_by_label("How many rolls").press("Tab")
    expect(page).to_have_url(re.compile("rolls=50"))
    expect(page.locator(".live")).to_contain_text("1,000,000")
    expect(page.locator(".plot-key").first).to_contain_text("exact")
    other = visits.open(size=PHONE)
    other.goto(page.url)
    for number in range(6):
        shown = page.locator(".figure").nth(number).locator("dd").first.inner_text()
        expect(other.locator(".figure").nth(number).locator("dd").first).to_have_text(shown)
    expect(other.get_by_label("How many rolls")).to_have_value("50")
    assert barriers(other) == []
    shot(other, "lab")
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.nightly
def test_a_duel_has_its_paired_difference_and_a_pressed_cell_becomes_the_question(page: Page) -> None:
    page.goto(f"{_ASKED}&view=duel&against=dont-pass")
    expect(page.get_by_role("region", name="Session by session, on the same dice")).to_contain_text("does better in")
    assert barriers(page) == []
    page.get_by_role("button", name="Sweep").click()
    expect(page.locator(".lab-sweep h2")).to_have_text(re.compile(r"^(\d+) of \1 sessions worked out$"))
    assert barriers(page) == []
    page.locator(".heat tbody tr").first.get_by_role("button").last.click()
    expect(page.get_by_label("Unit", exact=True)).not_to_have_value("$10")
    expect(page.get_by_role("button", name="Result")).to_have_attribute("aria-pressed", "true")


@pytest.mark.nightly
def test_without_webassembly_the_house_plays_and_says_so(visits: Visits) -> None:
    page = visits.open()
    page.add_init_script("delete window.WebAssembly")
    page.goto(_ASKED)
    expect(page.locator(".live")).to_contain_text("200,000 sessions played by the house")
    told = run(
        "simulate", "pass-line", "typical", "--sessions", "200000", "--bankroll", "100", "--rolls", "60", "--json"
    )
    mean = told.json["results"][0]["mean_net"]
    expect(page.locator(".figure").nth(2).locator("dd").nth(1)).to_contain_text(f"played −${abs(mean):.2f}")


@pytest.mark.nightly
def test_the_best_session_opens_in_replay_and_the_way_back_is_the_question(page: Page) -> None:
    page.goto(_ASKED)
    best = page.get_by_role("region", name="Sessions to look at").get_by_role("listitem").first
    expect(page.locator(".live")).to_contain_text("1,000,000")
    won = best.locator(".win").inner_text()
    best.get_by_role("link").click()
    expect(page).to_have_url(re.compile("/replay.*session="))
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible()
    slider.press("End")
    expect(page.locator("main")).to_contain_text(won)
    page.get_by_role("link", name="Lab", exact=True).last.click()
    expect(page.get_by_label("What you bring")).to_have_value("$100")


@pytest.mark.nightly
def test_a_strategy_of_the_lab_sits_down_at_a_table_with_its_unit_and_its_money(page: Page) -> None:
    page.goto("/lab?s=pass-line&house=typical&bring=200&unit=20&rolls=60")
    page.get_by_role("button", name="Play it at a table").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator("body")).to_contain_text("Your rack: $1,000")
    table = urlsplit(page.url).path.split("/")[2]
    seated = page.evaluate("async table => (await fetch(`/api/tables/${table}/bots`)).json()", table)
    assert [(bot["name"], float(bot["rack"]) in {200, 180}) for bot in seated] == [("Bot-pass-line", True)]

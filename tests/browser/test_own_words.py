"""What the page says of a house and of a game: the house's own words, what a bet misses, what happened before."""

from http import HTTPStatus

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Player
from tests.browser.visiting import DESK, PHONE, Visits, shot
from tests.server.serving import bearer

STRANGER = """
format = 1
extends = "typical"
name = "stranger"
title = "Großmutters Würfelstube am Gänsemarkt"
[table]
minimum = 10
maximum = 20000
chip = 5
[wagers.pass]
title = "Der Spieler gewinnt"
[wagers.dont-pass]
title = "Der Spieler verliert nicht"
[wagers.dont-come]
title = "Kommt nicht wieder"
[wagers.come]
title = "Kommt bestimmt wieder"
[wagers.field]
title = "Das große Feld der Zahlen"
[wagers.any-7]
title = "Irgendeine Sieben im nächsten Wurf"
"""


@pytest.mark.nightly
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_house_with_long_names_has_them_on_its_felt(visits: Visits, size: tuple[int, int]) -> None:
    ann = Player(visits, STRANGER, size=size)
    printed = ann.page.locator("so-felt .letters text, so-felt text")
    words = " ".join(printed.all_text_contents())
    shot(ann.page, "stranger")
    assert "DER SPIELER" in words
    assert "GEWINNT" in words
    assert "PASS" not in words.replace("Pass odds", "")
    if size == DESK:
        assert "FELD" in words
        assert "SIEBEN" in words


@pytest.mark.nightly
def test_a_story_names_its_clause_and_its_document_and_where_its_edge_holds(visits: Visits) -> None:
    ann = Player(visits)
    ann.ledger.says("bets 5 on field", "bets 12 on place-6")
    page, why = ann.page, ann.page.locator("#why")
    page.locator("[data-spot=field]").first.focus()
    page.keyboard.press("w")
    expect(why.locator("blockquote")).to_contain_text("Wagers 8")
    expect(why.locator("blockquote small")).to_contain_text("Catfish Bend")
    expect(why.locator("table")).to_contain_text("on any roll")
    expect(why.get_by_role("button", name="Turn")).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("[data-spot=place-6]").first.focus()
    page.keyboard.press("w")
    expect(why.get_by_role("button", name="Turn on")).to_be_visible()  # it rests on the come-out
    shot(page, "why-place")
    why.get_by_role("button", name="Turn on").click()
    expect(why.get_by_role("button", name="Turn off")).to_be_visible()


@pytest.mark.nightly
def test_a_bet_that_gathers_numbers_says_which_are_in_and_which_are_missing(visits: Visits) -> None:
    ann = Player(visits, "collectors")
    ann.ledger.says("bets 10 on pass", "bets 5 on small", "bets 5 on all", "roll 2 2", "roll 1 1")
    page, why = ann.page, ann.page.locator("#why")
    settled = page.locator("so-settled li", has_text="Small")
    expect(settled).to_contain_text("2 of 5")
    expect(settled).to_contain_text("has 2 4, misses 3 5 6")
    shot(page, "collecting")
    settled.get_by_role("button").click()
    rows = why.locator("tr")
    expect(rows.filter(has_text="Has")).to_contain_text("2, 4")
    expect(rows.filter(has_text="Misses")).to_contain_text("3, 5, 6")
    expect(rows.filter(has_text="Pays")).to_contain_text("all 5 numbers pay 34 to 1")
    shot(page, "collecting-why")


def test_standing_orders_are_given_listed_and_dropped_in_the_words_of_the_terminal(visits: Visits) -> None:
    ann = Player(visits)
    name, orders = ann.who.name, ann.page.locator("#orders")

    def says(line: str) -> None:
        ann.page.locator("#cmd").fill(line)
        ann.page.locator("#cmd").press("Enter")

    ann.ledger.says("bets 10 on pass", "roll 4 2")
    says("keep my odds at max")
    ann.is_heard(f"{name} bets 100 on pass-odds")
    ann.told("bets 100 on pass-odds, for “keep odds at max”")
    says("always rebet the pass line")
    ann.told("“always rebet pass” is on")
    says("keep calm")
    ann.told("A standing order looks like: always rebet pass")
    ann.page.locator("#cmd").fill("")
    ann.presses("Orders 2")
    expect(orders.get_by_label("Keep odds at the most")).to_be_checked()
    expect(orders.get_by_label("always rebet pass")).to_be_checked()
    shot(ann.page, "orders")
    ann.presses("Orders")
    ann.ledger.says("roll 5 2")
    ann.is_heard(f"{name} bets 10 on pass")
    ann.told("bets 10 on pass, for “always rebet pass”")
    says("drop odds")
    ann.told("Standing orders: 1 always rebet pass")
    says("drop 1")
    ann.told("Standing orders: none")
    ann.ledger.says("roll 6 5")
    says("field 5")
    ann.is_heard(f"{name} bets 5 on field")
    assert ann.ledger.shown.seats[name].layout == {"field": "5.00"}, "no order stands any more"


@pytest.mark.nightly
def test_a_bet_in_the_notation_is_told_what_it_loses_to_rounding(visits: Visits) -> None:
    ann = Player(visits)
    ann.ledger.says("bets 10 on pass", "roll 4 4")
    ann.types("bets 7 on place-6")
    ann.is_heard(f"{ann.who.name} bets 7 on place-6")
    ann.told("7 does not pay exactly")


@pytest.mark.nightly
def test_what_is_typed_while_a_line_is_on_its_way_stays(visits: Visits) -> None:
    ann = Player(visits)
    page, line = ann.page, ann.page.locator("#cmd")
    page.evaluate("""() => {
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (...words) { setTimeout(() => send.apply(this, words), 500) };
    }""")
    for said, next_line in (("10 pass", "odds 2"), ("12 6", "fie"), ("gibberish", "field 5")):
        line.fill(said)
        line.press("Enter")
        line.fill(next_line)
        if said == "10 pass":
            ann.is_heard(f"{ann.who.name} bets 10 on pass")
        else:
            ann.told(f"“{said}” was not clear")
        expect(line).to_have_value(next_line)
    line.press("Enter")
    ann.is_heard(f"{ann.who.name} bets 5 on field")
    expect(line).to_have_value("")


@pytest.mark.nightly
def test_the_log_has_what_happened_before_the_page_was_opened(visits: Visits) -> None:
    ann = Player(visits)
    ann.ledger.says("bets 10 on pass", "roll 2 2", "bets 5 on field")
    page, lines = ann.page, ann.page.locator("so-log li")
    page.reload()
    page.get_by_role("tab", name="Log").click()
    before = [f"{ann.who.name} bets 10 on pass", "roll 2 2", f"{ann.who.name} bets 5 on field"]
    expect(lines.filter(has_text="rules catfish-bend")).to_have_count(1)
    assert lines.all_text_contents()[-3:] == before
    ann.ledger.says("roll 4 1")
    expect(lines.last).to_have_text("roll 4 1")
    assert lines.all_text_contents()[-4:] == [*before, "roll 4 1"]
    shot(page, "log")


@pytest.mark.nightly
def test_the_transcript_of_a_table_that_is_not_watched_is_kept_by_who_plays_there(visits: Visits) -> None:
    ann = Player(visits, watched=False)
    ann.clicks("pass")
    page = ann.page
    page.get_by_role("tab", name="Log").click()
    for name, ending in (("transcript", "txt"), ("log", "jsonl")):
        with page.expect_download() as kept:
            page.locator("so-log").get_by_role("link", name=name).click()
        assert kept.value.suggested_filename == f"{ann.table}.{ending}"
        address = f"/api/tables/{ann.table}/{name}"
        assert visits.house.web.get(address).status_code == HTTPStatus.UNAUTHORIZED
        whole = visits.house.web.get(address, headers=bearer(ann.who.token)).text
        assert kept.value.path().read_text(encoding="utf-8") == whole


@pytest.mark.nightly
def test_the_panel_tells_what_each_number_would_do_and_keeps_up_with_the_layout(visits: Visits) -> None:
    ann = Player(visits, "typical")
    ann.ledger.says("bets 10 on pass", "roll 4 2", "bets 12 on place-8")
    numbers = ann.page.locator("so-session .numbers")
    numbers.get_by_text("What would each number do?").click()
    expect(numbers.locator("tbody tr > *")).to_have_text(["6", "5", "+$10", "7", "6", "−$22", "8", "5", "+$14"])
    ann.ledger.says("bets 5 on hard-8")
    expect(numbers.locator("tbody th")).to_have_text(["6", "7", "easy 8", "hard 8"])
    shot(ann.page, "numbers")


@pytest.mark.nightly
def test_a_pass_bet_that_was_lost_was_expected_to_cost_its_edge(visits: Visits) -> None:
    ann = Player(visits, "typical")
    ann.ledger.says("bets 10 on pass", "roll 1 2")
    session = ann.page.locator("so-session")
    expect(session.locator(".facts div", has_text="Expected")).to_contain_text("−$0.14")
    expect(session.locator(".facts div", has_text="Luck")).to_contain_text("−$9.86")
    session.get_by_text("Why did I lose?").click()
    expect(session.locator("tbody tr > *")).to_have_text(["Pass", "−$0.14", "−$9.86", "−$10"])
    shot(ann.page, "session")

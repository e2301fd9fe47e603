"""What a stranger may doubt or bring: dice that are checked in the page, and a house of one's own."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.playing import Player
from tests.browser.visiting import Visits, barriers, come_in, says, shot, table_of
from tests.server.serving import ROOT

FAULTY = 'format = 1\nextends = "typical"\nname = "ours"\ntitle = "Ours"\n[wagers.pass]\npasy = "1:1"\n'
SOUND = (
    'format = 1\nextends = "typical"\nname = "ours"\ntitle = "Our kitchen table"\n[table]\nminimum = 2\nmaximum = 40\n'
)
MOST = 400
"""Throws within which a turn is over, but for once in a lifetime of tests."""


def a_turn_is_over(ann: Player) -> None:
    """The first throw by the button, the rest as it comes, with a line bet whenever nobody has one."""
    ann.clicks("pass")
    ann.page.get_by_role("button", name="Roll", exact=False).first.click()
    ann.is_heard("roll ")
    for _ in range(MOST):
        fair = ann.ledger.shown.fair
        if fair is not None and fair.turn > 1:
            return
        waits = ann.ledger.shown.next.why in ("nobody", "line-bet")
        ann.ledger.says("bets 5 on pass" if waits else "roll")
    raise AssertionError("nobody ever rolled a seven")


def test_a_turn_that_is_over_is_checked_in_the_page(visits: Visits) -> None:
    ann = Player(visits, dice="fair")
    page = ann.page
    page.get_by_role("tab", name="Fair dice").click()
    page.locator("so-fair input[name=seed]").fill("my lucky seed")
    page.keyboard.press("Enter")
    ann.told("Your seed is in the dice")
    a_turn_is_over(ann)
    turn = page.locator("so-fair [data-turn='1']")
    expect(turn).to_have_attribute("data-fair", "true")
    turn.locator("summary").click()
    thrown = visits.house.web.get(f"/api/tables/{ann.table}/turns/1").json()["throws"]
    expect(turn.locator("tbody tr")).to_have_count(len(thrown))
    expect(turn.locator(".looked")).to_contain_text(ann.who.name)
    expect(turn.locator("tbody")).to_contain_text("✓ same")
    with page.expect_download() as kept:
        turn.get_by_role("link", name="What was published").click()
    assert json.loads(kept.value.path().read_text(encoding="utf-8"))["throws"] == thrown
    shot(page, "fair")
    page.goto(f"/t/{ann.table}/listen")
    expect(page.get_by_role("region", name="Checked in this page")).to_contain_text("1 of 1 fair")
    assert not barriers(page)
    page.locator("so-fair").scroll_into_view_if_needed()
    shot(page, "fair-listen")


def test_a_browser_mixes_every_turn_without_being_asked(visits: Visits) -> None:
    ann = Player(visits, dice="fair")
    a_turn_is_over(ann)
    turn = visits.house.web.get(f"/api/tables/{ann.table}/turns/1").json()
    assert [one["seat"] for one in turn["given"]] == [ann.who.name]
    assert len(turn["given"][0]["seed"]) == 32
    ann.page.get_by_role("tab", name="Fair dice").click()
    over = ann.page.locator("so-fair [data-turn='1']")
    expect(over).to_contain_text("✓ fair")
    over.locator("summary").click()
    expect(over.locator(".looked")).to_contain_text("The seed that this browser drew is among them.")
    expect(over.locator(".looked")).to_contain_text("The seed is number 1 of the chain that binds the house's seeds.")
    expect(ann.page.locator("so-fair")).to_contain_text(f"Seeds from {ann.who.name}.")


def test_a_turn_that_no_browser_mixed_is_not_called_fair(visits: Visits) -> None:
    zoe, yan = come_in(visits.house, "Zoe"), come_in(visits.house, "Yan")
    table = table_of(visits.house, zoe, dice="fair")
    says(visits.house, table, zoe, "sits 500")
    says(visits.house, table, yan, "sits 500")
    says(visits.house, table, zoe, "bets 5 on dont-pass", "roll")
    client = visits.house.connect(table, zoe.token)
    client.say("down", "takes down dont-pass")  # if it was not decided
    client.say("gone", "leaves")
    visits.house.connect(table, yan.token).say("next", "bets 5 on dont-pass")  # has the dice now: the turn is over
    page = visits.open()
    page.goto(f"/t/{table}")
    page.get_by_role("tab", name="Fair dice").click()
    over = page.locator("so-fair [data-turn='1']")
    expect(over).to_have_attribute("data-fair", "false")
    expect(over).to_contain_text("not mixed by any player")
    expect(page.get_by_role("region", name="Checked in this page")).to_contain_text("0 of 1 fair")
    shot(page, "not-mixed")


def test_a_house_that_publishes_another_seed_is_found_out(visits: Visits) -> None:
    ann = Player(visits, dice="fair")
    a_turn_is_over(ann)

    def cheat(route: Route) -> None:
        """As if the house had revealed a seed that it had not committed to."""
        answer = route.fetch()
        told = answer.json()
        turns = told if isinstance(told, list) else [told]
        for turn in turns:
            if turn.get("seed"):
                turn["seed"] = turn["seed"][::-1]
        route.fulfill(response=answer, body=json.dumps(told))

    ann.page.route("**/turns*", cheat)
    ann.page.get_by_role("tab", name="Fair dice").click()
    expect(ann.page.locator("so-fair [data-turn='1']")).to_have_attribute("data-fair", "false")
    expect(ann.page.locator("so-fair").get_by_role("alert")).to_contain_text("not fair")


def open_own(page: Page, text: str = "", file: str = "") -> None:
    page.goto("/new")
    page.get_by_role("radio", name="Your own").check()
    if text:
        page.get_by_label("The rulebook’s text").fill(text)
    else:
        page.locator("so-rulebook input[type=file]").set_input_files(ROOT / "examples" / f"{file}.toml")


@pytest.mark.nightly
def test_a_faulty_rulebook_shows_its_faults_and_a_sound_one_opens(page: Page) -> None:
    open_own(page, FAULTY)
    told = page.locator("#rulebook-told")
    expect(told).to_contain_text("One fault")
    expect(told).to_contain_text("Unknown word 'pasy'")
    told.get_by_role("button", name="Line 6").click()
    box = page.get_by_label("The rulebook’s text")
    expect(box).to_be_focused()
    assert box.evaluate("box => box.value.slice(box.selectionStart, box.selectionEnd)") == 'pasy = "1:1"'
    shot(page, "faulty")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#rulebook-fault")).to_have_text("This rulebook still has errors.")
    page.get_by_label("The rulebook’s text").fill(SOUND)
    expect(told).to_contain_text("Sound: Our kitchen table.")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("so-top .top-house")).to_contain_text("Our kitchen table")
    expect(page.locator("so-top .top-house")).to_contain_text("$2–$40")
    own = page.get_by_text("A player’s own rules, not a book of this house (digest")
    expect(own).to_be_visible()
    shot(page, "own-rules")
    expect(page.locator("so-bar [data-rack]")).to_have_text("$1,000")
    page.goto("/")
    expect(page.locator(".open-table", has_text="Our kitchen table").first).to_contain_text("not a book of this house")
    shot(page, "own-rules-lobby")


@pytest.mark.nightly
def test_an_uploaded_house_is_drawn_and_played(page: Page) -> None:
    open_own(page, file="no-puck")
    expect(page.locator("#rulebook-told")).to_contain_text("Sound: The house without a puck.")
    page.get_by_role("button", name="Open the table").click()
    over = page.locator('so-felt [data-spot="over-7"]').first
    expect(over).to_have_attribute("aria-disabled", "false")
    expect(page.locator("[data-puck]")).to_have_count(0)
    over.click()
    expect(page.locator('[data-stack="over-7"]:not(.is-sent)')).to_have_attribute("data-cents", "500")


@pytest.mark.nightly
def test_a_table_of_ones_own_has_its_limits_and_its_company(page: Page) -> None:
    page.goto("/new")
    page.get_by_role("radio", name="Crapless").check()
    page.get_by_label("Minimum bet").fill("10")
    page.get_by_label("Maximum bet").fill("200")
    page.get_by_label("Search the strategies").fill("molly")
    page.get_by_role("button", name="Add Three point molly").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("so-top .top-house")).to_contain_text("$10–$200")
    expect(page.locator("so-players")).to_contain_text("three point molly")
    pass_line = page.locator('so-felt [data-spot="pass"]').first
    expect(pass_line).to_have_attribute("aria-disabled", "false")
    pass_line.click()
    expect(page.locator('[data-stack="pass"].is-own:not(.is-sent)')).to_have_attribute("data-cents", "2500")

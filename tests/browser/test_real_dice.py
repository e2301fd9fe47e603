"""A table for real dice: its screen in the room, players with telephones, the crew's desk; three pages of one table."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.visiting import PHONE, WALL, Guest, Visits, barriers, come_in, says, shot, state_of, table_of
from tests.server.serving import bearer

POINTS = ("2 2", "3 2", "3 3", "4 4", "5 4", "6 4")
"""Every point that a Craps Shootout asks for, in dice."""


def at_the_desk(visits: Visits, owner: Guest, table: str) -> Page:
    page = visits.open(owner)
    page.goto(f"/t/{table}/desk")
    expect(page.locator("so-pad")).to_be_visible()
    return page


def on_the_wall(visits: Visits, table: str) -> Page:
    page = visits.open(size=WALL)
    page.goto(f"/t/{table}/display")
    expect(page.locator(".display-code")).to_be_visible()
    return page


def duty(desk: Page, title: str) -> Locator:
    """The form of something the crew does, searched for and opened."""
    desk.get_by_role("searchbox").fill(title)
    found = desk.locator(".desk-found details", has=desk.locator("summary", has_text=title)).first
    found.locator("summary").click()
    return found.locator("so-duty")


def test_the_desk_puts_a_mistyped_roll_right_and_the_supervisor_rules_one_no_roll(visits: Visits) -> None:
    olga = come_in(visits.house, "Olga")
    table = table_of(visits.house, olga)
    says(visits.house, table, olga, "sits 500", "bets 10 on pass", "roll 5 4")
    desk = at_the_desk(visits, olga, table)
    expect(desk.locator(".call-point")).to_have_text("The point is 9")
    form = desk.locator("so-duty", has_text="roll corrected to")
    for label, face in (("One die", "6"), ("The other", "4")):
        form.get_by_label(label).select_option(face)
    form.get_by_role("button", name="Say it").click()
    expect(desk.locator(".call-point")).to_have_text("The point is 10")
    shot(desk, "real-dice-desk-corrected")
    duty(desk, "Rule on a throw: no roll").get_by_role("button", name="Say it").click()
    expect(desk.locator(".call-point")).not_to_have_text("The point is 10")
    assert state_of(visits.house, table, olga)["point"] is None


def test_players_come_by_the_code_on_the_screen_and_see_the_roll_that_the_desk_enters(visits: Visits) -> None:
    olga = come_in(visits.house, "Olga")
    table = table_of(visits.house, olga)
    wall = on_the_wall(visits, table)
    phone = visits.open(size=PHONE)
    phone.goto("/join")
    phone.get_by_label("Code").fill(wall.locator(".display-code").inner_text())
    phone.get_by_label("Your name at the table").fill("Robin")
    phone.get_by_role("button", name="Sit down").tap()
    expect(phone.locator("so-felt")).to_be_visible()
    phone.locator("[data-spot=pass]").tap()
    expect(phone.locator("[data-stack=pass][data-seat=Robin]:not(.is-sent)")).to_have_count(1)
    expect(phone.locator(".go")).to_contain_text("the desk enters it")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    shot(phone, "real-dice-phone")

    expect(wall.locator(".display-players")).to_contain_text("Robin")
    expect(wall.locator("[data-stack=pass][data-seat=Robin]")).to_have_count(1)
    desk = at_the_desk(visits, olga, table)
    for key in ("5", "4"):
        desk.keyboard.press(key)
    expect(desk.locator(".pad-say")).to_contain_text("roll 5 4")
    desk.keyboard.press("Enter")
    for page in (desk, wall, phone):
        expect(page.locator("#call")).to_contain_text("Nine")
        expect(page.locator(".call-point")).to_have_text("The point is 9")
    for page in (wall, phone):
        expect(page.locator("[data-puck]")).to_have_attribute("data-puck", "9")
    expect(wall.locator(".display-rolls .roll")).to_contain_text("9")
    expect(wall.locator(".is-next")).to_contain_text("Robin")
    shot(wall, "display")
    shot(desk, "desk")


@pytest.mark.nightly
def test_help_opens_at_the_desk_by_key_and_by_word_and_is_about_the_desk(visits: Visits) -> None:
    olga = come_in(visits.house, "Olga")
    desk = at_the_desk(visits, olga, table_of(visits.house, olga))
    window = desk.get_by_role("dialog", name="Help")
    desk.keyboard.press("?")
    expect(window).to_contain_text("Say the roll that is shown")
    expect(window).not_to_contain_text("A chip on a spot")
    assert not barriers(desk, within="dialog")
    shot(desk, "desk-help")
    desk.keyboard.press("Escape")
    expect(window).to_have_count(0)
    desk.locator("#cmd").fill("help")
    desk.keyboard.press("Enter")
    expect(window).to_contain_text("two digits are a roll")


@pytest.mark.nightly
def test_a_table_of_ones_own_is_marked_in_the_lobby_without_a_seat(visits: Visits) -> None:
    olga, robin = come_in(visits.house, "Olga"), come_in(visits.house, "Robin")
    table = table_of(visits.house, olga)
    for guest, marks in ((olga, ["your table"]), (robin, [])):
        lobby = visits.open(guest)
        lobby.goto("/")
        row = lobby.locator(".open-table", has=lobby.locator(f"a[href='/t/{table}']"))
        expect(row).to_be_visible()
        expect(row.locator(".open-mine")).to_have_text(marks)
        shot(lobby, f"lobby-{guest.name}")


@pytest.mark.nightly
def test_a_desk_that_was_come_to_by_the_menu_takes_enter(visits: Visits) -> None:
    eli = come_in(visits.house, "Eli")
    table = table_of(visits.house, eli)
    says(visits.house, table, eli, "sits 1000", "bets 10 on pass")
    page = visits.open(eli)
    page.goto(f"/t/{table}")
    page.locator("summary", has_text="Menu").click()
    page.get_by_role("link", name="The crew’s desk").click()
    expect(page.locator("so-pad")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.keyboard.type("52")
    page.keyboard.press("Enter")
    expect(page.locator("#call")).to_contain_text("Seven")


@pytest.mark.nightly
def test_the_screen_of_a_house_that_phones_cannot_reach_says_how_they_can(visits: Visits) -> None:
    wall = on_the_wall(visits, table_of(visits.house, come_in(visits.house, "Lena")))
    expect(wall.locator(".display-shut")).to_contain_text("sevenout serve --host 0.0.0.0")
    expect(wall.locator(".qr")).to_have_count(0)


@pytest.mark.nightly
def test_a_throw_is_called_off_on_a_ground_of_the_house_and_a_refusal_stands_where_it_was_said(visits: Visits) -> None:
    ina = come_in(visits.house, "Ina")
    table = table_of(visits.house, ina)
    says(visits.house, table, ina, "sits 1000", "bets 10 on pass")
    desk = at_the_desk(visits, ina, table)
    throw = desk.locator(".desk-now so-duty", has_text="throw")
    throw.get_by_role("button", name="Say it").press("Enter")
    expect(throw.locator(".desk-told")).to_contain_text("throw")
    no_roll = desk.locator(".desk-now so-duty", has_text="no roll")
    no_roll.get_by_role("button", name="Say it").click()
    expect(no_roll.locator(".fault")).to_have_text("This is missing.")
    expect(no_roll.locator("select")).to_be_focused()
    grounds = no_roll.locator("option").all_inner_texts()
    assert "off the table · Invalid Roll 2 · never counts" in grounds
    no_roll.locator("select").select_option("off the table")
    expect(no_roll.locator(".duty-line")).to_have_text("no roll: off the table")
    no_roll.get_by_role("button", name="Say it").click()
    expect(no_roll.locator(".desk-told")).to_contain_text("Said")
    expect(desk.locator("#call")).to_contain_text("No roll")
    overrule = duty(desk, "Overrule: it was a roll")
    for die, face in enumerate(("5", "2")):
        overrule.locator("select").nth(die).select_option(face)
    expect(overrule.locator(".duty-line")).to_have_text("supervisor overrules, roll 5 2")
    overrule.get_by_role("button", name="Say it").click()
    refused = overrule.locator(".desk-told.is-refused")
    expect(refused).to_contain_text("Refused")
    expect(refused.locator("em")).to_have_text("Invalid Roll 2")
    assert not state_of(visits.house, table, ina)["table"].get("rolls")
    shot(desk, "desk-refused")


@pytest.mark.nightly
def test_a_shootout_is_hit_before_the_room_and_paid_when_it_is_signed(visits: Visits) -> None:
    una = come_in(visits.house, "Una")
    table = table_of(visits.house, una)
    wall = on_the_wall(visits, table)
    expect(wall.locator("so-shootout")).to_contain_text("$100 posted")
    says(visits.house, table, una, "sits 1000")
    for pair in POINTS[:-1]:
        says(visits.house, table, una, "bets 10 on pass", f"roll {pair}", f"roll {pair}")
    says(visits.house, table, una, "bets 10 on pass")
    expect(wall.locator("so-shootout .made")).to_have_count(5)
    desk = at_the_desk(visits, una, table)
    before = state_of(visits.house, table, una)["seats"][una.name]["rack"]
    for _ in range(2):
        desk.keyboard.type("64")
        desk.keyboard.press("Enter")
        expect(desk.locator(".pad .desk-told")).to_contain_text("Said")
        expect(desk.locator(".pad-say")).to_contain_text("roll … …")
    expect(wall.locator("so-shootout")).to_contain_text(f"Hit by {una.name}")
    shot(wall, "display-shootout")
    signs = desk.locator("so-duty", has_text="finds the dice sound")
    signs.get_by_label("Your name").fill("Lee")
    signs.get_by_role("button", name="Say it").click()
    expect(signs.locator(".fault")).to_have_text("This is missing.")
    signs.get_by_label("Licence number").fill("4711")
    expect(signs.locator(".duty-line")).to_have_text("supervisor finds the dice sound, signed Lee 4711")
    shot(desk, "desk-shootout")
    signs.get_by_label("Licence number").press("Enter")
    paid = int((float(before) + 100 + 20) * 100)
    for page in (desk, wall):
        expect(page.locator(f"[data-rack={una.name}]").first).to_have_attribute("data-cents", str(paid))
    expect(desk.locator("so-duty", has_text="finds the dice")).to_have_count(0)
    assert state_of(visits.house, table, una)["table"]["bonus"]["last_hit"]


@pytest.mark.nightly
def test_who_plays_alone_at_home_enters_the_roll_at_the_table(visits: Visits) -> None:
    eva = come_in(visits.house, "Eva")
    table = table_of(visits.house, eva)
    says(visits.house, table, eva, "sits 1000", "bets 10 on pass")
    page = visits.open(eva, PHONE)
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Enter roll").tap()
    window = page.get_by_role("dialog", name="What do the dice show?")
    for which, face in (("One die", "6"), ("The other die", "5")):
        window.get_by_role("group", name=which, exact=True).get_by_role("button", name=face).tap()
    shot(page, "enter-roll")
    window.get_by_role("button", name="roll 6 5").tap()
    expect(window).to_have_count(0)
    expect(page.locator("#call")).to_contain_text("leven")


@pytest.mark.nightly
def test_whoever_opened_a_table_says_who_deals_there(visits: Visits) -> None:
    ole, sue = come_in(visits.house, "Ole"), come_in(visits.house, "Sue")
    table = table_of(visits.house, ole)
    other = visits.open(sue)
    other.goto(f"/t/{table}/desk")
    expect(other.locator("h1")).to_have_text("The desk is for the crew")
    expect(other.locator("main")).to_contain_text("Ole opened this table")
    desk = at_the_desk(visits, ole, table)
    crew = desk.locator("so-crew")
    crew.get_by_label("Name").fill("Sue")
    crew.get_by_label("supervisor").check()
    crew.get_by_role("button", name="Appoint").click()
    expect(crew.locator("li", has_text="Sue")).to_contain_text("supervisor")
    other.get_by_role("searchbox").fill("fill")
    expect(other.locator(".desk-found summary")).to_have_text(["Fill supervisor"])
    other.get_by_role("searchbox").fill("dump the bowl")
    expect(other.locator(".desk-found summary")).to_have_count(0)
    crew.get_by_label("Name").fill("Nobody-here")
    crew.get_by_label("dealer").check()
    crew.get_by_role("button", name="Appoint").click()
    expect(crew.locator(".desk-told.is-refused")).to_be_visible()
    visits.allowed.append("404")


@pytest.mark.nightly
@pytest.mark.parametrize(("rules", "theme"), [("catfish-bend", "dark"), ("marina-bay-sands", "light")])
def test_nothing_keeps_anybody_from_using_desk_and_screen(visits: Visits, rules: str, theme: str) -> None:
    guest = come_in(visits.house, f"Kit-{len(rules)}{theme[0]}")
    table = table_of(visits.house, guest, rules)
    says(visits.house, table, guest, "sits 1000", "bets 25 on pass", "roll 4 4")
    for path, size in (("desk", (1440, 900)), ("desk", PHONE), ("display", WALL), ("display", (1280, 720))):
        page = visits.open(guest, size, color_scheme=theme)
        page.goto(f"/t/{table}/{path}")
        expect(page.locator("#call")).to_contain_text("8")
        for summary in page.locator("summary").all()[:3]:
            summary.click()
        assert barriers(page) == []
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], f"{path} is {wide} wide at {size[0]}"
        page.close()


def test_a_late_bet_is_shown_at_the_desk_and_lies_there_once_both_posts_have_confirmed_it(visits: Visits) -> None:
    olga, dan, bea, rob = (come_in(visits.house, name) for name in ("Olga", "Dan", "Bea", "Rob"))
    table = table_of(visits.house, olga, "new-south-wales")
    for who, role in ((dan, "dealer"), (bea, "boxperson")):
        roles = f"/api/tables/{table}/roles/{who.name}"
        visits.house.web.put(roles, json={"roles": [role]}, headers=bearer(olga.token)).raise_for_status()
    says(visits.house, table, rob, "sits 500", "bets 10 on pass")
    says(visits.house, table, olga, "throw")
    phone = visits.open(rob, size=PHONE)
    phone.goto(f"/t/{table}")
    phone.locator("[data-spot=field]").tap(force=True)  # closed, for now: it waits
    desks = [visits.open(who) for who in (dan, bea)]
    for desk, role in zip(desks, ("dealer", "boxperson"), strict=True):
        desk.goto(f"/t/{table}/desk")
        expect(desk.locator("so-late")).to_contain_text(f"{rob.name} bets 5 on field")
        shot(desk, f"real-dice-late-{role}")
        desk.get_by_role("button", name=f"Confirm as {role}").click()
    for desk in desks:
        expect(desk.locator("so-late section")).to_have_count(0)
    expect(phone.locator(f"[data-stack=field][data-seat={rob.name}]")).to_have_count(1)
    says(visits.house, table, olga, "roll 4 4")
    expect(phone.locator(".call-point")).to_have_text("The point is 8")
    shown = state_of(visits.house, table, rob)
    assert shown["seats"][rob.name]["layout"] == {"pass": "10.00"}  # the field lost once, and was not bet again
    assert shown["seats"][rob.name]["rack"] == "485.00"


@pytest.mark.nightly
def test_with_a_crew_posted_a_bet_called_on_waits_at_the_desk_for_the_dealers_word(visits: Visits) -> None:
    olga, rob = come_in(visits.house, "Olga"), come_in(visits.house, "Rob")
    table = table_of(visits.house, olga)
    says(visits.house, table, rob, "sits 500", "bets 10 on pass", "bets 12 on place-6")
    says(visits.house, table, olga, "crew: stick Kim, third base Lou")
    phone = visits.house.connect(table, rob.token)
    assert phone.say("k1", "calls place on")["code"] == "unconfirmed"
    desk = at_the_desk(visits, olga, table)
    expect(desk.locator("so-late")).to_contain_text(f"{rob.name} calls place on")
    expect(desk.locator("so-late button")).to_have_text(["Confirm as dealer"])
    shot(desk, "real-dice-call-waits")
    desk.get_by_role("button", name="Confirm as dealer").click()
    expect(desk.locator("so-late section")).to_have_count(0)
    (seat,) = visits.house.connect(table, rob.token).hear("snapshot")["table"]["seats"]
    assert {bet["wager"]: bet.get("call", "") for bet in seat["layout"]["lying"]} == {"pass": "", "place-6": "on"}


@pytest.mark.nightly
def test_a_voucher_is_shown_beside_the_rack_until_it_lies_on_the_layout(visits: Visits) -> None:
    olga = come_in(visits.house, "Olga")
    table = table_of(visits.house, olga, "new-south-wales")
    says(visits.house, table, olga, "sits 500", "crew: stick Kim, third base Lou", "presents 25 by voucher")
    page = visits.open(olga)
    page.goto(f"/t/{table}")
    facts = page.locator(".facts")
    expect(facts).to_contain_text("Vouchers")
    assert barriers(page) == []
    expect(page.locator(f"[data-rack={olga.name}]").first).to_have_attribute("data-cents", "50000")
    shot(page, "voucher-beside-the-rack")
    says(visits.house, table, olga, "bets 25 on pass with a voucher")
    expect(page.locator(f"[data-stack=pass][data-seat={olga.name}]")).to_have_count(1)
    expect(facts).not_to_contain_text("Vouchers")
    expect(page.locator(f"[data-rack={olga.name}]").first).to_have_attribute("data-cents", "50000")
    shot(page, "voucher-on-the-layout")

"""At one table: players see each other, what is done can be undone until the dice go out, and a no has its clause."""

import pytest
from playwright.sync_api import expect

from tests.browser.ledger import shows
from tests.browser.playing import Player, focused
from tests.browser.visiting import PHONE, WALL, Visits, come_in, says, shot, table_of

_COVERED = """() => {
  const note = document.querySelector("so-felt .spot-note").getBoundingClientRect();
  return [...document.querySelectorAll("so-felt .stack[data-stack]")].some((chip) => {
    const { left, right, top, bottom } = chip.getBoundingClientRect();
    return left < note.right && right > note.left && top < note.bottom && bottom > note.top;
  });
}"""
"""Whether a note lies over anybody's chips."""
_IN_THE_AIR = """() => {
  const { classList } = document.querySelector(".stage");
  addEventListener("dice-in-the-air", function hold() {
    const flights = [...document.querySelectorAll(".die")].flatMap((die) => die.getAnimations());
    if (!flights.length) return setTimeout(hold);
    for (const flight of flights) flight.pause();
    classList.add("is-waiting");
  });
  addEventListener("dice-at-rest", () => classList.remove("is-waiting"));
}"""
"""Dice that are thrown stay in the air."""


def test_two_players_and_a_spectator_see_the_same(visits: Visits) -> None:
    ann = Player(visits)
    bob = Player(visits, name="Bob", to=ann)
    watcher = visits.open(reduced_motion="reduce")
    watcher.goto(f"/t/{ann.table}")
    ann.ledger.follows(bob.ledger.shown.n)
    pages = (ann.page, bob.page, watcher)

    def all_see(n: int) -> None:
        ann.ledger.follows(n)
        for page in pages:
            shows(page, ann.ledger)

    ann.clicks("pass")
    bob.ledger.follows(ann.ledger.shown.n)
    bob.clicks("dont-pass")
    all_see(bob.ledger.shown.n)
    bob.clicks("field")
    all_see(bob.ledger.shown.n)
    for a, b in ((4, 5), (2, 2), (3, 4)):
        ann.ledger.says(f"roll {a} {b}")
        all_see(ann.ledger.shown.n)
        bob.ledger.follows(ann.ledger.shown.n)
    expect(bob.page.locator("so-players")).to_contain_text(ann.who.name)
    expect(bob.page.locator(f'.tag[title="{ann.who.name}"]')).to_be_visible()
    expect(watcher.locator("so-bar")).to_contain_text("You are watching")
    shot(bob.page, "together")


@pytest.mark.nightly
def test_a_bet_is_undone_until_the_dice_go_out(visits: Visits) -> None:
    ann = Player(visits)
    ann.clicks("pass")
    ann.clicks("field")
    ann.presses("Undo")
    ann.is_heard(f"{ann.who.name} undoes")
    assert ann.ledger.shown.seats[ann.who.name].layout == {"pass": "5.00"}
    ann.ledger.says("throw")
    expect(ann.page.locator(".call-pill")).to_have_text("Dice are out")
    ann.presses("Undo")
    expect(ann.page.locator(".bar-told")).to_have_class("bar-told is-refused")
    assert ann.ledger.shown.seats[ann.who.name].layout == {"pass": "5.00"}
    shows(ann.page, ann.ledger)


@pytest.mark.nightly
def test_an_illegal_spot_says_why_where_it_is_with_its_clause_and_its_story(visits: Visits) -> None:
    ann = Player(visits)
    page, note = ann.page, ann.page.locator("so-felt .spot-note")
    ann.clicks("pass")
    come = page.locator('so-felt [data-spot="come"]').first
    expect(come).to_have_attribute("aria-disabled", "true")
    refused = ann.ledger.offers()["come"].refused
    assert refused is not None
    page.mouse.click(*ann.at("come"))
    expect(note).to_contain_text(refused.reason, ignore_case=True)
    expect(note).to_contain_text("Wagers 3")
    ann.told("Wagers 3")
    assert page.locator("[role=status], [role=alert], [aria-live]").filter(has_text="Wagers 3").count() == 1
    assert not page.evaluate(_COVERED)
    shot(page, "refused")
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    page.keyboard.press("Enter")
    expect(note).to_be_visible()
    note.get_by_role("button", name="Why").click()
    why = page.get_by_role("dialog")
    expect(why).to_contain_text(refused.reason)
    expect(note).to_have_count(0)
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    expect(come).to_be_focused()
    assert ann.ledger.shown.seats[ann.who.name].layout == {"pass": "5.00"}


@pytest.mark.nightly
def test_what_the_house_refuses_is_said_at_its_spot_and_goes_with_what_is_done_next(visits: Visits) -> None:
    ann = Player(visits)
    note = ann.page.locator("so-felt .spot-note")
    ann.types("bets 7000 on field")
    expect(note).to_contain_text("at most 500")
    spot, box = ann.page.locator('so-felt [data-spot="field"]').first.bounding_box(), note.bounding_box()
    assert spot is not None
    assert box is not None
    assert abs(box["y"] + box["height"] / 2 - spot["y"] - spot["height"] / 2) < spot["height"] * 1.5
    ann.clicks("field")
    expect(note).to_have_count(0)
    ann.page.locator("#cmd").press("Enter")
    expect(note).to_be_visible()
    note.get_by_role("button", name="Close").click()
    expect(note).to_have_count(0)


def test_what_is_bet_while_the_dice_are_out_waits_and_is_made(visits: Visits) -> None:
    ann = Player(visits)
    ann.clicks("pass")
    ann.ledger.says("throw")
    expect(ann.page.locator(".call-pill")).to_have_text("Dice are out")
    ann.page.mouse.click(*ann.at("field"))
    expect(ann.page.locator('[data-wish="field"]')).to_have_attribute("data-cents", "500")
    ann.told("is waiting")
    ann.ledger.says("roll 4 2")
    ann.is_heard(f"{ann.who.name} bets 5 on field")
    expect(ann.page.locator('[data-wish="field"]')).to_have_count(0)


@pytest.mark.nightly
def test_odds_are_offered_behind_a_line_bet_and_taken_at_the_most(visits: Visits) -> None:
    ann = Player(visits)
    ann.clicks("pass")
    ann.rolls(3, 3)
    expect(ann.page.locator('.invite[data-part="pass-odds"]')).to_be_visible()
    most = ann.ledger.offers()["pass-odds"].maximum
    ann.presses("Odds max")
    ann.is_heard(f"{ann.who.name} bets ")
    assert ann.ledger.shown.seats[ann.who.name].layout["pass-odds"] == most


@pytest.mark.nightly
def test_repeat_double_and_clear(visits: Visits) -> None:
    ann = Player(visits)
    name = ann.who.name
    for wager in ("pass", "field"):
        ann.clicks(wager)
    ann.rolls(5, 6)
    assert ann.ledger.shown.seats[name].layout == {}
    ann.presses("Repeat")
    ann.told("Repeated: 2 bets")
    ann.ledger.follows(ann.ledger.shown.n + 2)
    assert ann.ledger.shown.seats[name].layout == {"pass": "5.00", "field": "5.00"}
    shows(ann.page, ann.ledger)
    ann.presses("Double")
    ann.told("Doubled: 2 bets")
    ann.ledger.follows(ann.ledger.shown.n + 2)
    assert ann.ledger.shown.seats[name].layout == {"pass": "10.00", "field": "10.00"}
    shows(ann.page, ann.ledger)
    ann.presses("Clear")
    ann.told("All undone")
    ann.ledger.follows(ann.ledger.shown.n + 4)
    assert ann.ledger.shown.seats[name].layout == {}
    shows(ann.page, ann.ledger)


@pytest.mark.nightly
def test_several_numbers_at_once_pressed_and_turned_off(visits: Visits) -> None:
    ann = Player(visits)
    name = ann.who.name
    ann.clicks("pass")
    ann.rolls(3, 1)
    before = ann.ledger.shown.n
    ann.presses("Inside")
    ann.told("Inside: 4 bets")
    ann.ledger.follows(before + 4)
    shows(ann.page, ann.ledger)
    ann.rolls(4, 2)
    ann.presses("Press")
    ann.is_heard(f"{name} bets ")
    assert ann.ledger.shown.seats[name].layout["place-6"] == "12.00"
    ann.page.locator('so-felt [data-spot="place-6"]').first.focus()
    ann.page.keyboard.press("o")
    ann.is_heard(f"{name} calls place-6 off")
    expect(ann.page.locator('[data-stack="place-6"]')).to_contain_class("is-off")
    ann.page.keyboard.press("o")
    ann.is_heard(f"{name} calls place-6 on")
    expect(ann.page.locator('[data-stack="place-6"]')).not_to_contain_class("is-off")


@pytest.mark.nightly
def test_a_standing_order_is_obeyed_after_every_roll(visits: Visits) -> None:
    ann = Player(visits)
    name = ann.who.name
    ann.presses("Orders")
    ann.page.get_by_label("Bet again what a roll decided").check()
    ann.clicks("field")
    ann.clicks("pass")
    for roll in ((3, 6), (2, 3), (4, 2)):
        ann.ledger.says("roll {} {}".format(*roll))
        ann.is_heard(f"{name} bets 5 on field")
    assert ann.ledger.shown.seats[name].layout == {"pass": "5.00", "field": "5.00"}


@pytest.mark.nightly
def test_orders_repeat_and_chips_that_wait_outlive_a_reload_and_are_done_once_by_two_tabs(visits: Visits) -> None:
    ann = Player(visits)
    name, page = ann.who.name, ann.page
    ann.clicks("pass")
    ann.clicks("field")
    ann.presses("Orders")
    page.get_by_label("Bet again what a roll decided").check()
    twin = visits.page(page.context)
    twin.goto(f"/t/{ann.table}")
    twin.locator("so-bar").get_by_role("button", name="Orders").click()
    twin.get_by_label("Bet again what a roll decided").check()
    ann.ledger.says("throw")
    expect(page.locator(".call-pill")).to_have_text("Dice are out")
    page.mouse.click(*ann.at("place-6"))
    expect(page.locator('[data-wish="place-6"]')).to_be_visible()
    page.reload()
    expect(page.locator('[data-wish="place-6"]')).to_have_attribute("data-cents", "500")
    expect(page.get_by_label("Bet again what a roll decided")).to_be_checked()
    ann.ledger.says("roll 5 6")
    before = ann.ledger.shown.n
    ann.ledger.follows(before + 3)
    assert ann.ledger.shown.seats[name].layout == {"pass": "5.00", "field": "5.00", "place-6": "6.00"}
    for open_page in (page, twin):
        shows(open_page, ann.ledger)
    page.reload()
    expect(page.locator("so-bar")).to_contain_text("Orders 1")
    ann.ledger.says("undo")
    assert ann.ledger.shown.n == before + 4, "nothing more was said"


@pytest.mark.nightly
def test_chips_are_dragged_to_another_spot_and_off_the_felt(visits: Visits) -> None:
    ann = Player(visits)
    name, mouse = ann.who.name, ann.page.mouse
    ann.clicks("place-8")

    def chip(wager: str) -> tuple[float, float]:
        box = ann.page.locator(f'[data-stack="{wager}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    mouse.move(*chip("place-8"))
    mouse.down()
    mouse.move(*ann.at("place-6"), steps=4)
    expect(ann.page.locator("so-felt")).to_contain_class("is-carrying")
    mouse.up()
    assert ann.ledger.hears().startswith(f"{name} undoes")  # what is shown then has gone on already
    ann.is_heard(f"{name} bets 6 on place-6")
    mouse.move(*chip("place-6"))
    mouse.down()
    mouse.move(700, 880, steps=4)
    mouse.up()
    ann.is_heard(f"{name} undoes")
    assert ann.ledger.shown.seats[name].layout == {}


@pytest.mark.nightly
def test_people_talk_and_one_who_was_away_reads_it(visits: Visits) -> None:
    ann = Player(visits)
    bob = Player(visits, name="Bob", to=ann)
    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Say something to the table").fill("good luck <b>everybody</b>")
    ann.page.keyboard.press("Enter")
    expect(bob.page.get_by_role("tab", name="Chat")).to_contain_text("1 new")
    bob.page.get_by_role("tab", name="Chat").click()
    expect(bob.page.get_by_role("log", name="Chat")).to_contain_text(f"{ann.who.name} good luck <b>everybody</b>")
    late = Player(visits, name="Cy", to=ann)
    late.page.get_by_role("tab", name="Chat").click()
    expect(late.page.get_by_role("log", name="Chat")).to_contain_text("good luck")


@pytest.mark.nightly
def test_a_strategy_is_asked_to_sit_down_and_to_get_up(visits: Visits) -> None:
    ann = Player(visits, pause=0)
    players = ann.page.locator("so-players")
    players.get_by_role("button", name="Add a bot").click()
    players.get_by_role("combobox", name="Strategy").select_option("three-point-molly")
    players.get_by_role("button", name="Add", exact=True).click()
    expect(players.locator(".is-bot")).to_have_count(1)
    expect(ann.page.locator('so-felt [data-stack][data-seat="Bot-three-point-molly"]').first).to_be_attached()
    players.get_by_role("button", name="from the table").click()
    expect(players).to_contain_text("will leave as soon as its bets allow")


@pytest.mark.nightly
def test_a_shootout_fills_point_by_point_and_is_held_when_it_is_hit(visits: Visits) -> None:
    ann = Player(visits)
    panel = ann.page.locator("so-shootout")
    expect(panel).to_contain_text("posted")
    points = ann.ledger.book()["shootout"]
    for made, point in enumerate(points, start=1):
        ann.clicks("pass")
        a = max(1, point - 6)
        ann.rolls(a, point - a)
        expect(panel.locator("li.now")).to_contain_text(str(point))
        ann.rolls(a, point - a)
        expect(panel.locator("li.made")).to_have_count(made)
        if made == 3:
            shot(ann.page, "shootout")
    expect(panel).to_contain_text(f"Hit by {ann.who.name}")
    expect(panel).to_contain_text("held until the dice have passed inspection")


@pytest.mark.nightly
def test_with_an_empty_rack_no_spot_invites_and_nothing_waits(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    table = table_of(visits.house, ann)
    says(visits.house, table, ann, "sits 10", "bets 10 on pass", "roll 4 2")
    page = visits.open(ann, reduced_motion="reduce")
    page.goto(f"/t/{table}")
    spots = page.locator("so-felt .space[data-part]")
    expect(page.locator("so-felt .is-illegal[data-part=field]")).to_be_visible()
    expect(page.locator("so-felt .is-illegal[data-part]")).to_have_count(spots.count())
    for wager in ("dont-pass", "field"):
        page.locator(f'so-felt [data-spot="{wager}"]').click(force=True)
        expect(page.locator(".spot-note")).to_be_visible()
        page.keyboard.press("Escape")
    expect(page.locator("[data-wish]")).to_have_count(0)


@pytest.mark.nightly
def test_a_click_or_a_key_that_ends_a_throw_bets_nothing(visits: Visits) -> None:
    ann = Player(visits, still=False)
    ann.clicks("pass")
    expect(ann.page.locator(".stage[ready]")).to_be_attached()
    ann.page.evaluate(_IN_THE_AIR)
    field = ann.at("field")
    ann.ledger.says("roll 4 2")
    expect(ann.page.locator(".stage.is-waiting")).to_be_attached()
    ann.page.mouse.click(*field)
    expect(ann.page.locator('[data-puck="6"]')).to_be_visible()
    ann.clicks("field")
    assert ann.ledger.shown.seats[ann.who.name].layout == {"pass": "5.00", "field": "5.00"}
    for key in ("Enter", " ", "m", "d"):
        assert focused(ann.page) == "field"
        ann.ledger.says("roll 4 1")
        expect(ann.page.locator(".stage.is-waiting")).to_be_attached()
        ann.page.keyboard.press(key)
        expect(ann.page.locator(".stage.is-waiting")).to_have_count(0)
        shows(ann.page, ann.ledger)
        assert ann.ledger.shown.seats[ann.who.name].layout == {"pass": "5.00"}
        ann.invited("field")
        ann.page.keyboard.press("Enter")
        ann.is_heard(f"{ann.who.name} bets 5 on field")


@pytest.mark.nightly
def test_only_what_may_be_bet_lights_up_and_the_chip_to_come_hides_nothing(visits: Visits) -> None:
    ann = Player(visits)
    ann.clicks("pass")
    ann.rolls(4, 2)
    ann.clicks("field")
    fill = "wager => getComputedStyle(document.querySelector(`.space[data-part='${wager}']`)).fill"
    before = {wager: ann.page.evaluate(fill, wager) for wager in ("dont-pass", "come")}
    for wager, lights in (("dont-pass", False), ("come", True)):
        ann.page.mouse.move(*ann.at(wager))
        expect(ann.page.locator(f'.is-hover[data-part="{wager}"]').first).to_be_attached()
        ann.page.wait_for_timeout(300)
        assert (ann.page.evaluate(fill, wager) != before[wager]) == lights
    ann.page.mouse.move(*ann.at("field"))
    expect(ann.page.locator(".is-preview")).to_be_visible()
    shot(ann.page, "chip-to-come")
    boxes = [
        ann.page.locator(f"{stack} > b").bounding_box() for stack in ("[data-stack=field].is-own", ".stack.is-preview")
    ]
    lies, comes = boxes
    assert lies is not None
    assert comes is not None
    middle = lies["x"] + lies["width"] / 2, lies["y"] + lies["height"] / 2
    assert comes["x"] > middle[0] or comes["y"] + comes["height"] < middle[1]


@pytest.mark.nightly
def test_everybody_is_named_at_the_rail_and_on_a_phone_the_shooter_and_oneself(visits: Visits) -> None:
    rowan, kaz, uli = (come_in(visits.house, name) for name in ("Rowan", "Kaz", "Uli"))
    table = table_of(visits.house, rowan)
    says(visits.house, table, rowan, "sits 1000", "bets 10 on pass")
    for guest in (kaz, uli):
        says(visits.house, table, guest, "sits 1000")
    wall = visits.open(None, WALL, reduced_motion="reduce")
    wall.goto(f"/t/{table}/display")
    desk = visits.open(kaz, reduced_motion="reduce")
    desk.goto(f"/t/{table}")
    for page in (wall, desk):
        names = page.locator(".tag > span")
        expect(names).to_have_count(3)
        assert names.evaluate_all("all => all.every((name) => name.scrollWidth <= name.clientWidth)")
    phone = visits.open(kaz, PHONE, reduced_motion="reduce")
    phone.goto(f"/t/{table}")
    expect(phone.locator(".tag")).to_have_count(2)
    expect(phone.locator(f'.tag[title="{rowan.name}"] .shoots')).to_be_visible()
    expect(phone.locator(f'.tag.is-you[title="{kaz.name}"]')).to_be_visible()
    shot(phone, "seats")


@pytest.mark.nightly
def test_what_may_be_bet_on_the_hop_looks_alike(visits: Visits) -> None:
    ann = Player(visits)
    pips = ann.page.locator(".ink-of[data-of^='middle hop-'] .pips circle")
    expect(pips.first).to_be_attached()
    assert len(set(pips.evaluate_all("all => all.map((pip) => getComputedStyle(pip).fill)"))) == 1

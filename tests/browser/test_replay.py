"""Replay in a browser: at every roll the felt is what the ledger was then, by keyboard, by a link, on a phone."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ledger import Ledger
from tests.browser.visiting import DESK, PHONE, Visits, barriers, come_in, shot, table_of
from tests.volume import nightly_except, seeded

_STACKS = """() => Object.fromEntries([...document.querySelectorAll(".replay-felt [data-stack]")]
  .map(({ dataset }) => [`${dataset.seat} ${dataset.stack}`, dataset.cents]))"""
_BETS = ("bets 10 on pass", "bets 12 on place-6", "bets 12 on place-8", "bets 5 on field", "bets 10 on come")


def _played(visits: Visits, rolls: int) -> tuple[str, list[dict[str, str]]]:
    """A table that was played at, and the stacks on its layout after every roll."""
    ann, dice = come_in(visits.house, "Ann"), seeded("replay")
    table = table_of(visits.house, ann)
    ledger, after = Ledger(visits.house, table, ann), list[dict[str, str]]()
    ledger.says("sits 2000")
    while len(after) < rolls:
        for line in _BETS:
            ledger.asks(line)
        ledger.says(f"roll {dice.randint(1, 6)} {dice.randint(1, 6)}")
        stacks = ledger.to_show()["stacks"]
        after.append({spot: re.sub(r" .*", "", cents) for spot, cents in stacks.items()})
    ledger.close()
    return table, after


def _shows(page: Page, stacks: dict[str, str]) -> None:
    page.wait_for_function(
        f"wanted => JSON.stringify(Object.entries(({_STACKS})()).sort()) === wanted",
        arg=json.dumps(sorted([spot, cents] for spot, cents in stacks.items()), separators=(",", ":")),
    )


def test_the_felt_is_the_ledger_at_every_roll_by_keyboard_and_by_a_link(visits: Visits) -> None:
    table, after = _played(visits, 8)
    page = visits.open()
    page.goto(f"/t/{table}/replay?roll=1")
    expect(page.get_by_role("slider", name="Roll")).to_have_value("1")
    for number, stacks in enumerate(after, 1):
        expect(page).to_have_url(re.compile(rf"roll={number}$"))
        expect(page.locator(".replay-side [role=status]")).to_contain_text(f"Roll {number} of {len(after)}")
        _shows(page, stacks)
        page.keyboard.press("ArrowRight")
    assert barriers(page) == []
    shot(page, "replay")
    slider = page.get_by_role("slider", name="Roll")
    track = slider.bounding_box()
    assert track is not None
    slider.click(position={"x": 1, "y": 10})
    expect(slider).to_have_value("1")
    page.mouse.move(track["x"] + 5, track["y"] + 40)
    page.mouse.down()
    page.mouse.move(track["x"] + track["width"] - 2, track["y"] + 40, steps=3)
    page.mouse.up()
    expect(slider).to_have_value(str(len(after)))
    _shows(page, after[-1])


@pytest.mark.parametrize("size", nightly_except([DESK, PHONE], [PHONE]))
def test_felt_curve_and_buttons_are_on_the_first_screen_and_the_dice_of_the_hand_lead_to_their_roll(
    visits: Visits, size: tuple[int, int]
) -> None:
    page = visits.open(size=size)
    page.goto("/replay?s=pass-line&house=typical&bring=300&rolls=40&seed=7&session=3&roll=5")
    slider = page.get_by_role("slider", name="Roll")
    expect(slider).to_have_value("5")
    rooms = page.get_by_role("navigation", name="Rooms").bounding_box()
    assert rooms is not None
    ends = rooms["y"] if size == PHONE else size[1]
    for shown in (page.locator(".replay-felt"), slider, *page.locator(".replay-keys > .button").all()):
        box = shown.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= ends, "it is below the first screen"
    page.locator(".replay-dice button").first.press("Enter")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Roll 1 of "))
    expect(page).to_have_url(re.compile("roll=1$"))
    page.get_by_role("button", name="Copy link to this roll").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


def test_whatever_is_not_rolled_yet_is_said(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    page = visits.open(ann)
    page.goto(f"/t/{table_of(visits.house, ann)}/history")
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Nobody has rolled here yet.")).to_be_visible()


def test_a_session_is_opened_by_its_link_and_a_file_by_choosing_it(visits: Visits, tmp_path: Path) -> None:
    page = visits.open()
    page.goto("/replay?s=pass-line&house=typical&bring=300&rolls=40&seed=7&session=3&roll=5")
    slider = page.get_by_role("slider", name="Roll")
    expect(slider).to_have_value("5")
    expect(page.get_by_text("pass line, session 3")).to_be_visible()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".replay-hands [aria-current]")).to_contain_text("Hand 2 by Shooter")
    assert barriers(page) == []
    shot(page, "replay-session")
    game = tmp_path / "night.craps"
    game.write_text("rules typical\nseat Ann 100\nAnn bets 10 on pass\nroll 2 2\nroll 6 1\n", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(game)
    expect(page.locator(".replay-side [role=status]")).to_contain_text("Roll 2 of 2: 6 and 1, seven out. Ann −$10.")
    expect(page.locator(".replay-settled")).to_contain_text("Ann: Pass $10")
    expect(page.locator(".replay-settled details[open] .replay-clause")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_replay_of_a_session_fits_a_phone(visits: Visits, theme: str) -> None:
    page = visits.open(None, PHONE, color_scheme=theme)
    page.goto("/replay?s=three-point-molly&rolls=80&seed=7&session=3&roll=50")
    expect(page.get_by_role("slider", name="Roll")).to_have_value("50")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert barriers(page) == []
    shot(page, f"replay-session-{theme}")


@pytest.mark.nightly
def test_a_roll_is_chosen_by_touch_on_a_phone(visits: Visits) -> None:
    table, after = _played(visits, 6)
    page = visits.open(None, PHONE)
    page.goto(f"/t/{table}/replay")
    _shows(page, after[-1])
    page.get_by_role("button", name="Roll before").tap()
    _shows(page, after[-2])
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert barriers(page) == []
    shot(page, "replay")

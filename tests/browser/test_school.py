"""The school in a browser: an exercise of each kind is worked, judged with its clause, and made again from its seed."""

import pytest
from playwright.sync_api import Locator, Page, expect

from sevenout import Game
from sevenout.school.exercises.exercise import Exercise, HandMotion
from sevenout.school.exercises.rooms import ROOMS, make_exercise
from sevenout.school.topics.chip_cutting import chips_of
from tests.browser.visiting import PHONE, Visits, barriers, shot
from tests.volume import nightly_except

GAME = Game.open("catfish-bend")
CHIPS = [chip.cents for chip in chips_of(GAME).denominations]
TITLES = {spot.key: spot.title for spot in GAME.rules.spots}


def _go(page: Page, room: str, level: int, seed: int) -> Exercise:
    page.goto(f"/school?rules=catfish-bend&room={room}&level={level}&seed={seed}")
    exercise = make_exercise(GAME, room, level, seed)
    expect(page.get_by_role("heading", level=2, name=exercise.prompt.splitlines()[0])).to_be_visible()
    return exercise


def _press(button: Locator, *, touch: bool) -> None:
    if touch:
        button.tap()
    else:
        button.click()


def _cut(page: Page, motion: HandMotion, *, touch: bool = False) -> None:
    for chip in motion.chips:
        _press(page.get_by_role("button", name=f"${chip // 100:,} chip"), touch=touch)


def _do(page: Page, motion: HandMotion, *, touch: bool) -> None:
    """One motion of an end by its button."""
    whose = f"{motion.seat}’s {TITLES.get(motion.wager, '')}"
    match motion.act:
        case "take":
            name = f"Take {whose}"
        case "pay":
            _cut(page, motion, touch=touch)
            name = f"Pay {whose} ${motion.amount // 100:,}"
        case "move":
            name = f"Move {whose} to {TITLES[motion.to]}"
        case _:
            name = f"Puck {motion.to}"
    _press(page.get_by_role("button", name=name, exact=True), touch=touch)


@pytest.mark.parametrize("size", nightly_except([(1440, 900), PHONE], [(1440, 900)]))
def test_each_kind_of_exercise_is_worked_judged_with_its_clause_and_made_again(
    visits: Visits, size: tuple[int, int]
) -> None:
    touch, page = size == PHONE, visits.open(size=size)
    page.goto("/")
    page.get_by_role("link", name="School").first.click()
    expect(page).to_have_title("School · sevenout")

    cut = _go(page, "cut", 2, 534)
    _press(page.get_by_role("button", name="$1 chip"), touch=touch)
    _press(page.get_by_role("button", name="Hand it off"), touch=touch)
    expect(page.locator(".verdict")).to_contain_text("Not right.")
    expect(page.locator(".verdict-why").first).to_contain_text("It is 93: 92 short.")
    expect(page.locator(".verdict")).to_contain_text("Taking and Paying 8")
    assert barriers(page) == []
    shot(page, f"school-cut-{size[0]}")
    page.get_by_role("button", name="The same again").press("Enter")
    expect(page.locator(".verdict")).to_have_count(0)
    for chip in cut.right[0].chips:  # by key alone
        page.locator("#asked").press(str(CHIPS.index(chip) + 1))
    page.get_by_role("button", name="Hand it off").press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Right.")
    page.get_by_role("button", name="Next", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Hand it off")).to_be_visible()

    end = _go(page, "end", 2, 77)
    for motion in end.right:
        _do(page, motion, touch=touch)
    shot(page, f"school-end-{size[0]}")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    _press(page.get_by_role("button", name="Done: hands off"), touch=touch)
    expect(page.locator(".verdict")).to_contain_text("Right.")
    page.get_by_role("button", name="The same again").press("Enter")
    expect(page.locator(".verdict")).to_have_count(0)
    for motion in reversed(end.right):
        _do(page, motion, touch=touch)
    _press(page.get_by_role("button", name="Done: hands off"), touch=touch)
    expect(page.locator(".verdict-why").first).to_contain_text("Order First: ")

    call = _go(page, "call", 1, 5)
    page.get_by_label("Your call").fill("Seven out")
    page.get_by_label("Your call").press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Not right.")
    page.get_by_role("button", name="The same again").press("Enter")
    page.get_by_label("Your call").fill(call.right[0].words)
    shot(page, f"school-call-{size[0]}")
    page.get_by_label("Your call").press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Right.")
    assert barriers(page) == []


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_level_can_be_opened(visits: Visits, theme: str) -> None:
    page = visits.open(color_scheme=theme)
    for room, one in ROOMS.items():
        for level in range(1, len(one.levels) + 1):
            _go(page, room, level, 11)
            expect(page.get_by_role("combobox", name="Level")).to_have_value(str(level))
            assert barriers(page) == []

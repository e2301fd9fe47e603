"""The school in a browser: an exercise of each kind is worked, judged with its clause, and made again from its seed."""

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from sevenout import Game
from sevenout.school.exercises.exercise import Exercise, HandMotion
from sevenout.school.exercises.props import place_at_rail
from sevenout.school.exercises.rooms import ROOMS, make_exercise
from sevenout.school.topics.chip_cutting import chips_of
from tests.browser.visiting import DESK, PHONE, Visits, barriers, shot
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


def _set_up(page: Page, motion: HandMotion, *, touch: bool) -> None:
    """One motion of the stick while the rail calls."""
    match motion.act:
        case "set":
            _press(page.get_by_role("button", name=f"Pick up {motion.seat}’s"), touch=touch)
            space = page.locator(f'[data-wager="{motion.wager}"]')
            _press(space.locator(".props-name"), touch=touch)
            _press(space.get_by_role("button", name=motion.to), touch=touch)
        case "repeat":
            page.get_by_label(f"Repeat {motion.seat}’s bet").fill(motion.words)
            _press(page.get_by_role("button", name=f"Say it: {motion.seat}’s bet"), touch=touch)
        case "close":
            _press(page.get_by_role("button", name="Dice out"), touch=touch)
        case _:
            _press(page.get_by_role("button", name=f"After this roll, {motion.seat}"), touch=touch)


def _settle(page: Page, exercise: Exercise, motion: HandMotion, *, touch: bool) -> None:
    """One motion of the stick after a roll."""
    assert exercise.rail is not None
    place, title = place_at_rail(GAME, exercise.rail, motion.seat), TITLES[motion.wager]
    stack = page.locator(f'[data-wager="{motion.wager}"]').get_by_role("button", name=place)
    _press(stack, touch=touch)
    bar = page.get_by_role("region", name=f"{title} at {place}")
    if motion.act == "announce":
        bar.get_by_label("Pays $").fill(f"{motion.amount / 100:g}")
        _press(bar.get_by_role("button", name=f"Pay {motion.to}", exact=True), touch=touch)
    else:
        _press(bar.get_by_role("button", name={"take": "Take it", "deduct": "It stays up"}[motion.act]), touch=touch)


def _judged(page: Page, words: str) -> None:
    expect(page.locator(".verdict")).to_contain_text(words)


def _again(page: Page) -> None:
    page.get_by_role("button", name="The same again").press("Enter")
    expect(page.locator(".verdict")).to_have_count(0)


@pytest.mark.parametrize("size", nightly_except([DESK, PHONE], [PHONE]))
def test_the_stick_sets_up_props_and_settles_them(visits: Visits, size: tuple[int, int]) -> None:
    touch, page = size == PHONE, visits.open(size=size)
    done = page.get_by_role("button", name="Done: hands off")
    asked = _go(page, "props", 2, 77)
    for motion in asked.right:
        _set_up(page, motion, touch=touch)
    shot(page, f"school-props-{size[0]}")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    _press(done, touch=touch)
    _judged(page, "Right.")
    _again(page)
    first = asked.right[0]
    wrong = next(motion.to for motion in asked.right if motion.act == "set" and motion.to != first.to)
    _set_up(page, replace(first, to=wrong), touch=touch)
    _set_up(page, HandMotion("close"), touch=touch)
    _press(done, touch=touch)
    _judged(page, "Stickperson 12")
    _judged(page, "Stickperson 10")

    roll = _go(page, "props", 4, 77)
    for motion in roll.right:
        _settle(page, roll, motion, touch=touch)
    shot(page, f"school-settle-{size[0]}")
    assert barriers(page) == []
    _press(done, touch=touch)
    _judged(page, "Right.")
    _again(page)
    paid = next(motion for motion in roll.right if motion.act == "announce")
    _settle(page, roll, replace(paid, chips=(paid.amount + 100,)), touch=touch)
    _press(done, touch=touch)
    _judged(page, "1 too much")
    shot(page, f"school-verdict-{size[0]}")


@pytest.mark.nightly
def test_props_are_set_by_dragging_and_by_key_alone(visits: Visits) -> None:
    page = visits.open()
    asked = _go(page, "props", 1, 77)
    first = next(motion for motion in asked.right if motion.act == "set")
    chips = page.get_by_role("button", name=f"Pick up {first.seat}’s")
    chips.drag_to(page.locator(f'[data-wager="{first.wager}"]'), target_position={"x": 3, "y": 20})
    expect(page.get_by_role("list").filter(has_text=f"Set {first.seat}’s")).to_be_visible()
    page.get_by_role("button", name="Undo the last").press("Enter")
    for motion in asked.right:
        if motion.act != "set":
            _set_up(page, motion, touch=False)
            continue
        page.get_by_role("button", name=f"Pick up {motion.seat}’s").press("Enter")
        space = page.locator(f'[data-wager="{motion.wager}"]')
        space.locator(".props-name").press("Enter")
        space.get_by_role("button", name=motion.to).press("Enter")
    page.get_by_role("button", name="Done: hands off").press("Enter")
    _judged(page, "order" if asked.right[-1].act != "close" else "Right.")


def _choose_step(page: Page, exercise: Exercise, motion: HandMotion, *, touch: bool) -> None:
    """One motion of the rooms of marks and of change."""
    titles = f"{motion.seat}’s {TITLES.get(motion.wager, '')}"
    if motion.act == "puck":
        name = f"Puck {motion.to} at {motion.seat}"
    elif motion.act in ("button", "call"):
        name = f"{motion.to} button on {titles}"
    else:
        _cut(page, motion, touch=touch)
        page.get_by_label("What you say with it").fill(motion.words)
        name = next(choice.words for choice in exercise.choices if choice.value == motion.to).capitalize()
    _press(page.get_by_role("button", name=name, exact=True), touch=touch)


@pytest.mark.parametrize("size", nightly_except([DESK, PHONE], [DESK]))
@pytest.mark.parametrize(("room", "level"), [("buttons", 1), ("buttons", 3), ("change", 3)])
def test_marks_and_change_are_worked_by_mouse_and_touch(
    visits: Visits, room: str, level: int, size: tuple[int, int]
) -> None:
    touch, page = size == PHONE, visits.open(size=size)
    done = page.get_by_role("button", name="Done: hands off")
    asked = _go(page, room, level, 77)
    for motion in asked.right:
        _choose_step(page, asked, motion, touch=touch)
    shot(page, f"school-{room}-{level}-{size[0]}")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    _press(done, touch=touch)
    _judged(page, "Right.")
    _again(page)
    for motion in asked.right[:-1]:
        _choose_step(page, asked, motion, touch=touch)
    _press(done, touch=touch)
    _judged(page, "Left undone")


@pytest.mark.parametrize("size", nightly_except([DESK, PHONE], [PHONE]))
def test_a_bet_is_booked_and_another_refused(visits: Visits, size: tuple[int, int]) -> None:
    touch, page = size == PHONE, visits.open(size=size)
    asked = _go(page, "book", 2, 77)
    fields = {"book": "Stake $", "commission": "Commission $", "give": "Change $"}
    form = page.get_by_role("form", name="Book it")
    for motion in asked.right:
        if motion.act == "repeat":
            form.get_by_label("Repeat it").fill(motion.words)
        else:
            form.get_by_label(fields[motion.act]).fill(f"{motion.amount / 100:g}")
        if motion.wager:
            form.get_by_role("combobox").select_option(motion.wager)
    shot(page, f"school-book-{size[0]}")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    _press(form.get_by_role("button", name="Book it"), touch=touch)
    _judged(page, "Right.")
    seed = next(n for n in range(99) if make_exercise(GAME, "book", 3, n).right[0].act == "refuse")
    (refusal,) = _go(page, "book", 3, seed).right
    page.get_by_label("Or no, because").select_option("contract")
    page.get_by_role("button", name="Refuse it").press("Enter")
    _judged(page, "Not right.")
    _again(page)
    page.get_by_label("Or no, because").select_option(refusal.to)
    page.get_by_role("button", name="Refuse it").press("Enter")
    _judged(page, "Right.")


@pytest.mark.parametrize("size", nightly_except([DESK, PHONE], [DESK]))
def test_a_crew_at_speed_is_stopped_at_its_mistake(visits: Visits, size: tuple[int, int]) -> None:
    touch, page = size == PHONE, visits.open(size=size)
    seed = next(n for n in range(999) if int(make_exercise(GAME, "spot", 3, n).right[0].to) <= 2)
    asked = _go(page, "spot", 3, seed)
    stop, explain = asked.right
    expect(page.locator(".spot-lines li").nth(1)).to_be_visible()
    _press(page.get_by_role("button", name="Stop the game"), touch=touch)
    wrong = "2" if stop.to == "1" else "1"
    for line in (wrong, stop.to):
        _press(page.get_by_role("button", name=f"This one: line {line}"), touch=touch)
    shot(page, f"school-spot-{size[0]}")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.get_by_role("combobox", name="What is wrong").select_option(explain.to)
    if explain.chips:
        page.get_by_label("If it is the amount").fill(f"{explain.amount / 100:g}")
    _press(page.get_by_role("button", name="Say it"), touch=touch)
    _judged(page, "A false stop")
    expect(page.locator(".verdict-marks")).to_contain_text("✓ Money")
    page.get_by_text("What you did").click()
    page.get_by_role("button", name="Watch it again").click()
    expect(page.locator(".motions li")).to_have_count(3)


def test_the_key_comes_before_the_drill_once_and_whenever_it_is_asked_for(visits: Visits) -> None:
    page = visits.open()
    page.goto("/school?room=end&level=1")
    expect(page.get_by_role("heading", name="First the key")).to_be_focused()
    page.get_by_role("button", name="Show Place Bet 6, 8 on the layout").click()
    expect(page.locator(".lesson-example")).to_contain_text("7 for every 6")
    assert barriers(page) == []
    shot(page, "school-lesson-1440")
    page.get_by_role("button", name="Begin the drill").click()
    expect(page.get_by_role("button", name="Done: hands off")).to_be_visible()
    page.goto("/school?room=end&level=1")
    expect(page.get_by_role("button", name="Done: hands off")).to_be_visible()
    page.get_by_role("button", name="The keys of this room").click()
    expect(page.get_by_role("heading", name="First the key")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_level_can_be_opened(visits: Visits, theme: str) -> None:
    page = visits.open(color_scheme=theme)
    for room, one in ROOMS.items():
        for level in range(1, len(one.levels) + 1):
            _go(page, room, level, 11)
            expect(page.get_by_role("combobox", name="Level")).to_have_value(str(level))
            assert barriers(page) == []

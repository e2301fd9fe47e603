"""A class of the school in a browser: a trainer and students, each at a screen of their own."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sevenout import Game
from sevenout.school.catalogue import remake_question
from sevenout.school.exercises.rooms import make_exercise
from tests.browser.visiting import PHONE, WALL, Guest, Visits, barriers, come_in, shot
from tests.server.serving import Served, bearer

GAME = Game.open("catfish-bend")


def _opened(house: Served, trainer: Guest) -> str:
    """The code of a new class."""
    body = {"title": "Class of November", "book": "catfish-bend"}
    answer = house.web.post("/api/school/classes", json=body, headers=bearer(trainer.token))
    return str(answer.json()["code"])


def _home(house: Served, code: str, name: str) -> dict[str, Any]:
    told: dict[str, Any] = house.web.get(f"/api/school/classes/{code}/learners/{name}").json()
    return told


def _comes_in(page: Page, code: str, name: str) -> None:
    page.goto("/school")
    page.get_by_label("Code of the class").fill(code)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Come in").press("Enter")
    expect(page.get_by_role("link", name="Go on")).to_be_visible()


def _cuts(page: Page, name: dict[str, Any]) -> None:
    exercise = make_exercise(GAME, name["room"], name["level"], name["seed"], name["card"])
    for chip in exercise.right[0].chips:
        page.get_by_role("button", name=f"${chip // 100:,} chip").click()
    page.get_by_role("button", name="Hand it off").click()
    expect(page.locator(".verdict")).to_contain_text("Right.")


@pytest.mark.nightly
def test_a_learner_on_a_phone_comes_in_works_what_is_next_and_is_known_again(visits: Visits) -> None:
    code = _opened(visits.house, come_in(visits.house, "Ruth"))
    page = visits.open(size=PHONE)
    page.goto("/school")
    page.get_by_role("button", name="Come in").tap()
    expect(page.get_by_role("alert").first).to_contain_text("Enter the code that your trainer shows")
    _comes_in(page, code, "Ann")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    shot(page, "class-home")
    first = _home(visits.house, code, "Ann")["next"]
    page.get_by_role("link", name="Go on").tap()
    _cuts(page, first)
    page.get_by_role("button", name="Next", exact=True).tap()
    expect(page.locator(".verdict")).to_have_count(0)
    second = _home(visits.house, code, "Ann")["next"]
    assert second["seed"] != first["seed"]
    expect(page.get_by_role("heading", level=2)).to_have_text(
        make_exercise(GAME, second["room"], second["level"], second["seed"], second["card"]).prompt.splitlines()[0]
    )
    page.goto("/school")
    expect(page.locator(".room-door").first).to_contain_text("level 1 · 100%")
    page.get_by_role("button", name="not Ann?").tap()
    expect(page.get_by_label("Your name")).to_be_visible()


@pytest.mark.nightly
def test_a_question_in_words_is_answered_and_explained_with_its_clause(visits: Visits) -> None:
    visits.allowed.append(r"status of 400 .*/answers")
    code = _opened(visits.house, come_in(visits.house, "Ruth"))
    page = visits.open()
    _comes_in(page, code, "Bob")
    asked = remake_question(GAME, "pay", 1, "place 7:6", 7)
    page.goto("/school?rules=catfish-bend&topic=pay&level=1&seed=7&card=place 7:6")
    page.get_by_label("Your answer").fill("much")
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.get_by_role("alert").first).to_contain_text("amount")
    page.get_by_label("Your answer").fill(asked.answer.as_typed)
    shot(page, "class-question")
    assert barriers(page) == []
    page.get_by_label("Your answer").press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Right.")
    expect(page.locator(".verdict")).to_contain_text("Payout Odds")
    page.get_by_role("button", name="Next", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Hand it off")).to_be_visible()


def test_a_trainer_opens_a_class_watches_freezes_and_gives_one_exercise_to_all(visits: Visits) -> None:
    visits.allowed.append(r"status of 403 .*/grid")
    trainer = visits.open(come_in(visits.house, "Ruth"))
    trainer.goto("/school/class")
    trainer.get_by_role("button", name="Open a class").click()
    expect(trainer).to_have_url(re.compile(r"/school/class/\w{4}$"))
    code = trainer.url.rsplit("/", 1)[1]
    expect(trainer.locator(".class-code")).to_contain_text(code)
    ann, bob = visits.open(), visits.open(size=PHONE)
    _comes_in(ann, code, "Ann")
    _comes_in(bob, code, "Bob")
    ann.get_by_role("link", name="Go on").click()
    _cuts(ann, _home(visits.house, code, "Ann")["next"])

    rows = trainer.locator(".class-grid tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first.locator("td").nth(1)).to_contain_text("100%")
    trainer.get_by_role("button", name="Ann").click()
    trainer.get_by_role("button", name="Replay exercise 1").click()
    trainer.get_by_role("button", name="Forward").click()
    expect(trainer.locator(".class-motions li")).to_contain_text("cut $")
    expect(trainer.get_by_role("status").filter(has_text="motion")).to_have_text("motion 1 of 1")

    trainer.get_by_role("button", name="Bob").click()
    bob.get_by_role("link", name="Go on").tap()
    bob.get_by_role("button", name="$25 chip").tap()
    expect(trainer.get_by_text("In the hand: $25")).to_be_visible()
    shot(trainer, "class-trainer")
    assert barriers(trainer) == []

    trainer.get_by_role("button", name="Freeze all").click()
    expect(bob.get_by_role("alert").first).to_contain_text("Hands off the chips")
    trainer.get_by_role("button", name="Let them go on").click()
    expect(bob.locator(".hands-off")).to_have_count(0)

    trainer.get_by_label("Level").fill("2")
    trainer.get_by_label("Seed").fill("534")
    trainer.get_by_label("Seconds on the wall").fill("600")
    trainer.get_by_role("button", name="Give it to all").click()
    asked = make_exercise(GAME, "cut", 2, 534)
    for student in (ann, bob):
        expect(student.get_by_role("heading", level=2)).to_have_text(asked.prompt.splitlines()[0])
    wall = visits.open(size=WALL)
    wall.goto(f"/school/wall/{code}")
    expect(wall.get_by_role("timer")).to_be_visible()
    _cuts(ann, {"room": "cut", "level": 2, "seed": 534, "card": asked.card})
    expect(wall.get_by_role("status").filter(has_text="answered")).to_have_text("1 of 2 have answered.")
    assert barriers(wall) == []
    trainer.get_by_role("button", name="Show what is right").click()
    expect(wall.locator(".wall-left")).to_have_text("1 of 1 right")
    expect(wall.locator(".wall-right")).to_contain_text("Taking and Paying")
    shot(wall, "class-wall")

    other = visits.open(come_in(visits.house, "Carl"))
    other.goto(f"/school/class/{code}")
    expect(other.get_by_role("alert")).to_contain_text("nly whoever opened this class is its trainer")

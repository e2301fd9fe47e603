"""A class of the school in a browser: a trainer and students, each at a screen of their own."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sevenout import Game
from sevenout.school.catalogue import remake_question
from sevenout.school.exercises.rooms import make_exercise
from tests.browser.visiting import PHONE, Guest, Visits, barriers, come_in, shot
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

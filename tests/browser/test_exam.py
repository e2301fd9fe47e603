"""An exam in a browser: drawn by a trainer, answered on a phone, signed, and its certificate looked through."""

import re

import msgspec
from playwright.sync_api import Page, expect

from sevenout import Game
from sevenout.school.exams.class_exam import ExamAnswer, ExamTask, exam_tasks
from sevenout.school.exercises.exercise import Exercise
from sevenout.school.learners.syllabus import stage_named
from tests.browser.visiting import PHONE, Visits, barriers, come_in, shot
from tests.server.serving import bearer
from tests.unit.school.test_class_exam import right_answers

GAME, FIRST = Game.open("catfish-bend"), stage_named("first-day")
TASKS = exam_tasks(GAME, FIRST, "spring")


def _answers(page: Page, task: ExamTask, answer: ExamAnswer) -> None:
    """Gives a task's answer as its page asks for it."""
    if isinstance(task.asked, Exercise):
        for chip in answer.motions[0].chips:
            page.get_by_role("button", name=f"${chip // 100:,} chip").click()
        page.get_by_role("button", name="Hand it off").click()
    elif page.get_by_label("Your answer").count():
        page.get_by_label("Your answer").fill(answer.text)
        page.get_by_role("button", name="Answer", exact=True).click()
    else:
        mark = page.locator(".question-choices button", has_text=re.compile(rf"^{re.escape(answer.text)}\b"))
        mark.first.click()


def test_an_exam_is_drawn_answered_without_a_verdict_signed_and_replayed_by_anybody(visits: Visits) -> None:
    ruth, web = come_in(visits.house, "Ruth"), visits.house.web
    body = {"title": "Class of November", "book": "catfish-bend"}
    code = web.post("/api/school/classes", json=body, headers=bearer(ruth.token)).json()["code"]
    ann = visits.open(size=PHONE)
    ann.goto("/school")
    ann.get_by_label("Code of the class").fill(code)
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Come in").press("Enter")
    expect(ann.get_by_role("link", name="Go on")).to_be_visible()

    trainer = visits.open(ruth)
    trainer.goto(f"/school/class/{code}")
    trainer.get_by_role("link", name="Exams").click()
    trainer.get_by_label("Seed").fill("spring")
    trainer.get_by_role("button", name="Draw it").click()
    expect(trainer.get_by_role("status")).to_have_text(f"0 of {len(TASKS)} answered.")

    ann.get_by_role("link", name="To the exam").tap()
    ann.get_by_role("button", name="Begin").tap()
    path = f"/api/school/classes/{code}/learners/Ann/exam"
    right = right_answers(GAME, FIRST, "spring")
    by_hand = (0, next(at for at, task in enumerate(TASKS) if not isinstance(task.asked, Exercise)))
    for at, (task, answer) in enumerate(zip(TASKS, right, strict=True)):
        if at not in by_hand:  # the page asks for the next task as it is then
            web.post(f"{path}/answers", json={**msgspec.to_builtins(answer), "number": at + 1})
            continue
        ann.goto("/school/exam")
        ann.get_by_role("button", name=re.compile("Begin|Go on")).tap()
        expect(ann.get_by_text(f"Task {at + 1} of {len(TASKS)}")).to_be_visible()
        assert barriers(ann) == []
        shot(ann, f"exam-task-{at + 1}")
        _answers(ann, task, answer)
        expect(ann.get_by_text(f"Task {at + 2} of {len(TASKS)}")).to_be_visible()
        expect(ann.locator(".verdict")).to_have_count(0)
    ann.goto("/school/exam")
    expect(ann.get_by_text("as far as a screen sees it")).to_be_visible()
    assert ann.evaluate("document.documentElement.scrollWidth") <= PHONE[0]

    signing = trainer.get_by_role("group", name="By hand")
    expect(signing.get_by_role("checkbox")).to_have_count(3)
    for line in signing.get_by_role("checkbox").all():
        line.check()
    trainer.get_by_label("Examiner").fill("Ruth Ames")
    trainer.get_by_label("Licence").fill("4711")
    shot(trainer, "exam-trainer")
    assert barriers(trainer) == []
    trainer.get_by_role("button", name="Sign the certificate").click()
    address = trainer.get_by_role("link", name="The certificate").get_attribute("href") or ""

    anybody = visits.open()
    anybody.goto(address)
    sheet = anybody.get_by_role("article", name="Certificate")
    expect(sheet).to_contain_text("passed “First day”")
    for words in ("Ann", "Ruth Ames", "4711", "spring", GAME.rules.book.digest[:16], address):
        expect(sheet).to_contain_text(words)
    expect(anybody.get_by_role("status")).to_contain_text("all of it follows from the answers")
    anybody.get_by_role("button", name="Task 1:").click()
    expect(anybody.get_by_role("article", name="Task 1")).to_contain_text("No mark.")
    shot(anybody, "exam-certificate")
    assert barriers(anybody) == []
    pages = anybody.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page[^s]", pages)) == 1, "it prints on one sheet"

"""The school at a real terminal: right answers alone lead through the first stage, its exam, and into the next."""

import re

from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.school.learners.syllabus import stages
from tests.unit.cli.terminal import Seat, at_terminal
from tests.unit.school.student import Student

_PROMPT = r"school>|an amount>|chips, such as .*>|yes or no>|a letter, a to \w>"
_COLUMNS, _LINES = 104, 90
_SITTINGS = 40
"""How often Enter may be pressed on a first day: 17 times for its 139 cards, and what was too slow comes again."""


def question(seat: Seat) -> list[str]:
    """The question that stands on the screen: below its heading and layout, above the prompt."""
    rows = seat.page.rows[: seat.page.y]
    heading = max(at for at, row in enumerate(rows) if re.match(r"\d+ of \d+  ", row))
    return [row for row in rows[heading + 1 :] if row and row[0] not in "╭│╰"]


def sit(seat: Seat, student: Student, line: str) -> list[str]:
    """Types a line at the menu and answers all that it asks; the page when the menu asks again."""
    seat.enter(line)
    while True:
        if seat.until(_PROMPT) == "school>":
            return seat.page.rows
        seat.enter(student.answer(question(seat)))


def lesson_named(page: list[str]) -> str:
    """What the menu says that Enter goes on with; nothing if it says until when there is nothing to do."""
    named = [parts[1] for row in page if (parts := re.search(r"^Enter: .*  \((.*)\)$", row))]
    return named[-1] if named else ""


def test_right_answers_alone_pass_the_first_stage_and_enter_goes_on_with_the_second() -> None:
    student = Student(Game(open_book("catfish-bend")))
    first, second, *_ = stages()
    with at_terminal(_COLUMNS, _LINES, "school", TZ="UTC") as seat:
        seat.until("school>")
        page, seen = seat.page.rows, list[str]()
        for _ in range(_SITTINGS):
            lesson = lesson_named(page)
            if not lesson:
                break
            seen += [lesson] if lesson not in seen else []
            page = sit(seat, student, "")
        assert seen == [f"{lesson.topic} {lesson.level}" for lesson in first.lessons]
        assert any(re.fullmatch(r"First day: done until (tomorrow )?\d\d:\d\d\.", row) for row in page)
        assert any(re.search(r"First day +░+ +0 of 139 known$", row) for row in page)  # known: right hours later, too

        seat.enter("")
        seat.until("school>")
        assert any("done until" in row for row in seat.page.rows)

        page = sit(seat, student, "exam first-day")
        assert "Passed" in "\n".join(page), "\n".join(page)
        assert lesson_named(page) == f"{second.lessons[0].topic} {second.lessons[0].level}"

"""A blank paper for a class and its key: the same questions from one seed, without the answers and with them."""

from collections.abc import Iterable
from textwrap import indent, wrap

from msgspec import Struct

from sevenout.base.html import Markup, tag
from sevenout.school.catalogue import TOPICS
from sevenout.school.exams.paper import (
    Drawing,
    because_text,
    form_page,
    question_markup,
    reasons_markup,
    signatures,
    undrawn,
)
from sevenout.school.questions import Question

_WIDTH, _MARGIN = 80, "     "
_LINE = "_" * 24


class Worksheet(Struct, frozen=True):
    """Questions for a class, on no particular day and for nobody in particular."""

    title: str
    house: str
    book: str
    digest: str
    seed: str
    questions: tuple[Question, ...]

    @property
    def about(self) -> str:
        """Names the house, the number of questions, and the seed that makes them again."""
        return f"{self.house}, {len(self.questions)} questions, seed {self.seed}"


def blank(sheet: Worksheet, drawing: Drawing = undrawn) -> str:
    """The questions as text, each with a line for its answer."""
    lines = [sheet.title, sheet.about, "", f"Name {_LINE}  Date {_LINE}"]
    for number, asked in enumerate(sheet.questions, start=1):
        lines += ["", f"{f'{number}.':<5}{TOPICS[asked.topic].title}"]
        felt = drawing(asked)
        lines += [indent(felt.rstrip("\n"), "  ")] if felt else []
        for line in asked.text.splitlines():
            lines += _wrap(line)
        lines.append(f"{_MARGIN}{asked.answer.hint}: {_LINE}")
    return "\n".join((*lines, ""))


def key(sheet: Worksheet) -> str:
    """The answers as text, each with the reason and its clause."""
    lines = [f"Key: {sheet.title}", sheet.about, ""]
    for number, asked in enumerate(sheet.questions, start=1):
        lines.append(f"{f'{number}.':<5}{asked.answer.as_typed}")
        for because in asked.because:
            lines += _wrap(because_text(because))
    return "\n".join((*lines, ""))


def _wrap(line: str) -> list[str]:
    margin = _MARGIN + " " * (len(line) - len(line.lstrip()))
    return wrap(line.lstrip(), _WIDTH, initial_indent=margin, subsequent_indent=margin) or [""]


def blank_html(sheet: Worksheet, drawing: Drawing = undrawn) -> str:
    """Builds the questions as one page to print."""
    items = (
        tag("li", question_markup(asked, drawing), tag("p", f"{asked.answer.hint}: ", tag("span"), class_="blank"))
        for asked in sheet.questions
    )
    return _page(sheet.title, sheet, signatures("Name", "Date", "Right"), items)


def key_html(sheet: Worksheet) -> str:
    """Builds the answers as one page to print."""
    items = (tag("li", tag("b", asked.answer.as_typed), reasons_markup(asked)) for asked in sheet.questions)
    return _page(f"Key: {sheet.title}", sheet, None, items)


def _page(title: str, sheet: Worksheet, sign: Markup | None, items: Iterable[Markup]) -> str:
    return form_page(title, tag("h1", title), tag("p", sheet.about), sign, tag("ol", items))

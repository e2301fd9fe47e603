"""A blank paper for a class and its key: the same questions from one seed, without the answers and with them."""

from collections.abc import Iterator
from html import escape
from string import Template
from textwrap import indent, wrap

from msgspec import Struct

from sevenout.school.catalogue import TOPICS
from sevenout.school.exams.paper import STYLE, Drawing, asked_html, because_text, undrawn
from sevenout.school.questions import Question

_WIDTH, _MARGIN = 80, "     "
_LINE = "_" * 24

_PAGE = Template("""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
$style  .blank { margin: .3em 0 0; color: #444 }
  .blank span { display: inline-block; width: 16em; max-width: 100%; border-bottom: 1px solid }
</style>
<h1>$title</h1>
<p>$about</p>
$sign<ol>
$items
</ol>
</html>
""")
_SIGN = '<div class="sign"><div>Name</div><div>Date</div><div>Right</div></div>\n'


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
        """Whose rules, how many questions, and the seed that makes them again."""
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
    """The questions as one page to print."""
    items = (
        f'<li>{asked_html(asked, drawing)}<p class="blank">{escape(asked.answer.hint)}: <span></span></p></li>'
        for asked in sheet.questions
    )
    return _page(sheet.title, sheet, items, _SIGN)


def key_html(sheet: Worksheet) -> str:
    """The answers as one page to print."""
    items = (
        f"<li><b>{escape(asked.answer.as_typed)}</b>"
        + "".join(f'<p class="because">{escape(because_text(line))}</p>' for line in asked.because)
        + "</li>"
        for asked in sheet.questions
    )
    return _page(f"Key: {sheet.title}", sheet, items)


def _page(title: str, sheet: Worksheet, items: Iterator[str], sign: str = "") -> str:
    return _PAGE.substitute(
        title=escape(title), style=STYLE, about=escape(sheet.about), sign=sign, items="\n".join(items)
    )

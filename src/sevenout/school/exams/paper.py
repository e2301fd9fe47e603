"""Prints an exam's paper: as text for a terminal, and as one HTML page that needs nothing but itself to be printed."""

from collections.abc import Callable, Iterator
from textwrap import wrap

from sevenout.base.html import Content, Markup, document, join, tag
from sevenout.engine.game import Game
from sevenout.reports.layout_svg.chip_drawing import ChipLayout
from sevenout.reports.layout_svg.layout_drawing import WHOLE, LayoutPicture, layout_svg
from sevenout.school.catalogue import TOPICS
from sevenout.school.exams.exam import Paper, Sat, TopicScore
from sevenout.school.questions import Because, Question

_WIDTH, _INDENT = 80, 5
_FIGURES = ("asked", "right", "in time", "seconds")

_STYLE = """\
.result { font-size: 1.25em; border: 2px solid; padding: .4em .8em; display: inline-block; margin: .8em 0 }
th, td { text-align: left; padding: .15em 1.2em .15em 0; vertical-align: top }
td.n, th.n { text-align: right } thead th { border-bottom: 1px solid #999 }
ol { padding-left: 2em } li { margin: 0 0 .9em; break-inside: avoid }
pre { font: 9.5pt/1.35 ui-monospace, Consolas, monospace; white-space: pre-wrap; margin: .1em 0; background: none }
pre.felt { font-size: 7.5pt; line-height: 1.2; white-space: pre }
figure.felt { margin: .3em 0; max-width: 30em; break-inside: avoid }
figure.felt.is-wide { max-width: none }
figure.felt svg { display: block; width: 100%; height: auto }
.because { color: #444; font-size: .92em; margin: .1em 0 0 1em }
.blank { margin: .3em 0 0; color: #444 }
.blank span { display: inline-block; width: 16em; max-width: 100%; border-bottom: 1px solid }
@media (max-width: 40em) { th, td { padding-right: .6em } ol { padding-left: 1.4em } }
"""


def verdict_line(paper: Paper) -> str:
    """The result in a line."""
    if not paper.is_finished:
        return f"Broken off after {len(paper.answers)} of {paper.questions} questions: it does not count."
    late = paper.right - paper.right_in_time
    slow = f", {late} more too late" if late else ""
    word = "Passed" if paper.is_passed else "Not passed"
    return f"{word}: {paper.right_in_time} of {paper.questions} right in time{slow}; {paper.mark}% are needed."


def text(paper: Paper) -> str:
    """The paper as plain text."""
    lines = [
        f"{paper.title}, {paper.house}",
        _paper_heading(paper),
        "",
        verdict_line(paper),
        "",
        f"{'topic':<28}{'asked':>6}{'right':>7}{'in time':>9}{'seconds':>9}",
    ]
    for part in paper.parts:
        name = TOPICS[part.topic].title
        lines.append(f"{name:<28}{part.asked:>6}{part.right:>7}{part.in_time:>9}{part.seconds:>9.1f}")
    wrong = [(number, sat) for number, sat in enumerate(paper.answers, start=1) if not sat.verdict.right]
    for number, sat in wrong:
        lines += ["", *_text_of(number, sat)]
    return "\n".join((*lines, ""))


def _paper_heading(paper: Paper) -> str:
    name = f"{paper.name}, " if paper.name else ""
    minutes, seconds = divmod(round(paper.seconds), 60)
    return f"{name}{paper.began:%Y-%m-%d %H:%M} UTC, {minutes} min {seconds} s, seed {paper.seed}"


def _text_of(number: int, sat: Sat) -> Iterator[str]:
    for at, line in enumerate(sat.question.text.splitlines()):
        yield from _wrap(line, f"{number}." if at == 0 else "")
    yield from _wrap(f"Answered: {sat.given or 'nothing'}. Right: {sat.question.answer.as_typed}")
    for because in sat.question.because:
        yield from _wrap(because_text(because))


def _wrap(line: str, mark: str = "") -> list[str]:
    indent = " " * (_INDENT + len(line) - len(line.lstrip()))
    return wrap(line.lstrip(), _WIDTH, initial_indent=f"{mark:<{len(indent)}}", subsequent_indent=indent)


def because_text(line: Because) -> str:
    """One line of an explanation with its clause, in plain words.

    >>> from sevenout.base.refusal import Citation
    >>> because_text(Because("12 x 7 / 6 = 14", Citation("Payout Odds", "stated", "place pays 7:6 on 6 and 8")))
    '12 x 7 / 6 = 14 [Payout Odds, stated: place pays 7:6 on 6 and 8]'
    """
    cite = line.cite
    says = cite.says.removeprefix("assumed: ")
    if not cite.clause and not says:
        return line.text
    where = ", ".join(word for word in (cite.clause, cite.provenance) if word)
    return f"{line.text} [{where}{f': {says}' if says else ''}]".strip()


Drawing = Callable[[Question], str]
"""Draws the layout behind a question, as text or as an SVG drawing that is Markup; nothing if there is none."""


def undrawn(_: Question) -> str:
    """Draws nothing."""
    return ""


def svg_drawing(game: Game, asked: Question) -> Markup:
    """The ends of the house's own layout where somebody stands, with every bet on it; nothing without a table."""
    table = asked.asked.table
    if table is None:
        return Markup()
    stakes = ChipLayout.of(table)
    ends = tuple(end for end in WHOLE.ends if stakes.names(end))
    drawn = layout_svg(game, LayoutPicture(ends or WHOLE.ends, people=False), stakes)
    return tag("figure", Markup(drawn), class_="felt is-wide" if len(ends) > 1 else "felt")


def html(paper: Paper, drawing: Drawing = undrawn) -> str:
    """Builds the paper as one page, with the layouts that `drawing` draws."""
    heads = tag("tr", tag("th", "topic"), (tag("th", name, class_="n") for name in _FIGURES))
    title = f"{paper.title}: {paper.house}"
    return form_page(
        title,
        tag("h1", title),
        tag("p", _paper_heading(paper)),
        tag("p", verdict_line(paper), class_="result"),
        tag("table", tag("thead", heads), tag("tbody", (_topic_row(part) for part in paper.parts))),
        tag("h2", "Answers"),
        tag("ol", (_answer_item(sat, drawing) for sat in paper.answers)),
        signatures("Examiner", "Dealer", "Date"),
    )


def form_page(title: str, *body: Content) -> str:
    """Builds a page that the school prints: one file in black on white."""
    return document(title, *body, look="printed", style=_STYLE)


def signatures(*words: str) -> Markup:
    """Builds lines to write on, each with a word below it."""
    return tag("div", (tag("div", word) for word in words), class_="sign")


def question_markup(asked: Question, drawing: Drawing = undrawn) -> Markup:
    """Builds a question as it stands on a page: the layout if there is one, and the text."""
    felt = drawing(asked)
    shown = felt if isinstance(felt, Markup) else tag("pre", felt, class_="felt")
    return join(shown if felt else None, tag("pre", asked.text))


def reasons_markup(asked: Question) -> Markup:
    """Builds the lines that explain an answer, each with its clause."""
    return join(tag("p", because_text(line), class_="because") for line in asked.because)


def _topic_row(part: TopicScore) -> Markup:
    figures = (str(part.asked), str(part.right), str(part.in_time), f"{part.seconds:.1f}")
    return tag("tr", tag("td", TOPICS[part.topic].title), (tag("td", figure, class_="n") for figure in figures))


def _answer_item(sat: Sat, drawing: Drawing) -> Markup:
    mark = "right" if sat.verdict.right else "wrong"
    late = f", later than {sat.limit}" if sat.seconds > sat.limit else ""
    words = f": {mark}, {sat.seconds:.0f} s{late}. Answer: {sat.question.answer.as_typed}"
    given = tag("b", sat.given or "nothing")
    return tag("li", question_markup(sat.question, drawing), given, words, reasons_markup(sat.question))

"""Prints an exam's paper: as text for a terminal, and as one HTML page that needs nothing but itself to be printed."""

from collections.abc import Callable, Iterator
from html import escape
from string import Template
from textwrap import wrap

from sevenout.school.catalogue import TOPICS
from sevenout.school.exams.exam import Paper, Sat
from sevenout.school.questions import Because, Question

_WIDTH, _INDENT = 80, 5

STYLE = """\
  body { font: 11pt/1.45 Georgia, "Times New Roman", serif; color: #111; background: #fff;
    max-width: 46em; margin: 2em auto; padding: 0 1em }
  h1 { font-size: 1.5em; margin: 0 } h2 { font-size: 1.1em; margin: 1.6em 0 .4em }
  .result { font-size: 1.25em; border: 2px solid; padding: .4em .8em; display: inline-block; margin: .8em 0 }
  table { border-collapse: collapse } th, td { text-align: left; padding: .15em 1.2em .15em 0; vertical-align: top }
  td.n, th.n { text-align: right } thead th { border-bottom: 1px solid #999 }
  ol { padding-left: 2em } li { margin: 0 0 .9em; break-inside: avoid }
  pre { font: 9.5pt/1.35 ui-monospace, Consolas, monospace; white-space: pre-wrap; margin: .1em 0 }
  pre.felt { font-size: 7.5pt; line-height: 1.2; white-space: pre; overflow-x: auto; background:
    linear-gradient(to right, #fff 40%, transparent) left / 2.4em 100% no-repeat local,
    linear-gradient(to left, #fff 40%, transparent) right / 2.4em 100% no-repeat local,
    linear-gradient(to right, #9bb, transparent) left / 1em 100% no-repeat scroll,
    linear-gradient(to left, #9bb, transparent) right / 1em 100% no-repeat scroll }
  .because { color: #444; font-size: .92em; margin: .1em 0 0 1em }
  .sign { display: flex; gap: 3em; margin-top: 2.5em } .sign div { border-top: 1px solid; flex: 1; padding-top: .2em }
  @media (max-width: 40em) { th, td { padding-right: .6em } ol { padding-left: 1.4em } .sign { gap: 1em } }
  @media print { body { margin: 0; max-width: none; padding: 0 } pre.felt { overflow: visible; background: none } }
"""
"""The looks of every page that the school prints."""

_PAGE = Template("""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
$style</style>
<h1>$title</h1>
<p>$who</p>
<p class="result">$result</p>
<table><thead><tr><th>topic<th class="n">asked<th class="n">right<th class="n">in time<th class="n">seconds</thead>
<tbody>
$topics
</tbody></table>
<h2>Answers</h2>
<ol>
$answers
</ol>
<div class="sign"><div>Examiner</div><div>Dealer</div><div>Date</div></div>
</html>
""")


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
"""Draws the layout behind a question as text; nothing if there is none."""


def undrawn(_: Question) -> str:
    """No drawing."""
    return ""


def html(paper: Paper, drawing: Drawing = undrawn) -> str:
    """The paper as one page, with the layouts drawn if somebody can."""
    topics = "\n".join(
        f"<tr><td>{escape(TOPICS[part.topic].title)}"
        + "".join(f'<td class="n">{figure}' for figure in (part.asked, part.right, part.in_time, f"{part.seconds:.1f}"))
        for part in paper.parts
    )
    return _PAGE.substitute(
        style=STYLE,
        title=escape(f"{paper.title}: {paper.house}"),
        who=escape(_paper_heading(paper)),
        result=escape(verdict_line(paper)),
        topics=topics,
        answers="\n".join(_html_of(sat, drawing) for sat in paper.answers),
    )


def asked_html(asked: Question, drawing: Drawing = undrawn) -> str:
    """A question as it stands on a page: the layout, and the text."""
    felt = drawing(asked)
    picture = f'<pre class="felt">{escape(felt)}</pre>' if felt else ""
    return f"{picture}<pre>{escape(asked.text)}</pre>"


def _html_of(sat: Sat, drawing: Drawing) -> str:
    mark = "right" if sat.verdict.right else "wrong"
    late = f", later than {sat.limit}" if sat.seconds > sat.limit else ""
    given = sat.given or "nothing"
    because = "".join(f'<p class="because">{escape(because_text(line))}</p>' for line in sat.question.because)
    return (
        f"<li>{asked_html(sat.question, drawing)}"
        f"<b>{escape(given)}</b>: {mark}, {sat.seconds:.0f} s{late}. "
        f"Answer: {escape(sat.question.answer.as_typed)}{because}</li>"
    )

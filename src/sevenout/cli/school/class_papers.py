"""The teacher's commands of the school: a blank paper with its key, and the overview of a class."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.errors import BadInput
from sevenout.base.files import read_text
from sevenout.base.vocabulary import did_you_mean
from sevenout.cli.school.drill import felt_text
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.exit_codes import DONE, SAID_NO
from sevenout.cli.shared.text_output import print_json, print_line, write_page
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.school.catalogue import TOPICS, check_level
from sevenout.school.exams.exam import questions, questions_about
from sevenout.school.exams.exam_certificate import certificate_lines, find_faults, parse_certificate
from sevenout.school.exams.paper import svg_drawing
from sevenout.school.exams.worksheet import Worksheet, blank, blank_html, key, key_html
from sevenout.school.learners.classroom import Learner, LearnerReport, by_topic, reports
from sevenout.school.learners.memory import look_at
from sevenout.school.learners.syllabus import lesson_of, stage_named, stages
from sevenout.school.school_records import class_record, worksheet_record

_QUESTIONS = 10
_LARGEST = 4_000_000
"""Bytes of a certificate."""
_NAMED = 3
"""How many of the weakest are named."""


# --- a blank paper


def sheet_of(game: Game, about: str | None, level: int | None, seed: str, count: int | None) -> Worksheet:
    """The questions of a stage's exam, or of a topic on one level or on all.

    `stick` is the name of both: a level says that the topic is meant.
    """
    book = game.rules.book
    name = about or stages()[0].key
    exams = tuple(stage.key for stage in stages())
    if name in TOPICS and (level is not None or name not in exams):
        levels = range(1, len(TOPICS[name].levels) + 1)
        if level is not None:
            check_level(TOPICS[name], level)
            levels = range(level, level + 1)
        title = TOPICS[name].title
        asked = questions_about(game, [lesson_of(name, one) for one in levels], seed, count or _QUESTIONS)
    else:
        known = tuple(dict.fromkeys((*exams, *TOPICS)))
        if name not in known:
            raise BadInput(
                f"there is no paper {name[:40]!r}.{did_you_mean(name[:40], known)} Papers: {', '.join(known)}"
            )
        stage = stage_named(name)
        title = f"Exam: {stage.title}"
        asked = tuple(one for _, one in questions(game, stage, seed, count or stage.questions))
    if not asked:
        raise BadInput(f"{book.title} has nothing to ask for {name}")
    return Worksheet(title, book.title, book.name, book.digest, seed, asked)


def print_paper(game: Game, sheet: Worksheet, page: str | None, *, with_key: bool, json: bool) -> int:
    """The paper as text, page or JSON; of a page the key is another, beside it."""
    if page is not None:
        paper, answers = _two_files(Path(page))
        write_page(paper, blank_html(sheet, partial(svg_drawing, game)), "the paper")
        write_page(answers, key_html(sheet), "the key")
    if json:
        print_json(worksheet_record(sheet))
    elif page is None:
        for line in (key(sheet) if with_key else blank(sheet, partial(felt_text, game))).splitlines():
            print_line(line)
    return DONE


def _two_files(page: Path) -> tuple[Path, Path]:
    """The paper's file and its key's; neither may be there already."""
    files = page, page.with_name(f"{page.stem}-key{page.suffix}")
    for file in files:
        if file.exists():
            raise BadInput(f"{file} already exists: choose another file for the paper")
    return files


# --- a certificate


def show_certificate(files: Sequence[str], rules: str | None, *, json: bool) -> int:
    """A certificate of an exam, judged again; it says no where something does not follow from the answers."""
    if len(files) != 1:
        raise BadInput("name one certificate: sevenout school certificate FILE")
    certificate = parse_certificate(read_text(Path(files[0]), _LARGEST, "a certificate").encode())
    if rules is None and certificate.book not in shipped():
        raise BadInput(f"this certificate is of the book {certificate.book[:40]!r}: name its file behind --rules")
    game = Game(open_book(rules or certificate.book))
    faults = find_faults(game, certificate)
    if json:
        print_json({"seal": certificate.seal, "follows": not faults, "faults": list(faults)})
    else:
        for line in certificate_lines(certificate, faults):
            print_line(line)
    return SAID_NO if faults else DONE


# --- a class


def class_of(files: Sequence[str]) -> tuple[Learner, ...]:
    """The learners whose memories lie in some files, each named as its file."""
    if not files:
        raise BadInput("name the memories of the class: sevenout school class ann.json bob.json")
    every = [Path(file) for file in dict.fromkeys(files)]
    stems = [file.stem for file in every]
    return tuple(Learner(file.stem if stems.count(file.stem) == 1 else str(file), look_at(file)) for file in every)


def show_class(game: Game, learners: Sequence[Learner], now: datetime, *, json: bool) -> int:
    """Returns who stands where, and what the class finds hardest."""
    everybody = reports(game, learners, now)
    if json:
        print_json(class_record(game, everybody))
        return DONE
    screen = Screen()
    screen.print(Text(f"The class at {game.rules.book.title}", "bold"))
    screen.print(_grid(("", "known", "answers", "right", "seconds", "strong in", "weak in", "exams"), _rows(everybody)))
    topics = list(_topic_rows(everybody))
    if topics:
        screen.print()
        screen.print(_grid(("topic", "answers", "right", "most to learn"), topics))
    return DONE


def _rows(everybody: Sequence[LearnerReport]) -> Iterator[tuple[str, ...]]:
    for report in everybody:
        whole = report.whole
        seconds = "" if whole.seconds is None else f"{whole.seconds:.0f}"
        right, exams = _percent(whole.right, whole.asked), ", ".join(report.exams)
        known = f"{whole.known}/{whole.cards}"
        yield report.name, known, str(whole.asked), right, seconds, report.strong, report.weak, exams


def _topic_rows(everybody: Sequence[LearnerReport]) -> Iterator[tuple[str, ...]]:
    for row in by_topic(everybody):
        names = ", ".join(row.weakest[:_NAMED]) + (", …" if len(row.weakest) > _NAMED else "")
        yield TOPICS[row.topic].title, str(row.asked), _percent(row.right, row.asked), names


def _percent(right: int, asked: int) -> str:
    return f"{100 * right // asked}%" if asked else ""


def _grid(heads: tuple[str, ...], rows: Iterator[tuple[str, ...]] | list[tuple[str, ...]]) -> Grid:
    """Words to the left, figures to the right."""
    grid = Grid.grid(padding=(0, 2))
    figures = {"known", "answers", "right", "seconds"}
    for head in heads:
        grid.add_column(justify="right" if head in figures else "left", overflow="fold")
    grid.add_row(*(Text(head, "dim") for head in heads))
    for row in rows:
        grid.add_row(*map(Text, row))
    return grid

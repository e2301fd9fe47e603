"""`sevenout school`: the syllabus, a drill of any topic, an exam and its paper, the record, a class and its papers."""

import argparse
import contextlib
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import did_you_mean
from sevenout.cli.school.class_papers import class_of, print_paper, sheet_of, show_certificate, show_class
from sevenout.cli.school.drill import Desk, Done, summarize_drill, time_of_day
from sevenout.cli.shared.arguments import (
    CATFISH_BEND,
    add_house,
    add_json,
    add_more,
    add_report,
    house_of,
    read_options,
)
from sevenout.cli.shared.exit_codes import DONE, SAID_NO
from sevenout.cli.shared.number_parsing import parse_whole
from sevenout.cli.shared.prompt import NobodyToAsk
from sevenout.cli.shared.text_output import complain, print_json, write_page
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.school.catalogue import TOPICS, cards, check_level, topic_named
from sevenout.school.exams.exam import Paper
from sevenout.school.exams.paper import html, svg_drawing, text
from sevenout.school.learners.memory import SystemClock, TopicStats, usual_file
from sevenout.school.learners.syllabus import (
    Stage,
    StudySession,
    lesson_of,
    next_session,
    progress,
    stage_named,
    stages,
    topics_of,
    weakest,
)
from sevenout.school.school_records import drill_record, paper_record, progress_record, syllabus_record

_QUESTIONS = 10
_MOST = 1000
_BAR = 10
_WORDS = ("exam", "progress", "paper", "class", "certificate")


def add_arguments(school: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sevenout school`."""
    school.description = (
        "sevenout school · school TOPIC [ABOUT] · school exam [STAGE] · school progress"
        " · school paper [STAGE or TOPIC] · school class FILE… · school certificate FILE"
    )
    school.add_argument(
        "topic",
        nargs="?",
        metavar="TOPIC",
        help="a topic, exam, progress, paper, class or certificate; without: the syllabus",
    )
    school.add_argument(
        "about",
        nargs="*",
        metavar="ABOUT|BOOK",
        help="one kind of bet or roll; an exam's stage; a class's memories; a house, as behind --rules",
    )
    add_house(school)
    school.add_argument(
        "--level", metavar="N", type=parse_whole, help="a level of the topic (the first not learned yet)"
    )
    school.add_argument(
        "--questions", metavar="N", type=parse_whole, help="how many (10; of an exam as its stage has it)"
    )
    school.add_argument("--seed", metavar="TEXT", help="a text that decides the questions, to repeat them")
    memory = school.add_mutually_exclusive_group()
    memory.add_argument("--memory", metavar="FILE", help="the file that remembers what you know")
    memory.add_argument("--no-memory", action="store_true", help="start from nothing and remember nothing")
    school.add_argument("--name", metavar="NAME", help="your name, for the paper of an exam")
    add_report(school, "write an exam's paper, or a blank one and its key, as a page")
    school.add_argument("--key", action="store_true", help="of a blank paper: print the answers instead")
    add_json(school, "print the result as JSON; the talk goes to standard error")
    add_more(school, "about")


class SchoolOptions(NamedTuple):
    """The options of `sevenout school`."""

    topic: str | None
    about: list[str]
    rules: str | None
    level: int | None
    questions: int | None
    seed: str | None
    memory: str | None
    no_memory: bool
    name: str | None
    report: str | None
    key: bool
    json: bool

    @property
    def word(self) -> str:
        """The one thing that a drill, an exam or a paper is about; empty if nothing is said."""
        if len(self.about) > 1:
            raise BadInput(f"{self.topic} is about one thing: {self.about[0]!r} or {self.about[1]!r}, not both")
        return self.about[0] if self.about else ""


def run(given: argparse.Namespace) -> int:
    """Opens the school for one thing, or shows the syllabus and asks what to do."""
    options = read_options(SchoolOptions, given)
    house, words = house_of((options.topic, *options.about), options.rules)
    options = options._replace(topic=words[0] if words else None, about=words[1:], rules=house)
    if options.questions is not None and not 1 <= options.questions <= _MOST:
        raise BadInput(f"--questions is a number from 1 to {_MOST}")
    if options.topic not in (None, *_WORDS):
        _check_topic(options.topic or "")
    if options.topic == "certificate":
        return show_certificate(options.about, options.rules, json=options.json)
    game = Game(open_book(options.rules or CATFISH_BEND))
    rng = Random(options.seed) if options.seed is not None else Random()
    if options.topic == "class":
        return show_class(game, class_of(options.about), SystemClock().now(), json=options.json)
    if options.topic == "paper":
        seed = options.seed if options.seed is not None else _any_seed(rng)
        sheet = sheet_of(game, options.word or None, options.level, seed, options.questions)
        return print_paper(game, sheet, options.report, with_key=options.key, json=options.json)
    file = None if options.no_memory else usual_file() if options.memory is None else Path(options.memory)
    with _talking(quietly=options.json):
        desk = Desk(game, file, SystemClock(), rng, seeded=options.seed is not None)
    match options.topic:
        case None:
            return _menu(desk, options)
        case "progress":
            return _progress(desk, json=options.json)
        case "exam":
            return _exam(desk, options)
        case topic:
            return _drill(desk, topic, options)


def _any_seed(rng: Random) -> str:
    return f"{rng.getrandbits(32):08x}"


def _check_topic(topic: str) -> None:
    if topic not in TOPICS:
        known = (*TOPICS, *_WORDS)
        raise BadInput(f"there is no topic {topic[:40]!r}.{did_you_mean(topic[:40], known)} Topics: {', '.join(known)}")


@contextlib.contextmanager
def _talking(*, quietly: bool) -> Iterator[None]:
    """With --json the conversation goes to standard error, so that standard output holds the result alone."""
    with contextlib.redirect_stdout(sys.stderr) if quietly else contextlib.nullcontext():
        yield


# --- a drill


def _drill(desk: Desk, topic: str, options: SchoolOptions) -> int:
    level = options.level
    if level is None:
        level = _level(desk, topic)
    check_level(topic_named(topic), level)
    asked = cards(desk.game, topic, level, options.word)
    if isinstance(asked, Refusal):
        return _no(asked)
    lesson = lesson_of(topic, level)
    with _talking(quietly=options.json):
        done = desk.drill(lesson, lesson.keys(desk.game, asked), options.questions or _QUESTIONS)
        _print_summary(desk, done)
    if options.json:
        print_json(drill_record(desk.game, lesson, done.answers, options.seed))
    return DONE


def _level(desk: Desk, topic: str) -> int:
    """The first level with a card that is due or new; then the first that is not learned yet.

    Where a seed decides: the first that the house has anything for.
    """
    now, memory = desk.clock.now(), desk.memory
    levels = {level: lesson_of(topic, level).keys(desk.game) for level in range(1, len(TOPICS[topic].levels) + 1)}
    asked = {level: keys for level, keys in levels.items() if keys}
    if desk.seeded:
        return next(iter(asked), 1)
    to_do = [level for level, keys in asked.items() if memory.due(keys, now) or memory.new(keys)]
    to_learn = [level for level, keys in asked.items() if not memory.stats_of(keys, now).is_learned]
    return next(iter((*to_do, *to_learn)), max(levels))


def _no(refusal: Refusal) -> int:
    complain(f"sevenout: {refusal.reason}")
    return SAID_NO


def _print_summary(desk: Desk, done: Done) -> None:
    desk.print_words()
    for line in summarize_drill(done):
        desk.print_words(line, "bold")


# --- an exam


def _exam(desk: Desk, options: SchoolOptions) -> int:
    stage = stage_named(options.word or stages()[0].key)
    page = None if options.report is None else Path(options.report)
    if page is not None and page.exists():
        raise BadInput(f"{page} already exists: choose another file for the paper")
    paper = _sit(desk, stage, options)
    if options.json:
        print_json(paper_record(paper))
    else:
        desk.screen.print(Text(text(paper)), soft_wrap=True)
    if page is not None:
        write_page(page, html(paper, partial(svg_drawing, desk.game)), "the paper")
    return DONE


def _sit(desk: Desk, stage: Stage, options: SchoolOptions) -> Paper:
    seed = options.seed if options.seed is not None else _any_seed(desk.rng)
    count = options.questions or stage.questions
    with _talking(quietly=options.json):
        desk.print_words(f"{stage.title}: {count} questions, {stage.mark}% of them right and in time to pass.", "bold")
        paper = desk.exam(stage, seed, count, options.name or "")
        desk.print_words()
    if paper.is_finished:
        summary = paper_record(paper)
        kept = ("rules", "exam", "seed", "began", "questions", "right", "right_in_time", "passed", "seconds")
        desk.note(lambda memory: memory.with_exam({word: summary[word] for word in kept}))
    return paper


# --- the syllabus


def _menu(desk: Desk, options: SchoolOptions) -> int:
    if options.json:
        print_json(syllabus_record(desk.game, desk.memory, desk.clock.now()))
        return DONE
    changed = True
    with contextlib.suppress(NobodyToAsk, KeyboardInterrupt):
        while True:
            if changed:
                _show_syllabus(desk)
            line = desk.ask("school> ").strip().lower()
            if line in ("quit", "exit"):
                break
            try:
                changed = _handle_line(desk, line, options)
            except BadInput as error:
                desk.print_words(str(error), "yellow")
                changed = False
    return DONE


def _handle_line(desk: Desk, line: str, options: SchoolOptions) -> bool:
    """One line at the syllabus; true if something was learned, so that the syllabus is worth another look."""
    words = line.split()
    every = stages()
    match words:
        case []:
            return _learn(desk, options)
        case ["help" | "?"]:
            desk.draw(Text(_HELP))
            return False
        case [number] if number.isdecimal():
            if not 1 <= int(number[:9]) <= len(every):
                raise BadInput(f"there are the stages 1 to {len(every)}")
            _show_stage(desk, every[int(number) - 1])
            return False
        case ["progress"]:
            _progress(desk, json=False)
            return False
        case ["exam", *stage]:
            _exam(desk, options._replace(about=stage[:1]))
        case ["paper" | "class" | "certificate" as word, *_]:
            raise BadInput(f"that is for a teacher: sevenout school {word}")
        case [topic, *rest]:
            _check_topic(topic)
            levels = [int(word[:9]) for word in rest if word.isdecimal()]
            about = " ".join(word for word in rest if not word.isdecimal())
            level = levels[0] if levels else options.level
            _drill(desk, topic, options._replace(topic=topic, about=[about] if about else [], level=level))
    return True


_HELP = """\
Enter      go on with what is named        pay        drill a topic
2          the lessons of stage 2          pay 3      on its third level
progress   errors and speed by topic       pay hard   about one kind of bet
exam base  the exam of a stage             quit       leave the school"""


def _learn(desk: Desk, options: SchoolOptions) -> bool:
    """Asks what comes next; false, after saying why, if there is nothing to do now."""
    comes = next_session(desk.game, desk.memory, desk.clock.now())
    if not isinstance(comes, StudySession):
        _show_next(desk)
        return False
    count = min(options.questions or _QUESTIONS, len(comes.keys))
    done = desk.drill(comes.lesson, comes.keys, count)
    _print_summary(desk, done)
    if len(done.answers) < count:
        raise NobodyToAsk
    return True


def _show_syllabus(desk: Desk) -> None:
    """Every stage with how far it is learned, and the lesson that comes next."""
    book = desk.game.rules.book
    desk.print_words()
    desk.print_words(f"The school at {book.title}", "bold")
    grid = Grid.grid(padding=(0, 2))
    for number, stage in enumerate(stages(), start=1):
        standing = _of_stage(desk, stage)
        counts = f"{standing.known} of {standing.cards} known" + (f", {standing.due} due" if standing.due else "")
        grid.add_row(Text(f"{number}", "bold cyan"), Text(stage.title, "bold"), _bar(standing), Text(counts))
        grid.add_row("", "", "", Text(stage.says, "dim"))
    desk.draw(grid)
    _show_next(desk)
    desk.print_words(f"Or a stage's number, a topic, exam, progress, help, quit. Topics: {' '.join(TOPICS)}", "dim")


def _show_next(desk: Desk) -> None:
    """The lesson that Enter goes on with; where nothing is due and nothing new, until when, and what can be done."""
    now = desk.clock.now()
    comes = next_session(desk.game, desk.memory, now)
    if isinstance(comes, StudySession):
        lesson = comes.lesson
        desk.draw(Text.assemble("Enter: ", (f"{lesson.title}", "bold"), (f"  ({lesson.topic} {lesson.level})", "dim")))
        return
    stage = comes.stage
    desk.print_words(f"{stage.title}: done until {time_of_day(comes.until, now)}.", "bold")
    if not desk.memory.has_passed(desk.game.rules.book.name, stage.key):
        desk.print_words(
            f"To go on now, pass its exam: exam {stage.key}. A topic is extra practice, and moves no card."
        )


def _of_stage(desk: Desk, stage: Stage) -> TopicStats:
    keys = [key for lesson in stage.lessons for key in lesson.keys(desk.game)]
    return desk.memory.stats_of(keys, desk.clock.now())


def _bar(standing: TopicStats) -> Text:
    full = _BAR * standing.known // standing.cards if standing.cards else 0
    return Text.assemble(("█" * full, "green"), ("░" * (_BAR - full), "dim"))


def _show_stage(desk: Desk, stage: Stage) -> None:
    desk.print_words()
    desk.print_words(stage.title, "bold")
    grid = Grid.grid(padding=(0, 2))
    for learned in progress(desk.game, desk.memory, desk.clock.now()):
        if learned.stage == stage:
            standing, lesson = learned.standing, learned.lesson
            known = f"{standing.known} of {standing.cards}"
            grid.add_row(Text(f"{lesson.topic} {lesson.level}", "bold cyan"), _bar(standing), known, Text(lesson.title))
    desk.draw(grid)


# --- the record


def _progress(desk: Desk, *, json: bool) -> int:
    if json:
        print_json(progress_record(desk.game, desk.memory, desk.clock.now()))
        return DONE
    grid = Grid.grid(padding=(0, 2))
    heads = ("topic", "known", "due", "answers", "wrong", "seconds")
    grid.add_row(*(Text(head, "dim", justify="left" if head == "topic" else "right") for head in heads))
    for topic, standing in topics_of(desk.game, desk.memory, desk.clock.now()).items():
        seconds = "" if standing.seconds is None else f"{standing.seconds:.0f}"
        figures = (f"{standing.known}/{standing.cards}", standing.due, standing.asked, standing.wrong, seconds)
        grid.add_row(TOPICS[topic].title, *(Text(str(figure), justify="right") for figure in figures))
    desk.print_words(f"The record at {desk.game.rules.book.title}", "bold")
    desk.draw(grid)
    for key, wrong, asked in weakest(desk.game, desk.memory, 5):
        desk.print_words(
            f"{wrong} of {asked} wrong: {TOPICS[key.topic].title}, level {key.level}, {key.card}", "yellow"
        )
    for exam in desk.memory.exams[-5:]:
        if exam.get("rules") == desk.game.rules.book.name:
            word = "passed" if exam.get("passed") else "not passed"
            score = f"{exam.get('right_in_time')} of {exam.get('questions')} right in time"
            desk.print_words(f"{str(exam.get('began'))[:10]}  exam {exam.get('exam')}: {word}, {score}")
    return DONE

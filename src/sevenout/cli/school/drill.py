"""Questions asked in a terminal or through a pipe: a drill that explains every answer, and an exam that does not.

Every answer is remembered at once. What is right is the school's business; this asks, times and shows.
"""

import contextlib
import io
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import NamedTuple

from rich.console import Console, RenderableType
from rich.text import Text

from sevenout.base.errors import BadInput
from sevenout.cli.play.layout_view import LayoutView
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.prompt import NobodyToAsk, Prompt, make_prompt
from sevenout.cli.shared.text_output import complain, printable
from sevenout.engine.game import Game
from sevenout.school.answers import AnswerVerdict, ChoiceAnswer, in_a_sentence
from sevenout.school.catalogue import TOPICS, any_seed, check, remake_question
from sevenout.school.exams.exam import Paper, Sat, questions
from sevenout.school.exams.paper import because_text
from sevenout.school.learners.memory import (
    INTERVALS,
    Key,
    LearnerMemory,
    LoadedMemory,
    MemoryCard,
    TimeSource,
    load,
    update,
)
from sevenout.school.learners.syllabus import Lesson, Stage
from sevenout.school.questions import Question

_DONT_KNOW = "?"
_QUIT = ("quit", "exit")
_LOW = 0
"""The height of a layout above a question: rows with nothing on them are left out."""
_PAPER = 76
"""Columns of a layout on paper."""
_WIDEST, _LONGEST = 100, 500
"""Columns of a line that is shown, and letters of an answer that is read."""


class Done(NamedTuple):
    """A drill that is over: its questions with what was answered."""

    lesson: Lesson
    answers: tuple[Sat, ...]

    @property
    def right(self) -> int:
        return sum(sat.verdict.right for sat in self.answers)


class Desk:
    """A learner's desk: the house, the memory's file (None: nothing is kept), the clock, and the prompt."""

    def __init__(self, game: Game, file: Path | None, clock: TimeSource, rng: Random, *, seeded: bool = False) -> None:
        self.game, self.file, self.clock, self.rng = game, file, clock, rng
        self.seeded = seeded
        """The questions follow from a seed alone, whatever is remembered and answered."""
        self.screen = Screen()
        loaded = LoadedMemory(LearnerMemory()) if file is None else load(file)
        self.memory = loaded.memory
        self.forgetful = False
        """The memory cannot be written: what is learned now is kept until the end of this session only."""
        if loaded.message:
            complain(f"sevenout: {loaded.message}")
        self._suggested: tuple[str, ...] = ()
        self.ask: Prompt = make_prompt(self._suggest, history=False)

    def _suggest(self, text: str) -> list[str]:
        return [word for word in self._suggested if word.startswith(text)]

    def print_words(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """Shows a line of words, wrapped to the screen."""
        margin = " " * indent
        width = min(self.screen.width, _WIDEST)
        for line in wrap(text, width, initial_indent=margin, subsequent_indent=margin) or [""]:
            self.screen.print(Text(line, style))

    def draw(self, what: RenderableType) -> None:
        """Shows a table or a picture."""
        self.screen.print(what, soft_wrap=False, width=min(self.screen.width, _WIDEST))

    # --- one question

    def show(self, asked: Question, heading: str) -> None:
        """The question, with the layout drawn above it if there is a table behind it."""
        self.print_words()
        self.print_words(heading, "bold")
        if asked.asked.table is not None:
            self.draw(LayoutView(self.game, asked.asked.table).layout(min(self.screen.width, _WIDEST), _LOW))
        for line in asked.prompt.splitlines():
            self.print_words(line)
        width = max((len(mark) for mark, _ in asked.choice_lines), default=1)
        for mark, line in asked.choice_lines:
            room = min(self.screen.width, _WIDEST) - width - 4
            first, *more = wrap(line, max(room, 1)) or [""]
            self.screen.print(Text.assemble((f"  {mark:>{width}}  ", "bold cyan"), first))
            for rest in more:
                self.screen.print(Text(f"{' ' * (width + 4)}{rest}"))

    def ask_until_readable(self, asked: Question, limit: int) -> Sat:
        """Asks until there is an answer that can be read; `?` is one that is not known. Raises NobodyToAsk."""
        began = self.clock.seconds()
        answer = asked.answer
        self._suggested = answer.choices if isinstance(answer, ChoiceAnswer) and not answer.lettered else ()
        while True:
            text = _printable(self.ask(f"{answer.hint}> ")).strip()
            seconds = self.clock.seconds() - began
            if text.lower() in _QUIT:
                raise NobodyToAsk
            if text == _DONT_KNOW:
                return Sat(asked, "", AnswerVerdict("wrong", in_a_sentence(answer)), seconds, limit)
            if not text:
                self.print_words(f"Type {answer.hint}; {_DONT_KNOW} if you do not know; quit to stop.", "dim")
                continue
            verdict = check(asked, text)
            if verdict.outcome != "unreadable":
                return Sat(asked, text, verdict, seconds, limit)
            self.print_words(verdict.reason, "yellow")

    def remember(self, sat: Sat) -> MemoryCard:
        """Notes an answer."""
        asked = sat.question
        key = Key(self.game.rules.book.name, asked.topic, asked.level, asked.card)
        right, seconds, now = sat.verdict.right, sat.seconds, self.clock.now()
        self.note(lambda memory: memory.apply_answer(key, right=right, seconds=seconds, limit=sat.limit, now=now))
        card = self.memory.card(key)
        assert card is not None, "it was just answered"
        return card

    def note(self, change: Callable[[LearnerMemory], LearnerMemory]) -> None:
        """Changes the memory, over what the file holds now: another terminal may have written to it."""
        if self.file is None or self.forgetful:
            self.memory = change(self.memory)
            return
        try:
            loaded = update(self.file, change, self.memory)
        except BadInput as error:
            self.forgetful = True
            self.memory = change(self.memory)
            complain(f"sevenout: {error}. It is remembered until you leave.")
            return
        self.memory = loaded.memory
        if loaded.message:
            complain(f"sevenout: {loaded.message}")

    # --- many questions

    def drill(self, lesson: Lesson, keys: tuple[Key, ...], count: int) -> Done:
        """Asks so many questions, each explained; ends early when the learner leaves."""
        answers: list[Sat] = []
        last = ""
        with contextlib.suppress(NobodyToAsk, KeyboardInterrupt):
            for number in range(1, count + 1):
                key = self._next(keys, last)
                last = key.card
                asked = remake_question(self.game, key.topic, key.level, key.card, any_seed(self.rng))
                self.show(asked, f"{number} of {count}  {TOPICS[key.topic].title}")
                sat = self.ask_until_readable(asked, lesson.seconds)
                answers.append(sat)
                before = self.memory.card(key)
                early = before is not None and not before.is_due(self.clock.now())
                self._explain(sat, self.remember(sat), early=early)
        return Done(lesson, tuple(answers))

    def _next(self, keys: tuple[Key, ...], last: str) -> Key:
        """The card that comes next: the memory's choice, or the seed's alone if there is one."""
        if not self.seeded:
            return self.memory.next(keys, self.clock.now(), self.rng, but=last)
        return self.rng.choice([key for key in keys if key.card != last] or keys)

    def _explain(self, sat: Sat, card: MemoryCard, *, early: bool) -> None:
        word, style = ("Right.", "bold green") if sat.verdict.right else ("Wrong.", "bold red")
        late = f", and {sat.limit} would do" if sat.verdict.right and sat.seconds > sat.limit else ""
        taken = (f"  {sat.seconds:.0f} s{late}", "dim")
        self.screen.print(Text.assemble((word, style), f" {sat.verdict.reason}".rstrip(), taken), soft_wrap=False)
        for line in sat.question.because:
            self.print_words(because_text(line), "dim", indent=2)
        if self.seeded:
            return  # in which box the card lies is the memory's, and the seed's questions know nothing of it
        again = _format_rest(card.due - self.clock.now())
        stays = "extra practice, it stays in " if early else ""
        self.print_words(f"{sat.question.card}: {stays}box {card.box} of {len(INTERVALS)}, {again}.", "dim", indent=2)

    def exam(self, stage: Stage, seed: str, count: int, name: str) -> Paper:
        """Asks the questions of an exam, without a word on the answers; what is left out is wrong."""
        book = self.game.rules.book
        began = self.clock.now()
        asked = questions(self.game, stage, seed, count)
        answers: list[Sat] = []
        with contextlib.suppress(NobodyToAsk, KeyboardInterrupt):
            for number, (lesson, one) in enumerate(asked, start=1):
                self.show(one, f"{number} of {len(asked)}  {TOPICS[one.topic].title}")
                sat = self.ask_until_readable(one, lesson.seconds)
                answers.append(sat)
                self.remember(sat)
        title = f"Exam: {stage.title}"
        return Paper(
            name,
            book.title,
            book.name,
            book.digest,
            stage.key,
            title,
            stage.mark,
            seed,
            began,
            len(asked),
            tuple(answers),
        )


def felt_text(game: Game, asked: Question) -> str:
    """The layout behind a question as plain text, for paper; nothing if there is none."""
    if asked.asked.table is None:
        return ""
    page = Console(file=io.StringIO(), width=_PAPER, color_system=None, highlight=False, markup=False, emoji=False)
    with page.capture() as drawn:
        page.print(LayoutView(game, asked.asked.table).layout(_PAPER, _LOW))
    return printable(drawn.get())


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "�" for letter in text[:_LONGEST])


def _format_rest(rest: timedelta) -> str:
    """When a card comes again."""
    hours = rest.total_seconds() / 3600
    if hours <= 0:
        return "again soon"
    if hours < 36:
        return f"again in {max(1, round(hours))} h"
    return f"again in {round(hours / 24)} days"


def time_of_day(then: datetime, now: datetime) -> str:
    """When something is due, by the clock on the wall: no minute too early, with the day unless it is today.

    >>> noon = datetime(2026, 11, 15, 12).astimezone()
    >>> [time_of_day(noon + timedelta(hours=hours, seconds=1), noon) for hours in (5.5, 20, 50, 500)]
    ['17:31', 'tomorrow 08:01', 'Tuesday 14:01', '2026-12-06 08:01']
    """
    shown = (then + timedelta(seconds=59)).astimezone()
    days = (shown.date() - now.astimezone().date()).days
    day = "" if days <= 0 else "tomorrow " if days == 1 else f"{shown:%A} " if days < 7 else f"{shown:%Y-%m-%d} "
    return f"{day}{shown:%H:%M}"


def summarize_drill(done: Done) -> Iterator[str]:
    """Returns how a drill went, in a few lines."""
    asked = len(done.answers)
    if not asked:
        yield "Nothing was answered."
        return
    usual = sum(sat.seconds for sat in done.answers) / asked
    yield f"{done.right} of {asked} right, {usual:.0f} s each."
    wrong: dict[str, int] = {}
    for sat in done.answers:
        if not sat.verdict.right:
            wrong[sat.question.card] = wrong.get(sat.question.card, 0) + 1
    if wrong:
        yield "Wrong: " + ", ".join(card if times == 1 else f"{card} ({times})" for card, times in wrong.items()) + "."

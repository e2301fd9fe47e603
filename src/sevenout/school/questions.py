"""A question as a frozen value: what is asked, the table behind it, the answer, and why it is the answer.

Topic, level, card, book and seed make the same question again.
"""

from collections.abc import Callable
from random import Random
from textwrap import wrap
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.refusal import Citation
from sevenout.crew.manual.chapter_loader import GENERAL_TITLE
from sevenout.engine.game import Game
from sevenout.school.answers import (
    LETTERS,
    AmountAnswer,
    Answer,
    ChoiceAnswer,
    Cut,
    LineNumber,
    NamesAnswer,
    OrderAnswer,
    RollCall,
)
from sevenout.table.table_snapshot import Snapshot

_WIDEST = 100
"""Columns of a line of a question."""


class Because(Struct, frozen=True):
    """One line of an explanation, and where it is written; without a text the clause speaks for itself."""

    text: str
    cite: Citation = Citation()


class Drawn(Struct, frozen=True):
    """A question as a drill draws it."""

    prompt: str
    answer: Answer
    because: tuple[Because, ...]
    table: Snapshot | None = None
    """What is asked about; none if the question needs no table."""
    dice: tuple[int, int] | None = None
    """What was rolled there and is yet to be worked."""
    lines: tuple[str, ...] = ()
    """What is to be put in order, or searched for a mistake."""


class Question(Struct, frozen=True):
    """One question of the school."""

    topic: str
    level: int
    card: str
    """What is practised, e.g. `place 7:6`: the thing that the memory remembers."""
    book: str
    seed: int
    asked: Drawn

    @property
    def prompt(self) -> str:
        """All that one needs to answer, beside the lines of `choice_lines`."""
        return self.asked.prompt

    @property
    def answer(self) -> Answer:
        """The right answer, which also reads what is typed."""
        return self.asked.answer

    @property
    def because(self) -> tuple[Because, ...]:
        """Why it is the answer, each line with its clause; no clause is quoted twice."""
        lines: list[Because] = []
        quoted = {Citation()}
        for line in self.asked.because:
            cite = Citation() if line.cite in quoted else line.cite
            quoted.add(cite)
            if line.text or cite != Citation():
                lines.append(Because(line.text, cite))
        return tuple(lines)

    @property
    def choice_lines(self) -> tuple[tuple[str, str], ...]:
        """The lines to choose from or to put in order, each with its letter or number."""
        match self.answer:
            case ChoiceAnswer(choices, lettered=lettered):
                return tuple(zip(LETTERS, choices, strict=False)) if lettered else ()
            case OrderAnswer():
                return tuple(zip(LETTERS, self.asked.lines, strict=False))
            case LineNumber():
                return tuple((str(number), line) for number, line in enumerate(self.asked.lines, start=1))
            case AmountAnswer() | NamesAnswer() | Cut() | RollCall():
                return ()
            case _:
                assert_never(self.answer)

    @property
    def text(self) -> str:
        """The whole question as it is read: the prompt and the lines below it."""
        return "\n".join((self.prompt, *(f"  {mark}  {line}" for mark, line in self.choice_lines)))


def begins_with(_: Game, card: str, word: str) -> bool:
    """True if a card is about a word: it is its name, or the first word of it."""
    return word in (card, card.split(maxsplit=1)[0])


class Topic(Struct, frozen=True):
    """A drill: what it is about, its levels, the cards a house has for it, and how one is asked."""

    key: str
    title: str
    levels: tuple[str, ...]
    """What each level asks, from 1 on."""
    cards: Callable[[Game, int], tuple[str, ...]]
    draw: Callable[[Game, int, str, Random], Drawn | None]
    """One try: none if the table that was made up has nothing to ask about."""
    about: Callable[[Game, str, str], bool] = begins_with
    """Whether a card is about a word that somebody typed: a wager, a family, a kind of roll."""
    tells: Literal["source", "rule"] = "source"
    """What is told of an assumption that an answer rests on: whose document has it, or also the rule itself."""


def with_assumptions(topic: Topic, drawn: Drawn) -> Drawn:
    """A question that tells what nobody can know: what is assumed in this house, or taken from another's document.

    >>> rule = Citation("", "assumed", "assumed: payouts are rounded down")
    >>> asked = Drawn("Ann: place-6 7\\nWhat is paid?", AmountAnswer(800), (Because("", rule),))
    >>> topic = Topic("pay", "Pay", (), lambda *_: (), lambda *_: None, tells="rule")
    >>> with_assumptions(topic, asked).prompt
    'Ann: place-6 7\\nAssumed here: payouts are rounded down.\\nWhat is paid?'
    """
    assumed = [line.cite for line in drawn.because if line.cite.says and line.cite.provenance == "assumed"]
    ours = [cite.says for cite in assumed if not cite.clause.startswith(f"{GENERAL_TITLE}: ")]
    told = []
    if len(ours) < len(assumed):
        told.append(f"As at {GENERAL_TITLE}: this house's own document does not say.")
    if ours and topic.tells == "rule":
        rules = dict.fromkeys(says.removeprefix("assumed: ").rstrip(".") for says in ours)
        told += wrap(f"Assumed here: {'; '.join(rules)}.", _WIDEST)
    *scene, asks = drawn.prompt.split("\n")
    return replace(drawn, prompt="\n".join((*scene, *told, asks))) if told else drawn

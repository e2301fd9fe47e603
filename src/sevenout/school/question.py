"""A question as a frozen value: what is asked, the scene behind it, the answer, and why it is the answer.

Topic, level, card, book and seed make the same question again.
"""

from collections.abc import Callable
from random import Random

from msgspec import Struct

from sevenout.columns import Call
from sevenout.game import Game
from sevenout.money import Cents, units
from sevenout.refusal import Citation
from sevenout.school.answers import LETTERS, Answer, Choice, Line, Order


class Lying(Struct, frozen=True):
    """A wager on the layout: its stake, and whether it was called on or off.

    >>> str(Lying("place-6", 1200, "off"))
    'place-6 12 off'
    """

    wager: str
    amount: Cents
    call: Call = ""

    def __str__(self) -> str:
        return f"{self.wager} {units(self.amount)}{self.call and f' {self.call}'}"


class Player(Struct, frozen=True):
    """A player at the rail: the rack, and what lies there of theirs."""

    name: str
    rack: Cents = 0
    lying: tuple[Lying, ...] = ()


class Scene(Struct, frozen=True):
    """A table as a question shows it: where the puck stands, who has what, and the dice if they have rolled."""

    point: int | None = None
    players: tuple[Player, ...] = ()
    """Clockwise from the left of the box; the first has the dice."""
    dice: tuple[int, int] | None = None
    thrown: bool = False
    """The dice are in the air."""


NOWHERE = Scene()
"""Of a question that needs no table."""


class Because(Struct, frozen=True):
    """One line of an explanation, and where it is written; without a text the clause speaks for itself."""

    text: str
    cite: Citation = Citation()


class Draft(Struct, frozen=True):
    """A question as a drill draws it."""

    prompt: str
    answer: Answer
    because: tuple[Because, ...]
    scene: Scene = NOWHERE
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
    asked: Draft

    @property
    def prompt(self) -> str:
        """All that one needs to answer, beside the lines of `listed`."""
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
    def listed(self) -> tuple[tuple[str, str], ...]:
        """The lines to choose from or to put in order, each with its letter or number."""
        match self.answer:
            case Choice(choices, lettered=True):
                return tuple(zip(LETTERS, choices, strict=False))
            case Order():
                return tuple(zip(LETTERS, self.asked.lines, strict=False))
            case Line():
                return tuple((str(number), line) for number, line in enumerate(self.asked.lines, start=1))
            case _:
                return ()

    @property
    def text(self) -> str:
        """The whole question as it is read: the prompt and the lines below it."""
        return "\n".join((self.prompt, *(f"  {mark}  {line}" for mark, line in self.listed)))


def begins_with(_: Game, card: str, word: str) -> bool:
    """Whether a card is about a word: it is its name, or the first word of it."""
    return word in (card, card.split(maxsplit=1)[0])


class Topic(Struct, frozen=True):
    """A drill: what it is about, its levels, the cards a house has for it, and how one is asked."""

    key: str
    title: str
    levels: tuple[str, ...]
    """What each level asks, from 1 on."""
    cards: Callable[[Game, int], tuple[str, ...]]
    draw: Callable[[Game, int, str, Random], Draft | None]
    """One try: none if the table that was made up has nothing to ask about."""
    about: Callable[[Game, str, str], bool] = begins_with
    """Whether a card is about a word that somebody typed: a wager, a family, a kind of roll."""

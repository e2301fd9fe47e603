"""The hands in recorded rolls: who sevens out when, by the puck of a rulebook, and how often the line won.

What a seven is, what ends a hand and what wins the line are read from the compiled rows; a record begins with a
come-out roll.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import log

from msgspec import Struct

from sevenout.analysis.dice.roll_file import RecordedRoll
from sevenout.base.dice import ROLLS, Roll
from sevenout.base.errors import BadInput
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.rulebook.compiler.puck_machine import FRESH, OFF, in_season

LONGEST_HAND = 4_000
"""RecordedHands are told apart up to so many rolls; by then the chance of a longer one is nothing to a float."""
_NOTHING = 1e-18


class RecordedHands(Struct, frozen=True):
    """What a record of rolls comes to in one house."""

    lengths: tuple[int, ...]
    """Rolls of each finished hand, the seven-out counted."""
    unfinished: int
    """Rolls of the hand that was not finished."""
    line: str
    """The line bet that wins with the shooter."""
    won: int
    lost: int


def turn_enders(rules: CompiledBook) -> frozenset[int]:
    """The rolls, by index, that end a hand whatever the point is: the sevens.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> sorted(ROLLS[index].total for index in turn_enders(open_book("typical")))
    [7, 7, 7, 7, 7, 7]
    """
    if rules.book.puck is None:
        raise BadInput(f"{rules.book.title} has no puck, so no roll ends a shooter's turn")
    on = [state.index for state in rules.puck.states if state.point is not None]
    enders = frozenset(roll.index for roll in ROLLS if all(rules.puck.edges[puck][roll.index].ends_turn for puck in on))
    if not enders:
        raise BadInput(f"at {rules.book.title} no roll ends a hand whatever the point is")
    return enders


def shooters_line(rules: CompiledBook) -> CompiledWager:
    """The line bet that wins when the shooter makes the point."""
    for key in rules.book.shooter.line.value:
        spot = rules.by_key[key]
        wins = {
            edge.outcome
            for state in rules.puck.states
            for roll in ROLLS
            if rules.puck.edges[state.index][roll.index].event == "made"
            and (edge := rules.cells[state.index][roll.index][spot.first]) is not None
        }
        if wins == {"win"} and in_season(spot.wager.made.value, rules.puck.states[OFF]):
            return spot
    raise BadInput(f"{rules.book.title} has no line bet that wins with the shooter")


def one_of_total(rules: CompiledBook) -> dict[int, Roll]:
    """By total: a roll that stands for all of it; bad input if the puck of the house tells them apart."""
    stands: dict[int, Roll] = {}
    for roll in ROLLS:
        first = stands.setdefault(roll.total, roll)
        if any(edges[first.index] != edges[roll.index] for edges in rules.puck.edges):
            raise BadInput(f"{rules.book.title} tells the rolls of {roll.total} apart: the faces must be recorded")
    return stands


def find_hands(rules: CompiledBook, rolls: Iterable[RecordedRoll]) -> RecordedHands:
    """Follows the puck and a line bet through the rolls.

    >>> from sevenout.analysis.dice.roll_file import parse_rolls
    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> find_hands(open_book("typical"), parse_rolls("6 5\\n4 4\\n3 1\\n3 4\\n5 1").rolls)
    RecordedHands(lengths=(4,), unfinished=1, line='pass', won=1, lost=1)
    """
    spot, stands = shooters_line(rules), one_of_total(rules)
    puck, slot, thrown = FRESH, spot.first, 0
    lengths: list[int] = []
    decided = {"win": 0, "lose": 0}
    for recorded in rolls:
        roll = recorded.roll or stands[recorded.total]
        thrown += 1
        cell, edge = rules.cells[puck][roll.index][slot], rules.puck.edges[puck][roll.index]
        if cell is not None and cell.outcome == "move":
            slot = cell.goto
        elif cell is not None:
            decided[cell.outcome] = decided.get(cell.outcome, 0) + 1
            slot = spot.first
        if edge.ends_turn:
            lengths.append(thrown)
            thrown = 0
        puck = edge.goto
    return RecordedHands(tuple(lengths), thrown, spot.key, decided["win"], decided["lose"])


class HandLengths(Struct, frozen=True):
    """How long hands are with some dice, and what it takes to add up several."""

    chances: tuple[float, ...]
    """By the number of rolls, from 0 on."""
    leads: tuple[tuple[tuple[int, float], ...], ...]
    """From each state of the puck: where the rolls lead that end no hand, with their chances."""
    ends: tuple[float, ...]
    """From each state of the puck: how likely the next roll ends the hand."""

    @classmethod
    def of(cls, rules: CompiledBook) -> "HandLengths":
        """Those of a house with its dice."""
        leads, ends = [], []
        for edges in rules.puck.edges:
            onward: dict[int, Fraction] = {}
            out = Fraction(0)
            for edge, weight in zip(edges, rules.dice.weights, strict=True):
                if edge.ends_turn:
                    out += weight
                elif weight:
                    onward[edge.goto] = onward.get(edge.goto, Fraction(0)) + weight
            leads.append(tuple((goto, float(weight / rules.dice.whole)) for goto, weight in onward.items()))
            ends.append(float(out / rules.dice.whole))
        if not any(ends):
            raise BadInput(f"with {rules.dice.name} no roll ends a hand at {rules.book.title}")
        chances, now = [0.0], {FRESH: 1.0}
        while len(chances) <= LONGEST_HAND and sum(now.values()) > _NOTHING:
            chances.append(sum(held * ends[puck] for puck, held in now.items()))
            after: dict[int, float] = {}
            for puck, held in now.items():
                for goto, share in leads[puck]:
                    after[goto] = after.get(goto, 0.0) + held * share
            now = after
        return cls(tuple(chances), tuple(leads), tuple(ends))

    @property
    def mean(self) -> float:
        """Mean rolls of a hand."""
        return sum(rolls * chance for rolls, chance in enumerate(self.chances))

    def moment(self, power: int) -> float:
        """The central moment of that power."""
        mean = self.mean
        return sum(float((rolls - mean) ** power) * chance for rolls, chance in enumerate(self.chances))

    def log_ratio(self, other: "HandLengths", rolls: int) -> float:
        """By how much a hand of so many rolls speaks for other dice: the log of the ratio of both chances."""
        ours = self.chances[rolls] if rolls < len(self.chances) else 0.0
        theirs = other.chances[rolls] if rolls < len(other.chances) else 0.0
        return log(max(theirs, 1e-300)) - log(max(ours, 1e-300))

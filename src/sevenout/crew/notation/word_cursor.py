"""A cursor over the words of a line of the floor: people, numbers, dice and chips as such lines have them."""

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias, TypeVar, get_args

from sevenout.base.errors import Malformed
from sevenout.base.money import Cents
from sevenout.base.vocabulary import did_you_mean
from sevenout.crew.dice.dice_commands import DiceCommand
from sevenout.crew.dice.dice_sets import Die, Size
from sevenout.crew.layout.chips import Denomination, Stack
from sevenout.crew.pit.money_change import ChangeCommand
from sevenout.crew.pit.pit_commands import PitCommand
from sevenout.crew.pit.pit_rules import Subject
from sevenout.table.notation import LineCursor

CrewCommand: TypeAlias = DiceCommand | PitCommand | ChangeCommand

Role = Literal[
    "supervisor", "boxperson", "stickperson", "dealer", "third base", "second base", "base dealer", "shift manager"
]
"""Who of the house does something."""
ROLES: tuple[Role, ...] = get_args(Role)
SUBJECTS: tuple[Subject, ...] = get_args(Subject)

Colours = Mapping[str, Cents]
"""What a house's chips are worth, by colour."""
T = TypeVar("T", bound=str)

_SIZE = re.compile(r"[0-9]{1,3}\.[0-9]{1,4}")
_COUNT = re.compile(r"-?[0-9]{1,9}")
_MOST_DICE = 20


class FloorCursor:
    """Reads a line of the crew word by word."""

    def __init__(self, line: LineCursor, colours: Colours) -> None:
        self.line, self.colours = line, colours

    def one_of(self, words: tuple[T, ...], expected: str) -> T:
        for word in words:
            if self.line.take_if(*word.split()):
                return word
        raise self.line.make_error(expected, (*words, *(word.split()[0] for word in words)))

    def take_all(self, *words: str) -> None:
        for word in words:
            self.line.take(word)

    def is_at_end(self) -> bool:
        return self.line.at >= len(self.line.words)

    def word(self, expected: str) -> str:
        word = self.line.next(expected)
        if word in (",", ":"):
            self.line.at -= 1
            raise self.line.make_error(expected)
        return word

    def number(self, expected: str) -> int:
        if not _COUNT.fullmatch(self.line.peek()):
            raise self.line.make_error(expected)
        return int(self.line.next(expected))

    def person(self) -> str:
        return self.line.name()

    def some_dice(self, serial: str) -> tuple[Die, ...]:
        """`4 dice of 0.7550, 1 die of 0.7550 0.7550 0.7555 numbered 0815 flawed a scratch`."""
        dice: list[Die] = []
        while True:
            count = self.number("how many dice")
            if not 0 < count <= _MOST_DICE:
                self.line.at -= 1
                raise self.line.make_error(f"from 1 to {_MOST_DICE} dice")
            self.line.take("dice", "die")
            self.take_all("of")
            widths = [self.size()]
            while _SIZE.fullmatch(self.line.peek()):
                widths.append(self.size())
            if len(widths) not in (1, 3):
                raise self.line.make_error("one width, or three")
            a, b, c = widths if len(widths) == 3 else widths * 3
            number = self.word("a serial number") if self.line.take_if("numbered") else serial
            flaw = self.flaw() if self.line.take_if("flawed") else ""
            dice += [Die(number, (a, b, c), flaw)] * count
            if not self.line.take_if(","):
                return tuple(dice)

    def size(self) -> Size:
        if not _SIZE.fullmatch(self.line.peek()):
            raise self.line.make_error("a width in inches such as 0.7550")
        whole, part = self.line.next("a width").split(".")
        return int(whole) * 10_000 + int(part.ljust(4, "0"))

    def flaw(self) -> str:
        words = [self.word("what is wrong with it")]
        while not self.is_at_end() and self.line.peek() != ",":
            words.append(self.word("what is wrong with it"))
        return " ".join(words)

    def read_dice(self) -> tuple[int, ...]:
        """Dice as people count them, from 1."""
        dice = [self.number("a die's number") - 1]
        while self.line.peek().isdigit():
            dice.append(self.number("a die's number") - 1)
        return tuple(dice)

    def chip(self) -> tuple[Cents, str]:
        """`chips of 5`, `red of 5`, and `red` where the house's colours are known."""
        column, colour = self.line.words[self.line.at][1] if not self.is_at_end() else 1, self.word("a colour")
        if self.line.take_if("of"):
            return self.line.amount(), colour
        if colour in self.colours:
            return self.colours[colour], colour
        hint = did_you_mean(colour, self.colours)
        known = f" ({', '.join(self.colours)})" if self.colours else ""
        raise Malformed(
            f"found {colour[:40]!r}.{hint}",
            expected=f"a colour of this house{known}, or chips of a value such as 'red of 5'",
            line=self.line.number,
            column=column,
        )

    def piles(self) -> tuple[Stack, ...]:
        """`20 red of 5, 3 white of 1`."""
        piles = [self.pile()]
        while self.line.take_if(","):
            if self.line.peek() in ("cage", "signed"):
                break
            piles.append(self.pile())
        return tuple(piles)

    def some_piles(self) -> tuple[Stack, ...]:
        """Some piles, or none."""
        return () if self.line.take_if("none") else self.piles()

    def signatures(self) -> tuple[str, ...]:
        """`, signed Ned and Sue`, if it follows."""
        if not self.take_phrase("signed"):
            return ()
        names = [self.person()]
        while self.line.take_if("and"):
            names.append(self.person())
        return tuple(names)

    def some_colours(self) -> tuple[str, ...]:
        """`green`, or `green, red`."""
        colours = [self.word("a colour")]
        while self.line.take_if(","):
            colours.append(self.word("a colour"))
        return tuple(colours)

    def take_phrase(self, *words: str) -> bool:
        """True if these words follow, behind a comma that may have been taken already."""
        self.line.take_if(",")
        return self.line.take_if(*words)

    def pile(self) -> Stack:
        """`20 red of 5`; `20 chips of 5` are of the colour that the house has for that value."""
        chips, (value, colour) = self.number("how many chips"), self.chip()
        if colour in ("chip", "chips"):
            colour = next((known for known, worth in self.colours.items() if worth == value), colour)
        return Stack(Denomination(value, colour), chips)

    def spoken_of(self, keys: tuple[T, ...]) -> T:
        """One of some keys, said in words: `cocked die`."""
        for key in keys:
            if self.line.take_if(*key.split("-")):
                return key
        known = [key.replace("-", " ") for key in keys]
        raise self.line.make_error(" or ".join(known), known)

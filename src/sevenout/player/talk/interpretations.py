"""Results of listening: commands to be done, a choice between readings, or the nearest thing that could be meant."""

from typing import Literal

from msgspec import Struct

from sevenout.table.commands import Command

Wish = Literal["", "roll"]


class Understood(Struct, frozen=True):
    """One reading: what is to be done, in this order. Each command prints itself as its line of the notation."""

    commands: tuple[Command, ...]
    wish: Wish = ""
    """What is asked for that is no command of a table's: that the dice be thrown."""
    note: str = ""
    """What is worth saying beside it."""

    @property
    def lines(self) -> tuple[str, ...]:
        """As the notation has it."""
        return tuple(map(str, self.commands))


class ReadingChoice(Struct, frozen=True):
    """More than one reading, each of which the house would take: somebody has to say which."""

    of: tuple[Understood, ...]


class Unclear(Struct, frozen=True):
    """Nothing is done: why, and the nearest line that could be meant, to be looked at and said."""

    reason: str
    nearest: str = ""


Heard = Understood | ReadingChoice | Unclear


_WHAT_NOW = frozenset(("what should i do", "what should i do now", "what do i do now", "what is best", "what now"))


def read_best_question(line: str) -> str | None:
    """The aim that a question for the best act now names, empty for the usual one; None if nothing like it is asked.

    >>> read_best_question("best 2000"), read_best_question("What should I do now?"), read_best_question("bet 5")
    ('2000', '', None)
    """
    said = " ".join(line.lower().split())
    if said.rstrip("?.! ") in _WHAT_NOW:
        return ""
    word, _, aim = said.rstrip("?! ").partition(" ")
    return aim if word == "best" else None


def format_typed(command: Command, you: str) -> str:
    """A command as its own player types it: the notation without the name, the verb as an order.

    >>> from sevenout.table.commands import Bet, BuyIn, Leave
    >>> (format_typed(Bet("Ann", 1000, "pass"), "Ann"), format_typed(Leave("Ann"), "Ann"),
    ...  format_typed(BuyIn("Ann", 200_00), "Ann"))
    ('bet 10 on pass', 'leave', 'buy in for 200')
    """
    words = str(command).removeprefix(f"{you} ").split(" ")
    verb = _ORDERS.get(words[0], words[0])
    return " ".join((verb, *words[1:]))


_ORDERS = {
    "bets": "bet", "reduces": "reduce", "takes": "take", "calls": "call", "presses": "press", "parlays": "parlay",
    "tokes": "toke", "passes": "pass", "declines": "decline", "accepts": "accept", "buys": "buy", "leaves": "leave",
    "undoes": "undo",
}  # fmt: skip

"""Reads a question as a person does, from its text alone: the table's limits, the puck, the dice, who has what.

The standard library only: nothing of the school that wrote the question.
"""

import re
from typing import NamedTuple

_TABLE = re.compile(r"Table ([\d.]+) to ([\d.]+), chips of ([\d.]+)\.")
_PUCK = re.compile(r"Puck (?:OFF|ON (\d+))\.")
_DICE = re.compile(r"The dice show (\d)-(\d), ([a-z]+)\.")
_PLAYER = re.compile(r"([A-Z][a-z]+)(?:, rack ([\d.]+))?: (.*)")
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Lying(NamedTuple):
    """A stake in cents, and whether it was called on or off."""

    stake: int
    called: bool | None


class Read(NamedTuple):
    """All that a question says of the table."""

    limits: tuple[int, int, int] | None
    point: int | None
    dice: tuple[int, int] | None
    thrown: bool
    racks: dict[str, int]
    lying: dict[str, dict[str, Lying]]
    question: str
    """The line that asks."""

    def layout(self, name: str) -> dict[str, int]:
        return {wager: bet.stake for wager, bet in self.lying[name].items()}

    def calls(self, name: str) -> dict[str, bool]:
        return {wager: bet.called for wager, bet in self.lying[name].items() if bet.called is not None}


def cents(text: str) -> int:
    """An amount as it is written: 10, 2.50."""
    units, _, rest = text.partition(".")
    return int(units) * 100 + int((rest + "00")[:2])


def written(amount: int) -> str:
    """An amount as one would type it."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02}"


def read(prompt: str) -> Read:
    """What a prompt says."""
    *scene, question = prompt.split("\n")
    limits = point = dice = None
    thrown = False
    racks: dict[str, int] = {}
    lying: dict[str, dict[str, Lying]] = {}
    for line in scene:
        if parts := _TABLE.fullmatch(line):
            limits = (cents(parts[1]), cents(parts[2]), cents(parts[3]))
        elif line.startswith(("Puck", "The dice")):
            puck, rolled = _PUCK.search(line), _DICE.search(line)
            point = int(puck[1]) if puck and puck[1] else None
            if rolled:
                dice = (int(rolled[1]), int(rolled[2]))
                assert _NUMBERS[sum(dice) - 2] == rolled[3]
            thrown = "in the air" in line
        elif player := _PLAYER.fullmatch(line):
            name, rack, bets = player.groups()
            racks[name] = cents(rack) if rack else 0
            lying[name] = dict(_bet(bet) for bet in bets.split(", ")) if bets != "nothing on the layout" else {}
    return Read(limits, point, dice, thrown, racks, lying, question)


def _bet(text: str) -> tuple[str, Lying]:
    wager, stake, *call = text.split()
    return wager, Lying(cents(stake), {"on": True, "off": False}[call[0]] if call else None)

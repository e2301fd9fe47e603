"""The work after a roll on the screen: numbered steps in columns, with place and clause beside or below them."""

from collections.abc import Sequence
from itertools import accumulate

from rich.cells import cell_len
from rich.padding import Padding
from rich.text import Text

from sevenout.base.money import format_amount
from sevenout.base.vocabulary import CREW
from sevenout.cli.shared.console import Screen
from sevenout.crew.markers import PointMade
from sevenout.crew.payout.work_steps import WorkStep

_DOES = {
    "bring in": "brings the dice in",
    "clear": "pushes clear",
    "cut down": "cuts down",
    "take": "takes",
    "pay": "pays",
    "ask": "asks for the vig of",
    "pick up": "picks up",
    "return": "returns",
    "refund": "returns the vig over the limit of",
    "deduct": "deducts for",
    "move": "moves",
    "mark": "marks",
    "puck": "puck",
}
_INDENT = 6
_GAP = 2
_AMOUNT, _ALWAYS, _CLAUSE = 3, 4, 5
"""The column of the amount, the columns that always stand beside each other, and the column of the clause."""


def show_steps(screen: Screen, steps: Sequence[WorkStep]) -> None:
    """The steps of one roll in columns; chips, clause and place stand below where a line has no room for them."""
    rows = [
        (
            f"{number:>2}",
            _actor_of(step),
            _does(step),
            _amount(step),
            step.cut,
            step.motion.cite.clause,
            _place_of(step),
        )
        for number, step in enumerate(steps, 1)
    ]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    ends = list(accumulate(widths, lambda end, width: end + _GAP + width, initial=_INDENT - _GAP))
    beside = max(_ALWAYS, sum(end <= screen.width for end in ends) - 1)
    last = ""
    for row in rows:
        cells = [_pad(cell, width) for cell, width in zip(row[:beside], widths, strict=False)]
        cells[_AMOUNT] = row[_AMOUNT].rjust(widths[_AMOUNT])
        style = "dim" if beside > _CLAUSE else ""
        line = Text.assemble(
            " " * _INDENT,
            (" " * _GAP).join(cells[:_CLAUSE]),
            ("".join(f"{' ' * _GAP}{cell}" for cell in cells[_CLAUSE:]), style),
        )
        line.rstrip()
        under = [cell for cell in row[beside:] if cell and cell != last]  # a place just named is not named again
        screen.print(line)
        if under:
            told = Text(" · ".join(under), "dim")
            screen.print(Padding(told, (0, 0, 0, _INDENT + widths[0] + _GAP), expand=False), soft_wrap=False)
        last = row[-1]


def show_marks(screen: Screen, marks: Sequence[PointMade]) -> None:
    """The buttons on the points that were made, one line for all of them."""
    where = ", ".join(mark.at for mark in marks)
    screen.print(Text.assemble(" " * _INDENT, f"{where}", (f"  {marks[0].by}, {marks[0].cite.clause}", "dim")))


def _actor_of(step: WorkStep) -> str:
    return step.motion.seat if step.motion.who == "player" else step.motion.who


def _does(step: WorkStep) -> str:
    motion = step.motion
    if motion.act == "puck":
        return f"puts the puck on {motion.to}" if motion.to != "off" else "takes the puck off"
    owner = "" if motion.who == "player" else "the crew's " if motion.seat == CREW else f"{motion.seat}'s "
    whose = f"{owner}{motion.wager}" if motion.wager else ""
    goes = f" to {motion.to}" if motion.act == "move" else ""
    if motion.act == "cut down" and motion.to:
        goes = f" on the {motion.to}"
    return f"{_DOES[motion.act]} {whose}{goes}".strip()


def _place_of(step: WorkStep) -> str:
    return ", ".join(filter(None, (step.at, step.manner, step.word)))


def _amount(step: WorkStep) -> str:
    return format_amount(step.motion.amount) if step.motion.amount else ""


def _pad(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))

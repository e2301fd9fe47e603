"""The work after a roll on the screen: numbered steps in columns, with place and clause beside or below them."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from sevenout.cli.screen import Screen
from sevenout.crew.steps import WorkStep
from sevenout.money import format_amount
from sevenout.words import CREW

_DOES = {
    "bring in": "brings the dice in",
    "take": "takes",
    "pay": "pays",
    "return": "returns",
    "deduct": "deducts for",
    "move": "moves",
    "mark": "marks",
    "puck": "puck",
}
_INDENT = 6
_GAP = 2


def show_steps(screen: Screen, steps: Sequence[WorkStep]) -> None:
    """The steps of one roll, with clause and place beside them; what has no room there stands below."""
    rows = [
        (f"{number:>2}", step.motion.who, _does(step), _amount(step), step.cut) for number, step in enumerate(steps, 1)
    ]
    widths = [max(cell_len(row[column]) for row in rows) for column in range(len(rows[0]))]
    start = _INDENT + sum(widths) + _GAP * len(widths)
    clauses = max(cell_len(step.motion.cite.clause) for step in steps)
    places = max(cell_len(step.at) for step in steps)
    clause_beside = start + clauses <= screen.width
    place_beside = start + clauses + _GAP + places <= screen.width
    below = "\n" + " " * (_INDENT + widths[0] + _GAP)
    last = ""
    for (number, who, does, amount, cut), step in zip(rows, steps, strict=True):
        cells = [number, _padded(who, widths[1]), _padded(does, widths[2]), amount.rjust(widths[3])]
        line = " " * _INDENT + (" " * _GAP).join([*cells, _padded(cut, widths[4]), ""])
        clause, place = step.motion.cite.clause, step.at
        if place_beside:
            detail = f"{_padded(clause, clauses)}{' ' * _GAP}{place}".rstrip()
        else:  # a place that was just named is not named again
            told = [*([] if clause_beside else [clause]), *([] if place == last else [place])]
            under = " · ".join(filter(None, told))
            detail = (clause if clause_beside else "") + (f"{below}{under}" if under else "")
        screen.print(Text.assemble(line if clause_beside else line.rstrip(), (detail, "dim")))
        last = place


def _does(step: WorkStep) -> str:
    motion = step.motion
    if motion.act == "puck":
        return f"puts the puck on {motion.to}" if motion.to != "off" else "takes the puck off"
    whose = f"{'the crew' if motion.seat == CREW else motion.seat}'s {motion.wager}" if motion.wager else ""
    goes = f" to {motion.to}" if motion.act == "move" else ""
    return f"{_DOES[motion.act]} {whose}{goes}".strip()


def _amount(step: WorkStep) -> str:
    return format_amount(step.motion.amount) if step.motion.amount else ""


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))

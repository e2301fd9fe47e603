"""A game in sentences, for a screen reader: no layout, no tables, everything in the order it happens."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.game import Game
from sevenout.money import units
from sevenout.narration import decision, stick, whither
from sevenout.position import Move, Settlement
from sevenout.table import Rolled
from sevenout.table.commands import Command
from sevenout.talk import typed
from sevenout.words import CREW


def sentences(item: RenderableType) -> Iterator[str]:
    """Anything that is shown, line by line; a row of a table is a sentence with the heads of its columns."""
    match item:
        case Text():
            yield from item.plain.splitlines()
        case Padding():
            yield from sentences(item.renderable)
        case Group():
            for part in item.renderables:
                yield from sentences(part)
        case Grid():
            yield from _rows(item)
        case str():
            yield from item.splitlines()


def _rows(grid: Grid) -> Iterator[str]:
    columns = [(str(column.header), [_said(cell) for cell in column.cells]) for column in grid.columns]
    headed = any(head for head, _ in columns)
    for at in range(1 if headed else 0, grid.row_count):  # the first row shows the heads
        said = [f"{head} {cells[at]}".strip() for head, cells in columns if cells[at]]
        if said:
            yield f"{', '.join(said) if headed else ' '.join(said)}."


def _said(cell: RenderableType) -> str:
    return " ".join(word for line in sentences(cell) for word in line.split())


def act_told(command: Command, you: str, rack: int | None) -> str:
    """What somebody did: `You bet 10 on pass. Your rack: 990.`"""
    told = f"You {typed(command, you)}." if getattr(command, "seat", "") == you else f"{command}."
    return told if rack is None else f"{told} Your rack: {units(rack)}."


def roll_told(rolled: Rolled, you: str, rack: int | None, cited: Game | None = None) -> Iterator[str]:
    """What was rolled, what became of your bets, then of everybody's; with the clauses of a game, if it is given."""

    def told(bet: Settlement | Move, became: str) -> str:
        clause = "" if cited is None else cited.cite(bet.cite).clause
        return f"{bet.wager} for {units(bet.stake)} {became}{f', by {clause}' if clause else ''}"

    who = "You shoot" if rolled.shooter == you else f"{rolled.shooter} shoots"
    yield f"{who} {rolled.a} and {rolled.b}. {stick(rolled)}"
    seats = sorted(rolled.everybody, key=lambda done: done.seat != you)
    for done in seats:
        said = [told(result, decision(result)) for result in done.results]
        said += [told(move, whither(move, rolled.total)) for move in done.moves]
        owner = "Your" if done.seat == you else "The crew's" if done.seat == CREW else f"{done.seat}'s"
        if said:
            yield f"{owner} {('; ' if cited else ', ').join(said)}."
    if not any(done.seat == you and (done.results or done.moves) for done in rolled.seats):
        yield "None of your bets was decided."
    if rack is not None:
        yield f"Your rack: {units(rack)}."

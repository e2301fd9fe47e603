"""Plays a transcript at a table and keeps what happened: every roll, every refusal, and how it ended."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from sevenout.compile import Compiled, open_book
from sevenout.errors import BadInput, Malformed
from sevenout.game import Game, Refusal
from sevenout.money import format_amount
from sevenout.position import layout
from sevenout.table import Event, Rolled, Table
from sevenout.table.commands import Command
from sevenout.transcript import Limits, Rules, parse_line
from sevenout.words import CREW, WAGERS

LARGEST_TRANSCRIPT = 8_000_000
"""Bytes: some two hundred thousand lines."""


Lines = list[tuple[int, str]]


class Step(Struct, frozen=True):
    """One line that was played: the action and what came of it."""

    line: int
    command: Command
    event: Event | Refusal
    table: Table

    @property
    def outcome(self) -> Refusal | Rolled | None:
        """What there is to see of it: a refusal or a roll."""
        return self.event if isinstance(self.event, Refusal | Rolled) else None


def play(text: str, *, rules: str | None = None, beside: Path | None = None) -> Iterator[Step]:
    """Plays a transcript line by line. Raises Malformed at a line that cannot be read.

    `rules` stands in for the `rules` line; `beside` is the folder that rulebook files are named from.
    """
    book, lines = open_transcript(text, rules=rules, beside=beside)
    return play_at(book, lines)


def open_transcript(text: str, *, rules: str | None = None, beside: Path | None = None) -> tuple[Compiled, Lines]:
    """The rulebook that a transcript is played by, and the lines of the game, numbered."""
    lines = numbered(text)
    number, opening = next(((number, line) for number, line in lines if line.split("#", 1)[0].strip()), (1, ""))
    first = opening.split(maxsplit=1)[:1]
    if first != ["rules"] and rules is not None:
        return open_book(rules, beside), lines
    named = parse_line(opening, number) if first == ["rules"] else None
    if not isinstance(named, Rules):
        found = f"found {first[0][:40]!r}" if first else "the transcript is empty"
        raise Malformed(found, expected="'rules BOOK' as the first line", line=number, column=1)
    try:
        return open_book(rules or named.book, beside), lines[number:]
    except BadInput as error:
        raise Malformed(str(error), line=number, column=opening.index(named.book) + 1) from error


def numbered(text: str) -> Lines:
    """The lines of a text with their numbers."""
    return list(enumerate(text.replace("\r\n", "\n").split("\n"), start=1))


def play_at(rules: Compiled, lines: Lines) -> Iterator[Step]:
    """Plays the lines of a game, without a `rules` line, by a compiled book."""
    known = frozenset((*WAGERS, *rules.by_key))
    table: Table | None = None
    for number, line in lines:
        match parse_line(line, number, known):
            case None:
                continue
            case Rules():
                raise Malformed("the rules are named already", line=number, column=1)
            case Limits() as limits:
                if table is not None:
                    raise Malformed("the table's limits come once, before the first seat", line=number, column=1)
                table = _table(rules, limits, number)
            case command:
                table = table or _table(rules, Limits(), number)
                yield Step(number, command, table.tell(command), table)


def _table(rules: Compiled, limits: Limits, number: int) -> Table:
    try:
        return Table(Game(rules, limits.minimum, limits.maximum, limits.chip, seats=None))
    except ValueError as error:
        raise Malformed(str(error), line=number, column=1) from None


class Report:
    """Collects the steps of a game into the JSON form of the contract."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.rolls: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self.table: Table | None = None

    def add(self, step: Step) -> None:
        """Keeps what a step did."""
        self.table = step.table
        match step.outcome:
            case Refusal(code, reason, cite):
                self.refused.append({"line": step.line, "code": code, "clause": cite.clause, "reason": reason})
            case Rolled():
                self.rolls.append({"line": step.line, **_rolled(step.outcome, step.table)})

    def json(self) -> dict[str, Any]:
        """The whole report."""
        ending = {"seats": {}, "crew": {"layout": {}, "toke_box": "0.00"}} if self.table is None else _money(self.table)
        return {"rules": self.rules, "rolls": self.rolls, "refused": self.refused, **ending}


def _rolled(rolled: Rolled, table: Table) -> dict[str, Any]:
    return {
        "dice": [rolled.a, rolled.b],
        "total": rolled.total,
        "puck": table.point,
        "shooter": rolled.shooter,
        "settled": [
            {
                "seat": seat,
                "wager": done.wager,
                "stake": format_amount(done.stake),
                "result": done.result,
                "won": format_amount(done.won),
                "clause": done.cite.clause,
            }
            for seat, done in rolled.settled
        ],
        **_money(table),
    }


def _money(table: Table) -> dict[str, Any]:
    def stakes(held: dict[str, int]) -> dict[str, str]:
        return {wager: format_amount(stake) for wager, stake in held.items()}

    seats = {
        name: {"rack": format_amount(seat.rack), "layout": stakes(layout(table.game, seat.position))}
        for name, seat in table.seats.items()
    }
    return {"seats": seats, CREW: {"layout": stakes(table.layout(CREW)), "toke_box": format_amount(table.toke_box)}}

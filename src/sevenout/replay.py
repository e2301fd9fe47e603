"""Plays a transcript at a table and keeps what happened: every roll, every refusal, and how it ended."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from sevenout.compile import Compiled, open_book
from sevenout.dice import roll
from sevenout.errors import BadInput, Malformed
from sevenout.limits import Game, Refusal
from sevenout.money import format_amount
from sevenout.position import layout
from sevenout.table import Rolled, Table
from sevenout.transcript import (
    Action,
    Bet,
    CallProps,
    CallWager,
    DeclineDice,
    Limits,
    NoRoll,
    Parlay,
    PassDice,
    Press,
    Reduce,
    RollDice,
    Rules,
    Sit,
    TakeDown,
    ThrowDice,
    Toke,
    parse_line,
)
from sevenout.words import CREW, WAGERS

LARGEST_TRANSCRIPT = 8_000_000
"""Bytes: some two hundred thousand lines."""


class Step(Struct, frozen=True):
    """One line that was played: the action and what came of it."""

    line: int
    action: Action
    outcome: Refusal | Rolled | None
    table: Table


def read_transcript(path: Path) -> str:
    """The text of a transcript file; raises BadInput in one line if it cannot be one."""
    try:
        if path.is_file() and (size := path.stat().st_size) > LARGEST_TRANSCRIPT:
            raise BadInput(f"{path}: {size:,} bytes is too large for a transcript (at most {LARGEST_TRANSCRIPT:,})")
        raw = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from error
    return decode_transcript(raw, str(path))


def decode_transcript(raw: bytes, origin: str) -> str:
    """The text of a transcript's bytes."""
    if len(raw) > LARGEST_TRANSCRIPT:
        raise BadInput(f"{origin}: {len(raw):,} bytes is too large for a transcript (at most {LARGEST_TRANSCRIPT:,})")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{origin}: not a text file (byte {error.start + 1} is no UTF-8)") from error
    if "\0" in text:
        raise BadInput(f"{origin}: not a text file (it holds a NUL byte)")
    return text


def play(text: str, *, rules: str | None = None, beside: Path | None = None) -> Iterator[Step]:
    """Plays a transcript line by line. Raises Malformed at a line that cannot be read.

    `rules` stands in for the `rules` line; `beside` is the folder that rulebook files are named from.
    """
    lines = list(enumerate(text.replace("\r\n", "\n").split("\n"), start=1))
    for index, (number, line) in enumerate(lines):
        action = parse_line(line, number)
        if isinstance(action, Rules):
            yield from _game(open_book(rules or action.book, beside), lines[index + 1 :])
            return
        if action is not None and rules is None:
            found = f"found {str(action).split()[0]!r}"
            raise Malformed(found, expected="'rules BOOK' as the first line", line=number, column=1)
        if action is not None and rules is not None:
            yield from _game(open_book(rules, beside), lines[index:])
            return
    raise Malformed("the transcript is empty", expected="'rules BOOK' as the first line", line=1, column=1)


def play_at(rules: Compiled, text: str) -> Iterator[Step]:
    """Plays the lines of a transcript, without its `rules` line, by a compiled book."""
    return _game(rules, list(enumerate(text.split("\n"), start=1)))


def _game(rules: Compiled, lines: list[tuple[int, str]]) -> Iterator[Step]:
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
            case action:
                table = table or _table(rules, Limits(), number)
                yield Step(number, action, _act(table, action), table)


def _table(rules: Compiled, limits: Limits, number: int) -> Table:
    game = Game(rules)
    minimum = game.minimum if limits.minimum is None else limits.minimum
    maximum = game.maximum if limits.maximum is None else limits.maximum
    chip = game.chip if limits.chip is None else limits.chip
    if min(minimum, maximum, chip) <= 0:
        raise Malformed("a table's minimum, maximum and chip are above zero", line=number, column=1)
    if minimum > maximum:
        raise Malformed(
            f"the minimum {format_amount(minimum)} is above the maximum {format_amount(maximum)}", line=number, column=1
        )
    if minimum % chip or maximum % chip:
        raise Malformed(
            f"minimum and maximum are whole numbers of the {format_amount(chip)} chip", line=number, column=1
        )
    return Table(Game(rules, minimum, maximum, chip))


def _act(table: Table, action: Action) -> Refusal | Rolled | None:
    match action:
        case Sit(seat, rack):
            return table.seat(seat, rack)
        case Bet(seat, amount, wager, each, unnoticed, confirmed):
            bet = table.bet_each if each else table.bet
            return bet(seat, wager, amount, unnoticed=unnoticed, confirmed=confirmed)
        case Reduce(seat, wager, amount):
            return table.reduce(seat, wager, amount)
        case TakeDown(seat, what):
            return table.take_down(seat, what)
        case CallWager(seat, what, now):
            return table.call(seat, what, now)
        case CallProps(seat, now):
            return table.props(seat, down=now == "down")
        case Press(seat, wager, by):
            return table.press(seat, wager, by)
        case Parlay(seat, wager):
            return table.parlay(seat, wager)
        case Toke(seat, amount, on):
            return table.toke(seat, amount, on)
        case PassDice(seat):
            return table.passes(seat)
        case DeclineDice(seat):
            return table.declines(seat)
        case ThrowDice():
            return table.throw()
        case RollDice(a, b):
            return table.roll(roll(a, b))
        case NoRoll():
            table.no_roll()
            return None
        case _:
            raise AssertionError(f"{action} is read before the game starts")


class Report:
    """Collects the steps of a game into the JSON form of the contract."""

    def __init__(self) -> None:
        self.rules = ""
        self.rolls: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self.table: Table | None = None

    def add(self, step: Step) -> None:
        """Keeps what a step did."""
        self.table = step.table
        match step.outcome:
            case Refusal(code, clause, reason):
                self.refused.append({"line": step.line, "code": code, "clause": clause, "reason": reason})
            case Rolled():
                self.rolls.append({"line": step.line, **_rolled(step.outcome, step.table)})

    def json(self) -> dict[str, Any]:
        """The whole report."""
        ending = {"seats": {}, "crew": {"layout": {}, "toke_box": "0.00"}} if self.table is None else _money(self.table)
        rules = "" if self.table is None else self.table.game.rules.book.name
        return {"rules": rules, "rolls": self.rolls, "refused": self.refused, **ending}


def _rolled(rolled: Rolled, table: Table) -> dict[str, Any]:
    return {
        "dice": [rolled.roll.a, rolled.roll.b],
        "total": rolled.roll.total,
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

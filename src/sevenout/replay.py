"""Plays a transcript at a table and keeps what happened: every roll, every refusal, and how it ended."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct

from sevenout.compile import Compiled, open_book
from sevenout.errors import BadInput, BadTranscript, Malformed
from sevenout.game import Game
from sevenout.money import format_amount
from sevenout.position import layout
from sevenout.refusal import Refusal
from sevenout.shootout import share
from sevenout.table import Event, Rolled, Table, TableState
from sevenout.table.commands import Command, NoRoll
from sevenout.table.events import Inspected
from sevenout.transcript import Limits, Rules, parse_line
from sevenout.words import CREW, WAGERS

LARGEST_TRANSCRIPT = 8_000_000
"""Bytes: some two hundred thousand lines."""
_MOST_SHOWN, _MOST_COUNTED = 20, 1000


Lines = list[tuple[int, str]]


class Step(Struct, frozen=True):
    """One line that was played: the action and what came of it."""

    line: int
    command: Command
    event: Event | Refusal
    table: Table
    before: TableState
    """The table as it lay before the line."""

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
    table: Table | None = None
    for number, said in _read(rules, lines):
        match said:
            case Malformed():
                raise said
            case Game():
                table = Table(said)
            case command:
                table = table or Table(_game(rules, Limits(), number))
                before = table.state
                yield Step(number, command, table.tell(command), table, before)


def malformed(rules: Compiled, lines: Lines) -> BadTranscript:
    """Every line of a game that cannot be read, whatever the house says to the others; of many the first.

    >>> print(malformed(open_book("typical"), numbered("seat Ann 100\\nAnn bets 10 on yo\\nroll 7 1")))
    line 2, column 16: expected a wager, found 'yo'. Did you mean 'eleven'?
    line 3, column 6: expected a die from 1 to 6, found '7'.
    """
    found = (said for _, said in _read(rules, lines) if isinstance(said, Malformed))
    shown = list(islice(found, _MOST_SHOWN))
    more = sum(1 for _ in islice(found, _MOST_COUNTED))
    return BadTranscript(shown, more, all_counted=more < _MOST_COUNTED)


def _read(rules: Compiled, lines: Lines) -> Iterator[tuple[int, Command | Game | Malformed]]:
    """What each line says: a command, the game that limits make of the book, or why it cannot be read."""
    known = frozenset((*WAGERS, *rules.by_key))
    opened = False
    for number, line in lines:
        said: Command | Game | Malformed
        try:
            match parse_line(line, number, known, rules.glossary):
                case None:
                    continue
                case Rules():
                    said = Malformed("the rules are named already", line=number, column=1)
                case Limits() if opened:
                    said = Malformed("the table's limits come once, before the first seat", line=number, column=1)
                case Limits() as limits:
                    said, opened = _game(rules, limits, number), True
                case command:
                    said, opened = command, True
        except Malformed as error:
            said = error
        yield number, said


def _game(rules: Compiled, limits: Limits, number: int) -> Game:
    try:
        return Game(rules, limits.minimum, limits.maximum, limits.chip, seats=None)
    except ValueError as error:
        raise Malformed(str(error), line=number, column=1) from None


class Report:
    """Collects the steps of a game into the JSON form of the contract."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.rolls: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self.no_rolls: list[dict[str, Any]] = []
        self.table: Table | None = None

    def add(self, step: Step) -> None:
        """Keeps what a step did."""
        self.table = step.table
        match step.event:
            case Refusal(code, reason, cite):
                self.refused.append({"line": step.line, "code": code, "clause": cite.clause, "reason": reason})
            case Rolled() as rolled:
                hit = _hit(rolled, step.table)
                self.rolls.append({"line": step.line, **_rolled(rolled, step.table), **hit})
            case Inspected(supervisor=signed):
                hit = next(roll["shootout"] for roll in reversed(self.rolls) if "shootout" in roll)
                hit["dice"] = "sound" if signed else "tampered"
            case _ if isinstance(step.command, NoRoll):
                self.no_rolls.append({"line": step.line, **_no_roll(step.command, step.table)})

    def json(self) -> dict[str, Any]:
        """The whole report; no rolls and a Shootout are in it where there were any."""
        ending = {"seats": {}, "crew": {"layout": {}, "toke_box": "0.00"}} if self.table is None else _money(self.table)
        no_rolls = {"no_rolls": self.no_rolls} if self.no_rolls else {}
        bonus = {} if self.table is None else _shootout(self.table)
        return {"rules": self.rules, "rolls": self.rolls, "refused": self.refused, **ending, **no_rolls, **bonus}


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


def _no_roll(command: NoRoll, table: Table) -> dict[str, Any]:
    """Which ground of the house the words name, whether the call must or may be made on it, and by whom."""
    ground = table.game.rules.book.no_roll.named(command.ground)
    if ground is None:
        return {"said": command.ground, "ground": None, "call": None, "called_by": [], "clause": ""}
    called_by, clause = list(ground.called_by.value), ground.call.cite.clause
    return {
        "said": command.ground,
        "ground": ground.key,
        "call": ground.call.value,
        "called_by": called_by,
        "clause": clause,
    }


def _hit(rolled: Rolled, table: Table) -> dict[str, Any]:
    """The Shootout that a roll hit: what waits for the inspection of the dice, and for whom."""
    rules, bonus = table.game.rules.book.shootout, rolled.bonus
    if rules is None or bonus is None or not bonus.held_for:
        return {}
    each = share(rules, bonus.held_amount)
    hit = {"amount": format_amount(bonus.held_amount), "share": format_amount(each), "eligible": [*bonus.eligible]}
    return {"shootout": {**hit, "dice": None}}


def _shootout(table: Table) -> dict[str, Any]:
    posted, log, bonus = table.posted(), table.shootout_log(), table.state.bonus
    if posted is None or log is None or bonus is None:
        return {}
    zone = ZoneInfo(bonus.zone)
    entries = [
        {
            "day": entry.day.isoformat(),
            "amount": format_amount(entry.amount),
            "hit": entry.hit and entry.hit.astimezone(zone).isoformat(timespec="minutes"),
            "shares": entry.shares,
            "shared": format_amount(entry.shared),
            "supervisor": entry.supervisor,
            "licence": entry.licence,
        }
        for entry in log
    ]
    return {"shootout": {"posted": format_amount(posted), "log": entries}}

"""Plays a transcript on a floor and keeps what happened: every roll, every refusal, and how it ended.

A transcript that posts no crew plays at a bare table.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal, assert_never
from zoneinfo import ZoneInfo

from msgspec import Struct, to_builtins

from sevenout.base.errors import BadInput, BadTranscript, Malformed
from sevenout.base.money import format_amount
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW, WAGERS
from sevenout.crew.floor.floor import CrewEvent, Floor, FloorCommand, FloorEvent, crew_events
from sevenout.crew.floor.floor_narration import Aside, act_record
from sevenout.crew.notation.line_parser import colours_of, parse_floor_line
from sevenout.engine.game import Game
from sevenout.engine.shootout import share
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from sevenout.table import Event, Rolled, Snapshot, Table, evolve
from sevenout.table.events import (
    Awarded,
    BoughtIn,
    Changed,
    Declined,
    DiceAccepted,
    Inspected,
    Left,
    NoRollCalled,
    Opened,
    Passed,
    Remembered,
    RollCorrected,
    RollVoided,
    Seated,
    Thrown,
    TimePassed,
    Toked,
    Undone,
    Warned,
)
from sevenout.table.named_layout import Layout
from sevenout.table.narration import lacking_clock
from sevenout.table.notation import Rules, TableLimits, parse_line

LARGEST_TRANSCRIPT = 8_000_000
"""Bytes: some two hundred thousand lines."""
_MOST_SHOWN, _MOST_COUNTED = 20, 1000


Lines = list[tuple[int, str]]


class ReplayStep(Struct, frozen=True):
    """One line that was played: the action, what came of it, and the table before and after. All of them values."""

    line: int
    command: FloorCommand
    event: FloorEvent | Refusal
    """What it did at the table; of a line that only the floor knows, what it did there."""
    before: Snapshot
    after: Snapshot
    floor: tuple[CrewEvent, ...] = ()
    """What dice and crew did by this line, and what followed from it that somebody has to see to."""

    dealers: Literal[1, 2] = 2
    """How many base dealers worked the table."""
    sent_out: bool = False
    """Whether the stick had told that the dice are out, before this line."""

    @property
    def rolled(self) -> Rolled | None:
        """The roll that it settled: thrown, or put in the place of one that was wrong."""
        event = self.event.rolled if isinstance(self.event, RollCorrected) else self.event
        return event if isinstance(event, Rolled) else None

    @property
    def outcome(self) -> Refusal | Rolled | None:
        """The part that is shown: a refusal or a roll."""
        return self.event if isinstance(self.event, Refusal) else self.rolled

    @property
    def lay(self) -> Snapshot:
        """The table as the roll found it: without the one that it corrects."""
        return evolve(self.before, self.event.voided) if isinstance(self.event, RollCorrected) else self.before


class Playback:
    """The lines of a game as they are played, one by one, and the table at which they are.

    >>> steps = list(play("rules typical\\nseat Ann 100\\nAnn bets 10 on pass\\nroll 2 2\\nroll 2 2"))
    >>> [(step.after.point, step.after.seats[0].rack) for step in steps]
    [(None, 10000), (None, 9000), (4, 9000), (None, 11000)]
    """

    def __init__(self, rules: CompiledBook, lines: Lines) -> None:
        self.rules, self.lines = rules, lines
        self.floor: Floor | None = None
        """None before the first action."""
        self._shown: Snapshot | None = None

    @property
    def table(self) -> Table | None:
        """The table at which they play; None before the first action."""
        return None if self.floor is None else self.floor.table

    def __iter__(self) -> Iterator[ReplayStep]:
        """Plays them from the first on; raises Malformed at a line that cannot be read."""
        self.floor = self._shown = None
        for number, said in _read(self.rules, self.lines):
            match said:
                case Malformed():
                    raise said
                case Game():
                    self.floor = Floor(said)
                case command:
                    floor = self.floor = self.floor or Floor(_game(self.rules, TableLimits(), number))
                    yield self._step(floor, number, command)

    def _step(self, floor: Floor, number: int, command: FloorCommand) -> ReplayStep:
        before, happened = self._shown or floor.snapshot, len(floor.log)
        sent_out = floor.is_posted and floor.sent_out
        answer = floor.execute(command)
        if isinstance(answer, Refusal):
            return ReplayStep(number, command, answer, before, before)
        if isinstance(answer, Event) and not floor.is_posted:
            self._shown = evolve(before, answer)
            return ReplayStep(number, command, answer, before, self._shown)
        self._shown = floor.snapshot
        followed = (event for event in crew_events(floor.log[happened:]) if event is answer or isinstance(event, Aside))
        event = floor.record[-1].table or answer
        return ReplayStep(number, command, event, before, self._shown, tuple(followed), floor.dealers, sent_out)


def play(text: str, *, rules: str | None = None, beside: Path | None = None) -> Playback:
    """Plays a transcript line by line. Raises Malformed at a line that cannot be read.

    `rules` stands in for the `rules` line; `beside` is the folder that rulebook files are named from.
    """
    book, lines = open_transcript(text, rules=rules, beside=beside)
    return Playback(book, lines)


def open_transcript(text: str, *, rules: str | None = None, beside: Path | None = None) -> tuple[CompiledBook, Lines]:
    """The rulebook that a transcript is played by, and the lines of the game, numbered."""
    lines = number_lines(text)
    number, opening = next(((number, line) for number, line in lines if line.split("#", 1)[0].strip()), (1, ""))
    first = opening.split(maxsplit=1)[:1]
    if first != ["rules"] and rules is not None:
        return open_book(rules, beside), lines
    named = parse_line(opening, number) if first == ["rules"] else None
    if not isinstance(named, Rules):
        instead = f"found {first[0][:40]!r}" if first else "the transcript is empty"
        raise Malformed(instead, expected="'rules BOOK' as the first line", line=number, column=1)
    try:
        return open_book(rules or named.book, beside), lines[number:]
    except BadInput as error:
        raise Malformed(str(error), line=number, column=opening.index(named.book) + 1) from error


def number_lines(text: str) -> Lines:
    """The lines of a text with their numbers."""
    return list(enumerate(text.replace("\r\n", "\n").split("\n"), start=1))


def find_malformed(rules: CompiledBook, lines: Lines) -> BadTranscript:
    """Every line of a game that cannot be read, whatever the house says to the others; of many the first.

    >>> print(find_malformed(open_book("typical"), number_lines("seat Ann 100\\nAnn bets 10 on yo\\nroll 7 1")))
    line 2, column 16: expected a wager, found 'yo'. Did you mean 'eleven'?
    line 3, column 6: expected a die from 1 to 6, found '7'.
    """
    unread = (said for _, said in _read(rules, lines) if isinstance(said, Malformed))
    shown = list(islice(unread, _MOST_SHOWN))
    more = sum(1 for _ in islice(unread, _MOST_COUNTED))
    return BadTranscript(shown, more, all_counted=more < _MOST_COUNTED)


def _read(rules: CompiledBook, lines: Lines) -> Iterator[tuple[int, FloorCommand | Game | Malformed]]:
    """Parses each line: a command, the game after a line of limits, or the reason why it cannot be read."""
    known, colours = frozenset((*WAGERS, *rules.by_key)), colours_of(rules.book)
    opened = False
    for number, line in lines:
        said: FloorCommand | Game | Malformed
        try:
            match parse_floor_line(line, number, known, rules.glossary, colours):
                case None:
                    continue
                case Rules():
                    said = Malformed("the rules are named already", line=number, column=1)
                case TableLimits() if opened:
                    said = Malformed("the table's limits come once, before the first seat", line=number, column=1)
                case TableLimits() as limits:
                    said, opened = _game(rules, limits, number), True
                case command:
                    said, opened = command, True
        except Malformed as error:
            said = error
        yield number, said


def _game(rules: CompiledBook, limits: TableLimits, number: int) -> Game:
    try:
        return Game(rules, limits.minimum, limits.maximum, limits.chip, seats=None, undo=limits.undo or False)
    except ValueError as error:
        raise Malformed(str(error), line=number, column=1) from None


class ReplayNotice(Struct, frozen=True):
    """Something to know about a game that no line says: at which line, what, and the clause."""

    line: int
    text: str
    clause: str = ""


class ReplayReport:
    """Collects the steps of a game into the JSON form of the contract."""

    def __init__(self, played: Playback) -> None:
        self.played = played
        self.rolls: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self.no_rolls: list[dict[str, Any]] = []
        self.floor: list[dict[str, Any]] = []
        self.notices: list[ReplayNotice] = []
        self.last: Snapshot | None = None

    def add(self, step: ReplayStep) -> None:
        """Keeps what a step did."""
        self.last = step.after
        rules = self.played.rules
        said = str(step.command) if step.floor else ""
        self.floor += [{"line": step.line, **act_record(rules.book, said, event)} for event in step.floor]
        if not isinstance(step.event, Event | Refusal):
            return
        lacking = "" if isinstance(step.event, Refusal) else lacking_clock(rules.book, step.after, step.event)
        if lacking and rules.book.shootout is not None and not self.notices:
            self.notices.append(ReplayNotice(step.line, lacking, rules.book.shootout.posted.cite.clause))
        match step.event:
            case Refusal(code, reason, cite):
                self.refused.append({"line": step.line, "code": code, "clause": cite.clause, "reason": reason})
            case Rolled() as rolled:
                self._roll(step, rolled)
            case RollCorrected(_, rolled):
                wrong = self.rolls.pop()
                self._roll(step, rolled)
                self.rolls[-1]["corrects"] = {"line": wrong["line"], "dice": wrong["dice"]}
            case RollVoided() as voided:
                wrong = self.rolls.pop()
                taken_back = {"line": wrong["line"], "dice": wrong["dice"]}
                self.no_rolls.append({"line": step.line, **_no_roll(voided, rules), "taken_back": taken_back})
            case Inspected(supervisor=signed):
                hit = next(roll["shootout"] for roll in reversed(self.rolls) if "shootout" in roll)
                hit["dice"] = "sound" if signed else "tampered"
                if not signed:
                    hit["investigation"] = True
            case NoRollCalled() as called:
                self.no_rolls.append({"line": step.line, **_no_roll(called, rules)})
            case Opened() | Seated() | BoughtIn() | Left() | Changed() | Undone() | Toked() | Remembered() | Awarded():
                pass  # the seats at the next roll and at the end show it
            case TimePassed() | Thrown() | Warned() | Passed() | Declined() | DiceAccepted():
                pass
            case _:
                assert_never(step.event)

    def _roll(self, step: ReplayStep, rolled: Rolled) -> None:
        rules = self.played.rules
        hit = _hit(rolled, rules)
        self.rolls.append({"line": step.line, **_roll_record(rolled, rules), **_money(step.after), **hit})

    def json(self) -> dict[str, Any]:
        """The whole report; no rolls, a floor and a Shootout are in it where there were any."""
        ending = {"seats": {}, CREW: {"layout": {}, "toke_box": "0.00"}} if self.last is None else _money(self.last)
        no_rolls = {"no_rolls": self.no_rolls} if self.no_rolls else {}
        floor = {"floor": self.floor} if self.floor else {}
        bonus = {} if self.played.table is None else _shootout(self.played.table)
        name = self.played.rules.book.name
        notices = {"notices": [to_builtins(notice) for notice in self.notices]} if self.notices else {}
        happened = {"rules": name, "rolls": self.rolls, "refused": self.refused}
        return {**happened, **ending, **no_rolls, **floor, **bonus, **notices}


def _roll_record(rolled: Rolled, rules: CompiledBook) -> dict[str, Any]:
    return {
        "dice": [rolled.a, rolled.b],
        "total": rolled.total,
        "puck": rolled.point,
        "shooter": rolled.shooter,
        "settled": [
            {
                "seat": seat,
                "wager": done.wager,
                "stake": format_amount(done.stake),
                "result": done.result,
                "won": format_amount(done.won),
                "clause": rules.citations[done.cite].clause,
            }
            for seat, done in rolled.settled
        ],
        **_moves_record(rolled, rules),
    }


def _moves_record(rolled: Rolled, rules: CompiledBook) -> dict[str, Any]:
    """Bets that a roll moved and did not decide, where there are any."""
    moved = [
        {
            "seat": seat,
            "wager": move.wager,
            "to": move.to,
            "stake": format_amount(move.stake),
            "clause": rules.citations[move.cite].clause,
        }
        for seat, move in rolled.moved
    ]
    return {"moved": moved} if moved else {}


def _money(shown: Snapshot) -> dict[str, Any]:
    seats = {seat.name: {"rack": format_amount(seat.rack), "layout": _stakes(seat.layout)} for seat in shown.seats}
    crew = {"layout": _stakes(shown.crew), "toke_box": format_amount(shown.ledger.toke_box)}
    return {"seats": seats, CREW: crew}


def _stakes(layout: Layout) -> dict[str, str]:
    return {bet.wager: format_amount(bet.stake) for bet in layout.lying}


def _no_roll(called: NoRollCalled | RollVoided, rules: CompiledBook) -> dict[str, Any]:
    """Returns which ground of the house the words name, whether the call must or may be made on it, and by whom."""
    ground = rules.book.no_roll.ground(called.ground)
    if ground is None:
        return {"said": called.said, "ground": None, "call": None, "called_by": [], "clause": ""}
    return {
        "said": called.said,
        "ground": ground.key,
        "call": ground.call.value,
        "called_by": list(ground.called_by.value),
        "clause": ground.call.cite.clause,
    }


def _hit(rolled: Rolled, rules: CompiledBook) -> dict[str, Any]:
    """The Shootout that a roll hit: what waits for the inspection of the dice, and for whom."""
    terms, bonus = rules.book.shootout, rolled.bonus
    if terms is None or bonus is None or not bonus.held_for:
        return {}
    each = share(terms, bonus.held_amount)
    hit = {"amount": format_amount(bonus.held_amount), "share": format_amount(each), "eligible": [*bonus.eligible]}
    return {"shootout": {**hit, "dice": None}}


def _shootout(table: Table) -> dict[str, Any]:
    posted, log, bonus = table.posted_bonus(), table.shootout_log(), table.state.bonus
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

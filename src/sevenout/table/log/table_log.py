"""A table's log, and the checks that read it back.

An entry stands for one command: who told it when, under which key, the command itself, and the event it led to. How
entries are written and chained is `hash_chain`'s business.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.table.commands import Command, Inspect
from sevenout.table.event_application import evolve
from sevenout.table.events import (
    VERSION,
    Awarded,
    BoughtIn,
    Changed,
    Declined,
    DiceAccepted,
    Event,
    Inspected,
    Left,
    NoRollCalled,
    Opened,
    Overruled,
    Passed,
    Remembered,
    RollCorrected,
    Rolled,
    RollVoided,
    Seated,
    Thrown,
    TimePassed,
    Toked,
    Undone,
    Warned,
)
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.handlers.rulings import LastingCommand, revocable_after
from sevenout.table.log.hash_chain import End, bad_entry, end_of, read_entries, write_log
from sevenout.table.named_layout import position_of
from sevenout.table.state import MOST_UNDONE, Earlier, RevocableRoll, TableState
from sevenout.table.table_snapshot import Snapshot, chips_of, house_of, opening, state_of

__all__ = ["End", "LogEntry", "end_of", "read_log", "verify_log", "write_log"]


class LogEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One entry of a log: an event with the command that led to it, in its envelope."""

    n: int
    command: Command | None
    """None: the table was opened."""
    event: Event
    at: datetime | None = None
    actor: str = ""
    """On whose word: a player, one of the crew, a strategy."""
    key: str = ""
    """What its sender calls it, so that it is carried out once."""


_entry = msgspec.json.Decoder(LogEntry)


def read_log(game: Game, lines: Iterable[str | bytes], *, end: End | None = None) -> tuple[TableState, list[LogEntry]]:
    """The state and the entries of a log, by its events alone; raises BadInput at the first that does not belong.

    What an event says is taken as said, as long as no chips come or go by it; `verify_log` asks the rules as well.
    """
    reading = _LogReader(game)
    log = []
    for recorded in _entries(lines, end):
        reading.take(recorded)
        log.append(recorded)
    return reading.state(), log


def verify_log(game: Game, lines: Iterable[str | bytes], *, end: End | None = None) -> End:
    """Plays a log again under its rulebook: every command must lead to the event that stands beside it."""
    state = TableState()
    log: list[LogEntry] = []
    for recorded in _entries(lines, end):
        log.append(recorded)
        if recorded.n == 0 or recorded.command is None:
            if recorded != LogEntry(0, None, opening(game), at=recorded.at, actor=recorded.actor, key=recorded.key):
                raise bad_entry(recorded.n, _misfit(game, recorded.event) or "it is not how this house opens a table")
        else:
            decided = decide_command(game, state, recorded.command)
            if isinstance(decided, Refusal):
                raise bad_entry(recorded.n, f"the house refuses «{recorded.command}»: {decided.reason}")
            if decided.event != recorded.event:
                raise bad_entry(recorded.n, f"«{recorded.command}» leads to something else than is written there")
            state = decided.state
    return end_of(log)


def _entries(lines: Iterable[str | bytes], end: End | None) -> Iterator[LogEntry]:
    return read_entries(lines, _entry, end, _unread)


_Acts = dict[str, list[Earlier]]
"""What each seat can take back."""


class _RollRead(Struct):
    """The last roll that was read, which may be taken back: the table before it, and the money that moved since."""

    shown: Snapshot
    earlier: _Acts
    ruled: bool
    since: list[LogEntry] = []


class _LogReader:
    """The picture of a table as its log is read, and what can be taken back at its end."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.shown = Snapshot(house_of(game))
        self.earlier: _Acts = {}
        self.rolled: _RollRead | None = None

    def take(self, recorded: LogEntry) -> None:
        """The next entry."""
        event, before = recorded.event, self.shown
        if recorded.n == 0:
            if misfit := _misfit(self.game, event):
                raise bad_entry(0, misfit)
        elif isinstance(event, Opened) or recorded.command is None:
            raise bad_entry(recorded.n, "a log is opened once")
        try:
            self.shown = evolve(before, event)
            self._note_roll(before, recorded)
            self._note(before, event)
        except (LookupError, ValueError) as error:
            raise bad_entry(recorded.n, str(error)) from error
        if _imbalance(before, self.shown):
            raise bad_entry(recorded.n, "it makes or loses chips")

    def _note_roll(self, before: Snapshot, recorded: LogEntry) -> None:
        """Keeps what the last roll can be taken back to."""
        event, rolled = recorded.event, self.rolled
        match event:
            case Rolled():
                if before.dice.called_off is not None and not isinstance(event, Overruled):
                    before = replace(before, dice=replace(before.dice, called_off=None, told=()))
                self.rolled = _RollRead(before, self.earlier, isinstance(event, Overruled))
            case RollCorrected(voided) if rolled is not None:
                self.rolled = _RollRead(evolve(before, voided), self._undoable_acts(rolled), rolled.ruled)
            case RollVoided() if rolled is not None:
                self.rolled, self.earlier = None, self._undoable_acts(rolled)
            case Thrown() | NoRollCalled():
                self.rolled = None
            case _ if rolled is not None and isinstance(recorded.command, LastingCommand | Inspect):
                rolled.since.append(recorded)

    def _undoable_acts(self, rolled: _RollRead) -> _Acts:
        """What could be taken back before a roll, by those who are still there."""
        return {name: acts for name, acts in rolled.earlier.items() if self.shown.seat(name) is not None}

    def _note(self, before: Snapshot, event: Event) -> None:
        """Keeps what a seat can take back since the last roll."""
        if not self.game.undo:
            return
        match event:
            case Rolled() | RollCorrected():
                self.earlier = {}
            case Changed(name, _, _, staked, commission):
                seat = before.seat(name)
                assert seat is not None, "`evolve` has found it"
                was = Earlier(position_of(self.game, seat.layout), staked, commission, seat.results)
                self.earlier[name] = [*self.earlier.get(name, [])[1 - MOST_UNDONE :], was]
            case Undone(name) if self.earlier.get(name):
                self.earlier[name].pop()
            case Left(name):
                self.earlier.pop(name, None)
            case Opened() | Seated() | BoughtIn() | Undone() | Toked() | Remembered() | Awarded():
                pass
            case (
                TimePassed()
                | Inspected()
                | Thrown()
                | Warned()
                | Passed()
                | Declined()
                | DiceAccepted()
                | NoRollCalled()
            ):
                pass
            case RollVoided():
                pass
            case _:
                assert_never(event)

    def state(self) -> TableState:
        """The state at the end."""
        state = self._state(self.shown, self.earlier)
        return state if self.rolled is None else replace(state, revocable=self._revocable(self.rolled))

    def _revocable(self, rolled: _RollRead) -> RevocableRoll | None:
        """What the last roll can be taken back to, with the money that came and went since."""
        revocable: RevocableRoll | None = RevocableRoll(self._state(rolled.shown, rolled.earlier), rolled.ruled)
        for recorded in rolled.since:
            assert recorded.command is not None, "a log is opened before its first roll"
            before = TableState(revocable=revocable)
            revocable = revocable_after(self.game, before, recorded.command, recorded.event, decide_command)
        return revocable

    def _state(self, shown: Snapshot, earlier: _Acts) -> TableState:
        try:
            state = state_of(self.game, shown)
        except msgspec.ValidationError as error:
            raise BadInput(f"the log: {error}") from error
        seats = tuple(replace(seat, earlier=tuple(earlier.get(seat.name, ()))) for seat in state.seats)
        return replace(state, seats=seats)


def _imbalance(before: Snapshot, after: Snapshot) -> Cents:
    """Chips made or lost by an event: seats that it did not touch need not be counted again."""
    if before.seats is after.seats and before.ledger is after.ledger and before.crew is after.crew:
        return 0
    if len(before.seats) != len(after.seats):
        return chips_of(after) - chips_of(before)
    was, now = before.ledger, after.ledger
    chips = now.bank + now.commission + now.toke_box - was.bank - was.commission - was.toke_box
    if after.crew is not before.crew:
        chips += after.crew.at_risk - before.crew.at_risk
    for seat, changed in zip(before.seats, after.seats, strict=True):
        if changed is not seat:
            chips += changed.rack - seat.rack
            if changed.layout is not seat.layout:
                chips += changed.layout.at_risk - seat.layout.at_risk
    return chips


def _misfit(game: Game, event: Event) -> str:
    """Why a log cannot be one of this table, if it cannot."""
    if not isinstance(event, Opened):
        return "a log begins with the table being opened"
    if event.version != VERSION:
        return f"version {event.version} of the log, and this reads version {VERSION}"
    house, own = event.house, house_of(game)
    if house.digest != own.digest:
        return f"it was played by another text of {house.book!r} than this {own.book!r}"
    return "" if house == own else "the table had other limits"


def _unread(number: int, raw: bytes) -> str:
    """What to say of a log of the form that was written before entries had envelopes."""
    if number == 0 and raw.startswith(b'{"n":0,"event":{"type":"opened"'):
        return "version 1 of the log, which is read no more: replay the game's transcript to have it in the new form"
    return ""

"""Replay of what no table of this house has played: a session of a simulation, a transcript, a log that somebody sends.

Each is played again by its rules and told as frames, as a table's past is; nothing is kept. Only books of the house are
opened, never a file that a text names. What is longer than is played for anybody is refused with what would fit.
"""

from itertools import islice
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.dice import PACE
from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import FloorLogEntry
from sevenout.crew.replay import Playback, number_lines, open_transcript
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from sevenout.server.history.replay_frames import FrameWriter
from sevenout.server.live.log_state import LogState
from sevenout.server.protocol.house_events import ServerLogEntry
from sevenout.strategy.language.compiler.plan import compile_strategy
from sevenout.strategy.language.parser.file_parser import LARGEST_FILE, parse
from sevenout.strategy.library import read_strategy
from sevenout.strategy.named_texts import find_name
from sevenout.strategy.session_end import SessionEnd, rolls_in
from sevenout.table.events import Opened
from sevenout.table.log.hash_chain import is_line, read_entries

if TYPE_CHECKING:
    from sevenout.analysis.simulation.session_spec import SessionSpec

MOST_ROLLS, MOST_SHOOTERS = 2_000, 200
"""Of a session that is shown roll by roll."""
MOST_LINES = 10_000
"""Of a transcript or a log that is sent."""
_USUAL_ROLLS = 200
_decoder = msgspec.json.Decoder(ServerLogEntry)


class ReplayedGame(Struct, frozen=True):
    """A game that was played again: its book, and its frames as lines of JSON."""

    book: CompiledBook
    frames: bytes


class SessionQuestion(Struct, frozen=True):
    """A session as the lab's address has it: all amounts in cents."""

    house: str
    bankroll: int
    strategy: str = ""
    text: str = ""
    unit: str = ""
    rolls: int | None = None
    shooters: int | None = None
    hours: float | None = None
    pace: int = PACE
    goal: int | None = None
    stop_loss: int | None = None
    face_value: bool = False
    seed: int = 1
    number: int = 0

    @property
    def end(self) -> SessionEnd:
        """How the session ends, as `sevenout simulate` reads the same options."""
        if self.pace < 1:
            raise BadInput(f"a pace of {self.pace} rolls an hour gets nowhere: give 1 or more")
        rolls = self.rolls if self.hours is None else rolls_in(self.hours, self.pace)
        if rolls is None and self.shooters is None and self.goal is None:
            rolls = _USUAL_ROLLS
        return SessionEnd(
            rolls=rolls,
            shooters=self.shooters,
            goal=self.goal,
            stop_loss=self.stop_loss,
            face_value=self.face_value,
        )


def replay_question(asked: SessionQuestion) -> ReplayedGame:
    """The very session that `sevenout simulate` plays under its seed and number; raises BadInput."""
    from sevenout.player.bot import record_session

    game = Game.open(_book_of_house(asked.house))
    spec, rolls = _session(asked, game)
    dice = list(islice(spec.rolls_of_session(asked.number), rolls))
    session = record_session(game, spec.strategy, asked.bankroll, dice, closes_after=spec.closes_after)
    return replay_text("\n".join(session.lines))


def _session(asked: SessionQuestion, game: Game) -> "tuple[SessionSpec, int]":
    """The session, and how many rolls it has; one that goes on for longer than is shown is refused."""
    from sevenout.analysis.simulation.philox import SEEDS
    from sevenout.analysis.simulation.session_spec import SessionSpec, replay_session

    end = asked.end
    if (end.rolls or 0) > MOST_ROLLS or (end.shooters or 0) > MOST_SHOOTERS:
        raise BadInput(
            f"replay shows sessions of up to {MOST_ROLLS:,} rolls or {MOST_SHOOTERS:,} shooters: ask for fewer"
        )
    if not 0 <= asked.number < SEEDS:
        raise BadInput(f"sessions have numbers from 0 to {SEEDS - 1}, not {asked.number}")
    if asked.text and len(asked.text.encode()) > LARGEST_FILE:
        raise BadInput(f"a strategy has up to {LARGEST_FILE:,} bytes")
    if not asked.text and find_name(asked.strategy) is None:
        raise BadInput(f"there is no strategy {asked.strategy!r} here: name one of the house's, or send its text")
    script = parse(asked.text, glossary=game.rules.glossary) if asked.text else read_strategy(asked.strategy, game)
    plan = compile_strategy(script, game, {"unit": asked.unit} if asked.unit else {})
    spec = SessionSpec.of(game, plan, asked.bankroll, end, asked.seed)
    # Without a limit of rolls the same dice are played up to one, so that nobody waits for a session without end.
    bounded = spec if end.rolls is not None else SessionSpec.of(
        game, plan, asked.bankroll, replace(end, rolls=MOST_ROLLS), asked.seed
    )  # fmt: skip
    rolls = replay_session(bounded, asked.number).rolls
    if end.rolls is None and rolls >= MOST_ROLLS:
        raise BadInput(f"this session goes on for more than the {MOST_ROLLS:,} rolls that replay shows")
    return spec, rolls


def replay_text(text: str) -> ReplayedGame:
    """A transcript, or a log, played again by the house's own books; raises BadInput or Malformed with the line."""
    if text.count("\n") > MOST_LINES:
        raise BadInput(
            f"replay reads up to {MOST_LINES:,} lines, and this has {text.count(chr(10)):,}: send a part of it"
        )
    raw = [line for line in text.encode().split(b"\n") if line.strip()]
    if any(is_line(line) for line in raw[:2]):
        return _replay_log(raw)
    return _replay_transcript(text)


def _replay_log(raw: list[bytes]) -> ReplayedGame:
    first = next(read_entries(raw[:1], _decoder, None), None)
    if first is None or not isinstance(first.event, Opened):
        raise BadInput("event 0 of the log: a log begins with the table being opened")
    house = first.event.house
    book = open_book(_book_of_house(house.book))
    if book.book.digest != house.digest:
        raise BadInput(f"the log was played by another text of {house.book!r} than this house has")
    record = LogState(Game(book, house.minimum, house.maximum, house.chip, seats=house.places, undo=house.undo))
    entries = list[ServerLogEntry]()
    for entry in read_entries(raw, _decoder, None, chain=record.chain):
        record.play(entry)
        entries.append(entry)
    game = record.floor.game
    return ReplayedGame(game.rules, FrameWriter(game).write_entries(entries))


def _replay_transcript(text: str) -> ReplayedGame:
    opening = next(
        (line.split("#", 1)[0].split() for _, line in number_lines(text) if line.split("#", 1)[0].strip()), []
    )
    if opening[:1] == ["rules"] and len(opening) > 1:
        _book_of_house(opening[1])
    book, lines = open_transcript(text)
    played = Playback(book, lines)
    written, refused = dict(lines), list[tuple[int, int, str]]()
    for step in played:
        if isinstance(step.event, Refusal) and played.floor is not None:
            clause = f" [{step.event.clause}]" if step.event.clause else ""
            refused.append((len(played.floor.record), step.line, f"{step.event.reason}{clause}"))
    if played.floor is None:
        return ReplayedGame(book, b"")
    writer, frames, begun = FrameWriter(played.floor.game), list[bytes](), 0
    entries = [_server_entry(entry) for entry in played.floor.record]
    for before, number, why in refused:
        frames.append(writer.write_entries(entries[begun:before]))
        writer.say(f"{written[number].split('#', 1)[0].strip()}  # refused: {why}")
        begun = before
    frames.append(writer.write_entries(entries[begun:]))
    told = b"".join(frames)
    if refused and not told:
        _, number, why = refused[0]
        raise BadInput(f"line {number}: the house refuses it, and nobody throws: {why}")
    return ReplayedGame(book, told)


def _server_entry(entry: FloorLogEntry) -> ServerLogEntry:
    return ServerLogEntry(entry.n, entry.command, entry.event, entry.at, entry.actor, entry.key, entry.table)


def _book_of_house(name: str) -> str:
    """The name of a book that this house has; a file is never opened for anybody."""
    if name not in shipped():
        raise BadInput(f"this house has no rulebook called {name!r}: there are {', '.join(shipped())}")
    return name

"""`sevenout play`: opens a table in the terminal, or takes up one that was saved, and finds the company for it."""

import argparse
import os
from pathlib import Path
from typing import NamedTuple

from rich.text import Text

from sevenout.bots import Bot
from sevenout.cli.arguments import CATFISH_BEND, taken
from sevenout.cli.codes import DONE, SAID_NO
from sevenout.cli.plain import complain
from sevenout.cli.session import Session
from sevenout.company import PLAYERS
from sevenout.compile import open_book
from sevenout.crew.floor import Floor
from sevenout.dice import Dice, SeededDice, SystemDice
from sevenout.errors import BadInput, Malformed
from sevenout.files import check_writable, read_text
from sevenout.game import Game
from sevenout.money import Cents, parse_amount
from sevenout.refusal import Refusal
from sevenout.replay import LARGEST_TRANSCRIPT, Playback, malformed, open_transcript
from sevenout.rulebook.source import shipped
from sevenout.table import Rolled, Table
from sevenout.table.clock import Clock
from sevenout.table.events import Seated
from sevenout.transcript import Rules, check_book_name, parse_line

_NAME = "Ann"


def add_arguments(play: argparse.ArgumentParser) -> None:
    """What `sevenout play` takes."""
    play.description = "Opens a table."
    play.add_argument("file", nargs="?", metavar="FILE", help="a saved game to go on with")
    play.add_argument("--rules", metavar="BOOK", help=f"the house: a rulebook's name or a .toml file ({CATFISH_BEND})")
    play.add_argument("--name", metavar="NAME", help="your seat's name (Ann)")
    play.add_argument("--rack", metavar="AMOUNT", default="1000", help="what you buy in for (1000)")
    play.add_argument("--company", metavar="N", type=int, help="how many others stand at the rail (2)")
    play.add_argument("--seed", metavar="TEXT", help="dice that this text decides, to play a game again")
    play.add_argument("--calls", action="store_true", help="also hear what the crew says")
    play.add_argument("--save", metavar="FILE", help="where the game is saved when you leave")


def run(given: argparse.Namespace) -> int:
    """Plays."""
    return play(taken(Options, given))


class Options(NamedTuple):
    """What the command line asks for."""

    file: str | None
    rules: str | None
    name: str | None
    rack: str
    company: int | None
    seed: str | None
    save: str | None
    calls: bool


def play(options: Options) -> int:
    """Opens or resumes a table and plays until the player leaves."""
    save = None if options.save is None else Path(options.save)
    resumed = None if options.file is None else Path(options.file)
    if save is not None and save != resumed and save.exists():
        raise BadInput(f"{save} is there already. Take it up with: sevenout play {save}, or name another file")
    if save is not None and not os.access(save.parent, os.W_OK):
        raise BadInput(f"{save} cannot be written: there is no such folder, or it is not yours")
    if save is not None:
        check_writable(save)
    if resumed is not None and options.rules is not None:
        raise BadInput("a saved game goes on by the rules it was played by: leave --rules out")
    most = len(PLAYERS) - 1
    if options.company is not None and not 0 <= options.company <= most:
        raise BadInput(f"--company is a number from 0 to {most}")
    session = _open(options) if resumed is None else _resume(options, resumed)
    if isinstance(session, Refusal):
        complain(f"sevenout: {resumed}: {session.reason}")
        return SAID_NO
    session.save_to, session.calls = save, options.calls
    session.run()
    return DONE


def _open(options: Options) -> Session:
    name, rack = options.name or _NAME, parse_amount(options.rack)
    book = options.rules or CATFISH_BEND
    table = Table(Game(open_book(book), undo=True), clock=Clock())
    _sit(table, name, rack)
    others = [other for other in PLAYERS if other != name][: 2 if options.company is None else options.company]
    company = [Bot(table, other, PLAYERS[other], rack) for other in others]
    session = Session(Floor(table), name, company, rack, _dice(options.seed, table), _named(book, None))
    session.company_bets()
    return session


def _resume(options: Options, file: Path) -> Session | Refusal:
    text = read_text(file, LARGEST_TRANSCRIPT, "a transcript")
    book, lines = open_transcript(text, rules=options.rules, beside=file.parent)
    played = Playback(book, lines)
    try:
        for step in played:
            if isinstance(step.event, Refusal):
                return Refusal(step.event.code, f"line {step.line}: refused: {step.event.reason}", step.event.cite)
    except Malformed:
        raise malformed(book, lines) from None
    floor = played.floor or Floor(Game(book, undo=True))
    table = floor.table
    table.clock = Clock(table.state.bonus.zone if table.state.bonus is not None else None)
    sat = (told.event.seat for told in table.log or () if isinstance(told.event, Seated))
    name = options.name or next(sat, _NAME)
    rack = parse_amount(options.rack)
    if name not in table.seats:
        _sit(table, name, rack)
    known = [other for other in table.seats if other in PLAYERS and other != name]
    company = [Bot.resume(table, other, PLAYERS[other]) for other in known[: options.company]]
    session = Session(floor, name, company, rack, _dice(options.seed, table), _book_of(text, options.rules, file))
    session.own_files.add(file)
    session.unsaved = False
    session.say(Text(f"{file} goes on. {len(table.log or ()) - 1} lines were played.", "dim"))
    return session


def _sit(table: Table, name: str, rack: Cents) -> None:
    try:
        parse_line(f"seat {name} 1")
    except Malformed as error:
        raise BadInput(f"{name!r} is no name for a seat: letters, then letters, digits, ' . -") from error
    refusal = table.seat(name, rack)
    if refusal is not None:
        raise BadInput(f"{name} cannot sit down: {refusal.reason}")


def _dice(seed: str | None, table: Table) -> Dice:
    """With a seed a resumed game goes on as if it had never stopped: what was rolled is not rolled again."""
    if seed is None:
        return SystemDice()
    seeded = SeededDice(seed)
    for told in table.log or ():
        if isinstance(told.event, Rolled):
            seeded.throw()
    return seeded


def _named(book: str, beside: Path | None) -> str:
    """How a transcript names the book from wherever it lies; a book that none can name is no book to play by."""
    if book in shipped():
        return book
    path = Path(book)
    return check_book_name(str((beside / path if beside is not None and (beside / path).exists() else path).absolute()))


def _book_of(text: str, rules: str | None, file: Path) -> str:
    if rules is not None:
        return _named(rules, None)
    opening = next(line for line in text.splitlines() if line.split("#", 1)[0].strip())
    named = parse_line(opening)
    assert isinstance(named, Rules), "the transcript was opened by it"
    return _named(named.book, file.parent)

"""`sevenout play`: opens a table in the terminal, or takes up one that was saved, and finds the company for it."""

import argparse
import os
from pathlib import Path
from typing import NamedTuple

from rich.text import Text

from sevenout.base.dice import Dice, SeededDice, SystemDice
from sevenout.base.errors import BadInput, Malformed
from sevenout.base.files import check_writable, read_text
from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import did_you_mean
from sevenout.cli.play.autopilot import remind
from sevenout.cli.play.game_file import GameFile, how_to_go_on, under_of
from sevenout.cli.play.message_area import News
from sevenout.cli.play.session import PlaySession
from sevenout.cli.play.views import yellow_text
from sevenout.cli.shared.arguments import CATFISH_BEND, add_house, house_of, read_options
from sevenout.cli.shared.exit_codes import DONE, SAID_NO
from sevenout.cli.shared.number_parsing import amount, parse_whole
from sevenout.cli.shared.text_output import complain, only_ascii
from sevenout.crew.floor.floor import Floor
from sevenout.crew.replay import LARGEST_TRANSCRIPT, Playback, find_malformed, open_transcript
from sevenout.engine.game import Game
from sevenout.player.bot import Bot
from sevenout.player.house_players import PLAYERS
from sevenout.player.saved_seat import Under, saved_in
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.rulebook.source import shipped
from sevenout.table import Rolled, Table
from sevenout.table.events import Seated
from sevenout.table.live_clock import TableClock
from sevenout.table.notation import Rules, check_book_name, parse_line

_NAME = "Ann"
_SHORT = 12
"""Characters of a digest that tell it from another."""


def add_arguments(play: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sevenout play`."""
    play.description = "Opens a table."
    play.add_argument("file", nargs="?", metavar="FILE|BOOK", help="a saved game to go on with, or a house")
    add_house(play)
    play.add_argument("--name", metavar="NAME", help="your seat's name (Ann)")
    play.add_argument("--rack", metavar="AMOUNT", type=amount, default="1000", help="what you buy in for (1000)")
    play.add_argument("--company", metavar="N", type=parse_whole, help="how many others stand at the rail (2)")
    play.add_argument("--seed", metavar="TEXT", help="a text that decides the dice, to repeat a game")
    play.add_argument("--calls", action="store_true", help="also hear what the crew says")
    play.add_argument("--plain", action="store_true", help="sentences only, for a screen reader")
    play.add_argument("--ascii", action="store_true", help="draw with ASCII signs only (also with LANG=C)")
    play.add_argument("--report", metavar="FILE", help="write a page of the evening when you leave (HTML)")
    play.add_argument("--save", metavar="FILE", help="where the game is saved when you leave")
    play.add_argument("--anyway", action="store_true", help="go on with a saved game whose rulebook is another now")


def run(given: argparse.Namespace) -> int:
    """Plays."""
    options = read_options(PlayOptions, given)
    house, files = house_of((options.file,), options.rules)
    return play(options._replace(file=files[0] if files else None, rules=house))


class PlayOptions(NamedTuple):
    """The options of `sevenout play`."""

    file: str | None
    rules: str | None
    name: str | None
    rack: Cents
    company: int | None
    seed: str | None
    save: str | None
    calls: bool
    plain: bool
    ascii: bool
    report: str | None
    anyway: bool

    @property
    def save_to(self) -> Path | None:
        """Returns where the game goes when the player leaves."""
        return None if self.save is None else Path(self.save)


def play(options: PlayOptions) -> int:
    """Opens or resumes a table and plays until the player leaves."""
    save = options.save_to
    resumed = None if options.file is None else Path(options.file)
    if save is not None and save != resumed and save.exists():
        raise BadInput(f"{save} already exists. Go on with it: sevenout play {save}, or name another file")
    if save is not None and not os.access(save.parent, os.W_OK):
        raise BadInput(f"{save} cannot be written: there is no such folder, or it is not yours")
    if save is not None:
        check_writable(save)
    if resumed is not None and options.rules is not None:
        raise BadInput("a saved game goes on by the rules it was played by: leave --rules out")
    if resumed is None and options.anyway:
        raise BadInput("--anyway is for a saved game: sevenout play FILE --anyway")
    most = len(PLAYERS) - 1
    if options.company is not None and not 0 <= options.company <= most:
        raise BadInput(f"--company is a number from 0 to {most}")
    session = _open(options) if resumed is None else _resume(options, resumed)
    if isinstance(session, str):
        complain(f"sevenout: {resumed}: {session}")
        return SAID_NO
    session.calls = options.calls
    session.report = None if options.report is None else Path(options.report)
    if session.report is not None:
        check_writable(session.report)
    session.run()
    return DONE


def _open(options: PlayOptions) -> PlaySession:
    name, rack = options.name or _NAME, options.rack
    book = options.rules or CATFISH_BEND
    table = Table(Game(open_book(book), undo=True), clock=TableClock())
    _sit(table, name, rack)
    others = [other for other in PLAYERS if other != name][: 2 if options.company is None else options.company]
    company = [Bot(table, other, PLAYERS[other], rack) for other in others]
    file = GameFile(_book_name(book, None), options.save_to)
    session = PlaySession(Floor(table), name, company, rack, _dice(options.seed, table), file, _news(options))
    session.company_bets()
    return session


def _resume(options: PlayOptions, file: Path) -> PlaySession | str:
    """A saved game, or why it does not go on."""
    if not file.suffix and not file.exists():
        raise BadInput(f"there is no house and no saved game {str(file)!r}.{did_you_mean(str(file), shipped())}")
    text = read_text(file, LARGEST_TRANSCRIPT, "a transcript")
    book, lines = open_transcript(text, rules=options.rules, beside=file.parent)
    saved, news = saved_in(text.splitlines()), _news(options)
    other = _other_rules(saved.under, under_of(book.book))
    if other and not options.anyway:
        return f"{other}. The file is as it was; to go on all the same: {how_to_go_on(file)} --anyway"
    played = Playback(book, lines)
    try:
        for step in played:
            if isinstance(step.event, Refusal):
                return f"line {step.line}: refused: {step.event.reason}"
    except Malformed as error:
        if error.line == len(text.splitlines()) and not text.endswith("\n"):
            raise BadInput(f"{file} is cut off in its last line, {error.line}: take that line out to go on") from None
        raise find_malformed(book, lines) from None
    floor = played.floor or Floor(Game(book, undo=True))
    table = floor.table
    table.clock = TableClock(table.state.bonus.zone if table.state.bonus is not None else None)
    sat = (told.event.seat for told in table.log or () if isinstance(told.event, Seated))
    name = options.name or next(sat, _NAME)
    rack = options.rack
    if name not in table.seats:
        _sit(table, name, rack)
    played_lines = len(table.log or ()) - 1
    remind(table, saved.seats)
    known = [other for other in table.seats if other in PLAYERS and other != name]
    company = [Bot.resume(table, other, PLAYERS[other]) for other in known[: options.company]]
    game = GameFile(_book_of(text, options.rules, file), options.save_to, file)
    news.add(Text(f"{file} goes on. {played_lines} lines were played.", "dim"))
    session = PlaySession(floor, name, company, rack, _dice(options.seed, table), game, news)
    news.add(*map(yellow_text, (*([f"{other}."] if other else ()), *(f"{each}." for each in saved.unread))))
    session.take_up(saved.seats.get(name))
    return session


def _news(options: PlayOptions) -> News:
    return News(plain=options.plain, only_ascii=options.ascii or only_ascii())


def _other_rules(then: Under | None, now: Under) -> str:
    """What a saved game was played by, if it is not what it would go on by; a game that does not tell is believed."""
    if then is None or then.digest == now.digest:
        return ""
    named = "that rulebook has changed" if then.book == now.book else f"its rules line names {now.book}"
    return f"it was saved under {then.book} ({then.digest[:_SHORT]}), and {named} ({now.digest[:_SHORT]})"


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


def _book_name(book: str, beside: Path | None) -> str:
    """How a transcript names the book from wherever it lies; a book that none can name is no book to play by."""
    if book in shipped():
        return book
    path = Path(book)
    return check_book_name(str((beside / path if beside is not None and (beside / path).exists() else path).absolute()))


def _book_of(text: str, rules: str | None, file: Path) -> str:
    if rules is not None:
        return _book_name(rules, None)
    opening = next(line for line in text.splitlines() if line.split("#", 1)[0].strip())
    named = parse_line(opening)
    assert isinstance(named, Rules), "the transcript was opened by it"
    return _book_name(named.book, file.parent)

"""`sevenout layout`: a house's layout as an SVG drawing, or as JSON with the place of every wager."""

import argparse
from pathlib import Path

from sevenout.base.errors import BadInput
from sevenout.base.files import check_writable
from sevenout.base.refusal import Refusal
from sevenout.cli.shared.arguments import CATFISH_BEND, add_house, add_json, add_more, house_alone
from sevenout.cli.shared.exit_codes import DONE
from sevenout.cli.shared.log_source import read_transcript, say_no
from sevenout.cli.shared.text_output import hand_over, print_json, write_page
from sevenout.crew.layout.rail import End
from sevenout.crew.replay import Playback, open_transcript
from sevenout.engine.game import Game
from sevenout.reports.layout_svg.chip_drawing import ChipLayout
from sevenout.reports.layout_svg.geometry import lay_out
from sevenout.reports.layout_svg.layout_drawing import WHOLE, LayoutPicture, layout_svg, letter_of
from sevenout.reports.records.reference_records import layout_record
from sevenout.rulebook.compiler.book_compiler import open_book

_ONE_END: tuple[End, ...] = ("second base",)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sevenout layout`."""
    command.description = "Draws a house's layout: the box is at the top, the stick at the bottom."
    command.add_argument("book", nargs="*", metavar="BOOK", help=f"a rulebook's name or a .toml file ({CATFISH_BEND})")
    add_house(command)
    add_more(command, "book")
    form = command.add_mutually_exclusive_group()
    form.add_argument("--svg", metavar="OUT", help="write the drawing to a file (standard output)")
    add_json(form, "print the place of every wager as JSON")
    command.add_argument("--one-end", action="store_true", help="one end and the middle, larger")
    command.add_argument(
        "--letters", action="store_true", help="with the letters of the house's own diagram, and their key"
    )
    command.add_argument("--plain", action="store_true", help="without the crew and the players' places")
    command.add_argument("--bets", metavar="FILE", help="with the chips on the layout at the end of a transcript")


def run(given: argparse.Namespace) -> int:
    """Draws a house's layout."""
    book = house_alone("layout", given)
    game, stakes = Game(open_book(book)), None
    if given.letters and not any(letter_of(game, key) for key in game.rules.by_key):
        raise BadInput(f"the document of {game.rules.book.title} has no letters: draw it without --letters")
    if given.bets is not None:
        lay = _stakes(given.bets, book, game)
        if isinstance(lay, int):
            return lay
        game, stakes = lay
    ends = _ONE_END if given.one_end else WHOLE.ends
    if given.json:
        print_json(layout_record(game, lay_out(game, ends)))
        return DONE
    drawn = layout_svg(game, LayoutPicture(ends, not given.plain, given.letters), stakes)
    if given.svg is None:
        hand_over(drawn)
    else:
        check_writable(Path(given.svg))
        write_page(Path(given.svg), drawn, "the layout")
    return DONE


def _stakes(file: str, rules: str, game: Game) -> tuple[Game, ChipLayout | None] | int:
    """The table at the end of a transcript played by this house; or the exit code of a line that it refuses."""
    text, _ = read_transcript(file)
    played = Playback(*open_transcript(text, rules=rules))
    last = None
    for step in played:
        if isinstance(step.event, Refusal):
            return say_no(step.line, step.event)
        last = step.after
    return (played.table.game, ChipLayout.of(last)) if played.table is not None and last is not None else (game, None)

"""`sevenout`: reads the command line, runs one command, and turns what goes wrong into a line and an exit code.

Exit codes: 0 done, 1 the game said no, 2 the input was malformed.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence

from sevenout import __version__
from sevenout.errors import SevenoutError
from sevenout.words import did_you_mean

DONE, SAID_NO, MALFORMED = 0, 1, 2


class _Parser(argparse.ArgumentParser):
    """Says what was expected, with the nearest command, in the project's own form."""

    def error(self, message: str) -> None:  # type: ignore[override]
        if message.startswith("argument COMMAND: invalid choice:"):
            word = message.split("'")[1]
            message = f"there is no command {word!r}.{did_you_mean(word, COMMANDS)} Commands: {', '.join(COMMANDS)}"
        sys.stderr.write(f"sevenout: {message}\nTry: {self.prog} --help\n")
        raise SystemExit(MALFORMED)


COMMANDS = ("play", "replay", "rules")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="sevenout", description="Craps, by the book: casinos' written rules, played and settled exactly."
    )
    parser.add_argument("--version", action="version", version=f"sevenout {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    _add_play(commands.add_parser("play", help="take a seat at a table in this terminal", description="Opens a table."))

    replay = commands.add_parser(
        "replay", help="play a transcript and show the game", description="Plays a transcript."
    )
    replay.add_argument("file", metavar="FILE", help="the transcript; - reads standard input")
    replay.add_argument("--json", action="store_true", help="print the game as JSON")
    replay.add_argument("--keep-going", action="store_true", help="record a refused line and go on")
    replay.add_argument("--rules", metavar="BOOK", help="play by this book, whatever the transcript names")

    rules = commands.add_parser(
        "rules",
        help="list the rulebooks, show one or one of its wagers, or check a file",
        description="sevenout rules · rules BOOK · rules BOOK WAGER · rules check FILE",
    )
    rules.add_argument("book", nargs="?", metavar="BOOK", help="a rulebook's name, a .toml file, or 'check'")
    rules.add_argument("wager", nargs="*", metavar="WAGER", help="one wager, 'house' (or the FILE of 'check')")
    rules.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("file", nargs="?", metavar="FILE", help="a saved game to go on with")
    play.add_argument("--rules", metavar="BOOK", help="the house: a rulebook's name or a .toml file (catfish-bend)")
    play.add_argument("--name", metavar="NAME", help="your seat's name (Ann)")
    play.add_argument("--rack", metavar="AMOUNT", default="1000", help="what you buy in for (1000)")
    play.add_argument("--company", metavar="N", type=int, help="how many others stand at the rail (2)")
    play.add_argument("--seed", metavar="TEXT", help="dice that this text decides, to play a game again")
    play.add_argument("--save", metavar="FILE", help="where the game is saved when you leave")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name may hold letters that the terminal lacks
    options = _parser().parse_args(arguments)
    try:
        match options.command:
            case "play":
                from sevenout.cli.play import Options, play

                return play(Options(**{name: getattr(options, name) for name in Options._fields}))
            case "replay":
                from sevenout.cli.replay import replay

                return replay(options.file, json=options.json, keep_going=options.keep_going, rules=options.rules)
            case _:
                from sevenout.cli.rules import rules

                return rules(options.book, " ".join(options.wager) or None, json=options.json)
    except SevenoutError as error:
        sys.stderr.write(f"sevenout: {error}\n")
        return MALFORMED
    except BrokenPipeError:  # the reader of our output (a pager, head) has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


if __name__ == "__main__":
    sys.exit(main())

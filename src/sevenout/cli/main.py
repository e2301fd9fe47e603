"""`sevenout`: reads the command line, runs one command, and turns what goes wrong into a line and an exit code.

Exit codes: 0 done, 1 the game said no, 2 the input was malformed, 130 interrupted.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence

from sevenout import __version__
from sevenout.errors import SaidNo, SevenoutError
from sevenout.words import did_you_mean

DONE, SAID_NO, MALFORMED = 0, 1, 2
INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """Says what was expected, with the nearest command, in the project's own form."""

    def error(self, message: str) -> None:  # type: ignore[override]
        if message.startswith("argument COMMAND: invalid choice:"):
            word = message.split("'")[1]
            message = f"there is no command {word!r}.{did_you_mean(word, COMMANDS)} Commands: {', '.join(COMMANDS)}"
        sys.stderr.write(f"sevenout: {message}\nTry: {self.prog} --help\n")
        raise SystemExit(MALFORMED)


COMMANDS = ("edges", "exact", "play", "replay", "rules", "school", "shift", "simulate", "strategy")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="sevenout", description="Craps, by the book: casinos' written rules, played and settled exactly."
    )
    parser.add_argument("--version", action="version", version=f"sevenout {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    _add_edges(
        commands.add_parser(
            "edges",
            help="the house's edge on every wager, exactly",
            description="sevenout edges BOOK · edges BOOK WAGER · edges --compare. Figures are exact fractions, from "
            "the rulebook's rows alone.",
        )
    )
    _add_play(commands.add_parser("play", help="take a seat at a table in this terminal", description="Opens a table."))

    replay = commands.add_parser(
        "replay", help="play a transcript and show the game", description="Plays a transcript."
    )
    replay.add_argument("file", metavar="FILE", help="the transcript; - reads standard input")
    replay.add_argument("--json", action="store_true", help="print the game as JSON")
    replay.add_argument("--keep-going", action="store_true", help="record a refused line and go on")
    replay.add_argument("--rules", metavar="BOOK", help="play by this book, whatever the transcript names")
    replay.add_argument("--calls", action="store_true", help="also tell what the crew says")

    rules = commands.add_parser(
        "rules",
        help="list the rulebooks, show one or one of its wagers, or check a file",
        description="sevenout rules · rules BOOK · rules BOOK WAGER · rules check FILE",
    )
    rules.add_argument("book", nargs="?", metavar="BOOK", help="a rulebook's name, a .toml file, or 'check'")
    rules.add_argument("wager", nargs="*", metavar="WAGER", help="one wager, 'house' (or the FILE of 'check')")
    rules.add_argument("--json", action="store_true", help="print JSON")

    _add_strategy(
        commands.add_parser(
            "strategy",
            help="list the strategies, show one, check, explain or format a file, or play one session",
            description="sevenout strategy · strategy NAME · strategy check FILE · explain FILE · format FILE · "
            "session NAME",
        )
    )
    _add_exact(
        commands.add_parser(
            "exact",
            help="all that can come of a strategy's session, with its probability",
            description="Follows a strategy's session with all its probability: no sampling.",
        )
    )
    _add_simulate(
        commands.add_parser(
            "simulate",
            help="play millions of sessions of strategies and count what came of them",
            description="Plays sessions of one strategy or several; the same seed gives the same dice to all of them.",
        )
    )

    _add_school(
        commands.add_parser(
            "school",
            help="learn to deal: drills, a memory, an exam",
            description="sevenout school · school TOPIC [ABOUT] · school exam [STAGE] · school progress",
        )
    )

    _add_shift(
        commands.add_parser(
            "shift",
            help="report on the shift that a transcript is: drop, win, hold, handle",
            description="Plays a transcript and adds it up, every figure held against the table's ledger.",
        )
    )
    return parser


def _add_edges(edges: argparse.ArgumentParser) -> None:
    edges.add_argument("book", nargs="?", metavar="BOOK", help="a rulebook's name, or a .toml file")
    edges.add_argument("wagers", nargs="*", metavar="WAGER", help="only these; one alone gets its whole story")
    edges.add_argument(
        "--sort", choices=("book", "edge"), default="book", help="in the book's order, or the best first"
    )
    view = edges.add_argument_group("instead of the edges")
    view.add_argument("--odds", action="store_true", help="the line with odds behind it, from none to the maximum")
    view.add_argument("--stake", metavar="AMOUNT", help="what a stake is worth in chips, rounded as the house rounds")
    view.add_argument("--sweep", action="store_true", help="every stake the table takes: where rounding bites")
    view.add_argument("--shooter", action="store_true", help="how long a turn lasts, the points made, the Shootout")
    view.add_argument("--compare", nargs="*", metavar="BOOK", help="houses side by side (all of them)")
    table = edges.add_argument_group("the table, for --stake, --sweep and --report")
    for limit in ("minimum", "maximum", "chip"):
        table.add_argument(f"--{limit}", metavar="AMOUNT", help=f"its {limit} (the rulebook's)")
    form = edges.add_argument_group("instead of a screen")
    form.add_argument("--json", action="store_true", help="print JSON, fractions as strings")
    form.add_argument("--csv", action="store_true", help="print comma-separated values")
    form.add_argument("--report", metavar="FILE", help="write one HTML page with plots and clauses")


def _add_shift(shift: argparse.ArgumentParser) -> None:
    shift.add_argument("file", metavar="FILE", help="the transcript; - reads standard input")
    shift.set_defaults(form="table")
    forms = shift.add_mutually_exclusive_group()
    forms.add_argument("--json", dest="form", action="store_const", const="json", help="print JSON")
    forms.add_argument("--csv", dest="form", action="store_const", const="csv", help="print CSV, one figure a line")
    shift.add_argument("--html", metavar="OUT", help="also write the report as a page to print")
    shift.add_argument("--keep-going", action="store_true", help="leave refused lines out")
    shift.add_argument("--rules", metavar="BOOK", help="play by this book, whatever the transcript names")


def _add_school(school: argparse.ArgumentParser) -> None:
    school.add_argument("topic", nargs="?", metavar="TOPIC", help="a topic, exam or progress; without: the syllabus")
    school.add_argument("about", nargs="?", metavar="ABOUT", help="one kind of bet or roll; of an exam: its stage")
    school.add_argument("--rules", metavar="BOOK", help="the house: a rulebook's name or a .toml file (catfish-bend)")
    school.add_argument("--level", metavar="N", type=int, help="a level of the topic (the first not learned yet)")
    school.add_argument("--questions", metavar="N", type=int, help="how many (10; of an exam as its stage has it)")
    school.add_argument("--seed", metavar="TEXT", help="questions that this text decides")
    school.add_argument("--memory", metavar="FILE", help="where it is kept what you know")
    school.add_argument("--name", metavar="NAME", help="your name, for the paper of an exam")
    school.add_argument("--html", metavar="FILE", help="write the paper of an exam as a page to print")
    school.add_argument("--json", action="store_true", help="print the result as JSON; the talk goes to standard error")


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("file", nargs="?", metavar="FILE", help="a saved game to go on with")
    play.add_argument("--rules", metavar="BOOK", help="the house: a rulebook's name or a .toml file (catfish-bend)")
    play.add_argument("--name", metavar="NAME", help="your seat's name (Ann)")
    play.add_argument("--rack", metavar="AMOUNT", default="1000", help="what you buy in for (1000)")
    play.add_argument("--company", metavar="N", type=int, help="how many others stand at the rail (2)")
    play.add_argument("--seed", metavar="TEXT", help="dice that this text decides, to play a game again")
    play.add_argument("--save", metavar="FILE", help="where the game is saved when you leave")


def _add_strategy(strategy: argparse.ArgumentParser) -> None:
    strategy.add_argument(
        "what", nargs="?", metavar="NAME", help="a strategy, or 'check', 'explain', 'format', 'session'"
    )
    strategy.add_argument("file", nargs="?", metavar="FILE", help="a strategy's name or a .strategy file; - reads it")
    strategy.add_argument(
        "--rules", metavar="BOOK", help="check: hold it against this rulebook too; session: its house"
    )
    _add_set(strategy)
    strategy.add_argument("--json", action="store_true", help="print JSON")
    session = strategy.add_argument_group("a session, played as a simulation plays it and written as a transcript")
    _add_length(session)
    _add_seed(session)
    session.add_argument("--number", metavar="K", type=_whole, default=0, help="which session of the simulation (0)")


def _add_exact(exact: argparse.ArgumentParser) -> None:
    exact.add_argument("strategy", metavar="STRATEGY", help="a strategy's name or a .strategy file")
    _add_session(exact)


def _add_simulate(simulate: argparse.ArgumentParser) -> None:
    simulate.add_argument("strategies", metavar="STRATEGY", nargs="+", help="strategies' names or .strategy files")
    _add_session(simulate)
    simulate.add_argument("--sessions", metavar="N", type=_whole, default=100_000, help="how many sessions (100000)")
    _add_seed(simulate)
    simulate.add_argument("--workers", metavar="N", type=_whole, help="how many threads play (one a processor)")


def _add_session(command: argparse.ArgumentParser) -> None:
    command.add_argument("--rules", metavar="BOOK", default="catfish-bend", help="a rulebook's name (catfish-bend)")
    _add_length(command)
    _add_set(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--csv", action="store_true", help="print comma-separated values")
    command.add_argument("--report", metavar="FILE", help="also write one HTML page with plots and all figures")


def _add_length(command: argparse._ActionsContainer) -> None:
    command.add_argument("--rolls", metavar="N", type=_whole, default=200, help="rolls in a session (200)")
    command.add_argument("--bankroll", metavar="AMOUNT", default="300", help="what a session begins with (300)")


def _add_seed(command: argparse._ActionsContainer) -> None:
    command.add_argument("--seed", metavar="N", type=_whole, default=1, help="the number that decides the dice (1)")


def _add_set(command: argparse._ActionsContainer) -> None:
    command.add_argument(
        "--set", metavar="NAME=N", action="append", default=[], help="a unit or parameter of your own (unit=25)"
    )


def _whole(text: str) -> int:
    """A whole number: 1000000, 1_000_000 or 1,000,000."""
    try:
        return int(text.replace(",", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number such as 100000, found {text!r}") from None


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line, read; wagers may also stand behind an option, where argparse does not look for them."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and options.command == "edges" and not any(word.startswith("-") for word in rest):
        options.wagers += rest
    elif rest and options.command == "exact" and not rest[0].startswith("-"):
        parser.error(f"exact follows one strategy, not {rest[0]} too; simulate takes several")
    elif rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name may hold letters that the terminal lacks
    if sys.stdout is None:  # closed by whoever started us
        sys.stderr.write("sevenout: the output cannot be written: it is closed\n")
        return MALFORMED
    try:
        code = _run(_options(arguments))
        sys.stdout.flush()
        return code
    except SevenoutError as error:
        sys.stderr.write(f"sevenout: {error}\n")
        return SAID_NO if isinstance(error, SaidNo) else MALFORMED
    except KeyboardInterrupt:
        sys.stderr.write("sevenout: interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output (a pager, head) has gone
        _write_no_more()
        return DONE
    except OSError as error:  # a full disk; files of the user's are the commands' own business
        _write_no_more()
        sys.stderr.write(f"sevenout: the output cannot be written: {error.strerror}\n")
        return MALFORMED


def _write_no_more() -> None:
    """What is still to be written goes nowhere: Python would try once more as it ends, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(options: argparse.Namespace) -> int:
    match options.command:
        case "edges":
            from sevenout.cli.edges import Asked, edges

            return edges(Asked(**{name: getattr(options, name) for name in Asked._fields}))
        case "play":
            from sevenout.cli.play import Options, play

            return play(Options(**{name: getattr(options, name) for name in Options._fields}))
        case "replay":
            from sevenout.cli.replay import replay

            return replay(
                options.file,
                json=options.json,
                keep_going=options.keep_going,
                rules=options.rules,
                calls=options.calls,
            )
        case "school":
            from sevenout.cli.school import Options as SchoolOptions
            from sevenout.cli.school import school

            return school(SchoolOptions(**{name: getattr(options, name) for name in SchoolOptions._fields}))
        case "shift":
            from sevenout.cli.shift import shift

            return shift(
                options.file,
                form=options.form,
                html=options.html,
                keep_going=options.keep_going,
                rules=options.rules,
            )
        case "strategy":
            from sevenout.cli.strategy import Options as StrategyOptions
            from sevenout.cli.strategy import strategy

            return strategy(StrategyOptions(*(getattr(options, name) for name in StrategyOptions._fields)))
        case "exact":
            from sevenout.cli import exact

            return exact.run(exact.Options(*(getattr(options, name) for name in exact.Options._fields)))
        case "simulate":
            from sevenout.cli import simulate

            return simulate.run(simulate.Options(*(getattr(options, name) for name in simulate.Options._fields)))
        case _:
            from sevenout.cli.rules import rules

            return rules(options.book, " ".join(options.wager) or None, json=options.json)


if __name__ == "__main__":
    sys.exit(main())

"""`sevenout`: reads the command line, runs one command, and turns what goes wrong into a line and an exit code.

Exit codes: 0 done, 1 the game said no, 2 the input was malformed, 130 interrupted.
"""

import argparse
import io
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sevenout.base.errors import GameRefused, SevenoutError
from sevenout.base.version import __version__
from sevenout.base.vocabulary import did_you_mean, nearest
from sevenout.cli.registry import COMMANDS, Subcommand
from sevenout.cli.shared.exit_codes import DONE, INTERRUPTED, MALFORMED, SAID_NO
from sevenout.cli.shared.text_output import complain

_UNKNOWN = re.compile(r"(\S+): invalid choice: '(.*)' \(choose from (.*)\)")


class _Parser(argparse.ArgumentParser):
    """Says what was expected, with the nearest command, in the project's own form."""

    def error(self, message: str) -> None:  # type: ignore[override]
        message = message.removeprefix("argument ")
        if message.startswith("COMMAND: invalid choice:"):
            word = message.split("'")[1]
            message = f"there is no command {word!r}.{did_you_mean(word, COMMANDS)} Commands: {', '.join(COMMANDS)}"
        elif unknown := _UNKNOWN.fullmatch(message):
            option, word, listed = unknown.groups()
            known = [each.strip(" '") for each in listed.split(",")]
            message = f"{option} is no {word!r}.{did_you_mean(word, known)} It is one of: {', '.join(known)}"
        complain(f"sevenout: {message}\nTry: {self.prog} --help")
        raise SystemExit(MALFORMED)


class _CommandParser(_Parser):
    """Asks the command's module for its arguments once the command is asked for."""

    command: Subcommand

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Reads what stands behind the command."""
        module = self.command.module()
        module.add_arguments(self)
        self.set_defaults(run=module.run, options=tuple(self._option_string_actions))
        return super().parse_known_args(args, namespace)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="sevenout", description="Craps, by the book: casinos' written rules, played and settled exactly."
    )
    parser.add_argument("--version", action="version", version=f"sevenout {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_CommandParser)
    for command in COMMANDS.values():
        commands.add_parser(command.name, help=command.says).command = command
    return parser


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line, read; a command may have a use for words behind its options, where argparse looks for none."""
    parser = _parser()
    given, rest = parser.parse_known_args(arguments)
    words = [word for word in rest if not word.startswith("-")]
    if rest and not (len(words) == len(rest) and getattr(given, "take_more", None)):
        option = next((word.partition("=")[0] for word in rest if word.startswith("--")), "")
        near = nearest(option, given.options) if option else None
        parser.error(f"unrecognized arguments: {' '.join(rest)}{f'. Did you mean {near}?' if near else ''}")
    elif rest:
        given.take_more(given, rest)
    return given


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code."""
    if sys.stderr is None:  # closed by whoever started us: what is said there, nobody wants to hear
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name may hold letters that the terminal lacks
    if sys.stdout is None:
        complain("sevenout: the output cannot be written: it is closed")
        return MALFORMED
    try:
        given = _options(arguments)
        code: int = given.run(given)
        sys.stdout.flush()
        return code
    except SevenoutError as error:
        complain(f"sevenout: {error}")
        return SAID_NO if isinstance(error, GameRefused) else MALFORMED
    except KeyboardInterrupt:
        complain("sevenout: interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output (a pager, head) has gone
        _write_no_more()
        return DONE
    except OSError as error:  # a full disk; files of the user's are the commands' own business
        _write_no_more()
        complain(f"sevenout: the output cannot be written: {error.strerror}")
        return MALFORMED


def _write_no_more() -> None:
    """What is still to be written goes nowhere: Python would try once more as it ends, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())

"""Where a player's lines come from: a prompt with completion and history, or a pipe that is read line by line."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sevenout.base.money import units
from sevenout.base.vocabulary import STANDING_GROUPS
from sevenout.cli.shared.text_output import print_line
from sevenout.table import Table
from sevenout.table.notation import Verb

if TYPE_CHECKING:
    from prompt_toolkit.history import History

COMMANDS = (
    "roll", "throw", "why", "again", "history", "stats", "balance", "coach", "orders", "always", "keep", "drop",
    "autopilot", "offers", "numbers", "best", "rules", "bets", "more", "save", "help", "quit",
)  # fmt: skip
VERBS: dict[str, Verb] = {
    "bet": "bets", "reduce": "reduces", "take": "takes", "call": "calls", "press": "presses", "parlay": "parlays",
    "toke": "tokes", "pass": "passes", "decline": "declines", "accept": "accepts",
    "buy": "buys", "leave": "leaves", "undo": "undoes",
}  # fmt: skip
"""What you do, and how the notation says it of you."""
AGAIN = ("rebet", "repeat", "double", "clear")
"""What does once more, or takes back, what was done."""
ALONE = (
    *AGAIN, "undo", "roll", "why", "again", "history", "stats", "balance", "orders", "offers", "numbers", "best",
    "bets", "more", "help", "quit",
)  # fmt: skip
"""What is a whole line by itself."""


_LONGEST_LINE = 10_000
"""Characters: what comes through a pipe need not have lines at all."""


class NobodyToAsk(Exception):
    """There is nobody to ask any more: Ctrl-C, Ctrl-D, or the end of a pipe."""


class Prompt(Protocol):
    """Asks for a line; one that is no part of the game is neither completed nor remembered.

    `default` stands there already: on a terminal it can be changed before it is said.
    """

    def __call__(self, prompt: str, *, of_the_game: bool = True, default: str = "") -> str: ...


KEYS = {"f2": "roll", "f3": "rebet", "f4": "undo", "f5": "max odds"}
"""One key for the most common things: what each says, where nothing was typed yet."""


def make_prompt(suggest: Callable[[str], list[str]], *, history: bool = True, plain: bool = False) -> Prompt:
    """A prompt on a terminal, with the lines of earlier games if `history`; anything else is read as it comes.

    `plain`: a line is asked for and typed, and nothing else moves.
    """
    if plain and sys.stdin.isatty():
        return _read_typed
    if sys.stdin.isatty() and sys.stdout.isatty():
        return _prompt(suggest, history=history)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return _read


def _read(prompt: str, *, of_the_game: bool = True, default: str = "") -> str:
    del of_the_game, default
    line = sys.stdin.readline(_LONGEST_LINE)
    if not line:
        raise NobodyToAsk
    line = line.rstrip("\r\n")
    print_line(f"{prompt}{line}")
    return line


def _read_typed(prompt: str, *, of_the_game: bool = True, default: str = "") -> str:
    del of_the_game, default
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline(_LONGEST_LINE)
    if not line:
        raise NobodyToAsk
    return line.rstrip("\r\n")


def _prompt(suggest: Callable[[str], list[str]], *, history: bool) -> Prompt:
    from prompt_toolkit import PromptSession
    from prompt_toolkit import prompt as plain_prompt
    from prompt_toolkit.application import get_app
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.history import DummyHistory
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.keys import Keys
    from prompt_toolkit.shortcuts import CompleteStyle

    class Suggested(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            del complete_event
            text = document.text_before_cursor
            typed = "" if text.endswith(" ") else (text.split() or [""])[-1]
            for word in suggest(text):
                yield Completion(word, -len(typed))

    keys = KeyBindings()

    @keys.add("c-c")
    def _(event: KeyPressEvent) -> None:
        """Clears a line that was begun; on an empty one it leaves."""
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt)

    def says(words: str) -> Callable[[KeyPressEvent], None]:
        def type_words(event: KeyPressEvent) -> None:
            event.current_buffer.text = words
            event.current_buffer.validate_and_handle()

        return type_words

    for key, words in KEYS.items():
        keys.add(key)(says(words))

    shown = [""]

    @keys.add(Keys.Any, filter=Condition(lambda: bool(shown[0]) and get_app().current_buffer.text == shown[0]))
    def _(event: KeyPressEvent) -> None:
        """What is typed stands instead of a suggestion; a space goes on with it."""
        buffer, shown[0] = event.current_buffer, ""
        if not event.data.isspace() and buffer.document.is_cursor_at_the_end:
            buffer.reset()
        buffer.insert_text(event.data)

    session: PromptSession[str] = PromptSession(
        key_bindings=keys,
        history=_history() if history else DummyHistory(),
        completer=Suggested(),
        complete_style=CompleteStyle.READLINE_LIKE,
        auto_suggest=AutoSuggestFromHistory(),
    )

    def ask(prompt: str, *, of_the_game: bool = True, default: str = "") -> str:
        shown[0] = default
        try:
            return session.prompt(prompt, default=default) if of_the_game else plain_prompt(prompt)
        except (KeyboardInterrupt, EOFError):
            raise NobodyToAsk from None

    return ask


def _history() -> "History":
    """The lines of earlier games, where they can be kept."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    try:
        folder = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "sevenout"
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "history").open("a", encoding="utf-8"):
            return FileHistory(folder / "history")
    except (OSError, RuntimeError):
        return InMemoryHistory()


def suggestions(table: Table, you: str, text: str) -> list[str]:
    """The words that may come next in a line."""
    words = text.split()
    typed = words.pop() if words and not text.endswith(" ") else ""
    if words[:1] == [you]:
        words = words[1:]
    seat = table.seats.get(you)
    next_words: tuple[str, ...]
    match words:
        case []:
            next_words = (*COMMANDS, *AGAIN, *VERBS)
        case ["rules" | "offers" | "why"]:
            next_words = tuple(table.game.rules.by_key)
        case ["bet" | "bets" | "toke" | "tokes"]:
            next_words = (units(table.game.minimum),)
        case [*_, "each", "on"]:
            next_words = tuple(group.name for group in table.game.rules.book.groups)
        case [*_, "on"] if seat is not None:
            next_words = tuple(offered.wager for offered in table.offers(you) if offered.refusal is None)
        case ["bet" | "bets", _] | [_] if words[-1][0].isdigit():
            next_words = ("on", "each")
        case ["reduce" | "reduces" | "press" | "presses" | "parlay" | "parlays"] if seat is not None:
            next_words = tuple(table.layout(you)) or tuple(win.wager for win in seat.just_won)
        case ["call" | "calls"] | ["take" | "takes", "down"] if seat is not None:
            next_words = (*table.layout(you), *STANDING_GROUPS)
        case _:
            next_words = _FIXED.get(tuple(words), ())
            if words[0] in ("call", "calls") and len(words) == 2:
                next_words = ("on", "off")
            elif words[0] in ("reduce", "reduces", "press", "presses") and len(words) == 2:
                next_words = ("by",)
    return [word for word in dict.fromkeys(next_words) if word.startswith(typed)]


_FIXED = {
    ("take",): ("down",), ("takes",): ("down",), ("buy",): ("in",), ("buy", "in"): ("for",), ("pass",): ("the",),
    ("pass", "the"): ("dice",), ("decline",): ("the",), ("decline", "the"): ("dice",), ("accept",): ("the",),
    ("accept", "the"): ("dice",),
}  # fmt: skip

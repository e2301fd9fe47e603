"""Interprets a line typed at the terminal: an action of the notation, something people say, or a suggestion.

It does nothing itself: the session tells the table. What is shown after a line that was not understood is all that
Enter accepts.
"""

from difflib import get_close_matches

from msgspec import Struct

from sevenout.base.errors import Malformed
from sevenout.base.vocabulary import WAGERS, did_you_mean
from sevenout.cli.shared.prompt import ALONE, COMMANDS, VERBS
from sevenout.crew.floor.floor import FloorCommand
from sevenout.crew.notation.line_parser import VERBS as FLOOR_VERBS
from sevenout.crew.notation.line_parser import colours_of, parse_floor_line
from sevenout.player.talk import Heard, Unclear, memory_of, understand
from sevenout.player.talk.interpretations import read_best_question
from sevenout.table import Table
from sevenout.table.commands import Command
from sevenout.table.notation import STARTS, Rules, TableLimits
from sevenout.table.notation import VERBS as NOTATION

_YES = (["yes"], ["y"], ["yeah"], ["yep"], ["ok"], ["okay"], ["right"], ["yes", "please"])
_NO = (["no"], ["n"], ["nope"], ["none"], ["neither"], ["no", "thanks"])

_LOST = ("I do not know", "Say what you do")
"""How it begins what talk answers if it made nothing of a line; anything else tells what stands in the way."""
_HELP = "help lists what you can say."
_QUESTIONS = {
    "how much do i have": "balance", "how much have i got": "balance", "how am i doing": "balance",
    "how do i stand": "balance", "my balance": "balance", "what can i bet": "offers", "what can i do": "help",
    "my numbers": "numbers", "what are my numbers": "numbers",
    "what do i have up": "bets", "what have i got up": "bets", "my bets": "bets", "what are my bets": "bets",
}  # fmt: skip
"""What people ask at a table, and the word of this terminal for it."""
_ABOUT = ("what is a ", "what is the ", "what is ", "what's a ", "what's the ", "what's ")
"""How they ask what a wager is."""


def question(line: str) -> str:
    """A line, or the word of this terminal for what it asks."""
    said = " ".join(line.lower().split()).rstrip("?.! ")
    about = next((said.removeprefix(asks) for asks in _ABOUT if said.startswith(asks)), "")
    if (aim := read_best_question(line)) is not None:
        return f"best {aim}".rstrip()
    return f"rules {about}" if about else _QUESTIONS.get(said, line)


_OF_A_HOUSE = {
    "asks for time": "Take your time: nothing is thrown here until you type roll or press Enter.",
    "sits": "You already have a seat: buy in for 100 adds to your chips.",
}
"""What is said at a table of a house alone, and the answer to it here."""
_ASKING = ("ask for time", "time", "more time", "wait")


def said_at_a_house(line: str, you: str) -> str:
    """The answer to a line that only a table of a house takes; empty if this one may be for the table here.

    >>> said_at_a_house("asks for time", "Ann")
    'Take your time: nothing is thrown here until you type roll or press Enter.'
    >>> said_at_a_house("Ann asks for other dice", "Ann")
    ''
    """
    words = line.split("#", 1)[0].lower().split()
    said = " ".join(words[1:] if words[:1] == [you.lower()] else words)
    return _OF_A_HOUSE.get("asks for time" if said in _ASKING else "sits" if said.startswith("sits ") else said, "")


class OpenAnswer(Struct, frozen=True):
    """The question that the last answer left open: a choice between readings, or a line that Enter accepts."""

    choices: tuple[tuple[Command, ...], ...] = ()
    suggestion: str = ""
    failed: bool = False
    """Whether the last line was not done: then an empty one does nothing but accept what is shown."""

    def chosen_reading(self, words: list[str]) -> tuple[Command, ...] | None:
        """The reading that a number names."""
        numbers = {str(number): commands for number, commands in enumerate(self.choices, 1)}
        return numbers.get(words[0]) if len(words) == 1 else None

    def is_agreed(self, words: list[str]) -> bool:
        """True if somebody says yes to what is shown."""
        return bool(self.suggestion) and [word.lower().strip(".!") for word in words] in _YES

    def is_declined(self, words: list[str]) -> bool:
        """True if somebody says no to what is shown."""
        return bool(self.suggestion or self.choices) and [word.lower().strip(".!") for word in words] in _NO


def interpret(table: Table, you: str, line: str) -> FloorCommand | Rules | TableLimits | Heard | None:
    """A line as the notation has it, or else as people say it; None if it says nothing."""
    rules = table.game.rules
    known = frozenset((*WAGERS, *rules.by_key))
    try:
        return parse_floor_line(in_full(line, you), 1, known, rules.glossary, colours_of(rules.book))
    except Malformed as error:
        meant = understand(table, you, line, memory_of(table, you))
        if isinstance(meant, Unclear) and (not meant.nearest or _first(line) in _NO_BETS):
            return _unclear(meant, error, line, in_full(line, you))
        return meant


_NO_BETS = frozenset((*COMMANDS, *FLOOR_VERBS)) - {*NOTATION}
"""A line that begins so is about no bet: none is suggested in its place."""


def _first(line: str) -> str:
    return next(iter(line.split()), "")


def in_full(line: str, you: str) -> str:
    """A line as the notation has it: with your name, and the verb said of you."""
    text = line.strip()
    words = text.split("#", 1)[0].split()
    rest = text
    if words[:1] == [you] and len(words) > 1:
        rest = text[len(you) :].lstrip()
        words = words[1:]
    verb = words[0] if words else ""
    order = VERBS.get(verb.lower())
    if order is not None:
        return f"{you} {order}{rest[len(verb) :]}"
    if verb in VERBS.values() or (verb in FLOOR_VERBS and verb != "relieves"):
        return f"{you} {rest}"
    return f"{you} bets {rest}" if verb[:1].isdigit() else text


def _unclear(meant: Unclear, error: Malformed, line: str, said: str) -> Unclear:
    """Why a line is none: a word that is not known, or what was expected where it began as the notation has it."""
    words = line.split()
    if words[0] == "roll":
        return Unclear("The dice decide here: type roll, or just press Enter.")
    if words[0] in {*COMMANDS} - {*NOTATION}:
        return Unclear(f"{words[0]} must be alone on its line. {_HELP}")
    if len(words) == 1 and words[0].lstrip("$").isdecimal():
        return Unclear(f"{words[0][:40]} on what? Such as: 10 pass, 12 on six.")
    written = words[0] in set(STARTS) - {"no"} or bool({*words[:2]} & {*NOTATION})
    if not written and not meant.reason.startswith(_LOST):
        return meant
    if written or said != line.strip() or words[0] in FLOOR_VERBS:
        return Unclear(f"Expected {error.expected}, {error.message}" if error.expected else error.message)
    if len(words) > 2:
        return Unclear(f"I do not understand that. {_HELP}")
    strange = f"I do not know {words[0][:40]!r}."
    near = get_close_matches(words[0][:40].lower(), ALONE, n=1, cutoff=0.75) if len(words) == 1 else None
    if near:
        return Unclear(strange, near[0])
    return Unclear(f"{strange}{did_you_mean(words[0][:40], (*COMMANDS, *VERBS))} {_HELP}")

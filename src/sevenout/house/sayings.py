"""What somebody says at a live table, as the table takes it: the notation with one's own name left out."""

from sevenout.crew.notation import colours_of, parse_floor_line
from sevenout.errors import Malformed
from sevenout.game import Game
from sevenout.house.live import Saying, Throw, Voice
from sevenout.money import parse_amount
from sevenout.refusal import Refusal
from sevenout.table.commands import Sit
from sevenout.transcript import Limits, Rules
from sevenout.words import WAGERS

LONGEST = 300


def understood(game: Game, voice: Voice, name: str, line: str) -> Saying | Refusal:
    """The command that a line means for whoever says it, or why it means none.

    >>> game = Game.open("typical")
    >>> understood(game, Voice("p1", "Ann"), "Ann", "bets 10 on pass").amount
    1000
    >>> understood(game, Voice("p1", "Ann"), "Ann", "bets 10 on passline").reason
    "expected a wager, found 'passline'. Did you mean 'pass'?"
    """
    words = line.split()
    if not words or len(line) > LONGEST or not line.isprintable():
        return Refusal("malformed", "say one line of the notation, such as bets 10 on pass")
    if words == ["roll"]:
        return Throw()
    if words[0] == "sits":
        return _sits(voice, name, words)
    known = frozenset((*WAGERS, *game.rules.by_key))
    glossary, colours = game.rules.glossary, colours_of(game.rules.book)
    problem: Malformed | None = None
    for said in (f"{name} {line}", line):
        try:
            command = parse_floor_line(said, 1, known, glossary, colours)
        except Malformed as error:
            problem = problem or error
            continue
        if command is not None and not isinstance(command, Rules | Limits | Sit):
            return command
    said = "say one line of the notation, such as bets 10 on pass"
    if problem is None:
        return Refusal("malformed", said)
    expected = f"expected {problem.expected}, " if problem.expected else ""
    return Refusal("malformed", f"{expected}{problem.message}")


def _sits(voice: Voice, name: str, words: list[str]) -> Saying | Refusal:
    """`sits 1000`, `sits 1000 at 3`."""
    placed = len(words) == 4 and words[2] == "at" and words[3].isascii() and words[3].isdigit() and len(words[3]) < 4
    try:
        amount = parse_amount(words[1]) if len(words) == 2 or placed else None
    except Malformed:
        amount = None
    if amount is None:
        return Refusal("malformed", "expected an amount and perhaps a place, as in sits 1000 or sits 1000 at 3")
    return Sit(name, amount, int(words[3]) if placed else None, voice.person)

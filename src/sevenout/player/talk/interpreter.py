"""Turns what people say at a craps table into commands, for any house, with its own names and what is up now.

What can be meant in one way only is done; what the house would take in several is a choice; anything else is nothing
but a suggestion. Nothing is decided here: the table judges every command, here on trial and then in earnest.
"""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from sevenout.base.money import units
from sevenout.player.talk.amounts import refused_commands
from sevenout.player.talk.bet_reader import Reading, read_bets
from sevenout.player.talk.change_reader import read_changes
from sevenout.player.talk.interpretations import Heard, ReadingChoice, Unclear, Understood, format_typed
from sevenout.player.talk.refused_amounts import refused_amount
from sevenout.player.talk.repeats import SeatMemory, read_repeat
from sevenout.player.talk.tokens import NUMBERS, SpokenWord
from sevenout.player.talk.wager_names import names_of
from sevenout.table import Table
from sevenout.table.commands import AcceptDice, BuyIn, CallProps, Command, DeclineDice, Leave, PassDice, Undo

_VERBS = (
    "press", "parlay", "odds", "down", "off", "working", "max", "each", "for", "on", "and", "inside", "outside",
    "across", "take", "turn", "leave", "undo", "rebet", "repeat", "double", "clear", "boys", "behind", "move", "same",
    "regress", "reduce", "pull", "dealers", "way", "half", "everything", "all", "buy", "lay", "place", "hop",
)  # fmt: skip
_MOST_CHOICES, _MOST_TRIED = 6, 32


def understand(table: Table, you: str, line: str, memory: SeatMemory | None = None) -> Heard:
    """Interprets a line that a seat says now; without a memory nothing earlier can be repeated.

    >>> table = Table("typical"); _ = table.seat("Ann", 500_00)
    >>> understand(table, "Ann", "10 pass").lines
    ('Ann bets 10 on pass',)
    >>> understand(table, "Ann", "pas 10")
    Unclear(reason="I do not know 'pas'.", nearest='bet 10 on pass')
    >>> understand(table, "Ann", "hard 8 5 and a dollar yo").lines
    ('Ann bets 5 on hard-8', 'Ann bets 1 on eleven')
    """
    if no_amount := refused_amount(table.game, line):
        return Unclear(no_amount)
    words = names_of(table.game).read(line)
    if not words:
        return Unclear("Say what you do in a few words, such as 10 on pass.")
    if len(line.split()) == 1 and words[0].amount is not None:
        return Unclear(f"{units(words[0].amount)} on what? Say for example {units(words[0].amount)} on pass.")
    if wants_roll(words):
        return Understood((), wish="roll")
    readings = [*read_repeat(table, you, words, memory)] or _readings(table, you, words)
    return _choose_reading(table, you, readings) if readings else _unclear(table, you, words)


def _readings(table: Table, you: str, words: tuple[SpokenWord, ...]) -> list[Reading]:
    own = [*read_seat(you, words)]
    return own or [*read_changes(table, you, words), *read_bets(table, you, words)]


def _choose_reading(table: Table, you: str, readings: Iterable[Reading]) -> Heard:
    """The reading that is meant: whole before begun, the least doubtful, and of those what the house would take."""
    ranked = sorted(readings, key=lambda reading: (not reading.whole, reading.doubt))
    best = [each for each in ranked if (each.whole, each.doubt) == (ranked[0].whole, ranked[0].doubt)]
    distinct = list({each.commands: each for each in reversed(best) if each.commands}.values())[::-1]
    if not distinct:
        return Unclear(ranked[0].note or "You have no bet that this could be about.")
    taken = [each for each in distinct[:_MOST_TRIED] if refused_commands(table, you, each.commands) is None]
    meant = (taken or distinct)[0]
    no = refused_commands(table, you, meant.commands) if len(distinct) > 1 and not taken and meant.whole else None
    if no is not None:
        return Unclear(f"The house takes none of the bets that this could mean now: {no.reason}.")
    if not meant.whole:
        return Unclear(meant.note or "How much?", _line(meant.commands, you))
    if len(taken) > 1:
        return ReadingChoice(tuple(Understood(each.commands, note=each.note) for each in taken[:_MOST_CHOICES]))
    return Understood(meant.commands, note=meant.note)


def _line(commands: tuple[Command, ...], you: str) -> str:
    return " and ".join(format_typed(command, you) for command in commands)


def _unclear(table: Table, you: str, words: tuple[SpokenWord, ...]) -> Unclear:
    """The nearest line that means something: the same one with known words; None if there is none."""
    known = (*names_of(table.game).vocabulary, *_VERBS)
    strange = [word.text for word in words if word.amount is None and word.text not in known and word.text != ","]
    reason = f"I do not know {strange[0][:40]!r}." if strange else "I do not know what that means here."
    if any(character.isnumeric() for word in strange for character in word):
        return Unclear(reason)  # a number that was not read is not left out of what is suggested
    mended = names_of(table.game).read(" ".join(_mend_words(words, (*known, *NUMBERS))))
    if [word.text for word in mended] == [word.text for word in words]:
        return Unclear(reason)
    readings = _readings(table, you, mended) if mended else []
    heard = _choose_reading(table, you, readings) if readings else None
    match heard:
        case Understood(commands):
            return Unclear(reason, _line(commands, you))
        case ReadingChoice(of):
            return Unclear(reason, _line(of[0].commands, you))
        case Unclear(_, nearest):
            return Unclear(reason, nearest)
    return Unclear(reason)


def _mend_words(words: tuple[SpokenWord, ...], known: tuple[str, ...]) -> Iterator[str]:
    """The words as they may have been meant; what is like nothing known is left out."""
    for word in words:
        if word.amount is not None:
            yield f"${units(word.amount)}" if word.money else word.text
        elif word.text in known or word.text == ",":
            yield word.text
        else:
            yield from get_close_matches(word.text, known, n=1, cutoff=0.7)


_ROLL = frozenset(
    (
        "roll", "shoot", "roll dice", "roll bones", "roll em", "shoot em", "throw dice", "throw em", "roll dem bones",
        "dice", "come on", "shoot dice", "roll it", "lets roll", "send em", "dice out", "throw bones", "throw",
    )
)  # fmt: skip
_UNDO = frozenset(
    ("undo", "take back", "take last back", "oops", "back", "scratch", "never mind", "nevermind", "cancel", "mistake")
)
_LEAVE = frozenset(
    ("leave", "cash out", "color up", "colour up", "out", "cash in", "color in", "colour in", "leave table", "done",
     "color", "colour", "off table", "bye", "goodbye", "good night")
)  # fmt: skip
_PASSES = frozenset(("pass dice", "dice pass", "pass bones", "pass em"))
_DECLINES = frozenset(("decline dice", "no dice", "decline", "dont shoot", "skip", "dont throw", "not shooting"))
_ACCEPTS = frozenset(("accept dice", "take dice", "accept", "ill shoot", "my dice", "new shooter"))
_BUYS = frozenset(("buy in", "another", "change", "chips", "rebuy", "buy in another", "change only", "reload"))


def wants_roll(words: tuple[SpokenWord, ...]) -> bool:
    """True if the dice are asked for."""
    return _join_words(words) in _ROLL


def read_seat(you: str, words: tuple[SpokenWord, ...]) -> Iterator[Reading]:
    """Interprets a line that is about nobody's bets."""
    said, amount = _join_words(words), words[-1].amount
    commands: tuple[tuple[frozenset[str], Command], ...] = (
        (_UNDO, Undo(you)),
        (_LEAVE, Leave(you)),
        (_PASSES, PassDice(you)),
        (_DECLINES, DeclineDice(you)),
        (_ACCEPTS, AcceptDice(you)),
        (frozenset(("props down", "down props", "call props down")), CallProps(you, "down")),
        (frozenset(("props up", "up props", "call props up", "leave props up")), CallProps(you, "up")),
    )
    yield from (Reading((command,)) for known, command in commands if said in known)
    before = tuple(word for word in words[:-1] if word.text != "for")
    if amount is not None and (
        _join_words(before) in _BUYS or (said.endswith(f"in for {words[-1].text}") and len(words) < 4)
    ):
        yield Reading((BuyIn(you, amount),))


def _join_words(words: tuple[SpokenWord, ...]) -> str:
    return " ".join(word.text for word in words)

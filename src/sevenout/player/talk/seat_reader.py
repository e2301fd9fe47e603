"""What somebody says of the seat itself: leaving, buying in, the dice, the propositions that come down or stay."""

from collections.abc import Iterator

from sevenout.player.talk.bet_reader import Reading
from sevenout.player.talk.tokens import SpokenWord
from sevenout.table.commands import AcceptDice, BuyIn, CallProps, Command, DeclineDice, Leave, PassDice, Undo

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
    """Whether the dice are asked for."""
    return _join_words(words) in _ROLL


def read_seat(you: str, words: tuple[SpokenWord, ...]) -> Iterator[Reading]:
    """What a line does that is about nobody's bets."""
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

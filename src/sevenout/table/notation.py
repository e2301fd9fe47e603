"""The notation: one action a line, read into values and written back the same.

It knows how a line is written; what the game says to it is `replay`'s business.
"""

import re
from collections.abc import Collection, Mapping
from typing import Literal, TypeVar, assert_never, get_args

from msgspec import Struct

from sevenout.base.errors import BadInput, Malformed
from sevenout.base.money import Cents, parse_amount, units
from sevenout.base.vocabulary import (
    CREW_ROLES,
    GROUPS,
    RESERVED,
    STANDING_GROUPS,
    WAGERS,
    ask_which,
    did_you_mean,
    find_meanings,
    is_name,
    nearest,
    question,
)
from sevenout.table.commands import (
    AcceptDice,
    Award,
    Bet,
    BuyIn,
    CallProps,
    CallWager,
    Command,
    CorrectRoll,
    DeclineDice,
    Inspect,
    Leave,
    NoRoll,
    OrderPass,
    Overrule,
    Parlay,
    PassDice,
    Press,
    Reduce,
    RollDice,
    RuleNoRoll,
    Sit,
    TakeDown,
    TellTime,
    ThrowDice,
    TimeOver,
    Toke,
    Undo,
    Warn,
)

S = TypeVar("S", bound=str)
C = TypeVar("C", bound=PassDice | OrderPass | DeclineDice | AcceptDice)

Glossary = Mapping[str, tuple[str, ...]]
"""What a house's names for its wagers mean, by key."""

LONGEST_LINE = 500
_WORD = re.compile(r"[^\s,:]+|[,:]")
Start = Literal["rules", "table", "seat", "roll", "no", "throw", "supervisor", "clock", "time"]
"""What a line begins with that is nobody's own."""
Verb = Literal[
    "bets", "reduces", "takes", "calls", "presses", "parlays", "undoes", "tokes", "passes", "declines", "accepts",
    "buys", "leaves",
]  # fmt: skip
"""What somebody at the rail does."""
STARTS: tuple[Start, ...] = get_args(Start)
VERBS: tuple[Verb, ...] = get_args(Verb)


class Rules(Struct, frozen=True):
    """`rules catfish-bend`: the book, by name or path."""

    book: str

    def __str__(self) -> str:
        return f"rules {self.book}"


def check_book_name(book: str) -> str:
    """The name or path of a rulebook, if a transcript can be opened again that names it so.

    >>> check_book_name("houses/no. #1.toml")
    Traceback (most recent call last):
    sevenout.base.errors.BadInput: houses/no. #1.toml: a transcript cannot name this rulebook, so no game by it can be \
saved: in a transcript # begins a comment. Give the file or its folder another name
    """
    try:
        kept = parse_line(f"rules {book}") == Rules(book)
    except Malformed:
        kept = False
    if not kept:
        why = "# begins a comment" if "#" in book else "a line is printable and has no blanks at its end"
        raise BadInput(
            f"{book}: a transcript cannot name this rulebook, so no game by it can be saved: in a transcript {why}. "
            "Give the file or its folder another name"
        )
    return book


class TableLimits(Struct, frozen=True):
    """`table minimum 5 maximum 500 chip 1 undo on`: what this table changes."""

    minimum: Cents | None = None
    maximum: Cents | None = None
    chip: Cents | None = None
    undo: bool | None = None

    def __str__(self) -> str:
        named = (("minimum", self.minimum), ("maximum", self.maximum), ("chip", self.chip))
        words = ["table", *(f"{name} {units(amount)}" for name, amount in named if amount is not None)]
        return " ".join(words if self.undo is None else [*words, f"undo {'on' if self.undo else 'off'}"])


Opening = Rules | TableLimits
"""The lines before the first seat."""


_NO_NAMES: Glossary = {}


def parse_line(
    text: str, number: int = 1, wagers: Collection[str] = WAGERS, glossary: Glossary = _NO_NAMES
) -> Command | Opening | None:
    """The action of one line; None if the line is empty or a comment. `wagers` are the names that may be used.

    A house's own names are read by its glossary: the action has the key, whatever the wager was called.

    >>> parse_line("Ann leaves   # before the first bet")
    Leave(seat='Ann')
    >>> parse_line("Ann bets 10 on passline")
    Traceback (most recent call last):
    sevenout.base.errors.Malformed: line 1, column 16: expected a wager, found 'passline'. Did you mean 'pass'?
    >>> print(parse_line("Ann bets 10 on win-line", glossary={"win-line": ("pass",)}))
    Ann bets 10 on pass
    """
    line = read_line(text, number, wagers, glossary)
    return None if line is None else line.action()


def read_line(
    text: str, number: int = 1, wagers: Collection[str] = WAGERS, glossary: Glossary = _NO_NAMES
) -> "LineCursor | None":
    """The words of a line, to be read one by one; None if it is empty or a comment.

    >>> line = read_line("dice sent out # by the stick")
    >>> line.take_if("dice"), line.peek()
    (True, 'sent')
    """
    line = text.split("#", 1)[0].rstrip()
    if not line.strip():
        return None
    if len(line) > LONGEST_LINE:
        raise Malformed(
            f"found a line of {len(line):,} characters", expected="one action", line=number, column=LONGEST_LINE
        )
    return LineCursor(line, number, wagers, glossary)


class LineCursor:
    """A cursor over the words of one line; `also` are openings and verbs that others read, to be hinted at."""

    also: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def __init__(self, text: str, number: int, wagers: Collection[str], glossary: Glossary) -> None:
        self.text, self.number, self.wagers, self.glossary = text, number, wagers, glossary
        self.words = [(found.group(), found.start() + 1) for found in _WORD.finditer(text)]
        self.at = 0
        self.naming: int | None = None
        """Where the last wager was to be named."""

    def make_error(self, expected: str, known: Collection[str] = ()) -> Malformed:
        word, column = self.words[self.at] if self.at < len(self.words) else ("", len(self.text) + 1)
        found = f"found {_short(word)!r}" if word else "the line ends"
        hint = self._hint(word, known) if word else ""
        return Malformed(f"{found}.{hint}", expected=expected, line=self.number, column=column)

    def _hint(self, word: str, known: Collection[str]) -> str:
        """What was meant; a wager may have been named in several words (`hard 8`), of which this is one."""
        if self.naming is None:
            return did_you_mean(word, known)
        said = [word for word, _ in self.words[self.naming :]]
        least = self.at - self.naming + 1
        words = find_meanings(" ".join(said), self.wagers, least) or find_meanings(" ".join(said), self.glossary, least)
        numbered = self.at == self.naming and said[1:2] and said[1].isdigit()
        one = "-".join(said[:2]) if numbered else word
        return question(words) or did_you_mean(one, known) or did_you_mean(one, self.glossary)

    def peek(self) -> str:
        return self.words[self.at][0] if self.at < len(self.words) else ""

    def next(self, expected: str) -> str:
        if self.at >= len(self.words):
            raise self.make_error(expected)
        self.at += 1
        return self.words[self.at - 1][0]

    def take(self, *words: S) -> S:
        """One of these words, or a complaint."""
        for word in words:
            if self.take_if(word):
                return word
        raise self.make_error(" or ".join(repr(word) for word in words), words)

    def take_if(self, *words: str) -> bool:
        """Takes these words if they come next."""
        following = tuple(word for word, _ in self.words[self.at : self.at + len(words)])
        if following != words:
            return False
        self.at += len(words)
        return True

    def end(self) -> None:
        if self.at < len(self.words):
            raise self.make_error("the end of the line")

    def amount(self) -> Cents:
        column = self.words[self.at][1] if self.at < len(self.words) else len(self.text) + 1
        word = self.next("an amount such as 10")
        following = self.at
        while self.words[following : following + 1] == [(",", end := column + len(word))] and (
            [at for _, at in self.words[following + 1 : following + 2]] == [end + 1]
        ):
            word += "," + self.words[following + 1][0]
            following += 2
        try:
            return parse_amount(word)
        except Malformed as error:
            raise Malformed(error.message, expected=error.expected, line=self.number, column=column) from None

    def wager(self, groups: tuple[str, ...] = ()) -> str:
        word, self.naming = self.peek(), self.at
        meanings = () if word in groups else self.glossary.get(word, ())
        if len(meanings) == 1:
            self.at += 1
            return meanings[0]
        if meanings:
            column = self.words[self.at][1]
            raise Malformed(ask_which(word, meanings), expected="one wager", line=self.number, column=column)
        if word not in self.wagers and word not in groups:
            raise self.make_error("a wager" if not groups else "a wager or a group", (*groups, *self.wagers))
        return self.next("a wager")

    def name(self) -> str:
        word = self.peek()
        if not is_name(word):
            error = self.make_error("a seat's name")
            own = " That word is the table's own: nobody is called so." if word in RESERVED else ""
            raise Malformed(f"{error.message}{own}", expected=error.expected, line=error.line, column=error.column)
        return self.next("a seat's name")

    def action(self) -> Command | Opening:
        """The table's action that the line tells."""
        start = self.peek()
        opening = _one_of(start, STARTS)
        action = self._by_seat() if opening is None else self._opening(opening)
        self.end()
        return action

    def _opening(self, start: Start) -> Command | Opening:
        self.at = 1
        match start:
            case "rules":
                return Rules(self.take_rest("a rulebook's name"))
            case "table":
                return self._limits()
            case "seat":
                return Sit(self.name(), self.amount(), self._place() if self.take_if("at") else None)
            case "throw":
                return ThrowDice(self.take_rest("what happened to the throw") if self.take_if(":") else "")
            case "clock":
                at = self.take_rest("a time such as 2026-11-15T08:59 America/Chicago").split()
                if len(at) != 2:
                    raise self.make_error("a local time and a zone, such as 2026-11-15T08:59 America/Chicago")
                return TellTime(*at)
            case "supervisor":
                return self._supervisor()
            case "roll" if self.take_if("corrected"):
                self.take("to")
                return CorrectRoll(self.die(), self.die())
            case "roll":
                return RollDice(self.die(), self.die(), self._called_by())
            case "time":
                self.take("is")
                self.take("over")
                return TimeOver()
            case "no":
                self.take("roll")
                return NoRoll(self.take_rest("the ground") if self.take_if(":") else "")
            case _:
                assert_never(start)

    def _supervisor(self) -> OrderPass | Warn | Overrule | Inspect | Award | RuleNoRoll:
        match self.take("orders", "warns", "overrules", "awards", "takes", "finds", "rules"):
            case "orders":
                order = self._the_dice(OrderPass(self.name()), "to", "pass")
                return OrderPass(order.seat, self.take_rest("the ground")) if self.take_if(":") else order
            case "warns":
                seat = self.name()
                self.take(":")
                return Warn(seat, self.take_rest("what the warning is about"))
            case "overrules":
                self.take(",")
                self.take("roll")
                return Overrule(self.die(), self.die())
            case "rules":
                self.take("no")
                self.take("roll")
                return RuleNoRoll(self.take_rest("the ground") if self.take_if(":") else "")
            case "awards":
                return Award(self.name(), self.amount(), self._take_reason())
            case "takes":
                amount = -self.amount()
                self.take("from")
                return Award(self.name(), amount, self._take_reason())
        self.take("the")
        self.take("dice")
        if self.take("sound", "tampered") == "tampered":
            return Inspect(False)
        if self.at == len(self.words):
            return Inspect(True)  # which the table refuses: nobody has signed
        self.take(",")
        self.take("signed")
        return Inspect(True, self.next("the supervisor's name"), self.next("a licence number"))

    def _take_reason(self) -> str:
        self.take(":")
        return self.take_rest("why")

    def take_rest(self, expected: str) -> str:
        if self.at >= len(self.words):
            raise self.make_error(expected)
        text = self.text[self.words[self.at][1] - 1 :].strip()
        self.at = len(self.words)
        return text

    def _limits(self) -> TableLimits:
        amounts: dict[str, Cents] = {}
        undo: bool | None = None
        while self.at < len(self.words) or (not amounts and undo is None):
            names = [name for name in ("minimum", "maximum", "chip") if name not in amounts]
            word = self.take(*names, *(() if undo is not None else ("undo",)))
            if word == "undo":
                undo = self.take("on", "off") == "on"
            else:
                amounts[word] = self.amount()
        return TableLimits(**amounts, undo=undo)

    def _place(self) -> int:
        word = self.peek()
        if not (word.isascii() and word.isdigit() and 0 < len(word) < 4 and int(word)):
            raise self.make_error("a place at the rail such as 3")
        return int(self.next("a place"))

    def die(self) -> int:
        word = self.peek()
        if word not in ("1", "2", "3", "4", "5", "6"):
            raise self.make_error("a die from 1 to 6")
        return int(self.next("a die"))

    def _by_seat(self) -> Command | Opening:
        second = self.words[1][0] if len(self.words) > 1 else ""
        starts, verbs = (*STARTS, *self.also[0]), (*VERBS, *self.also[1])
        if second not in verbs and nearest(self.peek(), starts) and not nearest(second, verbs):
            known = STARTS if nearest(self.peek(), STARTS) else starts
            raise self.make_error("a seat's name, or rules, table, seat, roll, no roll or throw", known)
        seat = self.name()
        verb = _one_of(self.peek(), VERBS)
        if verb is None:
            raise self.make_error(f"what {seat} does ({', '.join(verbs)})", verbs)
        self.at += 1
        match verb:
            case "bets":
                return self._bet(seat)
            case "reduces":
                return Reduce(seat, self.wager(), self._by())
            case "takes":
                self.take("down")
                return TakeDown(seat, self.wager(STANDING_GROUPS))
            case "calls":
                return self._call(seat)
            case "presses":
                return Press(seat, self.wager(), self._by() if self.at < len(self.words) else None)
            case "parlays":
                return Parlay(seat, self.wager())
            case "tokes":
                return Toke(seat, self.amount(), self.wager() if self.take_if("on") else None)
            case "buys":
                self.take("in")
                self.take("for")
                return BuyIn(seat, self.amount())
            case "leaves":
                return Leave(seat)
            case "undoes":
                return Undo(seat)
            case "passes":
                return self._the_dice(PassDice(seat))
            case "declines":
                return self._the_dice(DeclineDice(seat))
            case "accepts":
                return self._the_dice(AcceptDice(seat))
            case _:
                assert_never(verb)

    def _the_dice(self, command: C, *before: str) -> C:
        for word in (*before, "the", "dice"):
            self.take(word)
        return command

    def _by(self) -> Cents:
        self.take("by")
        return self.amount()

    def _called_by(self) -> Literal["", "base dealer", "supervisor"]:
        """Who calls a roll that the stick cannot see."""
        if not self.take_if("called"):
            return ""
        self.take("by")
        if self.take_if("base", "dealer"):
            return "base dealer"
        return self.take("supervisor", "base dealer")

    def _bet(self, seat: str) -> Bet:
        amount = self.amount()
        each = self.take_if("each")
        self.take(*(("on",) if each else ("on", "each")))
        if each:
            wager = self.next("a group such as inside")
        elif self.peek() in GROUPS and self.peek() not in self.wagers:
            raise self.make_error(f"a wager; for several numbers write '{units(amount)} each on {self.peek()}'")
        else:
            wager = self.wager()
        tendered, voucher = self._tender() if self.take_if("with") else (0, "")
        unnoticed, called = self.take_if("unnoticed"), self.take_if("called")
        confirmed = self._take_confirmers() if self.take_if("confirmed") else ()
        return Bet(seat, amount, wager, each, unnoticed, confirmed, called, tendered, voucher)

    def _tender(self) -> tuple[Cents, Literal["", "token", "voucher"]]:
        """What a bet is made with: chips that are more than it, or a token or voucher."""
        if self.take_if("a"):
            return 0, self.take("voucher", "token")
        return self.amount(), ""

    def _take_confirmers(self) -> tuple[str, ...]:
        self.take("by")
        confirmed = [self.take(*CREW_ROLES)]
        while self.take_if(",") or self.take_if("and"):
            confirmed.append(self.take(*CREW_ROLES))
        return tuple(confirmed)

    def _call(self, seat: str) -> CallWager | CallProps:
        if self.take_if("props"):
            return CallProps(seat, self.take("down", "up"))
        what = self.wager((*STANDING_GROUPS, "props"))
        now: Literal["on", "off"] = self.take("on", "off")
        if self.take_if("unconfirmed"):
            return CallWager(seat, what, now, unconfirmed=True)
        return CallWager(seat, what, now, self._take_confirmers() if self.take_if("confirmed") else ())


def _one_of(word: str, words: tuple[S, ...]) -> S | None:
    return next((known for known in words if known == word), None)


def _short(word: str) -> str:
    return word if len(word) <= 40 else word[:39] + "…"

"""The notation: one action a line, read into values and written back the same.

It knows how a line is written; what the game says to it is `replay`'s business.
"""

import re
from collections.abc import Collection
from typing import Literal, TypeVar

from msgspec import Struct

from sevenout.errors import Malformed
from sevenout.money import Cents, format_amount, parse_amount
from sevenout.words import CREW, CREW_ROLES, GROUPS, STANDING_GROUPS, WAGERS, did_you_mean, nearest

S = TypeVar("S", bound=str)

LONGEST_LINE = 500
_WORD = re.compile(r"[^\s,:]+|[,:]")
_NAME = re.compile(r"[^\W\d_][\w'.-]{0,39}")
_STARTS = ("rules", "table", "seat", "roll", "no", "throw")
_VERBS = ("bets", "reduces", "takes", "calls", "presses", "parlays", "tokes", "passes", "declines")


class Rules(Struct, frozen=True):
    """`rules catfish-bend`: the book, by name or path."""

    book: str

    def __str__(self) -> str:
        return f"rules {self.book}"


class Limits(Struct, frozen=True):
    """`table minimum 5 maximum 500 chip 1`: what this table changes."""

    minimum: Cents | None = None
    maximum: Cents | None = None
    chip: Cents | None = None

    def __str__(self) -> str:
        named = (("minimum", self.minimum), ("maximum", self.maximum), ("chip", self.chip))
        return " ".join(["table", *(f"{name} {_money(amount)}" for name, amount in named if amount is not None)])


class Sit(Struct, frozen=True):
    """`seat Ann 1000`."""

    seat: str
    rack: Cents

    def __str__(self) -> str:
        return f"seat {self.seat} {_money(self.rack)}"


class Bet(Struct, frozen=True):
    """`Ann bets 10 on pass`, `Bob bets 6 each on inside`, with `unnoticed` or `confirmed by dealer, boxperson`."""

    seat: str
    amount: Cents
    wager: str
    each: bool = False
    unnoticed: bool = False
    confirmed: tuple[str, ...] = ()

    def __str__(self) -> str:
        line = f"{self.seat} bets {_money(self.amount)}{' each' if self.each else ''} on {self.wager}"
        confirmed = f" confirmed by {', '.join(self.confirmed)}" if self.confirmed else ""
        return f"{line}{' unnoticed' if self.unnoticed else ''}{confirmed}"


class Reduce(Struct, frozen=True):
    """`Ann reduces pass-odds by 10`."""

    seat: str
    wager: str
    amount: Cents

    def __str__(self) -> str:
        return f"{self.seat} reduces {self.wager} by {_money(self.amount)}"


class TakeDown(Struct, frozen=True):
    """`Bob takes down place-6`, or a group: `Bob takes down place`."""

    seat: str
    what: str

    def __str__(self) -> str:
        return f"{self.seat} takes down {self.what}"


class CallWager(Struct, frozen=True):
    """`Bob calls place-6 off`, or a group: `Bob calls hard on`."""

    seat: str
    what: str
    now: Literal["on", "off"]

    def __str__(self) -> str:
        return f"{self.seat} calls {self.what} {self.now}"


class CallProps(Struct, frozen=True):
    """`Ann calls props down`; `up` reverts."""

    seat: str
    now: Literal["down", "up"]

    def __str__(self) -> str:
        return f"{self.seat} calls props {self.now}"


class Press(Struct, frozen=True):
    """`Bob presses place-8 by 6`; without an amount it is doubled."""

    seat: str
    wager: str
    amount: Cents | None = None

    def __str__(self) -> str:
        return f"{self.seat} presses {self.wager}" + ("" if self.amount is None else f" by {_money(self.amount)}")


class Parlay(Struct, frozen=True):
    """`Bob parlays place-8`: adds what it just won."""

    seat: str
    wager: str

    def __str__(self) -> str:
        return f"{self.seat} parlays {self.wager}"


class Toke(Struct, frozen=True):
    """`Ann tokes 5 on hard-8`; without a wager it goes into the toke box."""

    seat: str
    amount: Cents
    wager: str | None = None

    def __str__(self) -> str:
        return f"{self.seat} tokes {_money(self.amount)}" + ("" if self.wager is None else f" on {self.wager}")


class PassDice(Struct, frozen=True):
    """`Ann passes the dice`."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} passes the dice"


class DeclineDice(Struct, frozen=True):
    """`Ann declines the dice`."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} declines the dice"


class ThrowDice(Struct, frozen=True):
    """`throw`: the dice leave the hand."""

    def __str__(self) -> str:
        return "throw"


class RollDice(Struct, frozen=True):
    """`roll 3 1`."""

    a: int
    b: int

    def __str__(self) -> str:
        return f"roll {self.a} {self.b}"


class NoRoll(Struct, frozen=True):
    """`no roll: a die left the table`."""

    ground: str = ""

    def __str__(self) -> str:
        return f"no roll: {self.ground}" if self.ground else "no roll"


Action = (
    Rules | Limits | Sit | Bet | Reduce | TakeDown | CallWager | CallProps | Press | Parlay | Toke
    | PassDice | DeclineDice | ThrowDice | RollDice | NoRoll
)  # fmt: skip


def parse_line(text: str, number: int = 1, wagers: Collection[str] = WAGERS) -> Action | None:
    """The action of one line; None if the line is empty or a comment. `wagers` are the names that may be used.

    >>> parse_line("Ann bets 10 on pass   # the first bet")
    Bet(seat='Ann', amount=1000, wager='pass', each=False, unnoticed=False, confirmed=())
    >>> parse_line("Ann bets 10 on passline")
    Traceback (most recent call last):
    sevenout.errors.Malformed: line 1, column 16: expected a wager, found 'passline'. Did you mean 'pass'?
    """
    line = text.split("#", 1)[0].rstrip()
    if not line.strip():
        return None
    if len(line) > LONGEST_LINE:
        raise Malformed(
            f"found a line of {len(line):,} characters", expected="one action", line=number, column=LONGEST_LINE
        )
    return _Line(line, number, wagers).action()


def _money(amount: Cents) -> str:
    return format_amount(amount).removesuffix(".00")


class _Line:
    """A cursor over the words of one line."""

    def __init__(self, text: str, number: int, wagers: Collection[str]) -> None:
        self.text, self.number, self.wagers = text, number, wagers
        self.words = [(found.group(), found.start() + 1) for found in _WORD.finditer(text)]
        self.at = 0

    def malformed(self, expected: str, known: Collection[str] = ()) -> Malformed:
        word, column = self.words[self.at] if self.at < len(self.words) else ("", len(self.text) + 1)
        found = f"found {_short(word)!r}" if word else "the line ends"
        return Malformed(
            f"{found}.{did_you_mean(word, known) if word else ''}", expected=expected, line=self.number, column=column
        )

    def peek(self) -> str:
        return self.words[self.at][0] if self.at < len(self.words) else ""

    def next(self, expected: str) -> str:
        if self.at >= len(self.words):
            raise self.malformed(expected)
        self.at += 1
        return self.words[self.at - 1][0]

    def take(self, *words: S) -> S:
        """One of these words, or a complaint."""
        for word in words:
            if self.given(word):
                return word
        raise self.malformed(" or ".join(repr(word) for word in words), words)

    def given(self, *words: str) -> bool:
        """Takes these words if they come next."""
        following = tuple(word for word, _ in self.words[self.at : self.at + len(words)])
        if following != words:
            return False
        self.at += len(words)
        return True

    def end(self) -> None:
        if self.at < len(self.words):
            raise self.malformed("the end of the line")

    def amount(self) -> Cents:
        column = self.words[self.at][1] if self.at < len(self.words) else len(self.text) + 1
        word = self.next("an amount such as 10")
        if self.peek() == "," and self.at + 1 < len(self.words) and self.words[self.at][1] == column + len(word):
            word += "," + self.words[self.at + 1][0]
        try:
            return parse_amount(word)
        except Malformed as error:
            raise Malformed(error.message, expected=error.expected, line=self.number, column=column) from None

    def wager(self, groups: tuple[str, ...] = ()) -> str:
        word = self.peek()
        if word not in self.wagers and word not in groups:
            raise self.malformed("a wager" if not groups else "a wager or a group", (*groups, *self.wagers))
        return self.next("a wager")

    def name(self) -> str:
        word = self.peek()
        if not _NAME.fullmatch(word) or word in (*_STARTS, CREW):
            raise self.malformed("a seat's name")
        return self.next("a seat's name")

    def action(self) -> Action:
        start = self.peek()
        action = self._opening(start) if start in _STARTS else self._by_seat()
        self.end()
        return action

    def _opening(self, start: str) -> Action:
        self.at = 1
        match start:
            case "rules":
                return Rules(self._rest("a rulebook's name"))
            case "table":
                return self._limits()
            case "seat":
                return Sit(self.name(), self.amount())
            case "throw":
                return ThrowDice()
            case "roll":
                return RollDice(self._die(), self._die())
            case _:
                self.take("roll")
                return NoRoll(self._rest("the ground") if self.given(":") else "")

    def _rest(self, expected: str) -> str:
        if self.at >= len(self.words):
            raise self.malformed(expected)
        text = self.text[self.words[self.at][1] - 1 :].strip()
        self.at = len(self.words)
        return text

    def _limits(self) -> Limits:
        amounts: dict[str, Cents] = {}
        while self.at < len(self.words) or not amounts:
            word = self.take(*(name for name in ("minimum", "maximum", "chip") if name not in amounts))
            amounts[word] = self.amount()
        return Limits(**amounts)

    def _die(self) -> int:
        word = self.peek()
        if word not in ("1", "2", "3", "4", "5", "6"):
            raise self.malformed("a die from 1 to 6")
        return int(self.next("a die"))

    def _by_seat(self) -> Action:
        verb = self.words[1][0] if len(self.words) > 1 else ""
        if verb not in _VERBS and nearest(self.peek(), _STARTS) and not nearest(verb, _VERBS):
            raise self.malformed("a seat's name, or rules, table, seat, roll, no roll or throw", _STARTS)
        seat = self.name()
        verb = self.peek()
        if verb not in _VERBS:
            raise self.malformed(
                f"what {seat} does (bets, reduces, takes down, calls, presses, parlays, tokes, passes, declines)",
                _VERBS,
            )
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
                return Toke(seat, self.amount(), self.wager() if self.given("on") else None)
            case _:
                self.take("the")
                self.take("dice")
                return PassDice(seat) if verb == "passes" else DeclineDice(seat)

    def _by(self) -> Cents:
        self.take("by")
        return self.amount()

    def _bet(self, seat: str) -> Bet:
        amount = self.amount()
        each = self.given("each")
        self.take(*(("on",) if each else ("on", "each")))
        if each:
            wager = self.next("a group such as inside")
        elif self.peek() in GROUPS and self.peek() not in self.wagers:
            raise self.malformed(f"a wager; for several numbers write '{_money(amount)} each on {self.peek()}'")
        else:
            wager = self.wager()
        unnoticed = self.given("unnoticed")
        return Bet(seat, amount, wager, each, unnoticed, self._confirmed() if self.given("confirmed") else ())

    def _confirmed(self) -> tuple[str, ...]:
        self.take("by")
        confirmed = [self.take(*CREW_ROLES)]
        while self.given(",") or self.given("and"):
            confirmed.append(self.take(*CREW_ROLES))
        return tuple(confirmed)

    def _call(self, seat: str) -> CallWager | CallProps:
        if self.given("props"):
            return CallProps(seat, self.take("down", "up"))
        what = self.wager((*STANDING_GROUPS, "props"))
        return CallWager(seat, what, self.take("on", "off"))


def _short(word: str) -> str:
    return word if len(word) <= 40 else word[:39] + "…"

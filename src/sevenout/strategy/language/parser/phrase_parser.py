"""Reads the parts that lines are made of: numbers, amounts, lists of wagers, and what can be counted."""

import re
from itertools import takewhile
from typing import Literal

from sevenout.base.vocabulary import find_meanings, nearest, stem
from sevenout.strategy.language.condition_syntax import (
    IT,
    ONE,
    AllLeft,
    AmountLadder,
    Arithmetic,
    ArithmeticStep,
    BetsUp,
    ComePoints,
    Counted,
    Decision,
    Decisions,
    Factor,
    Happenings,
    Limit,
    Money,
    NameValue,
    NumberValue,
    Plain,
    RolledNumbers,
    Scope,
    Share,
    Sign,
    Stake,
    StakeStep,
    ThreeFourFive,
    Times,
    Total,
    ToWin,
    Units,
    Value,
    Wagers,
    Winnings,
)
from sevenout.strategy.language.keywords import (
    COLLECTIVES,
    COME,
    DECISIONS,
    FAMILIES,
    FIGURES,
    HAPPENINGS,
    NAME,
    PLACE_POINT,
    RESERVED,
    SCOPES,
    VERBS,
)
from sevenout.strategy.language.parser.line_cursor import Cursor

Role = Literal["bet", "act", "up", "event"]
"""What wagers are named for: to be bet, to be acted on, to ask whether they are up, or what became of them."""

_AMOUNT = "an amount such as 10, 2 units or max"
_SIGNS: tuple[Sign, ...] = ("+", "-", "*", "/")
_BETWEEN_SIGNS = re.compile(r"(?<=\w)[-+*/](?=[\w$])")
_OF_THE: tuple[Literal["rack", "bankroll", "peak"], ...] = ("rack", "bankroll", "peak")
_PUT = re.compile(r"put(-[0-9]+)?")
_AMOUNT_AHEAD = re.compile(r"\$?[0-9]|(a|max|min)$")
_TO_COUNT = "what to count (hits, wins, losses, rolls, points made, seven-outs, shooters, place bets, come points)"
_SINCE_WHEN = "since when? Add 'this shooter', 'this point' or 'this session'."
_TO_BET = {
    "place": "every place bet you have up; to bet, name them:"
    " place-6, place-8, place-inside, place-across, place-point",
    "buy": "every buy bet you have up; to bet, name them: buy-4, buy-10",
    "lay": "every lay bet you have up; to bet, name them: lay-4, lay-10",
    "hard": "every hardway you have up; to bet, name them: hard-6, hard-8",
    "props": "every proposition you have up; to bet, name them: any-7, horn, hard-8",
    "all": "everything you have up; to bet, name each wager: pass, place-6",
}


# --- values and amounts


def value(line: Cursor, what: str = "a number") -> Value:
    """A number, a name that stands for one, or simple arithmetic with both.

    >>> from sevenout.strategy.language.parser.line_cursor import KnownNames
    >>> value(Cursor("2 * level units", 1, KnownNames(frozenset(), counts=frozenset({"level"}))))
    Arithmetic(first=NumberValue(hundredths=200), steps=(ArithmeticStep(sign='*', by=NameValue(name='level')),))
    """
    first, steps = _factor(line, what), []
    while line.peek() in _SIGNS:
        steps.append(ArithmeticStep(line.take(*_SIGNS), _factor(line, "a number or the name of one")))
    return Arithmetic(first, tuple(steps)) if steps else first


def _factor(line: Cursor, what: str) -> Factor:
    if line.is_number():
        return line.number_here()
    if line.peek() in line.names.number_names:
        return NameValue(line.next_word())
    _check_value(line)
    if len(_BETWEEN_SIGNS.split(line.peek())) > 1 and line.peek() not in line.names.wagers:
        raise line.mistake(f"write spaces around '+', '-', '*' and '/' in '{line.peek()}'.")
    raise line.make_error(what, line.names.number_names)


def _check_value(line: Cursor) -> None:
    """A number in letters, or a name that the file does not declare."""
    word, of_units = line.peek(), line.peek(1) in ("unit", "units", "x")
    if word in FIGURES:
        one_unit = word == "one" and line.peek(1) in ("unit", "units")
        raise line.mistake("write 'a unit'." if one_unit else f"write {FIGURES[word]}: numbers in figures.")
    taken = word in RESERVED or word in line.names.wagers or word in COLLECTIVES
    if of_units and NAME.fullmatch(word) and not taken and not nearest(word, line.names.number_names):
        raise line.mistake(
            f"there is no count or number called '{word}' in this file:"
            f" 'count {word} from 1 to 20' makes a count, 'let {word} be 2' a number."
        )


def parse_whole(line: Cursor) -> Value:
    """A number for a count: whole, or a name."""
    column = line.column
    number = value(line)
    if isinstance(number, NumberValue) and number.hundredths % 100:
        raise line.mistake("a count is a whole number.", column)
    return number


def money(line: Cursor, what: str = _AMOUNT) -> Money:
    """An amount to compare with: `200`, `20 units`, `a unit`, `20% of the bankroll`.

    >>> from sevenout.strategy.language.parser.line_cursor import KnownNames
    >>> money(Cursor("20 units this shooter", 1, KnownNames(frozenset())))
    Units(value=NumberValue(hundredths=2000))
    """
    column = line.column
    share = parse_share(line)
    if share is not None:
        if share.of != "bankroll":
            raise line.mistake(f"a share of the {share.of} is not compared here: write one of the bankroll.", column)
        return share
    return stake(line, what)


def stake(line: Cursor, what: str = _AMOUNT) -> Stake:
    """An amount that does not hang on the rack: `200`, `20 units`, `a unit`."""
    if line.take_if("a", "unit"):
        return Units(ONE)
    amount = value(line, what)
    return Units(amount) if line.plural(("units",)) else Plain(amount)


def parse_share(line: Cursor) -> Share | None:
    """`10% of the rack`, `half the bankroll`, if that comes next.

    >>> from sevenout.strategy.language.parser.line_cursor import KnownNames
    >>> parse_share(Cursor("half the rack on pass", 1, KnownNames(frozenset())))
    Share(part='half', of='rack')
    """
    if line.peek() == "half" and line.peek(1) == "the":
        line.all_of("half", "the")
        return Share("half", line.take(*_OF_THE))
    column, part = line.column, line.percent_here()
    if part is None:
        return None
    check_percent(line, part, column)
    if not line.take_if("of", "the"):
        raise line.make_error("'of the rack', 'of the bankroll' or 'of the peak'")
    return Share(part, line.take(*_OF_THE))


def check_percent(line: Cursor, part: NumberValue | NameValue, column: int) -> None:
    """A share is between nothing and all of it."""
    if isinstance(part, NumberValue) and part.hundredths > 100_00:
        raise line.mistake("a share is at most 100%.", column)


def step(line: Cursor) -> StakeStep:
    """One amount."""
    column = line.column
    if line.take_if("to", "win"):
        return ToWin(_parse_measure(line))
    if line.take_if("3-4-5x"):
        return ThreeFourFive()
    if line.peek() in ("max", "min"):
        return Limit(line.take("max", "min"))
    if line.take_if("all", "that", "is", "left"):
        return AllLeft()
    share = parse_share(line)
    if share is not None:
        return share
    if line.take_if("half"):
        if line.peek() not in ("its", "the"):
            raise line.make_error("'its winnings', 'the rack' or 'the bankroll'")
        line.all_of("its", "winnings")
        return Winnings(half=True)
    if line.take_if("its"):
        line.take("winnings")
        return Winnings()
    amount = _parse_measure(line)
    if isinstance(amount.value, NumberValue) and amount.value.hundredths < 0:
        raise line.mistake("an amount is never below zero.", column)
    return amount


def _parse_measure(line: Cursor) -> Plain | Units | Times:
    if line.take_if("a", "unit"):
        return Units(ONE)
    times = line.times_here()
    if times is not None:
        return Times(times)
    if line.peek() == "all":
        raise line.mistake("what all? Write 'all that is left', or 'max' for the most that the house takes.")
    amount = value(line, _AMOUNT)
    if line.take_if("x"):
        return Times(amount)
    return Units(amount) if line.plural(("units",)) else Plain(amount)


def steps(line: Cursor) -> tuple[tuple[StakeStep, ...], bool]:
    """Amounts with commas between them, and whether they start over at the end. `units` behind the last is for all.

    >>> from sevenout.strategy.language.parser.line_cursor import KnownNames
    >>> steps(Cursor("max, min repeating on field", 1, KnownNames(frozenset())))
    ((Limit(end='max'), Limit(end='min')), True)
    """
    ladder = [step(line)]
    while line.take_if(","):
        ladder.append(step(line))
    spoken_for_all = isinstance(ladder[-1], Units) and line.words[line.at - 2 : line.at] != ["a", "unit"]
    if len(ladder) > 1 and spoken_for_all:
        ladder = [Units(each.value) if isinstance(each, Plain) else each for each in ladder]
    return tuple(ladder), line.take_if("repeating")


def amount_by(line: Cursor, ladder: tuple[StakeStep, ...], *, repeating: bool) -> AmountLadder:
    """The amounts with the count that picks one, which stands behind the wagers."""
    column = line.column
    if line.take_if("by"):
        if len(ladder) == 1:
            raise line.mistake("'by' picks one of a list of amounts, and here is only one amount.", column)
        return AmountLadder(ladder, parse_count(line), repeating)
    if len(ladder) > 1:
        example = "(by hits this shooter, by losses in a row)"
        raise line.mistake(f"a list of amounts needs 'by' and what to count {example}.")
    if repeating:
        raise line.mistake("'repeating' is for a list of amounts, and here is only one.")
    return AmountLadder(ladder)


# --- wagers


def wagers(line: Cursor, role: Role) -> Wagers:
    """Wagers with commas, `and` or `or` between them.

    >>> from sevenout.strategy.language.parser.line_cursor import KnownNames
    >>> wagers(Cursor("place-6 and place is up", 1, KnownNames(frozenset({"place-6"}))), "up")
    Wagers(names=('place-6', 'place'), together=True)
    """
    if role in ("bet", "act") and line.take_if("it"):
        return IT
    names = [_wager(line, role, "")]
    joints: set[str] = set()
    while line.peek() in (",", "and", "or"):
        column, joint = line.column, line.next_word()
        if joint == "," and line.peek() in ("and", "or"):
            column, joint = line.column, line.next_word()
        if joints | {joint} >= {"and", "or"}:
            raise line.mistake("'and' with 'or' in one list of wagers: say it in two conditions.", column)
        joints.add(joint)
        names.append(_wager(line, role, names[-1]))
    return Wagers(tuple(names), together="and" in joints and role in ("up", "event"))


def _wager(line: Cursor, role: Role, before: str) -> str:
    word = line.peek()
    if before and _AMOUNT_AHEAD.match(word) and line.peek(1) in ("on", "unit", "units", "x"):
        raise line.mistake("one action a line: put this one on a line of its own.")
    _check_one_word(line)
    if line.is_number() and before:
        raise line.mistake(f"write '{stem(before)}-{word}': every wager by its own name.")
    if role == "bet" and word in FAMILIES and word not in line.names.wagers:  # a house may have a wager called all
        raise line.mistake(f"'{word}' means {_TO_BET[word]}.")
    if role == "event" and word == PLACE_POINT:
        raise line.mistake("once it is decided it is the point no more: write 'place wins and the point is made'.")
    if (put := _PUT.fullmatch(word)) is not None and word not in line.names.wagers:
        place = f"place{put[1]}" if put[1] else "place-6"
        why = "a put bet is 'pass' made while a point is on, and few houses take it"
        raise line.mistake(f"{why}: write 'pass', or '{place}'.")
    further = [name for name in COLLECTIVES if role != "bet" or name not in FAMILIES]
    if word not in line.names.wagers and word not in further:
        if word in VERBS and before:
            raise line.mistake(f"expected a wager, found '{word}'. One action a line: put it on a line of its own.")
        raise line.make_error("a wager", (*further, *sorted(line.names.wagers)))
    line.next_word()
    return line.names.keys.get(word, word)


def _check_one_word(line: Cursor) -> None:
    """A wager is one word: `any craps` is any-craps, `the 6` place-6."""
    named = line.peek() == "the"
    rest = line.words[line.at + named :]
    said = list(takewhile(lambda word: word not in (",", ":") and (word == "hard" or word not in RESERVED), rest))
    wagers_meant = find_meanings(" ".join(said), line.names.wagers | set(COLLECTIVES), least=1 if named else 2)
    if len(wagers_meant) == 1:
        raise line.mistake(f"write '{wagers_meant[0]}': a wager is one word.")


# --- rolls


def numbers(line: Cursor, *, of_the_point: bool = False) -> RolledNumbers:
    """`6 or 8`, `hard 6`, `a box number`. In `the point is 6 or 8 rolls` the 8 is the next condition's.

    >>> from sevenout.strategy.language.parser.line_cursor import KnownNames
    >>> numbers(Cursor("6 or 8 rolls", 1, KnownNames(frozenset())), of_the_point=True)
    RolledNumbers(totals=(Total(number=6, hard=False),))
    """
    if line.take_if("a", "box", "number"):
        return RolledNumbers()
    totals = [_total(line)]
    first_or = None
    while line.peek() in (",", "or") and (line.is_number(1) or (line.peek(1) == "hard" and line.is_number(2))):
        if line.peek(2) in ("time", "times"):  # a chance, and no further number
            break
        if line.peek() == "or" and first_or is None:
            first_or = (line.at, len(totals))
        line.next_word()
        totals.append(_total(line))
    if of_the_point and line.peek() == "rolls" and first_or is not None:
        line.at, many = first_or
        totals = totals[:many]
    return RolledNumbers(tuple(totals))


def _total(line: Cursor) -> Total:
    hard = line.take_if("hard")
    column = line.column
    total = line.take_whole("a number from 2 to 12")
    if not 2 <= total <= 12:
        raise line.mistake(f"no two dice show {total}: a number from 2 to 12.", column)
    if hard and total % 2:
        raise line.mistake(f"there is no hard {total}: two equal dice show an even number.", column)
    return Total(total, hard)


# --- counts


def scope(line: Cursor) -> Scope | None:
    """`this shooter`, if that comes next."""
    if not line.take_if("this"):
        return None
    return line.take(*SCOPES)


def parse_count(line: Cursor) -> Counted:
    """Something that can be counted.

    >>> from sevenout.strategy.language.parser.line_cursor import KnownNames
    >>> parse_count(Cursor("point made this shooter", 1, KnownNames(frozenset())))
    Happenings(word='points made', since='shooter')
    """
    column = line.column
    word = line.plural(DECISIONS)
    if word is not None:
        return _decisions(line, word, column)
    if line.take_if("points", "made") or line.take_if("point", "made"):
        return Happenings("points made", _since(line))
    happening = line.plural(HAPPENINGS)
    if happening == "shooters":
        line.take_if("this", "session")
        return Happenings(happening, "session")
    if happening is not None:
        return Happenings(happening, _since(line))
    if line.peek() not in line.names.wagers and line.peek() not in COLLECTIVES:
        raise line.make_error(_TO_COUNT)
    names = wagers(line, "up").names
    for side in COME:
        if names == (side,) and (line.take_if("points") or line.take_if("point")):
            return ComePoints(side)
    if line.plural(("bets",)) is None:
        raise line.make_error("'bets'")
    return BetsUp(Wagers(names))


def _decisions(line: Cursor, word: Decision, column: int) -> Decisions:
    of = Wagers(wagers(line, "event").names) if line.take_if("of") else None
    if of is None and not line.own_wager:
        raise line.mistake(f"{word} of which wager? Write '{word} of place-6', or stand it behind a wager.", column)
    if line.take_if("in", "a", "row"):
        return Decisions(word, of, "in a row")
    if line.peek() == "in":
        raise line.make_error("'in a row'")
    since = scope(line)
    if since is None and line.peek() in ("and", "or"):
        raise line.mistake(_SINCE_WHEN)
    return Decisions(word, of, since)


def _since(line: Cursor) -> Scope:
    since = scope(line)
    if since is None:
        raise line.mistake(_SINCE_WHEN)
    return since

"""Reads conditions: atoms with `and` or `or` between them, of which `and` binds closer."""

from typing import Literal

from sevenout.strategy.language.condition_syntax import (
    AllOf,
    Atom,
    BelowPeak,
    Chance,
    ComeOut,
    Compare,
    Condition,
    Covered,
    Holds,
    HowMany,
    HowOften,
    IsUp,
    Money,
    NameValue,
    Net,
    Not,
    NothingUp,
    NumberRolled,
    NumberValue,
    OnThePoint,
    PointOn,
    PuckEvent,
    RackIs,
    RolledNumbers,
    Share,
    Stake,
    WagerDecided,
    WithPoint,
)
from sevenout.strategy.language.keywords import (
    ANOTHER_WORD,
    COLLECTIVES,
    CONDITIONS,
    DECISIONS,
    FIGURES,
    HAPPENINGS,
    RESULTS,
    SINGULARS,
    VERBS,
)
from sevenout.strategy.language.parser import phrase_parser
from sevenout.strategy.language.parser.line_cursor import Cursor

_COMPARES: tuple[tuple[Compare, tuple[str, ...]], ...] = (
    ("at least", ("at", "least")),
    ("at most", ("at", "most")),
    ("over", ("over",)),
    ("under", ("under",)),
    ("is not", ("is", "not")),
    ("is", ("is",)),
)
_HOW_MANY: tuple[tuple[HowOften, tuple[str, ...]], ...] = (
    ("at least", ("at", "least")),
    ("after", ("after",)),
    ("fewer than", ("fewer", "than")),
    ("exactly", ("exactly",)),
    ("no", ("no",)),
)
_OF_SEVERAL = {"win": "wins", "hit": "hits", "lose": "loses", "push": "pushes"}
MOST_LOTS = 100
"""A chance is so fine."""
_FATES = "'is up', 'wins', 'hits', 'loses' or 'pushes'"
_A_CONDITION = "a condition such as 'with a point', 'place-6 wins' or 'up 200'"


def condition(line: Cursor) -> Condition:
    """A condition, as far as it goes; `and` binds closer than `or`.

    >>> from sevenout.strategy.language.parser.line_cursor import KnownNames
    >>> line = Cursor("nothing is up and with a point: leave", 1, KnownNames(frozenset()))
    >>> condition(line)
    Condition(atoms=(NothingUp(), WithPoint()), joined='and')
    >>> line.peek()
    ':'
    """
    either = [[atom(line)]]
    while line.peek() in ("and", "or"):
        if line.next_word() == "or":
            either.append([atom(line)])
        else:
            either[-1].append(atom(line))
    if len(either) == 1:
        return Condition(tuple(either[0]))
    return Condition(tuple(AllOf(tuple(each)) if len(each) > 1 else each[0] for each in either), "or")


def atom(line: Cursor) -> Atom:
    """One condition without `and` or `or`."""
    word = line.peek()
    if line.take_if("not"):
        return Not(atom(line))
    if word in ("on", "with", "the", "a", "covered", "nothing"):
        return _of_the_table(line)
    for compare, words in _HOW_MANY:
        if line.take_if(*words):
            number = 0 if compare == "no" else line.take_whole("how many")
            return HowMany(compare, number, phrase_parser.parse_count(line))
    if word in ("up", "down"):
        return _parse_net(line)
    if line.take_if("rack"):
        scope = phrase_parser.scope(line)
        return RackIs(scope, _compare(line), phrase_parser.money(line))
    if line.peek(1) in ("time", "times") and (line.is_number() or word in FIGURES):
        return _parse_chance(line)
    if line.is_number() or (word == "hard" and line.is_number(1)):
        return _parse_rolled(line)
    if word in line.names.number_names:
        return _parse_holds(line)
    if word in line.names.wagers or word in COLLECTIVES:
        return _of_wagers(line)
    if word in ANOTHER_WORD:
        raise line.mistake(f"'{word}' is not a word here: {ANOTHER_WORD[word]}.")
    known = (*CONDITIONS, *line.names.number_names, *COLLECTIVES, *sorted(line.names.wagers))
    raise line.make_error(_A_CONDITION, known)


def _of_the_table(line: Cursor) -> Atom:
    column = line.column
    if line.take_if("on", "the", "come-out"):
        return ComeOut()
    if line.take_if("with", "a", "point"):
        return WithPoint()
    if line.take_if("with", "the", "point", "on"):
        return PointOn("with the point on", _points(line))
    for said, of_its_own in (("on the point", OnThePoint()), ("covered", Covered())):
        if line.take_if(*said.split()):
            if not line.own_wager:
                message = f"'{said}' is about a line's own wager: put it behind one ('unless {said}')."
                raise line.mistake(message, column)
            return of_its_own
    if line.take_if("nothing"):
        line.all_of("is", "up")
        return NothingUp()
    for event in ("a point is set", "the point is made", "the shooter sevens out", "a shooter starts"):
        if line.take_if(*event.split()):
            return PuckEvent(event)
    if line.take_if("the", "point", "is"):
        _check_number(line, column)
        return PointOn("the point is", _points(line))
    if line.peek() == "a" and line.peek(1) == "box":
        return _parse_rolled(line)
    if line.take_if("on", "the"):
        raise line.make_error("'come-out' or 'point'", ("come-out", "point"))
    if line.take_if("with"):
        raise line.make_error("'a point' or 'the point on'")
    if line.take_if("on"):
        if line.peek() in ("come-out", "comeout") or (line.peek() == "come" and line.peek(1) == "out"):
            raise line.mistake("write 'on the come-out'.", column)
        raise line.make_error("'the come-out' or 'the point'")
    if line.take_if("a"):
        raise line.make_error("'a point is set', 'a shooter starts' or 'a box number rolls'", column=column)
    line.take("the")
    raise line.make_error("'the point is 6', 'the point is made' or 'the shooter sevens out'", column=column)


def _check_number(line: Cursor, column: int) -> None:
    """The point is a number, neither on nor off."""
    if line.peek() == "on" and line.is_number(1):
        raise line.mistake(f"write 'the point is {line.peek(1)}'.", column)
    if line.peek() in ("on", "off"):
        meant = "with a point" if line.peek() == "on" else "on the come-out"
        raise line.mistake(f"'the point is' is followed by a number: write '{meant}'.", column)


def _points(line: Cursor) -> RolledNumbers:
    column = line.column
    points = phrase_parser.numbers(line, of_the_point=True)
    if any(total.hard for total in points.totals):
        raise line.mistake("a point is a number, however it was rolled: leave 'hard' out.", column)
    return points


def _parse_net(line: Cursor) -> Net | BelowPeak:
    """`up 200 this shooter`, `down 100 from the peak`."""
    way: Literal["up", "down"] = line.take("up", "down")
    column = line.column
    share = _share_of_peak(line)
    amount: Money = share or phrase_parser.money(line)
    if not isinstance(amount, Share):
        _check_sign(line, amount, column)
    if share is None and not line.take_if("from", "the", "peak"):
        return Net(way, amount, phrase_parser.scope(line))
    if way == "up":
        raise line.mistake("nothing is above its own peak: write 'down … from the peak'.", column)
    return BelowPeak(amount)


def _share_of_peak(line: Cursor) -> Share | None:
    """`20% from the peak`, if that comes next."""
    start, column = line.at, line.column
    part: NumberValue | NameValue | Literal["half"] | None = "half" if line.take_if("half") else line.percent_here()
    if part is not None and line.take_if("from", "the", "peak"):
        if part != "half":
            phrase_parser.check_percent(line, part, column)
        return Share(part, "peak")
    if part not in (None, "half") and line.peek() != "of":
        raise line.make_error("'of the bankroll' or 'from the peak'")
    line.at = start
    return None


def _check_sign(line: Cursor, amount: Stake, column: int) -> None:
    if isinstance(amount.value, NumberValue) and amount.value.hundredths < 0:
        raise line.mistake("an amount won or lost is not below zero: 'up' and 'down' say which.", column)


def _not_below_zero(line: Cursor) -> Stake:
    column = line.column
    amount = phrase_parser.stake(line)
    _check_sign(line, amount, column)
    return amount


def _parse_chance(line: Cursor) -> Chance:
    """`one time in three`, in figures or in letters up to ten."""
    column, times = line.column, _take_small(line)
    line.next_word()
    line.take("in")
    out_of = _take_small(line)
    if not 0 < times < out_of <= MOST_LOTS:
        raise line.mistake(f"write a chance such as '1 time in 3', in {MOST_LOTS} at most.", column)
    return Chance(times, out_of)


def _take_small(line: Cursor) -> int:
    word = line.peek()
    return FIGURES[line.next_word()] if word in FIGURES else line.take_whole("a number such as 3")


def _compare(line: Cursor) -> Compare:
    for compare, words in _COMPARES:
        if line.take_if(*words):
            return compare
    raise line.make_error("'at least', 'at most', 'over', 'under', 'is' or 'is not'", ("at", "over", "under", "is"))


def _parse_rolled(line: Cursor) -> NumberRolled:
    column, number = line.column, line.peek()
    following = SINGULARS.get(line.peek(1), line.peek(1))
    counted = following in (*DECISIONS, "seven-outs", "bets") or line.peek(1) in ("points", "point")
    if line.is_number() and (counted or (following in HAPPENINGS and line.peek(2) == "this")):
        raise line.mistake(f"how many? Write 'at least {number}', 'exactly {number}' or 'fewer than {number}'.", column)
    totals = phrase_parser.numbers(line)
    if line.take_if("or") or line.take_if(","):
        raise line.make_error("a number from 2 to 12")
    if not line.take_if("rolls"):
        raise line.make_error("'rolls'", ("rolls",))
    return NumberRolled(totals)


def _parse_holds(line: Cursor) -> Holds:
    name = line.next_word()
    compare = _compare(line)
    return Holds(
        name, compare, phrase_parser.parse_whole(line) if name in line.names.counts else phrase_parser.value(line)
    )


def _of_wagers(line: Cursor) -> Atom:
    start, column = line.at, line.column
    named = phrase_parser.wagers(line, "up")
    if line.take_if("is", "up"):
        return IsUp(named)
    if line.peek() in RESULTS or line.peek() in _OF_SEVERAL:
        line.at = start
        named = phrase_parser.wagers(line, "event")
        if line.peek() not in RESULTS:
            raise line.mistake(f"write '{_OF_SEVERAL[line.peek()]}': one of them is enough.")
        result = line.take(*RESULTS)
        with_amount = line.peek(1) != "most" and line.take_if("at")  # `at most` is how often
        return WagerDecided(named, result, _not_below_zero(line) if with_amount else None)
    if line.plural(("bets",)):
        raise line.mistake("how many? Write 'at least 1', 'exactly 1', 'fewer than 2' or 'no' before it.", column)
    if line.peek() in VERBS or line.peek() == ":":
        raise line.make_error(_FATES)
    raise line.make_error(_FATES, ("is", *RESULTS))

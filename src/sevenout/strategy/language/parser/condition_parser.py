"""Reads conditions: atoms with `and` or `or` between them, never both."""

from sevenout.strategy.language.keywords import (
    ANOTHER_WORD,
    COLLECTIVES,
    CONDITIONS,
    DECISIONS,
    HAPPENINGS,
    RESULTS,
    SINGULARS,
    VERBS,
)
from sevenout.strategy.language.parser import phrase_parser
from sevenout.strategy.language.parser.line_cursor import Cursor
from sevenout.strategy.language.syntax_tree import (
    Atom,
    ComeOut,
    Compare,
    Condition,
    Covered,
    Holds,
    HowMany,
    HowOften,
    IsUp,
    Money,
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
    WagerDecided,
    WithPoint,
)

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
_A_CONDITION = "a condition such as 'with a point', 'place-6 wins' or 'up 200'"


def condition(line: Cursor) -> Condition:
    """A condition, as far as it goes.

    >>> from sevenout.strategy.language.parser.line_cursor import KnownNames
    >>> line = Cursor("nothing is up and with a point: leave", 1, KnownNames(frozenset()))
    >>> condition(line)
    Condition(atoms=(NothingUp(), WithPoint()), joined='and')
    >>> line.peek()
    ':'
    """
    atoms = [atom(line)]
    joined = ""
    while line.peek() in ("and", "or"):
        if joined and line.peek() != joined:
            raise line.mistake(
                "'and' and 'or' are not mixed in one condition: put one part into the heading, the other behind 'if'."
            )
        joined = line.next_word()
        atoms.append(atom(line))
    return Condition(tuple(atoms), "or" if joined == "or" else "and")


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
        return Net(line.take("up", "down"), _not_below_zero(line), phrase_parser.scope(line))
    if line.take_if("rack"):
        scope = phrase_parser.scope(line)
        return RackIs(scope, _compare(line), phrase_parser.money(line))
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
    line.take("a", "the")
    raise line.make_error("'point', 'shooter' or 'box number'", ("point", "shooter", "box"))


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


def _not_below_zero(line: Cursor) -> Money:
    column = line.column
    amount = phrase_parser.money(line)
    if isinstance(amount.value, NumberValue) and amount.value.hundredths < 0:
        raise line.mistake("an amount won or lost is not below zero: 'up' and 'down' say which.", column)
    return amount


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
    if line.peek() in RESULTS or line.peek() in ("win", "lose", "push"):
        line.at = start
        named = phrase_parser.wagers(line, "event")
        if line.peek() not in RESULTS:
            spelled = {"win": "wins", "lose": "loses", "push": "pushes"}[line.peek()]
            raise line.mistake(f"write '{spelled}': one of them is enough.")
        result = line.take(*RESULTS)
        with_amount = line.peek(1) != "most" and line.take_if("at")  # `at most` is how often
        return WagerDecided(named, result, _not_below_zero(line) if with_amount else None)
    if line.plural(("bets",)):
        raise line.mistake("how many? Write 'at least 1', 'exactly 1', 'fewer than 2' or 'no' before it.", column)
    if line.peek() in VERBS or line.peek() == ":":
        raise line.make_error("'is up', 'wins', 'loses' or 'pushes'")
    raise line.make_error("'is up', 'wins', 'loses' or 'pushes'", ("is", *RESULTS))

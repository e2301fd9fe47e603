"""Reads `given … : expect …`: what happens at the table, and what the strategy must then have up."""

from sevenout.strategy.language.condition_syntax import (
    IsUp,
    Net,
    NothingUp,
    NumberRolled,
    PuckEvent,
    RackIs,
    Share,
    WagerDecided,
)
from sevenout.strategy.language.parser import phrase_parser
from sevenout.strategy.language.parser.condition_parser import atom
from sevenout.strategy.language.parser.line_cursor import Cursor
from sevenout.strategy.language.syntax_tree import Expectation, Expected, GivenEvent, StakeAt

_EVENT = "what happens ('place-6 wins', '8 rolls', 'a point is set'), or 'the start'"
_EXPECTED = "what to expect ('place-6 at 24', 'nothing is up', 'up 20')"
MOST_TIMES = 20
"""So often an event may be given to happen."""


def expectation(line: Cursor) -> Expectation:
    """A whole line, from behind `given`.

    >>> from sevenout.strategy.language.parser.line_cursor import KnownNames
    >>> line = Cursor("6 rolls twice: expect place-6 at 24", 1, KnownNames(frozenset({"place-6"})))
    >>> expectation(line).given[0].times
    2
    """
    given: list[GivenEvent] = []
    if not line.take_if("the", "start"):
        given.append(_parse_given(line))
        while line.take_if("then"):
            given.append(_parse_given(line))
    if not line.take_if(":"):
        raise line.make_error("'once', 'twice', '3 times', 'then' or ': expect …'", ("then", "twice", "once"))
    if not line.take_if("expect"):
        raise line.make_error("'expect'", ("expect",))
    expected = [_parse_expected(line)]
    while line.take_if("and"):
        expected.append(_parse_expected(line))
    line.end()
    return Expectation(tuple(given), tuple(expected))


def _parse_given(line: Cursor) -> GivenEvent:
    column = line.column
    event = atom(line)
    if not isinstance(event, WagerDecided | NumberRolled | PuckEvent):
        raise line.mistake(f"expected {_EVENT}.", column)
    return GivenEvent(event, _times(line))


def _times(line: Cursor) -> int:
    if line.take_if("once"):
        return 1
    if line.take_if("twice"):
        return 2
    if not line.is_number():
        return 1
    column, times = line.column, line.take_whole("how often")
    if line.plural(("times",)) is None:
        raise line.make_error("'times'", ("times",))
    if not 1 <= times <= MOST_TIMES:
        raise line.mistake(f"from 1 to {MOST_TIMES} times.", column)
    return times


def _parse_expected(line: Cursor) -> Expected:
    column = line.column
    if line.peek() in line.names.wagers and line.peek(1) == "at":
        wager = line.names.keys.get(line.peek(), line.peek())
        line.next_word()
        line.take("at")
        return StakeAt(wager, phrase_parser.stake(line))
    if not line.peek():
        raise line.make_error(_EXPECTED)
    fact = atom(line)
    if not isinstance(fact, IsUp | NothingUp | Net | RackIs):
        raise line.mistake(f"expected {_EXPECTED}.", column)
    if isinstance(fact, Net | RackIs) and (isinstance(fact.amount, Share) or fact.scope not in (None, "session")):
        raise line.mistake("expect an amount of the whole session, such as 'up 20' or 'rack at least 290'.", column)
    return fact

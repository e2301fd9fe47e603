"""A file's own tests: what is given is made to happen, and what is not as expected is told with what was there."""

import pytest

from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.expectations import unmet_expectations
from sevenout.strategy.language.compiler.plan import compile_strategy
from sevenout.strategy.language.mistakes import BadStrategy
from sevenout.strategy.language.parser.file_parser import parse

PRESSED = "with a point: bet 12 on place-6\nwhen place-6 wins: press it by 6\n"


def told(line: str, text: str = PRESSED, book: str = "typical") -> list[str]:
    plan = compile_strategy(parse(f"{text}{line}"), Game.open(book))
    return [mistake.message for mistake in unmet_expectations(plan)]


@pytest.mark.parametrize(
    "line",
    [
        "given the start: expect nothing is up and rack is 10000",
        "given a point is set: expect place-6 at 12",
        "given place-6 wins: expect place-6 at 18 and up 14",
        "given place-6 wins twice: expect place-6 at 24",
        "given place-6 hits 3 times: expect place-6 at 30",
        "given place-6 wins then the shooter sevens out: expect place-6 at 0 and down 4",
        "given 8 rolls then hard 6 rolls: expect place-6 at 18",
        "given the point is made: expect place-6 is up",
    ],
)
def test_what_is_so_is_met(line: str) -> None:
    assert told(line) == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("given place-6 wins twice: expect place-6 at 36", "place-6 is at 24, not at 36, after 4, 6, 6."),
        ("given the start: expect place-6 at 12", "place-6 is not up, not at 12, at the start."),
        (
            "given 8 rolls: expect nothing is up",
            "not so: nothing is up; up is place-6 12, and the rack holds 9988, after 8.",
        ),
        ("given field wins: expect up 5", "no 4 rolls make it so that field wins."),
    ],
)
def test_what_is_not_so_is_told_with_what_was_there(line: str, message: str) -> None:
    assert told(line) == [message]


def test_every_wrong_line_is_told_and_by_its_line() -> None:
    text = "bet 10 on field\ngiven the start: expect field at 5\ngiven 4 rolls: expect field at 10\n"
    text += "given 5 rolls: expect field at 20\n"
    plan = compile_strategy(parse(text), Game.open("typical"))
    assert [mistake.line for mistake in unmet_expectations(plan)] == [2, 4]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("given up 5: expect nothing is up", "1:7: expected what happens"),
        ("given 6 rolls: expect 6 rolls", "1:23: expected what to expect"),
        ("given 6 rolls expect up 5", "1:15: expected 'once', 'twice', '3 times', 'then' or ': expect …', found"),
        ("given 6 rolls: place-6 at 5", "1:16: expected 'expect', found 'place-6'."),
        ("given 6 rolls: expect up 5 this shooter", "1:23: expect an amount of the whole session"),
        ("given 6 rolls 21 times: expect up 5", "1:15: from 1 to 20 times."),
    ],
)
def test_a_line_that_cannot_be_read_is_told(line: str, message: str) -> None:
    with pytest.raises(BadStrategy) as caught:
        parse(line)
    assert str(caught.value.mistakes[0]).startswith(message)


def test_what_a_part_expects_of_itself_is_no_part_of_who_plays_it() -> None:
    assert told("given the start: expect field at 10", "play field-flat\n") == []

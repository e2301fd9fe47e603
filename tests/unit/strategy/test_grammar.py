"""What the formatter writes, the parser reads back the same."""

import pytest

from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.tools.explainer import explain
from sevenout.strategy.language.tools.formatter import format_file
from tests.unit.strategy.constructs import all_constructs, constructs
from tests.unit.strategy.generated import file_of


def test_what_is_written_is_read_back() -> None:
    for number in range(600):
        file = file_of(number, noted=True)
        text = format_file(file)
        assert parse(text).file == file
        assert format_file(parse(text).file) == text


def test_every_statement_knows_its_line_and_can_be_retold() -> None:
    for number in range(200):
        script = parse(format_file(file_of(number)))
        assert [line for line, _ in script.numbered_statements()] == sorted(script.lines)
        sentences = explain(script)
        assert {sentence.line for sentence in sentences} == set(script.lines)
        assert all(sentence.text.endswith((".", ":")) for sentence in sentences)


def test_every_construct_is_among_what_is_written() -> None:
    written = {each for number in range(600) for each in constructs(file_of(number, noted=True))}
    assert all_constructs() <= written, all_constructs() - written


@pytest.mark.parametrize(
    ("written", "formatted"),
    [
        ("BET $10 ON Pass", "bet 10 on pass"),
        ("bet 10.50 on pass", "bet 10.5 on pass"),
        ("bet 1 unit on pass", "bet a unit on pass"),
        ("bet 2 unit on pass", "bet 2 units on pass"),
        ("bet 12 on place-6 and place-8", "bet 12 on place-6, place-8"),
        ("bet 12 on place-5, place-6, and place-8", "bet 12 on place-5, place-6, place-8"),
        ("when place-6, place-8 wins: take it down", "when place-6 or place-8 wins: take it down"),
        ("when place-6 and place-8 is up: leave", "when place-6 and place-8 is up: leave"),
        ("when place-6 wins:\n\ttake down it", "when place-6 wins: take it down"),
        ("bet 2 x on pass-odds", "bet 2x on pass-odds"),
        ("keep 1 units, 2 units on field by wins in a row", "keep 1, 2 units on field by wins in a row"),
        ("keep 5, a unit on field by wins in a row", "keep 5, a unit on field by wins in a row"),
        ("when at least 1 hits of place this shooter: leave", "when at least 1 hit of place this shooter: leave"),
        ("when fewer than 2 come point: leave", "when fewer than 2 come points: leave"),
        ("leave at most 1 times per shooter", "leave at most 1 time per shooter"),
        ("when the point is 6 or 8 rolls: leave", "when the point is 6 or 8 rolls: leave"),
        ("when the point is 6, 8 or 10 rolls: leave", "when the point is 6, 8 or 10 rolls: leave"),
        ("on the come-out:   # why\n bet 10 on pass", "on the come-out:  # why\n    bet 10 on pass"),
        ("on the come-out: bet 10 on pass#why", "on the come-out: bet 10 on pass  # why"),
        (
            "with a point:\n  leave\n  # in here\n\n# out here\nsit out",
            "with a point:\n    leave\n    # in here\n\n# out here\nsit out",
        ),
        ("\n\n\n# a\n\n\n\n#b\nleave\n\n", "# a\n\n# b\nleave"),
        ("with a point: leave\n    sit out", "with a point:\n    leave\n    sit out"),
        ("leave\r\nsit out\r\n", "leave\nsit out"),
    ],
)
def test_the_one_form(written: str, formatted: str) -> None:
    file = parse(written).file
    assert format_file(file) == formatted + "\n"
    assert parse(formatted).file == file

"""Any text on the command line: an exit code of 0, 1 or 2, a message where it is not 0, and never an exception."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sevenout.base.vocabulary import WAGERS
from sevenout.cli.shared.prompt import suggestions
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table import Table
from tests.unit.cli.command import Ran, replay, run
from tests.unit.cli.seat import at_the_table
from tests.volume import examples

EXAMPLE = (Path(__file__).parents[3] / "examples" / "first-night.craps").read_text()
WORDS = (
    *("rules", "table", "seat", "roll", "no", "throw", "crew", "minimum", "maximum", "chip", "typical", "Ann", "Bob"),
    *("bets", "reduces", "takes", "down", "calls", "presses", "parlays", "tokes", "passes", "declines", "the", "dice"),
    *("accepts", "called", "cocked", "supervisor", "overrules", "finds", "clock"),
    *("on", "off", "by", "each", "unnoticed", "confirmed", "dealer", "and", "props", "up", "inside", "place", "all"),
    *("0", "1", "3", "5", "6", "7", "10", "10.5", "-5", "1000", "999999999999", ",", ":", "#", "[", "[/]", "\\", "é"),
    *("pass", "pass-odds", "come", "come-6", "place-6", "hard-8", "field", "horn", "buy-4", "lay-4"),
)


def ends_well(ran: Ran) -> None:
    assert ran.code in (0, 1, 2)
    assert "Traceback" not in ran.out + ran.err
    if ran.code == 0:
        assert ran.err == ""
    else:
        assert ran.err.startswith("sevenout: ")
        assert len(ran.err) < 5000


def played(text: str | bytes, *options: str) -> None:
    ends_well(replay(text, *options))


options = st.sampled_from(((), ("--json",), ("--keep-going",), ("--keep-going", "--json")))
lines = st.lists(st.sampled_from((*WORDS, *WAGERS[::9])), max_size=9).map(" ".join)


@settings(max_examples=examples(300))
@given(st.lists(lines, max_size=12), options)
def test_lines_of_known_words(said: list[str], flags: tuple[str, ...]) -> None:
    played("\n".join(["rules typical", "seat Ann 1000", *said]), *flags)


@settings(max_examples=examples(200))
@given(st.lists(st.text(max_size=40), max_size=8), st.booleans())
def test_lines_of_any_text(said: list[str], started: bool) -> None:
    played("\n".join((["rules typical"] if started else []) + said).encode("utf-8", "replace"))


@settings(max_examples=examples(200))
@given(st.binary(max_size=60))
def test_any_bytes(content: bytes) -> None:
    played(content)
    played(b"rules typical\n" + content)


def _cut(text: str, at: int, _: str) -> str:
    return text[:at]


def _put(text: str, at: int, piece: str) -> str:
    return text[:at] + piece + text[at:]


def _swap(text: str, at: int, piece: str) -> str:
    return text[:at] + piece + text[at + len(piece) :]


def _drop_line(text: str, at: int, _: str) -> str:
    rows = text.split("\n")
    del rows[at % len(rows)]
    return "\n".join(rows)


def _double_line(text: str, at: int, _: str) -> str:
    rows = text.split("\n")
    rows.insert(at % len(rows), rows[at // 2 % len(rows)])
    return "\n".join(rows)


changes: st.SearchStrategy[Callable[[str, int, str], str]] = st.sampled_from(
    (_cut, _put, _swap, _drop_line, _double_line)
)
pieces = st.sampled_from(WORDS) | st.text(max_size=3)


@settings(max_examples=examples(300))
@given(st.lists(st.tuples(changes, st.integers(0, len(EXAMPLE)), pieces), min_size=1, max_size=4), options)
def test_a_game_with_mistakes_in_it(
    mistakes: list[tuple[Callable[[str, int, str], str], int, str]], flags: tuple[str, ...]
) -> None:
    text = EXAMPLE
    for change, at, piece in mistakes:
        text = change(text, at, piece)
    played(text.encode("utf-8", "replace"), *flags)


@settings(max_examples=examples(100))
@given(
    st.lists(
        st.sampled_from(("replay", "rules", "check", "typical", "pass", "--json", "--rules", "--keep-going", "nowhere"))
        | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=6),
        max_size=4,
    )
)
def test_any_command_line(arguments: list[str]) -> None:
    ran = run(*arguments)
    assert ran.code in (0, 1, 2)
    assert ran.code == 0 or ran.err.startswith("sevenout: ") or ran.out


# --- at the table

typed_words = st.sampled_from(
    (
        *(
            "bet",
            "bets",
            "Ann",
            "Bob",
            "roll",
            "throw",
            "why",
            "again",
            "offers",
            "rules",
            "help",
            "press",
            "take",
            "down",
        ),
        *(
            "call",
            "off",
            "on",
            "by",
            "each",
            "inside",
            "all",
            "place",
            "toke",
            "pass the dice",
            "buy in for",
            "leave",
            "",
        ),
        *("5", "6", "10", "-1", "0.5", "99999999999999", "[red]", "[/]", "#", "\\", "\x1b[2J", "\x00", "é", "🎲", ","),
        *WAGERS[:60],
    )
)
typed_lines = st.lists(typed_words, max_size=6).map(" ".join) | st.text(max_size=40).filter(
    lambda text: not text.strip().lower().startswith(("save", "quit", "exit"))
)


@pytest.mark.usefixtures("away")
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(typed_lines.map(lambda line: line.replace("\n", " ").replace("\r", " ")), max_size=12), st.integers(0, 2)
)
def test_no_text_raises_or_loses_the_game(typed: list[str], company: int) -> None:
    ran = at_the_table(*typed, options=("--name", "Ann", "--company", str(company), "--rules", "typical"))
    assert ran.code == 0
    assert "Ann leaves" in ran.out
    assert "\x1b" not in ran.out
    assert "\x00" not in ran.out


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(typed_words, max_size=6).map(" ".join))
def test_completion_never_raises(text: str) -> None:
    table = Table(Game(open_book("typical")))
    table.seat("Ann", 10_000)
    for end in range(len(text) + 1):
        suggestions(table, "Ann", text[:end])


def test_bytes_that_are_no_text_are_answered_too() -> None:
    ran = run("play", "--company", "0", stdin=b"\xff\xfe bet\n\x80\n")
    assert ran.code == 0
    assert "I do not know" in ran.out

"""Any text on the command line: an exit code of 0, 1 or 2, a message where it is not 0, and never an exception."""

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from sevenout.compile import Compiled, open_book
from sevenout.rulebook import shipped
from sevenout.words import WAGERS
from tests.cli.command import Ran, replay, run

EXAMPLE = (Path(__file__).parents[2] / "examples" / "first-night.craps").read_text()
WORDS = (
    *("rules", "table", "seat", "roll", "no", "throw", "crew", "minimum", "maximum", "chip", "typical", "Ann", "Bob"),
    *("bets", "reduces", "takes", "down", "calls", "presses", "parlays", "tokes", "passes", "declines", "the", "dice"),
    *("on", "off", "by", "each", "unnoticed", "confirmed", "dealer", "and", "props", "up", "inside", "place", "all"),
    *("0", "1", "3", "5", "6", "7", "10", "10.5", "-5", "1000", "999999999999", ",", ":", "#", "[", "[/]", "\\", "é"),
    *("pass", "pass-odds", "come", "come-6", "place-6", "hard-8", "field", "horn", "buy-4", "lay-4"),
)

compiled: dict[str, Compiled] = {}


def opened(name: str, beside: Path | None = None) -> Compiled:
    """Opens a shipped book once only: these tests are about what stands around it."""
    if name not in shipped():
        return open_book(name, beside)
    if name not in compiled:
        compiled[name] = open_book(name)
    return compiled[name]


def ends_well(ran: Ran) -> None:
    assert ran.code in (0, 1, 2)
    assert "Traceback" not in ran.out + ran.err
    if ran.code == 0:
        assert ran.err == ""
    else:
        assert ran.err.startswith("sevenout: ")
        assert len(ran.err) < 3000


def played(text: str | bytes, *options: str) -> None:
    with patch("sevenout.replay.open_book", opened):
        ends_well(replay(text, *options))


options = st.sampled_from(((), ("--json",), ("--keep-going",), ("--keep-going", "--json")))
lines = st.lists(st.sampled_from((*WORDS, *WAGERS[::9])), max_size=9).map(" ".join)


@settings(max_examples=300)
@given(st.lists(lines, max_size=12), options)
def test_lines_of_known_words(said: list[str], flags: tuple[str, ...]) -> None:
    played("\n".join(["rules typical", "seat Ann 1000", *said]), *flags)


@settings(max_examples=200)
@given(st.lists(st.text(max_size=40), max_size=8), st.booleans())
def test_lines_of_any_text(said: list[str], started: bool) -> None:
    played("\n".join((["rules typical"] if started else []) + said).encode("utf-8", "replace"))


@settings(max_examples=200)
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


@settings(max_examples=300)
@given(st.lists(st.tuples(changes, st.integers(0, len(EXAMPLE)), pieces), min_size=1, max_size=4), options)
def test_a_game_with_mistakes_in_it(
    mistakes: list[tuple[Callable[[str, int, str], str], int, str]], flags: tuple[str, ...]
) -> None:
    text = EXAMPLE
    for change, at, piece in mistakes:
        text = change(text, at, piece)
    played(text.encode("utf-8", "replace"), *flags)


@settings(max_examples=100)
@given(
    st.lists(
        st.sampled_from(("replay", "rules", "check", "typical", "pass", "--json", "--rules", "--keep-going", "nowhere"))
        | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=6),
        max_size=4,
    )
)
def test_any_command_line(arguments: list[str]) -> None:
    with patch("sevenout.replay.open_book", opened), patch("sevenout.cli.rules.open_book", opened):
        ran = run(*arguments)
    assert ran.code in (0, 1, 2)
    assert ran.code == 0 or ran.err.startswith("sevenout: ") or ran.out


def test_the_fuzz_plays_the_command_itself() -> None:
    """What is patched is where the command finds its books: a played game shows it."""
    played(EXAMPLE)
    assert "catfish-bend" in compiled

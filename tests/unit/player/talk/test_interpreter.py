"""Whatever is understood is in the notation and, if it was chosen, legal; nothing raises, and nothing takes long."""

import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenout import Game, Table, roll
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import WAGERS
from sevenout.player.talk import ReadingChoice, Unclear, Understood, memory_of, spoken_phrases, understand
from sevenout.player.talk.amounts import refused_commands
from sevenout.player.talk.standing_orders import read_order
from sevenout.player.talk.tokens import LONGEST, MOST_WORDS
from sevenout.player.talk.wager_names import names_of
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.rulebook.source import shipped
from sevenout.table.commands import Bet
from sevenout.table.notation import parse_line
from tests.unit.player.talk.sayings import LISTS
from tests.volume import examples

EXAMPLES = Path(__file__).parents[4] / "examples"
GAMES = {
    house: Game(open_book(house), undo=True)
    for house in (*shipped(), *(str(EXAMPLES / f"{name}.toml") for name in ("no-puck", "collectors")))
}
WORDS = (
    *sorted({word for file in LISTS.iterdir() for line in file.read_text(encoding="utf-8").splitlines()
             for word in line.split(" => ")[0].split()}),
    "fire", "small", "tall", "all", "12", "6", "8", "and", "each", "for", "on", "press", "down", "off", "odds", "come",
)  # fmt: skip
STRANGE = st.text(st.characters(codec="utf-8"), max_size=80) | st.text(string.printable + "²\u0663#", max_size=80)
LINES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join) | STRANGE


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table of some house with whatever somebody there may have up."""
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    table = Table(game)
    table.seat("Ann", draw(st.sampled_from((20_00, 500_00, 100_000_00))))
    keys = list(game.rules.by_key)
    for _ in range(draw(st.integers(0, 12))):
        match draw(st.integers(0, 3)):
            case 0:
                a, b = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
                table.execute(Bet("Ann", game.minimum, "pass"))
                table.roll(roll(a, b))
            case 1:
                table.execute(Bet("Ann", draw(st.sampled_from((5_00, 12_00, 60_00))), draw(st.sampled_from(keys))))
            case 2:
                heard = understand(table, "Ann", draw(LINES), memory_of(table, "Ann"))
                for command in heard.commands if isinstance(heard, Understood) else ():
                    table.execute(command)
            case _:
                if draw(st.integers(0, 5)) == 0:
                    table.throw()
    return table


@settings(max_examples=examples(400), deadline=None)
@given(tables(), LINES)
def test_whatever_is_understood_is_in_the_notation_and_what_was_chosen_was_legal(table: Table, line: str) -> None:
    heard = understand(table, "Ann", line, memory_of(table, "Ann"))
    known = frozenset((*WAGERS, *table.game.rules.by_key))
    readings = heard.of if isinstance(heard, ReadingChoice) else (heard,) if isinstance(heard, Understood) else ()
    for reading in readings:
        for command in reading.commands:
            assert parse_line(str(command), 1, known, table.game.rules.glossary) == command
    if isinstance(heard, ReadingChoice):
        assert len({reading.commands for reading in heard.of}) == len(heard.of) > 1
        assert [reading for reading in heard.of if refused_commands(table, "Ann", reading.commands)] == []


@settings(max_examples=examples(200), deadline=None)
@given(tables(), LINES)
def test_listening_changes_nothing_and_hears_the_same_again(table: Table, line: str) -> None:
    before = table.state
    assert understand(table, "Ann", line) == understand(table, "Ann", line)
    assert table.state == before


@settings(max_examples=examples(100), deadline=None)
@given(tables(), LINES)
def test_a_nearest_line_is_understood_when_it_is_said(table: Table, line: str) -> None:
    heard = understand(table, "Ann", line)
    nearest = getattr(heard, "nearest", "")
    if nearest:
        assert len(nearest) < 10 * LONGEST
        assert not isinstance(understand(table, "Ann", nearest), ReadingChoice) or "each" not in nearest


BAD = {
    "nothing": "",
    "blanks": " \t ",
    "controls": "\x00\x1b[2J\x07 10 pass",
    "ten thousand characters": "10 pass and " * 900,
    "one word of ten thousand": "x" * 10_000,
    "four hundred digits": "9" * 400 + " on pass",
    "ten thousand digits": "9" * 10_000,
    "twelve nines": "999999999k on pass",
    "a comment": "# 10 pass",
    "a comment behind": "10 pass # and more",
    "superscript": "²",
    "arabic digits": "\u0661\u0660 pass",
    "chinese": "十 元 過 線",
    "right to left": "\u202e10 pass",
    "surrogate": "\ud800 pass",
    "a name like a command": "Ann bets",
    "another name": "Bob bets 10 on pass",
    "braces": "{0} %s [red] \\n",
    "minus": "-10 on pass",
    "not a number": "nan inf 1e9 on pass",
    "only and": "and " * 24,
}
DEEP = {
    "and and": ("six and eight and " * 30)[:LONGEST],
    "sixes": " ".join(["6"] * MOST_WORDS),
    "sixes and": " and ".join(["6"] * (MOST_WORDS // 2)),
    "pairs": " ".join(["6 8"] * (MOST_WORDS // 2)),
    "each": " ".join(["6 8 each"] * (MOST_WORDS // 3)),
    "hard": " ".join(["hard 6"] * (MOST_WORDS // 2)),
    "odds": " ".join(["odds 6"] * (MOST_WORDS // 2)),
    "press": "press " + " ".join(["6"] * (MOST_WORDS - 1)),
    "down": "down " + " and ".join(["6 8"] * 7) + " banana",
    "two way": " ".join(["2 way 6"] * (MOST_WORDS // 3)),
    "twelve": " ".join(["12 11 2 3"] * (MOST_WORDS // 4)),
}


@pytest.mark.parametrize("line", [*BAD.values(), *DEEP.values()], ids=[*BAD, *DEEP])
@pytest.mark.parametrize("house", sorted(GAMES), ids=lambda house: Path(house).stem)
def test_nothing_that_is_typed_raises(house: str, line: str) -> None:
    table = Table(GAMES[house])
    table.seat("Ann", 500_00)
    understand(table, "Ann", line)
    understand(table, "Zoe", line)


@pytest.mark.parametrize("line", DEEP.values(), ids=DEEP)
def test_a_line_of_any_words_is_read_in_bounded_work(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in looks at the names of the house: without a bound the ways to read a line double with every word."""
    table = Table(GAMES["crapless"])
    table.seat("Ann", 500_00)
    for wager in ("pass", "place-6", "place-8", "hard-6", "hard-8", "buy-6", "lay-6"):
        table.bet("Ann", wager, 12_00)
    names, looked = names_of(table.game), 0
    at = type(names).at

    def counted(*args: object) -> object:
        nonlocal looked
        looked += 1
        return at(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(type(names), "at", counted)
    understand(table, "Ann", line)
    assert looked < 40 * MOST_WORDS
    words = names.read(line)
    assert len(spoken_phrases.Phrases(table, "Ann", words).lines() if words else ()) <= spoken_phrases.MOST_WAYS


def test_a_choice_is_only_of_what_the_house_would_take() -> None:
    table = Table(GAMES["typical"])
    table.seat("Ann", 500_00)
    table.bet("Ann", "pass", 10_00)
    table.roll(roll(4, 2))
    table.bet("Ann", "come", 10_00)
    table.roll(roll(5, 3))
    assert isinstance(understand(table, "Ann", "odds 20"), ReadingChoice)
    assert not isinstance(table.execute(Bet("Ann", 50_00, "pass-odds")), Refusal)
    heard = understand(table, "Ann", "odds 20")  # the line has all it takes
    assert isinstance(heard, Understood)
    assert heard.lines == ("Ann bets 20 on come-odds-8",)


@pytest.mark.parametrize("line", ["-5 pass", "pass -5", "$-5 field", "-$5 field", "bet −5 on field", "buy in -500"])
def test_an_amount_below_zero_bets_nothing_and_says_why(line: str) -> None:
    table = Table("catfish-bend")
    table.seat("Ann", 1000_00)
    heard = understand(table, "Ann", line)
    assert isinstance(heard, Unclear)
    assert "is below zero: an amount is above zero, such as 5" in heard.reason
    assert not heard.nearest
    assert read_order(table, "keep -12 on six") is None


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        ("10.555", "A cent is the smallest amount: give at most two decimals."),
        ("1.000", "A cent is the smallest amount: give at most two decimals."),
        ("1e3", "Write every digit out."),
        ("5m", "Write every digit out."),
        ("1_000", "Write every digit out."),
        ("10,50", "Write a point before the cents, not a comma."),
        ("€5", "Leave the currency sign out."),
        ("+5", "Leave the plus sign out."),
        (".5", "Write a 0 before the point."),
        ("--5", "Use the digits 0 to 9"),
        ("\u0665", "Use the digits 0 to 9"),
        ("½", "Use the digits 0 to 9"),
        ("5%", "Use the digits 0 to 9"),
        ("1234567890123", "No amount has more than twelve digits before the point."),
    ],
)
def test_a_number_that_is_no_amount_is_named_and_no_part_of_it_is_offered(number: str, remedy: str) -> None:
    table = Table("catfish-bend")
    table.seat("Ann", 1000_00)
    for line in (f"{number} pass", f"pass {number}", f"bet {number} on pass", f"press pass by {number}", number):
        heard = understand(table, "Ann", line)
        assert isinstance(heard, Unclear)
        assert heard.reason.startswith(f"{number} is not an amount. {remedy}")
        assert heard.reason.endswith("The smallest chip here is 1.")
        assert not heard.nearest
    assert read_order(table, f"keep {number} on six") is None


@pytest.mark.parametrize(
    ("line", "bets"),
    [
        ("1,000 pass", "Ann bets 1000 on pass"),
        ("10. pass", "Ann bets 10 on pass"),
        ("$5 pass", "Ann bets 5 on pass"),
        ("5$ pass", "Ann bets 5 on pass"),
        ("2.5k pass", "Ann bets 2500 on pass"),
        ("1,234.50 pass", "Ann bets 1234.50 on pass"),
        ("10'000 pass", "Ann bets 10000 on pass"),
        ("1000000000 pass", "Ann bets 1000000000 on pass"),
        ("hop 5-4 5", "Ann bets 5 on hop-5-4"),
    ],
)
def test_an_amount_is_read_whole_however_it_is_written(line: str, bets: str) -> None:
    table = Table("catfish-bend")
    table.seat("Ann", 1000_00)
    heard = understand(table, "Ann", line)
    assert isinstance(heard, Understood)
    assert heard.lines == (bets,)


@pytest.mark.parametrize("line", ["pass10", "bet10 pass", "3way pass", "pass 6s", "10,5 pass", "1 000 pass"])
def test_a_word_with_a_number_in_it_is_never_left_out_of_a_suggestion(line: str) -> None:
    table = Table("catfish-bend")
    table.seat("Ann", 1000_00)
    heard = understand(table, "Ann", line)
    assert isinstance(heard, Unclear)
    assert not heard.nearest


def test_a_hyphen_between_words_is_no_minus() -> None:
    table = Table("catfish-bend")
    table.seat("Ann", 1000_00)
    heard = understand(table, "Ann", "hard-8 5")
    assert isinstance(heard, Understood)
    assert heard.lines == ("Ann bets 5 on hard-8",)

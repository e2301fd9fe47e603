"""The notation: what is written is read back the same, whatever its spacing."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sevenout.base.errors import Malformed
from sevenout.base.vocabulary import RESERVED, STANDING_GROUPS, WAGERS
from sevenout.table.commands import (
    AcceptDice,
    Bet,
    BuyIn,
    CallProps,
    CallWager,
    Command,
    DeclineDice,
    Inspect,
    Leave,
    NoRoll,
    OrderPass,
    Overrule,
    Parlay,
    PassDice,
    Press,
    Reduce,
    RollDice,
    Sit,
    TakeDown,
    ThrowDice,
    Toke,
)
from sevenout.table.notation import Opening, Rules, TableLimits, parse_line

CREW = ("dealer", "boxperson", "stickperson", "supervisor")

names = st.from_regex(r"[^\W\d_][\w'.-]{0,39}", fullmatch=True).filter(lambda name: name not in RESERVED)
amounts = st.integers(0, 10**12) | st.integers(-(10**6), 0)
wagers = st.sampled_from(WAGERS)
standing = st.sampled_from((*WAGERS, *STANDING_GROUPS))
dice = st.integers(1, 6)
words = st.from_regex(r"[^\s,:#]{1,30}", fullmatch=True)
phrases = st.text(max_size=80).filter(lambda text: "#" not in text and "\n" not in text).map(str.strip)
crew = st.lists(st.sampled_from(CREW), max_size=3).map(tuple)

actions: st.SearchStrategy[Command | Opening] = st.one_of(
    st.builds(Rules, phrases.filter(bool)),
    st.builds(TableLimits, amounts, st.none() | amounts, st.none() | amounts),
    st.builds(TableLimits, st.none(), st.none() | amounts, amounts),
    st.builds(Sit, names, amounts),
    st.builds(Bet, names, amounts, wagers, st.just(False), st.booleans(), crew, st.booleans(), amounts),
    st.builds(Bet, names, amounts, words, st.just(True), st.booleans(), crew, st.booleans(), amounts),
    st.builds(Reduce, names, wagers, amounts),
    st.builds(TakeDown, names, standing),
    st.builds(CallWager, names, standing, st.sampled_from(("on", "off")), crew),
    st.builds(CallWager, names, standing, st.sampled_from(("on", "off")), st.just(()), st.booleans()),
    st.builds(CallProps, names, st.sampled_from(("down", "up"))),
    st.builds(Press, names, wagers, st.none() | amounts),
    st.builds(Parlay, names, wagers),
    st.builds(Toke, names, amounts, st.none() | wagers),
    st.builds(PassDice, names),
    st.builds(DeclineDice, names),
    st.builds(AcceptDice, names),
    st.builds(OrderPass, names),
    st.builds(BuyIn, names, amounts),
    st.builds(Leave, names),
    st.builds(ThrowDice),
    st.builds(RollDice, dice, dice, st.sampled_from(("", "base dealer", "supervisor"))),
    st.builds(NoRoll, phrases),
    st.builds(Overrule, dice, dice),
    st.builds(Inspect, st.just(True), words, words),
    st.just(Inspect(False)),
)


@given(actions)
@example(Sit("Zoë", 5))
@example(Sit("D'Arcy", 100_000))
@example(Bet("roll-over", 1050, "pass"))
@example(Bet("bets", 5, "unnoticed", each=True, unnoticed=True, confirmed=("dealer", "dealer")))
@example(Bet("called", 5, "called", each=True, unnoticed=True, confirmed=("stickperson",), called=True))
@example(NoRoll(": a die, on the rail"))
@example(Rules("my houses/with spaces.toml"))
def test_an_action_reads_back_as_it_is_written(action: Command | Opening) -> None:
    assert parse_line(str(action)) == action


SPACES = st.sampled_from((" ", "  ", "\t", " \t ", "\u00a0", "\u3000"))


@given(actions, st.data())
def test_spacing_and_comments_change_nothing(action: Command | Opening, data: st.DataObject) -> None:
    assume(not isinstance(action, Rules | NoRoll))  # their text is kept as it is
    spaced = "".join(f"{data.draw(SPACES)}{word}" for word in str(action).replace(",", " , ").split())
    end = data.draw(st.sampled_from(("", " ", "\t", "\r", " # the rest, # and more", "#roll 1 1", "  #", "#")))
    assert parse_line(spaced + end) == action


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("\tAnn   bets\t10.00 on  pass", "Ann bets 10 on pass"),
        ("Ann bets 10.5 on pass # half a dollar", "Ann bets 10.50 on pass"),
        ("Ann bets 010 on pass", "Ann bets 10 on pass"),
        ("Bob bets 6 each on inside#", "Bob bets 6 each on inside"),
        (
            "Bob bets 5 on field confirmed by dealer and boxperson",
            "Bob bets 5 on field confirmed by dealer, boxperson",
        ),
        ("Bob bets 5 on field  called confirmed by dealer", "Bob bets 5 on field called confirmed by dealer"),
        ("Bob bets 5 on field unnoticed called", "Bob bets 5 on field unnoticed called"),
        ("Bob bets 5 on field confirmed by dealer ,boxperson", "Bob bets 5 on field confirmed by dealer, boxperson"),
        ("table chip 1 maximum 500 minimum 5", "table minimum 5 maximum 500 chip 1"),
        ("no roll:a die left the table   ", "no roll: a die left the table"),
        ("no  roll :  a die, cocked: 3  ", "no roll: a die, cocked: 3"),
        ("no roll", "no roll"),
        ("rules   my house.toml  # ours", "rules my house.toml"),
        ("  roll 3\t1", "roll 3 1"),
        ("Ann tokes 5", "Ann tokes 5"),
        ("Bob presses place-8", "Bob presses place-8"),
    ],
)
def test_a_line_has_one_plain_form(written: str, plain: str) -> None:
    action = parse_line(written)
    assert str(action) == plain
    assert str(parse_line(plain)) == plain


@pytest.mark.parametrize("line", ["", "   ", "\t", "#", "# roll 3 1", "   # note", "\r", "\u3000"])
def test_an_empty_line_and_a_comment_are_no_action(line: str) -> None:
    assert parse_line(line) is None


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from((*WAGERS[:5], *RESERVED, "Ann", "bets", "10", "on", ",", ":")), max_size=9).map(" ".join)
)
def test_any_text_is_an_action_or_malformed_with_its_place(text: str) -> None:
    action, error = _read(text)
    if error is None:
        assert action is None or parse_line(str(action)) == action
    else:
        assert error.line == 7
        assert error.column is not None
        assert 1 <= error.column <= len(text) + 1
        assert error.expected


def _read(text: str) -> tuple[Command | Opening | None, Malformed | None]:
    try:
        return parse_line(text, 7), None
    except Malformed as error:
        return None, error

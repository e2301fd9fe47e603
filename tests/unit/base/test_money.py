"""Amounts, odds and rounding, to the cent."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenout.base.errors import Malformed
from sevenout.base.money import Cents, Odds, Rounding, format_amount, parse_amount, round_to_chip

LARGEST = 10**14 - 1
amounts = st.integers(-LARGEST, LARGEST)
stakes = st.integers(0, 10**9)
chips = st.sampled_from([1, 5, 25, 50, 100, 500])
odds = st.builds(Odds, st.integers(1, 999_999), st.integers(1, 999_999))


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("10", 1000),
        ("10.5", 1050),
        ("10.50", 1050),
        ("10.05", 1005),
        ("1000", 100_000),
        ("0", 0),
        ("007", 700),
        ("-5", -500),
        ("-0.05", -5),
        ("999999999999.99", LARGEST),
    ],
)
def test_an_amount_is_read_in_currency_units(text: str, cents: Cents) -> None:
    assert parse_amount(text) == cents


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("10.555", "found '10.555'. A cent is the smallest amount: give at most two decimals."),
        ("1e5", "found '1e5'. Write every digit out."),
        ("1,000", "found '1,000'. Leave the commas out."),
        ("1,000,000.50", "found '1,000,000.50'. Leave the commas out."),
        ("1_000", "found '1_000'. Write every digit out."),
        ("5k", "found '5k'. Write every digit out."),
        ("5$", "found '5$'. Leave the currency sign out."),
        ("+5", "found '+5'. Leave the plus sign out."),
        (".5", "found '.5'. Write a 0 before the point."),
        ("10.", "found '10.'. Leave the point out, or write the cents after it."),
        ("10,50", "found '10,50'. Write a point before the cents, not a comma."),
        ("$10", "found '$10'. Leave the currency sign out."),
        ("-£10", "found '-£10'. Leave the currency sign out."),
        (" 10", "found ' 10'. Leave the spaces out."),
        ("10\n", r"found '10\n'. Leave the spaces out."),
        ("1000000000000", "found '1000000000000'. No amount has more than twelve digits before the point."),
        ("", "found nothing"),
    ],
)
def test_what_is_no_amount_is_refused_with_a_remedy(text: str, remedy: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse_amount(text)
    assert str(caught.value) == f"expected an amount such as 10 or 10.50, {remedy}"


@pytest.mark.parametrize("text", ["ten", "\u0663", "1\u0660", "1²", "--5", "-", "0x10", "nan", "10-5"])
def test_only_the_digits_0_to_9_make_an_amount(text: str) -> None:
    with pytest.raises(Malformed, match=r"found '.+'\. Use the digits 0 to 9"):
        parse_amount(text)


def test_a_very_long_amount_is_refused_without_being_repeated() -> None:
    with pytest.raises(Malformed) as caught:
        parse_amount("1" * 1_000_000)
    assert len(str(caught.value)) < 200


@given(st.text())
def test_any_text_is_an_amount_or_malformed(text: str) -> None:
    try:
        cents = parse_amount(text)
    except Malformed:
        return
    assert parse_amount(format_amount(cents)) == cents


@pytest.mark.parametrize(
    ("cents", "text"), [(99_000, "990.00"), (-500, "-5.00"), (0, "0.00"), (5, "0.05"), (-5, "-0.05"), (1050, "10.50")]
)
def test_an_amount_is_written_with_two_decimals(cents: Cents, text: str) -> None:
    assert format_amount(cents) == text


@given(amounts)
def test_what_is_written_reads_back(cents: Cents) -> None:
    assert parse_amount(format_amount(cents)) == cents


def test_odds_are_read_and_written_alike() -> None:
    assert Odds.parse("9:5") == Odds(9, 5)
    assert str(Odds(9, 5)) == "9:5"
    assert repr(Odds(9, 5)) == "Odds(9, 5)"


@given(odds)
def test_odds_round_trip_as_text_and_as_repr(written: Odds) -> None:
    assert Odds.parse(str(written)) == written
    assert eval(repr(written)) == written


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("9 to 5", "found '9 to 5'. Write 9:5."),
        ("9/5", "found '9/5'. Write 9:5."),
        ("9-5", "found '9-5'. Write 9:5."),
        ("09:05", "found '09:05'. Write 9:5."),
        ("1.8", "found '1.8'. Write a ratio of whole numbers: 9:5."),
        ("2", "found '2'. Write a ratio of whole numbers: 2:1."),
        ("30 for 1", "found '30 for 1'. That counts the stake: write 29:1."),
        ("0:1", "found '0:1'. Both sides are at least 1; a wager that only gives the stake back is a push."),
        ("9:0", "found '9:0'. Both sides are at least 1; a wager that only gives the stake back is a push."),
        ("1 for 1", "found '1 for 1'. Write two whole numbers: the profit, a colon, the stake."),
        ("0", "found '0'. Write two whole numbers: the profit, a colon, the stake."),
        ("-9:5", "found '-9:5'. Write two whole numbers: the profit, a colon, the stake."),
        ("\u0669:\u0665", "found '\u0669:\u0665'. Write two whole numbers: the profit, a colon, the stake."),
        ("even", "found 'even'. Write two whole numbers: the profit, a colon, the stake."),
        ("", "found nothing"),
    ],
)
def test_what_is_no_odds_is_refused_with_a_remedy(text: str, remedy: str) -> None:
    with pytest.raises(ValueError, match="expected odds") as caught:
        Odds.parse(text)
    assert str(caught.value) == f"expected odds such as 9:5, {remedy}"


@given(st.text(alphabet="0123456789 .:/-tofr"))
def test_any_text_is_odds_or_malformed(text: str) -> None:
    try:
        read = Odds.parse(text)
    except Malformed:
        return
    assert str(read) == text


@pytest.mark.parametrize(("num", "den"), [(0, 1), (9, 0), (-9, 5), (9, -5)])
def test_odds_have_two_positive_sides(num: int, den: int) -> None:
    with pytest.raises(ValueError, match=f"odds of {num}:{den} pay nothing that can be counted"):
        Odds(num, den)


def test_odds_are_equal_as_written() -> None:
    assert Odds(2, 1) != Odds(4, 2)
    assert Odds(2, 1).fraction == Odds(4, 2).fraction == 2
    assert len({Odds(9, 5), Odds(9, 5), Odds(2, 1)}) == 2


def test_odds_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Odds(9, 5).num = 7  # type: ignore[misc]


@pytest.mark.parametrize(
    ("pays", "stake", "chip", "down", "up"),
    [
        (Odds(7, 6), 1000, 100, 1100, 1200),  # 11.66…
        (Odds(7, 6), 1200, 100, 1400, 1400),
        (Odds(9, 5), 700, 25, 1250, 1275),  # 12.60
        (Odds(1, 2), 500, 100, 200, 300),
        (Odds(1, 2), 100, 100, 0, 100),
        (Odds(30, 1), 500, 100, 15_000, 15_000),
        (Odds(7, 6), 0, 100, 0, 0),
    ],
)
def test_a_payout_is_rounded_to_the_chip(pays: Odds, stake: Cents, chip: Cents, down: Cents, up: Cents) -> None:
    assert pays.pay(stake, chip, Rounding.DOWN) == down
    assert pays.pay(stake, chip, Rounding.UP) == up


def test_an_exact_payout_is_paid_and_any_other_is_an_error() -> None:
    assert Odds(7, 6).pay(1200, 100, Rounding.EXACT) == 1400
    with pytest.raises(ValueError, match=r"^7000/6 cents is no whole number of 1\.00 chips$"):
        Odds(7, 6).pay(1000, 100, Rounding.EXACT)


@given(odds, stakes, chips)
def test_rounding_stays_within_one_chip_of_the_exact_payout(pays: Odds, stake: Cents, chip: Cents) -> None:
    due: Fraction = stake * pays.fraction
    down, up = pays.pay(stake, chip, Rounding.DOWN), pays.pay(stake, chip, Rounding.UP)
    assert due - chip < down <= due <= up < due + chip
    assert down % chip == up % chip == 0
    assert (down == up) == (due % chip == 0)


@given(odds, stakes, chips)
def test_exact_rounding_pays_a_whole_stake_in_full(pays: Odds, stake: Cents, chip: Cents) -> None:
    stake *= pays.den * chip
    assert pays.pay(stake, chip, Rounding.EXACT) == stake * pays.fraction


@pytest.mark.parametrize(("num", "den", "chip"), [(-1, 1, 100), (1, 0, 100), (1, -1, 100), (1, 1, 0), (1, 1, -100)])
def test_nothing_but_positive_money_is_rounded(num: int, den: int, chip: Cents) -> None:
    with pytest.raises(ValueError, match="amounts and chips are positive"):
        round_to_chip(num, den, chip, Rounding.DOWN)

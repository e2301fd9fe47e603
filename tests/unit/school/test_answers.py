"""What is typed: right, wrong with the reason, or unreadable with the reason; and no text at all is an exception."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenout.school.answers import (
    AmountAnswer,
    Answer,
    ChoiceAnswer,
    Cut,
    LineNumber,
    NamesAnswer,
    OrderAnswer,
    RollCall,
)

CUT = Cut(
    68_100,
    ((100, "white"), (500, "red"), (2500, "green"), (10_000, "black"), (50_000, "purple")),
    ((1, "purple"), (1, "black"), (3, "green"), (1, "red"), (1, "white")),
)
LETTERED = ChoiceAnswer(("it is allowed", "it is too much", "it is too little"), 1, True)
RESULTS = ChoiceAnswer(("wins", "loses", "pushes", "comes back", "moves", "stays"), 3)
NAMES = NamesAnswer(("field", "place-6"), ("field", "pass", "place-6"))
CALL = RollCall("Seven out.", ("seven", "7"), ("eight", "8"), ("out", "away"), ("winner",))
KINDS: tuple[Answer, ...] = (
    *(AmountAnswer(2100), CUT, LETTERED, RESULTS, ChoiceAnswer(("yes", "no"), 1), NAMES),
    *(NamesAnswer((), ("field",)), LineNumber(3, 7), OrderAnswer((2, 0, 1)), CALL),
)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        *((AmountAnswer(2100), text) for text in ("21", " 21.00 ", "$21", "21.0", "+21")),
        *((AmountAnswer(-500), text) for text in ("-5", "−5.00", "-$5")),
        *((CUT, text) for text in ("1 purple, 1 black, 3 green, 1 red, 1 white", "1x500 1x100 3x25 1x5 1x1")),
        *((CUT, text) for text in ("1p 1b 3g 1r 1w", "1p1b3g1r1w", "1 purp, 1B 3gr 1 r 1 wh")),
        *(
            (CUT, text)
            for text in ("1 PURPLE 1 black 3 greens and 1 red + 1 white", "1white 1red 3green 1black 1purple")
        ),
        *((LETTERED, text) for text in ("b", "B", "b)", "it is too much", "It is too much.")),
        *((RESULTS, text) for text in ("comes back", "c", "Comes  back")),
        *((ChoiceAnswer(("yes", "no"), 1), text) for text in ("no", "N", "no.")),
        *((NAMES, text) for text in ("field, place-6", "place-6 field", "FIELD and place-6", "field; place-6; field")),
        *((NamesAnswer((), ("field",)), text) for text in ("none", "nothing", "No")),
        *((LineNumber(3, 7), text) for text in ("3", "line 3", "3.")),
        *((OrderAnswer((2, 0, 1)), text) for text in ("c a b", "cab", "C, A, B", "c > a > b")),
        *((CALL, text) for text in ("Seven out", "seven, line away!", "OUT, seven", "7 out")),
    ],
)
def test_right(answer: Answer, text: str) -> None:
    assert answer.judge(text).right


@pytest.mark.parametrize(
    ("answer", "text", "reason"),
    [
        (AmountAnswer(2100), "20.99", "It is 21, not 20.99."),
        (
            CUT,
            "6 black 3 green 1 red 1 white",
            "11 chips, and 7 would do: 1 purple, 1 black, 3 green, 1 red, 1 white (1p 1b 3g 1r 1w).",
        ),
        (CUT, "1 purple", "That is 500, not 681: 1 purple, 1 black, 3 green, 1 red, 1 white (1p 1b 3g 1r 1w)."),
        (LETTERED, "c", "It is b: it is too much."),
        (RESULTS, "stays", "It is comes back."),
        (NAMES, "field, pass", "place-6 is missing. pass does not belong there."),
        (NAMES, "none", "field, place-6 are missing."),
        (LineNumber(3, 7), "4", "It is line 3."),
        (OrderAnswer((2, 0, 1)), "c b a", "The order is c a b: a comes before b."),
        (CALL, "Seven", "You did not call the outcome: Seven out."),
        (CALL, "line away", "You did not call the number: Seven out."),
        (CALL, "seven out winner", "“winner” is wrong here: Seven out."),
        (CALL, "seven eight out", "“eight” is wrong here: Seven out."),
        (CALL, "sevenout", "You did not call the number: Seven out."),
    ],
)
def test_wrong_with_the_reason(answer: Answer, text: str, reason: str) -> None:
    verdict = answer.judge(text)
    assert (verdict.outcome, verdict.reason) == ("wrong", reason)


@pytest.mark.parametrize(
    ("answer", "text", "reason"),
    [
        (AmountAnswer(2100), "twenty-one", "An amount such as 10 or 10.50, please: found 'twenty-one'."),
        (AmountAnswer(2100), "", "An amount such as 10 or 10.50, please: found nothing"),
        (AmountAnswer(2100), "21,5", "Write a point before the cents, not a comma."),
        (AmountAnswer(2100), "2e1", "Write every digit out."),
        (AmountAnswer(2100), "NaN", "found 'NaN'"),
        (CUT, "lots", "How many of which colour, please"),
        (CUT, "1 purple, 1 pink", "There are no pink chips here: w white, r red, g green, b black, p purple."),
        (CUT, "1 purple and some black", "How many of which colour, please"),
        (LETTERED, "d", "'d' is no letter from a to c."),
        (LETTERED, "it", "'it' is no letter from a to c."),
        (RESULTS, "los", ""),
        (RESULTS, "wons", "'wons' is none of: wins, loses, pushes, comes back, moves, stays."),
        (NAMES, "feild", "'feild' is none of them. Did you mean 'field'?"),
        (NAMES, " , ", "Names, please"),
        (LineNumber(3, 7), "three", "'three' is no number of a line: 1 to 7."),
        (LineNumber(3, 7), "0", "There are lines 1 to 7."),
        (LineNumber(3, 7), "99999999999", "is no number of a line"),
        (OrderAnswer((2, 0, 1)), "a b", "Every letter from a to c once, please."),
        (OrderAnswer((2, 0, 1)), "a a b", "Every letter from a to c once, please."),
        (CALL, "!?", "Words, please."),
    ],
)
def test_unreadable_with_the_reason(answer: Answer, text: str, reason: str) -> None:
    verdict = answer.judge(text)
    if text == "los":
        assert verdict.outcome == "wrong"  # a beginning that only one of them has will do
        return
    assert verdict.outcome == "unreadable"
    assert reason in verdict.reason


@pytest.mark.parametrize("answer", KINDS, ids=lambda answer: type(answer).__name__)
def test_what_is_shown_as_the_answer_is_one(answer: Answer) -> None:
    shown = answer.as_typed
    assert answer.judge(shown.split(": ")[0] if isinstance(answer, ChoiceAnswer) and answer.lettered else shown).right
    assert answer.hint


@given(st.text(max_size=60) | st.text("0123456789.,$-+xabc ", max_size=20), st.sampled_from(KINDS))
def test_no_text_is_an_exception(text: str, answer: Answer) -> None:
    verdict = answer.judge(text)
    assert verdict.outcome in ("right", "wrong", "unreadable")
    assert verdict.reason or verdict.right
    assert all(letter.isprintable() for letter in verdict.reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("field, pass, place-6", "pass does not belong there."),
        ("place-6 field pass", "pass does not belong there."),
        ("field, pass", "place-6 is missing. pass does not belong there."),
        ("pass", "field, place-6 are missing. pass does not belong there."),
    ],
)
def test_a_list_with_a_name_too_many_is_wrong(text: str, reason: str) -> None:
    verdict = NAMES.judge(text)
    assert (verdict.outcome, verdict.reason) == ("wrong", reason)


def test_where_none_is_right_any_name_is_one_too_many() -> None:
    verdict = NamesAnswer((), ("field",)).judge("field")
    assert (verdict.outcome, verdict.reason) == ("wrong", "field does not belong there.")

"""The exception tree: what each error says, and what catches it."""

import pickle
import re
from collections.abc import Callable

import pytest

import sevenout
from sevenout import EMPTY, Game, exact, place, roll
from sevenout.base import errors
from sevenout.base.errors import BadInput, BadRulebook, BadTranscript, Fault, Malformed, SevenoutError, WrongType

FAULTS = (
    Fault("wagers.hard-n", 4, "no payout for 8", "Add one"),
    Fault("puck", 0, "no points", "Did you mean 'points'?"),
)


def test_malformed_says_where_what_was_expected_and_what_was_found() -> None:
    error = Malformed("found 'passline'. Did you mean 'pass'?", expected="a wager", line=3, column=9)
    assert str(error) == "line 3, column 9: expected a wager, found 'passline'. Did you mean 'pass'?"
    assert (error.line, error.column, error.expected) == (3, 9, "a wager")
    assert error.message == "found 'passline'. Did you mean 'pass'?"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Malformed("found nothing", expected="an amount"), "expected an amount, found nothing"),
        (Malformed("the game has no seats", line=1), "line 1: the game has no seats"),
        (Malformed("the game has no seats"), "the game has no seats"),
        (Malformed("found '?'", expected="a verb", column=1), "column 1: expected a verb, found '?'"),
    ],
)
def test_malformed_leaves_out_what_is_not_known(error: Malformed, said: str) -> None:
    assert str(error) == said


def test_a_bad_rulebook_prints_every_fault_on_its_own_line() -> None:
    error = BadRulebook(fault for fault in FAULTS)
    assert error.faults == FAULTS
    assert (
        str(error)
        == "line 4: wagers.hard-n: no payout for 8. Add one.\ninherited: puck: no points. Did you mean 'points'?"
    )


def test_a_bad_transcript_prints_every_line_and_counts_the_rest() -> None:
    lines = [Malformed("found '?'", expected="a verb", line=2, column=5), Malformed("found nothing", line=3)]
    assert str(BadTranscript(lines)) == "line 2, column 5: expected a verb, found '?'\nline 3: found nothing"
    assert str(BadTranscript(lines, 1)).endswith("\nand 1 more line")
    assert str(BadTranscript(lines, 1000, all_counted=False)).endswith("\nand at least 1000 more lines")


@pytest.mark.parametrize(
    "error", [Malformed("found nothing"), BadTranscript([]), BadRulebook(FAULTS), BadInput("binary")]
)
def test_one_root_catches_them_all(error: Exception) -> None:
    assert isinstance(error, SevenoutError)


def test_malformed_is_a_value_error_and_the_others_are_not() -> None:
    assert issubclass(Malformed, ValueError)
    assert not issubclass(BadRulebook, ValueError)
    assert not issubclass(BadInput, ValueError)


@pytest.mark.parametrize(
    "error",
    [
        Malformed("found '?'", expected="a verb", line=2, column=5),
        BadTranscript([], 7, all_counted=False),
        BadRulebook(FAULTS),
        BadInput("binary"),
    ],
)
def test_errors_cross_a_process_boundary_whole(error: SevenoutError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


def test_the_tree_in_the_docstring_is_the_tree_there_is() -> None:
    told = set(re.findall(r"[├└]── (\w+)", errors.__doc__ or ""))
    public = (getattr(sevenout, name) for name in sevenout.__all__)
    assert told == {
        each.__name__
        for each in public
        if isinstance(each, type) and issubclass(each, SevenoutError) and each is not SevenoutError
    }


WRONG: dict[str, tuple[type[SevenoutError], Callable[[], object], str]] = {
    "a face": (Malformed, lambda: roll(3, 7), "a die has the faces 1 to 6"),
    "a minimum": (Malformed, lambda: Game.open("typical", minimum=-5), "above zero"),
    "limits": (Malformed, lambda: Game.open("typical", minimum=600_00), "600.00 is above the maximum 500.00"),
    "chips": (Malformed, lambda: Game.open("typical", minimum=5_50), "whole numbers of 1.00 chips"),
    "a stake": (WrongType, lambda: _placed(10.0), "money is whole cents: 1000 for 10.00, not 10.0"),
    "a truth": (WrongType, lambda: _placed(True), "not True"),
    "one house": (BadInput, lambda: exact.compare("typical"), "name two houses or more"),
    "bankroll": (WrongType, lambda: _job(300.5), "30050 for 300.50"),
}


def _placed(amount: float) -> object:
    game = Game.open("typical")
    return place(game, EMPTY, game.puck(), "pass", amount, None)  # type: ignore[arg-type]


def _job(bankroll: float) -> object:
    return sevenout.Job.of("typical", "pass-line", sessions=10, rolls=10, bankroll=bankroll)  # type: ignore[arg-type]


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_argument_gets_a_sentence(what: str) -> None:
    error, attempt, said = WRONG[what]
    with pytest.raises(error, match=re.escape(said)):
        attempt()

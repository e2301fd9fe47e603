"""The named strategies: each a few lines with one sentence, in the one form, in every house that offers its wagers."""

from itertools import product

import pytest

from sevenout.base.dice import roll
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.strategy.language.syntax_tree import CommentLine
from sevenout.strategy.language.tools.checker import NotOffered
from sevenout.strategy.language.tools.formatter import format_file
from sevenout.strategy.library import list_strategies, named_text, open_strategy, read_strategy
from tests.unit.strategy.sitting import first, game_of, in_a_session, plan_of, rolls

LACKING = {
    ("crapless", "dont-pass"): "dont-pass",
    ("crapless", "dont-pass-lay-max"): "dont-pass",
    ("crapless", "dont-two-losses"): "dont-pass",
    ("crapless", "hammerlock"): "dont-pass",
    ("crapless", "knockout"): "dont-pass",
    ("crapless", "place-6-8-dont-come"): "dont-come",
    ("crapless", "three-point-dolly"): "dont-pass",
    **{(book, "quick-props"): "big-6" for book in ("crapless", "marina-bay-sands", "typical", "typical-bar-2")},
}
"""The houses that lack a wager, and the first of them."""

SECOND_BEST = {
    ("hammerlock", "new-south-wales"),
    ("knockout", "new-south-wales"),
    ("iron-cross", "crapless"),
    ("stop-loss-win-goal", "crapless"),
}
"""Where the odds a strategy wants are above the house's maximum, and its next line takes that."""

CRAPSSIM = (
    "Pass2Come", "PassLinePlace68", "PlaceInside", "Place68Move59", "PassLinePlace68Move59", "Place682Come",
    "IronCross", "HammerLock", "Risk12", "Knockout", "DiceDoctor", "Place68PR", "Place68DontCome2Odds", "QuickProps",
    "BuySampler", "LaySampler", "ThreePointMolly", "ThreePointDolly", "SqueezePlay", "DoubleTap",
)  # fmt: skip


def test_there_are_enough_of_them() -> None:
    assert len(list_strategies()) == 39


@pytest.mark.parametrize("name", list_strategies())
def test_each_is_short_and_says_what_it_is(name: str) -> None:
    text = named_text(name)
    script = read_strategy(name)
    assert text.count("\n") <= 15
    assert isinstance(script.file.items[0], CommentLine)
    assert script.file.sentence.endswith(".")
    assert script.file.sentence.count(". ") == 0
    assert "\nunit 10\n" in text


@pytest.mark.parametrize("name", list_strategies())
def test_each_is_written_in_the_one_form(name: str) -> None:
    assert format_file(read_strategy(name).file) == named_text(name)


@pytest.mark.parametrize(("name", "book"), list(product(list_strategies(), shipped())))
def test_each_plays_where_its_wagers_are_offered_and_else_names_the_missing_one(name: str, book: str) -> None:
    missing = LACKING.get((book, name))
    if missing:
        with pytest.raises(
            NotOffered, match=rf"{name}:\d+:\d+: {game_of(book).rules.book.title} offers no {missing}\."
        ):
            open_strategy(name, game_of(book))
        return
    plan = plan_of(name, book)
    assert plan is not None
    bankroll = 1000 * plan.unit
    refused = set()
    fired = set()
    for number in range(3):
        dice = rolls(f"{name} {number}", 80)
        for after, _ in in_a_session(plan.game, plan, bankroll, dice):
            fired |= {action.verb for action in after.done}
            refused |= {(action.wager, refusal.code) for action, refusal in after.refused}
    assert "bet" in fired
    assert {code for _, code in refused} <= {"above-maximum"}, refused
    assert (name, book) in SECOND_BEST or not refused


@pytest.mark.parametrize(
    ("name", "totals", "layout", "said"),
    [
        (
            "pass-place-6-8-move-5-9",
            (6, 6, 5),
            {"pass": 10, "place-5": 10, "place-8": 12},
            "only the 5, once up, stays.",
        ),
        ("pass-place-6-8-move-5-9", (6, 6, 8), {"pass": 10, "place-5": 10, "place-9": 10}, "keep off my point"),
        (
            "place-6-8-2-come",
            (6, 5),
            {"pass": 10, "come-5": 10, "place-5": 10, "place-8": 12},
            "but for the 5, which does not.",
        ),
        ("place-6-8-move-5-9", (6, 5), {"place-6": 12, "place-8": 12}, "with pass or come bets added"),
        (
            "come-out-any-seven",
            (6, 5),
            {"pass": 10, "come": 10, "come-5": 10, "come-odds-5": 40},
            "Pass, and two come bets with full odds",
        ),
        ("dalembert", (2,) * 25, {"pass": 200}, "never more than 20."),
        ("oscars-grind", (2,) * 60 + (7,) * 9, {"pass": 50}, "losses beyond 50 units are forgotten."),
    ],
)
def test_the_sentence_says_what_is_done(name: str, totals: tuple[int, ...], layout: dict[str, int], said: str) -> None:
    game = game_of("typical")
    windows = in_a_session(
        game, open_strategy(name, game), 100_000_00, [roll(total // 2, -(-total // 2)) for total in totals]
    )
    after = first(windows, len(totals) + 1)
    assert {wager: stake // 100 for wager, stake in after.layout.items()} == layout
    assert said in read_strategy(name).file.sentence


def test_a_unit_is_ten_or_the_tables_minimum_unless_it_is_set() -> None:
    assert open_strategy("pass-line", Game.open("typical")).unit == 10_00
    assert open_strategy("pass-line", Game.open("marina-bay-sands")).unit == 25_00
    assert open_strategy("pass-line", Game.open("typical", minimum=50_00)).unit == 50_00
    assert open_strategy("pass-line", Game.open("marina-bay-sands"), {"unit": "5"}).unit == 5_00


def test_a_unit_below_the_minimum_is_told_before_the_game() -> None:
    (remark,) = open_strategy("pass-line", Game.open("marina-bay-sands"), {"unit": "5"}).remarks
    assert (remark.line, remark.kind, remark.clause) == (3, "refused", "3.4")
    assert remark.message == "5 on pass: Pass Line must be at least 25.00."


@pytest.mark.parametrize("name", CRAPSSIM)
def test_the_names_that_crapssim_gives_them_are_understood(name: str) -> None:
    assert read_strategy(name).name in list_strategies()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"units": "5"}, "there is no 'units' to set. Did you mean 'unit'? This strategy has: unit, odds"),
        ({"odds": "two"}, "odds=two: expected an amount such as 10 or 10.50, found 'two'."),
        ({"unit": "0"}, "unit=0: a unit is above zero"),
    ],
)
def test_a_wrong_setting_is_told(settings: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput) as caught:
        open_strategy("three-point-molly", game_of("typical"), settings)
    assert str(caught.value).startswith(said)


def test_a_name_that_nobody_knows() -> None:
    with pytest.raises(BadInput, match=r"there is no strategy 'three-point-moly'. Did you mean 'three-point-molly'\?"):
        read_strategy("three-point-moly")

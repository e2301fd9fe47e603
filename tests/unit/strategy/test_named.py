"""The named strategies: each a few lines with one sentence, in the one form, in every house that offers its wagers."""

import re

import pytest

from sevenout.base.dice import roll
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.strategy.language.syntax_tree import CommentLine
from sevenout.strategy.language.tools.checker import NotOffered
from sevenout.strategy.language.tools.formatter import format_file
from sevenout.strategy.library import open_strategy, read_strategy
from sevenout.strategy.named_texts import list_strategies, named_text
from sevenout.strategy.strategy_catalogue import catalogue, find_like
from tests.unit.strategy.sitting import first, game_of, in_a_session, plan_of, rolls

SECOND_BEST = {
    "new-south-wales": {"hammerlock", "knockout", "molly-345", "pass-3-4-5-odds", "pass-pressed-odds"},
    "crapless": {
        "iron-cross", "stop-loss-win-goal", "pass-double-odds", "pass-pressed-odds", "hot-hands-only", "ten-shooters",
        "trailing-stop", "pass-3-4-5-odds", "molly-345",
    },
}  # fmt: skip
"""Where the odds a strategy wants are above the house's maximum, and its next line takes that."""
SHARES = {"bold-play", "half-the-rack"}
"""Those that bet so much of the rack that they are ruined however large it is."""
PLAYED = [
    pytest.param(name, book, marks=[] if number % len(shipped()) == at else [pytest.mark.nightly])
    for number, name in enumerate(list_strategies())
    for at, book in enumerate(shipped())
]
"""Every strategy in one house and every house with some; the others at night."""

CRAPSSIM = (
    "Pass2Come", "PassLinePlace68", "PlaceInside", "Place68Move59", "PassLinePlace68Move59", "Place682Come",
    "IronCross", "HammerLock", "Risk12", "Knockout", "DiceDoctor", "Place68PR", "Place68DontCome2Odds", "QuickProps",
    "BuySampler", "LaySampler", "ThreePointMolly", "ThreePointDolly", "SqueezePlay", "DoubleTap",
)  # fmt: skip


def test_there_are_enough_of_them() -> None:
    assert len(list_strategies()) >= 100


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


@pytest.mark.parametrize(("name", "book"), PLAYED)
def test_each_plays_where_its_wagers_are_offered_and_else_names_the_missing_one(name: str, book: str) -> None:
    game = game_of(book)
    try:
        open_strategy(name, game)
    except NotOffered as lacks:
        lacking = re.findall(rf"{name}:\d+:\d+: .*{re.escape(game.rules.book.title)} offers no (\S+)\.", str(lacks))
        assert lacking
        assert not {*lacking} & game.rules.by_key.keys()
        assert book == "crapless" or name == "quick-props"
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
    assert {code for _, code in refused} <= ({"above-maximum"} if name not in SHARES else {"rack"}), refused
    assert name in SHARES | SECOND_BEST.get(book, set()) or not refused


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


def test_each_has_a_title_and_what_it_is_known_from() -> None:
    listed = catalogue()
    assert tuple(listed) == list_strategies()
    assert len({entry.title for entry in listed.values()}) == len(listed)
    for entry in listed.values():
        assert entry.known_from.endswith(".")
        assert len(entry.known_from) > 25


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("iron cross", "iron-cross"),
        ("Molly", "three-point-molly"),
        ("big red", "seven-on-come-out"),
        ("scoblete", "five-count"),
        ("martingle", "martingale"),
        ("64 across", "sixty-four-across"),
    ],
)
def test_a_strategy_is_found_by_its_title_its_other_names_what_it_is_known_from_or_nearly_so(
    said: str, first: str
) -> None:
    assert first in [entry.name for entry in find_like(said)][:5]


def test_what_is_like_nothing_finds_nothing() -> None:
    assert find_like("xylophone") == ()

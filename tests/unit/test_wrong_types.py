"""Something of the wrong kind gets a sentence that says what to write."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sevenout
from sevenout import BadInput, Game, View, WrongType, exact
from sevenout.engine.game import AnyHouse
from sevenout.strategy.library import AnyStrategy

GAME = Game.open("typical")
distribution: Any = sevenout.distribution
simulate: Any = sevenout.simulate
open_strategy: Any = sevenout.open_strategy


def flat(view: View) -> View:
    return view if view.layout else view.bet("pass", 10_00)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (300.5, "money is whole cents: 30050 for 300.50, not 300.5"),
        (300.0, "money is whole cents: 30000 for 300.00, not 300.0"),
        (Decimal("300.5"), "money is whole cents: 30050 for 300.50, not Decimal('300.5')"),
        ("300", "money is whole cents: 30000 for 300.00, not '300'"),
        (1e20, "money is whole cents, not 1e+20"),
        (float("nan"), "money is whole cents, not nan"),
        (True, "money is whole cents, not True"),
        (None, "money is whole cents, not None"),
    ],
)
def test_money_is_whole_cents(value: object, said: str) -> None:
    with pytest.raises(WrongType) as raised:
        sevenout.cents(value)
    assert str(raised.value) == said


@pytest.mark.parametrize("number", [np.int64(5), np.float64(5), np.bool_(True)])
def test_numbers_of_numpy_are_no_money(number: object) -> None:
    with pytest.raises(WrongType, match="money is whole cents"):
        sevenout.cents(number)


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "bankroll": (lambda: distribution("typical", flat, 300.5, 100), "30050 for 300.50, not 300.5"),
    "rolls": (lambda: distribution("typical", flat, 300_00, 99.5), "a session's rolls are a whole number, not 99.5"),
    "true rolls": (lambda: distribution("typical", flat, 300_00, True), "not True"),
    "simulated bankroll": (lambda: simulate("typical", flat, 10, 10, "300"), "not '300'"),
    "simulated rolls": (lambda: simulate("typical", flat, 10, 9.5, 300_00), "rolls are a whole number, not 9.5"),
    "sessions": (lambda: simulate("typical", flat, 1e3, 10, 300_00), "sessions are a whole number, not 1000.0"),
    "seed": (lambda: simulate("typical", flat, 10, 10, 300_00, seed="x"), "a seed is a whole number, not 'x'"),
    "workers": (lambda: simulate("typical", flat, 10, 10, 300_00, workers=1.5), "workers are a whole number"),
    "house": (lambda: distribution(7, flat, 300_00, 10), "a house is a Game, the name of a rulebook"),
    "strategy": (lambda: distribution("typical", 7, 300_00, 10), "a strategy is a name, a text, a Path or a function"),
    "setting": (lambda: open_strategy("pass-line", GAME, unit=[25]), r"unit is set to a number such as 25"),
    "true setting": (lambda: open_strategy("pass-line", GAME, unit=True), "unit is set to a number"),
    "minimum": (lambda: Game.open("typical", minimum=5.0), "money is whole cents"),  # type: ignore[arg-type]
    "stake": (lambda: exact.at_stake("typical", "pass", 10.0), "money is whole cents"),  # type: ignore[arg-type]
    "bet": (lambda: View(GAME, 1000, 1000).bet("pass", 10.0), "money is whole cents"),  # type: ignore[arg-type]
    "reduced": (lambda: View(GAME, 1000, 1000).reduce("pass", 10.0), "whole cents"),  # type: ignore[arg-type]
    "reason": (lambda: View(GAME, 1000, 1000).leave(7), "a reason to leave is a text"),  # type: ignore[arg-type]
    "dice": (lambda: sevenout.roll(3.0, 1), "a die shows a whole number from 1 to 6"),  # type: ignore[arg-type]
    "die": (lambda: sevenout.Roll("3", 1), "a die shows a whole number from 1 to 6"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", WRONG)
def test_the_wrong_kind_gets_a_sentence(what: str) -> None:
    call, said = WRONG[what]
    with pytest.raises(WrongType, match=said):
        call()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: exact.edges("typical")["passs"], "Did you mean 'pass'?"),
        (lambda: exact.compare(["typical", "crapless"])["passs"], "Did you mean 'pass'?"),
        (lambda: exact.edges("typical", ["passs"]), "Did you mean 'pass'?"),
        (lambda: exact.edges("tipical"), "Did you mean 'typical'?"),
        (
            lambda: sevenout.distribution("typical", "iron-cros", 100, 10),
            "Did you mean 'iron-cross' or 'iron-cross-total'?",
        ),
        (lambda: GAME.puck(7), "never stands on 7"),
        (lambda: exact.at_stake("typical", "pass-odds", 1000, point=7), "never stands on 7"),
        (lambda: View(GAME, 1000, 1000).count("shooter_roll"), "Did you mean 'shooter_rolls'?"),
    ],
)
def test_a_name_or_a_point_that_nobody_has_gets_a_sentence(call: Callable[[], object], said: str) -> None:
    with pytest.raises((KeyError, ValueError, BadInput)) as raised:
        call()
    assert said in str(raised.value)


def test_a_strategy_is_named_however_one_likes(tmp_path: Path) -> None:
    text = "on the come-out: bet a unit on pass"
    path = tmp_path / "mine.strategy"
    path.write_text(text)
    ways: list[AnyStrategy] = [
        text,
        f"{text}\n",
        tmp_path / "mine.strategy",
        str(tmp_path / "mine.strategy"),
        "pass-line",
        "PassLine",
    ]
    exactly = {sevenout.distribution("typical", way, bankroll=100_00, rolls=30).nets for way in ways}
    assert len(exactly) == 1
    assert {sevenout.distribution("typical", flat, bankroll=100_00, rolls=30).nets} == exactly
    simulated = {sevenout.simulate("typical", way, 50, 30, 100_00).nets for way in (*ways, flat)}
    assert len(simulated) == 1


def test_a_house_is_named_however_one_likes(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('extends = "typical"\ntitle = "Mine"\n')
    houses: list[AnyHouse] = ["typical", GAME, GAME.rules, tmp_path / "mine.toml", str(tmp_path / "mine.toml")]
    assert {exact.edges(house)["pass"].edge for house in houses} == {exact.edges("typical")["pass"].edge}


@pytest.mark.parametrize("unit", [25, "25", 25.0, Decimal(25), "25.00"])
def test_settings_are_numbers_or_text(unit: Any) -> None:
    assert open_strategy("pass-line", GAME, unit=unit).unit == 25_00
    assert open_strategy("pass-line", GAME, {"unit": unit}).unit == 25_00


def test_a_strategy_that_is_ready_is_held_to_its_house_and_takes_no_settings() -> None:
    ready = open_strategy("pass-line", GAME)
    assert open_strategy(ready, "typical") is ready
    with pytest.raises(BadInput, match="was made ready for"):
        open_strategy(ready, "crapless")
    with pytest.raises(BadInput, match="takes no settings: unit"):
        open_strategy(flat, GAME, unit=25)

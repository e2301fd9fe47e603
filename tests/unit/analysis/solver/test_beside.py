"""A line bet with odds and one other wager beside it at each roll: brute force, the engine's own nets, both bounds."""

import json
from array import array

import pytest

from sevenout.analysis.kernel import kernel
from sevenout.analysis.solver.aims import beside
from sevenout.analysis.solver.aims.beside import best_chance_beside
from sevenout.analysis.solver.aims.beside_menus import find_keys, free_wagers, menu_of
from sevenout.analysis.solver.goal_chance import ONE
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput, GameRefused
from sevenout.cli.main import main
from sevenout.engine.betting import EMPTY, Change, place, settle, take_down
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.puck_machine import OFF
from tests.unit.analysis.solver.brute_force import best_by_brute_force
from tests.volume import seeded

PASS, DONT = ("pass", "pass-odds"), ("dont-pass", "dont-pass-odds")


@pytest.mark.parametrize(
    ("house", "bankroll", "goal", "line", "other"),
    [
        ("catfish-bend", 2, 3, DONT, "field"),
        ("typical", 2, 3, DONT, "hard-6"),
        ("typical", 2, 4, PASS, "place-8"),
        pytest.param("catfish-bend", 1, 3, PASS, "field", marks=pytest.mark.nightly),
    ],
)
def test_brute_force_with_two_bets_at_once_finds_the_same(
    house: str, bankroll: int, goal: int, line: tuple[str, str], other: str
) -> None:
    game = Game.open(house, minimum=100, maximum=200, chip=100)
    solved = best_chance_beside(game, bankroll * 100, goal * 100, (line[0], "odds"), (other,))
    by_force = best_by_brute_force(game, bankroll * 100, goal * 100, (*line, other), together=2)
    assert solved.lower <= (by_force + 1e-12) * ONE
    assert (by_force - 1e-12) * ONE <= solved.upper
    assert solved.gap < 1e-10


def test_what_a_menu_nets_is_what_the_engine_pays() -> None:
    """A bet of a menu made at the table, rolled once, and taken down: for some of all stakes and every roll."""
    game, rng = Game.open("catfish-bend"), seeded("menus")
    keys = find_keys(game, ("all",))
    for puck in (OFF, OFF + 1, OFF + 3):
        for free in free_wagers(game, keys, puck, game.chip):
            if free.spot.slot("on") is not None:
                continue  # called on, which is another act
            for bet in rng.sample(menu_of(game, [free], tuple(range(36)), 120, 1e9), 2):
                change = place(game, EMPTY, puck, bet.wager, bet.stake * game.chip, None)
                assert isinstance(change, Change)
                for (at, _, net), roll in zip(sorted(bet.entries), ROLLS, strict=True):
                    assert at == roll.index
                    done = settle(game, change.position, puck, roll)
                    after = game.rules.puck.edges[puck][roll.index].goto
                    down = take_down(game, done.position, after, "all") if done.position.slots else None
                    back = done.back - (down.cost if isinstance(down, Change) else 0)
                    assert back - change.cost == net * game.chip, (bet, roll)


def test_another_wager_adds_what_was_found_before() -> None:
    """100 to 200 with the field beside the line: 3.6e-5 more than line and odds alone."""
    solved = best_chance_beside("catfish-bend", 100_00, 200_00, beside=("field",))
    assert solved.line.chance == pytest.approx(0.498307309, abs=1e-9)
    assert solved.adds == pytest.approx(3.6e-5, abs=1e-6)
    assert solved.lower <= solved.upper < ONE // 2


def test_a_bound_that_does_not_hold_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its slack the upper function is the value itself, which rounding breaks; a lower one above it falls."""
    raised = beside._upper_function
    monkeypatch.setattr(beside, "_upper_function", lambda values, worths, _, goal: raised(values, worths, -1.0, goal))
    with pytest.raises(GameRefused, match="from above could not be proved"):
        best_chance_beside("catfish-bend", 20_00, 40_00, beside=("field",))
    monkeypatch.undo()
    monkeypatch.setattr(beside, "_lower_function", lambda values, *_: array("q", [int(x * ONE) for x in values]))
    with pytest.raises(GameRefused, match="from below could not be proved"):
        best_chance_beside("catfish-bend", 20_00, 40_00, beside=("field",))


@pytest.mark.parametrize(
    ("house", "given", "message"),
    [
        ("typical", ("nothing",), "offers no 'nothing'"),
        ("typical", ("pass",), "leaves nothing to lie beside a line bet"),
        ("new-south-wales", ("place-lose-4",), "5 on place-lose-4 favours the player"),
    ],
)
def test_what_cannot_lie_beside_a_line_bet_is_refused_by_name(house: str, given: tuple[str, ...], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        best_chance_beside(house, 20_00, 40_00, beside=given)


def test_the_command_says_what_the_other_wager_adds(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["solve", "catfish-bend", "--bankroll", "20", "--goal", "40", "--beside", "field"]
    assert main(asked) == 0
    shown = capsys.readouterr().out
    assert "proved              at least 0.493951" in shown
    assert "the other wager adds" in shown
    assert main([*asked, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["beside"] == ["field"]
    assert record["at_least"] <= record["at_most"]
    assert main([*asked, "--rolls", "5"]) == 2
    assert "leave --rolls out" in capsys.readouterr().err


def test_a_problem_that_makes_no_sense_is_refused_by_the_kernel() -> None:
    empty = array("q")
    with pytest.raises(ValueError, match="are needed"):
        kernel.find_excess_beside((empty, empty, empty, empty), 0, empty, empty)

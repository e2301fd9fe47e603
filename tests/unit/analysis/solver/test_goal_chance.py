"""The best chance of a goal: published and spiked figures, brute force, bold play, and what is refused."""

from fractions import Fraction
from itertools import chain
from pathlib import Path

import pytest

from sevenout.analysis.solver import policy_iteration
from sevenout.analysis.solver.action_tables import action_tables
from sevenout.analysis.solver.certificate_verifier import legal_stakes, odds_cap, payment
from sevenout.analysis.solver.goal_chance import ONE, ClassTooLarge, best_chance, find_excess, share_up
from sevenout.analysis.solver.policy_iteration import best_policy
from sevenout.analysis.solver.rules_block import Block, open_class, rules_block
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.rulebook.source import shipped
from tests.unit.analysis.solver.brute_force import best_by_brute_force
from tests.volume import nightly_except

LINE = ("pass", "pass-odds", "dont-pass", "dont-pass-odds")
EXAMPLES = Path(__file__).parents[4] / "examples"


@pytest.mark.parametrize(("house", "chance"), [("catfish-bend", "0.498703416179"), ("typical", "0.497508122")])
def test_300_to_600_with_line_and_odds_lies_between_bounds_closer_than_a_billionth(house: str, chance: str) -> None:
    solved = best_chance(house, 300_00, 600_00)
    assert solved.bounds[0].startswith(chance)
    assert 0 < solved.gap < 1e-9
    assert solved.lower[300] <= solved.value[300] * ONE <= solved.upper[300]
    if house == "catfish-bend":
        number, stake, plays = solved.policy[300]
        assert (solved.block["wagers"][number]["wager"], stake, plays) == ("dont-pass", 24, [[24, 276]] * 3)


def even_money(win: int, lose: int) -> Block:
    limits = {
        "minimum": 1, "maximum": None, "multiple": 1, "exact": 1, "only_exact": False, "less_if_exact": False,
    }  # fmt: skip
    wager = {"wager": "even", "limits": limits, "commission": None, "ends": [[win, "win", 1, 1], [lose, "lose"]]}
    return {"rounding": "down", "wagers": [{**wager, "points": [], "may_rise": False, "may_fall": False}]}


def test_bold_play_from_60_to_100_at_the_chances_of_pass_is_33240342284_in_56286423089() -> None:
    block = even_money(244, 251)
    tables = action_tables(block, 100)
    value = best_policy(block, 100, tables).value
    assert value[60] == pytest.approx(float(Fraction(33240342284, 56286423089)), abs=1e-15)


def test_a_fair_bet_reaches_the_goal_as_often_as_bankroll_to_goal() -> None:
    block = even_money(1, 1)
    tables = action_tables(block, 64)
    value = best_policy(block, 64, tables).value
    assert [value[cash] for cash in range(65)] == pytest.approx([cash / 64 for cash in range(65)], abs=1e-14)


@pytest.mark.parametrize(
    ("house", "least", "most", "bankroll", "goal", "words", "wagers"),
    [
        ("catfish-bend", 1, 2, 3, 6, ("line", "odds"), LINE),
        pytest.param("typical", 1, 2, 3, 6, ("line", "odds"), LINE, marks=pytest.mark.nightly),
        pytest.param("catfish-bend", 2, 3, 4, 7, ("line", "odds"), LINE, marks=pytest.mark.nightly),
        ("crapless", 1, 2, 2, 5, ("line", "odds"), LINE[:2]),
        ("new-south-wales", 1, 2, 2, 5, ("line", "odds"), LINE),
        pytest.param("marina-bay-sands", 1, 2, 2, 5, ("line", "odds"), LINE, marks=pytest.mark.nightly),
    ],
)
def test_brute_force_over_every_policy_of_a_small_table_finds_the_same(
    house: str, least: int, most: int, bankroll: int, goal: int, words: tuple[str, ...], wagers: tuple[str, ...]
) -> None:
    game = Game.open(house, minimum=least * 100, maximum=most * 100, chip=100)
    solved = best_chance(game, bankroll * 100, goal * 100, words)
    by_force = best_by_brute_force(game, bankroll * 100, goal * 100, wagers)
    assert solved.lower[bankroll] <= (by_force + 1e-12) * ONE
    assert (by_force - 1e-12) * ONE <= solved.upper[bankroll]


@pytest.mark.nightly
def test_both_lines_at_once_are_a_larger_class_than_one_at_a_time() -> None:
    game = Game.open("catfish-bend", minimum=200, maximum=300, chip=100)
    assert best_chance(game, 4_00, 7_00).chance == pytest.approx(0.532706, abs=1e-6)
    assert best_by_brute_force(game, 4_00, 7_00, LINE, together=2) == pytest.approx(0.556378, abs=1e-6)


@pytest.mark.parametrize(
    "house", nightly_except([name for name in shipped() if name != "new-south-wales"], ["catfish-bend", "crapless"])
)
def test_nobody_exceeds_bankroll_to_goal_where_no_stake_favours_the_player(house: str) -> None:
    solved = best_chance(house, 60_00, 100_00, ("line", "odds", "field", "hard"))
    assert solved.subfair
    assert all(upper <= share_up(cash, 100) for cash, upper in enumerate(solved.upper))


def test_new_south_wales_favours_the_player_and_its_bounds_still_close() -> None:
    solved = best_chance("new-south-wales", 60_00, 120_00)
    assert not solved.subfair
    assert solved.chance > Fraction(1, 2)
    assert solved.gap < 1e-9


def test_an_upper_function_that_is_too_low_is_found_out_with_its_cash() -> None:
    game = Game.open("typical")
    block = rules_block(game, open_class(game))
    solved = best_chance(game, 60_00, 100_00)
    tables = action_tables(block, 100)
    upper = list(solved.upper)
    assert find_excess(tables, upper) is None
    upper[60] = solved.lower[60] - 1000
    found = find_excess(tables, upper)
    assert found is not None
    assert found[0] == 60


@pytest.mark.parametrize("house", shipped())
def test_the_block_allows_and_pays_what_the_table_does(house: str) -> None:
    game = Game.open(house)
    block = rules_block(game, open_class(game, ("line", "odds", "place", "field")))
    chip = game.chip
    for wager in block["wagers"]:
        spot = game.rules.by_key[wager["wager"]]
        puck = game.puck() if spot.wager.made.value in ("off", "any") else game.puck(game.rules.book.points[0])
        allowed = [x for x in range(1, 121) if game.refused_amount(spot, puck, x * chip, 0) is None]
        assert legal_stakes(wager["limits"], 120) == allowed
        for point in wager["points"]:
            odds = game.rules.spots[spot.attached[0]]
            for number in point["numbers"]:
                on, flat = game.puck(number), allowed[0]
                taken = [x for x in range(1, 301) if game.refused_amount(odds, on, x * chip, flat * chip) is None]
                cap = odds_cap(point["odds"], flat)
                assert [x for x in legal_stakes(point["odds"]["limits"], 300) if x <= cap] == taken
                pays = odds.payouts(on)[0]
                wins = [payment(x, point["odds"]["pays"], block["rounding"]) * chip for x in taken]
                assert wins == [game.pay(pays, x * chip) for x in taken]


def test_stakes_in_multiples_of_5_do_no_better_than_all_of_them() -> None:
    fives = best_chance("typical", 60_00, 100_00, step=500)
    assert all(x % 5 == 0 for action in fives.policy if action for x in (action[1], *chain(*action[2])))
    assert fives.lower[60] < best_chance("typical", 60_00, 100_00).lower[60]


def test_a_house_without_a_puck_is_solved_over_its_own_wagers() -> None:
    solved = best_chance(EXAMPLES / "no-puck.toml", 20_00, 40_00, ("all",))
    assert 0.45 < solved.chance < 0.5
    with pytest.raises(BadInput, match=r"has no line bets: name its wagers instead, such as --wagers place-4"):
        best_chance(EXAMPLES / "no-puck.toml", 20_00, 40_00)


def test_a_collecting_wager_is_left_out_by_name() -> None:
    with pytest.raises(BadInput, match=r"fire cannot be solved at .*: it gathers totals"):
        best_chance(EXAMPLES / "collectors.toml", 20_00, 40_00, ("fire",))
    chosen = open_class(Game.open(EXAMPLES / "collectors.toml"), ("all",))
    assert "fire" in {refusal.wager for refusal in chosen.left_out}


def test_interrupted_it_keeps_the_policy_so_far_between_proved_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = best_chance("catfish-bend", 60_00, 100_00)
    rounds = iter(range(100))

    def interrupting(*given: object) -> tuple[float, int]:
        if next(rounds) == 3:
            raise KeyboardInterrupt
        return improve(*given)  # type: ignore[arg-type]

    improve = policy_iteration._improve_once
    monkeypatch.setattr(policy_iteration, "_improve_once", interrupting)
    so_far = best_chance("catfish-bend", 60_00, 100_00)
    assert not so_far.complete
    assert 0 < so_far.lower[60] <= whole.upper[60] <= so_far.upper[60] == share_up(60, 100)


def test_too_large_a_class_is_refused_beforehand_with_its_count_and_what_would_fit() -> None:
    with pytest.raises(ClassTooLarge, match=r"104,893,333,520 actions in 12,000 states .*--step 2"):
        best_chance(Game.open("catfish-bend", maximum=5000_00), 6000_00, 12000_00)
    with pytest.raises(ClassTooLarge, match=r"200,000 states of cash .* --chip 10"):
        best_chance("catfish-bend", 100000_00, 200000_00)


@pytest.mark.parametrize(
    ("bankroll", "goal", "reason"),
    [(300_00, 300_00, "reached already"), (50, 600_00, "whole number of 1 chips"), (0, 100, "above zero")],
)
def test_an_aim_that_makes_no_sense_is_one_line(bankroll: int, goal: int, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        best_chance("typical", bankroll, goal)

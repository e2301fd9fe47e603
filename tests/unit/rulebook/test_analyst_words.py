"""Words of the format that analysts need: a commission on a win, `drop`, caps with decimals, and counts."""

from fractions import Fraction
from pathlib import Path

import pytest

from sevenout import EMPTY, Game, Refusal, Table, exact, place, roll
from sevenout.base.errors import BadRulebook
from sevenout.engine.betting import Change

HEAD = 'format = 1\nname = "mine"\ntitle = "Mine"\nextends = "catfish-bend"\n'


def house(folder: Path, text: str) -> Game:
    file = folder / "mine.toml"
    file.write_text(HEAD + text)
    return Game.open(str(file))


def faults(folder: Path, text: str) -> str:
    with pytest.raises(BadRulebook) as raised:
        house(folder, text)
    return str(raised.value)


def test_a_file_that_cannot_be_played_names_itself_before_each_fault(tmp_path: Path) -> None:
    said = faults(tmp_path, "[wagers.field]\ncap = 10\n[wagers.feild]\npays = 3\n")
    assert [line.partition(", line ")[0] for line in said.splitlines()] == [str(tmp_path / "mine.toml")] * 2


# --- commission on a win

ON_A_WIN = '[wagers.buy-n]\ncommission = { rate = "1:20", of = "stake", charged = "on a win" }\n'


def test_a_buy_bet_that_pays_its_commission_on_a_win_costs_a_60th_a_50th_a_44th(tmp_path: Path) -> None:
    """2:1 less a twentieth with 1/3, 3:2 with 2/5, 6:5 with 5/11."""
    found = exact.edges(house(tmp_path, ON_A_WIN), ["buy-4", "buy-5", "buy-6"])
    assert [worth.edge for worth in found] == [Fraction(1, 60), Fraction(1, 50), Fraction(1, 44)]
    assert {worth.commission for worth in found} == {Fraction(0)}


def test_nothing_is_taken_when_it_is_made_and_one_of_forty_when_it_wins(tmp_path: Path) -> None:
    table = Table(house(tmp_path, ON_A_WIN))
    table.seat("Ann", 100_00)
    table.bet("Ann", "pass", 10_00)
    table.roll(roll(5, 4))
    assert table.bet("Ann", "buy-4", 20_00) is None
    assert table.rack("Ann") == 70_00
    rolled = table.roll(roll(2, 2))
    assert not isinstance(rolled, Refusal)
    assert [(done.wager, done.won) for _, done in rolled.settled] == [("buy-4", 39_00)]
    assert table.rack("Ann") == 70_00 + 20_00 + 39_00


def test_the_figures_at_a_stake_are_what_the_table_pays(tmp_path: Path) -> None:
    found = exact.at_stake(house(tmp_path, ON_A_WIN), "buy-4", 20_00)
    assert not isinstance(found, Refusal)
    assert found.chances == ((-2000, Fraction(2, 3)), (3900, Fraction(1, 3)))
    assert found.edge == Fraction(1, 60)


def test_a_commission_on_a_win_has_nothing_to_give_back(tmp_path: Path) -> None:
    text = '[wagers.buy-n]\ncommission = { rate = "1:20", charged = "on a win", refund = true }\n'
    assert "has nothing to give back. Leave refund out." in faults(tmp_path, text)


# --- drop


def test_a_dropped_word_is_as_if_it_had_never_been_written(tmp_path: Path) -> None:
    assert exact.wager_edge("catfish-bend", "lay-4").commission > 0
    game = house(tmp_path, '[wagers.lay-n]\ndrop = ["commission"]\n')
    assert exact.wager_edge(game, "lay-4").edge == 0
    assert exact.wager_edge(game, "buy-4") == exact.wager_edge("catfish-bend", "buy-4")


def test_a_word_that_is_not_inherited_cannot_be_dropped(tmp_path: Path) -> None:
    text = '[wagers.lay-n]\ndrop = ["comission"]\n'
    assert "wagers.lay-n.drop: there is no inherited 'comission' to drop" in faults(tmp_path, text)


# --- caps with decimals


def test_two_and_a_half_times_odds_are_25_behind_10_and_37_behind_15(tmp_path: Path) -> None:
    game = house(tmp_path, '[wagers.pass-odds]\ncap = { by = "stake", times = 2.5 }\n')
    spot, puck = game.rules.by_key["pass-odds"], game.puck(6)
    assert [game.maximum_of(spot, puck, flat).amount for flat in (10_00, 15_00)] == [25_00, 37_00]
    line = place(game, EMPTY, game.puck(), "pass", 10_00, None)
    assert isinstance(line, Change)
    over = place(game, line.position, puck, "pass-odds", 26_00, None)
    assert isinstance(over, Refusal)
    assert over.reason.startswith("Pass Odds may be at most 25.00")
    assert str(exact.line_with_odds(game, "pass")).startswith("<LineWithOdds pass with odds of 2.5x")


@pytest.mark.parametrize("times", ["0", "-2.5", '"2.5"', "nan"])
def test_a_cap_that_is_no_number_above_zero_is_a_fault(tmp_path: Path, times: str) -> None:
    text = f'[wagers.pass-odds]\ncap = {{ by = "stake", times = {times} }}\n'
    assert "is no number of times. Write a number above zero, e.g. 10 or 2.5." in faults(tmp_path, text)


# --- counts

REPEATER = """
[wagers.repeater-6]
title = "Repeater 6"
count = { roll = [6], pays = { 6 = "90:1" } }
lose = [7]
otherwise = "stay"
"""
RIDE = """
[wagers.ride]
title = "Ride"
made = "new shooter"
lose = { roll = [7], when = "on" }
otherwise = "stay"
[wagers.ride.count]
rows = [{ roll = [7, 11], when = "off" }, { roll = ["point"], when = "on" }]
pays = { 3 = "1:1", 5 = "5:1", 8 = "50:1" }
paid = "when complete or lost"
"""


def test_six_sixes_before_a_seven_come_with_the_sixth_power_of_five_elevenths(tmp_path: Path) -> None:
    worth = exact.wager_edge(house(tmp_path, REPEATER), "repeater-6")
    assert worth.win == Fraction(5, 11) ** 6
    assert worth.edge == 1 - 91 * Fraction(5, 11) ** 6


def test_line_wins_before_the_seven_out_are_geometric_and_each_step_pays_its_own(tmp_path: Path) -> None:
    """A come-out wins the line 244 times of 495 and ends in a seven-out 196 times: 61 of 110."""
    worth = exact.wager_edge(house(tmp_path, RIDE), "ride")
    p = Fraction(61, 110)
    chances = {-1: 1 - p**3, 1: p**3 - p**5, 5: p**5 - p**8, 50: p**8}
    assert dict(worth.chances) == chances


def test_points_made_before_the_seven_out_are_geometric(tmp_path: Path) -> None:
    """A point that is set is made 67 times of 165: (3/36 x 3/9 + 4/36 x 4/10 + 5/36 x 5/11) of 12/36."""
    text = """
[wagers.hot]
made = "new shooter"
count = { roll = ["point"], when = "on", pays = { 4 = "24:1", 5 = "100:1" }, paid = "when lost" }
lose = { roll = [7], when = "on" }
otherwise = "stay"
"""
    worth = exact.wager_edge(house(tmp_path, text), "hot")
    made = (Fraction(3 * 3, 9) + Fraction(4 * 4, 10) + Fraction(5 * 5, 11)) / 12 * 1
    assert made == Fraction(67, 165)
    assert dict(worth.chances) == {-1: 1 - made**4, 24: made**4 - made**5, 100: made**5}


def test_rolls_before_a_seven_are_counted_by_naming_all_others(tmp_path: Path) -> None:
    text = """
[wagers.long]
count = { roll = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12], pays = { 10 = "4:1" } }
lose = [7]
otherwise = "stay"
"""
    assert exact.wager_edge(house(tmp_path, text), "long").win == Fraction(5, 6) ** 10


def test_a_count_paid_when_lost_goes_on_above_its_last_step(tmp_path: Path) -> None:
    text = RIDE.replace("when complete or lost", "when lost")
    worth = exact.wager_edge(house(tmp_path, text), "ride")
    assert dict(worth.chances)[Fraction(50)] == Fraction(61, 110) ** 8
    assert worth.rolls_in_all > exact.wager_edge(house(tmp_path, RIDE), "ride").rolls_in_all


def test_at_the_table_a_count_grows_by_one_and_pays_by_the_step_reached(tmp_path: Path) -> None:
    table = Table(house(tmp_path, RIDE))
    table.seat("Ann", 100_00)
    table.bet("Ann", "pass", 10_00)
    assert table.bet("Ann", "ride", 5_00) is None
    for dice in ((4, 3), (6, 5), (3, 3), (4, 2)):
        assert not isinstance(table.roll(roll(*dice)), Refusal)
        table.bet("Ann", "pass", 10_00)
    (bet,) = (bet for bet in table.snapshot().seats[0].layout.lying if bet.wager == "ride")
    assert bet.gathered == (3,)
    refused = table.bet("Ann", "ride", 5_00)
    assert refused is not None
    table.roll(roll(4, 4))
    rolled = table.roll(roll(4, 3))
    assert not isinstance(rolled, Refusal)
    assert ("ride", "win", 5_00) in [(done.wager, done.result, done.won) for _, done in rolled.settled]


def test_a_wager_cannot_gather_and_count_and_a_count_needs_its_pays(tmp_path: Path) -> None:
    both = REPEATER + 'collect = { roll = [2], pays = { 1 = "2:1" } }\n'
    assert "it gathers totals and counts rolls" in faults(tmp_path, both)
    assert "it counts rolls but pays for none" in faults(tmp_path, REPEATER.replace('6 = "90:1"', ""))
    assert "is no number of times" in faults(tmp_path, REPEATER.replace("6 = ", "0 = "))


EACH = """
[wagers.replay]
made = "new shooter"
lose = { roll = [7], when = "on" }
otherwise = "stay"
[wagers.replay.count]
rows = [{ roll = ["point"], when = "on" }]
paid = "when lost"
[wagers.replay.count.pays]
4 = { 2 = "30:1" }
5 = { 2 = "20:1" }
6 = { 1 = "push", 2 = "10:1" }
8 = { 1 = "push", 2 = "10:1" }
9 = { 2 = "20:1" }
10 = { 2 = "30:1" }
"""


def test_a_count_for_each_total_keeps_what_can_still_be_paid_and_pays_the_best(tmp_path: Path) -> None:
    table = Table(house(tmp_path, EACH))
    table.seat("Ann", 500_00)
    table.bet("Ann", "pass", 10_00)
    assert table.bet("Ann", "replay", 5_00) is None
    has = []
    for dice in ((3, 3), (4, 2), (2, 2), (3, 1), (2, 2), (3, 1)):  # a 6 made, then 4 twice
        assert not isinstance(table.roll(roll(*dice)), Refusal)
        table.bet("Ann", "pass", 10_00)
        (bet,) = (bet for bet in table.snapshot().seats[0].layout.lying if bet.wager == "replay")
        has.append(bet.gathered)
    assert has == [(), (6,), (6,), (4, 6), (4, 6), (4, 4)]
    table.roll(roll(4, 4))
    rolled = table.roll(roll(4, 3))
    assert not isinstance(rolled, Refusal)
    assert ("replay", "win", 150_00) in [(done.wager, done.result, done.won) for _, done in rolled.settled]


def test_a_step_that_pushes_gives_the_stake_back(tmp_path: Path) -> None:
    worth = exact.wager_edge(house(tmp_path, RIDE.replace('3 = "1:1"', '3 = "push"')), "ride")
    p = Fraction(61, 110)
    assert worth.push == p**3 - p**5
    assert dict(worth.chances)[Fraction(0)] == worth.push


def test_counts_for_each_total_with_something_missing_are_faults(tmp_path: Path) -> None:
    assert "no pays for 9, which it counts" in faults(tmp_path, EACH.replace('9 = { 2 = "20:1" }\n', ""))
    assert "pays for 11, which it never counts" in faults(tmp_path, EACH + '11 = { 2 = "20:1" }\n')
    assert "more of it do not pay more" in faults(
        tmp_path, EACH.replace('1 = "push", 2 = "10:1"', '1 = "9:1", 2 = "1:1"')
    )
    assert "it counts each total for itself" in faults(tmp_path, EACH.replace('9 = { 2 = "20:1" }', '9 = "20:1"'))
    pushing = 'collect = { roll = [2, 3], pays = { 1 = "push", 2 = "9:1" } }'
    assert "is no ratio" in faults(tmp_path, REPEATER.replace('count = { roll = [6], pays = { 6 = "90:1" } }', pushing))

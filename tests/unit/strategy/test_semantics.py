"""What each verb, amount and condition does, one fact a test. Rolls are totals, made the easy way unless `hard`."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from sevenout.base.dice import Roll, roll
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan, compile_strategy
from sevenout.strategy.language.line_stats import TalliedPlan
from sevenout.strategy.language.mistakes import BadStrategy
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.reference_session import play
from sevenout.strategy.view import View
from tests.unit.strategy.sitting import first, game_of, in_a_session

EASY = {2: (1, 1), 3: (2, 1), 4: (3, 1), 5: (3, 2), 6: (4, 2), 7: (4, 3), 8: (5, 3), 9: (5, 4), 10: (6, 4), 11: (6, 5),
        12: (6, 6)}  # fmt: skip
HARD = {-number: (number // 2, number // 2) for number in (4, 6, 8, 10)}


def dice(totals: Iterable[int]) -> list[Roll]:
    """Rolls by their totals; -6 is a hard 6."""
    return [roll(*(EASY | HARD)[total]) for total in totals]


def plan(text: str, book: str = "typical") -> Plan:
    return compile_strategy(parse(text), game_of(book))


def view(text: str, *totals: int, book: str = "typical", rack: int = 1000) -> View:
    """The view after acting behind these rolls."""
    return first(in_a_session(game_of(book), plan(text, book), rack * 100, dice(totals)), len(totals) + 1)


def up(text: str, *totals: int, book: str = "typical", rack: int = 1000) -> dict[str, float]:
    """What is up after acting behind these rolls, in currency units."""
    return {wager: stake / 100 for wager, stake in view(text, *totals, book=book, rack=rack).layout.items()}


def outcomes(text: str, *totals: int, book: str = "typical", rack: int = 1000) -> list[tuple[int, str, str]]:
    """What became of each line in the last window: line, outcome, code."""
    seen: list[View] = []
    made = plan(text, book)

    def watching(before: View) -> View:
        seen.append(before)
        return made(before)

    play(game_of(book), watching, rack * 100, dice(totals))
    return [(each.line, each.outcome, each.code) for each in made.trace(seen[-1])[1]]


class TestWhen:
    def test_lines_at_the_margin_hold_before_every_roll(self) -> None:
        assert up("bet 10 on field") == {"field": 10}
        assert up("bet 10 on field", 5) == {"field": 10}

    def test_each_line_sees_what_the_lines_above_did(self) -> None:
        assert up("bet 10 on field\nbet 5 on any-7 if field is up") == {"field": 10, "any-7": 5}
        assert up("bet 5 on any-7 if field is up\nbet 10 on field") == {"field": 10}

    def test_a_heading_is_judged_once_when_it_is_reached(self) -> None:
        assert up("when nothing is up:\n    bet 10 on field\n    bet 5 on any-7") == {"field": 10, "any-7": 5}

    def test_a_list_is_taken_one_by_one(self) -> None:
        assert up("bet 12 on place-6, place-8, place-5 while fewer than 2 place bets", 4) == {
            "place-6": 12,
            "place-8": 12,
        }

    def test_sit_out_reads_no_further(self) -> None:
        assert up("bet 10 on field\nsit out\nbet 5 on any-7") == {"field": 10}

    def test_leave_ends_the_session_with_its_reason(self) -> None:
        made = plan("when up 5 or down 5: leave\nbet 10 on field")
        assert play(game_of("typical"), made, 100_00, dice([5, 6])).ending == "down 5"
        assert play(game_of("typical"), made, 100_00, dice([4, 6])).ending == "up 5"
        assert play(game_of("typical"), plan("leave"), 100_00, dice([5])).ending == "left"
        assert play(game_of("typical"), plan("leave if 6 rolls"), 100_00, dice([5, 6])).ending == "6 rolls"

    def test_otherwise_follows_a_heading_that_was_not_so(self) -> None:
        text = "when 4 rolls: bet 5 on field\notherwise when 5 rolls: bet 6 on field\notherwise: bet 7 on field"
        assert [up(text, total) for total in (4, 5, 6)] == [{"field": 5}, {"field": 6}, {"field": 7}]

    def test_every_roll(self) -> None:
        assert up("every roll: bet 5 on field", 9) == {"field": 5}


class TestVerbs:
    def test_bet_does_nothing_if_it_is_up(self) -> None:
        assert up("bet 12 on place-6", 4, 5) == {"place-6": 12}
        assert outcomes("bet 12 on place-6", 4) == [(1, "waited", "up")]

    def test_bet_waits_for_its_time(self) -> None:
        assert outcomes("bet 10 on come") == [(1, "waited", "not-now")]
        assert outcomes("bet 10 on pass-odds", 4) == [(1, "waited", "no-flat")]
        assert view("bet 10 on come").refused == ()

    def test_a_refused_line_changes_nothing_and_the_next_is_read(self) -> None:
        assert outcomes("bet 3 on pass\nbet 10 on field") == [(1, "refused", "below-minimum"), (2, "fired", "")]
        assert up("bet 3 on pass\nbet 10 on field") == {"field": 10}

    def test_a_stake_is_made_whole_or_not_at_all(self) -> None:
        assert up("bet 20 on field\nbet 7 on field", rack=15) == {"field": 7}

    def test_keep_bets_adds_reduces_and_takes_down(self) -> None:
        text = "keep 10, 20, 5, 0 on place-5 by rolls this session"
        assert [up(text, *[4] * number) for number in range(4)] == [
            {"place-5": 10}, {"place-5": 20}, {"place-5": 5}, {},
        ]  # fmt: skip

    def test_press_adds_to_what_stayed_up(self) -> None:
        assert up("with a point: bet 6 on place-6\nwhen place-6 wins: press it by 6", 4, 6) == {"place-6": 12}
        assert up("with a point: bet 6 on place-6\nwhen place-6 wins: press it", 4, 6, 6) == {"place-6": 24}

    def test_press_starts_from_what_it_won_with_where_the_house_gave_it_back(self) -> None:
        text = "when any-7 wins: press it by 5\nbet 10 on any-7"
        assert up(text, 7, book="typical") == up(text, 7, book="catfish-bend") == {"any-7": 15}
        other = "bet 10 on any-7\nwhen any-7 wins: press it by 5"
        assert up(other, 7, 7, book="typical") == up(other, 7, 7, book="catfish-bend") == {"any-7": 20}

    def test_press_again_in_the_same_window_presses_again(self) -> None:
        text = "with a point: bet 6 on place-6\nwhen place-6 wins:\n    press it by 6\n    press it by 6"
        assert up(text, 4, 6) == {"place-6": 18}

    def test_press_waits_for_something_to_press(self) -> None:
        assert outcomes("press place-6 by 6 at most 1 time per shooter", 4) == [(1, "waited", "not-up")]

    def test_reduce_by_and_to(self) -> None:
        start = "when a point is set: bet 30 on place-5\n"
        assert up(start + "when 9 rolls: reduce place-5 by 10", 4, 9) == {"place-5": 20}
        assert up(start + "when 9 rolls: reduce place-5 to 10", 4, 9) == {"place-5": 10}
        assert up(start + "when 9 rolls: reduce place-5 to 50", 4, 9) == {"place-5": 30}
        assert up(start + "when 9 rolls: reduce place-5 to 0", 4, 9) == {}

    def test_take_down_and_what_stands_behind_it(self) -> None:
        start = "on the come-out: bet 10 on dont-pass\nbet 2x on dont-pass-odds\n"
        assert up(start, 4) == {"dont-pass": 10, "dont-pass-odds": 20}
        assert up(start + "when 9 rolls: take down dont-pass", 4, 9) == {}

    def test_a_family_skips_what_may_not_come_down(self) -> None:
        text = "on the come-out: bet 10 on pass\nwith a point: bet 12 on place-6\nwhen 9 rolls: take down all"
        assert up(text, 4, 9) == {"pass": 10}
        assert (3, "waited", "contract") in outcomes(text, 4, 9)
        assert view(text, 4, 9).refused == ()

    def test_a_wager_by_its_name_hears_the_houses_reason(self) -> None:
        text = "on the come-out: bet 10 on pass\nwhen 9 rolls: take down pass"
        assert outcomes(text, 4, 9)[-1] == (2, "refused", "contract")

    def test_call_stands_until_the_opposite_call(self) -> None:
        text = "with a point: bet 12 on place-6\nwhen 9 rolls: call place off\nwhen 5 rolls: call place on"
        assert view(text, 4, 9, 6).face_value == 1000_00
        assert view(text, 4, 9, 5, 6).face_value == 1014_00
        assert outcomes("bet 12 on place-6\ncall place off", 4, 9)[-1] == (2, "waited", "up")

    def test_counts_stay_inside_their_range(self) -> None:
        text = "count n from 0 to 2\nraise n\nkeep 5, 6, 7 on field by rolls this session\nwhen n is 2: leave"
        assert view(text).left == ""
        assert view(text, 5).left == "n is 2"
        held = "count n from 0 to 2\nraise n by 3\nlower n by 5\nset n to 1\nset n to 9"
        assert [outcome for _, outcome, _ in outcomes(held)] == ["held", "held", "fired", "held"]
        assert view(held).memory == (2,)

    def test_counts_start_anew(self) -> None:
        each = "count n from 0 to 9 starting at 3 each {}\nraise n"
        assert view(each.format("shooter"), 4, 5, 7).memory == (4,)
        assert view(each.format("shooter"), 4, 5, 4).memory == (7,)
        assert view(each.format("point"), 4, 5, 4).memory == (4,)

    def test_at_most_counts_the_times_a_line_did_something(self) -> None:
        text = "bet 5 on field, any-7 at most 2 times per {}"
        assert [bool(up(text.format("session"), *[5] * rolled)) for rolled in range(4)] == [True, True, False, False]
        assert up(text.format("shooter"), 4, 5, 5, 7) == {"field": 5, "any-7": 5}
        assert up(text.format("point"), 4, 5, 5) == {}
        assert up(text.format("point"), 4, 5, 4) == {"field": 5, "any-7": 5}
        assert outcomes(text.format("session"), 5, 5)[0] == (1, "waited", "at-most")


class TestAmounts:
    @pytest.mark.parametrize(
        ("amount", "wager", "stake"),
        [
            ("12", "place-6", 12), ("a unit", "place-6", 12), ("a unit", "place-5", 10), ("4 units", "place-6", 48),
            ("1.5 units", "place-6", 18), ("1.5 units", "place-5", 15), ("1.3 units", "place-6", 12),
            ("a unit", "horn", 12), ("2 units", "pass", 20), ("to win 20", "lay-4", 40), ("to win 20", "lay-6", 24),
            ("to win 2 units", "lay-5", 30), ("to win 7", "place-6", 6), ("to win 8", "place-6", 12),
            ("max", "place-6", 500), ("min", "place-6", 5), ("max", "lay-4", 1000), ("min", "horn", 4),
        ],
    )  # fmt: skip
    def test_plain_amounts(self, amount: str, wager: str, stake: int) -> None:
        assert up(f"bet {amount} on {wager}", rack=5000) == {wager: stake}

    @pytest.mark.parametrize(
        ("amount", "odds"),
        [
            ("2x", (20, 20, 20)),
            ("1.5x", (15, 15, 15)),
            ("3-4-5x", (30, 40, 50)),
            ("max", (30, 40, 50)),
            ("2 units", (20, 20, 20)),
        ],
    )
    def test_odds_taken(self, amount: str, odds: tuple[int, ...]) -> None:
        text = f"on the come-out: bet 10 on pass\nbet {amount} on pass-odds"
        assert tuple(up(text, point)["pass-odds"] for point in (4, 5, 6)) == odds

    def test_odds_in_a_house_of_more_points(self) -> None:
        text = "on the come-out: bet 10 on pass\nbet 3-4-5x on pass-odds"
        assert [up(text, point, book="crapless")["pass-odds"] for point in (2, 3, 4)] == [10, 20, 30]

    @pytest.mark.parametrize(
        ("amount", "odds"),
        [("to win 1x", (20, 15, 12)), ("6x", (60, 60, 60)), ("to win 10", (20, 15, 12)), ("max", (60, 60, 60))],
    )
    def test_odds_laid(self, amount: str, odds: tuple[int, ...]) -> None:
        text = f"on the come-out: bet 10 on dont-pass\nbet {amount} on dont-pass-odds"
        assert tuple(up(text, point)["dont-pass-odds"] for point in (4, 5, 6)) == odds

    def test_come_odds_are_one_for_each_come_point(self) -> None:
        text = "with a point: bet 10 on come while fewer than 2 come bets\nbet 2x on come-odds"
        assert up(text, 4, 5, 6) == {"come-5": 10, "come-6": 10, "come-odds-5": 20, "come-odds-6": 20}

    def test_winnings_are_rounded_down_to_what_is_paid_exactly(self) -> None:
        text = "with a point: bet 12 on place-6\nwhen place-6 wins: press it by {}"
        assert up(text.format("its winnings"), 4, 6) == {"place-6": 24}
        assert up(text.format("half its winnings"), 4, 6) == {"place-6": 18}

    def test_winnings_are_those_of_the_wager_that_made_the_event_true(self) -> None:
        text = "with a point: bet 12 on place-6, place-8\nbet 10 on hard-6\nwhen {}: {}"
        assert up(text.format("place-6 wins", "bet its winnings on field"), 4, 6)["field"] == 14
        assert up(text.format("place-6 wins", "bet half its winnings on field"), 4, 6)["field"] == 7
        assert up(text.format("6 rolls", "bet its winnings on field if place-6 wins"), 4, 6)["field"] == 14
        both = text.format("place-6 or hard-6 wins", "bet its winnings on field")
        assert (up(both, 4, 6)["field"], up(both, 4, -6)["field"]) == (14, 14 + 90)
        assert "field" not in up(both, 4, 8)

    def test_winnings_are_the_lines_own_if_that_made_the_event_true_too(self) -> None:
        text = (
            "with a point: bet 12 on place-6\nbet 10 on hard-6\nwhen place-6 or hard-6 wins: press {} by its winnings"
        )
        assert up(text.format("place-6"), 4, -6)["place-6"] == 12 + 12
        assert up(text.format("hard-6"), 4, -6)["hard-6"] == 10 + 90
        assert up(text.format("it"), 4, -6) == {"place-6": 24, "hard-6": 100}
        assert up(text.format("hard-6"), 4, 6) == {"place-6": 12, "hard-6": 10 + 14}

    def test_winnings_are_the_lines_own_under_an_event_that_is_of_no_wager(self) -> None:
        text = "when {}: bet its winnings on field\nbet 10 on field if on the come-out"
        assert up(text.format("2 rolls"), 2) == {"field": 20}
        assert up(text.format("2 rolls or pass wins"), 4) == {}
        assert up(text.format("4 rolls or pass wins"), 4) == {"field": 10}, "the roll made it true, and pass did not"

    def test_winnings_are_the_lines_own_if_a_roll_made_the_event_true(self) -> None:
        text = "with a point: bet 12 on place-6, place-8\nwhen place-6 wins or 8 rolls: press place-8 by its winnings"
        assert up(text, 9, 8)["place-8"] == 24
        assert up(text, 9, 6)["place-8"] == 24

    def test_winnings_are_rounded_down_to_what_the_wager_they_go_to_pays_exactly(self) -> None:
        text = "with a point: bet 12 on place-8\nwhen place-8 wins: bet its winnings on place-6"
        assert up(text, 4, 8) == {"place-8": 12, "place-6": 12}

    def test_parameters_and_counts_are_amounts(self) -> None:
        assert up("let flat be 15\nbet flat on field") == {"field": 15}
        assert up("count n from 1 to 9 starting at 3\nbet n units on field") == {"field": 30}
        settled = compile_strategy(parse("let flat be 15\nbet flat on field"), game_of("typical"), {"flat": "7"})
        assert settled(View(game_of("typical"), 100_00, 100_00)).layout == {"field": 700}

    def test_below_zero_there_is_no_stake(self) -> None:
        text = "count n from -3 to 3\nbet 10 on field\nkeep n on field if n under 0\nbet n units on any-7"
        assert up(text) == {}
        assert [code for _, _, code in outcomes(text)] == ["", "", "nothing"]

    def test_the_last_step_of_a_ladder_holds_or_it_starts_over(self) -> None:
        text = "keep 5, 6, 7{} on field by losses in a row"
        assert [up(text.format(""), *[5] * lost)["field"] for lost in range(5)] == [5, 6, 7, 7, 7]
        assert [up(text.format(" repeating"), *[5] * lost)["field"] for lost in range(5)] == [5, 6, 7, 5, 6]
        assert up(text.format(""), 5, 5, 4) == {"field": 5}

    def test_a_ladder_without_of_counts_each_wagers_own(self) -> None:
        text = "with a point: keep 1, 2 units on place-6, place-8 by hits this shooter"
        assert up(text, 4, 6) == {"place-6": 24, "place-8": 12}
        assert up(text, 4, 6, 7, 4) == {"place-6": 12, "place-8": 12}

    def test_max_follows_the_flat_bet(self) -> None:
        text = "on the come-out: bet 15 on pass\nbet max on pass-odds"
        assert up(text, 6, book="catfish-bend") == {"pass": 15, "pass-odds": 150}
        assert up(text, 6, book="new-south-wales") == {"pass": 15, "pass-odds": 30}


class TestNames:
    def test_groups_leave_the_point_out(self) -> None:
        assert list(up("with a point: bet a unit on place-inside", 6)) == ["place-5", "place-8", "place-9"]
        assert list(up("with a point: bet a unit on place-outside", 6)) == ["place-4", "place-5", "place-9", "place-10"]
        assert list(up("with a point: bet a unit on place-point", 6)) == ["place-6"]
        across = up("with a point: bet a unit on place-across", 6, book="crapless")
        assert list(across) == [f"place-{number}" for number in (2, 3, 4, 5, 8, 9, 10, 11, 12)]

    def test_come_in_a_condition_has_the_travelled_ones(self) -> None:
        text = "with a point: bet 10 on come if no come bets\nbet 5 on field if come is up"
        assert up(text, 4, 5) == {"come-5": 10, "field": 5}
        points = "with a point: bet 10 on come if no come points"
        assert up(points, 4) == {"come": 10}
        assert up(points, 4, 5) == {"come-5": 10}
        assert up(points, 4, 5, 5) == {"come": 10}

    def test_props_are_the_houses_propositions(self) -> None:
        text = "bet 4 on horn\nbet 10 on field\nbet 5 on hard-6\nwhen a point is set: take down props"
        assert up(text, 4, book="catfish-bend") == {"field": 10}

    def test_a_house_may_have_wagers_of_its_own(self) -> None:
        game = Game.open(str(Path(__file__).parents[3] / "examples" / "collectors.toml"))
        made = compile_strategy(parse("when a shooter starts: bet 5 on all, fire", glossary=game.rules.glossary), game)
        assert made(View(game, 100_00, 100_00)).layout == {"fire": 5_00, "all": 5_00}
        with pytest.raises(BadStrategy, match="expected a wager, found 'fire'"):
            parse("bet 5 on fire")

    def test_a_house_may_have_no_puck(self) -> None:
        game = Game.open(str(Path(__file__).parents[3] / "examples" / "no-puck.toml"))
        wager = next(iter(game.rules.by_key))
        text = f"on the come-out: bet 10 on {wager}\nwith a point: leave\nwhen a shooter starts: leave"
        made = compile_strategy(parse(text, glossary=game.rules.glossary), game)
        after = made(View(game, 100_00, 100_00))
        assert (list(after.layout), after.left) == ([wager], "")

    def test_it_is_each_wager_of_the_event(self) -> None:
        text = "bet 12 on place-6, place-8\nbet 10 on field\nwhen place-6, place-8 or field wins: take it down"
        assert up(text, 4, 6) == {"place-8": 12, "field": 10}
        assert up("bet 12 on place-6, place-8\ntake it down if place wins", 4, 6) == {"place-8": 12}

    def test_it_of_the_lines_own_if_comes_before_the_headings(self) -> None:
        text = (
            "bet 12 on place-6, place-8\nwhen place-6 wins: press it by 6\nwhen 6 rolls: press it by 6 if place-6 wins"
        )
        assert up(text, 4, 6) == {"place-6": 24, "place-8": 12}


OF_THE_TABLE = """
    on the come-out                        |           | yes
    on the come-out                        | 4         | no
    on the come-out                        | 4 4       | yes
    with a point                           | 4         | yes
    not with a point                       | 4         | no
    not not with a point                   | 4         | yes
    with the point on 4 or 10              | 4         | yes
    the point is 5, 6                      | 4         | no
    the point is a box number              | 4         | yes
    4 rolls                                | 4         | yes
    5 or 6 rolls                           | 4         | no
    a box number rolls                     | 4         | yes
    a box number rolls                     | 7         | no
    a box number rolls                     |           | no
    hard 4 rolls                           | 4         | no
    hard 4 rolls                           | -4        | yes
    hard 4 or 5 rolls                      | 5         | yes
    a point is set                         | 4         | yes
    a point is set                         | 4 5       | no
    the point is made                      | 4 4       | yes
    the shooter sevens out                 | 4 7       | yes
    the shooter sevens out                 | 7         | no
    a shooter starts                       |           | yes
    a shooter starts                       | 7         | no
    a shooter starts                       | 4 7       | yes
    at least 2 rolls this shooter          | 4 5       | yes
    at least 2 rolls this shooter          | 4 7 5     | no
    exactly 1 roll this point              | 4 5       | yes
    exactly 1 roll this point              | 4 5 6     | no
    after 1 point made this shooter        | 4 4       | yes
    after 1 point made this shooter        | 4 4 5 7   | no
    no points made this session            | 4 4 5 7   | no
    fewer than 2 seven-outs this session   | 4 7       | yes
    at least 2 seven-outs this session     | 4 7 4 7   | yes
    at least 1 seven-out this shooter      | 4 7       | no
    rack at least 1000                     |           | yes
    rack over 1000                         |           | no
    rack is 1000                           |           | yes
    rack is not 1000                       |           | no
    rack under 1000                        |           | no
    rack at most 1000                      |           | yes
    with a point and 4 rolls               | 4         | yes
    with a point and 5 rolls               | 4         | no
    5 rolls or 4 rolls                     | 4         | yes
    nothing is up                          | 4         | yes
"""
OF_WAGERS = """
    place-6 is up                          | 4         | yes
    place-9 is up                          | 4         | no
    place-9 or place-6 is up               | 4         | yes
    place-9 and place-6 is up              | 4         | no
    place-8 and place-6 is up              | 4         | yes
    place is up                            | 4         | yes
    nothing is up                          | 4         | no
    place-6 wins                           | 4 6       | yes
    place-6 wins                           | 4 6 5     | no
    place wins                             | 4 6       | yes
    place-8 wins                           | 4 6       | no
    place-6 wins at 12                     | 4 6       | yes
    place-6 wins at 6                      | 4 6       | no
    place-6 wins at a unit                 | 4 6       | yes
    field and place-6 wins                 | 4 6       | no
    field loses                            | 4 6       | yes
    place-6 and field loses                | 4 7       | yes
    field wins                             | 4         | yes
    dont-pass pushes                       | 12        | yes
    at least 1 hit of place this shooter   | 4 6       | yes
    at least 1 hit of place this shooter   | 4 6 7     | no
    at least 1 hit of place this session   | 4 6 7     | yes
    at least 1 hit of place this point     | 4 6 4     | no
    at least 1 hit of place this session   | 6         | no
    exactly 2 losses of field in a row     | 5 5       | yes
    exactly 2 losses of field in a row     | 5 5 5     | no
    exactly 2 losses of field in a row     | 5 4 5     | no
    at least 2 wins of field in a row      | 4 5 4     | no
    exactly 1 loss of place in a row       | 4 7       | yes
    exactly 1 win of place-8 or place-6 in a row | 4 8 | yes
    exactly 1 loss of field or place-6 in a row  | 4 5 | yes
    no losses of field or place-6 in a row | 4 5 6     | yes
    no losses of place-6 or field in a row | 4 5 6     | yes
    no wins of field or place-6 in a row   | 4 6       | yes
    no wins of place-6 or field in a row   | 4 6       | yes
    no losses of dont-pass or field in a row | 3       | yes
    exactly 1 loss of dont-pass or field in a row | 7  | yes
    at least 2 losses of place this session | 4 7      | yes
    fewer than 3 place bets                | 4         | yes
    exactly 2 place-6 or place-8 bets      | 4         | yes
    no come bets                           | 4         | yes
"""
OF_MONEY = """
    up 10                                  | 4         | yes
    up 11                                  | 4         | no
    down 10                                | 5         | yes
    down 11                                | 5         | no
    up a unit                              | 4         | yes
    down 10 this session                   | 5         | yes
    down 10 this shooter                   | 4 5 5     | yes
    down 10 this shooter                   | 4 5 5 7   | no
    up 10 this point                       | 4         | no
    up 10 this point                       | 4 9       | yes
    up 20 this point                       | 4 9 4     | no
    rack at least 990                      | 5         | yes
    rack at least 1000                     | 5         | no
    rack this session at least 10          | 4         | yes
    rack this shooter at least -10         | 5         | yes
    rack this shooter over -10             | 5         | no
    rack this point is 0                   | 4         | yes
    rack this point is 10                  | 4 9       | yes
    rack this shooter at least -1 units    | 5         | yes
"""


def cases(table: str) -> list[tuple[str, tuple[int, ...], bool]]:
    """Condition, rolls, and whether it holds then."""
    rows = [[part.strip() for part in line.split("|")] for line in table.strip().splitlines()]
    return [(said, tuple(map(int, totals.split())), holds == "yes") for said, totals, holds in rows]


def holds(condition: str, totals: tuple[int, ...], before: str = "", behind: str = "") -> bool:
    """Whether a condition is true in the last window."""
    text = f"count yes from 0 to 1\n{before}set yes to 1 if {condition}\n{behind}"
    line = 2 + before.count("\n")
    return (line, "fired", "") in outcomes(text, *totals)


class TestConditions:
    @pytest.mark.parametrize(("condition", "totals", "expected"), cases(OF_THE_TABLE))
    def test_of_the_table(self, condition: str, totals: tuple[int, ...], expected: bool) -> None:
        assert holds(condition, totals) is expected

    @pytest.mark.parametrize(("condition", "totals", "expected"), cases(OF_WAGERS))
    def test_of_wagers(self, condition: str, totals: tuple[int, ...], expected: bool) -> None:
        bets = "bet 12 on place-6, place-8\nbet 10 on field\nbet 10 on dont-pass\n"
        assert holds(condition, totals, before=bets) is expected

    @pytest.mark.parametrize(("condition", "totals", "expected"), cases(OF_MONEY))
    def test_money(self, condition: str, totals: tuple[int, ...], expected: bool) -> None:
        assert holds(condition, totals, behind="bet 10 on field") is expected

    def test_on_the_point_and_covered(self) -> None:
        assert list(up("with a point: bet a unit on place-6, place-8 unless on the point", 6)) == ["place-8"]
        start = "on the come-out: bet 10 on pass\nwith a point: bet 10 on come if no come bets\n"
        covered = start + "when at least 1 come point: bet 30 on place-5, place-6, place-8 unless covered"
        assert [key for key in up(covered, 6, 8) if key.startswith("place")] == ["place-5"]
        assert "place-6" in up("with a point: bet 12 on place-6 unless covered", 6)

    def test_own_counts_are_compared(self) -> None:
        text = "count n from 0 to 5 starting at 3\nlet m be 3\nleave if {}"
        true = ("n is 3", "n is not 2", "n at least 3", "n at most 3", "n over 2", "n under 4", "n is m", "m is 3")
        assert all(view(text.format(condition)).left for condition in true)
        assert not any(view(text.format(f"not {condition}")).left for condition in true)

    @pytest.mark.parametrize(
        ("line", "decided"),
        [("pass", "wins"), ("pass", "loses"), ("dont-pass", "loses"), ("dont-pass", "wins")],
    )
    def test_units_of_odds_are_those_of_the_number_they_were_on(self, line: str, decided: str) -> None:
        bets = f"unit 25\non the come-out: bet a unit on {line}\nbet {{}} on {line}-odds\n"
        event = f"when {line}-odds {decided} at {{}}: bet 10 on any-7"
        made = (line == "pass") == (decided == "wins")
        for point in (4, 5, 6):
            rolls = (point, 9 if point != 9 else 8, point if made else 7)
            for units in ("a unit", "2 units"):
                layout = up((bets + event).format(units, "a unit"), *rolls)
                assert ("any-7" in layout) is (units == "a unit"), (point, units, layout)
            assert "any-7" in up((bets + event).format("2 units", "2 units"), *rolls)

    def test_what_is_a_unit_on_one_number_may_be_two_on_another(self) -> None:
        text = "on the come-out: bet 10 on pass\nbet 20 on pass-odds\nleave if pass-odds wins at {} units"
        made = compile_strategy(parse(text.format(20)), game_of("typical"), {"unit": "1"})
        endings = [play(game_of("typical"), made, 1000_00, dice([point, point])).ending for point in (4, 5, 6)]
        assert endings == ["pass-odds wins at 20 units", "rolls", "rolls"]

    def test_a_contract_bet_counts_nothing_towards_what_is_up_or_down(self) -> None:
        """Up 20 with a pass bet of 10 that may not come down is up 10."""
        line = "on the come-out: bet 10 on pass"
        said = {"up 20": True, "up 10 this shooter": True, "down 1": False}
        assert {each: holds(each, (7, 7), behind=line) for each in said} == said
        said = {"up 20": False, "up 10": True, "down 10 this point": False, "up 20 this shooter": False}
        assert {each: holds(each, (7, 7, 5), behind=line) for each in said} == said
        assert holds("down 10", (5,), behind=line)
        assert holds("up 20 this point", (5, 5), behind=line) is False  # the point is over, and a new span began

    def test_what_may_be_taken_down_counts_its_stake(self) -> None:
        placed = "with a point: bet 12 on place-6\nleave if {}"
        assert view(placed.format("down 1"), 5).left == ""
        assert view(placed.format("up 14"), 5, 6).left == "up 14"
        assert view(placed.format("up 14 this shooter"), 5, 6).left == "up 14 this shooter"

    def test_net_counts_the_layout_and_the_rack_does_not(self) -> None:
        assert view("bet 10 on field\nleave if down 1").left == ""
        assert view("bet 10 on field\nleave if rack this shooter under 0").left == "rack this shooter under 0"

    def test_commission_is_lost_at_once(self) -> None:
        assert view("bet 20 on buy-4\nleave if down 1 this shooter").left == "down 1 this shooter"


class TestMemory:
    def test_a_file_that_counts_nothing_remembers_nothing(self) -> None:
        assert view("on the come-out: bet 10 on pass", 4, 5).memory is None

    def test_counts_stop_where_nothing_can_be_told_apart(self) -> None:
        text = "sit out if at least 2 losses of field this session\nsit out if exactly 3 rolls this session"
        text = f"bet 10 on field\n{text}"
        assert view(text, 5, 5, 5, 5, 5, 5).memory == (2, 4)

    def test_the_same_phrase_is_counted_once(self) -> None:
        text = "sit out if at least 2 losses of field this session\nsit out if fewer than 1 loss of field this session"
        assert view(text, 5).memory == (0,)

    def test_the_puck_is_remembered_only_for_units_of_odds(self) -> None:
        text = "on the come-out: bet a unit on pass\nbet a unit on pass-odds\nleave if {}"
        assert view(text.format("pass-odds wins at 2 units"), 4, 5).memory == (game_of("typical").puck(4),)
        assert view(text.format("pass-odds wins at 20"), 4, 5).memory is None
        assert view(text.format("pass wins at 2 units"), 4, 5).memory is None
        assert view(text.format("come-odds wins at 2 units"), 4, 5).memory is None

    def test_what_is_looked_at_is_what_the_file_needs(self) -> None:
        game = game_of("typical")

        def looked_at(text: str) -> set[str]:
            reads: set[str] = set()
            compile_strategy(parse(text), game)(View(game, 100_00, 100_00, reads=reads))
            return reads

        assert looked_at("on the come-out: bet 10 on pass\nbet 2x on pass-odds\nleave if up 20") == set()
        assert looked_at("when 6 rolls: leave") == {"last"}
        assert looked_at("when hard 6 rolls: leave") == {"last", "hard"}
        assert looked_at("count n from 0 to 1 each shooter\nraise n") == {"event"}
        assert looked_at("when place-6 wins: press it by 6") == {"place-6"}
        hardways = {"hard-4", "hard-6", "hard-8", "hard-10"}
        assert looked_at("leave if at least 2 hits of hard this shooter") == {*hardways, "event"}
        assert looked_at("leave if at least 2 rolls this session") == set()
        assert looked_at("leave if up 20 this shooter") == {"shooter_worth"}


def test_every_line_is_reported_after_a_run() -> None:
    watched = TalliedPlan(plan("on the come-out: bet 10 on pass\nbet 9x on pass-odds\nwhen 2 rolls: leave"))
    play(game_of("typical"), watched, 1000_00, dice([4, 5, 4, 6, 7]))
    bet, odds, leave = watched.tally.report()
    assert (bet.line, bet.text, bet.heading, bet.fired) == (1, "bet 10 on pass", "on the come-out", 3)
    assert (odds.fired, odds.waited) == (0, (("not-now", 3),))
    assert [(each.wager, each.code, each.times) for each in odds.refused] == [
        ("pass-odds", "above-maximum", 2),
        ("pass-odds", "above-maximum", 1),
    ]
    assert odds.refused[0].reason == "Pass odds may be at most 30.00 behind a flat bet of 10.00"
    assert odds.refused[0].clause == "Basic wagering rules 7"
    assert (leave.fired, leave.refused, leave.waited) == (0, (), ())


def test_ruin_is_a_refusal_for_the_rack_with_nothing_up() -> None:
    made = plan("on the come-out: bet 10 on pass")
    assert play(game_of("typical"), made, 15_00, dice([2, 5])).ending == "ruin"
    assert play(game_of("typical"), made, 25_00, dice([2, 5])).ending == "rolls"


def test_who_cannot_pay_for_more_is_not_ruined_while_something_is_up() -> None:
    made = plan("on the come-out: bet 10 on pass\nwith a point: bet 10 on place-5")
    short = play(game_of("typical"), made, 15_00, dice([6, 4, 6, 6]))
    assert (short.ending, short.rolls, short.net) == ("rolls", 4, 10_00)
    lost = play(game_of("typical"), made, 15_00, dice([6, 4, 7, 6]))
    assert (lost.ending, lost.rolls, lost.net) == ("ruin", 3, -10_00)


def test_a_view_is_ruined_only_with_nothing_up() -> None:
    empty = View(game_of("typical"), 15_00, 15_00)
    assert empty.bet("pass", 20_00).ruined
    assert empty.bet("pass", 20_00).ending == "ruin"
    up = empty.bet("pass", 10_00)
    assert not up.bet("field", 10_00).ruined
    assert up.bet("field", 10_00).refused[-1][1].code == "rack"
    assert up.bet("field", 10_00).ending == ""

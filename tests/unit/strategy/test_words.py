"""The words people use: shares, totals, parlays, arithmetic, chance, headings within headings, other strategies."""

from collections import Counter
from itertools import islice, pairwise
from pathlib import Path

import pytest

from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.simulation.philox import rolls_of
from sevenout.base.dice import ROLLS, Roll
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan, compile_strategy
from sevenout.strategy.language.compiler.registers import LotRing
from sevenout.strategy.language.mistakes import BadStrategy
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.tools.explainer import explain
from sevenout.strategy.library import open_strategy, read_strategy
from sevenout.strategy.tracing import StrategyTracer
from sevenout.strategy.view import Last, Past, View
from tests.unit.strategy.sitting import as_traced, first, game_of, in_a_session, stands
from tests.unit.strategy.test_semantics import dice


def after(text: str, *totals: int, bankroll: Cents = 1_000_00, book: str = "typical") -> View:
    """What a player has after acting in the window behind some rolls."""
    game = game_of(book)
    plan = compile_strategy(parse(text), game)
    return first(in_a_session(game, plan, bankroll, dice(totals)), len(totals) + 1)


def layout(text: str, *totals: int, bankroll: Cents = 1_000_00, book: str = "typical") -> dict[str, int]:
    view = after(text, *totals, bankroll=bankroll, book=book)
    return {wager: stake // 100 for wager, stake in view.layout.items()}


class TestShares:
    """Parts of the rack, the bankroll and the peak, within what the house takes and pays exactly."""

    @pytest.mark.parametrize(
        ("amount", "stake"),
        [
            ("10% of the rack on pass", {"pass": 100}),
            ("half the rack on pass", {"pass": 500}),
            ("5% of the bankroll on pass", {"pass": 50}),
            ("7.5% of the peak on pass", {"pass": 75}),
            ("0.1% of the rack on pass", {"pass": 5}),  # the table's minimum
            ("all that is left on pass", {"pass": 500}),  # its maximum
            ("10% of the rack on field, pass", {"field": 100, "pass": 100}),
        ],
    )
    def test_of_a_thousand(self, amount: str, stake: dict[str, int]) -> None:
        assert layout(f"bet {amount}") == stake

    def test_a_stake_is_rounded_down_to_what_pays_exactly(self) -> None:
        assert layout("with a point: bet 10% of the rack on place-6, place-5", 8) == {"place-6": 96, "place-5": 100}

    def test_the_rack_of_a_line_is_as_the_line_finds_it(self) -> None:
        assert layout("bet half the rack on field\nbet half the rack on pass") == {"field": 250, "pass": 375}

    def test_who_cannot_pay_the_minimum_is_ruined(self) -> None:
        assert after("bet 10% of the rack on pass", bankroll=4_00).ending == "ruin"

    def test_all_that_is_left_leaves_enough_for_the_commission(self) -> None:
        view = after("bet all that is left on buy-4", bankroll=100_00)
        assert view.refused == ()
        assert 0 <= view.rack < 2_00
        assert view.layout["buy-4"] > 90_00

    def test_a_name_stands_for_a_percentage(self) -> None:
        assert layout("let risk be 3\nbet risk% of the rack on pass") == {"pass": 30}

    @pytest.mark.parametrize("share", ["10% of the rack", "half the rack", "25% of the peak", "all that is left"])
    def test_a_share_is_traced_for_the_racks_it_is_the_same_for(self, share: str) -> None:
        game = game_of("typical")
        plan = compile_strategy(parse(f"on the come-out: bet {share} on pass"), game)
        thrown = list(islice(rolls_of(3, 4), 60))
        tracer = StrategyTracer(game, plan, 300_00)
        assert list(as_traced(tracer, thrown)) == stands(game, plan, 300_00, thrown)

    def test_bold_play_from_60_to_100_reaches_it_as_often_as_is_known(self) -> None:
        """A pass wins with 244/495, and the chain of 60, 20, 40 and 80 has this in closed form (Dubins and Savage)."""
        text = "when up 40: leave\non the come-out: bet all that is left on pass if rack at most 50\n"
        text += "on the come-out and rack is 60: bet 40 on pass\non the come-out and rack is 80: bet 20 on pass"
        found = distribution(Game.open("typical", minimum=1_00), compile_plan(text, minimum=1_00), 60_00, 400)
        assert dict(found.endings)["up 40"] == pytest.approx(0.590557019966, abs=1e-9)


def compile_plan(text: str, minimum: Cents) -> Plan:
    return compile_strategy(parse(text), Game.open("typical", minimum=minimum))


class TestPeak:
    """Below the most that could have been carried away."""

    def test_a_loss_is_a_fall_from_the_peak_and_a_win_raises_it(self) -> None:
        text = "when down 20 from the peak: leave\non the come-out: bet 10 on pass"
        assert after(text, 7, 7, 2).left == ""
        assert after(text, 7, 7, 2, 2).left == "down 20 from the peak"

    def test_a_part_of_the_peak(self) -> None:
        text = "when down 10% from the peak: leave\non the come-out: bet 10 on pass"
        assert after(text, 2, bankroll=110_00).left == ""
        assert after(text, 2, bankroll=100_00).left == "down 10% from the peak"

    def test_a_seven_out_does_not_forget_the_peak(self) -> None:
        text = "when down 30 from the peak: leave\non the come-out: bet 10 on pass\nwith a point: bet 10 on field"
        assert after(text, 6, 7, 5).left == "down 30 from the peak"  # two bets lost, and one that may not come down

    def test_a_bet_that_may_be_taken_down_is_no_fall_and_raises_no_peak(self) -> None:
        text = "when down 10 from the peak: leave\nwith a point: bet 12 on place-6\nwhen 9 rolls: take down place-6"
        assert after(text, 5, 6, 9, 9).left == ""


class TestTotals:
    """A total spread over several wagers, by what each is paid exactly in."""

    @pytest.mark.parametrize(
        ("total", "stakes"),
        [
            ("54 across", {"place-4": 10, "place-5": 10, "place-6": 12, "place-8": 12, "place-10": 10}),
            ("32 across", {"place-4": 5, "place-5": 5, "place-6": 6, "place-8": 6, "place-10": 5}),
            ("44 inside", {"place-5": 10, "place-6": 12, "place-8": 12}),
            ("20 outside", {"place-4": 5, "place-5": 5, "place-10": 5}),
            ("22 over iron-cross", {"place-5": 5, "place-6": 6, "place-8": 6, "field": 5}),
            ("40 over hardways", {"hard-4": 10, "hard-6": 10, "hard-8": 10, "hard-10": 10}),
            ("26 across", {}),
        ],
    )
    def test_with_the_point_on_9(self, total: str, stakes: dict[str, int]) -> None:
        assert layout(f"with a point: bet {total}", 9) == stakes

    def test_a_share_of_the_rack_is_one_total(self) -> None:
        assert layout("with a point: bet 10% of the rack inside", 9) == {"place-5": 25, "place-6": 30, "place-8": 30}

    def test_a_ladder_of_totals(self) -> None:
        text = "with a point: keep 44, 22 inside by hits of place this shooter"
        assert layout(text, 4, 6) == {"place-5": 5, "place-6": 6, "place-8": 6, "place-9": 5}

    def test_the_sets_are_bet_one_by_one_too(self) -> None:
        assert layout("bet 5 on hardways") == {"hard-4": 5, "hard-6": 5, "hard-8": 5, "hard-10": 5}
        assert layout("with a point: bet 12 on iron-cross", 4) == {
            "place-5": 12, "place-6": 12, "place-8": 12, "field": 12
        }  # fmt: skip


class TestParlays:
    def test_what_was_won_goes_on_top(self) -> None:
        text = "bet 12 on place-6\nwhen place-6 hits: parlay it"
        assert layout(text, 8, 6) == {"place-6": 24}  # 12 pays 14, of which 12 are paid exactly

    def test_a_bet_that_the_house_gives_back_is_parlayed_from_what_won(self) -> None:
        assert layout("when field wins: parlay it\nbet 10 on field", 4)["field"] == 20

    def test_without_a_win_nothing_is_added(self) -> None:
        assert layout("bet 10 on field\nparlay field", 8, 5) == {"field": 10}


class TestNumbers:
    """Arithmetic and doubling."""

    @pytest.mark.parametrize(
        ("amount", "stake"),
        [("10 + 5", 15), ("2 * 10 + 5", 25), ("5 + 2 * 10", 25), ("40 - 10 - 10", 20), ("96 / 8", 12), ("5 / 0", 0)],
    )
    def test_times_comes_before_plus(self, amount: str, stake: int) -> None:
        assert layout(f"bet {amount} on field").get("field", 0) == stake

    def test_counts_take_part(self) -> None:
        text = "count level from 1 to 9\nwhen pass loses: set level to 2 * level + 1\n"
        text += "on the come-out: bet level * 10 on pass"
        assert layout(text, 2, 3) == {"pass": 70}

    def test_doubling_stops_at_the_end_of_the_range(self) -> None:
        text = "count level from 1 to 9\nwhen pass loses: double level\non the come-out: bet level units on pass"
        assert layout(text, 2, 3, 12) == {"pass": 80}
        assert layout(text, 2, 3, 12, 2) == {"pass": 90}


class TestCounts:
    def test_hits_are_wins_and_this_shooter_goes_without_saying(self) -> None:
        text = "with a point: bet 12 on place-6\nwhen place-6 hits and after 2 hits of place-6: take it down"
        assert layout(text, 8, 6) == {"place-6": 12}
        assert layout(text, 8, 6, 6) == {}

    def test_shooters_are_those_who_have_sevened_out(self) -> None:
        text = "when after 2 shooters: leave\non the come-out: bet 10 on pass"
        assert after(text, 6, 7, 7, 7, 6).left == ""
        assert after(text, 6, 7, 7, 7, 6, 7).left == "after 2 shooters"


class TestConditions:
    """`and` binds closer than `or`."""

    @pytest.mark.parametrize(
        ("condition", "totals", "bets"),
        [
            ("with a point and 5 rolls or 3 rolls", (3,), True),
            ("with a point and 5 rolls or 3 rolls", (6,), False),
            ("with a point and 5 rolls or 3 rolls", (6, 5), True),
            ("3 rolls or with a point and 5 rolls", (6, 5), True),
            ("3 rolls or with a point and 5 rolls", (6, 8), False),
        ],
    )
    def test_mixed(self, condition: str, totals: tuple[int, ...], bets: bool) -> None:
        assert bool(layout(f"bet 10 on field if {condition}", *totals)) is bets

    def test_a_reason_to_leave_is_the_part_that_is_true(self) -> None:
        assert after("when up 5 and with a point or 12 rolls: leave", 12).left == "12 rolls"


class TestChance:
    """Lots that the dice draw."""

    def test_before_the_first_roll_nothing_is_drawn(self) -> None:
        assert layout("bet 10 on field if 99 times in 100") == {}

    @pytest.mark.parametrize(("times", "out_of"), [(1, 2), (1, 3), (2, 5), (1, 10)])
    def test_the_share_is_as_said_whatever_was_rolled(self, times: int, out_of: int) -> None:
        game, drawn, rolled = game_of("typical"), Counter[int](), Counter[int]()
        plan = compile_strategy(parse(f"bet 1 on field if {times} time in {out_of}"), game)
        view = View(game, 10**9, 10**9)
        for number, thrown in enumerate(islice(rolls_of(7, 0), 12_000)):
            view = plan(View(game, 10**9, 10**9, memory=view.memory, _past=past(thrown, number)))
            drawn[thrown.total] += bool(view.layout)
            rolled[thrown.total] += 1
        for total in range(4, 11):
            share, many = times / out_of, rolled[total]
            assert abs(drawn[total] - share * many) < 4.5 * (share * (1 - share) * many) ** 0.5

    def test_two_lots_in_a_row_have_little_to_do_with_each_other(self) -> None:
        ring, place, pairs = LotRing([3]), 0, Counter[tuple[int, int]]()
        lots = []
        for thrown in islice(rolls_of(11, 1), 9_000):
            place = ring.next_place(place, thrown.index)
            lots.append(ring.draw(place, 4, 3))
        pairs.update(pairwise(lots))
        assert all(850 < pairs[one, two] < 1150 for one in range(3) for two in range(3))

    def test_the_same_dice_give_the_same_session_however_it_is_played(self) -> None:
        game = game_of("typical")
        plan = compile_strategy(parse("bet 5 on field if one time in three\nbet 5 on any-7 if 1 time in 4"), game)
        thrown = list(islice(rolls_of(5, 5), 80))
        assert list(as_traced(StrategyTracer(game, plan, 200_00), thrown)) == stands(game, plan, 200_00, thrown)

    def test_a_chance_is_followed_exactly(self) -> None:
        """Each window but the first bets one time in two: 2 rolls cost half of the field's edge on the second."""
        half = distribution("typical", "bet 10 on field if 1 time in 2", 100_00, 2).mean
        whole = distribution("typical", "bet 10 on field", 100_00, 1).mean
        assert half == pytest.approx(whole / 2)


def past(thrown: Roll, number: int) -> Past:
    return Past(Last(thrown.total), thrown.hard, dice=thrown.index if number else ROLLS[0].index)


class TestNesting:
    """Headings within headings."""

    TEXT = """\
with a point:
    bet 12 on place-6
    when the point is 8:
        bet 5 on field
    otherwise when the point is 9: bet 5 on any-7
    otherwise:
        bet 5 on hard-8
otherwise: bet 10 on pass
"""

    @pytest.mark.parametrize(
        ("totals", "stakes"),
        [
            ((8,), {"pass": 10, "place-6": 12, "field": 5}),
            ((9,), {"pass": 10, "place-6": 12, "any-7": 5}),
            ((4,), {"pass": 10, "place-6": 12, "hard-8": 5}),
            ((), {"pass": 10}),
        ],
    )
    def test_a_line_holds_if_all_its_headings_do(self, totals: tuple[int, ...], stakes: dict[str, int]) -> None:
        assert layout(self.TEXT, *totals) == stakes

    def test_it_is_the_wager_of_the_nearest_event(self) -> None:
        text = "bet 12 on place-6, place-8\nwhen place-6 or place-8 hits:\n    with a point: press it by 6"
        assert layout(text, 5, 8) == {"place-6": 12, "place-8": 18}

    def test_it_is_retold_with_its_depth(self) -> None:
        assert [sentence.under for sentence in explain(parse(self.TEXT))] == [0, 1, 1, 1, 1, 0]


class TestPlay:
    """Another strategy as a part."""

    def test_it_plays_as_it_would_alone(self) -> None:
        game = game_of("typical")
        alone = compile_strategy(parse("play three-point-molly"), game)
        for session in range(5):
            thrown = list(islice(rolls_of(9, session), 60))
            assert stands(game, alone, 300_00, thrown) == stands(
                game, open_strategy("three-point-molly", game), 300_00, thrown
            )

    def test_until_is_for_good(self) -> None:
        text = "play pass-line until up 10"
        assert layout(text, 7) == {}
        assert layout(text, 2) == {"pass": 10}
        assert layout(text + "\nbet 5 on field if nothing is up", 7, 5, 5) == {"field": 5}

    def test_until_this_shooter_begins_anew_with_the_next(self) -> None:
        text = "play field-flat until after 1 win of field"
        assert layout(text, 4) == {}
        assert layout(text, 4, 7) == {"field": 10}

    def test_then_comes_what_follows(self) -> None:
        text = "play pass-line until down 10\nthen play dont-pass until down 20\nthen play field-flat"
        assert layout(text) == {"pass": 10}
        assert layout(text, 2) == {"dont-pass": 10}
        assert layout(text, 2, 7) == {"field": 10}

    def test_sitting_out_is_for_the_part_alone(self) -> None:
        assert layout("play hot-hands-only\nbet 5 on field") == {"field": 5}

    def test_the_unit_and_a_number_of_the_same_name_are_the_files_own(self) -> None:
        text = "unit 15\nlet odds be 2\nplay three-point-molly"
        assert layout(text, 4) == {"pass": 15, "pass-odds": 30, "come": 15}

    def test_counts_of_a_part_are_its_own(self) -> None:
        text = "count level from 1 to 3\nplay dalembert\nbet level on field if level is 2"
        assert layout(text, 2, 3) == {"pass": 30}

    def test_a_file_beside_is_played_and_one_that_plays_itself_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "mine.strategy").write_text("bet 7 on field\n", encoding="utf-8")
        (tmp_path / "round.strategy").write_text("play round\n", encoding="utf-8")
        (tmp_path / "both.strategy").write_text("play mine\n", encoding="utf-8")
        game = game_of("typical")
        assert open_strategy(tmp_path / "both.strategy", game)(View(game, 100_00, 100_00)).layout == {"field": 7_00}
        with pytest.raises(BadStrategy, match="'round' plays itself: round plays round"):
            read_strategy(tmp_path / "round.strategy")

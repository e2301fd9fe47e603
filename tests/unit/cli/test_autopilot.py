"""What goes on by itself in one's own seat: orders and an autopilot, shown, dropped, saved and taken up again."""

from pathlib import Path

import pytest

from sevenout.cli.play.autopilot import Autopilot, remind
from sevenout.crew.replay import play
from sevenout.engine.game import Game
from sevenout.player.bot import Bot
from sevenout.player.house_players import PLAYERS
from sevenout.player.saved_seat import SavedSeat, kept_lines, saved_in
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.strategy.view import View
from sevenout.table import Table
from tests.unit.cli.command import run
from tests.unit.cli.seat import alone, at_the_table, seed_for

pytestmark = pytest.mark.usefixtures("away")


def test_orders_are_given_shown_and_dropped() -> None:
    ran = alone("always rebet pass", "keep double odds", "orders", "drop odds", "drop 1", "keep smiling", "drop 3").out
    assert "Standing orders: 1 always rebet pass  2 keep odds at 2x\n" in ran
    assert "Standing orders: 1 always rebet pass\n" in ran
    assert "Standing orders: none\n" in ran
    assert "A standing order looks like" in ran
    assert "drop 1 drops the first" in ran


def test_orders_are_done_before_every_roll() -> None:
    ran = alone("10 pass", "always rebet pass", "keep double odds", "", "", "", seed=seed_for(7, 8, 7)).out
    assert ran.count("✓ Ann bets 10 on pass\n") == 3
    assert "✓ Ann bets 20 on pass-odds\n" in ran


def test_what_an_order_cannot_do_is_said_once() -> None:
    ran = alone("10 pass", "always rebet come", "", "come 10", "", "", "orders", "orders", seed=seed_for(8, 6, 7)).out
    assert ran.count("10 on come is not taken now") == 1


def test_drop_is_about_a_bet_if_it_is_about_no_order() -> None:
    ran = alone("10 pass", "", "odds 20", "drop my odds by 10", seed=seed_for(8)).out
    assert "✓ Ann reduces pass-odds by 10\n" in ran


def test_a_note_is_shown_beside_what_is_done_once_more() -> None:
    ran = alone("10 pass", "", "odds 20", "", "rebet", seed=seed_for(8, 7)).out
    assert "20 on pass-odds is not taken now" in ran


def test_yes_accepts_what_is_shown_and_no_does_not() -> None:
    assert "✓ Ann bets 10 on pass\n" in alone("pas 10", "yes").out
    declined = alone("pas 10", "no", "12 6", "no").out
    assert declined.count("Nothing was done.") == 2
    assert "✓" not in declined


def test_an_autopilot_plays_beside_typing() -> None:
    ran = alone("autopilot pass-line", "1 yo", "", "autopilot off", "", seed=seed_for(7, 11)).out
    assert "Autopilot: pass-line" in ran
    assert ran.count("on pass   pass-line\n") == 2
    assert "✓ Ann bets 1 on eleven\n" in ran


def test_what_was_lost_before_the_last_roll_is_not_bet_again_by_an_order_that_comes_after_it() -> None:
    just = alone("5 on any 7", "10 pass", "", "always rebet", "", seed=seed_for(6, 8)).out
    long_ago = alone("5 on any 7", "10 pass", "", "", "always rebet", "", seed=seed_for(6, 8, 9)).out
    assert [ran.count("✓ Ann bets 5 on any-7") for ran in (just, long_ago)] == [3, 1]


def test_an_autopilot_plays_instead_of_typing() -> None:
    ran = alone("autopilot pass-line for 3", "history", seed=seed_for(7, 11, 7)).out
    assert ran.count("on pass   pass-line\n") == 4


def test_history_begins_a_new_line_after_a_seven_out_though_the_same_player_throws_on() -> None:
    ran = alone("autopilot pass-line for 4", "history", seed=seed_for(11, 6, 7, 8)).out
    assert [len(line.split()) - 1 for line in ran.splitlines() if line.startswith("Ann  ")] == [3, 1]


def test_a_strategy_that_is_none_is_said() -> None:
    ran = alone("autopilot martingail", "autopilot", "10 pass").out
    assert "there is no strategy 'martingail'" in ran
    assert "✓ Ann bets 10 on pass\n" in ran


@pytest.mark.parametrize("pilot", ["martingale", "three-point-molly", "dalembert"])
def test_an_autopilot_goes_on_with_its_memory_as_if_it_had_not_stopped(pilot: str) -> None:
    """A martingale that forgot what it lost would begin again at its unit."""
    rolls = [""] * 12
    at_the_table(f"autopilot {pilot}", "keep odds at max", *rolls, options=("--save", "whole.craps"))
    for stop in (1, 5, 9):
        part = f"{stop}.craps"
        at_the_table(f"autopilot {pilot}", "keep odds at max", *rolls[:stop], options=("--save", part))
        at_the_table(*rolls[stop:], options=(part, "--save", part))
        assert lines_of(part) == lines_of("whole.craps")


def lines_of(file: str) -> list[str]:
    return [line for line in Path(file).read_text(encoding="utf-8").splitlines() if not line.startswith("clock ")]


def test_a_saved_game_is_a_transcript_for_everybody_else() -> None:
    alone("keep odds at max", "autopilot martingale", "", "save a.craps", seed=seed_for(8))
    assert lines_of("a.craps")[-1].startswith('# Ann remembers {"orders":["keep odds at max"],"autopilot":"martingale"')
    assert run("replay", "a.craps").code == 0
    *_, last = play(Path("a.craps").read_text(encoding="utf-8"))
    assert last.after.point == 8


@pytest.mark.parametrize(
    ("kept", "answer"),
    [
        ('{"autopilot":"gone.strategy"}', "The autopilot 'gone.strategy' cannot go on"),
        ('{"orders":["keep smiling","keep odds at max"]}', "Standing orders: 1 keep odds at max"),
        ('{"orders":["keep smiling"]}', "'keep smiling' is not a standing order here and is dropped."),
        ("{broken", "line 4: what Ann remembers cannot be read; Ann goes on without it."),
        ('{"orders":["keep odds', "line 4: what Ann remembers cannot be read; Ann goes on without it."),
        ('{"orders":"all of them"}', "line 4: what Ann remembers cannot be read"),
        ('{"hopes":["seven"]}', "line 4: what Ann remembers cannot be read"),
        ('{"strategy":{"memory":[1,2]}}', "Standing orders: none"),
        ('{"autopilot":"dalembert","strategy":{"memory":[["a","b"],[1]]}}', "dalembert cannot go on with what it rem"),
    ],
)
def test_what_cannot_be_taken_up_is_a_line_and_the_game_goes_on(kept: str, answer: str) -> None:
    Path("a.craps").write_text(f"rules typical\nseat Ann 100\nAnn bets 10 on pass\n# Ann remembers {kept}\n")
    ran = at_the_table("", "", "", "", "", options=("a.craps",), seed=seed_for(7, 11, 7))
    assert ran.code == 0, ran.err
    assert answer in ran.out


def test_the_company_remembers_too() -> None:
    """A strategy that bets once and remembers so bets no second time after the game was taken up again."""

    def once(view: View) -> View:
        return view if view.memory is not None else view.bet("field", 500).remember("done")

    table = Table(Game(open_book("typical")))
    bot = Bot(table, "Bob", once, 100_00)
    assert len(bot.act().done) == 1
    kept = saved_in(kept_lines({"Bob": SavedSeat(strategy=bot.note)})).seats
    again = Table(Game(open_book("typical")))
    again.seat("Bob", 100_00)
    remind(again, kept)
    assert Bot.resume(again, "Bob", once).act().done == ()
    assert "Bob" in PLAYERS


def test_sixteen_orders_are_the_most() -> None:
    table = Table(Game(open_book("typical")))
    table.seat("Ann", 100_00)
    standing = Autopilot(table, "Ann")
    answers = [standing.handle_order(f"keep {amount} on six") for amount in range(10, 27)]
    assert answers[:16] == [""] * 16
    assert "drop one first" in answers[16]

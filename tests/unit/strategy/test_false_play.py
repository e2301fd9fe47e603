"""What is no play: money, bets or a point from nowhere, another game once it is played for real, endless work."""

import itertools
import time
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from sevenout import Disagreement, FalsePlay, HiddenState, TooLarge, Untraceable, View, distribution, simulate
from sevenout.base.dice import ROLLS
from sevenout.engine.betting import Position
from sevenout.engine.game import Game
from sevenout.strategy.reference_session import play
from sevenout.strategy.tracing import ANY_RACK
from sevenout.strategy.view import NO_PAST, START, Action, Past, Strategy

GAME = Game.open("typical")
PASS = GAME.rules.by_key["pass"]


def flat(view: View) -> View:
    return view if view.layout else view.bet("pass", 10_00)


def _with_a_bet(view: View) -> View:
    return replace(view, position=Position((PASS.first,), (10_00,)))


FALSE: dict[str, Strategy] = {
    "rack": lambda view: replace(flat(view), rack=flat(view).rack + 10_00),
    "position": _with_a_bet,
    "puck": lambda view: replace(flat(view), puck=GAME.puck(6) if view.puck != GAME.puck(6) else GAME.puck(8)),
    "bankroll": lambda view: replace(flat(view), bankroll=1),
    "game": lambda view: replace(flat(view), game=Game.open("crapless")),
    "past": lambda view: replace(flat(view), _past=Past(counts=replace(START, seven_outs=3))),
}
FALSE |= {
    "position, not told": lambda view: replace(view.bet("pass", 10_00), rack=view.rack, done=()),
    "rack, told wrongly": lambda view: replace(view, done=(Action("bet", "pass", 10_00),)),
}
ENGINES: dict[str, Callable[[Strategy], object]] = {
    "at the table": lambda strategy: play(GAME, strategy, 100_00, ROLLS[:5]),
    "exactly": lambda strategy: distribution(GAME, strategy, 100_00, 5),
    "simulated": lambda strategy: simulate(GAME, strategy, 10, 5, 100_00),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("what", FALSE)
def test_what_no_action_leads_to_is_always_found(what: str, engine: str) -> None:
    with pytest.raises(FalsePlay, match=rf"another {what.split(',', maxsplit=1)[0]} than its actions lead to"):
        ENGINES[engine](FALSE[what])


def test_money_made_once_in_a_hundred_windows_is_found() -> None:
    def sometimes(view: View) -> View:
        after = flat(view)
        return replace(after, rack=after.rack + 1_00) if view.count("session_rolls") == 90 else after

    with pytest.raises(FalsePlay):
        play(GAME, sometimes, 1_000_00, ROLLS * 3)
    with pytest.raises(FalsePlay):
        distribution(GAME, sometimes, 1_000_00, 100)
    with pytest.raises(FalsePlay):
        simulate(GAME, sometimes, 10, 100, 1_000_00)


def test_looking_at_nothing_but_the_view_is_no_false_play() -> None:
    def undecided(view: View) -> View:
        view.bet("field", 5_00).bet("any-7", 1_00)  # thought about, and not done
        return flat(view)

    assert distribution(GAME, undecided, 100_00, 5).nets == distribution(GAME, flat, 100_00, 5).nets


@pytest.mark.parametrize(
    "asks",
    [lambda view: isinstance(view.rack, int), lambda view: view._past != NO_PAST],
    ids=["what its rack is", "behind the view's back"],
)
def test_a_strategy_that_plays_otherwise_at_the_table_has_no_exact_figures(asks: Callable[[View], bool]) -> None:
    def two_faced(view: View) -> View:
        return view if view.layout else view.bet("dont-pass" if asks(view) else "pass", 10_00)

    with pytest.raises(Disagreement, match="at the table"):
        distribution(GAME, two_faced, 300_00, 100)
    with pytest.raises(Disagreement):
        simulate(GAME, two_faced, 1_000, 100, 300_00)


def test_a_counter_of_ones_own_is_found_while_it_is_traced() -> None:
    calls = itertools.count()

    def counting(view: View) -> View:
        return view if view.layout else view.bet("pass" if next(calls) % 2 else "dont-pass", 10_00)

    with pytest.raises(HiddenState):
        distribution(GAME, counting, 300_00, 100)


# --- work without end


@pytest.mark.parametrize("bankroll", [ANY_RACK // 2 - 100, ANY_RACK, 10 * ANY_RACK])
def test_a_rack_beyond_what_is_followed_is_said_at_once(bankroll: int) -> None:
    game = Game.open("typical", maximum=ANY_RACK, chip=ANY_RACK // 100, minimum=ANY_RACK // 100)

    def rich(view: View) -> View:
        return view if view.layout else view.bet("pass", game.minimum)

    started = time.process_time()
    with pytest.raises(TooLarge, match=r"5000000000\.00"):
        distribution(game, rich, bankroll, 200)
    assert time.process_time() - started < 20


def test_asking_for_ever_new_names_ends() -> None:
    numbers = itertools.count()

    def curious(view: View) -> View:
        view.decided(f"wager-{next(numbers)}")
        return flat(view)

    assert distribution(GAME, curious, 100_00, 5).nets == distribution(GAME, flat, 100_00, 5).nets
    assert simulate(GAME, curious, 10, 5, 100_00).engine == "compiled"


def test_a_strategy_that_calls_itself_untraceable_at_the_table_is_told_off() -> None:
    def contrary(_: View) -> View:
        raise Untraceable("no")

    with pytest.raises(HiddenState, match="raises Untraceable at the table"):
        simulate(GAME, contrary, 10, 5, 100_00)

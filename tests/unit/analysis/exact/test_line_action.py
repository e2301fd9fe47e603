"""What each line of a strategy risks: the lines add up to the wagers, and a pressed bet belongs to two of them."""

import pytest

from sevenout.analysis.exact.sessions.line_action import SEVERAL
from sevenout.analysis.exact.sessions.session_distribution import Distribution, distribution
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan, compile_strategy
from sevenout.strategy.language.line_stats import OwnedPlan
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.tools.checker import NotOffered
from sevenout.strategy.named_texts import list_strategies
from sevenout.strategy.reference_session import apply_roll
from sevenout.strategy.session_end import SessionEnd, owners_in
from sevenout.strategy.tracing import Untraceable
from sevenout.strategy.view import View
from tests.unit.strategy.test_semantics import dice
from tests.volume import SEED_NUMBER

GAME = Game.open("typical")
PRESSED = "with a point: bet 12 on place-6\nwhen place-6 wins: press it by 12\nwhen 9 rolls: reduce place-6 by 18\n"
TWO_COMES = "on the come-out: bet 10 on pass\nwhen a point is set: bet 10 on come\nwhen 8 rolls: bet 20 on come\n"


def followed(text: str, end: SessionEnd) -> Distribution:
    return distribution(GAME, compile_strategy(parse(text), GAME), 300_00, end=end, by_line=True)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (PRESSED, SessionEnd(rolls=12)),
        ("on the come-out: bet 10 on pass\nwith a point: bet 5 on field", SessionEnd(shooters=2)),
        (TWO_COMES, SessionEnd(rolls=5)),
        ("on the come-out: bet 10 on pass\nbet 1x on pass-odds", SessionEnd(goal=400_00, stop_loss=100_00)),
        ("bet 20 on buy-4\nwith a point: keep 10 on field", SessionEnd(rolls=9, face_value=True)),
    ],
    ids=["pressed and reduced", "two shooters", "two lines on come", "until a goal or a loss", "at face value"],
)
def test_lines_add_up_to_the_wagers(text: str, end: SessionEnd) -> None:
    found = followed(text, end)
    plain = distribution(GAME, compile_strategy(parse(text), GAME), 300_00, end=end)
    assert found.mean == pytest.approx(plain.mean, abs=1e-7)
    for name in ("action", "won", "lost", "theoretical_loss"):
        by_line = sum(getattr(each, name) for each in found.lines)
        assert by_line == pytest.approx(sum(getattr(each, name) for each in plain.action.wagers), abs=1e-7), name


NAMED = [
    pytest.param(name, marks=[] if at % 24 == SEED_NUMBER % 24 else [pytest.mark.nightly])
    for at, name in enumerate(list_strategies())
]
"""By day some of the named strategies, by the seed; at night all of them."""


@pytest.mark.parametrize("name", NAMED)
def test_the_lines_of_a_named_strategy_add_up_to_its_wagers(name: str) -> None:
    try:
        found = distribution(GAME, name, 300_00, 5, by_line=True)
    except NotOffered:
        assert name == "quick-props"  # the typical house has no Big 6 and Big 8
        return
    assert found.lines_missing == ""
    for figure in ("action", "won", "lost", "theoretical_loss"):
        by_line = sum(getattr(each, figure) for each in found.lines)
        assert by_line == pytest.approx(sum(getattr(each, figure) for each in found.action.wagers), abs=1e-7), figure


def test_the_field_line_loses_an_eighteenth_of_its_own_action() -> None:
    line, field = followed("on the come-out: bet 10 on pass\nwith a point: bet 10 on field", SessionEnd(rolls=50)).lines
    assert (line.line, field.line) == (1, 2)
    assert field.net == pytest.approx(-field.action / 18)
    assert line.net == pytest.approx(-line.action * 7 / 495)


def owners_after(text: str, *totals: int) -> dict[str, tuple[tuple[int, int], ...]]:
    plan = OwnedPlan(compile_strategy(parse(text), GAME))
    view = plan(View(GAME, 300_00, 300_00))
    for roll in dice(totals):
        view = plan(apply_roll(view, roll))
    return dict(owners_in(view.memory))


def test_a_pressed_bet_belongs_to_both_lines_and_what_is_taken_back_was_added_last() -> None:
    assert owners_after(PRESSED, 5) == {"place-6": ((1, 1),)}
    assert owners_after(PRESSED, 5, 6) == {"place-6": ((1, 12_00), (2, 12_00))}
    assert owners_after(PRESSED, 5, 6, 9) == {"place-6": ((1, 1),)}


def test_a_come_bet_that_travels_onto_another_lines_bet_stays_its_own() -> None:
    """The first come bet is on the 8; 8 rolls, it wins, and the second come bet, of line 3, takes its place."""
    assert owners_after(TWO_COMES, 5, 8) == {"come": ((3, 1),), "come-8": ((2, 1),), "pass": ((1, 1),)}
    assert owners_after(TWO_COMES, 5, 8, 2) == {"come": ((2, 1),), "pass": ((1, 1),)}
    assert owners_after(TWO_COMES, 5, 8, 8) == {"come": ((3, 1),), "pass": ((1, 1),)}


def test_what_is_not_told_apart_once_nothing_is_bet_is_told_so() -> None:
    lines = {each.line: each for each in followed(TWO_COMES, SessionEnd(rolls=4)).lines}
    assert lines[0].text == SEVERAL.text
    assert 0 < lines[0].action < lines[3].action


def test_who_made_a_bet_adds_no_situation_where_each_wager_has_one_line() -> None:
    plain = distribution("typical", "three-point-molly", 100_00, 8)
    assert distribution("typical", "three-point-molly", 100_00, 8, by_line=True).rows == plain.rows


def test_a_strategy_with_too_many_owners_is_followed_without_them_and_says_why() -> None:
    """Either line may have made the same bet: two owners, where the layout alone is one situation."""
    plan = compile_strategy(parse("when 5 rolls: bet 12 on place-6\nwhen 9 rolls: bet 12 on place-6"), GAME)
    room = next(room for room in range(1, 100) if followed_in(plan, room) is not None)
    found = followed_in(plan, room, by_line=True)
    assert found is not None
    assert found.lines == ()
    assert found.lines_missing.startswith("with the lines that made them there are too many bets to tell apart")
    roomier = followed_in(plan, 2 * room, by_line=True)
    assert roomier is not None
    assert [each.line for each in roomier.lines] == [1, 2]
    assert roomier.mean == pytest.approx(found.mean)


def followed_in(plan: Plan, situations: int, *, by_line: bool = False) -> Distribution | None:
    """The session with room for so many situations, if that is enough."""
    try:
        return distribution(GAME, plan, 300_00, 6, situations=situations, by_line=by_line)
    except Untraceable:
        return None

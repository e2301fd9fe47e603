"""Every way to end a session, exactly: against enumeration at the table, and against figures known beforehand."""

from collections import defaultdict
from fractions import Fraction

import pytest
from msgspec.structs import replace

from sevenout.analysis.exact.sessions.session_distribution import Distribution, TooLarge, distribution
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import compile_strategy
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.library import read_strategy
from sevenout.strategy.reference_session import apply_roll
from sevenout.strategy.session_end import SessionEnd, close, is_closing, player_of
from sevenout.strategy.view import Counts, Past, Strategy, View, past_of
from tests.unit.analysis.exact.test_session_distribution import PAIRS, cents
from tests.unit.analysis.simulation.players import come, flat, props, within
from tests.volume import sample_by_day

NEGLIGIBLE = 1e-6
"""So little probability is not played out any further by the table."""


def forget(view: View) -> View:
    """The same with all forgotten that no player here looks at: of the counts, all but the seven-outs."""
    outs = 0 if is_closing(view.memory) else past_of(view).counts.seven_outs
    return replace(view, done=(), refused=(), _past=Past(counts=Counts(seven_outs=outs)))


def enumerated(
    game: Game, strategy: Strategy, bankroll: Cents, end: SessionEnd
) -> tuple[dict[Cents, float], dict[str, float], float]:
    """Nets, endings and mean rolls of all sequences of rolls at the table; those that leave the same go on together."""
    player = player_of(strategy, end)
    nets: defaultdict[Cents, float] = defaultdict(float)
    endings: defaultdict[str, float] = defaultdict(float)
    seen, played, rolls = {View(game, bankroll, bankroll): 1.0}, 0, 0.0
    while seen and sum(seen.values()) > NEGLIGIBLE:
        after: defaultdict[View, float] = defaultdict(float)
        for view, chance in seen.items():
            acted = player(view)
            last = end.face_value and played == end.rolls
            if acted.ending or last:
                nets[sum(acted.layout.values()) + cents(acted) - bankroll] += chance
                endings[acted.ending or "rolls"] += chance
                continue
            if not end.face_value and end.rolls == played + 1 and not is_closing(acted.memory):
                acted = close(acted)
            after[forget(acted)] += chance
        rolls += sum(after.values())
        seen = defaultdict(float)
        for view, chance in after.items():
            for roll, share in PAIRS:
                seen[apply_roll(view, roll)] += chance * float(share)
        played += 1
    return nets, endings, rolls


def agrees(found: Distribution, nets: dict[Cents, float], endings: dict[str, float], rolls: float) -> None:
    got = dict(found.nets)
    assert max(abs(got.get(net, 0.0) - nets.get(net, 0.0)) for net in {*got, *nets}) < 10 * NEGLIGIBLE
    shares = dict(found.endings)
    assert max(abs(shares.get(name, 0.0) - endings.get(name, 0.0)) for name in {*shares, *endings}) < 10 * NEGLIGIBLE
    assert found.mean_rolls == pytest.approx(rolls, rel=1e-4)


def placed(view: View) -> View:
    """The 6 and 8, called off on the come-out."""
    if view.point is None:
        return view.call("all", "off") if view.layout else view
    for wager in ("place-6", "place-8"):
        view = view if view.stake(wager) else view.bet(wager, 12_00)
    return view.call("all", "on")


ENDS = {
    "one roll": SessionEnd(rolls=1),
    "three rolls": SessionEnd(rolls=3),
    "three rolls at face value": SessionEnd(rolls=3, face_value=True),
    "a goal and a stop within four rolls": SessionEnd(rolls=4, goal=60_00, stop_loss=30_00),
    "a goal and a stop at face value": SessionEnd(rolls=3, goal=60_00, stop_loss=30_00, face_value=True),
}


PLAYERS = [
    flat,
    placed,
    *(pytest.param(player, marks=pytest.mark.nightly) for player in (come, props, within(come, 20_00, 15_00))),
]


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_session_with_this_end_as_enumerated(end: SessionEnd, player: Strategy) -> None:
    game = Game.open("typical")
    agrees(distribution(game, player, 50_00, end=end), *enumerated(game, player, 50_00, end))


@pytest.mark.parametrize(
    ("end", "bankroll"),
    sample_by_day(
        [
            (SessionEnd(shooters=1), 20_00),
            (SessionEnd(shooters=2, goal=40_00), 20_00),
            (SessionEnd(shooters=1, face_value=True), 20_00),
            (SessionEnd(goal=30_00), 20_00),
            (SessionEnd(goal=30_00, stop_loss=10_00), 20_00),
        ],
        2,
    ),
    ids=["a shooter", "two shooters or a goal", "a shooter at face value", "a goal or ruin", "a goal or a stop"],
)
def test_a_session_without_a_number_of_rolls_as_enumerated(end: SessionEnd, bankroll: Cents) -> None:
    game = Game.open("typical")
    agrees(distribution(game, flat, bankroll, end=end), *enumerated(game, flat, bankroll, end))


@pytest.mark.parametrize(
    ("name", "played_out", "at_face_value"), [("pass-line", "-8.48", "-7.11"), ("dont-pass", "-8.18", "-9.56")]
)
def test_sixty_bets_of_ten_cost_their_edge_when_they_are_played_out(
    name: str, played_out: str, at_face_value: str
) -> None:
    """200 rolls: 59.99 bets of 10, times 7/495 on the pass line and 3/220 on don't pass."""
    found = distribution("typical", name, 300_00, 200)
    assert f"{found.action.bets:.2f}" == "59.99"
    assert f"{found.mean / 100:.2f}" == played_out
    assert found.mean == pytest.approx(-found.action.theoretical_loss, abs=1e-8)
    face = distribution("typical", name, 300_00, 200, end=SessionEnd(face_value=True))
    assert f"{face.mean / 100:.2f}" == at_face_value


def gambler(bankroll: int, goal: int) -> Fraction:
    """The chance of the goal with even money on the pass line, one unit at a time: the classical formula."""
    odds = Fraction(251, 244)
    return (odds**bankroll - 1) / (odds**goal - 1)


def test_ruin_on_the_pass_line_from_sixty_to_a_hundred() -> None:
    found = distribution(
        Game.open("typical", minimum=1_00), "pass-line", 60_00, end=SessionEnd(goal=100_00), settings={"unit": 1}
    )
    assert found.share("goal") == pytest.approx(0.280032697157, abs=5e-13)
    assert found.share("goal") == pytest.approx(float(gambler(60, 100)), abs=1e-12)
    assert found.share("goal") + found.ruin == pytest.approx(1, abs=1e-12)
    assert found.mean == pytest.approx(-7 / 495 * found.action.action, rel=1e-9)
    assert found.mean_rolls == pytest.approx(557 / 165 * found.action.bets, rel=1e-9)
    (_, median) = found.lengths.quantiles[2]
    assert median is not None
    assert 5_000 < median < found.mean_rolls


def test_bold_play_from_sixty_to_a_hundred() -> None:
    def bold(view: View) -> View:
        return view if view.layout else view.bet("pass", min(cents(view), 100_00 - cents(view)))

    found = distribution(
        Game.open("typical", minimum=1_00), bold_with_amounts(bold), 60_00, end=SessionEnd(goal=100_00)
    )
    assert found.share("goal") == pytest.approx(float(Fraction(33240342284, 56286423089)), abs=1e-13)


def bold_with_amounts(bold: Strategy) -> Strategy:
    """A strategy that reckons with its rack: an unknown one says that it must be told the amount."""

    def player(view: View) -> View:
        int(view.rack)  # type: ignore[call-overload]
        return bold(view)

    return player


def test_a_goal_inside_a_strategy_is_judged_as_the_goal_of_a_session_is() -> None:
    """Pass and two come bets of 100, from 300 to 600 or nothing: contract bets at face value once made it .507."""
    game, unit = Game.open("typical"), {"unit": "100"}
    plain = read_strategy("pass-2-come").text
    leaving = compile_strategy(parse(f"when up 300: leave\nwhen down 300: leave\n{plain}"), game, unit)
    inside = distribution(game, leaving, 300_00, 200)
    ends = SessionEnd(goal=600_00, stop_loss=300_00)
    outside = distribution(game, "pass-2-come", 300_00, 200, end=ends, settings=unit)
    assert inside.share("up 300") == pytest.approx(outside.share("goal"), abs=1e-10)
    assert inside.share("up 300") == pytest.approx(0.220829, abs=1e-6)
    assert inside.mean == pytest.approx(outside.mean, abs=1e-8)
    assert f"{inside.mean / 100:.2f}" == "-11.08"


def test_a_contract_bet_is_not_counted_towards_a_goal() -> None:
    """At 130 with 20 behind a point, 110 could be carried away: a goal of 120 is not reached until the bet is won."""

    def all_in(view: View) -> View:
        return view if view.layout or view.memory is True else view.bet("pass", 20_00).remember(True)

    game = Game.open("typical")
    found = distribution(game, all_in, 100_00, 30, end=SessionEnd(goal=120_00))
    assert found.share("goal") == pytest.approx(244 / 495, abs=1e-6)
    assert {net for net, _ in found.nets} == {-20_00, 20_00}


@pytest.mark.parametrize(("wager", "nets"), [("pass", {-10_00, 10_00}), ("dont-pass", {-10_00, 0, 10_00})])
def test_whoever_leaves_takes_down_what_may_come_down_and_plays_out_the_rest(wager: str, nets: set[Cents]) -> None:
    """Gone once a point is set: don't pass comes down (24 rolls of 36 set a point), the pass line is a contract."""

    def gone(view: View) -> View:
        view = view if view.layout or view.memory is True else view.bet(wager, 10_00).remember(True)
        return view if view.point is None else view.leave("gone")

    found = distribution("typical", gone, 100_00, 1)
    twice = distribution("typical", gone, 100_00, 2)
    assert found.share("gone") == 0
    assert twice.share("gone") == pytest.approx(24 / 36)
    assert {net for net, _ in twice.nets} == nets
    if wager == "pass":
        assert twice.mean == pytest.approx(-10_00 * 7 / 495)
    else:
        assert dict(twice.nets)[0] == pytest.approx(25 / 36)


def test_a_goal_alone_needs_no_limit_and_ruin_alone_is_refused() -> None:
    with pytest.raises(TooLarge, match="give a goal, or a limit"):
        distribution("typical", flat, 100_00)


@pytest.mark.parametrize(
    ("end", "message"),
    [
        (SessionEnd(goal=100_00), "a goal of 100.00 is no more than the bankroll of 100.00"),
        (SessionEnd(stop_loss=0), "a stop at a loss of 0.00 is none"),
        (SessionEnd(shooters=0), "from 1 to 1,000,000 shooters, not 0"),
        (SessionEnd(rolls=-1), "from 1 to 100,000,000 rolls, not -1"),
    ],
)
def test_an_end_that_is_none_is_one_line(end: SessionEnd, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        distribution("typical", flat, 100_00, end=end)

"""The exact distribution of a session against plain enumeration: every sequence of rolls, played at the table."""

from collections import defaultdict
from fractions import Fraction
from math import fsum, sqrt

import pytest
from msgspec.structs import replace

from sevenout.analysis.exact.sessions.session_distribution import Distribution, TooLarge, distribution
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.language.tools.checker import NotOffered
from sevenout.strategy.library import open_strategy
from sevenout.strategy.reference_session import apply_roll
from sevenout.strategy.session_end import SessionEnd
from sevenout.strategy.tracing import HiddenState
from sevenout.strategy.view import Past, Strategy, View, past_of
from tests.unit.analysis.simulation.players import PLAYERS, come, flat, latched, within
from tests.unit.strategy.sitting import ONE_HOUSE_EACH

PAIRS = [(roll, Fraction(1 if roll.hard else 2, len(ROLLS))) for roll in {roll.pair: roll for roll in ROLLS}.values()]
"""No rule tells which die showed what, so each pair stands for both orders."""
EVERY_ROLL = [(roll, Fraction(1, len(ROLLS))) for roll in ROLLS]
"""For a strategy that leaves something to chance, which goes by the order of the dice."""


class Enumerated:
    """What comes of all sequences of so many rolls; those that leave the same table behind go on together."""

    def __init__(self, game: Game, strategy: Strategy, bankroll: Cents, rolls: int) -> None:
        self.nets: defaultdict[Cents, Fraction] = defaultdict(Fraction)
        self.endings: defaultdict[str, Fraction] = defaultdict(Fraction)
        thrown = EVERY_ROLL if isinstance(strategy, Plan) and strategy.draws_lots else PAIRS
        seen = {View(game, bankroll, bankroll): Fraction(1)}
        for left in range(rolls, -1, -1):
            after: defaultdict[View, Fraction] = defaultdict(Fraction)
            for view, chance in seen.items():
                acted = strategy(view)
                ending = acted.left or ("ruin" if acted.ruined else "")
                if ending or not left:
                    self.endings[ending or "rolls"] += chance
                    self.nets[sum(acted.layout.values()) + cents(acted) - bankroll] += chance
                else:
                    after[forgetful(acted)] += chance
            seen = defaultdict(Fraction)
            for view, chance in after.items():
                for roll, share in thrown:
                    seen[apply_roll(view, roll)] += chance * share
        self.mean = sum(net * chance for net, chance in self.nets.items())
        self.sd = sqrt(sum((net - self.mean) ** 2 * chance for net, chance in self.nets.items()))


def forgetful(view: View) -> View:
    """The same with the last roll, and what was done about it, forgotten."""
    return replace(view, done=(), refused=(), _past=Past(counts=past_of(view).counts))


def cents(view: View) -> Cents:
    assert isinstance(view.rack, int)
    return view.rack


def same(found: Distribution, counted: Enumerated) -> None:
    assert {net for net, _ in found.nets} == set(counted.nets)
    for net, chance in found.nets:
        assert chance == pytest.approx(float(counted.nets[net]), rel=1e-12)
    possible = {name: chance for name, chance in found.endings if chance}  # a rack that nobody has may end otherwise
    assert possible == pytest.approx({name: float(chance) for name, chance in counted.endings.items()})
    assert found.mean == pytest.approx(float(counted.mean), abs=1e-8)
    assert found.sd == pytest.approx(counted.sd, rel=1e-12)
    over = fsum(chance for name, chance in found.endings if name != "rolls")
    assert found.curve[-1] == pytest.approx((found.mean, found.sd, over), abs=1e-6)


SHORT_OF_MONEY, WELL_OFF = 35_00, 400_00
FACE_VALUE = SessionEnd(face_value=True)


@pytest.mark.parametrize("bankroll", [SHORT_OF_MONEY, WELL_OFF])
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("book", ["catfish-bend", "new-south-wales"])
def test_a_strategy_in_python_as_enumerated(book: str, player: str, bankroll: Cents) -> None:
    game = Game.open(book)
    same(
        distribution(game, PLAYERS[player], bankroll, 3, end=FACE_VALUE), Enumerated(game, PLAYERS[player], bankroll, 3)
    )


@pytest.mark.parametrize("units", [4, 15])
@pytest.mark.parametrize(("name", "book"), ONE_HOUSE_EACH)
def test_a_named_strategy_as_enumerated(name: str, book: str, units: int) -> None:
    game = Game.open(book)
    try:
        strategy = open_strategy(name, game)
    except NotOffered:
        game = Game.open("catfish-bend")
        strategy = open_strategy(name, game)
    bankroll = units * strategy.unit
    same(distribution(game, strategy, bankroll, 4, end=FACE_VALUE), Enumerated(game, strategy, bankroll, 4))


def test_a_grid_that_becomes_finer_on_the_way() -> None:
    """The first bet and its commission are steps of 2; what comes back is steps of 1."""
    game = Game.open("catfish-bend")
    strategy = open_strategy("buy-sampler", game)
    same(distribution(game, strategy, 90_00, 5, end=FACE_VALUE), Enumerated(game, strategy, 90_00, 5))


def test_the_curve_is_the_distribution_of_shorter_sessions() -> None:
    game = Game.open("typical")
    whole = distribution(game, within(come, 20_00, 50_00), 60_00, 12, end=FACE_VALUE)
    for rolls in (1, 4, 11):
        shorter = distribution(game, within(come, 20_00, 50_00), 60_00, rolls, end=FACE_VALUE)
        over = fsum(chance for name, chance in shorter.endings if name != "rolls")
        assert whole.curve[rolls] == pytest.approx((shorter.mean, shorter.sd, over))


def test_flat_pass_for_two_hundred_rolls() -> None:
    found = distribution(Game.open("typical"), flat, 300_00, 200, end=FACE_VALUE)
    assert fsum(chance for _, chance in found.nets) == pytest.approx(1, abs=1e-12)
    assert found.ruin == pytest.approx(9.5031645386564e-05, abs=1e-17)
    assert found.mean / 100 == pytest.approx(-7.1069358144, abs=1e-10)
    assert found.sd / 100 == pytest.approx(76.8712909282, abs=1e-10)


def test_who_is_over_stays_over() -> None:
    found = distribution(Game.open("catfish-bend"), within(come, 100_00, 150_00), 200_00, 150, end=FACE_VALUE)
    over = [share for _, _, share in found.curve]
    assert over == sorted(over)
    assert over[-1] == pytest.approx(fsum(chance for name, chance in found.endings if name != "rolls"))
    assert {name for name, _ in found.endings} == {"loss", "goal", "rolls"}


def test_quantiles_are_the_smallest_net_that_is_not_exceeded() -> None:
    found = distribution(Game.open("typical"), flat, 300_00, 50)
    for share in (0.01, 0.25, 0.5, 0.99):
        net = found.quantile(share)
        assert fsum(chance for other, chance in found.nets if other <= net) >= share
        assert fsum(chance for other, chance in found.nets if other < net) < share


def test_a_quantile_where_the_sum_is_just_the_share() -> None:
    """Ten tenths: added up as floats, some of the sums fall short."""
    tenths = replace(distribution(Game.open("typical"), flat, 300_00, 1), nets=tuple((net, 0.1) for net in range(10)))
    assert [tenths.quantile(share / 10) for share in range(1, 11)] == list(range(10))


def test_everybody_is_gone_and_the_curve_goes_on() -> None:
    player = lambda view: view.bet("field", 10_00).bet("any-7", 5_00)  # noqa: E731
    found = distribution(Game.open("typical"), player, 15_00, 30, end=FACE_VALUE)
    assert len(found.curve) == 31
    assert found.curve[30][2] == pytest.approx(dict(found.endings)["ruin"])


def test_more_rolls_than_are_followed() -> None:
    with pytest.raises(TooLarge, match="2,000,000 rolls, and 1,000,000 are followed at most"):
        distribution(Game.open("typical"), flat, 300_00, 2_000_000)


def test_the_curve_of_a_rich_player_is_as_sharp() -> None:
    """Whoever has ten million deviates by as much as whoever has three hundred, and who never bets by nothing."""
    game = Game.open("typical")
    poor, rich = (distribution(game, flat, bankroll, 20) for bankroll in (300_00, 100_000_00))
    for after, same in zip(rich.curve, poor.curve, strict=True):
        assert after == pytest.approx(same, rel=1e-9, abs=1e-9)
    assert {sd for _, sd, _ in distribution(game, lambda view: view, 123_45, 20).curve} == {0.0}


@pytest.mark.parametrize(("bankroll", "rolls"), [(-1, 3), (300_00, -2)])
def test_no_session(bankroll: Cents, rolls: int) -> None:
    with pytest.raises(BadInput):
        distribution(Game.open("typical"), flat, bankroll, rolls)


def test_more_steps_than_are_made() -> None:
    with pytest.raises(
        TooLarge, match=r"rolls are left and take [\d,]+ billion steps, and 300 billion are made at most"
    ):
        distribution(Game.open("typical"), come, 3000_00, 1_000_000)


def test_a_strategy_with_hidden_state_has_no_distribution() -> None:
    with pytest.raises(HiddenState):
        distribution(Game.open("typical"), latched(), 300_00, 3)


def test_a_session_that_ends_before_its_first_roll() -> None:
    found = distribution(Game.open("typical"), lambda view: view.leave("tired"), 300_00, 50)
    assert found.nets == ((0, 1.0),)
    assert found.endings == (("tired", 1.0),)


def test_what_is_too_large_is_refused_with_its_size() -> None:
    def every_chip(view: View) -> View:
        return view if view.layout else view.bet("pass", 11_00).bet("field", 10_00)

    with pytest.raises(TooLarge, match=r"at least [\d,]+ × [\d,]+ states .* 60,000,000 are followed at most"):
        distribution(Game.open("typical"), every_chip, 10**10, 50)

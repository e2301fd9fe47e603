"""crapssim, the peer: the same strategies on the same rolls, chip by chip, wherever its rules are a document's.

Its table is close to the typical casino's: 3-4-5 odds, come odds off on the come-out, place bets off then and left up
when they win, the field double on 2 and 12. Where it differs from every document, the reason stands beside the test.
"""

from typing import Any, SupportsFloat

import pytest

from sevenout.base.dice import Roll, roll
from sevenout.rulebook import shipped
from sevenout.strategy.language.compiler.plan import compile_strategy
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.library import open_strategy
from tests.unit.strategy.sitting import Stand, game_of, rolls, stands

pytest.importorskip("crapssim")

from crapssim import table as peer
from crapssim.bet import DontCome, Lay
from crapssim.strategy import examples, odds, single_bet, tools

BANKROLL = 1_000_000_00
SEEDS = 3
ROLLS = 600


def theirs(strategy: Any, bankroll: int, dice: list[Roll]) -> list[Stand]:
    """Rack and layout in cents at every window of a crapssim table."""
    table = peer.Table()
    player = table.add_player(bankroll / 100, strategy)
    seen = []
    for thrown in [*dice, None]:
        peer.TableUpdate.run_strategies(table)
        seen.append(Stand(round(100 * player.bankroll), round(100 * sum(bet.amount for bet in player.bets)), ""))
        if thrown is not None:
            peer.TableUpdate().run(table, (thrown.a, thrown.b), run_complete=True)
    return seen


def alike(name: str, unit: int, strategy: Any, book: str = "typical") -> bool:
    """Whether both have the same rack and layout at every window of some long sessions."""
    game = game_of(book)
    plan = open_strategy(name, game, {"unit": str(unit)})
    games = [rolls(f"peer {seed}", ROLLS) for seed in range(SEEDS)]
    return all(stands(game, plan, BANKROLL, dice) == theirs(strategy, BANKROLL, dice) for dice in games)


FULL_ODDS: dict[int, SupportsFloat] = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}


@pytest.mark.parametrize(
    ("name", "unit", "strategy"),
    [
        ("pass-line", 10, single_bet.BetPassLine(10)),
        ("pass-max-odds", 10, single_bet.BetPassLine(10) + odds.PassLineOddsMultiplier(FULL_ODDS)),
        ("dont-pass", 10, single_bet.BetDontPass(10)),
        ("pass-2-come", 10, examples.Pass2Come(10)),
        ("pass-place-6-8", 5, examples.PassLinePlace68()),
        ("place-inside", 10, examples.PlaceInside(10)),
        ("place-6-8-move-5-9", 5, examples.Place68Move59()),
        ("pass-place-6-8-move-5-9", 5, examples.PassLinePlace68Move59()),
        ("place-6-8-2-come", 5, examples.Place682Come()),
        ("iron-cross", 10, examples.IronCross(10)),
        ("hammerlock", 10, examples.HammerLock(10)),
        ("risk-12", 5, examples.Risk12()),
        ("knockout", 10, examples.Knockout(10)),
        ("dice-doctor", 10, examples.DiceDoctor()),
        ("place-6-8-press-regress", 5, examples.Place68PR(6)),
        ("three-point-molly", 10, examples.ThreePointMolly(10)),
        ("squeeze-play", 10, examples.SqueezePlay()),
        ("double-tap", 10, examples.DoubleTap()),
        ("buy-sampler", 10, examples.BuySampler()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_same_chips_on_the_same_rolls(name: str, unit: int, strategy: Any) -> None:
    assert alike(name, unit, strategy)


def test_odds_on_the_dont_come_rest_on_its_come_out_and_work_in_every_document() -> None:
    """Catfish Bend says so (Wagers 5d); New South Wales 6.6 and Marina Bay Sands 1.1.5 list what can be off."""
    assert not alike("three-point-dolly", 10, examples.ThreePointDolly(10))
    working = (
        single_bet.BetDontPass(10)
        + odds.DontPassWinMultiplier(1.0)
        + tools.CountStrategy(DontCome, 2, DontCome(10))
        + odds.DontComeWinMultiplier(1.0, always_working=True)
    )
    assert alike("three-point-dolly", 10, working)
    hedged = (
        single_bet.BetPlace({6: 30, 8: 30}, skip_point=False)
        + tools.AddIfTrue(DontCome(30), lambda player: not player.get_bets_by_type((DontCome,)))
        + odds.OddsMultiplier(DontCome, 2, always_working=True)
    )
    assert alike("place-6-8-dont-come", 30, hedged)


def test_lays_rest_on_its_come_out_and_work_in_every_document() -> None:
    """Catfish Bend Wagers 9, Marina Bay Sands 3.4.11, New South Wales 6.6."""
    assert not alike("lay-sampler", 10, examples.LaySampler())
    working = tools.AddIfNotBet(Lay(5, 30, always_working=True)) + tools.AddIfNotBet(Lay(9, 30, always_working=True))
    assert alike("lay-sampler", 10, working)


def test_it_pays_fractions_of_a_cent_and_a_house_pays_in_chips() -> None:
    """10 on the 6 win 11.67 there; a house pays 11, or 12 in New South Wales (6.7)."""
    dice = [roll(3, 1), roll(4, 2)]
    placed = theirs(single_bet.BetPlace({6: 10}), 100_00, dice)[-1]
    assert placed.rack + placed.layout == 100_00 + 11_67
    for book, won in (("typical", 11_00), ("new-south-wales", 12_00)):
        plan = compile_strategy(parse("with a point: bet 10 on place-6"), game_of(book))
        paid = stands(game_of(book), plan, 100_00, dice)[-1]
        assert paid.rack + paid.layout == 100_00 + won


def test_it_bars_the_12_and_new_south_wales_the_2() -> None:
    """New South Wales 6.1.2.3."""
    assert not alike("dont-pass", 10, single_bet.BetDontPass(10), "new-south-wales")
    assert alike("dont-pass", 10, single_bet.BetDontPass(10), "catfish-bend")


def test_what_no_document_offers() -> None:
    """A put bet, and a world bet as one wager: here the horn and any 7 are two, each with its own limits."""
    for book in shipped():
        assert not {"put-6", "world"} & set(game_of(book).rules.by_key)

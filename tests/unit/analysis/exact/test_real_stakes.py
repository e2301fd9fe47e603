"""Real stakes: the chip, the rounding and the least commission of a house, with examples worked out by hand."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from sevenout.analysis.exact import FLOOR, AtStake, Sweep, at_stake, sweep, sweeps, wager_edge
from sevenout.analysis.exact.real_stakes import Range
from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import EMPTY, Position, place
from sevenout.engine.game import Game
from sevenout.rulebook import shipped

EXAMPLES = Path(__file__).parents[4] / "examples"


def taken(game: Game, key: str, stake: int, *, flat: int | None = None, point: int | None = None) -> AtStake:
    found = at_stake(game, key, stake, flat=flat, point=point)
    assert isinstance(found, AtStake), found
    return found


def swept(game: Game, key: str, *, point: int | None = None) -> Sweep:
    found = sweep(game, key, point=point)
    assert isinstance(found, Sweep), found
    return found


@cache
def all_of(book: str, chip: int = 100) -> tuple[Sweep, ...]:
    return sweeps(Game.open(book, chip=chip))


# --- rounding up: New South Wales 6.7

NSW = Game.open("new-south-wales")


@pytest.mark.parametrize(
    ("key", "stake", "pays", "edge"),
    [
        # 7 at 7:6 is 8.17, paid 9: 5 ways bring 9, 6 cost 7. (42 - 45) / (11 * 7)
        ("place-6", 700, 900, Fraction(-3, 77)),
        # 5 at 7:6 is 5.83, paid 6: 30 against 30.
        ("place-6", 500, 600, Fraction(0)),
        # 6 at 7:6 is 7: nothing to round.
        ("place-6", 600, 700, Fraction(1, 66)),
        # 6 at 7:5 is 8.40, paid 9: 4 ways bring 9, 6 cost 6.
        ("place-5", 600, 900, Fraction(0)),
        # 6 at 9:5 is 10.80, paid 11: 3 ways bring 11, 6 cost 6. (36 - 33) / (9 * 6)
        ("place-4", 600, 1100, Fraction(1, 18)),
        # 5 at 5:11 is 2.27, paid 3: 6 ways bring 3, 3 cost 5. (15 - 18) / (9 * 5)
        ("place-lose-4", 500, 300, Fraction(-1, 15)),
        # 5 at 5:6 is 4.17, paid 5: even money with 6 ways against 5.
        ("dont-come-odds-6", 500, 500, Fraction(-1, 11)),
    ],
)
def test_rounding_up_by_hand(key: str, stake: int, pays: int, edge: Fraction) -> None:
    found = taken(NSW, key, stake)
    assert found.chances[-1][0] == pays
    assert found.edge == found.edge_on_stake == edge
    assert found.returns == 1 - edge


def test_odds_are_rounded_up_on_the_point_they_lie_on() -> None:
    """7 on the 6 pays 8.40, so 9: 5 ways bring 9 and 6 cost 7. On the 4 it pays 14."""
    assert taken(NSW, "pass-odds", 700, point=6).edge == Fraction(-3, 77)
    assert taken(NSW, "pass-odds", 700, point=4).edge == 0
    averaged = Fraction(10, 24) * Fraction(-3, 77) + Fraction(8, 24) * (Fraction(-2, 5) * Fraction(1, 2) / 7)
    assert taken(NSW, "pass-odds", 700).edge == averaged  # on the 5 it pays 10.50, so 11


FAVOURED = {
    "pass-odds",
    "dont-pass-odds",
    *(f"come-odds-{n}" for n in (5, 6, 8, 9)),
    *(f"dont-come-odds-{n}" for n in (4, 5, 6, 8, 9, 10)),
    *(f"place-{n}" for n in (6, 8)),
    *(f"place-lose-{n}" for n in (4, 5, 6, 8, 9, 10)),
}


def test_what_rounding_up_turns_in_the_players_favour() -> None:
    favoured = {found.wager: found.favours_player for found in all_of("new-south-wales") if found.favours_player}
    assert set(favoured) == FAVOURED
    assert favoured["place-6"] == ((700, 900), (1300, 1400), (1900, 1900))
    assert favoured["place-lose-4"] == ((500, 500), (700, 700), (900, 900))
    assert favoured["place-lose-5"] == ((500, 500), (700, 700), (1000, 1000), (1300, 1300))


def test_no_house_that_rounds_down_ever_favours_the_player() -> None:
    for book in ("catfish-bend", "typical", "crapless"):
        assert [found.wager for found in all_of(book) if found.favours_player] == []


# --- rounding down and the least commission


@pytest.mark.parametrize(
    ("book", "chip", "key", "stake", "commission", "nets", "returns"),
    [
        # 5% of 5 is a quarter; one chip is the least: 6 at risk, a fair bet of 5 comes back.
        ("catfish-bend", 100, "buy-4", 500, 100, (-600, 900), Fraction(5, 6)),
        # 6 at 7:6 is 7, 5 at 7:6 is 5.83 and paid 5: even money with 5 ways against 6.
        ("catfish-bend", 100, "place-6", 500, 0, (-500, 500), Fraction(10, 11)),
        # Chips of 5: 5% of 5 costs a whole chip. 10 at risk, 5 come back.
        ("catfish-bend", 500, "buy-4", 500, 500, (-1000, 500), Fraction(1, 2)),
        # Chips of 5: 9 is paid as 5, even money with 3 ways against 6.
        ("catfish-bend", 500, "place-4", 500, 0, (-500, 500), Fraction(2, 3)),
        # Chips of 5: 2.50 is paid as nothing. It wins back its 5 of 10 with 6 ways of 9.
        ("typical", 500, "lay-4", 500, 500, (-1000, -500), Fraction(1, 3)),
        # 5 at 1:6 is 0.83, paid as nothing: 5 of 6 come back with 6 ways of 7.
        ("crapless", 100, "lay-2", 500, 100, (-600, -100), Fraction(5, 7)),
    ],
)
def test_rounding_down_and_the_least_commission_by_hand(
    book: str, chip: int, key: str, stake: int, commission: int, nets: tuple[int, int], returns: Fraction
) -> None:
    found = taken(Game.open(book, chip=chip), key, stake)
    assert (found.commission, tuple(net for net, _ in found.chances)) == (commission, nets)
    assert found.returns == returns


def below(book: str, chip: int = 100) -> dict[str, tuple[Range, ...]]:
    return {found.wager: found.below_floor for found in all_of(book, chip) if found.below_floor}


def test_what_returns_less_than_three_quarters() -> None:
    assert Fraction(3, 4) == FLOOR
    assert below("catfish-bend") == below("typical") == below("new-south-wales") == {}
    assert below("crapless") == {"lay-2": ((500, 500),), "lay-12": ((500, 500),)}


def test_what_returns_less_than_three_quarters_in_chips_of_five() -> None:
    found = below("catfish-bend", chip=500)
    numbers = (4, 5, 6, 8, 9, 10)
    assert set(found) == {
        "dont-pass-odds",
        "place-4",
        "place-10",
        *(f"{family}-{n}" for family in ("buy", "lay", "dont-come-odds") for n in numbers),
    }
    assert found["place-4"] == ((500, 500),)
    assert found["buy-6"] == ((500, 2000),)
    assert found["lay-5"] == ((500, 1000), (2000, 2000))  # 15 pays 10 in whole chips, 20 pays 13.33


def test_only_what_can_be_made_is_swept_unless_it_is_named() -> None:
    assert not {found.wager for found in all_of("new-south-wales")} & {"come-4", "dont-come-4"}
    assert [found.wager for found in sweeps(NSW, ["come-4"])] == ["come-4"]


# --- every stake


@pytest.mark.parametrize("book", shipped())
def test_exact_stakes_have_the_edge_of_no_rounding(book: str) -> None:
    game = Game.open(book)
    for spot in game.rules.spots:
        if spot.flat is None and spot.wager.commission is None and spot.wager.made.value != "never":
            step = game.exact_step(spot, 0)
            found = sweep(game, spot.key)
            assert isinstance(found, Sweep)
            exact = {edge for stake, edge in zip(found.stakes, found.edges, strict=True) if stake % step == 0}
            assert exact == {wager_edge(game.rules, spot.key).edge}, spot.key


@pytest.mark.parametrize(("book", "chip"), [("catfish-bend", 100), ("typical", 500), ("no-puck.toml", 100)])
def test_a_sweep_takes_the_stakes_that_place_takes(book: str, chip: int) -> None:
    game = Game.open(str(EXAMPLES / book) if book.endswith("toml") else book, chip=chip)
    for key in ("pass", "pass-odds", "dont-pass-odds", "come-odds-5", "place-5", "lay-4", "horn", "field", "hop-3-3"):
        if (spot := game.rules.by_key.get(key)) is None:
            continue
        found = swept(game, key, point=5 if game.rules.book.puck and spot.wager.made.value != "off" else None)
        puck = game.puck(5) if game.rules.book.puck and spot.wager.made.value != "off" else game.puck()
        layout = EMPTY if spot.flat is None else Position((game.rules.spots[spot.flat].first,), (found.flat,))
        asked = [*range(chip, 3000, chip), *range(found.most - 3 * chip, found.most + 3 * chip, chip)]
        for stake in asked:
            answer = place(game, layout, puck, key, stake, 10**9)
            assert isinstance(answer, Refusal) == (stake not in found.stakes), (key, stake)


def test_a_sweep_agrees_with_each_stake() -> None:
    found = swept(NSW, "buy-9")
    assert (found.least, found.most, len(found.stakes)) == (500, 50000, 496)
    for stake, edge in zip(found.stakes[::50], found.edges[::50], strict=True):
        assert taken(NSW, "buy-9", stake).edge == edge
    assert found.worst == taken(NSW, "buy-9", found.worst.stake)
    assert (found.worst.edge, found.best.edge) == (max(found.edges), min(found.edges))


def test_odds_go_with_the_largest_flat_bet_unless_one_is_given() -> None:
    assert swept(NSW, "pass-odds").flat == taken(NSW, "pass-odds", 700).flat == 50000
    assert swept(NSW, "pass-odds").most == 100000
    assert taken(NSW, "pass-odds", 700, flat=500).flat == 500
    refused = at_stake(NSW, "pass-odds", 1100, flat=500)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("above-maximum", "6.1.5.1")
    refused = at_stake(NSW, "pass-odds", 700, flat=300)
    assert isinstance(refused, Refusal)
    assert refused.reason == "Win Line must be at least 5.00"


def test_a_wager_without_a_maximum_is_swept_to_that_of_the_table(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 1\nname = "mine"\ntitle = "Mine"\nextends = "typical"\n[wagers.place-n]\nmaximum = "none"\n'
    )
    assert swept(Game.open(str(path)), "place-6").most == 50000


# --- what the house refuses


@pytest.mark.parametrize(
    ("book", "key", "stake", "code", "clause"),
    [
        ("catfish-bend", "place-6", 60100, "above-maximum", "Max Bets 3"),
        ("catfish-bend", "place-6", 400, "below-minimum", "Invalid Roll 6"),
        ("catfish-bend", "place-6", 650, "not-chips", "Wagers"),
        ("catfish-bend", "horn", 300, "not-units", "Definitions: Horn Bet"),
        ("catfish-bend", "come-6", 50100, "above-maximum", "Max Bets 1"),
        ("catfish-bend", "pass", 0, "no-amount", ""),
        ("marina-bay-sands", "hop-3-3", 2500, "not-offered", "3.4"),
        (str(EXAMPLES / "no-puck.toml"), "place-6", 500, "not-exact", "Card: payouts"),
    ],
)
def test_a_stake_that_the_house_refuses(book: str, key: str, stake: int, code: str, clause: str) -> None:
    found = at_stake(Game.open(book), key, stake)
    assert isinstance(found, Refusal)
    assert (found.code, found.clause) == (code, clause)
    assert found.reason


def test_a_table_whose_limits_leave_no_stake() -> None:
    found = sweep(Game.open("catfish-bend", minimum=20_000, maximum=50_000), "hard-8")
    assert isinstance(found, Sweep)
    found = sweep(Game.open("catfish-bend", minimum=30_000, maximum=50_000), "hard-8")
    assert isinstance(found, Refusal)
    assert (found.code, found.clause) == ("no-stake", "Max Bets 7")


def test_a_point_that_cannot_be_is_bad_input() -> None:
    with pytest.raises(BadInput, match="never stands on 7"):
        at_stake(NSW, "pass-odds", 700, point=7)


# --- what it rests on


def test_a_real_stake_also_rests_on_chip_and_rounding() -> None:
    game = Game.open("catfish-bend")
    place_6, buy_4 = taken(game, "place-6", 500), taken(game, "buy-4", 500)
    added = {entry.word for entry in place_6.rests_on} - {
        entry.word for entry in wager_edge(game.rules, "place-6").rests_on
    }
    assert added == {"chip", "rounding"}
    assert {"commission-rounding", "commission-least"} <= {entry.word for entry in buy_4.rests_on}
    assert (wager_edge(game.rules, "place-6").provenance, place_6.provenance) == ("derived", "assumed")

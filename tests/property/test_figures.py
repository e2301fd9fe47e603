"""In whatever house: a wager's edge, its exact sessions, simulated ones and the table say the same.

A house is a typical one with some words of one family written otherwise, a function of its number. A player makes one
of its wagers where its figure begins, some decisions long. What that costs on average is the edge times the action.
A winner that stays up counts at face value when the player leaves: played out, it would be one decision more.
"""

from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random

import pytest

from sevenout.analysis.exact import AtStake, LineWithOdds, Sweep, at_stake, line_with_odds, sweep
from sevenout.analysis.exact.markov_chain import follow, openings, with_the_point_on
from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.simulation.run import simulate
from sevenout.base.dice import ROLLS
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book
from sevenout.rulebook.compiler.puck_machine import OFF
from sevenout.rulebook.source import overlay, parse, read_book
from sevenout.strategy.session_end import SessionEnd
from sevenout.strategy.view import Strategy, View
from tests.unit.strategy.sitting import Recorded, at_a_table, rolls, stands

HOUSES = range(48)
LONG, SESSIONS, DECISIONS = SessionEnd(rolls=500, face_value=True), 2_000, 2
RICH = 10_000_00

FAMILIES = {
    "pass": "pass", "dont-pass": "dont-pass", "come": "come", "dont-come": "dont-come", "place-n": "place-6",
    "buy-n": "buy-4", "lay-n": "lay-5", "hard-n": "hard-8", "field": "field", "any-7": "any-7", "horn": "horn",
    "craps-2": "craps-2",
}  # fmt: skip
RATIOS = ("1:2", "5:6", "1:1", "6:5", "7:5", "2:1", "4:1", "9:1")


def words_of(house: Random) -> tuple[str, str]:
    """A family, and a rulebook's text that has some words of it written otherwise."""
    family = house.choice(list(FAMILIES))
    words = {"after-win": f'"{house.choice(("up", "down"))}"'}
    if house.random() < 0.5 and family != "horn":
        words["pays"] = f'"{house.choice(RATIOS)}"'
    if house.random() < 0.6:
        terms = (
            house.choice(("1:20", "1:10", "3:50")),
            house.choice(("stake", "win")),
            house.choice(("true", "false")),
        )
        words["commission"] = '{{ rate = "{}", of = "{}", refund = {} }}'.format(*terms)
    if house.random() < 0.5:
        seasons = ("any", "off") if family == "pass" else ("any", "on", "off")  # somebody has to throw
        words["made"] = f'"{house.choice(seasons)}"'
    if house.random() < 0.3 and family in ("place-n", "buy-n", "lay-n", "hard-n"):
        words["working"] = house.choice(("{ off = true }", "{ off = false }"))
    money = {
        "rounding": house.choice(("down", "up")),
        "commission-rounding": house.choice(("down", "up")),
        "commission-least": house.choice(("chip", "nothing")),
    }
    own = "\n".join(f"{word} = {value}" for word, value in words.items())
    of_money = "\n".join(f'{word} = "{value}"' for word, value in money.items())
    return family, f'format = 1\nname = "mine"\nextends = "typical"\n[money]\n{of_money}\n[wagers.{family}]\n{own}\n'


@cache
def house_of(number: int) -> tuple[str, CompiledBook | None, str]:
    """The wager that a house is about, the house if it is sound, and its text."""
    family, text = words_of(Random(number))
    compiled, _ = check_book(overlay(parse(text, "mine.toml"), read_book("typical")))
    return FAMILIES[family], compiled, text


def player(game: Game, key: str, stake: Cents, decisions: int) -> Strategy:
    """Makes the wager where its figure begins, again and again, until it was decided so often."""
    spot = game.rules.by_key[key]
    lies = [key, *(f"{key}-{point}" for point in game.rules.book.points)]
    begins = openings(game.rules, spot)[0].begins

    def is_time(view: View) -> bool:
        if begins == "on the come-out":
            return view.point is None
        return begins != "with a point on" or spot.wager.made.value != "on" or view.event == "established"

    def play(view: View) -> View:
        so_far = (view.memory if isinstance(view.memory, int) else 0) + len(view.decided(*lies))
        view = view.remember(so_far)
        if so_far >= decisions:
            return (view.take_down(key) if view.stake(key) else view).leave("decided")
        if any(view.stake(name) for name in lies if name in game.rules.by_key) or not is_time(view):
            return view
        return view.bet(key, stake)

    return play


def decisions_of(game: Game, key: str) -> int:
    """One, if a bet that stays up is another one then than where its figure begins."""
    spot = game.rules.by_key[key]
    ends = {repr(sorted(follow(game.rules, spot, with_the_point_on(game.rules, point)).ends.items(), key=repr))
            for point in game.rules.book.points}  # fmt: skip
    return 1 if len(ends) > 1 and spot.wager.made.value == "on" else DECISIONS


def expected(game: Game, worth: AtStake, decisions: int) -> float:
    """The mean net: the edge on the action, and the commission that the last winner has paid for nothing."""
    wager = game.rules.by_key[worth.wager].wager
    net = -worth.edge * decisions * (worth.stake + worth.commission)
    refunded = wager.commission is not None and wager.commission.refund.value and wager.reduce.value == "any"
    if wager.after_win.value == "up" and not refunded:
        net -= stays_up(game, worth) * worth.commission
    return float(net)


def stays_up(game: Game, worth: AtStake) -> Fraction:
    """How likely it wins where it lies, and enough for the next commission; a bet that travels wins there at once."""
    spot = game.rules.by_key[worth.wager]
    if any(row.outcome == "travel" for row in spot.rows):
        edges = (row[spot.first] for row in game.rules.cells[OFF])
        return Fraction(sum(edge is not None and edge.outcome == "win" for edge in edges), len(ROLLS))
    return sum((chance for net, chance in worth.chances if net >= 0), Fraction(0))


@pytest.mark.parametrize("number", HOUSES)
def test_edge_exact_simulated_and_the_table_agree_in_any_house(number: int) -> None:
    key, rules, text = house_of(number)
    if rules is None:
        return
    game = Game(rules)
    swept = sweep(game, key)
    assert isinstance(swept, Sweep), text
    stake = Random(number).choice(swept.stakes[:40])
    worth = at_stake(game, key, stake)
    assert isinstance(worth, AtStake)
    decisions = decisions_of(game, key)
    strategy = player(game, key, stake, decisions)
    exact = distribution(game, strategy, RICH, end=LONG)
    assert dict(exact.endings)["decided"] == pytest.approx(1, abs=1e-6), text
    assert exact.mean == pytest.approx(expected(game, worth, decisions), abs=0.5), text
    sampled = simulate(game, strategy, SESSIONS, None, RICH, seed=number, end=LONG)
    assert abs(sampled.nets.mean - exact.mean) <= 5 * exact.sd / sqrt(SESSIONS), text
    recorded, dice = Recorded(strategy), rolls(f"figures {number}", 60)
    played = stands(game, recorded, RICH, dice)
    assert list(at_a_table(game, recorded.again(), RICH, dice)) == played, text


def test_most_of_these_houses_are_sound_and_all_words_occur() -> None:
    sound = [text for _, rules, text in map(house_of, HOUSES) if rules is not None]
    assert len(sound) > 0.8 * len(HOUSES)
    for words in ('after-win = "up"', "refund = true", 'made = "any"', 'made = "on"', 'of = "win"'):
        assert sum(words in text for text in sound) >= 3, words


# --- with odds behind it

FLATS = {"pass": "pass-odds", "dont-pass": "dont-pass-odds", "come": "come-odds-n", "dont-come": "dont-come-odds-n"}
WHOLE = 60_00
"""A flat bet of which every payout and commission here is a whole number of tenths, which are chips here."""


@cache
def house_with_odds(number: int) -> tuple[str, CompiledBook | None, str]:
    """The flat bet that a house is about, the house if it is sound, and its text."""
    house = Random(f"odds {number}")
    flat = house.choice(list(FLATS))
    own = {"after-win": f'"{house.choice(("up", "down"))}"', "pays": f'"{house.choice(("1:1", "6:5", "2:1"))}"'}
    odds = {}
    if flat == "pass" and house.random() < 0.6:
        own["made"] = '"any"'
    if house.random() < 0.6:
        odds["commission"] = f'{{ rate = "{house.choice(("1:20", "1:10"))}", of = "stake", refund = true }}'
    if house.random() < 0.5:
        odds["pays"] = f'"{house.choice(("1:1", "2:1", "5:6"))}"'
    text = 'format = 1\nname = "mine"\nextends = "typical"\n'
    for key, words in ((flat, own), (FLATS[flat], odds)):
        text += f"[wagers.{key}]\n" + "".join(f"{word} = {value}\n" for word, value in words.items())
    compiled, _ = check_book(overlay(parse(text, "mine.toml"), read_book("typical")))
    return flat, compiled, text


def with_odds(game: Game, bet: LineWithOdds) -> Strategy:
    """Makes the flat bet once where its figure begins, puts odds up as soon as it may, leaves when it is decided."""
    spots, times = game.rules.spots, dict(bet.times)
    flats = [
        spot for spot in spots if spot.key == bet.flat or (spot.key.startswith(f"{bet.flat}-") and spot.flat is None)
    ]
    on_come_out = openings(game.rules, game.rules.by_key[bet.flat])[0].begins == "on the come-out"

    def play(view: View) -> View:
        if view.memory is None:
            waits = on_come_out and view.point is not None
            return view if waits else made(view)
        if view.decided(*(spot.key for spot in flats)):
            return view.leave("decided")
        for lying in (spot for spot in flats if view.stake(spot.key) and view.memory == "made"):
            for odds in (spots[index] for index in lying.attached):
                number = odds.wager.n.high if odds.wager.n else view.point
                if (
                    number is not None
                    and times.get(number)
                    and not view.bet(odds.key, WHOLE).refused[len(view.refused) :]
                ):
                    return view.bet(odds.key, int(times[number] * WHOLE)).remember("with odds")
        return view

    def made(view: View) -> View:
        after = view.bet(bet.flat, WHOLE)
        return after.remember("made") if after.stake(bet.flat) else view

    return play


@pytest.mark.parametrize("number", range(16))
def test_a_line_with_odds_costs_its_edge_in_any_house(number: int) -> None:
    flat, rules, text = house_with_odds(number)
    if rules is None:
        return
    game = Game(rules, chip=10)
    for times in (0, 1):
        bet = line_with_odds(rules, flat, times)
        assert isinstance(bet, LineWithOdds), text
        exact = distribution(game, with_odds(game, bet), 10 * WHOLE, end=LONG)
        assert dict(exact.endings)["decided"] == pytest.approx(1, abs=1e-6), text
        assert exact.mean == pytest.approx(-float(bet.edge * bet.wagered * WHOLE), abs=0.5), text


def test_most_of_the_houses_with_odds_are_sound() -> None:
    sound = [text for _, rules, text in map(house_with_odds, range(16)) if rules is not None]
    assert len(sound) >= 12
    assert any('made = "any"' in text for text in sound)
    assert any("commission" in text for text in sound)

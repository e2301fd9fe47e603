"""The split of the net adds up to the cent in any game, and what is expected is what the exact edges say."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenout.analysis.exact import edges
from sevenout.analysis.exact.markov_chain import FollowStart, openings, with_the_point_on
from sevenout.base.dice import ROLLS, roll
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.player.session_stats import SessionStats, evening_of, follow_event
from sevenout.player.session_stats.wager_accounts import after_changing
from sevenout.table import Rolled, Table, evolve
from sevenout.table.commands import AcceptDice, Award, Inspect, NoRoll, PassDice, TellTime, Undo
from sevenout.table.named_layout import BARE, Layout, PlacedBet
from sevenout.table.table_snapshot import Snapshot, house_of
from tests.property.games import NAMES, Rail
from tests.unit.player.session_stats.houses import HOUSES, house
from tests.volume import examples

in_every_house = pytest.mark.parametrize("name", HOUSES)


def adds_up(evening: SessionStats, shown: Snapshot) -> None:
    stands = evening.balance(shown)
    parts = stands.edge + stands.luck - stands.commission + stands.rounding
    assert stands.net == parts + stands.bonus + stands.awarded - stands.tokes
    for account in evening.accounts.values():
        assert account.net == account.edge + account.luck - account.commission + account.rounding
    assert evening.line(shown)[-1] == stands.net


def followed(table: Table, you: str) -> SessionStats:
    """An evening event by event: it adds up at every moment, and each roll draws the net as it then is."""
    evening, shown = SessionStats(you), Snapshot(house_of(table.game))
    for recorded in table.log or ():
        evening = follow_event(evening, table.game, shown, recorded.event)
        seated = shown.seat(you) is not None
        shown = evolve(shown, recorded.event)
        adds_up(evening, shown)
        if isinstance(recorded.event, Rolled) and seated:
            assert evening.curve[-1] == evening.net(shown)
    assert evening == evening_of(table.game, table.log or (), you)
    return evening


@in_every_house
@settings(max_examples=examples(100))
@given(dice=st.randoms(), actions=st.integers(1, 80))
def test_the_net_is_split_to_the_cent_in_any_game(name: str, dice: Random, actions: int) -> None:
    rail = Rail(house(name), dice)
    for _ in range(actions):
        rail.act(rail.action())
    for you in NAMES:
        evening = followed(rail.table, you)
        assert all(account.expected <= 0 for account in evening.accounts.values())  # no house here gives an edge away


def told(table: Table, *answers: object) -> Table:
    assert not [answer for answer in answers if isinstance(answer, Refusal)]
    return table


def test_a_bet_made_after_a_roll_and_taken_along_brings_nothing_when_the_roll_is_ruled_void() -> None:
    table = Table(Game(house("new-south-wales")))
    told(
        table, table.seat("Ann", 100_00), table.seat("Bob", 100_00), table.bet("Ann", "pass", 5_00),
        table.roll(roll(1, 1)), table.bet("Bob", "pass", 5_00), table.leave("Bob"), table.rule_no_roll(),
    )  # fmt: skip
    assert followed(table, "Bob").accounts["pass"].expected == 0


def test_what_lies_over_its_limit_unnoticed_is_expected_to_bring_what_the_limit_does() -> None:
    table = Table(Game(house("catfish-bend")))
    told(
        table, table.seat("Ann", 2000_00), table.bet("Ann", "pass", 10_00), table.roll(roll(4, 4)),
        table.bet("Ann", "place-6", 900_00, unnoticed=True), table.roll(roll(2, 3)),
    )  # fmt: skip
    told(table, table.roll(roll(4, 2)))
    account = followed(table, "Ann").accounts["place-6"]
    assert (account.net, account.action, account.expected) == (700_00, 600_00, 600_00 * Fraction(-1, 66))


def test_the_commission_of_what_lies_over_its_limit_is_not_counted_once_it_went_back() -> None:
    table = Table(Game(house("catfish-bend")))
    told(
        table, table.seat("Ann", 2000_00), table.bet("Ann", "pass", 10_00), table.roll(roll(4, 4)),
        table.bet("Ann", "buy-4", 700_00, unnoticed=True), table.roll(roll(3, 4)),
    )  # fmt: skip
    account = followed(table, "Ann").accounts["buy-4"]
    assert (account.lost, account.commission, account.net) == (500_00, 25_00, -525_00)


def test_a_winner_that_stays_up_pays_its_next_commission_and_the_split_shows_it() -> None:
    table = Table(Game(house("staying")))
    told(
        table, table.seat("Ann", 1000_00), table.bet("Ann", "pass", 10_00), table.roll(roll(4, 4)),
        table.bet("Ann", "buy-4", 20_00), table.roll(roll(3, 1)),
    )  # fmt: skip
    account = followed(table, "Ann").accounts["buy-4"]
    assert (account.won, account.commission, account.net) == (40_00, 2_00, 38_00)


def test_rounding_is_told_apart_from_luck() -> None:
    table = Table(Game(house("catfish-bend")))
    told(
        table, table.seat("Ann", 1000_00), table.bet("Ann", "pass", 10_00), table.roll(roll(4, 4)),
        table.bet("Ann", "place-6", 13_00), table.roll(roll(4, 2)),
    )  # fmt: skip
    account = followed(table, "Ann").accounts["place-6"]
    assert account.rounded == 15_00 - Fraction(13_00 * 7, 6)
    assert (account.net, account.rounding) == (15_00, -17)


def test_who_leaves_and_comes_back_has_one_evening() -> None:
    table = Table(Game(house("typical")))
    told(
        table, table.seat("Ann", 100_00), table.bet("Ann", "field", 10_00), table.seat("Bob", 100_00),
        table.bet("Bob", "pass", 10_00), table.roll(roll(5, 2)), table.leave("Ann"),
        table.bet("Bob", "pass", 10_00), table.roll(roll(6, 5)),
        table.seat("Ann", 50_00), table.bet("Ann", "field", 5_00), table.bet("Bob", "pass", 10_00),
        table.roll(roll(1, 1)),
    )  # fmt: skip
    evening = followed(table, "Ann")
    assert (evening.bought, evening.cashed, evening.curve) == (150_00, 90_00, (-10_00, 0))
    assert (evening.seen.rolls, evening.seen.count(11)) == (2, 0)  # the eleven came while Ann was away


def test_a_shootout_and_a_ruling_are_beside_the_split() -> None:
    table = Table(Game(house("catfish-bend")))
    told(
        table, table.execute(TellTime("2026-03-01T20:00", "America/Chicago")), table.seat("Ann", 1000_00),
        table.seat("Bob", 1000_00), table.bet("Bob", "place-6", 12_00),
    )  # fmt: skip
    for a, b in ((2, 2), (2, 3), (2, 4), (4, 4), (5, 4), (6, 4)):
        told(table, table.bet("Ann", "pass", 10_00), table.roll(roll(a, b)), table.roll(roll(a, b)))
    told(table, table.execute(Inspect(True, "Lee", "4711")), table.execute(Award("Ann", 7_00, "a late pay")))
    assert [followed(table, you).bonus for you in ("Ann", "Bob")] == [100_00, 10_00]
    assert followed(table, "Ann").balance(table.snapshot()).awarded == 7_00


def test_what_was_undone_or_called_no_roll_leaves_no_trace() -> None:
    table = Table(Game(house("new-south-wales"), undo=True))
    told(
        table, table.seat("Ann", 1000_00), table.bet("Ann", "pass", 10_00), table.roll(roll(4, 4)), table.bet("Ann",
        "buy-4", 40_00), table.execute(Undo("Ann")), table.throw(), table.execute(NoRoll("off the table")),
    )  # fmt: skip
    evening = followed(table, "Ann")
    assert "buy-4" not in evening.accounts
    assert evening.seen.rolls == 1


def test_a_good_bet_that_is_taken_down_and_put_back_promises_what_it_did() -> None:
    table = Table(Game(house("new-south-wales"), undo=True))
    told(table, table.seat("Ann", 1000_00), table.bet("Ann", "dont-pass", 10_00), table.roll(roll(4, 4)))
    before = followed(table, "Ann").accounts
    told(table, table.take_down("Ann", "dont-pass"))
    assert followed(table, "Ann").accounts != before
    told(table, table.execute(Undo("Ann")))
    assert followed(table, "Ann").accounts == before


def test_the_longest_hand_is_its_shooters_own() -> None:
    table = Table(Game(house("catfish-bend")))
    told(table, table.seat("Ann", 1000_00), table.seat("Bob", 1000_00))
    told(table, table.bet("Ann", "pass", 10_00), table.bet("Bob", "pass", 10_00))
    told(table, table.roll(roll(4, 4)), table.roll(roll(2, 3)), table.roll(roll(2, 3)), table.execute(PassDice("Ann")))
    told(table, table.roll(roll(2, 3)), table.roll(roll(5, 2)))
    seen = followed(table, "Ann").seen
    assert (seen.longest, seen.longest_by, seen.hand, seen.lost) == (3, "Ann", 0, 1)


def test_a_hand_ends_when_its_shooter_leaves_or_passes_and_takes_the_dice_again() -> None:
    table = Table(Game(house("typical")))
    told(table, table.seat("Ann", 1000_00), table.seat("Bob", 1000_00), table.bet("Ann", "dont-pass", 10_00))
    told(table, table.bet("Bob", "dont-pass", 10_00), table.roll(roll(4, 4)), table.roll(roll(2, 3)))
    told(table, table.leave("Ann"), table.roll(roll(2, 3)))
    assert followed(table, "Bob").seen.hand == 1
    told(table, table.roll(roll(4, 4)), table.bet("Bob", "pass", 10_00), table.execute(PassDice("Bob")))
    told(table, table.execute(AcceptDice("Bob")), table.roll(roll(5, 6)))
    seen = followed(table, "Bob").seen
    assert (seen.hand, seen.longest, seen.longest_by) == (1, 2, "Ann")


def test_commission_that_comes_back_and_commission_that_does_not_are_told_apart() -> None:
    table = Table(Game(house("staying")))
    told(
        table, table.seat("Ann", 1000_00), table.bet("Ann", "pass", 10_00), table.roll(roll(4, 4)),
        table.bet("Ann", "buy-4", 20_00), table.bet("Ann", "lay-5", 60_00), table.take_down("Ann", "all"),
    )  # fmt: skip
    accounts = followed(table, "Ann").accounts
    assert [accounts[wager].commission for wager in ("buy-4", "lay-5")] == [1_00, 0]


# --- the expectation


def stands(table: Table, *wagers: str) -> list[tuple[int, int, int]]:
    """Net, edge and luck of some of Ann's wagers."""
    accounts = followed(table, "Ann").accounts
    return [(accounts[wager].net, accounts[wager].edge, accounts[wager].luck) for wager in wagers]


def ann(name: str = "typical") -> Table:
    table = Table(Game(house(name)))
    return told(table, table.seat("Ann", 1000_00))


@in_every_house
def test_what_is_expected_of_a_bet_that_is_decided_is_its_exact_edge(name: str) -> None:
    game = Game(house(name))
    rules = game.rules
    worths = edges(rules)
    assert len(worths) == len(rules.spots)
    for worth in worths:
        first, *later = openings(rules, rules.by_key[worth.wager])
        assert promised(game, worth.wager, first) == worth.net, worth.wager
        put = [*later, *(with_the_point_on(rules, state.point) for state in rules.puck.states if state.point)]
        said = {each.begins: each for each in worth.later}
        for opened in put if worth.later else ():
            assert promised(game, worth.wager, opened) == said[opened.begins].net, (worth.wager, opened.begins)


def promised(game: Game, key: str, opened: FollowStart) -> Fraction:
    """What the evening expects of a unit where the wager is made; a table does not tell a fresh puck from one off."""
    pucks = [(game.puck(game.rules.puck.states[puck].point), weight) for puck, weight in opened.pucks.items()]
    of = [
        weight * after_changing({}, game, BARE, Layout((PlacedBet(key, 1),)), puck)[key].promised
        for puck, weight in pucks
    ]
    return sum(of, Fraction(0)) / sum(opened.pucks.values())


@pytest.mark.parametrize(("a", "b", "net"), [(1, 2, -10_00), (6, 5, 10_00), (6, 1, 10_00)])
def test_a_pass_bet_costs_its_edge_whatever_decides_it_and_whenever(a: int, b: int, net: int) -> None:
    table = ann()
    told(table, table.bet("Ann", "pass", 10_00), table.roll(roll(a, b)))
    assert stands(table, "pass") == [(net, -14, net + 14)]


def test_what_lies_undecided_counts_for_nothing_yet() -> None:
    table = ann()
    told(table, table.bet("Ann", "pass", 10_00), table.roll(roll(2, 2)), table.roll(roll(3, 2)))
    assert stands(table, "pass") == [(0, 0, 0)]
    told(table, table.roll(roll(5, 2)))
    assert stands(table, "pass") == [(-10_00, -14, -9_86)]


def test_a_bet_that_travelled_costs_what_it_did_when_it_was_made() -> None:
    table = ann()
    told(
        table, table.bet("Ann", "pass", 10_00), table.roll(roll(4, 4)), table.bet("Ann", "come", 10_00),
        table.roll(roll(4, 2)), table.bet("Ann", "come", 10_00), table.roll(roll(5, 1)), table.roll(roll(5, 2)),
    )  # fmt: skip
    assert stands(table, "pass", "come", "come-6") == [(-10_00, -14, -9_86), (0, 0, 0), (0, -28, 28)]


def test_a_bet_that_is_added_to_costs_what_each_part_of_it_did() -> None:
    table = ann()
    told(
        table, table.bet("Ann", "pass", 10_00), table.roll(roll(4, 4)), table.bet("Ann", "place-6", 12_00),
        table.bet("Ann", "place-6", 18_00), table.roll(roll(4, 2)), table.take_down("Ann", "place-6"),
    )  # fmt: skip
    assert followed(table, "Ann").accounts["place-6"].expected == 30_00 * Fraction(-1, 66)


def test_what_is_called_off_or_taken_down_is_expected_to_bring_nothing() -> None:
    table = ann()
    told(
        table, table.bet("Ann", "pass", 10_00), table.roll(roll(4, 4)), table.bet("Ann", "place-6", 12_00),
        table.bet("Ann", "hard-8", 5_00), table.call("Ann", "hard-8", "off"), table.roll(roll(3, 2)),
        table.take_down("Ann", "place-6"), table.take_down("Ann", "hard-8"),
    )  # fmt: skip
    assert stands(table, "place-6", "hard-8") == [(0, 0, 0), (0, 0, 0)]


def test_whoever_gives_a_good_bet_up_has_not_lost_it_by_bad_luck() -> None:
    """Taken down with every point, don't pass costs more than its edge; luck is none on the mean of all rolls."""
    nets, luck = Fraction(0), Fraction(0)
    for thrown in ROLLS:
        table = ann()
        told(table, table.bet("Ann", "dont-pass", 10_00), table.roll(thrown))
        if table.point is not None:
            told(table, table.take_down("Ann", "dont-pass"))
        account = followed(table, "Ann").accounts["dont-pass"]
        assert account.expected < 0
        nets += account.net
        luck += account.net - account.expected
    assert (int(nets), luck == 0) == (-50_00, True)

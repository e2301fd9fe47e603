"""The split of the net adds up to the cent in any game, and what is expected is what the exact edges say."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenout.compile import Compiled, Spot
from sevenout.dice import roll
from sevenout.evening import Evening, evening_of, see
from sevenout.evening.accounts import after_waiting
from sevenout.exact import edges
from sevenout.exact.chain import Opening, openings, solve, with_the_point_on
from sevenout.game import Game
from sevenout.refusal import Refusal
from sevenout.table import Rolled, Table, evolve
from sevenout.table.commands import AcceptDice, Award, Inspect, NoRoll, PassDice, TellTime, Undo
from sevenout.table.layouts import Layout, Lying
from sevenout.table.snapshot import Snapshot, house_of
from tests.evening.houses import HOUSES, house
from tests.property.games import NAMES, Rail

in_every_house = pytest.mark.parametrize("name", HOUSES)


def adds_up(evening: Evening, shown: Snapshot) -> None:
    stands = evening.balance(shown)
    parts = stands.edge + stands.luck - stands.commission + stands.rounding
    assert stands.net == parts + stands.bonus + stands.awarded - stands.tokes
    for account in evening.accounts.values():
        assert account.net == account.edge + account.luck - account.commission + account.rounding
    assert evening.line(shown)[-1] == stands.net


def followed(table: Table, you: str) -> Evening:
    """An evening event by event: it adds up at every moment, and each roll draws the net as it then is."""
    evening, shown = Evening(you), Snapshot(house_of(table.game))
    for recorded in table.log or ():
        evening = see(evening, table.game, shown, recorded.event)
        seated = shown.seat(you) is not None
        shown = evolve(shown, recorded.event)
        adds_up(evening, shown)
        if isinstance(recorded.event, Rolled) and seated:
            assert evening.curve[-1] == evening.net(shown)
    assert evening == evening_of(table.game, table.log or (), you)
    return evening


@in_every_house
@settings(max_examples=100)
@given(dice=st.randoms(), actions=st.integers(1, 80))
def test_the_net_is_split_to_the_cent_in_any_game(name: str, dice: Random, actions: int) -> None:
    rail = Rail(house(name), dice)
    for _ in range(actions):
        rail.act(rail.action())
    for you in NAMES:
        followed(rail.table, you)


def told(table: Table, *answers: object) -> Table:
    assert not [answer for answer in answers if isinstance(answer, Refusal)]
    return table


def test_what_lies_over_its_limit_unnoticed_is_expected_to_bring_what_the_limit_does() -> None:
    table = Table(Game(house("catfish-bend")))
    told(
        table, table.seat("Ann", 2000_00), table.bet("Ann", "pass", 10_00), table.roll(roll(4, 4)),
        table.bet("Ann", "place-6", 900_00, unnoticed=True), table.roll(roll(2, 3)),
    )  # fmt: skip
    account = followed(table, "Ann").accounts["place-6"]
    assert account.expected == 600_00 * (5 * Fraction(7, 6) - 6) / 36
    told(table, table.roll(roll(4, 2)))
    account = followed(table, "Ann").accounts["place-6"]
    assert (account.net, account.action) == (700_00, 600_00)


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
        table, table.tell(TellTime("2026-03-01T20:00", "America/Chicago")), table.seat("Ann", 1000_00),
        table.seat("Bob", 1000_00), table.bet("Bob", "place-6", 12_00),
    )  # fmt: skip
    for a, b in ((2, 2), (2, 3), (2, 4), (4, 4), (5, 4), (6, 4)):
        told(table, table.bet("Ann", "pass", 10_00), table.roll(roll(a, b)), table.roll(roll(a, b)))
    told(table, table.tell(Inspect(True, "Lee", "4711")), table.tell(Award("Ann", 7_00, "a late pay")))
    assert [followed(table, you).bonus for you in ("Ann", "Bob")] == [100_00, 10_00]
    assert followed(table, "Ann").balance(table.snapshot()).awarded == 7_00


def test_what_was_undone_or_called_no_roll_leaves_no_trace() -> None:
    table = Table(Game(house("new-south-wales"), undo=True))
    told(
        table, table.seat("Ann", 1000_00), table.bet("Ann", "pass", 10_00), table.roll(roll(4, 4)),
        table.bet("Ann", "buy-4", 40_00), table.tell(Undo("Ann")), table.throw(), table.tell(NoRoll("off the table")),
    )  # fmt: skip
    evening = followed(table, "Ann")
    assert (evening.accounts["buy-4"].commission, evening.seen.rolls) == (0, 1)


def test_the_longest_hand_is_its_shooters_own() -> None:
    table = Table(Game(house("catfish-bend")))
    told(table, table.seat("Ann", 1000_00), table.seat("Bob", 1000_00))
    told(table, table.bet("Ann", "pass", 10_00), table.bet("Bob", "pass", 10_00))
    told(table, table.roll(roll(4, 4)), table.roll(roll(2, 3)), table.roll(roll(2, 3)), table.tell(PassDice("Ann")))
    told(table, table.roll(roll(2, 3)), table.roll(roll(5, 2)))
    seen = followed(table, "Ann").seen
    assert (seen.longest, seen.longest_by, seen.hand, seen.lost) == (3, "Ann", 0, 1)


def test_a_hand_ends_when_its_shooter_leaves_or_passes_and_takes_the_dice_again() -> None:
    table = Table(Game(house("typical")))
    told(table, table.seat("Ann", 1000_00), table.seat("Bob", 1000_00), table.bet("Ann", "dont-pass", 10_00))
    told(table, table.bet("Bob", "dont-pass", 10_00), table.roll(roll(4, 4)), table.roll(roll(2, 3)))
    told(table, table.leave("Ann"), table.roll(roll(2, 3)))
    assert followed(table, "Bob").seen.hand == 1
    told(table, table.roll(roll(4, 4)), table.bet("Bob", "pass", 10_00), table.tell(PassDice("Bob")))
    told(table, table.tell(AcceptDice("Bob")), table.roll(roll(5, 6)))
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


def expected(game: Game, key: str, opened: Opening) -> Fraction:
    """What a wager brings from where it is made until it is decided, summed over all rolls as the evening counts."""
    rules = game.rules
    spot = rules.by_key[key]
    slot = _working(rules, spot)

    def step(node: tuple[int, int]) -> tuple[Counter[tuple[int, int]], Counter[str]]:
        puck, lying = node
        onward, ended = Counter[tuple[int, int]](), Counter[str]()
        for row, after in zip(rules.cells[puck], rules.puck.edges[puck], strict=True):
            edge = row[lying]
            if edge is None or edge.outcome == "move":
                onward[after.goto, lying if edge is None else edge.goto] += 1
            else:
                ended[edge.outcome] += 1
        return onward, ended

    visited, _ = solve({(puck, slot): weight for puck, weight in opened.pucks.items()}, step, key)
    brought = Fraction(0)
    for (puck, lying), times in visited.items():
        label = rules.labels[lying]
        layout = Layout((Lying(label.wager, 1, label.call, label.gathered),))
        brought += times * after_waiting({}, game, layout, puck)[label.wager].expected
    return brought


def _working(rules: Compiled, spot: Spot) -> int:
    """Its own slot, or the one that it has called on if no roll can decide it otherwise."""
    on = spot.slot("on")
    idle = all(row[spot.first] is None for rows in rules.cells for row in rows)
    rests = not (spot.wager.working.on.value or spot.wager.working.off.value)
    return on if on is not None and (idle or rests) else spot.first


@in_every_house
def test_what_is_expected_roll_by_roll_is_the_exact_edge(name: str) -> None:
    game = Game(house(name))
    rules = game.rules
    worths = edges(rules)
    assert len(worths) == len(rules.spots)
    for worth in worths:
        first, *later = openings(rules, rules.by_key[worth.wager])
        assert expected(game, worth.wager, first) == worth.net, worth.wager
        put = [*later, *(with_the_point_on(rules, state.point) for state in rules.puck.states if state.point)]
        said = {each.begins: each for each in worth.later}
        for opened in put if worth.later else ():
            assert expected(game, worth.wager, opened) == said[opened.begins].net, (worth.wager, opened.begins)


def test_a_bet_that_is_off_expects_nothing() -> None:
    game = Game(house("typical"))
    layout = Layout((Lying("place-6", 12_00), Lying("hard-8", 5_00, "off")))
    assert [each.expected for each in after_waiting({}, game, layout, game.puck()).values()] == [0, 0]

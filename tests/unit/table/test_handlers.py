"""The table's own commands: buying in, leaving, being ordered to pass, the ledger, and the limit of seats."""

import json
from pathlib import Path

import pytest

from sevenout.base.dice import roll
from sevenout.base.refusal import Refusal
from sevenout.crew.replay import play
from sevenout.engine.game import Game
from sevenout.table import Rolled, Table
from sevenout.table.commands import Award, BuyIn, Leave, OrderPass, Overrule, PassDice
from sevenout.table.log.json_schema import schema
from sevenout.table.state import out_of_balance


@pytest.fixture
def table() -> Table:
    table = Table(Game.open("catfish-bend"))
    for name in ("Ann", "Bob", "Cy"):
        assert table.seat(name, 100_000) is None
    return table


def refused(table: Table, command: Award | BuyIn | Leave | OrderPass | PassDice) -> str:
    answer = table.execute(command)
    return answer.code if isinstance(answer, Refusal) else ""


def test_the_rail_holds_sixteen_seats() -> None:
    table = Table(Game.open("typical"))
    for number in range(16):
        assert table.seat(f"P{number}", 1000) is None
    refusal = table.seat("Late", 1000)
    assert refusal is not None
    assert refusal.code == "no-room"


def test_a_transcript_may_have_any_number_of_seats() -> None:
    lines = ["rules typical", *(f"seat P{number} 100" for number in range(40)), "P39 bets 5 on pass", "roll 6 5"]
    *_, last = play("\n".join(lines))
    assert isinstance(last.event, Rolled)
    assert last.event.shooter == "P39"


def test_money_bought_in_lies_in_the_drop_and_the_bank_is_short_of_the_chips(table: Table) -> None:
    assert refused(table, BuyIn("Ann", 5_000)) == ""
    assert table.rack("Ann") == 105_000
    assert table.total_bought("Ann") == 105_000
    assert table.state.ledger.drop == 305_000
    assert table.state.ledger.bank == -305_000
    assert refused(table, BuyIn("Ann", 50)) == "not-chips"
    assert refused(table, BuyIn("Zed", 5_000)) == "no-seat"


def test_commission_has_an_account_of_its_own(table: Table) -> None:
    assert table.bet("Ann", "buy-4", 10_000) is None
    assert table.state.ledger.commission == 500
    assert table.take_down("Ann", "buy-4") is None
    assert table.state.ledger.commission == 0
    assert table.rack("Ann") == 100_000


def test_a_player_who_leaves_takes_down_what_may_come_down(table: Table) -> None:
    table.bet("Ann", "place-6", 1_200)
    table.bet("Ann", "buy-4", 10_000)
    assert refused(table, Leave("Ann")) == ""
    assert list(table.seats) == ["Bob", "Cy"]
    assert table.state.ledger.bank == -200_000
    assert refused(table, Leave("Ann")) == "no-seat"


def test_a_contract_bet_keeps_its_player_until_it_is_decided(table: Table) -> None:
    table.bet("Ann", "pass", 1_000)
    table.roll(roll(3, 1))
    assert refused(table, Leave("Ann")) == "contract"
    table.roll(roll(3, 1))
    assert refused(table, Leave("Ann")) == ""


def test_the_dice_of_a_shooter_who_leaves_go_clockwise(table: Table) -> None:
    for name in ("Ann", "Bob", "Cy"):
        table.bet(name, "dont-pass", 1_000)
    table.roll(roll(6, 6))
    for name in ("Bob", "Cy"):
        table.bet(name, "dont-pass", 1_000)
    assert refused(table, Leave("Ann")) == ""
    assert table.shooter() == "Bob"


def test_with_a_point_on_the_next_line_bettor_finishes_for_a_shooter_who_leaves(table: Table) -> None:
    table.bet("Ann", "dont-pass", 1_000)
    table.bet("Cy", "pass", 1_000)
    table.roll(roll(3, 1))
    assert refused(table, Leave("Ann")) == ""
    assert table.shooter() == "Cy"


def test_the_supervisor_may_order_the_shooter_and_nobody_else_to_pass(table: Table) -> None:
    table.bet("Ann", "pass", 1_000)
    table.bet("Bob", "pass", 1_000)
    assert refused(table, OrderPass("Bob")) == "not-shooter"
    assert refused(table, OrderPass("Ann")) == ""
    assert table.shooter() == "Bob"


def test_a_ruling_moves_chips_between_bank_and_rack_and_says_why(table: Table) -> None:
    assert refused(table, Award("Ann", 2_500, "the payoff was short")) == ""
    assert refused(table, Award("Ann", -500, "that was paid twice")) == ""
    assert (table.rack("Ann"), table.state.ledger.bank, table.state.ledger.awarded) == (102_000, -302_000, 2_000)
    assert out_of_balance(table.state) == 0
    for wrong, code in (
        (Award("Zed", 500, "for nothing"), "no-seat"),
        (Award("Ann", 0, "for nothing"), "not-chips"),
        (Award("Ann", 150, "half a chip"), "not-chips"),
        (Award("Ann", -102_500, "more than there is"), "rack"),
        (Award("Ann", 10**14 - 100, "more than anybody has"), "rack"),
        (Award("Ann", 500, ""), "no-ruling"),
        (Award("Ann", 500, "two\nlines"), "no-ruling"),
        (Award("Ann", 500, "a # comment"), "no-ruling"),
    ):
        assert refused(table, wrong) == code


def test_a_table_shows_itself(table: Table) -> None:
    assert repr(table) == "<Table catfish-bend, point None: Ann 1000.00, Bob 1000.00, Cy 1000.00>"
    assert repr(table.game) == "<Game catfish-bend: 5.00 to 500.00, chip 1.00>"
    assert table.game.puck(8) != table.game.puck(6)
    with pytest.raises(ValueError, match="never stands on 7"):
        table.game.puck(7)


def test_the_published_schema_is_that_of_the_events() -> None:
    published = Path(__file__).parents[3] / "docs" / "reference" / "events.schema.json"
    assert json.loads(published.read_text(encoding="utf-8")) == json.loads(json.dumps(schema()))


def thrown_and_called_off(book: str, ground: str) -> Table:
    table = Table(Game.open(book))
    table.seat("Ann", 100_000)
    table.bet("Ann", "pass", 2_500)
    table.throw()
    assert table.no_roll(ground) is None
    return table


def test_a_supervisor_who_overrules_the_stick_makes_the_throw_count() -> None:
    table = thrown_and_called_off("catfish-bend", "on the rail")
    answer = table.execute(Overrule(6, 5))
    assert isinstance(answer, Rolled)
    assert (answer.shooter, answer.settled[0][1].won) == ("Ann", 2_500)


@pytest.mark.parametrize(
    ("book", "ground", "code", "clause"),
    [
        ("catfish-bend", "off the table", "no-roll", "Invalid Roll 2"),
        ("marina-bay-sands", "on the rail", "no-roll", "3.11.8"),
    ],
)
def test_what_nobody_can_overrule(book: str, ground: str, code: str, clause: str) -> None:
    answer = thrown_and_called_off(book, ground).execute(Overrule(6, 5))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.clause) == (code, clause)


def test_a_no_roll_is_overruled_at_once_or_not_at_all() -> None:
    table = thrown_and_called_off("catfish-bend", "on the rail")
    assert table.bet("Ann", "field", 1_000) is None
    answer = table.execute(Overrule(6, 5))
    assert isinstance(answer, Refusal)
    assert answer.code == "not-now"


def test_dice_that_moved_since_are_no_longer_overruled() -> None:
    table = thrown_and_called_off("catfish-bend", "on the rail")
    assert table.pass_dice("Ann") is None
    answer = table.overrule(roll(6, 5))
    assert isinstance(answer, Refusal)
    assert answer.code == "not-now"


def test_a_shooter_stays_while_the_dice_are_in_the_air() -> None:
    """At Marina Bay Sands everything is open until they rest, so all but the shooter may go."""
    table = Table(Game.open("marina-bay-sands"))
    for name in ("Ann", "Bob"):
        assert table.seat(name, 100_000) is None
        assert table.bet(name, "dont-pass", 2_500) is None
    assert table.throw() is None
    refusal = table.leave("Ann")
    assert refusal is not None
    assert refusal.code == "closed"
    assert table.leave("Bob") is None
    rolled = table.roll(roll(1, 2))
    assert isinstance(rolled, Rolled)
    assert (rolled.shooter, table.rack("Ann")) == ("Ann", 102_500)


def test_who_finishes_the_point_of_a_shooter_who_left(table: Table) -> None:
    """Catfish Bend: who takes over plays the point out and then a hand of their own, also after a seven-out."""
    assert table.bet("Ann", "dont-pass", 1_000) is None
    assert table.bet("Cy", "pass", 1_000) is None
    table.roll(roll(4, 2))
    assert table.leave("Ann") is None
    table.roll(roll(4, 3))
    assert table.bet("Bob", "pass", 1_000) is None
    assert table.bet("Cy", "pass", 1_000) is None
    assert table.shooter() == "Cy"


def test_dice_are_accepted_once_they_were_given_up_and_not_before() -> None:
    """Ann has made her point and bets on the line no more: Bob gets her dice when she passes them, for good."""
    table = Table("typical")
    for name in ("Ann", "Bob", "Cy"):
        assert table.seat(name, 100_000) is None
    assert table.bet("Ann", "pass", 1_000) is None
    table.roll(roll(4, 2))
    table.roll(roll(3, 3))
    assert table.bet("Bob", "pass", 1_000) is None
    early = table.accept_dice("Bob")
    assert early is not None
    assert (early.code, table.shooter(), table.thrower()) == ("not-shooter", "Ann", "Bob")
    assert table.pass_dice("Ann") is None
    assert table.accept_dice("Bob") is None
    assert table.bet("Ann", "pass", 1_000) is None
    assert (table.shooter(), table.state.dice.turn) == ("Bob", None)
    assert table.decline_dice("Bob") is None
    assert table.shooter() == "Ann"
    assert table.accept_dice("Ann") is None
    assert table.state.dice.declined == ("Bob",)


def test_a_decline_is_taken_back_and_a_pass_is_not(table: Table) -> None:
    """Who declines has not had the dice yet; dice that were passed are the next seat's to take or decline."""
    for name in ("Ann", "Bob"):
        assert table.bet(name, "pass", 1_000) is None
    assert table.decline_dice("Ann") is None
    assert table.accept_dice("Ann") is None
    assert table.pass_dice("Ann") is None
    refusal = table.accept_dice("Ann")
    assert refusal is not None
    assert (refusal.code, table.shooter()) == ("not-shooter", "Bob")
    assert table.decline_dice("Bob") is None
    assert table.accept_dice("Ann") is None  # they have come round


@pytest.mark.parametrize(
    ("book", "confirmed", "code"),
    [
        ("catfish-bend", ("dealer",), "called"),
        ("new-south-wales", ("dealer", "boxperson"), "called"),
        ("typical", ("stickperson",), "called"),
        ("marina-bay-sands", (), "unconfirmed"),
        ("marina-bay-sands", ("supervisor",), "unconfirmed"),
        ("marina-bay-sands", ("stickperson",), ""),
    ],
)
def test_a_bet_called_out(book: str, confirmed: tuple[str, ...], code: str) -> None:
    table = Table(Game.open(book))
    table.seat("Ann", 100_000)
    one = table.bet("Ann", "field", 2_500, confirmed=confirmed, called=True)
    group = table.bet_each("Ann", "inside", 3_000, confirmed=confirmed, called=True)
    assert [refusal.code if refusal else "" for refusal in (one, group)] == [code, code]
    assert table.rack("Ann") == (100_000 if code else 85_500)

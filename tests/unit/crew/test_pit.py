"""The pit beyond the clauses: money that cannot be changed, posts, stacks, and how table, dice and crew are tied."""

from pathlib import Path

import pytest

from sevenout.crew.dice.dice_commands import BringIn, InspectDice, OfferDice, SendOut, ThrowOut
from sevenout.crew.floor.floor import Floor
from sevenout.crew.layout.chips import Chips, Denomination, Stack
from sevenout.crew.layout.rail import ENDS, Rail
from sevenout.crew.payout.sequence import sequence
from sevenout.crew.pit.irregularities import VerifyBet
from sevenout.crew.pit.layout_checks import to_verify
from sevenout.crew.pit.money_change import (
    AskChange,
    BringMoney,
    ChangeReturned,
    Count,
    CutOut,
    Drop,
    HandOver,
    Permit,
    Verify,
)
from sevenout.crew.pit.pit_commands import (
    BoxOk,
    Dispute,
    GoDead,
    MoveStacks,
    OpenGame,
    PostBox,
    Relieve,
    Revive,
    RuleOnThrow,
    Settle,
    WorkCommand,
    Worked,
)
from sevenout.crew.pit.pit_rules import pit_rules
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table.commands import Bet, Leave, NoRoll, OrderPass, Overrule, RollDice, ThrowDice
from sevenout.table.events import Rolled
from tests.clauses.house import DOLLAR
from tests.unit.crew.apply_motions import apply
from tests.unit.crew.floors import SHOWS_SIX, a_floor, of, refused, rolled, shooting, told

CATFISH = Game.open("catfish-bend")
MBS = Game.open("marina-bay-sands")
EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.toml"))
WHITE, RED, GREEN, BLACK, *_ = Chips.of(CATFISH.rules.book).denominations


@pytest.mark.parametrize("book", [*shipped(), *map(str, EXAMPLES)], ids=lambda book: Path(book).stem)
def test_every_house_has_a_pit(book: str) -> None:
    """What a house does not state is assumed from the general manual; each step of a change has somebody to take it."""
    rules = pit_rules(Game(open_book(book)))
    stated = {fact.provenance for fact in (rules.crew.base, rules.dead_game.money, rules.relief.base.done)}
    assert stated == ({"stated"} if book == "catfish-bend" else {"assumed"})
    for flow in rules.change.flow.values():
        assert all(rules.change.does(step).value for step in flow.value)
    assert set(rules.rulings.by) == {"invalid-roll", "cocked-die", "discrepancy"}


# --- money


def test_money_that_cannot_be_changed() -> None:
    floor = a_floor(CATFISH)
    one_green = (Stack(GREEN, 1),)
    asked = {
        AskChange("Zed", "currency", 100 * DOLLAR): "no-seat",
        AskChange("Ann", "currency"): "no-amount",
        AskChange("Ann", "currency", -100 * DOLLAR): "no-amount",
        AskChange("Ann", "currency", 150): "not-chips",
        AskChange("Ann", "currency", 100 * DOLLAR, one_green): "not-chips",
        AskChange("Ann", "checks", 100 * DOLLAR): "not-chips",
        AskChange("Ann", "checks", 100 * DOLLAR, one_green): "not-chips",
        AskChange("Ann", "checks"): "no-amount",
        AskChange("Ann", "checks", chips=(Stack(GREEN, 3), Stack(RED, -1))): "not-chips",
        AskChange("Ann", "checks", chips=(Stack(Denomination(700, "blue"), 1),)): "no-such-chip",
        AskChange("Ann", "checks", chips=(Stack(BLACK, 1000),)): "rack",
        AskChange("Ann", "color", chips=(Stack(GREEN, 2),)): "no-higher",
    }
    for command, code in asked.items():
        assert refused(floor, command)[0] == code


def test_one_change_at_a_time() -> None:
    floor = a_floor(CATFISH)
    told(floor, AskChange("Ann", "checks", chips=(Stack(GREEN, 1),)))
    assert refused(floor, AskChange("Bob", "checks", chips=(Stack(GREEN, 1),)))[0] == "not-now"


def test_currency_below_the_smallest_chip_is_refused_where_the_table_could_deal_it() -> None:
    floor = a_floor(Game(open_book("catfish-bend"), minimum=100, maximum=10_000, chip=50))
    assert refused(floor, AskChange("Ann", "currency", 250))[0] == "not-chips"


def test_what_is_cut_is_what_came_in() -> None:
    floor = a_floor(CATFISH)
    told(floor, AskChange("Ann", "checks", chips=(Stack(BLACK, 1),)), BringMoney(), Count(100 * DOLLAR))
    for cut in ((Stack(GREEN, 3),), (Stack(GREEN, 5),), (Stack(GREEN, 6), Stack(GREEN, -2)), (Stack(BLACK, -1),)):
        assert refused(floor, CutOut(cut))[0] == "wrong-amount"
    assert refused(floor, CutOut((Stack(Denomination(10_000, "blue"), 1),)))[0] == "no-such-chip"
    told(floor, CutOut((Stack(GREEN, 3), Stack(RED, 5))), HandOver())


def test_money_of_a_player_who_leaves_goes_back_as_it_came() -> None:
    floor = a_floor(CATFISH)
    told(floor, AskChange("Bob", "currency", 100 * DOLLAR), BringMoney(), Leave("Bob"))
    assert isinstance(floor.log[-1], ChangeReturned)
    assert floor.table.state.ledger.drop == 15_000 * DOLLAR
    assert refused(floor, Count(100 * DOLLAR))[0] == "not-now"


def test_a_house_without_a_boxperson_permits_and_verifies_by_the_supervisor() -> None:
    floor = a_floor(CATFISH)
    told(floor, AskChange("Ann", "color", chips=(Stack(RED, 20),)))
    assert refused(floor, Permit(by="boxperson")) == ("no-post", "Boxperson")
    told(floor, PostBox("Ned"), Permit(by="boxperson"), BringMoney(), Count(100 * DOLLAR, by="boxperson"), CutOut())
    told(floor, Verify(by="boxperson"), HandOver())


# --- stacks


def test_chips_go_only_where_the_house_keeps_some() -> None:
    assert refused(a_floor(CATFISH), MoveStacks(500, 20, "bank", "speed-rack"))[0] == "not-here"
    told(a_floor(MBS), MoveStacks(500, 20, "bank", "speed-rack"))
    for start, to in (("bank", "bank"), ("cage", "cage"), ("working", "cage"), ("bank", "drawer"), ("drawer", "bank")):
        assert refused(a_floor(CATFISH), MoveStacks(500, 20, start, to))[0] == "not-here"


# --- posts


def test_nobody_stands_at_two_posts() -> None:
    floor = shooting(CATFISH, box="Ned")
    told(floor, BringIn())
    for name, held in (("Kim", "stickperson"), ("Lou", "third base"), ("Ned", "boxperson")):
        answer = floor.execute(Relieve("second base", name))
        assert getattr(answer, "reason", "") == f"{name} is already at {held}"
    assert refused(floor, Relieve("second base", ""))[0] == "no-name"
    assert refused(floor, PostBox("Pat"))[0] == "not-now"
    told(floor, PostBox(""))
    assert refused(floor, PostBox(""))[0] == "not-now"
    assert refused(floor, PostBox("Kim"))[0] == "two-posts"


def test_a_game_is_opened_once_and_nothing_is_done_before() -> None:
    floor = Floor(CATFISH)
    for command in (
        WorkCommand(),
        GoDead(),
        Revive(),
        BoxOk(),
        Relieve("stickperson", "Pat"),
        Dispute("Ann", "discrepancy"),
    ):
        assert refused(floor, command)[0] == "not-open"
    told(floor, OpenGame("Kim", "Lou"))
    assert refused(floor, OpenGame("Kim", "Lou"))[0] == "not-now"
    assert refused(floor, Revive())[0] == "not-now"
    assert refused(floor, BoxOk())[0] == "no-post"
    told(floor, PostBox("Ned"))
    assert refused(floor, BoxOk())[0] == "not-now"


def test_no_dice_go_out_before_a_crew_is_there() -> None:
    floor = Floor(CATFISH)
    assert refused(floor, OfferDice("Ann"))[0] == "not-open"
    assert refused(floor, SendOut(SHOWS_SIX))[0] == "not-open"
    assert refused(floor, ThrowOut("Ann"))[0] == "not-open"


# --- the work of a roll


def test_the_steps_a_roll_leaves_and_what_players_take_up_reach_the_tables_state() -> None:
    floor = shooting(CATFISH)
    told(floor, Bet("Cy", 500, "field"), BringIn(), Bet("Bob", 500, "any-7"), SendOut(SHOWS_SIX))
    table = floor.snapshot
    thrown = of(Rolled, floor, RollDice(6, 5))
    taken = 0
    while floor.pit.left:
        assert refused(floor, WorkCommand(len(floor.pit.left) + 1))[0] == "no-steps"
        assert refused(floor, WorkCommand(0))[0] == "no-steps"
        for step in of(Worked, floor, WorkCommand(1)).steps:
            table = apply(CATFISH, table, step)
            taken += 1
    assert taken == 4  # the dice come in, two winners are paid, the stick takes the 7
    own = [step for step in sequence(CATFISH, thrown, Rail.of(table)) if step.who == "player"]
    assert [step.wager for step in own] == ["pass", "field"]
    for step in own:
        table = apply(CATFISH, table, step)
    after = floor.snapshot
    assert (table.ledger, [(seat.rack, seat.layout) for seat in table.seats]) == (
        after.ledger,
        [(seat.rack, seat.layout) for seat in after.seats],
    )
    assert refused(floor, WorkCommand())[0] == "no-steps"


def test_payouts_are_checked_at_one_end_at_a_time() -> None:
    floor = shooting(CATFISH)
    told(floor, Bet("Cy", 500, "field"), RollDice(6, 5))
    paid = [step for step in floor.pit.left if step.act == "pay"]
    checked = [step for landed in ENDS for step in to_verify(CATFISH, floor.pit.left, landed)]
    assert len(paid) == len(checked) == 2


# --- rulings


def test_a_ruling_on_a_throw_is_made_at_once() -> None:
    floor = shooting(CATFISH)
    assert refused(floor, RuleOnThrow())[0] == "not-now"
    told(floor, ThrowDice(), NoRoll("on the rail"))
    for dice in ((0, 4), (7, 1)):
        assert refused(floor, RuleOnThrow(dice))[0] == "no-faces"
    told(floor, SendOut(SHOWS_SIX), ThrowDice())
    assert refused(floor, RuleOnThrow((4, 2)))[0] == "not-now"  # the next throw is in the air
    assert refused(floor, Overrule(4, 2))[0] == "not-now"


def test_where_nobody_overrules_the_table_says_so_and_nothing_is_ruled() -> None:
    floor = shooting(MBS)
    told(floor, ThrowDice(), NoRoll("on the rail"))
    assert refused(floor, RuleOnThrow((4, 2))) == ("no-roll", "3.11.8")
    assert floor.pit.ruled == ()


def test_where_nobody_orders_a_shooter_to_pass_there_is_no_ground() -> None:
    assert refused(shooting(MBS), OrderPass("Ann", "delay")) == ("not-here", "3.13")


def test_one_dispute_of_a_kind_at_a_time() -> None:
    floor = shooting(CATFISH)
    assert refused(floor, Dispute("Zed", "discrepancy"))[0] == "no-seat"
    told(floor, Dispute("Ann", "discrepancy"), Dispute("Ann", "cocked-die"))
    assert refused(floor, Dispute("Bob", "discrepancy"))[0] == "not-now"
    told(floor, Settle("discrepancy", "as it lies"))
    assert [dispute.about for dispute in floor.pit.disputed] == ["cocked-die"]


def test_a_roll_is_dealt_from_the_opening_to_the_next_shooter() -> None:
    """A whole hand: chosen dice, a point, its work, a seven-out, and the set offered on."""
    floor = shooting(CATFISH, bets=("Ann", "Bob"))
    for a, b in ((4, 2), (5, 4), (4, 3)):
        rolled(floor, a, b)
    told(floor, Bet("Ann", 1000, "pass"), Bet("Bob", 1000, "pass"), InspectDice())
    assert refused(floor, OfferDice("Ann"))[0] == "not-shooter"
    told(floor, OfferDice("Bob"))


def test_money_is_dropped_by_whoever_is_in_charge_of_the_bank() -> None:
    for box, by in (("Ned", "boxperson"), ("", "supervisor")):
        floor = a_floor(CATFISH, box=box)
        told(
            floor, AskChange("Ann", "currency", 100 * DOLLAR), BringMoney(), Count(100 * DOLLAR), Drop(by=by), CutOut()
        )
        told(floor, HandOver())
        assert floor.pit.dropped == 15_100 * DOLLAR


def test_a_base_dealer_who_is_alone_is_third_base_too_and_works_for_both_ends() -> None:
    for seat in ("Ann", "Cy"):
        floor = a_floor(CATFISH, second="")
        told(floor, AskChange(seat, "currency", 100 * DOLLAR), BringMoney(by="third base"), Count(100 * DOLLAR))
        told(floor, Drop(by="supervisor"), CutOut(by="third base"), HandOver(by="third base"))
        told(floor, Bet(seat, 1000, "field"), VerifyBet(seat, 1000, "field", by="third base"))
        assert refused(floor, VerifyBet(seat, 1000, "field", by="second base"))[0] == "no-post"


def test_a_no_roll_on_no_ground_throws_nothing() -> None:
    floor = shooting(MBS)
    before = (floor.table.state, floor.dice, len(floor.log))
    assert refused(floor, NoRoll("bad luck")) == ("no-ground", "3.11")
    assert (floor.table.state, floor.dice, len(floor.log)) == before

"""Catfish Bend, clause by clause: late wagers, rulings that move money, limits seen too late, help, pace, the bank."""

from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import SendOut
from sevenout.crew.floor.floor import Floor
from sevenout.crew.layout.chips import Chips, Stack
from sevenout.crew.pit.bank import BankCounted, BoxCounted, CountBank, CountBox, OpenBank, Present, differences, off_by
from sevenout.crew.pit.irregularities import (
    Assist,
    Assisted,
    BelowMinimum,
    BetVerified,
    CatchChecks,
    ChecksCaught,
    ClearRail,
    Encourage,
    Encouraged,
    PastPost,
    PastPosted,
    RailCleared,
    Snatch,
    Snatched,
    VerifyBet,
)
from sevenout.crew.pit.money_change import AskChange, BringMoney, Count, CutOut, Drop, HandOver, Permit, Verify
from sevenout.crew.pit.pit_commands import Dispute, MoveStacks, Ruled, Settle, WorkCommand
from sevenout.crew.pit.pit_rules import pit_rules
from sevenout.table.commands import Bet, Leave, NoRoll, RollDice, ThrowDice, Toke
from sevenout.table.state import out_of_balance
from tests.clauses.house import DOLLAR, House, clause
from tests.unit.crew.floors import SHOWS_SIX, a_floor, of, refused, rolled, shooting, told

BOOK = "catfish-bend"


def stacks(house: House, **colours: int) -> tuple[Stack, ...]:
    """Chips by colour."""
    chips = {chip.colour: chip for chip in Chips.of(house.rules.book).denominations}
    return tuple(Stack(chips[colour], count) for colour, count in colours.items())


def held(floor: Floor) -> dict[str, int]:
    """What the bank should hold, by colour."""
    assert floor.pit.bank is not None
    return {stack.denomination.colour: stack.chips for stack in floor.pit.bank.held}


# --- late


@clause("Base Dealer 6")
def test_base_dealer_6_a_past_poster_is_seen_and_gets_nothing(house: House) -> None:
    floor = shooting(house.game())
    told(floor, Bet("Bob", 10 * DOLLAR, "dont-pass"))
    assert refused(floor, PastPost("Bob", 10 * DOLLAR, "dont-pass")) == ("not-now", "Base Dealer 6")
    told(floor, RollDice(2, 1))
    before = floor.table.state
    pressed = of(PastPosted, floor, PastPost("Bob", 25 * DOLLAR, "dont-pass"))
    assert (pressed.how, pressed.done, pressed.cite.clause) == ("increased", "refused", "Base Dealer 6")
    assert of(PastPosted, floor, PastPost("Cy", 25 * DOLLAR, "dont-pass")).how == "placed"
    assert floor.table.state == before  # it moves nothing
    assert refused(floor, PastPost("Cy", 10 * DOLLAR, "place-6")) == ("not-decided", "Base Dealer 6")
    assert refused(floor, PastPost("Cy", 150, "field"))[0] == "not-chips"
    assert refused(floor, PastPost("Cy", 10**9, "field"))[0] == "rack"
    assert refused(floor, PastPost("Zed", 10 * DOLLAR, "field"))[0] == "no-seat"
    told(floor, WorkCommand(), Bet("Ann", 10 * DOLLAR, "pass"), SendOut(SHOWS_SIX), ThrowDice())
    assert refused(floor, PastPost("Bob", 10 * DOLLAR, "dont-pass"))[0] == "not-now"


@clause("Base Dealer 6")
def test_base_dealer_6_a_line_bet_after_the_roll_that_set_the_point_is_too_late(house: House) -> None:
    floor = shooting(house.game())
    told(floor, Bet("Bob", 10 * DOLLAR, "dont-pass"), RollDice(3, 3))
    before = floor.table.state
    assert of(PastPosted, floor, PastPost("Bob", 25 * DOLLAR, "dont-pass")).how == "increased"
    for wager in ("dont-pass", "pass"):
        late = of(PastPosted, floor, PastPost("Cy", 25 * DOLLAR, wager))
        assert (late.how, late.done, late.cite.clause) == ("placed", "refused", "Base Dealer 6")
    assert floor.table.state == before
    for open_still in ("place-8", "pass-odds"):
        assert refused(floor, PastPost("Cy", 25 * DOLLAR, open_still)) == ("not-decided", "Base Dealer 6")
    told(floor, RollDice(5, 4))  # the point stands: this roll ended nothing
    assert refused(floor, PastPost("Cy", 25 * DOLLAR, "dont-pass")) == ("not-decided", "Base Dealer 6")


@clause("Base Dealer 6")
def test_base_dealer_6_a_bet_drawn_back_too_late_is_decided_as_it_lay(house: House) -> None:
    floor = shooting(house.game())
    told(floor, Bet("Bob", 10 * DOLLAR, "field"), Bet("Bob", 12 * DOLLAR, "place-6"))
    assert refused(floor, Snatch("Bob", 10 * DOLLAR, "field")) == ("not-now", "Base Dealer 6")
    told(floor, RollDice(3, 2))
    before = floor.table.state
    snatched = of(Snatched, floor, Snatch("Bob", 5 * DOLLAR, "field"))
    assert (snatched.result, snatched.done, snatched.cite.clause) == ("lose", "decided as it lay", "Base Dealer 6")
    assert floor.table.state == before
    for command, code in (
        (Snatch("Bob", 12 * DOLLAR, "place-6"), "not-decided"),
        (Snatch("Bob", 10 * DOLLAR, "field"), "wrong-amount"),  # half of it is gone already
        (Snatch("Cy", 10 * DOLLAR, "field"), "not-up"),
        (Snatch("Bob", 0, "field"), "not-chips"),
        (Snatch("Bob", 5 * DOLLAR, "hop-9-9"), "not-offered"),
    ):
        assert refused(floor, command)[0] == code
    told(floor, Snatch("Bob", 5 * DOLLAR, "field"))
    again = floor.execute(Snatch("Bob", 5 * DOLLAR, "field"))
    assert isinstance(again, Refusal)
    assert again.reason == "10.00 lay on Field, and 10.00 of it was snatched already"
    told(floor, WorkCommand(), Bet("Bob", 10 * DOLLAR, "field"), RollDice(4, 4))
    told(floor, Snatch("Bob", 10 * DOLLAR, "field"))  # another roll, another stake
    told(floor, WorkCommand(), SendOut(SHOWS_SIX), ThrowDice(), NoRoll("on the rail"))
    assert refused(floor, Snatch("Bob", 5 * DOLLAR, "field"))[0] == "not-now"  # no roll has decided anything


# --- rulings that move money


@clause("Boxperson 5")
def test_boxperson_5_what_does_not_agree_is_put_right_with_chips(house: House) -> None:
    floor = shooting(house.game(), box="Ned")
    told(floor, RollDice(4, 2), WorkCommand(), Dispute("Bob", "discrepancy"))
    rack, bank = floor.table.rack("Bob"), floor.table.state.ledger.bank
    assert refused(floor, Settle("discrepancy", "short", by="boxperson", amount=150)) == ("not-chips", "Boxperson 5")
    assert refused(floor, Settle("discrepancy", "too much", by="boxperson", amount=-(10**9))) == ("rack", "Boxperson 5")
    ruled = of(Ruled, floor, Settle("discrepancy", "the payoff was short", by="boxperson", amount=25 * DOLLAR))
    assert (ruled.seat, ruled.amount, ruled.clause) == ("Bob", 25 * DOLLAR, "Boxperson 5")
    assert floor.table.rack("Bob") == rack + 25 * DOLLAR
    assert floor.table.state.ledger.bank == bank - 25 * DOLLAR
    assert floor.table.state.ledger.awarded == 25 * DOLLAR
    told(floor, Dispute("Bob", "discrepancy"))
    told(floor, Settle("discrepancy", "that was paid twice", by="boxperson", amount=-5 * DOLLAR))
    assert floor.table.rack("Bob") == rack + 20 * DOLLAR
    assert (floor.table.state.ledger.awarded, out_of_balance(floor.table.state)) == (20 * DOLLAR, 0)


# --- limits


@clause("Invalid Roll 6")
def test_invalid_roll_6_a_bet_below_the_minimum_is_paid_as_it_lies_and_kept_on_record(house: House) -> None:
    floor = shooting(house.game())
    told(floor, Bet("Bob", 3 * DOLLAR, "dont-pass", unnoticed=True), Bet("Cy", 2 * DOLLAR, "pass", unnoticed=True))
    rack = floor.table.rack("Bob")
    told(floor, RollDice(6, 4))
    assert not [entry for entry in floor.log if isinstance(entry, BelowMinimum)]
    told(floor, WorkCommand())
    rolled(floor, 4, 3)
    assert floor.table.rack("Bob") == rack + 6 * DOLLAR
    kept = [entry for entry in floor.log if isinstance(entry, BelowMinimum)]
    assert [(each.seat, each.amount, each.minimum, each.done) for each in kept] == [
        ("Bob", 300, 500, "paid as it lies"),
        ("Cy", 200, 500, "taken as it lies"),
    ]
    assert {each.cite.clause for each in kept} == {"Invalid Roll 6"}
    within = shooting(house.game())
    told(within, Bet("Bob", 5 * DOLLAR, "dont-pass"), RollDice(6, 5))
    assert not [entry for entry in within.log if isinstance(entry, BelowMinimum)]


@clause("Invalid Roll 7")
def test_invalid_roll_7_a_large_bet_is_counted_while_there_is_time(house: House) -> None:
    floor = shooting(house.game())
    told(floor, Bet("Bob", 700 * DOLLAR, "field", unnoticed=True))
    for by in ("stickperson", "second base", "supervisor"):
        assert refused(floor, VerifyBet("Bob", 700 * DOLLAR, "field", by)) == ("not-yours", "Invalid Roll 7")
    assert refused(floor, VerifyBet("Bob", 600 * DOLLAR, "field")) == ("wrong-amount", "Invalid Roll 7")
    assert refused(floor, VerifyBet("Cy", 700 * DOLLAR, "field")) == ("not-up", "Invalid Roll 7")
    counted = of(BetVerified, floor, VerifyBet("Bob", 700 * DOLLAR, "field", "third base"))
    assert (counted.over, counted.returned, counted.by) == (200 * DOLLAR, 200 * DOLLAR, "third base")
    assert floor.table.layout("Bob")["field"] == 500 * DOLLAR
    assert refused(floor, VerifyBet("Bob", 700 * DOLLAR, "field")) == ("wrong-amount", "Invalid Roll 7")
    assert of(BetVerified, floor, VerifyBet("Ann", 10 * DOLLAR, "pass")).over == 0
    told(floor, ThrowDice())
    assert refused(floor, VerifyBet("Bob", 500 * DOLLAR, "field")) == ("mid-roll", "Invalid Roll 7")


# --- whose hands


@clause("Wagers")
def test_wagers_a_dealer_helps_who_asks_and_only_when_every_bet_is_paid(house: House) -> None:
    floor = shooting(house.game())
    assert refused(floor, Assist("Bob", asked=False)) == ("not-asked", "Wagers")
    told(floor, Bet("Bob", 5 * DOLLAR, "field"), RollDice(6, 5))
    assert refused(floor, Assist("Bob")) == ("unfinished", "Wagers")
    told(floor, WorkCommand(len(floor.pit.left) - 1))
    assert refused(floor, Assist("Bob")) == ("unfinished", "Wagers")
    told(floor, WorkCommand())
    helped = of(Assisted, floor, Assist("Bob"))
    assert (helped.by, helped.cite.clause, helped.cite.provenance) == ("third base", "Wagers", "stated")


@clause("Wagers")
def test_wagers_tossed_checks_may_be_caught(house: House) -> None:
    floor = shooting(house.game())
    told(floor, ThrowDice())
    caught = of(ChecksCaught, floor, CatchChecks("Cy", 25 * DOLLAR))
    assert (caught.by, caught.amount, caught.cite.clause) == ("second base", 25 * DOLLAR, "Wagers")
    assert refused(floor, CatchChecks("Cy", 150))[0] == "not-chips"
    assert refused(floor, CatchChecks("Cy", 10**9))[0] == "rack"


@clause("Wagers")
def test_wagers_are_made_with_chips_alone(house: House) -> None:
    floor = a_floor(house.game())
    assert refused(floor, Present("Bob", 25 * DOLLAR, "voucher")) == ("not-here", "Wagers")
    assert refused(floor, Present("Bob", 25 * DOLLAR, "token")) == ("not-here", "Wagers")
    assert pit_rules(house.game()).wagering.made_with.value == {"chips"}


# --- the pace


@clause("Stickperson 20", "Boxperson 4")
def test_stickperson_20_a_slow_player_is_encouraged(house: House) -> None:
    floor = shooting(house.game(), box="Ned")
    asked = of(Encouraged, floor, Encourage("Ann"))
    assert [(call.who, call.to, call.words) for call in asked.said] == [
        ("stickperson", "Ann", "Ann, when you are ready, please")
    ]
    assert of(Encouraged, floor, Encourage("Ann", by="boxperson")).by == "boxperson"
    assert refused(floor, Encourage("Ann", by="dealer")) == ("not-yours", "Stickperson 20")
    assert refused(floor, Encourage("Zed"))[0] == "no-seat"
    assert refused(shooting(house.game()), Encourage("Ann", by="boxperson"))[0] == "no-post"


@clause("Stickperson 20", "Boxperson 4")
def test_stickperson_20_who_does_not_play_is_asked_to_make_room(house: House) -> None:
    floor = shooting(house.game(), box="Ned")
    asked = of(RailCleared, floor, ClearRail())
    words = "If you are not playing, please make room at the rail"
    assert [(call.who, call.words) for call in asked.said] == [("stickperson", words)]
    assert of(RailCleared, floor, ClearRail(by="boxperson")).by == "boxperson"
    assert refused(floor, ClearRail(by="third base")) == ("not-yours", "Stickperson 20")


# --- the bank by colour


@clause("Base Dealer 8", "Definitions: Boxperson")
def test_base_dealer_8_no_more_stacks_leave_bank_or_cage_than_lie_there(house: House) -> None:
    floor = a_floor(house.game(), box="Ned")
    told(floor, OpenBank(stacks(house, red=40, green=20), cage=stacks(house, red=20)))
    assert refused(floor, OpenBank(stacks(house, red=40)))[0] == "not-now"
    assert refused(floor, MoveStacks(5 * DOLLAR, 60, "bank", "cage")) == ("bank-short", "Base Dealer 8")
    assert refused(floor, MoveStacks(100 * DOLLAR, 20, "bank", "working")) == ("bank-short", "Base Dealer 8")
    assert refused(floor, MoveStacks(5 * DOLLAR, 40, "cage", "bank")) == ("bank-short", "Base Dealer 8")
    assert refused(floor, MoveStacks(5 * DOLLAR, -20, "cage", "bank")) == ("not-stacks", "Base Dealer 8")
    told(floor, MoveStacks(5 * DOLLAR, 20, "cage", "bank"))
    assert held(floor) == {"red": 60, "green": 20}
    assert refused(floor, MoveStacks(5 * DOLLAR, 20, "cage", "bank")) == ("bank-short", "Base Dealer 8")
    told(floor, MoveStacks(5 * DOLLAR, 60, "bank", "cage"))
    assert held(floor) == {"green": 20}
    told(floor, MoveStacks(5 * DOLLAR, 60, "cage", "bank"))


@clause("Taking and Paying 8", "Definitions: Boxperson", "Boxperson 3")
def test_the_bank_is_counted_by_colour_against_what_it_should_hold(house: House) -> None:
    floor = shooting(house.game(), box="Ned")
    told(floor, OpenBank(stacks(house, white=100, red=100, green=100, black=100)))
    told(floor, Bet("Bob", 5 * DOLLAR, "field"), Bet("Cy", 20 * DOLLAR, "buy-4"))  # one white for the house
    told(floor, RollDice(6, 5))  # pays Ann 10 and Bob 5
    assert held(floor) == {"white": 101, "red": 97, "green": 100, "black": 100}
    told(floor, WorkCommand(), Bet("Ann", 30 * DOLLAR, "pass"), SendOut(SHOWS_SIX), RollDice(1, 1))  # a green and a red
    assert held(floor) == {"white": 101, "red": 98, "green": 101, "black": 100}
    told(floor, AskChange("Bob", "color", chips=stacks(house, red=40)), Permit(), BringMoney(), Count(200 * DOLLAR))
    told(floor, CutOut(), Verify(), HandOver())
    told(floor, AskChange("Cy", "currency", 50 * DOLLAR), BringMoney(), Count(50 * DOLLAR), Drop())
    told(floor, CutOut(stacks(house, red=10)), HandOver())  # cut in reds, and so reckoned
    assert held(floor) == {"white": 101, "red": 128, "green": 101, "black": 98}
    assert refused(floor, CountBank(stacks(house, red=1), by="dealer")) == ("not-yours", "Definitions: Boxperson")
    counted = of(BankCounted, floor, CountBank(stacks(house, white=101, red=126, green=102, black=98)))
    assert [str(stack) for stack in differences(counted)] == ["-2 red", "1 green"]
    assert off_by(counted) == 15 * DOLLAR
    assert held(floor) == {"white": 101, "red": 126, "green": 102, "black": 98}  # from here on as counted
    assert pit_rules(house.game()).bank.rules.basis.provenance == "assumed"


@clause("Boxperson 3", "Tokes")
def test_boxperson_3_the_boxes_are_counted_against_what_went_into_them(house: House) -> None:
    floor = a_floor(house.game(), box="Ned")
    told(floor, Toke("Ann", 5 * DOLLAR))
    drop = of(BoxCounted, floor, CountBox("drop", 14_900 * DOLLAR, by="boxperson"))
    assert (drop.counted, drop.expected) == (14_900 * DOLLAR, 15_000 * DOLLAR)
    toke = of(BoxCounted, floor, CountBox("toke", 5 * DOLLAR))
    assert (toke.counted, toke.expected) == (5 * DOLLAR, 5 * DOLLAR)
    assert refused(floor, CountBox("drop", 0, by="dealer")) == ("not-yours", "Boxperson 3")
    assert refused(floor, CountBox("toke", 0, by="boxperson")) == ("not-yours", "Tokes")
    assert refused(floor, CountBox("toke", -1))[0] == "no-amount"


@clause("Base Dealer 8")
def test_a_bank_that_nobody_opened_by_colour_is_not_counted_by_colour(house: House) -> None:
    floor = a_floor(house.game(), box="Ned")
    assert refused(floor, CountBank(()))[0] == "not-now"
    told(floor, MoveStacks(5 * DOLLAR, 20, "bank", "cage"))
    assert floor.pit.bank is None
    told(floor, Leave("Cy"))

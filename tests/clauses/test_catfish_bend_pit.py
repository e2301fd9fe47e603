"""Catfish Bend, clause by clause: money that is changed, the bank, relief, the box, rulings and the dead game."""

from sevenout.crew.dice.dice_commands import BringIn, Choose, Gather, GoDown, OfferDice, SendOut
from sevenout.crew.floor.floor import Floor
from sevenout.crew.layout.chips import Chips, Stack
from sevenout.crew.layout.rail import ENDS
from sevenout.crew.pit.bank import Present
from sevenout.crew.pit.layout_checks import to_verify
from sevenout.crew.pit.money_change import (
    AskChange,
    BringMoney,
    ChangeAsked,
    ChangeCommand,
    ChangeStepped,
    Count,
    CutOut,
    Drop,
    HandOver,
    Permit,
    Verify,
    worth,
)
from sevenout.crew.pit.pit_commands import (
    BoxOk,
    BoxReady,
    CallVerified,
    Dispute,
    GameOpened,
    GoDead,
    MoveStacks,
    OpenGame,
    PostBox,
    Relieve,
    Relieved,
    ReturnHouseMoney,
    Revive,
    Ruled,
    RuleOnThrow,
    Settle,
    StacksMoved,
    VerifyCall,
    WentDead,
    WorkCommand,
)
from sevenout.crew.pit.pit_rules import pit_rules, rests_on
from sevenout.table.commands import Bet, BuyIn, NoRoll, OrderPass, Overrule, RollDice, TakeDown, ThrowDice, Toke, Undo
from tests.clauses.house import DOLLAR, House, clause
from tests.unit.crew.floors import SHOWS_SIX, a_floor, of, refused, rolled, shooting, told

BOOK = "catfish-bend"


def stacks(house: House, **colours: int) -> tuple[Stack, ...]:
    """Chips by colour."""
    chips = {chip.colour: chip for chip in Chips.of(house.rules.book).denominations}
    return tuple(Stack(chips[colour], count) for colour, count in colours.items())


def idle(house: House, *, second: str = "Max", box: str = "") -> Floor:
    """Ann has dice, and they lie in the middle."""
    floor = shooting(house.game(), second=second, box=box)
    told(floor, BringIn())
    return floor


# --- change


@clause("Money and Color Change", "Money and Color Change 1", "Money and Color Change 1a", "Boxperson 3")
def test_money_and_color_change_1_currency_goes_before_the_box_and_is_counted_before_chips_are_cut(
    house: House,
) -> None:
    floor = a_floor(house.game(), box="Ned")
    before = floor.table.rack("Bob"), floor.table.state.ledger.drop
    told(floor, AskChange("Bob", "currency", 120 * DOLLAR))
    for too_early in (Count(120 * DOLLAR), Drop(), CutOut(), HandOver()):
        assert refused(floor, too_early) == ("out-of-turn", "Money and Color Change 1")
    told(floor, BringMoney(), Count(120 * DOLLAR), Drop(), CutOut(), HandOver())
    assert (floor.table.rack("Bob"), floor.table.state.ledger.drop) == (
        before[0] + 120 * DOLLAR,
        before[1] + 120 * DOLLAR,
    )


@clause("Money and Color Change 1a")
def test_money_and_color_change_1a_the_dealer_lays_the_money_before_the_box(house: House) -> None:
    floor = a_floor(house.game())
    told(floor, AskChange("Bob", "checks", chips=stacks(house, green=1)))
    assert refused(floor, BringMoney(by="stickperson")) == ("not-yours", "Money and Color Change 1a")
    told(floor, BringMoney(by="third base"))


@clause("Money and Color Change 1b")
def test_money_and_color_change_1b_the_supervisor_calls_the_amount_and_the_dealer_names_it(house: House) -> None:
    floor = a_floor(house.game())
    told(floor, AskChange("Bob", "checks", chips=stacks(house, green=1)), BringMoney())
    assert refused(floor, Count(25 * DOLLAR, by="dealer")) == ("not-yours", "Money and Color Change 1b")
    assert refused(floor, Count(20 * DOLLAR)) == ("wrong-amount", "Money and Color Change 1b")
    called = of(ChangeStepped, floor, Count(25 * DOLLAR)).said
    assert [(call.who, call.words) for call in called] == [("supervisor", "25")]
    told(floor, CutOut(stacks(house, red=5)))
    handed = of(ChangeStepped, floor, HandOver()).said
    assert [(call.who, call.words, call.to) for call in handed] == [("third base", "25 for Bob", "Bob")]


@clause("Money and Color Change 1c")
def test_money_and_color_change_1c_hands_stay_back_while_the_dice_roll(house: House) -> None:
    floor = shooting(house.game())
    told(floor, ThrowDice(), AskChange("Bob", "checks", chips=stacks(house, green=1)))
    assert refused(floor, BringMoney()) == ("mid-roll", "Money and Color Change 1c")
    told(floor, RollDice(4, 2), BringMoney())


@clause("Money and Color Change 2")
def test_money_and_color_change_2_colour_comes_in_with_leave_and_goes_out_verified(house: House) -> None:
    floor = a_floor(house.game())
    rack = floor.table.rack("Ann")
    asked = of(ChangeAsked, floor, AskChange("Ann", "color", chips=stacks(house, red=40, white=25)))
    assert [(call.who, call.words, call.to, call.cite.clause) for call in asked.said] == [
        ("third base", "Color coming in", "supervisor", "Money and Color Change 2")
    ]
    steps: tuple[ChangeCommand, ...] = (Permit(), BringMoney(), Count(225 * DOLLAR), CutOut(), Verify(), HandOver())
    for at, step in enumerate(steps):
        for later in steps[at + 1 :]:
            assert refused(floor, later) == ("out-of-turn", "Money and Color Change 2")
        told(floor, step)
    assert (floor.table.rack("Ann"), floor.pit.changing) == (rack, None)


@clause("Money and Color Change 2")
def test_money_and_color_change_2_no_colour_comes_in_before_the_supervisor_allows_it(house: House) -> None:
    floor = a_floor(house.game())
    told(floor, AskChange("Ann", "color", chips=stacks(house, red=40)))
    assert refused(floor, BringMoney()) == ("out-of-turn", "Money and Color Change 2")
    assert refused(floor, Permit(by="dealer")) == ("not-yours", "Money and Color Change 2")
    told(floor, Permit(), BringMoney())


@clause("Money and Color Change 2")
def test_money_and_color_change_2_colour_is_changed_into_chips_worth_more(house: House) -> None:
    floor = a_floor(house.game())
    assert refused(floor, AskChange("Ann", "color", chips=stacks(house, black=2))) == (
        "no-higher",
        "Money and Color Change 2",
    )
    told(floor, AskChange("Ann", "color", chips=stacks(house, red=40)), Permit(), BringMoney(), Count(200 * DOLLAR))
    assert refused(floor, CutOut(stacks(house, red=40))) == ("no-higher", "Money and Color Change 2")
    assert refused(floor, CutOut(stacks(house, black=1))) == ("wrong-amount", "Money and Color Change 2")
    cut = of(ChangeStepped, floor, CutOut()).changing.cut
    assert ([str(stack) for stack in cut], worth(cut)) == (["2 black"], 200 * DOLLAR)


@clause("Base Dealer 2")
def test_base_dealer_2_each_base_dealer_changes_for_the_players_of_that_end(house: House) -> None:
    for seat, own, other in (("Ann", "third base", "second base"), ("Cy", "second base", "third base")):
        floor = a_floor(house.game())
        told(floor, AskChange(seat, "checks", chips=stacks(house, green=1)))
        assert refused(floor, BringMoney(by=other)) == ("not-yours", "Base Dealer 2")
        told(floor, BringMoney(by=own))
    alone = a_floor(house.game(), second="")
    told(alone, AskChange("Cy", "checks", chips=stacks(house, green=1)), BringMoney(by="base dealer"))


# --- the bank


@clause("Base Dealer 8")
def test_base_dealer_8_chips_leave_the_bank_and_go_back_in_full_stacks(house: House) -> None:
    floor = a_floor(house.game())
    for start, to in (("bank", "working"), ("working", "bank")):
        for chips in (-20, 0, 1, 19, 21, 39):
            assert refused(floor, MoveStacks(5 * DOLLAR, chips, start, to)) == ("not-stacks", "Base Dealer 8")
        assert of(StacksMoved, floor, MoveStacks(5 * DOLLAR, 20, start, to)).amount == 100 * DOLLAR
    assert refused(floor, MoveStacks(7 * DOLLAR, 20, "bank", "working"))[0] == "no-such-chip"


@clause("Base Dealer 8")
def test_base_dealer_8_fills_and_credits_are_full_stacks_too(house: House) -> None:
    floor = a_floor(house.game())
    assert refused(floor, MoveStacks(5 * DOLLAR, 30, "cage", "bank")) == ("not-stacks", "Base Dealer 8")
    told(floor, MoveStacks(25 * DOLLAR, 60, "cage", "bank"), MoveStacks(5 * DOLLAR, 20, "bank", "cage"))
    assert (floor.pit.filled, floor.pit.credited) == (1500 * DOLLAR, 100 * DOLLAR)
    assert refused(floor, MoveStacks(5 * DOLLAR, 20, "cage", "working"))[0] == "not-here"


@clause("Invalid Roll 3c")
def test_invalid_roll_3c_a_die_on_the_bank_may_be_called_and_one_by_a_working_stack_is_read(house: House) -> None:
    ground = rests_on(house.game(), "bank")
    assert ground is not None
    assert (ground.call.value, ground.call.cite.clause) == ("may", "Invalid Roll 3c")
    assert rests_on(house.game(), "working") is None


# --- posts and relief


@clause("Dealer Responsibilities", "Boxperson", "Definitions: Craps Crew")
def test_dealer_responsibilities_a_stick_and_one_or_two_base_dealers_and_no_box_needed(house: House) -> None:
    for crew in (OpenGame("Kim", "Lou"), OpenGame("Kim", "Lou", "Max"), OpenGame("Kim", "Lou", "Max", "Ned")):
        assert len(of(GameOpened, Floor(house.game()), crew).posts) in (2, 3, 4)
    for crew in (OpenGame("", "Lou"), OpenGame("Kim", ""), OpenGame("Kim", "Kim"), OpenGame("Kim", "Lou", "Kim")):
        assert refused(Floor(house.game()), crew) == ("no-crew", "Dealer Responsibilities")


@clause("Boxperson")
def test_boxperson_the_supervisor_says_whether_there_is_one(house: House) -> None:
    floor = idle(house)
    assert refused(floor, PostBox("Ned", by="stickperson")) == ("not-yours", "Boxperson")
    assert refused(floor, VerifyCall(6, by="boxperson")) == ("no-post", "Boxperson")
    told(floor, PostBox("Ned"))
    assert floor.pit.posts["boxperson"] == "Ned"
    told(floor, PostBox(""))
    assert "boxperson" not in floor.pit.posts


@clause("Relieving Dealers: Stickperson")
def test_relieving_the_stick_only_with_the_dice_in_the_box(house: House) -> None:
    clause_name = "Relieving Dealers: Stickperson"
    floor = shooting(house.game())
    assert refused(floor, Relieve("stickperson", "Pat")) == ("mid-roll", clause_name)  # Ann has the dice
    told(floor, ThrowDice())
    assert refused(floor, Relieve("stickperson", "Pat")) == ("mid-roll", clause_name)
    offered = a_floor(house.game())
    told(offered, OfferDice("Ann"))
    assert refused(offered, Relieve("stickperson", "Pat")) == ("mid-roll", clause_name)
    told(offered, Choose("Ann", (0, 1)), BringIn(), Relieve("stickperson", "Pat"))


@clause("Relieving Dealers: Stickperson")
def test_relieving_the_stick_only_after_all_propositions_are_settled(house: House) -> None:
    floor = idle(house)
    told(floor, Bet("Ann", 5 * DOLLAR, "any-7"), Bet("Bob", 5 * DOLLAR, "hard-6"), SendOut(SHOWS_SIX), RollDice(3, 3))
    assert len([step for step in floor.pit.left if step.area == "propositions"]) == 2
    while any(step.area == "propositions" for step in floor.pit.left):
        assert refused(floor, Relieve("stickperson", "Pat")) == ("unfinished", "Relieving Dealers: Stickperson")
        told(floor, WorkCommand(1))
    # what the box has to settle holds up nobody
    told(floor, Dispute("Bob", "discrepancy"), Relieve("stickperson", "Pat"))


@clause("Relieving Dealers: Stickperson")
def test_relieving_the_stick_the_shooter_is_pointed_out_and_the_new_stick_sets_up_propositions(house: House) -> None:
    floor = idle(house)
    relieved = of(Relieved, floor, Relieve("stickperson", "Pat"))
    assert (relieved.outgoing, relieved.incoming, floor.pit.posts["stickperson"]) == ("Kim", "Pat", "Pat")
    assert [call.words for call in relieved.said] == ["Ann is shooting", "Coming out", "I set up what is new"]
    quiet = a_floor(house.game(), bets=())
    assert of(Relieved, quiet, Relieve("stickperson", "Pat")).said[0].words == "Nobody is shooting"
    rolled(floor, 4, 2)
    assert [call.words for call in of(Relieved, floor, Relieve("stickperson", "Kim")).said][:2] == [
        "Ann is shooting",
        "The point is 6",
    ]
    rolled(floor, 4, 2)  # paid: the turn goes on, though the next line bet is still to be made
    between = [call.words for call in of(Relieved, floor, Relieve("stickperson", "Pat")).said]
    assert (floor.table.shooter(), between[:2]) == ("Ann", ["Ann is shooting", "Coming out"])


@clause("Relieving Dealers: Base Dealer")
def test_relieving_a_base_dealer_only_with_the_dice_in_the_box_and_that_end_worked(house: House) -> None:
    clause_name = "Relieving Dealers: Base Dealer"
    floor = idle(house)
    told(floor, Bet("Cy", 5 * DOLLAR, "field"), SendOut(SHOWS_SIX))
    for post in ENDS:
        assert refused(floor, Relieve(post, "Pat")) == ("mid-roll", clause_name)
    told(floor, RollDice(2, 1))
    assert refused(floor, Relieve("second base", "Pat")) == ("unfinished", clause_name)
    told(floor, WorkCommand())
    told(floor, Relieve("second base", "Pat"), Relieve("third base", "Rae"))
    assert [floor.pit.posts[post] for post in ENDS] == ["Rae", "Pat"]


@clause("Relieving Dealers: Base Dealer")
def test_relieving_a_base_dealer_right_after_a_roll_waits_until_the_stick_has_brought_the_dice_in(house: House) -> None:
    floor = idle(house)
    told(floor, SendOut(SHOWS_SIX), RollDice(2, 2), WorkCommand())
    told(floor, SendOut(SHOWS_SIX), RollDice(6, 3))
    assert [step.act for step in floor.pit.left] == ["bring in"]
    for post in ENDS:
        assert refused(floor, Relieve(post, "Pat")) == ("unfinished", "Relieving Dealers: Base Dealer")
    told(floor, WorkCommand(1), Relieve("second base", "Pat"), Relieve("third base", "Rae"))


@clause("Relieving Dealers: Base Dealer")
def test_relieving_a_base_dealer_the_work_of_others_holds_up_nobody(house: House) -> None:
    floor = idle(house)
    told(floor, Bet("Bob", 5 * DOLLAR, "any-7"), SendOut(SHOWS_SIX), RollDice(6, 5))
    told(floor, WorkCommand(2))
    assert [(step.who, step.area) for step in floor.pit.left] == [("stickperson", "propositions")]
    told(floor, Relieve("second base", "Pat"), Relieve("third base", "Rae"))


@clause("Relieving Dealers: Base Dealer")
def test_relieving_a_base_dealer_the_dont_bets_of_that_end_are_pointed_out(house: House) -> None:
    floor = idle(house)
    told(floor, Bet("Bob", 10 * DOLLAR, "dont-pass"), Bet("Cy", 10 * DOLLAR, "dont-pass"))
    said = of(Relieved, floor, Relieve("third base", "Pat")).said
    assert [(call.who, call.words, call.to) for call in said] == [("third base", "On the don't: Bob", "Pat")]
    told(floor, TakeDown("Cy", "dont-pass"))
    assert of(Relieved, floor, Relieve("second base", "Rae")).said[0].words == "Nobody on the don't"
    rolled(floor, 4, 2)
    told(floor, Bet("Cy", 10 * DOLLAR, "dont-come"))
    assert of(Relieved, floor, Relieve("second base", "Max")).said[0].words == "On the don't: Cy"
    rolled(floor, 5, 4)
    assert "dont-come-9" in floor.table.layout("Cy")
    assert of(Relieved, floor, Relieve("second base", "Rae")).said[0].words == "On the don't: Cy"
    told(floor, SendOut(SHOWS_SIX))  # nobody's OK is waited for


@clause("Relieving Dealers: Base Dealer")
def test_relieving_a_base_dealer_who_is_alone_both_ends_are_told(house: House) -> None:
    floor = idle(house, second="")
    told(floor, Bet("Bob", 10 * DOLLAR, "dont-pass"), Bet("Cy", 10 * DOLLAR, "dont-pass"))
    assert of(Relieved, floor, Relieve("third base", "Pat")).said[0].words == "On the don't: Bob, Cy"
    assert refused(floor, Relieve("second base", "Rae"))[0] == "no-post"


@clause("Relieving Dealers: Boxperson")
def test_relieving_the_box_only_when_everything_is_done(house: House) -> None:
    clause_name = "Relieving Dealers: Boxperson"
    floor = idle(house, box="Ned")
    told(floor, AskChange("Bob", "checks", chips=stacks(house, green=1)))
    assert refused(floor, Relieve("boxperson", "Pat")) == ("unfinished", clause_name)
    told(floor, BringMoney(), Count(25 * DOLLAR), CutOut(), HandOver(), SendOut(SHOWS_SIX))
    assert refused(floor, Relieve("boxperson", "Pat")) == ("mid-roll", clause_name)
    told(floor, RollDice(4, 2))
    assert refused(floor, Relieve("boxperson", "Pat")) == ("unfinished", clause_name)
    told(floor, WorkCommand(), Dispute("Bob", "discrepancy"))
    assert refused(floor, Relieve("boxperson", "Pat")) == ("unfinished", clause_name)
    told(floor, Settle("discrepancy", "five more for Bob", by="boxperson"), Relieve("boxperson", "Pat"))


@clause("Relieving Dealers: Boxperson")
def test_relieving_the_box_the_dice_wait_for_the_new_ones_ok(house: House) -> None:
    floor = idle(house, box="Ned")
    relieved = of(Relieved, floor, Relieve("boxperson", "Pat"))
    assert [call.words for call in relieved.said] == ["15000 in the drop", "Ann is shooting", "Coming out"]
    assert refused(floor, SendOut(SHOWS_SIX)) == ("box", "Relieving Dealers: Boxperson")
    ok = of(BoxReady, floor, BoxOk()).said[0]
    assert (ok.who, ok.to, ok.words) == ("boxperson", "stickperson", "OK, move the dice")
    told(floor, SendOut(SHOWS_SIX))


# --- the box


@clause("Boxperson 1")
def test_boxperson_1_checks_that_the_right_number_was_called(house: House) -> None:
    floor = shooting(house.game(), box="Ned")
    assert refused(floor, VerifyCall(6)) == ("miscalled", "Boxperson 1")  # nothing was rolled
    told(floor, RollDice(4, 2))
    for wrong in (2, 5, 7, 12):
        assert refused(floor, VerifyCall(wrong)) == ("miscalled", "Boxperson 1")
    assert of(CallVerified, floor, VerifyCall(6)).by == "boxperson"
    assert of(CallVerified, floor, VerifyCall(6, by="supervisor")).by == "supervisor"


@clause("Boxperson 2")
def test_boxperson_2_checks_the_payouts_at_the_end_where_the_dice_did_not_land(house: House) -> None:
    floor = shooting(house.game(), box="Ned")
    told(floor, Bet("Cy", 5 * DOLLAR, "field"), RollDice(6, 5))
    for landed, watched in zip(ENDS, ({"Cy"}, {"Ann"}), strict=True):
        checked = to_verify(floor.table.game, floor.pit.left, landed)
        assert {step.seat for step in checked} == watched
        assert {step.act for step in checked} == {"pay"}
    rule = pit_rules(house.game()).box.payouts
    assert (rule.clause, rule.provenance) == ("Boxperson 2", "stated")


@clause("Boxperson 3", "Definitions: Boxperson")
def test_boxperson_3_drops_every_buy_in_and_keeps_the_total(house: House) -> None:
    floor = a_floor(house.game(), box="Ned")
    assert floor.pit.dropped == floor.table.state.ledger.drop == 15_000 * DOLLAR
    told(floor, AskChange("Bob", "currency", 100 * DOLLAR), BringMoney(), Count(100 * DOLLAR))
    assert refused(floor, Drop(by="dealer")) == ("not-yours", "Boxperson 3")
    told(floor, Drop(), CutOut(), HandOver(), BuyIn("Cy", 50 * DOLLAR))
    assert floor.pit.dropped == floor.table.state.ledger.drop == 15_150 * DOLLAR


@clause("Boxperson 3")
def test_boxperson_3_without_one_the_supervisor_drops_the_money(house: House) -> None:
    floor = a_floor(house.game())
    told(floor, AskChange("Bob", "currency", 100 * DOLLAR), BringMoney(), Count(100 * DOLLAR))
    assert refused(floor, Drop()) == ("no-post", "Boxperson")
    told(floor, Drop(by="supervisor"), CutOut(), HandOver())


@clause("Boxperson 5")
def test_boxperson_5_puts_right_what_does_not_agree(house: House) -> None:
    floor = idle(house, box="Ned")
    assert refused(floor, Settle("discrepancy", "as it lies", by="boxperson"))[0] == "not-now"
    told(floor, Dispute("Bob", "discrepancy"))
    assert refused(floor, Settle("discrepancy", "as it lies", by="dealer")) == ("not-yours", "Boxperson 5")
    assert refused(floor, Settle("discrepancy", "", by="boxperson")) == ("no-ruling", "Boxperson 5")
    ruled = of(Ruled, floor, Settle("discrepancy", "as it lies", by="boxperson"))
    assert (ruled.by, floor.pit.disputed) == ("boxperson", ())
    told(floor, Dispute("Cy", "discrepancy"))  # another matter


# --- rulings


def called_off(house: House, ground: str = "on the rail") -> Floor:
    floor = shooting(house.game(), bets=("Ann", "Bob"))
    told(floor, ThrowDice(), NoRoll(ground))
    return floor


@clause("Invalid Roll 1", "Invalid Roll 5")
def test_invalid_roll_1_the_supervisors_ruling_is_final(house: House) -> None:
    floor = called_off(house)
    assert refused(floor, RuleOnThrow((4, 3), by="stickperson")) == ("not-yours", "Invalid Roll 1")
    assert of(Ruled, floor, RuleOnThrow()).ruling == "no roll"
    for again in (RuleOnThrow((4, 3)), Overrule(4, 3), Dispute("Bob", "invalid-roll")):
        assert refused(floor, again) == ("final", "Invalid Roll 1")
    told(floor, SendOut(SHOWS_SIX), ThrowDice(), NoRoll("on the rail"), RuleOnThrow((4, 2)))
    assert floor.table.point == 6
    assert refused(floor, Dispute("Bob", "invalid-roll")) == ("final", "Invalid Roll 1")


@clause("Invalid Roll 5")
def test_invalid_roll_5_an_overruled_no_roll_counts_with_the_dice_as_they_lay(house: House) -> None:
    floor = called_off(house)
    racks = [floor.table.rack(name) for name in ("Ann", "Bob")]
    told(floor, RuleOnThrow((6, 5)))
    assert [floor.table.rack(name) for name in ("Ann", "Bob")] == [rack + 20 * DOLLAR for rack in racks]
    assert floor.pit.left
    told(floor, WorkCommand(), Bet("Ann", 10 * DOLLAR, "pass"), SendOut(SHOWS_SIX))


@clause("Invalid Roll 2")
def test_invalid_roll_2_no_ruling_makes_a_die_that_left_the_table_count(house: House) -> None:
    floor = shooting(house.game())
    told(floor, ThrowDice(), GoDown((0,)))
    assert refused(floor, RollDice(4, 2)) == ("no-roll", "Invalid Roll 2")
    told(floor, NoRoll("off the table"))
    assert refused(floor, RuleOnThrow((4, 2))) == ("no-roll", "Invalid Roll 2")
    told(floor, RuleOnThrow())


@clause("Shooting 6")
def test_shooting_6_the_supervisor_orders_a_shooter_to_pass_on_a_ground(house: House) -> None:
    for ground in ("delay", "invalid-rolls", "breach"):
        floor = shooting(house.game(), bets=("Ann", "Bob"))
        told(floor, BringIn())
        assert refused(floor, OrderPass("Ann", "bad luck")) == ("no-ground", "Shooting 6")
        assert refused(floor, OrderPass("Bob", ground))[0] == "not-shooter"
        told(floor, OrderPass("Ann", ground))
        assert floor.table.shooter() == "Bob"


@clause("Shooting 11")
def test_shooting_11_a_questioned_call_of_a_cocked_die_is_for_the_supervisor(house: House) -> None:
    floor = shooting(house.game(), box="Ned")
    told(floor, RollDice(4, 2), Dispute("Bob", "cocked-die"))
    assert refused(floor, Settle("cocked-die", "a four", by="boxperson")) == ("not-yours", "Shooting 11")
    told(floor, Settle("cocked-die", "a four", by="supervisor"))
    assert refused(floor, Dispute("Bob", "cocked-die"))[0] == "final"
    told(floor, WorkCommand(), SendOut(SHOWS_SIX), ThrowDice(), RollDice(5, 4), Dispute("Bob", "cocked-die"))


# --- the dead game


@clause("Dead Games")
def test_dead_games_the_houses_money_is_back_in_the_bank_and_all_dice_in_the_bowl(house: House) -> None:
    floor = idle(house)
    assert refused(floor, GoDead()) == ("bets-up", "Dead Games")
    told(floor, SendOut(SHOWS_SIX), RollDice(2, 1))
    assert refused(floor, GoDead()) == ("unfinished", "Dead Games")
    told(floor, WorkCommand(), MoveStacks(5 * DOLLAR, 20, "bank", "working"))
    assert refused(floor, GoDead()) == ("money-out", "Dead Games")
    told(floor, ReturnHouseMoney())
    assert refused(floor, GoDead()) == ("dice-out", "Dead Games")
    dead = of(WentDead, floor, Gather(), GoDead())
    assert (dead.money, dead.stick, dead.bowl, dead.dice) == ("bank", "across the propositions", "on the stick", "bowl")


@clause("Dead Games")
def test_dead_games_nothing_is_dealt_until_the_game_is_on_again(house: House) -> None:
    floor = a_floor(house.game(), bets=())
    told(floor, GoDead())
    assert refused(floor, GoDead()) == ("not-open", "Dead Games")
    for command in (Bet("Ann", 10 * DOLLAR, "pass"), Toke("Ann", 5 * DOLLAR), Toke("Ann", 5 * DOLLAR, "field")):
        assert refused(floor, command) == ("not-open", "Dead Games")
    assert refused(floor, OfferDice("Ann"))[0] == "not-open"
    told(floor, Revive(), Bet("Ann", 10 * DOLLAR, "pass"), OfferDice("Ann"))


@clause("Dead Games")
def test_dead_games_no_bet_comes_back_to_a_dead_game(house: House) -> None:
    floor = a_floor(house.game(), bets=())
    told(floor, Bet("Ann", 10 * DOLLAR, "field"), TakeDown("Ann", "field"), GoDead())
    assert refused(floor, Undo("Ann")) == ("not-open", "Dead Games")


@clause("Wagers")
def test_wagers_a_voucher_buys_nothing_here_and_none_would_be_cashed(house: House) -> None:
    fact = pit_rules(house.game()).wagering.promotional_cashed
    assert (fact.value, fact.provenance) == (False, "assumed")
    assert refused(shooting(house.game()), Present("Bob", 25 * DOLLAR, "voucher"))[0] == "not-here"

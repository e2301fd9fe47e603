"""Catfish Bend, clause by clause: sets of dice, their inspection, and how they go to the shooter and end."""

from msgspec.structs import replace

from sevenout.crew.dice.dice_commands import (
    BringBack,
    BringIn,
    BringSet,
    Cancel,
    Choose,
    Condemned,
    DiceCommand,
    DiceInspected,
    DiceShifted,
    Doubt,
    DumpBowl,
    Gather,
    GoDown,
    InspectDice,
    InspectSet,
    LoseSight,
    Mishandle,
    Mishandled,
    NewDice,
    OfferDice,
    PutIn,
    SameDice,
    Scribe,
    SendOut,
    SetInspected,
    SetPutIn,
    TakeOff,
    ThrowOut,
    Wrap,
)
from sevenout.crew.dice.dice_sets import Breach, Die, Packet, dice_rules
from sevenout.crew.floor.floor import Floor
from sevenout.crew.pit.pit_commands import PostBox, RuleOnThrow, WorkCommand
from sevenout.table import Rolled
from sevenout.table.commands import Bet, Inspect, NoRoll, OrderPass, PassDice, RollDice, TakeDown, TellTime, ThrowDice
from sevenout.table.events import Inspected, NoRollCalled
from tests.clauses.house import DOLLAR, House, clause
from tests.unit.crew.floors import OTHER, SERIAL, SHOWS_SIX, a_floor, a_set, of, ready, refused, rolled, shooting, told

BOOK = "catfish-bend"
SMALLEST, LARGEST = 7500, 7575


def places(floor: Floor) -> str:
    """Where the five dice on the game are."""
    assert floor.dice.playing is not None
    return " ".join(floor.dice.playing.places)


def without_dice(house: House) -> Floor:
    return a_floor(house.game(), dice=False)


# --- a new set


@clause("Dice Inspection")
def test_dice_inspection_a_set_is_five_dice(house: House) -> None:
    for dice in (0, 1, 2, 3, 4, 6):
        assert refused(without_dice(house), BringSet(a_set(dice=dice))) == ("not-a-set", "Dice Inspection")
    told(without_dice(house), BringSet(a_set(dice=5)))


@clause("Dice Inspection")
def test_dice_inspection_five_dice_are_at_the_table_while_the_game_is_on(house: House) -> None:
    floor = without_dice(house)
    assert refused(floor, OfferDice("Ann")) == ("no-dice", "Dice Inspection")
    floor = shooting(house.game())
    told(floor, ThrowDice(), GoDown((1,)), NoRoll("off the table"), DumpBowl(), Choose("Ann", (2, 3)))
    assert places(floor) == "bowl down hand hand bowl"
    assert refused(floor, ThrowDice()) == ("incomplete", "Dice Inspection")
    told(floor, BringBack((1,)), InspectDice(), SendOut(SHOWS_SIX), ThrowDice())


@clause("Dice Inspection")
def test_dice_inspection_no_set_goes_into_play_before_it_is_inspected(house: House) -> None:
    floor = without_dice(house)
    told(floor, BringSet(a_set()), Scribe("CB"))
    assert refused(floor, PutIn()) == ("uninspected", "Dice Inspection")
    told(floor, InspectSet(), PutIn(), OfferDice("Ann"))


@clause("Dice Inspection")
def test_dice_inspection_is_made_by_the_supervisor(house: House) -> None:
    floor = without_dice(house)
    told(floor, BringSet(a_set()))
    for somebody in ("stickperson", "dealer", "shooter"):
        assert refused(floor, InspectSet(by=somebody))[0] == "not-yours"
    assert of(SetInspected, floor, InspectSet(by="supervisor")).by == "supervisor"


@clause("Dice Inspection 1")
def test_dice_inspection_1_a_flaw_on_any_die_keeps_the_set_out(house: House) -> None:
    for which in range(5):
        dice = list(a_set())
        dice[which] = replace(dice[which], flaw="a spot is missing on the five")
        floor = without_dice(house)
        told(floor, BringSet(tuple(dice)))
        assert refused(floor, InspectSet()) == ("flawed", "Dice Inspection 1")


@clause("Dice Inspection 2")
def test_dice_inspection_2_each_die_measures_7500_to_7575_ten_thousandths(house: House) -> None:
    for size in (SMALLEST, LARGEST):
        told(without_dice(house), BringSet(a_set(size=size)), InspectSet())
    for size in (SMALLEST - 1, LARGEST + 1):
        for which in range(5):
            dice = list(a_set())
            dice[which] = Die(SERIAL, (size, size, size))
            floor = without_dice(house)
            told(floor, BringSet(tuple(dice)))
            assert refused(floor, InspectSet()) == ("size", "Dice Inspection 2")


@clause("Dice Inspection 2")
def test_dice_inspection_2_a_die_is_square(house: House) -> None:
    floor = without_dice(house)
    told(floor, BringSet((*a_set(dice=4), Die(SERIAL, (7550, 7550, 7556)))))
    assert refused(floor, InspectSet()) == ("not-square", "Dice Inspection 2")
    rules = dice_rules(house.game()).set
    assert (rules.uneven.value, rules.uneven.provenance) == (5, "assumed")
    told(floor, BringSet((*a_set(dice=4), Die(SERIAL, (7550, 7545, 7550)))), InspectSet())


@clause("Dice Inspection 3")
def test_dice_inspection_3_each_die_is_scribed_before_the_set_goes_on_the_game(house: House) -> None:
    floor = without_dice(house)
    told(floor, BringSet(a_set()), InspectSet())
    assert refused(floor, PutIn()) == ("not-scribed", "Dice Inspection 3")
    assert refused(floor, Scribe("")) == ("not-scribed", "Dice Inspection 3")
    assert refused(floor, Scribe("CB", by="stickperson")) == ("not-yours", "Dice Inspection 3")
    told(floor, Scribe("CB", by="shift manager"))
    told(floor, PutIn())
    assert floor.dice.playing is not None
    assert floor.dice.playing.scribed == "CB"


@clause("Dice Inspection 3")
def test_dice_inspection_3_a_set_that_is_fit_waits_until_it_is_needed(house: House) -> None:
    floor = shooting(house.game())
    told(floor, *ready(OTHER))
    assert floor.dice.new is not None
    assert floor.dice.new.serial == OTHER
    rolled(floor, 3, 1)
    rolled(floor, 5, 4)
    assert isinstance(told(floor, PutIn()), SetPutIn)


@clause("Dice Inspection 4")
def test_dice_inspection_4_one_serial_number_on_all_five(house: House) -> None:
    floor = without_dice(house)
    assert refused(floor, BringSet((*a_set(dice=4), *a_set(OTHER, dice=1)))) == ("serial-numbers", "Dice Inspection 4")
    assert refused(floor, BringSet(a_set(""))) == ("serial-numbers", "Dice Inspection 4")


# --- switching and retiring


@clause("Dice Inspection 5")
def test_dice_inspection_5_sets_are_switched_at_the_end_of_a_roll(house: House) -> None:
    floor = shooting(house.game())
    told(floor, *ready(OTHER))
    assert refused(floor, PutIn()) == ("mid-roll", "Dice Inspection 5")  # Ann has the dice in hand
    told(floor, ThrowDice())
    assert refused(floor, PutIn()) == ("mid-roll", "Dice Inspection 5")
    assert refused(floor, TakeOff()) == ("mid-roll", "Dice Inspection 5")
    told(floor, RollDice(3, 1), PutIn())
    assert floor.dice.playing is not None
    assert (floor.dice.playing.serial, [dice.serial for dice in floor.dice.off]) == (OTHER, [SERIAL])
    assert places(floor) == "bowl bowl bowl bowl bowl"


@clause("Dice Inspection 5")
def test_dice_inspection_5_a_set_off_the_game_is_cancelled_on_the_four(house: House) -> None:
    floor = a_floor(house.game())
    assert refused(floor, Cancel(SERIAL, 4)) == ("no-dice", "Dice Inspection 5")  # it is on the game
    told(floor, TakeOff())
    for number in (1, 2, 3, 5, 6):
        assert refused(floor, Cancel(SERIAL, number)) == ("wrong-number", "Dice Inspection 5")
    assert refused(floor, Cancel(SERIAL, 4, by="stickperson")) == ("not-yours", "Dice Inspection 5")
    told(floor, Cancel(SERIAL, 4))
    assert floor.dice.off[0].cancelled


@clause("Dice Inspection 5")
def test_dice_inspection_5_cancelled_dice_are_signed_for_and_wrapped(house: House) -> None:
    floor = a_floor(house.game())
    told(floor, TakeOff())
    assert refused(floor, Wrap(SERIAL, "Lee")) == ("not-cancelled", "Dice Inspection 5")
    told(floor, Cancel(SERIAL, 4))
    assert refused(floor, Wrap(SERIAL, "")) == ("unsigned", "Dice Inspection 5")
    told(floor, Wrap(SERIAL, "Lee"))
    assert (floor.dice.off, floor.dice.packets) == ((), (Packet(SERIAL, 5, "Lee"),))
    assert refused(floor, BringSet(a_set())) == ("known-set", "Dice Inspection 4")


@clause("Dice Inspection 5")
def test_dice_inspection_5_the_set_on_the_game_is_replaced_by_another(house: House) -> None:
    floor = a_floor(house.game())
    assert refused(floor, PutIn())[0] == "no-dice"
    told(floor, *ready(OTHER), PutIn(), Cancel(SERIAL, 4), Wrap(SERIAL, "Lee"), OfferDice("Ann"), Choose("Ann", (3, 4)))
    assert places(floor) == "bowl bowl bowl hand hand"


# --- inspected again


@clause("Dice Inspection 6", "Dice Inspection 6.1", "Shooting 10")
def test_dice_inspection_6_1_dice_the_stick_lost_sight_of_are_inspected(house: House) -> None:
    floor = shooting(house.game())
    told(floor, LoseSight())
    assert refused(floor, ThrowDice()) == ("uninspected", "Dice Inspection 6.1")
    assert refused(floor, RollDice(4, 2)) == ("uninspected", "Dice Inspection 6.1")
    assert of(DiceInspected, floor, InspectDice()).places == ("middle", "middle", "bowl", "bowl", "bowl")
    told(floor, SendOut(SHOWS_SIX), RollDice(4, 2))


@clause("Dice Inspection 6", "Dice Inspection 6.2", "Stickperson 18")
def test_dice_inspection_6_2_passed_dice_are_inspected_and_a_complete_set_is_offered(house: House) -> None:
    for give_up in (PassDice("Ann"), OrderPass("Ann")):
        floor = shooting(house.game(), bets=("Ann", "Cy"))
        rolled(floor, 4, 2)
        told(floor, give_up)
        assert refused(floor, OfferDice("Cy")) == ("uninspected", "Dice Inspection 6.2")
        told(floor, InspectDice(), OfferDice("Cy"))
        assert places(floor) == "offered offered offered offered offered"
        told(floor, Choose("Cy", (2, 4)), RollDice(3, 3))


@clause("Dice Inspection 6.2")
def test_dice_inspection_6_2_a_seven_out_passes_nothing(house: House) -> None:
    floor = shooting(house.game(), bets=("Ann", "Bob"))
    rolled(floor, 4, 2)
    rolled(floor, 4, 3)
    assert floor.dice.playing is not None
    assert floor.dice.playing.due == ()
    told(floor, Bet("Bob", 1000, "pass"), OfferDice("Bob"), Choose("Bob", (0, 1)), RollDice(6, 5))
    assert dice_rules(house.game()).inspection.after_seven_out.provenance == "assumed"
    told(floor, WorkCommand(), Bet("Bob", 1000, "pass"), Bet("Cy", 1000, "pass"), PassDice("Bob"))
    answer = floor.execute(OfferDice("Cy"))
    assert getattr(answer, "reason", "") == "inspect the dice first: they go on to another shooter"


@clause("Dice Inspection 6.2")
def test_dice_inspection_6_2_dice_that_leave_a_shooter_without_a_line_bet_are_passed(house: House) -> None:
    floor = a_floor(house.game(), bets=("Cy",))
    told(floor, Bet("Ann", 1000, "dont-pass"), OfferDice("Ann"), Choose("Ann", (0, 1)), RollDice(4, 2), WorkCommand())
    told(floor, TakeDown("Ann", "dont-pass"))
    assert refused(floor, OfferDice("Cy")) == ("uninspected", "Dice Inspection 6.2")
    answer = floor.execute(OfferDice("Cy"))
    assert getattr(answer, "reason", "") == "inspect the dice first: they go on to another shooter"
    told(floor, InspectDice(), OfferDice("Cy"))


@clause("Dice Inspection 6")
def test_dice_inspection_6_an_empty_box_inspects_nothing(house: House) -> None:
    floor = shooting(house.game())
    told(floor, Doubt())
    assert refused(floor, InspectDice(by="boxperson")) == ("no-post", "Boxperson")
    assert refused(floor, ThrowDice()) == ("uninspected", "Dice Inspection 6.3")
    told(floor, PostBox("Ned"), InspectDice(by="boxperson"), SendOut(SHOWS_SIX), ThrowDice())
    new = without_dice(house)
    told(new, BringSet(a_set()))
    assert refused(new, InspectSet(by="boxperson")) == ("no-post", "Boxperson")


@clause("General Rules", "Shooting 10")
def test_shooting_10_how_a_shooter_may_not_handle_the_dice_is_kept(house: House) -> None:
    says: tuple[tuple[Breach, str, str], ...] = (
        ("both-hands", "General Rules", "one hand throws the dice"),
        ("hand-to-hand", "Shooting 10", "the dice stay in one hand"),
        ("other-hand", "Shooting 10", "the hand that picks them up throws them"),
        ("out-of-view", "Shooting 10", "the dice stay in sight of the stick"),
    )
    for how, clause_name, words in says:
        floor = shooting(house.game(), bets=("Ann", "Bob"))
        assert refused(floor, Mishandle("Bob", how)) == ("not-shooter", clause_name)
        kept = of(Mishandled, floor, Mishandle("Ann", how))
        assert (kept.seat, kept.cite.clause, kept.cite.provenance) == ("Ann", clause_name, "stated")
        assert dice_rules(house.game()).handling.against(how).value == words
        if how == "out-of-view":
            assert refused(floor, ThrowDice()) == ("uninspected", "Dice Inspection 6.1")
        else:
            told(floor, ThrowDice(), RollDice(4, 2), WorkCommand())
            assert refused(floor, Mishandle("Ann", how))[0] == "not-shooter"  # they lie in the middle


@clause("Dice Inspection 6", "Dice Inspection 6.3")
def test_dice_inspection_6_3_any_doubt_is_reason_to_inspect(house: House) -> None:
    floor = shooting(house.game())
    told(floor, Doubt())
    assert refused(floor, ThrowDice()) == ("uninspected", "Dice Inspection 6.3")
    told(floor, InspectDice(), SendOut(SHOWS_SIX), ThrowDice())
    assert refused(floor, InspectDice())[0] == "mid-roll"  # they are brought in first


@clause("Dice Inspection 6.3")
def test_dice_inspection_6_3_dice_found_wrong_go_off_the_game(house: House) -> None:
    damaged = (*a_set(dice=4), replace(a_set()[0], flaw="a chipped edge"))
    switched = a_set(OTHER)
    shaved = (*a_set(dice=4), Die(SERIAL, (7550, 7550, 7490)))
    for seen, why in ((damaged, "Dice Inspection 1"), (switched, "Dice Inspection 4"), (shaved, "Dice Inspection 2")):
        floor = shooting(house.game())
        told(floor, Doubt())
        event = of(Condemned, floor, InspectDice(seen=seen))
        assert event.wrong.clause == why
        for command in (SendOut(SHOWS_SIX), OfferDice("Ann"), InspectDice()):
            assert refused(floor, command) == ("condemned", why)
        told(floor, *ready("1900"), PutIn(), OfferDice("Ann"), Choose("Ann", (0, 1)), RollDice(4, 2))


@clause("Boxperson 6")
def test_boxperson_6_examines_the_dice_for_their_number_and_for_damage(house: House) -> None:
    floor = shooting(house.game(), box="Ned")
    assert of(DiceInspected, floor, InspectDice(by="boxperson")).by == "boxperson"
    stranger = (*a_set(dice=4), *a_set(OTHER, dice=1))
    assert of(Condemned, floor, InspectDice(by="boxperson", seen=stranger)).wrong.code == "serial-numbers"
    told(floor, *ready("1900"), PutIn())
    flawed = (*a_set("1900", dice=4), replace(a_set("1900")[0], flaw="a cracked corner"))
    assert of(Condemned, floor, InspectDice(by="boxperson", seen=flawed)).wrong.code == "flawed"


@clause("Craps Shootout 4", "Craps Shootout 5")
def test_craps_shootout_4_a_hit_stops_the_dice_until_they_are_inspected(house: House) -> None:
    for word, then in ((Inspect(True, "Lee", "4711"), ""), (Inspect(False), "condemned")):
        floor = shooting(house.game())
        told(floor, TellTime("2026-03-01T12:00", "America/Chicago"))
        for a, b in ((2, 2), (3, 2), (4, 2), (4, 4), (5, 4), (5, 5)):
            rolled(floor, a, b)
            rolled(floor, a, b)
            told(floor, Bet("Ann", 1000, "pass"))
        assert refused(floor, SendOut(SHOWS_SIX)) == ("uninspected", "Craps Shootout 4")
        answer = floor.execute(SendOut(SHOWS_SIX))
        assert getattr(answer, "reason", "") == "inspect the dice first: the Shootout is hit"
        told(floor, word)
        if then:
            assert refused(floor, SendOut(SHOWS_SIX)) == ("condemned", "Craps Shootout 4")
        else:
            told(floor, SendOut(SHOWS_SIX), RollDice(4, 2))


@clause("Craps Shootout 4")
def test_craps_shootout_4_after_an_irregularity_on_record_nobody_pays_the_bonus(house: House) -> None:
    """A die of 0.7600 inch is found: void at once, the amount stands, and no signature brings it back."""
    floor = shooting(house.game())
    told(floor, TellTime("2026-03-01T12:00", "America/Chicago"))
    for a, b in ((2, 2), (3, 2), (4, 2), (4, 4), (5, 4), (5, 5)):
        rolled(floor, a, b)
        rolled(floor, a, b)
        told(floor, Bet("Ann", 1000, "pass"))
    rack = floor.table.rack("Ann")
    assert floor.table.state.bonus is not None
    assert floor.table.state.bonus.held_for == "Ann"
    found = of(Condemned, floor, InspectDice(seen=(*a_set(size=7600, dice=1), *a_set(dice=4))))
    assert found.wrong.clause == "Dice Inspection 2"
    touched = floor.record[-1].table
    assert isinstance(touched, Inspected)
    assert (touched.investigated, touched.paid) == ("Ann", ())
    assert refused(floor, Inspect(True, "Lee", "4711"))[0] == "not-now"
    told(floor, *ready("1900"), PutIn())
    assert refused(floor, Inspect(True, "Lee", "4711"))[0] == "not-now"
    assert (floor.table.rack("Ann"), floor.table.posted_bonus()) == (rack, 100_00)


# --- to the shooter


@clause("General Rules", "Shooting 1", "Definitions: Dice Bowl")
def test_general_rules_the_shooter_picks_two_of_five_and_the_rest_go_into_the_bowl(house: House) -> None:
    floor = a_floor(house.game())
    told(floor, OfferDice("Ann"))
    for some in ((), (0,), (0, 0), (0, 1, 2), (0, 1, 2, 3, 4)):
        assert refused(floor, Choose("Ann", some)) == ("not-two", "General Rules")
    assert refused(floor, Choose("Ann", (0, 5))) == ("not-there", "General Rules")
    assert refused(floor, Choose("Bob", (0, 1))) == ("no-offer", "General Rules")
    told(floor, Choose("Ann", (1, 3)))
    assert places(floor) == "bowl hand bowl hand bowl"
    rolled(floor, 3, 1)
    assert places(floor) == "bowl middle bowl middle bowl"  # the same two, until Ann asks for others


@clause("Stickperson", "Stickperson 3")
def test_stickperson_the_set_is_offered_to_whoever_is_next_and_has_a_line_bet(house: House) -> None:
    floor = a_floor(house.game(), bets=("Bob", "Cy"))
    for name in ("Ann", "Cy"):
        assert refused(floor, OfferDice(name)) == ("not-shooter", "Stickperson 18")
    told(floor, OfferDice("Bob"))
    nobody = a_floor(house.game(), bets=())
    assert refused(nobody, OfferDice("Ann")) == ("no-shooter", "General Rules")


@clause("Stickperson 2")
def test_stickperson_2_no_dice_go_out_showing_craps_on_a_come_out(house: House) -> None:
    for a in range(1, 7):
        for b in range(1, 7):
            floor = shooting(house.game())
            told(floor, BringIn())
            if a + b in (2, 3, 12):
                assert refused(floor, SendOut((a, b))) == ("showing", "Stickperson 2")
            else:
                told(floor, SendOut((a, b)))


@clause("Stickperson 2")
def test_stickperson_2_no_dice_go_out_showing_a_seven_on_later_rolls(house: House) -> None:
    for a in range(1, 7):
        for b in range(1, 7):
            floor = shooting(house.game())
            rolled(floor, 4, 2)
            if a + b == 7:
                assert refused(floor, SendOut((a, b))) == ("showing", "Stickperson 2")
            else:
                told(floor, SendOut((a, b)))
    assert refused(shooting(house.game()), SendOut((4, 3)))[0] == "not-now"  # Ann has them in hand


@clause("Stickperson 16")
def test_stickperson_16_the_dice_go_out_when_the_dealers_are_done_and_come_back_for_more_bets(house: House) -> None:
    floor = shooting(house.game())
    told(floor, RollDice(4, 2))
    assert refused(floor, SendOut(SHOWS_SIX)) == ("unfinished", "Stickperson 16")
    told(floor, WorkCommand(), SendOut(SHOWS_SIX))
    told(floor, BringIn(), Bet("Ann", 1000, "pass-odds"), SendOut(SHOWS_SIX), RollDice(3, 3))


@clause("Stickperson 17", "Shooting 1")
def test_stickperson_17_a_shooter_who_wants_other_dice_chooses_of_those_in_the_bowl(house: House) -> None:
    floor = shooting(house.game())
    told(floor, NewDice("Ann"))
    assert places(floor) == "middle middle offered offered offered"
    assert refused(floor, Choose("Ann", (0, 2)))[0] == "not-there"  # the pair in use is not offered
    told(floor, Choose("Ann", (2, 4)))
    assert places(floor) == "bowl bowl hand bowl hand"
    assert refused(floor, NewDice("Bob")) == ("not-shooter", "Shooting 1")
    told(floor, ThrowDice())
    assert refused(floor, NewDice("Ann")) == ("mid-roll", "Stickperson 17")


@clause("Stickperson 19")
def test_stickperson_19_a_die_brought_back_after_being_down_is_inspected(house: House) -> None:
    floor = shooting(house.game())
    told(floor, ThrowDice(), GoDown((0,)))
    assert refused(floor, RollDice(4, 2)) == ("no-roll", "Invalid Roll 2")
    told(floor, NoRoll("off the table"), SameDice("Ann"), BringBack((0,)))
    assert refused(floor, SendOut(SHOWS_SIX)) == ("uninspected", "Stickperson 19")
    told(floor, InspectDice(), SendOut(SHOWS_SIX), RollDice(4, 2))


@clause("Stickperson 19", "Shooting 7")
def test_stickperson_19_the_bowl_is_dumped_unless_the_shooter_wants_the_same_dice(house: House) -> None:
    for same in (True, False):
        floor = shooting(house.game())
        assert refused(floor, DumpBowl()) == ("not-now", "Stickperson 19")
        told(floor, ThrowDice(), GoDown((1,)), NoRoll("off the table"), BringBack((1,)), InspectDice())
        assert refused(floor, SendOut(SHOWS_SIX)) == ("not-chosen", "Stickperson 19")
        told(floor, *((SameDice("Ann"),) if same else (DumpBowl(), Choose("Ann", (3, 4)), BringIn())))
        assert places(floor) == ("middle middle bowl bowl bowl" if same else "bowl bowl bowl middle middle")
        told(floor, SendOut(SHOWS_SIX), RollDice(4, 2))


@clause("Stickperson 19")
def test_stickperson_19_a_no_roll_for_a_die_off_the_table_is_enough_to_have_other_dice_offered(house: House) -> None:
    floor = shooting(house.game())
    told(floor, ThrowDice(), NoRoll("off the table"), InspectDice())
    assert refused(floor, SendOut(SHOWS_SIX)) == ("not-chosen", "Stickperson 19")
    told(floor, RollDice(4, 2))
    assert [str(entry.command) for entry in floor.record if str(entry.command).startswith("dice dumped")] == [
        "dice dumped from the bowl"
    ]
    same = shooting(house.game())
    told(same, ThrowDice(), NoRoll("off the table"), InspectDice(), SameDice("Ann"), SendOut(SHOWS_SIX), RollDice(4, 2))


@clause("Shooting 7")
def test_shooting_7_only_the_shooter_may_ask_for_the_same_dice(house: House) -> None:
    floor = shooting(house.game(), bets=("Ann", "Bob"))
    told(floor, ThrowDice(), GoDown((0, 1)), NoRoll("off the table"))
    for somebody in ("Bob", "Cy"):
        assert refused(floor, SameDice(somebody)) == ("not-shooter", "Shooting 7")
    assert of(DiceShifted, floor, SameDice("Ann")).act == "same"


@clause("Shooting 5", "Stickperson 18")
def test_stickperson_18_a_new_shooter_is_offered_the_complete_set(house: House) -> None:
    floor = shooting(house.game(), bets=("Ann", "Bob"))
    rolled(floor, 4, 2)
    rolled(floor, 4, 3)
    told(floor, Bet("Bob", 1000, "pass"), InspectDice())
    assert refused(floor, SendOut(SHOWS_SIX))[0] == "not-shooter"
    told(floor, OfferDice("Bob"))
    assert places(floor) == "offered offered offered offered offered"


@clause("Invalid Roll 3a")
def test_invalid_roll_3a_only_the_shooter_throws(house: House) -> None:
    floor = shooting(house.game(), bets=("Ann", "Bob"))
    assert refused(floor, ThrowOut("Bob"))[0] == "not-shooter"
    told(floor, ThrowOut("Ann"))


@clause("Base Dealer 10", "Base Dealer 10a")
def test_base_dealer_10a_no_die_is_moved_before_the_total_is_called(house: House) -> None:
    floor = shooting(house.game())
    told(floor, ThrowDice())
    touches: tuple[tuple[DiceCommand, str], ...] = (
        (BringIn(), "not-out"),
        (Gather(), "mid-roll"),
        (InspectDice(), "mid-roll"),
        (OfferDice("Ann"), "mid-roll"),
        (SendOut(SHOWS_SIX), "mid-roll"),
        (TakeOff(), "mid-roll"),
        (NewDice("Ann"), "mid-roll"),
    )
    for touch, code in touches:
        assert refused(floor, touch)[0] == code
    assert places(floor) == "air air bowl bowl bowl"
    told(floor, RollDice(4, 2))
    assert places(floor) == "middle middle bowl bowl bowl"


@clause("Shooting 2")
def test_shooting_2_the_faces_that_come_to_rest_decide_and_not_those_that_were_sent_out(house: House) -> None:
    for a, b in ((1, 1), (4, 3), (6, 5), (6, 6)):
        floor = shooting(house.game())
        told(floor, BringIn(), SendOut(SHOWS_SIX))
        assert of(Rolled, floor, RollDice(a, b)).total == a + b


@clause("Shooting 9")
def test_shooting_9_short_of_half_way_may_be_called_and_counts_where_the_intent_was_plain(house: House) -> None:
    for counts in (False, True):
        floor = shooting(house.game())
        rack = floor.table.rack("Ann")
        called = of(NoRollCalled, floor, ThrowDice(), NoRoll("short-of-half-way"))
        assert called.ground == "short-of-half-way"
        told(floor, RuleOnThrow((6, 5) if counts else None))
        assert floor.table.rack("Ann") == rack + (20 * DOLLAR if counts else 0)
        assert floor.table.layout("Ann") == ({} if counts else {"pass": 10 * DOLLAR})
    floor = shooting(house.game())
    told(floor, ThrowDice())
    assert of(Rolled, floor, RollDice(6, 5)).total == 11  # nobody has to call it


@clause("Shooting 8")
def test_shooting_8_dice_that_slide_or_spin_may_be_called_no_roll(house: House) -> None:
    floor = shooting(house.game())
    assert house.no_roll("no-tumble")[0] == "may"
    told(floor, ThrowDice(), NoRoll("no tumble"))
    assert (floor.table.point, places(floor)) == (None, "middle middle bowl bowl bowl")


@clause("Stickperson", "Definitions: Dice Bowl")
def test_stickperson_dice_that_are_not_played_with_are_in_the_bowl(house: House) -> None:
    floor = shooting(house.game())
    assert refused(floor, Gather())[0] == "mid-roll"
    told(floor, BringIn(), Gather())
    assert places(floor) == "bowl bowl bowl bowl bowl"

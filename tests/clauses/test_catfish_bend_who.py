"""Catfish Bend, clause by clause: who at the table may do what, and nobody else; and the words that go with it."""

from collections.abc import Callable

from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import (
    BringBack,
    BringIn,
    BringSet,
    Cancel,
    Doubt,
    DumpBowl,
    GoDown,
    InspectDice,
    InspectSet,
    LoseSight,
    OfferDice,
    PutIn,
    Scribe,
    SendOut,
    TakeOff,
)
from sevenout.crew.floor.floor import Floor, FloorCommand
from sevenout.crew.layout.chips import Chips, Stack
from sevenout.crew.pit.bank import CountBank, CountBox, OpenBank
from sevenout.crew.pit.irregularities import ClearRail, Encourage
from sevenout.crew.pit.money_change import AskChange, BringMoney, Count, CutOut, Drop, HandOver, Permit, Verify
from sevenout.crew.pit.pit_commands import (
    Dispute,
    OpenGame,
    Relieve,
    Relieved,
    RuleOnThrow,
    Settle,
    VerifyCall,
    WorkCommand,
)
from sevenout.crew.pit.pit_rules import rests_on
from sevenout.engine.game import Game
from sevenout.table.commands import Bet, NoRoll, RollDice, ThrowDice
from tests.clauses.house import DOLLAR, House, clause
from tests.unit.crew.floors import SERIAL, a_floor, a_set, of, refused, rolled, shooting, told

BOOK = "catfish-bend"
ROLES = ("supervisor", "boxperson", "dealer", "stickperson", "third base", "second base", "shift manager")


def allowed(make: Callable[[], Floor], command: Callable[[str], FloorCommand]) -> set[str]:
    """Who is not refused for being somebody else."""
    may = set()
    for role in ROLES:
        answer = make().execute(command(role))
        assert not isinstance(answer, Refusal) or answer.code == "not-yours", answer
        may |= {role} if not isinstance(answer, Refusal) else set()
    return may


def changing(game: Game, kind: str, *steps: FloorCommand) -> Callable[[], Floor]:
    """A floor on which Bob's hundred in green has come so far; Bob stands at third base."""

    def make() -> Floor:
        floor = a_floor(game, box="Ned")
        green = Chips.of(game.rules.book).denominations[2]
        if kind == "currency":
            told(floor, AskChange("Bob", "currency", 100 * DOLLAR), *steps)
        else:
            told(floor, AskChange("Bob", "color" if kind == "color" else "checks", chips=(Stack(green, 4),)), *steps)
        return floor

    return make


IN_CHARGE = {"supervisor", "boxperson"}
DEALER = {"dealer", "third base"}


@clause("Money and Color Change 1")
def test_money_and_color_change_1_checks_are_brought_counted_cut_and_set_down_in_that_order(house: House) -> None:
    floor = changing(house.game(), "checks")()
    steps: tuple[FloorCommand, ...] = (BringMoney(), Count(100 * DOLLAR), CutOut(), HandOver())
    for at, step in enumerate(steps):
        for later in (*steps[at + 1 :], Permit(), Drop(), Verify()):
            assert refused(floor, later) == ("out-of-turn", "Money and Color Change 1")
        assert floor.pit.changing is not None
        told(floor, step)
    assert floor.pit.changing is None


@clause("Money and Color Change 1a", "Money and Color Change 1b", "Base Dealer 2")
def test_money_and_color_change_1b_the_dealer_brings_cuts_and_hands_over(house: House) -> None:
    game = house.game()
    counted = (BringMoney(), Count(100 * DOLLAR))
    assert allowed(changing(game, "checks"), BringMoney) == DEALER
    assert allowed(changing(game, "checks", *counted), lambda role: CutOut(by=role)) == DEALER
    assert allowed(changing(game, "checks", *counted, CutOut()), HandOver) == DEALER


@clause("Money and Color Change 1b")
def test_money_and_color_change_1b_whoever_is_in_charge_counts(house: House) -> None:
    made = changing(house.game(), "checks", BringMoney())
    assert allowed(made, lambda role: Count(100 * DOLLAR, role)) == IN_CHARGE


@clause("Money and Color Change 2")
def test_money_and_color_change_2_whoever_is_in_charge_permits_and_verifies(house: House) -> None:
    game = house.game()
    assert allowed(changing(game, "color"), Permit) == IN_CHARGE
    cut = (Permit(), BringMoney(), Count(100 * DOLLAR), CutOut())
    assert allowed(changing(game, "color", *cut), Verify) == IN_CHARGE


@clause("Boxperson 3")
def test_boxperson_3_whoever_is_in_charge_drops_and_counts_the_drop(house: House) -> None:
    game = house.game()
    assert allowed(changing(game, "currency", BringMoney(), Count(100 * DOLLAR)), Drop) == IN_CHARGE
    assert allowed(lambda: a_floor(game, box="Ned"), lambda role: CountBox("drop", 0, role)) == IN_CHARGE
    floor = shooting(game, box="Ned")
    told(floor, BringIn())
    assert of(Relieved, floor, Relieve("boxperson", "Pat")).said[0].words == "15000 in the drop"


@clause("Tokes")
def test_tokes_the_supervisor_counts_the_box(house: House) -> None:
    made = lambda: a_floor(house.game(), box="Ned")  # noqa: E731
    assert allowed(made, lambda role: CountBox("toke", 0, role)) == {"supervisor"}


@clause("Definitions: Boxperson")
def test_definitions_boxperson_whoever_is_in_charge_counts_the_bank(house: House) -> None:
    def opened() -> Floor:
        floor = a_floor(house.game(), box="Ned")
        told(floor, OpenBank(()))
        return floor

    assert allowed(opened, lambda role: CountBank((), role)) == IN_CHARGE


@clause("Stickperson 20", "Boxperson 4")
def test_stickperson_20_stick_and_box_keep_the_pace(house: House) -> None:
    made = lambda: a_floor(house.game(), box="Ned")  # noqa: E731
    assert allowed(made, ClearRail) == {"stickperson", "boxperson"}
    assert allowed(made, lambda role: Encourage("Ann", role)) == {"stickperson", "boxperson"}


@clause("Boxperson 1")
def test_boxperson_1_whoever_is_in_charge_checks_the_call(house: House) -> None:
    def landed() -> Floor:
        floor = shooting(house.game(), box="Ned")
        told(floor, RollDice(4, 2))
        return floor

    assert allowed(landed, lambda role: VerifyCall(6, role)) == IN_CHARGE


@clause("Boxperson 5", "Shooting 11", "Invalid Roll 1")
def test_rulings_are_for_the_box_or_for_the_supervisor_alone(house: House) -> None:
    def disputed() -> Floor:
        floor = shooting(house.game(), box="Ned")
        told(floor, RollDice(4, 2), Dispute("Bob", "discrepancy"), Dispute("Bob", "cocked-die"))
        return floor

    def called_off() -> Floor:
        floor = shooting(house.game(), box="Ned")
        told(floor, ThrowDice(), NoRoll("on the rail"))
        return floor

    assert allowed(disputed, lambda role: Settle("discrepancy", "as it lies", role)) == IN_CHARGE
    assert allowed(disputed, lambda role: Settle("cocked-die", "a four", role)) == {"supervisor"}
    assert allowed(called_off, lambda role: RuleOnThrow((4, 2), role)) == {"supervisor"}
    floor = disputed()
    told(floor, Settle("cocked-die", "a four"), Settle("discrepancy", "as it lies"))
    assert refused(floor, Dispute("Cy", "cocked-die")) == ("final", "Invalid Roll 1")
    told(floor, Dispute("Cy", "discrepancy"))  # that one is never final


@clause("Dealer Responsibilities")
def test_dealer_responsibilities_one_base_dealer_or_two_and_no_more_posts(house: House) -> None:
    for third, second in (("Lou", ""), ("", "Max"), ("Lou", "Max")):
        told(Floor(house.game()), OpenGame("Kim", third, second))
    answer = Floor(house.game()).execute(OpenGame("Kim", ""))
    assert (
        getattr(answer, "reason", "")
        == "a crew needs a stickperson and 1 or 2 base dealers, each at a post of their own"
    )


@clause("Base Dealer 6")
def test_base_dealer_6_a_relief_hears_of_every_bet_on_the_dont_side(house: House) -> None:
    def hears(floor: Floor) -> str:
        return of(Relieved, floor, Relieve("second base", "Rae")).said[0].words

    floor = shooting(house.game())
    told(floor, Bet("Cy", 10 * DOLLAR, "dont-pass"), BringIn())
    assert hears(floor) == "On the don't: Cy"
    floor = shooting(house.game())
    rolled(floor, 4, 2)
    told(floor, Bet("Cy", 10 * DOLLAR, "dont-come"))
    assert hears(floor) == "On the don't: Cy"
    floor = shooting(house.game())
    rolled(floor, 4, 2)
    told(floor, Bet("Cy", 10 * DOLLAR, "dont-come"))
    rolled(floor, 5, 4)
    assert floor.table.layout("Cy") == {"dont-come-9": 10 * DOLLAR}
    assert hears(floor) == "On the don't: Cy"
    floor = shooting(house.game())
    rolled(floor, 4, 2)
    told(floor, Bet("Cy", 10 * DOLLAR, "come"), Bet("Cy", 12 * DOLLAR, "place-8"), Bet("Cy", 5 * DOLLAR, "field"))
    assert hears(floor) == "Nobody on the don't"


@clause("Base Dealer 10d")
def test_base_dealer_10d_a_die_behind_a_working_stack_counts(house: House) -> None:
    assert rests_on(house.game(), "working") is None
    floor = shooting(house.game())
    rack = floor.table.rack("Ann")
    told(floor, ThrowDice())
    assert refused(floor, NoRoll("a die stopped by a working stack"))[0] == "no-ground"
    told(floor, RollDice(6, 5, "base dealer"))
    assert floor.table.rack("Ann") == rack + 20 * DOLLAR


# --- dice


@clause("Dice Inspection 6", "Dice Inspection 3", "Dice Inspection 5")
def test_dice_are_inspected_scribed_and_cancelled_by_those_who_may(house: House) -> None:
    game = house.game()

    def brought() -> Floor:
        floor = a_floor(game, box="Ned", dice=False)
        told(floor, BringSet(a_set()))
        return floor

    def taken_off() -> Floor:
        floor = a_floor(game, box="Ned")
        told(floor, TakeOff())
        return floor

    assert allowed(brought, InspectSet) == IN_CHARGE
    assert allowed(lambda: shooting(game, box="Ned"), InspectDice) == IN_CHARGE
    assert allowed(brought, lambda role: Scribe("CB", role)) == {"shift manager", "supervisor"}
    assert allowed(taken_off, lambda role: Cancel(SERIAL, 4, role)) == {"supervisor"}


def why(floor: Floor, command: FloorCommand) -> str:
    answer = floor.execute(command)
    assert isinstance(answer, Refusal)
    assert answer.code == "uninspected"
    return answer.reason.removeprefix("inspect the dice first: ")


@clause("Dice Inspection", "Dice Inspection 6.1", "Dice Inspection 6.3", "Stickperson 19")
def test_a_refusal_names_what_the_inspection_is_for(house: House) -> None:
    floor = a_floor(house.game(), dice=False)
    told(floor, BringSet(a_set()))
    assert why(floor, PutIn()) == "the set is new"
    floor = shooting(house.game())
    told(floor, LoseSight())
    assert why(floor, ThrowDice()) == "the stick lost sight of the dice"
    floor = shooting(house.game())
    told(floor, Doubt())
    assert why(floor, ThrowDice()) == "somebody doubts the dice"
    floor = shooting(house.game())
    told(floor, ThrowDice(), GoDown((0,)), NoRoll("off the table"), BringBack((0,)), DumpBowl())
    assert why(floor, OfferDice("Ann")) == "a die was down"


@clause("Stickperson 2")
def test_stickperson_2_every_other_total_may_lie_up(house: House) -> None:
    faces = [(a, b) for a in range(1, 7) for b in range(a, 7)]
    come_out, later = set(), set()
    for showing in faces:
        floor = shooting(house.game())
        told(floor, BringIn())
        come_out |= {sum(showing)} if isinstance(floor.execute(SendOut(showing)), Refusal) else set()
        floor = shooting(house.game())
        told(floor, RollDice(4, 2), WorkCommand())
        later |= {sum(showing)} if isinstance(floor.execute(SendOut(showing)), Refusal) else set()
    assert (come_out, later) == ({2, 3, 12}, {7})

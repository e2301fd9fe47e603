"""Catfish Bend, clause by clause: the supervisor's last word on a roll, and how a cocked die is read."""

from sevenout.base.refusal import Refusal
from sevenout.crew.calls.event_calls import calls_for_event
from sevenout.crew.dice.dice_commands import SendOut
from sevenout.crew.floor.floor import Floor
from sevenout.crew.layout.chips import Chips, Stack
from sevenout.crew.pit.bank import OpenBank
from sevenout.crew.pit.pit_commands import Dispute, Ruled, RuleOnThrow, Settle, WorkCommand
from sevenout.crew.shift.shift_report import shift_report
from sevenout.table import Table
from sevenout.table.commands import Bet, BuyIn, CorrectRoll, NoRoll, Overrule, RollDice, RuleNoRoll, ThrowDice
from sevenout.table.log.table_log import write_log
from tests.clauses.house import DOLLAR, House, clause
from tests.clauses.voices import aloud
from tests.unit.crew.floors import SHOWS_SIX, of, refused, shooting, told

BOOK = "catfish-bend"
POINT_6 = "Ann bets 10 on pass\nroll 4 2\nAnn bets 10 on pass-odds\n"


@clause("Invalid Roll 1", "Invalid Roll 5")
def test_invalid_roll_1_a_throw_that_was_let_pass_is_ruled_no_roll_and_all_it_settled_comes_back(house: House) -> None:
    lost = house.plays(f"{POINT_6}roll 4 3")
    assert (lost.rack(), lost.layout()) == ("9980.00", {})
    for ruling in ("supervisor rules no roll", "supervisor rules no roll: on the rail"):
        night = house.plays(f"{POINT_6}roll 4 3\n{ruling}")
        assert (night.rack(), night.layout()) == ("9980.00", {"pass": "10.00", "pass-odds": "10.00"})
        assert (night.table.point, night.table.shooter()) == (6, "Ann")
        again = house.plays(f"{POINT_6}roll 4 3\n{ruling}\nroll 3 3")
        assert again.rack() == "10022.00"


@clause("Invalid Roll 1")
def test_invalid_roll_1_after_the_next_throw_nothing_is_ruled_and_a_ground_is_one_of_the_list(house: House) -> None:
    for line in ("throw", "no roll: on the rail", "roll 3 1\nsupervisor rules no roll"):
        assert house.refuses(f"{POINT_6}roll 5 4\n{line}\nsupervisor rules no roll").code == "not-now", line
    assert house.refuses(f"{POINT_6}roll 4 3\nsupervisor rules no roll: bad luck").code == "no-ground"
    wall = house.refuses(f"{POINT_6}roll 4 3\nsupervisor rules no roll: short of the wall")
    assert (wall.code, wall.clause) == ("no-warning", "Invalid Roll 3m")


@clause("Invalid Roll 1", "Invalid Roll 5")
def test_invalid_roll_1_what_the_supervisor_had_count_is_not_ruled_no_roll_afterwards(house: House) -> None:
    lines = f"{POINT_6}throw\nno roll: on the rail\nsupervisor overrules, roll 4 3\n"
    refusal = house.refuses(f"{lines}supervisor rules no roll")
    assert (refusal.code, refusal.clause) == ("final", "Invalid Roll 5")
    assert house.plays(f"{lines}roll corrected to 3 3").rack() == "10022.00"


@clause("Invalid Roll 1")
def test_invalid_roll_1_bets_since_the_roll_go_back_and_money_that_came_in_stays(house: House) -> None:
    since = "Ann buys in for 50\nAnn bets 20 on pass\nAnn tokes 5 on hard-8\nAnn tokes 2"
    night = house.plays(f"{POINT_6}roll 4 3\n{since}\nsupervisor rules no roll")
    assert (night.rack(), night.layout()) == ("10028.00", {"pass": "10.00", "pass-odds": "10.00"})
    assert (night.table.layout("crew"), night.table.toke_box) == ({}, 2 * DOLLAR)


@clause("Invalid Roll 1")
def test_invalid_roll_1_is_refused_once_what_was_given_away_since_would_not_be_covered(house: House) -> None:
    won = "Cy bets 1000 on pass unnoticed\nroll 6 5\n"
    broke = house.refuses(f"{won}Cy tokes 1\nsupervisor rules no roll")
    assert broke.code == "too-late"
    assert "«Cy tokes 1»" in broke.reason
    gone = house.refuses(f"{POINT_6}roll 3 3\nAnn leaves\nsupervisor rules no roll")
    assert gone.code == "too-late"


@clause("Invalid Roll 1")
def test_invalid_roll_1_a_roll_is_not_settled_anew_without_somebody_who_had_a_bet_on_it_and_left(house: House) -> None:
    pushed = "Ann bets 100 on dont-pass\nBob bets 10 on pass\nroll 6 6\nAnn leaves\n"
    gone = house.refuses(f"{pushed}roll corrected to 5 6")
    assert (gone.code, gone.reason.rpartition(": ")[2]) == (
        "too-late",
        "Ann, who threw it or had a bet on it, has left",
    )
    watched = "Ann bets 100 on dont-pass\nroll 6 6\nBob leaves\n"
    assert house.plays(f"{watched}roll corrected to 5 6").rack() == "9900.00"


@clause("Invalid Roll 1")
def test_invalid_roll_1_a_shootout_that_a_void_roll_hit_is_not_hit(house: House) -> None:
    lines = "clock 2026-03-02T20:00 America/Chicago\n"
    for a, b in ((3, 1), (2, 3), (5, 1), (6, 2), (5, 4), (6, 4)):
        lines += f"Ann bets 10 on pass\nroll {a} {b}\nroll {a} {b}\n"
    night = house.plays(f"{lines}supervisor rules no roll: on the rail")
    bonus = night.table.state.bonus
    assert bonus is not None
    assert (bonus.held_for, bonus.points) == ("", (4, 5, 6, 8, 9))
    paid = f"{lines}supervisor finds the dice sound, signed Lee 4711\nsupervisor rules no roll"
    assert house.refuses(paid).code == "too-late"


@clause("Invalid Roll 1", "Craps Shootout 12")
def test_invalid_roll_1_the_dice_of_a_void_throw_stay_with_whoever_threw_them_told_or_not(house: House) -> None:
    made_10 = "clock 2026-03-02T20:00 America/Chicago\nAnn bets 10 on pass\nroll 6 4\nroll 6 4\nBob bets 10 on pass\n"
    for void in ("roll 6 1\nsupervisor rules no roll", "no roll: on the rail"):
        for throw in ("", "throw\n"):
            night = house.plays(f"{made_10}{throw}{void}\nAnn bets 10 on pass")
            assert night.table.shooter() == "Bob", (void, throw)
            bonus = night.table.state.bonus
            assert bonus is not None
            assert bonus.hand is not None
            assert bonus.hand.void, (void, throw)


@clause("Shooting 5")
def test_shooting_5_with_a_point_on_a_no_roll_is_thrown_by_whoever_finishes_it_told_or_not(house: House) -> None:
    gone = "Ann bets 10 on dont-pass\nBob bets 10 on pass\nroll 6 4\nAnn takes down dont-pass\n"
    for throw in ("", "throw\n"):
        night = house.plays(f"{gone}{throw}no roll: on the rail")
        assert (night.table.state.dice.holder, night.table.state.dice.finishing) == ("Bob", True), throw
        assert Table.of_log(night.table.game, write_log(night.table.log or ())).snapshot() == night.table.snapshot()


@clause("Invalid Roll 5")
def test_invalid_roll_5_with_a_crew_the_ruling_is_the_supervisors_and_the_dice_come_back_to_the_shooter(
    house: House,
) -> None:
    floor = shooting(house.game(), bets=("Ann", "Bob"))
    red = next(chip for chip in Chips.of(house.rules.book).denominations if chip.colour == "red")
    told(floor, OpenBank((Stack(red, 100),), None), RollDice(6, 5), WorkCommand())
    assert floor.pit.bank is not None
    assert floor.pit.bank.amount == 480 * DOLLAR
    assert refused(floor, RuleOnThrow(None, "stickperson")) == ("not-yours", "Invalid Roll 1")
    ruled = of(Ruled, floor, RuleOnThrow(None, ground="on the rail"))
    assert (ruled.ruling, ruled.void, ruled.clause) == ("no roll", True, "Invalid Roll 1")
    assert (floor.pit.left, floor.pit.bank.amount, floor.dice.shooter) == ((), 500 * DOLLAR, "Ann")
    assert [floor.table.layout(name) for name in ("Ann", "Bob")] == [{"pass": 10 * DOLLAR}] * 2
    assert refused(floor, RuleOnThrow(None)) == ("final", "Invalid Roll 1")
    told(floor, SendOut(SHOWS_SIX), RollDice(4, 2))
    report = shift_report(floor.game, floor.log)
    assert (report.rolls, report.no_rolls, report.won) == (1, 1, 0)
    assert [(each.ground, each.count) for each in report.floor.no_rolls] == [("on the rail", 1)]


@clause("Invalid Roll 1")
def test_invalid_roll_1_the_supervisor_says_that_the_bets_stand_as_they_were(house: House) -> None:
    table = house.plays(f"{POINT_6}roll 4 3").table
    before = table.snapshot()
    event = table.execute(RuleNoRoll("on the rail"))
    assert not isinstance(event, Refusal)
    said = [(each.who, each.words, each.cite.clause) for each in calls_for_event(table.game, before, event).after]
    assert said == [("supervisor", "No roll: all bets stand as they were", "Invalid Roll 1")]


def disputed(house: House) -> Floor:
    floor = shooting(house.game())
    told(floor, ThrowDice("cocked"), RollDice(4, 3), Dispute("Ann", "cocked-die"))
    return floor


@clause("Shooting 11")
def test_shooting_11_a_disputed_reading_is_the_supervisors_to_decide_and_is_settled_anew(house: House) -> None:
    floor = disputed(house)
    assert floor.table.rack("Ann") == 5010 * DOLLAR
    told(floor, Settle("cocked-die", "it falls to the 2", dice=(4, 2)))
    assert (floor.table.rack("Ann"), floor.table.point) == (4990 * DOLLAR, 6)
    assert refused(floor, Dispute("Ann", "cocked-die")) == ("final", "Invalid Roll 1")
    assert refused(disputed(house), Settle("cocked-die", "a 2", "boxperson", dice=(4, 2)))[0] in (
        "no-post",
        "not-yours",
    )


@clause("Shooting 11", "Invalid Roll 3i")
def test_shooting_11_a_die_that_nobody_can_read_is_ruled_no_roll(house: House) -> None:
    floor = disputed(house)
    told(floor, Settle("cocked-die", "nobody can tell how it falls", void=True))
    assert (floor.table.rack("Ann"), floor.table.layout("Ann")) == (4990 * DOLLAR, {"pass": 10 * DOLLAR})
    report = shift_report(floor.game, floor.log)
    assert [(each.ground, each.clause) for each in report.floor.no_rolls] == [("cocked", "Invalid Roll 3i")]


def test_a_mistyped_roll_is_corrected_as_often_as_it_takes_until_the_next_throw(house: House) -> None:
    night = house.plays(f"{POINT_6}roll 4 3\nroll corrected to 4 4\nroll corrected to 3 3")
    assert (night.rack(), night.table.point) == ("10022.00", None)
    assert [(past.a, past.b) for past in night.table.state.rolls] == [(4, 2), (3, 3)]
    assert house.refuses(f"{POINT_6}roll 4 3\nroll corrected to 4 3").code == "not-now"
    assert house.refuses("Ann bets 10 on pass\nroll corrected to 4 3").code == "not-now"
    assert house.refuses(f"{POINT_6}roll 5 4\nthrow\nroll corrected to 4 3").code == "not-now"


@clause("Shooting 11")
def test_shooting_11_the_supervisor_says_that_a_roll_is_corrected_before_it_is_called_anew(house: House) -> None:
    said = aloud(house, "Ann bets 10 on pass; roll 4 2; roll corrected to 4 3")
    words = [(each.who, each.words, each.cite.clause) for each in said]
    assert ("supervisor", "The roll is corrected", "Shooting 11") in words


@clause("Stickperson 16")
def test_stickperson_16_where_people_deal_no_roll_is_taken_before_the_crew_says_that_its_work_is_done(
    house: House,
) -> None:
    floor = shooting(house.game())
    floor.works_by_itself = False
    told(floor, RollDice(4, 2))
    for command in (ThrowDice(), RollDice(3, 3), NoRoll("on the rail"), SendOut(SHOWS_SIX)):
        assert refused(floor, command) == ("unfinished", "Stickperson 16")
    told(
        floor,
        CorrectRoll(5, 1),
        BuyIn("Ann", 10 * DOLLAR),
        Bet("Ann", 10 * DOLLAR, "pass-odds"),
        WorkCommand(),
        RollDice(3, 3),
    )
    assert refused(floor, Overrule(1, 1)) == ("not-now", "Invalid Roll 1")

"""What crew and pit did in a shift, against a night told step by step."""

import csv
import io

from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import Cancel, Choose, InspectDice, Mishandle, OfferDice, PutIn, TakeOff, Wrap
from sevenout.crew.floor.floor import Floor
from sevenout.crew.layout.chips import Chips, Stack
from sevenout.crew.pit.bank import CountBank, CountBox, OpenBank, Present
from sevenout.crew.pit.irregularities import Assist, CatchChecks, ClearRail, Encourage, PastPost, Snatch, VerifyBet
from sevenout.crew.pit.pit_commands import Dispute, MoveStacks, PostBox, Relieve, Settle
from sevenout.crew.replay import play
from sevenout.crew.shift.floor_report import FloorReport, Pace
from sevenout.crew.shift.sections import sections
from sevenout.crew.shift.shift_page import shift_page
from sevenout.crew.shift.shift_report import ShiftReport, figures, shift_csv, shift_json, shift_report
from sevenout.engine.game import Game
from sevenout.table.commands import Bet, TellTime, ThrowDice
from tests.clauses.house import DOLLAR
from tests.unit.crew.floors import OTHER, SERIAL, a_floor, ready, rolled, shooting, told

GAME = Game.open("catfish-bend")
WHITE, RED, GREEN, BLACK, *_ = Chips.of(GAME.rules.book).denominations
ZONE = "America/Chicago"


def of_each(count: int) -> tuple[Stack, ...]:
    return tuple(Stack(chip, count) for chip in (WHITE, RED, GREEN, BLACK))


def a_night() -> Floor:
    """Two hours: the clock at eight, half past, and nine; a relief after the second roll."""
    floor = a_floor(GAME, bets=(), box="Ned")
    told(floor, TellTime("2026-03-02T20:00", ZONE), OpenBank(of_each(100)))
    told(floor, Bet("Ann", 10 * DOLLAR, "pass"), OfferDice("Ann"), Choose("Ann", (0, 1)))
    rolled(floor, 4, 2)
    told(floor, Bet("Bob", 25 * DOLLAR, "field"))
    rolled(floor, 6, 5)  # a green for Bob
    told(floor, PastPost("Cy", 100 * DOLLAR, "field"), Snatch("Bob", 25 * DOLLAR, "field"))
    told(floor, TellTime("2026-03-02T20:30", ZONE), Relieve("stickperson", "Pat"), PostBox(""), PostBox("Ola"))
    told(floor, Dispute("Bob", "discrepancy"))
    told(floor, Settle("discrepancy", "the payoff was short", by="boxperson", amount=25 * DOLLAR))  # another green
    told(floor, Dispute("Cy", "cocked-die"), MoveStacks(5 * DOLLAR, 40, "cage", "bank"))
    told(floor, MoveStacks(100 * DOLLAR, 20, "bank", "cage"))
    told(floor, Encourage("Ann"), ClearRail(), VerifyBet("Ann", 10 * DOLLAR, "pass"), Assist("Ann"))
    told(floor, CatchChecks("Cy", 5 * DOLLAR))
    rolled(floor, 4, 3)  # the line is decided: two reds for the bank
    told(floor, TellTime("2026-03-02T21:00", ZONE), CountBank((Stack(RED, 140), Stack(GREEN, 98), Stack(WHITE, 100))))
    told(floor, CountBox("drop", 14_990 * DOLLAR), CountBox("toke", 0))
    told(floor, InspectDice(), *ready(OTHER), PutIn(), Cancel(SERIAL, 4), Wrap(SERIAL, "Lee"), TakeOff())
    return floor


def report_of(floor: Floor) -> ShiftReport:
    return shift_report(floor.table.game, floor.log)


def test_who_dealt_when() -> None:
    rota = [
        (stint.post, stint.name, stint.since, stint.until, f"{stint.began:%H:%M}" if stint.began else "")
        for stint in report_of(a_night()).floor.rota
    ]
    assert rota == [
        ("stickperson", "Kim", 1, 2, ""),
        ("third base", "Lou", 1, None, ""),
        ("second base", "Max", 1, None, ""),
        ("boxperson", "Ned", 1, 2, ""),
        ("stickperson", "Pat", 3, None, "20:30"),
        ("boxperson", "Ola", 3, None, "20:30"),
    ]
    ended = [stint.ended for stint in report_of(a_night()).floor.rota if stint.ended is not None]
    assert [f"{at:%Y-%m-%d %H:%M}" for at in ended] == ["2026-03-02 20:30"] * 2


def test_who_left_before_the_first_roll_dealt_none() -> None:
    floor = a_floor(GAME, box="Ned")
    told(floor, PostBox(""), PostBox("Ola"))
    section = next(section for section in sections(report_of(floor).floor) if section.key == "rota")
    rows = {str(row[1]): row[2:4] for row in section.rows}
    assert (rows["Ned"], rows["Ola"]) == (("", ""), (1, ""))
    assert section.columns[2:] == ("roll", "to", "time", "until")  # what programs read stays
    assert section.headings[2:] == ("first roll", "last roll", "came", "left")


def test_the_pace_is_rolls_and_decisions_of_the_line_an_hour() -> None:
    pace = report_of(a_night()).floor.pace
    assert pace is not None
    assert (pace.seconds, pace.rolls, pace.decisions) == (3600, 3, 1)
    says = next(section.says for section in sections(report_of(a_night()).floor) if section.key == "pace")
    assert says.startswith("counted from 2026-03-02 20:00 to 2026-03-02 21:00, ")
    assert (pace.an_hour(3), Pace(1200, 50, 14).an_hour(50)) == (3, 150)
    floor = shooting(GAME)
    rolled(floor, 4, 2)
    assert report_of(floor).floor.pace is None  # no clock was told


def test_the_bank_by_colour() -> None:
    floor = report_of(a_night()).floor
    rows = {row.chip.colour: (row.opening, row.fills, row.credits, row.expected, row.counted) for row in floor.bank}
    assert rows == {
        "white": (100, 0, 0, 100, 100),
        "red": (100, 40, 0, 142, 140),
        "green": (100, 0, 0, 98, 98),
        "black": (100, 0, 20, 80, 0),
    }
    assert floor.off_by == -(2 * 5 + 80 * 100) * DOLLAR
    says = next(section.says for section in sections(floor) if section.key == "bank")
    assert says.startswith("the count is 8010.00 short; ")


def test_a_bank_that_was_not_counted_is_shown_as_it_should_be() -> None:
    floor = a_floor(GAME)
    told(floor, OpenBank(of_each(20)))
    report = report_of(floor).floor
    assert [(row.expected, row.counted) for row in report.bank] == [(20, None)] * 4
    assert report.off_by is None


def test_a_fill_after_the_count_is_in_what_lies_there_now_and_not_in_the_count() -> None:
    floor = a_floor(GAME)
    told(floor, OpenBank(of_each(200)), CountBank(of_each(200), by="supervisor"))
    told(floor, MoveStacks(5 * DOLLAR, 40, "cage", "bank"), MoveStacks(DOLLAR, 20, "bank", "cage"))
    white, red, *_ = report_of(floor).floor.bank
    for row, now in ((white, 180), (red, 240)):
        assert (row.opening, row.fills, row.credits, row.expected, row.counted) == (200, 0, 0, 200, 200)
        assert row.now == now
    told(floor, CountBank((Stack(WHITE, 180), Stack(RED, 240)), by="supervisor"))
    white, red, *_ = report_of(floor).floor.bank
    assert (white.credits, white.expected, red.fills, red.expected, red.now) == (20, 180, 40, 240, 240)


def test_rulings_with_the_money_they_moved() -> None:
    report = report_of(a_night())
    assert [(each.about, each.seat, each.ruling, each.by, each.amount) for each in report.floor.rulings] == [
        ("discrepancy", "Bob", "the payoff was short", "boxperson", 25 * DOLLAR),
        ("cocked-die", "Cy", "", "", 0),
    ]
    assert report.awarded == 25 * DOLLAR
    assert report.win == report.lost - report.won - 25 * DOLLAR
    assert dict(figures(report))["rulings paid"] == "25.00"


def test_irregularities_are_listed_with_roll_and_clause() -> None:
    kept = [(each.roll, each.what, each.seat, each.done) for each in report_of(a_night()).floor.irregularities]
    assert kept == [
        (2, "past-post, placed", "Cy", "refused"),
        (2, "snatch", "Bob", "decided as it lay: win"),
        (2, "slow player", "Ann", "encouraged by stickperson"),
        (2, "crowded rail", "", "room asked for by stickperson"),
        (2, "large bet", "Ann", "counted by third base"),
        (2, "help asked for", "Ann", "given by third base"),
        (2, "tossed chips", "Cy", "caught by second base"),
    ]
    assert {each.clause for each in report_of(a_night()).floor.irregularities} == {
        "Base Dealer 6", "Stickperson 20", "Invalid Roll 7", "Wagers",
    }  # fmt: skip
    floor = shooting(GAME)
    told(floor, Mishandle("Ann", "both-hands"), Bet("Bob", 2 * DOLLAR, "pass", unnoticed=True), ThrowDice())
    assert [each.what for each in report_of(floor).floor.irregularities] == ["dice both-hands"]


def test_throws_that_were_no_rolls_by_ground_and_who_was_warned() -> None:
    lines = "rules catfish-bend\nseat Ann 500\nseat Bob 500\nAnn bets 10 on pass\nBob bets 10 on pass\n"
    warned = "supervisor warns Ann: short of the wall\nthrow: short of the wall\nno roll\nthrow\nno roll: cocked\n"
    counted = "supervisor overrules, roll 4 2\nthrow\nno roll: a cocked die\n"
    ruled = "supervisor awards Bob 5: a payoff was short\nsupervisor orders Ann to pass the dice: delay\n"
    for crew in ("", "crew: stick Kim, third base Lou\n"):
        played = play(f"{lines}{crew}{warned}{counted}{ruled}")
        assert not [step for step in played if isinstance(step.event, Refusal)]
        assert played.floor is not None
        report = report_of(played.floor)
        assert [(each.ground, each.count, each.overruled, each.clause) for each in report.floor.no_rolls] == [
            ("short of the wall", 1, 0, "Invalid Roll 3m"),
            ("cocked", 2, 1, "Invalid Roll 3i"),
        ]
        assert sum(each.count - each.overruled for each in report.floor.no_rolls) == report.no_rolls
        assert [(each.what, each.seat, each.done, each.clause) for each in report.floor.irregularities] == [
            ("warned: short of the wall", "Ann", "warned by supervisor", "Invalid Roll 3m"),
            ("ordered to pass", "Ann", "delay", "Shooting 6"),
        ]
        moved = [(each.about, each.seat, each.ruling, each.amount) for each in report.floor.rulings if each.amount]
        assert moved == [("award", "Bob", "a payoff was short", 5 * DOLLAR)]


def test_sets_of_dice_from_the_first_roll_to_the_foil() -> None:
    used = [
        (each.serial, each.since, each.until, each.inspections, each.end) for each in report_of(a_night()).floor.dice
    ]
    assert used == [(SERIAL, 1, 3, 2, "wrapped, signed Lee"), (OTHER, 4, 3, 1, "off the game")]


def test_the_boxes_and_what_was_presented() -> None:
    counted = [(box.box, box.counted - box.expected) for box in report_of(a_night()).floor.boxes]
    assert counted == [("drop", -10 * DOLLAR), ("toke", 0)]
    floor = a_floor(Game.open("new-south-wales"))
    told(floor, Present("Ann", 50 * DOLLAR, "voucher"), Present("Bob", 25 * DOLLAR, "voucher"))
    told(floor, Present("Bob", 5 * DOLLAR, "token"))
    report = report_of(floor)
    assert report.floor.presented == {"voucher": 75 * DOLLAR, "token": 5 * DOLLAR}
    assert report.drop == floor.table.state.ledger.drop


def test_a_table_without_a_crew_has_none_of_it() -> None:
    assert sections(FloorReport()) == []


def test_every_form_has_every_row() -> None:
    report = report_of(a_night())
    keys = ["rota", "pace", "bank", "boxes", "shootout", "rulings", "irregularities", "dice"]
    assert [section.key for section in sections(report.floor)] == keys
    page, json = shift_page(report), shift_json(report)
    values = list(csv.DictReader(io.StringIO(shift_csv(report))))
    for section in sections(report.floor):
        assert f"<h2>{section.title}</h2>" in page
        assert json[section.key] == [dict(zip(section.columns, row, strict=True)) for row in section.rows]
        lines = [row for row in values if row["section"] == section.key]
        assert [line["value"] for line in lines] == [str(cell) for row in section.rows for cell in row]
    assert page.count("<td>encouraged by stickperson</td>") == 1


def test_the_log_of_the_shootout_is_in_the_report_with_its_hits_and_who_signed() -> None:
    made = "".join(
        f"Ann bets 10 on pass\nroll {point // 2} {point - point // 2}\nroll {point // 2} {point - point // 2}\n"
        for point in (4, 5, 6, 8, 9)
    )
    hit = f"rules catfish-bend\nseat Ann 500\nseat Cy 500\nclock 2026-03-02T20:00 {ZONE}\n{made}Cy bets 12 on place-6\n"
    night = f"{hit}Ann bets 10 on pass\nroll 6 4\nroll 5 5\nsupervisor finds the dice sound, signed Lee 4711\n"
    played = play(f"{night}clock 2026-03-03T09:00 {ZONE}")
    assert not [step for step in played if isinstance(step.event, Refusal)]
    floor = played.floor
    assert floor is not None
    report = shift_report(GAME, floor.log)
    (log,) = [section for section in sections(report.floor) if section.key == "shootout"]
    assert log.rows == (
        ("2026-03-02", "100.00", "", "", "", "", ""),
        ("2026-03-02", "100.00", "2026-03-02 20:00", 1, "10.00", "Lee", "4711"),
        ("2026-03-03", "100.00", "", "", "", "", ""),
    )
    assert "Log of the Shootout" in shift_page(report)
    assert any(row[:1] == ["shootout"] for row in csv.reader(io.StringIO(shift_csv(report))))

"""The shift report against sums made by hand, and against logs that do not add up."""

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.crew.pit.pit_commands import MoveStacks
from sevenout.crew.replay import play
from sevenout.crew.shift.shift_page import shift_page
from sevenout.crew.shift.shift_report import ShiftReport, figures, percent, shift_csv, shift_json, shift_report
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table import LogEntry, Rolled, Table
from tests.clauses.house import DOLLAR
from tests.unit.crew.floors import a_floor, told

NIGHT = """rules catfish-bend
seat Ann 500
seat Bob 300
Ann bets 10 on pass
Bob bets 10 on dont-pass
roll 4 2                      # the point is six
Ann bets 50 on pass-odds
Bob bets 20 on buy-4          # one for the house
Ann bets 5 on field
Ann tokes 5 on hard-8
Bob tokes 2
roll 4 4                      # the field loses 5, the toke wins 45: 50 into the box
Bob takes down buy-4          # and has its commission back
Bob bets 40 on lay-10         # one for the house
Bob bets 6 on place-8
throw
no roll: on the rail
roll 5 1                      # six: pass wins 10, its odds 60; the don't loses 10
Bob buys in for 100
Ann bets 10 on pass
roll 6 6                      # pass loses 10
Ann bets 20 on pass
roll 5 5                      # the point is ten: the lay loses 40
roll 5 2                      # seven out: pass loses 20, place-8 loses 6
Ann leaves
"""


def report_of(text: str) -> ShiftReport:
    table = table_after(text)
    return shift_report(table.game, table.log or ())


def table_after(text: str) -> Table:
    played = play(text)
    list(played)
    assert played.table is not None
    return played.table


def test_every_figure_of_a_night_made_by_hand() -> None:
    report = report_of(NIGHT)
    assert (report.rolls, report.no_rolls, report.hands, report.shooters, report.players) == (6, 1, 1, 1, 2)
    assert report.drop == 900 * DOLLAR
    lost = 5 + 10 + 10 + 40 + 20 + 6
    won = 45 + 10 + 60
    assert (report.lost, report.won) == (lost * DOLLAR, won * DOLLAR)
    assert (report.commission, report.bonus) == (1 * DOLLAR, 0)
    assert report.win == (lost - won + 1) * DOLLAR
    assert report.hold == Fraction(lost - won + 1, 900)
    assert (report.tokes, report.riding) == (52 * DOLLAR, 0)
    assert report.cashed == (500 - 10 - 50 - 5 - 5 + 130 - 10 - 20) * DOLLAR
    assert report.in_play == (300 - 10 - 2 - 40 - 1 - 6 + 100) * DOLLAR


def test_the_handle_of_a_night_made_by_hand() -> None:
    rows = {row.wager: (row.bets, row.staked, row.lost, row.won, row.pushed) for row in report_of(NIGHT).handle}
    assert rows == {
        "pass": (3, 4000, 3000, 1000, 0),
        "dont-pass": (1, 1000, 1000, 0, 0),
        "pass-odds": (1, 5000, 0, 6000, 0),
        "lay-10": (1, 4000, 4000, 0, 0),
        "field": (1, 500, 500, 0, 0),
        "hard-8": (1, 500, 0, 4500, 0),
        "place-8": (1, 600, 600, 0, 0),
    }


def test_of_a_stake_over_its_limit_only_the_limit_is_handle() -> None:
    report = report_of("rules catfish-bend\nseat Ann 5000\nAnn bets 700 on pass unnoticed\nroll 1 1\n")
    assert [(row.staked, row.lost) for row in report.handle] == [(500 * DOLLAR, 500 * DOLLAR)]
    report = report_of("rules catfish-bend\nseat Ann 5000\nAnn bets 700 on pass unnoticed\nroll 6 5\n")
    assert [(row.staked, row.won) for row in report.handle] == [(500 * DOLLAR, 500 * DOLLAR)]


def test_of_a_buy_over_its_limit_only_the_commission_of_the_limit_is_kept() -> None:
    story = "rules catfish-bend\nseat Ann 5000\nAnn bets 10 on pass\nroll 4 2\nAnn bets 700 on buy-4 unnoticed\n"
    for rolled in ("roll 3 1\n", "roll 4 3\n"):
        report = report_of(story + rolled)
        assert report.commission == 25 * DOLLAR
        assert [each.name for each in report.agreements if not each.agrees] == []


def test_a_push_is_handle_and_odds_that_come_back_are_not() -> None:
    story = "rules catfish-bend\nseat Ann 5000\nAnn bets 10 on dont-pass\nroll 6 6\nAnn bets 10 on pass\nroll 4 2\n"
    story += "Ann bets 10 on come\nroll 5 4\nAnn bets 20 on come-odds-9\nroll 3 3\nAnn bets 10 on pass\nroll 4 3\n"
    rows = {row.wager: (row.bets, row.staked, row.pushed) for row in report_of(story).handle}
    assert rows["dont-pass"] == (1, 1000, 1000)
    assert rows["come-9"] == (1, 1000, 0)
    assert "come-odds-9" not in rows


def test_propositions_made_good_count_as_lost_and_won() -> None:
    story = (
        "rules catfish-bend\nseat Ann 500\nAnn bets 10 on pass\nAnn bets 5 on hard-8\nAnn bets 5 on any-7\nroll 4 4\n"
    )
    report = report_of(story)
    rows = {row.wager: (row.lost, row.won) for row in report.handle}
    assert rows == {"hard-8": (0, 4500), "any-7": (500, 0)}
    assert report.win == -4000


def test_a_shootout_is_part_of_what_the_table_paid() -> None:
    text = (Path(__file__).parents[2] / "transcripts" / "catfish-bend" / "the-shootout.craps").read_text(
        encoding="utf-8"
    )
    report = report_of(text)
    assert (report.hits, report.bonus) == (2, 330 * DOLLAR)
    assert report.win == report.lost - report.won - 330 * DOLLAR
    assert ("bonus hits", "2") in figures(report)


def test_an_overruled_no_roll_is_a_roll() -> None:
    story = "rules catfish-bend\nseat Ann 500\nAnn bets 10 on pass\nthrow\nno roll: on the rail\n"
    report = report_of(f"{story}supervisor overrules, roll 6 5\n")
    assert (report.rolls, report.no_rolls) == (1, 0)
    assert (report_of(story).rolls, report_of(story).no_rolls) == (0, 1)


def test_hands_begin_with_a_roll_and_end_with_a_seven_out() -> None:
    story = "rules typical\nseat Ann 500\nseat Bob 500\nAnn bets 10 on pass\nBob bets 10 on pass\nroll 4 2\nroll 4 3\n"
    assert (report_of(story).hands, report_of(story).shooters) == (1, 1)
    second = report_of(f"{story}Ann bets 10 on pass\nBob bets 10 on pass\nroll 4 2\n")
    assert (second.hands, second.shooters) == (2, 2)


def test_a_house_without_a_puck_has_no_hands() -> None:
    book = Path(__file__).parents[3] / "examples" / "no-puck.toml"
    table = Table(Game(open_book(str(book))))
    assert table.seat("Ann", 50_000) is None
    assert shift_report(table.game, table.log or ()).hands == 0


def test_fills_and_credits_come_from_the_floor() -> None:
    floor = a_floor(Game.open("catfish-bend"))
    told(floor, MoveStacks(25 * DOLLAR, 40, "cage", "bank"), MoveStacks(5 * DOLLAR, 20, "bank", "cage"))
    told(floor, MoveStacks(5 * DOLLAR, 20, "bank", "working"))
    report = shift_report(floor.table.game, floor.log)
    assert (report.fills, report.credits) == (1000 * DOLLAR, 100 * DOLLAR)
    assert ("fills", "1000.00") in figures(report)
    assert "fills" not in dict(figures(report_of(NIGHT)))


def test_a_table_where_nothing_happened() -> None:
    table = Table(Game.open("marina-bay-sands"))
    report = shift_report(table.game, table.log or ())
    assert (report.drop, report.win, report.hold, report.handle) == (0, 0, None, ())
    assert ("hold %", "") in figures(report)
    assert "<td>drop</td><td>0.00</td>" in shift_page(report)


# --- logs that do not add up


def night_log() -> tuple[Game, list[LogEntry]]:
    table = table_after(NIGHT)
    return table.game, list(table.log or ())


def test_a_log_whose_bank_was_altered_has_no_report() -> None:
    game, log = night_log()
    at = next(entry.n for entry in log if isinstance(entry.event, Rolled) and entry.event.bank)
    rolled = log[at].event
    assert isinstance(rolled, Rolled)
    log[at] = replace(log[at], event=replace(rolled, bank=rolled.bank + 100))
    with pytest.raises(BadInput, match="the log does not agree with its ledger: decisions"):
        shift_report(game, log)


def test_a_log_of_another_house_has_no_report() -> None:
    _, log = night_log()
    with pytest.raises(BadInput, match="another text of 'catfish-bend'"):
        shift_report(Game.open("typical"), log)


# --- forms


def test_the_csv_has_one_figure_a_line_and_agrees_with_the_json() -> None:
    report = report_of(NIGHT)
    rows = list(csv.DictReader(io.StringIO(shift_csv(report))))
    values = {(row["section"], row["item"], row["measure"]): row["value"] for row in rows}
    assert len(values) == len(rows)
    assert values["figures", "drop", ""] == "900.00"
    assert values["handle", "pass", "kept"] == "20.00"
    json = shift_json(report)
    assert (json["drop"], json["win"], json["hold"]) == ("900.00", "-23.00", "-2.56")
    for row in json["handle_by_wager"]:
        for measure in ("staked", "lost", "won", "pushed", "kept"):
            assert values["handle", row["wager"], measure] == row[measure]
    for line in json["reconciliation"]:
        assert values["reconciliation", line["name"], "log"] == line["log"] == line["ledger"]


def test_the_page_stands_alone_and_names_every_wager() -> None:
    page = shift_page(report_of(NIGHT))
    assert page.startswith("<!DOCTYPE html>")
    assert "<script" not in page
    assert "http" not in page
    for title in ("Pass Line", "Lay Bet 10", "Hardway 8", "Reconciliation"):
        assert title in page


def test_a_house_of_ones_own_cannot_break_the_page() -> None:
    report = replace(report_of(NIGHT), title="<script>alert(1)</script> & Sons")
    assert "<script>alert" not in shift_page(report)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Sons" in shift_page(report)


def test_percent_rounds_to_a_hundredth() -> None:
    assert [percent(Fraction(n, 30_000)) for n in (1, -1, 15_000, 0)] == ["0.00", "0.00", "50.00", "0.00"]

"""Recorded rolls in every form, and one line with its number for what is no roll."""

import json
from pathlib import Path

import pytest

from sevenout import Table, roll
from sevenout.analysis.dice.recorded_sessions import play_recorded
from sevenout.analysis.dice.roll_file import parse_rolls, read_rolls
from sevenout.base.dice import ScriptedDice
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.strategy.library import open_strategy
from sevenout.strategy.reference_session import play
from sevenout.table.log.table_log import write_log
from tests.unit.analysis.simulation.players import flat, props

ROOT = Path(__file__).parents[4]
THREE = [(3, 4), (1, 1), (6, 5)]


def shown(text: str) -> list[tuple[int, int] | int]:
    """The faces of each roll, or its total."""
    return [(one.roll.a, one.roll.b) if one.roll else one.total for one in parse_rolls(text).rolls]


@pytest.mark.parametrize(
    "text",
    [
        "3 4\n1 1\n6 5",
        "3-4\n1-1\n6-5\n",
        "34\n11\n65",
        "3,4\r\n1,1\r\n6,5\r\n",
        "# a diary\n\n3 4   # the first\n(1, 1)\n[6, 5]",
        "3-4 1-1 6-5",
        "3+4\n1/1\n6;5",
        "die1,die2\n3,4\n1,1\n6,5",
        "Die 1;Die 2\n3;4\n1;1\n6;5",
        "time\td1\td2\n20:01\t3\t4\n20:02\t1\t1\n20:03\t6\t5",
        "shooter,dice,total\nAnn,3-4,7\nAnn,1-1,2\nBob,6-5,11",
        "dice\n34\n11\n65",
        "[[3, 4], [1, 1], [6, 5]]",
        "[(3, 4), (1, 1), (6, 5)]",
        '["3-4", "11", "6 5"]',
        '{"rolls": [{"dice": [3, 4]}, {"dice": [1, 1]}, {"die1": 6, "die2": 5}]}',
        '{"dice": [3, 4]}\n{"dice": [1, 1]}\n{"dice": [6, 5]}',
        "rules typical\nseat Ann 100\nroll 3 4\nno roll: cocked die\nroll 1 1\nroll 6 5 called by base dealer",
        "rules typical\nroll 3 4\nroll 2 2\nsupervisor rules no roll: rail\nroll 5 5\nroll corrected to 1 1\nroll 6 5",
    ],
)
def test_three_rolls_in_every_form(text: str) -> None:
    assert shown(text) == THREE


def test_totals_alone_know_their_faces_only_where_there_is_one_way() -> None:
    assert shown("7\n2\n11\n12") == [7, (1, 1), 11, (6, 6)]
    assert shown("total\n10\n11") == [10, 11]
    assert shown("roll,total\n1,7\n2,8") == [7, 8]


def test_a_log_of_ours_counts_as_it_stands_in_the_end() -> None:
    table = Table("typical")
    table.seat("Ann", 100_00)
    table.bet("Ann", "pass", 10_00)
    for dice in ((3, 1), (6, 5), (2, 2)):
        table.roll(roll(*dice))
    table.correct_roll(roll(5, 5))
    assert table.log is not None
    assert shown("\n".join(write_log(table.log))) == [(3, 1), (6, 5), (5, 5)]


def test_the_transcripts_that_come_along_are_read() -> None:
    assert len(read_rolls(ROOT / "examples" / "first-night.craps").rolls) == 8
    assert read_rolls(ROOT / "examples" / "whole-shift.craps").has_faces


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no roll in it"),
        ("# nothing\n", "there is no roll in it"),
        ("3 4\n3 7", "line 2: no dice show 3 and 7"),
        ("3 4\n\n# so far\nseven", "line 4: 'seven' is no roll: write both faces, such as 3 4, or a total"),
        ("3 4 5", "line 1: '3 4 5' is no roll"),
        ("7\n13", "line 2: no two dice add up to 13: a total is 2 to 12"),
        ("11\n12", "line 1: 11 may be a total or the faces 1-1: write 1-1, or a heading above it"),
        ("die1,die2\n3,4\n3", "line 3: 1 columns, and the headings name 2"),
        ("die1,die2\n3,x", "line 2: 'x' is no face and no total"),
        ("die1\n3", "line 2: the headings name one die: give both"),
        ('[[3, 4], [3, "4"]]', "line 1: .* is no"),
        ('{"rolls": [{"dices": 3}]}', "line 1: .* names no dice and no total"),
        ('{"n": 0, "event": {}}\n{"n": 1, "event"', "line 2: this is no JSON"),
        ('{"n":1,"event":{"type":"rolled","a":3,"b":9}}', "line 1: no dice show 3 and 9"),
        ("rules typical\nroll corrected to 3 4", "line 2: there is no roll before it to correct"),
        ("rules typical\nroll 3 9", "line 2: no dice show 3 and 9"),
        ("\x1b[2J\n", "line 1: '?"),
        ("[" * 100_000, "line 1: this JSON is nested too deeply"),
    ],
)
def test_what_is_wrong_is_one_line_with_its_number(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says) as error:
        parse_rolls(text, origin="diary.txt")
    assert str(error.value).startswith("diary.txt: ")
    assert "\n" not in str(error.value)


def test_recorded_rolls_are_played_as_at_the_table() -> None:
    record = read_rolls(ROOT / "examples" / "first-night.craps")
    game, thrown = Game.open("catfish-bend"), [one.roll for one in record.rolls if one.roll]
    plan = open_strategy("iron-cross", game)
    dice = ScriptedDice(thrown)
    there = play(game, plan, 300_00, (dice.throw() for _ in thrown))
    here = play_recorded(game, plan, 300_00, record)
    assert (here.nets.counts, here.rolls_played) == (((there.net, 1),), there.rolls)
    assert here.dice == "the rolls of first-night.craps"
    cut = play_recorded(game, plan, 300_00, record, 3)
    parts = [play(game, plan, 300_00, thrown[at : at + 3]).net for at in (0, 3, 6)]
    assert cut.sessions == 3
    assert cut.nets.mean == pytest.approx(sum(parts) / 3)
    with pytest.raises(BadInput, match="a session has one roll or more, not 0"):
        play_recorded(game, plan, 300_00, record, 0)


def test_totals_alone_are_played_where_the_faces_make_no_difference() -> None:
    game, record = Game.open("typical"), parse_rolls("total\n8\n6\n8\n7", "totals.csv")
    played = play_recorded(game, flat, 300_00, record)
    assert played.nets.counts == ((20_00, 1),)
    with pytest.raises(BadInput, match=r"totals.csv: line 3: a total of 6 alone does not say .*: record both faces"):
        play_recorded(game, props, 300_00, record)


def test_the_record_of_a_replay_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    from sevenout.cli.main import main

    main(["replay", str(ROOT / "examples" / "first-night.craps"), "--json"])
    printed = capsys.readouterr().out
    json.loads(printed)
    assert [one.roll for one in parse_rolls(printed).rolls] == [
        one.roll for one in read_rolls(ROOT / "examples" / "first-night.craps").rolls
    ]


def test_what_recorded_rolls_risked_is_counted_as_they_fell() -> None:
    """A natural, a point lost to a seven, and craps: three bets of 10, one of them won; one shooter is out."""
    record = parse_rolls("3 4\n2 2\n5 1\n4 3\n6 6")
    played = play_recorded(Game.open("typical"), flat, 300_00, record)
    assert played.action is not None
    (line,) = played.action.wagers
    assert (line.wager, line.bets, line.action, line.wins, line.won, line.lost) == ("pass", 3, 30_00, 1, 10_00, 20_00)
    assert (played.action.rolls, played.action.shooters, played.action.mean_net) == (5, 1, -10_00)
    assert played.action.at_risk == 50_00
    assert line.theoretical_loss == pytest.approx(3000 * 7 / 495)

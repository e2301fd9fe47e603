"""`sevenout best` and `best` at the table: what to do now, from a file, from words, and what cannot be answered."""

import json
from pathlib import Path

import pytest

from tests.unit.cli.command import run

TRANSCRIPT = "rules typical\nseat Ann 60\nseat Bob 100\nAnn bets 20 on pass\nroll 3 3\n"


def test_a_transcript_ends_where_the_answer_begins(tmp_path: Path) -> None:
    file = tmp_path / "night.craps"
    file.write_text(TRANSCRIPT)
    ran = run("best", str(file), "--seat", "Ann", "--goal", "100", "--json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert (found["rack"], found["bets"], found["point"], found["cash"]) == (4000, {"pass": 2000}, 6, 4000)
    assert found["acts"] == ["10 on pass-odds"]
    assert found["worth"] > found["untouched"] > 0.5
    lacking = run("best", str(file))
    assert lacking.err == "sevenout: name the seat with --seat: Ann, Bob\n"


def test_a_position_in_words_and_ones_own_plan() -> None:
    ran = run(
        "best",
        "typical",
        "--rack",
        "40",
        "--bets",
        "20 on pass",
        "--point",
        "6",
        "--goal",
        "100",
        "--plan",
        "field-flat",
    )
    assert ran.code == 0, ran.err
    assert "For 100 before ruin: 10 on pass-odds." in ran.out
    assert "field-flat from 40 on is worth" in ran.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "say what lies there"),
        (("--rack", "40", "--bets", "20 on nothing"), "offers no nothing"),
        (("--rack", "40", "--bets", "3 on pass"), "3 on pass cannot lie there: Pass"),
        (("--rack", "40", "--seat", "Ann"), "--seat is one of a file"),
        (("--rack", "40", "--point", "3"), "never stands on 3"),
        (("a.craps", "b.craps"), "best looks at one file"),
        (("nowhere.craps",), "nowhere.craps"),
    ],
)
def test_what_cannot_be_answered_is_told_in_one_line(words: tuple[str, ...], says: str) -> None:
    ran = run("best", *words)
    assert ran.code != 0
    assert ran.err.count("\n") == 1
    assert says in ran.err


def test_at_the_table_best_remembers_the_goal_and_may_be_asked_in_words() -> None:
    lines = b"20 pass\nbest 150\nwhat should I do?\nquit\n"
    ran = run("play", "typical", "--rack", "60", "--company", "0", "--plain", "--seed", "7", stdin=lines)
    assert ran.out.count("For 150 before ruin") == 2

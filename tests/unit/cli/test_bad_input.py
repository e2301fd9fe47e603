"""Whatever is typed or lies in a file: a line about it, and nothing lost."""

from pathlib import Path

import pytest

from tests.unit.cli.command import run
from tests.unit.cli.seat import alone, at_the_table

pytestmark = pytest.mark.usefixtures("away")
SAVED = "rules typical\nseat Ann 1000\nAnn bets 10 on pass\nroll 4 4\nAnn bets 12 on place-6\n"


@pytest.mark.parametrize("options", [(), ("--plain",), ("--ascii",)])
@pytest.mark.parametrize(
    "line",
    [
        "\x1b[2J\x1b]0;mine\x07", "10 \x1b[31mpass", "save \x1b[2J.craps", "rules \x1b[2J", "why \x9b2J",
        "coach \x07\x07", "always \x1b[2J", "drop \x1b", "\u202e10 pass", "bet 10 on \x1b[2J",
        "offers \x1bc", "call \x1b off",
    ],
)  # fmt: skip
def test_nothing_that_is_echoed_is_obeyed(line: str, options: tuple[str, ...]) -> None:
    ran = at_the_table(line, "bets", options=("--company", "0", *options))
    assert ran.code == 0
    assert not [sign for sign in ran.out if sign in "\x07\x1b\x9b\u202e"]
    assert "Ann leaves with" in ran.out


@pytest.mark.parametrize("name", ["Roll", "Bet", "Save", "Coach", "Why", "undo", "pass", "always", "more", "bets"])
def test_a_name_like_a_command_is_only_a_name(name: str) -> None:
    ran = at_the_table(f"{name} bets 10 on pass", "10 field", "balance", options=("--name", name, "--company", "0"))
    assert ran.code == 0, ran.err
    assert f"✓ {name} bets 10 on pass" in ran.out
    assert f"{name} leaves with 980 in the rack, 20 on the layout: even." in ran.out


@pytest.mark.parametrize(
    "line", ["x" * 10_000, "10 " * 5_000, "9" * 10_000, "bet " + "9" * 4_000 + " on pass", "a b " * 3_000]
)
def test_ten_thousand_characters_are_answered_shortly(line: str) -> None:
    ran = alone("10 pass", line, "bets")
    assert ran.code == 0
    assert "Ann leaves with 990 in the rack, 10 on the layout: even." in ran.out
    answers = ran.out.replace(line, "")
    assert len(answers) < 3 * len(alone("10 pass", "x", "bets").out) + 20_000


def test_a_saved_game_cut_in_the_middle_says_where_and_stays_as_it_is() -> None:
    for end in range(1, len(SAVED)):
        Path("a.craps").write_text(SAVED[:end])
        ran = at_the_table(options=("a.craps", "--company", "0"))
        assert ran.code in (0, 1, 2)
        assert ran.code == 0 or len(ran.err.splitlines()) <= 3, ran.err
        assert Path("a.craps").read_text() == SAVED[:end]


def test_a_house_misspelt_is_told_the_nearest() -> None:
    ran = run("play", "typcal")
    assert (ran.code, ran.err) == (
        2,
        "sevenout: there is no house and no saved game 'typcal'. Did you mean 'typical'?\n",
    )


def test_a_saved_game_cut_within_a_line_says_how_to_go_on() -> None:
    Path("a.craps").write_text("rules typical\nseat Ann 1000\nAnn bets 10 on pa")
    ran = at_the_table(options=("a.craps", "--company", "0"))
    assert ran.err == "sevenout: a.craps is cut off in its last line, 3: take that line out to go on\n"


def test_a_saved_game_of_another_house_is_told_by_its_line() -> None:
    text = SAVED.replace("place-6", "hop-3-3")
    Path("a.craps").write_text(text)
    ran = at_the_table(options=("a.craps",))
    assert ran.code == 1
    assert ran.err.startswith("sevenout: a.craps: line 5: refused: ")
    assert Path("a.craps").read_text() == text


def test_a_saved_game_whose_rulebook_changed_is_told_by_the_line_that_it_refuses() -> None:
    Path("mine.toml").write_text('format = 1\nname = "mine"\nextends = "typical"\ntitle = "Mine"\n')
    assert (
        at_the_table("10 pass", "5 field", "save a.craps", options=("--rules", "mine.toml", "--company", "0")).code == 0
    )
    saved = Path("a.craps").read_text()
    Path("mine.toml").write_text(
        'format = 1\nname = "mine"\nextends = "typical"\ntitle = "Mine"\n[wagers.field]\nmaximum = 2\n'
    )
    ran = at_the_table(options=("a.craps", "--anyway"))
    assert ran.code == 1
    assert "a.craps: line " in ran.err
    assert Path("a.craps").read_text() == saved
    Path("mine.toml").write_text("format = 1\n[")
    assert at_the_table(options=("a.craps",)).code == 2
    assert Path("a.craps").read_text() == saved


def test_an_evening_is_written_as_a_page_without_script_or_net() -> None:
    ran = at_the_table("10 pass", "", "", "", options=("--company", "0", "--report", "evening.html"))
    assert ran.code == 0
    page = Path("evening.html").read_text(encoding="utf-8")
    assert "<polyline" in page
    assert "<script" not in page
    assert "http" not in page
    assert "in all" in page
    assert run("play", "--report", "no/such/folder/x.html").code == 2

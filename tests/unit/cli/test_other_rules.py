"""A saved game says which rulebook it was played by: under another it goes on only if somebody says so."""

from pathlib import Path

import pytest

from sevenout.rulebook.compiler.book_compiler import open_book
from tests.unit.cli.command import run
from tests.unit.cli.seat import alone, at_the_table, seed_for

pytestmark = pytest.mark.usefixtures("away")
HOUSE = 'name = "my-house"\ntitle = "My house"\nextends = "typical"\n'


def digest(book: str) -> str:
    return open_book(book).book.digest


def test_a_saved_game_names_its_rulebook_and_goes_on_without_a_word_about_it() -> None:
    alone("10 pass", "save a.craps")
    _, second, *_ = Path("a.craps").read_text().splitlines()
    assert second == f"# played by catfish-bend, SHA-256 {digest('catfish-bend')}"
    again = at_the_table("save b.craps", options=("a.craps",))
    assert (again.code, again.err) == (0, "")
    assert "saved under" not in again.out
    assert Path("b.craps").read_text().splitlines()[1] == second


def test_a_rulebook_that_was_changed_is_noticed_before_anything_is_played() -> None:
    house = Path("my-house.toml")
    house.write_text(HOUSE, encoding="utf-8")
    at_the_table("10 pass", "", "save a.craps", options=("--rules", "my-house.toml"), seed=seed_for(8))
    kept, then = Path("a.craps").read_bytes(), digest("my-house.toml")
    house.write_text(f"{HOUSE}\n[table]\nmaximum = 300\n", encoding="utf-8")
    now = digest("my-house.toml")
    ran = at_the_table("odds 10", options=("a.craps", "--save", "a.craps"))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        f"sevenout: a.craps: it was saved under my-house ({then[:12]}), and that rulebook has changed ({now[:12]}). "
        "The file is as it was; to go on all the same: sevenout play a.craps --anyway\n"
    )
    assert Path("a.craps").read_bytes() == kept


def test_whoever_says_so_goes_on_and_is_told_and_the_next_save_names_what_is_played_by() -> None:
    house = Path("my-house.toml")
    house.write_text(HOUSE, encoding="utf-8")
    at_the_table("10 pass", "", "save a.craps", options=("--rules", "my-house.toml"), seed=seed_for(8))
    house.write_text(f"{HOUSE}\n[table]\nmaximum = 300\n", encoding="utf-8")
    ran = at_the_table("odds 10", options=("a.craps", "--anyway", "--save", "a.craps"))
    assert (ran.code, ran.err) == (0, "")
    told = " ".join(ran.out.split())  # as wide as the screen
    assert "it was saved under my-house (" in told
    assert "and that rulebook has changed (" in told
    assert "✓ Ann bets 10 on pass-odds" in ran.out
    assert digest("my-house.toml") in Path("a.craps").read_text()
    assert "saved under" not in at_the_table(options=("a.craps",)).out


def test_a_rules_line_that_was_changed_is_noticed() -> None:
    alone("10 pass", "save a.craps")
    saved = Path("a.craps")
    saved.write_text(saved.read_text().replace("rules catfish-bend", "rules typical"))
    ran = at_the_table(options=("a.craps",))
    assert ran.code == 1
    assert f"saved under catfish-bend ({digest('catfish-bend')[:12]}), and its rules line names typical (" in ran.err
    gone_on = at_the_table(options=("a.craps", "--anyway"))
    assert gone_on.code == 0
    assert "its rules line names typical" in gone_on.out


def test_a_line_that_the_other_house_refuses_is_named_all_the_same() -> None:
    alone("10 pass", "", "odds 100", "save a.craps", seed=seed_for(8))
    saved = Path("a.craps")
    saved.write_text(saved.read_text().replace("rules catfish-bend", "rules typical"))
    ran = at_the_table(options=("a.craps", "--anyway"))
    assert ran.code == 1
    assert "a.craps: line 8: refused: Pass odds may be at most 50.00" in ran.err


@pytest.mark.parametrize("comment", ["", "# a good night\n", "# played by ear\n"])
def test_a_game_that_does_not_say_is_believed(comment: str) -> None:
    """Such were saved before games said so, or are written by hand."""
    Path("a.craps").write_text(f"rules typical\n{comment}seat Ann 100\nAnn bets 10 on pass\n")
    ran = at_the_table(options=("a.craps",))
    assert ran.code == 0
    assert "goes on" in ran.out
    assert "cannot be read" not in ran.out


def test_a_digest_that_cannot_be_read_is_said() -> None:
    Path("a.craps").write_text("rules typical\n# played by typical, SHA-256 8fa8cd\nseat Ann 100\n")
    ran = at_the_table(options=("a.craps",))
    assert ran.code == 0
    assert "line 2: which rulebook the game was saved under cannot be read." in ran.out


def test_anyway_is_about_a_saved_game() -> None:
    ran = at_the_table(options=("--anyway",))
    assert (ran.code, ran.out) == (2, "")
    assert "--anyway is for a saved game" in ran.err


def test_to_everybody_else_it_is_a_transcript_like_any_other() -> None:
    alone("10 pass", "", "save a.craps", seed=seed_for(7))
    ran = run("replay", "a.craps")
    assert (ran.code, ran.err) == (0, "")

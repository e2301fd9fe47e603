"""A transcript with a crew, on the command line: shown, as JSON, refused with its clause, logged and added up."""

from pathlib import Path

import pytest

from sevenout.crew.floor.floor_log import read_floor_log, verify_floor_log
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table import Table
from tests.unit.cli.command import replay, run
from tests.unit.cli.seat import alone, at_the_table, seed_for

CREW = "crew: stick Kim, third base Lou, second base Max, box Ned"
OPENING = f"""\
rules catfish-bend
seat Ann 1000
Ann bets 10 on pass
{CREW}
"""


def written(*lines: str) -> str:
    Path("evening.craps").write_text(OPENING + "\n".join(lines) + "\n", encoding="utf-8")
    return "evening.craps"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_line_of_the_floor_is_shown_with_what_it_did() -> None:
    ran = run("replay", written("roll 3 3", "crew works", "Pat relieves third base", "fill 40 red", "dice doubted"))
    assert ran.code == 0
    shown = [line.strip() for line in ran.out.splitlines()]
    assert f"4  {CREW}" in shown
    assert "6  crew works   3 steps" in shown
    assert "7  Pat relieves third base   Lou goes" in shown
    assert "8  fill 40 chips of 5   200.00" in shown
    doubted = "inspect the dice first: somebody doubts the dice (Dice Inspection 6.3)"
    assert f"9  dice doubted   {doubted}" in shown


def test_json_tells_of_the_floor_under_a_key_of_its_own() -> None:
    report = run("replay", written("throw", "no roll: off the table", "supervisor inspects the dice"), "--json").json
    assert [(each["line"], each["said"], each["act"]) for each in report["floor"]] == [
        (4, CREW, "game-opened"),
        (6, "no roll: off the table", "inspection-due"),
        (7, "supervisor inspects the dice", "dice-inspected"),
    ]
    assert report["floor"][1]["tells"] == "inspect the dice first: a die was down (Stickperson 19)"
    bare = replay("rules typical\nseat Ann 100\n", "--json")
    assert "floor" not in bare.json


def test_a_throw_that_counts_by_a_ruling_is_a_roll_like_any_other() -> None:
    for ruled in ("supervisor overrules, roll 5 6", "supervisor rules roll 5 6"):
        report = run("replay", written("throw", "no roll: cocked die", ruled), "--json").json
        assert [(roll["line"], roll["dice"], roll["puck"]) for roll in report["rolls"]] == [(7, [5, 6], None)]
        assert report["floor"][-1]["act"] == "ruled"
        assert report["seats"]["Ann"]["rack"] == "1010.00"


def test_a_roll_that_is_ruled_void_is_said_to_be_taken_back_once() -> None:
    disputed = ("Ann disputes the invalid roll", "supervisor rules on the invalid roll, no roll: it was on the rail")
    for ruled in (disputed, ("supervisor rules no roll: on the rail",)):
        shown = run("replay", written("roll 6 1", *ruled)).out.splitlines()
        (line,) = [line for line in shown if "supervisor rules" in line]
        assert line.count("taken back") == 1
        assert "6-1 is taken back, with what was bet since" in line


def test_a_token_that_wins_is_not_called_a_voucher() -> None:
    token = ("Bob presents 25 by token", "Bob bets 25 on field with a token")
    lines = ("rules new-south-wales", "seat Ann 100", "seat Bob 100", CREW, "Ann bets 10 on pass", *token)
    for dice, words in (("2 1", "25 in tokens or vouchers comes back"), ("3 3", "which the house takes")):
        shown = replay("\n".join((*lines, f"roll {dice}")) + "\n").out
        (decided,) = [line for line in shown.splitlines() if " field " in line and ("wins" in line or "loses" in line)]
        assert words in decided


@pytest.mark.parametrize(
    ("lines", "code", "clause"),
    [
        (("throw", "Pat relieves third base"), "mid-roll", "Relieving Dealers: Base Dealer"),
        (("roll 3 3", "Pat relieves third base"), "unfinished", "Relieving Dealers: Base Dealer"),
        (("fill -40 chips of 5",), "not-stacks", "Base Dealer 8"),
        (("set 4711 brought: 4 dice of 0.7550",), "not-a-set", "Dice Inspection"),
        (("Ann changes 200", "boxperson counts 200"), "out-of-turn", "Money and Color Change 1"),
        (
            ("Ann changes 200", "dealer brings the money", "boxperson counts 100"),
            "wrong-amount",
            "Money and Color Change 1b",
        ),
        (("dice lost from sight",), "no-dice", "Dice Inspection"),
        (("roll 3 3", "dice lost from sight", "roll 3 3"), "uninspected", "Dice Inspection 6.1"),
        (("roll 3 3", "crew works", "dice sent out showing 4 3"), "showing", "Stickperson 2"),
        (("game goes dead",), "bets-up", "Dead Games"),
        ((CREW,), "not-now", "Dealer Responsibilities"),
    ],
)
def test_out_of_turn_is_refused_with_its_clause_and_changes_nothing(
    lines: tuple[str, ...], code: str, clause: str
) -> None:
    file = written(*lines)
    ran = run("replay", file, "--log", "refused.log")
    assert ran.code == 1
    assert f"line {4 + len(lines)}: refused:" in ran.err
    assert f"[{clause}]" in ran.err
    report = run("replay", file, "--json", "--keep-going").json
    assert [(each["code"], each["clause"]) for each in report["refused"]] == [(code, clause)]
    assert run("replay", written(*lines[:-1]), "--log", "without.log").code == 0
    assert Path("refused.log").read_text() == Path("without.log").read_text()


def test_what_is_said_at_a_relief_is_among_the_calls() -> None:
    ran = run("replay", written("roll 3 3", "crew works", "Pat relieves the stick"), "--calls")
    assert "stickperson: Ann is shooting. The point is 6. I set up what is new." in ran.out


def test_the_log_of_a_replay_is_read_back_and_verified() -> None:
    file = written("roll 3 3", "crew works", "Pat relieves third base", "fill 40 red")
    assert run("replay", file, "--log", "evening.log").code == 0
    lines = Path("evening.log").read_text(encoding="utf-8").splitlines()
    game = Game(open_book("catfish-bend"), seats=None)
    assert verify_floor_log(game, lines).entries == len(lines)
    floor = read_floor_log(game, lines)
    assert (floor.pit.posts["third base"], floor.pit.filled, floor.table.rack("Ann")) == ("Pat", 20_000, 99_000)


def test_without_a_crew_the_log_is_the_tables_and_goes_on_as_one() -> None:
    Path("bare.craps").write_text("rules typical\nseat Ann 100\nAnn bets 10 on pass\nroll 2 2\n", encoding="utf-8")
    assert run("replay", "bare.craps", "--log", "bare.log").code == 0
    table = Table.of_log(Game(open_book("typical"), seats=None), Path("bare.log").read_text().splitlines())
    assert (table.point, table.rack("Ann")) == (4, 9000)


def test_a_log_is_not_written_over_its_transcript() -> None:
    file = written("roll 3 3")
    ran = run("replay", file, "--log", file)
    assert ran.code == 2
    assert "is the transcript" in ran.err
    assert Path(file).read_text(encoding="utf-8").startswith("rules catfish-bend")


def test_a_shift_adds_up_what_the_floor_moved() -> None:
    report = run("shift", written("fill 40 red", "credit 20 red"), "--json").json
    assert (report["fills"], report["credits"]) == ("200.00", "100.00")


def test_lines_that_cannot_be_read_are_named_with_column_and_hint() -> None:
    ran = run("replay", written("dice send out showing 4 2", "Pat relives third base"))
    assert ran.code == 2
    assert "line 5, column 6: expected what the dice do, found 'send'. Did you mean 'sent'?" in ran.err
    assert "line 6, column 5: " in ran.err
    assert "Did you mean 'relieves'?" in ran.err


# --- what is said on a dealt game


def calls(*lines: str, crew: str = CREW) -> list[tuple[str, str]]:
    report = (
        run("replay", written(*lines), "--json", "--calls", "--keep-going")
        if crew == CREW
        else replay(OPENING.replace(CREW, crew) + "\n".join(lines) + "\n", "--json", "--calls", "--keep-going")
    )
    said = [call for roll in report.json["rolls"] for call in roll["calls"]] + report.json.get("calls", [])
    return [(call["who"], call["words"]) for call in said]


def test_the_dice_are_announced_when_they_are_sent_out_and_not_again() -> None:
    routine = calls("roll 4 2")
    assert routine.count(("stickperson", "Dice are out")) == 1
    told = calls("roll 4 2", "crew works", "dice sent out showing 4 2", "Ann bets 5 on hard-8", "throw", "roll 3 2")
    assert told.count(("stickperson", "Dice are out")) == 2
    late = told.index(("stickperson", "Ann, the dice are out: Hardway 8 after this roll"))
    assert told[late - 1] == ("stickperson", "Dice are out")
    assert told[late + 1] == ("stickperson", "Five")


def test_a_base_dealer_who_is_alone_speaks_for_both_ends() -> None:
    assert ("second base", "Six it is") in calls("roll 4 2")
    assert ("base dealer", "Six it is") in calls("roll 4 2", crew="crew: stick Kim, third base Lou")


def test_a_die_that_is_down_is_called_by_the_side_that_the_throw_told() -> None:
    for told, call in (("", "no roll: off the table inside"), (": one die off the table inside", "no roll")):
        assert ("stickperson", "One down inside") in calls(f"throw{told}", call)


def test_a_bet_outside_the_limits_is_spoken_of_once() -> None:
    said = [words for _, words in calls("Ann bets 2 on dont-pass unnoticed", "Ann bets 250 on field", "roll 6 5")]
    for words in ("That is 250 on Field, Ann", "Supervisor, Ann had only 2 on Don't Pass Line"):
        assert said.count(words) == 1
    assert len([words for words in said if "2 on Don't Pass" in words or "250 on Field" in words]) == 2


def test_an_order_to_pass_is_one_thing_with_and_without_a_ground() -> None:
    for order in ("supervisor orders Ann to pass the dice", "supervisor orders Ann to pass the dice: delay"):
        assert calls(order) == [("supervisor", "Ann, pass the dice, please")]


# --- at the terminal


def test_at_the_terminal_a_throw_that_never_counts_is_called_no_roll() -> None:
    ran = alone("bet 10 on pass", "throw: off the table", "", "no roll", "", "quit", seed=seed_for(6, 5))
    assert "No: off the table: such a throw never counts  [Invalid Roll 2]" in ran.out
    assert "✓ no roll" in ran.out
    assert "Ann, point 6> " in ran.out


def test_at_the_terminal_who_posts_a_crew_speaks_for_it() -> None:
    ran = alone("bet 10 on pass", "supervisor warns Ann: both hands", CREW, "supervisor warns Ann: both hands", "quit")
    assert ran.out.count("That is for the house to say") == 1
    assert "✓ supervisor warns Ann: both hands" in ran.out


def test_a_crew_may_be_posted_at_the_terminal_and_is_there_when_the_game_goes_on() -> None:
    lines = ("bet 10 on pass", CREW, "", "Pat relieves third base", "crew works", "Pat relieves third base")
    ran = alone(*lines, "changes 200", "save a.craps", "quit", seed=seed_for(6, 5))
    assert "No: first: " in ran.out
    assert "✓ Pat relieves third base   Lou goes" in ran.out
    assert "✓ Ann changes 200" in ran.out
    again = at_the_table("Pat relieves the box", "dealer brings the money", "", "quit", options=("a.craps",))
    assert "No: Pat is already at third base" in again.out
    assert "✓ dealer brings the money" in again.out
    assert " shoots" in run("replay", "a.craps").out


def test_at_the_terminal_dice_wait_for_their_inspection_and_nobody_speaks_for_others() -> None:
    doubted = ("bet 10 on pass", CREW, "", "dice doubted", "", "supervisor inspects the dice", "")
    ran = alone(*doubted, "Bob chooses dice 1 2", "supervisor awards Ann 100: luck", "quit", seed=seed_for(6, 5))
    assert ran.out.count("inspect the dice first: somebody doubts the dice") == 2
    assert "✓ supervisor inspects the dice   sound" in ran.out
    assert "You can only speak for Ann." in ran.out
    assert "That is for the house to say" in ran.out

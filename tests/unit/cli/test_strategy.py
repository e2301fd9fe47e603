"""`sevenout strategy`: what it prints and how it ends."""

import shlex
from decimal import Decimal
from pathlib import Path

import pytest

from sevenout.analysis.simulation.session_spec import SessionSpec, replay_session
from sevenout.cli.shared.arguments import settings_of
from sevenout.engine.game import Game
from sevenout.strategy.library import open_strategy
from sevenout.strategy.named_texts import list_strategies, named_text
from sevenout.strategy.session_end import SessionEnd
from tests.unit.cli.command import Ran, replay, run

NO_PUCK = Path(__file__).parents[3] / "examples" / "no-puck.toml"
BROKEN = b"bet 10 on passline\nwith a point:\nbet 3 on pass\n"


def strategy(*arguments: str, text: str = "") -> Ran:
    return run("strategy", *arguments, stdin=text.encode())


def test_the_list_has_every_strategy_with_its_sentence() -> None:
    ran = strategy()
    assert ran.code == 0
    assert all(name in ran.out for name in list_strategies())
    listed = strategy("--json").json["strategies"]
    assert [entry["name"] for entry in listed] == list(list_strategies())
    assert all(entry["sentence"].endswith(".") for entry in listed)


def test_one_strategy_is_shown_as_it_is_written() -> None:
    assert strategy("three-point-molly") == (0, named_text("three-point-molly"), "")
    shown = strategy("ThreePointMolly", "--json").json
    assert (shown["name"], shown["parameters"]) == ("three-point-molly", {"unit": "10.00", "odds": "1.00"})
    assert shown["text"] == named_text("three-point-molly")


def test_a_file_of_ones_own_is_shown_and_checked(tmp_path: Path) -> None:
    mine = tmp_path / "mine.strategy"
    mine.write_text("with a point: bet 10 on place-6\n", encoding="utf-8")
    assert strategy(str(mine)).out == "with a point: bet 10 on place-6\n"
    assert strategy("check", str(mine)) == (0, f"{mine}: 1 action, nothing to remark\n", "")


def test_every_mistake_is_printed_with_a_caret() -> None:
    ran = run("strategy", "check", "-", stdin=BROKEN)
    assert ran.code == 2
    assert ran.out == (
        "-:1:11: expected a wager, found 'passline'. Did you mean 'pass'?\n"
        "    bet 10 on passline\n"
        "              ^\n"
        "-:2:1: nothing stands under this heading; indent the lines that belong to it.\n"
        "    with a point:\n"
        "    ^\n"
        "2 mistakes\n"
    )
    told = run("strategy", "check", "-", "--json", stdin=BROKEN)
    assert told.code == 2
    assert told.json["mistakes"][0] == {
        "line": 1,
        "column": 11,
        "message": "expected a wager, found 'passline'. Did you mean 'pass'?",
        "text": "bet 10 on passline",
    }


@pytest.mark.parametrize(
    ("text", "book", "code", "printed"),
    [
        ("bet 10 on place-6", "typical", 0, "-:1:11: 10 on place-6 pays 11; 12 pays 14.\n"),
        ("bet 3 on pass", "typical", 1, "-:1:10: 3 on pass: Pass must be at least 5.00. (Basic wagering rules 9)\n"),
        ("bet 10 on big-6", "typical", 1, "-:1:11: A typical casino offers no big-6.\n"),
        ("bet 0.01 units on field", "typical", 1, "-:1:19: 0.01 units on field come to nothing: it is paid exactly in"),
        ("with the point on 2: leave", "typical", 1, "-:1:1: A typical casino never has the point on 2.\n"),
        ("with the point on 2: leave", "crapless", 0, "-: none of its lines ever bets"),
        ("when pass pushes: leave", "typical", 1, "-:1:6: pass never pushes at A typical casino.\n"),
        ("leave if pass and dont-pass pushes", "typical", 1, "-:1:10: pass never pushes at A typical casino.\n"),
        ("when pass or dont-pass pushes: leave", "typical", 0, "-: none of its lines ever bets"),
        ("when dont-pass pushes: leave", "typical", 0, "-: none of its lines ever bets"),
        ("call pass off", "typical", 1, "-:1:6: Pass cannot be called off. (Point)\n"),
        ("call field on", "typical", 1, "-:1:6: Field cannot be called on. (Point)\n"),
        ("call place, all off", "typical", 0, "-: none of its lines ever bets"),
        ("bet 12 on place-6", "typical", 0, "-: 1 action, nothing to remark at A typical casino\n"),
        ("bet 5 on place-2", "crapless", 0, "-:1:10: 5 on place-2 pays 27; 6 pays 33.\n"),
        ("press place-6 by 5 at most 1 time per shooter", "typical", 0, "-:1:7: place-6 is paid exactly in steps of 6"),
        (
            "on the come-out: bet 5 on pass\nbet 1x on pass-odds",
            "typical",
            0,
            "-:2:11: 5 on pass-odds pays 7 with the point on 5; 6 pays 9.\n",
        ),
    ],
)
def test_a_file_is_held_against_a_rulebook(text: str, book: str, code: int, printed: str) -> None:
    ran = strategy("check", "-", "--rules", book, text=text)
    assert ran.code == code
    assert ran.out.startswith(printed)
    remarks = strategy("check", "-", "--rules", book, "--json", text=text).json["remarks"]
    assert len(remarks) == ran.out.count("^")


def test_the_parts_of_a_strategy_are_told_and_why_there_are_none() -> None:
    ran = strategy("check", "double-tap", "--rules", "typical")
    assert ran.out.splitlines()[-1] == "it falls into 6 parts that share the rack and nothing else"
    apart = strategy("check", "pass-2-come", "--rules", "new-south-wales", "--json").json
    assert [part[0] for part in apart["parts"]] == ["pass", "come"]
    assert apart["together"] == []
    whole = strategy("check", "pass-max-odds", "--rules", "typical")
    assert "parts" not in whole.out
    whole_record = strategy("check", "pass-max-odds", "--rules", "typical", "--json").json
    assert (whole_record["parts"], whole_record["together"]) == ([], ["pass-odds goes with pass"])


def test_what_can_never_do_anything_is_a_mistake_and_what_the_house_says_is_told_too() -> None:
    ran = strategy("check", "-", "--rules", "typical", text="bet 0 on pass\nbet 3 on pass\n")
    assert ran.code == 2
    assert ran.out.splitlines()[0].startswith("-:1:1: nothing is ever bet")
    assert ran.out.splitlines()[3].startswith("-:2:10: 3 on pass: Pass must be at least 5.00.")
    assert ran.out.splitlines()[-1] == "1 mistake, 1 remark at A typical casino"
    assert strategy("check", "-", text="\n").code == 2


@pytest.mark.parametrize("wrong", ["unit=abc", "unit=0", "unit=-5", "odds=1.005", "unitt=5"])
def test_a_wrong_parameter_is_told_alike_with_and_without_a_rulebook(wrong: str) -> None:
    ran = strategy("check", "three-point-molly", "--set", wrong)
    assert ran == strategy("check", "three-point-molly", "--set", wrong, "--rules", "typical")
    assert ran.code == 2
    assert ran.err.count("\n") == 1


def test_a_parameter_can_be_set_for_the_check() -> None:
    assert strategy("check", "pass-line", "--rules", "typical", "--set", "unit=3").code == 1
    assert strategy("check", "pass-line", "--rules", "typical", "--set", "unit=5").code == 0


def test_a_strategy_is_retold_in_sentences() -> None:
    ran = strategy("explain", "pass-place-6-8")
    assert ran.code == 0
    told = " ".join(ran.out.split())
    assert "4 Bet 1 unit on pass if it is not up." in told
    assert "While a point is on, bet 1 unit on each of place-6 and place-8 that is not up, unless its number" in told
    lines = strategy("explain", "pass-place-6-8", "--json").json["lines"]
    assert lines[-1]["line"] == 6


@pytest.mark.parametrize(
    ("line", "won"),
    [
        (
            "when place-6 wins: bet its winnings on field",
            "bet what place-6 just won (rounded down to what pays exactly)",
        ),
        ("when place-6 wins: press it by half its winnings", "add half of what it just won (rounded down"),
        ("when place-6 wins: press place-6 by its winnings", "add what it just won (rounded down"),
        ("when 6 rolls: press place-6 by its winnings", "add what it just won (rounded down"),
        (
            "when place wins: bet its winnings on field",
            "bet what the wagers that did it just won together (rounded down",
        ),
        (
            "when place wins: press place-6 by its winnings",
            "add what it just won if it did it, else what the wagers that did it just won together (rounded down",
        ),
    ],
)
def test_it_is_retold_whose_winnings_are_meant(line: str, won: str) -> None:
    [told] = strategy("explain", "-", "--json", text=line).json["lines"]
    assert won in told["text"]


def test_a_file_is_put_into_its_form() -> None:
    ran = strategy("format", "-", text="WITH A POINT:\n  bet $12 on place-6 and place-8 # both")
    assert ran == (0, "with a point: bet 12 on place-6, place-8  # both\n", "")
    assert strategy("format", "-", "--json", text="leave\n").json["changed"] is False


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("pass-lin",), "there is no strategy 'pass-lin'. Did you mean 'pass-line'?"),
        (("check",), "strategy check needs a name or a file: sevenout strategy check mine.strategy"),
        (("chek", "mine.strategy"), "Did you mean: sevenout strategy check mine.strategy"),
        (("check", "nowhere.strategy"), "nowhere.strategy: No such file or directory"),
        (("check", "pass-line", "--set", "unit"), "--set unit: write a name, '=' and a number: --set unit=25"),
        (("check", "pass-line", "--set", "unitt=5"), "there is no 'unitt' to set. Did you mean 'unit'?"),
        (("check", "pass-line", "--rules", "typicl"), "there is no rulebook 'typicl'. Did you mean 'typical'?"),
    ],
)
def test_what_cannot_be_used_is_told(arguments: tuple[str, ...], said: str) -> None:
    ran = strategy(*arguments)
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize("verb", ["explain", "format"])
def test_a_broken_file_is_not_retold(verb: str) -> None:
    ran = run("strategy", verb, "-", stdin=BROKEN)
    assert ran.code == 2
    assert "standard input:1:11: expected a wager" in ran.err


@pytest.mark.parametrize("raw", [b"\xff\xfe", b"bet 10 on pass\0", b"bet " * 40_000])
def test_what_is_no_text_is_told_in_one_line(raw: bytes) -> None:
    ran = run("strategy", "check", "-", stdin=raw)
    assert ran.code == 2
    assert ran.err.count("\n") == 1


# --- one session


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("three-point-molly", ("--number", "4711")),
        ("iron-cross", ("--rules", "new-south-wales", "--bankroll", "150", "--seed", "9", "--set", "unit=5")),
        ("stop-loss-win-goal", ("--rules", "typical", "--rolls", "500", "--number", "3")),
        ("dont-pass-lay-max", ("--rules", "marina-bay-sands", "--bankroll", "2000", "--rolls", "1")),
    ],
)
def test_a_session_replays_to_the_net_that_the_simulation_has(name: str, options: tuple[str, ...]) -> None:
    given = {"--rules": "catfish-bend", "--bankroll": "300", "--rolls": "200", "--seed": "1", "--number": "0"}
    given |= dict(zip(options[::2], options[1::2], strict=True))
    game = Game.open(given["--rules"])
    plan = open_strategy(name, game, settings_of([given["--set"]] if "--set" in given else []))
    end = SessionEnd(rolls=int(given["--rolls"]))
    sitting = SessionSpec.of(game, plan, int(given["--bankroll"]) * 100, end, int(given["--seed"]))
    simulated = replay_session(sitting, int(given["--number"]))

    told = strategy("session", name, *options, "--json").json
    assert (told["net"], told["ending"]) == (simulated.net / 100, simulated.ending)
    assert (told["rolls"], told["rolls_played"]) == (sitting.rolls, simulated.rolls)
    assert (told["strategy"], told["rules"], told["seed"]) == (name, given["--rules"], sitting.seed)
    assert (told["number"], told["bankroll"]) == (int(given["--number"]), int(given["--bankroll"]))

    assert strategy("session", name, *options) == (0, told["transcript"], "")
    seat = replay(told["transcript"], "--json").json["seats"]["Player"]
    worth = Decimal(seat["rack"]) + sum(Decimal(stake) for stake in seat["layout"].values())
    assert (worth - sitting.bankroll // 100) * 100 == simulated.net


def test_a_transcript_says_what_it_is_and_how_it_ended() -> None:
    lines = strategy("session", "pass-line", "--bankroll", "10", "--number", "2", "--set", "unit=10").out.splitlines()
    assert lines[0] == (
        "# session 2 of pass-line, as a simulation with seed 1 plays it: sevenout strategy session pass-line"
        " --rules catfish-bend --rolls 200 --bankroll 10 --seed 1 --set unit=10 --number 2"
    )
    assert lines[1] == "rules catfish-bend"
    assert lines[-2:] == [
        "# refused: Player bets 10 on pass: Pass Line needs more than the rack holds",
        f"# net -10.00 after {sum(line.startswith('roll') for line in lines)} rolls, ending: ruin",
    ]
    assert strategy(*shlex.split(lines[0].split(": sevenout strategy ")[1])).out.splitlines() == lines


def test_a_session_of_files_of_ones_own(tmp_path: Path) -> None:
    house = NO_PUCK
    (tmp_path / "mine.toml").write_text(house.read_text(encoding="utf-8"), encoding="utf-8")
    text = "bet 6 on place-6, place-8\nwhen down 10: leave\n"
    ran = strategy("session", "-", "--rules", str(tmp_path / "mine.toml"), text=text)
    assert ran.code == 0
    assert ran.out.splitlines()[1] == f"rules {tmp_path / 'mine.toml'}"
    assert ran.out.endswith("ending: down 10\n")
    assert replay(ran.out).code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 2, "strategy session needs a name or a file: sevenout strategy session pass-line"),
        (("pass-lin",), 2, "there is no strategy 'pass-lin'. Did you mean 'pass-line'?"),
        (("pass-line", "--number", "-1"), 2, "sessions have numbers from 0 to 18446744073709551615, not -1"),
        (("pass-line", "--seed", "-1"), 2, "a seed is a whole number from 0"),
        (("pass-line", "--rolls", "0"), 2, "a session has from 1 to 100,000,000 rolls, not 0"),
        (("pass-line", "--rolls", "20001"), 2, "a transcript has room for 20,000 rolls of a session, not for 20,001"),
        (("pass-line", "--bankroll", "4"), 2, "a bankroll of 4.00 is below the table minimum of 5.00"),
        (("pass-line", "--bankroll", "300.50"), 2, "Player cannot sit down: a rack has to be whole 1.00 chips"),
        (("pass-line", "--set", "unitt=5"), 2, "there is no 'unitt' to set"),
        (("quick-props", "--rules", "typical"), 1, "A typical casino offers no big-6."),
    ],
)
def test_sessions_that_cannot_be_played(arguments: tuple[str, ...], code: int, said: str) -> None:
    ran = strategy("session", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err


@pytest.mark.parametrize("order", [("pass-line",), ("explain", "pass-line"), ("format", "pass-line")])
def test_options_that_would_do_nothing_are_refused(order: tuple[str, ...]) -> None:
    refused = run("strategy", *order, "--set", "unit=25")
    assert refused.code == 2
    assert "--rules and --set are for 'strategy check'" in refused.err


def test_strategies_are_found_by_their_words_and_listed_with_their_titles() -> None:
    found = strategy("list", "--like", "iron cross", "--json").json["strategies"]
    assert found[0]["name"] == "iron-cross"
    assert found[0]["title"] == "Iron Cross"
    assert found[0]["known_from"]
    assert len(found) < 8
    assert "Iron Cross" in strategy("list", "--like", "iron cross").out
    none = strategy("list", "--like", "xylophone")
    assert (none.code, none.err.strip()) == (
        2,
        "sevenout: no strategy is like 'xylophone'. See them all: sevenout strategy list",
    )


def test_a_strategy_is_shown_with_what_it_is_known_from_and_what_comes_of_it() -> None:
    shown = strategy("show", "pass-line").out
    assert shown.startswith(named_text("pass-line").rstrip("\n"))
    assert "# Pass Line. The oldest bet" in shown
    assert all(f"#  {span}" in shown for span in ("a shooter", "ten shooters", "an hour"))
    assert strategy("check", "-", text=shown).code == 0
    figures = strategy("show", "pass-line", "--json").json["figures"]
    assert [each["span"] for each in figures] == ["a shooter", "ten shooters", "an hour"]
    assert all(each["mean"] - each["margin"] < 0 for each in figures)


def test_a_shooter_costs_a_twenty_eighth_of_a_pass_bet_when_bets_are_played_out() -> None:
    """495/196 line decisions a shooter, each at 7/495: by hand; at face value an hour would look cheaper."""
    shown = strategy("show", "pass-line", "typical", "--json").json
    shooter, ten, hour = (each["mean"] for each in shown["figures"])
    assert (shooter, ten) == (pytest.approx(-1000 / 28), pytest.approx(-10000 / 28))
    assert f"{hour / 100:.2f}" == "-6.14"
    assert all(each["exact"] and each["margin"] == 0 for each in shown["figures"])
    assert shown["bets_at_the_end"] == "played out"


def test_named_strategies_are_listed_with_what_a_shooter_ten_and_an_hour_cost() -> None:
    listed = strategy("list", "--like", "right bettor", "--figures", "typical")
    assert listed.out.splitlines()[0].endswith("on average at A typical casino, bets played out:")
    rows = [line.split() for line in listed.out.splitlines()]
    assert ["pass-line", "-0.36", "exactly", "-3.57", "exactly", "-6.14", "exactly"] in rows
    lacking = strategy("list", "--like", "hardway parlay", "--figures", "--rules", str(NO_PUCK), "--json")
    assert [each["figures"] for each in lacking.json["strategies"]] == [None]
    assert "--figures is for 'strategy list'" in strategy("show", "pass-line", "--figures").err


def test_what_a_file_expects_is_run_by_its_check() -> None:
    met = "with a point: bet 12 on place-6\ngiven a point is set: expect place-6 at 12\n"
    assert strategy("check", "-", text=met).out == "-: 1 action, 1 expectation met, nothing to remark\n"
    wrong = strategy("check", "-", text=met.replace("at 12", "at 18"))
    assert wrong.code == 1
    assert wrong.out.splitlines()[0] == "-:2:23: place-6 is at 12, not at 18, after 4."
    assert wrong.out.splitlines()[-1] == "0 of 1 expectation met"
    assert strategy("check", "-", "--json", text=met.replace("at 12", "at 18")).json["unmet"][0]["line"] == 2


def test_a_file_that_never_bets_is_told() -> None:
    assert strategy("check", "-", text="when up 50: leave").out.startswith("-: none of its lines ever bets")

"""`sevenout replay`: the game to read and as JSON, refusals, and where a transcript may come from."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.cli.command import game, replay, run

EXAMPLE = Path(__file__).parents[3] / "examples" / "first-night.craps"
COLLECTORS = EXAMPLE.parent / "collectors.toml"
AMOUNT = re.compile(r"-?\d+\.\d\d")

NIGHT = """\
rules catfish-bend
table minimum 5 maximum 500 chip 1
seat Ann 1000
seat Bob 500
Ann bets 10 on pass
roll 3 1
Ann bets 20 on pass-odds
Bob bets 12 on place-6
Ann tokes 5 on hard-8
Ann tokes 2
roll 4 2
roll 4 3
"""


def test_json_has_exactly_the_shape_of_the_contract() -> None:
    ran = replay(NIGHT, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert list(ran.json) == ["rules", "rolls", "refused", "seats", "crew"]
    assert ran.json["rules"] == "catfish-bend"
    for rolled in ran.json["rolls"]:
        assert list(rolled) == ["line", "dice", "total", "puck", "shooter", "settled", "seats", "crew"]
        for settled in rolled["settled"]:
            assert list(settled) == ["seat", "wager", "stake", "result", "won", "clause"]
            assert settled["result"] in ("win", "lose", "push", "return")
            assert AMOUNT.fullmatch(settled["stake"])
            assert AMOUNT.fullmatch(settled["won"])
            assert isinstance(settled["clause"], str)
    for state in (*ran.json["rolls"], ran.json):
        assert list(state["crew"]) == ["layout", "toke_box"]
        for seat in state["seats"].values():
            assert list(seat) == ["rack", "layout"]
            assert all(AMOUNT.fullmatch(amount) for amount in (seat["rack"], *seat["layout"].values()))


def test_json_tells_the_game() -> None:
    first, second, third = replay(NIGHT, "--json").json["rolls"]
    assert (first["line"], first["dice"], first["total"], first["puck"], first["shooter"]) == (6, [3, 1], 4, 4, "Ann")
    assert first["settled"] == []
    assert first["seats"]["Ann"] == {"rack": "990.00", "layout": {"pass": "10.00"}}
    assert second["settled"] == [
        {"seat": "Bob", "wager": "place-6", "stake": "12.00", "result": "win", "won": "14.00"}
        | {"clause": second["settled"][0]["clause"]}
    ]
    assert second["crew"] == {"layout": {"hard-8": "5.00"}, "toke_box": "2.00"}
    assert third["puck"] is None
    assert {(done["seat"], done["wager"], done["result"]) for done in third["settled"]} == {
        ("Ann", "pass", "lose"),
        ("Ann", "pass-odds", "lose"),
        ("Bob", "place-6", "lose"),
        ("crew", "hard-8", "lose"),
    }
    assert third["seats"] == {"Ann": {"rack": "963.00", "layout": {}}, "Bob": {"rack": "502.00", "layout": {}}}


def test_the_ending_is_that_of_the_last_roll_and_what_came_after() -> None:
    ran = replay(NIGHT + "Bob bets 5 on dont-pass\n", "--json").json
    assert ran["seats"]["Bob"] == {"rack": "497.00", "layout": {"dont-pass": "5.00"}}
    assert ran["rolls"][-1]["seats"]["Bob"] == {"rack": "502.00", "layout": {}}


def test_a_game_to_read() -> None:
    ran = replay(NIGHT)
    assert (ran.code, ran.err) == (0, "")
    for said in ("Ann shoots", "the point is 4", "puck ON 4", "seven out", "+14.00", "963.00", "toke box 2.00"):
        assert said in ran.out, said


@pytest.mark.parametrize("text", ["rules typical\n", "rules typical\ntable minimum 10\n"])
def test_a_game_without_seats_still_names_its_rules(text: str) -> None:
    ran = replay(text, "--json")
    assert ran.code == 0
    assert ran.json == {
        "rules": "typical",
        "rolls": [],
        "refused": [],
        "seats": {},
        "crew": {"layout": {}, "toke_box": "0.00"},
    }


# --- what a line or a roll did beyond its own words


def told(*lines: str, book: str = "catfish-bend") -> list[str]:
    """The lines of a game that is read, blanks drawn together."""
    ran = replay(game(*lines, book=book))
    assert (ran.code, ran.err) == (0, "")
    return [" ".join(line.split()) for line in ran.out.splitlines()]


def test_a_come_bet_is_seen_to_travel() -> None:
    shown = told("Ann bets 10 on pass", "roll 4 4", "Ann bets 10 on come", "Ann bets 5 on dont-come", "roll 4 2")
    assert "Ann come 10.00 goes to come-6 Wagers 3a2" in shown
    assert "Ann dont-come 5.00 goes to dont-come-6 Wagers 4a2" in shown


def test_a_come_bet_travels_to_where_another_one_was_just_paid() -> None:
    shown = told(
        *("Ann bets 10 on pass", "roll 4 4", "Ann bets 10 on come", "roll 4 2", "Ann bets 15 on come", "roll 3 3")
    )
    assert "Ann come-6 10.00 wins +10.00 Wagers 3a2" in shown
    assert "Ann come 15.00 goes to come-6 Wagers 3a2" in shown
    assert shown[-1] == "Ann rack 985.00 +10.00 up: pass 10.00, come-6 15.00"


def test_a_toke_travels_too() -> None:
    assert "crew come 5.00 goes to come-9 Wagers 3a2" in told(
        "Ann bets 10 on pass", "roll 4 4", "Ann tokes 5 on come", "roll 4 5"
    )


def test_a_bet_that_gathers_totals_is_seen_to_gather() -> None:
    shown = told("Ann bets 10 on pass", "Ann bets 5 on small", "roll 2 2", "roll 2 2", book=str(COLLECTORS))
    assert [line for line in shown if "gathers" in line] == ["Ann small 5.00 gathers 4 Rules of play"]


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (("Ann bets 6 each on inside",), "Ann bets 6 each on inside place-5 +6, place-6 +6, place-9 +6"),
        (("Ann bets 10 on buy-4",), "Ann bets 10 on buy-4 commission 1.00"),
        (("Ann bets 100 on buy-4", "Ann takes down buy-4"), "Ann takes down buy-4 buy-4 -100 commission 5.00 back"),
        (("Ann bets 60 on buy-4", "Ann reduces buy-4 by 40"), "Ann reduces buy-4 by 40 commission 2.00 back"),
        (("Ann tokes 20 on buy-4",), "Ann tokes 20 on buy-4 commission 1.00"),
        (("Ann bets 6 on place-6", "Ann presses place-6"), "Ann presses place-6 place-6 +6"),
        (("Ann bets 6 on place-6", "Ann presses place-6 by 6"), "Ann presses place-6 by 6"),
        (("Ann bets 6 on place-6", "Ann calls place-6 off"), "Ann calls place-6 off"),
        (("Ann bets 6 each on inside", "Ann calls all off"), "Ann calls all off place-5 off, place-6 off, place-9 off"),
        (("Ann bets 50 on lay-4", "Ann calls lay-4 off"), "Ann calls lay-4 off lay-4 -50 commission 1.00 back"),
        (("Ann bets 6 on place-6",), "Ann bets 6 on place-6"),
    ],
)
def test_what_an_action_did_that_its_line_does_not_say(lines: tuple[str, ...], shown: str) -> None:
    (line,) = [
        line for line in told("Ann bets 10 on pass", "roll 4 4", *lines) if line.startswith(f"{5 + len(lines) - 1} ")
    ]
    assert line == f"{5 + len(lines) - 1} {shown}"


def test_the_ending_sums_the_commission_that_the_house_took() -> None:
    shown = told("Ann bets 100 on buy-4", "Ann bets 40 on lay-10", "Ann reduces buy-4 by 40")
    assert shown[-1] == "house commission 4.00"
    assert not any(line.startswith("house") for line in told("Ann bets 10 on pass"))


# --- refusals


def test_a_refused_line_stops_the_game_with_line_reason_and_clause() -> None:
    text = game("Ann bets 10 on pass", "roll 3 1", "Ann takes down pass", "roll 2 2")
    ran = replay(text)
    assert ran.code == 1
    assert re.fullmatch(
        r"sevenout: line 5: refused: Pass may not be reduced or taken down.* \[.+\]\n  .+ \(stated\): .+\n", ran.err
    )
    stopped = replay(text, "--json")
    assert (stopped.code, stopped.err) == (1, ran.err)
    assert [rolled["line"] for rolled in stopped.json["rolls"]] == [4]
    (refused,) = stopped.json["refused"]
    assert list(refused) == ["line", "code", "clause", "reason"]
    assert (refused["line"], refused["code"]) == (5, "contract")
    assert refused["clause"]


def test_keep_going_records_a_refused_line_and_goes_on() -> None:
    ran = replay(game("Ann bets 10 on pass", "roll 3 1", "Ann takes down pass", "roll 2 2"), "--keep-going", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert [refused["line"] for refused in ran.json["refused"]] == [5]
    assert [rolled["line"] for rolled in ran.json["rolls"]] == [4, 6]
    assert ran.json["seats"]["Ann"]["rack"] == "1010.00"


def test_keep_going_does_not_go_on_over_a_malformed_line() -> None:
    ran = replay(game("Ann bets 10 on pass", "rol 3 1", "roll 2 2"), "--keep-going", "--json")
    assert (ran.code, ran.out) == (2, "")
    assert "line 4, column 1" in ran.err


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Ann bets 0 on pass", "no-amount"),
        ("Ann bets -5 on pass", "no-amount"),
        ("Ann bets 0.50 on field", "not-chips"),
        ("Ann bets 4 on pass", "below-minimum"),
        ("Ann bets 501 on pass", "above-maximum"),
        ("Ann bets 3 on horn", "not-units"),
        ("Ann bets 10 on come", "not-now"),
        ("Ann bets 10 on come-6", "not-made"),
        ("Ann bets 10 on pass-odds", "not-now"),
        ("Ann bets 5 on hi-lo", "not-offered"),
        ("Ann bets 10 each on nowhere", "not-offered"),
        ("Ann reduces pass by 5", "not-up"),
        ("Ann takes down place", "not-up"),
        ("Ann presses place-6", "not-up"),
        ("Ann parlays place-6", "nothing-won"),
        ("Ann tokes 0", "not-chips"),
        ("Ann tokes 2000", "rack"),
        ("Zed bets 10 on pass", "no-seat"),
        ("Zed passes the dice", "no-seat"),
        ("seat Ann 10", "seat-taken"),
        ("seat Bob 0", "not-chips"),
        ("seat Bob -5", "not-chips"),
        ("roll 3 1", "no-shooter"),
        ("throw", "no-shooter"),
    ],
)
def test_a_refused_line_has_a_code_and_leaves_the_table_as_it_was(line: str, code: str) -> None:
    before = replay(game(), "--json").json
    ran = replay(game(line), "--keep-going", "--json")
    assert ran.code == 0
    assert [(refused["line"], refused["code"]) for refused in ran.json["refused"]] == [(3, code)]
    assert ran.json["refused"][0]["reason"]
    assert ran.json["seats"] == before["seats"]
    assert ran.json["crew"] == before["crew"]


def test_a_seat_that_is_not_there_is_named_with_the_nearest() -> None:
    assert "nobody called Anne has a seat. Did you mean 'Ann'?" in replay(game("Anne bets 5 on pass")).err


def test_an_empty_rack_is_refused_for_what_it_is() -> None:
    """Nothing is a whole number of chips: that is not why it is refused."""
    assert "not a whole number" not in replay("rules typical\nseat Ann 0\n").err


# --- where a transcript comes from


def test_the_example_plays_to_its_end() -> None:
    ran = run("replay", str(EXAMPLE), "--json")
    assert (ran.code, ran.err, ran.json["refused"]) == (0, "", [])
    assert len(ran.json["rolls"]) == 8
    assert run("replay", str(EXAMPLE)).code == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.rstrip("\n"),
        lambda text: "\n\n" + text + "\n\n\n",
        lambda text: text.replace(" ", "   "),
        lambda text: "\n".join(f"{line}  # a remark" for line in text.split("\n")),
        lambda text: text.replace("roll 4 2", "no roll: a die left the table\nroll 4 2"),
        lambda text: text + "# " + "x" * 1_000_000 + "\n",
    ],
)
def test_line_ends_marks_and_remarks_change_nothing(change: Callable[[str], str]) -> None:
    plain, other = replay(NIGHT, "--json"), replay(change(NIGHT), "--json")
    assert other.code == 0
    assert other.json["seats"] == plain.json["seats"]
    assert [rolled["dice"] for rolled in other.json["rolls"]] == [[3, 1], [4, 2], [4, 3]]


@pytest.mark.parametrize("name", ["Zoë", "李雷", "O'Brien", "Jean-Luc", "Ann2", "J.R.", "bets", "Roll", "Ümit"])
def test_a_seat_may_have_any_name(name: str) -> None:
    text = f"rules typical\nseat {name} 100\n{name} bets 10 on pass\nroll 3 1\nroll 4 3\n"
    ran = replay(text, "--json")
    assert ran.code == 0
    assert ran.json["seats"] == {name: {"rack": "90.00", "layout": {}}}
    assert f"{name} shoots" in replay(text).out


def test_a_ground_may_hold_anything() -> None:
    ran = replay(game("Ann bets 10 on pass", r"no roll: on the rail [/] [bold] \[ 100% {x} \\"))
    assert ran.code == 0
    assert r"no roll: on the rail [/] [bold] \[ 100% {x} " in ran.out


def test_rules_on_the_command_line_stand_in_for_those_of_the_transcript() -> None:
    ran = replay(NIGHT, "--json", "--rules", "typical")
    assert (ran.code, ran.json["rules"]) == (0, "typical")
    ran = replay("seat Ann 100\nAnn bets 10 on pass\nroll 1 1\n", "--json", "--rules", "typical")
    assert (ran.code, ran.json["seats"]["Ann"]["rack"]) == (0, "90.00")


def test_a_rulebook_beside_the_transcript(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('format = 1\nname = "mine"\nextends = "typical"\n[table]\nminimum = 15\n')
    transcript = tmp_path / "game.craps"
    transcript.write_text(game("Ann bets 10 on pass", book="mine.toml"))
    ran = run("replay", str(transcript), "--json")
    assert (ran.code, ran.json["rules"], ran.json["refused"][0]["code"]) == (1, "mine", "below-minimum")


# --- as a process of its own


def process(*arguments: str, stdin: bytes = b"", **environment: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "sevenout.cli.main", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
        timeout=60,
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [(NIGHT, 0), (game("Ann bets 1 on pass"), 1), (game("Ann bets ten on pass"), 2), ("", 2), ("\0", 2)],
)
def test_the_exit_code_of_the_process(text: str, code: int) -> None:
    ran = process("replay", "-", stdin=text.encode())
    assert ran.returncode == code
    assert (ran.stderr == b"") == (code == 0)
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_output_that_the_terminal_cannot_show_is_no_crash(encoding: str) -> None:
    """A pipe on Windows is such a terminal."""
    text = game("seat 李雷 100", "李雷 bets 10 on pass", "roll 3 1", "Ann bets 1 on field", "李雷 bets 1 on pass")
    for arguments in (("replay", "-"), ("replay", "-", "--json"), ("rules",), ("rules", "catfish-bend")):
        ran = process(*arguments, stdin=text.encode(), PYTHONIOENCODING=encoding, PYTHONUTF8="0")
        assert b"Traceback" not in ran.stderr, (arguments, ran.stderr[-300:])
        assert ran.returncode == (1 if "-" in arguments else 0), arguments


def test_json_reads_back_whatever_the_terminal() -> None:
    ran = process("replay", "-", "--json", stdin=game("seat 李雷 100").encode(), PYTHONIOENCODING="ascii")
    assert ran.returncode == 0, ran.stderr[-300:]
    assert list(json.loads(ran.stdout)["seats"]) == ["Ann", "李雷"]


def test_a_reader_that_goes_away_is_no_crash() -> None:
    lines = game("Ann bets 10 on pass", *["roll 1 2", "Ann bets 10 on pass"] * 40).encode()
    with subprocess.Popen(
        [sys.executable, "-m", "sevenout.cli.main", "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        running.stdin.write(lines)
        running.stdin.close()
        said = running.stderr.read()
        assert running.wait(60) == 0
    assert b"Traceback" not in said
    assert b"Exception" not in said

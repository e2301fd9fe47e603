"""Lines that cannot be read: line, column, what was expected there, and the nearest word."""

import os
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from tests.unit.cli.command import game, replay, run


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        # words
        ("Ann bets 10 on passline", 16, "expected a wager, found 'passline'. Did you mean 'pass'?"),
        ("Ann bets 10 on Pass", 16, "Did you mean 'pass'?"),
        ("Ann bets 10 on place_6", 16, "Did you mean 'place-6'?"),
        ("Ann bets 10 on", 15, "expected a wager, the line ends"),
        ("Ann bet 10 on pass", 5, "found 'bet'. Did you mean 'bets'?"),
        ("Ann 10 on pass", 5, "what Ann does"),
        ("Ann", 4, "what Ann does"),
        ("Ann bets 10 pass", 13, "expected 'on' or 'each', found 'pass'"),
        ("Ann bets 10 on inside", 16, "10 each on inside"),
        ("Ann bets 10 each inside", 18, "expected 'on'"),
        ("Ann bets 10 on pass now", 21, "expected the end of the line, found 'now'"),
        ("Ann bets 10 on field confirmed by deeler", 35, "Did you mean 'dealer'?"),
        ("Ann bets 10 on field confirmed dealer", 32, "expected 'by'"),
        ("Ann bets 10 on field called by dealer", 29, "expected the end of the line, found 'by'"),
        ("Ann bets 10 called on field", 13, "expected 'on' or 'each', found 'called'"),
        ("Ann accept the dice", 5, "found 'accept'. Did you mean 'accepts'?"),
        ("Ann accepts", 12, "expected 'the', the line ends"),
        ("Ann takes pass", 11, "expected 'down'"),
        ("Ann takes down the pass", 16, "expected a wager or a group"),
        ("Ann calls place-6 of", 19, "Did you mean 'off'?"),
        ("Ann calls props off", 17, "expected 'down' or 'up'"),
        ("Ann reduces pass 10", 18, "expected 'by'"),
        ("Ann passes dice", 12, "expected 'the'"),
        ("Ann passes the dices", 16, "Did you mean 'dice'?"),
        ("rol 3 1", 1, "found 'rol'. Did you mean 'roll'?"),
        ("Roll 3 1", 1, "Did you mean 'roll'?"),
        ("no rol", 4, "Did you mean 'roll'?"),
        ("no roll a die left", 9, "expected the end of the line"),
        ("no roll:", 9, "expected the ground"),
        ("throw again", 7, "expected the end of the line"),
        # words that begin a line, misspelt
        ("ruls typical", 1, "Did you mean 'rules'?"),
        ("seta Bob 100", 1, "Did you mean 'seat'?"),
        ("tabel minimum 5", 1, "Did you mean 'table'?"),
        ("Throw", 1, "Did you mean 'throw'?"),
        ("trow", 1, "Did you mean 'throw'?"),
        # words that players say
        ("Ann bets 5 on yo", 15, "Did you mean 'eleven'?"),
        ("Ann bets 5 on aces", 15, "Did you mean 'craps-2'?"),
        ("Ann bets 5 on boxcars", 15, "Did you mean 'craps-12'?"),
        ("Ann bets 5 on ace-deuce", 15, "Did you mean 'craps-3'?"),
        ("Ann bets 5 on high low", 15, "Did you mean 'hi-lo'?"),
        ("Ann bets 5 on world", 15, "Did you mean 'horn' and 'any-7'?"),
        ("Ann bets 5 on the whirl", 15, "Did you mean 'horn' and 'any-7'?"),
        ("Ann bets 5 on C&E", 15, "Did you mean 'c-and-e'?"),
        ("Ann bets 10 on don't pass", 16, "Did you mean 'dont-pass'?"),
        ("Ann bets 10 on dp", 16, "Did you mean 'dont-pass'?"),
        ("Ann bets 10 on pass line", 21, "found 'line'. Did you mean 'pass'?"),
        ("Ann bets 10 on hard 8", 16, "Did you mean 'hard-8'?"),
        ("Ann bets 10 on Hard Eight", 16, "Did you mean 'hard-8'?"),
        ("Ann bets 12 on place 6 confirmed by dealer", 16, "Did you mean 'place-6'?"),
        ("Ann bets 12 on the 6", 16, "Did you mean 'place-6'?"),
        ("Ann bets 10 on odds", 16, "Did you mean 'pass-odds'?"),
        ("Ann bets 10 on pass odds", 21, "Did you mean 'pass-odds'?"),
        ("Ann bets 10 on come odds 6", 21, "Did you mean 'come-odds-6'?"),
        ("Ann bets 5 on hop 3 5", 15, "Did you mean 'hop-5-3'?"),
        ("Ann calls place 6 off", 17, "expected 'on' or 'off', found '6'. Did you mean 'place-6'?"),
        ("Ann takes down hard 8", 21, "Did you mean 'hard-8'?"),
        ("Ann presses plaice 6 by 6", 13, "Did you mean 'place-6'?"),
        ("Ann tokes 5 on midnight", 16, "Did you mean 'craps-12'?"),
        # dice
        ("roll 0 1", 6, "expected a die from 1 to 6, found '0'"),
        ("roll 7 1", 6, "expected a die from 1 to 6, found '7'"),
        ("roll 1 7", 8, "expected a die from 1 to 6, found '7'"),
        ("roll -1 1", 6, "found '-1'"),
        ("roll 3", 7, "expected a die from 1 to 6, the line ends"),
        ("roll", 5, "expected a die from 1 to 6, the line ends"),
        ("roll 3-1", 6, "found '3-1'"),
        ("roll 3,1", 7, "found ','"),
        ("roll 3 1 2", 10, "expected the end of the line"),
        ("roll \u0663 1", 6, "expected a die from 1 to 6"),
        # amounts
        ("Ann bets ten on pass", 10, "expected an amount such as 10 or 10.50, found 'ten'"),
        ("Ann bets 1,000 on pass", 10, "found '1,000'. Leave the commas out."),
        ("Ann bets 10,50 on pass", 10, "Write a point before the cents, not a comma."),
        ("Ann bets 1.005 on pass", 10, "at most two decimals"),
        ("Ann bets $10 on pass", 10, "Leave the currency sign out."),
        ("Ann bets 1e3 on pass", 10, "Write every digit out."),
        ("Ann bets 10. on pass", 10, "found '10.'"),
        ("Ann bets +10 on pass", 10, "found '+10'"),
        ("Ann bets \u0661\u0660 on pass", 10, "expected an amount"),
        ("Ann bets 1234567890123 on pass", 10, "twelve digits"),
        ("Ann bets nan on pass", 10, "found 'nan'"),
        ("Ann bets on pass", 10, "expected an amount such as 10"),
        ("Ann bets", 9, "expected an amount such as 10"),
        ("seat Bob", 9, "expected an amount"),
        ("seat Bob lots", 10, "expected an amount"),
        # seats
        ("seat", 5, "expected a seat's name, the line ends"),
        ("seat roll 10", 6, "expected a seat's name, found 'roll'"),
        ("seat crew 10", 6, "expected a seat's name, found 'crew'"),
        ("seat 7 10", 6, "expected a seat's name, found '7'"),
        ("seat _x 10", 6, "expected a seat's name"),
        ("seat " + "x" * 41 + " 10", 6, "expected a seat's name"),
        ("seat A,nn 10", 7, "expected an amount"),
        ("crew bets 10 on pass", 1, "expected a seat's name, found 'crew'"),
        # headings
        ("rules typical", 1, "the rules are named already"),
        ("table chip 1", 1, "before the first seat"),
    ],
)
def test_line_column_and_what_was_expected(line: str, column: int, said: str) -> None:
    ran = replay(game(line, "roll 1 1"))
    assert ran.code == 2
    assert ran.err.startswith(f"sevenout: line 3, column {column}: "), ran.err
    assert said in ran.err, ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("table", "expected 'minimum' or 'maximum' or 'chip' or 'undo', the line ends"),
        ("table minimun 5", "Did you mean 'minimum'?"),
        ("table minimum", "expected an amount"),
        ("table minimum 5 minimum 10", "expected 'maximum' or 'chip'"),
        ("table minimum 600", "minimum 600.00 is above the maximum 500.00"),
        ("table minimum 50 maximum 5", "minimum 50.00 is above the maximum 5.00"),
        ("table chip 0", "above zero"),
        ("table minimum 0", "above zero"),
        ("table maximum -5", "above zero"),
        ("table chip 3", "whole numbers of "),
    ],
)
def test_limits_that_no_table_has(line: str, said: str) -> None:
    ran = replay(f"rules typical\n{line}\nseat Ann 100\n")
    assert ran.code == 2
    assert ran.err.startswith("sevenout: line 2, column ")
    assert said in ran.err, ran.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: expected 'rules BOOK' as the first line, the transcript is empty"),
        ("\n\n# nothing\n", "expected 'rules BOOK' as the first line"),
        ("\n\nseat Ann 100\n", "line 3, column 1: expected 'rules BOOK' as the first line, found 'seat'"),
        ("roll 3 1\n", "line 1, column 1: expected 'rules BOOK' as the first line, found 'roll'"),
        ("rules\n", "line 1, column 6: expected a rulebook's name, the line ends"),
        ("\nrules tipical\n", "there is no rulebook 'tipical'. Did you mean 'typical'?"),
        ("rules nowhere.toml\n", "nowhere.toml: No such file or directory"),
        ("rules " + "a" * 300 + ".toml\n", "File name too long"),
        ("rules typical\n\0\n", "standard input: not a text file (it holds a NUL byte)"),
        ("rules typical\n" + "Ann " * 250_000, "found a line of "),
        ("rules typical\n" + "x" * 1_000_000, "found a line of 1,000,000 characters"),
        ("#" * 10_000_000, "bytes is too large for a transcript"),
    ],
)
def test_a_text_that_is_no_transcript_is_one_clear_line(text: str, said: str) -> None:
    ran = replay(text)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err, ran.err[:300]
    assert ran.err.startswith("sevenout: ")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 600


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "not a text file"),
        (game().encode("utf-16"), "not a text file"),
        (b"x" * 10_000_000, "10,000,000 bytes is too large for a transcript"),
        (f"rules {'a' * 300}.toml".encode(), "File name too long"),
        (b"rules ../nowhere.toml", "No such file"),
    ],
)
def test_a_file_that_is_no_transcript_is_one_clear_line(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "game.craps"
    path.write_bytes(content)
    ran = run("replay", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err, ran.err[:300]
    assert ran.err.count("\n") == 1


def test_no_file_at_all(tmp_path: Path) -> None:
    assert "nowhere.craps: No such file or directory" in run("replay", str(tmp_path / "nowhere.craps")).err
    ran = run("replay", str(tmp_path))
    assert (ran.code, ran.err) == (2, f"sevenout: {tmp_path}: Is a directory\n")


def test_an_unknown_book_says_in_which_line_it_is_named() -> None:
    assert replay("# ours\n\nrules tipical\n").err.startswith("sevenout: line 3, column 7: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "COMMAND"),
        (("reply", "game.craps"), "there is no command 'reply'. Did you mean 'replay'?"),
        (("replay",), "FILE"),
        (("replay", "-", "--jsn"), "--jsn"),
        (("replay", "-", "--rules"), "--rules"),
    ],
)
def test_a_command_line_that_cannot_be_read(arguments: tuple[str, ...], said: str) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "--help" in ran.err


def test_what_was_read_before_a_malformed_line_was_played() -> None:
    ran = replay(game("Ann bets 10 on pass", "roll 3 1", "rol 3 1"))
    assert ran.code == 2
    assert "the point is 4" in ran.out


# --- all of them at once


def test_every_line_that_cannot_be_read_is_named_at_once() -> None:
    ran = replay(game("Ann bets 10 on yo", "Ann bets 10 on pass", "rol 3 1", "rules typical", "roll 7 1", "roll 1 1"))
    assert ran.code == 2
    first, *others = ran.err.splitlines()
    assert first == "sevenout: line 3, column 16: expected a wager, found 'yo'. Did you mean 'eleven'?"
    assert [line.split(":")[0] for line in others] == ["line 5, column 1", "line 6, column 1", "line 7, column 6"]
    assert replay(game("Ann bets ten on pass", "roll 7 1"), "--json").err.count("\n") == 2


def test_limits_that_no_table_has_are_named_with_the_rest() -> None:
    ran = replay("rules typical\ntable minimum 600\nseat Ann 100\ntable chip 1\nroll 1 7\n")
    assert ran.code == 2
    assert [line.rsplit("line ")[1].split(",")[0] for line in ran.err.splitlines()] == ["2", "4", "5"]


@pytest.mark.parametrize(
    ("wrong", "ending"),
    [(20, "line 22, column 8: expected"), (21, "and 1 more line"), (27, "and 7 more lines")],
)
def test_of_many_lines_the_first_twenty_are_shown(wrong: int, ending: str) -> None:
    lines = replay(game(*["roll 1 7"] * wrong)).err.splitlines()
    assert len(lines) == min(wrong, 20) + (wrong > 20)
    assert lines[-1].startswith(ending)


def test_a_long_file_of_nonsense_is_answered_soon() -> None:
    ran = replay(game(*["Ann bets 10 on plce-6"] * 100_000))
    assert ran.code == 2
    assert ran.err.endswith("\nand at least 1000 more lines\n")


def test_a_refused_line_comes_first_if_it_stands_first() -> None:
    ran = replay(game("Ann bets 1 on pass", "rol 3 1"))
    assert ran.code == 1
    assert "line 4" not in ran.err
    assert replay(game("Ann bets 1 on pass", "rol 3 1"), "--keep-going").code == 2


def test_a_saved_game_that_cannot_be_read_names_every_line(tmp_path: Path) -> None:
    path = tmp_path / "night.craps"
    path.write_text(game("Ann bets 10 on yo", "Ann bets 10 on pass", "rol 3 1"))
    ran = run("play", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("sevenout: line 3, column 16: ")
    assert "\nline 5, column 1: " in ran.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="it has no pipes with a name")
def test_a_pipe_without_an_end_is_read_as_far_as_a_transcript_may_go(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def pour() -> None:
        with suppress(BrokenPipeError), pipe.open("wb") as end:
            while True:
                end.write(b"roll 1 1\n" * 10_000)

    pouring = Thread(target=pour, daemon=True)
    pouring.start()
    ran = run("replay", str(pipe))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"sevenout: {pipe}: more than 8,000,000 bytes is too large for a transcript\n"
    pouring.join(10)
    assert not pouring.is_alive()

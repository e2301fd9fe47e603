"""Every mistake is told with its place, what was expected, and what to write: all of a file's at once."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenout.base.errors import BadInput
from sevenout.strategy.language.keywords import COLLECTIVES, RESERVED
from sevenout.strategy.language.mistakes import BadStrategy, Mistake
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.tools.formatter import format_file
from sevenout.strategy.language.tools.unreachable_lines import idle_anywhere
from sevenout.strategy.library import read_strategy
from sevenout.strategy.named_texts import list_strategies, named_text


def mistakes(text: str) -> list[str]:
    with pytest.raises(BadStrategy) as caught:
        parse(text)
    return [str(mistake) for mistake in caught.value.mistakes]


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("bet 10 on passline", "1:11: expected a wager, found 'passline'. Did you mean 'pass'?"),
        ("on the come-out bet 10 on pass", "1:17: a heading ends with ':' — put one before 'bet'."),
        ("bet 12 on place-6 and 8", "1:23: write 'place-8': every wager by its own name."),
        (
            "with a point: press place-6 by 6",
            "1:15: this would press before every roll. Put it under an event ('when place-6 wins:')"
            " or add 'at most 1 time per shooter'.",
        ),
        (
            "when 2 hits of place-6 this shooter: leave",
            "1:6: how many? Write 'at least 2', 'exactly 2' or 'fewer than 2'.",
        ),
        (
            "when at least 2 rolls: leave",
            "1:22: since when? Add 'this shooter', 'this point' or 'this session'.",
        ),
        (
            "when net at least 200: leave",
            "1:6: 'net' is not a word here: write 'up 200' or 'down 200' (won or lost so far, add 'this shooter'"
            " if meant), or 'rack at least 200'.",
        ),
        (
            "bet 10, 20, 40 on field",
            "1:24: a list of amounts needs 'by' and what to count (by hits this shooter, by losses in a row).",
        ),
        (
            "bet 10 on place",
            "1:11: 'place' means every place bet you have up; to bet, name them:"
            " place-6, place-8, place-inside, place-across, place-point.",
        ),
        (
            "with a point:\nbet 10 on pass",
            "1:1: nothing stands under this heading; indent the lines that belong to it.",
        ),
    ],
)
def test_the_usual_mistakes(written: str, printed: str) -> None:
    assert mistakes(written) == [printed]


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("bett 10 on pass", "1:1: expected a heading (when, on, with, otherwise, every roll), an action, unit, let or"
         " count, found 'bett'. Did you mean 'bet'?"),
        ("bet on pass", "1:5: expected an amount such as 10, 2 units or max, found 'on'."),
        ("bet 10", "1:7: expected 'on' and a wager, the line ends."),
        ("bet 10 pass", "1:8: expected 'on' and a wager, found 'pass'."),
        ("bet 1,000 on pass", "1:5: write 1000: no commas inside a number."),
        ("bet 10.005 on pass", "1:5: expected an amount such as 10 or 10.50, found '10.005'. A cent is the smallest"
         " amount: give at most two decimals."),
        ("bet -5 on pass", "1:5: an amount is never below zero."),
        ("bet 2x on pass", "1:5: 'x' is times the flat bet, for odds: on pass write an amount or units."),
        ("bet 3-4-5x on dont-pass-odds", "1:5: '3-4-5x' is for taking odds; laid to win as much they are '6x'."),
        ("bet 10 on field and leave", "1:21: expected a wager, found 'leave'. One action a line: put it on a line of"
         " its own."),
        ("bet 10 on field leave", "1:17: one action a line: put this one on a line of its own."),
        ("bet 10 on field when up 5", "1:17: 'when' begins a heading: write 'when up 5: bet 10 on field', or behind an"
         " action 'if'."),
        ("bet 10 on pass by hits this shooter", "1:16: 'by' picks one of a list of amounts, and here is only one"
         " amount."),
        ("bet 10 repeating on pass", "1:25: 'repeating' is for a list of amounts, and here is only one."),
        ("when 6 or eight rolls: leave", "1:11: expected a number from 2 to 12, found 'eight'."),
        ("when 13 rolls: leave", "1:6: no two dice show 13: a number from 2 to 12."),
        ("when hard 7 rolls: leave", "1:11: there is no hard 7: two equal dice show an even number."),
        ("with the point on hard 6: leave", "1:19: a point is a number, however it was rolled: leave 'hard' out."),
        ("when up 5%: leave", "1:11: expected 'of the bankroll' or 'from the peak', found ':'."),
        ("when up 5 from the peak: leave", "1:9: nothing is above its own peak: write 'down … from the peak'."),
        ("bet 101% of the rack on pass", "1:5: a share is at most 100%."),
        ("bet 5% of rack on pass", "1:8: expected 'of the rack', 'of the bankroll' or 'of the peak', found 'of'."),
        ("bet max across", "1:5: a total to spread is an amount, units, a share or winnings."),
        ("count a1 from 0 to 2\nbet a1+1 on pass", "2:5: write spaces around '+', '-', '*' and '/' in 'a1+1'."),
        ("bet 5 on field 3 times in 3", "1:16: write a chance such as '1 time in 3', in 100 at most."),
        ("bet 5 on place-6 if after 2 hits and up 5", "1:34: since when? Add 'this shooter', 'this point' or 'this"
         " session'."),
        ("when the shooter wins: leave", "1:6: expected 'the point is 6', 'the point is made' or 'the shooter sevens"
         " out', found 'the shooter wins'."),
        ("when a shooter sevens out: leave", "1:6: expected 'a point is set', 'a shooter starts' or 'a box number"
         " rolls', found 'a shooter sevens out'."),
        ("bet 10 on put-6", "1:11: a put bet is 'pass' made while a point is on, and few houses take it: write 'pass',"
         " or 'place-6'."),
        ("when place-6 and place-8 or field wins: leave", "1:26: 'and' with 'or' in one list of wagers: say it in two"
         " conditions."),
        ("when hits this shooter: leave", "1:6: expected a condition such as 'with a point', 'place-6 wins' or 'up"
         " 200', found 'hits'."),
        ("when at least 2 hits this shooter: leave", "1:17: hits of which wager? Write 'hits of place-6', or stand it"
         " behind a wager."),
        ("when covered: leave", "1:6: 'covered' is about a line's own wager: put it behind one ('unless covered')."),
        ("leave if on the point", "1:10: 'on the point' is about a line's own wager: put it behind one ('unless on"
         " the point')."),
        ("when place-point wins: leave", "1:6: once it is decided it is the point no more: write 'place wins and the"
         " point is made'."),
        ("when place-6 or place-8 win: leave", "1:25: write 'wins': one of them is enough."),
        ("when place bets: leave", "1:6: how many? Write 'at least 1', 'exactly 1', 'fewer than 2' or 'no' before it."),
        ("when up -5: leave", "1:9: an amount won or lost is not below zero: 'up' and 'down' say which."),
        ("when rack about 5: leave", "1:11: expected 'at least', 'at most', 'over', 'under', 'is' or 'is not', found"
         " 'about'."),
        ("on the comeout: leave", "1:8: expected 'come-out' or 'point', found 'comeout'. Did you mean 'come-out'?"),
        ("with point: leave", "1:6: expected 'a point' or 'the point on', found 'point'."),
        ("otherwise: leave", "1:1: 'otherwise' follows a heading, and there is none before it."),
        ("bet all on pass", "1:5: what all? Write 'all that is left', or 'max' for the most that the house takes."),
        ("with a point:\n  if up 5: leave", "2:3: 'if' is not a word here: begin the heading with 'when', or"
         " put the 'if' behind the action, such as 'bet 5 on field if up 50'."),
        ("if up 5: leave", "1:1: a line does not begin with 'if': write 'when …:' and what to do."),
        ("one time in three: bet 5 on field", "1:1: a line does not begin with a chance: write 'when' before it."),
        ("    bet 10 on pass", "1:5: this line is indented, but no heading stands above it."),
        ("with a point:\n    unit 5", "2:5: a 'unit' line starts at the margin: it holds for the whole file."),
        ("with a point:\n    otherwise: leave", "2:5: 'otherwise' follows a heading, and there is none before it."),
        ("with a point:\n    when up 5:\n    leave", "2:5: nothing stands under this heading; indent the lines that"
         " belong to it."),
        ("play three-point-moly", "1:6: there is no strategy 'three-point-moly'. Did you mean 'three-point-molly'?"),
        ("play molly until", "1:17: expected a condition such as 'with a point', 'place-6 wins' or 'up 200', the line"
         " ends."),
        ("play pass-line\nthen play dont-pass", "2:11: 'then play' follows a line with 'play … until', and there is"
         " none above it."),
        ("play pass-line at most 1 time per shooter", "1:1: 'at most' is for one action: end what is played with"
         " 'until'."),
        ("take it down", "1:6: 'it' is the wager of an event: put this under one ('when place-6 or place-8 wins:')."),
        ("reduce place-6 by 6", "1:1: this would reduce before every roll. Put it under an event ('when place-6 wins:')"
         " or add 'at most 1 time per shooter'."),
        ("raise five", "1:7: expected a count of this file, found 'five'."),
        ("let odds be 2\nraise odds", "2:7: 'odds' is fixed by 'let'; only a count can be raised."),
        ("let pass be 2", "1:5: 'pass' is a word of the game: choose another name."),
        ("let units be 2", "1:5: 'units' is a word of the language: choose another name."),
        ("let a1 be 2\ncount a1 from 0 to 2", "2:7: there is a 'a1' already."),
        ("let odds be two", "1:13: expected a number, found 'two'."),
        ("unit 5\nunit 6", "2:1: there is a 'unit' line already."),
        ("unit 0", "1:6: a unit is above zero."),
        ("count five from 5 to 0", "1:22: a count goes from a lower number to a higher one, not from 5 to 0."),
        ("count five from 0 to 5 starting at 6", "1:36: it starts inside its range, from 0 to 5."),
        ("count five from 0 to 5\nset five to 1.5", "2:13: a count is a whole number."),
        ("count five from 0 to 5\nwhen fiv is 3: leave", "2:6: expected a condition such as 'with a point', 'place-6"
         " wins' or 'up 200', found 'fiv'. Did you mean 'five'?"),
        ("leave at most 2 per shooter", "1:17: expected 'times', found 'per'."),
        ("leave at most 1 time per session if 4 rolls", "1:34: 'at most' comes last: put 'if …' before it."),
        ("leave at most 1 time per session now", "1:34: expected the end of the line, found 'now'."),
        ("leave:", "1:6: only a heading ends with ':'."),
        ("bet 10 on pass" + " " * 600 + "if up 5", "1:500: a line of 621 characters is too long."),
    ],
)  # fmt: skip
def test_other_mistakes(written: str, printed: str) -> None:
    assert mistakes(written) == [printed]


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("on come-out: bet 10 on pass", "1:1: write 'on the come-out'."),
        ("on 6: leave", "1:4: expected 'the come-out' or 'the point', found '6'."),
        ("bet 10 on any craps", "1:11: write 'any-craps': a wager is one word."),
        ("bet 10 on any seven if up 5", "1:11: write 'any-7': a wager is one word."),
        ("bet 10 on pass line", "1:11: write 'pass': a wager is one word."),
        ("bet 10 on Don't Pass", "1:11: write 'dont-pass': a wager is one word."),
        ("bet 2x on come odds", "1:11: write 'come-odds': a wager is one word."),
        ("bet 12 on the 6", "1:11: write 'place-6': a wager is one word."),
        ("bet 5 on field, hard 8", "1:17: write 'hard-8': a wager is one word."),
        ("take down place 6", "1:11: write 'place-6': a wager is one word."),
        ("bet 10 on pass, 5 on field", "1:17: one action a line: put this one on a line of its own."),
        ("bet 10 on pass and 2x on pass-odds", "1:20: one action a line: put this one on a line of its own."),
        ("bet 10 on pass and a unit on field", "1:20: one action a line: put this one on a line of its own."),
        ("leave when down 200", "1:7: 'when' begins a heading: write 'when down 200: leave', or behind an action"
         " 'if'."),
        ("press place-6 by 6 when place-6 wins", "1:20: 'when' begins a heading: write 'when place-6 wins: press"
         " place-6 by 6', or behind an action 'if'."),
        ("with a point: leave when up 5", "1:21: 'when' begins a heading: behind an action write 'if up 5'."),
        ("leave when", "1:7: 'when' begins a heading: behind an action write 'if …'."),
        ("bet 3 on any-craps on the come-out", "1:20: 'on' begins a heading: write 'on the come-out: bet 3 on"
         " any-craps', or behind an action 'if'."),
        ("bet 3 on field with a point", "1:16: 'with' begins a heading: write 'with a point: bet 3 on field', or behind"
         " an action 'if'."),
        ("take down place-6 on the point", "1:19: 'on' begins a heading: behind an action write 'if on the point'."),
        ("bet one unit on pass", "1:5: write 'a unit'."),
        ("bet one x on pass-odds", "1:5: write 1: numbers in figures."),
        ("bet two units on pass", "1:5: write 2: numbers in figures."),
        ("leave at most once", "1:15: write 'at most 1 time per shooter' (or per point, per session)."),
        ("quit", "1:1: 'quit' is not a word here: write 'leave'."),
        ("when up 50: stop", "1:13: 'stop' is not a word here: write 'leave', or 'sit out' to stay without a new bet."),
        ("when up 50: go home", "1:13: 'go' is not a word here: write 'leave'."),
        ("turn place off", "1:1: 'turn' is not a word here: write 'call place off' or 'call place on'."),
        ("bet level units on pass", "1:5: there is no count or number called 'level' in this file: 'count level from 1"
         " to 20' makes a count, 'let level be 2' a number."),
        ("count levels from 1 to 20\nbet level units on pass", "2:5: expected an amount such as 10, 2 units or max,"
         " found 'level'. Did you mean 'levels'?"),
        ("when the point is on: leave", "1:6: 'the point is' is followed by a number: write 'with a point'."),
        ("when the point is off: leave", "1:6: 'the point is' is followed by a number: write 'on the come-out'."),
        ("when the point is on 6: leave", "1:6: write 'the point is 6'."),
    ],
)  # fmt: skip
def test_what_players_write_first(written: str, printed: str) -> None:
    assert mistakes(written) == [printed]


@pytest.mark.parametrize(
    "written",
    [
        "leave when down 200",
        "press place-6 by 6 when place-6 wins",
        "bet 3 on any-craps on the come-out",
        "bet 3 on field if up 5 at most 1 time per shooter with a point",
    ],
)
def test_a_heading_behind_its_action_is_read_where_the_message_puts_it(written: str) -> None:
    (told,) = mistakes(written)
    suggested = told.partition("write '")[2].partition("', or")[0]
    assert parse(suggested).file.items


def test_words_behind_a_wager_that_are_no_part_of_its_name() -> None:
    parse("when exactly 1 come bet: reduce field to 0\nwhen at least 2 place bets: call come on")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("dolly", "there is no strategy 'dolly'. Did you mean 'three-point-dolly'?"),
        (
            "Regression",
            "there is no strategy 'Regression'. Did you mean 'across-regression' or 'four-unit-regression' or"
            " 'inside-regression'?",
        ),
        ("zz", "there is no strategy 'zz'. See: sevenout strategy."),
    ],
)
def test_a_part_of_a_name_finds_the_strategies_that_have_it(name: str, told: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_strategy(name)
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("bet 0 on pass", "1:1: nothing is ever bet: write an amount above zero, or 'take down' to have it down."),
        ("with a point: bet 0, 0 units on field by wins in a row", "1:15: nothing is ever bet: write an amount above"
         " zero, or 'take down' to have it down."),
        ("when 6 rolls: press place-6 by 0", "1:15: nothing is ever added: write an amount above zero."),
        ("when 6 rolls: reduce place-6 by 0 units", "1:15: nothing is ever taken: write an amount above zero."),
        ("with the point on 7: leave", "1:1: no house has its point on 7: write a number that can be one (4, 5, 6, 8,"
         " 9, 10; in some houses 2, 3, 11, 12)."),
        ("leave if up 5 and the point is 7", "1:19: no house has its point on 7: write a number that can be one (4, 5,"
         " 6, 8, 9, 10; in some houses 2, 3, 11, 12)."),
        ("leave at  most 0 times per shooter", "1:7: 'at most 0 times' is never: write 'at most 1 time', or leave the"
         " line out."),
        ("when fewer than 0 rolls this session: leave", "1:6: nothing is fewer than 0: write 'no', or 'fewer than 1'."),
        ("when up 5: leave\notherwise: sit out\notherwise when up 4: leave", "3:1: 'otherwise:' above leaves nothing"
         " over: put this before it."),
        ("every roll: sit out\notherwise: leave", "2:1: 'every roll:' above leaves nothing over: give this a heading of"
         " its own."),
        ("", "1:1: nothing is ever done: write what to do, such as 'on the come-out: bet 10 on pass'."),
        ("# nothing\nunit 5", "1:1: nothing is ever done: write what to do, such as 'on the come-out: bet 10 on"
         " pass'."),
    ],
)  # fmt: skip
def test_lines_that_can_never_do_anything(written: str, printed: str) -> None:
    assert [str(mistake) for mistake in idle_anywhere(parse(written))] == [printed]


@pytest.mark.parametrize(
    "written",
    [
        "keep 0 on field",
        "bet 0, 1 units on field by losses in a row",
        "reduce place-6 to 0",
        "let flat be 0\nbet flat on pass",
        "with the point on 6 or 7: leave",
        "with the point on 2: leave",
        "when fewer than 0 rolls this session or up 5: leave",
        "leave unless fewer than 0 rolls this session",
        "when up 5: leave\notherwise: sit out\nwhen up 4: leave\notherwise: sit out",
        "every roll: sit out\nwhen up 4: leave\notherwise when down 4: leave\notherwise: sit out",
    ],
)
def test_lines_that_may_do_something(written: str) -> None:
    assert idle_anywhere(parse(written)) == ()


def test_all_mistakes_of_a_file_at_once() -> None:
    text = """\
count five form 0 to 5
when five is 3: bet 10 on plase-6
with a point:
    press place-6 by 6
    bet ten on field
on the come-out bet 5 on pass
    keep 10, 20 on field
when up:
    press place-8
"""
    assert [told.split(":")[0] for told in mistakes(text)] == ["1", "2", "4", "5", "6", "7", "8"]


def test_lines_under_a_heading_that_cannot_be_read_are_not_blamed_for_it() -> None:
    assert len(mistakes("when plase-6 wins:\n    press it by 6\n    press place-6 by 6")) == 1


def test_a_caret_stands_below_the_word_also_behind_tabs() -> None:
    wrong = BadStrategy("mine", "with a point:\n\tbet 10 on plase-6", [Mistake(2, 12, "no.")])
    assert str(wrong) == "mine:2:12: no.\n    \tbet 10 on plase-6\n    \t          ^"


def read_or_told(text: str) -> bool:
    """Whether a text is read; if not, every mistake stands somewhere in it."""
    try:
        file = parse(text).file
    except BadStrategy as wrong:
        told = wrong
    else:
        assert parse(format_file(file)).file == file
        return True
    lines = text.split("\n")
    assert told.mistakes
    for mistake in told.mistakes:
        found = re.search(r"found '([^']*)'\. Did you mean '([^']*)'", mistake.message)
        assert found is None or found[1].lower() != found[2]
        assert 1 <= mistake.column <= len(lines[mistake.line - 1]) + 1
        assert mistake.message.endswith((".", "?"))
    assert str(told).count("^") >= len(told.mistakes)
    return False


WORDS = st.sampled_from(
    [*sorted(RESERVED), *COLLECTIVES, "pass", "place-6", "6", "2x", ":", ",", "\n", "\n    ", "#", "five"]
)


@given(st.lists(WORDS, max_size=30).map(" ".join))
def test_any_words_are_read_or_told(text: str) -> None:
    read_or_told(text)


@given(st.text(max_size=60))
def test_any_text_is_read_or_told(text: str) -> None:
    read_or_told(text)


@pytest.mark.parametrize("name", list_strategies()[::3])
def test_a_file_with_a_word_lost_doubled_or_swapped_is_read_or_told(name: str) -> None:
    chance = random.Random(name)
    read = 0
    for _ in range(60):
        lines = named_text(name).splitlines()
        at = chance.randrange(1, len(lines))
        words = lines[at].split(" ")
        which, other = chance.randrange(len(words)), chance.randrange(len(words))
        match chance.randrange(3):
            case 0:
                del words[which]
            case 1:
                words.insert(which, words[other])
            case _:
                words[which], words[other] = words[other], words[which]
        lines[at] = " ".join(words)
        read += read_or_told("\n".join(lines))
    assert read < 60

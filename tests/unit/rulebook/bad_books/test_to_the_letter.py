"""What the documents forbid, as somebody writes it in a transcript: refused with its clause, and nothing is changed."""

from pathlib import Path

import pytest

from sevenout.crew.replay import play
from tests.unit.cli.command import Ran, replay, run

CREW = "crew: stick Kim, third base Lou, second base Max, box Ned"
BANK = "bank opened: 100 red, cage: 20 red"
TABLE = f"rules catfish-bend\nseat Ann 1000\nseat Bob 1000\nAnn bets 10 on pass\nBob bets 5 on field\n{CREW}\n{BANK}\n"
CLOCK = "rules catfish-bend\nclock 2026-03-02T20:00 America/Chicago\nseat Ann 1000\n"
POINTS = ((2, 2), (2, 3), (3, 3), (4, 4), (4, 5), (4, 6))
HIT = CLOCK + "".join(f"Ann bets 10 on pass\nroll {a} {b}\nroll {a} {b}\n" for a, b in POINTS)

REFUSED = {
    "an unknown ground": (f"{TABLE}throw\n", "no roll: bad luck", "no-ground", "Invalid Roll 3"),
    "a throw told with one": (TABLE, "throw: bad luck", "no-ground", "Invalid Roll 3"),
    "a ground that needs a warning": (
        f"{TABLE}throw\n", "no roll: short of the wall", "no-warning", "Invalid Roll 3m",
    ),
    "a die that left the table, overruled": (
        f"{TABLE}throw\nno roll: off the table\n", "supervisor overrules, roll 6 5", "no-roll", "Invalid Roll 2",
    ),
    "a relief of the stick in mid-roll": (
        f"{TABLE}throw\n", "Pat relieves the stick", "mid-roll", "Relieving Dealers: Stickperson",
    ),
    "a relief of a base dealer in mid-roll": (
        f"{TABLE}throw\n", "Pat relieves third base", "mid-roll", "Relieving Dealers: Base Dealer",
    ),
    "a relief of the box in mid-roll": (
        f"{TABLE}throw\n", "Pat relieves the box", "mid-roll", "Relieving Dealers: Boxperson",
    ),
    "a relief with work left": (
        f"{TABLE}roll 4 2\n", "Pat relieves second base", "unfinished", "Relieving Dealers: Base Dealer",
    ),
    "a fill below zero": (TABLE, "fill -20 red", "not-stacks", "Base Dealer 8"),
    "a fill of more than the cage has": (TABLE, "fill 40 red", "bank-short", "Base Dealer 8"),
    "a credit that empties the bank below zero": (TABLE, "credit 120 red", "bank-short", "Base Dealer 8"),
    "an unsigned Shootout": (HIT, "supervisor finds the dice sound", "unsigned", "Craps Shootout 14"),
    "a roll while a Shootout is held": (
        f"{HIT}Ann bets 10 on pass\n", "roll 6 5", "inspection", "Craps Shootout 4",
    ),
    "a set of four dice": (TABLE, "set 4711 brought: 4 dice of 0.7550", "not-a-set", "Dice Inspection"),
    "a proposition when the dice are out": (
        f"{TABLE}roll 4 2\ncrew works\ndice sent out showing 4 2\n", "Bob bets 5 on hard-8", "dice-are-out",
        "Stickperson 10",
    ),
}  # fmt: skip

MALFORMED = {
    "fill some red": "expected how many chips, found 'some'",
    "Pat relieves the door": "expected a post: stick, third base, second base, box",
    "set 4711 brought: five dice of 0.7550": "expected how many dice, found 'five'",
    "supervisor finds the dice sound, signed Lee": "expected a licence number",
    "throw: ": "expected what happened",
    "dice sent out showing 7 1": "expected a die from 1 to 6, found '7'",
    "boxperson orders Ann to pass the dice: delay": "expected what the boxperson does",
    "Ann tenders 25": "expected what Ann does",
}

each_refusal = pytest.mark.parametrize(
    ("before", "line", "code", "clause"), list(REFUSED.values()), ids=list(REFUSED)
)  # fmt: skip


@each_refusal
def test_it_is_refused_with_code_clause_and_what_to_read(before: str, line: str, code: str, clause: str) -> None:
    ran = replay(f"{before}{line}\n")
    number = before.count("\n") + 1
    assert ran.code == 1
    assert ran.err.startswith(f"sevenout: line {number}: refused: ")
    assert f"[{clause}]" in ran.err.splitlines()[0]
    refused = replay(f"{before}{line}\n", "--json").json["refused"]
    assert [(each["line"], each["code"], each["clause"]) for each in refused] == [(number, code, clause)]


@pytest.mark.parametrize(("before", "line"), [case[:2] for case in REFUSED.values()], ids=list(REFUSED))
def test_nothing_is_changed_by_it(before: str, line: str) -> None:
    assert _standing(before) == _standing(f"{before}{line}\n")
    kept, went_on = (_shift(text) for text in (before, f"{before}{line}\n"))
    assert (kept.code, went_on.code, kept.out) == (0, 0, went_on.out)


def _standing(text: str) -> list[object]:
    """Everything that is known after the last line: table, dice, pit, and what was written down."""
    played = play(text)
    for _ in played:
        pass
    floor = played.floor
    assert floor is not None
    return [floor.snapshot, floor.dice, floor.pit, floor.record]


def _shift(text: str) -> Ran:
    return run("shift", "-", "--json", "--keep-going", stdin=text.encode())


@pytest.mark.parametrize(("line", "message"), list(MALFORMED.items()))
def test_what_cannot_be_read_is_named_with_its_place_and_what_to_write(line: str, message: str) -> None:
    ran = replay(f"{TABLE}{line}\n")
    assert ran.code == 2
    assert f"line {TABLE.count(chr(10)) + 1}, column " in ran.err
    assert message in ran.err


def test_an_unknown_ground_is_answered_with_the_list() -> None:
    ran = replay(f"{TABLE}throw\nno roll: bad luck\n")
    for ground in ("off the table", "wrong shooter", "cocked", "short of the wall"):
        assert ground in ran.err


def test_a_log_ends_before_the_line_that_was_refused(tmp_path: Path) -> None:
    for name, text in (("a", TABLE), ("b", f"{TABLE}fill -20 red\n")):
        (tmp_path / f"{name}.craps").write_text(text, encoding="utf-8")
        run("replay", str(tmp_path / f"{name}.craps"), "--log", str(tmp_path / f"{name}.log"))
    assert (tmp_path / "a.log").read_bytes() == (tmp_path / "b.log").read_bytes()

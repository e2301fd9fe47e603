"""`sevenout replay` and `play` on what the house says: throws that do not count, and the Shootout."""

from pathlib import Path

import pytest

from tests.unit.cli.command import game, replay
from tests.unit.cli.seat import at_the_table

ROLLS = {4: "2 2", 5: "3 2", 6: "4 2", 8: "5 3", 9: "5 4", 10: "6 4"}
CLOCK = ("seat Bob 500", "clock 2026-03-02T20:00 America/Chicago")
SOUND = "supervisor finds the dice sound, signed Lee 4711"


def made(*points: int) -> list[str]:
    """The lines in which Ann sets these points and makes each."""
    return [line for point in points for line in ("Ann bets 10 on pass", *[f"roll {ROLLS[point]}"] * 2)]


HIT = (*CLOCK, *made(4, 5, 6, 8, 9), "Bob bets 5 on hard-6", *made(10))


def catfish(*lines: str) -> str:
    return game(*lines, book="catfish-bend")


# --- throws that do not count


@pytest.mark.parametrize(
    ("book", "call", "called_by", "clause"),
    [
        ("catfish-bend", "may", ["stickperson"], "Invalid Roll 3i"),
        ("new-south-wales", "may", ["stickperson"], ""),
        ("marina-bay-sands", "always", ["boxperson", "stickperson"], "3.11.10"),
        ("typical", "may", ["stickperson"], ""),
    ],
)
def test_a_cocked_die_is_answered_by_each_house(book: str, call: str, called_by: list[str], clause: str) -> None:
    text = game("Ann bets 25 on pass", "throw", "no roll: cocked die", "roll 6 5", book=book)
    ran = replay(text, "--json")
    assert ran.code == 0
    ground = {"ground": "cocked", "call": call, "called_by": called_by, "clause": clause}
    assert ran.json["no_rolls"] == [{"line": 5, "said": "cocked die", **ground}]
    must = "must" if call == "always" else "may"
    where = f"   {clause}" if clause else ""
    assert f"no roll: cocked die   {must} be called by {' or '.join(called_by)}{where}\n" in replay(text).out


def test_words_that_name_no_ground_are_refused_with_the_list() -> None:
    text = game("Ann bets 10 on pass", "throw", "no roll: it looked odd", "no roll", "roll 6 5", book="catfish-bend")
    told = replay(text, "--json", "--keep-going").json
    assert [(refused["line"], refused["code"], refused["clause"]) for refused in told["refused"]] == [
        (5, "no-ground", "Invalid Roll 3"),
        (6, "no-ground", "Invalid Roll 3"),
    ]
    assert all("off the table, wrong shooter, not together" in refused["reason"] for refused in told["refused"])
    assert "no_rolls" not in told
    assert told["seats"]["Ann"]["rack"] == "1010.00"  # nothing changed: the throw counts


def test_a_throw_is_told_as_it_happened() -> None:
    told = replay(game("Ann bets 10 on pass", "throw: one die", "no roll", book="typical"), "--json").json
    ground = {"ground": "one-die", "call": "always", "called_by": ["stickperson"], "clause": "Come-out"}
    assert told["no_rolls"] == [{"line": 5, "said": "one die", **ground}]
    ran = replay(game("Ann bets 10 on pass", "throw: one die", "roll 6 5", book="typical"))
    assert (ran.code, "one die: such a throw never counts [Come-out]" in ran.err) == (1, True)


def test_the_keys_of_the_contract_stay_as_they_are() -> None:
    plain = ["rules", "rolls", "refused", "seats", "crew"]
    roll = ["line", "dice", "total", "puck", "shooter", "settled", "seats", "crew"]
    told = replay(catfish(*HIT[:-1], "throw", "no roll: on the rail", HIT[-1], SOUND), "--json").json
    assert list(told) == [*plain, "no_rolls", "shootout"]
    assert [list(rolled) for rolled in told["rolls"]] == [roll] * 11 + [[*roll, "shootout"]]
    assert list(replay(catfish("Ann bets 10 on pass", "roll 6 5"), "--json").json) == plain


# --- the Shootout


def test_a_shootout_is_told_on_its_roll_and_in_its_log() -> None:
    told = replay(catfish(*HIT, SOUND, "clock 2026-03-04T20:00 America/Chicago"), "--json").json
    hit = {"amount": "100.00", "share": "10.00", "eligible": ["Bob"], "dice": "sound"}
    assert [rolled.get("shootout") for rolled in told["rolls"]] == [None] * 11 + [hit]
    assert told["shootout"]["posted"] == "200.00"
    unsigned = {"hit": None, "shares": 0, "shared": "0.00", "supervisor": "", "licence": ""}
    paid = {"hit": "2026-03-02T20:00-06:00", "shares": 1, "shared": "10.00", "supervisor": "Lee", "licence": "4711"}
    assert told["shootout"]["log"] == [
        {"day": "2026-03-02", "amount": "100.00", **unsigned},
        {"day": "2026-03-02", "amount": "100.00", **paid},
        {"day": "2026-03-03", "amount": "100.00", **unsigned},
        {"day": "2026-03-04", "amount": "200.00", **unsigned},
    ]


@pytest.mark.parametrize(("lines", "dice"), [((), None), (("supervisor finds the dice tampered",), "tampered")])
def test_a_shootout_that_waits_or_is_void_is_in_no_log(lines: tuple[str, ...], dice: str | None) -> None:
    told = replay(catfish(*HIT, *lines), "--json").json
    assert told["rolls"][-1]["shootout"]["dice"] == dice
    assert [entry["hit"] for entry in told["shootout"]["log"]] == [None]
    assert told["seats"]["Ann"]["rack"] == "1060.00"


def test_a_shootout_to_read() -> None:
    shown = replay(catfish(*HIT, SOUND)).out
    told = "the supervisor is notified [Craps Shootout 3], play stops until the dice are inspected [Craps Shootout 4]"
    assert f"      Ann hits the Shootout of 100.00: {told}\n" in shown
    assert "point made  puck OFF  Shootout 100.00, made 4 5 6\n" in shown
    assert f"{SOUND}   the Shootout: Ann +100.00, Bob +10.00\n" in shown
    assert "      Shootout   posted at 100.00\n" in shown
    assert "      Shootout   hit on 2026-03-02 20:00: 100.00 and 1 share, 10.00, signed Lee 4711\n" in shown
    void = "the Shootout is void for Ann, and the dice are investigated [Craps Shootout 4]"
    assert f"the dice tampered   {void}\n" in replay(catfish(*HIT, "supervisor finds the dice tampered")).out
    note = "note: this house has a Shootout, and nobody told the time"
    assert replay(catfish(*made(4, 5))).out.count(note) == 1
    assert note not in shown
    assert "Shootout" not in replay(catfish("Ann bets 10 on pass", "roll 6 5")).out


@pytest.mark.parametrize("ruling", [SOUND, "supervisor finds the dice tampered"])
def test_points_of_a_shootout_that_is_paid_or_void_are_shown_no_more(ruling: str) -> None:
    before, after = replay(catfish(*HIT, ruling, "Ann bets 10 on pass", "roll 4 2", "roll 4 2")).out.split(ruling)
    assert "Shootout 100.00, made 4 5 6 8 9\n" in before
    assert "Shootout 100.00" in after
    assert "made 4" not in after


def test_a_shootout_at_the_terminal_waits_for_the_supervisor(tmp_path: Path) -> None:
    night = tmp_path / "night.craps"
    night.write_text(catfish(*HIT))
    options = (str(night), "--name", "Ann", "--company", "0")
    ran = at_the_table("bet 10 on pass", "roll", SOUND, "roll", options=options)
    assert ran.code == 0
    assert "No: the Shootout is hit: the dice have to be inspected first" in ran.out
    assert f"✓ {SOUND} the Shootout: Ann +100.00, Bob +10.00" in " ".join(ran.out.split())  # a narrow screen breaks it
    assert "Ann shoots" in ran.out.split(SOUND)[-1]

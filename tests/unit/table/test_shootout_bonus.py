"""The Shootout played at a Catfish Bend table, by the notation."""

import json

import pytest

from sevenout.base.refusal import Refusal
from sevenout.crew.replay import ReplayStep, play
from sevenout.engine.game import Game
from sevenout.table import Table
from sevenout.table.commands import TellTime
from sevenout.table.log.table_log import read_log, write_log

OPENING = """rules catfish-bend
seat Ann 1000
seat Bob 500
seat Cy 500
clock 2026-03-02T20:00 America/Chicago
Bob bets 5 on hard-8
"""
POINTS = {4: "2 2", 5: "3 2", 6: "4 2", 8: "5 3", 9: "5 4", 10: "6 4"}


def makes(*points: int) -> str:
    """Ann sets each point and makes it. Bob's hardway goes down with an easy 8."""
    return "".join(f"Ann bets 10 on pass\nroll {POINTS[point]}\nroll {POINTS[point]}\n" for point in points)


ALL_SIX = makes(8, 4, 5, 6, 9) + "Bob bets 5 on hard-6\n" + makes(10)


def night(text: str) -> list[ReplayStep]:
    return list(play(OPENING + text))


def table_of(text: str) -> Table:
    played = play(OPENING + text)
    assert [(step.line, step.event) for step in played if isinstance(step.event, Refusal)] == []
    assert played.table is not None
    return played.table


def last_refusal(text: str) -> Refusal:
    event = night(text)[-1].event
    assert isinstance(event, Refusal)
    return event


def test_six_points_made_hold_the_bonus_until_the_dice_are_inspected() -> None:
    table = table_of(ALL_SIX)
    assert table.posted_bonus() == 100_00
    assert table.state.bonus is not None
    assert table.state.bonus.held_for == "Ann"
    assert last_refusal(ALL_SIX + "Ann bets 10 on pass\nroll 3 3").code == "inspection"
    assert last_refusal(ALL_SIX + "Ann bets 10 on pass\nthrow").code == "inspection"


def test_sound_dice_pay_the_shooter_and_a_share_to_everybody_with_a_wager() -> None:
    before, after = table_of(ALL_SIX), table_of(ALL_SIX + "supervisor finds the dice sound, signed Lee 4711")
    gained = {name: after.rack(name) - before.rack(name) for name in after.seats}
    assert gained == {"Ann": 100_00, "Bob": 10_00, "Cy": 0}
    assert after.state.ledger.bonus == 110_00
    assert after.state.ledger.bank == before.state.ledger.bank - 110_00


def test_tampered_dice_pay_nothing_and_the_amount_stands() -> None:
    clock = "clock 2026-03-05T09:00 America/Chicago\n"
    before, after = table_of(clock + ALL_SIX), table_of(clock + ALL_SIX + "supervisor finds the dice tampered")
    assert before.posted_bonus() == after.posted_bonus() == 400_00
    assert {name: after.rack(name) for name in after.seats} == {name: before.rack(name) for name in before.seats}
    assert after.state.ledger.bonus == 0


def test_the_amount_grows_by_the_clock_and_starts_again_after_a_hit() -> None:
    assert table_of("clock 2026-03-03T08:59 America/Chicago").posted_bonus() == 100_00
    assert table_of("clock 2026-03-03T09:00 America/Chicago").posted_bonus() == 200_00
    assert table_of("clock 2026-04-01T09:00 America/Chicago").posted_bonus() == 1500_00
    hit = "clock 2026-04-01T09:00 America/Chicago\n" + ALL_SIX + "supervisor finds the dice sound, signed Lee 4711\n"
    paid = table_of(hit)
    assert paid.posted_bonus() == 100_00
    assert paid.state.ledger.bonus == 1530_00
    assert table_of(hit + "clock 2026-04-02T09:00 America/Chicago").posted_bonus() == 100_00
    assert table_of(hit + "clock 2026-04-03T09:00 America/Chicago").posted_bonus() == 200_00


def test_passing_the_dice_voids_it_until_the_next_seven_out() -> None:
    passed = makes(8, 4, 5) + "Ann bets 10 on pass\nBob bets 10 on pass\nAnn passes the dice\n"
    steps = night(passed + "roll 4 3\n" + makes(6, 9, 10))
    bonus = steps[-1].after.bonus
    assert bonus is not None
    assert bonus.hand is not None
    assert bonus.hand.void
    assert not bonus.held_for


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("clock 2026-03-02T19:59 America/Chicago", "clock-backwards"),
        ("clock 2026-03-02T21:00 Europe/London", "no-time"),
        ("clock tomorrow America/Chicago", "no-time"),
        ("clock 2026-03-02T21:00 Mars/Olympus", "no-time"),
        ("supervisor finds the dice sound, signed Lee 4711", "not-now"),
    ],
)
def test_what_cannot_be_is_refused(line: str, code: str) -> None:
    assert last_refusal(line).code == code


def test_a_table_without_a_clock_or_a_bonus_posts_none() -> None:
    assert Table(Game.open("catfish-bend")).posted_bonus() is None
    table = Table(Game.open("typical"))
    table.execute(TellTime("2026-03-02T20:00", "America/Chicago"))
    assert table.posted_bonus() is None


def test_the_log_of_a_hit_reads_back() -> None:
    table = table_of(ALL_SIX + "supervisor finds the dice sound, signed Lee 4711")
    lines = list(write_log(table.log or ()))
    assert read_log(table.game, lines)[0] == table.state
    assert json.loads(lines[-1])["entry"]["event"]["licence"] == "4711"


SIGNED = "supervisor finds the dice sound, signed Lee 4711\n"


def told(table: Table) -> list[tuple[str, int, int, int, str]]:
    """The log of the bonus: day, dollars, shares, what they sum to, who signed."""
    return [
        (str(entry.day), entry.amount // 100, entry.shares, entry.shared // 100, entry.supervisor)
        for entry in table.shootout_log() or ()
    ]


def test_the_table_keeps_the_log_of_the_bonus() -> None:
    table = table_of(ALL_SIX + SIGNED + "clock 2026-03-04T09:00 America/Chicago")
    assert told(table) == [
        ("2026-03-02", 100, 0, 0, ""),
        ("2026-03-02", 100, 1, 10, "Lee"),
        ("2026-03-03", 100, 0, 0, ""),
        ("2026-03-04", 200, 0, 0, ""),
    ]
    assert told(table_of(ALL_SIX + "supervisor finds the dice tampered")) == [("2026-03-02", 100, 0, 0, "")]


def test_who_has_a_share_stays_until_the_dice_are_inspected() -> None:
    """Craps Shootout 10: what counts is who had a bet when it was hit."""
    assert last_refusal(ALL_SIX + "Bob takes down all\nBob leaves\n").code == "inspection"
    assert last_refusal(ALL_SIX + "Ann leaves\n").code == "inspection"
    paid = table_of(ALL_SIX + "Bob takes down all\n" + SIGNED + "Bob leaves\n")
    assert told(paid)[-1] == ("2026-03-02", 100, 1, 10, "Lee")
    assert paid.state.ledger.bonus == 110_00


def test_a_table_without_a_bonus_a_clock_or_a_log_keeps_none() -> None:
    typical, untold = Table(Game.open("typical")), Table(Game.open("catfish-bend"))
    unlogged = Table(Game.open("catfish-bend"), keep_log=False)
    for table in (typical, unlogged):
        table.execute(TellTime("2026-03-02T20:00", "America/Chicago"))
    assert (typical.shootout_log(), untold.shootout_log(), unlogged.shootout_log()) == (None, None, None)


def test_a_hit_counts_from_the_roll_and_not_from_the_inspection() -> None:
    """The dice are looked at after nine in the morning: it was hit in the day before, for what it stood at then."""
    table = table_of(ALL_SIX + "clock 2026-03-03T09:01 America/Chicago\n" + SIGNED)
    assert table.state.ledger.bonus == 110_00
    assert table.posted_bonus() == 100_00  # the morning after a hit adds nothing
    assert told(table) == [
        ("2026-03-02", 100, 0, 0, ""),
        ("2026-03-02", 100, 1, 10, "Lee"),
        ("2026-03-03", 100, 0, 0, ""),
    ]
    void = table_of(ALL_SIX + "clock 2026-03-03T09:01 America/Chicago\nsupervisor finds the dice tampered\n")
    assert void.posted_bonus() == 200_00


@pytest.mark.parametrize("at", ["1899-12-31T12:00", "2200-01-02T12:00", "9999-12-31T23:00", "0001-01-01T00:00"])
def test_no_clock_runs_near_the_ends_of_the_calendar(at: str) -> None:
    answer = Table(Game.open("catfish-bend")).execute(TellTime(at, "UTC"))
    assert isinstance(answer, Refusal)
    assert answer.code == "no-time"


def test_the_longest_log_can_be_read() -> None:
    table = Table(Game.open("catfish-bend"))
    for at in ("1900-01-02T12:00", "2199-12-31T12:00"):
        assert not isinstance(table.execute(TellTime(at, "UTC")), Refusal)
    log = table.shootout_log()
    assert log is not None
    assert (len(log), log[0].amount, log[-1].amount) == (109_572, 100_00, 1500_00)

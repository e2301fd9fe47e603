"""`sevenout replay --calls`: what the crew says, between the lines and in the JSON."""

from tests.unit.cli.command import replay
from tests.unit.cli.seat import at_the_table, seed_for

NIGHT = """\
rules catfish-bend
seat Ann 1000
seat Bob 500
Ann bets 10 on dont-pass
throw
roll 4 4
Bob bets 12 on place-6
Ann tokes 5 on hard-8
Bob bets 5 on hard-8
no roll: one die down inside
roll 4 4 called by base dealer
Bob bets 700 on pass
Bob bets 10 on pass
throw
no roll: on the rail
supervisor overrules, roll 4 3
"""

SPEAKERS = ("stickperson:", "second base:", "third base:", "supervisor:")
DONT = "Shooting from the don't"
REMINDER = "All hardways are working unless called off"


def test_what_is_said_stands_between_the_lines() -> None:
    ran = replay(NIGHT, "--calls", "--keep-going")
    assert (ran.code, ran.err) == (0, "")
    said = [line.strip() for line in ran.out.splitlines() if line.strip().startswith(SPEAKERS)]
    assert said == [
        f"stickperson: Coming out. {REMINDER}. {DONT}. Dice are out.",
        "stickperson: Eight. Hard eight. The point is eight, mark it.",
        "second base: Eight it is.",
        "second base: 12, player 1 at second base, Place Bet 6.",
        "stickperson: 5 for the dealers, Hardway 8.",
        "stickperson: 5, Hardway 8, player 1 at second base.",
        "stickperson: No roll. One down inside. Supervisor, a die is down.",
        f"stickperson: {DONT}. Dice are out.",
        "stickperson: Call it.",
        "second base: Eight. Hard eight. Winner eight. Front line winner. Take the don'ts.",
        "stickperson: 45 for Hardway 8, pay Bob. 45 for Hardway 8, pay the dealers.",
        f"stickperson: Coming out. {REMINDER}. Dice are out.",
        "stickperson: No roll, on the rail.",
        "supervisor: The roll counts.",
        "stickperson: Seven. Winner seven. Front line winner. Take the don'ts.",
        "third base: Seven it is.",
    ]


def test_json_has_the_calls_of_every_roll_with_their_clauses() -> None:
    rolls = replay(NIGHT, "--calls", "--keep-going", "--json").json["rolls"]
    assert [list(roll)[-1] for roll in rolls] == ["calls"] * 3
    first, second, third = (roll["calls"] for roll in rolls)
    assert first[0] == {
        "who": "stickperson",
        "words": "Coming out",
        "clause": "Stickperson 3",
        "provenance": "stated",
    }
    assert [call["words"] for call in second][:3] == [
        "12, player 1 at second base, Place Bet 6",
        "5 for the dealers, Hardway 8",
        "5, Hardway 8, player 1 at second base",
    ]
    assert third[-2]["words"] == "Take the don'ts"
    assert third[-2]["provenance"] == "assumed"
    assert third[-1] == {
        "who": "third base",
        "words": "Seven it is",
        "clause": "Base Dealer 4",
        "provenance": "derived",
    }


def test_json_says_for_whom_words_are_and_what_a_roll_is_called() -> None:
    rolls = replay(NIGHT, "--calls", "--keep-going", "--json").json["rolls"]
    assert [call["to"] for call in rolls[1]["calls"] if "to" in call] == [
        "supervisor",
        "supervisor",
        "Bob",
        "the dealers",
    ]
    assert [roll.get("named") for roll in rolls] == [
        None,
        None,
        [{"name": "natural", "clause": "Definitions: Natural"}],
    ]


def test_what_is_said_after_the_last_roll_is_kept_too() -> None:
    night = replay(f"{NIGHT}Bob bets 12 on place-8\n", "--calls", "--keep-going", "--json").json
    assert [call["words"] for call in night["calls"]] == ["12, player 1 at second base, Place Bet 8"]


def test_without_the_option_nothing_is_said() -> None:
    plain = replay(NIGHT, "--keep-going", "--json").json
    heard = replay(NIGHT, "--keep-going", "--json", "--calls").json
    assert all("calls" not in roll for roll in plain["rolls"])
    for roll in heard["rolls"]:
        del roll["calls"]
        roll.pop("named", None)
    assert heard == plain
    assert "Coming out" not in replay(NIGHT, "--keep-going").out


def test_a_refused_line_makes_nobody_speak() -> None:
    refused = "rules catfish-bend\nseat Ann 100\nAnn bets 700 on place-6\n"
    ran = replay(refused, "--calls")
    assert ran.code == 1
    assert "base:" not in ran.out


def test_at_ones_own_table_the_crew_is_heard_if_that_is_asked_for() -> None:
    options = ("--name", "Ann", "--company", "0")
    lines = ("bet 10 on pass", "bet 20 on buy-4 with 25", "call buy-4 on", "roll", "quit")
    aloud = at_the_table(*lines, options=(*options, "--calls"), seed=seed_for(6)).out
    for said in (
        "third base: 20, Buy Bet 4, player 1 at third base, 1 vig, 4 change.",
        "third base: Buy Bet 4 on, player 1 at third base, button down.",
        "stickperson: Coming out.",
        "The point is six, mark it.",
        "second base: Six it is.",
    ):
        assert said in aloud
    assert "base:" not in at_the_table(*lines, options=options, seed=seed_for(6)).out

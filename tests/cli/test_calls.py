"""`sevenout replay --calls`: what the crew says, between the lines and in the JSON."""

from tests.cli.command import replay

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
no roll: off the table
roll 4 4
Bob bets 700 on pass
Bob bets 10 on pass
throw
no roll: on the rail
supervisor overrules, roll 4 3
"""

DONT = "Shooting from the don't"
REMINDER = "All hardways are working unless called off"


def test_what_is_said_stands_between_the_lines() -> None:
    ran = replay(NIGHT, "--calls", "--keep-going")
    assert (ran.code, ran.err) == (0, "")
    said = [line.strip() for line in ran.out.splitlines() if line.strip().startswith(("stick", "second", "third"))]
    assert said == [
        f"stickperson: Coming out. {REMINDER}. {DONT}. Dice are out.",
        "stickperson: Eight. Hard eight. The point is eight, mark it.",
        "second base: 12, player 1 at second base, Place Bet 6.",
        "stickperson: 5 for the dealers, Hardway 8.",
        "stickperson: 5, Hardway 8, player 1 at second base.",
        "stickperson: No roll. One down. Supervisor, a die is down.",
        f"stickperson: {DONT}. Dice are out.",
        "stickperson: Eight. Hard eight. Winner eight. Front line winner. Take the don'ts. "
        "45 for Hardway 8, pay Bob. 45 for Hardway 8, pay the dealers.",
        f"stickperson: Coming out. {REMINDER}. Dice are out.",
        "stickperson: No roll, on the rail.",
        "stickperson: Seven. Winner seven. Front line winner. Take the don'ts.",
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
    assert third[-1]["words"] == "Take the don'ts"
    assert third[-1]["provenance"] == "assumed"


def test_without_the_option_nothing_is_said() -> None:
    plain = replay(NIGHT, "--keep-going", "--json").json
    heard = replay(NIGHT, "--keep-going", "--json", "--calls").json
    assert all("calls" not in roll for roll in plain["rolls"])
    for roll in heard["rolls"]:
        del roll["calls"]
    assert heard == plain
    assert "Coming out" not in replay(NIGHT, "--keep-going").out


def test_a_refused_line_makes_nobody_speak() -> None:
    refused = "rules catfish-bend\nseat Ann 100\nAnn bets 700 on place-6\n"
    ran = replay(refused, "--calls")
    assert ran.code == 1
    assert "base:" not in ran.out

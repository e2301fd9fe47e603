"""`sevenout replay --steps`: what each hand takes, pays and moves after a roll, between the lines and in the JSON."""

from pathlib import Path

import pytest

from sevenout.rulebook import shipped
from tests.unit.cli.command import game, replay

EXAMPLES = Path(__file__).parents[3] / "examples"

NIGHT = """\
rules catfish-bend
seat Ann 1000
seat Bob 500
Ann bets 10 on pass
roll 5 4
Ann bets 20 on pass-odds
Bob bets 130 on come
roll 3 3
Ann tokes 5 on hard-8
roll 5 4
"""


@pytest.fixture(params=[80, 120, 200])
def width(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("COLUMNS", str(request.param))
    columns: int = request.param
    return columns


def steps(text: str, *options: str) -> list[list[dict[str, object]]]:
    return [roll["steps"] for roll in replay(text, "--steps", "--json", *options).json["rolls"]]


def test_every_step_says_who_what_how_much_which_chips_where_and_the_clause() -> None:
    paid = steps(NIGHT)[2][1]
    assert (
        paid
        | {
            "who": "third base",
            "act": "pay",
            "seat": "Ann",
            "wager": "pass-odds",
            "amount": "30.00",
            "to": "rack",
            "end": "third base",
            "area": "pass line",
            "direction": "base to stick",
            "at": "straight behind the pass bet",
            "chips": [
                {"colour": "green", "value": "25.00", "chips": 1},
                {"colour": "red", "value": "5.00", "chips": 1},
            ],
            "decided": "Wagers 5b",
            "says": "Third base pays Ann's pass-odds: 30.00",
            "clause": "Taking and Paying 3",
            "provenance": "stated",
        }
        == paid
    )


def test_the_steps_of_a_roll_are_in_the_order_they_are_done() -> None:
    _, travelled, made = steps(NIGHT)
    assert [step["act"] for step in travelled] == ["bring in", "move"]
    assert travelled[1]["to"] == "come-6"
    said = [(step["act"], step.get("wager", "")) for step in made]
    assert said == [
        ("bring in", ""),
        ("pay", "pass-odds"),
        ("pick up", "pass-odds"),
        ("pay", "pass"),
        ("pick up", "pass"),
        ("puck", ""),
        ("puck", ""),
    ]


def test_the_chips_of_a_step_add_up_to_its_amount() -> None:
    for roll in replay(NIGHT, "--steps", "--json").json["rolls"]:
        for step in roll["steps"]:
            chips = sum(stack["chips"] * float(stack["value"]) for stack in step.get("chips", []))
            assert chips == float(step.get("amount", 0))


def test_an_amount_that_no_chips_make_has_none() -> None:
    text = game("Ann bets 5 on pass", "roll 4 2", "Ann bets 0.50 on place-8", "roll 4 4").replace(
        "seat", "table minimum 0.50 maximum 500 chip 0.50\nseat", 1
    )
    paid = [step for step in steps(text)[1] if step["act"] == "pay"]
    assert [(step["amount"], step.get("chips")) for step in paid] == [("0.50", None)]


def test_the_text_names_the_same_steps_and_stays_within_the_screen(width: int) -> None:
    told = steps(NIGHT)
    ran = replay(NIGHT, "--steps")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert max(len(line) for line in lines if " rack " not in line) <= width
    words = " ".join(ran.out.split())
    for roll in told:
        for number, step in enumerate(roll, 1):
            who = step["seat"] if step["who"] == "player" else step["who"]
            mine = [line for line in lines if line.lstrip().startswith(f"{number}  {who}")]
            assert any(str(step.get("amount", "")) in line and str(step.get("wager", "")) in line for line in mine)
            assert str(step["clause"]) in words
            assert str(step.get("at", "")) in words


def test_columns_stand_under_each_other(width: int) -> None:
    numbered = [line for line in replay(NIGHT, "--steps").out.splitlines() if line[:8].strip().isdigit()]
    lines = [line for line in numbered if "pass" in line]
    assert len(lines) == 4
    assert len({line.index(".00") for line in lines}) == 1, width


def test_calls_and_steps_go_together() -> None:
    roll = replay(NIGHT, "--steps", "--calls", "--json").json["rolls"][0]
    assert list(roll)[-2:] == ["calls", "steps"]
    text = replay(NIGHT, "--steps", "--calls").out
    assert text.index("stickperson: Nine.") < text.index("1  stickperson  brings the dice in")


def test_without_the_option_nothing_is_told() -> None:
    assert "steps" not in replay(NIGHT, "--json").json["rolls"][0]
    assert "brings the dice in" not in replay(NIGHT).out


@pytest.mark.parametrize("book", [*shipped(), *map(str, EXAMPLES.glob("*.toml"))], ids=lambda book: Path(book).stem)
def test_every_house_has_steps(book: str) -> None:
    text = game("Ann bets 25 on field", "Ann bets 25 on pass", "roll 6 6", "roll 5 6", book=book)
    ran = replay(text, "--steps", "--keep-going")
    assert (ran.code, ran.err) == (0, "")
    assert "1  stickperson  brings the dice in" in ran.out

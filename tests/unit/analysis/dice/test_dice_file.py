"""Dice files: what they mean, exactly, and one line for each thing that can be wrong with them."""

from fractions import Fraction
from pathlib import Path

import pytest

from sevenout.analysis.dice.dice_file import open_dice, parse_dice, read_dice
from sevenout.analysis.dice.dice_models import HARDWAYS, THREE_V, DiceSetting, dice_by_axis
from sevenout.base.dice import FAIR_DICE, ROLLS, roll
from sevenout.base.errors import BadInput, WrongType

FACES = "[faces]\n" + "\n".join(f'{face} = "1/6"' for face in range(1, 7))


@pytest.mark.parametrize(
    "text",
    [
        FACES,
        "out-of = 600\n[faces]\n" + "\n".join(f"{face} = 100" for face in range(1, 7)),
        FACES.replace("faces", "die-1") + "\n" + FACES.replace("faces", "die-2"),
        "out-of = 36\n[totals]\n" + "\n".join(f"{total} = {6 - abs(7 - total)}" for total in range(2, 13)),
        "out-of = 36\n[rolls]\n" + "\n".join(f'"{one.a}-{one.b}" = 1' for one in ROLLS),
        '[axis]\nfirst = "3542"\nsecond = [3, 1, 4, 6]\ncontrol = 0',
    ],
)
def test_every_form_can_say_fair_dice(text: str) -> None:
    assert parse_dice(text) == FAIR_DICE
    assert parse_dice(text).weights == (1,) * 36


def test_numbers_are_read_as_they_are_written() -> None:
    text = '[faces]\n1 = 0.1667\n2 = "1/6"\n3 = "1/6"\n4 = "1/6"\n5 = "1/6"\n6 = "1/6"'
    with pytest.raises(BadInput, match=r"add up to 30001/30000 \(1.00003\), not to 1"):
        parse_dice(text)
    model = parse_dice('[faces]\n1 = 0.1\n2 = "1/5"\n3 = "30%"\n4 = 0\n5 = 0.25\n6 = "3/20"', "mine")
    assert model.chance(roll(3, 2)) == Fraction(3, 50)
    assert model.name == "mine"


def test_each_die_by_itself() -> None:
    one = "[die-1]\n1 = 1\n" + "\n".join(f"{face} = 0" for face in range(2, 7))
    two = "[die-2]\n6 = 1\n" + "\n".join(f"{face} = 0" for face in range(1, 6))
    assert parse_dice(f"{one}\n{two}").chance(roll(1, 6)) == 1


def test_a_total_keeps_its_rolls_alike() -> None:
    text = "out-of = 36\n[totals]\n7 = 0\n12 = 7\n" + "\n".join(
        f"{total} = {6 - abs(7 - total)}" for total in range(2, 12) if total != 7
    )
    model = parse_dice(text)
    with pytest.raises(BadInput, match="below 0"):
        parse_dice(text.replace("7 = 0", "7 = -1").replace("12 = 7", "12 = 8"))
    assert (model.chance(roll(6, 6)), model.chance(roll(3, 4))) == (Fraction(7, 36), Fraction(0))
    assert model.chance(roll(5, 3)) == model.chance(roll(4, 4)) == Fraction(1, 36)


def test_dice_setters_figures() -> None:
    """On axis all the time: the 3-V set has two sevens in 16 rolls, the hardway and all-sevens sets four (the axial
    charts of S. Haltom, dicesetter.com); the hardway set that turns alike has the four hardways alone (D. Pronovost,
    Pro Test)."""
    assert dice_by_axis(THREE_V, 1).chance_of_total(7) == Fraction(2, 16)
    assert dice_by_axis(HARDWAYS, 1).chance_of_total(7) == Fraction(4, 16)
    sevens = DiceSetting((5, 6, 2, 1), (5, 6, 2, 1))
    naturals = [dice_by_axis(sevens, 1).chance_of_total(total) for total in (7, 11)]
    assert naturals == [Fraction(4, 16), Fraction(2, 16)]
    alike = dice_by_axis(HARDWAYS, 1, pitch=1)
    assert {one.pair: alike.chance(one) for one in ROLLS if alike.chance(one)} == {
        (face, face): Fraction(1, 4) for face in (2, 3, 4, 5)
    }


def test_control_of_each_die_or_of_both_together() -> None:
    """By itself each die leaves the axis 9 times in 10; together both do or neither."""
    tenth = Fraction(1, 10)
    apart, together = dice_by_axis(THREE_V, tenth), dice_by_axis(THREE_V, tenth, together=True)
    both_off = roll(1, 2)  # 1 is on the first axle, 2 on the second
    assert apart.chance(both_off) == Fraction(81, 100) / 36
    assert together.chance(both_off) == Fraction(9, 10) / 36
    assert together.chance_of_total(7) == tenth * Fraction(1, 8) + (1 - tenth) * Fraction(1, 6)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[faces]\n1 = = 2", r"this is no TOML: .*line 2"),
        ("", r"a dice file has \[faces\], .*; this has none of them"),
        (f'{FACES}\n[axis]\nfirst = "3542"', r"this has \[faces\] and \[axis\]"),
        (FACES.replace("faces", "die-1"), r"this has \[die-1\]"),
        ("[face]\n1 = 1", "there is no 'face' in a dice file. Did you mean 'faces'"),
        ("faces = 3", r"faces is a table: write \[faces\]"),
        (FACES.replace("6 =", "7 ="), r"\[faces\]: 7 is not a face: there are 1 to 6"),
        (FACES.replace('6 = "1/6"', ""), r"\[faces\]: there is no chance for the face 6: give 0"),
        (FACES.replace('6 = "1/6"', "6 = 0.1"), r"\[faces\]: the chances add up to 14/15 \(0.933333\), not to 1"),
        (FACES.replace('6 = "1/6"', "6 = -0.1"), r"\[faces\]: 6 has a chance of -1/10, which is below 0"),
        (FACES.replace('6 = "1/6"', "6 = 2"), r"\[faces\]: 6 has a chance of 2, which is above 1"),
        (FACES.replace('6 = "1/6"', '6 = "a lot"'), r"\[faces\]: 6: 'a lot' is no number"),
        (FACES.replace('6 = "1/6"', '6 = "1/0"'), r"\[faces\]: 6: '1/0' is no number"),
        (FACES.replace('6 = "1/6"', "6 = true"), r"\[faces\]: 6: write a number"),
        (FACES.replace('6 = "1/6"', "6 = 1e-99999999"), r"\[faces\]: 6: .* is no number"),
        (FACES.replace('6 = "1/6"', "six = 1"), r"\[faces\]: 'six' is no number"),
        (f"out-of = 0\n{FACES}", "out-of is what all chances add up to, above 0, not 0"),
        (f"name = 3\n{FACES}", "name is a short text on one line"),
        ("[totals]\n13 = 1", r"\[totals\]: 13 is not a total: there are 2 to 12"),
        ('[rolls]\n"3 and 4" = 1', r"\[rolls\]: '3 and 4' is no roll"),
        ('[rolls]\n"3-7" = 1', r"\[rolls\]: 3-7 is not a roll: there are 1-1 to 6-6"),
        ('[rolls]\n"3-4" = 0.5', r"\[rolls\]: the chances add up to 1/2"),
        ('[axis]\nfirst = "3542"', r"\[axis\]: second is missing"),
        ('[axis]\nfirst = "1234"\nsecond = "3146"\ncontrol = 0', r"\[axis\]: 1-2-3-4 does not go round a die"),
        ('[axis]\nfirst = 3\nsecond = "3146"\ncontrol = 0', r"\[axis\]: first: write the four faces"),
        ('[axis]\nfirst = "3542"\nsecond = "3146"\ncontrol = 2', r"\[axis\]: control has a chance of 2, .* above 1"),
        (
            '[axis]\nfirst = "3542"\nsecond = "3146"\ncontrol = 0\npich = 1',
            r"\[axis\]: there is no 'pich' here. Did you",
        ),
        ('[axis]\nfirst = "3542"\nsecond = "3146"\ncontrol = 0\ntogether = 1', r"\[axis\]: together is true or false"),
    ],
)
def test_what_is_wrong_is_one_line_that_names_it(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says) as error:
        parse_dice(text, origin="my.toml")
    assert str(error.value).startswith("my.toml: ")
    assert "\n" not in str(error.value)


def test_a_file_is_called_by_its_name_unless_it_says_another(tmp_path: Path) -> None:
    file = tmp_path / "heavy.toml"
    file.write_text(FACES)
    assert read_dice(file).name == "heavy.toml"
    file.write_text(f'name = "Ann\'s dice"\n{FACES}')
    assert open_dice(str(file)).name == "Ann's dice"
    with pytest.raises(BadInput, match="No such file"):
        open_dice(tmp_path / "none.toml")
    with pytest.raises(WrongType, match="dice are a DiceModel or the path"):
        open_dice(7)  # type: ignore[arg-type]

"""Reads a model of dice from a small TOML file (`--dice FILE`), and gives a house the dice to be analysed with.

The format is on the page docs/reference/dice.md. Numbers are read as they are written: 0.1667 is 1667/10000.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from sevenout.analysis.dice.dice_models import (
    DiceSetting,
    check_chances,
    check_ring,
    check_share,
    dice_by_axis,
    dice_by_faces,
    dice_by_rolls,
    dice_by_totals,
)
from sevenout.base.dice import FACES, FAIR_DICE, DiceModel
from sevenout.base.errors import BadInput, WrongType
from sevenout.base.files import read_text
from sevenout.base.vocabulary import did_you_mean
from sevenout.engine.game import AnyHouse, Game, open_game, open_rules
from sevenout.rulebook.compiler.book_compiler import CompiledBook

AnyDice: TypeAlias = DiceModel | str | Path
"""A model, or the file of one."""

Made = TypeVar("Made")

LARGEST = 1 << 16
_WHAT = "a dice file"
_TABLES = ("faces", "die-1", "die-2", "totals", "rolls", "axis")
_WORDS = ("name", "out-of", *_TABLES)
_AXIS = ("first", "second", "control", "together", "pitch")
_DIGITS = 100
"""A chance is written with so many characters at most."""
_ROLL = re.compile(r"([1-9])-([1-9])")


def read_dice(path: str | Path) -> DiceModel:
    """The dice of a file; whatever is wrong with it is one line that names the file."""
    file = Path(path)
    return parse_dice(read_text(file, LARGEST, _WHAT), file.name, str(file))


def parse_dice(text: str, name: str = "dice", origin: str = "dice") -> DiceModel:
    """The dice that a text describes; they are called by its `name`, or as the file is.

    >>> parse_dice('[axis]\\nfirst = "3542"\\nsecond = "3146"\\ncontrol = 0.1\\ntogether = true').chance_of_total(7)
    Fraction(13, 80)
    >>> parse_dice('[faces]\\n1 = 0.5\\n2 = 0.4\\n3 = 0\\n4 = 0\\n5 = 0\\n6 = 0')
    Traceback (most recent call last):
    sevenout.base.errors.BadInput: dice: [faces]: the chances add up to 9/10 (0.9), not to 1
    """
    try:
        read = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        raise BadInput(f"{origin}: this is no TOML: {error}") from error
    try:
        return _model(read, name)
    except BadInput as error:
        raise BadInput(f"{origin}: {error}") from error


def open_dice(dice: AnyDice | None) -> DiceModel:
    """Dice however they are given; fair ones if they are not."""
    match dice:
        case None:
            return FAIR_DICE
        case DiceModel():
            return dice
        case str() | Path():
            return read_dice(dice)
    raise WrongType(f"dice are a DiceModel or the path of a dice file, not {dice!r}")


def rules_with_dice(house: AnyHouse, dice: AnyDice | None) -> CompiledBook:
    """A house's compiled rules with the dice that analysis throws there; as they are, if no dice are given."""
    rules = open_rules(house)
    return rules if dice is None else replace(rules, dice=open_dice(dice))


def game_with_dice(house: AnyHouse, dice: AnyDice | None) -> Game:
    """A table of a house with the dice that analysis throws there; as it is, if no dice are given."""
    game = open_game(house)
    if dice is None:
        return game
    rules = rules_with_dice(game, dice)
    return Game(rules, game.minimum, game.maximum, game.chip, game.seats, undo=game.undo)


def parse_set(text: str) -> DiceSetting:
    """A set of two dice, as it is typed.

    >>> parse_set("3542,3146")
    DiceSetting(first=(3, 5, 4, 2), second=(3, 1, 4, 6))
    """
    rings = [_ring(part, text) for part in text.split(",")]
    if len(rings) != 2:
        raise BadInput(f"{text!r} is no set of two dice: write the four faces around each axle, as in 3542,3146")
    return DiceSetting(*rings)


def _model(read: Mapping[str, Any], otherwise: str) -> DiceModel:
    for word in read:
        if word not in _WORDS:
            raise BadInput(f"there is no {word!r} in a dice file.{did_you_mean(word, _WORDS)}")
    name = read.get("name", otherwise)
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > _DIGITS:
        raise BadInput("name is a short text on one line")
    out_of = _number(read.get("out-of", 1), "out-of")
    if out_of <= 0:
        raise BadInput(f"out-of is what all chances add up to, above 0, not {out_of}")
    tables = {word: read[word] for word in _TABLES if word in read}
    for word, table in tables.items():
        if not isinstance(table, dict):
            raise BadInput(f"{word} is a table: write [{word}] on a line of its own")
    match sorted(tables):
        case ["faces"]:
            return _in_table("faces", lambda: dice_by_faces(_by_number(tables["faces"], out_of), name=name))
        case ["die-1", "die-2"]:
            one = _in_table("die-1", lambda: check_chances(_by_number(tables["die-1"], out_of), FACES, "a face"))
            two = _in_table("die-2", lambda: check_chances(_by_number(tables["die-2"], out_of), FACES, "a face"))
            return dice_by_faces(one, two, name=name)
        case ["totals"]:
            return _in_table("totals", lambda: dice_by_totals(_by_number(tables["totals"], out_of), name=name))
        case ["rolls"]:
            return _in_table("rolls", lambda: dice_by_rolls(_by_roll(tables["rolls"], out_of), name=name))
        case ["axis"]:
            return _in_table("axis", lambda: _axis(tables["axis"], name))
    found = " and ".join(f"[{word}]" for word in tables) or "none of them"
    raise BadInput(f"a dice file has [faces], [die-1] and [die-2], [totals], [rolls] or [axis]; this has {found}")


def _in_table(table: str, make: Callable[[], Made]) -> Made:
    """Makes something of a table; what is wrong there is told with the table's name."""
    try:
        return make()
    except BadInput as error:
        raise BadInput(f"[{table}]: {error}") from error


def _axis(table: Mapping[str, Any], name: str) -> DiceModel:
    for word in table:
        if word not in _AXIS:
            raise BadInput(f"there is no {word!r} here.{did_you_mean(word, _AXIS)}")
    for word in ("first", "second", "control"):
        if word not in table:
            raise BadInput(f"{word} is missing: write first and second (the faces around each axle) and control")
    together = table.get("together", False)
    if not isinstance(together, bool):
        raise BadInput("together is true or false")
    rings = DiceSetting(*(_ring(table[word], word) for word in ("first", "second")))
    control, pitch = (_number(table.get(word, 0), word) for word in ("control", "pitch"))
    return dice_by_axis(
        rings, check_share(control, "control"), together=together, pitch=check_share(pitch, "pitch"), name=name
    )


def _ring(given: object, where: str) -> tuple[int, ...]:
    written = [*given.replace("-", "").replace(" ", "")] if isinstance(given, str) else given
    if not isinstance(written, list) or not all(str(face).isascii() and str(face).isdigit() for face in written):
        raise BadInput(f"{where}: write the four faces around the axle, as in 3542")
    return check_ring([int(face) for face in written])


def _by_number(table: Mapping[str, Any], out_of: Fraction) -> dict[int, Fraction]:
    chances = {}
    for key, value in table.items():
        if not (key.isascii() and key.isdigit() and len(key) <= 2):
            raise BadInput(f"{key!r} is no number")
        chances[int(key)] = _number(value, key) / out_of
    return chances


def _by_roll(table: Mapping[str, Any], out_of: Fraction) -> dict[tuple[int, int], Fraction]:
    chances = {}
    for key, value in table.items():
        shown = _ROLL.fullmatch(key)
        if shown is None:
            raise BadInput(f'{key!r} is no roll: write both faces, as in "3-4"')
        chances[int(shown[1]), int(shown[2])] = _number(value, key) / out_of
    return chances


def _number(value: object, what: str) -> Fraction:
    """A number as it is written: 3, 0.25, "1/6" or "16.5%"."""
    text = str(value)
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str) or len(text) > _DIGITS:
        raise BadInput(f'{what}: write a number, such as 0.25 or "1/6"')
    try:
        percent = text.removesuffix("%")
        if "e" in text.lower():
            raise ValueError(text)
        return Fraction(percent.strip()) / (1 if percent == text else 100)
    except (ValueError, ZeroDivisionError) as error:
        raise BadInput(f'{what}: {text!r} is no number: write 0.25, "1/4" or "25%"') from error

"""Makes dice that are not fair: from the chances of faces, of totals or of rolls, or from how well an axis is kept.

Chances are fractions, and they must add up to one exactly.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeVar

from sevenout.base.dice import FACES, ROLLS, DiceModel
from sevenout.base.errors import BadInput

Chance = Fraction | int
"""A probability: exact, so no float."""

Shown = TypeVar("Shown", int, tuple[int, int])
"""A face, a total, or both faces of a roll."""

TOTALS = tuple(sorted({roll.total for roll in ROLLS}))
"""What two dice can add up to."""
RING = 4
"""So many faces of a die come up in turn as it rolls over an axle; the other two are on the axle."""


class DiceSetting(NamedTuple):
    """How a shooter sets two dice: for each, the faces that come up one after the other as it turns on its axle.

    The first faces are on top together when the dice leave the hand.
    """

    first: tuple[int, ...]
    second: tuple[int, ...]

    def __str__(self) -> str:
        return ",".join("".join(map(str, ring)) for ring in self)


THREE_V = DiceSetting((3, 5, 4, 2), (3, 1, 4, 6))
"""The 3-V set, T3F5/T3F1: threes on top; with both dice on their axles it has the fewest sevens of all sets."""
HARDWAYS = DiceSetting((2, 3, 5, 4), (2, 3, 5, 4))
"""The hardway set: the same face on both dice all round."""


def dice_by_faces(first: Mapping[int, Chance], second: Mapping[int, Chance] | None = None, name: str = "") -> DiceModel:
    """Two dice that do not know of each other, each by its six faces; alike if only one is given.

    >>> heavy = {1: Fraction(1, 12), 2: Fraction(1, 6), 3: Fraction(1, 6), 4: Fraction(1, 6), 5: Fraction(1, 6),
    ...     6: Fraction(1, 4)}
    >>> dice_by_faces(heavy).chance_of_total(12)
    Fraction(1, 16)
    """
    one = check_chances(first, FACES, "a face")
    other = one if second is None else check_chances(second, FACES, "a face")
    return dice_of([one[roll.a] * other[roll.b] for roll in ROLLS], name or "dice by face")


def dice_by_totals(totals: Mapping[int, Chance], name: str = "") -> DiceModel:
    """Dice by their eleven totals; the rolls of a total stay as likely as each other.

    >>> fair = {total: Fraction(min(total - 1, 13 - total), 36) for total in TOTALS}
    >>> dice_by_totals(fair).is_fair
    True
    """
    chances = check_chances(totals, TOTALS, "a total")
    ways = {total: sum(roll.total == total for roll in ROLLS) for total in TOTALS}
    return dice_of([chances[roll.total] / ways[roll.total] for roll in ROLLS], name or "dice by total")


def dice_by_rolls(rolls: Mapping[tuple[int, int], Chance], name: str = "") -> DiceModel:
    """Dice by their rolls, told apart; a roll that is not named cannot come.

    >>> dice_by_rolls({(3, 4): Fraction(1, 2), (4, 3): Fraction(1, 2)}).chance_of_total(7)
    Fraction(1, 1)
    """
    every = {(roll.a, roll.b): Fraction(0) for roll in ROLLS} | dict(rolls)
    chances = check_chances(every, [(roll.a, roll.b) for roll in ROLLS], "a roll")
    return dice_of([chances[roll.a, roll.b] for roll in ROLLS], name or "dice by roll")


def dice_by_axis(
    dice_set: DiceSetting,
    control: Chance,
    *,
    together: bool = False,
    pitch: Chance = 0,
    name: str = "",
) -> DiceModel:
    """Dice that a shooter keeps on their axles now and then, and fair otherwise.

    A die on its axle shows each face of its ring alike. `control` is how likely a die is on its axle; `together`: both
    are, or neither. Of throws with both on their axles, in a share of `pitch` the dice turn equally far.

    >>> perfect = dice_by_axis(THREE_V, 1)
    >>> perfect.chance_of_total(7), dice_by_axis(HARDWAYS, 1, pitch=1).chance_of_total(7)
    (Fraction(1, 8), Fraction(0, 1))
    >>> dice_by_axis(THREE_V, 0).is_fair
    True
    """
    first, second = check_ring(dice_set.first), check_ring(dice_set.second)
    held, alike = (check_share(chance, what) for chance, what in ((control, "control"), (pitch, "pitch")))
    each, on = Fraction(1, len(FACES)), Fraction(1, RING)
    both, one, neither = (held, Fraction(0), 1 - held) if together else (held**2, held * (1 - held), (1 - held) ** 2)
    chances = []
    for roll in ROLLS:
        in_first, in_second = roll.a in first, roll.b in second
        turned_alike = in_first and in_second and first.index(roll.a) == second.index(roll.b)
        chances.append(
            both * (in_first and in_second) * (1 - alike) * on * on
            + both * turned_alike * alike * on
            + one * (in_first * on * each + in_second * each * on)
            + neither * each * each
        )
    return dice_of(chances, name or f"dice kept on axis {float(held):.4g} of the time")


def dice_of(chances: Sequence[Fraction], name: str) -> DiceModel:
    """A model of 36 chances that add up to one."""
    whole = lcm(*(chance.denominator for chance in chances))
    return DiceModel(name, tuple(int(chance * whole) for chance in chances))


def check_chances(given: Mapping[Shown, Chance], known: Sequence[Shown], what: str) -> dict[Shown, Fraction]:
    """The chances of everything that is known, if each is one and all add up to one.

    >>> check_chances({1: Fraction(1, 2), 7: Fraction(1, 2)}, FACES, "a face")
    Traceback (most recent call last):
    sevenout.base.errors.BadInput: 7 is not a face: there are 1 to 6
    """
    chances: dict[Shown, Fraction] = {}
    for key, chance in given.items():
        if key not in known:
            first, last = (_key_text(one) for one in (known[0], known[-1]))
            raise BadInput(f"{_key_text(key)} is not {what}: there are {first} to {last}")
        chances[key] = check_share(chance, _key_text(key))
    if missing := [key for key in known if key not in chances]:
        noun = what.removeprefix("a ")
        raise BadInput(f"there is no chance for the {noun} {_key_text(missing[0])}: give 0 to what cannot come")
    if (total := sum(chances.values(), Fraction(0))) != 1:
        raise BadInput(f"the chances add up to {total} ({float(total):.6g}), not to 1")
    return chances


def check_share(chance: Chance, what: str) -> Fraction:
    """A probability, exactly; anything outside 0 to 1 is bad input."""
    share = Fraction(chance)
    if share < 0:
        raise BadInput(f"{what} has a chance of {share}, which is below 0")
    if share > 1:
        raise BadInput(f"{what} has a chance of {share}, which is above 1")
    return share


def check_ring(faces: Sequence[int]) -> tuple[int, ...]:
    """The faces around an axle, if a die can have them so: four, each opposite the one after next.

    >>> check_ring((1, 2, 3, 4))
    Traceback (most recent call last):
    sevenout.base.errors.BadInput: 1-2-3-4 does not go round a die: opposite faces are two apart, as in 2-3-5-4
    """
    ring, opposite = tuple(faces), FACES[0] + FACES[-1]
    goes_round = len(set(ring)) == RING and all(face in FACES for face in ring)
    if not goes_round or ring[0] + ring[2] != opposite or ring[1] + ring[3] != opposite:
        written = "-".join(map(str, ring))
        raise BadInput(f"{written} does not go round a die: opposite faces are two apart, as in 2-3-5-4")
    return ring


def _key_text(key: object) -> str:
    return "-".join(map(str, key)) if isinstance(key, tuple) else str(key)

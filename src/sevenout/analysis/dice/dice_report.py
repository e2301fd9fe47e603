"""Everything that recorded rolls tell about the dice, in one answer: `examine_rolls`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from sevenout.analysis.dice.chance_tests import CountTest, both_tails, chi_square_test
from sevenout.analysis.dice.control_tests import ControlTest, control_tests
from sevenout.analysis.dice.dice_models import RING, THREE_V, DiceSetting, check_ring, dice_by_axis
from sevenout.analysis.dice.e_process import Evidence, axis_cell, weigh_evidence
from sevenout.analysis.dice.edge_estimate import EdgeEstimate, estimate_edges
from sevenout.analysis.dice.hands import RecordedHands, find_hands, turn_enders
from sevenout.analysis.dice.roll_file import RecordedRoll, RollRecord, read_rolls
from sevenout.analysis.exact.house_edge import asked_for, edges
from sevenout.analysis.simulation.statistics.confidence import share_interval
from sevenout.base.dice import FACES, ROLLS, DiceModel
from sevenout.base.errors import BadInput
from sevenout.engine.game import AnyHouse, open_rules
from sevenout.rulebook.compiler.book_compiler import CompiledBook

STATED_CONTROL = Fraction(1, 10)
"""The dice that power is stated for, where no others are given: the set kept on axis in one throw of ten."""
LEVEL = 0.05
USUAL = 8
"""So many wagers are valued where none is named."""


class DiceReport(Struct, frozen=True):
    """What a record of rolls tells."""

    name: str
    rules: str
    title: str
    rolls: int
    has_faces: bool
    dice_set: str
    level: float
    stated: str
    """The dice that power is stated for."""
    totals: tuple[tuple[int, int, float], ...]
    """Total, how often it came, how often fair dice expect it."""
    faces: tuple[tuple[int, int, int, float], ...]
    """Face, how often the first and the second die showed it, how often a fair die is expected to."""
    sevens: int
    seven_share: tuple[float, float, float]
    """The share of sevens, and the interval of 95 % for it."""
    hands: RecordedHands
    tests: tuple[CountTest, ...]
    control: tuple[ControlTest, ...]
    evidence: Evidence
    worth: tuple[EdgeEstimate, ...]

    def __repr__(self) -> str:
        e_value = f"e-value {self.evidence.e_value:.3g}"
        return f"<DiceReport of {self.rolls:,} rolls: {self.sevens:,} sevens, {e_value}>"

    @property
    def rolls_to_seven(self) -> float | None:
        """Sevens to rolls: how many rolls there are for each seven; none without a seven."""
        return self.rolls / self.sevens if self.sevens else None

    @property
    def rolls_to_seven_interval(self) -> tuple[float, float | None]:
        """Where it lies, with 95 % confidence; without an upper end if there may be no sevens at all."""
        _, low, high = self.seven_share
        return 1 / high, 1 / low if low > 0 else None


def examine_rolls(
    record: RollRecord | str | Path,
    house: AnyHouse = "typical",
    wagers: Iterable[str] = (),
    *,
    dice_set: DiceSetting = THREE_V,
    stated: DiceModel | None = None,
    level: float = LEVEL,
) -> DiceReport:
    """All tests of a record against fair dice, and what its dice would be worth in a house.

    `dice_set` is how the dice were set, for the tests of axis and pitch; `stated` the dice that the power is for.

    >>> from sevenout.analysis.dice.roll_file import parse_rolls
    >>> examine_rolls(parse_rolls("3 4\\n6 2\\n5 5\\n1 6"))
    <DiceReport of 4 rolls: 2 sevens, e-value 0.967>
    """
    if not isinstance(record, RollRecord):
        record = read_rolls(record)
    if not 0 < level < 1:
        raise BadInput(f"a level is between 0 and 1, such as 0.05, not {level:g}")
    rules, rolls = open_rules(house), record.rolls
    dice_set = DiceSetting(check_ring(dice_set.first), check_ring(dice_set.second))
    stated = stated or dice_by_axis(dice_set, STATED_CONTROL, together=True, name=f"{dice_set} on axis, 1 throw in 10")
    enders = turn_enders(rules)
    seven_totals = {ROLLS[index].total for index in enders}
    if not record.has_faces and any(roll.total in seven_totals and roll.index not in enders for roll in ROLLS):
        raise BadInput(f"{rules.book.title} tells its sevens by the faces, and some of these rolls have none")
    sevens = sum(recorded.total in seven_totals for recorded in rolls)
    hands = find_hands(rules, rolls)
    low, high = share_interval(sevens, len(rolls))
    by_total = Counter(recorded.total for recorded in rolls)
    ways = Counter(roll.total for roll in ROLLS)
    return DiceReport(
        name=record.name,
        rules=rules.book.name,
        title=rules.book.title,
        rolls=len(rolls),
        has_faces=record.has_faces,
        dice_set=str(dice_set),
        level=level,
        stated=stated.name,
        totals=tuple((total, by_total[total], len(rolls) * ways[total] / len(ROLLS)) for total in sorted(ways)),
        faces=_faces(rolls) if record.has_faces else (),
        sevens=sevens,
        seven_share=(sevens / len(rolls), low, high),
        hands=hands,
        tests=tuple(_tests(rules, record, dice_set, sevens)),
        control=control_tests(rules, sevens, len(rolls), hands, stated, level),
        evidence=weigh_evidence(rolls, enders, dice_set, level),
        worth=estimate_edges(rules, rolls, asked_for(wagers) or usual_wagers(rules)),
    )


def usual_wagers(rules: CompiledBook) -> tuple[str, ...]:
    """The wagers that are valued where none is named: the line bets, and those with the smallest edges else.

    >>> usual_wagers(open_rules("typical"))
    ('pass', 'dont-pass', 'place-6', 'place-8', 'lay-4', 'lay-10', 'lay-5', 'lay-9')
    """
    line = rules.book.shooter.line.value
    makeable = (spot.key for spot in rules.spots if spot.flat is None and spot.wager.made.value in ("any", "on", "off"))
    by_edge = sorted(edges(rules, [key for key in makeable if key not in line]), key=lambda worth: worth.edge)
    others = (worth.wager for worth in by_edge if not worth.later and not _moves(rules, worth.wager))
    return (*line, *others)[:USUAL]


def _moves(rules: CompiledBook, key: str) -> bool:
    """Whether a wager travels, as a come bet does: it is worth what its line bet is."""
    return any(row.outcome == "travel" for row in rules.by_key[key].wager.rows)


def _faces(rolls: Sequence[RecordedRoll]) -> tuple[tuple[int, int, int, float], ...]:
    first = Counter(recorded.roll.a for recorded in rolls if recorded.roll)
    second = Counter(recorded.roll.b for recorded in rolls if recorded.roll)
    return tuple((face, first[face], second[face], len(rolls) / len(FACES)) for face in FACES)


def _tests(rules: CompiledBook, record: RollRecord, dice_set: DiceSetting, sevens: int) -> Iterable[CountTest]:
    """Tests whose p-values hold for a record that was looked at once."""
    rolls, total = record.rolls, len(record.rolls)
    chance = len(turn_enders(rules)) / len(ROLLS)
    yield CountTest("sevens", sevens, total * chance, both_tails(sevens, total, chance), "exact, binomial, both sides")
    ways = Counter(roll.total for roll in ROLLS)
    by_total = Counter(recorded.total for recorded in rolls)
    each = sorted(ways)
    yield chi_square_test(
        "totals", [by_total[one] for one in each], [ways[one] / len(ROLLS) for one in each], "chi-square, 11 totals"
    )
    if not record.has_faces:
        return
    thrown = [recorded.roll for recorded in rolls if recorded.roll is not None]
    for name, shown in (("first die", [roll.a for roll in thrown]), ("second die", [roll.b for roll in thrown])):
        counts = Counter(shown)
        yield chi_square_test(
            name, [counts[face] for face in FACES], [1 / len(FACES)] * len(FACES), "chi-square, faces"
        )
    by_roll = Counter(roll.index for roll in thrown)
    yield chi_square_test(
        "rolls", [by_roll[roll.index] for roll in ROLLS], [1 / len(ROLLS)] * len(ROLLS), "chi-square, 36 rolls"
    )
    doubles = sum(roll.hard for roll in thrown)
    share = len(FACES) / len(ROLLS)
    yield CountTest("doubles", doubles, total * share, both_tails(doubles, total, share), "exact, binomial, both sides")
    cells = Counter(axis_cell(dice_set, roll) for roll in thrown)
    on_axis, on = total - cells[0], RING * RING / len(ROLLS)
    basis = f"both dice on the axles of {dice_set}; exact, binomial, both sides"
    yield CountTest("axis", on_axis, total * on, both_tails(on_axis, total, on), basis)
    if on_axis:
        counts_by_pitch = [cells[1 + pitch] for pitch in range(RING)]
        yield chi_square_test("pitch", counts_by_pitch, [1 / RING] * RING, "chi-square, turns apart when on axis")

"""Evidence against fair dice that may be looked at after every roll: an e-process, with no correction for looking.

It is the wealth of a player who bets against fair dice at fair odds. The player splits a stake of one over several ways
of looking at a roll (is it a seven, which total, each die's face, on axis and pitch, which of the 36) and, within each,
over beliefs of different strength. A belief is a Dirichlet prior around fair dice; it bets by what has come so far, so
its wealth is the ratio of the Dirichlet-multinomial likelihood to the fair one. Under fair dice the mean of the whole
wealth stays one for ever, so that the chance that it ever reaches 1/level is at most the level (J. Ville, "Étude
critique de la notion de collectif", 1939). Nobody needs to say beforehand how long the record will be.
"""

from collections.abc import Iterable, Sequence
from math import exp, log

from msgspec import Struct

from sevenout.analysis.dice.dice_models import RING, DiceSetting
from sevenout.analysis.dice.roll_file import RecordedRoll
from sevenout.base.dice import ROLLS, Roll
from sevenout.base.errors import BadInput

BELIEFS = (30.0, 300.0, 3_000.0)
"""How strongly a belief holds to fair dice: as if it had seen so many fair rolls. Weak ones learn from hundreds of
rolls, strong ones from many thousands."""


class Partition(Struct, frozen=True):
    """One way of looking at a roll: its name, and the cell that each of the 36 falls into."""

    name: str
    cell_of: tuple[int, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """How likely each cell is with fair dice."""
        return tuple(self.cell_of.count(cell) / len(ROLLS) for cell in range(max(self.cell_of) + 1))


class Evidence(Struct, frozen=True):
    """Where the wealth stands after a record."""

    rolls: int
    e_value: float
    """The wealth at the end."""
    highest: float
    """The largest it has been: 1/highest is a p-value that holds however often one has looked."""
    alarm: int | None
    """The roll at which it first reached 1/level."""
    level: float
    by_partition: tuple[tuple[str, float], ...]
    """The wealth of each way of looking, as if the whole stake had been put on it."""
    path: tuple[tuple[int, float], ...]
    """Some points of the way: after how many rolls, and the log of the wealth there."""

    @property
    def p(self) -> float:
        """A p-value that may be looked at after every roll."""
        return min(1.0, 1 / self.highest)


def partitions_of(sevens: Iterable[int], dice_set: DiceSetting, *, has_faces: bool) -> tuple[Partition, ...]:
    """The ways of looking; only those by total where faces are not recorded."""
    enders = frozenset(sevens)
    totals = sorted({roll.total for roll in ROLLS})
    by_total = (
        Partition("sevens", tuple(int(roll.index in enders) for roll in ROLLS)),
        Partition("totals", tuple(totals.index(roll.total) for roll in ROLLS)),
    )
    if not has_faces:
        return by_total
    return (
        *by_total,
        Partition("first die", tuple(roll.a - 1 for roll in ROLLS)),
        Partition("second die", tuple(roll.b - 1 for roll in ROLLS)),
        Partition("axis and pitch", tuple(axis_cell(dice_set, roll) for roll in ROLLS)),
        Partition("rolls", tuple(roll.index for roll in ROLLS)),
    )


def axis_cell(dice_set: DiceSetting, roll: Roll) -> int:
    """0 if a die left its axle, else 1 + by how many faces the second die turned further than the first."""
    first, second = dice_set
    if roll.a not in first or roll.b not in second:
        return 0
    return 1 + (second.index(roll.b) - first.index(roll.a)) % RING


class EProcess:
    """The wealth, roll by roll.

    >>> coin = Partition("halves", tuple(index % 2 for index in range(36)))
    >>> process = EProcess([coin], beliefs=(2.0,))
    >>> process.observe(0), process.observe(0)
    (1.0, 1.3333333333333333)
    """

    def __init__(self, partitions: Sequence[Partition], beliefs: Sequence[float] = BELIEFS) -> None:
        if not partitions or not beliefs:
            raise BadInput("an e-process needs a way of looking and a belief")
        self.partitions = tuple(partitions)
        self.beliefs = tuple(beliefs)
        self.rolls = 0
        self._chances = [partition.chances for partition in partitions]
        self._counts = [[0] * len(chances) for chances in self._chances]
        self._logs = [[0.0] * len(beliefs) for _ in partitions]

    def observe(self, index: int) -> float:
        """Takes a roll by its index, and gives the wealth after it."""
        seen = self.rolls
        for partition, chances, counts, logs in zip(
            self.partitions, self._chances, self._counts, self._logs, strict=True
        ):
            cell = partition.cell_of[index]
            chance, count = chances[cell], counts[cell]
            for at, belief in enumerate(self.beliefs):
                logs[at] += log((belief + count / chance) / (belief + seen))
            counts[cell] = count + 1
        self.rolls = seen + 1
        return self.wealth

    @property
    def log_wealth(self) -> float:
        """The log of the wealth, which may be more than a float holds."""
        return _log_mean([each for logs in self._logs for each in logs])

    @property
    def wealth(self) -> float:
        """What a stake of one has become."""
        return exp(min(self.log_wealth, 700.0))

    @property
    def by_partition(self) -> tuple[tuple[str, float], ...]:
        """The same for each way of looking alone."""
        pairs = zip(self.partitions, self._logs, strict=True)
        return tuple((partition.name, exp(min(_log_mean(logs), 700.0))) for partition, logs in pairs)


def weigh_evidence(
    rolls: Sequence[RecordedRoll],
    sevens: Iterable[int],
    dice_set: DiceSetting,
    level: float = 0.05,
    points: int = 200,
) -> Evidence:
    """Follows the wealth through a record; `points` is how many points of its way are kept."""
    if not 0 < level < 1:
        raise BadInput(f"a level is between 0 and 1, such as 0.05, not {level:g}")
    has_faces = all(recorded.roll is not None for recorded in rolls)
    stands = {roll.total: roll for roll in ROLLS}
    process = EProcess(partitions_of(sevens, dice_set, has_faces=has_faces))
    highest, alarm, path = 1.0, None, [(0, 0.0)]
    every = max(1, len(rolls) // points)
    for number, recorded in enumerate(rolls, 1):
        wealth = process.observe((recorded.roll or stands[recorded.total]).index)
        highest = max(highest, wealth)
        if alarm is None and wealth >= 1 / level:
            alarm = number
        if number % every == 0 or number == len(rolls):
            path.append((number, process.log_wealth))
    return Evidence(len(rolls), process.wealth, highest, alarm, level, process.by_partition, tuple(path))


def _log_mean(logs: Sequence[float]) -> float:
    most = max(logs)
    return most + log(sum(exp(each - most) for each in logs) / len(logs))

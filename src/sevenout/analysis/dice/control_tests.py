"""The four tests of dice control in the literature, each with its power against stated dice.

S. N. Ethier ("Testing for dice control at craps", arXiv 2504.13158, 2025) compares them: the share of sevens, the share
of line bets won, the mean length of hands, and the likelihood ratio of the lengths of hands. All are one-sided: fewer
sevens, more wins, longer hands, hands that speak for the stated dice.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import exp, pi, sqrt
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from sevenout.analysis.dice.chance_tests import (
    lower_power,
    lower_tail,
    normal_quantile,
    normal_tail,
    upper_power,
    upper_tail,
)
from sevenout.analysis.dice.hands import HandLengths, RecordedHands, turn_enders
from sevenout.analysis.exact.house_edge import wager_edge
from sevenout.base.dice import FAIR_DICE, DiceModel
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.compiler.puck_machine import FRESH

CONTROL_SOURCE = "S. N. Ethier, Testing for dice control at craps, 2025"
MOST_EXACT = 120
"""The sum of so many hands is followed exactly; of more, by its first three moments."""
RECORDS, MOST_HANDS = 2_000, 250
"""For the likelihood ratio so many records are drawn by chance; with more hands than these it is as good as normal."""
_RECORD_SEED = 154


class ControlTest(Struct, frozen=True):
    """One test of dice control."""

    name: str
    statistic: float
    fair: float
    """What fair dice give on average."""
    stated: float
    """What the stated dice give on average."""
    count: int
    """How many rolls, decisions or hands it rests on."""
    p: float
    power: float
    """How likely it would find the stated dice, at its level, in a record of this size."""
    basis: str


def control_tests(
    rules: CompiledBook, sevens: int, rolls: int, hands: RecordedHands, stated: DiceModel, level: float
) -> tuple[ControlTest, ...]:
    """All four, as far as the record has something to test: without a decided line bet or a hand there are fewer."""
    fair_rules, stated_rules = replace(rules, dice=FAIR_DICE), replace(rules, dice=stated)
    tests = [_seven_test(rules, sevens, rolls, stated, level)]
    if hands.won + hands.lost:
        tests.append(_line_test(fair_rules, stated_rules, hands, level))
    if hands.lengths:
        fair, other = HandLengths.of(fair_rules), HandLengths.of(stated_rules)
        tests += (_length_test(fair, other, hands.lengths, level), _ratio_test(fair, other, hands.lengths, level))
    return tuple(tests)


def _seven_test(rules: CompiledBook, sevens: int, rolls: int, stated: DiceModel, level: float) -> ControlTest:
    enders = turn_enders(rules)
    fair, other = (sum(dice.weights[index] for index in enders) / dice.whole for dice in (FAIR_DICE, stated))
    power = lower_power(rolls, fair, other, level)
    p = lower_tail(sevens, rolls, fair)
    return ControlTest("share of sevens", sevens / rolls, fair, other, rolls, p, power, "few sevens; exact, binomial")


def _line_test(fair: CompiledBook, stated: CompiledBook, hands: RecordedHands, level: float) -> ControlTest:
    by_chance, by_stated = (_share_won(rules, hands.line) for rules in (fair, stated))
    count = hands.won + hands.lost
    p, power = upper_tail(hands.won, count, by_chance), upper_power(count, by_chance, by_stated, level)
    basis = f"{hands.line} won more often; exact, binomial"
    return ControlTest("line bets won", hands.won / count, by_chance, by_stated, count, p, power, basis)


def _share_won(rules: CompiledBook, line: str) -> float:
    """Of the line bets that are won or lost, the share that is won."""
    worth = wager_edge(rules, line)
    return float(worth.win / (worth.win + worth.lose))


# --- the length of hands


def _length_test(fair: HandLengths, stated: HandLengths, lengths: Sequence[int], level: float) -> ControlTest:
    """The sum of the lengths: as long or longer."""
    count, total = len(lengths), sum(lengths)
    if count <= MOST_EXACT:
        p, power = _exact_sum(fair, stated, count, total, level)
        basis = "long hands; exact, by the sum of so many"
    else:
        p = _sum_tail(fair, count, total)
        power = _sum_tail(stated, count, _critical_sum(fair, count, level))
        basis = "long hands; normal, corrected for skewness"
    return ControlTest("length of hands", total / count, fair.mean, stated.mean, count, p, power, basis)


def _exact_sum(fair: HandLengths, stated: HandLengths, count: int, total: int, level: float) -> tuple[float, float]:
    """How likely so many hands take at least as many rolls, and the power of the test that this makes."""
    p, critical = 1.0, 0
    for rolls, unfinished in enumerate(_still_at_it(fair, count)):
        # after so many rolls fewer than `count` hands are finished: all of them take at least one roll more
        if rolls + 1 == total:
            p = unfinished
        if not critical and unfinished <= level:
            critical = rolls
        if critical and rolls + 1 >= total:
            break
    return p, next(unfinished for rolls, unfinished in enumerate(_still_at_it(stated, count)) if rolls == critical)


def _still_at_it(lengths: HandLengths, count: int) -> Iterator[float]:
    """After n = 0, 1, 2, … rolls: how likely fewer than `count` hands are finished."""
    now = {FRESH: [1.0] + [0.0] * (count - 1)}
    while True:
        yield sum(map(sum, now.values()))
        after: dict[int, list[float]] = {}
        for puck, by_finished in now.items():
            for goto, share in lengths.leads[puck]:
                before = after.get(goto)
                moved = [share * weight for weight in by_finished]
                after[goto] = moved if before is None else list(map(float.__add__, before, moved))
            if out := lengths.ends[puck]:
                moved = [0.0, *(out * weight for weight in by_finished[:-1])]
                before = after.get(FRESH)
                after[FRESH] = moved if before is None else list(map(float.__add__, before, moved))
        now = after


def _sum_tail(lengths: HandLengths, count: int, total: float) -> float:
    """How likely the sum of so many hands is at least this, by Edgeworth's first term."""
    variance = lengths.moment(2)
    deviations = (total - 0.5 - count * lengths.mean) / sqrt(count * variance)
    skewness = lengths.moment(3) / (variance * sqrt(variance * count))
    density = exp(-deviations * deviations / 2) / sqrt(2 * pi)
    return min(1.0, max(0.0, normal_tail(deviations) + skewness / 6 * (deviations * deviations - 1) * density))


def _critical_sum(lengths: HandLengths, count: int, level: float) -> float:
    """The least sum that is reached with no more than the level's probability."""
    low = count * lengths.mean
    high = low + 60 * sqrt(count * lengths.moment(2))
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if _sum_tail(lengths, count, middle) > level else (low, middle)
    return high


# --- the likelihood ratio


def _ratio_test(fair: HandLengths, stated: HandLengths, lengths: Sequence[int], level: float) -> ControlTest:
    count = len(lengths)
    ratios = [fair.log_ratio(stated, rolls) for rolls in range(len(fair.chances))]
    statistic = sum(fair.log_ratio(stated, rolls) for rolls in lengths) / count
    means = [sum(map(float.__mul__, ratios, _pad(dice.chances, len(ratios)))) for dice in (fair, stated)]
    if count <= MOST_HANDS:
        basis = f"hands that speak for the stated dice; {RECORDS:,} random records"
        p, power = _draw_records(fair, stated, ratios, statistic, count, level)
    else:
        basis = "hands that speak for the stated dice; normal"
        spreads = [
            sqrt(sum((ratio - mean) ** 2 * chance for ratio, chance in zip(ratios, dice.chances, strict=False)) / count)
            for dice, mean in zip((fair, stated), means, strict=True)
        ]
        p = normal_tail((statistic - means[0]) / spreads[0]) if spreads[0] else 1.0
        critical = means[0] + normal_quantile(level) * spreads[0]
        power = normal_tail((critical - means[1]) / spreads[1]) if spreads[1] else level
    return ControlTest("likelihood ratio", statistic, means[0], means[1], count, p, power, basis)


def _pad(chances: Sequence[float], length: int) -> list[float]:
    return [*chances[:length], *([0.0] * (length - len(chances)))]


def _draw_records(
    fair: HandLengths,
    stated: HandLengths,
    ratios: Sequence[float],
    statistic: float,
    count: int,
    level: float,
) -> tuple[float, float]:
    """P-value and power from records that are drawn by chance, always the same ones."""
    rng, means = Random(_RECORD_SEED), []
    for dice in (fair, stated):
        reached = list(accumulate(dice.chances))
        top = reached[-1]
        last = len(ratios) - 1
        means.append(
            [
                sum(ratios[min(bisect_right(reached, rng.random() * top), last)] for _ in range(count)) / count
                for _ in range(RECORDS)
            ]
        )
    by_chance = sorted(means[0])
    at_least = RECORDS - bisect_right(by_chance, statistic - 1e-12)
    critical = by_chance[max(0, RECORDS - int(level * (RECORDS + 1)))]
    power = sum(mean >= critical for mean in means[1]) / RECORDS
    return (at_least + 1) / (RECORDS + 1), power

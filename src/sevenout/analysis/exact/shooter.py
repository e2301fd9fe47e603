"""A shooter's turn, exactly, from the puck's machine: how long it lasts, which points are made, what a bonus is worth.

A turn begins with a come-out roll and ends with the seven-out: here no shooter passes the dice on. Amounts are
fractions of cents, unrounded; nothing depends on how often or how high anyone bets, unless a function says so.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, count, islice

from msgspec import Struct

from sevenout.analysis.exact.house_edge import wager_edge
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, format_amount
from sevenout.engine.shootout import share
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.rulebook.compiler.puck_machine import FRESH, OFF, in_season
from sevenout.rulebook.model import Shootout
from sevenout.rulebook.value_listing import RulebookValue, house_values

RECORD = 154
"""Rolls in the longest turn on record: Atlantic City, 23 May 2009."""

LONGEST = 200
"""How many rolls of a turn are told unless another number is asked for."""

MOST_AMOUNTS = 10_000
"""A bonus may be posted at no more amounts than this: a table of them would be of no use to anyone."""


class PointChance(Struct, frozen=True):
    """One point: how likely a come-out roll establishes it, and what becomes of it then."""

    point: int
    established: Fraction
    """Of every come-out roll."""
    made: Fraction
    """Once it is established; if it is not made, the shooter sevens out."""
    rolls: Fraction
    """Mean rolls from there until it is made or the shooter sevens out, that roll included."""


class Figure(Struct, frozen=True):
    """One number with its name and what it counts, ready to be shown."""

    name: str
    value: Fraction
    basis: str


class BonusValue(Struct, frozen=True):
    """What the bonus is worth at one posted amount, as means in cents: the amount times the chance that it is hit."""

    amount: Cents
    share: Cents
    """What each other seat with a wager on the layout gets when it is hit."""
    shooter: Fraction
    """A turn of one's own."""
    other: Fraction
    """Someone else's turn, to a seat that has a wager on the layout whenever the dice are thrown."""
    shooter_per_decision: Fraction
    """The same, for each decision of a line bet (each come-out roll) of the turn."""
    other_per_decision: Fraction


class LineWithBonus(Struct, frozen=True):
    """What a posted bonus takes off the edge of a line bet of one size, made before every come-out roll of a turn."""

    wager: str
    title: str
    bet: Cents
    amount: Cents
    wagered: Fraction
    """Mean amount bet in a turn, in cents."""
    edge: Fraction
    """Of the line bet without the bonus, by the amount bet."""
    off_for_shooter: Fraction
    """What the bonus gives back in a turn of one's own, by the amount bet."""
    off_for_other: Fraction
    """The same in someone else's turn."""
    fair_at: Fraction | None
    """The posted amount in cents at which the shooter's line bet is a fair one; none if the bonus cannot be hit."""

    @property
    def edge_for_shooter(self) -> Fraction:
        """The house's edge in a turn of one's own; below zero it is the player's."""
        return self.edge - self.off_for_shooter

    @property
    def edge_for_other(self) -> Fraction:
        """The house's edge in someone else's turn."""
        return self.edge - self.off_for_other


def turn_lengths(rules: CompiledBook, rolls: int = LONGEST) -> tuple[Fraction, ...]:
    """How likely a turn lasts at least n rolls, the seven-out counted, by n from 0 to `rolls`.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> lengths = turn_lengths(open_book("catfish-bend"))
    >>> lengths[2], lengths[3], f"1 in {float(1 / lengths[RECORD]):,.0f}"
    (Fraction(1, 1), Fraction(8, 9), '1 in 5,590,264,072')
    """
    _check_rolls(rolls)
    alive = islice(_still_shooting(rules), rolls)
    return (Fraction(1), *(Fraction(ways, rules.dice.whole**before) for before, ways in enumerate(alive)))


def lasts(rules: CompiledBook, rolls: int) -> Fraction:
    """How likely a turn lasts at least so many rolls, the seven-out counted.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> lasts(open_book("typical"), 3)
    Fraction(8, 9)
    """
    _check_rolls(rolls)
    if rolls == 0:
        return Fraction(1)
    return Fraction(next(islice(_still_shooting(rules), rolls - 1, None)), rules.dice.whole ** (rolls - 1))


def mean_turn(rules: CompiledBook) -> Fraction:
    """Mean rolls of a turn, the seven-out counted.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> mean_turn(open_book("typical"))
    Fraction(1671, 196)
    """
    points = point_chances(rules)
    on_points = sum(chance.established * chance.rolls for chance in points)
    return come_outs(rules) * (1 + on_points)


def median_turn(rules: CompiledBook) -> int:
    """The fewest rolls within which at least half of all turns end.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> median_turn(open_book("typical"))
    6
    """
    _ending_points(rules)
    survivors = zip(count(), _still_shooting(rules), strict=False)
    return next(rolls for rolls, ways in survivors if 2 * ways <= rules.dice.whole**rolls)


def come_outs(rules: CompiledBook) -> Fraction:
    """Mean come-out rolls in a turn. A line bet is decided once for each: at once, or when its point is.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> come_outs(open_book("typical"))
    Fraction(495, 196)
    """
    return 1 / sum((chance.established * (1 - chance.made) for chance in _ending_points(rules)), Fraction(0))


def point_chances(rules: CompiledBook) -> tuple[PointChance, ...]:
    """Every point of the house: how likely it is established, and then made.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> four = point_chances(open_book("typical"))[0]
    >>> four.point, four.established, four.made, four.rolls
    (4, Fraction(1, 12), Fraction(1, 3), Fraction(4, 1))
    """
    _check_puck(rules)
    whole = rules.dice.whole
    established: Counter[int] = Counter()
    for edge, weight in zip(rules.puck.edges[OFF], rules.dice.weights, strict=True):
        if edge.event == "established":
            established[edge.goto] += weight
    points = []
    for state in rules.puck.states:
        if state.point is not None:
            edges = tuple(zip(rules.puck.edges[state.index], rules.dice.weights, strict=True))
            made = sum(weight for edge, weight in edges if edge.event == "made")
            decided = made + sum(weight for edge, weight in edges if edge.ends_turn)
            if not decided:
                raise BadInput(f"at {rules.book.title} {rules.dice.name} never decide a point of {state.point}")
            chance = Fraction(established[state.index], whole)
            points.append(PointChance(state.point, chance, Fraction(made, decided), Fraction(whole, decided)))
    return tuple(points)


def points_made(rules: CompiledBook, up_to: int = 10) -> tuple[Fraction, ...]:
    """How likely exactly k points are made in a turn, by k from 0; a point made twice counts twice.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> [str(chance) for chance in points_made(open_book("typical"), 2)]
    ['98/165', '6566/27225', '439922/4492125']
    """
    _check_rolls(up_to)
    another = sum(_next_made(rules).values(), Fraction(0))
    return tuple(another**number * (1 - another) for number in range(up_to + 1))


def mean_points_made(rules: CompiledBook) -> Fraction:
    """Mean points made in a turn; a point made twice counts twice.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> mean_points_made(open_book("typical"))
    Fraction(67, 98)
    """
    another = sum(_next_made(rules).values(), Fraction(0))
    return another / (1 - another)


def distinct_points(rules: CompiledBook) -> tuple[Fraction, ...]:
    """How likely exactly k different points are made in a turn, by k from 0 to all of them.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> [f"{float(chance):.6f}" for chance in distinct_points(open_book("typical"))]
    ['0.593939', '0.260750', '0.101275', '0.033434', '0.008798', '0.001640', '0.000162']
    """
    chances = [Fraction(0)] * (len(rules.book.points) + 1)
    for made, chance in _sets_made(_next_made(rules), rules.book.points).items():
        chances[len(made)] += chance
    return tuple(chances)


def bonus_chance(rules: CompiledBook) -> Fraction | None:
    """How likely the bonus is hit in one turn; none in a house that has no bonus.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> chance = bonus_chance(open_book("catfish-bend"))
    >>> f"{float(chance):.9f}, 1 in {float(1 / chance):,.0f}"
    '0.000162435, 1 in 6,156'
    >>> bonus_chance(open_book("typical")) is None
    True
    """
    bonus = rules.book.shootout
    if bonus is None:
        return None
    needed = bonus.points.value
    return _sets_made(_next_made(rules), needed)[frozenset(needed)]


def bonus_values(rules: CompiledBook) -> tuple[BonusValue, ...]:
    """What the bonus is worth at every amount it can be posted at; nothing in a house that has no bonus.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> last = bonus_values(open_book("catfish-bend"))[-1]
    >>> last.amount, last.share, round(float(last.shooter), 4), round(float(last.other), 4)
    (150000, 3000, 24.3652, 0.4873)
    """
    bonus, chance = rules.book.shootout, bonus_chance(rules)
    if bonus is None or chance is None:
        return ()
    decisions = come_outs(rules)
    return tuple(
        BonusValue(
            amount=amount,
            share=share(bonus, amount),
            shooter=chance * amount,
            other=chance * share(bonus, amount),
            shooter_per_decision=chance * amount / decisions,
            other_per_decision=chance * share(bonus, amount) / decisions,
        )
        for amount in posted_amounts(bonus)
    )


def line_with_bonus(rules: CompiledBook, bet: Cents) -> tuple[LineWithBonus, ...]:
    """What the bonus takes off the edge of each line bet that entitles to shoot, at every posted amount.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> first = line_with_bonus(open_book("catfish-bend"), 500)[0]
    >>> first.wager, first.amount, f"{float(first.edge):.3%} less {float(first.off_for_shooter):.3%}"
    ('pass', 10000, '1.414% less 0.129%')
    """
    if bet <= 0:
        raise BadInput(f"a line bet of {format_amount(bet)} wagers nothing: name an amount above zero")
    chance, values = bonus_chance(rules), bonus_values(rules)
    if chance is None:
        return ()
    wagered = come_outs(rules) * bet
    lines = []
    for spot in _lines(rules):
        edge = wager_edge(rules, spot.key).edge_on_stake
        fair_at = edge * wagered / chance if chance else None
        for value in values:
            off, off_for_other = value.shooter / wagered, value.other / wagered
            lines.append(
                LineWithBonus(spot.key, spot.wager.title, bet, value.amount, wagered, edge, off, off_for_other, fair_at)
            )
    return tuple(lines)


def posted_amounts(bonus: Shootout) -> tuple[Cents, ...]:
    """Every amount the bonus can be posted at, from where it starts to its cap.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> amounts = posted_amounts(open_book("catfish-bend").book.shootout)
    >>> amounts[0], amounts[1], amounts[-1], len(amounts)
    (10000, 20000, 150000, 15)
    """
    below = range(bonus.starts.value, bonus.capped.value, bonus.grows.value)
    if len(below) >= MOST_AMOUNTS:
        raise BadInput(
            f"the bonus grows by {format_amount(bonus.grows.value)} a day to {format_amount(bonus.capped.value)}: "
            f"more than {MOST_AMOUNTS:,} amounts. Let it grow by more, or cap it lower."
        )
    return (*below, bonus.capped.value)


def turn_figures(rules: CompiledBook) -> tuple[Figure, ...]:
    """The numbers of a turn, each with what it counts; those of the bonus only where there is one.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> for figure in turn_figures(open_book("typical"))[:2]:
    ...     print(f"{figure.name}: {float(figure.value):.4f} ({figure.basis})")
    rolls, mean: 8.5255 (rolls from one's first to the seven-out, both counted)
    rolls, median: 6.0000 (the fewest rolls within which at least half of all turns end)
    """
    mean, chance = mean_turn(rules), bonus_chance(rules)
    a_turn = "rolls from one's first to the seven-out, both counted"
    figures = [
        Figure("rolls, mean", mean, a_turn),
        Figure(
            "rolls, median",
            Fraction(median_turn(rules)),
            "the fewest rolls within which at least half of all turns end",
        ),
        Figure(
            "come-out rolls, mean", come_outs(rules), "a line bet made before each of them is decided once for each"
        ),
        Figure("points made, mean", mean_points_made(rules), "in a turn; a point made twice counts twice"),
        Figure(f"a turn of {RECORD} rolls or more", lasts(rules, RECORD), "of all turns; the longest turn on record"),
    ]
    if chance is not None and (bonus := rules.book.shootout) is not None:
        needed = ", ".join(map(str, sorted(bonus.points.value)))
        figures += [
            Figure("bonus, each turn", chance, f"of all turns: {needed} all made before the seven-out, no dice passed"),
            Figure(
                "bonus, each roll", chance / mean, "of all rolls in the long run: the chance by turn over the mean turn"
            ),
        ]
    return tuple(figures)


def rests_on(rules: CompiledBook) -> tuple[RulebookValue, ...]:
    """Every value of the book that these numbers use: the puck's and the bonus's.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> [entry.word for entry in rests_on(open_book("typical"))]
    ['points', 'puck established', 'puck made', 'puck seven-out']
    """
    used = ("points", "puck ", "shootout ")
    return tuple(entry for entry in house_values(rules.book) if entry.word.startswith(used))


def _still_shooting(rules: CompiledBook) -> Iterator[int]:
    """The weight of all sequences of n rolls that leave the shooter with the dice, for n = 0, 1, 2, …"""
    _check_puck(rules)
    ways: list[Counter[int]] = [Counter() for _ in rules.puck.edges]
    for leads, edges in zip(ways, rules.puck.edges, strict=True):
        for edge, chance in zip(edges, rules.dice.weights, strict=True):
            if not edge.ends_turn and chance:
                leads[edge.goto] += chance
    weights = Counter({FRESH: 1})
    while True:
        yield weights.total()
        after: Counter[int] = Counter()
        for puck, weight in weights.items():
            for goto, number in ways[puck].items():
                after[goto] += weight * number
        weights = after


def _next_made(rules: CompiledBook) -> dict[int, Fraction]:
    """By point: how likely it is that the next event of the turn makes that point. Else it is the seven-out."""
    points = _ending_points(rules)
    established = sum((chance.established for chance in points), Fraction(0))
    return {chance.point: chance.established * chance.made / established for chance in points}


def _sets_made(next_made: dict[int, Fraction], counted: Iterable[int]) -> dict[frozenset[int], Fraction]:
    """How likely a turn ends with exactly that set made of the points that are counted.

    A set is come to from each set that lacks one of its points; other points, and those made again, change nothing.
    """
    points = tuple(counted)
    out = 1 - sum(next_made.values(), Fraction(0))
    visits: dict[frozenset[int], Fraction] = {}  # mean number of events that find the turn with that set made
    for size in range(len(points) + 1):
        for made in map(frozenset, combinations(points, size)):
            come_to = sum((visits[made - {point}] * next_made[point] for point in made), Fraction(not made))
            visits[made] = come_to / (out + sum(next_made[point] for point in points if point not in made))
    return {made: number * out for made, number in visits.items()}


def _ending_points(rules: CompiledBook) -> tuple[PointChance, ...]:
    """The points, in a house where a turn ends."""
    points = point_chances(rules)
    if all(chance.made == 1 or not chance.established for chance in points):
        raise BadInput(f"at {rules.book.title} no roll sevens out, so a shooter's turn never ends")
    return points


def _lines(rules: CompiledBook) -> Iterator[CompiledWager]:
    """The wagers that entitle to shoot and are decided, each time, before the next come-out roll."""
    for key in rules.book.shooter.line.value:
        spot = rules.by_key[key]
        if in_season(spot.wager.made.value, rules.puck.states[OFF]) and _decided_by_the_next_come_out(rules, spot):
            yield spot


def _decided_by_the_next_come_out(rules: CompiledBook, spot: CompiledWager) -> bool:
    """Whether no roll that leaves the puck off leaves the wager undecided."""
    return all(
        (cell := rules.cells[state.index][roll.index][spot.first]) is not None and cell.outcome != "move"
        for state in rules.puck.states
        for roll in ROLLS
        if rules.puck.states[rules.puck.edges[state.index][roll.index].goto].point is None
    )


def _check_puck(rules: CompiledBook) -> None:
    if rules.book.puck is None:
        raise BadInput(f"{rules.book.title} has no puck, so no roll ends a shooter's turn")


def _check_rolls(number: int) -> None:
    if number < 0:
        raise BadInput(f"{number} is less than none: name a number from 0 up")

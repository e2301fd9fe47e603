"""A shooter's turn: published figures, and counts made from scratch that know nothing of the rulebooks."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, combinations, pairwise, product
from pathlib import Path

import pytest

from sevenout.analysis.exact import shooter
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.engine.shootout import Hand
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from sevenout.rulebook.compiler.puck_machine import FRESH

PUBLISHED = tomllib.loads((Path(__file__).parent / "published-shooter.toml").read_text(encoding="utf-8"))
EXAMPLES = Path(__file__).parents[4] / "examples"
COMMON = (4, 5, 6, 8, 9, 10)
CRAPLESS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
WAYS = Counter(a + b for a in range(1, 7) for b in range(1, 7))
GAMES = [pytest.param(book, CRAPLESS if book == "crapless" else COMMON, id=book) for book in shipped()]


def decimal(chance: Fraction, like: str) -> str:
    """A chance rounded to as many digits as a published figure has."""
    return f"{float(chance):.{len(like.partition('.')[2])}f}"


def subsets(points: Iterable[int]) -> Iterator[tuple[int, ...]]:
    held = tuple(points)
    return chain.from_iterable(combinations(held, size) for size in range(len(held) + 1))


def all_made(needed: tuple[int, ...], points: tuple[int, ...]) -> Fraction:
    """By counting dice: inclusion and exclusion of the points that are missed until the seven-out."""
    weight = {point: Fraction(WAYS[point] ** 2, WAYS[point] + WAYS[7]) for point in points}
    out = sum(Fraction(WAYS[point] * WAYS[7], WAYS[point] + WAYS[7]) for point in points)
    missed = (sum(weight[point] for point in some) for some in subsets(needed))
    signs = ((-1) ** len(some) for some in subsets(needed))
    return sum((sign * out / (out + weights) for sign, weights in zip(signs, missed, strict=True)), Fraction(0))


def seven_out_by(rolls: int, points: tuple[int, ...]) -> Iterator[tuple[int, frozenset[int], int]]:
    """Roll by roll from the dice alone: how many of the 36**n sequences end at roll n, and with which points made.

    The last ones yielded are at roll `rolls` + 1: those that have not ended.
    """
    going: Counter[tuple[int, frozenset[int]]] = Counter({(0, frozenset()): 1})
    for number in range(1, rolls + 1):
        after: Counter[tuple[int, frozenset[int]]] = Counter()
        for (point, made), weight in going.items():
            for total, ways in WAYS.items():
                if not point:
                    after[total if total in points else 0, made] += weight * ways
                elif total == point:
                    after[0, made | {point}] += weight * ways
                elif total == 7:
                    yield number, made, weight * ways
                else:
                    after[point, made] += weight * ways
        going = after
    for (_, made), weight in going.items():
        yield rolls + 1, made, weight


def user_book(folder: Path, text: str) -> CompiledBook:
    file = folder / "mine.toml"
    file.write_text(f'format = 1\nname = "mine"\ntitle = "Mine"\n{text}', encoding="utf-8")
    return open_book(str(file))


# --- published figures


@pytest.mark.parametrize("book", [book for book in shipped() if book != "crapless"])
def test_the_published_turn_comes_out_of_the_puck(book: str) -> None:
    rules = open_book(book)
    rolls = PUBLISHED["rolls"]
    assert decimal(shooter.mean_turn(rules), rolls["mean"]["figure"]) == rolls["mean"]["figure"]
    assert str(shooter.median_turn(rules)) == rolls["median"]["figure"]
    assert shooter.mean_turn(rules) == Fraction(1671, 196)
    distinct = PUBLISHED["distinct-points"]["figures"]
    assert [decimal(c, d) for c, d in zip(shooter.distinct_points(rules), distinct, strict=False)] == distinct


def test_a_turn_of_154_rolls_is_one_in_5_590_264_072() -> None:
    chance = shooter.lasts(open_book("catfish-bend"), shooter.RECORD)
    assert f"{float(1 / chance):.0f}" == PUBLISHED["at-least"][str(shooter.RECORD)]["one-in"] == "5590264072"


def test_the_shootout_is_hit_once_in_6156_turns() -> None:
    chance = shooter.bonus_chance(open_book("catfish-bend"))
    assert chance is not None
    assert chance == Fraction(3700403899126040038831518494284887738125, 22780863797678919004236184338193605974839452)
    assert decimal(chance, PUBLISHED["all-points"]["figure"]) == PUBLISHED["all-points"]["figure"]
    assert (f"{float(chance):.9f}", f"{float(1 / chance):.0f}") == ("0.000162435", "6156")


# --- counted from scratch


@pytest.mark.parametrize(("book", "points"), GAMES)
def test_short_turns_as_every_sequence_of_rolls_gives_them(book: str, points: tuple[int, ...]) -> None:
    ended: Counter[int] = Counter()
    for totals in product(WAYS, repeat=5):
        weight = 1
        for total in totals:
            weight *= WAYS[total]
        point, length = 0, 6
        for number, total in enumerate(totals, start=1):
            if point and total == 7:
                length = number
                break
            if not point or total == point:
                point = total if not point and total in points else 0
        ended[length] += weight
    expected = [Fraction(sum(ended[more] for more in range(n, 7)), 36**5) for n in range(7)]
    assert list(shooter.turn_lengths(open_book(book), 6)) == expected


@pytest.mark.parametrize(("book", "points", "rolls"), [("catfish-bend", COMMON, 100), ("crapless", CRAPLESS, 24)])
def test_rolls_counted_one_by_one_bound_every_figure(book: str, points: tuple[int, ...], rolls: int) -> None:
    rules = open_book(book)
    ended = [0] * (rolls + 2)
    distinct = [0] * (len(points) + 1)
    for number, made, ways in seven_out_by(rolls, points):
        weight = ways * 36 ** max(rolls - number, 0)
        ended[number] += weight
        if number <= rolls:
            distinct[len(made)] += weight
    left = Fraction(ended[-1], 36**rolls)
    lengths = shooter.turn_lengths(rules, rolls + 1)
    assert lengths[-1] == left
    assert [more - less for more, less in pairwise(lengths)] == [Fraction(ways, 36**rolls) for ways in ended[:-1]]
    bounds = [Fraction(ways, 36**rolls) for ways in distinct]
    assert all(
        least <= exact <= least + left for least, exact in zip(bounds, shooter.distinct_points(rules), strict=True)
    )
    least_mean = sum(lengths[1:], Fraction(0))
    assert least_mean < shooter.mean_turn(rules) < least_mean + 20 * left


@pytest.mark.parametrize(("book", "points"), GAMES)
def test_all_points_by_inclusion_and_exclusion(book: str, points: tuple[int, ...]) -> None:
    rules = open_book(book)
    assert shooter.distinct_points(rules)[-1] == all_made(points, points)
    assert sum(shooter.distinct_points(rules)) == 1


def test_the_shootout_by_inclusion_and_exclusion() -> None:
    assert shooter.bonus_chance(open_book("catfish-bend")) == all_made(COMMON, COMMON)


@pytest.mark.parametrize(("book", "points"), GAMES)
def test_come_out_rolls_and_points_from_the_dice(book: str, points: tuple[int, ...]) -> None:
    rules = open_book(book)
    out = sum(Fraction(WAYS[point], 36) * Fraction(WAYS[7], WAYS[point] + WAYS[7]) for point in points)
    made = sum(Fraction(WAYS[point], 36) * Fraction(WAYS[point], WAYS[point] + WAYS[7]) for point in points)
    assert shooter.come_outs(rules) == 1 / out
    assert shooter.mean_points_made(rules) == made / out
    chances = shooter.points_made(rules, 3)
    assert list(chances) == [(made / (made + out)) ** k * (out / (made + out)) for k in range(4)]


@pytest.mark.parametrize(
    ("book", "key"), [("catfish-bend", "pass"), ("new-south-wales", "dont-pass"), ("crapless", "pass")]
)
def test_a_line_bet_is_decided_once_for_each_come_out_roll(book: str, key: str) -> None:
    rules = open_book(book)
    slot = rules.by_key[key].first
    decided, going = Fraction(0), {FRESH: Fraction(1)}
    for _ in range(200):
        after: dict[int, Fraction] = {}
        for puck, chance in going.items():
            decided += chance * sum(rules.cells[puck][roll.index][slot] is not None for roll in ROLLS) / 36
            for edge, ways in Counter(rules.puck.edges[puck]).items():
                if edge.event != "seven-out":
                    after[edge.goto] = after.get(edge.goto, Fraction(0)) + chance * ways / 36
        going = after
    assert 0 < shooter.come_outs(rules) - decided < Fraction(1, 10**11)


# --- the bonus


def test_catfish_shootout_is_worth_24_cents_a_turn_at_1500() -> None:
    values = shooter.bonus_values(open_book("catfish-bend"))
    assert [value.amount for value in values] == list(range(100_00, 1500_01, 100_00))
    assert [value.share for value in values] == [10_00] * 7 + [20_00] * 7 + [30_00]
    chance = all_made(COMMON, COMMON)
    assert values[-1].shooter == 1500_00 * chance
    assert values[-1].other == 30_00 * chance
    assert values[-1].shooter_per_decision == 1500_00 * chance * Fraction(196, 495)
    assert f"{float(values[-1].shooter):.2f}" == "24.37"


def test_catfish_pass_of_5_turns_in_the_shooters_favour_from_1100() -> None:
    lines = [line for line in shooter.line_with_bonus(open_book("catfish-bend"), 5_00) if line.wager == "pass"]
    assert {line.wagered for line in lines} == {5_00 * Fraction(495, 196)}
    assert {line.edge for line in lines} == {Fraction(7, 495)}
    assert {f"{float(line.fair_at or 0):.2f}" for line in lines} == {"109934.25"}
    assert [line.amount for line in lines if line.edge_for_shooter < 0] == list(range(1100_00, 1500_01, 100_00))
    assert all(line.edge_for_other > Fraction(13, 1000) for line in lines)


def test_catfish_a_bet_twice_as_high_gets_half_as_much_back() -> None:
    five, ten = (shooter.line_with_bonus(open_book("catfish-bend"), bet)[0] for bet in (5_00, 10_00))
    assert five.off_for_shooter == 2 * ten.off_for_shooter
    assert ten.edge_for_shooter == Fraction(7, 495) - ten.off_for_shooter


def test_catfish_both_lines_entitle_to_shoot() -> None:
    lines = shooter.line_with_bonus(open_book("catfish-bend"), 5_00)
    assert list(dict.fromkeys((line.wager, line.edge) for line in lines)) == [
        ("pass", Fraction(7, 495)),
        ("dont-pass", Fraction(3, 220)),
    ]


def test_a_bonus_for_two_points_is_hit_as_often_as_the_live_hand_counts_it(tmp_path: Path) -> None:
    text = 'extends = "crapless"\n[shootout]\npoints = [2, 8]\nstarts = 7\ngrows = 4\ncapped = 20\n'
    rules = user_book(tmp_path, text)
    bonus = rules.book.shootout
    chance = shooter.bonus_chance(rules)
    assert bonus is not None
    assert chance == all_made((2, 8), CRAPLESS)
    hit, going = Fraction(0), {(FRESH, Hand.of(bonus)): Fraction(1)}
    for _ in range(80):
        after: dict[tuple[int, Hand], Fraction] = {}
        for (puck, hand), weight in going.items():
            point = rules.puck.states[puck].point
            for edge, ways in Counter(rules.puck.edges[puck]).items():
                then = hand.after_point(point) if edge.event == "made" and point else hand.after_roll()
                if then.hit:
                    hit += weight * ways / 36
                elif edge.event != "seven-out":
                    after[edge.goto, then] = after.get((edge.goto, then), Fraction(0)) + weight * ways / 36
        going = after
    assert hit < chance < hit + sum(going.values())
    assert [(value.amount, value.share) for value in shooter.bonus_values(rules)] == [
        (7_00, 0),
        (11_00, 0),
        (15_00, 0),
        (19_00, 0),
        (20_00, 0),
    ]


ODD_PUCK = """
[puck]
points      = [4, 5]
established = {{ when = "off", roll = ["points"] }}
made        = {{ when = "on", roll = ["{made}"] }}
seven-out   = {{ when = "on", roll = ["{out}"] }}
[shooter]
line = ["line"]
[wagers.line]
made      = "off"
win       = {{ when = "on", roll = ["hard 4"] }}
lose      = {{ when = "on", roll = [7] }}
otherwise = "stay"
pays      = "1:1"
[shootout]
starts = 100
grows  = 100
capped = 200
"""


def test_a_bonus_that_nothing_can_hit_is_worth_nothing(tmp_path: Path) -> None:
    rules = user_book(tmp_path, ODD_PUCK.format(made="hard 7", out="easy 7"))
    assert shooter.bonus_chance(rules) == 0
    assert [value.shooter for value in shooter.bonus_values(rules)] == [0, 0]
    assert list(shooter.distinct_points(rules)) == [1, 0, 0]
    assert shooter.come_outs(rules) == Fraction(36, 7)


def test_a_turn_that_nothing_ends_is_said_to_have_no_end(tmp_path: Path) -> None:
    rules = user_book(tmp_path, ODD_PUCK.format(made="point", out="hard 7"))
    for ask in (shooter.mean_turn, shooter.median_turn, shooter.points_made, shooter.bonus_chance):
        with pytest.raises(BadInput, match="at Mine no roll sevens out, so a shooter's turn never ends"):
            ask(rules)
    assert shooter.lasts(rules, 200) == 1


def test_a_line_that_outlives_a_come_out_roll_is_not_told_per_come_out(tmp_path: Path) -> None:
    rules = user_book(tmp_path, ODD_PUCK.format(made="point", out="easy 7"))
    assert shooter.bonus_chance(rules) == all_made((4, 5), (4, 5))
    assert shooter.line_with_bonus(rules, 5_00) == ()


# --- houses without


def test_a_house_without_a_shootout_has_no_bonus() -> None:
    for book in shipped():
        rules = open_book(book)
        if book != "catfish-bend":
            assert shooter.bonus_chance(rules) is None
            assert shooter.bonus_values(rules) == ()
            assert shooter.line_with_bonus(rules, 5_00) == ()
            assert not [figure for figure in shooter.turn_figures(rules) if "bonus" in figure.name]


def test_a_house_without_a_puck_has_no_turns() -> None:
    rules = open_book(str(EXAMPLES / "no-puck.toml"))
    for ask in (
        shooter.turn_lengths,
        shooter.mean_turn,
        shooter.median_turn,
        shooter.distinct_points,
        shooter.turn_figures,
    ):
        with pytest.raises(BadInput, match="The house without a puck has no puck, so no roll ends a shooter's turn"):
            ask(rules)
    assert shooter.bonus_chance(rules) is None
    assert shooter.bonus_values(rules) == ()
    assert shooter.rests_on(rules) == ()


def test_a_bonus_of_a_million_amounts_is_not_listed(tmp_path: Path) -> None:
    text = 'extends = "typical"\n[table]\nchip = 0.01\n[shootout]\nstarts = 0.01\ngrows = 0.01\ncapped = 10000\n'
    rules = user_book(tmp_path, text)
    with pytest.raises(BadInput, match=r"grows by 0\.01 a day to 10000\.00: more than 10,000 amounts"):
        shooter.bonus_values(rules)


@pytest.mark.parametrize("number", [-1, -200])
def test_fewer_than_no_rolls_are_refused(number: int) -> None:
    for ask in (shooter.turn_lengths, shooter.lasts, shooter.points_made):
        with pytest.raises(BadInput, match="is less than none"):
            ask(open_book("typical"), number)


def test_a_bet_of_nothing_is_refused() -> None:
    with pytest.raises(BadInput, match=r"a line bet of 0\.00 wagers nothing"):
        shooter.line_with_bonus(open_book("catfish-bend"), 0)


# --- what is shown


def test_the_figures_say_what_they_count() -> None:
    rules = open_book("catfish-bend")
    figures = {figure.name: figure for figure in shooter.turn_figures(rules)}
    assert figures["rolls, mean"].value == Fraction(1671, 196)
    assert figures["come-out rolls, mean"].value == Fraction(495, 196)
    assert figures["points made, mean"].value == Fraction(67, 98)
    assert figures["bonus, each roll"].value == figures["bonus, each turn"].value * Fraction(196, 1671)
    assert "4, 5, 6, 8, 9, 10 all made before the seven-out" in figures["bonus, each turn"].basis
    assert all(figure.basis for figure in figures.values())


def test_the_bonus_rests_on_its_clauses() -> None:
    entries = {entry.word: entry.cite.clause for entry in shooter.rests_on(open_book("catfish-bend"))}
    assert entries["shootout starts"] == "Craps Shootout 6"
    assert entries["shootout share up to 1500.00"] == "Craps Shootout 10c"
    assert "points" in entries

"""Dice that are not fair: exact figures against enumeration, engines that throw alike, and fair dice as ever."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from sevenout import Game, Job, LineWithOdds, distribution, edges, exact, simulate
from sevenout.analysis.dice.alias_table import COLUMNS, IN_A_COLUMN, alias_table, words_of
from sevenout.analysis.dice.dice_file import game_with_dice, rules_with_dice
from sevenout.analysis.dice.dice_models import HARDWAYS, THREE_V, dice_by_axis, dice_by_faces, dice_by_rolls
from sevenout.analysis.exact import shooter
from sevenout.analysis.kernel import kernel
from sevenout.analysis.simulation.engines.numpy_engine import throw_block
from sevenout.analysis.simulation.jobs import run, split
from sevenout.analysis.simulation.philox import BLOCK, KINDS, rolls_of
from sevenout.analysis.simulation.results import Result, merge
from sevenout.analysis.simulation.resume_file import ResumeFile
from sevenout.base.dice import FAIR_DICE, ROLLS, DiceModel
from sevenout.base.errors import BadInput, Malformed
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import EMPTY, Change, Position, place, settle
from sevenout.rulebook.compiler.puck_machine import OFF
from tests.unit.analysis.exact import test_session_distribution as sessions
from tests.unit.analysis.simulation.players import PLAYERS, flat, hops
from tests.unit.analysis.simulation.test_engines import agree

AXIS = dice_by_axis(THREE_V, Fraction(1, 10), together=True, pitch=Fraction(1, 3), name="on axis")
HEAVY = dice_by_faces(
    {
        1: Fraction(1, 10),
        2: Fraction(1, 5),
        3: Fraction(1, 10),
        4: Fraction(1, 5),
        5: Fraction(1, 10),
        6: Fraction(3, 10),
    },
    name="heavy",
)
PERFECT = dice_by_axis(HARDWAYS, 1, name="perfect axis")
UNIFORM = DiceModel("uniform.toml", (7,) * 36)

STAKE = 60_00


def enumerate_ends(game: Game, key: str, dice: DiceModel, depth: int) -> tuple[dict[int, Fraction], Fraction]:
    """Every sequence of rolls to a depth, settled on a real layout: nets with their chances, and what is left open."""
    rules = game.rules
    if rules.by_key[key].wager.made.value == "off":
        starts = {OFF: Fraction(1)}
    else:
        starts = defaultdict(Fraction)
        for roll in ROLLS:
            if rules.puck.edges[OFF][roll.index].event == "established":
                starts[rules.puck.edges[OFF][roll.index].goto] += dice.chance(roll)
        starts = {puck: chance / sum(starts.values()) for puck, chance in starts.items()}
    here: dict[tuple[int, Position], Fraction] = {}
    for puck, chance in starts.items():
        made = place(game, EMPTY, puck, key, STAKE, 10**9)
        assert isinstance(made, Change)
        here[puck, made.position] = chance
    nets: defaultdict[int, Fraction] = defaultdict(Fraction)
    for _ in range(depth):
        after: defaultdict[tuple[int, Position], Fraction] = defaultdict(Fraction)
        for (puck, position), chance in here.items():
            for roll in ROLLS:
                if not (weight := chance * dice.chance(roll)):
                    continue
                done = settle(game, position, puck, roll)
                if done.results:
                    nets[done.back + sum(done.position.stakes) - STAKE] += weight
                else:
                    after[rules.puck.edges[puck][roll.index].goto, done.position] += weight
        here = dict(after)
    return dict(nets), sum(here.values(), Fraction(0))


@pytest.mark.parametrize("dice", [AXIS, HEAVY, PERFECT], ids=lambda dice: dice.name)
@pytest.mark.parametrize("key", ["pass", "dont-pass", "come", "field", "any-7", "hard-8", "hop-6-4", "place-5"])
def test_exact_edges_are_what_enumeration_finds(key: str, dice: DiceModel) -> None:
    game = Game.open("catfish-bend", minimum=1_00, chip=1_00)
    worth = exact.wager_edge(game, key, dice=dice)
    nets, left = enumerate_ends(game, key, dice, 60)
    assert left < Fraction(1, 10**4)
    won = sum((chance for net, chance in nets.items() if net > 0), Fraction(0))
    assert won <= worth.win <= won + left
    mean = sum((net * chance for net, chance in nets.items()), Fraction(0)) / STAKE
    assert abs(worth.net - mean) <= 31 * left


@pytest.mark.parametrize("dice", [AXIS, HEAVY, PERFECT], ids=lambda dice: dice.name)
def test_an_exact_session_is_what_enumeration_finds(dice: DiceModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "PAIRS", [(roll, dice.chance(roll)) for roll in ROLLS])
    game = Game.open("typical")
    enumerated = sessions.Enumerated(game, PLAYERS["come"], 60_00, 4)
    found = distribution(game, PLAYERS["come"], 60_00, 4, end=sessions.FACE_VALUE, dice=dice)
    assert dict(found.nets) == pytest.approx({net: float(chance) for net, chance in enumerated.nets.items() if chance})
    assert found.dice == dice.name


def test_a_line_with_odds_costs_what_its_parts_cost() -> None:
    """Odds are fair only with fair dice; with others what they win or lose is added, point by point."""
    rules = rules_with_dice("typical", AXIS)
    alone, behind = (exact.line_with_odds(rules, "pass", times) for times in (0, 1))
    assert isinstance(alone, LineWithOdds)
    assert isinstance(behind, LineWithOdds)
    points = {chance.point: chance for chance in shooter.point_chances(rules)}
    odds_net = sum(
        points[number].established * (points[number].made * pays - (1 - points[number].made))
        for number, pays in (
            (4, 2),
            (5, Fraction(3, 2)),
            (6, Fraction(6, 5)),
            (8, Fraction(6, 5)),
            (9, Fraction(3, 2)),
            (10, 2),
        )
    )
    assert behind.net == alone.net + odds_net


def test_a_turn_is_as_long_as_the_chain_of_come_outs_says() -> None:
    rules = rules_with_dice("typical", AXIS)
    lengths = shooter.turn_lengths(rules, 400)
    assert float(shooter.mean_turn(rules)) == pytest.approx(sum(map(float, lengths[1:])), abs=1e-6)
    assert shooter.mean_turn(rules) > shooter.mean_turn(rules_with_dice("typical", None))


def test_dice_that_never_seven_leave_some_wagers_without_an_edge() -> None:
    hardways_only = dice_by_rolls({(face, face): Fraction(1, 4) for face in (2, 3, 4, 5)}, name="hardways only")
    found = edges("typical", dice=hardways_only)
    assert found["hard-8"].win == 1
    assert {"place-5", "place-9"} <= {*found.undecided}
    with pytest.raises(BadInput, match="place-5 may never be decided"):
        edges("typical", "place-5", dice=hardways_only)
    with pytest.raises(BadInput, match="hardways only never decide a point of 5"):
        shooter.mean_turn(rules_with_dice("typical", hardways_only))
    sevens = dice_by_rolls({(3, 4): 1}, name="sevens only")
    with pytest.raises(BadInput, match="place-6 needs a point, and sevens only establish none"):
        edges("typical", "place-6", dice=sevens)


def test_a_uniform_file_gives_the_very_same_answers_as_none() -> None:
    game = Game.open("typical")
    assert [*edges(game, dice=UNIFORM)] == [*edges(game)]
    with_dice = distribution(game, "pass-line", 300_00, 50, dice=UNIFORM)
    assert replace(with_dice, dice="") == replace(distribution(game, "pass-line", 300_00, 50), dice="")
    ran = [simulate(game, "iron-cross", 3_000, 50, 300_00, dice=dice) for dice in (UNIFORM, None)]
    assert ran[0].nets == ran[1].nets
    assert [each.dice for each in ran] == ["uniform.toml", "fair dice"]


# --- the dice themselves


@pytest.mark.parametrize("dice", [AXIS, HEAVY, PERFECT, FAIR_DICE], ids=lambda dice: dice.name)
def test_every_roll_has_the_words_that_its_chance_gives_it(dice: DiceModel) -> None:
    table, words = alias_table(dice), Counter[int]()
    for column in range(COLUMNS):
        words[table.below[column]] += table.cuts[column]
        words[table.above[column]] += IN_A_COLUMN - table.cuts[column]
    assert [words[roll.index] for roll in ROLLS] == [*words_of(dice)]
    for roll in ROLLS:
        assert abs(words[roll.index] - dice.chance(roll) * 2**32) < 1
        assert bool(words[roll.index]) == bool(dice.chance(roll))


def test_a_word_below_the_cut_is_one_roll_and_from_the_cut_on_the_other() -> None:
    table = alias_table(AXIS)
    for column, cut in enumerate(table.cuts):
        first = column * IN_A_COLUMN
        assert table.roll_of(first + cut - 1) == table.below[column]
        if cut < IN_A_COLUMN:
            assert table.roll_of(first + cut) == table.above[column]


@pytest.mark.parametrize("vectors", [True, False])
def test_plain_python_arrays_and_the_kernel_throw_the_same_loaded_dice(vectors: bool) -> None:
    seed, first, blocks = 0x0123456789ABCDEF, 2**32 - 4, 3
    numbers = np.arange(first, first + 8, dtype=np.uint64)
    plainly = np.array(
        [[one.index for one in islice(rolls_of(seed, int(number), AXIS), blocks * BLOCK)] for number in numbers]
    ).T
    assert np.array_equal(np.concatenate([throw_block(seed, numbers, block, AXIS) for block in range(blocks)]), plainly)
    source = seed, alias_table(AXIS).to_bytes()
    for block in range(blocks):
        thrown = kernel.thrown(source, numbers, np.full(8, block, np.uint64), vectors)
        singly, paired = (np.frombuffer(each, np.uint64) for each in thrown)
        here = plainly[block * BLOCK : (block + 1) * BLOCK]
        assert np.array_equal(singly.reshape(BLOCK, 8), here)
        assert np.array_equal(paired.reshape(BLOCK // 2, 8), here[::2] * KINDS + here[1::2])


def test_rolls_come_up_by_their_chances() -> None:
    rolls = np.concatenate([throw_block(2, np.arange(20_000, dtype=np.uint64), block, AXIS) for block in range(2)])
    expected = np.array([float(AXIS.chance(roll)) for roll in ROLLS]) * rolls.size
    chi_square = float(((np.bincount(rolls.ravel(), minlength=36) - expected) ** 2 / expected).sum())
    assert 12 < chi_square < 72  # 35 degrees of freedom: outside once in five thousand tries


@pytest.mark.parametrize("table", [b"short", bytes(383), bytes(256) + bytes([36]) * 128])
def test_the_kernel_takes_no_table_that_is_none(table: bytes) -> None:
    with pytest.raises(ValueError, match="a table of dice has"):
        kernel.thrown((1, table), np.zeros(8, np.uint64), np.zeros(8, np.uint64), False)


def test_no_weights_that_are_none() -> None:
    for weights in ((1,) * 35, (-1,) * 36, (0,) * 36, (0.5,) * 36):
        with pytest.raises(Malformed):
            DiceModel("broken", weights)  # type: ignore[arg-type]


# --- sessions


@pytest.mark.parametrize("dice", [AXIS, PERFECT], ids=lambda dice: dice.name)
@pytest.mark.parametrize("player", ["come", "props"])
@pytest.mark.parametrize(("bankroll", "rolls"), [(3000_00, 200), (60_00, 137)])
def test_the_engines_agree_with_loaded_dice(dice: DiceModel, player: str, bankroll: int, rolls: int) -> None:
    agree(game_with_dice("typical", dice), PLAYERS[player], bankroll, rolls)


def test_the_engines_agree_where_all_36_are_told_apart() -> None:
    assert agree(game_with_dice("catfish-bend", HEAVY), hops, 300_00, 40).rows.columns == 36


def test_simulated_sessions_come_out_as_the_exact_ones() -> None:
    result = simulate("typical", flat, 40_000, 60, 300_00, seed=5, dice=AXIS)
    session = distribution("typical", flat, 300_00, 60, dice=AXIS)
    assert abs(result.nets.mean - session.mean) < 4 * session.sd / 40_000**0.5
    assert abs(session.mean - distribution("typical", flat, 300_00, 60).mean) > 8 * session.sd / 40_000**0.5


def test_a_job_carries_its_dice() -> None:
    game = game_with_dice("typical", AXIS)
    job = Job.of(game, "pass-line", 600, 50, 300_00, 9)
    here = simulate(game, "pass-line", 600, 50, 300_00, 9)
    assert Result.of(merge(run(part) for part in split(job, 3))).nets == here.nets
    assert here.nets != simulate("typical", "pass-line", 600, 50, 300_00, 9).nets


def test_kept_sessions_of_other_dice_are_not_gone_on_from(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    loaded, fair = (Job.of(game_with_dice("typical", dice), "pass-line", 600, 50, 300_00) for dice in (AXIS, None))
    keeping = ResumeFile(loaded, file, [], print)
    simulate("typical", "pass-line", 600, 50, 300_00, dice=AXIS, so_far=keeping.keep)
    with pytest.raises(BadInput, match=r"its pair of dice is on axis .*, not fair"):
        ResumeFile(fair, file, [], print)


# --- several bets as one, changes of rules


@pytest.mark.parametrize("dice", [AXIS, HEAVY], ids=lambda dice: dice.name)
def test_a_set_of_one_bet_has_the_edge_of_its_wager_with_these_dice(dice: DiceModel) -> None:
    rules = rules_with_dice("typical", dice)
    for wager in ("pass", "place-6", "field", "hard-8"):
        found = exact.bet_set("typical", {wager: STAKE}, dice=dice)
        assert not isinstance(found, Refusal)
        assert found.edge == edges(rules, [wager])[wager].edge
        assert found.dice == dice


def test_the_next_roll_of_a_set_wins_as_often_as_these_dice_say() -> None:
    found = exact.bet_set("typical", {"field": STAKE, "any-7": STAKE}, dice=HEAVY)
    assert not isinstance(found, Refusal)
    assert found.roll_chances.win == sum(HEAVY.chance_of_total(total) for total in (2, 7, 12))
    assert found.roll_chances.push == sum(HEAVY.chance_of_total(total) for total in (3, 4, 9, 10, 11))
    assert found.roll.net == 4 * STAKE * HEAVY.chance_of_total(7) - STAKE * (
        1 - HEAVY.chance_of_total(7)
    ) + exact_field(HEAVY)
    counted = exact.bet_set("typical", {"place-6": STAKE}, point=8, dice=HEAVY)
    assert not isinstance(counted, Refusal)
    assert {each.total: Fraction(each.ways, HEAVY.whole) for each in counted.numbers} == {
        total: HEAVY.chance_of_total(total) for total in range(2, 13)
    }


def exact_field(dice: DiceModel) -> Fraction:
    """What the field brings a roll where 2 and 12 pay double, by hand."""
    single = sum((dice.chance_of_total(total) for total in (3, 4, 9, 10, 11)), Fraction(0))
    double = dice.chance_of_total(2) + dice.chance_of_total(12)
    return STAKE * (single + 2 * double - (1 - single - double))


def test_a_hand_with_these_dice_lasts_as_long_as_a_shooters_turn() -> None:
    for dice in (HEAVY, AXIS):
        found = exact.bet_set("typical", {"pass": STAKE}, dice=dice)
        assert not isinstance(found, Refusal)
        assert found.hand is not None
        assert found.hand.rolls == shooter.mean_turn(rules_with_dice("typical", dice))


def test_a_hand_with_these_dice_brings_what_every_roll_brings() -> None:
    """Followed roll by roll at the table's own rules, with floats."""
    game = game_with_dice("typical", HEAVY)
    made = place(game, EMPTY, game.puck(8), "place-6", STAKE, None)
    assert isinstance(made, Change)
    standing, net = {(game.puck(8), made.position): 1.0}, 0.0
    while sum(standing.values()) > 1e-13:
        after: dict[tuple[int, Position], float] = defaultdict(float)
        for (puck, position), chance in standing.items():
            for roll in ROLLS:
                done, edge = settle(game, position, puck, roll), game.rules.puck.edges[puck][roll.index]
                share = chance * float(HEAVY.chance(roll))
                net -= share * done.bank
                if done.position.slots and not edge.ends_turn:
                    after[edge.goto, done.position] += share
        standing = after
    found = exact.bet_set("typical", {"place-6": STAKE}, point=8, dice=HEAVY)
    assert not isinstance(found, Refusal)
    assert found.hand is not None
    assert found.hand.net is not None
    assert float(found.hand.net) == pytest.approx(net)


def test_an_hour_costs_what_the_edges_of_these_dice_say() -> None:
    costs = exact.rule_costs("typical", "crapless", ["pass"], dice=AXIS)
    (change,) = costs.wagers
    for cost, book in ((change.here, "typical"), (change.there, "crapless")):
        found = edges(rules_with_dice(book, AXIS), ["pass"])["pass"]
        assert cost is not None
        assert cost.per_hour == found.edge * 10_00 * 144 / found.rolls_in_all
    assert costs.dice == AXIS

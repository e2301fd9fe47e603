"""The sequence of a roll: its steps reach the table's own state to the cent, in the order the manual asks for."""

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.crew.layout.rail import Rail
from sevenout.crew.manual.chapter_loader import Fact, chapter
from sevenout.crew.payout.sequence import Ends, Phase, SequenceRules, sequence_by
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book, open_book
from sevenout.rulebook.source import overlay, parse, read_book
from sevenout.table import Rolled, Snapshot, evolve
from sevenout.table.events import RollCorrected
from sevenout.table.table_snapshot import chips_of
from tests.property import games
from tests.unit.crew import sentences
from tests.unit.crew.apply_motions import apply
from tests.unit.crew.sentences import SENTENCES, Sentence, Steps
from tests.unit.crew.tables import Scene, scenes
from tests.volume import SEED_NUMBER, scaled, seeded

EXAMPLES = ("examples/collectors.toml", "examples/no-puck.toml")
ROLLS = scaled(100_000)
CHUNKS = scaled(4)
SOME = 2500


@cache
def rules(book: str) -> CompiledBook:
    return open_book(book)


@cache
def some(book: str) -> list[tuple[Scene, Steps]]:
    return [(scene, scene.steps) for scene in scenes(rules(book), seed=7, rolls=SOME)]


def order(book: str) -> SequenceRules:
    return chapter(rules(book).book, "sequence", SequenceRules)


# --- the ledger


def chips(table: Snapshot) -> tuple[object, ...]:
    """All that hands can move: racks, layouts with what nobody noticed, tokes, puck and ledger. A lock is no chip."""
    layouts = [replace(layout, locked=()) for layout in (*(seat.layout for seat in table.seats), table.crew)]
    return [seat.rack for seat in table.seats], layouts, table.point, table.ledger


def carry_out(scene: Scene) -> None:
    """Applies the steps one by one: no chip is made or lost on the way, and all lie where the table has them."""
    table, steps = scene.before, scene.steps
    for step in steps:
        table = apply(scene.game, table, step)
        assert chips_of(table) == 0, (step.sentence, scene)
    assert chips(table) == chips(scene.after), ([step.sentence for step in steps], scene)


@pytest.mark.parametrize(("book", "chunk"), [*product(shipped(), range(CHUNKS)), *((book, 0) for book in EXAMPLES)])
def test_the_steps_one_by_one_reach_the_tables_own_state(book: str, chunk: int) -> None:
    for scene in scenes(rules(book), seed=SEED_NUMBER + chunk, rolls=ROLLS // CHUNKS):
        carry_out(scene)


@pytest.mark.parametrize("book", [*shipped(), *EXAMPLES])
def test_the_steps_of_whole_games_with_every_command_reach_the_tables_own_state(book: str) -> None:
    dice, rolled = seeded("whole games", book), 0
    while rolled < ROLLS // 50:
        rail = games.Rail(rules(book), dice)
        for _ in range(400):
            before = rail.table.snapshot()
            event = rail.act(rail.action())
            if isinstance(event, Rolled):
                rolled += 1
                assert rail.table.log is not None
                told = rail.table.log[-1].event
                start = evolve(before, told.voided) if isinstance(told, RollCorrected) else before
                carry_out(Scene(rail.table.game, start, event, evolve(start, event), Rail.of(start)))


OWN_HOUSE = """
format = 1
name = "mine"
title = "My house"
extends = "catfish-bend"
[wagers.field]
proposition = true
[wagers.place-n]
proposition = true
"""


def test_the_steps_reach_the_ledger_of_a_house_with_propositions_all_over_the_layout() -> None:
    compiled, faults = check_book(overlay(parse(OWN_HOUSE, "mine.toml"), read_book("catfish-bend")))
    assert faults == ()
    assert compiled is not None
    for scene in scenes(compiled, seed=1, rolls=ROLLS // 20):
        carry_out(scene)


@pytest.mark.parametrize("book", [*shipped(), *EXAMPLES])
def test_every_decision_is_worked_once_and_cited(book: str) -> None:
    for scene, steps in some(book):
        money = [step for step in steps if step.act in {"take", "pay", "deduct"}]
        decided = [(seat, result.wager) for seat, result in scene.event.settled if result.result in {"win", "lose"}]
        assert sorted((step.seat, step.wager) for step in money) == sorted(decided)
        cites = {(seat, result.wager): scene.game.cite(result.cite) for seat, result in scene.event.settled}
        for step in steps:
            assert step.cite.clause
            assert step.cite.says
            assert step.sentence
            if (step.seat, step.wager) in cites:
                assert step.decided == cites[step.seat, step.wager]


# --- the order


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.__name__)
@pytest.mark.parametrize("book", ["catfish-bend", "new-south-wales", "examples/collectors.toml"])
def test_the_manual_says(book: str, sentence: Sentence) -> None:
    for scene, steps in some(book):
        sentence(scene, steps)


Break = Callable[[SequenceRules], SequenceRules]


def shift(act: str, area: str, to: int, when: str = "any roll") -> Break:
    """Moves a phase to another place in the order."""

    def broken(order: SequenceRules) -> SequenceRules:
        phase = named(order, act, area, when)
        phases = [other for other in order.phases if other is not phase]
        phases.insert(to if to >= 0 else len(phases), phase)
        return replace(order, phases=tuple(phases))

    return broken


def alter(act: str, area: str, when: str = "any roll", **words: object) -> Break:
    """Changes words of a phase."""

    def broken(order: SequenceRules) -> SequenceRules:
        phase = named(order, act, area, when)
        phases = tuple(replace(phase, **words) if other is phase else other for other in order.phases)
        return replace(order, phases=phases)

    return broken


def reverse(act: str, area: str, when: str) -> Break:
    return lambda order: alter(act, area, when, areas=named(order, act, area, when).areas[::-1])(order)


def without(act: str) -> Break:
    return lambda order: replace(order, phases=tuple(phase for phase in order.phases if phase.act != act))


def fact(word: str, value: str) -> Break:
    return lambda order: replace(order, **{word: replace(getattr(order, word), value=value)})


def named(order: SequenceRules, act: str, area: str, when: str) -> Phase:
    (phase,) = [
        phase
        for phase in order.phases
        if (phase.act, phase.when) == (act, when) and (area in phase.areas if area else not phase.areas)
    ]
    return phase


THIRD_FIRST: Fact[Ends] = Fact("third base first", "Payoffs 3", "the other way round")
ORDINARY, OUT = "not a seven-out", "seven-out"
BREAKS: dict[Sentence, tuple[Break, ...]] = {
    sentences.the_dice_come_in_before_anyone_takes_or_pays: (shift("bring in", "", -1),),
    sentences.losers_are_taken_before_winners_are_paid: (shift("take", "field", -1, ORDINARY),),
    sentences.new_bets_are_placed_after_winners_are_paid: (shift("move", "", 1),),
    sentences.place_bets_are_paid_after_come_and_dont_come_are_positioned: (
        shift("move", "", -1),
        shift("move", "don't come", -1),
    ),
    sentences.dont_come_bets_are_placed_before_come_bets_are_paid: (shift("move", "don't come", -1),),
    sentences.on_a_seven_out_the_dont_come_goes_first_then_pass_line_and_field: (
        shift("take", "don't come", 3, OUT),
        reverse("take", "field", OUT),
        shift("take", "box edges", 1, OUT),
    ),
    sentences.on_a_seven_out_the_come_boxes_are_cleared_after_come_and_donts_are_paid: (
        shift("take", "come boxes", 1, OUT),
        shift("take", "box edges", 1, OUT),
    ),
    sentences.work_goes_from_the_outside_to_the_inside: (
        reverse("take", "field", ORDINARY),
        shift("pay", "field", -1),
        alter("take", "box edges", ORDINARY, start="inside"),
    ),
    sentences.pass_and_dont_pass_are_paid_from_base_to_stick: (alter("pay", "pass line", direction="stick to base"),),
    sentences.odds_are_paid_before_the_flat_bet: (fact("odds", "after the flat bet"),),
    sentences.place_and_buy_bets_are_paid_from_stick_to_base: (alter("pay", "box edges", direction="base to stick"),),
    sentences.losing_place_bets_are_pushed_clear_before_dont_come_and_lays_are_paid: (
        shift("clear", "box edges", -1, OUT),
        without("clear"),
    ),
    sentences.the_stake_of_a_winning_buy_or_lay_stands_until_its_vig_is_asked_for: (
        alter("pay", "box edges", stake="first"),
        alter("pay", "box edges", asks=None),
        alter("pay", "behind the numbers", asks=None),
    ),
    sentences.what_lies_neither_in_a_box_nor_in_the_middle_is_the_players_own_to_take: (
        alter("pay", "pass line", own=None),
        alter("pay", "come", own=None),
        alter("pay", "field", own=None),
    ),
    sentences.dont_come_and_lays_are_paid_from_base_to_stick: (
        alter("pay", "behind the numbers", direction="stick to base"),
    ),
    sentences.dont_come_and_lays_are_paid_player_by_player_from_the_inside: (
        alter("pay", "behind the numbers", start="outside"),
        alter("pay", "behind the numbers", sweep="box by box"),
    ),
    sentences.all_of_a_players_donts_are_paid_before_they_are_handed_over: (
        alter("pay", "behind the numbers", stake="with each"),
    ),
    sentences.propositions_are_worked_last: (shift("take", "propositions", 1), shift("pay", "propositions", 1)),
    sentences.the_stick_removes_losing_propositions_before_any_is_paid: (
        shift("take", "propositions", -1),
        alter("take", "propositions", by="base"),
    ),
    sentences.propositions_are_paid_from_base_to_stick: (alter("pay", "propositions", direction="stick to base"),),
    sentences.propositions_begin_at_the_end_opposite_the_shooter: (
        alter("take", "propositions", ends=THIRD_FIRST),
        alter("pay", "propositions", ends=THIRD_FIRST),
    ),
    sentences.a_base_dealer_pays_and_takes_at_their_own_end: (
        alter("pay", "propositions", by="stick"),
        alter("take", "field", ORDINARY, by="stick"),
    ),
    sentences.the_base_dealers_mark_the_point_with_the_puck: (without("puck"),),
}


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.__name__)
def test_another_order_breaks_the_sentence(sentence: Sentence) -> None:
    for broken in BREAKS[sentence]:
        other = broken(order("catfish-bend"))
        assert any(not holds(sentence, scene, scene.steps_by(other)) for scene, _ in some("catfish-bend"))


def holds(sentence: Sentence, scene: Scene, steps: Steps) -> bool:
    try:
        sentence(scene, steps)
    except AssertionError:
        return False
    return True


def test_an_order_that_leaves_work_undone_is_refused() -> None:
    scene, _ = some("catfish-bend")[0]
    with pytest.raises(BadInput, match="no phase for 'move' in the area 'pass line'"):
        sequence_by(without("move")(order("catfish-bend")), scene.game, scene.event, scene.rail)


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.__name__)
def test_no_money_hangs_on_the_order(sentence: Sentence) -> None:
    for broken in BREAKS[sentence]:
        other = broken(order("catfish-bend"))
        for scene, _ in some("catfish-bend")[:50]:
            table = scene.before
            for step in scene.steps_by(other):
                table = apply(scene.game, table, step)
            assert table.ledger == scene.after.ledger

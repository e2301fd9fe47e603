"""A table at which a roll was taken back or corrected is one at which the right thing came first."""

from random import Random

import pytest
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.crew.shift.shift_report import shift_report
from sevenout.engine.game import Game
from sevenout.player.bot import Bot
from sevenout.player.session_stats import evening_of
from sevenout.player.talk.repeats import memory_of
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.strategy.view import View
from sevenout.table import Table, TableState, evolve, take_snapshot
from sevenout.table.commands import (
    Award,
    Bet,
    BuyIn,
    Command,
    CorrectRoll,
    NoRoll,
    RollDice,
    RuleNoRoll,
    Sit,
    TellTime,
    Toke,
)
from sevenout.table.events import RollCorrected, RollVoided
from sevenout.table.log.table_log import read_log, verify_log, write_log
from sevenout.table.table_snapshot import Snapshot, house_of
from tests.property.games import Rail

RULES = {book: open_book(book) for book in shipped()}
OVERRULING = [book for book in shipped() if RULES[book].book.no_roll.overruled_by.value != "nobody"]


def night(book: str, dice: Random, actions: int) -> Table:
    """A random game with chips in the racks, and a clock."""
    rail = Rail(RULES[book], dice)
    rail.act(TellTime("2026-03-01T06:30", "America/Chicago"))
    for _ in range(actions):
        rail.act(rail.action())
    return rail.table


def again(table: Table) -> Table:
    """The same table once more, with its log."""
    assert table.log is not None
    other = Table(table.game)
    other.state, other.log, other.told = table.state, [*table.log], table.told
    return other


def since(table: Table, dice: Random) -> list[Command]:
    """What may come between a roll and a ruling, of which money alone stands: what of it was accepted."""
    stands: list[Command] = []
    least = table.game.minimum
    for _ in range(dice.randint(0, 6)):
        name = dice.choice([*table.seats, "Eve"])
        lasting = dice.choice((BuyIn(name, least), Award(name, least, "short"), Toke(name, least), Sit("Eve", least)))
        passing = dice.choice((Bet(name, least, "pass"), Bet(name, least, "field"), Toke(name, least, "field")))
        if not isinstance(table.execute(lasting), Refusal):
            stands.append(lasting)
        table.execute(passing)
        if table.shooter():
            table.pass_dice(table.shooter() or "")
    return stands


def bare(state: TableState) -> TableState:
    """A state without what can be taken back, and without a throw that was just called off."""
    return replace(state, revocable=None, dice=replace(state.dice, called_off=None, told=()))


def held(table: Table) -> None:
    """The log leads to the same state by its events, and by its commands; so does the picture."""
    assert table.log is not None
    lines = list(write_log(table.log))
    state, _ = read_log(table.game, lines)
    assert state == table.state
    verify_log(table.game, lines)
    shown = Snapshot(house_of(table.game))
    for entry in table.log:
        shown = evolve(shown, entry.event)
    assert shown == take_snapshot(table.game, table.state)


def same_evening(wrong: Table, right: Table) -> None:
    """Everybody's accounts, memory and the shift are those of the table at which the right thing came first."""
    for name in right.seats:
        ours, theirs = (evening_of(each.game, each.log or (), name) for each in (wrong, right))
        assert replace(ours, unrolled=None) == replace(theirs, unrolled=None)
        assert replace(memory_of(wrong, name), roll=0, unrolled=None, gone=()) == replace(
            memory_of(right, name), roll=0, unrolled=None, gone=()
        )
    assert shift_report(wrong.game, wrong.log or ()) == shift_report(right.game, right.log or ())


@pytest.mark.parametrize("book", OVERRULING)
def test_a_roll_that_is_ruled_no_roll_leaves_the_table_as_if_no_roll_had_been_called(book: str) -> None:
    dice, voided = Random(f"{book} voided"), 0
    while voided < 12:
        table = night(book, dice, dice.randint(5, 60))
        if table.state.dice.thrown or (table.state.bonus and table.state.bonus.held_for):
            continue
        right, wrong = again(table), again(table)
        if isinstance(wrong.execute(RollDice(dice.randint(1, 6), dice.randint(1, 6))), Refusal):
            continue
        stands = since(wrong, dice)
        answer = wrong.execute(RuleNoRoll("on the rail"))
        if isinstance(answer, Refusal):
            assert answer.code == "too-late"
            continue
        assert isinstance(answer, RollVoided)
        assert not isinstance(right.execute(NoRoll("on the rail")), Refusal)
        assert not [each for each in stands if isinstance(right.execute(each), Refusal)]
        assert bare(wrong.state) == bare(right.state)
        held(wrong)
        same_evening(wrong, right)
        voided += 1


@pytest.mark.parametrize("book", shipped())
def test_a_roll_that_is_corrected_leaves_the_table_as_if_it_had_been_entered_right(book: str) -> None:
    dice, corrected = Random(f"{book} corrected"), 0
    while corrected < 12:
        table = night(book, dice, dice.randint(5, 60))
        if table.state.dice.thrown or table.state.dice.called_off is not None:
            continue
        (a, b), shown = (dice.randint(1, 6), dice.randint(1, 6)), (dice.randint(1, 6), dice.randint(1, 6))
        right, wrong = again(table), again(table)
        if (a, b) == shown or isinstance(wrong.execute(RollDice(a, b)), Refusal):
            continue
        stands = since(wrong, dice)
        answer = wrong.execute(CorrectRoll(*shown))
        if isinstance(answer, Refusal):
            assert answer.code == "too-late"
            continue
        assert isinstance(answer, RollCorrected)
        assert not [each for each in stands if isinstance(right.execute(each), Refusal)]
        assert not isinstance(right.execute(RollDice(*shown)), Refusal)
        assert bare(wrong.state) == bare(right.state)
        held(wrong)
        same_evening(wrong, right)
        if wrong.state.dice.turn and table.game.rules.book.no_roll.overruled_by.value != "nobody":
            assert isinstance(wrong.execute(RuleNoRoll()), RollVoided)
            held(wrong)
        corrected += 1


def test_a_strategy_goes_on_as_before_a_roll_that_is_taken_back() -> None:
    table = Table(Game(RULES["catfish-bend"]))
    asked: list[tuple[int, object]] = []

    def doubling(view: View) -> View:
        lost = view.memory if isinstance(view.memory, int) else 0
        asked.append((lost, view.rack))
        return view.bet("field", 5_00 * 2**lost).remember(lost + 1)

    bot = Bot(table, "Ann", doubling, 500_00)
    table.seat("Bob", 100_00)
    table.bet("Bob", "pass", 10_00)
    bot.act()
    table.execute(RollDice(4, 3))
    table.bet("Bob", "pass", 10_00)
    bot.act()
    assert asked == [(0, 500_00), (1, 495_00)]
    table.execute(RuleNoRoll())
    assert bot.act().done == ()
    assert table.layout("Ann") == {"field": 5_00}
    table.execute(RollDice(1, 1))
    bot.act()
    assert asked[2] == (1, 510_00)

"""Games that hypothesis makes up: money is conserved, a refusal changes nothing, and a transcript replays the game."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sevenout.base.dice import roll
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW
from sevenout.crew.replay import Playback, number_lines
from sevenout.engine.betting import Position
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from sevenout.table import Rolled, Table
from sevenout.table.commands import BuyIn, Command, Sit
from sevenout.table.notation import TableLimits
from sevenout.table.state import fault_in
from tests.property.games import Rail, act, twin
from tests.volume import examples

in_every_book = pytest.mark.parametrize("book", shipped())
games = settings(max_examples=examples(100))


@cache
def rules_of(book: str) -> CompiledBook:
    return open_book(book)


def all_chips(table: Table) -> int:
    """Racks, layouts, the crew's tokes, the toke box, the bank and the commission, from what a player can see."""
    seats = sum(seat.rack + sum(table.layout(name).values()) for name, seat in table.seats.items())
    ledger = table.state.ledger
    return seats + sum(table.layout(CREW).values()) + table.toke_box + ledger.bank + ledger.commission


@in_every_book
@games
@given(dice=st.randoms(), actions=st.integers(1, 60))
def test_money_is_neither_made_nor_lost(book: str, dice: Random, actions: int) -> None:
    rail = Rail(rules_of(book), dice)
    bought = sum(seat.rack for seat in rail.table.seats.values())
    for _ in range(actions):
        action = rail.action()
        refused = isinstance(rail.act(action), Refusal)
        if isinstance(action, Sit | BuyIn) and not refused:
            bought += action.rack if isinstance(action, Sit) else action.amount
        assert all_chips(rail.table) == 0, rail.story()
        assert rail.table.state.ledger.drop == bought, rail.story()
        assert all(seat.rack >= 0 for seat in rail.table.seats.values()), rail.story()
        assert all(stake > 0 for name in (*rail.table.seats, CREW) for stake in rail.table.layout(name).values())


@in_every_book
@games
@given(dice=st.randoms(), actions=st.integers(1, 60))
def test_every_event_says_who_throws_next(book: str, dice: Random, actions: int) -> None:
    rail = Rail(rules_of(book), dice)
    for _ in range(actions):
        event = rail.table.execute(rail.action())
        said = event if isinstance(event, Refusal) else getattr(event, "throws", rail.table.shooter())
        assert isinstance(said, Refusal) or said == rail.table.shooter(), rail.story()


@in_every_book
@games
@given(dice=st.randoms(), actions=st.integers(1, 40))
def test_a_chip_too_many_is_found_wherever_it_lies(book: str, dice: Random, actions: int) -> None:
    """After any action, in a rack, on a layout, with the crew or in an account: a table asserts that there is none."""
    rail = Rail(rules_of(book), dice)
    for _ in range(actions):
        before = rail.table.state
        if isinstance(rail.act(rail.action()), Refusal):
            continue
        after = rail.table.state
        assert fault_in(before, after) == ""
        forged = [replace(after, ledger=after.ledger.plus(**{account: 1})) for account in ("bank", "commission")]
        forged.append(replace(after, crew=Position((*after.crew.slots, 0), (*after.crew.stakes, 1))))
        for seat in after.seats:
            layout = Position((*seat.position.slots, 0), (*seat.position.stakes, 1))
            forged += [
                replace(after, seats=after.with_seat(replace(seat, rack=seat.rack + 1))),
                replace(after, seats=after.with_seat(replace(seat, position=layout))),
            ]
        assert {fault_in(before, state) for state in forged} == {"makes or loses chips"}
        for seat in after.seats:
            owing = replace(seat, rack=-1)
            accounts = after.ledger.plus(bank=seat.rack + 1)
            indebted = replace(after, seats=after.with_seat(owing), ledger=accounts)
            assert fault_in(before, indebted) == "leaves a rack below nothing"


@in_every_book
@games
@given(dice=st.randoms(), actions=st.integers(1, 40))
def test_a_refused_action_changes_nothing(book: str, dice: Random, actions: int) -> None:
    rail = Rail(rules_of(book), dice)
    for _ in range(actions):
        untouched = twin(rail.table)
        before = rail.table.state
        if isinstance(rail.act(rail.action()), Refusal):
            assert rail.table.state == before, rail.story()
            refused = twin(rail.table)
            for a, b in ((3, 1), (2, 2), (4, 3), (6, 5)):
                assert refused.roll(roll(a, b)) == untouched.roll(roll(a, b)), rail.story()
                assert refused.state == untouched.state, rail.story()


@in_every_book
@games
@given(dice=st.randoms(), actions=st.integers(1, 60))
def test_a_transcript_replays_the_game(book: str, dice: Random, actions: int) -> None:
    rail = Rail(rules_of(book), dice)
    played = [rail.act(rail.action()) for _ in range(actions)]
    again = Playback(rules_of(book), number_lines("\n".join(rail.lines)))
    steps = list(again)
    assert [step.outcome for step in steps[-actions:]] == played, rail.story()
    assert again.table is not None
    assert again.table.state == rail.table.state, rail.story()
    kept = [
        line
        for number, line in enumerate(rail.lines, 1)
        if not any(s.line == number and _refused(s.outcome) for s in steps)
    ]
    *_, last = Playback(rules_of(book), number_lines("\n".join(kept)))
    assert last.after.seats == rail.table.snapshot().seats, rail.story()


def _refused(outcome: object) -> bool:
    return isinstance(outcome, Refusal)


@in_every_book
def test_the_games_are_worth_playing(book: str) -> None:
    """Much of what is tried is accepted and much refused, every kind of action is accepted, and rolls decide wagers."""
    dice = Random(book)
    accepted: set[type[Command]] = set()
    taken = tried = decided = 0
    for _ in range(150):
        rail = Rail(rules_of(book), dice)
        for _ in range(40):
            action = rail.action()
            outcome = rail.act(action)
            tried += 1
            if not isinstance(outcome, Refusal):
                taken += 1
                accepted.add(type(action))
            if isinstance(outcome, Rolled):
                decided += len(outcome.settled)
    assert 0.3 < taken / tried < 0.8
    assert decided > tried / 20
    kinds = {"Sit", "Bet", "Reduce", "TakeDown", "CallWager", "Press", "Parlay", "Toke", "PassDice"}
    kinds |= {"DeclineDice", "AcceptDice", "ThrowDice", "RollDice", "NoRoll"}
    assert kinds <= {kind.__name__ for kind in accepted}


def test_two_tables_that_stand_the_same_go_their_own_ways() -> None:
    rail = Rail(rules_of("typical"), Random(1))
    before = rail.table.state
    other = twin(rail.table)
    assert act(other, Sit("Newcomer", 10 * other.game.minimum)) is None
    assert rail.table.state == before != other.state
    game = other.game
    assert str(TableLimits(game.minimum, game.maximum, game.chip, game.undo)) == rail.lines[0]

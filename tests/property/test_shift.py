"""For random games under every book the shift report reconciles, and says what a plain tally of the rolls says."""

from collections import defaultdict
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenout.crew.shift.shift_report import shift_report
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table import Rolled, Table
from sevenout.table.commands import BuyIn, Leave
from sevenout.table.events import RollCorrected, RollVoided
from tests.property.games import Rail
from tests.volume import examples

RULES = {book: open_book(book) for book in shipped()}


def night(book: str, dice: Random, actions: int) -> Table:
    rail = Rail(RULES[book], dice)
    for _ in range(actions):
        rail.act(rail.action())
    for name in rail.names:
        rail.table.execute(dice.choice((BuyIn(name, 10 * rail.minimum), Leave(name))))
    return rail.table


def rolls_that_stand(table: Table) -> list[Rolled]:
    """Every roll that was neither taken back nor corrected since, and those that stand in such a one's place."""
    rolls: list[Rolled] = []
    for entry in table.log or ():
        event = entry.event
        if isinstance(event, RollVoided | RollCorrected):
            rolls.pop()
        event = event.rolled if isinstance(event, RollCorrected) else event
        rolls += [event] if isinstance(event, Rolled) else []
    return rolls


@pytest.mark.parametrize("book", shipped())
@settings(max_examples=examples(40), deadline=None)
@given(dice=st.randoms(), actions=st.integers(0, 60))
def test_the_report_reconciles_and_is_what_the_players_lost(book: str, dice: Random, actions: int) -> None:
    table = night(book, dice, actions)
    report = shift_report(table.game, table.log or ())
    assert all(line.agrees for line in report.agreements)
    have = sum(seat.rack + sum(seat.position.stakes) for seat in table.state.seats)
    tipped = table.state.ledger.toke_box + sum(table.state.crew.stakes)
    assert report.win == report.drop - report.cashed - have - tipped


@pytest.mark.parametrize("book", shipped())
@settings(max_examples=examples(25), deadline=None)
@given(dice=st.randoms(), actions=st.integers(0, 60))
def test_the_handle_is_a_tally_of_the_rolls(book: str, dice: Random, actions: int) -> None:
    table = night(book, dice, actions)
    won: dict[str, int] = defaultdict(int)
    bets: dict[str, int] = defaultdict(int)
    at_most: dict[str, int] = defaultdict(int)
    for event in rolls_that_stand(table):
        for _, done in event.settled:
            if done.result != "return":
                won[done.wager] += done.won
                bets[done.wager] += 1
                at_most[done.wager] += done.stake
    report = shift_report(table.game, table.log or ())
    assert {row.wager: (row.won, row.bets) for row in report.handle} == {key: (won[key], bets[key]) for key in bets}
    assert all(row.lost + row.pushed <= row.staked <= at_most[row.wager] for row in report.handle)

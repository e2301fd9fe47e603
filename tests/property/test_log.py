"""A table's log: replaying it gives the live state, its JSON round-trips, and whatever was done to it is noticed."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenout.compile import open_book
from sevenout.errors import BadInput
from sevenout.game import Game
from sevenout.replay import play
from sevenout.rulebook import shipped
from sevenout.table import Table, TableState, evolve, transcript
from sevenout.table.commands import BuyIn, Leave, OrderPass
from sevenout.table.events import from_json, to_json
from sevenout.table.log import read_log, write_log
from tests.property.games import Rail

WAYS = ("left out", "moved", "cut", "altered", "doubled")
in_every_book = pytest.mark.parametrize("book", shipped())
RULES = {book: open_book(book) for book in shipped()}


def night(book: str, dice: Random, actions: int) -> Table:
    """A random game in which somebody buys in or is ordered to pass now and then; at the end some leave."""
    rail = Rail(RULES[book], dice)
    for _ in range(actions):
        rail.act(rail.action())
        if dice.random() < 0.05:
            name = dice.choice(rail.names)
            rail.table.tell(dice.choice((BuyIn(name, 10 * rail.minimum), OrderPass(name))))
    for name in rail.names:
        if dice.random() < 0.5:
            rail.table.tell(Leave(name))
    return rail.table


def log_of(table: Table) -> list[str]:
    return list(write_log(table.game, table.log or ()))


@in_every_book
@settings(max_examples=20)
@given(dice=st.randoms(), actions=st.integers(0, 50))
def test_a_log_is_the_game(book: str, dice: Random, actions: int) -> None:
    table = night(book, dice, actions)
    state = TableState()
    for event in table.log or ():
        state = evolve(state, event)
        assert from_json(table.game, json.loads(json.dumps(to_json(table.game, event)))) == event
    assert state == table.state
    assert read_log(table.game, log_of(table)) == (table.state, table.log)
    *_, last = play("\n".join(transcript(table.log or ())))
    assert last.table.state == table.state


@settings(max_examples=60)
@given(
    dice=st.randoms(),
    where=st.floats(0, 0.999),
    how=st.sampled_from(["left out", "moved", "cut", "altered", "doubled"]),
)
def test_a_log_that_was_touched_is_refused_at_the_first_bad_event(dice: Random, where: float, how: str) -> None:
    table = night("catfish-bend", dice, 30)
    lines = log_of(table)
    at = int(where * (len(lines) - 1))
    match how:
        case "left out":
            del lines[at]
        case "moved":
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        case "cut":
            lines[at] = lines[at][:-5]
        case "altered":
            lines[at] = (
                lines[at].replace("0", "1", 1) if '"n":0' not in lines[at] else lines[at].replace("catfish", "dogfish")
            )
        case _:
            lines.insert(at, lines[at])
    with pytest.raises(BadInput, match=r"event \d+ of the log: "):
        read_log(table.game, lines)


def test_a_log_of_another_rulebook_or_table_is_refused() -> None:
    lines = log_of(night("typical", Random(3), 20))
    minimum = json.loads(lines[0])["event"]["minimum"]
    with pytest.raises(BadInput, match="event 0 of the log: it was played by another text of 'typical'"):
        read_log(Game(RULES["typical-bar-2"]), lines)
    with pytest.raises(BadInput, match="event 0 of the log: the table had other limits"):
        read_log(Game(RULES["typical"], minimum=minimum * 2, maximum=10**7, chip=minimum), lines)
    with pytest.raises(BadInput, match="the log is empty"):
        read_log(Game(RULES["typical"]), [])

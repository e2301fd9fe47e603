"""Which wagers were off when a roll came that would have decided them: a question to the rules, not to the event."""

from collections.abc import Iterator
from typing import NamedTuple

from sevenout.base.dice import roll
from sevenout.base.refusal import Citation
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.transitions import Outcome
from sevenout.table.events import Rolled
from sevenout.table.handlers.shooter_rules import puck_now
from sevenout.table.table_snapshot import Snapshot, state_of


class OffBet(NamedTuple):
    """A wager that was off: what the roll would have done to it, and the clause by which it was off."""

    wager: str
    would: Outcome
    cite: Citation


def rested_bets(game: Game, before: Snapshot, rolled: Rolled, name: str) -> Iterator[OffBet]:
    """The wagers of a seat that a roll left alone because they were off.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 100_000), table.bet("Ann", "pass", 500), table.bet("Ann", "place-8", 600)
    (None, None, None)
    >>> before = table.snapshot()
    >>> [(rest.wager, rest.would) for rest in rested_bets(table.game, before, table.roll(roll(5, 3)), "Ann")]
    [('place-8', 'win')]
    """
    seat, rules = before.seat(name), game.rules
    cells = rules.cells[puck_now(game, state_of(game, before))][roll(rolled.a, rolled.b).index]
    for bet in seat.layout.lying if seat else ():
        spot = rules.by_key[bet.wager]
        working = spot.slot("on")
        edge = None if working is None else cells[working]
        if edge is not None and cells[rules.slot_of[bet.wager, bet.call, bet.gathered]] is None:
            calls = spot.wager.working.calls if bet.call == "off" else spot.wager.working.off
            yield OffBet(bet.wager, edge.outcome, calls.cite)

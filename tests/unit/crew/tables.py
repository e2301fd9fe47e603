"""Busy tables for the crew: up to eight seats with all kinds of wagers on the layout, rolled again and again."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.crew.layout.rail import Rail
from sevenout.crew.payout.motions import Motion
from sevenout.crew.payout.sequence import SequenceRules, sequence, sequence_by
from sevenout.engine.betting import Change, Position, call, call_props, flat_of, place, stake_on
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.table import Rolled, Snapshot, TableState, decide_command, take_snapshot
from sevenout.table.commands import RollDice
from sevenout.table.handlers.shooter_rules import puck_now
from sevenout.table.state import Seat
from tests.property.games import TABLES

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
RACK = 10**10
ROLLS_OF_A_TABLE = 9


class Scene(NamedTuple):
    """A roll, the table before and after it, and who stands where."""

    game: Game
    before: Snapshot
    event: Rolled
    after: Snapshot
    rail: Rail

    @property
    def steps(self) -> tuple[Motion, ...]:
        return sequence(self.game, self.event, self.rail)

    def steps_by(self, order: SequenceRules) -> tuple[Motion, ...]:
        return sequence_by(order, self.game, self.event, self.rail)


def scenes(rules: CompiledBook, seed: int, rolls: int) -> Iterator[Scene]:
    """Some rolls at tables that are made up: bets before each of them as a player might make them, or might not."""
    dice = Random(seed)
    rolled = 0
    while rolled < rolls:
        table = Busy(rules, dice)
        for _ in range(20):
            for scene in table.scenes():
                rolled += 1
                yield scene


class Busy:
    """One table. Bets are made with the position's own functions, without the table's commands: it is quicker."""

    def __init__(self, rules: CompiledBook, dice: Random) -> None:
        self.dice = dice
        self.game = Game(rules, *dice.choice(TABLES))
        names = NAMES[: dice.randint(1, len(NAMES))]
        self.state = TableState(tuple(Seat(name, RACK, place=place) for place, name in enumerate(names, start=1)))
        self.state = replace(self.state, ledger=self.state.ledger.plus(bank=-RACK * len(names)))
        split = dice.randint(0, len(names))
        self.rail = Rail(names[:split], names[split:], dice.choice((1, 2)))
        self.spots = rules.spots
        self.lines = [rules.by_key[key] for key in ("pass", "dont-pass", "come", "dont-come") if key in rules.by_key]

    def scenes(self) -> Iterator[Scene]:
        """Bets, and several rolls of this one table if anybody may throw; the last of them stands."""
        self._bets()
        before, shown = self.state, take_snapshot(self.game, self.state)
        for _ in range(ROLLS_OF_A_TABLE):
            decided = decide_command(self.game, before, RollDice(self.dice.randint(1, 6), self.dice.randint(1, 6)))
            if isinstance(decided, Refusal):
                return
            assert isinstance(decided.event, Rolled)
            self.state = decided.state
            yield Scene(self.game, shown, decided.event, take_snapshot(self.game, self.state), self.rail)

    def _bets(self) -> None:
        puck = puck_now(self.game, self.state)
        seats, ledger, crew = [], self.state.ledger, self.state.crew
        for seat in self.state.seats:
            change = Change(seat.position, 0)
            for _ in range(self.dice.randrange(6)):
                change = change.combine(self._change(change.position, puck))
            seats.append(replace(seat, rack=seat.rack - change.cost, position=change.position))
            ledger = ledger.plus(commission=change.commission)
        if self.dice.randrange(8) == 0:
            toke = self._bet(crew, puck)
            crew = toke.position
            ledger = ledger.plus(commission=toke.commission)
            seats[0] = replace(seats[0], rack=seats[0].rack - toke.cost)
        self.state = replace(self.state, seats=tuple(seats), crew=crew, ledger=ledger)

    def _change(self, position: Position, puck: int) -> Change:
        if position.slots and self.dice.randrange(12) == 0:
            up = self.game.rules.spot_of[self.dice.choice(position.slots)].key
            return _accepted(position, call(self.game, position, up, "on" if self.dice.randrange(2) else "off"))
        if self.dice.randrange(40) == 0:
            return _accepted(position, call_props(self.game, position, down=not position.marks.props_down))
        return self._bet(position, puck)

    def _bet(self, position: Position, puck: int) -> Change:
        """A line bet, odds on a bet that is up, or any wager of the house; now and then too much, unnoticed."""
        spot = self._spot(position)
        flat = flat_of(self.game, position, spot, puck)
        least = self.game.minimum_of(spot, puck).amount or self.game.chip
        most = self.game.maximum_of(spot, puck, flat).amount or 4 * least
        unnoticed = self.dice.randrange(25) == 0
        amount = most + least if unnoticed else self.dice.choice((least, least, 2 * least, most))
        if not unnoticed:
            amount = min(amount, most - stake_on(position, spot))
        made = place(self.game, position, puck, spot.key, amount, RACK, unnoticed=unnoticed)
        return _accepted(position, made)

    def _spot(self, position: Position) -> CompiledWager:
        kind = self.dice.randrange(8)
        if kind < 3 and self.lines:
            return self.dice.choice(self.lines)
        attached = [odds for slot in position.slots for odds in self.game.rules.spot_of[slot].attached]
        return self.spots[self.dice.choice(attached)] if kind == 3 and attached else self.dice.choice(self.spots)


def _accepted(position: Position, change: Change | Refusal) -> Change:
    return Change(position, 0) if isinstance(change, Refusal) else change

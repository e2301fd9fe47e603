"""What a strategy in a seat knows and decides: it follows the events of its table, and is asked before a roll.

It neither reads a log nor commands a table. Whoever seats it tells it what happened and carries out what it wants:
`Bot` at a table in this process, the server at a live one.
"""

from collections.abc import Hashable
from typing import Any, assert_never

import msgspec
from msgspec import Struct

from sevenout.base.dice import roll
from sevenout.base.money import Cents
from sevenout.engine.betting import sum_takeable
from sevenout.engine.game import Game
from sevenout.player.bot_decisions import BotHistory, BotMemory, BotSituation, Decision, DecisionCache
from sevenout.strategy.view import NO_PAST, Last, Past, Strategy
from sevenout.table import Table
from sevenout.table.commands import Command
from sevenout.table.events import (
    Awarded,
    BoughtIn,
    Changed,
    Declined,
    DiceAccepted,
    Event,
    Inspected,
    Left,
    NoRollCalled,
    Opened,
    Passed,
    Remembered,
    RollCorrected,
    Rolled,
    RollVoided,
    Seated,
    Thrown,
    TimePassed,
    Toked,
    Undone,
    Warned,
)
from sevenout.table.named_layout import BARE, Layout, after_roll, position_of


class _BeforeRoll(Struct, frozen=True):
    """How a strategy stood before a roll."""

    ending: str
    memory: Hashable
    past: Past
    layout: Layout
    acted: bool
    pending: tuple[Command, ...]


class BotMind:
    """A strategy in a seat, with all that it has seen of its table and remembers."""

    def __init__(self, game: Game, seat: str, strategy: Strategy) -> None:
        self.seat, self.strategy, self._game = seat, strategy, game
        self._decide = DecisionCache(game, seat, strategy)
        self.bankroll: Cents = 0
        """What the player has bought in for."""
        self.ending = ""
        """Why its session is over, if it is."""
        self.memory: Hashable = None
        self.acted = False
        """Whether it was asked since the last roll."""
        self.pending: list[Command] = []
        """What was to be done in a window in the middle of which a log ended."""
        self.cashed: Cents | None = None
        """What the player left with."""
        self._past = NO_PAST
        self._layout = BARE
        self._at = 0
        """Where among the seats of a roll it was found last."""
        self._unrolled: _BeforeRoll | None = None
        """How it stood before the last roll, should that be taken back."""
        self._since: list[Event] = []
        """The money that came and went since, which stays."""

    @property
    def history(self) -> BotHistory:
        """What it has seen so far, for where nobody keeps the log from which it could read it again."""
        return BotHistory(self.bankroll, self._layout, self._past.counts)

    def recall(self, history: BotHistory) -> None:
        """Goes on from what it had seen."""
        self.bankroll, self._layout, self._past = history.bankroll, history.layout, Past(counts=history.counts)

    def decide(self, table: Table) -> Decision:
        """Asks the strategy what it does in this window, as the table lies."""
        seat = table.state.seat(self.seat)
        assert seat is not None, "who has left is not asked"
        return self._decide(BotSituation(self.bankroll, seat.rack, table.puck, seat.position, self.memory, self._past))

    # --- what has happened

    def follow_own_act(self, command: Command | None, event: Event) -> None:
        """What this strategy itself has done in this window, and what of it is still to be done."""
        match event:
            case Remembered(self.seat, memory):
                note = msgspec.json.decode(memory, type=BotMemory)
                self.memory, self.ending, self.pending = _frozen(note.memory), note.ending, [*note.wants]
                self.acted = True
            case Changed(self.seat):
                self.acted = True
                if command in self.pending:  # those before it were refused
                    self.pending = self.pending[self.pending.index(command) + 1 :]
            case _:
                pass

    def follow_event(self, event: Event) -> None:
        """What happened at the table, as far as it concerns this seat."""
        match event:
            case Rolled():
                past, pending = self._past, tuple(self.pending)
                self._unrolled = _BeforeRoll(self.ending, self.memory, past, self._layout, self.acted, pending)
                self._since = []
                self._follow_roll(event)
            case RollVoided():
                self._unroll(event)
            case RollCorrected(voided, rolled):
                self.follow_event(voided)
                self.follow_event(rolled)
            case Remembered():
                pass
            case Changed(self.seat, layout, _, staked, commission) | Undone(self.seat, layout, _, staked, commission):
                self._layout = layout
                self._count_payment(staked + commission)
            case Toked(self.seat, boxed, _, _, staked, commission):
                self._count_payment(boxed + staked + commission)
                self._since += [event] if boxed else []
            case Awarded(self.seat, amount):
                self._count_payment(-amount)
                self._since.append(event)
            case Inspected(paid):
                self._count_payment(-sum(part.amount for part in paid if part.seat == self.seat))
            case Seated(self.seat, _, bought) | BoughtIn(self.seat, bought):
                self.bankroll += bought
            case Left(self.seat, cashed):
                self.ending, self.cashed, self.pending = self.ending or "left", cashed, []
            case Seated() | BoughtIn() | Left() | Changed() | Undone() | Toked() | Awarded():
                pass  # of somebody else
            case (
                Opened() | TimePassed() | Thrown() | Warned() | Passed() | Declined() | DiceAccepted() | NoRollCalled()
            ):
                pass  # no money moves
            case _:
                assert_never(event)

    def _unroll(self, event: RollVoided) -> None:
        """As before the last roll; who does not know how that was goes on with what lies there now."""
        before, since = self._unrolled, self._since
        self._unrolled, self._since = None, []
        if before is None:
            self._layout = next((seat.layout for seat in event.seats if seat.seat == self.seat), BARE)
            return
        self.ending, self.memory, self._past = before.ending, before.memory, before.past
        self._layout, self.acted, self.pending = before.layout, before.acted, [*before.pending]
        for lasting_event in since:
            self.follow_event(lasting_event)

    def _count_payment(self, cost: Cents) -> None:
        past = self._past
        self._past = Past(past.last, past.hard, past.counts.after_payment(cost), past.dice)

    def _follow_roll(self, event: Rolled) -> None:
        at, seats = self._at, event.seats
        if at >= len(seats) or seats[at].seat != self.seat:
            at = self._at = next((at for at, done in enumerate(seats) if done.seat == self.seat), len(seats))
        if at == len(seats):
            return
        mine = seats[at]
        self._layout = after_roll(self._layout, mine.results) if mine.layout is None else mine.layout
        takeable = self._sum_takeable(self._game.rules.puck.state_after(event.event, event.point))
        counts = self._past.counts.after_roll(event.event, mine.back, takeable)
        dice = roll(event.a, event.b).index
        self._past = Past(Last(event.total, event.event, mine.results), event.a == event.b, counts, dice)
        self.acted, self.pending = False, []

    def _sum_takeable(self, puck: int) -> Cents:
        return sum_takeable(self._game, position_of(self._game, self._layout), puck) if self._layout.lying else 0


def _frozen(value: Any) -> Hashable:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value

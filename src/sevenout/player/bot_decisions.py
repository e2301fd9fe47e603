"""Decides a strategy's actions in a betting window, and remembers decisions that can be looked up.

A decision holds for all that the strategy looked at on the way to it: puck, layout, memory, whatever it asked of what
has been, and an interval of racks, as a tracer finds it. Where all that is the same, the decision is the same, and the
strategy need not be asked again. That is so for a file of the language, which has nothing else to go by; a function in
Python, which may keep what it likes, is asked every time.
"""

from collections.abc import Hashable
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import Change, Position, Settlement
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.tracing import ANY_RACK, Rack, Untraceable
from sevenout.strategy.view import START, Action, Counts, Last, Money, Past, Strategy, View, apply_strategy
from sevenout.table.commands import Bet, CallWager, Command, Reduce, Remember, TakeDown
from sevenout.table.named_layout import BARE, Layout

MOST_SITUATIONS, MOST_VARIANTS = 2_000, 8
"""So many situations one player remembers, with decisions for so many intervals of racks each; then it begins anew."""


class BotHistory(Struct, frozen=True, omit_defaults=True):
    """The rolls and decisions a strategy has seen, kept where no log is at hand to read them from."""

    bankroll: Cents = 0
    layout: Layout = BARE
    counts: Counts = START


class BotMemory(Struct, frozen=True, omit_defaults=True):
    """The values a strategy has its table remember: its memory, why its session is over, and its next actions."""

    memory: Any = None
    ending: str = ""
    wants: tuple[Command, ...] = ()
    seen: BotHistory | None = None


class Decision(Struct, frozen=True):
    """All that a strategy did about one window, and what its table is told of it."""

    asked: tuple[tuple[Action, Refusal | None], ...]
    """What was asked of the house, in order, with the refusals."""
    memory: Hashable
    left: str
    """Its reason to leave, if it has left."""
    wanted: tuple[tuple[Command, Refusal | None], ...]
    """The same as commands."""
    note: Remember | None
    """What is written down before, where a log that ends in the middle of it would not tell."""


class BotSituation(Struct, frozen=True, gc=False):
    """The situation that a strategy decides in."""

    bankroll: Cents
    rack: Cents
    puck: int
    position: Position
    memory: Hashable
    past: Past


class DecisionCache:
    """A strategy in one seat, asked what it does."""

    def __init__(self, game: Game, name: str, strategy: Strategy) -> None:
        self.game, self.name, self.strategy = game, name, strategy
        self.recalls = isinstance(strategy, Plan)
        """Whether decisions are looked up: not of what may go by more than it is shown, nor by the very amount."""
        self.read: frozenset[str] = frozenset()
        """What it has ever looked at of what has been."""
        self._look_at(self.read)
        self._known: dict[Hashable, list[tuple[Cents, Cents, Decision]]] = {}

    def __call__(self, faced: BotSituation) -> Decision:
        """Its acts in a situation."""
        if not self.recalls:
            return self._decide(faced, faced.rack, None)
        known, rack = self._known.get(self._history_key(faced)), faced.rack
        if known is not None:
            for least, most, decision in known:
                if least <= rack <= most:
                    return decision
        return self._decide_traced(faced)

    def _decide_traced(self, faced: BotSituation) -> Decision:
        """Asks the strategy, and keeps its decision with all that it looked at."""
        guard, reads = [-ANY_RACK, ANY_RACK], set[str]()
        try:
            decision = self._decide(faced, Rack(faced.rack, guard), reads)
        except Untraceable:
            self.recalls = False
            self._known.clear()
            return self._decide(faced, faced.rack, None)
        if not reads <= self.read:  # what was kept by less is not found again
            self._look_at(self.read | reads)
            self._known.clear()
        if len(self._known) >= MOST_SITUATIONS:
            self._known.clear()
        known = self._known.setdefault(self._history_key(faced), [])
        if len(known) >= MOST_VARIANTS:
            known.clear()
        known.append((guard[0], guard[1], decision))
        return decision

    def _decide(self, faced: BotSituation, rack: Money, reads: set[str] | None) -> Decision:
        view = _RecordingView(
            self.game, faced.bankroll, rack, faced.puck, faced.position, faced.memory, reads=reads, _past=faced.past
        )
        after = apply_strategy(self.strategy, view)
        assert isinstance(after, _RecordingView), "a view answers with a view of its own kind"
        wanted = tuple([(command_of(self.name, action), refusal) for action, refusal in after.asked])
        wants = tuple([command for command, refusal in wanted if refusal is None])
        memory = lasting(after.memory)
        note = None
        if len(wants) > 1 or memory != faced.memory or after.ending:
            note = Remember(self.name, msgspec.json.encode(BotMemory(memory, after.ending, wants)).decode())
        return Decision(after.asked, after.memory, after.left, wanted, note)

    # --- all that a decision depends on, but the rack

    def _look_at(self, read: frozenset[str]) -> None:
        self.read = read
        counted = [name for name in Counts.__struct_fields__ if name in read]
        self._counts = attrgetter(*counted) if counted else None
        self._wagers = read & self.game.rules.by_key.keys()
        self._last, self._event, self._hard, self._dice = (name in read for name in ("last", "event", "hard", "dice"))

    def _history_key(self, faced: BotSituation) -> Hashable:
        past = faced.past
        last: Hashable = None
        if self._last:
            last = past.last
        elif self._event or self._wagers:
            last = self._of_the_last(past.last)
        counts = None if self._counts is None else self._counts(past.counts)
        hard, dice = self._hard and past.hard, past.dice if self._dice else -1
        return faced.puck, faced.position, faced.memory, faced.bankroll, last, counts, hard, dice

    def _of_the_last(self, last: Last) -> tuple[str, tuple[Settlement, ...]]:
        results = last.results
        if results:
            results = tuple([done for done in results if done.wager in self._wagers])
        return last.event if self._event else "", results


class _RecordingView(View, frozen=True, gc=False):
    """A view that keeps all that was asked of the house on the way to it, in order, with the refusals."""

    asked: tuple[tuple[Action, Refusal | None], ...] = ()

    def _try_action(self, action: Action, answer: Change | Refusal) -> View:
        after = super()._try_action(action, answer)
        refusal = after.refused[-1][1] if len(after.refused) > len(self.refused) else None
        return replace(after, asked=(*self.asked, (action, refusal)))


def lasting(memory: Hashable) -> Hashable:
    """A memory that a log can keep; raises TypeError if it would not come back the same."""
    if type(memory) is tuple:
        return tuple(map(lasting, memory))
    if memory is None or type(memory) in (bool, int, float, str):
        return memory
    kind = type(memory).__name__
    raise TypeError(f"at a table a strategy remembers numbers, words, yes, no, nothing, and tuples of them, no {kind}")


def command_of(name: str, action: Action) -> Command:
    """The commands by which a seat does what a strategy did."""
    match action.verb:
        case "bet":
            return Bet(name, action.amount, action.wager)
        case "reduce":
            return Reduce(name, action.wager, action.amount)
        case "take down":
            return TakeDown(name, action.wager)
        case "call":
            return CallWager(name, action.wager, "on" if action.call == "on" else "off")

"""The parts of a strategy played in turn on one rack, plainly: what every faster way to play them is held to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sevenout.base.dice import Roll
from sevenout.base.money import Cents
from sevenout.engine.betting import PLAIN, LayoutFlags, Position
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.reference_session import apply_roll
from sevenout.strategy.tracing import StrategyTracer, Variant, Widened
from sevenout.strategy.view import Action, Strategy, View, apply_strategy
from tests.unit.strategy.sitting import Stand


class Joint(NamedTuple):
    """What a player has after acting in a window, and what was done and refused on the way, in whatever order."""

    rack: Cents
    position: Position
    ending: str
    done: Counter[Action]
    refused: Counter[tuple[Action, str]]


def as_a_whole(game: Game, strategy: Strategy, bankroll: Cents, dice: Iterable[Roll]) -> Iterator[Joint]:
    """Each window of a session as the whole strategy plays it."""
    view, following = View(game, bankroll, bankroll), iter(dice)
    while True:
        after = apply_strategy(strategy, view)
        yield _joint([after], _cents(after), after.ending)
        roll = next(following, None)
        if roll is None or after.ending:
            return
        view = apply_roll(after, roll)


def in_parts(parts: Sequence[Plan], bankroll: Cents, dice: Iterable[Roll]) -> Iterator[Joint]:
    """Each window of a session in which the parts act one after the other, on the rack that the last one left.

    Every part acts, even if one before it has left. It is ruin if no part has anything on the layout, and something
    that one of them wanted could not be paid.
    """
    game, rack, following = parts[0].game, bankroll, iter(dice)
    views = [View(game, bankroll, bankroll) for _ in parts]
    while True:
        after: list[View] = []
        for part, view in zip(parts, views, strict=True):
            after.append(apply_strategy(part, replace(view, rack=rack)))
            rack = _cents(after[-1])
        ending = next((view.left for view in after if view.left), "")
        if not ending and not any(view.position.slots for view in after) and any(view.ruined for view in after):
            ending = "ruin"
        yield _joint(after, rack, ending)
        roll = next(following, None)
        if roll is None or ending:
            return
        views = [apply_roll(view, roll) for view in after]
        rack += sum(_cents(now) - _cents(before) for now, before in zip(views, after, strict=True))


def as_traced_in_parts(parts: Sequence[StrategyTracer], bankroll: Cents, dice: Sequence[Roll]) -> list[Stand]:
    """Each window by the rows of the parts: a row for each of them, and one rack."""
    while True:
        try:
            return [*_walked(parts, bankroll, dice)]
        except Widened:
            continue


def _walked(parts: Sequence[StrategyTracer], rack: Cents, dice: Sequence[Roll]) -> Iterator[Stand]:
    faced = [part.first for part in parts]
    for roll in [*dice, None]:
        decided: list[Variant] = []
        for part, situation in zip(parts, faced, strict=True):
            decided.append(part.decide(situation, rack))
            rack += decided[-1].paid
        lying = sum(variant.layout for variant in decided)
        endings = {variant.ending for variant in decided}
        left = next(iter(endings - {"", "ruin"}), "")
        ending = left or ("ruin" if "ruin" in endings and not lying else "")
        yield Stand(rack, lying, ending)
        if ending or roll is None:
            return
        steps = [part.step(variant.row, roll.index) for part, variant in zip(parts, decided, strict=True)]
        faced = [situation for situation, _ in steps]
        rack += sum(back for _, back in steps)


def _joint(views: Sequence[View], rack: Cents, ending: str) -> Joint:
    return Joint(
        rack,
        _laid([view.position for view in views]),
        ending,
        Counter(action for view in views for action in view.done),
        Counter((action, refusal.code) for view in views for action, refusal in view.refused),
    )


def _laid(positions: Iterable[Position]) -> Position:
    """All that lies on the layout of any part; two parts never have the same slot."""
    positions = tuple(positions)
    lying = [each for position in positions for each in zip(position.slots, position.stakes, strict=True)]
    assert len({slot for slot, _ in lying}) == len(lying)
    lying.sort()
    locked = frozenset(spot for position in positions for spot in position.marks.locked)
    return Position(
        tuple(slot for slot, _ in lying), tuple(stake for _, stake in lying), LayoutFlags(locked) if locked else PLAIN
    )


def _cents(view: View) -> Cents:
    assert isinstance(view.rack, int)
    return view.rack

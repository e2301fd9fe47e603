"""The puck as a machine: where it can stand, what every roll does to it, and which season of the game that makes.

A house without a puck has a machine of one state.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from sevenout.base.dice import ROLLS
from sevenout.base.errors import Fault
from sevenout.rulebook.model import Puck, Row, Rulebook, Season
from sevenout.rulebook.roll_sets import Number, RollMask, describe, total_mask

FRESH, OFF = 0, 1
"""The states of a puck that is off: before and after the shooter's first roll. A house without a puck has only one."""


class PuckState(Struct, frozen=True):
    """A state of the puck: off (fresh: the shooter has not thrown yet), or on a point."""

    index: int
    point: int | None
    fresh: bool


PuckEvent = Literal["", "established", "made", "seven-out"]


class PuckEdge(Struct, frozen=True):
    """The effect of one roll on the puck."""

    event: PuckEvent
    goto: int

    @property
    def ends_turn(self) -> bool:
        """Whether the shooter's turn is over: the dice go on."""
        return self.event == "seven-out"


def in_season(season: Season, puck: PuckState) -> bool:
    """True if something may be done now: any, off, on, new shooter or never."""
    match season:
        case "off":
            return puck.point is None
        case "on":
            return puck.point is not None
        case "new shooter":
            return puck.fresh
        case "any" | "never":
            return season == "any"


class PuckMachine(Struct, frozen=True):
    """The states of the puck, and the effect of every roll on each."""

    states: tuple[PuckState, ...]
    edges: tuple[tuple[PuckEdge, ...], ...]

    @property
    def has_turns(self) -> bool:
        """Whether any roll ends a shooter's turn."""
        return any(edge.ends_turn for edges in self.edges for edge in edges)

    def state_after(self, event: PuckEvent, point: int | None) -> int:
        """Where the puck stands after a roll that is known by its event and the point after it."""
        fresh = event == "seven-out"
        return next(state.index for state in self.states if (state.point, state.fresh) == (point, fresh))


def puck_machine(book: Rulebook) -> tuple[PuckMachine, tuple[Fault, ...]]:
    """Off before a shooter's first roll, off after it, then one state for each point."""
    puck = book.puck
    if puck is None:
        return PuckMachine((PuckState(0, None, False),), (tuple(PuckEdge("", 0) for _ in ROLLS),)), ()
    off = [PuckState(FRESH, None, True), PuckState(OFF, None, False)]
    on = [PuckState(index, point, False) for index, point in enumerate(puck.points.value, start=len(off))]
    edges = [_edges_off(puck)] * 2 + [_edges_on(puck, state) for state in on]
    faults = (*_faults_off(puck), *(fault for state in on for fault in _faults_on(puck, state)))
    return PuckMachine((*off, *on), tuple(edges)), faults


def _edges_off(puck: Puck) -> tuple[PuckEdge, ...]:
    points = puck.points.value
    established = rolls_of(puck.established, None, None, points)
    return tuple(
        PuckEdge("established", OFF + 1 + points.index(roll.total))
        if established >> roll.index & 1 and roll.total in points
        else PuckEdge("", OFF)
        for roll in ROLLS
    )


def _edges_on(puck: Puck, state: PuckState) -> tuple[PuckEdge, ...]:
    made, out = _made_and_out(puck, state)
    edges = []
    for roll in ROLLS:
        if made >> roll.index & 1:
            edges.append(PuckEdge("made", OFF))
        elif out >> roll.index & 1:
            edges.append(PuckEdge("seven-out", FRESH))
        else:
            edges.append(PuckEdge("", state.index))
    return tuple(edges)


def _made_and_out(puck: Puck, state: PuckState) -> tuple[RollMask, RollMask]:
    points = puck.points.value
    return rolls_of(puck.made, None, state.point, points), rolls_of(puck.seven_out, None, state.point, points)


def _faults_off(puck: Puck) -> Iterator[Fault]:
    points = puck.points.value
    established = rolls_of(puck.established, None, None, points)
    listed = sum(total_mask(point) for point in points)
    line = puck.established[0].line if puck.established else puck.points.line
    where = "puck.established"
    if strange := established & ~listed:
        yield Fault(where, line, f"{describe(strange)} cannot be a point", "Name only totals that points lists")
    if missing := listed & ~established:
        yield Fault(where, line, f"{describe(missing)} can never become the point", "Name every point")


def _faults_on(puck: Puck, state: PuckState) -> Iterator[Fault]:
    made, out = _made_and_out(puck, state)
    line = puck.made[0].line if puck.made else puck.points.line
    if both := made & out:
        message = f"with the point on {state.point}, {describe(both)} both makes the point and sevens out"
        yield Fault("puck.made", line, message, "Let one of them go")
    if not made | out:
        yield Fault(
            "puck.made", line, f"the puck can never leave {state.point}", "Let a roll make the point or seven out"
        )


def rolls_of(rows: Iterable[Row], n: Number | None, point: int | None, points: tuple[int, ...]) -> RollMask:
    """All rolls that some rows name."""
    mask = 0
    for row in rows:
        for trigger in row.triggers:
            mask |= trigger.rolls(n, point, points)
    return mask

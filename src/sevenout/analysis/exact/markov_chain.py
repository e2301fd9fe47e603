"""A wager followed roll by roll until it is decided: an absorbing Markov chain, solved exactly.

It knows no rule. A node is where a wager stands, the puck and its slot; what each of the 36 rolls does there is read
from the rows, and how likely each is from the dice of the rules: weights out of their sum, 36 for fair dice.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from math import inf
from time import thread_time
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct

from sevenout.base.dice import FAIR_DICE
from sevenout.base.errors import BadInput
from sevenout.base.money import Odds
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.rulebook.compiler.puck_machine import FRESH, OFF

Weight = int | Fraction
"""So many of the 36 rolls; with dice that are not fair, the sum of their weights."""

N = TypeVar("N", bound=Hashable)
E = TypeVar("E", bound=Hashable)
Step = Callable[[N], tuple[Mapping[N, int], Mapping[E, int]]]
"""From a node: the weight of the rolls that lead on to which nodes, and of those that end the chain how."""


class NeverDecided(BadInput):
    """A wager that no roll of these dice may ever decide: it has no edge."""


_until: ContextVar[float] = ContextVar("_until", default=inf)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """For rulebooks of strangers: what is followed in here, and takes longer than so many seconds, is bad input.

    They are seconds of this thread's work: what else a machine does meanwhile makes no book harder to follow.

    >>> with time_limit(0):
    ...     solve({"throw": 1}, lambda node: ({"throw": 30}, {"six": 6}), "the die")
    Traceback (most recent call last):
    sevenout.base.errors.BadInput: the die takes longer to follow than anybody waits.
    """
    before = _until.set(min(_until.get(), thread_time() + seconds))
    try:
        yield
    finally:
        _until.reset(before)


def _in_time(what: str) -> None:
    if _until.get() < thread_time():
        raise BadInput(f"{what} takes longer to follow than anybody waits.")


def solve(
    start: Mapping[N, int], step: Step[N, E], what: str, whole: int = FAIR_DICE.whole
) -> tuple[dict[N, Fraction], dict[E, Fraction]]:
    """How often each node is visited on average, and how likely each end is, from where `start` weighs it to begin.

    The weights of a step add up to `whole`.

    A die that is thrown until it shows a six:

    >>> visited, ends = solve({"throw": 1}, lambda node: ({"throw": 30}, {"six": 6}), "the die")
    >>> visited["throw"], ends["six"]
    (Fraction(6, 1), Fraction(1, 1))
    """
    ended: dict[N, Mapping[E, int]] = {}

    def leads(node: N) -> Mapping[N, int]:
        _in_time(what)
        onward, ended[node] = step(node)
        return onward

    visited = _visits(start, leads, what, whole)
    ends: dict[E, Fraction] = {}
    for node, times in visited.items():
        for end, weight in ended[node].items():
            ends[end] = ends.get(end, Fraction(0)) + times * Fraction(weight, whole)
    return visited, ends


def _visits(start: Mapping[N, int], leads: Callable[[N], Mapping[N, int]], what: str, whole: int) -> dict[N, Fraction]:
    """The visits alone.

    Nodes are eliminated in the order in which a depth-first search leaves them. All that a node leads to is gone by
    then, but for the nodes of a loop that the search is still in: only loops cost more than one step a node.
    """
    rows, order = _explore(start, leads)
    rank = {node: index for index, node in enumerate(order)}
    before: dict[N, set[N]] = {node: set() for node in order}
    for node, row in rows.items():
        for after in row:
            before[after].add(node)
    total = sum(start.values())
    inflow: dict[N, Weight] = {node: Fraction(weight * whole, total) for node, weight in start.items()}
    leaving: dict[N, Weight] = {}
    for node in order:
        _in_time(what)
        row = rows[node]
        leaving[node] = whole - row.pop(node, 0)
        if not leaving[node]:
            raise NeverDecided(f"{what} may never be decided, so it has no edge.")
        back = {after: Fraction(weight) / leaving[node] for after, weight in row.items() if rank[after] > rank[node]}
        waiting = {other for other in before[node] if rank[other] > rank[node]} if back else set()
        for source in (inflow, *(rows[other] for other in waiting)):
            if weight := source.get(node, 0):
                for after, share in back.items():
                    source[after] = source.get(after, 0) + weight * share
        for after in back:
            before[after] |= waiting
    visited: dict[N, Fraction] = {}
    for node in reversed(order):
        visited[node] = Fraction(inflow.get(node, 0)) / leaving[node]
        for after, weight in rows[node].items():
            if rank[after] < rank[node]:
                inflow[after] = inflow.get(after, 0) + weight * visited[node]
    return visited


def _explore(start: Iterable[N], leads: Callable[[N], Mapping[N, int]]) -> tuple[dict[N, dict[N, Weight]], list[N]]:
    """All nodes that can be reached with what they lead to, and the order in which a depth-first search leaves them."""
    rows: dict[N, dict[N, Weight]] = {}
    order: list[N] = []

    def visit(node: N) -> tuple[N, Iterable[N]]:
        rows[node] = dict(leads(node))
        return node, iter(tuple(rows[node]))

    for root in start:
        stack = [] if root in rows else [visit(root)]
        while stack:
            node, ahead = stack[-1]
            for after in ahead:
                if after not in rows:
                    stack.append(visit(after))
                    break
            else:
                order.append(node)
                stack.pop()
    return rows, order


# --- one wager

Node = tuple[int, int]
"""Puck and slot."""

End = tuple[Literal["win", "lose", "push", "return"], Odds | None]
"""How a wager is decided, and what it is paid then."""


class Course(Struct, frozen=True):
    """How a wager ends and how long that takes, from where it begins."""

    begins: str
    ends: dict[End, Fraction]
    rolls: Fraction
    """While it works."""
    rolls_in_all: Fraction
    stops: frozenset[tuple[int, bool]]
    """The spots it comes by, each with and without a point on if both can be."""
    turns: bool
    """Whether anything turns on where the puck stands."""
    called: bool
    """Whether it was called on, because it never works without a call."""


class FollowStart(NamedTuple):
    """From where a wager is followed, in words, and the pucks there with their weights."""

    begins: str
    pucks: dict[int, int]


def follow(
    rules: CompiledBook, spot: CompiledWager, opened: FollowStart | None = None, slot: int | None = None
) -> Course:
    """Follows a wager that nobody calls until it is decided; a win that leaves the stake up decides it.

    It begins where `opening` says, or where it is told to; with nothing gathered, or in the slot that it is told.
    """
    begins, pucks = opened or opening(rules, spot)
    slot = first_slot(rules, spot, slot)
    called = slot == spot.slot("on")
    if called:
        begins = f"{begins}, called on"
    turns = _turns_with_the_puck(rules, slot)
    if not turns:
        pucks = {next(iter(pucks)): 1}
    start = {(puck, slot): weight for puck, weight in pucks.items()}
    what = f"{rules.book.title}: {spot.key}"
    visited, ends = solve(start, lambda node: _step(rules, node, turns=turns), what, rules.dice.whole)
    working = sum((times for node, times in visited.items() if works(rules, *node)), Fraction(0))
    in_all = sum(visited.values(), Fraction(0))
    stops = {(rules.spot_of[slot].index, with_a_point(rules, puck)) for puck, slot in visited}
    if not turns and in_all > 1:
        stops |= {(spot, with_a_point(rules, state.index)) for spot, _ in stops for state in rules.puck.states}
    return Course(begins, ends, working, in_all, frozenset(stops), turns, called)


def first_slot(rules: CompiledBook, spot: CompiledWager, slot: int | None = None) -> int:
    """The slot in which a wager begins that nobody calls: called on only if it never works without a call."""
    slot = spot.first if slot is None else slot
    called_on = spot.slot("on")
    rests = not any(works(rules, state.index, slot) for state in rules.puck.states)
    return called_on if rests and called_on is not None else slot


def opening(rules: CompiledBook, spot: CompiledWager) -> FollowStart:
    """From where a wager is followed: the first of `openings`."""
    return openings(rules, spot)[0]


def openings(rules: CompiledBook, spot: CompiledWager) -> tuple[FollowStart, ...]:
    """From where a wager may be followed, if that changes how it ends: the come-out, then with a point on.

    Elsewhere it is one: with a point on, if the wager may be made so. Each point is as likely as it is established. A
    bet that has travelled, and its odds: wherever the roll that moved it there has left the puck.
    """
    first = _opening(rules, spot)
    if rules.book.puck is None or spot.wager.made.value != "any" or OFF in first.pucks:
        return (first,)
    come_out = FollowStart(_COME_OUT, {OFF: 1})
    if spot.flat is not None or follow(rules, spot, come_out).ends == follow(rules, spot, first).ends:
        return (first,)
    return come_out, first


_COME_OUT = "on the come-out"


def with_the_point_on(rules: CompiledBook, point: int) -> FollowStart:
    """From where a wager is followed that is made with the puck on one number."""
    puck = next(state.index for state in rules.puck.states if state.point == point)
    return FollowStart(f"with the point on {point}", {puck: 1})


def _opening(rules: CompiledBook, spot: CompiledWager) -> FollowStart:
    made = spot.wager.made.value
    if rules.book.puck is None:
        return FollowStart("on any roll", {0: 1})
    lies = spot if spot.flat is None else rules.spots[spot.flat]
    if lies.wager.made.value == "never" and (pucks := _travel_pucks(rules, lies)):
        travelled = "where it lies after travelling" if made == "never" else "behind a bet that has travelled"
        return FollowStart(travelled, pucks)
    if made == "new shooter":
        return FollowStart("before a shooter's first roll", {FRESH: 1})
    if made == "off":
        return FollowStart(_COME_OUT, {OFF: 1})
    points: Counter[int] = Counter()
    for edge, weight in zip(rules.puck.edges[OFF], rules.dice.weights, strict=True):
        if edge.event == "established" and weight:
            points[edge.goto] += weight
    if not points:
        raise NeverDecided(f"{rules.book.title}: {spot.key} needs a point, and {rules.dice.name} establish none.")
    return FollowStart("with a point on", dict(points))


def _travel_pucks(rules: CompiledBook, spot: CompiledWager) -> dict[int, int]:
    """The pucks under which a bet comes to lie where it has travelled to, with their weights."""
    pucks: Counter[int] = Counter()
    for source in rules.spots:
        if source.wager.made.value == "never" or not any(row.outcome == "travel" for row in source.wager.rows):
            continue
        for puck, weight in opening(rules, source).pucks.items():
            for row, after, ways in zip(rules.cells[puck], rules.puck.edges[puck], rules.dice.weights, strict=True):
                edge = row[source.first]
                if ways and edge is not None and edge.outcome == "move" and edge.goto == spot.first:
                    pucks[after.goto] += weight * ways
    return dict(pucks)


def with_a_point(rules: CompiledBook, puck: int) -> bool:
    """Whether a roll is one with a point on; in a house without a puck every roll is."""
    return rules.puck.states[puck].point is not None or rules.book.puck is None


def works(rules: CompiledBook, puck: int, slot: int) -> bool:
    """Whether a wager is at risk on the next roll."""
    spot = rules.spot_of[slot]
    working = spot.wager.working
    return slot == spot.slot("on") or (working.on.value if with_a_point(rules, puck) else working.off.value)


def _turns_with_the_puck(rules: CompiledBook, slot: int) -> bool:
    """Whether anything depends on the puck, for a wager in this slot or in one that it can move to."""
    seen, waiting = {slot}, [slot]
    pucks = range(len(rules.puck.states))
    while waiting:
        here = waiting.pop()
        first, *others = ([row[here] for row in rules.cells[puck]] for puck in pucks)
        if any(column != first for column in others) or len({works(rules, puck, here) for puck in pucks}) > 1:
            return True
        ahead = {edge.goto for edge in first if edge is not None and edge.outcome == "move"} - seen
        seen |= ahead
        waiting += ahead
    return False


def _step(rules: CompiledBook, node: Node, *, turns: bool) -> tuple[Counter[Node], Counter[End]]:
    """The weight of rolls that lead on to where, and that end it how. A puck that does not matter stands still."""
    puck, slot = node
    onward: Counter[Node] = Counter()
    ended: Counter[End] = Counter()
    for row, after, weight in zip(rules.cells[puck], rules.puck.edges[puck], rules.dice.weights, strict=True):
        edge = row[slot]
        if not weight:
            continue
        if edge is None or edge.outcome == "move":
            onward[after.goto if turns else puck, slot if edge is None else edge.goto] += weight
        else:
            ended[edge.outcome, edge.odds] += weight
    return onward, ended

"""Proves that a strategy falls into parts that have nothing to do with each other but the rack, and makes the parts.

What is proved, of sessions that begin with an empty layout: let the parts act in their order, each shown the rack as
the one before it left it, and of all else only its own wagers, its own memory and its own past. Then every wager, every
cent and every refusal is what the whole strategy would have made of the same window; only what cannot make a difference
may come in another order.

Whatever could make one wager depend on another binds the two together:

- *a line* that looks at one and acts on another, whether it looks at the stake, at the fate, at a count of either or at
  all that lies there; `at most`, which is counted for a line; a count of the file's own that does not follow from puck
  and dice alone (one that does is kept by every part for itself);
- *the house*: odds and their flat bet, a bet and what it travels to, propositions that winners make good;
- *the end of reading* (`sit out`, `leave`) if it hangs on anything but puck and dice: all that stands below it is bound
  to what it hangs on. Otherwise every part has that line;
- *money*: two acts of which one asks whether the rack reaches and the other moves money must keep their order. Parts
  that would have to act both before and after each other are bound together; all others are put in order.

Who plays the parts has two things to do for all of them. Every part acts in every window, even if one before it has
left; the session is over if any has. And nobody is ruined alone: it is ruin if something that any part wanted could
not be paid and nothing lies on the layout of any of them, so that a part which is `ruined` by its own view goes on
while another has a bet up.
"""

from collections.abc import Iterator

from msgspec import Struct

from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.strategy.language.compiler.plan import Plan, PlanShare
from sevenout.strategy.language.house_names import HouseNames
from sevenout.strategy.language.independence.dependencies import Dependencies, DependencyFinder, has_share
from sevenout.strategy.language.line_effects import (
    Effect,
    Guard,
    GuardRow,
    LineEffects,
    effect_of,
    lines_of,
    targets_of,
)
from sevenout.strategy.language.script_tree import line_in_file, played_statements
from sevenout.strategy.language.syntax_tree import (
    BetAction,
    CountDeclaration,
    LeaveAction,
    LimitedAction,
    MoveCount,
    OnWagers,
    SetTo,
    SitOut,
)
from sevenout.strategy.policy.solved_policy import SolvedPolicy


class NotIndependent(Struct, frozen=True):
    """Why a strategy does not fall into parts."""

    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return "; ".join(self.reasons)


def independent(plan: Plan) -> tuple[Plan, ...] | NotIndependent:
    """The parts of a strategy in the order in which they act, or why it has none.

    >>> from sevenout.engine.game import Game
    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> from sevenout.strategy.language.compiler.plan import compile_strategy
    >>> def parts(text):
    ...     return independent(compile_strategy(parse(text), Game.open("typical")))
    >>> for part in parts("with a point: keep 1, 2 units on place-6, place-8 by hits this shooter"):
    ...     print(sorted(part.share.wagers))
    ['place-6']
    ['place-8']
    >>> print(parts("with a point: keep 1, 2 units on place-6, place-8 by hits of place this shooter"))
    line 1: place-6 hangs on place-8
    """
    if plan.share is not None:
        return NotIndependent(("it is a part already",))
    if any(isinstance(each, SolvedPolicy) for _, each in played_statements(plan.script)):
        return NotIndependent(("a solved policy goes by the whole rack",))
    proof = _Proof(plan)
    shares = proof.shares()
    if len(shares) < 2:
        return NotIndependent(tuple(dict.fromkeys(proof.bonds.reasons)) or ("there is nothing to tell apart",))
    return tuple(Plan(plan.script, plan.game, plan.given, share) for share in shares)


# --- what is bound together

_Node = tuple[str, str]
"""A wager, a count, a line or a row of headings, by its kind and its name."""


def _wager(key: str) -> _Node:
    return "wager", key


def _count(name: str) -> _Node:
    return "count", name


def _line(line: LineEffects) -> _Node:
    return "line", str(line.number)


def _headings(row: GuardRow) -> _Node:
    return "headings", str(row.chain)


def _label(node: _Node) -> str:
    kind, name = node
    return name if kind == "wager" else f"{kind} {name}"


class _Bonds:
    """What belongs to the same part, and why."""

    def __init__(self) -> None:
        self._parent: dict[_Node, _Node] = {}
        self.reasons: list[str] = []

    def root(self, node: _Node) -> _Node:
        """What stands for all that a node is bound to."""
        while (parent := self._parent.setdefault(node, node)) != node:
            node = parent
        return node

    def bind(self, one: _Node, other: _Node, reason: str) -> None:
        """Puts two nodes, and all that they are bound to, into the same part."""
        first, second = self.root(one), self.root(other)
        if first != second:
            self._parent[second] = first
            self.reasons.append(reason)

    def grouped_nodes(self) -> dict[_Node, list[_Node]]:
        """All nodes, by what stands for them."""
        parts: dict[_Node, list[_Node]] = {}
        for node in self._parent:
            parts.setdefault(self.root(node), []).append(node)
        return parts


class _Proof:
    """One strategy in one house: its lines, what binds its wagers, and the order of those that are not bound."""

    def __init__(self, plan: Plan) -> None:
        self.rules = plan.game.rules
        self.makes_good = plan.game.makes_good
        self.house = HouseNames(plan.game, plan.unit)
        self.lines = tuple(lines_of(plan.script))
        statements = played_statements(plan.script)
        counts = frozenset(each.name for _, each in statements if isinstance(each, CountDeclaration))
        self.targets = {line.number: targets_of(self.house, line) for line in self.lines}
        self._travels: dict[int, list[CompiledWager]] = {}
        self.live = self._live()
        self.onlooker = DependencyFinder(self.house, self.live, counts)
        self._looked: dict[tuple[int, int | None], Dependencies] = {}
        self.bonds = _Bonds()
        self.plain, self.kept = self._by_dice_alone(counts)
        """The lines without wagers, and the counts, that follow from puck and dice alone."""
        self._bind_by_house()
        self._bind_by_lines()
        self.turns = self._turns()
        """Which part, by what stands for it, acts before which."""

    # --- what can be up

    def _live(self) -> frozenset[str]:
        """The wagers that the file can ever have up: those that it bets, and what they travel to."""
        waiting = [
            spot
            for line in self.lines
            if isinstance(line.doing.action, BetAction)
            for spot in self.targets[line.number]
        ]
        live: set[str] = set()
        while waiting:
            spot = waiting.pop()
            if spot.key not in live:
                live.add(spot.key)
                waiting += self._moves_to(spot)
        return frozenset(live)

    def _moves_to(self, spot: CompiledWager) -> list[CompiledWager]:
        if spot.index in self._travels:
            return self._travels[spot.index]
        edges = (row[slot] for rows in self.rules.cells for row in rows for slot in range(spot.first, spot.end))
        slots = {edge.goto for edge in edges if edge is not None and edge.goto >= 0}
        there = [self.rules.spot_of[slot] for slot in sorted(slots) if not spot.first <= slot < spot.end]
        self._travels[spot.index] = there
        return there

    def _live_targets(self, line: LineEffects) -> tuple[CompiledWager, ...]:
        return tuple(spot for spot in self.targets[line.number] if spot.key in self.live)

    def _dependencies(self, line: LineEffects, spot: CompiledWager | None) -> Dependencies:
        """What a line looks at for one of its wagers, with the headings that decide whether it is reached."""
        asked = line.number, None if spot is None else spot.index
        looks = self._looked.get(asked)
        if looks is None:
            own = self.onlooker.line(line.doing, line.above, spot)
            looks = own | self.onlooker.guards(self._judged_once(line))
            self._looked[asked] = looks
        return looks

    @staticmethod
    def _judged_once(line: LineEffects) -> Iterator[Guard]:
        """All that decides whether a line is reached, but for its own headings, which each wager judges for itself."""
        for row in line.rows:
            yield from row.guards if isinstance(row.guards[-1], LimitedAction) else row.guards[:-1]

    def _rows_asking(self, line: LineEffects) -> list[GuardRow]:
        """The rows above a line that look at the rack: they do so once, for all that stands under them."""
        return [row for row in line.rows if self.onlooker.guards(row.guards).rack]

    # --- what every part can have for itself

    def _by_dice_alone(self, counts: frozenset[str]) -> tuple[frozenset[int], frozenset[str]]:
        bare = [line for line in self.lines if not isinstance(line.doing.action, OnWagers)]
        kept = counts
        while True:
            plain, still, stopped = set(), set(kept), False
            for line in bare:
                looks, action = self._dependencies(line, None), line.doing.action
                if not (stopped or looks.wagers or looks.rack or looks.counts - kept):
                    plain.add(line.number)
                elif isinstance(action, MoveCount | SetTo):
                    still.discard(action.name)
                else:
                    stopped = True
            if still == kept:
                return frozenset(plain), kept
            kept = frozenset(still)

    # --- what is bound

    def _bind_by_house(self) -> None:
        by_key = self.rules.by_key
        props: list[str] = []
        for key in sorted(self.live, key=lambda key: by_key[key].index):
            spot, node = by_key[key], _wager(key)
            self.bonds.root(node)
            if spot.flat is not None and (flat := self.house.spots[spot.flat].key) in self.live:
                self.bonds.bind(_wager(flat), node, f"{key} goes with {flat}")
            for there in self._moves_to(spot):
                self.bonds.bind(node, _wager(there.key), f"{key} travels to {there.key}")
            if spot.wager.proposition.value:
                props.append(key)
        if self.makes_good:
            for key in props[1:]:
                reason = f"{props[0]} and {key}: winning propositions make losing ones good"
                self.bonds.bind(_wager(props[0]), _wager(key), reason)

    def _bind_by_lines(self) -> None:
        stop: LineEffects | None = None
        for line in self.lines:
            if line.number in self.plain:
                continue
            for node, looks in self._acting(line):
                self._bind_to_looks(node, looks, line)
                for row in self._rows_asking(line):
                    at = line_in_file(line.number)
                    reason = f"line {at}: its heading looks at the rack, once for all that stands under it"
                    self.bonds.bind(_headings(row), node, reason)
                if stop is not None:
                    self.bonds.bind(
                        _line(stop),
                        node,
                        f"line {line_in_file(line.number)} is read if line {line_in_file(stop.number)} lets it",
                    )
            if isinstance(line.doing.action, SitOut | LeaveAction):
                stop = line
            if line.doing.at_most is not None:
                self._bind_all(line, "are counted by one 'at most'")
            if has_share(line.doing):
                self._bind_all(line, "get their share of the rack as the line finds it")

    def _acting(self, line: LineEffects) -> Iterator[tuple[_Node, Dependencies]]:
        """What a line acts on: its wagers, each with what is looked at for it; or, without wagers, the line itself."""
        if isinstance(line.doing.action, OnWagers):
            for spot in self._live_targets(line):
                yield _wager(spot.key), self._dependencies(line, spot)
        else:
            yield _line(line), self._dependencies(line, None)

    def _bind_to_looks(self, node: _Node, looks: Dependencies, line: LineEffects) -> None:
        seen = [*map(_wager, sorted(looks.wagers)), *map(_count, sorted(looks.counts - self.kept))]
        for other in seen:
            acting = f"line {line_in_file(line.number)}: {_label(node)}" if node != _line(line) else _label(node)
            self.bonds.bind(other, node, f"{acting} hangs on {_label(other)}")

    def _bind_all(self, line: LineEffects, why: str) -> None:
        first, *others = [_wager(spot.key) for spot in self._live_targets(line)] or [_line(line)]
        for other in others:
            reason = f"line {line_in_file(line.number)}: {_label(first)} and {_label(other)} {why}"
            self.bonds.bind(first, other, reason)

    # --- order

    def _deeds(self, puck: int) -> Iterator[tuple[_Node, Effect]]:
        """All that may be done to the rack while the puck stands so, in the order of the file."""
        judged: set[tuple[int, int]] = set()
        for line in self.lines:
            for row in line.rows:
                if (place := (row.chain, len(row.guards))) not in judged:
                    judged.add(place)
                    if self.onlooker.guards(row.guards[-1:]).rack:
                        yield _headings(row), Effect(line, asks=True, moves=False)
            if isinstance(line.doing.action, OnWagers):
                for spot in targets_of(self.house, line, puck):
                    if spot.key in self.live:
                        found = effect_of(self.house, line, spot, puck, asks=self._dependencies(line, spot).rack)
                        if found is not None:
                            yield _wager(spot.key), found
            elif line.number not in self.plain:
                found = effect_of(self.house, line, None, puck, asks=self._dependencies(line, None).rack)
                if found is not None:
                    yield _line(line), found

    def _turns(self) -> dict[_Node, set[_Node]]:
        """Who must act before whom; those that would have to act both before and after each other are bound."""
        pairs: dict[tuple[_Node, _Node], tuple[Effect, Effect]] = {}
        for puck in range(len(self.house.points)):
            deeds = [*self._deeds(puck)]
            for at, (then, later) in enumerate(deeds):
                for first, earlier in deeds[:at]:
                    if (first, then) not in pairs and later.must_follow(earlier):
                        pairs[first, then] = earlier, later
        stood_for = {node: self.bonds.root(node) for pair in pairs for node in pair}
        after = _transitive_closure({(stood_for[first], stood_for[then]) for first, then in pairs})
        for (first, then), (earlier, later) in pairs.items():
            if stood_for[first] in after.get(stood_for[then], ()):
                numbers = " and ".join(str(number) for number in sorted({earlier.line.number, later.line.number}))
                lines = f"line{'s' if ' ' in numbers else ''} {numbers}"
                said = f"{lines}: with a short rack it matters whether {_label(first)} or {_label(then)} comes first"
                self.bonds.bind(first, then, said)
        return _transitive_closure({(self.bonds.root(first), self.bonds.root(then)) for first, then in pairs})

    # --- parts

    def shares(self) -> tuple[PlanShare, ...]:
        """What each part has of the file, in the order in which they act."""
        parts = {
            root: share
            for root, nodes in self.bonds.grouped_nodes().items()
            if (share := self._share(nodes)) is not None
        }
        waiting = sorted(parts, key=lambda root: self._first_met(parts[root]))
        ordered: list[PlanShare] = []
        while waiting:
            now = next(
                root
                for root in waiting
                if not any(root in self.turns.get(each, ()) for each in waiting if each != root)
            )
            waiting.remove(now)
            ordered.append(parts[now])
        return tuple(ordered)

    def _first_met(self, share: PlanShare) -> tuple[int, int]:
        """Where a part's first wager stands in the file."""
        for line in self.lines:
            for at, spot in enumerate(self.targets[line.number]):
                if spot.key in share.wagers:
                    return line.number, at
        return min(share.lines), -1

    def _share(self, nodes: list[_Node]) -> PlanShare | None:
        """The wagers and lines that are bound together, and what every part has for itself; None: it never acts."""
        wagers = frozenset(name for kind, name in nodes if kind == "wager")
        bound = {int(name) for kind, name in nodes if kind == "line"}
        own = [
            line
            for line in self.lines
            if line.number in bound or wagers & {spot.key for spot in self._live_targets(line)}
        ]
        if not wagers and not any(isinstance(line.doing.action, SitOut | LeaveAction) for line in own):
            return None
        chosen = {line.number for line in own}
        counts = {name for kind, name in nodes if kind == "count"}
        while True:
            counts |= {name for line in self.lines if line.number in chosen for name in self._counts_of(line, wagers)}
            wanted = {
                line.number
                for line in self.lines
                if line.number in self.plain and self._is_needed(line, chosen, counts)
            }
            if wanted <= chosen:
                return PlanShare(frozenset(chosen), wagers, frozenset(counts))
            chosen |= wanted

    def _counts_of(self, line: LineEffects, wagers: frozenset[str]) -> frozenset[str]:
        spots: list[CompiledWager | None] = [spot for spot in self._live_targets(line) if spot.key in wagers]
        looks = [self._dependencies(line, spot) for spot in spots or [None]]
        return frozenset(name for each in looks for name in each.counts)

    def _is_needed(self, line: LineEffects, chosen: set[int], counts: set[str]) -> bool:
        """Whether a part needs a line that every part may have: its counts, and what may stop its lines."""
        match line.doing.action:
            case MoveCount(_, name) | SetTo(name):
                return name in counts
            case SitOut():
                return max(chosen) > line.number
            case _:
                return True


def _transitive_closure(pairs: set[tuple[_Node, _Node]]) -> dict[_Node, set[_Node]]:
    """All that comes after each node, by steps of the pairs."""
    after: dict[_Node, set[_Node]] = {}
    for first, then in pairs:
        if first != then:
            after.setdefault(first, set()).add(then)
    grown = True
    while grown:
        grown = False
        for node, following in after.items():
            further = following.union(*(after.get(each, set()) for each in following))
            grown = grown or further != following
            after[node] = further
    return after

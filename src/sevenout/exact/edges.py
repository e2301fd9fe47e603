"""What one wager is worth, exactly: every roll weighs 1/36 and the rows say what it does.

A wager is followed from the moment it is made until it is decided: won, lost, pushed or returned. A win that leaves
the stake up counts as a decision. Nothing is rounded: figures are per unit staked.
"""

from fractions import Fraction

from msgspec import Struct

from sevenout.compile import Compiled, Spot
from sevenout.dice import ROLLS
from sevenout.puck import in_season
from sevenout.words import did_you_mean

WEIGHT = Fraction(1, len(ROLLS))

Node = tuple[int, int]
"""Where a wager stands: puck and slot."""


class Worth(Struct, frozen=True):
    """The chances of a wager, and its mean net and mean number of rolls until it is decided."""

    win: Fraction
    lose: Fraction
    push: Fraction
    """Pushed, or returned undecided."""
    net: Fraction
    """Mean profit per unit staked, before commission."""
    rolls: Fraction
    commission: Fraction
    """Paid when it is made, per unit staked."""

    @property
    def edge(self) -> Fraction:
        """The house's share of all that is put at risk, commission included; a push counts as a decision."""
        return (self.commission - self.net) / (1 + self.commission)

    @property
    def edge_without_pushes(self) -> Fraction:
        """The same per wager that is won or lost."""
        return self.edge / (1 - self.push)


def worth(rules: Compiled, key: str) -> Worth:
    """The worth of a wager from the moment it can be made (a travelled one: from the moment it lies there).

    Nothing is rounded to chips, neither payouts nor commission.

    >>> from sevenout.compile import open_book
    >>> worth(open_book("catfish-bend"), "pass").edge
    Fraction(7, 495)
    """
    if key not in rules.by_key:
        raise ValueError(f"{rules.book.title} offers no {key!r}.{did_you_mean(key, rules.by_key)}")
    spot = rules.by_key[key]
    start = (_opening_puck(rules, spot), spot.first)
    win, lose, push, net, rolls = _solve(rules, start)
    return Worth(win, lose, push, net, rolls, _commission(spot))


def _opening_puck(rules: Compiled, spot: Spot) -> int:
    """A puck under which the wager may be made, with the point on where there is a choice: then everything works."""
    seasons = [puck.index for puck in rules.puck.states if in_season(spot.wager.made.value, puck)]
    return max(seasons, default=len(rules.puck.states) - 1)


def _commission(spot: Spot) -> Fraction:
    terms = spot.wager.commission
    if terms is None:
        return Fraction(0)
    base = Fraction(1) if terms.of.value == "stake" else max(odds.fraction for odds in spot.payouts())
    return base * terms.rate.value.fraction


def _solve(rules: Compiled, start: Node) -> list[Fraction]:
    """Win, lose, push, net and rolls from a node: each is its own part plus the mean over the nodes it may go to."""
    nodes = _reachable(rules, start)
    index = {node: number for number, node in enumerate(nodes)}
    matrix = [_equation(rules, node, index) for node in nodes]
    for pivot in range(len(nodes) - 1, -1, -1):
        row = matrix[pivot]
        matrix[pivot] = row = [value / row[pivot] for value in row]
        for other in range(pivot):
            factor = matrix[other][pivot]
            if factor:
                matrix[other] = [a - factor * b for a, b in zip(matrix[other], row, strict=True)]
    return matrix[index[start]][len(nodes) :]


def _reachable(rules: Compiled, start: Node) -> list[Node]:
    found = {start: None}
    waiting = [start]
    while waiting:
        puck, slot = waiting.pop()
        for roll in ROLLS:
            edge = rules.cells[puck][roll.index][slot]
            if edge is None or edge.outcome == "move":
                node = (rules.puck.edges[puck][roll.index].goto, slot if edge is None else edge.goto)
                if node not in found:
                    found[node] = None
                    waiting.append(node)
    return list(found)


def _equation(rules: Compiled, node: Node, index: dict[Node, int]) -> list[Fraction]:
    """One row of the linear system: the node's own coefficient first, the five known parts last."""
    puck, slot = node
    row = [Fraction(0)] * len(index)
    win = lose = push = net = Fraction(0)
    row[index[node]] = Fraction(1)
    for roll in ROLLS:
        edge = rules.cells[puck][roll.index][slot]
        match edge.outcome if edge else "":
            case "win" if edge and edge.odds:
                win += WEIGHT
                net += WEIGHT * edge.odds.fraction
            case "lose":
                lose += WEIGHT
                net -= WEIGHT
            case "push" | "return":
                push += WEIGHT
            case _:
                after = (rules.puck.edges[puck][roll.index].goto, edge.goto if edge else slot)
                row[index[after]] -= WEIGHT
    return [*row, win, lose, push, net, Fraction(1)]

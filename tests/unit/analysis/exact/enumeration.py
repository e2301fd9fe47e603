"""Every sequence of rolls to a fixed depth, settled on a real position: bounds from both sides for a wager's figures.

It shares nothing with `sevenout.exact`. Sequences that have led to the same layout under the same puck are counted
together, as whole numbers out of 36 to the power of the depth.
"""

from collections import Counter, deque
from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from sevenout.base.dice import ROLLS, Roll
from sevenout.engine.betting import Change, Position, place, settle
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.puck_machine import in_season

State = tuple[int, Position]
"""A puck and a layout with one wager on it."""

Result = tuple[str, int, int]
"""How it was decided, the net, and all that lay on the layout then, in cents."""

Bounds = tuple[Fraction, Fraction]


class Enumeration:
    """One wager followed through all rolls for so many throws.

    With `times`, as many times its stake is put behind it as odds, by number, as soon as the house takes them.
    """

    def __init__(self, game: Game, key: str, depth: int, times: Mapping[int, Fraction] | None = None) -> None:
        self.game = game
        self.spot = game.rules.by_key[key]
        self.times = times or {}
        self.stake = 60 * game.chip if times else whole_stake(game, self.spot)
        self.known: dict[State, int] = {}
        self.steps: list[tuple[Counter[int], Counter[Result], bool]] = []
        """By the number of a state: how many rolls lead to which others, how many decide it, and whether it is at
        risk."""
        self.decided: Counter[Result] = Counter()
        """Sequences by result; like `rolls` and `open`, out of `ways`."""
        self.rolls = self.rolls_in_all = 0
        self.open = self.look(starts(game, self.spot, self.stake))
        self.ways = self.open.total()
        for _ in range(depth):
            self.throw()

    def look(self, start: Counter[State]) -> Counter[int]:
        """Tries all rolls in every state that can be reached."""
        self.known |= {state: number for number, state in enumerate(start)}
        waiting = deque(start)
        while waiting:
            state = waiting.popleft()
            after = [self.settled(state, roll) for roll in ROLLS]
            onward = Counter((there[0], there[1]) for there in after if len(there) == 2)
            decided = Counter(there for there in after if len(there) == 3)
            waiting += (there for there in onward if there not in self.known)
            for there in onward:
                self.known.setdefault(there, len(self.known))
            ways = Counter({self.known[there]: rolls for there, rolls in onward.items()})
            self.steps.append((ways, decided, self.at_risk(state)))
        return Counter({self.known[state]: ways for state, ways in start.items()})

    def throw(self) -> None:
        """One more throw: every sequence so far becomes 36."""
        self.rolls_in_all += self.open.total()
        self.rolls += sum(ways for number, ways in self.open.items() if self.steps[number][2])
        self.rolls, self.rolls_in_all, self.ways = 36 * self.rolls, 36 * self.rolls_in_all, 36 * self.ways
        self.decided = Counter({result: 36 * ways for result, ways in self.decided.items()})
        after: Counter[int] = Counter()
        for number, ways in self.open.items():
            onward, decided, _ = self.steps[number]
            for there, rolls in onward.items():
                after[there] += ways * rolls
            for result, rolls in decided.items():
                self.decided[result] += ways * rolls
        self.open = after

    def settled(self, state: State, roll: Roll) -> State | Result:
        """What one roll makes of a state."""
        puck, position = state
        after = settle(self.game, position, puck, roll)
        if not after.results:
            return self.with_odds(self.game.rules.puck.edges[puck][roll.index].goto, after.position)
        laid = sum(position.stakes)
        return after.results[0].result, after.back + sum(after.position.stakes) - laid, laid

    def with_odds(self, puck: int, position: Position) -> State:
        if len(position.slots) > 1 or not self.times:
            return puck, position
        for index in self.game.rules.spot_of[position.slots[0]].attached:
            odds = self.game.rules.spots[index]
            number = odds.wager.n.high if odds.wager.n else self.game.rules.puck.states[puck].point or 0
            placed = place(self.game, position, puck, odds.key, int(self.times[number] * self.stake), 10**9)
            if isinstance(placed, Change):
                return puck, placed.position
        return puck, position

    def at_risk(self, state: State) -> bool:
        puck, position = state
        working = self.game.rules.spot_of[position.slots[0]].wager.working
        on = self.game.rules.puck.states[puck].point is not None or self.game.rules.book.puck is None
        return working.on.value if on else working.off.value

    # --- bounds

    @property
    def left(self) -> Fraction:
        """The share of all sequences that are still undecided."""
        return Fraction(self.open.total(), self.ways)

    def chance(self, *results: str) -> Bounds:
        known = Fraction(sum(ways for (result, *_), ways in self.decided.items() if result in results), self.ways)
        return known, known + self.left

    @property
    def nets(self) -> Bounds:
        """The least and the most that it can bring, per unit staked."""
        found = [net for _, decided, _ in self.steps for _, net, _ in decided]
        return Fraction(min(found), self.stake), Fraction(max(found), self.stake)

    @property
    def net(self) -> Bounds:
        known = Fraction(sum(net * ways for (_, net, _), ways in self.decided.items()), self.ways * self.stake)
        least, most = self.nets
        return known + self.left * least, known + self.left * most

    @property
    def wagered(self) -> Bounds:
        """Per unit of the wager itself."""
        known = Fraction(sum(laid * ways for (*_, laid), ways in self.decided.items()), self.ways * self.stake)
        most = max(laid for _, decided, _ in self.steps for *_, laid in decided)
        return known + self.left, known + self.left * Fraction(most, self.stake)

    @property
    def edge(self) -> Bounds:
        commission = Fraction(self.game.commission(self.spot, self.stake), self.stake)
        least, most = self.net
        return (commission - most) / (1 + commission), (commission - least) / (1 + commission)

    @property
    def variance(self) -> Bounds:
        squares = sum(net**2 * ways for (_, net, _), ways in self.decided.items())
        known = Fraction(squares, self.ways * self.stake**2)
        least, most = self.net
        means = least**2, most**2
        above = known + self.left * max(net**2 for net in self.nets) - (0 if least < 0 < most else min(means))
        return known - max(means), above

    def mean_rolls(self, *, in_all: bool) -> Bounds:
        """Bounded above because, wherever it stands, the next k rolls decide it with a chance of at least q."""
        known = Fraction(self.rolls_in_all if in_all else self.rolls, self.ways)
        within = [Fraction(0)] * len(self.steps)
        for k in range(1, 5):
            within = [
                (decided.total() + sum((within[there] * rolls for there, rolls in onward.items()), Fraction(0))) / 36
                for onward, decided, _ in self.steps
            ]
            if q := min(within):
                return known, known + self.left * k / q
        raise AssertionError(f"{self.spot.key} can go four rolls without any chance of a decision")


def whole_stake(game: Game, spot: CompiledWager) -> int:
    """A stake whose payouts and commission need no rounding."""
    rate = spot.wager.commission.rate.value.den if spot.wager.commission else 1
    return game.chip * spot.unit * rate * lcm(*(odds.den for odds in spot.payouts()))


def landings(game: Game, spot: CompiledWager) -> Counter[int]:
    """Where the puck stands when a bet has travelled to a spot: every bet that can, settled under every puck."""
    found: Counter[int] = Counter()
    for source in game.rules.spots:
        if source.wager.made.value == "never" or source.flat is not None or source.wager.collect is not None:
            continue
        for (puck, position), ways in starts(game, source, whole_stake(game, source)).items():
            for roll in ROLLS:
                if settle(game, position, puck, roll).position.slots == (spot.first,):
                    found[game.rules.puck.edges[puck][roll.index].goto] += ways
    return found


def starts(game: Game, spot: CompiledWager, stake: int) -> Counter[State]:
    """With a point on if it may be made so, each as often as a come-out roll sets it; else off, or with a new shooter.

    What lies there after travelling, and its odds, begin where the travelling roll leaves the puck.
    """
    position = Position((spot.first,), (stake,))
    machine, made = game.rules.puck, spot.wager.made.value
    if game.rules.book.puck is None:
        return Counter({(0, position): 1})
    lies = spot if spot.flat is None else game.rules.spots[spot.flat]
    if lies.wager.made.value == "never":
        return Counter({(puck, position): ways for puck, ways in landings(game, lies).items()})
    on = [state for state in machine.states if state.point is not None and in_season(made, state)]
    if on:
        come_out = machine.edges[game.puck()]
        return Counter((edge.goto, position) for edge in come_out if edge.goto in {state.index for state in on})
    off = [state.index for state in machine.states if in_season(made, state)]
    return Counter({(max(off), position): 1})

"""Several bets on one layout as one: edge, spread, correlation, the next roll, the hand, and what each hedge costs.

Every bet is left alone. Played out, each ends with its first decision; over a hand, winners stay up where the house
leaves them up, until the shooter sevens out.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple

from msgspec.structs import replace

from sevenout.analysis.dice.dice_file import AnyDice, game_with_dice
from sevenout.analysis.exact.bet_set_figures import BetSet, HandChances, Matrix, Nets, OutcomeChances, SetBet, SetSpread
from sevenout.analysis.exact.house_edge import PAID_BY, mean, provenance_of, rests_on
from sevenout.analysis.exact.markov_chain import E, End, FollowStart, N, Step, follow, solve, with_the_point_on, works
from sevenout.analysis.exact.real_stakes import net_at_stake
from sevenout.base.dice import ROLLS, Roll
from sevenout.base.errors import BadInput, Malformed
from sevenout.base.money import Cents, cents, format_amount, parse_amount
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import notation_name
from sevenout.engine.betting import Position, not_offered, settle
from sevenout.engine.game import AnyHouse, Game, open_game
from sevenout.engine.number_outcomes import roll_outcomes
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.rulebook.compiler.puck_machine import OFF, PuckEdge, in_season

MOST_NODES = 6_000
"""So many ways to stand are followed for the chances of a whole set; more are not answered."""
_PHRASE = re.compile(r"\$?(?P<amount>[0-9][0-9,]*(?:\.[0-9]+)?)\s+on\s+(?P<wager>\S.*)", re.IGNORECASE)


def bet_set(
    house: AnyHouse,
    bets: str | Mapping[str, Cents],
    *,
    point: int | Literal["off"] | None = None,
    dice: AnyDice | None = None,
) -> BetSet | Refusal:
    """Several bets as one, or why the house does not take one of them.

    They begin with a point on (each as likely as it is established) if all of them may be made then, else on the
    come-out; `point` names another puck. A bet that lies there without being made then, such as a pass line bet with
    the point on, is followed from where it lies. `dice` is a model or the file of one, if they are not fair.

    >>> found = bet_set("typical", "12 on place-6, 12 on place-8, 5 on field")
    >>> found.edge, found.roll.net, found.roll_chances.win
    (Fraction(127, 5742), Fraction(-350, 9), Fraction(13, 18))
    >>> hedge = found.hedges("roll")[2]
    >>> hedge.wager, str(hedge.costs), round(hedge.sd_without), round(hedge.sd_with)
    ('field', '250/9', 1227, 1344)
    >>> bet_set("typical", {"place-6": 12_00, "pass": 1_00}, point=8).reason
    'Pass must be at least 5.00'
    """
    game = game_with_dice(house, dice)
    stakes = parse_bets(game, bets) if isinstance(bets, str) else _named_stakes(game, bets)
    if isinstance(stakes, Refusal):
        return stakes
    if not stakes:
        raise BadInput("a set of bets needs at least one: 12 on place-6, 5 on field")
    opened = _opening(game.rules, [game.rules.by_key[key] for key in stakes], point)
    if isinstance(opened, Refusal):
        return opened
    return _refused_set(game, stakes, opened) or _SetFollower(game, stakes, opened).answer()


def parse_bets(house: AnyHouse, text: str) -> dict[str, Cents] | Refusal:
    """The stakes by wager of a text such as `12 on place-6, 5 on field`; a wager that is named twice has both.

    >>> parse_bets("new-south-wales", "10 on win-line, 5 on Any Craps")
    {'pass': 1000, 'any-craps': 500}
    """
    game = open_game(house)
    stakes: dict[str, Cents] = {}
    for phrase in filter(None, (part.strip() for part in re.split(r",\s+|,$|;|\n|\band\b|\+", text))):
        found = _PHRASE.fullmatch(phrase)
        if found is None:
            raise BadInput(f"expected an amount, 'on' and a wager, such as 12 on place-6, found {phrase!r}.")
        try:
            stake = parse_amount(found["amount"].replace(",", ""))
        except Malformed as error:
            raise BadInput(str(error)) from error
        stakes[found["wager"]] = stakes.get(found["wager"], 0) + stake
    return _named_stakes(game, stakes)


def _named_stakes(game: Game, stakes: Mapping[str, Cents]) -> dict[str, Cents] | Refusal:
    found: dict[str, Cents] = {}
    for name, stake in stakes.items():
        key = game.rules.wager_named(name) or game.rules.wager_named(notation_name(name)) or name
        if key not in game.rules.by_key:
            return not_offered(game, name)
        found[key] = found.get(key, 0) + cents(stake)
    return found


# --- where it begins, and whether the house takes it


def _opening(
    rules: CompiledBook, spots: Sequence[CompiledWager], point: int | Literal["off"] | None
) -> FollowStart | Refusal:
    if rules.book.puck is None:
        if point is not None:
            raise BadInput(f"{rules.book.title} has no puck: leave the point out.")
        return FollowStart("on any roll", {0: 1})
    come_out = FollowStart("on the come-out", {OFF: 1})
    if point == "off":
        return _refused_lying(rules, spots, come_out) or come_out
    if point is not None:
        if point not in rules.book.points:
            points = ", ".join(map(str, rules.book.points))
            raise BadInput(f"{point} is no point of {rules.book.title}: its points are {points}; or write off.")
        opened = with_the_point_on(rules, point)
        return _refused_lying(rules, spots, opened) or opened
    weights: Counter[int] = Counter()
    for edge, weight in zip(rules.puck.edges[OFF], rules.dice.weights, strict=True):
        weights[edge.goto] += weight * (edge.event == "established")
    with_a_point = FollowStart("with a point on, each as likely as it is established", dict(+weights))
    if not with_a_point.pucks:  # these dice establish none
        return _refused_lying(rules, spots, come_out) or come_out
    for opened in (with_a_point, come_out):
        states = [rules.puck.states[puck] for puck in opened.pucks]
        if all(in_season(spot.wager.made.value, state) for spot in spots for state in states):
            return opened
    if _refused_lying(rules, spots, with_a_point) is None:
        return with_a_point
    return _refused_lying(rules, spots, come_out) or come_out


def _refused_lying(rules: CompiledBook, spots: Sequence[CompiledWager], opened: FollowStart) -> Refusal | None:
    """Why one of the bets cannot lie on the layout where the set begins."""
    for spot in spots:
        if not all(spot.index in rules.lies_under[puck] for puck in opened.pucks):
            reason = f"{spot.title} cannot lie on the layout {opened.begins}"
            return Refusal("not-now", reason, spot.wager.made.cite, wager=spot.key)
    return None


def _refused_set(game: Game, stakes: Mapping[str, Cents], opened: FollowStart) -> Refusal | None:
    """Why the house does not take one of the stakes under a puck where the set begins."""
    for key, stake in stakes.items():
        spot, flat = game.rules.by_key[key], 0
        if spot.flat is not None:
            behind = game.rules.spots[spot.flat]
            flat = stakes.get(behind.key, 0)
            if not flat:
                cite = spot.wager.attaches_to.cite if spot.wager.attaches_to else spot.wager.made.cite
                reason = f"{spot.title} goes with a bet on {behind.title}, and there is none in the set"
                return Refusal("no-flat", reason, cite, wager=spot.key, amount=stake)
        if stake <= 0:
            reason = f"{format_amount(stake)} is no bet: the amount must be above zero"
            return Refusal("no-amount", reason, wager=key, amount=stake)
        for puck in opened.pucks:
            if refused := game.refused_amount(spot, puck, stake, flat):
                return replace(refused, wager=key, amount=stake)
    return None


# --- the figures


class _TooMany(Exception):
    """There are more ways to stand than are followed."""


class _Node(NamedTuple):
    """Where a set stands: the puck, each bet's slot (None once it is decided), and the net so far."""

    puck: int
    slots: tuple[int | None, ...]
    net: Cents = 0


_Standing = tuple[int, Position, Cents]
"""Puck, layout and net so far in a hand."""


class _SetFollower:
    """Follows a set of bets from one beginning."""

    def __init__(self, game: Game, stakes: Mapping[str, Cents], opened: FollowStart) -> None:
        self.game, self.rules = game, game.rules
        self.opened = opened
        self.spots, self.stakes = tuple(game.rules.by_key[key] for key in stakes), tuple(stakes.values())
        self.commissions = tuple(game.commission(game.rules.by_key[key], stake) for key, stake in stakes.items())
        self.slots = tuple(self._first_slot(spot) for spot in self.spots)
        self.what = f"{self.rules.book.title}: the set"
        self._means: dict[tuple[int, int, Cents], Fraction] = {}

    def _rolls(self, puck: int) -> Iterator[tuple[Roll, PuckEdge, int]]:
        """Every roll that these dice can show, what it does to the puck, and its weight."""
        rolls = zip(ROLLS, self.rules.puck.edges[puck], self.rules.dice.weights, strict=True)
        return (each for each in rolls if each[2])

    def _first_slot(self, spot: CompiledWager) -> int:
        """Where a bet lies at first: called on, if it never works without a call."""
        called = spot.slot("on")
        rests = not any(works(self.rules, state.index, spot.first) for state in self.rules.puck.states)
        return called if rests and called is not None else spot.first

    def answer(self) -> BetSet:
        nets = self.decision_nets
        pucks = self.opened.pucks
        return BetSet(
            rules=self.rules.book.name,
            title=self.rules.book.title,
            begins=self.opened.begins,
            bets=tuple(self._bet(at) for at in range(len(self.spots))),
            roll=self._roll_spread(),
            decision=self._decision_spread(),
            roll_chances=self._roll_chances(),
            decision_chances=None if nets is None else _chances(nets),
            decision_nets=nets,
            hand=self._hand(),
            dice=self.rules.dice,
            numbers=roll_outcomes(self.game, self._position, next(iter(pucks))) if len(pucks) == 1 else (),
        )

    def _bet(self, at: int) -> SetBet:
        spot = self.spots[at]
        course = follow(self.rules, spot, self.opened, self.slots[at])
        values = rests_on(self.rules, spot, course)
        clauses = dict.fromkeys(entry.cite.clause for entry in values if entry.word in PAID_BY)
        at_risk = any(works(self.rules, puck, self.slots[at]) for puck in self.opened.pucks)
        rolls, provenance = course.rolls_in_all, provenance_of(values)
        clause = "; ".join(filter(None, clauses))
        states = (self.rules.puck.states[puck] for puck in self.opened.pucks)
        before = not all(in_season(spot.wager.made.value, state) for state in states)
        stake, paid = self.stakes[at], self.commissions[at]
        return SetBet(spot.key, spot.title, stake, paid, rolls, at_risk, provenance, clause, before)

    def _solve(self, start: Mapping[N, int], step: Step[N, E]) -> tuple[dict[N, Fraction], dict[E, Fraction]]:
        return solve(start, step, self.what, self.rules.dice.whole)

    # --- what one roll does to one bet

    def _net(self, at: int, end: End) -> Cents:
        return net_at_stake(self.game, self.spots[at], end, self.stakes[at])

    def _after(self, at: int, puck: int, slot: int, roll: int) -> tuple[int | None, Cents]:
        """Where a bet lies after a roll (None: it is decided) and what the decision brings."""
        edge = self.rules.cells[puck][roll][slot]
        if edge is None:
            return slot, 0
        if edge.outcome == "move":
            return edge.goto, 0
        return None, self._net(at, (edge.outcome, edge.odds))

    def _start(self, slots: tuple[int | None, ...]) -> dict[_Node, int]:
        return {_Node(puck, slots): weight for puck, weight in self.opened.pucks.items()}

    # --- the next roll

    def _roll_spread(self) -> SetSpread:
        total = sum(self.opened.pucks.values()) * self.rules.dice.whole
        every = range(len(self.spots))
        rows = [
            (weight * ways, [self._after(at, puck, self.slots[at], roll.index)[1] for at in every])
            for puck, weight in self.opened.pucks.items()
            for roll, _, ways in self._rolls(puck)
        ]
        means = tuple(Fraction(sum(weight * nets[at] for weight, nets in rows), total) for at in every)
        squares = [
            [Fraction(sum(weight * nets[a] * nets[b] for weight, nets in rows), total) for b in every] for a in every
        ]
        return SetSpread(means, _covariances(squares, means))

    def _roll_chances(self) -> OutcomeChances:
        nets: dict[Cents, Fraction] = {}
        total = sum(self.opened.pucks.values()) * self.rules.dice.whole
        for puck, weight in self.opened.pucks.items():
            for roll, _, ways in self._rolls(puck):
                net = sum(self._after(at, puck, slot, roll.index)[1] for at, slot in enumerate(self.slots))
                nets[net] = nets.get(net, Fraction(0)) + Fraction(weight * ways, total)
        return _chances(tuple(nets.items()))

    # --- played out

    def _decision_spread(self) -> SetSpread:
        means = tuple(
            sum(
                (weight * self._mean(at, puck, self.slots[at]) for puck, weight in self.opened.pucks.items()),
                Fraction(0),
            )
            / sum(self.opened.pucks.values())
            for at in range(len(self.spots))
        )
        squares = [[Fraction(0)] * len(self.spots) for _ in self.spots]
        for a, b in combinations_with_replacement(range(len(self.spots)), 2):
            squares[a][b] = squares[b][a] = self._square(a) if a == b else self._product(a, b)
        spread = SetSpread(means, _covariances(squares, means))
        return SetSpread(
            tuple(mean - paid for mean, paid in zip(means, self.commissions, strict=True)), spread.covariances
        )

    def _mean(self, at: int, puck: int, slot: int) -> Fraction:
        """What a bet is to bring from where it lies."""
        question = puck, slot, self.stakes[at]
        if question not in self._means:
            course = follow(self.rules, self.rules.spot_of[slot], FollowStart("", {puck: 1}), slot)
            self._means[question] = mean((self._net(at, end), chance) for end, chance in course.ends.items())
        return self._means[question]

    def _square(self, at: int) -> Fraction:
        ends = follow(self.rules, self.spots[at], self.opened, self.slots[at]).ends
        return mean((self._net(at, end) ** 2, chance) for end, chance in ends.items())

    def _product(self, a: int, b: int) -> Fraction:
        """The mean product of two bets' nets: by the roll on which the first of them is decided."""

        def step(node: _Node) -> tuple[Counter[_Node], Counter[Fraction]]:
            onward: Counter[_Node] = Counter()
            ended: Counter[Fraction] = Counter()
            first, second = node.slots
            assert first is not None, "both are undecided"
            assert second is not None, "both are undecided"
            for roll, edge, ways in self._rolls(node.puck):
                mine, my_net = self._after(a, node.puck, first, roll.index)
                theirs, their_net = self._after(b, node.puck, second, roll.index)
                if mine is not None and theirs is not None:
                    onward[_Node(edge.goto, (mine, theirs))] += ways
                    continue
                left = Fraction(my_net) if mine is None else self._mean(a, edge.goto, mine)
                right = Fraction(their_net) if theirs is None else self._mean(b, edge.goto, theirs)
                ended[left * right] += ways
            return onward, ended

        _, ends = self._solve(self._start((self.slots[a], self.slots[b])), step)
        return mean((product, chance) for product, chance in ends.items())

    @cached_property
    def decision_nets(self) -> Nets | None:
        """Every net that the set can come to; None if there are too many ways."""
        seen: set[object] = set()

        def step(node: _Node) -> tuple[Counter[_Node], Counter[Cents]]:
            _count_node(seen, node)
            onward: Counter[_Node] = Counter()
            ended: Counter[Cents] = Counter()
            for roll, edge, ways in self._rolls(node.puck):
                slots: list[int | None] = []
                net = node.net
                for at, slot in enumerate(node.slots):
                    there, gained = (None, 0) if slot is None else self._after(at, node.puck, slot, roll.index)
                    slots.append(there)
                    net += gained
                if any(slot is not None for slot in slots):
                    onward[_Node(edge.goto, tuple(slots), net)] += ways
                else:
                    ended[net] += ways
            return onward, ended

        try:
            _, ends = self._solve(self._start(self.slots), step)
        except _TooMany:
            return None
        paid = sum(self.commissions)
        return tuple(sorted((net - paid, chance) for net, chance in ends.items()))

    # --- a shooter's hand

    @property
    def _position(self) -> Position:
        lying = sorted(zip(self.slots, self.stakes, strict=True))
        return Position(tuple(slot for slot, _ in lying), tuple(stake for _, stake in lying))

    def _hand(self) -> HandChances | None:
        if not self.rules.puck.has_turns:
            return None
        paid = sum(self.commissions)
        visited, _ = self._solve(dict(self.opened.pucks), self._puck_step)
        return HandChances(self._hand_chances(paid), self._hand_net(paid), sum(visited.values(), Fraction(0)))

    def _puck_step(self, puck: int) -> tuple[Counter[int], Counter[str]]:
        onward: Counter[int] = Counter()
        for _, edge, ways in self._rolls(puck):
            onward[edge.goto] += ways * (not edge.ends_turn)
        return +onward, Counter({"out": self.rules.dice.whole - onward.total()})

    def _hand_net(self, paid: Cents) -> Fraction | None:
        """The mean net of a hand: what every roll brings, by how often the layout stands so."""
        seen: set[object] = set()
        gained: dict[tuple[int, Position], Fraction] = {}

        def step(node: tuple[int, Position]) -> tuple[Counter[tuple[int, Position]], Counter[str]]:
            _count_node(seen, node)
            onward: Counter[tuple[int, Position]] = Counter()
            ended: Counter[str] = Counter()
            bank = 0
            for roll, edge, ways in self._rolls(node[0]):
                done = settle(self.game, node[1], node[0], roll)
                bank += done.bank * ways
                if edge.ends_turn or not done.position.slots:
                    ended["out"] += ways
                else:
                    onward[edge.goto, done.position] += ways
            gained[node] = Fraction(-bank, self.rules.dice.whole)
            return onward, ended

        start = {(puck, self._position): weight for puck, weight in self.opened.pucks.items()}
        try:
            visited, _ = self._solve(start, step)
        except _TooMany:
            return None
        return sum((times * gained[node] for node, times in visited.items()), Fraction(-paid))

    def _hand_chances(self, paid: Cents) -> OutcomeChances | None:
        """Ahead, behind or even at the seven-out; a net that no loss can undo is settled at once."""
        seen: set[object] = set()

        def step(node: _Standing) -> tuple[Counter[_Standing], Counter[Cents]]:
            _count_node(seen, node)
            onward: Counter[_Standing] = Counter()
            ended: Counter[Cents] = Counter()
            puck, position, before = node
            for roll, edge, ways in self._rolls(puck):
                done = settle(self.game, position, puck, roll)
                net = before - done.bank
                if edge.ends_turn or not done.position.slots or net > sum(done.position.stakes):
                    ended[net] += ways
                else:
                    onward[edge.goto, done.position, net] += ways
            return onward, ended

        start = {(puck, self._position, -paid): weight for puck, weight in self.opened.pucks.items()}
        try:
            _, ends = self._solve(start, step)
        except _TooMany:
            return None
        return _chances(tuple(ends.items()))


def _count_node(seen: set[object], node: object) -> None:
    seen.add(node)
    if len(seen) > MOST_NODES:
        raise _TooMany


def _covariances(squares: Sequence[Sequence[Fraction]], means: Sequence[Fraction]) -> Matrix:
    return tuple(tuple(square - means[a] * means[b] for b, square in enumerate(row)) for a, row in enumerate(squares))


def _chances(nets: Sequence[tuple[Cents, Fraction]]) -> OutcomeChances:
    return OutcomeChances(
        sum((chance for net, chance in nets if net > 0), Fraction(0)),
        sum((chance for net, chance in nets if net < 0), Fraction(0)),
        sum((chance for net, chance in nets if net == 0), Fraction(0)),
    )

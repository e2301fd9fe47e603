"""What the names of wagers mean in one house, and what amounts of its wagers are."""

from collections.abc import Callable, Iterable, Sequence

from sevenout.base.dice import ROLLS
from sevenout.base.money import Cents, Rounding
from sevenout.base.vocabulary import stem
from sevenout.engine.betting import Position, flat_of
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.puck_machine import in_season
from sevenout.rulebook.compiler.transitions import Outcome
from sevenout.rulebook.model import Season
from sevenout.strategy.language.keywords import (
    COME,
    FAMILIES,
    HARDWAYS,
    IRON_CROSS,
    PER_POINT,
    PLACE_GROUPS,
    PLACE_POINT,
)

Targets = Callable[[int, Position], tuple[CompiledWager, ...]]
"""The wagers that a list of names means, under a puck and with a layout."""


class HouseNames:
    """One table's wagers, by the names of the language."""

    def __init__(self, game: Game, unit: Cents) -> None:
        self.game, self.unit = game, unit
        self.spots = game.rules.spots
        self.points: tuple[int | None, ...] = tuple(state.point for state in game.rules.puck.states)
        self._units: dict[tuple[int, int], tuple[Cents, Cents]] = {}
        self._shares: dict[tuple[tuple[int, ...], int], tuple[dict[int, Cents], Cents]] = {}
        self.made = [self._pucks(spot.wager.made.value, never=True) for spot in self.spots]
        """By wager and puck, whether it is worth asking; a house that never allows it is asked, to hear its reason."""
        self.increased = [self._pucks(spot.wager.increase.value, never=True) for spot in self.spots]
        self.reduced = [self._pucks(spot.wager.reduce.value, never=False) for spot in self.spots]

    def _pucks(self, season: Season, *, never: bool) -> tuple[bool, ...]:
        states = self.game.rules.puck.states
        return tuple(never if season == "never" else in_season(season, state) for state in states)

    # --- names

    def lacks(self, name: str) -> bool:
        """Whether the house has nothing of that name."""
        return name not in ("it", *FAMILIES) and not self.members(name)

    def members(self, name: str) -> tuple[CompiledWager, ...]:
        """All that a name can mean in conditions and counts: `come` has travelled bets among them."""
        spot = self.game.rules.by_key.get(name)
        if spot is not None and name not in COME:
            return (spot,)
        if name == "all":
            return self.spots
        if name == "props":
            return tuple(spot for spot in self.spots if spot.wager.proposition.value)
        if name in PLACE_GROUPS:
            return self._expand_group(name, None)
        if name == IRON_CROSS:
            return self._iron_cross()
        family = {PLACE_POINT: "place", HARDWAYS: "hard"}.get(name, name)
        known = name in (*FAMILIES, *PER_POINT, PLACE_POINT, HARDWAYS, *COME)
        return tuple(spot for spot in self.spots if known and stem(spot.key) == family)

    def keys(self, names: Iterable[str]) -> frozenset[str]:
        """The keys of everything that some names can mean."""
        return frozenset(spot.key for name in names for spot in self.members(name))

    def under(self, name: str, puck: int) -> tuple[CompiledWager, ...]:
        """What a name means while the puck stands so; for `come-odds` and families all of them, up or not."""
        spot = self.game.rules.by_key.get(name)
        if spot is not None:
            return (spot,)
        point = self.points[puck]
        if name in PLACE_GROUPS:
            return self._expand_group(name, point)
        if name == PLACE_POINT:
            return tuple(spot for spot in self.members(name) if number_of(spot) == point)
        return self.members(name)

    def ever(self, names: Iterable[str]) -> tuple[CompiledWager, ...]:
        """All that some names can mean in an action, wherever the puck stands."""
        pucks = range(len(self.points))
        return tuple(dict.fromkeys(spot for puck in pucks for name in names for spot in self.under(name, puck)))

    def _expand_group(self, name: str, point: int | None) -> tuple[CompiledWager, ...]:
        for group in self.game.rules.book.groups:
            prefix = group.of.removesuffix("n")
            if f"{prefix}{group.name}" == name:
                without = point if group.except_point.value else None
                keys = [f"{prefix}{number}" for number in group.numbers.value if number != without]
                return tuple(self.game.rules.by_key[key] for key in keys if key in self.game.rules.by_key)
        return ()

    def _iron_cross(self) -> tuple[CompiledWager, ...]:
        """The field, and the place bets on the totals that it loses on."""
        field = self.game.rules.by_key.get("field")
        if field is None:
            return ()
        edges = zip(ROLLS, (row[field.first] for row in self.game.rules.cells[0]), strict=True)
        losing = {roll.total for roll, edge in edges if edge is not None and edge.outcome == "lose"}
        return (*[spot for spot in self.members("place") if number_of(spot) in losing], field)

    def results(self, name: str) -> frozenset[Outcome]:
        """All that can become of what a name means, by the rows of the book."""
        slots = [slot for spot in self.members(name) for slot in range(spot.first, spot.end)]
        rows = [row for by_roll in self.game.rules.cells for row in by_roll]
        return frozenset(edge.outcome for row in rows for slot in slots if (edge := row[slot]) is not None)

    def targets(self, names: tuple[str, ...], *, to_bet: bool) -> Targets:
        """The wagers of an action, in the order they are named, each once."""
        pucks = range(len(self.points))
        listed = [tuple(dict.fromkeys(spot for name in names for spot in self.under(name, puck))) for puck in pucks]
        if not any(name in (*FAMILIES, *PER_POINT) for name in names):
            return lambda puck, _: listed[puck]
        of_slot = tuple(spot.index for spot in self.game.rules.spot_of)

        def up(puck: int, position: Position) -> tuple[CompiledWager, ...]:
            lying = {of_slot[slot] for slot in position.slots}
            if to_bet:
                return tuple([spot for spot in listed[puck] if spot.flat is None or spot.flat in lying])
            return tuple([spot for spot in listed[puck] if spot.index in lying])

        return up

    # --- amounts

    def units(self, spot: CompiledWager, puck: int) -> tuple[Cents, Cents]:
        """The smallest amount of at least a unit that a wager pays exactly, and the step of such amounts."""
        key = (spot.index, puck if spot.flat is not None else 0)
        units = self._units.get(key)
        if units is None:
            step = self.game.exact_step(spot, puck)
            units = self._units[key] = (-(-self.unit // step) * step, step)
        return units

    def of_units(self, spot: CompiledWager, puck: int, hundredths: int) -> Cents:
        """So many units, rounded down to what is paid exactly."""
        unit, step = self.units(spot, puck)
        amount = unit * hundredths // 100
        return amount - amount % step

    def shares(self, spots: Sequence[CompiledWager], puck: int) -> tuple[dict[int, Cents], Cents]:
        """One share for each of some wagers by its index, and all of them together: `54 across` is two such sets.

        A share is the step in which the wager is paid exactly. One that is paid exactly in smaller steps gets at least
        as much as the smallest step among them that the table takes: five on the field beside five on the 5.
        """
        key = tuple(spot.index for spot in spots), puck
        shares = self._shares.get(key)
        if shares is None:
            steps = {spot.index: self.units(spot, puck)[1] for spot in spots}
            coarse = [step for step in steps.values() if step > self.game.chip]
            taken = [step for step in coarse if step >= self.game.minimum]
            least = min(taken or coarse, default=self.game.chip)
            each = {index: -(-least // step) * step for index, step in steps.items()}
            shares = self._shares[key] = each, sum(each.values())
        return shares

    def maximum(self, spot: CompiledWager, puck: int, position: Position) -> Cents:
        """The most the house takes now; nothing where it sets no limit."""
        most = self.game.maximum_of(spot, puck, flat_of(self.game, position, spot, puck)).amount or 0
        return most - most % self._step_taken(spot, puck)

    def minimum(self, spot: CompiledWager, puck: int) -> Cents:
        """The least the house takes now."""
        least, step = self.game.minimum_of(spot, puck).amount or 0, self._step_taken(spot, puck)
        return -(-least // step) * step

    def _step_taken(self, spot: CompiledWager, puck: int) -> Cents:
        """The step of the amounts that the house takes at all: some take only what they pay exactly."""
        return self.units(spot, puck)[1] if self.game.rounding is Rounding.EXACT else 1

    def to_win(self, spot: CompiledWager, puck: int, wanted: Cents) -> Cents:
        """The least stake that pays exactly and wins so much, whichever way it wins."""
        odds = min(spot.payouts(puck), key=lambda odds: odds.fraction, default=None)
        if odds is None:
            return 0
        _, step = self.units(spot, puck)
        stake = -(-wanted * odds.den // odds.num)
        return -(-stake // step) * step

    def three_four_five(self, spot: CompiledWager, puck: int, flat: Cents) -> Cents:
        """Odds of 3, 4 or 5 times a flat bet, by the number: they win six times as much, whichever it is."""
        return self.to_win(spot, puck, 6 * flat)


def number_of(spot: CompiledWager) -> int | None:
    """The number a wager is on by its name: the 6 of place-6.

    >>> wagers = Game.open("typical").rules.by_key
    >>> number_of(wagers["place-6"]), number_of(wagers["pass"])
    (6, None)
    """
    n = spot.wager.n
    return None if n is None or n.low is not None else n.high

"""Makes up tables for questions: layouts that a game can reach, stakes that the house takes, and words for them.

Which wagers can lie where is read from the compiled rows; nothing here knows what any of them is about.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Literal

from sevenout.base.dice import Roll
from sevenout.base.money import Cents, Rounding, units
from sevenout.base.vocabulary import stem
from sevenout.crew.roll_calls import is_proposition
from sevenout.engine.betting import EMPTY, Position, at_risk
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.puck_machine import in_season
from sevenout.rulebook.compiler.transitions import Transition
from sevenout.table.commands import RollDice
from sevenout.table.events import Rolled
from sevenout.table.handlers.command_outcome import CommandOutcome
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.named_layout import Layout
from sevenout.table.state import Ledger, Seat, TableDice, TableState
from sevenout.table.table_snapshot import Snapshot

PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

How = Literal["small", "round", "exact", "any", "uneven"]
"""A stake that is the smallest that pays exactly or the next; a few times that; any that pays exactly; any at all; one
that does not."""
_STEPS = {"small": 1, "round": 4}
"""How many steps above the smallest such a stake may be."""


# --- what can lie where


@lru_cache(maxsize=16)
def lies_under(game: Game) -> tuple[frozenset[int], ...]:
    """For every puck the spots that can lie on the layout under it with a stake that this table takes.

    Wagers that gather numbers are left out: what they have gathered is not made up.
    """
    rules = game.rules
    return tuple(
        frozenset(
            index
            for index in spots
            if rules.spots[index].wager.collect is None and _takes_a_stake(game, rules.spots[index], puck)
        )
        for puck, spots in enumerate(rules.lies_under)
    )


@lru_cache(maxsize=256)
def playable(game: Game, puck: int) -> tuple[CompiledWager, ...]:
    """The wagers that can lie there and do not lean on another, in the order of the book."""
    under = lies_under(game)[puck]
    return tuple(spot for spot in game.rules.spots if spot.index in under and spot.flat is None)


@lru_cache(maxsize=256)
def makeable(game: Game, puck: int) -> tuple[CompiledWager, ...]:
    """The wagers of `playable` that may be made while the puck stands so."""
    state = game.rules.puck.states[puck]
    return tuple(spot for spot in playable(game, puck) if in_season(spot.wager.made.value, state))


@lru_cache(maxsize=16)
def propositions(game: Game) -> frozenset[int]:
    """The wagers in the middle of the layout, which are bet in smaller amounts."""
    return frozenset(spot.index for spot in game.rules.spots if is_proposition(game, spot.key))


def odds_of(game: Game, spot: CompiledWager, puck: int) -> CompiledWager | None:
    """The odds that can lie behind a flat bet."""
    under = lies_under(game)[puck]
    return next((game.rules.spots[index] for index in spot.attached if index in under), None)


# --- stakes


def stake(game: Game, spot: CompiledWager, puck: int, flat: Cents, rng: Random, how: How) -> Cents:
    """A stake that the house takes on a wager, of that kind if there is one; 0 if it takes none."""
    step, exact = _steps(game, spot.index, puck)
    least, most = _limits(game, spot.index, puck, flat)
    proposition = spot.index in propositions(game)
    # What pays whole chips at any stake is bet in round amounts all the same: 5, 10, 15.
    natural = game.minimum if exact == game.chip and not proposition else exact
    usual = 25 * exact if proposition else max(20 * game.minimum, 40 * exact)
    top = min(most, max(least + _STEPS[how] * natural if how in _STEPS else usual, least))
    even = range(-(-least // natural) * natural, top + 1, natural)
    if how in ("small", "round", "exact") and even:
        return rng.choice(even)
    unit = exact if game.rounding is Rounding.EXACT else step
    every = range(-(-least // unit) * unit, top + 1, unit)
    amount = rng.choice(every) if every else 0
    if how == "uneven" and amount and amount % exact == 0:
        return next((near for near in (amount + unit, amount - unit) if near in every and near % exact), amount)
    return amount


@lru_cache(maxsize=4096)
def _steps(game: Game, index: int, puck: int) -> tuple[Cents, Cents]:
    """The step of a stake, and the step at which every payout is whole chips."""
    spot = game.rules.spots[index]
    return game.step(spot), game.exact_step(spot, puck)


@lru_cache(maxsize=65_536)
def _limits(game: Game, index: int, puck: int, flat: Cents) -> tuple[Cents, Cents]:
    """The smallest and the largest stake; without a limit, a hundred times the table's minimum."""
    spot = game.rules.spots[index]
    least = game.minimum_of(spot, puck).amount or game.step(spot)
    most = game.maximum_of(spot, puck, flat).amount
    return least, max(least, 100 * game.minimum) if most is None else most


def _takes_a_stake(game: Game, spot: CompiledWager, puck: int) -> bool:
    flat = 0 if spot.flat is None else _limits(game, spot.flat, puck, 0)[1]
    least, most = _limits(game, spot.index, puck, flat)
    unit = game.exact_step(spot, puck) if game.rounding is Rounding.EXACT else game.step(spot)
    return -(-least // unit) * unit <= most


def pile(position: Position, spot: CompiledWager, amount: Cents, call: str = "") -> Position:
    """A layout with one more wager on it, under a call if it can have that."""
    slot = next((own for name, own in spot.slots if name == call), spot.first)
    lying = sorted([*zip(position.slots, position.stakes, strict=True), (slot, amount)])
    return Position(tuple(at for at, _ in lying), tuple(amount for _, amount in lying), position.marks)


def lay_wagers(game: Game, puck: int, spots: Iterable[CompiledWager], rng: Random, how: How = "exact") -> Position:
    """A layout of some wagers, odds behind the flat bets that can have them, and a call now and then.

    Nobody bets against their own bets: of two that cannot win together the first is laid.
    """
    position, seen = EMPTY, set[int]()
    for spot in spots:
        against = spot.index in seen or any(are_opposed(game, spot.index, other) for other in seen)
        amount = 0 if against else stake(game, spot, puck, 0, rng, how)
        if not amount:
            continue
        seen.add(spot.index)
        position = pile(position, spot, amount, _random_call(spot, rng))
        odds = odds_of(game, spot, puck) if rng.random() < 0.6 else None
        behind = 0 if odds is None else stake(game, odds, puck, amount, rng, how)
        if odds is not None and behind:
            position = pile(position, odds, behind, _random_call(odds, rng))
    return position


@lru_cache(maxsize=65_536)
def are_opposed(game: Game, one: int, other: int) -> bool:
    """True if two wagers are the two sides of one: every roll that decides both wins one of them and loses the other.

    >>> from sevenout import Game
    >>> game = Game.open("typical")
    >>> key = {spot.key: spot.index for spot in game.rules.spots}
    >>> [are_opposed(game, key["pass"], key[other]) for other in ("dont-pass", "field", "dont-come")]
    [True, False, False]
    """
    if {one, other} & propositions(game):
        return False
    slots = [game.rules.spots[index].first for index in (one, other)]
    ends = [tuple(_end(row[slot]) for slot in slots) for rows in game.rules.cells for row in rows]
    both = [fates for fates in ends if all(fates)]
    return len(both) > 1 and all({*fates} == {"win", "lose"} for fates in both)


def _end(edge: Transition | None) -> str:
    return edge.outcome if edge is not None and edge.outcome in ("win", "lose") else ""


def _random_call(spot: CompiledWager, rng: Random) -> str:
    calls = [call for call, _ in spot.slots if call]
    return rng.choice(calls) if calls and rng.random() < 0.15 else ""


def _lines(game: Game, puck: int) -> list[CompiledWager]:
    under = lies_under(game)[puck]
    spots = (game.rules.by_key[key] for key in game.rules.book.shooter.line.value)
    return [spot for spot in spots if spot.index in under]


def can_shoot(game: Game, puck: int) -> bool:
    """True if anybody can throw under a puck: the house asks for no line bet, or takes one."""
    return not game.rules.book.shooter.line.value or bool(_lines(game, puck))


def line_bet(game: Game, puck: int, rng: Random) -> tuple[CompiledWager, ...]:
    """One of the wagers that a shooter needs; none where nobody needs one."""
    spots = _lines(game, puck)
    return (rng.choice(spots),) if spots else ()


def some_of(game: Game, puck: int, rng: Random, count: int) -> list[CompiledWager]:
    """So many wagers that can lie there, of different families as far as there are, most of them no propositions."""
    plain, middle = _families(game, puck)
    few = min(sum(rng.random() < 0.3 for _ in range(count)), len(middle))
    families = rng.sample(plain, min(count - few, len(plain)))
    families += rng.sample(middle, min(count - len(families), len(middle)))
    return [rng.choice(family) for family in families]


@lru_cache(maxsize=256)
def _families(game: Game, puck: int) -> tuple[list[list[CompiledWager]], list[list[CompiledWager]]]:
    """The wagers that can lie there by family, propositions apart."""
    plain: dict[str, list[CompiledWager]] = {}
    middle: dict[str, list[CompiledWager]] = {}
    for spot in playable(game, puck):
        families = middle if spot.index in propositions(game) else plain
        families.setdefault(stem(spot.key), []).append(spot)
    return list(plain.values()), list(middle.values())


def busy(
    game: Game, puck: int, rng: Random, others: int, first: tuple[CompiledWager, ...] = (), how: How = "exact"
) -> Position:
    """The layout of somebody who may shoot: a line bet, what is wanted first, and so many others."""
    return lay_wagers(game, puck, (*line_bet(game, puck, rng), *first, *some_of(game, puck, rng, others)), rng, how)


def any_puck(game: Game, rng: Random) -> int:
    """Off once in three times, else on one of the points."""
    states = game.rules.puck.states
    points = [state.index for state in states if state.point is not None]
    off = max(state.index for state in states if state.point is None)  # after a shooter's first roll
    return rng.choice(points) if points and rng.random() < 0.65 else off


# --- tables


def table_of(
    game: Game, puck: int, positions: Sequence[Position], *, rack: Cents = 0, thrown: bool = False
) -> TableState:
    """A table with these layouts, equal racks, and the dice with the first seat."""
    seats = tuple(
        Seat(name, rack, position, place=place, bought=rack + at_risk(position))
        for place, (name, position) in enumerate(zip(PLAYERS, positions, strict=False), start=1)
    )
    chips = sum(seat.bought for seat in seats)
    dice = TableDice(holder=PLAYERS[0], turn=PLAYERS[0], thrown=thrown)
    point = game.rules.puck.states[puck].point
    return TableState(seats, point=point, dice=dice, ledger=Ledger(bank=-chips, drop=chips))


def roll_dice_at(game: Game, before: TableState, roll: Roll) -> Rolled:
    """A roll at a table whose first seat may shoot."""
    decided = decide_command(game, before, RollDice(roll.a, roll.b))
    assert isinstance(decided, CommandOutcome), "the first seat has a line bet"
    assert isinstance(decided.event, Rolled), "it was a roll"
    return decided.event


def describe_table(table: Snapshot, dice: tuple[int, int] | None = None, *, racks: bool = False) -> str:
    """A table in a few lines: the puck and the dice if they have rolled, then what everybody has there.

    >>> from sevenout import Game, Table
    >>> table = Table(Game.open("typical"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 500), table.bet("Ann", "place-6", 1200)
    (None, None, None)
    >>> print(describe_table(table.snapshot(), (5, 1)))
    Puck OFF. The dice show 5-1, six.
    Ann: pass 5, place-6 12
    """
    words = []
    if table.house.puck:
        words.append("Puck OFF." if table.point is None else f"Puck ON {table.point}.")
    if table.dice.thrown:
        words.append("The dice are in the air.")
    if dice is not None:
        a, b = dice
        words.append(f"The dice show {a}-{b}, {spell_total(a + b)}.")
    lines = [" ".join(words)] if words else []
    for seat in table.seats:
        rack = f", rack {units(seat.rack)}" if racks else ""
        lines.append(f"{seat.name}{rack}: {layout_words(seat.layout) or 'nothing on the layout'}")
    return "\n".join(lines)


def layout_words(layout: Layout) -> str:
    """The bets on a layout: each wager with its stake, and whether it was called on or off.

    >>> from sevenout.table.named_layout import PlacedBet
    >>> layout_words(Layout((PlacedBet("pass", 500), PlacedBet("place-6", 1200, "off"))))
    'pass 5, place-6 12 off'
    """
    return ", ".join(f"{bet.wager} {units(bet.stake)}{bet.call and f' {bet.call}'}" for bet in layout.lying)


def spell_total(total: int) -> str:
    """A total in a word.

    >>> spell_total(11)
    'eleven'
    """
    return _NUMBERS[total - 2]

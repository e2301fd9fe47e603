"""What each of the 36 rolls would do to a layout now: "my numbers", by total, hard and easy apart where they differ."""

from collections.abc import Sequence

from msgspec import Struct

from sevenout.base.dice import ROLLS, Roll
from sevenout.base.money import Cents, format_amount
from sevenout.engine.game import Game
from sevenout.engine.position import Move, Position, Settled, Settlement, at_risk
from sevenout.engine.settlement import settle


class RollOutcome(Struct, frozen=True):
    """What some rolls of one total would all do to a layout."""

    total: int
    name: str
    """The total, with the way it is made where that matters: `8`, `hard 8`, `8 by 5-3`."""
    ways: int
    """How many of the 36 rolls they are; with dice that are not fair, the sum of their weights."""
    net: Cents
    """What rack and layout together gain by it, the layout at face value; below zero: lose."""
    results: tuple[Settlement, ...] = ()
    moves: tuple[Move, ...] = ()

    @property
    def winners(self) -> tuple[str, ...]:
        """The wagers that win."""
        return tuple(done.wager for done in self.results if done.result == "win")

    @property
    def losers(self) -> tuple[str, ...]:
        """The wagers that lose."""
        return tuple(done.wager for done in self.results if done.result == "lose")

    def __repr__(self) -> str:
        return f"<RollOutcome {self.name}: {'+' if self.net > 0 else ''}{format_amount(self.net)}>"


def roll_outcomes(game: Game, position: Position, puck: int) -> tuple[RollOutcome, ...]:
    """What every roll would do to a layout, by total; rolls of one total that do the same are one.

    >>> from sevenout.engine.betting import EMPTY, place
    >>> game = Game.open("catfish-bend")
    >>> six = place(game, EMPTY, game.puck(5), "place-6", 12_00, None).position
    >>> both = place(game, six, game.puck(5), "hard-6", 5_00, None).position
    >>> [outcome for outcome in roll_outcomes(game, both, game.puck(5)) if outcome.net]
    [<RollOutcome easy 6: +9.00>, <RollOutcome hard 6: +59.00>, <RollOutcome 7: -17.00>]
    """
    return tuple(outcome for total in _TOTALS for outcome in _of_total(game, position, puck, total))


def net_of_roll(position: Position, done: Settled) -> Cents:
    """What a seat gains by a settlement of its layout: chips that came back, and what lies there now at face value."""
    return done.back + at_risk(done.position) - at_risk(position)


_TOTALS = tuple(sorted({roll.total for roll in ROLLS}))


def _of_total(game: Game, position: Position, puck: int, total: int) -> list[RollOutcome]:
    alike: dict[tuple[tuple[Settlement, ...], tuple[Move, ...]], tuple[Settled, list[Roll]]] = {}
    for roll in ROLLS:
        if roll.total == total:
            done = settle(game, position, puck, roll)
            alike.setdefault((done.results, done.moves), (done, []))[1].append(roll)
    every = [rolls for _, rolls in alike.values()]
    return [
        RollOutcome(
            total,
            _name(total, rolls, every),
            sum(game.rules.dice.weights[roll.index] for roll in rolls),
            net_of_roll(position, done),
            done.results,
            done.moves,
        )
        for done, rolls in sorted(alike.values(), key=lambda pair: -len(pair[1]))
    ]


def _name(total: int, rolls: Sequence[Roll], every: Sequence[Sequence[Roll]]) -> str:
    """The shortest name that tells these rolls of a total from its others."""
    if len(every) == 1:
        return str(total)
    if all(roll.hard for roll in rolls):
        return f"hard {total}"
    if len(every) == 2 and any(others[0].hard for others in every if len(others) == 1):
        return f"easy {total}"
    pairs = dict.fromkeys(roll.pair for roll in rolls)
    return f"{total} by {' or '.join(f'{high}-{low}' for high, low in pairs)}"

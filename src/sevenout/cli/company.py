"""Company at the rail: simple players who bet through the same table as you, by a few fixed habits.

A habit looks at the table and names the bets it would like; one that has what it wants names none.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from sevenout.money import Cents
from sevenout.offers import Offer, offer
from sevenout.refusal import Refusal
from sevenout.table import Table
from sevenout.table.commands import Bet, BuyIn

Habit = Callable[[Table, str], Iterator[Bet]]


def pass_with_odds(table: Table, name: str) -> Iterator[Bet]:
    """The minimum on the pass line, and twice that behind it."""
    up = table.layout(name)
    if "pass" not in up:
        yield from _wanted(table, name, "pass", table.game.minimum)
    elif "pass-odds" not in up:
        yield from _wanted(table, name, "pass-odds", 2 * up["pass"])


def dont_pass(table: Table, name: str) -> Iterator[Bet]:
    """The minimum against the dice; where there is no such bet, on the pass line."""
    line = "dont-pass" if "dont-pass" in table.game.rules.by_key else "pass"
    if line not in table.layout(name):
        yield from _wanted(table, name, line, table.game.minimum)


def six_and_eight(table: Table, name: str) -> Iterator[Bet]:
    """Places 6 and 8 while a point is on (always, where there is no puck), in amounts that are paid exactly."""
    game = table.game
    if table.point is not None or game.rules.book.puck is None:
        for wager in ("place-6", "place-8"):
            if wager in game.rules.by_key and wager not in table.layout(name):
                step = game.exact_step(game.rules.by_key[wager], table.puck)
                yield from _wanted(table, name, wager, -(-game.minimum // step) * step)


PLAYERS: dict[str, Habit] = {
    "Bob": pass_with_odds,
    "Cleo": dont_pass,
    "Dan": six_and_eight,
    "Eve": pass_with_odds,
    "Finn": six_and_eight,
    "Gus": dont_pass,
    "Hal": pass_with_odds,
}
"""Who may come along, in this order. A name keeps its habit, so that a game can be taken up again."""


def bets(table: Table, name: str, rack: Cents) -> list[str]:
    """Makes one player's bets before a roll, and says them; none while the dice are in the air.

    Who is broke buys in again.
    """
    if table.state.dice.thrown:
        return []
    broke = table.rack(name) < table.game.minimum and not table.layout(name)
    again: tuple[Bet | BuyIn, ...] = (BuyIn(name, rack),) if broke else ()
    wanted = chain(again, PLAYERS[name](table, name))  # the habit looks at the table after the buy-in
    return [str(command) for command in wanted if not isinstance(table.tell(command), Refusal)]


def _wanted(table: Table, name: str, wager: str, amount: Cents) -> Iterator[Bet]:
    seat = table.seats[name]
    offered = offer(table.game, seat.position, table.puck, seat.rack, wager)
    taken = _taken(offered, amount)
    if taken:
        yield Bet(name, taken, wager)


def _taken(offered: Offer, amount: Cents) -> Cents:
    """The most that is taken of an amount; the least that is taken at all if that is more."""
    if offered.refusal is not None or amount <= offered.minimum:
        return offered.minimum
    if offered.takes(amount):
        return amount
    start = (
        offered.exact_below if offered.exact_below is not None and amount >= offered.exact_below else offered.minimum
    )
    step = offered.exact_step if offered.exact_below is not None and amount < offered.exact_below else offered.step
    return start + (min(amount, offered.maximum) - start) // step * step

"""Company at the rail: players with simple habits, each a strategy like any other, seated at the same table as you.

A habit wants little and asks what is taken before it bets, so it suits any house.
"""

from collections.abc import Iterable

from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.engine.offers import Offer, offer
from sevenout.player.bot import Bot
from sevenout.strategy.view import Strategy, View
from sevenout.table.commands import BuyIn, Command


def pass_with_odds(view: View) -> View:
    """The minimum on the pass line, and twice that behind it."""
    if not view.stake("pass"):
        return _wanting(view, "pass", view.game.minimum)
    return view if view.stake("pass-odds") else _wanting(view, "pass-odds", 2 * view.stake("pass"))


def dont_pass(view: View) -> View:
    """The minimum against the dice; where there is no such bet, on the pass line."""
    line = "dont-pass" if "dont-pass" in view.game.rules.by_key else "pass"
    return view if view.stake(line) else _wanting(view, line, view.game.minimum)


def six_and_eight(view: View) -> View:
    """Places 6 and 8 while a point is on (always, where there is no puck), in amounts that are paid exactly."""
    game = view.game
    if view.point is None and game.rules.book.puck is not None:
        return view
    for wager in ("place-6", "place-8"):
        if wager in game.rules.by_key and not view.stake(wager):
            step = game.exact_step(game.rules.by_key[wager], view.puck)
            view = _wanting(view, wager, -(-game.minimum // step) * step)
    return view


PLAYERS: dict[str, Strategy] = {
    "Bob": pass_with_odds,
    "Cleo": dont_pass,
    "Dan": six_and_eight,
    "Eve": pass_with_odds,
    "Finn": six_and_eight,
    "Gus": dont_pass,
    "Hal": pass_with_odds,
}
"""Who may come along, in this order. A name keeps its habit, so that a game can be taken up again."""


def let_bet(company: Iterable[Bot], rack: Cents) -> list[Command]:
    """Lets everybody bet before a roll, and tells what they did; none while the dice are in the air.

    Who is broke buys in again.
    """
    done: list[Command] = []
    for bot in company:
        table, seat = bot.table, bot.table.seats.get(bot.name)
        if seat is None or table.state.dice.thrown:
            continue
        if seat.rack < table.game.minimum and not seat.position.slots:
            again = BuyIn(bot.name, rack)
            done += [] if isinstance(table.execute(again), Refusal) else [again]
        done += bot.act().done
    return done


def _wanting(view: View, wager: str, amount: Cents) -> View:
    """The view with a bet, if the house takes one."""
    rack = view.rack
    assert isinstance(rack, int), "company plays for real chips"
    taken = taken_of(offer(view.game, view.position, view.puck, rack, wager), amount)
    return view.bet(wager, taken) if taken else view


def taken_of(offered: Offer, amount: Cents) -> Cents:
    """The most that is taken of an amount; the least that is taken at all if that is more; nothing if nothing is.

    >>> taken_of(Offer("place-6", "Place 6", 0, 600, 50_000, 600), 20_00)
    1800
    """
    if offered.refusal is not None or amount <= offered.minimum:
        return offered.minimum
    if offered.accepts(amount):
        return amount
    below = offered.exact_below is not None and amount < offered.exact_below
    start = offered.minimum if below or offered.exact_below is None else offered.exact_below
    step = offered.exact_step if below else offered.step
    return start + (min(amount, offered.maximum) - start) // step * step

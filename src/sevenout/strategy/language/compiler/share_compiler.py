"""Stakes that are a share of the rack, the bankroll or the peak, and totals that are spread over several wagers.

A share is found by comparing and never by reckoning: the largest stake whose share the rack reaches. So a tracer, which
knows a rack by its comparisons alone, hears exactly for which racks the stake is the same, and a strategy that bets a
tenth of its rack is compiled and followed exactly like one that bets ten.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from sevenout.base.money import Cents
from sevenout.engine.betting import Change, place
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.strategy.language.compiler.window import BettingWindow, Reckoned
from sevenout.strategy.language.house_names import HouseNames
from sevenout.strategy.view import Money as Chips

WHOLE = 100_00
"""All of it, in hundredths of a percent."""
Base = Literal["rack", "bankroll", "peak"]
Percent = Callable[[BettingWindow], int]
"""A part in hundredths of a percent."""
Over = Callable[[BettingWindow], Sequence[CompiledWager]]
"""The wagers that a total is spread over."""
Total = Callable[[BettingWindow, CompiledWager], Cents]


def compile_share(house: HouseNames, of: Base, percent: Percent) -> Reckoned:
    """A share on one wager, rounded down to what is paid exactly, within what the house takes."""

    def share(window: BettingWindow, spot: CompiledWager) -> Cents:
        part, step = percent(window), house.units(spot, window.puck)[1]
        if not part:
            return 0
        base, least = _base(window, of), house.minimum(spot, window.puck)
        most = house.maximum(spot, window.puck, window.view.position)
        lowest = -(-least // step)
        if base < _reach(lowest * step, part):
            return least
        times = most_times(lambda many: base >= _reach(many * step, part), lowest, most // step if most else None)
        return _payable(house, window, spot, times * step, step) if of == "rack" and part == WHOLE else times * step

    return share


def spread_share(house: HouseNames, of: Base, percent: Percent, over: Over) -> Reckoned:
    """A share as the total of several wagers; one share for each is the least that is wanted."""

    def share(window: BettingWindow, spot: CompiledWager) -> Cents:
        shares, together = house.shares(over(window), window.puck)
        part = percent(window)
        if not part or spot.index not in shares:
            return 0
        base = _base(window, of)
        return most_times(lambda many: base >= _reach(many * together, part), 1, None) * shares[spot.index]

    return share


def compile_spread(house: HouseNames, total: Total, over: Over) -> Reckoned:
    """What one wager gets of a total: as many whole shares as the total has room for."""

    def part(window: BettingWindow, spot: CompiledWager) -> Cents:
        shares, together = house.shares(over(window), window.puck)
        if spot.index not in shares:
            return 0
        return total(window, spot) // together * shares[spot.index]

    return part


def most_times(reaches: Callable[[int], bool], least: int, most: int | None) -> int:
    """The largest number that is reached, of those from the least on; the least one if none is.

    >>> most_times(lambda many: many <= 37, 1, None), most_times(lambda many: many <= 37, 1, 20)
    (37, 20)
    """
    if most is not None and (most <= least or reaches(most)):
        return max(most, least)
    low, step = least, 1
    while (most is None or low + step < most) and reaches(low + step):
        low, step = low + step, 2 * step
    high = low + step if most is None else min(low + step, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if reaches(middle) else (low, middle)
    return low


def _base(window: BettingWindow, of: Base) -> Chips:
    """What a share is taken of, as the line found it."""
    view = window.line_view
    match of:
        case "rack":
            return view.rack
        case "bankroll":
            return view.bankroll
        case "peak":
            return view.worth + view.count("from_peak")


def _reach(stake: Cents, part: int) -> Cents:
    """What there must be for a part of it to be this stake."""
    return -(-stake * WHOLE // part)


def _payable(house: HouseNames, window: BettingWindow, spot: CompiledWager, stake: Cents, step: Cents) -> Cents:
    """All that is left, less what the house charges for making the bet with it."""
    answer = place(house.game, window.view.position, window.puck, spot.key, stake, rack=None)
    charge = answer.cost - stake if isinstance(answer, Change) else 0
    return stake - max(-(-charge // step) * step, 0)

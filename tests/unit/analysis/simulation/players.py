"""Strategies in plain Python, in units of the house's own minimum or ten, whichever is more."""

from collections.abc import Callable

from sevenout.base.money import Cents
from sevenout.strategy.view import Strategy, View

TIMES = {4: 3, 10: 3, 5: 4, 9: 4, 6: 5, 8: 5}
COME_ODDS = {f"come-{number}": (f"come-odds-{number}", times) for number, times in TIMES.items()}


def unit(view: View) -> Cents:
    return max(view.game.minimum, 10_00)


def flat(view: View) -> View:
    """The pass line."""
    return view if view.layout else view.bet("pass", unit(view))


def come(view: View) -> View:
    """Pass with 3-4-5 odds and two come bets with odds: the first row of the bench's table."""
    lying, one = view.layout, unit(view)
    if view.point is None:
        if "pass" not in lying:
            view = view.bet("pass", one)
    else:
        if "pass" in lying and "pass-odds" not in lying:
            view = view.bet("pass-odds", one * TIMES.get(view.point, 1))
        if "come" not in lying and sum(wager.startswith("come-") and "odds" not in wager for wager in lying) < 2:
            view = view.bet("come", one)
    for wager in lying:
        if wager in COME_ODDS and COME_ODDS[wager][0] not in lying:
            odds, times = COME_ODDS[wager]
            view = view.bet(odds, one * times)
    return view


def pressed(view: View) -> View:
    """The same with the 6 and 8 placed, and pressed to five units."""
    view = come(view)
    if view.point is None:
        return view
    hit = {settled.wager for settled in view.decided("place-6", "place-8") if settled.result == "win"}
    for wager in ("place-6", "place-8"):
        up, more = view.stake(wager), unit(view) // 500 * 600
        if not up or (wager in hit and up < 5 * more):
            view = view.bet(wager, more)
    return view


def props(view: View) -> View:
    """Hard 6 and 8, and a field bet that grows to three units with every win."""
    level = view.memory if isinstance(view.memory, int) else 1
    for settled in view.decided("field"):
        level = min(level + 1, 3) if settled.result == "win" else 1
    for wager in ("hard-6", "hard-8"):
        if not view.stake(wager):
            view = view.bet(wager, unit(view))
    if not view.stake("field"):
        view = view.bet("field", level * unit(view))
    return view.remember(level)


def hops(view: View) -> View:
    """Two hops, which tell every roll of two different dice apart."""
    for wager in ("hop-6-1", "hop-4-3"):
        if not view.stake(wager):
            view = view.bet(wager, 5_00)
    return view


def within(strategy: Strategy, loss: Cents, goal: Cents) -> Strategy:
    """Another strategy, left at a loss or a goal."""

    def limited(view: View) -> View:
        if view.worth <= view.bankroll - loss:
            return view.leave("loss")
        if view.worth >= view.bankroll + goal:
            return view.leave("goal")
        return strategy(view)

    return limited


def latched() -> Strategy:
    """One that remembers the last point it saw outside its memory; asked twice in a row, it agrees with itself."""
    six: list[int] = []

    def hiding(view: View) -> View:
        if view.point is not None:
            six[:] = [view.point] if view.point == 6 else []
        return view if view.layout else view.bet("pass", 50_00 if six else 10_00)

    return hiding


PLAYERS: dict[str, Callable[[View], View]] = {
    "flat": flat,
    "come": come,
    "pressed": pressed,
    "props": props,
    "within": within(come, 200_00, 300_00),
}

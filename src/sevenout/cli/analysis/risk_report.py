"""What a session risks and how long it lasts, on the screen."""

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.money import amount
from sevenout.cli.shared.console import Screen

if TYPE_CHECKING:
    from sevenout.analysis.exact.sessions.session_action import SessionAction, WagerAction
    from sevenout.analysis.exact.sessions.session_horizon import Lengths


def show_lengths(screen: Screen, lengths: "Lengths") -> None:
    """How many rolls a session has that nothing limits."""
    screen.print(f"  {'rolls, on average':<24} {lengths.mean:>12,.1f}")
    screen.print(f"  {'their deviation':<24} {lengths.sd:>12,.1f}")
    for share, rolls in lengths.quantiles:
        told = "beyond what is followed" if rolls is None else f"{rolls:,}"
        screen.print(f"  {f'over by then: {100 * share:.0f} %':<24} {told:>12}")


def show_action(screen: Screen, action: "SessionAction", sd_net: float, pace: int, within: str = "") -> None:
    """What is risked, what it costs, and each wager's part in it; of what was sampled, within what."""
    if not action.action:
        return
    per_roll = (sd_net / 100) ** 2 / action.rolls
    per_shooter = action.loss_per_shooter
    figures = [
        (
            "action (handle)",
            amount(action.action),
            f"{action.bets:,.2f} bets of {amount(action.average_bet)} on average",
        ),
        ("on the layout", amount(action.average_layout), "when the dice are thrown, on average"),
        ("loss", amount(-action.mean_net), f"in theory, by the edges: {amount(action.theoretical_loss)}"),
        ("loss per 100 wagered", f"{action.loss_per_100:,.2f}", ""),
        ("loss an hour", amount(action.loss_per_hour(pace)), f"at {pace} rolls an hour"),
    ]
    if per_shooter is not None:
        figures.append(("loss a shooter", amount(per_shooter), f"{action.shooters:,.2f} shooters seven out on average"))
    figures.append(("variance a roll", f"{per_roll:,.2f}", f"{per_roll * pace:,.0f} an hour"))
    screen.print(f"  What is risked{f', in the {within}' if within else ''}:")
    for name, figure, more in figures:
        screen.print(Text.assemble(f"  {name:<24} {figure:>12}", (f"   {more}" if more else "", "dim")))
    screen.print(_wager_grid(action))


def _wager_grid(action: "SessionAction") -> Grid:
    grid = Grid(box=SIMPLE_HEAD)
    grid.add_column("wager", no_wrap=True)
    for name in ("bets", "action", "net", "in theory", "hits to pay"):
        grid.add_column(name, justify="right", no_wrap=True)
    for each in action.wagers:
        grid.add_row(*_wager_row(each))
    return grid


def _wager_row(each: "WagerAction") -> list[str]:
    hits = "–" if each.hits_to_pay is None else f"{each.hits_to_pay:.2f}"
    return [
        each.wager,
        f"{each.bets:,.2f}",
        amount(each.action),
        amount(each.net),
        amount(-each.theoretical_loss),
        hits,
    ]

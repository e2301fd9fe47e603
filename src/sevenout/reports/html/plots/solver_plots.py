"""Plots of a solved goal: the frontier of time and chance with named strategies below it, and the value by bankroll."""

from collections.abc import Sequence

from sevenout.analysis.solver.goal_chance import GoalChance
from sevenout.analysis.solver.survey import SolverSurvey, StrategyPoint
from sevenout.reports.html.plots.plot_style import INK, blank, plain, svg, with_page_style

_NAMED = 6
"""So many strategies are named on the plot: those with the largest chance."""


@with_page_style
def frontier_plot(found: SolverSurvey) -> str:
    """The largest chance for every mean time of play, and where each named strategy stands."""
    figure, axes = blank(3.6)
    points, bound = found.frontier.points, found.frontier.bound_curve()
    chances = [100 * point.chance for point in points]
    axes.plot([rolls for rolls, _ in bound], [100 * chance for _, chance in bound], color=INK["grade-1"], linewidth=0.9)
    axes.plot(
        [point.rolls for point in points],
        chances,
        color=INK["grade-1"],
        marker="o",
        markersize=3,
        label="nobody does better",
    )
    if found.strategies:
        axes.scatter(
            [each.rolls for each in found.strategies],
            [100 * each.chance for each in found.strategies],
            s=9,
            color=INK["grade-3"],
            marker="x",
            linewidth=0.9,
            label="named strategies",
        )
    for each in _apart(found.strategies)[:_NAMED]:
        axes.annotate(
            plain(each.strategy), (each.rolls, 100 * each.chance), (4, -8), textcoords="offset points", fontsize=7
        )
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.grid(axis="both")
    axes.set_xlabel("rolls on average (each mark to the right ten times as many)")
    axes.set_ylabel("% reach the goal")
    axes.legend(loc="lower left")
    return svg(figure, "Chance of the goal by time of play")


@with_page_style
def value_plot(solved: GoalChance) -> str:
    """What the best play loses on average, by bankroll: cash less goal x chance, the value's distance from fair."""
    figure, axes = blank(2.8)
    chips = range(1, solved.goal // solved.game.chip)
    money = solved.game.chip / 100
    axes.plot(
        [cash * money for cash in chips], _losses(solved, chips), color=INK["grade-1"], linewidth=0.9, label="best play"
    )
    axes.set_xlim(0, solved.goal / 100)
    axes.set_ylim(bottom=0)
    axes.grid(axis="both")
    axes.set_xlabel("bankroll")
    axes.set_ylabel("expected loss")
    return svg(figure, "Expected loss of the best play by bankroll")


def _apart(strategies: Sequence[StrategyPoint]) -> list[StrategyPoint]:
    """Those whose names have room beside each other, the largest chance first."""
    named: list[StrategyPoint] = []
    for each in strategies:
        if all(abs(each.chance - other.chance) > 0.025 or each.rolls > 6 * other.rolls for other in named):
            named.append(each)
    return named


def _losses(solved: GoalChance, chips: Sequence[int]) -> list[float]:
    goal, money = solved.goal // solved.game.chip, solved.game.chip / 100
    return [(cash - goal * solved.value[cash]) * money for cash in chips]

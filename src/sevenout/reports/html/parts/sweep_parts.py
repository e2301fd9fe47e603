"""Parts of a page about many combinations: heat maps of two things that vary, the frontier of cost and chance."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sevenout.analysis.simulation.run import Result
from sevenout.base.html import Markup, join, tag
from sevenout.base.money import amount
from sevenout.reports.figures.by_line import StrategyResult
from sevenout.reports.figures.distribution import chance, sides
from sevenout.reports.html.page_frame import figure_of
from sevenout.reports.html.plots.plot_style import INK, blank, plain, svg, with_page_style

_LABELLED = 30
"""With more points than this, only those on the frontier have their names in the plot."""


class Axis(NamedTuple):
    """One thing that varies, and its value for each of the results, in their order."""

    name: str
    values: tuple[str, ...]


class _Measure(NamedTuple):
    """A figure of a result that a map can show."""

    title: str
    of: Callable[[Result], float]
    write: Callable[[float], str]
    best: int
    """1 if more is better, -1 if less is."""


_MEASURES = (
    _Measure("Mean net of a session", lambda result: result.nets.mean, amount, 1),
    _Measure("Chance to end ahead", lambda result: sides(result.nets.counts).gain, chance, 1),
    _Measure("Ruin", lambda result: result.ruin, chance, -1),
)


def heat_maps(all_done: Sequence[StrategyResult]) -> Markup:
    """A map for each figure and each combination of what else varies; none if fewer than two things vary."""
    axes = [
        Axis(pairs[0][0], tuple(value for _, value in pairs))
        for pairs in zip(*(done.combination for done in all_done), strict=True)
    ]
    varying = [axis for axis in axes if len(set(axis.values)) > 1]
    if len(varying) < 2:
        return Markup("")
    down, across, *rest = varying
    groups: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(all_done)):
        groups.setdefault(tuple(axis.values[at] for axis in rest), []).append(at)
    maps = (
        _heat_map(measure, [all_done[at].result for at in group], _cut(down, group), _cut(across, group), which)
        for which, group in groups.items()
        for measure in _MEASURES
    )
    return join(
        tag("p", "The darker the cell, the better. The figure in it is the same as in the table.", class_="soft"), maps
    )


def _cut(axis: Axis, group: Sequence[int]) -> Axis:
    return Axis(axis.name, tuple(axis.values[at] for at in group))


def _heat_map(measure: _Measure, results: Sequence[Result], down: Axis, across: Axis, which: Sequence[str]) -> Markup:
    figures = [measure.of(result) for result in results]
    least, most = min(figures), max(figures)
    found = {(row, column): value for row, column, value in zip(down.values, across.values, figures, strict=True)}
    columns = list(dict.fromkeys(across.values))

    def cell(row: str, column: str) -> Markup:
        value = found.get((row, column))
        if value is None:
            return tag("td", "–")
        share = (value - least) / (most - least) if most > least else 0.5
        strength = round(60 * (share if measure.best > 0 else 1 - share))
        return tag(
            "td", measure.write(value), style=f"background:color-mix(in srgb,var(--win) {strength}%,transparent)"
        )

    head = tag("tr", tag("th", f"{down.name} \\ {across.name}", class_="word"), (tag("th", name) for name in columns))
    body = (
        tag("tr", tag("th", row, class_="word", scope="row"), (cell(row, column) for column in columns))
        for row in dict.fromkeys(down.values)
    )
    title = ", ".join((measure.title, *which))
    return tag("div", tag("table", tag("caption", title), tag("thead", head), tag("tbody", body)), class_="wide")


def frontier_part(all_done: Sequence[StrategyResult], frontier: Sequence[StrategyResult]) -> Markup:
    """Cost against the chance to end ahead, one point a combination; those that no other beats are joined."""
    names = ", ".join(done.name for done in frontier)
    return figure_of(
        _frontier_plot(all_done, frontier),
        "Each point is a combination: further right it costs less, further up it ends ahead more often. "
        f"No other is as good in both as those on the line: {names}.",
    )


@with_page_style
def _frontier_plot(all_done: Sequence[StrategyResult], frontier: Sequence[StrategyResult]) -> str:
    figure, axes = blank(3.8)
    axes.grid(axis="both")
    line = [_point(done) for done in frontier]
    axes.plot([x for x, _ in line], [y for _, y in line], "-", color=INK["grade-3"], zorder=2)
    for done in all_done:
        x, y = _point(done)
        best = any(done is other for other in frontier)
        axes.plot([x], [y], "D" if best else "o", color=INK["grade-3" if best else "grade-1"], markersize=5, zorder=3)
        if best or len(all_done) <= _LABELLED:
            axes.annotate(plain(done.name), (x, y), (5, 4), textcoords="offset points", fontsize=7.5)
    axes.margins(x=0.18, y=0.12)
    axes.set_xlabel("mean net of a session")
    axes.set_ylabel("% of sessions that end ahead")
    return svg(figure, "Cost against the chance to end ahead")


def _point(done: StrategyResult) -> tuple[float, float]:
    return done.result.nets.mean / 100, 100 * sides(done.result.nets.counts).gain

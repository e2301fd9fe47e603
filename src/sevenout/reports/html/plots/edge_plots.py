"""The plots of a house's page: its edges, payoffs, rolls and odds, the shooter's turn, and every stake."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import cycle
from typing import TYPE_CHECKING

from sevenout.analysis.exact import FLOOR, Sweep, shooter
from sevenout.analysis.exact.line_odds import LineWithOdds
from sevenout.reports.figures.number_format import Family, alike, grade, one_in, percent, to_one
from sevenout.reports.html.plots.plot_style import INK, WIDTH, blank, svg, with_page_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROW = 0.19
"""Inches: the height of one bar."""
_NARROW = 7
"""Percent: a piece of a bar below this has no room for words."""


@with_page_style
def edge_by_wager(groups: Mapping[str, Sequence[Family]]) -> str:
    """A bar for every family, the kindest of each group first."""
    rows = [
        (name, family)
        for name, members in groups.items()
        for family in sorted(members, key=lambda family: family.worth.edge)
    ]
    figure, axes, at = _rows([name for name, _ in rows])
    edges = [100 * float(family.worth.edge) for _, family in rows]
    colours = [INK[f"grade-{max(grade(family.worth.edge), 0)}"] for _, family in rows]
    axes.barh(at, edges, height=0.72, color=colours)
    for y, edge, (_, family) in zip(at, edges, rows, strict=True):
        axes.annotate(percent(family.worth.edge), (max(edge, 0), y), (3, 0), textcoords="offset points", va="center")
    _name_rows(axes, at, [_label(family) for _, family in rows])
    axes.set_xlabel("house edge, % of stake and commission, per wager decided")
    axes.set_xlim(min(0, *edges), max(1.12 * max(edges), 0.1))
    return svg(figure, "House edge by wager")


@with_page_style
def payoffs(groups: Mapping[str, Sequence[Family]]) -> str:
    """Returns how every family ends: a bar from losing through pushing to its wins, the largest of them last."""
    rows = [(name, family) for name, members in groups.items() for family in members]
    figure, axes, at = _rows([name for name, _ in rows])
    for y, (_, family) in zip(at, rows, strict=True):
        left, outside = 0.0, []
        for net, chance in family.worth.chances:
            width = 100 * float(chance)
            colour = INK["lose" if net < 0 else "win" if net else "push"]
            axes.barh(y, width, left=left, height=0.72, color=colour, edgecolor=INK["faint"], linewidth=0.4)
            if net > 0 and width > _NARROW:
                axes.text(left + width / 2, y, to_one(net), ha="center", va="center", fontsize=7.5, color=INK["mark"])
            elif net > 0:
                outside.append(to_one(net))
            left += width
        axes.text(101, y, ", ".join(outside), va="center", fontsize=7.5)
    _name_rows(axes, at, [_label(family) for _, family in rows])
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of all decisions: loses · pushes or comes back · wins, with what it pays")
    return svg(figure, "Distribution of payoffs by wager")


@with_page_style
def rolls_to_decide(groups: Mapping[str, Sequence[Family]]) -> str:
    """Mean rolls until a decision: at risk, and sat out."""
    rows = [(name, family) for name, members in groups.items() for family in members if family.worth.rolls_in_all != 1]
    if not rows:
        return ""
    figure, axes, at = _rows([name for name, _ in rows])
    working = [float(family.worth.rolls) for _, family in rows]
    idle = [float(family.worth.rolls_in_all - family.worth.rolls) for _, family in rows]
    axes.barh(at, working, height=0.72, color=INK["grade-1"], label="at risk")
    axes.barh(at, idle, left=working, height=0.72, color=INK["idle"], label="sat out, while it is off")
    for y, total in zip(at, map(sum, zip(working, idle, strict=True)), strict=True):
        axes.annotate(f"{total:.2f}", (total, y), (3, 0), textcoords="offset points", va="center")
    _name_rows(axes, at, [_label(family) for _, family in rows])
    axes.set_xlabel("mean rolls to a decision")
    if any(idle):
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, 0), ncols=2, borderaxespad=3.2)
    return svg(figure, "Mean rolls to a decision by wager")


@with_page_style
def odds_behind(lines: Sequence[LineWithOdds]) -> str:
    """Plots the edge by odds for the bets that take them; bets with the same figures share a curve."""
    curves = alike(alike(lines, lambda line: line.flat), lambda bet: tuple((line.wagered, line.edge) for line in bet))
    figure, axes = blank(3.2)
    axes.grid(axis="both")
    for colour, (number, bets) in zip(cycle(("grade-1", "grade-3", "grade-0", "grade-2")), enumerate(curves)):
        curve = bets[0]
        ends = [float(line.wagered) for line in (curve[0], curve[-1])]
        wagered = [ends[0] + (ends[1] - ends[0]) * step / 100 for step in range(101)]
        if (
            len({line.edge_on_flat for line in curve}) == 1
        ):  # the loss is the same, so the edge is that over what is put down
            axes.plot(wagered, [100 * float(curve[0].edge_on_flat) / x for x in wagered], color=INK[colour])
        points = [(float(line.wagered), 100 * float(line.edge)) for line in curve]
        flats = ", ".join(bet[0].flat for bet in bets)
        axes.plot(*zip(*points, strict=True), "o", markersize=4, color=INK[colour], label=flats)
        below = number % 2
        for point, line in zip(points, curve, strict=True):
            axes.annotate(
                line.odds.removeprefix("win "),
                point,
                (-3, -4) if below else (3, 3),
                textcoords="offset points",
                fontsize=8,
                ha="right" if below else "left",
                va="top" if below else "bottom",
            )
    axes.set_xlabel("mean amount put down per unit of the flat bet")
    axes.set_ylabel("edge, % of it")
    axes.set_ylim(bottom=0)
    axes.margins(x=0.08)
    axes.legend()
    return svg(figure, "Edge of the line with odds")


@with_page_style
def turn_length(lengths: Sequence[Fraction], mean: Fraction, median: int) -> str:
    """Returns how likely a turn lasts at least so many rolls, on a scale where a steady rate is a straight line."""
    figure, axes = blank(3.2)
    axes.grid(axis="both")
    shown = [float(chance) for chance in lengths[1:]]
    axes.semilogy(range(1, len(lengths)), shown, color=INK["grade-1"])
    marks = [(float(mean), f"mean {float(mean):.2f} rolls")]
    if len(lengths) > shooter.RECORD:
        marks.append((shooter.RECORD, f"{shooter.RECORD} rolls, the record:\n{one_in(lengths[shooter.RECORD])}"))
    for rolls, words in marks:
        chance = float(lengths[round(rolls)])
        axes.plot([rolls], [chance], "o", color=INK["grade-3"], markersize=5)
        axes.annotate(words, (rolls, chance), (8, 4), textcoords="offset points")
    axes.set_xlabel(f"rolls (half of all turns end within {median})")
    axes.set_ylabel("chance of at least so many")
    axes.margins(x=0.02)
    return svg(figure, "Length of a shooter's turn")


@with_page_style
def returns_by_stake(sweeps: Mapping[str, Sweep], most: int = 60) -> str:
    """Plots the return at the smallest stakes, one small plot for each wager that rounding touches."""
    from matplotlib.figure import Figure

    columns = 3
    rows = -(-len(sweeps) // columns)
    figure = Figure(figsize=(WIDTH, 1.55 * rows + 0.3), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharey=True)
    for axes, (name, sweep) in zip(grid.flat, sweeps.items(), strict=False):
        stakes = [stake / 100 for stake in sweep.stakes[:most]]
        returns = [100 * float(1 - edge) for edge in sweep.edges[:most]]
        axes.grid(axis="both")
        axes.axhline(100, color=INK["text"], linewidth=0.7)
        axes.axhline(100 * float(FLOOR), color=INK["grade-3"], linewidth=0.9, linestyle=(0, (4, 3)))
        axes.plot(stakes, returns, color=INK["grade-1"], linewidth=0.8)
        axes.plot(stakes, returns, "o", color=INK["grade-1"], markersize=1.8)
        axes.set_title(name, fontsize=9, loc="left")
    for axes in grid.flat[len(sweeps) :]:
        axes.axis("off")
    figure.supxlabel("stake", fontsize=9)
    figure.supylabel("% that comes back", fontsize=9)
    return svg(figure, "Return by stake")


def _label(family: Family) -> str:
    return f"{family.name} *" if family.worth.provenance == "assumed" else family.name


def _rows(groups: Sequence[str]) -> "tuple[Figure, Axes, list[float]]":
    """A plot with one bar for each row, a gap and a name wherever a new group begins, and where the bars lie."""
    at, y, headings = [], 0.0, []
    for number, group in enumerate(groups):
        if not number or groups[number - 1] != group:
            y += 0.5 if number else 0
            headings.append((y, group))
            y += 1
        at.append(y)
        y += 1
    figure, axes = blank(_ROW * y + 0.7)
    axes.set_ylim(y - 0.3, -0.6)
    for y, group in headings:
        axes.annotate(
            group,
            (0, y),
            (0, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            fontweight="bold",
        )
    return figure, axes, at


def _name_rows(axes: "Axes", at: Sequence[float], names: Sequence[str]) -> None:
    axes.set_yticks(at, names)
    axes.tick_params(axis="y", length=0)

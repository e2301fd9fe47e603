"""The plots of sessions: what comes of them, how it adds up, how it goes roll by roll, and strategies side by side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sevenout.base.money import Cents, amount
from sevenout.reports.figures.distribution import (
    QUANTILES,
    Bars,
    Interval,
    Shares,
    Sides,
    chance,
    cumulative,
    quantile,
    reach,
    sides,
)
from sevenout.reports.html.plots.plot_style import INK, WIDTH, blank, plain, svg, with_page_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HATCH = "/////"
"""What losses are drawn with, so that no colour is needed to tell them."""
_INKS, _LINES = ("grade-1", "grade-3", "grade-0", "grade-2", "text"), ("-", "--", "-.", ":")
_STEPS = 1500
"""A curve gets about as many points."""
_COLUMNS = 3
_SPIKE, _HIGH = 10, 4
"""A bar so many times as high as nearly all others is cut off, at so many times their height."""
_BESIDE = {0.01: -7, 0.05: 1, 0.95: -9, 0.99: -9}
"""How far above its point a quantile is written, so that neighbours do not meet."""
_BEHIND = {"facecolor": INK["card"], "edgecolor": "none", "pad": 0.6, "alpha": 0.85}
"""What words are written on, where lines cross."""
_FAR = 0.001
"""A plot shows what lies between this share and its counterpart."""


class StrategyNets(NamedTuple):
    """A strategy's nets, for plots of several."""

    name: str
    nets: Shares
    mean: float
    interval: Interval


@with_page_style
def distribution(histogram: Bars, nets: Shares, mean: float) -> str:
    """A bar for each net or range of nets: losses hatched, gains filled, breaking even in between."""
    figure, axes = blank(3.1)
    axes.grid(axis="y")
    axes.grid(visible=False, axis="x")
    _draw_bars(axes, histogram, sides(nets))
    _cut_spikes(axes, histogram)
    axes.axvline(mean / 100, color=INK["text"], linewidth=1, linestyle=(0, (4, 3)), label=f"mean {amount(mean)}")
    width = histogram.bars[0].end - histogram.bars[0].start
    axes.set_xlabel("net of a session")
    axes.set_ylabel("% of sessions" if histogram.single else f"% of sessions, in steps of {amount(width)}")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, borderaxespad=0.2, handlelength=1.6)
    return svg(figure, "Distribution of the net")


def _draw_bars(axes: "Axes", histogram: Bars, shares: Sides | None) -> None:
    """The bars; with a legend if shares are given for it."""
    width = (histogram.bars[0].end - histogram.bars[0].start) / 100
    shift = 0 if histogram.single else width / 2
    kinds = [
        ("loses", [bar for bar in histogram.bars if bar.start < 0], "lose", _HATCH),
        ("breaks even", [bar for bar in histogram.bars if histogram.single and not bar.start], "push", ""),
        (
            "gains",
            [bar for bar in histogram.bars if bar.start > 0 or (not histogram.single and not bar.start)],
            "win",
            "",
        ),
    ]
    for (name, bars, ink, hatch), share in zip(kinds, shares or (None, None, None), strict=True):
        if not bars and (not share or name != "breaks even"):
            continue
        label = f"{name} {chance(share)}" if share is not None else None
        axes.bar(
            [bar.start / 100 + shift for bar in bars] or [0],
            [100 * bar.share for bar in bars] or [0],
            width=0.86 * width if histogram.single else width,
            color=INK[ink],
            edgecolor=INK["grade-3" if hatch else "faint"],
            linewidth=0.4,
            hatch=hatch,
            label=label,
        )
    axes.axvline(-shift / 1e9, color=INK["text"], linewidth=0.7)


def _cut_spikes(axes: "Axes", histogram: Bars) -> None:
    """Cuts off bars beside which nothing else could be seen, and writes their shares there."""
    if not has_cut_bar(histogram):
        return
    most = _HIGH * _usual(histogram)
    axes.set_ylim(0, 100 * most)
    for bar in histogram.bars:
        if bar.share > most:
            axes.annotate(
                f"↑ {100 * bar.share:.0f} %",
                (bar.end / 100, 100 * most),
                (2, -2),
                textcoords="offset points",
                fontsize=8,
                va="top",
                bbox=_BEHIND,
            )


def has_cut_bar(histogram: Bars) -> bool:
    """True if a bar is cut off."""
    return 0 < _SPIKE * _usual(histogram) < max(bar.share for bar in histogram.bars)


def _usual(histogram: Bars) -> float:
    """The height that nine of ten bars do not exceed."""
    shares = sorted(bar.share for bar in histogram.bars)
    return shares[int(0.9 * (len(shares) - 1))]


@with_page_style
def adding_up(nets: Shares) -> str:
    """Returns how likely a session ends with at most so much, the quantiles marked."""
    figure, axes = blank(3.4)
    _frame_curve(axes, [nets])
    _curve(axes, nets, "grade-1", "-", None)
    for share in QUANTILES:
        net = quantile(nets, share)
        axes.plot([net / 100], [100 * share], "o", color=INK["grade-3"], markersize=4.5, zorder=5)
        axes.annotate(
            f"{100 * share:.0f} %: {amount(net)}",
            (net / 100, 100 * share),
            (7, _BESIDE.get(share, -4)),
            textcoords="offset points",
            fontsize=8,
            va="center_baseline",
            zorder=4,
            bbox=_BEHIND,
        )
    return svg(figure, "Probability of at most so much")


@with_page_style
def side_by_side(strategies: Sequence[StrategyNets]) -> str:
    """The same curve for several strategies, each with a line of its own kind."""
    figure, axes = blank(3.6)
    _frame_curve(axes, [each.nets for each in strategies])
    for at, each in enumerate(strategies):
        ink, line = _INKS[at % len(_INKS)], _LINES[(at + at // len(_INKS)) % len(_LINES)]
        _curve(axes, each.nets, ink, line, plain(each.name))
    axes.legend(loc="lower right", handlelength=3)
    return svg(figure, "Probability of at most so much, by strategy")


def _frame_curve(axes: "Axes", several: Sequence[Shares]) -> None:
    low, high = _reach(several)
    room = max(0.04 * (high - low), 100)
    axes.set_xlim((low - room) / 100, (high + 4 * room) / 100)
    axes.set_ylim(-6, 104)
    axes.set_yticks(range(0, 101, 25))
    axes.grid(axis="both")
    axes.axvline(0, color=INK["text"], linewidth=0.7)
    axes.set_xlabel("net of a session")
    axes.set_ylabel("% of sessions that end with at most so much")


def _curve(axes: "Axes", nets: Shares, ink: str, line: str, label: str | None) -> None:
    """The cumulative curve as steps; those too small to be seen are drawn as one."""
    xs, ys = [float(nets[0][0]) / 100], [0.0]
    for net, passed in cumulative(nets):
        if 100 * passed - ys[-1] >= 100 / _STEPS or net == nets[-1][0]:
            xs.append(net / 100)
            ys.append(100 * passed)
    axes.step(xs, ys, where="post", color=INK[ink], linestyle=line, label=label)


def _reach(several: Sequence[Shares]) -> tuple[Cents, Cents]:
    """The range of nets that a plot of all of them shows."""
    return min(quantile(nets, _FAR) for nets in several), max(quantile(nets, 1 - _FAR) for nets in several)


@with_page_style
def roll_by_roll(curve: Sequence[tuple[float, float, float]]) -> str:
    """Mean and deviation of the net after each roll, and below how likely the session is over by then."""
    from matplotlib.figure import Figure

    rolls = range(len(curve))
    ends = any(over for *_, over in curve)
    figure = Figure(figsize=(WIDTH, 4.3 if ends else 3), layout="constrained")
    grid = figure.subplots(2 if ends else 1, 1, sharex=True, squeeze=False, height_ratios=(5, 3) if ends else (1,))
    upper, lower = grid[0, 0], grid[-1, 0]
    band = [(mean - sd) / 100 for mean, sd, _ in curve], [(mean + sd) / 100 for mean, sd, _ in curve]
    upper.fill_between(rolls, *band, color=INK["idle"], alpha=0.55, linewidth=0, label="one deviation either way")
    for edge in band:
        upper.plot(rolls, edge, color=INK["grade-1"], linewidth=0.7, linestyle=(0, (3, 2)))
    upper.plot(rolls, [mean / 100 for mean, *_ in curve], color=INK["grade-1"], label="mean")
    upper.axhline(0, color=INK["text"], linewidth=0.7)
    upper.set_ylabel("net")
    upper.legend(loc="upper left", ncols=2)
    upper.margins(y=0.18)
    if ends:
        over = [100 * over for *_, over in curve]
        lower.plot(rolls, over, color=INK["grade-3"])
        lower.set_ylabel("% over")
        lower.set_ylim(0, 1.12 * max(over))
    for axes in grid.flat:
        axes.grid(axis="both")
        axes.margins(x=0.01)
    lower.set_xlabel("after so many rolls")
    return svg(figure, "Roll by roll")


@with_page_style
def depths(lowest: Shares, falls: Shares) -> str:
    """Returns how often a session was ever so far down: below its start, and below its own highest net."""
    figure, axes = blank(3)
    axes.grid(axis="both")
    down = [(-net, count) for net, count in reversed(lowest)]
    for shares, ink, line, label in (
        (falls, "grade-3", "-", "below its highest net (drawdown)"),
        (down, "grade-1", "--", "below the bankroll it began with"),
    ):
        xs, ys, left = [0.0], [100.0], 100.0
        for net, passed in cumulative(shares):
            xs.append(net / 100)
            ys.append(left)
            left = 100 * (1 - passed)
        axes.plot([*xs, xs[-1]], [*ys, 0.0], drawstyle="steps-pre", color=INK[ink], linestyle=line, label=label)
    axes.set_xlim(left=0)
    axes.set_ylim(0, 104)
    axes.set_xlabel("at least so far down, at any time")
    axes.set_ylabel("% of sessions")
    axes.legend(loc="upper right")
    return svg(figure, "How deep it went")


@with_page_style
def ranges(strategies: Sequence[StrategyNets]) -> str:
    """A row for each strategy: the middle 90 % of its sessions, the middle half, the median and the mean."""
    figure, axes = blank(0.34 * len(strategies) + 1.1)
    axes.axvline(0, color=INK["text"], linewidth=0.7)
    at = range(len(strategies))
    low, first, middle, third, high = (
        [quantile(each.nets, share) / 100 for each in strategies] for share in QUANTILES[1:-1]
    )
    half = [after - before for before, after in zip(first, third, strict=True)]
    axes.hlines(at, low, high, color=INK["grade-1"], linewidth=1.2, label="90 % of sessions")
    axes.barh(at, half, 0.5, first, color=INK["idle"], edgecolor=INK["grade-1"], linewidth=0.6, label="the middle half")
    above, below = ([y + side for y in at] for side in (-0.25, 0.25))
    axes.vlines(middle, above, below, color=INK["text"], linewidth=1.6, label="median", zorder=3)
    mean = [each.mean / 100 for each in strategies]
    error = [(reach(each.interval, each.mean) or 0) / 100 for each in strategies]
    axes.errorbar(
        mean, at, xerr=error, fmt="D", color=INK["grade-3"], markersize=4, elinewidth=1.4, label="mean", zorder=4
    )
    axes.set_yticks(range(len(strategies)), [plain(each.name) for each in strategies])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(strategies) - 0.4, -0.6)
    axes.set_xlabel("net of a session")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, borderaxespad=0.2, handlelength=1.6, fontsize=8)
    return svg(figure, "Range of the net by strategy")


@with_page_style
def small_distributions(strategies: Sequence[tuple[StrategyNets, Bars]]) -> str:
    """A small plot of the distribution for each strategy, all on one scale."""
    from matplotlib.figure import Figure

    columns = 2 if len(strategies) in (2, 4) else _COLUMNS
    rows = -(-len(strategies) // columns)
    figure = Figure(figsize=(WIDTH, 1.6 * rows + 0.4), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharex=True)
    low = min(histogram.bars[0].start for _, histogram in strategies)
    high = max(histogram.bars[-1].end for _, histogram in strategies)
    for axes, (each, histogram) in zip(grid.flat, strategies, strict=False):
        axes.grid(axis="y")
        axes.grid(visible=False, axis="x")
        _draw_bars(axes, histogram, None)
        axes.axvline(each.mean / 100, color=INK["text"], linewidth=0.9, linestyle=(0, (4, 3)))
        axes.set_title(plain(each.name, 24), fontsize=9, loc="left")
        axes.tick_params(labelsize=8, labelbottom=True)
        _cut_spikes(axes, histogram)
    room = 0.03 * (high - low)
    grid.flat[0].set_xlim((low - room) / 100, (high + room) / 100)
    for axes in grid.flat[len(strategies) :]:
        axes.axis("off")
    figure.supxlabel("net of a session", fontsize=9)
    figure.supylabel("% of sessions", fontsize=9)
    return svg(figure, "Distribution of the net by strategy")

"""What the pages of sessions share about risk: how nets spread roll by roll, and what is risked, by wager."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sevenout.analysis.simulation.statistics.bands import BAND_SHARES, NetBand
from sevenout.base.html import Content, Markup, join, table, tag
from sevenout.base.money import amount
from sevenout.reports.figures.distribution import chance
from sevenout.reports.html.page_frame import figure_of
from sevenout.reports.html.plots.plot_style import INK, WIDTH, svg, with_page_style

if TYPE_CHECKING:
    from sevenout.analysis.exact.sessions.line_action import LineAction
    from sevenout.analysis.exact.sessions.session_action import SessionAction

_ROWS = 20
"""So many bands are in the table."""


def bands_part(bands: Sequence[NetBand]) -> Markup:
    """How nets spread: a plot, and its figures to open; nothing if no session was followed roll by roll."""
    if len(bands) < 2:
        return Markup("")
    last = len(bands) - 1
    shown = sorted({last * point // _ROWS for point in range(_ROWS + 1)})
    heads = ("after roll", *(f"{100 * share:.0f} %" for share in BAND_SHARES), "ahead", "ruined")
    rows: list[list[Content]] = [
        [f"{bands[at].roll:,}", *map(amount, bands[at].nets), chance(bands[at].ahead), chance(bands[at].ruin)]
        for at in shown
    ]
    return join(
        figure_of(
            plot_bands(bands),
            "The net after each roll, bets on the layout at face value: the line is the median, half of all sessions "
            "are in the dark band, nine of ten in the light one. Below, the share that is ahead, and the share that is "
            "ruined.",
        ),
        tag("details", tag("summary", "The figures of the plot"), table(heads, rows, words=()), class_="plotted"),
    )


@with_page_style
def plot_bands(bands: Sequence[NetBand]) -> str:
    """The bands of the net by roll, and below the shares that are ahead and ruined."""
    from matplotlib.figure import Figure

    rolls = [band.roll for band in bands]
    low, first, middle, third, high = ([band.nets[at] / 100 for band in bands] for at in range(len(BAND_SHARES)))
    figure = Figure(figsize=(WIDTH, 4.6), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(5, 3))
    upper.fill_between(rolls, low, high, color=INK["idle"], alpha=0.4, linewidth=0, label="90 % of sessions")
    upper.fill_between(rolls, first, third, color=INK["idle"], alpha=0.9, linewidth=0, label="the middle half")
    upper.plot(rolls, middle, color=INK["grade-1"], label="median")
    upper.axhline(0, color=INK["text"], linewidth=0.7)
    upper.set_ylabel("net")
    upper.legend(loc="upper left", ncols=3)
    upper.margins(y=0.18)
    lower.plot(rolls, [100 * band.ahead for band in bands], color=INK["grade-1"], label="ahead")
    lower.plot(rolls, [100 * band.ruin for band in bands], color=INK["grade-3"], linestyle="--", label="ruined")
    lower.set_ylabel("% of sessions")
    lower.set_ylim(bottom=0)
    lower.legend(loc="upper left", ncols=2)
    for axes in (upper, lower):
        axes.grid(axis="both")
        axes.margins(x=0.01)
    lower.set_xlabel("after so many rolls")
    return svg(figure, "How nets spread, roll by roll")


def line_action_part(lines: Sequence["LineAction"], how: str) -> Markup:
    """What each line of a strategy bets and what comes of it, and how that is known; nothing if it is not."""
    risked = [each for each in lines if each.action]
    if not risked:
        return Markup("")
    rows: list[list[Content]] = [
        [
            str(each.line or ""),
            tag("div", tag("code", f"{each.heading}: {each.text}" if each.heading else each.text), class_="tells"),
            f"{each.bets:,.2f}",
            *map(amount, (each.action, each.won, each.lost, each.net, -each.theoretical_loss)),
        ]
        for each in risked
    ]
    return join(
        tag("p", f"What each line risks a session, {how}. A bet that several lines have chips in counts for each."),
        table(("line", "", "bets", "action", "won", "lost", "net", "in theory"), rows, words=(1,)),
    )


def action_part(action: "SessionAction", sd_net: float, pace: int) -> Markup:
    """What is risked and what it costs, in all and by wager; nothing if nothing is bet."""
    if not action.action:
        return Markup("")
    per_roll = (sd_net / 100) ** 2 / action.rolls
    per_shooter = action.loss_per_shooter
    figures: list[list[Content]] = [
        ["action (handle)", amount(action.action)],
        ["bets decided", f"{action.bets:,.2f}"],
        ["average bet", amount(action.average_bet)],
        ["on the layout when the dice are thrown, on average", amount(action.average_layout)],
        ["mean loss", amount(-action.mean_net)],
        ["loss in theory, by the edges of the wagers", amount(action.theoretical_loss)],
        ["loss per 100 wagered", f"{action.loss_per_100:,.2f}"],
        [f"loss an hour, at {pace} rolls", amount(action.loss_per_hour(pace))],
        ["loss a shooter", "–" if per_shooter is None else amount(per_shooter)],
        ["variance a roll, in squared units", f"{per_roll:,.2f}"],
        ["variance an hour", f"{per_roll * pace:,.0f}"],
    ]
    heads = ("wager", "bets", "action", "average bet", "net", "in theory", "hits to pay")
    wagers: list[list[Content]] = [
        [
            each.wager,
            f"{each.bets:,.2f}",
            amount(each.action),
            amount(each.average_bet),
            amount(each.net),
            amount(-each.theoretical_loss),
            "–" if each.hits_to_pay is None else f"{each.hits_to_pay:.2f}",
        ]
        for each in action.wagers
    ]
    return join(
        table(("a session, on average", ""), figures),
        table(heads, wagers),
        tag(
            "p",
            "A bet counts when it is decided, a winner that stays up anew; a bet that travels counts where it was "
            "made. "
            "Hits to pay: how many mean wins pay for one mean loss.",
            class_="soft",
        ),
    )

"""The page of `sevenout exact`: every outcome of a strategy's session, as one HTML file that needs nothing else."""

from sevenout.analysis.exact.sessions.session_distribution import Distribution
from sevenout.base.dice import PACE
from sevenout.base.html import Content, Markup, join, table, tag
from sevenout.base.money import amount
from sevenout.reports.figures.distribution import QUANTILES, chance, sides
from sevenout.reports.html.page_frame import PageSection, build_page, cards_of, figure_of
from sevenout.reports.html.parts.risk_parts import action_part, bands_part, line_action_part
from sevenout.reports.html.parts.session_parts import (
    conditions,
    distribution,
    endings_table,
    heading,
    net_words,
    quantile_table,
    the_strategy,
)
from sevenout.reports.html.plots import session_plots
from sevenout.strategy.language.compiler.plan import Plan

_POINTS = 20
"""So many points of the curve are in the table."""


def exact_page(strategy: Plan, session: Distribution, pace: int = PACE) -> str:
    """The whole page; the same session gives the same text. `pace` is rolls an hour.

    >>> from sevenout import Game
    >>> from sevenout.analysis.exact.sessions.session_distribution import distribution
    >>> from sevenout.strategy.library import open_strategy
    >>> pass_line = open_strategy("pass-line", Game.open("typical"))
    >>> "mean net" in exact_page(pass_line, distribution(pass_line.game, pass_line, 300_00, 20))
    True
    """
    return build_page(
        f"{strategy.name}: a session, exactly",
        heading(
            "A session, exactly",
            strategy.name,
            strategy.script.file.sentence,
            conditions(strategy, session.bankroll, session.end),
            strategy,
        ),
        [_cards(session)],
        [
            PageSection("net", "What comes of it", distribution(session.nets, session.mean)),
            PageSection("adding-up", "How it adds up", _adding_up(session)),
            PageSection("rolls", "Roll by roll", _roll_by_roll(session)),
            PageSection("spread", "How it spreads", bands_part(session.bands)),
            PageSection("length", "How long it lasts", _lengths(session)),
            PageSection("risked", "What is risked", action_part(session.action, session.sd, pace)),
            PageSection("lines", "What each line did", _lines(session)),
            PageSection("endings", "How sessions end", _endings(session)),
            PageSection("strategy", "The strategy", the_strategy(strategy)),
            PageSection("found", "How this was found", _how_found(session)),
        ],
        "Every probability is followed roll by roll through all situations that the strategy leads to: no sampling. "
        "Made by sevenout.",
    )


def _cards(session: Distribution) -> Markup:
    share = sides(session.nets)
    return cards_of(
        [
            (amount(session.mean), "mean net"),
            (amount(session.sd), "deviation"),
            (amount(session.quantile(0.5)), "median net"),
            (chance(share.gain), "ends ahead"),
            (chance(share.loss), "ends behind"),
            (chance(session.ruin), "ruin"),
        ]
    )


def _adding_up(session: Distribution) -> Markup:
    share = sides(session.nets)
    return join(
        figure_of(
            session_plots.adding_up(session.nets),
            "How likely a session ends with at most so much. The points are the quantiles of the table.",
        ),
        quantile_table([("end with at most", [session.quantile(share) for share in QUANTILES])]),
        tag(
            "p",
            f"A session loses with a probability of {chance(share.loss)}, breaks even with {chance(share.even)} and "
            f"gains with {chance(share.gain)}.",
        ),
    )


def _lengths(session: Distribution) -> Markup:
    if session.end.is_limited:
        return Markup("")
    lengths = session.lengths
    rows: list[list[Content]] = [
        [f"{100 * share:.0f} % of sessions are over by", "–" if rolls is None else f"{rolls:,}"]
        for share, rolls in lengths.quantiles
    ]
    rows += [["mean", f"{lengths.mean:,.1f}"], ["standard deviation", f"{lengths.sd:,.1f}"]]
    return table(("", "rolls"), rows)


def _roll_by_roll(session: Distribution) -> Markup:
    if not session.curve:
        return Markup("")
    last = len(session.curve) - 1
    points = sorted({last * point // _POINTS for point in range(_POINTS + 1)})
    rows: list[list[Content]] = []
    for at in points:
        mean, sd, over = session.curve[at]
        rows.append([str(at), amount(mean), amount(sd), chance(over)])
    return join(
        figure_of(
            session_plots.roll_by_roll(session.curve),
            "The net after each roll: its mean, and one standard deviation either way. Stakes on the layout count at "
            "face value, whatever the point makes of them. Below, how likely the session is over by then: ruined, or "
            "left.",
        ),
        tag(
            "details",
            tag("summary", "The figures of the plot"),
            table(("after roll", "mean net", "deviation", "session over"), rows, words=()),
            class_="plotted",
        ),
    )


def _lines(session: Distribution) -> Markup:
    if session.lines_missing:
        return tag("p", f"What each line risks is not told: {session.lines_missing}.", class_="soft")
    return line_action_part(session.lines, "exactly")


def _endings(session: Distribution) -> Markup:
    return join(endings_table(_with_ruin(session)), tag("p", net_words(session.end), class_="soft"))


def _with_ruin(session: Distribution) -> list[tuple[str, float]]:
    return sorted({"ruin": 0.0, **dict(session.endings)}.items())


def _how_found(session: Distribution) -> Markup:
    rows: list[list[Content]] = [
        ["engine", "exact: the traced strategy, followed with all its probability"],
        ["situations", f"{session.rows:,}"],
        ["different nets", f"{len(session.nets):,}"],
        ["probability unaccounted for", f"{session.unaccounted:.1e}"],
    ]
    return join(
        table(("", ""), rows, words=(0, 1)),
        tag(
            "p",
            "A situation is the puck, the layout and what the strategy remembers; money is followed to the cent beside "
            "it. What is unaccounted for was too small to follow, or was rounded away.",
            class_="soft",
        ),
    )

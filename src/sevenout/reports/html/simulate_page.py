"""The page of `sevenout simulate`: what came of the sessions of one strategy or several, as one HTML file."""

from collections.abc import Iterable, Sequence

from sevenout.analysis.comparison.paired_difference import PairedDifference
from sevenout.analysis.comparison.sweep import find_frontier
from sevenout.analysis.simulation.run import Result
from sevenout.analysis.simulation.statistics.tally import AmountTally
from sevenout.base.html import Content, Markup, join, table, tag
from sevenout.base.money import amount
from sevenout.reports.figures.by_line import Sessions, StrategyResult, engine_line
from sevenout.reports.figures.distribution import QUANTILES, chance, give_or_take, sides
from sevenout.reports.html.page_frame import PageSection, build_page, cards_of, figure_of
from sevenout.reports.html.parts.risk_parts import action_part, bands_part, line_action_part
from sevenout.reports.html.parts.session_parts import (
    INTERVAL,
    conditions,
    distribution,
    endings_table,
    heading,
    net_words,
    page_bars,
    quantile_table,
    settings,
    span,
    the_strategy,
)
from sevenout.reports.html.parts.sweep_parts import frontier_part, heat_maps
from sevenout.reports.html.plots import session_plots
from sevenout.reports.html.plots.session_plots import StrategyNets
from sevenout.strategy.language.line_stats import LineReport

DETAILED = 24
"""Of more combinations only so many, the first ones, have distributions and figures of their own on the page."""
OVERLAID = 6
"""More curves than this in one plot cannot be told apart."""
_WAITED = {
    "up": "already up",
    "not-up": "not up",
    "not-now": "not the time",
    "no-flat": "no bet to put it behind",
    "nothing": "nothing to do",
    "at-most": "done as often as it may be",
    "contract": "may not come down",
    "cannot-call": "cannot be called",
}


def simulate_page(played: Sessions) -> str:
    """The whole page.

    >>> from sevenout import Game, open_strategy, simulate
    >>> from sevenout.reports.figures.by_line import ByLine
    >>> from sevenout.strategy.session_end import SessionEnd
    >>> pass_line = open_strategy("pass-line", Game.open("typical"))
    >>> result = simulate(pass_line.game, pass_line, sessions=20, rolls=30, bankroll=300_00)
    >>> done = StrategyResult(pass_line, result, ByLine((), "no session"))
    >>> "How deep it went" in simulate_page(Sessions(pass_line.game, 300_00, SessionEnd(rolls=30), 144, 1, [done]))
    True
    """
    _, bankroll, end, _, seed, all_done = played
    first, last = all_done[0], all_done[-1].result
    names = [done.name for done in all_done]
    alone = len(all_done) == 1
    facts = [f"{last.asked:,} sessions", *(conditions(first.strategy, bankroll, end) if alone else ())]
    if not alone:
        facts += [f"bankroll {amount(bankroll)}", end.words]
    if last.sessions < last.asked:
        facts.append(f"interrupted after {last.sessions:,} sessions of {names[-1]}")
    sections = _one(first, played) if alone else _several(all_done)
    return build_page(
        f"{', '.join(names)}: sessions simulated",
        heading(
            f"{len(all_done)} combinations, simulated" if not alone else "Sessions, simulated",
            first.strategy.name if alone else "Side by side",
            first.strategy.script.file.sentence if alone else _houses(all_done),
            [*facts, f"seed {seed}" if seed is not None else first.result.dice],
            first.strategy,
        ),
        [_cards(first.result)] if alone else None,
        [*sections, PageSection("played", "How this was played", _play_table(all_done))],
        "Sessions are numbered, and the seed gives each its own dice: the same order gives the same figures on any "
        "machine. Made by sevenout.",
    )


# --- one strategy


def _one(done: StrategyResult, played: Sessions) -> list[PageSection]:
    nets, risked = done.result.nets, done.result.action
    return [
        PageSection("figures", "The figures", _figures(done.result)),
        PageSection("net", "What came of it", distribution(nets.counts, nets.mean)),
        PageSection("adding-up", "How it adds up", join(_adding_up(nets), _quantiles(nets))),
        PageSection("depths", "How deep it went", _depths(done.result, plot=True)),
        PageSection("spread", "How it spread", bands_part(done.result.bands)),
        PageSection(
            "risked",
            "What was risked",
            Markup("") if risked is None else action_part(risked, done.result.sd, played.pace),
        ),
        PageSection(
            "endings",
            "How sessions ended",
            join(_endings(done.result), tag("p", net_words(played.end), class_="soft")),
        ),
        PageSection("lines", "What each line did", _lines(done)),
        PageSection("strategy", "The strategy", the_strategy(done.strategy)),
    ]


def _cards(result: Result) -> Markup:
    nets, share = result.nets, sides(result.nets.counts)
    return cards_of(
        [
            (amount(nets.mean), f"mean net, {give_or_take(nets.interval, nets.mean, amount)}"),
            (amount(nets.sd), "deviation"),
            (amount(nets.quantile(0.5)), "median net"),
            (chance(share.gain), "ended ahead"),
            (chance(share.loss), "ended behind"),
            (chance(result.ruin), "ruin"),
        ]
    )


def _figures(result: Result) -> Markup:
    rows: list[list[Content]] = [
        ["mean net", *_with_interval(result.nets), f"{result.sessions:,}"],
        ["standard deviation of the net", amount(result.nets.sd), "", f"{result.sessions:,}"],
    ]
    for name, tally in (("mean lowest net", result.lowest), ("mean drawdown", result.falls)):
        if tally.counts:
            rows.append([name, *_with_interval(tally), f"{tally.total:,}"])
    for name, one in (("lowest net of a session", result.worst), ("highest net of a session", result.best)):
        rows.append([name, amount(one.net), "", f"number {one.session}"])
    mean = result.rolls_played / result.sessions
    rows.append(["mean rolls of a session", f"{mean:,.1f}", "", f"{result.sessions:,}"])
    return table(("", "figure", INTERVAL, "sessions"), rows)


def _with_interval(tally: AmountTally) -> list[str]:
    return [amount(tally.mean), span(tally.interval, amount)]


def _adding_up(nets: AmountTally) -> Markup:
    return figure_of(
        session_plots.adding_up(nets.counts),
        "The share of sessions that ended with at most so much. The points are the quantiles of the table.",
    )


def _quantiles(nets: AmountTally) -> Markup:
    bounds = [nets.quantile_interval(share) or (None, None) for share in QUANTILES]
    return quantile_table(
        [
            ("ended with at most", [nets.quantile(share) for share in QUANTILES]),
            (f"{INTERVAL}: from", [low for low, _ in bounds]),
            ("to", [high for _, high in bounds]),
        ]
    )


def _depths(result: Result, *, plot: bool) -> Markup:
    if not result.lowest.counts:
        return tag("p", "No session was watched roll by roll: these are too long.") if plot else Markup("")
    lowest, falls = result.lowest, result.falls
    caption = (
        "How often a session was at any time at least so far below the bankroll it began with, and below its own "
        f"highest net so far. Of the first {lowest.total:,} sessions, which were watched roll by roll."
    )
    return join(
        figure_of(session_plots.depths(lowest.counts, falls.counts), caption) if plot else None,
        quantile_table(
            [
                ("had a drawdown of at most", [falls.quantile(share) for share in QUANTILES]),
                ("had a lowest net of at most", [lowest.quantile(share) for share in QUANTILES]),
            ]
        ),
    )


def _endings(result: Result) -> Markup:
    shares = {"ruin": result.ruin, **dict(result.endings)}
    return endings_table(shares.items(), {ending: result.interval(ending) for ending in shares})


# --- lines


def _lines(done: StrategyResult) -> Markup:
    heads = ("line", "", "done", "waited", "refused")
    return join(
        line_action_part(done.by_line.risked, f"on average in {done.by_line.risked_within}"),
        tag("p", f"How often each line was done, waited or was refused in {done.by_line.within}, played at the table."),
        table(heads, map(_line_row, done.by_line.lines), words=(1, 3, 4)),
    )


def _line_row(line: LineReport) -> list[Content]:
    told = f"{line.heading}: {line.text}" if line.heading else line.text
    waits = [f"{times:,} {_WAITED.get(code, code)}" for code, times in line.waited]
    if line.held:
        waits.append(f"{line.held:,} at the end of its range")
    return [
        str(line.line),
        tag("div", tag("code", told), class_="tells"),
        f"{line.fired:,}",
        tag("div", (tag("div", wait) for wait in waits), class_="key"),
        tag("div", (tag("div", _refusal_cells(no.times, no.reason, no.clause)) for no in line.refused), class_="says"),
    ]


def _refusal_cells(times: int, reason: str, clause: str) -> Iterable[str]:
    return f"{times:,} × ", reason, tag("span", f" [{clause}]", class_="soft") if clause else ""


# --- several strategies


def _several(all_done: Sequence[StrategyResult]) -> list[PageSection]:
    return [
        PageSection("compared", "Side by side", _comparison(all_done)),
        PageSection("maps", "What varies", heat_maps(all_done)),
        PageSection("frontier", "Cost and chance", frontier_part(all_done, find_frontier(all_done))),
        *(PageSection(f"s{at}", done.name, _story(done)) for at, done in enumerate(all_done[:DETAILED], 1)),
    ]


def _houses(all_done: Sequence[StrategyResult]) -> str:
    """The houses, if there are several: the heading names the first."""
    titles = list(dict.fromkeys(done.strategy.game.rules.book.title for done in all_done))
    return f"In {len(titles)} houses: {', '.join(titles)}." if len(titles) > 1 else ""


def _comparison(all_done: Sequence[StrategyResult]) -> Markup:
    named = [
        StrategyNets(done.name, done.result.nets.counts, done.result.nets.mean, done.result.nets.interval)
        for done in all_done
    ]
    overlaid = session_plots.side_by_side(named) if len(named) <= OVERLAID else ""
    heads = (
        "strategy", "mean net", "±", "deviation", "ruin", "±", "ahead", "5 %", "median", "95 %", "drawdown", "lowest",
        "difference", "±", "ahead of it",
    )  # fmt: skip
    return join(
        table(heads, (_compared_row(f"s{at}", done) for at, done in enumerate(all_done, 1))),
        tag(
            "p",
            "All of them had the same dice. ±: with 95 % confidence, – where they are too few to say. 5 %, median, "
            "95 %: so many sessions ended with at most this net. Drawdown and lowest net: means of the sessions that "
            "were watched roll by roll. Difference: its mean, session by session, to the first of the table, and in "
            "how many sessions it ended ahead of that.",
            class_="soft",
        ),
        figure_of(
            session_plots.ranges(named[:DETAILED]),
            "The thin line has 90 % of the sessions, the bar the middle half, the stroke is the median, the diamond "
            "the mean with its confidence interval.",
        ),
        figure_of(overlaid, "The share of sessions that ended with at most so much. Further right is better."),
        figure_of(
            session_plots.small_distributions([(each, page_bars(each.nets)) for each in named[:DETAILED]]),
            "What came of the sessions of each; losses are hatched. Bars differ in width and scales in height: "
            "compare the shapes. A bar that is cut off has its share written beside it.",
        ),
    )


def _compared_row(key: str, done: StrategyResult) -> list[Content]:
    result, nets = done.result, done.result.nets
    watched = [amount(tally.mean) if tally.counts else "–" for tally in (result.falls, result.lowest)]
    return [
        tag("span", tag("a", done.name, href=f"#{key}")),
        amount(nets.mean),
        give_or_take(nets.interval, nets.mean, amount).removeprefix("±"),
        amount(nets.sd),
        chance(result.ruin),
        give_or_take(result.interval("ruin"), result.ruin, chance).removeprefix("±"),
        chance(sides(nets.counts).gain),
        *(amount(nets.quantile(share)) for share in (0.05, 0.5, 0.95)),
        *watched,
        *_against_first(done.difference),
    ]


def _against_first(difference: PairedDifference | None) -> list[Content]:
    if difference is None:
        return ["–", "–", "–"]
    reached = give_or_take(difference.interval, difference.mean, amount).removeprefix("±")
    return [amount(difference.mean), reached, chance(difference.share_ahead)]


def _story(done: StrategyResult) -> Markup:
    return join(
        tag("p", done.strategy.script.file.sentence) if done.strategy.script.file.sentence else None,
        _cards(done.result),
        _figures(done.result),
        _endings(done.result),
        _quantiles(done.result.nets),
        _depths(done.result, plot=False),
        tag("h3", "What became of each line"),
        _lines(done),
        tag("details", tag("summary", "The strategy"), the_strategy(done.strategy)),
    )


# --- the engine


def _play_table(all_done: Sequence[StrategyResult]) -> Markup:
    rows: list[list[Content]] = [
        [
            done.name,
            f"{done.result.sessions:,}",
            f"{done.result.rolls_played:,}",
            tag("div", engine_line(done.result), class_="tells"),
            tag("div", ", ".join(settings(done.strategy)), class_="key"),
        ]
        for done in all_done
    ]
    return table(("strategy", "sessions", "rolls", "engine", "set to"), rows, words=(0, 3, 4))

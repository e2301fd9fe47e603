"""Parts that pages of exact and simulated sessions share: the heading, distributions, endings, the strategy itself."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from sevenout.base.html import Content, Markup, join, table, tag
from sevenout.base.money import Cents, amount, format_amount
from sevenout.reports.figures.distribution import QUANTILES, Bar, Bars, Interval, Shares, bars, chance
from sevenout.reports.figures.number_format import one_in
from sevenout.reports.html.page_frame import figure_of
from sevenout.reports.html.plots import session_plots
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.language.condition_syntax import NumberValue
from sevenout.strategy.language.tools.explainer import Sentence, explain
from sevenout.strategy.language.tools.formatter import number
from sevenout.strategy.session_end import SessionEnd

BARS, TAIL = 60, 0.001
"""So many bars a plot has, about, and what share of all its outermost bars hold from further out."""
_RARE = 0.01
INTERVAL = "95 % interval"
"""What a confidence interval is called."""


def net_words(end: SessionEnd) -> str:
    """What the net is, and when a session ends."""
    lying = (
        "with the stakes still on the layout at face value, less the bankroll. "
        if end.face_value
        else "less the bankroll. When the limit is reached nothing new is bet, and each bet that lies there stays "
        "until it is decided; who leaves takes down what may come down. "
    )
    return (
        f"The net is what is in the rack at the end, {lying}A session ends at its limit ({end.words}), when the "
        "strategy leaves, or in ruin: nothing is up, and the rack cannot make what the strategy wants."
    )


def heading(over: str, title: str, sentence: str, facts: Iterable[str], strategy: Plan) -> Markup:
    """The top of a page: what it is about, at which house, under which conditions."""
    book, game = strategy.game.rules.book, strategy.game
    limits = f"{format_amount(game.minimum)} to {format_amount(game.maximum)}, chip {format_amount(game.chip)}"
    return tag(
        "header",
        tag("p", over, class_="over"),
        tag("h1", title),
        tag("p", sentence) if sentence else None,
        tag("p", tag("b", book.title), f". Table: {limits}."),
        tag("p", " · ".join(facts)),
        tag("p", "Rulebook ", tag("code", book.name), ", SHA-256 ", tag("code", book.digest), class_="soft digest"),
    )


def conditions(strategy: Plan, bankroll: Cents, end: SessionEnd) -> list[str]:
    """Under which conditions it is played: bankroll, end, unit, parameters, and dice that are not fair."""
    dice = strategy.game.rules.dice.note.removeprefix(", ")
    return [f"bankroll {amount(bankroll)}", end.words, *settings(strategy), *([dice] if dice else [])]


def settings(strategy: Plan) -> list[str]:
    """The unit and the parameters as played.

    >>> from sevenout import Game
    >>> from sevenout.strategy.library import open_strategy
    >>> settings(open_strategy("three-point-molly", Game.open("typical"), {"odds": "2.5"}))
    ['unit 10', 'odds 2.5']
    """
    return [f"{name} {number(NumberValue(value))}" for name, value in strategy.settings.items()]


def page_bars(nets: Shares) -> Bars:
    """The bars that a page draws of a distribution."""
    return bars(nets, BARS, TAIL)


def distribution(nets: Shares, mean: float) -> Markup:
    """The outcome of a session: a plot, and its figures to open."""
    histogram = page_bars(nets)
    further = any(bar.less or bar.more for bar in histogram.bars)
    caption = (
        "Hatched bars are losses. ",
        "Each bar is one net. "
        if histogram.single
        else "Each bar holds the nets from where it begins up to the next. ",
        "The outermost bars also hold what lies further out. " if further else None,
        "A bar that is cut off has its share written beside it. " if session_plots.has_cut_bar(histogram) else None,
        "The broken line is the mean.",
    )
    return join(
        figure_of(session_plots.distribution(histogram, nets, mean), caption),
        tag(
            "details",
            tag("summary", "The figures of the plot"),
            table(
                ("net", "", "% of sessions"),
                (_bar_row(bar, single=histogram.single) for bar in histogram.bars),
                words=(1,),
            ),
            class_="plotted",
        ),
    )


def _bar_row(bar: Bar, *, single: bool) -> list[Content]:
    told = str(bar) if single or bar.less or bar.more else f"{amount(bar.start)} to below {amount(bar.end)}"
    side = "loses" if bar.start < 0 else "gains" if bar.start > 0 else "breaks even" if single else "even, or gains"
    return [told, side, chance(bar.share)]


def endings_table(endings: Iterable[tuple[str, float]], more: dict[str, tuple[float, float]] | None = None) -> Markup:
    """Returns how sessions end, the likeliest first; `more` has the intervals of what was sampled."""
    heads = ["ending", "probability", ""]
    if more is not None:
        heads.append(INTERVAL)
    rows: list[list[Content]] = []
    for ending, share in sorted(endings, key=lambda ended: -ended[1]):
        rare = one_in(Fraction(share)) if 0 < share < _RARE else ""
        row: list[Content] = [ending_words(ending), chance(share), rare]
        if more is not None:
            row.append(span(more[ending], chance))
        rows.append(row)
    return table(heads, rows)


def span(interval: Interval, written: Callable[[float], str]) -> str:
    """An interval in words, or a dash.

    >>> span((-2136.0, -1494.0), amount), span(None, amount)
    ('-21.36 to -14.94', '–')
    """
    return "–" if interval is None else " to ".join(map(written, interval))


def ending_words(ending: str) -> str:
    """An ending in words: a reason to leave is the strategy's own.

    >>> ending_words("up 200")
    'leaves: up 200'
    """
    known = {
        "rolls": "all rolls are played",
        "shooters": "all shooters have sevened out",
        "goal": "leaves with the goal",
        "stop-loss": "leaves at the stop-loss",
        "ruin": "ruin",
    }
    return known.get(ending, f"leaves: {ending}")


def the_strategy(strategy: Plan) -> Markup:
    """Its text, its retelling, and how it was set."""
    script = strategy.script
    return join(
        tag("pre", tag("code", script.text.rstrip())),
        tag("p", f"As played: {', '.join(settings(strategy))}.") if strategy.settings else None,
        tag("h3", "In sentences"),
        table(("line", "before every roll, from top to bottom"), map(_sentence_row, explain(script)), words=(1,)),
        _remarks(strategy),
    )


def _sentence_row(sentence: Sentence) -> list[Content]:
    return [str(sentence.line), tag("div", sentence.text, class_="tells under" if sentence.under else "tells")]


def _remarks(strategy: Plan) -> Markup | None:
    if not strategy.remarks:
        return None
    rows = ([str(each.line), tag("div", each.message, class_="tells"), each.clause] for each in strategy.remarks)
    house = strategy.game.rules.book.title
    return join(tag("h3", f"What {house} makes of it"), table(("line", "remark", "clause"), rows, words=(1, 2)))


def quantile_table(rows: Iterable[tuple[str, Sequence[Cents | None]]]) -> Markup:
    """What so many of all sessions had at most, or at least, a column for each share; a dash where nobody can say."""
    heads = ("of all sessions", *(f"{100 * share:.0f} %" for share in QUANTILES))
    return table(heads, ([words, *("–" if net is None else amount(net) for net in cents)] for words, cents in rows))

"""The page of houses side by side: every wager in each of them, what differs, and the clauses that make it so."""

from collections.abc import Iterable, Sequence

from sevenout.analysis.exact.comparison import Comparison, Difference, HouseSwitch, LineRow, WagerRow
from sevenout.analysis.exact.house_edge import WagerEdge
from sevenout.analysis.exact.line_odds import LineWithOdds
from sevenout.analysis.exact.rule_differences import Cause
from sevenout.base.html import Content, Markup, join, table, tag
from sevenout.reports.figures.number_format import by_stem, decimal, percent
from sevenout.reports.html.page_frame import PageSection, build_page

_STAR = tag("span", " *", class_="star")


def comparison_page(comparison: Comparison) -> str:
    """The whole page; the same houses give the same text.

    >>> from sevenout.analysis.exact import compare
    >>> "costs the player 3.968 more" in comparison_page(compare(["typical", "crapless"], ["pass"]))
    True
    """
    names = [house.name for house in comparison.houses]
    title = f"Houses side by side: {', '.join(names)}"
    sections = [
        PageSection("edges", "Edge by wager", _edges(names, comparison.wagers)),
        PageSection("odds", "With the most odds allowed", _lines(names, comparison.lines)),
        *(
            PageSection(f"walk-{at}", f"From {walk.here} to {walk.there}", _walk(comparison, walk))
            for at, walk in enumerate(comparison.walks, start=1)
        ),
    ]
    header = tag("header", tag("p", "The house's edge, exactly", class_="over"), tag("h1", title), _houses(comparison))
    basis = tag(
        "div",
        tag("p", tag("b", "Basis. "), f"The edge is the house's share {comparison.basis}."),
        tag("p", _STAR, " rests on a value that no document states. The lowest edge of a row is bold.", class_="soft"),
        class_="basis",
    )
    foot = "Every figure is an exact fraction, computed from the rulebooks' rows. Made by sevenout."
    return build_page(title, header, [basis], sections, foot)


def _houses(comparison: Comparison) -> Markup:
    rows = [
        (tag("b", house.name), f"{house.title}, {house.wagers} wagers", tag("code", house.digest[:16]))
        for house in comparison.houses
    ]
    return table(("house", "title", "rulebook"), rows, (0, 1, 2))


def _edges(names: Sequence[str], rows: Iterable[WagerRow]) -> Markup:
    return table(("wager", *names), [(tag("b", row.wager), *_cells(names, row, row.worths)) for row in rows])


def _lines(names: Sequence[str], rows: Sequence[LineRow]) -> Markup:
    if not rows:
        return Markup("")
    cells: list[Sequence[Content]] = []
    for row in rows:
        cells.append((tag("b", row.wager), *_cells(names, row, row.lines)))
        cells.append(("", *(line.odds if line else "" for line in row.lines)))
    return table(("line", *names), cells)


def _cells(
    names: Sequence[str], row: WagerRow | LineRow, figures: Sequence[WagerEdge | LineWithOdds | None]
) -> list[Content]:
    """The edge in every house; bold where it is lowest, unless all are the same."""
    differs = len({figure.edge for figure in figures if figure is not None}) > 1
    cells: list[Content] = []
    for name, figure in zip(names, figures, strict=True):
        if figure is None:
            cells.append("–")
            continue
        edge = percent(figure.edge)
        shown: Content = tag("b", edge) if differs and name in row.best else edge
        cells.append(join(shown, _STAR if name in row.assumed else None))
    return cells


def _walk(comparison: Comparison, walk: HouseSwitch) -> Markup:
    touches = {row.word: row.touches for row in comparison.rules}
    steps = [
        tag(
            "li",
            tag("b", step.wager),
            " with odds" if step.with_odds else "",
            f" {describe_gain(step)}",
            _causes(step.causes),
        )
        for step in (*walk.wagers, *walk.lines)
    ]
    rules = [tag("li", tag("b", cause.what), f" ({touches[cause.what]})", _causes((cause,))) for cause in walk.rules]
    only = [
        tag("p", tag("b", f"Offered only {where}: "), by_stem(keys))
        for where, keys in (("here", walk.only_here), ("there", walk.only_there))
        if keys
    ]
    return join(tag("ul", steps) if steps else None, tag("ul", rules) if rules else None, only)


def describe_gain(step: Difference) -> str:
    """What the other house costs or spares the player, of every 100 put down."""
    if not step.gain:
        others = ", ".join(name.replace("_", " ") for name in step.figures)
        return f"the same edge{', other ' + others if others else ''}"
    more = "less" if step.gain > 0 else "more"
    return f"costs the player {decimal(abs(step.per_hundred), 3)} {more} in every 100 put down"


def _causes(causes: Iterable[Cause]) -> Markup:
    rows = [tag("li", str(cause)) for cause in causes]
    return tag("ul", rows) if rows else Markup("")

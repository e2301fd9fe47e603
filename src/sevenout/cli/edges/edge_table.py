"""`sevenout edges BOOK`: every wager of a house in one table, the kindest of them below it."""

from collections.abc import Iterator
from fractions import Fraction

from rich.padding import Padding
from rich.text import Text

from sevenout.analysis.exact import Edges, WagerEdge
from sevenout.cli.edges.wager_edge import show_wager_edge
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import ASSUMED, Answer, show_note, show_title
from sevenout.cli.shared.text_tables import Cell, Column, GridSection, bar, show_grid
from sevenout.reports.figures.number_format import (
    Family,
    bettable,
    decimal,
    families,
    grade,
    group_by_kind,
    nets,
    percent,
    short,
)
from sevenout.reports.records.edge_records import edges_record, edges_rows
from sevenout.rulebook.compiler.book_compiler import CompiledBook

GRADE_STYLE = {-1: "bold green", 0: "green", 1: "cyan", 2: "yellow", 3: "red"}
_BAR = 10
_BEST = 4


def edge_table(rules: CompiledBook, edges: Edges, *, by_edge: bool) -> Answer:
    """Every wager asked for; one alone gets its whole story."""

    def show(screen: Screen) -> None:
        if len(edges) == 1:
            show_wager_edge(screen, edges)
        else:
            _show_edges(screen, rules, edges, by_edge=by_edge)

    return Answer(lambda: edges_record(edges), lambda: edges_rows(edges), show)


_COLUMNS = (
    Column("wager", justify="left"),
    Column("pays", 6, justify="left"),
    Column("edge"),
    Column("", gap=0, justify="left"),
    Column("exactly", 1, gap=1, justify="left"),
    Column("", 5, justify="left"),
    Column("a roll", 2),
    Column("rolls", 2),
    Column("sd", 3),
    Column("win %", 3),
    Column("lose", 3, gap=1),
    Column("push", 4, gap=1),
    Column("clause", 7, justify="left"),
)


def _show_edges(screen: Screen, rules: CompiledBook, edges: Edges, *, by_edge: bool) -> None:
    show_title(screen, edges.title, f"the house's edge, exactly{edges.dice.note}")
    together = families(edges)
    widest = float(max((worth.edge for worth in edges if bettable(rules, worth)), default=0))
    ranked = sorted(together, key=lambda family: family.worth.edge)
    groups = _by_edge(rules, ranked) if by_edge else group_by_kind(rules, together, lambda family: family.worth)
    star = "" if _all_assumed(together) else ASSUMED
    sections = [
        GridSection(name, [row for family in members for row in _rows(rules, family, widest, star)])
        for name, members in groups.items()
    ]
    show_grid(screen, _COLUMNS, sections)
    screen.print()
    _show_best(screen, rules, together)
    _show_basis(screen, edges, together)


def _by_edge(rules: CompiledBook, ranked: list[Family]) -> dict[str, list[Family]]:
    """The best first: what can be made by itself, then what cannot."""
    groups: dict[str, list[Family]] = {"": [], "Odds, and where a bet has travelled: no bet by itself": []}
    alone, others = groups.values()
    for family in ranked:
        (alone if bettable(rules, family.worth) else others).append(family)
    return {name: members for name, members in groups.items() if members}


def _all_assumed(together: tuple[Family, ...]) -> bool:
    """Whether every figure rests on something assumed: then it is said once, and no figure is marked."""
    return all(family.worth.provenance == "assumed" for family in together)


def _rows(rules: CompiledBook, family: Family, widest: float, star: str) -> Iterator[list[Cell]]:
    """A family, and below it what the same wager is worth if it is made later."""
    yield _row(rules, Text(family.name, "bold"), family.worth, widest, star)
    for later in family.worth.later[:1]:
        yield _row(rules, Text(f"  {later.begins}", "dim"), later, widest, star)


def _row(rules: CompiledBook, name: Text, worth: WagerEdge, widest: float, star: str) -> list[Cell]:
    style = GRADE_STYLE[grade(worth.edge)]
    length = min(float(worth.edge) / widest, 1.0) if widest and bettable(rules, worth) else 0.0
    return [
        name,
        nets(worth),
        Text(percent(worth.edge), style),
        Text(star if worth.provenance == "assumed" else "", "yellow"),
        Text(short(worth.edge), style),
        Text(bar(length, _BAR), style),
        percent(worth.edge_per_roll),
        decimal(worth.rolls),
        decimal(worth.sd),
        decimal(100 * worth.win, 1),
        decimal(100 * worth.lose, 1),
        decimal(100 * worth.push, 1) if worth.push else "",
        worth.clause,
    ]


def _show_basis(screen: Screen, edges: Edges, together: tuple[Family, ...]) -> None:
    show_note(screen, ("basis", "bold"), f"  {edges.basis}")
    show_note(
        screen, "a roll: the edge over the mean number of rolls on which the wager is at risk; sd: per unit staked"
    )
    if edges.undecided:
        show_note(screen, f"no edge, because {edges.dice.name} never decide them: {', '.join(edges.undecided)}")
    if any(family.worth.later for family in together):
        words = "with a point on: the same wager made so, another bet; sevenout edges BOOK WAGER has each number"
        show_note(screen, words)
    if _all_assumed(together):
        words = "every figure here rests on a value that no document states: sevenout edges BOOK WAGER names it"
        show_note(screen, (words, "yellow"))
    elif any(family.worth.provenance == "assumed" for family in together):
        words = " rests on a value that no document states: sevenout edges BOOK WAGER names it"
        show_note(screen, (ASSUMED, "yellow"), words)


def _show_best(screen: Screen, rules: CompiledBook, together: tuple[Family, ...]) -> None:
    """The lowest edges among the wagers that a player can make without another bet behind them."""
    by_edge: dict[Fraction, list[str]] = {}
    for family in sorted(together, key=lambda family: family.worth.edge):
        if bettable(rules, family.worth):
            by_edge.setdefault(family.worth.edge, []).append(family.name)
    if len(by_edge) > 1:
        best = [f"{', '.join(names)} {percent(edge)}" for edge, names in list(by_edge.items())[:_BEST]]
        words = Text.assemble(("kindest  ", "bold"), (" · ".join(best), GRADE_STYLE[0]))
        screen.print(Padding(words, (0, 2, 1, 2)), soft_wrap=False)

"""One wager's edge on the screen: every figure on every basis, how it ends, and the values it rests on."""

from collections.abc import Iterator
from fractions import Fraction

from rich.text import Text

from sevenout.analysis.exact import Edges, WagerEdge
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import ASSUMED, show_note
from sevenout.cli.shared.rulebook_values import show_entries
from sevenout.cli.shared.text_tables import Cell, Column, GridSection, bar, show_grid
from sevenout.reports.figures.number_format import decimal, percent, short, to_one

_BAR = 24
_FRACTION = 16

_ENDS = (
    Column("how it ends", justify="left"),
    Column("net"),
    Column("chance"),
    Column("exactly", 1, "left"),
    Column("", 2, "left"),
)
_BASES = (
    Column("edge, of", justify="left"),
    Column("per decision"),
    Column("", 1, "left", gap=1),
    Column("without pushes"),
    Column("", 1, "left", gap=1),
    Column("per roll"),
    Column("", 1, "left", gap=1),
)
_LATER = (Column("made", justify="left"), Column("edge"), Column("exactly", 1, "left"), Column("rolls"))
_MEANS = (Column("on average", justify="left"), Column(""), Column("exactly", 1, "left"))


def show_wager_edge(screen: Screen, edges: Edges) -> None:
    """Prints it."""
    (worth,) = edges
    screen.print(Text.assemble("\n", (worth.wager, "bold"), f"  {worth.title}", (f"  {edges.title}", "dim"), "\n"))
    sign = (ASSUMED if worth.assumed else "", "yellow")
    screen.print(Text.assemble("  house edge  ", (percent(worth.edge), "bold"), sign, f"  {worth.edge}"))
    show_note(screen, f"{edges.basis}; followed {worth.begins}{edges.dice.note}")
    screen.print()
    show_grid(screen, _ENDS, [GridSection("", list(_ends(worth)))])
    if worth.later:
        screen.print()
        show_grid(screen, _LATER, [GridSection("", [_later(each) for each in (worth, *worth.later)])])
    screen.print()
    show_grid(screen, _BASES, [GridSection("", list(_bases(worth)))])
    screen.print()
    show_grid(screen, _MEANS, [GridSection("", list(_means(worth)))])
    screen.print(Text("\n  rests on", "bold"))
    show_entries(screen, worth.rests_on)
    if worth.assumed:
        screen.print()
        words = ", ".join(dict.fromkeys(entry.word for entry in worth.assumed))
        show_note(screen, (ASSUMED, "yellow"), f" no document states {words}: the figures hold if it is so")


def _ends(worth: WagerEdge) -> Iterator[list[Cell]]:
    for net, chance in reversed(worth.chances):
        if net:
            name = f"wins {to_one(net)}" if net > 0 else "loses"
            yield _end(name, net, chance, "green" if net > 0 else "red")
            continue
        if pushed := chance - worth.returned:
            yield _end("pushes", net, pushed, "yellow")
        if worth.returned:
            yield _end("comes back undecided, while it was off", net, worth.returned, "yellow")


def _end(name: str, net: Fraction, chance: Fraction, style: str) -> list[Cell]:
    gain = Text(f"{float(net):+.4g}" if net else "0", style)
    return [name, gain, percent(chance), short(chance, _FRACTION), Text(bar(float(chance), _BAR), style)]


def _later(worth: WagerEdge) -> list[Cell]:
    """The edge from one of the places where the wager may be made."""
    return [worth.begins, Text(percent(worth.edge), "bold"), short(worth.edge, _FRACTION), decimal(worth.rolls)]


def _bases(worth: WagerEdge) -> Iterator[list[Cell]]:
    without_pushes = worth.edge_without_pushes / worth.edge if worth.edge else Fraction(1)
    edges = {"stake + commission": worth.edge, "the stake alone": worth.edge_on_stake}
    if not worth.commission:
        edges = {"the stake": worth.edge}
    for name, edge in edges.items():
        row: list[Cell] = [name]
        for figure in (edge, edge * without_pushes, edge / worth.rolls if worth.rolls else Fraction(0)):
            row += [Text(percent(figure), "bold"), short(figure, _FRACTION)]
        yield row


def _means(worth: WagerEdge) -> Iterator[list[Cell]]:
    yield ["rolls to a decision, at risk", decimal(worth.rolls, 4), short(worth.rolls, _FRACTION)]
    if worth.rolls_in_all != worth.rolls:
        yield [
            "rolls to a decision, with those it sits out",
            decimal(worth.rolls_in_all, 4),
            short(worth.rolls_in_all, _FRACTION),
        ]
    if worth.commission:
        yield ["commission per unit staked", decimal(worth.commission, 4), str(worth.commission)]
    yield ["net per unit staked, before commission", decimal(worth.net, 4), short(worth.net, _FRACTION)]
    yield ["variance", decimal(worth.variance, 4), short(worth.variance, _FRACTION)]
    yield ["standard deviation", decimal(worth.sd, 4), ""]

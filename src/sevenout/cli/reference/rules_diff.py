"""`sevenout rules diff A B --stake 10 --pace 144`: what a change of rules costs in money an hour, with the clauses."""

from collections.abc import Sequence

from rich.padding import Padding
from rich.text import Text

from sevenout.analysis.exact.hourly_costs import CostChange, RuleCosts, rule_costs
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, amount, units
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import Answer, show_note
from sevenout.cli.shared.rulebook_values import format_cause
from sevenout.cli.shared.text_tables import Cell, Column, GridSection, show_grid
from sevenout.reports.figures.number_format import alike, by_stem, change_families, short_name
from sevenout.reports.html.houses.rule_cost_page import change_cells, format_change, rule_cost_page
from sevenout.reports.records.rule_cost_records import rule_costs_record, rule_costs_rows
from sevenout.rulebook.compiler.book_compiler import open_book

_COLUMNS = (
    Column("wager", justify="left"),
    Column("stake"),
    Column("edge here", 1),
    Column("there", 1),
    Column("decisions", 2),
    Column("there", 2),
    Column("an hour here"),
    Column("there"),
    Column("change"),
)


def answer_diff(words: Sequence[str], *, stake: Cents, pace: int, dice: str | None = None) -> Answer:
    """The two houses that are named, and wagers of theirs if some are."""
    if len(words) < 2:
        raise BadInput("rules diff compares two books: sevenout rules diff typical crapless --stake 10 --pace 144")
    here, there, *wagers = words
    costs = rule_costs(open_book(here), open_book(there), wagers, stake=stake, pace=pace, dice=dice)
    return Answer(
        lambda: rule_costs_record(costs),
        lambda: rule_costs_rows(costs),
        lambda screen: _show(screen, costs),
        page=lambda: rule_cost_page(costs),
    )


def _show(screen: Screen, costs: RuleCosts) -> None:
    played = f"{units(costs.stake)} a wager and {costs.pace} rolls an hour{costs.dice.note}"
    said = f"  what the player pays an hour, at {played}"
    screen.print(Text.assemble("\n", (f"From {costs.here} to {costs.there}", "bold"), (said, "dim"), "\n"))
    groups = change_families(costs)
    rows: list[list[Cell]] = [_row(group) for group in groups]
    if rows:
        show_grid(screen, _COLUMNS, [GridSection("", rows)])
        screen.print()
    for alike_groups in alike(groups, lambda group: group[0].causes):
        _show_causes(screen, alike_groups)
    if costs.same_cost:
        show_note(screen, ("cost the same", "bold"), f"  {by_stem(costs.same_cost)}")
    for words, wagers in (("only here", costs.walk.only_here), ("only there", costs.walk.only_there)):
        made = {each.wager for each in costs.wagers} & set(wagers)
        if made:
            show_note(screen, (words, "bold"), f"  {by_stem(key for key in wagers if key in made)}")
    for each in costs.wagers:
        if each.refused is not None:
            show_note(screen, (each.wager, "bold"), f"  not compared: {each.refused.reason}")
    screen.print()
    show_note(screen, ("basis", "bold"), f"  {costs.basis}")
    odd = sorted({cost.stake for each in costs.wagers if (cost := each.here or each.there)} - {costs.stake})
    if odd:
        listed = ", ".join(units(stake) for stake in odd)
        words = f"where a house does not take {units(costs.stake)}, the nearest stake that both take: {listed}"
        show_note(screen, words)


def _row(group: Sequence[CostChange]) -> list[Cell]:
    each = group[0]
    colour = "red" if (each.change or 0) > 0 else "green"
    return [
        Text(short_name([one.wager for one in group]), "bold"),
        *change_cells(each),
        Text(format_change(each), colour),
    ]


def _show_causes(screen: Screen, groups: Sequence[Sequence[CostChange]]) -> None:
    """What each of some wagers costs more or less, and below them the clauses that they have in common."""
    for group in groups:
        change = float(group[0].change or 0)
        does = "costs the player" if change > 0 else "saves the player"
        said = f"  {does} {amount(abs(change))} an hour"
        screen.print(Text.assemble("  ", (short_name([one.wager for one in group], 32), "bold"), said))
    for cause in groups[0][0].causes:
        screen.print(Padding(Text(format_cause(cause)), (0, 2, 0, 6)), soft_wrap=False)
    screen.print()

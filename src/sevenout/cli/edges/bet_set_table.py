"""`sevenout edges BOOK "12 on place-6, 5 on field"`: several bets as one, on the screen."""

from fractions import Fraction
from typing import Literal

from rich.text import Text

from sevenout.analysis.exact.bet_set_figures import BetSet, OutcomeChances, SetSpread
from sevenout.analysis.exact.bet_sets import bet_set
from sevenout.base.money import amount, format_amount, units
from sevenout.base.refusal import Refusal
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import ASSUMED, Answer, show_note, show_title
from sevenout.cli.shared.text_tables import Cell, Column, GridSection, bar, show_grid
from sevenout.engine.game import Game
from sevenout.engine.number_outcomes import RollOutcome
from sevenout.reports.figures.number_format import decimal, percent, short
from sevenout.reports.html.houses.bet_set_page import all_cells, bet_cells, bet_set_page
from sevenout.reports.records.bet_set_records import bet_set_record, bet_set_rows

_BAR = 20
_FRACTION = 16


def answer_bet_set(game: Game, bets: str, point: int | Literal["off"] | None) -> Answer:
    """The set with its figures; refused if the house does not take one of its bets."""
    found = bet_set(game, bets, point=point)
    if isinstance(found, Refusal):
        return Answer(lambda: {"refused": found.reason, "clause": found.clause}, list, lambda _: None, found)
    return Answer(
        lambda: bet_set_record(found),
        lambda: bet_set_rows(found),
        lambda screen: _show(screen, found),
        page=lambda: bet_set_page(found),
    )


def _show(screen: Screen, bets: BetSet) -> None:
    listed = ", ".join(f"{units(bet.stake)} on {bet.wager}" for bet in bets.bets)
    show_title(screen, bets.title, f"{listed}{bets.dice.note}")
    show_note(screen, f"begun {bets.begins}")
    screen.print()
    _show_bets(screen, bets)
    screen.print()
    _show_chances(screen, bets)
    if len(bets.bets) > 1:
        screen.print()
        _show_correlations(screen, bets)
        screen.print()
        _show_hedges(screen, bets)
    if bets.numbers:
        screen.print()
        show_numbers(screen, bets.numbers, bets.dice.whole)
    screen.print()
    if before := [bet.wager for bet in bets.bets if bet.made_before]:
        words = "  made before, and followed from where it lies now: what it cost until here is left out"
        show_note(screen, (", ".join(before), "bold"), words)
    show_note(screen, ("played out", "bold"), f"  {bets.basis}")
    show_note(screen, ("next roll", "bold"), "  what that roll decides alone, of all stakes; no commission in it")
    if bets.hand is not None:
        words = "  until the seven-out: winners stay up where the house leaves them up, nothing is bet anew, and what "
        show_note(screen, ("hand", "bold"), words, "outlasts the seven-out counts at face value")
    if _all_assumed(bets):
        words = "every figure here rests on a value that no document states: sevenout edges BOOK WAGER names it"
        show_note(screen, (words, "yellow"))
    elif any(bet.provenance == "assumed" for bet in bets.bets):
        words = " rests on a value that no document states: sevenout edges BOOK WAGER names it"
        show_note(screen, (ASSUMED, "yellow"), words)


_BETS = (
    Column("bet", justify="left"),
    Column("stake"),
    Column("", gap=0, justify="left"),
    Column("commission", 3),
    Column("costs"),
    Column("edge"),
    Column("exactly", 2, "left", gap=1),
    Column("sd"),
    Column("next roll"),
    Column("sd", 1),
    Column("rolls", 2),
    Column("clause", 4, "left"),
)


def _all_assumed(bets: BetSet) -> bool:
    return all(bet.provenance == "assumed" for bet in bets.bets)


def _show_bets(screen: Screen, bets: BetSet) -> None:
    star = "" if _all_assumed(bets) else ASSUMED
    rows: list[list[Cell]] = []
    for at, bet in enumerate(bets.bets):
        name = Text(bet.wager, "bold") if bet.works else Text(f"{bet.wager}, resting", "dim")
        stake, *others = bet_cells(bets, at)
        rows.append([name, stake, Text(star if bet.provenance == "assumed" else "", "yellow"), *others])
    if len(bets.bets) > 1:
        whole = [Text(each, "bold") for each in all_cells(bets)]
        rows.append([Text("all together", "bold"), whole[0], "", *whole[1:], "", ""])
    show_grid(screen, _BETS, [GridSection("", rows)])
    show_note(
        screen,
        f"costs and sd: played out; of all stakes the next roll costs {percent(bets.edge_per_roll)}",
    )


_CHANCES = (
    Column("chance to", justify="left"),
    Column("win"),
    Column("", 1, "left", gap=1),
    Column("lose"),
    Column("", 1, "left", gap=1),
    Column("push"),
    Column("mean net"),
    Column("", 3, "left"),
)


def _show_chances(screen: Screen, bets: BetSet) -> None:
    rows = [
        _chance_row("the next roll", bets.roll_chances, bets.roll.net),
        _chance_row("played out", bets.decision_chances, bets.decision.net),
    ]
    if bets.hand is not None:
        rows.append(_chance_row(f"the hand ({decimal(bets.hand.rolls)} rolls)", bets.hand.chances, bets.hand.net))
    show_grid(screen, _CHANCES, [GridSection("", rows)])
    if None in (bets.decision_chances, bets.hand and bets.hand.chances):
        show_note(screen, "–: so many bets can stand in more ways than are followed; leave some out")


def _chance_row(name: str, chances: OutcomeChances | None, net: Fraction | None) -> list[Cell]:
    mean = "–" if net is None else amount(float(net))
    if chances is None:
        return [name, "–", "", "–", "", "–", mean, ""]
    return [
        name,
        Text(percent(chances.win, 2), "green"),
        short(chances.win, _FRACTION),
        Text(percent(chances.lose, 2), "red"),
        short(chances.lose, _FRACTION),
        percent(chances.push, 2),
        mean,
        Text(bar(float(chances.win), _BAR), "green"),
    ]


def _show_correlations(screen: Screen, bets: BetSet) -> None:
    names = [bet.wager for bet in bets.bets]
    columns = [Column("correlation", justify="left"), *(Column(name) for name in names)]
    sections = [
        GridSection(heading, _correlations(names, spread))
        for heading, spread in (("played out", bets.decision), ("the next roll", bets.roll))
    ]
    show_grid(screen, columns, sections)


def _correlations(names: list[str], spread: SetSpread) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    for a, name in enumerate(names):
        found = [spread.correlation(a, b) for b in range(len(names))]
        rows.append([name, *("–" if each is None else f"{each:+.3f}" for each in found)])
    return rows


_HEDGES = (
    Column("bet", justify="left"),
    Column("costs"),
    Column("sd without it"),
    Column("with it"),
    Column("change"),
    Column("correlation", 1),
    Column("least spread at", 2),
)


def _show_hedges(screen: Screen, bets: BetSet) -> None:
    """What each bet does to the others: a hedge lessens the spread, and costs what it costs."""
    sections = []
    bases: tuple[tuple[str, Literal["decision", "roll"]], ...] = (("played out", "decision"), ("next roll", "roll"))
    for heading, basis in bases:
        rows: list[list[Cell]] = []
        for hedge in bets.hedges(basis):
            change = hedge.sd_with - hedge.sd_without
            rows.append(
                [
                    Text(hedge.wager, "bold"),
                    amount(float(hedge.costs)),
                    amount(hedge.sd_without),
                    amount(hedge.sd_with),
                    Text(f"{change / 100:+.2f}", "green" if change < 0 else "red"),
                    "–" if hedge.correlation is None else f"{hedge.correlation:+.3f}",
                    "" if hedge.least_spread is None else amount(float(hedge.least_spread)),
                ]
            )
        sections.append(GridSection(f"as a hedge of the others, {heading}", rows))
    show_grid(screen, _HEDGES, sections)


def show_numbers(screen: Screen, numbers: tuple[RollOutcome, ...], whole: int) -> None:
    """What each number would do now, and how likely it is out of the whole."""
    columns = (
        Column("number", justify="left"),
        Column(f"of {whole:,}"),
        Column("net"),
        Column("wins", 1, "left"),
        Column("loses", 2, "left"),
    )
    rows: list[list[Cell]] = []
    for outcome in numbers:
        style = "green" if outcome.net > 0 else "red" if outcome.net < 0 else "dim"
        net = f"{'+' if outcome.net > 0 else ''}{format_amount(outcome.net)}" if outcome.net else "–"
        rows.append(
            [
                Text(outcome.name, "bold"),
                f"{outcome.ways:,}",
                Text(net, style),
                ", ".join(outcome.winners),
                ", ".join(outcome.losers),
            ]
        )
    show_grid(screen, columns, [GridSection("", rows)])

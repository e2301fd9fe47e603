"""A chance with another wager beside the line, on the screen and as JSON: the bounds, what it adds, the first bets."""

from sevenout.analysis.solver.aims.beside import BesideChance
from sevenout.base.money import amount, units
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import Answer, show_note, show_title
from sevenout.cli.solver.solve_table import asked_record
from sevenout.reports.records.record_formats import JsonRecord


def beside_table(solved: BesideChance) -> Answer:
    """The answer in every form."""
    return Answer(lambda: beside_record(solved), list, lambda screen: _show(screen, solved))


def beside_record(solved: BesideChance) -> JsonRecord:
    """The answer for programs; amounts are cents."""
    low, high = solved.bounds
    return {
        **asked_record(solved),
        "aim": "goal before ruin, another wager beside the line",
        "beside": list(solved.beside),
        "line_at_most": solved.largest_line,
        "chance": solved.chance,
        "at_least": low,
        "at_most": high,
        "complete": solved.complete,
        "line_alone": solved.line.chance,
        "first": solved.move or None,
        "states": solved.states,
        "rounds": solved.rounds,
        "actions": solved.tried,
    }


def _show(screen: Screen, solved: BesideChance) -> None:
    low, high = solved.bounds
    asked = f"{units(solved.bankroll)} to {units(solved.goal)} before ruin, another wager beside the line"
    show_title(screen, solved.game.rules.book.title, asked)
    if solved.complete:
        screen.print(f"  the best chance     {solved.chance:.12f}")
    else:
        screen.print("  interrupted: this is proved so far")
    screen.print(f"  proved              at least {low}, at most {high}")
    screen.print(f"  the line alone      {solved.line.chance:.12f}: the other wager adds {solved.adds:.2e}")
    share = solved.bankroll / solved.goal
    screen.print(f"  no wagers exceed    {share:.12f} (bankroll / goal, for no stake here favours the player)")
    screen.print(f"  expected loss       {amount(solved.bankroll - solved.chance * solved.goal)} or less")
    screen.print(f"  to begin with       {solved.move or 'nothing'}")
    beside = ", ".join(solved.beside) if len(solved.beside) <= 4 else f"any of {len(solved.beside)} wagers"
    screen.print(f"  solved over         {solved.chosen.title};")
    screen.print(f"                      at each roll {beside} beside it or instead of it;")
    screen.print(f"                      with a point on, a line bet grows to {units(solved.largest_line)} at most")
    shown = solved.left_out[:3]
    for refusal in shown:
        screen.print(f"  left out            {refusal.wager}: {refusal.reason}", style="dim")
    if len(solved.left_out) > len(shown):
        screen.print(f"                      and {len(solved.left_out) - len(shown)} more", style="dim")
    work = f"{solved.states:,} states, {solved.rounds} rounds, {solved.tried:,} actions, {solved.seconds:.1f} s"
    show_note(screen, f"Both bounds were checked in whole numbers at every state. {work}.")

"""A solved chance on the screen and as JSON: the bounds, the class, the first move, and what matters of the rest."""

from typing import Any

from sevenout.analysis.solver.aims.beside import BesideChance
from sevenout.analysis.solver.aims.deadline import DeadlineChance
from sevenout.analysis.solver.aims.shooters import ShootersChance
from sevenout.analysis.solver.goal_chance import GoalChance
from sevenout.analysis.solver.policy_table import PolicyRow, policy_rows
from sevenout.base.money import amount, units
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import Answer, show_note, show_title
from sevenout.cli.shared.text_tables import Column, GridSection, show_grid
from sevenout.reports.records.record_formats import JsonRecord

_ROWS = 12
"""So many lines of the policy are shown; JSON has them all."""


def solve_table(solved: GoalChance) -> Answer:
    """The answer in every form."""
    return Answer(lambda: solve_record(solved), list, lambda screen: _show(screen, solved))


def deadline_table(solved: DeadlineChance) -> Answer:
    """The answer for a number of rolls, in every form."""
    return Answer(lambda: deadline_record(solved), list, lambda screen: _show_deadline(screen, solved))


def shooters_table(solved: ShootersChance) -> Answer:
    """The answer for a number of shooters, in every form."""
    return Answer(lambda: shooters_record(solved), list, lambda screen: _show_shooters(screen, solved))


def shooters_record(solved: ShootersChance) -> JsonRecord:
    """The answer for programs; amounts are cents."""
    low, high = solved.bounds
    return {
        **asked_record(solved),
        "aim": "goal within shooters",
        "shooters": solved.asked,
        "chance": solved.chance_within(solved.shooters),
        "at_least": low,
        "at_most": high,
        "complete": solved.complete,
        "first": solved.move or None,
        "within": [solved.chance_within(shooters) for shooters in range(solved.shooters + 1)],
    }


def deadline_record(solved: DeadlineChance) -> JsonRecord:
    """The answer for programs; amounts are cents."""
    low, high = solved.bounds
    return {
        **asked_record(solved),
        "aim": "goal within rolls",
        "rolls": solved.asked,
        "chance": solved.chance_within(solved.rolls),
        "at_least": low,
        "at_most": high,
        "complete": solved.complete,
        "first": {"wager": solved.wager, "stake": solved.stake} if solved.wager else None,
        "states": solved.states,
        "within": [solved.chance_within(rolls) for rolls in range(solved.rolls + 1)],
    }


def asked_record(solved: GoalChance | DeadlineChance | ShootersChance | BesideChance) -> dict[str, Any]:
    """What was asked, for programs."""
    game, book, chosen = solved.game, solved.game.rules.book, solved.chosen
    return {
        "house": book.name,
        "digest": book.digest,
        "minimum": game.minimum,
        "maximum": game.maximum,
        "chip": game.chip,
        "bankroll": solved.bankroll,
        "goal": solved.goal,
        "class": {"wagers": list(chosen.wagers), "odds": chosen.odds, "step": chosen.step},
        "left_out": [{"wager": no.wager, "reason": no.reason} for no in chosen.left_out],
    }


def solve_record(solved: GoalChance) -> JsonRecord:
    """The answer for programs; amounts are cents."""
    low, high = solved.bounds
    return {
        **asked_record(solved),
        "aim": "goal before ruin",
        "chance": solved.chance,
        "at_least": low,
        "at_most": high,
        "complete": solved.complete,
        "no_wagers_exceed": solved.bankroll / solved.goal if solved.subfair else None,
        "mean_bets": solved.bets,
        "rounds": solved.rounds,
        "actions": solved.tried,
        "policy": [_row_record(row) for row in policy_rows(solved)],
    }


def _row_record(row: PolicyRow) -> dict[str, Any]:
    move = row.move
    points = [{"points": list(play.points), "flat": play.flat, "odds": play.odds} for play in move.plays]
    return {
        "cash": move.cash,
        "visits": row.visits,
        "chance": row.chance,
        "wager": move.wager,
        "stake": move.stake,
        "points": points,
    }


def _show(screen: Screen, solved: GoalChance) -> None:
    low, high = solved.bounds
    book = solved.game.rules.book
    show_title(screen, book.title, f"{units(solved.bankroll)} to {units(solved.goal)} before ruin")
    if solved.complete:
        screen.print(f"  the best chance     {solved.chance:.12f}")
    else:
        screen.print("  interrupted: this is proved so far")
    screen.print(f"  proved              at least {low}, at most {high}")
    if solved.subfair:
        share = solved.bankroll / solved.goal
        screen.print(f"  no wagers exceed    {share:.12f} (bankroll / goal, for no stake here favours the player)")
    else:
        screen.print("  some stakes here favour the player: sevenout solve --holes lists them")
    screen.print(f"  bets on average     {solved.bets:.2f}; expected loss {amount(solved.loss)} or less")
    screen.print(f"  solved over         {solved.chosen.title}")
    for refusal in solved.chosen.left_out:
        screen.print(f"  left out            {refusal.wager}: {refusal.reason}", style="dim")
    screen.print()
    rows = policy_rows(solved)
    _show_policy(screen, rows[:_ROWS])
    more = f"; --json has all {len(rows)}" if len(rows) > _ROWS else ""
    work = f"{solved.rounds} rounds, {solved.tried:,} actions, {solved.seconds:.2f} s"
    show_note(screen, f"What is met most often first{more}. {work}.")


_DEADLINES = (1, 2, 3, 5, 8, 10, 15, 20, 30, 40, 60, 100, 200, 500, 1000)


def _show_deadline(screen: Screen, solved: DeadlineChance) -> None:
    low, high = solved.bounds
    asked = f"{units(solved.bankroll)} to {units(solved.goal)} within {solved.asked:,} rolls"
    show_title(screen, solved.game.rules.book.title, asked)
    if solved.complete:
        screen.print(f"  the best chance     {solved.chance_within(solved.rolls):.12f}")
    else:
        screen.print(f"  interrupted after {solved.rolls:,} of {solved.asked:,} rolls: this is proved so far")
    screen.print(f"  proved              at least {low}, at most {high}")
    if solved.wager:
        screen.print(f"  the first bet       {units(solved.stake)} on {solved.wager}")
    screen.print(f"  solved over         {solved.chosen.title}")
    screen.print()
    shown = [rolls for rolls in _DEADLINES if rolls < solved.rolls] + [solved.rolls]
    rows = [(f"{rolls:,}", f"{solved.chance_within(rolls):.6f}") for rolls in shown]
    show_grid(screen, (Column("within rolls"), Column("chance")), [GridSection("", rows)])
    show_note(screen, f"{solved.states:,} states a roll, {solved.seconds:.2f} s.")


def _show_shooters(screen: Screen, solved: ShootersChance) -> None:
    low, high = solved.bounds
    asked = f"{units(solved.bankroll)} to {units(solved.goal)} within {solved.asked:,} shooters"
    show_title(screen, solved.game.rules.book.title, asked)
    if solved.complete:
        screen.print(f"  the best chance     {solved.chance_within(solved.shooters):.12f}")
    else:
        screen.print(f"  interrupted after {solved.shooters:,} of {solved.asked:,} shooters: this is proved so far")
    screen.print(f"  proved              at least {low}, at most {high}")
    if solved.move:
        screen.print(f"  the first bet       {solved.move}")
    screen.print(f"  solved over         {solved.chosen.title}")
    screen.print()
    shown = [shooters for shooters in _DEADLINES if shooters < solved.shooters] + [solved.shooters]
    rows = [(f"{shooters:,}", f"{solved.chance_within(shooters):.6f}") for shooters in shown]
    show_grid(screen, (Column("within shooters"), Column("chance")), [GridSection("", rows)])
    show_note(screen, f"A shooter is over with the seven-out. {solved.seconds:.2f} s.")


def _show_policy(screen: Screen, rows: list[PolicyRow]) -> None:
    columns = (
        Column("cash"),
        Column("met"),
        Column("chance"),
        Column("bet", justify="left"),
        Column("with a point on", justify="left"),
    )
    show_grid(screen, columns, [GridSection("", [_policy_line(row) for row in rows])])


def _policy_line(row: PolicyRow) -> tuple[str, ...]:
    move = row.move
    return units(move.cash), f"{row.visits:.3f}", f"{row.chance:.6f}", move.bet, move.in_words

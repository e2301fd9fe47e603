"""Answers of the solver's other aims on the screen and for programs: frontiers, the longest play, growth."""

from typing import Any

from sevenout.analysis.solver.aims.frontier import Frontier, FrontierPoint, LongestPlay, frontier_rows, longest_play_of
from sevenout.analysis.solver.aims.growth import LOGARITHM, GrowthBet
from sevenout.analysis.solver.rules_block import WagerClass
from sevenout.base.money import Cents, amount, units
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import Answer, show_note, show_title
from sevenout.cli.shared.text_tables import Column, GridSection, show_grid
from sevenout.engine.game import Game
from sevenout.reports.records.record_formats import JsonRecord


def frontier_table(found: Frontier) -> Answer:
    """A frontier in every form."""
    return Answer(
        lambda: frontier_record(found), lambda: list(frontier_rows(found)), lambda screen: _show_frontier(screen, found)
    )


def frontier_record(found: Frontier) -> JsonRecord:
    """A frontier for programs; amounts are cents."""
    return {
        **_house_record(found.game, found.chosen),
        "aim": f"{found.kind} frontier",
        "bankroll": found.bankroll,
        "goal": found.goal,
        "no_play_lasts_longer": found.longest,
        "points": list(frontier_rows(found)),
    }


def _house_record(game: Game, chosen: WagerClass) -> dict[str, Any]:
    book = game.rules.book
    return {
        "house": book.name,
        "digest": book.digest,
        "minimum": game.minimum,
        "maximum": game.maximum,
        "chip": game.chip,
        "class": {"wagers": list(chosen.wagers), "odds": chosen.odds, "step": chosen.step},
    }


def _show_frontier(screen: Screen, found: Frontier) -> None:
    show_title(screen, found.game.rules.book.title, found.title)
    by_time = found.kind == "time"
    bound = "at most" if by_time else "loss at least"
    heads = [Column("rolls"), Column("chance"), Column("loss")]
    heads.insert(2 if by_time else 3, Column(bound))
    columns = (*heads, Column("the first bet", justify="left"))
    show_grid(screen, columns, [GridSection("", [_frontier_line(point, by_time=by_time) for point in found.points])])
    for sentence in frontier_sentences(found):
        screen.print(f"  {sentence}", soft_wrap=False)
    screen.print()
    what = (
        "chance: nobody of the class who plays as long on average has a larger one than 'at most'"
        if by_time
        else "loss: nobody of the class with this chance loses less than 'loss at least'; whoever likes leaves early"
    )
    show_note(screen, f"Solved over {found.chosen.title}. {what}. {found.seconds:.2f} s.")


def _frontier_line(point: FrontierPoint, *, by_time: bool) -> tuple[str, ...]:
    rolls, chance, loss = f"{point.rolls:,.1f}", f"{point.chance:.8f}", amount(point.loss)
    if by_time:
        return rolls, chance, f"{point.bound:.8f}", loss, point.move
    return rolls, chance, f"{point.loss / 100:.4f}", f"{point.bound / 100:.4f}", point.move


def frontier_sentences(found: Frontier) -> list[str]:
    """What surprises, in words, with its numbers."""
    first, last = found.points[0], found.points[-1]
    if found.kind == "time":
        times, less = last.rolls / first.rolls, 100 * (first.chance - last.chance)
        return [
            f"Time is cheap: {times:.0f} times as many rolls ({first.rolls:.0f} to {last.rolls:.0f}) cost"
            f" {less:.2f} points of chance and {amount(last.loss - first.loss)}.",
            f"Nobody of this class lasts longer than {found.longest:,.0f} rolls on average.",
        ]
    per = last.loss / last.chance if last.chance else 0.0
    return [
        f"The last bit is dear: the best chance, {first.chance:.4f}, loses {amount(first.loss)};"
        f" {last.chance:.4f} loses {amount(last.loss)}, {amount(per)} for a whole chance.",
    ]


# --- the longest play


def longest_table(game: Game, bankroll: Cents, wagers: tuple[str, ...], step: Cents | None) -> Answer:
    """The longest expected play in every form."""
    found = longest_play_of(game, bankroll, wagers, step)
    return Answer(lambda: _longest_record(found), list, lambda screen: _show_longest(screen, found))


def _longest_record(found: LongestPlay) -> JsonRecord:
    return {
        **_house_record(found.game, found.chosen),
        "aim": "longest play",
        "bankroll": found.bankroll,
        "rolls_at_least": found.at_least,
        "rolls_at_most": found.at_most,
        "cents_a_roll": found.cost,
        "bet": {"wager": found.wager, "stake": found.stake},
    }


def _show_longest(screen: Screen, found: LongestPlay) -> None:
    show_title(screen, found.game.rules.book.title, f"the longest play with {units(found.bankroll)}")
    screen.print(f"  always              {units(found.stake)} on {found.wager}, without odds, until it is gone")
    screen.print(f"  proved              {found.at_least:,.1f} to {found.at_most:,.1f} rolls on average")
    screen.print(f"  a roll costs        {found.cost / 100:.4f}, and no bet of the class costs less")
    screen.print()
    show_note(screen, f"Solved over {found.chosen.title}; a table where somebody always has a bet up.")


# --- growth


def growth_table(found: GrowthBet) -> Answer:
    """The bet with the largest growth in every form."""
    return Answer(lambda: _growth_record(found), list, lambda screen: _show_growth(screen, found))


def _growth_record(found: GrowthBet) -> JsonRecord:
    move = found.move
    return {
        **_house_record(found.game, found.chosen),
        "aim": "growth",
        "bankroll": found.bankroll,
        "aversion": found.aversion,
        "growth": found.growth,
        "move": None if move is None else move.line,
        "no_stake_favours": found.subfair,
    }


def _show_growth(screen: Screen, found: GrowthBet) -> None:
    kind = "growth (Kelly)" if found.aversion == LOGARITHM else f"an aversion to risk of {found.aversion:g}"
    show_title(screen, found.game.rules.book.title, f"the best bet for {kind} with {units(found.bankroll)}")
    if found.move is None:
        why = "no stake favours the player" if found.subfair else "no stake is worth its risk"
        screen.print(f"  not to bet          {why}: every bet makes the cash worth less on average, odds or not")
    else:
        screen.print(f"  bet                 {found.move.bet}{'; ' if found.move.plays else ''}{found.move.in_words}")
        screen.print(f"  worth               {100 * found.growth:.4f} % of the cash with every bet")
    screen.print()
    show_note(screen, f"Solved over {found.chosen.title}.")

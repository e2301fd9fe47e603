"""The page of a solved goal: its answer, the frontier, what each class of wagers adds, the value, and the play."""

from sevenout.analysis.solver.policy_table import policy_rows
from sevenout.analysis.solver.survey import SESSIONS, SolverSurvey
from sevenout.base.html import Content, Markup, join, table, tag
from sevenout.base.money import amount, format_amount, units
from sevenout.reports.html.page_frame import PageSection, build_page, cards_of, figure_of
from sevenout.reports.html.plots.solver_plots import frontier_plot, value_plot

_ROWS = 40
"""So many amounts of cash are shown, those that are met most often."""


def solver_page(found: SolverSurvey) -> str:
    """The whole page; the same figures give the same text."""
    solved, game = found.solved, found.solved.game
    book = game.rules.book
    title = f"{units(solved.bankroll)} to {units(solved.goal)} at {book.title}"
    limits = f"{format_amount(game.minimum)} to {format_amount(game.maximum)}, chip {format_amount(game.chip)}"
    header = tag(
        "header",
        tag("p", "The best play, proved", class_="over"),
        tag("h1", title),
        tag("p", tag("b", book.title), f". Table: {limits}. Solved over {solved.chosen.title}."),
        tag("p", "Rulebook ", tag("code", book.name), ", SHA-256 ", tag("code", book.digest), class_="soft digest"),
    )
    low, high = solved.bounds
    cards = cards_of(
        (
            (f"{solved.chance:.6f}", "the best chance of the goal before ruin"),
            (f"{solved.bankroll / solved.goal:.6f}", "what no wagers exceed" if solved.subfair else "bankroll / goal"),
            (amount(solved.loss), "expected loss, at most"),
            (f"{solved.bets:.2f}", "bets on average"),
        )
    )
    words = tag("ul", (tag("li", sentence) for sentence in found.sentences()))
    proof = tag("p", f"Proved in whole numbers: at least {low}, at most {high}.", class_="soft")
    sections = [
        PageSection("frontier", "What time costs", _frontier(found)),
        PageSection("classes", "What each class of wagers adds", _classes(found)),
        PageSection("value", "By bankroll", _value(found)),
        PageSection("strategies", "Named strategies", _strategies(found)),
        PageSection("play", "How it is played", _play(found)),
    ]
    foot = "Solved and proved from the rulebook's rows; strategies are simulated. Made by sevenout."
    return build_page(title, header, [cards, words, proof], sections, foot)


def _frontier(found: SolverSurvey) -> Markup:
    rows: list[list[Content]] = [
        [f"{point.rolls:,.1f}", f"{point.chance:.8f}", f"{point.bound:.8f}", amount(point.loss), point.move]
        for point in found.frontier.points
    ]
    caption = (
        "The line: nobody of the class who plays as long on average reaches the goal more often. "
        "Each cross is a named strategy with the same bankroll that leaves with the goal."
    )
    return join(
        figure_of(frontier_plot(found), caption),
        table(("rolls", "chance", "at most", "loss", "the first bet"), rows, words=(4,)),
    )


def _classes(found: SolverSurvey) -> Markup:
    rows: list[list[Content]] = [
        [", ".join(each.words), f"{each.chance:.8f}", f"{each.gain:+.2e}" if each.gain else "–"]
        for each in found.classes
    ]
    return table(("wagers", "the best chance", "beside line and odds"), rows, words=(0,))


def _value(found: SolverSurvey) -> Markup:
    caption = "What the best play loses on average, by bankroll: what suits the payouts badly loses more."
    return figure_of(value_plot(found.solved), caption)


def _strategies(found: SolverSurvey) -> Markup:
    rows: list[list[Content]] = [
        [
            each.strategy,
            f"{each.chance:.2%}",
            f"±{1.96 * each.deviation:.2%}",
            f"{found.solved.chance - each.chance:.2%}",
            f"{each.rolls:,.0f}",
        ]
        for each in found.strategies
    ]
    if not rows:
        return Markup("")
    note = f"Up to {SESSIONS:,} sessions each, with the strategy's usual unit, until the goal, ruin, or its own end."
    return join(
        table(("strategy", "chance", "95 %", "less than the best", "rolls"), rows, words=(0,)),
        tag("p", note, class_="soft"),
    )


def _play(found: SolverSurvey) -> Markup:
    rows: list[list[Content]] = [
        [units(row.move.cash), f"{row.visits:.3f}", f"{row.chance:.6f}", row.move.bet, row.move.in_words]
        for row in policy_rows(found.solved)[:_ROWS]
    ]
    note = "What is met most often first. sevenout solve --policy FILE writes all of it as a strategy file."
    return join(
        table(("cash", "met", "chance", "bet", "with a point on"), rows, words=(3, 4)), tag("p", note, class_="soft")
    )

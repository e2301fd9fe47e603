"""What each line of a strategy risks: the money that is decided of the bets it made, and what comes of it.

A bet that several lines have chips in (one made it, another pressed it) counts for each of them, with its part of stake
and winnings. It rests on an `OwnedPlan`, which keeps in its memory which line made what.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from sevenout.analysis.exact.house_edge import wager_edge
from sevenout.analysis.exact.sessions.session_action import each_decision
from sevenout.strategy.language.compiler.plan import Plan, PlanLine
from sevenout.strategy.language.line_stats import Shares
from sevenout.strategy.language.script_tree import line_in_file
from sevenout.strategy.session_end import is_closing, owners_in
from sevenout.strategy.tracing import Situation

SEVERAL = PlanLine(0, "bets that travelled after the last bet, of one of several lines")
"""Where bets of different lines can take each other's place once nothing more is bet, they are not told apart."""


class LineAction(Struct, frozen=True):
    """One line's part in a session: means, amounts in cents."""

    line: int
    """In the file; 0 for what no single line made."""
    text: str
    heading: str
    bets: float
    """How many bets are decided that it has chips in."""
    action: float
    """What is decided of its chips."""
    wins: float
    won: float
    """What its chips are paid, without themselves."""
    losses: float
    lost: float
    theoretical_loss: float
    """What so much action costs by the edges of its wagers."""

    @property
    def net(self) -> float:
        """What comes of it, in cents, without commissions paid beforehand."""
        return self.won - self.lost


def count_by_line(
    plan: Plan, rows: Sequence[Situation], visits: Iterable[float], columns: int, sessions: float = 1
) -> tuple[LineAction, ...]:
    """What each line risks a session, from how often each row of an owned plan is rolled from."""
    game = plan.game
    made_as = game.made_as
    sums: dict[int, list[float]] = {}
    edges: dict[str, float] = {}
    for row, share, decided in each_decision(game, rows, visits, columns):
        made = made_as.get(decided.wager, decided.wager)
        if made not in edges:
            edges[made] = float(wager_edge(game, made).edge_on_stake)
        shares = _owners_of(row, decided.wager, made)
        whole = sum(part for _, part in shares)
        wins, losses = share * (decided.result == "win"), share * (decided.result == "lose")
        for line, part in shares:
            stake, won = (decided.stake - decided.over) * part / whole, decided.won * part / whole
            figures = share, share * stake, wins, wins * won, losses, losses * stake, share * stake * edges[made]
            sums[line] = [had + more for had, more in zip(sums.get(line, [0.0] * 7), figures, strict=True)]
    scale = game.rules.dice.whole * sessions
    lines = (*plan.lines, SEVERAL) if SEVERAL.number in sums else plan.lines
    return tuple(
        LineAction(
            line_in_file(line.number),
            line.text,
            line.heading,
            *(figure / scale for figure in sums.get(line.number, [0.0] * 7)),
        )
        for line in lines
    )


def _owners_of(row: Situation, wager: str, made: str) -> Shares:
    owners = dict(owners_in(row.memory))
    there, came = owners.get(wager), owners.get(made)
    if there is not None and came is not None and there != came and is_closing(row.memory):
        return ((SEVERAL.number, 1),)
    return there or came or ((SEVERAL.number, 1),)

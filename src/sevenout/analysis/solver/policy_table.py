"""The policy of a solved chance as a table to read: the cash that is met most often first."""

from msgspec import Struct

from sevenout.analysis.solver.certificate_verifier import policy_moves
from sevenout.analysis.solver.goal_chance import GoalChance
from sevenout.base.money import Cents, units

_NEGLIGIBLE = 1e-12
"""A cash that is met less often than this on average is left out."""


class PointPlay(Struct, frozen=True):
    """What is done with the point on some numbers: the flat bet then, nothing if it is taken down, and its odds."""

    points: tuple[int, ...]
    flat: Cents
    odds: Cents


class PolicyRow(Struct, frozen=True):
    """What the policy does with one cash; `visits` is how often it is met on average before the end."""

    cash: Cents
    visits: float
    chance: float
    wager: str
    stake: Cents
    plays: tuple[PointPlay, ...]

    @property
    def in_words(self) -> str:
        """What is done with a point on, the same for several points told once."""
        groups: dict[str, list[int]] = {}
        for play in self.plays:
            groups.setdefault(self._play_in_words(play), []).extend(play.points)
        if len(groups) == 1 and len(self.plays) > 1:
            return next(iter(groups))
        return "; ".join(f"{'/'.join(map(str, sorted(points)))}: {words}" for words, points in groups.items())

    def _play_in_words(self, play: PointPlay) -> str:
        if not play.flat:
            return "take it down"
        change = "" if play.flat == self.stake else f"make it {units(play.flat)}, "
        return f"{change}odds {units(play.odds)}" if play.odds else f"{change}no odds"


def policy_rows(solved: GoalChance) -> list[PolicyRow]:
    """Every cash that the policy meets from the bankroll, most often first.

    >>> from sevenout.analysis.solver.goal_chance import best_chance
    >>> row = policy_rows(best_chance("catfish-bend", 60_00, 100_00))[0]
    >>> row.cash, row.stake, row.wager, row.in_words
    (6000, 500, 'dont-pass', '4/10: odds 20; 5/9: odds 45; 6/8: odds 42')
    """
    chip, wagers = solved.game.chip, solved.block["wagers"]
    rows = []
    for cash, visits in sorted(_visits(solved).items(), key=lambda each: (-each[1], each[0])):
        number, stake, plays = solved.policy[cash]
        points = zip(wagers[number]["points"], plays, strict=True)
        rows.append(
            PolicyRow(
                cash * chip,
                visits,
                solved.value[cash],
                wagers[number]["wager"],
                stake * chip,
                tuple(PointPlay(tuple(point["numbers"]), flat * chip, odds * chip) for point, (flat, odds) in points),
            )
        )
    return rows


def _visits(solved: GoalChance) -> dict[int, float]:
    """How often each cash is met on average; the first is met once at least."""
    goal = solved.goal // solved.game.chip
    leads: dict[int, list[tuple[float, int]]] = {}
    waiting = {solved.start: 1.0}
    visits: dict[int, float] = {}
    while waiting:
        onward: dict[int, float] = {}
        for cash, share in waiting.items():
            if cash <= 0 or cash >= goal or solved.policy[cash] is None:
                continue
            visits[cash] = visits.get(cash, 0.0) + share
            if cash not in leads:
                moves = policy_moves(solved.block, goal, cash, solved.policy[cash])
                total = sum(weight for weight, _ in moves)
                leads[cash] = [(float(weight / total), after) for weight, after in moves]
            for chance, after in leads[cash]:
                onward[after] = onward.get(after, 0.0) + share * chance
        waiting = {cash: share for cash, share in onward.items() if share > _NEGLIGIBLE}
    return visits

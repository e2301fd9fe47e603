"""How often each line of a strategy was done, waited or was refused, and which line made each bet that lies there."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.money import Cents
from sevenout.strategy.language.compiler.plan import Plan, PlanLine
from sevenout.strategy.language.compiler.window import LineOutcome
from sevenout.strategy.language.script_tree import line_in_file
from sevenout.strategy.session_end import OwnedMemory, owners_in, trim_owners
from sevenout.strategy.view import View


class LineRefusal(Struct, frozen=True):
    """One reason why a line was refused, and how often."""

    wager: str
    code: str
    reason: str
    clause: str
    times: int


class LineReport(Struct, frozen=True):
    """What became of one line."""

    line: int
    text: str
    heading: str
    fired: int
    held: int
    """How often a count stood at the end of its range."""
    waited: tuple[tuple[str, int], ...]
    """By what it waited for: `up` (nothing to do), `not-now`, `no-flat`, …"""
    refused: tuple[LineRefusal, ...]


class LineTally:
    """Counts outcomes line by line."""

    def __init__(self, lines: Iterable[PlanLine]) -> None:
        self._lines = tuple(lines)
        self._seen: Counter[LineOutcome] = Counter()

    def add(self, outcomes: Iterable[LineOutcome], times: int = 1) -> None:
        """Adds the outcomes of a decision that was made so many times."""
        for outcome in outcomes:
            self._seen[outcome] += times

    def report(self) -> tuple[LineReport, ...]:
        """Every line of the file, those that were never reached too."""
        return tuple(self._line(line) for line in self._lines)

    def _line(self, line: PlanLine) -> LineReport:
        seen = [(outcome, times) for outcome, times in self._seen.items() if outcome.line == line.number]
        often: Counter[str] = Counter()
        waited: Counter[str] = Counter()
        for outcome, times in seen:
            often[outcome.outcome] += times
            if outcome.outcome == "waited":
                waited[outcome.code] += times
        refused = [
            LineRefusal(outcome.wager, outcome.code, outcome.reason, outcome.clause, times)
            for outcome, times in seen
            if outcome.outcome == "refused"
        ]
        return LineReport(
            line_in_file(line.number),
            line.text,
            line.heading,
            often["fired"],
            often["held"],
            tuple(waited.most_common()),
            tuple(sorted(refused, key=lambda each: -each.times)),
        )


class TalliedPlan:
    """A plan that plays as ever, and keeps a tally of its lines: for `session.play`, not for a tracer.

    >>> from sevenout import Game, roll
    >>> from sevenout.strategy.library import open_strategy
    >>> from sevenout.strategy.reference_session import play
    >>> game = Game.open("typical")
    >>> watched = TalliedPlan(open_strategy("pass-line", game))
    >>> _ = play(game, watched, 300_00, [roll(3, 1), roll(2, 2), roll(6, 1)])
    >>> watched.tally.report()[0].fired
    3
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tally = LineTally(plan.lines)

    def __call__(self, view: View) -> View:
        """The plan's answer."""
        after, outcomes = self.plan.trace(view)
        self.tally.add(outcomes)
        return after


Shares = tuple[tuple[int, Cents], ...]
"""What each line has in a bet; of one line alone the amount is 1."""


class OwnedPlan:
    """A plan that plays as ever, and remembers which of its lines made each bet that lies there.

    What is taken back of a bet is what was added last. A bet that travels stays its line's. A tally, if given, counts
    what became of the lines.

    >>> from sevenout import Game
    >>> from sevenout.strategy.library import open_strategy
    >>> game = Game.open("typical")
    >>> after = OwnedPlan(open_strategy("pass-line", game))(View(game, 300_00, 300_00))
    >>> after.memory.owners
    (('pass', ((3, 1),)),)
    """

    def __init__(self, plan: Plan, tally: LineTally | None = None) -> None:
        self.plan = plan
        self.tally = tally

    def __repr__(self) -> str:
        return f"<{self.plan!r}, its bets by line>"

    def __call__(self, view: View) -> View:
        """The plan's answer, with the owners of all bets in its memory."""
        memory, stakes = view.memory, view.layout
        owners = self._follow_roll(dict(owners_in(memory)), view)
        inner = memory.inner if isinstance(memory, OwnedMemory) else memory
        after, outcomes = self.plan.trace(replace(view, memory=inner))
        if self.tally is not None:
            self.tally.add(outcomes)
        for outcome in outcomes:
            if outcome.change:
                held = stakes.get(outcome.wager, 0)
                owners[outcome.wager] = _change_shares(
                    owners.get(outcome.wager, ()), held, outcome.line, outcome.change
                )
                stakes[outcome.wager] = held + outcome.change
        return after.remember(OwnedMemory(after.memory, trim_owners(view.game, owners.items(), after.layout)))

    def _follow_roll(self, owners: dict[str, Shares], view: View) -> dict[str, Shares]:
        """Whose the bets are after a roll: one that has travelled is still its line's."""
        made_as, lying = view.game.made_as, view.layout
        told = {wager: owners.get(wager, owners.get(made_as.get(wager, wager))) for wager in lying}
        kept = {wager: shares for wager, shares in told.items() if shares is not None}
        for wager, shares in owners.items():
            others = [other for other in owners if made_as.get(other) == wager and owners[other] != shares]
            # it may have taken the place of another line's bet, and only the roll can tell
            if others and wager not in lying and not view.decided(wager):
                kept |= {other: shares for other in others if other in lying and view.decided(other)}
        return kept


def _change_shares(shares: Shares, held: Cents, line: int, change: Cents) -> Shares:
    """Adds what a line bets, or takes back what was added last."""
    parts = dict(shares) if len(shares) > 1 else {owner: held for owner, _ in shares}
    if change > 0:
        parts[line] = parts.get(line, 0) + change
    for owner in reversed([*parts]):
        taken = min(parts[owner], -change) if change < 0 else 0
        parts[owner], change = parts[owner] - taken, change + taken
    left = tuple((owner, part) for owner, part in parts.items() if part)
    return left if len(left) > 1 else tuple((owner, 1) for owner, _ in left)

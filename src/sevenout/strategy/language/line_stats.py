"""How often each line of a strategy was done, waited or was refused, over as many windows as one likes."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from sevenout.strategy.language.compiler.plan import Plan, PlanLine
from sevenout.strategy.language.compiler.window import LineOutcome
from sevenout.strategy.language.script_tree import line_in_file
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

    def add(self, outcomes: Iterable[LineOutcome]) -> None:
        """Adds the outcomes of a decision."""
        self._seen.update(outcomes)

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

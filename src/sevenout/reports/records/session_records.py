"""Sessions of a strategy as records: all that can come of one, what came of many, what became of each line."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import asdict

from sevenout.analysis.simulation.run import SessionNet
from sevenout.analysis.simulation.tally import AmountTally
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.reports.figures.by_line import ByLine, StrategyResult
from sevenout.reports.figures.distribution import QUANTILES, Interval
from sevenout.reports.records.record_formats import JsonRecord
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.language.tools.checker import Remark

if TYPE_CHECKING:  # it needs NumPy; what was simulated does not
    from sevenout.analysis.exact.session_distribution import Distribution


class Spread(Protocol):
    """Amounts with the probability of each, or how often each came up."""

    def quantile(self, share: float, /) -> Cents: ...


def _in_units(cents: float) -> float:
    """Currency units: a figure of a session is a number, to count with."""
    return cents / 100


def _quantiles(spread: Spread) -> dict[str, float]:
    return {str(share): _in_units(spread.quantile(share)) for share in QUANTILES}


def _line_records(by_line: ByLine) -> list[JsonRecord]:
    return [
        {
            "line": report.line,
            "text": report.text,
            "fired": report.fired,
            "held": report.held,
            "waited": dict(report.waited),
            "refused": [asdict(refused) for refused in report.refused],
        }
        for report in by_line.lines
    ]


def _remark_records(remarks: Iterable[Remark]) -> list[JsonRecord]:
    return [asdict(remark) for remark in remarks]


# --- exactly


def exact_record(strategy: Plan, session: "Distribution", by_line: ByLine) -> JsonRecord:
    """All that can come of one session, with its probability."""
    return {
        "strategy": strategy.name,
        "rules": strategy.game.rules.book.name,
        "rolls": session.rolls,
        "bankroll": _in_units(session.bankroll),
        "mean_net": _in_units(session.mean),
        "sd_net": _in_units(session.sd),
        "ruin": session.ruin,
        "endings": dict(session.endings),
        "quantiles": _quantiles(session),
        "distribution": [[_in_units(net), share] for net, share in session.nets],
        "curve": [[_in_units(mean), _in_units(sd), over] for mean, sd, over in session.curve],
        "unaccounted": session.unaccounted,
        "situations": session.rows,
        "remarks": _remark_records(strategy.remarks),
        "lines": _line_records(by_line),
    }


def exact_rows(session: "Distribution") -> list[JsonRecord]:
    """A row for each net that a session can end with.

    >>> from sevenout.strategy.library import open_strategy
    >>> from sevenout.analysis.exact.session_distribution import distribution
    >>> game = Game.open("typical")
    >>> exact_rows(distribution(game, open_strategy("pass-line", game), 300_00, 1))[0]
    {'net': -10.0, 'probability': 0.1111111111111111}
    """
    return [{"net": _in_units(net), "probability": share} for net, share in session.nets]


# --- simulated


def simulated_record(game: Game, every: Iterable[StrategyResult], bankroll: Cents, rolls: int, seed: int) -> JsonRecord:
    """Returns what came of the sessions of several strategies."""
    return {"results": [_result_record(game, done, bankroll, rolls, seed) for done in every]}


def simulated_rows(
    game: Game, every: Iterable[StrategyResult], bankroll: Cents, rolls: int, seed: int
) -> list[JsonRecord]:
    """A row for each strategy: figures with parts get a column for each."""
    return [_row(_result_record(game, done, bankroll, rolls, seed)) for done in every]


def _result_record(game: Game, done: StrategyResult, bankroll: Cents, rolls: int, seed: int) -> JsonRecord:
    result = done.result
    return {
        "strategy": done.strategy.name,
        "rules": game.rules.book.name,
        "bankroll": _in_units(bankroll),
        "rolls": rolls,
        "seed": seed,
        "sessions": result.sessions,
        "sessions_asked": result.asked,
        "ended_early": result.ended_early or None,
        "rolls_played": result.rolls_played,
        "mean_net": _in_units(result.nets.mean),
        "mean_net_interval": _interval(result.nets.interval),
        "sd_net": _in_units(result.nets.sd),
        "ruin": result.ruin,
        "ruin_interval": list(result.interval("ruin")),
        "endings": {ending: result.share(ending) for ending, _ in result.endings},
        "quantiles": _quantiles(result.nets),
        "quantile_intervals": {str(share): _interval(result.nets.quantile_interval(share)) for share in QUANTILES},
        "worst": _session_record(result.worst),
        "best": _session_record(result.best),
        "lowest": _watched_record(result.lowest),
        "drawdown": _watched_record(result.falls),
        "engine": result.engine,
        "why": result.why,
        "replayed": result.replayed,
        "compile_seconds": 0.0,  # the kernel comes compiled
        "trace_seconds": round(result.trace_seconds, 3),
        "run_seconds": round(result.run_seconds, 3),
        "rolls_per_second": round(result.rolls_per_second),
        "remarks": _remark_records(done.strategy.remarks),
        "lines": _line_records(done.by_line),
    }


def _interval(bounds: Interval) -> list[float] | None:
    """Nothing, where the sessions are too few to say."""
    return None if bounds is None else [_in_units(bound) for bound in bounds]


def _session_record(one: SessionNet) -> JsonRecord:
    return {"session": one.session, "net": _in_units(one.net)}


def _watched_record(tally: AmountTally) -> JsonRecord | None:
    """Of the sessions that were watched in every window."""
    if not tally.counts:
        return None
    return {"sessions": tally.total, "mean": _in_units(tally.mean), "quantiles": _quantiles(tally)}


def _row(result: JsonRecord) -> JsonRecord:
    parts = ("lowest", "drawdown")
    kept = {name: value for name, value in result.items() if not isinstance(value, dict | list) and name not in parts}
    for name in ("mean_net", "ruin"):
        kept[f"{name}_low"], kept[f"{name}_high"] = result[f"{name}_interval"] or (None, None)
        kept.pop(f"{name}_interval", None)
    kept |= {f"quantile_{share}": net for share, net in result["quantiles"].items()}
    kept |= {f"{one}_{name}": value for one in ("worst", "best") for name, value in result[one].items()}
    return kept | {name: (result[name] or {}).get("mean") for name in parts}

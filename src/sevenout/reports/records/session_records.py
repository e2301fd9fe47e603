"""Sessions of a strategy as records: all that can come of one, what came of many, what became of each line."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import asdict

from sevenout.analysis.comparison.paired_difference import PairedDifference
from sevenout.analysis.exact.sessions.line_action import LineAction
from sevenout.analysis.simulation.run import SessionNet
from sevenout.analysis.simulation.statistics.bands import BAND_SHARES
from sevenout.analysis.simulation.statistics.tally import AmountTally
from sevenout.base.money import Cents
from sevenout.reports.figures.by_line import ByLine, Sessions, StrategyResult
from sevenout.reports.figures.distribution import QUANTILES, Interval
from sevenout.reports.records.record_formats import JsonRecord
from sevenout.strategy.language.compiler.plan import Plan
from sevenout.strategy.language.tools.checker import Remark
from sevenout.strategy.session_end import SessionEnd

if TYPE_CHECKING:  # it needs NumPy; what was simulated does not
    from sevenout.analysis.exact.sessions.session_action import SessionAction, WagerAction
    from sevenout.analysis.exact.sessions.session_distribution import Distribution
    from sevenout.analysis.exact.sessions.session_horizon import Lengths
    from sevenout.analysis.simulation.statistics.bands import NetBand


class Spread(Protocol):
    """Amounts with the probability of each, or how often each came up."""

    def quantile(self, share: float, /) -> Cents: ...


def _in_units(cents: float) -> float:
    """Currency units: a figure of a session is a number, to count with."""
    return cents / 100


def _quantiles(spread: Spread) -> dict[str, float]:
    return {str(share): _in_units(spread.quantile(share)) for share in QUANTILES}


def _line_records(by_line: ByLine) -> list[JsonRecord]:
    """What became of each line, and what it risks; at the end bets that no single line is known to have made."""
    risked = by_line.risked[: len(by_line.lines)] or [None] * len(by_line.lines)
    records: list[JsonRecord] = [
        {
            "line": report.line,
            "text": report.text,
            "fired": report.fired,
            "held": report.held,
            "waited": dict(report.waited),
            "refused": [asdict(refused) for refused in report.refused],
            "risked": None if each is None else _line_action_record(each),
        }
        for report, each in zip(by_line.lines, risked, strict=True)
    ]
    beyond = by_line.risked[len(by_line.lines) :]
    return [*records, *({"line": None, "text": each.text, "risked": _line_action_record(each)} for each in beyond)]


def _line_action_record(each: LineAction) -> JsonRecord:
    return {
        "bets": each.bets,
        "action": _in_units(each.action),
        "wins": each.wins,
        "won": _in_units(each.won),
        "losses": each.losses,
        "lost": _in_units(each.lost),
        "net": _in_units(each.net),
        "theoretical_loss": _in_units(each.theoretical_loss),
    }


def _remark_records(remarks: Iterable[Remark]) -> list[JsonRecord]:
    return [asdict(remark) for remark in remarks]


# --- exactly


def _end_record(end: SessionEnd) -> JsonRecord:
    """When a session ends."""
    return {
        "rolls": end.rolls,
        "shooters": end.shooters,
        "goal": None if end.goal is None else _in_units(end.goal),
        "stop_loss": None if end.stop_loss is None else _in_units(end.stop_loss),
        "face_value": end.face_value,
    }


def _length_record(lengths: "Lengths") -> JsonRecord:
    """How many rolls a session has."""
    return {
        "mean": lengths.mean,
        "sd": lengths.sd,
        "quantiles": {str(share): rolls for share, rolls in lengths.quantiles},
        "over": [[roll, share] for roll, share in lengths.over],
    }


def _action_record(action: "SessionAction", sd_net: float, pace: int) -> JsonRecord:
    """What a session risks, as means; variances are in squared units."""
    per_roll = (sd_net / 100) ** 2 / action.rolls if action.rolls else 0.0
    per_shooter = action.loss_per_shooter
    return {
        "action": _in_units(action.action),
        "bets": action.bets,
        "average_bet": _in_units(action.average_bet),
        "average_layout": _in_units(action.average_layout),
        "loss": _in_units(-action.mean_net),
        "theoretical_loss": _in_units(action.theoretical_loss),
        "loss_per_100": action.loss_per_100,
        "pace": pace,
        "loss_per_hour": _in_units(action.loss_per_hour(pace)),
        "loss_per_shooter": None if per_shooter is None else _in_units(per_shooter),
        "shooters": action.shooters,
        "variance_per_roll": per_roll,
        "variance_per_hour": per_roll * pace,
        "wagers": [_wager_action_record(each) for each in action.wagers],
    }


def _wager_action_record(each: "WagerAction") -> JsonRecord:
    return {
        "wager": each.wager,
        "bets": each.bets,
        "action": _in_units(each.action),
        "average_bet": _in_units(each.average_bet),
        "wins": each.wins,
        "won": _in_units(each.won),
        "losses": each.losses,
        "lost": _in_units(each.lost),
        "net": _in_units(each.net),
        "edge": each.edge,
        "theoretical_loss": _in_units(each.theoretical_loss),
        "hits_to_pay": each.hits_to_pay,
    }


def _band_records(bands: Iterable["NetBand"]) -> list[JsonRecord]:
    """How nets spread after so many rolls."""
    return [
        {
            "roll": band.roll,
            **{f"p{100 * share:.0f}": _in_units(net) for share, net in zip(BAND_SHARES, band.nets, strict=True)},
            "ahead": band.ahead,
            "ruin": band.ruin,
        }
        for band in bands
    ]


def exact_record(strategy: Plan, session: "Distribution", by_line: ByLine, pace: int) -> JsonRecord:
    """All that can come of one session, with its probability."""
    return {
        "strategy": strategy.name,
        "rules": strategy.game.rules.book.name,
        "dice": session.dice,
        "bankroll": _in_units(session.bankroll),
        **_end_record(session.end),
        "mean_rolls": session.mean_rolls,
        "mean_net": _in_units(session.mean),
        "sd_net": _in_units(session.sd),
        "ruin": session.ruin,
        "endings": dict(session.endings),
        "quantiles": _quantiles(session),
        "distribution": [[_in_units(net), share] for net, share in session.nets],
        "curve": [[_in_units(mean), _in_units(sd), over] for mean, sd, over in session.curve],
        "bands": _band_records(session.bands),
        "length": _length_record(session.lengths),
        "risked": _action_record(session.action, session.sd, pace),
        "unaccounted": session.unaccounted,
        "situations": session.rows,
        "remarks": _remark_records(strategy.remarks),
        "lines": _line_records(by_line),
        "lines_risked": by_line.risked_within or "exactly",
    }


def exact_rows(session: "Distribution") -> list[JsonRecord]:
    """A row for each net that a session can end with.

    >>> from sevenout import Game
    >>> from sevenout.strategy.library import open_strategy
    >>> from sevenout.analysis.exact.sessions.session_distribution import distribution
    >>> game = Game.open("typical")
    >>> [row["net"] for row in exact_rows(distribution(game, open_strategy("pass-line", game), 300_00, 1))]
    [-10.0, 10.0]
    """
    return [{"net": _in_units(net), "probability": share} for net, share in session.nets]


# --- simulated


def simulated_record(played: Sessions) -> JsonRecord:
    """What came of the sessions of several strategies."""
    return {"results": [_result_record(played, done) for done in played.all_done]}


def simulated_rows(played: Sessions) -> list[JsonRecord]:
    """A row for each strategy: figures with parts get a column for each."""
    return [_row(_result_record(played, done)) for done in played.all_done]


def _result_record(played: Sessions, done: StrategyResult) -> JsonRecord:
    result, game = done.result, done.strategy.game
    risked = result.action
    return {
        "strategy": done.strategy.name,
        "label": done.name,
        "rules": game.rules.book.name,
        "bankroll": _in_units(played.bankroll),
        **_end_record(played.end),
        "seed": played.seed,
        "dice": result.dice,
        "sessions": result.sessions,
        "sessions_asked": result.asked,
        "ended_early": result.ended_early or None,
        "rolls_played": result.rolls_played,
        "mean_rolls": result.mean_rolls,
        "mean_net": _in_units(result.nets.mean),
        "mean_net_interval": _interval(result.nets.interval),
        "sd_net": _in_units(result.nets.sd),
        "ruin": result.ruin,
        "ruin_interval": list(result.interval("ruin")),
        "endings": dict(result.endings),
        "quantiles": _quantiles(result.nets),
        "quantile_intervals": {str(share): _interval(result.nets.quantile_interval(share)) for share in QUANTILES},
        "against_first": _difference_record(done.difference),
        "worst": _session_record(result.worst),
        "best": _session_record(result.best),
        "distribution": [[_in_units(net), count / result.sessions] for net, count in result.nets.counts],
        "bands": _band_records(result.bands),
        "risked": None if risked is None else _action_record(risked, result.sd, played.pace),
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
        "lines_risked": done.by_line.risked_within or "not counted",
    }


def _difference_record(difference: PairedDifference | None) -> JsonRecord | None:
    """How it did against the first, session by session; nothing for the first itself."""
    if difference is None:
        return None
    return {
        "pairs": difference.pairs,
        "mean_difference": _in_units(difference.mean),
        "mean_difference_interval": _interval(difference.interval),
        "sd_difference": _in_units(difference.differences.sd),
        "ahead": difference.share_ahead,
        "ahead_interval": list(difference.ahead_interval),
        "level": difference.share_level,
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
    parts = ("lowest", "drawdown", "against_first")
    risked = result["risked"] or {}
    kept = {name: value for name, value in result.items() if not isinstance(value, dict | list) and name not in parts}
    for name in ("mean_net", "ruin"):
        kept[f"{name}_low"], kept[f"{name}_high"] = result[f"{name}_interval"] or (None, None)
        kept.pop(f"{name}_interval", None)
    kept |= {f"quantile_{share}": net for share, net in result["quantiles"].items()}
    kept |= {f"{one}_{name}": value for one in ("worst", "best") for name, value in result[one].items()}
    kept |= {name: risked.get(name) for name in ("action", "average_bet", "theoretical_loss", "loss_per_hour")}
    kept |= {name: (result[name] or {}).get("mean") for name in ("lowest", "drawdown")}
    against = result["against_first"] or {}
    low, high = against.get("mean_difference_interval") or (None, None)
    return kept | {
        "difference": against.get("mean_difference"),
        "difference_low": low,
        "difference_high": high,
        "ahead_of_first": against.get("ahead"),
    }

"""What a change of rules costs, as records: money an hour for every wager, with the clauses that make it so."""

from sevenout.analysis.exact.hourly_costs import CostChange, HourlyCost, RuleCosts
from sevenout.analysis.exact.rule_differences import Cause
from sevenout.base.money import format_amount
from sevenout.reports.records.record_formats import JsonRecord
from sevenout.reports.records.reference_records import entry_record


def rule_costs_record(costs: RuleCosts) -> JsonRecord:
    """Two houses and every wager; amounts per hour are exact fractions of cents.

    >>> from sevenout.analysis.exact import rule_costs
    >>> rule_costs_record(rule_costs("typical", "crapless", ["pass"]))["wagers"][0]["change_cents_an_hour"]
    '6742560000/5354441'
    """
    return {
        "here": costs.here,
        "there": costs.there,
        "stake": format_amount(costs.stake),
        "pace": costs.pace,
        "dice": costs.dice.name,
        "basis": costs.basis,
        "wagers": [_change_record(change) for change in costs.wagers],
        "rules": [_cause_record(cause) for cause in costs.walk.rules],
        "only_here": list(costs.walk.only_here),
        "only_there": list(costs.walk.only_there),
    }


def rule_costs_rows(costs: RuleCosts) -> list[JsonRecord]:
    """A row for each wager."""
    return [
        {
            "wager": each.wager,
            "stake": format_amount(cost.stake) if (cost := each.here or each.there) else "",
            "here": costs.here,
            "there": costs.there,
            **_side_row("here", each.here),
            **_side_row("there", each.there),
            "change_an_hour": "" if each.change is None else float(each.change) / 100,
            "pace": costs.pace,
            "causes": "; ".join(map(str, each.causes)),
            "basis": costs.basis,
        }
        for each in costs.wagers
    ]


def _change_record(each: CostChange) -> JsonRecord:
    return {
        "wager": each.wager,
        "title": each.title,
        "here": each.here and _cost_record(each.here),
        "there": each.there and _cost_record(each.there),
        "change_cents_an_hour": None if each.change is None else str(each.change),
        "causes": [_cause_record(cause) for cause in each.causes],
        "refused": each.refused and each.refused.reason,
    }


def _cost_record(cost: HourlyCost) -> JsonRecord:
    return {
        "stake": format_amount(cost.stake),
        "commission": format_amount(cost.commission),
        "edge": str(cost.edge),
        "decisions_an_hour": str(cost.decisions),
        "cents_a_decision": str(cost.per_decision),
        "cents_an_hour": str(cost.per_hour),
    }


def _cause_record(cause: Cause) -> JsonRecord:
    return {"what": cause.what, "here": entry_record(cause.here), "there": entry_record(cause.there)}


def _side_row(name: str, cost: HourlyCost | None) -> JsonRecord:
    figures = ("edge", "decisions", "per_hour")
    if cost is None:
        return {f"{figure}_{name}": "" for figure in figures}
    return {
        f"edge_{name}": float(cost.edge),
        f"decisions_{name}": float(cost.decisions),
        f"per_hour_{name}": float(cost.per_hour) / 100,
    }

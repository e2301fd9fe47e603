"""Houses side by side, as records."""

from collections.abc import Iterable, Sequence

from sevenout.analysis.exact.comparison import Comparison, Difference, HouseSwitch, LineRow, WagerRow
from sevenout.analysis.exact.house_edge import WagerEdge
from sevenout.analysis.exact.line_odds import LineWithOdds
from sevenout.analysis.exact.rule_differences import Cause
from sevenout.reports.records.record_formats import JsonRecord
from sevenout.reports.records.reference_records import entry_record


def comparison_record(comparison: Comparison) -> JsonRecord:
    """The wagers, the lines and the rules of houses side by side, and what a walk from one to another gains."""
    names = [house.name for house in comparison.houses]
    return {
        "rules": names,
        "basis": comparison.basis,
        "houses": [
            {
                "name": house.name,
                "title": house.title,
                "document": house.document,
                "digest": house.digest,
                "wagers": house.wagers,
            }
            for house in comparison.houses
        ],
        "wagers": [_row_record(names, row, row.worths) for row in comparison.wagers],
        "lines": [
            {
                **_row_record(names, row, row.lines),
                "odds": {name: line and line.odds for name, line in zip(names, row.lines, strict=True)},
            }
            for row in comparison.lines
        ],
        "house_rules": [
            {
                "word": row.word,
                "touches": row.touches,
                "differs": row.differs,
                "values": {name: entry_record(entry) for name, entry in zip(names, row.entries, strict=True)},
            }
            for row in comparison.rules
        ],
        "walks": [_walk_record(walk) for walk in comparison.walks],
    }


def _row_record(
    names: Sequence[str], row: WagerRow | LineRow, figures: Sequence[WagerEdge | LineWithOdds | None]
) -> JsonRecord:
    return {
        "wager": row.wager,
        "title": row.title,
        "edges": {name: figure and str(figure.edge) for name, figure in zip(names, figures, strict=True)},
        "best": list(row.best),
        "assumed": list(row.assumed),
        "differences": [_difference_record(difference) for difference in row.differences],
    }


def _difference_record(difference: Difference) -> JsonRecord:
    return {
        "here": difference.here,
        "there": difference.there,
        "gain": str(difference.gain),
        "figures": list(difference.figures),
        "causes": [_cause_record(cause) for cause in difference.causes],
    }


def _cause_record(cause: Cause) -> JsonRecord:
    return {"what": cause.what, "here": entry_record(cause.here), "there": entry_record(cause.there)}


def _walk_record(walk: HouseSwitch) -> JsonRecord:
    def steps(differences: Iterable[Difference]) -> list[JsonRecord]:
        return [{"wager": step.wager, "with_odds": step.with_odds, "gain": str(step.gain)} for step in differences]

    return {
        "here": walk.here,
        "there": walk.there,
        "gains": steps(walk.gains),
        "losses": steps(walk.losses),
        "house_rules": [_cause_record(cause) for cause in walk.rules],
        "only_here": list(walk.only_here),
        "only_there": list(walk.only_there),
    }


def comparison_rows(comparison: Comparison) -> list[JsonRecord]:
    """One row for each wager in each house that offers it."""
    rows = []
    both: list[tuple[WagerRow | LineRow, Sequence[WagerEdge | LineWithOdds | None]]] = [
        *((row, row.worths) for row in comparison.wagers),
        *((row, row.lines) for row in comparison.lines),
    ]
    for row, figures in both:
        differences = {difference.there: difference for difference in row.differences}
        for house, figure in zip(comparison.houses, figures, strict=True):
            if figure is None:
                continue
            difference = differences.get(house.name)
            rows.append(
                {
                    "wager": row.wager,
                    "odds": figure.odds if isinstance(figure, LineWithOdds) else "",
                    "house": house.name,
                    "edge": str(figure.edge),
                    "edge_decimal": float(figure.edge),
                    "best": house.name in row.best,
                    "provenance": figure.provenance,
                    "compared_with": difference.here if difference else "",
                    "gain": str(difference.gain) if difference else "",
                    "causes": "; ".join(map(str, difference.causes)) if difference else "",
                }
            )
    return rows

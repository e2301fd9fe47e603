"""What recorded rolls tell of the dice, as records."""

from msgspec.structs import asdict

from sevenout.analysis.dice.control_tests import CONTROL_SOURCE
from sevenout.analysis.dice.dice_report import DiceReport
from sevenout.reports.records.record_formats import JsonRecord


def dice_record(report: DiceReport) -> JsonRecord:
    """All of a report; chances are numbers, exact edges strings.

    >>> from sevenout.analysis.dice.dice_report import examine_rolls
    >>> from sevenout.analysis.dice.roll_file import parse_rolls
    >>> record = dice_record(examine_rolls(parse_rolls("3 4\\n6 2"), wagers=["pass"]))
    >>> record["rolls"], record["sevens"]["count"], record["worth"][0]["fair"]
    (2, 1, '7/495')
    """
    share, low, high = report.seven_share
    return {
        "file": report.name,
        "rules": report.rules,
        "rolls": report.rolls,
        "faces_known": report.has_faces,
        "setting": report.dice_set,
        "level": report.level,
        "sevens": {
            "count": report.sevens,
            "share": share,
            "share_interval": [low, high],
            "rolls_to_a_seven": report.rolls_to_seven,
            "rolls_to_a_seven_interval": list(report.rolls_to_seven_interval),
        },
        "totals": [{"total": total, "count": count, "expected": fair} for total, count, fair in report.totals],
        "faces": [
            {"face": face, "first": first, "second": second, "expected": fair}
            for face, first, second, fair in report.faces
        ],
        "hands": {
            "count": len(report.hands.lengths),
            "lengths": list(report.hands.lengths),
            "unfinished": report.hands.unfinished,
            "line": report.hands.line,
            "won": report.hands.won,
            "lost": report.hands.lost,
        },
        "tests": [asdict(test) for test in report.tests],
        "control": {
            "source": CONTROL_SOURCE,
            "stated_dice": report.stated,
            "tests": [asdict(test) for test in report.control],
        },
        "evidence": {
            "e_value": report.evidence.e_value,
            "highest": report.evidence.highest,
            "p": report.evidence.p,
            "alarm_at_roll": report.evidence.alarm,
            "by_way_of_looking": dict(report.evidence.by_partition),
            "path": [list(point) for point in report.evidence.path],
        },
        "worth": [
            {
                "wager": worth.wager,
                "fair": str(worth.fair),
                "edge": str(worth.edge),
                "edge_decimal": float(worth.edge),
                "interval": [worth.low, worth.high],
            }
            for worth in report.worth
        ],
    }


def dice_rows(report: DiceReport) -> list[JsonRecord]:
    """A row for each test, and for each wager that was valued."""
    rows: list[JsonRecord] = [
        _row("test", test.name, test.observed, test.expected, p=test.p, basis=test.basis) for test in report.tests
    ]
    rows += (
        _row("control", test.name, test.statistic, test.fair, p=test.p, power=test.power, basis=test.basis)
        for test in report.control
    )
    evidence = report.evidence
    rows.append(_row("evidence", "e-process", evidence.e_value, 1.0, p=evidence.p, basis="however often looked at"))
    rows += (
        _row("edge", worth.wager, float(worth.edge), float(worth.fair), low=worth.low, high=worth.high)
        for worth in report.worth
    )
    return rows


def _row(kind: str, name: str, observed: float, fair: float, **more: float | str) -> JsonRecord:
    others = {key: more.get(key) for key in ("p", "power", "low", "high", "basis")}
    return {"kind": kind, "name": name, "observed": observed, "fair": fair, **others}

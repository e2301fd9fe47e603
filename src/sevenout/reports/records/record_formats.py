"""Formats records: fractions as strings and as decimals, amounts in currency units, rows as CSV."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

JsonRecord = dict[str, Any]
"""An answer as JSON gives it, with what is inside of it; or one row of CSV."""

# What a spreadsheet takes for a formula, unless it is a number: -5.00, 7/495, 1e-16.
_FORMULA = re.compile(r"[=+\-@\t\r](?![0-9.]+(?:/[0-9]+|e[+-]?[0-9]+)?$)", re.IGNORECASE)
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def exact(**figures: Fraction) -> dict[str, str]:
    """Fractions as they are.

    >>> exact(edge=Fraction(7, 495))
    {'edge': '7/495'}
    """
    return {name: str(figure) for name, figure in figures.items()}


def decimals(**figures: Fraction) -> dict[str, float]:
    """The same as decimal numbers under a name of their own: a spreadsheet reads 1/9 as a date.

    >>> decimals(edge=Fraction(1, 8))
    {'edge_decimal': 0.125}
    """
    return {f"{name}_decimal": float(figure) for name, figure in figures.items()}


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows with the same columns as CSV, with no text in it that a spreadsheet would run.

    >>> print(csv_text([{"strategy": "=1+1", "net": -5.0, "edge": "-1/36"}]), end="")
    strategy,net,edge
    '=1+1,-5.0,-1/36
    """
    if not rows:
        return ""
    page = io.StringIO()
    writer = csv.DictWriter(page, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return page.getvalue()


def _cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    seen = _UNSEEN.sub("�", value)
    return f"'{seen}" if _FORMULA.match(seen) else seen

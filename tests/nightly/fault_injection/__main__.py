"""`make faults`: does to a house what the rows name, and prints how often, what went wrong, and how to see it again.

Exit 1 if anything was wrong. Ctrl-C ends it; what was counted until then is printed.
"""

import argparse
import sys
import time

import msgspec

from tests.nightly.fault_injection.report import Report, Tally
from tests.nightly.fault_injection.rows import ROWS, tried

_EVERY = 30.0
"""Seconds between two words of how far a row is, where nobody looks on."""


class _Progress:
    """Says on the error output how far a row is."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, tally: Tally) -> None:
        terminal, now = sys.stderr.isatty(), time.monotonic()
        if now - self._told < (0.2 if terminal else _EVERY):
            return
        self._told = now
        said = f"{tally.row}: {tally.tried:,} of {tally.wanted:,}, {tally.wrong} wrong, {tally.seconds:.0f} s"
        sys.stderr.write(f"\r{said}\033[K" if terminal else f"{said}\n")
        sys.stderr.flush()


def _arguments() -> argparse.Namespace:
    rows = "\n".join(f"  {row.name:<10} {row.short:>9,} / {row.full:>10,}  {row.what}" for row in ROWS)
    parser = argparse.ArgumentParser(
        prog="python -m tests.nightly.fault_injection",
        description=__doc__,
        epilog=f"rows, every night / in full:\n{rows}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = [row.name for row in ROWS]
    parser.add_argument("rows", metavar="ROW", nargs="*", choices=[*names, []], help="which (default: all)")
    parser.add_argument("--full", action="store_true", help="the full form; times and memory are judged too")
    parser.add_argument("--seed", type=int, default=1, help="where chance begins (default 1)")
    parser.add_argument("--count", type=int, help="how often, or for how many seconds, instead")
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    given = parser.parse_args()
    given.rows = given.rows or names
    return given


def _print(report: Report) -> None:
    clear = "\r\033[K" if sys.stderr.isatty() else ""
    sys.stderr.write(clear)
    whole = "" if report.whole else " (interrupted)"
    sys.stdout.write(f"{report.row:<10} {report.tried:>11,} {report.wrong:>6,} {report.seconds:>8.1f}{whole}\n")
    for words in (report.first, report.again, report.notes):
        if words:
            sys.stdout.write(f"           {words}\n")
    sys.stdout.flush()


def main() -> int:
    """Runs what was asked for."""
    given = _arguments()
    if not given.json:
        sys.stdout.write(f"{'row':<10} {'tried':>11} {'wrong':>6} {'seconds':>8}\n")
    reports = []
    for name in given.rows:
        report = tried(name, given.count, seed=given.seed, full=given.full, told=_Progress())
        reports.append(report)
        if not given.json:
            _print(report)
        if not report.whole:
            break
    if given.json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(reports)).decode() + "\n")
    return 1 if any(report.wrong for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())

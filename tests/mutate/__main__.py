"""`make mutate`: lists the altered values that no test naming their clause noticed. There must be none."""

import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from sevenout.compile import check_book
from sevenout.rulebook.source import Source, overlay, parse, read_book, shipped, shipped_text
from tests.clauses.house import House
from tests.clauses.map import tests_of
from tests.mutate.values import mutants

PARTS = 4


def noticed(altered: Source, tests: list[Callable[[House], None]]) -> str:
    """Who notices the altered file: the loader, a test that names the clause, or nobody."""
    compiled, faults = check_book(altered)
    if faults or compiled is None:
        return "loader"
    house = House(compiled)
    for test in tests:
        try:
            test(house)
        except Exception:  # any failure, of whatever kind, is a red test
            return "test"
    return ""


def examine(book: str, part: int) -> tuple[Counter[str], list[str]]:
    """A share of a book's mutants: how many were noticed by whom, and which survived."""
    own = parse(shipped_text(book), book)
    base = read_book(own.tables["extends"]) if "extends" in own.tables else None
    tests = tests_of(book)
    counts: Counter[str] = Counter()
    survivors = []
    for mutant in list(mutants(own.tables))[part::PARTS]:
        altered = Source(mutant.tables, own.lines, own.origin, own.digest)
        by = noticed(altered if base is None else overlay(altered, base), tests.get(mutant.clause, []))
        counts[by] += 1
        if not by:
            named = "" if mutant.clause in tests else "  (no test names this clause)"
            survivors.append(f"{book}: {mutant.where}: {mutant.change}  [{mutant.clause}]{named}")
    return counts, survivors


def main(books: list[str]) -> int:
    """Examines the books, all of them unless some are named."""
    started = time.monotonic()
    jobs = [(book, part) for book in books or shipped() for part in range(PARTS)]
    totals: Counter[str] = Counter()
    survivors: list[str] = []
    with ProcessPoolExecutor() as pool:
        for (book, part), (counts, found) in zip(jobs, pool.map(examine, *zip(*jobs, strict=True)), strict=True):
            totals += counts
            survivors += found
            sys.stderr.write(f"{book} {part + 1}/{PARTS}: {counts.total()} altered, {len(found)} unnoticed\n")
    for survivor in survivors:
        print(survivor)
    print(
        f"{totals.total()} values altered: {totals['test']} turned a test of their clause red, "
        f"{totals['loader']} no longer load, {len(survivors)} survive ({time.monotonic() - started:.0f} s)"
    )
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

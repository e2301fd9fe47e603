"""`make mutate`: lists the altered values that no test naming their clause noticed. There must be none.

Without names: every book, every chapter of the manuals and every file of sentences. With names: those books and files
(`marina-bay-sands/marks`, `calls` for that chapter of every house, `lessons/typical`). With `--if-changed`: nothing,
unless a file has changed since all of them were last noticed.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book, open_book
from sevenout.rulebook.source import Source, overlay, parse, read_book, shipped, shipped_text
from tests.clauses import sentences
from tests.clauses.house import House
from tests.clauses.map import tests_of
from tests.nightly.mutate.changes import is_unchanged, remember_passed
from tests.nightly.mutate.manuals import FILES, altered_manual, loads, manual_mutants, read
from tests.nightly.mutate.sentences import noticed_sentence, sentence_mutants
from tests.nightly.mutate.values import mutants

PARTS = 4

Tests = list[Callable[[House], None]]


def goes_red(rules: CompiledBook, tests: Tests) -> bool:
    """Whether one of the tests fails."""
    house = House(rules)
    for test in tests:
        try:
            test(house)
        except Exception:  # any failure, of whatever kind, is a red test
            return True
    return False


def noticed(altered: Source, tests: Tests) -> str:
    """Who notices the altered file: the loader, a test that names the clause, or nobody."""
    compiled, faults = check_book(altered)
    if faults or compiled is None:
        return "loader"
    return "test" if goes_red(compiled, tests) else ""


def noticed_manual(file: str, altered: dict[str, object], rules: CompiledBook, tests: Tests) -> str:
    """The same of an altered chapter of a manual."""
    house, _, chapter = file.partition("/")
    with altered_manual(house, chapter, altered):
        if not loads(rules, chapter):
            return "loader"
        return "test" if goes_red(rules, tests) else ""


tests_named = cache(tests_of)


@cache
def tests_green(book: str, clause: str) -> Tests:
    """The tests of a clause that pass as things are: one that is red already notices nothing."""
    rules = open_book(book)
    return [test for test in tests_named(book).get(clause, []) if not goes_red(rules, [test])]


def examine(name: str, part: int) -> tuple[Counter[str], list[str]]:
    """A share of the mutants of a book or of a chapter: how many were noticed by whom, and which survived."""
    counts: Counter[str] = Counter()
    survivors = []
    if name in sentences.FILES:
        for mutant in list(sentence_mutants(sentences.read(name)))[part::PARTS]:
            seen = noticed_sentence(name, mutant)
            counts["test" if seen else ""] += 1
            survivors += [] if seen else [f"{name}: {mutant.where}: {mutant.change}"]
        return counts, survivors
    book, _, chapter = name.partition("/")
    if chapter:
        rules, tables = open_book(book), read(name)
        changes = list(manual_mutants(tables, chapter))
    else:
        own = parse(shipped_text(book), book)
        base = read_book(own.tables["extends"]) if "extends" in own.tables else None
        changes = list(mutants(own.tables))
    for mutant in changes[part::PARTS]:
        named = tests_green(book, mutant.clause)
        if chapter:
            by = noticed_manual(name, mutant.tables, rules, named)
        else:
            altered = Source(mutant.tables, own.lines, own.origin, own.digest)
            by = noticed(altered if base is None else overlay(altered, base), named)
        counts[by] += 1
        if not by:
            unnamed = "" if named else "  (no test that is green names this clause)"
            survivors.append(f"{name}: {mutant.where}: {mutant.change}  [{mutant.clause}]{unnamed}")
    return counts, survivors


def chosen(names: list[str]) -> list[str]:
    """The books and files that are meant."""
    every = [*shipped(), *FILES, *sentences.FILES]
    if not names:
        return every
    return [file for name in names for file in every if file == name or file.partition("/")[2] == name]


def main(names: list[str]) -> int:
    """Examines books and manuals."""
    if names == ["--if-changed"]:
        if is_unchanged():
            print("mutate: books, manuals, lessons, glossary and the tests of their clauses are as they last passed")
            return 0
        names = []
    started = time.monotonic()
    jobs = [(name, part) for name in chosen(names) for part in range(PARTS)]
    totals: Counter[str] = Counter()
    survivors: list[str] = []
    with ProcessPoolExecutor() as pool:
        for (name, part), (counts, unnoticed) in zip(jobs, pool.map(examine, *zip(*jobs, strict=True)), strict=True):
            totals += counts
            survivors += unnoticed
            sys.stderr.write(f"{name} {part + 1}/{PARTS}: {counts.total()} altered, {len(unnoticed)} unnoticed\n")
    for survivor in survivors:
        print(survivor)
    by_file = Counter(survivor.partition(":")[0] for survivor in survivors)
    for name, count in sorted(by_file.items()):
        print(f"{name}: {count} survive")
    print(
        f"{totals.total()} values altered: {totals['test']} turned a test of their clause red, "
        f"{totals['loader']} no longer load, {len(survivors)} survive ({time.monotonic() - started:.0f} s)"
    )
    if not survivors and not names:
        remember_passed()
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

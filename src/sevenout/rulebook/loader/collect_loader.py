"""Reads what a wager gathers or counts: `collect` and `count`, with what so many pay and when."""

from itertools import pairwise
from operator import itemgetter

from sevenout.rulebook.loader import value_parsing as parsing
from sevenout.rulebook.loader.table_reader import TableReader
from sevenout.rulebook.loader.value_parsing import Unreadable
from sevenout.rulebook.model import Collect, CountPays, PaidWhen, Row, step_worth
from sevenout.rulebook.source import CITATION_WORDS

PAID: tuple[PaidWhen, ...] = ("when complete", "when lost", "when complete or lost")


def read_collect(words: TableReader) -> Collect | None:
    """What a wager gathers or counts, if it does."""
    if "collect" in words and "count" in words:
        words.fault("count", "it gathers totals and counts rolls", "Write collect or count, as wagers of their own")
    counts = "count" in words
    word = "count" if counts else "collect"
    raw = words.raw(word)
    if not isinstance(raw, dict):
        if raw is not None:
            words.fault(word, f"{word} is no table", f'Write {word} = {{ roll = [...], pays = {{ 5 = "34:1" }} }}')
        return None
    inner = words.inner(word)
    pays = inner.inner("pays")
    each = _each_total(words, pays) if counts and any(isinstance(raw, dict) for raw in pays.table.values()) else ()
    entries = [step for _, steps in each for step in steps] if each else _steps(words, word, pays)
    if not entries:
        does = "counts rolls" if counts else "gathers totals"
        words.fault(word, f"it {does} but pays for none", 'Write pays = { 5 = "34:1" }')
        return None
    paid = inner.choice("paid", PAID, "when complete")
    return Collect(tuple(sorted(entries, key=itemgetter(0))), paid, pays.cite, counts, each)


def _steps(words: TableReader, word: str, pays: TableReader) -> list[tuple[int, CountPays]]:
    """What so many pay, from few to many."""
    steps: list[tuple[int, CountPays]] = []
    for number in pays.table:
        if number not in CITATION_WORDS:
            try:
                many = parsing.number_counted(number) if word == "count" else parsing.number_gathered(number)
                raw = pays.raw(number)
                steps.append((many, "push" if raw == "push" and word == "count" else parsing.ratio(raw)))
            except Unreadable as error:
                words.fault(word, f"{number}: {error.message}", error.remedy)
    return sorted(steps, key=itemgetter(0))


def _each_total(words: TableReader, pays: TableReader) -> tuple[tuple[int, tuple[tuple[int, CountPays], ...]], ...]:
    """The totals that count for themselves, each with what so many of it pay."""
    totals: dict[int, tuple[tuple[int, CountPays], ...]] = {}
    for name in pays.table:
        if name in CITATION_WORDS:
            continue
        if not name.isdecimal() or not 2 <= int(name) <= 12 or not isinstance(pays.table[name], dict):
            remedy = 'Write a table for every total: pays = { 4 = { 3 = "120:1" }, 5 = { 3 = "95:1" } }'
            words.fault("count", f"{name}: it counts each total for itself", remedy)
            continue
        inner = pays.inner(name)
        steps = tuple(_steps(words, "count", inner))
        inner.close()
        if any(step_worth(less) >= step_worth(more) for (_, less), (_, more) in pairwise(steps)):
            words.fault("count", f"{name}: more of it do not pay more", "Let every step pay more than the one before")
        if steps:
            totals[int(name)] = steps
    return tuple(sorted(totals.items()))


def read_count_rows(words: TableReader) -> tuple[Row, ...]:
    """The rolls that count: those of one row, or of several with a `when` of their own."""
    raw = words.raw("count")
    if not isinstance(raw, dict):
        return ()
    if "rows" not in raw:
        return words.rows("count", "collect", also=("pays", "paid"))
    inner = words.inner("count")
    rows = inner.rows("rows", "collect")
    for word in ("pays", "paid"):
        inner.raw(word)
    inner.close()
    return rows

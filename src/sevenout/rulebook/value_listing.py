"""Every value that a rulebook states, as a row to read: its word, the value in words, the clause, the provenance.

What a book leaves to the format's own defaults is not shown: there is nothing to cite.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import time
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.money import format_amount
from sevenout.base.refusal import Citation
from sevenout.rulebook.model import (
    Collect,
    CountPays,
    NoRollRules,
    NumbersTable,
    Row,
    Rulebook,
    Shootout,
    Value,
    Wager,
)
from sevenout.rulebook.roll_sets import Trigger
from sevenout.rulebook.wager_schema import WAGER_WORDS


class RulebookValue(Struct, frozen=True):
    """One value, ready to be shown."""

    word: str
    text: str
    cite: Citation
    written: bool = True


_AMOUNTS = ("minimum", "maximum", "maximum-win", "chip")


def house_values(book: Rulebook) -> Iterator[RulebookValue]:
    """The values that hold for the whole house."""
    return (entry for entry in _house_values(book) if entry.written)


def wager_values(wager: Wager) -> Iterator[RulebookValue]:
    """Every word of one wager."""
    return (entry for entry in _wager_values(wager) if entry.written)


def _house_values(book: Rulebook) -> Iterator[RulebookValue]:
    plain = ("minimum", "maximum", "chip", "rounding", "commission_rounding", "commission_least")
    for name in plain:
        yield _entry(name, getattr(book, name))
    if book.puck is not None:
        yield _entry("points", book.puck.points)
        yield _entry("naturals", book.puck.naturals)
        for name, rows in (
            ("established", book.puck.established),
            ("made", book.puck.made),
            ("seven-out", book.puck.seven_out),
        ):
            for row in rows:
                yield RulebookValue(f"puck {name}", _rolls(row), row.cite)
    for part in (book.shooter, book.throw):
        for name in part.__struct_fields__:
            if name != "breaches":
                yield _entry(f"{type(part).__name__.lower()} {name}", getattr(part, name))
    for breach in book.shooter.breaches:
        yield RulebookValue(f"shooter {breach.key}", "a rule for shooters", breach.cite)
    yield from _no_roll_values(book.no_roll)
    if book.shootout is not None:
        yield from _shootout_values(book.shootout)
    for name in (
        *("mixed_propositions", "shortfall", "props_down", "unnoticed"),
        *("wagers_listed", "calls_last", "tokes_ride"),
    ):
        yield _entry(name, getattr(book, name))
    for group in book.groups:
        text = f"{', '.join(map(str, group.numbers.value))}{' without the point' if group.except_point.value else ''}"
        yield RulebookValue(f"group {group.name}", text, group.numbers.cite)


def _no_roll_values(no_roll: NoRollRules) -> Iterator[RulebookValue]:
    for name in ("called_by", "overruled_by", "cocked"):
        yield _entry(f"no-roll {name}", getattr(no_roll, name))
    for ground in no_roll.grounds:
        own = "" if ground.called_by == no_roll.called_by else f", called by {_text(ground.called_by.value)}"
        warned = ", after a warning" if ground.after_warning.value else ""
        excepted = f", but not {_text(ground.excepted)}" if ground.excepted else ""
        yield RulebookValue(f"no-roll {ground.key}", f"{ground.call.value}{own}{warned}{excepted}", ground.call.cite)


def _shootout_values(shootout: Shootout) -> Iterator[RulebookValue]:
    yield _entry("shootout points", shootout.points)
    for name in ("starts", "grows", "capped"):
        value: Value[Any] = getattr(shootout, name)
        yield RulebookValue(f"shootout {name}", format_amount(value.value), value.cite)
    yield _entry("shootout day_begins", shootout.day_begins)
    for share in shootout.shares:
        word = f"shootout share up to {format_amount(share.up_to.value)}"
        yield RulebookValue(word, format_amount(share.share.value), share.share.cite)
    flags = ("needs_line_bet", "void_when_passed", "taker_completes", "posted")
    for name in (*flags, "marked", "notified", "inspected", "signed"):
        yield _entry(f"shootout {name}", getattr(shootout, name))


def _wager_values(wager: Wager) -> Iterator[RulebookValue]:
    for word in WAGER_WORDS:
        shown = _SHOWN.get(word.name)
        value: Any = None if word.presents or shown else getattr(wager, word.field)
        if shown is not None:
            yield from shown(wager)
        elif isinstance(value, NumbersTable):
            yield _numbers(word.name, value, wager)
        elif value is not None:
            yield _entry(word.name, value)


def _cap(wager: Wager) -> Iterator[RulebookValue]:
    if wager.cap is not None:
        times = _numbers("times", wager.cap.times, wager)
        yield RulebookValue("cap", f"{wager.cap.by.value} at most so many times the flat bet: {times.text}", times.cite)


def _rows(wager: Wager) -> Iterator[RulebookValue]:
    counts = wager.collect is not None and wager.collect.counts
    for row in wager.rows:
        word = "count" if counts and row.outcome == "collect" else row.outcome
        yield RulebookValue(word, f"{_rolls(row, wager)}{' to ' + row.to if row.to else ''}", row.cite)


def _parts(wager: Wager) -> Iterator[RulebookValue]:
    if wager.parts is not None:
        yield RulebookValue(
            "parts", ", ".join(f"{units} on {key}" for key, units in wager.parts.value), wager.parts.cite
        )


def _collect(wager: Wager) -> Iterator[RulebookValue]:
    if wager.collect is not None and not wager.collect.counts:
        yield RulebookValue("collect pays", f"{pays_text(wager)}, {wager.collect.paid.value}", wager.collect.cite)


def _count(wager: Wager) -> Iterator[RulebookValue]:
    if wager.collect is not None and wager.collect.counts:
        yield RulebookValue("count pays", f"{pays_text(wager)}, {wager.collect.paid.value}", wager.collect.cite)


def _working(wager: Wager) -> Iterator[RulebookValue]:
    for name in wager.working.__struct_fields__:
        yield _entry(f"working {name}", getattr(wager.working, name))


def _commission(wager: Wager) -> Iterator[RulebookValue]:
    if wager.commission is not None:
        for name in wager.commission.__struct_fields__:
            yield _entry(f"commission {name}", getattr(wager.commission, name))


_SHOWN: dict[str, Callable[[Wager], Iterator[RulebookValue]]] = {
    "cap": _cap, "rows": _rows, "parts": _parts, "collect": _collect, "count": _count, "working": _working,
    "commission": _commission,
}  # fmt: skip
"""The words that hold more than one value."""


def pays_text(wager: Wager) -> str:
    """A wager's pays, in a few words."""
    if wager.pays is not None:
        return _numbers("pays", wager.pays, wager).text
    if wager.collect is not None:
        if wager.collect.each:
            return _pays_by_total(wager.collect)
        if wager.collect.counts:
            return _pays_by_times(wager.collect.pays)
        every = "all " if wager.collect.paid.value == "when complete" else ""
        return ", ".join(f"{every}{count} numbers pay {odds}" for count, odds in wager.collect.pays)
    return "each part at its own odds" if wager.parts else ""


def _pays_by_total(collect: Collect) -> str:
    """Totals that pay alike are told once."""
    alike: dict[str, list[str]] = {}
    for total, steps in collect.each:
        alike.setdefault(_pays_by_times(steps), []).append(str(total))
    return "; ".join(f"{' or '.join(totals)} {pays}" for pays, totals in alike.items())


def _pays_by_times(steps: Sequence[tuple[int, CountPays]]) -> str:
    return ", ".join(f"{times} times {'pushes' if pays == 'push' else f'pays {pays}'}" for times, pays in steps)


def _entry(name: str, value: Value[Any]) -> RulebookValue:
    word = name.replace("_", "-")
    written = value.line > 0 or value.cite != Citation()
    return RulebookValue(word, _text(value.value, amount=word in _AMOUNTS), value.cite, written)


def _text(value: object, *, amount: bool = False) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() if amount:
            return format_amount(value)
        case time():
            return f"{value:%H:%M}"
        case Fraction():
            return f"{float(value):g}"
        case tuple():
            return ", ".join(_text(item) for item in value) or "none"
        case _:
            return str(value)


def _numbers(word: str, numbers: NumbersTable[Any], wager: Wager) -> RulebookValue:
    amount = word in _AMOUNTS
    written = numbers.line > 0 or numbers.cite != Citation()
    if numbers.by == "n" and wager.n is not None:
        own_values = numbers.at(wager.n, None)
        return RulebookValue(
            word, ", ".join(_text(value, amount=amount) for value in own_values), numbers.cite, written
        )
    if numbers.by == "all":
        return RulebookValue(word, _text(numbers.entries[0][1], amount=amount), numbers.cite, written)
    named: dict[str, list[str]] = {}
    for trigger, value in numbers.entries:
        named.setdefault(_text(value, amount=amount), []).append(_trigger(trigger, wager))
    texts = [f"{value} on {', '.join(on)}" if on != ["otherwise"] else f"else {value}" for value, on in named.items()]
    return RulebookValue(word, "; ".join(texts), numbers.cite, written)


def rolls_text(row: Row, wager: Wager | None = None) -> str:
    """The rolls of a row, whatever the puck."""
    return ", ".join(_trigger(trigger, wager) for trigger in row.triggers)


def _rolls(row: Row, wager: Wager | None = None) -> str:
    named = rolls_text(row, wager)
    return named if row.when == "any" else f"{named} with the puck {row.when}"


def _trigger(trigger: Trigger | None, wager: Wager | None = None) -> str:
    if trigger is None:
        return "otherwise"
    if trigger.kind == "n" and wager is not None and wager.n is not None:
        return str(replace(trigger, kind="total", number=wager.n))
    return str(trigger)

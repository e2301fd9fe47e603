"""Compiles a rulebook into rows, so that what a roll does to a wager is one lookup: `cells[puck][roll][slot]`.

A slot is one wager in one state under one call. The rulebook files and what compiles them (`puck`, `columns`,
`reachability`)
are the only places that know a rule of craps.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from sevenout.base.dice import FAIR_DICE, DiceModel
from sevenout.base.errors import BadRulebook, Fault
from sevenout.base.money import Odds
from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import notation_name
from sevenout.rulebook.compiler.puck_machine import PuckMachine, puck_machine
from sevenout.rulebook.compiler.reachability import check_numbers, check_reach, present_under
from sevenout.rulebook.compiler.transitions import Call, Transition, TransitionTable, WagerSlots
from sevenout.rulebook.loader.book_loader import read
from sevenout.rulebook.model import Row, RowOutcome, Rulebook, Value, Wager
from sevenout.rulebook.source import ROWS, Source, read_book, shipped


class CompiledWager(Struct, frozen=True):
    """One wager of the compiled book: its slots and what the rows say of its payouts."""

    index: int
    wager: Wager
    first: int
    slots: tuple[tuple[Call, int], ...]
    """Its slot for each call; a collecting wager has one call and further slots behind it."""
    end: int
    """The slot after its last."""
    odds: tuple[tuple[Odds, ...], ...]
    """Every payout it can have, by puck."""
    flat: int | None
    """The spot it attaches to."""
    attached: tuple[int, ...]
    """The spots that attach to it."""
    parts: tuple[tuple[int, int], ...]
    """Spot and units of each part of a composite."""
    unit: int
    """How many chips its stake comes in."""
    gathers: tuple[int, ...] = ()
    """The totals that a collecting wager can gather."""
    counted: tuple[tuple[int, ...], ...] = ()
    """What each slot of a counting wager has counted: how often, or every total as often as it came."""
    rows: tuple[Row, ...] = ()
    """What decides it: its own rows, or those of the flat bet that it follows."""
    otherwise: Value[RowOutcome] | None = None
    """What all other rolls do to it, if that is written."""

    @property
    def key(self) -> str:
        return self.wager.key

    @property
    def title(self) -> str:
        """The house's title of it; a member of a family has its number in it."""
        return self.wager.title

    def payouts(self, puck: int | None = None) -> tuple[Odds, ...]:
        """Every payout it can have, under one puck (under any, if it can have none under that one)."""
        if puck is not None and self.odds[puck]:
            return self.odds[puck]
        return tuple(dict.fromkeys(odds for under in self.odds for odds in under))

    def slot(self, call: Call) -> int | None:
        """Its slot under a call, if it can be called so."""
        return next((slot for name, slot in self.slots if name == call), None)

    def __repr__(self) -> str:
        return f"<Spot {self.key}: {self.title}>"


class SlotName(NamedTuple):
    """The name of a slot: the wager, how it was called, and the totals that it has gathered."""

    wager: str
    call: Call = ""
    gathered: tuple[int, ...] = ()


class CompiledBook(Struct, frozen=True):
    """A rulebook's rows, and the puck's own machine."""

    book: Rulebook
    puck: PuckMachine
    spots: tuple[CompiledWager, ...]
    by_key: dict[str, CompiledWager]
    spot_of: tuple[CompiledWager, ...]
    """The spot of every slot."""
    cells: tuple[tuple[tuple[Transition | None, ...], ...], ...]
    """By puck, roll and slot; None: the roll leaves the wager alone."""
    labels: tuple[SlotName, ...]
    """What every slot is called."""
    slot_of: dict[tuple[str, Call, tuple[int, ...]], int]
    """The slot of every label."""
    citations: tuple[Citation, ...]
    """All that an edge can cite, each once."""
    cite_number: dict[Citation, int]
    """The number of each of them."""
    lies_under: tuple[frozenset[int], ...]
    """By puck, the spots that can lie on the layout while it stands so."""
    glossary: dict[str, tuple[str, ...]]
    """Every name that the house has for a wager, as the notation writes it, and the wagers it may mean."""
    dice: DiceModel = FAIR_DICE
    """The dice that analysis throws in this house; at a table they are thrown by somebody."""

    def wager_named(self, name: str) -> str | None:
        """The key of the wager that a name means in this house; None if it means none, or more than one.

        >>> rules = open_book("new-south-wales")
        >>> rules.wager_named("win-line"), rules.wager_named("dont-pass"), rules.wager_named("boxcars")
        ('pass', 'dont-pass', None)
        """
        meanings = self.glossary.get(name, ())
        return meanings[0] if len(meanings) == 1 else None

    def __repr__(self) -> str:
        return f"<Compiled {self.book.name}: {len(self.spots)} wagers>"


def open_book(name_or_path: str, beside: Path | None = None) -> CompiledBook:
    """Loads and compiles a shipped book or a file; raises BadRulebook with every fault of words, values and rows.

    A shipped book is compiled once in a process; a file is read anew every time, and its faults name it.

    >>> len(open_book("catfish-bend").spots)
    85
    >>> open_book("catfish-bend") is open_book("catfish-bend")
    True
    """
    if name_or_path in shipped():
        return _compile_shipped(name_or_path)
    try:
        return _compile(read_book(name_or_path, beside))
    except BadRulebook as error:
        raise BadRulebook(fault._replace(file=fault.file or name_or_path) for fault in error.faults) from error


@cache
def _compile_shipped(name: str) -> CompiledBook:
    return _compile(read_book(name))


def _compile(source: Source) -> CompiledBook:
    compiled, faults = check_book(source)
    if compiled is None:
        raise BadRulebook(faults)
    return compiled


def check_book(source: Source) -> tuple[CompiledBook | None, tuple[Fault, ...]]:
    """Everything wrong with a rulebook, at once; the rows if nothing is."""
    book, faults, broken = read(source)
    machine, puck_faults = puck_machine(book)
    columns = TransitionTable(book, machine, broken)
    written = {fault.where for fault in faults}
    for wager in broken:
        if wager.rows and not any(f"wagers.{wager.family}.{word}" in written for word in ROWS):
            columns.check_rows(wager)
    present = [] if puck_faults else present_under(columns)
    if not puck_faults:
        check_reach(columns, present, complete=not (broken or columns.faults))
        check_numbers(columns)
    every_fault = sorted(
        {*faults, *puck_faults, *columns.faults}, key=lambda fault: (fault.line, fault.where, fault.message)
    )
    return (None if every_fault else _rows(book, machine, columns, present)), tuple(every_fault)


def _rows(book: Rulebook, machine: PuckMachine, columns: TransitionTable, present: list[set[int]]) -> CompiledBook:
    """Turns the columns so that one roll under one puck is one row by slot."""
    flats = [columns.index[d.wager.attaches_to.value] if d.wager.attaches_to else None for d in columns.drafts]
    spots = tuple(
        CompiledWager(
            index=index,
            wager=draft.wager,
            first=draft.first,
            slots=draft.slots,
            end=draft.end,
            odds=tuple(_payouts(draft, puck.index) for puck in machine.states),
            flat=flats[index],
            attached=tuple(other for other, flat in enumerate(flats) if flat == index),
            parts=draft.parts,
            unit=draft.unit,
            gathers=draft.gathers,
            counted=tuple(map(draft.counts.label, range(draft.states))) if draft.counts else (),
            rows=draft.decided_by.rows,
            otherwise=draft.decided_by.otherwise,
        )
        for index, draft in enumerate(columns.drafts)
    )
    labels = tuple(label for spot in spots for label in _labels(spot))
    citations = _citations(columns)
    return CompiledBook(
        book=book,
        puck=machine,
        spots=spots,
        by_key={spot.key: spot for spot in spots},
        spot_of=tuple(spot for spot in spots for _ in range(spot.first, spot.end)),
        cells=tuple(
            tuple(zip(*(by_puck[puck.index] for by_puck in columns.by_slot), strict=True)) for puck in machine.states
        ),
        labels=labels,
        slot_of={label: slot for slot, label in enumerate(labels)},
        citations=citations,
        cite_number={cite: number for number, cite in enumerate(citations)},
        lies_under=tuple(
            frozenset(index for index, pucks in enumerate(present) if puck.index in pucks) for puck in machine.states
        ),
        glossary=_glossary(book),
    )


def _glossary(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """Titles and other names; a key means its own wager, whatever else is called so."""
    names: dict[str, tuple[str, ...]] = {}
    for wager in book:
        for name in dict.fromkeys(map(notation_name, (wager.title, *wager.also.value))):
            names[name] = (*names.get(name, ()), wager.key)
    return {**names, **{wager.key: (wager.key,) for wager in book}}


def _labels(spot: CompiledWager) -> Iterator[SlotName]:
    """One for every slot: its calls, or whatever a collecting wager can have gathered (one bit for each total)."""
    if spot.wager.collect is None:
        yield from (SlotName(spot.key, call) for call, _ in spot.slots)
        return
    if spot.counted:
        yield from (SlotName(spot.key, "", counted) for counted in spot.counted)
        return
    for state in range(spot.end - spot.first):
        yield SlotName(spot.key, "", tuple(total for bit, total in enumerate(spot.gathers) if state >> bit & 1))


def _citations(columns: TransitionTable) -> tuple[Citation, ...]:
    """In the order of the book; pucks that share a column are looked at once."""
    alike = {id(column): column for by_puck in columns.by_slot for column in by_puck}
    return tuple(dict.fromkeys(edge.cite for column in alike.values() for edge in column if edge is not None))


def _payouts(draft: WagerSlots, puck: int) -> tuple[Odds, ...]:
    odds_paid = {edge.odds: None for edge in draft.at_risk[puck] if edge is not None and edge.odds is not None}
    if draft.wager.collect is not None:
        odds_paid |= {odds: None for _, odds in draft.wager.collect.pays if odds != "push"}
    return tuple(odds_paid)

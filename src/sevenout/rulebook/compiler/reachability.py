"""Checks that every wager of a book can be reached and left, takes its odds along, and that every value is of use."""

from collections.abc import Iterator
from typing import Any

from sevenout.rulebook.compiler.puck_machine import in_season
from sevenout.rulebook.compiler.transitions import DOWN, TransitionTable, WagerSlots, under
from sevenout.rulebook.model import NumbersTable, Wager
from sevenout.rulebook.roll_sets import Number, RollMask, Trigger, describe, number_mask


def check_reach(columns: TransitionTable, present: list[set[int]], *, complete: bool) -> None:
    """Notes every wager that cannot be reached or left, and odds that would stay behind when their flat bet goes.

    While the book is not complete, nobody knows what its faulty wagers would travel to: then no number is called out
    of reach, and a wager that has a fault already is left in peace.
    """
    faulty = {fault.where.split(".")[1] for fault in columns.faults}
    for draft, pucks in zip(columns.drafts, present, strict=True):
        member = f" for {draft.wager.key}" if draft.wager.n else ""
        if draft.wager.family in faulty or draft.wager.key in columns.incomplete:
            continue
        if not pucks and not complete and draft.wager.n:
            continue
        if not pucks:
            message = f"it can never come to lie on the layout{member}"
            columns.fault(draft.wager, "made", message, "Let it be made, or let a wager travel to it")
        elif not any(edge is not None for puck in pucks for edge in draft.at_risk[puck]):
            columns.fault(draft.wager, "", f"no roll ever decides it{member}", "Give it a win or a lose row")
        _check_attached(columns, draft, pucks)


def present_under(columns: TransitionTable) -> list[set[int]]:
    """Under which pucks each wager can lie on the layout: made there, left alone by a roll, or travelled to.

    However it may have been called: one that is off is left alone by rolls that would decide it.
    """
    drafts, machine = columns.drafts, columns.machine
    present: list[set[int]] = [set() for _ in drafts]
    waiting = [
        (index, puck.index)
        for index, draft in enumerate(drafts)
        for puck in machine.states
        if in_season(draft.wager.made.value, puck)
    ]
    owner = {slot: index for index, draft in enumerate(drafts) for slot in range(draft.first, draft.end)}
    while waiting:
        index, puck = waiting.pop()
        if puck in present[index]:
            continue
        present[index].add(puck)
        called = [by_puck[puck] for _, slot in drafts[index].slots if (by_puck := columns.by_slot[slot])]
        reached = {
            (index if edge is None else owner.get(edge.goto, -1), after.goto)
            for column in called or [drafts[index].at_risk[puck]]
            for edge, after in zip(column, machine.edges[puck], strict=True)
        }
        waiting += [(spot, after) for spot, after in reached if spot >= 0]
    return present


def _check_attached(columns: TransitionTable, draft: WagerSlots, pucks: set[int]) -> None:
    attaches_to = draft.wager.attaches_to
    if attaches_to is None or attaches_to.value not in columns.index:
        return
    flat = columns.drafts[columns.index[attaches_to.value]]
    for puck in sorted(pucks):
        for index, decided in enumerate(flat.at_risk[puck]):
            if decided is None:
                continue
            edges = {call: columns.by_slot[slot][puck][index] for call, slot in draft.slots}
            left = [call for call, edge in edges.items() if edge is None or decided.goto == DOWN != edge.goto]
            if left:
                called = f" while called {left[0]}" if left[0] else ""
                where = f"{under(columns.machine.states[puck])}{called}"
                message = f"it stays when {describe(1 << index)} decides {attaches_to.value}{where}"
                if edges[left[0]] is not None:
                    remedy = 'Write after-win = "down", or let its flat bet stay up too'
                    columns.fault(draft.wager, "after-win", message, remedy, draft.wager.after_win.line)
                    return
                remedy = 'Decide both by the same rolls; where it can be off, write idle = "returned with the flat"'
                columns.fault(draft.wager, "", message, remedy)
                return


def check_numbers(columns: TransitionTable) -> None:
    """Notes every payout and limit by number that no member of its family and no roll can ever use.

    Values that are inherited are left in peace: a house with fewer points may keep the tables of the one it extends.
    """
    faulty = {fault.where.split(".")[1] for fault in columns.faults}
    written: dict[tuple[str, int], tuple[Wager, NumbersTable[Any], set[Trigger]]] = {}
    for draft in columns.drafts:
        for word, numbers in _by_number(draft.wager):
            _, _, used = written.setdefault((word, numbers.line), (draft.wager, numbers, set()))
            used.update(_reachable_keys(columns, draft, word, numbers))
    for (word, line), (wager, numbers, used) in written.items():
        unused = [str(key) for key, _ in numbers.entries if key is not None and key not in used]
        if unused and line and wager.family not in faulty:
            message = f"nothing can ever use the value for {', '.join(unused)}"
            columns.fault(wager, word, message, "Mend or remove it", line)


def _by_number(wager: Wager) -> Iterator[tuple[str, NumbersTable[Any]]]:
    """The words of a wager that have a value for each number."""
    times = wager.cap.times if wager.cap else None
    limits = {"minimum": wager.minimum, "maximum": wager.maximum, "maximum-win": wager.maximum_win, "cap": times}
    for word, numbers in {"pays": wager.pays, **limits}.items():
        if numbers is not None and numbers.by != "all":
            yield word, numbers


def _reachable_keys(
    columns: TransitionTable, draft: WagerSlots, word: str, numbers: NumbersTable[Any]
) -> Iterator[Trigger]:
    """The keys that one wager can come to need."""
    n, points = draft.wager.n, columns.book.points
    for subject, point in _subjects(columns, draft, numbers.by, wins=word == "pays"):
        for key, _ in numbers.entries:
            if key is not None and subject & key.rolls(n, point, points) == subject:
                yield key


def _subjects(
    columns: TransitionTable, draft: WagerSlots, by: str, *, wins: bool
) -> Iterator[tuple[RollMask, int | None]]:
    """The keys of a value and the point that is on then; of payouts only those the wager can win on."""
    if by == "n" and draft.wager.n is not None:
        yield number_mask(draft.wager.n), None
    for puck in columns.machine.states:
        won = [index for index, edge in enumerate(draft.at_risk[puck.index]) if edge and edge.outcome == "win"]
        if by == "point" and puck.point is not None and (won or not wins):
            yield number_mask(Number(puck.point)), puck.point
        elif by == "roll":
            yield from ((1 << index, puck.point) for index in won)

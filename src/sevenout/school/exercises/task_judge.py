"""Judges what somebody did against the tasks of an exercise: what is done, how much, where, in which words and order.

A motion is meant for the task that it has in common what the task is known by; in the rest it may be wrong, and each
such fault is a mark of its own. Only what a clause puts first counts as order.
"""

from collections.abc import Callable, Iterator

from sevenout.base.money import units
from sevenout.base.refusal import Citation
from sevenout.school.exercises.exercise import Exercise, HandMotion, Mark, Task

Unasked = Callable[[HandMotion, int], Mark]
"""The mark of a motion that no task asks for."""
Words = Callable[[Task, HandMotion, int], Iterator[Mark]]
"""The marks of what was said, or of how chips were cut."""


def judge_tasks(
    asked: Exercise, motions: tuple[HandMotion, ...], unasked: Unasked, words: Words | None = None, *, done: bool
) -> Iterator[Mark]:
    """The marks of some motions; `done`: what is missing counts too."""
    matched: dict[int, int] = {}
    for number, motion in enumerate(motions):
        at = _find_task(asked, motion, matched)
        if at is None:
            yield unasked(motion, number)
            continue
        task = asked.tasks[at]
        yield from _mark_difference(task, motion, number)
        yield from words(task, motion, number) if words is not None else ()
        yield from _mark_turn(asked, task, motion, number, matched)
        matched[at] = number
    if done:
        for at, task in enumerate(asked.tasks):
            if at not in matched:
                yield Mark(
                    task.kind, f"Left undone: {task.says}.", task.cite, None, task.motion.seat, task.motion.wager
                )


def count_tasks(asked: Exercise, motions: tuple[HandMotion, ...]) -> int:
    """How many tasks no motion has done yet."""
    matched: dict[int, int] = {}
    for number, motion in enumerate(motions):
        at = _find_task(asked, motion, matched)
        if at is not None:
            matched[at] = number
    return len(asked.tasks) - len(matched)


def _find_task(asked: Exercise, motion: HandMotion, matched: dict[int, int]) -> int | None:
    return next((at for at, task in enumerate(asked.tasks) if at not in matched and _is_meant(task, motion)), None)


def _is_meant(task: Task, motion: HandMotion) -> bool:
    return task.motion.act == motion.act and all(
        getattr(task.motion, name) == getattr(motion, name) for name in task.known_by
    )


def _mark_difference(task: Task, motion: HandMotion, number: int) -> Iterator[Mark]:
    """Another wager, another amount, another place or person than the task has."""
    right = task.motion
    elsewhere = motion.wager != right.wager and motion.wager not in task.as_well
    if elsewhere or motion.to != right.to or motion.seat != right.seat:
        beside = motion.wager in task.beside and motion.to == right.to
        yield Mark(
            "manner" if beside else task.kind, f"It is: {task.says}.", task.cite, number, right.seat, right.wager
        )
    elif right.chips and motion.amount != right.amount:
        off = units(abs(right.amount - motion.amount))
        short = "short" if motion.amount < right.amount else "too much"
        reason = f"{units(motion.amount)} is {off} {short}: it is {units(right.amount)}."
        yield Mark("money", reason, task.cite, number, right.seat, right.wager)


def _mark_turn(asked: Exercise, task: Task, motion: HandMotion, number: int, matched: dict[int, int]) -> Iterator[Mark]:
    """The first task that a clause puts before this one and that is not done yet."""
    for first, cite in task.after:
        if first not in matched:
            yield Mark("order", f"First: {asked.tasks[first].says}.", cite, number, motion.seat, motion.wager)
            return


def counts_as_order(cite: Citation | None) -> bool:
    """True if a document says so: what is only assumed of an order never counts."""
    return cite is not None and cite.provenance != "assumed"

"""The work after a roll as somebody watches it: each motion with the chips it is made of, and where the wager lies.

`sequence` says what is done and in which order, `chips` cuts the amounts, `markers` knows the places. A stake is shown
as
the fewest chips that make it: which ones its owner put down, no event tells.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from sevenout.base.money import format_amount
from sevenout.base.refusal import Refusal
from sevenout.crew.calls.payoff_calls import at_word_of
from sevenout.crew.layout.chips import Chips, Stack
from sevenout.crew.layout.rail import Rail
from sevenout.crew.manual.chapter_loader import Fact
from sevenout.crew.markers import locate_wager
from sevenout.crew.payout.motions import Motion
from sevenout.crew.payout.sequence import sequence
from sevenout.engine.game import Game
from sevenout.table.events import Rolled


class WorkStep(Struct, frozen=True):
    """One motion, the chips in the hand, and the place of the wager in words."""

    motion: Motion
    chips: tuple[Stack, ...] = ()
    """Colour by colour as they are cut; none where nothing is handed over, or no chips of the house make it."""
    at: str = ""
    word_of: Fact[tuple[str, ...]] | None = None
    """At whose word it is paid, if it waits for one."""

    @property
    def word(self) -> str:
        """At whose word it is paid, in words."""
        return "" if self.word_of is None else f"at the word of the {' or '.join(self.word_of.value)}"

    @property
    def manner(self) -> str:
        """With which hand and where to, if the manual tells."""
        return self.motion.manner.of_colours(len(self.chips)).sentence

    @property
    def cut(self) -> str:
        """The chips in words."""
        return ", ".join(map(str, self.chips))


def work_steps(game: Game, event: Rolled, rail: Rail) -> tuple[WorkStep, ...]:
    """Everything that the crew does after a roll, in order, with chips and places.

    >>> from sevenout.base.dice import roll
    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 1200)
    (None, None)
    >>> for step in work_steps(table.game, table.roll(roll(6, 5)), Rail.of(table.snapshot())):
    ...     print(f"{step.motion.sentence} ({step.cut}; {step.at})")
    The stickperson brings the dice in (; )
    Third base pays Ann's pass: 12.00 (2 red, 2 white; the pass line)
    Ann picks up 12.00 of pass (2 red, 2 white; the pass line)
    """
    return steps_of(game, sequence(game, event, rail), rail)


def steps_of(game: Game, motions: Iterable[Motion], rail: Rail) -> tuple[WorkStep, ...]:
    """The same of motions that are left to do: each with its chips and its place."""
    chips = Chips.of(game.rules.book)
    return tuple(_step(game, chips, motion, rail) for motion in motions)


def _step(game: Game, chips: Chips, motion: Motion, rail: Rail) -> WorkStep:
    cut = chips.cut(motion.amount) if motion.amount else ()
    lie = locate_wager(game, motion.wager, rail, motion.seat) if motion.wager else None
    at = "" if lie is None or isinstance(lie, Refusal) else lie.at
    word = at_word_of(game, motion.wager) if motion.act == "pay" else None
    return WorkStep(motion, () if isinstance(cut, Refusal) else cut, at, word)


def step_record(step: WorkStep) -> dict[str, Any]:
    """A step as `replay --json --steps` shows it; what does not apply to it is left out.

    >>> from sevenout.base.refusal import Citation
    >>> step_record(WorkStep(Motion("stickperson", "bring in", Citation("Stickperson 8"))))["says"]
    'The stickperson brings the dice in'
    """
    motion = step.motion
    told: dict[str, Any] = msgspec.to_builtins(motion)
    for word in ("cite", "decided"):
        told.pop(word)
    told["amount"] = format_amount(motion.amount) if motion.amount else ""
    told["at"] = step.at
    told["manner"] = step.manner
    told["chips"] = [
        {"colour": stack.denomination.colour, "value": format_amount(stack.denomination.cents), "chips": stack.chips}
        for stack in step.chips
    ]
    if step.word_of is not None:
        told["at_word_of"] = {"who": [*step.word_of.value], "clause": step.word_of.clause}
    told["decided"] = "" if motion.decided is None else motion.decided.clause
    said = {"says": motion.sentence, "clause": motion.cite.clause, "provenance": motion.cite.provenance}
    return {**{word: value for word, value in told.items() if value}, **said}

"""In which order: steps of one roll to be put in the order in which a dealer takes, pays, moves and marks."""

from collections.abc import Set
from itertools import pairwise
from random import Random
from typing import Literal, NamedTuple

from sevenout.base.refusal import Citation
from sevenout.crew.layout.rail import ENDS, Rail
from sevenout.crew.payout.motions import Motion
from sevenout.crew.payout.precedence import Precedence, precedence
from sevenout.crew.payout.sequence import sequence
from sevenout.engine.game import Game
from sevenout.school.answers import ChoiceAnswer, OrderAnswer
from sevenout.school.questions import Because, Drawn, Topic
from sevenout.school.scenes import busy, describe_table, roll_dice_at, table_of
from sevenout.school.topics.roll_outcomes import kinds
from sevenout.table.events import Rolled
from sevenout.table.table_snapshot import Snapshot, take_snapshot

Dealers = Literal[1, 2]


class WorkedRoll(NamedTuple):
    """A roll and the crew's work after it; a winner's stake that is handed over goes with its payment, untold."""

    table: Snapshot
    """Before it."""
    event: Rolled
    rail: Rail
    steps: tuple[Motion, ...]
    order: Precedence
    """Which of them come before which by a clause."""

    @property
    def dice(self) -> tuple[int, int]:
        """The roll."""
        return self.event.a, self.event.b

    @property
    def description(self) -> str:
        """The table and the dice in words."""
        return describe_table(self.table, self.dice)


def work_roll(game: Game, card: str, rng: Random, players: int, dealers: Dealers = 2, wagers: int = 4) -> WorkedRoll:
    """A table that is made up, a roll of one kind, and what the crew does about it."""
    puck, roll = rng.choice(kinds(game)[card])
    positions = [busy(game, puck, rng, rng.randint(1, wagers), how="round") for _ in range(players)]
    before = table_of(game, puck, positions)
    event, table = roll_dice_at(game, before, roll), take_snapshot(game, before)
    rail = Rail.of(table, dealers)
    steps = sequence(game, event, rail)
    paid = {(step.seat, step.wager) for step in steps if step.act == "pay"}
    told = tuple(step for step in steps if not _goes_with_payment(step, paid))
    order = precedence(game, rail, event.shooter, seven_out=event.event == "seven-out")
    return WorkedRoll(table, event, rail, told, order)


def _goes_with_payment(step: Motion, paid: Set[tuple[str, str]]) -> bool:
    """True if a step needs no line of its own: what players do, and what is done about the stake of a winner."""
    return step.who == "player" or (step.act in ("return", "ask") and (step.seat, step.wager) in paid)


def rail_words(rail: Rail) -> str:
    """Returns who stands where, for somebody who has to know in which direction to work.

    >>> print(rail_words(Rail(("Ann", "Bob"), ("Cy",), dealers=1)))
    Third base, from the base to the stick: Ann, Bob.
    Second base, from the base to the stick: Cy.
    One base dealer works alone.
    """
    lines = [
        f"{end.capitalize()}, from the base to the stick: {', '.join(rail.base_to_stick(end))}."
        for end in ENDS
        if rail.base_to_stick(end)
    ]
    return "\n".join(lines + (["One base dealer works alone."] if rail.dealers == 1 else []))


def cards(game: Game, _: int) -> tuple[str, ...]:
    """The kinds of rolls."""
    return tuple(kinds(game))


def draw(game: Game, level: int, card: str, rng: Random) -> Drawn | None:
    """Two steps on the first level; then three or four; then five or six, and one dealer alone at times.

    Each comes before the next by a clause of the manual: what no clause orders is not asked.
    """
    wanted = (2, rng.randint(3, 4), rng.randint(5, 6))[level - 1]
    dealers: Dealers = 1 if level == 3 and rng.random() < 0.3 else 2
    work = work_roll(game, card, rng, rng.randint(2, 4), dealers, wagers=3 + level)
    steps = work.steps if level > 1 else tuple(step for step in work.steps if step.act != "bring in")
    chain = _chain(work, steps, wanted, rng)
    return None if chain is None else _make_question(work, chain, rng)


class _Link(NamedTuple):
    """A step, and the clause that puts it before the next one."""

    step: Motion
    cite: Citation


def _chain(work: WorkedRoll, steps: tuple[Motion, ...], wanted: int, rng: Random) -> list[_Link] | None:
    """So many steps of which a clause puts each before the next; none if the roll has none."""
    later = {
        at: {on: cite for on, step in enumerate(steps) if (cite := work.order.clause(first, step)) is not None}
        for at, first in enumerate(steps)
    }
    reach = dict.fromkeys(later, 1)
    """How many steps a chain can have that begins with each."""
    for at in reversed(reach):
        reach[at] = 1 + max((reach[on] for on in later[at] if on > at), default=0)
    choice = [at for at in reach if reach[at] >= wanted]
    chain: list[int] = []
    while choice:
        chain.append(rng.choice(choice))
        choice = [on for on in later[chain[-1]] if on > chain[-1] and reach[on] >= wanted - len(chain)]
        if len(chain) == wanted:
            cites = [later[at][on] for at, on in pairwise(chain)]
            return [_Link(steps[at], cite) for at, cite in zip(chain, (*cites, Citation()), strict=True)]
    return None


def _make_question(work: WorkedRoll, right: list[_Link], rng: Random) -> Drawn:
    mixed = list(range(len(right)))
    rng.shuffle(mixed)
    lines = tuple(right[at].step.sentence for at in mixed)
    opening = f"{work.description}\n{rail_words(work.rail)}\n{work.event.shooter} shoots."
    because = tuple(Because(f"{number}. {link.step.sentence}", link.cite) for number, link in enumerate(right, start=1))
    if len(right) == 2:
        answer = ChoiceAnswer(lines, mixed.index(0), True)
        return Drawn(f"{opening}\nWhich comes first?", answer, because, work.table, work.dice)
    order = OrderAnswer(tuple(mixed.index(at) for at in range(len(right))))
    return Drawn(f"{opening}\nIn which order?", order, because, work.table, work.dice, lines)


TOPIC = Topic(
    "order",
    "In which order",
    ("which of two comes first", "three or four steps", "five or six steps, and one dealer alone"),
    cards,
    draw,
)

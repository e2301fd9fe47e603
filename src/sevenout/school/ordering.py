"""In which order: steps of one roll to be put in the order in which a dealer takes, pays, moves and marks."""

from random import Random
from typing import Literal, NamedTuple

from sevenout.crew.manual import chapter
from sevenout.crew.rail import ENDS, End, Rail
from sevenout.crew.sequence import Motion, SequenceRules, sequence
from sevenout.game import Game
from sevenout.refusal import Citation
from sevenout.school.answers import Choice, Order
from sevenout.school.question import Because, Drawn, Topic
from sevenout.school.rolling import kinds
from sevenout.school.scenes import busy, described, rolled, table_of
from sevenout.table.events import Rolled
from sevenout.table.snapshot import Snapshot, snapshot

Dealers = Literal[1, 2]


class WorkedRoll(NamedTuple):
    """A roll and the crew's work after it; a winner's stake that is handed over goes with its payment, untold."""

    table: Snapshot
    """Before it."""
    event: Rolled
    rail: Rail
    steps: tuple[Motion, ...]

    @property
    def dice(self) -> tuple[int, int]:
        """What was rolled."""
        return self.event.a, self.event.b

    @property
    def told(self) -> str:
        """The table and the dice in words."""
        return described(self.table, self.dice)


def worked(game: Game, card: str, rng: Random, players: int, dealers: Dealers = 2, wagers: int = 4) -> WorkedRoll:
    """A table that is made up, a roll of one kind, and what the crew does about it."""
    puck, roll = rng.choice(kinds(game)[card])
    positions = [busy(game, puck, rng, rng.randint(1, wagers), how="round") for _ in range(players)]
    before = table_of(game, puck, positions)
    event, table = rolled(game, before, roll), snapshot(game, before)
    rail = Rail.of(table, dealers)
    steps = sequence(game, event, rail)
    paid = {(step.seat, step.wager) for step in steps if step.act == "pay"}
    told = tuple(step for step in steps if step.act != "return" or (step.seat, step.wager) not in paid)
    return WorkedRoll(table, event, rail, told)


def rail_words(rail: Rail, ends: tuple[End, ...] = ENDS) -> str:
    """Who stands where, for somebody who has to know in which direction to work.

    >>> print(rail_words(Rail(("Ann", "Bob"), ("Cy",), dealers=1)))
    Third base, from the base to the stick: Ann, Bob.
    Second base, from the base to the stick: Cy.
    One base dealer works alone.
    """
    lines = [
        f"{end.capitalize()}, from the base to the stick: {', '.join(rail.base_to_stick(end))}."
        for end in ends
        if rail.base_to_stick(end)
    ]
    return "\n".join(lines + (["One base dealer works alone."] if rail.dealers == 1 else []))


def cards(game: Game, _: int) -> tuple[str, ...]:
    """The kinds of rolls."""
    return tuple(kinds(game))


def draw(game: Game, level: int, card: str, rng: Random) -> Drawn | None:
    """Two steps on the first level; then three or four of different kinds; then five or six of any.

    Two of them at least are such that one has to know which comes first: neither the dice, which always come in first,
    nor what has its turn there by assumption only.
    """
    wanted = (2, rng.randint(3, 4), rng.randint(5, 6))[level - 1]
    dealers: Dealers = 1 if level == 3 and rng.random() < 0.3 else 2
    work = worked(game, card, rng, rng.randint(2, 4), dealers, wagers=3 + level)
    ends: tuple[End, ...] = ENDS if dealers == 1 else (rng.choice(ENDS),)
    steps = _apart(game, work.steps, ends, distinct=level < 3)
    if level == 1:
        steps = [step for step in steps if _has_to_be_known(step)]
    if len(steps) < wanted:
        return None
    chosen = [steps[at] for at in sorted(rng.sample(range(len(steps)), wanted))]
    if sum(map(_has_to_be_known, chosen)) < 2:
        return None
    return _asked(work, ends, chosen, rng)


def _has_to_be_known(step: Motion) -> bool:
    return step.act != "bring in" and step.settled


def _apart(game: Game, steps: tuple[Motion, ...], ends: tuple[End, ...], *, distinct: bool) -> list[Motion]:
    """The steps at some ends whose order the manual settles.

    `distinct`: no two for the same reason, so that no order within one phase has to be known.
    """
    apart: list[Motion] = []
    seen = set[tuple[object, ...]]()
    ends_in_turn = chapter(game.rules.book, "sequence", SequenceRules).ends.clause
    first_end: dict[Citation, str] = {}
    for step in steps:
        kinds_of = {_kind(game, step), *([("because", step.cite)] if distinct else [])}
        here = step.act == "bring in" or step.end in ends
        if here and step.cite.clause != ends_in_turn and step.settled:  # elsewhere assumed, and not asked
            here = first_end.setdefault(step.cite, step.end) == step.end
        if here and not kinds_of & seen:
            seen |= kinds_of
            apart.append(step)
    return apart


def _kind(game: Game, step: Motion) -> tuple[object, ...]:
    """What a step has in common with others that may as well come before it as after it.

    Players are paid in turn, their odds before the flat bet; of what is taken or moved, only the areas have an order.
    """
    if step.act == "pay" and "assumed" in step.cite.says:
        return ("one", step.cite)
    if step.act != "pay":
        return ("one", step.cite, step.end if step.act == "puck" else "", "" if step.act == "move" else step.area)
    spot = game.rules.by_key[step.wager]
    return ("one", step.cite, step.seat, spot.flat is not None)


def _asked(work: WorkedRoll, ends: tuple[End, ...], right: list[Motion], rng: Random) -> Drawn:
    mixed = list(range(len(right)))
    rng.shuffle(mixed)
    lines = tuple(right[at].says for at in mixed)
    shooter = f"\n{work.event.shooter} shoots." if len(ends) > 1 else ""
    opening = f"{work.told}\n{rail_words(work.rail, ends)}{shooter}"
    because = tuple(
        Because(f"{number}. {step.says}{'' if step.settled else ', or at any other time'}", step.cite)
        for number, step in enumerate(right, start=1)
    )
    if len(right) == 2:
        answer = Choice(lines, mixed.index(0), True)
        return Drawn(f"{opening}\nWhich comes first?", answer, because, work.table, work.dice)
    anywhere = tuple(mixed.index(at) for at, step in enumerate(right) if not step.settled)
    order = Order(tuple(mixed.index(at) for at in range(len(right))), anywhere)
    return Drawn(f"{opening}\nIn which order?", order, because, work.table, work.dice, lines)


TOPIC = Topic(
    "order",
    "In which order",
    ("which of two comes first", "three or four steps", "five or six steps, and one dealer alone"),
    cards,
    draw,
)

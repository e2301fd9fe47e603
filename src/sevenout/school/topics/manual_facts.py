"""Facts that the crew's manual holds as data, in the form in which the school asks them: dice, the puck, and change."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar

from sevenout.base.dice import FACES
from sevenout.crew.dice.dice_sets import dice_rules, inches
from sevenout.crew.manual.chapter_loader import Fact
from sevenout.crew.markers import marks_of
from sevenout.crew.pit.pit_rules import pit_rules
from sevenout.engine.game import Game
from sevenout.school.lesson_loader import Practice, Steps, Taught, lessons

T = TypeVar("T")

_NEAR = (1, -1, 2)
"""By how much a wrong number misses the right one."""

_CHANGING = {"currency": "Banknotes", "checks": "Chips", "color": "Many small chips"}
_STEPS = {
    "permit": "the supervisor allows it to come in",
    "bring": "the dealer lays it in front of the box",
    "count": "the supervisor calls the amount",
    "drop": "the money goes into the drop box",
    "cut": "the dealer cuts the change on the come",
    "verify": "the supervisor checks what was cut",
    "hand over": "the dealer sets the chips before the player",
}
"""The steps of a change in words; what comes after what is the manual's to say."""


@lru_cache(maxsize=16)
def facts(game: Game) -> dict[str, Taught]:
    """Everything to be asked in a house: what the manual has as data, and what only a document's reader knows.

    >>> from sevenout import Game
    >>> facts(Game.open("catfish-bend"))["cancelled"].sentence()
    'The supervisor cancels each old die on its 4.'
    """
    return {**dict(_of_dice(game)), **dict(_of_the_puck(game)), **lessons(game).facts}


@lru_cache(maxsize=16)
def orders(game: Game) -> dict[str, Steps]:
    """All work whose steps have an order, in a house."""
    return {**dict(_of_change(game)), **lessons(game).orders}


def _fact(fact: Fact[T], topic: Practice, when: str, who: str, does: str, *wrongly: str) -> Taught:
    return Taught(topic, fact.clause, fact.says, when, who, does, wrongly, provenance=fact.provenance)


def _near(right: int, least: int) -> list[int]:
    return [right + off for off in _NEAR if right + off >= least]


def _of_dice(game: Game) -> Iterator[tuple[str, Taught]]:
    rules = dice_rules(game)
    count = rules.set.dice
    brings = "brings a set of {} dice to the game"
    others = [brings.format(number) for number in _near(count.value, 2)]
    when = "How many dice are a set?"
    yield "dice-of-a-set", _fact(count, "dice", when, "supervisor", brings.format(count.value), *others)

    alike = "brings dice that all bear the same number"
    wrongly = ("brings dice that each bear a number of their own", "brings dice whose numbers follow on each other")
    yield "one-number", _fact(rules.set.numbers, "dice", "A set is put together.", "supervisor", alike, *wrongly)

    least, most, apart = rules.set.least.value, rules.set.most.value, rules.set.most.value - rules.set.least.value
    accepts = "accepts a die that measures {} of an inch"
    too = [accepts.format(inches(size)) for size in (most + apart, least - apart)]
    fits = accepts.format(inches((least + most) // 2))
    when = "The micrometer lies ready."
    yield "size", _fact(rules.set.most, "dice", when, "supervisor", fits, *too)

    number = rules.retire.number
    cancels = "cancels each old die on its {}"
    others = [cancels.format(face) for face in FACES if face != number.value]
    when = "A set is off the game."
    yield "cancelled", _fact(number, "dice", when, "supervisor", cancels.format(number.value), *others)

    chosen = rules.offer.choose
    picks = "picks {} of the dice that are offered, and keeps them"
    others = [picks.format(number) for number in _near(chosen.value, 1)]
    when = "A player accepts the dice."
    yield "two-of-them", _fact(chosen, "dice", when, "shooter", picks.format(chosen.value), *others)

    rest = f"puts the dice that were not picked back into the {rules.offer.rest.value}"
    wrongly = (
        "leaves the dice that were not picked with the shooter",
        "hands the box the dice that were not picked",
    )
    yield "the-others", _fact(rules.offer.rest, "dice", "The shooter has picked.", "stickperson", rest, *wrongly)


def _of_the_puck(game: Game) -> Iterator[tuple[str, Taught]]:
    if game.rules.book.puck is None:
        return
    puck = marks_of(game).puck
    for side, other, when in ((puck.on, puck.off, "there is a point"), (puck.off, puck.on, "there is no point")):
        shows = f"turns the puck's {{}} side up when {when}"
        shown = shows.format(side.value)
        wrongly = (shows.format(other.value), f"stands the puck on its edge when {when}")
        name = "puck-on" if side is puck.on else "puck-off"
        yield name, _fact(side, "hands", "Which side of the puck shows?", "base dealer", shown, *wrongly)


def _of_change(game: Game) -> Iterator[tuple[str, Steps]]:
    for kind, flow in pit_rules(game).change.flow.items():
        steps = tuple(_STEPS[step] for step in flow.value)
        ask = f"{_CHANGING[kind]} are to be changed."
        yield f"changing-{kind}", Steps("change", flow.clause, flow.says, ask, steps, provenance=flow.provenance)

"""Spot the dealer's mistake: the crew works a roll line by line, and in one line something is wrong."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from sevenout.base.money import units
from sevenout.base.refusal import Citation
from sevenout.crew.payout.motions import Motion
from sevenout.engine.game import Game
from sevenout.school.answers import LineNumber
from sevenout.school.questions import Because, Drawn, Topic
from sevenout.school.topics.payout_order import Dealers, WorkedRoll, rail_words, work_roll
from sevenout.school.topics.roll_outcomes import kinds, left_alone

_SHORTEST, _LONGEST = 3, (8, 11, 14)
"""How many lines there are, by level."""


class PlantedMistake(NamedTuple):
    """A sequence with one wrong line: which, and what is wrong about it."""

    steps: tuple[Motion, ...]
    line: int
    because: tuple[Because, ...]


Planter = Callable[[Game, WorkedRoll, Random, bool], "PlantedMistake | None"]


# --- what a dealer may get wrong


def _amount(game: Game, work: WorkedRoll, rng: Random, subtle: bool) -> PlantedMistake | None:
    """Pays too much or too little: even money, double, the stake along with it, or a chip more or less."""
    paid = [at for at, step in enumerate(work.steps) if step.act == "pay" and step.amount]
    if not paid:
        return None
    at = rng.choice(paid)
    step = work.steps[at]
    seat = work.table.seat(step.seat)
    assert seat is not None, "a step names somebody at the table"
    stake = seat.layout.stakes.get(step.wager, 0)
    near = [step.amount + game.chip, step.amount - game.chip]
    far = [stake, 2 * stake, step.amount + stake, stake // 2 // game.chip * game.chip]
    wrong = rng.choice(near if subtle else near + far)
    if wrong <= 0 or wrong == step.amount:
        return None
    text = f"{step.wager} {units(stake)} is paid {units(step.amount)}, not {units(wrong)}"
    return PlantedMistake(
        _with(work.steps, at, replace(step, amount=wrong)), at + 1, (Because(text, _pays(game, step)),)
    )


def _pays(game: Game, step: Motion) -> Citation:
    wager = game.rules.by_key[step.wager].wager
    return wager.pays.cite if wager.pays is not None else step.decided or step.cite


def _order(_: Game, work: WorkedRoll, rng: Random, subtle: bool) -> PlantedMistake | None:
    """Does something before its turn: ahead of one of the same dealer's steps that a clause puts earlier.

    What no clause puts there is no mistake elsewhere.
    """
    steps, order = work.steps, work.order
    pairs = [
        (early, late)
        for late, step in enumerate(steps)
        for early, other in enumerate(steps[:late])
        if _same_hands(step, other) and order.clause(other, step) is not None
    ]
    if subtle:
        pairs = [pair for pair in pairs if not _between(steps, *pair)]
    if not pairs:
        return None
    early, late = rng.choice(pairs)
    moved = (*steps[:early], steps[late], *steps[early:late], *steps[late + 1 :])
    cite = order.clause(steps[early], steps[late])
    assert cite is not None, "it is one of the pairs"
    because = (Because(f"first: {steps[early].sentence}"), Because(f"then: {steps[late].sentence}", cite))
    return PlantedMistake(moved, early + 1, because)


def _same_hands(step: Motion, other: Motion) -> bool:
    return (step.who, step.end) == (other.who, other.end)


def _between(steps: tuple[Motion, ...], early: int, late: int) -> bool:
    """True if the same dealer does something in between."""
    return any(_same_hands(step, steps[early]) for step in steps[early + 1 : late])


def _bet(game: Game, work: WorkedRoll, rng: Random, _: bool) -> PlantedMistake | None:
    """Takes a bet that the roll does not decide."""
    touched = {(step.seat, step.wager) for step in work.steps}
    still = [
        (seat.name, bet)
        for seat in work.table.seats
        for bet in seat.layout.lying
        if (seat.name, bet.wager) not in touched
    ]
    worked_on = [at for at, step in enumerate(work.steps) if step.act in ("take", "pay")]
    if not still or not worked_on:
        return None
    name, bet = rng.choice(still)
    at, end = rng.choice(worked_on), work.rail.end_of(name)
    wrong = Motion(work.rail.dealer(end), "take", work.steps[at].cite, name, bet.wager, bet.stake, "bank", end)
    because = left_alone(game, bet, work.table.point, work.event.total)
    return PlantedMistake((*work.steps[:at], wrong, *work.steps[at:]), at + 1, (because,))


def _player(_: Game, work: WorkedRoll, rng: Random, __: bool) -> PlantedMistake | None:
    """Pays somebody else at the same end."""
    touched = {(step.seat, step.wager) for step in work.steps}
    mixed_up = [
        (at, seat.name)
        for at, step in enumerate(work.steps)
        for seat in work.table.seats
        if step.act == "pay" and seat.name != step.seat and (seat.name, step.wager) not in touched
        if work.rail.end_of(seat.name) == step.end
    ]
    if not mixed_up:
        return None
    at, name = rng.choice(mixed_up)
    step = work.steps[at]
    text = f"{step.wager} is paid to {step.seat}: {name} has none there that won"
    return PlantedMistake(
        _with(work.steps, at, replace(step, seat=name)), at + 1, (Because(text, step.decided or step.cite),)
    )


def _number(game: Game, work: WorkedRoll, rng: Random, _: bool) -> PlantedMistake | None:
    """Puts the puck, or a bet that travels, on another number."""
    total = str(work.event.total)
    points = [str(point) for point in game.rules.book.points]
    on_a_number = [
        at
        for at, step in enumerate(work.steps)
        if step.to.endswith(total) and (step.act == "move" or (step.act == "puck" and step.to in points))
    ]
    if not on_a_number:
        return None
    at = rng.choice(on_a_number)
    step = work.steps[at]
    own = step.to.removesuffix(total)
    elsewhere = points if step.act == "puck" else [key.removeprefix(own) for key in _sibling_wagers(game, own)]
    others = [number for number in elsewhere if number != total]
    if not others:
        return None
    wrong = own + rng.choice(others)
    text = f"the roll is {total}: it goes to {step.to}, not to {wrong}"
    return PlantedMistake(
        _with(work.steps, at, replace(step, to=wrong)), at + 1, (Because(text, step.decided or step.cite),)
    )


def _sibling_wagers(game: Game, own: str) -> list[str]:
    """The wagers that a bet may be moved to by mistake: those of the same family on other numbers."""
    return [key for key in game.rules.by_key if key.startswith(own) and key.removeprefix(own).isdecimal()]


def _with(steps: tuple[Motion, ...], at: int, step: Motion) -> tuple[Motion, ...]:
    return (*steps[:at], step, *steps[at + 1 :])


_PLANTERS: dict[str, Planter] = {
    "wrong amount": _amount,
    "wrong order": _order,
    "wrong bet": _bet,
    "wrong player": _player,
    "wrong number": _number,
}


PLANTED = {
    "wrong amount": "the amount is wrong",
    "wrong order": "it comes too early",
    "wrong bet": "the roll does not decide that bet",
    "wrong player": "another player is to be paid",
    "wrong number": "it belongs on another number",
}
"""The kinds of mistakes in words that give nothing away."""


def plant_mistake(game: Game, level: int, card: str, rng: Random) -> tuple[WorkedRoll, PlantedMistake] | None:
    """One try at a roll that the crew works with a mistake of a kind; none if this roll has no place for it."""
    dealers: Dealers = 1 if level == 3 and rng.random() < 0.3 else 2
    players = rng.randint(3, 4) if level > 1 or card == "wrong player" else 2
    work = work_roll(game, rng.choice(tuple(kinds(game))), rng, players, dealers, wagers=level)
    if any(step.act == "deduct" for step in work.steps):
        return None  # what such a payment is made of cannot be seen in one line
    planted = _PLANTERS[card](game, work, rng, level > 1 and rng.random() < 0.7)
    if planted is None or not _SHORTEST <= len(planted.steps) <= _LONGEST[level - 1]:
        return None
    return work, planted


# --- questions


def cards(game: Game, _: int) -> tuple[str, ...]:
    """The kinds of mistakes, where anything can be rolled."""
    return tuple(_PLANTERS) if kinds(game) else ()


def draw(game: Game, level: int, card: str, rng: Random) -> Drawn | None:
    """A short roll on the first level, longer ones on the others; on the last one dealer works alone at times."""
    made = plant_mistake(game, level, card, rng)
    if made is None:
        return None
    work, planted = made
    prompt = (
        f"{work.description}\n{rail_words(work.rail)}\n{work.event.shooter} shoots.\n"
        "One line is wrong. Which? (Out of order: the line that comes too early.)"
    )
    lines = tuple(step.sentence for step in planted.steps)
    wrong = Because(f"line {planted.line}: {lines[planted.line - 1]}")
    answer, because = LineNumber(planted.line, len(lines)), (wrong, *planted.because)
    return Drawn(prompt, answer, because, work.table, work.dice, lines)


TOPIC = Topic(
    "mistake",
    "Spot the dealer's mistake",
    ("a short roll", "a longer roll, mistakes of a chip", "a full roll, and one dealer alone"),
    cards,
    draw,
)

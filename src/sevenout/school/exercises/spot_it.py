"""Spot it: a crew works a roll at speed, and one motion is wrong: stop the game, point at it, say what is right.

The mistakes are those of the topic `mistake`, planted in the motions that the crew's own sequence has.
"""

from collections.abc import Iterator
from random import Random

from sevenout.base.money import Cents
from sevenout.crew.payout.motions import Motion
from sevenout.engine.game import Game
from sevenout.school.catalogue import every_card
from sevenout.school.exercises.exercise import Choice, Exercise, HandMotion, Mark, MarkKind, Task
from sevenout.school.exercises.task_judge import judge_tasks
from sevenout.school.topics.dealer_mistakes import PLANTED, plant_mistake
from sevenout.school.topics.payout_order import rail_words

LEVELS = ("a short roll", "a longer roll, mistakes of a chip", "a full roll, at speed")
PACE = (4, 3, 2)
"""Seconds that each motion of the crew takes, by level."""
_TO_POINT = 15
"""Seconds to point and to say what is right."""
_AMOUNT = "wrong amount"
_TRIES = 4000


def cards(game: Game, level: int) -> tuple[str, ...]:
    """The mistakes that a crew can make in a house."""
    return every_card(game, "mistake", level)


def make_spot(game: Game, level: int, card: str, seed: int) -> Exercise:
    """The work that a seed makes, with its mistake.

    >>> asked = make_spot(Game.open("catfish-bend"), 1, "wrong amount", 3)
    >>> [motion.act for motion in asked.right], asked.right[0].to == str(asked.right[0].to)
    (['stop', 'explain'], True)
    """
    rng = Random(f"spot {level} {card} {game.rules.book.name} {seed}")
    made = (plant_mistake(game, level, card, rng) for _ in range(_TRIES))
    work, planted = next(one for one in made if one is not None)
    cite = next(line.cite for line in reversed(planted.because) if line.cite.clause or line.cite.says)
    why = "; ".join(line.text for line in planted.because if line.text)
    kind: MarkKind = "order" if card == "wrong order" else "money"
    right: tuple[Cents, ...] = (work.steps[planted.line - 1].amount,) if card == _AMOUNT else ()
    stop = Task(HandMotion("stop", to=str(planted.line)), f"line {planted.line}: {why}", cite, ("to",), kind)
    explain = Task(HandMotion("explain", to=card, chips=right), f"{card}: {why}", cite, ())
    return Exercise(
        "spot",
        level,
        game.rules.book.name,
        seed,
        card,
        f"Watch the crew. Stop the game at the mistake, and say what it is.\n{rail_words(work.rail)}",
        PACE[level - 1] * len(planted.steps) + _TO_POINT,
        (stop.motion, explain.motion),
        planted.because,
        work.table,
        work.dice,
        work=planted.steps,
        order=work.order,
        rail=work.rail,
        tasks=(stop, explain),
        choices=tuple(Choice(name, words) for name, words in PLANTED.items()),
    )


def judge_spot(_: Game, asked: Exercise, motions: tuple[HandMotion, ...], *, done: bool) -> Iterator[Mark]:
    """What is to be said against the lines at which the game was stopped, and the reason that was given."""

    def mark_unasked(motion: HandMotion, number: int) -> Mark:
        step = _stopped_at(asked, motion)
        if motion.act != "stop" or step is None:
            return Mark("manner", "That is said already.", asked.tasks[1].cite, number)
        if motion.to == asked.tasks[0].motion.to:
            return Mark("manner", "The game is stopped there already.", asked.tasks[0].cite, number)
        reason = f"A false stop: {step.sentence}, as it should be."
        return Mark("manner", reason, step.decided or step.cite, number, step.seat, step.wager)

    yield from judge_tasks(asked, motions, mark_unasked, done=done)


def _stopped_at(asked: Exercise, motion: HandMotion) -> Motion | None:
    at = int(motion.to) if motion.to.isdecimal() and motion.to.isascii() and len(motion.to) < 4 else 0
    return asked.work[at - 1] if 0 < at <= len(asked.work) else None

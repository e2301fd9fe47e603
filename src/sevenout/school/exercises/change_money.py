"""Change: bills, chips for chips, a colour change; the steps in the manual's turn, with the words that go with them.

The steps and who takes them are `change.flow` of the house's manual; what is cut is the fewest chips of its values.
"""

from collections.abc import Iterator
from random import Random

from sevenout.base.money import Cents, units
from sevenout.crew.layout.chips import Stack
from sevenout.crew.pit.pit_rules import ChangeRules, ChangeStep, Kind, pit_rules
from sevenout.engine.game import Game
from sevenout.school.exercises.exercise import Choice, Exercise, HandMotion, Mark, MarkKind, Shout, Task
from sevenout.school.exercises.pay_the_end import cut_in_order, mark_manner
from sevenout.school.exercises.task_judge import counts_as_order, judge_tasks
from sevenout.school.questions import Because
from sevenout.school.scenes import PLAYERS
from sevenout.school.topics.chip_cutting import chips_of

LEVELS = ("bills for chips", "chips for other chips", "a colour change")
SECONDS = (30, 30, 40)
CHANGES: tuple[Kind, ...] = ("currency", "checks", "color")
_WORDS: dict[ChangeStep, str] = {
    "permit": "call that colour comes in, and wait for leave",
    "bring": "lay it in the middle, before the box",
    "count": "count it out loud",
    "drop": "drop the money into the box",
    "cut": "cut the chips",
    "verify": "have the cut checked",
    "hand over": "set the chips before the player, with the amount",
}
_MONEY: frozenset[ChangeStep] = frozenset(("count", "drop", "cut", "hand over"))


def cards(_: Game, level: int) -> tuple[str, ...]:
    """The kind of change of a level, with a little and with much."""
    return tuple(f"{CHANGES[level - 1]} {size}" for size in ("small", "large"))


def make_change(game: Game, level: int, card: str, seed: int) -> Exercise:
    """The change that a seed makes.

    >>> asked = make_change(Game.open("catfish-bend"), 1, "currency small", 3)
    >>> [motion.to for motion in asked.right]
    ['bring', 'count', 'drop', 'cut', 'hand over']
    """
    rng = Random(f"change {level} {card} {game.rules.book.name} {seed}")
    kind, rules, seat = CHANGES[level - 1], pit_rules(game).change, rng.choice(PLAYERS[:4])
    amount, coming = _money(game, kind, rng, large=card.endswith("large"))
    flow = rules.flow[kind]
    tasks = tuple(_task(game, rules, kind, at, seat, amount) for at in range(len(flow.value)))
    steps = [Choice(step, words) for step, words in _WORDS.items()]
    rng.shuffle(steps)
    return Exercise(
        "change",
        level,
        game.rules.book.name,
        seed,
        card,
        f"{seat} puts down {coming}. Change it, step by step, with the words.",
        SECONDS[level - 1],
        tuple(task.motion for task in tasks),
        tuple(Because(f"{task.says[:1].upper()}{task.says[1:]}", task.cite) for task in tasks),
        tasks=tasks,
        shouts=(Shout(seat, "Change, please." if kind != "color" else "Color, please.", amount),),
        choices=tuple(steps),
    )


def _money(game: Game, kind: Kind, rng: Random, *, large: bool) -> tuple[Cents, str]:
    """What a player puts down: bills, a few large chips, or stacks of small ones."""
    chips = chips_of(game).denominations
    most = 20 if large else 5
    if kind == "currency":
        bill = next((chip.cents for chip in reversed(chips) if chip.cents <= 100 * game.chip), chips[-1].cents)
        amount = bill * rng.randint(1, most)
        return amount, f"{units(amount)} in bills"
    if kind == "checks":
        chip = rng.choice(chips[1:-1] or chips)
        stack = Stack(chip, rng.randint(1, most))
        return stack.amount, f"{stack}, {units(chip.cents)} each, and wants other chips for it"
    small = chips[: 1 + large] or chips
    stacks = [Stack(chip, rng.randint(2, 4) * _chips_of_next(game, chip.cents)) for chip in small]
    worth = ", ".join(f"{stack} of {units(stack.denomination.cents)}" for stack in stacks)
    return sum(stack.amount for stack in stacks), worth


def _chips_of_next(game: Game, cents: Cents) -> int:
    """How many chips of a value make one of the next."""
    dearer = [chip.cents for chip in chips_of(game).denominations if chip.cents > cents and chip.cents % cents == 0]
    return dearer[0] // cents if dearer else 4


def _task(game: Game, rules: ChangeRules, kind: Kind, at: int, seat: str, amount: Cents) -> Task:
    flow = rules.flow[kind]
    step = flow.value[at]
    first = tuple((before, flow.cite) for before in range(at)) if counts_as_order(flow.cite) else ()
    chips: tuple[Cents, ...] = ()
    words = ""
    match step:
        case "permit":
            words = rules.words.color.value
        case "count":
            words = rules.words.amount.value.format(amount=units(amount))
        case "cut":
            chips = cut_in_order(chips_of(game), amount)
        case "hand over":
            words = rules.words.handed.value.format(amount=units(amount), player=seat)
        case _:
            pass
    said = f"“{words}”" if words else f"{units(amount)}" if chips else ""
    who = " or ".join(sorted(rules.does(step).value))
    says = f"{who}: {_WORDS[step]}{f', {said}' if said else ''}"
    kind_of_mark: MarkKind = "money" if step in _MONEY else "manner"
    motion = HandMotion("step", to=step, chips=chips, words=words)
    return Task(motion, says, rules.does(step).cite, ("to",), kind_of_mark, first)


def judge_change(game: Game, asked: Exercise, motions: tuple[HandMotion, ...], *, done: bool) -> Iterator[Mark]:
    """What is to be said against some steps."""
    rules = pit_rules(game).change
    flow = rules.flow[CHANGES[asked.level - 1]]

    def mark_unasked(motion: HandMotion, number: int) -> Mark:
        again = motion.to in flow.value
        reason = "That is done already." if again else f"Not here: {_WORDS.get(_step(motion), motion.to[:40])}."
        return Mark("manner", reason, flow.cite, number)

    def mark_words(task: Task, motion: HandMotion, number: int) -> Iterator[Mark]:
        if task.motion.words and not _is_heard(task, motion.words):
            cite = {"permit": rules.words.color, "count": rules.words.amount}.get(task.motion.to, rules.words.handed)
            wrong = any(letter.isdecimal() for letter in motion.words)
            kind: MarkKind = "money" if wrong else "manner"
            yield Mark(kind, f"The words go with it: “{task.motion.words}”.", cite.cite, number)
        if task.motion.to == "cut" and motion.amount == task.motion.amount:
            fewest = len(task.motion.chips)
            if CHANGES[asked.level - 1] == "color" and len(motion.chips) > fewest:
                reason = f"{len(motion.chips)} chips, and {fewest} would do."
                yield Mark("manner", reason, rules.rules.higher.cite, number)
            yield from mark_manner(game, motion, number)

    yield from judge_tasks(asked, motions, mark_unasked, mark_words, done=done)


def _step(motion: HandMotion) -> ChangeStep:
    return next((step for step in _WORDS if step == motion.to), "bring")


def _is_heard(task: Task, words: str) -> bool:
    """True if some words have what must be heard: the amount, or that it is colour."""
    heard = words.lower().replace(",", "").replace("$", " ").split()
    amount = next((word for word in task.motion.words.split() if word[0].isdecimal()), "")
    return amount in heard if amount else any(word.startswith(("color", "colour")) for word in heard)

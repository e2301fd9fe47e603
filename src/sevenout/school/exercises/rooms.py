"""The rooms of the school: which exercises there are, each made from room, level, book and seed, and judged."""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, Protocol

from sevenout.base.errors import BadInput
from sevenout.base.money import units
from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import did_you_mean
from sevenout.engine.game import Game
from sevenout.school.answers import Cut, RollCall
from sevenout.school.catalogue import every_card, remake_question
from sevenout.school.exercises import book_it, change_money, pay_the_end, props, puck_and_buttons, spot_it
from sevenout.school.exercises.exercise import (
    LONGEST_CALL,
    MOST_CHIPS,
    MOST_MOTIONS,
    Exercise,
    ExerciseRoom,
    HandAct,
    HandMotion,
    Judgement,
    Mark,
    RoomName,
)
from sevenout.school.exercises.pay_the_end import cut_in_order, mark_manner
from sevenout.school.exercises.task_judge import count_tasks
from sevenout.school.learners.memory import Key
from sevenout.school.learners.syllabus import lesson_of
from sevenout.school.topics.chip_cutting import TOPIC as CHIPS
from sevenout.school.topics.chip_cutting import chips_of

ROOMS: dict[RoomName, ExerciseRoom] = {
    "cut": ExerciseRoom("cut", "Cut", "make an amount in chips", CHIPS.levels, "chips", (1, 2, 3, 4)),
    "end": ExerciseRoom(
        "end",
        "Pay the end",
        "take, pay, place and mark, in order",
        ("one player", "two players", "three players, and the middle"),
        "end",
        (1, 2, 3),
    ),
    "call": ExerciseRoom(
        "call", "Call", "say what the dice show and what that does", ("call the roll yourself",), "call", (3,)
    ),
    "props": ExerciseRoom(
        "props", "Props", "set up what the rail calls, and settle it", props.LEVELS, "props", (1, 2, 3, 4)
    ),
    "buttons": ExerciseRoom(
        "buttons",
        "Puck and buttons",
        "mark the point, and what is called",
        puck_and_buttons.LEVELS,
        "buttons",
        (1, 2, 3),
    ),
    "book": ExerciseRoom(
        "book", "Book it", "take a bet with its commission and change, or refuse it", book_it.LEVELS, "book", (1, 2, 3)
    ),
    "spot": ExerciseRoom("spot", "Spot it", "stop a crew that makes a mistake", spot_it.LEVELS, "mistake", (1, 2, 3)),
    "change": ExerciseRoom(
        "change", "Change", "bills and colours, step by step", change_money.LEVELS, "change-money", (1, 2, 3)
    ),
}
"""In the order in which they are learned. The cards of Cut, Call and Spot it are those of topics of the school, so one
memory holds both; the other rooms have topics of their own that the terminal does not ask."""


class Judge(Protocol):
    """Says what is wrong with some motions; `done`: they are all."""

    def __call__(
        self, game: Game, asked: Exercise, motions: tuple[HandMotion, ...], /, *, done: bool
    ) -> Iterator[Mark]: ...


class RoomWork(NamedTuple):
    """How the exercises of a room are made and judged."""

    cards: Callable[[Game, int], tuple[str, ...]]
    make: Callable[[Game, int, str, int], Exercise]
    judge: Judge
    count_left: Callable[[Exercise, tuple[HandMotion, ...]], int]
    acts: Callable[[Exercise], tuple[HandAct, ...]]


_LARGEST_SEED = 2**48


def find_room(name: str, level: int) -> ExerciseRoom:
    """A room that has such a level. Raises BadInput with what there is.

    >>> find_room("end", 2).title
    'Pay the end'
    """
    room = next((room for key, room in ROOMS.items() if key == name), None)
    if room is None:
        raise BadInput(f"there is no room {name[:40]!r}.{did_you_mean(name[:40], ROOMS)} Rooms: {', '.join(ROOMS)}")
    if not 1 <= level <= len(room.levels):
        raise BadInput(f"{room.title} has levels 1 to {len(room.levels)}")
    return room


def room_cards(game: Game, name: str, level: int) -> tuple[str, ...]:
    """What is practised in a room on one level."""
    return _WORK[find_room(name, level).key].cards(game, level)


def room_key(game: Game, name: str, level: int, card: str) -> Key:
    """The card of a learner's memory that an exercise moves."""
    room = find_room(name, level)
    return Key(game.rules.book.name, room.topic, room.topic_levels[level - 1], card)


def make_exercise(game: Game, name: str, level: int, seed: int, card: str = "") -> Exercise:
    """The exercise that a seed makes, of a card or of any. Raises BadInput where a house has none.

    >>> from sevenout import Game
    >>> game = Game.open("catfish-bend")
    >>> asked = make_exercise(game, "cut", 2, 534, "black")
    >>> print(asked.prompt.splitlines()[0], [chip // 100 for chip in asked.right[0].chips])
    Cut out 110 in as few chips as you can. [100, 5, 5]
    >>> judge_exercise(game, asked, asked.right, seconds=4).right
    True
    """
    room = find_room(name, level)
    if not 0 <= seed < _LARGEST_SEED:
        raise BadInput("a seed is a whole number from 0 to 2^48")
    known = room_cards(game, name, level)
    if not known:
        raise BadInput(f"{game.rules.book.title} has nothing to practise in {room.title} on level {level}")
    card = card or Random(f"card {name} {level} {seed}").choice(known)
    if card not in known:
        raise BadInput(f"{room.title} has no card {card[:40]!r} on level {level}: {', '.join(known)}")
    return _WORK[room.key].make(game, level, card, seed)


def judge_exercise(
    game: Game, exercise: Exercise, motions: tuple[HandMotion, ...], *, seconds: float, done: bool = True
) -> Judgement:
    """The marks of what somebody did; `done`: they say that it is all. Raises BadInput for what cannot be read."""
    _check_motions(exercise, motions)
    marks = [*_WORK[exercise.room].judge(game, exercise, motions, done=done)]
    if done:
        marks += mark_seconds(seconds, exercise.limit)
    left = _WORK[exercise.room].count_left(exercise, motions)
    return Judgement(tuple(marks), left, round(seconds, 1), exercise.limit)


def mark_seconds(seconds: float, limit: int) -> Iterator[Mark]:
    """The mark of work that took longer than it may at the table."""
    if seconds > limit:
        says = "assumed: the school's own clock for this level; no document has one"
        yield Mark("seconds", f"{seconds:.0f} s: at the table it is {limit}.", Citation("", "assumed", says))


def _check_motions(exercise: Exercise, motions: tuple[HandMotion, ...]) -> None:
    if len(motions) > MOST_MOTIONS or sum(len(motion.chips) for motion in motions) > MOST_CHIPS:
        raise BadInput(f"at most {MOST_MOTIONS} motions and {MOST_CHIPS} chips, please")
    fits = _WORK[exercise.room].acts(exercise)
    for motion in motions:
        if motion.act not in fits:
            raise BadInput(f"{motion.act!r} is nothing to do here: {', '.join(fits)}")
        if len(motion.words) > LONGEST_CALL:
            raise BadInput(f"at most {LONGEST_CALL} characters, please")


# --- cut and call: questions of the school that hands or a voice answer


def _question_cards(name: RoomName) -> Callable[[Game, int], tuple[str, ...]]:
    room = ROOMS[name]
    return lambda game, level: every_card(game, room.topic, room.topic_levels[level - 1])


def _make_question(name: RoomName) -> Callable[[Game, int, str, int], Exercise]:
    return lambda game, level, card, seed: _question_exercise(game, ROOMS[name], level, card, seed)


def _question_exercise(game: Game, room: ExerciseRoom, level: int, card: str, seed: int) -> Exercise:
    topic_level = room.topic_levels[level - 1]
    asked = remake_question(game, room.topic, topic_level, card, seed)
    answer, limit = asked.answer, lesson_of(room.topic, topic_level).seconds
    right = HandMotion("say", words=answer.as_typed)
    if isinstance(answer, Cut):
        right = HandMotion("cut", chips=cut_in_order(chips_of(game), answer.amount))
    return Exercise(
        room.key,
        level,
        game.rules.book.name,
        seed,
        card,
        asked.prompt if room.key == "cut" else "You have the stick. Call it.",
        limit,
        (right,),
        asked.because,
        asked.asked.table,
        asked.asked.dice,
        cut=answer if isinstance(answer, Cut) else None,
        words=answer if isinstance(answer, RollCall) else None,
    )


def _judge_cut(game: Game, exercise: Exercise, motions: tuple[HandMotion, ...], *, done: bool) -> Iterator[Mark]:
    assert exercise.cut is not None, "something is to be cut"
    if not (motions or done):
        return
    motion = motions[-1] if motions else HandMotion("cut")
    amount, rules = exercise.cut.amount, chips_of(game).rules
    if motion.amount != amount:
        wrong = units(abs(amount - motion.amount))
        short = "short" if motion.amount < amount else "too much"
        cite = next((line.cite for line in exercise.because if line.cite.clause), Citation())
        yield Mark("money", f"Not {units(motion.amount)}. It is {units(amount)}: {wrong} {short}.", cite, 0)
    elif len(motion.chips) > len(exercise.right[0].chips):
        fewer = len(exercise.right[0].chips)
        yield Mark("manner", f"{len(motion.chips)} chips, and {fewer} would do.", rules.payoff.cite, 0)
    yield from mark_manner(game, motion, 0)


def _judge_call(_: Game, exercise: Exercise, motions: tuple[HandMotion, ...], *, done: bool) -> Iterator[Mark]:
    """A call that says something wrong costs money, since base dealers pay on it; one that leaves it out holds them."""
    assert exercise.words is not None, "something is to be called"
    if not (motions or done):
        return
    motion = motions[-1] if motions else HandMotion("say")
    verdict = exercise.words.judge(motion.words)
    if verdict.outcome == "unreadable":
        raise BadInput(verdict.reason)
    if not verdict.right:
        cite = next((line.cite for line in exercise.because if line.cite.clause), Citation())
        says_wrong = bool(exercise.words.find_contradiction(motion.words))
        yield Mark("money" if says_wrong else "manner", verdict.reason, cite, 0)


def _count_answer(_: Exercise, motions: tuple[HandMotion, ...]) -> int:
    return int(not motions)


_WORK: dict[RoomName, RoomWork] = {
    "cut": RoomWork(_question_cards("cut"), _make_question("cut"), _judge_cut, _count_answer, lambda _: ("cut",)),
    "end": RoomWork(
        lambda game, _: pay_the_end.cards(game),
        pay_the_end.make_end,
        pay_the_end.judge_end,
        pay_the_end.count_left,
        lambda _: pay_the_end.ACTS,
    ),
    "call": RoomWork(_question_cards("call"), _make_question("call"), _judge_call, _count_answer, lambda _: ("say",)),
    "props": RoomWork(
        props.cards, props.make_props, props.judge_props, count_tasks, lambda asked: props.acts_of(asked.level)
    ),
    "buttons": RoomWork(
        puck_and_buttons.cards,
        puck_and_buttons.make_buttons,
        puck_and_buttons.judge_buttons,
        count_tasks,
        lambda asked: puck_and_buttons.acts_of(asked.level),
    ),
    "book": RoomWork(
        book_it.cards,
        book_it.make_booking,
        book_it.judge_booking,
        count_tasks,
        lambda _: ("repeat", "book", "commission", "give", "refuse"),
    ),
    "spot": RoomWork(spot_it.cards, spot_it.make_spot, spot_it.judge_spot, count_tasks, lambda _: ("stop", "explain")),
    "change": RoomWork(
        change_money.cards,
        change_money.make_change,
        change_money.judge_change,
        count_tasks,
        lambda _: ("step",),
    ),
}

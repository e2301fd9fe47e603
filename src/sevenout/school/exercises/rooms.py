"""The rooms of the school: which exercises there are, each made from room, level, book and seed, and judged."""

from collections.abc import Iterator
from random import Random
from typing import assert_never

from sevenout.base.errors import BadInput
from sevenout.base.money import units
from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import did_you_mean
from sevenout.engine.game import Game
from sevenout.school.answers import Cut, RollCall
from sevenout.school.catalogue import every_card, remake_question
from sevenout.school.exercises.exercise import (
    LONGEST_CALL,
    MOST_CHIPS,
    MOST_MOTIONS,
    Exercise,
    ExerciseRoom,
    HandMotion,
    Judgement,
    Mark,
    RoomName,
)
from sevenout.school.exercises.pay_the_end import cards as end_cards
from sevenout.school.exercises.pay_the_end import count_left, cut_in_order, judge_end, make_end, mark_manner
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
}
"""In the order in which they are learned. The cards of Cut and Call are those of the school's own topics, so one memory
holds both; Pay the end has a topic of its own, `end`, that the terminal does not ask."""

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
    room = find_room(name, level)
    if room.key == "end":
        return end_cards(game)
    return every_card(game, room.topic, room.topic_levels[level - 1])


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
    if room.key == "end":
        return make_end(game, level, card, seed)
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


def judge_exercise(
    game: Game, exercise: Exercise, motions: tuple[HandMotion, ...], *, seconds: float, done: bool = True
) -> Judgement:
    """The marks of what somebody did; `done`: they say that it is all. Raises BadInput for what cannot be read."""
    _check_motions(exercise, motions)
    marks = [*_judge(game, exercise, motions, done=done)]
    if done and seconds > exercise.limit:
        reason = f"{seconds:.0f} s: at the table it is {exercise.limit}."
        says = "assumed: the school's own clock for this level; no document has one"
        marks.append(Mark("seconds", reason, Citation("", "assumed", says)))
    left = count_left(exercise, motions) if exercise.room == "end" else int(not motions)
    return Judgement(tuple(marks), left, round(seconds, 1), exercise.limit)


def _check_motions(exercise: Exercise, motions: tuple[HandMotion, ...]) -> None:
    if len(motions) > MOST_MOTIONS or sum(len(motion.chips) for motion in motions) > MOST_CHIPS:
        raise BadInput(f"at most {MOST_MOTIONS} motions and {MOST_CHIPS} chips, please")
    fits = {"cut": ("cut",), "call": ("say",), "end": ("take", "pay", "move", "puck")}[exercise.room]
    for motion in motions:
        if motion.act not in fits:
            raise BadInput(f"{motion.act!r} is nothing to do here: {', '.join(fits)}")
        if len(motion.words) > LONGEST_CALL:
            raise BadInput(f"at most {LONGEST_CALL} characters, please")


def _judge(game: Game, exercise: Exercise, motions: tuple[HandMotion, ...], *, done: bool) -> Iterator[Mark]:
    match exercise.room:
        case "end":
            yield from judge_end(game, exercise, motions, done=done)
        case "cut":
            yield from _judge_cut(game, exercise, motions[-1] if motions else HandMotion("cut"))
        case "call":
            yield from _judge_call(exercise, motions[-1] if motions else HandMotion("say"))
        case _:
            assert_never(exercise.room)


def _judge_cut(game: Game, exercise: Exercise, motion: HandMotion) -> Iterator[Mark]:
    assert exercise.cut is not None, "something is to be cut"
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


def _judge_call(exercise: Exercise, motion: HandMotion) -> Iterator[Mark]:
    """A call that says something wrong costs money, since base dealers pay on it; one that leaves it out holds them."""
    assert exercise.words is not None, "something is to be called"
    verdict = exercise.words.judge(motion.words)
    if verdict.outcome == "unreadable":
        raise BadInput(verdict.reason)
    if not verdict.right:
        cite = next((line.cite for line in exercise.because if line.cite.clause), Citation())
        says_wrong = bool(exercise.words.find_contradiction(motion.words))
        yield Mark("money" if says_wrong else "manner", verdict.reason, cite, 0)

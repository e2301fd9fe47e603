"""What a learner does today, with hands and in words: what is due, then what is new, then nothing until something is.

A card that a room of the browser asks is practised there; all others are asked as the terminal asks them. The memory
is one and the same.
"""

from collections.abc import Iterator
from datetime import datetime
from random import Random

from msgspec import Struct

from sevenout.engine.game import Game
from sevenout.school.exercises.rooms import ROOMS, room_cards, room_key
from sevenout.school.learners.memory import Key, LearnerMemory
from sevenout.school.learners.syllabus import lesson_of, stage_of, stages

_SECONDS = 15
"""How long a card takes whose time nobody knows yet."""


class PlannedCard(Struct, frozen=True):
    """A card, and where it is asked: in a room on a level, or with no room as a question."""

    key: Key
    room: str = ""
    level: int = 0


class DayPlan(Struct, frozen=True):
    """What is left of a learner's day."""

    next: PlannedCard | None
    """None: it is done for today."""
    due: int
    new: int
    minutes: int
    """How long all of it will take, by how long answers took so far."""
    until: datetime | None
    """When the next card is due, if none is now."""


def room_levels() -> Iterator[tuple[str, int]]:
    """Every room with each of its levels, in the order in which they are learned."""
    for name, room in ROOMS.items():
        for level in range(1, len(room.levels) + 1):
            yield name, level


def level_keys(game: Game, room: str, level: int) -> list[Key]:
    """The cards of one level of a room."""
    return [room_key(game, room, level, card) for card in room_cards(game, room, level)]


def level_to_learn(game: Game, memory: LearnerMemory, room: str, now: datetime) -> int:
    """The first level of a room with a card that is not known yet; the last where all are."""
    levels = range(1, len(next(one for key, one in ROOMS.items() if key == room).levels) + 1)
    keys = ((level, level_keys(game, room, level)) for level in levels)
    unlearned = (level for level, own in keys if own and not memory.stats_of(own, now).is_learned)
    return next(unlearned, levels[-1])


def plan_day(game: Game, memory: LearnerMemory, now: datetime, rng: Random, last: str = "") -> DayPlan:
    """The next card and how much is left; `last` is the card that was just asked, which comes again only alone.

    >>> from datetime import UTC
    >>> from sevenout import Game
    >>> noon = datetime(2026, 11, 15, 12, tzinfo=UTC)
    >>> plan = plan_day(Game.open("typical"), LearnerMemory(), noon, Random(1))
    >>> plan.next.room, plan.next.level, plan.due, plan.until
    ('cut', 1, 0, None)
    """
    by_hand = {key: (room, level) for room, level in room_levels() for key in level_keys(game, room, level)}
    lessons = [lesson.keys(game) for stage in stages() for lesson in stage.lessons]
    asked = [*by_hand, *(key for keys in lessons for key in keys if key not in by_hand)]
    due = memory.due(asked, now)
    own = [level_keys(game, room, level_to_learn(game, memory, room, now)) for room in ROOMS]
    own += [[key for key in one.keys(game) if key not in by_hand] for one in stage_of(game, memory, now).lessons]
    new = [fresh for keys in own if (fresh := memory.new(keys))]
    chosen = None
    if due or new:
        key = memory.next(due or new[0], now, rng, last)
        chosen = PlannedCard(key, *by_hand.get(key, ("", 0)))
    left = [*due, *(key for keys in new for key in keys)]
    known = (memory.card(key) for key in asked)
    until = None if chosen else min((card.due for card in known if card is not None), default=now)
    return DayPlan(chosen, len(due), len(left) - len(due), -(-_seconds(memory, left) // 60), until)


def _seconds(memory: LearnerMemory, keys: list[Key]) -> int:
    """How long some cards take: as long as they took, or as they may."""
    taken = ((memory.card(key), key) for key in keys)
    return round(
        sum(sum(card.seconds) / len(card.seconds) if card and card.seconds else _limit(key) for card, key in taken)
    )


def _limit(key: Key) -> int:
    in_syllabus = any(
        (lesson.topic, lesson.level) == (key.topic, key.level) for stage in stages() for lesson in stage.lessons
    )
    return lesson_of(key.topic, key.level).seconds if in_syllabus else _SECONDS

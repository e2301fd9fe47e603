"""Classes of the school: who came in by a class's code and a name, what each remembers, and their last exercises.

Everything is a card of the store, so that SQLite and PostgreSQL keep it alike. Whoever has the code of a class and a
name in it is that learner: there is no account, and nothing of value to take.
"""

import secrets
from collections.abc import Callable
from datetime import datetime
from random import Random

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.school.exercises.exercise import Exercise, HandMotion, Judgement, MarkKind
from sevenout.school.exercises.rooms import ROOMS, room_cards, room_key
from sevenout.school.learners.memory import Key, LearnerMemory
from sevenout.server.accounts.name_rules import refused_name, skeleton
from sevenout.server.protocol.join_codes import code_of
from sevenout.server.protocol.school_types import (
    ClassChange,
    ClassGrid,
    ClassResponse,
    ExerciseName,
    LearnerHome,
    RoomStanding,
    WorkDone,
)
from sevenout.server.store.interface import Store

MOST_CLASSES, MOST_OF_ONE, MOST_LEARNERS, MOST_KEPT, LONGEST_TITLE = 500, 5, 40, 30, 60
"""How many classes a house has, how many of them are one person's, who fits into one, and answers kept of each."""
_CLASS, _LEARNER = "school-class", "school-learner"
_TRIES = 8
NO_CLASS = Refusal("not-found", "there is no class with this code: ask your trainer for it")
_NO_LEARNER = Refusal("not-found", "nobody of that name is in this class: come in first")
_FROZEN = Refusal("not-now", "your trainer has asked for hands off the chips: wait until they go on")


class SchoolClass(Struct, frozen=True):
    """A class: who opened it, by which book it learns, and what its trainer wants of everybody just now."""

    code: str
    owner: str
    title: str
    book: str
    opened: datetime
    frozen: bool = False
    pushed: ExerciseName | None = None


class ClassLearner(Struct, frozen=True):
    """Somebody in a class: the memory that the terminal's school has too, and the last exercises."""

    name: str
    seen: datetime
    memory: LearnerMemory = LearnerMemory()
    work: tuple[WorkDone, ...] = ()
    answered: int = 0


class ClassRegister:
    """The classes that a store keeps."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- classes

    async def open_class(self, owner: str, title: str, book: str) -> SchoolClass | Refusal:
        """A new class with a code of its own; refused when there are too many."""
        title = " ".join(title.split())
        if not 0 < len(title) <= LONGEST_TITLE or not title.isprintable():
            return Refusal("malformed", f"a class needs a name of 1 to {LONGEST_TITLE} characters")
        async with self._store.alone():
            cards = await self._store.cards(_CLASS)
            if len(cards) >= MOST_CLASSES:
                return Refusal("full", f"this house has {MOST_CLASSES} classes, which is all that it keeps")
            own = sum(msgspec.json.decode(card.body, type=SchoolClass).owner == owner for _, card in cards)
            if own >= MOST_OF_ONE:
                return Refusal("full", f"you have {MOST_OF_ONE} classes already: go on with one of them")
            taken = {name for name, _ in cards}
            while (code := code_of(f"class {secrets.token_hex(8)}")) in taken:
                pass
            opened = SchoolClass(code, owner, title, book, await self._store.now())
            await self._store.put_card(_CLASS, code, 0, msgspec.json.encode(opened))
        return opened

    async def find_class(self, code: str) -> SchoolClass | Refusal:
        """The class of a code, however it was typed."""
        typed = "".join(sign for sign in code.lower()[:20] if sign.isalnum())
        card = await self._store.card(_CLASS, typed)
        return NO_CLASS if card is None else msgspec.json.decode(card.body, type=SchoolClass)

    async def change_class(self, group: SchoolClass, change: ClassChange) -> SchoolClass | Refusal:
        """Freezes a class, lets it go on, or gives it one exercise for all."""
        for _ in range(_TRIES):
            card = await self._store.card(_CLASS, group.code)
            if card is None:
                return NO_CLASS
            was = msgspec.json.decode(card.body, type=SchoolClass)
            now = replace(was, frozen=change.frozen, pushed=change.pushed)
            if await self._store.put_card(_CLASS, group.code, card.version, msgspec.json.encode(now)):
                return now
        return Refusal("busy", "the class is being changed by somebody else: try again")

    # --- learners

    async def learners(self, group: SchoolClass) -> list[ClassLearner]:
        """Everybody who has come into a class, by name."""
        after = f"{group.code}/"
        cards = await self._store.cards(_LEARNER, after, MOST_LEARNERS)
        return [msgspec.json.decode(card.body, type=ClassLearner) for name, card in cards if name.startswith(after)]

    async def come_in(self, group: SchoolClass, name: str) -> ClassLearner | Refusal:
        """Somebody comes in by a name, for the first time or again."""
        refused = refused_name(name)
        if refused is not None:
            return refused
        async with self._store.alone():
            known = await self._store.card(_LEARNER, _card_name(group, name))
            if known is None and len(await self.learners(group)) >= MOST_LEARNERS:
                return Refusal("full", f"this class has {MOST_LEARNERS} learners, and no room for more")
        now = await self._store.now()
        return await self._change(group, name, lambda it: replace(it or ClassLearner(name, now), seen=now))

    async def find_learner(self, group: SchoolClass, name: str) -> ClassLearner | Refusal:
        """Somebody who has come in before."""
        card = await self._store.card(_LEARNER, _card_name(group, name))
        return _NO_LEARNER if card is None else msgspec.json.decode(card.body, type=ClassLearner)

    async def record(
        self,
        game: Game,
        group: SchoolClass,
        name: str,
        exercise: Exercise,
        motions: tuple[HandMotion, ...],
        judged: Judgement,
    ) -> ClassLearner | Refusal:
        """Remembers an answer: its card moves, and its motions can be replayed."""
        if group.frozen:
            return _FROZEN
        key, now = room_key(game, exercise.room, exercise.level, exercise.card), await self._store.now()
        made_again = ExerciseName(exercise.room, exercise.level, exercise.seed, exercise.card)
        kinds: tuple[MarkKind, ...] = tuple(mark.kind for mark in judged.marks)

        def remember(it: ClassLearner | None) -> ClassLearner | None:
            if it is None:
                return None
            memory = it.memory.apply_answer(
                key, right=judged.right, seconds=judged.seconds, limit=judged.limit, now=now
            )
            done = WorkDone(it.answered + 1, made_again, motions, kinds, judged.seconds, now)
            return ClassLearner(it.name, now, memory, (*it.work, done)[-MOST_KEPT:], it.answered + 1)

        return await self._change(group, name, remember)

    async def _change(
        self, group: SchoolClass, name: str, how: Callable[[ClassLearner | None], ClassLearner | None]
    ) -> ClassLearner | Refusal:
        for _ in range(_TRIES):
            card = await self._store.card(_LEARNER, _card_name(group, name))
            now = how(None if card is None else msgspec.json.decode(card.body, type=ClassLearner))
            if now is None:
                return _NO_LEARNER
            version = 0 if card is None else card.version
            if await self._store.put_card(_LEARNER, _card_name(group, name), version, msgspec.json.encode(now)):
                return now
        return Refusal("busy", "this learner is at work on several screens: try again")


def _card_name(group: SchoolClass, name: str) -> str:
    return f"{group.code}/{skeleton(name[:60])}"


# --- how it goes


def class_response(group: SchoolClass, learners: int) -> ClassResponse:
    """A class as its learners see it."""
    return ClassResponse(group.code, group.title, group.book, group.frozen, group.pushed, learners)


def learner_home(game: Game, group: ClassResponse, learner: ClassLearner, now: datetime) -> LearnerHome:
    """What is due, what is next, and how each room goes."""
    rooms = tuple(_standing(game, learner, name, now) for name in ROOMS)
    return LearnerHome(
        learner.name, group, sum(room.due for room in rooms), rooms, _next(game, learner, rooms, now), learner.seen
    )


def class_grid(game: Game, group: ClassResponse, learners: list[ClassLearner], now: datetime) -> ClassGrid:
    """Everybody by room."""
    return ClassGrid(group, tuple(learner_home(game, group, learner, now) for learner in learners))


def _keys(game: Game, room: str, level: int) -> list[Key]:
    return [room_key(game, room, level, card) for card in room_cards(game, room, level)]


def _standing(game: Game, learner: ClassLearner, name: str, now: datetime) -> RoomStanding:
    room = next(room for key, room in ROOMS.items() if key == name)
    by_level = [_keys(game, name, level) for level in range(1, len(room.levels) + 1)]
    stats = learner.memory.stats_of([key for keys in by_level for key in keys], now)
    numbered = enumerate(by_level, start=1)
    unlearned = [level for level, keys in numbered if keys and not learner.memory.stats_of(keys, now).is_learned]
    wrong = {
        key.card: card.asked - card.right
        for keys in by_level
        for key in keys
        if (card := learner.memory.card(key)) is not None and card.asked > card.right
    }
    money = sum("money" in done.marks for done in learner.work if done.exercise.room == name)
    return RoomStanding(
        name,
        room.title,
        room.says,
        room.levels,
        unlearned[0] if unlearned else len(room.levels),
        stats.cards,
        stats.known,
        stats.due,
        stats.asked,
        stats.right,
        stats.seconds,
        money,
        max(wrong, key=wrong.__getitem__, default=""),
    )


def _next(game: Game, learner: ClassLearner, rooms: tuple[RoomStanding, ...], now: datetime) -> ExerciseName:
    """What is due, in whichever room; else a new card, room by room. How much was answered is the seed."""
    rng = Random(f"next {game.rules.book.name} {learner.name} {learner.answered}")
    last = learner.work[-1].exercise.card if learner.work else ""
    waiting = sorted(rooms, key=lambda room: (-room.due, room.asked))
    room = waiting[0]
    level = room.level
    if room.due:
        levels = range(1, len(room.levels) + 1)
        level = next(level for level in levels if learner.memory.due(_keys(game, room.room, level), now))
    card = learner.memory.next(_keys(game, room.room, level), now, rng, last).card
    return ExerciseName(room.room, level, rng.getrandbits(32), card)

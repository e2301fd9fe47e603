"""Classes of the school: who came in by a class's code and a name, what each remembers, and their last exercises.

Everything is a card of the store, so that SQLite and PostgreSQL keep it alike. Whoever has the code of a class and a
name in it is that learner: there is no account, and nothing of value to take.
"""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.school.exercises.exercise import Exercise, HandMotion, Judgement, MarkKind
from sevenout.school.exercises.rooms import room_key
from sevenout.school.learners.memory import LearnerMemory
from sevenout.server.accounts.name_rules import refused_name, skeleton
from sevenout.server.protocol.class_types import (
    ClassChange,
    LearnerProgress,
    ProgressRequest,
    WorkDone,
)
from sevenout.server.protocol.join_codes import code_of
from sevenout.server.protocol.school_types import ExerciseName
from sevenout.server.store.interface import Store, StoreCard

MOST_CLASSES, MOST_OF_ONE, MOST_LEARNERS, MOST_KEPT, LONGEST_TITLE = 500, 5, 40, 30, 60
"""How many classes a house has, how many of them are one person's, who fits into one, and answers kept of each."""
LONGEST_SHOWN = 900
"""Seconds that an exercise for all is open on the wall at most."""
_CLASS, _LEARNER, _PROGRESS = "school-class", "school-learner", "school-progress"
EXAM = "school-exam"
"""The kind of card that an exam of a learner is."""
_TRIES = 8
_SAME_FOR = timedelta(seconds=10)
"""A screen that tells the same is written down again after so long: that it is there is known by it."""
NO_CLASS = Refusal("not-found", "there is no class with this code: ask your trainer for it")
NO_LEARNER = Refusal("not-found", "nobody of that name is in this class: come in first")
FROZEN = Refusal("not-now", "your trainer has asked for hands off the chips: wait until they go on")
_BUSY = Refusal("busy", "the class is being changed by somebody else: try again")


class SchoolClass(Struct, frozen=True):
    """A class: who opened it, by which book it learns, and what its trainer wants of everybody just now."""

    code: str
    owner: str
    title: str
    book: str
    opened: datetime
    frozen: bool = False
    pushed: ExerciseName | None = None
    pushed_at: datetime | None = None
    open_for: int = 0
    """Seconds that the exercise for all is open; 0: as many as it may take at the table."""
    revealed: bool = False


class ClassLearner(Struct, frozen=True):
    """Somebody in a class: the memory that the terminal's school has too, and the last exercises."""

    name: str
    seen: datetime
    memory: LearnerMemory = LearnerMemory()
    work: tuple[WorkDone, ...] = ()
    answered: int = 0
    last: str = ""
    """The card that was asked last, with hands or in words."""


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
            own = sum(_class_of(card.body).owner == owner for _, card in cards)
            if own >= MOST_OF_ONE:
                return Refusal("full", f"you have {MOST_OF_ONE} classes already: go on with one, or close one")
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
        return NO_CLASS if card is None else _class_of(card.body)

    async def classes_of(self, owner: str) -> list[SchoolClass]:
        """The classes that somebody has opened, the last one first."""
        every = [_class_of(card.body) for _, card in await self._store.cards(_CLASS)]
        own = (group for group in every if group.owner == owner)
        return sorted(own, key=lambda group: group.opened, reverse=True)

    async def close_class(self, group: SchoolClass) -> None:
        """Forgets a class with everybody in it."""
        async with self._store.alone():
            for kind in (_LEARNER, _PROGRESS, EXAM):
                for name, card in await self._cards(kind, group):
                    await self._store.put_card(kind, name, card.version, None)
            own = await self._store.card(_CLASS, group.code)
            if own is not None:
                await self._store.put_card(_CLASS, group.code, own.version, None)

    async def change_class(self, group: SchoolClass, change: ClassChange) -> SchoolClass | Refusal:
        """Freezes a class, lets it go on, or gives it one exercise for all."""
        now = await self._store.now()

        def apply_change(was: SchoolClass) -> SchoolClass:
            same = change.pushed == was.pushed
            return replace(
                was,
                frozen=change.frozen,
                pushed=change.pushed,
                pushed_at=None if change.pushed is None else was.pushed_at if same else now,
                open_for=was.open_for if same else min(max(change.seconds, 0), LONGEST_SHOWN),
                revealed=change.revealed,
            )

        return await self._change_class(group, apply_change)

    async def _change_class(
        self, group: SchoolClass, how: Callable[[SchoolClass], SchoolClass]
    ) -> SchoolClass | Refusal:
        for _ in range(_TRIES):
            card = await self._store.card(_CLASS, group.code)
            if card is None:
                return NO_CLASS
            now = how(_class_of(card.body))
            if await self._store.put_card(_CLASS, group.code, card.version, msgspec.json.encode(now)):
                return now
        return _BUSY

    # --- learners

    async def count_learners(self, group: SchoolClass) -> int:
        """How many have come into a class."""
        return len(await self._cards(_LEARNER, group))

    async def learners(self, group: SchoolClass) -> list[ClassLearner]:
        """Everybody who has come into a class, by name."""
        return [_learner_of(card.body) for _, card in await self._cards(_LEARNER, group)]

    async def _cards(self, kind: str, group: SchoolClass) -> list[tuple[str, StoreCard]]:
        after = f"{group.code}/"
        cards = await self._store.cards(kind, after, MOST_LEARNERS)
        return [(name, card) for name, card in cards if name.startswith(after)]

    async def come_in(self, group: SchoolClass, name: str) -> ClassLearner | Refusal:
        """Somebody comes in by a name, for the first time or again."""
        refused = refused_name(name)
        if refused is not None:
            return refused
        async with self._store.alone():
            known = await self._store.card(_LEARNER, card_name(group, name))
            if known is None and await self.count_learners(group) >= MOST_LEARNERS:
                return Refusal("full", f"this class has {MOST_LEARNERS} learners, and no room for more")
        now = await self._store.now()
        return await self._change(group, name, lambda it: replace(it or ClassLearner(name, now), seen=now))

    async def find_learner(self, group: SchoolClass, name: str) -> ClassLearner | Refusal:
        """Somebody who has come in before."""
        card = await self._store.card(_LEARNER, card_name(group, name))
        return NO_LEARNER if card is None else _learner_of(card.body)

    async def change_learner(
        self, group: SchoolClass, name: str, how: Callable[[ClassLearner], ClassLearner]
    ) -> ClassLearner | Refusal:
        """Changes what is kept of somebody who has come in."""
        return await self._change(group, name, lambda it: None if it is None else how(it))

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
            return FROZEN
        key, now = room_key(game, exercise.room, exercise.level, exercise.card), await self._store.now()
        made_again = ExerciseName(exercise.room, exercise.level, exercise.seed, exercise.card)
        kinds: tuple[MarkKind, ...] = tuple(mark.kind for mark in judged.marks)

        def remember(it: ClassLearner) -> ClassLearner:
            memory = it.memory.apply_answer(
                key, right=judged.right, seconds=judged.seconds, limit=judged.limit, now=now
            )
            done = WorkDone(it.answered + 1, made_again, motions, kinds, judged.seconds, now)
            work = (*it.work, done)[-MOST_KEPT:]
            return replace(it, seen=now, memory=memory, work=work, answered=it.answered + 1, last=key.card)

        return await self.change_learner(group, name, remember)

    async def _change(
        self, group: SchoolClass, name: str, how: Callable[[ClassLearner | None], ClassLearner | None]
    ) -> ClassLearner | Refusal:
        for _ in range(_TRIES):
            card = await self._store.card(_LEARNER, card_name(group, name))
            now = how(None if card is None else _learner_of(card.body))
            if now is None:
                return NO_LEARNER
            version = 0 if card is None else card.version
            if await self._store.put_card(_LEARNER, card_name(group, name), version, msgspec.json.encode(now)):
                return now
        return Refusal("busy", "this learner is at work on several screens: try again")

    # --- what they are doing

    async def note_progress(self, group: SchoolClass, name: str, told: ProgressRequest) -> None:
        """Keeps what a learner's screen tells of itself; the same again only now and then."""
        now, card = await self._store.now(), await self._store.card(_PROGRESS, card_name(group, name))
        doing = LearnerProgress(told.exercise, told.motions, told.hand, told.seconds, now)
        if card is not None:
            was = msgspec.json.decode(card.body, type=LearnerProgress)
            if now - was.at < _SAME_FOR and replace(doing, at=was.at, seconds=was.seconds) == was:
                return
        version = 0 if card is None else card.version
        await self._store.put_card(_PROGRESS, card_name(group, name), version, msgspec.json.encode(doing))

    async def progress(self, group: SchoolClass) -> dict[str, LearnerProgress]:
        """What everybody is doing, by how their names look."""
        cards = await self._cards(_PROGRESS, group)
        return {name: msgspec.json.decode(card.body, type=LearnerProgress) for name, card in cards}


def card_name(group: SchoolClass, name: str) -> str:
    """Under which name a learner is kept."""
    return f"{group.code}/{skeleton(name[:60])}"


def _class_of(body: bytes) -> SchoolClass:
    return msgspec.json.decode(body, type=SchoolClass)


def _learner_of(body: bytes) -> ClassLearner:
    return msgspec.json.decode(body, type=ClassLearner)

"""Whose dice they are: offered round the rail, accepted, declined, passed, thrown, and left behind."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
Seated = TypeVar("Seated", bound="Rotation")
Answer = TypeVar("Answer")


def action(method: Callable[Concatenate[Seated, P], Answer]) -> Callable[Concatenate[Seated, P], Answer]:
    """Whatever is done at the table, the time to overrule a no roll is over; what is refused was not done."""

    @wraps(method)
    def act(self: Seated, /, *args: P.args, **keywords: P.kwargs) -> Answer:
        answer = method(self, *args, **keywords)
        if not isinstance(answer, str) and self._called_off is not None:
            self._called_off, self._told = None, ()
        return answer

    return act


class Rotation:
    """The rail, clockwise from the left of the box, and the dice that go round it."""

    def __init__(self) -> None:
        self.racks: dict[str, int] = {}
        self.layouts: dict[str, dict[str, int]] = {}
        self.point: int | None = None
        self._dice_with: str | None = None
        self._turn_of: str | None = None  # who has rolled, and has neither sevened out nor given the dice up
        self._keeps_dice = False  # false once he has sevened out or passed them
        self._took_over = False  # the dice changed hands with the puck on
        self._second_hand = False  # they changed hands since the last seven-out, with rolls made
        self._declined: set[str] = set()
        self._thrown = False
        self._called_off: str | None = None  # the ground of the no roll just called
        self._told: tuple[str, ...] = ()  # the grounds that a throw was told with
        self._warned: set[str] = set()  # who was warned in this turn about the wall

    def shooter(self) -> str | None:
        """Whose dice they are: they stay where they are until a seven-out, or until they are given up."""
        if self._thrown:
            return self._dice_with
        if self.point is not None:
            return self._finishes()
        return self._dice_with if self._in_hand() else self._offered()

    def throws_now(self) -> str | None:
        """Who throws if the dice are thrown now: that they are means that no line bet is waited for any more."""
        return self._offered() if self._waits() else self.shooter()

    def _in_hand(self) -> bool:
        """Somebody has the dice who has neither sevened out nor given them up."""
        return self._dice_with is not None and self._keeps_dice

    def _waits(self) -> bool:
        """Before a come-out: the shooter has nothing on the line yet."""
        holder = self._dice_with
        if self._thrown or self.point is not None or holder is None:
            return False
        return self._keeps_dice and not self._has_line_bet(holder)

    def _offered(self) -> str | None:
        """The next with a line bet who has not declined."""
        offered = [name for name in self._clockwise_from(self._dice_with) if self._has_line_bet(name)]
        for name in offered:
            if name not in self._declined:
                return name
        return offered[0] if offered else None  # everybody declined: the dice go round once more

    def _finishes(self) -> str | None:
        """With the puck on: who has the dice and a line bet, else the next who has one, else who has the dice."""
        holder = self._dice_with
        if holder is not None and self._has_line_bet(holder):
            return holder
        for name in self._clockwise_from(holder):
            if self._has_line_bet(name):
                return name
        return holder or next(iter(self.racks), None)

    def _has_line_bet(self, name: str) -> bool:
        return "pass" in self.layouts[name] or "dont-pass" in self.layouts[name]

    def _clockwise_from(self, name: str | None) -> list[str]:
        """Every seat, from the one after `name` round to `name` himself."""
        seats = list(self.racks)
        if name is None:
            return seats
        after = seats.index(name) + 1
        return seats[after:] + seats[:after]

    @action
    def passes(self, name: str) -> str | None:
        if name not in self.racks:
            return "no such seat"
        if self._thrown:
            return "the dice are in the air"
        if self.point is None:
            if self.shooter() != name:
                return "the dice are not his"
            if self._in_hand() and self._completes():
                return "the hand is his to complete"
            self._gives_up(name)
            return None
        if self.shooter() != name:
            return "the dice are not his"
        if self._completes() or (self._must_complete() and name != self._dice_with):
            return "the hand is his to complete"
        for other in self._clockwise_from(name):
            if other != name and self._has_line_bet(other):
                self._dice_with, self._took_over = other, True
                self._turn_of, self._second_hand = other, True
                self._warned.clear()
                return None
        return "nobody can finish the point"

    def _gives_up(self, name: str) -> None:
        """Before a come-out the dice are offered on."""
        self._declined.add(name)
        self._dice_with, self._keeps_dice = name, False
        self._second_hand |= self._turn_of is not None
        self._turn_of = None
        self._warned.clear()

    def _completes(self) -> bool:
        """Catfish Bend, Shootout 12: who took passed dice over has them until the seven-out."""
        return self._must_complete() and self._second_hand

    def _must_complete(self) -> bool:
        raise NotImplementedError

    @action
    def end_wait(self) -> str | None:
        """The shooter's time to bet on the line is over."""
        if not self._waits():
            return "nobody is waited for"
        taker = self._offered()
        if taker is None:
            return "nobody has a line bet"
        self._second_hand |= self._turn_of is not None
        self._dice_with, self._turn_of = taker, None
        self._warned.clear()
        return None

    @action
    def declines(self, name: str) -> str | None:
        if name not in self.racks:
            return "no such seat"
        if self._thrown:
            return "the dice are in the air"
        if self.point is not None:
            return "the puck is on"
        if self._dice_with != name or not self._keeps_dice:
            self._declined.add(name)
            return None
        if self._completes():
            return "the hand is his to complete"
        self._gives_up(name)
        return None

    @action
    def accepts(self, name: str) -> str | None:
        if name not in self.racks:
            return "no such seat"
        if self._thrown:
            return "the dice are in the air"
        if self.point is not None:
            return "the puck is on"
        if not self._has_line_bet(name):
            return "no line bet"
        refused_before = name in self._declined
        self._declined.discard(name)
        if self.shooter() != name:
            if refused_before:
                self._declined.add(name)
            return "the dice are not offered to him"
        self._dice_with, self._keeps_dice = name, True
        return None

    @action
    def throw(self, told: str = "") -> str | None:
        if self._thrown:
            return "the dice are in the air already"
        thrower = self.throws_now()
        if thrower is None:
            return "nobody may throw"
        grounds = [self._ground(words.strip()) for words in told.split(",")] if told else []
        if None in grounds:
            return "no such ground"
        if "no line bet" in grounds and self._line_bet_enough():
            return "there is one"
        self._told = tuple(ground for ground in grounds if ground is not None)
        self._called_off = None
        self._takes(thrower)
        self._thrown = True
        return None

    def _takes(self, thrower: str) -> None:
        """The dice in a hand, which may be another than before."""
        if self._turn_of not in (None, thrower):
            self._turn_of, self._second_hand = None, True
        if self.point is not None and thrower != self._dice_with:
            self._took_over = True
            self._turn_of = thrower
            self._warned.clear()
        self._dice_with, self._keeps_dice = thrower, True

    @action
    def warn(self, name: str, about: str) -> str | None:
        if name not in self.racks:
            return "no such seat"
        if name != self.shooter() and (self._thrown or name != self._turn_of):
            return "the dice are not his"
        if self._ground(about) != "short of the wall":
            return "nothing to warn about"
        self._warned.add(name)
        return None

    def no_roll(self, words: str = "") -> str | None:
        always = [ground for ground in self._told if self._never_counts(ground)]
        ground = self._ground(words) if words else next(iter((*always, *self._told)), None)
        if ground is None:
            return "no such ground"
        if ground == "no line bet" and self._line_bet_enough():
            return "there is one"
        thrower = None if self._thrown or (words and ground == "no line bet") else self.throws_now()
        taken_over = self.point is not None and thrower not in (None, self._dice_with)
        warned = set() if taken_over else self._warned
        if ground == "short of the wall" and (thrower or self.shooter()) not in warned:
            return "a warning comes first"
        if thrower is not None:
            self._takes(thrower)
        self._thrown = False
        self._called_off = ground
        return None

    def _line_bet_enough(self) -> bool:
        """Whether the shooter has one, or finishes a point where it would have to be called."""
        shooter = self.shooter()
        if shooter is None:
            return False
        return self._has_line_bet(shooter) or (self.point is not None and self._never_counts("no line bet"))

    def _ground(self, words: str) -> str | None:
        raise NotImplementedError

    def _never_counts(self, ground: str | None) -> bool:
        raise NotImplementedError

    def _dice_leave(self, name: str) -> None:
        """The dice of somebody who walks away: to who finishes his point, else on round the table from his place."""
        self._warned.discard(name)
        if self._dice_with != name:
            return
        self._warned.clear()
        self._second_hand |= self._turn_of is not None
        *others, _ = self._clockwise_from(name)
        if self.point is None:
            self._dice_with, self._keeps_dice = (others[-1] if others else None), False
            self._turn_of = None
            return
        able = [other for other in others if self._has_line_bet(other)]
        self._dice_with = self._turn_of = next(iter((*able, *others)), None)
        self._took_over = bool(others)

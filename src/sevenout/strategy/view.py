"""What a player sees before a roll, and the same after each thing the player does about it.

A strategy is a function from a view to a view: it gets what lies there and hands back what it made of it. Nothing is
changed on the way, so the same view always leads to the same play; that is what a tracer rests on. An action that the
house refuses leaves the layout as it was and is kept, with its reason, among the refusals.
"""

from collections.abc import Callable, Hashable
from typing import Literal, Protocol, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.errors import BadInput, SevenoutError, WrongType
from sevenout.base.money import Cents, cents
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import did_you_mean
from sevenout.engine.betting import (
    EMPTY,
    Change,
    Position,
    Settlement,
    call,
    flat_of,
    layout,
    place,
    reduce,
    stake_on,
    sum_takeable,
    take_down,
)
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.puck_machine import FRESH, PuckEvent
from sevenout.rulebook.compiler.transitions import Call


class Money(Protocol):
    """A rack as a strategy sees it: an amount to compare with. Cents, or what a tracer puts in their place."""

    def __add__(self, cents: Cents, /) -> "Money": ...
    def __sub__(self, cents: Cents, /) -> "Money": ...
    def __lt__(self, cents: Cents, /) -> bool: ...
    def __le__(self, cents: Cents, /) -> bool: ...
    def __gt__(self, cents: Cents, /) -> bool: ...
    def __ge__(self, cents: Cents, /) -> bool: ...


Verb = Literal["bet", "reduce", "take down", "call"]
"""What a seat can do to a wager before a roll."""


class Action(Struct, frozen=True, gc=False):
    """One thing that was done or tried: the verb of the notation, the wager, and the cents or the call."""

    verb: Verb
    wager: str
    amount: Cents = 0
    call: Call = ""


class Last(Struct, frozen=True, gc=False):
    """The roll before a window and what it did to the seat; no roll before the first window of a session."""

    total: int = 0
    event: PuckEvent = ""
    results: tuple[Settlement, ...] = ()


NOTHING_YET = Last()


class Counts(Struct, frozen=True, gc=False):
    """What has happened to this shooter, this point and this session so far; amounts below zero are lost.

    What can be taken down is left out of a worth, so that a bet changes nothing but the rack: `View.count` adds it.
    """

    shooter_rolls: int = 0
    shooter_points: int = 0
    """Points made by this shooter."""
    shooter_worth: Cents = 0
    """What the rack has gained since this shooter began, less what could have been taken down then."""
    shooter_rack: Cents = 0
    """What the rack alone has gained since then."""
    point_rolls: int = 0
    """Rolls since the puck last moved."""
    point_worth: Cents = 0
    """What the rack has gained since then, less what could have been taken down then."""
    point_rack: Cents = 0
    session_rolls: int = 0
    seven_outs: int = 0
    from_peak: Cents = 0
    """How far the rack is below the most that could have been carried away before any roll of the session."""

    def after_payment(self, cost: Cents) -> "Counts":
        """After chips went from the rack to the layout, and to the house."""
        return Counts(
            self.shooter_rolls,
            self.shooter_points,
            self.shooter_worth - cost,
            self.shooter_rack - cost,
            self.point_rolls,
            self.point_worth - cost,
            self.point_rack - cost,
            self.session_rolls,
            self.seven_outs,
            self.from_peak + cost,
        )

    def after_roll(self, event: PuckEvent, back: Cents, takeable: Cents) -> "Counts":
        """After a roll that moved the puck so and put chips back into the rack; so much may be taken down now."""
        below = max(self.from_peak - back, takeable)
        if event == "seven-out":
            return Counts(
                shooter_worth=-takeable,
                point_worth=-takeable,
                session_rolls=self.session_rolls + 1,
                seven_outs=self.seven_outs + 1,
                from_peak=below,
            )
        return Counts(
            shooter_rolls=self.shooter_rolls + 1,
            shooter_points=self.shooter_points + (event == "made"),
            shooter_worth=self.shooter_worth + back,
            shooter_rack=self.shooter_rack + back,
            point_rolls=0 if event else self.point_rolls + 1,
            point_worth=-takeable if event else self.point_worth + back,
            point_rack=0 if event else self.point_rack + back,
            session_rolls=self.session_rolls + 1,
            seven_outs=self.seven_outs,
            from_peak=below,
        )


START = Counts()
_TAKEABLE = {"shooter_worth": 1, "point_worth": 1, "from_peak": -1}
"""The counts that what may be taken down is part of, and whether it is added."""
WORTH_COUNTS = frozenset(_TAKEABLE)


class Past(Struct, frozen=True, gc=False):
    """What has been before a window. A view shows it through its properties, so that a tracer hears what is asked."""

    last: Last = NOTHING_YET
    hard: bool = False
    counts: Counts = START
    dice: int = -1
    """The last roll among all 36, which die showed what; below zero before the first."""


NO_PAST = Past()


class View(Struct, frozen=True, gc=False):
    """A seat in a betting window: what it sees, what it remembers, and what it has done in this window so far.

    >>> from sevenout.engine.game import Game
    >>> seen = View(Game.open("catfish-bend"), 300_00, 300_00)
    >>> seen.bet("pass", 10_00).layout, seen.bet("pass", 1_00).refused[0][1].code
    ({'pass': 1000}, 'below-minimum')
    """

    game: Game
    bankroll: Cents
    rack: Money
    puck: int = FRESH
    position: Position = EMPTY
    memory: Hashable = None
    """The strategy's own; whatever it is, it must be frozen."""
    done: tuple[Action, ...] = ()
    refused: tuple[tuple[Action, Refusal], ...] = ()
    left: str = ""
    """Why the player has left, if so."""
    reads: set[str] | None = None
    """Where a tracer notes what was looked at: what a strategy never looks at cannot make a difference."""
    answers: dict[tuple[Position, int, str, Cents], Change | Refusal] | None = None
    """Where a tracer keeps the house's answers to bets, which it asks for again and again."""
    _past: Past = NO_PAST

    @property
    def last(self) -> Last:
        """The roll before this window, and what it did to this seat."""
        self._look_at("last")
        return self._past.last

    def decided(self, *wagers: str) -> tuple[Settlement, ...]:
        """What the last roll decided of some wagers: a tracer need not tell apart what it did to others."""
        self._look_at(*self.game.rules.by_key.keys() & set(wagers))  # what the house lacks is never decided
        return tuple([settled for settled in self._past.last.results if settled.wager in wagers])

    @property
    def event(self) -> PuckEvent:
        """What the last roll did to the puck."""
        self._look_at("event")
        return self._past.last.event

    @property
    def hard(self) -> bool:
        """Whether both dice of the last roll showed the same."""
        self._look_at("hard")
        return self._past.hard

    @property
    def dice(self) -> int:
        """Which of the 36 rolls was the last, by its index; below zero before the first roll of a session."""
        self._look_at("dice")
        return self._past.dice

    def count(self, name: str) -> int:
        """One of the `Counts`, by its name; a worth is what could be carried away, with what may be taken down."""
        if name not in Counts.__struct_fields__:
            hint = did_you_mean(name, Counts.__struct_fields__)
            raise BadInput(f"nothing called {name!r} is counted.{hint} There are {', '.join(Counts.__struct_fields__)}")
        self._look_at(name)
        counted: int = getattr(self._past.counts, name)
        return counted + _TAKEABLE[name] * self._takeable if name in _TAKEABLE else counted

    def _look_at(self, *names: str) -> None:
        if self.reads is not None:
            self.reads.update(names)

    @property
    def point(self) -> int | None:
        """The point that is on."""
        return self.game.rules.puck.states[self.puck].point

    @property
    def layout(self) -> dict[str, Cents]:
        """The stakes by wager."""
        return layout(self.game, self.position)

    @property
    def worth(self) -> Money:
        """What could be carried away without another roll: the rack, and what may be taken down."""
        return self.rack + self._takeable

    @property
    def face_value(self) -> Money:
        """The rack, and all that lies on the layout, contract bets too."""
        return self.rack + sum(self.position.stakes)

    @property
    def _takeable(self) -> Cents:
        return sum_takeable(self.game, self.position, self.puck)

    def stake(self, wager: str) -> Cents:
        """What lies on a wager."""
        spot = self._spot(wager)
        return 0 if spot is None else stake_on(self.position, spot)

    def bet(self, wager: str, amount: Cents) -> "View":
        """Makes a wager, or adds to it."""
        amount = cents(amount)
        question = self.position, self.puck, wager, amount
        answer = None if self.answers is None else self.answers.get(question)
        if answer is None:
            answer = place(self.game, self.position, self.puck, wager, amount, rack=None)
            if self.answers is not None:
                self.answers[question] = answer
        return self._try_action(Action("bet", wager, amount), answer)

    def reduce(self, wager: str, amount: Cents) -> "View":
        """Takes back a part of a wager."""
        amount = cents(amount)
        return self._try_action(
            Action("reduce", wager, amount), reduce(self.game, self.position, self.puck, wager, amount)
        )

    def take_down(self, wager: str) -> "View":
        """Takes a wager down, or all of a group (`place`) that may come down."""
        return self._try_action(Action("take down", wager), take_down(self.game, self.position, self.puck, wager))

    def call(self, wager: str, now: Call) -> "View":
        """Calls a wager or a group of them on or off."""
        return self._try_action(Action("call", wager, call=now), call(self.game, self.position, wager, now))

    def remember(self, memory: Hashable) -> "View":
        """The same with another memory."""
        if not _is_frozen(memory):
            raise WrongType(f"a strategy's memory must be frozen, a tuple for instance, and not {memory!r}")
        return replace(self, memory=memory)

    def leave(self, reason: str = "left") -> "View":
        """The session ends here."""
        if not isinstance(reason, str):
            raise WrongType(f"a reason to leave is a text such as 'tired', not {reason!r}")
        if reason in ("", "rolls", "ruin"):
            raise ValueError(f"{reason!r} is no reason to leave; by their rolls and in ruin sessions end by themselves")
        return replace(self, left=reason)

    def minimum(self, wager: str) -> Cents:
        """The smallest stake the wager may have now."""
        spot = self._spot(wager)
        return 0 if spot is None else self.game.minimum_of(spot, self.puck).amount or 0

    def maximum(self, wager: str) -> Cents | None:
        """The largest stake the wager may have now; None: there is no limit."""
        spot = self._spot(wager)
        if spot is None:
            return 0
        return self.game.maximum_of(spot, self.puck, flat_of(self.game, self.position, spot, self.puck)).amount

    def _spot(self, wager: str) -> CompiledWager | None:
        rules = self.game.rules
        return rules.by_key.get(wager) or rules.by_key.get(rules.wager_named(wager) or "")

    @property
    def ruined(self) -> bool:
        """Whether nothing lies on the layout and something that was wanted could not be paid."""
        return not self.position.slots and any(refusal.code == "rack" for _, refusal in self.refused)

    @property
    def ending(self) -> str:
        """Why the session is over: the player's reason to leave, or `ruin`; nothing if it goes on."""
        return self.left or ("ruin" if self.ruined else "")

    def _try_action(self, action: Action, answer: Change | Refusal) -> "View":
        if isinstance(answer, Change) and self.rack < answer.cost:  # asked last, where a tracer hears the question
            spot = self.game.rules.by_key.get(action.wager)
            named = action.wager if spot is None else spot.title
            answer = Refusal("rack", f"{named} needs more than the rack holds", wager=action.wager)
        if isinstance(answer, Refusal):
            return replace(self, refused=(*self.refused, (action, answer)))
        done = (*self.done, action)
        if not answer.cost:
            return replace(self, position=answer.position, done=done)
        past = replace(self._past, counts=self._past.counts.after_payment(answer.cost))
        return replace(self, position=answer.position, rack=self.rack - answer.cost, _past=past, done=done)


def _is_frozen(memory: Hashable) -> bool:
    try:
        hash(memory)
    except TypeError:
        return False
    return True


Strategy = Callable[[View], View]
"""A player: what is done about what is seen. Any function from a view to a view is one, and so is a `Plan`."""


def past_of(view: View) -> Past:
    """All that has been before, for who plays the dice: no tracer hears of it, so a strategy asks the view itself."""
    return view._past


class FalsePlay(SevenoutError):
    """A strategy handed back something that its actions do not lead to: money, bets or a point from nowhere."""


def apply_strategy(strategy: Strategy, view: View) -> View:
    """What a strategy makes of a view: another view, and nothing but what its actions lead to.

    >>> from sevenout.engine.game import Game
    >>> apply_strategy(lambda view: None, View(Game.open("typical"), 300_00, 300_00))
    Traceback (most recent call last):
    sevenout.base.errors.WrongType: a strategy answers a view with a view, and not with None
    >>> apply_strategy(lambda view: replace(view, rack=view.rack + 10_00), View(Game.open("typical"), 300_00, 300_00))
    Traceback (most recent call last):
    sevenout.strategy.view.FalsePlay: the strategy hands back another rack than its actions lead to
    """
    after = strategy(view)
    if not isinstance(after, View):
        raise WrongType(f"a strategy answers a view with a view, and not with {after!r}")
    if type(after) is not type(view):
        raise WrongType("a strategy answers with what it made of the view it was given, not with a view of its own")
    due = _done_again(view, after.done)
    for name in _HOUSE_KEEPS:
        if getattr(after, name) != getattr(due, name):
            raise FalsePlay(f"the strategy hands back another {name.strip('_')} than its actions lead to")
    return after


_HOUSE_KEEPS = ("rack", "position", "puck", "bankroll", "game", "_past")
"""What is the house's to change and not the player's."""


def _done_again(view: View, actions: tuple[Action, ...]) -> View:
    """The view that some actions lead to: what the house makes of them, whatever a strategy says."""
    for action in actions:
        match action.verb:
            case "bet":
                view = view.bet(action.wager, action.amount)
            case "reduce":
                view = view.reduce(action.wager, action.amount)
            case "take down":
                view = view.take_down(action.wager)
            case "call":
                view = view.call(action.wager, action.call)
            case _:
                assert_never(action.verb)
    return view

"""What a line of a strategy depends on beside the puck and the dice: wagers, counts of the file's own, and the rack."""

from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct

from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.strategy.language.condition_syntax import (
    IT,
    AllLeft,
    AllOf,
    Atom,
    BelowPeak,
    BetsUp,
    Chance,
    ComeOut,
    ComePoints,
    Condition,
    Counted,
    Covered,
    Decisions,
    Happenings,
    Holds,
    HowMany,
    IsUp,
    Limit,
    Money,
    NameValue,
    Net,
    Not,
    NothingUp,
    NumberRolled,
    OnThePoint,
    Plain,
    PointOn,
    PuckEvent,
    RackIs,
    Share,
    StakeStep,
    ThreeFourFive,
    Times,
    ToWin,
    Units,
    Value,
    WagerDecided,
    Winnings,
    WithPoint,
    factors_of,
)
from sevenout.strategy.language.house_names import HouseNames, number_of
from sevenout.strategy.language.line_effects import Guard, conditions_of
from sevenout.strategy.language.syntax_tree import (
    Action,
    BetAction,
    CallOnOff,
    Conditions,
    LeaveAction,
    LimitedAction,
    MoveCount,
    OnWagers,
    ParlayAction,
    PlayAction,
    PressAction,
    ReduceAction,
    SetTo,
    SitOut,
    TakeDownAction,
)


class Dependencies(Struct, frozen=True):
    """What is looked at: the stake or the fate of wagers, counts, and whether it is the rack too."""

    wagers: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()
    rack: bool = False

    def __or__(self, other: "Dependencies") -> "Dependencies":
        return Dependencies(self.wagers | other.wagers, self.counts | other.counts, self.rack or other.rack)


NOWHERE = Dependencies()


class DependencyFinder:
    """Says what a file's lines look at in one house. A wager that the file never has up (`live`) shows nothing."""

    def __init__(self, house: HouseNames, live: frozenset[str], counts: frozenset[str]) -> None:
        self.house = house
        self.live = live
        self.counts = counts
        self._meant: dict[tuple[str, ...], Dependencies] = {}

    def guards(self, guards: Iterable[Guard]) -> Dependencies:
        """What headings ask, and lines that play a strategy, all of them."""
        looks = NOWHERE
        for guard in guards:
            for condition in conditions_of(guard):
                looks |= self.condition(condition, None)
        return looks

    def line(self, doing: LimitedAction, above: Conditions, spot: CompiledWager | None) -> Dependencies:
        """What a line and the headings it stands under look at for one of its wagers."""
        own = fate_of_its_own(doing, above)
        looks = NOWHERE
        for heading in above:
            looks |= self.condition(heading, spot, own_fate=heading == own)
        for proviso in doing.provisos:
            looks |= self.condition(proviso.condition, spot, own_fate=proviso.condition == own)
        return looks | self._action(doing.action, spot)

    def condition(self, condition: Condition, spot: CompiledWager | None, *, own_fate: bool = False) -> Dependencies:
        """What a condition asks; `own_fate`: its events count for the line's own wager alone."""
        looks = NOWHERE
        for atom in condition.each:
            if own_fate and isinstance(atom, WagerDecided):
                looks |= NOWHERE if atom.at is None else self._value(atom.at.value)
            else:
                looks |= self._atom(atom, spot)
        return looks

    # --- parts of a line

    def _wagers(self, keys: Iterable[str]) -> Dependencies:
        return Dependencies(self.live & frozenset(keys))

    def _of_names(self, names: tuple[str, ...]) -> Dependencies:
        """What some names can mean in a condition, wherever the puck stands."""
        meant = self._meant.get(names)
        if meant is None:
            pucks = range(len(self.house.points))
            acted_on = (spot.key for puck in pucks for name in names for spot in self.house.under(name, puck))
            meant = self._meant[names] = self._wagers({*self.house.keys(names), *acted_on})
        return meant

    def _value(self, value: Value) -> Dependencies:
        names = {factor.name for factor in factors_of(value) if isinstance(factor, NameValue)}
        return Dependencies(counts=self.counts & names) if names else NOWHERE

    def _money(self, amount: Money) -> Dependencies:
        if not isinstance(amount, Share):
            return self._value(amount.value)
        return NOWHERE if amount.part == "half" else self._value(amount.part)

    def _atom(self, atom: Atom, spot: CompiledWager | None) -> Dependencies:
        match atom:
            case Not(inner):
                return self._atom(inner, spot)
            case ComeOut() | WithPoint() | PointOn() | OnThePoint() | NumberRolled() | PuckEvent() | Chance():
                return NOWHERE
            case Covered():
                number = None if spot is None else number_of(spot)
                return NOWHERE if number is None else self._wagers(("pass", f"come-{number}"))
            case NothingUp():
                return Dependencies(self.live)
            case IsUp(wagers):
                return self._of_names(wagers.names)
            case WagerDecided(wagers, _, at):
                return self._of_names(wagers.names) | (NOWHERE if at is None else self._value(at.value))
            case HowMany(_, _, counted):
                return self._of_count(counted, spot)
            case Holds(name, _, value):
                return self._value(NameValue(name)) | self._value(value)
            case Net(_, amount):
                return Dependencies(self.live, rack=True) | self._money(amount)
            case BelowPeak(amount):
                return Dependencies(self.live, rack=True) | self._money(amount)
            case RackIs(scope, _, amount):
                of_all = self.live if scope in ("shooter", "point") else frozenset[str]()
                return Dependencies(of_all, rack=True) | self._money(amount)
        assert_never(atom)

    def _of_count(self, counted: Counted, spot: CompiledWager | None) -> Dependencies:
        match counted:
            case Decisions(_, of):
                if of is not None:
                    return self._of_names(of.names)
                return NOWHERE if spot is None else self._wagers((spot.key,))
            case Happenings():
                return NOWHERE
            case BetsUp(wagers):
                return self._of_names(wagers.names)
            case ComePoints(side):
                return self._of_names((side,))
        assert_never(counted)

    def _action(self, action: Action, spot: CompiledWager | None) -> Dependencies:
        match action:
            case BetAction(_, amount, _):
                looks = NOWHERE if amount.by is None else self._of_count(amount.by, spot)
                for step in amount.steps:
                    looks |= self._step(step)
                return looks
            case PressAction(_, by):
                return NOWHERE if by is None else self._step(by)
            case ReduceAction(_, _, step):
                return self._step(step)
            case ParlayAction() | TakeDownAction() | CallOnOff() | SitOut() | LeaveAction() | PlayAction():
                return NOWHERE
            case MoveCount(_, name, by_value):
                return self._value(NameValue(name)) | (NOWHERE if by_value is None else self._value(by_value))
            case SetTo(name, value):
                return self._value(NameValue(name)) | self._value(value)
        assert_never(action)

    def _step(self, step: StakeStep) -> Dependencies:
        """An amount; flat bets are bound to their odds by the house, and winnings are of wagers the line asks for."""
        match step:
            case Plain(value) | Units(value) | Times(value):
                return self._value(value)
            case ThreeFourFive() | Limit() | Winnings():
                return NOWHERE
            case ToWin(inner):
                return self._value(inner.value)
            case Share(_, of):
                looks = NOWHERE if of == "bankroll" else Dependencies(rack=True)
                return (Dependencies(self.live) if of == "peak" else looks) | looks | self._money(step)
            case AllLeft():
                return Dependencies(rack=True)
        assert_never(step)


def _is_about_it(doing: LimitedAction) -> bool:
    return isinstance(doing.action, OnWagers) and doing.action.wagers == IT


def fate_of_its_own(doing: LimitedAction, above: Conditions) -> Condition | None:
    """The condition of a line about `it` that each wager can judge by its own fate alone, if there is one.

    `When place-6 or place-8 wins: press it` presses the 6 if the 6 has won, whatever became of the 8: a wager is `it`
    by its own settlement, and one that is `it` makes the event true. Not so where the wagers must win together, where
    two events must be true at once, or where several conditions say what `it` is.

    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> from sevenout.strategy.language.syntax_tree import condition_of
    >>> def judged(text):
    ...     (rule,) = parse(text).file.items
    ...     return fate_of_its_own(rule.body[0], (condition_of(rule.heading),)) is not None
    >>> judged("when place-6 or place-8 wins: press it"), judged("when place-6 and place-8 wins: press it")
    (True, False)
    """
    events = doing.events(above)
    if len(events) != 1 or not _is_about_it(doing):
        return None
    (event,) = events
    decided = [atom for atom in event.each if isinstance(atom, WagerDecided)]
    if any(isinstance(part, AllOf) for part in event.atoms):
        return None
    if any(atom.wagers.together for atom in decided) or (event.joined == "and" and len(decided) > 1):
        return None
    return event


def has_share(doing: LimitedAction) -> bool:
    """Whether a line reckons its stakes by the rack as it finds it, once for all of its wagers."""
    match doing.action:
        case BetAction(_, amount):
            steps: tuple[StakeStep, ...] = amount.steps
        case PressAction(_, by) if by is not None:
            steps = (by,)
        case ReduceAction(_, _, step):
            steps = (step,)
        case _:
            return False
    return any(isinstance(step, AllLeft) or (isinstance(step, Share) and step.of != "bankroll") for step in steps)

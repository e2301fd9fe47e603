"""What conditions, amounts and counts of a strategy are made of, as frozen values.

Words that mean the same (`hits` and `wins`, `after` and `at least`) are kept as they were written.
"""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

Scope = Literal["shooter", "point", "session"]
Since = Scope | Literal["in a row"]
"""Where a count begins: with the scope, or behind the last decision that went the other way."""


# --- numbers and amounts


class NumberValue(Struct, frozen=True):
    """A number as written, in hundredths: 12 is 1200."""

    hundredths: int


ONE = NumberValue(100)


class NameValue(Struct, frozen=True):
    """What a `let` or a `count` stands for now."""

    name: str


Factor = NumberValue | NameValue
Sign = Literal["+", "-", "*", "/"]


class ArithmeticStep(Struct, frozen=True):
    """`* 2` in `level * 2 + 1`."""

    sign: Sign
    by: Factor


class Arithmetic(Struct, frozen=True):
    """`level * 2 + 1`: `*` and `/` come before `+` and `-`, as everywhere."""

    first: Factor
    steps: tuple[ArithmeticStep, ...]

    def reckon(self, number_of: Callable[[Factor], int]) -> int:
        """What it comes to, in hundredths and rounded down; a division by nothing comes to nothing.

        >>> Arithmetic(NumberValue(500), (ArithmeticStep("-", ONE), ArithmeticStep("*", NumberValue(300)))).reckon(
        ...     lambda factor: factor.hundredths
        ... )
        200
        """
        total, term = 0, number_of(self.first)
        for step in self.steps:
            number = number_of(step.by)
            match step.sign:
                case "*":
                    term = term * number // 100
                case "/":
                    term = term * 100 // number if number else 0
                case "+":
                    total, term = total + term, number
                case "-":
                    total, term = total + term, -number
        return total + term


Value = NumberValue | NameValue | Arithmetic


def factors_of(value: Value) -> tuple[Factor, ...]:
    """The numbers and names that a value is made of.

    >>> factors_of(Arithmetic(NameValue("level"), (ArithmeticStep("*", ONE),)))
    (NameValue(name='level'), NumberValue(hundredths=100))
    """
    return (value.first, *[step.by for step in value.steps]) if isinstance(value, Arithmetic) else (value,)


class Plain(Struct, frozen=True):
    """`12`: exactly that."""

    value: Value


class Units(Struct, frozen=True):
    """`2 units`: so many times the smallest amount of at least a unit that the wager pays exactly."""

    value: Value


class Times(Struct, frozen=True):
    """`2x`: so many times the flat bet."""

    value: Value


class ThreeFourFive(Struct, frozen=True):
    """`3-4-5x`: three, four or five times the flat bet, by the number."""


class Limit(Struct, frozen=True):
    """`max`, `min`: the house's own limit, now."""

    end: Literal["max", "min"]


class ToWin(Struct, frozen=True):
    """`to win 10`: the least stake that pays exactly and wins it."""

    amount: Plain | Units | Times


class Winnings(Struct, frozen=True):
    """`its winnings`, `half its winnings`: of the wager if it made the event true, else of those that did."""

    half: bool = False


class Share(Struct, frozen=True):
    """`10% of the rack`, `half the bankroll`: of what there is when the line is reached."""

    part: NumberValue | NameValue | Literal["half"]
    """Percent."""
    of: Literal["rack", "bankroll", "peak"]


class AllLeft(Struct, frozen=True):
    """`all that is left`: the whole rack, as far as the house takes it."""


StakeStep = Plain | Units | Times | ThreeFourFive | Limit | ToWin | Winnings | Share | AllLeft
Stake = Plain | Units
"""What a stake is compared with."""
Money = Plain | Units | Share
"""What a net result or a rack is compared with; a share is one of the bankroll here."""


# --- wagers, rolls and counts

Decision = Literal["hits", "wins", "losses"]
Side = Literal["come", "dont-come"]


class Wagers(Struct, frozen=True):
    """Wagers by name. In a condition any of them will do, or only `together`: place-6 and place-8."""

    names: tuple[str, ...]
    together: bool = False


IT = Wagers(("it",))
"""Each wager that made the event true."""


class Total(Struct, frozen=True):
    """`6`, `hard 6`."""

    number: int
    hard: bool = False


class RolledNumbers(Struct, frozen=True):
    """`4 or 10`, `hard 6`; none at all: a box number."""

    totals: tuple[Total, ...] = ()


class Decisions(Struct, frozen=True):
    """`hits of place this shooter`, `losses in a row`: of the line's own wagers if none are named."""

    word: Decision
    of: Wagers | None
    since: Since | None
    """None: not said, which is this shooter."""


class Happenings(Struct, frozen=True):
    """`rolls this shooter`, `points made this session`; `shooters` are those of the session who have sevened out."""

    word: Literal["rolls", "points made", "seven-outs", "shooters"]
    since: Scope


class BetsUp(Struct, frozen=True):
    """`place bets`: how many of them are up."""

    wagers: Wagers


class ComePoints(Struct, frozen=True):
    """`come points`: how many come bets have travelled."""

    side: Side


Counted = Decisions | Happenings | BetsUp | ComePoints


class AmountLadder(Struct, frozen=True):
    """One step, or a ladder of them and the count that picks the step."""

    steps: tuple[StakeStep, ...]
    by: Counted | None = None
    repeating: bool = False

    @property
    def in_units(self) -> tuple[Value, ...]:
        """The numbers of a ladder that is in units throughout; none if it is not."""
        values = tuple(step.value for step in self.steps if isinstance(step, Units))
        return values if len(values) == len(self.steps) > 1 else ()


# --- conditions

Compare = Literal["at least", "at most", "over", "under", "is", "is not"]
HowOften = Literal["at least", "after", "fewer than", "exactly", "no"]
Result = Literal["wins", "hits", "loses", "pushes"]


class Not(Struct, frozen=True):
    """`not up 120 this shooter`."""

    atom: "Atom"


class ComeOut(Struct, frozen=True):
    """`on the come-out`."""


class WithPoint(Struct, frozen=True):
    """`with a point`."""


class PointOn(Struct, frozen=True):
    """`with the point on 6 or 8`, `the point is 6`."""

    words: Literal["with the point on", "the point is"]
    numbers: RolledNumbers


class OnThePoint(Struct, frozen=True):
    """`on the point`: the line's own wager has the number of the point."""


class Covered(Struct, frozen=True):
    """`covered`: a pass or come bet is on the number of the line's own wager."""


class IsUp(Struct, frozen=True):
    """`place-6 is up`."""

    wagers: Wagers


class NothingUp(Struct, frozen=True):
    """`nothing is up`."""


class WagerDecided(Struct, frozen=True):
    """`place-6 or place-8 wins at 12`: an event."""

    wagers: Wagers
    result: Result
    at: Stake | None = None


class NumberRolled(Struct, frozen=True):
    """`4 or 10 rolls`: an event."""

    numbers: RolledNumbers


class PuckEvent(Struct, frozen=True):
    """`the point is made`: an event."""

    words: Literal["a point is set", "the point is made", "the shooter sevens out", "a shooter starts"]


class HowMany(Struct, frozen=True):
    """`at least 2 hits of place this shooter`, `no come bets`."""

    compare: HowOften
    number: int
    """0 behind `no`."""
    counted: Counted


class Holds(Struct, frozen=True):
    """`five under 4`: a count (or a parameter) compared."""

    name: str
    compare: Compare
    value: Value


class Net(Struct, frozen=True):
    """`up 200`, `down 50 this shooter`: by what could be carried away, so that a contract bet counts nothing."""

    way: Literal["up", "down"]
    amount: Money
    scope: Scope | None = None


class RackIs(Struct, frozen=True):
    """`rack at least 100`, `rack this shooter at least -7`."""

    scope: Scope | None
    compare: Compare
    amount: Money


class BelowPeak(Struct, frozen=True):
    """`down 100 from the peak`, `down 20% from the peak`: below the most that could be carried away."""

    amount: Money
    """A share is one of the peak here."""


class Chance(Struct, frozen=True):
    """`1 time in 3`: by lot, which the dice before this roll have drawn."""

    times: int
    out_of: int


Atom = (
    Not | ComeOut | WithPoint | PointOn | OnThePoint | Covered | IsUp | NothingUp
    | WagerDecided | NumberRolled | PuckEvent | HowMany | Holds | Net | RackIs
    | BelowPeak | Chance
)  # fmt: skip


class AllOf(Struct, frozen=True):
    """`with a point and up 20` between `or`s: what `and` joins belongs together."""

    atoms: tuple[Atom, ...]


class Condition(Struct, frozen=True):
    """What must all be true, or any of it; where both words stand, `and` binds closer than `or`."""

    atoms: tuple[Atom | AllOf, ...]
    joined: Literal["and", "or"] = "and"

    @property
    def each(self) -> tuple[Atom, ...]:
        """Every atom, whatever joins it to the others."""
        return tuple(atom for part in self.atoms for atom in (part.atoms if isinstance(part, AllOf) else (part,)))

    @property
    def is_event(self) -> bool:
        """Whether it can only be true once for each roll that made it so."""
        events = [_is_event(part) for part in self.atoms]
        return any(events) if self.joined == "and" else all(events)

    @property
    def binds_it(self) -> bool:
        """Whether it says which wagers `it` is."""
        return any(isinstance(atom, WagerDecided) for atom in self.each)


def _is_event(part: Atom | AllOf) -> bool:
    if isinstance(part, AllOf):
        return any(map(_is_event, part.atoms))
    return isinstance(part, WagerDecided | NumberRolled | PuckEvent)

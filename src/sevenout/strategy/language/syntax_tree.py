"""A strategy file as frozen values: what was written, without where it stood.

Words that mean the same (`if` and `while`, `hits` and `wins`) are kept as they were written, so that the formatter does
not put words into anybody's mouth. Two files that are formatted alike are equal here.
"""

from collections.abc import Iterator
from typing import Literal, assert_never

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


Value = NumberValue | NameValue


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


StakeStep = Plain | Units | Times | ThreeFourFive | Limit | ToWin | Winnings
Money = Plain | Units
"""What a net result, a rack or a stake is compared with."""


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
    since: Since


class Happenings(Struct, frozen=True):
    """`rolls this shooter`, `points made this session`."""

    word: Literal["rolls", "points made", "seven-outs"]
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
Result = Literal["wins", "loses", "pushes"]


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
    at: Money | None = None


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
    """`up 200`, `down 50 this shooter`."""

    way: Literal["up", "down"]
    amount: Money
    scope: Scope | None = None


class RackIs(Struct, frozen=True):
    """`rack at least 100`, `rack this shooter at least -7`."""

    scope: Scope | None
    compare: Compare
    amount: Money


Atom = (
    Not | ComeOut | WithPoint | PointOn | OnThePoint | Covered | IsUp | NothingUp
    | WagerDecided | NumberRolled | PuckEvent | HowMany | Holds | Net | RackIs
)  # fmt: skip


class Condition(Struct, frozen=True):
    """Atoms that must all be true, or any of them; never mixed."""

    atoms: tuple[Atom, ...]
    joined: Literal["and", "or"] = "and"

    @property
    def is_event(self) -> bool:
        """Whether it can only be true once for each roll that made it so."""
        events = [isinstance(atom, WagerDecided | NumberRolled | PuckEvent) for atom in self.atoms]
        return any(events) if self.joined == "and" else all(events)

    @property
    def binds_it(self) -> bool:
        """Whether it says which wagers `it` is."""
        return any(isinstance(atom, WagerDecided) for atom in self.atoms)


# --- actions


class BetAction(Struct, frozen=True):
    """`bet` makes a wager that is not up; `keep` makes it so much, whatever is up."""

    verb: Literal["bet", "keep"]
    amount: AmountLadder
    wagers: Wagers


class PressAction(Struct, frozen=True):
    """`press it by 6`; doubled if no amount is given."""

    wagers: Wagers
    by: StakeStep | None = None


class ReduceAction(Struct, frozen=True):
    """`reduce it by 6`, `reduce it to 6`."""

    wagers: Wagers
    how: Literal["by", "to"]
    step: StakeStep


class TakeDownAction(Struct, frozen=True):
    """`take down place`."""

    wagers: Wagers


class CallOnOff(Struct, frozen=True):
    """`call place off`."""

    wagers: Wagers
    now: Literal["on", "off"]


class MoveCount(Struct, frozen=True):
    """`raise five`, `lower owed by stake`."""

    verb: Literal["raise", "lower"]
    name: str
    by: Value | None = None


class SetTo(Struct, frozen=True):
    """`set dark to 1`."""

    name: str
    value: Value


class SitOut(Struct, frozen=True):
    """`sit out`: read no further this time."""


class LeaveAction(Struct, frozen=True):
    """`leave`: the session ends."""


OnWagers = BetAction | PressAction | ReduceAction | TakeDownAction | CallOnOff
Action = OnWagers | MoveCount | SetTo | SitOut | LeaveAction


ProvisoWord = Literal["if", "while", "unless"]


class Proviso(Struct, frozen=True):
    """`if`, `while` or `unless` and a condition, behind an action."""

    word: ProvisoWord
    condition: Condition


class AtMost(Struct, frozen=True):
    """`at most 3 times per shooter`."""

    times: int
    per: Scope


# --- lines


class CommentLine(Struct, frozen=True):
    """A line that is only a comment."""

    text: str


class Gap(Struct, frozen=True):
    """Empty lines, however many."""


class Unit(Struct, frozen=True):
    """`unit 10`."""

    amount: NumberValue
    note: str = ""


class Let(Struct, frozen=True):
    """`let odds be 2`."""

    name: str
    value: NumberValue
    note: str = ""


class CountDeclaration(Struct, frozen=True):
    """`count five from 0 to 5 each shooter`; it starts at the low end unless told otherwise."""

    name: str
    low: int
    high: int
    start: int | None = None
    each: Literal["shooter", "point"] | None = None
    note: str = ""


class LimitedAction(Struct, frozen=True):
    """An action with all that limits it."""

    action: Action
    provisos: tuple[Proviso, ...] = ()
    at_most: AtMost | None = None
    note: str = ""

    @property
    def requires(self) -> tuple[Condition, ...]:
        """The conditions that must be true: behind `if` and `while`, not behind `unless`."""
        return tuple(proviso.condition for proviso in self.provisos if proviso.word != "unless")

    def events(self, heading: Condition | None) -> tuple[Condition, ...]:
        """The conditions that say which wagers `it` is: the line's own `if` before the heading."""
        own = tuple(condition for condition in self.requires if condition.binds_it)
        return own or ((heading,) if heading is not None and heading.binds_it else ())


class EveryRoll(Struct, frozen=True):
    """`every roll:`."""


class When(Struct, frozen=True):
    """`when place-6 wins:`; without the `when` if it begins with `on` or `with`."""

    condition: Condition
    said: bool = True
    """Whether `when` is written."""


class Otherwise(Struct, frozen=True):
    """`otherwise:`, `otherwise when five under 4:`."""

    start: When | None = None


Heading = EveryRoll | When | Otherwise


def condition_of(heading: Heading | None) -> Condition | None:
    """What a heading asks; None if it asks nothing.

    >>> condition_of(Otherwise(When(Condition((ComeOut(),)))))
    Condition(atoms=(ComeOut(),), joined='and')
    """
    match heading:
        case When(condition) | Otherwise(When(condition)):
            return condition
        case EveryRoll() | Otherwise() | None:
            return None


class Rule(Struct, frozen=True):
    """A heading and what stands under it."""

    heading: Heading
    body: tuple[LimitedAction | CommentLine | Gap, ...]
    note: str = ""
    """The comment on the heading's own line."""

    @property
    def doings(self) -> tuple[LimitedAction, ...]:
        """The actions under the heading."""
        return tuple(line for line in self.body if isinstance(line, LimitedAction))


Statement = Unit | Let | CountDeclaration | Rule | LimitedAction
Item = CommentLine | Gap | Statement


class StrategyFile(Struct, frozen=True):
    """A whole strategy."""

    items: tuple[Item, ...]

    def statements(self) -> Iterator[Statement]:
        """Everything but comments and empty lines, in the order it stands: a heading, then what stands under it."""
        for item in self.items:
            match item:
                case CommentLine() | Gap():
                    continue
                case Rule():
                    yield item
                    yield from item.doings
                case Unit() | Let() | CountDeclaration() | LimitedAction():
                    yield item
                case _:
                    assert_never(item)

    @property
    def sentence(self) -> str:
        """The first comment: what the strategy is, in one sentence."""
        return next((item.text for item in self.items if isinstance(item, CommentLine)), "")


class Script(Struct, frozen=True):
    """A file that was read: its name, its text, what it says, and the line of each of its statements."""

    name: str
    text: str
    file: StrategyFile
    lines: tuple[int, ...]

    def numbered_statements(self) -> Iterator[tuple[int, Statement]]:
        """Each statement with its line."""
        yield from zip(self.lines, self.file.statements(), strict=True)

    def at_the_margin(self) -> Iterator[tuple[int, Statement, tuple[tuple[int, LimitedAction], ...]]]:
        """Each statement that is not indented, with its line, and with the actions under it and theirs."""
        lines = iter(self.lines)
        for item in self.file.items:
            if not isinstance(item, CommentLine | Gap):
                line, doings = next(lines), item.doings if isinstance(item, Rule) else ()
                yield line, item, tuple((next(lines), doing) for doing in doings)

"""A strategy file as frozen values: what was written, without where it stood.

Words that mean the same (`if` and `while`, `hits` and `wins`) are kept as they were written, so that the formatter does
not put words into anybody's mouth. Two files that are formatted alike are equal here.
"""

from collections.abc import Iterator
from typing import Literal, assert_never

from msgspec import Struct

from sevenout.strategy.language.condition_syntax import (
    AmountLadder,
    Condition,
    IsUp,
    Net,
    NothingUp,
    NumberRolled,
    NumberValue,
    PuckEvent,
    RackIs,
    Scope,
    Stake,
    StakeStep,
    Value,
    WagerDecided,
    Wagers,
)
from sevenout.strategy.policy.solved_policy import SolvedPolicy

# --- actions


class BetAction(Struct, frozen=True):
    """`bet` makes a wager that is not up; `keep` makes it so much, whatever is up."""

    verb: Literal["bet", "keep"]
    amount: AmountLadder
    wagers: Wagers
    spread: bool = False
    """`54 across`: the amount is the total of all of them, shared out by what each is paid exactly in."""


class PressAction(Struct, frozen=True):
    """`press it by 6`; doubled if no amount is given."""

    wagers: Wagers
    by: StakeStep | None = None


class ParlayAction(Struct, frozen=True):
    """`parlay it`: what it won goes on top of it."""

    wagers: Wagers


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
    """`raise five`, `lower owed by stake`, `double stake` (which takes no `by`)."""

    verb: Literal["raise", "lower", "double"]
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


class PlayAction(Struct, frozen=True):
    """`play three-point-molly until up 100`: another strategy as a part of this one."""

    name: str
    until: Condition | None = None
    """Once it has been true, it is played no more."""
    then: bool = False
    """`then play …`: only once the `play … until` line before it is over."""


OnWagers = BetAction | PressAction | ParlayAction | ReduceAction | TakeDownAction | CallOnOff
Action = OnWagers | MoveCount | SetTo | SitOut | LeaveAction | PlayAction


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


Conditions = tuple[Condition, ...]
"""What the headings above a line ask, the outermost first."""


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

    def events(self, above: Conditions) -> Conditions:
        """The conditions that say which wagers `it` is: the line's own `if`, before that the nearest heading's."""
        own = tuple(condition for condition in self.requires if condition.binds_it)
        return own or tuple(condition for condition in above if condition.binds_it)[-1:]


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

    >>> from sevenout.strategy.language.condition_syntax import ComeOut
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
    body: tuple["LimitedAction | Rule | CommentLine | Gap", ...]
    note: str = ""
    """The comment on the heading's own line."""

    def statements(self) -> Iterator["Statement"]:
        """The heading, then all that stands under it, in order."""
        yield self
        for line in self.body:
            if isinstance(line, Rule):
                yield from line.statements()
            elif isinstance(line, LimitedAction):
                yield line


class GivenEvent(Struct, frozen=True):
    """`place-6 wins twice`: what is made to happen, and how often."""

    event: WagerDecided | NumberRolled | PuckEvent
    times: int = 1


class StakeAt(Struct, frozen=True):
    """`place-6 at 24`."""

    wager: str
    amount: Stake


Expected = StakeAt | IsUp | NothingUp | Net | RackIs


class Expectation(Struct, frozen=True):
    """`given place-6 wins twice: expect place-6 at 24`: the file's own test. Nothing given: at the start."""

    given: tuple[GivenEvent, ...]
    expected: tuple[Expected, ...]
    note: str = ""


Statement = Expectation | Unit | Let | CountDeclaration | Rule | LimitedAction | SolvedPolicy
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
                    yield from item.statements()
                case Unit() | Let() | CountDeclaration() | LimitedAction() | Expectation() | SolvedPolicy():
                    yield item
                case _:
                    assert_never(item)

    @property
    def policy(self) -> SolvedPolicy | None:
        """The solved policy that the file holds, if it is one."""
        return next((item for item in self.items if isinstance(item, SolvedPolicy)), None)

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
    parts: tuple[tuple[str, "Script"], ...] = ()
    """The strategies that it plays, by name."""

    def numbered_statements(self) -> Iterator[tuple[int, Statement]]:
        """Each statement with its line."""
        yield from zip(self.lines, self.file.statements(), strict=True)

    @property
    def whole_text(self) -> str:
        """Its text and the texts of all that it plays: whatever can make it play differently."""
        return "\n".join((self.text, *[f"{name}:\n{part.whole_text}" for name, part in self.parts]))

"""Writes a strategy in its one form: reading what it wrote gives the same file back, comments included."""

from collections.abc import Iterator
from typing import assert_never

from sevenout.base.money import format_amount
from sevenout.strategy.language.condition_syntax import (
    IT,
    AllLeft,
    AllOf,
    AmountLadder,
    Arithmetic,
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
    Factor,
    Happenings,
    Holds,
    HowMany,
    IsUp,
    Limit,
    NameValue,
    Net,
    Not,
    NothingUp,
    NumberRolled,
    NumberValue,
    OnThePoint,
    Plain,
    PointOn,
    PuckEvent,
    RackIs,
    RolledNumbers,
    Scope,
    Share,
    StakeStep,
    ThreeFourFive,
    Times,
    ToWin,
    Units,
    Value,
    WagerDecided,
    Wagers,
    Winnings,
    WithPoint,
)
from sevenout.strategy.language.keywords import SINGULAR_OF, SPREADS
from sevenout.strategy.language.syntax_tree import (
    Action,
    BetAction,
    CallOnOff,
    CommentLine,
    CountDeclaration,
    EveryRoll,
    Expectation,
    Expected,
    Gap,
    GivenEvent,
    Heading,
    Item,
    LeaveAction,
    Let,
    LimitedAction,
    MoveCount,
    Otherwise,
    ParlayAction,
    PlayAction,
    PressAction,
    ReduceAction,
    Rule,
    SetTo,
    SitOut,
    StakeAt,
    StrategyFile,
    TakeDownAction,
    Unit,
    When,
)
from sevenout.strategy.policy.solved_policy import SolvedPolicy, policy_lines

INDENT = "    "


def format_file(file: StrategyFile) -> str:
    """The whole file.

    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> print(format_file(parse("WITH A POINT:\\n  bet $12 on place-6 and place-8 # both").file), end="")
    with a point: bet 12 on place-6, place-8  # both
    """
    return "".join(f"{line}\n" for item in file.items for line in _lines(item))


def _lines(item: Item) -> Iterator[str]:
    match item:
        case CommentLine(text):
            yield _remark(text)
        case Gap():
            yield ""
        case Unit(amount, note):
            yield _with_note(f"unit {number(amount)}", note)
        case Let(name, value, note):
            yield _with_note(f"let {name} be {number(value)}", note)
        case CountDeclaration():
            yield _with_note(_count(item), item.note)
        case LimitedAction():
            yield _with_note(doing(item), item.note)
        case Rule():
            yield from _rule(item)
        case Expectation():
            yield _with_note(_expectation(item), item.note)
        case SolvedPolicy():
            yield from policy_lines(item)
        case _:
            assert_never(item)


def _rule(rule: Rule) -> Iterator[str]:
    if len(rule.body) == 1 and isinstance(only := rule.body[0], LimitedAction) and not rule.note:
        yield _with_note(f"{heading(rule.heading)}: {doing(only)}", only.note)
        return
    yield _with_note(f"{heading(rule.heading)}:", rule.note)
    for line in rule.body:
        for text in _lines(line):
            yield INDENT + text if text else ""


def _expectation(item: Expectation) -> str:
    given = " then ".join(map(_format_given, item.given)) or "the start"
    return f"given {given}: expect {' and '.join(map(_format_expected, item.expected))}"


def _format_given(given: GivenEvent) -> str:
    times = "" if given.times == 1 else " twice" if given.times == 2 else f" {given.times} times"
    return f"{atom(given.event)}{times}"


def _format_expected(expected: Expected) -> str:
    return f"{expected.wager} at {step(expected.amount)}" if isinstance(expected, StakeAt) else atom(expected)


def _remark(text: str) -> str:
    return f"# {text}" if text else "#"


def _with_note(line: str, note: str) -> str:
    return f"{line}  {_remark(note)}" if note else line


def _count(count: CountDeclaration) -> str:
    start = "" if count.start is None else f" starting at {count.start}"
    each = "" if count.each is None else f" each {count.each}"
    return f"count {count.name} from {count.low} to {count.high}{start}{each}"


def heading(head: Heading) -> str:
    """A heading without its colon."""
    match head:
        case EveryRoll():
            return "every roll"
        case Otherwise(start):
            return "otherwise" if start is None else f"otherwise {heading(start)}"
        case When(asked, said):
            return f"when {condition(asked)}" if said else condition(asked)
    assert_never(head)


# --- actions


def doing(line: LimitedAction) -> str:
    """An action with all that limits it.

    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> doing(parse("with a point: Take down PLACE at most 1 times per shooter").file.items[0].body[0])
    'take down place at most 1 time per shooter'
    """
    text = action(line.action)
    for proviso in line.provisos:
        text += f" {proviso.word} {condition(proviso.condition)}"
    if line.at_most is not None:
        text += f" at most {line.at_most.times} {_plural(line.at_most.times, 'time')} per {line.at_most.per}"
    return text


def action(act: Action) -> str:
    """A verb and what it is done to."""
    match act:
        case BetAction(verb, amount, named, spread):
            by = "" if amount.by is None else f" by {format_count(amount.by)}"
            return f"{verb} {_steps(amount)} {spread_over(named) if spread else f'on {_list(named)}'}{by}"
        case PressAction(named, by):
            return f"press {_list(named)}" + ("" if by is None else f" by {step(by)}")
        case ParlayAction(named):
            return f"parlay {_list(named)}"
        case ReduceAction(named, how, amount):
            return f"reduce {_list(named)} {how} {step(amount)}"
        case TakeDownAction(named):
            return "take it down" if named == IT else f"take down {_list(named)}"
        case CallOnOff(named, now):
            return f"call {_list(named)} {now}"
        case MoveCount(verb, name, by):
            return f"{verb} {name}" + ("" if by is None else f" by {value(by)}")
        case SetTo(name, to):
            return f"set {name} to {value(to)}"
        case SitOut():
            return "sit out"
        case LeaveAction():
            return "leave"
        case PlayAction(name, until, then):
            return f"{'then ' if then else ''}play {name}" + ("" if until is None else f" until {condition(until)}")
    assert_never(act)


def _list(named: Wagers) -> str:
    return ", ".join(named.names)


def spread_over(named: Wagers) -> str:
    """`across`, or the wagers that a total is spread over."""
    return next((word for word, group in SPREADS.items() if named.names == (group,)), f"over {_list(named)}")


def _steps(amount: AmountLadder) -> str:
    in_units = ", ".join(map(value, amount.in_units))
    text = f"{in_units} units" if in_units else ", ".join(map(step, amount.steps))
    return f"{text} repeating" if amount.repeating else text


def step(stake: StakeStep) -> str:
    """One amount."""
    match stake:
        case Plain(amount):
            return value(amount)
        case Units(NumberValue(100)):
            return "a unit"
        case Units(amount):
            return f"{value(amount)} units"
        case Times(NameValue(name)):
            return f"{name} x"
        case Times(NumberValue() as amount):
            return f"{number(amount)}x"
        case Times(amount):
            return f"{value(amount)} x"
        case ThreeFourFive():
            return "3-4-5x"
        case Limit(end):
            return end
        case ToWin(amount):
            return f"to win {step(amount)}"
        case Winnings(half):
            return "half its winnings" if half else "its winnings"
        case Share(percent, of):
            return f"half the {of}" if percent == "half" else f"{_percent(percent)} of the {of}"
        case AllLeft():
            return "all that is left"
    assert_never(stake)


def _percent(percent: Factor) -> str:
    return f"{value(percent)}%"


def value(written: Value) -> str:
    """A number, a name, or both with signs between them."""
    match written:
        case NameValue(name):
            return name
        case NumberValue():
            return number(written)
        case Arithmetic(first, steps):
            return " ".join((value(first), *[f"{each.sign} {value(each.by)}" for each in steps]))
    assert_never(written)


def number(written: NumberValue) -> str:
    """A number without needless decimals.

    >>> number(NumberValue(1050)), number(NumberValue(1000))
    ('10.5', '10')
    """
    text = format_amount(written.hundredths)
    return text.rstrip("0").rstrip(".") if "." in text else text


# --- conditions


def condition(asked: Condition) -> str:
    """Atoms with `and` or `or` between them.

    >>> condition(Condition((WithPoint(), Net("up", Units(NumberValue(2000))))))
    'with a point and up 20 units'
    """
    return f" {asked.joined} ".join(part(each, among_or=asked.joined == "or") for each in asked.atoms)


def part(asked: Atom | AllOf, *, among_or: bool = True) -> str:
    """A part of a condition: an atom, or several that `and` joins."""
    if isinstance(asked, AllOf):
        return " and ".join(atom(each, among_or=among_or) for each in asked.atoms)
    return atom(asked, among_or=among_or)


def atom(fact: Atom, *, among_or: bool = False) -> str:
    """One condition; between `or`s a list of points has commas, so that no other number is taken for a point."""
    match fact:
        case Not(inner):
            return f"not {atom(inner, among_or=among_or)}"
        case ComeOut():
            return "on the come-out"
        case WithPoint():
            return "with a point"
        case PointOn(words, numbers):
            return f"{words} {_numbers(numbers, ', ' if among_or else ' or ')}"
        case OnThePoint():
            return "on the point"
        case Covered():
            return "covered"
        case NothingUp():
            return "nothing is up"
        case IsUp(named):
            return f"{_join_names(named)} is up"
        case WagerDecided(named, result, at):
            return f"{_join_names(named)} {result}" + ("" if at is None else f" at {step(at)}")
        case NumberRolled(numbers):
            return f"{_numbers(numbers)} rolls"
        case PuckEvent(words):
            return words
        case HowMany(compare, many, what):
            return f"no {format_count(what)}" if compare == "no" else f"{compare} {many} {format_count(what, many)}"
        case Holds(name, compare, than):
            return f"{name} {compare} {value(than)}"
        case Net() | RackIs() | BelowPeak():
            return _money(fact)
        case Chance(times, out_of):
            return f"{times} {_plural(times, 'time')} in {out_of}"
    assert_never(fact)


def _money(fact: Net | RackIs | BelowPeak) -> str:
    match fact:
        case Net(way, amount, scope):
            return f"{way} {step(amount)}{_this(scope)}"
        case RackIs(scope, compare, amount):
            return f"rack{_this(scope)} {compare} {step(amount)}"
        case BelowPeak(Share(percent)):
            return f"down {'half' if percent == 'half' else _percent(percent)} from the peak"
        case BelowPeak(amount):
            return f"down {step(amount)} from the peak"
    assert_never(fact)


def _this(scope: Scope | None) -> str:
    return "" if scope is None else f" this {scope}"


def _join_names(named: Wagers) -> str:
    return (" and " if named.together else " or ").join(named.names)


def _numbers(numbers: RolledNumbers, joint: str = " or ") -> str:
    if not numbers.totals:
        return "a box number"
    return joint.join(f"hard {each.number}" if each.hard else str(each.number) for each in numbers.totals)


def format_count(what: Counted, many: int = 0) -> str:
    """Something that can be counted; of one, in the singular.

    >>> format_count(Happenings("points made", "shooter"), 1)
    'point made this shooter'
    """
    match what:
        case Decisions(word, of, since):
            wagers = "" if of is None else f" of {_join_names(of)}"
            scope = " in a row" if since == "in a row" else _this(since)
            return f"{SINGULAR_OF[word] if many == 1 else word}{wagers}{scope}"
        case Happenings("shooters"):
            return _plural(many, "shooter")
        case Happenings(word, since):
            return f"{SINGULAR_OF[word] if many == 1 else word} this {since}"
        case BetsUp(named):
            return f"{_join_names(named)} {_plural(many, 'bet')}"
        case ComePoints(side):
            return f"{side} {_plural(many, 'point')}"
    assert_never(what)


def _plural(many: int, word: str) -> str:
    return word if many == 1 else f"{word}s"

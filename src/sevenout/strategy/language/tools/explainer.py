"""Retells a strategy in sentences, so that its writer can hear whether it says what was meant."""

from collections.abc import Iterable, Iterator
from typing import Literal, assert_never

from msgspec import Struct

from sevenout.base.money import units
from sevenout.base.vocabulary import stem
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
    HowOften,
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
from sevenout.strategy.language.keywords import (
    COLLECTIVES,
    COME,
    HARDWAYS,
    IRON_CROSS,
    PER_POINT,
    PLACE_GROUPS,
    SINGULAR_OF,
)
from sevenout.strategy.language.script_tree import TreeLine, written_tree
from sevenout.strategy.language.syntax_tree import (
    Action,
    BetAction,
    CallOnOff,
    Conditions,
    CountDeclaration,
    EveryRoll,
    Expectation,
    Expected,
    GivenEvent,
    Heading,
    LeaveAction,
    Let,
    LimitedAction,
    MoveCount,
    OnWagers,
    Otherwise,
    ParlayAction,
    PlayAction,
    PressAction,
    ReduceAction,
    Rule,
    Script,
    SetTo,
    SitOut,
    StakeAt,
    TakeDownAction,
    Unit,
    When,
    condition_of,
)
from sevenout.strategy.language.tools.formatter import number
from sevenout.strategy.policy.solved_policy import SolvedPolicy

_COLLECTIVE = {
    "place": "every place bet",
    "buy": "every buy bet",
    "lay": "every lay bet",
    "hard": "every hardway",
    "props": "every proposition",
    "all": "everything",
    "come-odds": "the odds of every come point",
    "dont-come-odds": "the odds of every don't come point",
    "place-inside": "the inside numbers but the point",
    "place-outside": "the outside numbers but the point",
    "place-across": "every place number but the point",
    "place-point": "the place bet on the point",
    "hardways": "every one of the hardways",
    "iron-cross": "the field and every place number that it loses on",
}
_OF = {"rack": "of the rack", "bankroll": "of the bankroll", "peak": "of the most you could have left with"}
_SAID_SIGN = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_SINCE = {"shooter": "since this shooter began", "point": "since the puck last moved", "session": "in this session"}
_COMPARE = {
    "at least": "at least",
    "at most": "at most",
    "over": "more than",
    "under": "less than",
    "is": "exactly",
    "is not": "anything but",
}
_AS_MANY = {"at least": "at least ", "after": "at least ", "fewer than": "fewer than ", "exactly": "", "no": ""}
_PAST = {"wins": "won", "hits": "hit", "loses": "lost", "pushes": "pushed"}
_HAPPENED = {
    "a point is set": "a point was just set",
    "the point is made": "the point was just made",
    "the shooter sevens out": "the shooter has just sevened out",
    "a shooter starts": "a new shooter is about to start",
}


class Sentence(Struct, frozen=True):
    """What one line says."""

    line: int
    text: str
    under: int = 0
    """Under how many headings before it it stands."""


def explain(script: Script) -> tuple[Sentence, ...]:
    """The whole strategy, line by line.

    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> for sentence in explain(parse("when up 20 units: leave\\nwith a point: bet 12 on place-6 unless on the point")):
    ...     print(sentence.text)
    When you could leave at least 20 units ahead in this session, go home.
    While a point is on, bet 12 on place-6 if it is not up, unless its number is the point.
    """
    return tuple(_sentences(script))


def _sentences(script: Script) -> Iterator[Sentence]:
    for line in written_tree(script):
        match line.statement:
            case Unit(amount):
                yield Sentence(line.number, f"A unit is {number(amount)}, or the table's minimum where that is more.")
            case Let(name, given):
                yield Sentence(line.number, f"'{name}' stands for {number(given)} unless you set it otherwise.")
            case CountDeclaration() as count:
                yield Sentence(line.number, _count(count))
            case LimitedAction() | Rule():
                yield from _line(line, (), 0)
            case Expectation(given, expected):
                yield Sentence(
                    line.number, f"Test: {_say_given(given)}, {_series(map(_say_expected, expected), 'and')}."
                )
            case SolvedPolicy() as policy:
                yield Sentence(line.number, _policy(policy))
            case _:
                assert_never(line.statement)


def _policy(policy: SolvedPolicy) -> str:
    until = f" until the rack holds {units(policy.goal)}" if policy.goal else ""
    many = f"{len(policy.moves):,} amounts of cash"
    return f"Make one wager at a time and play it to its decision, each by the policy for {many}{until}."


def _say_given(given: tuple[GivenEvent, ...]) -> str:
    often = {1: "", 2: ", twice"}
    events = [f"{_atom(each.event)}{often.get(each.times, f', {each.times} times')}" for each in given]
    return f"when {', then '.join(events)}" if events else "before the first roll"


def _say_expected(expected: Expected) -> str:
    if isinstance(expected, StakeAt):
        return f"{expected.wager} must be at {_step(expected.amount)}"
    return f"it must be so that {_atom(expected)}"


def _line(line: TreeLine, above: Conditions, depth: int) -> Iterator[Sentence]:
    """A heading with one action under it makes one sentence."""
    if isinstance(line.statement, LimitedAction):
        yield Sentence(line.number, _capital(f"{_doing(line.statement, above)}."), depth)
    elif isinstance(line.statement, Rule):
        heading = line.statement.heading
        condition = condition_of(heading)
        inner = above if condition is None else (*above, condition)
        if len(line.under) == 1 and isinstance(only := line.under[0].statement, LimitedAction):
            yield Sentence(line.under[0].number, f"{_heading(heading)}, {_doing(only, inner)}.", depth)
            return
        yield Sentence(line.number, f"{_heading(heading)}:", depth)
        for each in line.under:
            yield from _line(each, inner, depth + 1)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _count(count: CountDeclaration) -> str:
    start = count.low if count.start is None else count.start
    anew = {None: "", "shooter": ", anew for each shooter", "point": ", anew whenever the puck moves"}[count.each]
    return f"Keep a count called '{count.name}', from {count.low} to {count.high}; it starts at {start}{anew}."


def _heading(heading: Heading) -> str:
    match heading:
        case EveryRoll():
            return "Before every roll"
        case Otherwise(start):
            return f"If that was not so{'' if start is None else f' and {_condition(start.condition)}'}"
        case When(Condition((ComeOut(),))):
            return "Before a come-out roll"
        case When(condition):
            events = any(
                isinstance(atom, WagerDecided | NumberRolled | PuckEvent | Net | RackIs | BelowPeak)
                for atom in condition.each
            )
            return f"{'When' if events else 'While'} {_condition(condition)}"
    assert_never(heading)


# --- actions


def _doing(doing: LimitedAction, above: Conditions) -> str:
    text = _action(doing.action, _explain_winnings(doing, above))
    for proviso in doing.provisos:
        text += f", {'unless' if proviso.word == 'unless' else 'but only if'} {_condition(proviso.condition)}"
    if doing.at_most is not None:
        times = {1: "once", 2: "twice"}.get(doing.at_most.times, f"{doing.at_most.times} times")
        text += f"; at most {times} {_per(doing.at_most.per)}"
    return text


def _per(scope: Scope) -> str:
    return {"shooter": "for each shooter", "point": "while the puck does not move", "session": "in a session"}[scope]


def _explain_winnings(doing: LimitedAction, above: Conditions) -> str:
    """What `its winnings` are: whose, by what the line hangs on."""
    events = doing.events(above)
    if not events or not isinstance(doing.action, OnWagers) or doing.action.wagers == IT:
        return "it just won"
    own = set(doing.action.wagers.names)
    did = {
        name for event in events for atom in event.each if isinstance(atom, WagerDecided) for name in atom.wagers.names
    }
    others = "the wagers that did it just won together"
    if any(
        event.joined == "or" and not all(isinstance(part, WagerDecided) for part in event.atoms) for event in events
    ):
        return f"it just won if no other wager did it, else what {others}"
    if not _are_disjoint(own, did):
        plainly = own == did and len(own) == 1 and not own & {*COLLECTIVES, *COME}
        if plainly and all(event.joined == "and" for event in events):
            return "it just won"
        return f"it just won if it did it, else what {others}"
    if len(did) == 1 and not did & {*COLLECTIVES, *COME} and all(event.joined == "and" for event in events):
        return f"{did.pop()} just won"
    return others


def _are_disjoint(own: set[str], did: set[str]) -> bool:
    """Whether no name of one list can mean a wager of the other, in whichever house."""
    if (own | did) & {"all", "props"}:
        return False
    kinds = {stem(name) for name in own & {*COLLECTIVES}} | {stem(name) for name in did & {*COLLECTIVES, *COME}}
    return not own & did and not {stem(name) for name in own} & {stem(name) for name in did} & kinds


def _action(action: Action, won: str) -> str:
    match action:
        case BetAction(verb, amount, wagers, True):
            kept = "if it is not up" if verb == "bet" else "more or less as it takes"
            total = _amount(amount, won)
            return f"spread {total} over {_wagers(wagers)} by what each pays exactly, each {kept}{_stepping(amount)}"
        case BetAction("bet", amount, wagers):
            return f"bet {_amount(amount, won)} on {_not_up(wagers)}{_stepping(amount)}"
        case BetAction(_, amount, wagers):
            return f"keep {_wagers(wagers)} at {_amount(amount, won)}{_stepping(amount)}"
        case PressAction(wagers, by):
            return f"double {_wagers(wagers)}" if by is None else f"add {_step(by, won)} to {_wagers(wagers)}"
        case ParlayAction(wagers):
            return f"add to {_wagers(wagers)} what {won} (rounded down to what pays exactly)"
        case ReduceAction(wagers, "by", step):
            return f"take {_step(step, won)} off {_wagers(wagers)}"
        case ReduceAction(wagers, _, step):
            return f"bring {_wagers(wagers)} down to {_step(step, won)} if there is more on it"
        case TakeDownAction(wagers):
            return f"take {_wagers(wagers)} down"
        case CallOnOff(wagers, now):
            return f"call {_wagers(wagers)} {now}"
        case MoveCount("double", name):
            return f"double '{name}'"
        case MoveCount(verb, name, by):
            return f"{verb} '{name}' by {'1' if by is None else _value(by)}"
        case SetTo(name, to):
            return f"set '{name}' to {_value(to)}"
        case SitOut():
            return "do nothing further before this roll"
        case LeaveAction():
            return "go home"
        case PlayAction(name, until, then):
            text = f"once that is over, play {name}" if then else f"play {name}"
            return text if until is None else f"{text}, until {_condition(until)}; from then on no more"
    assert_never(action)


def _not_up(wagers: Wagers) -> str:
    if _is_one(wagers):
        return f"{_wagers(wagers)} if it is not up"
    if len(wagers.names) == 1 and wagers.names[0] in PER_POINT:
        return f"{_wagers(wagers)} that has none"
    return f"each of {_wagers(wagers)} that is not up"


def _stepping(amount: AmountLadder) -> str:
    if amount.by is None:
        return ""
    end = "and after the last step it starts over" if amount.repeating else "and the last step holds"
    return f": one step for each {_counted_one(amount.by)}, {end}"


def _value(written: Value) -> str:
    match written:
        case NameValue(name):
            return f"'{name}'"
        case NumberValue():
            return number(written)
        case Arithmetic(first, steps):
            return " ".join((_value(first), *[f"{_SAID_SIGN[each.sign]} {_value(each.by)}" for each in steps]))
    assert_never(written)


def _is_one(wagers: Wagers) -> bool:
    return len(wagers.names) == 1 and wagers.names[0] not in (*PER_POINT, *PLACE_GROUPS, HARDWAYS, IRON_CROSS)


def _wagers(wagers: Wagers, joint: str = "and") -> str:
    if wagers == IT:
        return "the wager that did it"
    return _series([_COLLECTIVE.get(name, name) for name in wagers.names], joint)


def _any_of(wagers: Wagers, joint: str = "or") -> str:
    return _wagers(wagers, joint).replace("every ", "any ")


def _series(parts: Iterable[str], joint: str) -> str:
    *most, last = parts
    return f"{', '.join(most)} {joint} {last}" if most else last


def _amount(amount: AmountLadder, won: str) -> str:
    if amount.in_units:
        return ", ".join(map(_value, amount.in_units)) + " units"
    return ", ".join(_step(step, won) for step in amount.steps)


def _step(step: StakeStep, won: str = "it just won") -> str:
    match step:
        case Plain(amount):
            return _value(amount)
        case Units(NumberValue(100)):
            return "1 unit"
        case Units(amount):
            return f"{_value(amount)} units"
        case Times(NumberValue(100)):
            return "as much as the flat bet"
        case Times(amount):
            return f"{_value(amount)} times the flat bet"
        case ThreeFourFive():
            return "odds that win 6 times the flat bet (3, 4 or 5 times by the number)"
        case Limit("max"):
            return "the most the house takes"
        case Limit():
            return "the least the house takes"
        case ToWin(amount):
            return f"the least that wins {_step(amount)}"
        case Winnings(half):
            return f"{'half of ' if half else ''}what {won} (rounded down to what pays exactly)"
        case Share(part, of):
            return f"{_part(part)} {_OF[of]} (within what the house takes)"
        case AllLeft():
            return "all that is left in the rack (within what the house takes)"
    assert_never(step)


def _part(part: Factor | Literal["half"]) -> str:
    return "half" if part == "half" else f"{_value(part)} %"


# --- conditions


def _condition(condition: Condition) -> str:
    grouped = any(isinstance(part, AllOf) for part in condition.atoms)
    either = "either " if grouped else ""
    joint = f", {condition.joined} " if grouped else f" {condition.joined} "
    return either + joint.join(
        " and ".join(map(_atom, part.atoms)) if isinstance(part, AllOf) else _atom(part) for part in condition.atoms
    )


def _atom(atom: Atom) -> str:
    match atom:
        case Not(inner):
            return f"it is not so that {_atom(inner)}"
        case ComeOut():
            return "no point is on"
        case WithPoint():
            return "a point is on"
        case PointOn(_, numbers):
            return f"the point is {_numbers(numbers)}"
        case OnThePoint():
            return "its number is the point"
        case Covered():
            return "your pass or come bet is on its number"
        case NothingUp():
            return "you have nothing up"
        case IsUp(wagers):
            return f"{_wagers(wagers, 'and' if wagers.together else 'or')} is up"
        case WagerDecided(wagers, result, at):
            with_it = "" if at is None else f" with {_step(at)} on it"
            return f"{_any_of(wagers, 'and' if wagers.together else 'or')} has just {_PAST[result]}{with_it}"
        case NumberRolled(numbers):
            return f"{_numbers(numbers)} was just rolled"
        case PuckEvent(words):
            return _HAPPENED[words]
        case HowMany(compare, many, counted):
            return _how_many(compare, many, counted)
        case Holds(name, compare, than):
            return f"'{name}' is {_COMPARE[compare]} {_value(than)}"
        case Net() | RackIs() | BelowPeak():
            return _money(atom)
        case Chance(times, out_of):
            return f"the lot falls so, {times} {'time' if times == 1 else 'times'} in {out_of}"
    assert_never(atom)


def _money(atom: Net | RackIs | BelowPeak) -> str:
    match atom:
        case Net(way, amount, scope):
            ahead = "ahead" if way == "up" else "behind"
            return f"you could leave at least {_step(amount)} {ahead} {_SINCE[scope or 'session']}"
        case RackIs(scope, compare, amount):
            amounts = f"{_COMPARE[compare]} {_step(amount)}"
            return f"your rack holds {amounts}" if scope is None else f"your rack has gained {amounts} {_SINCE[scope]}"
        case BelowPeak(Share(part)):
            return f"you are at least {_part(part)} below the most you could have left with in this session"
        case BelowPeak(amount):
            return f"you are at least {_step(amount)} below the most you could have left with in this session"
    assert_never(atom)


def _numbers(numbers: RolledNumbers) -> str:
    if not numbers.totals:
        return "a box number"
    return _series([f"hard {each.number}" if each.hard else str(each.number) for each in numbers.totals], "or")


def _how_many(compare: HowOften, many: int, counted: Counted) -> str:
    least, one = _AS_MANY[compare], many == 1
    often = f"{least}{'no' if not many and not least else many}"
    match counted:
        case Decisions(word, of, since):
            whose = "" if of is None else f" of {_any_of(of)}"
            span = "in a row so far" if since == "in a row" else _SINCE[since or "shooter"]
            return f"there {'was' if one else 'were'} {often} {SINGULAR_OF[word] if one else word}{whose} {span}"
        case Happenings("shooters"):
            return f"{often} {'shooter has' if one else 'shooters have'} sevened out in this session"
        case Happenings(word, since):
            return f"there {'was' if one else 'were'} {often} {SINGULAR_OF[word] if one else word} {_SINCE[since]}"
        case BetsUp(wagers):
            return f"{often} {' or '.join(wagers.names)} {'bet is' if one else 'bets are'} up"
        case ComePoints(side):
            return f"{often} {side} {'bet has' if one else 'bets have'} travelled"
    assert_never(counted)


def _counted_one(counted: Counted) -> str:
    match counted:
        case Decisions(word, of, since):
            whose = "its own" if of is None else _any_of(of)
            return f"{SINGULAR_OF[word]} of {whose} {since if since == 'in a row' else _SINCE[since or 'shooter']}"
        case Happenings("shooters"):
            return "shooter of this session who has sevened out"
        case Happenings(word, since):
            return f"{SINGULAR_OF[word]} {_SINCE[since]}"
        case BetsUp(wagers):
            return f"{' or '.join(wagers.names)} bet that is up"
        case ComePoints(side):
            return f"{side} bet that has travelled"
    assert_never(counted)

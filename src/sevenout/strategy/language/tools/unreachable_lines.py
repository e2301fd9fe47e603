"""Finds the lines that can never do anything: in no house at all, or not in one house by its own book."""

from collections.abc import Callable, Iterable, Iterator

from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import BOX_NUMBERS
from sevenout.engine.betting import Position, call, take_down
from sevenout.strategy.language.condition_syntax import (
    IT,
    AllLeft,
    AllOf,
    Atom,
    BelowPeak,
    Chance,
    ComeOut,
    Condition,
    Covered,
    Holds,
    HowMany,
    IsUp,
    Limit,
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
    Share,
    StakeStep,
    ThreeFourFive,
    Times,
    ToWin,
    Units,
    WagerDecided,
    Wagers,
    Winnings,
    WithPoint,
)
from sevenout.strategy.language.house_names import HouseNames
from sevenout.strategy.language.keywords import FURTHER_NUMBERS, RESULT_OF
from sevenout.strategy.language.mistakes import Mistake, column_of
from sevenout.strategy.language.script_tree import TreeLine, played_statements, written_tree
from sevenout.strategy.language.syntax_tree import (
    BetAction,
    CallOnOff,
    EveryRoll,
    Heading,
    LimitedAction,
    Otherwise,
    PressAction,
    ReduceAction,
    Rule,
    Script,
    Statement,
    TakeDownAction,
    condition_of,
)
from sevenout.strategy.language.tools.checker import Remark, remark_at
from sevenout.strategy.policy.solved_policy import SolvedPolicy

_Never = Callable[[Atom], str]
"""Why a condition can never be true; nothing if it can."""

_POINTS = f"{', '.join(map(str, BOX_NUMBERS))}; in some houses {', '.join(map(str, FURTHER_NUMBERS))}"


def idle_anywhere(script: Script) -> tuple[Mistake, ...]:
    """What can never do anything, whatever the house.

    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> for mistake in idle_anywhere(parse("leave at most 0 times per session")):
    ...     print(mistake)
    1:7: 'at most 0 times' is never: write 'at most 1 time', or leave the line out.
    """
    if not any(isinstance(statement, LimitedAction | SolvedPolicy) for statement in script.file.statements()):
        return (Mistake(1, 1, "nothing is ever done: write what to do, such as 'on the come-out: bet 10 on pass'."),)
    return tuple(sorted({*_of_lines(script), *_of_headings(written_tree(script))}))


def check_bets(script: Script) -> tuple[Mistake, ...]:
    """A file in which nothing is ever bet, whatever else it does.

    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> print(*check_bets(parse("when up 200: leave")))
    1:1: this file never bets: write what to bet, such as 'on the come-out: bet 10 on pass'.
    """
    actions = [each.action for _, each in played_statements(script) if isinstance(each, LimitedAction)]
    if not actions or any(isinstance(action, BetAction) for action in actions):
        return ()
    return (Mistake(1, 1, "this file never bets: write what to bet, such as 'on the come-out: bet 10 on pass'."),)


def idle_here(script: Script, house: HouseNames) -> Iterator[Remark]:
    """What can never do anything in this house, though it might in another."""
    for line, statement in played_statements(script):
        for phrase, why in _never(statement, lambda atom: "" if _nowhere(atom) else _not_here(atom, house)):
            yield remark_at(script, line, phrase, "idle", why)
        match statement:
            case LimitedAction(CallOnOff(wagers, now)) if wagers != IT:
                yield from _refused_names(
                    script, line, wagers, house, lambda _, at, key: call(house.game, at, key, now)
                )
            case LimitedAction(TakeDownAction(wagers) | ReduceAction(wagers)) if wagers != IT:
                yield from _refused_names(
                    script, line, wagers, house, lambda puck, at, key: take_down(house.game, at, puck, key)
                )


# --- in no house


def _of_lines(script: Script) -> Iterator[Mistake]:
    for line, statement in script.numbered_statements():
        for phrase, why in _never(statement, _nowhere):
            yield Mistake(line, column_of(phrase, script.text, line), why)
        match statement:
            case LimitedAction(BetAction("bet", amount)) if all(map(_is_nothing, amount.steps)):
                why = "nothing is ever bet: write an amount above zero, or 'take down' to have it down."
                yield Mistake(line, column_of("bet", script.text, line), why)
            case LimitedAction(PressAction(_, Plain() | Units() | Times() | ToWin() as step)) if _is_nothing(step):
                yield Mistake(
                    line, column_of("press", script.text, line), "nothing is ever added: write an amount above zero."
                )
            case LimitedAction(ReduceAction(_, "by", step)) if _is_nothing(step):
                yield Mistake(
                    line, column_of("reduce", script.text, line), "nothing is ever taken: write an amount above zero."
                )
        if isinstance(statement, LimitedAction) and statement.at_most is not None and not statement.at_most.times:
            why = "'at most 0 times' is never: write 'at most 1 time', or leave the line out."
            yield Mistake(line, column_of("at most 0", script.text, line), why)


def _of_headings(lines: Iterable[TreeLine]) -> Iterator[Mistake]:
    """Every `otherwise` behind a heading that leaves nothing over."""
    above: Heading | None = None
    for line in lines:
        yield from _of_headings(line.under)
        if isinstance(line.statement, Rule):
            heading = line.statement.heading
            if not isinstance(heading, Otherwise):
                above = heading
            elif isinstance(above, EveryRoll):
                yield Mistake(
                    line.number, 1, "'every roll:' above leaves nothing over: give this a heading of its own."
                )
            elif above == Otherwise():
                yield Mistake(line.number, 1, "'otherwise:' above leaves nothing over: put this before it.")
            else:
                above = heading


def _is_nothing(step: StakeStep) -> bool:
    match step:
        case Plain(NumberValue(0)) | Units(NumberValue(0)) | Times(NumberValue(0)) | Share(NumberValue(0)):
            return True
        case ToWin(amount):
            return _is_nothing(amount)
        case Plain() | Units() | Times() | ThreeFourFive() | Limit() | Winnings() | Share() | AllLeft():
            return False


# --- conditions


def _never(statement: Statement, why: _Never) -> Iterator[tuple[str, str]]:
    """The conditions of a heading or a line that can never be true: words to find them by, and why."""
    conditions: tuple[Condition, ...] = ()
    if isinstance(statement, LimitedAction):
        conditions = statement.requires
    elif isinstance(statement, Rule) and (asked := condition_of(statement.heading)) is not None:
        conditions = (asked,)
    for condition in conditions:
        never = [said for part in condition.atoms if (said := _never_part(part, why)) is not None]
        if never and (condition.joined == "and" or len(never) == len(condition.atoms)):
            yield never[0]


def _never_part(part: Atom | AllOf, why: _Never) -> tuple[str, str] | None:
    """Words to find a part of a condition by that can never be true, and why; of several that `and` joins, any."""
    atoms = part.atoms if isinstance(part, AllOf) else (part,)
    return next(((_phrase(atom), said) for atom in atoms if (said := why(atom))), None)


def _phrase(atom: Atom) -> str:
    match atom:
        case HowMany(compare, number):
            return f"{compare} {number}"
        case PointOn(words):
            return words
        case WagerDecided(wagers):
            return wagers.names[0]
        case Not() | ComeOut() | WithPoint() | OnThePoint() | Covered() | IsUp() | NothingUp():
            return ""
        case NumberRolled() | PuckEvent() | Holds() | Net() | RackIs() | BelowPeak() | Chance():
            return ""


def _nowhere(atom: Atom) -> str:
    match atom:
        case HowMany("fewer than", 0):
            return "nothing is fewer than 0: write 'no', or 'fewer than 1'."
        case PointOn(_, numbers) if numbers.totals:
            totals = [each.number for each in numbers.totals]
            if not {*totals} & {*BOX_NUMBERS, *FURTHER_NUMBERS}:
                return f"no house has its point on {_either(totals)}: write a number that can be one ({_POINTS})."
    return ""


def _not_here(atom: Atom, house: HouseNames) -> str:
    title = house.game.rules.book.title
    match atom:
        case PointOn(_, numbers) if numbers.totals:
            totals = [each.number for each in numbers.totals]
            if not {*totals} & {*house.points}:
                return f"{title} never has the point on {_either(totals)}."
        case WagerDecided(wagers, result):
            never = [name for name in wagers.names if RESULT_OF[result] not in house.results(name)]
            if never and (wagers.together or len(never) == len(wagers.names)):
                return f"{_either(never)} never {result} at {title}."
    return ""


def _either(parts: list[int] | list[str]) -> str:
    return " or ".join(map(str, parts))


# --- what the house never allows


def _refused_names(
    script: Script, line: int, wagers: Wagers, house: HouseNames, ask: Callable[[int, Position, str], object]
) -> Iterator[Remark]:
    """Every name of which the house refuses all wagers, whatever the puck."""
    for name in wagers.names:
        answers = [
            ask(puck, Position((spot.first,), (house.game.chip,)), spot.key)
            for spot in house.ever((name,))
            for puck in range(len(house.points))
        ]
        if answers and all(isinstance(answer, Refusal) for answer in answers):
            refusal = answers[0]
            assert isinstance(refusal, Refusal)
            yield remark_at(script, line, name, "refused", f"{refusal.reason}.", refusal.clause)

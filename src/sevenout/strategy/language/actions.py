"""Reads what a line does: a verb and its wagers or count, what it hangs on, and how often it may be done."""

from sevenout.strategy.language import phrases
from sevenout.strategy.language.conditions import binds_it, condition, is_event
from sevenout.strategy.language.cursor import Cursor
from sevenout.strategy.language.model import (
    IT,
    Action,
    Amount,
    AtMost,
    Bet,
    Call,
    Condition,
    Doing,
    Leave,
    Move,
    Press,
    Proviso,
    Reduce,
    SetTo,
    SitOut,
    Step,
    TakeDown,
    ThreeFourFive,
    Times,
    ToWin,
    Wagers,
)
from sevenout.strategy.language.vocabulary import HEADINGS, PROVISOS, SCOPES, VERBS

_LAYING = ("dont-pass-odds", "dont-come-odds")


def doing(line: Cursor, heading: Condition | None, *, unread_heading: bool = False) -> Doing:
    """An action to the end of its line. `unread_heading`: the heading above has a mistake, so nothing hangs on it."""
    column = line.column
    action = _action(line)
    line.own_wager = isinstance(action, Bet | Press | Reduce | TakeDown | Call)
    provisos = []
    while line.peek() in PROVISOS:
        word = line.take(*PROVISOS)
        provisos.append(Proviso(word, condition(line)))
    at_most = _at_most(line)
    if line.peek():
        raise _left_over(line, provisos)
    found = Doing(action, tuple(provisos), at_most)
    if not unread_heading:
        _check_event(line, found, heading, column)
        _check_it(line, found, heading)
    return found


def _left_over(line: Cursor, provisos: list[Proviso]) -> Exception:
    if line.peek() in VERBS or (line.peek() in ("and", "then", ",") and line.peek(1) in VERBS):
        return line.mistake("one action a line: put this one on a line of its own.")
    if line.peek() == ":":
        return line.mistake("only a heading ends with ':'.")
    what = "'and', 'or', 'if', 'unless', 'at most'" if provisos else "'if', 'while', 'unless', 'at most'"
    return line.expected(f"{what} or the end of the line", (*PROVISOS, "at", "by"))


def _action(line: Cursor) -> Action:
    if line.peek() not in VERBS:
        raise line.expected(f"what to do ({', '.join(VERBS)})", (*VERBS, *HEADINGS))
    verb = line.take(*VERBS)
    match verb:
        case "bet" | "keep":
            return _bet(line, verb)
        case "press":
            pressed = phrases.wagers(line, "act")
            return Press(pressed, _fitting(line, pressed) if line.given("by") else None)
        case "reduce":
            reduced = phrases.wagers(line, "act")
            how = line.take("by", "to")
            return Reduce(reduced, "by" if how == "by" else "to", _fitting(line, reduced))
        case "take":
            if line.given("it"):
                line.take("down")
                return TakeDown(IT)
            line.take("down")
            return TakeDown(phrases.wagers(line, "act"))
        case "call":
            called = phrases.wagers(line, "act")
            return Call(called, "on" if line.take("on", "off") == "on" else "off")
        case "raise" | "lower":
            name = _count(line, verb)
            by = phrases.whole(line) if line.given("by") else None
            return Move("raise" if verb == "raise" else "lower", name, by)
        case "set":
            name = _count(line, verb)
            line.take("to")
            return SetTo(name, phrases.whole(line))
        case "sit":
            line.take("out")
            return SitOut()
        case _:
            return Leave()


def _bet(line: Cursor, verb: str) -> Bet:
    column = line.column
    steps = phrases.steps(line)
    if line.peek() != "on":
        raise line.expected("'on' and a wager", ("on",))
    line.at += 1
    named = phrases.wagers(line, "bet")
    for each in steps[0]:
        _check_odds(line, each, named, column)
    line.own_wager = True
    amount: Amount = phrases.amount_by(line, steps)
    return Bet("bet" if verb == "bet" else "keep", amount, named)


def _fitting(line: Cursor, named: Wagers) -> Step:
    column = line.column
    found = phrases.step(line)
    _check_odds(line, found, named, column)
    return found


def _check_odds(line: Cursor, step: Step, named: Wagers, column: int) -> None:
    """Times the flat bet is for odds alone, and 3-4-5 for taking them."""
    measured = step.amount if isinstance(step, ToWin) else step
    if not isinstance(measured, Times | ThreeFourFive):
        return
    for name in named.names:
        if "odds" not in name:
            raise line.mistake(f"'x' is times the flat bet, for odds: on {name} write an amount or units.", column)
        if isinstance(measured, ThreeFourFive) and name.startswith(_LAYING):
            raise line.mistake("'3-4-5x' is for taking odds; laid to win as much they are '6x'.", column)


def _count(line: Cursor, verb: str) -> str:
    word = line.peek()
    if word in line.names.parameters:
        raise line.mistake(f"'{word}' is fixed by 'let'; only a count can be {verb if verb == 'set' else verb + 'd'}.")
    if word not in line.names.counts:
        raise line.expected("a count of this file", line.names.counts)
    line.at += 1
    return word


def _at_most(line: Cursor) -> AtMost | None:
    if not line.given("at", "most"):
        return None
    times = line.whole("how many times")
    if line.plural(("times",)) is None:
        raise line.expected("'times'", ("times",))
    line.take("per")
    return AtMost(times, line.take(*SCOPES))


def _check_event(line: Cursor, found: Doing, heading: Condition | None, column: int) -> None:
    """A press without an event would go on at every roll."""
    action = found.action
    if not isinstance(action, Press) and not (isinstance(action, Reduce) and action.how == "by"):
        return
    conditions = [proviso.condition for proviso in found.provisos if proviso.word != "unless"]
    if found.at_most or any(is_event(each) for each in (*conditions, *([heading] if heading else []))):
        return
    verb = "press" if isinstance(action, Press) else "reduce"
    example = action.wagers.names[0] if action.wagers != IT else "place-6"
    raise line.mistake(
        f"this would {verb} before every roll. Put it under an event ('when {example} wins:')"
        " or add 'at most 1 time per shooter'.",
        column,
    )


def _check_it(line: Cursor, found: Doing, heading: Condition | None) -> None:
    if getattr(found.action, "wagers", None) != IT:
        return
    conditions = [proviso.condition for proviso in found.provisos if proviso.word != "unless"]
    if not any(binds_it(each) for each in (*conditions, *([heading] if heading else []))):
        column = line.tokens[line.words.index("it")][1]
        raise line.mistake(
            "'it' is the wager of an event: put this under one ('when place-6 or place-8 wins:').", column
        )

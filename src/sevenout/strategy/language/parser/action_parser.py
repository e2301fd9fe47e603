"""Reads what a line does: a verb and its wagers or count, what it hangs on, and how often it may be done."""

from typing import Literal

from sevenout.strategy.language.condition_syntax import (
    IT,
    AllLeft,
    Plain,
    Share,
    StakeStep,
    ThreeFourFive,
    Times,
    ToWin,
    Units,
    Wagers,
    Winnings,
)
from sevenout.strategy.language.keywords import (
    ANOTHER_VERB,
    HEADINGS,
    NAME,
    PROVISOS,
    RESERVED,
    SCOPES,
    SPREADS,
    VERBS,
)
from sevenout.strategy.language.parser import phrase_parser
from sevenout.strategy.language.parser.condition_parser import condition
from sevenout.strategy.language.parser.line_cursor import Cursor
from sevenout.strategy.language.syntax_tree import (
    Action,
    AtMost,
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
    Proviso,
    ReduceAction,
    SetTo,
    SitOut,
    TakeDownAction,
)

_LAYING = ("dont-pass-odds", "dont-come-odds")


def doing(line: Cursor, above: Conditions = (), *, unread_heading: bool = False) -> LimitedAction:
    """An action to the end of its line, under headings that ask so. `unread_heading`: one of them has a mistake.

    >>> from sevenout.strategy.language.parser.line_cursor import KnownNames
    >>> doing(Cursor("take down place", 1, KnownNames(frozenset()))).action
    TakeDownAction(wagers=Wagers(names=('place',), together=False))
    """
    column = line.column
    action = _action(line)
    line.own_wager = isinstance(action, OnWagers)
    provisos = []
    while line.peek() in PROVISOS or (line.peek(1) in ("time", "times") and line.peek(2) == "in"):
        word = line.take(*PROVISOS) if line.peek() in PROVISOS else "if"
        provisos.append(Proviso(word, condition(line)))
    at_most = _at_most(line)
    if line.peek():
        raise _left_over(line, provisos, at_most, column)
    done = LimitedAction(action, tuple(provisos), at_most)
    if isinstance(action, PlayAction) and at_most is not None:
        raise line.mistake("'at most' is for one action: end what is played with 'until'.", column)
    if not unread_heading:
        _check_event(line, done, above, column)
        _check_it(line, done, above)
    return done


def _left_over(line: Cursor, provisos: list[Proviso], at_most: AtMost | None, start: int) -> Exception:
    if line.peek() in VERBS or (line.peek() in ("and", "then", ",") and line.peek(1) in VERBS):
        return line.mistake("one action a line: put this one on a line of its own.")
    if line.peek() in ("when", "with") or (line.peek() == "on" and line.peek(2) in ("come-out", "point")):
        return _heading_behind(line, start)
    if line.peek() == ":":
        return line.mistake("only a heading ends with ':'.")
    if at_most is not None:
        if line.peek() in PROVISOS:
            return line.mistake(f"'at most' comes last: put '{line.peek()} …' before it.")
        return line.make_error("the end of the line")
    what = "'and', 'or', 'if', 'unless', 'at most'" if provisos else "'if', 'while', 'unless', 'at most'"
    return line.make_error(f"{what} or the end of the line", (*PROVISOS, "at", "by"))


def _heading_behind(line: Cursor, start: int) -> Exception:
    """A heading stands in front of what is done; under another heading it becomes a proviso."""
    behind = line.text[line.column - 1 :]
    asked = behind[len("when") :].strip() if line.peek() == "when" else behind
    of_its_own = line.peek() == "on" and line.peek(2) == "point"
    if start > 1 or of_its_own or ":" in behind or not asked:
        return line.mistake(f"'{line.peek()}' begins a heading: behind an action write 'if {asked or '…'}'.")
    done = line.text[: line.column - 1].strip()
    return line.mistake(f"'{line.peek()}' begins a heading: write '{behind}: {done}', or behind an action 'if'.")


def check_verb(line: Cursor) -> None:
    """What people write instead of a verb is answered with the verb."""
    if line.peek() in ANOTHER_VERB:
        raise line.mistake(f"'{line.peek()}' is not a word here: {ANOTHER_VERB[line.peek()]}.")


def _action(line: Cursor) -> Action:
    if line.peek() not in VERBS:
        check_verb(line)
        raise line.make_error(f"what to do ({', '.join(VERBS)})", (*VERBS, *HEADINGS))
    verb = line.take(*VERBS)
    match verb:
        case "bet" | "keep":
            return _bet(line, verb)
        case "press":
            pressed = phrase_parser.wagers(line, "act")
            return PressAction(pressed, _fitting(line, pressed) if line.take_if("by") else None)
        case "parlay":
            return ParlayAction(phrase_parser.wagers(line, "act"))
        case "reduce":
            reduced = phrase_parser.wagers(line, "act")
            return ReduceAction(reduced, line.take("by", "to"), _fitting(line, reduced))
        case "take":
            if line.take_if("it"):
                line.take("down")
                return TakeDownAction(IT)
            line.take("down")
            return TakeDownAction(phrase_parser.wagers(line, "act"))
        case "call":
            called = phrase_parser.wagers(line, "act")
            return CallOnOff(called, line.take("on", "off"))
        case "raise" | "lower":
            name = _count(line, verb)
            return MoveCount(verb, name, phrase_parser.parse_whole(line) if line.take_if("by") else None)
        case "double":
            return MoveCount(verb, _count(line, verb))
        case "set":
            name = _count(line, verb)
            line.take("to")
            return SetTo(name, phrase_parser.parse_whole(line))
        case "sit":
            line.take("out")
            return SitOut()
        case "leave":
            return LeaveAction()
        case "play":
            return _play(line, then=False)
        case "then":
            line.take("play")
            return _play(line, then=True)


def _play(line: Cursor, *, then: bool) -> PlayAction:
    name = line.peek()
    if not NAME.fullmatch(name) or name in RESERVED:
        raise line.make_error("the name of a strategy, such as three-point-molly")
    line.next_word()
    return PlayAction(name, condition(line) if line.take_if("until") else None, then)


def _bet(line: Cursor, verb: Literal["bet", "keep"]) -> BetAction:
    column = line.column
    steps, repeating = phrase_parser.steps(line)
    spread = line.peek() in SPREADS or line.peek() == "over"
    if line.peek() in SPREADS:
        named = Wagers((SPREADS[line.next_word()],))
    elif line.take_if("over") or line.take_if("on"):
        named = phrase_parser.wagers(line, "bet")
    else:
        raise line.make_error("'on' and a wager", ("on",))
    for step in steps:
        _check_odds(line, step, named, column)
        if spread and not isinstance(step, Plain | Units | Share | AllLeft | Winnings):
            raise line.mistake("a total to spread is an amount, units, a share or winnings.", column)
    line.own_wager = True
    return BetAction(verb, phrase_parser.amount_by(line, steps, repeating=repeating), named, spread)


def _fitting(line: Cursor, named: Wagers) -> StakeStep:
    column = line.column
    step = phrase_parser.step(line)
    _check_odds(line, step, named, column)
    return step


def _check_odds(line: Cursor, step: StakeStep, named: Wagers, column: int) -> None:
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
        raise line.make_error("a count of this file", line.names.counts)
    return line.next_word()


def _at_most(line: Cursor) -> AtMost | None:
    if not line.take_if("at", "most"):
        return None
    if line.peek() in ("once", "twice"):
        spelled = "1 time" if line.peek() == "once" else "2 times"
        raise line.mistake(f"write 'at most {spelled} per shooter' (or per point, per session).")
    times = line.take_whole("how many times")
    if line.plural(("times",)) is None:
        raise line.make_error("'times'", ("times",))
    line.take("per")
    return AtMost(times, line.take(*SCOPES))


def _check_event(line: Cursor, done: LimitedAction, above: Conditions, column: int) -> None:
    """A press without an event would go on at every roll."""
    action = done.action
    if isinstance(action, ParlayAction):  # without an event it has won nothing, and nothing is added
        return
    if not isinstance(action, PressAction) and not (isinstance(action, ReduceAction) and action.how == "by"):
        return
    if done.at_most or any(each.is_event for each in (*done.requires, *above)):
        return
    verb = "press" if isinstance(action, PressAction) else "reduce"
    example = action.wagers.names[0] if action.wagers != IT else "place-6"
    raise line.mistake(
        f"this would {verb} before every roll. Put it under an event ('when {example} wins:')"
        " or add 'at most 1 time per shooter'.",
        column,
    )


def _check_it(line: Cursor, done: LimitedAction, above: Conditions) -> None:
    if not isinstance(done.action, OnWagers) or done.action.wagers != IT:
        return
    if not any(each.binds_it for each in (*done.requires, *above)):
        column = line.tokens[line.words.index("it")][1]
        raise line.mistake(
            "'it' is the wager of an event: put this under one ('when place-6 or place-8 wins:').", column
        )

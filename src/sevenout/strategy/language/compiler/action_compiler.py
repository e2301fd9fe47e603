"""Turns actions into functions that carry them out in a window, and note what became of them."""

from collections.abc import Callable, Iterable
from typing import Literal, assert_never

from sevenout.base.money import Cents
from sevenout.engine.betting import stake_on
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.strategy.language.compiler.amount_compiler import PlanDraft
from sevenout.strategy.language.compiler.condition_compiler import it_by, judge_part, judge_provisos
from sevenout.strategy.language.compiler.share_compiler import Over
from sevenout.strategy.language.compiler.window import BettingWindow, Reckoned, Run, Test
from sevenout.strategy.language.condition_syntax import IT, ONE, Wagers, Winnings
from sevenout.strategy.language.house_names import HouseNames
from sevenout.strategy.language.syntax_tree import (
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
    ReduceAction,
    SetTo,
    SitOut,
    TakeDownAction,
)
from sevenout.strategy.language.tools import formatter

_Wanted = Callable[[BettingWindow], Iterable[CompiledWager]]
_One = Callable[[BettingWindow, CompiledWager], bool]
"""An action on one wager; whether it was done."""


def carry_out(draft: PlanDraft, doing: LimitedAction, line: int, above: Conditions) -> Run:
    """A line with its action, what it hangs on, and how often it may be done."""
    draft.line_number = line
    match doing.action:
        case BetAction() | PressAction() | ParlayAction() | ReduceAction() | TakeDownAction() | CallOnOff() as action:
            return _on_wagers(draft, doing, action, line, above)
        case MoveCount() | SetTo() as action:
            run = _on_a_count(draft, action, line)
        case SitOut():
            run = _sitting_out(line)
        case LeaveAction():
            run = _leaving(draft, doing, line, above)
        case PlayAction():
            raise AssertionError("what a line plays is compiled with the lines under it")
        case _:
            assert_never(doing.action)
    return _compile_limits(draft, doing, line, run)


# --- lines without wagers


def _compile_limits(draft: PlanDraft, doing: LimitedAction, line: int, run: Run) -> Run:
    test = judge_provisos(draft, doing.provisos)
    if doing.at_most is None:
        return run if test is None else lambda window: test(window, None) and run(window)
    times, register = doing.at_most.times, draft.limit(doing.at_most.per)

    def may_act(window: BettingWindow) -> bool:
        if test is not None and not test(window, None):
            return False
        if window.memory[register] >= times:
            window.note(line, "waited", code="at-most")
            return False
        window.memory[register] += 1
        return run(window)

    return may_act


def _on_a_count(draft: PlanDraft, action: MoveCount | SetTo, line: int) -> Run:
    register, low, high = draft.counts[action.name]
    moved = _compile_count_move(draft, action, register)

    def move(window: BettingWindow) -> bool:
        wanted = moved(window)
        window.memory[register] = min(max(wanted, low), high)
        if low <= wanted <= high:
            window.note(line, "fired")
        else:
            window.note(line, "held", code="range")
        return False

    return move


def _compile_count_move(draft: PlanDraft, action: MoveCount | SetTo, register: int) -> Callable[[BettingWindow], int]:
    """What a count is moved to, inside its range or not."""
    number = draft.number(action.value if isinstance(action, SetTo) else action.by or ONE)
    match action:
        case SetTo():
            return lambda window: number(window) // 100
        case MoveCount("double"):
            return lambda window: 2 * window.memory[register]
        case MoveCount("raise"):
            return lambda window: window.memory[register] + number(window) // 100
        case MoveCount():
            return lambda window: window.memory[register] - number(window) // 100


def _sitting_out(line: int) -> Run:
    def sit_out(window: BettingWindow) -> bool:
        window.note(line, "fired")
        return True

    return sit_out


def _leaving(draft: PlanDraft, doing: LimitedAction, line: int, above: Conditions) -> Run:
    """Leaves for a reason: the first condition that is true, in the file's own words."""
    conditions = (*doing.requires, *reversed(above))
    reasons = [
        (judge_part(draft, part), formatter.part(part))
        for condition in conditions
        if condition.joined == "or"
        for part in condition.atoms
    ]
    otherwise = formatter.condition(conditions[0]) if conditions else "left"

    def leave(window: BettingWindow) -> bool:
        window.note(line, "fired")
        reason = next((text for test, text in reasons if test(window, None)), otherwise)
        window.view = window.view.leave(reason)
        return True

    return leave


# --- lines with wagers


def _on_wagers(draft: PlanDraft, doing: LimitedAction, action: OnWagers, line: int, above: Conditions) -> Run:
    events = doing.events(above)
    draft.it, own = it_by(draft, events) if events else (None, ())
    draft.own_wagers = draft.of_share(own)
    wanted = _compile_wagers(draft, action)
    one = _one(draft, action, line)
    test = judge_provisos(draft, doing.provisos)
    if doing.at_most is not None:
        return _each_at_most(draft, doing.at_most, line, wanted, one, test)

    def each(window: BettingWindow) -> bool:
        window.line_view = window.view
        for spot in wanted(window):
            if test is None or test(window, spot):
                one(window, spot)
        return False

    return each


def _each_at_most(draft: PlanDraft, at_most: AtMost, line: int, wanted: _Wanted, one: _One, test: Test | None) -> Run:
    """Counts the windows in which the line did anything."""
    times, register = at_most.times, draft.limit(at_most.per)

    def each(window: BettingWindow) -> bool:
        done = False
        window.line_view = window.view
        for spot in wanted(window):
            if test is not None and not test(window, spot):
                continue
            if window.memory[register] >= times:
                window.note(line, "waited", spot.key, "at-most")
            elif one(window, spot):
                done = True
        window.memory[register] += done
        return False

    return each


def _compile_wagers(draft: PlanDraft, action: OnWagers) -> _Wanted:
    """The wagers of a line, found when it is reached; tells the draft what they can be."""
    names, house = action.wagers.names, draft.house
    if action.wagers == IT and draft.it is not None:
        return draft.it
    draft.own_wagers = draft.of_share(house.ever(names))
    targets = house.targets(names, to_bet=isinstance(action, BetAction))
    if draft.share is None:
        return lambda window: targets(window.puck, window.view.position)
    return lambda window: draft.of_share(targets(window.puck, window.view.position))


def _one(draft: PlanDraft, action: OnWagers, line: int) -> _One:
    match action:
        case BetAction(verb, amount, wagers, spread):
            reckoned = draft.spread(amount, _wagers_over(draft, wagers)) if spread else draft.amount(amount)
            return (_bet if verb == "bet" else _keep)(draft.house, reckoned, line)
        case PressAction(_, by):
            draft.decided.update(spot.key for spot in draft.own_wagers)
            return _press(draft.house, None if by is None else draft.step(by), line)
        case ParlayAction():
            draft.decided.update(spot.key for spot in draft.own_wagers)
            return _press(draft.house, draft.step(Winnings()), line)
        case ReduceAction(_, how, step):
            return _reduce(draft.step(step), line, to=how == "to")
        case TakeDownAction(wagers):
            return _take_down(draft.house, frozenset(wagers.names), line)
        case CallOnOff(wagers, now):
            return _call(frozenset(wagers.names), now, line)
    assert_never(action)


def _wagers_over(draft: PlanDraft, wagers: Wagers) -> Over:
    """All that a total is spread over, whichever of them are played."""
    if wagers == IT and draft.it is not None:
        return draft.it
    targets = draft.house.targets(wagers.names, to_bet=True)
    return lambda window: targets(window.puck, window.view.position)


def _bet(house: HouseNames, amount: Reckoned, line: int) -> _One:
    def bet(window: BettingWindow, spot: CompiledWager) -> bool:
        if stake_on(window.view.position, spot):
            window.note(line, "waited", spot.key, "up")
            return False
        return _raise_stake(house, window, spot, 0, amount(window, spot), line)

    return bet


def _keep(house: HouseNames, amount: Reckoned, line: int) -> _One:
    def keep(window: BettingWindow, spot: CompiledWager) -> bool:
        held, wanted = stake_on(window.view.position, spot), amount(window, spot)
        if wanted >= held:
            return _raise_stake(house, window, spot, held, wanted, line)
        return _lower_stake(window, spot, held, wanted, line)

    return keep


def _press(house: HouseNames, by: Reckoned | None, line: int) -> _One:
    """Starts from what it won with, whether the house left that up or gave it back."""

    def press(window: BettingWindow, spot: CompiledWager) -> bool:
        held = base = stake_on(window.view.position, spot)
        for settled in window.results:
            if settled.wager == spot.key and settled.result == "win" and not settled.stays:
                base = max(base, settled.stake)
        if not base:
            window.note(line, "waited", spot.key, "not-up")
            return False
        return _raise_stake(house, window, spot, held, base + (base if by is None else by(window, spot)), line)

    return press


def _reduce(amount: Reckoned, line: int, *, to: bool) -> _One:
    def reduce(window: BettingWindow, spot: CompiledWager) -> bool:
        held = stake_on(window.view.position, spot)
        if not held:
            window.note(line, "waited", spot.key, "not-up")
            return False
        if to:
            return _lower_stake(window, spot, held, amount(window, spot), line)
        by = amount(window, spot)
        if not by:
            window.note(line, "waited", spot.key, "nothing")
            return False
        return window.take_over(line, spot, window.view.reduce(spot.key, by))

    return reduce


def _raise_stake(
    house: HouseNames, window: BettingWindow, spot: CompiledWager, held: Cents, wanted: Cents, line: int
) -> bool:
    """Brings a stake up to what is wanted, if this is the time for it."""
    if wanted == held:
        window.note(line, "waited", spot.key, "up" if held else "nothing")
        return False
    if not (house.increased if held else house.made)[spot.index][window.puck]:
        window.note(line, "waited", spot.key, "not-now")
        return False
    if spot.flat is not None and not stake_on(window.view.position, house.spots[spot.flat]):
        window.note(line, "waited", spot.key, "no-flat")
        return False
    return window.take_over(line, spot, window.view.bet(spot.key, wanted - held))


def _lower_stake(window: BettingWindow, spot: CompiledWager, held: Cents, wanted: Cents, line: int) -> bool:
    """Brings a stake down to what is wanted; never up."""
    if wanted >= held:
        window.note(line, "waited", spot.key, "up")
        return False
    view = window.view
    return window.take_over(line, spot, view.reduce(spot.key, held - wanted) if wanted else view.take_down(spot.key))


def _take_down(house: HouseNames, named: frozenset[str], line: int) -> _One:
    """Of a family, what may not come down is left alone; a wager by its own name hears the house's reason."""

    def take_down(window: BettingWindow, spot: CompiledWager) -> bool:
        if not stake_on(window.view.position, spot):
            window.note(line, "waited", spot.key, "not-up")
            return False
        if spot.key not in named and not house.reduced[spot.index][window.puck]:
            window.note(line, "waited", spot.key, "contract")
            return False
        return window.take_over(line, spot, window.view.take_down(spot.key))

    return take_down


def _call(named: frozenset[str], now: Literal["on", "off"], line: int) -> _One:
    def call(window: BettingWindow, spot: CompiledWager) -> bool:
        slots = window.view.position.slots
        up = [slot for slot in slots if spot.first <= slot < spot.end]
        if not up or up[0] == spot.slot(now):
            window.note(line, "waited", spot.key, "up" if up else "not-up")
            return False
        if spot.key not in named and now not in spot.wager.working.calls.value:
            window.note(line, "waited", spot.key, "cannot-call")
            return False
        return window.take_over(line, spot, window.view.call(spot.key, now))

    return call

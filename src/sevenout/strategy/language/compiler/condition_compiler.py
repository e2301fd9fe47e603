"""Turns conditions into functions that judge a window."""

from collections.abc import Callable, Iterable
from operator import eq, ge, gt, le, lt, ne
from typing import assert_never

from sevenout.engine.betting import Settlement, stake_on
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.strategy.language.compiler.amount_compiler import PlanDraft, slots_under
from sevenout.strategy.language.compiler.share_compiler import WHOLE
from sevenout.strategy.language.compiler.window import BettingWindow, Test, WhatItIs
from sevenout.strategy.language.condition_syntax import (
    AllOf,
    Atom,
    BelowPeak,
    Chance,
    ComeOut,
    Compare,
    Condition,
    Covered,
    Holds,
    HowMany,
    IsUp,
    Money,
    NameValue,
    Net,
    Not,
    NothingUp,
    NumberRolled,
    OnThePoint,
    PointOn,
    PuckEvent,
    RackIs,
    RolledNumbers,
    Share,
    WagerDecided,
    Wagers,
    WithPoint,
)
from sevenout.strategy.language.house_names import HouseNames, number_of
from sevenout.strategy.language.keywords import RESULT_OF
from sevenout.strategy.language.syntax_tree import Proviso
from sevenout.strategy.view import Money as Chips

_EVENT = {"a point is set": "established", "the point is made": "made", "the shooter sevens out": "seven-out"}
_COMPARE: dict[Compare, Callable[[Chips, int], bool]] = {
    "at least": ge,
    "at most": le,
    "over": gt,
    "under": lt,
    "is": eq,
    "is not": ne,
}


def judge(draft: PlanDraft, condition: Condition) -> Test:
    """A whole condition."""
    tests = [judge_part(draft, part) for part in condition.atoms]
    if condition.joined == "and":
        return _judge_all(tests)
    first, *others = tests
    return lambda window, spot: first(window, spot) or any(test(window, spot) for test in others)


def judge_part(draft: PlanDraft, part: Atom | AllOf) -> Test:
    """One part of a condition: an atom, or several that `and` joins."""
    if isinstance(part, AllOf):
        return _judge_all([judge_atom(draft, atom) for atom in part.atoms])
    return judge_atom(draft, part)


def _judge_all(tests: list[Test]) -> Test:
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda window, spot: first(window, spot) and second(window, spot)
    return lambda window, spot: all(test(window, spot) for test in tests)


def judge_provisos(draft: PlanDraft, provisos: Iterable[Proviso]) -> Test | None:
    """All of `if`, `while` and `unless` behind an action; None if there is nothing to judge."""
    tests = [
        _negate(judge(draft, proviso.condition)) if proviso.word == "unless" else judge(draft, proviso.condition)
        for proviso in provisos
    ]
    if len(tests) < 2:
        return tests[0] if tests else None
    return lambda window, spot: all(test(window, spot) for test in tests)


def _negate(test: Test) -> Test:
    return lambda window, spot: not test(window, spot)


def judge_atom(draft: PlanDraft, atom: Atom) -> Test:
    """One condition without `and` or `or`."""
    points = draft.house.points
    match atom:
        case Not(inner):
            return _negate(judge_atom(draft, inner))
        case ComeOut():
            return lambda window, _: points[window.puck] is None
        case WithPoint():
            return lambda window, _: points[window.puck] is not None
        case PointOn(_, numbers):
            totals = _totals(draft, numbers)
            return lambda window, _: points[window.puck] in totals
        case OnThePoint():
            return lambda window, spot: _has_the_point(points[window.puck], spot)
        case Covered():
            return _compile_covered(draft.house)
        case NothingUp():
            return lambda window, _: not window.view.position.slots
        case IsUp(wagers):
            return _is_up(draft.house, wagers)
        case WagerDecided():
            return _compile_decided(draft, atom)
        case NumberRolled(numbers):
            return _compile_rolled(draft, numbers)
        case PuckEvent("a shooter starts"):
            fresh = tuple(state.fresh for state in draft.house.game.rules.puck.states)
            return lambda window, _: fresh[window.puck]
        case PuckEvent(words):
            draft.looks.add("event")
            event = _EVENT[words]
            return lambda window, _: window.event == event
        case HowMany():
            return _how_many(draft, atom)
        case Holds():
            return _compile_holds(draft, atom)
        case Net() | RackIs() | BelowPeak():
            return _judge_money(draft, atom)
        case Chance():
            return _compile_chance(draft, atom)
    assert_never(atom)


def _compile_holds(draft: PlanDraft, atom: Holds) -> Test:
    held, number, compared = draft.number(NameValue(atom.name)), draft.number(atom.value), _COMPARE[atom.compare]
    return lambda window, _: compared(held(window), number(window))


def _compile_chance(draft: PlanDraft, atom: Chance) -> Test:
    drawn, times = draft.draw_lot(atom.out_of), atom.times
    return lambda window, _: 0 <= drawn(window) < times


def _has_the_point(point: int | None, spot: CompiledWager | None) -> bool:
    return point is not None and spot is not None and number_of(spot) == point


# --- rolls


def _totals(draft: PlanDraft, numbers: RolledNumbers) -> frozenset[int]:
    return frozenset([each.number for each in numbers.totals] or draft.house.game.rules.book.points)


def _compile_rolled(draft: PlanDraft, numbers: RolledNumbers) -> Test:
    draft.looks.add("last")
    hard = frozenset(each.number for each in numbers.totals if each.hard)
    either = _totals(draft, numbers) - hard | {each.number for each in numbers.totals if not each.hard}
    if not hard:
        return lambda window, _: window.total in either
    draft.looks.add("hard")
    return lambda window, _: window.total in either or (window.hard and window.total in hard)


# --- wagers


def _compile_covered(house: HouseNames) -> Test:
    by_key = house.game.rules.by_key
    line = by_key.get("pass")

    def is_covered(window: BettingWindow, spot: CompiledWager | None) -> bool:
        number = None if spot is None else number_of(spot)
        if number is None:
            return False
        position = window.view.position
        if line is not None and number == house.points[window.puck] and stake_on(position, line):
            return True
        come = by_key.get(f"come-{number}")
        return come is not None and stake_on(position, come) > 0

    return is_covered


def _is_up(house: HouseNames, wagers: Wagers) -> Test:
    if wagers.together:
        each = [slots_under(house, (name,)) for name in wagers.names]
        return lambda window, _: not any(under[window.puck].isdisjoint(window.view.position.slots) for under in each)
    under = slots_under(house, wagers.names)
    return lambda window, _: not under[window.puck].isdisjoint(window.view.position.slots)


def _compile_decided(draft: PlanDraft, atom: WagerDecided) -> Test:
    draft.decided |= draft.house.keys(atom.wagers.names)
    if atom.wagers.together:
        each = [_compile_settlement(draft, atom, (name,)) for name in atom.wagers.names]
        return lambda window, _: all(any(fits(window, settled) for settled in window.results) for fits in each)
    fits_any = _compile_settlement(draft, atom, atom.wagers.names)
    return lambda window, _: any(fits_any(window, settled) for settled in window.results)


def _compile_settlement(
    draft: PlanDraft, atom: WagerDecided, names: tuple[str, ...]
) -> Callable[[BettingWindow, Settlement], bool]:
    """Whether a settlement is one of those that the event speaks of."""
    keys, result = draft.house.keys(names), RESULT_OF[atom.result]
    if atom.at is None:
        return lambda _, settled: settled.result == result and settled.wager in keys
    by_key = draft.house.game.rules.by_key
    stake = draft.at_risk(atom.at, [by_key[key] for key in keys])
    return lambda window, settled: (
        settled.result == result and settled.wager in keys and settled.stake == stake(window, by_key[settled.wager])
    )


def it_by(draft: PlanDraft, conditions: Iterable[Condition]) -> tuple[WhatItIs, tuple[CompiledWager, ...]]:
    """What `it` is, by the events of some conditions, and all that it can be."""
    atoms = [atom for condition in conditions for atom in condition.each if isinstance(atom, WagerDecided)]
    judged = [(_compile_decided(draft, atom), _compile_settlement(draft, atom, atom.wagers.names)) for atom in atoms]
    by_key = draft.house.game.rules.by_key

    def matching_wagers(window: BettingWindow) -> list[CompiledWager]:
        true = [fits for test, fits in judged if test(window, None)]
        wagers = [settled.wager for settled in window.results if any(fits(window, settled) for fits in true)]
        return [by_key[wager] for wager in dict.fromkeys(wagers)]

    everything = draft.house.keys(name for atom in atoms for name in atom.wagers.names)
    return matching_wagers, tuple(spot for spot in draft.house.spots if spot.key in everything)


# --- counts and money


def _how_many(draft: PlanDraft, atom: HowMany) -> Test:
    number = atom.number
    count = draft.count(atom.counted, number + (atom.compare in ("exactly", "no")))
    match atom.compare:
        case "at least" | "after":
            return lambda window, spot: count(window, spot) >= number
        case "fewer than":
            return lambda window, spot: count(window, spot) < number
        case "exactly" | "no":
            return lambda window, spot: count(window, spot) == number


def _judge_money(draft: PlanDraft, atom: Net | RackIs | BelowPeak) -> Test:
    match atom:
        case Net():
            return _net(draft, atom)
        case RackIs():
            return _rack(draft, atom)
        case BelowPeak(amount):
            return _below_peak(draft, amount)


def _net(draft: PlanDraft, atom: Net) -> Test:
    amount = draft.money(atom.amount)
    if atom.scope in (None, "session"):
        if atom.way == "up":
            return lambda window, _: window.view.worth >= window.view.bankroll + amount(window)
        return lambda window, _: window.view.worth <= window.view.bankroll - amount(window)
    name = f"{atom.scope}_worth"
    draft.looks.add(name)
    if atom.way == "up":
        return lambda window, _: window.view.count(name) >= amount(window)
    return lambda window, _: window.view.count(name) <= -amount(window)


def _below_peak(draft: PlanDraft, amount: Money) -> Test:
    """Below the peak by an amount, or by a part of the peak; a rack is compared, never reckoned with."""
    draft.looks.add("from_peak")
    if not isinstance(amount, Share):
        money = draft.money(amount)
        return lambda window, _: window.view.count("from_peak") >= money(window)
    percent = draft.percent(amount)

    def below(window: BettingWindow, _: CompiledWager | None) -> bool:
        part, fall = percent(window), window.view.count("from_peak")
        return not part or window.view.worth <= fall * (WHOLE - part) // part

    return below


def _rack(draft: PlanDraft, atom: RackIs) -> Test:
    amount, compared = draft.money(atom.amount), _COMPARE[atom.compare]
    if atom.scope in ("shooter", "point"):
        name = f"{atom.scope}_rack"
        draft.looks.add(name)
        return lambda window, _: compared(window.view.count(name), amount(window))
    if atom.scope == "session":
        return lambda window, _: compared(window.view.rack, window.view.bankroll + amount(window))
    return lambda window, _: compared(window.view.rack, amount(window))

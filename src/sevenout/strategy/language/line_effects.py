"""What a line may do to the rack while the puck stands so: ask whether it reaches, and move money."""

from collections.abc import Iterable, Iterator
from itertools import count

from msgspec import Struct

from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.puck_machine import in_season
from sevenout.strategy.language.condition_syntax import (
    IT,
    AllOf,
    Atom,
    ComeOut,
    Condition,
    Not,
    OnThePoint,
    PointOn,
    PuckEvent,
    WagerDecided,
    WithPoint,
)
from sevenout.strategy.language.house_names import HouseNames, number_of
from sevenout.strategy.language.script_tree import TreeLine, played_tree
from sevenout.strategy.language.syntax_tree import (
    BetAction,
    CallOnOff,
    Conditions,
    Heading,
    LimitedAction,
    OnWagers,
    Otherwise,
    ParlayAction,
    PlayAction,
    PressAction,
    ReduceAction,
    Rule,
    Script,
    TakeDownAction,
    condition_of,
)

Guard = Heading | LimitedAction
"""What decides whether lines under it are reached: a heading, or the line that plays them."""


class GuardRow(Struct, frozen=True):
    """A guard with those before it that it is the `otherwise` or the `then` of."""

    chain: int
    """Which row that is: of one row, only one guard's lines are carried out in a window."""
    guards: tuple[Guard, ...]


class LineEffects(Struct, frozen=True):
    """A line that does something, with the headings that decide whether it is reached."""

    number: int
    doing: LimitedAction
    rows: tuple[GuardRow, ...] = ()
    """What it stands under, the outermost first."""

    @property
    def above(self) -> Conditions:
        """What the headings ask that it stands under."""
        own = (row.guards[-1] for row in self.rows)
        asked = [condition_of(guard) for guard in own if not isinstance(guard, LimitedAction)]
        return tuple(condition for condition in asked if condition is not None)

    @property
    def guards(self) -> tuple[Guard, ...]:
        """All that decides whether it is reached."""
        return tuple(guard for row in self.rows for guard in row.guards)

    def excludes(self, other: "LineEffects") -> bool:
        """Whether only one of two lines can be carried out in a window."""
        others = {row.chain: len(row.guards) for row in other.rows}
        return any(others.get(row.chain, len(row.guards)) != len(row.guards) for row in self.rows)


def lines_of(script: Script) -> Iterator[LineEffects]:
    """Every line that does something, in the order in which it is played."""
    yield from _lines_of(played_tree(script), (), count())


def _lines_of(lines: Iterable[TreeLine], rows: tuple[GuardRow, ...], chains: Iterator[int]) -> Iterator[LineEffects]:
    headings = plays = GuardRow(-1, ())
    for line in lines:
        match line.statement:
            case Rule(heading):
                if isinstance(heading, Otherwise):
                    headings = GuardRow(headings.chain, (*headings.guards, heading))
                else:
                    headings = GuardRow(next(chains), (heading,))
                yield from _lines_of(line.under, (*rows, headings), chains)
            case LimitedAction(PlayAction(_, _, then)) as played:
                plays = GuardRow(plays.chain if then else next(chains), (*(plays.guards if then else ()), played))
                yield from _lines_of(line.under, (*rows, plays), chains)
            case LimitedAction() as doing:
                yield LineEffects(line.number, doing, rows)


def conditions_of(guard: Guard) -> Conditions:
    """All that a guard asks, whichever way."""
    if not isinstance(guard, LimitedAction):
        asked = condition_of(guard)
        return () if asked is None else (asked,)
    until = guard.action.until if isinstance(guard.action, PlayAction) else None
    provisos = tuple(proviso.condition for proviso in guard.provisos)
    return provisos if until is None else (*provisos, until)


class Effect(Struct, frozen=True):
    """What a line may do for one wager: ask whether the rack reaches, move money, or both."""

    line: LineEffects
    asks: bool
    moves: bool

    def must_follow(self, earlier: "Effect") -> bool:
        """Whether a rack that is short may come out differently if this were done before what stands above it."""
        if earlier.line.excludes(self.line):
            return False
        return (earlier.asks and self.moves) or (earlier.moves and self.asks)


def targets_of(house: HouseNames, line: LineEffects, puck: int | None = None) -> tuple[CompiledWager, ...]:
    """The wagers that a line can be about in the order it takes them, wherever the puck stands if none is given."""
    action = line.doing.action
    if not isinstance(action, OnWagers):
        return ()
    if action.wagers == IT:
        events = line.doing.events(line.above)
        atoms = [atom for event in events for atom in event.each if isinstance(atom, WagerDecided)]
        keys = house.keys(name for atom in atoms for name in atom.wagers.names)
        return tuple(spot for spot in house.spots if spot.key in keys)
    pucks = range(len(house.points)) if puck is None else (puck,)
    under = (spot for state in pucks for name in action.wagers.names for spot in house.under(name, state))
    return tuple({spot.index: spot for spot in under}.values())


def effect_of(
    house: HouseNames, line: LineEffects, spot: CompiledWager | None, puck: int, *, asks: bool
) -> Effect | None:
    """What a line may do for a wager under a puck; None: nothing that has to do with money.

    `asks`: the line looks at the rack by itself.
    """
    if not may_be_reached(house, line, spot, puck):
        return None
    pays, gets = (False, False) if spot is None else _money(house, line.doing, spot, puck)
    if not (asks or pays or gets):
        return None
    return Effect(line, asks or pays, pays or gets)


def _money(house: HouseNames, doing: LimitedAction, spot: CompiledWager, puck: int) -> tuple[bool, bool]:
    """Whether an action may need money, and whether it may give some back: only in the season for it."""
    state = house.game.rules.puck.states[puck]
    wager = spot.wager
    made, grows = in_season(wager.made.value, state), in_season(wager.increase.value, state)
    shrinks = in_season(wager.reduce.value, state)
    match doing.action:
        case BetAction("bet"):
            return made, False
        case BetAction():
            return made or grows, shrinks
        case PressAction() | ParlayAction():
            return made or grows, False
        case ReduceAction() | TakeDownAction():
            return False, shrinks
        case CallOnOff(_, now):
            return False, spot.slot(now) is None
    return False, False


# --- where the puck must stand


def may_be_reached(house: HouseNames, line: LineEffects, spot: CompiledWager | None, puck: int) -> bool:
    """Whether a line can be carried out while the puck stands so, whatever else is true."""
    for row in line.rows:
        *passed_over, own = row.guards
        for guard in passed_over:
            asked = None if isinstance(guard, LimitedAction) else condition_of(guard)
            if not isinstance(guard, LimitedAction) and (asked is None or _by_puck(house, asked, None, puck) is True):
                return False
        if isinstance(own, LimitedAction):
            if not _provisos_allow(house, own, None, puck):
                return False
        elif (asked := condition_of(own)) is not None and _by_puck(house, asked, None, puck) is False:
            return False
    return _provisos_allow(house, line.doing, spot, puck)


def _provisos_allow(house: HouseNames, doing: LimitedAction, spot: CompiledWager | None, puck: int) -> bool:
    return not any(
        _by_puck(house, proviso.condition, spot, puck) is (proviso.word == "unless") for proviso in doing.provisos
    )


def _by_puck(house: HouseNames, condition: Condition, spot: CompiledWager | None, puck: int) -> bool | None:
    """What a condition is as far as the puck tells; None: that depends on other things."""
    told = [_part_by_puck(house, part, spot, puck) for part in condition.atoms]
    return _join_by_puck(told, decisive=condition.joined == "or")


def _join_by_puck(told: list[bool | None], *, decisive: bool) -> bool | None:
    if decisive in told:
        return decisive
    return None if None in told else not decisive


def _part_by_puck(house: HouseNames, part: Atom | AllOf, spot: CompiledWager | None, puck: int) -> bool | None:
    if isinstance(part, AllOf):
        return _join_by_puck([_atom_by_puck(house, atom, spot, puck) for atom in part.atoms], decisive=False)
    return _atom_by_puck(house, part, spot, puck)


def _atom_by_puck(house: HouseNames, atom: Atom, spot: CompiledWager | None, puck: int) -> bool | None:
    rules = house.game.rules
    point = house.points[puck]
    match atom:
        case Not(inner):
            told = _atom_by_puck(house, inner, spot, puck)
            return None if told is None else not told
        case ComeOut():
            return point is None
        case WithPoint():
            return point is not None
        case PointOn(_, numbers):
            return point in ([each.number for each in numbers.totals] or rules.book.points)
        case OnThePoint():
            return point is not None and spot is not None and number_of(spot) == point
        case PuckEvent("a shooter starts"):
            return rules.puck.states[puck].fresh
        case _:
            return None

"""A strategy of the language, ready to be played in one house: a pure function from view to view."""

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from msgspec import Struct

from sevenout.base.errors import BadInput, Malformed
from sevenout.base.money import Cents, format_amount, parse_amount
from sevenout.base.vocabulary import did_you_mean
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.action_compiler import carry_out
from sevenout.strategy.language.compiler.amount_compiler import PlanDraft
from sevenout.strategy.language.compiler.condition_compiler import judge
from sevenout.strategy.language.compiler.registers import LotRing, Registers, Update
from sevenout.strategy.language.compiler.window import BettingWindow, LineOutcome, Run, Test
from sevenout.strategy.language.condition_syntax import Chance
from sevenout.strategy.language.house_names import HouseNames
from sevenout.strategy.language.syntax_tree import (
    CountDeclaration,
    Heading,
    Let,
    LimitedAction,
    Otherwise,
    Rule,
    Script,
    Statement,
    StrategyFile,
    Unit,
    condition_of,
)
from sevenout.strategy.language.tools import formatter
from sevenout.strategy.language.tools.checker import NotOffered, Remark, remarks
from sevenout.strategy.language.tools.unreachable_lines import idle_here
from sevenout.strategy.view import View

UNIT: Cents = 10_00
"""A unit where the file names none."""


class PlanLine(Struct, frozen=True):
    """An action of the file: its line, its words, and the heading it stands under."""

    number: int
    text: str
    heading: str = ""


class PlanShare(Struct, frozen=True):
    """A part of a strategy: some of its lines, each for some of the wagers only."""

    lines: frozenset[int]
    wagers: frozenset[str]
    counts: frozenset[str]
    """The counts of the file's own that it needs."""


class Plan:
    """A strategy as played at one table. Call it with a view; `trace` also tells what became of each line."""

    def __init__(
        self, script: Script, game: Game, settings: Mapping[str, str] | None = None, share: PlanShare | None = None
    ) -> None:
        self.script = script
        self.name = script.name
        self.game = game
        self.given: dict[str, str] = dict(settings or {})
        """What was set from outside."""
        self.share = share
        """What of the file is played; None: all of it. A share is shown its own wagers alone."""
        self.settings = settle(script.file, self.given, game.minimum)
        """The unit and the parameters as played, in hundredths (the unit: cents)."""
        self.unit: Cents = self.settings["unit"]
        house = HouseNames(game, self.unit)
        self.remarks: tuple[Remark, ...] = () if share is not None else _check_remarks(script, house, self.settings)
        """What the house will not take or not pay exactly, and what never comes about there, by line."""
        registers = Registers()
        draft = PlanDraft(house, self.settings, registers, None if share is None else share.wagers)
        self._runs, self.lines = _compile_lines(draft, script, share)
        self._start = registers.start
        self._update: Update | None = registers.update()
        self._puck = draft.puck_register
        self._lot, self._ring = draft.lot_register, draft.ring
        self._looks = frozenset(draft.looks)
        self._decided = tuple(sorted(draft.decided))
        self._counts = tuple(sorted(self._looks - {"last", "hard", "event", "dice"}))

    def __repr__(self) -> str:
        return f"<Plan {self.name}: unit {format_amount(self.unit)}, {len(self.lines)} lines>"

    def __call__(self, view: View) -> View:
        """Reads the file once and does what it says."""
        return self._read(view, None)

    def trace(self, view: View) -> tuple[View, tuple[LineOutcome, ...]]:
        """The same, with what became of each line that was reached."""
        notes: list[LineOutcome] = []
        return self._read(view, notes), tuple(notes)

    def _read(self, view: View, notes: list[LineOutcome] | None) -> View:
        before = view.memory
        window = BettingWindow(view, list(before if isinstance(before, tuple) else self._start), notes)
        self._observe(view, window)
        if self._update is not None and isinstance(before, tuple):
            self._update(window.memory, window.results, window.event)
        if self._puck is not None:
            window.before, window.memory[self._puck] = window.memory[self._puck], view.puck
        if self._lot is not None and self._ring is not None and isinstance(before, tuple):
            window.lot = window.memory[self._lot] = self._ring.next_place(window.memory[self._lot], view.dice)
        _in_turn(self._runs, window)
        memory = tuple(window.memory)
        return window.view if not memory or memory == before else window.view.remember(memory)

    def _observe(self, view: View, window: BettingWindow) -> None:
        """Looks at what the file depends on and at nothing else: what is looked at makes situations differ."""
        if "last" in self._looks:
            last = view.last
            window.total, window.event, window.results = last.total, last.event, last.results
        else:
            if "event" in self._looks:
                window.event = view.event
            if self._decided:
                window.results = view.decided(*self._decided)
        if "hard" in self._looks:
            window.hard = view.hard
        for name in self._counts:
            view.count(name)  # so that a tracer hears of it at once


def compile_strategy(script: Script, game: Game, settings: Mapping[str, str] | None = None) -> Plan:
    """Makes a strategy ready for a table; `settings` are the unit and parameters that shall differ from the file's.

    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> plan = compile_strategy(parse("with a point: bet a unit on place-6"), Game.open("typical"))
    >>> plan(View(plan.game, 100_00, 100_00, puck=plan.game.puck(8))).layout
    {'place-6': 1200}
    """
    return Plan(script, game, settings)


# --- parameters


def parameters(file: StrategyFile) -> dict[str, int]:
    """What may be set from outside, with the file's own values in hundredths.

    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> parameters(parse("let odds be 2").file)
    {'unit': 1000, 'odds': 200}
    """
    values = {"unit": UNIT}
    for statement in file.statements():
        match statement:
            case Unit(amount):
                values["unit"] = amount.hundredths
            case Let(name, value):
                values[name] = value.hundredths
            case CountDeclaration() | Rule() | LimitedAction():
                pass
            case _:
                assert_never(statement)
    return values


def settle(file: StrategyFile, given: Mapping[str, str], minimum: Cents = 0) -> dict[str, int]:
    """The file's values with the given ones in their place. A unit of the file is at least the table's minimum.

    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> settle(parse("let odds be 2").file, {"odds": "3"}, minimum=25_00)
    {'unit': 2500, 'odds': 300}
    """
    known = parameters(file)
    known["unit"] = max(known["unit"], minimum)
    for name, text in given.items():
        if name not in known:
            names = ", ".join(known)
            raise BadInput(f"there is no {name!r} to set.{did_you_mean(name, known)} This strategy has: {names}")
        try:
            known[name] = parse_amount(text)
        except Malformed as error:
            raise BadInput(f"{name}={text}: {error}") from error
    if known["unit"] <= 0:
        raise BadInput(f"unit={given['unit']}: a unit is above zero")
    return known


def _check_remarks(script: Script, house: HouseNames, settings: Mapping[str, int]) -> tuple[Remark, ...]:
    remarked = remarks(script, house, settings)
    if missing := [remark for remark in remarked if remark.kind == "missing"]:
        raise NotOffered(script.name, missing)
    return tuple(sorted({*remarked, *idle_here(script, house)}))


# --- lines


def _compile_lines(
    draft: PlanDraft, script: Script, share: PlanShare | None
) -> tuple[tuple[Run, ...], tuple[PlanLine, ...]]:
    chances = tuple(_chances(script.file))
    draft.ring = LotRing(chances) if chances else None
    for statement in script.file.statements():
        if isinstance(statement, CountDeclaration) and (share is None or statement.name in share.counts):
            draft.own_count(statement)
    runs: list[Run] = []
    lines: list[PlanLine] = []
    for number, statement, under in script.at_the_margin() if share is None else _of_share(script, share):
        match statement:
            case Rule(heading):
                draft.line_number = number
                runs.append(_rule(draft, heading, under))
                text = formatter.heading(heading)
                lines += [PlanLine(line, formatter.doing(doing), text) for line, doing in under]
            case LimitedAction():
                runs.append(carry_out(draft, statement, number, None))
                lines.append(PlanLine(number, formatter.doing(statement)))
            case Unit() | Let() | CountDeclaration():
                pass
            case _:
                assert_never(statement)
    return tuple(runs), tuple(lines)


def _chances(part: object) -> Iterator[int]:
    """Out of how many each chance of a part of a file is drawn."""
    match part:
        case Chance(_, out_of):
            yield out_of
        case tuple():
            for each in part:
                yield from _chances(each)
        case Struct():
            for field in part.__struct_fields__:
                yield from _chances(getattr(part, field))


_AtTheMargin = tuple[int, Statement, tuple[tuple[int, LimitedAction], ...]]


def _of_share(script: Script, share: PlanShare) -> list[_AtTheMargin]:
    """What a share has of the file; a heading without lines stays if an `otherwise` of the share needs it."""
    kept: list[_AtTheMargin] = []
    needed = False
    for number, statement, under in reversed([*script.at_the_margin()]):
        own = tuple((line, doing) for line, doing in under if line in share.lines)
        if isinstance(statement, Rule):
            needed = needed or bool(own)
            kept += [(number, statement, own)] * needed
            needed = needed and isinstance(statement.heading, Otherwise)
        elif number in share.lines:
            kept.append((number, statement, ()))
    return kept[::-1]


def _rule(draft: PlanDraft, heading: Heading, under: Iterable[tuple[int, LimitedAction]]) -> Run:
    condition = condition_of(heading)
    test = None if condition is None else judge(draft, condition)
    runs = tuple(carry_out(draft, doing, line, condition) for line, doing in under)
    return _otherwise(test, runs) if isinstance(heading, Otherwise) else _compile_heading(test, runs)


def _compile_heading(test: Test | None, runs: tuple[Run, ...]) -> Run:
    def rule(window: BettingWindow) -> bool:
        window.taken = test is None or test(window, None)
        return window.taken and _in_turn(runs, window)

    return rule


def _otherwise(test: Test | None, runs: tuple[Run, ...]) -> Run:
    def rule(window: BettingWindow) -> bool:
        if window.taken or (test is not None and not test(window, None)):
            return False
        window.taken = True
        return _in_turn(runs, window)

    return rule


def _in_turn(runs: tuple[Run, ...], window: BettingWindow) -> bool:
    """Carries out line after line, until one says that nothing further is read; whether one did."""
    for run in runs:  # noqa: SIM110 - each of them does something
        if run(window):
            return True
    return False

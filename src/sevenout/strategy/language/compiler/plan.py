"""A strategy of the language, ready to be played in one house: a pure function from view to view."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.errors import BadInput, Malformed
from sevenout.base.money import Cents, format_amount, parse_amount
from sevenout.base.vocabulary import did_you_mean
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.action_compiler import carry_out
from sevenout.strategy.language.compiler.amount_compiler import PlanDraft
from sevenout.strategy.language.compiler.condition_compiler import judge, judge_provisos
from sevenout.strategy.language.compiler.registers import LotRing, Registers, Update
from sevenout.strategy.language.compiler.window import BettingWindow, LineOutcome, Run, Test
from sevenout.strategy.language.condition_syntax import (
    BelowPeak,
    Chance,
    Condition,
    Decisions,
    Happenings,
    Net,
    RackIs,
    Scope,
)
from sevenout.strategy.language.house_names import HouseNames
from sevenout.strategy.language.script_tree import TreeLine, played_statements, played_tree
from sevenout.strategy.language.syntax_tree import (
    Conditions,
    CountDeclaration,
    Expectation,
    Heading,
    Let,
    LimitedAction,
    Otherwise,
    PlayAction,
    Rule,
    Script,
    StrategyFile,
    Unit,
    condition_of,
)
from sevenout.strategy.language.tools import formatter
from sevenout.strategy.language.tools.checker import NotOffered, Remark, remarks
from sevenout.strategy.language.tools.unreachable_lines import idle_here
from sevenout.strategy.policy.policy_player import PolicyPlayer
from sevenout.strategy.policy.solved_policy import SolvedPolicy
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
        own = settle(script.file, self.given, game.minimum)
        self.settings = {**own, **{name: number for name, number in _part_numbers(script).items() if name not in own}}
        """The unit and the parameters as played, in hundredths (the unit: cents)."""
        self.unit: Cents = self.settings.get("unit", game.minimum)
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

    @property
    def draws_lots(self) -> bool:
        """Whether it leaves anything to chance, so that it makes a difference which die showed what."""
        return self._lot is not None

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
            case CountDeclaration() | Rule() | LimitedAction() | Expectation() | SolvedPolicy():
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
    if file.policy is not None:
        if given:
            raise BadInput(f"a solved policy has its own stakes and takes no settings: leave {', '.join(given)} out")
        return {}
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


def _part_numbers(script: Script) -> dict[str, int]:
    """The numbers of all strategies that are played as parts, in hundredths."""
    lets = [each for _, each in played_statements(script) if isinstance(each, Let)]
    return {each.name: each.value.hundredths for each in lets}


def _check_remarks(script: Script, house: HouseNames, settings: Mapping[str, int]) -> tuple[Remark, ...]:
    remarked = remarks(script, house, settings)
    if missing := [remark for remark in remarked if remark.kind == "missing"]:
        raise NotOffered(script.name, missing)
    return tuple(sorted({*remarked, *idle_here(script, house)}))


# --- lines


def _compile_lines(
    draft: PlanDraft, script: Script, share: PlanShare | None
) -> tuple[tuple[Run, ...], tuple[PlanLine, ...]]:
    statements = [statement for _, statement in played_statements(script)]
    chances = tuple(out_of for statement in statements for out_of in _chances(statement))
    draft.ring = LotRing(chances) if chances else None
    for statement in statements:
        if isinstance(statement, CountDeclaration) and (share is None or statement.name in share.counts):
            draft.own_count(statement)
    tree = played_tree(script)
    lines: list[PlanLine] = []
    runs = _compile_tree(draft, tree if share is None else _of_share(tree, share), lines, (), "")
    return runs, tuple(lines)


def _compile_tree(
    draft: PlanDraft, tree: Iterable[TreeLine], lines: list[PlanLine], above: Conditions, headed: str
) -> tuple[Run, ...]:
    """Lines that stand under the same headings, with all that stands under them; notes each that does something."""
    runs: list[Run] = []
    over: int | None = None
    for line in tree:
        match line.statement:
            case Rule(heading):
                draft.line_number = line.number
                runs.append(_rule(draft, heading, line, lines, above, headed))
            case LimitedAction(PlayAction()) as played:
                run, over = _play(draft, played, line, lines, over)
                runs.append(run)
            case LimitedAction() as doing:
                runs.append(carry_out(draft, doing, line.number, above))
                lines.append(PlanLine(line.number, formatter.doing(doing), headed))
            case SolvedPolicy() as policy:
                runs.append(_play_policy(draft, policy, line.number))
                lines.append(
                    PlanLine(line.number, f"play the policy for {len(policy.moves):,} amounts of cash", headed)
                )
            case Unit() | Let() | CountDeclaration() | Expectation():
                pass
            case _:
                assert_never(line.statement)
    return tuple(runs)


def _chances(part: object) -> Iterator[int]:
    """Out of how many each chance of a part of a file is drawn."""
    match part:
        case Chance(_, out_of):
            yield out_of
        case Rule(heading):
            yield from _chances(heading)
        case tuple():
            for each in part:
                yield from _chances(each)
        case Struct():
            for field in part.__struct_fields__:
                yield from _chances(getattr(part, field))


def _of_share(tree: Sequence[TreeLine], share: PlanShare) -> list[TreeLine]:
    """What a share has of some lines; one without lines under it stays if an `otherwise` or `then` needs it."""
    kept: list[TreeLine] = []
    headings = plays = False
    for line in reversed(tree):
        under = tuple(_of_share(line.under, share))
        match line.statement:
            case Rule(heading):
                headings = headings or bool(under)
                kept += [replace(line, under=under)] * headings
                headings = headings and isinstance(heading, Otherwise)
            case LimitedAction(PlayAction(_, _, then)):
                plays = plays or bool(under)
                kept += [replace(line, under=under)] * plays
                plays = plays and then
            case _ if line.number in share.lines:
                kept.append(line)
    return kept[::-1]


def _rule(
    draft: PlanDraft, heading: Heading, line: TreeLine, lines: list[PlanLine], above: Conditions, headed: str
) -> Run:
    condition = condition_of(heading)
    test = None if condition is None else judge(draft, condition)
    text = formatter.heading(heading)
    inner = above if condition is None else (*above, condition)
    runs = _compile_tree(draft, line.under, lines, inner, f"{headed}: {text}" if headed else text)
    return _otherwise(test, runs) if isinstance(heading, Otherwise) else _compile_heading(test, runs)


def _compile_heading(test: Test | None, runs: tuple[Run, ...]) -> Run:
    def rule(window: BettingWindow) -> bool:
        taken = test is None or test(window, None)
        stopped = taken and _in_turn(runs, window)
        window.taken = taken
        return stopped

    return rule


def _otherwise(test: Test | None, runs: tuple[Run, ...]) -> Run:
    def rule(window: BettingWindow) -> bool:
        if window.taken or (test is not None and not test(window, None)):
            return False
        stopped = _in_turn(runs, window)
        window.taken = True
        return stopped

    return rule


def _play(
    draft: PlanDraft, played: LimitedAction, line: TreeLine, lines: list[PlanLine], before: int | None
) -> tuple[Run, int | None]:
    """A strategy that is played as a part, and the register that says whether it is over."""
    action = played.action
    assert isinstance(action, PlayAction)
    draft.line_number = line.number
    test = judge_provisos(draft, played.provisos)
    until = None if action.until is None else judge(draft, action.until)
    over = None if action.until is None else draft.limit(_lasting(action.until))
    runs = _compile_tree(draft, line.under, lines, (), f"play {action.name}")
    waits = before if action.then else None

    def play(window: BettingWindow) -> bool:
        if waits is not None and not window.memory[waits]:
            return False
        if over is not None and until is not None and not window.memory[over] and until(window, None):
            window.memory[over] = 1
        if (over is not None and window.memory[over]) or (test is not None and not test(window, None)):
            return False
        taken = window.taken
        _in_turn(runs, window)
        window.taken = taken
        return bool(window.view.left)

    return play, over


def _play_policy(draft: PlanDraft, policy: SolvedPolicy, number: int) -> Run:
    """A solved policy; what it does is noted wager by wager."""
    game = draft.house.game
    policy.check_table(game)
    player = PolicyPlayer(policy, game)

    def play(window: BettingWindow) -> bool:
        before, after = window.view, player(window.view)
        window.view = after
        if window.notes is not None:
            for action in after.done[len(before.done) :]:
                window.note(number, "fired", action.wager)
            for action, refusal in after.refused[len(before.refused) :]:
                window.notes.append(
                    LineOutcome(number, "refused", action.wager, refusal.code, refusal.reason, refusal.clause)
                )
        return bool(after.left)

    return play


def _lasting(until: Condition) -> Scope:
    """For how long an `until` is over: for as long as all that it counts, else for the session."""
    scopes = set(_scopes(until))
    return "shooter" if scopes == {"shooter"} else "point" if scopes == {"point"} else "session"


def _scopes(part: object) -> Iterator[Scope | None]:
    match part:
        case Decisions(_, _, since):
            yield "session" if since == "in a row" else since or "shooter"
        case Happenings(_, since) | Net(_, _, since) | RackIs(since):
            yield since
        case BelowPeak():
            yield "session"
        case tuple():
            for each in part:
                yield from _scopes(each)
        case Struct():
            for field in part.__struct_fields__:
                yield from _scopes(getattr(part, field))


def _in_turn(runs: tuple[Run, ...], window: BettingWindow) -> bool:
    """Carries out line after line, until one says that nothing further is read; whether one did."""
    for run in runs:  # noqa: SIM110 - each of them does something
        if run(window):
            return True
    return False

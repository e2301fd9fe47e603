"""Strategies made at random from the grammar: every verb, every kind of amount, every condition.

A file is a function of its number, so that the same ones are played everywhere. Its first lines have something up, and
most of what follows speaks of that: a file about wagers that nobody makes would show nothing.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from sevenout.strategy.language.compiler.share_compiler import Base
from sevenout.strategy.language.condition_syntax import (
    IT,
    AllLeft,
    AllOf,
    AmountLadder,
    Arithmetic,
    ArithmeticStep,
    Atom,
    BelowPeak,
    BetsUp,
    Chance,
    ComeOut,
    ComePoints,
    Compare,
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
    Money,
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
    Sign,
    Stake,
    StakeStep,
    ThreeFourFive,
    Times,
    Total,
    ToWin,
    Units,
    Value,
    WagerDecided,
    Wagers,
    Winnings,
    WithPoint,
)
from sevenout.strategy.language.keywords import FAMILIES, HARDWAYS, IRON_CROSS, PLACE_GROUPS, PLACE_POINT
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.syntax_tree import (
    Action,
    AtMost,
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
    Proviso,
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

TO_BET = (
    "pass", "dont-pass", "come", "dont-come", "place-4", "place-5", "place-6", "place-8", "buy-4", "lay-5", "hard-6",
    "field", "any-7", "horn", *PLACE_GROUPS, PLACE_POINT, HARDWAYS, IRON_CROSS,
)  # fmt: skip
TAKEN, LAID = ("pass-odds", "come-odds"), ("dont-pass-odds", "dont-come-odds")
ODDS = (*TAKEN, *LAID)
PLAYED = ("pass-line", "place-6-8-press-regress", "dalembert", "three-point-molly", "six-eight-power-press")
"""What a file may play as a part."""
COUNTS, PARAMETERS = ("five", "level"), ("odds", "flat")
SCOPES: tuple[Scope, ...] = ("shooter", "point", "session")
COMPARES: tuple[Compare, ...] = ("at least", "at most", "over", "under", "is", "is not")
STAKES = (0, 300, 500, 600, 1000, 1200, 1250, 1500, 2000, 2400, 2500, 3000, 5000, 6000, 10000)
"""In hundredths; what some house takes, what none does, and nothing at all."""

LIVELY = tuple(
    [item for item in parse(text).file.items if isinstance(item, LimitedAction)]
    for text in (
        "bet a unit on pass if on the come-out",
        "bet a unit on pass if on the come-out\nbet a unit on pass-odds",
        "bet a unit on dont-pass if on the come-out\nbet 1x on dont-pass-odds",
        "bet 2 units on place-5, place-6, place-8",
        "bet a unit on place-across",
        "bet a unit on field, hard-6",
        "keep a unit on come while fewer than 3 come bets\nbet a unit on come-odds",
        "bet a unit on dont-come\nbet a unit on dont-come-odds",
        "bet a unit on pass, field",
        "bet max on pass-odds, come-odds",
        "bet 2.5 units on buy-4",
        "bet to win 2 units on lay-5",
    )
)
"""What a file may begin with, so that something is up."""

T = TypeVar("T")


def file_of(number: int, *, noted: bool = False) -> StrategyFile:
    """The file of a number; `noted`: with comments and empty lines.

    >>> file_of(7) == file_of(7) != file_of(8)
    True
    """
    return _Pen(number, noted=noted).file()


def loose_file_of(number: int) -> StrategyFile:
    """The file of a number in another collection: here most lines mind their own wagers, and few the money or others.

    >>> loose_file_of(7) == loose_file_of(7) != file_of(7)
    True
    """
    return _LoosePen(number, noted=False).file()


class _Pen:
    """Writes one file."""

    def __init__(self, number: int, *, noted: bool) -> None:
        self.random = Random(number)
        self.noted = noted
        self.subjects: tuple[str, ...] = ()
        """What the first lines have up."""

    # --- chances

    def one(self, *choices: T) -> T:
        return self.random.choice(choices)

    def often(self, share: float) -> bool:
        return self.random.random() < share

    def many(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def text(self) -> str:
        if not self.noted or self.often(0.5):
            return ""
        return "".join(self.one(*"abc #'$1:,") for _ in range(self.many(0, 12))).strip()

    def aside(self) -> CommentLine | Gap:
        return Gap() if self.often(0.5) else CommentLine(self.text())

    # --- numbers and amounts

    def factor(self, choices: Sequence[int], *names: str) -> Factor:
        """A number in hundredths, or now and then a name."""
        return NameValue(self.one(*names)) if names and self.often(0.2) else NumberValue(self.one(*choices))

    def value(self, choices: Sequence[int], *names: str) -> Value:
        """A number or a name, or now and then some with signs between them."""
        first = self.factor(choices, *names)
        if not self.often(0.12):
            return first
        signs: tuple[Sign, ...] = "+", "-", "*", "/"
        steps = [ArithmeticStep(self.one(*signs), self.factor((100, 200, 300), *names)) for _ in range(self.many(1, 2))]
        return Arithmetic(first, tuple(steps))

    def share(self, *of: Base) -> Share:
        part: Any = self.one("half", NameValue("odds"), *(NumberValue(each) for each in (500, 1000, 2500, 5000)))
        return Share(part, self.one(*of))

    def whole(self, low: int, high: int) -> Value:
        """For a count of one's own."""
        return self.value([100 * each for each in range(low, high + 1)], *COUNTS)

    def money(self, *, below_zero: bool = False) -> Money:
        return self.share("bankroll") if self.often(0.1) else self.at(below_zero=below_zero)

    def at(self, *, below_zero: bool = False) -> Stake:
        sign = -1 if below_zero and self.often(0.4) else 1
        if self.often(0.5):
            return Plain(self.value([sign * each for each in STAKES], *COUNTS, *PARAMETERS))
        return Units(self.value([sign * each for each in (0, 50, 100, 200, 500, 1000)], *COUNTS, *PARAMETERS))

    def measured(self, *, odds: bool) -> Plain | Units | Times:
        kind = self.one("plain", "units", "units", *(["times"] * 3 if odds else []))
        if kind == "plain":
            return Plain(self.value(STAKES, *COUNTS, *PARAMETERS))
        some = self.value((0, 50, 100, 100, 150, 200, 200, 300), *COUNTS, *PARAMETERS)
        return Units(some) if kind == "units" else Times(some)

    def step(self, wagers: Wagers) -> StakeStep:
        odds = all(name in ODDS for name in wagers.names)
        taken = all(name in TAKEN for name in wagers.names)
        return self.one(
            *(self.measured(odds=odds) for _ in range(4)),
            Limit(self.one("max", "min")),
            ToWin(self.measured(odds=odds)),
            Winnings(half=self.often(0.5)),
            AllLeft() if self.often(0.5) else self.share("rack", "bankroll", "peak"),
            *([ThreeFourFive()] * 2 if taken else []),
        )

    def total(self) -> AmountLadder:
        """What is spread over several wagers."""
        whole: tuple[StakeStep, ...] = (
            *[Plain(self.value((4400, 5400, 6400, 13500), *COUNTS, *PARAMETERS)) for _ in range(4)],
            Units(self.value((500, 1000), *COUNTS)),
            Winnings(),
            self.share("rack", "peak"),
            AllLeft(),
        )
        if self.often(0.7):
            return AmountLadder((self.one(*whole),))
        return AmountLadder((self.one(*whole), Plain(NumberValue(5400))), self.counted(own=True), self.often(0.5))

    def amount(self, wagers: Wagers) -> AmountLadder:
        if self.often(0.6):
            return AmountLadder((self.step(wagers),))
        by, repeating, many = self.counted(own=True), self.often(0.5), self.many(2, 5)
        if self.often(0.5):
            each = (Units(self.value((0, 50, 100, 150, 200, 300, 400), *COUNTS)) for _ in range(many))
            return AmountLadder(tuple(each), by, repeating)
        ladder = [self.step(wagers) for _ in range(many)]
        if isinstance(ladder[-1], Units):  # its `units` would be those of the whole ladder
            ladder.append(Limit("min"))
        return AmountLadder(tuple(ladder), by, repeating)

    # --- wagers, rolls and counts

    def wagers(self, *names: str) -> Wagers:
        """Some of these, or better of what is up."""
        up = [name for name in self.subjects if name in names]
        among = up if up and self.often(0.7) else names
        return Wagers(tuple(dict.fromkeys(self.one(*among) for _ in range(self.one(1, 1, 2, 3)))))

    def any_up(self) -> Wagers:
        return self.wagers(*TO_BET, *ODDS, *FAMILIES)

    def decided(self) -> Wagers:
        return self.wagers(*(name for name in (*TO_BET, *ODDS, *FAMILIES) if name != PLACE_POINT))

    def joined(self, wagers: Wagers) -> Wagers:
        return Wagers(wagers.names, together=len(wagers.names) > 1 and self.often(0.3))

    def totals(self, *numbers: Total) -> RolledNumbers:
        return RolledNumbers(tuple(dict.fromkeys(self.one(*numbers) for _ in range(self.one(0, 1, 2, 3)))))

    def counted(self, *, own: bool) -> Counted:
        scope = self.one(*SCOPES)
        of = None if own and self.often(0.5) else self.decided()
        choices: tuple[Counted, ...] = (
            *[Decisions(self.one("hits", "wins", "losses"), of, self.one(scope, scope, "in a row"))] * 2,
            Happenings(self.one("rolls", "points made", "seven-outs"), scope),
            Happenings("shooters", "session"),
            BetsUp(self.any_up()),
            ComePoints(self.one("come", "dont-come")),
        )
        return self.one(*choices)

    # --- conditions

    def event(self) -> Atom:
        at = self.at() if self.often(0.25) else None
        hard = [Total(number, hard=True) for number in (4, 6, 8, 10)]
        choices: tuple[Atom, ...] = (
            WagerDecided(self.joined(self.decided()), self.one("wins", "hits", "loses", "pushes"), at),
            WagerDecided(self.joined(self.decided()), self.one("wins", "hits", "loses"), None),
            NumberRolled(self.totals(*map(Total, range(2, 13)), *hard)),
            PuckEvent(self.one("a point is set", "the point is made", "the shooter sevens out", "a shooter starts")),
        )
        return self.one(*choices)

    def atom(self, *, own: bool) -> Atom:
        if self.often(0.15):
            return Not(self.atom(own=own))
        held = self.one(*COUNTS, *PARAMETERS)
        compared = self.whole(-1, 5) if held in COUNTS else self.value((0, 100, 150, 1000), *COUNTS, *PARAMETERS)
        boxes = map(Total, (4, 5, 6, 8, 9, 10))
        scope = self.one(None, *SCOPES)
        puck: tuple[Atom, ...] = ComeOut(), WithPoint(), NothingUp()
        its: tuple[Atom, ...] = (OnThePoint(), Covered()) if own else ()
        choices: tuple[Atom, ...] = (
            self.one(*puck),
            PointOn(self.one("with the point on", "the point is"), self.totals(*boxes)),
            IsUp(self.joined(self.any_up())),
            HowMany(self.one("at least", "after", "fewer than", "exactly"), self.many(0, 3), self.counted(own=own)),
            HowMany("no", 0, self.counted(own=own)),
            Holds(held, self.one(*COMPARES), compared),
            Net(self.one("up", "down"), self.money(), scope),
            RackIs(scope, self.one(*COMPARES), self.money(below_zero=scope is not None)),
            BelowPeak(self.one(self.at(), self.share("peak"))),
            Chance(self.many(1, 2), self.many(3, 6)),
        )
        return self.one(*choices, self.event(), self.event(), *its, *its)

    def condition(self, *, own: bool) -> Condition:
        if self.often(0.12):
            parts: list[Atom | AllOf] = [AllOf(tuple(self.atom(own=own) for _ in range(self.many(2, 3))))]
            parts.insert(self.many(0, 1), self.atom(own=own))
            return Condition(tuple(parts), "or")
        atoms = tuple(self.atom(own=own) for _ in range(self.one(1, 1, 1, 2, 2, 3)))
        match atoms:
            case (HowMany(compare, many, Decisions(word, of)),) if self.often(0.3):
                atoms = (HowMany(compare, many, Decisions(word, of, None)),)
        return Condition(atoms, self.one("and", "or") if len(atoms) > 1 else "and")

    # --- lines

    def action(self, *, it: bool) -> Action:
        bet = self.one(self.wagers(*TO_BET), self.wagers(*TO_BET), self.wagers(*ODDS))
        acted = IT if it and self.often(0.7) else self.one(self.any_up(), self.any_up(), self.wagers(*ODDS))
        verb: Any = self.one("bet", "keep")
        count = self.one(*COUNTS)
        spread = self.wagers(*PLACE_GROUPS, HARDWAYS, IRON_CROSS)
        endings: tuple[Action, ...] = SitOut(), LeaveAction()
        choices: tuple[Action, ...] = (
            *[BetAction(verb, self.amount(bet), bet)] * 4,
            BetAction(verb, self.total(), spread, spread=True),
            ParlayAction(acted),
            *[PressAction(acted, self.step(acted) if self.often(0.7) else None)] * 2,
            *[ReduceAction(acted, self.one("by", "to", "to"), self.step(acted))] * 2,
            TakeDownAction(acted),
            CallOnOff(acted, self.one("on", "off", "off")),
            MoveCount(self.one("raise", "lower"), count, self.whole(0, 3) if self.often(0.5) else None),
            SetTo(count, self.whole(0, 5)) if self.often(0.5) else MoveCount("double", count),
            self.one(*endings),
        )
        return self.one(*choices)

    def play(self) -> LimitedAction:
        """Another strategy as a part."""
        until = self.condition(own=False) if self.often(0.7) else None
        return LimitedAction(PlayAction(self.one(*PLAYED), until), self.provisos(own=False), None, self.text())

    def then(self, before: object) -> Iterator[LimitedAction]:
        """What is played once that is over, if it ends."""
        match before:
            case LimitedAction(PlayAction(_, until)) if until is not None and self.often(0.5):
                yield LimitedAction(PlayAction(self.one(*PLAYED), None, then=True), (), None, self.text())

    def provisos(self, *, own: bool, least: int = 0) -> tuple[Proviso, ...]:
        return tuple(
            Proviso(self.one("if", "while", "unless"), self.condition(own=own))
            for _ in range(self.one(1, 2) if least else self.one(0, 0, 0, 1, 1, 2))
        )

    def doing(self, heading: Condition | None) -> LimitedAction:
        if self.often(0.05):
            return self.play()
        action = self.action(it=heading is not None and heading.binds_it)
        own = not isinstance(action, MoveCount | SetTo | SitOut | LeaveAction)
        ending = isinstance(action, SitOut | LeaveAction)
        provisos = self.provisos(own=own, least=int(ending and heading is None))
        at_most = AtMost(self.one(0, 1, 2, 3), self.one(*SCOPES)) if self.often(0.25) else None
        adds = isinstance(action, PressAction) or (isinstance(action, ReduceAction) and action.how == "by")
        if adds and not (heading is not None and heading.is_event) and at_most is None:
            at_most = AtMost(self.many(1, 3), self.one(*SCOPES))
        return LimitedAction(action, provisos, at_most, self.text())

    def rule(self, *, chained: bool, deep: bool = False) -> Rule:
        kind = self.one("every", "when", "when", "when", *(["otherwise", "otherwise when"] if chained else []))
        condition = None
        heading: Heading = EveryRoll() if kind == "every" else Otherwise()
        if "when" in kind:
            condition = Condition((self.event(),)) if self.often(0.4) else self.condition(own=False)
            start = When(condition, said=not _may_be_bare(condition) or self.often(0.5))
            heading = start if kind == "when" else Otherwise(start)
        body: list[LimitedAction | Rule | CommentLine | Gap] = [self.doing(condition)]
        if not deep and self.often(0.15):
            body = [self.rule(chained=False, deep=True)]
        headed = isinstance(body[0], Rule)
        for _ in range(self.one(0, 0, 1, 2)):
            if self.noted and self.often(0.4):
                body.append(self.aside())
            if not deep and self.often(0.15):
                body.append(self.rule(chained=headed, deep=True))
                headed = True
            else:
                body.append(self.doing(condition))
                body += self.then(body[-1])
        return Rule(heading, tuple(body), self.text() if len(body) > 1 else "")

    def file(self) -> StrategyFile:
        lively = [doing for _ in range(self.one(0, 1, 1, 1, 2, 2, 2, 3)) for doing in self.one(*LIVELY)]
        named = [name for doing in lively if isinstance(doing.action, BetAction) for name in doing.action.wagers.names]
        stems = {name.split("-")[0] for name in named} & set(FAMILIES)
        self.subjects = (*dict.fromkeys(named), *sorted(stems))
        items: list[Item] = [
            Unit(NumberValue(self.one(500, 1000, 1000, 1250, 2500)), self.text()),
            Let("odds", NumberValue(self.one(0, 100, 200, 350)), self.text()),
            Let("flat", NumberValue(self.one(500, 1000, 1200, 2500)), self.text()),
            CountDeclaration("five", 0, 5, self.one(None, 0, 2, 5), self.one(None, "shooter"), self.text()),
            CountDeclaration("level", 1, 4, None, self.one(None, "point"), self.text()),
        ]
        declared, headed = len(items), False
        for _ in range(self.many(1, 6)):
            if self.noted and self.often(0.3):
                items.append(CommentLine(self.text()) if isinstance(items[-1], Gap) else self.aside())
            if self.often(0.75):
                items.append(self.rule(chained=headed))
                headed = True
            else:
                items.append(self.doing(None))
                items += self.then(items[-1])
        for doing in lively:
            at = declared if self.often(0.6) else self.many(declared, len(items))
            match items[at : at + 1]:
                case [LimitedAction(PlayAction(_, _, True))]:  # it follows what it follows
                    at = declared
            items.insert(at, doing)
        if self.often(0.4):
            items.append(self.expectation())
        return StrategyFile(tuple(items))

    def expectation(self) -> Expectation:
        """A test of the file's own: written and read back, and no part of what is played."""
        given: list[GivenEvent] = []
        for _ in range(self.many(0, 2)):
            event = self.event()
            assert isinstance(event, WagerDecided | NumberRolled | PuckEvent)
            given.append(GivenEvent(event, self.many(1, 3)))
        return Expectation(tuple(given), tuple(self.expected() for _ in range(self.many(1, 2))), self.text())

    def expected(self) -> Expected:
        whole: Scope | None = "session" if self.often(0.3) else None
        choices: tuple[Expected, ...] = (
            StakeAt(self.one("pass", "place-6"), self.at()),
            IsUp(self.joined(self.any_up())),
            NothingUp(),
            Net(self.one("up", "down"), self.at(), whole),
            RackIs(whole, self.one(*COMPARES), self.at()),
        )
        return self.one(*choices)


class _LoosePen(_Pen):
    """Writes files of lines that have little to do with each other."""

    def wagers(self, *names: str) -> Wagers:
        wagers = super().wagers(*names)
        return wagers if self.often(0.5) else Wagers(wagers.names[:1])

    def any_up(self) -> Wagers:
        return self.wagers(*TO_BET, *ODDS, *FAMILIES) if self.often(0.4) else self.wagers(*TO_BET)

    def counted(self, *, own: bool) -> Counted:
        counted = super().counted(own=own)
        while not self.often(0.1) and not _is_narrow(counted, own=own):
            counted = super().counted(own=own)
        return counted

    def atom(self, *, own: bool) -> Atom:
        atom = super().atom(own=own)
        while not self.often(0.06) and isinstance(atom, Not | Net | RackIs | BelowPeak | NothingUp | Covered):
            atom = super().atom(own=own)
        return atom

    def step(self, wagers: Wagers) -> StakeStep:
        step = super().step(wagers)
        while not self.often(0.06) and isinstance(step, Share | AllLeft):
            step = super().step(wagers)
        return step

    def doing(self, heading: Condition | None) -> LimitedAction:
        doing = super().doing(heading)
        while doing.at_most is not None and not self.often(0.2):
            doing = super().doing(heading)
        return doing


def _is_narrow(counted: Counted, *, own: bool) -> bool:
    """Whether a count has to do with one wager at most."""
    match counted:
        case Decisions(_, of, _):
            return own if of is None else len(of.names) == 1
        case BetsUp(wagers):
            return len(wagers.names) == 1
        case Happenings():
            return True
        case ComePoints():
            return False


def _may_be_bare(condition: Condition) -> bool:
    match condition.each[0]:
        case ComeOut() | WithPoint() | PointOn("with the point on"):
            return True
        case _:
            return False

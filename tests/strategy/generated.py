"""Strategies made at random from the grammar: every verb, every kind of amount, every condition."""

from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sevenout.strategy.language.conditions import binds_it, is_event
from sevenout.strategy.language.model import (
    IT,
    Action,
    Amount,
    AtMost,
    Atom,
    Bet,
    BetsUp,
    Call,
    ComeOut,
    ComePoints,
    Condition,
    Count,
    Counted,
    Covered,
    Decided,
    Decisions,
    Doing,
    EveryRoll,
    File,
    Gap,
    Happened,
    Happenings,
    Heading,
    Holds,
    HowMany,
    IsUp,
    Item,
    Leave,
    Let,
    Limit,
    Money,
    Move,
    Name,
    Net,
    Not,
    Note,
    NothingUp,
    Number,
    Numbers,
    OnThePoint,
    Otherwise,
    Plain,
    PointOn,
    Press,
    Proviso,
    RackIs,
    Reduce,
    Rolled,
    Rule,
    SetTo,
    SitOut,
    Step,
    TakeDown,
    ThreeFourFive,
    Times,
    Total,
    ToWin,
    Unit,
    Units,
    Value,
    Wagers,
    When,
    Winnings,
    WithPoint,
)
from sevenout.strategy.language.vocabulary import FAMILIES, PER_POINT, PLACE_GROUPS, PLACE_POINT

TO_BET = (
    "pass", "dont-pass", "come", "dont-come", "place-4", "place-5", "place-6", "place-8", "buy-4", "lay-5", "hard-6",
    "field", "any-7", "horn", *PLACE_GROUPS, PLACE_POINT,
)  # fmt: skip
ODDS = ("pass-odds", "dont-pass-odds", *PER_POINT)
COUNTS = ("five", "level")
PARAMETERS = ("odds", "flat")
TEXT = st.text("abc #'$1:,", max_size=12).map(str.strip)
SCOPES = st.sampled_from(("shooter", "point", "session"))
COMPARES = st.sampled_from(("at least", "at most", "over", "under", "is", "is not"))


@cache
def numbers(least: int = 0, most: int = 60, part: int = 100) -> SearchStrategy[Number]:
    return st.integers(least * 100 // part, most * 100 // part).map(lambda each: Number(each * part))


@cache
def values(least: int = 0, most: int = 60, part: int = 100) -> SearchStrategy[Value]:
    return st.one_of(numbers(least, most, part), st.sampled_from((*COUNTS, *PARAMETERS)).map(Name))


@cache
def money(least: int = 0) -> SearchStrategy[Money]:
    amounts = values(least, 90, 50)
    return st.one_of(amounts.map(Plain), amounts.map(Units))


@cache
def wagers(*names: str, most: int = 3) -> SearchStrategy[Wagers]:
    return st.lists(st.sampled_from(names), min_size=1, max_size=most, unique=True).map(
        lambda listed: Wagers(tuple(listed))
    )


@cache
def conditional(*names: str) -> SearchStrategy[Wagers]:
    return st.builds(
        lambda listed, both: Wagers(listed.names, both and len(listed.names) > 1), wagers(*names), st.booleans()
    )


ANY_UP = (*TO_BET, *ODDS, *FAMILIES)
ANY_EVENT = tuple(name for name in ANY_UP if name != PLACE_POINT)
TOTALS = st.one_of(
    st.integers(2, 12).map(Total), st.sampled_from((4, 6, 8, 10)).map(lambda number: Total(number, hard=True))
)
POINTS = st.lists(st.sampled_from((4, 5, 6, 8, 9, 10)).map(Total), max_size=3, unique=True).map(
    lambda totals: Numbers(tuple(totals))
)


@cache
def counted(*, own: bool) -> SearchStrategy[Counted]:
    of: SearchStrategy[Wagers | None] = wagers(*ANY_EVENT)
    if own:
        of = st.one_of(st.none(), of)
    since = st.one_of(SCOPES, st.just("in a row"))
    return st.one_of(
        st.builds(Decisions, st.sampled_from(("hits", "wins", "losses")), of, since),
        st.builds(Happenings, st.sampled_from(("rolls", "points made", "seven-outs")), SCOPES),
        wagers(*ANY_UP).map(BetsUp),
        st.sampled_from((ComePoints("come"), ComePoints("dont-come"))),
    )


EVENTS = st.one_of(
    st.builds(Decided, conditional(*ANY_EVENT), st.sampled_from(("wins", "loses", "pushes")), st.none() | money()),
    st.lists(TOTALS, max_size=3, unique=True).map(lambda totals: Rolled(Numbers(tuple(totals)))),
    st.sampled_from(
        (
            Happened("a point is set"),
            Happened("the point is made"),
            Happened("the shooter sevens out"),
            Happened("a shooter starts"),
        )
    ),
)


@cache
def atoms(*, own: bool) -> SearchStrategy[Atom]:
    many = st.builds(
        HowMany, st.sampled_from(("at least", "after", "fewer than", "exactly")), st.integers(0, 3), counted(own=own)
    )
    plain: SearchStrategy[Atom] = st.one_of(
        st.sampled_from((ComeOut(), WithPoint(), NothingUp(), *((OnThePoint(), Covered()) if own else ()))),
        st.builds(PointOn, st.sampled_from(("with the point on", "the point is")), POINTS),
        conditional(*ANY_UP).map(IsUp),
        EVENTS,
        many,
        counted(own=own).map(lambda what: HowMany("no", 0, what)),
        st.builds(Holds, st.sampled_from(COUNTS), COMPARES, values(-3, 6)),
        st.builds(Holds, st.sampled_from(PARAMETERS), COMPARES, values(0, 6, 50)),
        st.builds(Net, st.sampled_from(("up", "down")), money(), st.none() | SCOPES),
        st.builds(RackIs, st.none() | SCOPES, COMPARES, money(-40)),
    )
    return st.one_of(plain, plain, plain, plain.map(Not))


@cache
def conditions(*, own: bool) -> SearchStrategy[Condition]:
    def joined(found: list[Atom], joint: Any) -> Condition:
        return Condition(tuple(found), joint if len(found) > 1 else "and")

    return st.builds(joined, st.lists(atoms(own=own), min_size=1, max_size=3), st.sampled_from(("and", "or")))


@cache
def steps(*, odds: bool) -> SearchStrategy[Step]:
    measured: list[SearchStrategy[Any]] = [values().map(Plain), values(0, 4, 50).map(Units)]
    if odds:
        measured.append(values(0, 4, 50).map(Times))
    choices: list[SearchStrategy[Any]] = [
        *measured,
        *measured,
        st.sampled_from((Limit("max"), Limit("min"))),
        st.one_of(measured).map(ToWin),
        st.booleans().map(Winnings),
    ]
    return st.one_of(choices)


@st.composite
def amounts(draw: st.DrawFn, *, odds: bool) -> Amount:
    if draw(st.booleans()):
        return Amount((draw(steps(odds=odds)),))
    by, repeating = draw(counted(own=True)), draw(st.booleans())
    many = st.integers(2, 5)
    if draw(st.booleans()):
        return Amount(tuple(Units(draw(values(0, 4, 50))) for _ in range(draw(many))), by, repeating)
    ladder = [draw(steps(odds=odds)) for _ in range(draw(many))]
    if isinstance(ladder[-1], Units):
        ladder.append(Limit("min"))
    return Amount(tuple(ladder), by, repeating)


@cache
def actions(*, it: bool) -> SearchStrategy[Action]:
    some = wagers(*TO_BET) if not it else st.one_of(wagers(*TO_BET), st.just(IT))
    acted = wagers(*TO_BET, *ODDS, *FAMILIES) if not it else st.just(IT)
    verbs = st.sampled_from(("bet", "keep"))
    step = steps(odds=False)
    names = st.sampled_from(COUNTS)
    return st.one_of(
        st.builds(Bet, verbs, amounts(odds=False), some),
        st.builds(Bet, verbs, amounts(odds=False), some),
        st.builds(Bet, verbs, amounts(odds=True), wagers(*ODDS)),
        st.builds(Bet, st.just("bet"), st.just(Amount((ThreeFourFive(),))), wagers("pass-odds", "come-odds")),
        st.builds(Press, acted, st.none() | step),
        st.builds(Reduce, acted, st.sampled_from(("by", "to")), step),
        st.builds(TakeDown, acted),
        st.builds(Call, acted, st.sampled_from(("on", "off"))),
        st.builds(Move, st.sampled_from(("raise", "lower")), names, st.none() | values(0, 3)),
        st.builds(SetTo, names, values(0, 5)),
        st.sampled_from((SitOut(), SitOut(), Leave())),
    )


@st.composite
def doings(draw: st.DrawFn, heading: Condition | None, notes: SearchStrategy[str]) -> Doing:
    action = draw(actions(it=heading is not None and binds_it(heading)))
    own = not isinstance(action, Move | SetTo | SitOut | Leave)
    provisos = draw(
        st.lists(st.builds(Proviso, st.sampled_from(("if", "while", "unless")), conditions(own=own)), max_size=2)
    )
    at_most = draw(st.none() | st.builds(AtMost, st.integers(0, 3), SCOPES))
    adds = isinstance(action, Press) or (isinstance(action, Reduce) and action.how == "by")
    if adds and not (heading is not None and is_event(heading)) and at_most is None:
        at_most = AtMost(1, "point")
    return Doing(action, tuple(provisos), at_most, draw(notes))


def _may_be_bare(condition: Condition) -> bool:
    match condition.atoms[0]:
        case ComeOut() | WithPoint() | PointOn("with the point on"):
            return True
        case _:
            return False


@st.composite
def rules(draw: st.DrawFn, notes: SearchStrategy[str], *, chained: bool) -> Rule:
    kinds = ["every", "when", "when", "when", "when", *(["otherwise", "otherwise when"] if chained else [])]
    kind = draw(st.sampled_from(kinds))
    condition = None
    heading: Heading
    if "when" in kind:
        condition = draw(conditions(own=False))
        start = When(condition, draw(st.booleans()) if _may_be_bare(condition) else True)
        heading = start if kind == "when" else Otherwise(start)
    else:
        heading = EveryRoll() if kind == "every" else Otherwise()
    body: list[Doing | Note | Gap] = []
    for number in range(draw(st.integers(1, 3))):
        aside = draw(st.sampled_from(("", "", "", "note", "gap"))) if number else ""
        if aside:
            body.append(Gap() if aside == "gap" else Note(draw(TEXT)))
        body.append(draw(doings(condition, notes)))
    return Rule(heading, tuple(body), draw(notes) if len(body) > 1 else "")


LIVELY = (
    Doing(Bet("bet", Amount((Units(Number(100)),)), Wagers(("pass",))), (Proviso("if", Condition((ComeOut(),))),)),
    Doing(Bet("bet", Amount((Units(Number(200)),)), Wagers(("place-6", "place-8", "place-5")))),
    Doing(Bet("bet", Amount((Units(Number(100)),)), Wagers(("field", "hard-6")))),
    Doing(Bet("keep", Amount((Units(Number(100)),)), Wagers(("come",)))),
    Doing(Bet("bet", Amount((Units(Number(100)),)), Wagers(("dont-pass", "dont-come")))),
    Doing(Bet("bet", Amount((Limit("max"),)), Wagers(("pass-odds", "come-odds")))),
)
"""Lines of which a file has some, so that there is something up to speak of."""


@st.composite
def files(draw: st.DrawFn, *, noted: bool = True) -> File:
    """A whole file; `noted`: with comments and empty lines."""
    notes = TEXT if noted else st.just("")
    items: list[Item] = [
        Unit(draw(numbers(1, 30)), draw(notes)),
        *(Let(name, draw(numbers(0, 12)), draw(notes)) for name in PARAMETERS),
        Count("five", 0, 5, draw(st.none() | st.integers(0, 5)), draw(st.none() | st.just("shooter")), draw(notes)),
        Count("level", 1, 4, None, draw(st.none() | st.just("point")), draw(notes)),
    ]
    items += draw(st.lists(st.sampled_from(LIVELY), max_size=3))
    headed = False
    for _ in range(draw(st.integers(1, 6))):
        kind = draw(st.sampled_from(("rule", "rule", "rule", "doing", *(("note", "gap") if noted else ()))))
        match kind:
            case "rule":
                items.append(draw(rules(notes, chained=headed)))
                headed = True
            case "doing":
                items.append(draw(doings(None, notes)))
            case "note":
                items.append(Note(draw(TEXT)))
            case _ if not isinstance(items[-1], Gap):
                items.append(Gap())
    if isinstance(items[-1], Gap):
        items.pop()
    return File(tuple(items))

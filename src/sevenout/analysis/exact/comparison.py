"""Houses side by side: what every wager costs in each of them, where they differ, and by which clauses.

The first house is home: what a player gains or loses is told for walking from it to each of the others.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from sevenout.analysis.exact.house_edge import BASIS, WagerEdge, asked_for, wager_edge
from sevenout.analysis.exact.line_odds import LineWithOdds, line_with_odds, lines_with_odds
from sevenout.analysis.exact.rule_differences import Cause, Side, causes, causes_in_odds, differ
from sevenout.base.errors import BadInput
from sevenout.base.html import Record, html_table
from sevenout.base.money import format_amount
from sevenout.base.refusal import Citation, Refusal
from sevenout.base.vocabulary import did_you_mean
from sevenout.engine.game import AnyHouse, open_rules
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.model import Rulebook
from sevenout.rulebook.value_listing import RulebookValue

FIGURES = (
    "edge",
    "edge_on_stake",
    "edge_without_pushes",
    "edge_per_roll",
    "win",
    "lose",
    "push",
    "returned",
    "variance",
    "rolls",
    "rolls_in_all",
)
"""The figures of a WagerEdge that are compared, by name."""

LINE_FIGURES = ("edge", "edge_on_flat", "wagered", "variance")
"""The same of a LineWithOdds."""

Figures = WagerEdge | LineWithOdds

TOUCHES = {
    "rounding": "payouts that are no whole number of chips",
    "commission-rounding": "commissions that are no whole number of chips",
    "commission-least": "commissions of less than a chip",
    "chip": "what a payout is rounded to",
    "minimum": "how little may be bet",
    "maximum": "how much may be bet",
    "bonus": "a turn in which every point named is made",
}
"""The words of a whole house that no figure above shows, each with what it touches."""


class HouseEdges(Struct, frozen=True):
    """One of the houses that are compared."""

    name: str
    """As the comparison calls it: the book's name, with a part of its digest if two books have the same."""
    title: str
    document: str
    digest: str
    wagers: int
    """How many it offers."""


class Difference(Struct, frozen=True):
    """What is not the same about one wager in two houses, and by which clauses."""

    wager: str
    here: str
    there: str
    figures: tuple[str, ...]
    """The figures that differ, by name; none if other rules lead to the same ones."""
    gain: Fraction
    """What a player gains by walking from here to there, as a share of what is put at risk; below zero a loss."""
    causes: tuple[Cause, ...]
    with_odds: bool = False
    """Whether it is told with the most odds behind it."""

    @property
    def per_hundred(self) -> Fraction:
        """The gain for every 100 put at risk. In percentage points, the difference of the edges is the same number."""
        return 100 * self.gain

    def __repr__(self) -> str:
        odds = " with odds" if self.with_odds else ""
        return f"<Difference {self.wager}{odds}, {self.here} to {self.there}: gain {self.gain}>"


class WagerRow(Struct, frozen=True):
    """One wager in every house, in the order of the houses; None where it is not offered."""

    wager: str
    family: str
    title: str
    """In the first house that offers it, with which `differences` compares the others."""
    worths: tuple[WagerEdge | None, ...]
    best: tuple[str, ...]
    """The houses where its edge is lowest: all that offer it, if it is the same in them."""
    assumed: tuple[str, ...]
    """The houses in which the figures rest on a value that no document states: `WagerEdge.assumed` names it."""
    differences: tuple[Difference, ...]

    @property
    def same_edge(self) -> bool:
        """Whether every house that offers it takes the same edge."""
        return len({figures.edge for figures in self.worths if figures is not None}) == 1

    def __repr__(self) -> str:
        return f"<WagerRow {self.wager}: edge {_side_by_side(self.worths)}>"


class LineRow(Struct, frozen=True):
    """One line or come bet with the most odds behind it that each house allows; None where it takes none."""

    wager: str
    title: str
    lines: tuple[LineWithOdds | None, ...]
    best: tuple[str, ...]
    assumed: tuple[str, ...]
    differences: tuple[Difference, ...]

    def __repr__(self) -> str:
        return f"<LineRow {self.wager} with the most odds: edge {_side_by_side(self.lines)}>"


def _side_by_side(by_house: Sequence[Figures | None]) -> str:
    return " | ".join("none" if figures is None else f"{float(figures.edge):.3%}" for figures in by_house)


class HouseRow(Struct, frozen=True):
    """A rule of whole houses which no exact figure shows, since that would need a stake or a turn."""

    word: str
    touches: str
    entries: tuple[RulebookValue, ...]

    @property
    def differs(self) -> bool:
        return len({entry.text for entry in self.entries}) > 1

    def __repr__(self) -> str:
        return f"<HouseRow {self.word}: {' | '.join(entry.text for entry in self.entries)}>"


class HouseSwitch(Struct, frozen=True):
    """What changes for a player who walks from one house to another."""

    here: str
    there: str
    wagers: tuple[Difference, ...]
    """Every wager that is offered in both and differs in anything."""
    lines: tuple[Difference, ...]
    """The same for line and come bets with full odds."""
    rules: tuple[Cause, ...]
    """Rules of the whole house."""
    only_here: tuple[str, ...]
    only_there: tuple[str, ...]

    @property
    def gains(self) -> tuple[Difference, ...]:
        """The wagers and lines that cost less there, the greatest gain first."""
        steps = (step for step in (*self.wagers, *self.lines) if step.gain > 0)
        return tuple(sorted(steps, key=lambda step: -step.gain))

    @property
    def losses(self) -> tuple[Difference, ...]:
        """The wagers and lines that cost more there, the greatest loss first."""
        steps = (step for step in (*self.wagers, *self.lines) if step.gain < 0)
        return tuple(sorted(steps, key=lambda step: step.gain))

    def __repr__(self) -> str:
        return f"<Walk from {self.here} to {self.there}: {len(self.gains)} gains, {len(self.losses)} losses>"


class Comparison(Struct, frozen=True):
    """Houses side by side; the first one is home."""

    houses: tuple[HouseEdges, ...]
    basis: str
    wagers: tuple[WagerRow, ...]
    lines: tuple[LineRow, ...]
    rules: tuple[HouseRow, ...]
    walks: tuple[HouseSwitch, ...]
    """From home to every other house."""

    def __getitem__(self, key: str) -> WagerRow:
        for row in self.wagers:
            if row.wager == key:
                return row
        raise KeyError(f"no {key!r} is compared here.{did_you_mean(key, [row.wager for row in self.wagers])}")

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(house.name for house in self.houses)}: {len(self.wagers)} wagers>"

    def _repr_html_(self) -> str:
        heads = ("wager", *(house.title for house in self.houses))
        rows = (
            (row.wager, *("" if each is None else f"{float(each.edge):.3%}" for each in row.worths))
            for row in self.wagers
        )
        return html_table(f"House edge {self.basis}", heads, rows)

    def records(self) -> list[Record]:
        """One row a wager and house that offers it, for a data frame; `best`: no house takes less."""
        return [
            {"house": house.name, **figures.record(), "best": house.name in row.best}
            for row in self.wagers
            for house, figures in zip(self.houses, row.worths, strict=True)
            if figures is not None
        ]


def compare(houses: Sequence[AnyHouse], wagers: Iterable[str] = ()) -> Comparison:
    """Two or more houses: every wager that any of them offers, or those that are named.

    >>> two = compare(["typical", "crapless"], ["pass", "field"])
    >>> [(row.wager, row.best) for row in two.wagers]
    [('pass', ('typical',)), ('field', ('typical', 'crapless'))]
    >>> [f"{step.wager}: {float(step.per_hundred):.3f}" for step in two.walks[0].losses]
    ['pass: -3.968', 'pass: -0.953']
    """
    books = [open_rules(house) for house in ([houses] if isinstance(houses, str) else houses)]
    compared = _houses(books)
    names = [house.name for house in compared]
    keys = _keys(books, asked_for(wagers))
    rows = tuple(_wager_row(books, names, key) for key in keys)
    line_rows = tuple(_line_rows(books, names, keys))
    rules = tuple(
        HouseRow(word, touches, tuple(_house_entry(house.book, word) for house in books))
        for word, touches in TOUCHES.items()
    )
    walks = tuple(_walk(names, number, rows, line_rows, rules) for number in range(1, len(names)))
    basis = f"{BASIS}; a line with odds: of all that is put down, at the most odds the house allows"
    return Comparison(compared, basis, rows, line_rows, rules, walks)


def _houses(books: Sequence[CompiledBook]) -> tuple[HouseEdges, ...]:
    if len(books) < 2:
        raise BadInput("there is nothing to compare: name two houses or more")
    digests = [rules.book.digest for rules in books]
    if twice := next((rules.book for rules in books if digests.count(rules.book.digest) > 1), None):
        raise BadInput(f"{twice.name} is named twice: compare different houses")
    names = [rules.book.name for rules in books]
    return tuple(
        HouseEdges(
            name if names.count(name) == 1 else f"{name} ({rules.book.digest[:8]})",
            rules.book.title,
            rules.book.document,
            rules.book.digest,
            len(rules.spots),
        )
        for name, rules in zip(names, books, strict=True)
    )


def _keys(books: Sequence[CompiledBook], wagers: Iterable[str]) -> tuple[str, ...]:
    """The wagers asked for, or all: in the order of the first house, then those that only others have."""
    offered = dict.fromkeys(key for rules in books for key in rules.by_key)
    asked = tuple(dict.fromkeys(key for name in wagers for key in _resolve_name(books, name)))
    for key in asked:
        if key not in offered:
            raise BadInput(f"none of these houses offers {key!r}.{did_you_mean(key, offered)}")
    return asked or tuple(offered)


def _resolve_name(books: Sequence[CompiledBook], name: str) -> tuple[str, ...]:
    """The wagers that a name means in these houses; itself if it means none."""
    return tuple(dict.fromkeys(key for rules in books if (key := rules.wager_named(name)))) or (name,)


def _wager_row(books: Sequence[CompiledBook], names: Sequence[str], key: str) -> WagerRow:
    worths = tuple(wager_edge(rules, key) if key in rules.by_key else None for rules in books)

    def why(here: int, there: int) -> tuple[Cause, ...]:
        figures = (worth_there for worth_there in (worths[here], worths[there]) if worth_there is not None)
        puck = any(entry.word == "points" for worth_there in figures for entry in worth_there.rests_on)
        return causes(_side(books[here], key), _side(books[there], key), with_the_puck=puck)

    wager = next(rules.by_key[key].wager for rules in books if key in rules.by_key)
    best, assumed = _best(worths, names), _assumed_houses(worths, names)
    return WagerRow(key, wager.family, wager.title, worths, best, assumed, _differences(key, worths, names, why))


def _line_rows(books: Sequence[CompiledBook], names: Sequence[str], keys: Iterable[str]) -> Iterator[LineRow]:
    for key in keys:
        by_house = tuple(_fullest(rules, key) for rules in books)
        if any(by_house):
            yield _line_row(books, names, key, by_house)


def _fullest(rules: CompiledBook, key: str) -> LineWithOdds | None:
    """A bet with the most odds behind it; where the house sets no limit, with the most that is usual."""
    spot = rules.by_key.get(key)
    if spot is None or spot.wager.made.value == "never":
        return None
    if not spot.attached and all(row.outcome != "travel" for row in spot.wager.rows):
        return None
    fullest = line_with_odds(rules, key)
    if isinstance(fullest, Refusal):
        return next((usual for usual in reversed(lines_with_odds(rules)) if usual.flat == key), None)
    return fullest if fullest.times else None


def _line_row(
    books: Sequence[CompiledBook], names: Sequence[str], key: str, by_house: tuple[LineWithOdds | None, ...]
) -> LineRow:
    def why(here: int, there: int) -> tuple[Cause, ...]:
        sides = _side(books[here], key), _side(books[there], key)
        caps = _caps(by_house[here], by_house[there])
        return (*caps, *causes(*sides, with_the_puck=True), *causes_in_odds(*sides))

    title = next(rules.by_key[key].wager.title for rules in books if key in rules.by_key)
    best, assumed = _best(by_house, names), _assumed_houses(by_house, names)
    return LineRow(key, title, by_house, best, assumed, _differences(key, by_house, names, why))


def _side(rules: CompiledBook, key: str) -> Side:
    return rules, rules.by_key[key]


def _best(by_house: Sequence[Figures | None], names: Sequence[str]) -> tuple[str, ...]:
    least = min(figures.edge for figures in by_house if figures is not None)
    return tuple(name for name, figures in zip(names, by_house, strict=True) if figures and figures.edge == least)


def _assumed_houses(by_house: Sequence[Figures | None], names: Sequence[str]) -> tuple[str, ...]:
    pairs = zip(names, by_house, strict=True)
    return tuple(name for name, figures in pairs if figures and figures.provenance == "assumed")


def _differences(
    key: str,
    by_house: Sequence[Figures | None],
    names: Sequence[str],
    why: Callable[[int, int], tuple[Cause, ...]],
) -> tuple[Difference, ...]:
    """How the first house that offers it differs from each of the others."""
    (home, first), *others = [(number, figures) for number, figures in enumerate(by_house) if figures is not None]
    differences = []
    for number, other in others:
        with_odds = isinstance(first, LineWithOdds)
        compared = LINE_FIGURES if with_odds else FIGURES
        figures = tuple(name for name in compared if getattr(first, name) != getattr(other, name))
        if (because := why(home, number)) or figures:
            gain = first.edge - other.edge
            differences.append(Difference(key, names[home], names[number], figures, gain, because, with_odds))
    return tuple(differences)


def _caps(here: LineWithOdds | None, there: LineWithOdds | None) -> Iterator[Cause]:
    """The limits on the odds, if they allow different stakes, however they are worded."""
    if here and there and here.times != there.times:
        yield Cause("most odds", *(RulebookValue("cap", line.odds, line.cite) for line in (here, there)))


def _house_entry(book: Rulebook, word: str) -> RulebookValue:
    if word == "bonus":
        bonus = book.shootout
        if bonus is None:
            return RulebookValue(word, "none", Citation())
        amounts = f"{format_amount(bonus.starts.value)} to {format_amount(bonus.capped.value)}"
        return RulebookValue(word, f"{amounts} for {', '.join(map(str, bonus.points.value))}", bonus.points.cite)
    value = getattr(book, word.replace("-", "_"))
    text = format_amount(value.value) if isinstance(value.value, int) else str(value.value)
    return RulebookValue(word, text, value.cite)


def _walk(
    names: Sequence[str],
    number: int,
    rows: tuple[WagerRow, ...],
    line_rows: tuple[LineRow, ...],
    rules: tuple[HouseRow, ...],
) -> HouseSwitch:
    here, there = names[0], names[number]

    def on_the_way(compared: Iterable[WagerRow | LineRow]) -> tuple[Difference, ...]:
        steps = (step for row in compared for step in row.differences)
        return tuple(step for step in steps if (step.here, step.there) == (here, there))

    offered = [(row.wager, row.worths[0] is not None, row.worths[number] is not None) for row in rows]
    return HouseSwitch(
        here=here,
        there=there,
        wagers=on_the_way(rows),
        lines=on_the_way(line_rows),
        rules=tuple(cause for row in rules for cause in differ(row.word, row.entries[0], row.entries[number])),
        only_here=tuple(key for key, at_home, away in offered if at_home and not away),
        only_there=tuple(key for key, at_home, away in offered if away and not at_home),
    )

"""What every wager of a house is worth, exactly: its chances, its edge on every basis, and the values they rest on.

Nothing is rounded to chips here: figures are per unit staked. What a real stake makes of them is `real_stakes`'
business.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from sevenout.analysis.dice.dice_file import AnyDice, rules_with_dice
from sevenout.analysis.exact.markov_chain import (
    Course,
    End,
    FollowStart,
    NeverDecided,
    follow,
    openings,
    with_the_point_on,
)
from sevenout.base.dice import FAIR_DICE, DiceModel
from sevenout.base.errors import BadInput
from sevenout.base.html import Record, html_card, html_table
from sevenout.base.refusal import Provenance
from sevenout.base.vocabulary import ask_which, did_you_mean
from sevenout.engine.game import AnyHouse
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.rulebook.model import Wager
from sevenout.rulebook.value_listing import RulebookValue, house_values, pays_text, wager_values

BASIS = "per wager decided, of stake and commission; a push counts as decided; nothing rounded to chips"

PAID_BY = ("pays", "collect pays", "count pays", "parts", "commission rate")
"""The values that say what a wager pays and costs."""


Chances = tuple[tuple[Fraction, Fraction], ...]
"""Every net there can be, lowest first, with its probability."""


def mean(chances: Iterable[tuple[Fraction | int, Fraction]]) -> Fraction:
    """The mean net."""
    return sum((net * chance for net, chance in chances), Fraction(0))


class NetSpread:
    """The figures that follow from every net with its chance, and from the values of the book that they rest on."""

    __slots__ = ()
    chances: tuple[tuple[Fraction | int, Fraction], ...]
    rests_on: tuple[RulebookValue, ...]

    @property
    def net(self) -> Fraction:
        """The mean of the nets in `chances`: per unit staked or in cents, before or after commission, as those are."""
        return mean(self.chances)

    @property
    def variance(self) -> Fraction:
        """Of the net. A commission that is the same however the wager ends does not change it."""
        middle = self.net
        return sum((chance * (net - middle) ** 2 for net, chance in self.chances), Fraction(0))

    @property
    def sd(self) -> float:
        """The standard deviation of the net."""
        return sqrt(self.variance)

    @property
    def provenance(self) -> Provenance:
        """How surely the book says so: as surely as the least sure value that the figures rest on."""
        return provenance_of(self.rests_on)


class WagerEdge(NetSpread, Struct, frozen=True):
    """One wager's figures, per unit staked, from the moment it is made until it is decided."""

    wager: str
    title: str
    pays: str
    begins: str
    """From where it is followed."""
    chances: Chances
    """Every net it can have before commission, lowest first, with its probability. A push is a net of 0."""
    returned: Fraction
    """Of the probability of a push: given back undecided, because it was off when its flat bet was decided."""
    rolls: Fraction
    """Mean rolls until it is decided on which it is at risk."""
    rolls_in_all: Fraction
    """The same with the rolls it sits out."""
    commission: Fraction
    """Paid when it is made."""
    rests_on: tuple[RulebookValue, ...]
    """Every value of the book that the figures use."""
    later: tuple["WagerEdge", ...] = ()
    """Where it may also be made with a point on and that is another bet (a put bet): on any, and on each number."""

    def __repr__(self) -> str:
        edge = f"{self.edge} = {float(self.edge):.3%}"
        return f"<WagerEdge {self.wager}: pays {self.pays}, edge {edge}, {float(self.rolls):.2f} rolls>"

    def _repr_html_(self) -> str:
        figures = {name: str(value) for name, value in self.record().items() if name not in ("wager", "title")}
        return html_card(self.title, figures)

    def record(self) -> Record:
        """Its figures for a data frame: the edge as it is and as a number, everything else as numbers."""
        shares = ("edge_on_stake", "edge_without_pushes", "edge_per_roll", "win", "lose", "push", "rolls")
        return {
            "wager": self.wager,
            "title": self.title,
            "pays": self.pays,
            "edge": float(self.edge),
            "exactly": str(self.edge),
            **{name: float(getattr(self, name)) for name in shares},
            "sd": self.sd,
            "provenance": self.provenance,
            "clause": self.clause,
        }

    @property
    def win(self) -> Fraction:
        return sum((chance for net, chance in self.chances if net > 0), Fraction(0))

    @property
    def lose(self) -> Fraction:
        return sum((chance for net, chance in self.chances if net < 0), Fraction(0))

    @property
    def push(self) -> Fraction:
        """Pushed, or returned undecided."""
        return sum((chance for net, chance in self.chances if net == 0), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """The house's share of all that is put at risk, commission included; a push counts as a decision."""
        return (self.commission - self.net) / (1 + self.commission)

    @property
    def edge_on_stake(self) -> Fraction:
        """The same loss as a share of the stake alone."""
        return self.commission - self.net

    @property
    def edge_without_pushes(self) -> Fraction:
        """The edge per wager that is won or lost."""
        return self.edge / (1 - self.push) if self.push < 1 else self.edge

    @property
    def edge_per_roll(self) -> Fraction:
        """The edge per roll on which the wager is at risk; nothing for one that never is."""
        return self.edge / self.rolls if self.rolls else Fraction(0)

    @property
    def assumed(self) -> tuple[RulebookValue, ...]:
        """What the figures rest on that no document says."""
        return tuple(entry for entry in self.rests_on if entry.cite.provenance == "assumed")

    @property
    def clause(self) -> str:
        """The clauses that say what it pays and costs."""
        return "; ".join(dict.fromkeys(entry.cite.clause for entry in self.rests_on if entry.word in PAID_BY))


class Edges(Struct, frozen=True):
    """Every wager of a house, in the order of its book. A notebook shows it as a table."""

    rules: str
    title: str
    digest: str
    basis: str
    wagers: tuple[WagerEdge, ...]
    names: tuple[tuple[str, str], ...] = ()
    """What the house calls its wagers, as it may be written, and the key of each."""
    dice: DiceModel = FAIR_DICE
    undecided: tuple[str, ...] = ()
    """The wagers without an edge, because no roll of these dice ever decides them."""

    def __getitem__(self, key: str) -> WagerEdge:
        for name in (key, dict(self.names).get(key)):
            for worth in self.wagers:
                if worth.wager == name:
                    return worth
        raise KeyError(f"{self.title} has no {key!r} here.{did_you_mean(key, [worth.wager for worth in self.wagers])}")

    def __contains__(self, key: object) -> bool:
        meant = {key, *(wager for name, wager in self.names if name == key)}
        return any(worth.wager in meant for worth in self.wagers)

    def __iter__(self) -> Iterator[WagerEdge]:
        return iter(self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def __repr__(self) -> str:
        return f"<Edges of {self.rules}: {len(self.wagers)} wagers>"

    def records(self) -> list[Record]:
        """One row a wager, for a data frame.

        >>> edges("typical", ["pass"]).records()[0]["exactly"]
        '7/495'
        """
        return [worth.record() for worth in self.wagers]

    def _repr_html_(self) -> str:
        heads = ("wager", "pays", "edge", "", "per roll", "rolls", "sd", "provenance", "clause")
        rows = (
            (
                worth.wager if worth is first else f"{worth.wager}, {worth.begins}",
                worth.pays,
                str(worth.edge),
                f"{float(worth.edge):.3%}",
                f"{float(worth.edge_per_roll):.3%}",
                f"{float(worth.rolls):.2f}",
                f"{worth.sd:.2f}",
                worth.provenance,
                worth.clause,
            )
            for first in self.wagers
            for worth in (first, *first.later[:1])
        )
        return html_table(f"{self.title}: house edge {self.basis}", heads, rows)


def provenance_of(entries: Iterable[RulebookValue]) -> Provenance:
    """That of the least sure of some values."""
    levels = {entry.cite.provenance for entry in entries}
    return "assumed" if "assumed" in levels else "derived" if "derived" in levels else "stated"


def edges(book: AnyHouse, wagers: Iterable[str] = (), *, dice: AnyDice | None = None) -> Edges:
    """What the wagers of a house are worth: all of them, or those that are named (by a text alone: that one).

    With `dice` of a model or a file, what they are worth with those.

    >>> house = edges("marina-bay-sands", ["pass", "field"])
    >>> [(worth.wager, str(worth.edge), worth.provenance) for worth in house]
    [('pass', '7/495', 'derived'), ('field', '1/18', 'derived')]
    >>> edges("new-south-wales", "win-line")["win-line"]
    <WagerEdge pass: pays 1:1, edge 7/495 = 1.414%, 3.38 rolls>
    """
    rules = rules_with_dice(book, dice)
    asked, worths, undecided = asked_for(wagers), [], []
    for key in asked or rules.by_key:
        try:
            worths.append(wager_edge(rules, key))
        except NeverDecided:
            if asked or rules.dice.is_fair:
                raise
            undecided.append(key)
    names = tuple((name, meant) for name in rules.glossary if (meant := rules.wager_named(name)) not in {None, name})
    house = rules.book
    return Edges(house.name, house.title, house.digest, BASIS, tuple(worths), names, rules.dice, tuple(undecided))


def wager_edge(book: AnyHouse, key: str, *, dice: AnyDice | None = None) -> WagerEdge:
    """What one wager is worth from where it begins (a travelled one: from where it lies then).

    One that may be made on the come-out and later is worth what it is on the come-out; `later` has the rest.

    >>> dont_pass = wager_edge("catfish-bend", "dont-pass")
    >>> dont_pass.edge, dont_pass.edge_without_pushes, dont_pass.rolls
    (Fraction(3, 220), Fraction(27, 1925), Fraction(557, 165))
    """
    rules = rules_with_dice(book, dice)
    spot = spot_named(rules, key)
    first, *others = openings(rules, spot)
    later = [*others, *(with_the_point_on(rules, point) for point in rules.book.points if others)]
    return replace(_worth(rules, spot, first), later=tuple(_worth(rules, spot, opened) for opened in later))


def _worth(rules: CompiledBook, spot: CompiledWager, opened: FollowStart) -> WagerEdge:
    course = follow(rules, spot, opened)
    return WagerEdge(
        wager=spot.key,
        title=spot.wager.title,
        pays=pays_text(spot.wager),
        begins=course.begins,
        chances=_chances(spot, course.ends),
        returned=course.ends.get(("return", None), Fraction(0)),
        rolls=course.rolls,
        rolls_in_all=course.rolls_in_all,
        commission=commission_of(spot),
        rests_on=rests_on(rules, spot, course),
    )


def asked_for(wagers: Iterable[str]) -> tuple[str, ...]:
    """The wagers that are named; a text alone names one.

    >>> asked_for("pass"), asked_for(["pass", "field"])
    (('pass',), ('pass', 'field'))
    """
    return (wagers,) if isinstance(wagers, str) else tuple(wagers)


def spot_named(rules: CompiledBook, key: str) -> CompiledWager:
    """The wager of that key or of one of the house's own names; a name it does not have is bad input."""
    spot = rules.by_key.get(rules.wager_named(key) or key)
    if spot is None and key in rules.glossary:
        raise BadInput(f"{ask_which(key, rules.glossary[key])}.")
    if spot is None:
        raise BadInput(f"{rules.book.title} offers no {key!r}.{did_you_mean(key, rules.by_key)}")
    return spot


def net_of(end: End) -> Fraction:
    """What an end brings per unit staked, before commission."""
    outcome, odds = end
    if odds is not None:
        return odds.fraction
    match outcome:
        case "lose":
            return Fraction(-1)
        case "win" | "push" | "return":
            return Fraction(0)


def _chances(spot: CompiledWager, ends: dict[End, Fraction]) -> Chances:
    by_net: dict[Fraction, Fraction] = {}
    for end, chance in ends.items():
        net = net_of(end) - win_commission_of(spot, end)
        by_net[net] = by_net.get(net, Fraction(0)) + chance
    return tuple(sorted(by_net.items()))


def win_commission_of(spot: CompiledWager, end: End) -> Fraction:
    """What is kept of a win, per unit staked, where the commission is charged on one."""
    terms, (_, odds) = spot.wager.commission, end
    if terms is None or terms.charged.value != "on a win" or odds is None:
        return Fraction(0)
    return min((odds.fraction if terms.of.value == "win" else 1) * terms.rate.value.fraction, odds.fraction)


def commission_of(spot: CompiledWager) -> Fraction:
    """What it costs to make the wager, per unit staked."""
    terms = spot.wager.commission
    if terms is None or terms.charged.value == "on a win":
        return Fraction(0)
    wins = max((odds.fraction for odds in spot.payouts()), default=Fraction(0))
    return (wins if terms.of.value == "win" else 1) * terms.rate.value.fraction


# --- what the figures rest on

_TERMS = frozenset({"otherwise", *PAID_BY, "commission of", "commission charged"})
_PUCK = frozenset({"points", "puck established", "puck made", "puck seven-out"})


def rests_on(rules: CompiledBook, spot: CompiledWager, course: Course, whose: str = "") -> tuple[RulebookValue, ...]:
    """Every value that is read on the way to the figures: the wager's own, those of what it travels to or consists of
    (as they are written for the whole family), and those of the puck if anything turns on it."""
    seasons: dict[int, set[bool]] = {}
    for index, on in sorted(course.stops):
        seasons.setdefault(index, set()).add(on)
    own = seasons.pop(spot.index)
    called, made = {"working calls"} if course.called else set(), {"made"} if course.turns else set()
    read = [(spot.wager, own, _working(spot.wager, own) | called | made, whose)]
    for index, under in seasons.items():
        wager = rules.spots[index].wager
        read.append((wager, under, _working(wager, under), f"{wager.family} "))
    for index, _ in spot.parts:
        wager = rules.spots[index].wager
        read.append((wager, own, set(), f"{wager.family} "))
    entries = dict.fromkeys(entry for source in read for entry in _read(rules, *source))
    of_the_house = _PUCK if course.turns else {"points"} if any(_names_points(wager) for wager, *_ in read) else None
    if of_the_house:
        entries |= dict.fromkeys(entry for entry in house_values(rules.book) if entry.word in of_the_house)
    return tuple(entries)


def _working(wager: Wager, seasons: set[bool]) -> set[str]:
    """The words that say whether a wager works, with a point on and without."""
    words = {"working on" if on else "working off" for on in seasons}
    always = all(wager.working.on.value if on else wager.working.off.value for on in seasons)
    return words if always else {*words, "working idle"}


def _names_points(wager: Wager) -> bool:
    return any(trigger.kind == "points" for row in wager.rows for trigger in row.triggers)


def _read(
    rules: CompiledBook, wager: Wager, seasons: set[bool], words: set[str], whose: str
) -> Iterator[RulebookValue]:
    """The values of a wager that decide it: some words, its terms, and its rows with a point on or without."""
    if wager.attaches_to is not None and not wager.rows and wager.otherwise is None:  # it follows its flat bet
        spot = rules.by_key[wager.key]
        wager, words = replace(wager, rows=spot.rows, otherwise=spot.otherwise), {*words, "attaches-to"}
    rows = tuple(
        row for row in wager.rows if row.when == "any" or rules.book.puck is None or (row.when == "on") in seasons
    )
    words = words | _TERMS | {row.outcome for row in rows} | ({"count"} if wager.collect else set())
    for entry in wager_values(replace(wager, rows=rows, n=None if whose else wager.n)):
        if entry.word in words:
            yield replace(entry, word=whose + entry.word)

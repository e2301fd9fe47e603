"""The notice that a house displays at a table: the wagers that may be made, what they pay, and between which limits.

Every amount is the table's own answer and every other word is read from the rulebook; each has its clause. How it looks
is `notice_page`'s business and the command's.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.money import units
from sevenout.base.refusal import Citation, Provenance
from sevenout.engine.game import Bound, Game
from sevenout.reports.figures.paytable import nets, nets_by_number, nets_text
from sevenout.rulebook.citation_source import as_of
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.rulebook.loader.layout_regions import regions
from sevenout.rulebook.model import Commission, Rulebook, Season, Shootout, When, Working
from sevenout.rulebook.source import shipped_digests
from sevenout.rulebook.value_listing import RulebookValue, pays_text, rolls_text

SURENESS: tuple[Provenance, ...] = ("stated", "derived", "assumed")
"""From what a document says to what nobody says."""


class NoticeLine(Struct, frozen=True):
    """A wager, or a family of them that differ in their number."""

    wager: str
    """Its key; of several `place-n`."""
    title: str
    wagers: tuple[str, ...]
    values: tuple[RulebookValue, ...]
    """Its payout, its limits, what pushes it, its commission, and when it may be made and works."""

    def value(self, word: str) -> RulebookValue | None:
        """One of its values, if the house has one."""
        return next((entry for entry in self.values if entry.word == word), None)

    def text(self, word: str) -> str:
        """One of its values in words; nothing if the house has none."""
        entry = self.value(word)
        return "" if entry is None else entry.text

    @property
    def clauses(self) -> tuple[str, ...]:
        """Returns where its values are written, each clause once."""
        return tuple(dict.fromkeys(entry.cite.clause for entry in self.values if entry.cite.clause))


def clauses_text(clauses: Iterable[str]) -> str:
    """Clauses one after another, those of one chapter together.

    >>> clauses_text(["Payout Odds", "Wagers 5cA", "Max Bets 1", "Wagers 5a", "6.1.2"])
    'Payout Odds · Wagers 5cA, 5a · Max Bets 1 · 6.1.2'
    """
    chapters: dict[str, list[str]] = {}
    for clause in clauses:
        chapter, _, number = clause.rpartition(" ")
        numbered = chapter and number[0].isdigit()
        chapters.setdefault(chapter if numbered else clause, []).extend([number] if numbered else [])
    return " · ".join(f"{chapter} {', '.join(numbers)}".rstrip() for chapter, numbers in chapters.items())


def is_assumed(entry: RulebookValue) -> bool:
    """Whether no document states a value, written down in the book or not."""
    return entry.cite.provenance == "assumed"


def is_chosen(entry: RulebookValue) -> bool:
    """True if a value is not the book's, but was chosen for this table."""
    return _CHOSEN.says in entry.cite.says


def marks(entry: RulebookValue) -> str:
    """The mark of a value that is assumed, or chosen for this table."""
    return f"{ASSUMED if is_assumed(entry) else ''}{CHOSEN if is_chosen(entry) else ''}"


ASSUMED, CHOSEN = "*", "†"
NOTES = (
    (ASSUMED, "assumed: stated by no document."),
    (CHOSEN, "chosen for this table."),
)
"""What the marks mean."""
IN_PARTS = "Payouts of bets in parts are on the whole stake."
ALSO = (
    ("pushes", ""),
    ("commission", "commission "),
    ("made", "made "),
    ("works", "works: "),
    ("reduced", "taken down: "),
)
"""The values that are told below payout and limits, and the words before each."""


def notes(told: "PostedNotice") -> tuple[tuple[str, str], ...]:
    """The marks that a notice has, and what they mean."""
    entries = [*told.table, *told.shootout, *(entry for line in told for entry in line.values)]
    shown = "".join(map(marks, entries))
    return tuple((mark, words) for mark, words in NOTES if mark in shown)


class NoticePart(Struct, frozen=True):
    """The wagers of one part of the table."""

    name: str
    lines: tuple[NoticeLine, ...]


class PostedNotice(Struct, frozen=True):
    """Everything that a house displays at a table."""

    rules: str
    title: str
    document: str
    digest: str
    table: tuple[RulebookValue, ...]
    """The limits of the table, and how payouts are rounded."""
    parts: tuple[NoticePart, ...]
    shootout: tuple[RulebookValue, ...]
    """The bonus of the house; nothing if it has none."""
    own_rules: bool = False
    """Whether the rules are somebody's own text, and no book that comes with sevenout, whatever they are called."""

    @property
    def own_rules_note(self) -> str:
        """The warning above rules that are not ours; empty for shipped ones."""
        return f"Not a book of sevenout's: somebody's own rules, digest {self.digest[:12]}" if self.own_rules else ""

    def __iter__(self) -> Iterator[NoticeLine]:
        return (line for part in self.parts for line in part.lines)

    def __repr__(self) -> str:
        return f"<Notice of {self.rules}: {sum(1 for _ in self)} lines>"


def notice(game: Game) -> PostedNotice:
    """Builds the notice that a house posts at this table.

    >>> told = notice(Game.open("catfish-bend", minimum=10_00))
    >>> line = next(line for line in told if line.wager == "place-n")
    >>> line.title, line.text("pays")
    ('Place Bet', '9:5 on 4, 10; 7:5 on 5, 9; 7:6 on 6, 8')
    >>> line.text("minimum"), line.text("maximum")
    ('10', '500 on 4, 5, 9, 10; 600 on 6, 8')
    """
    book = game.rules.book
    parts: dict[str, list[NoticeLine]] = {}
    for name, region in regions().items():
        parts.setdefault(_PARTS[region.at, region.shape == "boxes"], []).extend(_lines(game, name))
    return PostedNotice(
        rules=book.name,
        title=book.title,
        document=book.document,
        digest=book.digest,
        table=tuple(_table(game)),
        parts=tuple(NoticePart(name, tuple(lines)) for name, lines in parts.items() if lines),
        shootout=()
        if book.shootout is None
        else tuple(replace(entry, cite=as_of(book, entry.cite)) for entry in _shootout(book.shootout)),
        own_rules=book.digest not in shipped_digests(),
    )


_PARTS = {
    ("end", False): "lines, field and come",
    ("end", True): "numbers",
    ("middle", False): "propositions",
    ("middle", True): "propositions",
}
"""What a part is called: by who deals it, and whether it has a box for each number."""


# --- the table


_ROUNDED = {
    "down": "rounded down to whole chips",
    "up": "rounded up to whole chips",
    "exact": "exact: other stakes are not taken",
}


def _table(game: Game) -> Iterator[RulebookValue]:
    book = game.rules.book
    for word, amount, value in (
        ("minimum", game.minimum, book.minimum),
        ("maximum", game.maximum, book.maximum),
        ("smallest chip", game.chip, book.chip),
    ):
        yield RulebookValue(word, units(amount), as_of(book, value.cite) if amount == value.value else _CHOSEN)
    yield RulebookValue("payouts", _ROUNDED[book.rounding.value], as_of(book, book.rounding.cite))
    if any(wager.commission is not None for wager in book):
        least = ", at least one chip" if book.commission_least.value == "chip" else ""
        text = f"rounded {book.commission_rounding.value}{least}"
        yield RulebookValue("commission", text, as_of(book, book.commission_rounding.cite))
    line = [game.rules.by_key[key].title for key in book.shooter.line.value]
    needed = f"a bet on {' or '.join(line)}" if line else "no bet"
    yield RulebookValue("to shoot", needed, as_of(book, book.shooter.line.cite))


_CHOSEN = Citation("", "stated", "chosen for this table")


# --- the wagers


def _lines(game: Game, region: str) -> tuple[NoticeLine, ...]:
    """The wagers of a region, row by row, a family on one line where one line can tell it."""
    families: dict[tuple[int, str], list[CompiledWager]] = {}
    for spot in game.rules.spots:
        if spot.wager.region == region:
            families.setdefault((spot.wager.order, spot.wager.family), []).append(spot)
    in_rows = [families[place] for place in sorted(families, key=lambda place: place[0])]
    return tuple(notice_line(game, members) for family in in_rows for members in _on_one_line(game.rules, family))


def _on_one_line(rules: CompiledBook, family: Sequence[CompiledWager]) -> list[list[CompiledWager]]:
    """Composites of a family share a line only if what they net follows a pattern."""
    wagers = [spot.wager for spot in family]
    apart = len(family) > 1 and wagers[0].parts is not None and nets_by_number(rules, wagers) is None
    return [[spot] for spot in family] if apart else [list(family)]


def notice_line(game: Game, members: Sequence[CompiledWager]) -> NoticeLine:
    """The line of some wagers of one family, or of one alone."""
    first, book = members[0], game.rules.book
    pays, by_the_book = _pays(game.rules, members), Game(game.rules)
    values = [
        pays,
        _merge_values("minimum", members, book, lambda spot: _limit(_minimum, spot, game, by_the_book)),
        _merge_values("maximum", members, book, lambda spot: _limit(_maximum, spot, game, by_the_book)),
        _merge_values("pushes", members, book, _pushes),
        _merge_values("commission", members, book, lambda spot: _commission(spot.wager.commission)),
        _merge_values("made", members, book, lambda spot: (_MADE[spot.wager.made.value], spot.wager.made.cite)),
        _merge_values("works", members, book, lambda spot: _works(game.rules, spot)),
        _merge_values(
            "reduced", members, book, lambda spot: (_REDUCED[spot.wager.reduce.value], spot.wager.reduce.cite)
        ),
    ]
    alone = len(members) == 1
    return NoticeLine(
        wager=first.key if alone else first.wager.family,
        title=first.title if alone else _titles(members, numbered=" on " not in pays.text),
        wagers=tuple(spot.key for spot in members),
        values=tuple(entry for entry in values if entry.text),
    )


def _titles(members: Sequence[CompiledWager], *, numbered: bool) -> str:
    """One title for all, with the numbers in it unless the payouts name them; or all the titles."""
    numbers = [str(spot.wager.n) for spot in members]
    without = {spot.title.replace(number, "{}", 1) for spot, number in zip(members, numbers, strict=True)}
    if len(without) == 1 and "{}" in (title := without.pop()):
        return " ".join(title.replace("{}", ", ".join(numbers) if numbered else "", 1).split())
    return " / ".join(spot.title for spot in members)


def _merge_values(
    word: str, members: Sequence[CompiledWager], book: Rulebook, tell: Callable[[CompiledWager], tuple[str, Citation]]
) -> RulebookValue:
    """A value of all members: told once if they agree, else by their numbers."""
    texts: dict[str, list[str]] = {}
    cites: list[Citation] = []
    for spot in members:
        text, cite = tell(spot)
        texts.setdefault(text, []).append(str(spot.wager.n))
        cites += [as_of(book, cite)] if text else []
    return RulebookValue(word, _group_texts(texts), _joint(cites))


def _group_texts(texts: dict[str, list[str]]) -> str:
    """Texts by what they hold for, one after another; what comes before a `×` is said once.

    >>> _group_texts({"flat bet ×3": ["4", "10"], "flat bet ×4": ["5", "9"]})
    'flat bet ×3 on 4, 10; ×4 on 5, 9'
    """
    if len(texts) <= 1:
        return next(iter(texts), "")
    before = {text.rpartition("×")[0] for text in texts}
    common = before.pop() if len(before) == 1 else ""
    parts = (f"{text.removeprefix(common)} on {', '.join(on)}" for text, on in texts.items() if text)
    return common + "; ".join(parts)


def _joint(cites: Iterable[Citation]) -> Citation:
    """One citation for several values: every clause, and as sure as the least sure of them."""
    cites = list(dict.fromkeys(cites))
    if len(cites) <= 1:
        return cites[0] if cites else Citation()
    clauses = ", ".join(dict.fromkeys(cite.clause for cite in cites if cite.clause))
    says = "; ".join(dict.fromkeys(cite.says for cite in cites if cite.says))
    return Citation(clauses, max((cite.provenance for cite in cites), key=SURENESS.index), says)


def _pays(rules: CompiledBook, members: Sequence[CompiledWager]) -> RulebookValue:
    """Composites are told by what they net on the whole stake."""
    wagers = [spot.wager for spot in members]
    parts = wagers[0].parts
    if parts is None:
        return _merge_values("pays", members, rules.book, lambda spot: (pays_text(spot.wager), _pays_cite(spot)))
    net = nets_text(nets(rules, wagers[0])) if len(wagers) == 1 else nets_by_number(rules, wagers)
    cite = _joint(as_of(rules.book, wager.parts.cite) for wager in wagers if wager.parts)
    return RulebookValue("pays", net or pays_text(wagers[0]), cite)


def _pays_cite(spot: CompiledWager) -> Citation:
    value = spot.wager.pays or spot.wager.collect
    return Citation() if value is None else value.cite


def _by_point(game: Game, spot: CompiledWager, tell: Callable[[int], str]) -> str:
    """What is told under every puck that a wager can lie under: once if it is always the same, else by the point."""
    texts: dict[str, list[str]] = {}
    for state in game.rules.puck.states:
        if spot.index in game.rules.lies_under[state.index]:
            on = "the come-out" if state.point is None else str(state.point)
            points = texts.setdefault(tell(state.index), [])
            points += [] if on in points else [on]
    return _group_texts(texts)


def _limit(
    tell: Callable[[Game, CompiledWager], tuple[str, Citation]], spot: CompiledWager, game: Game, by_the_book: Game
) -> tuple[str, Citation]:
    """A limit of this table; one that the book's own table has not was chosen."""
    text, cite = tell(game, spot)
    if text == tell(by_the_book, spot)[0]:
        return text, cite
    return text, _CHOSEN if spot.wager.cap is None or tell is _minimum else _joint((cite, _CHOSEN))


def _minimum(game: Game, spot: CompiledWager) -> tuple[str, Citation]:
    def tell(puck: int) -> str:
        less = ", or less if exact" if game.may_be_less(spot, puck) else ""
        return f"{_amount(game.minimum_of(spot, puck))}{less}"

    return _by_point(game, spot, tell), _or_the_table(spot.wager.minimum.cite, game.rules.book.minimum.cite)


def _maximum(game: Game, spot: CompiledWager) -> tuple[str, Citation]:
    """Odds are bounded by their flat bet; whatever else bounds them is told too."""
    cap = spot.wager.cap
    pucks = [state.index for state in game.rules.puck.states if spot.index in game.rules.lies_under[state.index]]
    if cap is None:
        bounds = {puck: game.maximum_of(spot, puck, 0) for puck in pucks}
        cite = _or_the_table(
            _joint(as_of(game.rules.book, bound.cite) for bound in bounds.values()), game.rules.book.maximum.cite
        )
        return _by_point(game, spot, lambda puck: _amount(bounds[puck])), cite
    times, what = cap.times, "a win of the flat bet" if cap.by.value == "win" else "flat bet"

    def tell(puck: int) -> str:
        allowed = times.at(spot.wager.n, game.rules.puck.states[puck].point)
        return f"{what} ×{float(allowed[0]) if allowed else 0:g}"

    text = _by_point(game, spot, tell)
    amounts = [bound.amount for puck in pucks if (bound := game.maximum_of(spot, puck, _BEYOND)).amount is not None]
    least = min((amount for amount in amounts if amount < _BEYOND), default=None)
    return text if least is None else f"{text}; {units(least)} at most", times.cite


def _or_the_table(cite: Citation, table: Citation) -> Citation:
    """A limit that the book does not write down for the wager is the table's."""
    return cite if cite.clause else table


_BEYOND = 10**12
"""A flat bet that no table takes: what still bounds its odds is another limit."""


def _amount(bound: Bound) -> str:
    return "no limit" if bound.amount is None else units(bound.amount)


def _pushes(spot: CompiledWager) -> tuple[str, Citation]:
    """The barred rolls, on which nobody wins."""
    rows = [row for row in spot.wager.rows if row.outcome == "push"]
    told = (f"{rolls_text(row, spot.wager)} is a push{_ON_A[row.when]}" for row in rows)
    return ", ".join(told), _joint(row.cite for row in rows)


_ON_A: dict[When, str] = {"any": "", "off": " on the come-out roll", "on": " with a point on"}


def _commission(terms: Commission | None) -> tuple[str, Citation]:
    if terms is None:
        return "", Citation()
    percent = terms.rate.value.fraction * 100
    rate = f"{percent.numerator}%" if percent.denominator == 1 else f"{float(percent):g}%"
    back = ", back if it is taken down" if terms.refund.value else ""
    when = ", when it wins" if terms.charged.value == "on a win" else ""
    return f"{rate} of the {terms.of.value}{when}{back}", terms.rate.cite


_MADE: dict[Season, str] = {
    "any": "at any time",
    "off": "before the come-out roll",
    "on": "with a point on",
    "new shooter": "before a shooter's first roll",
    "never": "by moving there",
}
_REDUCED: dict[Season, str] = {
    "any": "",
    "off": "not while a point is on",
    "on": "only while a point is on",
    "new shooter": "only before a shooter's first roll",
    "never": "never",
}


def _works(rules: CompiledBook, spot: CompiledWager) -> tuple[str, Citation]:
    """When it is at risk; of a wager that the next roll decides nothing else is to be said."""
    if _one_roll(rules, spot):
        return "one roll", spot.wager.made.cite if spot.otherwise is None else spot.otherwise.cite
    if rules.book.puck is None:
        return "", Citation()
    working: Working = spot.wager.working
    when = _WORKS[working.off.value, working.on.value]
    calls = " or ".join(working.calls.value)
    return f"{when}{f', may be called {calls}' if calls else ''}", working.off.cite


_WORKS = {
    (True, True): "on every roll",
    (False, True): "not on the come-out roll",
    (True, False): "on the come-out roll only",
    (False, False): "only when called on",
}


def _one_roll(rules: CompiledBook, spot: CompiledWager) -> bool:
    """True if every roll under every puck decides it, whatever is called."""
    if spot.wager.collect is not None:
        return False
    edges = [row[slot] for rows in rules.cells for row in rows for _, slot in spot.slots]
    return all(edge is not None and edge.outcome in {"win", "lose", "push"} for edge in edges)


# --- the bonus


def _shootout(terms: Shootout) -> Iterator[RulebookValue]:
    points = ", ".join(map(str, terms.points.value))
    yield RulebookValue("won by", f"making {points} in one turn, in any order", terms.points.cite)
    for word, value in (("starts at", terms.starts), ("grows by", terms.grows), ("at most", terms.capped)):
        text = units(value.value)
        yield RulebookValue(word, f"{text} a day" if word == "grows by" else text, value.cite)
    yield RulebookValue("a day begins", f"{terms.day_begins.value:%H:%M}", terms.day_begins.cite)
    below: str | None = None
    for share in terms.shares:
        upto = units(share.up_to.value)
        span = f"up to {upto}" if below is None else f"above {below}, up to {upto}"
        text = f"{units(share.share.value)} each, while the bonus is {span}"
        yield RulebookValue("others with a bet", text, share.share.cite)
        below = upto
    if terms.needs_line_bet.value:
        text = "only with a line bet of the shooter's on the roll that makes it"
        yield RulebookValue("a point counts", text, terms.needs_line_bet.cite)
    if terms.void_when_passed.value:
        yield RulebookValue("void", "when the dice are passed, until the next seven-out", terms.void_when_passed.cite)
    if terms.taker_completes.value:
        text = "kept by whoever takes them over, until the seven-out"
        yield RulebookValue("dice that were passed", text, terms.taker_completes.cite)


# --- as JSON


def notice_record(told: PostedNotice) -> dict[str, Any]:
    """A notice as `sevenout notice --json` prints it.

    >>> record = notice_record(notice(Game.open("typical")))
    >>> record["parts"][0]["wagers"][0]["pays"]["value"]
    '1:1'
    """
    return {
        "rules": told.rules,
        "title": told.title,
        "document": told.document,
        "digest": told.digest,
        "own_rules": told.own_rules,
        "table": [{"word": entry.word, **_record(entry)} for entry in told.table],
        "parts": [
            {
                "part": part.name,
                "wagers": [notice_line_record(line) for line in part.lines],
            }
            for part in told.parts
        ],
        "shootout": [{"word": entry.word, **_record(entry)} for entry in told.shootout],
    }


def notice_line_record(line: NoticeLine) -> dict[str, Any]:
    """A line of the notice, by the words of its values."""
    values = {entry.word: _record(entry) for entry in line.values}
    return {"wager": line.wager, "title": line.title, "wagers": list(line.wagers), **values}


def _record(entry: RulebookValue) -> dict[str, str]:
    cite = entry.cite
    provenance = "chosen" if cite == _CHOSEN else cite.provenance
    return {"value": entry.text, "clause": cite.clause, "provenance": provenance, "says": cite.says}

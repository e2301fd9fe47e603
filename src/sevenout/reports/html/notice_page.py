"""The notice of a house as one page: to hang at a table, printed on A4 or letter paper, or to read on a screen."""

from collections.abc import Iterable
from importlib import resources

from sevenout.base.html import Content, Markup, document, join, tag
from sevenout.reports.notice import (
    ALSO,
    IN_PARTS,
    NoticeLine,
    NoticePart,
    PostedNotice,
    clauses_text,
    is_chosen,
    marks,
    notes,
)
from sevenout.rulebook.value_listing import RulebookValue

_HEADS = ("Wager", "Pays", "From", "To", "Made and at risk", "Clause")


def notice_page(told: PostedNotice) -> str:
    """Builds the whole page: no script, nothing from elsewhere.

    >>> from sevenout.engine.game import Game
    >>> from sevenout.reports.notice import notice
    >>> notice_page(notice(Game.open("typical"))).count("<h1>")
    1
    """
    return document(
        f"Notice: {told.title}",
        tag(
            "header",
            tag("p", "Craps · wagers, payouts and limits at this table"),
            tag("h1", told.title),
            tag("p", tag("strong", told.own_rules_note)) if told.own_rules_note else "",
        ),
        _facts(told.table),
        _wagers(told.parts),
        _bonus(told),
        tag(
            "footer",
            tag("p", (join(tag("b", mark), f" {words} ") for mark, words in notes(told)), IN_PARTS),
            tag("p", f"{told.document} · rules {told.rules} {told.digest[:12]}"),
        ),
        look="notice",
        style=resources.files(__package__).joinpath("notice.css").read_text(encoding="utf-8"),
    )


def _value(entry: RulebookValue | None) -> Markup:
    """A value, marked if it is assumed or chosen; its clause and plain words come up under the pointer."""
    if entry is None:
        return Markup("")
    cite = entry.cite
    says = ": ".join(filter(None, (f"{cite.clause} ({cite.provenance})" if cite.clause else "", cite.says)))
    behind = tag("b", mark) if (mark := marks(entry)) else ""
    return tag("span", entry.text, behind, title=says) if says else join(entry.text, behind)


def _facts(entries: Iterable[RulebookValue]) -> Markup:
    return tag(
        "dl",
        (tag("div", tag("dt", entry.word), tag("dd", _value(entry), _clause(entry))) for entry in entries),
        class_="facts",
    )


def _clause(entry: RulebookValue) -> Markup:
    where = entry.cite.says if is_chosen(entry) else entry.cite.clause
    return tag("small", where) if where else Markup("")


def _wagers(parts: Iterable[NoticePart]) -> Markup:
    """One body of rows for each part of the table, so that a page breaks between them."""
    heads = tag("thead", tag("tr", (tag("th", word) for word in _HEADS)))
    bodies = [
        tag(
            "tbody",
            tag("tr", tag("th", part.name, colspan=str(len(_HEADS)), scope="rowgroup")),
            map(_row, part.lines),
        )
        for part in parts
    ]
    return tag("table", heads, bodies)


def _row(line: NoticeLine) -> Markup:
    more: list[Content] = []
    for word, before in ALSO:
        if line.text(word):
            more += ["; " if more else None, before, _value(line.value(word))]
    cells: list[Content] = [
        line.title,
        _value(line.value("pays")),
        _value(line.value("minimum")),
        _value(line.value("maximum")),
        join(*more),
        clauses_text(line.clauses),
    ]
    return tag("tr", (tag("td", cell) for cell in cells))


def _bonus(told: PostedNotice) -> Markup:
    if not told.shootout:
        return Markup("")
    return tag("section", tag("h2", "Shootout"), _facts(told.shootout))

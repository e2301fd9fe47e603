"""What a rulebook of one's own changes of the house it extends: edges before and after, rules, and its holes."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from sevenout.analysis.exact import WagerEdge, edges, line_with_odds
from sevenout.analysis.exact.line_odds import LineWithOdds
from sevenout.analysis.exact.markov_chain import time_limit
from sevenout.analysis.solver.holes import Hole, find_holes
from sevenout.base.errors import BadInput
from sevenout.base.money import format_amount
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from sevenout.rulebook.value_listing import RulebookValue, house_values, wager_values

JsonRecord = dict[str, Any]
LONGEST_LOOK = 2.0
"""Seconds of work after which nobody looks for edges or for holes any more."""


def house_changes(rules: CompiledBook, base: CompiledBook | None) -> JsonRecord:
    """A record of what differs from a shipped base, the kindest and dearest wager, and stakes that favour the player.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> record = house_changes(open_book("typical-bar-2"), open_book("typical"))
    >>> [(change["wager"], change["before"], change["after"]) for change in record["wagers"]][:1]
    [('dont-pass', '3/220', '3/220')]
    >>> record["kindest"]["wager"], record["holes"]
    ('dont-pass', [])
    """
    now = _edges(rules)
    before = {} if base is None else _shipped_edges(base.book.name)
    made = (worth for worth in now.values() if rules.by_key[worth.wager].wager.made.value != "never")
    ranked = sorted((worth for worth in made if worth.edge), key=lambda worth: worth.edge)
    return {
        "base": "" if base is None else base.book.name,
        "base_title": "" if base is None else base.book.title,
        "wagers": [] if base is None else [*_wagers(rules, base, now, before), *_lines(rules, base)],
        "rules": [] if base is None else _differing(house_values(base.book), house_values(rules.book)),
        "kindest": _alone(ranked[0]) if ranked else None,
        "dearest": _alone(ranked[-1]) if ranked else None,
        "holes": _holes(rules),
    }


def _edges(rules: CompiledBook) -> dict[str, WagerEdge]:
    try:
        with time_limit(LONGEST_LOOK):
            return {worth.wager: worth for worth in edges(rules)}
    except BadInput:  # a book of somebody's own that takes too long to follow
        return {}


@cache
def _shipped_edges(name: str) -> dict[str, WagerEdge]:
    return _edges(open_book(name))


@cache
def _shipped_lines(name: str) -> dict[str, LineWithOdds]:
    """The bets of a shipped house that take odds, each with all of them."""
    rules = open_book(name)
    lines = {key: _with_odds(rules, key) for key, spot in rules.by_key.items() if spot.wager.made.value != "never"}
    return {key: line for key, line in lines.items() if line is not None and line.times}


def _edge(worth: WagerEdge | None) -> str | None:
    return None if worth is None else str(worth.edge)


def _alone(worth: WagerEdge) -> JsonRecord:
    return {
        "wager": worth.wager,
        "title": worth.title,
        "odds": "",
        "before": None,
        "after": str(worth.edge),
        "rules": [],
    }


def _wagers(
    rules: CompiledBook, base: CompiledBook, now: dict[str, WagerEdge], before: dict[str, WagerEdge]
) -> Iterator[JsonRecord]:
    """Wagers whose values or edge differ, in the order of the book; then those that are gone."""
    for key in dict.fromkeys((*rules.by_key, *base.by_key)):
        mine, theirs = rules.by_key.get(key), base.by_key.get(key)
        differing = _differing(
            () if theirs is None else wager_values(theirs.wager), () if mine is None else wager_values(mine.wager)
        )
        edge_before, edge_after = _edge(before.get(key)), _edge(now.get(key))
        if not differing and edge_before == edge_after:
            continue
        spot = mine or theirs
        assert spot is not None
        told = differing if mine is not None and theirs is not None else []
        yield {
            "wager": key,
            "title": spot.title,
            "odds": "",
            "before": edge_before,
            "after": edge_after,
            "rules": told,
        }


def _lines(rules: CompiledBook, base: CompiledBook) -> Iterator[JsonRecord]:
    """Bets with all the odds they take, where that is another bet now."""
    for key, theirs in _shipped_lines(base.book.name).items():
        mine = _with_odds(rules, key) if key in rules.by_key else None
        if mine is None or mine.edge == theirs.edge:
            continue
        cap = [{"word": "odds", "before": theirs.odds, "after": mine.odds}] if mine.odds != theirs.odds else []
        yield {
            "wager": key,
            "title": rules.by_key[key].title,
            "odds": mine.odds,
            "before": str(theirs.edge),
            "after": str(mine.edge),
            "rules": cap,
        }


def _with_odds(rules: CompiledBook, key: str) -> LineWithOdds | None:
    try:
        with time_limit(LONGEST_LOOK):
            found = line_with_odds(rules, key)
    except BadInput:
        return None
    return found if isinstance(found, LineWithOdds) else None


def _differing(before: Iterable[RulebookValue], after: Iterable[RulebookValue]) -> list[JsonRecord]:
    """Values by their word, where the texts differ; a word that stands several times is compared as a whole."""
    sides: list[dict[str, str]] = []
    for values in (before, after):
        side: dict[str, str] = {}
        for value in values:
            side[value.word] = "; ".join(filter(None, (side.get(value.word, ""), value.text)))
        sides.append(side)
    theirs, mine = sides
    return [
        {"word": word, "before": theirs.get(word, ""), "after": mine.get(word, "")}
        for word in dict.fromkeys((*mine, *theirs))
        if theirs.get(word) != mine.get(word)
    ]


def _holes(rules: CompiledBook) -> list[JsonRecord] | None:
    try:
        with time_limit(LONGEST_LOOK):
            found = find_holes(rules, closing=False)
    except BadInput:
        return None
    return [_hole(rules, hole) for hole in found]


def _hole(rules: CompiledBook, hole: Hole) -> JsonRecord:
    title = rules.by_key[hole.wager].title
    return {
        "wager": hole.wager,
        "title": title if hole.point is None else f"{title} on {hole.point}",
        "stake": format_amount(hole.best),
        "edge": str(Fraction(hole.edge)),
        "reason": hole.reason,
        "clause": hole.cite.clause,
        "provenance": hole.cite.provenance,
    }

"""The story of a wager at a table: the book's values in plain words, limits, and what it is worth, exactly.

Anybody may open a table with a rulebook of their own, so nothing here takes longer than it is given: what cannot be
followed in that time is told without figures.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from sevenout.analysis.exact import Edges, WagerEdge, wager_edge
from sevenout.analysis.exact.house_edge import BASIS, provenance_of
from sevenout.analysis.exact.markov_chain import follow, time_limit
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, format_amount
from sevenout.engine.betting import EMPTY
from sevenout.engine.game import Bound, Game
from sevenout.player.coach import Advice, advise
from sevenout.reports.figures.rulebook_lookup import wager_entries
from sevenout.reports.records.edge_records import edges_record
from sevenout.reports.records.reference_records import entry_record
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.rulebook.value_listing import RulebookValue, pays_text
from sevenout.server.protocol import http_types

PATIENCE = 2.0
"""Seconds that one wager is followed for; those of the shipped books take a hundredth of that."""
_TOLD = (
    "attaches-to",
    "win",
    "travel",
    "collect",
    "collect pays",
    "count",
    "count pays",
    "parts",
    "nets",
    "lose",
    "push",
    "otherwise",
    "pays",
)
"""The words that say what a wager is, in the order in which it is told."""
_PLAIN = {
    "attaches-to": "It goes with {}, and is decided with it",
    "win": "It wins on {}",
    "lose": "It loses on {}",
    "push": "It goes back on {}",
    "travel": "It moves on {}",
    "collect": "It gathers {}",
    "collect pays": "Of what it gathers {}",
    "count": "It counts {}",
    "count pays": "Of what it counts {}",
    "parts": "It is {}",
    "nets": "On the whole stake it pays {}",
    "pays": "It pays {}",
}
"""What is said of a value where the book says nothing in plain words."""


def story(game: Game, spot: CompiledWager, patience: float = PATIENCE) -> http_types.Story:
    """All there is to say of a wager.

    >>> game = Game.open("new-south-wales")
    >>> told = story(game, game.rules.by_key["dont-pass"])
    >>> told.title, told.worth.edge, told.cost.cost, told.sentences[4]
    ("Don't Win", '3/220', '0.07', 'A come-out 2 decides nothing: the bet goes back.')
    """
    rules, wager = game.rules, spot.wager
    entries = tuple(wager_entries(rules, wager))
    said = tuple(entry for word in _TOLD for entry in entries if entry.word == word and entry.cite.clause)
    found, missing = _work_out_edge(rules, spot, patience)
    least, most = _limits(game, spot)
    advice = None if found is None or wager.made.value == "never" else _advice(game, spot, least, patience)
    return http_types.Story(
        rules=rules.book.name,
        digest=rules.book.digest,
        document=rules.book.document,
        wager=spot.key,
        title=wager.title,
        also=wager.also.value,
        sentences=tuple(dict.fromkeys(_sentences(rules, entries))),
        clause="; ".join(dict.fromkeys(entry.cite.clause for entry in said)),
        certainty=provenance_of(said) if said else "",
        pays=pays_text(wager),
        values=tuple(msgspec.convert(entry_record(entry), http_types.ValueResponse) for entry in entries),
        minimum=_limit(least),
        maximum=None if most is None else _limit(most),
        step=format_amount(game.step(spot)),
        basis=BASIS,
        worth=None if found is None else _edge(_anywhere(rules, spot, found)),
        later=() if found is None else tuple(map(_edge, found.later)),
        missing=missing,
        provenance="" if found is None else found.provenance,
        assumed=() if found is None else tuple(entry.word for entry in found.assumed),
        cost=None if advice is None else _cost(advice),
        better=None if advice is None or not advice.better else _better(rules, advice),
    )


def edges_response(rules: CompiledBook, patience: float = 2 * PATIENCE) -> dict[str, Any]:
    """What every wager is worth, as `sevenout edges` has it; those for which there was no time without figures.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> edges_response(open_book("typical"))["wagers"][0]["edge"]
    '7/495'
    """
    book, known = rules.book, list[WagerEdge]()
    missing: dict[str, str] = {}
    with time_limit(patience):
        for spot in rules.spots:
            found, why = _work_out_edge(rules, spot, PATIENCE)
            if found is None:
                missing[spot.key] = why
            else:
                known.append(found)
    record = edges_record(Edges(book.name, book.title, book.digest, BASIS, tuple(known)))
    figures = {each["wager"]: each for each in record["wagers"]}
    record["wagers"] = [figures.get(spot.key) or _unknown(spot, missing[spot.key]) for spot in rules.spots]
    return record


def _unknown(spot: CompiledWager, why: str) -> dict[str, Any]:
    told = http_types.WagerWorth(
        spot.key, pays_text(spot.wager), None, None, None, None, "", "", spot.wager.title, "", missing=why
    )
    record: dict[str, Any] = msgspec.to_builtins(told)
    return record


# --- what it is


def _sentences(rules: CompiledBook, entries: tuple[RulebookValue, ...]) -> Iterator[str]:
    for word in _TOLD:
        for entry in entries:
            if entry.word != word or (word == "otherwise" and entry.text == "stay"):
                continue
            own = "" if word == "nets" else entry.cite.says.removeprefix("assumed: ")
            says = own or _sentence(rules, entry)
            yield f"{says[:1].upper()}{says[1:].rstrip('.')}."


def _sentence(rules: CompiledBook, entry: RulebookValue) -> str:
    if entry.word == "otherwise":
        done = {"win": "it wins", "lose": "it loses", "push": "it goes back"}
        return f"On every other roll {done.get(entry.text, entry.text)}"
    flat = rules.by_key.get(entry.text) if entry.word == "attaches-to" else None
    return _PLAIN[entry.word].format(entry.text if flat is None else flat.title)


def _limits(game: Game, spot: CompiledWager) -> tuple[Bound, Bound | None]:
    """The smallest and the largest stake that the table takes, wherever the puck stands while it may lie there."""
    pucks = [puck for puck, lying in enumerate(game.rules.lies_under) if spot.index in lying] or [0]
    least = min((game.minimum_of(spot, puck) for puck in pucks), key=lambda bound: bound.amount or 0)
    if spot.flat is not None:
        return least, None
    most = [bound for puck in pucks if (bound := game.maximum_of(spot, puck, 0)).amount is not None]
    return least, max(most, key=lambda bound: bound.amount or 0, default=None)


def _limit(bound: Bound) -> http_types.LimitResponse:
    cite = bound.cite
    return http_types.LimitResponse(format_amount(bound.amount or 0), cite.clause, cite.provenance, cite.says)


# --- what it is worth


def _work_out_edge(rules: CompiledBook, spot: CompiledWager, patience: float) -> tuple[WagerEdge | None, str]:
    try:
        with time_limit(patience):
            return wager_edge(rules, spot.key), ""
    except BadInput as error:
        return None, str(error)


def _anywhere(rules: CompiledBook, spot: CompiledWager, found: WagerEdge) -> WagerEdge:
    """The same, said to hold on any roll if the puck means nothing to the wager."""
    course = follow(rules, spot)
    return found if course.turns or course.called else replace(found, begins="on any roll")


def _edge(found: WagerEdge) -> http_types.EdgeResponse:
    return http_types.EdgeResponse(
        found.begins,
        str(found.edge),
        _percent(found.edge),
        str(found.edge_per_roll),
        _percent(found.edge_per_roll),
        str(found.rolls),
        str(found.win),
        str(found.lose),
        str(found.push),
    )


def _percent(share: Fraction) -> float:
    return round(float(100 * share), 4)


def _advice(game: Game, spot: CompiledWager, least: Bound, patience: float) -> Advice | None:
    """What the coach says to the smallest stake, with a point on where it needs one."""
    states, rules = game.rules.puck.states, game.rules
    under = [puck for puck, lying in enumerate(rules.lies_under) if spot.index in lying]
    on = next((puck for puck in under if states[puck].point is not None), game.puck())
    puck = on if spot.flat is not None or spot.wager.made.value == "on" else game.puck()
    smallest, exact = least.amount or game.minimum, game.exact_step(spot, puck)
    try:
        with time_limit(patience):  # where the house pays exactly or not at all, it is the smallest that it can pay
            stakes = dict.fromkeys((smallest, -(-smallest // exact) * exact))
            return next((found for stake in stakes if (found := advise(game, EMPTY, puck, spot.key, stake))), None)
    except BadInput:  # one of its kind takes too long
        return None


def _cost(advice: Advice) -> http_types.CostResponse:
    cents: Cents = round(advice.cost)
    shown, percent = format_amount(cents), _percent(advice.edge)
    return http_types.CostResponse(format_amount(advice.stake), str(advice.edge), percent, shown, str(advice))


def _better(rules: CompiledBook, advice: Advice) -> http_types.Cheaper:
    title = rules.by_key[advice.better].title
    return http_types.Cheaper(advice.better, title, str(advice.better_edge), _percent(advice.better_edge))

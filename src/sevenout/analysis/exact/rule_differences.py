"""Why one wager is not the same in two houses: every roll that decides it otherwise, with the clause of each house.

It compares what the rows do, not how they are written: two houses that word one rule differently differ in nothing.
"""

from collections.abc import Iterator
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from sevenout.analysis.exact.markov_chain import openings
from sevenout.base.dice import ROLLS
from sevenout.base.refusal import Citation
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.rulebook.compiler.puck_machine import OFF, PuckEvent, rolls_of
from sevenout.rulebook.compiler.transitions import Transition
from sevenout.rulebook.model import Commission, Wager
from sevenout.rulebook.roll_sets import EVERY_ROLL, RollMask, describe
from sevenout.rulebook.value_listing import RulebookValue, house_values, pays_text

Side = tuple[CompiledBook, CompiledWager]
"""A wager in a house."""

Label = int | None
"""Where the pucks of two houses can both stand: on a point, or off."""


class Cause(Struct, frozen=True):
    """One thing that two houses do differently, with what each of them does and its clause."""

    what: str
    here: RulebookValue
    there: RulebookValue

    def __str__(self) -> str:
        return f"{self.what}: here {_format_entry(self.here)}, there {_format_entry(self.there)}"


def causes(here: Side, there: Side, *, with_the_puck: bool) -> tuple[Cause, ...]:
    """Everything in which a wager's course differs between two houses; the puck's own rules only where they matter.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> sides = [(rules, rules.by_key["dont-pass"]) for rules in map(open_book, ("typical", "typical-bar-2"))]
    >>> for cause in causes(*sides, with_the_puck=True):
    ...     print(f"{cause.what}: {cause.here.text} | {cause.there.text}")
    2 with the puck off: wins 1:1 | pushes
    12 with the puck off: pushes | wins 1:1
    """
    differing = [*_of_beginning(here, there), *_of_wager(here, there)]
    for mine, theirs in (*_travels(here, there), *_shared_parts(here, there)):
        differing += _name_causes(mine, theirs)
    if with_the_puck:
        differing += _of_puck(here[0], there[0])
    return tuple(dict.fromkeys(differing))


def causes_in_odds(here: Side, there: Side) -> tuple[Cause, ...]:
    """Everything in which the odds behind a bet, or behind what it travels to, are decided differently.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> sides = [(rules, rules.by_key["come"]) for rules in map(open_book, ("new-south-wales", "marina-bay-sands"))]
    >>> for cause in causes_in_odds(*sides):
    ...     print(f"{cause.what}: {cause.here.text} | {cause.there.text}")
    come-odds-n, with the puck off: rests, and goes back when its flat bet is decided | works
    """
    differing: list[Cause] = []
    for (mine, flat), (theirs, other) in ((here, there), *_travels(here, there)):
        keys = {theirs.spots[index].key: theirs.spots[index] for index in other.attached}
        for odds in (mine.spots[index] for index in flat.attached):
            if odds.key in keys:
                differing += _name_causes((mine, odds), (theirs, keys[odds.key]))
    return tuple(dict.fromkeys(differing))


def _name_causes(here: Side, there: Side) -> Iterator[Cause]:
    """What differs in another wager that this one depends on, under that one's name."""
    return (replace(cause, what=f"{here[1].wager.family}, {cause.what}") for cause in _of_wager(here, there))


def differ(what: str, here: RulebookValue, there: RulebookValue) -> Iterator[Cause]:
    """The cause, if the two say different things."""
    if here.text != there.text:
        yield Cause(what, here, there)


def _format_entry(entry: RulebookValue) -> str:
    cite = entry.cite
    source = ": ".join(part for part in (cite.clause, cite.says) if part)
    return f"{entry.text} ({source})" if source else entry.text


# --- the wager's own words


def _of_beginning(here: Side, there: Side) -> Iterator[Cause]:
    """From where it is followed, and where else it may be made if that makes a difference."""
    begins = [" or ".join(opened.begins for opened in openings(*side)) for side in (here, there)]
    entries = (
        RulebookValue("made", text, side[1].wager.made.cite) for text, side in zip(begins, (here, there), strict=True)
    )
    return differ("followed", *entries)


def _of_wager(here: Side, there: Side) -> Iterator[Cause]:
    mine, theirs = here[1].wager, there[1].wager
    yield from _of_rolls(here, there)
    if here[0].book.puck and there[0].book.puck:
        yield from differ("with the puck off", _working(mine, "off"), _working(theirs, "off"))
    yield from differ("with the puck on", _working(mine, "on"), _working(theirs, "on"))
    yield from differ("pays", _collecting(mine), _collecting(theirs))
    yield from differ("parts", _parts(mine), _parts(theirs))
    yield from differ("commission", _commission(mine.commission), _commission(theirs.commission))
    if mine.commission and theirs.commission:
        yield from differ("commission of one taken down", _refund(mine.commission), _refund(theirs.commission))


def _working(wager: Wager, season: str) -> RulebookValue:
    value = wager.working.on if season == "on" else wager.working.off
    back = ", and goes back when its flat bet is decided" if wager.working.idle.value != "stays" else ""
    return RulebookValue(f"working {season}", "works" if value.value else f"rests{back}", value.cite)


def _collecting(wager: Wager) -> RulebookValue:
    if wager.collect is None:
        return RulebookValue("collect pays", "gathers nothing", Citation())
    return RulebookValue("collect pays", f"{pays_text(wager)}, {wager.collect.paid.value}", wager.collect.cite)


def _parts(wager: Wager) -> RulebookValue:
    if wager.parts is None:
        return RulebookValue("parts", "one whole", Citation())
    return RulebookValue(
        "parts", ", ".join(f"{units} on {key}" for key, units in sorted(wager.parts.value)), wager.parts.cite
    )


def _commission(terms: Commission | None) -> RulebookValue:
    if terms is None:
        return RulebookValue("commission rate", "none", Citation())
    when = ", on a win" if terms.charged.value == "on a win" else ""
    return RulebookValue("commission rate", f"{terms.rate.value} of the {terms.of.value}{when}", terms.rate.cite)


def _refund(terms: Commission) -> RulebookValue:
    return RulebookValue("commission refund", "given back" if terms.refund.value else "kept", terms.refund.cite)


# --- what the rolls do


def _of_rolls(here: Side, there: Side) -> Iterator[Cause]:
    """Rolls that do one thing here and another there, where the wager is at risk in both houses."""
    labels = _labels(here[0], there[0])
    by_label: dict[tuple[RulebookValue, RulebookValue], dict[Label, RollMask]] = {}
    for label in labels:
        mine, theirs = _at_risk(here, label), _at_risk(there, label)
        for roll, first, second in zip(ROLLS, mine, theirs, strict=True) if mine and theirs else ():
            if _does(here, first) != _does(there, second):
                paid_apart = first and second and first.outcome == second.outcome == "win"
                pair = tuple(
                    _entry(side, edge, label, roll.index, paid_apart=bool(paid_apart))
                    for side, edge in ((here, first), (there, second))
                )
                masks = by_label.setdefault((pair[0], pair[1]), {})
                masks[label] = masks.get(label, 0) | 1 << roll.index
    for (first_entry, second_entry), masks in by_label.items():
        for mask in dict.fromkeys(masks.values()):
            where = _describe_pucks([label for label in labels if masks.get(label) == mask], labels)
            rolls = "every roll" if mask == EVERY_ROLL else describe(mask)
            yield Cause(f"{rolls}{where}", first_entry, second_entry)


def _labels(here: CompiledBook, there: CompiledBook) -> list[Label]:
    """Where both pucks can stand; a house without a puck has one state that is like any other."""
    if here.book.puck is None:
        return [None, *there.book.points]
    return [None, *(point for point in here.book.points if there.book.puck is None or point in there.book.points)]


def _state(rules: CompiledBook, label: Label) -> int:
    if rules.book.puck is None:
        return 0
    return next(state.index for state in rules.puck.states[OFF:] if state.point == label)


def _at_risk(side: Side, label: Label) -> list[Transition | None]:
    """By roll, what it does while the wager works there; nothing where it cannot."""
    rules, spot = side
    working = spot.wager.working
    at_once = working.on if label is not None or rules.book.puck is None else working.off
    slot = spot.first if at_once.value else spot.slot("on")
    return [] if slot is None else [row[slot] for row in rules.cells[_state(rules, label)]]


def _does(side: Side, edge: Transition | None) -> tuple[object, ...]:
    """What a roll does, so that two houses can be compared."""
    if edge is None:
        return ()
    goto = side[0].spot_of[edge.goto].key if edge.outcome == "move" else ""
    return edge.outcome, edge.odds and edge.odds.fraction, goto


def _entry(side: Side, edge: Transition | None, label: Label, roll: int, *, paid_apart: bool) -> RulebookValue:
    """What a roll does, in words, with its clause: that of the payout where only the payouts differ."""
    rules, spot = side
    if edge is None:
        return RulebookValue("stay", "stays", _staying(side, label, roll))
    if edge.outcome == "move":
        own = rules.spot_of[edge.goto] is spot
        return RulebookValue(
            "collect" if own else "travel", "is gathered" if own else "travels to its number", edge.cite
        )
    pays = spot.wager.pays
    cite = pays.cite if paid_apart and pays else edge.cite
    words = {"lose": "loses", "push": "pushes", "return": "goes back"}
    ratio = edge.odds.fraction if edge.odds else None
    return RulebookValue(
        edge.outcome, f"wins {ratio.numerator}:{ratio.denominator}" if ratio else words[edge.outcome], cite
    )


def _staying(side: Side, label: Label, roll: int) -> Citation:
    """The clause by which a roll leaves the wager (or the bet that it is decided with) alone."""
    rules, spot = side
    wager = spot.wager if spot.wager.rows or spot.flat is None else rules.spots[spot.flat].wager
    for row in wager.rows:
        if row.outcome == "stay" and rolls_of((row,), wager.n, label, rules.book.points) >> roll & 1:
            return row.cite
    return wager.otherwise.cite if wager.otherwise else Citation()


def _describe_pucks(at: list[Label], labels: list[Label]) -> str:
    points = [label for label in at if label is not None]
    if len(at) == len(labels):
        return ""
    if not points:
        return " with the puck off"
    if len(points) == len(at) == len(labels) - 1:
        return " with a point on"
    return f" with the point on {', '.join(map(str, points))}{'' if len(points) == len(at) else ' or the puck off'}"


# --- what else it depends on


def _travels(here: Side, there: Side) -> list[tuple[Side, Side]]:
    """The wagers that it becomes on the same rolls in both houses."""
    targets: dict[tuple[int, int], None] = {}
    for label in _labels(here[0], there[0]):
        for first, second in zip(_at_risk(here, label), _at_risk(there, label), strict=False):
            if first and second and first.outcome == second.outcome == "move":
                targets[here[0].spot_of[first.goto].index, there[0].spot_of[second.goto].index] = None
    own = (here[1].index, there[1].index)
    return [((here[0], here[0].spots[a]), (there[0], there[0].spots[b])) for a, b in targets if (a, b) != own]


def _shared_parts(here: Side, there: Side) -> list[tuple[Side, Side]]:
    """The parts that a composite has in both houses."""
    (mine, spot), (theirs, other) = here, there
    keys = {theirs.spots[part].key: theirs.spots[part] for part, _ in other.parts}
    parts = [mine.spots[part] for part, _ in spot.parts]
    return [((mine, part), (theirs, keys[part.key])) for part in parts if part.key in keys]


def _of_puck(here: CompiledBook, there: CompiledBook) -> Iterator[Cause]:
    """Other points, or the same ones established, made or lost by other rolls."""
    if here.book.puck is None or there.book.puck is None:
        yield from differ(
            "puck",
            *(RulebookValue("puck", "one" if rules.book.puck else "none", Citation()) for rules in (here, there)),
        )
        return
    yield from differ("points", *(_puck_entry(rules, "points") for rules in (here, there)))
    shared = _labels(here, there)
    events: tuple[PuckEvent, ...] = get_args(PuckEvent)  # the first is none
    for event in events[1:]:
        mine, theirs = ([_event_mask(rules, label, event) for label in shared] for rules in (here, there))
        lost = sum(1 << roll.index for roll in ROLLS if roll.total not in shared) if event == "established" else 0
        if [mask & ~lost for mask in mine] != [mask & ~lost for mask in theirs]:
            yield Cause(f"puck {event}", *(_puck_entry(rules, f"puck {event}") for rules in (here, there)))


def _event_mask(rules: CompiledBook, label: Label, event: PuckEvent) -> RollMask:
    edges = rules.puck.edges[_state(rules, label)]
    return sum(1 << index for index, edge in enumerate(edges) if edge.event == event)


def _puck_entry(rules: CompiledBook, word: str) -> RulebookValue:
    entries = [entry for entry in house_values(rules.book) if entry.word == word]
    if not entries:
        return RulebookValue(word, "", Citation())
    return replace(entries[0], text="; ".join(entry.text for entry in entries))

"""A book's wagers in as few lines as tell them apart: families folded, composites at what they net.

What a composite nets is read off the compiled rows; nothing here knows a payout.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sevenout.base.dice import ROLLS
from sevenout.base.money import Odds
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.model import Wager
from sevenout.rulebook.roll_sets import Number, RollMask, describe, number_mask
from sevenout.rulebook.value_listing import pays_text


class PaytableLine(NamedTuple):
    """One line of the paytable: a wager, or several that differ in nothing but their number and what it pays."""

    wager: str
    pays: str
    made: str
    come_out: str
    """Whether it works or rests on a come-out roll while nothing is called."""
    calls: str
    title: str
    clause: str
    provenance: str


_NUMBERED = re.compile(r"(.+?-)([0-9]+(?:-[0-9]+)?)")
_MADE = {"any": "any time", "off": "puck off", "on": "puck on", "new shooter": "new shooter", "never": "by travel"}


def paytable(rules: CompiledBook) -> list[PaytableLine]:
    """Every wager of a book, alike ones together, in the order of the book.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> for line in paytable(open_book("typical"))[3:7]:
    ...     print(line.wager, line.pays)
    come-n 1:1 on 4, 5, 6, 8, 9, 10
    dont-come 1:1
    dont-come-n 1:1 on 4, 5, 6, 8, 9, 10
    pass-odds 2:1 on 4, 10; 3:2 on 5, 9; 6:5 on 6, 8
    """
    alike: dict[tuple[str, ...], list[Wager]] = {}
    for wager in rules.book:
        line = _line(rules, wager)
        family = _split_number(wager.key)[0] if _foldable(wager) else wager.key
        kind = "" if wager.parts is None else "composite"
        alike.setdefault((family, kind, line.made, line.come_out, line.calls, line.provenance), []).append(wager)
    return [line for members in alike.values() for line in _fold_lines(rules, members)]


def nets(rules: CompiledBook, wager: Wager) -> dict[Odds, RollMask]:
    """What a composite wins on its whole stake, the losing parts taken off, by the rolls; nothing if the puck matters.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> rules = open_book("catfish-bend")
    >>> nets_text(nets(rules, rules.by_key["horn"].wager))
    '27:4 on 2, 12; 3:1 on 3, 11'
    """
    slot = rules.by_key[wager.key].first
    won: dict[Odds, RollMask] = {}
    for roll in ROLLS:
        edges = [by_roll[roll.index][slot] for by_roll in rules.cells]
        paid = {edge.odds for edge in edges if edge is not None and edge.odds is not None}
        if len(paid) > 1:
            return {}
        for odds in paid:
            won[odds] = won.get(odds, 0) | 1 << roll.index
    return dict(sorted(won.items(), key=lambda item: -item[0].fraction))


def nets_text(won: dict[Odds, RollMask]) -> str:
    """Net odds in words."""
    return "; ".join(f"{odds} on {describe(rolls)}" for odds, rolls in won.items())


def fold(keys: Iterable[str]) -> list[str]:
    """Names of wagers, those that differ in their number together.

    >>> fold(["come", "come-4", "come-10", "field", "hop-3-1", "hop-2-2"])
    ['come', 'come-4 10', 'field', 'hop-3-1 2-2']
    """
    families: dict[str, list[str]] = {}
    for key in keys:
        family, number = _split_number(key)
        families.setdefault(family, []).append(number)
    return [f"{family}{' '.join(numbers)}" for family, numbers in families.items()]


def _split_number(key: str) -> tuple[str, str]:
    """A wager's name up to its number, and the number: `('place-', '6')`; no number: the name alone."""
    numbered = _NUMBERED.fullmatch(key)
    return (numbered[1], numbered[2]) if numbered else (key, "")


def _line(rules: CompiledBook, wager: Wager) -> PaytableLine:
    cite = (wager.pays or wager.parts or wager.made).cite
    return PaytableLine(
        wager=wager.key,
        pays=(nets_text(nets(rules, wager)) if wager.parts else "") or pays_text(wager),
        made=_MADE[wager.made.value],
        come_out="works" if wager.working.off.value else "rests",
        calls=", ".join(wager.working.calls.value),
        title=wager.title,
        clause=cite.clause,
        provenance=cite.provenance,
    )


def _foldable(wager: Wager) -> bool:
    """True if it has a number, and one payout for it or none of its own."""
    return _split_number(wager.key)[1] != "" and (
        wager.parts is not None or (wager.pays is not None and wager.pays.by in ("all", "n"))
    )


def _fold_lines(rules: CompiledBook, members: Sequence[Wager]) -> list[PaytableLine]:
    """One line for wagers that differ in their number; composites whose nets follow no pattern keep a line each."""
    lines = [_line(rules, wager) for wager in members]
    if len(lines) == 1:
        return lines
    pays = _pays_by_number(lines) if members[0].parts is None else nets_by_number(rules, members)
    if pays is None:
        return lines
    family = _split_number(members[0].key)[0]
    whole = len(members) == sum(_split_number(wager.key)[0] == family for wager in rules.book)
    titles = [line.title for line in lines]
    by_number = {line.title.replace(_split_number(line.wager)[1], "n") for line in lines}
    clauses = dict.fromkeys(line.clause for line in lines)
    return [
        lines[0]._replace(
            wager=f"{family}n" if whole else "".join(fold(line.wager for line in lines)),
            pays=pays,
            title=by_number.pop() if len(by_number) == 1 else " / ".join(titles),
            clause=", ".join(clauses),
        )
    ]


def _pays_by_number(lines: Sequence[PaytableLine]) -> str:
    """`9:5 on 4, 10; 7:5 on 5, 9; 7:6 on 6, 8`."""
    numbers: dict[str, list[str]] = {}
    for line in lines:
        numbers.setdefault(line.pays, []).append(_split_number(line.wager)[1])
    return "; ".join(f"{pays} on {', '.join(on)}" for pays, on in numbers.items())


def nets_by_number(rules: CompiledBook, members: Sequence[Wager]) -> str | None:
    """What each nets on its own number, and what all of them net on the others; None if they do not agree on that."""
    own: dict[Odds, list[str]] = {}
    others: dict[Odds, RollMask] = {}
    each: list[tuple[RollMask, dict[Odds, RollMask]]] = []
    for wager in members:
        number = _split_number(wager.key)[1]
        mine, won = number_mask(Number(*map(int, number.split("-")))), nets(rules, wager)
        each.append((mine, won))
        for odds, rolls in won.items():
            if mine and rolls & mine == mine:
                own.setdefault(odds, []).append(number)
            others[odds] = others.get(odds, 0) | rolls & ~mine
    others = {odds: rolls for odds, rolls in others.items() if rolls}
    agreed = all(won.get(odds, 0) & ~mine == rolls & ~mine for mine, won in each for odds, rolls in others.items())
    if not agreed or sum(map(len, own.values())) < len(members):
        return None
    texts = [f"{odds} on its own {', '.join(numbers)}" for odds, numbers in own.items()]
    return "; ".join(texts) + (f"; else {nets_text(others)}" if others else "")

"""Bets as people say them: an amount and names in either order, several at once, odds, spreads, tips for the dealers.

Every reading that the words allow is found; which of them is meant is `interpreter`'s business.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sevenout.base.money import Cents, units
from sevenout.player.talk.amounts import SpokenAmount, bets, group_of, spread, steps_of
from sevenout.player.talk.spoken_phrases import BetPhrase, Phrases
from sevenout.player.talk.tokens import SpokenWord
from sevenout.player.talk.wager_names import Meaning
from sevenout.table import Table
from sevenout.table.commands import Bet, Command, Toke


class Reading(NamedTuple):
    """One way to understand a line."""

    commands: tuple[Command, ...]
    whole: bool = True
    """Whether an amount was said; where none was, the smallest stands in its place."""
    doubt: tuple[bool, int, int] = (False, 0, 0)
    """Whether bare numbers stand for wagers, how odd it is to say it so, and how many of them do."""
    note: str = ""
    """What is worth saying beside it; of a reading that comes to nothing, why."""


def read_bets(table: Table, you: str, words: tuple[SpokenWord, ...]) -> Iterator[Reading]:
    """Every reading of a line as bets, or as tips for the crew."""
    phrases = Phrases(table, you, words)
    lines = phrases.lines()
    if phrases.overwhelmed:
        yield Reading((), note="That is a lot at once: say it in two or three lines.")
        return
    for said in lines:
        weak = sum(meaning.weak for each in said for meaning in each.meanings)
        doubt = weak > 0, sum(each.doubt for each in said), weak
        whole = all(each.amount is not None for each in said)
        for line in _with_tips(said):
            for divided in (False, True) if any(map(_is_shared, line)) else (False,):
                commands = _make_bets(table, you, line, divided=divided)
                uneven = _uneven(table, line)
                if commands is not None:
                    yield Reading(commands, whole and not uneven, doubt, uneven)


def _with_tips(said: tuple[BetPhrase, ...]) -> Iterator[tuple[BetPhrase, ...]]:
    """A tip without a name goes into the box, or rides with the bet before it: `5 on hard 8 and 1 for the boys`."""
    yield said
    if len(said) > 1 and not said[-1].meanings:
        yield (*said[:-1], said[-1]._replace(meanings=said[-2].meanings, each=True))


def _is_shared(said: BetPhrase) -> bool:
    """True if one amount stands for several wagers, so that it may be each's or all of theirs together."""
    cents = said.amount is not None and said.amount.kind == "cents"
    return cents and not said.each and _shares(said) > 1


def _shares(said: BetPhrase) -> int:
    return sum(1 if meaning.shares or meaning.group else len(meaning.wagers) for meaning in said.meanings)


def _make_bets(table: Table, you: str, line: tuple[BetPhrase, ...], *, divided: bool) -> tuple[Command, ...] | None:
    """The bets of several phrases; None if an amount cannot be divided."""
    made: list[Command] = []
    for said in line:
        amount = said.amount or SpokenAmount(kind="least")
        if divided and _is_shared(said):
            if amount.cents % (_shares(said) * table.game.chip):
                return None
            amount = SpokenAmount(amount.cents // _shares(said))
        own = [bet for meaning in said.meanings for bet in _on(table, you, meaning, amount, said)]
        made += own if said.whose != "crew" else ()
        made += [Toke(you, bet.amount, bet.wager) for bet in own] if said.whose != "yours" else ()
        made += [] if said.meanings else [Toke(you, amount.cents)]
    return tuple(made)


def _uneven(table: Table, line: tuple[BetPhrase, ...]) -> str:
    """Why a total over a group of numbers cannot be laid out, if it cannot: then the next smaller one is shown."""
    for said in line:
        for meaning in said.meanings:
            unit = sum(steps_of(table, meaning.group)) if meaning.group else 0
            cents = 0 if said.amount is None or said.each else said.amount.cents
            if unit and cents and (even := _even(cents, unit)) != cents:
                return f"{units(cents)} does not come out even {meaning.group} now, {units(even)} does."
    return ""


def _even(total: Cents, unit: Cents) -> Cents:
    """The next smaller total that comes out even, but no less than one; up to half of that is meant for each."""
    return total if 2 * total <= unit else max(unit, total - total % unit)


def _on(table: Table, you: str, meaning: Meaning, amount: SpokenAmount, said: BetPhrase) -> list[Bet]:
    """A group gets a total that comes out even over its numbers, or else the amount on each."""
    if not meaning.group:
        return bets(table, you, meaning.wagers, amount, meaning.shares)
    if amount.kind != "cents":
        amount = SpokenAmount(table.game.minimum)
    unit = sum(steps_of(table, meaning.group))
    spreading = [] if said.each else spread(table, you, meaning.group, _even(amount.cents, unit))
    if said.whose != "yours" and not spreading:  # no tip is made on a group
        return bets(table, you, tuple(spot.key for spot in group_of(table, meaning.group)), amount)
    return spreading or [Bet(you, amount.cents, meaning.group, each=True)]

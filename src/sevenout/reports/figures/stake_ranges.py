"""Every stake of a table made ready to read: swept wager by wager, those that are alike together, told as ranges."""

from collections.abc import Sequence
from typing import NamedTuple

from sevenout.analysis.exact import AtStake, Sweep, WagerEdge, at_stake, edges, sweep
from sevenout.analysis.exact.house_edge import spot_named
from sevenout.analysis.exact.real_stakes import Range
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import stem
from sevenout.engine.game import Game
from sevenout.reports.figures.number_format import alike
from sevenout.rulebook.compiler.book_compiler import CompiledWager

MOST_STAKES = 1_000_000
"""More stakes than this are not looked at: nobody would read them, and it would take a minute."""

Refused = tuple[str, Refusal]
"""A wager, and why the house does not take the stake."""


class AtOneStake(NamedTuple):
    """Wagers at one stake, each beside what it is worth unrounded, and those that do not take it."""

    taken: list[tuple[WagerEdge, AtStake]]
    refused: list[Refused]
    later: dict[str, list[tuple[WagerEdge, AtStake]]]
    """By wager, the same made with a point on where that is another bet (a put bet): on any, and on each number."""


class Swept(NamedTuple):
    """Wagers at every stake the table takes, and those that take none."""

    sweeps: list[Sweep]
    refused: list[Refused]


def at_one_stake(game: Game, stake: Cents, wagers: Sequence[str]) -> AtOneStake:
    """The wagers named, or all, at one stake.

    >>> answers = at_one_stake(Game.open("typical"), 500, ["pass", "place-6"])
    >>> [str(at_stake.edge) for _, at_stake in answers.taken]
    ['7/495', '1/11']
    """
    for key in wagers:
        spot_named(game.rules, key)
    answers = AtOneStake([], [], {})
    for worth in edges(game.rules, wagers):
        answer = at_stake(game, worth.wager, stake)
        if isinstance(answer, Refusal):
            answers.refused.append((worth.wager, answer))
        else:
            answers.taken.append((worth, answer))
            answers.later[worth.wager] = _later(game, worth, stake)
    return answers


def _later(game: Game, worth: WagerEdge, stake: Cents) -> list[tuple[WagerEdge, AtStake]]:
    """A wager at a stake from where else it may be made, if the table takes it there."""
    points = (None, *game.rules.book.points)
    answers = [
        (later, at_stake(game, worth.wager, stake, point=point, later=True))
        for later, point in zip(worth.later, points, strict=False)
    ]
    return [(later, answer) for later, answer in answers if not isinstance(answer, Refusal)]


def none_taken(refused: Sequence[Refused]) -> Refusal:
    """Why no wager takes a stake: the reason, if there is one wager; of several, each has its own."""
    if len(refused) == 1:
        return refused[0][1]
    return Refusal("none-taken", f"none of {len(refused)} wagers takes such a stake")


def swept(game: Game, wagers: Sequence[str]) -> Swept:
    """The wagers named, or all that can be made, at every stake the table takes.

    >>> sweeps, refused = swept(Game.open("new-south-wales"), ["place-6", "place-8"])
    >>> [format_ranges(one.favours_player) for one in sweeps], refused
    (['7.00–9.00, 13.00–14.00, 19.00', '7.00–9.00, 13.00–14.00, 19.00'], [])
    """
    keys = wagers or [spot.key for spot in game.rules.spots if spot.wager.made.value != "never"]
    stakes = sum(_largest(game, game.rules.by_key[key]) // game.step(game.rules.by_key[key]) for key in keys)
    if stakes > MOST_STAKES:
        raise BadInput(
            f"{stakes:,} stakes are too many to look at: name fewer wagers, raise --chip or lower --maximum"
            f" (at most {MOST_STAKES:,})"
        )
    answers = Swept([], [])
    for key in keys:
        answer = sweep(game, key)
        if isinstance(answer, Refusal):
            answers.refused.append((key, answer))
        else:
            answers.sweeps.append(answer)
    return answers


def _largest(game: Game, spot: CompiledWager) -> Cents:
    """The largest stake a wager may reach, whatever the puck; the table's maximum where it has none."""
    flat = 0 if spot.flat is None else _largest(game, game.rules.spots[spot.flat])
    bounds = (game.maximum_of(spot, puck.index, flat).amount for puck in game.rules.puck.states)
    return max(game.maximum if bound is None else bound for bound in bounds)


def sweep_families(sweeps: Sequence[Sweep]) -> list[list[Sweep]]:
    """Wagers of one stem that cost the same at every stake."""
    return alike(sweeps, lambda one: (stem(one.wager), one.flat, one.stakes, one.edges))


def format_ranges(ranges: Sequence[Range], most: int = 5) -> str:
    """Ranges of stakes in words, the first few of them.

    >>> format_ranges([(500, 500), (700, 900)]), format_ranges([(500, 500), (700, 700), (900, 900)], most=1)
    ('5.00, 7.00–9.00', '5.00 and 2 more such, up to 9.00')
    """
    texts = [
        format_amount(first) if first == last else f"{format_amount(first)}–{format_amount(last)}"
        for first, last in ranges[:most]
    ]
    more = f" and {len(ranges) - most} more such, up to {format_amount(ranges[-1][1])}" if ranges[most:] else ""
    return ", ".join(texts) + more

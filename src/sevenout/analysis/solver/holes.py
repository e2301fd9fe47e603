"""Holes of a house: every stake that favours the player, by how much, by which clause, and what would close it.

A hole is no mistake of anybody's play: a chip that is too large for its payouts, a rounding in the player's favour, a
commission that rounds to nothing. What closes it is the least table minimum, or the largest smaller chip, at which no
stake of the wager favours the player any more.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from sevenout.analysis.exact.markov_chain import follow, opening, with_the_point_on
from sevenout.analysis.exact.real_stakes import Range, Sweep, sweep
from sevenout.base.errors import BadInput, SevenoutError
from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Citation
from sevenout.engine.game import AnyHouse, Game, open_game
from sevenout.rulebook.compiler.book_compiler import CompiledWager

_PARTS = (2, 4, 5, 10, 20, 50, 100)
"""A smaller chip is this part of the house's."""


class Hole(Struct, frozen=True):
    """A wager that favours the player at some stakes."""

    wager: str
    point: int | None
    """The number that odds lie on, where the wager itself has none."""
    stakes: tuple[Range, ...]
    """The first and the last of the stakes that favour the player, and follow each other."""
    best: Cents
    """The stake that favours most."""
    edge: Fraction
    """What the player wins on average there, as a share of what is put down."""
    cite: Citation
    """The clause that makes it so."""
    reason: str
    minimum: Cents | None
    """The least table minimum that closes it; None: no minimum up to the maximum does."""
    chip: Cents | None
    """The largest smaller chip that closes it; None: none does."""

    @property
    def title(self) -> str:
        """The wager, with its number where it has one."""
        return self.wager if self.point is None else f"{self.wager} on {self.point}"

    def __repr__(self) -> str:
        return f"<Hole {self.title}: {float(self.edge):+.2%} at {format_amount(self.best)}, {self.reason}>"


def find_holes(house: AnyHouse, *, closing: bool = True) -> tuple[Hole, ...]:
    """Every wager of a house with a stake that favours the player, the most favourable first.

    Without `closing`, nobody looks for what would close them, which takes longest.

    >>> found = find_holes("new-south-wales", closing=False)
    >>> hole = next(hole for hole in found if hole.wager == "place-lose-4")
    >>> hole.edge, hole.best, hole.cite.clause
    (Fraction(1, 15), 500, '6.7')
    >>> find_holes("typical")
    ()
    """
    game = open_game(house)
    holes = [_hole(game, found, point, closing=closing) for found, point in _favourable(game)]
    return tuple(sorted(holes, key=lambda hole: (-hole.edge, hole.wager, hole.point or 0)))


def _favourable(game: Game) -> Iterator[tuple[Sweep, int | None]]:
    for spot in game.rules.spots:
        for point in _points_of(game, spot):
            if not game.pays_up and _unrounded_net(game, spot, point) <= 0:
                continue  # rounding down and a commission only take more
            found = _swept(game, spot.key, point)
            if found is not None and found.favours_player:
                yield found, point


def _points_of(game: Game, spot: CompiledWager) -> Iterable[int | None]:
    """The numbers that a wager is looked at on: those of the puck, for odds that have no number of their own."""
    if spot.wager.made.value == "never":
        return ()
    own = spot.flat is None or spot.wager.n is not None
    return (None,) if own else game.rules.book.points


def _swept(game: Game, key: str, point: int | None) -> Sweep | None:
    """A wager at every stake; None if the table takes none of it, or it is never decided."""
    try:
        found = sweep(game, key, point=point)
    except BadInput:
        return None
    return found if isinstance(found, Sweep) else None


def _unrounded_net(game: Game, spot: CompiledWager, point: int | None) -> Fraction:
    """What a unit of a wager wins on average before anything is rounded and any commission is taken."""
    opened = opening(game.rules, spot) if point is None else with_the_point_on(game.rules, point)
    try:
        ends = follow(game.rules, spot, opened).ends
    except BadInput:  # it may never be decided
        return Fraction(0)
    return sum(
        (
            chance * (odds.fraction if odds is not None else -1 if outcome == "lose" else 0)
            for (outcome, odds), chance in ends.items()
        ),
        Fraction(0),
    )


def _hole(game: Game, found: Sweep, point: int | None, *, closing: bool) -> Hole:
    cite, reason, fair = _cause(game, game.rules.by_key[found.wager], point, found)
    return Hole(
        wager=found.wager,
        point=point,
        stakes=found.favours_player,
        best=found.best.stake,
        edge=-found.best.edge,
        cite=cite,
        reason=reason,
        minimum=_closing_minimum(game, found, point) if closing else None,
        chip=_closing_chip(game, found, point) if closing and not fair else None,
    )


def _cause(game: Game, spot: CompiledWager, point: int | None, found: Sweep) -> tuple[Citation, str, bool]:
    """The clause by which the best stake favours the player: the payout itself, the rounding, or the commission.

    The last answer is whether the wager is fair or better before anything is rounded: then no chip closes it.
    """
    won = _unrounded_net(game, spot, point)
    terms, book = spot.wager.commission, game.rules.book
    taken = Fraction(found.best.commission, found.best.stake)
    if terms is None and won > 0 and spot.wager.pays is not None:
        return spot.wager.pays.cite, "it pays more than its chances", True
    if terms is not None and won > 0 and won > taken:
        return book.commission_rounding.cite, "the commission is rounded to less than it should cost", False
    reason = "its wins are rounded up" if game.pays_up else "its payouts are rounded"
    return book.rounding.cite, reason, won >= 0


def _closing_minimum(game: Game, found: Sweep, point: int | None) -> Cents | None:
    least = found.favours_player[-1][1] + game.chip
    if least > game.maximum:
        return None
    return least if _is_closed(game, found.wager, point, least, game.chip) else None


def _closing_chip(game: Game, found: Sweep, point: int | None) -> Cents | None:
    smaller = (game.chip // part for part in _PARTS if game.chip % part == 0)
    return next((chip for chip in smaller if _is_closed(game, found.wager, point, game.minimum, chip)), None)


def _is_closed(game: Game, wager: str, point: int | None, minimum: Cents, chip: Cents) -> bool:
    """Whether no stake of the wager favours the player at a table of the house with other limits."""
    try:
        other = Game(game.rules, minimum, game.maximum, chip)
    except SevenoutError:
        return False
    found = _swept(other, wager, point)
    return found is None or not found.favours_player

"""A layout by name, as it stands in events and snapshots, and its way to and from the numbers that the rules work with.

Inside, a position is slots that one compilation numbered; outside, nothing has a number that a recompiled book changes.
"""

import msgspec
from msgspec import Struct

from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.engine.position import PLAIN, LayoutFlags, Position, Settlement, Voucher
from sevenout.engine.vouchers import worth
from sevenout.rulebook.compiler.transitions import Call


class PlacedBet(Struct, frozen=True, gc=False, omit_defaults=True):
    """One wager on the layout: its stake, how it was called, and what it has gathered."""

    wager: str
    stake: Cents
    call: Call = ""
    gathered: tuple[int, ...] = ()
    vouchers: tuple[Voucher, ...] = ()
    """What of the stake is tokens and vouchers; the rest is chips."""


class Layout(Struct, frozen=True, gc=False, omit_defaults=True):
    """All that one seat has on the layout, in the order of the book, and what is rarely true of it."""

    lying: tuple[PlacedBet, ...] = ()
    locked: tuple[str, ...] = ()
    """Wagers that were reduced or taken down, and to which nothing may be added until a roll decides them."""
    unnoticed: tuple[str, ...] = ()
    """Wagers over their limit that nobody has noticed."""
    props_down: bool = False
    """Whether winning propositions come down."""

    @property
    def stakes(self) -> dict[str, Cents]:
        """The stakes by wager."""
        return {bet.wager: bet.stake for bet in self.lying}

    @property
    def at_risk(self) -> Cents:
        """All chips that lie there; tokens and vouchers are no money."""
        return sum([bet.stake - worth(bet.vouchers) if bet.vouchers else bet.stake for bet in self.lying])

    def on(self, wager: str) -> PlacedBet | None:
        """What lies on a wager."""
        for bet in self.lying:
            if bet.wager == wager:
                return bet
        return None


BARE = Layout()


def layout_of(game: Game, position: Position) -> Layout:
    """A position by name."""
    if position.marks is PLAIN and not position.slots:
        return BARE
    labels, marks, spots = game.rules.labels, position.marks, game.rules.spots
    lying = []
    for slot, stake in zip(position.slots, position.stakes, strict=True):
        wager, call, gathered = labels[slot]
        lying.append(PlacedBet(wager, stake, call, gathered))
    if marks is PLAIN:
        return Layout(tuple(lying))
    if marks.vouchers:
        lying = [msgspec.structs.replace(bet, vouchers=_vouchers_on(game, marks, bet.wager)) for bet in lying]
    locked, unnoticed = (tuple([spots[index].key for index in sorted(of)]) for of in (marks.locked, marks.unnoticed))
    return Layout(tuple(lying), locked, unnoticed, marks.props_down)


def _vouchers_on(game: Game, marks: LayoutFlags, wager: str) -> tuple[Voucher, ...]:
    index = game.rules.by_key[wager].index
    return tuple([voucher for on, voucher in marks.vouchers if on == index])


def position_of(game: Game, layout: Layout) -> Position:
    """The position that a layout names; raises ValidationError at what this house does not know.

    >>> from sevenout.engine.betting import EMPTY, place
    >>> game = Game.open("typical")
    >>> position = place(game, EMPTY, game.puck(6), "place-8", 600, 10_000).position
    >>> layout_of(game, position).lying, position_of(game, layout_of(game, position)) == position
    ((PlacedBet(wager='place-8', stake=600, call='', gathered=(), vouchers=()),), True)
    """
    slot_of, by_key = game.rules.slot_of, game.rules.by_key
    try:
        lying = sorted((slot_of[bet.wager, bet.call, bet.gathered], bet.stake) for bet in layout.lying)
        locked, unnoticed = (frozenset(by_key[key].index for key in of) for of in (layout.locked, layout.unnoticed))
        laid = [(by_key[bet.wager].index, voucher) for bet in layout.lying for voucher in bet.vouchers]
    except KeyError as error:
        raise msgspec.ValidationError(f"no layout of this house: {error}") from error
    marks = LayoutFlags(locked, unnoticed, layout.props_down, tuple(sorted(laid)))
    slots, stakes = tuple([slot for slot, _ in lying]), tuple([stake for _, stake in lying])
    return Position(slots, stakes, PLAIN if marks == PLAIN else marks)


def after_roll(layout: Layout, results: tuple[Settlement, ...]) -> Layout:
    """A layout after a roll that moved nothing: what was decided comes down, unless it stays."""
    down = {done.wager for done in results if not done.stays}
    return Layout(tuple([bet for bet in layout.lying if bet.wager not in down])) if down else layout

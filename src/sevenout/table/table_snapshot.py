"""A picture of a table, by name: what any front end draws, kept current from events alone by `evolve`.

It is the table's state without a number of the compiler's in it; what may be bet now is asked of `Table.offers`.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.dice import roll
from sevenout.base.money import Cents
from sevenout.base.refusal import Citation
from sevenout.engine.betting import Settlement
from sevenout.engine.game import Game
from sevenout.engine.position import Voucher
from sevenout.engine.vouchers import without
from sevenout.rulebook.compiler.transitions import Outcome
from sevenout.table.events import Opened, Rolled, TableRules
from sevenout.table.handlers.shooter_rules import next_to_throw, puck_now
from sevenout.table.named_layout import BARE, Layout, layout_of, position_of
from sevenout.table.state import Bonus, Ledger, PastRoll, Seat, TableDice, TableState


class SeatShown(Struct, frozen=True, gc=False, omit_defaults=True):
    """A player at the rail: place, rack, what was bought in for since sitting down, and the layout."""

    name: str
    place: int
    rack: Cents
    bought: Cents
    layout: Layout = BARE
    results: tuple[Settlement, ...] = ()
    """What the last roll decided and was not parlayed yet."""
    player: str = ""
    undo: int = 0
    """How many acts can be taken back."""
    memory: str = ""
    vouchers: tuple[Voucher, ...] = ()
    """The promotional tokens and vouchers that the player owns; those on the layout are among them."""

    @property
    def held_vouchers(self) -> tuple[Voucher, ...]:
        """The tokens and vouchers that are not on the layout."""
        return without(self.vouchers, [voucher for bet in self.layout.lying for voucher in bet.vouchers])

    @property
    def net(self) -> Cents:
        """What rack and layout, at its face value, have gained since sitting down."""
        return self.rack + self.layout.at_risk - self.bought


class Snapshot(Struct, frozen=True, gc=False, omit_defaults=True):
    """A table between two commands. Seats stand in clockwise order from the left of the box."""

    house: TableRules
    seats: tuple[SeatShown, ...] = ()
    crew: Layout = BARE
    """The tokes that ride."""
    point: int | None = None
    throws: str | None = None
    """Who has the dice: nobody, if no seat may throw."""
    dice: TableDice = TableDice()
    ledger: Ledger = Ledger()
    bonus: Bonus | None = None
    """The clock, what the Shootout stands at, and the points made in this turn."""
    rolls: tuple[PastRoll, ...] = ()
    """The last fifty, the newest last."""

    def seat(self, name: str) -> SeatShown | None:
        """The seat of that name."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        return None

    def public(self) -> "Snapshot":
        """What everybody may see: not who the players are, and not what strategies remember."""
        return replace(self, seats=tuple(replace(seat, player="", memory="") for seat in self.seats))


def house_of(game: Game) -> TableRules:
    """A table's house, as its log opens with it."""
    book = game.rules.book
    return TableRules(
        book.name,
        book.title,
        book.digest,
        game.minimum,
        game.maximum,
        game.chip,
        game.seats,
        game.undo,
        book.puck is not None,
    )


def opening(game: Game) -> Opened:
    """The first event of a log."""
    labels = {spot.key: spot.wager.title for spot in game.rules.spots}
    return Opened(house_of(game), labels, game.rules.citations)


def take_snapshot(game: Game, state: TableState) -> Snapshot:
    """The picture of a state.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("typical"))
    >>> table.seat("Ann", 100_00), table.bet("Ann", "pass", 10_00)
    (None, None)
    >>> shown = take_snapshot(table.game, table.state)
    >>> shown.throws, shown.seats[0].place, shown.seats[0].rack, shown.seats[0].layout.stakes
    ('Ann', 1, 9000, {'pass': 1000})
    """
    return Snapshot(
        house_of(game),
        tuple([_seat_shown(game, seat) for seat in state.seats]),
        layout_of(game, state.crew),
        state.point,
        next_to_throw(game, state),
        state.dice,
        state.ledger,
        state.bonus,
        state.rolls,
    )


def _seat_shown(game: Game, seat: Seat) -> SeatShown:
    return SeatShown(
        seat.name,
        seat.place,
        seat.rack,
        seat.bought,
        layout_of(game, seat.position),
        seat.last_results,
        seat.player,
        len(seat.earlier),
        seat.memory,
        seat.vouchers,
    )


def state_of(game: Game, shown: Snapshot) -> TableState:
    """The state that a picture shows, in which nothing can be taken back; raises ValidationError if it is another's.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("typical"))
    >>> state_of(table.game, take_snapshot(table.game, table.state)) == table.state
    True
    """
    if shown.house != house_of(game):
        raise msgspec.ValidationError(f"the picture is of a table at {shown.house.title}, with limits of its own")
    seats = tuple(
        Seat(
            seat.name,
            seat.rack,
            position_of(game, seat.layout),
            seat.results,
            seat.place,
            seat.player,
            seat.bought,
            memory=seat.memory,
            vouchers=seat.vouchers,
        )
        for seat in shown.seats
    )
    return TableState(
        seats, position_of(game, shown.crew), shown.point, shown.dice, shown.ledger, shown.bonus, shown.rolls
    )


def chips_of(shown: Snapshot) -> Cents:
    """Chips made or lost, computed from scratch: nothing, in any sound picture."""
    ledger = shown.ledger
    chips = ledger.bank + ledger.commission + ledger.toke_box + shown.crew.at_risk
    return chips + sum([seat.rack + seat.layout.at_risk for seat in shown.seats])


class OffBet(NamedTuple):
    """A wager that was off: what the roll would have done to it, and the clause by which it was off."""

    wager: str
    would: Outcome
    cite: Citation


def rested_bets(game: Game, before: Snapshot, rolled: Rolled, name: str) -> Iterator[OffBet]:
    """The wagers of a seat that a roll left alone because they were off.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 100_000), table.bet("Ann", "pass", 500), table.bet("Ann", "place-8", 600)
    (None, None, None)
    >>> before = table.snapshot()
    >>> [(rest.wager, rest.would) for rest in rested_bets(table.game, before, table.roll(roll(5, 3)), "Ann")]
    [('place-8', 'win')]
    """
    seat, rules = before.seat(name), game.rules
    cells = rules.cells[puck_now(game, state_of(game, before))][roll(rolled.a, rolled.b).index]
    for bet in seat.layout.lying if seat else ():
        spot = rules.by_key[bet.wager]
        working = spot.slot("on")
        edge = None if working is None else cells[working]
        if edge is not None and cells[rules.slot_of[bet.wager, bet.call, bet.gathered]] is None:
            calls = spot.wager.working.calls if bet.call == "off" else spot.wager.working.off
            yield OffBet(bet.wager, edge.outcome, calls.cite)

"""Several seats around one puck: who shoots, what is open while the dice fly, and where the money goes.

Every action answers with a `Refusal` and changes nothing, or is carried out. What a roll does to a seat's wagers is
`position`'s business.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sevenout.columns import Call
from sevenout.dice import Roll
from sevenout.game import Game, Refusal
from sevenout.money import Cents, format_amount
from sevenout.position import (
    EMPTY,
    Change,
    Position,
    Settlement,
    at_risk,
    call,
    call_props,
    layout,
    place,
    reduce,
    settle,
    stake_on,
    standing,
    take_down,
)
from sevenout.puck import FRESH, OFF, PuckEvent
from sevenout.rulebook.model import Group
from sevenout.words import CREW, did_you_mean


class Seat(Struct, frozen=True):
    """A player: rack, layout, and what the last roll won, for a parlay."""

    rack: Cents
    position: Position = EMPTY
    just_won: tuple[Settlement, ...] = ()


class Rolled(Struct, frozen=True):
    """A valid roll: who threw it, what it did to the puck, and every decision by seat (tokes under `crew`)."""

    shooter: str
    roll: Roll
    event: PuckEvent
    settled: tuple[tuple[str, Settlement], ...]


class Table:
    """One table of one house. Seats stand in clockwise order from the left of the box."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats: dict[str, Seat] = {}
        self.crew = EMPTY
        self.toke_box: Cents = 0
        self.bank: Cents = 0
        """What the house has won so far, commission included; below zero: lost."""
        self.thrown = False
        self._puck = 0
        self._shooter: str | None = None
        """Who has the dice, or had them last."""
        self._turn: str | None = None
        """Whose turn has begun with a roll and is not over."""
        self._dice_move_on = False
        self._finishing = False
        self._declined: set[str] = set()

    # --- looking

    @property
    def point(self) -> int | None:
        """The point that is on."""
        return self.game.rules.puck.states[self._puck].point

    @property
    def puck(self) -> int:
        """The state of the puck: off is fresh while the next to throw has not thrown in this turn."""
        if self.point is not None or self.game.rules.book.puck is None:
            return self._puck
        shooter = self.shooter()
        return FRESH if (self._turn if shooter is None else shooter == self._turn) in (None, False) else OFF

    def layout(self, name: str) -> dict[str, Cents]:
        """A seat's stakes by wager, or the crew's."""
        return layout(self.game, self.crew if name == CREW else self.seats[name].position)

    def money(self) -> Cents:
        """All the money there is: it changes only when a seat buys in."""
        seats = sum(seat.rack + at_risk(seat.position) for seat in self.seats.values())
        return seats + at_risk(self.crew) + self.toke_box + self.bank

    def shooter(self) -> str | None:
        """Who would throw now; nobody if no seat may."""
        if self.point is not None or self.thrown:
            return self._shooter
        holder = self._shooter
        if holder and not self._dice_move_on and holder not in self._declined and self._has_line_bet(holder):
            return holder
        offered = list(filter(self._has_line_bet, self._clockwise_from(self._shooter)))
        accepting = (name for name in offered if name not in self._declined)
        return next(accepting, offered[0] if offered else None)  # all declined: the dice go round again

    def _clockwise_from(self, name: str | None) -> Iterator[str]:
        """The seats after one, ending with it; from the left of the box if nobody has shot yet."""
        names = list(self.seats)
        start = names.index(name) + 1 if name in self.seats else 0
        yield from names[start:] + names[:start]

    def _has_line_bet(self, name: str) -> bool:
        line = self.game.rules.book.shooter.line.value
        by_key = self.game.rules.by_key
        return not line or any(stake_on(self.seats[name].position, by_key[key]) for key in line)

    # --- the seats

    def seat(self, name: str, rack: Cents) -> Refusal | None:
        """A player joins at the end of the rail."""
        if name in self.seats or name == CREW:
            taken = "has a seat already" if name in self.seats else "is the crew's own name"
            return Refusal("seat-taken", f"{name} {taken}")
        if rack <= 0 or rack % self.game.chip:
            return Refusal("not-chips", f"a rack holds whole {format_amount(self.game.chip)} chips, at least one")
        self.seats[name] = Seat(rack)
        return None

    def bet(
        self, name: str, wager: str, amount: Cents, *, unnoticed: bool = False, confirmed: tuple[str, ...] = ()
    ) -> Refusal | None:
        """Makes or increases a wager."""
        late = self._refused_late(confirmed)
        return late or self._change(
            name, lambda seat: place(self.game, seat.position, self.puck, wager, amount, seat.rack, unnoticed=unnoticed)
        )

    def bet_each(
        self, name: str, group: str, amount: Cents, *, unnoticed: bool = False, confirmed: tuple[str, ...] = ()
    ) -> Refusal | None:
        """Makes the same bet on every number of a group (`inside`), all or none of them."""
        named = {entry.name: entry for entry in self.game.rules.book.groups}
        if group not in named:
            return Refusal("not-offered", f"there is no group {group!r} here.{did_you_mean(group, named)}")
        keys = self._members(named[group])

        def place_each(seat: Seat) -> Change | Refusal:
            change = Change(seat.position, 0)
            for key in keys:
                rack = seat.rack - change.cost
                further = place(self.game, change.position, self.puck, key, amount, rack, unnoticed=unnoticed)
                if isinstance(further, Refusal):
                    return further
                change = change.then(further)
            return change

        return self._refused_late(confirmed) or self._change(name, place_each)

    def _members(self, group: Group) -> list[str]:
        without = self.point if group.except_point.value else None
        return [f"{group.of.removesuffix('n')}{number}" for number in group.numbers.value if number != without]

    def reduce(self, name: str, wager: str, amount: Cents) -> Refusal | None:
        """Takes back a part of a wager."""
        return self._refused_touch() or self._change(
            name, lambda seat: reduce(self.game, seat.position, self.puck, wager, amount)
        )

    def take_down(self, name: str, what: str) -> Refusal | None:
        """Takes a wager or a group of them down."""
        return self._refused_touch() or self._change(
            name, lambda seat: take_down(self.game, seat.position, self.puck, what)
        )

    def call(self, name: str, what: str, now: Call) -> Refusal | None:
        """Calls a wager or a group of them on or off."""
        return self._refused_touch() or self._change(name, lambda seat: call(self.game, seat.position, what, now))

    def props(self, name: str, *, down: bool) -> Refusal | None:
        """Has winning propositions come down from now on, or stay up again."""
        return self._refused_touch() or self._change(name, lambda seat: call_props(self.game, seat.position, down=down))

    def press(self, name: str, wager: str, amount: Cents | None = None) -> Refusal | None:
        """Increases a wager that is up; without an amount it is doubled."""

        def add(seat: Seat) -> Change | Refusal:
            spot = standing(self.game, seat.position, wager)
            if isinstance(spot, Refusal):
                return spot
            by = stake_on(seat.position, spot) if amount is None else amount
            return place(self.game, seat.position, self.puck, wager, by, seat.rack)

        return self._refused_late(()) or self._change(name, add)

    def parlay(self, name: str, wager: str) -> Refusal | None:
        """Adds what a wager won on the last roll; one that came down with the win is made again with it."""

        def let_it_ride(seat: Seat) -> Change | Refusal:
            for win in seat.just_won:
                if win.wager == wager:
                    spot = standing(self.game, seat.position, wager)
                    if win.stays and isinstance(spot, Refusal):
                        return spot
                    return place(self.game, seat.position, self.puck, wager, win.parlays, seat.rack)
            return Refusal("nothing-won", f"{wager} did not win on the last roll, or was parlayed already")

        refusal = self._refused_late(()) or self._change(name, let_it_ride)
        if refusal is None:
            seat = self.seats[name]
            self.seats[name] = replace(seat, just_won=tuple(win for win in seat.just_won if win.wager != wager))
        return refusal

    def toke(self, name: str, amount: Cents, wager: str | None = None) -> Refusal | None:
        """A tip: into the toke box, or on a wager that rides for the crew, apart from the seat's own."""
        seat = self.seats.get(name)
        if seat is None:
            return self._no_seat(name)
        if wager is None:
            if amount <= 0 or amount % self.game.chip:
                return Refusal(
                    "not-chips",
                    f"{format_amount(amount)} is no toke: it takes whole {format_amount(self.game.chip)} chips",
                )
            if amount > seat.rack:
                return Refusal("rack", f"the rack holds {format_amount(seat.rack)}")
            self.toke_box += amount
            self.seats[name] = replace(seat, rack=seat.rack - amount)
            return None
        change = self._refused_late(()) or place(self.game, self.crew, self.puck, wager, amount, seat.rack)
        if isinstance(change, Refusal):
            return change
        self.crew = change.position
        self.seats[name] = replace(seat, rack=seat.rack - change.cost)
        self.bank += change.commission
        return None

    def _change(self, name: str, act: Callable[[Seat], Change | Refusal]) -> Refusal | None:
        seat = self.seats.get(name)
        if seat is None:
            return self._no_seat(name)
        change = act(seat)
        if isinstance(change, Refusal):
            return change
        self.seats[name] = replace(seat, rack=seat.rack - change.cost, position=change.position)
        self.bank += change.commission
        return None

    def _no_seat(self, name: str) -> Refusal:
        return Refusal("no-seat", f"nobody called {name} has a seat.{did_you_mean(name, self.seats)}")

    def _refused_late(self, confirmed: tuple[str, ...]) -> Refusal | None:
        """Whether a wager may still be made: after the throw only as the house has it."""
        rule = self.game.rules.book.throw
        if not self.thrown or rule.made.value == "open":
            return None
        clause = rule.made.cite.clause
        if rule.made.value == "closed":
            return Refusal("closed", "the dice have left the hand: no more bets", clause)
        said = [who in confirmed for who in rule.confirmed_by.value]
        if all(said) if rule.confirmations.value == "all" else any(said):
            return None
        joint = " and " if rule.confirmations.value == "all" else " or "
        return Refusal(
            "unconfirmed",
            f"the dice are in the air: the bet counts only if confirmed by {joint.join(rule.confirmed_by.value)}",
            clause,
        )

    def _refused_touch(self) -> Refusal | None:
        """Whether a wager may still be reduced, taken down or called."""
        rule = self.game.rules.book.throw.touched
        if not self.thrown or rule.value == "open":
            return None
        return Refusal("closed", "the dice have left the hand: wagers stay as they lie", rule.cite.clause)

    # --- the dice

    def passes(self, name: str) -> Refusal | None:
        """The shooter gives up the dice; with a point on the next seat with a line bet takes over."""
        if name not in self.seats:
            return self._no_seat(name)
        if self.thrown:
            return Refusal("closed", "the dice are in the air")
        if name != self.shooter():
            return Refusal("not-shooter", f"{name} does not have the dice")
        if self.point is None:
            self._declined.add(name)
            self._shooter, self._turn = name, None
            return None
        heir = next(
            (other for other in self._clockwise_from(name) if other != name and self._has_line_bet(other)), None
        )
        rule = self.game.rules.book.shooter
        if heir is None:
            return Refusal("no-shooter", "nobody else has a line bet to finish the point", rule.line.cite.clause)
        self._shooter = self._turn = heir
        self._finishing = rule.taking_over.value == "finishes the point, then shoots a hand of their own"
        return None

    def declines(self, name: str) -> Refusal | None:
        """A seat does not want the dice that may be offered to it next."""
        if name not in self.seats:
            return self._no_seat(name)
        if self.thrown or self.point is not None:
            return Refusal("not-now", "the dice are offered only before a come-out roll")
        self._declined.add(name)
        return None

    def throw(self) -> Refusal | None:
        """The dice leave the shooter's hand."""
        if self.thrown:
            return Refusal("closed", "the dice are in the air already")
        thrower = self._thrower()
        if isinstance(thrower, Refusal):
            return thrower
        self._shooter, self._dice_move_on, self.thrown = thrower, False, True
        return None

    def no_roll(self) -> None:
        """The throw does not count: nothing is decided, bets are open again."""
        self.thrown = False

    def _thrower(self) -> str | Refusal:
        clause = self.game.rules.book.shooter.line.cite.clause
        shooter = self.shooter()
        if shooter is None:
            return Refusal("no-shooter", "nobody with a line bet has the dice", clause)
        if not self._has_line_bet(shooter):
            return Refusal("no-line-bet", f"{shooter} has the dice but no line bet", clause)
        return shooter

    def roll(self, roll: Roll) -> Rolled | Refusal:
        """A valid roll: settles every seat and the crew's tokes, moves the puck and, on a seven-out, the dice."""
        shooter = self._thrower()
        if isinstance(shooter, Refusal):
            return shooter
        before, puck = self.money(), self.puck
        settled: list[tuple[str, Settlement]] = []
        for name, seat in self.seats.items():
            done = settle(self.game, seat.position, puck, roll)
            won = tuple(result for result in done.results if result.result == "win")
            self.seats[name] = Seat(seat.rack + done.back, done.position, won)
            self.bank += at_risk(seat.position) - at_risk(done.position) - done.back
            settled += [(name, result) for result in done.results]
        riding = settle(self.game, self.crew, puck, roll, riding=True)
        self.bank += at_risk(self.crew) - at_risk(riding.position) - riding.back
        self.crew, self.toke_box = riding.position, self.toke_box + riding.back
        settled += [(CREW, result) for result in riding.results]
        edge = self.game.rules.puck.edges[puck][roll.index]
        self._after_roll(shooter, edge.event)
        self._puck = edge.goto
        assert self.money() == before, "money was made or lost"
        return Rolled(shooter, roll, edge.event, tuple(settled))

    def _after_roll(self, shooter: str, event: PuckEvent) -> None:
        self.thrown = False
        self._declined.clear()
        self._shooter = shooter
        self._turn = None if event == "seven-out" else shooter
        self._dice_move_on = event == "seven-out" and not self._finishing
        if event in ("made", "seven-out"):
            self._finishing = False

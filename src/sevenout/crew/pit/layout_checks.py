"""The checks of the layout: odds heeled or bridged by their player, pucks put right, payouts verified.

Commands, the events they lead to, and the judgement of each. `markers` has what a button, a puck and odds look like.
"""

from typing import Literal, assert_never

from msgspec import Struct

from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Citation, Refusal
from sevenout.crew.layout.chips import Chips
from sevenout.crew.layout.rail import End
from sevenout.crew.manual.chapter_loader import refused_role
from sevenout.crew.markers import Stand, bridge_odds, check_pucks, heel_odds, marks_of
from sevenout.crew.payout.motions import Motion
from sevenout.crew.pit.pit_rules import pit_rules
from sevenout.crew.roll_calls import SpokenCall
from sevenout.engine.betting import not_offered, stake_on
from sevenout.engine.game import Game
from sevenout.table.handlers.shooter_rules import puck_now
from sevenout.table.table_snapshot import Snapshot, state_of

How = Literal["heeled", "bridged"]

# --- commands


class StandOdds(Struct, frozen=True, tag="stand-odds", omit_defaults=True):
    """`Ann heels dont-pass-odds`, `Ann bridges dont-pass-odds with green`:
    a player sets odds on a don't bet against it, or across it; `colours` are those of the chips of both bets."""

    seat: str
    wager: str
    how: How
    colours: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.how == "heeled":
            return f"{self.seat} heels {self.wager}"
        return f"{self.seat} bridges {self.wager} with {', '.join(self.colours)}"


class CheckPuck(Struct, frozen=True, tag="check-puck", omit_defaults=True):
    """`stickperson checks the puck at second base: on 8`, `stickperson checks the puck at third base: off`:
    the stick looks how a puck stands, and has it put right."""

    end: End
    number: int | None = None
    """The number that it stands on; none if it is off."""

    def __str__(self) -> str:
        stands = "off" if self.number is None else f"on {self.number}"
        return f"stickperson checks the puck at {self.end}: {stands}"


class VerifyPayouts(Struct, frozen=True, tag="verify-payouts", omit_defaults=True):
    """`boxperson verifies the payouts, dice at second base`:
    the payouts of the last roll are checked at the end that its dice did not land on."""

    landed: End
    by: str = "boxperson"

    def __str__(self) -> str:
        return f"{self.by} verifies the payouts, dice at {self.landed}"


LayoutCommand = StandOdds | CheckPuck | VerifyPayouts

# --- events


class OddsStood(Struct, frozen=True, tag="odds-stood"):
    """Odds on a don't bet stand so as long as both bets are what they are now."""

    seat: str
    stand: Stand
    flat: Cents
    odds: Cents


class PuckChecked(Struct, frozen=True, tag="puck-checked"):
    """The stick has looked at a puck; what was said if it stood wrong, and was put right."""

    end: End
    said: tuple[SpokenCall, ...] = ()


class PayoutsVerified(Struct, frozen=True, tag="payouts-verified"):
    """The payouts of a roll at one end were checked."""

    by: str
    payouts: tuple[Motion, ...]
    cite: Citation

    @property
    def amount(self) -> Cents:
        """The amount that was paid there."""
        return sum(motion.amount for motion in self.payouts)


LayoutEvent = OddsStood | PuckChecked | PayoutsVerified


class LayoutScene(Struct, frozen=True):
    """Everything that the person who checks the layout looks at."""

    table: Snapshot
    left: tuple[Motion, ...] = ()
    """Work of the last roll that is not done."""
    paid: tuple[Motion, ...] = ()
    """Payouts of the last roll that are."""
    rolled: bool = False
    """Whether there was a roll."""


# --- judging


def decide_layout(game: Game, scene: LayoutScene, command: LayoutCommand) -> LayoutEvent | Refusal:
    """The event of a look at the layout, or the refusal.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> decide_layout(table.game, LayoutScene(table.snapshot()), CheckPuck("second base", 8)).said[0].words
    'Second base, the puck is off'
    """
    match command:
        case StandOdds():
            return _stand(game, scene.table, command)
        case CheckPuck(end, number):
            if not scene.table.house.puck:
                return Refusal("not-here", "this game has no puck", marks_of(game).puck.on.cite)
            return PuckChecked(end, check_pucks(game, scene.table, {end: number}))
        case VerifyPayouts():
            return _verify_payouts(game, scene, command)
        case _:
            assert_never(command)


def _stand(game: Game, table: Snapshot, command: StandOdds) -> LayoutEvent | Refusal:
    """Odds set against or across their flat bet, both of which lie there."""
    spot = game.rules.by_key.get(command.wager)
    if spot is None:
        return not_offered(game, command.wager)
    state = state_of(game, table)
    seat, cite = state.seat(command.seat), marks_of(game).laid_odds.of.cite
    if seat is None:
        return Refusal("no-seat", f"nobody called {command.seat} has a seat", cite)
    placed = heel_odds(game, command.wager)
    if isinstance(placed, Refusal):
        return placed
    odds = stake_on(seat.position, spot)
    if not odds or spot.flat is None:
        return Refusal("not-up", f"{command.seat} has nothing on {spot.title}", cite, wager=spot.key)
    flat = stake_on(seat.position, game.rules.spots[spot.flat])
    if command.how == "bridged":
        placed = _refused_colours(game, (flat, odds), command.colours) or bridge_odds(
            game, puck_now(game, state), spot.key, flat, odds, command.colours
        )
    return placed if isinstance(placed, Refusal) else OddsStood(command.seat, placed, flat, odds)


def _refused_colours(game: Game, amounts: tuple[Cents, Cents], colours: tuple[str, ...]) -> Refusal | None:
    """Returns whether two bets can be chips of these colours: of the house's, and of one colour whole chips."""
    chips, cite = Chips.of(game.rules.book), marks_of(game).laid_odds.bridged.cite
    worth = {chip.colour: chip.cents for chip in chips.denominations}
    for colour in colours:
        if colour not in worth:
            return Refusal("no-such-chip", f"this house has chips of {chips.describe()}", chips.cite)
    odd = [amount for amount in amounts if len(set(colours)) == 1 and amount % worth[colours[0]]]
    if not odd:
        return None
    return Refusal("not-one-colour", f"{format_amount(odd[0])} cannot be made up of {colours[0]} chips", cite)


def _verify_payouts(game: Game, scene: LayoutScene, command: VerifyPayouts) -> LayoutEvent | Refusal:
    box = pit_rules(game).box
    refusal = refused_role(command.by, box.call)
    if refusal is not None:
        return refusal
    if not scene.rolled:
        return Refusal("not-now", "there is no roll to check: the last one is paid and done", box.payouts.cite)
    left = to_verify(game, scene.left, command.landed)
    if left:
        first = left[0].sentence[:1].lower() + left[0].sentence[1:]
        return Refusal("unfinished", f"first: {first} ('crew works')", box.payouts.cite)
    return PayoutsVerified(command.by, to_verify(game, scene.paid, command.landed), box.payouts.cite)


def to_verify(game: Game, work: tuple[Motion, ...], landed: End) -> tuple[Motion, ...]:
    """The payouts of a roll that the boxperson checks, by the end where the dice landed.

    >>> paid = tuple(Motion(end, "pay", Citation(), end=end) for end in ("third base", "second base"))
    >>> [motion.end for motion in to_verify(Game.open("catfish-bend"), paid, "second base")]
    ['third base']
    """
    opposite = pit_rules(game).box.payouts.value == "opposite the dice"
    return tuple(motion for motion in work if motion.act == "pay" and (motion.end != landed) == opposite)

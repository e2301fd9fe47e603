"""A roll that is taken back until the next throw: a supervisor rules it no roll, or it was entered wrongly.

The table keeps what it would be without the last roll. Money that comes or goes after the roll (a buy-in, an award, a
toke in the box, a seat taken or left) is told to that table too, so it stands. What was bet, taken down or called
since, tokes that ride, and what was done with the dice go back: players do it again.
"""

from collections.abc import Callable

from msgspec.structs import replace

from sevenout.base.money import format_amount
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import is_line
from sevenout.engine.game import Game
from sevenout.table.commands import Award, BuyIn, Command, CorrectRoll, Leave, RuleNoRoll, Sit, TellTime, Toke, Warn
from sevenout.table.events import (
    Event,
    Inspected,
    Left,
    NoRollCalled,
    Overruled,
    RollCorrected,
    Rolled,
    RollVoided,
    SeatRestored,
    Thrown,
)
from sevenout.table.handlers.command_outcome import CommandOutcome
from sevenout.table.handlers.dice_handling import no_roll, roll_dice, thrown_by
from sevenout.table.handlers.shooter_rules import next_to_throw, thrower
from sevenout.table.named_layout import layout_of
from sevenout.table.state import REMEMBERED_ROLLS, RevocableRoll, TableState

LastingCommand = Sit | BuyIn | Award | Leave | Toke | TellTime | Warn
"""What stands although a roll before it is taken back; of tokes only those in the box."""
_LONGEST_GROUND = 200

Judge = Callable[[Game, TableState, Command], CommandOutcome | Refusal]
"""`decide`, which imports this module."""


def rule_no_roll(game: Game, state: TableState, command: RuleNoRoll) -> CommandOutcome | Refusal:
    """A roll that the stick let pass does not count, where the house has somebody to say so."""
    rules = game.rules.book.no_roll
    if rules.overruled_by.value == "nobody":
        return Refusal("not-here", "in this house nobody overrules a throw", rules.overruled_by.cite)
    if state.dice.thrown:
        return Refusal(
            "not-now", "the dice are still in the air: call no roll instead of ruling on it", rules.called_by.cite
        )
    roll = _revocable(game, state)
    if isinstance(roll, Refusal):
        return roll
    if roll.ruled:
        return Refusal(
            "final", "the supervisor ruled that this throw counts, and that ruling is final", rules.overruled_by.cite
        )
    said, ground = command.ground, ""
    if not is_line(said, _LONGEST_GROUND):
        return Refusal("no-words", "give the ground in a few words on one line, without #")
    if said or roll.table.dice.told:
        called = no_roll(game, roll.table, said)
        if isinstance(called, Refusal):
            return called
        assert isinstance(called.event, NoRollCalled), "a throw was called off"
        said, ground = called.event.said, called.event.ground
    after, shooter = roll.table, state.rolls[-1].shooter
    if after.seat(shooter) is not None:  # a throw was made, with or without a line for it
        after = thrown_by(game, after, shooter)
    after = replace(after, dice=replace(after.dice, thrown=False, called_off=None, told=()))
    return CommandOutcome(_void_event(game, state, after, said, ground), after)


def correct_roll(game: Game, state: TableState, command: CorrectRoll) -> CommandOutcome | Refusal:
    """The last roll is taken back and settled anew as the dice fell."""
    roll = _revocable(game, state)
    if isinstance(roll, Refusal):
        return roll
    last = state.rolls[-1]
    if (last.a, last.b) == (command.a, command.b):
        return Refusal("not-now", f"the roll is already {last.a} {last.b}")
    again = roll_dice(game, roll.table, command.a, command.b, overruled=roll.ruled)
    if isinstance(again, Refusal):
        return again
    assert isinstance(again.event, Rolled), "dice that come to rest are a roll"
    return CommandOutcome(RollCorrected(_void_event(game, state, roll.table), again.event), again.state)


def _revocable(game: Game, state: TableState) -> RevocableRoll | Refusal:
    """The last roll, if it can be taken back."""
    roll, cite = state.revocable, game.rules.book.no_roll.overruled_by.cite
    if roll is None:
        why = "nothing was rolled since the last throw" if state.rolls else "nothing was rolled yet"
        return Refusal("not-now", f"{why}: a roll can be taken back only until the next throw", cite)
    return Refusal("too-late", f"the roll cannot be taken back any more: {roll.bound}", cite) if roll.bound else roll


def _void_event(game: Game, state: TableState, after: TableState, said: str = "", ground: str = "") -> RollVoided:
    last = state.rolls[-1]
    full = len(state.rolls) == REMEMBERED_ROLLS == len(after.rolls)
    seats = tuple(
        SeatRestored(
            seat.name,
            seat.rack,
            layout_of(game, seat.position),
            seat.last_results,
            len(seat.earlier),
            seat.memory,
            seat.vouchers,
        )
        for seat in after.seats
    )
    return RollVoided(
        last.shooter,
        last.a,
        last.b,
        seats,
        layout_of(game, after.crew),
        after.point,
        after.ledger,
        after.dice,
        next_to_throw(game, after),
        after.bonus,
        said,
        ground,
        after.rolls[0] if full else None,
    )


# --- what the table would be without its last roll


def revocable_after(
    game: Game, before: TableState, command: Command, event: Event, judge: Judge
) -> RevocableRoll | None:
    """What can be taken back after an event: a new roll, the last one, or nothing since the dice were thrown again.

    `before` is the table that the command was told to, `judge` is `decide`.
    """
    roll = before.revocable
    match event:
        case Rolled():
            return RevocableRoll(replace(before, revocable=None), isinstance(event, Overruled))
        case RollCorrected():
            return roll
        case Thrown() | NoRollCalled() | RollVoided():
            return None
        case Inspected() if roll is not None:
            return replace(roll, bound="the dice of its Shootout were inspected")
    if roll is None or roll.bound or not isinstance(command, LastingCommand):
        return roll
    return _lasting(game, roll, command, event, judge)


def _lasting(game: Game, roll: RevocableRoll, command: Command, event: Event, judge: Judge) -> RevocableRoll:
    """A command that stands, told to the table without the roll too; if it cannot be so there, the roll stands."""
    if isinstance(command, Toke) and command.wager is not None:
        return roll
    answer = judge(game, roll.table, command)
    if isinstance(answer, Refusal):
        if isinstance(command, Warn):  # somebody else has the dice there
            return roll
        return replace(roll, bound=f"«{command}» was done after it and depends on it: {answer.reason}")
    if (
        isinstance(event, Left)
        and isinstance(answer.event, Left)
        and ((event.cashed, event.vouchers) != (answer.event.cashed, answer.event.vouchers))
    ):
        cashed = format_amount(event.cashed)
        return replace(roll, bound=f"{event.seat} has left since, with {cashed} that depend on it")
    gone = roll.table.seat(event.seat) if isinstance(event, Left) else None
    if gone is not None and (gone.position.slots or thrower(game, roll.table) == gone.name):
        return replace(roll, bound=f"{gone.name}, who threw it or had a bet on it, has left")
    return replace(roll, table=answer.state)

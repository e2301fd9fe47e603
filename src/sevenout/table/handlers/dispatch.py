"""Judges commands: each becomes one event that says everything, with the state after it, or a refusal.

Here are the seats and their money; what happens to wagers is `bets`, what happens to the dice is `dice_handling`.
"""

from typing import assert_never

import msgspec
from msgspec.structs import replace

from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW, did_you_mean, is_line, is_name
from sevenout.engine.betting import Change, layout, place, take_down
from sevenout.engine.game import Game
from sevenout.engine.position import Voucher
from sevenout.table.commands import (
    AcceptDice,
    Award,
    Bet,
    BuyIn,
    CallProps,
    CallWager,
    Command,
    CorrectRoll,
    DeclineDice,
    Inspect,
    Leave,
    NoRoll,
    OrderPass,
    Overrule,
    Parlay,
    PassDice,
    Press,
    Reduce,
    Remember,
    RollDice,
    RuleNoRoll,
    SeatCommand,
    Sit,
    TakeDown,
    TellTime,
    ThrowDice,
    TimeOver,
    Toke,
    Undo,
    Warn,
)
from sevenout.table.events import Awarded, BoughtIn, Changed, Left, Remembered, Rolled, Seated, Toked
from sevenout.table.handlers.bets import change_layout, in_chips, refused_late, refused_removal, undo
from sevenout.table.handlers.command_outcome import CommandOutcome
from sevenout.table.handlers.dice_handling import (
    accept_dice,
    decline_dice,
    dice_without,
    end_wait,
    no_roll,
    overrule,
    pass_dice,
    roll_dice,
    throw_dice,
    warn,
)
from sevenout.table.handlers.rulings import correct_roll, revocable_after, rule_no_roll
from sevenout.table.handlers.shooter_rules import next_to_throw, puck_now
from sevenout.table.handlers.shootout_bonus import after_pass, inspect, refused_leaving, tell_time
from sevenout.table.named_layout import layout_of
from sevenout.table.state import Seat, TableState

RICHEST = 10**14 - 1
"""Cents: no rack and no buy-in is larger, or the notation could not write it."""
_LONGEST_PLAYER, _LONGEST_MEMORY, _LONGEST_REASON = 100, 20_000, 200


def decide_command(game: Game, state: TableState, command: Command) -> CommandOutcome | Refusal:
    """What a command leads to, or why the house says no."""
    if state.dice.called_off is not None and not isinstance(command, Overrule | Remember | TellTime):
        dice = replace(state.dice, called_off=None, told=())  # a no roll is overruled at once or never
        state = replace(state, dice=dice)
    decided = _decide_command(game, state, command)
    if isinstance(decided, Refusal) or isinstance(decided.event, Changed):
        return decided
    if state.revocable is None and not isinstance(decided.event, Rolled):
        return decided
    revocable = revocable_after(game, state, command, decided.event, decide_command)
    return CommandOutcome(decided.event, replace(decided.state, revocable=revocable))


def _decide_command(game: Game, state: TableState, command: Command) -> CommandOutcome | Refusal:
    match command:
        case Sit():
            return _sit(game, state, command)
        case ThrowDice(told):
            return throw_dice(game, state, told)
        case RollDice(a, b):
            return roll_dice(game, state, a, b)
        case NoRoll(words):
            return no_roll(game, state, words)
        case Overrule(a, b):
            return overrule(game, state, a, b)
        case TimeOver():
            return end_wait(game, state)
        case TellTime():
            event = tell_time(game, state, command)
            return event if isinstance(event, Refusal) else CommandOutcome(event, replace(state, bonus=event.bonus))
        case Inspect():
            return _inspect(game, state, command)
        case RuleNoRoll():
            return rule_no_roll(game, state, command)
        case CorrectRoll():
            return correct_roll(game, state, command)
        case _:
            seat = state.seat(command.seat)
            if seat is None:
                names = [seat.name for seat in state.seats]
                return Refusal(
                    "no-seat", f"nobody called {command.seat} has a seat.{did_you_mean(command.seat, names)}"
                )
            return _by_seat(game, state, seat, command)


def _by_seat(game: Game, state: TableState, seat: Seat, command: SeatCommand) -> CommandOutcome | Refusal:
    match command:
        case Bet() | Reduce() | TakeDown() | CallWager() | CallProps() | Press() | Parlay():
            return change_layout(game, state, seat, command)
        case Undo():
            return undo(game, state, seat)
        case BuyIn():
            return _buy_in(game, state, seat, command)
        case Leave():
            return _leave(game, state, seat)
        case Toke():
            return _toke(game, state, seat, command)
        case Award():
            return _award(game, state, seat, command)
        case Remember(_, memory):
            return _remember(state, seat, memory)
        case PassDice() | OrderPass():
            return pass_dice(game, state, command)
        case Warn():
            return warn(game, state, command)
        case DeclineDice(name):
            return decline_dice(game, state, name)
        case AcceptDice(name):
            return accept_dice(game, state, name)
        case _:
            assert_never(command)


# --- coming and going


def _sit(game: Game, state: TableState, command: Sit) -> CommandOutcome | Refusal:
    name, rack = command.seat, command.rack
    if name == CREW or state.seat(name) is not None:
        taken = "is the crew's own name" if name == CREW else "has a seat already"
        return Refusal("seat-taken", f"{name} {taken}")
    if not is_name(name) or not is_line(command.player, _LONGEST_PLAYER):
        return Refusal(
            "no-name",
            f"{name[:40]!r} cannot be a name: start with a letter, then letters, digits, ' . or -, at most 40",
        )
    place = _place(game, state, command.place)
    if isinstance(place, Refusal):
        return place
    if (refusal := _not_chips(game, rack, "a rack")) is not None:
        return refusal
    seat = Seat(name, rack, place=place, player=command.player, bought=rack)
    seats = tuple(sorted((*state.seats, seat), key=lambda seat: seat.place))
    after = replace(state, seats=seats, ledger=state.ledger.plus(bank=-rack, drop=rack))
    return CommandOutcome(Seated(name, place, rack, rack, next_to_throw(game, after), command.player), after)


def _place(game: Game, state: TableState, wanted: int | None) -> int | Refusal:
    """Where a player stands: at the place that is asked for, else next to the last, else at the first that is free."""
    taken = {seat.place: seat.name for seat in state.seats}
    most = game.seats
    if most is not None and len(taken) >= most:
        return Refusal("no-room", f"the rail holds {most} seats, and all are taken")
    if wanted is None:
        last = max(taken, default=0) + 1
        return last if most is None or last <= most else next(free for free in range(1, most + 1) if free not in taken)
    if wanted < 1 or (most is not None and wanted > most):
        up_to = "" if most is None else f" to {most}"
        return Refusal("no-room", f"there is no place {wanted}: the rail has places from 1{up_to}")
    if wanted in taken:
        return Refusal("place-taken", f"place {wanted} is taken, by {taken[wanted]}")
    return wanted


def _buy_in(game: Game, state: TableState, seat: Seat, command: BuyIn) -> CommandOutcome | Refusal:
    amount = command.amount
    refusal = _not_chips(game, amount, "a buy-in")
    if refusal is not None:
        return refusal
    if command.promotional:
        voucher = Voucher(command.promotional, amount)
        owner = replace(seat, vouchers=tuple(sorted((*seat.vouchers, voucher))))
        return CommandOutcome(BoughtIn(seat.name, 0, seat.rack, voucher), replace(state, seats=state.with_seat(owner)))
    richer = replace(seat, rack=seat.rack + amount, bought=seat.bought + amount)
    after = replace(state, seats=state.with_seat(richer), ledger=state.ledger.plus(bank=-amount, drop=amount))
    return CommandOutcome(BoughtIn(seat.name, amount, richer.rack), after)


def _not_chips(game: Game, amount: Cents, what: str) -> Refusal | None:
    if type(amount) is int and 0 < amount <= RICHEST and amount % game.chip == 0:
        return None
    most = f", and at most {format_amount(RICHEST)}" if type(amount) is int and amount > RICHEST else ""
    return Refusal("not-chips", f"{what} has to be whole {format_amount(game.chip)} chips, at least one{most}")


def _leave(game: Game, state: TableState, seat: Seat) -> CommandOutcome | Refusal:
    """Everything that may come down does; a contract bet keeps its player at the table until it is decided."""
    refusal = refused_removal(game, state) or refused_leaving(game, state, seat.name)
    if refusal is not None:
        return refusal
    change = Change(seat.position, 0)
    for wager in layout(game, seat.position):
        further = take_down(game, change.position, puck_now(game, state), wager)
        if isinstance(further, Change):
            change = change.combine(further)
    if change.position.slots:
        bound = game.rules.spot_of[change.position.slots[0]]
        reason = f"{seat.name} cannot leave yet: {bound.title} stays up until it wins or loses"
        return Refusal("contract", reason, bound.wager.reduce.cite, wager=bound.key)
    if state.dice.thrown and state.dice.holder == seat.name:
        return Refusal("closed", f"{seat.name} threw the dice and has to stay until they stop")
    dice = dice_without(game, state, seat.name)
    bonus = after_pass(state) if state.dice.turn == seat.name else state.bonus
    change = in_chips(seat.position, change)
    chips, seats = seat.rack - change.cost, tuple(other for other in state.seats if other.name != seat.name)
    ledger = state.ledger.plus(bank=chips, commission=change.commission)
    after = replace(state, seats=seats, dice=dice, ledger=ledger, bonus=bonus)
    throws = next_to_throw(game, after)
    return CommandOutcome(Left(seat.name, chips, change.commission, dice, throws, bonus, seat.vouchers), after)


def _remember(state: TableState, seat: Seat, memory: str) -> CommandOutcome | Refusal:
    """A note that is no part of the game: nothing else changes by it."""
    try:
        msgspec.json.decode(memory)
        sound = len(memory) <= _LONGEST_MEMORY
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        sound = False
    if not sound:
        return Refusal("no-memory", f"a memory is JSON, of {_LONGEST_MEMORY:,} characters at most")
    after = replace(state, seats=state.with_seat(replace(seat, memory=memory)))
    return CommandOutcome(Remembered(seat.name, memory), after)


# --- tokes and the bonus


def _toke(game: Game, state: TableState, seat: Seat, command: Toke) -> CommandOutcome | Refusal:
    """A tip: into the toke box, or on a wager that rides for the crew, apart from the seat's own."""
    boxed = command.amount if command.wager is None else 0
    change: Change | Refusal
    if command.wager is None:
        refusal = _not_chips(game, boxed, "a toke")
        if refusal is None and boxed > seat.rack:
            refusal = Refusal("rack", f"the rack holds {format_amount(seat.rack)}", amount=boxed)
        change = refusal or Change(state.crew, 0)
    else:
        late = refused_late(game, state)
        refusal = None if late is None else replace(late, wager=command.wager, amount=command.amount)
        change = refusal or place(game, state.crew, puck_now(game, state), command.wager, command.amount, seat.rack)
    if isinstance(change, Refusal):
        return change
    poorer = replace(seat, rack=seat.rack - boxed - change.cost)
    ledger = state.ledger.plus(toke_box=boxed, commission=change.commission)
    after = replace(state, seats=state.with_seat(poorer), crew=change.position, ledger=ledger)
    crew = layout_of(game, change.position)
    return CommandOutcome(Toked(seat.name, boxed, crew, poorer.rack, change.staked, change.commission), after)


def _award(game: Game, state: TableState, seat: Seat, command: Award) -> CommandOutcome | Refusal:
    """A ruling moves chips: bank to rack, or rack to bank; it says why."""
    amount, why = command.amount, command.why
    refusal = _not_chips(game, abs(amount) if type(amount) is int else amount, "an award")
    if refusal is None and not (why and is_line(why, _LONGEST_REASON) and is_line(command.clause, _LONGEST_REASON)):
        refusal = Refusal(
            "no-ruling", f"say why the ruling moves chips, in one line of at most {_LONGEST_REASON} characters"
        )
    if refusal is None and not 0 <= seat.rack + amount <= RICHEST:
        refusal = Refusal("rack", f"{seat.name}'s rack holds {format_amount(seat.rack)}", amount=amount)
    if refusal is not None:
        return refusal
    ruled = replace(seat, rack=seat.rack + amount)
    ledger = state.ledger.plus(bank=-amount, awarded=amount)
    after = replace(state, seats=state.with_seat(ruled), ledger=ledger)
    return CommandOutcome(Awarded(seat.name, amount, ruled.rack, why, command.clause), after)


def _inspect(game: Game, state: TableState, command: Inspect) -> CommandOutcome | Refusal:
    event = inspect(game, state, command)
    if isinstance(event, Refusal):
        return event
    racks = {paid.seat: paid.rack for paid in event.paid}
    seats = tuple(replace(seat, rack=racks.get(seat.name, seat.rack)) for seat in state.seats)
    total = sum(paid.amount for paid in event.paid)
    ledger = state.ledger.plus(bank=-total, bonus=total)
    return CommandOutcome(event, replace(state, seats=seats, ledger=ledger, bonus=event.bonus))

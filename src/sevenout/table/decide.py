"""Judges commands: each becomes one event that carries every result, or a refusal that changed nothing."""

from msgspec.structs import replace

from sevenout.dice import Roll, roll
from sevenout.game import Game
from sevenout.money import Cents, format_amount
from sevenout.position import (
    Change,
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
from sevenout.refusal import Refusal
from sevenout.rulebook.model import Confirmations, Group
from sevenout.table.bonus import after_pass, after_roll, inspect, refused_leaving, refused_throw, tell_time
from sevenout.table.commands import (
    AcceptDice,
    Bet,
    BuyIn,
    CallProps,
    CallWager,
    Command,
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
    RollDice,
    Sit,
    TakeDown,
    ThrowDice,
    Toke,
    Told,
)
from sevenout.table.events import BoughtIn, Changed, DiceMoved, Event, Left, Rolled, Seated, SeatResult, Toked
from sevenout.table.shooter import clockwise_from, has_line_bet, heir, next_to_throw, puck_now, thrower
from sevenout.table.state import Dice, Seat, TableState
from sevenout.words import CREW, did_you_mean


def decide(game: Game, state: TableState, command: Command) -> Event | Refusal:
    """The event that a command leads to, or why the house says no."""
    if state.dice.called_off is not None and not isinstance(command, Overrule):
        state = replace(state, dice=replace(state.dice, called_off=None))  # a no roll is overruled at once or never
    match command:
        case Sit():
            return _sit(game, state, command)
        case ThrowDice():
            return _throw(game, state, command)
        case RollDice(a, b):
            return _roll(game, state, roll(a, b), str(command))
        case NoRoll(ground):
            called_off = replace(state.dice, thrown=False, called_off=ground)
            return DiceMoved(str(command), called_off, state.bonus)
        case Overrule(a, b):
            return _refused_overruling(game, state) or _roll(game, state, roll(a, b), str(command))
        case Told():
            return tell_time(game, state, command)
        case Inspect():
            return inspect(game, state, command)
        case _:
            seat = state.seat(command.seat)
            if seat is None:
                names = [seat.name for seat in state.seats]
                return Refusal(
                    "no-seat", f"nobody called {command.seat} has a seat.{did_you_mean(command.seat, names)}"
                )
            return _by_seat(game, state, seat, command)


def _by_seat(game: Game, state: TableState, seat: Seat, command: Command) -> Event | Refusal:
    match command:
        case BuyIn():
            return _buy_in(game, command)
        case Leave():
            return _leave(game, state, seat)
        case Toke():
            return _toke(game, state, seat, command)
        case PassDice() | OrderPass():
            return _pass(game, state, command)
        case DeclineDice():
            return _decline(game, state, command)
        case AcceptDice():
            return _accept(game, state, command)
        case _:
            return _change(game, state, seat, command)


# --- seats and money


def _sit(game: Game, state: TableState, command: Sit) -> Event | Refusal:
    if command.seat == CREW or state.seat(command.seat) is not None:
        taken = "is the crew's own name" if command.seat == CREW else "has a seat already"
        return Refusal("seat-taken", f"{command.seat} {taken}")
    if game.seats is not None and len(state.seats) >= game.seats:
        return Refusal("no-room", f"the rail holds {game.seats} seats, and all are taken")
    return _not_chips(game, command.rack, "a rack") or Seated(str(command), command.seat, command.rack)


def _buy_in(game: Game, command: BuyIn) -> Event | Refusal:
    return _not_chips(game, command.amount, "a buy-in") or BoughtIn(str(command), command.seat, command.amount)


def _not_chips(game: Game, amount: Cents, what: str) -> Refusal | None:
    if amount > 0 and amount % game.chip == 0:
        return None
    return Refusal("not-chips", f"{what} is whole {format_amount(game.chip)} chips, at least one")


def _leave(game: Game, state: TableState, seat: Seat) -> Event | Refusal:
    """Everything that may come down does; a contract bet keeps its player at the table until it is decided."""
    refusal = _refused_touch(game, state) or refused_leaving(game, state, seat.name)
    if refusal is not None:
        return refusal
    change = Change(seat.position, 0)
    for wager in layout(game, seat.position):
        further = take_down(game, change.position, puck_now(game, state), wager)
        if isinstance(further, Change):
            change = change.then(further)
    if change.position.slots:
        bound = game.rules.spot_of[change.position.slots[0]]
        reason = f"{bound.title} stays until it is decided: {seat.name} cannot leave before"
        return Refusal("contract", reason, bound.wager.reduce.cite, wager=bound.key)
    if state.dice.thrown and state.dice.holder == seat.name:
        return Refusal("closed", f"the dice are in the air: {seat.name} threw them and stays until they rest")
    dice = _dice_without(game, state, seat.name)
    bonus = after_pass(state) if state.dice.turn == seat.name else state.bonus
    return Left(f"{seat.name} leaves", seat.name, seat.rack - change.cost, change.commission, dice, bonus)


def _dice_without(game: Game, state: TableState, name: str) -> Dice:
    """The dice after a seat has left: with a point on somebody finishes it, else they go on clockwise from there."""
    dice = replace(state.dice, declined=tuple(other for other in state.dice.declined if other != name))
    if dice.holder != name:
        return dice
    if state.point(game) is not None:
        return _taken_over(game, dice, heir(game, state, name))
    *_, before, _ = [None, *clockwise_from(state, name)]
    return replace(dice, holder=before, turn=None, move_on=True)


# --- wagers


def _change(game: Game, state: TableState, seat: Seat, command: Command) -> Event | Refusal:
    puck, position = puck_now(game, state), seat.position
    change: Change | Refusal | None
    parlayed = ""
    match command:
        case Bet(_, amount, group, each=True, unnoticed=unnoticed):
            change = _refused_bet(game, state, command) or _bet_each(
                game, state, seat, group, amount, unnoticed=unnoticed
            )
        case Bet(_, amount, wager, unnoticed=unnoticed):
            refused = _refused_bet(game, state, command)
            change = refused or place(game, position, puck, wager, amount, seat.rack, unnoticed=unnoticed)
        case Press(_, wager, by):
            change = _refused_late(game, state) or _press(game, seat, puck, wager, by)
        case Parlay(_, wager):
            parlayed = wager
            change = _refused_late(game, state) or _parlay(game, seat, puck, wager)
        case Reduce(_, wager, amount):
            change = _refused_touch(game, state) or reduce(game, position, puck, wager, amount)
        case TakeDown(_, what):
            change = _refused_touch(game, state) or take_down(game, position, puck, what)
        case CallWager(_, what, now):
            change = _refused_touch(game, state) or call(game, position, what, now)
        case CallProps(_, now):
            change = _refused_touch(game, state) or call_props(game, position, down=now == "down")
        case _:
            raise AssertionError(f"{command} is no change of a layout")
    if isinstance(change, Refusal):
        return change
    return Changed(str(command), seat.name, change.position, change.staked, change.commission, parlayed)


def _bet_each(
    game: Game, state: TableState, seat: Seat, name: str, amount: Cents, *, unnoticed: bool
) -> Change | Refusal:
    """The same bet on every number of a group, all or none of them."""
    groups = {group.name: group for group in game.rules.book.groups}
    if name not in groups:
        reason = f"there is no group {name!r} here.{did_you_mean(name, groups)}"
        return Refusal("not-offered", reason, wager=name, amount=amount)
    change = Change(seat.position, 0)
    puck = puck_now(game, state)
    for key in _members(groups[name], state.point(game)):
        further = place(game, change.position, puck, key, amount, seat.rack - change.cost, unnoticed=unnoticed)
        if isinstance(further, Refusal):
            return further
        change = change.then(further)
    return change


def _members(group: Group, point: int | None) -> list[str]:
    without = point if group.except_point.value else None
    return [f"{group.of.removesuffix('n')}{number}" for number in group.numbers.value if number != without]


def _press(game: Game, seat: Seat, puck: int, wager: str, by: Cents | None) -> Change | Refusal:
    spot = standing(game, seat.position, wager)
    if isinstance(spot, Refusal):
        return spot
    amount = stake_on(seat.position, spot) if by is None else by
    return place(game, seat.position, puck, wager, amount, seat.rack)


def _parlay(game: Game, seat: Seat, puck: int, wager: str) -> Change | Refusal:
    """Adds what a wager won on the last roll; one that came down with the win is made again with it."""
    for win in seat.just_won:
        if win.wager == wager:
            spot = standing(game, seat.position, wager)
            if win.stays and isinstance(spot, Refusal):
                return spot
            return place(game, seat.position, puck, wager, win.parlays, seat.rack)
    offered = game.rules.by_key.get(wager)
    named = wager if offered is None else offered.title
    return Refusal("nothing-won", f"{named} did not win on the last roll, or was parlayed already", wager=wager)


def _toke(game: Game, state: TableState, seat: Seat, command: Toke) -> Event | Refusal:
    """A tip: into the toke box, or on a wager that rides for the crew, apart from the seat's own."""
    if command.wager is None:
        refusal = _not_chips(game, command.amount, "a toke")
        if refusal is None and command.amount > seat.rack:
            refusal = Refusal("rack", f"the rack holds {format_amount(seat.rack)}", amount=command.amount)
        return refusal or Toked(str(command), seat.name, command.amount, state.crew, 0, 0)
    puck = puck_now(game, state)
    change = _refused_late(game, state) or place(game, state.crew, puck, command.wager, command.amount, seat.rack)
    if isinstance(change, Refusal):
        return change
    return Toked(str(command), seat.name, 0, change.position, change.staked, change.commission)


def _refused_late(game: Game, state: TableState, confirmed: tuple[str, ...] = ()) -> Refusal | None:
    """Whether a wager may still be made: after the throw only as the house has it."""
    rule = game.rules.book.throw
    if not state.dice.thrown or rule.made.value == "open":
        return None
    if rule.made.value == "closed":
        return Refusal("closed", "the dice have left the hand: no more bets", rule.made.cite)
    lacking = _unconfirmed(rule.confirmed_by.value, rule.confirmations.value, confirmed)
    reason = f"the dice are in the air: the bet counts only if confirmed by {lacking}"
    return Refusal("unconfirmed", reason, rule.made.cite) if lacking else None


def _refused_bet(game: Game, state: TableState, bet: Bet) -> Refusal | None:
    called = _refused_call(game, bet.confirmed) if bet.called else None
    refusal = called or _refused_late(game, state, bet.confirmed)
    return None if refusal is None else replace(refusal, wager=bet.wager, amount=bet.amount)


def _refused_call(game: Game, confirmed: tuple[str, ...]) -> Refusal | None:
    """Whether a wager that is only called out counts, whether the dice are in the air or not."""
    rule = game.rules.book.throw
    if rule.called.value == "open":
        return None
    if rule.called.value == "refused":
        return Refusal("called", "a bet is chips on the layout: none is called out here", rule.called.cite)
    lacking = _unconfirmed(rule.called_confirmed_by.value, rule.called_confirmations.value, confirmed)
    reason = f"a bet called out counts only if confirmed by {lacking}"
    return Refusal("unconfirmed", reason, rule.called.cite) if lacking else None


def _unconfirmed(by: tuple[str, ...], how: Confirmations, confirmed: tuple[str, ...]) -> str:
    """Whose word is wanted; nothing if it was given."""
    said = [who in confirmed for who in by]
    given, joint = (all(said), "and") if how == "all" else (any(said), "or")
    return "" if given else f" {joint} ".join(filter(None, (", ".join(by[:-1]), by[-1])))


def _refused_touch(game: Game, state: TableState) -> Refusal | None:
    """Whether a wager may still be reduced, taken down or called."""
    rule = game.rules.book.throw.touched
    if not state.dice.thrown or rule.value == "open":
        return None
    return Refusal("closed", "the dice have left the hand: wagers stay as they lie", rule.cite)


# --- the dice


def _pass(game: Game, state: TableState, command: PassDice | OrderPass) -> Event | Refusal:
    """The shooter gives up the dice; with a point on the next seat with a line bet takes over."""
    dice, name = state.dice, command.seat
    if dice.thrown:
        return Refusal("closed", "the dice are in the air")
    if name != next_to_throw(game, state):
        return Refusal("not-shooter", f"{name} does not have the dice")
    order = game.rules.book.shooter.ordered_to_pass
    if isinstance(command, OrderPass) and not order.value:
        return Refusal("not-here", "in this house nobody orders a shooter to pass the dice", order.cite)
    if state.point(game) is None:
        passed = replace(dice, holder=name, turn=None, move_on=True, declined=_and(dice.declined, name))
        return DiceMoved(str(command), passed, after_pass(state))
    successor = heir(game, state, name)
    if successor is None:
        cite = game.rules.book.shooter.line.cite
        return Refusal("no-shooter", "nobody else has a line bet to finish the point", cite)
    return DiceMoved(str(command), _taken_over(game, dice, successor), after_pass(state))


def _taken_over(game: Game, dice: Dice, successor: str | None) -> Dice:
    """The dice in other hands with a point on; in nobody's if no line bet is left."""
    rule = game.rules.book.shooter.taking_over.value
    own_hand = rule == "finishes the point, then shoots a hand of their own" and successor is not None
    return replace(dice, holder=successor, turn=successor, finishing=own_hand)


def _decline(game: Game, state: TableState, command: DeclineDice) -> Event | Refusal:
    if state.dice.thrown or state.point(game) is not None:
        return Refusal("not-now", "the dice are offered only before a come-out roll")
    return DiceMoved(str(command), replace(state.dice, declined=_and(state.dice.declined, command.seat)), state.bonus)


def _accept(game: Game, state: TableState, command: AcceptDice) -> Event | Refusal:
    """Who accepts the dice that are offered is the shooter, whoever has a line bet later; a turn begun is over then."""
    dice, name = state.dice, command.seat
    if dice.thrown or state.point(game) is not None:
        return Refusal("not-now", "the dice are offered only before a come-out roll")
    if not has_line_bet(game, state, name):
        return Refusal("no-line-bet", f"{name} has no line bet to shoot with", game.rules.book.shooter.line.cite)
    willing = replace(dice, declined=tuple(other for other in dice.declined if other != name))
    offered = next_to_throw(game, replace(state, dice=willing))
    if offered != name:
        return Refusal("not-shooter", f"the dice are {offered}'s to take or decline")
    if dice.turn in (None, name):
        return DiceMoved(str(command), replace(willing, holder=name, move_on=False), state.bonus)
    return DiceMoved(str(command), replace(willing, holder=name, move_on=False, turn=None), after_pass(state))


def _and(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return names if name in names else (*names, name)


def _refused_overruling(game: Game, state: TableState) -> Refusal | None:
    """A no roll that may be called may be overruled, where the house has somebody to do it, and at once."""
    rules = game.rules.book.no_roll
    if state.dice.called_off is None:
        return Refusal("not-now", "there is no throw that was just called no roll")
    ground = rules.named(state.dice.called_off)
    if ground is not None and ground.call.value == "always":
        return Refusal("no-roll", f"{ground.key.replace('-', ' ')}: such a throw never counts", ground.call.cite)
    if rules.overruled_by.value == "nobody":
        return Refusal("not-here", "in this house nobody overrules a no roll", rules.overruled_by.cite)
    return None


def _throw(game: Game, state: TableState, command: ThrowDice) -> Event | Refusal:
    if state.dice.thrown:
        return Refusal("closed", "the dice are in the air already")
    name = refused_throw(game, state) or thrower(game, state)
    if isinstance(name, Refusal):
        return name
    return DiceMoved(str(command), replace(state.dice, holder=name, move_on=False, thrown=True), state.bonus)


def _roll(game: Game, state: TableState, dice: Roll, said: str) -> Event | Refusal:
    """Settles every seat and the crew's tokes, moves the puck and, on a seven-out, the dice."""
    name = refused_throw(game, state) or thrower(game, state)
    if isinstance(name, Refusal):
        return name
    puck = puck_now(game, state)
    seats = []
    bank = 0
    for seat in state.seats:
        done = settle(game, seat.position, puck, dice)
        bank += done.bank
        seats.append(SeatResult(seat.name, done.position, done.back, done.results))
    tokes = settle(game, state.crew, puck, dice, riding=True)
    bank += tokes.bank
    crew = SeatResult(CREW, tokes.position, tokes.back, tokes.results)
    edge = game.rules.puck.edges[puck][dice.index]
    out = edge.event == "seven-out"
    finishing = state.dice.finishing
    after = Dice(
        holder=name,
        turn=None if out else name,
        move_on=out and not finishing,
        finishing=finishing and edge.event not in ("made", "seven-out"),
    )
    point = game.rules.puck.states[edge.goto].point
    bonus = after_roll(game, state, name, edge.event)
    return Rolled(said, name, dice.a, dice.b, edge.event, edge.goto, point, tuple(seats), crew, bank, after, bonus)

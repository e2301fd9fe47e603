"""What happens to the dice: passed, declined, accepted, thrown, called off, overruled, and rolled."""

from msgspec.structs import replace

from sevenout.dice import ROLLS, roll
from sevenout.game import Game
from sevenout.money import Cents
from sevenout.position import PLAIN, Position, Settled, settle
from sevenout.puck import PuckEvent
from sevenout.refusal import Refusal
from sevenout.table.bonus import after_pass, after_roll, refused_throw
from sevenout.table.commands import OrderPass, PassDice
from sevenout.table.decided import Decided
from sevenout.table.events import Accepted, Declined, NoRollCalled, Overruled, Passed, Rolled, SeatResult, Thrown
from sevenout.table.layouts import named
from sevenout.table.shooter import clockwise_from, has_line_bet, heir, next_to_throw, puck_now, thrower
from sevenout.table.state import REMEMBERED_ROLLS, Dice, PastRoll, Seat, TableState
from sevenout.words import CREW, is_line


def pass_dice(game: Game, state: TableState, command: PassDice | OrderPass) -> Decided | Refusal:
    """The shooter gives up the dice; with a point on the next seat with a line bet takes over."""
    dice, name, ordered = state.dice, command.seat, isinstance(command, OrderPass)
    if dice.thrown:
        return Refusal("closed", "the dice are in the air")
    if name != next_to_throw(game, state):
        return Refusal("not-shooter", f"{name} does not have the dice")
    order = game.rules.book.shooter.ordered_to_pass
    if ordered and not order.value:
        return Refusal("not-here", "in this house nobody orders a shooter to pass the dice", order.cite)
    if state.point is None:
        passed = replace(dice, holder=name, turn=None, move_on=True, declined=_and(dice.declined, name))
    else:
        successor = heir(game, state, name)
        if successor is None:
            cite = game.rules.book.shooter.line.cite
            return Refusal("no-shooter", "nobody else has a line bet to finish the point", cite)
        passed = _taken_over(game, dice, successor)
    after = replace(state, dice=passed, bonus=after_pass(state))
    return Decided(Passed(name, passed, next_to_throw(game, after), ordered, after.bonus), after)


def dice_without(game: Game, state: TableState, name: str) -> Dice:
    """The dice after a seat has left: with a point on somebody finishes it, else they go on clockwise from there."""
    dice = replace(state.dice, declined=tuple(other for other in state.dice.declined if other != name))
    if dice.holder != name:
        return dice
    if state.point is not None:
        return _taken_over(game, dice, heir(game, state, name))
    others = [seat.name for seat in clockwise_from(state, name) if seat.name != name]
    return replace(dice, holder=others[-1] if others else None, turn=None, move_on=True)


def _taken_over(game: Game, dice: Dice, successor: str | None) -> Dice:
    """The dice in other hands with a point on; in nobody's if no line bet is left."""
    rule = game.rules.book.shooter.taking_over.value
    own_hand = rule == "finishes the point, then shoots a hand of their own" and successor is not None
    return replace(dice, holder=successor, turn=successor, finishing=own_hand)


def decline_dice(game: Game, state: TableState, name: str) -> Decided | Refusal:
    """A seat does not want the dice that may be offered to it next."""
    if state.dice.thrown or state.point is not None:
        return Refusal("not-now", "the dice are offered only before a come-out roll")
    after = replace(state, dice=replace(state.dice, declined=_and(state.dice.declined, name)))
    return Decided(Declined(name, after.dice, next_to_throw(game, after)), after)


def accept_dice(game: Game, state: TableState, name: str) -> Decided | Refusal:
    """Who accepts the dice that are offered is the shooter, whoever has a line bet later; a turn begun is over then."""
    dice = state.dice
    if dice.thrown or state.point is not None:
        return Refusal("not-now", "the dice are offered only before a come-out roll")
    if not has_line_bet(game, state, name):
        return Refusal("no-line-bet", f"{name} has no line bet to shoot with", game.rules.book.shooter.line.cite)
    willing = replace(dice, declined=tuple(other for other in dice.declined if other != name))
    offered = next_to_throw(game, replace(state, dice=willing))
    if offered != name:
        return Refusal("not-shooter", f"the dice are {offered}'s to take or decline")
    if dice.turn in (None, name):
        after = replace(state, dice=replace(willing, holder=name, move_on=False))
    else:
        after = replace(state, dice=replace(willing, holder=name, move_on=False, turn=None), bonus=after_pass(state))
    return Decided(Accepted(name, after.dice, next_to_throw(game, after), after.bonus), after)


def _and(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return names if name in names else (*names, name)


# --- throws


_LONGEST_GROUND = 200
_FACES = frozenset((roll.a, roll.b) for roll in ROLLS)


def throw_dice(game: Game, state: TableState) -> Decided | Refusal:
    """The dice leave the hand."""
    if state.dice.thrown:
        return Refusal("closed", "the dice are in the air already")
    name = refused_throw(game, state) or thrower(game, state)
    if isinstance(name, Refusal):
        return name
    after = replace(state, dice=replace(state.dice, holder=name, move_on=False, thrown=True))
    return Decided(Thrown(name, after.dice, after.bonus), after)


def no_roll(game: Game, state: TableState, words: str) -> Decided | Refusal:
    """The throw does not count."""
    if not is_line(words, _LONGEST_GROUND):
        return Refusal("no-words", "a ground is a few words on one line, without #")
    ground = game.rules.book.no_roll.named(words)
    after = replace(state, dice=replace(state.dice, thrown=False, called_off=words))
    called = NoRollCalled(words, after.dice, "" if ground is None else ground.key, next_to_throw(game, after))
    return Decided(called, after)


def overrule(game: Game, state: TableState, a: int, b: int) -> Decided | Refusal:
    """A no roll that may be called may be overruled, where the house has somebody to do it, and at once."""
    rules = game.rules.book.no_roll
    if state.dice.called_off is None:
        return Refusal("not-now", "there is no throw that was just called no roll")
    ground = rules.named(state.dice.called_off)
    if ground is not None and ground.call.value == "always":
        return Refusal("no-roll", f"{ground.key.replace('-', ' ')}: such a throw never counts", ground.call.cite)
    if rules.overruled_by.value == "nobody":
        return Refusal("not-here", "in this house nobody overrules a no roll", rules.overruled_by.cite)
    return roll_dice(game, state, a, b, overruled=True)


def roll_dice(game: Game, state: TableState, a: int, b: int, *, overruled: bool = False) -> Decided | Refusal:
    """Settles every seat and the crew's tokes, moves the puck and, on a seven-out, the dice."""
    if (a, b) not in _FACES:
        return Refusal("no-dice", f"{a} and {b} are no dice: a die shows 1 to 6")
    name = refused_throw(game, state) or thrower(game, state)
    if isinstance(name, Refusal):
        return name
    puck, dice = puck_now(game, state), roll(a, b)
    seats, results = [], []
    bank = 0
    for seat in state.seats:
        done = settle(game, seat.position, puck, dice)
        bank += done.bank
        rack = seat.rack + done.back
        seats.append(
            Seat(seat.name, rack, done.position, done.results, seat.place, seat.player, seat.bought, (), seat.memory)
        )
        if done.moves or seat.position.marks is not PLAIN:
            results.append(_result(game, seat.name, rack, seat.position, done))
        else:
            results.append(SeatResult(seat.name, rack, done.back, done.results))
    tokes = settle(game, state.crew, puck, dice, riding=True)
    bank += tokes.bank
    ledger = state.ledger.plus(bank=bank, toke_box=tokes.back)
    crew = _result(game, CREW, ledger.toke_box, state.crew, tokes)
    edge = game.rules.puck.edges[puck][dice.index]
    event, point = edge.event, game.rules.puck.states[edge.goto].point
    rolls = (*state.rolls[1 - REMEMBERED_ROLLS :], PastRoll(a, b, name, event, point))
    bonus = after_roll(state, name, event)
    after = TableState(tuple(seats), tokes.position, point, _after_roll(state.dice, name, event), ledger, bonus, rolls)
    lines, kind = game.on_the_line(puck, dice.index), Overruled if overruled else Rolled
    throws = next_to_throw(game, after)
    rolled = kind(name, a, b, event, point, lines, tuple(results), crew, bank, after.dice, throws, bonus)
    return Decided(rolled, after)


def _after_roll(dice: Dice, shooter: str, event: PuckEvent) -> Dice:
    out, finishing = event == "seven-out", dice.finishing
    return Dice(
        holder=shooter,
        turn=None if out else shooter,
        move_on=out and not finishing,
        finishing=finishing and event not in ("made", "seven-out"),
    )


def _result(game: Game, name: str, rack: Cents, before: Position, done: Settled) -> SeatResult:
    marked = before.marks is not PLAIN and before.marks != PLAIN  # a mark may have gone with this roll
    layout = named(game, done.position) if done.moves or marked else None
    return SeatResult(name, rack, done.back, done.results, done.moves, layout)

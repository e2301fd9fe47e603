"""Whose dice they are: who may shoot, who throws next, and to whom the dice go."""

from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.puck_machine import FRESH, OFF
from sevenout.table.state import Seat, TableState


def may_shoot(game: Game, seat: Seat) -> bool:
    """Whether a seat has one of the wagers that a shooter needs."""
    return not game.line_slots or not game.line_slots.isdisjoint(seat.position.slots)


def has_line_bet(game: Game, state: TableState, name: str) -> bool:
    """Whether the seat of that name may shoot."""
    seat = state.seat(name)
    return seat is not None and may_shoot(game, seat)


def clockwise_from(state: TableState, name: str | None) -> tuple[Seat, ...]:
    """The seats after one, ending with it; from the left of the box if nobody has shot yet."""
    for at, seat in enumerate(state.seats, start=1):
        if seat.name == name:
            return state.seats[at:] + state.seats[:at]
    return state.seats


def keeps_dice(state: TableState) -> bool:
    """Whether the dice are still the shooter's: not given up, by a seven-out or otherwise."""
    dice = state.dice
    return dice.holder is not None and not dice.move_on


def next_to_throw(game: Game, state: TableState) -> str | None:
    """Whose dice they are, with or without a line bet for a come-out roll; nobody's if no seat may throw."""
    if state.point is not None and not state.dice.thrown:
        return _finisher(game, state)
    return state.dice.holder if state.dice.thrown or keeps_dice(state) else next_bettor(game, state)


def waits_for_line_bet(game: Game, state: TableState) -> str | None:
    """The shooter who has the dice for a come-out roll and no line bet to throw them with."""
    holder = state.dice.holder
    if holder is None or state.dice.thrown or state.point is not None or not keeps_dice(state):
        return None
    return None if has_line_bet(game, state, holder) else holder


def next_bettor(game: Game, state: TableState) -> str | None:
    """The next seat clockwise with a line bet that has not declined the dice; if all have, they go round again."""
    line, first = game.line_slots, None
    for seat in clockwise_from(state, state.dice.holder):
        if not line or not line.isdisjoint(seat.position.slots):
            if seat.name not in state.dice.declined:
                return seat.name
            first = first or seat.name
    return first


def _finisher(game: Game, state: TableState) -> str | None:
    """Who throws with a point on: the holder; without a line bet the next seat that has one; if none has, the holder.

    So a hand never comes to a standstill, and if the holder is gone the next seat finishes it.
    """
    holder = state.dice.holder
    seat = None if holder is None else state.seat(holder)
    if seat is not None and may_shoot(game, seat):
        return holder
    others = clockwise_from(state, holder)
    able = next((other.name for other in others if may_shoot(game, other)), None)
    return able or (holder if seat is not None else next((other.name for other in others), None))


def thrower(game: Game, state: TableState) -> str | Refusal:
    """Who throws if the dice are thrown now, or why nobody may.

    That they are thrown says that a shooter without a line bet has had the time to make one.
    """
    waits = waits_for_line_bet(game, state) is not None
    name = next_bettor(game, state) if waits else next_to_throw(game, state)
    if name is None:
        return Refusal(
            "no-shooter", "nobody can throw: the shooter needs a line bet", game.rules.book.shooter.line.cite
        )
    return name


def heir(game: Game, state: TableState, name: str) -> str | None:
    """Who takes the dice over with a point on: the next seat clockwise with a line bet."""
    others = (seat for seat in clockwise_from(state, name) if seat.name != name)
    return next((seat.name for seat in others if may_shoot(game, seat)), None)


def puck_now(game: Game, state: TableState) -> int:
    """The state of the puck for a bet: off is fresh while the next to throw has not thrown in this turn."""
    return puck_before(game, state, None if state.point is not None else next_to_throw(game, state))


def puck_before(game: Game, state: TableState, name: str | None) -> int:
    """The same, where it is known who throws next."""
    if state.point is not None:
        return game.puck(state.point)
    if game.rules.book.puck is None:
        return FRESH
    begun = state.dice.turn is not None if name is None else name == state.dice.turn
    return OFF if begun else FRESH

"""Whose dice they are: who may shoot, who throws next, and to whom the dice go."""

from collections.abc import Iterator

from sevenout.game import Game
from sevenout.position import stake_on
from sevenout.puck import FRESH, OFF
from sevenout.refusal import Refusal
from sevenout.table.state import TableState


def has_line_bet(game: Game, state: TableState, name: str) -> bool:
    """Whether a seat has one of the wagers that a shooter needs."""
    line = game.rules.book.shooter.line.value
    seat = state.seat(name)
    return seat is not None and (not line or any(stake_on(seat.position, game.rules.by_key[key]) for key in line))


def clockwise_from(state: TableState, name: str | None) -> Iterator[str]:
    """The seats after one, ending with it; from the left of the box if nobody has shot yet."""
    names = [seat.name for seat in state.seats]
    start = names.index(name) + 1 if name in names else 0
    yield from names[start:] + names[:start]


def next_to_throw(game: Game, state: TableState) -> str | None:
    """Who would throw now; nobody if no seat may."""
    dice = state.dice
    holder = dice.holder
    if state.point(game) is not None or dice.thrown:
        return holder
    if holder and not dice.move_on and holder not in dice.declined and has_line_bet(game, state, holder):
        return holder
    offered = [name for name in clockwise_from(state, holder) if has_line_bet(game, state, name)]
    accepting = (name for name in offered if name not in dice.declined)
    return next(accepting, offered[0] if offered else None)  # all declined: the dice go round again


def thrower(game: Game, state: TableState) -> str | Refusal:
    """Who throws, or why nobody may."""
    cite = game.rules.book.shooter.line.cite
    name = next_to_throw(game, state)
    if name is None:
        return Refusal("no-shooter", "nobody with a line bet has the dice", cite)
    if not has_line_bet(game, state, name):
        return Refusal("no-line-bet", f"{name} has the dice but no line bet", cite)
    return name


def heir(game: Game, state: TableState, name: str) -> str | None:
    """Who takes the dice over with a point on: the next seat clockwise with a line bet."""
    others = (other for other in clockwise_from(state, name) if other != name)
    return next((other for other in others if has_line_bet(game, state, other)), None)


def puck_now(game: Game, state: TableState) -> int:
    """The state of the puck for a bet: off is fresh while the next to throw has not thrown in this turn."""
    if state.point(game) is not None or game.rules.book.puck is None:
        return state.puck
    name = next_to_throw(game, state)
    begun = state.dice.turn is not None if name is None else name == state.dice.turn
    return OFF if begun else FRESH

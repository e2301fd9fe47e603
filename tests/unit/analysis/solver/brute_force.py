"""A small table by brute force, through `place`, `take_down` and `settle`: it shares no code with the solver.

A state is puck, layout and rack before anything is done; every layout that legal actions lead to is tried, with one
flat bet or with several at once.
"""

from fractions import Fraction

from sevenout.base.dice import ROLLS
from sevenout.engine.betting import EMPTY, Change, Position, place, settle, take_down
from sevenout.engine.game import Game

State = tuple[int, Position, int]
Moves = tuple[int, tuple[tuple[State, int], ...]]


def layouts(game: Game, state: State, wagers: tuple[str, ...], together: int) -> set[tuple[Position, int]]:
    """All layouts with the rack beside them that legal actions lead to before the roll."""
    puck, position, rack = state
    seen, waiting = {(position, rack)}, [(position, rack)]
    while waiting:
        held, left = waiting.pop()
        for wager in wagers:
            changes = [take_down(game, held, puck, wager)]
            changes += [place(game, held, puck, wager, x, left) for x in range(game.chip, left + 1, game.chip)]
            for change in changes:
                if isinstance(change, Change) and (after := (change.position, left - change.cost)) not in seen:
                    if sum(game.rules.spot_of[slot].flat is None for slot in change.position.slots) > together:
                        continue
                    seen.add(after)
                    waiting.append(after)
    return seen


def cash_of(game: Game, state: State) -> int:
    """What can be had without another roll."""
    puck, position, rack = state
    down = take_down(game, position, puck, "all")
    return rack - (down.cost if isinstance(down, Change) else 0)


def best_by_brute_force(game: Game, bankroll: int, goal: int, wagers: tuple[str, ...], together: int = 1) -> float:
    """The largest chance of the goal before ruin over every policy, by value iteration from below.

    `together` is how many flat bets may lie there at once.
    """
    first = (game.puck(), EMPTY, bankroll)
    value: dict[State, float] = {}
    moves: dict[State, list[Moves]] = {}
    waiting: list[State] = [first]
    while waiting:
        state = waiting.pop()
        if state in value:
            continue
        value[state] = float(cash_of(game, state) >= goal)
        if value[state]:
            continue
        moves[state] = []
        for position, rack in layouts(game, state, wagers, together):
            leads: dict[State, int] = {}
            for roll in ROLLS:
                done = settle(game, position, state[0], roll)
                after = game.rules.puck.edges[state[0]][roll.index].goto, done.position, rack + done.back
                leads[after] = leads.get(after, 0) + 1
                waiting.append(after)
            own = leads.pop(state, 0)
            if leads:
                moves[state].append((len(ROLLS) - own, tuple(leads.items())))
    while True:
        moved = 0.0
        for state, options in moves.items():
            best = max((sum(ways * value[s] for s, ways in leads) / whole for whole, leads in options), default=0.0)
            moved = max(moved, best - value[state])
            value[state] = max(best, value[state])
        if moved < 1e-14:
            return value[first]


def best_within_by_brute_force(game: Game, bankroll: int, goal: int, wagers: tuple[str, ...], rolls: int) -> Fraction:
    """The largest chance of the goal within so many rolls, in exact fractions, one flat bet at a time."""
    known: dict[tuple[State, int], Fraction] = {}

    def best(state: State, left: int) -> Fraction:
        if cash_of(game, state) >= goal:
            return Fraction(1)
        if not left:
            return Fraction(0)
        if (state, left) not in known:
            chances = []
            for position, rack in layouts(game, state, wagers, 1):
                total = Fraction(0)
                for roll in ROLLS:
                    done = settle(game, position, state[0], roll)
                    after = game.rules.puck.edges[state[0]][roll.index].goto
                    total += best((after, done.position, rack + done.back), left - 1)
                chances.append(total / len(ROLLS))
            known[state, left] = max(chances)
        return known[state, left]

    return best((game.puck(), EMPTY, bankroll), rolls)


def best_within_shooters_by_brute_force(
    game: Game, bankroll: int, goal: int, wagers: tuple[str, ...], shooters: int
) -> float:
    """The largest chance of the goal before so many shooters have sevened out, one flat bet at a time."""
    first = (game.puck(), EMPTY, bankroll), shooters
    value: dict[tuple[State, int], float] = {}
    moves: dict[tuple[State, int], list[tuple[int, list[tuple[tuple[State, int], int]]]]] = {}
    waiting = [first]
    while waiting:
        here = waiting.pop()
        if here in value:
            continue
        state, left = here
        value[here] = float(cash_of(game, state) >= goal)
        if value[here] or not left:
            continue
        moves[here] = []
        for position, rack in layouts(game, state, wagers, 1):
            leads: dict[tuple[State, int], int] = {}
            for roll in ROLLS:
                done, edge = settle(game, position, state[0], roll), game.rules.puck.edges[state[0]][roll.index]
                after = (edge.goto, done.position, rack + done.back), left - edge.ends_turn
                leads[after] = leads.get(after, 0) + 1
                waiting.append(after)
            own = leads.pop(here, 0)
            if leads:
                moves[here].append((len(ROLLS) - own, list(leads.items())))
    while True:
        moved = 0.0
        for here, options in moves.items():
            best = max((sum(ways * value[s] for s, ways in leads) / whole for whole, leads in options), default=0.0)
            moved = max(moved, best - value[here])
            value[here] = max(best, value[here])
        if moved < 1e-14:
            return value[first]

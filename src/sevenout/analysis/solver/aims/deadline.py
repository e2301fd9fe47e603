"""The largest chance to reach a goal within a number of rolls: backward induction in whole numbers, roll by roll.

Here the puck and the line bet matter: the state is (point, line bet, cash), and odds are chosen anew before every roll.
Every value is rounded down, by less than a unit a roll, and nothing in an action makes an error larger: so the true
chance is at least the answer, and above it by at most as many units as there are rolls.
"""

from array import array
from time import perf_counter

from msgspec import Struct

from sevenout.analysis.kernel import kernel
from sevenout.analysis.solver.action_tables import ActionTables, action_tables
from sevenout.analysis.solver.certificate_verifier import decimals
from sevenout.analysis.solver.goal_chance import BITS, ONE, ClassTooLarge, check_aim, share_up
from sevenout.analysis.solver.policy_iteration import NoKernelHere, Progress
from sevenout.analysis.solver.rules_block import LINE, ODDS, WagerClass, open_class, rules_block
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, units
from sevenout.base.vocabulary import LINES
from sevenout.engine.game import AnyHouse, Game, open_game
from sevenout.rulebook.compiler.puck_machine import in_season

MOST_ROLLS = 10_000
_MOST_STATES = 200_000_000
"""States of a roll that are kept, 1.6 GB of them."""


class DeadlineChance(Struct, frozen=True):
    """The best chance of a goal within so many rolls, and within every smaller number of them."""

    game: Game
    chosen: WagerClass
    bankroll: Cents
    goal: Cents
    asked: int
    """The rolls that were asked for."""
    curve: tuple[int, ...]
    """In units of 2**-56, by rolls from none on: at least this chance, and above it by fewer units than rolls."""
    wager: str
    """The first bet with all rolls to go; empty if none helps."""
    stake: Cents
    states: int
    seconds: float
    subfair: bool

    @property
    def rolls(self) -> int:
        """The rolls that were solved: fewer than asked for if it was interrupted."""
        return len(self.curve) - 1

    @property
    def complete(self) -> bool:
        """Whether all rolls were solved."""
        return self.rolls == self.asked

    @property
    def upper(self) -> int:
        """What the chance is at most, in units of 2**-56."""
        if self.complete:
            return min(self.curve[-1] + self.rolls, ONE)
        return share_up(self.bankroll, self.goal) if self.subfair else ONE

    @property
    def bounds(self) -> tuple[str, str]:
        """The least and the most that the chance can be, in fourteen decimals rounded to the safe side."""
        return decimals(self.curve[-1], BITS, up=False), decimals(self.upper, BITS, up=True)

    def chance_within(self, rolls: int) -> float:
        """The chance within fewer rolls."""
        return self.curve[rolls] / ONE

    def __repr__(self) -> str:
        low, high = self.bounds
        return f"<DeadlineChance {units(self.bankroll)} to {units(self.goal)} in {self.asked} rolls: {low} to {high}>"


def best_chance_within(
    house: AnyHouse,
    bankroll: Cents,
    goal: Cents,
    rolls: int,
    wagers: tuple[str, ...] = (LINE, ODDS),
    step: Cents | None = None,
    progress: Progress = lambda *_: None,
) -> DeadlineChance:
    """The largest chance to have `goal` after at most so many rolls; amounts in cents.

    >>> best_chance_within("catfish-bend", 60_00, 100_00, 10)
    <DeadlineChance 60 to 100 in 10 rolls: 0.51966761115864 to 0.51966761115865>
    """
    game = open_game(house)
    if not 1 <= rolls <= MOST_ROLLS:
        raise BadInput(f"a deadline is 1 to {MOST_ROLLS:,} rolls, not {rolls:,}")
    chosen = open_class(game, wagers, step)
    check_lines(game, chosen, "rolls")
    check_odds(game, chosen)
    begun = perf_counter()
    start, top = check_aim(game, bankroll, goal)
    if kernel is None:
        raise NoKernelHere("solving needs the compiled kernel, and there was no C compiler when this was installed")
    tables = action_tables(rules_block(game, chosen), top)
    states = _count_states(tables)
    if states > _MOST_STATES:
        raise ClassTooLarge(_too_large(chosen, states))
    curve, (wager, stake) = _induce(tables, start, rolls, states, progress)
    return DeadlineChance(
        game=game,
        chosen=chosen,
        bankroll=bankroll,
        goal=goal,
        asked=rolls,
        curve=tuple(curve),
        wager=chosen.wagers[wager] if wager >= 0 else "",
        stake=tables.stakes[wager][stake] * game.chip if wager >= 0 else 0,
        states=states,
        seconds=perf_counter() - begun,
        subfair=tables.subfair,
    )


def _induce(
    tables: ActionTables, start: int, rolls: int, states: int, progress: Progress
) -> tuple[list[int], tuple[int, int]]:
    """The chance by rolls, and the first bet with all of them to go; interrupted, as far as it came."""
    value = array("q", [0]) * (tables.goal + 1)
    value[tables.goal] = ONE
    held = array("q", [0]) * states
    curve, first = [0], (-1, -1)
    try:
        for roll in range(rolls):
            found = kernel.add_roll(tables.numbers, tables.losses, start, value, held)
            first = found if found[0] >= 0 else first
            curve.append(value[start])
            progress(roll + 1, rolls)
    except KeyboardInterrupt:
        pass
    return curve, first


def _count_states(tables: ActionTables) -> int:
    """Point, line bet and cash; and point and cash without a line bet."""
    pairs = zip(tables.stakes, tables.odds, strict=True)
    return sum((len(stakes) + 1) * len(points) for stakes, points in pairs) * (tables.goal + 1)


def _too_large(chosen: WagerClass, states: int) -> str:
    times = -(-states // _MOST_STATES)
    step = units(chosen.step * times)
    return (
        f"{states:,} states of point, line bet and cash are more than the {_MOST_STATES:,} that are kept:"
        f" stakes in multiples of {step} would fit (--step {step}), or a smaller goal"
    )


def check_lines(game: Game, chosen: WagerClass, unit: str) -> None:
    """Raises BadInput for what is not a line bet, and for houses whose puck asks for more states.

    `unit` is what is counted, rolls or shooters.
    """
    rules = game.rules
    for key in chosen.wagers:
        spot = rules.by_key[key]
        if key not in LINES:
            raise BadInput(f"within a number of {unit} only line bets and odds are solved: leave {key} out of --wagers")
        for state in rules.puck.states:
            if state.point is None:
                continue
            for roll in ROLLS:
                leaves = rules.puck.edges[state.index][roll.index].goto != state.index
                if leaves != (rules.cells[state.index][roll.index][spot.first] is not None):
                    raise BadInput(f"{key} cannot be solved within {unit}: the puck moves without deciding it")


def check_odds(game: Game, chosen: WagerClass) -> None:
    """Raises BadInput where odds may not be changed before every roll."""
    rules = game.rules
    for spot in (rules.by_key[key] for key in chosen.wagers if chosen.odds):
        for state in (state for state in rules.puck.states if state.point is not None):
            for odds in (rules.spots[index] for index in spot.attached):
                wager = odds.wager
                free = in_season(wager.reduce.value, state) and in_season(wager.increase.value, state)
                if in_season(wager.made.value, state) and not (free and wager.after_reduction.value == "open"):
                    raise BadInput(f"{odds.key} cannot be changed before every roll here: leave odds out of --wagers")

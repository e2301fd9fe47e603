"""The bet that makes money grow fastest, or is worth most to somebody who minds risk, one bet at a time.

The utility of cash is its logarithm (Kelly: the largest growth in the long run), or a power of it for somebody who
minds risk more or less. Where no stake favours the player nobody with such a utility bets: that needs no search, for
the mean of a concave function is below the function of the mean. Odds are free; the flat bet before them is not.
"""

from array import array
from math import log

from msgspec import Struct

from sevenout.analysis.solver.action_tables import Real, action_tables
from sevenout.analysis.solver.certificate_verifier import LARGEST_GOAL
from sevenout.analysis.solver.goal_chance import ClassTooLarge
from sevenout.analysis.solver.policy_iteration import actions_of, best_action
from sevenout.analysis.solver.policy_table import moves_of
from sevenout.analysis.solver.rules_block import LINE, ODDS, Block, WagerClass, open_class, rules_block
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, units
from sevenout.engine.game import AnyHouse, Game, open_game
from sevenout.strategy.policy.solved_policy import PolicyMove

LOGARITHM = 1.0
"""The aversion to risk of somebody who wants the largest growth."""
_RUIN = 1e-3
"""Chips: nobody has the logarithm of nothing."""


class GrowthBet(Struct, frozen=True):
    """The best bet with one cash for a utility, and what it gains; no move: not to bet."""

    game: Game
    chosen: WagerClass
    bankroll: Cents
    aversion: float
    move: PolicyMove | None
    growth: float
    """By how much a bet raises the utility, in shares of the cash: a certain gain of this share is worth the same."""
    subfair: bool
    """Whether no stake of the class favours the player, so that nobody bets."""


def best_growth(
    house: AnyHouse,
    bankroll: Cents,
    wagers: tuple[str, ...] = (LINE, ODDS),
    step: Cents | None = None,
    aversion: float = LOGARITHM,
) -> GrowthBet:
    """The bet with the largest mean utility of the cash after it.

    >>> best_growth("typical", 300_00).move is None
    True
    >>> found = best_growth("new-south-wales", 300_00, ("place-lose-4",))
    >>> found.move.bet, round(found.growth, 6)
    ('5 on place-lose-4', 0.001032)
    """
    game = open_game(house)
    if bankroll < game.chip or bankroll % game.chip:
        raise BadInput(f"a bankroll of {units(bankroll)} is not a whole number of {units(game.chip)} chips above zero")
    if not 0 < aversion <= 50:
        raise BadInput(f"an aversion to risk is above zero and at most 50, not {aversion:g}: 1 is the logarithm")
    chosen = open_class(game, wagers, step)
    block, cash = rules_block(game, chosen), bankroll // game.chip
    top = cash * (1 + _largest_payout(block)) + 1
    if top > LARGEST_GOAL:
        fits = units(-(-top // LARGEST_GOAL) * game.chip)
        raise ClassTooLarge(f"a win could lead to {top:,} chips, more than {LARGEST_GOAL:,}: --chip {fits} would fit")
    tables = action_tables(block, top)
    if tables.subfair:
        return GrowthBet(game, chosen, bankroll, aversion, None, 0.0, subfair=True)
    value, policy = best_action(tables, _utilities(cash, top, aversion), cash)
    move = next(iter(moves_of(block, actions_of(block, tables, policy), game.chip)), None)
    return GrowthBet(game, chosen, bankroll, aversion, move, _certain_gain(value, aversion), subfair=False)


def _largest_payout(block: Block) -> int:
    """What a chip wins at most, rounded up."""
    pays = [end[2:] for wager in block["wagers"] for end in wager["ends"] if end[1] == "win"]
    for wager in block["wagers"]:
        for point in wager["points"]:
            pays += [point["pays"], *([point["odds"]["pays"]] if point["odds"] else [])]
    return 1 + max(int(-(-num // den)) for num, den in pays)


def _utilities(cash: int, top: int, aversion: float) -> Real:
    """By cash, its utility against what there is now: nothing at that."""
    shares = [max(chips, _RUIN) / cash for chips in range(top + 1)]
    if aversion == LOGARITHM:
        return array("d", map(log, shares))
    return array("d", [(share ** (1 - aversion) - 1) / (1 - aversion) for share in shares])


def _certain_gain(utility: float, aversion: float) -> float:
    """The share of the cash that is as good as a mean utility, if it were certain."""
    if aversion == LOGARITHM:
        return float(2.718281828459045**utility - 1)
    return float((1 + (1 - aversion) * utility) ** (1 / (1 - aversion)) - 1)

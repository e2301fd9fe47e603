"""The crew's routine before a throw: the last roll's work, and the dice offered and sent out.

One command at a time, each judged like any other: what the house forbids (dice that wait for an inspection, a box that
is not ready) stops it with the reason. A crew of whose dice nothing was told has a set: it is brought the first time
that dice are needed.
"""

from collections.abc import Collection
from itertools import product

from sevenout.base.dice import FACES
from sevenout.crew.dice.dice_commands import (
    BringIn,
    BringSet,
    Choose,
    DiceCommand,
    DumpBowl,
    InspectSet,
    OfferDice,
    PutIn,
    Scribe,
    SendOut,
)
from sevenout.crew.dice.dice_sets import DiceRules, DiceSet, DiceState, dice_rules, make_dice
from sevenout.crew.pit.pit_commands import PitState, WorkCommand
from sevenout.engine.game import Game

UNTOLD = "untold"
"""The number, and the mark, of a set that nobody told of."""
_SUPERVISOR = "supervisor"


def next_routine(game: Game, shooter: str | None, dice: DiceState, pit: PitState) -> DiceCommand | WorkCommand | None:
    """What the crew does next on the way to a throw; nothing once the dice are in the shooter's hand, or cannot be.

    >>> game = Game.open("catfish-bend")
    >>> print(next_routine(game, "Ann", DiceState(), PitState()))
    set untold brought: 5 dice of 0.7500
    """
    if pit.left:
        return WorkCommand()
    rules = dice_rules(game)
    if dice.playing is None:
        return _untold_set(rules, dice)
    return None if shooter is None else _to_the_hand(rules, dice, dice.playing, shooter)


def _untold_set(rules: DiceRules, dice: DiceState) -> DiceCommand | None:
    """A set that is fit for play, if nothing was told of any."""
    new = dice.new
    if new is None:
        told = dice.off or dice.packets
        return None if told else BringSet(make_dice(UNTOLD, rules.set.least.value, rules.set.dice.value))
    if new.serial != UNTOLD:
        return None
    if new.due:
        return InspectSet(_one_of(rules.inspection.by.value))
    return PutIn() if new.scribed else Scribe(UNTOLD, _one_of(rules.scribe.by.value))


def _one_of(allowed: Collection[str]) -> str:
    """Returns who does it, of those who may: the supervisor, who is always there."""
    return _SUPERVISOR if _SUPERVISOR in allowed else min(allowed)


def _to_the_hand(rules: DiceRules, dice: DiceState, playing: DiceSet, shooter: str) -> DiceCommand | None:
    """Dice offered, chosen and sent out; with a die down there is nothing to be done but to bring it back."""
    if playing.at("down"):
        return None
    offered = playing.at("offered")
    if dice.offered_to == shooter and offered:
        return Choose(shooter, offered[: rules.offer.choose.value])
    if dice.shooter != shooter:
        return BringIn() if playing.at("hand") else OfferDice(shooter)
    if dice.fell:
        return DumpBowl()
    if not playing.at("middle", "hand", "air"):  # a seven-out that was entered wrongly: they were gathered already
        return OfferDice(shooter)
    return SendOut(_faces(rules)) if playing.at("middle") and not playing.at("hand") else None


def _faces(rules: DiceRules) -> tuple[int, int]:
    """Faces that no moment of the game bars."""
    barred = {*rules.sent_out.come_out.value, *rules.sent_out.later.value}
    return next((a, b) for a, b in product(FACES, FACES) if a + b not in barred)

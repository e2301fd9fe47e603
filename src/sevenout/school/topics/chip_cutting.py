"""Cut the chips: an amount, a payoff or a colour change as the fewest chips of the house's denominations."""

from functools import lru_cache
from random import Random

from msgspec.structs import replace

from sevenout.base.money import Cents, units
from sevenout.base.refusal import Refusal
from sevenout.crew.layout.chips import Chips, Stack
from sevenout.engine.game import Game
from sevenout.school.answers import AmountAnswer, Cut, short_names
from sevenout.school.questions import Because, Drawn, Topic
from sevenout.school.topics import payouts

_PAYOFF, _CHANGE = "payoff", "colour change"


@lru_cache(maxsize=16)
def chips_of(game: Game) -> Chips:
    """The chips of a game's house."""
    return Chips.of(game.rules.book)


def cards(game: Game, level: int) -> tuple[str, ...]:
    """By the largest colour that is needed; then payoffs, then colour changes."""
    if level <= 2:
        denominations = chips_of(game).denominations
        return tuple(chip.colour for chip in denominations[1:] or denominations)
    return (_PAYOFF,) if level == 3 else (_CHANGE,)


def draw(game: Game, level: int, card: str, rng: Random) -> Drawn | None:
    """An amount to cut."""
    if card == _PAYOFF:
        return _payoff(game, rng)
    if card == _CHANGE:
        return _change(game, rng)
    chips = chips_of(game)
    at = [chip.colour for chip in chips.denominations].index(card)
    amount = _made_of(chips, at, rng, colours=2 if level == 1 else at + 1)
    return _cut(chips, amount, f"Cut out {units(amount)} in as few chips as you can.")


def _made_of(chips: Chips, largest: int, rng: Random, colours: int) -> Cents:
    """An amount of a few chips of the largest colour and of some smaller ones."""
    *smaller, chip = chips.denominations[max(0, largest + 1 - colours) : largest + 1]
    dearer = chips.denominations[largest + 1 : largest + 2]
    most = max(1, dearer[0].cents // chip.cents - 1) if dearer else 4
    return chip.cents * rng.randint(1, most) + sum(small.cents * rng.randint(0, 4) for small in smaller)


def _payoff(game: Game, rng: Random) -> Drawn | None:
    """The payoff of a winning bet, in chips."""
    chips, ladders = chips_of(game), tuple(payouts.ladders(game))
    if not ladders:
        return None
    paid = payouts.draw(game, 2, rng.choice(ladders), rng)
    if paid is None or not isinstance(paid.answer, AmountAnswer) or isinstance(chips.count(paid.answer.cents), Refusal):
        return None
    prompt = f"{paid.prompt} Cut it out in as few chips as you can."
    return replace(_cut(chips, paid.answer.cents, prompt, *paid.because), table=paid.table, dice=paid.dice)


def _change(game: Game, rng: Random) -> Drawn:
    """Many small chips brought in for fewer large ones."""
    chips = chips_of(game)
    brought = [Stack(chip, rng.randint(3, 40)) for chip in chips.denominations[: rng.randint(1, 3)]]
    amount = sum(stack.amount for stack in brought)
    coming = ", ".join(str(stack) for stack in brought)
    counted = Because(f"{' + '.join(f'{stack} is {units(stack.amount)}' for stack in brought)}: {units(amount)}")
    return _cut(chips, amount, f"Colour coming in: {coming}. Change it into as few chips as you can.", counted)


def _cut(chips: Chips, amount: Cents, prompt: str, *before: Because) -> Drawn:
    stacks = chips.cut(amount)
    assert not isinstance(stacks, Refusal), "it was made of chips"
    fewest: dict[str, int] = {}
    for stack in stacks:
        fewest[stack.denomination.colour] = fewest.get(stack.denomination.colour, 0) + stack.chips
    letters = short_names(chip.colour for chip in chips.denominations)
    values = ", ".join(
        f"{letters[chip.colour]} {chip.colour} {units(chip.cents)}" for chip in reversed(chips.denominations)
    )
    answer = Cut(
        amount,
        tuple((chip.cents, chip.colour) for chip in chips.denominations),
        tuple((count, colour) for colour, count in fewest.items()),
    )
    rules = chips.rules
    because = (
        *before,
        Because(f"{units(amount)} is {answer.as_typed} ({answer.short})", rules.payoff.cite),
        Because("from the box outward, in this order", rules.nearest_the_box.cite),
    )
    return Drawn(f"{prompt}\nChips: {values}.", answer, because)


TOPIC = Topic(
    "chips",
    "Cut the chips",
    ("two colours", "every colour", "the payoff of a bet", "a colour change"),
    cards,
    draw,
)

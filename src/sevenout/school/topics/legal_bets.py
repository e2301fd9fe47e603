"""Is this allowed here, why not, and how much at most: one thing a player wants, judged by the table.

A refused wish has one thing wrong with it, so that there is one right reason.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, assert_never

from sevenout.base.money import Cents, units
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW_ROLES, WAGERS
from sevenout.engine.betting import Position, flat_of, stake_on
from sevenout.engine.game import Game
from sevenout.engine.offers import offer
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.school.answers import AmountAnswer, ChoiceAnswer
from sevenout.school.questions import Because, Drawn, Topic
from sevenout.school.scenes import (
    PLAYERS,
    How,
    any_puck,
    describe_table,
    lay_wagers,
    lies_under,
    line_bet,
    makeable,
    odds_of,
    pile,
    some_of,
    stake,
    table_of,
)
from sevenout.table.commands import Bet, CallWager, Reduce, TakeDown
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.state import TableState
from sevenout.table.table_snapshot import Snapshot, take_snapshot

_WHO = PLAYERS[0]

REASONS = {
    "not-offered": "this house has no such wager",
    "not-now": "the puck stands wrong for it",
    "not-made": "it is never made: it only comes to lie there by travelling",
    "no-flat": "there is no flat bet for it to go with",
    "contract": "it stands until it is decided: it may not be changed so",
    "below-minimum": "it is too little",
    "above-maximum": "it is too much",
    "not-units": "it does not come in such units",
    "not-chips": "it is not a whole number of chips",
    "not-exact": "it could not be paid exactly",
    "rack": "the rack does not cover it",
    "cannot-call": "it cannot be called so",
    "closed": "the dice are in the air",
    "unconfirmed": "the dice are in the air, and nobody confirmed it who has to",
    "reduces-all": "a reduction leaves something there: to have all of it, it is taken down",
}
"""Why the house says no, by code, in words that give away no number."""

_ALLOWED = "it is allowed"


class Wish(NamedTuple):
    """A player's wish, with the bets that lie there."""

    position: Position
    rack: Cents
    command: Bet | Reduce | TakeDown | CallWager
    thrown: bool = False

    def table(self, game: Game, puck: int) -> TableState:
        """Returns where it is wanted."""
        return table_of(game, puck, (self.position,), rack=self.rack, thrown=self.thrown)


Maker = Callable[[Game, int, Position, Random], "Wish | None"]


# --- what a player may want


def _moment(game: Game, puck: int, position: Position, rng: Random) -> Wish | None:
    """A bet of a fit amount, at a time that may be wrong for it, or that the house does not have."""
    if rng.random() < 0.1:
        missing = [key for key in WAGERS if key not in game.rules.by_key]
        return _bets(game, position, rng.choice(missing), game.minimum) if missing else None
    spot = rng.choice(game.rules.spots)
    if spot.flat is not None or spot.wager.collect is not None:
        return None
    amount = stake(game, spot, puck, 0, rng, "exact") - stake_on(position, spot)
    return _bets(game, position, spot.key, amount) if amount > 0 else None


def _limits(game: Game, puck: int, position: Position, rng: Random) -> Wish | None:
    """A bet at the right time, at a limit or just beyond it."""
    spots = [spot for spot in makeable(game, puck) if not stake_on(position, spot)]
    return _near_a_limit(game, puck, position, rng, rng.choice(spots), 0) if spots else None


def _odds(game: Game, puck: int, position: Position, rng: Random) -> Wish | None:
    """Odds behind a flat bet, at a limit or just beyond it; now and then there is no flat bet."""
    attached = [spot for spot in game.rules.spots if spot.flat is not None]
    if rng.random() < 0.25 and attached:
        spot = rng.choice(attached)
        flat = game.rules.spots[spot.flat or 0]
        amount = stake(game, spot, puck, stake(game, flat, puck, 0, rng, "round"), rng, "exact")
        up = stake_on(position, spot) + stake_on(position, flat)
        return _bets(game, position, spot.key, amount) if amount and not up else None
    flats = [spot for spot in _up(game, position) if odds_of(game, spot, puck) is not None]
    if not flats:
        return None
    flat = rng.choice(flats)
    odds = odds_of(game, flat, puck)
    assert odds is not None, "the flat bet has them"
    if stake_on(position, odds):
        return None
    return _near_a_limit(game, puck, position, rng, odds, stake_on(position, flat))


def _near_a_limit(
    game: Game, puck: int, position: Position, rng: Random, spot: CompiledWager, flat: Cents
) -> Wish | None:
    step = game.step(spot)
    least = game.minimum_of(spot, puck).amount or step
    most = game.maximum_of(spot, puck, flat).amount or least
    usual = stake(game, spot, puck, flat, rng, "any")
    wanted = [usual, usual, most, most, most + step, most + 2 * step, least - step, usual + game.chip]
    return _bets(game, position, spot.key, rng.choice(wanted))


def _taking_down(game: Game, puck: int, position: Position, rng: Random) -> Wish | None:
    """Something that lies there is to come down, or to become less; what then stays is not too little for it."""
    spot = _one_up(game, position, rng)
    if spot is None:
        return None
    held = stake_on(position, spot)
    if rng.random() < 0.5:
        return Wish(position, 0, TakeDown(_WHO, spot.key))
    part = game.exact_step(spot, puck) * rng.randint(1, 4)
    flat = flat_of(game, position, spot, puck)
    if part >= held or game.refused_amount(spot, puck, held - part, flat) is not None:
        return None
    return Wish(position, 0, Reduce(_WHO, spot.key, part))


def _calls(game: Game, _: int, position: Position, rng: Random) -> Wish | None:
    """Something that lies there is called on or off."""
    spot = _one_up(game, position, rng)
    if spot is None:
        return None
    return Wish(position, 0, CallWager(_WHO, spot.key, "on" if rng.random() < 0.4 else "off"))


def _adding(game: Game, puck: int, position: Position, rng: Random) -> Wish | None:
    """More on something that lies there, within its limits."""
    spot = _one_up(game, position, rng)
    if spot is None or spot.flat is not None:
        return None
    held = stake_on(position, spot)
    most = game.maximum_of(spot, puck, 0).amount
    amount = game.exact_step(spot, puck) * rng.randint(1, 5)
    fits = (held + amount) % game.exact_step(spot, puck) == 0 and (most is None or held + amount <= most)
    return _bets(game, position, spot.key, amount) if fits else None


def _late(game: Game, puck: int, position: Position, rng: Random) -> Wish | None:
    """Something wanted while the dice are in the air, with or without the word of somebody in the crew."""
    maker = rng.choice((_fit, _fit, _calls, _taking_down))
    wish = maker(game, puck, position, rng)
    if wish is None:
        return None
    command = wish.command
    if isinstance(command, Bet) and rng.random() < 0.7:
        said = tuple(rng.sample(CREW_ROLES[:3], rng.randint(1, 2)))
        command = Bet(command.seat, command.amount, command.wager, confirmed=said)
    return Wish(position, wish.rack, command, thrown=True)


def _fit(game: Game, puck: int, position: Position, rng: Random) -> Wish | None:
    """A bet that nobody could object to."""
    spots = [spot for spot in makeable(game, puck) if not stake_on(position, spot)]
    if not spots:
        return None
    spot = rng.choice(spots)
    return _bets(game, position, spot.key, stake(game, spot, puck, 0, rng, "exact"))


def _racks(game: Game, puck: int, position: Position, rng: Random) -> Wish | None:
    """A fit bet that takes all that is in the rack, or a chip more; with a commission that is easily overlooked."""
    wish = _fit(game, puck, position, rng)
    if wish is None or not isinstance(wish.command, Bet) or not wish.command.amount:
        return None
    spot = game.rules.by_key[wish.command.wager]
    cost = wish.command.amount + game.commission(spot, wish.command.amount)
    return Wish(position, rng.choice((cost, cost - game.chip, wish.command.amount)), wish.command)


def _bets(game: Game, position: Position, key: str, amount: Cents) -> Wish | None:
    """A bet before a rack that covers it easily."""
    rack = -(-(amount + 200 * game.minimum) // (100 * game.chip)) * 100 * game.chip
    return Wish(position, rack, Bet(_WHO, amount, key)) if amount > 0 else None


def _up(game: Game, position: Position) -> list[CompiledWager]:
    return [game.rules.spot_of[slot] for slot in position.slots]


def _one_up(game: Game, position: Position, rng: Random) -> CompiledWager | None:
    return rng.choice(_up(game, position)) if position.slots else None


_MAKERS: dict[str, Maker] = {
    "moment": _moment,
    "limits": _limits,
    "odds": _odds,
    "taking down": _taking_down,
    "calls": _calls,
    "adding": _adding,
    "late bets": _late,
    "racks": _racks,
}
_CARDS = (
    ("moment", "limits", "odds"),
    ("taking down", "calls", "adding", "late bets"),
    tuple(_MAKERS),
    ("limits", "odds"),
)


# --- questions


def cards(game: Game, level: int) -> tuple[str, ...]:
    """The mistakes that a bet can contain in this house."""
    has_odds = any(spot.flat is not None for spot in game.rules.spots)
    return tuple(card for card in _CARDS[level - 1] if card != "odds" or has_odds)


def draw(game: Game, level: int, card: str, rng: Random) -> Drawn | None:
    """A wish to judge, or a limit to name."""
    puck = any_puck(game, rng)
    if level == len(_CARDS):
        return _how_much(game, card, puck, rng)
    position = _own_bets(game, puck, rng, "small" if level == 1 else "exact")
    wish = _MAKERS[card](game, puck, position, rng)
    if wish is None:
        return None
    answer = decide_command(game, wish.table(game, puck), wish.command)
    refused = answer if isinstance(answer, Refusal) else None
    if refused is not None and refused.code not in REASONS:
        return None
    often = rng.random() < (0.5 if level < 3 else 0.8)  # refused; but in some houses the answer is always the same
    if (refused is not None) != often and rng.random() < 0.9:
        return None
    return _make_question(game, level, puck, wish, refused, rng)


def _own_bets(game: Game, puck: int, rng: Random, how: How) -> Position:
    """A line bet, mostly, and up to three more of a player's own."""
    line = line_bet(game, puck, rng) if rng.random() < 0.8 else ()
    return lay_wagers(game, puck, (*line, *some_of(game, puck, rng, rng.randint(0, 3))), rng, how)


def _make_question(game: Game, level: int, puck: int, wish: Wish, refused: Refusal | None, rng: Random) -> Drawn:
    """Yes or no; on the third level the one reason among others."""
    shown = take_snapshot(game, wish.table(game, puck))
    prompt = f"{_opening(shown)}\n{wish.command}."
    because = _because(game, puck, wish, refused)
    if level < 3:
        return Drawn(
            f"{prompt} Is that allowed?", ChoiceAnswer(("yes", "no"), int(refused is not None)), because, shown
        )
    code = "" if refused is None else refused.code
    others = [other for other in REASONS if other != code]
    codes = [*rng.sample(others, 4), code] if code else rng.sample(others, 5)
    rng.shuffle(codes)
    choices = (_ALLOWED, *(REASONS[reason] for reason in codes))
    right = 1 + codes.index(code) if code else 0
    return Drawn(f"{prompt} Is that allowed, and if not, why not?", ChoiceAnswer(choices, right, True), because, shown)


def _opening(shown: Snapshot) -> str:
    house = shown.house
    limits = f"Table {units(house.minimum)} to {units(house.maximum)}, chips of {units(house.chip)}."
    return f"{limits}\n{describe_table(shown, racks=any(seat.rack for seat in shown.seats))}"


def _because(game: Game, puck: int, wish: Wish, refused: Refusal | None) -> tuple[Because, ...]:
    if refused is not None:
        return (Because(f"No: {refused.reason}", refused.cite),)
    command, throw = wish.command, game.rules.book.throw
    spot = game.rules.by_key[command.what if isinstance(command, TakeDown | CallWager) else command.wager]
    by_name = isinstance(command, TakeDown | Reduce) and spot.wager.family in throw.reduced.value
    touched = throw.reduced.cite if by_name else throw.touched.cite
    rule = throw.made.cite if isinstance(command, Bet) else touched
    late = (Because("The dice are in the air, and still it counts", rule),) if wish.thrown else ()
    match command:
        case CallWager(now=now):
            return (*late, Because(f"{spot.key} may be called {now}", spot.wager.working.calls.cite))
        case TakeDown() | Reduce():
            return (*late, Because(f"{spot.key} may be reduced or taken down now", spot.wager.reduce.cite))
        case Bet():
            return (*late, *_why_made(game, puck, wish.position, spot))
        case _:
            assert_never(command)


def _why_made(game: Game, puck: int, position: Position, spot: CompiledWager) -> Iterator[Because]:
    held = stake_on(position, spot)
    season = spot.wager.increase if held else spot.wager.made
    yield Because(f"{spot.key} may be {'added to' if held else 'made'} now", season.cite)
    most = game.maximum_of(spot, puck, flat_of(game, position, spot, puck))
    if most.amount is not None:
        yield Because(f"and it may be {units(most.amount)} at most", most.cite)


def _how_much(game: Game, card: str, puck: int, rng: Random) -> Drawn | None:
    """The most that one more bet may put on a wager, by the house's limits."""
    rack = 10**9 // game.chip * game.chip
    flats = _with_odds(game, puck) if card == "odds" else list(makeable(game, puck))
    if not flats:
        return None
    flat = rng.choice(flats)
    spot = odds_of(game, flat, puck) if card == "odds" else flat
    position = lay_wagers(game, puck, line_bet(game, puck, rng), rng)
    if card == "odds" and not stake_on(position, flat):
        position = pile(position, flat, stake(game, flat, puck, 0, rng, "round"))
    if spot is None:
        return None
    offered = offer(game, position, puck, rack, spot.key)
    if offered.refusal is not None or offered.maximum > rack // 2:
        return None
    shown = take_snapshot(game, table_of(game, puck, (position,)))
    most = game.maximum_of(spot, puck, flat_of(game, position, spot, puck))
    because = [Because(f"{spot.key} may be {units(offered.held + offered.maximum)} at most", most.cite)]
    if offered.held:
        because.append(Because(f"{units(offered.held)} lie there: {units(offered.maximum)} more"))
    prompt = f"{_opening(shown)}\nWhat is the most that {_WHO} may still bet on {spot.key}?"
    return Drawn(prompt, AmountAnswer(offered.maximum), tuple(because), shown)


def _with_odds(game: Game, puck: int) -> list[CompiledWager]:
    under = lies_under(game)[puck]
    return [spot for spot in game.rules.spots if spot.index in under and odds_of(game, spot, puck) is not None]


TOPIC = Topic(
    "allowed",
    "Is this allowed here",
    ("making a bet: yes or no", "changing a bet: yes or no", "if not, why not", "how much at most"),
    cards,
    draw,
    tells="rule",
)

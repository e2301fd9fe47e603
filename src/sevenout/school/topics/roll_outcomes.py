"""Asks what a roll does: to one wager, to one player's layout, to the whole table; judged by the table's own roll."""

from functools import lru_cache
from random import Random

from sevenout.base.dice import ROLLS, Roll
from sevenout.base.money import units
from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import stem
from sevenout.engine.betting import Settlement
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.school.answers import AmountAnswer, ChoiceAnswer, NamesAnswer
from sevenout.school.questions import Because, Drawn, Topic, begins_with
from sevenout.school.scenes import (
    PLAYERS,
    any_puck,
    busy,
    can_shoot,
    describe_table,
    lies_under,
    roll_dice_at,
    table_of,
)
from sevenout.table.events import SeatResult
from sevenout.table.named_layout import PlacedBet
from sevenout.table.table_snapshot import take_snapshot

RESULTS = ("wins", "loses", "pushes", "comes back", "moves", "stays")
"""What a roll does to a wager. Odds that are off come back; a come bet moves; what is not decided stays."""

_WORD = {"win": "wins", "lose": "loses", "push": "pushes", "return": "comes back", "move": "moves"}
_WHO = PLAYERS[0]
_EVENTS = {"": "", "established": "point set", "made": "point made", "seven-out": "seven-out"}


# --- cards


@lru_cache(maxsize=16)
def _families(game: Game) -> dict[str, tuple[CompiledWager, ...]]:
    """The wagers by family, as far as they can lie on a layout."""
    families: dict[str, list[CompiledWager]] = {}
    reached = frozenset().union(*lies_under(game))
    for spot in game.rules.spots:
        if spot.index in reached:
            families.setdefault(_family(spot), []).append(spot)
    return {name: tuple(spots) for name, spots in families.items()}


def _family(spot: CompiledWager) -> str:
    travelled = spot.wager.made.value == "never"
    return spot.wager.family.removesuffix("-n") + (" on a number" if travelled else "")


@lru_cache(maxsize=16)
def kinds(game: Game) -> dict[str, tuple[tuple[int, Roll], ...]]:
    """Every puck with every roll, by what kind of roll that is: a come-out, a seven-out, a point made, …"""
    by_kind: dict[str, list[tuple[int, Roll]]] = {}
    for puck in game.rules.puck.states:
        for roll, edge in zip(ROLLS, game.rules.puck.edges[puck.index], strict=True):
            if not puck.fresh and can_shoot(game, puck.index):
                usual = "any roll" if game.rules.book.puck is None else "come-out" if puck.point is None else "number"
                by_kind.setdefault(_EVENTS[edge.event] or usual, []).append((puck.index, roll))
    return {kind: tuple(rolls) for kind, rolls in by_kind.items()}


def cards(game: Game, level: int) -> tuple[str, ...]:
    """Families of wagers on the first level; kinds of rolls on the others."""
    return tuple(_families(game)) if level == 1 else tuple(kinds(game))


def about(game: Game, card: str, word: str) -> bool:
    """True if a card is about a wager, a family of them, or a kind of roll."""
    return begins_with(game, card, word) or any(
        word in (spot.key, stem(spot.key)) for spot in _families(game).get(card, ())
    )


def draw(game: Game, level: int, card: str, rng: Random) -> Drawn | None:
    """A layout and a roll."""
    if level == 1:
        return _one_wager(game, card, rng)
    puck, roll = rng.choice(kinds(game)[card])
    drawn = (_ask_taken, _one_rack, _the_bank)[level - 2](game, puck, roll, rng)
    assert drawn.table is not None, "there is a layout"
    anything = any(seat.layout.lying for seat in drawn.table.seats)
    return drawn if anything else None  # a house may take no stake on anything


# --- questions


def _one_wager(game: Game, card: str, rng: Random) -> Drawn | None:
    puck, spot = any_puck(game, rng), rng.choice(_families(game)[card])
    if spot.index not in lies_under(game)[puck]:
        return None
    flat = (game.rules.spots[spot.flat],) if spot.flat is not None else (spot,)
    position = busy(game, puck, rng, rng.randint(0, 2), flat)
    slot = next((slot for slot in position.slots if spot.first <= slot < spot.end), None)
    if slot is None:
        return None  # no odds this time
    deciding = [roll for roll in ROLLS if game.rules.cells[puck][roll.index][slot] is not None]
    roll = rng.choice(deciding) if deciding and rng.random() < 0.8 else rng.choice(ROLLS)
    table = take_snapshot(game, table_of(game, puck, (position,)))
    dice = (roll.a, roll.b)
    edge = game.rules.cells[puck][roll.index][slot]
    word = "stays" if edge is None else _WORD[edge.outcome]
    prompt = f"{describe_table(table, dice)}\nWhat becomes of {spot.key}?"
    if edge is None:
        bet = table.seats[0].layout.on(spot.key)
        assert bet is not None, "it lies there"
        because = left_alone(game, bet, table.point, roll.total)
    else:
        to = f" to {game.rules.spot_of[edge.goto].key}" if edge.outcome == "move" else ""
        because = Because(f"{spot.key} {word}{to}", edge.cite)
    return Drawn(prompt, ChoiceAnswer(RESULTS, RESULTS.index(word)), (because,), table, dice)


def left_alone(game: Game, bet: PlacedBet, point: int | None, total: int) -> Because:
    """Why a roll does nothing to a wager: it was called off, it does not work now, or the roll is nothing to it."""
    wager = game.rules.by_key[bet.wager].wager
    now = wager.working.off if point is None else wager.working.on
    if bet.call == "off":
        return Because(f"{bet.wager} was called off: it stays where it lies", wager.working.calls.cite)
    if not now.value and bet.call != "on":
        return Because(f"{bet.wager} does not work with the puck off, unless it is called on", now.cite)
    cite = wager.otherwise.cite if wager.otherwise is not None else Citation()
    return Because(f"{bet.wager} is not decided by a {total}: it stays where it lies", cite)


def _ask_taken(game: Game, puck: int, roll: Roll, rng: Random) -> Drawn:
    before = table_of(game, puck, [busy(game, puck, rng, rng.randint(3, 5))])
    done, table, dice = roll_dice_at(game, before, roll).seats[0], take_snapshot(game, before), (roll.a, roll.b)
    lost = tuple(result.wager for result in done.results if result.result == "lose")
    prompt = f"{describe_table(table, dice)}\nWhich of these lose?"
    because = [_explain_result(game, result) for result in done.results]
    because += [] if because else [Because("this roll decides none of them")]
    known = tuple(bet.wager for bet in table.seats[0].layout.lying)
    return Drawn(prompt, NamesAnswer(lost, known), tuple(because), table, dice)


def _explain_result(game: Game, result: Settlement, who: str = "") -> Because:
    won = f" {units(result.won)}" if result.result == "win" else ""
    stays = " and stays up" if result.result == "win" and result.stays else ""
    stays += f", {units(result.commission)} kept as its next commission" if result.commission else ""
    name = f"{who}: " if who else ""
    says = f"{name}{result.wager} {units(result.stake)} {_WORD[result.result]}{won}{stays}"
    return Because(says, game.cite(result.cite))


def _one_rack(game: Game, puck: int, roll: Roll, rng: Random) -> Drawn:
    before = table_of(game, puck, [busy(game, puck, rng, rng.randint(3, 6))])
    done, table, dice = roll_dice_at(game, before, roll).seats[0], take_snapshot(game, before), (roll.a, roll.b)
    prompt = f"{describe_table(table, dice)}\nWhat goes to {_WHO}'s rack in all: winnings, and stakes that come down?"
    because = (*_why_back(game, done), Because(f"{units(done.back)} in all"))
    return Drawn(prompt, AmountAnswer(done.back), because, table, dice)


def _why_back(game: Game, done: SeatResult) -> list[Because]:
    lines = [_explain_result(game, result) for result in done.results]
    gain = sum(result.won + (0 if result.stays else result.stake) for result in done.results if result.result != "lose")
    kept = gain - done.back
    if kept:
        rule = game.rules.book.mixed_propositions
        lines.append(Because(f"{units(kept)} of the winnings replace the propositions that lost", rule.cite))
    return lines


def _the_bank(game: Game, puck: int, roll: Roll, rng: Random) -> Drawn:
    before = table_of(game, puck, [busy(game, puck, rng, rng.randint(1, 3)) for _ in range(rng.randint(2, 3))])
    event, table, dice = roll_dice_at(game, before, roll), take_snapshot(game, before), (roll.a, roll.b)
    prompt = f"{describe_table(table, dice)}\nWhat does the bank win in all? What it pays out counts below zero."
    because = [_explain_result(game, result, who) for who, result in event.settled if result.result in ("win", "lose")]
    because.append(Because(f"{units(event.bank)} in all"))
    return Drawn(prompt, AmountAnswer(event.bank), tuple(because), table, dice)


TOPIC = Topic(
    "roll",
    "What does this roll do",
    ("to one wager", "which wagers lose", "to one player's rack", "to the bank"),
    cards,
    draw,
    about,
    tells="rule",
)

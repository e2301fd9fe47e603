"""What does this roll do: to one wager, to one player's layout, to the whole table; judged by the table's own roll."""

from functools import lru_cache
from random import Random

from sevenout.compile import Spot
from sevenout.dice import ROLLS, Roll
from sevenout.game import Game
from sevenout.position import Settlement
from sevenout.refusal import Citation
from sevenout.school.answers import Amount, Choice, Names
from sevenout.school.question import Because, Draft, Topic, begins_with
from sevenout.school.scenes import PLAYERS, any_puck, busy, can_shoot, described, lies_under, rolled, scene, table_of
from sevenout.table.commands import units
from sevenout.table.events import SeatResult
from sevenout.words import stem

RESULTS = ("wins", "loses", "pushes", "comes back", "moves", "stays")
"""What a roll does to a wager. Odds that are off come back; a come bet moves; what is not decided stays."""

_WORD = {"win": "wins", "lose": "loses", "push": "pushes", "return": "comes back", "move": "moves"}
_WHO = PLAYERS[0]
_EVENTS = {"": "", "established": "point set", "made": "point made", "seven-out": "seven-out"}


# --- cards


@lru_cache(maxsize=16)
def _families(game: Game) -> dict[str, tuple[Spot, ...]]:
    """The wagers by family, as far as they can lie on a layout."""
    found: dict[str, list[Spot]] = {}
    reached = frozenset().union(*lies_under(game))
    for spot in game.rules.spots:
        if spot.index in reached:
            found.setdefault(_family(spot), []).append(spot)
    return {name: tuple(spots) for name, spots in found.items()}


def _family(spot: Spot) -> str:
    travelled = spot.wager.made.value == "never"
    return spot.wager.family.removesuffix("-n") + (" on a number" if travelled else "")


@lru_cache(maxsize=16)
def kinds(game: Game) -> dict[str, tuple[tuple[int, Roll], ...]]:
    """Every puck with every roll, by what kind of roll that is: a come-out, a seven-out, a point made, …"""
    found: dict[str, list[tuple[int, Roll]]] = {}
    for puck in game.rules.puck.states:
        for roll, edge in zip(ROLLS, game.rules.puck.edges[puck.index], strict=True):
            if not puck.fresh and can_shoot(game, puck.index):
                usual = "any roll" if game.rules.book.puck is None else "come-out" if puck.point is None else "number"
                found.setdefault(_EVENTS[edge.event] or usual, []).append((puck.index, roll))
    return {kind: tuple(rolls) for kind, rolls in found.items()}


def cards(game: Game, level: int) -> tuple[str, ...]:
    """Families of wagers on the first level; kinds of rolls on the others."""
    return tuple(_families(game)) if level == 1 else tuple(kinds(game))


def about(game: Game, card: str, word: str) -> bool:
    """Whether a card is about a wager, a family of them, or a kind of roll."""
    return begins_with(game, card, word) or any(
        word in (spot.key, stem(spot.key)) for spot in _families(game).get(card, ())
    )


def draw(game: Game, level: int, card: str, rng: Random) -> Draft | None:
    """A layout and a roll."""
    if level == 1:
        return _one_wager(game, card, rng)
    puck, roll = rng.choice(kinds(game)[card])
    if level == 2:
        return _taken(game, puck, roll, rng)
    return _one_rack(game, puck, roll, rng) if level == 3 else _the_bank(game, puck, roll, rng)


# --- questions


def _one_wager(game: Game, card: str, rng: Random) -> Draft | None:
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
    shown = scene(game, puck, (position,), dice=(roll.a, roll.b))
    edge = game.rules.cells[puck][roll.index][slot]
    word = "stays" if edge is None else _WORD[edge.outcome]
    prompt = f"{described(game, shown)}\nWhat becomes of {spot.key}?"
    if edge is None:
        because = left_alone(game, spot, slot, puck, roll.total)
    else:
        to = f" to {game.rules.spot_of[edge.goto].key}" if edge.outcome == "move" else ""
        because = Because(f"{spot.key} {word}{to}", edge.cite)
    return Draft(prompt, Choice(RESULTS, RESULTS.index(word)), (because,), shown)


def left_alone(game: Game, spot: Spot, slot: int, puck: int, total: int) -> Because:
    """Why a roll does nothing to a wager: it was called off, it does not work now, or the roll is nothing to it."""
    working = spot.wager.working
    call = game.rules.labels[slot].call
    now = working.off if game.rules.puck.states[puck].point is None else working.on
    if call == "off":
        return Because(f"{spot.key} was called off: it stays where it lies", working.calls.cite)
    if not now.value and call != "on":
        return Because(f"{spot.key} does not work with the puck off, unless it is called on", now.cite)
    cite = spot.wager.otherwise.cite if spot.wager.otherwise is not None else Citation()
    return Because(f"{spot.key} is not decided by a {total}: it stays where it lies", cite)


def _taken(game: Game, puck: int, roll: Roll, rng: Random) -> Draft:
    position = busy(game, puck, rng, rng.randint(3, 5))
    event = rolled(game, table_of(puck, [position]), roll)
    shown = scene(game, puck, (position,), dice=(roll.a, roll.b))
    lost = tuple(result.wager for result in event.seats[0].results if result.result == "lose")
    prompt = f"{described(game, shown)}\nWhich of these lose?"
    because = [_said(result) for result in event.seats[0].results]
    because += [] if because else [Because("this roll decides none of them")]
    known = tuple(bet.wager for bet in shown.players[0].lying)
    return Draft(prompt, Names(lost, known), tuple(because), shown)


def _said(result: Settlement, who: str = "") -> Because:
    won = f" {units(result.won)}" if result.result == "win" else ""
    stays = " and stays up" if result.stays else ""
    name = f"{who}: " if who else ""
    return Because(f"{name}{result.wager} {units(result.stake)} {_WORD[result.result]}{won}{stays}", result.cite)


def _one_rack(game: Game, puck: int, roll: Roll, rng: Random) -> Draft:
    position = busy(game, puck, rng, rng.randint(3, 6))
    done = rolled(game, table_of(puck, [position]), roll).seats[0]
    shown = scene(game, puck, (position,), dice=(roll.a, roll.b))
    prompt = f"{described(game, shown)}\nWhat goes to {_WHO}'s rack in all: winnings, and stakes that come down?"
    return Draft(prompt, Amount(done.back), (*_why_back(game, done), Because(f"{units(done.back)} in all")), shown)


def _why_back(game: Game, done: SeatResult) -> list[Because]:
    lines = [_said(result) for result in done.results]
    gain = sum(result.won + (0 if result.stays else result.stake) for result in done.results if result.result != "lose")
    kept = gain - done.back
    if kept:
        rule = game.rules.book.mixed_propositions
        lines.append(Because(f"{units(kept)} of the winnings replace the propositions that lost", rule.cite))
    return lines


def _the_bank(game: Game, puck: int, roll: Roll, rng: Random) -> Draft:
    positions = [busy(game, puck, rng, rng.randint(1, 3)) for _ in range(rng.randint(2, 3))]
    event = rolled(game, table_of(puck, positions), roll)
    shown = scene(game, puck, positions, dice=(roll.a, roll.b))
    prompt = f"{described(game, shown)}\nWhat does the bank win in all? What it pays out counts below zero."
    because = [_said(result, who) for who, result in event.settled if result.result in ("win", "lose")]
    because.append(Because(f"{units(event.bank)} in all"))
    return Draft(prompt, Amount(event.bank), tuple(because), shown)


TOPIC = Topic(
    "roll",
    "What does this roll do",
    ("to one wager", "which wagers lose", "to one player's rack", "to the bank"),
    cards,
    draw,
    about,
)

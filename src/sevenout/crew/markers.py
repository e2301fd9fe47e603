"""The marks on the layout: the puck, on, off, buy and lay buttons, where a player's chips lie, heeled and bridged odds.

Which area a wager belongs to is `layout`; here is the place inside it, for one player at one position.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Citation, Refusal
from sevenout.base.vocabulary import CREW, stem
from sevenout.crew.layout.areas import areas
from sevenout.crew.layout.rail import ENDS, End, Rail
from sevenout.crew.manual.chapter_loader import Fact, chapter
from sevenout.crew.roll_calls import SpokenCall, by_kind
from sevenout.engine.betting import not_offered
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.transitions import Call
from sevenout.rulebook.model import Rulebook
from sevenout.table.commands import CallWager
from sevenout.table.named_layout import Layout
from sevenout.table.table_snapshot import Snapshot


class PuckRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The colours of the puck's sides, where it stands, and how the stick has it put right."""

    on: Fact[str]
    off: Fact[str]
    on_at: Fact[str]
    off_at: Fact[str]
    correct_on: Fact[str]
    correct_off: Fact[str]


class Marking(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The marks of some wagers that are called on or off."""

    wagers: frozenset[str]
    by: str
    one_for_all: bool = False
    confirmed_by: frozenset[str] = frozenset()
    """Who confirms such a call, which counts only then; nobody: it counts as soon as it is called."""


class ButtonRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The buttons that mark calls, by group of wagers, and the wagers that have a button of their own."""

    calls: dict[str, Fact[Marking]]
    kinds: dict[str, Fact[str]]


class BoxEdges(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The edge of a box that a player's bets lie on."""

    near_the_base: Fact[str]
    near_the_stick: Fact[str]


class LiesAt(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The place of a kind of wager; `letter` as in the house's diagram; `{edge}`: by the player's place."""

    at: str
    letter: str = ""
    heading: str = ""
    """What the layout prints above the spaces of these wagers, in the middle: `HARDWAYS`."""
    symbol: str = ""
    """A symbol on which it may lie as well as in its own space: `E`."""
    between: tuple[str, ...] = ()
    """The two symbols between which it lies."""


class LaidOdds(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The ways in which odds on a don't bet may stand."""

    of: Fact[frozenset[str]]
    heeled: Fact[str]
    bridged: Fact[str]


class PointsMade(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The person who marks the points that a shooter makes for a Shootout, and the place."""

    by: str
    at: str


class MarkRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The chapter `marks` of a manual."""

    puck: PuckRules
    buttons: ButtonRules
    edges: BoxEdges
    lies: dict[str, Fact[LiesAt]]
    laid_odds: LaidOdds
    points_made: Fact[PointsMade]


OTHERWISE = "otherwise"
"""The entry of a chapter for whatever it does not name."""


def marks_of(game: Game) -> MarkRules:
    """The chapter of marks of a table's house."""
    return chapter(game.rules.book, "marks", MarkRules)


# --- the puck


class PuckMark(Struct, frozen=True):
    """The puck at each end: the side that is up, its colour, the point, and where it lies."""

    side: Literal["on", "off"]
    colour: str
    number: int | None
    at: str
    cite: Citation


def puck_mark(game: Game, table: Snapshot) -> PuckMark | None:
    """Returns how the puck stands; None in a house without one.

    >>> from sevenout.table import Table
    >>> game = Game.open("catfish-bend")
    >>> mark = puck_mark(game, Table(game).snapshot())
    >>> mark.side, mark.colour, mark.at
    ('off', 'black', "the don't come")
    """
    if not table.house.puck:
        return None
    rules, point = marks_of(game).puck, table.point
    if point is None:
        return PuckMark("off", rules.off.value, None, rules.off_at.value, rules.off_at.cite)
    return PuckMark("on", rules.on.value, point, rules.on_at.value.format(number=point), rules.on_at.cite)


def check_pucks(game: Game, table: Snapshot, marked: Mapping[End, int | None]) -> tuple[SpokenCall, ...]:
    """What the stick says to a dealer whose puck does not stand where it should; `marked`: the point at each end.

    >>> from sevenout.table import Table
    >>> game = Game.open("catfish-bend")
    >>> check_pucks(game, Table(game).snapshot(), {"third base": None, "second base": 8})[0].words
    'Second base, the puck is off'
    """
    if not table.house.puck:
        return ()
    rules, point = marks_of(game).puck, table.point
    fact = rules.correct_off if point is None else rules.correct_on
    return tuple(
        SpokenCall("stickperson", fact.value.format(end=end.capitalize(), number=point), fact.cite, to=end)
        for end in ENDS
        if end in marked and marked[end] != point
    )


# --- buttons


class Button(Struct, frozen=True):
    """A button on a player's wager: what it says, which wagers it speaks for, and who lays it there."""

    seat: str
    wager: str
    says: str
    speaks_for: tuple[str, ...]
    by: str
    cite: Citation


def buttons(game: Game, table: Snapshot, rail: Rail | None = None) -> tuple[Button, ...]:
    """Every button on the layout: what tells a buy or a lay bet, and the calls that stand.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 100_000), table.bet_each("Ann", "inside", 3_000), table.call("Ann", "place", "on")
    (None, None, None)
    >>> [(mark.wager, mark.says, len(mark.speaks_for)) for mark in buttons(table.game, table.snapshot())]
    [('place-5', 'on', 4)]
    """
    rail = rail or Rail.of(table)
    layouts = [*((seat.name, seat.layout) for seat in table.seats), (CREW, table.crew)]
    return tuple(button for name, layout in layouts for button in seat_buttons(game, name, layout, rail))


def seat_buttons(game: Game, name: str, layout: Layout, rail: Rail) -> Iterator[Button]:
    """The buttons on one layout: what bets are, then how they are called.

    >>> from sevenout.table.named_layout import BARE
    >>> list(seat_buttons(Game.open("catfish-bend"), "Ann", BARE, Rail(("Ann",), ())))
    []
    """
    rules = marks_of(game).buttons
    calls = {bet.wager: bet.call for bet in layout.lying}
    dealer = rail.dealer(rail.end_of(name))
    for wager in calls:
        kind = by_kind(rules.kinds, wager)
        if kind is not None:
            yield Button(name, wager, kind.value, (wager,), dealer, kind.cite)
    groups: dict[str, dict[str, Call]] = {}
    for wager, call in calls.items():
        groups.setdefault(_group(rules, wager), {})[wager] = call
    for group, members in groups.items():
        fact = rules.calls[group]
        by = dealer if fact.value.by == "base dealer" else fact.value.by
        for wagers, call in _group_by_button(game, members, rail.end_of(name), one=fact.value.one_for_all):
            yield Button(name, wagers[0], call, wagers, by, fact.cite)


def _group(rules: ButtonRules, wager: str) -> str:
    own = {wager, f"{stem(wager)}-n"}
    return next((group for group, fact in rules.calls.items() if own & fact.value.wagers), OTHERWISE)


def _group_by_button(
    game: Game, members: Mapping[str, Call], end: End, *, one: bool
) -> Iterator[tuple[tuple[str, ...], Literal["on", "off"]]]:
    """The wagers under each button, the one it lies on first; one button speaks only where all are called the same."""

    def depth(wager: str) -> int:
        spot, felt = game.rules.by_key[wager], areas(game)
        return felt.depth(felt.of(spot), spot, end)

    nearest = sorted(members, key=depth, reverse=True)
    calls = set(members.values())
    for call in ("on", "off"):
        wagers = [wager for wager in nearest if members[wager] == call]
        if one and calls == {call}:
            yield tuple(wagers), call
        else:
            yield from (((wager,), call) for wager in wagers)


def refused_call(game: Game, after: Layout, command: CallWager) -> Refusal | None:
    """Why a call does not count: nobody confirmed it whose word the house wants. `after`: the layout if it counted.

    >>> from sevenout.table.named_layout import PlacedBet
    >>> up = Layout((PlacedBet("place-6", 1200, "on"),))
    >>> game, call = Game.open("catfish-bend"), CallWager("Ann", "place-6", "on", unconfirmed=True)
    >>> refused_call(game, up, call).clause, refused_call(Game.open("marina-bay-sands"), up, call)
    ('Place Bets', None)
    """
    rules = marks_of(game).buttons
    for bet in after.lying:
        fact = rules.calls[_group(rules, bet.wager)]
        wanted = fact.value.confirmed_by
        if bet.call != command.now or not wanted:
            continue
        if command.unconfirmed or (command.confirmed and not wanted & set(command.confirmed)):
            who = " or ".join(sorted(wanted, reverse=True))
            return Refusal(
                "unconfirmed", f"the call does not count until the {who} confirms it", fact.cite, wager=bet.wager
            )
    return None


def call_confirmers(book: Rulebook) -> tuple[str, ...]:
    """Everybody who, by a house's manual, confirms calls on or off of some wagers.

    >>> [call_confirmers(Game.open(house).rules.book) for house in ("new-south-wales", "typical", "marina-bay-sands")]
    [('boxperson', 'dealer'), ('dealer',), ()]
    """
    calls = chapter(book, "marks", MarkRules).buttons.calls.values()
    return tuple(sorted({role for fact in calls for role in fact.value.confirmed_by}))


def refused_one_button(game: Game, after: Layout) -> Refusal | None:
    """Why one of several bets cannot be called alone: the one button of their kind would speak for all of them.

    >>> from sevenout.table.named_layout import PlacedBet
    >>> up = Layout((PlacedBet("hard-4", 500, "off"), PlacedBet("hard-8", 500)))
    >>> refused_one_button(Game.open("catfish-bend"), up).reason
    "one button speaks for all of them: call 'hard' on or off, not one alone"
    """
    rules = marks_of(game).buttons
    calls: dict[str, set[Call]] = {}
    for bet in after.lying:
        calls.setdefault(stem(bet.wager), set()).add(bet.call)
        fact = rules.calls[_group(rules, bet.wager)]
        if fact.value.one_for_all and len(calls[stem(bet.wager)]) > 1:
            reason = f"one button speaks for all of them: call '{stem(bet.wager)}' on or off, not one alone"
            return Refusal("one-button", reason, fact.cite, wager=bet.wager)
    return None


class PointMade(Struct, frozen=True):
    """A button for a point that counts towards a Shootout: the point, who lays it, and where."""

    number: int
    by: str
    at: str
    cite: Citation


def points_made(game: Game, table: Snapshot) -> tuple[PointMade, ...]:
    """The buttons on the points made in this turn; none where no Shootout runs, or it is void or paid.

    >>> from sevenout.base.dice import roll
    >>> from sevenout.table import Table
    >>> from sevenout.table.commands import TellTime
    >>> table = Table(Game.open("catfish-bend"))
    >>> _ = table.execute(TellTime("2026-03-02T20:00", "America/Chicago")), table.seat("Ann", 10_000)
    >>> table.bet("Ann", "pass", 500)
    >>> _ = table.roll(roll(4, 4)), table.roll(roll(5, 3))
    >>> [mark.at for mark in points_made(table.game, table.snapshot())]
    ['a special button on the 8']
    """
    if table.bonus is None:
        return ()
    fact = marks_of(game).points_made
    return tuple(
        PointMade(point, fact.value.by, fact.value.at.format(number=point), fact.cite)
        for point in sorted(table.bonus.points)
    )


# --- where chips lie


class Lie(Struct, frozen=True):
    """The place of a player's wager: area, place in words, letter of the house's diagram, and the player's position."""

    wager: str
    area: str
    at: str
    letter: str
    end: End
    place: int
    """The player's place, counted from the base dealer to the stick."""
    of: int
    """How many players stand at that end."""
    cite: Citation


def locate_wager(game: Game, wager: str, rail: Rail, seat: str) -> Lie | Refusal:
    """Returns where a wager of a seat lies; a refusal where the house does not offer it.

    >>> rail = Rail(("Ann", "Bob"), ("Cy",))
    >>> locate_wager(Game.open("catfish-bend"), "place-6", rail, "Bob").at
    'the bottom edge of the box of the 6'
    >>> locate_wager(Game.open("marina-bay-sands"), "horn-high-12", rail, "Ann").letter
    'R'
    """
    spot = game.rules.by_key.get(wager)
    if spot is None:
        return not_offered(game, wager)
    rules = marks_of(game)
    fact = by_kind(rules.lies, wager) or rules.lies[OTHERWISE]
    end = rail.end_of(seat)
    players = rail.base_to_stick(end) + ((CREW,) if seat == CREW else ())
    place = players.index(seat) + 1
    half = rules.edges.near_the_base if 2 * place <= len(players) + 1 else rules.edges.near_the_stick
    at = fact.value.at.format(number=wager.removeprefix(f"{stem(wager)}-"), edge=half.value)
    area = areas(game).of(spot).name
    return Lie(wager, area, at, fact.value.letter, end, place, len(players), fact.cite)


def place_of(game: Game, wager: str) -> LiesAt:
    """Returns where the house puts a wager, whoever made it.

    >>> place_of(Game.open("marina-bay-sands"), "hard-8").heading
    'HARDWAYS'
    """
    rules = marks_of(game).lies
    return (by_kind(rules, wager) or rules[OTHERWISE]).value


def symbols_of(game: Game) -> dict[str, str]:
    """The symbols on the layout, each with the wager that may lie on it.

    >>> symbols_of(Game.open("marina-bay-sands"))
    {'C': 'any-craps', 'E': 'eleven'}
    """
    places = [fact.value for fact in marks_of(game).lies.values()]
    known = {place.symbol for place in places if place.symbol}
    for place in places:
        if place.between and (len(place.between) != _BESIDE or not known.issuperset(place.between)):
            named, others = " and ".join(place.between), ", ".join(sorted(known)) or "none"
            raise BadInput(f"a wager lies between two symbols that others have ({others}), not between {named}")
    placed = ((place_of(game, spot.key).symbol, spot.key) for spot in game.rules.spots)
    return {symbol: wager for symbol, wager in placed if symbol}


_BESIDE = 2


# --- odds on a don't bet


class Stand(Struct, frozen=True):
    """The way odds on a don't bet stand beside it."""

    wager: str
    how: Literal["heeled", "bridged"]
    at: str
    cite: Citation


def heel_odds(game: Game, wager: str) -> Stand | Refusal:
    """Odds on a don't bet heeled off, which they may always be.

    >>> heel_odds(Game.open("catfish-bend"), "dont-pass-odds").at
    "heeled against the flat bet, beside the don't pass bet, towards the base dealer"
    """
    return _refused_stand(game, wager) or _stand(game, wager, "heeled")


def bridge_odds(game: Game, puck: int, wager: str, flat: Cents, odds: Cents, colours: Iterable[str]) -> Stand | Refusal:
    """Odds on a don't bet bridged across it, if they win exactly what the flat bet is and all chips are one colour.

    `puck` as in `game.puck(4)`; `colours` of the chips of both bets.

    >>> game = Game.open("catfish-bend")
    >>> bridge_odds(game, game.puck(4), "dont-pass-odds", 2_500, 5_000, ["green"]).how
    'bridged'
    >>> bridge_odds(game, game.puck(5), "dont-pass-odds", 2_500, 5_000, ["green"]).reason
    'odds can be bridged only if they win as much as the flat bet: 50.00 would win 33.00, and the flat bet is 25.00'
    """
    refusal = _refused_stand(game, wager)
    if refusal is not None:
        return refusal
    cite = marks_of(game).laid_odds.bridged.cite
    spot = game.rules.by_key[wager]
    payouts = spot.odds[puck]
    if not payouts:
        return Refusal("not-now", f"{spot.title} cannot win now, with the puck where it is", cite, wager=wager)
    won = game.pay(payouts[0], odds)
    if won != flat:
        figures = f"{format_amount(odds)} would win {format_amount(won)}, and the flat bet is {format_amount(flat)}"
        return Refusal("not-equal", f"odds can be bridged only if they win as much as the flat bet: {figures}", cite)
    if len(set(colours)) != 1:
        return Refusal("not-one-colour", "to bridge odds, odds and flat bet have to be chips of one colour", cite)
    return _stand(game, wager, "bridged")


def _refused_stand(game: Game, wager: str) -> Refusal | None:
    spot = game.rules.by_key.get(wager)
    if spot is None:
        return not_offered(game, wager)
    of = marks_of(game).laid_odds.of
    if {wager, f"{stem(wager)}-n"} & of.value:
        return None
    reason = f"only odds on a don't bet can be heeled or bridged, not {spot.title}"
    return Refusal("not-laid", reason, of.cite, wager=wager)


def _stand(game: Game, wager: str, how: Literal["heeled", "bridged"]) -> Stand:
    rules = marks_of(game)
    place = by_kind(rules.lies, wager) or rules.lies[OTHERWISE]
    fact = rules.laid_odds.heeled if how == "heeled" else rules.laid_odds.bridged
    return Stand(wager, how, f"{fact.value}, {place.value.at}", fact.cite)

"""How bets are announced as they are made: repeated by the dealer who places them or by the stick, tokes to all.

It reads what changed on a layout, so a press, a parlay and a bet on a group of numbers need no words of their own.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from sevenout.columns import Call as OnOff
from sevenout.crew.calls import Call, by_kind, is_proposition, words_of
from sevenout.crew.rail import Rail
from sevenout.game import Game
from sevenout.money import Cents, format_amount
from sevenout.position import EMPTY, Position, layout
from sevenout.refusal import Refusal
from sevenout.table.commands import units
from sevenout.table.events import Changed, Toked
from sevenout.table.state import TableState
from sevenout.words import stem


def booking(
    game: Game, before: TableState, event: Changed | Toked, rail: Rail | None = None, *, change: Cents = 0
) -> tuple[Call, ...]:
    """What is said as a bet is made, added to or called on or off; `change` is what the player gets back of the money.

    >>> from sevenout.table import Table
    >>> from sevenout.table.commands import Bet
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 100_000)
    >>> before = table.state
    >>> booked = table.tell(Bet("Ann", 2_000, "buy-4"))
    >>> [(call.who, call.words) for call in booking(table.game, before, booked, change=400)]
    [('third base', '20, Buy Bet 4, player 1 at third base, 1 vig, 4 change')]
    """
    rail = rail or Rail.of(before)
    if isinstance(event, Toked):
        calls = list(_tokes(game, before, event, rail))
    else:
        seat = before.seat(event.seat)
        held = EMPTY if seat is None else seat.position
        calls = [*_bets(game, held, event, rail), *_switched(game, held, event, rail)]
    if change and calls:
        words = words_of(game).booking.words.change
        calls[-1] = replace(calls[-1], words=calls[-1].words + words.value.format(change=units(change)))
    return tuple(calls)


def change_due(event: Changed | Toked, tendered: Cents) -> Cents | Refusal:
    """What is left of the chips a player put down for a bet, once stake and commission are taken.

    >>> from sevenout.table.events import Changed
    >>> change_due(Changed("Ann bets 20 on buy-4", "Ann", EMPTY, 2_000, 100), 2_500)
    400
    """
    due = event.staked + event.commission
    if tendered < due:
        return Refusal("short", f"{format_amount(tendered)} does not cover stake and commission, {format_amount(due)}")
    return tendered - due


def _bets(game: Game, held: Position, event: Changed, rail: Rail) -> Iterator[Call]:
    """Every wager that was made or added to, where somebody of the crew places it."""
    words = words_of(game).booking
    was = layout(game, held)
    position = position_of(game, event.seat, rail)
    for wager, now in layout(game, event.position).items():
        before = was.get(wager, 0)
        if now <= before or {wager, f"{stem(wager)}-n"} & {*words.self.value}:
            continue
        spot = game.rules.by_key[wager]
        fact = words.stick if is_proposition(game, wager) else by_kind(words.own, wager) or words.base
        bet = (words.words.more if before else words.words.made).value.format(
            amount=units(now), more=units(now - before)
        )
        said = fact.value.format(bet=bet, wager=spot.wager.title, position=position)
        vig = game.commission(spot, now) - game.commission(spot, before)
        if vig > 0:
            said += words.words.vig.value.format(vig=units(vig))
        yield Call(_speaker(game, wager, event.seat, rail), said, fact.cite)


def _speaker(game: Game, wager: str, seat: str, rail: Rail) -> str:
    """Whose bet it is to speak of: the stick's in the middle, else the dealer's at the player's end."""
    return "stickperson" if is_proposition(game, wager) else rail.dealer(rail.end_of(seat))


def position_of(game: Game, seat: str, rail: Rail) -> str:
    """A player's position in words, counted from the base dealer.

    >>> position_of(Game.open("catfish-bend"), "Cy", Rail(("Ann",), ("Bob", "Cy")))
    'player 1 at second base'
    """
    end = rail.end_of(seat)
    place = rail.base_to_stick(end).index(seat) + 1
    return words_of(game).booking.words.position.value.format(place=place, end=end)


def _switched(game: Game, held: Position, event: Changed, rail: Rail) -> Iterator[Call]:
    """Every wager that was called on or off and is still up."""
    fact = words_of(game).booking.called
    was = called(game, held)
    for wager, now in called(game, event.position).items():
        if now and now != was.get(wager, ""):
            title = game.rules.by_key[wager].wager.title
            said = fact.value.format(wager=title, call=now, position=position_of(game, event.seat, rail))
            yield Call(_speaker(game, wager, event.seat, rail), said, fact.cite)


def called(game: Game, position: Position) -> dict[str, OnOff]:
    """The call that stands on every wager of a layout: on, off, or none.

    >>> from sevenout.position import Change, call, place
    >>> game = Game.open("catfish-bend")
    >>> up = place(game, EMPTY, game.puck(6), "place-8", 600, 10_000)
    >>> called(game, call(game, up.position, "place-8", "off").position)
    {'place-8': 'off'}
    """
    labels = (game.rules.labels[slot] for slot in position.slots)
    return {label.wager: label.call for label in labels}


def _tokes(game: Game, before: TableState, event: Toked, rail: Rail) -> Iterator[Call]:
    """A toke that rides; one without a bet goes into the toke box in silence."""
    fact = words_of(game).booking.toke
    was = layout(game, before.crew)
    for wager, amount in layout(game, event.crew).items():
        added = amount - was.get(wager, 0)
        if added > 0:
            said = fact.value.format(amount=units(added), wager=game.rules.by_key[wager].wager.title)
            yield Call(_speaker(game, wager, event.seat, rail), said, fact.cite, to="supervisor")

"""The announcements of bets as they are made: repeated by the dealer who places them or by the stick, tokes to all.

It reads what changed on a layout, so a press, a parlay and a bet on a group of numbers need no words of their own.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sevenout.base.money import Cents, units
from sevenout.base.vocabulary import stem
from sevenout.crew.layout.rail import Rail
from sevenout.crew.manual.chapter_loader import Fact
from sevenout.crew.markers import OTHERWISE, seat_buttons
from sevenout.crew.roll_calls import SpokenCall, by_kind, is_proposition, words_of
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.table.events import Changed, Toked
from sevenout.table.named_layout import BARE, Layout
from sevenout.table.table_snapshot import Snapshot


def booking(
    game: Game,
    before: Snapshot,
    event: Changed | Toked,
    rail: Rail | None = None,
    *,
    change: Cents = 0,
    confirmed: tuple[str, ...] = (),
) -> tuple[SpokenCall, ...]:
    """The words as a bet is made, added to, or called on or off.

    `change` is what the player gets back of the money, `confirmed` who confirms a late or called bet, or a call.

    >>> from sevenout.table import Table
    >>> from sevenout.table.commands import Bet
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 100_000)
    >>> before = table.snapshot()
    >>> booked = table.execute(Bet("Ann", 2_000, "buy-4"))
    >>> [(call.who, call.words) for call in booking(table.game, before, booked, change=400)]
    [('third base', '20, Buy Bet 4, player 1 at third base, 1 vig, 4 change')]
    """
    rail = rail or Rail.of(before)
    held = _layout_of(before, event.seat)
    if isinstance(event, Toked):
        calls = list(_tokes(game, before, event, rail))
    else:
        calls = [*_bets(game, held, event, rail), *_on_off_calls(game, before, event, rail, confirmed)]
    if change and calls:
        words = words_of(game).booking.words.change
        calls[-1] = replace(calls[-1], words=calls[-1].words + words.value.format(change=units(change)))
    if isinstance(event, Changed):
        calls += [
            *_confirmation_calls(game, held, event, rail, confirmed),
            *_verification_calls(game, before, event, rail),
        ]
    return tuple(calls)


def change_due(event: Changed | Toked, tendered: Cents) -> Cents:
    """The change from the chips a player put down for a bet, after stake and commission.

    >>> from sevenout.table.events import Changed
    >>> change_due(Changed("Ann", BARE, 97_900, 2_000, 100), 2_500)
    400
    """
    return tendered - event.staked - event.commission


def _layout_of(before: Snapshot, seat: str) -> Layout:
    shown = before.seat(seat)
    return BARE if shown is None else shown.layout


def _increased_wagers(held: Layout, event: Changed) -> Iterator[tuple[str, Cents, Cents]]:
    """Every wager that was made or added to, with what lay there before and what lies there now."""
    was = held.stakes
    for wager, now in event.layout.stakes.items():
        if now > was.get(wager, 0):
            yield wager, was.get(wager, 0), now


def _bets(game: Game, held: Layout, event: Changed, rail: Rail) -> Iterator[SpokenCall]:
    """Every wager that was made or added to, where somebody of the crew places it."""
    words = words_of(game).booking
    position = position_of(game, event.seat, rail)
    for wager, before, now in _increased_wagers(held, event):
        if {wager, f"{stem(wager)}-n"} & words.self.value:
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
        yield SpokenCall(_speaker(game, wager, event.seat, rail), said, fact.cite)


def _confirmation_calls(
    game: Game, held: Layout, event: Changed, rail: Rail, confirmed: tuple[str, ...]
) -> Iterator[SpokenCall]:
    """The word of everybody who confirms a bet, whoever placed it; a dealer is the one at the player's end."""
    fact = words_of(game).booking.confirmed
    for wager, before, now in _increased_wagers(held, event):
        said = fact.value.format(amount=units(now - before), wager=game.rules.by_key[wager].wager.title)
        for role in confirmed:
            who = rail.dealer(rail.end_of(event.seat)) if role == "dealer" else role
            yield SpokenCall(who, said, fact.cite, to=event.seat)


def _verification_calls(game: Game, before: Snapshot, event: Changed, rail: Rail) -> Iterator[SpokenCall]:
    """A large bet is made sure of while there is time: the house's part of its maximum, or more. Odds have none.

    One above its maximum was not noticed, or it would not lie there.
    """
    words, puck = words_of(game).booking, game.puck(before.point)
    if before.dice.thrown:
        return
    for wager, _, now in _increased_wagers(_layout_of(before, event.seat), event):
        spot = game.rules.by_key[wager]
        most = game.maximum_of(spot, puck, 0).amount
        if spot.flat is None and most is not None and words.large.value * most <= 100 * now <= 100 * most:
            said = words.verified.value.format(amount=units(now), wager=spot.wager.title, player=event.seat)
            yield SpokenCall(_speaker(game, wager, event.seat, rail), said, words.verified.cite, to=event.seat)


def _speaker(game: Game, wager: str, seat: str, rail: Rail) -> str:
    """Returns whose bet it is to speak of: the stick's in the middle, else the dealer's at the player's end."""
    return "stickperson" if is_proposition(game, wager) else rail.dealer(rail.end_of(seat))


def position_of(game: Game, seat: str, rail: Rail) -> str:
    """A player's position in words, counted from the base dealer.

    >>> position_of(Game.open("catfish-bend"), "Cy", Rail(("Ann",), ("Bob", "Cy")))
    'player 1 at second base'
    """
    end = rail.end_of(seat)
    place = rail.base_to_stick(end).index(seat) + 1
    return words_of(game).booking.words.position.value.format(place=place, end=end)


def _on_off_calls(
    game: Game, before: Snapshot, event: Changed, rail: Rail, confirmed: tuple[str, ...]
) -> Iterator[SpokenCall]:
    """Wagers that were called on or off and are still up: whoever lays the button on them confirms it, or is named."""
    named = [rail.dealer(rail.end_of(event.seat)) if role == "dealer" else role for role in confirmed]
    words = words_of(game).booking.buttons
    was = {bet.wager: bet.call for bet in _layout_of(before, event.seat).lying}
    position = position_of(game, event.seat, rail)
    called: dict[tuple[str, str, Fact[str]], list[CompiledWager]] = {}
    for button in seat_buttons(game, event.seat, event.layout, rail):
        for wager in button.speaks_for:
            if button.says in ("on", "off") and button.says != was.get(wager):
                fact = by_kind(words, wager) or words[OTHERWISE]
                called.setdefault((button.by, button.says, fact), []).append(game.rules.by_key[wager])
    for (who, call, fact), spots in called.items():
        titles = [spot.wager.title for spot in sorted(spots, key=lambda spot: spot.index)]
        said = fact.value.format(wager=join_titles(titles), call=call, position=position)
        yield from (SpokenCall(one, said, fact.cite, to=event.seat) for one in named or [who])


def join_titles(titles: Sequence[str]) -> str:
    """Several bets in one breath: those of one kind by their numbers.

    >>> join_titles(["Buy Bet 4", "Place Bet 5", "Place Bet 6", "Place Bet 8"])
    'Buy Bet 4, Place Bet 5, 6 and 8'
    """
    kinds: dict[str, list[str]] = {}
    for title in titles:
        kind, _, number = title.rpartition(" ")
        kinds.setdefault(kind, []).append(number)
    said = []
    for kind, (first, *others) in kinds.items():
        numbers = f"{', '.join((first, *others[:-1]))} and {others[-1]}" if others else first
        said.append(f"{kind} {numbers}".strip())
    return ", ".join(said)


def _tokes(game: Game, before: Snapshot, event: Toked, rail: Rail) -> Iterator[SpokenCall]:
    """A toke that rides; one without a bet goes into the toke box in silence."""
    fact = words_of(game).booking.toke
    was = before.crew.stakes
    for wager, amount in event.crew.stakes.items():
        added = amount - was.get(wager, 0)
        if added > 0:
            said = fact.value.format(amount=units(added), wager=game.rules.by_key[wager].wager.title)
            yield SpokenCall(_speaker(game, wager, event.seat, rail), said, fact.cite, to="supervisor")

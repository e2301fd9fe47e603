"""The bets that one seat may make now: every wager with the amounts it takes, or its refusal. Front ends draw this.

It decides nothing: the limits are `Game`'s, and `place` answers for every refusal. What only a table knows (whether
the dice are in the air, who is seated) is told, not asked here.
"""

from bisect import bisect_right
from typing import NamedTuple
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.html import html_card
from sevenout.base.money import Cents, Rounding, format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import Position, flat_of, lying_on, not_offered, place, short_of, stake_on
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager


class Offer(Struct, frozen=True):
    """One wager, for one seat, now: the amounts that one bet may put on it, on top of what is held.

    Taken are `minimum`, `maximum` and whatever lies between them in whole steps from `minimum`; nothing else is. Where
    `exact_below` is given, the house takes less than its minimum if it can pay it exactly: then of the amounts under
    `exact_below` only those in whole `exact_step`s from `minimum` are taken, and from it on every step.

    Behind a pass bet of 10 with the point on 5, odds at 3:2: 2 and 4 pay exactly, 1 and 3 do not, from 5 all go, though
    a house that rounds down pays 7 for 5 and not 7.50: with what is held, a stake should come to whole `pays_in`s.

    >>> from sevenout import EMPTY, Game, place
    >>> game = Game.open("catfish-bend")
    >>> position = place(game, EMPTY, game.puck(), "pass", 1000, 50_000).position
    >>> odds = offer(game, position, game.puck(5), 49_000, "pass-odds")
    >>> odds.minimum, odds.maximum, odds.step, odds.exact_below, odds.exact_step, odds.pays_in
    (200, 10000, 100, 500, 200, 200)
    """

    wager: str
    title: str
    held: Cents
    """What lies on it now."""
    minimum: Cents = 0
    """The smallest amount that is taken; like all that follow, 0 if none is."""
    maximum: Cents = 0
    """The largest amount that is taken, and that the rack covers with its commission."""
    step: Cents = 0
    exact_below: Cents | None = None
    exact_step: Cents = 0
    """0 unless `exact_below` is given."""
    pays_in: Cents = 0
    """In whole multiples of it a stake loses nothing to rounding; 0 where every stake that is taken does."""
    refusal: Refusal | None = None
    """Why no amount is taken: the answer to the smallest one that could be asked for."""

    def __repr__(self) -> str:
        if self.refusal is not None:
            return f"<Offer {self.wager}: none, {self.refusal.code}: {self.refusal.reason}>"
        limits = f"{format_amount(self.minimum)} to {format_amount(self.maximum)} by {format_amount(self.step)}"
        return f"<Offer {self.wager}: {limits}{f', {format_amount(self.held)} held' if self.held else ''}>"

    def _repr_html_(self) -> str:
        amounts = {name: format_amount(getattr(self, name)) for name in ("held", "minimum", "maximum", "step")}
        refused = {} if self.refusal is None else {"refused": self.refusal.reason, "clause": self.refusal.clause}
        return html_card(self.title, {**amounts, **refused})

    def accepts(self, amount: Cents) -> bool:
        """True if one bet may put this amount on it: what `place` would say."""
        if self.refusal is not None or not self.minimum <= amount <= self.maximum:
            return False
        exact = self.exact_below is not None and amount < self.exact_below
        return (amount - self.minimum) % (self.exact_step if exact else self.step) == 0


class _OfferTerms(Struct, frozen=True):
    """The amounts a wager takes whatever the rack holds, those below its minimum apart, or the refusal."""

    refusal: Refusal | None
    exact: range
    usual: range
    whole: Offer
    """The offer to somebody who can pay for all of it."""
    needs: Cents
    """What that costs, commission included."""


_MOST_REMEMBERED = 50_000
_UNLIMITED = 10**15
"""More than any rack holds: the end of the amounts where a house sets none."""

_MOST_WHOLE = 2_000
_Question = tuple[int, int, int, Cents, Cents, bool]
_terms: WeakKeyDictionary[Game, dict[_Question, _OfferTerms]] = WeakKeyDictionary()
"""What was asked before, table by table: a layout changes in one place at a time, and the rack is compared last."""


class _Whole(NamedTuple):
    """Everything that is offered to a layout, and the rack from which on it is just that."""

    offers: tuple[Offer, ...]
    needs: Cents


_wholes: WeakKeyDictionary[Game, dict[tuple[Position, int], _Whole]] = WeakKeyDictionary()
"""By layout and puck: many seats have the same, most of them nothing, and chips enough."""


def offers(game: Game, position: Position, puck: int, rack: Cents, closed: Refusal | None = None) -> tuple[Offer, ...]:
    """Every wager of the house in the order of its book, with what this seat may put on it.

    `closed`: why no bet is taken at all, because the dice are in the air.
    """
    if closed is not None:
        return tuple(
            Offer(spot.key, spot.wager.title, stake_on(position, spot), refusal=replace(closed, wager=spot.key))
            for spot in game.rules.spots
        )
    wholes = _wholes.get(game)
    if wholes is None:
        wholes = _wholes[game] = {}
    whole = wholes.get((position, puck))
    if whole is not None and rack >= whole.needs:
        return whole.offers
    known = _terms_cache(game)
    if whole is None:
        terms = [_terms_of(game, known, position, puck, spot) for spot in game.rules.spots]
        if len(wholes) >= _MOST_WHOLE:
            wholes.clear()
        needs = max((one.needs for one in terms if one.refusal is None), default=0)
        wholes[position, puck] = _Whole(tuple([one.whole for one in terms]), needs)
    return tuple([_offer(game, known, position, puck, rack, spot) for spot in game.rules.spots])


def offer(game: Game, position: Position, puck: int, rack: Cents, key: str) -> Offer:
    """One wager, with what this seat may put on it."""
    spot = game.rules.by_key.get(game.rules.wager_named(key) or key)
    if spot is None:
        return Offer(key, key, 0, refusal=not_offered(game, key))
    return _offer(game, _terms_cache(game), position, puck, rack, spot)


def _terms_cache(game: Game) -> dict[_Question, _OfferTerms]:
    known = _terms.get(game)
    if known is None:
        known = _terms[game] = {}
    return known


def _terms_of(
    game: Game, known: dict[_Question, _OfferTerms], position: Position, puck: int, spot: CompiledWager
) -> _OfferTerms:
    """The terms of a wager, whatever is in the rack; remembered for the next time."""
    slot, held = lying_on(position, spot)
    flat = 0 if spot.flat is None else flat_of(game, position, spot, puck)
    question = spot.index, puck, slot, held, flat, spot.index in position.marks.locked
    terms = known.get(question)
    if terms is None:
        if len(known) >= _MOST_REMEMBERED:
            known.clear()
        terms = known[question] = _work_out_terms(game, position, puck, spot, held, flat)
    return terms


def _offer(
    game: Game, known: dict[_Question, _OfferTerms], position: Position, puck: int, rack: Cents, spot: CompiledWager
) -> Offer:
    terms = _terms_of(game, known, position, puck, spot)
    held = terms.whole.held
    if terms.refusal is not None or rack >= terms.needs:
        return terms.whole
    smallest = terms.exact[0] if terms.exact else terms.usual[0]
    if (needs := _cost(game, spot, held, smallest)) > rack:
        return Offer(spot.key, spot.wager.title, held, refusal=short_of(spot, smallest, needs, rack))
    if not terms.exact and spot.wager.commission is None:
        step = terms.usual.step
        most = smallest + (rack - smallest) // step * step
        return Offer(spot.key, spot.wager.title, held, smallest, most, step, pays_in=terms.whole.pays_in)
    exact, usual = (_affordable(game, spot, held, rack, amounts) for amounts in (terms.exact, terms.usual))
    return _make_offer(spot, held, exact, usual, terms.whole.pays_in)


def _work_out_terms(
    game: Game, position: Position, puck: int, spot: CompiledWager, held: Cents, flat: Cents
) -> _OfferTerms:
    """Asks the house about the smallest amount, which stands for all others, and works out what all would cost."""
    exact, usual = _amounts(game, puck, spot, held, flat)
    smallest = exact[0] if exact else usual.start
    answer = place(game, position, puck, spot.key, smallest, None)
    if isinstance(answer, Refusal):
        return _OfferTerms(answer, exact, usual, Offer(spot.key, spot.wager.title, held, refusal=answer), 0)
    whole = _make_offer(spot, held, exact, usual, _pays_in(game, spot, puck))
    return _OfferTerms(None, exact, usual, whole, _cost(game, spot, held, whole.maximum))


def _pays_in(game: Game, spot: CompiledWager, puck: int) -> Cents:
    exact_step = game.exact_step(spot, puck)
    return exact_step if game.rounding is Rounding.DOWN and exact_step != game.step(spot) else 0


def _make_offer(spot: CompiledWager, held: Cents, exact: range, usual: range, pays_in: Cents) -> Offer:
    key, title = spot.key, spot.wager.title
    if exact and usual:
        return Offer(key, title, held, exact[0], usual[-1], usual.step, usual[0], exact.step, pays_in)
    taken = usual or exact
    return Offer(key, title, held, taken[0], taken[-1], taken.step, pays_in=pays_in)


def _cost(game: Game, spot: CompiledWager, held: Cents, amount: Cents) -> Cents:
    """The chips a rack pays to add an amount to the bet that is held, commission included."""
    if spot.wager.commission is None:
        return amount
    return amount + game.commission(spot, held + amount) - game.commission(spot, held)


def _amounts(game: Game, puck: int, spot: CompiledWager, held: Cents, flat: Cents) -> tuple[range, range]:
    """The amounts that the wager's limits allow: those below its minimum that pay exactly, and those from it on.

    An empty range from the minimum on still starts at the amount to ask for, so that its refusal says what is wrong.
    """
    most = game.maximum_of(spot, puck, flat).amount
    least = game.minimum_of(spot, puck).amount or 0
    top = _UNLIMITED if most is None else most
    exact_step = game.exact_step(spot, puck)
    step = exact_step if game.rounding is Rounding.EXACT else game.step(spot)
    if not game.may_be_less(spot, puck):
        return range(0), _raises(held, least, top, step)
    if exact_step == step:  # whatever can be bet at all pays exactly: there is no minimum
        return range(0), _raises(held, 0, top, step)
    return _raises(held, 0, min(least - 1, top), exact_step), _raises(held, least, top, step)


def _raises(held: Cents, least: Cents, most: Cents, step: Cents) -> range:
    """The amounts that bring what is held to whole steps, from the least to the most."""
    first = -(-max(least, held + 1) // step) * step
    return range(first - held, most - held + 1, step)


def _affordable(game: Game, spot: CompiledWager, held: Cents, rack: Cents, amounts: range) -> range:
    """As many of the amounts as the rack pays for, commission included."""
    amounts = amounts[: bisect_right(amounts, rack)]
    if not amounts or _cost(game, spot, held, amounts[-1]) <= rack:
        return amounts
    return amounts[: bisect_right(amounts, rack, key=lambda amount: _cost(game, spot, held, amount))]

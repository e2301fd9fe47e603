"""Standing orders: what a seat wants done before every roll until it says otherwise, such as `keep odds at max`.

An order is a line that reads itself back. What it leads to is judged by the table like any other bet.
"""

from collections.abc import Iterator
from operator import itemgetter
from typing import Literal

from msgspec import Struct

from sevenout.base.money import Cents, units
from sevenout.base.vocabulary import stem
from sevenout.player.talk.amounts import SpokenAmount, Trial, odds_up, resolve_amount
from sevenout.player.talk.refused_amounts import refused_amount
from sevenout.player.talk.repeats import RepeatRequest, SeatMemory, WagerStake, bets_to_reach
from sevenout.player.talk.spoken_phrases import ALL, read_times
from sevenout.player.talk.tokens import SpokenWord
from sevenout.player.talk.wager_names import names_of
from sevenout.table import Table

MOST = 16
"""How many orders a seat may have."""
HOW = "A standing order looks like: always rebet pass, keep odds at max, keep 12 on six."
BEGIN = frozenset(("always", "keep"))
"""With these words a line gives an order, or none that can be kept."""
ODDS = "odds"
"""All odds of whatever is up; `come odds` are those of every come bet."""
_BETWEEN = frozenset(("on", "at", "for", "behind", "back", "to", "in", "take", *ALL))
_AT = frozenset(("at", "for", "to"))
"""After these words the amount comes last: `keep place-4 at 10` is ten on the four."""
_REBET = frozenset(("rebet", "rebetting", "same"))


class StandingOrder(Struct, frozen=True, omit_defaults=True):
    """One of them."""

    what: Literal["keep", "rebet"]
    wager: str = ""
    """A wager's key, `odds` or `come odds` for the odds of what is up; for a rebet nothing: whatever was decided."""
    cents: int = 0
    times: int = 0
    """A multiple of the flat bet; nothing said of either: the most that is taken, exactly paid where any amount is."""
    since: int = 0
    """The entry of the last roll when it was given: a rebet is about what that one and later ones decided."""

    def __str__(self) -> str:
        if self.what == "rebet":
            return f"always rebet {self.wager}".rstrip()
        much = units(self.cents) if self.cents else f"{self.times}x" if self.times else "max"
        return f"keep {self.wager} at {much}"


def read_order(table: Table, line: str) -> StandingOrder | None:
    """The order that a line gives; None if it gives none.

    >>> table = Table("typical")
    >>> said = "always rebet the pass line", "keep my odds at max", "always 10 on pass", "always rebet come"
    >>> [str(read_order(table, line)) for line in said]
    ['always rebet pass', 'keep odds at max', 'keep pass at 10', 'always rebet come']
    >>> said = "keep double odds", "keep odds at max on all my come bets", "keep 12 on the six", "10 on pass"
    >>> [str(read_order(table, line)) for line in said]
    ['keep odds at 2x', 'keep come odds at max', 'keep place-6 at 12', 'None']
    """
    words = () if refused_amount(table.game, line) else names_of(table.game).read(line)
    if len(words) < 2 or words[0].text not in BEGIN:
        return None
    between = {*_BETWEEN, "lay"} if any(word.text == ODDS for word in words) else _BETWEEN  # else it is a lay bet
    plain = tuple(word for word in words[1:] if word.text not in between)
    if plain and plain[0].text in _REBET:
        wager = _wager(table, plain[1:])
        return StandingOrder("rebet", wager) if len(plain) == 1 or (wager and not wager.endswith(ODDS)) else None
    last_first = any(word.text in _AT for word in words)
    for at, word in sorted(enumerate(plain), reverse=last_first, key=itemgetter(0)):
        amount, wager = _amount(word), _wager(table, plain[:at] + plain[at + 1 :])
        if amount is not None and wager and (amount.kind == "cents") == (amount.cents > 0):
            return StandingOrder("keep", wager, amount.cents, amount.times)
    return None


def _amount(word: SpokenWord) -> SpokenAmount | None:
    if word.text in ("max", "maximum", "full", "most"):
        return SpokenAmount(kind="most")
    if times := read_times(word.text):
        return SpokenAmount(kind="times", times=times)
    return None if word.amount is None else SpokenAmount(word.amount)


def _wager(table: Table, words: tuple[SpokenWord, ...]) -> str:
    """The one wager that words name, or the odds behind one or behind all."""
    named = tuple(word for word in words if word.text != ODDS)
    keys = [meaning.wagers[0] for meaning, end in names_of(table.game).at(named, 0)
            if end == len(named) and len(meaning.wagers) == 1]  # fmt: skip
    if len(named) == len(words):
        return keys[0] if keys else ""
    if not named:
        return ODDS
    rules = table.game.rules
    flats = {rules.spots[spot.flat].key for spot in rules.spots if spot.flat is not None}
    behind = [key for key in keys if key in flats | {stem(flat) for flat in flats}]
    return f"{behind[0]} {ODDS}" if behind else ""


def drop_order(orders: tuple[StandingOrder, ...], said: str) -> tuple[StandingOrder, ...] | None:
    """The orders that are left after one is dropped by its number or by its words; None if none is meant.

    >>> orders = StandingOrder("rebet", "pass"), StandingOrder("keep", "odds")
    >>> [str(order) for order in drop_order(orders, "odds")], drop_order(orders, "3"), drop_order(orders, "all")
    (['always rebet pass'], None, ())
    """
    words = frozenset(said.lower().split())
    if words and words <= {"all", "everything", "orders"}:
        return ()
    left = tuple(
        order
        for number, order in enumerate(orders, 1)
        if not (words == {str(number)} or words <= {*str(order).split()})
    )
    return left if words and len(left) < len(orders) else None


def carry_out_orders(table: Table, you: str, orders: tuple[StandingOrder, ...], memory: SeatMemory) -> RepeatRequest:
    """The commands of the orders before the next roll, and those that the house refuses now.

    >>> from sevenout import roll
    >>> table = Table("typical"); _ = table.seat("Ann", 500_00), table.bet("Ann", "pass", 10_00), table.roll(roll(4, 2))
    >>> [str(bet) for bet in carry_out_orders(table, "Ann", (StandingOrder("keep", "odds"),), SeatMemory()).bets]
    ['Ann bets 50 on pass-odds']
    """
    trial = Trial(table, you)
    each = [bets_to_reach(trial, _layout(trial.table, you, order, memory)) for order in orders]
    return RepeatRequest(
        tuple(bet for some in each for bet in some.bets), tuple(left for some in each for left in some.left)
    )


def _layout(table: Table, you: str, order: StandingOrder, memory: SeatMemory) -> Iterator[WagerStake]:
    """The bets that an order wants up."""
    rules = table.game.rules
    if order.what == "rebet":
        flat = (each for each in memory.gone if (spot := rules.by_key.get(each.wager)) and spot.flat is None)
        yield from (each for each in flat if order.wager in ("", each.wager) and each.n >= order.since)
    elif order.wager == ODDS or order.wager.endswith(f" {ODDS}"):
        of = order.wager.removesuffix(ODDS).strip()
        for spot in odds_up(table, you):
            behind = rules.spots[spot.flat or 0].key
            if of in ("", behind, stem(behind)) and table.offer(you, spot.key).refusal is None:
                held = table.layout(you).get(spot.key, 0)
                yield WagerStake(spot.key, order.cents or held + _more(table, you, order, spot.key))
    elif order.cents:
        yield WagerStake(order.wager, order.cents)
    elif table.offer(you, order.wager).refusal is None:
        yield WagerStake(order.wager, table.layout(you).get(order.wager, 0) + _more(table, you, order, order.wager))


def _more(table: Table, you: str, order: StandingOrder, wager: str) -> Cents:
    """Returns how much more an order wants on a wager: no breakage is added to what lies there."""
    if order.times:
        return resolve_amount(table, you, wager, SpokenAmount(kind="times", times=order.times))
    offer = table.offer(you, wager)
    exact = offer.maximum - (offer.held + offer.maximum) % (offer.pays_in or 1)
    if exact >= offer.minimum:
        return exact
    return 0 if offer.held else offer.maximum

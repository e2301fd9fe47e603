"""One seat's layout: make, increase, reduce, take down and call its wagers. Pure; the heart of the game.

A position holds no rack and no puck: both are arguments. An action answers with a `Change` or with a `Refusal`;
neither it nor a settlement ever alters the position it was given. What a layout is stands in `position`, what
a roll does to it in `settlement`; what a house takes, at least and at most, in `game`.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from sevenout.base.money import Cents, cents, format_amount
from sevenout.base.refusal import Citation, Refusal
from sevenout.base.vocabulary import STANDING_GROUPS, did_you_mean, question, stem
from sevenout.engine.game import Game
from sevenout.engine.position import (
    EMPTY,
    PLAIN,
    Change,
    LayoutFlags,
    Move,
    Position,
    Settled,
    Settlement,
    at_risk,
    find,
    lying_on,
    stake_on,
)
from sevenout.engine.settlement import counted_stake, flat_of, settle
from sevenout.engine.vouchers import pick_up, worth_on
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.puck_machine import in_season
from sevenout.rulebook.compiler.transitions import Call

__all__ = [
    "EMPTY",
    "PLAIN",
    "Change",
    "LayoutFlags",
    "Move",
    "Position",
    "Settled",
    "Settlement",
    "at_risk",
    "call",
    "call_props",
    "counted_stake",
    "find_standing",
    "flat_of",
    "layout",
    "lying_on",
    "not_offered",
    "place",
    "reduce",
    "settle",
    "short_of",
    "stake_on",
    "sum_takeable",
    "take_down",
]


# --- looking


def layout(game: Game, position: Position) -> dict[str, Cents]:
    """The stakes by wager name."""
    return {game.rules.spot_of[slot].key: stake for slot, stake in zip(position.slots, position.stakes, strict=True)}


def _with_stake(position: Position, spot: CompiledWager, stake: Cents) -> Position:
    """The position with another stake on a wager, under the call it has; none takes it off."""
    slots, stakes, at = position.slots, position.stakes, bisect_left(position.slots, spot.first)
    up = slots[at : at + 1] if at < len(slots) and slots[at] < spot.end else ()
    after = at + len(up)
    return Position(
        slots[:at] + ((up or (spot.first,)) if stake else ()) + slots[after:],
        stakes[:at] + ((stake,) if stake else ()) + stakes[after:],
        position.marks,
    )


# --- making and changing


def place(
    game: Game, position: Position, puck: int, key: str, amount: Cents, rack: Cents | None, *, unnoticed: bool = False
) -> Change | Refusal:
    """Makes a wager, or increases it if it is up. `puck` is `game.puck(8)`, or `game.puck()` while it is off.

    The wager goes by its key or by a name of the house's own. Without a rack, nobody asks whether it can be paid for.

    >>> game = Game.open("new-south-wales")
    >>> layout(game, place(game, EMPTY, game.puck(), "win-line", 10_00, rack=None).position)
    {'pass': 1000}
    """
    if type(amount) is not int:
        amount = cents(amount)
    question = position, puck, key, amount
    judged = None if unnoticed else game.judged.get(question)
    if judged is None:
        judged = _judge_wager(game, position, puck, key, amount, unnoticed=unnoticed)
        if not unnoticed:
            game.remember(question, judged)
    if rack is not None and isinstance(judged, Change) and judged.cost > rack:
        spot = game.rules.by_key.get(key) or _by_title(game, key)
        assert spot is not None, "a bet on it was judged"
        return short_of(spot, amount, judged.cost, rack)
    return judged


def _judge_wager(
    game: Game, position: Position, puck: int, key: str, amount: Cents, *, unnoticed: bool = False
) -> Change | Refusal:
    """Judges a wager by the rules alone, whoever pays for it."""
    spot = game.rules.by_key.get(key) or _by_title(game, key)
    if spot is None:
        return not_offered(game, key)
    key = spot.key
    if amount <= 0:
        reason = f"{format_amount(amount)} is no bet: the amount must be above zero"
        return Refusal("no-amount", reason, wager=key, amount=amount)
    if amount % game.chip:
        return replace(game.not_chips(amount), wager=key)
    held = stake_on(position, spot)
    total, flat = held + amount, flat_of(game, position, spot, puck)
    refusal = (
        _refused_season(game, spot, puck, up=held > 0)
        or _refused_gathered(position, spot)
        or _refused_attachment(game, position, spot)
        or _refused_lock(position, spot)
        or (_refused_unnoticed(game) if unnoticed else None)
        or game.refused_amount(spot, puck, total, flat, unnoticed=unnoticed)
    )
    if refusal is not None:
        return replace(refusal, wager=key, amount=amount)
    commission = game.commission(spot, total) - game.commission(spot, held)
    after = _with_stake(position, spot, total)
    if unnoticed and game.refused_amount(spot, puck, total, flat) is not None:
        after = replace(after, marks=replace(after.marks, unnoticed=after.marks.unnoticed | {spot.index}))
    return Change(after, amount, commission)


def short_of(spot: CompiledWager, amount: Cents, needs: Cents, rack: Cents) -> Refusal:
    """The answer to a wager that the rack cannot pay for."""
    reason = f"{spot.title} needs {format_amount(needs)} and the rack holds {format_amount(rack)}"
    return Refusal("rack", reason, wager=spot.key, amount=amount)


def _refused_gathered(position: Position, spot: CompiledWager) -> Refusal | None:
    index = find(position, spot)
    if spot.wager.collect is None or index is None or position.slots[index] == spot.first:
        return None
    has = "counted" if spot.wager.collect.counts else "gathered numbers"
    return Refusal("contract", f"{spot.title} has {has} already", spot.wager.increase.cite)


def _refused_lock(position: Position, spot: CompiledWager) -> Refusal | None:
    if spot.index not in position.marks.locked:
        return None
    reason = f"{spot.title} was reduced or taken down: nothing may be added until a roll decides it"
    return Refusal("locked", reason, spot.wager.after_reduction.cite)


def _refused_unnoticed(game: Game) -> Refusal | None:
    rule = game.rules.book.unnoticed
    if rule.value != "refused":
        return None
    return Refusal("not-here", "this house has no rule for a wager that nobody noticed", rule.cite)


def reduce(game: Game, position: Position, puck: int, key: str, amount: Cents) -> Change | Refusal:
    """Takes some of a wager's stake back, and what its odds then hold above their cap."""
    spot = find_standing(game, position, key)
    if isinstance(spot, Refusal):
        return spot
    amount, held = cents(amount), stake_on(position, spot)
    refusal = _refused_reduction(game, spot, puck)
    if refusal is None and amount <= 0:
        refusal = Refusal("no-amount", f"{format_amount(amount)} is no reduction: the amount must be above zero")
    if refusal is None and amount >= held:
        refusal = Refusal(
            "reduces-all", f"{spot.title} holds {format_amount(held)}: to have all of it back, take it down"
        )
    if refusal is None and amount > held - worth_on(position, spot):
        chips = format_amount(held - worth_on(position, spot))
        reason = f"{chips} of {spot.title} is chips, the rest a voucher: take the bet down to have that back"
        refusal = Refusal("voucher", reason)
    if refusal is None:
        refusal = game.refused_amount(spot, puck, held - amount, flat_of(game, position, spot, puck))
    if refusal is not None:
        return replace(refusal, wager=spot.key, amount=amount)
    after = _lock_reduced(_with_stake(position, spot, held - amount), spot)
    refund = game.commission(spot, held) - game.commission(spot, held - amount)
    change = Change(after, -amount, -refund if _refunds(spot) else 0)
    for attached in spot.attached:
        change = _trim(game, change, puck, game.rules.spots[attached])
    return change


def _trim(game: Game, change: Change, puck: int, odds: CompiledWager) -> Change:
    """Gives back what odds hold above the cap of their reduced flat bet."""
    held = stake_on(change.position, odds)
    most = game.maximum_of(odds, puck, flat_of(game, change.position, odds, puck)).amount
    if most is None or held <= most:
        return change
    if most < worth_on(change.position, odds):
        return change.combine(_off_the_layout(game, change.position, odds))
    refund = game.commission(odds, held) - game.commission(odds, most) if _refunds(odds) else 0
    return change.combine(Change(_with_stake(change.position, odds, most), most - held, -refund))


def take_down(game: Game, position: Position, puck: int, what: str) -> Change | Refusal:
    """Takes a wager down with its odds, or of a group of standing wagers all that may come down."""

    def down(held: Position, spot: CompiledWager) -> Change | Refusal:
        return _refused_reduction(game, spot, puck) or _off_the_layout(game, held, spot)

    return _each_of(game, position, what, down)


def sum_takeable(game: Game, position: Position, puck: int) -> Cents:
    """What goes back to the rack if all comes down that may: stakes, and commissions that the house gives back.

    >>> from sevenout.engine.game import Game
    >>> game = Game.open("typical")
    >>> point = game.puck(6)
    >>> placed = place(game, Position((game.rules.by_key["pass"].first,), (10_00,)), point, "place-8", 12_00, rack=None)
    >>> sum_takeable(game, placed.position, point)
    1200
    """
    if not position.slots:
        return 0
    known = game.takeable.get((position, puck))
    if known is None:
        answer = take_down(game, position, puck, "all")
        known = -answer.cost if isinstance(answer, Change) else 0
        game.remember_takeable(position, puck, known)
    return known


def _off_the_layout(game: Game, position: Position, spot: CompiledWager) -> Change:
    held = stake_on(position, spot)
    after = _lock_reduced(_with_stake(position, spot, 0), spot)
    change = Change(_clear_unnoticed(after, spot), -held, -game.commission(spot, held) if _refunds(spot) else 0)
    for odds in spot.attached:
        if find(change.position, game.rules.spots[odds]) is not None:
            change = change.combine(_off_the_layout(game, change.position, game.rules.spots[odds]))
    return change


def call(game: Game, position: Position, what: str, now: Call) -> Change | Refusal:
    """Calls a wager on or off, or of a group of standing wagers all that can be called so."""

    def call_one(held: Position, spot: CompiledWager) -> Change | Refusal:
        rule = spot.wager.working.calls
        if now not in rule.value:
            return Refusal("cannot-call", f"{spot.title} cannot be called {now}", rule.cite, wager=spot.key)
        slot = spot.slot(now)
        if slot is None:
            return _off_the_layout(game, held, spot)
        index = bisect_left(held.slots, spot.first)
        return Change(Position((*held.slots[:index], slot, *held.slots[index + 1 :]), held.stakes, held.marks), 0)

    return _each_of(game, position, what, call_one)


def call_props(game: Game, position: Position, *, down: bool) -> Change | Refusal:
    """Returns whether winning propositions come down with their stake from now on."""
    rule = game.rules.book.props_down
    if not rule.value:
        return Refusal("not-here", "this house has no call that brings propositions down", rule.cite)
    return Change(replace(position, marks=replace(position.marks, props_down=down)), 0)


def _of_group(game: Game, position: Position, group: str) -> Iterator[CompiledWager]:
    """The wagers of a group that are up."""
    for slot in position.slots:
        spot = game.rules.spot_of[slot]
        if group == "all" or stem(spot.key) == group:
            yield spot


def _each_of(
    game: Game, position: Position, what: str, act: Callable[[Position, CompiledWager], Change | Refusal]
) -> Change | Refusal:
    """Does one thing to a wager, or to every wager of a group that allows it; then refused only if none does."""
    if what in game.rules.by_key or what not in STANDING_GROUPS:
        spot = find_standing(game, position, what)
        return spot if isinstance(spot, Refusal) else act(position, spot)
    change = Change(position, 0)
    refused = Refusal("not-up", f"nothing of {what!r} is on the layout")
    done = False
    for spot in _of_group(game, position, what):
        if find(change.position, spot) is None:  # it came down with its flat bet
            continue
        further = act(change.position, spot)
        if isinstance(further, Change):
            change, done = change.combine(further), True
        elif refused.code == "not-up":
            refused = further
    return change if done else refused


def find_standing(game: Game, position: Position, key: str) -> CompiledWager | Refusal:
    """A wager that is up, or why there is none."""
    spot = game.rules.by_key.get(key) or _by_title(game, key)
    if spot is None:
        return not_offered(game, key)
    if find(position, spot) is None:
        return Refusal("not-up", f"{spot.title} is not on the layout", wager=spot.key)
    return spot


def _by_title(game: Game, name: str) -> CompiledWager | None:
    """The wager that the house alone calls so: asked only where no wager has that key."""
    return game.rules.by_key.get(game.rules.wager_named(name) or "")


def not_offered(game: Game, key: str) -> Refusal:
    """This house has no such wager."""
    named = game.rules.wager_named(key)
    meant = question((named,)) if named else did_you_mean(key, game.rules.by_key)
    book = game.rules.book
    return Refusal("not-offered", f"{book.title} offers no {key}.{meant}", book.wagers_listed.cite, wager=key)


def _refused_season(game: Game, spot: CompiledWager, puck: int, *, up: bool) -> Refusal | None:
    rule = spot.wager.increase if up else spot.wager.made
    if in_season(rule.value, game.rules.puck.states[puck]):
        return None
    doing = "be added to" if up else "be made"
    when = {
        "off": f"{spot.title} may {doing} only before a point is set",
        "on": f"{spot.title} may {doing} only while a point is on",
        "new shooter": f"{spot.title} may {doing} only before a shooter's first roll",
        "never": f"{spot.title} may never {doing}" + ("" if up else ": it only arises by travelling"),
    }
    code = "not-now" if rule.value != "never" else "contract" if up else "not-made"
    return Refusal(code, when[rule.value], rule.cite, wager=spot.key)


def _refused_attachment(game: Game, position: Position, spot: CompiledWager) -> Refusal | None:
    if spot.flat is None or find(position, game.rules.spots[spot.flat]) is not None:
        return None
    flat = game.rules.spots[spot.flat].title
    cite = spot.wager.attaches_to.cite if spot.wager.attaches_to else Citation()
    return Refusal("no-flat", f"{spot.title} goes with a bet on {flat}, and there is none", cite)


def _refused_reduction(game: Game, spot: CompiledWager, puck: int) -> Refusal | None:
    rule = spot.wager.reduce
    if in_season(rule.value, game.rules.puck.states[puck]):
        return None
    when = {
        "off": " once a point is set",
        "on": " before a point is set",
        "new shooter": " once the shooter has thrown",
    }
    reason = f"{spot.title} may not be reduced or taken down{when.get(rule.value, '')}"
    return Refusal("contract", reason, rule.cite, wager=spot.key)


def _refunds(spot: CompiledWager) -> bool:
    return spot.wager.commission is not None and spot.wager.commission.refund.value


def _lock_reduced(position: Position, spot: CompiledWager) -> Position:
    """Locks a wager that may not grow again once it was reduced."""
    if spot.wager.after_reduction.value != "locked":
        return position
    return replace(position, marks=replace(position.marks, locked=position.marks.locked | {spot.index}))


def _clear_unnoticed(position: Position, spot: CompiledWager) -> Position:
    if position.marks.vouchers:
        position = pick_up(position, spot)
    if spot.index not in position.marks.unnoticed:
        return position
    return replace(position, marks=replace(position.marks, unnoticed=position.marks.unnoticed - {spot.index}))

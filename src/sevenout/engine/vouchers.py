"""Promotional tokens and vouchers: held apart from the rack, laid whole on a wager, and collected only if it loses.

A seat owns its vouchers until one loses. Those that lie on the layout are marked there, the others it holds.
"""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from sevenout.base.money import Cents
from sevenout.engine.game import Deal, Game
from sevenout.engine.position import PLAIN, LayoutFlags, Position, Settled, Settlement, Voucher, find
from sevenout.rulebook.compiler.book_compiler import CompiledWager

Vouchers = tuple[Voucher, ...]


def without(vouchers: Vouchers, gone: Iterable[Voucher]) -> Vouchers:
    """Vouchers less some of them, the smallest first.

    >>> without((Voucher("voucher", 25_00), Voucher("voucher", 25_00)), [Voucher("voucher", 25_00)])
    (Voucher(kind='voucher', amount=2500),)
    """
    return tuple(sorted((Counter(vouchers) - Counter(gone)).elements()))


def on_layout(position: Position) -> Vouchers:
    """The vouchers that lie on a layout."""
    return tuple([voucher for _, voucher in position.marks.vouchers])


def worth(vouchers: Iterable[Voucher]) -> Cents:
    """The sum of some vouchers."""
    return sum([voucher.amount for voucher in vouchers])


def worth_on(position: Position, spot: CompiledWager) -> Cents:
    """The part of a wager's stake that is vouchers."""
    return sum([voucher.amount for index, voucher in position.marks.vouchers if index == spot.index])


def lay(position: Position, spot: CompiledWager, voucher: Voucher) -> Position:
    """A layout on which part of a stake, which is there, is a voucher."""
    vouchers = tuple(sorted((*position.marks.vouchers, (spot.index, voucher))))
    return replace(position, marks=replace(position.marks, vouchers=vouchers))


def pick_up(position: Position, spot: CompiledWager) -> Position:
    """A layout without the vouchers of a wager that comes down."""
    vouchers = tuple([laid for laid in position.marks.vouchers if laid[0] != spot.index])
    return replace(position, marks=plain(replace(position.marks, vouchers=vouchers)))


def plain(marks: LayoutFlags) -> LayoutFlags:
    """The same marks, by the one value that says that there are none."""
    return PLAIN if marks == PLAIN else marks


def settle_vouchers(game: Game, before: Position, done: Settled, deals: tuple[Deal | None, ...]) -> Settled:
    """A settlement in which the vouchers among the stakes neither go to the rack nor into the bank.

    A voucher travels with its wager and stays with it; one that wins or is given back is its owner's again, and one
    that loses is collected.
    """
    spots, spot_of = game.rules.spots, game.rules.spot_of
    by_wager: Counter[str] = Counter()
    for index, voucher in before.marks.vouchers:
        by_wager[spots[index].key] += voucher.amount
    results = tuple([replace(each, vouchers=by_wager[each.wager]) for each in done.results])
    staying = {each.wager for each in results if each.stays}
    lying = []
    for index, voucher in before.marks.vouchers:
        held = find(before, spots[index])
        deal = None if held is None else deals[before.slots[held]]
        if deal is None or spots[index].key in staying:
            lying.append((index, voucher))
        elif deal[1] == "move":
            lying.append((spot_of[deal[5]].index, voucher))
    position = replace(done.position, marks=plain(replace(done.position.marks, vouchers=tuple(sorted(lying)))))
    back = sum([each.vouchers for each in results if each.result != "lose" and not each.stays])
    collected = sum([each.collected for each in results])
    return replace(done, position=position, back=done.back - back, bank=done.bank - collected, results=results)


def lost_on(game: Game, before: Position, results: Iterable[Settlement]) -> Vouchers:
    """The vouchers of a layout that a roll lost."""
    lost = {done.wager for done in results if done.collected}
    return tuple([voucher for index, voucher in before.marks.vouchers if game.rules.spots[index].key in lost])

"""What may lie beside a line bet for one roll: wagers that are made and taken down freely, with every stake, as menus.

Such a wager is an action and never a state: after each roll it may be taken down, and made anew if it is wanted. A
menu has all of them for one place (before the point, on a point, no line bet at all), least expected loss first, each
with what every kind of roll does to the line bet and nets at the same time.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from sevenout.analysis.solver.certificate_verifier import legal_stakes, payment
from sevenout.analysis.solver.rules_block import ALL, Block, stake_limits
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, units
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import LINES, did_you_mean, stem
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.puck_machine import OFF, in_season
from sevenout.rulebook.compiler.transitions import DOWN, Transition

STAYS, WINS, LOSES, PUSHES = range(4)
"""What a roll does to a line bet that is on its point, as kernel/beside.h counts."""
Group = int
Kinds = Counter[tuple[Group, str, int, int]]
"""How many rolls do the same to the line bet and to the other wager, with what the other one pays."""


class MenuBet(NamedTuple):
    """One wager with one stake in one place, in chips."""

    loss: Fraction
    cost: int
    wager: str
    stake: int
    entries: tuple[tuple[Group, int, int], ...]
    """Group of rolls, how many of them, and what they net."""

    @property
    def own(self) -> int:
        """Rolls that leave all as it is."""
        return sum(ways for group, ways, net in self.entries if group == 0 and net == 0)


class FreeWager(NamedTuple):
    """A wager that can be made and taken down before any roll while the puck stands at one place."""

    spot: CompiledWager
    cells: tuple[Transition | None, ...]
    """By roll."""
    limits: Block


def find_keys(game: Game, words: Iterable[str]) -> tuple[str, ...]:
    """The wagers that words name, line bets and odds left out; raises BadInput for a word that nobody knows."""
    rules, found = game.rules, dict[str, None]()
    for word in words:
        key = rules.wager_named(word) or word
        named = [
            spot.key
            for spot in rules.spots
            if word == ALL or key == spot.key or word in (spot.wager.family, stem(spot.key))
        ]
        if not named:
            known = (*rules.by_key, *(spot.wager.family for spot in rules.spots), ALL)
            raise BadInput(f"{rules.book.title} offers no {word!r}.{did_you_mean(word, known)}")
        found.update(dict.fromkeys(key for key in named if key not in LINES and rules.by_key[key].flat is None))
    return tuple(found)


def free_wagers(game: Game, keys: Iterable[str], puck: int, step: Cents) -> tuple[FreeWager, ...]:
    """Those of some wagers that are free while the puck stands so."""
    found = []
    for key in keys:
        spot = game.rules.by_key[key]
        if _find_refusal(game, spot, puck) is None:
            found.append(FreeWager(spot, _cells(game, spot, puck), stake_limits(game, spot, puck, step)))
    return tuple(found)


def left_out(game: Game, keys: Iterable[str]) -> tuple[Refusal, ...]:
    """The wagers that are free nowhere, with the reason."""
    pucks = range(len(game.rules.puck.states))
    every = ([_find_refusal(game, game.rules.by_key[key], puck) for puck in pucks] for key in keys)
    return tuple(reasons[-1] for reasons in every if all(reasons) and reasons[-1] is not None)


def _cells(game: Game, spot: CompiledWager, puck: int) -> tuple[Transition | None, ...]:
    slot = spot.slot("on")  # where the house lets a wager be called on, it works
    return tuple(game.rules.cells[puck][roll.index][spot.first if slot is None else slot] for roll in ROLLS)


def _find_refusal(game: Game, spot: CompiledWager, puck: int) -> Refusal | None:
    """Why a wager is not made for a single roll while the puck stands so."""
    wager, rules = spot.wager, game.rules
    if wager.collect is not None:
        return Refusal("gathers", "it gathers totals roll by roll", wager.collect.cite, wager=spot.key)
    state = rules.puck.states[puck]
    if not in_season(wager.made.value, state):
        return Refusal("not-made", "it is not made now", wager.made.cite, wager=spot.key)
    if wager.after_reduction.value == "locked":
        return Refusal("locked", "once reduced it is locked", wager.after_reduction.cite, wager=spot.key)
    terms = wager.commission
    if terms is not None and terms.charged.value == "when made" and not terms.refund.value:
        return Refusal("commission", "its commission is not given back", terms.refund.cite, wager=spot.key)
    for roll, cell in zip(ROLLS, _cells(game, spot, puck), strict=True):
        if cell is not None and cell.outcome == "move":
            return Refusal("travels", "it travels", wager.made.cite, wager=spot.key)
        after = rules.puck.states[rules.puck.edges[puck][roll.index].goto]
        stays = cell is None or (cell.outcome != "lose" and cell.goto != DOWN)
        if stays and not in_season(wager.reduce.value, after):
            return Refusal("stays-up", "it may not be taken down after the roll", wager.reduce.cite, wager=spot.key)
    return None


# --- menus


def line_groups(game: Game, line: Block, puck: int) -> tuple[Group, ...]:
    """By roll, what it does to a line bet: before the point its end or its point, then how it is decided."""
    rules, spot = game.rules, game.rules.by_key[line["wager"]]
    groups = []
    for roll in ROLLS:
        cell = rules.cells[puck][roll.index][spot.first]
        if puck != OFF:
            groups.append(STAYS if cell is None else {"win": WINS, "lose": LOSES}.get(cell.outcome, PUSHES))
            continue
        point = rules.puck.states[rules.puck.edges[puck][roll.index].goto].point
        if cell is None and point is not None:
            classes = [point in each["numbers"] for each in line["points"]]
            groups.append(1 + len(_decisive(line)) + classes.index(True))
        else:
            groups.append(0 if cell is None else _end_group(line, cell))
    return tuple(groups)


def _decisive(line: Block) -> list[list[Any]]:
    return [end for end in line["ends"] if end[1] != "push"]


def _end_group(line: Block, cell: Transition) -> Group:
    for group, (_, outcome, *pays) in enumerate(_decisive(line), 1):
        if outcome == cell.outcome and (
            outcome == "lose" or cell.odds is None or pays == [cell.odds.num, cell.odds.den]
        ):
            return group
    return 0


def kinds_of(free: FreeWager, groups: tuple[Group, ...]) -> Kinds:
    """The rolls by what they do to the line bet and to another wager."""
    kinds: Kinds = Counter()
    for group, cell in zip(groups, free.cells, strict=True):
        if cell is None:
            kinds[group, "", 0, 1] += 1
        elif cell.outcome == "win" and cell.odds is not None:
            kinds[group, "win", cell.odds.num, cell.odds.den] += 1
        else:
            kinds[group, "lose" if cell.outcome == "lose" else "push", 0, 1] += 1
    return kinds


def menu_of(
    game: Game, wagers: Iterable[FreeWager], groups: tuple[Group, ...], top: int, limit: float
) -> list[MenuBet]:
    """All stakes of some wagers that lose no more than `limit` chips a roll, the least loss first."""
    bets = []
    for free in wagers:
        kinds = kinds_of(free, groups)
        for stake in legal_stakes(free.limits, top):
            bet = _bet(game, free, kinds, stake)
            if bet.loss <= limit and bet.cost <= top:
                bets.append(bet)
    return sorted(bets, key=lambda bet: (bet.loss, bet.wager, bet.stake))


def _bet(game: Game, free: FreeWager, kinds: Kinds, stake: int) -> MenuBet:
    chip, spot = game.chip, free.spot
    fee = game.commission(spot, stake * chip) // chip
    entries: Counter[tuple[Group, int]] = Counter()
    for (group, outcome, num, den), ways in kinds.items():
        net = 0
        if outcome == "win":
            won = payment(stake, [num, den], game.rounding.value)
            net = won - fee - game.win_commission(spot, stake * chip, won * chip) // chip
        elif outcome:
            net = -fee if outcome == "push" else -stake - fee
        entries[group, net] += ways
    return MenuBet(
        Fraction(-sum(ways * net for (_, net), ways in entries.items()), len(ROLLS)),
        stake + fee,
        spot.key,
        stake,
        tuple((group, ways, net) for (group, net), ways in sorted(entries.items(), key=_undecided_first)),
    )


def _undecided_first(entry: tuple[tuple[Group, int], int]) -> tuple[bool, tuple[Group, int]]:
    """With a point on, the kernel wants what is not decided first; elsewhere any order will do."""
    (group, net), _ = entry
    return group in (WINS, LOSES), (group, net)


def nothing_beside(groups: tuple[Group, ...]) -> MenuBet:
    """A line bet alone."""
    entries = sorted(((group, 0), ways) for group, ways in Counter(groups).items())
    return MenuBet(
        Fraction(0), 0, "", 0, tuple((group, ways, 0) for (group, _), ways in sorted(entries, key=_undecided_first))
    )


def check_subfair(game: Game, wagers: Iterable[FreeWager], top: int) -> None:
    """Raises BadInput for a stake that favours the player: then nothing is refuted by what it loses."""
    for free in wagers:
        kinds = kinds_of(free, (0,) * len(ROLLS))
        for stake in legal_stakes(free.limits, top):
            if _bet(game, free, kinds, stake).loss < 0:
                amount = units(stake * game.chip)
                raise BadInput(
                    f"{amount} on {free.spot.key} favours the player at {game.rules.book.title}, and with such a stake"
                    " wagers are solved one at a time: name it in --wagers instead, or see --holes"
                )


def pack_menus(menus: Iterable[list[MenuBet]]) -> "tuple[array[int], array[float]]":
    """Menus as the kernel takes them: numbers, and losses rounded down."""
    numbers, losses = array("q"), array("d")
    for menu in menus:
        numbers.append(len(menu))
        for bet in menu:
            numbers.extend((bet.cost, bet.own, len(bet.entries), *_flat(bet.entries)))
            losses.append(float(bet.loss) * (1 - 1e-15))
    return numbers, losses


def _flat(entries: tuple[tuple[int, int, int], ...]) -> Iterator[int]:
    for entry in entries:
        yield from entry

"""Settles one seat's layout after a roll: wager by wager, or by the plan of a layout that was settled before.

The plain way holds every rule and answers whatever is rare: marks, tokes, a stake that lands on another. A plan only
remembers what the plain way answered, by all that the answer depends on: it knows no rule of its own.
"""

from msgspec.structs import replace

from sevenout.base.dice import Roll
from sevenout.base.money import Cents
from sevenout.engine.game import Deal, Game
from sevenout.engine.position import PLAIN, LayoutFlags, Move, Position, Settled, Settlement, find, stake_on
from sevenout.engine.settlement_cache import MOST_ANSWERS, PLAIN_WAY, Answer, LayoutPlan, pick_of
from sevenout.engine.vouchers import plain, settle_vouchers
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.transitions import DOWN


def counted_stake(game: Game, position: Position, spot: CompiledWager, puck: int) -> Cents:
    """A stake as the house counts it: one that went over its maximum unnoticed counts as the maximum."""
    stake = stake_on(position, spot)
    if spot.index not in position.marks.unnoticed:
        return stake
    most = game.maximum_of(spot, puck, flat_of(game, position, spot, puck)).amount
    return stake if most is None else min(stake, most)


def flat_of(game: Game, position: Position, spot: CompiledWager, puck: int) -> Cents:
    """The bet that a wager attaches to, as it counts; nothing if there is none."""
    return 0 if spot.flat is None else counted_stake(game, position, game.rules.spots[spot.flat], puck)


def settle(game: Game, position: Position, puck: int, roll: Roll, *, riding: bool = False) -> Settled:
    """What a roll does to a layout. `riding`: a toke for the crew, of which nothing stays up once it is decided.

    A decision spends the commission. So a winner that stays up pays it anew out of its winnings, and comes down if they
    do not reach; a loser with a commission is not made good. What a wager holds is always due on its stake: nobody has
    to remember what it has won already, not even a house that gives commissions back.
    """
    if position.marks is not PLAIN or riding:
        return settle_plainly(game, position, puck, roll, riding=riding)
    stakes = position.stakes
    plan = game.plans.of[puck][roll.index].get(position.slots)
    if plan is None:
        return _settle_and_plan(game, position, puck, roll)
    answer = plan.answers.get(plan.touched(stakes))
    if answer is None:
        return _settle_and_cache(game, plan, position, puck, roll)
    slots, pick, back, bank, results, moves = answer
    return Settled(position if pick is None else Position(slots, pick(stakes)), back, bank, results, moves)


# --- by plans


def _settle_and_plan(game: Game, position: Position, puck: int, roll: Roll) -> Settled:
    """Settles a layout that has no plan. Who meets it a second time makes one: many a layout is met once."""
    done, plans, slots = settle_plainly(game, position, puck, roll), game.plans, position.slots
    by_slots = plans.of[puck][roll.index]
    if slots not in by_slots:
        by_slots[slots] = None
        plans.keep()
        return done
    deals = game.deals_for(puck, roll.index)
    touched = pick_of([index for index, slot in enumerate(slots) if deals[slot] is not None])
    answer = _make_answer(position, deals, done)
    by_slots[slots] = PLAIN_WAY if answer is None else LayoutPlan(touched, {touched(position.stakes): answer})
    return done


def _settle_and_cache(game: Game, plan: LayoutPlan, position: Position, puck: int, roll: Roll) -> Settled:
    """Settles a layout with stakes that have no answer yet. It is kept when they are met a second time.

    If they do not come again, however many are met, the plan is given up: looking costs more than it saves.
    """
    done = settle_plainly(game, position, puck, roll)
    if plan is PLAIN_WAY:
        return done
    answers, touched = plan.answers, plan.touched(position.stakes)
    if touched in answers:
        answers[touched] = _make_answer(position, game.deals_for(puck, roll.index), done)
        return done
    if len(answers) >= MOST_ANSWERS:
        met_once = list(answers.values()).count(None)  # a copy first: other threads may settle here too
        if met_once > MOST_ANSWERS * 3 // 4:
            game.plans.of[puck][roll.index][position.slots] = PLAIN_WAY
        game.plans.keep(-len(answers))
        answers.clear()
    answers[touched] = None
    game.plans.keep()
    return done


def _make_answer(before: Position, deals: tuple[Deal | None, ...], done: Settled) -> Answer | None:
    """Where each stake lies after a settlement; None if one landed on another."""
    decided = iter(done.results)
    lying = []
    for index, slot in enumerate(before.slots):
        deal = deals[slot]
        if deal is None:
            lying.append((slot, index))
            continue
        _, outcome, *_, goto, _, _ = deal
        if outcome == "move":
            lying.append((goto, index))
        elif (result := next(decided)).stays:
            lying.append((goto if result.result == "win" else slot, index))
    lying.sort()
    slots, indexes = [slot for slot, _ in lying], [index for _, index in lying]
    if tuple(slots) != done.position.slots:
        return None
    as_before = done.position.slots == before.slots and indexes == [*range(len(slots))]
    pick = None if as_before else pick_of(indexes)
    return done.position.slots, pick, done.back, done.bank, done.results, done.moves


# --- plainly


def settle_plainly(  # noqa: PLR0915 - the hot path: one loop, nothing called that need not be
    game: Game, position: Position, puck: int, roll: Roll, *, riding: bool = False
) -> Settled:
    """What a roll does to a layout, worked out wager by wager: what `settle` answers, and where its rules stand."""
    deals, chip, marks = game.deals_for(puck, roll.index), game.chip, position.marks
    commissioned, on_a_win = game.commissioned, game.charged_on_a_win
    unnoticed, props_down = marks.unnoticed, marks.props_down
    slots: list[int] = []
    stakes: list[Cents] = []
    results: list[Settlement] = []
    moved: list[tuple[int, Cents, str, int]] = []
    lost_props: list[tuple[int, Cents, int]] = []
    lay, pile, note, decided, down = slots.append, stakes.append, results.append, Settlement, DOWN
    back = bank = won_on_props = 0
    for slot, stake in zip(position.slots, position.stakes, strict=True):
        deal = deals[slot]
        if deal is None:
            lay(slot)
            pile(stake)
            continue
        wager, outcome, num, added, unit, goto, proposition, cite = deal
        counts = counted_stake(game, position, game.rules.spot_of[slot], puck) if unnoticed else stake
        if num:
            won = (counts * num + added) // unit * chip  # `Game.pay`, taken apart: the hot path
            won -= game.win_commission(game.rules.spot_of[slot], counts, won) if slot in on_a_win else 0
            anew = game.commission(game.rules.spot_of[slot], counts) if slot in commissioned else 0
            if goto == down or riding or (props_down and proposition) or anew > won:
                back += stake + won
                note(decided(wager, stake, "win", won, cite))
            else:
                won -= anew
                lay(goto)
                pile(counts)
                back += stake - counts + won
                note(decided(wager, stake, "win", won, cite, True, 0, anew))
            bank -= won
            if proposition:
                won_on_props += won
        elif outcome == "lose":
            if counts is not stake:
                back += stake - counts
            bank += counts
            if proposition and slot not in commissioned:
                lost_props.append((slot, counts, len(results)))
            note(decided(wager, stake, "lose", 0, cite))
        elif outcome == "move":
            moved.append((goto, stake, wager, cite))
        else:
            back += stake
            note(decided(wager, stake, outcome, 0, cite))
    if lost_props and won_on_props and game.makes_good and not riding and not props_down:
        losses = sum([stake for _, stake, _ in lost_props])
        if won_on_props >= losses:
            back -= losses
            slots, stakes = _put_back(slots, stakes, lost_props)
            for _, _, at in lost_props:
                results[at] = _staying(results[at])
    after = Position(tuple(slots), tuple(stakes), marks)
    moves: tuple[Move, ...] = ()
    if moved:
        after, moves = _land_moves(game, after, moved), tuple([_move(game, *each) for each in moved])
    if marks is not PLAIN:
        results = [_less_over(game, position, puck, done) for done in results] if unnoticed else results
        after = _carry_flags(game, position, after, deals)
    refunded = sum([done.refund for done in results]) if unnoticed else 0
    settled = Settled(after, back + refunded, bank, tuple(results), moves, refunded)
    return settle_vouchers(game, position, settled, deals) if marks.vouchers else settled


def _put_back(
    slots: list[int], stakes: list[Cents], lost: list[tuple[int, Cents, int]]
) -> tuple[list[int], list[Cents]]:
    """A layout with stakes that winners made good, where they lay."""
    lying = sorted([*zip(slots, stakes, strict=True), *[(slot, stake) for slot, stake, _ in lost]])
    return [slot for slot, _ in lying], [stake for _, stake in lying]


def _move(game: Game, goto: int, stake: Cents, wager: str, cite: int) -> Move:
    to = game.rules.labels[goto]
    return Move(wager, to.wager, stake, cite, to.gathered)


def _staying(lost: Settlement) -> Settlement:
    return Settlement(lost.wager, lost.stake, "lose", 0, lost.cite, True)


def _less_over(game: Game, position: Position, puck: int, done: Settlement) -> Settlement:
    """A decision with what of its stake and commission did not count; what is given back undecided has no such part."""
    if done.result == "return":
        return done
    spot = game.rules.by_key[done.wager]
    counts = counted_stake(game, position, spot, puck)
    refund = game.commission(spot, done.stake) - game.commission(spot, counts)
    return replace(done, over=done.stake - counts, refund=refund)


def _land_moves(game: Game, position: Position, moved: list[tuple[int, Cents, str, int]]) -> Position:
    """The layout with stakes laid down where they moved to, on top of what is there."""
    lying = dict(zip(position.slots, position.stakes, strict=True))
    for slot, stake, *_ in moved:
        spot = game.rules.spot_of[slot]
        there = slot
        if spot.end - spot.first > 1:  # under another call it may lie there already
            there = next((held for held in lying if spot.first <= held < spot.end), slot)
        lying[there] = lying.get(there, 0) + stake
    ordered = sorted(lying.items())
    return Position(tuple([slot for slot, _ in ordered]), tuple([stake for _, stake in ordered]), position.marks)


def _carry_flags(game: Game, before: Position, after: Position, deals: tuple[Deal | None, ...]) -> Position:
    """The marks that outlast the roll: a lock until its wager is decided, an unnoticed stake until it is settled."""
    spots, spot_of, marks = game.rules.spots, game.rules.spot_of, before.marks
    unnoticed: set[int] = set()
    for index in marks.unnoticed:
        held = find(before, spots[index])
        deal = None if held is None else deals[before.slots[held]]
        if deal is None:
            unnoticed.add(index)
            continue
        _, outcome, *_, goto, _, _ = deal
        if outcome == "move":
            unnoticed.add(spot_of[goto].index)
    locked = frozenset(index for index in marks.locked if deals[spots[index].first] is None)
    kept = LayoutFlags(locked, frozenset(unnoticed), marks.props_down)
    return replace(after, marks=plain(kept))

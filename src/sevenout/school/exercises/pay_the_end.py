"""Pay the end: one end of the layout and a roll; what a base dealer takes, pays, moves and marks after it.

What is right comes from `crew.payout.sequence`, which of two comes first from `precedence`: only what a clause of the
house's own document orders counts, never what is assumed of it.
"""

from collections.abc import Iterator
from random import Random

from sevenout.base.money import Cents, units
from sevenout.base.refusal import Citation, Refusal
from sevenout.crew.layout.chips import Chips
from sevenout.crew.layout.rail import Rail
from sevenout.crew.markers import marks_of
from sevenout.crew.payout.motions import Motion
from sevenout.crew.payout.precedence import precedence
from sevenout.crew.payout.sequence import sequence
from sevenout.crew.roll_calls import after_roll, join_calls
from sevenout.engine.betting import Position
from sevenout.engine.game import Game
from sevenout.school.exercises.exercise import Exercise, HandAct, HandMotion, Mark
from sevenout.school.questions import Because
from sevenout.school.scenes import (
    lay_wagers,
    line_bet,
    playable,
    propositions,
    roll_dice_at,
    table_of,
)
from sevenout.school.topics.chip_cutting import chips_of
from sevenout.school.topics.roll_outcomes import kinds
from sevenout.table.table_snapshot import take_snapshot

PLAYERS_AT, WAGERS_OF, SECONDS = (1, 2, 3), (2, 3, 4), (60, 45, 30)
"""By level: who stands at the end, how many bets beside the line each has at most, and how long the work may take."""
ACTS: tuple[HandAct, ...] = ("take", "pay", "move", "puck")
_TRIES = 400


def cards(game: Game) -> tuple[str, ...]:
    """The kinds of rolls that a house has."""
    return tuple(kinds(game))


def make_end(game: Game, level: int, card: str, seed: int) -> Exercise:
    """The end that a seed makes: there is always something to do at it.

    >>> from sevenout import Game
    >>> game = Game.open("catfish-bend")
    >>> end = make_end(game, 1, "seven-out", 3)
    >>> end == make_end(game, 1, "seven-out", 3), {motion.act for motion in end.right} <= {*ACTS}
    (True, True)
    """
    rng = Random(f"end {level} {card} {game.rules.book.name} {seed}")
    made = (_draw_end(game, level, card, seed, rng) for _ in range(_TRIES))
    least = 1 + level
    most = max((end for end in (next(made) for _ in range(12)) if end), key=lambda end: len(end.work), default=None)
    if most is not None and len(most.work) >= least:
        return most
    return next(end for end in made if end is not None and end.work)


def _draw_end(game: Game, level: int, card: str, seed: int, rng: Random) -> Exercise | None:
    puck, thrown = rng.choice(kinds(game)[card])
    positions = [_draw_bets(game, level, puck, rng) for _ in range(PLAYERS_AT[level - 1])]
    before = table_of(game, puck, positions)
    event, table = roll_dice_at(game, before, thrown), take_snapshot(game, before)
    if any(bet.call for seat in table.seats for bet in seat.layout.lying):
        return None  # buttons are not asked here
    rail = Rail(tuple(seat.name for seat in table.seats), ())
    motions = sequence(game, event, rail)
    work = tuple(motion for motion in motions if _is_own(motion, rail))
    if any(_cannot_cut(game, motion) for motion in work):
        return None
    return Exercise(
        "end",
        level,
        game.rules.book.name,
        seed,
        card,
        "You deal third base. Take, pay, place and mark what this roll asks of you.",
        SECONDS[level - 1],
        tuple(_right_motion(game, motion) for motion in work),
        tuple(Because(motion.sentence, motion.cite) for motion in work),
        table,
        (event.a, event.b),
        join_calls(after_roll(game, event, rail=rail)),
        work=work,
        order=precedence(game, rail, event.shooter, seven_out=event.event == "seven-out"),
        rail=rail,
    )


def _draw_bets(game: Game, level: int, puck: int, rng: Random) -> Position:
    """Somebody's line bet and a few others; in the middle of the layout only on the last level."""
    middle = frozenset[int]() if level == len(SECONDS) else propositions(game)
    families: dict[str, list[int]] = {}
    for spot in playable(game, puck):
        if spot.index not in middle:
            families.setdefault(spot.wager.family, []).append(spot.index)
    names = rng.sample(sorted(families), min(len(families), rng.randint(1, WAGERS_OF[level - 1])))
    spots = [game.rules.spots[rng.choice(families[name])] for name in names]
    return lay_wagers(game, puck, (*line_bet(game, puck, rng), *spots), rng, "small" if level == 1 else "round")


def _is_own(motion: Motion, rail: Rail) -> bool:
    """True if a motion is the work of the base dealer at this end, as far as hands on a screen can do it."""
    own = motion.who == rail.dealer("third base") and motion.act in ACTS and motion.end != "second base"
    return own and (motion.act == "puck" or motion.amount > 0)


def _cannot_cut(game: Game, motion: Motion) -> bool:
    return motion.act == "pay" and isinstance(chips_of(game).cut(motion.amount), Refusal)


def _right_motion(game: Game, motion: Motion) -> HandMotion:
    match motion.act:
        case "pay":
            return HandMotion("pay", motion.seat, motion.wager, cut_in_order(chips_of(game), motion.amount))
        case "take":
            return HandMotion("take", motion.seat, motion.wager)
        case "move":
            return HandMotion("move", motion.seat, motion.wager, to=motion.to)
        case _:
            return HandMotion("puck", to=motion.to)


def cut_in_order(chips: Chips, amount: Cents) -> tuple[Cents, ...]:
    """An amount chip by chip, in the order in which it is cut."""
    stacks = chips.cut(amount)
    assert not isinstance(stacks, Refusal), "it can be made of chips"
    return tuple(stack.denomination.cents for stack in stacks for _ in range(stack.chips))


# --- judging


def judge_end(game: Game, end: Exercise, motions: tuple[HandMotion, ...], *, done: bool) -> Iterator[Mark]:
    """What is to be said against some motions; `done`: what is missing counts too."""
    matched: dict[int, int] = {}
    """Which of the learner's motions did which part of the work."""
    for number, motion in enumerate(motions):
        at = _find_work(end, motion, matched)
        if at is None:
            yield _mark_unasked(game, end, motion, number)
            continue
        yield from _mark_amount(game, end.work[at], motion, number)
        yield from _mark_turn(end, at, number, matched)
        yield from mark_manner(game, motion, number)
        matched[at] = number
    if done:
        yield from (_mark_missing(game, motion) for at, motion in enumerate(end.work) if at not in matched)


def count_left(end: Exercise, motions: tuple[HandMotion, ...]) -> int:
    """How much of the work no motion has done yet."""
    matched: dict[int, int] = {}
    for number, motion in enumerate(motions):
        at = _find_work(end, motion, matched)
        if at is not None:
            matched[at] = number
    return len(end.work) - len(matched)


def _find_work(end: Exercise, motion: HandMotion, matched: dict[int, int]) -> int | None:
    """The part of the work that a motion does: the same act on the same bet."""
    wanted = (motion.act, motion.seat, motion.wager)
    return next(
        (at for at, work in enumerate(end.work) if at not in matched and (work.act, work.seat, work.wager) == wanted),
        None,
    )


def _mark_unasked(game: Game, end: Exercise, motion: HandMotion, number: int) -> Mark:
    """A motion that the roll does not ask for: money that goes the wrong way, or a puck that stays."""
    if motion.act == "puck":
        return Mark("manner", "This roll leaves the puck where it is.", marks_of(game).puck.on_at.cite, number)
    right = next((work for work in end.work if (work.seat, work.wager) == (motion.seat, motion.wager)), None)
    spot = game.rules.by_key.get(motion.wager)
    whose = f"{motion.seat}'s {motion.wager}"
    if right is not None and right.act != motion.act:
        verb = {"take": "is taken", "pay": "is paid", "move": "moves"}.get(right.act, "stays")
        return Mark("money", f"{whose} {verb}.", right.decided or right.cite, number, motion.seat, motion.wager)
    cite = Citation() if spot is None or spot.wager.pays is None else spot.wager.pays.cite
    reason = f"{whose} is done already." if right is not None else f"{whose} is not decided by this roll."
    return Mark("money", reason, cite, number, motion.seat, motion.wager)


def _mark_amount(game: Game, work: Motion, motion: HandMotion, number: int) -> Iterator[Mark]:
    """The amount that is paid, the number that a bet moves to, the place of the puck."""
    if motion.act == "pay" and motion.amount != work.amount:
        short = "short" if motion.amount < work.amount else "too much"
        off = units(abs(work.amount - motion.amount))
        pays = game.rules.by_key[work.wager].wager.pays
        cite = (pays.cite if pays is not None else None) or work.decided or work.cite
        reason = f"{units(motion.amount)} is {off} {short}: it is {units(work.amount)}."
        yield Mark("money", reason, cite, number, work.seat, work.wager)
    if motion.act == "move" and motion.to != work.to:
        reason = f"{work.seat}'s {work.wager} goes to {work.to}."
        yield Mark("money", reason, work.decided or work.cite, number, work.seat, work.wager)
    if motion.act == "puck" and motion.to != work.to:
        reason = "The puck comes off." if work.to == "off" else f"The puck goes to {work.to}."
        yield Mark("manner", reason, marks_of(game).puck.on_at.cite, number)


def _mark_turn(end: Exercise, at: int, number: int, matched: dict[int, int]) -> Iterator[Mark]:
    """The first thing that a clause puts before this motion and that is not done yet."""
    assert end.order is not None, "an end has an order"
    for other, work in enumerate(end.work):
        if other == at or other in matched:
            continue
        cite = end.order.clause(work, end.work[at])
        if cite is not None and cite.provenance != "assumed":
            first = work.sentence.removeprefix("Third base ")
            reason = f"First: {first}."
            yield Mark("order", reason, cite, number, work.seat, work.wager)
            return


def mark_manner(game: Game, motion: HandMotion, number: int | None) -> Iterator[Mark]:
    """How chips lie that are cut: each colour by itself, and which of them next to the box."""
    rules, chips = chips_of(game).rules, motion.chips
    runs = [chip for before, chip in zip((None, *chips), chips, strict=False) if chip != before]
    if len(runs) != len(set(runs)):
        reason = "Each colour is cut by itself: one lies in two places."
        yield Mark("manner", reason, rules.cut.cite, number, motion.seat, motion.wager)
    elif runs != sorted(runs, reverse=rules.nearest_the_box.value == "largest"):
        reason = f"The {rules.nearest_the_box.value} chips lie next to the box: cut them first."
        yield Mark("manner", reason, rules.nearest_the_box.cite, number, motion.seat, motion.wager)


def _mark_missing(game: Game, work: Motion) -> Mark:
    left = f"Left undone: {work.sentence.removeprefix('Third base ')}."
    if work.act == "puck":
        return Mark("manner", left, marks_of(game).puck.on_at.cite)
    return Mark("money", left, work.decided or work.cite, None, work.seat, work.wager)

"""Puck and buttons: both pucks after a roll, the buttons that tell what a bet is, and those that players call for.

Where the puck stands and which button lies on which bet is `crew.markers`: one button speaks for several bets where
the house's manual has it so, and lies on one of them alone.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from sevenout.base.vocabulary import stem
from sevenout.crew.calls.bet_calls import join_titles
from sevenout.crew.layout.areas import areas
from sevenout.crew.layout.rail import ENDS, Rail
from sevenout.crew.markers import Button, buttons, marks_of, puck_mark
from sevenout.crew.roll_calls import after_roll, by_kind, join_calls
from sevenout.engine.betting import EMPTY, Position
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.school.exercises.exercise import Choice, Exercise, HandAct, HandMotion, KnownBy, Mark, Shout, Task
from sevenout.school.exercises.task_judge import judge_tasks
from sevenout.school.questions import Because
from sevenout.school.scenes import (
    PLAYERS,
    any_puck,
    busy,
    line_bet,
    pile,
    playable,
    roll_dice_at,
    stake,
    table_of,
)
from sevenout.school.topics.roll_outcomes import kinds
from sevenout.table.table_snapshot import Snapshot, take_snapshot

LEVELS = ("the puck at both ends", "buttons that tell what a bet is", "bets called on and off")
SECONDS = (12, 30, 45)
_ACTS: tuple[tuple[HandAct, ...], ...] = (("puck",), ("button", "call"), ("button", "call"))
_MOVED = ("point set", "point made", "seven-out")
_TRIES = 300


def acts_of(level: int) -> tuple[HandAct, ...]:
    """What can be done on a level.

    >>> acts_of(1)
    ('puck',)
    """
    return _ACTS[level - 1]


@lru_cache(maxsize=64)
def cards(game: Game, level: int) -> tuple[str, ...]:
    """Rolls that move the puck; bets that have a button of their own; calls."""
    wanted = (_MOVED, tuple(dict.fromkeys(stem(spot.key) for spot in game.rules.spots)), ("on", "off"))[level - 1]
    return tuple(card for card in wanted if _try_card(game, level, card, 0) is not None)


def make_buttons(game: Game, level: int, card: str, seed: int) -> Exercise:
    """The marks that a seed makes.

    >>> game = Game.open("catfish-bend")
    >>> asked = make_buttons(game, 1, "seven-out", 3)
    >>> [(motion.seat, motion.to) for motion in asked.right]
    [('third base', 'off'), ('second base', 'off')]
    """
    made = _try_card(game, level, card, seed)
    assert made is not None, "the card is one of the house's"
    return made


def _try_card(game: Game, level: int, card: str, seed: int) -> Exercise | None:
    rng = Random(f"buttons {level} {card} {game.rules.book.name} {seed}")
    draw = (_draw_puck, _draw_kinds, _draw_calls)[level - 1]
    made = (draw(game, level, card, seed, rng) for _ in range(_TRIES))
    return next((one for one in made if one is not None), None)


# --- the puck


def _draw_puck(game: Game, level: int, card: str, seed: int, rng: Random) -> Exercise | None:
    if card not in kinds(game) or game.rules.book.puck is None:
        return None
    puck, thrown = rng.choice(kinds(game)[card])
    before = table_of(game, puck, [busy(game, puck, rng, rng.randint(0, 2), how="round")])
    event = roll_dice_at(game, before, thrown)
    after = take_snapshot(game, table_of(game, _puck_at(game, event.point), ()))
    mark = puck_mark(game, after)
    assert mark is not None, "the house has a puck"
    to = "off" if mark.number is None else str(mark.number)
    at = f"the {mark.colour} side up, in {mark.at}"
    tasks = tuple(
        Task(HandMotion("puck", end, to=to), f"{end}, the puck is {mark.side}, {at}", mark.cite, ("seat",), "manner")
        for end in ENDS
    )
    call = join_calls(after_roll(game, event))
    prompt = "Both base dealers mark the roll. Put the puck where it belongs, at both ends."
    table = take_snapshot(game, before)
    return _exercise(game, level, card, seed, prompt, tasks, table=table, dice=(event.a, event.b), call=call)


def _puck_at(game: Game, point: int | None) -> int:
    return next(state.index for state in game.rules.puck.states if state.point == point and not state.fresh)


# --- buttons


def _draw_kinds(game: Game, level: int, card: str, seed: int, rng: Random) -> Exercise | None:
    """Bets with buttons of their own among others that have none."""
    puck = any_puck(game, rng)
    own = [spot for spot in playable(game, puck) if stem(spot.key) == card]
    if not own or by_kind(marks_of(game).buttons.kinds, own[0].key) is None:
        return None
    seats = PLAYERS[: rng.randint(2, 3)]
    positions = []
    for seat in seats:
        mine = [rng.choice(own)] if seat == seats[0] or rng.random() < 0.4 else []
        positions.append(_lay(game, puck, [*mine, *_some(game, puck, rng)], {}, rng))
    table = take_snapshot(game, table_of(game, puck, positions))
    rail = Rail.split(seats)
    tasks = tuple(_button_task(game, button) for button in buttons(game, table, rail))
    prompt = "Lay a button on each bet that has one of its own."
    return _exercise(game, level, card, seed, prompt, tasks, table=table, rail=rail) if tasks else None


def _draw_calls(game: Game, level: int, card: str, seed: int, rng: Random) -> Exercise | None:
    """Players call some of their bets: each calls all of one kind that a button speaks for, or a single bet."""
    puck = any_puck(game, rng)
    callable_ = [spot for spot in playable(game, puck) if any(call == card for call, _ in spot.slots)]
    if not callable_:
        return None
    seats = PLAYERS[: rng.randint(2, 3)]
    before, after, shouts = list[Position](), list[Position](), list[Shout]()
    for seat in seats:
        mine = _callable_bets(game, callable_, rng) if seat == seats[0] or rng.random() < 0.5 else []
        others = [spot for spot in _some(game, puck, rng) if spot not in callable_]
        state = rng.getstate()
        before.append(_lay(game, puck, [*mine, *others], {}, rng))
        rng.setstate(state)
        called = {spot.index: card for spot in mine}
        after.append(_lay(game, puck, [*mine, *others], called, rng))
        if mine:
            titles = join_titles([spot.title for spot in sorted(mine, key=lambda spot: spot.index)])
            shouts.append(Shout(seat, f"{titles} {card}"))
    rail = Rail.split(seats)
    shown, called_table = (take_snapshot(game, table_of(game, puck, positions)) for positions in (before, after))
    laid = buttons(game, called_table, rail)
    if {(button.seat, button.says) for button in laid if button.says in ("on", "off")} != {
        (shout.seat, card) for shout in shouts
    }:
        return None
    tasks = tuple(_button_task(game, button) for button in laid)
    prompt = "Players call their bets. Lay every button that belongs on the layout."
    return _exercise(game, level, card, seed, prompt, tasks, table=shown, rail=rail, shouts=tuple(shouts))


def _callable_bets(game: Game, spots: list[CompiledWager], rng: Random) -> list[CompiledWager]:
    """Some bets of one group of the manual: those that one button speaks for, or one bet."""
    rules = marks_of(game).buttons.calls
    groups: dict[str, list[CompiledWager]] = {}
    for spot in spots:
        name = next((name for name, fact in rules.items() if fact.value.wagers & {spot.key, f"{stem(spot.key)}-n"}), "")
        groups.setdefault(name, []).append(spot)
    name = rng.choice(sorted(groups))
    one_for_all = bool(name) and rules[name].value.one_for_all
    return rng.sample(groups[name], min(len(groups[name]), rng.randint(2, 3) if one_for_all else 1))


def _some(game: Game, puck: int, rng: Random) -> list[CompiledWager]:
    """A line bet or none, and one other bet."""
    return [*line_bet(game, puck, rng), *rng.sample(playable(game, puck), 1)]


def _lay(game: Game, puck: int, spots: list[CompiledWager], called: dict[int, str], rng: Random) -> Position:
    position = EMPTY
    for spot in dict.fromkeys(spots):
        amount = stake(game, spot, puck, 0, rng, "round")
        position = pile(position, spot, amount, called.get(spot.index, "")) if amount else position
    return position


def _button_task(game: Game, button: Button) -> Task:
    title = game.rules.by_key[button.wager].title
    says = f"“{button.says}” on {button.seat}'s {title}"
    if button.says not in ("on", "off"):
        return Task(HandMotion("button", button.seat, button.wager, to=button.says), says, button.cite)
    others = button.speaks_for[1:]
    if others:
        says += ", which speaks for all of them"
    in_boxes = areas(game).of(game.rules.by_key[button.wager]).boxes
    motion = HandMotion("call", button.seat, button.wager, to=button.says)
    known: tuple[KnownBy, ...] = ("seat",) if _speaks_for_all(game, button) else ("seat", "wager")
    return Task(
        motion,
        says,
        button.cite,
        known,
        as_well=() if in_boxes else others,
        beside=others if in_boxes else (),
    )


def _speaks_for_all(game: Game, button: Button) -> bool:
    rules = marks_of(game).buttons.calls
    own = {button.wager, f"{stem(button.wager)}-n"}
    return any(fact.value.one_for_all and own & fact.value.wagers for fact in rules.values())


def _exercise(
    game: Game,
    level: int,
    card: str,
    seed: int,
    prompt: str,
    tasks: tuple[Task, ...],
    *,
    table: Snapshot,
    dice: tuple[int, int] | None = None,
    call: str = "",
    rail: Rail | None = None,
    shouts: tuple[Shout, ...] = (),
) -> Exercise:
    kinds_of_buttons = dict.fromkeys(fact.value for fact in marks_of(game).buttons.kinds.values())
    named = [Choice(f"button {kind}", kind) for kind in kinds_of_buttons]
    calls = [Choice(f"call {call}", call) for call in ("on", "off")]
    return Exercise(
        "buttons",
        level,
        game.rules.book.name,
        seed,
        card,
        prompt,
        SECONDS[level - 1],
        tuple(task.motion for task in tasks),
        tuple(Because(task.says[:1].upper() + task.says[1:], task.cite) for task in tasks),
        table,
        dice,
        call,
        rail=rail,
        tasks=tasks,
        shouts=shouts,
        choices=() if level == 1 else (*named, *calls),
    )


# --- judging


def judge_buttons(game: Game, asked: Exercise, motions: tuple[HandMotion, ...], *, done: bool) -> Iterator[Mark]:
    """What is to be said against some marks."""

    def mark_unasked(motion: HandMotion, number: int) -> Mark:
        return _mark_unasked(game, asked, motion, number)

    yield from judge_tasks(asked, motions, mark_unasked, done=done)


def _mark_unasked(game: Game, asked: Exercise, motion: HandMotion, number: int) -> Mark:
    """A second puck at an end, or a button on a bet that has none."""
    rules = marks_of(game)
    if motion.act == "puck":
        return Mark("manner", "The puck stands at that end already.", rules.puck.on_at.cite, number, motion.seat)
    done = any((task.motion.seat, task.motion.wager) == (motion.seat, motion.wager) for task in asked.tasks)
    cite = (by_kind(rules.buttons.kinds, motion.wager) or rules.buttons.calls["otherwise"]).cite
    reason = "It has its button." if done else f"No “{motion.to}” button belongs there."
    return Mark("money", reason, cite, number, motion.seat, motion.wager)

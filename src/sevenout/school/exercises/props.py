"""The props: the stick sets up what players call, and after a roll takes losers, keeps up what is made good, announces.

A proposition lies in its space by where its player stands at the rail (`crew.markers.locate_wager`); payoffs and what
is deducted are those of `crew.payout.sequence`, and what comes first is `precedence`'s.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from sevenout.base.money import Cents, units
from sevenout.base.refusal import Citation, Refusal
from sevenout.base.vocabulary import stem
from sevenout.crew.calls.bet_calls import position_of
from sevenout.crew.layout.rail import ENDS, Rail
from sevenout.crew.markers import locate_wager
from sevenout.crew.payout.motions import Motion
from sevenout.crew.payout.precedence import precedence
from sevenout.crew.payout.sequence import sequence
from sevenout.crew.roll_calls import after_roll, join_calls, words_of
from sevenout.engine.betting import EMPTY, Position
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.school.exercises.exercise import Choice, Exercise, HandAct, HandMotion, Mark, Shout, Task
from sevenout.school.exercises.heard_bets import hear_bet, say_bet
from sevenout.school.exercises.task_judge import counts_as_order, judge_tasks
from sevenout.school.questions import Because
from sevenout.school.scenes import (
    PLAYERS,
    any_puck,
    lay_wagers,
    line_bet,
    makeable,
    pile,
    playable,
    propositions,
    roll_dice_at,
    stake,
    table_of,
)
from sevenout.school.topics.roll_outcomes import kinds
from sevenout.table.table_snapshot import take_snapshot

LEVELS = ("two or three bets to set up", "a full rail, and a bet too late", "settle for one", "settle for a rail")
SECONDS = (40, 60, 40, 60)
_SETTING: tuple[HandAct, ...] = ("set", "repeat", "close", "wait")
_SETTLING: tuple[HandAct, ...] = ("take", "deduct", "announce")
_SETTLED_FROM = 3
"""The first level on which something is settled."""
_PLAYERS_AT = ((2, 3), (4, 5), (1, 1), (2, 4))
_MADE_GOOD = "made good"
_TRIES = 600


def acts_of(level: int) -> tuple[HandAct, ...]:
    """What can be done on a level.

    >>> acts_of(4)
    ('take', 'deduct', 'announce')
    """
    return _SETTING if level < _SETTLED_FROM else _SETTLING


@lru_cache(maxsize=64)
def cards(game: Game, level: int) -> tuple[str, ...]:
    """The families of propositions that a house has; to settle also those that are made good, where any are."""
    families = dict.fromkeys(stem(game.rules.spots[index].key) for index in sorted(propositions(game)))
    wanted = (*families, *((_MADE_GOOD,) if level == len(LEVELS) else ()))
    return tuple(card for card in wanted if _try_card(game, level, card, 0) is not None)


def make_props(game: Game, level: int, card: str, seed: int) -> Exercise:
    """The props that a seed makes.

    >>> game = Game.open("catfish-bend")
    >>> asked = make_props(game, 1, "hard", 3)
    >>> asked == make_props(game, 1, "hard", 3), {motion.act for motion in asked.right} == {*_SETTING} - {"wait"}
    (True, True)
    """
    made = _try_card(game, level, card, seed)
    assert made is not None, "the card is one of the house's"
    return made


def _try_card(game: Game, level: int, card: str, seed: int) -> Exercise | None:
    rng = Random(f"props {level} {card} {game.rules.book.name} {seed}")
    draw = _draw_bets if level < _SETTLED_FROM else _draw_roll
    made = (draw(game, level, card, seed, rng) for _ in range(_TRIES))
    return next((one for one in made if one is not None), None)


def _draw_rail(rng: Random, count: int) -> Rail:
    """So many players, some at each end."""
    names, third = PLAYERS[:count], rng.randint(count // 2, (count + 1) // 2)
    return Rail(names[:third], names[third:])


def place_at_rail(game: Game, rail: Rail, seat: str) -> str:
    """Where somebody stands, which is where their propositions lie in a space: `third base 2`.

    >>> place_at_rail(Game.open("catfish-bend"), Rail(("Ann", "Bob"), ("Cy",)), "Bob")
    'third base 2'
    """
    spot = game.rules.spots[min(propositions(game))]
    lie = locate_wager(game, spot.key, rail, seat)
    assert not isinstance(lie, Refusal), "the house has it"
    return f"{lie.end} {lie.place}"


def places_of(rail: Rail) -> tuple[tuple[str, str], ...]:
    """Every place at the rail with its player, from the stick's left to right.

    >>> places_of(Rail(("Ann", "Bob"), ("Cy",)))
    (('second base 1', 'Cy'), ('third base 2', 'Bob'), ('third base 1', 'Ann'))
    """
    third, second = ENDS
    left = [(f"{second} {at}", seat) for at, seat in enumerate(rail.base_to_stick(second), start=1)]
    right = [(f"{third} {at}", seat) for at, seat in enumerate(rail.base_to_stick(third), start=1)]
    return (*left, *reversed(right))


def _spaces(game: Game) -> tuple[Choice, ...]:
    spots = (game.rules.spots[index] for index in sorted(propositions(game)))
    return tuple(Choice(spot.key, spot.title) for spot in spots)


# --- setting up


def _draw_bets(game: Game, level: int, card: str, seed: int, rng: Random) -> Exercise | None:
    """What the rail calls: the first bet is of the card, and on the second level the last one comes too late."""
    puck = any_puck(game, rng)
    open_now = [spot for spot in makeable(game, puck) if spot.index in propositions(game)]
    own = [spot for spot in open_now if stem(spot.key) == card]
    if not own:
        return None
    rail = _draw_rail(rng, rng.randint(*_PLAYERS_AT[level - 1]))
    seats = rng.sample([*rail.third, *rail.second], len(rail.third) + len(rail.second))
    spots = [rng.choice(own), *rng.choices(open_now, k=len(seats) - 1)]
    shouts, tasks = list[Shout](), list[Task]()
    late = seats[-1] if level == _SETTLED_FROM - 1 else ""
    for seat, spot in zip(seats, spots, strict=True):
        amount = stake(game, spot, puck, 0, rng, "small" if level == 1 else "round")
        if not amount:
            return None
        shouts.append(Shout(seat, say_bet(game, spot.key, amount, rng), amount, seat == late))
        tasks += _late_tasks(game, seat) if seat == late else _booking_tasks(game, rail, seat, spot, amount)
    tasks = _close_after(game, tasks)
    moment = "You have the stick, and it is a come-out." if game.rules.puck.states[puck].point is None else ""
    return Exercise(
        "props",
        level,
        game.rules.book.name,
        seed,
        card,
        f"{moment or 'You have the stick.'} Set up what the rail calls, repeat it, send the dice.",
        SECONDS[level - 1],
        tuple(task.motion for task in tasks),
        tuple(Because(task.says[:1].upper() + task.says[1:], task.cite) for task in tasks),
        rail=rail,
        tasks=tuple(tasks),
        shouts=tuple(shouts),
        choices=_spaces(game),
    )


def _booking_tasks(game: Game, rail: Rail, seat: str, spot: CompiledWager, amount: Cents) -> Iterator[Task]:
    lie, words = locate_wager(game, spot.key, rail, seat), words_of(game).booking
    assert not isinstance(lie, Refusal), "the house has it"
    to, title = f"{lie.end} {lie.place}", spot.title
    set_up = HandMotion("set", seat, spot.key, (amount,), to)
    yield Task(set_up, f"{seat}'s {units(amount)} on {title}, {position_of(game, seat, rail)}", lie.cite, ("seat",))
    said = words.stick.value.format(bet=units(amount), wager=title, position=position_of(game, seat, rail))
    repeat = HandMotion("repeat", seat, words=said)
    yield Task(repeat, f"“{said}”", words.stick.cite, ("seat",), "manner")


def _late_tasks(game: Game, seat: str) -> Iterator[Task]:
    closed = words_of(game).booking.closed
    yield Task(HandMotion("wait", seat), f"{seat} waits: the dice are out", closed.cite, ("seat",))


def _close_after(game: Game, tasks: list[Task]) -> list[Task]:
    """The dice go out when everything is set up and repeated; what comes then waits."""
    closed, words = words_of(game).booking.closed, words_of(game).sent_out.dice_out
    before = [task for task in tasks if task.motion.act != "wait"]
    first = tuple((at, closed.cite) for at, task in enumerate(before) if task.motion.act == "set")
    close = Task(HandMotion("close"), "the dice go out", words.cite, ("seat",), "order", first)
    return [*before, close, *(task for task in tasks if task.motion.act == "wait")]


# --- settling


def _draw_roll(game: Game, level: int, card: str, seed: int, rng: Random) -> Exercise | None:
    """Propositions of one player or of a rail, and a roll that decides some of them."""
    puck, thrown = rng.choice(kinds(game)[rng.choice(tuple(kinds(game)))])
    count = rng.randint(*_PLAYERS_AT[level - 1])
    rail = _draw_rail(rng, count) if count > 1 else Rail(PLAYERS[:1], ())
    seats = PLAYERS[:count]
    before = table_of(game, puck, [_lay_middle(game, puck, card, rng, first=seat == seats[0]) for seat in seats])
    event, table = roll_dice_at(game, before, thrown), take_snapshot(game, before)
    if any(bet.call for seat in table.seats for bet in seat.layout.lying):
        return None  # buttons are another room's
    middle = {game.rules.spots[index].key for index in propositions(game)}
    motions = [motion for motion in sequence(game, event, rail) if motion.wager in middle]
    work = [motion for motion in motions if motion.act in ("take", "deduct", "pay")]
    paid = [motion for motion in work if motion.act == "pay"]
    if not _is_fit(card, work, paid):
        return None
    order = precedence(game, rail, event.shooter, seven_out=event.event == "seven-out")
    tasks = tuple(
        _settling_task(
            game,
            rail,
            motion,
            tuple(
                (first, cite)
                for first, other in enumerate(work)
                if other is not motion and (cite := order.clause(other, motion)) is not None and counts_as_order(cite)
            ),
        )
        for motion in work
    )
    return Exercise(
        "props",
        level,
        game.rules.book.name,
        seed,
        card,
        "You have the stick. Settle the propositions: take, keep up what is made good, announce each payoff.",
        SECONDS[level - 1],
        tuple(task.motion for task in tasks),
        tuple(Because(motion.sentence, motion.decided or motion.cite) for motion in work),
        table,
        (event.a, event.b),
        join_calls(after_roll(game, event, rail=rail)),
        rail=rail,
        tasks=tasks,
        choices=_spaces(game),
    )


def _lay_middle(game: Game, puck: int, card: str, rng: Random, *, first: bool) -> Position:
    """A player's propositions: one of the card before the others; the first player has a line bet to shoot with."""
    middle = [spot for spot in playable(game, puck) if spot.index in propositions(game)]
    own = [spot for spot in middle if stem(spot.key) == card] if first else []
    spots = [*([rng.choice(own)] if own else ()), *rng.sample(middle, min(len(middle), rng.randint(1, 3)))]
    position = lay_wagers(game, puck, line_bet(game, puck, rng), rng, "small") if first else EMPTY
    for spot in dict.fromkeys(spots):
        amount = stake(game, spot, puck, 0, rng, "round")
        position = pile(position, spot, amount) if amount else position
    return position


def _is_fit(card: str, work: list[Motion], paid: list[Motion]) -> bool:
    """True if something is paid, and a bet of the card is decided.

    Whoever has a loser made good has one winner, so that one sum is right.
    """
    good = {motion.seat for motion in work if motion.act == "deduct"}
    if any(sum(motion.seat == seat for motion in paid) != 1 for seat in good):
        return False
    if not paid or not all(motion.amount for motion in paid):
        return False
    return bool(good) if card == _MADE_GOOD else any(stem(motion.wager) == card for motion in work)


def _settling_task(game: Game, rail: Rail, motion: Motion, after: tuple[tuple[int, Citation], ...]) -> Task:
    title, place = game.rules.by_key[motion.wager].title, place_at_rail(game, rail, motion.seat)
    whose = f"{title} at {place}"
    cite = motion.decided or motion.cite
    match motion.act:
        case "take":
            return Task(HandMotion("take", motion.seat, motion.wager), f"{whose} is taken", cite, after=after)
        case "deduct":
            says = f"{whose} stays up, and is made good from the payoff"
            return Task(HandMotion("deduct", motion.seat, motion.wager), says, motion.cite, after=after)
        case _:
            done = HandMotion("announce", motion.seat, motion.wager, (motion.amount,), motion.seat)
            said = words_of(game).payoffs.stick.value.format(
                amount=units(motion.amount), wager=title, player=motion.seat
            )
            return Task(done, f"“{said}”", cite, after=after)


# --- judging


def judge_props(game: Game, asked: Exercise, motions: tuple[HandMotion, ...], *, done: bool) -> Iterator[Mark]:
    """What is to be said against some motions of the stick."""

    def mark_words(task: Task, motion: HandMotion, number: int) -> Iterator[Mark]:
        if motion.act == "repeat" and motion.words != task.motion.words:
            yield from _mark_repeated(game, asked, task, motion, number)

    def mark_unasked(motion: HandMotion, number: int) -> Mark:
        return _mark_unasked(game, asked, motion, number)

    yield from _mark_closed(game, asked, motions)
    yield from judge_tasks(asked, motions, mark_unasked, mark_words, done=done)


def _mark_closed(game: Game, asked: Exercise, motions: tuple[HandMotion, ...]) -> Iterator[Mark]:
    """A bet that was called in time and is set up once the dice are out."""
    late = {shout.seat for shout in asked.shouts if shout.late}
    closed = words_of(game).booking.closed.cite
    out = next((at for at, motion in enumerate(motions) if motion.act == "close"), len(motions))
    for number, motion in enumerate(motions[out:], start=out):
        if motion.act == "set" and motion.seat not in late:
            yield Mark("order", "The dice are out: no more bets are set up.", closed, number, motion.seat, motion.wager)


def _mark_repeated(game: Game, asked: Exercise, task: Task, motion: HandMotion, number: int) -> Iterator[Mark]:
    heard, seat = hear_bet(game, motion.words), motion.seat
    bet = next(other.motion for other in asked.tasks if other.motion.act == "set" and other.motion.seat == seat)
    if heard is None:
        reason = f"That is no bet one could hear: {task.says}."
        yield Mark("manner", reason, task.cite, number, seat, bet.wager)
    elif heard != (bet.wager, bet.amount):
        reason = f"You repeated {units(heard[1])} on {heard[0]}: it is {task.says}."
        yield Mark("money", reason, task.cite, number, seat, bet.wager)


def _mark_unasked(game: Game, asked: Exercise, motion: HandMotion, number: int) -> Mark:
    """A bet that is set twice or too late, or a proposition that the roll leaves alone or treats otherwise."""
    seat, wager = motion.seat, motion.wager
    if motion.act in _SETTING:
        closed = words_of(game).booking.closed
        late = any(shout.late and shout.seat == seat for shout in asked.shouts)
        if motion.act == "set" and late:
            return Mark("money", f"{seat} came too late: this roll does not count for it.", closed.cite, number, seat)
        return Mark("manner", "Nobody asked for that.", words_of(game).booking.stick.cite, number, seat, wager)
    right = next((task for task in asked.tasks if (task.motion.seat, task.motion.wager) == (seat, wager)), None)
    if right is not None:
        done = "It is done already" if right.motion.act == motion.act else f"It is: {right.says}"
        return Mark("money", f"{done}.", right.cite, number, seat, wager)
    spot = game.rules.by_key.get(wager)
    cite = (
        spot.wager.pays.cite if spot is not None and spot.wager.pays is not None else words_of(game).payoffs.area.cite
    )
    return Mark("money", "This roll does not decide it.", cite, number, seat, wager)

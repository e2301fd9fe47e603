"""Book it: a player speaks and throws chips; repeat, take stake and commission, give change, or refuse with the reason.

Whether a bet is taken, what it costs and why not is the table's own judgement (`engine.betting.place`).
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from sevenout.base.money import Cents, units
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import stem
from sevenout.crew.calls.bet_calls import position_of
from sevenout.crew.layout.rail import Rail
from sevenout.crew.roll_calls import by_kind, is_proposition, words_of
from sevenout.engine.betting import place, stake_on
from sevenout.engine.game import Game
from sevenout.engine.position import Change
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.school.exercises.exercise import Choice, Exercise, HandMotion, Mark, Shout, Task
from sevenout.school.exercises.heard_bets import hear_bet, say_bet
from sevenout.school.exercises.task_judge import judge_tasks
from sevenout.school.questions import Because
from sevenout.school.scenes import PLAYERS, any_puck, busy, makeable, playable, stake, table_of
from sevenout.school.topics.chip_cutting import chips_of
from sevenout.school.topics.legal_bets import REASONS
from sevenout.table.table_snapshot import take_snapshot

LEVELS = ("stake and change", "with a commission", "yes or no, and why not")
SECONDS = (20, 25, 25)
_REFUSED = ("not-now", "not-made", "below-minimum", "above-maximum", "not-units", "not-chips", "not-exact", "contract")
_TRIES = 300


@lru_cache(maxsize=64)
def cards(game: Game, level: int) -> tuple[str, ...]:
    """The families of bets that dealers book; on the last level what is taken, and every reason to refuse."""
    families = tuple(dict.fromkeys(stem(spot.key) for spot in _dealer_bets(game)))
    wanted = families if level < len(LEVELS) else ("taken", *_REFUSED)
    known = tuple(card for card in wanted if _try_card(game, level, card, 0) is not None)
    return known or cards(game, 1)  # a house without a commission


def make_booking(game: Game, level: int, card: str, seed: int) -> Exercise:
    """The bet that a seed makes.

    >>> asked = make_booking(Game.open("catfish-bend"), 2, "buy", 3)
    >>> [motion.act for motion in asked.right]
    ['repeat', 'book', 'commission', 'give']
    """
    made = _try_card(game, level, card, seed) or _try_card(game, 1, card, seed)
    assert made is not None, "the card is one of the house's"
    return made


def _dealer_bets(game: Game) -> tuple[CompiledWager, ...]:
    """The bets that somebody of the crew places for a player."""
    own = words_of(game).booking.self.value
    return tuple(spot for spot in game.rules.spots if not own & {spot.key, f"{stem(spot.key)}-n"} and spot.flat is None)


def _try_card(game: Game, level: int, card: str, seed: int) -> Exercise | None:
    rng = Random(f"book {level} {card} {game.rules.book.name} {seed}")
    made = (_draw_bet(game, level, card, seed, rng) for _ in range(_TRIES))
    return next((one for one in made if one is not None), None)


def _draw_bet(game: Game, level: int, card: str, seed: int, rng: Random) -> Exercise | None:
    puck = any_puck(game, rng)
    spot = _draw_wager(game, level, card, puck, rng)
    if spot is None or spot.wager.collect is not None:
        return None
    seats = PLAYERS[: rng.randint(2, 4)]
    seat = rng.choice(seats)
    position = busy(game, puck, rng, rng.randint(0, 1), how="round")
    amount = _draw_amount(game, level, card, spot, puck, rng)
    if not amount or stake_on(position, spot):
        return None
    decided = place(game, position, puck, spot.key, amount, None)
    refused = decided if isinstance(decided, Refusal) else None
    if (refused.code if refused else "taken") != (card if level == len(LEVELS) else "taken"):
        return None
    if level == 2 and isinstance(decided, Change) and not decided.commission:
        return None
    cost = decided.cost if isinstance(decided, Change) else amount
    thrown = _draw_thrown(game, cost, rng)
    rail = Rail.split(seats)
    said = say_bet(game, spot.key, amount, rng)
    if hear_bet(game, said) != (spot.key, amount):
        return None
    tasks = tuple(
        _refusing_tasks(refused)
        if refused is not None
        else _booking_tasks(game, rail, seat, spot, amount, cost - amount, thrown - cost)
    )
    positions = [position if name == seat else busy(game, puck, rng, 0, how="round") for name in seats]
    choices = tuple(Choice(code, REASONS[code]) for code in _REFUSED)
    return Exercise(
        "book",
        level,
        game.rules.book.name,
        seed,
        card,
        f"{seat} speaks, and throws {units(thrown)}. Book the bet, or refuse it.\n"
        f"Table {units(game.minimum)} to {units(game.maximum)}, chips of {units(game.chip)}.",
        SECONDS[level - 1],
        tuple(task.motion for task in tasks),
        tuple(Because(task.says[:1].upper() + task.says[1:], task.cite) for task in tasks),
        take_snapshot(game, table_of(game, puck, positions)),
        rail=rail,
        tasks=tasks,
        shouts=(Shout(seat, said, thrown),),
        choices=choices,
    )


def _draw_wager(game: Game, level: int, card: str, puck: int, rng: Random) -> CompiledWager | None:
    """A wager of the card; for a reason to refuse, any that dealers book, open now or not."""
    now = {spot.index for spot in makeable(game, puck)}
    if level == len(LEVELS):
        wanted = [spot for spot in _dealer_bets(game) if (spot.index in now) != (card in ("not-now", "not-made"))]
    else:
        wanted = [spot for spot in _dealer_bets(game) if stem(spot.key) == card and spot.index in now]
    return rng.choice(wanted) if wanted else None


def _draw_amount(game: Game, level: int, card: str, spot: CompiledWager, puck: int, rng: Random) -> Cents:
    """A fit stake; for a card about the amount, one that is too little, too much, or not in its units."""
    lies = spot in playable(game, puck)
    usual = stake(game, spot, puck, 0, rng, "round") if lies else game.minimum
    if level < len(LEVELS):
        return usual
    most = game.maximum_of(spot, puck, 0).amount
    least = game.minimum_of(spot, puck).amount or game.step(spot)
    match card:
        case "below-minimum":
            return least - game.step(spot)
        case "above-maximum":
            return 0 if most is None else most + game.step(spot) * rng.randint(1, 3)
        case "not-units" | "not-exact":
            return usual + game.chip * rng.randint(1, 4)
        case "not-chips":
            return usual + game.chip // 2
        case _:
            return usual


def _draw_thrown(game: Game, cost: Cents, rng: Random) -> Cents:
    """What a player throws: the next round sum of some chip, now and then exactly the cost."""
    values = [chip.cents for chip in chips_of(game).denominations if chip.cents <= max(cost, game.chip)]
    chip = rng.choice(values[-2:])
    return cost if rng.random() < 0.25 else -(-(cost + game.chip) // chip) * chip


def _booking_tasks(
    game: Game, rail: Rail, seat: str, spot: CompiledWager, amount: Cents, vig: Cents, change: Cents
) -> Iterator[Task]:
    booking, title = words_of(game).booking, spot.title
    fact = booking.stick if is_proposition(game, spot.key) else by_kind(booking.own, spot.key) or booking.base
    said = fact.value.format(bet=units(amount), wager=title, position=position_of(game, seat, rail))
    said += booking.words.vig.value.format(vig=units(vig)) if vig else ""
    said += booking.words.change.value.format(change=units(change)) if change else ""
    yield Task(HandMotion("repeat", words=said), f"“{said}”", fact.cite, (), "manner")
    book = HandMotion("book", wager=spot.key, chips=(amount,))
    yield Task(book, f"{units(amount)} on {title}", spot.wager.made.cite, ())
    if vig and spot.wager.commission is not None:
        cite = spot.wager.commission.rate.cite
        yield Task(HandMotion("commission", chips=(vig,)), f"{units(vig)} commission", cite, ())
    if change:
        cite = booking.words.change.cite
        yield Task(HandMotion("give", chips=(change,)), f"{units(change)} change", cite, ())


def _refusing_tasks(refused: Refusal) -> Iterator[Task]:
    says = f"no: {refused.reason}"
    yield Task(HandMotion("refuse", to=refused.code), says, refused.cite, ())


# --- judging


def judge_booking(game: Game, asked: Exercise, motions: tuple[HandMotion, ...], *, done: bool) -> Iterator[Mark]:
    """What is to be said against how a bet was booked or refused."""
    refused = asked.tasks[0].motion.act == "refuse"

    def mark_unasked(motion: HandMotion, number: int) -> Mark:
        task = asked.tasks[0] if refused else asked.tasks[1]
        if motion.act in {task.motion.act for task in asked.tasks}:
            return Mark("manner", "That is done already.", task.cite, number)
        taken = f"It is taken: {task.says}." if motion.act == "refuse" else ""
        extra = f"No {'commission is due' if motion.act == 'commission' else 'change is due'} here."
        return Mark("money", f"It is refused: {task.says}." if refused else taken or extra, task.cite, number)

    def mark_words(task: Task, motion: HandMotion, number: int) -> Iterator[Mark]:
        if motion.act != "repeat" or motion.words == task.motion.words:
            return
        bet = asked.tasks[1].motion
        heard = hear_bet(game, motion.words)
        if heard is None:
            yield Mark("manner", f"That is no bet one could hear: {task.says}.", task.cite, number)
        elif heard != (bet.wager, bet.amount):
            reason = f"You repeated {units(heard[1])} on {heard[0]}: it is {task.says}."
            yield Mark("money", reason, task.cite, number)

    yield from judge_tasks(asked, motions, mark_unasked, mark_words, done=done)

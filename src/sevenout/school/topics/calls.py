"""Say the call: what the stick says as the dice go out, of a roll, of a throw that does not count, and of money."""

import re
from collections.abc import Sequence
from itertools import product
from random import Random

from sevenout.base.dice import ROLLS, roll
from sevenout.crew.calls.bet_calls import booking, position_of
from sevenout.crew.calls.payoff_calls import payoff_calls
from sevenout.crew.layout.rail import Rail
from sevenout.crew.roll_calls import SpokenCall, Where, after_roll, before_roll, join_calls, no_roll
from sevenout.engine.game import Game
from sevenout.school.answers import ChoiceAnswer
from sevenout.school.questions import Because, Drawn, Topic
from sevenout.school.scenes import (
    PLAYERS,
    any_puck,
    busy,
    can_shoot,
    describe_table,
    lay_wagers,
    makeable,
    roll_dice_at,
    stake,
    table_of,
)
from sevenout.school.topics.payout_order import WorkedRoll, rail_words, work_roll
from sevenout.school.topics.roll_call import roll_call
from sevenout.school.topics.roll_outcomes import kinds
from sevenout.school.topics.valid_throws import seen_of, where_it_fell
from sevenout.table.commands import Bet
from sevenout.table.events import Changed
from sevenout.table.handlers.command_outcome import CommandOutcome
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.table_snapshot import Snapshot, take_snapshot

_OUT, _NO_ROLL = "dice out", "no roll"
_PAYOFF, _BOOKING = "payoff", "booking"
_WHO = PLAYERS[0]
_SIDES: tuple[Where, Where] = ("inside", "outside")


def cards(game: Game, level: int) -> tuple[str, ...]:
    """Kinds of rolls; what is said around them; what is said of money."""
    if level in (1, 3):
        return tuple(kinds(game))
    if level == 2:
        return (_OUT, _NO_ROLL) if game.rules.book.no_roll.grounds else (_OUT,)
    return (_PAYOFF, _BOOKING) if kinds(game) else (_BOOKING,)


def draw(game: Game, level: int, card: str, rng: Random) -> Drawn | None:
    """Something to call: in your own words on the third level, else chosen from several."""
    if level in (1, 3):
        return _roll(game, card, rng, choose=level == 1)
    return {_OUT: _dice_out, _NO_ROLL: _no_roll, _PAYOFF: _payoff, _BOOKING: _booking}[card](game, rng)


# --- the roll


def _roll(game: Game, card: str, rng: Random, *, choose: bool) -> Drawn | None:
    work = work_roll(game, card, rng, players=1, wagers=1)
    calls = after_roll(game, work.event)
    if not choose:
        answer = roll_call(game, work.event)
        return Drawn(f"{work.description}\nCall the roll.", answer, _quote_calls(calls), work.table, work.dice)
    others = _calls_of_others(game, work, rng)
    return _choose(f"{work.description}\nWhat does the stick call?", calls, others, rng, work.table, work.dice)


def _calls_of_others(game: Game, work: WorkedRoll, rng: Random) -> list[str]:
    """The calls of the same roll under every puck; where there is only one puck, the calls of other rolls."""
    pucks = [state.index for state in game.rules.puck.states if can_shoot(game, state.index)]
    rolls = [roll(work.event.a, work.event.b)] if len(pucks) > 1 else rng.sample(ROLLS, 4)
    said = []
    for puck, thrown in product(pucks, rolls):
        before = table_of(game, puck, [busy(game, puck, rng, 0, how="round")])
        said.append(join_calls(after_roll(game, roll_dice_at(game, before, thrown))))
    return said


def _quote_calls(calls: Sequence[SpokenCall]) -> tuple[Because, ...]:
    return tuple(Because(f"{call.who}: {call.words}", call.cite) for call in calls)


def _choose(
    prompt: str,
    calls: Sequence[SpokenCall],
    others: list[str],
    rng: Random,
    table: Snapshot | None = None,
    dice: tuple[int, int] | None = None,
) -> Drawn | None:
    """The right words among at most three others; no question if there are none."""
    right = join_calls(calls)
    wrong = [words for words in dict.fromkeys(others) if words not in ("", right)]
    if not right or not wrong:
        return None
    choices = [right, *rng.sample(wrong, min(3, len(wrong)))]
    rng.shuffle(choices)
    return Drawn(prompt, ChoiceAnswer(tuple(choices), choices.index(right), True), _quote_calls(calls), table, dice)


# --- around the roll


def _dice_out(game: Game, rng: Random) -> Drawn | None:
    puck = any_puck(game, rng)
    table = take_snapshot(game, table_of(game, puck, [busy(game, puck, rng, 0, how="round")]))
    calls = before_roll(game, table)
    others = [join_calls(calls[1:]), join_calls(calls[:-1]), join_calls(reversed(calls))]
    for state, key in product(game.rules.puck.states, game.rules.book.shooter.line.value):
        bet = lay_wagers(game, state.index, (game.rules.by_key[key],), rng, "round")
        others.append(join_calls(before_roll(game, take_snapshot(game, table_of(game, state.index, [bet])))))
    prompt = f"{describe_table(table)}\n{_WHO} shoots. What does the stick say as the dice go out?"
    return _choose(prompt, calls, others, rng, table)


def _no_roll(game: Game, rng: Random) -> Drawn | None:
    grounds = [ground.key for ground in game.rules.book.no_roll.grounds]
    ground = rng.choice(grounds)
    where, other_side = _SIDES if rng.random() < 0.5 else _SIDES[::-1]
    calls = no_roll(game, ground, where=where)
    others = [join_calls(no_roll(game, other, where=where)) for other in grounds]
    others.append(join_calls(no_roll(game, ground, where=other_side)))
    fell = f" {where_it_fell(where)}" if len(calls) > 1 else ""
    return _choose(f"{seen_of(game, ground)}{fell} It is no roll. What is called?", calls, others, rng)


# --- money


def _payoff(game: Game, rng: Random) -> Drawn | None:
    """The announcement of a winner, as the manual wants it made."""
    work = work_roll(game, rng.choice(tuple(kinds(game))), rng, players=2, wagers=5)
    calls = payoff_calls(game, work.event, work.rail)
    said = [call for call in calls if re.search(r"\d", call.words) and sum(other.to == call.to for other in calls) == 1]
    if not said:
        return None
    call = rng.choice(said)
    prompt = f"{work.description}\n{_name_speaker(call.who)} announces what {call.to} is paid. In which words?"
    others = _wrong_announcements(call.words, call.to, next(name for name in PLAYERS if name != call.to), rng)
    return _choose(prompt, (call,), others, rng, work.table, work.dice)


def _booking(game: Game, rng: Random) -> Drawn | None:
    """The repetition of a bet that a dealer or the stick places."""
    puck = any_puck(game, rng)
    if not makeable(game, puck):
        return None
    positions = [busy(game, puck, rng, 0, how="round") for _ in range(rng.randint(2, 4))]
    state = table_of(game, puck, positions, rack=200 * game.minimum)
    table = take_snapshot(game, state)
    rail, spot = Rail.of(table), rng.choice(makeable(game, puck))
    who, other = (seat.name for seat in rng.sample(state.seats, 2))
    bet = Bet(who, stake(game, spot, puck, 0, rng, "round"), spot.key)
    decided = decide_command(game, state, bet)
    if not isinstance(decided, CommandOutcome) or not isinstance(decided.event, Changed):
        return None
    calls = booking(game, table, decided.event, rail)
    if not calls:
        return None
    here, there = (position_of(game, name, rail) for name in (who, other))
    prompt = f"{rail_words(rail)}\n{bet}. What does {_name_speaker(calls[0].who).lower()} say?"
    return _choose(prompt, calls, _wrong_announcements(calls[0].words, here, there, rng), rng, table)


def _name_speaker(who: str) -> str:
    return f"The {who}" if who in ("stickperson", "base dealer") else who.capitalize()


def _wrong_announcements(words: str, one: str, other: str, rng: Random) -> list[str]:
    """Announcements that are nearly right: another player, another amount, parts in another order, a part left out."""
    parts = words.split(", ")
    number = re.search(r"\d+", words)
    wrong = [words.replace(one, other), ", ".join(parts[1:] + parts[:1]), ", ".join(parts[:-1])]
    if number is not None:
        near = str(int(number[0]) + rng.choice((1, 5, 10)))
        wrong.append(words[: number.start()] + near + words[number.end() :])
    return [f"{text[:1].upper()}{text[1:]}." for text in wrong if text]


TOPIC = Topic(
    "call",
    "Say the call",
    ("choose the call of a roll", "choose what is said around it", "call the roll yourself", "announce money"),
    cards,
    draw,
)

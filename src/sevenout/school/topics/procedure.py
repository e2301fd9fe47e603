"""Hands, stick, dice, change and procedure: what is done, who does it, in which order, and what is wrong in a scene.

Every question is made from cited facts: `lesson_loader` has those that only a hand knows, `manual_facts` those of the
manual.
"""

import re
from collections.abc import Callable
from functools import partial
from random import Random

from sevenout.base.dice import ROLLS
from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_sets import dice_rules
from sevenout.crew.layout.rail import Rail
from sevenout.crew.markers import locate_wager
from sevenout.engine.game import Game
from sevenout.school.answers import ChoiceAnswer, LineNumber, OrderAnswer
from sevenout.school.lesson_loader import PEOPLE, Practice, Steps, Taught
from sevenout.school.questions import Because, Drawn, Topic
from sevenout.school.scenes import PLAYERS, any_puck, busy, describe_table, table_of
from sevenout.school.topics.manual_facts import facts, orders
from sevenout.table.table_snapshot import take_snapshot


def sending_out(game: Game, rng: Random) -> Drawn | None:
    """Dice before the stick, and a shooter who waits; none where there is no puck, and so no come-out.

    >>> from sevenout import Game
    >>> print(sending_out(Game.open("catfish-bend"), Random(3)).prompt)
    Puck ON 9.
    Ann: pass 15
    Ann shoots. The dice before the stick show 5-2. Do they go out like that?
    """
    if game.rules.book.puck is None:
        return None
    puck, rules = any_puck(game, rng), dice_rules(game).sent_out
    table = take_snapshot(game, table_of(game, puck, [busy(game, puck, rng, 0, how="round")]))
    barred = rules.come_out if table.point is None else rules.later
    stay = rng.random() < 0.5
    up = rng.choice([roll for roll in ROLLS if (roll.total in barred.value) == stay] or ROLLS)
    allowed = up.total not in barred.value
    asks = f"The dice before the stick show {up.a}-{up.b}. Do they go out like that?"
    prompt = f"{describe_table(table)}\n{PLAYERS[0]} shoots. {asks}"
    moment = "on a come-out" if table.point is None else "with a point on"
    totals = ", ".join(map(str, barred.value))
    because = Because(f"{'Yes' if allowed else 'No'}: {moment} they do not go out showing {totals}", barred.cite)
    return Drawn(prompt, ChoiceAnswer(("yes", "no"), 0 if allowed else 1), (because,), table)


_LEVELS = ("what is done", "who does it", "in which order", "what is wrong here")
_CHOICES = 4
_COMPANY = (2, 4)
"""How many lines of a scene are as they should be."""
_MOST_STEPS = 6

_ALIKE = ({"supervisor", "boxperson"}, {"shooter", "player"})
"""People who may stand for each other: a boxperson is a supervisor, a shooter is a player."""


def cards(topic: Practice, game: Game, level: int) -> tuple[str, ...]:
    """The facts of a topic that can be asked on a level."""
    if level == 3:
        return tuple(key for key, steps in orders(game).items() if steps.topic == topic)
    own = {key: fact for key, fact in facts(game).items() if fact.topic == topic}
    if level == 2:
        return tuple(key for key, fact in own.items() if fact.who in PEOPLE)
    made_up = tuple(card for of, card in _MADE_UP if of == topic) if level == 1 else ()
    return (*own, *made_up)


def draw(topic: Practice, game: Game, level: int, card: str, rng: Random) -> Drawn | None:
    """A question about one fact."""
    if level == 1 and (topic, card) in _MADE_UP:
        return _MADE_UP[topic, card](game, rng)
    if level == 3:
        return _in_order(orders(game)[card], rng)
    fact = facts(game)[card]
    if level == 4:
        return _scene(game, fact, rng)
    return _ask_what(fact, rng) if level == 1 else _ask_who(game, fact, rng)


def _ask_what(fact: Taught, rng: Random) -> Drawn:
    choices = [fact.does, *rng.sample(fact.wrongly, min(_CHOICES - 1, len(fact.wrongly)))]
    rng.shuffle(choices)
    prompt = fact.when if fact.when.endswith("?") else f"{fact.when} What does the {fact.who} do?"
    return Drawn(
        prompt, ChoiceAnswer(tuple(choices), choices.index(fact.does), True), (Because(fact.sentence(), fact.cite),)
    )


def _ask_who(game: Game, fact: Taught, rng: Random) -> Drawn | None:
    """Somebody's task among those of others; what they might do as well is no wrong answer."""
    others = [other.does for other in facts(game).values() if _never_does(fact.who, other)]
    if not others:
        return None
    choices = [fact.does, *rng.sample(others, min(_CHOICES - 1, len(others)))]
    rng.shuffle(choices)
    answer = ChoiceAnswer(tuple(choices), choices.index(fact.does), True)
    return Drawn(f"Which of these is for the {fact.who}?", answer, (Because(fact.sentence(), fact.cite),))


def _never_does(person: str, fact: Taught) -> bool:
    alike = any({person, fact.who} <= group for group in _ALIKE)
    return fact.who in PEOPLE and fact.who != person and not alike and person not in fact.also


def _in_order(work: Steps, rng: Random) -> Drawn:
    kept = sorted(rng.sample(range(len(work.steps)), min(len(work.steps), _MOST_STEPS)))
    mixed = list(range(len(kept)))
    rng.shuffle(mixed)
    lines = tuple(work.steps[kept[at]] for at in mixed)
    order = OrderAnswer(tuple(mixed.index(at) for at in range(len(kept))))
    numbered = "; ".join(f"{number}. {work.steps[at]}" for number, at in enumerate(kept, start=1))
    return Drawn(f"{work.ask} In which order?", order, (Because(numbered, work.cite),), lines=lines)


def _scene(game: Game, fact: Taught, rng: Random) -> Drawn | None:
    """A crew's work as lines, one of them wrong."""
    others = [other for other in facts(game).values() if other.topic == fact.topic and other != fact]
    if len(others) < _COMPANY[0]:
        return None
    company = rng.sample(others, min(len(others), rng.randint(*_COMPANY)))
    wrong = fact.sentence_with_condition(rng.choice(fact.wrongly))
    lines = [other.sentence_with_condition() for other in company]
    at = rng.randrange(len(lines) + 1)
    lines.insert(at, wrong)
    because = (Because(f"line {at + 1}: {wrong}"), Because(f"Right is: {fact.sentence_with_condition()}", fact.cite))
    prompt = "Somebody watches the crew. One of these lines is not as it should be. Which?"
    return Drawn(prompt, LineNumber(at + 1, len(lines)), because, lines=tuple(lines))


def _where_it_lies(game: Game, rng: Random) -> Drawn | None:
    """The place of a wager on the layout; which edge of a box is whose is only assumed, and not asked."""
    rail, name = Rail(PLAYERS[:2], PLAYERS[2:3]), rng.choice(PLAYERS[:3])
    spot, *others = rng.sample(game.rules.spots, min(len(game.rules.spots), 12))
    here = locate_wager(game, spot.key, rail, name)
    if isinstance(here, Refusal) or "assumed" in here.cite.says:
        return None
    right = _any_edge(here.at)
    elsewhere = dict[str, None]()
    for other in others:
        there = locate_wager(game, other.key, rail, name)
        if not isinstance(there, Refusal) and _any_edge(there.at) != right:
            elsewhere[_any_edge(there.at)] = None
    if not elsewhere:
        return None
    choices = [right, *rng.sample(list(elsewhere), min(_CHOICES - 1, len(elsewhere)))]
    rng.shuffle(choices)
    letter = f" ({here.letter} in the diagram)" if here.letter else ""
    because = (Because(f"{spot.key} lies here: {right}{letter}", here.cite),)
    return Drawn(f"Where does {spot.key} lie?", ChoiceAnswer(tuple(choices), choices.index(right), True), because)


def _any_edge(at: str) -> str:
    return re.sub(r"^the \w+ edge", "an edge", at)


_MADE_UP: dict[tuple[Practice, str], Callable[[Game, Random], Drawn | None]] = {
    ("hands", "where-it-lies"): _where_it_lies,
    ("stick", "sending-out"): sending_out,
}
"""Questions of the first level that are not one fact's but made up each time, by topic and card."""


_TITLES: dict[Practice, str] = {
    "hands": "Hands on base",
    "stick": "Handle the stick",
    "dice": "Look after the dice",
    "change": "Make change",
    "procedure": "Know the procedure",
}
TOPICS = tuple(Topic(key, title, _LEVELS, partial(cards, key), partial(draw, key)) for key, title in _TITLES.items())

"""The drills by name: ask a question of a topic and level, make one again from its seed, and check an answer."""

from functools import lru_cache
from random import Random

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import WAGERS, did_you_mean, stem
from sevenout.engine.game import Game
from sevenout.school.answers import AnswerVerdict
from sevenout.school.questions import Drawn, Question, Topic, with_assumptions
from sevenout.school.topics import (
    calls,
    chip_cutting,
    dealer_mistakes,
    legal_bets,
    payout_order,
    payouts,
    procedure,
    roll_outcomes,
    trade_terms,
    valid_throws,
)

_DRILLS = (
    payouts,
    chip_cutting,
    legal_bets,
    valid_throws,
    roll_outcomes,
    calls,
    payout_order,
    dealer_mistakes,
    trade_terms,
)
TOPICS: dict[str, Topic] = {topic.key: topic for topic in (*(drill.TOPIC for drill in _DRILLS), *procedure.TOPICS)}
"""Every drill, in the order they are learned."""

_TRIALS = 100
"""How many tables are made up in search of a question before a house counts as having none."""


def topic_named(name: str) -> Topic:
    """The topic of that key; raises BadInput with the nearest.

    >>> topic_named("chip")
    Traceback (most recent call last):
    sevenout.base.errors.BadInput: there is no topic 'chip'. Did you mean 'chips'? Topics: pay, chips, allowed, \
no-roll, roll, call, order, mistake, words, hands, stick, dice, change, procedure
    """
    if name not in TOPICS:
        known = ", ".join(TOPICS)
        raise BadInput(f"there is no topic {name[:40]!r}.{did_you_mean(name[:40], TOPICS)} Topics: {known}")
    return TOPICS[name]


def check_level(topic: Topic, level: int) -> None:
    """Raises BadInput if the topic has no such level."""
    if not 1 <= level <= len(topic.levels):
        raise BadInput(f"{topic.key} has the levels 1 to {len(topic.levels)}, not {level}")


@lru_cache(maxsize=1024)
def every_card(game: Game, topic: str, level: int) -> tuple[str, ...]:
    """All that a house has for one level of a topic: the cards that something can be asked about."""
    drill = topic_named(topic)
    check_level(drill, level)
    return tuple(
        card for card in drill.cards(game, level) if _draw_question(game, drill, level, card, 0, _TRIALS) is not None
    )


def _draw_question(game: Game, drill: Topic, level: int, card: str, seed: int, tries: int) -> Drawn | None:
    rng = Random(f"{drill.key} {level} {card} {game.rules.book.name} {seed}")
    drawn = (drill.draw(game, level, card, rng) for _ in range(tries))
    return next((one for one in drawn if one is not None), None)


def cards(game: Game, topic: str, level: int, about: str = "") -> tuple[str, ...] | Refusal:
    """The cards that a house has for a topic, all of them or those about one word.

    >>> from sevenout import Game
    >>> game = Game.open("catfish-bend")
    >>> cards(game, "pay", 1, "place")
    ('place 9:5', 'place 7:5', 'place 7:6')
    >>> cards(game, "pay", 1, "c-and-e").reason
    'Catfish Bend Casinos has nothing about c-and-e here'
    """
    every = every_card(game, topic, level)
    if not every:
        return Refusal("not-offered", f"{game.rules.book.title} has nothing to ask for {topic} on level {level}")
    if not about:
        return every
    asked_for = tuple(card for card in every if TOPICS[topic].about(game, card, about))
    if not asked_for:
        words = {word for card in every for word in (card, card.split(maxsplit=1)[0])} | set(game.rules.by_key)
        if about not in {*WAGERS, *map(stem, WAGERS)} and about not in words:
            raise BadInput(f"{topic} knows nothing of {about[:40]!r}.{did_you_mean(about[:40], words)}")
        return Refusal("not-offered", f"{game.rules.book.title} has nothing about {about} here")
    return asked_for


def ask(game: Game, topic: str, level: int, rng: Random, about: str = "") -> Question | Refusal:
    """A question of a topic; a refusal if the house has nothing to ask about.

    >>> from random import Random
    >>> from sevenout import Game
    >>> asked = ask(Game.open("catfish-bend"), "pay", 1, Random(5), about="place-6")
    >>> print(asked.text)
    Puck ON 8. The dice show 6-2, eight.
    Ann: place-8 6
    What is paid on place-8?
    >>> check(asked, "7").right, check(asked, "seven").outcome
    (True, 'unreadable')
    """
    known = cards(game, topic, level, about)
    if isinstance(known, Refusal):
        return known
    return remake_question(game, topic, level, rng.choice(known), any_seed(rng))


def any_seed(rng: Random) -> int:
    """A seed for a question."""
    return rng.getrandbits(48)


def remake_question(game: Game, topic: str, level: int, card: str, seed: int) -> Question:
    """The one question of a card that a seed makes, the same every time.

    >>> from sevenout import Game
    >>> game = Game.open("marina-bay-sands")
    >>> remake_question(game, "pay", 1, "horn", 4) == remake_question(game, "pay", 1, "horn", 4)
    True
    """
    if card not in every_card(game, topic, level):
        raise BadInput(f"{topic} has no card {card[:40]!r} on level {level} here")
    drawn = _draw_question(game, TOPICS[topic], level, card, seed, 100 * _TRIALS)
    assert drawn is not None, "the card is one that something can be asked about"
    return Question(topic, level, card, game.rules.book.name, seed, with_assumptions(TOPICS[topic], drawn))


def check(asked: Question, text: str) -> AnswerVerdict:
    """Judges an answer: right, wrong with the reason, or unreadable with the reason."""
    return asked.answer.judge(text)


def judge_text(asked: Question, text: str) -> AnswerVerdict:
    """The verdict on what was typed; nothing at all is a question that was left out, and wrong."""
    return check(asked, text) if text.strip() else AnswerVerdict("wrong", "Left out.")

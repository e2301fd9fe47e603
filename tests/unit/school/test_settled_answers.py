"""Nobody is asked for an order that no document settles: when the puck moves, when a bet that gathers is marked."""

from random import Random

import pytest

from sevenout.engine.game import Game
from sevenout.school.questions import Topic
from sevenout.school.topics import dealer_mistakes, payout_order

GAME = Game.open("catfish-bend")
UNSETTLED = ("puts the puck", "takes the puck", "marks ")


def told_in(topic: Topic, card: str, seed: int) -> list[str]:
    """The reasons of a question, which name the steps whose order counts."""
    drawn = topic.draw(GAME, 2, card, Random(seed))
    return [] if drawn is None else [because.text for because in drawn.because]


@pytest.mark.parametrize("topic", [payout_order.TOPIC, dealer_mistakes.TOPIC], ids=lambda topic: topic.key)
def test_no_question_of_order_turns_on_the_puck(topic: Topic) -> None:
    cards = [card for card in topic.cards(GAME, 2) if topic is payout_order.TOPIC or card == "wrong order"]
    asked = [told_in(topic, card, seed) for card in cards for seed in range(150)]
    assert sum(map(bool, asked)) > 30
    named = [text for texts in asked for text in texts if any(word in text for word in UNSETTLED)]
    assert [text for text in named if not text.endswith(", or at any other time")] == []

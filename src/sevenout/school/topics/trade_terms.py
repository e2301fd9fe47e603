"""The words of the trade: which word is meant, and what a word means."""

from random import Random

from sevenout.engine.game import Game
from sevenout.school.answers import ChoiceAnswer
from sevenout.school.lesson_loader import lessons
from sevenout.school.questions import Because, Drawn, Topic

_CHOICES = 4


def cards(game: Game, _: int) -> tuple[str, ...]:
    """The words that a house's document explains, and those that are taken from others."""
    return tuple(lessons(game).words)


def draw(game: Game, level: int, card: str, rng: Random) -> Drawn | None:
    """A meaning to name, or a word to explain; what means nearly the same is no wrong answer."""
    words = lessons(game).words
    word = words[card]
    others = [key for key, other in words.items() if key != card and key not in word.like and card not in other.like]
    if not others:
        return None
    chosen = [card, *rng.sample(others, min(_CHOICES - 1, len(others)))]
    rng.shuffle(chosen)
    spoken = card.replace("-", " ")
    because = (Because(f"{spoken}: {word.means}", word.cite),)
    if level == 1:
        answer = ChoiceAnswer(tuple(key.replace("-", " ") for key in chosen), chosen.index(card), True)
        return Drawn(f"{word.means[:1].upper()}{word.means[1:]}: which word is that?", answer, because)
    answer = ChoiceAnswer(tuple(words[key].means for key in chosen), chosen.index(card), True)
    return Drawn(f"What does “{spoken}” mean?", answer, because)


TOPIC = Topic("words", "Know the words", ("the word for it", "what it means"), cards, draw)

"""Finds the thing that somebody's words name: by phrases, whatever the case, hyphens and inflections.

It knows how words bend, and nothing of the game: the phrases are a rulebook's.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol, TypeVar

_WORD = re.compile(r"[a-z0-9]+|\*")
_ANYTHING, _MOST_BETWEEN = "*", 4
"""In a phrase: any words, so many at most."""
_ALONE = "="
"""Before a phrase: it is meant only where nothing else is said."""
_ARTICLES = frozenset(("a", "an", "the"))
_DENIALS = frozenset(("not", "no", "never", "almost", "nearly", "without", "neither"))
_IRREGULAR = {
    "dice": "die", "left": "leave", "fell": "fall", "fallen": "fall", "came": "come", "threw": "throw",
    "thrown": "throw", "spun": "spin", "slid": "slide", "went": "go", "gone": "go", "goes": "go", "lay": "lie",
    "lies": "lie", "lying": "lie", "leant": "lean", "flew": "fly", "flies": "fly", "took": "take", "taken": "take",
    "shot": "shoot", "stood": "stand", "1": "one", "single": "one", "2": "two", "3": "three",
    "4": "four", "5": "five", "struck": "strike", "simultaneous": "simultaneously",
}  # fmt: skip
_ENDINGS = ("ing", "ed", "ly", "es", "s", "e")
_SHORTEST_STEM = 3


def _stem(word: str) -> str:
    word = _IRREGULAR.get(word, word)
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM and not word.endswith("ss"):
            word = stem
            break
    doubled = len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "lsaeiou"
    return word[:-1] if doubled else word


_AUXILIARIES = (
    *("was", "were", "is", "are", "be", "been", "being", "has", "have", "had", "do", "does", "did"),
    *("it", "its", "they", "them", "his", "her", "their"),
)
_FILLERS = frozenset(
    _stem(word)
    for word in ("die", "one", "two", "both", "either", "of", "or", "and", "then", "only", "just", *_AUXILIARIES)
)
"""May stand between the words of a phrase without breaking it; a phrase of nothing else is meant alone only."""
_COUNTS = {"one": 1, "two": 2, "both": 2}
"""Fillers that say how many: a phrase that counts is meant only where the same is counted."""


class PhraseTarget(Protocol):
    """Something that words may mean."""

    @property
    def phrases(self) -> tuple[str, ...]:
        """Its names."""

    @property
    def excepted(self) -> tuple[str, ...]:
        """Words beside which it is not meant."""


N = TypeVar("N", bound=PhraseTarget)


def meant_by(said: str, things: Iterable[N]) -> tuple[N, ...]:
    """Of some things those that words name, the most telling phrase first, else in their order.

    Words that deny a phrase do not hold it: what did not leave the table has not left it.
    """
    words = _bent(said.replace(_ANYTHING, " "))
    weighed = [(weight, thing) for thing in things if (weight := _weight(thing, words)) is not None]
    return tuple(thing for _, thing in sorted(weighed, key=lambda pair: pair[0], reverse=True))


def says_any(said: str, phrases: Iterable[str]) -> bool:
    """True if words hold one of some phrases.

    >>> says_any("slanted, and nobody can tell how it falls", ("nobody can tell",)), says_any("slanted", ("in doubt",))
    (True, False)
    """
    words = _bent(said.replace(_ANYTHING, " "))
    return any(_contains_phrase(words, _bent(phrase)) for phrase in phrases)


def same(one: str, other: str) -> bool:
    """True if two phrases are the same words.

    >>> same("slid the dice", "Slides a Die"), same("on the rail", "in the bowl")
    (True, False)
    """
    return _bent(one) == _bent(other)


def _weight(thing: PhraseTarget, words: tuple[str, ...]) -> tuple[int, int] | None:
    """Returns how much of the words the best phrase of a thing accounts for: all of them, or so many that tell."""
    if any(_contains_phrase(words, _bent(phrase)) for phrase in thing.excepted):
        return None
    weights = (_phrase_weight(phrase, words) for phrase in thing.phrases)
    return max((weight for weight in weights if weight is not None), default=None)


def _phrase_weight(said: str, words: tuple[str, ...]) -> tuple[int, int] | None:
    phrase = _bent(said)
    telling = _significant_words(phrase)
    if phrase == words or (
        telling and telling == _significant_words(words) and _count_words(phrase) in ((), _count_words(words))
    ):
        return (len(words) + 1, len(phrase))
    within = telling and not said.startswith(_ALONE) and _contains_phrase(words, phrase)
    return (len(telling), len(phrase)) if within else None


@lru_cache(maxsize=4096)
def _significant_words(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in _FILLERS and word != _ANYTHING)


def _count_words(words: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(_COUNTS[word] for word in words if word in _COUNTS)


def _contains_phrase(words: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    """True if words hold a phrase in its order, with nothing but fillers in between, and do not deny it."""
    for start, word in enumerate(words):
        if word == phrase[0] and _from(words[start:], phrase):
            before = next((word for word in reversed(words[:start]) if word not in _FILLERS), "")
            if before not in _DENIALS:
                return True
    return False


def _from(words: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    """True if words begin with a phrase."""
    if not phrase:
        return True
    first, *rest = phrase
    if first == _ANYTHING:
        return any(_from(words[skipped:], tuple(rest)) for skipped in range(min(len(words), _MOST_BETWEEN) + 1))
    if not words:
        return False
    if words[0] == first:
        return _from(words[1:], tuple(rest))
    return words[0] in _FILLERS and _from(words[1:], phrase)


@lru_cache(maxsize=4096)
def _bent(text: str) -> tuple[str, ...]:
    """The words of a text without articles, each as its stem."""
    plain = text.lower().replace("\u2019", "'").replace("n't", " not").replace("'s", " ")
    return tuple(_stem(word) for word in _WORD.findall(plain) if word not in _ARTICLES)

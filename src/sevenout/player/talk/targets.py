"""Finds the bets that somebody speaks of: by number, by name, by kind, or all of them."""

from collections.abc import Iterator
from itertools import islice

from sevenout.base.vocabulary import STANDING_GROUPS, stem
from sevenout.player.talk.amounts import group_of
from sevenout.player.talk.spoken_phrases import ALL, JOINING, MOST_WAYS
from sevenout.player.talk.tokens import SpokenWord
from sevenout.player.talk.wager_names import names_of
from sevenout.table import Table

EVERYTHING = STANDING_GROUPS[-1]
_KINDS = {
    "place": "place", "places": "place", "buys": "buy", "buy": "buy", "hard": "hard", "hardways": "hard",
    "hards": "hard", "ways": "hard", "hardway": "hard",
}  # fmt: skip
"""What is said of the kinds that the notation has a word for."""
_OWN_KINDS = {"comes": "come", "lays": "lay", "hops": "hop", "horns": "horn", "bigs": "big"}


def notation_group(words: tuple[SpokenWord, ...]) -> str:
    """The notation's own word for what is meant, if it has one: `all`, `place`, `hard`."""
    texts = [word.text for word in words if word.text not in ALL and word.text not in JOINING]
    if not texts:
        return EVERYTHING if words else ""
    kinds = {_KINDS.get(text, "") for text in texts}
    return kinds.pop() if len(kinds) == 1 else ""


def targets(table: Table, you: str, words: tuple[SpokenWord, ...]) -> list[tuple[str, ...]]:
    """Every way in which words name wagers one after another: those that are up, else what they name at all."""
    up = list(table.layout(you))
    ways: list[list[tuple[str, ...]]] = [[] for _ in words] + [[()]]
    for start in reversed(range(len(words))):
        found = ((*keys, *rest) for keys, end in _one(table, up, words, start) for rest in ways[end])
        ways[start] = list(islice(dict.fromkeys(found), MOST_WAYS))
    return [keys for keys in ways[0] if keys]


def _one(
    table: Table, up: list[str], words: tuple[SpokenWord, ...], start: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    """The meanings of the words from one on, and where the next phrase begins."""
    text, rules = words[start].text, table.game.rules
    if text in ALL or text in JOINING:
        yield (), start + 1
    found = [(meaning, end) for meaning, end in names_of(table.game).at(words, start) if not words[start].money]
    lying = [
        (tuple(key for key in up if key in meaning.wagers or stem(key) in meaning.wagers), end)
        for meaning, end in found
    ]
    grouped = [
        (tuple(spot.key for spot in group_of(table, meaning.group) if spot.key in up), end)
        for meaning, end in found
        if meaning.group
    ]
    here = [(keys, end) for keys, end in (*lying, *grouped) if keys]
    weak = all(meaning.weak for meaning, _ in found)
    if words[start].amount is not None and weak:  # a bare number: whatever is up on it
        here += [((key,), start + 1) for key in up if str(rules.by_key[key].wager.n) == text]
    kind = _OWN_KINDS.get(text, text)
    if kind == "odds":
        odds = tuple(key for key in up if rules.by_key[key].flat is not None)
        together = start > 0 and words[start - 1].text in ALL
        here += [(odds, start + 1)] if together else [((key,), start + 1) for key in odds]
    elif not here or weak:
        family = tuple(key for key in up if stem(key) == kind and "odds" not in key)
        here += [(family, start + 1)] if family else []
    here += _behind(table, up, words, start)
    yield from dict.fromkeys(here)
    if not here:
        yield from ((meaning.wagers, end) for meaning, end in found[:1] if meaning.wagers)


def _behind(
    table: Table, up: list[str], words: tuple[SpokenWord, ...], start: int
) -> list[tuple[tuple[str, ...], int]]:
    """`odds` said after the bet that they are behind: `my come odds`, `the six odds`, `pass line odds`."""
    rules = table.game.rules
    named = [
        (meaning.wagers, end) for meaning, end in names_of(table.game).at(words, start) if len(meaning.wagers) == 1
    ]
    found: list[tuple[tuple[str, ...], int]] = []
    for wagers, end in (*named, ((), start + 1)):
        if end < len(words) and words[end].text == "odds":
            for key in up:
                spot = rules.by_key[key]
                flat = "" if spot.flat is None else rules.spots[spot.flat].key
                numbered = not wagers and str(spot.wager.n) == words[start].text
                if flat and (numbered or flat in wagers or stem(flat) in wagers):
                    found.append(((key,), end + 1))
    return found

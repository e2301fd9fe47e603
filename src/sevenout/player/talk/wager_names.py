"""The names of a house's wagers at its tables: its own names, the shared ones, and what players say everywhere."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from sevenout.base.vocabulary import SAID, WAGERS, stem
from sevenout.engine.game import Game
from sevenout.player.talk.tokens import FILLERS, SpokenWord, read, split_name
from sevenout.rulebook.compiler.book_compiler import CompiledBook

Words = tuple[str, ...]

_LONGER: dict[str, tuple[str, ...]] = {
    "pass": ("pass-line", "line", "front-line", "right-side", "do-pass"),
    "dont-pass": ("dont-pass-line", "dont-pass-bar", "no-pass", "wrong-side", "dark-side", "dont-line", "dont-side"),
    "any-7": ("any-red", "big-red", "red", "seven-out", "seven", "skinny"),
    "any-craps": ("any", "crap", "craps", "crap-check", "craps-check", "any-craps-check"),
    "eleven": ("yo", "yo-eleven", "yo-leven", "yoleven", "e-leven", "e"),
    "craps-2": ("aces", "snake-eyes", "snakes", "two-craps", "low", "deuce", "crap-two"),
    "craps-3": ("ace-deuce", "acey-deucey", "ace-deucey", "three-craps", "crap-three"),
    "craps-12": ("boxcars", "midnight", "twelve-craps", "cornrows", "crap-twelve", "high"),
    "c-and-e": ("c-e", "ce", "c-n-e", "craps-and-eleven", "craps-eleven", "crap-and-eleven", "c-and-es"),
    "hi-lo": ("high-low", "hi-low", "hilo", "high-and-low"),
    "three-way": ("three-way-craps", "three-way-crap"),
    "horn": ("horn-bet",),
    "field": ("field-bet",),
    "come": ("come-bet",),
    "dont-come": ("dc", "dont-come-bar"),
}
"""What is said at most tables, beside what `words` has: by the shared key."""
_HIGHS = {
    2: ("aces", "deuce", "low", "snake-eyes"),
    3: ("ace-deuce", "acey-deucey", "trey"),
    11: ("yo", "e"),
    12: ("boxcars", "midnight", "high"),
}
"""What the doubled number of a horn is called."""
_PARTS = {
    "c-and-e": ("any-craps", "eleven"),
    "hi-lo": ("craps-2", "craps-12"),
    "three-way": ("craps-2", "craps-3", "craps-12"),
    "horn": ("craps-2", "craps-3", "eleven", "craps-12"),
}
"""What a bet is made of, for houses that have the parts and not the whole."""
_WEAK = frozenset(("any", "red", "low", "high", "e", "crap", "craps", "line", "deuce", "seven"))
_FACES = 6
"""Numbers that a die has, too: after `hop` another one may follow, and then the two are the dice."""
_SEVEN = 7
_GROUPS = {"across": ("across-board", "all-across", "board"), "inside": (), "outside": ()}


class Meaning(NamedTuple):
    """The meaning of a name: one wager, or several that are bet together."""

    wagers: tuple[str, ...]
    weak: bool = False
    """A bare number, or a word that is more often part of a longer name."""
    shares: tuple[int, ...] = ()
    """How one amount is divided among them; none: each gets the whole amount."""
    group: str = ""
    """The house's word for numbers that are bet together: `inside`."""
    hops: bool = False
    """Whether it is every way to throw a total: a number that is joined to it is another total on the hop."""


class WagerNames:
    """All names of one house, to be found in a line wherever they stand."""

    def __init__(self, rules: CompiledBook) -> None:
        self._known: dict[Words, list[Meaning]] = {}
        for words, meaning in _names(rules):
            known = self._known.setdefault(words, [])
            if not known or (meaning.weak and known[0].weak and meaning not in known):
                known.append(meaning)
        self._longest = max(map(len, self._known), default=0)
        self.vocabulary = frozenset(word for words in self._known for word in words if not word.isdecimal())
        self.fillers = self.vocabulary & FILLERS
        self.numbers = frozenset(word for words in self._known for word in words if word.isdecimal())
        """The numbers that wagers are named by."""

    def read(self, line: str) -> tuple[SpokenWord, ...]:
        """The words of a line, as they are heard in this house."""
        return read(line, self.fillers)

    def hopping(self, *said: str) -> list[Meaning]:
        """Parses a total, or two dice, after `hop`."""
        return self._known.get(("hop", *said), [])

    def at(self, words: Sequence[SpokenWord], start: int) -> list[tuple[Meaning, int]]:
        """Every name that begins at a word, the longest first, and where the line goes on after it."""
        heard: Words = ()
        found: list[tuple[Meaning, int]] = []
        for end in range(start, min(start + self._longest, len(words))):
            if words[end].money:
                break
            heard = (*heard, words[end].text)
            found += [(meaning, end + 1) for meaning in reversed(self._known.get(heard, ()))]
        strong = any(not meaning.weak for meaning, _ in found)
        return [each for each in reversed(found) if not (each[0].weak and strong)]


_houses: WeakKeyDictionary[Game, WagerNames] = WeakKeyDictionary()


def names_of(game: Game) -> WagerNames:
    """The names of a house, worked out once for a table.

    >>> names = names_of(Game.open("new-south-wales"))
    >>> said = "the win line", "yo", "eight the hard way", "horn high yo"
    >>> [names.at(read(words), 0)[0][0].wagers for words in said]
    [('pass',), ('eleven',), ('hard-8',), ('horn-high-11',)]
    """
    names = _houses.get(game)
    if names is None:
        names = _houses[game] = WagerNames(game.rules)
    return names


def _names(rules: CompiledBook) -> Iterator[tuple[Words, Meaning]]:
    """A house's own names come before the shared ones, and what it offers before what others do."""
    offered = tuple(rules.by_key)
    for name, meanings in rules.glossary.items():
        if len(meanings) == 1:
            yield split_name(name), Meaning(meanings, weak=_is_weak(name))
    yield from _group_names(rules, offered)
    for group in rules.book.groups:
        for name in (group.name, *_GROUPS.get(group.name, ())):
            yield split_name(name), Meaning((), group=group.name)
    for key in (*offered, *(wager for wager in WAGERS if wager not in offered)):
        parts = _PARTS.get(key, ())
        if key in offered or not parts or not all(part in offered for part in parts):
            meaning = Meaning((key,))
        else:
            meaning = Meaning(parts, shares=(1,) * len(parts))
        for name in (key, *SAID.get(key, ()), *_LONGER.get(key, ())):
            yield split_name(name), meaning._replace(weak=_is_weak(name))
        yield from _number_names(key, offered=key in offered)


def _is_weak(name: str) -> bool:
    return name in _WEAK or (len(split_name(name)) == 1 and split_name(name)[0].isdecimal())


def _number_names(key: str, *, offered: bool) -> Iterator[tuple[Words, Meaning]]:
    """The ways to name a wager that has a number: `8 the hard way`, `hardway 8`, `place 6`, `6 5 on the hop`."""
    family, numbers = stem(key), tuple(word for word in key.split("-") if word.isdecimal())
    meaning = Meaning((key,))
    match family, numbers:
        case "hop", (high, low):
            for pair in dict.fromkeys(((high, low), (low, high))):
                yield from ((words, meaning) for words in (("hop", *pair), (*pair, "hop"), ("hopping", *pair)))
                yield from ((words, meaning) for words in ((*pair, "on", "hop"), (*pair, "hopping")))
        case "hard", (number,):
            for word in ("hard", "hardway", "hardways"):
                yield from ((words, meaning) for words in ((word, number), (number, word)))
            yield from ((words, meaning) for words in (("hard", "way", number), (number, "hard", "way")))
        case "horn-high", (number,):
            for name in (number, *_HIGHS.get(int(number), ())):
                yield ("horn", "high", *split_name(name)), meaning
                yield ("horn", *split_name(name), "high"), meaning
        case (("place" | "buy" | "lay" | "big" | "place-lose"), (number,)):
            words = split_name(family)
            yield (*words, number), meaning
            yield (number, *words), meaning
            if family == "place" and offered:
                yield (number,), Meaning((key,), weak=True)
            if family == "lay":
                yield ("no", number), meaning
                yield ("against", number), meaning
        case _:
            pass


def _group_names(rules: CompiledBook, offered: tuple[str, ...]) -> Iterator[tuple[Words, Meaning]]:
    """Names for several wagers at once, of those that the house offers."""
    hard = tuple(key for key in offered if stem(key) == "hard")
    if hard:
        for words in (("hardways",), ("hard", "ways"), ("hards",)):
            yield words, Meaning(hard)
            yield ("all", *words), Meaning(hard)
            yield ("all", str(len(hard)), *words), Meaning(hard)
    big = tuple(key for key in offered if stem(key) == "big")
    if len(big) > 1:
        yield tuple(f"big {' and '.join(key.removeprefix('big-') for key in big)}".split()), Meaning(big)
    horn, seven = rules.by_key.get("horn"), rules.by_key.get("any-7")
    if horn is not None and seven is not None and horn.wager.parts is not None:
        shares = (sum(units for _, units in horn.wager.parts.value), 1)
        for name in ("world", "whirl"):
            yield (name,), Meaning((horn.key, seven.key), shares=shares)
    yield from _hops(offered)


def _hops(offered: tuple[str, ...]) -> Iterator[tuple[Words, Meaning]]:
    """Totals on the hop, in all ways, the easy ones or the hard one; `hop the fours` may be two fours, too."""
    for total in range(2, 13):
        number, half = str(total), total // 2
        dice = [(high, total - high) for high in range(min(total - 1, 6), half - 1 + total % 2, -1)]
        ways = tuple(f"hop-{high}-{low}" for high, low in dice)
        hard = f"hop-{half}-{half}"
        easy = tuple(key for key in ways if key != hard)
        if all(key in offered for key in ways):
            for words in _on_the_hop(number):
                weak = words[0] == number or total <= _FACES
                yield words, Meaning(ways, weak=weak, hops=True)
            for name in _LONGER["any-7"] if total == _SEVEN else ():
                yield from ((words, Meaning(ways, hops=True)) for words in _on_the_hop(*split_name(name)))
        if hard in offered and hard in ways:
            yield from ((words, Meaning((hard,))) for words in _on_the_hop("hard", number))
            yield from ((words, Meaning((hard,), weak=True)) for words in (("hop", str(half)), ("hopping", str(half))))
            if easy and all(key in offered for key in easy):
                yield from ((words, Meaning(easy, hops=True)) for words in _on_the_hop("easy", number))
    doubles = tuple(key for key in offered if stem(key) == "hop" and len(set(key.split("-")[1:])) == 1)
    if doubles:
        yield from ((words, Meaning(doubles)) for words in _on_the_hop("hardways"))


def _on_the_hop(*words: str) -> Iterator[Words]:
    """`hop the easy eight`, `easy eight hopping`, `easy eight on the hop`."""
    yield from (("hop", *words), ("hopping", *words), (*words, "hop"), (*words, "hopping"), (*words, "on", "hop"))

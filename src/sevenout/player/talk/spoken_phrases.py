"""Amounts and names as they stand in a line: every way to read it as phrases such as `12 each on the six and eight`.

What can follow a word is worked out once for each word, and at most so many ways are kept: a line of any words is read
in bounded time.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple, TypeVar

from sevenout.base.vocabulary import LINES, stem
from sevenout.player.talk.amounts import SpokenAmount, odds_up
from sevenout.player.talk.tokens import SpokenWord
from sevenout.player.talk.wager_names import Meaning, names_of
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.table import Table

MOST_WAYS = 64
"""How many ways to go on are looked at after any one word."""

ALL = frozenset(("all", "everything", "every", "bets", "whole", "both"))
"""What is said of everything that is up."""
JOINING = frozenset((",", "and", "then", "plus", "also"))
_ON, _FOR = frozenset(("on", "in", "onto")), frozenset(("for", "at"))
_EACH = frozenset(("each", "apiece"))
_MOST, _LEAST = frozenset(("max", "maximum", "full", "most")), frozenset(("min", "minimum", "least"))
_TIMES = {"single": 1, "double": 2, "triple": 3}
_DEALERS = frozenset(("boys", "dealers", "dealer", "crew", "guys", "girls", "staff", "lads"))
_TIPPING = frozenset(("toke", "tip"))
_TAKING = frozenset(("take", "lay", "add", "place", "another"))
_BEHIND = frozenset(("odds", "behind", "back"))
_COMMA = frozenset((",",))
_HOP = "hop"

T = TypeVar("T")
Whose = Literal["yours", "crew", "both"]


class BetPhrase(NamedTuple):
    """Wagers that were named, how much, whether each gets it, and for whom."""

    meanings: tuple[Meaning, ...]
    amount: SpokenAmount | None
    each: bool = False
    whose: Whose = "yours"
    late: bool = False
    """Whether `each` stands behind a bare number, which is rather the amount then."""

    @property
    def doubt(self) -> int:
        """How odd it is to say it so: one amount for several without `each`, `each` of one, numbers of two kinds."""
        several = len(self.meanings) > 1 or any(meaning.group or len(meaning.wagers) > 1 for meaning in self.meanings)
        several = self.each if any(meaning.hops for meaning in self.meanings) else several
        kinds = {stem(meaning.wagers[0]) == "place" for meaning in self.meanings if meaning.weak and meaning.wagers}
        return (self.amount is not None and several != self.each) + self.late + (len(kinds) > 1)


_Line = tuple[BetPhrase, ...]
_Named = tuple[tuple[Meaning, ...], int]


class Phrases:
    """A line to be read at a table, by somebody who has bets up there."""

    def __init__(self, table: Table, you: str, words: tuple[SpokenWord, ...]) -> None:
        self._words, self._names, self._rules = words, names_of(table.game), table.game.rules
        self._point, self._up = table.point, odds_up(table, you)
        self.overwhelmed = False
        """Whether there were more ways than are looked at, so that the one that is meant may not be among them."""
        self._lines: dict[int, list[_Line]] = {}
        self._lists: dict[tuple[int, str], list[_Named]] = {}

    def lines(self) -> list[_Line]:
        """Every way to read the whole line: phrases joined by `and` or a comma."""
        return self._from(0)

    def _from(self, start: int) -> list[_Line]:
        known = self._lines.get(start)
        if known is None:
            known = self._lines[start] = self._some(self._ways(start))
        return known

    def _ways(self, start: int) -> Iterator[_Line]:
        for said, end in self._phrase(start):
            if end == len(self._words):
                yield (said,)
            elif (following := self._skip_joint(end)) is not None:
                yield from ((said, *others) for others in self._from(following))

    # --- one phrase

    def _phrase(self, start: int) -> Iterator[tuple[BetPhrase, int]]:
        """`for the boys`, `two way` before it or behind it."""
        whose, at = self._for_whom(start)
        for said, end in self._bet(at):
            after, last = self._dealers(end)
            yield said._replace(whose="crew" if after and whose == "yours" else whose), last
        amount, end = self._amount(at)
        after, last = self._dealers(end)
        if amount is not None and amount.kind == "cents" and whose != "both" and (after or whose == "crew"):
            yield BetPhrase((), amount, whose="crew"), last

    def _for_whom(self, start: int) -> tuple[Whose, int]:
        texts = tuple(word.text for word in self._words[start : start + 2])
        if texts == ("2", "way") and not self._words[start].money:
            return "both", start + 2
        tips, at = self._skip_word(start, _TIPPING)
        dealers, at = self._dealers(at)
        return ("crew", at) if tips or dealers else ("yours", start)

    def _dealers(self, at: int) -> tuple[bool, int]:
        """`for the boys`, or just `the boys`."""
        _, after = self._skip_word(at, _FOR)
        there, end = self._skip_word(after, _DEALERS)
        return (True, end) if there else (False, at)

    def _bet(self, start: int) -> Iterator[tuple[BetPhrase, int]]:
        """An amount and names in either order."""
        _, start = self._skip_take(start)
        amount, at = self._amount(start)
        if amount is not None:
            each, at = self._skip_word(at, _EACH)
            _, after = self._skip_word(at, _ON)
            for begins in dict.fromkeys((after, at)):
                for meanings, named in self._read_names(begins):
                    also, end = self._skip_word(named, _EACH)
                    yield BetPhrase(meanings, amount, each or also, late=also and meanings[-1].weak), end
        _, on = self._skip_word(start, _ON)
        for meanings, end in (each for begins in dict.fromkeys((start, on)) for each in self._read_names(begins)):
            before, at = self._skip_word(end, _EACH)
            comma, at = self._skip_word(at, _COMMA)
            _, after = self._skip_word(at, _FOR)
            amount, at = self._amount(after)
            if amount is not None:
                each, at = self._skip_word(at, _EACH)
                if not comma or at == len(self._words):  # after a comma comes another name, but for the last amount
                    yield BetPhrase(meanings, amount, before or each), at
            elif end == len(self._words) or self._dealers(end)[0]:
                yield BetPhrase(meanings, None, each=True), end

    def _skip_take(self, start: int) -> tuple[bool, int]:
        """`take` and `lay` go without saying where odds are meant, `place` before another name."""
        there, after = self._skip_word(start, _TAKING)
        odds = any(word.text in _BEHIND for word in self._words[after:])
        named = there and bool(self._names.at(self._words, start))
        return (True, after) if there and (odds or not named) else (False, start)

    def _amount(self, at: int) -> tuple[SpokenAmount | None, int]:
        if at >= len(self._words):
            return None, at
        word = self._words[at]
        following = self._words[at + 1].text if at + 1 < len(self._words) else ""
        if word.amount is not None:
            if following in ("x", "times") and not word.money:
                return SpokenAmount(kind="times", times=word.amount // 100), at + 2
            return SpokenAmount(word.amount), at + 1
        if word.text in _MOST:
            return SpokenAmount(kind="most"), at + 1
        if times := read_times(word.text):
            return SpokenAmount(kind="times", times=times), at + 1
        return (SpokenAmount(kind="least"), at + 1) if word.text in _LEAST else (None, at)

    # --- names

    def _read_names(self, start: int, family: str = "") -> list[_Named]:
        """Names one after another; after `hard 6` a number that is joined to it means another of that family."""
        known = self._lists.get((start, family))
        if known is None:
            known = self._lists[start, family] = self._some(self._names_from(start, family))
        return known

    def _names_from(self, start: int, family: str) -> Iterator[_Named]:
        for meaning, end in (*self._of_family(start, family), *self._names.at(self._words, start), *self._odds(start)):
            yield (meaning,), end
            following = self._skip_joint(end)
            if following is None and self._is_bare(end) and (meaning.weak or _family_of(meaning)):
                following = end
            if following is not None:
                others = self._read_names(following, _family_of(meaning))
                yield from (((meaning, *rest), last) for rest, last in others if meaning not in rest)

    def _of_family(self, start: int, family: str) -> Iterator[tuple[Meaning, int]]:
        key = f"{family}-{self._words[start].text}" if family and self._is_bare(start) else ""
        if family == _HOP and key:
            dice = [word.text for word in self._words[start : start + 2]]
            pair = self._names.hopping(*dice) if self._is_bare(start + 1) else []
            yield from ((meaning, start + 2) for meaning in pair)
            yield from ((meaning, start + 1) for meaning in self._names.hopping(dice[0]) if not pair)
        elif key in self._rules.by_key:
            yield Meaning((key,)), start + 1

    def _is_bare(self, at: int) -> bool:
        """A number that may be a box: such ones are said one after another, `6 8`."""
        return at < len(self._words) and self._words[at].amount is not None and not self._words[at].money

    # --- odds

    def _odds(self, start: int) -> Iterator[tuple[Meaning, int]]:
        """`odds`, `come odds`, `odds on my six`, `behind the line`: of the bets that are up."""
        for about, at in (*self._read_backed(start), (None, start)):
            odds, after = self._skip_word(at, _BEHIND)
            if odds and about is None:
                _, on = self._skip_word(after, _ON | _FOR | _BEHIND)
                yield from ((meaning, end) for found, end in self._read_backed(on) for meaning in found)
                yield from ((meaning, after) for meaning in self._any_odds())
            elif odds and about is not None:
                _, line = self._skip_word(after, frozenset(("line",)))
                yield from ((meaning, line) for meaning in about)

    def _any_odds(self) -> list[Meaning]:
        """Of whatever is up; with nothing up the house says what is missing."""
        usual = [Meaning((f"{LINES[0]}-odds",))] if f"{LINES[0]}-odds" in self._rules.by_key else []
        return [Meaning((spot.key,)) for spot in self._up] or usual

    def _read_backed(self, start: int) -> Iterator[tuple[list[Meaning], int]]:
        """Returns which bets the odds are behind: by number, by name, or all of them."""
        at = start
        while at < len(self._words) and self._words[at].text in ALL:
            at += 1
        if at > start:
            come, after = self._skip_word(at, frozenset(("come",)))
            kind = [spot.key for spot in self._up if not come or stem(self._flat(spot)) == "come"]
            _, after = self._skip_word(after, ALL)
            yield [Meaning(tuple(kind))] if kind else [], after
        if self._is_bare(start):
            number = self._words[start].text
            yield self._spots(spot for spot in self._up if number == str(spot.wager.n or self._point)), start + 1
        for meaning, end in self._names.at(self._words, start):
            if (len(meaning.wagers) == 1 and not meaning.weak) or meaning.wagers == LINES[:1]:
                yield self._behind(meaning.wagers[0]), end

    def _behind(self, wager: str) -> list[Meaning]:
        """The odds of one bet; `come` stands for any come bet that is up."""
        up = self._spots(spot for spot in self._up if wager in (self._flat(spot), stem(self._flat(spot))))
        spot = self._rules.by_key.get(wager)
        return up or ([] if spot is None else self._spots(self._rules.spots[index] for index in spot.attached))

    def _spots(self, spots: Iterable[CompiledWager]) -> list[Meaning]:
        return [Meaning((spot.key,)) for spot in spots]

    def _flat(self, spot: CompiledWager) -> str:
        return self._rules.spots[spot.flat or 0].key

    # --- words

    def _some(self, ways: Iterator[T]) -> list[T]:
        """As many different ways as are looked at."""
        found = list(islice(ways, MOST_WAYS + 1))
        self.overwhelmed |= len(found) > MOST_WAYS
        return list(dict.fromkeys(found[:MOST_WAYS]))

    def _skip_word(self, at: int, words: frozenset[str]) -> tuple[bool, int]:
        there = at < len(self._words) and self._words[at].text in words
        return there, at + there

    def _skip_joint(self, at: int) -> int | None:
        """Returns where a line goes on after `and`, a comma, or both; None if it is not joined."""
        end = at
        while end < len(self._words) and self._words[end].text in JOINING:
            end += 1
        return end if at < end < len(self._words) else None


def read_times(word: str) -> int:
    """Returns how many times over: `double`, `3x`; nothing if that is not what a word says."""
    if word.endswith("x") and word[:-1].isdecimal() and len(word) <= 4:
        return int(word[:-1])
    return _TIMES.get(word, 0)


def _family_of(meaning: Meaning) -> str:
    """The family of a wager that has one number in its name, or of what is on the hop; a bare number has none."""
    if meaning.hops:
        return _HOP
    if meaning.weak or len(meaning.wagers) != 1:
        return ""
    key = meaning.wagers[0]
    family = stem(key)
    return family if family == _HOP or key.removeprefix(f"{family}-").isdecimal() else ""

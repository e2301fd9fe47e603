"""The kinds of answers: each knows how to read what a person typed, and whether that is right.

What cannot be read is told apart from what is wrong, and neither knows a rule: the right answer is given to it.
"""

import re
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from sevenout.base.errors import Malformed
from sevenout.base.money import Cents, parse_amount, units
from sevenout.base.vocabulary import did_you_mean

LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NONE = ("none", "nothing", "no")
_CHIPS = re.compile(r"([0-9]{1,4})\s*[x×*]?\s*([a-z]+|[0-9]+(?:\.[0-9]{1,2})?)")


class AnswerVerdict(Struct, frozen=True):
    """The school's verdict on an answer: right, wrong, or unreadable (then it is asked again and does not count)."""

    outcome: Literal["right", "wrong", "unreadable"]
    reason: str = ""

    @property
    def right(self) -> bool:
        """True if the answer was the right one."""
        return self.outcome == "right"


RIGHT = AnswerVerdict("right")


def in_a_sentence(answer: "Answer") -> str:
    """The right answer in a sentence, for somebody who did not know it."""
    return f"It is {answer.as_typed.removesuffix('.')}."


def _unreadable(reason: str) -> AnswerVerdict:
    return AnswerVerdict("unreadable", reason)


class AmountAnswer(Struct, frozen=True, tag="amount"):
    """Money.

    >>> (AmountAnswer(2100).judge("21").outcome, AmountAnswer(2100).judge("$21.00").outcome,
    ...  AmountAnswer(2100).judge("18"))
    ('right', 'right', AnswerVerdict(outcome='wrong', reason='It is 21, not 18.'))
    >>> AmountAnswer(2100).judge("$2,100").reason
    "An amount such as 10 or 10.50, please: found '2,100'. Leave the commas out."
    """

    cents: Cents

    @property
    def as_typed(self) -> str:
        """The right answer, as one would type it."""
        return units(self.cents)

    @property
    def hint(self) -> str:
        """Says how to answer."""
        return "an amount"

    def judge(self, text: str) -> AnswerVerdict:
        """Returns whether a text is this amount."""
        plain = text.strip().replace("−", "-").replace("$", "", 1)
        try:
            given = parse_amount(plain.removeprefix("+"))
        except Malformed as error:
            return _unreadable(f"An amount such as 10 or 10.50, please: {error.message}")
        return RIGHT if given == self.cents else AnswerVerdict("wrong", f"It is {self.as_typed}, not {units(given)}.")


class ChoiceAnswer(Struct, frozen=True, tag="choice"):
    """One of several: by its letter where they are lettered, else by the word or its beginning.

    >>> ChoiceAnswer(("yes", "no"), 1).judge("N").outcome, ChoiceAnswer(("yes", "no"), 1).judge("maybe")
    ('right', AnswerVerdict(outcome='unreadable', reason="'maybe' is none of: yes, no."))
    """

    choices: tuple[str, ...]
    right: int
    lettered: bool = False

    @property
    def as_typed(self) -> str:
        """The right answer, as one would type it."""
        return f"{LETTERS[self.right]}: {self.choices[self.right]}" if self.lettered else self.choices[self.right]

    @property
    def hint(self) -> str:
        """Says how to answer."""
        return f"a letter, a to {LETTERS[len(self.choices) - 1]}" if self.lettered else " or ".join(self.choices)

    def judge(self, text: str) -> AnswerVerdict:
        """Returns whether a text names the right one."""
        typed = " ".join(text.lower().split()).rstrip(".)")
        given = self._parse_choice(typed)
        if given is None:
            if self.lettered:
                return _unreadable(f"{_short(text)} is no letter from a to {LETTERS[len(self.choices) - 1]}.")
            known = ", ".join(self.choices)
            return _unreadable(f"{_short(text)} is none of: {known}.{did_you_mean(typed[:40], self.choices)}")
        return RIGHT if given == self.right else AnswerVerdict("wrong", in_a_sentence(self))

    def _parse_choice(self, typed: str) -> int | None:
        if self.lettered and len(typed) == 1 and typed in LETTERS[: len(self.choices)]:
            return LETTERS.index(typed)
        begins = [at for at, choice in enumerate(self.choices) if typed and choice.lower().startswith(typed)]
        exact = [at for at in begins if self.choices[at].lower() == typed]
        meant = exact or begins
        return meant[0] if len(meant) == 1 and (exact or not self.lettered) else None


class NamesAnswer(Struct, frozen=True, tag="names"):
    """Some of several, in any order, or none.

    >>> answer = NamesAnswer(("field", "place-6"), ("field", "pass", "place-6"))
    >>> answer.judge("place-6, field").outcome, answer.judge("field").reason
    ('right', 'place-6 is missing.')
    >>> answer.judge("feld").reason
    "'feld' is none of them. Did you mean 'field'?"
    """

    right: tuple[str, ...]
    known: tuple[str, ...]

    @property
    def as_typed(self) -> str:
        """The right answer, as one would type it."""
        return ", ".join(self.right) or "none"

    @property
    def hint(self) -> str:
        """Says how to answer."""
        return "names with commas, or none"

    def judge(self, text: str) -> AnswerVerdict:
        """Returns whether a text names all of them and no other."""
        words = [word for word in re.split(r"[\s,;]+", text.strip().lower()) if word and word != "and"]
        if not words:
            return _unreadable("Names, please, with commas between them, or none.")
        if len(words) == 1 and words[0] in _NONE:
            words = []
        for word in words:
            if word not in self.known:
                return _unreadable(f"{_short(word)} is none of them.{did_you_mean(word[:40], self.known)}")
        missing = [name for name in self.right if name not in words]
        wrong = [name for name in dict.fromkeys(words) if name not in self.right]
        if not missing and not wrong:
            return RIGHT
        said = [f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing."] if missing else []
        said += [f"{', '.join(wrong)} {'does' if len(wrong) == 1 else 'do'} not belong there."] if wrong else []
        return AnswerVerdict("wrong", " ".join(said))


class LineNumber(Struct, frozen=True, tag="line"):
    """The number of one line of several.

    >>> LineNumber(3, 7).judge("3").outcome, LineNumber(3, 7).judge("9").reason, LineNumber(3, 7).judge("two").reason
    ('right', 'There are lines 1 to 7.', "'two' is no number of a line: 1 to 7.")
    """

    right: int
    lines: int

    @property
    def as_typed(self) -> str:
        """The right answer, as one would type it."""
        return str(self.right)

    @property
    def hint(self) -> str:
        """Says how to answer."""
        return f"a line, 1 to {self.lines}"

    def judge(self, text: str) -> AnswerVerdict:
        """Returns whether a text is the number of that line."""
        typed = text.strip().lower().removeprefix("line").strip().rstrip(".")
        if not re.fullmatch(r"[0-9]{1,6}", typed):
            return _unreadable(f"{_short(text)} is no number of a line: 1 to {self.lines}.")
        if not 1 <= int(typed) <= self.lines:
            return _unreadable(f"There are lines 1 to {self.lines}.")
        return RIGHT if int(typed) == self.right else AnswerVerdict("wrong", f"It is line {self.right}.")


class OrderAnswer(Struct, frozen=True, tag="order"):
    """All of some lettered things in their order.

    >>> OrderAnswer((2, 0, 1)).judge("c a b").outcome, OrderAnswer((2, 0, 1)).judge("cba").reason
    ('right', 'The order is c a b: a comes before b.')
    >>> OrderAnswer((2, 0, 1)).judge("c a").reason
    'Every letter from a to c once, please.'
    """

    right: tuple[int, ...]
    """Places in the list as it was shown."""

    @property
    def as_typed(self) -> str:
        """The right answer, as one would type it."""
        return " ".join(LETTERS[at] for at in self.right)

    @property
    def hint(self) -> str:
        """Says how to answer."""
        return f"letters in order, such as {' '.join(LETTERS[: len(self.right)])}"

    def judge(self, text: str) -> AnswerVerdict:
        """Returns whether a text gives that order."""
        typed = re.sub(r"[\s,;.>-]+", "", text.lower())
        if sorted(typed) != sorted(LETTERS[: len(self.right)]):
            return _unreadable(f"Every letter from a to {LETTERS[len(self.right) - 1]} once, please.")
        right = [LETTERS[at] for at in self.right]
        if list(typed) == right:
            return RIGHT
        early, late = next((mine, theirs) for mine, theirs in zip(right, typed, strict=True) if mine != theirs)
        return AnswerVerdict("wrong", f"The order is {self.as_typed}: {early} comes before {late}.")


class Cut(Struct, frozen=True, tag="cut"):
    """Chips that make an amount, as few as can be.

    >>> answer = Cut(3000, ((2500, "green"), (500, "red"), (100, "white")), ((1, "green"), (1, "red")))
    >>> answer.judge("1 green 1 red").outcome, answer.judge("1x25, 1x5").outcome
    ('right', 'right')
    >>> answer.judge("1g1r").outcome, answer.judge("1 gr, 1 r").outcome, answer.short
    ('right', 'right', '1g 1r')
    >>> answer.judge("6 red").reason, answer.judge("1 green").reason
    ('6 chips, and 2 would do: 1 green, 1 red (1g 1r).', 'That is 25, not 30: 1 green, 1 red (1g 1r).')
    >>> answer.judge("1 blue").reason
    'There are no blue chips here: g green, r red, w white.'
    """

    amount: Cents
    denominations: tuple[tuple[Cents, str], ...]
    fewest: tuple[tuple[int, str], ...]

    @property
    def as_typed(self) -> str:
        """The right answer, as one would type it."""
        return ", ".join(f"{chips} {colour}" for chips, colour in self.fewest)

    @property
    def short(self) -> str:
        """The same in as few letters as tell the colours apart."""
        letters = short_names([colour for _, colour in self.denominations])
        return " ".join(f"{chips}{letters[colour]}" for chips, colour in self.fewest)

    @property
    def hint(self) -> str:
        """Says how to answer."""
        least, most = self.denominations[-1][1], self.denominations[0][1]
        letters = short_names([colour for _, colour in self.denominations])
        return f"chips, such as 2{letters[least]} 1{letters[most]} or 2 {least} 1 {most}"

    def judge(self, text: str) -> AnswerVerdict:
        """Returns whether a text names as few chips as make the amount."""
        typed = text.strip().lower()
        piles = _CHIPS.findall(typed)
        if not piles or re.sub(r"[\s,;+]|and", "", _CHIPS.sub("", typed)):
            return _unreadable(f"How many of which colour, please: {self.hint}.")
        by_name = self._by_name()
        total = chips = 0
        for count, name in piles:
            cents = by_name.get(name, by_name.get(name.removesuffix("s")))
            if cents is None:
                letters = short_names([colour for _, colour in self.denominations])
                known = ", ".join(f"{letter} {colour}" for colour, letter in letters.items())
                return _unreadable(f"There are no {_plain(name)} chips here: {known}.")
            total += int(count) * cents
            chips += int(count)
        least = sum(count for count, _ in self.fewest)
        if total != self.amount:
            return AnswerVerdict(
                "wrong", f"That is {units(total)}, not {units(self.amount)}: {self.as_typed} ({self.short})."
            )
        if chips == least:
            return RIGHT
        return AnswerVerdict("wrong", f"{chips} chips, and {least} would do: {self.as_typed} ({self.short}).")

    def _by_name(self) -> dict[str, Cents]:
        """Chips by colour, by any beginning of it that is no other colour's, and by value."""
        colours = {colour.lower(): cents for cents, colour in self.denominations}
        letters = short_names(colours)
        begun = {name[:end]: colours[name] for name in colours for end in range(len(letters[name]), len(name))}
        return {**begun, **colours, **{units(cents): cents for cents, _ in self.denominations}}


def short_names(names: Iterable[str]) -> dict[str, str]:
    """The shortest beginning of each name that is no other's.

    >>> short_names(["black", "blue", "red"])
    {'black': 'bla', 'blue': 'blu', 'red': 'r'}
    """
    every = list(dict.fromkeys(names))
    short = {}
    for name in every:
        others = [other for other in every if other != name]
        ends = (end for end in range(1, len(name)) if not any(other.startswith(name[:end]) for other in others))
        short[name] = name[: next(ends, len(name))]
    return short


class RollCall(Struct, frozen=True, tag="call"):
    """A roll called aloud: its number and its outcome have to be heard, in whatever words and order.

    >>> answer = RollCall("Seven out. Line away.", ("seven",), ("eight",), ("out", "away"), ("winner",))
    >>> answer.judge("line away, it is a seven!").outcome, answer.judge("Seven").reason
    ('right', 'You did not call the outcome: Seven out. Line away.')
    >>> answer.judge("out").reason, answer.judge("seven out, winner").reason
    ('You did not call the number: Seven out. Line away.', '“winner” is wrong here: Seven out. Line away.')
    """

    called: str
    """The call as the house's manual has it."""
    number: tuple[str, ...]
    """Any of these names it."""
    others: tuple[str, ...]
    """What names another number."""
    outcome: tuple[str, ...] = ()
    """Any of these says what the roll did; none: nothing needs to be said."""
    never: tuple[str, ...] = ()
    """What would say something else."""

    @property
    def as_typed(self) -> str:
        """The right answer, as one would type it."""
        return self.called

    @property
    def hint(self) -> str:
        """Says how to answer."""
        return "the words"

    def judge(self, text: str) -> AnswerVerdict:
        """Returns whether a text says the number and the outcome, and nothing against them."""
        heard = _split_words(text)
        if not heard:
            return _unreadable("Words, please.")
        wrong = self.find_contradiction(text)
        if wrong:
            return AnswerVerdict("wrong", f"“{wrong}” is wrong here: {self.as_typed}")
        if not any(_is_heard(name, heard) for name in self.number):
            return AnswerVerdict("wrong", f"You did not call the number: {self.as_typed}")
        if self.outcome and not any(_is_heard(words, heard) for words in self.outcome):
            return AnswerVerdict("wrong", f"You did not call the outcome: {self.as_typed}")
        return RIGHT

    def find_contradiction(self, text: str) -> str:
        """The first words of a call that say something else than the dice do; empty if there are none."""
        heard = _split_words(text)
        return next((wrong for wrong in (*self.others, *self.never) if _is_heard(wrong, heard)), "")


Answer = AmountAnswer | ChoiceAnswer | NamesAnswer | LineNumber | OrderAnswer | Cut | RollCall


def _split_words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower().replace("’", "'"))


def _is_heard(phrase: str, heard: list[str]) -> bool:
    """True if some words are said one after the other."""
    words = phrase.split()
    return any(heard[at : at + len(words)] == words for at in range(len(heard)))


def _plain(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else "�" for letter in text)
    return shown if len(shown) <= 40 else shown[:39] + "…"


def _short(text: str) -> str:
    return repr(_plain(text.strip()))

"""Splits what somebody typed or said into words: numbers as digits, money as money, filler words left out."""

import re
from typing import NamedTuple

from sevenout.base.money import Cents

LONGEST = 300
"""Characters of a line that is listened to."""
MOST_WORDS = 24

_UNITS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_MANY = {"hundred": 100, "thousand": 1000, "grand": 1000}
_PLURALS = {f"{word}s": word for word in _UNITS} | {"sixes": "six"}
NUMBERS = (*_UNITS, *_TENS)
"""Numbers as they are spelt."""
_COINS = {"dollar": 1, "buck": 1, "nickel": 5, "quarter": 25, "fiver": 5, "tenner": 10}
"""What chips are called, in units of money."""
_DOLLARS = frozenset(("dollar", "dollars", "buck", "bucks"))

FILLERS = frozenset(
    (
        "a", "am", "an", "are", "bet", "bets", "boss", "can", "cheers", "chip", "chips", "could", "do", "get", "gimme",
        "give", "go", "got", "have", "hey", "i", "id", "ill", "im", "is", "it", "ive", "just", "let", "lets",
        "like", "make", "mate", "me", "mine", "more", "my", "need", "now", "number", "numbers", "of", "ok", "okay",
        "our", "please", "put", "sir", "so", "some", "spread", "thank", "thanks", "that", "the", "them", "there",
        "these", "this", "to", "us", "wanna", "want", "we", "with", "worth", "would", "you",
    )
)  # fmt: skip
"""Words without which a line means the same."""
_WISHES = frozenset(("want", "like", "need"))
"""What `to` may follow that is about no amount: `I want to bet ten on the line`."""

_APART = str.maketrans({"-": " ", "_": " ", "/": " ", "!": " ", "?": " ", ";": " , ", ":": " ", "'": None, "’": None})
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NUMBER = re.compile(r"\$?([0-9]{1,12})(?:\.([0-9]{1,2}))?(k)?\$?")


class SpokenWord(NamedTuple):
    """One word of a line."""

    text: str
    """In small letters; a number in digits."""
    amount: Cents | None = None
    """What it is worth, if it can be money."""
    money: bool = False
    """Whether it can be nothing else: `$12`, `twelve dollars`, `a nickel`."""


def read(line: str, names: frozenset[str] = frozenset()) -> tuple[SpokenWord, ...]:
    """The words of a line; none if it is too long or says nothing. `names` are fillers that a house calls a wager by.

    >>> [word.text for word in read("Give me the six and eight, 12 each!")]
    ['6', 'and', '8', ',', '12', 'each']
    >>> [(word.text, word.amount, word.money) for word in read("twelve dollar eight")]
    [('12', 1200, True), ('8', 800, False)]
    >>> [word.text for word in read("two hundred fifty on hard-8")]
    ['250', 'on', 'hard', '8']
    >>> [word.text for word in read("press my six to 30")]
    ['press', '6', 'to', '30']
    >>> [word.text for word in read("I want to bet ten dollars on the pass line")]
    ['10', 'on', 'pass', 'line']
    """
    if len(line) > LONGEST:
        return ()
    plain = _THOUSANDS.sub("", line.lower()).replace("&", " and ").replace("+", " and ").replace(",", " , ")
    plain = plain.translate(_APART).replace(". ", " ").rstrip(". ").replace("come out", "comeout")
    words = _digits_for_words(plain.split())
    kept = _with_money(words, FILLERS - names)
    return tuple(kept) if len(kept) <= MOST_WORDS else ()


def is_amount(word: str) -> bool:
    """True if a word is a number that `read` takes for an amount of money.

    >>> [is_amount(word) for word in ("10", "$10.50", "5$", "2.5k", "10.555", "1e3", ".5")]
    [True, True, True, True, False, False, False]
    """
    return _NUMBER.fullmatch(word) is not None


def split_name(name: str) -> tuple[str, ...]:
    """A wager's name as `read` would hear it.

    >>> split_name("hard-8"), split_name("place-bet-to-win-6"), split_name("horn-high-twelve")
    (('hard', '8'), ('place', 'win', '6'), ('horn', 'high', '12'))
    """
    words = _digits_for_words(name.split("-"))
    return tuple(word for word in words if word not in FILLERS) or tuple(words)


def _digits_for_words(words: list[str]) -> list[str]:
    """Spelt numbers as digits: `twenty five`, `two hundred`, `sixes`."""
    found: list[str] = []
    value: int | None = None
    for raw in words:
        word = _PLURALS.get(raw, raw)
        if value is not None and word in _MANY and value < _MANY[word]:
            value *= _MANY[word]
        elif value is not None and _goes_on(value, word):
            value += _UNITS.get(word, 0) or _TENS[word]
        else:
            found += [] if value is None else [str(value)]
            value = _UNITS.get(word) or _TENS.get(word) or _MANY.get(word)
            found += [] if value is not None else [word]
    return found + ([] if value is None else [str(value)])


def _goes_on(value: int, word: str) -> bool:
    """True if a number that was begun is not yet over: `twenty` and `five`, `two hundred` and `fifty`."""
    if word in _TENS:
        return value >= 100 and value % 100 == 0
    unit = _UNITS.get(word)
    after_tens, after_hundreds = value % 10 == 0 and value % 100 >= 20, value >= 100 and value % 100 == 0
    return unit is not None and (after_hundreds or (after_tens and unit < 10))


def _with_money(words: list[str], fillers: frozenset[str]) -> list[SpokenWord]:
    """The words that say something; a number knows whether it can be anything but money, `to` stays before one."""
    kept: list[SpokenWord] = []
    for at, word in enumerate(words):
        number = _NUMBER.fullmatch(word)
        following = next((later for later in words[at + 1 :] if later not in FILLERS), "")
        if number is not None:
            whole, hundredths, thousands = number.groups(default="")
            cents = (int(whole) * 100 + int((hundredths or "0").ljust(2, "0"))) * (1000 if thousands else 1)
            surely = "$" in word or bool(hundredths or thousands) or following in _DOLLARS
            kept.append(SpokenWord(str(int(whole)), cents, surely))
        elif word in _DOLLARS and kept and kept[-1].money:
            continue
        elif word in _COINS:
            kept.append(SpokenWord(word, _COINS[word] * 100, money=True))
        elif word not in fillers or (word == "to" and _NUMBER.fullmatch(following) and words[at - 1] not in _WISHES):
            kept.append(SpokenWord(word))
    while kept and kept[-1].text == ",":
        kept.pop()
    return kept

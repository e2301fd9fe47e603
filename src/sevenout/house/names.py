"""Names that cannot be mistaken for another's: one script, nothing invisible, and no two that look alike."""

import unicodedata

from sevenout.refusal import Refusal
from sevenout.words import is_name

LONGEST = 24
_SCRIPTS = (
    "LATIN",
    "GREEK",
    "CYRILLIC",
    "HEBREW",
    "ARABIC",
    "DEVANAGARI",
    "THAI",
    "HANGUL",
    "HIRAGANA",
    "KATAKANA",
    "CJK",
)
_TOGETHER = ({"HIRAGANA", "KATAKANA", "CJK"}, {"HANGUL", "CJK"})
"""Scripts that are written side by side."""
_MARKS = frozenset("-_'.")

_ALIKE = {
    # Cyrillic and Greek letters that look like Latin ones, by their small forms
    "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "ё": "e", "һ": "h", "н": "h", "і": "i", "ї": "i", "ј": "j",
    "к": "k", "ӏ": "l", "м": "m", "п": "n", "о": "o", "р": "p", "ԛ": "q", "г": "r", "ѕ": "s", "т": "t", "у": "y",
    "ѵ": "v", "ԝ": "w", "х": "x", "з": "3", "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "u",
    "ν": "v", "ο": "o", "ρ": "p", "σ": "o", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "γ": "y",
    # letters and digits that look alike in many faces
    "0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "2": "z", "8": "b", "9": "g", "6": "b", "3": "e",
    "ı": "l", "ł": "l", "ø": "o", "đ": "d", "ß": "b", "æ": "ae", "œ": "oe",
}  # fmt: skip
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("nn", "m"))


def skeleton(name: str) -> str:
    """What a name looks like at a glance: names that share it may be taken for each other.

    >>> skeleton("Anna") == skeleton("Аnna") == skeleton("ANNA") == skeleton("Ánna")
    True
    >>> skeleton("Bill") == skeleton("Bi11"), skeleton("Ann") == skeleton("Bob")
    (True, False)
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = (letter for letter in plain if not unicodedata.combining(letter) and letter not in _MARKS)
    shape = "".join(_ALIKE.get(_ALIKE.get(letter, letter), _ALIKE.get(letter, letter)) for letter in letters)
    for pair, one in _PAIRS:
        shape = shape.replace(pair, one)
    return shape


def refused_name(name: str) -> Refusal | None:
    """Why nobody may be called so; None if one may.

    >>> refused_name("Ann"), refused_name("Аnn").reason
    (None, 'a name is written in one script, and this mixes CYRILLIC and LATIN letters')
    """
    if not is_name(name) or len(name) > LONGEST:
        words = f"a name is one word of at most {LONGEST} letters, and none that the table uses itself"
        return Refusal("bad-name", words)
    if unicodedata.normalize("NFKC", name) != name:
        return Refusal("bad-name", "a name has plain letters only: no ligatures, full-width or other special forms")
    scripts = set[str]()
    for letter in name:
        if letter in _MARKS or (letter.isdecimal() and letter.isascii()):
            continue
        script = unicodedata.name(letter, "").split(" ")[0].split("-")[0]
        if script not in _SCRIPTS or not letter.isalpha():
            return Refusal("bad-name", f"a name has letters and digits: {letter!a} is neither")
        scripts.add(script)
    if not scripts:
        return Refusal("bad-name", "a name has a letter in it")
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        named = " and ".join(sorted(scripts))
        return Refusal("bad-name", f"a name is written in one script, and this mixes {named} letters")
    return None

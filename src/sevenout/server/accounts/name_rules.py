"""Names that cannot be mistaken for another's: one script, nothing invisible, and no two that look alike.

Letters are taken from lists of our own, all of them in Unicode since version 3.2 of 2002: what is a letter, its small
form and its parts are the same for every Python, so that two servers never see one name differently. What looks alike
within those lists is below; scripts that are not listed (Cherokee, mathematical letters, phonetic signs) bring no
look-alikes because they bring no letters.
"""

import unicodedata

from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import RESERVED, is_name

LONGEST = 24
_LETTERS: dict[str, tuple[tuple[int, int], ...]] = {
    "Latin": ((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x17E), (0x218, 0x21B)),
    "Greek": ((0x386, 0x386), (0x388, 0x38A), (0x38C, 0x38C), (0x38E, 0x3A1), (0x3A3, 0x3CE)),
    "Cyrillic": ((0x400, 0x45F), (0x490, 0x491)),
    "Hebrew": ((0x5D0, 0x5EA),),
    "Arabic": ((0x621, 0x63A), (0x641, 0x64A), (0x67E, 0x67E), (0x686, 0x686), (0x698, 0x698), (0x6AF, 0x6AF)),
    "Devanagari": ((0x905, 0x914), (0x915, 0x928), (0x92A, 0x930), (0x932, 0x933), (0x935, 0x939)),
    "Thai": ((0xE01, 0xE2E),),
    "Hangul": ((0xAC00, 0xD7A3),),
    "Hiragana": ((0x3041, 0x3094),),
    "Katakana": ((0x30A1, 0x30FA), (0x30FC, 0x30FC)),
    "Chinese": ((0x4E00, 0x9FA5),),
}
_TOGETHER = ({"Hiragana", "Katakana", "Chinese"}, {"Hangul", "Chinese"})
"""Scripts that are written side by side."""
_MARKS = frozenset("-_'.")
_ROLES = (
    "supervisor", "stickperson", "stickman", "stick", "boxperson", "boxman", "box", "floorperson", "floorman",
    "floor", "pitboss", "dealer", "croupier", "house", "routine", "bot", "robot", "owner", "operator", "admin",
    "administrator", "moderator", "manager", "cashier", "cage", "pit", "system", "server", "sevenout", "casino",
    "staff", "support", "official", "nobody", "everybody",
)  # fmt: skip
"""Names that somebody could give themself orders by."""
_BEFORE = ("the", "a", "your", "real", "official")

_ALIKE = {
    # Cyrillic and Greek letters that look like Latin ones, by their small forms or their capitals
    "а": "a", "в": "b", "с": "c", "е": "e", "ђ": "h", "ћ": "h", "н": "h", "і": "i", "ј": "j",
    "к": "k", "м": "m", "п": "n", "о": "o", "р": "p", "г": "r", "ѓ": "r", "ґ": "r", "ѕ": "s", "т": "t", "у": "y",
    "х": "x", "з": "3", "ь": "b", "ъ": "b", "ы": "bl", "ю": "lo", "я": "r", "и": "n", "й": "n", "ч": "4", "ц": "u",
    "џ": "u", "ш": "w", "щ": "w", "б": "6", "є": "e", "э": "e", "ф": "o", "ж": "x", "љ": "nb", "њ": "hb",
    "α": "a", "β": "b", "γ": "y", "δ": "o", "ε": "e", "ζ": "z", "η": "n", "θ": "o", "ι": "i", "κ": "k", "μ": "u",
    "ν": "v", "ο": "o", "ρ": "p", "σ": "o", "τ": "t", "υ": "u", "φ": "o", "χ": "x", "ω": "w", "ξ": "e",
    # Latin letters with strokes and tails, which do not come apart
    "ı": "l", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ŋ": "n", "ĸ": "k", "þ": "p", "ß": "b",
    "æ": "ae", "œ": "oe",
    # letters and digits that look alike in many faces
    "0": "o", "1": "l", "i": "l", "5": "s", "2": "z", "8": "b", "9": "g", "6": "b", "3": "e", "4": "a",
    # Hebrew and Arabic
    "ו": "ן", "י": "ן", "ס": "ם", "ח": "ה", "ת": "ה", "ר": "ד", "כ": "ב",
    "ى": "ي", "ئ": "ي", "ة": "ه", "أ": "ا", "إ": "ا", "آ": "ا", "ؤ": "و",
    # Katakana, Hiragana and Chinese
    "ロ": "口", "カ": "力", "ニ": "二", "ト": "卜", "タ": "夕", "エ": "工", "ハ": "八", "ー": "一", "チ": "千",
    "ミ": "三", "へ": "ヘ", "り": "リ", "ソ": "ン", "ツ": "シ", "ぱ": "は", "己": "已", "巳": "已", "未": "末",
    "士": "土", "曰": "日", "人": "入", "ッ": "シ", "ァ": "ア", "ィ": "イ", "ゥ": "ウ", "ェ": "工", "ォ": "オ",
    "ャ": "ヤ", "ュ": "ユ", "ョ": "ヨ", "ぁ": "あ", "ぃ": "い", "ぅ": "う", "ぇ": "え", "ぉ": "お", "っ": "つ",
    "ゃ": "や", "ゅ": "ゆ", "ょ": "よ", "ゎ": "わ", "ヵ": "力", "ヶ": "ケ", "ヮ": "ワ",
}  # fmt: skip
_AS_WRITTEN = str.maketrans({"Ν": "n", "Η": "h", "Μ": "m", "Υ": "y", "ς": "c"})
"""Greek letters that look otherwise than their small or usual forms; so that a Greek name has one form, see below."""
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("nn", "m"))


def skeleton(name: str) -> str:
    """What a name looks like at a glance: names that share it may be taken for each other.

    >>> skeleton("Anna") == skeleton("Аnna") == skeleton("ANNA") == skeleton("Ánna")
    True
    >>> skeleton("Bill") == skeleton("Bi11"), skeleton("Ann") == skeleton("Bob")
    (True, False)
    """
    written = unicodedata.normalize("NFKD", name).translate(_AS_WRITTEN)
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", written).casefold())
    letters = (letter for letter in plain if not unicodedata.combining(letter) and letter not in _MARKS)
    shape = "".join(_lookalike(letter) for letter in letters)
    for pair, one in _PAIRS:
        shape = shape.replace(pair, one)
    return shape


def refused_name(name: str) -> Refusal | None:
    """Why nobody may be called so; None if one may.

    >>> refused_name("Ann"), refused_name("Аnn").reason
    (None, 'a name is written in one script, and this mixes Cyrillic and Latin letters')
    >>> refused_name("Dealer-7").reason
    "a name cannot be mistaken for the staff or the house: 'Dealer-7' could be"
    """
    if not 0 < len(name) <= LONGEST:
        return Refusal("bad-name", f"a name has 1 to {LONGEST} letters")
    scripts = set[str]()
    for letter in name:
        if letter in _MARKS or letter in "0123456789":
            continue
        script = _script(letter)
        if script is None:
            return Refusal("bad-name", f"a name has plain letters and digits: {letter!a} is neither")
        scripts.add(script)
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        named = " and ".join(sorted(scripts))
        return Refusal("bad-name", f"a name is written in one script, and this mixes {named} letters")
    if scripts == {"Greek"} and name != name[0].upper() + name[1:].lower():
        return Refusal("bad-name", "a Greek name has a capital first and small letters after it")
    if not scripts or not is_name(name) or unicodedata.normalize("NFKC", name) != name:
        return Refusal("bad-name", "a name is one word that begins with a letter, and none that the table uses itself")
    if _works_here(name):
        reason = f"a name cannot be mistaken for the staff or the house: {name!r} could be"
        return Refusal("bad-name", reason)
    return None


def _script(letter: str) -> str | None:
    point = ord(letter)
    for script, ranges in _LETTERS.items():
        if any(first <= point <= last for first, last in ranges):
            return script
    return None


def _lookalike(letter: str) -> str:
    """Letter by letter what it looks like, until it looks like nothing else."""
    alike = _ALIKE.get(letter)
    return letter if alike is None else "".join(map(_lookalike, alike))


def _works_here(name: str) -> bool:
    """Whether it looks like a role, a number or a little word beside it or not: `Dealer`, `dea1er`, `the-house2`."""
    whole = skeleton(name)
    plain = skeleton(name.rstrip("0123456789-_.'"))
    parts = {skeleton(part) for part in name.replace("_", "-").replace(".", "-").replace("'", "-").split("-")}
    before = tuple(skeleton(word) for word in _BEFORE)
    short = {look[len(word) :] for look in (whole, plain) for word in before if look.startswith(word)}
    return bool({whole, plain, *parts, *short} & _RESERVED)


_RESERVED = frozenset(skeleton(word) for word in (*_ROLES, *RESERVED))
"""How the words look that name somebody or something of the house."""

"""The words of the game: wager names, groups and verbs that transcripts, strategies and commands share.

It knows how things are called, not what any house offers or pays.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache

BOX_NUMBERS = (4, 5, 6, 8, 9, 10)
"""The numbers that name wagers in the shared vocabulary; a rulebook may name more (`place-2`)."""


def _with_numbers(stem: str, numbers: Iterable[int] = BOX_NUMBERS) -> tuple[str, ...]:
    return tuple(f"{stem}-{number}" for number in numbers)


WAGERS: tuple[str, ...] = (
    "pass",
    "dont-pass",
    "come",
    "dont-come",
    *_with_numbers("come"),
    *_with_numbers("dont-come"),
    "pass-odds",
    "dont-pass-odds",
    *_with_numbers("come-odds"),
    *_with_numbers("dont-come-odds"),
    *_with_numbers("place"),
    *_with_numbers("place-lose"),
    *_with_numbers("buy"),
    *_with_numbers("lay"),
    *_with_numbers("hard", (4, 6, 8, 10)),
    "big-6",
    "big-8",
    "field",
    "any-7",
    "any-craps",
    "craps-2",
    "craps-3",
    "craps-12",
    "eleven",
    "c-and-e",
    "horn",
    *_with_numbers("horn-high", (2, 3, 11, 12)),
    "hi-lo",
    "three-way",
    *(f"hop-{high}-{low}" for high in range(1, 7) for low in range(1, high + 1)),
)
"""Every wager name that is the same in every house, offered there or not."""

LINES = ("pass", "dont-pass")
"""The line bets, which a roll is called by even where anybody may shoot."""

GROUPS = ("inside", "outside", "across")
"""Groups of numbers to bet on at once, as houses usually name them."""

STANDING_GROUPS = ("place", "buy", "hard", "all")
"""Groups of a seat's own wagers now on the layout: for calls and for taking down."""

CREW_ROLES = ("dealer", "boxperson", "stickperson", "supervisor")
"""Who may confirm a late wager."""

CREW = "crew"
"""The name under which tokes that ride are shown; no seat may take it."""

SAID: dict[str, tuple[str, ...]] = {
    "pass": ("pass-line", "passline", "line", "win-line"),
    "dont-pass": ("dont", "dont-pass-line", "dont-win", "dp"),
    "dont-come": ("dc",),
    "pass-odds": ("odds", "pass-line-odds", "free-odds"),
    "dont-pass-odds": ("dont-odds", "lay-odds", "dp-odds"),
    "any-7": ("7", "big-red"),
    "any-craps": ("craps", "any-crap"),
    "craps-2": ("2", "aces", "snake-eyes"),
    "craps-3": ("3", "ace-deuce", "acey-deucey"),
    "craps-12": ("12", "boxcars", "midnight"),
    "eleven": ("11", "yo", "yo-11", "yo-leven", "yoleven"),
    "c-and-e": ("c-e", "ce", "craps-eleven", "craps-and-eleven"),
    "hi-lo": ("high-low", "hi-low", "hilo"),
    "three-way": ("3-way", "three-way-craps"),
    "horn-high-2": ("horn-high-aces",),
    "horn-high-3": ("horn-high-ace-deuce",),
    "horn-high-11": ("horn-high-yo",),
    "horn-high-12": ("horn-high-boxcars",),
    **{f"place-{number}": (f"{number}",) for number in BOX_NUMBERS},
    **{f"hard-{number}": (f"hardway-{number}",) for number in (4, 6, 8, 10)},
}
"""What players call wagers that are the same in every house."""
_NICKNAMES = {
    **{nickname: (wager,) for wager, nicknames in SAID.items() for nickname in nicknames},
    "world": ("horn", "any-7"),
    "whirl": ("horn", "any-7"),
}
"""What players say, and the wagers they mean: to hint at, never to take in their place."""

SPELT = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
_FILLERS = frozenset(("a", "an", "the", "to", "way", "bet", "number"))
_LONGEST_SAYING = 4


_NAME = re.compile(r"[^\W\d_][\w'.-]{0,39}")


RESERVED = (
    "rules", "table", "seat", "roll", "no", "throw", "supervisor", "clock", "time", CREW,
    "set", "dice", "die", "fill", "credit", "move", "bank", "house", "game",
    "boxperson", "stickperson", "dealer", "third", "second", "base", "shift",
)  # fmt: skip
"""What a line of a transcript begins with that is nobody's own, and the crew."""


def is_name(word: str) -> bool:
    """True if a seat can be called so: in one word that a transcript can hold.

    >>> is_name("Ann-Marie"), is_name("Ann 5 #"), is_name("7up"), is_name("roll")
    (True, False, False, False)
    """
    return _NAME.fullmatch(word) is not None and word not in RESERVED


def is_line(words: str, longest: int) -> bool:
    """True if some words can stand in a line of a transcript as they are: printable, without a comment or spare blanks.

    >>> is_line("a die left the table", 200), is_line("off # it", 200), is_line(" ", 200), is_line("", 200)
    (True, False, False, True)
    """
    return len(words) <= longest and "#" not in words and words.isprintable() and words == words.strip()


def stem(key: str) -> str:
    """The family a wager belongs to by its name.

    >>> stem("place-6"), stem("hop-3-1"), stem("pass")
    ('place', 'hop', 'pass')
    """
    return key.rstrip("0123456789-") or key


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word a person most likely meant, if one is close.

    >>> nearest("passs", WAGERS)
    'pass'
    """
    candidates = {candidate.lower(): candidate for candidate in known}
    lowered = _higher_die_first(word.lower().replace("_", "-"))
    close = get_close_matches(lowered, candidates, n=1, cutoff=0.6)
    if close:
        return candidates[close[0]]
    starts = [candidate for candidate in candidates if len(candidate) > 2 and lowered.startswith(candidate)]
    return candidates[max(starts, key=len)] if starts else None


def find_meanings(said: str, known: Collection[str], least: int = 1) -> tuple[str, ...]:
    """The known words that a player's own words (at least so many of them) begin with: a nickname, or another spelling.

    >>> (find_meanings("yo", WAGERS), find_meanings("hard eight off", WAGERS), find_meanings("the Don't Pass", WAGERS),
    ...  find_meanings("world", WAGERS))
    (('eleven',), ('hard-8',), ('dont-pass',), ('horn', 'any-7'))
    """
    words = said.lower().translate(_PLAIN).split()
    for length in range(min(len(words), _LONGEST_SAYING), least - 1, -1):
        for saying in _ways_to_write(" ".join(words[:length])):
            meaning = (saying,) if saying in known else _NICKNAMES.get(saying, ())
            if meaning and all(word in known for word in meaning):
                return meaning
    return ()


def notation_name(name: str) -> str:
    """A house's name for a wager as the notation writes it: one word in small letters.

    >>> notation_name("Don't Win"), notation_name("Craps & Eleven"), notation_name("Place Bet to Win 6")
    ('dont-win', 'craps-and-eleven', 'place-bet-to-win-6')
    """
    return "-".join(re.findall(r"[a-z0-9]+", name.lower().translate(_PLAIN)))


_PLAIN = str.maketrans({"'": None, "’": None, "_": "-", "&": " and "})


def _ways_to_write(said: str) -> Iterator[str]:
    words = re.split(r"[ -]+", said)
    yield _higher_die_first("-".join(words))
    short = [word for word in words if word not in _FILLERS]
    yield _higher_die_first("-".join(short))
    yield "-".join(SPELT.get(word, word) for word in short)


def _higher_die_first(key: str) -> str:
    hop = re.fullmatch(r"hop-([1-6])-([1-6])", key)
    return f"hop-{max(hop.groups())}-{min(hop.groups())}" if hop else key


def did_you_mean(said: str, known: Iterable[str]) -> str:
    """A sentence to put behind a message, or nothing.

    >>> did_you_mean("boxcars", WAGERS)
    " Did you mean 'craps-12'?"
    """
    return _asked_back(said, tuple(known))


@lru_cache(maxsize=512)
def _asked_back(said: str, known: tuple[str, ...]) -> str:
    return question(_likely(said, known))


def _likely(said: str, known: tuple[str, ...]) -> tuple[str, ...]:
    near = nearest(said, known)
    return find_meanings(said, known) or ((near,) if near else ())


def likely_word(said: str, known: Iterable[str]) -> str:
    """The one known word that `did_you_mean` asks for; nothing if it asks for none, or for several.

    >>> likely_word("passs", WAGERS), likely_word("world", WAGERS), likely_word("qqq", WAGERS)
    ('pass', '', '')
    """
    likely = _likely(said, tuple(known))
    return likely[0] if len(likely) == 1 else ""


def question(meanings: Iterable[str]) -> str:
    """The sentence that asks whether these words were meant; nothing if there are none.

    >>> question(("horn", "any-7"))
    " Did you mean 'horn' and 'any-7'?"
    """
    words = " and ".join(map(repr, meanings))
    return f" Did you mean {words}?" if words else ""


def ask_which(said: str, meanings: Iterable[str]) -> str:
    """The answer to a name that several wagers of a house share.

    >>> ask_which("hardway", ("hard-6", "hard-8"))
    "'hardway' may be 'hard-6' or 'hard-8': say which"
    """
    return f"{said!r} may be {' or '.join(map(repr, meanings))}: say which"


def hint(said: str, known: Iterable[str], otherwise: str) -> str:
    """The nearest known word as a remedy, or another remedy if none is near."""
    return did_you_mean(said, known).strip() or otherwise

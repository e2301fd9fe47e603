"""The words of the game: wager names, groups and verbs that transcripts, strategies and commands share.

It knows how things are called, not what any house offers or pays.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches

BOX_NUMBERS = (4, 5, 6, 8, 9, 10)
"""The numbers that name wagers in the shared vocabulary; a rulebook may name more (`place-2`)."""


def _numbered(stem: str, numbers: Iterable[int] = BOX_NUMBERS) -> tuple[str, ...]:
    return tuple(f"{stem}-{number}" for number in numbers)


WAGERS: tuple[str, ...] = (
    "pass",
    "dont-pass",
    "come",
    "dont-come",
    *_numbered("come"),
    *_numbered("dont-come"),
    "pass-odds",
    "dont-pass-odds",
    *_numbered("come-odds"),
    *_numbered("dont-come-odds"),
    *_numbered("place"),
    *_numbered("place-lose"),
    *_numbered("buy"),
    *_numbered("lay"),
    *_numbered("hard", (4, 6, 8, 10)),
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
    *_numbered("horn-high", (2, 3, 11, 12)),
    "hi-lo",
    "three-way",
    *(f"hop-{high}-{low}" for high in range(1, 7) for low in range(1, high + 1)),
)
"""Every wager name that is the same in every house, offered there or not."""

GROUPS = ("inside", "outside", "across")
"""Groups of numbers to bet on at once, as houses usually name them."""

STANDING_GROUPS = ("place", "buy", "hard", "all")
"""Groups of a seat's own wagers now on the layout: for calls and for taking down."""

CREW_ROLES = ("dealer", "boxperson", "stickperson", "supervisor")
"""Who may confirm a late wager."""

CREW = "crew"
"""The name under which tokes that ride are shown; no seat may take it."""


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
    lowered = word.lower().replace("_", "-")
    if hop := re.fullmatch(r"hop-([1-6])-([1-6])", lowered):
        lowered = f"hop-{max(hop.groups())}-{min(hop.groups())}"
    found = get_close_matches(lowered, candidates, n=1, cutoff=0.6)
    if found:
        return candidates[found[0]]
    starts = [candidate for candidate in candidates if len(candidate) > 2 and lowered.startswith(candidate)]
    return candidates[max(starts, key=len)] if starts else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence to put behind a message, or nothing."""
    found = nearest(word, known)
    return f" Did you mean {found!r}?" if found else ""


def hint(word: str, known: Iterable[str], otherwise: str) -> str:
    """The nearest known word as a remedy, or another remedy if none is near."""
    return did_you_mean(word, known).strip() or otherwise

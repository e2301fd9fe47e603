"""Why a number in a line that somebody typed is no amount: nobody is offered a bet on a part of it."""

import re
from collections.abc import Container

from sevenout.base.money import amount_remedy, units
from sevenout.engine.game import Game
from sevenout.player.talk.spoken_phrases import read_times
from sevenout.player.talk.tokens import is_amount
from sevenout.player.talk.wager_names import names_of

_BELOW_ZERO = re.compile(r"(?:[-−–]\$?|\$[-−–])([0-9]+(?:[.,][0-9]+)*)")
"""A minus right before an amount; a hyphen inside a name has a letter before it."""
_AROUND = '()[]{}"“”…'
_LISTED = re.compile(r"[;&+]")
"""What joins two amounts: `10 pass;5 field`."""
_JOINED = re.compile(r"[-/,:]")
"""What may join the numbers of bets, as in `6/8`, but no two amounts: `10,50` is not ten and fifty."""
_THOUSANDS = re.compile(r"\$?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?\$?")
_WITH_LETTERS = re.compile(r"[0-9]+(?![km]$)[a-z]+")
"""A word that begins with a number, such as `3way`: not an amount, whatever it is."""
_LONGEST_SHOWN = 40


def refused_amount(game: Game, line: str) -> str:
    """Why a number in a line is no amount, and what is one here; empty if every number can be read whole.

    >>> game = Game.open("typical")
    >>> refused_amount(game, "-5 pass"), refused_amount(game, "pass −$5")
    ('-5 is below zero: an amount is above zero, such as 5.', '-5 is below zero: an amount is above zero, such as 5.')
    >>> refused_amount(game, "1e3 pass")
    '1e3 is not an amount. Write every digit out. The smallest chip here is 1.'
    >>> [refused_amount(game, line) for line in ("hard-8 5", "10 pass - 5 field", "$1,000.50 pass", "2.5k on 6/8")]
    ['', '', '', '']
    """
    numbers, words = names_of(game).numbers, [_bare(word) for word in line.lower().split()]
    counted = [word for word in words if any(character.isnumeric() for character in word)]
    for word in counted:
        if word[0].isalpha():
            continue
        if below := _BELOW_ZERO.fullmatch(word):
            return f"-{below[1]} is below zero: an amount is above zero, such as {below[1]}."
        joins = len(counted) > 1 and word[0] in "+&"  # `10 pass +5 field`; in `+5 pass` it joins nothing
        if not all(_is_readable(part, numbers) for part in _LISTED.split(word[joins:])):
            shown = word if len(word) <= _LONGEST_SHOWN else f"{word[: _LONGEST_SHOWN - 1]}…"
            return f"{shown} is not an amount. {amount_remedy(word)} The smallest chip here is {units(game.chip)}."
    return ""


def _bare(word: str) -> str:
    """A word without the signs around it that say nothing."""
    return word.strip(_AROUND).rstrip(".,!?;:").replace("'", "").replace("’", "")


def _is_readable(word: str, numbers: Container[str]) -> bool:
    """True if a word with a number in it is heard as it stands: no part of it is left out or taken for the whole."""
    if is_amount(word) or read_times(word) or _WITH_LETTERS.fullmatch(word):
        return True
    if _THOUSANDS.fullmatch(word):
        return is_amount(word.replace(",", ""))
    parts = _JOINED.split(word)
    counted = [part for part in parts if not part.isalpha()]
    return all(is_amount(part) for part in counted) and (len(counted) == 1 or all(part in numbers for part in counted))

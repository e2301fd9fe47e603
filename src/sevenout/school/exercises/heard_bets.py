"""Bets as players say them, and as a dealer repeats them: both are understood by the ear of the house's own table."""

import re
from functools import lru_cache
from random import Random

from sevenout.base.money import Cents, units
from sevenout.base.vocabulary import SAID
from sevenout.engine.game import Game
from sevenout.player.talk.interpretations import Understood
from sevenout.player.talk.interpreter import understand
from sevenout.school.scenes import PLAYERS
from sevenout.table import Table
from sevenout.table.commands import Bet

_WHOSE = re.compile(rf"\b(?:for|from|to)?\s*(?:{'|'.join(PLAYERS)})\b|player \d at \w+ base", re.IGNORECASE)
_AMOUNT_FIRST = re.compile(r"^(\d+) (?!on\b)")
_WHO = "You"


def hear_bet(game: Game, words: str) -> tuple[str, Cents] | None:
    """The one bet that some words mean, and how much; none if they mean none, or several. Whose it is may be said.

    >>> game = Game.open("catfish-bend")
    >>> hear_bet(game, "hard eight for five"), hear_bet(game, "5, Hardway 8, player 1 at third base")
    (('hard-8', 500), ('hard-8', 500))
    >>> hear_bet(game, "5, Eleven, player 1 at third base"), hear_bet(game, "good luck")
    (('eleven', 500), None)
    """
    said = re.sub(r"[\s,.;!]+", " ", _WHOSE.sub(" ", words)).strip()
    return _hear(game, said) or _hear(game, _AMOUNT_FIRST.sub(r"\1 on ", said))


def _hear(game: Game, said: str) -> tuple[str, Cents] | None:
    heard = understand(_table_of(game), _WHO, said) if said else None
    if not isinstance(heard, Understood) or len(heard.commands) != 1:
        return None
    (command,) = heard.commands
    return (command.wager, command.amount) if isinstance(command, Bet) else None


@lru_cache(maxsize=16)
def _table_of(game: Game) -> Table:
    """A table that is only listened at."""
    table = Table(game)
    table.seat(_WHO, 1_000_000 * game.chip)
    return table


def say_bet(game: Game, wager: str, amount: Cents, rng: Random) -> str:
    """A bet as a player might say it; it is understood as that bet and no other.

    >>> say_bet(Game.open("catfish-bend"), "eleven", 500, Random(4))
    '11 for 5'
    """
    names = _spoken_names(game, wager)
    name = rng.choice(names) if names else game.rules.by_key[wager].title
    said = rng.choice(("{amount} on the {name}", "{name} for {amount}", "{amount} {name}"))
    phrase = said.format(amount=units(amount), name=name)
    return phrase if hear_bet(game, phrase) == (wager, amount) else f"{units(amount)} on {name}"


@lru_cache(maxsize=4096)
def _spoken_names(game: Game, wager: str) -> tuple[str, ...]:
    """The names of a wager that this house's table understands as that wager alone."""
    names = dict.fromkeys((wager, *SAID.get(wager, ()), game.rules.by_key[wager].title))
    amount = game.step(game.rules.by_key[wager])
    spoken = (name.replace("-", " ").lower() for name in names)
    return tuple(name for name in spoken if hear_bet(game, f"{units(amount)} on {name}") == (wager, amount))

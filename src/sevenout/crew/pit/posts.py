"""Checks that somebody stands at the post a command speaks from: an empty post confirms, inspects and rules nothing.

As long as nobody was posted the crew has no names and is complete. Once a crew was posted only filled posts speak. The
supervisor and the shift manager stand at no post: they are in the house whatever the game is dealt by.
"""

from collections.abc import Mapping
from typing import get_args

from sevenout.base.refusal import Citation, Refusal
from sevenout.crew.layout.rail import ENDS
from sevenout.crew.pit.pit_commands import BoxOk, Post
from sevenout.crew.pit.pit_rules import pit_rules
from sevenout.engine.game import Game
from sevenout.table.commands import Bet, CallWager, RollDice

_POSTS: tuple[Post, ...] = get_args(Post)
_ANY_BASE = frozenset({"dealer", "base dealer"})
Posts = Mapping[Post, str]


def is_filled(posts: Posts, role: str) -> bool:
    """True if there is somebody for a role.

    >>> posts = {"stickperson": "Kim", "third base": "Lou"}
    >>> [is_filled(posts, role) for role in ("dealer", "second base", "boxperson", "supervisor")]
    [True, False, False, True]
    >>> is_filled({}, "boxperson")
    True
    """
    if posts and role in _ANY_BASE:
        return any(end in posts for end in ENDS)
    return not posts or role not in _POSTS or role in posts


def refused_empty_post(game: Game, posts: Posts, command: object) -> Refusal | None:
    """Why nobody can say that: it is the word of a post where nobody stands.

    >>> from sevenout.crew.dice.dice_commands import InspectDice
    >>> posts = {"stickperson": "Kim", "third base": "Lou"}
    >>> refused_empty_post(Game.open("catfish-bend"), posts, InspectDice("boxperson")).reason
    'there is no boxperson on this game'
    """
    empty = next((role for role in _speaks_for(command) if not is_filled(posts, role)), None)
    if empty is None:
        return None
    place = f"there is no {empty} on this game" if empty not in ENDS else f"nobody stands at {empty}"
    return Refusal("no-post", place, _cite(game, command, empty))


def _speaks_for(command: object) -> tuple[str, ...]:
    """Every role whose word a command is."""
    match command:
        case Bet(confirmed=confirmed) | CallWager(confirmed=confirmed):
            return confirmed
        case RollDice(called_by=by):
            return (by,) if by else ()
        case BoxOk():
            return ("boxperson",)
        case _:
            by = getattr(command, "by", "")
            return (by,) if by else ()


def _cite(game: Game, command: object, role: str) -> Citation:
    """By which rule somebody would have to be there: a confirmation by the one that asks for it."""
    throw, crew = game.rules.book.throw, pit_rules(game).crew
    if isinstance(command, Bet):
        return throw.called.cite if command.called else throw.made.cite
    return crew.box.cite if role == "boxperson" else crew.base.cite

"""Bets and calls that count only once the crew confirms them: said by their player, confirmed by each post's person.

A player says the bet. Where the house wants it confirmed it waits, and the crew is told of it. Each of the crew
confirms it for one post, by the line of the notation; with the last word that the house wants it is laid. It waits
until the dice rest, its player withdraws it or says another amount. With a crew posted, a call on or off that the
house wants confirmed waits in the same way, and never counts if nobody confirms it.
"""

import hashlib
from typing import NamedTuple

from msgspec.structs import replace

from sevenout.base.refusal import Citation, Refusal
from sevenout.base.vocabulary import CREW_ROLES
from sevenout.crew.pit.posts import Posts, refused_empty_post
from sevenout.engine.game import Game
from sevenout.server.protocol.house_events import LateBet, LateBetConfirmed, LateBetOffered
from sevenout.table.commands import Bet, CallWager, TakeDown
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.state import TableState

UNCONFIRMED = "unconfirmed"
_DIGITS = 16


class LateBetContext(NamedTuple):
    """What a late bet is judged by: the game, the table, who is posted, and what waits."""

    game: Game
    state: TableState
    posts: Posts
    waiting: tuple[LateBet, ...]


def speaker_mark(table: str, person: str) -> str:
    """By what the log tells one person from another without saying who they are.

    >>> speaker_mark("t-1", "p1") == speaker_mark("t-1", "p1"), speaker_mark("t-1", "p1") == speaker_mark("t-1", "p2")
    (True, False)
    """
    return hashlib.sha256(f"{table} confirmed by {person}".encode()).hexdigest()[:_DIGITS]


def with_every_word(bet: Bet) -> Bet:
    """A bet as it would be if everybody had confirmed it: what is wrong with it then is wrong with the bet."""
    return replace(bet, confirmed=CREW_ROLES)


def offer(at: LateBetContext, bet: Bet, refusal: Refusal) -> LateBetOffered | Refusal | None:
    """The bet of a player as it begins to wait; a refusal if it could not be made anyway; None if nobody is to be told.

    `refusal` is why it is not laid at once.
    """
    if refusal.code != UNCONFIRMED or bet.confirmed:
        return None
    wrong = decide_command(at.game, at.state, with_every_word(bet))
    if isinstance(wrong, Refusal):
        return wrong
    wanted = replace(bet, confirmed=wanted_roles(at.game, at.state, bet))
    if refused_empty_post(at.game, at.posts, wanted) is not None and _needs_all(at.game, bet):
        return None
    return None if any(one.bet == bet for one in at.waiting) else LateBetOffered(bet.seat, bet)


def wanted_roles(game: Game, state: TableState, bet: Bet) -> tuple[str, ...]:
    """Who may confirm a bet, by the house's book."""
    throw = game.rules.book.throw
    late = throw.confirmed_by.value if state.dice.thrown and throw.made.value == "confirmed" else ()
    called = throw.called_confirmed_by.value if bet.called else ()
    return tuple(dict.fromkeys((*late, *called)))


def confirm(at: LateBetContext, said: Bet, speaker: str) -> LateBetConfirmed | Refusal:
    """One person's word on a bet that waits; `taken` if it was the last that was wanted."""
    cite, bet = _cite(at.game, said), replace(said, confirmed=())
    waits = next((one for one in at.waiting if one.bet == bet), None)
    if waits is None:
        return Refusal("not-said", f"{said.seat} did not ask for this bet: only the player can make it", cite)
    if len(set(said.confirmed)) > 1 or any(by == speaker for role, by in waits.words if role not in said.confirmed):
        reason = "each post must be confirmed by a different person"
        return Refusal("one-person", reason, cite, wager=said.wager)
    role = said.confirmed[0]
    words = dict(waits.words) | {role: speaker}
    whole = replace(bet, confirmed=tuple(one for one in CREW_ROLES if one in words))
    refusal = refused_empty_post(at.game, at.posts, whole)
    if refusal is not None:
        return refusal
    judged = decide_command(at.game, at.state, whole)
    taken = not isinstance(judged, Refusal)
    if isinstance(judged, Refusal) and (judged.code != UNCONFIRMED or role not in wanted_roles(at.game, at.state, bet)):
        return judged
    return LateBetConfirmed(said.seat, bet, role, speaker, whole.confirmed if taken else ())


def offer_call(at: LateBetContext, call: CallWager, refusal: Refusal) -> LateBetOffered | None:
    """The call of a player as it begins to wait; None if nobody is to be told."""
    if refusal.code != UNCONFIRMED or call.unconfirmed or any(one.bet == call for one in at.waiting):
        return None
    return LateBetOffered(call.seat, call)


def confirm_call(at: LateBetContext, said: CallWager, speaker: str) -> LateBetConfirmed | Refusal:
    """One person's word on a call that waits: it counts, if the floor then finds that the right post said so."""
    call = replace(said, confirmed=())
    if len(said.confirmed) > 1:
        return Refusal("one-person", "each post must be confirmed by a different person", wager=said.what)
    if not any(one.bet == call for one in at.waiting):
        reason = f"{said.seat} did not call that, or it counts already: only the player can call a bet on or off"
        return Refusal("not-said", reason)
    return LateBetConfirmed(said.seat, call, said.confirmed[0], speaker, said.confirmed)


def find_waiting(waiting: tuple[LateBet, ...], said: TakeDown | CallWager) -> LateBet | None:
    """The bet that a player takes back before it was laid, or the call that another call takes back."""
    if isinstance(said, TakeDown):
        return next((one for one in waiting if one.place == (said.seat, said.what, True)), None)
    return next((one for one in waiting if one.place == LateBet(said).place and one.bet != said), None)


def _needs_all(game: Game, bet: Bet) -> bool:
    throw = game.rules.book.throw
    return (throw.called_confirmations if bet.called else throw.confirmations).value == "all"


def _cite(game: Game, bet: Bet) -> Citation:
    throw = game.rules.book.throw
    return throw.called.cite if bet.called else throw.made.cite

"""Announcements to one person: limits that were overlooked, warnings, a bet that comes too late, a Shootout.

Calls of a roll are `calls`, bets that are booked are `booking`. Who is warned of what, and when, others decide.
"""

from collections.abc import Iterator

from sevenout.base.money import Cents, units
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW
from sevenout.crew.layout.areas import areas
from sevenout.crew.layout.rail import Rail
from sevenout.crew.manual.chapter_loader import Fact
from sevenout.crew.markers import OTHERWISE
from sevenout.crew.roll_calls import CallWords, SpokenCall, words_of
from sevenout.engine.betting import Settlement
from sevenout.engine.game import Game
from sevenout.table.events import Declined, Inspected, Left, Passed, Rolled, Thrown, TimePassed
from sevenout.table.state import Bonus
from sevenout.table.table_snapshot import Snapshot

DICE_OUT = "dice-are-out"
"""The code of a bet that is refused because the dice are on their way."""


def speak(fact: Fact[CallWords], rail: Rail, seat: str = "", **filled: str) -> SpokenCall:
    """Words of the manual as somebody says them; the dealer is the one at the player's end.

    >>> from sevenout.crew.roll_calls import words_of
    >>> told = words_of(Game.open("catfish-bend")).limits.told
    >>> speak(told, Rail(("Ann",), ()), "Ann", least="5", most="500").who
    'third base'
    """
    line = fact.value
    who = rail.dealer(rail.end_of(seat)) if line.by == "dealer" else line.by
    return SpokenCall(who, line.words.format(player=seat, **filled), fact.cite, to=line.to or seat)


# --- warnings


def warning_call(game: Game, seat: str, subject: str, rail: Rail | None = None) -> SpokenCall:
    """The words of a warning: the manual's for its subject, else general ones.

    >>> game = Game.open("catfish-bend")
    >>> warning_call(game, "Ann", "short-of-the-wall").words
    'Ann, both dice all the way to the wall, please'
    >>> warning_call(game, "Ann", "breach").words
    'Ann, that is against the rules: breach'
    """
    words = words_of(game).warnings
    fact = words.get(subject) or words[OTHERWISE]
    return speak(fact, rail or Rail((seat,), ()), seat, subject=subject.replace("-", " "))


# --- limits


def below_minimum_calls(
    game: Game, before: Snapshot, event: Rolled, rail: Rail | None = None
) -> tuple[SpokenCall, ...]:
    """Of every bet below its minimum that a roll decided: the supervisor is informed, the player hears the limits.

    >>> from sevenout.base.dice import roll
    >>> from sevenout.table import Table
    >>> from sevenout.table.commands import Bet
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000)
    >>> _ = table.execute(Bet("Ann", 300, "pass", unnoticed=True))
    >>> before = table.snapshot()
    >>> [call.words for call in below_minimum_calls(table.game, before, table.roll(roll(6, 5)))]
    ['Supervisor, Ann had only 3 on Pass Line', 'Ann, the table is 5 to 500']
    """
    rail, words = rail or Rail.split(done.seat for done in event.seats), words_of(game).limits
    calls = []
    for name, result, _ in below_minimum(game, before, event):
        title = game.rules.by_key[result.wager].wager.title
        calls.append(speak(words.informed, rail, name, amount=units(result.stake), wager=title))
        calls.append(speak(words.told, rail, name, least=units(game.minimum), most=units(game.maximum)))
    return tuple(calls)


def below_minimum(game: Game, before: Snapshot, event: Rolled) -> Iterator[tuple[str, Settlement, Cents]]:
    """Every bet below its minimum that a roll decided: whose, what became of it, and the minimum.

    >>> from sevenout.base.dice import roll
    >>> from sevenout.table import Table
    >>> from sevenout.table.commands import Bet
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000)
    >>> _ = table.execute(Bet("Ann", 300, "pass", unnoticed=True))
    >>> before = table.snapshot()
    >>> below = below_minimum(table.game, before, table.roll(roll(6, 5)))
    >>> [(seat, done.result, done.stake, least) for seat, done, least in below]
    [('Ann', 'win', 300, 500)]
    """
    puck = game.puck(before.point)
    for name, result in event.settled:
        spot = game.rules.by_key[result.wager]
        least = game.minimum_of(spot, puck).amount or 0
        if name != CREW and result.stake < least and not game.may_be_less(spot, puck):
            yield name, result, least


def refused_after_sent(game: Game, wager: str) -> Refusal | None:
    """Why a bet is not set up once the dice were sent out: at some houses the propositions are closed then.

    >>> refused_after_sent(Game.open("catfish-bend"), "hard-8").reason
    'the dice are out: no more propositions are set up'
    >>> refused_after_sent(Game.open("catfish-bend"), "place-8")
    >>> refused_after_sent(Game.open("marina-bay-sands"), "hard-8")
    """
    closed = words_of(game).booking.closed
    if wager not in game.rules.by_key or areas(game).of(game.rules.by_key[wager]).name != closed.value:
        return None
    return Refusal(DICE_OUT, f"the dice are out: no more {closed.value} are set up", closed.cite, wager=wager)


def too_late(game: Game, seat: str, wager: str, rail: Rail | None = None) -> tuple[SpokenCall, ...]:
    """The words to a player who wants such a bet; None for a bet that may still be made.

    >>> [call.words for call in too_late(Game.open("catfish-bend"), "Ann", "hard-8")]
    ['Ann, the dice are out: Hardway 8 after this roll']
    """
    if refused_after_sent(game, wager) is None:
        return ()
    title = game.rules.by_key[wager].wager.title
    return (speak(words_of(game).booking.too_late, rail or Rail((seat,), ()), seat, wager=title),)


# --- the Shootout


def shootout_calls(
    game: Game,
    before: Snapshot,
    event: Rolled | Inspected | Passed | Declined | Left | Thrown | TimePassed,
    rail: Rail | None = None,
) -> tuple[SpokenCall, ...]:
    """What is said of a Shootout: as it is hit, inspected, paid, void by passing, and whenever its amount changes.

    It is void as soon as the dice of a turn that has begun are given up, whether or not a point was made in it.

    >>> from sevenout.table import Table
    >>> from sevenout.table.commands import TellTime
    >>> table = Table(Game.open("catfish-bend"))
    >>> before = table.snapshot()
    >>> [call.words for call in shootout_calls(table.game, before, table.execute(TellTime("2026-03-02T20:00", "UTC")))]
    ['The Shootout stands at 100']
    """
    bonus, was = event.bonus, before.bonus
    if bonus is None:
        return ()
    rail, words = rail or Rail.of(before), words_of(game).shootout
    calls: list[SpokenCall] = []
    match event:
        case Rolled() if bonus.held_for and (was is None or not was.held_for):
            amount = units(bonus.held_amount)
            calls += [speak(fact, rail, bonus.held_for, amount=amount) for fact in (words.hit, words.stopped)]
        case Inspected(paid=paid, supervisor=signed):
            shooter = "" if was is None else was.held_for
            if signed:
                calls.append(speak(words.verified, rail, shooter))
                calls += [speak(words.paid, rail, part.seat, amount=units(part.amount)) for part in paid]
            else:
                calls.append(speak(words.tampered, rail, shooter))
            calls.append(speak(words.resumed, rail))
    if _void(bonus) and not _void(was):
        calls.append(speak(words.passed, rail, before.dice.turn or ""))
    if bonus.posted is not None and (was is None or was.posted != bonus.posted):
        calls.append(speak(words.posted, rail, amount=units(bonus.posted)))
    return tuple(calls)


def _void(bonus: Bonus | None) -> bool:
    return bonus is not None and bonus.hand is not None and bonus.hand.void

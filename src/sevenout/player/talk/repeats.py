"""Once more, and back: what was decided last time, the layout of the last come-out, everything twice, nothing at all.

What is remembered for it is read from events, so that it is the same at a table that was taken up again. What the house
does not take now is said, never left out in silence.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.money import Cents, units
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import stem
from sevenout.player.talk.amounts import Trial
from sevenout.player.talk.bet_reader import Reading
from sevenout.player.talk.targets import EVERYTHING
from sevenout.player.talk.tokens import SpokenWord
from sevenout.player.talk.wager_names import names_of
from sevenout.table import Table
from sevenout.table.commands import Bet, Command, TakeDown, Undo
from sevenout.table.event_application import evolve
from sevenout.table.events import Changed, Event, RollCorrected, Rolled, RollVoided, Undone
from sevenout.table.table_snapshot import Snapshot, house_of

_SAME = frozenset(("rebet", "same", "same again", "once again", "bet again", "again", "same as before", "same thing"))
_SAME_OF = frozenset(("rebet", "same"))
_LAYOUT = frozenset(("repeat", "repeat layout", "repeat all", "same layout", "repeat everything"))
_TWICE = frozenset(("double", "double all", "double everything", "double up", "press all", "press everything"))
_NOTHING = frozenset(("clear", "clear all", "clear everything", "clear layout"))


class WagerStake(Struct, frozen=True):
    """So much on a wager."""

    wager: str
    stake: Cents


class Gone(WagerStake, frozen=True):
    """A bet that lay on a wager until entry `n` of the log decided it."""

    n: int = 0


_Kind = TypeVar("_Kind", bound=WagerStake)


class SeatMemory(Struct, frozen=True):
    """The bets that a seat may want to repeat."""

    decided: tuple[WagerStake, ...] = ()
    """What the last roll decided that decided anything of this seat's, as it was bet."""
    ever: tuple[WagerStake, ...] = ()
    """How every wager was bet when it was last decided."""
    gone: tuple[Gone, ...] = ()
    """What was decided, left the layout, and was not bet again; a bet that had travelled as it was first made."""
    come_out: tuple[WagerStake, ...] = ()
    """The layout for the last come-out roll."""
    roll: int = 0
    """The entry of the last roll; while there was none, of what is remembered first."""
    unrolled: "SeatMemory | None" = None
    """What there was to remember before the last roll, should that be taken back."""


NOTHING = SeatMemory()


def remember_event(memory: SeatMemory, before: Snapshot, event: Event, you: str, n: int) -> SeatMemory:
    """The memory after an event, entry `n` of the log."""
    match event:
        case Changed(seat, layout) | Undone(seat, layout) if seat == you:
            up = layout.stakes
            return replace(memory, gone=tuple(each for each in memory.gone if each.wager not in up))
        case Rolled():
            return replace(
                _remember_roll(memory, before, event, you, n), roll=n, unrolled=replace(memory, unrolled=None)
            )
        case RollVoided():
            return memory if memory.unrolled is None else memory.unrolled
        case RollCorrected(voided, rolled):
            unrolled = remember_event(memory, before, voided, you, n)
            return remember_event(unrolled, evolve(before, voided), rolled, you, n)
    return memory


def _remember_roll(memory: SeatMemory, before: Snapshot, event: Rolled, you: str, n: int) -> SeatMemory:
    seat = before.seat(you)
    if seat is not None and before.point is None and seat.layout.lying:
        memory = replace(memory, come_out=tuple(WagerStake(bet.wager, bet.stake) for bet in seat.layout.lying))
    results = [result for done in event.seats if done.seat == you for result in done.results]
    if not results:
        return memory
    decided = tuple(WagerStake(result.wager, result.stake) for result in results)
    left = tuple(Gone(first_made(result.wager), result.stake, n) for result in results if not result.stays)
    return replace(memory, decided=decided, ever=_latest(memory.ever, decided), gone=_latest(memory.gone, left))


def _latest(known: tuple[_Kind, ...], new: tuple[_Kind, ...]) -> tuple[_Kind, ...]:
    return tuple({each.wager: each for each in (*known, *new)}.values())


def first_made(wager: str) -> str:
    """The wager by which one that travelled was made.

    >>> first_made("come-6"), first_made("dont-come-4"), first_made("come-odds-6"), first_made("place-6")
    ('come', 'dont-come', 'come-odds-6', 'place-6')
    """
    family = stem(wager)
    return family if family in ("come", "dont-come") else wager


def memory_of(table: Table, you: str) -> SeatMemory:
    """The acts that a seat may repeat, from the game so far; none at a table that keeps no log."""
    memory, shown = NOTHING, Snapshot(house_of(table.game))
    for recorded in table.log or ():
        memory = remember_event(memory, shown, recorded.event, you, recorded.n)
        shown = evolve(shown, recorded.event)
    return memory


class RepeatRequest(NamedTuple):
    """The bets that would restore a layout, and those of them that the house does not take now."""

    bets: tuple[Bet, ...] = ()
    left: tuple[tuple[Bet, Refusal], ...] = ()

    @property
    def note(self) -> str:
        """The refusals with their reasons in one line, each once; empty if there are none."""
        said = (f"{units(bet.amount)} on {bet.wager} is not taken now: {why.reason}" for bet, why in self.left)
        return "; ".join(dict.fromkeys(said))


def bets_to_reach(trial: Trial, layout: Iterable[WagerStake]) -> RepeatRequest:
    """The bets that bring a layout to what is wanted, as far as the house takes them now."""
    taken: list[Bet] = []
    left: list[tuple[Bet, Refusal]] = []
    for staked in layout:
        wager = first_made(staked.wager) if staked.wager not in trial.stakes() else staked.wager
        bet = Bet(trial.you, staked.stake - trial.stakes().get(wager, 0), wager)
        if bet.amount <= 0:
            continue
        refusal = trial.execute(bet)
        if refusal is None:
            taken.append(bet)
        else:
            left.append((bet, refusal))
    return RepeatRequest(tuple(taken), tuple(left))


def read_repeat(table: Table, you: str, words: tuple[SpokenWord, ...], memory: SeatMemory | None) -> Iterator[Reading]:
    """Every reading of a line as something done once more or taken back."""
    if you not in table.seats:
        return
    said = " ".join(word.text for word in words)
    named = words[0].text in _SAME_OF or words[:2] == (SpokenWord("back"), SpokenWord("up"))
    if memory is None:
        if named or said in _SAME | _LAYOUT:
            yield Reading((), note="Earlier bets are not remembered here.")
            return
        memory = NOTHING
    if said in _SAME:
        yield _once_more(table, you, memory.decided, "None of your bets has been decided yet.")
    elif said in _LAYOUT:
        yield _once_more(table, you, memory.come_out, "You have not had bets up at a come-out yet.")
    elif said in _TWICE:
        stakes = tuple(WagerStake(wager, 2 * stake) for wager, stake in table.layout(you).items())
        yield _once_more(table, you, stakes, "You have nothing up to double.")
    elif said in _NOTHING:
        yield _read_clear(table, you)
    elif named:
        yield from _read_named_repeat(table, you, words, memory)


def _once_more(table: Table, you: str, layout: tuple[WagerStake, ...], nothing: str) -> Reading:
    found = bets_to_reach(Trial(table, you), layout)
    if found.bets:
        return Reading(found.bets, note=found.note)
    return Reading((), note=found.note or ("All of it is already up." if layout else nothing))


def _read_named_repeat(table: Table, you: str, words: tuple[SpokenWord, ...], memory: SeatMemory) -> Iterator[Reading]:
    """`rebet my six`, `same bet on the field`, `back up on the nine`: as it was when it was last decided."""
    said = tuple(word for word in words[1:] if word.text not in ("on", "up", "for", "again"))
    for meaning, end in names_of(table.game).at(said, 0):
        bets = tuple(
            each for each in memory.ever if each.wager in meaning.wagers or first_made(each.wager) in meaning.wagers
        )
        if end == len(said) and bets:
            yield _once_more(table, you, bets, "")


def _read_clear(table: Table, you: str) -> Reading:
    """Takes back what was done since the last roll; if nothing was, takes down whatever may come down."""
    seat = table.seats[you]
    undone = len(seat.earlier) if table.game.undo else 0
    if undone:
        return Reading((Undo(you),) * undone)
    commands: tuple[Command, ...] = (TakeDown(you, EVERYTHING),) if seat.position.slots else ()
    return Reading(commands, note="" if commands else "You have nothing up.")

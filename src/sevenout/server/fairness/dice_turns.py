"""The dice of a live table, turn by turn: what is committed, given, mixed, thrown and revealed, read from its log."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import FloorCommand, FloorEvent
from sevenout.crew.pit.pit_commands import RuleOnThrow, Settle
from sevenout.server.fairness.fair_dice import (
    CHAIN_TURNS,
    LONGEST_SEED,
    Faces,
    Seeded,
    anchor_of,
    chain_seed,
    commitment,
    mix,
    seed_of,
    throw,
)
from sevenout.server.protocol.house_events import HouseEvent, SeedGiven, SeedRevealed, SeedsMixed, TurnOpened
from sevenout.table.commands import CorrectRoll, RuleNoRoll
from sevenout.table.events import Left, NoRollCalled, Overruled, RollCorrected, Rolled, RollVoided, Thrown

BY_SEEDS = (
    "the dice of this table are thrown by seeds: what they showed is proved, and nobody rules on it or corrects it"
)


class Turns(Struct, frozen=True):
    """How the dice of a table stand."""

    turn: int = 0
    commitment: str = ""
    given: tuple[Seeded, ...] = ()
    """What seats gave to this turn, the latest of each, in the order of the log."""
    mixed: str = ""
    """Empty until the turn's first throw is next."""
    fixed: tuple[Seeded, ...] = ()
    """What was mixed."""
    throws: int = 0
    """Throws under this turn's seed, those that did not count included."""
    shooter: str = ""
    """Who threw first under it."""
    over: bool = False
    """The shooter has sevened out: the seed is to be revealed before anything else."""
    revealed: bool = False
    salt: str = ""
    anchor: str = ""
    link: int = 0
    """The place of its seed in the chain that the anchor binds; 0 in logs of before there were chains."""

    def apply_event(self, event: FloorEvent | HouseEvent) -> "Turns":
        """How they stand after an event of the log."""
        match event:
            case TurnOpened(turn, committed, salt, anchor, link):
                # what the house knew when it committed is nobody's part any more
                return Turns(turn, committed, salt=salt, anchor=anchor, link=link)
            case SeedGiven(seat, seed):
                others = tuple(one for one in self.given if one.seat != seat)
                return replace(self, given=(*others, Seeded(seat, bytes.fromhex(seed))))
            case SeedsMixed(_, mixed):
                return replace(self, mixed=mixed, fixed=self.given)
            case SeedRevealed():
                return replace(self, revealed=True)
            case Left(seat):
                return replace(self, given=tuple(one for one in self.given if one.seat != seat))
            case Rolled(shooter=shooter, event=puck):
                counted = 0 if isinstance(event, Overruled) else 1  # it was counted when it was called off
                over, shooter = puck == "seven-out", self.shooter or shooter
                return replace(self, throws=self.throws + counted, shooter=shooter, over=over)
            case NoRollCalled():
                return replace(self, throws=self.throws + 1)
        return self


def untrue(turns: Turns, event: FloorEvent | HouseEvent) -> str:
    """Why an event cannot come where the dice stand so, if it cannot; entered dice have no turns."""
    if turns.turn and turns.over and not turns.revealed and not isinstance(event, SeedRevealed):
        return f"turn {turns.turn} is over, and its seed was not revealed"
    match event:
        case TurnOpened(turn):
            if turn != turns.turn + 1:
                return f"turn {turn} does not come after turn {turns.turn}"
            if turns.turn and not turns.revealed:
                return f"the seed of turn {turns.turn} was never revealed"
            return _unbound(turns, event)
        case SeedsMixed(turn, mixed):
            if turn != turns.turn or turns.mixed or turns.revealed:
                return "the seeds of a turn are mixed once, before its first throw"
            return "" if mixed == mix(turns.given) else "what was mixed in is not what the seats gave"
        case SeedGiven(_, seed):
            refusal = refused_seed(turns, seed)
            return "" if refusal is None else refusal.reason
        case SeedRevealed(turn) if turn != turns.turn or turns.revealed:
            return f"turn {turn} is revealed, and turn {turns.turn} is played"
        case RollVoided() | RollCorrected() if turns.turn:
            return BY_SEEDS
        case Thrown() | NoRollCalled() | Rolled() if turns.turn:
            return _untimely(turns, event)
    return ""


def _unbound(turns: Turns, opened: TurnOpened) -> str:
    """Why the seed of a turn is not the next of the chain, nor the first of another, if it is neither."""
    if not opened.anchor:
        return f"turn {opened.turn} leaves the chain that the dice were bound by" if turns.anchor else ""
    begins = opened.link == 1 and (opened.anchor, opened.salt) != (turns.anchor, turns.salt)
    goes_on = opened.link == turns.link + 1 and (opened.anchor, opened.salt) == (turns.anchor, turns.salt)
    if opened.link > CHAIN_TURNS or not (begins or goes_on):
        return f"turn {opened.turn} is not the next of the chain that the dice were bound by"
    return ""


def _untimely(turns: Turns, event: Thrown | NoRollCalled | Rolled) -> str:
    if turns.revealed:
        return f"the dice of turn {turns.turn} are thrown on, and the turn is over"
    if not turns.mixed:
        return "dice are thrown, and what the seats gave was not fixed before"
    if isinstance(event, Rolled) and turns.shooter and event.shooter != turns.shooter:
        return f"{event.shooter} throws the dice of turn {turns.turn}, which is {turns.shooter}'s"
    return ""


def refused_ruling(command: FloorCommand, *, called_off: bool) -> Refusal | None:
    """Why dice thrown by seeds are not taken back or read anew; one that was just called no roll may stay one."""
    match command:
        case RuleNoRoll() | CorrectRoll() | Settle(void=True):
            return Refusal("by-seeds", BY_SEEDS)
        case Settle(dice=dice) if dice is not None:
            return Refusal("by-seeds", BY_SEEDS)
        case RuleOnThrow(dice=None) if not called_off:
            return Refusal("by-seeds", BY_SEEDS)
    return None


def next_faces(house_key: bytes, table: str, turns: Turns) -> Faces:
    """What the next throw shows."""
    return throw(seed_now(house_key, table, turns), turns.mixed, turns.throws)


def last_faces(house_key: bytes, table: str, turns: Turns) -> Faces:
    """What the throw showed that was just called off."""
    return throw(seed_now(house_key, table, turns), turns.mixed, turns.throws - 1)


def open_turn(
    house_key: bytes, table: str, turns: Turns, salt: Callable[[], str], *, begin_chain: bool = False
) -> TurnOpened:
    """The commitment to the next turn; `begin_chain`: under a new chain, though the one before has seeds left."""
    if begin_chain or not turns.anchor or turns.link >= CHAIN_TURNS:
        picked = salt()
        chain = (picked, anchor_of(house_key, table, picked), 1)
    else:
        chain = (turns.salt, turns.anchor, turns.link + 1)
    seed = chain_seed(house_key, table, chain[0], chain[2])
    return TurnOpened(turns.turn + 1, commitment(seed), *chain)


def before_throw(turns: Turns) -> Iterator[SeedsMixed]:
    """What is published before a turn's first throw: everybody's part, fixed."""
    if not turns.mixed:
        yield SeedsMixed(turns.turn, mix(turns.given))


def mixed_by(turns: Turns, mixed: Iterable[SeedsMixed]) -> Turns:
    """How the dice stand once that is published."""
    for event in mixed:
        turns = turns.apply_event(event)
    return turns


def end_turn(
    house_key: bytes,
    table: str,
    turns: Turns,
    throws: str | None,
    salt: Callable[[], str],
    *,
    begin_chain: bool = False,
) -> Iterator[HouseEvent]:
    """What ends a turn: a seven-out, or dice in somebody else's hands. Its seed is revealed, and the next committed."""
    passed = bool(turns.shooter) and throws is not None and throws != turns.shooter
    if turns.over or passed:
        yield reveal_seed(house_key, table, turns)
        yield open_turn(house_key, table, turns, salt, begin_chain=begin_chain)


def reveal_seed(house_key: bytes, table: str, turns: Turns) -> SeedRevealed:
    """The seed of the turn that is played, told to everybody."""
    return SeedRevealed(turns.turn, seed_now(house_key, table, turns).hex())


def seed_now(house_key: bytes, table: str, turns: Turns) -> bytes:
    """The house's seed of the turn that is played."""
    if turns.anchor:
        return chain_seed(house_key, table, turns.salt, turns.link)
    return seed_of(house_key, table, turns.turn, turns.salt)


def refused_seed(turns: Turns, seed: str) -> Refusal | None:
    """Why a seat's part is not taken."""
    if turns.mixed or turns.revealed or not turns.turn:
        return Refusal("turn-begun", "the dice of this turn are fixed: give your seed after the seven-out")
    try:
        raw = bytes.fromhex(seed)
    except ValueError:
        return Refusal("bad-seed", "a seed is written in hexadecimal digits, two a byte")
    if len(seed) != 2 * len(raw):
        return Refusal("bad-seed", "a seed is written in hexadecimal digits, two a byte, and nothing between them")
    if not 0 < len(raw) <= LONGEST_SEED:
        return Refusal("bad-seed", f"a seed has 1 to {LONGEST_SEED} bytes")
    return None

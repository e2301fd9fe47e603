"""A house that tries salts until the dice are to its liking: it is found, or its turns are not called fair.

Each try is a table of some turns at which one player bets on the pass line. The house picks the salt of a chain, and
with it every seed: at the opening alone, or again and again by new chains; or it leaves the chain and picks each seed
as houses once did. Where the player gives no seed, no turn may be called mixed; where seeds are picked turn by turn
that must be found or said; and where the player gives one, what was picked before must have done the house no good.
"""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sevenout.server.fairness import dice_turns as dice
from sevenout.server.fairness.dice_turns import Turns
from sevenout.server.fairness.fair_dice import chain_seed, commitment, mix, seed_of, throw
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.requests import Actor, GiveSeed, ThrowRequest
from sevenout.server.live.table_terms import TableRequest, encode_terms, read_terms
from sevenout.server.protocol.house_events import HouseEvent, TurnOpened
from sevenout.server.store.interface import TableRow
from sevenout.server.store.sqlite import SqliteStore
from sevenout.server.verification.verifier import LogVerdict, verify_log
from sevenout.table.commands import Bet, Sit
from tests.nightly.fault_injection.commands import HOUSE_KEY
from tests.nightly.fault_injection.report import Given, Tally

_ANN = Actor("ann", "Ann")
_TURNS = 4
_KINDS = ("at the opening", "by new chains", "without a chain")
_LOSES = {(1, 1), (1, 2), (2, 1), (6, 6)}
"""Come-out rolls that the book at hand has the pass line lose."""


class _Night(NamedTuple):
    verdict: LogVerdict
    picked: int
    """Turns whose first throw is what the house picked it to be."""


def run(tally: Tally, given: Given) -> None:
    """Each kind of house in turn, with a player who mixes and with one who does not."""
    good = kept = 0
    for number in range(tally.wanted):
        rng = random.Random(f"{given.seed} {number}")
        kind, mixes = _KINDS[number % len(_KINDS)], bool(number // len(_KINDS) % 2)
        night = asyncio.run(_night(given.folder / f"{number}.db", kind, mixes=mixes, rng=rng))
        if mixes:
            good, kept = good + night.picked, kept + _TURNS
        tally.one(_wrong(night, kind, mixes=mixes), f"--seed {given.seed} --count {number + 1}")
    # a come-out loses in 4 of 36 throws: by chance half of them never do
    if kept >= 100 and good > kept / 2:
        tally.one(f"of {kept} turns that a player mixed {good} came as the house had picked", f"--seed {given.seed}", 0)


def _wrong(night: _Night, kind: str, *, mixes: bool) -> str:
    verdict = night.verdict
    if kind == "without a chain":
        return "" if verdict.fault else f"{kind}: it is said to be sound"
    if verdict.fault or verdict.dice is None:
        return f"{kind}: {verdict.fault}"
    could = _TURNS if kind == "by new chains" else 1
    if not mixes and (verdict.dice.mixed or night.picked < could):
        return f"{kind}: {verdict.dice.mixed} are called mixed, {night.picked} came as picked"
    if mixes and verdict.dice.not_mixed:
        return f"{kind}: {verdict.dice.not_mixed} were mixed, and are said not to be"
    anew = list(range(2, _TURNS + 2)) if kind == "by new chains" else []
    return "" if verdict.dice.bound_anew == anew else f"{kind}: bound anew {verdict.dice.bound_anew}"


async def _night(path: Path, kind: str, *, mixes: bool, rng: random.Random) -> _Night:
    terms, _ = read_terms(TableRequest(rules="typical"), {}, "ann")
    store = SqliteStore(path, synchronous="OFF")
    table = LiveTable("t-1", terms, store, HOUSE_KEY, _salts(rng))
    before = dice.end_turn
    try:
        dice.end_turn = _turned(kind, rng)  # type: ignore[assignment]
        now = await store.now()
        await store.open_table(TableRow("t-1", encode_terms(terms), now), table.opening(now))
        await table.catch_up()
        await table.submit(_ANN, Sit("Ann", 900_000_00, None, "ann"))
        picked = 0
        while table.turns.turn <= _TURNS:
            if mixes and not table.turns.mixed:
                await table.submit(_ANN, GiveSeed(rng.randbytes(16).hex()))
            first = not table.turns.throws
            await table.submit(_ANN, Bet("Ann", 1_000, "pass"))
            await table.submit(_ANN, ThrowRequest())
            last = table.floor.table.state.rolls[-1]
            picked += first and (last.a, last.b) in _LOSES
        return _Night(verify_log("t-1", await store.lines("t-1"), table.game), picked)
    finally:
        dice.end_turn = before
        await store.close()


def _loses(seed: bytes) -> bool:
    """Whether the first throw of a turn that nobody mixes is what the house wants."""
    return throw(seed, mix(()), 0) in _LOSES


def _salts(rng: random.Random) -> Callable[[int], str]:
    """Salts as the house picks them: the first turn of the chain is to its liking."""

    def salt(size: int) -> str:
        while True:
            tried = rng.randbytes(size).hex()
            if _loses(chain_seed(HOUSE_KEY, "t-1", tried, 1)):
                return tried

    return salt


def _turned(kind: str, rng: random.Random) -> Callable[..., list[HouseEvent]]:
    """What ends a turn, as the house does it."""
    honest = dice.end_turn

    def turned(
        key: bytes, table: str, turns: Turns, throws: str | None, salt: Callable[[], str], **_: bool
    ) -> list[HouseEvent]:
        events = list(honest(key, table, turns, throws, salt, begin_chain=kind == "by new chains"))
        if kind != "without a chain" or not events:
            return events
        while True:
            tried = rng.randbytes(16).hex()
            seed = seed_of(key, table, turns.turn + 1, tried)
            if _loses(seed):
                return [events[0], TurnOpened(turns.turn + 1, commitment(seed), tried)]

    return turned

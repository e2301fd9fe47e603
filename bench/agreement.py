"""Every named strategy in every house, as `simulate` plays it and at a table: `python -m bench.agreement 10000`.

A session is played by `strategy.reference_session` and at a real table, which must agree in every window, and by the
engine that
`simulate` takes, which must agree in what comes of it. Strategies that cannot be traced to the end are walked as far as
they can be, and then played at the table, as `simulate` does. Progress goes to standard error.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from time import perf_counter, process_time

from sevenout.analysis.simulation.engines.engine import Engine
from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.rulebook import shipped
from sevenout.strategy.named_texts import list_strategies
from sevenout.strategy.tracing import Untraceable
from tests.unit.analysis.simulation.chain import at_the_table, outcomes
from tests.unit.strategy.sitting import game_of, plan_of

SHORT = 10
SESSIONS = ((4, 26, 0.3), (12, 21, 0.3), (40, 18, 0.3), (400, 30, 0.1))
"""The bankroll in units, the rolls, and the share of the sessions."""
SEED = 20
AT_ONCE = 250

Found = tuple[str, str, int, str, float]
"""A strategy, a house, how many sessions agree, what else there is to say, and the seconds of the processor."""


def compared(pair: tuple[str, str], sessions: int) -> Found | None:
    """One strategy in one house; None if that lacks a wager."""
    name, book = pair
    strategy = plan_of(name, book)
    if strategy is None:
        return None
    started, same, remarks = process_time(), 0, []
    for units, rolls, share in SESSIONS:
        count = max(round(share * sessions), 1)
        agree, remark = _compared(
            SessionSpec(game_of(book), strategy, units * strategy.unit, rolls, SEED + units), count
        )
        same += agree
        remarks += [f"{remark} ({units} units)"] if remark else []
    return name, book, same, "; ".join(remarks), process_time() - started


def _compared(sitting: SessionSpec, sessions: int) -> tuple[int, str]:
    """How many sessions agree, and what else there is to say."""
    engine, remark = Engine(sitting), ""
    for first in range(0, sessions, AT_ONCE):
        count = min(AT_ONCE, sessions - first)
        try:
            played = engine.play(first, count)
        except Untraceable as reason:
            engine.give_up(reason)
            played, remark = engine.play(first, count), f"from session {first:,} on at the table: {reason}"
        for number, outcome in enumerate(outcomes(played), first):
            try:
                table = at_the_table(sitting, number)
            except AssertionError as error:
                return number, f"session {number:,} is DIFFERENT at the table: {error}"
            if outcome != (table.net, table.rolls, table.ending):
                return number, f"session {number:,} is DIFFERENT: {outcome} {engine.name}, {table} at the table"
    return sessions, remark


def agreeing(sessions: int = SHORT, workers: int = 2) -> list[str]:
    """How many sessions agree, and what there is to say of those that do not."""
    pairs, started = list(product(list_strategies(), shipped())), perf_counter()
    found: list[Found] = []
    with ProcessPoolExecutor(workers) as pool:
        for done, each in enumerate(pool.map(compared, pairs, [sessions] * len(pairs)), 1):
            if each is None:
                continue
            found.append(each)
            name, book, same, remark, seconds = each
            minutes = (perf_counter() - started) / 60
            told = (
                f"{done}/{len(pairs)} {minutes:.1f} min: {name} at {book}, {same:,} agree in {seconds:.0f} s. {remark}"
            )
            print(told, file=sys.stderr, flush=True)
    whole = sum(max(round(share * sessions), 1) for *_, share in SESSIONS)
    agree = sum(same == whole for _, _, same, *_ in found)
    return [
        f"{whole:,} sessions of {len(found)} strategies and houses, as `simulate` plays them and at a real table:"
        f" {agree} agree in every session, {sum(same for _, _, same, *_ in found):,} sessions in all",
        *(f"  {name} at {book}: {remark}" for name, book, _, remark, _ in found if remark),
    ]


if __name__ == "__main__":
    print("\n".join(agreeing(int(sys.argv[1]) if len(sys.argv) > 1 else SHORT)))

"""Plays a game in the notation and keeps what the crew does after its last roll.

Ann and Bob stand at third base, Cy and Dee at second base; Ann stands next to third base, Dee next to second base.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.crew.layout.rail import Rail
from sevenout.crew.payout.motions import Motion
from sevenout.crew.payout.sequence import sequence
from sevenout.crew.replay import Playback, number_lines
from sevenout.engine.betting import Move, Settlement
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.compiler.puck_machine import PuckEvent
from sevenout.table import Rolled
from sevenout.table.events import SeatResult

NAMES = ("Ann", "Bob", "Cy", "Dee")


def worked(rules: CompiledBook, story: str, dealers: Literal[1, 2] = 2) -> tuple[Motion, ...]:
    """The steps of the last roll; lines are separated by semicolons or line ends, and none may be refused."""
    opening = "".join(f"seat {name} 5000\n" for name in NAMES)
    steps: tuple[Motion, ...] = ()
    for line in Playback(rules, number_lines(opening + story.replace(";", "\n"))):
        if isinstance(line.event, Rolled):
            steps = sequence(Game(rules), line.event, Rail(NAMES[:2], NAMES[2:], dealers))
        assert not isinstance(line.event, Refusal), line.event
    return steps


def as_if(
    rules: CompiledBook,
    event: PuckEvent,
    *,
    lost: Mapping[str, str] | None = None,
    won: Mapping[str, str] | None = None,
    moved: Mapping[str, str] | None = None,
    marked: Mapping[str, str] | None = None,
    shooter: str = "Ann",
) -> tuple[Motion, ...]:
    """The steps of a roll that need not be possible: what each of some seats loses, wins, has moved and has marked.

    Wagers are separated by spaces; every stake is 10 and every win 20. So a whole order can be seen in one roll.
    """
    played = Playback(rules, number_lines("seat Ann 5000\nAnn bets 10 on pass\nroll 6 5\n"))
    (rolled,) = [line.event for line in played if isinstance(line.event, Rolled)]
    seats = []
    for name in NAMES:
        of = [(told or {}).get(name, "").split() for told in (lost, won, moved, marked)]
        results = [Settlement(wager, 1000, "lose", 0, 0) for wager in of[0]]
        results += [Settlement(wager, 1000, "win", 2000, 0) for wager in of[1]]
        moves = [Move(wager, f"{wager}-6", 1000, 0) for wager in of[2]]
        moves += [Move(wager, wager, 0, 0, (2,)) for wager in of[3]]
        seats.append(SeatResult(name, 0, results=tuple(results), moves=tuple(moves)))
    point = 6 if event == "established" else None
    told = replace(rolled, shooter=shooter, event=event, point=point, seats=tuple(seats))
    return sequence(Game(rules), told, Rail(NAMES[:2], NAMES[2:]))

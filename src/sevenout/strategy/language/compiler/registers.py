"""What a strategy remembers from roll to roll: a few small numbers, none of which can grow without end.

Every counted phrase has a register that stops at the largest number it is compared with; a ladder that repeats goes
round. Phrases that count the same share one. A row of wins or losses goes by rolls: one more for a roll that decides
some of its wagers so and none the other way, and over with the first that decides any of them the other way.

Chance is remembered too: a lot that the dice draw, so that the same seed gives the same session in every engine.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from math import lcm

from msgspec import Struct

from sevenout.engine.betting import Settlement
from sevenout.rulebook.compiler.puck_machine import PuckEvent
from sevenout.strategy.language.condition_syntax import Scope, Since
from sevenout.strategy.language.syntax_tree import CountDeclaration

Update = Callable[[list[int], tuple[Settlement, ...], PuckEvent], None]
"""What a roll does to the memory: by what it decided, and what it did to the puck."""

_RESULT = {"hits": "win", "wins": "win", "losses": "lose"}
_OPPOSITE = {"win": "lose", "lose": "win"}
_EVENT = {"points made": "made", "seven-outs": "seven-out", "shooters": "seven-out"}
_ENDS: dict[str | None, tuple[str, ...]] = {
    "shooter": ("seven-out",),
    "point": ("established", "made", "seven-out"),
}
"""The puck's events that end a scope."""


class _Register(Struct, frozen=True):
    """What one number of the memory counts, and since when."""

    counts: str
    """`win` or `lose` of its wagers, `rolls`, an event of the puck; nothing: the file's own lines move it."""
    since: Since | None
    wagers: frozenset[str] = frozenset()
    goes_round: int = 0
    """It starts over behind this number."""


class Registers:
    """The registers that a file asks for while it is compiled."""

    def __init__(self) -> None:
        self._registers: list[_Register] = []
        self._starts: list[int] = []
        self._tops: list[int] = []
        self._shared: dict[_Register, int] = {}

    def register_decisions(
        self, word: str, wagers: Iterable[str], since: Since, top: int, *, wraps: bool = False
    ) -> int:
        """Hits or losses of some wagers; beyond `top` nothing is told apart, or it starts over."""
        return self._shared_register(_Register(_RESULT[word], since, frozenset(wagers), top if wraps else 0), top)

    def register_events(self, word: str, since: Scope, top: int, *, wraps: bool = False) -> int:
        """Rolls, points made or seven-outs."""
        return self._shared_register(_Register(_EVENT.get(word, word), since, goes_round=top if wraps else 0), top)

    def register_count(self, count: CountDeclaration) -> int:
        """A count of the file's own."""
        return self._new(_Register("", count.each), count.low if count.start is None else count.start)

    def limit(self, per: Scope) -> int:
        """How often a line was done, for its `at most`."""
        return self._new(_Register("", per))

    def register_note(self) -> int:
        """What a plan writes down itself before every roll."""
        return self._new(_Register("", None))

    def _shared_register(self, register: _Register, top: int) -> int:
        index = self._shared.get(register)
        if index is None:
            index = self._shared[register] = self._new(register)
        self._tops[index] = max(self._tops[index], top)
        return index

    def _new(self, register: _Register, start: int = 0) -> int:
        self._registers.append(register)
        self._starts.append(start)
        self._tops.append(0)
        return len(self._registers) - 1

    @property
    def start(self) -> tuple[int, ...]:
        """The memory before the first roll."""
        return tuple(self._starts)

    def update(self) -> Update | None:
        """What a roll does to the memory; None if there is nothing that rolls change."""
        decided: dict[tuple[str, str], list[int]] = defaultdict(list)
        happened: dict[str, list[int]] = defaultdict(list)
        ended: dict[str, list[int]] = defaultdict(list)
        for index, register in enumerate(self._registers):
            for wager in register.wagers if register.since != "in a row" else ():
                decided[wager, register.counts].append(index)
            if register.counts and not register.wagers:
                happened[register.counts].append(index)
            for event in _ENDS.get(register.since, ()):
                ended[event].append(index)
        rows = [(index, each) for index, each in enumerate(self._registers) if each.since == "in a row"]
        if not (decided or rows or happened or ended):
            return None
        starts, tops = self._starts, self._tops
        rounds = [bool(register.goes_round) for register in self._registers]

        def count(memory: list[int], index: int) -> None:
            if memory[index] < tops[index]:
                memory[index] += 1
            elif rounds[index]:
                memory[index] = 0

        def update(memory: list[int], results: tuple[Settlement, ...], roll: PuckEvent) -> None:
            """Counts what the roll decided; a scope that it ended then starts anew."""
            for settled in results:
                for index in decided.get((settled.wager, settled.result), ()):
                    count(memory, index)
            for index, row in rows:
                fates = {settled.result for settled in results if settled.wager in row.wagers}
                if _OPPOSITE[row.counts] in fates:
                    memory[index] = 0
                elif row.counts in fates:
                    count(memory, index)
            for index in happened.get("rolls", ()):
                count(memory, index)
            if roll:
                for index in happened.get(roll, ()):
                    count(memory, index)
                for index in ended.get(roll, ()):
                    memory[index] = starts[index]

        return update


# --- lots

_AT_LEAST = 36
"""A ring has at least so many places: as many as there are rolls."""
_TURN, _STEP = 157, 263
_WAYS = (101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 163, 167, 173, 179, 181, 191, 193, 197, 199)
"""Primes above 100: none divides a ring whose chances are at most one in a hundred."""


class LotRing:
    """The places that dice move a lot through, for all chances of a file.

    Nothing but the dice is ever thrown. Each roll, told apart by which die showed what, moves one small number of the
    memory round a ring; a line that leaves something to chance looks at that number in a way of its own. Every roll
    turns the ring one to one, so that once all places are as likely they stay so, whatever total was rolled. A lot is
    known before the roll that it is played on and knows nothing of it; before the first roll nothing has been drawn.

    >>> ring = LotRing([3, 4])
    >>> ring.size, ring.draw(ring.next_place(0, dice=7), line=2, out_of=3)
    (36, 1)
    """

    def __init__(self, out_of: Iterable[int]) -> None:
        common = lcm(*out_of)
        self.size = common * -(-_AT_LEAST // common)
        """How many places there are: every chance takes a whole number of them."""

    def next_place(self, place: int, dice: int) -> int:
        """Where a roll, by its index among all 36, leads."""
        return (_TURN * place + _STEP * (dice + 1)) % self.size

    def draw(self, place: int, line: int, out_of: int) -> int:
        """One of so many lots, each as likely as the others, for a line of the file."""
        return (_WAYS[line % len(_WAYS)] * place + line) % self.size * out_of // self.size

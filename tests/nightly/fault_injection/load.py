"""A full house: many tables of many players, each with a command a second, over real sockets to a real server.

Everything said must be answered, and nothing may be refused for want of strength. How long answers took, what the
server's memory did and what it cost is reported, and judged in full, where nothing else runs. A try is a second.
"""

import asyncio
import random
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tests.nightly.fault_injection.report import Given, Tally
from tests.nightly.fault_injection.speaking import WEAK, Answer, Gone, Speaker
from tests.server.serving import Served, serving

LINES = (
    "bets 10 on pass",
    "roll",
    "bets 5 on field",
    "bets 12 on place-6",
    "roll",
    "bets 12 on place-8",
    "takes down place-6",
    "roll",
    "bets 10 on come",
)
TABLES, PLAYERS = 20, 10
BUSY = "busy"
SLOWEST = 100.0
"""Milliseconds in which 99 of a hundred commands are answered."""
MOST_GROWTH = 1.1
"""The server's memory at the end, by what it was when everybody had sat for a third of the time."""
_LETTERS = "abdefghjkt"


def run(tally: Tally, given: Given) -> None:
    """Plays for so many seconds."""
    with serving(str(given.folder / "house.db"), given.folder) as served:
        measured = asyncio.run(_full_house(served, tally, given.seed))
    tally.notes = str(measured)
    again = f"--seed {given.seed} --count {tally.wanted}{' --full' if given.full else ''}"
    tally.one(measured.failed or (measured.slow or measured.grown if given.full else ""), again, tally.left)


async def _full_house(served: Served, tally: Tally, seed: int) -> "Measured":
    async with Full(served, TABLES, PLAYERS, seed) as house:
        return await house.play(tally.wanted)


class Measured(NamedTuple):
    """What a house under load did."""

    said: int
    accepted: int
    refused: int
    """By the game: not one's turn, no such bet now."""
    errors: Counter[str]
    """Everything else, by kind."""
    p50: float
    p99: float
    """Milliseconds from saying something to its answer."""
    resident: tuple[float, ...]
    """Megabytes of the server, second by second."""
    processor: float
    """The share of one core that the server took."""

    @property
    def failed(self) -> str:
        """What went wrong, however slow or quick it was: that a house is busy may be other work's on the machine."""
        errors = {kind: count for kind, count in self.errors.items() if kind != BUSY}
        if errors:
            return ", ".join(f"{count} {kind}" for kind, count in sorted(errors.items()))
        return "" if self.accepted > self.said / 5 else f"only {self.accepted} of {self.said} accepted: that is no load"

    @property
    def slow(self) -> str:
        """Whether answers took too long, or the house could not."""
        if self.errors[BUSY]:
            return f"{self.errors[BUSY]} were told that the house is busy"
        return "" if self.p99 <= SLOWEST else f"one in a hundred waited {self.p99:.0f} ms or longer"

    @property
    def grown(self) -> str:
        """Whether the server's memory grows."""
        then, now = self.resident[len(self.resident) // 3], self.resident[-1]
        return "" if now <= then * MOST_GROWTH else f"the server grew from {then:.0f} to {now:.0f} MB"

    def __str__(self) -> str:
        errors = ", ".join(f"{count} {kind}" for kind, count in sorted(self.errors.items())) or "no errors"
        first, third, last = self.resident[0], self.resident[len(self.resident) // 3], self.resident[-1]
        return (
            f"{self.said:,} commands ({self.accepted:,} accepted, {self.refused:,} refused by the game, {errors}), "
            f"answered in {self.p50:.1f} ms at the median, {self.p99:.1f} at the 99th of a hundred; server "
            f"{first:.0f}, {third:.0f}, {last:.0f} MB at first, after a third and at the end; "
            f"{self.processor:.0%} of a core"
        )


class Full:
    """A house with so many tables of so many players, who play as often as they are asked to."""

    def __init__(self, served: Served, tables: int, players: int, seed: int) -> None:
        self.served, self._tables, self._players = served, tables, players
        self._rng = random.Random(seed)
        self.tables: list[str] = []
        self.people: list[Player] = []

    async def __aenter__(self) -> "Full":
        host = self.served.guest("Host")
        for number in range(self._tables):
            table = self.served.table(host, rules="catfish-bend", dice="fair", window=30)
            self.tables.append(table)
            for seat in range(self._players):
                name = unlike("P", number * self._players + seat)
                speaker = await Speaker.at(self.served, table, self.served.guest(name))
                self.people.append(Player(name, speaker))
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(player.speaker.go() for player in self.people), return_exceptions=True)

    async def play(self, seconds: float) -> Measured:
        """Everybody plays, or plays on; what was said, answered and spent meanwhile."""
        answers, pid = Answers(), self.served.process.pid
        until = time.perf_counter() + seconds
        seeds = [random.Random(self._rng.random()) for _ in self.people]
        played = (player.play(until, answers, rng) for player, rng in zip(self.people, seeds, strict=True))
        playing = asyncio.gather(*played)
        await asyncio.sleep(min(3.0, seconds / 4))  # everybody sits down at once: that is not what is measured
        answers.milliseconds.clear()
        residents, spent, began = [resident(pid)], processor_seconds(pid), time.perf_counter()
        while not playing.done():
            await asyncio.wait({playing}, timeout=1.0)
            residents.append(resident(pid))
        await playing
        share = (processor_seconds(pid) - spent) / (time.perf_counter() - began)
        said = answers.accepted + answers.refused + answers.errors.total()
        quantiles = answers.quantile(0.5), answers.quantile(0.99)
        gaps = sum(player.speaker.gaps for player in self.people)
        errors = answers.errors + Counter({"gaps between events": gaps})
        return Measured(said, answers.accepted, answers.refused, errors, *quantiles, tuple(residents), share)


class Player:
    """Somebody at a table with a command a second."""

    def __init__(self, name: str, speaker: Speaker) -> None:
        self.name, self.speaker = name, speaker
        self._said = 0
        self._is_seated = False

    async def play(self, until: float, answers: "Answers", rng: random.Random) -> None:
        """A line a second, one after another, until it is time or the house hangs up.

        Whoever a busy house could not seat asks for the seat again, as every client does.
        """
        await asyncio.sleep(rng.random())
        at = rng.randrange(len(LINES))
        while time.perf_counter() < until:
            line = LINES[(at + self._said) % len(LINES)] if self._is_seated else "sits 100000"
            if not await self._say(line, answers):
                return
            await asyncio.sleep(rng.uniform(0.8, 1.2))

    async def _say(self, line: str, answers: "Answers") -> bool:
        self._said += 1
        began = time.perf_counter()
        try:
            answer = await self.speaker.say(f"{self.name}-{self._said}", line)
        except Gone:
            answers.errors["hung up"] += 1
            return False
        except TimeoutError:
            answers.errors["unanswered"] += 1
            return True
        answers.note(answer, 1000 * (time.perf_counter() - began))
        self._is_seated = self._is_seated or answer.accepted  # the first line that is accepted takes the seat
        return True


class Answers:
    """What was answered to everybody, and how quickly."""

    def __init__(self) -> None:
        self.accepted = self.refused = 0
        self.errors: Counter[str] = Counter()
        self.milliseconds: list[float] = []

    def note(self, answer: Answer, milliseconds: float) -> None:
        """One answer."""
        self.milliseconds.append(milliseconds)
        if answer.accepted:
            self.accepted += 1
        elif answer.code in WEAK:
            self.errors[answer.code] += 1
        else:
            self.refused += 1

    def quantile(self, share: float) -> float:
        """What this share of answers took at most."""
        ordered = sorted(self.milliseconds)
        return ordered[int(share * (len(ordered) - 1))] if ordered else 0.0


def unlike(first: str, number: int) -> str:
    """A name like no other: the house takes 6 and 8 for one."""
    return first + "".join(_LETTERS[int(digit)] for digit in f"{number:04}")


def resident(pid: int) -> float:
    """The megabytes of a process that are in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1e6


def processor_seconds(pid: int) -> float:
    """What a process has spent."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / 100

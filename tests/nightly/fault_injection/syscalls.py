"""A call to the system fails: at every one that a house makes to its files while somebody bets, throws and is paid.

It fails with EIO or ENOSPC, once or until the disk is well again; or does half of what was asked; or the house is
killed there and then. The house may say `unavailable`; what is said again with the same key is there once, what was
accepted is there, and when the disk is well the house goes on by itself.
"""

import random
from typing import NamedTuple

import httpx
from websockets.exceptions import ConnectionClosed

from sevenout.server.verification.verifier import head_of_log
from tests.nightly.fault_injection.preload import KINDS, Control, built, environment
from tests.nightly.fault_injection.rail import GONE, Ledger
from tests.nightly.fault_injection.report import Given, Tally
from tests.nightly.fault_injection.warm import Warm, Warmed, warm
from tests.server.serving import Client

CYCLE = ("bets 10 on pass", "bets 5 on field", "roll 4 3")
"""A bet, a throw, and both bets decided; the next cycle begins where this one did."""
_SETTINGS = ("wal_autocheckpoint=40",)
"""So that most cycles recycle the log too."""
_CASES_A_TABLE, _CASES_A_CONNECTION, _RESTARTED_EVERY = 20, 5, 15
_TRIES, _MENDED_AFTER = 8, 3
"""How often the same is said again, and after how many of them the disk is well."""
_COUNTED = 5
"""Cycles that are played without a fault, to count their calls."""
_ROUNDS = 20
"""How often a call is tried that a cycle did not make: those that recycle the log make more of them."""


class Way(NamedTuple):
    """In which way calls fail, and which calls can fail so."""

    how: str
    kinds: tuple[str, ...]
    for_ever: bool = False


_FULL = ("opens", "writes", "syncs", "truncates", "renames")
WAYS = (
    Way("EIO", KINDS),
    Way("EIO", tuple(kind for kind in KINDS if kind != "locks"), for_ever=True),
    Way("ENOSPC", _FULL),
    Way("ENOSPC", _FULL, for_ever=True),
    Way("short", ("reads", "writes")),
    Way("kill", KINDS),
)


class Fault(NamedTuple):
    """What goes wrong."""

    number: int
    """Which call of the cycle it is, of those that can fail so."""
    way: Way

    def __str__(self) -> str:
        return f"{self.way.how} at call {self.number}{' and all after it' if self.way.for_ever else ''}"


def all_faults(calls: dict[Way, int], seed: int) -> list[Fault]:
    """Every call in every way, in an order by chance."""
    faults = [Fault(number, way) for way in WAYS for number in range(1, calls[way] + 1)]
    random.Random(seed).shuffle(faults)
    return faults


class Wrong(Exception):
    """What no house may do."""


class _Cycles:
    """A house, a player who does the same over and over, and what they were told."""

    def __init__(self, warmed: Warm, control: Control, given: Given) -> None:
        self._control = control
        self._served = Warmed(warmed, str(given.folder / "live" / "house.db"), given.folder / "live")
        self._tried = self._counted = self._opened = 0

    def close(self) -> None:
        """The house is not needed any more."""
        self._served.kill()

    def begin(self) -> None:
        """A table of its own, with a log that is short, and somebody of its own: one person may open so many."""
        self._opened += 1
        self._host = self._served.guest(_name(self._opened, "H"))
        game = {"rules": "catfish-bend", "dice": "entered"}
        self._table = self._served.table(self._host, **game)
        self._client = self._connected()
        self._ledger, self._accepted = Ledger(head_of_log(self._log()[0]).game), dict[str, int]()
        self._say("sits", "sits 100000")

    def _connected(self) -> Client:
        client = self._served.connect(self._table, self._host, compression=None)
        client.hear("snapshot")
        return client

    def _connect_anew(self) -> None:
        """Nobody may say so much over one connection."""
        self._client.socket.close()
        self._client = self._connected()

    def count(self, way: Way) -> int:
        """How many calls a cycle makes that can fail in a way; most where the log is recycled in it."""
        counted = []
        self._connect_anew()
        for _ in range(_COUNTED):
            self._counted += 1
            self._control.count(way.kinds)
            self._cycle(f"counted-{self._counted}", "")
            counted.append(self._control.seen)
        return max(counted)

    def tried(self, fault: Fault) -> str | None:
        """Plays a cycle in which something fails: what the house did that it must not; None if it was not reached."""
        self._tried += 1
        way = fault.way
        try:
            if self._tried % _CASES_A_TABLE == 0:
                self.begin()
            elif self._tried % _CASES_A_CONNECTION == 0:
                self._connect_anew()
            self._control.fail(fault.number, way.how, for_ever=way.for_ever, kinds=way.kinds)
            self._cycle(f"{self._tried}", way.how)
            self._control.mend()
            if way.how == "kill" and self._control.failed and not self._is_there():
                self._served.gone()  # killed by what it wrote after its last answer
                self._again()
            self._newcomer()
            self._look()
            if self._tried % _RESTARTED_EVERY == 0:
                self._served.kill()
                self._again()
                self._look()
        except (Wrong, *GONE) as wrong:
            said = f"{fault} ({self._control.failed}): {wrong}"
            self._control.mend()
            self._served.kill()
            self._served.start()
            self.begin()
            return said
        return "" if self._control.failed else None

    def _cycle(self, name: str, how: str) -> None:
        for number, line in enumerate(CYCLE):
            self._say(f"{name}-{number}", line, how)

    def _say(self, key: str, line: str, how: str = "") -> None:
        """Says something until it is accepted."""
        for attempt in range(_TRIES):
            if attempt == _MENDED_AFTER:
                self._control.mend()
            try:
                answer = self._client.say(key, line)
            except ConnectionClosed as closed:
                if how != "kill" or not self._control.failed:
                    raise Wrong(f"«{line}»: the house hung up ({closed})") from closed
                self._control.mend()
                self._served.gone()
                self._again()
                continue
            if answer["type"] == "accepted":
                self._accepted[key] = answer["n"]
                return
            if answer["code"] != "unavailable" or not self._control.failed:
                raise Wrong(f"«{line}» was refused: {answer['code']}, {answer['reason']}")
        raise Wrong(f"«{line}»: the disk is well, and the house still says {answer['reason']}")

    def _again(self) -> None:
        """The house is started again on the same file."""
        self._served.start()
        self._client = self._connected()

    def _is_there(self) -> bool:
        try:
            return self._served.web.get("/api/tables").is_success
        except httpx.TransportError:
            return False

    def _newcomer(self) -> None:
        """Somebody can still come in, and is known."""
        answer = self._served.web.post("/api/guests", json={"name": _name(self._tried)})
        if answer.status_code != 201:
            raise Wrong(f"nobody can come in any more: {answer.text[:100]}")

    def _look(self) -> None:
        """What was accepted is in the log, once; all of the log is true."""
        wrong = self._ledger.read(self._log()) or self._ledger.misses(self._accepted)
        if not wrong and self._ledger.keys.keys() != self._accepted.keys():
            wrong = f"nobody was told of {min(self._ledger.keys.keys() - self._accepted.keys())}"
        if wrong:
            raise Wrong(wrong)

    def _log(self) -> list[bytes]:
        log = self._served.web.get(f"/api/tables/{self._table}/log")
        if log.status_code != 200:
            raise Wrong(f"the log cannot be read: {log.text[:100]}")
        return log.content.splitlines()


def _name(number: int, first: str = "N") -> str:
    return first + "".join("abdefghjkt"[int(digit)] for digit in f"{number:05}")


def run(tally: Tally, given: Given) -> None:
    """Lets as many calls fail as are left to try, or all that there are."""
    live = given.folder / "live"
    live.mkdir()
    control = Control(given.folder / "control")
    with warm(_SETTINGS, environment(built(given.folder), live, control=control)) as warmed:
        cycles = _Cycles(warmed, control, given)
        try:
            cycles.begin()
            calls = {way: cycles.count(way) for way in WAYS}
            faults = all_faults(calls, given.seed)
            told = f"a cycle makes up to {max(calls.values())} calls, which can fail in {len(faults)} ways"
            for _ in range(_ROUNDS):
                faults = _unreached(tally, given, cycles, faults)
            tally.notes = told if not faults or not tally.left else f"{told}; {len(faults)} of them were never made"
        finally:
            cycles.close()


def _unreached(tally: Tally, given: Given, cycles: _Cycles, faults: list[Fault]) -> list[Fault]:
    """Tries faults, as many as are left to try; those whose call was not made."""
    unreached = []
    for fault in faults:
        wrong = cycles.tried(fault) if tally.left else None
        if wrong is None:
            unreached.append(fault)
        else:
            tally.one(wrong, f"--seed {given.seed}")
    return unreached

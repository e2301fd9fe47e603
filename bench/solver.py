"""The solver: answers with their certificates, the stand-alone verifier, a deadline, and the memory they take."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
VERIFIER = ROOT / "tools" / "verify_certificate.py"
HOUSE = "catfish-bend"


class Aim(NamedTuple):
    """A bankroll that shall double, and the seconds of one core that the answer and its verification may take."""

    bankroll: int
    solved_in: int
    verified_in: int


AIMS = (Aim(300, 3, 15), Aim(1000, 40, 200))
DEADLINE, WITHIN = 20, 5
MEMORY = 2000
"""MB that no run may need more of."""


class Cost(NamedTuple):
    """What a program of its own cost."""

    seconds: float
    megabytes: float
    printed: str


def _run(*order: str) -> Cost:
    """Runs a program and weighs it: seconds of processor time, and its largest memory."""
    watcher = (
        "import json,resource,subprocess,sys\n"
        "ran = subprocess.run(sys.argv[1:], capture_output=True, text=True, check=True)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss, ran.stdout]))\n"
    )
    ran = subprocess.run([sys.executable, "-c", watcher, *order], capture_output=True, text=True, check=True)
    seconds, largest, printed = json.loads(ran.stdout)
    return Cost(seconds, largest / (1024 * 1024 if sys.platform == "darwin" else 1024), printed)


def _solve(bankroll: int, *more: str) -> Cost:
    order = ("-m", "sevenout", "solve", HOUSE, "--bankroll", str(bankroll), "--json", *more)
    return _run(sys.executable, *order)


def solving() -> list[str]:
    """Line and odds in chips of 1, with the certificate written: from the start of the program to its end."""
    return list(_solving())


def _solving() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        for aim in AIMS:
            cost = _solve(aim.bankroll, "--certificate", str(Path(folder, "best.json")))
            found = json.loads(cost.printed)
            gap = float(found["at_most"]) - float(found["at_least"])
            told = f"{cost.seconds:.2f} s (under {aim.solved_in}), bounds {gap:.1e} apart, {cost.megabytes:.0f} MB"
            yield f"solving {aim.bankroll} to {2 * aim.bankroll} with its certificate: {told} (under {MEMORY})"


def verifying() -> list[str]:
    """The stand-alone verifier, the standard library alone, every action tried."""
    return list(_verifying())


def _verifying() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        for aim in AIMS:
            file = str(Path(folder, "best.json"))
            _solve(aim.bankroll, "--certificate", file)
            cost = _run(sys.executable, "-I", str(VERIFIER), file)
            told = f"{cost.seconds:.1f} s (under {aim.verified_in}), {cost.megabytes:.0f} MB"
            yield f"verifying {aim.bankroll} to {2 * aim.bankroll}: {told}"


def waiting() -> list[str]:
    """A deadline, line and odds in chips of 1."""
    cost = _solve(300, "--rolls", str(DEADLINE))
    return [
        f"solving 300 to 600 within {DEADLINE} rolls: {cost.seconds:.2f} s (under {WITHIN}), {cost.megabytes:.0f} MB"
    ]

"""What to type to look at one session of a simulation, roll by roll."""

import shlex
from collections.abc import Iterable

from sevenout.base.money import Cents, units

LONGEST = 20_000
"""So many rolls of a session can be looked at: a transcript has room for them."""


def session_order(
    name: str, rules: str, rolls: int, bankroll: Cents, seed: int, settings: Iterable[str], number: int
) -> str:
    """What to type to look at one session of a simulation.

    >>> session_order("pass-line", "typical", 200, 300_00, 1, ["unit=25"], 17)
    'sevenout strategy session pass-line --rules typical --rolls 200 --bankroll 300 --seed 1 --set unit=25 --number 17'
    """
    words = ["sevenout", "strategy", "session", name, "--rules", rules, "--rolls", str(rolls), "--bankroll"]
    words += [units(bankroll), "--seed", str(seed), *(word for setting in settings for word in ("--set", setting))]
    return shlex.join([*words, "--number", str(number)])

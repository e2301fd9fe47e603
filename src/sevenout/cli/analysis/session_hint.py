"""What to type to look at one session of a simulation, roll by roll."""

import shlex
from collections.abc import Iterable

from sevenout.cli.analysis.session_arguments import SessionOptions

LONGEST = 20_000
"""So many rolls of a session can be looked at: a transcript has room for them."""


def session_order(
    name: str,
    rules: str,
    asked: SessionOptions,
    seed: int,
    settings: Iterable[str],
    number: int,
    dice: str | None = None,
) -> str:
    """What to type to look at one session of a simulation.

    >>> from sevenout.strategy.session_end import SessionEnd
    >>> asked = SessionOptions(SessionEnd(rolls=200), 144, 300_00, None, None)
    >>> session_order("pass-line", "typical", asked, 1, ["unit=25"], 17)
    'sevenout strategy session pass-line --rules typical --rolls 200 --bankroll 300 --seed 1 --set unit=25 --number 17'
    """
    words = ["sevenout", "strategy", "session", name, "--rules", rules, *asked.words]
    words += ["--seed", str(seed), *(word for setting in settings for word in ("--set", setting))]
    words += [] if dice is None else ["--dice", dice]
    return shlex.join([*words, "--number", str(number)])

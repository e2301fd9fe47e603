"""The whole house under one seed, evening after evening; `tests.nightly.world` has what is made up and what is looked
at.

Which servers there are, who comes, what they say and what goes wrong is the seed's, and so is every order in which it
happens: what went wrong goes wrong again.
"""

from tests.nightly.fault_injection.report import Given, Tally
from tests.nightly.world.__main__ import sound


def run(tally: Tally, given: Given) -> None:
    """Plays so many evenings."""
    entries = 0
    for outcome in sound(given.seed, tally.wanted):
        entries += outcome.counted.get("line", 0)
        tally.notes = f"{entries:,} entries; python -m tests.nightly.world --seed N prints an evening line by line"
        tally.one("; ".join(outcome.wrong[:1]), f"--seed {outcome.seed} --count 1")

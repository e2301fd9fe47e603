"""A seat at the terminal: lines typed into `sevenout play`, and dice that roll what a test needs."""

from sevenout.base.dice import SeededDice
from tests.unit.cli.command import Ran, run


def at_the_table(*lines: str, options: tuple[str, ...] = (), seed: str = "sevenout") -> Ran:
    """What a player sees who types these lines."""
    typed = "".join(f"{line}\n" for line in lines)
    return run("play", *options, "--seed", seed, stdin=typed.encode(errors="surrogatepass"))


def alone(*lines: str, seed: str = "sevenout") -> Ran:
    """The same, with nobody else at the rail."""
    return at_the_table(*lines, options=("--name", "Ann", "--company", "0"), seed=seed)


def seed_for(*totals: int) -> str:
    """A seed whose first rolls have these totals."""
    for number in range(100_000):
        thrown = SeededDice(str(number))
        if all(thrown.throw().total == total for total in totals):
            return str(number)
    raise AssertionError("no such seed")

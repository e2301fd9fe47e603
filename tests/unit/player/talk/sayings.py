"""A list of sayings: what lies on the table, what somebody says then, and what it is to come to."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sevenout import Game, Table
from sevenout.base.refusal import Refusal
from sevenout.player.talk import Heard, ReadingChoice, SeatMemory, Unclear, Understood, memory_of, understand
from sevenout.player.talk.amounts import refused_commands
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table.notation import parse_line

LISTS = Path(__file__).parent / "sayings"
YOU = "Ann"


class Saying(NamedTuple):
    """One of them, with the table at which it is said."""

    number: int
    table: Table
    memory: SeatMemory
    line: str
    wanted: str


def sayings(house: str) -> Iterator[Saying]:
    """Every saying of a house's list, in order."""
    return read_sayings(house, (LISTS / f"{house}.sayings").read_text(encoding="utf-8"))


def read_sayings(house: str, text: str) -> Iterator[Saying]:
    """Every saying of a list, with the table as it lies there."""
    game = Game(open_book(house), undo=True)
    table, memory, settled = Table(game), SeatMemory(), False
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if line.startswith("["):
            table, settled = Table(game), False
        elif " => " in line:
            said, _, wanted = line.partition(" => ")
            memory, settled = (memory, True) if settled else (memory_of(table, YOU), True)
            yield Saying(number, table, memory, said, wanted)
        elif line and not line.startswith("#"):
            command = parse_line(line, number, tuple(game.rules.by_key))
            answer = table.execute(command)  # type: ignore[arg-type]
            assert not isinstance(answer, Refusal), f"{house}, line {number}: {answer.reason}"


def got(saying: Saying) -> str:
    """What is understood, as a list writes it."""
    return shown(saying.table, understand(saying.table, YOU, saying.line, saying.memory))


def shown(table: Table, heard: Heard) -> str:
    """The commands without the name, a choice of them, the nearest line, or that it is unclear."""
    match heard:
        case Understood((), "roll"):
            return "roll"
        case Understood(commands):
            return _written(heard) + (" (refused)" if refused_commands(table, YOU, commands) else "")
        case ReadingChoice(of):
            return f"choice: {' | '.join(map(_written, of))}"
        case Unclear(_, nearest) if nearest:
            return f"nearest: {nearest}"
    return "unclear"


def _written(heard: Understood) -> str:
    return "; ".join(line.removeprefix(f"{YOU} ") for line in heard.lines)


if __name__ == "__main__":  # python -m tests.unit.player.talk.sayings typical: what is not as wanted
    import sys

    for house in sys.argv[1:]:
        every = list(sayings(house))
        wrong = [(saying, answer) for saying in every if (answer := got(saying)) != saying.wanted]
        for saying, answer in wrong:
            print(f"{saying.number}: {saying.line}\n    wanted {saying.wanted}\n    got    {answer}")
        print(f"{house}: {len(every)} sayings, {len(wrong)} not as wanted")

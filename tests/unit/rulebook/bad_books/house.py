"""A small sound house to break, one line at a time."""

from sevenout.base.errors import Fault
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book
from sevenout.rulebook.source import parse

SOUND = """\
format = 1
name   = "sound"
title  = "A sound house"

[table]
minimum = 5
maximum = 500
chip    = 1

[money]
rounding = "down"

[puck]
points      = [4, 5, 6, 8, 9, 10]
established = { when = "off", roll = ["points"] }
made        = { when = "on", roll = ["point"] }
seven-out   = { when = "on", roll = [7] }

[shooter]
line = ["pass"]

[groups.inside]
of      = "place-n"
numbers = [5, 6, 8, 9]

[wagers.pass]
made      = "off"
win       = [{ when = "off", roll = [7, 11] }, { when = "on", roll = ["point"] }]
lose      = [{ when = "off", roll = [2, 3, 12] }, { when = "on", roll = [7] }]
otherwise = "stay"
pays      = "1:1"

[wagers.pass-odds]
made        = "on"
attaches-to = "pass"
cap         = { by = "stake", times = 2 }
win         = { when = "on", roll = ["point"] }
lose        = { when = "on", roll = [7] }
otherwise   = "stay"
pays        = { 4 = "2:1", 5 = "3:2", 6 = "6:5", 8 = "6:5", 9 = "3:2", 10 = "2:1" }

[wagers.come]
made   = "on"
win    = [7, 11]
lose   = [2, 3, 12]
travel = { roll = ["points"], to = "come-*" }
pays   = "1:1"

[wagers.come-n]
each      = "points"
made      = "never"
win       = ["n"]
lose      = [7]
otherwise = "stay"
pays      = "1:1"

[wagers.come-odds-n]
each        = "points"
attaches-to = "come-n"
cap         = { by = "stake", times = 2 }
win         = ["n"]
lose        = [7]
otherwise   = "stay"
pays        = "1:1"
working     = { off = false, idle = "returned with the flat" }

[wagers.place-n]
each       = "points"
win        = ["n"]
lose       = [7]
otherwise  = "stay"
pays       = { 4 = "9:5", 5 = "7:5", 6 = "7:6", 8 = "7:6", 9 = "7:5", 10 = "9:5" }
commission = { rate = "1:20", of = "stake" }

[wagers.craps-2]
win       = [2]
otherwise = "lose"
pays      = "30:1"

[wagers.eleven]
win       = [11]
otherwise = "lose"
pays      = "15:1"

[wagers.two-way]
parts = { craps-2 = 1, eleven = 1 }

[wagers.field]
win       = [2, 3, 4, 9, 10, 11, 12]
otherwise = "lose"
pays      = { 2 = "2:1", otherwise = "1:1" }
"""


def check(text: str) -> tuple[CompiledBook | None, tuple[Fault, ...]]:
    return check_book(parse(text, "house.toml"))


def faults(text: str) -> tuple[Fault, ...]:
    return check(text)[1]


def line_of(text: str, start: str, below: str = "") -> int:
    """The number of the first line that begins so, below one that begins so."""
    lines = text.split("\n")
    first = next(number for number, line in enumerate(lines) if line.startswith(below))
    return next(number for number in range(first, len(lines)) if lines[number].startswith(start)) + 1


def rewritten(table: str, word: str, written: str, text: str = SOUND) -> str:
    """The house with one word of one table (none: the top) written otherwise, or added if it is not there."""
    lines = text.split("\n")
    header = lines.index(f"[{table}]") if table else -1
    for number in range(header + 1, len(lines)):
        if lines[number].startswith("["):
            break
        if lines[number].split(" ", 1)[0] == word:
            lines[number] = written
            return "\n".join(lines)
    lines.insert(header + 1, written)
    return "\n".join(lines)

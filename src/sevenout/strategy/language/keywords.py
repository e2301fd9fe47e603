"""The words a strategy is written in, beside the names of the wagers."""

import re
from typing import Literal, get_args

from sevenout.base.vocabulary import BOX_NUMBERS, WAGERS, stem
from sevenout.rulebook.compiler.transitions import Outcome
from sevenout.strategy.language.condition_syntax import Decision, Result, Scope, Side
from sevenout.strategy.language.syntax_tree import ProvisoWord

FAMILIES = ("place", "buy", "lay", "hard", "props", "all")
"""All of a kind that are up: to take down, to call, to count; not to bet."""

COME: tuple[Side, ...] = ("come", "dont-come")
"""In conditions and counts the bets that have travelled are among them; in actions it is the box."""

PER_POINT = ("come-odds", "dont-come-odds")
"""One for each come bet that has travelled."""

PLACE_GROUPS = ("place-inside", "place-outside", "place-across")
"""The place bets of a group, without the one on the point."""

PLACE_POINT = "place-point"

HARDWAYS, IRON_CROSS = "hardways", "iron-cross"
"""Every hardway of the house; the field, and the place bets on the numbers that it loses on."""

COLLECTIVES = (*FAMILIES, *PER_POINT, *PLACE_GROUPS, PLACE_POINT, HARDWAYS, IRON_CROSS)
"""Every name that stands for several wagers."""

FURTHER_NUMBERS = (2, 3, 11, 12)
"""Numbers that some house makes points of."""

KNOWN_WAGERS = frozenset(WAGERS) | {
    f"{family}-{number}"
    for family in {stem(wager) for wager in WAGERS if wager.endswith(tuple(f"-{number}" for number in BOX_NUMBERS))}
    for number in FURTHER_NUMBERS
    if family not in ("hard", "hop", "big")
}
"""Every wager that can be named without a rulebook at hand."""

Verb = Literal[
    "bet", "keep", "press", "parlay", "reduce", "take", "call", "raise", "lower", "double", "set", "sit", "leave",
    "play", "then",
]  # fmt: skip
VERBS: tuple[Verb, ...] = get_args(Verb)
DECLARATIONS: tuple[Literal["unit", "let", "count"], ...] = ("unit", "let", "count")
HEADINGS = ("every", "when", "on", "with", "otherwise")
PROVISOS: tuple[ProvisoWord, ...] = ("if", "while", "unless")
SCOPES: tuple[Scope, ...] = ("shooter", "point", "session")
RESULT_OF: dict[Result, Outcome] = {"wins": "win", "hits": "win", "loses": "lose", "pushes": "push"}
RESULTS: tuple[Result, ...] = tuple(RESULT_OF)
DECISIONS: tuple[Decision, ...] = ("hits", "wins", "losses")
HAPPENINGS: tuple[Literal["rolls", "seven-outs", "shooters"], ...] = ("rolls", "seven-outs", "shooters")
SINGULARS = {
    "hit": "hits",
    "win": "wins",
    "loss": "losses",
    "roll": "rolls",
    "point made": "points made",
    "seven-out": "seven-outs",
    "shooter": "shooters",
    "bet": "bets",
    "unit": "units",
    "time": "times",
}
"""Accepted behind a 1 (and elsewhere)."""
SINGULAR_OF = {plural: singular for singular, plural in SINGULARS.items()}

CONDITIONS = (
    "not", "on", "with", "the", "covered", "nothing", "a",
    "at", "after", "fewer", "exactly", "no", "up", "down", "rack",
)  # fmt: skip
"""The words that a condition may begin with, beside wagers, numbers and counts."""

ANOTHER_WORD = {
    "net": "write 'up 200' or 'down 200' (won or lost so far, add 'this shooter' if meant), or 'rack at least 200'",
    "profit": "write 'up 200' (add 'this shooter' if meant)",
    "loss": "write 'down 200' (add 'this shooter' if meant)",
    "bankroll": "write 'rack at least 200' for the chips in the rack, 'up 200' or 'down 200' for won or lost so far",
    "peak": "write 'down 100 from the peak' or 'down 20% from the peak'",
    "drawdown": "write 'down 100 from the peak' or 'down 20% from the peak'",
    "point": "write 'with a point', 'with the point on 6' or 'the point is 6'",
    "come-out": "write 'on the come-out'",
    "always": "write 'every roll:', or the line alone",
}
"""What people write instead of a word of this language, and what to write."""

ANOTHER_VERB = {
    "if": "begin the heading with 'when', or put the 'if' behind the action, such as 'bet 5 on field if up 50'",
    "quit": "write 'leave'",
    "stop": "write 'leave', or 'sit out' to stay without a new bet",
    "go": "write 'leave'",
    "turn": "write 'call place off' or 'call place on'",
    "halve": "write 'set level to level / 2' for a count, 'reduce place-6 to 6' for a bet",
}
"""What people write instead of a verb, and what to write."""

FIGURES = {
    word: number
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
}
"""Numbers in letters."""

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
"""How a count or a parameter may be called."""

RESERVED = frozenset({
    "3-4-5x", "a", "after", "and", "at", "bankroll", "be", "bet", "bets", "box", "by", "call", "come-out", "count",
    "covered", "double", "down", "each", "every", "exactly", "expect", "fewer", "from", "given", "half", "hard",
    "hit", "hits", "if", "in", "is", "it", "its", "keep", "least", "leave", "left", "let", "loses", "loss", "losses",
    "lower", "made", "max", "min", "most", "no", "not", "nothing", "number", "of", "off", "on", "or", "otherwise",
    "out", "over", "parlay", "peak", "per", "play", "point", "points", "press", "pushes", "rack", "raise", "reduce",
    "repeating", "roll", "rolls", "row", "session", "set", "seven-out", "seven-outs", "sevens", "shooter", "shooters",
    "sit", "starting", "starts", "take", "than", "that", "the", "then", "this", "time", "times", "to", "under",
    "unit", "units", "unless", "until", "up", "when", "while", "win", "winnings", "wins", "with", "x",
})  # fmt: skip
"""No count and no parameter may have one of these names."""

SPREADS = {"across": "place-across", "inside": "place-inside", "outside": "place-outside"}
"""The words behind a total, and the wagers that it is spread over."""

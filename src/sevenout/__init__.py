"""Craps, by the book: casinos' written craps rules as data, played, settled, explained and analysed exactly.

>>> import sevenout
>>> game = sevenout.Game.open("marina-bay-sands")
>>> table = sevenout.Table(game)
>>> table.seat("Ann", 100_000)
>>> table.bet("Ann", "pass", 2_500)
>>> table.roll(sevenout.roll(6, 5)).settled[0][1].won
2500
>>> table.bet("Ann", "hop-3-3", 2_500).reason
'Marina Bay Sands offers no hop-3-3.'

Here are the nouns (`Game`, `Table`, `Position`, `View`, …), what comes out (`Edges`, `Distribution`, `Result`, …), the
functions that make it, and every error. They are imported when they are first used, so that `import sevenout` costs
next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sevenout import exact, offers
    from sevenout.automaton import Disagreement, HiddenState, OverBudget, Reckoning, Untraceable
    from sevenout.bots import Bot
    from sevenout.compile import check_book, open_book
    from sevenout.dice import ROLLS, Roll, ScriptedDice, SeededDice, SystemDice, roll
    from sevenout.errors import (
        BadEntry,
        BadInput,
        BadRulebook,
        BadTranscript,
        Fault,
        Malformed,
        SaidNo,
        SevenoutError,
        WrongType,
    )
    from sevenout.exact.compare import Comparison, compare
    from sevenout.exact.house_edge import Edges, Worth, edges, worth
    from sevenout.exact.line import LineWithOdds
    from sevenout.exact.session import Distribution, TooLarge, distribution
    from sevenout.exact.stakes import AtStake, Sweep, at_stake, sweep, sweeps
    from sevenout.extras import MissingExtra
    from sevenout.game import Game
    from sevenout.money import Odds, cents, format_amount, parse_amount
    from sevenout.offers import Offer, offer
    from sevenout.position import EMPTY, Change, Move, Position, Settlement, call, place, reduce, settle, take_down
    from sevenout.refusal import Citation, Refusal
    from sevenout.replay import play
    from sevenout.rulebook import read_book, shipped
    from sevenout.simulation.cluster import NoCluster
    from sevenout.simulation.jobs import Job
    from sevenout.simulation.results import Part
    from sevenout.simulation.run import Result, simulate
    from sevenout.spots import describe
    from sevenout.strategy.language.checking import NotOffered
    from sevenout.strategy.language.mistakes import BadStrategy
    from sevenout.strategy.language.plan import Plan
    from sevenout.strategy.library import named, open_strategy
    from sevenout.strategy.view import FalsePlay, Strategy, View
    from sevenout.table import Table
    from sevenout.table.events import Rolled
    from sevenout.table.evolve import evolve
    from sevenout.table.layouts import Layout, Lying
    from sevenout.table.log import Recorded
    from sevenout.table.snapshot import Snapshot
    from sevenout.transcript import parse_line

__all__ = [
    "EMPTY",
    "ROLLS",
    "AtStake",
    "BadEntry",
    "BadInput",
    "BadRulebook",
    "BadStrategy",
    "BadTranscript",
    "Bot",
    "Change",
    "Citation",
    "Comparison",
    "Disagreement",
    "Distribution",
    "Edges",
    "FalsePlay",
    "Fault",
    "Game",
    "HiddenState",
    "Job",
    "Layout",
    "LineWithOdds",
    "Lying",
    "Malformed",
    "MissingExtra",
    "Move",
    "NoCluster",
    "NotOffered",
    "Odds",
    "Offer",
    "OverBudget",
    "Part",
    "Plan",
    "Position",
    "Reckoning",
    "Recorded",
    "Refusal",
    "Result",
    "Roll",
    "Rolled",
    "SaidNo",
    "ScriptedDice",
    "SeededDice",
    "Settlement",
    "SevenoutError",
    "Snapshot",
    "Strategy",
    "Sweep",
    "SystemDice",
    "Table",
    "TooLarge",
    "Untraceable",
    "View",
    "Worth",
    "WrongType",
    "at_stake",
    "call",
    "cents",
    "check_book",
    "compare",
    "describe",
    "distribution",
    "edges",
    "evolve",
    "exact",
    "format_amount",
    "named",
    "offer",
    "offers",
    "open_book",
    "open_strategy",
    "parse_amount",
    "parse_line",
    "place",
    "play",
    "read_book",
    "reduce",
    "roll",
    "settle",
    "shipped",
    "simulate",
    "sweep",
    "sweeps",
    "take_down",
    "worth",
]

_HOMES = {
    "automaton": ("Disagreement", "HiddenState", "OverBudget", "Reckoning", "Untraceable"),
    "bots": ("Bot",),
    "compile": ("check_book", "open_book"),
    "dice": ("ROLLS", "Roll", "ScriptedDice", "SeededDice", "SystemDice", "roll"),
    "errors": (
        "BadEntry",
        "BadInput",
        "BadRulebook",
        "BadTranscript",
        "Fault",
        "Malformed",
        "SaidNo",
        "SevenoutError",
        "WrongType",
    ),
    "exact.compare": ("Comparison", "compare"),
    "exact.house_edge": ("Edges", "Worth", "edges", "worth"),
    "exact.line": ("LineWithOdds",),
    "exact.session": ("Distribution", "TooLarge", "distribution"),
    "exact.stakes": ("AtStake", "Sweep", "at_stake", "sweep", "sweeps"),
    "extras": ("MissingExtra",),
    "game": ("Game",),
    "money": ("Odds", "cents", "format_amount", "parse_amount"),
    "offers": ("Offer", "offer"),
    "position": ("EMPTY", "Change", "Move", "Position", "Settlement", "call", "place", "reduce", "settle", "take_down"),
    "refusal": ("Citation", "Refusal"),
    "replay": ("play",),
    "rulebook": ("read_book", "shipped"),
    "simulation.cluster": ("NoCluster",),
    "simulation.jobs": ("Job",),
    "simulation.results": ("Part", "Result"),
    "simulation.run": ("simulate",),
    "spots": ("describe",),
    "strategy.language.checking": ("NotOffered",),
    "strategy.language.mistakes": ("BadStrategy",),
    "strategy.language.plan": ("Plan",),
    "strategy.library": ("named", "open_strategy"),
    "strategy.view": ("FalsePlay", "Strategy", "View"),
    "table": ("Table",),
    "table.events": ("Rolled",),
    "table.evolve": ("evolve",),
    "table.layouts": ("Layout", "Lying"),
    "table.log": ("Recorded",),
    "table.snapshot": ("Snapshot",),
    "transcript": ("parse_line",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_NEED_NUMPY = ("exact.session",)


def __getattr__(name: str) -> Any:
    if name in {"exact", "offers"}:  # modules: once anything imports one, it would hide a function of that name
        return import_module(f"sevenout.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'sevenout' has no attribute {name!r}")
    return getattr(import_module(f"sevenout.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    """All names; without NumPy those that can be had, because `help(sevenout)` asks for every one of them."""
    from importlib.util import find_spec

    missing = () if find_spec("numpy") else _NEED_NUMPY
    return [*(name for name in __all__ if _HOME_OF.get(name) not in missing), "__version__"]

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

from sevenout.base.version import __version__ as __version__

if TYPE_CHECKING:
    from sevenout.analysis import (
        AtStake,
        BetSet,
        ClassTooLarge,
        Comparison,
        DiceReport,
        Distribution,
        Edges,
        Job,
        LineWithOdds,
        NeverDecided,
        NoCluster,
        NoKernelHere,
        PartialResult,
        Result,
        RuleCosts,
        Sweep,
        TooLarge,
        WagerEdge,
        at_stake,
        bet_set,
        compare,
        distribution,
        edges,
        exact,
        examine_rolls,
        read_dice,
        read_rolls,
        rule_costs,
        simulate,
        sweep,
        sweeps,
        wager_edge,
    )
    from sevenout.base import (
        ROLLS,
        BadEntry,
        BadInput,
        BadRulebook,
        BadTranscript,
        Citation,
        DiceModel,
        Fault,
        GameRefused,
        Malformed,
        MissingExtra,
        Odds,
        Refusal,
        Roll,
        ScriptedDice,
        SeededDice,
        SevenoutError,
        SystemDice,
        WrongType,
        cents,
        format_amount,
        parse_amount,
        roll,
    )
    from sevenout.crew import play
    from sevenout.engine import (
        EMPTY,
        Change,
        Game,
        Move,
        Offer,
        Position,
        Settlement,
        call,
        describe,
        offer,
        offers,
        place,
        reduce,
        settle,
        take_down,
    )
    from sevenout.player import Bot
    from sevenout.rulebook import check_book, open_book, read_book, shipped
    from sevenout.strategy import (
        BadStrategy,
        Disagreement,
        FalsePlay,
        HiddenState,
        NotOffered,
        OverBudget,
        Plan,
        Reckoning,
        SessionEnd,
        Strategy,
        Untraceable,
        View,
        list_strategies,
        open_strategy,
    )
    from sevenout.table import Layout, LogEntry, PlacedBet, Rolled, Snapshot, Table, evolve, parse_line

__all__ = [
    "EMPTY",
    "ROLLS",
    "AtStake",
    "BadEntry",
    "BadInput",
    "BadRulebook",
    "BadStrategy",
    "BadTranscript",
    "BetSet",
    "Bot",
    "Change",
    "Citation",
    "ClassTooLarge",
    "Comparison",
    "DiceModel",
    "DiceReport",
    "Disagreement",
    "Distribution",
    "Edges",
    "FalsePlay",
    "Fault",
    "Game",
    "GameRefused",
    "HiddenState",
    "Job",
    "Layout",
    "LineWithOdds",
    "LogEntry",
    "Malformed",
    "MissingExtra",
    "Move",
    "NeverDecided",
    "NoCluster",
    "NoKernelHere",
    "NotOffered",
    "Odds",
    "Offer",
    "OverBudget",
    "PartialResult",
    "PlacedBet",
    "Plan",
    "Position",
    "Reckoning",
    "Refusal",
    "Result",
    "Roll",
    "Rolled",
    "RuleCosts",
    "ScriptedDice",
    "SeededDice",
    "SessionEnd",
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
    "WagerEdge",
    "WrongType",
    "at_stake",
    "bet_set",
    "call",
    "cents",
    "check_book",
    "compare",
    "describe",
    "distribution",
    "edges",
    "evolve",
    "exact",
    "examine_rolls",
    "format_amount",
    "list_strategies",
    "offer",
    "offers",
    "open_book",
    "open_strategy",
    "parse_amount",
    "parse_line",
    "place",
    "play",
    "read_book",
    "read_dice",
    "read_rolls",
    "reduce",
    "roll",
    "rule_costs",
    "settle",
    "shipped",
    "simulate",
    "sweep",
    "sweeps",
    "take_down",
    "wager_edge",
]

_PACKAGES = ("base", "rulebook", "engine", "strategy", "table", "analysis", "crew", "player")
"""The packages whose faces have these names."""
_MODULES = {"exact": "analysis.exact", "offers": "engine.offers"}
"""Names that stand for a module."""
_NEED_NUMPY = ("Distribution", "TooLarge", "distribution")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"sevenout.{_MODULES[name]}")
    faces = (import_module(f"sevenout.{package}") for package in _PACKAGES) if name in __all__ else ()
    for face in faces:
        if name in dir(face):
            return getattr(face, name)
    raise AttributeError(f"module 'sevenout' has no attribute {name!r}")


def __dir__() -> list[str]:
    """All names; without NumPy those that can be had, because `help(sevenout)` asks for every one of them."""
    from importlib.util import find_spec

    missing = () if find_spec("numpy") else _NEED_NUMPY
    return [*(name for name in __all__ if name not in missing), "__version__"]

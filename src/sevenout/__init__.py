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
        Comparison,
        DiceReport,
        Distribution,
        Edges,
        Job,
        LineWithOdds,
        NeverDecided,
        NoCluster,
        PartialResult,
        Result,
        Sweep,
        TooLarge,
        WagerEdge,
        at_stake,
        compare,
        distribution,
        edges,
        exact,
        examine_rolls,
        read_dice,
        read_rolls,
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
    "Bot",
    "Change",
    "Citation",
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
    "WagerEdge",
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
    "settle",
    "shipped",
    "simulate",
    "sweep",
    "sweeps",
    "take_down",
    "wager_edge",
]

_HOMES = {
    "analysis": (
        "AtStake",
        "Comparison",
        "DiceReport",
        "Distribution",
        "Edges",
        "Job",
        "LineWithOdds",
        "NeverDecided",
        "NoCluster",
        "PartialResult",
        "Result",
        "Sweep",
        "TooLarge",
        "WagerEdge",
        "at_stake",
        "compare",
        "distribution",
        "edges",
        "exact",
        "examine_rolls",
        "read_dice",
        "read_rolls",
        "simulate",
        "sweep",
        "sweeps",
        "wager_edge",
    ),
    "base": (
        "ROLLS",
        "BadEntry",
        "BadInput",
        "BadRulebook",
        "BadTranscript",
        "Citation",
        "DiceModel",
        "Fault",
        "GameRefused",
        "Malformed",
        "MissingExtra",
        "Odds",
        "Refusal",
        "Roll",
        "ScriptedDice",
        "SeededDice",
        "SevenoutError",
        "SystemDice",
        "WrongType",
        "cents",
        "format_amount",
        "parse_amount",
        "roll",
    ),
    "crew": ("play",),
    "engine": (
        "EMPTY",
        "Change",
        "Game",
        "Move",
        "Offer",
        "Position",
        "Settlement",
        "call",
        "describe",
        "offer",
        "offers",
        "place",
        "reduce",
        "settle",
        "take_down",
    ),
    "player": ("Bot",),
    "rulebook": ("check_book", "open_book", "read_book", "shipped"),
    "strategy": (
        "BadStrategy",
        "Disagreement",
        "FalsePlay",
        "HiddenState",
        "NotOffered",
        "OverBudget",
        "Plan",
        "Reckoning",
        "Strategy",
        "Untraceable",
        "View",
        "list_strategies",
        "open_strategy",
    ),
    "table": ("Layout", "LogEntry", "PlacedBet", "Rolled", "Snapshot", "Table", "evolve", "parse_line"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_MODULES = {"exact": "analysis.exact", "offers": "engine.offers"}
_NEED_NUMPY = ("Distribution", "TooLarge", "distribution")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"sevenout.{_MODULES[name]}")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'sevenout' has no attribute {name!r}")
    return getattr(import_module(f"sevenout.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    """All names; without NumPy those that can be had, because `help(sevenout)` asks for every one of them."""
    from importlib.util import find_spec

    missing = () if find_spec("numpy") else _NEED_NUMPY
    return [*(name for name in __all__ if name not in missing), "__version__"]

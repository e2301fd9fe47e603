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

The names below are imported when they are first used, so that `import sevenout` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sevenout import exact, offers
    from sevenout.compile import check_book, open_book
    from sevenout.dice import ROLLS, Roll, ScriptedDice, SeededDice, SystemDice, roll
    from sevenout.exact.session import distribution
    from sevenout.exact.worth import edges, worth
    from sevenout.game import Game
    from sevenout.offers import Offer, offer
    from sevenout.position import EMPTY, Position, call, place, reduce, settle, take_down
    from sevenout.refusal import Refusal
    from sevenout.replay import play
    from sevenout.rulebook import read_book, shipped
    from sevenout.seated import Seated
    from sevenout.simulation.run import simulate
    from sevenout.strategy.library import named, open_strategy
    from sevenout.strategy.view import View
    from sevenout.table import Table
    from sevenout.transcript import parse_line

__all__ = [
    "EMPTY",
    "ROLLS",
    "Game",
    "Offer",
    "Position",
    "Refusal",
    "Roll",
    "ScriptedDice",
    "Seated",
    "SeededDice",
    "SystemDice",
    "Table",
    "View",
    "call",
    "check_book",
    "distribution",
    "edges",
    "exact",
    "named",
    "offer",
    "offers",
    "open_book",
    "open_strategy",
    "parse_line",
    "place",
    "play",
    "read_book",
    "reduce",
    "roll",
    "settle",
    "shipped",
    "simulate",
    "take_down",
    "worth",
]

_HOMES = {
    "compile": ("check_book", "open_book"),
    "dice": ("ROLLS", "Roll", "ScriptedDice", "SeededDice", "SystemDice", "roll"),
    "exact.session": ("distribution",),
    "exact.worth": ("edges", "worth"),
    "game": ("Game",),
    "refusal": ("Refusal",),
    "offers": ("Offer", "offer"),
    "position": ("EMPTY", "Position", "call", "place", "reduce", "settle", "take_down"),
    "replay": ("play",),
    "rulebook": ("read_book", "shipped"),
    "seated": ("Seated",),
    "simulation.run": ("simulate",),
    "strategy.library": ("named", "open_strategy"),
    "strategy.view": ("View",),
    "table": ("Table",),
    "transcript": ("parse_line",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_NEED_NUMPY = ("exact.session", "simulation.run")


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

"""The base of every other package: money in whole cents, the 36 rolls and where dice come from, the errors that are
raised, the refusals that are returned, files, optional libraries, and the words that wagers are named by. Nothing here
knows a rule of craps.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.base.dice import ROLLS as ROLLS
    from sevenout.base.dice import DiceModel as DiceModel
    from sevenout.base.dice import Roll as Roll
    from sevenout.base.dice import ScriptedDice as ScriptedDice
    from sevenout.base.dice import SeededDice as SeededDice
    from sevenout.base.dice import SystemDice as SystemDice
    from sevenout.base.dice import roll as roll
    from sevenout.base.errors import BadEntry as BadEntry
    from sevenout.base.errors import BadInput as BadInput
    from sevenout.base.errors import BadRulebook as BadRulebook
    from sevenout.base.errors import BadTranscript as BadTranscript
    from sevenout.base.errors import Fault as Fault
    from sevenout.base.errors import GameRefused as GameRefused
    from sevenout.base.errors import Malformed as Malformed
    from sevenout.base.errors import SevenoutError as SevenoutError
    from sevenout.base.errors import WrongType as WrongType
    from sevenout.base.extras import MissingExtra as MissingExtra
    from sevenout.base.money import Odds as Odds
    from sevenout.base.money import cents as cents
    from sevenout.base.money import format_amount as format_amount
    from sevenout.base.money import parse_amount as parse_amount
    from sevenout.base.refusal import Citation as Citation
    from sevenout.base.refusal import Refusal as Refusal
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "dice": ("ROLLS", "DiceModel", "Roll", "ScriptedDice", "SeededDice", "SystemDice", "roll"),
            "errors": (
                "BadEntry",
                "BadInput",
                "BadRulebook",
                "BadTranscript",
                "Fault",
                "GameRefused",
                "Malformed",
                "SevenoutError",
                "WrongType",
            ),
            "extras": ("MissingExtra",),
            "money": ("Odds", "cents", "format_amount", "parse_amount"),
            "refusal": ("Citation", "Refusal"),
        },
    )

"""`sevenout replay --calls`: what the crew says along with a game, line by line."""

from itertools import groupby
from typing import Any

from rich.console import Console
from rich.text import Text

from sevenout.crew.booking import booking
from sevenout.crew.calls import Call, after_roll, before_roll, dice_moved, payoff_calls, spoken
from sevenout.replay import Step
from sevenout.table import Rolled, TableState
from sevenout.table.commands import Overrule
from sevenout.table.events import Changed, DiceMoved, Left, Toked

Said = tuple[Call, ...]


class Voices:
    """Listens to a game from its first line on."""

    def __init__(self) -> None:
        self._state = TableState()
        self._since_roll: list[Call] = []

    def hear(self, step: Step) -> tuple[Said, Said]:
        """What is said just before a line happens, and after it."""
        before, self._state = self._state, step.table.state
        said = _said(step, before)
        self._since_roll += [*said[0], *said[1]]
        return said

    def since_the_last_roll(self) -> list[dict[str, Any]]:
        """Everything heard since this was last asked, as JSON values."""
        heard, self._since_roll = self._since_roll, []
        return [
            {"who": call.who, "words": call.words, "clause": call.cite.clause, "provenance": call.cite.provenance}
            for call in heard
        ]


def _said(step: Step, before: TableState) -> tuple[Said, Said]:
    game = step.table.game
    match step.event:
        case Rolled() as rolled:
            out_already = before.dice.thrown or isinstance(step.command, Overrule)
            calls = (*after_roll(game, before, rolled), *payoff_calls(game, before, rolled))
            return () if out_already else before_roll(game, before), calls
        case DiceMoved(dice=dice) if dice.thrown:
            return before_roll(game, before), ()
        case DiceMoved() | Left() as moved:
            return (), dice_moved(game, before, moved)
        case Changed() | Toked() as booked:
            return (), booking(game, before, booked)
    return (), ()


def show_calls(screen: Console, calls: Said) -> None:
    """One line for everything that one person says in a row."""
    for who, said in groupby(calls, key=lambda call: call.who):
        screen.print(Text(f"      {who}: {spoken(said)}", "italic"))

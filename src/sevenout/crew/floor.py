"""A table with its dice and its crew: takes the table's commands and the crew's, and lets neither run ahead.

Without it a table takes any roll it is told. Here dice are thrown only once they were chosen or sent out, sent out only
once the last roll's work is done, and every answer is an event or a refusal.
"""

from typing import TypeAlias

from sevenout.crew.calls import words_of
from sevenout.crew.changing import ChangeCommand
from sevenout.crew.dice_handling import decide_dice, evolve_dice, follow_dice
from sevenout.crew.dice_moves import DiceCommand, DiceEvent, OfferDice, SendOut, ThrowOut
from sevenout.crew.dice_sets import DiceState
from sevenout.crew.pit import decide_pit, evolve_pit, follow_pit, told_to_table
from sevenout.crew.pit_moves import PitCommand, PitEvent, PitState, RuleOnThrow
from sevenout.crew.pit_rules import pit_rules
from sevenout.game import Game
from sevenout.refusal import Citation, Refusal
from sevenout.table import Event, Recorded, Snapshot, Table
from sevenout.table.commands import Command, NoRoll, Overrule, RollDice, ThrowDice
from sevenout.table.decide import decide

FloorCommand: TypeAlias = Command | DiceCommand | PitCommand | ChangeCommand
FloorEvent: TypeAlias = Event | DiceEvent | PitEvent
FloorEntry: TypeAlias = Recorded | DiceEvent | PitEvent
"""What a floor's log holds: the table's own entries, with their commands, and what dice and pit did in between."""


class Floor:
    """One table as its crew deals it. `log` has everything in one order: the table's, the dice's and the pit's."""

    def __init__(self, game: Game) -> None:
        self.table = Table(game)
        self.dice = DiceState()
        self.pit = PitState()
        self.log: list[FloorEntry] = list(self._recorded)

    @property
    def _recorded(self) -> list[Recorded]:
        assert self.table.log is not None, "a floor's table keeps its log"
        return self.table.log

    @property
    def shown(self) -> Snapshot:
        """The table as everybody sees it."""
        return self.table.snapshot()

    def tell(self, command: FloorCommand) -> FloorEvent | Refusal:
        """Carries a command out, or says why not.

        >>> from sevenout.table.commands import Bet, Sit
        >>> floor = Floor(Game.open("catfish-bend"))
        >>> _ = floor.tell(Sit("Ann", 10_000)), floor.tell(Bet("Ann", 1000, "pass"))
        >>> floor.tell(RollDice(4, 2)).reason
        'no crew deals this game'
        """
        if isinstance(command, Overrule):
            command = RuleOnThrow((command.a, command.b))
        if isinstance(command, Command):
            return self._played(command)
        if isinstance(command, DiceCommand):
            return self._handled(command)
        event = decide_pit(self.table.game, self.shown, self.dice, self.pit, command)
        if isinstance(event, Refusal):
            return event
        told = told_to_table(event)
        answer = None if told is None else self._at_the_table(told)
        if isinstance(answer, Refusal):
            return answer
        self._pit_event(event)
        return event

    # --- the table

    def _played(self, command: Command) -> FloorEvent | Refusal:
        """A command of the table; dice that land without having been thrown are thrown first, if they may be."""
        thrown = self.table.state.dice.thrown
        if isinstance(command, ThrowDice):
            return self._throw(self.table.shooter() or "", command.told)
        if isinstance(command, RollDice) and thrown and not self._in_the_air():
            return self._no_roll()
        if isinstance(command, RollDice | NoRoll) and not thrown:
            judged = decide(self.table.game, self.table.state, command) if isinstance(command, NoRoll) else None
            if isinstance(judged, Refusal):  # on no ground: before the throw, so that nothing changes by it
                return judged
            answer = self._throw(self.table.shooter() or "")
            if isinstance(answer, Refusal):
                return answer
        return self._at_the_table(command)

    def _in_the_air(self) -> bool:
        return self.dice.playing is not None and bool(self.dice.playing.at("air"))

    def _no_roll(self) -> Refusal:
        down = self.table.game.rules.book.no_roll.ground(words_of(self.table.game).no_roll.down.value)
        return Refusal("no-roll", "a die is down: such a throw never counts", down.call.cite if down else Citation())

    def _throw(self, seat: str, told: str = "") -> Event | Refusal:
        """The dice leave the hand: for the crew and for the table at once, or for neither."""
        dice = self._refused_out() or decide_dice(self.table.game, self.shown, self.dice, ThrowOut(seat))
        if isinstance(dice, Refusal):
            return dice
        event = self._at_the_table(ThrowDice(told))
        if not isinstance(event, Refusal):
            self._dice_event(dice)
        return event

    def _at_the_table(self, command: Command) -> Event | Refusal:
        game, before = self.table.game, self.shown
        event = self.table.tell(command)
        if isinstance(event, Refusal):
            return event
        self.log.append(self._recorded[-1])
        for dice in follow_dice(game, before, self.dice, event):
            self._dice_event(dice)
        for pit in follow_pit(game, before, self.pit, event):
            self._pit_event(pit)
        return event

    # --- the crew

    def _handled(self, command: DiceCommand) -> FloorEvent | Refusal:
        if isinstance(command, ThrowOut):
            return self._throw(command.seat)
        refusal = self._refused_out() if isinstance(command, OfferDice | SendOut) else None
        event = refusal or decide_dice(self.table.game, self.shown, self.dice, command)
        if not isinstance(event, Refusal):
            self._dice_event(event)
        return event

    def _refused_out(self) -> Refusal | None:
        """Why no dice go out: the game is not being dealt, the box has to be ready, or hands are still at work."""
        rules = pit_rules(self.table.game)
        if not self.pit.open:
            return Refusal("not-open", "no crew deals this game", rules.crew.base.cite)
        if self.pit.waits_for_box:
            return Refusal("box", "the new boxperson has not let the dice go", rules.relief.boxperson.incoming.cite)
        if self.table.state.dice.thrown:
            return Refusal("mid-roll", "the last throw has not been called", rules.dice_out.when.cite)
        if self.pit.left:
            return Refusal("unfinished", f"{len(self.pit.left)} steps are left to do", rules.dice_out.when.cite)
        return None

    def _dice_event(self, event: DiceEvent) -> None:
        self.dice = evolve_dice(self.dice, event)
        self.log.append(event)

    def _pit_event(self, event: PitEvent) -> None:
        self.pit = evolve_pit(self.pit, event)
        self.log.append(event)

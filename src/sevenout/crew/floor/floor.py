"""A table with its dice and its crew: takes the table's commands and the crew's, and lets neither run ahead.

Until a crew is posted it stands aside, and the table plays bare. From then on dice are thrown only once they were
chosen or sent out, sent out only once the last roll's work is done, and every answer is an event or a refusal. What
is routine before a throw happens by itself (`routine`).
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.refusal import Citation, Refusal
from sevenout.crew.calls.announcements import refused_after_sent
from sevenout.crew.dice.dice_commands import (
    Condemned,
    DiceCommand,
    DiceEvent,
    DiceShifted,
    OfferDice,
    SendOut,
    ThrowOut,
)
from sevenout.crew.dice.dice_rules import decide_dice, evolve_dice, follow_dice
from sevenout.crew.dice.dice_sets import DiceState
from sevenout.crew.layout.chips import Chips
from sevenout.crew.markers import refused_call, refused_one_button
from sevenout.crew.pit.money_change import ChangeCommand
from sevenout.crew.pit.pit_commands import (
    GameOpened,
    OpenGame,
    PitCommand,
    PitEvent,
    PitState,
    RuleOnThrow,
    TablePlayed,
)
from sevenout.crew.pit.pit_decisions import decide_pit, evolve_pit, follow_pit, told_to_table
from sevenout.crew.pit.pit_rules import pit_rules
from sevenout.crew.pit.posts import refused_empty_post
from sevenout.crew.pit.relief import rail_of
from sevenout.crew.pit.routine import next_routine
from sevenout.crew.roll_calls import words_of
from sevenout.engine.game import Game
from sevenout.table import Event, LogEntry, Snapshot, Table, evolve
from sevenout.table.commands import (
    Bet,
    BuyIn,
    CallWager,
    Command,
    Inspect,
    NoRoll,
    Overrule,
    Parlay,
    Press,
    RollDice,
    RuleNoRoll,
    Sit,
    ThrowDice,
    Toke,
    Undo,
)
from sevenout.table.events import Changed, singles
from sevenout.table.handlers.bets import with_key
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.named_layout import Layout
from sevenout.table.state import TableState

FloorCommand: TypeAlias = Command | DiceCommand | PitCommand | ChangeCommand
CrewEvent: TypeAlias = DiceEvent | PitEvent
FloorEvent: TypeAlias = Event | CrewEvent
FloorEntry: TypeAlias = LogEntry | CrewEvent
"""What a floor's log holds: the table's own entries, with their commands, and what dice and pit did in between."""

ROUTINE = "routine"
"""On whose word the crew does what goes without saying."""


class FloorLogEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One entry of a floor's record: a command, its event, and its envelope. Of a bare table it is the table's own."""

    n: int
    command: FloorCommand | None
    """None: the table was opened."""
    event: FloorEvent
    at: datetime | None = None
    actor: str = ""
    """On whose word: a player, one of the crew, a strategy; `routine` is what nobody had to say."""
    key: str = ""
    table: Event | None = None
    """What it did at the table, where a ruling or a change touches chips or dice there."""


class FloorState(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a floor is between two commands: enough to go on from, or back to."""

    table: TableState
    dice: DiceState
    pit: PitState
    sent_out: bool
    told: tuple[int, int]
    """How many entries the table's log and the floor's record had."""


class Floor:
    """One table as its crew deals it.

    `log` has everything that happened in one order: the table's, the dice's and the pit's, and what followed from each.
    `record` has what was told, numbered, each with its event: what is written down, and played again to the same floor.
    A floor without a log (`keep_log=False`, or over a table that keeps none) has neither: whoever calls `carry_out`
    gets the entries, and keeps them.
    """

    def __init__(self, game: Game | Table, *, works_by_itself: bool = True, keep_log: bool = True) -> None:
        self.table = game if isinstance(game, Table) else Table(game, keep_log=keep_log)
        self.works_by_itself = works_by_itself
        """Whether a roll says that the last one's work is done: so it is where one person tells of everybody. Where
        people deal, whoever does the work says so, and until then no dice go out."""
        self.dice = DiceState()
        self.pit = PitState()
        self.sent_out = False
        """Whether the stick has sent the dice out, and nothing has happened to them since."""
        self.log: list[FloorEntry] = []
        self.record: list[FloorLogEntry] = []
        self.told = 0
        """How many entries the record had so far, whether they are kept or not."""
        self._seen = 0
        self._entries: list[FloorLogEntry] = []
        """What the command that is being carried out has led to so far."""
        self._at_table: Event | None = None
        """What it did at the table last."""
        self.catch_up()

    @classmethod
    def of_state(cls, game: Game, state: FloorState, *, works_by_itself: bool = True) -> "Floor":
        """A floor that goes on from a state; it keeps no log, for it does not know what came before.

        >>> from sevenout.table.commands import Sit
        >>> floor = Floor(Game.open("catfish-bend"))
        >>> _ = floor.execute(Sit("Ann", 10_000))
        >>> again = Floor.of_state(floor.game, floor.state)
        >>> again.state == floor.state, again.record
        (True, [])
        """
        table = Table.of_state(game, state.table)
        table.told = state.told[0]
        floor = cls(table, works_by_itself=works_by_itself)
        floor.dice, floor.pit, floor.sent_out, floor.told = state.dice, state.pit, state.sent_out, state.told[1]
        return floor

    @property
    def state(self) -> FloorState:
        """All that it is now."""
        return FloorState(self.table.state, self.dice, self.pit, self.sent_out, (self.table.told, self.told))

    @property
    def game(self) -> Game:
        """The house and its limits."""
        return self.table.game

    @property
    def is_posted(self) -> bool:
        """Whether a crew has taken its posts, so that the manual holds."""
        return bool(self.pit.posts)

    @property
    def dealers(self) -> Literal[1, 2]:
        """How many base dealers work the table; two where no crew was posted."""
        return rail_of(self.snapshot, self.pit).dealers

    @property
    def snapshot(self) -> Snapshot:
        """The table as everybody sees it."""
        return self.table.snapshot()

    def execute(
        self, command: FloorCommand, *, at: datetime | None = None, actor: str = "", key: str = ""
    ) -> FloorEvent | Refusal:
        """Carries a command out, with what is routine before it, or says why not; a refusal changes nothing.

        >>> from sevenout.table.commands import Bet, Sit
        >>> floor = Floor(Game.open("catfish-bend"))
        >>> _ = floor.execute(Sit("Ann", 10_000)), floor.execute(Bet("Ann", 1000, "pass"))
        >>> _ = floor.execute(OpenGame("Kim", "Lou")), floor.execute(RollDice(4, 2))
        >>> [str(entry.command) for entry in floor.record[-4:]]
        ['dice offered to Ann', 'Ann chooses dice 1 2', 'throw', 'roll 4 2']
        """
        entries = self.carry_out(command, at=at, actor=actor, key=key)
        return entries if isinstance(entries, Refusal) else entries[-1].event

    def carry_out(
        self, command: FloorCommand, *, at: datetime | None = None, actor: str = "", key: str = ""
    ) -> list[FloorLogEntry] | Refusal:
        """The same, with all that it led to: what was routine first, and the command's own entry last.

        >>> from sevenout.table.commands import Sit
        >>> floor = Floor(Game.open("catfish-bend"), keep_log=False)
        >>> [str(entry.command) for entry in floor.carry_out(Sit("Ann", 10_000))], floor.record
        (['seat Ann 100'], [])
        """
        self.catch_up()
        kept = self.state, (self._seen, len(self.log), len(self.record))
        self._entries = []
        refusal = self._prepare_throw(command)
        answer = refusal or self._execute_and_record(command, at, actor, key)
        if isinstance(answer, Refusal):
            self._go_back(*kept)
            return answer
        return self._entries

    # --- what is told, one command at a time

    def _prepare_throw(self, command: FloorCommand) -> Refusal | None:
        """Whatever goes without saying before dice are thrown."""
        if not self.is_posted or self.table.state.dice.thrown or not isinstance(command, ThrowDice | RollDice | NoRoll):
            return None
        if self.pit.left and not self.works_by_itself:
            return self._refused_out()
        shooter = self.table.thrower()
        while (routine := next_routine(self.game, shooter, self.dice, self.pit)) is not None:
            answer = self._execute_and_record(routine, actor=ROUTINE)
            if isinstance(answer, Refusal):
                return answer
        if isinstance(command, ThrowDice):
            return None
        thrown = self._execute_and_record(ThrowDice(), actor=ROUTINE)
        return thrown if isinstance(thrown, Refusal) else None

    def _execute_and_record(
        self, command: FloorCommand, at: datetime | None = None, actor: str = "", key: str = ""
    ) -> FloorEvent | Refusal:
        """One command, judged and written down."""
        command = self._as_ruled_here(command)
        event = self._dispatch(command)
        if isinstance(event, Refusal):
            return event
        touched = None if self._at_table is event else self._at_table
        self._write(command, event, at, actor, key, touched)
        return event

    def _as_ruled_here(self, command: FloorCommand) -> FloorCommand:
        """A supervisor's word on a throw: with a crew posted it is a ruling in the pit, else the table's alone."""
        match command:
            case Overrule(a, b) if self.is_posted:
                return RuleOnThrow((a, b))
            case RuleNoRoll(ground) if self.is_posted:
                return RuleOnThrow(None, ground=ground)
            case RuleOnThrow(dice, "supervisor", ground) if not self.is_posted:
                return RuleNoRoll(ground) if dice is None else Overrule(*dice)
        return command

    def _write(self, command: FloorCommand | None, event: FloorEvent, *envelope: Any) -> None:
        entry = FloorLogEntry(self.told, command, event, *envelope)
        self._entries.append(entry)
        if self.table.log is not None:
            self.record.append(entry)
        self.told += 1

    def _dispatch(self, command: FloorCommand) -> FloorEvent | Refusal:
        self._at_table = None
        if isinstance(command, Command | DiceCommand):
            refusal = refused_empty_post(self.game, self.pit.posts, command)
            if refusal is not None:
                return refusal
        if isinstance(command, Command):
            refusal = self._refused_call(command)
            return refusal or (self._play_with_crew(command) if self.is_posted else self._execute_at_table(command))
        return self._handle_dice(command) if isinstance(command, DiceCommand) else self._in_the_pit(command)

    def _go_back(self, state: FloorState, lengths: tuple[int, int, int]) -> None:
        self.table.state, self.dice, self.pit, self.sent_out = state.table, state.dice, state.pit, state.sent_out
        self.table.told, self.told = state.told
        self._seen, happened, told = lengths
        if self.table.log is not None:
            del self.table.log[self._seen :], self.log[happened:], self.record[told:]

    def catch_up(self) -> None:
        """Takes in what was told to the table itself, as the company at a table does: it belongs to the evening too."""
        for recorded in self._unseen():
            self._take_in(recorded, self.snapshot if self.is_posted else None)

    def _unseen(self) -> list[LogEntry]:
        """The entries of the table's log that were not taken in yet; none where it keeps no log."""
        return [] if self.table.log is None else self.table.log[self._seen :]

    def _take_in(self, recorded: LogEntry, before: Snapshot | None) -> None:
        self._note(recorded)
        self._follow(recorded.event, before)
        self._write(recorded.command, recorded.event, recorded.at, recorded.actor, recorded.key)

    def _note(self, happened: FloorEntry) -> None:
        """Writes down in `log` what happened, if a log is kept."""
        if self.table.log is not None:
            self.log.append(happened)
            self._seen += isinstance(happened, LogEntry)

    # --- the table

    def _play_with_crew(self, command: Command) -> FloorEvent | Refusal:
        """A command of the table that a crew deals."""
        if isinstance(command, ThrowDice):
            return self._throw(self.table.thrower() or "", command)
        if isinstance(command, RollDice) and not self._in_the_air():
            return self._no_roll()
        refusal = (
            self._refused_dead(command)
            or self._refused_in_hand(command)
            or self._refused_lone_call(command)
            or self._refused_short(command)
        )
        return refusal or self._execute_at_table(command)

    def _refused_short(self, command: Command) -> Refusal | None:
        """A bank that is known by colour sells no chips that it does not hold."""
        bank = self.pit.bank
        if bank is None or not isinstance(command, Sit | BuyIn):
            return None
        amount = command.rack if isinstance(command, Sit) else command.amount
        return bank.refused_amount(pit_rules(self.game).bank.rules, Chips.of(self.game.rules.book), amount)

    def _refused_lone_call(self, command: Command) -> Refusal | None:
        """A crew has one button for all bets of a kind where the house says so: none of several is called alone."""
        after = self._layout_after_call(command)
        return None if after is None else refused_one_button(self.game, after)

    def refused_unconfirmed(self, command: CallWager) -> Refusal | None:
        """Why a player's call does not count yet: a crew is posted, and one of it has to confirm the call."""
        if not self.is_posted or self._refused_lone_call(command) is not None:
            return None
        return self._refused_call(replace(command, unconfirmed=True))

    def _refused_call(self, command: Command) -> Refusal | None:
        """A call on or off that nobody confirmed, where the house wants it confirmed."""
        after = self._layout_after_call(command)
        return refused_call(self.game, after, command) if after and isinstance(command, CallWager) else None

    def _layout_after_call(self, command: Command) -> Layout | None:
        """A seat's layout once a call counts."""
        if not isinstance(command, CallWager):
            return None
        decided = decide_command(self.game, self.table.state, with_key(self.game, command))
        event = None if isinstance(decided, Refusal) else decided.event
        return event.layout if isinstance(event, Changed) else None

    def _refused_dead(self, command: Command) -> Refusal | None:
        """A dead game has no bets: none is made or brought back, and nothing is toked, until it is opened again."""
        if not self.pit.dead or not isinstance(command, Bet | Press | Parlay | Toke | Undo):
            return None
        reason = "the game is dead: no bet or toke is taken until 'game opens again'"
        return Refusal("not-open", reason, pit_rules(self.game).dead_game.bets.cite)

    def _refused_in_hand(self, command: Command) -> Refusal | None:
        """Once the dice are in the shooter's hand nothing is set up any more where the house closes it then."""
        if not isinstance(command, Bet | Press | Parlay | Toke) or command.wager is None:
            return None
        playing = self.dice.playing
        in_hand = playing is not None and bool(playing.at("hand"))
        return refused_after_sent(self.game, command.wager) if in_hand else None

    def _in_the_air(self) -> bool:
        return self.dice.playing is not None and bool(self.dice.playing.at("air"))

    def _no_roll(self) -> Refusal:
        down = self.game.rules.book.no_roll.ground(words_of(self.game).no_roll.down.value)
        return Refusal("no-roll", "a die is down: the throw does not count", down.call.cite if down else Citation())

    def _throw(self, seat: str, command: ThrowDice) -> Event | Refusal:
        """The dice leave the hand: for the crew and for the table at once, or for neither."""
        dice = self._refused_out() or decide_dice(self.game, self.snapshot, self.dice, ThrowOut(seat))
        if isinstance(dice, Refusal):
            return dice
        event = self._execute_at_table(command)
        if not isinstance(event, Refusal):
            self._dice_event(dice)
        return event

    def _execute_at_table(self, command: Command) -> Event | Refusal:
        before = self.snapshot if self.is_posted else None
        event = self.table.execute(command)
        if isinstance(event, Refusal):
            return event
        self._at_table = event
        unseen = self._unseen()
        for recorded in unseen[:-1]:  # a minute has passed, and the table's own clock was told first
            self._take_in(recorded, before)
        for recorded in unseen[-1:]:
            self._note(recorded)
        self._follow(event, before)
        return event

    def _follow(self, event: Event, before: Snapshot | None) -> None:
        """What an event of the table means for dice and pit once a crew deals the game."""
        if before is None:
            return
        for single in singles(event):
            for dice in follow_dice(self.game, before, self.dice, single):
                self._dice_event(dice)
            for pit in follow_pit(self.game, before, self.pit, single):
                self._pit_event(pit)
            before = evolve(before, single)

    # --- the crew

    def _in_the_pit(self, command: PitCommand | ChangeCommand) -> FloorEvent | Refusal:
        refusal = self._refused_opening() if isinstance(command, OpenGame) else None
        event = refusal or decide_pit(self.game, self.snapshot, self.dice, self.pit, command)
        if isinstance(event, Refusal):
            return event
        told = told_to_table(event)
        answer = None if told is None else self._execute_at_table(told)
        if isinstance(answer, Refusal):
            return answer
        self._pit_event(event)
        if isinstance(event, GameOpened):  # what was played bare leaves no work, but its money is in the drop box
            self._pit_event(TablePlayed((), self.table.state.ledger.drop, None, thrown=True))
        return event

    def _refused_opening(self) -> Refusal | None:
        """A crew does not take over a throw that another saw."""
        if not self.table.state.dice.thrown:
            return None
        cite = pit_rules(self.game).relief.boxperson.dice.cite
        return Refusal("mid-roll", "the dice are in the air: wait, and post the crew between two throws", cite)

    def _handle_dice(self, command: DiceCommand) -> FloorEvent | Refusal:
        if isinstance(command, ThrowOut):
            return self._throw(command.seat, ThrowDice())
        refusal = self._refused_out() if isinstance(command, OfferDice | SendOut) else None
        event = refusal or decide_dice(self.game, self.snapshot, self.dice, command)
        if isinstance(event, Refusal):
            return event
        self._dice_event(event)
        bonus = self.table.state.bonus
        if isinstance(event, Condemned) and bonus is not None and bonus.held_for:
            self._execute_at_table(Inspect(sound=False))  # what was found wrong is on record: the bonus is not paid
        return event

    def _refused_out(self) -> Refusal | None:
        """Why no dice go out: the game is not being dealt, the box has to be ready, or hands are still at work."""
        rules = pit_rules(self.game)
        if self.pit.dead:
            return Refusal(
                "not-open", "the game is dead: open it first, with 'game opens again'", rules.dead_game.dice.cite
            )
        if not self.pit.open:
            return Refusal(
                "not-open", "post a crew first, as in: crew: stick Kim, third base Lou", rules.crew.base.cite
            )
        if self.pit.waits_for_box:
            reason = "the new boxperson has to let the dice go first: 'boxperson lets the dice go'"
            return Refusal("box", reason, rules.relief.boxperson.incoming.cite)
        if self.table.state.dice.thrown:
            return Refusal("mid-roll", "call the last throw first", rules.dice_out.when.cite)
        if self.pit.left:
            steps = f"{len(self.pit.left)} step{' is' if len(self.pit.left) == 1 else 's are'} left to do"
            return Refusal("unfinished", f"{steps}: 'crew works'", rules.dice_out.when.cite)
        return None

    def _dice_event(self, event: DiceEvent) -> None:
        self.dice = evolve_dice(self.dice, event)
        if isinstance(event, DiceShifted):
            self.sent_out = event.act == "sent out"
        self._note(event)

    def _pit_event(self, event: PitEvent) -> None:
        self.pit = evolve_pit(self.pit, event)
        self._note(event)


def crew_events(log: Iterable[FloorEntry]) -> Iterator[CrewEvent]:
    """What dice and pit did, out of everything that happened."""
    return (entry for entry in log if not isinstance(entry, LogEntry))

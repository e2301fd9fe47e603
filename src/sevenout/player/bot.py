"""A strategy in a seat of a live table: it looks at the table's own state and acts through the table's commands.

What has happened so far it reads in the table's log, so nobody has to tell it anything: let it act, roll, let it act.
What it remembers stands there too, so it goes on where a log ends.
"""

from collections.abc import Hashable, Sequence
from typing import Any, assert_never

import msgspec
from msgspec import Struct

from sevenout.base.dice import Roll, roll
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, cents
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import Change, Settlement, at_risk, take_down
from sevenout.engine.game import Game
from sevenout.player.bot_decisions import (
    BotHistory,
    BotMemory,
    BotSituation,
    Decision,
    DecisionCache,
    command_of,
    lasting,
)
from sevenout.rulebook.compiler.puck_machine import FRESH
from sevenout.strategy.library import AnyStrategy, open_strategy
from sevenout.strategy.session_end import Closing, close, is_closing
from sevenout.strategy.view import NO_PAST, Last, Past, Strategy, View
from sevenout.table import Rolled, Table
from sevenout.table.commands import Bet, Command, DeclineDice, RollDice, Sit
from sevenout.table.events import (
    Awarded,
    BoughtIn,
    Changed,
    Declined,
    DiceAccepted,
    Event,
    Inspected,
    Left,
    NoRollCalled,
    Opened,
    Passed,
    Remembered,
    RollCorrected,
    RollVoided,
    Seated,
    Thrown,
    TimePassed,
    Toked,
    Undone,
    Warned,
)
from sevenout.table.handlers.shooter_rules import has_line_bet
from sevenout.table.log.table_log import LogEntry
from sevenout.table.notation import Rules, TableLimits

__all__ = [
    "PLAYER",
    "SHOOTER",
    "STRATEGY",
    "Attempt",
    "Bot",
    "BotHistory",
    "BotMemory",
    "BotWindow",
    "RecordedSession",
    "command_of",
    "lasting",
    "record_session",
]

STRATEGY = "strategy"
"""On whose word the log has it what a strategy did, not somebody else in its seat."""
PLAYER, SHOOTER = "Player", "Shooter"
"""The two seats of a session on record."""


class Attempt(Struct, frozen=True, gc=False):
    """One thing that a player did, or wanted to do and was refused."""

    command: Command
    refusal: Refusal | None = None


class BotWindow(Struct, frozen=True, gc=False):
    """A bot's actions in one betting window, in their order, and the reason if its session is over."""

    tried: tuple[Attempt, ...] = ()
    ending: str = ""
    """`ruin`, or the player's reason to leave."""

    @property
    def done(self) -> tuple[Command, ...]:
        """Returns what the table has carried out."""
        return tuple(each.command for each in self.tried if each.refusal is None)

    @property
    def refused(self) -> tuple[tuple[Command, Refusal], ...]:
        """Returns what was refused, with the reason and the clause."""
        return tuple((each.command, each.refusal) for each in self.tried if each.refusal is not None)


class _BeforeRoll(Struct, frozen=True):
    """The state of a strategy before a roll."""

    ending: str
    memory: Hashable
    past: Past
    lying: Cents
    acted: bool
    pending: tuple[Command, ...]


class Bot:
    """A strategy that has taken a seat. Let it `act` before every roll; whoever rolls, and for whom, is not its matter.

    >>> from sevenout import Game, roll
    >>> table = Table(Game.open("catfish-bend"))
    >>> ann = Bot(table, "Ann", lambda view: view if view.layout else view.bet("pass", 10_00), 15_00)
    >>> [str(command) for command in ann.act().done], table.roll(roll(1, 1)).settled[0][1].result
    (['Ann bets 10 on pass'], 'lose')
    >>> now = ann.act()
    >>> [(str(command), refusal.code) for command, refusal in now.refused], now.ending, ann.net
    ([('Ann bets 10 on pass', 'rack')], 'ruin', -1000)
    """

    def __init__(self, table: Table, name: str, strategy: AnyStrategy, bankroll: Cents) -> None:
        if table.log is None:
            raise ValueError("a strategy reads in the table's log what has happened, and this table keeps none")
        playing = open_strategy(strategy, table.game)
        if refusal := table.seat(name, cents(bankroll)):
            raise BadInput(f"{name} cannot sit down: {refusal.reason}")
        self._listen_to(table, table.log, name, playing, len(table.log) - 1)

    @classmethod
    def resume(cls, table: Table, name: str, strategy: AnyStrategy) -> "Bot":
        """The strategy of a seat that is there already, with all that it had seen and remembered.

        >>> from sevenout import Game
        >>> from sevenout.table.log.table_log import write_log
        >>> table = Table(Game.open("typical"))
        >>> once = lambda view: view if view.memory else view.bet("field", 10_00).remember("done")
        >>> len(Bot(table, "Ann", once, 100_00).act().done)
        1
        >>> again = Table.of_log(table.game, write_log(table.log))
        >>> bot = Bot.resume(again, "Ann", once)
        >>> bot.net, bot.act().done
        (0, ())
        """
        log = table.log
        if log is None:
            raise ValueError("a strategy reads in the table's log what has happened, and this table keeps none")
        sat = [at for at, told in enumerate(log) if isinstance(told.event, Seated) and told.event.seat == name]
        if name not in table.seats or not sat:
            raise BadInput(f"{name} has no seat at this table to go on in")
        bot = cls.__new__(cls)
        bot._listen_to(table, log, name, open_strategy(strategy, table.game), sat[-1])
        bot._listen()
        return bot

    def _listen_to(self, table: Table, log: list[LogEntry], name: str, strategy: Strategy, since: int) -> None:
        """Begins with an entry of the log: the one by which it sat down."""
        self.table, self.name, self.strategy = table, name, strategy
        self._decide = DecisionCache(table.game, name, strategy)
        self.bankroll: Cents = 0
        """What the player has bought in for."""
        self.ending = ""
        self._log, self._read = log, since
        self._memory: Hashable = None
        self._past = NO_PAST
        self._lying: Cents = 0
        self._acted = False
        self._pending: list[Command] = []
        """What was to be done in a window in the middle of which a log ended."""
        self._at = 0
        """Where among the seats of a roll it was found last."""
        self._cashed: Cents | None = None
        """What the player left with."""
        self._unrolled: _BeforeRoll | None = None
        """How it stood before the last roll, should that be taken back."""
        self._since: list[Event] = []
        """The money that came and went since, which stays."""

    def __repr__(self) -> str:
        return f"<Bot {self.name} at {self.table!r}>"

    @property
    def net(self) -> Cents:
        """Returns what rack and layout, at its face value, have gained so far."""
        self._listen()
        if self._cashed is not None:
            return self._cashed - self.bankroll
        seat = self.table.seats[self.name]
        return seat.rack + at_risk(seat.position) - self.bankroll

    @property
    def note(self) -> BotMemory:
        """Returns what it goes by now: told to another table as what it remembers, it goes on there."""
        self._listen()
        return BotMemory(lasting(self._memory), self.ending, tuple(self._pending))

    def act(self) -> BotWindow:
        """Plays one betting window: asks the strategy, and has the table do what it wants.

        A strategy is asked once for every roll, and not while the dice are in the air or when its session is over: then
        nothing is done.
        """
        self._listen()
        if self.table.state.dice.thrown:
            return BotWindow((), self.ending)
        if self._pending:
            wanted, self._pending = self._pending, []
            return BotWindow(tuple([self._attempt(command, None) for command in wanted]), self.ending)
        if self.ending or self._acted:
            return BotWindow((), self.ending)
        decision = self._decide_window()
        if decision.note is not None and isinstance(refused := self._execute(decision.note), Refusal):
            raise BadInput(f"{self.name} cannot keep what it remembers: {refused.reason}")
        tried = tuple([self._attempt(command, refusal) for command, refusal in decision.wanted])
        for recorded in self._log[self._read :]:  # its own doings, which it need not read its memory from
            self._follow_event(recorded.event)
        self._read = len(self._log)
        self._acted, self._pending, self._memory = True, [], decision.memory
        lacked = any(each.refusal is not None and each.refusal.code == "rack" for each in tried)
        ruined = lacked and not self.table.seats[self.name].position.slots
        self.ending = decision.left or ("ruin" if ruined else "")
        return BotWindow(tried, self.ending)

    def _decide_window(self) -> Decision:
        table = self.table
        seat = table.state.seat(self.name)
        assert seat is not None, "who has left is not asked"
        return self._decide(BotSituation(self.bankroll, seat.rack, table.puck, seat.position, self._memory, self._past))

    def _execute(self, command: Command) -> Event | Refusal:
        return self.table.execute(command, actor=STRATEGY)

    def _attempt(self, command: Command, refusal: Refusal | None) -> Attempt:
        """Has the table do it, whose word is the last; what the house refuses as it lies is not asked for again."""
        answer = refusal or self._execute(command)
        return Attempt(command, answer if isinstance(answer, Refusal) else None)

    # --- what has happened

    def _listen(self) -> None:
        """Reads on in the table's log."""
        log, name = self._log, self.name
        for recorded in log[self._read :]:
            event = recorded.event
            if (type(event) is Changed or type(event) is Remembered) and event.seat != name:
                continue  # most of a log is what others did
            if self._cashed is not None:  # whoever sits there now is somebody else
                break
            self._follow_event(event)
            if recorded.actor == STRATEGY:
                self._follow_own_act(recorded)
        self._read = len(log)

    def _follow_own_act(self, recorded: LogEntry) -> None:
        """What this strategy itself has done in this window, and what of it is still to be done."""
        match recorded.event:
            case Remembered(self.name, memory):
                note = msgspec.json.decode(memory, type=BotMemory)
                self._memory, self.ending, self._pending = _frozen(note.memory), note.ending, [*note.wants]
                self._acted = True
            case Changed(self.name):
                self._acted = True
                if recorded.command in self._pending:  # those before it were refused
                    self._pending = self._pending[self._pending.index(recorded.command) + 1 :]
            case _:
                pass

    def _follow_event(self, event: Event) -> None:
        match event:
            case Rolled():
                past, pending = self._past, tuple(self._pending)
                self._unrolled = _BeforeRoll(self.ending, self._memory, past, self._lying, self._acted, pending)
                self._since = []
                self._follow_roll(event)
            case RollVoided():
                self._unroll(event)
            case RollCorrected(voided, rolled):
                self._follow_event(voided)
                self._follow_event(rolled)
            case Remembered():
                pass
            case Changed(self.name, layout, _, staked, commission) | Undone(self.name, layout, _, staked, commission):
                self._lying = layout.at_risk
                self._count_payment(staked + commission, commission)
            case Toked(self.name, boxed, _, _, staked, commission):
                given = boxed + staked + commission
                self._count_payment(given, given)
                self._since += [event] if boxed else []
            case Awarded(self.name, amount):
                self._count_payment(-amount, -amount)
                self._since.append(event)
            case Inspected(paid):
                shared = sum(part.amount for part in paid if part.seat == self.name)
                self._count_payment(-shared, -shared)
            case Seated(self.name, _, bought) | BoughtIn(self.name, bought):
                self.bankroll += bought
            case Left(self.name, cashed):
                self.ending, self._cashed, self._pending = self.ending or "left", cashed, []
            case Seated() | BoughtIn() | Left() | Changed() | Undone() | Toked() | Awarded():
                pass  # of somebody else
            case (
                Opened() | TimePassed() | Thrown() | Warned() | Passed() | Declined() | DiceAccepted() | NoRollCalled()
            ):
                pass  # no money moves
            case _:
                assert_never(event)

    def _unroll(self, event: RollVoided) -> None:
        """As before the last roll; who does not know how that was goes on with what lies there now."""
        before, since = self._unrolled, self._since
        self._unrolled, self._since = None, []
        if before is None:
            self._lying = sum(seat.layout.at_risk for seat in event.seats if seat.seat == self.name)
            return
        self.ending, self._memory, self._past = before.ending, before.memory, before.past
        self._lying, self._acted, self._pending = before.lying, before.acted, [*before.pending]
        for lasting_event in since:
            self._follow_event(lasting_event)

    def _count_payment(self, cost: Cents, lost: Cents) -> None:
        past = self._past
        self._past = Past(past.last, past.hard, past.counts.after_payment(cost, lost), past.dice)

    def _follow_roll(self, event: Rolled) -> None:
        at, seats = self._at, event.seats
        if at >= len(seats) or seats[at].seat != self.name:
            at = self._at = next((at for at, done in enumerate(seats) if done.seat == self.name), len(seats))
        if at == len(seats):
            return
        mine = seats[at]
        lying = self._lying - sum([_came_down(result) for result in mine.results])
        counts = self._past.counts.after_roll(event.event, mine.back, lying - self._lying)
        dice = roll(event.a, event.b).index
        self._past = Past(Last(event.total, event.event, mine.results), event.a == event.b, counts, dice)
        self._lying, self._acted, self._pending = lying, False, []


def _came_down(done: Settlement) -> Cents:
    """Returns what of a wager left the layout as it was decided."""
    return done.over if done.stays else done.stake - done.vouchers


def _frozen(value: Any) -> Hashable:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


# --- a session on record


class RecordedSession(Struct, frozen=True):
    """A session that was played at a table, as the lines of its transcript, and how it ended."""

    lines: tuple[str, ...]
    net: Cents
    rolls: int
    ending: str
    """`rolls`, `ruin`, or the player's reason to leave."""


_CLOSING = "played out"


class _SeatedPlayer:
    """A session's player at a real table, which leaves winners up and has room for words and numbers as a memory."""

    def __init__(self, strategy: Strategy, closes_after: int | None) -> None:
        self.strategy = strategy
        self.closes_after = closes_after

    def __call__(self, view: View) -> View:
        """What the player does; once nothing new is bet, whatever was decided and stays up comes down."""
        match view.memory:
            case (str(mark), str(ending)) if mark == _CLOSING:
                view = view.remember(Closing(ending))
                for done in view.last.results:
                    if done.stays and isinstance(take_down(view.game, view.position, view.puck, done.wager), Change):
                        view = view.take_down(done.wager)
        after = self.strategy(view)
        if self.closes_after is not None and not after.ending and not is_closing(after.memory):
            after = close(after) if view.count("session_rolls") >= self.closes_after else after
        return after.remember((_CLOSING, after.memory.ending)) if isinstance(after.memory, Closing) else after


def record_session(
    game: Game,
    strategy: Strategy,
    bankroll: Cents,
    rolls: Sequence[Roll],
    rules: str = "",
    closes_after: int | None = None,
) -> RecordedSession:
    """Plays a session at a table and writes it down in the notation; what was refused stands there as a comment.

    Somebody else throws the dice, with the least line bet that the house takes. `rules` is how the transcript names the
    rulebook, if not by its name; after `closes_after` rolls nothing new is bet, as in `reference_session.play`.

    >>> from sevenout.base.dice import roll
    >>> flat = lambda view: view if view.layout else view.bet("pass", 10_00)
    >>> print(*record_session(Game.open("catfish-bend"), flat, 15_00, [roll(1, 1)]).lines, sep="\\n")
    rules catfish-bend
    table minimum 5 maximum 500 chip 1
    seat Shooter 10
    seat Player 15
    Shooter bets 5 on pass
    Player bets 10 on pass
    roll 1 1
    Shooter bets 5 on pass
    # refused: Player bets 10 on pass: Pass Line needs more than the rack holds
    """
    table = Table(game)
    lines = [str(Rules(rules or game.rules.book.name)), str(TableLimits(game.minimum, game.maximum, game.chip))]

    def tell(command: Command) -> None:
        answer = table.execute(command)
        if isinstance(answer, Refusal):
            raise BadInput(f"no session can be played at {game.rules.book.title}: {command}: {answer.reason}")
        lines.append(str(command))

    line = _line_bet(game)
    tell(Sit(SHOOTER, (game.minimum if line is None else line.amount) * (len(rolls) + 1)))  # enough to lose every roll
    player = Bot(table, PLAYER, _SeatedPlayer(strategy, closes_after), bankroll)
    lines.append(str(Sit(PLAYER, bankroll)))
    for played in range(len(rolls) + 1):
        if line is not None and not has_line_bet(
            game, table.state, SHOOTER
        ):  # first: whose dice they are sets the puck
            tell(line)
        window = player.act()
        lines += [_format_attempt(each) for each in window.tried]
        if window.ending or played == len(rolls):
            break
        if table.shooter() == PLAYER:
            tell(DeclineDice(PLAYER))
        tell(RollDice(rolls[played].a, rolls[played].b))
    return RecordedSession(tuple(lines), player.net, played, player.ending or "rolls")


def _line_bet(game: Game) -> Bet | None:
    """Returns what a shooter must have up, at the least; nothing where anybody may shoot."""
    line = game.rules.book.shooter.line.value
    if not line:
        return None
    least = game.minimum_of(game.rules.by_key[line[0]], FRESH).amount
    return Bet(SHOOTER, least or game.minimum, line[0])


def _format_attempt(tried: Attempt) -> str:
    """A line of the transcript; in a comment there is no line's end."""
    if tried.refusal is None:
        return str(tried.command)
    clause = f" ({tried.refusal.clause})" if tried.refusal.clause else ""
    return " ".join(f"# refused: {tried.command}: {tried.refusal.reason}{clause}".split())

"""A strategy in a seat of a live table: it looks at the table's own state and acts through the table's commands.

What has happened so far it reads in the table's log, so nobody has to tell it anything: let it act, roll, let it act.
What it remembers stands there too, so it goes on where a log ends.
"""

from collections.abc import Sequence

from msgspec import Struct

from sevenout.base.dice import Roll
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, cents
from sevenout.base.refusal import Refusal
from sevenout.engine.betting import Change, at_risk, take_down
from sevenout.engine.game import Game
from sevenout.player.bot_decisions import (
    BotHistory,
    BotMemory,
    command_of,
    lasting,
)
from sevenout.player.bot_mind import BotMind
from sevenout.rulebook.compiler.puck_machine import FRESH
from sevenout.strategy.library import AnyStrategy, open_strategy
from sevenout.strategy.session_end import Closing, close, is_closing
from sevenout.strategy.view import Strategy, View
from sevenout.table import Table
from sevenout.table.commands import Bet, Command, DeclineDice, RollDice, Sit
from sevenout.table.events import (
    Changed,
    Event,
    Remembered,
    Seated,
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
        """The commands that the table carried out."""
        return tuple(each.command for each in self.tried if each.refusal is None)

    @property
    def refused(self) -> tuple[tuple[Command, Refusal], ...]:
        """The refused commands, with reason and clause."""
        return tuple((each.command, each.refusal) for each in self.tried if each.refusal is not None)


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
        self._begin(table, table.log, BotMind(table.game, name, playing), len(table.log) - 1)

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
        bot._begin(table, log, BotMind(table.game, name, open_strategy(strategy, table.game)), sat[-1])
        bot._listen()
        return bot

    def _begin(self, table: Table, log: list[LogEntry], mind: BotMind, since: int) -> None:
        """Begins with an entry of the log: the one by which it sat down."""
        self.table, self.name, self.strategy = table, mind.seat, mind.strategy
        self._mind, self._log, self._read = mind, log, since

    @property
    def bankroll(self) -> Cents:
        """What the player has bought in for."""
        return self._mind.bankroll

    @property
    def ending(self) -> str:
        """Why its session is over, if it is: `ruin`, or its reason to leave."""
        return self._mind.ending

    def __repr__(self) -> str:
        return f"<Bot {self.name} at {self.table!r}>"

    @property
    def net(self) -> Cents:
        """The gain of rack and layout, at face value, so far."""
        self._listen()
        if self._mind.cashed is not None:
            return self._mind.cashed - self.bankroll
        seat = self.table.seats[self.name]
        return seat.rack + at_risk(seat.position) - self.bankroll

    @property
    def note(self) -> BotMemory:
        """Its memory now: given to a bot at another table, it goes on there."""
        self._listen()
        mind = self._mind
        return BotMemory(lasting(mind.memory), mind.ending, tuple(mind.pending))

    def act(self) -> BotWindow:
        """Plays one betting window: asks the strategy, and has the table do what it wants.

        A strategy is asked once for every roll, and not while the dice are in the air or when its session is over: then
        nothing is done.
        """
        self._listen()
        mind = self._mind
        if self.table.state.dice.thrown:
            return BotWindow((), mind.ending)
        if mind.pending:
            wanted, mind.pending = mind.pending, []
            return BotWindow(tuple([self._attempt(command, None) for command in wanted]), mind.ending)
        if mind.ending or mind.acted:
            return BotWindow((), mind.ending)
        decision = mind.decide(self.table)
        if decision.note is not None and isinstance(refused := self._execute(decision.note), Refusal):
            raise BadInput(f"{self.name} cannot keep what it remembers: {refused.reason}")
        tried = tuple([self._attempt(command, refusal) for command, refusal in decision.wanted])
        for recorded in self._log[self._read :]:  # its own doings, which it need not read its memory from
            mind.follow_event(recorded.event)
        self._read = len(self._log)
        mind.acted, mind.pending, mind.memory = True, [], decision.memory
        lacked = any(each.refusal is not None and each.refusal.code == "rack" for each in tried)
        ruined = lacked and not self.table.seats[self.name].position.slots
        mind.ending = decision.left or ("ruin" if ruined else "")
        return BotWindow(tried, mind.ending)

    def _execute(self, command: Command) -> Event | Refusal:
        return self.table.execute(command, actor=STRATEGY)

    def _attempt(self, command: Command, refusal: Refusal | None) -> Attempt:
        """Has the table do it, whose word is the last; what the house refuses as it lies is not asked for again."""
        answer = refusal or self._execute(command)
        return Attempt(command, answer if isinstance(answer, Refusal) else None)

    # --- what has happened

    def _listen(self) -> None:
        """Reads on in the table's log."""
        log, name, mind = self._log, self.name, self._mind
        for recorded in log[self._read :]:
            event = recorded.event
            if (type(event) is Changed or type(event) is Remembered) and event.seat != name:
                continue  # most of a log is what others did
            if mind.cashed is not None:  # whoever sits there now is somebody else
                break
            mind.follow_event(event)
            if recorded.actor == STRATEGY:
                mind.follow_own_act(recorded.command, event)
        self._read = len(log)


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
    """The least line bet of a shooter; None where anybody may shoot."""
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

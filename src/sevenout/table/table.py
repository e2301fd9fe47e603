"""A table that is played: holds the state, takes commands, keeps the log, and asserts that no chip is made or lost."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from sevenout.base.dice import Roll
from sevenout.base.errors import BadInput, WrongType
from sevenout.base.html import html_table
from sevenout.base.money import Cents, cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW, did_you_mean, is_line
from sevenout.engine.betting import layout
from sevenout.engine.game import AnyHouse, open_game
from sevenout.engine.offers import Offer, offer, offers
from sevenout.engine.shootout import ShootoutLogEntry
from sevenout.rulebook.compiler.transitions import Call
from sevenout.table.commands import (
    AcceptDice,
    Award,
    Bet,
    BuyIn,
    CallProps,
    CallWager,
    Command,
    CorrectRoll,
    DeclineDice,
    Inspect,
    Leave,
    NoRoll,
    OrderPass,
    Overrule,
    Parlay,
    PassDice,
    Press,
    Reduce,
    Remember,
    RollDice,
    RuleNoRoll,
    Sit,
    TakeDown,
    TellTime,
    ThrowDice,
    TimeOver,
    Toke,
    Undo,
    Warn,
)
from sevenout.table.events import BoughtIn, Event, Left, Opened, Remembered, RollCorrected, Rolled, Seated
from sevenout.table.handlers.bets import refused_late, with_key
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.handlers.shooter_rules import next_to_throw, puck_now, thrower
from sevenout.table.handlers.shootout_bonus import shootout_log
from sevenout.table.live_clock import TableClock
from sevenout.table.log.hash_chain import CommandEntry
from sevenout.table.log.table_log import End, LogEntry, read_log
from sevenout.table.named_layout import Layout
from sevenout.table.state import Seat, TableState, fault_in, out_of_balance
from sevenout.table.table_snapshot import Snapshot, opening, take_snapshot

_LONGEST_NOTE = 200


class Table:
    """One table of one house. Every method answers with a refusal, or with nothing (a roll: with its event).

    One thread at a time: two that command it at once lose what one of them did.
    """

    def __init__(self, game: AnyHouse, *, keep_log: bool = True, clock: TableClock | None = None) -> None:
        self.game = open_game(game)
        self.clock = clock
        """A live table's, by which it is told the time before every command, where there is a bonus."""
        self.state = TableState()
        self.log: list[LogEntry] | None = [LogEntry(0, None, opening(self.game))] if keep_log else None
        self.told = 1
        """How many entries there were so far, whether they are kept or not."""

    @classmethod
    def of_log(cls, game: AnyHouse, lines: Iterable[str | bytes], *, end: End | None = None) -> "Table":
        """A table that goes on where a log ends; raises BadInput at the first line that does not belong.

        `end`: where it must end, if that is known from elsewhere.

        >>> from sevenout.table.log.table_log import write_log
        >>> table = Table("typical")
        >>> table.seat("Ann", 100_00), table.bet("Ann", "pass", 10_00)
        (None, None)
        >>> Table.of_log(table.game, write_log(table.log)).rack("Ann")
        9000
        """
        if isinstance(lines, str | bytes):
            raise WrongType("a log is its lines: open(file), or text.splitlines()")
        table = cls(game)
        table.state, table.log = read_log(table.game, lines, end=end)
        table.told = len(table.log)
        return table

    @classmethod
    def of_state(cls, game: AnyHouse, state: TableState) -> "Table":
        """A table that goes on from a state; it keeps no log, for it does not know what came before.

        >>> table = Table("typical")
        >>> Table.of_state(table.game, table.state).log is None
        True
        """
        table = cls(game, keep_log=False)
        assert out_of_balance(state) == 0, "the state makes or loses chips"
        table.state = state
        return table

    def _repr_html_(self) -> str:
        seats = self.snapshot().seats
        rows = [(str(seat.place), seat.name, format_amount(seat.rack), _stakes(seat.layout)) for seat in seats]
        point = "off" if self.point is None else str(self.point)
        heads = ("place", "seat", "rack", "layout")
        return html_table(f"{self.game.rules.book.title}, point {point}", heads, rows)

    def __repr__(self) -> str:
        racks = ", ".join(f"{seat.name} {format_amount(seat.rack)}" for seat in self.state.seats)
        return f"<Table {self.game.rules.book.name}, point {self.point}: {racks}>"

    def execute(
        self, command: Command, *, at: datetime | None = None, actor: str = "", key: str = ""
    ) -> Event | Refusal:
        """Carries a command out, or says why not. When, on whose word and under which key is for the log alone."""
        if (actor != "" and not is_line(actor, _LONGEST_NOTE)) or (key != "" and not is_line(key, _LONGEST_NOTE)):
            raise BadInput(f"an actor and a key are one line of at most {_LONGEST_NOTE} characters, without #")
        if self.clock is not None and not isinstance(command, TellTime):
            self.keep_time()
        command = with_key(self.game, command)
        decided = decide_command(self.game, self.state, command)
        if isinstance(decided, Refusal):
            return decided
        fault = fault_in(self.state, decided.state)
        assert not fault, f"{decided.event} {fault}"
        self.state = decided.state
        if self.log is not None:
            self.log.append(LogEntry(self.told, command, decided.event, at, actor, key))
        self.told += 1
        return decided.event

    def keep_time(self) -> None:
        """Tells the table what its clock shows, if the minute has changed; a bonus is posted and grows by it.

        >>> table = Table("catfish-bend", clock=TableClock("America/Chicago"))
        >>> table.seat("Ann", 100_00)
        >>> table.posted_bonus()
        10000
        """
        if self.clock is None or self.game.rules.book.shootout is None:
            return
        shown, bonus = self.clock.shows(), self.state.bonus
        if bonus is None or bonus.now.astimezone(ZoneInfo(bonus.zone)).isoformat()[: len(shown.at)] != shown.at:
            self.execute(shown)  # an hour that a clock shows twice is refused the second time, and passes

    def _execute_or_refuse(self, command: Command) -> Refusal | None:
        answer = self.execute(command)
        return answer if isinstance(answer, Refusal) else None

    # --- looking

    def snapshot(self) -> Snapshot:
        """The table by name: what any front end draws."""
        return take_snapshot(self.game, self.state)

    def offers(self, name: str) -> tuple[Offer, ...]:
        """What a seat may bet now, or why not: every wager of the house in the order of its book.

        >>> table = Table("typical")
        >>> table.seat("Ann", 100_00)
        >>> [(offer.wager, offer.minimum, offer.maximum) for offer in table.offers("Ann") if offer.wager == "pass"]
        [('pass', 500, 10000)]
        """
        seat = self._seat(name)
        closed = refused_late(self.game, self.state)
        return offers(self.game, seat.position, self.puck, seat.rack, closed)

    def offer(self, name: str, wager: str) -> Offer:
        """What a seat may put on one wager now, or why nothing."""
        seat = self._seat(name)
        offered = offer(self.game, seat.position, self.puck, seat.rack, _word(wager))
        closed = refused_late(self.game, self.state)
        if closed is None or offered.wager not in self.game.rules.by_key:
            return offered
        return Offer(offered.wager, offered.title, offered.held, refusal=replace(closed, wager=offered.wager))

    @property
    def seats(self) -> dict[str, Seat]:
        """The seats by name, in clockwise order from the left of the box."""
        return {seat.name: seat for seat in self.state.seats}

    @property
    def point(self) -> int | None:
        """The point that is on."""
        return self.state.point

    @property
    def puck(self) -> int:
        """The state of the puck for a bet made now."""
        return puck_now(self.game, self.state)

    @property
    def toke_box(self) -> Cents:
        """Tokes that the crew has."""
        return self.state.ledger.toke_box

    def total_bought(self, name: str) -> Cents:
        """What a player has bought in for, less what was cashed on leaving, by the log.

        >>> table = Table("typical")
        >>> table.seat("Ann", 1000_00), table.leave("Ann"), table.seat("Ann", 500_00), table.total_bought("Ann")
        (None, None, None, 50000)
        """
        bought = 0
        for recorded in self.log or ():
            match recorded.event:
                case Seated(seat, _, amount) | BoughtIn(seat, amount) if seat == name:
                    bought += amount
                case Left(seat, amount) if seat == name:
                    bought -= amount
        return bought

    def _seat(self, name: str) -> Seat:
        seat = self.state.seat(name)
        if seat is None:
            near = did_you_mean(str(name), [seat.name for seat in self.state.seats])
            raise BadInput(f"nobody called {name} has a seat.{near}")
        return seat

    def posted_bonus(self) -> Cents | None:
        """What the Shootout stands at; nothing where there is none, or no clock."""
        return None if self.state.bonus is None else self.state.bonus.posted

    def shootout_log(self) -> tuple[ShootoutLogEntry, ...] | None:
        """The amount of every gaming day and each hit with its shares and who signed, by the log.

        >>> from sevenout.table.commands import TellTime
        >>> table = Table("catfish-bend")
        >>> for at in ("2026-11-14T20:00", "2026-11-15T09:00"):
        ...     told = table.execute(TellTime(at, "America/Chicago"))
        >>> [(str(entry.day), entry.amount) for entry in table.shootout_log()]
        [('2026-11-14', 10000), ('2026-11-15', 20000)]

        Nothing where there is no Shootout, no clock, or no log is kept.
        """
        if self.log is None:
            return None
        return shootout_log(self.game, self.state, (recorded.event for recorded in self.log))

    def rack(self, name: str) -> Cents:
        """What lies in a seat's rack."""
        return self._seat(name).rack

    def shooter(self) -> str | None:
        """Whose dice they are: who throws next, if there is a line bet by then; nobody if no seat may."""
        return next_to_throw(self.game, self.state)

    def thrower(self) -> str | None:
        """Who throws if the dice are thrown now: not a shooter who made no line bet; nobody if no seat may."""
        name = thrower(self.game, self.state)
        return None if isinstance(name, Refusal) else name

    def layout(self, name: str) -> dict[str, Cents]:
        """A seat's stakes by wager, or the crew's."""
        return layout(self.game, self.state.crew if name == CREW else self._seat(name).position)

    # --- commands, by name

    def seat(self, name: str, rack: Cents, place: int | None = None, *, player: str = "") -> Refusal | None:
        """A player joins at a place of the rail, or at its end; `player` says who it is, whatever the name."""
        if not isinstance(name, str):
            raise WrongType(f"a seat is named by a word such as 'Ann', not {name!r}")
        return self._execute_or_refuse(Sit(name, cents(rack), place, player))

    def buy_in(self, name: str, amount: Cents) -> Refusal | None:
        """A player buys more chips."""
        return self._execute_or_refuse(BuyIn(name, cents(amount)))

    def award(self, name: str, amount: Cents, why: str, *, clause: str = "") -> Refusal | None:
        """A ruling moves chips from the bank to a rack; below zero from the rack to the bank.

        >>> table = Table("typical")
        >>> table.seat("Ann", 100_00), table.award("Ann", 25_00, "the payoff was short")
        (None, None)
        >>> table.rack("Ann"), table.award("Ann", -500_00, "paid twice").reason
        (12500, "Ann's rack holds 125.00")
        """
        return self._execute_or_refuse(Award(name, cents(amount), why, clause))

    def leave(self, name: str) -> Refusal | None:
        """A player takes down what may come down, cashes out and goes."""
        return self._execute_or_refuse(Leave(name))

    def bet(
        self,
        name: str,
        wager: str,
        amount: Cents,
        *,
        unnoticed: bool = False,
        confirmed: Iterable[str] = (),
        called: bool = False,
    ) -> Refusal | None:
        """Makes or increases a wager, with chips on the layout unless it is only called out."""
        return self._execute_or_refuse(
            Bet(name, cents(amount), _word(wager), False, unnoticed, tuple(confirmed), called)
        )

    def bet_each(
        self,
        name: str,
        group: str,
        amount: Cents,
        *,
        unnoticed: bool = False,
        confirmed: Iterable[str] = (),
        called: bool = False,
    ) -> Refusal | None:
        """Makes the same bet on every number of a group (`inside`), all or none of them."""
        return self._execute_or_refuse(Bet(name, cents(amount), group, True, unnoticed, tuple(confirmed), called))

    def reduce(self, name: str, wager: str, amount: Cents) -> Refusal | None:
        """Takes back a part of a wager."""
        return self._execute_or_refuse(Reduce(name, _word(wager), cents(amount)))

    def take_down(self, name: str, what: str) -> Refusal | None:
        """Takes a wager or a group of them down."""
        return self._execute_or_refuse(TakeDown(name, _word(what)))

    def call(self, name: str, what: str, now: Call) -> Refusal | None:
        """Calls a wager or a group of them on or off."""
        return self._execute_or_refuse(CallWager(name, _word(what), "on" if now == "on" else "off"))

    def call_props(self, name: str, *, down: bool) -> Refusal | None:
        """Has winning propositions come down from now on, or stay up again."""
        return self._execute_or_refuse(CallProps(name, "down" if down else "up"))

    def press(self, name: str, wager: str, amount: Cents | None = None) -> Refusal | None:
        """Increases a wager that is up; without an amount it is doubled."""
        return self._execute_or_refuse(Press(name, _word(wager), None if amount is None else cents(amount)))

    def parlay(self, name: str, wager: str) -> Refusal | None:
        """Adds what a wager won on the last roll."""
        return self._execute_or_refuse(Parlay(name, _word(wager)))

    def undo(self, name: str) -> Refusal | None:
        """Takes back the last thing that a seat did to its layout since the last roll, where the table allows it."""
        return self._execute_or_refuse(Undo(name))

    def remember(self, name: str, memory: str) -> Refusal | None:
        """Notes what a strategy in a seat goes by, as JSON."""
        return self._execute_or_refuse(Remember(name, memory))

    def toke(self, name: str, amount: Cents, wager: str | None = None) -> Refusal | None:
        """A tip: into the toke box, or on a wager that rides for the crew."""
        return self._execute_or_refuse(Toke(name, cents(amount), None if wager is None else _word(wager)))

    def pass_dice(self, name: str) -> Refusal | None:
        """The shooter gives up the dice."""
        return self._execute_or_refuse(PassDice(name))

    def order_pass(self, name: str, ground: str = "") -> Refusal | None:
        """The supervisor orders the shooter to pass the dice; a ground is one that the house has for it."""
        return self._execute_or_refuse(OrderPass(name, ground))

    def warn(self, name: str, about: str) -> Refusal | None:
        """The supervisor warns the shooter: about the wall, or about a rule for shooters.

        >>> table = Table("catfish-bend")
        >>> table.seat("Ann", 100_00), table.bet("Ann", "pass", 10_00), table.throw("short of the wall")
        (None, None, None)
        >>> table.no_roll().code, table.warn("Ann", "short of the wall"), table.no_roll()
        ('no-warning', None, None)
        """
        return self._execute_or_refuse(Warn(name, about))

    def decline_dice(self, name: str) -> Refusal | None:
        """A seat does not want the dice that may be offered to it next."""
        return self._execute_or_refuse(DeclineDice(name))

    def accept_dice(self, name: str) -> Refusal | None:
        """A seat takes the dice that are offered to it."""
        return self._execute_or_refuse(AcceptDice(name))

    def end_wait(self) -> Refusal | None:
        """The shooter has had the time to make a line bet: the dice go to the next seat that has one."""
        return self._execute_or_refuse(TimeOver())

    def tell_time(self, at: str, zone: str) -> Refusal | None:
        """Moves the table's clock on to a local time (`2026-11-15T08:59`); the Shootout is posted by it."""
        return self._execute_or_refuse(TellTime(at, zone))

    def inspect(self, *, sound: bool, supervisor: str = "", licence: str = "") -> Refusal | None:
        """The supervisor's word on the dice of a Shootout that was hit, signed if they are sound."""
        return self._execute_or_refuse(Inspect(sound, supervisor, licence))

    def throw(self, told: str = "") -> Refusal | None:
        """The dice leave the shooter's hand; `told` says what happened to them, as grounds of the house.

        >>> table = Table("typical")
        >>> table.seat("Ann", 100_00), table.bet("Ann", "pass", 10_00), table.throw("one die")
        (None, None, None)
        >>> from sevenout.base.dice import roll
        >>> table.roll(roll(3, 4)).code, table.no_roll()
        ('no-roll', None)
        """
        return self._execute_or_refuse(ThrowDice(told))

    def no_roll(self, ground: str = "") -> Refusal | None:
        """The throw does not count on a ground of the house, said or told: nothing is decided, bets are open again."""
        return self._execute_or_refuse(NoRoll(ground))

    def roll(self, roll: Roll) -> Rolled | Refusal:
        """A valid roll."""
        return self._execute_roll(RollDice(*_dice(roll)))

    def overrule(self, roll: Roll) -> Rolled | Refusal:
        """The supervisor has the throw that was just called no roll count after all."""
        return self._execute_roll(Overrule(*_dice(roll)))

    def rule_no_roll(self, ground: str = "") -> Refusal | None:
        """The supervisor rules that the last roll does not count, until the next throw: what it settled is taken back.

        >>> from sevenout.base.dice import roll
        >>> table = Table("catfish-bend")
        >>> _ = table.seat("Ann", 100_00), table.bet("Ann", "pass", 10_00), table.roll(roll(4, 3))
        >>> table.rack("Ann"), table.rule_no_roll("on the rail"), table.rack("Ann"), table.layout("Ann")
        (11000, None, 9000, {'pass': 1000})
        """
        return self._execute_or_refuse(RuleNoRoll(ground))

    def correct_roll(self, roll: Roll) -> RollCorrected | Refusal:
        """The last roll was entered wrongly: until the next throw it is taken back and settled as it fell."""
        answer = self.execute(CorrectRoll(*_dice(roll)))
        assert isinstance(answer, RollCorrected | Refusal)
        return answer

    def _execute_roll(self, command: Command) -> Rolled | Refusal:
        answer = self.execute(command)
        assert isinstance(answer, Rolled | Refusal)
        return answer


def _word(wager: str) -> str:
    if not isinstance(wager, str):
        raise WrongType(f"a wager is named by a word such as 'pass', not {wager!r}")
    return wager


def _stakes(layout: Layout) -> str:
    return ", ".join(f"{bet.wager} {format_amount(bet.stake)}" for bet in layout.lying)


def _dice(roll: Roll) -> tuple[int, int]:
    if not isinstance(roll, Roll):
        raise WrongType(f"a roll is sevenout.roll(3, 4), or roll(3, 4) from sevenout.base.dice, and not {roll!r}")
    return roll.a, roll.b


class TranscriptLines:
    """Entries as lines of a transcript, one after another; what a strategy remembers is no part of the game.

    The first entry need not be the first of the game.
    """

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def of(self, recorded: CommandEntry) -> Iterator[str]:
        """The lines of the next entry."""
        places = self._places
        match recorded.event:
            case Opened(house):
                yield f"rules {house.book}"
                amounts = (("minimum", house.minimum), ("maximum", house.maximum), ("chip", house.chip))
                limits = " ".join(f"{name} {format_amount(amount)}" for name, amount in amounts)
                yield f"table {limits}{' undo on' if house.undo else ''}"
            case Seated(name, place, bought):
                yield str(Sit(name, bought, None if place == max(places.values(), default=0) + 1 else place))
                places[name] = place
            case Left(name):
                yield str(recorded.command)
                places.pop(name, None)
            case Remembered():
                pass
            case _:
                yield str(recorded.command)


def transcript(log: Iterable[CommandEntry]) -> Iterator[str]:
    """A whole log as the lines of a transcript."""
    lines = TranscriptLines()
    return (line for recorded in log for line in lines.of(recorded))

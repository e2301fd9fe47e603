"""A table that is played: holds the state, takes commands, keeps the log, and asserts that no chip is made or lost."""

from collections.abc import Iterable, Iterator

from sevenout.columns import Call
from sevenout.dice import Roll
from sevenout.game import Game
from sevenout.money import Cents, format_amount
from sevenout.position import layout
from sevenout.refusal import Refusal
from sevenout.shootout import LogEntry
from sevenout.table.bonus import posted_amount, shootout_log
from sevenout.table.commands import (
    AcceptDice,
    Bet,
    BuyIn,
    CallProps,
    CallWager,
    Command,
    DeclineDice,
    Leave,
    NoRoll,
    Overrule,
    Parlay,
    PassDice,
    Press,
    Reduce,
    RollDice,
    Sit,
    TakeDown,
    ThrowDice,
    Toke,
)
from sevenout.table.decide import decide
from sevenout.table.events import BoughtIn, Event, Left, Opened, Rolled, Seated
from sevenout.table.evolve import evolve
from sevenout.table.shooter import next_to_throw, puck_now
from sevenout.table.state import Seat, TableState, out_of_balance
from sevenout.words import CREW


class Table:
    """One table of one house. Every method answers with a refusal, or with nothing (a roll: with its event)."""

    def __init__(self, game: Game, *, keep_log: bool = True) -> None:
        self.game = game
        self.state = TableState()
        self.log: list[Event] | None = [opening(game)] if keep_log else None

    def __repr__(self) -> str:
        racks = ", ".join(f"{seat.name} {format_amount(seat.rack)}" for seat in self.state.seats)
        return f"<Table {self.game.rules.book.name}, point {self.point}: {racks}>"

    def tell(self, command: Command) -> Event | Refusal:
        """Carries a command out, or says why not."""
        event = decide(self.game, self.state, command)
        if not isinstance(event, Refusal):
            state = evolve(self.state, event)
            assert out_of_balance(state) == 0, f"{event} makes or loses chips"
            self.state = state
            if self.log is not None:
                self.log.append(event)
        return event

    def _done(self, command: Command) -> Refusal | None:
        answer = self.tell(command)
        return answer if isinstance(answer, Refusal) else None

    # --- looking

    @property
    def seats(self) -> dict[str, Seat]:
        """The seats by name, in clockwise order from the left of the box."""
        return {seat.name: seat for seat in self.state.seats}

    @property
    def point(self) -> int | None:
        """The point that is on."""
        return self.state.point(self.game)

    @property
    def puck(self) -> int:
        """The state of the puck for a bet made now."""
        return puck_now(self.game, self.state)

    @property
    def toke_box(self) -> Cents:
        """Tokes that the crew has."""
        return self.state.ledger.toke_box

    def bought(self, name: str) -> Cents:
        """What a player has bought in for, less what was cashed out on leaving, by the log.

        >>> from sevenout.game import Game
        >>> table = Table(Game.open("typical"))
        >>> table.seat("Ann", 1000_00), table.leaves("Ann"), table.seat("Ann", 500_00), table.bought("Ann")
        (None, None, None, 50000)
        """
        bought = 0
        for event in self.log or ():
            match event:
                case Seated(_, seat, amount) | BoughtIn(_, seat, amount) if seat == name:
                    bought += amount
                case Left(_, seat, amount) if seat == name:
                    bought -= amount
        return bought

    def posted(self) -> Cents | None:
        """What the Shootout stands at; nothing where there is none, or no clock."""
        return posted_amount(self.game, self.state)

    def shootout_log(self) -> tuple[LogEntry, ...] | None:
        """The amount of every gaming day and each hit with its shares and who signed, by the log.

        >>> from sevenout.table.commands import Told
        >>> table = Table(Game.open("catfish-bend"))
        >>> for at in ("2026-11-14T20:00", "2026-11-15T09:00"):
        ...     told = table.tell(Told(at, "America/Chicago"))
        >>> [(str(entry.day), entry.amount) for entry in table.shootout_log()]
        [('2026-11-14', 10000), ('2026-11-15', 20000)]

        Nothing where there is no Shootout, no clock, or no log is kept.
        """
        return None if self.log is None else shootout_log(self.game, self.state, self.log)

    def rack(self, name: str) -> Cents:
        """What lies in a seat's rack."""
        return self.seats[name].rack

    def shooter(self) -> str | None:
        """Who would throw now; nobody if no seat may."""
        return next_to_throw(self.game, self.state)

    def layout(self, name: str) -> dict[str, Cents]:
        """A seat's stakes by wager, or the crew's."""
        return layout(self.game, self.state.crew if name == CREW else self.seats[name].position)

    # --- commands, by name

    def seat(self, name: str, rack: Cents) -> Refusal | None:
        """A player joins at the end of the rail."""
        return self._done(Sit(name, rack))

    def buy_in(self, name: str, amount: Cents) -> Refusal | None:
        """A player buys more chips."""
        return self._done(BuyIn(name, amount))

    def leaves(self, name: str) -> Refusal | None:
        """A player takes down what may come down, cashes out and goes."""
        return self._done(Leave(name))

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
        return self._done(Bet(name, amount, wager, False, unnoticed, tuple(confirmed), called))

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
        return self._done(Bet(name, amount, group, True, unnoticed, tuple(confirmed), called))

    def reduce(self, name: str, wager: str, amount: Cents) -> Refusal | None:
        """Takes back a part of a wager."""
        return self._done(Reduce(name, wager, amount))

    def take_down(self, name: str, what: str) -> Refusal | None:
        """Takes a wager or a group of them down."""
        return self._done(TakeDown(name, what))

    def call(self, name: str, what: str, now: Call) -> Refusal | None:
        """Calls a wager or a group of them on or off."""
        return self._done(CallWager(name, what, "on" if now == "on" else "off"))

    def props(self, name: str, *, down: bool) -> Refusal | None:
        """Has winning propositions come down from now on, or stay up again."""
        return self._done(CallProps(name, "down" if down else "up"))

    def press(self, name: str, wager: str, amount: Cents | None = None) -> Refusal | None:
        """Increases a wager that is up; without an amount it is doubled."""
        return self._done(Press(name, wager, amount))

    def parlay(self, name: str, wager: str) -> Refusal | None:
        """Adds what a wager won on the last roll."""
        return self._done(Parlay(name, wager))

    def toke(self, name: str, amount: Cents, wager: str | None = None) -> Refusal | None:
        """A tip: into the toke box, or on a wager that rides for the crew."""
        return self._done(Toke(name, amount, wager))

    def passes(self, name: str) -> Refusal | None:
        """The shooter gives up the dice."""
        return self._done(PassDice(name))

    def declines(self, name: str) -> Refusal | None:
        """A seat does not want the dice that may be offered to it next."""
        return self._done(DeclineDice(name))

    def accepts(self, name: str) -> Refusal | None:
        """A seat takes the dice that are offered to it."""
        return self._done(AcceptDice(name))

    def throw(self) -> Refusal | None:
        """The dice leave the shooter's hand."""
        return self._done(ThrowDice())

    def no_roll(self, ground: str = "") -> Refusal | None:
        """The throw does not count: nothing is decided, bets are open again."""
        return self._done(NoRoll(ground))

    def roll(self, roll: Roll) -> Rolled | Refusal:
        """A valid roll."""
        return self._rolled(RollDice(roll.a, roll.b))

    def overrules(self, roll: Roll) -> Rolled | Refusal:
        """The supervisor has the throw that was just called no roll count after all."""
        return self._rolled(Overrule(roll.a, roll.b))

    def _rolled(self, command: Command) -> Rolled | Refusal:
        answer = self.tell(command)
        assert isinstance(answer, Rolled | Refusal)
        return answer


def opening(game: Game) -> Opened:
    """The first event of a log."""
    book = game.rules.book
    return Opened(book.name, book.digest, game.minimum, game.maximum, game.chip)


def transcript(log: Iterable[Event]) -> Iterator[str]:
    """The log as the lines of a transcript."""
    for event in log:
        match event:
            case Opened(book, _, minimum, maximum, chip):
                yield f"rules {book}"
                amounts = (("minimum", minimum), ("maximum", maximum), ("chip", chip))
                yield "table " + " ".join(f"{name} {amount // 100}.{amount % 100:02}" for name, amount in amounts)
            case _:
                yield event.said

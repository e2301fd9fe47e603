"""How a session ends: after rolls or shooters, at a goal or a loss, in ruin; and what becomes of bets that lie there.

Bets are *played out* unless face value is asked for. When the limit of rolls or shooters is reached, nothing new is
bet, and each bet that lies there stays until a roll decides it; a winner comes down. Who leaves (for a goal, for a
loss, or by the strategy's own word) takes down what may come down, and only contract bets are played out. So a goal is
judged by what could be carried away without another roll.
"""

from collections.abc import Container, Hashable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.dice import PACE
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, cents, format_amount
from sevenout.base.validation import whole_number
from sevenout.engine.betting import Change, Position, take_down
from sevenout.engine.game import Game
from sevenout.strategy.view import Strategy, View

LONGEST = 10_000_000
"""A session without a limit is cut off after so many rolls."""
MOST_ROLLS = 10**8
MOST_SHOOTERS = 1_000_000
_ROLLS_EACH, _WITHOUT_LIMIT = 9, 10_000
"""About so many rolls a shooter has, and a session without a limit."""
LONGEST_CLOSING = 100_000
"""Bets that so many rolls do not decide count at face value: the house may have a wager that nothing decides."""


class SessionEnd(Struct, frozen=True, kw_only=True):
    """When a session ends. With none of the four it goes on until ruin.

    >>> SessionEnd(rolls=200).words, SessionEnd(shooters=10, goal=600_00).words, SessionEnd(goal=100_00).words
    ('200 rolls', '10 shooters, or until 600.00', 'until 100.00 or ruin')
    """

    rolls: int | None = None
    shooters: int | None = None
    """A shooter's turn, or hand, ends with the seven-out: here nobody passes the dice on."""
    goal: Cents | None = None
    """What the player wants to carry away, in all."""
    stop_loss: Cents | None = None
    """The loss at which the player leaves."""
    face_value: bool = False
    """Whether bets that lie there at the end count at face value, and are not played out."""

    @property
    def words(self) -> str:
        """The same in words."""
        lasts = [] if self.rolls is None else [f"{self.rolls:,} roll{'' if self.rolls == 1 else 's'}"]
        if self.shooters is not None:
            lasts.append(f"{self.shooters:,} shooter{'' if self.shooters == 1 else 's'}")
        until = [] if self.goal is None else [format_amount(self.goal)]
        if self.stop_loss is not None:
            until.append(f"a loss of {format_amount(self.stop_loss)}")
        if not lasts:
            return f"until {' or '.join([*until, 'ruin'])}"
        return ", ".join([" or ".join(lasts), *([f"or until {' or '.join(until)}"] if until else [])])

    @property
    def is_limited(self) -> bool:
        """Whether rolls or shooters end it."""
        return self.rolls is not None or self.shooters is not None

    @property
    def roll_limit(self) -> int:
        """The rolls after which nothing new is bet, at the latest."""
        return LONGEST if self.rolls is None else self.rolls

    def check(self, game: Game, bankroll: Cents) -> None:
        """Says what is wrong with it, if anything is.

        >>> SessionEnd(goal=200_00).check(Game.open("typical"), 300_00)
        Traceback (most recent call last):
        sevenout.base.errors.BadInput: a goal of 200.00 is no more than the bankroll of 300.00: ask for more
        """
        if self.rolls is not None and not 0 <= whole_number(self.rolls, "a session's rolls") <= MOST_ROLLS:
            raise BadInput(f"a session has from 1 to {MOST_ROLLS:,} rolls, not {self.rolls:,}")
        if self.shooters is not None:
            if not 1 <= whole_number(self.shooters, "a session's shooters") <= MOST_SHOOTERS:
                raise BadInput(f"a session has from 1 to {MOST_SHOOTERS:,} shooters, not {self.shooters:,}")
            if not game.rules.puck.has_turns:
                raise BadInput(
                    f"{game.rules.book.title} has no shooter who sevens out: give --rolls or --hours instead"
                )
        if self.goal is not None and cents(self.goal) <= bankroll:
            goal, held = format_amount(self.goal), format_amount(bankroll)
            raise BadInput(f"a goal of {goal} is no more than the bankroll of {held}: ask for more")
        if self.stop_loss is not None and cents(self.stop_loss) <= 0:
            raise BadInput(f"a stop at a loss of {format_amount(self.stop_loss)} is none: give an amount above zero")
        if self.stop_loss is not None and self.stop_loss > bankroll:
            loss, held = format_amount(self.stop_loss), format_amount(bankroll)
            raise BadInput(f"a loss of {loss} is more than the bankroll of {held}: ask for less, or leave the stop out")


def rolls_in(hours: float, pace: int = PACE) -> int:
    """The rolls of so many hours.

    >>> rolls_in(1.5), rolls_in(2, pace=100)
    (216, 200)
    """
    if whole_number(pace, "a pace") < 1:
        raise BadInput(f"a pace of {pace} rolls an hour gets nowhere: give at least 1")
    rolls = round(hours * pace)
    if not 1 <= rolls <= MOST_ROLLS:
        raise BadInput(f"{hours:g} hours at {pace} rolls an hour are {rolls:,} rolls: give from 1 to {MOST_ROLLS:,}")
    return rolls


def end_after(rolls: int | None, end: SessionEnd | None = None, *, face_value: bool = False) -> SessionEnd:
    """The end of a session that was asked for by its rolls, by more than that, or by both.

    >>> end_after(200), end_after(None, SessionEnd(shooters=1)).words
    (SessionEnd(rolls=200, shooters=None, goal=None, stop_loss=None, face_value=False), '1 shooter')
    """
    if end is None:
        return SessionEnd(
            rolls=None if rolls is None else whole_number(rolls, "a session's rolls"), face_value=face_value
        )
    if rolls is not None and end.rolls is not None and rolls != end.rolls:
        raise BadInput(f"{rolls} rolls and {end.rolls} rolls are two lengths of a session: give one of them")
    return replace(end, rolls=end.rolls if rolls is None else rolls, face_value=end.face_value or face_value)


def typical_rolls(end: SessionEnd) -> int:
    """About as many rolls as a session with this end has, for who divides the work."""
    lengths = [] if end.rolls is None else [max(end.rolls, 1)]
    if end.shooters is not None:
        lengths.append(_ROLLS_EACH * end.shooters)
    return min(lengths, default=_WITHOUT_LIMIT)


Owners = tuple[tuple[str, tuple[tuple[int, Cents], ...]], ...]
"""Which lines of a strategy made each bet that lies there, and with how much; of one line alone the amount is 1.

Bets that travel stand under the wager they were made as, unless they are of different lines.
"""


class OwnedMemory(Struct, frozen=True, gc=False):
    """A strategy's memory, and which of its lines made the bets that lie there."""

    inner: Hashable
    owners: Owners


class Closing(Struct, frozen=True, gc=False):
    """The memory of a player who bets no more and waits for what lies there; the session then ends for this reason."""

    ending: str
    owners: Owners = ()
    """Who made the bets, where somebody keeps account of it."""


def owners_in(memory: object) -> Owners:
    """Which lines made the bets, as far as a memory has it."""
    return memory.owners if isinstance(memory, OwnedMemory | Closing) else ()


def trim_owners(game: Game, owners: Iterable[tuple[str, tuple[tuple[int, Cents], ...]]], up: Container[str]) -> Owners:
    """The owners of what is up, as briefly as they can be told."""
    made_as, kept, told = game.made_as, {}, dict(owners)
    for to, made in made_as.items():
        if to in up and to not in told and made in told:
            kept[to] = told[made]
    kept |= {wager: shares for wager, shares in told.items() if wager in up}
    families: dict[str, set[tuple[tuple[int, Cents], ...]]] = {}
    for wager, shares in kept.items():
        families.setdefault(made_as.get(wager, wager), set()).add(shares)
    brief = {
        made_as.get(wager, wager) if len(families[made_as.get(wager, wager)]) == 1 else wager: shares
        for wager, shares in kept.items()
    }
    return tuple(sorted(brief.items()))


class SessionPlayer:
    """A strategy with an end to its session: it plays as ever until then, and closes. A pure function, as all are."""

    def __init__(self, strategy: Strategy, end: SessionEnd) -> None:
        self.strategy = strategy
        self.end = end

    def __repr__(self) -> str:
        return f"<{self.strategy!r}, {self.end.words}>"

    def __call__(self, view: View) -> View:
        """What the strategy does, unless its session is over."""
        end, closing = self.end, view.memory
        if isinstance(closing, Closing):
            if end.goal is not None and closing.ending in _LIMITS and view.worth >= end.goal:
                return self._leave(view, "goal")
            if not view.position.slots:
                return replace(view, left=closing.ending)
            if not closing.owners:
                return view
            return view.remember(Closing(closing.ending, trim_owners(view.game, closing.owners, view.layout)))
        if end.goal is not None and view.worth >= end.goal:
            return self._leave(view, "goal")
        if end.stop_loss is not None and view.worth <= view.bankroll - end.stop_loss:
            return self._leave(view, "stop-loss")
        if end.shooters is not None and view.count("seven_outs") >= end.shooters:
            over = end.face_value or not view.position.slots
            return replace(view, left="shooters") if over else close(view, "shooters")
        after = self.strategy(view)
        if after.left:
            return after if end.face_value else self._leave(after, after.left)
        if not after.position.slots and not after.ruined and after.rack <= 0:
            return replace(after, left="ruin")  # who has nothing left need not ask for a bet
        return after

    def _leave(self, view: View, ending: str) -> View:
        """Takes down what may come down; what may not is played out."""
        view = replace(view, left="")
        if not self.end.face_value and isinstance(take_down(view.game, view.position, view.puck, "all"), Change):
            view = view.take_down("all")
        if self.end.face_value or not view.position.slots:
            return replace(view, left=ending)
        return view.remember(Closing(ending, owners_in(view.memory)))


def player_of(strategy: Strategy, end: SessionEnd) -> Strategy:
    """The strategy as it plays a session with this end."""
    plain = end.face_value and end.shooters is end.goal is end.stop_loss is None
    return strategy if plain else SessionPlayer(strategy, end)


_LIMITS = frozenset({"rolls", "shooters"})


def close(view: View, ending: str = "rolls") -> View:
    """The player bets no more: what is called off comes down, all else is played out."""
    for wager in _called_off(view.game, view.position):
        if view.stake(wager) and isinstance(take_down(view.game, view.position, view.puck, wager), Change):
            view = view.take_down(wager)
    return view.remember(Closing(ending, owners_in(view.memory)))


def close_layout(game: Game, position: Position, puck: int) -> Change:
    """What `close` does to a layout."""
    change = Change(position, 0)
    for wager in _called_off(game, position):
        down = take_down(game, change.position, puck, wager)
        if isinstance(down, Change):
            change = change.combine(down)
    return change


def _called_off(game: Game, position: Position) -> list[str]:
    labels = [game.rules.labels[slot] for slot in position.slots]
    return [label.wager for label in labels if label.call == "off"]


def is_closing(memory: object) -> bool:
    """Whether a player with this memory only waits for what lies there."""
    return isinstance(memory, Closing)

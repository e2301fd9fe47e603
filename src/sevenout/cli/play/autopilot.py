"""Automatic play in one's own seat: standing orders, and a strategy as autopilot beside typing."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.player.bot import STRATEGY, Bot, BotMemory
from sevenout.player.saved_seat import SavedSeat
from sevenout.player.talk import memory_of
from sevenout.player.talk.refused_amounts import refused_amount
from sevenout.player.talk.standing_orders import HOW, MOST, StandingOrder, carry_out_orders, drop_order, read_order
from sevenout.table import Table
from sevenout.table.commands import Bet, Remember


class Autopilot:
    """The orders and the autopilot of one seat; what is said to them is answered in lines."""

    def __init__(self, table: Table, you: str) -> None:
        self.table, self.you = table, you
        self.orders: tuple[StandingOrder, ...] = ()
        self.autopilot = ""
        self._bot: Bot | None = None
        self._left = ""

    def handle_order(self, line: str) -> str:
        """`orders`, `always rebet pass`, `keep odds at max`, `drop 1`, `drop odds`: why not, or nothing."""
        first, _, rest = line.strip().partition(" ")
        if first.lower() == "orders":
            return ""
        if first.lower() == "drop":
            left = drop_order(self.orders, rest)
            self.orders = self.orders if left is None else left
            return "" if left is not None else "drop 1 drops the first of your standing orders, drop all every one."
        order = read_order(self.table, line)
        if order is None:
            return refused_amount(self.table.game, line) or HOW
        if len(self.orders) >= MOST:
            return f"{MOST} standing orders at most: drop one first."
        if str(order) not in map(str, self.orders):
            self.orders = (*self.orders, self._from_now(order))
        return ""

    def _from_now(self, order: StandingOrder) -> StandingOrder:
        """The order as it is given now: what was decided before the last roll is not bet again."""
        return replace(order, since=memory_of(self.table, self.you).roll)

    def drops(self, line: str) -> bool:
        """True if `drop` is about an order: `drop my odds by 10` is about a bet."""
        rest = line.split()[1:]
        return not rest or rest[0].isdecimal() or drop_order(self.orders, " ".join(rest)) is not None or rest == ["all"]

    def set_autopilot(self, name: str) -> str:
        """`autopilot three-point-molly`, `autopilot off`: why not, or nothing."""
        if name in ("", "off"):
            self.autopilot, self._bot = ("", None) if name else (self.autopilot, self._bot)
            return ""
        try:
            self._bot = Bot.resume(self.table, self.you, name)
        except BadInput as error:
            return str(error)
        self.autopilot = name
        return ""

    def describe(self) -> str:
        """The standing orders and autopilots that are active."""
        listed = "  ".join(f"{number} {order}" for number, order in enumerate(self.orders, 1))
        return f"Standing orders: {listed or 'none'}" + (f"   Autopilot: {self.autopilot}" if self.autopilot else "")

    def steer(self) -> Iterator[str]:
        """Lets the autopilot act before a roll, and tells what it did."""
        if self._bot is None or self.you not in self.table.seats:
            return
        try:
            acted = self._bot.act()
        except (TypeError, ValueError, LookupError):  # a memory that somebody wrote into the file
            yield f"{self.autopilot} cannot go on with what it remembers. You play on yourself."
            self.autopilot, self._bot = "", None
            return
        yield from (f"✓ {command}   {self.autopilot}" for command in acted.done)
        yield from (f"{self.autopilot} wanted: {command}: {no.reason}" for command, no in acted.refused)
        if acted.ending:
            yield f"{self.autopilot} is done: {acted.ending}. You play on yourself."
            self.autopilot, self._bot = "", None

    def wanted_bets(self) -> tuple[tuple[Bet, ...], str]:
        """What the orders want before a roll, and what of it is not taken now, where that was not said before."""
        if not self.orders or self.you not in self.table.seats or self.table.state.dice.thrown:
            return (), ""
        found = carry_out_orders(self.table, self.you, self.orders, memory_of(self.table, self.you))
        new = found.note if found.note != self._left else ""
        self._left = found.note
        return found.bets, new

    # --- saved and taken up again

    def to_saved_seat(self) -> SavedSeat:
        """Its part of a saved game."""
        note = None if self._bot is None else self._bot.note
        return SavedSeat(tuple(map(str, self.orders)), self.autopilot, note)

    def take_up(self, kept: SavedSeat) -> str:
        """Goes on with what was kept; what of it cannot be, in a line."""
        read = [(line, read_order(self.table, line)) for line in kept.orders]
        orders = [self._from_now(order) for _, order in read if order is not None]
        self.orders = tuple(orders[:MOST])
        unread = [
            f"{line[:80]!r} is not a standing order here and is dropped." for line, order in read if order is None
        ]
        if len(orders) > MOST:
            unread.append(f"{MOST} standing orders at most: the others are dropped.")
        why = self.set_autopilot(kept.autopilot) if kept.autopilot not in ("", "off") else ""
        return " ".join((*unread, *([f"The autopilot {kept.autopilot!r} cannot go on: {why}"] if why else [])))


def remind(table: Table, kept: dict[str, SavedSeat]) -> None:
    """Has a table remember again what the strategies in its seats went by, before they go on there."""
    for name, each in kept.items():
        if each.strategy is not None and name in table.seats:
            table.execute(Remember(name, _encode_note(each.strategy)), actor=STRATEGY)


def _encode_note(note: BotMemory) -> str:
    return msgspec.json.encode(note).decode()

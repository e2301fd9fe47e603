"""Who said each entry of a log, and when: whether that can be, beside what the game says to it.

A seat's bets, calls and departures are its player's own; a strategy acts for the seats of strategies alone, the house
only has people leave, and a crew that is not told which dice a shooter takes only has them take some. Time does not run
backwards, except where an entry says that the clock was set back.
"""

from datetime import datetime, timedelta

from sevenout.crew.dice.dice_commands import Choose
from sevenout.crew.floor.floor import ROUTINE
from sevenout.player.bot import STRATEGY
from sevenout.server.accounts.permissions import OwnSeat
from sevenout.server.live.log_state import HOUSE, is_bot
from sevenout.server.protocol.house_events import ClockSetBack, ServerLogEntry
from sevenout.table.commands import Bet, CallWager, Leave, Sit
from sevenout.table.events import Left, Seated
from sevenout.table.log.hash_chain import bad_entry

MOST_BACK = timedelta(seconds=5)
"""How far a clock may go back unsaid: as much as it is set back when it is put right."""


class Envelopes:
    """The actors and times of a log as its entries come by."""

    def __init__(self) -> None:
        self._player: dict[str, str] = {}
        """Who sits in each seat."""
        self._at: datetime | None = None

    def check_entry(self, entry: ServerLogEntry) -> None:
        """The next entry, as it was played; raises BadEntry if it cannot have been said then, or by whom it says."""
        wrong = self._untimely(entry) or self._not_theirs(entry)
        if wrong:
            raise bad_entry(entry.n, wrong)
        for event in entry.events:
            if isinstance(event, Seated):
                self._player[event.seat] = event.player
            elif isinstance(event, Left):
                self._player.pop(event.seat, None)

    def _untimely(self, entry: ServerLogEntry) -> str:
        before, self._at = self._at, entry.at or self._at
        if before is None or entry.at is None:
            return ""
        if isinstance(entry.event, ClockSetBack):
            true = entry.event.was == before and entry.at < before
            return "" if true else "the clock is said to have been set back, and was not"
        back = before - entry.at
        return f"it is dated {back} before the one before it" if back > MOST_BACK else ""

    def _not_theirs(self, entry: ServerLogEntry) -> str:
        command, actor = entry.command, entry.actor
        if isinstance(command, Sit):
            theirs = not command.player or is_bot(command.player) or command.player == actor
            return "" if theirs else f"{command.seat} was seated by another person"
        if isinstance(command, Bet):
            own = not (command.confirmed or command.unnoticed)  # those are the crew's to say
        elif isinstance(command, CallWager):
            own = not command.confirmed
        elif isinstance(command, OwnSeat):
            own = True
        else:
            return ""
        player = self._player.get(command.seat, "")
        if not own or not player or actor == player:  # a seat without a player is anybody's
            return ""
        left, acted = actor == HOUSE and isinstance(command, Leave), actor == STRATEGY and is_bot(player)
        if left or acted or (actor == ROUTINE and isinstance(command, Choose)):
            return ""
        return f"«{command}» can only be said by {command.seat}, and another person said it"

"""One seat's session, read from a table's events: what each wager came to, what the dice showed, and how the net splits
into edge, luck, commission and rounding.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.player.session_stats.dice_stats import CHANCES as CHANCES
    from sevenout.player.session_stats.dice_stats import TOTALS as TOTALS
    from sevenout.player.session_stats.dice_stats import DiceStats as DiceStats
    from sevenout.player.session_stats.seat_session import Balance as Balance
    from sevenout.player.session_stats.seat_session import SessionStats as SessionStats
    from sevenout.player.session_stats.seat_session import evening_of as evening_of
    from sevenout.player.session_stats.seat_session import follow_event as follow_event
    from sevenout.player.session_stats.wager_accounts import Account as Account
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "dice_stats": ("CHANCES", "TOTALS", "DiceStats"),
            "seat_session": ("Balance", "SessionStats", "evening_of", "follow_event"),
            "wager_accounts": ("Account",),
        },
    )

"""Who plays a seat: bots that play a strategy, the players of the house, the coach that prices a bet, speech that is
understood as commands, and the statistics of a session.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.player.bot import Bot as Bot
    from sevenout.player.coach import advise as advise
    from sevenout.player.session_stats.seat_session import SessionStats as SessionStats
    from sevenout.player.talk.interpreter import understand as understand
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "bot": ("Bot",),
            "coach": ("advise",),
            "session_stats.seat_session": ("SessionStats",),
            "talk.interpreter": ("understand",),
        },
    )

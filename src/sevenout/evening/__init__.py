"""An evening remembered: what a seat bought, bet, won and lost, what the dice showed, and why it came so."""

from sevenout.evening.accounts import Account
from sevenout.evening.evening import Balance, Evening, evening_of, see
from sevenout.evening.seen import CHANCES, TOTALS, Seen

__all__ = ["CHANCES", "TOTALS", "Account", "Balance", "Evening", "Seen", "evening_of", "see"]

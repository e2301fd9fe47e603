"""What a player asks at the terminal about table, rules and evening, answered below the layout; it changes nothing."""

from rich.text import Text

from sevenout.base.refusal import Refusal
from sevenout.cli.play.fixed_board import bets_told
from sevenout.cli.play.layout_view import Felt
from sevenout.cli.play.message_area import News
from sevenout.cli.play.screen_reader import (
    balance_told,
    history_told,
    offer_told,
    offers_told,
    roll_told,
    rules_told,
    split_told,
    stats_told,
)
from sevenout.cli.play.statistics import balance_shown, history_shown, split_shown, stats_shown
from sevenout.cli.play.views import (
    kindly,
    last_roll,
    offer_shown,
    offers_shown,
    roll_shown,
    rules_shown,
    why_decided,
    why_refused,
)
from sevenout.player.session_stats import Evening, evening_of
from sevenout.table import Snapshot, Table


class Questions:
    """The answers to one player, and what `why` and the next drawing need to know of what was said before."""

    def __init__(self, table: Table, you: str, news: News) -> None:
        self.table, self.you, self._news = table, you, news
        self.refusal: Refusal | None = None
        """The refusal that `why` is about, if there was one since the last roll."""
        self.replayed: Snapshot | None = None
        """The table as it lay for the last roll, while that is shown again."""

    @property
    def evening(self) -> Evening:
        """What there is to tell of it so far; the whole log is read for it."""
        return evening_of(self.table.game, self.table.log or (), self.you)

    def asked(self, words: list[str]) -> bool | Refusal:
        """Whether a line was a question, which is answered then; a refusal where the house takes no such bet."""
        match words:
            case ["why", "did", "I" | "i", *_] | ["split"] | ["history"] | ["stats"] | ["balance"]:
                self._of_the_evening(words[0])
            case ["why", *wager]:
                self._why(" ".join(wager))
            case ["again"]:
                self._again()
            case ["bets"]:
                self._news.say(*bets_told(Felt(self.table.game, self.table.snapshot(), self.you)))
            case ["more"]:
                self._news.more()
            case ["offers"]:
                self._news.say(*(offers_told if self._news.plain else offers_shown)(self.table, self.you))
            case ["offers", *wager]:
                return self._offer(" ".join(wager))
            case ["rules"]:
                self._news.say(Text("rules WAGER says what the house has written about it, e.g. rules pass", "dim"))
            case ["rules", *wager]:
                self._news.say(*(rules_told if self._news.plain else rules_shown)(self.table, " ".join(wager)))
            case _:
                return False
        return True

    def _of_the_evening(self, asked: str) -> None:
        evening, shown, plain = self.evening, self.table.snapshot(), self._news.plain
        match asked:
            case "history":
                self._news.say(*(history_told if plain else history_shown)(shown))
            case "stats":
                self._news.say(*(stats_told if plain else stats_shown)(evening))
            case "balance" if plain:
                self._news.say(*balance_told(evening.balance(shown)))
            case "balance":
                self._news.say(*balance_shown(evening.balance(shown), evening.line(shown)))
            case _:
                self._news.say(*(split_told if plain else split_shown)(evening, evening.balance(shown)))

    def _again(self) -> None:
        """The last roll once more: the table as it lay, the dice, and every decision with its clause."""
        last = last_roll(self.table)
        if last is None:
            self._news.say(kindly("Nothing has been rolled yet."))
            return
        rolled, self.replayed = last
        if self._news.plain:
            self._news.say(*map(Text, roll_told(rolled, self.you, None, self.table.game)))
        else:
            self._news.say(roll_shown(self.table, self.you, rolled, clauses=True))

    def _why(self, wager: str) -> None:
        """The clause, in plain words, behind the last refusal or decision, or the last decision of one wager."""
        wager = self.table.game.rules.wager_named(wager) or wager
        if wager and wager not in self.table.game.rules.by_key:
            self._news.say(*rules_shown(self.table, wager))
        elif self.refusal is not None and not wager:
            self._news.say(*why_refused(self.refusal))
        else:
            self._news.say(*why_decided(self.table, self.you, wager))

    def _offer(self, wager: str) -> bool | Refusal:
        """What you may put on one wager, or why nothing."""
        offered = (offer_told if self._news.plain else offer_shown)(self.table, self.you, wager)
        if isinstance(offered, Refusal):
            return offered
        self._news.say(offered)
        return True

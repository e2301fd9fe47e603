"""Answers a player's questions about table, rules and session below the layout, and `help`; changes nothing."""

from typing import TYPE_CHECKING

from msgspec.structs import replace
from rich.text import Text

from sevenout.base.errors import SevenoutError
from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.cli.play.fixed_board import describe_bets
from sevenout.cli.play.layout_view import LayoutView
from sevenout.cli.play.message_area import News
from sevenout.cli.play.screen_reader import (
    balance_sentences,
    history_sentences,
    numbers_sentences,
    offer_sentence,
    offers_sentences,
    roll_sentences,
    rules_sentences,
    split_sentences,
    stats_sentences,
)
from sevenout.cli.play.statistics import balance_view, history_view, split_view, stats_view
from sevenout.cli.play.views import (
    last_roll,
    numbers_view,
    offer_view,
    offers_view,
    roll_view,
    rules_view,
    why_decided,
    why_refused,
    yellow_text,
)
from sevenout.player.session_stats import SessionStats, evening_of
from sevenout.table import Snapshot, Table

if TYPE_CHECKING:
    from sevenout.player.advisor import Advisor


class Questions:
    """The answers to one player, and what `why` and the next drawing need to know of what was said before."""

    def __init__(self, table: Table, you: str, news: News) -> None:
        self.table, self.you, self._news = table, you, news
        self.refusal: Refusal | None = None
        """The refusal that `why` is about, if there was one since the last roll."""
        self.replayed: Snapshot | None = None
        """The table as it lay for the last roll, while that is shown again."""
        self._advisor: Advisor | None = None
        self._goal: Cents | None = None
        """The goal that was named last."""

    @property
    def evening(self) -> SessionStats:
        """Tells the session so far, from the whole log."""
        return evening_of(self.table.game, self.table.log or (), self.you)

    def answer_question(self, words: list[str]) -> bool | Refusal:
        """Whether a line was a question, which is answered then; a refusal where the house takes no such bet."""
        match words:
            case ["why", "did", "I" | "i", *_] | ["split"] | ["history"] | ["stats"] | ["balance"]:
                self._of_the_evening(words[0])
            case ["why", *wager]:
                self._explain(" ".join(wager))
            case ["again"]:
                self._show_last_roll()
            case ["bets"]:
                self._news.add(*describe_bets(LayoutView(self.table.game, self.table.snapshot(), self.you)))
            case ["more"]:
                self._news.more()
            case ["numbers"]:
                self._news.add(*(numbers_sentences if self._news.plain else numbers_view)(self.table, self.you))
            case ["best", *aim]:
                self._best_act(aim)
            case ["offers"]:
                self._news.add(*(offers_sentences if self._news.plain else offers_view)(self.table, self.you))
            case ["offers", *wager]:
                return self._offer(" ".join(wager))
            case ["rules"]:
                self._news.add(Text("rules WAGER says what the house has written about it, e.g. rules pass", "dim"))
            case ["rules", *wager]:
                self._news.add(*(rules_sentences if self._news.plain else rules_view)(self.table, " ".join(wager)))
            case _:
                return False
        return True

    def _best_act(self, aim: list[str]) -> None:
        """`best`, `best 2000`, `best 2000 against pass-line`: what to do now for a goal, and what it is worth."""
        from sevenout.player.advisor import Advisor, read_aim

        try:
            if self._advisor is None:
                self._advisor = Advisor(self.table.game)
            wanted = read_aim(" ".join(aim))
            if wanted.goal is None:
                wanted = replace(wanted, goal=self._goal)
            answer = self._advisor.advise_seat(self.table, self.you, wanted)
            self._goal = answer.goal
        except SevenoutError as error:
            self._news.add(yellow_text(str(error)))
            return
        self._news.add(*map(Text, answer.sentences()))

    def _of_the_evening(self, asked: str) -> None:
        evening, shown, plain = self.evening, self.table.snapshot(), self._news.plain
        match asked:
            case "history":
                self._news.add(*(history_sentences if plain else history_view)(shown))
            case "stats":
                self._news.add(*(stats_sentences if plain else stats_view)(evening))
            case "balance" if plain:
                self._news.add(*balance_sentences(evening.balance(shown)))
            case "balance":
                self._news.add(*balance_view(evening.balance(shown), evening.line(shown)))
            case _:
                self._news.add(*(split_sentences if plain else split_view)(evening, evening.balance(shown)))

    def _show_last_roll(self) -> None:
        """The last roll once more: the table as it lay, the dice, and every decision with its clause."""
        last = last_roll(self.table)
        if last is None:
            self._news.add(yellow_text("Nothing has been rolled yet."))
            return
        rolled, self.replayed = last
        if self._news.plain:
            self._news.add(*map(Text, roll_sentences(rolled, self.you, None, self.table.game)))
        else:
            self._news.add(roll_view(self.table, self.you, rolled, clauses=True))

    def _explain(self, wager: str) -> None:
        """The clause, in plain words, behind the last refusal or decision, or the last decision of one wager."""
        wager = self.table.game.rules.wager_named(wager) or wager
        if wager and wager not in self.table.game.rules.by_key:
            self._news.add(*rules_view(self.table, wager))
        elif self.refusal is not None and not wager:
            self._news.add(*why_refused(self.refusal))
        else:
            self._news.add(*why_decided(self.table, self.you, wager))

    def _offer(self, wager: str) -> bool | Refusal:
        """The amounts that may be put on one wager, or the reason why none."""
        offered = (offer_sentence if self._news.plain else offer_view)(self.table, self.you, wager)
        if isinstance(offered, Refusal):
            return offered
        self._news.add(offered)
        return True


HELP = """\
Say what you do, as at any table, or as a transcript has it:
  10 pass            six and eight 12 each   max odds      two way yo 1
  press my six       down on my nine         all off       32 across
  rebet, repeat      once more               undo, clear   back again
  always rebet pass  keep odds at max        orders        drop 1
  autopilot three-point-molly for 20         autopilot off
To look at: history, stats, balance, bets, why did I lose, coach on
(A12) on the layout is off. Keys: F2 roll, F3 rebet, F4 undo, F5 max odds
And for the house, once a crew is posted (see docs/reference/notation.md):
  crew: stick Kim, third base Lou         crew works
  Pat relieves third base                 supervisor inspects the dice
  fill 40 red                             changes 200 (your money)
And to the table:
  roll, or just Enter  the shooter throws      why, why pass  the clause behind
  throw                no more bets            again          the last roll
  offers, offers pass  what you may bet now    rules pass     all about a wager
  numbers              what each roll does     best 2000      how to reach 2000
  save FILE            keep the game           quit           leave the table"""

TOLD = """\
Say what you do, as at any table or as a transcript has it: 10 pass, or six and eight 12 each, or max odds.
Press my six, down on my nine, all off and 32 across change what lies there.
Rebet and repeat do it once more; undo and clear take it back.
Always rebet pass, and keep odds at max, are standing orders; orders lists them, and drop 1 drops the first.
Autopilot three-point-molly for 20 lets a strategy play 20 rolls; autopilot off ends it.
To look at are history, stats, balance, bets, offers, why did I lose, and again for the last roll.
Numbers tells what each roll would do to your bets, best 2000 what to do now to reach 2000.
Why tells the clause behind the last decision, rules pass all that is written about a wager, coach on what bets cost.
Roll, or an empty line, throws the dice; throw says that there are no more bets.
Save, with a file name, keeps the game; quit leaves the table.
Once a crew is posted (crew: stick Kim, third base Lou) you speak for the house too:
see docs/reference/notation.md."""

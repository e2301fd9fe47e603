"""One player's time at a table in the terminal: each line typed, what the table answers, and leaving.

It speaks for one seat. What is allowed and what is paid is the table's business alone.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from rich.console import RenderableType
from rich.text import Text

from sevenout.base.dice import Dice
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, units
from sevenout.base.refusal import Refusal
from sevenout.cli.play.autopilot import Autopilot
from sevenout.cli.play.fixed_board import board, describe_turn
from sevenout.cli.play.game_file import GameFile, how_to_go_on
from sevenout.cli.play.input_line import OpenAnswer, question, said_at_a_house
from sevenout.cli.play.input_line import interpret as listened
from sevenout.cli.play.layout_view import LayoutView
from sevenout.cli.play.message_area import News
from sevenout.cli.play.queries import HELP, TOLD, Questions
from sevenout.cli.play.screen_reader import act_sentence, autopilot_sentence, orders_sentences, roll_sentences
from sevenout.cli.play.statistics import keepsake, strip
from sevenout.cli.play.views import roll_view, yellow_text
from sevenout.cli.shared.prompt import COMMANDS, VERBS, NobodyToAsk, Prompt, make_prompt, suggestions
from sevenout.cli.shared.text_output import write_page
from sevenout.crew.calls.event_calls import CallsAround, by_speaker, calls_for_event, calls_for_refusal
from sevenout.crew.dice.dice_commands import OfferDice, SendOut
from sevenout.crew.floor.floor import Floor, FloorCommand, FloorEvent
from sevenout.crew.floor.floor_narration import narrate_floor_event, said_at
from sevenout.crew.layout.rail import Rail
from sevenout.crew.pit.irregularities import Assist, CatchChecks, Encourage, VerifyBet
from sevenout.crew.pit.pit_commands import RuleOnThrow
from sevenout.crew.roll_calls import before_roll
from sevenout.engine.betting import at_risk
from sevenout.player.bot import Bot
from sevenout.player.coach import advice_on, remarks
from sevenout.player.house_players import let_bet
from sevenout.player.saved_seat import SavedSeat
from sevenout.player.talk import ReadingChoice, Unclear, Understood, format_typed
from sevenout.reports.html.session_stats_page import evening_page
from sevenout.table import Event, Rolled, Snapshot
from sevenout.table.commands import (
    Award,
    Bet,
    Command,
    CorrectRoll,
    Inspect,
    Leave,
    NoRoll,
    OrderPass,
    Overrule,
    Remember,
    RollDice,
    RuleNoRoll,
    Sit,
    TellTime,
    ThrowDice,
    Warn,
)
from sevenout.table.handlers.dice_handling import refused_told_ground
from sevenout.table.handlers.shooter_rules import thrower
from sevenout.table.handlers.shootout_bonus import refused_throw
from sevenout.table.narration import asides, bonus, ruling_notes
from sevenout.table.notation import Rules, TableLimits

_OfTheCrew = OfferDice | Assist | CatchChecks | Encourage | VerifyBet
"""What somebody of the crew does about a player."""
_ROOM = 60, 24
"""Columns and lines of a terminal that hold a picture of the dice below the layout."""
_THE_HOUSE = "That is for the house to say, not for a player."

_ROLLS = frozenset(map(str, range(1, 101)))
"""For how many rolls an autopilot may be told to play on by itself."""


class _Voices(NamedTuple):
    """The calls that are heard before something is shown, and after it."""

    before: list[Text]
    after: list[Text]


class PlaySession:
    """One player's time at a table: the lines typed, and what there is to say about each."""

    def __init__(
        self, floor: Floor, you: str, company: list[Bot], rack: Cents, thrown: Dice, file: GameFile, news: News
    ) -> None:
        self.floor, self.you, self.company, self.rack, self.dice = floor, you, company, rack, thrown
        self.table = floor.table
        self.file, self.news = file, news
        self.questions = Questions(self.table, you, news)
        self.standing = Autopilot(self.table, you)
        self.waiting = OpenAnswer()
        self.calls = False
        """Whether the crew is heard."""
        self.coach = False
        """Whether every bet is told what it costs."""
        self.report: Path | None = None
        """Where a page of the evening goes at the end."""
        self.say = news.add
        self.plain = news.plain
        self.playing = True

    # --- the game goes on

    def run(self) -> None:
        """Draws, asks and answers until the player leaves."""
        ask = make_prompt(lambda text: suggestions(self.table, self.you, text), plain=self.plain)
        self.say(Text("help lists what you can say; an empty line rolls.", "dim"))
        while self.playing:
            self.draw()
            try:
                self.handle_line(ask(self.prompt(), default=self.waiting.suggestion))
            except (NobodyToAsk, KeyboardInterrupt):
                self.playing = False
        self._leave(ask)

    def prompt(self) -> str:
        """Returns who is asked, and where the game stands."""
        point = self.table.point
        if self.table.state.dice.thrown:
            return f"{self.you}, dice in the air> "
        if self.table.game.rules.book.puck is None:
            return f"{self.you}> "
        return f"{self.you}, {'come-out' if point is None else f'point {point}'}> "

    def draw(self) -> None:
        """The layout, then what there is to say."""
        self.table.keep_time()
        screen, replayed = self.news.screen, self.questions.replayed
        height = screen.height if screen.is_terminal and not self.plain else None
        if height is not None:
            screen.clear()
        bought = {name: self.table.total_bought(name) for name in self.table.seats}
        felt = LayoutView(self.table.game, replayed or self.table.snapshot(), self.you)
        note = "before the last roll" if replayed else ""
        if self.plain:
            pass
        elif height is None:
            screen.print(felt.draw(bought, screen.width, height, note=note), soft_wrap=False)
            if rolls := self.table.snapshot().rolls:
                screen.print(strip(rolls), soft_wrap=False)
        else:
            drawn = board(felt, bought, screen.width, note=note)
            self.news.cut(height - len(screen.render_lines(drawn)) - 1)
            screen.print(drawn, soft_wrap=False)
        self.news.show()
        self.questions.replayed = None

    def handle_line(self, line: str) -> None:
        """One line: a command of this table, an action in the notation, or what people say."""
        line = question(line)
        words = line.split("#", 1)[0].split()
        waiting, self.waiting = self.waiting, OpenAnswer()
        if words and words[0] != self.you and words[0].lower() in (*COMMANDS, *VERBS):
            words[0] = words[0].lower()
        chosen = waiting.chosen_reading(words)
        if (not words or waiting.is_agreed(words)) and waiting.failed:
            self._accept(waiting)
        elif chosen is not None:
            self._do(chosen)
        elif waiting.failed and waiting.is_declined(words):
            self.say(Text("Nothing was done.", "dim"))
        elif answer := said_at_a_house(line, self.you):
            self.say(yellow_text(answer))
        elif not self._try_wish(line, words):
            self.act(line)

    def _accept(self, waiting: OpenAnswer) -> None:
        """Enter after a line that was not understood: what is shown, and nothing else."""
        if waiting.suggestion:
            self.handle_line(waiting.suggestion)
        else:
            self.say(Text("Nothing was done. roll throws the dice.", "dim"))

    def _try_wish(self, line: str, words: list[str]) -> bool:
        """True if a line was a wish of its own, not an action at the table."""
        match words:
            case [] | ["roll"]:
                self.roll()
            case ["coach", *about]:
                self._coach(about)
            case ["orders"] | ["always" | "keep", *_]:
                self._handle_order(line)
            case ["drop", *_] if self.standing.drops(line):
                self._handle_order(line)
            case ["autopilot", name, "for", rolls, *_] if rolls in _ROLLS:
                self._report_standing(self.standing.set_autopilot(name))
                self._play_on(int(rolls))
            case ["autopilot", *name]:
                self._report_standing(self.standing.set_autopilot(" ".join(name)))
            case ["save"]:
                file = self.file.file
                self.save(file) if file else self.say(yellow_text("save needs a file: save tonight.craps"))
            case ["save", *_]:
                self.save(Path(line.split(maxsplit=1)[1].strip()))
            case ["help" | "?", *_]:
                self.say(Text(TOLD if self.plain else HELP))
            case ["quit" | "exit"]:
                self.playing = False
            case _:
                return self._try_question(words)
        return True

    def _try_question(self, words: list[str]) -> bool:
        """True if a line was a question about the table or the evening."""
        answered = self.questions.answer_question(words)
        if isinstance(answered, Refusal):
            self.show_refusal(answered)
        return answered is not False

    # --- what you do

    def act(self, line: str) -> None:
        """An action of yours, told to the table."""
        command = listened(self.table, self.you, line)
        match command:
            case None:
                return
            case Understood(commands, wish, note):
                self.roll() if wish else self._do(commands)
                self.say(*([Text(note, "dim")] if note else []))
            case ReadingChoice(of):
                self._choose(tuple(reading.commands for reading in of))
            case Unclear(reason, nearest):
                self.waiting = OpenAnswer(suggestion=nearest, failed=True)
                self.say(yellow_text(f"{reason} Did you mean: {nearest}? Press Enter for yes." if nearest else reason))
            case RollDice():
                self.say(yellow_text("The dice decide here: type roll, or just press Enter."))
            case ThrowDice() | Inspect():
                self.execute(command)
            case Rules() | TableLimits() | Sit() | TellTime() | Remember() | Award():
                self.say(yellow_text(_THE_HOUSE))
            case NoRoll() if self.table.state.dice.thrown:
                self.execute(command)
            case CorrectRoll():
                self.say(yellow_text("The dice decide here: nobody enters a roll, so there is none to correct."))
            case (
                OrderPass() | Warn() | NoRoll() | Overrule() | RuleNoRoll() | RuleOnThrow()
            ):  # who posts a crew speaks for it, too
                self.execute(command) if self.floor.is_posted else self.say(yellow_text(_THE_HOUSE))
            case _ if getattr(command, "seat", self.you) != self.you and not isinstance(command, _OfTheCrew):
                self.say(yellow_text(f"You can only speak for {self.you}."))
            case _:
                self.execute(command)

    def _do(self, commands: tuple[Command, ...]) -> None:
        """One after another, until the house says no."""
        for command in commands:
            self.execute(command)
            if self.waiting.failed:
                break

    def _choose(self, choices: tuple[tuple[Command, ...], ...]) -> None:
        self.waiting = OpenAnswer(choices, failed=True)
        self.say(yellow_text("That could mean more than one thing. Which number?"))
        for number, commands in enumerate(choices, 1):
            self.say(Text(f"  {number}  {', '.join(format_typed(command, self.you) for command in commands)}"))

    def _coach(self, about: list[str]) -> None:
        """`coach on`, `coach off`, `coach 12 on six`: what bets cost."""
        if about in (["on"], ["off"]):
            self.coach = about == ["on"]
            self.say(Text(f"The coach {'speaks with every bet' if self.coach else 'is silent'}."))
            return
        meant = listened(self.table, self.you, " ".join(about)) if about else None
        commands = meant.commands if isinstance(meant, Understood) else (meant,)
        advice = [found for bet in commands if isinstance(bet, Bet) for found in advice_on(self.table, bet)]
        self.say(*(Text(str(each)) for each in advice))
        if not advice:
            self.say(
                yellow_text("The coach comments on a bet that the house takes: coach 12 on six, coach on, coach off.")
            )

    def _handle_order(self, line: str) -> None:
        """Standing orders: shown, given, dropped."""
        self._report_standing(self.standing.handle_order(line))

    def take_up(self, kept: SavedSeat | None) -> None:
        """Goes on with the orders and the autopilot of a saved game."""
        if kept is not None:
            problem = self.standing.take_up(kept)
            self.say(*([yellow_text(problem)] if problem else []), Text(self._orders(), "dim"))

    def _orders(self) -> str:
        return (
            orders_sentences(self.standing.orders, self.standing.autopilot) if self.plain else self.standing.describe()
        )

    def _report_standing(self, problem: str) -> None:
        """What came of a word to what goes on by itself."""
        if problem:
            self.waiting = OpenAnswer(failed=True)
            self.say(yellow_text(problem))
        else:
            self._obey()
        self.say(Text(self._orders(), "dim"))

    def _play_on(self, rolls: int) -> None:
        """The autopilot instead of typing: so many rolls, or until something needs a word of yours."""
        for _ in range(rolls):
            if self.waiting.failed or not self.standing.autopilot:
                break
            self.roll()

    def _obey(self) -> None:
        """Does what the autopilot and the standing orders want before the next roll."""
        steered = self.standing.steer()
        self.say(*(Text(autopilot_sentence(line) if self.plain else line, "dim") for line in steered))
        bets, left = self.standing.wanted_bets()
        self._do(bets)
        if left:
            self.say(Text(left, "dim"))

    def execute(self, command: FloorCommand) -> None:
        """Tells the table and its crew, and says what came of it."""
        before, book = self.table.snapshot(), self.table.game.rules.book
        sent_out = self.floor.is_posted and self.floor.sent_out
        advice = advice_on(self.table, command) if isinstance(command, Bet) else ()
        answer = self.floor.execute(command)
        if isinstance(answer, Refusal):
            self.show_refusal(answer)
            if self.calls and isinstance(command, Command):
                why = calls_for_refusal(self.table.game, before, answer, command, Rail.of(before, self.floor.dealers))
                self.say(*(Text(line, "italic") for line in by_speaker(why)))
            return
        self.file.unsaved = True
        if isinstance(answer, Event):
            words = (
                asides(book, before, command, answer) if isinstance(command, Command) else ruling_notes(book, answer)
            )
        else:
            words = (narrate_floor_event(book, answer),)
        aside = "".join(f"   {told}" for told in words if told)
        said = self.call_out(before, answer, command, sent_out=sent_out)
        self.say(*said.before, self._describe_done(command, aside), *said.after)
        for each in advice:
            remarked = remarks(each, coach=self.coach, named=len(advice) > 1)
            self.say(*(Text(f"  {remark}", "dim") for remark in remarked))
        if isinstance(command, Leave):
            self.playing = False

    def _describe_done(self, command: FloorCommand, aside: str) -> Text:
        """Tells an act, in the notation or as a sentence."""
        if self.plain and isinstance(command, Command):
            return Text(f"{act_sentence(command, self.you, self._my_rack())}{f' {aside.strip()}.' if aside else ''}")
        return Text.assemble(("✓ ", "green"), str(command), (aside, "dim"))

    def _my_rack(self) -> Cents | None:
        seat = self.table.seats.get(self.you)
        return None if seat is None else seat.rack

    def _show_roll(self, rolled: Rolled) -> Iterator[RenderableType]:
        """Tells a roll's results, as they are shown here."""
        if not self.plain:
            screen = self.news.screen
            narrow = screen.is_terminal and (screen.width < _ROOM[0] or screen.height < _ROOM[1])
            yield roll_view(self.table, self.you, rolled, pictured=not narrow)
            return
        yield from map(Text, roll_sentences(rolled, self.you, self._my_rack()))

    def _turn(self) -> None:
        """Says whose turn it is, where no layout shows it."""
        if self.plain:
            told = describe_turn(self.table.snapshot(), self.table.game.rules.book.shooter.line.value)
            self.say(Text(f"{told[0].upper()}{told[1:]}."))

    def call_out(
        self, before: Snapshot, event: FloorEvent, command: FloorCommand | None = None, *, sent_out: bool = False
    ) -> _Voices:
        """The crew's words, if they are to be heard."""
        if not self.calls:
            said = CallsAround()
        elif isinstance(event, Event):
            of_the_table = command if isinstance(command, Command) else None
            rail = Rail.of(before, self.floor.dealers)
            said = calls_for_event(self.table.game, before, event, of_the_table, rail, sent_out=sent_out)
        elif isinstance(command, SendOut):
            said = CallsAround(after=before_roll(self.table.game, before))
        else:
            said = CallsAround(after=said_at(event))
        return _Voices(*([Text(line, "italic") for line in by_speaker(calls)] for calls in said))

    def show_refusal(self, refusal: Refusal) -> None:
        """The house says no: why, and where that is written."""
        self.questions.refusal, self.waiting = refusal, OpenAnswer(failed=True)
        clause = f"  [{refusal.clause}]" if refusal.clause else ""
        self.say(Text.assemble(("No: ", "bold yellow"), refusal.reason, (f"{clause}  (why?)", "dim")))

    def roll(self) -> None:
        """The shooter throws; everybody is paid; the company bets for the next roll."""
        game, state = self.table.game, self.table.state
        told = refused_told_ground(game, state) if state.dice.thrown else None
        shooter = refused_throw(game, state) or told or thrower(game, state)
        if isinstance(shooter, Refusal):
            self.show_refusal(shooter)
            return
        if self.floor.is_posted and not state.dice.thrown:
            before, sent_out = self.table.snapshot(), self.floor.sent_out
            answer = self.floor.execute(ThrowDice())
            if isinstance(answer, Refusal):
                self.show_refusal(answer)
                return
            self.say(*self.call_out(before, answer, sent_out=sent_out).before)
        before, thrown = self.table.snapshot(), self.dice.throw()
        rolled = self.floor.execute(RollDice(thrown.a, thrown.b))
        if isinstance(rolled, Refusal):
            self.show_refusal(rolled)
            return
        assert isinstance(rolled, Rolled), "dice that come to rest are a roll"
        self.questions.refusal, self.file.unsaved = None, True
        said = self.call_out(before, rolled)
        self.say(*said.before, *self._show_roll(rolled), *said.after)
        if held := bonus(game.rules.book, rolled):
            self.say(
                Text(held, "bold"), Text("supervisor finds the dice sound, signed NAME LICENCE, or: tampered", "dim")
            )
        self.company_bets()
        self._obey()
        self._turn()

    def company_bets(self) -> None:
        """The company bets, and is heard doing so."""
        heard = let_bet(self.company, self.rack)
        if heard:
            told = " ".join(f"{bet}." for bet in heard) if self.plain else " · ".join(map(str, heard))
            self.say(Text(told, "dim"))

    # --- saving and leaving

    def save(self, file: Path) -> None:
        """Writes the game, and says how to go on with it, or why it was not written."""
        problem = self.file.save(file, self.floor, self._saved_seats())
        self.say(yellow_text(problem) if problem else Text(f"Saved. To go on later: {how_to_go_on(file)}"))

    def _saved_seats(self) -> dict[str, SavedSeat]:
        """The memory of all seats, for a saved game."""
        notes = {bot.name: bot.note for bot in self.company}
        company = {
            name: SavedSeat(strategy=note) for name, note in notes.items() if note.memory is not None or note.ending
        }
        return {self.you: self.standing.to_saved_seat(), **company}

    def _leave(self, ask: Prompt) -> None:
        """Saves where that was asked for, or asks."""
        with suppress(NobodyToAsk, KeyboardInterrupt):
            if self.file.file is not None:
                self.save(self.file.file)
            else:
                while self.file.unsaved:
                    self.news.show()
                    name = ask("Save the game? A file name, or Enter to leave without: ", of_the_game=False).strip()
                    if not name:
                        break
                    self.save(Path(name))
        self._farewell()
        seat = self.table.seats.get(self.you)
        if seat is not None:
            net = seat.rack + at_risk(seat.position) - self.table.total_bought(self.you)
            up = f", {units(sum(seat.position.stakes))} on the layout" if seat.position.stakes else ""
            self.say(Text(f"{self.you} leaves with {units(seat.rack)} in the rack{up}: {_format_net(net)}."))
        self.news.show()

    def _farewell(self) -> None:
        """A few lines to keep, and the page if one was asked for."""
        evening, shown = self.questions.evening, self.table.snapshot()
        if evening.seen.rolls:
            self.say(*keepsake(evening, shown))
        if self.report is not None:
            try:
                write_page(self.report, evening_page(self.table.game, evening, shown))
            except BadInput as error:
                self.say(yellow_text(str(error)))


def _format_net(net: Cents) -> str:
    return f"{units(net)} won" if net > 0 else f"{units(-net)} lost" if net else "even"

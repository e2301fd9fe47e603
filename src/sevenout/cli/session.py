"""One player's time at a table in the terminal: each line typed, what the table answers, saving and leaving.

It speaks for one seat. What is allowed and what is paid is the table's business alone.
"""

import shlex
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from rich.console import RenderableType
from rich.text import Text

from sevenout.bots import Bot
from sevenout.cli.felt import WIDEST, Felt
from sevenout.cli.prompt import COMMANDS, VERBS, Ask, NobodyToAsk, asking, suggestions
from sevenout.cli.screen import Screen
from sevenout.cli.views import (
    kindly,
    last_roll,
    offer_shown,
    offers_shown,
    roll_shown,
    rules_shown,
    why_decided,
    why_refused,
)
from sevenout.company import let_bet
from sevenout.crew.calls import before_roll
from sevenout.crew.dice_moves import OfferDice, SendOut
from sevenout.crew.floor import Floor, FloorCommand, FloorEvent
from sevenout.crew.floor_log import floor_transcript
from sevenout.crew.irregularities import Assist, CatchChecks, Encourage, VerifyBet
from sevenout.crew.notation import VERBS as FLOOR_VERBS
from sevenout.crew.notation import colours_of, parse_floor_line
from sevenout.crew.rail import Rail
from sevenout.crew.telling import said_at, told
from sevenout.crew.voices import Heard, answered, by_speaker, heard
from sevenout.dice import Dice
from sevenout.errors import BadInput, Malformed
from sevenout.files import write_whole
from sevenout.money import Cents, units
from sevenout.narration import asides, bonus
from sevenout.refusal import Refusal
from sevenout.table import Event, Rolled, Snapshot
from sevenout.table.bonus import refused_throw
from sevenout.table.commands import (
    Award,
    Command,
    Inspect,
    Leave,
    NoRoll,
    OrderPass,
    Overrule,
    Remember,
    RollDice,
    Sit,
    TellTime,
    ThrowDice,
    Warn,
)
from sevenout.table.shooter import thrower
from sevenout.table.turns import refused_told
from sevenout.transcript import Limits, Rules
from sevenout.words import WAGERS, did_you_mean, meant

_OfTheCrew = OfferDice | Assist | CatchChecks | Encourage | VerifyBet
"""What somebody of the crew does about a player."""
_THE_HOUSE = "That is for the house to say, not for a player."

_HELP = """\
Type what you do, as in a transcript, without your name:
  bet 10 on pass      10 on place-6      bet 6 each on inside     toke 1
  press place-6 by 6  parlay hard-8      reduce pass-odds by 10   take down all
  call place off      pass the dice      buy in for 200           leave
  undo                your last bet or change back, until the throw
And for the house, once a crew is posted (all lines: docs/notation.md):
  crew: stick Kim, third base Lou         crew works
  Pat relieves third base                 supervisor inspects the dice
  fill 40 red                             changes 200 (your money)
And to the table:
  roll, or just Enter  the shooter throws      why, why pass  the clause behind
  throw                no more bets            again          the last roll
  offers, offers pass  what you may bet now    rules pass     all about a wager
  save FILE            keep the game           quit           leave the table"""


class _Voices(NamedTuple):
    """What is heard before something is shown, and after it."""

    before: list[Text]
    after: list[Text]


class Session:
    """One player's time at a table: the lines typed, and what there is to say about each."""

    def __init__(self, floor: Floor, you: str, company: list[Bot], rack: Cents, thrown: Dice, book: str) -> None:
        self.floor, self.you, self.company, self.rack, self.dice, self.book = floor, you, company, rack, thrown, book
        self.table = floor.table
        self.screen = Screen()
        self.news: list[RenderableType] = []
        self.refusal: Refusal | None = None
        """The refusal that `why` is about, if there was one since the last roll."""
        self.replayed: Snapshot | None = None
        """The table as it lay for the last roll, while that is shown again."""
        self.save_to: Path | None = None
        self.calls = False
        """Whether the crew is heard."""
        self.own_files: set[Path] = set()
        self.unsaved = True
        self.playing = True

    # --- the game goes on

    def run(self) -> None:
        """Draws, asks and answers until the player leaves."""
        ask = asking(lambda text: suggestions(self.table, self.you, text))
        self.say(Text("help lists what you can say; an empty line rolls.", "dim"))
        while self.playing:
            self.draw()
            try:
                self.answer(ask(self.prompt()))
            except (NobodyToAsk, KeyboardInterrupt):
                self.playing = False
        self._leave(ask)

    def prompt(self) -> str:
        """Who is asked, and where the game stands."""
        point = self.table.point
        if self.table.state.dice.thrown:
            return f"{self.you}, dice in the air> "
        if self.table.game.rules.book.puck is None:
            return f"{self.you}> "
        return f"{self.you}, {'come-out' if point is None else f'point {point}'}> "

    def say(self, *news: RenderableType) -> None:
        """Something to show below the layout."""
        self.news += news

    def draw(self) -> None:
        """The layout, then what there is to say."""
        self.table.keep_time()
        height = None
        if self.screen.is_terminal:
            self.screen.clear()
            height = self.screen.height
        bought = {name: self.table.bought(name) for name in self.table.seats}
        felt = Felt(self.table.game, self.replayed or self.table.snapshot())
        note = "before the last roll" if self.replayed else ""
        self.screen.print(felt.draw(bought, self.screen.width, height, note=note), soft_wrap=False)
        self._print_news()
        self.replayed = None

    def _print_news(self) -> None:
        for item in self.news:
            self.screen.print(item, soft_wrap=False, width=min(self.screen.width, WIDEST))
        self.news = []

    def answer(self, line: str) -> None:
        """One line: a command of this table, or an action in the notation."""
        words = line.split("#", 1)[0].split()
        if words and words[0] != self.you and words[0].lower() in (*COMMANDS, *VERBS):
            words[0] = words[0].lower()
        match words:
            case [] | ["roll"]:
                self.roll()
            case ["why", *wager]:
                self.why(" ".join(wager))
            case ["again"]:
                self.again()
            case ["offers"]:
                self.say(*offers_shown(self.table, self.you))
            case ["offers", *wager]:
                self.offer(" ".join(wager))
            case ["rules"]:
                self.say(Text("rules WAGER says what the house has written about it, e.g. rules pass", "dim"))
            case ["rules", *wager]:
                self.say(*rules_shown(self.table, " ".join(wager)))
            case ["save"]:
                self.save(self.save_to) if self.save_to else self.say(kindly("save needs a file: save tonight.craps"))
            case ["save", *_]:
                self.save(Path(line.split(maxsplit=1)[1].strip()))
            case ["help" | "?", *_]:
                self.say(Text(_HELP))
            case ["quit" | "exit"]:
                self.playing = False
            case _:
                self.act(line, words)

    def act(self, line: str, words: list[str]) -> None:
        """An action of yours, told to the table."""
        said = _in_full(line, words, self.you)
        known = frozenset((*WAGERS, *self.table.game.rules.by_key))
        try:
            rules = self.table.game.rules
            command = parse_floor_line(said, 1, known, rules.glossary, colours_of(rules.book))
        except Malformed as error:
            self.say(*_not_understood(error, line, said, words, known))
            return
        match command:
            case None:
                return
            case RollDice():
                self.say(kindly("The dice decide here: type roll, or just press Enter."))
            case ThrowDice() | Inspect():
                self.tell(command)
            case Rules() | Limits() | Sit() | TellTime() | Remember() | Award():
                self.say(kindly(_THE_HOUSE))
            case NoRoll() if self.table.state.dice.thrown:
                self.tell(command)
            case OrderPass() | Warn() | NoRoll() | Overrule():  # who posts a crew speaks for it, too
                self.tell(command) if self.floor.posted else self.say(kindly(_THE_HOUSE))
            case _ if getattr(command, "seat", self.you) != self.you and not isinstance(command, _OfTheCrew):
                self.say(kindly(f"You speak for {self.you} only."))
            case _:
                self.tell(command)

    def tell(self, command: FloorCommand) -> None:
        """Tells the table and its crew, and says what came of it."""
        before, book = self.table.snapshot(), self.table.game.rules.book
        sent_out = self.floor.posted and self.floor.sent_out
        answer = self.floor.tell(command)
        if isinstance(answer, Refusal):
            self.refused(answer)
            if self.calls and isinstance(command, Command):
                why = answered(self.table.game, before, answer, command)
                self.say(*(Text(line, "italic") for line in by_speaker(why)))
            return
        self.unsaved = True
        if isinstance(answer, Event):
            words = asides(book, before, command, answer) if isinstance(command, Command) else ()
        else:
            words = (told(book, answer),)
        aside = "".join(f"   {told}" for told in words if told)
        said = self.hear(before, answer, command, sent_out=sent_out)
        self.say(*said.before, Text.assemble(("✓ ", "green"), str(command), (aside, "dim")), *said.after)
        if isinstance(command, Leave):
            self.playing = False

    def hear(
        self, before: Snapshot, event: FloorEvent, command: FloorCommand | None = None, *, sent_out: bool = False
    ) -> "_Voices":
        """What the crew says of something, if it is to be heard."""
        if not self.calls:
            said = Heard()
        elif isinstance(event, Event):
            of_the_table = command if isinstance(command, Command) else None
            rail = Rail.of(before, self.floor.dealers)
            said = heard(self.table.game, before, event, of_the_table, rail, sent_out=sent_out)
        elif isinstance(command, SendOut):
            said = Heard(after=before_roll(self.table.game, before))
        else:
            said = Heard(after=said_at(event))
        return _Voices(*([Text(line, "italic") for line in by_speaker(calls)] for calls in said))

    def refused(self, refusal: Refusal) -> None:
        """The house says no: why, and where that is written."""
        self.refusal = refusal
        clause = f"  [{refusal.clause}]" if refusal.clause else ""
        self.say(Text.assemble(("No: ", "bold yellow"), refusal.reason, (f"{clause}  (why?)", "dim")))

    def roll(self) -> None:
        """The shooter throws; everybody is paid; the company bets for the next roll."""
        game, state = self.table.game, self.table.state
        shooter = refused_throw(game, state) or refused_told(game, state) or thrower(game, state)
        if isinstance(shooter, Refusal):
            self.refused(shooter)
            return
        if self.floor.posted and not state.dice.thrown:
            before, sent_out = self.table.snapshot(), self.floor.sent_out
            answer = self.floor.tell(ThrowDice())
            if isinstance(answer, Refusal):
                self.refused(answer)
                return
            self.say(*self.hear(before, answer, sent_out=sent_out).before)
        before, thrown = self.table.snapshot(), self.dice.throw()
        rolled = self.floor.tell(RollDice(thrown.a, thrown.b))
        if isinstance(rolled, Refusal):
            self.refused(rolled)
            return
        assert isinstance(rolled, Rolled), "dice that come to rest are a roll"
        self.refusal, self.unsaved = None, True
        said = self.hear(before, rolled)
        self.say(*said.before, roll_shown(self.table, self.you, rolled), *said.after)
        if held := bonus(game.rules.book, rolled):
            self.say(
                Text(held, "bold"), Text("supervisor finds the dice sound, signed NAME LICENCE, or: tampered", "dim")
            )
        self.company_bets()

    def company_bets(self) -> None:
        """The company bets, and is heard doing so."""
        heard = let_bet(self.company, self.rack)
        if heard:
            self.say(Text(" · ".join(map(str, heard)), "dim"))

    # --- looking

    def again(self) -> None:
        """The last roll once more: the table as it lay, the dice, and every decision with its clause."""
        last = last_roll(self.table)
        if last is None:
            self.say(kindly("Nothing has been rolled yet."))
            return
        rolled, self.replayed = last
        self.say(roll_shown(self.table, self.you, rolled, clauses=True))

    def why(self, wager: str = "") -> None:
        """The clause, in plain words, behind the last refusal or decision, or the last decision of one wager."""
        wager = self.table.game.rules.wager_named(wager) or wager
        if wager and wager not in self.table.game.rules.by_key:
            self.say(*rules_shown(self.table, wager))
        elif self.refusal is not None and not wager:
            self.say(*why_refused(self.refusal))
        else:
            self.say(*why_decided(self.table, self.you, wager))

    def offer(self, wager: str) -> None:
        """What you may put on one wager, or why nothing."""
        offered = offer_shown(self.table, self.you, wager)
        if isinstance(offered, Refusal):
            self.refused(offered)
        else:
            self.say(offered)

    # --- saving and leaving

    def save(self, file: Path) -> bool:
        """Writes the game as a transcript; never over a file that is not this game's own."""
        try:
            if file.exists() and file not in self.own_files and file != self.save_to:
                self.say(kindly(f"{file} is there already: name another file."))
                return False
            self.floor.catch_up()
            _, *lines = floor_transcript(self.floor.record)
            write_whole(file, "\n".join((f"rules {self.book}", *lines, "")), "the game")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            self.say(kindly(f"{str(file)[:80]!r} cannot be written: {reason}"))
            return False
        except BadInput as error:
            self.say(kindly(str(error)))
            return False
        self.own_files.add(file)
        self.unsaved = False
        self.say(Text(f"Saved. Go on some day with: {_program()} play {shlex.quote(str(file))}"))
        return True

    def _leave(self, ask: Ask) -> None:
        """Saves where that was asked for, or asks."""
        with suppress(NobodyToAsk, KeyboardInterrupt):
            if self.save_to is not None:
                self.save(self.save_to)
            else:
                while self.unsaved:
                    self._print_news()
                    name = ask("Save the game? A file name, or Enter to leave without: ", of_the_game=False).strip()
                    if not name:
                        break
                    self.save(Path(name))
        seat = self.table.seats.get(self.you)
        if seat is not None:
            net = seat.rack + sum(seat.position.stakes) - self.table.bought(self.you)
            up = f", {units(sum(seat.position.stakes))} on the layout" if seat.position.stakes else ""
            self.say(Text(f"{self.you} leaves with {units(seat.rack)} in the rack{up}: {_signed(net)}."))
        self._print_news()


def _program() -> str:
    """What was typed to come here."""
    typed = Path(sys.argv[0])
    return str(typed) if typed.name == "sevenout" and not typed.is_absolute() else "sevenout"


# --- lines


def _in_full(line: str, words: list[str], you: str) -> str:
    """A line as the notation has it: with your name, and the verb said of you."""
    text = line.strip()
    rest = text
    if words[0] == you and len(words) > 1:
        rest = text[len(you) :].lstrip()
        words = words[1:]
    verb = words[0]
    if verb in VERBS:
        return f"{you} {VERBS[verb]}{rest[len(verb) :]}"
    if verb in VERBS.values() or (verb in FLOOR_VERBS and verb != "relieves"):
        return f"{you} {rest}"
    if verb[0].isdigit():
        return f"{you} bets {rest}"
    return text


def _not_understood(
    error: Malformed, line: str, said: str, words: list[str], wagers: Collection[str]
) -> Iterator[RenderableType]:
    """What was not understood: the line with a mark under the place, and what was expected there."""
    if bet := _a_bet_perhaps(words, wagers):
        yield kindly(f"Did you mean: {bet}?")
        return
    if words[0] in COMMANDS:
        yield kindly(f"{words[0]} stands alone on its line. help lists what you can say.")
        return
    if said == line.strip() and len(words) < 3:
        known = (*COMMANDS, *VERBS)
        yield kindly(
            f"I do not know {words[0][:40]!r}.{did_you_mean(words[0][:40], known)} help lists what you can say."
        )
        return
    text = line.strip()
    if error.column is not None and text.isprintable() and len(text) < 100:
        at = max(0, error.column - 1 - (len(said) - len(text)))
        yield Text.assemble(f"  {text}\n  ", " " * at, ("^", "bold yellow"))
    yield kindly(f"Expected {error.expected}, {error.message}" if error.expected else error.message)


def _a_bet_perhaps(words: list[str], wagers: Collection[str]) -> str:
    """The bet that an amount and a wager alone may stand for: `10 pass`, `yo 5`, `bet hard 8 10`."""
    said = words[1:] if words[0] in ("bet", "bets") else words
    for amount, name in ((said[:1], said[1:]), (said[-1:], said[:-1])):
        meanings = meant(" ".join(name), wagers, least=len(name)) if name and amount[0].isdecimal() else ()
        if meanings:
            return f"bet {amount[0]} on {meanings[0]}"
    return ""


def _signed(net: Cents) -> str:
    return f"{units(net)} won" if net > 0 else f"{units(-net)} lost" if net else "even"

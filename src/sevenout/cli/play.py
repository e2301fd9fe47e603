"""`sevenout play`: a seat at a table in the terminal, typed in the notation, with company at the rail.

It says what the table answers, and why; what is allowed and what is paid is the table's business alone.
"""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.cli.asking import COMMANDS, VERBS, Ask, Left, asking, suggestions
from sevenout.cli.company import PLAYERS, bets
from sevenout.cli.felt import WIDEST, Felt, dice, stick
from sevenout.cli.main import DONE, SAID_NO
from sevenout.cli.screen import Screen
from sevenout.compile import open_book
from sevenout.dice import Dice, SeededDice, SystemDice
from sevenout.errors import BadInput, Malformed
from sevenout.files import read_text
from sevenout.game import Game, Refusal
from sevenout.money import Cents, parse_amount
from sevenout.offers import Offer, offer, offers
from sevenout.position import Settlement
from sevenout.replay import LARGEST_TRANSCRIPT, open_transcript, play_at
from sevenout.rulebook.model import Citation
from sevenout.rulebook.source import shipped
from sevenout.rulebook.values import wager_values
from sevenout.table import Rolled, Table, TableState, transcript
from sevenout.table.commands import Command, Leave, OrderPass, RollDice, Sit, ThrowDice, units
from sevenout.table.events import Changed, Event, Seated
from sevenout.table.evolve import evolve
from sevenout.table.shooter import thrower
from sevenout.transcript import Limits, Rules, parse_line
from sevenout.words import WAGERS, did_you_mean

_RESULTS = {
    "win": ("wins", "bold green"),
    "lose": ("loses", "red"),
    "push": ("pushes", "yellow"),
    "return": ("comes back", "yellow"),
}
_NAME = "Ann"
_THE_HOUSE = "That is for the house to say, not for a player."

_HELP = """\
Type what you do, as in a transcript, without your name:
  bet 10 on pass      10 on place-6      bet 6 each on inside     toke 1
  press place-6 by 6  parlay hard-8      reduce pass-odds by 10   take down all
  call place off      pass the dice      buy in for 200           leave
And to the table:
  roll, or just Enter  the shooter throws      why        the clause behind it
  throw                no more bets            again      the last roll again
  offers, offers pass  what you may bet now    rules pass what is written of it
  save FILE            keep the game           quit       leave the table"""


class Options(NamedTuple):
    """What the command line asks for."""

    file: str | None
    rules: str | None
    name: str | None
    rack: str
    company: int | None
    seed: str | None
    save: str | None


def play(options: Options) -> int:
    """Opens or resumes a table and plays until the player leaves."""
    save = None if options.save is None else Path(options.save)
    resumed = None if options.file is None else Path(options.file)
    if save is not None and save != resumed and save.exists():
        raise BadInput(f"{save} is there already. Take it up with: sevenout play {save}, or name another file")
    most = len(PLAYERS) - 1
    if options.company is not None and not 0 <= options.company <= most:
        raise BadInput(f"--company is a number from 0 to {most}")
    session = _open(options) if resumed is None else _resume(options, resumed)
    if isinstance(session, Refusal):
        sys.stderr.write(f"sevenout: {resumed}: {session.reason}\n")
        return SAID_NO
    session.save_to = save
    session.run()
    return DONE


def _open(options: Options) -> "Session":
    name, rack = options.name or _NAME, parse_amount(options.rack)
    book = options.rules or "catfish-bend"
    table = Table(Game(open_book(book)))
    _sit(table, name, rack)
    company = [other for other in PLAYERS if other != name][: 2 if options.company is None else options.company]
    for other in company:
        _sit(table, other, rack)
    session = Session(table, name, company, rack, _dice(options.seed, table), _named(book, None))
    session.company_bets()
    return session


def _resume(options: Options, file: Path) -> "Session | Refusal":
    text = read_text(file, LARGEST_TRANSCRIPT, "a transcript")
    book, lines = open_transcript(text, rules=options.rules, beside=file.parent)
    table = Table(Game(book))
    for step in play_at(book, lines):
        if isinstance(step.event, Refusal):
            return Refusal(step.event.code, f"line {step.line}: refused: {step.event.reason}", step.event.cite)
        table = step.table
    name = options.name or next((event.seat for event in table.log or () if isinstance(event, Seated)), _NAME)
    rack = parse_amount(options.rack)
    if name not in table.seats:
        _sit(table, name, rack)
    known = [other for other in table.seats if other in PLAYERS and other != name]
    company = known if options.company is None else known[: options.company]
    session = Session(table, name, company, rack, _dice(options.seed, table), _book_of(text, options.rules, file))
    session.own_files.add(file)
    session.unsaved = False
    session.say(Text(f"{file} goes on. {len(table.log or ()) - 1} lines were played.", "dim"))
    return session


def _sit(table: Table, name: str, rack: Cents) -> None:
    try:
        parse_line(f"seat {name} 1")
    except Malformed as error:
        raise BadInput(f"{name!r} is no name for a seat: letters, then letters, digits, ' . -") from error
    refusal = table.seat(name, rack)
    if refusal is not None:
        raise BadInput(f"{name} cannot sit down: {refusal.reason}")


def _dice(seed: str | None, table: Table) -> Dice:
    """With a seed a resumed game goes on as if it had never stopped: what was rolled is not rolled again."""
    if seed is None:
        return SystemDice()
    seeded = SeededDice(seed)
    for event in table.log or ():
        if isinstance(event, Rolled):
            seeded.throw()
    return seeded


def _named(book: str, beside: Path | None) -> str:
    """How a transcript names the book from wherever it lies."""
    if book in shipped():
        return book
    path = Path(book)
    return str((beside / path if beside is not None and (beside / path).exists() else path).absolute())


def _book_of(text: str, rules: str | None, file: Path) -> str:
    if rules is not None:
        return _named(rules, None)
    opening = next(line for line in text.splitlines() if line.split("#", 1)[0].strip())
    named = parse_line(opening)
    assert isinstance(named, Rules), "the transcript was opened by it"
    return _named(named.book, file.parent)


class Session:
    """One player's time at a table: the lines typed, and what there is to say about each."""

    def __init__(self, table: Table, you: str, company: list[str], rack: Cents, thrown: Dice, book: str) -> None:
        self.table, self.you, self.company, self.rack, self.dice, self.book = table, you, company, rack, thrown, book
        self.screen = Screen()
        self.news: list[RenderableType] = []
        self.before: TableState | None = None
        """The table as it lay for the last roll."""
        self.last: Rolled | Refusal | None = self.rolled
        """What `why` is about: the last roll, or a refusal since, with the wager it was about."""
        self.replaying = False
        self.save_to: Path | None = None
        self.own_files: set[Path] = set()
        self.unsaved = True
        self.playing = True

    @property
    def rolled(self) -> Rolled | None:
        """The last roll."""
        return next((event for event in reversed(self.table.log or ()) if isinstance(event, Rolled)), None)

    # --- the game goes on

    def run(self) -> None:
        """Draws, asks and answers until the player leaves."""
        ask = asking(lambda text: suggestions(self.table, self.you, text))
        self.say(Text("help lists what you can say; an empty line rolls.", "dim"))
        while self.playing:
            self.draw()
            try:
                self.answer(ask(self.prompt()))
            except (Left, KeyboardInterrupt):
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
        height = None
        if self.screen.is_terminal:
            self.screen.clear()
            height = self.screen.height
        bought = {name: self.table.bought(name) for name in self.table.seats}
        replaying = self.replaying and self.before is not None
        felt = Felt(self.table.game, self.before if replaying and self.before is not None else self.table.state)
        note = "before the last roll" if replaying else ""
        self.screen.print(felt.draw(bought, self.screen.width, height, note=note), soft_wrap=False)
        for item in self.news:
            self.screen.print(item, soft_wrap=False, width=min(self.screen.width, WIDEST))
        self.news, self.replaying = [], False

    def answer(self, line: str) -> None:
        """One line: a command of this table, or an action in the notation."""
        words = line.split("#", 1)[0].split()
        if words and words[0] != self.you and words[0].lower() in (*COMMANDS, *VERBS):
            words[0] = words[0].lower()
        match words:
            case [] | ["roll"]:
                self.roll()
            case ["why"]:
                self.why()
            case ["again"]:
                self.again()
            case ["offers"]:
                self.offers()
            case ["offers", wager]:
                self.offer(wager)
            case ["rules"]:
                self.say(Text("rules WAGER says what the house has written about it, e.g. rules pass", "dim"))
            case ["rules", wager]:
                self.rules(wager)
            case ["save"]:
                self.save(self.save_to) if self.save_to else self.say(_kindly("save needs a file: save tonight.craps"))
            case ["save", *_]:
                self.save(Path(line.split(maxsplit=1)[1].strip()))
            case ["help" | "?"]:
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
            command = parse_line(said, wagers=known)
        except Malformed as error:
            self.say(*_malformed(error, line, said, words))
            return
        match command:
            case None:
                return
            case RollDice():
                self.say(_kindly("The dice decide here: type roll, or just press Enter."))
            case ThrowDice():
                self.tell(command)
            case Rules() | Limits() | Sit() | OrderPass():
                self.say(_kindly(_THE_HOUSE))
            case _ if not hasattr(command, "seat"):
                self.say(_kindly(_THE_HOUSE))
            case _ if command.seat != self.you:
                self.say(_kindly(f"You speak for {self.you} only."))
            case _:
                self.tell(command)

    def tell(self, command: Command) -> None:
        """Tells the table, and says what it answered."""
        answer = self.table.tell(command)
        if isinstance(answer, Refusal):
            self.refused(answer)
            return
        self.unsaved = True
        self.say(Text.assemble(("✓ ", "green"), str(command), (_cost(answer), "dim")))
        if isinstance(command, Leave):
            self.playing = False

    def refused(self, refusal: Refusal) -> None:
        """The house says no: why, and where that is written."""
        self.last = refusal
        clause = f"  [{refusal.clause}]" if refusal.clause else ""
        self.say(Text.assemble(("No: ", "bold yellow"), refusal.reason, (f"{clause}  (why?)", "dim")))

    def roll(self) -> None:
        """The shooter throws; everybody is paid; the company bets for the next roll."""
        shooter = thrower(self.table.game, self.table.state)
        if isinstance(shooter, Refusal):
            self.refused(shooter)
            return
        self.before = self.table.state
        rolled = self.table.roll(self.dice.throw())
        assert isinstance(rolled, Rolled), "whoever throws may roll"
        self.last, self.unsaved = rolled, True
        self.say(self._shown(rolled))
        self.company_bets()

    def company_bets(self) -> None:
        """The company bets, and is heard doing so."""
        heard = [
            said for name in self.company if name in self.table.seats for said in bets(self.table, name, self.rack)
        ]
        if heard:
            self.say(Text(" · ".join(heard), "dim"))

    def _shown(self, rolled: Rolled, *, clauses: bool = False) -> Grid:
        felt = Felt(self.table.game, self.table.state)
        lines = [Text.assemble((stick(rolled), "bold"), (f"  {rolled.shooter} shoots {rolled.a}-{rolled.b}", "dim"))]
        decided: dict[str, list[Text]] = {self.you: []}
        for name, done in rolled.settled:
            clause = f" [{done.cite.clause}]" if clauses and done.cite.clause else ""
            decided.setdefault(name, []).append(Text.assemble(_result(done), (clause, "dim")))
        mine = decided.pop(self.you)
        lines += [Text.assemble(felt.name(self.you), " ", result) for result in mine]
        if not mine:
            lines.append(Text("Nothing of yours was decided.", "dim"))
        lines += [Text.assemble(felt.name(name), " ", Text(" · ").join(results)) for name, results in decided.items()]
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column()
        grid.add_row(dice(rolled.a, rolled.b), Text("\n").join(lines))
        return grid

    # --- looking

    def again(self) -> None:
        """The last roll once more: the table as it lay, the dice, and every decision with its clause."""
        rolled = self.rolled
        if rolled is None:
            self.say(_kindly("Nothing has been rolled yet."))
            return
        self.before = self.before or _before_last_roll(self.table)
        self.replaying = True
        self.say(self._shown(rolled, clauses=True))

    def why(self) -> None:
        """The clause, in plain words, behind the last refusal, or behind each of your decisions on the last roll."""
        match self.last:
            case None:
                self.say(_kindly("Nothing has been decided or refused yet."))
            case Refusal() as refusal:
                self._why_refused(refusal)
            case Rolled() as rolled:
                mine = [done for name, done in rolled.settled if name == self.you]
                if not mine:
                    self.say(Text(f"{stick(rolled)} Nothing of yours was decided by it."))
                for done in mine:
                    self.say(_result(done), *_written(done.cite))

    def _why_refused(self, refusal: Refusal) -> None:
        self.say(Text.assemble(("No: ", "bold yellow"), refusal.reason))
        if not refusal.clause:
            self.say(Padding(Text("No clause is needed for that: it is so at any table.", "dim"), (0, 0, 0, 2)))
            return
        self.say(*_written(refusal.cite))

    def offers(self) -> None:
        """What you may bet now, wagers of the same terms together."""
        seat = self.table.seats[self.you]
        if self.table.state.dice.thrown:
            self.say(_kindly("The dice are in the air."))
        terms: dict[str, list[str]] = {}
        for offered in offers(self.table.game, seat.position, self.table.puck, seat.rack):
            if offered.refusal is None:
                terms.setdefault(_terms(offered, self.table.game.chip), []).append(offered.wager)
        if not terms:
            self.say(_kindly("The house takes no bet of yours now."))
            return
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(no_wrap=True, style="bold")
        grid.add_column()
        for words, wagers in terms.items():
            grid.add_row(Text(words), Text(", ".join(wagers)))
        self.say(grid)

    def offer(self, wager: str) -> None:
        """What you may put on one wager, or why nothing."""
        seat = self.table.seats[self.you]
        offered = offer(self.table.game, seat.position, self.table.puck, seat.rack, wager)
        if offered.refusal is not None:
            self.refused(offered.refusal)
            return
        held = f", on top of {units(offered.held)}" if offered.held else ""
        self.say(Text.assemble((wager, "bold"), f"  {_terms(offered, self.table.game.chip)}{held}"))

    def rules(self, wager: str) -> None:
        """What the house has written about a wager."""
        book = self.table.game.rules.book
        found = book.wager(wager)
        if found is None:
            known = [entry.key for entry in book]
            self.say(_kindly(f"{book.title} offers no {wager[:40]!r}.{did_you_mean(wager[:40], known)}"))
            return
        self.say(Text.assemble((found.key, "bold"), f"  {found.title}"))
        for entry in wager_values(found):
            said = f"  {entry.cite.says}" if entry.cite.says else ""
            clause = f"  {entry.cite.clause}" if entry.cite.clause else ""
            self.say(Text.assemble(f"  {entry.word:<16} ", (entry.text, "bold"), (clause, "cyan"), (said, "dim")))

    # --- saving and leaving

    def save(self, file: Path) -> bool:
        """Writes the game as a transcript; never over a file that is not this game's own."""
        try:
            if file.exists() and file not in self.own_files and file != self.save_to:
                self.say(_kindly(f"{file} is there already: name another file."))
                return False
            _, *lines = transcript(self.table.log or ())
            beside = file.with_name(f".{file.name}.part")
            beside.write_text("\n".join((f"rules {self.book}", *lines, "")), encoding="utf-8")
            os.replace(beside, file)  # noqa: PTH105 - whole or not at all
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            self.say(_kindly(f"{str(file)[:80]!r} cannot be written: {reason}"))
            return False
        self.own_files.add(file)
        self.unsaved = False
        self.say(Text(f"Saved. Go on some day with: sevenout play {file}"))
        return True

    def _leave(self, ask: Ask) -> None:
        """Saves where that was asked for, or asks."""
        with suppress(Left, KeyboardInterrupt):
            if self.save_to is not None:
                self.save(self.save_to)
            else:
                while self.unsaved:
                    self._print_news()
                    name = ask("Save the game? A file name, or Enter to leave without: ").strip()
                    if not name:
                        break
                    self.save(Path(name))
        seat = self.table.seats.get(self.you)
        if seat is not None:
            net = seat.rack + sum(seat.position.stakes) - self.table.bought(self.you)
            up = f", {units(sum(seat.position.stakes))} on the layout" if seat.position.stakes else ""
            self.say(Text(f"{self.you} leaves with {units(seat.rack)} in the rack{up}: {_signed(net)}."))
        self._print_news()

    def _print_news(self) -> None:
        for item in self.news:
            self.screen.print(item, soft_wrap=False)
        self.news = []


# --- words


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
    if verb in VERBS.values():
        return f"{you} {rest}"
    if verb[0].isdigit():
        return f"{you} bets {rest}"
    return text


def _malformed(error: Malformed, line: str, said: str, words: list[str]) -> Iterable[RenderableType]:
    """What was not understood: the line with a mark under the place, and what was expected there."""
    if said == line.strip() and len(words) < 3:
        known = (*COMMANDS, *VERBS)
        yield _kindly(
            f"I do not know {words[0][:40]!r}.{did_you_mean(words[0][:40], known)} help lists what you can say."
        )
        return
    text = line.strip()
    if error.column is not None and text.isprintable() and len(text) < 100:
        at = max(0, error.column - 1 - (len(said) - len(text)))
        yield Text.assemble(f"  {text}\n  ", " " * at, ("^", "bold yellow"))
    yield _kindly(f"Expected {error.expected}, {error.message}" if error.expected else error.message)


def _kindly(words: str) -> Text:
    return Text("".join(letter if letter.isprintable() else "�" for letter in words), "yellow")


def _cost(event: Event) -> str:
    paid = event.commission if isinstance(event, Changed) else 0
    return f"   commission {units(paid)}" if paid else ""


def _result(done: Settlement) -> Text:
    word, style = _RESULTS[done.result]
    won = f" {units(done.won)}" if done.won else f" {units(done.stake)}" if done.result == "lose" else ""
    return Text.assemble(f"{done.wager} {units(done.stake)} ", (f"{word}{won}", style))


def _written(cite: Citation) -> Iterable[RenderableType]:
    """A clause, how surely the document says so, and the plain words."""
    says = cite.says.removeprefix("assumed: ")
    where = f"{cite.clause or 'no clause'} ({cite.provenance})"
    yield Padding(Text.assemble((where, "cyan"), f": {says}" if says else ""), (0, 0, 0, 2))


def _terms(offered: Offer, chip: Cents) -> str:
    least, most = units(offered.minimum), units(offered.maximum)
    steps = f"in {units(offered.step)}s" if offered.step != chip else ""
    if offered.minimum == offered.maximum:
        return f"{least} only"
    if offered.exact_below is not None:
        return f"{least} to {most}, below {units(offered.exact_below)} in {units(offered.exact_step)}s"
    return f"{least} to {most} {steps}".rstrip()


def _signed(net: Cents) -> str:
    return f"{units(net)} won" if net > 0 else f"{units(-net)} lost" if net else "even"


def _before_last_roll(table: Table) -> TableState:
    """The table as it lay for the last roll of its log."""
    state = before = TableState()
    for event in table.log or ():
        if isinstance(event, Rolled):
            before = state
        state = evolve(state, event)
    return before

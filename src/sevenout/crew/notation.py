"""The floor's lines of the notation: what crew, dice and pit do, read into commands.

The table's own lines are `transcript`'s; whatever opens with a word of the floor, or says what only a floor knows, is
read here. Each command prints itself as its line.
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Literal, TypeAlias, TypeVar, assert_never, get_args

from sevenout.crew import changing, dice_moves, pit_moves
from sevenout.crew.chips import Chips, Denomination, Stack
from sevenout.crew.dice_sets import Die, Size
from sevenout.crew.floor import FloorCommand
from sevenout.crew.pit_rules import Subject
from sevenout.errors import Malformed
from sevenout.money import Cents
from sevenout.rulebook.model import Rulebook
from sevenout.transcript import Glossary, Line, Opening, read_line
from sevenout.words import WAGERS, did_you_mean

CrewCommand: TypeAlias = dice_moves.DiceCommand | pit_moves.PitCommand | changing.ChangeCommand

Role = Literal[
    "supervisor", "boxperson", "stickperson", "dealer", "third base", "second base", "base dealer", "shift manager"
]
"""Who of the house does something."""
Start = Literal["crew", "set", "dice", "die", "fill", "credit", "move", "house", "game"]
"""What a line of the floor begins with, unless it is somebody."""
Verb = Literal["relieves", "chooses", "asks", "throws", "disputes", "changes", "colors"]
"""What somebody called by name does on the floor."""
Duty = Literal[
    "posts", "empties", "lets", "inspects", "scribes", "cancels", "verifies", "rules", "orders", "permits", "brings",
    "counts", "drops", "cuts", "hands",
]  # fmt: skip
"""What somebody called by role does."""
ROLES: tuple[Role, ...] = get_args(Role)
STARTS: tuple[Start, ...] = get_args(Start)
VERBS: tuple[Verb, ...] = get_args(Verb)
DUTIES: tuple[Duty, ...] = get_args(Duty)
SUBJECTS: tuple[Subject, ...] = get_args(Subject)
_OPENINGS = (*STARTS, *dict.fromkeys(role.split()[0] for role in ROLES if role != "supervisor"))
_SIZE = re.compile(r"[0-9]{1,3}\.[0-9]{1,4}")
_COUNT = re.compile(r"-?[0-9]{1,9}")

Colours = Mapping[str, Cents]
"""What a house's chips are worth, by colour."""
T = TypeVar("T", bound=str)

_NO_NAMES: Glossary = {}
_NO_CHIPS: Colours = {}


def colours_of(book: Rulebook) -> Colours:
    """What a house's chips are worth, so that a line may name them by colour alone.

    >>> from sevenout import open_book
    >>> colours_of(open_book("catfish-bend").book)["red"]
    500
    """
    return {chip.colour: chip.cents for chip in Chips.of(book).denominations}


def parse_floor_line(
    text: str,
    number: int = 1,
    wagers: Collection[str] = WAGERS,
    glossary: Glossary = _NO_NAMES,
    colours: Colours = _NO_CHIPS,
) -> FloorCommand | Opening | None:
    """The action of one line, of the table or of its floor; None if the line is empty or a comment.

    >>> parse_floor_line("dice sent out showing 4 2")
    SendOut(showing=(4, 2))
    >>> parse_floor_line("Ann bets 10 on pass").wager
    'pass'
    >>> parse_floor_line("dice send out showing 4 2")
    Traceback (most recent call last):
    sevenout.errors.Malformed: line 1, column 6: expected what the dice do, found 'send'. Did you mean 'sent'?
    """
    line = read_line(text, number, wagers, glossary)
    if line is None:
        return None
    line.also = (_OPENINGS, VERBS)
    first, second = (*(word for word, _ in line.words[:2]), "")[:2]
    if first in _OPENINGS or second in VERBS or (first == "supervisor" and _on_the_floor(line, second)):
        command = _FloorLine(line, colours).command()
        line.end()
        return command
    try:
        return line.action()
    except Malformed as error:
        at_the_duty = first == "supervisor" and second and error.column == line.words[1][1]
        raise _or_a_duty(error, second) if at_the_duty else error from None


def _on_the_floor(line: Line, duty: str) -> bool:
    """Whether a supervisor does this on the floor: an order to pass the dice is the table's unless it has a ground."""
    return duty in DUTIES and (duty != "orders" or ":" in (word for word, _ in line.words))


def _or_a_duty(error: Malformed, said: str) -> Malformed:
    """What a supervisor does at the table is not all: what was said may be near to something done on the floor."""
    hint = did_you_mean(said, DUTIES)
    return Malformed(
        error.message if "Did you mean" in error.message else f"{error.message}{hint}",
        expected=f"what the supervisor does ({error.expected}, {', '.join(DUTIES)})",
        line=error.line,
        column=error.column,
    )


class _FloorLine:
    """Reads what a line of the floor tells, word by word."""

    def __init__(self, line: Line, colours: Colours) -> None:
        self.line, self.colours = line, colours

    def command(self) -> CrewCommand:
        start = self.line.peek()
        if start in STARTS:
            return self._opening(self._one_of(STARTS, "what happens on the floor"))
        if start in _OPENINGS or start == "supervisor":
            return self._by_role(self._role())
        return self._by_name()

    def _one_of(self, words: tuple[T, ...], expected: str) -> T:
        for word in words:
            if self.line.given(*word.split()):
                return word
        raise self.line.malformed(expected, words)

    def _all(self, *words: str) -> None:
        for word in words:
            self.line.take(word)

    def _done(self) -> bool:
        return self.line.at >= len(self.line.words)

    def _word(self, expected: str) -> str:
        word = self.line.next(expected)
        if word in (",", ":"):
            self.line.at -= 1
            raise self.line.malformed(expected)
        return word

    def _number(self, expected: str) -> int:
        if not _COUNT.fullmatch(self.line.peek()):
            raise self.line.malformed(expected)
        return int(self.line.next(expected))

    # --- by what happens

    def _opening(self, start: Start) -> CrewCommand:
        match start:
            case "crew":
                return self._crew()
            case "set":
                return self._set()
            case "dice" | "die":
                return self._dice()
            case "fill":
                return self._stacks("cage", "bank")
            case "credit":
                return self._stacks("bank", "cage")
            case "move":
                return self._stacks("", "")
            case "house":
                self._all("money", "returned")
                return pit_moves.ReturnHouseMoney()
            case "game":
                return self._game()
            case _:
                assert_never(start)

    def _crew(self) -> pit_moves.OpenGame | pit_moves.Work:
        if self._one_of(("works", ":"), "'works', or ':' and who stands where") == "works":
            if self._done():
                return pit_moves.Work()
            steps = self._number("how many steps")
            self.line.take("step", "steps")
            return pit_moves.Work(steps)
        posts = dict.fromkeys(("stick", "third base", "second base", "box"), "")
        while True:
            free = tuple(post for post, name in posts.items() if not name)
            post = self._one_of(free, "a post: " + ", ".join(free))
            posts[post] = self._person()
            if not self.line.given(","):
                return pit_moves.OpenGame(posts["stick"], posts["third base"], posts["second base"], posts["box"])

    def _person(self) -> str:
        return self.line.name()

    def _game(self) -> pit_moves.GoDead | pit_moves.Revive:
        if self._one_of(("goes", "opens"), "'goes dead' or 'opens again'") == "goes":
            self._all("dead")
            return pit_moves.GoDead()
        self._all("again")
        return pit_moves.Revive()

    def _set(self) -> CrewCommand:
        if self.line.given("put", "in"):
            return dice_moves.PutIn()
        if self.line.given("taken", "off"):
            return dice_moves.TakeOff()
        serial = self._word("a set's number, 'put in' or 'taken off'")
        match self._one_of(("brought", "recovered", "wrapped"), "what becomes of the set"):
            case "brought":
                self._all(":")
                return dice_moves.BringSet(self._some_dice(serial))
            case "recovered":
                return dice_moves.Recover(serial)
            case _:
                if not self.line.given(","):
                    return dice_moves.Wrap(serial, "")
                self._all("signed")
                return dice_moves.Wrap(serial, self.line.rest("who signed"))

    def _some_dice(self, serial: str) -> tuple[Die, ...]:
        """`4 dice of 0.7550, 1 die of 0.7550 0.7550 0.7555 numbered 0815 flawed a scratch`."""
        dice: list[Die] = []
        while True:
            count = self._number("how many dice")
            if not 0 < count <= _MOST_DICE:
                self.line.at -= 1
                raise self.line.malformed(f"from 1 to {_MOST_DICE} dice")
            self.line.take("dice", "die")
            self._all("of")
            widths = [self._size()]
            while _SIZE.fullmatch(self.line.peek()):
                widths.append(self._size())
            if len(widths) not in (1, 3):
                raise self.line.malformed("one width, or three")
            a, b, c = widths if len(widths) == 3 else widths * 3
            number = self._word("a serial number") if self.line.given("numbered") else serial
            flaw = self._flaw() if self.line.given("flawed") else ""
            dice += [Die(number, (a, b, c), flaw)] * count
            if not self.line.given(","):
                return tuple(dice)

    def _size(self) -> Size:
        if not _SIZE.fullmatch(self.line.peek()):
            raise self.line.malformed("a width in inches such as 0.7550")
        whole, part = self.line.next("a width").split(".")
        return int(whole) * 10_000 + int(part.ljust(4, "0"))

    def _flaw(self) -> str:
        words = [self._word("what is wrong with it")]
        while not self._done() and self.line.peek() != ",":
            words.append(self._word("what is wrong with it"))
        return " ".join(words)

    def _dice(self) -> CrewCommand:
        if self.line.peek().isdigit():
            some = self._counted()
            if self._one_of(("down", "brought"), "'down' or 'brought back'") == "down":
                return dice_moves.GoDown(some)
            self._all("back")
            return dice_moves.BringBack(some)
        match self._one_of(("offered", "dumped", "sent", "brought", "gathered", "lost", "doubted"), "what the dice do"):
            case "offered":
                self._all("to")
                return dice_moves.OfferDice(self._person())
            case "dumped":
                self._all("from", "the", "bowl")
                return dice_moves.DumpBowl()
            case "sent":
                self._all("out", "showing")
                return dice_moves.SendOut((self.line.die(), self.line.die()))
            case "brought":
                self._all("in")
                return dice_moves.BringIn()
            case "gathered":
                return dice_moves.Gather()
            case "lost":
                self._all("from", "sight")
                return dice_moves.LoseSight()
            case _:
                return dice_moves.Doubt()

    def _counted(self) -> tuple[int, ...]:
        """Dice as people count them, from 1."""
        dice = [self._number("a die's number") - 1]
        while self.line.peek().isdigit():
            dice.append(self._number("a die's number") - 1)
        return tuple(dice)

    # --- chips

    def _stacks(self, start: str, to: str) -> pit_moves.MoveStacks:
        chips, (value, _) = self._number("how many chips"), self._chip()
        if not start:
            self._all("from")
            start = self._word("where the chips are")
            self._all("to")
            to = self._word("where they go")
        return pit_moves.MoveStacks(value, chips, start, to)

    def _chip(self) -> tuple[Cents, str]:
        """`chips of 5`, `red of 5`, and `red` where the house's colours are known."""
        column, colour = self.line.words[self.line.at][1] if not self._done() else 1, self._word("a colour")
        if self.line.given("of"):
            return self.line.amount(), colour
        if colour in self.colours:
            return self.colours[colour], colour
        hint = did_you_mean(colour, self.colours)
        raise Malformed(
            f"found {colour[:40]!r}.{hint}", expected="a colour of this house, or chips of a value such as 'red of 5'",
            line=self.line.number, column=column,
        )  # fmt: skip

    def _piles(self) -> tuple[Stack, ...]:
        """`20 red of 5, 3 white of 1`."""
        piles = [self._pile()]
        while self.line.given(","):
            piles.append(self._pile())
        return tuple(piles)

    def _pile(self) -> Stack:
        chips, (value, colour) = self._number("how many chips"), self._chip()
        return Stack(Denomination(value, colour), chips)

    # --- by name

    def _by_name(self) -> CrewCommand:
        name = self._person()
        match self._one_of(VERBS, f"what {name} does"):
            case "relieves":
                self.line.given("the")
                return pit_moves.Relieve(_POSTS[self._one_of(tuple(_POSTS), "a post: " + ", ".join(_POSTS))], name)
            case "chooses":
                if self.line.given("no", "dice"):
                    return dice_moves.Choose(name, ())
                self._all("dice")
                return dice_moves.Choose(name, self._counted())
            case "asks":
                self._all("for")
                if self._one_of(("other", "the"), "'other dice' or 'the same dice'") == "other":
                    self._all("dice")
                    return dice_moves.NewDice(name)
                self._all("same", "dice")
                return dice_moves.SameDice(name)
            case "throws":
                self._all("the", "dice")
                return dice_moves.ThrowOut(name)
            case "disputes":
                self._all("the")
                return pit_moves.Dispute(name, self._subject())
            case "changes":
                return self._change(name)
            case "colors":
                self._all("up")
                return changing.AskChange(name, "color", chips=self._piles())
            case verb:
                assert_never(verb)

    def _change(self, name: str) -> changing.AskChange:
        following = self.line.words[self.line.at + 1 :]
        if not following or following[0][0] == ",":
            return changing.AskChange(name, "currency", self.line.amount())
        return changing.AskChange(name, "checks", chips=self._piles())

    def _subject(self) -> Subject:
        for subject in SUBJECTS:
            if self.line.given(*subject.split("-")):
                return subject
        known = [subject.replace("-", " ") for subject in SUBJECTS]
        raise self.line.malformed(" or ".join(known), known)

    # --- by role

    def _role(self) -> Role:
        return self._one_of(ROLES, "somebody of the crew")

    def _by_role(self, by: Role) -> CrewCommand:
        duty = self._one_of(DUTIES, f"what the {by} does")
        read = _DUTIES.get(duty)
        return read(self, by) if read is not None else self._ruling(by, duty)

    def _ruling(self, by: Role, duty: Duty) -> CrewCommand:
        if duty == "orders":
            name = self._person()
            self._all("to", "pass", "the", "dice", ":")
            return pit_moves.OrderToPass(name, self.line.rest("the ground"), by)
        if duty == "verifies":
            self._all("the")
            if self._one_of(("change", "call"), "'change' or 'call'") == "change":
                return changing.Verify(by)
            return pit_moves.VerifyCall(self._number("the number that was called"), by)
        match self._one_of(("on", "no", "roll"), "'on' what is in dispute, 'no roll' or 'roll' and the dice"):
            case "on":
                self._all("the")
                about = self._subject()
                return pit_moves.Settle(about, self.line.rest("the ruling") if self.line.given(":") else "", by)
            case "no":
                self._all("roll")
                return pit_moves.RuleOnThrow(None, by)
            case _:
                return pit_moves.RuleOnThrow((self.line.die(), self.line.die()), by)

    def posts(self, by: Role) -> CrewCommand:
        name = self._person()
        self._all("in", "the", "box")
        return pit_moves.PostBox(name, by)

    def empties(self, by: Role) -> CrewCommand:
        self._all("the", "box")
        return pit_moves.PostBox("", by)

    def lets(self, by: Role) -> CrewCommand:
        if by != "boxperson":
            self.line.at -= 1
            raise self.line.malformed("'boxperson lets the dice go': nobody else lets them", ("boxperson",))
        self._all("the", "dice", "go")
        return pit_moves.BoxOk()

    def inspects(self, by: Role) -> CrewCommand:
        self._all("the")
        if self._one_of(("new", "dice"), "'new set' or 'dice'") == "new":
            self._all("set")
            return dice_moves.InspectSet(by)
        if not self.line.given(":"):
            return dice_moves.InspectDice(by)
        self._all("set")
        serial = self._word("the number that the dice bear")
        self._all(",")
        return dice_moves.InspectDice(by, self._some_dice(serial))

    def scribes(self, by: Role) -> CrewCommand:
        self._all("the", "new", "set")
        return dice_moves.Scribe("" if self._done() else self._word("the mark"), by)

    def cancels(self, by: Role) -> CrewCommand:
        self._all("set")
        serial = self._word("a set's number")
        self._all("on")
        return dice_moves.Cancel(serial, self._number("the number that they are cancelled on"), by)

    def permits(self, by: Role) -> CrewCommand:
        self._all("the", "color")
        return changing.Permit(by)

    def brings(self, by: Role) -> CrewCommand:
        self._all("the", "money")
        return changing.BringMoney(by)

    def counts(self, by: Role) -> CrewCommand:
        return changing.Count(self.line.amount(), by)

    def drops(self, by: Role) -> CrewCommand:
        self._all("the", "money")
        return changing.Drop(by)

    def cuts(self, by: Role) -> CrewCommand:
        return changing.CutOut((), by) if self.line.given("the", "change") else changing.CutOut(self._piles(), by)

    def hands(self, by: Role) -> CrewCommand:
        self._all("the", "chips", "over")
        return changing.HandOver(by)


_MOST_DICE = 20
_POSTS: dict[str, pit_moves.Post] = {
    "stick": "stickperson",
    "third base": "third base",
    "second base": "second base",
    "box": "boxperson",
}
_DUTIES: dict[Duty, Callable[[_FloorLine, Role], CrewCommand]] = {
    "posts": _FloorLine.posts,
    "empties": _FloorLine.empties,
    "lets": _FloorLine.lets,
    "inspects": _FloorLine.inspects,
    "scribes": _FloorLine.scribes,
    "cancels": _FloorLine.cancels,
    "permits": _FloorLine.permits,
    "brings": _FloorLine.brings,
    "counts": _FloorLine.counts,
    "drops": _FloorLine.drops,
    "cuts": _FloorLine.cuts,
    "hands": _FloorLine.hands,
}

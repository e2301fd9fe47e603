"""The floor's lines of the notation: what crew, dice and pit do, read into commands.

The table's own lines are `notation`'s; whatever opens with a word of the floor, or says what only a floor knows, is
read here. Each command prints itself as its line.
"""

from collections.abc import Collection
from typing import Literal, assert_never, get_args

from sevenout.base.errors import Malformed
from sevenout.base.money import Cents
from sevenout.base.vocabulary import WAGERS, did_you_mean
from sevenout.crew.dice import dice_commands
from sevenout.crew.dice.dice_sets import Breach
from sevenout.crew.floor.floor import FloorCommand
from sevenout.crew.layout.chips import Chips
from sevenout.crew.notation.role_lines import DUTIES, USUAL, read_duty
from sevenout.crew.notation.word_cursor import ROLES, SUBJECTS, Colours, CrewCommand, FloorCursor
from sevenout.crew.pit import bank, irregularities, layout_checks, money_change, pit_commands
from sevenout.rulebook.model import Rulebook
from sevenout.table import notation
from sevenout.table.notation import Glossary, Opening, read_line

Start = Literal["crew", "set", "dice", "die", "fill", "credit", "move", "bank", "house", "game"]
"""What a line of the floor begins with, unless it is somebody."""
Verb = Literal[
    "relieves", "chooses", "asks", "throws", "mishandles", "disputes", "changes", "colors", "presents", "past-posts",
    "snatches", "heels", "bridges",
]  # fmt: skip
"""What somebody called by name does on the floor."""
STARTS: tuple[Start, ...] = get_args(Start)
VERBS: tuple[Verb, ...] = get_args(Verb)
BREACHES: tuple[Breach, ...] = get_args(Breach)
_OPENINGS = (*STARTS, *dict.fromkeys(role.split()[0] for role in ROLES if role != "supervisor"))

_NO_NAMES: Glossary = {}
_NO_CHIPS: Colours = {}


def colours_of(book: Rulebook) -> Colours:
    """The values of a house's chips by colour, so that a line may name the colour alone.

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
    sevenout.base.errors.Malformed: line 1, column 6: expected what the dice do, found 'send'. Did you mean 'sent'?
    """
    line = read_line(text, number, wagers, glossary)
    if line is None:
        return None
    line.also = (_OPENINGS, VERBS)
    first, second = (*(word for word, _ in line.words[:2]), "")[:2]
    opening = first in _OPENINGS and second not in notation.VERBS
    by_name = second in VERBS and first not in notation.STARTS
    if opening or by_name or (first == "supervisor" and second in DUTIES):
        command = _command(FloorCursor(line, colours))
        line.end()
        return command
    try:
        return line.action()
    except Malformed as error:
        at_the_duty = first == "supervisor" and second and error.column == line.words[1][1]
        raise _or_a_duty(error, second) if at_the_duty else error from None


def _or_a_duty(error: Malformed, said: str) -> Malformed:
    """What a supervisor does at the table is not all: what was said may be near to something done on the floor."""
    hint, at_the_table = did_you_mean(said, USUAL["supervisor"]), error.expected.replace("'", "").split(" or ")
    return Malformed(
        error.message if "Did you mean" in error.message else f"{error.message}{hint}",
        expected=f"what the supervisor does ({', '.join(dict.fromkeys((*at_the_table, *USUAL['supervisor'])))})",
        line=error.line,
        column=error.column,
    )


def _command(words: FloorCursor) -> CrewCommand:
    start = words.line.peek()
    if start in STARTS:
        return _opening(words, words.one_of(STARTS, "what happens on the floor"))
    if start in _OPENINGS or start == "supervisor":
        return read_duty(words, words.one_of(ROLES, "somebody of the crew"))
    return _by_name(words)


def _opening(words: FloorCursor, start: Start) -> CrewCommand:
    match start:
        case "crew":
            return _crew(words)
        case "set":
            return _set(words)
        case "dice" | "die":
            return _dice(words)
        case "fill":
            return _stacks(words, "cage", "bank")
        case "credit":
            return _stacks(words, "bank", "cage")
        case "move":
            return _stacks(words, "", "")
        case "bank":
            words.take_all("opened", ":")
            chips = words.some_piles()
            cage = words.some_piles() if words.take_phrase("cage", ":") else None
            return bank.OpenBank(chips, cage, words.signatures())
        case "house":
            words.take_all("money", "returned")
            return pit_commands.ReturnHouseMoney()
        case "game":
            return _game(words)
        case _:
            assert_never(start)


def _crew(words: FloorCursor) -> pit_commands.OpenGame | pit_commands.WorkCommand:
    if words.one_of(("works", ":"), "'works', or ':' and who stands where") == "works":
        if words.is_at_end():
            return pit_commands.WorkCommand()
        steps = words.number("how many steps")
        words.line.take("step", "steps")
        return pit_commands.WorkCommand(steps)
    posts = dict.fromkeys(("stick", "third base", "second base", "box"), "")
    while True:
        free = tuple(post for post, name in posts.items() if not name)
        post = words.one_of(free, "a post: " + ", ".join(free))
        posts[post] = words.person()
        if not words.line.take_if(","):
            return pit_commands.OpenGame(posts["stick"], posts["third base"], posts["second base"], posts["box"])


def _game(words: FloorCursor) -> pit_commands.GoDead | pit_commands.Revive:
    if words.one_of(("goes", "opens"), "'goes dead' or 'opens again'") == "goes":
        words.take_all("dead")
        return pit_commands.GoDead()
    words.take_all("again")
    return pit_commands.Revive()


def _set(words: FloorCursor) -> CrewCommand:
    if words.line.take_if("put", "in"):
        return dice_commands.PutIn()
    if words.line.take_if("taken", "off"):
        return dice_commands.TakeOff()
    serial = words.word("a set's number, 'put in' or 'taken off'")
    match words.one_of(("brought", "recovered", "wrapped"), "what becomes of the set"):
        case "brought":
            words.take_all(":")
            return dice_commands.BringSet(words.some_dice(serial))
        case "recovered":
            return dice_commands.Recover(serial)
        case _:
            if not words.line.take_if(","):
                return dice_commands.Wrap(serial, "")
            words.take_all("signed")
            return dice_commands.Wrap(serial, words.line.take_rest("who signed"))


def _dice(words: FloorCursor) -> CrewCommand:
    if words.line.peek().isdigit():
        some = words.read_dice()
        if words.one_of(("down", "brought"), "'down' or 'brought back'") == "down":
            return dice_commands.GoDown(some)
        words.take_all("back")
        return dice_commands.BringBack(some)
    match words.one_of(("offered", "dumped", "sent", "brought", "gathered", "lost", "doubted"), "what the dice do"):
        case "offered":
            words.take_all("to")
            return dice_commands.OfferDice(words.person())
        case "dumped":
            words.take_all("from", "the", "bowl")
            return dice_commands.DumpBowl()
        case "sent":
            words.take_all("out", "showing")
            return dice_commands.SendOut((words.line.die(), words.line.die()))
        case "brought":
            words.take_all("in")
            return dice_commands.BringIn()
        case "gathered":
            return dice_commands.Gather()
        case "lost":
            words.take_all("from", "sight")
            return dice_commands.LoseSight()
        case _:
            return dice_commands.Doubt()


def _stacks(words: FloorCursor, start: str, to: str) -> pit_commands.MoveStacks:
    chips, (value, _) = words.number("how many chips"), words.chip()
    if not start:
        words.take_all("from")
        start = words.word("where the chips are")
        words.take_all("to")
        to = words.word("where they go")
    return pit_commands.MoveStacks(value, chips, start, to, words.signatures() if "cage" in (start, to) else ())


def _by_name(words: FloorCursor) -> CrewCommand:
    name = words.person()
    match words.one_of(VERBS, f"what {name} does"):
        case "relieves":
            words.line.take_if("the")
            return pit_commands.Relieve(_POSTS[words.one_of(tuple(_POSTS), "a post: " + ", ".join(_POSTS))], name)
        case "chooses":
            if words.line.take_if("no", "dice"):
                return dice_commands.Choose(name, ())
            words.take_all("dice")
            return dice_commands.Choose(name, words.read_dice())
        case "asks":
            words.take_all("for")
            if words.one_of(("other", "the"), "'other dice' or 'the same dice'") == "other":
                words.take_all("dice")
                return dice_commands.NewDice(name)
            words.take_all("same", "dice")
            return dice_commands.SameDice(name)
        case "throws":
            words.take_all("the", "dice")
            return dice_commands.ThrowOut(name)
        case "mishandles":
            words.take_all("the", "dice", ":")
            return dice_commands.Mishandle(name, words.spoken_of(BREACHES))
        case "disputes":
            words.take_all("the")
            return pit_commands.Dispute(name, words.spoken_of(SUBJECTS))
        case "changes":
            return _change(words, name)
        case "heels":
            return layout_checks.StandOdds(name, words.line.wager(), "heeled")
        case "bridges":
            wager = words.line.wager()
            words.take_all("with")
            return layout_checks.StandOdds(name, wager, "bridged", words.some_colours())
        case "colors":
            words.take_all("up")
            return money_change.AskChange(name, "color", chips=words.piles())
        case verb:
            return _of_an_amount(words, name, verb, words.line.amount())


def _of_an_amount(
    words: FloorCursor, name: str, verb: Literal["presents", "past-posts", "snatches"], amount: Cents
) -> CrewCommand:
    match verb:
        case "presents":
            words.take_all("by")
            return bank.Present(name, amount, words.line.take("token", "voucher"))
        case "past-posts":
            words.take_all("on")
            return irregularities.PastPost(name, amount, words.line.wager())
        case "snatches":
            words.take_all("from")
            return irregularities.Snatch(name, amount, words.line.wager())
        case _:
            assert_never(verb)


def _change(words: FloorCursor, name: str) -> money_change.AskChange:
    following = words.line.words[words.line.at + 1 :]
    if not following or following[0][0] == ",":
        return money_change.AskChange(name, "currency", words.line.amount())
    return money_change.AskChange(name, "checks", chips=words.piles())


_POSTS: dict[str, pit_commands.Post] = {
    "stick": "stickperson",
    "third base": "third base",
    "second base": "second base",
    "box": "boxperson",
}

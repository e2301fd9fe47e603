"""What somebody says at a live table, as the table takes it: the notation, or the words of any craps table."""

import re
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from sevenout.analysis.exact.markov_chain import time_limit
from sevenout.base.errors import BadInput, Malformed
from sevenout.base.money import parse_amount
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import WAGERS
from sevenout.crew.notation.line_parser import colours_of, parse_floor_line
from sevenout.crew.notation.word_cursor import Colours
from sevenout.engine.game import Game
from sevenout.player.coach import advice_on, remarks
from sevenout.player.talk import ReadingChoice, SeatMemory, Unclear, Understood, standing_orders, understand
from sevenout.player.talk.interpretations import read_best_question
from sevenout.player.talk.refused_amounts import refused_amount
from sevenout.server.live.requests import Actor, AskForTime, Request, ThrowRequest
from sevenout.server.protocol import messages as wire
from sevenout.table import Table
from sevenout.table.commands import Bet, Sit
from sevenout.table.notation import Rules, TableLimits

LONGEST = 300
_NO_TALK = re.compile(r"\s*($|sits\b|roll\s+\d)")
"""Who sits down or says what dice show means just that, and no bet: what is wrong with it is told."""
_COACHED_WITHIN = 0.2
"""Seconds that the coach takes at most; for a house's own book a hundredth of that."""


def parse_request(game: Game, voice: Actor, name: str, line: str) -> Request | Refusal:
    """The command that a line means for whoever says it, or why it means none.

    >>> game = Game.open("typical")
    >>> parse_request(game, Actor("p1", "Ann"), "Ann", "bets 10 on pass").amount
    1000
    >>> parse_request(game, Actor("p1", "Ann"), "Ann", "bets 10 on passline").reason
    "expected a wager, found 'passline'. Did you mean 'pass'?"
    >>> parse_request(game, Actor("p1", "Olive"), "Olive", "roll 7 1").reason
    "expected a die from 1 to 6, found '7'."
    """
    words = line.split()
    if not words or len(line) > LONGEST or not line.isprintable():
        return Refusal("malformed", "type one action, such as bets 10 on pass")
    if words == ["roll"]:
        return ThrowRequest()
    if words in (["asks", "for", "time"], ["ask", "for", "time"], ["more", "time"], ["time"]):
        return AskForTime()
    if words[0] == "sits":
        return _sits(voice, name, words)
    known, colours = _vocabulary(game)
    glossary = game.rules.glossary
    problem: Malformed | None = None
    for said in (line,) if words[0] == "roll" else (f"{name} {line}", line):
        try:
            command = parse_floor_line(said, 1, known, glossary, colours)
        except Malformed as error:
            if problem is None or problem.column == 1:  # at the name: it is a line of the crew's, which has none
                problem = error
            continue
        if isinstance(command, Sit) and said != line:
            continue  # a seat for somebody without a phone is no word of a player's
        if command is not None and not isinstance(command, Rules | TableLimits):
            return command
    said = "type one action, such as bets 10 on pass"
    if problem is None:
        return Refusal("malformed", said)
    expected = f"expected {problem.expected}, " if problem.expected else ""
    return Refusal("malformed", f"{expected}{problem.message}")


_vocabularies: WeakKeyDictionary[Game, tuple[frozenset[str], Colours]] = WeakKeyDictionary()


def _vocabulary(game: Game) -> tuple[frozenset[str], Colours]:
    """The wagers and the chips that a line of a game may name; worked out once."""
    found = _vocabularies.get(game)
    if found is None:
        found = frozenset((*WAGERS, *game.rules.by_key)), colours_of(game.rules.book)
        _vocabularies[game] = found
    return found


def is_talk(saying: Request | Refusal, line: str) -> bool:
    """Whether a line that is none of the notation may still be what people say at a table."""
    refused = isinstance(saying, Refusal) and saying.code == "malformed"
    return refused and len(line) <= LONGEST and line.isprintable() and not _NO_TALK.match(line)


def is_order(table: Table, line: str) -> bool:
    """Whether a line gives a standing order, or none that can be kept: nobody here is called by its first word."""
    first = line.split(maxsplit=1)[:1]
    spoken = len(line) <= LONGEST and line.isprintable()
    return spoken and first != [] and first[0].lower() in standing_orders.BEGIN and first[0] not in table.seats


def parse_speech(table: Table, seat: str, line: str, malformed: Refusal) -> Request | Refusal:
    """The one command that somebody in a seat means by a line, as the table lies; or why none is done.

    >>> table = Table("typical"); _ = table.seat("Ann", 500_00); no = Refusal("malformed", "")
    >>> parse_speech(table, "Ann", "10 pass", no).amount, parse_speech(table, "Ann", "12 6", no).code
    (1000, 'ambiguous')
    >>> parse_speech(table, "Ann", "pas 10", no).reason
    "I do not know 'pas'. Did you mean: bet 10 on pass?"
    """
    match understand(table, seat, line):
        case Understood((), "roll"):
            return ThrowRequest()
        case Understood((command,)):
            return command
        case Understood(commands):
            return Refusal("several", f"say one thing at a time: {', '.join(map(str, commands))}")
        case ReadingChoice(of):
            return Refusal("ambiguous", f"that could mean: {'; or '.join(', '.join(each.lines) for each in of)}")
        case Unclear(reason, nearest) if nearest:
            return Refusal("unclear", f"{reason} Did you mean: {nearest}?")
        case Unclear(reason) if refused_amount(table.game, line):
            return Refusal("unclear", reason)
    return malformed


# --- what would be meant


def preview_line(
    table: Table, voice: Actor, name: str, asked: wire.PreviewRequest, memory: SeatMemory | None = None
) -> wire.Preview:
    """What somebody would mean by a line, as the table lies: lines to say, a choice of them, or why nothing.

    >>> from sevenout import roll
    >>> table = Table("typical"); _ = table.seat("Ann", 500_00)
    >>> ann = Actor("p1", "Ann")
    >>> preview_line(table, ann, "Ann", wire.PreviewRequest("k1", "six and eight 12 each")).lines
    ('bets 12 on place-6', 'bets 12 on place-8')
    >>> preview_line(table, ann, "Ann", wire.PreviewRequest("k1", "12 6")).choices
    (('bets 12 on place-6',), ('bets 6 on craps-12',))
    >>> preview_line(table, ann, "Ann", wire.PreviewRequest("k1", "pas 10")).nearest
    'bet 10 on pass'
    >>> preview_line(table, ann, "Ann", wire.PreviewRequest("k1", "best 2000")).best
    '2000'
    >>> _ = table.bet("Ann", "pass", 10_00), table.roll(roll(4, 2))
    >>> odds = preview_line(table, ann, "Ann", wire.PreviewRequest("k1", "keep my odds at the max"))
    >>> odds.order, odds.lines
    ('keep odds at max', ('bets 50 on pass-odds',))
    """
    if (aim := read_best_question(asked.line)) is not None:
        return wire.Preview(asked.key, (), best=aim)
    if is_order(table, asked.line):
        return _preview_order(table, voice.seat, asked, memory)
    saying = parse_request(table.game, voice, name, asked.line)
    if not isinstance(saying, Refusal):
        return wire.Preview(asked.key, (_line(saying, name),), remarks=_coach_bets(table, (saying,), asked))
    if not voice.seat or not is_talk(saying, asked.line):
        return wire.Preview(asked.key, (), reason=saying.reason)
    match understand(table, voice.seat, asked.line, memory):
        case Understood((), "roll"):
            return wire.Preview(asked.key, ("roll",))
        case Understood(commands, _, note):
            lines = tuple(_line(command, voice.seat) for command in commands)
            return wire.Preview(asked.key, lines, note, remarks=_coach_bets(table, commands, asked))
        case ReadingChoice(of):
            choices = tuple(tuple(_line(command, voice.seat) for command in each.commands) for each in of)
            return wire.Preview(asked.key, (), choices=choices)
        case Unclear(reason, nearest):
            return wire.Preview(asked.key, (), reason=reason, nearest=nearest)


def _preview_order(table: Table, seat: str, asked: wire.PreviewRequest, memory: SeatMemory | None) -> wire.Preview:
    """A standing order, which whoever asks keeps, and what it leads to as the table lies."""
    if not seat:
        return wire.Preview(asked.key, (), reason="sit down first to give standing orders")
    order = standing_orders.read_order(table, asked.line)
    if order is None:
        return wire.Preview(asked.key, (), reason=refused_amount(table.game, asked.line) or standing_orders.HOW)
    memory = memory or SeatMemory()
    given = replace(order, since=memory.roll if asked.since is None else asked.since)
    found = standing_orders.carry_out_orders(table, seat, (given,), memory)
    lines = tuple(_line(bet, seat) for bet in found.bets)
    return wire.Preview(asked.key, lines, found.note, order=str(order), roll=memory.roll)


def _line(saying: Request, name: str) -> str:
    """A saying as its own player says it."""
    if isinstance(saying, Sit):
        return f"sits {str(saying).removeprefix(f'seat {name} ')}"
    return str(saying).removeprefix(f"{name} ")


def _coach_bets(table: Table, sayings: Iterable[Request], asked: wire.PreviewRequest) -> tuple[str, ...]:
    """What bets lose to rounding, and what they cost if that is asked; of a book that takes long to follow, nothing."""
    bets = [saying for saying in sayings if isinstance(saying, Bet)]
    try:
        with time_limit(_COACHED_WITHIN):
            return tuple(_remarks(table, bets, coach=asked.coach))
    except BadInput:
        return ()


def _remarks(table: Table, bets: list[Bet], *, coach: bool) -> Iterator[str]:
    for bet in bets:
        advice = advice_on(table, bet)
        for each in advice:
            yield from remarks(each, coach=coach, named=len(advice) + len(bets) > 2)


def _sits(voice: Actor, name: str, words: list[str]) -> Request | Refusal:
    """`sits 1000`, `sits 1000 at 3`."""
    placed = len(words) == 4 and words[2] == "at" and words[3].isascii() and words[3].isdigit() and len(words[3]) < 4
    try:
        amount = parse_amount(words[1]) if len(words) == 2 or placed else None
    except Malformed:
        amount = None
    if amount is None:
        return Refusal("malformed", "expected an amount and perhaps a place, as in sits 1000 or sits 1000 at 3")
    return Sit(name, amount, int(words[3]) if placed else None, voice.person)

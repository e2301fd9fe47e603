"""The lesson before a drill: the keys as a dealer would tell them, each worked out at a bet that lies on the layout.

Every figure is the book's own: what is paid comes from `settle`, a commission from the game, words from the manual.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random

from msgspec import Struct

from sevenout.base.money import units
from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import stem
from sevenout.crew.manual.chapter_loader import chapter
from sevenout.crew.markers import marks_of
from sevenout.crew.payout.precedence import PrecedenceRules
from sevenout.crew.pit.pit_rules import pit_rules
from sevenout.crew.roll_calls import words_of
from sevenout.engine.betting import EMPTY, settle
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.school.exercises.change_money import CHANGES
from sevenout.school.exercises.exercise import RoomName
from sevenout.school.scenes import pile, propositions
from sevenout.school.topics import payouts
from sevenout.school.topics.chip_cutting import chips_of
from sevenout.school.topics.payouts import Winner, ladder_keys, ladders
from sevenout.table.table_snapshot import Snapshot


class LessonLine(Struct, frozen=True):
    """One key: what it is about, the words, an example worked out, and the clause."""

    title: str
    words: str
    cite: Citation
    example: str = ""
    table: Snapshot | None = None
    dice: tuple[int, int] | None = None


@lru_cache(maxsize=64)
def lesson_lines(game: Game, room: RoomName, level: int) -> tuple[LessonLine, ...]:
    """What is told before a level of a room is drilled; nothing typed, all of it the book's and the manual's.

    >>> lines = {line.title: line for line in lesson_lines(Game.open("catfish-bend"), "end", 1)}
    >>> lines["Place Bet 6, 8"].words, lines["Place Bet 6, 8"].example
    ('7 for every 6', '24 is 4 times 6: 4 x 7 = 28')
    """
    return tuple(_LINES[room](game, level))


# --- money


def _pay_lines(game: Game, level: int) -> Iterator[LessonLine]:
    """The ladders of the boxes and lines; the middle too on the last level."""
    middle = propositions(game)
    for card, winners in ladders(game).items():
        if level == 3 or winners[0].spot.index not in middle:
            yield from _ladder_line(game, card, winners)


def _prop_lines(game: Game, level: int) -> Iterator[LessonLine]:
    """Where propositions lie and what is said; to settle, what they pay and how it is announced."""
    words = words_of(game)
    if level < 3:
        lie = marks_of(game).lies["otherwise"]
        yield _manual_line("Where it lies", lie.cite)
        yield _manual_line("Repeat it", words.booking.stick.cite)
        yield _manual_line("When it is too late", words.booking.closed.cite)
        return
    middle = propositions(game)
    yield _manual_line("Announce it", words.payoffs.stick.cite)
    yield _manual_line("What is made good", words.payoffs.net.cite)
    for card, winners in ladders(game).items():
        if winners[0].spot.index in middle:
            yield from _ladder_line(game, card, winners)


def _ladder_line(game: Game, card: str, winners: tuple[Winner, ...]) -> Iterator[LessonLine]:
    """How one ladder is paid, with a bet of round units on the layout."""
    key = next(key for key in ladder_keys(game) if key.card == card)
    rng = Random(f"lesson {card}")
    tried = [drawn for _ in range(_EXAMPLES) if (drawn := payouts.draw(game, 1, card, rng)) is not None]
    if not tried:
        return
    drawn = next((one for one in tried if not any(" is 1 times " in line.text for line in one.because)), tried[0])
    spots = list(dict.fromkeys(winner.spot for winner in winners))
    words = _unit_words(game, winners) if spots[0].wager.parts is not None else key.words
    worked = [line.text for line in drawn.because if line.text]
    short = next((text.removeprefix("the key: ") for text in worked if text.startswith("the key: ")), worked[0])
    example = short.partition(", and ")[2] or short
    yield LessonLine(_titles(spots), words, key.cite, example, drawn.table, drawn.dice)


def _titles(spots: list[CompiledWager]) -> str:
    """Several members of a family by their numbers: `Place Bet 6, 8`."""
    by_kind: dict[str, list[str]] = {}
    for spot in spots:
        kind, _, number = spot.title.rpartition(" ")
        named = kind if kind and number[:1].isdecimal() else spot.title
        by_kind.setdefault(named, []).extend([number] if named == kind else [])
    shown = [f"{kind} {', '.join(numbers)}".strip() for kind, numbers in by_kind.items()]
    return ", ".join(shown[:3]) + (", …" if len(shown) > 3 else "")


def _unit_words(game: Game, winners: tuple[Winner, ...]) -> str:
    """What a bet of parts pays for one unit on each: `27 on 2 and 12, 12 on 3 and 11, for each unit`."""
    spot, pays = winners[0].spot, dict[int, list[str]]()
    unit = game.step(spot)
    for winner in winners:
        if winner.puck == winners[0].puck and winner.spot == spot:
            done = settle(game, pile(EMPTY, spot, unit * spot.unit), winner.puck, winner.roll)
            won = sum(result.won for result in done.results)
            totals = pays.setdefault(won // unit, [])
            if str(winner.roll.total) not in totals:
                totals.append(str(winner.roll.total))
    said = ", ".join(f"{times} on {' and '.join(totals)}" for times, totals in pays.items())
    return f"{said}, for each unit"


def _cut_lines(game: Game, level: int) -> Iterator[LessonLine]:
    """The colours, how they lie; what payoffs come to, where payoffs are cut."""
    chips = chips_of(game)
    worth = ", ".join(f"{chip.colour} {units(chip.cents)}" for chip in chips.denominations)
    yield LessonLine("The colours", worth, Citation())
    yield _manual_line("Fewest chips", chips.rules.payoff.cite)
    yield _manual_line("Colour by colour", chips.rules.cut.cite)
    yield _manual_line("Next to the box", chips.rules.nearest_the_box.cite)
    if level == 3:
        yield from _pay_lines(game, level)


def _call_lines(game: Game, _: int) -> Iterator[LessonLine]:
    words = words_of(game).roll
    yield _manual_line("Call every roll", words.called_by.cite)
    yield _manual_line("The number", words.number.cite)
    for total, fact in words.names.items():
        yield LessonLine(words.numbers.value[total].capitalize(), fact.value, fact.cite)


def _button_lines(game: Game, level: int) -> Iterator[LessonLine]:
    """Where the puck stands; which bets have a button, and for how many one speaks."""
    rules = marks_of(game)
    if level == 1:
        yield LessonLine("On", f"{rules.puck.on.value} side up", rules.puck.on.cite)
        yield LessonLine("Off", f"{rules.puck.off.value} side up", rules.puck.off.cite)
        yield _manual_line("With a point", rules.puck.on_at.cite)
        yield _manual_line("Before a come-out", rules.puck.off_at.cite)
    facts = rules.buttons.kinds if level == 2 else {} if level == 1 else rules.buttons.calls
    for name, fact in facts.items():
        yield _manual_line(name.removesuffix("-n").replace("-", " ").capitalize(), fact.cite)


def _book_lines(game: Game, level: int) -> Iterator[LessonLine]:
    """What is announced with a bet, and how a commission is reckoned."""
    booking = words_of(game).booking
    yield _manual_line("Repeat it", booking.base.cite)
    yield _manual_line("With its change", booking.words.change.cite)
    if level > 1:
        taken = [spot for spot in game.rules.spots if spot.wager.commission is not None]
        for family in dict.fromkeys(stem(spot.key) for spot in taken):
            yield from _commission_line(game, next(spot for spot in taken if stem(spot.key) == family))


def _commission_line(game: Game, spot: CompiledWager) -> Iterator[LessonLine]:
    """The commission as a dealer reckons it: a twentieth is a tenth, halved."""
    terms = spot.wager.commission
    assert terms is not None, "it has a commission"
    amount, rate = 40 * game.minimum, terms.rate.value
    of = "stake" if terms.of.value == "stake" else "win"
    words = f"{rate.num} for every {rate.den} of the {of}"
    tenth, halves = divmod(rate.den, 2 * _TENTH * rate.num)
    if of == "stake" and (tenth, halves) == (1, 0):
        example = (
            f"{units(amount)}: a tenth is {units(amount // _TENTH)}, halved {units(game.commission(spot, amount))}"
        )
        yield LessonLine(_titles([spot]), f"{words}: a tenth, halved", terms.rate.cite, example)
    else:
        example = f"{units(amount)}: {units(game.commission(spot, amount))}"
        yield LessonLine(_titles([spot]), words, terms.rate.cite, example)


def _mistake_lines(game: Game, _: int) -> Iterator[LessonLine]:
    """What comes first, clause by clause: what a crew most often gets wrong."""
    rules = chapter(game.rules.book, "precedence", PrecedenceRules).before
    for clause in dict.fromkeys(rule.clause for rule in rules):
        yield _manual_line(clause, next(rule.cite for rule in rules if rule.clause == clause))


def _change_lines(game: Game, level: int) -> Iterator[LessonLine]:
    """The steps of a change in turn, and who takes each."""
    rules = pit_rules(game).change
    flow = rules.flow[CHANGES[level - 1]]
    yield _manual_line("In turn", flow.cite)
    for number, step in enumerate(flow.value, start=1):
        fact = rules.does(step)
        yield LessonLine(f"{number}. {step.capitalize()}", fact.cite.says, fact.cite)


_TENTH, _EXAMPLES = 10, 8


def _manual_line(title: str, cite: Citation) -> LessonLine:
    """What the manual says, in its plain words."""
    return LessonLine(title, cite.says, cite)


_LINES: dict[RoomName, Callable[[Game, int], Iterator[LessonLine]]] = {
    "cut": _cut_lines,
    "end": _pay_lines,
    "call": _call_lines,
    "props": _prop_lines,
    "buttons": _button_lines,
    "book": _book_lines,
    "spot": _mistake_lines,
    "change": _change_lines,
}

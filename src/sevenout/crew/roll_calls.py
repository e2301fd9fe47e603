"""The crew's calls around a roll: that the dice are out, what was rolled and what it means, no roll, and payoffs.

The words are data (`manuals/HOUSE/calls.toml`); what a roll means is read from the table's event alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeVar, assert_never

from msgspec import Struct

from sevenout.base.dice import roll
from sevenout.base.errors import BadInput
from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import stem
from sevenout.crew.layout.areas import areas
from sevenout.crew.layout.rail import Dealer, Direction, Rail
from sevenout.crew.manual.chapter_loader import Fact, chapter
from sevenout.engine.game import Game
from sevenout.table.events import Declined, DiceAccepted, Left, NoRollCalled, Passed, Rolled, Thrown
from sevenout.table.table_snapshot import SeatShown, Snapshot

T = TypeVar("T")

Side = Literal["inside", "outside"]
Where = Literal["", "inside", "outside"]
Seer = Literal["stickperson", "base dealer", "supervisor"]


class SpokenCall(Struct, frozen=True):
    """Something that is said at the table: by whom, the words, where they come from, and to whom if not to all."""

    who: str
    words: str
    cite: Citation
    to: str = ""


class CallWords(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Words of the manual with their speaker, `dealer` being the one at the player's end, and whom they are for."""

    by: str
    words: str
    to: str = ""


class SentOut(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The words as the dice go out."""

    coming_out: Fact[str]
    hardways_work: Fact[str]
    hardways_rest: Fact[str]
    from_the_dont: Fact[str]
    dice_out: Fact[str]


class LineCalls(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The two wagers that a roll is called by, and what the first of them is called."""

    front: Fact[str]
    dont: Fact[str]
    name: Fact[str]


class CalledRoll(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The person who calls a roll, and the names of the rolls."""

    called_by: Fact[str]
    call_it: Fact[str]
    seen_by: Fact[tuple[str, ...]]
    number: Fact[str]
    confirmed: Fact[str]
    confirmed_at: Fact[Literal["opposite the shooter", "with the shooter"]]
    """At which end the dice lie, and a dealer confirms what was called."""
    hard: Fact[str]
    easy: Fact[str]
    both_ways: Fact[frozenset[int]]
    numbers: Fact[dict[str, str]]
    names: dict[str, Fact[str]]
    kinds: dict[str, Fact[frozenset[int]]]
    """What the manual has a word for, by totals; `natural` is one on a come-out roll only."""


class CalledOff(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The words for a throw that does not count."""

    words: Fact[str]
    because: Fact[str]
    down: Fact[str]
    sides: Fact[frozenset[Side]]
    """The sides of the table that are told apart, by the word for each."""
    both: Fact[frozenset[str]]
    """Words that say that two dice are down."""
    one_down: Fact[str]
    both_down: Fact[str]
    supervisor: Fact[str]
    overruled: Fact[CallWords]
    voided: Fact[CallWords]
    corrected: Fact[CallWords]


class AskedToShoot(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The words to the person who takes the dice over."""

    own_hand: Fact[str]
    finish: Fact[str]
    ordered: Fact[CallWords]
    """What a shooter is told who has to pass them."""


class AtPayoff(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """A base dealer's words at a payoff, and the order in which the players are paid."""

    words: str
    direction: Direction


class Payoffs(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The words as winners are paid; `area` is the part of the layout that the stick speaks for."""

    area: Fact[str]
    told_by: Fact[tuple[str, ...]]
    """At whose word such a winner is paid; the first is who says it."""
    stick: Fact[str]
    net: Fact[str]
    crew: Fact[str]
    base: dict[str, Fact[AtPayoff]]


class BookingWords(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The parts that an announcement of a bet is made of."""

    made: Fact[str]
    more: Fact[str]
    position: Fact[str]
    vig: Fact[str]
    change: Fact[str]


class Booking(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The words that repeat bets as they are made, by kind of bet where the manual says so."""

    stick: Fact[str]
    base: Fact[str]
    self: Fact[frozenset[str]]
    toke: Fact[str]
    own: dict[str, Fact[str]]
    confirmed: Fact[str]
    """What whoever confirms a late or called bet says."""
    buttons: dict[str, Fact[str]]
    """What is said as a button is laid on bets that are called on or off."""
    closed: Fact[str]
    """The area in which nothing is set up any more once the dice are sent out; none: all stay open."""
    too_late: Fact[CallWords]
    large: Fact[int]
    """From which part of its maximum, in percent, a bet is verified aloud."""
    verified: Fact[str]
    words: BookingWords


class LimitWords(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The words for a bet below the minimum that was seen too late."""

    informed: Fact[CallWords]
    told: Fact[CallWords]


class ShootoutWords(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The words around a Shootout: as it is posted, hit, inspected, paid and void."""

    posted: Fact[CallWords]
    hit: Fact[CallWords]
    stopped: Fact[CallWords]
    verified: Fact[CallWords]
    paid: Fact[CallWords]
    resumed: Fact[CallWords]
    tampered: Fact[CallWords]
    passed: Fact[CallWords]


class Calls(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The chapter `calls` of a manual."""

    sent_out: SentOut
    lines: LineCalls
    roll: CalledRoll
    outcome: dict[str, Fact[str]]
    """By what happened: the puck's event, or what became of the front line and of the don't line."""
    no_roll: CalledOff
    dice: AskedToShoot
    payoffs: Payoffs
    booking: Booking
    limits: LimitWords
    warnings: dict[str, Fact[CallWords]]
    """By what somebody is warned of."""
    shootout: ShootoutWords


def words_of(game: Game) -> Calls:
    """The chapter of calls of a table's house."""
    return chapter(game.rules.book, "calls", Calls)


def by_kind(table: Mapping[str, T], wager: str) -> T | None:
    """A chapter's entry for a wager: under its own name, else under its family's.

    >>> by_kind({"place-n": "on the edge", "craps-2": "in the middle"}, "place-6")
    'on the edge'
    """
    return table.get(wager) or table.get(f"{stem(wager)}-n")


def is_proposition(game: Game, wager: str) -> bool:
    """True if a wager lies where the stick places, repeats and announces.

    >>> game = Game.open("marina-bay-sands")
    >>> [is_proposition(game, wager) for wager in ("hard-8", "field")]
    [True, False]
    """
    return areas(game).of(game.rules.by_key[wager]).name == words_of(game).payoffs.area.value


def join_calls(calls: Iterable[SpokenCall]) -> str:
    """Calls as one hears them.

    >>> join_calls((SpokenCall("stickperson", "Eight", Citation()), SpokenCall("stickperson", "Easy eight",
    ...     Citation())))
    'Eight. Easy eight.'
    """
    return " ".join(f"{call.words}." for call in calls)


# --- the dice go out


def before_roll(game: Game, table: Snapshot, to: str | None = None) -> tuple[SpokenCall, ...]:
    """The stick's words in sending the dice out; None while nobody may throw them.

    `to`: who gets them, where that is known; else whoever has them.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "dont-pass", 500)
    (None, None)
    >>> [call.words for call in before_roll(table.game, table.snapshot())][::2]
    ['Coming out', "Shooting from the don't"]
    """
    shooter = _may_throw(game, table) if to is None else table.seat(to)
    if shooter is None:
        return ()
    words = words_of(game)
    said = []
    if table.house.puck and table.point is None:
        said += [words.sent_out.coming_out, *_hardways(game, words.sent_out)]
    front, dont = (shooter.layout.on(line.value) for line in (words.lines.front, words.lines.dont))
    if dont and not front:
        said.append(words.sent_out.from_the_dont)
    return tuple(SpokenCall("stickperson", fact.value, fact.cite) for fact in (*said, words.sent_out.dice_out))


def _hardways(game: Game, words: SentOut) -> Iterator[Fact[str]]:
    """The words on hardways at a come-out; None where nobody can call theirs."""
    rules = [spot.wager.working for spot in game.rules.spots if stem(spot.key) == "hard"]
    if any(rule.off.value and "off" in rule.calls.value for rule in rules):
        yield words.hardways_work
    if any(not rule.off.value and "on" in rule.calls.value for rule in rules):
        yield words.hardways_rest


def _may_throw(game: Game, table: Snapshot) -> SeatShown | None:
    """Who has the dice: on a come-out with the bet that the house asks for, with a point on whoever finishes it."""
    seat, lines = table.seat(table.throws or ""), game.rules.book.shooter.line.value
    if seat is None or not lines or table.point is not None or any(seat.layout.on(line) for line in lines):
        return seat
    return None


# --- the roll


def after_roll(
    game: Game, event: Rolled, seen_by: Seer = "stickperson", rail: Rail | None = None
) -> tuple[SpokenCall, ...]:
    """The call of a roll: its total, its other names, and what it does to the point and the lines.

    `seen_by`: who calls it where the dice lie hidden from the stick; with a `rail`, the dealer is the one at that end.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 500)
    (None, None)
    >>> join_calls(after_roll(table.game, table.roll(roll(6, 6))))
    "Twelve. Craps twelve, boxcars. Line away. Bar the don'ts."
    """
    words = words_of(game)
    caller = words.roll.called_by.value
    asked: tuple[SpokenCall, ...] = ()
    if seen_by != caller:
        if seen_by not in words.roll.seen_by.value:
            raise BadInput(f"a {seen_by} does not call the dice; {' or '.join(words.roll.seen_by.value)} may")
        asked = (SpokenCall(caller, words.roll.call_it.value, words.roll.call_it.cite),)
    number = words.roll.numbers.value[str(event.total)]
    said = (words.roll.number, *_names(game, event, words.roll), *_outcome(event, words))
    who = seen_by if rail is None or seen_by != "base dealer" else _where_they_lie(words.roll, event, rail)
    return (*asked, *(SpokenCall(who, _fill_words(fact, number, words.lines), fact.cite) for fact in said))


def _where_they_lie(words: CalledRoll, event: Rolled, rail: Rail) -> Dealer:
    """The dealer at whose end the dice lie."""
    far, near = rail.opposite_first(event.shooter)
    return rail.dealer(far if words.confirmed_at.value == "opposite the shooter" else near)


def confirmed_call(game: Game, event: Rolled, rail: Rail | None = None) -> SpokenCall:
    """The stick's call confirmed by the dealer at whose end the dice lie.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> [table.seat(name, 10_000) or table.bet(name, "pass", 500) for name in ("Ann", "Bob")]
    [None, None]
    >>> said = confirmed_call(table.game, table.roll(roll(6, 3)))
    >>> said.who, said.words
    ('second base', 'Nine it is')
    """
    rail, words = rail or Rail.split(done.seat for done in event.seats), words_of(game)
    said = _fill_words(words.roll.confirmed, words.roll.numbers.value[str(event.total)], words.lines)
    return SpokenCall(_where_they_lie(words.roll, event, rail), said, words.roll.confirmed.cite)


def kinds_of(game: Game, before: Snapshot, event: Rolled) -> tuple[tuple[str, Citation], ...]:
    """What the house's manual calls a roll beside its total: craps, and on a come-out that sets no point a natural.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 500)
    (None, None)
    >>> before = table.snapshot()
    >>> [name for name, _ in kinds_of(table.game, before, table.roll(roll(6, 6)))]
    ['natural', 'craps']
    """
    come_out = before.house.puck and before.point is None and event.point is None
    return tuple(
        (name, fact.cite)
        for name, fact in words_of(game).roll.kinds.items()
        if event.total in fact.value and (come_out or name != _NATURAL) and event.total not in game.rules.book.points
    )


_NATURAL = "natural"


def _names(game: Game, event: Rolled, words: CalledRoll) -> Iterator[Fact[str]]:
    """Hard, easy, or the name that a total has of its own where it cannot be the point."""
    if event.total in words.both_ways.value:
        yield words.hard if roll(event.a, event.b).hard else words.easy
    own = words.names.get(str(event.total))
    if own is not None and event.total not in game.rules.book.points:
        yield own


def _outcome(event: Rolled, words: Calls) -> Iterator[Fact[str]]:
    """The roll's effect on the puck and the lines, whether or not anybody has a bet there."""
    fates = dict(event.lines)
    front, dont = (fates.get(line.value, "") for line in (words.lines.front, words.lines.dont))
    won = "winner" if front == "win" or event.event == "made" else ""
    for happened in (event.event, won, f"front-{front}", f"dont-{dont}"):
        if happened in words.outcome:
            yield words.outcome[happened]


def _fill_words(fact: Fact[str], number: str, lines: LineCalls) -> str:
    said = fact.value.format(number=number, line=lines.name.value)
    return said[:1].upper() + said[1:]


# --- throws that do not count, and dice that move on


def no_roll(game: Game, ground: str = "", *, down: Literal[1, 2] = 1, where: Where = "") -> tuple[SpokenCall, ...]:
    """The call of a throw that does not count: a ground of the house by its name, or any words.

    `down` dice left the table, on the side that `where` says.

    >>> join_calls(no_roll(Game.open("catfish-bend"), "off the table", where="outside"))
    'No roll. One down outside. Supervisor, a die is down.'
    >>> join_calls(no_roll(Game.open("marina-bay-sands"), "on the rail"))
    'No roll, on the rail.'
    """
    words, rules = words_of(game).no_roll, game.rules.book.no_roll
    known = rules.find_ground(ground)
    callers = (known.called_by if known else rules.called_by).value or ("stickperson",)
    who = "stickperson" if "stickperson" in callers else callers[0]
    if known is not None and known.key == words.down.value:
        fallen = words.one_down if down == 1 else words.both_down
        return (
            SpokenCall(who, words.words.value, known.call.cite),
            SpokenCall("stickperson", fallen.value.format(where=where).strip(), fallen.cite),
            SpokenCall("stickperson", words.supervisor.value, words.supervisor.cite, to="supervisor"),
        )
    if known is not None:
        return (SpokenCall(who, words.because.value.format(ground=known.key.replace("-", " ")), known.call.cite),)
    if ground.strip():
        return (SpokenCall(who, words.because.value.format(ground=ground.strip()), words.because.cite),)
    return (SpokenCall(who, words.words.value, words.words.cite),)


def dice_moved(
    game: Game, before: Snapshot, event: Thrown | Passed | Declined | DiceAccepted | NoRollCalled | Left
) -> tuple[SpokenCall, ...]:
    """The words when a throw is called off, or when the dice change hands with a point on.

    >>> from sevenout.table import Table
    >>> from sevenout.table.commands import PassDice
    >>> table = Table(Game.open("catfish-bend"))
    >>> [table.seat(name, 10_000) or table.bet(name, "pass", 500) for name in ("Ann", "Bob")]
    [None, None]
    >>> _ = table.roll(roll(4, 2))
    >>> before = table.snapshot()
    >>> join_calls(dice_moved(table.game, before, table.execute(PassDice("Ann"))))
    'Bob, finish the point, then shoot your own hand.'
    """
    match event:
        case NoRollCalled(said=said, ground=ground):
            down, where = _count_dice_down(game, said)
            return no_roll(game, ground or said, down=down, where=where)
        case Thrown() | Declined() | DiceAccepted():
            return ()
        case Passed(seat=seat, ordered=True):
            fact = words_of(game).dice.ordered
            told = SpokenCall(fact.value.by, fact.value.words.format(player=seat), fact.cite, to=seat)
            return (told, *_taken_over(game, before, event))
        case Passed() | Left():
            return _taken_over(game, before, event)
        case _:
            assert_never(event)


def _count_dice_down(game: Game, said: str) -> tuple[Literal[1, 2], Where]:
    """Returns how many dice are down and on which side, as far as somebody's words say."""
    words, told = words_of(game).no_roll, {*said.lower().replace(",", " ").split()}
    where: Where = next((side for side in sorted(words.sides.value) if side in told), "")
    return 2 if told & words.both.value else 1, where


def _taken_over(game: Game, before: Snapshot, event: Passed | Left) -> tuple[SpokenCall, ...]:
    """The question to a player who has to finish somebody else's point."""
    successor = event.dice.holder
    if before.point is None or successor is None or successor == before.dice.holder:
        return ()
    words = words_of(game).dice
    fact = words.own_hand if event.dice.finishing else words.finish
    return (SpokenCall("stickperson", fact.value.format(player=successor), fact.cite, to=successor),)

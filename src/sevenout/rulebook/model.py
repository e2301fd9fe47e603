"""The rules of one house as frozen values: each with the clause it comes from.

Nothing here reads a file or plays a roll: `book_loader` fills these values, `compile` turns them into rows.
"""

from collections.abc import Iterator
from datetime import time
from fractions import Fraction
from typing import Generic, Literal, TypeVar, assert_never

from msgspec import Struct

from sevenout.base.money import Cents, Odds
from sevenout.base.refusal import Citation
from sevenout.rulebook.phrase_matching import meant_by, says_any
from sevenout.rulebook.roll_sets import Number, Trigger, number_mask

T = TypeVar("T")


class Value(Struct, Generic[T], frozen=True):
    """One value of a rulebook, its citation and the line it stands on."""

    value: T
    cite: Citation
    line: int = 0


class NumbersTable(Struct, Generic[T], frozen=True):
    """A value that may differ by number: the family's own, the point, or the roll."""

    by: Literal["all", "n", "point", "roll"]
    entries: tuple[tuple[Trigger | None, T], ...]
    cite: Citation
    line: int = 0

    def at(self, n: Number | None, point: int | None, roll_index: int = 0, points: tuple[int, ...] = ()) -> list[T]:
        """Every entry that fits (one in a sound book); the unconditional one only if no other does."""
        match self.by:
            case "all":
                return [value for _, value in self.entries]
            case "n":
                subject = 0 if n is None else number_mask(n)
            case "point":
                subject = 0 if point is None else number_mask(Number(point))
            case "roll":
                subject = 1 << roll_index
            case _:
                assert_never(self.by)
        fitting = [
            value
            for trigger, value in self.entries
            if trigger is not None and subject and subject & trigger.rolls(n, point, points) == subject
        ]
        return fitting or [value for trigger, value in self.entries if trigger is None]

    @property
    def follows_the_point(self) -> bool:
        """True if it can change when only the point does."""
        return self.by == "point" or any(trigger and trigger.kind == "point" for trigger, _ in self.entries)


When = Literal["any", "off", "on"]
RowOutcome = Literal["win", "lose", "push", "stay", "travel", "collect"]


class Row(Struct, frozen=True):
    """On these rolls, with the puck so, this happens to the wager."""

    outcome: RowOutcome
    when: When
    triggers: tuple[Trigger, ...]
    cite: Citation
    to: str = ""
    line: int = 0


Season = Literal["any", "off", "on", "new shooter", "never"]
"""When something may be done, by the puck."""

Limit = Cents | Literal["table", "chip", "none", "parts", "table unless exact"]


class Working(Struct, frozen=True):
    """When a wager is at risk, and what a player may call."""

    off: Value[bool]
    on: Value[bool]
    calls: Value[tuple[str, ...]]
    called_off: Value[Literal["stays", "comes down"]]
    idle: Value[Literal["stays", "returned with the flat"]]


class Commission(Struct, frozen=True):
    """The commission taken when a wager is made or of a win, and whether it comes back with an undecided one."""

    rate: Value[Odds]
    of: Value[Literal["stake", "win"]]
    refund: Value[bool]
    charged: Value[Literal["when made", "on a win"]] = Value("when made", Citation())


class Cap(Struct, frozen=True):
    """At most so many times the flat bet: the stake itself or what it would win."""

    by: Value[Literal["stake", "win"]]
    times: NumbersTable[int | Fraction]


CountPays = Odds | Literal["push"]
"""What a number of times pays: a profit, or the stake back."""
PaidWhen = Literal["when complete", "when lost", "when complete or lost"]


class Collect(Struct, frozen=True):
    """Gathers totals, each once, or counts rolls, and pays by how many there are."""

    pays: tuple[tuple[int, CountPays], ...]
    """What so many pay; of one that counts each total for itself, every step of all of them."""
    paid: Value[PaidWhen]
    cite: Citation
    counts: bool = False
    """Whether every roll that it names counts, the same one again and again; else each total once."""
    each: tuple[tuple[int, tuple[tuple[int, CountPays], ...]], ...] = ()
    """The totals that are counted for themselves, with what so many of each pay; none: all rolls are one count."""

    @property
    def pays_complete(self) -> bool:
        """Whether it is paid and over once it is complete."""
        return self.paid.value != "when lost"

    def consolation(self, gathered: int) -> CountPays | None:
        """What it pays when it is lost with so many totals gathered; None: nothing."""
        return None if self.paid.value == "when complete" else dict(self.pays).get(gathered)


def step_worth(pays: CountPays | None) -> Fraction:
    """What a step of a count is worth beside others: nothing reached, a push, then by its odds."""
    if pays is None:
        return Fraction(-1)
    return Fraction(0) if pays == "push" else pays.fraction


class Wager(Struct, frozen=True):
    """One wager of the house: one member of a family, or a wager of its own."""

    key: str
    family: str
    """The table it is written in: `place-n` for `place-6`."""
    title: str
    n: Number | None
    made: Value[Season]
    increase: Value[Season]
    reduce: Value[Season]
    after_reduction: Value[Literal["open", "locked"]]
    minimum: NumbersTable[Limit]
    maximum: NumbersTable[Limit]
    maximum_win: NumbersTable[Limit]
    attaches_to: Value[str] | None
    cap: Cap | None
    rows: tuple[Row, ...]
    otherwise: Value[RowOutcome] | None
    pays: NumbersTable[Odds] | None
    working: Working
    commission: Commission | None
    after_win: Value[Literal["down", "up"]]
    parts: Value[tuple[tuple[str, int], ...]] | None
    collect: Collect | None
    proposition: Value[bool]
    also: Value[tuple[str, ...]]
    """Other names that the house has for it."""
    label: str
    """What a small box or a chip says."""
    note: str
    """What the layout prints beside the name, `{bar}` for what is barred; empty: what is usual."""
    region: str
    """Where it lies on the layout."""
    order: int
    """Its row there."""
    printed: str = ""
    """What a space says that has room for it."""
    line: int = 0


class Puck(Struct, frozen=True):
    """The totals that become the point, and the rolls that move the puck."""

    points: Value[tuple[int, ...]]
    established: tuple[Row, ...]
    made: tuple[Row, ...]
    seven_out: tuple[Row, ...]
    naturals: Value[tuple[int, ...]] = Value((), Citation())
    """What the house calls naturals: totals that decide the line on the come-out."""


class Group(Struct, frozen=True):
    """A bet on several numbers at once, e.g. `inside`."""

    name: str
    of: str
    numbers: Value[tuple[int, ...]]
    except_point: Value[bool]


class Shooter(Struct, frozen=True):
    """The rules for shooters: the bet they need, taking the dice over with a point on, and orders to pass them."""

    line: Value[tuple[str, ...]]
    taking_over: Value[Literal["finishes the point", "finishes the point, then shoots a hand of their own"]]
    ordered_to_pass: Value[tuple[str, ...]]
    """The grounds on which the supervisor may order it; none: nobody can be ordered."""
    breaches: tuple["Breach", ...] = ()
    """The rules for a shooter that have a clause of their own."""

    def breach(self, said: str) -> "Breach | None":
        """The rule that somebody's words say was broken."""
        return next(iter(meant_by(said, self.breaches)), None)


Confirmations = Literal["all", "any"]


class Throw(Struct, frozen=True):
    """The bets still open while the dice are in the air, and the fate of a wager called out without chips."""

    made: Value[Literal["closed", "confirmed", "open"]]
    confirmed_by: Value[tuple[str, ...]]
    confirmations: Value[Confirmations]
    touched: Value[Literal["closed", "removals", "open"]]
    reduced: Value[tuple[str, ...]]
    """The families that may be reduced and taken down all the same."""
    switched: Value[bool]
    """Whether a wager may be called on or off all the same."""
    called: Value[Literal["refused", "confirmed", "open"]]
    """At any time, in the air or not."""
    called_confirmed_by: Value[tuple[str, ...]]
    called_confirmations: Value[Confirmations]


class Ground(Struct, frozen=True):
    """One reason for a no roll: whether the call must or may be made, by whom, and whether a warning comes first."""

    key: str
    call: Value[Literal["always", "may", "never"]]
    called_by: Value[tuple[str, ...]]
    also: tuple[str, ...] = ()
    """The house's own words for it."""
    after_warning: Value[bool] = Value(False, Citation())
    """Whether the shooter was warned about it before, in the same turn."""
    excepted: tuple[str, ...] = ()
    """Words beside which it is not meant: what the clause leaves out."""
    said: tuple[str, ...] = ()
    """What people say for it, in any house."""

    @property
    def phrases(self) -> tuple[str, ...]:
        """All names it may be called by."""
        key = self.key if "-" in self.key else f"={self.key}"  # one word may mean anything among others
        return (key, *self.also, *self.said)

    @property
    def title(self) -> str:
        """Its name as people read it."""
        return self.key.replace("-", " ")


class Breach(Struct, frozen=True):
    """A rule for the shooter's hands or pace that can be broken: who breaks it is warned, or ordered to pass."""

    key: str
    cite: Citation
    also: tuple[str, ...] = ()
    excepted: tuple[str, ...] = ()
    line: int = 0

    @property
    def phrases(self) -> tuple[str, ...]:
        """All names it may be called by."""
        return (self.key, *self.also)

    @property
    def title(self) -> str:
        """Its name as people read it."""
        return self.key.replace("-", " ")


class NoRollRules(Struct, frozen=True):
    """The throws that do not count, who says so, and how a cocked die is read."""

    called_by: Value[tuple[str, ...]]
    overruled_by: Value[str]
    cocked: Value[Literal["natural fall, else no roll", "no roll"]]
    grounds: tuple[Ground, ...]
    unreadable: tuple[str, ...] = ()
    """What is said of a die that leans and cannot be read."""

    def ground(self, key: str) -> Ground | None:
        """The ground of that key, if it is one in this house."""
        return next((ground for ground in self.grounds if ground.key == key), None)

    def voids(self, ground: Ground, said: str) -> bool:
        """True if a throw never counts of which this ground was told, in these words.

        A die that leans is read as it would fall, where the house reads it so and nobody says that this cannot be told.
        """
        if ground.call.value != "always":
            return False
        read = ground.key == "cocked" and self.cocked.value == "natural fall, else no roll"
        return not read or says_any(said, self.unreadable)

    def find_ground(self, said: str) -> Ground | None:
        """The ground of this house that somebody's words name: `off the table`, `a cocked die`.

        Of several that they name, one that always voids a throw.
        """
        grounds = meant_by(said, self.grounds)
        return next((ground for ground in grounds if ground.call.value == "always"), next(iter(grounds), None))


class BonusShare(Struct, frozen=True):
    """The share of every other player while the bonus is not above an amount."""

    up_to: Value[Cents]
    share: Value[Cents]


class Shootout(Struct, frozen=True):
    """The bonus for making all of some points in one turn: how it grows, and what the others get."""

    points: Value[tuple[int, ...]]
    starts: Value[Cents]
    grows: Value[Cents]
    capped: Value[Cents]
    day_begins: Value[time]
    shares: tuple[BonusShare, ...]
    needs_line_bet: Value[bool]
    """Whether a point counts only with a line bet of the shooter's on the roll that makes it."""
    void_when_passed: Value[bool]
    taker_completes: Value[bool]
    """Whether whoever takes dice over that were given up within a turn keeps them until the seven-out."""
    marked: Value[str]
    """Who keeps track of the points made."""
    notified: Value[str]
    """Who is told that it was hit."""
    inspected: Value[str]
    """Who inspects the dice of a hit before play goes on."""
    posted: Value[bool]
    """Whether everybody can read what it stands at."""
    signed: Value[str]
    """Who signs the log for what was paid."""


class Rulebook(Struct, frozen=True):
    """One house's rules, whole."""

    name: str
    title: str
    document: str
    minimum: Value[Cents]
    maximum: Value[Cents]
    chip: Value[Cents]
    rounding: Value[Literal["down", "up", "exact"]]
    commission_rounding: Value[Literal["down", "up"]]
    commission_least: Value[Literal["chip", "nothing"]]
    puck: Puck | None
    shooter: Shooter
    throw: Throw
    no_roll: NoRollRules
    shootout: Shootout | None
    mixed_propositions: Value[Literal["settled apart", "made good from winnings"]]
    props_down: Value[bool]
    unnoticed: Value[Literal["refused", "settled at the maximum"]]
    wagers_listed: Value[bool]
    """Whether the house says which wagers it takes: the clause that a wager of no offer is refused with."""
    shortfall: Value[Literal["winners stay and losers come down"]]
    """What becomes of propositions whose winners do not cover the losers."""
    calls_last: Value[Literal["until called otherwise"]]
    """How long a wager stays called on or off."""
    tokes_ride: Value[Literal["apart"]]
    """Whether the crew's bets count among those of the player who made them."""
    groups: tuple[Group, ...]
    wagers: tuple[Wager, ...]
    digest: str
    """SHA-256 of the file (and of what it extends): what a log pins."""
    texts: tuple[tuple[str, str], ...] = ()
    """Name and text of the file, then of each that it extends."""

    def __iter__(self) -> Iterator[Wager]:
        return iter(self.wagers)

    def __repr__(self) -> str:
        return f"<Rulebook {self.name}: {len(self.wagers)} wagers, digest {self.digest[:8]}>"

    @property
    def points(self) -> tuple[int, ...]:
        """The totals that can be the point; none in a house without a puck."""
        return () if self.puck is None else self.puck.points.value

    def wager(self, key: str) -> Wager | None:
        """The wager of that key, if the house offers it."""
        return next((wager for wager in self.wagers if wager.key == key), None)

"""What goes over HTTP: the answers of the API, typed. Money is a string with two decimals; `messages` has the
socket's."""

from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from sevenout.base.refusal import Citation, Provenance


class TableListed(Struct, frozen=True):
    """A table in the lobby."""

    table: str
    rules: str
    title: str
    minimum: str
    maximum: str
    dice: Literal["fair", "entered"]
    seats: tuple[str, ...]
    point: int | None
    n: int
    closing: bool = False
    """Whether it takes no new players, and is shut once what lies there is played out."""
    code: str = ""
    """By which it is found without its address: four signs, no two tables that are open have the same."""
    watched: bool = True
    """Whether somebody may watch who has not come in."""
    digest: str = ""
    """Of the rules that it is played by."""
    own_rules: bool = False
    """Whether those are a text that somebody sent, and no book of this house, whatever it is called."""
    lesson: bool = False
    """Whether somebody learns there; such tables are in no list."""


class TableOpened(Struct, frozen=True):
    """A table's address."""

    table: str


# --- books


class BookListed(Struct, frozen=True):
    """A book that a table can be opened with."""

    name: str
    title: str
    document: str
    digest: str


class ValueResponse(Struct, frozen=True):
    """One value of a rulebook, with its clause."""

    word: str
    value: str
    clause: str
    provenance: Provenance
    says: str


class BookRegion(Struct, frozen=True):
    """A region of the layout and the wagers that lie there, row by row."""

    name: str
    at: str
    """`end`: before a base dealer; `middle`: before the stick."""
    shape: str
    wagers: tuple[str, ...]


class BookGroup(Struct, frozen=True):
    """Wagers that are bet together by one word."""

    name: str
    wagers: tuple[str, ...]
    except_point: bool


class BookWager(Struct, frozen=True):
    """One wager: its names, its place on the layout, and what it is about."""

    wager: str
    title: str
    also: tuple[str, ...]
    label: str
    printed: str
    """What a space says that has room for it: the title, if the label is none of its words."""
    family: str
    region: str
    order: int
    numbers: tuple[int, ...]
    dice: tuple[int, int] | None
    attaches_to: str | None
    parts: tuple[str, ...]
    pays: str
    proposition: bool
    note: str
    """What the layout prints below the name: `Bar 12`, `2 is void`, `2 and 12 pay 2 to 1`; nothing for most."""
    bar: tuple[int, int] | None
    """The dice that are barred, if there is but one pair."""
    made: bool
    """Whether a player may bet it; else it only arises by travelling."""
    calls: tuple[Literal["off", "on"], ...]
    """How its player may call it."""
    rests: tuple[Literal["off", "on"], ...]
    """How the puck stands while it does not work, unless it was called on; without a puck: `on`."""
    counts: Literal["", "rolls", "totals"] = ""
    """What `gathered` of a bet has, if it counts: how many rolls, or every total as often as it came."""


class ChipColour(Struct, frozen=True):
    """A chip of the house."""

    value: str
    colour: str


class BookGround(Struct, frozen=True):
    """Something about a throw or a shooter that has a clause: a ground for no roll, or a rule for the shooter."""

    ground: str
    title: str
    clause: str
    provenance: Provenance
    says: str
    call: Literal["always", "may", ""] = ""
    """Whether such a throw never counts, or need not; nothing: it is no ground for no roll."""
    called_by: tuple[str, ...] = ()
    after_warning: bool = False
    """Whether the shooter is warned about it first."""


class BookFloor(Struct, frozen=True):
    """What a crew goes by, as far as it is the book's: throws that do not count, late bets, orders."""

    grounds: tuple[BookGround, ...]
    breaches: tuple[BookGround, ...]
    """The rules for a shooter's hands and pace."""
    overruled_by: str
    """Who rules that a throw counts after all; `nobody` in some houses."""
    ordered: tuple[str, ...]
    """What a shooter may be ordered to pass the dice for; nothing: no order is given here."""
    confirmed_by: tuple[str, ...]
    """Who confirms a bet while the dice are in the air; nobody: none is taken then."""
    called_confirmed_by: tuple[str, ...]
    """Who confirms a bet that is called out without chips; nobody: none is taken."""
    switch_confirmed_by: tuple[str, ...] = ()
    """Who confirms, where a crew is posted, that a bet is called on or off; nobody: every such call counts at once."""


class BookResponse(Struct, frozen=True):
    """A whole book: all that is needed to draw a house and to name what it offers. It changes with its digest only."""

    name: str
    title: str
    document: str
    digest: str
    points: tuple[int, ...]
    minimum: str
    maximum: str
    chip: str
    puck: bool
    """Whether the house has one; else no roll ever sets a point."""
    shootout: tuple[int, ...] | None
    """The points that a shooter has to make for the bonus; nothing in a house without one."""
    provenance: dict[str, int]
    regions: tuple[BookRegion, ...]
    groups: tuple[BookGroup, ...]
    wagers: tuple[BookWager, ...]
    glossary: dict[str, tuple[str, ...]]
    """Every name as it may be written, and the wagers it may mean."""
    values: tuple[ValueResponse, ...]
    chips: tuple[ChipColour, ...]
    """The house's chips, the largest first."""
    citations: tuple[Citation, ...]
    """By number, as `cite` of a result refers to them."""
    floor: BookFloor
    own_rules: bool = False
    """Whether it is a text that somebody sent, and no book of this house, whatever it is called."""


class RulebookResponse(Struct, frozen=True, forbid_unknown_fields=True):
    """A rulebook's text, to be looked at."""

    rulebook: str


class GlossaryTermResponse(Struct, frozen=True):
    """A word of the game as a house's documents use it."""

    term: str
    also: tuple[str, ...]
    says: str
    clause: str
    provenance: Provenance
    document: str
    wagers: tuple[str, ...]


class GlossaryResponse(Struct, frozen=True):
    """The words of a house."""

    rules: str
    title: str
    terms: tuple[GlossaryTermResponse, ...]


class NoticeValueResponse(Struct, frozen=True):
    """A value of the posted notice, with its clause."""

    value: str
    clause: str
    provenance: Provenance
    says: str
    word: str = ""


class NoticeWagerResponse(Struct, frozen=True):
    """A line of the posted notice: a wager, or a family of them."""

    wager: str
    title: str
    wagers: tuple[str, ...]
    pays: NoticeValueResponse | None = None
    minimum: NoticeValueResponse | None = None
    maximum: NoticeValueResponse | None = None
    made: NoticeValueResponse | None = None
    works: NoticeValueResponse | None = None


class NoticePartResponse(Struct, frozen=True):
    """A part of the posted notice."""

    part: str
    wagers: tuple[NoticeWagerResponse, ...]


class NoticeResponse(Struct, frozen=True):
    """The notice that a house posts at a table."""

    rules: str
    title: str
    document: str
    table: tuple[NoticeValueResponse, ...]
    parts: tuple[NoticePartResponse, ...]
    shootout: tuple[NoticeValueResponse, ...]
    """The bonus of the house; nothing if it has none."""
    each: tuple[NoticeWagerResponse, ...]
    """Every wager on a line of its own, with the limits of that one number."""


class BookSource(Struct, frozen=True):
    """A book as it is written: its own text, then that of each book it extends."""

    texts: tuple[str, ...]


class BookFault(Struct, frozen=True):
    """One thing wrong with a rulebook: where, what, and what to write instead."""

    where: str
    line: int
    message: str
    remedy: str
    file: str = ""
    said: str = ""
    """The word or value that is wrong, where it is one."""
    instead: str = ""
    """What to write in its place, where that is known."""
    column: int = 0
    """Where it begins on its line, counted from 1; 0 if only the line is known."""
    end: int = 0
    """The column behind it."""


class BookChecked(Struct, frozen=True):
    """Whether a table could be opened with a rulebook."""

    sound: bool
    name: str = ""
    title: str = ""
    digest: str = ""
    faults: tuple[BookFault, ...] = ()
    wagers: int = 0
    provenance: dict[str, int] = {}
    """How many of its values are stated, derived and assumed."""


class RuleChange(Struct, frozen=True):
    """A value that a text has otherwise than the house it extends."""

    word: str
    before: str
    """Nothing, if it is new."""
    after: str
    """Nothing, if it is gone."""


class WagerChange(Struct, frozen=True):
    """A wager that a text changes: its edge and its values before and after."""

    wager: str
    title: str
    odds: str
    """How many odds lie behind it, where it is a line with all that it takes."""
    before: str | None
    """The edge as a fraction; null if the wager was not there, or may never be decided."""
    after: str | None
    rules: tuple[RuleChange, ...]


class HoleResponse(Struct, frozen=True):
    """A stake that favours the player."""

    wager: str
    title: str
    stake: str
    edge: str
    """What the player wins on average there, as a share of the stake."""
    reason: str
    clause: str
    provenance: Provenance


class HouseChangesResponse(Struct, frozen=True):
    """What a rulebook of somebody's own changes of the house it extends, and where it favours the player."""

    base: str
    """The house it extends; nothing if it stands alone."""
    base_title: str
    wagers: tuple[WagerChange, ...]
    rules: tuple[RuleChange, ...]
    """Values of the whole house that differ."""
    kindest: WagerChange | None
    """The wager with the lowest edge."""
    dearest: WagerChange | None
    holes: tuple[HoleResponse, ...] | None
    """Stakes that favour the player, the most favourable first; null if it takes too long to look."""


class WagerWorth(Struct, frozen=True):
    """What a wager is worth, exactly: fractions as strings, as `edges --json` prints them."""

    wager: str
    pays: str
    edge: str | None
    edge_per_roll: str | None
    rolls: str | None
    sd: float | None
    provenance: str
    clause: str
    title: str
    begins: str
    assumed: tuple[str, ...] = ()
    """The values that it rests on and no document states."""
    missing: str = ""
    """Why there are no figures: it may never be decided, or takes longer to follow than anybody waits."""
    win: str | None = None
    lose: str | None = None
    push: str | None = None
    """How likely each is, by wager decided."""
    rests_on: tuple[ValueResponse, ...] = ()
    """The values of the book that the figures follow from."""


class HourlyCostResponse(Struct, frozen=True):
    """What a wager costs in an hour at one house: fractions as strings, of cents where it is money."""

    stake: str
    commission: str
    edge: str
    decisions_an_hour: str
    cents_a_decision: str
    cents_an_hour: str


class RuleCauseResponse(Struct, frozen=True):
    """A rule that differs: what it is about, and its value in either house."""

    what: str
    here: ValueResponse
    there: ValueResponse


class CostChangeResponse(Struct, frozen=True):
    """A wager in two houses: what it costs an hour in each, and the rules that make the difference."""

    wager: str
    title: str
    here: HourlyCostResponse | None
    there: HourlyCostResponse | None
    change_cents_an_hour: str | None
    causes: tuple[RuleCauseResponse, ...]
    refused: str | None


class RuleCostsResponse(Struct, frozen=True):
    """What it costs to play at one house instead of another, wager by wager."""

    here: str
    there: str
    stake: str
    pace: int
    dice: str
    basis: str
    wagers: tuple[CostChangeResponse, ...]
    rules: tuple[RuleCauseResponse, ...]
    only_here: tuple[str, ...]
    only_there: tuple[str, ...]


class EdgesResponse(Struct, frozen=True):
    """What all wagers of a book are worth."""

    rules: str
    basis: str
    title: str
    digest: str
    wagers: tuple[WagerWorth, ...]


# --- the story of a wager


class EdgeResponse(Struct, frozen=True):
    """What a wager is worth from where it begins, exactly: fractions as strings, and as numbers to show."""

    begins: str
    edge: str
    percent: float
    edge_per_roll: str
    percent_per_roll: float
    rolls: str
    """On average, until it is decided."""
    win: str
    lose: str
    push: str
    """How likely each is, by wager decided."""


class LimitResponse(Struct, frozen=True):
    """A limit as it is at this table, and where the book says so."""

    amount: str
    clause: str
    provenance: Provenance
    says: str


class CostResponse(Struct, frozen=True):
    """What a wager costs at one stake, with the house's rounding and commission."""

    stake: str
    edge: str
    percent: float
    cost: str
    """Of a decision, on average, to the cent; below zero the player gains."""
    words: str
    """The same in a line, as the coach says it."""


class Cheaper(Struct, frozen=True):
    """A wager that wins and loses by the same rolls, and costs less at the same stake."""

    wager: str
    title: str
    edge: str
    percent: float


class Story(Struct, frozen=True):
    """All there is to say of a wager at a table: what it is, every value with its clause, and what it is worth."""

    rules: str
    digest: str
    document: str
    wager: str
    title: str
    also: tuple[str, ...]
    sentences: tuple[str, ...]
    """What it is, in plain words."""
    clause: str
    """The clauses that say so."""
    certainty: str
    """How surely they do: as surely as the least sure of them."""
    pays: str
    values: tuple[ValueResponse, ...]
    minimum: LimitResponse
    maximum: LimitResponse | None
    """Nothing where only the bet that it goes with limits it, or its parts."""
    step: str
    basis: str
    worth: EdgeResponse | None
    later: tuple[EdgeResponse, ...]
    """The same where else it may be made, if it is another bet there: on any point, then on each."""
    missing: str
    """Why there are no figures: it may never be decided, or takes longer to follow than anybody waits."""
    provenance: str
    """How surely the book says what the figures rest on: as surely as the least sure of its values."""
    assumed: tuple[str, ...]
    """The values that they rest on and no document states."""
    cost: CostResponse | None
    """At the smallest stake that is taken."""
    better: Cheaper | None


# --- strategies


class StrategyListed(Struct, frozen=True):
    """A strategy that sits down by its name."""

    name: str
    sentence: str


class StrategyMistake(Struct, frozen=True):
    """One thing in a strategy that cannot be read, or not played by these rules."""

    line: int
    """0: the whole of it."""
    message: str


class StrategyChecked(Struct, frozen=True):
    """Whether a strategy could play at a table."""

    sound: bool
    mistakes: tuple[StrategyMistake, ...] = ()


class BotListed(Struct, frozen=True):
    """A strategy at a table."""

    name: str
    strategy: str
    """Its name, or `own` if its text was sent; nothing before this server has looked at it."""
    rack: str
    ending: str
    """Why it leaves, once it does."""


# --- people


class CameIn(Struct, frozen=True):
    """Somebody who came in, and the token by which they are known: it is told once."""

    token: str
    name: str


# --- an evening


class WagerSplit(Struct, frozen=True):
    """What one wager came to: edge, luck and rounding less commission are the net, to the cent."""

    wager: str
    title: str
    decided: int
    action: str
    won: str
    lost: str
    net: str
    edge: str
    luck: str
    commission: str
    rounding: str


class NumberOutcome(Struct, frozen=True):
    """What some rolls of one total would all do to a layout now."""

    roll: str
    """The total, with the way it is made where that matters: `8`, `hard 8`, `8 by 5-3`."""
    total: int
    ways: int
    """How many of the 36 rolls they are."""
    net: str
    wins: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()


class BestActRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is best to do now, for an aim: `2000`, `2000 against pass-line`, or empty for twice what was bought."""

    aim: str = ""
    text: str = ""
    """The text of a strategy or policy of one's own, to hold the best play against."""


class PlanResponse(Struct, frozen=True):
    """What a strategy of one's own is worth from the same cash on, with nothing up."""

    strategy: str
    worth: float | None
    """The chance of the goal; nothing where it is too large to be followed exactly."""


class BestActResponse(Struct, frozen=True):
    """The best to do from a seat's layout and rack as they were at event `n`, and what it is worth."""

    n: int
    goal: str
    cash: str
    """What could be carried away without another roll."""
    acts: tuple[str, ...]
    """What to do, in words; none: leave all as it lies."""
    lines: tuple[str, ...]
    """The same in the notation, one's own name left out: to be said one after another."""
    worth: float
    """The chance of the goal so."""
    untouched: float
    """The chance of the goal if all is left as it lies until something is decided."""
    plan: PlanResponse | None
    sentences: tuple[str, ...]
    """The whole answer in words, what matters first."""
    solved_over: str
    """The wagers and stakes among which it is the best."""


class SessionResponse(Struct, frozen=True):
    """How somebody's sitting at a table stands: what `balance`, `stats` and `why did I lose` tell at the terminal."""

    seat: str
    since: datetime | None
    n: int
    """The last entry of the log that it knows of."""
    left: bool
    """Whether the seat was given up: then it is how it ended."""
    bought: str
    rack: str
    layout: str
    net: str
    action: str
    """What was at stake in all decisions together."""
    expected: str
    """What the decided bets win or lose on average, all costs included."""
    edge: str
    luck: str
    commission: str
    rounding: str
    bonus: str
    awarded: str
    tokes: str
    nets: tuple[str, ...]
    """The net after each roll, the last 500 of them."""
    first: int
    """Which roll of the sitting the first of them is."""
    wagers: tuple[WagerSplit, ...]
    rolls: int
    totals: dict[str, int]
    """How often each total came."""
    expected_totals: dict[str, float]
    """How often it was to come."""
    made: int
    """Points that were made."""
    seven_outs: int
    longest: int
    """Rolls of the longest hand, and whose it was."""
    longest_by: str


class EveningHand(Struct, frozen=True):
    """A hand of an evening that is worth seeing again."""

    what: str
    """`longest`, `best` or `worst`."""
    n: int
    """The entry of its first roll, from which replay shows it."""
    rolls: int
    shooter: str
    net: str
    """What it brought to the seat whose evening it is."""


class EveningResponse(Struct, frozen=True):
    """A sitting that is over, as its player keeps it."""

    evening: str
    """By which it is deleted."""
    table: str
    rules: str
    house: str
    until: datetime | None
    first: int
    """The entry of its first roll."""
    curve: tuple[str, ...]
    """The net from nothing to the end, in at most some hundred steps."""
    hands: tuple[EveningHand, ...]
    session: SessionResponse
    """The figures of the sitting, without the net of every roll."""


class EveningsResponse(Struct, frozen=True):
    """The evenings of whoever asks, the newest first, and all of them together."""

    evenings: tuple[EveningResponse, ...]
    net: str
    expected: str
    luck: str
    action: str
    rolls: int
    totals: dict[str, int]
    expected_totals: dict[str, float]
    further_off: float | None
    """The share of such runs of fair dice that are further from what is expected; nothing without a roll."""
    most: int
    """So many are kept; then the oldest makes room."""


# --- what was played, and how to check it


class PageResponse(Struct, frozen=True):
    """A page of what was played, the newest first."""

    rows: tuple[Any, ...]
    """`RollPlayed`, `HandPlayed` or `ResultPlayed`, by what was asked for."""
    before: int | None
    """Where to go on; nothing: that was all."""


class Verification(Struct, frozen=True):
    """Where a table's log is, signed by the house: who keeps this can show later that it was cut or made anew."""

    table: str
    entries: int
    hash: str
    at: datetime
    signature: str
    """Ed25519, over the JSON of table, entries, hash, at and an empty signature, in this order and without blanks."""
    public_key: str

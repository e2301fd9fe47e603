"""The sequence of a roll: what the crew takes, pays, moves and marks after it, in the house's order, step by step.

The table has decided every wager; nothing here decides one again. The order is data: `manuals/HOUSE/sequence.toml`.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby, product
from operator import itemgetter
from typing import Literal, NamedTuple

from msgspec import Struct

from sevenout.compile import Spot
from sevenout.crew.layout import Area, Areas, areas
from sevenout.crew.manual import Fact, chapter
from sevenout.crew.rail import DIRECTIONS, ENDS, Dealer, Direction, End, Rail
from sevenout.dice import roll
from sevenout.game import Game
from sevenout.money import Cents, format_amount
from sevenout.position import Position, Settlement, counted, stake_on
from sevenout.refusal import Citation, Provenance
from sevenout.table.events import Rolled, SeatResult
from sevenout.table.shooter import puck_now
from sevenout.table.state import TableState
from sevenout.words import CREW

Act = Literal["bring in", "take", "pay", "return", "deduct", "move", "mark", "puck"]
"""What a hand does: `return` gives a stake back, `deduct` keeps a losing proposition up at the cost of the payment
that follows, `move` carries a bet to its number, `mark` notes what a collecting wager has gathered."""

Who = Dealer | Literal["stickperson"]


class Step(Struct, frozen=True):
    """One motion of one hand: `amount` goes from a wager or the bank to where `to` says."""

    who: Who
    act: Act
    cite: Citation
    """The clause of the manual that puts the step here."""
    seat: str = ""
    """Whose chips they are; `crew` for tokes that ride."""
    wager: str = ""
    amount: Cents = 0
    to: str = ""
    """`bank`, `rack`, `toke box`, the wager that a bet moves to, or where the puck goes (a point, or `off`)."""
    end: End | Literal[""] = ""
    area: str = ""
    direction: Direction | Literal[""] = ""
    decided: Citation | None = None
    """The clause of the rulebook that decided the wager."""
    gathered: int = 0
    """Of a mark: all that a collecting wager has gathered, one bit a total as in an event."""

    @property
    def says(self) -> str:
        """The step as one line.

        >>> Step("third base", "take", Citation(), "Ann", "field", 500, "bank").says
        "Third base takes Ann's field: 5.00"
        >>> Step("stickperson", "bring in", Citation()).says
        'The stickperson brings the dice in'
        """
        who = self.who.capitalize() if self.who in {"third base", "second base"} else f"The {self.who}"
        return f"{who} {self._does()}"

    def _does(self) -> str:
        wager = f"{'the crew' if self.seat == CREW else self.seat}'s {self.wager}"
        amount = format_amount(self.amount)
        match self.act:
            case "bring in":
                return "brings the dice in"
            case "take":
                return f"takes {wager}: {amount}"
            case "pay":
                return f"pays {wager}: {amount}"
            case "return":
                return f"returns {amount} of {wager} to the {self.to}"
            case "deduct":
                return f"deducts {amount} for {wager}, which stays up"
            case "move":
                return f"moves {wager} to {self.to}: {amount}"
            case "mark":
                return f"marks {wager}"
            case "puck":
                puck = "takes the puck off" if self.to == "off" else f"puts the puck on {self.to}"
                return puck if self.who == self.end else f"{puck} at {self.end}"


# --- the chapter


class Phase(Struct, frozen=True, forbid_unknown_fields=True):
    """One stretch of the work after a roll: an act, where, by whom and in which direction."""

    act: Literal["bring in", "take", "pay", "move", "mark", "puck"]
    clause: str
    says: str
    provenance: Provenance = "stated"
    areas: tuple[str, ...] = ()
    """In this order; none: every area in which no other phase does it."""
    when: Literal["any roll", "seven-out", "not a seven-out"] = "any roll"
    by: Literal["base", "stick"] = "base"
    direction: Direction = "base to stick"
    sweep: Literal["player by player", "box by box"] = "player by player"
    start: Literal["outside", "inside"] = "outside"
    """At which of the boxes it begins."""
    stake: Literal["first", "with each", "after the player's last"] = "with each"
    """When the stake of a winner that comes down is handed over: before its payment, after it, or after all of them."""

    @property
    def cite(self) -> Citation:
        """What to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.says)


class Order(Struct, frozen=True, cache_hash=True, rename="kebab", forbid_unknown_fields=True):
    """The chapter of a manual on the sequence of a roll."""

    phases: tuple[Phase, ...]
    ends: Fact[Literal["opposite the shooter first", "third base first"]]
    odds: Fact[Literal["before the flat bet", "after the flat bet"]]
    over_won: Fact[Literal["first", "last"]]
    """When the part of a winner above its limit, seen too late, is handed back."""
    over_lost: Fact[Literal["first", "last"]]
    made_good: Fact[Literal["stickperson"]]
    """Who deducts a losing proposition that winners make good."""
    tokes: Fact[Literal["toke box"]]
    """Where a toke goes once it is decided."""


class _Plan:
    """An order of work, looked up by what there is to do."""

    def __init__(self, order: Order, areas: Areas) -> None:
        self.order = order
        self.areas = areas
        self.cites = tuple(phase.cite for phase in order.phases)
        self._phase: dict[tuple[bool, str, str], int] = {}
        everywhere = tuple(area.name for area in areas.all)
        named_first = sorted(enumerate(order.phases), key=lambda ranked: not ranked[1].areas)
        for seven_out in (False, True):
            for rank, phase in named_first:
                if phase.when == "any roll" or (phase.when == "seven-out") == seven_out:
                    for area in phase.areas or everywhere:
                        self._phase.setdefault((seven_out, phase.act, area), rank)
        for work in product((False, True), ("take", "pay", "move", "mark"), everywhere):
            if work not in self._phase:
                raise ValueError(f"the order has no phase for {work[1]!r} in the area {work[2]!r}")

    def phase(self, event: Rolled, act: str, area: Area) -> int:
        """The rank of the phase in which something is done."""
        return self._phase[event.event == "seven-out", act, area.name]


_plan = cache(_Plan)


# --- one roll


class _Job(Struct, frozen=True, gc=False):
    """What there is to do about one wager of one seat."""

    seat: str
    spot: Spot
    act: str
    """In which kind of phase it is done."""
    stake: Cents
    decided: Citation
    over: Cents = 0
    """What of the stake lies above a limit and was seen too late."""
    result: Settlement | None = None
    kept: bool = False
    """It lost, and stays up at the cost of the seat's other propositions."""
    to: str = ""
    gathered: int = 0


class _Place(NamedTuple):
    """One stretch of work: a phase, an end, an area and a player."""

    phase: int
    end: End
    area: str
    seat: str


def sequence(game: Game, before: TableState, event: Rolled, rail: Rail) -> tuple[Step, ...]:
    """Everything that the crew does after a roll, in the order of the house's manual.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 1000), table.bet("Ann", "field", 500)
    (None, None, None)
    >>> before = table.state
    >>> for step in sequence(table.game, before, table.roll(roll(6, 5)), Rail.of(before)):
    ...     print(f"{step.says} ({step.cite.clause})")
    The stickperson brings the dice in (Stickperson 8)
    Third base pays Ann's pass: 10.00 (Taking and Paying 3)
    Third base returns 10.00 of Ann's pass to the rack (Taking and Paying 3)
    Third base pays Ann's field: 5.00 (Taking and Paying 2)
    Third base returns 5.00 of Ann's field to the rack (Taking and Paying 2)
    """
    return sequence_by(chapter(game.rules.book, "sequence", Order), game, before, event, rail)


def sequence_by(order: Order, game: Game, before: TableState, event: Rolled, rail: Rail) -> tuple[Step, ...]:
    """The same in an order of one's own."""
    plan = _plan(order, areas(game))
    return tuple(_Roll(plan, game, before, event, rail).steps())


class _Roll:
    """One roll being worked."""

    def __init__(self, plan: _Plan, game: Game, before: TableState, event: Rolled, rail: Rail) -> None:
        self.plan, self.game, self.before, self.event, self.rail = plan, game, before, event, rail
        self.puck = puck_now(game, before)
        self.cells = game.rules.cells[self.puck][roll(event.a, event.b).index]
        opposite_first = plan.order.ends.value == "opposite the shooter first"
        self.ends = rail.opposite_first(event.shooter) if opposite_first else ENDS
        self.along_the_rail = {
            direction: {seat: at for end in ENDS for at, seat in enumerate(rail.order(end, direction))}
            for direction in DIRECTIONS
        }
        self.owed: dict[str, Cents] = {}
        """What a seat's winning propositions have yet to make good."""

    def steps(self) -> Iterator[Step]:
        """All that is done, phase by phase."""
        jobs = sorted((self._placed(job) for job in self._jobs()), key=itemgetter(0))
        work: dict[int, list[Step]] = {}
        for place, placed in groupby(jobs, itemgetter(1)):
            work.setdefault(place.phase, []).extend(self._worked(place, [job for _, _, job in placed]))
        for rank, phase in enumerate(self.plan.order.phases):
            if phase.act == "bring in":
                yield Step("stickperson", "bring in", self.plan.cites[rank])
            elif phase.act == "puck" and self.event.event:
                to = "off" if self.event.point is None else str(self.event.point)
                for end in self.ends:
                    yield Step(self.rail.dealer(end), "puck", self.plan.cites[rank], to=to, end=end)
            yield from work.get(rank, ())

    # --- what there is to do

    def _jobs(self) -> Iterator[_Job]:
        for seat, done in zip(self.before.seats, self.event.seats, strict=True):
            yield from self._jobs_of(seat.position, done)
        yield from self._jobs_of(self.before.crew, self.event.crew)

    def _jobs_of(self, position: Position, done: SeatResult) -> Iterator[_Job]:
        results = {result.wager: result for result in done.results}
        for slot, stake in zip(position.slots, position.stakes, strict=True):
            edge, spot = self.cells[slot], self.game.rules.spot_of[slot]
            if edge is None:
                continue
            if edge.outcome != "move":
                yield self._decided(position, done, spot, stake, results)
            elif spot.first <= edge.goto < spot.end:
                yield _Job(done.seat, spot, "mark", 0, edge.cite, gathered=edge.goto - spot.first)
            else:
                to = self.game.rules.spot_of[edge.goto].key
                yield _Job(done.seat, spot, "move", stake, edge.cite, to=to)

    def _decided(
        self, position: Position, done: SeatResult, spot: Spot, stake: Cents, results: dict[str, Settlement]
    ) -> _Job:
        result = results[spot.key]
        over = stake - counted(self.game, position, spot, self.puck) if position.marks.unnoticed else 0
        kept = result.result == "lose" and spot.wager.proposition.value and stake_on(done.position, spot) > 0
        if kept:
            self.owed[done.seat] = self.owed.get(done.seat, 0) + stake - over
        goes_with = result
        if result.result in {"push", "return"} and spot.flat is not None:  # odds that come back go with the flat bet
            goes_with = results.get(self.game.rules.spots[spot.flat].key, result)
        act = "take" if goes_with.result == "lose" and not kept else "pay"
        return _Job(done.seat, spot, act, stake, result.cite, over, result, kept)

    def _placed(self, job: _Job) -> tuple[tuple[int, ...], _Place, _Job]:
        """A job with its rank: by phase, end and area, then by players and boxes as the phase sweeps them."""
        plan, spot, end = self.plan, job.spot, self.rail.end_of(job.seat)
        area = plan.areas.of(spot)
        rank = plan.phase(self.event, job.act, area)
        phase = plan.order.phases[rank]
        flat = spot if spot.flat is None else self.game.rules.spots[spot.flat]
        depth = plan.areas.depth(area, flat, end)
        box = depth if phase.start == "outside" else -depth
        player = self.along_the_rail[phase.direction].get(job.seat, len(self.before.seats))  # the crew's tokes last
        within = phase.areas.index(area.name) if phase.areas else plan.areas.rank(area.name)
        sweep = (box, player) if phase.sweep == "box by box" else (player, box)
        layer = (spot.flat is None) == (plan.order.odds.value == "before the flat bet")
        order = (rank, self.ends.index(end), within, *sweep, not job.kept, flat.index, layer)
        return order, _Place(rank, end, area.name, job.seat), job

    # --- how it is done

    def _worked(self, place: _Place, jobs: Iterable[_Job]) -> Iterator[Step]:
        """One player's wagers in one area."""
        stake_goes = self.plan.order.phases[place.phase].stake
        handed_over: list[Step] = []
        for job in jobs:
            result, counts = job.result, job.stake - job.over
            if result is None:
                yield self._step(place, job, "move" if job.act == "move" else "mark", job.stake, job.to)
            elif result.result == "win":
                pay = self._step(place, job, "pay", self._less_owed(job, result.won))
                down = [] if result.stays else [self._step(place, job, "return", counts)]
                if stake_goes == "after the player's last":
                    handed_over += down
                    down = []
                yield from self._cut_down(place, job, [*down, pay] if stake_goes == "first" else [pay, *down])
            elif result.result == "lose":
                lost = self._step(place, job, "deduct" if job.kept else "take", counts)
                yield from self._cut_down(place, job, [lost])
            else:
                yield self._step(place, job, "return", job.stake)
        yield from handed_over

    def _less_owed(self, job: _Job, won: Cents) -> Cents:
        """What is paid of a win: a proposition first makes good those of the seat that lost."""
        owed = self.owed.get(job.seat, 0) if job.spot.wager.proposition.value else 0
        if not owed:
            return won
        self.owed[job.seat] = max(owed - won, 0)
        return max(won - owed, 0)

    def _cut_down(self, place: _Place, job: _Job, steps: list[Step]) -> list[Step]:
        """The steps for a wager that may lie above its limit: what is too much goes back to the player."""
        if not job.over or job.result is None:
            return steps
        rule = self.plan.order.over_won if job.result.result == "win" else self.plan.order.over_lost
        back = self._step(place, job, "return", job.over, cite=rule.cite)
        return [back, *steps] if rule.value == "first" else [*steps, back]

    def _step(
        self, place: _Place, job: _Job, act: Act, amount: Cents, to: str = "", cite: Citation | None = None
    ) -> Step:
        order, phase = self.plan.order, self.plan.order.phases[place.phase]
        who: Who = "stickperson" if phase.by == "stick" else self.rail.dealer(place.end)
        match act:
            case "pay" | "return":
                to = order.tokes.value if job.seat == CREW else "rack"
            case "take":
                to = "bank"
            case "deduct":
                who, to, cite = order.made_good.value, job.spot.key, order.made_good.cite
        cite = cite or self.plan.cites[place.phase]
        key, end, area = job.spot.key, place.end, place.area
        return Step(who, act, cite, job.seat, key, amount, to, end, area, phase.direction, job.decided, job.gathered)

"""The sequence of a roll: what the crew takes, pays, moves and marks after it, in the house's order, step by step.

The table's event says what became of every wager; nothing here decides one again, or looks at what lay there before.
The order is data: `manuals/HOUSE/sequence.toml`.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby, product
from operator import itemgetter
from typing import Any, Literal, NamedTuple, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.base.refusal import Citation, Provenance
from sevenout.base.vocabulary import CREW, did_you_mean
from sevenout.crew.layout.areas import Area, Areas, areas
from sevenout.crew.layout.rail import DIRECTIONS, ENDS, Direction, End, Rail
from sevenout.crew.manual.chapter_loader import Fact, chapter
from sevenout.crew.payout.motions import NO_MANNER, Act, Cut, CutDown, Hand, Manner, Motion, SetDown, Who
from sevenout.engine.betting import Settlement
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.table.events import Rolled, SeatResult

# --- the chapter


Ends = Literal["opposite the shooter first", "third base first"]
OddsFirst = Literal["before the flat bet", "after the flat bet"]


class Phase(Struct, frozen=True, forbid_unknown_fields=True):
    """One stretch of the work after a roll: an act, where, by whom and in which direction."""

    act: Literal["bring in", "clear", "take", "pay", "move", "mark", "puck"]
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
    settled: bool = True
    """Whether any document settles its place in the order: nobody is wrong to do otherwise where none does."""
    ends: Fact[Ends] | None = None
    """At which end it begins, if it has an order of its own."""
    cut: Fact[Cut] | None = None
    at: Fact[SetDown] | None = None
    """Where payments are left, if elsewhere than the rest."""
    brings: Fact[Hand] | None = None
    """The hand that brings a stake out to its player, if it is brought."""
    own: Fact[Literal["player"]] | None = None
    """Who takes up a stake that comes down, if that is no dealer's work."""
    asks: Fact[Literal["vig"]] | None = None
    """What a winner is asked for after the payment, before the stake goes anywhere."""

    @property
    def cite(self) -> Citation:
        """The citation to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.says)


class Hands(Struct, frozen=True, forbid_unknown_fields=True):
    """The work of each hand."""

    cut: Fact[Hand]
    give: Fact[Hand]
    bank: Fact[Hand]
    """The one that reaches into the bank."""


class SequenceRules(Struct, frozen=True, cache_hash=True, rename="kebab", forbid_unknown_fields=True):
    """The chapter of a manual on the sequence of a roll."""

    phases: tuple[Phase, ...]
    ends: Fact[Ends]
    odds: Fact[OddsFirst]
    odds_taken: Fact[OddsFirst]
    over_won: Fact[Literal["first", "last"]]
    """When the part of a winner above its limit, seen too late, is handed back."""
    over_lost: Fact[Literal["first", "last"]]
    over_won_cut: Fact[CutDown]
    """Where a winner above its limit is cut down."""
    over_lost_cut: Fact[CutDown]
    made_good: Fact[Literal["stickperson"]]
    """Who deducts a losing proposition that winners make good."""
    tokes: Fact[Literal["toke box"]]
    """Where a toke goes once it is decided."""
    set_down: Fact[SetDown]
    """Where a player's chips are left unless a phase says otherwise."""
    hands: Hands
    shown: Fact[Hand]
    """The hand that is lifted for the supervisor to count along."""


def _manners(order: SequenceRules, phase: Phase) -> dict[Act, Manner]:
    """Returns how chips are handled in a phase, by what is done with them."""
    hands, down = order.hands, order.set_down
    paid, brought = phase.at or down, phase.brings or hands.give
    handed = paid if phase.brings is not None else down
    paying = Manner(at=paid.value, hand=hands.give.value, cites=_cites(paid, hands.give))
    if phase.cut is not None:
        cites = _cites(phase.cut, hands.cut, order.shown, paid, hands.give)
        paying = Manner(phase.cut.value, hands.cut.value, order.shown.value, paid.value, hands.give.value, cites)
    return {
        "take": NO_MANNER if phase.by == "stick" else Manner(hand=hands.bank.value, cites=_cites(hands.bank)),
        "pay": paying,
        "return": Manner(at=handed.value, hand=brought.value, cites=_cites(handed, brought)),
        "refund": Manner(at=handed.value, hand=hands.give.value, cites=_cites(handed, hands.give)),
    }


def _cites(*facts: Fact[Any]) -> tuple[Citation, ...]:
    return tuple(fact.cite for fact in facts)


class _WorkPlan:
    """An order of work, looked up by what there is to do."""

    def __init__(self, order: SequenceRules, areas: Areas) -> None:
        self.order = order
        self.areas = areas
        self.cites = tuple(phase.cite for phase in order.phases)
        self.manners = tuple(_manners(order, phase) for phase in order.phases)
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
                raise BadInput(f"the order has no phase for {work[1]!r} in the area {work[2]!r}")
        for area in (area for phase in order.phases for area in phase.areas):
            if area not in everywhere:
                raise BadInput(
                    f"the order names an area {area!r} that the layout has not{did_you_mean(area, everywhere)}"
                )

    def phase(self, event: Rolled, act: str, area: Area) -> int:
        """The rank of the phase in which something is done."""
        return self.place(event.event == "seven-out", act, area.name)

    def place(self, seven_out: bool, act: str, area: str) -> int:
        """The same by the kind of roll."""
        return self._phase[seven_out, act, area]

    def clears(self, event: Rolled, area: Area) -> bool:
        """True if losers of an area are pushed aside before they are taken."""
        return (event.event == "seven-out", "clear", area.name) in self._phase


plan_by = lru_cache(maxsize=64)(_WorkPlan)


def plan_of(game: Game) -> _WorkPlan:
    """The order of a house's manual; it is refused if it leaves work undone."""
    return plan_by(chapter(game.rules.book, "sequence", SequenceRules), areas(game))


# --- one roll


class _WagerJob(Struct, frozen=True, gc=False):
    """The work on one wager of one seat."""

    seat: str
    spot: CompiledWager
    act: str
    """In which kind of phase it is done."""
    stake: Cents
    decided: Citation
    result: Settlement | None = None
    kept: bool = False
    """It lost, and stays up at the cost of the seat's other propositions."""
    to: str = ""
    gathered: tuple[int, ...] = ()


class _Stretch(NamedTuple):
    """One stretch of work: a phase, an end, an area and a player."""

    phase: int
    end: End
    area: str
    seat: str


def sequence(game: Game, event: Rolled, rail: Rail) -> tuple[Motion, ...]:
    """Everything that the crew does after a roll, in the order of the house's manual.

    >>> from sevenout.base.dice import roll
    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 1000), table.bet("Ann", "field", 500)
    (None, None, None)
    >>> for motion in sequence(table.game, table.roll(roll(6, 5)), Rail.of(table.snapshot())):
    ...     print(f"{motion.sentence} ({motion.cite.clause})")
    The stickperson brings the dice in (Stickperson 8)
    Third base pays Ann's pass: 10.00 (Taking and Paying 3)
    Ann picks up 10.00 of pass (Wagers)
    Third base pays Ann's field: 5.00 (Taking and Paying 2)
    Ann picks up 5.00 of field (Wagers)
    """
    return sequence_by(chapter(game.rules.book, "sequence", SequenceRules), game, event, rail)


def sequence_by(order: SequenceRules, game: Game, event: Rolled, rail: Rail) -> tuple[Motion, ...]:
    """The same in an order of one's own."""
    plan = plan_by(order, areas(game))
    return tuple(_RollWork(plan, game, event, rail).motions())


class _RollWork:
    """One roll being worked."""

    def __init__(self, plan: _WorkPlan, game: Game, event: Rolled, rail: Rail) -> None:
        self.plan, self.game, self.event, self.rail = plan, game, event, rail
        self.ends = [self._ends(phase.ends or plan.order.ends) for phase in plan.order.phases]
        """The ends in the order in which each phase works them."""
        self.along_the_rail = {
            direction: {seat: at for end in ENDS for at, seat in enumerate(rail.order(end, direction))}
            for direction in DIRECTIONS
        }
        self.owed: dict[str, Cents] = {}
        """What a seat's winning propositions have yet to make good."""

    def _ends(self, rule: Fact[Ends]) -> tuple[End, End]:
        opposite_first = rule.value == "opposite the shooter first"
        return self.rail.opposite_first(self.event.shooter) if opposite_first else ENDS

    def motions(self) -> Iterator[Motion]:
        """All that is done, phase by phase."""
        jobs = sorted((self._rank(job) for job in self._jobs()), key=itemgetter(0))
        work: dict[int, list[Motion]] = {}
        for stretch, ranked in groupby(jobs, itemgetter(1)):
            work.setdefault(stretch.phase, []).extend(self._work_stretch(stretch, [job for _, _, job in ranked]))
        for rank, phase in enumerate(self.plan.order.phases):
            if phase.act == "bring in":
                yield Motion("stickperson", "bring in", self.plan.cites[rank], settled=phase.settled)
            elif phase.act == "puck" and self.event.event:
                to = "off" if self.event.point is None else str(self.event.point)
                for end in self.ends[rank]:
                    who, cite = self.rail.dealer(end), self.plan.cites[rank]
                    yield Motion(who, "puck", cite, to=to, end=end, settled=phase.settled)
            yield from work.get(rank, ())

    # --- what there is to do

    def _jobs(self) -> Iterator[_WagerJob]:
        for done in self.event.everybody:
            results = {result.wager: result for result in done.results}
            for result in done.results:
                job = self._decision_job(done, result, results)
                yield job
                if self._is_cleared(job):
                    yield replace(job, act="clear")
            yield from self._move_jobs(done)

    def _is_cleared(self, job: _WagerJob) -> bool:
        """True if a loser is pushed aside before it is taken."""
        return (
            job.act == "take" and not job.kept and self.plan.clears(self.event, self.plan.areas.worked_with(job.spot))
        )

    def _decision_job(self, done: SeatResult, result: Settlement, results: dict[str, Settlement]) -> _WagerJob:
        spot = self.game.rules.by_key[result.wager]
        kept = result.result == "lose" and result.stays
        if kept:
            self.owed[done.seat] = self.owed.get(done.seat, 0) + result.stake - result.over
        goes_with = result
        if result.result in {"push", "return"} and spot.flat is not None:  # odds that come back go with the flat bet
            goes_with = results.get(self.game.rules.spots[spot.flat].key, result)
        act = "take" if goes_with.result == "lose" and not kept else "pay"
        return _WagerJob(done.seat, spot, act, result.stake, self.game.cite(result.cite), result, kept)

    def _move_jobs(self, done: SeatResult) -> Iterator[_WagerJob]:
        for move in done.moves:
            spot, cite = self.game.rules.by_key[move.wager], self.game.cite(move.cite)
            if move.to == move.wager:
                yield _WagerJob(done.seat, spot, "mark", 0, cite, gathered=move.gathered)
            else:
                yield _WagerJob(done.seat, spot, "move", move.stake, cite, to=move.to)

    def _rank(self, job: _WagerJob) -> tuple[tuple[int, ...], _Stretch, _WagerJob]:
        """A job with its rank: by phase, end and area, then by players and boxes as the phase sweeps them."""
        plan, spot, end = self.plan, job.spot, self.rail.end_of(job.seat)
        area = plan.areas.worked_with(spot)
        rank = plan.phase(self.event, job.act, area)
        phase = plan.order.phases[rank]
        flat = spot if spot.flat is None else self.game.rules.spots[spot.flat]
        depth = plan.areas.depth(area, flat, end)
        box = depth if phase.start == "outside" else -depth
        player = self.along_the_rail[phase.direction].get(job.seat, len(self.event.seats))  # the crew's tokes last
        within = phase.areas.index(area.name) if phase.areas else plan.areas.rank(area.name)
        sweep = (box, player) if phase.sweep == "box by box" else (player, box)
        odds = plan.order.odds_taken if job.act == "take" else plan.order.odds
        layer = (spot.flat is None) == (odds.value == "before the flat bet")
        order = (rank, self.ends[rank].index(end), within, *sweep, not job.kept, flat.index, layer)
        return order, _Stretch(rank, end, area.name, job.seat), job

    # --- how it is done

    def _work_stretch(self, stretch: _Stretch, jobs: Iterable[_WagerJob]) -> Iterator[Motion]:
        """One player's wagers in one area."""
        stake_goes = self.plan.order.phases[stretch.phase].stake
        handed_over: list[Motion] = []
        for job in jobs:
            result = job.result
            if result is None:
                yield self._motion(stretch, job, "move" if job.act == "move" else "mark", job.stake, job.to)
                continue
            if job.act == "clear":
                yield self._motion(stretch, job, "clear", job.stake)
                continue
            counts = result.stake - result.over
            match result.result:
                case "win":
                    pay = self._motion(stretch, job, "pay", self._less_owed(job, result.won))
                    down = [] if result.stays else [self._stake_back(stretch, job, counts)]
                    if stake_goes == "after the player's last":
                        handed_over += down
                        down = []
                    paid = [pay, *self._ask_commission(stretch, job, result)]
                    hands = [*down, *paid] if stake_goes == "first" else [*paid, *down]
                    yield from self._cut_down(stretch, job, result, hands)
                case "lose":
                    lost = self._motion(stretch, job, "deduct" if job.kept else "take", counts)
                    yield from self._cut_down(stretch, job, result, [lost])
                case "push" | "return":
                    yield self._stake_back(stretch, job, job.stake)
                case "move":
                    raise AssertionError("what moved is no settlement")
                case _:
                    assert_never(result.result)
        yield from handed_over

    def _stake_back(self, stretch: _Stretch, job: _WagerJob, amount: Cents) -> Motion:
        """A stake that comes down: the dealer hands it back, or it lies where its player takes it up."""
        own = self.plan.order.phases[stretch.phase].own
        if own is None or job.seat == CREW:
            return self._motion(stretch, job, "return", amount)
        return self._motion(stretch, job, "pick up", amount, cite=own.cite)

    def _ask_commission(self, stretch: _Stretch, job: _WagerJob, result: Settlement) -> Iterator[Motion]:
        """A winner under a commission: its player is asked for the next one, and the stake stands so long."""
        asks = self.plan.order.phases[stretch.phase].asks
        vig = self.game.commission(job.spot, result.stake - result.over)
        if asks is not None and vig and not result.stays and job.seat != CREW:
            yield self._motion(stretch, job, "ask", vig, cite=asks.cite)

    def _less_owed(self, job: _WagerJob, won: Cents) -> Cents:
        """The amount paid of a win: a proposition first makes up for those of the seat that lost."""
        owed = self.owed.get(job.seat, 0) if job.spot.wager.proposition.value else 0
        if not owed:
            return won
        self.owed[job.seat] = max(owed - won, 0)
        return max(won - owed, 0)

    def _cut_down(self, stretch: _Stretch, job: _WagerJob, result: Settlement, motions: list[Motion]) -> list[Motion]:
        """The motions for a wager that may lie above its limit: a dealer cuts it down and returns what is too much."""
        if not result.over:
            return motions
        order, won = self.plan.order, result.result == "win"
        rule, place = (order.over_won, order.over_won_cut) if won else (order.over_lost, order.over_lost_cut)
        to = "" if place.value == "where it lies" else place.value
        cut = self._motion(stretch, job, "cut down", result.stake, to, cite=place.cite)
        back = [self._motion(stretch, job, "return", result.over, cite=rule.cite)]
        if result.refund:
            back.append(self._motion(stretch, job, "refund", result.refund, cite=rule.cite))
        dealer = self.rail.dealer(stretch.end)
        cut, *back = [replace(motion, who=dealer) for motion in (cut, *back)]
        return [cut, *back, *motions] if rule.value == "first" else [cut, *motions, *back]

    def _motion(
        self, stretch: _Stretch, job: _WagerJob, act: Act, amount: Cents, to: str = "", cite: Citation | None = None
    ) -> Motion:
        order, phase = self.plan.order, self.plan.order.phases[stretch.phase]
        who: Who = "stickperson" if phase.by == "stick" else self.rail.dealer(stretch.end)
        match act:
            case "pay" | "return" | "refund" | "pick up":
                who = "player" if act == "pick up" else who
                to = order.tokes.value if job.seat == CREW else "rack"
            case "take":
                to = "bank"
            case "deduct":
                who, to, cite = order.made_good.value, job.spot.key, order.made_good.cite
            case "clear" | "cut down" | "ask" | "move" | "mark" | "bring in" | "puck":
                pass
            case _:
                assert_never(act)
        return Motion(
            who,
            act,
            cite or self.plan.cites[stretch.phase],
            job.seat,
            job.spot.key,
            amount,
            to,
            stretch.end,
            stretch.area,
            phase.direction,
            job.decided,
            job.gathered,
            NO_MANNER if job.seat == CREW else self.plan.manners[stretch.phase].get(act, NO_MANNER),
            phase.settled and act != "pick up",
        )

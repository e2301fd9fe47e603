"""Irregularities at a table, as its crew reports them: commands, and events that keep a record.

Past-posting and snatching move nothing: the table has settled by what lay there when the dice rested.
"""

from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.dice import roll
from sevenout.base.money import Cents, format_amount, units
from sevenout.base.refusal import Citation, Refusal
from sevenout.crew.layout.rail import ENDS, Rail
from sevenout.crew.manual.chapter_loader import Fact
from sevenout.crew.pit.pit_rules import pit_rules
from sevenout.crew.roll_calls import SpokenCall
from sevenout.engine.betting import Settlement, counted_stake, not_offered, reduce, stake_on
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.puck_machine import in_season
from sevenout.rulebook.compiler.transitions import Outcome
from sevenout.table.events import Rolled
from sevenout.table.handlers.shooter_rules import puck_now
from sevenout.table.table_snapshot import Snapshot, state_of

# --- commands


class PastPost(Struct, frozen=True, tag="past-post", omit_defaults=True):
    """`Bob past-posts 25 on field`: a player placed or increased a wager after the dice had come to rest."""

    seat: str
    amount: Cents
    wager: str

    def __str__(self) -> str:
        return f"{self.seat} past-posts {units(self.amount)} on {self.wager}"


class Snatch(Struct, frozen=True, tag="snatch", omit_defaults=True):
    """`Bob snatches 25 from field`: a player drew back a wager, or some of it, after the dice had come to rest."""

    seat: str
    amount: Cents
    wager: str

    def __str__(self) -> str:
        return f"{self.seat} snatches {units(self.amount)} from {self.wager}"


class VerifyBet(Struct, frozen=True, tag="verify-bet", omit_defaults=True):
    """`dealer verifies the bet of 500 on pass by Ann`: a large bet is counted before the dice are thrown."""

    seat: str
    amount: Cents
    wager: str
    by: str = "dealer"

    def __str__(self) -> str:
        return f"{self.by} verifies the bet of {units(self.amount)} on {self.wager} by {self.seat}"


class Assist(Struct, frozen=True, tag="assist", omit_defaults=True):
    """`dealer assists Ann`, `dealer assists Ann unasked`:
    a dealer stacks a player's chips or says what to bet, which the player asked for, or did not."""

    seat: str
    asked: bool = True

    def __str__(self) -> str:
        return f"dealer assists {self.seat}{'' if self.asked else ' unasked'}"


class CatchChecks(Struct, frozen=True, tag="catch-checks", omit_defaults=True):
    """`dealer catches 25 tossed by Ann`: a dealer catches chips that a player tossed."""

    seat: str
    amount: Cents

    def __str__(self) -> str:
        return f"dealer catches {units(self.amount)} tossed by {self.seat}"


class Encourage(Struct, frozen=True, tag="encourage", omit_defaults=True):
    """`stickperson encourages Ann`: a new or slow player is asked to play at the usual rate."""

    seat: str
    by: str = "stickperson"

    def __str__(self) -> str:
        return f"{self.by} encourages {self.seat}"


class ClearRail(Struct, frozen=True, tag="clear-rail", omit_defaults=True):
    """`stickperson clears the rail`: patrons who do not play are asked to make room at the rail."""

    by: str = "stickperson"

    def __str__(self) -> str:
        return f"{self.by} clears the rail"


IrregularCommand = PastPost | Snatch | VerifyBet | Assist | CatchChecks | Encourage | ClearRail

# --- events

WagerIs = Literal["placed", "increased"]


class PastPosted(Struct, frozen=True, tag="past-posted"):
    """A wager came too late: it was refused, and by which clause."""

    seat: str
    amount: Cents
    wager: str
    how: WagerIs
    done: str
    cite: Citation


class Snatched(Struct, frozen=True, tag="snatched"):
    """A wager was drawn back too late: it was decided as if it lay there, and by which clause."""

    seat: str
    amount: Cents
    wager: str
    result: Outcome
    done: str
    cite: Citation


class BetVerified(Struct, frozen=True, tag="bet-verified"):
    """A bet was counted in time: what lies there, how much of it is above its limit, and what of that comes back."""

    seat: str
    amount: Cents
    wager: str
    over: Cents
    by: str
    cite: Citation
    returned: Cents = 0


class BelowMinimum(Struct, frozen=True, tag="below-minimum"):
    """A bet below its minimum was seen only when a roll decided it: it counts as it lay."""

    seat: str
    amount: Cents
    wager: str
    minimum: Cents
    done: str
    cite: Citation


class Assisted(Struct, frozen=True, tag="assisted"):
    """A dealer helped a player who asked for it, with every bet paid."""

    seat: str
    by: str
    cite: Citation


class ChecksCaught(Struct, frozen=True, tag="checks-caught"):
    """Tossed chips were caught, so that no bet was disturbed."""

    seat: str
    amount: Cents
    by: str
    cite: Citation


class Encouraged(Struct, frozen=True, tag="encouraged"):
    """A player was asked to play at the usual rate."""

    seat: str
    by: str
    said: tuple[SpokenCall, ...]


class RailCleared(Struct, frozen=True, tag="rail-cleared"):
    """Patrons who do not play were asked to step back."""

    by: str
    said: tuple[SpokenCall, ...]


IrregularEvent = PastPosted | Snatched | BetVerified | BelowMinimum | Assisted | ChecksCaught | Encouraged | RailCleared


# --- what the crew has before its eyes


class LastRoll(Struct, frozen=True):
    """A roll that has just come to rest: the point it was thrown under, what lay there, and what it decided."""

    a: int
    b: int
    point: int | None
    lay: tuple[tuple[str, str, Cents], ...]
    """Seat, wager, stake."""
    decided: tuple[tuple[str, Settlement], ...]
    drawn: tuple[tuple[str, str, Cents], ...] = ()
    """What was snatched of it since: seat, wager, amount."""

    @classmethod
    def of(cls, before: Snapshot, event: Rolled) -> "LastRoll":
        """The facts of a roll, from the table before it and from its event."""
        lay = tuple((seat.name, bet.wager, bet.stake) for seat in before.seats for bet in seat.layout.lying)
        decided = tuple((done.seat, result) for done in event.seats for result in done.results)
        return cls(event.a, event.b, before.point, lay, decided)

    def stake(self, seat: str, wager: str) -> Cents:
        """The stake of a seat on a wager."""
        return next((stake for name, key, stake in self.lay if (name, key) == (seat, wager)), 0)

    def stake_left(self, seat: str, wager: str) -> Cents:
        """The part that nobody has snatched yet."""
        return self.stake(seat, wager) - sum(cents for *whose, cents in self.drawn if whose == [seat, wager])

    def apply_event(self, event: IrregularEvent) -> "LastRoll":
        """The roll with what was snatched after it."""
        if not isinstance(event, Snatched):
            return self
        return replace(self, drawn=(*self.drawn, (event.seat, event.wager, event.amount)))

    def result(self, seat: str, wager: str) -> Settlement | None:
        """The roll's decision about it."""
        return next((done for name, done in self.decided if (name, done.wager) == (seat, wager)), None)


class Scene(Struct, frozen=True):
    """Everything that the person who judges an irregularity looks at."""

    table: Snapshot
    rail: Rail
    last: LastRoll | None = None
    left: int = 0
    """How many steps of the last roll's work are left."""

    def dealer(self, seat: str) -> str:
        """Returns who works at a player's end."""
        return self.rail.dealer(self.rail.end_of(seat))


# --- judging


def decide_irregular(game: Game, scene: Scene, command: IrregularCommand) -> IrregularEvent | Refusal:
    """The record of an irregularity, or the reason why it is none.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("marina-bay-sands"))
    >>> table.seat("Ann", 100_000)
    >>> scene = Scene(table.snapshot(), Rail.of(table.snapshot()))
    >>> refusal = decide_irregular(table.game, scene, PastPost("Ann", 2500, "pass"))
    >>> refusal.reason, refusal.clause
    ('no roll has just been made', '5.1')
    """
    if isinstance(command, ClearRail):
        return _clear_rail(game, command)
    seat = scene.table.seat(command.seat)
    if seat is None:
        return Refusal("no-seat", f"nobody called {command.seat} has a seat")
    match command:
        case PastPost():
            return _past_post(game, scene, seat.rack, command)
        case Snatch():
            return _snatch(game, scene, command)
        case VerifyBet():
            return _verify(game, scene, command)
        case Assist():
            return _assist(game, scene, command)
        case CatchChecks():
            return _catch(game, scene, seat.rack, command)
        case Encourage(name, by):
            pace = pit_rules(game).pace
            words = pace.words.encourage
            said = SpokenCall(by, words.value.format(player=name), words.cite, to=name)
            return _refused_pace(game, by, pace.encourage) or Encouraged(name, by, (said,))
        case _:
            assert_never(command)


def _spot(game: Game, wager: str) -> CompiledWager | Refusal:
    return game.rules.by_key.get(wager) or not_offered(game, wager)


def _refused_chips(game: Game, amount: Cents, rack: Cents | None, seat: str) -> Refusal | None:
    if amount <= 0 or amount % game.chip:
        return game.not_chips(amount)
    if rack is not None and amount > rack:
        return Refusal("rack", f"{seat}'s rack holds {format_amount(rack)}", amount=amount)
    return None


def _past_post(game: Game, scene: Scene, rack: Cents, command: PastPost) -> IrregularEvent | Refusal:
    """A wager that came once the dice had spoken of it: it is seen, refused and kept on record."""
    rule, last, spot = pit_rules(game).irregular.past_post, scene.last, _spot(game, command.wager)
    if isinstance(spot, Refusal):
        return spot
    if last is None or scene.table.dice.thrown:
        return Refusal("not-now", "no roll has just been made", rule.cite, wager=spot.key)
    refusal = _refused_chips(game, command.amount, rack, command.seat)
    if refusal is not None:
        return refusal
    lay = last.stake(command.seat, spot.key)
    if not _too_late(game, last, scene.table.point, spot, up=lay > 0):
        reason = f"{last.a + last.b} does not decide {spot.title}, so the bet is not late"
        return Refusal("not-decided", reason, rule.cite, wager=spot.key)
    how: WagerIs = "increased" if lay else "placed"
    return PastPosted(command.seat, command.amount, spot.key, how, rule.value, rule.cite)


def _too_late(game: Game, last: LastRoll, point: int | None, spot: CompiledWager, *, up: bool) -> bool:
    """True if the roll did something to a wager, or ended the time in which it could be made or increased."""
    if game.deals_for(game.puck(last.point), roll(last.a, last.b).index)[spot.first] is not None:
        return True
    season, states = (spot.wager.increase if up else spot.wager.made).value, game.rules.puck.states
    return in_season(season, states[game.puck(last.point)]) and not in_season(season, states[game.puck(point)])


def _snatch(game: Game, scene: Scene, command: Snatch) -> IrregularEvent | Refusal:
    """A wager that lay there and was decided: the result stands, whatever was drawn back."""
    rule, last, spot = pit_rules(game).irregular.snatch, scene.last, _spot(game, command.wager)
    if isinstance(spot, Refusal):
        return spot
    if last is None or scene.table.dice.thrown:
        return Refusal("not-now", "no roll has just been made", rule.cite, wager=spot.key)
    lay, done = last.stake(command.seat, spot.key), last.result(command.seat, spot.key)
    if not lay:
        return Refusal("not-up", f"{command.seat} had nothing on {spot.title}", rule.cite, wager=spot.key)
    if done is None:
        reason = f"the roll did not decide {spot.title}: the player may simply take it down, if it can come down"
        return Refusal("not-decided", reason, rule.cite, wager=spot.key)
    refusal = _refused_chips(game, command.amount, None, command.seat)
    rest = last.stake_left(command.seat, spot.key)
    if refusal is None and command.amount > rest:
        drawn = "" if rest == lay else f", and {format_amount(lay - rest)} of it was snatched already"
        reason = f"{format_amount(lay)} lay on {spot.title}{drawn}"
        refusal = Refusal("wrong-amount", reason, rule.cite, wager=spot.key, amount=command.amount)
    return refusal or Snatched(command.seat, command.amount, spot.key, done.result, rule.value, rule.cite)


def _verify(game: Game, scene: Scene, command: VerifyBet) -> IrregularEvent | Refusal:
    """A large bet is counted while there is time; whether it is above its limit is seen then."""
    rules, spot = pit_rules(game).irregular, _spot(game, command.wager)
    if isinstance(spot, Refusal):
        return spot
    refusal = _refused_hand(scene, command.seat, command.by, rules.verify)
    if refusal is not None:
        return refusal
    state = state_of(game, scene.table)
    seat = state.seat(command.seat)
    stake = 0 if seat is None else stake_on(seat.position, spot)
    if seat is None or not stake:
        return Refusal("not-up", f"{command.seat} has nothing on {spot.title}", rules.verify.cite, wager=spot.key)
    if scene.table.dice.thrown:
        reason = "the dice are in the air: there is no time left to count a bet"
        return Refusal("mid-roll", reason, rules.verify.cite, wager=spot.key)
    if command.amount != stake:
        reason = f"{format_amount(command.amount)} was counted, and {format_amount(stake)} lies on {spot.title}"
        return Refusal("wrong-amount", reason, rules.verify.cite, wager=spot.key, amount=command.amount)
    over = stake - counted_stake(game, seat.position, spot, puck_now(game, state))
    back = over and reduce(game, seat.position, puck_now(game, state), spot.key, over)
    returned = 0 if isinstance(back, Refusal) else over  # a bet that cannot be made smaller counts as its limit
    return BetVerified(command.seat, stake, spot.key, over, scene.dealer(command.seat), rules.verify.cite, returned)


def _refused_hand(scene: Scene, seat: str, by: str, allowed: Fact[frozenset[str]]) -> Refusal | None:
    """Returns whether somebody may do it; of the dealers, the one at the player's end."""
    own = scene.dealer(seat)
    if by in allowed.value or ("dealer" in allowed.value and scene.rail.is_dealer_of(by, seat)):
        return None
    who = own if "dealer" in allowed.value else " or ".join(sorted(allowed.value))
    if by in {*ENDS, "base dealer"} and "dealer" in allowed.value:
        return Refusal("not-yours", f"{seat} stands at the {own}'s end", allowed.cite)
    return Refusal("not-yours", f"that is for the {who}, not for the {by}", allowed.cite)


def _assist(game: Game, scene: Scene, command: Assist) -> IrregularEvent | Refusal:
    """A dealer helps who asks, once every bet is paid."""
    rules = pit_rules(game).wagering
    if not command.asked and rules.own_money.value == "when asked":
        reason = f"{command.seat} has not asked: players stack and bet their own chips"
        return Refusal("not-asked", reason, rules.own_money.cite)
    if scene.left and rules.help.value == "every bet is paid":
        return Refusal("unfinished", f"first pay every bet: {scene.left} steps are left", rules.help.cite)
    return Assisted(command.seat, scene.dealer(command.seat), rules.help.cite)


def _catch(game: Game, scene: Scene, rack: Cents, command: CatchChecks) -> IrregularEvent | Refusal:
    rule = pit_rules(game).wagering.tossed
    if rule.value != "may be caught":
        return Refusal("not-here", "here tossed chips stay where they fall", rule.cite)
    refusal = _refused_chips(game, command.amount, rack, command.seat)
    return refusal or ChecksCaught(command.seat, command.amount, scene.dealer(command.seat), rule.cite)


def _clear_rail(game: Game, command: ClearRail) -> IrregularEvent | Refusal:
    pace = pit_rules(game).pace
    words = pace.words.step_back
    said = SpokenCall(command.by, words.value, words.cite)
    return _refused_pace(game, command.by, pace.step_back) or RailCleared(command.by, (said,))


def _refused_pace(game: Game, by: str, allowed: Fact[frozenset[str]]) -> Refusal | None:
    control = pit_rules(game).pace.control
    if by in allowed.value | control.value:
        return None
    who = " or ".join(sorted(allowed.value | control.value))
    return Refusal("not-yours", f"the pace is for the {who} to keep, not for the {by}", allowed.cite)

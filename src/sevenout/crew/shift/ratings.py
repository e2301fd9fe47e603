"""The house's view of a shift: what every player, wager and hour was to bring it, exactly, and whether results fit.

A bet is rated when it is made: by what it loses on average until it is decided, at its real stake, rounded as the
house rounds, commission included. A winner that stays up is a bet made anew; what comes down undecided gives back what
it was still to lose. What is left of a result is chance alone, and its variance is known roll by roll.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from fractions import Fraction
from math import sqrt
from typing import TypeAlias
from zoneinfo import ZoneInfo

from msgspec import Struct

from sevenout.analysis.exact.house_edge import mean
from sevenout.analysis.exact.markov_chain import FollowStart, follow
from sevenout.analysis.exact.real_stakes import nets
from sevenout.base.dice import ROLLS, Roll
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.crew.floor.floor import FloorEntry
from sevenout.crew.shift.chance_alarm import ChanceAlarm, alarm_for_place
from sevenout.engine.betting import Position, Settlement, settle
from sevenout.engine.game import Game
from sevenout.table import LogEntry, Snapshot, events, evolve
from sevenout.table.log.effective_entries import standing_entries
from sevenout.table.named_layout import BARE, Layout, position_of
from sevenout.table.table_snapshot import house_of

LEVEL = Fraction(1, 1000)
"""The chance of a false alarm in a whole shift, unless another is named."""

Hour: TypeAlias = datetime | int | None
"""The hour that something belongs to: by the clock, its number by the pace, or None where neither is told."""


class Rating(Struct, frozen=True):
    """What somebody, or some wager or hour, was to bring the house, and what it brought; money in cents."""

    name: str
    bets: int
    """Bets made, winners that stayed up among them."""
    action: Cents
    """All that was put down, stakes alone."""
    theoretical: Fraction
    """What the house was to win by it, commission included."""
    win: Cents
    """What it won, commission included; bets that lie there still at face value."""
    open_loss: Fraction
    """What bets that lie there still are to lose from now on: it is in `theoretical` and not in `win`."""
    variance: Fraction | None = None
    """Of the win, in cents squared; None where bets share their rolls with others (by wager)."""
    rolls: int = 0
    """Rolls with a bet on the layout."""

    @property
    def luck(self) -> Fraction:
        """What chance alone brought the house."""
        return self.win + self.open_loss - self.theoretical

    @property
    def sd(self) -> float | None:
        """The standard deviation of the win, in cents."""
        return None if self.variance is None else sqrt(self.variance)

    @property
    def deviations(self) -> float | None:
        """The luck in standard deviations: to be read once, at a look that was chosen beforehand."""
        return float(self.luck) / sqrt(self.variance) if self.variance else None

    @property
    def average_bet(self) -> Fraction | None:
        """Mean stake of a bet."""
        return Fraction(self.action, self.bets) if self.bets else None


class HourRating(Struct, frozen=True):
    """One hour of a shift: what was dropped and won in it, beside what was to be won."""

    hour: Hour
    drop: Cents
    rating: Rating

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the drop of that hour."""
        return Fraction(self.rating.win, self.drop) if self.drop else None


class PlayerRating(Struct, frozen=True):
    """One player: the rating, and whether the results leave what chance allows."""

    rating: Rating
    alarm: ChanceAlarm


class ShiftRatings(Struct, frozen=True):
    """A shift as the house rates it."""

    table: Rating
    players: tuple[PlayerRating, ...]
    wagers: tuple[Rating, ...]
    hours: tuple[HourRating, ...]
    alarm: ChanceAlarm
    level: Fraction


def rate_shift(
    game: Game, log: Iterable[FloorEntry], *, level: Fraction = LEVEL, pace: int | None = None
) -> ShiftRatings:
    """The ratings of a table's log; `pace` (rolls an hour) makes hours where no clock was told.

    >>> from sevenout import Table, roll
    >>> table = Table(Game.open("catfish-bend"))
    >>> _ = table.seat("Ann", 10_000), table.bet("Ann", "pass", 1000), table.bet("Ann", "field", 500)
    >>> _ = table.roll(roll(4, 3))
    >>> rated = rate_shift(table.game, table.log)
    >>> rated.table.theoretical, rated.table.win, rated.table.luck
    (Fraction(4150, 99), -500, Fraction(-53650, 99))
    >>> [(each.name, str(each.theoretical)) for each in rated.wagers]
    [('pass', '1400/99'), ('field', '250/9')]
    """
    if not 0 < level < 1:
        raise BadInput("the level of the alarm is a chance between 0 and 1, such as 0.001.")
    if pace is not None and pace <= 0:
        raise BadInput(f"a pace of {pace} rolls an hour is no game: name a number above zero.")
    rater = _Rater(game, level, pace)
    for entry in standing_entries(log):
        if isinstance(entry, LogEntry):
            rater.take(entry)
    return rater.ratings()


class _Sums:
    """One line of the ratings as it is added up."""

    def __init__(self) -> None:
        self.bets = self.action = self.win = self.rolls = 0
        self.theoretical = self.open = self.variance = Fraction(0)

    def rating(self, name: str, *, spread: bool = True) -> Rating:
        variance = self.variance if spread else None
        return Rating(name, self.bets, self.action, self.theoretical, self.win, self.open, variance, self.rolls)


class _RollChances(Struct, frozen=True):
    """What the next roll does to one layout: by roll, and on average."""

    by_roll: tuple[Fraction, ...]
    """What the seat gains, with what its undecided bets are still to bring."""
    mean: Fraction
    variance: Fraction


class _Rater:
    """Rates a log, event by event."""

    def __init__(self, game: Game, level: Fraction, pace: int | None) -> None:
        self.game, self.level, self.pace = game, level, pace
        self.shown = Snapshot(house_of(game))
        self.table = _Sums()
        self.players: dict[str, _Sums] = {}
        self.wagers: dict[str, _Sums] = {}
        self.hours: dict[Hour, _Sums] = {}
        self.drops: dict[Hour, Cents] = {}
        self.alarm = ChanceAlarm(level)
        self.alarms: dict[str, ChanceAlarm] = {}
        self.now: datetime | None = None
        self.rolls = 0
        self._worth: dict[tuple[int, int, Cents], Fraction] = {}
        self._chances: dict[tuple[int, Position], _RollChances] = {}

    # --- what a bet is worth

    def _value(self, puck: int, slot: int, stake: Cents) -> Fraction:
        """What a bet is to bring its player from here until it is decided; below zero, as a rule."""
        rules = self.game.rules
        label = rules.labels[slot]
        slot = rules.slot_of[label.wager, "", label.gathered]  # a call is for some rolls only
        question = puck, slot, stake
        if question not in self._worth:
            ends = follow(rules, rules.spot_of[slot], FollowStart("", {puck: 1}), slot).ends
            self._worth[question] = mean(nets(self.game, rules.spot_of[slot], ends, stake))
        return self._worth[question]

    def _values(self, puck: int, position: Position) -> dict[str, Fraction]:
        spots = self.game.rules.spot_of
        pairs = zip(position.slots, position.stakes, strict=True)
        return {spots[slot].key: self._value(puck, slot, stake) for slot, stake in pairs}

    def _roll_chances(self, puck: int, position: Position) -> _RollChances:
        question = puck, position
        if question not in self._chances:
            goes = self.game.rules.puck.edges[puck]
            by_roll = tuple(self._outcome(puck, goes[roll.index].goto, position, roll)[0] for roll in ROLLS)
            middle = sum(by_roll, Fraction(0)) / len(ROLLS)
            spread = sum(((each - middle) ** 2 for each in by_roll), Fraction(0)) / len(ROLLS)
            self._chances[question] = _RollChances(by_roll, middle, spread)
        return self._chances[question]

    def _outcome(self, puck: int, after: int, position: Position, roll: Roll) -> tuple[Fraction, dict[str, Fraction]]:
        """What a roll brings a layout, with the worth of what it leaves undecided; and that of each bet made anew."""
        done = settle(self.game, position, puck, roll)
        stays = {result.wager for result in done.results if result.stays}
        gained = Fraction(sum(_gain(result) for result in done.results))
        left = self._values(after, done.position)
        gained += sum((worth for key, worth in left.items() if key not in stays), Fraction(0))
        return gained, {key: worth for key, worth in left.items() if key in stays}

    # --- the log

    def take(self, entry: LogEntry) -> None:
        """Rates one entry."""
        event = entry.event
        if entry.at is not None:
            self.now = entry.at
        elif isinstance(event, events.TimePassed):
            self.now = event.bonus.now.astimezone(ZoneInfo(event.bonus.zone))
        match event:
            case events.Seated(seat=seat) | events.BoughtIn(seat=seat):
                self._player(seat)
                self.drops[self._hour] = self.drops.get(self._hour, 0) + event.bought
            case events.Changed(seat=seat, layout=layout) | events.Undone(seat=seat, layout=layout):
                self._change(seat, layout, event.commission)
            case events.Left(seat=seat):
                self._change(seat, BARE, event.commission)
            case events.RollCorrected(voided, rolled):
                self.shown = evolve(self.shown, voided)
                self._roll(rolled)
                self.shown = evolve(self.shown, rolled)
                return
            case events.Rolled():
                self._roll(event)
        self.shown = evolve(self.shown, event)

    @property
    def _hour(self) -> Hour:
        if self.now is not None:
            return self.now.replace(minute=0, second=0, microsecond=0)
        return None if self.pace is None else self.rolls // self.pace

    def _player(self, seat: str) -> _Sums:
        if seat not in self.players:
            self.players[seat] = _Sums()
            self.alarms[seat] = alarm_for_place(self.level, len(self.players))
        return self.players[seat]

    def _lines(self, seat: str, wager: str | None = None) -> Iterator[_Sums]:
        """The lines that something of a player's counts in."""
        yield self.table
        yield self._player(seat)
        yield self.hours.setdefault(self._hour, _Sums())
        if wager is not None:
            yield self.wagers.setdefault(wager, _Sums())

    def _change(self, seat: str, layout: Layout, commission: Cents) -> None:
        """Rates what was put up and taken down: each at its worth where the puck stands."""
        shown = self.shown.seat(seat)
        before = BARE if shown is None else shown.layout
        puck = self.game.puck(self.shown.point)
        was, now = (self._values(puck, position_of(self.game, each)) for each in (before, layout))
        stakes_before, stakes_now = before.stakes, layout.stakes
        for wager in dict.fromkeys((*was, *now)):
            added = stakes_now.get(wager, 0) - stakes_before.get(wager, 0)
            loses = was.get(wager, Fraction(0)) - now.get(wager, Fraction(0))
            for line in self._lines(seat, wager) if added or loses else ():
                line.theoretical += loses
                line.bets += added > 0
                line.action += max(added, 0)
        for wager, paid in self._commissions(before, layout, commission).items():
            for line in self._lines(seat, wager):
                line.theoretical += paid
                line.win += paid

    def _commissions(self, before: Layout, after: Layout, paid: Cents) -> dict[str, Cents]:
        """What was paid or given back, by wager."""
        if not paid:
            return {}
        owed = {}
        for wager in dict.fromkeys((*before.stakes, *after.stakes)):
            spot = self.game.rules.by_key[wager]
            terms = spot.wager.commission
            difference = self.game.commission(spot, after.stakes.get(wager, 0)) - self.game.commission(
                spot, before.stakes.get(wager, 0)
            )
            if difference > 0 or (terms is not None and terms.refund.value):
                owed[wager] = difference
        return owed if sum(owed.values()) == paid else {next(iter(owed), ""): paid}

    def _roll(self, event: events.Rolled) -> None:
        roll, puck = Roll(event.a, event.b), self.game.puck(self.shown.point)
        after = self.game.rules.puck.edges[puck][roll.index].goto
        table: list[_RollChances] = []
        for seat in self.shown.seats:
            position = position_of(self.game, seat.layout)
            if not position.slots:
                continue
            chances = self._roll_chances(puck, position)
            self._rate_roll(seat.name, puck, after, position, roll, chances)
            self.alarms[seat.name].follow([-float(each) for each in chances.by_roll], roll.index)
            table.append(chances)
        if table:
            whole = [sum((each.by_roll[at] for each in table), Fraction(0)) for at in range(len(ROLLS))]
            middle = sum(whole, Fraction(0)) / len(ROLLS)
            spread = sum(((each - middle) ** 2 for each in whole), Fraction(0)) / len(ROLLS)
            for line in (self.table, self.hours.setdefault(self._hour, _Sums())):
                line.variance += spread
                line.rolls += 1
            self.alarm.follow([-float(each) for each in whole], roll.index)
        self.rolls += 1

    def _rate_roll(
        self, seat: str, puck: int, after: int, position: Position, roll: Roll, chances: _RollChances
    ) -> None:
        """Rates what one roll did to one layout."""
        drift = sum(self._values(puck, position).values(), Fraction(0)) - chances.mean
        for line in self._lines(seat):  # nothing, but for bets that were called on or off
            line.theoretical += drift
        player = self._player(seat)
        player.variance += chances.variance
        player.rolls += 1
        done = settle(self.game, position, puck, roll)
        _, anew = self._outcome(puck, after, position, roll)
        for result in done.results:
            for line in self._lines(seat, result.wager):
                line.win -= _gain(result) - result.commission
                line.theoretical += result.commission
                if result.wager in anew:
                    line.theoretical -= anew[result.wager]
                    line.bets += 1
                    line.action += result.stake - result.over

    # --- the end

    def ratings(self) -> ShiftRatings:
        """Everything, with what lies there still."""
        puck = self.game.puck(self.shown.point)
        for seat in self.shown.seats:
            for wager, worth in self._values(puck, position_of(self.game, seat.layout)).items():
                for line in self._lines(seat.name, wager):
                    line.open -= worth
        hours = sorted({*self.hours, *self.drops}, key=_hour_order)
        return ShiftRatings(
            table=self.table.rating("table"),
            players=tuple(PlayerRating(sums.rating(name), self.alarms[name]) for name, sums in self.players.items()),
            wagers=tuple(
                self.wagers[key].rating(key, spread=False) for key in self.game.rules.by_key if key in self.wagers
            ),
            hours=tuple(
                HourRating(hour, self.drops.get(hour, 0), self.hours.get(hour, _Sums()).rating(str(hour)))
                for hour in hours
            ),
            alarm=self.alarm,
            level=self.level,
        )


def _hour_order(hour: Hour) -> float:
    """Before any clock was told, then by the clock."""
    return hour.timestamp() if isinstance(hour, datetime) else -1.0 if hour is None else float(hour)


def _gain(result: Settlement) -> Cents:
    """What a decision brings the player, before the commission of a bet that stays up."""
    match result.result:
        case "win":
            return result.won + result.commission
        case "lose":
            return result.over - result.stake
        case _:
            return 0

"""What a session risks: the money that is decided (its action, or handle), by wager, and what that costs in theory.

A bet counts when it is decided, a push too; a winner that stays up is bet anew. A bet that travels counts where it was
made: what comes of a come bet on the 6 is the come bet's. All of it follows from how often each row is rolled from.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sevenout.analysis.exact.house_edge import wager_edge
from sevenout.base.dice import ROLLS, Roll
from sevenout.base.money import Cents
from sevenout.engine.game import Game
from sevenout.engine.position import Settlement
from sevenout.engine.settlement import settle_plainly
from sevenout.strategy.session_end import is_closing
from sevenout.strategy.tracing import Situation, kinds


class WagerAction(Struct, frozen=True):
    """One wager's part in a session: means, amounts in cents."""

    wager: str
    bets: float
    """How many are decided."""
    action: float
    """What is decided."""
    wins: float
    won: float
    """What winners are paid, without their stakes."""
    losses: float
    lost: float
    edge: float
    """What the house keeps of the stake, in theory: see `sevenout edges`."""

    @property
    def average_bet(self) -> float:
        """The mean stake of a bet, in cents."""
        return self.action / self.bets if self.bets else 0.0

    @property
    def net(self) -> float:
        """What comes of it in this session, in cents, without commissions paid beforehand."""
        return self.won - self.lost

    @property
    def theoretical_loss(self) -> float:
        """What so much action costs by the wager's edge, in cents."""
        return self.action * self.edge

    @property
    def hits_to_pay(self) -> float | None:
        """How many mean wins pay for one mean loss; None if it never wins or never loses."""
        if not self.wins or not self.losses or not self.won:
            return None
        return (self.lost / self.losses) / (self.won / self.wins)


class SessionAction(Struct, frozen=True):
    """What a session risks: means, amounts in cents."""

    wagers: tuple[WagerAction, ...]
    """Those that are bet, the largest action first."""
    rolls: float
    shooters: float
    """How many shooters seven out."""
    at_risk: float
    """What lies on the layout when the dice are thrown, added up over all rolls."""
    mean_net: float

    @property
    def action(self) -> float:
        """All that is decided."""
        return sum(each.action for each in self.wagers)

    @property
    def bets(self) -> float:
        """How many bets are decided."""
        return sum(each.bets for each in self.wagers)

    @property
    def average_bet(self) -> float:
        """The mean stake of a bet."""
        return self.action / self.bets if self.bets else 0.0

    @property
    def average_layout(self) -> float:
        """What lies on the layout when the dice are thrown, on average."""
        return self.at_risk / self.rolls if self.rolls else 0.0

    @property
    def theoretical_loss(self) -> float:
        """What the action costs by the edges of its wagers."""
        return sum(each.theoretical_loss for each in self.wagers)

    @property
    def loss_per_100(self) -> float:
        """The loss of every 100 wagered."""
        return -100 * self.mean_net / self.action if self.action else 0.0

    def loss_per_hour(self, pace: int) -> float:
        """The loss of an hour with so many rolls."""
        return -self.mean_net / self.rolls * pace if self.rolls else 0.0

    @property
    def loss_per_shooter(self) -> float | None:
        """The loss a shooter; None if none sevens out."""
        return -self.mean_net / self.shooters if self.shooters else None


Quantity = int | float
"""Whole numbers where sessions were counted, which stay whole in a file; means where they were followed exactly."""


class ActionCounts(Struct, frozen=True):
    """What some sessions risked, in all: counts times the weight of all rolls (36 if fair), so that they are whole."""

    wagers: tuple[tuple[str, Quantity, Quantity, Quantity, Quantity, Quantity, Quantity], ...] = ()
    """Bets, action, wins, what was won, losses and what was lost, by wager."""
    rolls: Quantity = 0
    shooters: Quantity = 0
    at_risk: Quantity = 0

    def per_session(self, game: Game, sessions: float, mean_net: float) -> SessionAction:
        """The means of so many sessions."""
        scale = game.rules.dice.whole * sessions
        wagers = [
            WagerAction(
                wager,
                bets / scale,
                action / scale,
                wins / scale,
                won / scale,
                losses / scale,
                lost / scale,
                float(wager_edge(game, wager).edge_on_stake),
            )
            for wager, bets, action, wins, won, losses, lost in self.wagers
        ]
        ordered = tuple(sorted(wagers, key=lambda each: (-each.action, each.wager)))
        return SessionAction(ordered, self.rolls / scale, self.shooters / scale, self.at_risk / scale, mean_net)


def add_actions(several: Iterable[ActionCounts]) -> ActionCounts:
    """What several parts risked together."""
    sums: dict[str, list[float]] = {}
    rolls: float = 0
    shooters: float = 0
    at_risk: float = 0
    for counts in several:
        rolls, shooters, at_risk = rolls + counts.rolls, shooters + counts.shooters, at_risk + counts.at_risk
        for wager, *figures in counts.wagers:
            sums[wager] = [had + more for had, more in zip(sums.get(wager, [0] * 6), figures, strict=True)]
    return ActionCounts(_in_order(sums), rolls, shooters, at_risk)


class _ActionSums:
    """Adds up what rolls from rows decide."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._sums: dict[str, list[float]] = {}
        self._made_as: dict[str, str] = {}
        self._shooters: float = 0
        self._rolls: float = 0
        self._at_risk: float = 0

    def add_row(self, row: Situation, often: float) -> None:
        """A row that is rolled from so often, times the weight of all rolls."""
        self._rolls += often
        self._at_risk += often * sum(row.position.stakes)

    def add_roll(self, row: Situation, roll: int, share: float) -> None:
        """A roll from a row, with its share of how often that is."""
        game, sums = self._game, self._sums
        self._shooters += share * game.rules.puck.edges[row.puck][roll].ends_turn
        done = settle_plainly(game, row.position, row.puck, ROLLS[roll], riding=is_closing(row.memory))
        self._made_as.update({move.to: move.wager for move in done.moves if move.to != move.wager})
        for result in done.results:
            if result.result != "return":
                figures = _figures(share, result.stake - result.over, result.result, result.won)
                sums[result.wager] = [a + b for a, b in zip(sums.get(result.wager, [0] * 6), figures, strict=True)]

    def counts(self) -> ActionCounts:
        """The sums; of a bet that travelled, by the wager as which it was made."""
        by_origin: dict[str, list[float]] = {}
        for wager, each in self._sums.items():
            made = self._made_as.get(wager, wager)
            by_origin[made] = [a + b for a, b in zip(by_origin.get(made, [0] * 6), each, strict=True)]
        return ActionCounts(_in_order(by_origin), self._rolls, self._shooters, self._at_risk)


def count_action(game: Game, rows: Sequence[Situation], visits: Iterable[float], columns: int) -> ActionCounts:
    """What is risked, from how often each row is rolled from: each roll counts by its chance."""
    sums, dice = _ActionSums(game), game.rules.dice
    for row, often in zip(rows, visits, strict=False):
        if often:
            sums.add_row(row, often * dice.whole)
            for _, roll, weight in kinds(columns, dice):
                sums.add_roll(row, roll, often * weight)
    return sums.counts()


def count_thrown(game: Game, thrown: Iterable[tuple[Situation, Roll]]) -> ActionCounts:
    """What was risked by rolls that were thrown from these rows: each counts as it fell."""
    sums, whole = _ActionSums(game), game.rules.dice.whole
    for row, roll in thrown:
        sums.add_row(row, whole)
        sums.add_roll(row, roll.index, whole)
    return sums.counts()


def each_decision(
    game: Game, rows: Sequence[Situation], visits: Iterable[float], columns: int
) -> Iterator[tuple[Situation, float, Settlement]]:
    """Every bet that a roll from a row decides, with how often that is, times the weight of all rolls."""
    dice = game.rules.dice
    for row, often in zip(rows, visits, strict=False):
        for _, roll, weight in kinds(columns, dice) if often else ():
            done = settle_plainly(game, row.position, row.puck, ROLLS[roll], riding=is_closing(row.memory))
            for result in done.results:
                if result.result != "return":
                    yield row, often * weight, result


def _figures(share: float, stake: Cents, result: str, won: Cents) -> tuple[float, ...]:
    wins, losses = share * (result == "win"), share * (result == "lose")
    return share, share * stake, wins, wins * won, losses, losses * stake


def _in_order(sums: dict[str, list[float]]) -> tuple[tuple[str, float, float, float, float, float, float], ...]:
    return tuple((wager, a, b, c, d, e, f) for wager, (a, b, c, d, e, f) in sorted(sums.items()))

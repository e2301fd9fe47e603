"""The figures of several bets as one: what each costs, how they spread together, and what each does as a hedge."""

from fractions import Fraction
from math import sqrt
from typing import Literal

from msgspec import Struct

from sevenout.base.dice import FAIR_DICE, DiceModel
from sevenout.base.html import Record, html_table
from sevenout.base.money import Cents, amount, format_amount
from sevenout.base.refusal import Provenance
from sevenout.engine.number_outcomes import RollOutcome

SET_BASIS = (
    "each bet left alone until its first decision, of all stakes and commissions together; a push counts as decided; "
    "paid in the house's chips, rounded its way"
)

Nets = tuple[tuple[Cents, Fraction], ...]
"""Every net of a set in cents, lowest first, with its probability."""
Matrix = tuple[tuple[Fraction, ...], ...]


class OutcomeChances(Struct, frozen=True):
    """How likely a set is to be ahead, behind or even."""

    win: Fraction
    lose: Fraction
    push: Fraction


class SetSpread(Struct, frozen=True):
    """The money of a set on one basis, in cents, and how its bets go together."""

    means: tuple[Fraction, ...]
    """The mean net of each bet; commission deducted where the basis is a decision."""
    covariances: Matrix
    """In cents squared, bet by bet; a bet's own variance on the diagonal."""

    @property
    def net(self) -> Fraction:
        """The mean net of all bets together."""
        return sum(self.means, Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Of the net of all bets together."""
        return sum((entry for row in self.covariances for entry in row), Fraction(0))

    @property
    def sd(self) -> float:
        """In cents."""
        return sqrt(self.variance)

    def correlation(self, first: int, second: int) -> float | None:
        """How two bets go together, from -1 to 1; None if one of them never varies."""
        spread = self.covariances[first][first] * self.covariances[second][second]
        return float(self.covariances[first][second]) / sqrt(spread) if spread else None

    def without(self, index: int) -> "SetSpread":
        """The same set without one of its bets."""
        rest = [at for at in range(len(self.means)) if at != index]
        return SetSpread(
            tuple(self.means[at] for at in rest),
            tuple(tuple(self.covariances[row][at] for at in rest) for row in rest),
        )


class SetBet(Struct, frozen=True):
    """One bet of a set."""

    wager: str
    title: str
    stake: Cents
    commission: Cents
    """Paid when it is made."""
    rolls: Fraction
    """Mean rolls until it is decided, with those it sits out."""
    works: bool
    """Whether it is at risk on the next roll (if that depends on the point: on any)."""
    provenance: Provenance
    clause: str
    """The clause that says what it pays."""
    made_before: bool = False
    """Whether it cannot be made where the set begins: it lies there already, and is followed from there."""


class Hedge(Struct, frozen=True):
    """What one bet does to the rest of its set, on one basis; money in cents."""

    wager: str
    costs: Fraction
    """What it loses on average."""
    sd_without: float
    """The spread of the others alone."""
    sd_with: float
    correlation: float | None
    """With all the others together; None where one of them never varies."""
    least_spread: Fraction | None
    """The stake on it, unrounded, at which the whole set spreads least; None if none lessens the spread."""


class HandChances(Struct, frozen=True):
    """A set over a shooter's hand: until the seven-out, winners left up as the house leaves them."""

    chances: OutcomeChances | None
    """None: there are more ways to stand than are followed."""
    net: Fraction | None
    """Mean net in cents, commission deducted; what outlasts the seven-out at face value. None likewise."""
    rolls: Fraction
    """Mean rolls to the seven-out."""


class BetSet(Struct, frozen=True):
    """Several bets as one."""

    rules: str
    title: str
    begins: str
    bets: tuple[SetBet, ...]
    roll: SetSpread
    """The next roll; commission, paid when a bet is made, is left out."""
    decision: SetSpread
    """Every bet played to its decision, commission deducted."""
    roll_chances: OutcomeChances
    decision_chances: OutcomeChances | None
    """None: there are more ways to stand than are followed."""
    decision_nets: Nets | None
    hand: HandChances | None
    """None in a house where no roll ends a hand."""
    numbers: tuple[RollOutcome, ...]
    """What each roll does now; of a set begun under several points: nothing."""
    dice: DiceModel = FAIR_DICE
    basis: str = SET_BASIS

    @property
    def total_stake(self) -> Cents:
        """All stakes."""
        return sum(bet.stake for bet in self.bets)

    @property
    def commission(self) -> Cents:
        """All that is paid for making the bets."""
        return sum(bet.commission for bet in self.bets)

    @property
    def edge(self) -> Fraction:
        """The house's share of all stakes and commissions, played to decision."""
        return -self.decision.net / (self.total_stake + self.commission)

    @property
    def edge_per_roll(self) -> Fraction:
        """What the next roll costs, as a share of all stakes."""
        return -self.roll.net / self.total_stake

    def hedges(self, basis: Literal["roll", "decision"] = "decision") -> tuple[Hedge, ...]:
        """What each bet costs and does to the spread of the others; none for a bet alone."""
        spread = self.roll if basis == "roll" else self.decision
        return tuple(_hedge(bet, spread, at) for at, bet in enumerate(self.bets)) if len(self.bets) > 1 else ()

    def __repr__(self) -> str:
        bets = ", ".join(f"{format_amount(bet.stake)} on {bet.wager}" for bet in self.bets)
        return f"<BetSet {bets}: edge {self.edge} = {float(self.edge):.3%}, sd {amount(self.decision.sd)}>"

    def records(self) -> list[Record]:
        """One row a bet, in currency units, for a data frame."""
        return [
            {
                "wager": bet.wager,
                "stake": bet.stake / 100,
                "commission": bet.commission / 100,
                "net": float(self.decision.means[at]) / 100,
                "sd": sqrt(self.decision.covariances[at][at]) / 100,
                "net_next_roll": float(self.roll.means[at]) / 100,
                "sd_next_roll": sqrt(self.roll.covariances[at][at]) / 100,
                "rolls": float(bet.rolls),
                "provenance": bet.provenance,
            }
            for at, bet in enumerate(self.bets)
        ]

    def _repr_html_(self) -> str:
        heads = ("wager", "stake", "net", "sd", "net, next roll", "sd, next roll", "rolls")
        rows = (
            (
                bet.wager,
                format_amount(bet.stake),
                amount(float(self.decision.means[at])),
                amount(sqrt(self.decision.covariances[at][at])),
                amount(float(self.roll.means[at])),
                amount(sqrt(self.roll.covariances[at][at])),
                f"{float(bet.rolls):.2f}",
            )
            for at, bet in enumerate(self.bets)
        )
        return html_table(repr(self).strip("<>"), heads, rows)


def _hedge(bet: SetBet, spread: SetSpread, at: int) -> Hedge:
    rest = spread.without(at)
    with_rest = sum((entry for other, entry in enumerate(spread.covariances[at]) if other != at), Fraction(0))
    own = spread.covariances[at][at]
    varies = own * rest.variance
    return Hedge(
        wager=bet.wager,
        costs=-spread.means[at],
        sd_without=rest.sd,
        sd_with=spread.sd,
        correlation=float(with_rest) / sqrt(varies) if varies else None,
        least_spread=-with_rest / own * bet.stake if with_rest < 0 < own else None,
    )

"""How the nets of sessions spread, roll by roll: the form in which exact and simulated sessions tell it alike."""

from collections.abc import Iterable

from msgspec import Struct

from sevenout.analysis.simulation.statistics.tally import AmountTally
from sevenout.base.money import Cents

BAND_SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles of a band."""
BANDS = 100
"""So many rolls have a band, about."""
_BEYOND = 2
"""A session whose rolls nothing limits is watched for so many times as many as it has on average, about."""


class NetBand(Struct, frozen=True):
    """The nets after so many rolls, in cents: what 5, 25, 50, 75 and 95 % of sessions do not exceed."""

    roll: int
    nets: tuple[Cents, ...]
    ahead: float
    """How likely the net is above zero."""
    ruin: float
    """How likely the session has ended in ruin."""


class BandCounts(Struct, frozen=True):
    """The nets of some sessions after so many rolls, counted, and how many were ruined by then."""

    roll: int
    nets: tuple[tuple[Cents, int], ...]
    ruined: int

    @property
    def band(self) -> NetBand:
        """The figures."""
        tally = AmountTally(self.nets)
        ahead = sum(count for net, count in self.nets if net > 0)
        quantiles = tuple(tally.quantile(share) for share in BAND_SHARES)
        return NetBand(self.roll, quantiles, ahead / tally.total, self.ruined / tally.total)


class BandGrid(Struct, frozen=True):
    """After which rolls nets are looked at: every `stride`, `points` times, beginning with none."""

    stride: int
    points: int

    @classmethod
    def of(cls, rolls: int, *, limited: bool) -> "BandGrid":
        """For sessions of so many rolls, or about so many.

        >>> BandGrid.of(200, limited=True), BandGrid.of(30, limited=False)
        (BandGrid(stride=2, points=101), BandGrid(stride=1, points=61))
        """
        stride = max(rolls // BANDS, 1)
        return cls(stride, rolls * (1 if limited else _BEYOND) // stride + 1)

    @property
    def rolls(self) -> range:
        """The rolls."""
        return range(0, self.stride * self.points, self.stride)


def add_bands(several: Iterable[tuple[BandCounts, ...]]) -> tuple[BandCounts, ...]:
    """The same bands of several parts, added up."""
    nets: dict[int, dict[Cents, int]] = {}
    ruined: dict[int, int] = {}
    for bands in several:
        for band in bands:
            of_roll = nets.setdefault(band.roll, {})
            for net, count in band.nets:
                of_roll[net] = of_roll.get(net, 0) + count
            ruined[band.roll] = ruined.get(band.roll, 0) + band.ruined
    return tuple(BandCounts(roll, tuple(sorted(nets[roll].items())), ruined[roll]) for roll in sorted(nets))

"""The order of two motions, as far as a clause says; what no clause orders may come either way.

`sequence` lists the work of a roll in one order, which is one of several that the manual allows. Here stands what the
manual asks for: `manuals/HOUSE/precedence.toml` has the pairs, each with its clause.
"""

from typing import Literal

from msgspec import Struct

from sevenout.base.refusal import Citation, Provenance
from sevenout.crew.layout.rail import Rail
from sevenout.crew.manual.chapter_loader import chapter
from sevenout.crew.payout.motions import Act, Motion
from sevenout.engine.game import Game

Turn = Literal["players", "odds", "wager"]
"""What two motions have between them: one player stands earlier in the direction of the work; one is the odds on the
other; both are about one wager."""


class OrderedWork(Struct, frozen=True, forbid_unknown_fields=True):
    """Some motions: what is done, in which areas, to which families of wagers; none named: any."""

    acts: frozenset[Act]
    areas: frozenset[str] = frozenset()
    wagers: frozenset[str] = frozenset()


class Before(Struct, frozen=True, forbid_unknown_fields=True):
    """A clause that puts some motions before others."""

    first: OrderedWork
    clause: str
    says: str
    then: OrderedWork | None = None
    """What comes later; none: the same work elsewhere."""
    provenance: Provenance = "stated"
    when: Literal["any roll", "seven-out", "not a seven-out"] = "any roll"
    ends: Literal["the same", "any", "first opposite the shooter", "opposite the shooter, then there"] = "the same"
    """Where the two are done: at one end, anywhere, the first one at the end where the shooter does not stand, or the
    first one there and the other where the shooter stands."""
    turn: Turn | None = None
    areas: tuple[str, ...] = ()
    """Areas of which each is worked before those that follow; none: wherever the two are done."""

    @property
    def cite(self) -> Citation:
        """The citation to show to somebody who asks why."""
        return Citation(self.clause, self.provenance, self.says)


class PrecedenceRules(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """The chapter of a manual on what comes before what."""

    before: tuple[Before, ...]


def precedence(game: Game, rail: Rail, shooter: str, *, seven_out: bool) -> "Precedence":
    """The order that a house's manual sets after one roll."""
    rules = chapter(game.rules.book, "precedence", PrecedenceRules)
    when = ("any roll", "seven-out" if seven_out else "not a seven-out")
    return Precedence(game, rail, shooter, tuple(rule for rule in rules.before if rule.when in when))


class Precedence(Struct, frozen=True):
    """The clauses that order the work of one roll."""

    game: Game
    rail: Rail
    shooter: str
    rules: tuple[Before, ...]

    def clause(self, first: Motion, then: Motion) -> Citation | None:
        """The clause that puts one motion before another; none if no clause does.

        >>> game, rail = Game.open("catfish-bend"), Rail(("Ann",), ("Bob",))
        >>> take, pay = (
        ...     Motion("third base", act, Citation(), "Ann", wager, 500, end="third base", area=area)
        ...     for act, wager, area in (("take", "field", "field"), ("pay", "pass", "pass line"))
        ... )
        >>> order = precedence(game, rail, "Ann", seven_out=False)
        >>> order.clause(take, pay).clause, order.clause(pay, take)
        ('Taking and Paying 1', None)
        """
        return next((rule.cite for rule in self.rules if self._orders(rule, first, then)), None)

    def _orders(self, rule: Before, first: Motion, then: Motion) -> bool:
        return (
            self._is(rule.first, first)
            and self._is(rule.then or rule.first, then)
            and self._is_at_right_end(rule, first, then)
            and _in_areas(rule.areas, first.area, then.area)
            and self._in_turn(rule, first, then)
        )

    def _is(self, work: OrderedWork, motion: Motion) -> bool:
        family = self.game.rules.by_key[motion.wager].wager.family if motion.wager else ""
        return (
            motion.act in work.acts
            and (not work.areas or motion.area in work.areas)
            and (not work.wagers or family in work.wagers)
        )

    def _is_at_right_end(self, rule: Before, first: Motion, then: Motion) -> bool:
        here = self.rail.end_of(self.shooter)
        match rule.ends:
            case "the same":
                return first.end == then.end
            case "any":
                return True
            case "first opposite the shooter":
                return first.end not in ("", here)
            case "opposite the shooter, then there":
                return first.end != here == then.end

    def _in_turn(self, rule: Before, first: Motion, then: Motion) -> bool:
        match rule.turn:
            case None:
                return True
            case "players":
                along = self.rail.order(self.rail.end_of(first.seat), first.direction or "base to stick")
                same = first.area == then.area and {first.seat, then.seat} <= {*along}
                return same and along.index(first.seat) < along.index(then.seat)
            case "odds":
                flat = self.game.rules.by_key[first.wager].flat
                return first.seat == then.seat and flat == self.game.rules.by_key[then.wager].index
            case "wager":
                return (first.seat, first.wager) == (then.seat, then.wager)


def _in_areas(areas: tuple[str, ...], first: str, then: str) -> bool:
    return not areas or ({first, then} <= {*areas} and areas.index(first) < areas.index(then))

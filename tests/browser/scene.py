"""A lively moment at Catfish Bend, for the README: six seats, a point on, chips everywhere, a roll just paid."""

from typing import NamedTuple

from playwright.sync_api import Page, expect

from tests.browser.ledger import Ledger, shows
from tests.browser.visiting import Guest, Visits, come_in

MOST, LONG = 100, 8
"""Rolls within which such a moment comes, and after how many somebody has a story."""


class Company(NamedTuple):
    """Somebody at the table, and what they like to have on it."""

    name: str
    place: int
    bets: dict[str, int]


VIEWER = Company("Ruth", 3, {"pass": 25, "pass-odds": 50, "place-6": 30, "place-8": 30, "come": 25, "hard-8": 10})
OTHERS = (
    Company("Mabel", 1, {"pass": 10, "pass-odds": 20, "place-5": 25, "place-9": 25, "field": 10}),
    Company("Otto", 2, {"dont-pass": 50, "lay-4": 40, "horn": 8}),
    Company("Vera", 4, {"pass": 50, "pass-odds": 50, "come": 25, "buy-10": 25, "hop-5-3": 5}),
    Company("Gus", 6, {"pass": 15, "place-6": 60, "place-8": 60, "any-craps": 5, "hard-6": 5, "eleven": 5}),
    Company("Ida", 8, {"dont-come": 25, "place-5": 10, "place-6": 12, "place-8": 12, "place-9": 10, "hi-lo": 10}),
)


class Scene:
    """The table, and everybody at it."""

    def __init__(self, visits: Visits) -> None:
        self.visits = visits
        self.ruth = come_in(visits.house, VIEWER.name)
        self.table = visits.house.table(self.ruth.token, rules="catfish-bend", dice="fair", window=30)
        self.viewer = self._sits(VIEWER, self.ruth)
        self.others = [self._sits(one, come_in(visits.house, one.name)) for one in OTHERS]

    def _sits(self, one: Company, who: Guest) -> Ledger:
        ledger = Ledger(self.visits.house, self.table, who)
        ledger.says(f"sits 1000 at {one.place}")
        return ledger

    def plays(self) -> None:
        """Everybody has on the table what they like to, as far as it is taken; then the dice are thrown."""
        everybody = (self.viewer, *self.others)
        for one, ledger in zip((VIEWER, *OTHERS), everybody, strict=True):
            ledger.afresh()
            lies, taken = ledger.shown.seats[ledger.who.name].layout, ledger.taken()
            for wager, amount in one.bets.items():
                if wager in taken and wager not in lies:
                    ledger.asks(f"bets {amount} on {wager}")
        self.viewer.afresh()
        shooter = next(one for one in everybody if one.who.name == self.viewer.shown.next.seat)
        shooter.says("roll")
        self.viewer.follows(shooter.shown.n)

    def is_lively(self) -> bool:
        """A point is on, chips have come to numbers, and whoever looks on has just won."""
        shown = self.viewer.shown
        mine = shown.table.seat(self.ruth.name)
        assert mine is not None
        won = {done.wager for done in mine.results if done.result == "win"}
        travelled = any(lying.wager.startswith("come-") for seat in shown.table.seats for lying in seat.layout.lying)
        return shown.point is not None and travelled and bool(won)

    def is_lucky(self) -> bool:
        """Whoever looks on is ahead, throws next, and has thrown for a while."""
        shown = self.viewer.shown
        mine = shown.table.seat(self.ruth.name)
        assert mine is not None
        return mine.net > 0 and shown.next.seat == self.ruth.name and len(shown.table.rolls) > LONG


def staged(visits: Visits, *, lucky: bool = False) -> Page:
    """A page on which the moment is to be seen."""
    scene = Scene(visits)
    page = visits.open(scene.ruth, color_scheme="dark")
    page.goto(f"/t/{scene.table}")
    expect(page.locator(".stage[ready]")).to_be_attached()
    for _ in range(MOST):
        scene.plays()
        if scene.is_lively() and (scene.is_lucky() or not lucky):
            shows(page, scene.viewer)
            expect(page.locator(".delta").first).to_be_attached()
            expect(page.locator(".traveller")).to_have_count(0)
            return page
    raise AssertionError("nothing happened all evening: try again")

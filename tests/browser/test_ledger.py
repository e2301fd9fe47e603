"""A random game driven through the page, in every house: after every step the felt shows what the house has booked."""

import os
import random

import pytest

from sevenout.crew.replay import play
from tests.browser.ledger import Ledger, shows
from tests.browser.playing import HOUSES, SHIPPED, Player
from tests.browser.visiting import PATIENCE, Visits
from tests.server.serving import ROOT
from tests.volume import nightly_except, scaled, seeded

ROLLS = int(os.environ.get("SEVENOUT_FELT_ROLLS") or scaled(126))
"""In every house: a thousand in all at night, or as many as `make ledger` wants."""
LOOKS = 25
"""Rolls after which the house is asked for the whole table, instead of what has changed."""


_PRESSED = """async ([all, within]) => {
  for (const what of all) {
    const node = () => [...document.querySelectorAll(what)].find((one) => one.getAttribute("aria-disabled") !== "true");
    for (const ends = performance.now() + within; !node(); await new Promise((done) => setTimeout(done, 4)))
      if (performance.now() > ends) return what;
    node().dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
  }
  return null;
}"""
"""Presses one thing after another, each as soon as it can be pressed."""
_SPOTS = "[...document.querySelectorAll('so-felt [data-spot]')].map((node) => node.dataset.spot)"


def press(player: Player, *all_of: str) -> None:
    player.breath.take()
    never = player.page.evaluate(_PRESSED, [all_of, PATIENCE])
    assert never is None, f"{never} never became something to press"


def bet(player: Player, rng: random.Random, wagers: list[str]) -> None:
    """A chip on something that takes it; now and then it is taken back."""
    wager, chip = rng.choice(wagers), rng.choice((1, 1, 1, 2, 2, 3))
    press(player, f"so-bar [role=radio]:nth-child({chip})", f'so-felt [data-spot="{wager}"]')
    player.is_heard(f"{player.who.name} bets ")
    if rng.random() < 0.1:
        press(player, "so-bar .bar-acts .act")
        player.is_heard(f"{player.who.name} undoes")


def bets(player: Player, rng: random.Random, lines: set[str]) -> None:
    """A bet before most rolls; where nobody would throw, one on a line."""
    ledger = player.ledger
    if rng.random() < 0.6:
        spots = set(player.page.evaluate(_SPOTS))
        bet(player, rng, [wager for wager in ledger.taken() if wager in spots])
    while ledger.shown.next.why in ("nobody", "line-bet"):
        bet(player, rng, [wager for wager in ledger.taken() if wager in lines])


@pytest.mark.parametrize("rules", nightly_except(HOUSES, ["catfish-bend", "new-south-wales"]))
def test_the_felt_is_the_ledger(visits: Visits, rules: str) -> None:
    rng = seeded("ledger", rules)
    player = Player(visits, rules)
    ledger = player.ledger
    lines = {wager["attaches_to"] for wager in ledger.book()["wagers"] if wager["attaches_to"]}
    for number in range(ROLLS):
        bets(player, rng, lines)
        ledger.says(f"roll {rng.randint(1, 6)} {rng.randint(1, 6)}")
        if number % LOOKS == LOOKS - 1:
            ledger.afresh()
        shows(player.page, ledger)
    the_books_agree(ledger, rules)


def the_books_agree(ledger: Ledger, rules: str) -> None:
    """What was shown last is where the game leads that the house has written down."""
    played = play(ledger.transcript(), rules=rules if rules in SHIPPED else f"examples/{rules}.toml", beside=ROOT)
    for _ in played:
        pass
    assert played.table is not None
    seat = played.table.snapshot().seat(ledger.who.name)
    assert seat is not None
    assert {ledger.who.name: str(seat.rack)} == ledger.to_show()["racks"]

"""Somebody who plays: a seat, a page of it, and hands that use it as people do."""

from playwright.sync_api import Page, expect

from tests.browser.ledger import Breath, Ledger, shows
from tests.browser.visiting import DESK, Guest, Visits, come_in, table_of
from tests.server.serving import ROOT

SHIPPED = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical", "typical-bar-2", "crapless")
EXAMPLES = ("no-puck", "collectors")
HOUSES = (*SHIPPED, *EXAMPLES)
RACK = 20_000
"""Enough for a long evening in every house."""

_POINT = """(wager) => {
  const named = `[data-spot="${wager}"],[data-part="${wager}"]`;
  const is = (x, y) => {
    const found = document.elementFromPoint(x, y)?.closest("[data-spot],[data-part]");
    return (found?.dataset.spot ?? found?.dataset.part) === wager;
  };
  const ways = [5, 3, 7, 2, 8, 1, 9, 4, 6].map((tenth) => tenth / 10);
  for (const node of document.querySelectorAll(`so-felt :is(${named})`)) {
    const { x, y, width, height } = node.getBoundingClientRect();
    for (const down of ways) for (const right of ways)
      if (is(x + width * right, y + height * down)) return [x + width * right, y + height * down];
  }
  return null;
}"""
"""A point of the window at which a press is one on a wager."""


def rulebook(name: str) -> dict[str, str]:
    """How a table of a house is asked for: by its name, or with its text; the text of a house may stand for it."""
    if name in SHIPPED:
        return {"rules": name}
    text = name if "\n" in name else (ROOT / "examples" / f"{name}.toml").read_text(encoding="utf-8")
    return {"rules": "", "rulebook": text}


def lively(ledger: Ledger, *rolls: tuple[int, int]) -> None:
    """A table at which everything happens: of each kind one wager is bet, as soon as it may be."""
    left = {wager["wager"]: wager["family"] for wager in ledger.book()["wagers"]}
    for a, b in rolls:
        for wager, offer in ledger.offers().items():
            if offer.refused is None and (kind := left.get(wager)):
                ledger.says(f"bets {offer.minimum} on {wager}")
                left = {other: of for other, of in left.items() if of != kind}
        ledger.says(f"roll {a} {b}")


class Player:
    """Somebody in a seat, before a page of it: the owner of a table of real dice, or who comes `to` another's.

    `rolls`: what was played before the page is opened; `still`: nothing travels over the felt.
    """

    def __init__(
        self,
        visits: Visits,
        rules: str = "catfish-bend",
        *,
        name: str = "Ann",
        to: "Player | None" = None,
        size: tuple[int, int] = DESK,
        still: bool = True,
        rolls: tuple[tuple[int, int], ...] = (),
        **wanted: object,
    ) -> None:
        self.who: Guest = come_in(visits.house, name)
        self.table: str = to.table if to else table_of(visits.house, self.who, "", **{**rulebook(rules), **wanted})
        self.ledger = Ledger(visits.house, self.table, self.who)
        self.ledger.says(f"sits {RACK}")
        lively(self.ledger, *rolls)
        self.breath = Breath()
        self.page = visits.open(self.who, size=size, reduced_motion="reduce" if still else "no-preference")
        self.page.goto(f"/t/{self.table}")
        expect(self.page.locator("so-felt [data-spot]").first).to_be_attached()

    def told(self, words: str) -> None:
        """What the page tells this person."""
        expect(self.page.locator("#told")).to_contain_text(words)

    def presses(self, button: str) -> None:
        """A button below the felt, by its name."""
        self.page.locator("so-bar").get_by_role("button", name=button).click()

    # --- what comes of something

    def is_heard(self, beginning: str) -> None:
        """The house hears what the page says, and the page shows what came of it."""
        line = self.ledger.hears()
        while line.startswith("clock "):  # the house's own: once a minute where a hand lacks one point for the bonus
            line = self.ledger.hears()
        assert line.startswith(beginning), f"{beginning!r} was to be said, and {line!r} was"
        shows(self.page, self.ledger)

    def rolls(self, a: int, b: int) -> None:
        """Dice that are entered elsewhere."""
        self.ledger.says(f"roll {a} {b}")
        shows(self.page, self.ledger)

    # --- the mouse

    def at(self, wager: str) -> tuple[float, float]:
        """Where a wager is pressed."""
        point = self.page.evaluate(_POINT, wager)
        assert point is not None, f"{wager} cannot be pressed anywhere"
        return point[0], point[1]

    def clicks(self, wager: str) -> None:
        """Presses a spot, and the chip lies there."""
        self.invited(wager)
        self.page.mouse.click(*self.at(wager))
        self.is_heard(f"{self.who.name} bets ")

    def invited(self, wager: str) -> None:
        """Waits until a spot takes chips: its offer may come after what changed it."""
        expect(self.page.locator(f'so-felt [data-spot="{wager}"]').first).to_have_attribute("aria-disabled", "false")

    # --- the keyboard

    def types(self, line: str) -> None:
        """Says something in the command line, and goes back to the felt."""
        self.page.keyboard.press("/")
        expect(self.page.locator("#cmd")).to_be_focused()
        self.page.keyboard.insert_text(line)
        self.page.keyboard.press("Enter")


def focused(page: Page) -> str:
    """The wager on which the keyboard is, or nothing."""
    found: str = page.evaluate("document.activeElement?.dataset.spot ?? ''")
    return found

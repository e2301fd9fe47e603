"""One's history in a browser: an evening ends in its figures, is kept, opened, exported and deleted."""

import json

import pytest
from playwright.sync_api import expect

from sevenout.server.protocol import messages
from tests.browser.ledger import Ledger
from tests.browser.visiting import PHONE, Guest, Visits, barriers, come_in, says, shot, table_of
from tests.volume import seeded


def _plays(visits: Visits, who: Guest, table: str, dice: tuple[tuple[int, int], ...]) -> None:
    """An evening that is over: pass, odds and a place bet through these rolls."""
    ledger = Ledger(visits.house, table, who)
    ledger.says("sits 3000")
    for a, b in dice:
        for line in ("bets 10 on pass", "bets 20 on pass-odds", "bets 12 on place-6"):
            ledger.asks(line)
        ledger.says(f"roll {a} {b}")
    while not isinstance(ledger.asks("leaves"), messages.AcceptedMessage):  # a line bet stays up until it is decided
        ledger.says("roll 4 3")
    ledger.close()


def test_an_evening_is_kept_when_one_leaves_and_opened_exported_and_deleted(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    table = table_of(visits.house, ann)
    says(visits.house, table, ann, "sits 300", "bets 10 on pass", "roll 6 5")
    page = visits.open(ann)
    page.goto(f"/t/{table}")
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Leave the table").click()
    window = page.get_by_role("dialog", name="You have left the table")
    expect(window.get_by_role("img", name="Net after each of 1 roll")).to_be_visible()
    window.get_by_role("link", name="All your evenings").click()
    expect(page).to_have_title("History · sevenout")
    expect(page.get_by_text("1 evening since", exact=False)).to_be_visible()
    assert barriers(page) == []
    page.get_by_role("table").get_by_role("link").first.press("Enter")
    expect(page.get_by_text("You won $10: $10.14 more than your bets promised.")).to_be_visible()
    with page.expect_download() as kept:
        page.get_by_role("link", name="Export JSON").click()
    (evening,) = json.loads(kept.value.path().read_text(encoding="utf-8"))
    assert (evening["session"]["net"], evening["session"]["luck"]) == ("10.00", "10.14")
    page.get_by_role("button", name="Delete this evening").click()
    page.get_by_role("button", name="Press again to delete for good").click()
    expect(page.get_by_text("Here stand your evenings", exact=False)).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(1440, 900), PHONE])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_many_evenings_are_listed_with_their_sums_and_a_hand_opens_in_replay(
    visits: Visits, size: tuple[int, int], theme: str
) -> None:
    ann, dice = come_in(visits.house, "Ann"), seeded("evenings")
    table = table_of(visits.house, ann)
    for _ in range(4):
        _plays(visits, ann, table, tuple((dice.randint(1, 6), dice.randint(1, 6)) for _ in range(30)))
    page = visits.open(ann, size, color_scheme=theme)
    page.goto("/evenings")
    expect(page.get_by_role("img", name="summed over 4 evenings", exact=False)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert barriers(page) == []
    shot(page, f"evenings-{theme}")
    page.get_by_role("link", name="Replay →").first.click()
    expect(page.get_by_role("heading", name="Replay")).to_be_visible()

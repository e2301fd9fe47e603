"""A roll as it is seen: dice, call, chips that are taken and paid, amounts; and what is left is what the house says."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.visiting import PHONE, Guest, Visits, come_in, says, shot, state_of, table_of

_OVERLAPS = """() => {
  const pills = [...document.querySelectorAll(".delta")];
  for (const rising of pills.flatMap((pill) => pill.getAnimations())) rising.finish();
  const boxes = pills.map((pill) => pill.getBoundingClientRect());
  const on = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => on(one, other))).length;
}"""
_FLIGHTS = """() => {
  window.flights = 0;
  window.travelled = 0;
  addEventListener("dice-in-the-air", () => window.flights++);
  new MutationObserver((seen) => {
    const added = seen.flatMap(({ addedNodes }) => [...addedNodes]);
    window.travelled += added.filter((node) => node.className === "traveller").length;
  }).observe(document.body, { childList: true, subtree: true });
}"""


def _lying(page: Page) -> dict[tuple[str, str], int]:
    """What the felt shows."""
    stacks: list[Any] = page.locator("so-felt [data-stack]:not(.is-sent)").evaluate_all(
        "all => all.map(({dataset}) => [dataset.seat, dataset.stack, Number(dataset.cents)])"
    )
    return {(seat, wager): cents for seat, wager, cents in stacks}


def _told(visits: Visits, table: str, who: Guest) -> dict[tuple[str, str], int]:
    """What the house says."""
    seats = state_of(visits.house, table, who)["table"]["seats"]
    lying = {seat["name"]: seat.get("layout", {}).get("lying", []) for seat in seats}
    return {(name, bet["wager"]): bet["stake"] for name, bets in lying.items() for bet in bets}


def _crowd(visits: Visits) -> tuple[str, Guest]:
    """A point of eight, and five seats with chips on the nine and elsewhere."""
    ann = come_in(visits.house, "Ann")
    table = table_of(visits.house, ann)
    says(visits.house, table, ann, "sits 1000", "bets 10 on pass", "roll 4 4", "bets 20 on pass-odds")
    says(visits.house, table, ann, "bets 10 on place-9", "bets 5 on field", "bets 5 on any-7", "bets 10 on come")
    for name, stake in (("Bob", 15), ("Cy", 20), ("Dee", 25), ("Eve", 30)):
        guest = come_in(visits.house, name)
        says(visits.house, table, guest, "sits 1000", f"bets {stake} on place-9", "bets 5 on field", "bets 10 on come")
    return table, ann


def test_a_roll_is_thrown_called_paid_and_leaves_what_the_house_says(visits: Visits) -> None:
    table, ann = _crowd(visits)
    page = visits.open(ann)
    page.goto(f"/t/{table}")
    expect(page.locator("so-dice[ready]")).to_be_attached()
    expect(page.locator("so-felt [data-stack]").first).to_be_visible()
    page.evaluate(_FLIGHTS)
    says(visits.house, table, ann, "roll 5 4")
    expect(page.locator("#call")).to_contain_text("Nine")
    expect(page.locator(".delta")).to_have_count(11)  # five place bets, five fields, one any seven
    assert page.evaluate(_OVERLAPS) == 0
    shot(page, "roll")
    assert page.evaluate("window.flights") == 1
    assert page.evaluate("window.travelled") > 10
    expect(page.locator(".traveller")).to_have_count(0)
    assert _lying(page) == _told(visits, table, ann)
    expect(page.locator(".delta")).to_have_count(0)


def test_whoever_cannot_wait_goes_on_at_once(visits: Visits) -> None:
    table, ann = _crowd(visits)
    page = visits.open(ann)
    page.goto(f"/t/{table}")
    expect(page.locator("so-dice[ready]")).to_be_attached()
    expect(page.locator("so-felt [data-stack]").first).to_be_visible()
    page.evaluate(
        "addEventListener('dice-in-the-air', () => setTimeout(() => dispatchEvent(new KeyboardEvent('keydown')), 60))"
    )
    page.evaluate(_FLIGHTS)
    says(visits.house, table, ann, "roll 5 4")
    expect(page.locator(".delta")).to_have_count(11)
    assert page.evaluate("window.travelled") == 0
    assert _lying(page) == _told(visits, table, ann)


def test_the_next_roll_is_not_kept_waiting(visits: Visits) -> None:
    table, ann = _crowd(visits)
    page = visits.open(ann)
    page.goto(f"/t/{table}")
    expect(page.locator("so-dice[ready]")).to_be_attached()
    expect(page.locator("so-felt [data-stack]").first).to_be_visible()
    says(visits.house, table, ann, "roll 5 4", "roll 6 5", "roll 4 3")
    expect(page.locator("#call")).to_contain_text("Seven out", ignore_case=True)
    expect(page.locator(".traveller")).to_have_count(0)
    assert _lying(page) == _told(visits, table, ann) == {}


def test_with_reduced_motion_nothing_travels_and_everything_is_told(visits: Visits) -> None:
    table, ann = _crowd(visits)
    page = visits.open(ann, PHONE, reduced_motion="reduce")
    page.goto(f"/t/{table}")
    expect(page.locator("so-dice[ready]")).to_be_attached()
    expect(page.locator("so-felt [data-stack]").first).to_be_visible()
    page.evaluate(_FLIGHTS)
    says(visits.house, table, ann, "roll 5 4")
    expect(page.locator("#call")).to_contain_text("Nine")
    expect(page.locator(".delta.is-mine")).to_have_count(3)
    assert page.evaluate(_OVERLAPS) == 0
    assert page.evaluate("[window.flights, window.travelled]") == [0, 0]
    shot(page, "roll-still")

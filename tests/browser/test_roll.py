"""A roll as it is seen: dice, call, chips that are taken and paid, amounts; and what is left is what the house says."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import DESK, PHONE, Guest, Visits, come_in, says, shot, state_of, table_of

_OVERLAPS = """() => {
  const pills = [...document.querySelectorAll(".delta")];
  for (const rising of pills.flatMap((pill) => pill.getAnimations())) rising.finish();
  const boxes = pills.map((pill) => pill.getBoundingClientRect());
  const on = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => on(one, other))).length;
}"""
_ASTRAY = """() => {
  const box = (node) => node.getBoundingClientRect();
  const ink = (node) => {
    const { left, right, top, bottom, height } = box(node);
    return { left, right, top: top + height * 0.2, bottom: bottom - height * 0.2 };
  };
  const over = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const pills = [...document.querySelectorAll(".delta")];
  for (const rising of pills.flatMap((pill) => pill.getAnimations())) rising.finish();
  const texts = [...document.querySelectorAll(".lettering text")].filter((text) => box(text).width);
  const own = [...document.querySelectorAll(".stack.is-own:not(.is-preview) > b")].filter((stack) => box(stack).width);
  return pills.flatMap((pill) => {
    const [at, wager] = [box(pill), pill.dataset.delta];
    const said = (what) => `${wager} ${pill.textContent} ${what}`;
    const area = at.width * at.height;
    const homes = [...document.querySelectorAll(`[data-part="${wager}"]`)].map(box).filter(({ width }) => width);
    const shares = homes.map((home) => over(at, home) / area);
    return [
      ...(homes.length && Math.max(...shares) < 0.5 ? [said("is elsewhere")] : []),
      ...texts.filter((text) => /^\\d+$/.test(text.textContent) && over(at, ink(text)) > 4)
        .map((text) => said(`is on the ${text.textContent}`)),
      ...texts.filter((text) => over(at, ink(text)) > 0.2 * area).map((text) => said(`is on ${text.textContent}`)),
      ...own.filter((stack) => over(at, box(stack)) > 0.25 * area).map(() => said("is on one's own chips")),
    ];
  });
}"""
"""Amounts that are not in the space of their wager, or cover what is read there."""
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
    expect(page.locator(".stage[ready]")).to_be_attached()
    expect(page.locator("so-felt [data-stack]").first).to_be_visible()
    page.evaluate(_FLIGHTS)
    says(visits.house, table, ann, "roll 5 4")
    expect(page.locator("#call")).to_contain_text("Nine")
    expect(page.locator(".delta")).to_have_count(8)  # one's own place bet and all others', five fields, one any seven
    expect(page.locator(".delta[data-delta=place-9]:not(.is-mine)")).to_have_text("all +$126")
    assert page.evaluate(_OVERLAPS) == 0
    shot(page, "roll")
    assert page.evaluate("window.flights") == 1
    assert page.evaluate("window.travelled") > 10
    expect(page.locator(".traveller")).to_have_count(0)
    assert _lying(page) == _told(visits, table, ann)
    expect(page.locator(".delta")).to_have_count(0)


@pytest.mark.nightly
def test_whoever_cannot_wait_goes_on_at_once(visits: Visits) -> None:
    table, ann = _crowd(visits)
    page = visits.open(ann)
    page.goto(f"/t/{table}")
    expect(page.locator(".stage[ready]")).to_be_attached()
    expect(page.locator("so-felt [data-stack]").first).to_be_visible()
    page.evaluate(
        "addEventListener('dice-in-the-air', () => setTimeout(() => dispatchEvent(new KeyboardEvent('keydown')), 60))"
    )
    page.evaluate(_FLIGHTS)
    says(visits.house, table, ann, "roll 5 4")
    expect(page.locator(".delta")).to_have_count(8)
    assert page.evaluate("window.travelled") == 0
    assert _lying(page) == _told(visits, table, ann)


@pytest.mark.nightly
def test_the_next_roll_is_not_kept_waiting(visits: Visits) -> None:
    table, ann = _crowd(visits)
    page = visits.open(ann)
    page.goto(f"/t/{table}")
    expect(page.locator(".stage[ready]")).to_be_attached()
    expect(page.locator("so-felt [data-stack]").first).to_be_visible()
    says(visits.house, table, ann, "roll 5 4", "roll 6 5", "roll 4 3")
    expect(page.locator("#call")).to_contain_text("Seven out", ignore_case=True)
    expect(page.locator(".traveller")).to_have_count(0)
    assert _lying(page) == _told(visits, table, ann) == {}


@pytest.mark.nightly
def test_with_reduced_motion_nothing_travels_and_everything_is_told(visits: Visits) -> None:
    table, ann = _crowd(visits)
    page = visits.open(ann, PHONE, reduced_motion="reduce")
    page.goto(f"/t/{table}")
    expect(page.locator(".stage[ready]")).to_be_attached()
    expect(page.locator("so-felt [data-stack]").first).to_be_visible()
    page.evaluate(_FLIGHTS)
    says(visits.house, table, ann, "roll 5 4")
    expect(page.locator("#call")).to_contain_text("Nine")
    expect(page.locator(".delta.is-mine")).to_have_count(3)
    assert page.evaluate(_OVERLAPS) == 0
    assert page.evaluate("[window.flights, window.travelled]") == [0, 0]
    shot(page, "roll-still")


@pytest.mark.nightly
@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("roll", ["5 5", "2 4", "3 4"])
def test_amounts_stay_in_the_space_of_their_wager(visits: Visits, roll: str, size: tuple[int, int]) -> None:
    everybody = [come_in(visits.house, name) for name in ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")]
    ann = everybody[0]
    table = table_of(visits.house, ann, "new-south-wales")
    says(visits.house, table, ann, "sits 1000", "bets 25 on pass", "roll 4 5")
    for number, guest in enumerate(everybody):
        says(visits.house, table, guest, *([] if guest is ann else ["sits 1000"]), "bets 10 on come")
        if number % 2:
            says(visits.house, table, guest, "bets 5 on field")
    says(visits.house, table, ann, "roll 5 5")
    for number, guest in enumerate(everybody):
        bets = (
            "10 on place-10",
            "12 on place-6",
            "24 on place-8",
            "25 on buy-10",
            "5 on big-6",
            "5 on hard-10",
            "8 on horn",
        )
        says(
            visits.house,
            table,
            guest,
            *(f"bets {bet}" for at, bet in enumerate(bets) if guest is ann or (at + number) % 2),
        )
    page = visits.open(ann, size, reduced_motion="reduce")
    page.goto(f"/t/{table}")
    expect(page.locator(".stage[ready]")).to_be_attached()
    expect(page.locator("so-felt [data-stack]").first).to_be_visible()
    says(visits.house, table, ann, f"roll {roll}")
    expect(page.locator(".delta.is-mine").first).to_be_visible()
    assert page.evaluate(_OVERLAPS) == 0
    assert page.evaluate(_ASTRAY) == []
    shot(page, f"amounts-{roll.replace(' ', '-')}")


@pytest.mark.nightly
def test_words_give_way_to_an_amount_as_to_the_chips_that_lay_there(visits: Visits) -> None:
    ann = come_in(visits.house, "Ann")
    table = table_of(visits.house, ann)
    says(visits.house, table, ann, "sits 1000", "bets 10 on pass", "roll 4 2")
    says(
        visits.house, table, ann, *(f"bets {bet}" for bet in ("24 on horn", "24 on hi-lo", "5 on hard-8", "5 on big-8"))
    )
    page = visits.open(ann, reduced_motion="reduce")
    page.goto(f"/t/{table}")
    expect(page.locator(".stage[ready]")).to_be_attached()
    expect(page.locator("so-felt [data-stack]").first).to_be_visible()
    says(visits.house, table, ann, "roll 5 3")
    expect(page.locator(".delta.is-mine")).to_have_count(4)
    assert page.evaluate(_ASTRAY) == []
    expect(page.locator(".is-told")).to_have_count(4)
    expect(page.locator(".delta")).to_have_count(0)
    expect(page.locator(".is-told")).to_have_count(0)

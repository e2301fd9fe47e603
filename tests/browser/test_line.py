"""The line between a page and its house: it is lost, comes back, and nothing is missed or done twice."""

import json
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.ledger import Ledger, shows
from tests.browser.playing import Player
from tests.browser.visiting import Visits, come_in, says, shot
from tests.server.serving import ROOT, bearer, serving

LOST = (
    r"ERR_(CONNECTION_\w+|CONTENT_LENGTH_MISMATCH|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|INTERNET_DISCONNECTED"
    r"|SOCKET_NOT_CONNECTED)|WebSocket connection to"
)


@pytest.fixture
def shaky(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visits]:
    """Visitors of a house that may be taken away, and that comes back at the same address."""
    folder = tmp_path_factory.mktemp("shaky")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with serving(str(folder / "house.db"), folder, "--port", str(port), log=folder / "log") as served:
        visits = Visits(browser, served)
        visits.allowed.append(LOST)
        yield visits
        visits.close()
    assert not visits.faults(), "\n".join(visits.faults())


@pytest.mark.nightly
def test_a_house_that_is_killed_comes_back_with_the_same_table(shaky: Visits) -> None:
    ann = Player(shaky)
    page, name = ann.page, ann.who.name
    ann.clicks("pass")
    ann.rolls(3, 3)
    ann.clicks("place-8")
    was = ann.ledger.to_show()
    shaky.house.kill()
    banner = page.locator(".banner")
    expect(banner).to_contain_text("The connection is lost")
    expect(page.locator(".go")).to_contain_text("Connecting")
    shot(page, "line-lost")
    page.mouse.click(*ann.at("field"))
    ann.told("You are offline")
    expect(page.locator(".call-pill")).to_have_text("Not connected")
    page.locator("#cmd").fill("5 on hard 10")
    page.keyboard.press("Enter")
    ann.told("You are offline: nothing was sent, try again when the connection is back")
    expect(page.locator("#cmd")).to_have_value("5 on hard 10")
    shaky.house.start()
    expect(banner).to_contain_text("The connection is back")
    ann.ledger = Ledger(shaky.house, ann.table, ann.who)
    assert ann.ledger.to_show() == was, "what was played is there, and nothing was done twice"
    shows(page, ann.ledger)
    expect(page.locator(".call-pill")).to_have_text("Bets open")
    page.locator("#cmd").press("Enter")
    ann.is_heard(f"{name} bets 5 on hard-10")
    ann.clicks("field")
    ann.rolls(4, 4)
    assert set(ann.ledger.shown.seats[name].layout) == {"pass", "place-8", "hard-10"}


def test_after_a_restart_every_page_shows_the_roll_that_was_thrown_meanwhile(shaky: Visits) -> None:
    ann = Player(shaky, dice="fair", window=3)
    says(shaky.house, ann.table, come_in(shaky.house, "Pia"), "sits 1000")  # who is alone is not hurried
    ann.ledger.hears()
    other = come_in(shaky.house, "Olga")
    pages = {"table": ann.page, "listen": shaky.open(ann.who), "watching": shaky.open(other), "display": shaky.open()}
    for path, page in pages.items():
        page.goto(f"/t/{ann.table}{'' if path in ('table', 'watching') else f'/{path}'}")
        expect(page.locator("so-news .news")).to_be_attached()
    ann.clicks("pass")
    ann.ledger.follows_roll()
    for page in (pages["table"], pages["watching"], pages["display"]):
        expect(page.locator(".call-dice")).to_have_attribute("aria-label", ann.ledger.last_dice())
    if not ann.ledger.shown.seats[ann.who.name].layout:
        ann.ledger.says("bets 10 on pass")
    shaky.house.kill()
    for page in pages.values():
        page.context.set_offline(True)  # nobody comes back before the roll
    shaky.house.start()
    ledger = Ledger(shaky.house, ann.table, ann.who)
    rolls = len(ledger.shown.table.rolls)
    if rolls == len(ann.ledger.shown.table.rolls):  # else it was thrown before anybody could ask
        ledger.follows_roll()
    for page in pages.values():
        page.context.set_offline(False)
    a, b = ledger.shown.table.rolls[-1].a, ledger.shown.table.rolls[-1].b
    missed = f"{a} and {b}"
    for path in ("table", "watching", "display"):
        expect(pages[path].locator(".news .is-missed")).to_contain_text(missed)
        expect(pages[path].locator("#call")).to_contain_text(f"threw {a} and {b}: {a + b}")
        expect(pages[path].locator(".call-dice")).to_have_attribute("aria-label", ledger.last_dice())
    expect(pages["listen"].locator("#log")).to_contain_text("The connection is back. While the connection was lost")
    expect(pages["listen"].locator("#log")).to_contain_text(missed)
    expect(pages["table"].locator("so-settled")).not_to_contain_text("No bets decided yet")
    expect(pages["table"].locator(".banner")).not_to_contain_text("nothing was missed")
    shot(pages["table"], "restart")
    shot(pages["display"], "restart-display")
    pages["table"].locator(".news").get_by_role("button", name="OK").click()
    expect(pages["table"].locator(".news .is-missed")).to_have_count(0)


@pytest.mark.nightly
def test_what_is_fetched_only_when_needed_is_fetched_once_more_when_the_house_is_back(shaky: Visits) -> None:
    ann = Player(shaky)
    page = ann.page
    trouble, split = page.locator(".trouble"), page.locator("so-session .split summary")
    page.route("**/assets/net-breakdown-*", lambda part: part.abort())
    shaky.allowed.append("ERR_FAILED")
    ann.clicks("pass")
    with page.expect_event("requestfailed", lambda asked: "/assets/net-breakdown-" in asked.url):
        ann.rolls(4, 3)
    expect(split).to_have_count(0)
    expect(trouble).to_have_count(0)
    page.unroute("**/assets/net-breakdown-*")
    shaky.house.kill()
    expect(page.locator(".banner")).to_contain_text("The connection is lost")
    for button in ("Explain", "Chat"):
        page.get_by_text(button, exact=True).click()
        expect(trouble).to_contain_text("The house cannot be reached just now.")
        trouble.get_by_role("button", name="Close").click()
    shot(page, "line-parts")
    shaky.house.start()
    expect(page.get_by_label("Say something to the table")).to_be_visible()
    page.get_by_text("Explain", exact=True).click()
    ann.told("Press a spot to see its rule")
    page.get_by_role("tab", name="Table").click()
    expect(split).to_be_visible()
    expect(trouble).to_have_count(0)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The package, where a test may put another page into it."""
    shutil.copytree(ROOT / "src" / "sevenout", tmp_path / "sevenout", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def _builds_anew(package: Path) -> None:
    """Another build of the page: its files are named otherwise, and those of the last one are gone."""
    page = package / "sevenout" / "server" / "web" / "page"
    for packed in [*page.rglob("*.br"), *page.rglob("*.gz")]:
        packed.unlink()
    scripts = [*(page / "assets").glob("*.js")]
    for file in (page / "index.html", *scripts):
        text = file.read_text(encoding="utf-8")
        for script in scripts:
            text = text.replace(script.name, f"newer-{script.name}")
        file.write_text(text, encoding="utf-8")
    for script in scripts:
        script.rename(script.with_name(f"newer-{script.name}"))


@pytest.mark.nightly
def test_a_house_that_comes_back_with_a_newer_page_says_so_and_nothing_typed_is_lost(
    browser: Browser, installed: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with serving(str(installed / "house.db"), installed, "--port", port, PYTHONPATH=str(installed)) as house:
        visits = Visits(browser, house)
        visits.allowed += [LOST, "404"]
        ann = Player(visits)
        page, newer = ann.page, ann.page.locator(".newer")
        ann.presses("Orders")
        page.get_by_label("Keep odds at the most").check()
        page.get_by_role("tab", name="Chat").click()
        page.get_by_label("Say something to the table").fill("good lu")
        page.locator("#cmd").fill("six and eight 12 ea")
        form = visits.page(page.context)
        form.goto("/new")
        form.get_by_label("Minimum bet").fill("15")
        form.get_by_label("Real dice").check()
        screen = visits.page(page.context)
        screen.goto(f"/t/{ann.table}/display")
        for each in (page, form, screen):
            expect(each.locator("so-newer .newer")).to_be_attached()
        house.kill()
        expect(page.locator(".banner")).to_contain_text("The connection is lost")
        _builds_anew(installed)
        house.start()
        expect(newer).to_contain_text("There is a newer version of this page")
        expect(page.locator("#cmd")).to_have_value("six and eight 12 ea")
        shot(page, "newer")
        newer.get_by_role("button", name="Load it").click()
        expect(page.locator('script[src^="/assets/newer-app-"]')).to_be_attached()
        expect(page.locator("#cmd")).to_have_value("six and eight 12 ea")
        expect(page.locator("so-bar")).to_contain_text("Orders 1")
        page.get_by_role("tab", name="Chat").click()
        expect(page.get_by_label("Say something to the table")).to_have_value("good lu")
        expect(newer).to_be_empty()
        expect(screen.locator('script[src^="/assets/newer-app-"]')).to_be_attached()
        form.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        form.get_by_role("button", name="Load it").click()
        expect(form.locator('script[src^="/assets/newer-app-"]')).to_be_attached()
        expect(form.get_by_label("Minimum bet")).to_have_value("15")
        expect(form.get_by_label("Real dice")).to_be_checked()
        visits.close()
        assert not visits.faults(), "\n".join(visits.faults())


def test_a_bet_whose_answer_was_lost_is_said_again_and_made_once(visits: Visits) -> None:
    visits.allowed.append(LOST)
    ann = Player(visits)
    page, name = ann.page, ann.who.name
    said: list[str] = []

    def between(line: WebSocketRoute) -> None:
        """A network that takes a bet to the house, and breaks before it has brought an answer."""
        house = line.connect_to_server()
        first = not said

        def to_house(message: str | bytes) -> None:
            if json.loads(message)["type"] == "say":
                said.append(str(message))
            house.send(message)

        def to_page(message: str | bytes) -> None:
            if first and said:
                line.close()
            else:
                line.send(message)

        line.on_message(to_house)
        house.on_message(to_page)

    page.route_web_socket("**/socket", between)
    page.reload()
    ann.invited("field")
    page.mouse.click(*ann.at("field"))  # messages pass `between` only while the page is waited for
    expect(page.locator('[data-stack="field"]:not(.is-sent)')).to_have_attribute("data-cents", "500")
    expect(page.locator(".banner")).to_contain_text("The connection is back")
    ann.told("$5 on Field")
    ann.ledger.hears()
    assert len(said) == 2, "it was said again, because nobody had answered"
    assert said[0] == said[1], "under the same key"
    ann.ledger.afresh()
    assert ann.ledger.shown.seats[name].layout == {"field": "5.00"}
    shows(page, ann.ledger)


@pytest.mark.nightly
def test_two_tabs_of_one_person_are_one_seat(visits: Visits) -> None:
    ann = Player(visits)
    other = visits.page(ann.page.context)
    other.goto(f"/t/{ann.table}")
    shows(other, ann.ledger)
    ann.clicks("pass")
    shows(other, ann.ledger)
    other.locator('so-felt [data-spot="field"]').first.click()
    ann.is_heard(f"{ann.who.name} bets 5 on field")
    shows(other, ann.ledger)
    ann.page.get_by_role("radio", name="$25 chip").click()
    expect(other.get_by_role("radio", name="$25 chip")).to_have_attribute("aria-checked", "true")
    ann.ledger.says("roll 2 1")
    shows(ann.page, ann.ledger)
    shows(other, ann.ledger)


@pytest.mark.nightly
def test_who_is_not_known_any_more_is_told_so_and_comes_in_again(visits: Visits) -> None:
    visits.allowed.append("status of 401")
    ann = Player(visits)
    visits.house.web.request("DELETE", "/api/me/tokens", headers=bearer(ann.who.token)).raise_for_status()
    page = ann.page
    expect(page.locator(".banner")).to_be_visible()
    page.get_by_role("button", name="Come in again").click()
    expect(page.locator("so-bar")).to_contain_text("You are watching")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("so-bar [data-rack]")).to_be_visible()
    assert page.locator("so-bar [data-rack]").get_attribute("data-rack") != ann.who.name


@pytest.mark.nightly
def test_a_table_that_is_not_there_is_said_not_to_be(visits: Visits) -> None:
    page = visits.open()
    visits.allowed.append("status of 404|WebSocket connection to")
    page.goto("/t/t-00000000")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
    page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(page.locator("so-lobby")).to_be_visible()

"""Visitors of a house: each a browser of their own, of which everything is noted that must not happen.

The page's policy forbids `eval`, which `wait_for_function` needs: tests wait for locators, which is better anyway.
"""

import json
import re
from contextlib import ExitStack
from http import HTTPStatus
from itertools import count, product
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebSocket

from tests.server.serving import ROOT, WITHIN, Served, bearer

SHOTS = ROOT / "build" / "shots"
"""Where screenshots are kept."""
DESK, PHONE, WALL = (1440, 900), (390, 844), (1920, 1080)
PATIENCE = WITHIN * 1000
"""Milliseconds in which a page does what it is asked to: the house's own bound, for the page waits for the house."""
KEYS = count()
"""What makes the key of every line another: nothing that is said here is said twice."""
_AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
_TRIED = (r"status of 409 .*/api/guests", r"status of 400 .*/bots")
"""A guest's name that somebody has, a strategy that cannot play by this book: the next one is tried."""
_KEPT = "sevenout.who"
"""Under this name a page keeps who it is (web/src/state/api.ts)."""


class Guest(NamedTuple):
    """Somebody who has come in."""

    name: str
    token: str


class Visits:
    """All pages of one test, and what went wrong on any of them."""

    def __init__(self, browser: Browser, house: Served) -> None:
        self.house = house
        self.allowed: list[str] = [*_TRIED]
        """Patterns of faults that the test brings about itself."""
        self.pages: list[Page] = []
        self._browser, self._faults, self._open = browser, list[str](), ExitStack()

    def open(self, who: Guest | None = None, size: tuple[int, int] = DESK, **more: Any) -> Page:
        """A page of a visitor's own, at no address yet; `more` is for the browser's context (`reduced_motion=…`)."""
        width, height = size
        options = {"viewport": {"width": width, "height": height}, "base_url": self.house.address, **more}
        if size == PHONE:
            options = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2, **options}
        if who is not None:
            kept = {"name": _KEPT, "value": json.dumps(who._asdict())}
            options["storage_state"] = {"origins": [{"origin": self.house.address, "localStorage": [kept]}]}
        context = self._open.enter_context(self._browser.new_context(**options))
        context.set_default_timeout(PATIENCE)
        return self.page(context)

    def page(self, context: BrowserContext) -> Page:
        """Another page of the same visitor."""
        page = context.new_page()
        page.on("pageerror", lambda error: self._faults.append(f"error: {error.stack or error.message}"))
        page.on("console", self._said)
        page.on("request", self._asked)
        page.on("websocket", self._asked)
        self.pages.append(page)
        return page

    def _said(self, said: ConsoleMessage) -> None:
        asked = f"{said.text} {said.location['url']}"
        busy = "/api/" in asked and re.search(r"(status of|response code:) 503", asked)  # the page asks again
        if said.type == "error" and not busy:  # what the policy forbids is told here too
            self._faults.append(f"console: {said.text} ({said.location['url']})")

    def _asked(self, asked: Request | WebSocket) -> None:
        where = urlsplit(asked.url)
        if where.scheme not in ("data", "blob") and where.netloc != urlsplit(self.house.address).netloc:
            self._faults.append(f"asked of another host: {asked.url}")

    def faults(self) -> list[str]:
        """What went wrong and was not to be expected."""
        return [fault for fault in self._faults if not any(re.search(pattern, fault) for pattern in self.allowed)]

    def close(self) -> None:
        """Closes every page."""
        self._open.close()


def come_in(house: Served, name: str) -> Guest:
    """A guest of the house, by this name or, where another test's guest has it, by one that begins so."""
    for ending in ("", *map("".join, product("bdgmnrsvz", "aeou", "lnrst"))):
        answer = house.web.post("/api/guests", json={"name": name + ending})
        if answer.status_code == HTTPStatus.CREATED:
            return Guest(name + ending, str(answer.json()["token"]))
        assert answer.json()["code"] == "name-taken", answer.text
    raise AssertionError(f"the house is full of people called {name}")


def table_of(house: Served, owner: Guest, rules: str = "catfish-bend", /, **wanted: object) -> str:
    """A table whose owner enters the dice: `roll 3 4`; nobody is waited for."""
    return house.table(owner.token, **{"rules": rules, "dice": "entered", "window": 3600, **wanted})


def says(house: Served, table: str, who: Guest, *lines: str) -> None:
    """Lines that somebody says at a table over a connection of their own, all of them taken."""
    client = house.connect(table, who.token)
    client.hear("snapshot")
    for line in lines:
        answer = client.say(f"{line} {next(KEYS)}", line)
        assert answer["type"] == "accepted", f"{line}: {answer}"
    client.socket.close()


def state_of(house: Served, table: str, who: Guest) -> dict[str, Any]:
    """The table as the house has it: the snapshot that a new connection is sent."""
    client = house.connect(table, who.token)
    told = client.hear("snapshot")
    client.socket.close()
    return told


def listed(house: Served, who: Guest | None = None) -> list[dict[str, Any]]:
    """The tables of the house."""
    told: list[dict[str, Any]] = house.web.get("/api/tables", headers=bearer(who.token) if who else {}).json()
    return told


def shot(page: Page, name: str) -> Path:
    """A screenshot, kept as an artefact."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    size = page.viewport_size or {"width": 0, "height": 0}
    path = SHOTS / f"{name}-{size['width']}x{size['height']}.png"
    page.screenshot(path=path)
    return path


def barriers(page: Page, *, within: str = "body") -> list[str]:
    """What axe finds that keeps somebody from using a page, one line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE.read_text(encoding="utf-8"))
    found = page.evaluate("within => axe.run(within, {resultTypes: ['violations']})", within)
    return [
        f"{each['id']} ({each['impact']}): {each['help']}: {node['html'][:160]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]

"""What the house has on its books for a table, and whether a page shows just that."""

import json
import time
from typing import Any

import msgspec
from playwright.sync_api import Page

from sevenout.base.money import parse_amount
from sevenout.server.protocol import message_codec, messages
from sevenout.server.protocol.client_picture import apply_event
from tests.browser.visiting import KEYS, PATIENCE, Guest
from tests.server.serving import Client, Served, bearer

_SHOWN = """() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const text = (node) => node.textContent.replace(/[$,\\s]/g, "");
  const stacks = {}, racks = {}, wrong = [];
  for (const node of all("so-felt [data-stack]:not(.is-sent)")) {
    const { stack, seat, cents, button } = node.dataset;
    const key = `${seat} ${stack}`;
    if (key in stacks) wrong.push(`${key} lies there twice`);
    stacks[key] = cents + (/^(ON|OFF)$/.test(button ?? "") ? ` ${button}` : "");
    const written = text(node.querySelector("b"));
    if (cents % 100 === 0 && cents < 1000000 && written !== String(cents / 100))
      wrong.push(`${key}: ${cents} cents are written ${written}`);
  }
  for (const node of all("[data-rack]").filter((node) => !node.closest("[hidden]"))) {
    const { rack, cents } = node.dataset;
    if (rack in racks && racks[rack] !== cents) wrong.push(`${rack} has ${racks[rack]} and ${cents}`);
    racks[rack] = cents;
    if (Math.round(text(node) * 100) !== Number(cents)) wrong.push(`${rack}: ${cents} are written ${text(node)}`);
  }
  const dice = document.querySelector(".call-dice")?.getAttribute("aria-label") ?? "";
  const puck = document.querySelector("[data-puck]")?.dataset.puck ?? "none";
  return { stacks, racks, puck, dice, wrong };
}"""
"""All that a page shows of money, point and dice, and where what it writes is not what it has."""

_COMES_TO_SHOW = f"""([wanted, within]) => new Promise((answer) => {{
  const shown = {_SHOWN};
  const named = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const sorted = (_, value) => (named(value) ? Object.fromEntries(Object.entries(value).sort()) : value);
  const flat = (one) => JSON.stringify(one, sorted);
  const is = () => flat(shown()) === flat(wanted);
  if (is()) return answer(null);
  const seen = new MutationObserver(() => is() && done(null));
  const late = setTimeout(() => done(is() ? null : shown()), within);
  const done = (found) => (seen.disconnect(), clearTimeout(late), answer(found));
  seen.observe(document.body, {{ subtree: true, childList: true, attributes: true, characterData: true }});
}})"""
"""Nothing, as soon as the page shows what is wanted; else what it shows instead when the time is over."""


class Breath:
    """What one connection may say: a house does not listen to who says 60 things at once, or 20 a second for long."""

    def __init__(self, at_once: int = 50, each_second: int = 18) -> None:
        self._left, self._most, self._each, self._at = float(at_once), at_once, each_second, time.monotonic()

    def take(self) -> None:
        """Waits until one more thing may be said."""
        now = time.monotonic()
        self._left, self._at = min(self._most, self._left + (now - self._at) * self._each) - 1, now
        if self._left < 0:
            time.sleep(-self._left / self._each)


class Ledger:
    """A table as the house tells it to one person: followed event by event over a connection of its own."""

    def __init__(self, house: Served, table: str, who: Guest) -> None:
        self.table, self.who = table, who
        self._house, self._client = house, house.connect(table, who.token)
        self._asking = house.connect(table, who.token)  # what is asked does not count as said
        self._breaths = {self._client: Breath(), self._asking: Breath()}
        self._asking.hear("snapshot")
        first = message_codec.read_server_message(json.dumps(self._client.hear("snapshot")))
        assert isinstance(first, messages.SnapshotMessage)
        self.shown = first

    def close(self) -> None:
        """Nothing more is wanted to be known."""
        self._client.socket.close()
        self._asking.socket.close()

    # --- being told

    def _next(self) -> messages.FromServer:
        message = message_codec.read_server_message(self._client.socket.recv(timeout=PATIENCE / 1000))
        match message:
            case messages.SnapshotMessage():
                self.shown = message
            case messages.EventMessage(past=False):
                self.shown = apply_event(self.shown, message)
        return message

    def hears(self) -> str:
        """The next thing that happens, as a line of the notation; what has none, such as a seed, is passed over."""
        while True:
            if isinstance(message := self._next(), messages.EventMessage) and message.line:
                return message.line

    def hears_of(self, kind: str) -> dict[str, Any]:
        """The next event of a kind, as it is written."""
        while True:
            if isinstance(message := self._next(), messages.EventMessage):
                event: dict[str, Any] = msgspec.to_builtins(message.event)
                if event["type"] == kind:
                    return event

    def follows(self, n: int) -> None:
        """Hears of everything up to an event."""
        while self.shown.n < n:
            self._next()

    def follows_roll(self) -> None:
        """Hears of everything up to the next roll."""
        while not (
            isinstance(message := self._next(), messages.EventMessage) and message.change.roll and not message.past
        ):
            pass

    def last_dice(self) -> str:
        """How the last roll is called where its dice are shown."""
        return self._dice()

    def offers(self) -> dict[str, messages.OfferMessage]:
        """What this person may bet now, or why not."""
        self._send(messages.Subscribe("offers"), self._asking)
        while True:  # those that came by themselves may be older
            message = message_codec.read_server_message(self._asking.socket.recv(timeout=PATIENCE / 1000))
            if isinstance(message, messages.OffersMessage) and message.n >= self.shown.n:
                return {offer.wager: offer for offer in message.offers}

    def taken(self) -> list[str]:
        """What you can bet now."""
        return [wager for wager, offer in self.offers().items() if offer.refused is None]

    def afresh(self) -> None:
        """Looks at the table as somebody does who has followed nothing."""
        self._send(messages.Subscribe("snapshot"))
        while not isinstance(self._next(), messages.SnapshotMessage):
            pass

    def book(self) -> dict[str, Any]:
        """The rulebook that is dealt here."""
        answer = self._house.web.get(f"/api/tables/{self.table}/book", headers=bearer(self.who.token))
        told: dict[str, Any] = answer.json()
        return told

    def transcript(self) -> str:
        """The game so far, in the notation."""
        return self._house.web.get(f"/api/tables/{self.table}/transcript", headers=bearer(self.who.token)).text

    # --- saying

    def _send(self, message: messages.FromClient, over: Client | None = None) -> None:
        client = over or self._client
        self._breaths[client].take()
        client.socket.send(message_codec.encode(message).decode())

    def asks(self, line: str) -> messages.AcceptedMessage | messages.RefusedMessage:
        """Says a line; what the house answers. As every client does, again when the house is busy and says when."""
        key = f"ledger {next(KEYS)}"
        self._send(messages.LineRequest(key, line))
        while True:
            message = self._next()
            if isinstance(message, messages.AcceptedMessage | messages.RefusedMessage) and message.key == key:
                if not isinstance(message, messages.RefusedMessage) or message.code not in messages.AGAIN:
                    return message
                time.sleep(message.retry_after)
                self._send(messages.LineRequest(key, line))

    def says(self, *lines: str) -> None:
        """Says lines, all of which are taken."""
        for line in lines:
            answer = self.asks(line)
            assert isinstance(answer, messages.AcceptedMessage), f"{line}: {answer}"

    # --- what a page must show of it

    def to_show(self) -> dict[str, Any]:
        """All that a page shows of money, point and dice, by the house's figures."""
        stacks, calls = dict[str, str](), dict[str, str]()
        for seat in self.shown.table.seats:
            calls |= {
                f"{seat.name} {lying.wager}": f" {lying.call.upper()}" for lying in seat.layout.lying if lying.call
            }
        for name, told in self.shown.seats.items():
            for wager, stake in told.layout.items():
                stacks[f"{name} {wager}"] = f"{parse_amount(stake)}{calls.get(f'{name} {wager}', '')}"
        racks = {name: str(parse_amount(told.rack)) for name, told in self.shown.seats.items()}
        return {"stacks": stacks, "racks": racks, "puck": self._puck(), "dice": self._dice(), "wrong": []}

    def _puck(self) -> str:
        if not self.shown.table.house.puck:
            return "none"
        return "off" if self.shown.point is None else str(self.shown.point)

    def _dice(self) -> str:
        rolls = self.shown.table.rolls
        return f"The last roll: {rolls[-1].a} and {rolls[-1].b}" if rolls else ""


def shows(page: Page, ledger: Ledger) -> None:
    """A page comes to show what the house has on its books, and nothing else."""
    wanted = ledger.to_show()
    found = page.evaluate(_COMES_TO_SHOW, [wanted, PATIENCE])
    if found is None:
        return
    differ = [part for part in wanted if found[part] != wanted[part]]
    parts = [f"{part}: the house has {wanted[part]}, the page shows {found[part]}" for part in differ]
    raise AssertionError(f"after event {ledger.shown.n}:\n" + "\n".join(parts))

"""The people of a world: what each does next is picked by a seed of their own, and none of them is to be trusted."""

import asyncio
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.nightly.world.tabs import Asked, Tab

if TYPE_CHECKING:
    from tests.nightly.world.world import World

Body = dict[str, Any]
_WAGERS = ("pass", "pass", "dont-pass", "field", "place-6", "place-8", "any-7", "hard-8", "come", "pass-odds")
_TALK = ("10 pass", "max odds", "12 on the six", "press my six", "10 field", "five bucks on the yo", "take me down")
"""What people say who do not know the notation."""
_NONSENSE = ('{"type":"say"', "[]", '{"type":"say","key":"x","line":"bets","more":1}', '{"type":"fly"}', "", "\u0000")


class Player:
    """Somebody who plays at one table, on one page or two."""

    def __init__(self, world: "World", name: str, key: str, tabs: list[Tab], chance: random.Random) -> None:
        self.world, self.name, self.key, self.tabs, self.chance = world, name, key, tabs, chance
        self.done: list[Asked] = []
        self._number = 0

    @property
    def tab(self) -> Tab:
        """The page in front."""
        return self.tabs[0]

    def new_key(self) -> str:
        """A key that was never used."""
        self._number += 1
        return f"{self.name}-{self._number}"

    async def play(self) -> None:
        """Until the evening is over."""
        while not self.world.over:
            await asyncio.sleep(self.chance.expovariate(2.5))
            await self._something()
        for tab in self.tabs:
            tab.reads = True

    async def _something(self) -> None:
        chance, tab = self.chance, self.tab
        if not tab.connected:
            await tab.connect()
            return
        what = chance.random()
        if what < 0.04:
            tab.drop()
        elif what < 0.06:
            tab.reads = not tab.reads
        elif what < 0.08 and len(self.tabs) > 1:
            self.tabs.append(self.tabs.pop(0))
            self.tabs[-1].reads = chance.random() < 0.5  # a page behind another may sleep
        elif what < 0.11:
            tab.want(chance.choice(("offers", "rolls", "snapshot")))
        elif what < 0.125:
            tab.raw(chance.choice(_NONSENSE))
        elif what < 0.18 and self.done:
            await self._again()
        else:
            tab.reads = True
            await self.say(self.body())

    async def say(self, body: Body) -> Asked:
        """Something new."""
        asked = await self.tab.ask(self.new_key(), body)
        if asked.n is not None and not asked.twice:
            self.done.append(asked)
        return asked

    async def _again(self) -> None:
        """The key of something that was done: the same answer; with other words: a refusal."""
        chance, old = self.chance, self.chance.choice(self.done)
        self.tab.reads = True
        if chance.random() < 0.6:
            asked = await self.tab.ask(old.key, old.body, once=True)
            if asked.n != old.n:
                self.wrong(f"{old.key} was answered {old.n}, and again {asked.n or asked.code}")
            return
        asked = await self.tab.ask(old.key, {"type": "say", "line": "bets 5 on hard-10"}, once=True)
        if asked.n is not None and old.body.get("line") != "bets 5 on hard-10":
            self.wrong(f"the key of something else was answered {asked.n or asked.code}")

    def wrong(self, words: str) -> None:
        """Somebody was treated badly."""
        self.world.oracle.note(f"{self.name}: {words}")

    def body(self) -> Body:
        """What they say next."""
        tab, chance = self.tab, self.chance
        if not tab.you:
            line = f"sits {chance.choice((50, 100, 200))}" if chance.random() < 0.9 else "bets 10 on pass"
            return {"type": "say", "line": line}
        shooter = tab.shown.throws if tab.shown is not None else None
        if shooter == tab.you and chance.random() < 0.35:
            return {"type": "say", "line": "roll"}
        ways: list[tuple[float, Callable[[], str]]] = [
            (0.45, self._bet),
            (0.55, lambda: chance.choice(_TALK)),
            (0.60, lambda: f"takes down {chance.choice(_WAGERS)}"),
            (0.64, lambda: "undoes"),
            (0.68, lambda: f"buys in for {chance.choice((20, 50, 100))}"),
            (0.72, lambda: f"tokes {chance.choice((1, 5))}"),
            (
                0.75,
                lambda: chance.choice(("passes the dice", "declines the dice", "accepts the dice", "asks for time")),
            ),
            (0.79, lambda: "leaves"),
            (0.84, self._for_another),
            (0.87, lambda: chance.choice(("no roll", "throw", "supervisor awards Ann 100: luck", "roll 3 4"))),
            (0.90, lambda: "roll"),
        ]
        what = chance.random()
        for below, way in ways:
            if what < below:
                return {"type": "say", "line": way()}
        return {"type": "seed", "seed": chance.randbytes(chance.randint(1, 8)).hex()}

    def _bet(self) -> str:
        return f"bets {self.chance.choice((5, 10, 12, 15, 30))} on {self.chance.choice(_WAGERS)}"

    def _for_another(self) -> str:
        other = self.chance.choice(self.world.names)
        return f"{other} {self.chance.choice(('bets 10 on field', 'leaves', 'takes down pass', 'passes the dice'))}"


class CrewMember(Player):
    """Somebody who deals: throws for the shooter, calls throws off, warns; and is sent home in the middle of it."""

    sent_home = False

    def body(self) -> Body:
        """What they do next."""
        chance, shown = self.chance, self.tab.shown
        shooter = shown.throws if shown is not None else None
        lines = ["roll", "throw", "no roll", "no roll: a die left the table", "supervisor overrules, roll 3 4"]
        if shooter is not None:
            lines += [f"supervisor orders {shooter} to pass the dice", f"supervisor awards {shooter} 5: a short payoff"]
        if not self.world.fair[self.tab.table]:
            lines += [f"roll {chance.randint(1, 6)} {chance.randint(1, 6)}"] * 8
        return {"type": "say", "line": chance.choice(lines)}

    async def say(self, body: Body) -> Asked:
        """Whoever was sent home, and knows it, does nothing at a table any more."""
        home = self.sent_home
        asked = await super().say(body)
        if home and asked.n is not None:
            self.wrong(f"was sent home, and «{body['line']}» was taken")
        return asked

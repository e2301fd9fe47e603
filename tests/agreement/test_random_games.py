"""The engine and the referee play the same random games, legal and illegal lines mixed, and never differ."""

import random
from collections.abc import Callable

import pytest

from sevenout.base.dice import roll
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW, WAGERS
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from sevenout.table import Rolled, Table
from sevenout.table.commands import Leave
from sevenout.table.events import Left
from tests.agreement.referee.grounds import WORDS
from tests.agreement.referee.referee import Row
from tests.agreement.referee.rulings import RulingReferee
from tests.volume import scaled, seeded

BOOKS = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical", "typical-bar-2", "crapless")
ROLLS_PER_CHUNK = 5_000
CHUNKS = scaled(20)
ROLLS_PER_GAME = 250
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve")
TABLES = (
    (500, 50_000, 100),
    (500, 50_000, 100),
    (2500, 300_000, 100),
    (1000, 20_000, 500),
    (500, 100_000, 50),
    (100, 5000, 100),
)


IMPERATIVES = {"passes": "pass_dice", "declines": "decline_dice", "accepts": "accept_dice"}
"""What the engine's table calls an act of the referee's."""


class Rail:
    """Plays one random action at a time at both tables and holds them against each other."""

    def __init__(self, book: str, dice: random.Random, rules: CompiledBook) -> None:
        self.dice = dice
        minimum, maximum, self.chip = dice.choice(TABLES)
        self.minimum = minimum
        self.engine = Table(Game(rules, minimum, maximum, self.chip))
        self.referee = RulingReferee(book, minimum, maximum, self.chip)
        self.offered = tuple(self.engine.game.rules.by_key)
        self.said: list[str] = []
        for name in NAMES[: dice.randint(1, len(NAMES))]:
            self.sits(name)

    @property
    def names(self) -> tuple[str, ...]:
        """Who is seated, clockwise from the left of the box."""
        return tuple(self.referee.racks)

    def sits(self, name: str) -> None:
        self.both("seat", name, self.dice.choice((20, 200, 2000, 10_000)) * self.minimum)

    def both(self, verb: str, *args: object, **keywords: object) -> bool:
        """Does one thing at both tables; true if it was accepted."""
        self.said.append(f"{verb}{args}{keywords or ''}")
        ours = getattr(self.engine, IMPERATIVES.get(verb, verb))(*args, **keywords)
        theirs = getattr(self.referee, verb)(*args, **keywords)
        assert (ours is None) == (theirs is None), f"{self.story()}\nengine: {ours}\nreferee: {theirs}"
        return ours is None

    def story(self) -> str:
        return f"{self.engine.game.rules.book.name}, point {self.engine.point}\n" + "\n".join(self.said[-60:])

    def amount(self, name: str, wager: str) -> int:
        """Mostly a likely amount, often one at a limit or just beyond it, sometimes nonsense."""
        spot = self.engine.game.rules.by_key.get(wager)
        held = self.engine.layout(name).get(wager, 0)
        choices = [self.minimum * self.dice.randint(1, 4), self.chip * self.dice.randint(1, 60), self.chip * 60]
        if spot is not None:
            flat = (
                0 if spot.flat is None else self.engine.layout(name).get(self.engine.game.rules.spots[spot.flat].key, 0)
            )
            most = self.engine.game.maximum_of(spot, self.engine.puck, flat).amount or self.minimum * 10
            step = self.engine.game.step(spot)
            least = self.engine.game.minimum_of(spot, self.engine.puck).amount or step
            choices += [
                least,
                least - step,
                most - held,
                most - held + step,
                step * self.dice.randint(1, 12),
                step,
                least * 2,
            ]
        if self.dice.random() < 0.02:
            return self.dice.choice((0, -self.chip, self.chip // 2 + 1, 10**9))
        return self.dice.choice(choices)

    def wager(self, name: str) -> str:
        """Often one that is up, mostly one that is offered, now and then any."""
        up = list(self.engine.layout(name))
        chance = self.dice.random()
        if up and chance < 0.35:
            key = self.dice.choice(up)
            return self.dice.choice(
                (
                    key,
                    key.replace("come-", "come-odds-") if "odds" not in key else key,
                    f"{key}-odds" if "pass" in key else key,
                )
            )
        return self.dice.choice(self.offered) if chance < 0.95 else self.dice.choice(WAGERS)

    def act(self) -> None:
        names = self.names
        if not names:
            self.sits(self.dice.choice(NAMES))
            return
        name = self.dice.choice(names) if self.dice.random() > 0.005 else "Zed"
        at = name if name in names else names[0]
        wager = self.wager(at)
        amount = self.amount(at, wager)
        standing = self.dice.choice((wager, wager, wager, "place", "buy", "hard", "all"))
        actions: list[tuple[int, Callable[[], object]]] = [
            (36, lambda: self.both("bet", name, wager, amount, confirmed=self.confirmed())),
            (4, lambda: self.both("bet", name, wager, amount, confirmed=self.confirmed(), called=True)),
            (12, lambda: self.line(name)),
            (10, lambda: self.odds(at)),
            (4, lambda: self.both("bet", name, wager, amount, unnoticed=True)),
            (
                4,
                lambda: self.both(
                    "bet_each",
                    name,
                    self.dice.choice(("inside", "outside", "across")),
                    amount,
                    confirmed=self.confirmed(),
                    called=self.dice.random() < 0.2,
                ),
            ),
            (6, lambda: self.both("reduce", name, wager, amount)),
            (5, lambda: self.both("take_down", name, standing)),
            (8, lambda: self.call(name, standing)),
            (5, lambda: self.both("press", name, wager, self.dice.choice((None, amount)))),
            (5, lambda: self.parlay(name, wager)),
            (2, lambda: self.props(name)),
            (4, lambda: self.both("toke", name, amount, self.dice.choice((None, wager, wager, wager)))),
            (1, lambda: self.both("passes", self.engine.shooter() or name)),
            (1, lambda: self.both("passes", name)),
            (1, lambda: self.both("declines", name)),
            (1, lambda: self.both("warn", self.engine.shooter() or name, self.dice.choice(WORDS))),
            (1, lambda: self.both("accepts", name)),
            (1, lambda: self.both("end_wait")),
            (1, lambda: self.both("buy_in", name, self.dice.choice((self.minimum, 0, self.chip + 1, -self.chip)))),
            (1, lambda: self.both("award", name, self.dice.choice((1, -1)) * amount, self.dice.choice(("short", "")))),
            (1, lambda: self.leaves(name)),
            (1, lambda: self.sits(self.dice.choice(NAMES))),
            (1, lambda: self.both("rule_no_roll", self.dice.choice(("", *WORDS)))),
            (1, self.corrects),
        ]
        self.dice.choices([act for _, act in actions], [weight for weight, _ in actions])[0]()

    def line(self, name: str) -> None:
        """A flat bet that is likely to be taken."""
        flats = ("pass", "dont-pass") if self.engine.point is None else ("come", "come", "dont-come")
        self.both("bet", name, self.dice.choice(flats), self.minimum * self.dice.randint(1, 5))

    def odds(self, name: str) -> None:
        """Odds behind a flat bet that is up, reduced or added to now and then."""
        by_key = self.engine.game.rules.by_key
        flats = [key for key in self.engine.layout(name) if key in by_key and by_key[key].attached]
        if not flats:
            return
        flat = by_key[self.dice.choice(flats)]
        odds = self.engine.game.rules.spots[self.dice.choice(flat.attached)].key
        verb = self.dice.choice(("bet", "bet", "bet", "reduce"))
        self.both(verb, name, self.dice.choice((odds, odds, odds, flat.key)), self.amount(name, odds))

    def confirmed(self) -> tuple[str, ...]:
        return self.dice.choice(
            ((), (), ("dealer",), ("dealer", "boxperson"), ("boxperson",), ("stickperson",), ("supervisor",))
        )

    def leaves(self, name: str) -> None:
        self.said.append(f"leaves {name}")
        ours, theirs = self.engine.execute(Leave(name)), self.referee.leaves(name)
        cashed = ours.cashed if isinstance(ours, Left) else None
        assert cashed == (None if isinstance(theirs, str) else theirs), f"{self.story()}\n{ours}\n{theirs}"

    def call(self, name: str, what: str) -> None:
        on = self.dice.random() < 0.5
        self.said.append(f"call{(name, what, on)}")
        ours, theirs = self.engine.call(name, what, "on" if on else "off"), self.referee.call(name, what, on)
        assert (ours is None) == (theirs is None), f"{self.story()}\nengine: {ours}\nreferee: {theirs}"

    def props(self, name: str) -> None:
        up = self.dice.random() < 0.5
        self.said.append(f"props{(name, 'up' if up else 'down')}")
        ours, theirs = self.engine.call_props(name, down=not up), self.referee.props(name, up)
        assert (ours is None) == (theirs is None), f"{self.story()}\nengine: {ours}\nreferee: {theirs}"

    def parlay(self, name: str, wager: str) -> None:
        seat = self.engine.seats.get(name)
        won = [win.wager for win in seat.just_won] if seat else []
        self.both("parlay", name, self.dice.choice(won) if won and self.dice.random() < 0.8 else wager)

    def throw(self) -> bool:
        """Sometimes says so, sometimes acts while the dice fly, sometimes calls no roll; true if a roll was settled."""
        if self.names and self.engine.thrower() is None and self.dice.random() < 0.9:
            self.line(self.dice.choice(self.names))
        if self.names and self.engine.point is None and self.dice.random() < 0.1:
            self.dice_are_offered()
        if self.dice.random() < 0.2:
            told = self.dice.random() < 0.4
            self.both("throw", ", ".join(self.dice.choices(WORDS, k=self.dice.choice((1, 1, 2)))) if told else "")
            for _ in range(self.dice.randint(0, 3)):
                self.act()
            if self.dice.random() < (0.8 if told else 0.3):
                self.both("no_roll", "" if told and self.dice.random() < 0.5 else self.dice.choice(WORDS))
                for _ in range(self.dice.choice((0, 0, 0, 1))):
                    self.act()
                if self.overruled():
                    return True
        a, b = self.dice.randint(1, 6), self.dice.randint(1, 6)
        self.said.append(f"roll {a} {b}")
        return self.settled(self.engine.roll(roll(a, b)), self.referee.roll(a, b))

    def dice_are_offered(self) -> None:
        """Before a come-out: some come to the line, and take the dice or decline them, in whatever order."""
        for _ in range(self.dice.randint(1, 4)):
            name = self.dice.choice(self.names)
            verb = self.dice.choice(("line", "declines", "accepts", "passes", "end_wait"))
            if verb == "line":
                self.line(name)
            elif verb == "end_wait":
                self.both(verb)
            else:
                self.both(verb, self.dice.choice((name, self.engine.shooter() or name)))

    def overruled(self) -> bool:
        """The supervisor may have a throw count that was called off; true if it does."""
        if self.dice.random() < 0.5:
            return False
        a, b = self.dice.randint(1, 6), self.dice.randint(1, 6)
        self.said.append(f"overruled {a} {b}")
        return self.settled(self.engine.overrule(roll(a, b)), self.referee.overrules(a, b))

    def corrects(self) -> None:
        """The last roll was entered wrongly, and maybe not so long ago that it cannot be corrected."""
        a, b = self.dice.randint(1, 6), self.dice.randint(1, 6)
        self.said.append(f"corrected to {a} {b}")
        ours, theirs = self.engine.correct_roll(roll(a, b)), self.referee.correct_roll(a, b)
        self.settled(ours if isinstance(ours, Refusal) else ours.rolled, theirs)

    def settled(self, ours: Rolled | Refusal, theirs: str | list[Row]) -> bool:
        """Holds the decisions of a roll against each other; true if it was one."""
        if isinstance(theirs, str) or isinstance(ours, Refusal):
            assert isinstance(ours, Refusal), f"{self.story()}\nreferee: {theirs}"
            assert isinstance(theirs, str), f"{self.story()}\nengine: {ours}"
            return False
        settled = sorted((seat, done.wager, done.stake, done.result, done.won) for seat, done in ours.settled)
        assert settled == sorted(theirs), f"{self.story()}\nengine: {settled}\nreferee: {sorted(theirs)}"
        return True

    def compare(self) -> None:
        """Racks, layouts, tokes, point, whose dice they are, and who would throw them."""
        racks = {name: seat.rack for name, seat in self.engine.seats.items()}
        layouts = {name: self.engine.layout(name) for name in self.engine.seats}
        assert racks == self.referee.racks, f"{self.story()}\n{racks}\n{self.referee.racks}"
        assert layouts == self.referee.layouts, f"{self.story()}\n{layouts}\n{self.referee.layouts}"
        assert (self.engine.layout(CREW), self.engine.toke_box) == (self.referee.crew, self.referee.toke_box), (
            self.story()
        )
        assert self.engine.point == self.referee.point, self.story()
        assert self.engine.shooter() == self.referee.shooter(), self.story()
        assert self.engine.thrower() == self.referee.throws_now(), self.story()


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("book", BOOKS)
def test_the_engine_and_the_referee_never_differ(book: str, chunk: int) -> None:
    dice = seeded(book, chunk)
    rules = open_book(book)
    rolls = 0
    while rolls < ROLLS_PER_CHUNK:
        rail = Rail(book, dice, rules)
        stuck = played = 0
        while played < ROLLS_PER_GAME and stuck < 5:
            for _ in range(dice.randint(0, 6)):
                rail.act()
            if rail.throw():
                played, stuck = played + 1, 0
            else:
                stuck += 1
            rail.compare()
        rolls += played

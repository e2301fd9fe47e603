"""One house as the clause tests see it: play a few lines of the notation, or put one wager under one puck and roll."""

from collections.abc import Callable
from typing import TypeVar

from sevenout.base.dice import ROLLS, Roll
from sevenout.base.money import format_amount
from sevenout.base.refusal import Refusal
from sevenout.crew.replay import Playback, number_lines
from sevenout.engine.betting import PLAIN, Change, Position, Settled, place, settle
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.compiler.transitions import Call
from sevenout.rulebook.model import Shootout
from sevenout.table import Rolled, Table

F = TypeVar("F", bound=Callable[..., None])

DOLLAR = 100
DEEP_RACK = 10**12


def clause(*names: str) -> Callable[[F], F]:
    """Names the clauses that a test holds the rulebook to; `make mutate` runs a value's test by it."""

    def mark(test: F) -> F:
        test.clauses = names  # type: ignore[attr-defined]
        return test

    return mark


class Night:
    """A game that was played: what was refused, and how it stands."""

    def __init__(self, played: Playback) -> None:
        self.steps = list(played)
        assert played.table is not None
        self.table: Table = played.table

    @property
    def refused(self) -> list[tuple[int, Refusal]]:
        return [(step.line, step.outcome) for step in self.steps if isinstance(step.outcome, Refusal)]

    @property
    def last(self) -> Rolled:
        """The last roll."""
        return [step.outcome for step in self.steps if isinstance(step.outcome, Rolled)][-1]

    @property
    def rolls(self) -> list[Rolled]:
        """Every roll."""
        return [step.outcome for step in self.steps if isinstance(step.outcome, Rolled)]

    def rack(self, name: str = "Ann") -> str:
        return format_amount(self.table.seats[name].rack)

    def layout(self, name: str = "Ann") -> dict[str, str]:
        return {wager: format_amount(stake) for wager, stake in self.table.layout(name).items()}

    def settled(self, name: str = "Ann") -> dict[str, tuple[str, str]]:
        """What the last roll did to a seat's wagers: result and winnings."""
        return {done.wager: (done.result, format_amount(done.won)) for seat, done in self.last.settled if seat == name}


class House:
    """A compiled rulebook with its tests' shorthand. Amounts are in currency units (dollars)."""

    def __init__(self, rules: CompiledBook) -> None:
        self.rules = rules

    # --- games in the notation

    def night(self, text: str, limits: str = "") -> Night:
        """Plays lines of the notation; Ann has 10000, Bob 5000, Cy 1000, clockwise from the left of the box."""
        opening = f"{limits}\nseat Ann 10000\nseat Bob 5000\nseat Cy 1000\n"
        return Night(Playback(self.rules, number_lines(opening + text)))

    def plays(self, text: str, limits: str = "") -> Night:
        """A game in which no line is refused."""
        night = self.night(text, limits)
        assert not night.refused, night.refused
        return night

    def refuses(self, text: str, limits: str = "") -> Refusal:
        """Plays a game whose last line, and no other, is refused; the refusal."""
        night = self.night(text, limits)
        last = night.steps[-1]
        assert isinstance(last.outcome, Refusal), f"{last.command} was accepted"
        assert len(night.refused) == 1, night.refused
        return last.outcome

    # --- one wager, one roll

    def puck(self, point: int | None) -> int:
        return next(state.index for state in self.rules.puck.states if state.point == point and not state.fresh)

    def game(self, *, minimum: int | None = None, maximum: int | None = None, chip: int | None = None) -> Game:
        cents = [None if amount is None else amount * DOLLAR for amount in (minimum, maximum, chip)]
        return Game(self.rules, *cents)

    def outcomes(self, wager: str, point: int | None = None, call: Call = "") -> dict[str, str]:
        """What each roll does to a wager under a puck and a call: {"win": "7 11", "lose": "2 3 12"}.

        Rolls that leave it alone are left out.

        A total stands for all its ways; one that splits shows `h8` and `e8`, or its pairs. `move come-6`: it travels.
        """
        found: dict[str, list[Roll]] = {}
        spot = self.rules.by_key[wager]
        slot = spot.slot(call)
        assert slot is not None, f"{wager} has no call {call!r}"
        for roll in ROLLS:
            edge = self.rules.cells[self.puck(point)][roll.index][slot]
            if edge is not None:
                word: str = edge.outcome
                if word == "move":
                    word = f"move {self.rules.spot_of[edge.goto].key}"
                found.setdefault(word, []).append(roll)
        return {word: _shown(rolls) for word, rolls in found.items()}

    def won(
        self,
        wager: str,
        stake: float,
        roll: tuple[int, int],
        point: int | None = None,
        *,
        call: Call = "",
        **table: int,
    ) -> float:
        """What a stake wins on a roll, in dollars."""
        done = self._settle(wager, stake, roll, point, call, **table)
        assert done.results[0].result == "win", done
        return done.results[0].won / DOLLAR

    def stays_up(self, wager: str, stake: float, roll: tuple[int, int], point: int | None = None) -> bool:
        """Whether a wager still lies on the layout after a roll that wins it."""
        done = self._settle(wager, stake, roll, point, "")
        assert done.results[0].result == "win", done
        return bool(done.position.slots)

    def _settle(
        self, wager: str, stake: float, roll: tuple[int, int], point: int | None, call: Call, **table: int
    ) -> Settled:
        slot = self.rules.by_key[wager].slot(call)
        assert slot is not None
        game = self.game(**table)
        position = Position((slot,), (round(stake * DOLLAR),), PLAIN)
        return settle(game, position, self.puck(point), next(r for r in ROLLS if (r.a, r.b) == roll))

    # --- the dice

    def no_roll(self, ground: str) -> tuple[str, str, str]:
        """Whether a no roll must or may be called on a ground, by its key or in words, by whom, and the clause."""
        found = self.rules.book.no_roll.find_ground(ground)
        assert found is not None, f"{ground} is no ground here"
        return found.call.value, ", ".join(found.called_by.value), found.call.cite.clause

    @property
    def shootout(self) -> Shootout:
        assert self.rules.book.shootout is not None
        return self.rules.book.shootout

    # --- limits

    def offers(
        self, wager: str, amount: float, point: int | None = None, *, flat: float = 0, held: float = 0, **table: int
    ) -> Change | Refusal:
        """Bets an amount on a wager under a puck, behind a flat bet if it needs one, on top of what is held."""
        spot = self.rules.by_key[wager]
        held_slots = {spot.first: held} if held else {}
        if flat and spot.flat is not None:
            held_slots[self.rules.spots[spot.flat].first] = flat
        slots = tuple(sorted(held_slots))
        position = Position(slots, tuple(round(held_slots[slot] * DOLLAR) for slot in slots), PLAIN)
        return place(self.game(**table), position, self.puck(point), wager, round(amount * DOLLAR), DEEP_RACK)

    def takes(
        self, wager: str, amount: float, point: int | None = None, *, flat: float = 0, held: float = 0, **table: int
    ) -> bool:
        """Whether that bet is accepted."""
        return isinstance(self.offers(wager, amount, point, flat=flat, held=held, **table), Change)

    def within(
        self,
        wager: str,
        least: float,
        most: float,
        point: int | None = None,
        *,
        flat: float = 0,
        step: float = 1,
        **table: int,
    ) -> bool:
        """Whether the wager is taken at both its limits and refused one step beyond either."""
        takes = [
            self.takes(wager, amount, point, flat=flat, **table) for amount in (least, most, least - step, most + step)
        ]
        assert takes == [True, True, False, False], f"{wager} at {least}, {most} and one step beyond: {takes}"
        return True

    def commission(self, wager: str, amount: float, **table: int) -> float:
        """What making a bet costs beside the stake."""
        change = self.offers(wager, amount, self._open_point(wager), **table)
        assert isinstance(change, Change), change
        return change.commission / DOLLAR

    def _open_point(self, wager: str) -> int | None:
        return None if self.rules.by_key[wager].wager.made.value in ("any", "off") else self.rules.book.points[0]


def _shown(rolls: list[Roll]) -> str:
    words = []
    for total in range(2, 13):
        of_total = [roll for roll in ROLLS if roll.total == total]
        named = [roll for roll in rolls if roll.total == total]
        if len(named) == len(of_total):
            words.append(str(total))
        elif named and {roll.hard for roll in named} == {True}:
            words.append(f"h{total}")
        elif named and len(named) == sum(not roll.hard for roll in of_total) and not any(roll.hard for roll in named):
            words.append(f"e{total}")
        else:
            words += sorted({f"{roll.pair[0]}-{roll.pair[1]}" for roll in named}, reverse=True)
    return " ".join(words)

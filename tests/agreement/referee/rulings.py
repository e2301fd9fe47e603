"""Rulings on a roll that came to rest: everything is put where it was, and what stands is done again.

Written apart from the table's own way, which keeps a second table beside the first.
"""

from typing import Any

from .referee import Referee, Row


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    return set(value) if isinstance(value, set) else value


class RulingReferee(Referee):
    """A referee that can take the last roll back until the next throw."""

    def __init__(self, book: str, minimum: int, maximum: int, chip: int) -> None:
        super().__init__(book, minimum, maximum, chip)
        self._before: dict[str, Any] | None = None  # everything as it was when the last roll was thrown
        self._since: list[tuple[str, tuple[Any, ...], object]] = []  # what stands whatever becomes of that roll
        self._overruled = False  # the last roll counts by a ruling
        self._shown = (0, 0)
        self._threw = ""

    def _kept(self) -> dict[str, Any]:
        return {name: _copied(value) for name, value in vars(self).items() if name not in ("_before", "_since")}

    # ---- what stands ----

    def _stands(self, verb: str, *args: Any) -> Any:
        answer = getattr(super(), verb)(*args)
        if not isinstance(answer, str) and self._before is not None:
            self._since.append((verb, args, answer))
        return answer

    def seat(self, name: str, rack: int) -> str | None:
        return self._stands("seat", name, rack)  # type: ignore[no-any-return]

    def buy_in(self, name: str, amount: int) -> str | None:
        return self._stands("buy_in", name, amount)  # type: ignore[no-any-return]

    def award(self, name: str, amount: int, why: str) -> str | None:
        return self._stands("award", name, amount, why)  # type: ignore[no-any-return]

    def leaves(self, name: str) -> str | int:
        return self._stands("leaves", name)  # type: ignore[no-any-return]

    def warn(self, name: str, about: str) -> str | None:
        return self._stands("warn", name, about)  # type: ignore[no-any-return]

    def toke(self, name: str, amount: int, wager: str | None) -> str | None:
        if wager is not None:  # a bet, which goes back with the roll
            return super().toke(name, amount, wager)
        return self._stands("toke", name, amount, None)  # type: ignore[no-any-return]

    # ---- throws ----

    def throw(self, told: str = "") -> str | None:
        answer = super().throw(told)
        self._before = self._before if answer else None
        return answer

    def no_roll(self, words: str = "") -> str | None:
        answer = super().no_roll(words)
        self._before = self._before if answer else None
        return answer

    def roll(self, a: int, b: int) -> str | list[Row]:
        return self._rolled(a, b, overruled=False)

    def overrules(self, a: int, b: int) -> str | list[Row]:
        if self._called_off is None:
            return "no throw was called off just now"
        if any(self._never_counts(ground) for ground in (self._called_off, *self._told)):
            return "such a throw never counts"
        return self._rolled(a, b, overruled=True)

    def _rolled(self, a: int, b: int, *, overruled: bool) -> str | list[Row]:
        before = self._kept()
        if self._called_off is not None and not overruled:
            before |= {"_called_off": None, "_told": ()}
        threw = self.throws_now()
        rows = super().roll(a, b)
        if not isinstance(rows, str):
            assert threw is not None, "somebody rolled"
            self._threw = threw
            self._before, self._since, self._overruled, self._shown = before, [], overruled, (a, b)
        return rows

    # ---- rulings ----

    def _without_the_roll(self) -> "RulingReferee | str":
        """The table as it was thrown at, with what stands done again; or what of it could not have been."""
        if self._before is None:
            return "no roll since the last throw"
        other = RulingReferee.__new__(RulingReferee)
        vars(other).update({name: _copied(value) for name, value in self._before.items()}, _before=None, _since=[])
        for verb, args, answer in self._since:
            if verb == "leaves" and (other.layouts[args[0]] or other.throws_now() == args[0]):
                return "whoever left threw it or had a bet on it"
            again = getattr(other, verb)(*args)
            if again != answer and verb != "warn":
                return "it could not have been done without the roll"
        return other

    def rule_no_roll(self, words: str = "") -> str | None:
        if self.house.marina:
            return "nobody overrules a call here"
        if self._thrown:
            return "the dice are in the air"
        if self._before is not None and self._overruled:
            return "a ruling is final"
        other = self._without_the_roll()
        if isinstance(other, str):
            return other
        if (words or other._told) and (refusal := Referee.no_roll(other, words)) is not None:
            return refusal
        other._takes(self._threw)
        other._thrown, other._called_off, other._told = False, None, ()
        vars(self).update(vars(other))
        return None

    def correct_roll(self, a: int, b: int) -> str | list[Row]:
        other = self._without_the_roll()
        if isinstance(other, str):
            return other
        if (a, b) == self._shown:
            return "it stands as that"
        rows = other._rolled(a, b, overruled=self._overruled)
        if not isinstance(rows, str):
            vars(self).update(vars(other))
        return rows

"""What a clause of the manual puts before what, for two lines of a dealt roll: written from the document alone."""

import re
from typing import NamedTuple

LINE, ODDS = r"(dont-)?pass", r"(dont-)?pass-odds"
OUTSIDE_IN = (r"pass(-odds)?", r"dont-pass(-odds)?", "field", "come")
NUMBERS = r"(come|dont-come|come-odds|dont-come-odds|place|buy|lay|place-lose)-\d+"
BASE = rf"{LINE}|{ODDS}|field|big-\d+|come|dont-come|{NUMBERS}"
BOXES = r"(come|come-odds|place|buy)-\d+"
CLEARED = r"(place|buy)-\d+"
WAITED_FOR = r"dont-pass(-odds)?|come|dont-come-(odds-)?\d+"


class Said(NamedTuple):
    """One line: what is done to whose wager, for how much, where to, and at which end."""

    act: str
    name: str = ""
    wager: str = ""
    amount: int = 0
    to: str = ""
    end: str = ""


class WorkOrder:
    """The clauses on the order of work after one roll."""

    def __init__(self, rails: dict[str, list[str]], shooter: str, *, seven_out: bool) -> None:
        self.rails, self.out = rails, seven_out
        """The seats of each end, from the base to the stick."""
        self.ends = {name: end for end, names in rails.items() for name in names}
        self.at_shooter = self.ends[shooter]

    def before(self, one: Said, other: Said) -> bool:
        """Whether some clause puts one line before the other."""
        base = bool(re.fullmatch(BASE, one.wager)), bool(re.fullmatch(BASE, other.wager))
        if one.act == "dice in":  # Stickperson 8
            return base[1] and other.act in ("takes", "pays", "pushes")
        if base == (True, True):
            return one.end == other.end and self._at_one_end(one, other)
        if base == (True, False):  # Stickperson 14; Payoffs 2
            if other.act == "takes":
                return one.act == "pays" and one.end != self.at_shooter
            return other.act == "pays" and one.end == other.end
        if base == (False, False) and other.act == "pays" and one.act in ("takes", "pays"):
            if one.act == "takes":  # Payoffs 2
                return True
            if one.end != other.end:  # Payoffs 3
                return one.end != self.at_shooter
            along = self.rails[one.end]
            return along.index(one.name) < along.index(other.name)
        return False

    def _at_one_end(self, one: Said, other: Said) -> bool:
        acts = one.act, other.act
        if acts == ("pays", "asks"):  # Buy Bets
            return (one.name, one.wager) == (other.name, other.wager) and one.wager.startswith("buy-")
        if acts == ("pushes", "pays"):  # Don't Come and Lay Bets
            return bool(re.fullmatch(r"(dont-come|dont-come-odds|lay|place-lose)-\d+", other.wager))
        if self.out and one.act == "takes" and one.wager == "dont-come":  # Taking and Paying 1c
            return other.act in ("pays", "moves") or (other.wager != "dont-come" and other.act != "asks")
        if self.out and other.act == "takes" and re.fullmatch(BOXES, other.wager):
            waits = acts == ("pays", "takes") and bool(re.fullmatch(WAITED_FOR, one.wager))
            return waits or (one.act == "takes" and 0 <= _depth(one.wager) < _depth(other.wager))
        if acts == ("takes", "pays"):  # Taking and Paying 1
            return not (self.out and re.fullmatch(BOXES, one.wager))
        if other.act == "moves":  # Taking and Paying 1, 1b
            come = other.wager == "come"
            boxes = self.out and re.fullmatch(BOXES, one.wager)
            return (one.act == "takes" and not boxes) or (
                one.act == "pays"
                and not re.fullmatch(CLEARED, one.wager)
                and (come or bool(re.fullmatch(rf"{LINE}|{ODDS}|big-\d+|field", one.wager)))
            )
        if acts == ("moves", "pays"):  # Taking and Paying 1a, 1b
            placed = one.wager == "dont-come" and re.fullmatch(r"come|come-(odds-)?\d+", other.wager)
            return bool(placed or re.fullmatch(CLEARED, other.wager))
        if acts in (("takes", "takes"), ("pays", "pays")) and _depth(one.wager) != _depth(other.wager):
            return 0 <= _depth(one.wager) < _depth(other.wager)  # Taking and Paying 2
        return acts == ("pays", "pays") and self._players(one, other)

    def _players(self, one: Said, other: Said) -> bool:
        """Taking and Paying 3; Lay Bets; Place Bets and Buy Bets."""
        along = self.rails[one.end]
        ahead = along.index(other.name) - along.index(one.name)
        if re.fullmatch(rf"{LINE}|{ODDS}", one.wager):
            return ahead > 0 or (ahead == 0 and "odds" in one.wager and "odds" not in other.wager)
        if re.fullmatch(CLEARED, one.wager) and re.fullmatch(CLEARED, other.wager):
            return ahead < 0
        return one.wager.startswith("lay-") and other.wager.startswith("lay-") and ahead > 0


def _depth(wager: str) -> int:
    """How far inside an area lies; below zero where that is only drawn so."""
    rank = next((rank for rank, names in enumerate(OUTSIDE_IN) if re.fullmatch(names, wager)), -1)
    return len(OUTSIDE_IN) if re.fullmatch(NUMBERS, wager) else rank

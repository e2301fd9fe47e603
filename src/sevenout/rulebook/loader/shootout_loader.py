"""Reads the [shootout] table of a rulebook: the bonus for making all of some points in one turn.

What the bonus stands at on a given day is `sevenout.engine.shootout`'s business.
"""

from datetime import time
from itertools import pairwise

from sevenout.base.money import Cents, format_amount
from sevenout.base.vocabulary import CREW_ROLES
from sevenout.rulebook.loader import value_parsing as parsing
from sevenout.rulebook.loader.table_reader import TableReader
from sevenout.rulebook.model import BonusShare, Puck, Shootout, Value

_AN_AMOUNT = {"starts": 100, "grows": 100, "capped": 1500, "up-to": 700, "share": 10}
"""What a remedy suggests for each word."""


def read_shootout(words: TableReader, puck: Puck | None, chip: Cents) -> Shootout | None:
    """The bonus, unless the file says that it is not offered."""
    before = len(words.faults.found)
    offered = words.flag("offered", True).value
    points = words.value("points", () if puck is None else puck.points.value, parsing.totals)
    starts, grows, capped = (_amount(words, word, chip, offered=offered) for word in ("starts", "grows", "capped"))
    shootout = Shootout(
        points=points,
        starts=starts,
        grows=grows,
        capped=capped,
        day_begins=words.value("day-begins", time(0), parsing.time_of_day),
        shares=_shares(words, chip),
        needs_line_bet=words.flag("needs-line-bet", True),
        void_when_passed=words.flag("void-when-passed", True),
        taker_completes=words.flag("taker-completes", True),
        marked=words.choice("marked", CREW_ROLES, "boxperson"),
        notified=words.choice("notified", CREW_ROLES, "supervisor"),
        inspected=words.choice("inspected", CREW_ROLES, "supervisor"),
        posted=words.flag("posted", True),
        signed=words.choice("signed", CREW_ROLES, "supervisor"),
    )
    words.close()
    if not offered:
        return None
    if puck is None:
        words.faults.add(words.path, "there is no puck, so no points to make", "Leave [shootout] out, or add [puck]")
    elif puck.points.value and (strange := [str(n) for n in points.value if n not in puck.points.value]):
        words.fault("points", f"{', '.join(strange)} can never be the point", "Name points of the puck")
    if len(words.faults.found) == before:
        _check_order(words, shootout)
    return shootout


def _amount(words: TableReader, word: str, chip: Cents, *, offered: bool = True) -> Value[Cents]:
    value = words.value(word, chip, parsing.amount)
    if offered and word not in words:
        words.fault(word, f"there is no {word}", f"Write {word} = {_AN_AMOUNT[word]}")
    if value.value % chip:
        words.fault(word, f"{word} is not a whole number of chips", "Make it a multiple of the chip")
    return value


def _shares(words: TableReader, chip: Cents) -> tuple[BonusShare, ...]:
    raw = words.raw("shares")
    if raw is None:
        return ()
    if not isinstance(raw, list) or not all(isinstance(item, dict) for item in raw):
        message = f"{parsing.quote_value(raw)} is no list of shares"
        words.fault("shares", message, "Write shares = [{ up-to = 700, share = 10 }]")
        return ()
    shares = []
    for index, item in enumerate(raw):
        inner = TableReader(words.faults, item, (*words.at("shares"), index), words.cite)
        shares.append(BonusShare(_amount(inner, "up-to", 1), _amount(inner, "share", chip)))
        inner.close()
    return tuple(shares)


def _check_order(words: TableReader, shootout: Shootout) -> None:
    """The amounts rise, and the shares with them, up to the cap."""
    capped = shootout.capped.value
    if capped < shootout.starts.value:
        words.fault("capped", "the bonus is capped below what it starts at", "Lower the one or raise the other")
    limits = [share.up_to.value for share in shootout.shares]
    for index, (below, above) in enumerate(pairwise(limits), start=1):
        if above <= below:
            path = (*words.at("shares"), index)
            words.faults.add(path, f"up-to {format_amount(above)} is not above the one before", "Let up-to rise")
    if limits and limits[-1] != capped:
        remedy = f"Let the last up-to be {format_amount(capped)}"
        words.fault("shares", f"the shares do not end where the bonus is capped, at {format_amount(capped)}", remedy)

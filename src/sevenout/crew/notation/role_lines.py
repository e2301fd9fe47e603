"""Parses lines that begin with a role: `supervisor counts 200`, `dealer cuts the change`."""

from collections.abc import Callable
from typing import Literal, get_args

from sevenout.base.money import Cents
from sevenout.crew.dice import dice_commands
from sevenout.crew.layout.rail import ENDS
from sevenout.crew.notation.word_cursor import SUBJECTS, CrewCommand, FloorCursor, Role
from sevenout.crew.pit import bank, irregularities, layout_checks, money_change, pit_commands
from sevenout.crew.pit.pit_rules import Subject

Duty = Literal[
    "posts", "empties", "lets", "inspects", "scribes", "cancels", "verifies", "rules", "permits", "brings",
    "counts", "drops", "cuts", "hands", "assists", "catches", "encourages", "clears", "checks",
]  # fmt: skip
"""What somebody called by role does."""
DUTIES: tuple[Duty, ...] = get_args(Duty)
_AT_AN_END: tuple[Duty, ...] = ("brings", "cuts", "hands", "verifies")
USUAL: dict[Role, tuple[Duty, ...]] = {
    "supervisor": (
        "posts", "empties", "inspects", "scribes", "cancels", "verifies", "rules", "permits", "counts", "drops",
    ),
    "boxperson": (
        "lets", "inspects", "verifies", "rules", "permits", "counts", "drops", "encourages", "clears",
    ),
    "stickperson": ("encourages", "clears", "checks"),
    "dealer": (*_AT_AN_END, "assists", "catches"),
    "third base": _AT_AN_END,
    "second base": _AT_AN_END,
    "base dealer": _AT_AN_END,
    "shift manager": ("scribes",),
}  # fmt: skip
"""What to offer somebody whose line cannot be read; who may do what is for the house's manual to say."""


def read_duty(words: FloorCursor, by: Role) -> CrewCommand:
    """Parses the act of a post from a line.

    >>> from sevenout.table.notation import read_line
    >>> read_duty(FloorCursor(read_line("counts 200"), {}), "supervisor")
    Count(amount=20000, by='supervisor')
    """
    duty = next((duty for duty in DUTIES if words.line.take_if(duty)), None)
    if duty is None:
        raise words.line.make_error(f"what the {by} does ({', '.join(USUAL[by])})", USUAL[by])
    return _DUTIES[duty](words, by)


def _rules(words: FloorCursor, by: Role) -> CrewCommand:
    match words.one_of(("on", "no", "roll"), "'on' what is in dispute, 'no roll' or 'roll' and the dice"):
        case "on":
            words.take_all("the")
            return _ruling(words, by, words.spoken_of(SUBJECTS))
        case "no":
            words.take_all("roll")
            return pit_commands.RuleOnThrow(
                None, by, words.line.take_rest("the ground") if words.line.take_if(":") else ""
            )
        case _:
            return pit_commands.RuleOnThrow((words.line.die(), words.line.die()), by)


def _ruling(words: FloorCursor, by: Role, about: Subject) -> pit_commands.Settle:
    """A ruling on a dispute: `, roll 3 4` reads the last roll so, `, no roll` voids it, `, 25 to the player` pays."""
    amount, shown, void = 0, None, False
    if words.line.take_if(","):
        if words.line.take_if("no", "roll"):
            void = True
        elif words.line.take_if("roll"):
            shown = words.line.die(), words.line.die()
        else:
            amount = _read_ruled_amount(words)
    ruling = words.line.take_rest("the ruling") if words.line.take_if(":") else ""
    return pit_commands.Settle(about, ruling, by, amount, shown, void)


def _verifies(words: FloorCursor, by: Role) -> CrewCommand:
    words.take_all("the")
    match words.one_of(("change", "call", "bet", "payouts"), "'change', 'call', 'payouts' or 'bet'"):
        case "change":
            return money_change.Verify(by)
        case "call":
            return pit_commands.VerifyCall(words.number("the number that was called"), by)
        case "payouts":
            words.take_all(",", "dice", "at")
            return layout_checks.VerifyPayouts(words.one_of(ENDS, "the end where the dice landed"), by)
    words.take_all("of")
    amount = words.line.amount()
    words.take_all("on")
    wager = words.line.wager()
    words.take_all("by")
    return irregularities.VerifyBet(words.person(), amount, wager, by)


def _read_ruled_amount(words: FloorCursor) -> Cents:
    """Parses the money of a ruling: `25 to the player`, or to the house."""
    amount = words.line.amount()
    words.take_all("to", "the")
    return amount if words.one_of(("player", "house"), "'player' or 'house'") == "player" else -amount


def _posts(words: FloorCursor, by: Role) -> CrewCommand:
    name = words.person()
    words.take_all("in", "the", "box")
    return pit_commands.PostBox(name, by)


def _empties(words: FloorCursor, by: Role) -> CrewCommand:
    words.take_all("the", "box")
    return pit_commands.PostBox("", by)


def _only(words: FloorCursor, role: Role, by: Role) -> None:
    """What is always one person's: others are not asked."""
    if by != role:
        words.line.at = 0
        raise words.line.make_error(f"{role!r}, who alone does that", (role,))


def _assists(words: FloorCursor, by: Role) -> CrewCommand:
    _only(words, "dealer", by)
    return irregularities.Assist(words.person(), not words.line.take_if("unasked"))


def _catches(words: FloorCursor, by: Role) -> CrewCommand:
    _only(words, "dealer", by)
    amount = words.line.amount()
    words.take_all("tossed", "by")
    return irregularities.CatchChecks(words.person(), amount)


def _encourages(words: FloorCursor, by: Role) -> CrewCommand:
    return irregularities.Encourage(words.person(), by)


def _clears(words: FloorCursor, by: Role) -> CrewCommand:
    words.take_all("the", "rail")
    return irregularities.ClearRail(by)


def _checks(words: FloorCursor, by: Role) -> CrewCommand:
    _only(words, "stickperson", by)
    words.take_all("the", "puck", "at")
    end = words.one_of(ENDS, "'third base' or 'second base'")
    words.take_all(":")
    if words.one_of(("on", "off"), "'on' and a number, or 'off'") == "off":
        return layout_checks.CheckPuck(end)
    return layout_checks.CheckPuck(end, words.number("the number that it stands on"))


def _lets(words: FloorCursor, by: Role) -> CrewCommand:
    _only(words, "boxperson", by)
    words.take_all("the", "dice", "go")
    return pit_commands.BoxOk()


def _inspects(words: FloorCursor, by: Role) -> CrewCommand:
    words.take_all("the")
    if words.one_of(("new", "dice"), "'new set' or 'dice'") == "new":
        words.take_all("set")
        return dice_commands.InspectSet(by)
    if not words.line.take_if(":"):
        return dice_commands.InspectDice(by)
    words.take_all("set")
    serial = words.word("the number that the dice bear")
    words.take_all(",")
    return dice_commands.InspectDice(by, words.some_dice(serial))


def _scribes(words: FloorCursor, by: Role) -> CrewCommand:
    words.take_all("the", "new", "set")
    return dice_commands.Scribe("" if words.is_at_end() else words.word("the mark"), by)


def _cancels(words: FloorCursor, by: Role) -> CrewCommand:
    words.take_all("set")
    serial = words.word("a set's number")
    words.take_all("on")
    return dice_commands.Cancel(serial, words.number("the number that they are cancelled on"), by)


def _permits(words: FloorCursor, by: Role) -> CrewCommand:
    words.take_all("the", "color")
    return money_change.Permit(by)


def _brings(words: FloorCursor, by: Role) -> CrewCommand:
    words.take_all("the", "money")
    return money_change.BringMoney(by)


def _read_count(words: FloorCursor, by: Role) -> CrewCommand:
    if not words.line.take_if("the"):
        return money_change.Count(words.line.amount(), by)
    if words.line.take_if("bank"):
        words.take_all(":")
        return bank.CountBank(words.some_piles(), by, words.signatures())
    boxes: tuple[bank.Box, ...] = get_args(bank.Box)
    box = words.one_of(boxes, "'bank', 'drop box' or 'toke box'")
    words.take_all("box", ":")
    return bank.CountBox(box, words.line.amount(), by)


def _drops(words: FloorCursor, by: Role) -> CrewCommand:
    words.take_all("the", "money")
    return money_change.Drop(by)


def _cuts(words: FloorCursor, by: Role) -> CrewCommand:
    return (
        money_change.CutOut((), by) if words.line.take_if("the", "change") else money_change.CutOut(words.piles(), by)
    )


def _hands(words: FloorCursor, by: Role) -> CrewCommand:
    words.take_all("the", "chips", "over")
    return money_change.HandOver(by)


_DUTIES: dict[Duty, Callable[[FloorCursor, Role], CrewCommand]] = {
    "rules": _rules,
    "verifies": _verifies,
    "posts": _posts,
    "empties": _empties,
    "lets": _lets,
    "inspects": _inspects,
    "scribes": _scribes,
    "cancels": _cancels,
    "permits": _permits,
    "brings": _brings,
    "counts": _read_count,
    "drops": _drops,
    "cuts": _cuts,
    "hands": _hands,
    "assists": _assists,
    "catches": _catches,
    "encourages": _encourages,
    "clears": _clears,
    "checks": _checks,
}

"""Reads what is said about bets that are up: pressed, parlayed, made smaller, moved, taken down, turned on and off."""

from collections.abc import Callable, Iterator

from sevenout.base.money import Cents
from sevenout.base.vocabulary import STANDING_GROUPS
from sevenout.player.talk.bet_reader import Reading
from sevenout.player.talk.targets import EVERYTHING, notation_group, targets
from sevenout.player.talk.tokens import SpokenWord
from sevenout.table import Table
from sevenout.table.commands import Bet, CallWager, Command, Parlay, Press, Reduce, TakeDown

Words = tuple[SpokenWord, ...]

_PRESS = frozenset(("press", "pressed", "pressing", "pump"))
_PARLAY = frozenset(("parlay", "ride", "riding", "power"))
_SMALLER = frozenset(("reduce", "regress", "lower", "drop", "decrease"))
_OFF = frozenset(("off", "not"))
_ON = frozenset(("on", "working", "work", "works", "live"))
_ABOUT = frozenset(
    (
        "on", "by", "turn", "take", "call", "pull", "down", "off", "working", "work", "works", "live", "for", "bring",
        "from", "up", "full", "leave", "no", "action", "not", "roll", "half", "back", "in", "at", "out", "comeout",
    )
)  # fmt: skip
"""Words of such a line that name no bet."""


def read_changes(table: Table, you: str, words: Words) -> Iterator[Reading]:
    """Every reading of a line as something done to what is up."""
    if you not in table.seats:
        return
    texts = tuple(word.text for word in words)
    said = frozenset(texts)
    by = _By.parse(words)
    if said & _PARLAY:
        yield from _read_parlay(table, you, _without(words, _PARLAY | _PRESS | _ABOUT))
    elif said & _PRESS or (texts[0] == "double" and len(texts) > 1 and "odds" not in said):
        yield from _read_press(table, you, by)
    elif texts[0] == "move":
        yield from _read_move(table, you, words[1:])
    elif said & _SMALLER or ("down" in said and by.how):
        yield from _read_reduce(table, you, by)
    elif _is_part(words):
        yield from _read_reduce(table, you, _By(words[3:], "by", words[1].amount or 0))
    elif "down" in said or texts[0] == "pull":
        yield from _read_each(table, you, _without(words, _ABOUT), lambda key: TakeDown(you, key))
    elif said & _OFF or texts[:2] == ("no", "action"):
        if texts[0] == "take":
            yield from _read_each(table, you, _without(words, _ABOUT), lambda key: TakeDown(you, key))
        yield from _read_each(table, you, _without(words, _ABOUT), lambda key: CallWager(you, key, "off"))
    elif said & (_ON - {"on"}) or "turn" in said:
        yield from _read_each(table, you, _without(words, _ABOUT), lambda key: CallWager(you, key, "on"))
    elif texts[-1] == "on" and len(texts) > 1:
        readings = _read_each(table, you, _without(words, _ABOUT), lambda key: CallWager(you, key, "on"))
        yield from (each for each in readings if _is_up(table, you, each.commands))


def _is_up(table: Table, you: str, commands: tuple[Command, ...]) -> bool:
    """True if what is called lies there: `10 on` is otherwise a bet that was begun."""
    up = (*table.layout(you), *STANDING_GROUPS)
    return all(isinstance(command, CallWager) and command.what in up for command in commands)


class _By:
    """A line with the amount at its end taken apart: `by 6`, `to 30`, `12 dollars`."""

    def __init__(self, words: Words, how: str = "", amount: Cents = 0) -> None:
        self.words, self.how, self.amount = words, how, amount

    @classmethod
    def parse(cls, words: Words) -> "_By":
        amount = words[-1].amount
        if len(words) > 1 and amount is not None:
            before = words[-2].text
            if before in ("by", "to", "for"):
                return cls(words[:-2], "to" if before == "to" else "by", amount)
            if words[-1].money:
                return cls(words[:-1], "by", amount)
        return cls(words)


def _is_part(words: Words) -> bool:
    """`take 6 off the eight`: an amount, and what it is taken from."""
    texts = [word.text for word in words[:3]]
    return len(words) > 3 and texts[0] == "take" and texts[2] in ("off", "from") and words[1].amount is not None


def _read_parlay(table: Table, you: str, words: Words) -> Iterator[Reading]:
    """`parlay the six`, `let it ride`, `power press my eight`."""
    if not words and not table.seats[you].just_won:
        yield Reading((), note="None of your bets has just won.")
    else:
        yield from _read_each(table, you, words, lambda key: Parlay(you, key), won=True)


def _read_press(table: Table, you: str, by: _By) -> Iterator[Reading]:
    """`press my six`, `half press the six`, `press it by 6`, `press the eight to 30`."""
    half = any(word.text == "half" for word in by.words)
    stakes = table.layout(you)

    def press(key: str) -> Command:
        if half and not by.how and stakes.get(key):
            return Press(you, key, _half_stake(table, key, stakes[key]))
        if by.how == "to":
            return Press(you, key, max(by.amount - stakes.get(key, 0), 0))
        return Press(you, key, by.amount if by.how else None)

    rest = _without(by.words, _PRESS | _ABOUT | {"double"})
    for reading in _read_each(table, you, rest, press, won=True):
        lying = tuple(each for each in reading.commands if isinstance(each, Press) and each.wager in stakes)
        yield reading if rest else reading._replace(commands=lying or reading.commands)


def _read_reduce(table: Table, you: str, by: _By) -> Iterator[Reading]:
    """`reduce my odds by 10`, `regress the six to 6`; without an amount half of it is only suggested."""
    stakes = table.layout(you)

    def less(key: str) -> Command:
        lying = stakes.get(key, 0)
        if by.how == "to":
            return Reduce(you, key, max(lying - by.amount, 0))
        return Reduce(you, key, by.amount if by.how else _half_stake(table, key, lying))

    for reading in _read_each(table, you, _without(by.words, _SMALLER | _ABOUT), less, won=True):
        yield reading._replace(whole=bool(by.how))


def _half_stake(table: Table, key: str, stake: Cents) -> Cents:
    """Half of a stake in units that pay exactly, at least one of them; of what this house does not have, chips."""
    spot = table.game.rules.by_key.get(key)
    step = table.game.chip if spot is None else table.game.exact_step(spot, table.puck)
    return max(stake // 2 // step, 1) * step


def _read_move(table: Table, you: str, words: Words) -> Iterator[Reading]:
    """`move my six to the eight`: one comes down, and as much goes up elsewhere."""
    to = next((at for at, word in enumerate(words) if word.text in ("to", "on", "over")), 0)
    if not to:
        return
    stakes, rules = table.layout(you), table.game.rules
    for old, *more in targets(table, you, words[:to]):
        number = words[-1].text
        key = f"{old.rpartition('-')[0]}-{number}"
        if not more and old in stakes and key in rules.by_key and rules.by_key[old].wager.n is not None:
            yield Reading((TakeDown(you, old), Bet(you, stakes[old], key)))


def _without(words: Words, left_out: frozenset[str]) -> Words:
    return tuple(word for word in words if word.text not in left_out)


def _read_each(
    table: Table, you: str, words: Words, command: Callable[[str], Command], *, won: bool = False
) -> Iterator[Reading]:
    """One command for each wager that is meant; with no word for it, for what just won, or for what can be meant."""
    if not words:
        yield from _it(table, you, command, won=won)
        return
    group = "" if won else notation_group(words)
    if group:
        yield Reading((command(group),))
        return
    for keys in targets(table, you, words):
        yield Reading(tuple(map(command, dict.fromkeys(keys))))


def _it(table: Table, you: str, command: Callable[[str], Command], *, won: bool) -> Iterator[Reading]:
    """The readings of a command that names no bet."""
    if not won:
        yield Reading((command(EVERYTHING),))
        return
    wins = dict.fromkeys(result.wager for result in table.seats[you].just_won)
    if wins:
        yield Reading(tuple(map(command, wins)))
    else:
        yield from (Reading((command(key),)) for key in table.layout(you))

"""From an amount and names to bets: shares, the most and the least, odds by what is up, totals spread over numbers."""

from typing import Literal, NamedTuple

from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.table import Table
from sevenout.table.commands import Bet, Command
from sevenout.table.handlers.bets import members

_MOST_UNITS = 1000
"""How many units of a spread are looked at: more than any rail's limit allows."""


class SpokenAmount(NamedTuple):
    """An amount as it was said: cents, or the most or least that is taken, or a multiple of the bet it goes with."""

    cents: Cents = 0
    kind: Literal["cents", "most", "least", "times"] = "cents"
    times: int = 0


class Trial:
    """A table to try things at: nothing that is done here happens."""

    def __init__(self, table: Table, you: str) -> None:
        self.table, self.you = Table.of_state(table.game, table.state), you

    def execute(self, command: Command) -> Refusal | None:
        """Does it here, or says why the house does not take it."""
        answer = self.table.execute(command)
        return answer if isinstance(answer, Refusal) else None

    def stakes(self) -> dict[str, Cents]:
        """The bets that this seat has up."""
        return self.table.layout(self.you) if self.you in self.table.seats else {}


def refused_commands(table: Table, you: str, commands: tuple[Command, ...]) -> Refusal | None:
    """Why the house would not take all of them, one after another; None if it would."""
    trial = Trial(table, you)
    return next((no for command in commands if (no := trial.execute(command)) is not None), None)


def bets(
    table: Table, you: str, wagers: tuple[str, ...], amount: SpokenAmount, shares: tuple[int, ...] = ()
) -> list[Bet]:
    """A bet on each of some wagers; of one amount in shares each gets its part, what is left over goes to the first.

    >>> table = Table("typical"); _ = table.seat("Ann", 100_00)
    >>> [str(bet) for bet in bets(table, "Ann", ("horn", "any-7"), SpokenAmount(5_00), (4, 1))]
    ['Ann bets 4 on horn', 'Ann bets 1 on any-7']
    """
    if shares and amount.kind == "cents":
        units = sum(shares)
        parts = [amount.cents * share // units for share in shares]
        parts[0] += amount.cents - sum(parts)
        return [Bet(you, part, wager) for wager, part in zip(wagers, parts, strict=True)]
    return [Bet(you, resolve_amount(table, you, wager, amount), wager) for wager in wagers]


def resolve_amount(table: Table, you: str, wager: str, amount: SpokenAmount) -> Cents:
    """Returns how much that is on this wager, for this seat, now."""
    if you not in table.seats:
        return amount.cents or table.game.minimum
    match amount.kind:
        case "cents":
            return amount.cents
        case "times":
            spot = table.game.rules.by_key.get(wager)
            flat = None if spot is None or spot.flat is None else table.game.rules.spots[spot.flat].key
            stakes = table.layout(you)
            return max(amount.times * stakes.get(flat or "", 0) - stakes.get(wager, 0), 0)
        case "most" | "least":
            offer = table.offer(you, wager)
            taken = offer.maximum if amount.kind == "most" else offer.minimum
            return taken or table.game.minimum  # the house says why it takes nothing


def odds_up(table: Table, you: str) -> list[CompiledWager]:
    """The odds of the bets that this seat has up: those that are taken now, if any are."""
    if you not in table.seats:
        return []
    stakes, rules = table.layout(you), table.game.rules
    found = [spot for spot in rules.spots if spot.flat is not None and stakes.get(rules.spots[spot.flat].key)]
    taken = [spot for spot in found if table.offer(you, spot.key).refusal is None]
    return taken or found


def group_of(table: Table, group: str) -> list[CompiledWager]:
    """The wagers that a group of the house is now."""
    rules = table.game.rules
    return [rules.by_key[key] for each in rules.book.groups if each.name == group for key in members(each, table.point)]


def steps_of(table: Table, group: str) -> list[Cents]:
    """The smallest amount on each number of a group that pays exactly."""
    return [table.game.exact_step(spot, table.puck) for spot in group_of(table, group)]


def spread(table: Table, you: str, group: str, total: Cents) -> list[Bet]:
    """One amount over a group of numbers, each in units that pay exactly; nothing if it does not come out even.

    >>> table = Table("typical"); _ = table.seat("Ann", 1000_00), table.bet("Ann", "pass", 10_00)
    >>> from sevenout import roll
    >>> _ = table.roll(roll(3, 1))
    >>> [str(bet).removeprefix("Ann bets ") for bet in spread(table, "Ann", "inside", 22_00)]
    ['5 on place-5', '6 on place-6', '6 on place-8', '5 on place-9']
    """
    spots, steps = group_of(table, group), steps_of(table, group)
    if not spots or total % sum(steps) or not 0 < total // sum(steps) <= _MOST_UNITS:
        return []
    units = total // sum(steps)
    return [Bet(you, units * step, spot.key) for spot, step in zip(spots, steps, strict=True)]

"""The views of a session's statistics: the last rolls, the dice against chance, the balance, why it came so."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.money import Cents, format_amount, units
from sevenout.base.vocabulary import stem
from sevenout.player.session_stats import TOTALS, Account, Balance, DiceStats, SessionStats
from sevenout.reports.figures.paytable import fold
from sevenout.table import Snapshot
from sevenout.table.state import PastRoll

_STEPS = "▁▂▃▄▅▆▇█"
_STRIP = 16


def strip(rolls: Sequence[PastRoll], most: int = _STRIP) -> Text:
    """The last rolls in one line, the newest last: totals, and who threw them."""
    shown = Text()
    shooter = ""
    for roll in rolls[-most:]:
        if roll.shooter != shooter:
            shooter = roll.shooter
            shown.append(f"{'  ' if shown else ''}{shooter} ", "dim")
        shown.append(f"{roll.a + roll.b} ", "bold")
    return shown


def history_view(shown: Snapshot) -> Iterator[RenderableType]:
    """The last rolls, hand by hand."""
    if not shown.rolls:
        yield Text("Nothing has been rolled yet.", "dim")
        return
    hands: list[tuple[str, list[str]]] = []
    over = True
    for roll in shown.rolls:
        if over or hands[-1][0] != roll.shooter:
            hands.append((roll.shooter, []))
        hands[-1][1].append(f"{roll.a}-{roll.b}")
        over = roll.event == "seven-out"
    for shooter, thrown in hands:
        yield Text.assemble((f"{shooter}  ", "bold"), "  ".join(thrown))


def stats_view(evening: SessionStats) -> Iterator[RenderableType]:
    """Totals seen and expected, sevens, hands and points."""
    seen = evening.seen
    if not seen.rolls:
        yield Text("Nothing has been rolled yet.", "dim")
        return
    heads = ("total", "seen", "expected", "")
    grid = Grid.grid(padding=(0, 2))
    for head in heads:
        grid.add_column(head, justify="right" if head else "left", no_wrap=True, min_width=len(head))
    grid.add_row(*(Text(head, "dim") for head in heads))
    most = max(count for _, count in seen.totals)
    for total in TOTALS:
        count = seen.count(total)
        bar = Text("█" * round(16 * count / most), "green")
        grid.add_row(str(total), str(count), f"{float(seen.expected_count(total)):.1f}", bar)
    yield grid
    yield summary(seen)


def summary(seen: DiceStats) -> Text:
    """Sevens, points and hands in a sentence."""
    sevens = seen.count(7)
    rate = f"a seven every {seen.rolls / sevens:.1f} rolls" if sevens else "no seven yet"
    hands = f"the longest hand had {_many(seen.longest, 'roll')} ({seen.longest_by})"
    made, outs = _many(seen.made, "point"), _many(seen.lost, "seven-out")
    return Text(f"{_many(seen.rolls, 'roll')}, {rate}; {made} made, {outs}; {hands}.")


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def balance_view(balance: Balance, curve: Sequence[Cents]) -> Iterator[RenderableType]:
    """Returns how you stand: bought, rack, layout, net, action, what was to be expected, and luck."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column(style="dim")
    for name, amount, note in (
        ("bought in", balance.bought, ""),
        ("rack", balance.rack, ""),
        ("on the layout", balance.layout, "at face value"),
        ("net", balance.net, ""),
        ("action", balance.action, "all stakes that were decided"),
        ("expected", balance.expected_net, "the edge of those bets, and all they cost"),
        ("luck", balance.luck, "what the dice gave or took beyond that"),
        ("bonus", balance.bonus, ""),
        ("rulings", balance.awarded, ""),
        ("tokes", -balance.tokes, ""),
    ):
        if amount or name in ("bought in", "rack", "net", "expected", "luck"):
            signed = name in ("net", "expected", "luck", "bonus", "rulings", "tokes")
            grid.add_row(name, _with_sign(amount) if signed else format_amount(amount), note)
    yield grid
    if len(curve) > 1:
        yield Text.assemble(("net  ", "dim"), sparkline(curve))


def sparkline(values: Sequence[Cents], width: int = 60) -> str:
    """A small curve.

    >>> sparkline([0, 100, 300, 200]), sparkline([5, 5])
    ('▁▃█▆', '▁▁')
    """
    steps = _STEPS
    every = max(1, -(-len(values) // width))
    shown = list(values)[::-1][::every][::-1]
    low, high = min(shown), max(shown)
    if low == high:
        return steps[0] * len(shown)
    return "".join(steps[round((value - low) * (len(steps) - 1) / (high - low))] for value in shown)


def keepsake(evening: SessionStats, shown: Snapshot) -> Iterator[Text]:
    """An evening in a few lines to keep."""
    stands, seen = evening.balance(shown), evening.seen
    cashed = stands.rack + stands.layout + evening.cashed
    yield Text(
        f"{evening.you} bought in for {units(stands.bought)} and goes with {units(cashed)}: {_with_sign(stands.net)}."
    )
    yield Text(
        f"{_many(seen.rolls, 'roll')}, {units(stands.action)} in action; "
        f"expected {_with_sign(stands.expected_net)}, luck {_with_sign(stands.luck)}."
    )
    if shown.house.puck and seen.longest:
        yield Text(f"The longest hand: {_many(seen.longest, 'roll')}, {seen.longest_by}'s.")


def split_view(evening: SessionStats, balance: Balance) -> Iterator[RenderableType]:
    """The net by wager: edge, luck, commission, rounding; it adds up."""
    risked = families(evening)
    if not risked:
        yield Text("You have not had a bet at risk yet.", "dim")
        return
    grid = Grid.grid(padding=(0, 2))
    heads = ("wager", "net", "edge", "luck", "commission", "rounding")
    grid.add_column(heads[0], overflow="fold")
    for head in heads[1:]:
        grid.add_column(head, justify="right", no_wrap=True)
    grid.add_row(*(Text(head, "dim") for head in heads))
    for name, of in risked:
        grid.add_row(Text(name, "bold"), *(_with_sign(amount) if amount else "" for amount in parts(of)))
    beside = (("bonus", balance.bonus), ("rulings", balance.awarded), ("tokes", -balance.tokes))
    for name, amount in beside:
        if amount:
            grid.add_row(name, _with_sign(amount), "", "", "", "")
    every = (balance.net, balance.edge, balance.luck, -balance.commission, balance.rounding)
    grid.add_row(Text("in all", "bold"), *map(_with_sign, every))
    yield grid
    yield Text(verdict(balance))


def families(evening: SessionStats) -> list[tuple[str, list[Account]]]:
    """Wagers that were at risk; those that differ by their number alone, together."""
    found: dict[str, list[Account]] = {}
    for account in evening.accounts.values():
        if account.decided or account.commission or account.edge:
            found.setdefault(stem(account.wager), []).append(account)
    return [(", ".join(fold([account.wager for account in of])), of) for of in found.values()]


def parts(of: Sequence[Account]) -> tuple[Cents, ...]:
    """The net of some wagers, and what it is made of: edge, luck, commission, rounding."""
    names = ("net", "edge", "luck", "commission", "rounding")
    net, edge, luck, commission, rounding = (sum(getattr(account, name) for account in of) for name in names)
    return net, edge, luck, -commission, rounding


def verdict(balance: Balance) -> str:
    """The reason in a sentence."""
    if balance.net >= 0:
        return "You did not lose: " + ("luck was on your side." if balance.luck > 0 else "you are not behind.")
    lost, owed = -balance.net, -balance.expected_net
    if owed >= lost:
        return f"You lost {units(lost)}; these bets cost {units(max(owed, 0))} on average. It was not bad luck."
    return f"You lost {units(lost)}: {units(max(owed, 0))} of it is what these bets cost on average, the rest is luck."


def _with_sign(amount: Cents) -> str:
    return f"{'+' if amount > 0 else ''}{format_amount(amount)}"

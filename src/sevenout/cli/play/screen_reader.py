"""A game in sentences, for a screen reader: no layout, no tables, everything in the order it happens."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.money import Cents, format_amount, units
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW
from sevenout.cli.play.statistics import families, parts, summary, verdict
from sevenout.cli.play.views import describe_outcome, rules_view
from sevenout.engine.betting import Move, Settlement
from sevenout.engine.game import Game
from sevenout.engine.number_outcomes import roll_outcomes
from sevenout.engine.offers import Offer
from sevenout.player.session_stats import TOTALS, Balance, SessionStats
from sevenout.player.talk import format_typed
from sevenout.player.talk.standing_orders import StandingOrder
from sevenout.reports.figures.paytable import fold
from sevenout.reports.figures.rulebook_lookup import find, wager_entries
from sevenout.table import Rolled, Snapshot, Table
from sevenout.table.commands import Command
from sevenout.table.narration import decision, stick, whither


def sentences(item: RenderableType) -> Iterator[str]:
    """Anything that is shown, line by line; a row of a table is a sentence with the heads of its columns."""
    match item:
        case Text():
            yield from item.plain.splitlines()
        case Padding():
            yield from sentences(item.renderable)
        case Group():
            for part in item.renderables:
                yield from sentences(part)
        case Grid():
            yield from _rows(item)
        case str():
            yield from item.splitlines()


def _rows(grid: Grid) -> Iterator[str]:
    columns = [(str(column.header), [_cell_text(cell) for cell in column.cells]) for column in grid.columns]
    headed = any(head for head, _ in columns)
    for at in range(1 if headed else 0, grid.row_count):  # the first row shows the heads
        said = [f"{head} {cells[at]}".strip() for head, cells in columns if cells[at]]
        if said:
            yield f"{', '.join(said) if headed else ' '.join(said)}."


def _cell_text(cell: RenderableType) -> str:
    return " ".join(word for line in sentences(cell) for word in line.split())


def act_sentence(command: Command, you: str, rack: int | None) -> str:
    """Tells an act: `You bet 10 on pass. Your rack: 990.`"""
    told = f"You {format_typed(command, you)}." if getattr(command, "seat", "") == you else f"{command}."
    return told if rack is None else f"{told} Your rack: {units(rack)}."


def roll_sentences(rolled: Rolled, you: str, rack: int | None, cited: Game | None = None) -> Iterator[str]:
    """What was rolled, what became of your bets, then of everybody's; with the clauses of a game, if it is given."""

    def describe(bet: Settlement | Move, became: str) -> str:
        clause = "" if cited is None else cited.cite(bet.cite).clause
        return f"{bet.wager} for {units(bet.stake)} {became}{f', by {clause}' if clause else ''}"

    who = "You shoot" if rolled.shooter == you else f"{rolled.shooter} shoots"
    yield f"{who} {rolled.a} and {rolled.b}. {stick(rolled)}"
    seats = sorted(rolled.everybody, key=lambda done: done.seat != you)
    for done in seats:
        said = [describe(result, decision(result)) for result in done.results]
        said += [describe(move, whither(move, rolled.total)) for move in done.moves]
        owner = "Your" if done.seat == you else "The crew's" if done.seat == CREW else f"{done.seat}'s"
        if said:
            yield f"{owner} {('; ' if cited else ', ').join(said)}."
    if not any(done.seat == you and (done.results or done.moves) for done in rolled.seats):
        yield "None of your bets was decided."
    if rack is not None:
        yield f"Your rack: {units(rack)}."


_PARTS = ("edge", "luck", "commission", "rounding")


def balance_sentences(balance: Balance) -> Iterator[Text]:
    """Returns how you stand: bought, rack, layout, net, action, what was to be expected, and luck."""
    yield Text(f"You bought in for {format_amount(balance.bought)}.")
    up = f", and {format_amount(balance.layout)} is on the layout, at face value" if balance.layout else ""
    yield Text(f"Your rack holds {format_amount(balance.rack)}{up}.")
    yield Text(f"{_net_sentence(balance.net)}.")
    yield Text(f"Bets of {format_amount(balance.action)} in all were decided.")
    yield Text(f"On average those bets {_brings(balance.expected_net)}, costs included.")
    yield Text(f"Luck {_brings(balance.luck)} beyond that.")
    for name, amount in (("Bonuses", balance.bonus), ("Rulings", balance.awarded), ("Tokes", -balance.tokes)):
        if amount:
            yield Text(f"{name} {_brings(amount)}.")


def history_sentences(shown: Snapshot) -> Iterator[Text]:
    """The last rolls, hand by hand."""
    shooter, thrown = "", list[str]()
    for roll in shown.rolls:
        if thrown and roll.shooter != shooter:
            yield Text(f"{shooter} threw {', '.join(thrown)}.")
            thrown = []
        shooter = roll.shooter
        thrown.append(f"{roll.a} and {roll.b}")
    yield Text(f"{shooter} threw {', '.join(thrown)}." if thrown else "Nothing has been rolled yet.")


def stats_sentences(evening: SessionStats) -> Iterator[Text]:
    """Totals seen and expected, sevens, hands and points."""
    seen = evening.seen
    if not seen.rolls:
        yield Text("Nothing has been rolled yet.")
        return
    for total in TOTALS:
        count = seen.count(total)
        came = {0: "did not come", 1: "came once", 2: "came twice"}.get(count, f"came {count} times")
        yield Text(f"{total} {came}; expected {float(seen.expected_count(total)):.1f} times.")
    yield summary(seen)


def split_sentences(evening: SessionStats, balance: Balance) -> Iterator[Text]:
    """The net by wager: edge, luck, commission, rounding; it adds up."""
    risked = families(evening)
    if not risked:
        yield Text("You have not had a bet at risk yet.")
        return
    for name, of in risked:
        yield Text(f"{name}: {_split(parts(of))}.")
    for name, amount in (("Bonuses", balance.bonus), ("Rulings", balance.awarded), ("Tokes", -balance.tokes)):
        if amount:
            yield Text(f"{name} {_brings(amount)}.")
    every = (balance.net, balance.edge, balance.luck, -balance.commission, balance.rounding)
    yield Text(f"In all: {_split(every)}.")
    yield Text(verdict(balance))


def orders_sentences(orders: Sequence[StandingOrder], autopilot: str) -> str:
    """The standing orders and autopilots that are active."""
    told = [f"Standing order {number}: {order}." for number, order in enumerate(orders, 1)]
    told = told or ["There are no standing orders."]
    return " ".join((*told, *([f"The autopilot is {autopilot}."] if autopilot else ())))


def autopilot_sentence(line: str) -> str:
    """Tells an autopilot's acts: `iron-cross: Ann bets 20 on place-5.`"""
    done, _, who = line.removeprefix("✓ ").partition("   ")
    return f"{who}: {done}." if who else line


# --- what may be bet, and what is written


def numbers_sentences(table: Table, you: str) -> Iterator[Text]:
    """What each number would do to your bets now, those that do nothing in one sentence."""
    seat = table.seats.get(you)
    if seat is None or not seat.position.slots:
        yield Text("You have no bets on the layout.")
        return
    nothing = []
    for outcome in roll_outcomes(table.game, seat.position, table.puck):
        done = describe_outcome(outcome)
        if not done:
            nothing.append(outcome.name)
            continue
        does = "wins" if outcome.net > 0 else "loses" if outcome.net < 0 else "neither wins nor loses"
        amount = f" {units(abs(outcome.net))}" if outcome.net else ""
        yield Text(f"{outcome.name}, {outcome.ways} of 36 rolls, {does}{amount}: {done}.")
    if nothing:
        yield Text(f"Nothing happens on {', '.join(nothing)}.")


def offers_sentences(table: Table, you: str) -> Iterator[Text]:
    """Tells the bets that are open now, wagers of the same terms in one sentence."""
    if table.state.dice.thrown:
        yield Text("The dice are in the air.")
    terms: dict[str, list[str]] = {}
    for offered in table.offers(you):
        if offered.refusal is None:
            terms.setdefault(_amounts(offered, table.game.chip), []).append(offered.wager)
    for amounts, wagers in terms.items():
        yield Text(f"You can bet {amounts} on {_either(fold(wagers))}.")
    if not terms:
        yield Text("You cannot bet now.")


def offer_sentence(table: Table, you: str, wager: str) -> Text | Refusal:
    """The amounts that may be put on one wager, or the reason why none."""
    offered = table.offer(you, wager)
    if offered.refusal is not None:
        return offered.refusal
    held = f", on top of {units(offered.held)}" if offered.held else ""
    return Text(f"You can bet {_amounts(offered, table.game.chip)} on {offered.wager}{held}.")


def _amounts(offered: Offer, chip: Cents) -> str:
    """`from 5 to 500`, `from 4 to 200 in steps of 4`, `exactly 5`."""
    least, most = units(offered.minimum), units(offered.maximum)
    if offered.minimum == offered.maximum:
        return f"exactly {least}"
    told = f"from {least} to {most}"
    if offered.exact_below is not None:
        return f"{told}, below {units(offered.exact_below)} in steps of {units(offered.exact_step)},"
    return told if offered.step == chip else f"{told} in steps of {units(offered.step)}"


def _either(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def rules_sentences(table: Table, wager: str) -> Iterable[RenderableType]:
    """What the house has written about a wager: each value with its plain words, its clause and how surely it is so."""
    rules = table.game.rules
    in_book = find(rules.book, rules.wager_named(wager) or wager)
    if in_book is None:
        return rules_view(table, wager)
    told = [Text(f"{in_book.key} is called {in_book.title}.")]
    for entry in wager_entries(rules, in_book):
        says = entry.cite.says.removeprefix("assumed: ").rstrip(".")
        where = f"{entry.cite.clause or 'no clause'}, {entry.cite.provenance}"
        told.append(Text(f"{entry.word}: {entry.text}{f'; {says}' if says else ''} ({where})."))
    return told


def _split(amounts: Sequence[Cents]) -> str:
    """A net and its parts: `10.00 lost: edge took 0.20, luck took 9.80`."""
    net, *beside = amounts
    of = ", ".join(f"{name} {_brings(amount)}" for name, amount in zip(_PARTS, beside, strict=True) if amount)
    return f"{_format_net(net)}{f'; {of}' if of else ''}"


def _format_net(net: Cents) -> str:
    return f"{format_amount(abs(net))} {'won' if net > 0 else 'lost'}" if net else "even"


def _net_sentence(net: Cents) -> str:
    return f"You are {format_amount(abs(net))} {'ahead' if net > 0 else 'behind'}" if net else "You are even"


def _brings(amount: Cents) -> str:
    return f"{'took' if amount < 0 else 'gave'} {format_amount(abs(amount))}"

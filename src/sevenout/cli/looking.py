"""What a player at the terminal can look at: the last roll, why, what may be bet, what is written about a wager.

Each answer is something to print. It looks at the table and never changes it.
"""

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.cli.felt import Felt, dice, stick
from sevenout.cli.paytable import fold
from sevenout.cli.rules import find, values_grid, written
from sevenout.cli.telling import Travel, travels
from sevenout.dice import roll
from sevenout.money import Cents
from sevenout.offers import Offer, offer, offers
from sevenout.position import Settlement
from sevenout.refusal import Citation, Refusal
from sevenout.table import Rolled, Table, TableState
from sevenout.table.commands import units
from sevenout.table.evolve import evolve
from sevenout.words import did_you_mean

_RESULTS = {
    "win": ("wins", "bold green"),
    "lose": ("loses", "red"),
    "push": ("pushes", "yellow"),
    "return": ("comes back", "yellow"),
}


def kindly(words: str) -> Text:
    """An answer to something that cannot be done."""
    return Text("".join(letter if letter.isprintable() else "�" for letter in words), "yellow")


# --- rolls


def rolls(table: Table) -> Iterator[tuple[Rolled, TableState]]:
    """Every roll of the game with the table as it lay for it, the last one last."""
    state = TableState()
    for event in table.log or ():
        if isinstance(event, Rolled):
            yield event, state
        state = evolve(state, event)


def roll_shown(table: Table, you: str, rolled: Rolled, before: TableState, *, clauses: bool = False) -> Grid:
    """A roll: the dice, the stick's call, and what became of everybody's wagers, yours first."""
    felt = Felt(table.game, table.state)
    told: dict[str, list[Text]] = {you: []}
    for name, done in rolled.settled:
        told.setdefault(name, []).append(_with_clause(_result(done), done.cite, shown=clauses))
    for travel in travels(table.game, before, rolled):
        told.setdefault(travel.seat, []).append(_with_clause(_travel(travel), travel.cite, shown=clauses))
    mine = told.pop(you)
    lines = [Text.assemble((stick(rolled), "bold"), (f"  {rolled.shooter} shoots {rolled.a}-{rolled.b}", "dim"))]
    lines += [Text.assemble(felt.name(you), " ", result) for result in mine]
    if not mine:
        lines.append(Text("Nothing of yours was decided.", "dim"))
    lines += [Text.assemble(felt.name(name), " ", Text(" · ").join(results)) for name, results in told.items()]
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(dice(rolled.a, rolled.b), Text("\n").join(lines))
    return grid


def _with_clause(text: Text, cite: Citation, *, shown: bool) -> Text:
    return Text.assemble(text, (f" [{cite.clause}]" if shown and cite.clause else "", "dim"))


def _result(done: Settlement) -> Text:
    word, style = _RESULTS[done.result]
    won = f" {units(done.won)}" if done.won else f" {units(done.stake)}" if done.result == "lose" else ""
    return Text.assemble(f"{done.wager} {units(done.stake)} ", (f"{word}{won}", style))


def _travel(travel: Travel) -> Text:
    return Text(f"{travel.wager} {units(travel.stake)} {travel.where}")


# --- why


def why_refused(refusal: Refusal) -> Iterator[RenderableType]:
    """The clause, in plain words, behind a refusal."""
    yield Text.assemble(("No: ", "bold yellow"), refusal.reason)
    if refusal.clause:
        yield _clause(refusal.cite)
    else:
        yield Padding(Text("No clause is needed for that: it is so at any table.", "dim"), (0, 0, 0, 2))


def why_decided(table: Table, you: str, wager: str = "") -> Iterator[RenderableType]:
    """The clauses behind the last roll that did something to your wagers, or to one of them."""
    every = list(rolls(table))
    if not every:
        yield kindly("Nothing has been decided or refused yet.")
        return
    for ago, (rolled, before) in enumerate(reversed(every)):
        did = [(_result(done), done.cite) for name, done in rolled.settled if name == you and _is(done.wager, wager)]
        did += [
            (_travel(travel), travel.cite)
            for travel in travels(table.game, before, rolled)
            if travel.seat == you and _is(travel.wager, wager)
        ]
        if did and ago:
            yield Text(f"{ago} roll{'s' if ago > 1 else ''} before the last: {rolled.a}-{rolled.b}, {stick(rolled)}")
        for text, cite in did:
            yield text
            yield _clause(cite)
        if did:
            return
        if not ago and not wager:
            yield Text(f"{stick(rolled)} Nothing of yours was decided by it.")
    if wager:
        yield kindly(f"No roll has decided your {wager} yet. rules {wager} says what is written about it.")
    yield from _sat_out(table, you, every[-1], wager)


def _sat_out(table: Table, you: str, last: tuple[Rolled, TableState], wager: str) -> Iterator[RenderableType]:
    """The wagers that were off on the last roll, and would have been decided by it."""
    rolled, before = last
    seat = before.seat(you)
    cells = table.game.rules.cells[before.puck][roll(rolled.a, rolled.b).index]
    for slot in seat.position.slots if seat else ():
        spot = table.game.rules.spot_of[slot]
        working = spot.slot("on")
        edge = None if working is None else cells[working]
        if cells[slot] is None and edge is not None and _is(spot.key, wager):
            would = _RESULTS.get(edge.outcome, ("moves", ""))[0]
            yield Text(f"{spot.key} was off on the last roll; working, it {would}.")
            calls = spot.wager.working.calls if slot == spot.slot("off") else spot.wager.working.off
            yield _clause(calls.cite)


def _is(wager: str, asked: str) -> bool:
    return asked in ("", wager)


def _clause(cite: Citation) -> RenderableType:
    """A clause, how surely the document says so, and the plain words."""
    says = cite.says.removeprefix("assumed: ")
    where = f"{cite.clause or 'no clause'} ({cite.provenance})"
    return Padding(Text.assemble((where, "cyan"), f": {says}" if says else ""), (0, 0, 0, 2))


# --- offers and rules


def offers_shown(table: Table, you: str) -> Iterator[RenderableType]:
    """What you may bet now, wagers of the same terms together."""
    seat = table.seats[you]
    if table.state.dice.thrown:
        yield kindly("The dice are in the air.")
    terms: dict[str, list[str]] = {}
    for offered in offers(table.game, seat.position, table.puck, seat.rack):
        if offered.refusal is None:
            terms.setdefault(_terms(offered, table.game.chip), []).append(offered.wager)
    if not terms:
        yield kindly("The house takes no bet of yours now.")
        return
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for words, wagers in terms.items():
        grid.add_row(Text(words), Text(", ".join(fold(wagers))))
    yield grid


def offer_shown(table: Table, you: str, wager: str) -> RenderableType | Refusal:
    """What you may put on one wager, or why nothing."""
    seat = table.seats[you]
    offered = offer(table.game, seat.position, table.puck, seat.rack, wager)
    if offered.refusal is not None:
        return offered.refusal
    held = f", on top of {units(offered.held)}" if offered.held else ""
    return Text.assemble((wager, "bold"), f"  {_terms(offered, table.game.chip)}{held}")


def _terms(offered: Offer, chip: Cents) -> str:
    least, most = units(offered.minimum), units(offered.maximum)
    steps = f"in {units(offered.step)}s" if offered.step != chip else ""
    if offered.minimum == offered.maximum:
        return f"{least} only"
    if offered.exact_below is not None:
        return f"{least} to {most}, below {units(offered.exact_below)} in {units(offered.exact_step)}s"
    return f"{least} to {most} {steps}".rstrip()


def rules_shown(table: Table, wager: str) -> Iterable[RenderableType]:
    """What the house has written about a wager, or about a family of them."""
    rules = table.game.rules
    found = find(rules.book, rules.wager_named(wager) or wager)
    if found is None:
        return (kindly(f"{rules.book.title} offers no {wager[:40]!r}.{did_you_mean(wager[:40], rules.by_key)}"),)
    title = Text.assemble((found.key, "bold"), f"  {found.title}")
    return title, Padding(values_grid(written(rules, found), says="  "), (0, 0, 0, 2))

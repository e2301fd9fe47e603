"""The views a player can open at the terminal: the last roll, why, what may be bet, what is written about a wager.

Each answer is something to print. It looks at the table and never changes it.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.base.money import Cents, units
from sevenout.base.refusal import Citation, Refusal
from sevenout.base.vocabulary import did_you_mean
from sevenout.cli.play.layout_view import LayoutView, dice
from sevenout.cli.shared.rulebook_values import values_grid
from sevenout.engine.number_outcomes import RollOutcome, roll_outcomes
from sevenout.engine.offers import Offer
from sevenout.reports.figures.paytable import fold
from sevenout.reports.figures.rulebook_lookup import find, wager_entries
from sevenout.table import Rolled, Snapshot, Table, evolve
from sevenout.table.events import SeatResult, singles
from sevenout.table.log.effective_entries import standing_entries
from sevenout.table.narration import RESULTS, decision, stick, whither
from sevenout.table.table_snapshot import house_of, rested_bets

_STYLES = {"win": "bold green", "lose": "red", "push": "yellow", "return": "yellow"}


def yellow_text(words: str) -> Text:
    """An answer to something that cannot be done."""
    return Text("".join(letter if letter.isprintable() else "�" for letter in words), "yellow")


# --- rolls


def last_roll(table: Table) -> tuple[Rolled, Snapshot] | None:
    """The last roll of the game, with the table as it lay for it."""
    last: tuple[Rolled, Snapshot] | None = None
    shown = Snapshot(house_of(table.game))
    for recorded in standing_entries(table.log or ()):
        for event in singles(recorded.event):
            if isinstance(event, Rolled):
                last = event, shown
            shown = evolve(shown, event)
    return last


def roll_view(
    table: Table, you: str, rolled: Rolled, *, clauses: bool = False, pictured: bool = True
) -> RenderableType:
    """A roll: the dice, the stick's call, and what became of everybody's wagers, yours first."""
    felt = LayoutView(table.game, table.snapshot())
    told: dict[str, list[Text]] = {you: []}
    for done in rolled.everybody:
        for text, cite in _decisions_with_clauses(table, rolled, done):
            told.setdefault(done.seat, []).append(_with_clause(text, cite, shown=clauses))
    mine = told.pop(you)
    lines = [Text.assemble((stick(rolled), "bold"), (f"  {rolled.shooter} shoots {rolled.a}-{rolled.b}", "dim"))]
    lines += [Text.assemble(felt.name(you), " ", result) for result in mine]
    if not mine:
        lines.append(Text("None of your bets was decided.", "dim"))
    lines += [Text.assemble(felt.name(name), " ", Text(" · ").join(results)) for name, results in told.items()]
    if not pictured:
        return Text("\n").join(lines)
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(dice(rolled.a, rolled.b), Text("\n").join(lines))
    return grid


def _with_clause(text: Text, cite: Citation, *, shown: bool) -> Text:
    return Text.assemble(text, (f" [{cite.clause}]" if shown and cite.clause else "", "dim"))


def _decisions_with_clauses(table: Table, rolled: Rolled, done: SeatResult) -> Iterator[tuple[Text, Citation]]:
    """The bets of a seat that a roll decided or moved, each with its clause."""
    for result in done.results:
        style = _STYLES[result.result]
        text = Text.assemble(f"{result.wager} {units(result.stake)} ", (decision(result), style))
        yield text, table.game.cite(result.cite)
    for move in done.moves:
        yield Text(f"{move.wager} {units(move.stake)} {whither(move, rolled.total)}"), table.game.cite(move.cite)


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
    standing = (singles(recorded.event)[-1] for recorded in standing_entries(table.log or ()))
    every = [event for event in standing if isinstance(event, Rolled)]
    if not every:
        yield yellow_text("Nothing has been decided or refused yet.")
        return
    for ago, rolled in enumerate(reversed(every)):
        did = [
            told
            for done in rolled.seats
            if done.seat == you
            for told in _decisions_with_clauses(table, rolled, _only(done, wager))
        ]
        if did and ago:
            yield Text(f"{ago} roll{'s' if ago > 1 else ''} before the last: {rolled.a}-{rolled.b}, {stick(rolled)}")
        for text, cite in did:
            yield text
            yield _clause(cite)
        if did:
            return
        if not ago and not wager:
            yield Text(f"{stick(rolled)} It decided none of your bets.")
    if wager:
        yield yellow_text(f"No roll has decided your {wager} yet. rules {wager} says what is written about it.")
    yield from _sat_out(table, you, wager)


def _only(done: SeatResult, wager: str) -> SeatResult:
    """A roll's effect on one wager of a seat, or on all if none is named."""
    results = tuple(result for result in done.results if _is(result.wager, wager))
    return replace(done, results=results, moves=tuple(move for move in done.moves if _is(move.wager, wager)))


def _sat_out(table: Table, you: str, wager: str) -> Iterator[RenderableType]:
    """The wagers that were off on the last roll, and would have been decided by it."""
    last = last_roll(table)
    assert last is not None, "something was rolled"
    rolled, before = last
    for rested in rested_bets(table.game, before, rolled, you):
        if _is(rested.wager, wager):
            would = RESULTS.get(rested.would, "moves")
            yield Text(f"{rested.wager} was off on the last roll; working, it {would}.")
            yield _clause(rested.cite)


def _is(wager: str, asked: str) -> bool:
    return asked in ("", wager)


def _clause(cite: Citation) -> RenderableType:
    """A clause, how surely the document says so, and the plain words."""
    says = cite.says.removeprefix("assumed: ")
    where = f"{cite.clause or 'no clause'} ({cite.provenance})"
    return Padding(Text.assemble((where, "cyan"), f": {says}" if says else ""), (0, 0, 0, 2))


# --- offers and rules


def numbers_view(table: Table, you: str) -> Iterator[RenderableType]:
    """What each number would do to your bets now: those that do something, with the rolls of 36 and the net."""
    seat = table.seats.get(you)
    if seat is None or not seat.position.slots:
        yield yellow_text("You have no bets on the layout.")
        return
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "right", "right", "left"):
        grid.add_column(no_wrap=justify == "right", justify=justify)
    for outcome in roll_outcomes(table.game, seat.position, table.puck):
        style = "bold green" if outcome.net > 0 else "red" if outcome.net < 0 else "dim"
        net = f"{'+' if outcome.net > 0 else ''}{units(outcome.net)}" if outcome.net else "–"
        grid.add_row(
            Text(outcome.name, "bold"),
            Text(f"{outcome.ways} of 36", "dim"),
            Text(net, style),
            Text(describe_outcome(outcome), "dim"),
        )
    yield grid


def describe_outcome(outcome: RollOutcome) -> str:
    """Which bets a number decides or moves, in a few words."""
    said = []
    for wagers, one, several in ((outcome.winners, "wins", "win"), (outcome.losers, "loses", "lose")):
        if wagers:
            said.append(f"{', '.join(fold(wagers))} {one if len(wagers) == 1 else several}")
    said += [f"{move.wager} moves to {move.to}" for move in outcome.moves if move.to != move.wager]
    return "; ".join(said)


def offers_view(table: Table, you: str) -> Iterator[RenderableType]:
    """The bets that are open now, wagers of the same terms together."""
    if table.state.dice.thrown:
        yield yellow_text("The dice are in the air.")
    terms: dict[str, list[str]] = {}
    for offered in table.offers(you):
        if offered.refusal is None:
            terms.setdefault(_terms(offered, table.game.chip), []).append(offered.wager)
    if not terms:
        yield yellow_text("You cannot bet now.")
        return
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for words, wagers in terms.items():
        grid.add_row(Text(words), Text(", ".join(fold(wagers))))
    yield grid


def offer_view(table: Table, you: str, wager: str) -> RenderableType | Refusal:
    """The amounts that may be put on one wager, or the reason why none."""
    offered = table.offer(you, wager)
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


def rules_view(table: Table, wager: str) -> Iterable[RenderableType]:
    """The house's rules of a wager, or of a family of them."""
    rules = table.game.rules
    in_book = find(rules.book, rules.wager_named(wager) or wager)
    if in_book is None:
        return (yellow_text(f"{rules.book.title} offers no {wager[:40]!r}.{did_you_mean(wager[:40], rules.by_key)}"),)
    title = Text.assemble((in_book.key, "bold"), f"  {in_book.title}")
    return title, Padding(values_grid(wager_entries(rules, in_book), says="  "), (0, 0, 0, 2))

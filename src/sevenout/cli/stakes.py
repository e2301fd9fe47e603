"""`sevenout edges BOOK --stake 5` and `--sweep`: what the house's chip and rounding make of real stakes."""

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from math import sqrt

from rich.text import Text

from sevenout.cli.answer import ASSUMED, Answer, Record, decimals, entry_record, exact, show_note, show_title
from sevenout.cli.grids import Cell, Column, Section, bar, show_grid
from sevenout.cli.screen import Screen
from sevenout.compile import Compiled
from sevenout.exact import FLOOR, AtStake, Edges, Sweep, Worth, at_stake, edges
from sevenout.exact.worth import spot_named
from sevenout.game import Game
from sevenout.money import Cents, format_amount
from sevenout.refusal import Refusal
from sevenout.report.figures import alike, by_stem, grouped, named, percent, short
from sevenout.report.stakes import sweep_families, told
from sevenout.report.stakes import swept as sweep_wagers
from sevenout.rulebook.values import house_values
from sevenout.words import stem

BASIS = (
    "per wager decided, of stake and commission; a push counts as decided; paid in the house's chips, rounded its way"
)

_BAR = 12
_RANGES = 4
_FIRST_STAKES = 30
_HOUSE_WORDS = ("chip", "rounding", "commission-rounding", "commission-least")


def at_one_stake(game: Game, stake: Cents, wagers: Sequence[str], *, by_edge: bool) -> Answer:
    """Every wager asked for at one stake, and those that do not take it; refused if none does."""
    for key in wagers:
        spot_named(game.rules, key)
    found: list[tuple[Worth, AtStake]] = []
    refused: list[tuple[str, Refusal]] = []
    exactly = edges(game.rules, wagers)
    for worth in exactly:
        answer = at_stake(game, worth.wager, stake)
        if isinstance(answer, Refusal):
            refused.append((worth.wager, answer))
        else:
            found.append((worth, answer))
    if by_edge:
        found.sort(key=lambda pair: pair[1].edge)
    payload = {
        "rules": game.rules.book.name,
        "basis": BASIS,
        "table": table_record(game),
        "stake": format_amount(stake),
        "wagers": [_stake_record(*pair) for pair in found],
        "refused": [
            {"wager": key, "code": refusal.code, "reason": refusal.reason, "clause": refusal.clause}
            for key, refusal in refused
        ],
    }
    return Answer(
        payload,
        [_stake_row(game, *pair) for pair in found],
        lambda screen: _show_stake(screen, game, stake, found, refused, by_edge=by_edge),
        None if found else _none_taken(refused),
    )


def _none_taken(refused: Sequence[tuple[str, Refusal]]) -> Refusal:
    """The reason, if there is one wager; of several, each has its own in the table."""
    if len(refused) == 1:
        return refused[0][1]
    return Refusal("none-taken", f"none of {len(refused)} wagers takes such a stake")


def table_record(game: Game) -> dict[str, str]:
    """The table's own limits, and how it rounds."""
    limits = {name: format_amount(getattr(game, name)) for name in ("minimum", "maximum", "chip")}
    return {**limits, "rounding": game.rules.book.rounding.value}


def _stake_record(worth: Worth, found: AtStake) -> Record:
    return {
        "wager": found.wager,
        "pays": worth.pays,
        **_figures(worth, found),
        "sd": _sd(found),
        "provenance": found.provenance,
        "clause": worth.clause,
        "title": worth.title,
        **_money(found),
        "chances": [[format_amount(net), str(chance)] for net, chance in found.chances],
        "rests_on": [entry_record(entry) for entry in found.rests_on],
    }


def _stake_row(game: Game, worth: Worth, found: AtStake) -> Record:
    return {
        "rules": game.rules.book.name,
        "wager": found.wager,
        "pays": worth.pays,
        **_money(found),
        **_figures(worth, found),
        "sd": _sd(found),
        **decimals(edge=found.edge, returns=found.returns, unrounded_edge=worth.edge),
        "provenance": found.provenance,
        "clause": worth.clause,
        "basis": BASIS,
    }


def _figures(worth: Worth, found: AtStake) -> dict[str, str]:
    return exact(
        edge=found.edge,
        edge_per_roll=found.edge / worth.rolls,
        rolls=worth.rolls,
        edge_on_stake=found.edge_on_stake,
        returns=found.returns,
        unrounded_edge=worth.edge,
    )


def _money(found: AtStake) -> dict[str, str]:
    amounts = {"stake": found.stake, "commission": found.commission, "flat": found.flat}
    return {name: format_amount(amount) for name, amount in amounts.items()}


def _sd(found: AtStake) -> float:
    """Per unit staked."""
    mean = found.net
    return sqrt(sum(chance * (net - mean) ** 2 for net, chance in found.chances)) / found.stake


_STAKE_COLUMNS = (
    Column("wager", justify="left"),
    Column("edge"),
    Column("", gap=0, justify="left"),
    Column("exactly", 2, "left", gap=1),
    Column("unrounded"),
    Column("change", 1),
    Column("returns", 3),
    Column("commission", 1),
    Column("wins", 4, "left"),
)


def _show_stake(
    screen: Screen,
    game: Game,
    stake: Cents,
    found: Sequence[tuple[Worth, AtStake]],
    refused: Sequence[tuple[str, Refusal]],
    *,
    by_edge: bool,
) -> None:
    if len(refused) == 1 and not found:
        return
    show_title(screen, game.rules.book.title, f"a stake of {format_amount(stake)} at {_table(game)}")
    if found:
        groups = {"": found} if by_edge else grouped(game.rules, found, lambda pair: pair[0])
        sections = [
            Section(name, [_stake_cells(same) for same in alike(pairs, _same)]) for name, pairs in groups.items()
        ]
        show_grid(screen, _STAKE_COLUMNS, sections)
        screen.print()
    _show_refused(screen, game.rules, refused)
    show_note(screen, ("basis", "bold"), f"  {BASIS}")
    if any(worth.provenance == "assumed" for worth, _ in found):
        words = " what it pays, or how it is decided, rests on a value that no document states"
        show_note(screen, (ASSUMED, "yellow"), words)
    _show_house(screen, game)
    flats = {pair[1].flat for pair in found if pair[1].flat}
    if flats:
        behind = ", ".join(format_amount(flat) for flat in sorted(flats))
        show_note(screen, f"odds lie behind the largest flat bet the table takes: {behind}")


def _table(game: Game) -> str:
    return f"a table of {format_amount(game.minimum)} to {format_amount(game.maximum)}, chip {format_amount(game.chip)}"


def _same(pair: tuple[Worth, AtStake]) -> Hashable:
    worth, found = pair
    return stem(worth.wager), worth.edge, found.chances, found.commission, found.provenance


def _stake_cells(group: Sequence[tuple[Worth, AtStake]]) -> list[Cell]:
    worth, found = group[0]
    change = found.edge - worth.edge
    style = "green" if change < 0 else "red" if change > 0 else "dim"
    wins = ", ".join(format_amount(net) for net, _ in found.chances if net > 0)
    return [
        Text(named([worth.wager for worth, _ in group]), "bold"),
        Text(percent(found.edge), "bold green" if found.edge < 0 else "bold"),
        Text(ASSUMED if worth.provenance == "assumed" else "", "yellow"),
        short(found.edge),
        percent(worth.edge),
        Text(f"{100 * float(change):+.3f}" if change else "", style),
        Text(percent(found.returns, 2), "bold red" if found.returns < FLOOR else ""),
        format_amount(found.commission) if found.commission else "",
        wins,
    ]


def _show_refused(screen: Screen, rules: Compiled, refused: Sequence[tuple[str, Refusal]]) -> None:
    if not refused:
        return
    screen.print(Text("  refused", "bold red"))

    def why(pair: tuple[str, Refusal]) -> Hashable:
        key, refusal = pair
        return refusal.reason.replace(rules.by_key[key].title, stem(key)), refusal.clause

    for group in alike(refused, why):
        key, refusal = group[0]
        clause = f" [{refusal.clause}, {refusal.cite.provenance}]" if refusal.clause else ""
        reason = refusal.reason.removeprefix(f"{rules.by_key[key].title} ")
        show_note(screen, (by_stem(key for key, _ in group), "bold"), f"  {reason}{clause}")
    screen.print()


def _show_house(screen: Screen, game: Game) -> None:
    """What the house says of chips and rounding, with its clauses."""
    for entry in house_values(game.rules.book):
        if entry.word in _HOUSE_WORDS:
            source = f"{entry.cite.clause} {entry.cite.provenance}".strip()
            if entry.word == "chip" and game.chip != game.rules.book.chip.value:
                show_note(
                    screen, f"chip: {format_amount(game.chip)} at this table, {entry.text} in the book [{source}]"
                )
            else:
                show_note(screen, f"{entry.word}: {entry.text} [{source}]")


# --- every stake


def swept(game: Game, wagers: Sequence[str]) -> Answer:
    """Every wager asked for at every stake that the table takes."""
    exactly = edges(game.rules, wagers)
    found, refused = sweep_wagers(game, wagers)
    payload = {
        "rules": game.rules.book.name,
        "basis": BASIS,
        "table": table_record(game),
        "floor": str(FLOOR),
        "wagers": [_sweep_record(exactly[one.wager], one, every=bool(wagers)) for one in found],
        "refused": [
            {"wager": key, "code": refusal.code, "reason": refusal.reason, "clause": refusal.clause}
            for key, refusal in refused
        ],
    }
    return Answer(
        payload,
        [row for one in found for row in _sweep_rows(game, one)],
        lambda screen: _show_sweep(screen, game, exactly, found, refused),
        _none_taken(refused) if refused and not found else None,
    )


def _sweep_record(worth: Worth, found: Sweep, *, every: bool) -> Record:
    record: Record = {
        "wager": found.wager,
        "flat": format_amount(found.flat),
        "least": format_amount(found.least),
        "most": format_amount(found.most),
        "stakes": len(found.stakes),
        "unrounded_edge": str(worth.edge),
        "best": _end_record(found.best),
        "worst": _end_record(found.worst),
        "below_floor": _range_records(found.below_floor),
        "favours_player": _range_records(found.favours_player),
        "provenance": found.worst.provenance,
        "clause": worth.clause,
    }
    if every:
        pairs = zip(found.stakes, found.edges, strict=True)
        record["edges"] = [[format_amount(stake), str(edge)] for stake, edge in pairs]
    return record


def _end_record(found: AtStake) -> Record:
    return {"stake": format_amount(found.stake), **exact(edge=found.edge, returns=found.returns)}


def _range_records(ranges: Iterable[tuple[Cents, Cents]]) -> list[list[str]]:
    return [[format_amount(first), format_amount(last)] for first, last in ranges]


def _sweep_rows(game: Game, found: Sweep) -> Iterable[Record]:
    for stake, edge in zip(found.stakes, found.edges, strict=True):
        yield {
            "rules": game.rules.book.name,
            "wager": found.wager,
            "flat": format_amount(found.flat),
            "stake": format_amount(stake),
            "edge": str(edge),
            **decimals(edge=edge, returns=1 - edge),
        }


_SWEEP_COLUMNS = (
    Column("wager", justify="left"),
    Column("stakes", 1),
    Column("to", 1, "left", gap=1),
    Column("unrounded"),
    Column("worst edge"),
    Column("at", justify="left", gap=1),
    Column("best edge"),
    Column("at", justify="left", gap=1),
)


def _show_sweep(
    screen: Screen, game: Game, exactly: Edges, found: Sequence[Sweep], refused: Sequence[tuple[str, Refusal]]
) -> None:
    if len(refused) == 1 and not found:
        return
    show_title(screen, game.rules.book.title, f"every stake at {_table(game)}")
    together = sweep_families(found)
    if found:
        show_grid(screen, _SWEEP_COLUMNS, [Section("", [_sweep_cells(exactly, group) for group in together])])
        screen.print()
    if len(found) == 1:
        _show_first_stakes(screen, found[0])
    _show_refused(screen, game.rules, refused)
    floor = f"returns below {percent(FLOOR, 0)}, the floor of gaming standards"
    _show_ranges(screen, floor, "red", [(group, group[0].below_floor) for group in together])
    _show_ranges(screen, "in the player's favour", "green", [(group, group[0].favours_player) for group in together])
    show_note(screen, ("basis", "bold"), f"  {BASIS}")
    _show_house(screen, game)


def _sweep_cells(exactly: Edges, group: Sequence[Sweep]) -> list[Cell]:
    one = group[0]
    unrounded = exactly[one.wager].edge
    worse = Text(percent(one.worst.edge), "red" if one.worst.edge > unrounded else "dim")
    better = Text(percent(one.best.edge), "bold green" if one.best.edge < 0 else "dim")
    return [
        Text(named([sweep.wager for sweep in group]), "bold"),
        format_amount(one.least),
        f"– {format_amount(one.most)}",
        percent(unrounded),
        worse,
        Text(format_amount(one.worst.stake), "dim"),
        better,
        Text(format_amount(one.best.stake), "dim"),
    ]


def _show_ranges(
    screen: Screen, words: str, style: str, found: Iterable[tuple[Sequence[Sweep], tuple[tuple[Cents, Cents], ...]]]
) -> None:
    listed = [(group, ranges) for group, ranges in found if ranges]
    if not listed:
        show_note(screen, (words, f"bold {style}"), "  no wager at any stake")
        screen.print()
        return
    screen.print(Text(f"  {words}", f"bold {style}"))
    for group, ranges in listed:
        flat = f" behind {format_amount(group[0].flat)}" if group[0].flat else ""
        show_note(screen, (by_stem(one.wager for one in group), "bold"), f"{flat}  at {told(ranges, _RANGES)}")
    screen.print()


def _show_first_stakes(screen: Screen, found: Sweep) -> None:
    columns = (Column("stake"), Column("edge"), Column("exactly", 1, "left"), Column("returns"), Column("", 2, "left"))
    widest = max(abs(found.worst.edge), abs(found.best.edge)) or Fraction(1)
    rows: list[list[Cell]] = []
    for stake, edge in list(zip(found.stakes, found.edges, strict=True))[:_FIRST_STAKES]:
        style = "green" if edge < 0 else "red" if 1 - edge < FLOOR else ""
        rows.append(
            [
                format_amount(stake),
                Text(percent(edge), style),
                short(edge),
                Text(percent(1 - edge, 2), style),
                Text(bar(float(abs(edge) / widest), _BAR), style or "cyan"),
            ]
        )
    show_grid(screen, columns, [Section("", rows)])
    if len(found.stakes) > _FIRST_STAKES:
        show_note(screen, f"the smallest {_FIRST_STAKES} of {len(found.stakes)} stakes; --csv lists all of them")
    screen.print()

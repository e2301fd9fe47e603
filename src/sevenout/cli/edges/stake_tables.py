"""`sevenout edges BOOK --stake 5` and `--sweep`: what the house's chip and rounding make of real stakes."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction

from rich.text import Text

from sevenout.analysis.exact import FLOOR, AtStake, Edges, Sweep, WagerEdge, edges
from sevenout.base.money import Cents, format_amount
from sevenout.base.vocabulary import stem
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import ASSUMED, Answer, show_note, show_title
from sevenout.cli.shared.text_tables import Cell, Column, GridSection, bar, show_grid
from sevenout.engine.game import Game
from sevenout.reports.figures.number_format import alike, by_stem, group_by_kind, percent, short, short_name
from sevenout.reports.figures.stake_ranges import (
    AtOneStake,
    Refused,
    Swept,
    at_one_stake,
    format_ranges,
    none_taken,
    sweep_families,
    swept,
)
from sevenout.reports.records.stake_records import BASIS, stake_record, stake_rows, sweep_record, sweep_rows
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.value_listing import house_values

_BAR = 12
_RANGES = 4
_FIRST_STAKES = 30
_HOUSE_WORDS = ("chip", "rounding", "commission-rounding", "commission-least")


def answer_stake(game: Game, stake: Cents, wagers: Sequence[str], *, by_edge: bool) -> Answer:
    """Every wager asked for at one stake, and those that do not take it; refused if none does."""
    answers = at_one_stake(game, stake, wagers)
    if by_edge:
        answers.taken.sort(key=lambda pair: pair[1].edge)
    return Answer(
        lambda: stake_record(game, stake, answers),
        lambda: stake_rows(game, answers),
        lambda screen: _show_stake(screen, game, stake, answers, by_edge=by_edge),
        None if answers.taken else none_taken(answers.refused),
    )


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


def _show_stake(screen: Screen, game: Game, stake: Cents, answers: AtOneStake, *, by_edge: bool) -> None:
    taken, refused, later = answers
    if len(refused) == 1 and not taken:
        return
    show_title(
        screen, game.rules.book.title, f"a stake of {format_amount(stake)} at {_table(game)}{game.rules.dice.note}"
    )
    if taken:
        groups = {"": taken} if by_edge else group_by_kind(game.rules, taken, lambda pair: pair[0])
        star = "" if _all_assumed(taken) else ASSUMED
        sections = [
            GridSection(name, [row for same in alike(pairs, _same) for row in _stake_rows(same, later, star)])
            for name, pairs in groups.items()
        ]
        show_grid(screen, _STAKE_COLUMNS, sections)
        screen.print()
    _show_refused(screen, game.rules, refused)
    show_note(screen, ("basis", "bold"), f"  {BASIS}")
    for worth, _ in taken:
        if others := later[worth.wager]:
            words = f"  followed {worth.begins}; made {others[0][0].begins} it is another bet"
            show_note(screen, (worth.wager, "bold"), words)
    if taken and _all_assumed(taken):
        show_note(screen, ("every figure here rests on a value that no document states", "yellow"))
    elif any(worth.provenance == "assumed" for worth, _ in taken):
        words = " what it pays, or how it is decided, rests on a value that no document states"
        show_note(screen, (ASSUMED, "yellow"), words)
    _show_house(screen, game)
    flats = {pair[1].flat for pair in taken if pair[1].flat}
    if flats:
        behind = ", ".join(format_amount(flat) for flat in sorted(flats))
        show_note(screen, f"odds lie behind the largest flat bet the table takes: {behind}")


def _all_assumed(taken: Sequence[tuple[WagerEdge, AtStake]]) -> bool:
    return all(worth.provenance == "assumed" for worth, _ in taken)


def _table(game: Game) -> str:
    return f"a table of {format_amount(game.minimum)} to {format_amount(game.maximum)}, chip {format_amount(game.chip)}"


def _same(pair: tuple[WagerEdge, AtStake]) -> Hashable:
    worth, at_stake = pair
    return stem(worth.wager), worth.edge, at_stake.chances, at_stake.commission, at_stake.provenance


def _stake_rows(
    group: Sequence[tuple[WagerEdge, AtStake]], later: dict[str, list[tuple[WagerEdge, AtStake]]], star: str
) -> Iterator[list[Cell]]:
    """Wagers that are alike, and below them the same made with a point on."""
    yield _stake_cells(group, Text(short_name([worth.wager for worth, _ in group]), "bold"), star)
    for other in later[group[0][0].wager][:1]:
        yield _stake_cells([other], Text(f"  {other[0].begins}", "dim"), star)


def _stake_cells(group: Sequence[tuple[WagerEdge, AtStake]], name: Text, star: str) -> list[Cell]:
    worth, at_stake = group[0]
    change = at_stake.edge - worth.edge
    style = "green" if change < 0 else "red" if change > 0 else "dim"
    wins = ", ".join(format_amount(net) for net, _ in at_stake.chances if net > 0)
    return [
        name,
        Text(percent(at_stake.edge), "bold green" if at_stake.edge < 0 else "bold"),
        Text(star if worth.provenance == "assumed" else "", "yellow"),
        short(at_stake.edge),
        percent(worth.edge),
        Text(f"{100 * float(change):+.3f}" if change else "", style),
        Text(percent(at_stake.returns, 2), "bold red" if at_stake.returns < FLOOR else ""),
        format_amount(at_stake.commission) if at_stake.commission else "",
        wins,
    ]


def _show_refused(screen: Screen, rules: CompiledBook, refused: Sequence[Refused]) -> None:
    if not refused:
        return
    screen.print(Text("  refused", "bold red"))

    def why(pair: Refused) -> Hashable:
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


def at_every_stake(game: Game, wagers: Sequence[str]) -> Answer:
    """Every wager asked for at every stake that the table takes."""
    unrounded, answers = edges(game.rules, wagers), swept(game, wagers)
    return Answer(
        lambda: sweep_record(game, unrounded, answers, every=bool(wagers)),
        lambda: sweep_rows(game, answers),
        lambda screen: _show_sweep(screen, game, unrounded, answers),
        none_taken(answers.refused) if answers.refused and not answers.sweeps else None,
    )


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


def _show_sweep(screen: Screen, game: Game, exactly: Edges, answers: Swept) -> None:
    sweeps, refused = answers
    if len(refused) == 1 and not sweeps:
        return
    show_title(screen, game.rules.book.title, f"every stake at {_table(game)}{game.rules.dice.note}")
    together = sweep_families(sweeps)
    if sweeps:
        show_grid(screen, _SWEEP_COLUMNS, [GridSection("", [_sweep_cells(exactly, group) for group in together])])
        screen.print()
    if len(sweeps) == 1:
        _show_first_stakes(screen, sweeps[0])
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
        Text(short_name([sweep.wager for sweep in group]), "bold"),
        format_amount(one.least),
        f"– {format_amount(one.most)}",
        percent(unrounded),
        worse,
        Text(format_amount(one.worst.stake), "dim"),
        better,
        Text(format_amount(one.best.stake), "dim"),
    ]


def _show_ranges(
    screen: Screen, words: str, style: str, every: Iterable[tuple[Sequence[Sweep], tuple[tuple[Cents, Cents], ...]]]
) -> None:
    listed = [(group, ranges) for group, ranges in every if ranges]
    if not listed:
        show_note(screen, (words, f"bold {style}"), "  no wager at any stake")
        screen.print()
        return
    screen.print(Text(f"  {words}", f"bold {style}"))
    for group, ranges in listed:
        flat = f" behind {format_amount(group[0].flat)}" if group[0].flat else ""
        show_note(screen, (by_stem(one.wager for one in group), "bold"), f"{flat}  at {format_ranges(ranges, _RANGES)}")
    screen.print()


def _show_first_stakes(screen: Screen, sweep: Sweep) -> None:
    columns = (Column("stake"), Column("edge"), Column("exactly", 1, "left"), Column("returns"), Column("", 2, "left"))
    widest = max(abs(sweep.worst.edge), abs(sweep.best.edge)) or Fraction(1)
    rows: list[list[Cell]] = []
    for stake, edge in list(zip(sweep.stakes, sweep.edges, strict=True))[:_FIRST_STAKES]:
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
    show_grid(screen, columns, [GridSection("", rows)])
    if len(sweep.stakes) > _FIRST_STAKES:
        show_note(screen, f"the smallest {_FIRST_STAKES} of {len(sweep.stakes)} stakes; --csv lists all of them")
    screen.print()

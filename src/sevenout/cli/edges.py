"""`sevenout edges`: what every wager of a house is worth, exactly, and the other tables that can be asked for."""

import sys
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from rich.padding import Padding
from rich.text import Text

from sevenout.cli.answer import ASSUMED, Answer, Record, decimals, entry_record, exact, give, show_note, show_title
from sevenout.cli.grids import Cell, Column, Section, bar, show_grid
from sevenout.cli.main import DONE
from sevenout.cli.screen import Screen
from sevenout.compile import Compiled, open_book
from sevenout.errors import BadInput
from sevenout.exact import Edges, Worth
from sevenout.exact import edges as edges_of
from sevenout.extras import need
from sevenout.game import Game
from sevenout.money import parse_amount
from sevenout.report.figures import Family, bettable, decimal, families, grade, grouped, nets, percent, short
from sevenout.rulebook.source import shipped

GRADE_STYLE = {-1: "bold green", 0: "green", 1: "cyan", 2: "yellow", 3: "red"}
_BAR = 10
_BEST = 4


class Asked(NamedTuple):
    """What the command line asks for."""

    book: str | None
    wagers: list[str]
    sort: str
    odds: bool
    stake: str | None
    sweep: bool
    shooter: bool
    compare: list[str] | None
    minimum: str | None
    maximum: str | None
    chip: str | None
    json: bool
    csv: bool
    report: str | None


def edges(asked: Asked) -> int:
    """Answers with one table, one wager's story or one page."""
    asked = asked._replace(wagers=list(dict.fromkeys(asked.wagers)))
    view = _view(asked)
    if view == "compare":
        from sevenout.cli.houses import compared

        return give(compared(_houses(asked), asked.wagers), json=asked.json, csv=asked.csv)
    rules = _open(asked)
    if asked.report is not None:
        return _write(rules, asked)
    return give(_answer(rules, asked, view), json=asked.json, csv=asked.csv)


def _answer(rules: Compiled, asked: Asked, view: str) -> Answer:
    match view:
        case "odds":
            from sevenout.cli.odds import with_odds

            return with_odds(rules, asked.wagers)
        case "stake":
            from sevenout.cli.stakes import at_one_stake

            stake = parse_amount(asked.stake or "")
            return at_one_stake(_game(rules, asked), stake, asked.wagers, by_edge=asked.sort == "edge")
        case "sweep":
            from sevenout.cli.stakes import swept

            return swept(_game(rules, asked), asked.wagers)
        case "shooter":
            from sevenout.cli.turn import turn

            return turn(rules)
        case _:
            return worths(rules, edges_of(rules, asked.wagers), by_edge=asked.sort == "edge")


# --- what goes together


def _view(asked: Asked) -> str:
    """The one table that is asked for; words that do not go together are bad input."""
    views = {
        "--odds": asked.odds,
        "--stake": asked.stake is not None,
        "--sweep": asked.sweep,
        "--shooter": asked.shooter,
        "--compare": asked.compare is not None,
    }
    chosen = [name for name, wanted in views.items() if wanted]
    forms = [name for name, wanted in (("--json", asked.json), ("--csv", asked.csv)) if wanted]
    if asked.report is not None:
        forms.append("--report")
        if chosen:
            raise BadInput(f"--report writes one page with all of it: leave {chosen[0]} out")
    for several, why in ((chosen, "each is a table of its own"), (forms, "each is a form of its own")):
        if len(several) > 1:
            raise BadInput(f"{several[0]} and {several[1]}: {why}. Ask for one at a time")
    view = chosen[0].removeprefix("--") if chosen else ""
    limits = [f"--{name}" for name in ("minimum", "maximum", "chip") if getattr(asked, name) is not None]
    if limits and view not in ("stake", "sweep") and asked.report is None:
        raise BadInput(f"{limits[0]} is about real stakes: it goes with --stake, --sweep or --report")
    if asked.sort == "edge" and (view not in ("", "stake") or asked.report is not None):
        raise BadInput(f"--sort edge does not go with {chosen[0] if chosen else '--report'}")
    if view == "shooter" and asked.wagers:
        raise BadInput(f"--shooter tells of the dice, not of a wager: leave {asked.wagers[0]!r} out")
    return view


def _open(asked: Asked) -> Compiled:
    if asked.book is None:
        raise BadInput(f"edges needs a rulebook: sevenout edges {shipped()[0]}. The books are {', '.join(shipped())}")
    return open_book(asked.book)


def _houses(asked: Asked) -> list[Compiled]:
    """The houses to compare: the one named first is home. One alone is compared with all the others."""
    named = [*([asked.book] if asked.book else []), *(asked.compare or [])]
    if len(named) < 2:
        named += [book for book in shipped() if book not in named]
    return [open_book(name) for name in named]


def _game(rules: Compiled, asked: Asked) -> Game:
    limits = (asked.minimum, asked.maximum, asked.chip)
    try:
        return Game(rules, *(None if limit is None else parse_amount(limit) for limit in limits))
    except ValueError as error:
        raise BadInput(str(error)) from error


def _write(rules: Compiled, asked: Asked) -> int:
    from sevenout.report.drawing import PLOTS
    from sevenout.report.page import page

    file = Path(asked.report or "")
    if file.is_dir() or not file.parent.is_dir():  # told before the work, not after it
        why = "that is a folder, not a file" if file.is_dir() else f"there is no folder {file.parent}"
        raise BadInput(f"{file}: {why}")
    need("matplotlib", PLOTS)
    game = _game(rules, asked)
    found = edges_of(rules, asked.wagers)
    text = page(game, found)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror or error}") from error
    wagers = f"{len(found)} wager{'s' if len(found) > 1 else ''}"
    sys.stdout.write(f"{file}: {found.title}, {wagers}, {len(text):,} characters\n")
    return DONE


# --- the edges


def worths(rules: Compiled, found: Edges, *, by_edge: bool) -> Answer:
    """Every wager asked for; one alone gets its whole story."""
    from sevenout.cli.story import show_story

    payload = {
        "rules": found.rules,
        "basis": found.basis,
        "title": found.title,
        "digest": found.digest,
        "wagers": [worth_record(worth) for worth in found],
    }
    rows = [worth_row(found, worth) for worth in found]
    if len(found) == 1:
        return Answer(payload, rows, lambda screen: show_story(screen, found))
    return Answer(payload, rows, lambda screen: _show_edges(screen, rules, found, by_edge=by_edge))


def worth_record(worth: Worth) -> Record:
    """One wager for JSON: the keys of the contract first, then everything else that is known of it."""
    return {
        "wager": worth.wager,
        "pays": worth.pays,
        **exact(edge=worth.edge, edge_per_roll=worth.edge_per_roll, rolls=worth.rolls),
        "sd": worth.sd,
        "provenance": worth.provenance,
        "clause": worth.clause,
        "title": worth.title,
        "begins": worth.begins,
        **exact(**_more(worth)),
        "chances": [[str(net), str(chance)] for net, chance in worth.chances],
        "assumed": [entry.word for entry in worth.assumed],
        "rests_on": [entry_record(entry) for entry in worth.rests_on],
    }


def worth_row(found: Edges, worth: Worth) -> Record:
    """One wager for CSV."""
    figures = {"edge": worth.edge, "edge_per_roll": worth.edge_per_roll, "rolls": worth.rolls, **_more(worth)}
    return {
        "rules": found.rules,
        "wager": worth.wager,
        "title": worth.title,
        "pays": worth.pays,
        "begins": worth.begins,
        **exact(edge=worth.edge, edge_per_roll=worth.edge_per_roll, rolls=worth.rolls),
        "sd": worth.sd,
        **exact(**_more(worth)),
        **decimals(**figures),
        "provenance": worth.provenance,
        "clause": worth.clause,
        "assumed": "; ".join(entry.word for entry in worth.assumed),
        "basis": found.basis,
    }


def _more(worth: Worth) -> dict[str, Fraction]:
    """What there is beside the edge, the edge per roll and the rolls."""
    names = (
        "win", "lose", "push", "returned", "edge_on_stake", "edge_without_pushes", "net", "variance", "commission",
        "rolls_in_all",
    )  # fmt: skip
    return {name: getattr(worth, name) for name in names}


_COLUMNS = (
    Column("wager", justify="left"),
    Column("pays", 6, justify="left"),
    Column("edge"),
    Column("", gap=0, justify="left"),
    Column("exactly", 1, gap=1, justify="left"),
    Column("", 5, justify="left"),
    Column("a roll", 2),
    Column("rolls", 2),
    Column("sd", 3),
    Column("win %", 3),
    Column("lose", 3, gap=1),
    Column("push", 4, gap=1),
    Column("clause", 7, justify="left"),
)


def _show_edges(screen: Screen, rules: Compiled, found: Edges, *, by_edge: bool) -> None:
    show_title(screen, found.title, "the house's edge, exactly")
    together = families(found)
    widest = float(max((worth.edge for worth in found if bettable(rules, worth)), default=0))
    ranked = sorted(together, key=lambda family: family.worth.edge)
    groups = {"": ranked} if by_edge else grouped(rules, together, lambda family: family.worth)
    sections = [Section(name, [_row(rules, family, widest) for family in members]) for name, members in groups.items()]
    show_grid(screen, _COLUMNS, sections)
    screen.print()
    _show_best(screen, rules, together)
    _show_basis(screen, found, together)


def _row(rules: Compiled, family: Family, widest: float) -> list[Cell]:
    worth = family.worth
    style = GRADE_STYLE[grade(worth.edge)]
    length = float(worth.edge) / widest if widest and bettable(rules, worth) else 0.0
    return [
        Text(family.name, "bold"),
        nets(worth),
        Text(percent(worth.edge), style),
        Text(ASSUMED if worth.provenance == "assumed" else "", "yellow"),
        Text(short(worth.edge), style),
        Text(bar(length, _BAR), style),
        percent(worth.edge_per_roll),
        decimal(worth.rolls),
        decimal(worth.sd),
        decimal(100 * worth.win, 1),
        decimal(100 * worth.lose, 1),
        decimal(100 * worth.push, 1) if worth.push else "",
        worth.clause,
    ]


def _show_basis(screen: Screen, found: Edges, together: tuple[Family, ...]) -> None:
    show_note(screen, ("basis", "bold"), f"  {found.basis}")
    show_note(
        screen, "a roll: the edge over the mean number of rolls on which the wager is at risk; sd: per unit staked"
    )
    if any(family.worth.provenance == "assumed" for family in together):
        words = " rests on a value that no document states: sevenout edges BOOK WAGER names it"
        show_note(screen, (ASSUMED, "yellow"), words)


def _show_best(screen: Screen, rules: Compiled, together: tuple[Family, ...]) -> None:
    """The lowest edges among the wagers that a player can make without another bet behind them."""
    by_edge: dict[Fraction, list[str]] = {}
    for family in sorted(together, key=lambda family: family.worth.edge):
        if bettable(rules, family.worth):
            by_edge.setdefault(family.worth.edge, []).append(family.name)
    if len(by_edge) > 1:
        best = [f"{', '.join(names)} {percent(edge)}" for edge, names in list(by_edge.items())[:_BEST]]
        words = Text.assemble(("kindest  ", "bold"), (" · ".join(best), GRADE_STYLE[0]))
        screen.print(Padding(words, (0, 2, 1, 2)), soft_wrap=False)

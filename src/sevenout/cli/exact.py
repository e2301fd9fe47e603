"""`sevenout exact`: all that can come of a strategy's session, with its probability, and no sampling."""

import sys
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from sevenout.automaton import Untraceable
from sevenout.cli.answer import Answer, Record, give
from sevenout.cli.figures import FACE_VALUE, bankroll_of, print_bars, quantile_grid, quantiles, working
from sevenout.cli.lines import lines_json, remarks_json, show_lines, show_remarks
from sevenout.cli.main import SAID_NO
from sevenout.cli.pages import page_file, write_page
from sevenout.cli.screen import Screen
from sevenout.cli.strategy import settings_of
from sevenout.exact.session import Distribution, TooLarge, distribution
from sevenout.game import Game
from sevenout.money import amount
from sevenout.report.by_line import ROLLS, ByLine, by_line
from sevenout.report.shares import chance
from sevenout.simulation.played import Sitting, check_session
from sevenout.strategy.language.plan import Plan as Strategy
from sevenout.strategy.library import open_strategy

_AFTER = 8
"""So many points of the curve are shown."""
DICE = 1
"""The seed of the rolls in which the lines are watched."""


class Options(NamedTuple):
    """The command line."""

    strategy: str
    rules: str
    rolls: int
    bankroll: str
    set: Sequence[str]
    json: bool
    csv: bool
    report: str | None


def run(options: Options) -> int:
    """Follows the session and prints what can come of it."""
    game, bankroll = Game.open(options.rules), bankroll_of(options.bankroll)
    check_session(game, bankroll, options.rolls)
    report = page_file(options.report)
    started = perf_counter()
    try:
        strategy = open_strategy(options.strategy, game, settings_of(options.set))
        with working(strategy.name, quiet=options.json or options.csv) as progress:
            found = distribution(game, strategy, bankroll, options.rolls, progress)
    except (TooLarge, Untraceable) as error:
        sys.stderr.write(f"sevenout: this is too large to follow exactly: {error}\nTry: {_simulating(options)}\n")
        return SAID_NO
    seconds = perf_counter() - started
    lines = by_line(strategy, Sitting(game, strategy, bankroll, options.rolls, DICE), ROLLS)
    answer = _answer(strategy, game, found, lines, seconds)
    try:
        return give(answer, json=options.json, csv=options.csv)
    finally:  # also if nobody reads what is printed to its end
        if report is not None:
            from sevenout.report.exact_page import exact_page

            write_page(report, exact_page(strategy, found))


def _simulating(options: Options) -> str:
    given = "".join(f" --set {setting}" for setting in options.set)
    where = f"--rules {options.rules} --rolls {options.rolls} --bankroll {options.bankroll}"
    return f"sevenout simulate {options.strategy} {where}{given}"


def _answer(strategy: Strategy, game: Game, found: Distribution, lines: ByLine, seconds: float) -> Answer:
    return Answer(
        _json(strategy, game, found, lines),
        [{"net": net / 100, "probability": share} for net, share in found.nets],
        lambda screen: _show(screen, strategy, game, found, lines, seconds),
    )


def _json(strategy: Strategy, game: Game, found: Distribution, lines: ByLine) -> Record:
    return {
        "strategy": strategy.name,
        "rules": game.rules.book.name,
        "rolls": found.rolls,
        "bankroll": found.bankroll / 100,
        "mean_net": found.mean / 100,
        "sd_net": found.sd / 100,
        "ruin": found.ruin,
        "endings": dict(found.endings),
        "quantiles": quantiles(found),
        "distribution": [[net / 100, share] for net, share in found.nets],
        "curve": [[mean / 100, sd / 100, over] for mean, sd, over in found.curve],
        "unaccounted": found.unaccounted,
        "situations": found.rows,
        "remarks": remarks_json(strategy.remarks),
        "lines": lines_json(lines),
    }


def _show(screen: Screen, strategy: Strategy, game: Game, found: Distribution, lines: ByLine, seconds: float) -> None:
    session = f"{strategy.name}, {found.rolls:,} rolls, bankroll {amount(found.bankroll)}"
    screen.print()
    screen.print(f"{game.rules.book.title}: {session}, exactly")
    screen.print()
    show_remarks(screen, [strategy])
    for told, figure in (("mean net", amount(found.mean)), ("deviation", amount(found.sd))):
        screen.print(f"  {told:<24} {figure:>12}")
    for ending, share in sorted({"ruin": 0.0, **dict(found.endings)}.items()):
        screen.print(f"  {ending:<24} {chance(share):>12}")
    screen.print(quantile_grid(found))
    print_bars(screen, found.nets)
    screen.print(_curve(found))
    show_lines(screen, lines)
    told = f"{found.rows:,} situations, {seconds:.2f} s; probability unaccounted for: {found.unaccounted:.1e}"
    screen.print(f"  {told}", style="dim")
    screen.print(f"  {FACE_VALUE}", style="dim")


def _curve(found: Distribution) -> Grid:
    """Some points of the curve, evenly spread, the last one among them."""
    grid = Grid(box=SIMPLE_HEAD)
    for name in ("after roll", "mean net", "deviation", "session over"):
        grid.add_column(name, justify="right")
    last = len(found.curve) - 1
    for number in sorted({last * point // _AFTER for point in range(1, _AFTER + 1)}):
        mean, sd, over = found.curve[number]
        grid.add_row(str(number), amount(mean), amount(sd), chance(over))
    return grid

"""`sevenout exact`: all that can come of a strategy's session, with its probability, and no sampling."""

import csv as csv_file
import sys
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from sevenout.automaton import HiddenState, Untraceable
from sevenout.cli.figures import QUANTILES, amount, bankroll_of, percent, print_bars, working
from sevenout.cli.main import DONE, SAID_NO
from sevenout.cli.screen import Screen, print_json
from sevenout.cli.strategy import settings_of
from sevenout.exact.session import Distribution, TooLarge, session
from sevenout.game import Game
from sevenout.simulate.played import check_session
from sevenout.strategy.language.checking import NotOffered
from sevenout.strategy.library import open_strategy

_AFTER = 8
"""So many points of the curve are shown."""


class Options(NamedTuple):
    """The command line."""

    strategy: str
    rules: str
    rolls: int
    bankroll: str
    set: Sequence[str]
    json: bool
    csv: bool


def run(options: Options) -> int:
    """Follows the session and prints what can come of it."""
    game, bankroll = Game.open(options.rules), bankroll_of(options.bankroll)
    check_session(game, bankroll, options.rolls)
    started = perf_counter()
    try:
        strategy = open_strategy(options.strategy, game, settings_of(options.set))
        with working(strategy.name, quiet=options.json or options.csv) as progress:
            found = session(game, strategy, bankroll, options.rolls, progress)
    except NotOffered as error:
        sys.stderr.write(f"sevenout: {error}\n")
        return SAID_NO
    except HiddenState:
        raise
    except (TooLarge, Untraceable) as error:
        sys.stderr.write(f"sevenout: this is too large to follow exactly: {error}\nTry: {_simulating(options)}\n")
        return SAID_NO
    if options.json:
        print_json(_json(strategy.name, game, found))
    elif options.csv:
        writer = csv_file.writer(sys.stdout, lineterminator="\n")
        writer.writerow(("net", "probability"))
        writer.writerows((net / 100, chance) for net, chance in found.nets)
    else:
        _show(strategy.name, game, found, perf_counter() - started)
    return DONE


def _simulating(options: Options) -> str:
    given = "".join(f" --set {setting}" for setting in options.set)
    where = f"--rules {options.rules} --rolls {options.rolls} --bankroll {options.bankroll}"
    return f"sevenout simulate {options.strategy} {where}{given}"


def _json(name: str, game: Game, found: Distribution) -> dict[str, Any]:
    return {
        "strategy": name,
        "rules": game.rules.book.name,
        "rolls": found.rolls,
        "bankroll": found.bankroll / 100,
        "mean_net": found.mean / 100,
        "sd_net": found.sd / 100,
        "ruin": found.ruin,
        "endings": dict(found.endings),
        "quantiles": {str(share): found.quantile(share) / 100 for share in QUANTILES},
        "distribution": [[net / 100, chance] for net, chance in found.nets],
        "curve": [[mean / 100, sd / 100, over] for mean, sd, over in found.curve],
        "unaccounted": found.unaccounted,
        "situations": found.rows,
    }


def _show(name: str, game: Game, found: Distribution, seconds: float) -> None:
    screen = Screen()
    screen.print()
    screen.print(f"{game.rules.book.title}: {name}, {found.rolls:,} rolls, bankroll {amount(found.bankroll)}, exactly")
    screen.print()
    for told, figure in (("mean net", amount(found.mean)), ("deviation", amount(found.sd))):
        screen.print(f"  {told:<24} {figure:>12}")
    for ending, chance in sorted({"ruin": 0.0, **dict(found.endings)}.items()):
        screen.print(f"  {ending:<24} {percent(chance):>12}")
    screen.print(_quantiles(found))
    print_bars(screen, found.nets)
    screen.print(_curve(found))
    told = f"{found.rows:,} situations, {seconds:.2f} s; probability unaccounted for: {found.unaccounted:.1e}"
    screen.print(f"  {told}", style="dim")


def _quantiles(found: Distribution) -> Grid:
    grid = Grid(box=SIMPLE_HEAD)
    for share in QUANTILES:
        grid.add_column(f"{100 * share:.0f} %", justify="right")
    grid.add_row(*(amount(found.quantile(share)) for share in QUANTILES))
    return grid


def _curve(found: Distribution) -> Grid:
    """Some points of the curve, evenly spread, the last one among them."""
    grid = Grid(box=SIMPLE_HEAD)
    for name in ("after roll", "mean net", "deviation", "session over"):
        grid.add_column(name, justify="right")
    last = len(found.curve) - 1
    for number in sorted({last * point // _AFTER for point in range(1, _AFTER + 1)}):
        mean, sd, over = found.curve[number]
        grid.add_row(str(number), amount(mean), amount(sd), percent(over))
    return grid

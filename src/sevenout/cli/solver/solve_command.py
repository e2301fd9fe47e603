"""`sevenout solve`: the largest chance to reach a goal before ruin, proved, and the play that has it."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sevenout.base.dice import PACE
from sevenout.base.errors import BadInput
from sevenout.base.files import check_writable, write_whole
from sevenout.base.money import Cents, units
from sevenout.cli.shared.arguments import (
    add_house,
    add_json,
    add_limits,
    add_more,
    add_report,
    house_alone,
    page_file,
    read_options,
)
from sevenout.cli.shared.charts import working
from sevenout.cli.shared.exit_codes import DONE, INTERRUPTED
from sevenout.cli.shared.number_parsing import amount, parse_aversion, parse_hours, parse_whole
from sevenout.cli.shared.text_output import complain

if TYPE_CHECKING:
    from sevenout.analysis.solver.goal_chance import GoalChance
    from sevenout.engine.game import Game

LINE_AND_ODDS = "line,odds"
AIMS = ("chance", "time", "loss", "longest", "growth")


def add_arguments(solve: argparse.ArgumentParser) -> None:
    """What `sevenout solve` takes."""
    solve.description = (
        "The largest chance to turn a bankroll into a goal before ruin, over all ways to play a class of wagers,"
        " between two bounds that are proved in whole numbers."
    )
    solve.add_argument("book", metavar="BOOK", nargs="*", help="the house, as behind --rules")
    add_house(solve)
    solve.add_argument("--bankroll", metavar="AMOUNT", type=amount, default="300", help="what there is (300)")
    solve.add_argument("--goal", metavar="AMOUNT", type=amount, help="what it shall become (twice the bankroll)")
    solve.add_argument(
        "--wagers",
        metavar="WAGER",
        default=LINE_AND_ODDS,
        help=f"the class that is solved over, with commas: line, odds, all, wagers, families ({LINE_AND_ODDS})",
    )
    solve.add_argument(
        "--beside", metavar="WAGER", help="at each roll one of these may lie beside the line bet: all, wagers, families"
    )
    solve.add_argument("--step", metavar="AMOUNT", type=amount, help="stakes are multiples of this (a chip)")
    solve.add_argument("--rolls", metavar="N", type=parse_whole, help="within so many rolls (no limit of time)")
    solve.add_argument("--shooters", metavar="N", type=parse_whole, help="before so many shooters have sevened out")
    solve.add_argument("--hours", metavar="H", type=parse_hours, help="within rolls, in hours at --pace rolls an hour")
    solve.add_argument("--pace", metavar="N", type=parse_whole, help=f"rolls an hour ({PACE})")
    solve.add_argument(
        "--aim",
        choices=AIMS,
        default="chance",
        help="chance: of the goal · time: chance by mean time of play · loss: by chance, leaving when one likes"
        " · longest: play on · growth: the bet with the largest growth",
    )
    solve.add_argument(
        "--aversion", metavar="X", type=parse_aversion, help="growth: how much risk is minded (1: the logarithm)"
    )
    solve.add_argument(
        "--holes", action="store_true", help="list every stake that favours the player, and what closes it"
    )
    solve.add_argument("--certificate", metavar="FILE", help="also write a proof that `sevenout verify` checks")
    solve.add_argument("--policy", metavar="FILE", help="also write the play as a strategy file that every table plays")
    add_report(solve, "also write a page: frontier, classes of wagers, value by bankroll, named strategies")
    add_limits(solve)
    add_json(solve)
    solve.add_argument("--csv", action="store_true", help="time, loss: print comma-separated values")
    add_more(solve, "book")


class SolveOptions(NamedTuple):
    """The command line."""

    bankroll: Cents
    goal: Cents | None
    wagers: str
    beside: str | None
    step: Cents | None
    rolls: int | None
    shooters: int | None
    hours: float | None
    pace: int | None
    aim: str
    aversion: float | None
    holes: bool
    certificate: str | None
    policy: str | None
    report: str | None
    minimum: Cents | None
    maximum: Cents | None
    chip: Cents | None
    json: bool
    csv: bool


def run(given: argparse.Namespace) -> int:
    """Solves, and prints the answer."""
    from sevenout.analysis.solver.goal_chance import best_chance
    from sevenout.cli.shared.output_formats import print_answer
    from sevenout.cli.solver.solve_table import solve_table
    from sevenout.engine.game import Game

    options = read_options(SolveOptions, given)
    game = Game.open(house_alone("solve", given), options.minimum, options.maximum, options.chip)
    if options.holes:
        return _list_holes(options, game)
    goal = 2 * options.bankroll if options.goal is None else options.goal
    rolls = _deadline(options)
    if options.beside is not None:
        return _solve_beside(options, game, goal, options.beside)
    if options.aim != "chance":
        return _solve_aim(options, game, goal)
    if options.aversion is not None or options.csv:
        raise BadInput(f"--{'csv' if options.csv else 'aversion'} is for another aim: --aim time, or --aim growth")
    if rolls is not None or options.shooters is not None:
        return _solve_deadline(options, game, goal, rolls)
    certificate, policy = (None if name is None else Path(name) for name in (options.certificate, options.policy))
    for file in (certificate, policy):
        if file is not None:
            check_writable(file)
    words, page = wager_words(options.wagers), page_file(options.report)
    if page is not None and words != wager_words(LINE_AND_ODDS):
        raise BadInput("a page shows what every class adds to line and odds: leave --wagers out")
    with working("solving", quiet=options.json) as progress:
        solved = best_chance(game, options.bankroll, goal, words, options.step, progress)
    code = print_answer(solve_table(solved), json=options.json, csv=False)
    if certificate is not None:
        _write_certificate(certificate, solved)
    if policy is not None:
        _write_policy(policy, solved)
    if page is not None and solved.complete:
        _write_report(page, solved, quiet=options.json)
    return code if solved.complete else INTERRUPTED


def _deadline(options: SolveOptions) -> int | None:
    """The rolls of a deadline, whichever way it is told; None if shooters are counted, or nothing is."""
    if options.shooters is not None and (options.rolls is not None or options.hours is not None):
        raise BadInput("--shooters is a limit of its own: leave --rolls and --hours out")
    if options.hours is None:
        if options.pace is not None:
            raise BadInput("--pace is how fast hours pass: give --hours too")
        return options.rolls
    if options.rolls is not None:
        raise BadInput("--rolls and --hours are two deadlines: give one of them")
    return max(1, int(options.hours * (PACE if options.pace is None else options.pace)))


def _solve_aim(options: SolveOptions, game: "Game", goal: Cents) -> int:
    """Solves for another aim than the chance of a goal."""
    from sevenout.analysis.solver.aims.frontier import loss_frontier, time_frontier
    from sevenout.analysis.solver.aims.growth import best_growth
    from sevenout.cli.shared.output_formats import print_answer
    from sevenout.cli.solver.aims_table import frontier_table, growth_table, longest_table

    for word in ("rolls", "shooters", "hours", "certificate", "policy", "report"):
        if getattr(options, word) is not None:
            raise BadInput(f"--{word} goes with the chance of a goal: leave out --{word}, or leave out --aim")
    if options.aim != "growth" and options.aversion is not None:
        raise BadInput("--aversion is for --aim growth")
    words, table = wager_words(options.wagers), options.csv and options.aim in ("time", "loss")
    if options.csv and not table:
        raise BadInput(f"--aim {options.aim} has one answer, no table: leave --csv out")
    if options.aim == "growth":
        grown = best_growth(game, options.bankroll, words, options.step, options.aversion or 1.0)
        return print_answer(growth_table(grown), json=options.json, csv=False)
    if options.aim == "longest":
        return print_answer(longest_table(game, options.bankroll, words, options.step), json=options.json, csv=False)
    solve = time_frontier if options.aim == "time" else loss_frontier
    with working("solving", quiet=options.json or table) as progress:
        found = solve(game, options.bankroll, goal, words, options.step, progress=progress)
    return print_answer(frontier_table(found), json=options.json, csv=table)


def _list_holes(options: SolveOptions, game: "Game") -> int:
    """Lists every stake of the table that favours the player."""
    from sevenout.analysis.solver.holes import find_holes
    from sevenout.cli.shared.output_formats import print_answer
    from sevenout.cli.solver.holes_table import holes_table

    for word in ("goal", "beside", "rolls", "shooters", "certificate", "policy", "report"):
        if getattr(options, word) is not None:
            raise BadInput(f"--holes looks at every stake by itself: --{word} has no place there")
    with working("looking at every stake", quiet=options.json):
        holes = find_holes(game)
    return print_answer(holes_table(game, holes), json=options.json, csv=False)


def _solve_beside(options: SolveOptions, game: "Game", goal: Cents, beside: str) -> int:
    """Solves with one other wager beside the line at each roll: the bounds are checked at every state."""
    from sevenout.analysis.solver.aims.beside import best_chance_beside
    from sevenout.cli.shared.output_formats import print_answer
    from sevenout.cli.solver.beside_table import beside_table

    if options.aim != "chance" or options.aversion is not None or options.csv:
        raise BadInput("--beside goes with the chance of a goal: leave --aim, --aversion and --csv out")
    for word in ("rolls", "shooters", "hours", "certificate", "policy", "report"):
        if getattr(options, word) is not None:
            raise BadInput(f"--beside is solved without limit of time and without a file: leave --{word} out")
    words, others = wager_words(options.wagers), wager_words(beside)
    with working("solving", quiet=options.json) as progress:
        solved = best_chance_beside(game, options.bankroll, goal, words, others, options.step, progress)
    code = print_answer(beside_table(solved), json=options.json, csv=False)
    return code if solved.complete else INTERRUPTED


def _solve_deadline(options: SolveOptions, game: "Game", goal: Cents, rolls: int | None) -> int:
    """Solves for a number of rolls, or of shooters: the bounds are proved on the way, so there is no certificate."""
    from sevenout.analysis.solver.aims.deadline import best_chance_within
    from sevenout.analysis.solver.aims.shooters import best_chance_within_shooters
    from sevenout.cli.shared.output_formats import print_answer
    from sevenout.cli.solver.solve_table import deadline_table, shooters_table

    if options.certificate is not None:
        raise BadInput(
            "there is no certificate with --rolls, --hours or --shooters: both bounds are proved while it is solved"
        )
    if options.report is not None:
        raise BadInput("there is no page with --rolls, --hours or --shooters: leave --report out")
    if options.policy is not None:
        raise BadInput(
            "there is no policy file with --rolls, --hours or --shooters: the best play depends on how many are left"
        )
    with working("solving", quiet=options.json) as progress:
        asked = wager_words(options.wagers), options.step, progress
        if rolls is None:
            turns = best_chance_within_shooters(game, options.bankroll, goal, options.shooters or 0, *asked)
            answer, complete = shooters_table(turns), turns.complete
        else:
            solved = best_chance_within(game, options.bankroll, goal, rolls, *asked)
            answer, complete = deadline_table(solved), solved.complete
    code = print_answer(answer, json=options.json, csv=False)
    return code if complete else INTERRUPTED


def wager_words(given: str) -> tuple[str, ...]:
    """The words of `--wagers`, each once."""
    words = tuple(dict.fromkeys(word.strip().lower() for word in given.split(",") if word.strip()))
    if not words:
        raise BadInput(f"--wagers names no wager: --wagers {LINE_AND_ODDS}")
    return words


def _write_certificate(file: Path, solved: "GoalChance") -> int:
    from sevenout.analysis.solver.certificate import certificate_of, certificate_text

    if not solved.complete:
        complain("No certificate is written: the work was interrupted before it was done.")
        return INTERRUPTED
    write_whole(file, certificate_text(certificate_of(solved)), "the certificate")
    complain(f"The certificate is in {file}. Check it: sevenout verify {file}")
    return DONE


def _write_policy(file: Path, solved: "GoalChance") -> None:
    from sevenout.analysis.solver.policy_table import policy_text

    write_whole(file, policy_text(solved), "the policy")
    house, money = solved.game.rules.book.name, f"--bankroll {units(solved.bankroll)} --goal {units(solved.goal)}"
    complain(f"The policy is in {file}. Play it: sevenout exact {file} {house} {money}")


def _write_report(file: Path, solved: "GoalChance", *, quiet: bool) -> None:
    """Solves and simulates all that the page shows."""
    from sevenout.analysis.solver.survey import survey
    from sevenout.cli.shared.text_output import write_page
    from sevenout.reports.html.parts.solver_page import solver_page

    with working("for the page: classes of wagers and named strategies", quiet=quiet) as progress:
        found = survey(solved, progress=progress)
    write_page(file, solver_page(found))

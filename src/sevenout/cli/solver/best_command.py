"""`sevenout best`: what to do now, from a transcript's last position or from a position told in words."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, units
from sevenout.cli.shared.arguments import (
    CATFISH_BEND,
    add_house,
    add_json,
    add_limits,
    add_more,
    house_of,
    read_options,
)
from sevenout.cli.shared.charts import working
from sevenout.cli.shared.exit_codes import SAID_NO
from sevenout.cli.shared.number_parsing import amount, parse_point
from sevenout.cli.solver.solve_command import LINE_AND_ODDS, wager_words

if TYPE_CHECKING:
    from sevenout.analysis.solver.layout_value import TableSituation
    from sevenout.cli.shared.console import Screen
    from sevenout.engine.game import Game
    from sevenout.player.advisor import Advisory
    from sevenout.reports.records.record_formats import JsonRecord
    from sevenout.table import Table


def add_arguments(best: argparse.ArgumentParser) -> None:
    """What `sevenout best` takes."""
    best.description = (
        "What to do now for a goal before ruin: at the end of a transcript or a log, or with a rack, bets and a point."
    )
    best.add_argument("what", metavar="FILE|BOOK", nargs="*", help="a transcript or a log, or the house")
    add_house(best, f"the file's own, or {CATFISH_BEND}")
    best.add_argument("--seat", metavar="NAME", help="whose turn to bet it is, in a file (its only seat)")
    best.add_argument("--rack", metavar="AMOUNT", type=amount, help="without a file: what is in the rack")
    best.add_argument("--bets", metavar="TEXT", default="", help="what lies there: '24 on dont-pass, 12 on place-6'")
    best.add_argument("--point", metavar="POINT", type=parse_point, help="the point that is on (none)")
    best.add_argument("--goal", metavar="AMOUNT", type=amount, help="what to reach (twice the buy-in or the rack)")
    best.add_argument("--plan", metavar="STRATEGY", help="a strategy of your own: what it is worth instead")
    best.add_argument(
        "--wagers", metavar="WAGER", default=LINE_AND_ODDS, help=f"the class that is solved over ({LINE_AND_ODDS})"
    )
    best.add_argument("--step", metavar="AMOUNT", type=amount, help="stakes are multiples of this (what is quick)")
    add_limits(best)
    add_json(best)
    add_more(best, "what")


class BestOptions(NamedTuple):
    """The command line."""

    what: Sequence[str]
    rules: str | None
    seat: str | None
    rack: Cents | None
    bets: str
    point: "int | str | None"
    goal: Cents | None
    plan: str | None
    wagers: str
    step: Cents | None
    minimum: Cents | None
    maximum: Cents | None
    chip: Cents | None
    json: bool


def run(given: argparse.Namespace) -> int:
    """Finds the best act, and prints it with what it is worth."""
    from sevenout.cli.shared.output_formats import Answer, print_answer
    from sevenout.player.advisor import Advisor

    options = read_options(BestOptions, given)
    house, rest = house_of(options.what, options.rules)
    if len(rest) > 1:
        raise BadInput(f"best looks at one file: {rest[0]} or {rest[1]}, not both")
    found = _from_file(rest[0], house, options) if rest else _from_words(house or CATFISH_BEND, options)
    if found is None:
        return SAID_NO
    game, situation, goal = found
    advisor = Advisor(game, wager_words(options.wagers), options.step)
    with working("solving", quiet=options.json) as progress:
        answer = advisor.advise(situation, options.goal or goal, options.plan, progress)
    return print_answer(
        Answer(lambda: _record(answer), list, lambda screen: _show(screen, answer)), json=options.json, csv=False
    )


def _from_file(file: str, house: str | None, options: BestOptions) -> "tuple[Game, TableSituation, Cents] | None":
    """The last position of a seat in a transcript or a log, and its usual goal; None if a line was refused."""
    from sevenout.analysis.solver.layout_value import TableSituation
    from sevenout.cli.shared.log_source import play_file

    for word, value in (("rack", options.rack), ("bets", options.bets), ("point", options.point)):
        if value:
            raise BadInput(f"the file says what lies there: leave --{word} out")
    floor = play_file(file, house)
    if floor is None:
        return None
    name = options.seat or _only_seat(floor.table)
    if name not in floor.table.seats:
        there = ", ".join(floor.table.seats) or "nobody"
        raise BadInput(f"nobody called {name} sits at this table at the end of the file: there is {there}")
    seat = floor.table.seats[name]
    return floor.game, TableSituation(seat.position, floor.table.puck, seat.rack), 2 * floor.table.total_bought(name)


def _only_seat(table: "Table") -> str:
    if len(table.seats) != 1:
        raise BadInput(f"name the seat with --seat: {', '.join(table.seats) or 'nobody sits there any more'}")
    return next(iter(table.seats))


def _from_words(house: str, options: BestOptions) -> "tuple[Game, TableSituation, Cents]":
    """A position as the command line tells it, and its usual goal."""
    from sevenout.analysis.exact.bet_sets import parse_bets
    from sevenout.base.refusal import Refusal
    from sevenout.engine.game import Game
    from sevenout.player.advisor import situation_of

    if options.rack is None:
        raise BadInput("say what lies there: best --rack 276 --bets '24 on dont-pass' --point 6, or name a transcript")
    if options.seat is not None:
        raise BadInput("--seat is one of a file: leave it out, or name the file")
    game = Game.open(house, options.minimum, options.maximum, options.chip)
    stakes = parse_bets(game, options.bets)
    if isinstance(stakes, Refusal):
        raise BadInput(stakes.reason)
    point = None if options.point in (None, "off") else int(options.point)
    situation = situation_of(game, options.rack, stakes, point)
    return game, situation, 2 * (options.rack + sum(stakes.values()))


def _record(answer: "Advisory") -> "JsonRecord":
    """The answer for programs; amounts are cents."""
    book, best, chosen = answer.game.rules.book, answer.best, answer.chosen
    return {
        "house": book.name,
        "digest": book.digest,
        "goal": answer.goal,
        "class": {"wagers": list(chosen.wagers), "odds": chosen.odds, "step": chosen.step},
        "rack": answer.situation.rack,
        "bets": answer.stakes,
        "point": answer.point,
        "cash": best.cash,
        "acts": list(best.acts),
        "next_come_out": best.waits or None,
        "with_a_point_on": best.later or None,
        "worth": best.worth,
        "untouched": best.untouched,
        "plan": None if answer.plan is None else {"strategy": answer.plan.strategy, "worth": answer.plan.chance},
    }


def _show(screen: "Screen", answer: "Advisory") -> None:
    from sevenout.cli.shared.output_formats import show_note, show_title

    bets = ", ".join(f"{units(stake)} on {wager}" for wager, stake in answer.stakes.items()) or "no bets"
    point = "come-out" if answer.point is None else f"point {answer.point}"
    show_title(screen, answer.game.rules.book.title, f"rack {units(answer.situation.rack)}, {bets}, {point}")
    for sentence in answer.sentences():
        screen.print(f"  {sentence}")
    screen.print()
    show_note(screen, f"Solved over {answer.chosen.title}; other bets that are up are left alone or taken down.")

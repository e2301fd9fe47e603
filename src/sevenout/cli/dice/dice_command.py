"""`sevenout dice FILE`: recorded rolls tested against fair dice, and what their dice would be worth in a house."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sevenout.base.errors import BadInput
from sevenout.base.files import check_writable
from sevenout.cli.shared.arguments import (
    CATFISH_BEND,
    add_house,
    add_json,
    add_more,
    add_report,
    house_and_wagers,
    read_options,
)
from sevenout.cli.shared.text_output import write_page


def add_arguments(dice: argparse.ArgumentParser) -> None:
    """What `sevenout dice` takes."""
    dice.description = (
        "Reads rolls as they were thrown, one a line (3 4), CSV, JSON, a transcript or a log, and tests them: totals "
        "and faces, sevens to rolls, axis and pitch, four tests of dice control with their power, and evidence that "
        "may be looked at after every roll."
    )
    dice.add_argument("file", metavar="FILE", help="the recorded rolls")
    dice.add_argument("words", metavar="BOOK|WAGER", nargs="*", help="the house, and wagers to value (the kindest)")
    add_house(dice)
    dice.add_argument(
        "--setting", metavar="TEXT", default="3542,3146", help="the faces around both axles, as set (3542,3146: 3-V)"
    )
    dice.add_argument("--against", metavar="FILE", help="dice that the power is stated for (on axis 1 time in 10)")
    dice.add_argument(
        "--level", metavar="SHARE", default="0.05", help="how often a test may alarm with fair dice (0.05)"
    )
    form = dice.add_mutually_exclusive_group()
    add_json(form)
    form.add_argument("--csv", action="store_true", help="print comma-separated values, a row a test")
    add_report(dice, "also write one HTML page with all figures")
    add_more(dice, "words")


class DiceOptions(NamedTuple):
    """The command line."""

    file: str
    words: Sequence[str]
    rules: str | None
    setting: str
    against: str | None
    level: str
    json: bool
    csv: bool
    report: str | None


def run(given: argparse.Namespace) -> int:
    """Examines the rolls and prints what they tell."""
    from sevenout.analysis.dice.dice_file import parse_set, read_dice
    from sevenout.analysis.dice.dice_report import examine_rolls
    from sevenout.cli.dice.dice_table import dice_table
    from sevenout.cli.shared.output_formats import print_answer

    options = read_options(DiceOptions, given)
    house, wagers = house_and_wagers(options.words, options.rules)
    report = None if options.report is None else Path(options.report)
    if report is not None:
        check_writable(report)
    told = examine_rolls(
        options.file,
        house or CATFISH_BEND,
        dict.fromkeys(wagers),
        dice_set=parse_set(options.setting),
        stated=None if options.against is None else read_dice(options.against),
        level=_parse_level(options.level),
    )
    try:
        return print_answer(dice_table(told), json=options.json, csv=options.csv)
    finally:  # also if nobody reads what is printed to its end
        if report is not None:
            from sevenout.reports.html.dice_page import dice_page

            write_page(report, dice_page(told))


def _parse_level(text: str) -> float:
    try:
        level = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        level = 0.0
    if not 0 < level < 1:
        raise BadInput(f"--level {text}: write a share between 0 and 1, such as 0.05")
    return level

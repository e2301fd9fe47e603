"""What recorded rolls tell of the dice, on the screen."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from sevenout.analysis.dice.dice_report import DiceReport
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import Answer, show_note, show_title
from sevenout.cli.shared.text_tables import Cell, Column, GridSection, bar, show_grid
from sevenout.reports.figures.number_format import count_rolls
from sevenout.reports.records.dice_records import dice_record, dice_rows

_BAR = 20
_COUNTS = (Column("", justify="left"), Column("came"), Column("fair"), Column("share"), Column("", 1, "left"))
_TESTS = (
    Column("against fair dice", justify="left"),
    Column("counted"),
    Column("fair"),
    Column("p"),
    Column("", 2, "left"),
)
_CONTROL = (
    Column("dice control", justify="left"),
    Column("found"),
    Column("fair"),
    Column("stated", 1),
    Column("of"),
    Column("p"),
    Column("power"),
    Column("", 3, "left"),
)
_WORTH = (
    Column("the house's edge", justify="left"),
    Column("fair"),
    Column("these dice"),
    Column("from"),
    Column("to"),
)


def dice_table(report: DiceReport) -> Answer:
    """The report in every form."""
    return Answer(lambda: dice_record(report), lambda: dice_rows(report), lambda screen: _show(screen, report))


def _show(screen: Screen, report: DiceReport) -> None:
    show_title(screen, report.name, f"{count_rolls(report.rolls)}, by the rules of {report.title}")
    _show_sevens(screen, report)
    show_grid(screen, _COUNTS, [GridSection("totals", list(_total_rows(report)))])
    if report.faces:
        screen.print()
        show_grid(screen, _COUNTS, [GridSection("faces, both dice", list(_face_rows(report)))])
    screen.print()
    rows: list[list[Cell]] = [
        [test.name, _figure(test.observed), _figure(test.expected), _chance(test.p, report.level), test.basis]
        for test in report.tests
    ]
    show_grid(screen, _TESTS, [GridSection("", rows)])
    show_note(screen, "p: how likely fair dice stray so far. Each holds for a record that is looked at once.")
    _show_control(screen, report)
    _show_evidence(screen, report)
    _show_worth(screen, report)


def _show_sevens(screen: Screen, report: DiceReport) -> None:
    share, low, high = report.seven_share
    ratio, (least, most) = report.rolls_to_seven, report.rolls_to_seven_interval
    to = "any number" if most is None else f"{most:.2f}"
    told = "no seven" if ratio is None else f"one in {ratio:.2f} rolls (95 %: {least:.2f} to {to})"
    left = report.hands.unfinished
    lines = (
        ("sevens", f"{report.sevens:,}", f"{share:.2%} (95 %: {low:.2%} to {high:.2%})"),
        ("sevens to rolls", "", told),
        ("hands", f"{len(report.hands.lengths):,}", _hand_words(report.hands.lengths)),
        *([("", "", f"and {count_rolls(left)} of one that has not ended")] if left else []),
        (report.hands.line, f"{report.hands.won:,}", f"won, {report.hands.lost:,} lost"),
    )
    for name, figure, words in lines:
        screen.print(Text.assemble(f"  {name:<16}{figure:>8}  ", (words, "dim")))
    screen.print()


def _hand_words(lengths: Sequence[int]) -> str:
    if not lengths:
        return "none has ended"
    return f"{sum(lengths) / len(lengths):.2f} rolls on average, the longest {max(lengths)}"


def _total_rows(report: DiceReport) -> Iterator[list[Cell]]:
    most = max(count for _, count, _ in report.totals)
    for total, count, fair in report.totals:
        yield [str(total), f"{count:,}", _figure(fair), f"{count / report.rolls:.2%}", bar(count / most, _BAR)]


def _face_rows(report: DiceReport) -> Iterator[list[Cell]]:
    most = max(first + second for _, first, second, _ in report.faces)
    for face, first, second, fair in report.faces:
        both = first + second
        share = f"{both / (2 * report.rolls):.2%}"
        yield [str(face), f"{first:,} + {second:,}", _figure(2 * fair), share, bar(both / most, _BAR)]


def _show_control(screen: Screen, report: DiceReport) -> None:
    rows: list[list[Cell]] = [
        [
            test.name,
            f"{test.statistic:.4f}",
            f"{test.fair:.4f}",
            f"{test.stated:.4f}",
            f"{test.count:,}",
            _chance(test.p, report.level),
            f"{test.power:.1%}",
            test.basis,
        ]
        for test in report.control
    ]
    screen.print()
    show_grid(screen, _CONTROL, [GridSection("", rows)])
    words = (
        f"stated and power: for {report.stated}; how likely the test finds such dice in so many, at {report.level:g}"
    )
    show_note(screen, words)


def _show_evidence(screen: Screen, report: DiceReport) -> None:
    evidence = report.evidence
    screen.print()
    verdict = (
        Text(f"alarm at roll {evidence.alarm:,}", "bold red")
        if evidence.alarm is not None
        else Text(f"no alarm (it takes {1 / evidence.level:g})", "green")
    )
    value = f"  evidence      {_figure(evidence.e_value)}, at most {_figure(evidence.highest)}: "
    screen.print(Text.assemble(value, verdict))
    screen.print(f"                p {_plain(evidence.p)}, however often you looked")
    looked = ", ".join(f"{name} {_figure(value)}" for name, value in evidence.by_partition)
    show_note(screen, f"what 1 has become by betting against fair dice: {looked}")


def _show_worth(screen: Screen, report: DiceReport) -> None:
    rows: list[list[Cell]] = [
        [
            worth.wager,
            f"{float(worth.fair):.3%}",
            f"{float(worth.edge):.3%}",
            f"{worth.low:.2%}",
            Text(f"{worth.high:.2%}", "green" if worth.high < 0 else ""),
        ]
        for worth in report.worth
    ]
    screen.print()
    show_grid(screen, _WORTH, [GridSection("", rows)])
    show_note(
        screen,
        "these dice: exact for the rolls as they came and one fair set of 36; from, to: 95 % for each wager by itself,"
        " not for the best of several. Below zero the edge is yours.",
    )


def _figure(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) and abs(number) < 1e6 else f"{number:,.4g}"


def _plain(p: float) -> str:
    return "below 0.0001" if p < 0.0001 else f"{p:.4f}"


def _chance(p: float, level: float) -> Text:
    return Text(_plain(p), "yellow" if p < level else "")

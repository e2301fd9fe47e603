"""The page of `sevenout dice`: what recorded rolls tell of the dice, as one HTML file that needs nothing else."""

from collections.abc import Sequence
from math import exp, log

from sevenout.analysis.dice.control_tests import CONTROL_SOURCE
from sevenout.analysis.dice.dice_report import DiceReport
from sevenout.base.html import Content, Markup, join, table, tag
from sevenout.reports.figures.number_format import count_rolls
from sevenout.reports.html.page_frame import PageSection, build_page, cards_of, figure_of

_WIDTH, _HEIGHT, _LEFT = 420, 190, 72
"""As wide as a telephone, so that what is written beside the curve can be read there."""


def dice_page(report: DiceReport) -> str:
    """The whole page; no script, nothing to fetch.

    >>> from sevenout.analysis.dice.dice_report import examine_rolls
    >>> from sevenout.analysis.dice.roll_file import parse_rolls
    >>> "Evidence, roll by roll" in dice_page(examine_rolls(parse_rolls("3 4\\n6 2"), wagers=["pass"]))
    True
    """
    evidence, ratio = report.evidence, report.rolls_to_seven
    header = tag(
        "header",
        tag("p", "sevenout · recorded dice", class_="over"),
        tag("h1", report.name),
        tag("p", f"{count_rolls(report.rolls)}, by the rules of {report.title}. Dice set {report.dice_set}."),
    )
    alarm = f"alarm at roll {evidence.alarm:,}" if evidence.alarm else "no alarm"
    cards = cards_of(
        (
            (f"{report.sevens:,}", f"sevens, {report.seven_share[0]:.2%}"),
            ("–" if ratio is None else f"{ratio:.2f}", "rolls to a seven"),
            (f"{len(report.hands.lengths):,}", "hands"),
            (f"{evidence.e_value:.3g}", f"evidence against fair dice: {alarm} at {evidence.level:g}"),
        )
    )
    sections = (
        PageSection("evidence", "Evidence, roll by roll", _evidence(report)),
        PageSection("totals", "Totals and faces", join(_totals(report), _faces(report))),
        PageSection("tests", "Against fair dice", _tests(report)),
        PageSection("control", "Dice control", _control(report)),
        PageSection("worth", "What these dice would be worth", _worth(report)),
    )
    foot = "The evidence may be looked at after every roll; the other p-values hold for one look. Made by sevenout."
    return build_page(f"{report.name}: recorded dice", header, cards, sections, foot)


def _evidence(report: DiceReport) -> Markup:
    evidence = report.evidence
    rows: list[Sequence[Content]] = [(name, f"{value:.4g}") for name, value in evidence.by_partition]
    words = (
        "What 1 has become by betting against fair dice at fair odds, on a logarithmic scale. With fair dice it "
        f"reaches {1 / evidence.level:g} at any time with a chance of at most {evidence.level:g}."
    )
    return join(
        figure_of(_curve(report), words),
        tag("p", f"At most {evidence.highest:.4g}: a p-value of {evidence.p:.4g}, however often one has looked."),
        table(("bet on", "1 has become"), rows),
    )


def _curve(report: DiceReport) -> str:
    """The log of the wealth as SVG, with the height of an alarm."""
    path, alarm = report.evidence.path, log(1 / report.evidence.level)
    low, high = min(0.0, *(value for _, value in path)), max(alarm, *(value for _, value in path))

    def down(value: float) -> float:
        return round(12 + (_HEIGHT - 24) * (high - value) / (high - low), 1)

    across = (_WIDTH - _LEFT - 8) / max(path[-1][0], 1)
    points = " ".join(f"{round(_LEFT + across * rolls, 1)},{down(value)}" for rolls, value in path)
    lines = "".join(
        f'<line x1="{_LEFT}" x2="{_WIDTH - 8}" y1="{down(value)}" y2="{down(value)}" stroke="var(--faint)"/>'
        f'<text x="{_LEFT - 8}" y="{down(value) + 4}" text-anchor="end" font-size="13" fill="currentColor">'
        f"{exp(value):.3g}</text>"
        for value in (0.0, alarm)
    )
    return (
        f'<svg role="img" aria-label="Evidence against fair dice, roll by roll" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'class="fits" style="min-width: 0; max-width: 40rem">{lines}'
        f'<polyline points="{points}" fill="none" stroke="var(--grade-1)" stroke-width="2"/></svg>'
    )


def _totals(report: DiceReport) -> Markup:
    rows = [
        (str(total), f"{count:,}", f"{fair:.1f}", f"{count / report.rolls:.2%}") for total, count, fair in report.totals
    ]
    return table(("total", "came", "fair", "share"), rows)


def _faces(report: DiceReport) -> Markup | None:
    rows = [(str(face), f"{first:,}", f"{second:,}", f"{fair:.1f}") for face, first, second, fair in report.faces]
    return table(("face", "first die", "second die", "fair, each"), rows) if rows else None


def _tests(report: DiceReport) -> Markup:
    rows = [
        (test.name, f"{test.observed:.4g}", f"{test.expected:.4g}", f"{test.p:.4f}", test.basis)
        for test in report.tests
    ]
    return table(("test", "counted", "fair", "p", ""), rows, words=(0, 4))


def _control(report: DiceReport) -> Markup:
    rows = [
        (
            test.name,
            f"{test.statistic:.4f}",
            f"{test.fair:.4f}",
            f"{test.stated:.4f}",
            f"{test.count:,}",
            f"{test.p:.4f}",
            f"{test.power:.1%}",
            test.basis,
        )
        for test in report.control
    ]
    words = f"After {CONTROL_SOURCE}. Stated, and the power: for {report.stated}, in a record of this size."
    heads = ("test", "found", "fair", "stated", "of", "p", "power", "")
    return join(table(heads, rows, words=(0, 7)), tag("p", words, class_="soft"))


def _worth(report: DiceReport) -> Markup:
    rows = [
        (worth.wager, f"{float(worth.fair):.3%}", f"{float(worth.edge):.3%}", f"{worth.low:.2%}", f"{worth.high:.2%}")
        for worth in report.worth
    ]
    words = (
        "The house's edge, exact for the rolls as they came and one fair set of 36. From, to: 95 % for each wager by "
        "itself, not for the best of several. Below zero the edge is the player's."
    )
    return join(table(("wager", "fair", "these dice", "from", "to"), rows), tag("p", words, class_="soft"))

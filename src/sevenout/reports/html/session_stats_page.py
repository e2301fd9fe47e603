"""A page to keep of an evening: how it went, the net over time, and the split of the net by wager."""

from collections.abc import Sequence

from sevenout.base.html import Content, Markup, join, table, tag
from sevenout.base.money import Cents, format_amount, units
from sevenout.engine.game import Game
from sevenout.player.session_stats.dice_stats import TOTALS
from sevenout.player.session_stats.seat_session import SessionStats
from sevenout.reports.html.page_frame import PageSection, build_page, cards_of, figure_of
from sevenout.table.table_snapshot import Snapshot

_WIDTH, _HEIGHT, _LEFT = 420, 190, 72
"""As wide as a telephone, so that what is written beside the curve can be read there."""

_PARTS = ("net", "edge", "luck", "commission", "rounding")
"""What the net is made of; the last two are left out where there was none, so that the table fits."""


def evening_page(game: Game, evening: SessionStats, shown: Snapshot) -> str:
    """The whole page; no script, nothing to fetch."""
    stands, seen, book = evening.balance(shown), evening.seen, game.rules.book
    limits = f"{units(game.minimum)} to {units(game.maximum)}"
    header = tag(
        "header",
        tag("p", "sevenout · an evening", class_="over"),
        tag("h1", f"{evening.you} at {book.title}"),
        tag("p", f"Table: {limits}. Bought in for {format_amount(stands.bought)}."),
        tag("p", "Rulebook ", tag("code", book.name), ", SHA-256 ", tag("code", book.digest), class_="soft digest"),
    )
    cards = cards_of(
        (
            (_with_sign(stands.net), "net"),
            (_with_sign(stands.expected_net), "expected, all costs included"),
            (_with_sign(stands.luck), "luck"),
            (format_amount(stands.action), "in action"),
            (str(seen.rolls), "rolls"),
            (f"{seen.longest}", f"rolls in the longest hand{f', {seen.longest_by}' if seen.longest_by else ''}"),
        )
    )
    curve = figure_of(_curve(evening.line(shown)), "The net after the rolls, stakes on the layout at face value.")
    sections = (
        PageSection("net", "The net over time", curve),
        PageSection("split", "Why it came so", _split(evening, shown)),
        PageSection("dice", "What the dice showed", _dice(evening)),
    )
    foot = "Edge: what the decided bets win or lose on average. Luck: the rest. The parts add up to the net."
    return build_page(f"{evening.you}: an evening at {book.title}", header, cards, sections, foot)


def _split(evening: SessionStats, shown: Snapshot) -> Markup:
    stands = evening.balance(shown)
    split = (stands.net, stands.edge, stands.luck, -stands.commission, stands.rounding)
    rows: list[tuple[Content, tuple[Cents, ...]]] = [
        (account.wager, (account.net, account.edge, account.luck, -account.commission, account.rounding))
        for account in evening.accounts.values()
    ]
    beside = (("bonus", stands.bonus), ("rulings", stands.awarded), ("tokes", -stands.tokes))
    rows += [(name, (amount, 0, 0, 0, 0)) for name, amount in beside if amount]
    told = [at for at, name in enumerate(_PARTS) if name in _PARTS[:3] or any(parts[at] for _, parts in rows)]
    lines: list[Sequence[Content]] = [(name, *(_with_sign(parts[at]) for at in told)) for name, parts in rows]
    lines.append((tag("b", "in all"), *(tag("b", _with_sign(split[at])) for at in told)))
    return table(("wager", *(_PARTS[at] for at in told)), lines)


def _dice(evening: SessionStats) -> Markup:
    seen = evening.seen
    rows = [(str(total), str(seen.count(total)), f"{float(seen.expected_count(total)):.1f}") for total in TOTALS]
    said = f"{seen.rolls} rolls, {seen.made} points made, {seen.lost} seven-outs."
    return join(tag("p", said), table(("total", "seen", "expected"), rows))


def _curve(nets: Sequence[Cents]) -> str:
    """The curve as SVG: a line, nothing, and the highest and the lowest net written beside it."""
    low, high = min(*nets, 0), max(*nets, 0)
    span = (high - low) or 1

    def down(net: Cents) -> float:
        return round(12 + (_HEIGHT - 24) * (high - net) / span, 1)

    across = (_WIDTH - _LEFT - 8) / max(len(nets) - 1, 1)
    points = " ".join(f"{round(_LEFT + across * at, 1)},{down(net)}" for at, net in enumerate(nets))
    labels = "".join(
        f'<text x="{_LEFT - 8}" y="{down(net) + 4}" text-anchor="end" font-size="13" fill="currentColor">'
        f"{_with_sign(net)}</text>"
        for net in sorted({low, high, 0})
        if net == 0 or abs(down(net) - down(0)) > 14
    )
    return (
        f'<svg role="img" aria-label="The net over time" viewBox="0 0 {_WIDTH} {_HEIGHT}" class="fits" '
        f'style="min-width: 0; max-width: 40rem">'
        f'<line x1="{_LEFT}" x2="{_WIDTH - 8}" y1="{down(0)}" y2="{down(0)}" stroke="var(--faint)"/>'
        f'<polyline points="{points}" fill="none" stroke="var(--grade-1)" stroke-width="2"/>{labels}</svg>'
    )


def _with_sign(amount: Cents) -> str:
    return f"{'+' if amount > 0 else ''}{format_amount(amount)}" if amount else "0"

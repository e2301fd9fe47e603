"""The page of several bets as one: edge and spread, chances, correlation, what each hedge costs and each roll does."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Literal

from sevenout.analysis.exact.bet_set_figures import BetSet, OutcomeChances, SetSpread
from sevenout.base.html import Content, Markup, join, table, tag
from sevenout.base.money import Cents, amount, format_amount, units
from sevenout.reports.figures.number_format import decimal, percent, short
from sevenout.reports.html.page_frame import PageSection, build_page, cards_of

_FRACTION = 16
_STAR = tag("span", " *", class_="star")


def bet_set_page(bets: BetSet) -> str:
    """The whole page; the same bets give the same text.

    >>> from sevenout.analysis.exact import bet_set
    >>> "2.212%" in bet_set_page(bet_set("typical", "12 on place-6, 12 on place-8, 5 on field"))
    True
    """
    names = ", ".join(f"{units(bet.stake)} on {bet.wager}" for bet in bets.bets)
    header = tag(
        "header",
        tag("p", "Several bets as one, exactly", class_="over"),
        tag("h1", names),
        tag("p", f"{bets.title}. Begun {bets.begins}."),
    )
    sections = [
        PageSection("bets", "Bet by bet", _bets(bets)),
        PageSection("chances", "Chances", _chances(bets)),
        PageSection("hedges", "What each bet does to the others", _hedges(bets)),
        PageSection("correlation", "How they go together", _correlations(bets)),
        PageSection("numbers", "What each number does now", _numbers(bets)),
        PageSection("nets", "Every net, played out", _nets(bets)),
    ]
    foot = "Every figure is computed from the rulebook's rows as an exact fraction. Made by sevenout."
    return build_page(f"{names}: {bets.title}", header, [_basis(bets), _cards(bets)], sections, foot)


def _basis(bets: BetSet) -> Markup:
    before = ", ".join(bet.wager for bet in bets.bets if bet.made_before)
    hand = (
        "The hand: until the seven-out. Winners stay up where the house leaves them up, nothing is bet anew, and what "
        "outlasts the seven-out counts at face value."
    )
    return tag(
        "div",
        tag("p", tag("b", "Played out. "), f"{bets.basis[0].upper()}{bets.basis[1:]}."),
        tag("p", "The next roll: what that roll decides alone, of all stakes; no commission in it.", class_="soft"),
        tag("p", hand, class_="soft") if bets.hand is not None else None,
        tag("p", f"Made before, and followed from where it lies now: {before}.", class_="soft") if before else None,
        tag("p", _STAR, " rests on a value that no document states.", class_="soft") if _is_assumed(bets) else None,
        class_="basis",
    )


def _is_assumed(bets: BetSet) -> bool:
    return any(bet.provenance == "assumed" for bet in bets.bets)


def _cards(bets: BetSet) -> Markup:
    cards = [
        (percent(bets.edge), "edge, played out"),
        (amount(float(-bets.decision.net)), f"costs on the mean, of {format_amount(bets.total_stake)} staked"),
        (amount(bets.decision.sd), "standard deviation, played out"),
        (percent(bets.roll_chances.win, 2), "chance to win the next roll"),
    ]
    if bets.hand is not None and bets.hand.chances is not None:
        cards.append((percent(bets.hand.chances.win, 2), "chance to be ahead after the hand"))
    return cards_of(cards)


def bet_cells(bets: BetSet, at: int) -> list[str]:
    """One bet: stake, commission, cost, edge, the same as a fraction, spread, the next roll's two, rolls, clause."""
    bet, own, roll = bets.bets[at], bets.decision.covariances[at][at], bets.roll.covariances[at][at]
    edge = -bets.decision.means[at] / (bet.stake + bet.commission)
    figures = edge, bets.decision.means[at], sqrt(own), bets.roll.means[at], sqrt(roll)
    return [*_figure_cells(bet.stake, bet.commission, *figures), decimal(bet.rolls), bet.clause]


def all_cells(bets: BetSet) -> list[str]:
    """The same of all bets together, without rolls and clause."""
    figures = bets.edge, bets.decision.net, bets.decision.sd, bets.roll.net, bets.roll.sd
    return _figure_cells(bets.total_stake, bets.commission, *figures)


def _figure_cells(
    stake: Cents, commission: Cents, edge: Fraction, net: Fraction, sd: float, roll_net: Fraction, roll_sd: float
) -> list[str]:
    return [
        format_amount(stake),
        format_amount(commission) if commission else "",
        amount(float(-net)),
        percent(edge),
        short(edge),
        amount(sd),
        amount(float(-roll_net)),
        amount(roll_sd),
    ]


def _bets(bets: BetSet) -> Markup:
    rows: list[Sequence[Content]] = []
    for at, bet in enumerate(bets.bets):
        star = _STAR if bet.provenance == "assumed" else None
        rows.append((join(bet.wager if bet.works else f"{bet.wager}, resting", star), *bet_cells(bets, at)))
    if len(bets.bets) > 1:
        rows.append([tag("strong", each) for each in ("all together", *all_cells(bets), "", "")])
    heads = (
        "bet",
        "stake",
        "commission",
        "costs",
        "edge",
        "exactly",
        "sd",
        "next roll costs",
        "its sd",
        "rolls",
        "clause",
    )
    said = f"Of all stakes the next roll costs {percent(bets.edge_per_roll)}."
    return join(table(heads, rows, words=(0, 10)), tag("p", said, class_="soft"))


def _chances(bets: BetSet) -> Markup:
    rows = [
        _chance_row("the next roll", bets.roll_chances, bets.roll.net),
        _chance_row("played out", bets.decision_chances, bets.decision.net),
    ]
    if bets.hand is not None:
        rows.append(_chance_row(f"the hand ({decimal(bets.hand.rolls)} rolls)", bets.hand.chances, bets.hand.net))
    told = table(("", "win", "", "lose", "", "push", "mean net"), rows, words=(0, 2, 4))
    if None in (bets.decision_chances, bets.hand and bets.hand.chances):
        said = "–: so many bets can stand in more ways than are followed; leave some out."
        return join(told, tag("p", said, class_="soft"))
    return told


def _chance_row(name: str, chances: OutcomeChances | None, net: Fraction | None) -> Sequence[Content]:
    mean = "–" if net is None else amount(float(net))
    if chances is None:
        return name, "–", "", "–", "", "–", mean
    win, lose = short(chances.win, _FRACTION), short(chances.lose, _FRACTION)
    return name, percent(chances.win, 2), win, percent(chances.lose, 2), lose, percent(chances.push, 2), mean


def _correlations(bets: BetSet) -> Markup:
    if len(bets.bets) < 2:
        return Markup("")
    names = [bet.wager for bet in bets.bets]
    rows: list[Sequence[Content]] = []
    for heading, spread in (("played out", bets.decision), ("the next roll", bets.roll)):
        rows.append((tag("b", heading),))
        rows += _correlation_rows(names, spread)
    said = "From −1, where one wins what the other loses, to 1, where they win and lose together."
    return join(table(("correlation", *names), rows), tag("p", said, class_="soft"))


def _correlation_rows(names: Sequence[str], spread: SetSpread) -> list[Sequence[Content]]:
    rows: list[Sequence[Content]] = []
    for a, name in enumerate(names):
        found = (spread.correlation(a, b) for b in range(len(names)))
        rows.append((name, *("–" if each is None else f"{each:+.3f}" for each in found)))
    return rows


def _hedges(bets: BetSet) -> Markup:
    rows: list[Sequence[Content]] = []
    bases: tuple[tuple[str, Literal["decision", "roll"]], ...] = (("played out", "decision"), ("next roll", "roll"))
    for heading, basis in bases:
        hedges = bets.hedges(basis)
        if not hedges:
            return Markup("")
        rows.append((tag("b", heading),))
        rows += [
            (
                hedge.wager,
                amount(float(hedge.costs)),
                amount(hedge.sd_without),
                amount(hedge.sd_with),
                f"{(hedge.sd_with - hedge.sd_without) / 100:+.2f}",
                "–" if hedge.correlation is None else f"{hedge.correlation:+.3f}",
                "" if hedge.least_spread is None else amount(float(hedge.least_spread)),
            )
            for hedge in hedges
        ]
    said = (
        "A hedge lessens the spread of the others, and costs what it costs; the last column is the stake on it at "
        "which the whole set spreads least."
    )
    heads = ("bet", "costs", "sd without it", "with it", "change", "correlation", "least spread at")
    return join(table(heads, rows), tag("p", said, class_="soft"))


def _numbers(bets: BetSet) -> Markup:
    if not bets.numbers:
        return Markup("")
    rows = [
        (
            outcome.name,
            str(outcome.ways),
            f"{'+' if outcome.net > 0 else ''}{format_amount(outcome.net)}" if outcome.net else "–",
            ", ".join(outcome.winners),
            ", ".join(outcome.losers),
        )
        for outcome in bets.numbers
    ]
    return table(("number", "of 36", "net", "wins", "loses"), rows, words=(0, 3, 4))


def _nets(bets: BetSet) -> Markup:
    if not bets.decision_nets:
        return Markup("")
    rows = [(format_amount(net), percent(chance), short(chance, 2 * _FRACTION)) for net, chance in bets.decision_nets]
    return tag("details", tag("summary", f"{len(rows)} of them"), table(("net", "chance", "exactly"), rows, words=(2,)))

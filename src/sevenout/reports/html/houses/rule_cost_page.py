"""The page of a change of rules: what every wager costs an hour under both, and the clauses that make it so."""

from collections.abc import Iterable, Sequence

from sevenout.analysis.exact.hourly_costs import CostChange, RuleCosts
from sevenout.analysis.exact.rule_differences import Cause
from sevenout.base.html import Content, Markup, join, table, tag
from sevenout.base.money import amount, format_amount, units
from sevenout.reports.figures.number_format import alike, by_stem, change_families, decimal, percent, short_name
from sevenout.reports.html.page_frame import PageSection, build_page, cards_of
from sevenout.rulebook.value_listing import RulebookValue

_LONGEST = 40


def rule_cost_page(costs: RuleCosts) -> str:
    """The whole page; the same two houses, stake and pace give the same text.

    >>> from sevenout.analysis.exact import rule_costs
    >>> "+12.59" in rule_cost_page(rule_costs("typical", "crapless", ["pass"]))
    True
    """
    title = f"From {costs.here} to {costs.there}: what the change of rules costs an hour"
    houses = [
        (tag("strong", house.name), house.title, tag("code", house.digest[:16])) for house in costs.comparison.houses
    ]
    header = tag(
        "header",
        tag("p", "What a change of rules costs", class_="over"),
        tag("h1", f"From {costs.here} to {costs.there}"),
        tag("p", f"At {units(costs.stake)} a wager and {costs.pace} rolls an hour."),
        table(("house", "title", "rulebook"), houses, words=range(3)),
    )
    families = change_families(costs)
    basis = tag("div", tag("p", tag("b", "Basis. "), f"{costs.basis[0].upper()}{costs.basis[1:]}."), class_="basis")
    sections = [
        PageSection("changes", "Cost an hour, wager by wager", _changes(costs, families)),
        PageSection("clauses", "The clauses behind each change", _clauses(families)),
        PageSection("same", "What costs the same, and what only one house offers", _others(costs)),
        PageSection("rules", "Rules of the whole house that differ", _causes(costs.walk.rules)),
    ]
    foot = "Every figure is computed from the rulebooks' rows as an exact fraction. Made by sevenout."
    return build_page(title, header, [basis, _cards(costs)], sections, foot)


def _cards(costs: RuleCosts) -> Markup:
    changes = [(each.change, each) for each in costs.changes if each.change is not None]
    cards = [
        (f"{sum(change > 0 for change, _ in changes)}", "wagers cost the player more"),
        (f"{sum(change < 0 for change, _ in changes)}", "cost less"),
        (f"{len(costs.same_cost)}", "cost the same"),
    ]
    if changes:
        _, wager = changes[0]
        cards.append((format_change(wager), f"an hour, the greatest change: {wager.wager}"))
    return cards_of(cards)


def format_change(each: CostChange) -> str:
    """What the change of rules costs an hour, with its sign: above zero it costs the player more."""
    change = float(each.change or 0)
    return f"{'+' if change > 0 else ''}{amount(change)}"


def change_cells(each: CostChange) -> list[str]:
    """The stake, then edge, decisions and cost an hour, each here and there."""
    assert each.here is not None, "it is offered in both"
    assert each.there is not None, "it is offered in both"
    both = (each.here, each.there)
    return [
        format_amount(each.here.stake),
        *(percent(cost.edge) for cost in both),
        *(decimal(cost.decisions, 1) for cost in both),
        *(amount(float(cost.per_hour)) for cost in both),
    ]


def _changes(costs: RuleCosts, families: Sequence[Sequence[CostChange]]) -> Markup:
    if not families:
        return tag("p", "No wager costs another amount.")
    rows = [
        (
            short_name([one.wager for one in family], _LONGEST),
            *change_cells(family[0]),
            tag("strong", format_change(family[0]), class_="grade-3" if (family[0].change or 0) > 0 else "grade-0"),
        )
        for family in families
    ]
    heads = ("wager", "stake", "edge here", "there", "decisions here", "there", "an hour here", "there", "change")
    said = f"Here: {costs.here}, there: {costs.there}. Above zero the change costs the player more."
    return join(table(heads, rows), tag("p", said, class_="soft"))


def _clauses(families: Iterable[Sequence[CostChange]]) -> Markup:
    """Each list of clauses once, under all wagers that it changes."""
    parts = []
    for group in alike(families, lambda family: family[0].causes):
        wagers = (f"{short_name([one.wager for one in each], _LONGEST)} {format_change(each[0])}" for each in group)
        parts.append(join(tag("h3", ", ".join(wagers)), _causes(group[0][0].causes)))
    return join(parts)


def _causes(causes: Iterable[Cause]) -> Markup:
    rows = [(cause.what, *_value(cause.here), *_value(cause.there)) for cause in causes]
    return table(("what", "here", "clause", "there", "clause"), rows, words=range(5)) if rows else Markup("")


def _value(entry: RulebookValue) -> tuple[Content, Content]:
    """What one house does, and its clause in the colour of its provenance."""
    clause = tag("span", f"{entry.cite.clause}, {entry.cite.provenance}", class_=entry.cite.provenance)
    return entry.text, clause if entry.cite.clause else ""


def _others(costs: RuleCosts) -> Markup:
    offered = {each.wager for each in costs.wagers}
    lists = (
        ("Cost the same: ", costs.same_cost),
        (f"Offered only by {costs.here}: ", [key for key in costs.walk.only_here if key in offered]),
        (f"Offered only by {costs.there}: ", [key for key in costs.walk.only_there if key in offered]),
    )
    return join(
        (tag("p", tag("strong", words), by_stem(wagers)) for words, wagers in lists if wagers),
        (
            tag("p", tag("strong", f"{each.wager} is not compared: "), each.refused.reason)
            for each in costs.wagers
            if each.refused is not None
        ),
    )

"""A set of bets as records: the whole, each bet, how they go together, and what each roll does."""

from sevenout.analysis.exact.bet_set_figures import BetSet, Hedge, OutcomeChances, SetSpread
from sevenout.base.money import format_amount
from sevenout.engine.number_outcomes import RollOutcome
from sevenout.reports.records.record_formats import JsonRecord, decimals, exact


def bet_set_record(bets: BetSet) -> JsonRecord:
    """Several bets as one; chances and moments are exact fractions, of cents where they are money.

    >>> from sevenout.analysis.exact import bet_set
    >>> bet_set_record(bet_set("typical", "10 on field"))["edge"]
    '1/18'
    """
    hand = bets.hand
    return {
        "rules": bets.rules,
        "basis": bets.basis,
        "title": bets.title,
        "dice": bets.dice.name,
        "begins": bets.begins,
        "staked": format_amount(bets.total_stake),
        "commission": format_amount(bets.commission),
        **exact(edge=bets.edge, edge_per_roll=bets.edge_per_roll),
        "next_roll": {**_spread_record(bets.roll), **_chances_record(bets.roll_chances)},
        "played_out": {
            **_spread_record(bets.decision),
            **_chances_record(bets.decision_chances),
            "nets": None
            if bets.decision_nets is None
            else [[format_amount(net), str(chance)] for net, chance in bets.decision_nets],
        },
        "hand": hand
        and {
            "net_cents": None if hand.net is None else str(hand.net),
            "rolls": str(hand.rolls),
            **_chances_record(hand.chances),
        },
        "bets": [_bet_record(bets, at) for at in range(len(bets.bets))],
        "numbers": [number_record(outcome) for outcome in bets.numbers],
    }


def number_record(outcome: RollOutcome) -> JsonRecord:
    """What one number does to a layout."""
    return {
        "roll": outcome.name,
        "total": outcome.total,
        "ways": outcome.ways,
        "net": format_amount(outcome.net),
        "wins": list(outcome.winners),
        "loses": list(outcome.losers),
    }


def _spread_record(spread: SetSpread) -> JsonRecord:
    every = range(len(spread.means))
    return {
        "net_cents": str(spread.net),
        "variance_cents2": str(spread.variance),
        "sd": spread.sd / 100,
        "covariances_cents2": [[str(entry) for entry in row] for row in spread.covariances],
        "correlations": [[spread.correlation(a, b) for b in every] for a in every],
    }


def _chances_record(chances: OutcomeChances | None) -> JsonRecord:
    if chances is None:
        return {"win": None, "lose": None, "push": None}
    return dict(exact(win=chances.win, lose=chances.lose, push=chances.push))


def _bet_record(bets: BetSet, at: int) -> JsonRecord:
    bet = bets.bets[at]
    hedges = {basis: found[at] for basis, found in _hedges(bets).items()}
    return {
        "wager": bet.wager,
        "title": bet.title,
        "stake": format_amount(bet.stake),
        "commission": format_amount(bet.commission),
        "rolls": str(bet.rolls),
        "works": bet.works,
        "made_before": bet.made_before,
        "net_cents": str(bets.decision.means[at]),
        "net_cents_next_roll": str(bets.roll.means[at]),
        "provenance": bet.provenance,
        "clause": bet.clause,
        **{f"hedge_{basis}": _hedge_record(hedge) for basis, hedge in hedges.items()},
    }


def _hedges(bets: BetSet) -> dict[str, tuple[Hedge, ...]]:
    every = {"played_out": bets.hedges("decision"), "next_roll": bets.hedges("roll")}
    return {basis: found for basis, found in every.items() if found}


def _hedge_record(hedge: Hedge) -> JsonRecord:
    least = hedge.least_spread
    return {
        "costs_cents": str(hedge.costs),
        "sd_without": hedge.sd_without / 100,
        "sd_with": hedge.sd_with / 100,
        "correlation": hedge.correlation,
        "least_spread_at": None if least is None else format_amount(round(least)),
    }


def bet_set_rows(bets: BetSet) -> list[JsonRecord]:
    """A row for each bet, and one for all of them together."""
    rows = []
    for at, bet in enumerate(bets.bets):
        own, roll = bets.decision.covariances[at][at], bets.roll.covariances[at][at]
        edge = -bets.decision.means[at] / (bet.stake + bet.commission)
        row = {"wager": bet.wager, "stake": format_amount(bet.stake), "commission": format_amount(bet.commission)}
        figures = {"net_cents": bets.decision.means[at], "edge": edge, "variance_cents2": own}
        next_roll = {"net_cents_next_roll": bets.roll.means[at], "variance_cents2_next_roll": roll}
        rows.append({**row, **exact(**figures, **next_roll), **decimals(**figures, **next_roll), "clause": bet.clause})
    whole = {"wager": "all", "stake": format_amount(bets.total_stake), "commission": format_amount(bets.commission)}
    figures = {"net_cents": bets.decision.net, "edge": bets.edge, "variance_cents2": bets.decision.variance}
    next_roll = {"net_cents_next_roll": bets.roll.net, "variance_cents2_next_roll": bets.roll.variance}
    rows.append({**whole, **exact(**figures, **next_roll), **decimals(**figures, **next_roll), "clause": ""})
    return [{"rules": bets.rules, **row, "begins": bets.begins, "basis": bets.basis} for row in rows]

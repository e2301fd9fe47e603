"""Real stakes as records: every wager at one stake, or at every stake the table takes, and those that take none."""

from collections.abc import Iterable
from math import sqrt

from sevenout.analysis.exact import FLOOR, AtStake, Edges, Sweep, WagerEdge
from sevenout.base.money import Cents, format_amount
from sevenout.engine.game import Game
from sevenout.reports.figures.stake_ranges import AtOneStake, Refused, Swept
from sevenout.reports.records.record_formats import JsonRecord, decimals, exact
from sevenout.reports.records.reference_records import entry_record

BASIS = (
    "per wager decided, of stake and commission; a push counts as decided; paid in the house's chips, rounded its way"
)


def _house_record(game: Game) -> JsonRecord:
    """The house, and the table's own limits and rounding."""
    limits = {name: format_amount(getattr(game, name)) for name in ("minimum", "maximum", "chip")}
    table = {**limits, "rounding": game.rules.book.rounding.value}
    return {"rules": game.rules.book.name, "basis": BASIS, "dice": game.rules.dice.name, "table": table}


def _refused_records(refused: Iterable[Refused]) -> list[JsonRecord]:
    return [
        {"wager": key, "code": refusal.code, "reason": refusal.reason, "clause": refusal.clause}
        for key, refusal in refused
    ]


# --- one stake


def stake_record(game: Game, stake: Cents, answers: AtOneStake) -> JsonRecord:
    """Every wager at one stake."""
    return {
        **_house_record(game),
        "stake": format_amount(stake),
        "wagers": [_wager_record(*pair, answers.later[pair[0].wager]) for pair in answers.taken],
        "refused": _refused_records(answers.refused),
    }


def _wager_record(worth: WagerEdge, at_stake: AtStake, later: list[tuple[WagerEdge, AtStake]]) -> JsonRecord:
    return {
        "wager": at_stake.wager,
        "pays": worth.pays,
        **_figures(worth, at_stake),
        "sd": _sd(at_stake),
        "provenance": at_stake.provenance,
        "clause": worth.clause,
        "title": worth.title,
        **_money(at_stake),
        "chances": [[format_amount(net), str(chance)] for net, chance in at_stake.chances],
        "rests_on": [entry_record(entry) for entry in at_stake.rests_on],
        "begins": worth.begins,
        **({"later": [_later_record(*other) for other in later]} if later else {}),
    }


def _later_record(worth: WagerEdge, at_stake: AtStake) -> JsonRecord:
    """The same wager at the same stake, made where else it may be."""
    return {
        "begins": worth.begins,
        **_figures(worth, at_stake),
        "sd": _sd(at_stake),
        "chances": [[format_amount(net), str(chance)] for net, chance in at_stake.chances],
    }


def stake_rows(game: Game, answers: AtOneStake) -> list[JsonRecord]:
    """A row for each wager that takes the stake."""
    return [
        {
            "rules": game.rules.book.name,
            "wager": at_stake.wager,
            "pays": worth.pays,
            **_money(at_stake),
            **_figures(worth, at_stake),
            "sd": _sd(at_stake),
            **decimals(edge=at_stake.edge, returns=at_stake.returns, unrounded_edge=worth.edge),
            "provenance": at_stake.provenance,
            "clause": worth.clause,
            "basis": BASIS,
            "begins": worth.begins,
        }
        for first in answers.taken
        for worth, at_stake in (first, *answers.later[first[0].wager])
    ]


def _figures(worth: WagerEdge, at_stake: AtStake) -> dict[str, str]:
    return exact(
        edge=at_stake.edge,
        edge_per_roll=at_stake.edge / worth.rolls,
        rolls=worth.rolls,
        edge_on_stake=at_stake.edge_on_stake,
        returns=at_stake.returns,
        unrounded_edge=worth.edge,
    )


def _money(at_stake: AtStake) -> dict[str, str]:
    amounts = {"stake": at_stake.stake, "commission": at_stake.commission, "flat": at_stake.flat}
    return {name: format_amount(amount) for name, amount in amounts.items()}


def _sd(at_stake: AtStake) -> float:
    """Per unit staked."""
    mean = at_stake.net
    return sqrt(sum(chance * (net - mean) ** 2 for net, chance in at_stake.chances)) / at_stake.stake


# --- every stake


def sweep_record(game: Game, unrounded: Edges, swept: Swept, *, every: bool) -> JsonRecord:
    """Every wager at every stake; with the edge at each of them if `every`."""
    return {
        **_house_record(game),
        "floor": str(FLOOR),
        "wagers": [_sweep_record(unrounded[sweep.wager], sweep, every=every) for sweep in swept.sweeps],
        "refused": _refused_records(swept.refused),
    }


def _sweep_record(worth: WagerEdge, sweep: Sweep, *, every: bool) -> JsonRecord:
    record: JsonRecord = {
        "wager": sweep.wager,
        "flat": format_amount(sweep.flat),
        "least": format_amount(sweep.least),
        "most": format_amount(sweep.most),
        "stakes": len(sweep.stakes),
        "unrounded_edge": str(worth.edge),
        "best": _end_record(sweep.best),
        "worst": _end_record(sweep.worst),
        "below_floor": _range_records(sweep.below_floor),
        "favours_player": _range_records(sweep.favours_player),
        "provenance": sweep.worst.provenance,
        "clause": worth.clause,
    }
    if every:
        pairs = zip(sweep.stakes, sweep.edges, strict=True)
        record["edges"] = [[format_amount(stake), str(edge)] for stake, edge in pairs]
    return record


def _end_record(at_stake: AtStake) -> JsonRecord:
    return {"stake": format_amount(at_stake.stake), **exact(edge=at_stake.edge, returns=at_stake.returns)}


def _range_records(ranges: Iterable[tuple[Cents, Cents]]) -> list[list[str]]:
    return [[format_amount(first), format_amount(last)] for first, last in ranges]


def sweep_rows(game: Game, swept: Swept) -> list[JsonRecord]:
    """A row for each stake of each wager."""
    return [
        {
            "rules": game.rules.book.name,
            "wager": sweep.wager,
            "flat": format_amount(sweep.flat),
            "stake": format_amount(stake),
            "edge": str(edge),
            **decimals(edge=edge, returns=1 - edge),
        }
        for sweep in swept.sweeps
        for stake, edge in zip(sweep.stakes, sweep.edges, strict=True)
    ]

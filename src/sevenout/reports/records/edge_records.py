"""The edges of wagers as records: the edge of each, and the line with odds behind it."""

from collections.abc import Iterable
from fractions import Fraction

from sevenout.analysis.exact import Edges, LineWithOdds, WagerEdge
from sevenout.reports.records.record_formats import JsonRecord, decimals, exact
from sevenout.reports.records.reference_records import entry_record
from sevenout.rulebook.compiler.book_compiler import CompiledBook

ODDS_BASIS = "per flat bet decided, of flat bet and odds together; a push counts as decided; nothing rounded to chips"


def edges_record(edges: Edges) -> JsonRecord:
    """The wagers of one house.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> from sevenout.analysis.exact import edges
    >>> edges_record(edges(open_book("typical"), ("pass",)))["wagers"][0]["edge"]
    '7/495'
    """
    return {
        "rules": edges.rules,
        "basis": edges.basis,
        "title": edges.title,
        "digest": edges.digest,
        "dice": edges.dice.name,
        **({"undecided": list(edges.undecided)} if edges.undecided else {}),
        "wagers": [_worth_record(worth) for worth in edges],
    }


def _worth_record(worth: WagerEdge) -> JsonRecord:
    """One wager: the keys of the contract first, then everything else that is known of it."""
    return {
        "wager": worth.wager,
        "pays": worth.pays,
        **exact(edge=worth.edge, edge_per_roll=worth.edge_per_roll, rolls=worth.rolls),
        "sd": worth.sd,
        "provenance": worth.provenance,
        "clause": worth.clause,
        "title": worth.title,
        "begins": worth.begins,
        **exact(**_more(worth)),
        "chances": [[str(net), str(chance)] for net, chance in worth.chances],
        "assumed": [entry.word for entry in worth.assumed],
        "rests_on": [entry_record(entry) for entry in worth.rests_on],
        **({"later": [_later_record(later) for later in worth.later]} if worth.later else {}),
    }


def _later_record(worth: WagerEdge) -> JsonRecord:
    """The same wager made where else it may be."""
    return {
        "begins": worth.begins,
        **exact(edge=worth.edge, edge_per_roll=worth.edge_per_roll, rolls=worth.rolls),
        "sd": worth.sd,
        **exact(**_more(worth)),
        "chances": [[str(net), str(chance)] for net, chance in worth.chances],
    }


def edges_rows(edges: Edges) -> list[JsonRecord]:
    """A row for each wager, and one for each place where it may also be made."""
    return [_worth_row(edges, each) for worth in edges for each in (worth, *worth.later)]


def _worth_row(edges: Edges, worth: WagerEdge) -> JsonRecord:
    figures = {"edge": worth.edge, "edge_per_roll": worth.edge_per_roll, "rolls": worth.rolls, **_more(worth)}
    return {
        "rules": edges.rules,
        "wager": worth.wager,
        "title": worth.title,
        "pays": worth.pays,
        "begins": worth.begins,
        **exact(edge=worth.edge, edge_per_roll=worth.edge_per_roll, rolls=worth.rolls),
        "sd": worth.sd,
        **exact(**_more(worth)),
        **decimals(**figures),
        "provenance": worth.provenance,
        "clause": worth.clause,
        "assumed": "; ".join(entry.word for entry in worth.assumed),
        "basis": edges.basis,
        "dice": edges.dice.name,
    }


def _more(worth: WagerEdge) -> dict[str, Fraction]:
    """The figures beside the edge, the edge per roll and the rolls."""
    names = (
        "win", "lose", "push", "returned", "edge_on_stake", "edge_without_pushes", "net", "variance", "commission",
        "rolls_in_all",
    )  # fmt: skip
    return {name: getattr(worth, name) for name in names}


# --- with odds


def odds_record(rules: CompiledBook, lines: Iterable[LineWithOdds]) -> JsonRecord:
    """Flat bets with odds behind them.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> from sevenout.analysis.exact import lines_with_odds
    >>> typical = open_book("typical")
    >>> odds_record(typical, lines_with_odds(typical))["lines"][0]["edge"]
    '7/495'
    """
    lines_told = [_line_record(line) for line in lines]
    return {"rules": rules.book.name, "basis": ODDS_BASIS, "dice": rules.dice.name, "lines": lines_told}


def _line_record(line: LineWithOdds) -> JsonRecord:
    return {
        "flat": line.flat,
        "odds": line.odds,
        **_figures(line),
        "sd": line.sd,
        "provenance": line.provenance,
        "clause": line.clause,
        "times": {str(number): str(times) for number, times in line.times},
        "chances": [[str(net), str(chance)] for net, chance in line.chances],
        "rests_on": [entry_record(entry) for entry in line.rests_on],
    }


def odds_rows(rules: CompiledBook, lines: Iterable[LineWithOdds]) -> list[JsonRecord]:
    """A row for each flat bet with each odds behind it."""
    return [
        {
            "rules": rules.book.name,
            "flat": line.flat,
            "odds": line.odds,
            **_figures(line),
            "sd": line.sd,
            **decimals(edge=line.edge, edge_on_flat=line.edge_on_flat, wagered=line.wagered),
            "times": "; ".join(f"{number}: {times}" for number, times in line.times),
            "provenance": line.provenance,
            "clause": line.clause,
            "basis": ODDS_BASIS,
        }
        for line in lines
    ]


def _figures(line: LineWithOdds) -> dict[str, str]:
    return exact(
        edge=line.edge,
        edge_on_flat=line.edge_on_flat,
        wagered=line.wagered,
        net=line.net,
        variance=line.variance,
    )

"""How values show themselves: a line, a small table, and rows for a data frame."""

from collections.abc import Callable
from html.parser import HTMLParser

import pytest

import sevenout
from sevenout import EMPTY, ROLLS, Game, Odds, Refusal, Roll, Sweep, Table, View, exact, offer

GAME = Game.open("typical")


def flat(view: View) -> View:
    return view if view.layout else view.bet("pass", 10_00)


SHOWN: dict[str, Callable[[], object]] = {
    "edges": lambda: exact.edges("typical"),
    "worth": lambda: exact.wager_edge("typical", "pass"),
    "at stake": lambda: exact.at_stake("typical", "place-6", 7_00),
    "sweep": lambda: exact.sweep("typical", "place-6"),
    "comparison": lambda: exact.compare(["typical", "crapless"]),
    "distribution": lambda: sevenout.distribution("typical", flat, 100_00, 20),
    "result": lambda: sevenout.simulate("typical", flat, sessions=50, rolls=20, bankroll=100_00),
    "offer": lambda: offer(GAME, EMPTY, GAME.puck(), 100_00, "pass"),
    "refused offer": lambda: offer(GAME, EMPTY, GAME.puck(), 100_00, "pass-odds"),
    "game": lambda: GAME,
    "refusal": lambda: Refusal("not-now", "later"),
}
SAID: dict[str, Callable[[], object]] = {
    **SHOWN,
    "rules": lambda: GAME.rules,
    "spot": lambda: GAME.rules.by_key["pass"],
    "book": lambda: GAME.rules.book,
    "source": lambda: sevenout.read_book("crapless"),
    "described": lambda: sevenout.describe("typical"),
    "opened": lambda: (Table(GAME).log or [])[0].event,
    "rows": lambda: exact.compare(["typical", "crapless"]).wagers[0],
    "line rows": lambda: exact.compare(["typical", "crapless"]).lines[0],
    "house rows": lambda: exact.compare(["typical", "crapless"]).rules[0],
    "walk": lambda: exact.compare(["typical", "crapless"]).walks[0],
    "difference": lambda: exact.compare(["typical", "crapless"])["pass"].differences[0],
}


@pytest.mark.parametrize("what", SAID)
def test_a_repr_is_one_short_line(what: str) -> None:
    said = repr(SAID[what]())
    assert len(said) < 180
    assert "\n" not in said


class Reader(HTMLParser):
    """Notes which tags are left open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("what", [name for name in SHOWN if name != "at stake"])
def test_a_notebook_shows_a_whole_table(what: str) -> None:
    shown = SHOWN[what]()
    html = getattr(shown, "_repr_html_")()  # noqa: B009
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    assert html.startswith("<table>")


def test_a_repr_names_the_house_and_counts_its_wagers() -> None:
    assert repr(Game.open("new-south-wales").rules) == "<Compiled new-south-wales: 73 wagers>"
    assert repr(exact.compare(["typical", "crapless"])["pass"]) == "<WagerRow pass: edge 1.414% | 5.382%>"


def test_html_is_escaped() -> None:
    assert "<b>" not in Refusal("not-now", "<b>later</b>")._repr_html_()


@pytest.mark.parametrize("pasted", [*ROLLS[:3], Odds(9, 5), Odds(2, 4)])
def test_small_values_paste_back(pasted: Roll | Odds) -> None:
    assert eval(repr(pasted), {"Roll": Roll, "Odds": Odds}) == pasted


def test_a_refusal_shows_its_code_reason_and_clause() -> None:
    refused = offer(Game.open("new-south-wales"), EMPTY, GAME.puck(), 100_00, "pass-odds").refusal
    assert refused is not None
    assert repr(refused) == f"Refusal('not-now', {refused.reason!r}, clause {refused.clause})"
    assert repr(Refusal("rack", "too little")) == "Refusal('rack', 'too little')"


def test_edges_are_rows() -> None:
    (row,) = exact.edges("typical", ["pass"]).records()
    assert (row["wager"], row["exactly"], row["provenance"]) == ("pass", "7/495", "assumed")
    assert row["edge"] == pytest.approx(7 / 495)
    assert len(exact.edges("typical").records()) == len(GAME.rules.spots)


def test_houses_side_by_side_are_rows_by_house() -> None:
    rows = exact.compare(["typical", "crapless"], ["pass", "dont-pass"]).records()
    shown = [(row["wager"], row["house"], row["best"]) for row in rows]
    assert ("pass", "typical", True) in shown
    assert ("pass", "crapless", False) in shown


def test_a_sweep_is_a_row_a_stake() -> None:
    swept = exact.sweep("new-south-wales", "place-6")
    assert isinstance(swept, Sweep)
    assert {"wager": "place-6", "stake": 7, "edge": -3 / 77, "exactly": "-3/77"} in swept.records()
    assert len(swept.records()) == len(swept.stakes)


def test_a_session_exactly_and_simulated_are_rows_by_net() -> None:
    evening = sevenout.distribution("typical", flat, 20_00, 2)
    assert [row["net"] for row in evening.records()] == [-20, -10, 0, 10, 20]
    assert sum(float(row["probability"] or 0) for row in evening.records()) == pytest.approx(1)
    played = sevenout.simulate("typical", flat, sessions=100, rolls=2, bankroll=20_00)
    assert sum(int(row["sessions"] or 0) for row in played.records()) == 100
    assert sum(float(row["probability"] or 0) for row in played.records()) == pytest.approx(1)


@pytest.mark.parametrize("what", ["edges", "comparison", "sweep", "distribution", "result"])
def test_rows_are_flat(what: str) -> None:
    rows = getattr(SHOWN[what](), "records")()  # noqa: B009
    assert all(isinstance(value, str | int | float | bool | None) for row in rows for value in row.values())
    assert len({tuple(row) for row in rows}) == 1

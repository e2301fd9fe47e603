"""What the compiler has learned of a book stands in `CompiledBook`: nobody has to work it out again."""

from functools import cache
from pathlib import Path

import pytest

from sevenout.rulebook.compiler.book_compiler import CompiledBook, SlotName, check_book, open_book
from sevenout.rulebook.source import parse, shipped_text

EXAMPLES = Path(__file__).parents[3] / "examples"
BOOKS = ("catfish-bend", "crapless", "marina-bay-sands", "new-south-wales", "typical", "typical-bar-2")
HOUSES = (*BOOKS, str(EXAMPLES / "no-puck.toml"), str(EXAMPLES / "collectors.toml"))

BEHIND_PASS = 'attaches-to = "pass"\nmade = "on"\nmaximum = "none"\ncap = { times = 1 }\npays = "1:1"\n'


@cache
def house(name: str) -> CompiledBook:
    return open_book(name)


every_house = pytest.mark.parametrize("name", HOUSES, ids=[Path(name).stem for name in HOUSES])


@every_house
def test_a_slot_has_one_label_and_a_label_one_slot(name: str) -> None:
    rules = house(name)
    assert [rules.slot_of[label] for label in rules.labels] == list(range(len(rules.spot_of)))
    assert [label.wager for label in rules.labels] == [spot.key for spot in rules.spot_of]


@every_house
def test_a_spot_finds_its_slots_by_its_labels(name: str) -> None:
    rules = house(name)
    for spot in rules.spots:
        assert all(rules.slot_of[SlotName(spot.key, call)] == slot for call, slot in spot.slots)


def test_a_collector_is_labelled_by_what_it_has_gathered() -> None:
    rules = house(str(EXAMPLES / "collectors.toml"))
    gathering = [spot for spot in rules.spots if spot.gathers]
    assert gathering
    for spot in gathering:
        labels = rules.labels[spot.first : spot.end]
        assert labels[0] == SlotName(spot.key)
        assert labels[-1] == SlotName(spot.key, "", spot.gathers)
        for slot, label in enumerate(labels, spot.first):
            for row in rules.cells[0]:
                edge = row[slot]
                if edge is not None and edge.outcome == "move":
                    after = rules.labels[edge.goto].gathered
                    assert set(label.gathered) < set(after)
                    assert len(after) == len(label.gathered) + 1


@every_house
def test_every_edge_cites_by_a_number(name: str) -> None:
    rules = house(name)
    cited = {edge.cite for by_roll in rules.cells for row in by_roll for edge in row if edge is not None}
    assert cited == set(rules.citations) == set(rules.cite_number)
    assert [rules.citations[rules.cite_number[cite]] for cite in rules.citations] == list(rules.citations)


@every_house
def test_no_wager_can_come_to_lie_where_it_is_not_said_to(name: str) -> None:
    rules = house(name)
    for puck, spots in enumerate(rules.lies_under):
        for spot in (rules.spots[index] for index in spots):
            for row, after in zip(rules.cells[puck], rules.puck.edges[puck], strict=True):
                for slot in range(spot.first, spot.end):
                    edge = row[slot]
                    goto = slot if edge is None else edge.goto
                    assert goto < 0 or rules.spot_of[goto].index in rules.lies_under[after.goto]


def test_where_a_wager_can_lie_is_known_by_puck() -> None:
    rules = house("catfish-bend")
    fresh, off, four, *_ = rules.lies_under
    come_4 = rules.by_key["come-4"].index
    assert come_4 not in fresh | four  # a 4 that takes it there with the point on 4 makes the point
    assert come_4 in off
    assert rules.by_key["pass-odds"].index not in off
    assert rules.by_key["place-4"].index in fresh & off & four


def test_an_attached_bet_has_the_rows_of_its_flat_bet() -> None:
    text = parse(f"{shipped_text('typical')}\n[wagers.more]\n{BEHIND_PASS}", "more.toml")
    rules, faults = check_book(text)
    assert rules is not None, faults
    more, flat = rules.by_key["more"], rules.by_key["pass"]
    assert more.wager.rows == ()
    assert more.rows == tuple(row for row in flat.rows if row.when != "off")
    assert more.otherwise == flat.wager.otherwise
    assert rules.by_key["place-6"].rows == rules.by_key["place-6"].wager.rows

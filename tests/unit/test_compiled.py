"""What the compiler has learned of a book stands in `Compiled`: nobody has to work it out again."""

from functools import cache
from pathlib import Path

import pytest

from sevenout.compile import Compiled, Label, open_book

EXAMPLES = Path(__file__).parents[2] / "examples"
BOOKS = ("catfish-bend", "crapless", "marina-bay-sands", "new-south-wales", "typical", "typical-bar-2")
HOUSES = (*BOOKS, str(EXAMPLES / "no-puck.toml"), str(EXAMPLES / "collectors.toml"))


@cache
def house(name: str) -> Compiled:
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
        assert all(rules.slot_of[Label(spot.key, call)] == slot for call, slot in spot.slots)


def test_a_collector_is_labelled_by_what_it_has_gathered() -> None:
    rules = house(str(EXAMPLES / "collectors.toml"))
    gathering = [spot for spot in rules.spots if spot.gathers]
    assert gathering
    for spot in gathering:
        labels = rules.labels[spot.first : spot.end]
        assert labels[0] == Label(spot.key)
        assert labels[-1] == Label(spot.key, "", spot.gathers)
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

"""Marina Bay Sands, clause by clause: what it says of people and things at the table."""

from sevenout.crew.layout.stations import stations
from tests.clauses.house import House, clause

BOOK = "marina-bay-sands"


@clause("3.11.6")
def test_3_11_6_the_float_lies_before_the_boxperson(house: House) -> None:
    table = stations(house.rules.book)
    person, chips = table.people["boxperson"], table.things["bank"]
    assert (person.value.title, person.value.at) == ("boxperson", "behind the box")
    assert (person.clause, person.provenance) == ("3.11.6", "derived")
    assert (chips.value.title, chips.value.at) == ("float", "before the boxperson")
    assert (chips.clause, chips.provenance) == ("3.11.6", "stated")


@clause("1.1.17")
def test_1_1_17_base_dealers_have_a_speed_rack(house: House) -> None:
    rack = stations(house.rules.book).things["speed-rack"]
    assert (rack.value.title, rack.value.at) == ("speed rack", "beside the base dealers")
    assert (rack.clause, rack.provenance) == ("1.1.17", "stated")


@clause("3.11.8")
def test_3_11_8_rails_surround_the_table(house: House) -> None:
    rail = stations(house.rules.book).things["rail"]
    assert (rail.value.title, rail.value.at) == ("rails", "round the table")
    assert (rail.clause, rail.provenance) == ("3.11.8", "stated")


def test_what_it_does_not_say_is_taken_from_catfish_bend_as_assumed(house: House) -> None:
    table = stations(house.rules.book)
    taken = [table.people["third-base"], table.people["stickperson"], table.things["bowl"], table.things["mirrors"]]
    assert {fact.provenance for fact in taken} == {"assumed"}
    assert all(fact.clause.startswith("Catfish Bend: ") for fact in taken)

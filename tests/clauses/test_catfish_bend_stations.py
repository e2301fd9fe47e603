"""Catfish Bend, clause by clause: who stands where, and what stands on the table."""

from sevenout.crew.layout.stations import StationRules, stations
from sevenout.engine.game import Game
from sevenout.reports.layout_svg.geometry import lay_out
from tests.clauses.house import House, clause

BOOK = "catfish-bend"


def table(house: House) -> StationRules:
    return stations(house.rules.book)


@clause("Definitions: Boxperson")
def test_definitions_the_boxperson_stands_behind_the_box(house: House) -> None:
    fact = table(house).people["boxperson"]
    assert (fact.value.title, fact.value.at) == ("boxperson", "behind the box")
    assert (fact.clause, fact.provenance) == ("Definitions: Boxperson", "derived")


@clause("Definitions: Third Base", "Definitions: Second Base")
def test_definitions_third_base_is_on_the_boxpersons_left_and_second_on_the_right(house: House) -> None:
    people = table(house).people
    third, second = people["third-base"], people["second-base"]
    assert (third.value.title, third.value.at) == ("third base", "left of the box")
    assert (second.value.title, second.value.at) == ("second base", "right of the box")
    assert (third.clause, third.provenance) == ("Definitions: Third Base", "stated")
    assert (second.clause, second.provenance) == ("Definitions: Second Base", "stated")


@clause("Dealer Responsibilities", "Definitions: Inside")
def test_dealer_responsibilities_the_stick_stands_in_the_middle_of_the_outer_side(house: House) -> None:
    fact = table(house).people["stickperson"]
    assert (fact.value.title, fact.value.at) == ("stickperson", "opposite the box")
    assert (fact.clause, fact.provenance) == ("Dealer Responsibilities", "stated")


@clause("Definitions: Box")
def test_definitions_the_box_lies_between_the_dealers_in_front_of_the_bank(house: House) -> None:
    box, bank = table(house).things["box"], table(house).things["bank"]
    assert (box.value.title, box.value.at) == ("box", "between the base dealers")
    assert (bank.value.title, bank.value.at) == ("bank", "before the boxperson")
    assert {(fact.clause, fact.provenance) for fact in (box, bank)} == {("Definitions: Box", "stated")}


@clause("Definitions: Mirrors")
def test_definitions_mirrors_stand_before_the_boxperson(house: House) -> None:
    fact = table(house).things["mirrors"]
    assert (fact.value.title, fact.value.at) == ("mirrors", "before the boxperson")
    assert (fact.clause, fact.provenance) == ("Definitions: Mirrors", "stated")


@clause("General Rules", "Definitions: Dice Bowl")
def test_general_rules_the_bowl_stands_right_before_the_stick(house: House) -> None:
    fact = table(house).things["bowl"]
    assert (fact.value.title, fact.value.at) == ("dice bowl", "before the stick")
    assert (fact.clause, fact.provenance) == ("General Rules", "stated")


@clause("Definitions: Rail")
def test_definitions_the_rail_runs_round_the_table(house: House) -> None:
    fact = table(house).things["rail"]
    assert (fact.value.title, fact.value.at) == ("rail", "round the table")
    assert (fact.clause, fact.provenance) == ("Definitions: Rail", "stated")


def test_nobody_and_nothing_else_has_a_place(house: House) -> None:
    assert set(table(house).people) == {"boxperson", "third-base", "second-base", "stickperson"}
    assert set(table(house).things) == {"bank", "mirrors", "box", "bowl", "rail"}


@clause("Definitions: Layout")
def test_definitions_the_layout_that_is_drawn_has_a_space_for_every_bet(house: House) -> None:
    layout = lay_out(Game(house.rules))
    assert {cell.wager.key for cell in layout.cells} == set(house.rules.by_key)
    assert len({(cell.rect.x, cell.rect.y) for cell in layout.cells}) == len(layout.cells)


@clause("Definitions: Box", "Definitions: Box Number")
def test_definitions_no_bet_lies_in_the_box_and_the_numbers_lie_next_to_the_dealer(house: House) -> None:
    layout = lay_out(Game(house.rules))
    box = layout.box
    for cell in layout.cells:
        assert cell.rect.right <= box.x or cell.rect.x >= box.right or cell.rect.y >= box.bottom
    numbers = [cell.rect.bottom for cell in layout.cells if cell.wager.key.startswith(("place-", "buy-", "lay-"))]
    assert max(numbers) <= min(cell.rect.y for cell in layout.cells if cell.wager.key in {"come", "field", "pass"})


@clause("Definitions: Inside", "Definitions: Outside")
def test_definitions_the_propositions_lie_inside_and_the_lines_outside(house: House) -> None:
    layout = lay_out(Game(house.rules))
    assert {cell.side for cell in layout.cells if cell.wager.proposition} == {"middle"}
    lowest = max(cell.rect.bottom for cell in layout.cells if cell.side != "middle")
    assert {cell.wager.key for cell in layout.cells if cell.rect.bottom == lowest and cell.side != "middle"} == {
        "pass-odds"
    }

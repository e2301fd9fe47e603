"""Marina Bay Sands, clause by clause: the layout that its diagrams show."""

from sevenout.crew.layout import areas
from tests.clauses.house import House, clause
from tests.clauses.voices import lying

BOOK = "marina-bay-sands"

DESIGNATED = {
    "pass line": "A B",
    "don't pass": "C D",
    "field": "J",
    "come": "E",
    "don't come": "F",
    "come boxes": "E1 G",
    "box edges": "I U",
    "behind the numbers": "F1 H V",
    "propositions": "K L M N O P Q R S T",
}
"""The areas of the felt, and the letters of the diagram that lie in each."""


@clause("2.1")
def test_2_1_every_wager_has_one_designated_area_and_every_area_of_the_diagrams_its_wagers(house: House) -> None:
    lettered: dict[str, set[str]] = {}
    for spot in house.rules.spots:
        lie = lying(house, spot.key)
        assert lie.area == areas(house.game()).of(spot).name == spot.wager.region
        lettered.setdefault(lie.area, set()).add(lie.letter)
    assert {area: " ".join(sorted(letters)) for area, letters in lettered.items()} == {
        area: " ".join(sorted(letters.split())) for area, letters in DESIGNATED.items()
    }
    assert house.refuses("Ann bets 25 on big-6").code == "not-offered"


@clause("2.1")
def test_2_1_two_wagers_share_a_place_only_if_a_marker_tells_them_apart(house: House) -> None:
    places: dict[str, list[str]] = {}
    for spot in house.rules.spots:
        places.setdefault(lying(house, spot.key).at, []).append(spot.wager.family)
    shared = {tuple(sorted(families)) for at, families in places.items() if len(set(families)) > 1}
    assert shared == {("buy-n", "lay-n", "place-n")}

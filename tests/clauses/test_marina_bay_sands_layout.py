"""Marina Bay Sands, clause by clause: the layout that its diagrams show."""

from sevenout.base.vocabulary import stem
from sevenout.crew.layout.areas import areas
from tests.clauses.house import House, clause
from tests.clauses.voices import lying, marked

BOOK = "marina-bay-sands"

DESIGNATED = {
    "pass line": "A B",
    "don't pass": "C D",
    "field": "J",
    "come": "E",
    "don't come": "F",
    "come boxes": "E1 G",
    "box edges": "I U V",
    "behind the numbers": "F1 H",
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
    places: dict[tuple[str, str], list[str]] = {}
    for spot in house.rules.spots:
        lie = lying(house, spot.key)
        places.setdefault((lie.area, lie.at), []).append(spot.wager.key)
    shared = {at: wagers for (_, at), wagers in places.items() if len({stem(wager) for wager in wagers}) > 1}
    assert shared == {
        f"the number {number}, next to Don't Come Bar 12": [f"{kind}-{number}" for kind in ("place", "buy", "lay")]
        for number in (4, 5, 6, 8, 9, 10)
    }
    for wagers in shared.values():
        bets = "; ".join(f"Ann bets 60 on {wager}" for wager in wagers)
        assert [(says, wager) for _, says, wager, _ in marked(house, bets)] == [
            ("buy", wagers[1]),
            ("lay", wagers[2]),
        ]

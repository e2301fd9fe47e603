"""Marina Bay Sands, clause by clause: its three diagrams, as they are drawn."""

import re

from sevenout.felt.drawing import Picture, layout_svg
from sevenout.felt.geometry import felt
from sevenout.game import Game
from tests.clauses.house import House, clause
from tests.clauses.test_marina_bay_sands_crew import LETTERS

BOOK = "marina-bay-sands"
DIAGRAM_B = Picture(("second base",), people=False)
DIAGRAM_C = Picture(("second base",), people=False, letters=True)


def drawn(house: House, picture: Picture | None = None) -> str:
    game = Game(house.rules)
    return layout_svg(game) if picture is None else layout_svg(game, picture)


def wagers(svg: str) -> list[str]:
    return re.findall(r'class="spot" data-wager="([^"]+)"', svg)


@clause("2.1")
def test_2_1_diagram_a_has_every_betting_area_at_both_ends_or_in_the_middle(house: House) -> None:
    areas = wagers(drawn(house))
    middle = {cell.wager.key for cell in felt(Game(house.rules)).cells if cell.side == "middle"}
    assert {key: areas.count(key) for key in house.rules.by_key} == {
        key: 1 if key in middle else 2 for key in house.rules.by_key
    }


@clause("2.1")
def test_2_1_diagram_b_shows_the_same_areas_larger(house: House) -> None:
    whole, magnified = drawn(house), drawn(house, DIAGRAM_B)
    assert sorted(set(wagers(whole))) == sorted(wagers(magnified))
    widths = [float(re.findall(r'viewBox="0 0 ([\d.]+)', svg)[0]) for svg in (whole, magnified)]
    assert widths[0] > 1.5 * widths[1]  # on a sheet as wide, every area is that much larger


@clause("3.3", "2.1")
def test_3_3_diagram_c_has_each_letter_in_the_area_of_its_wager(house: House) -> None:
    svg = drawn(house, DIAGRAM_C)
    marks = re.findall(r'class="letter"[^>]*></circle><text x="([\d.]+)" y="([\d.]+)"[^>]*>([A-Z]\d?)<', svg)
    spots = {cell.wager.key: cell.rect for cell in felt(Game(house.rules), ("second base",)).cells}
    for letter, (wager, _) in LETTERS.items():
        rect = spots[wager]
        inside = [name for x, y, name in marks if rect.x < float(x) < rect.right and rect.y < float(y) < rect.bottom]
        assert inside == [letter], wager

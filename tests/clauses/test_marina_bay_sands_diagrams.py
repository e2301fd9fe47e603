"""Marina Bay Sands, clause by clause: its three diagrams, as they are drawn."""

import re

import pytest

from sevenout.crew.layout.areas import LayoutRules, areas
from sevenout.crew.manual.chapter_loader import chapter
from sevenout.engine.game import Game
from sevenout.reports.layout_svg.geometry import Rect, lay_out
from sevenout.reports.layout_svg.layout_drawing import LayoutPicture, layout_svg
from tests.clauses.house import House, clause
from tests.clauses.test_marina_bay_sands_crew import LETTERS

BOOK = "marina-bay-sands"
DIAGRAM_B = LayoutPicture(("second base",), people=False)
DIAGRAM_C = LayoutPicture(("second base",), people=False, letters=True)


def drawn(house: House, picture: LayoutPicture | None = None) -> str:
    game = Game(house.rules)
    return layout_svg(game) if picture is None else layout_svg(game, picture)


def wagers(svg: str) -> list[str]:
    return re.findall(r'class="spot" data-wager="([^"]+)"', svg)


@clause("2.1")
def test_2_1_diagram_a_has_every_betting_area_at_both_ends_or_in_the_middle(house: House) -> None:
    areas = wagers(drawn(house))
    middle = {wager for letter, (wager, _) in LETTERS.items() if letter in "KLMNOPQT"}
    middle |= {f"hard-{total}" for total in (4, 6, 8, 10)} | {f"horn-high-{total}" for total in (2, 3, 11, 12)}
    assert {key: areas.count(key) for key in areas} == {key: 1 if key in middle else 2 for key in house.rules.by_key}


@clause("2.1")
def test_2_1_diagram_b_shows_the_same_areas_larger(house: House) -> None:
    whole, magnified = drawn(house), drawn(house, DIAGRAM_B)
    assert sorted(set(wagers(whole))) == sorted(wagers(magnified))
    widths = [float(re.findall(r'viewBox="0 0 ([\d.]+)', svg)[0]) for svg in (whole, magnified)]
    assert widths[0] > 1.5 * widths[1]  # on a sheet as wide, every area is that much larger


def rects(house: House) -> dict[str, Rect]:
    return {cell.wager.key: cell.rect for cell in lay_out(Game(house.rules), ("second base",)).cells}


def beside(one: Rect, other: Rect) -> bool:
    """Whether two spaces touch along a side."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return min(across, down) == pytest.approx(0, abs=0.01) and max(across, down) > 1


@clause("2.1", "3.3")
def test_3_3_k_l_m_craps_and_eleven_lies_between_a_c_and_an_e_that_are_printed(house: House) -> None:
    svg = drawn(house, DIAGRAM_C)
    symbols = re.findall(r'class="sign" data-wager="([^"]+)" data-symbol="([^"]+)"', svg)
    assert symbols == [("any-craps", "C"), ("eleven", "E")]
    assert [re.findall(rf'class="number">{symbol}<', svg) != [] for _, symbol in symbols] == [True, True]
    left, right = lay_out(Game(house.rules), ("second base",)).symbols
    between = rects(house)["c-and-e"]
    assert (left.text, right.text) == ("C", "E")
    assert left.rect.right == pytest.approx(between.x)
    assert right.rect.x == pytest.approx(between.right)
    assert {(one.rect.y, one.rect.bottom) for one in (left, right)} == {(between.y, between.bottom)}


@clause("2.1", "3.3")
def test_3_3_l_n_o_p_each_single_number_is_beside_the_area_of_the_horn_bet(house: House) -> None:
    spots = rects(house)
    assert [beside(spots[wager], spots["horn"]) for wager in ("craps-2", "craps-12", "craps-3", "eleven")] == [True] * 4


@clause("2.1", "3.3")
def test_3_3_r_s_horn_high_and_hardways_are_headings_above_their_four_totals(house: House) -> None:
    svg = drawn(house, DIAGRAM_B)
    spots, headings = rects(house), lay_out(Game(house.rules), ("second base",)).headings
    assert [heading.text for heading in headings] == ["HARDWAYS", "HORN HIGH"]
    for heading, (kind, totals, prints) in zip(
        headings, (("hard", (4, 6, 8, 10), "Hard {}"), ("horn-high", (2, 3, 11, 12), "{}")), strict=True
    ):
        assert f">{heading.text}<" in svg
        below = [key for key, rect in spots.items() if rect.y == pytest.approx(heading.rect.bottom)]
        assert [key for key in below if beside(spots[key], heading.rect)] == [f"{kind}-{total}" for total in totals]
        for total in totals:
            spot = re.findall(rf'data-wager="{kind}-{total}".*?<title>', svg)[0]
            assert f">{prints.format(total)}<" in spot


@clause("2.1", "3.3")
def test_3_3_u_v_buy_and_lay_lie_before_the_number_with_the_place_wager_and_not_behind_it(house: House) -> None:
    layout = lay_out(Game(house.rules), ("second base",))
    for band in layout.bands:
        column = [cell.wager.key for cell in layout.cells if (cell.rect.x, cell.rect.w) == (band.rect.x, band.rect.w)]
        before = [key for key in column if rects(house)[key].y >= band.rect.bottom - 0.01]
        number = band.number
        assert before[:3] == [f"place-{number}", f"buy-{number}", f"lay-{number}"]
        assert [key for key in column if key not in before] == [f"dont-come-{number}", f"dont-come-odds-{number}"]


@clause("3.3")
def test_3_3_v_a_lay_wager_is_worked_with_the_dont_come_wagers(house: House) -> None:
    game = Game(house.rules)
    rules = chapter(game.rules.book, "layout", LayoutRules)
    assert [(rule.wagers, rule.area, rule.provenance) for rule in rules.worked] == [
        (frozenset({"lay-n"}), "behind the numbers", "assumed")
    ]
    for number in (4, 5, 6, 8, 9, 10):
        spot = game.rules.by_key[f"lay-{number}"]
        assert (spot.wager.region, areas(game).worked_with(spot).name) == ("box edges", "behind the numbers")


@clause("3.3", "2.1")
def test_3_3_diagram_c_has_each_letter_in_the_area_of_its_wager(house: House) -> None:
    svg = drawn(house, DIAGRAM_C)
    marks = re.findall(r'class="letter"[^>]*></circle><text x="([\d.]+)" y="([\d.]+)"[^>]*>([A-Z]\d?)<', svg)
    spots = rects(house)
    for letter, (wager, _) in LETTERS.items():
        rect = spots[wager]
        inside = [name for x, y, name in marks if rect.x < float(x) < rect.right and rect.y < float(y) < rect.bottom]
        assert inside == [letter], wager
    for symbol, letter in zip(lay_out(Game(house.rules), ("second base",)).symbols, "ML", strict=True):
        rect = symbol.rect
        inside = [name for x, y, name in marks if rect.x < float(x) < rect.right and rect.y < float(y) < rect.bottom]
        assert inside == [letter], symbol.text

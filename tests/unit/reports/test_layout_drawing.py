"""The drawing of every house: each label lies in its region, no space overlaps another, all are on the sheet."""

import re
from itertools import combinations
from pathlib import Path
from random import Random
from xml.etree import ElementTree as Xml

import pytest

from sevenout.crew.layout.rail import End
from sevenout.crew.markers import place_of
from sevenout.crew.pit.manual_check import manual_faults
from sevenout.crew.replay import play
from sevenout.engine.game import Game
from sevenout.reports.layout_svg.chip_drawing import ChipLayout
from sevenout.reports.layout_svg.geometry import Rect, lay_out
from sevenout.reports.layout_svg.layout_drawing import WHOLE, LayoutPicture, layout_svg
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book, open_book
from sevenout.rulebook.loader.layout_regions import regions
from sevenout.rulebook.source import overlay, parse, read_book

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.toml"))
ONE_END = LayoutPicture(("second base",), people=False)
OTHER_END = LayoutPicture(("third base",), people=False)
PICTURES = (WHOLE, ONE_END, OTHER_END)


class Spot:
    """A wager's space as it is drawn."""

    def __init__(self, group: Xml.Element) -> None:
        self.wager, self.region, self.side = (group.attrib[f"data-{word}"] for word in ("wager", "region", "side"))
        self.rect = Rect(*map(float, group.attrib["data-rect"].split()))
        label, *_ = group.findall(f"{SVG}text")
        self.lines = [(float(span.attrib["x"]), float(span.attrib["y"])) for span in label]
        self.label = " ".join(span.text or "" for span in label)


class Sheet:
    """A drawing, read back."""

    def __init__(self, drawn: str) -> None:
        root = Xml.fromstring(drawn)
        self.width, self.height = map(float, root.attrib["viewBox"].split()[2:])
        groups = list(root.iter(f"{SVG}g"))
        moved = next(group.attrib["transform"] for group in groups if "transform" in group.attrib)
        self.x, self.y = (float(number) for number in re.findall(r"[\d.]+", moved))
        self.spots = [Spot(group) for group in groups if group.get("class") == "spot"]
        self.of_class = {
            name: [group for group in groups if group.get("class") == name]
            for name in ("region", "chip", "puck", "mark", "key", "player", "crew", "on-the-table", "legend", "band")
        }
        self.regions = {
            (group.attrib["data-region"], group.attrib["data-side"]): group for group in self.of_class["region"]
        }
        self.texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]

    def words(self, name: str) -> list[str]:
        return ["".join(text.itertext()) for group in self.of_class[name] for text in group.iter(f"{SVG}text")]


def apart(one: Rect, other: Rect) -> bool:
    slack = 0.02
    return (
        one.right <= other.x + slack
        or other.right <= one.x + slack
        or one.bottom <= other.y + slack
        or other.bottom <= one.y + slack
    )


def check(rules: CompiledBook, picture: LayoutPicture) -> None:
    """What holds of every drawing of every house."""
    game = Game(rules)
    sheet = Sheet(layout_svg(game, picture))
    for spot in rules.spots:
        sides: tuple[str, ...] = ("middle",) if regions()[spot.wager.region].at == "middle" else picture.ends
        drawn = [drawn for drawn in sheet.spots if drawn.wager == spot.key]
        assert sorted(one.side for one in drawn) == sorted(sides), spot.key
        assert {one.region for one in drawn} == {spot.wager.region}
        below = spot.wager.title.casefold().removeprefix(place_of(game, spot.key).heading.casefold()).strip()
        assert {one.label.casefold() for one in drawn} <= {
            spot.wager.label.casefold(),
            spot.wager.printed.casefold(),
            below,
        }
        assert all((spot.wager.region, side) in sheet.regions for side in sides)
    for one in sheet.spots:
        assert one.rect.w > 0 < one.rect.h
        assert all(one.rect.x < x < one.rect.right and one.rect.y < y < one.rect.bottom for x, y in one.lines)
        assert -0.01 <= one.rect.x + sheet.x <= one.rect.right + sheet.x <= sheet.width + 0.01
        assert -0.01 <= one.rect.y + sheet.y <= one.rect.bottom + sheet.y <= sheet.height + 0.01
    for one, other in combinations(sheet.spots, 2):
        assert apart(one.rect, other.rect), (one.wager, other.wager, one.rect, other.rect)
    printed = lay_out(game, picture.ends)
    signs = [(sign.text, sign.rect) for sign in printed.headings] + [(sign.text, sign.rect) for sign in printed.symbols]
    for text, rect in signs:
        assert all(apart(rect, one.rect) for one in sheet.spots), text
        assert text in sheet.texts
    _regions_are_apart(sheet)


def _regions_are_apart(sheet: Sheet) -> None:
    """Nothing of a region lies inside the bounds of another."""
    bounds: dict[tuple[str, str], Rect] = {}
    for spot in sheet.spots:
        known = bounds.get((spot.region, spot.side), spot.rect)
        left, top = min(known.x, spot.rect.x), min(known.y, spot.rect.y)
        right, bottom = max(known.right, spot.rect.right), max(known.bottom, spot.rect.bottom)
        bounds[spot.region, spot.side] = Rect(left, top, right - left, bottom - top)
    for (one, first), (other, second) in combinations(bounds.items(), 2):
        assert apart(first, second), (one, other)


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: " and ".join(picture.ends))
@pytest.mark.parametrize("book", [*shipped(), *map(str, EXAMPLES)], ids=lambda book: Path(book).stem)
def test_every_wager_lies_in_its_region_and_on_nothing_else(book: str, picture: LayoutPicture) -> None:
    check(open_book(book), picture)


# --- houses made up at random

WORDS = ("Two", "Fire and ice", "Any", "A&B <3", "Longest", "Back line", "Odd one")
BASES = ("typical", "catfish-bend", "new-south-wales", "marina-bay-sands", "crapless")


def made_up(seed: int) -> CompiledBook | None:
    """A house that leaves out some families of another and adds wagers of its own in any region; None if unsound."""
    dice = Random(seed)
    base = dice.choice(BASES)
    book = open_book(base).book
    families = sorted({wager.family for wager in book})
    kept = {*book.shooter.line.value, *(group.of for group in book.groups)}
    kept |= {family for family in families if dice.random() < 0.6}
    for _ in families:  # what a wager attaches to, travels to or from, or consists of is kept too
        for wager in [wager for wager in book if wager.family in kept]:
            keys = {wager.attaches_to.value} if wager.attaches_to else set()
            keys |= {key for key, _ in wager.parts.value} if wager.parts else set()
            kept |= {other.family for other in book if other.key in keys}
            kept |= {f"{wager.key}-n"} if any(row.outcome == "travel" for row in wager.rows) else set()
            kept |= {wager.family.removesuffix("-n")} if wager.made.value == "never" else set()
    left_out = [family for family in families if family not in kept]
    lines = [f"[wagers.{family}]\noffered = false\n" for family in left_out]
    for number in range(dice.randrange(6)):
        words = [
            f"[wagers.own-{number}]",
            f'title = "{dice.choice(WORDS)} {number}"',
            f'region = "{dice.choice(list(regions()))}"',
        ]
        words += [f"order = {dice.randrange(1, 6)}"] if dice.random() < 0.7 else []
        wins = sorted(dice.sample(range(2, 13), dice.randrange(1, 5)))
        lines.append("\n".join([*words, f"win = {wins}", 'otherwise = "lose"', 'pays = "2:1"', ""]))
    text = f'format = 1\nname = "made-up"\ntitle = "House {seed}"\nextends = "{base}"\n' + "\n".join(lines)
    compiled, _ = check_book(overlay(parse(text, "made-up.toml"), read_book(base)))
    return compiled


def test_houses_made_up_at_random_are_drawn_too() -> None:
    houses = [house for seed in range(40) if (house := made_up(seed)) is not None]
    assert len(houses) > 30
    for number, house in enumerate(houses):
        check(house, PICTURES[number % len(PICTURES)])


OWN = """
format = 1
name = "own"
title = "Own"
extends = "typical"

[manual.marks.lies]
hard-n    = { value = { at = "its number", heading = "THE HARD WAY" } }
any-craps = { value = { at = "the C", symbol = "C" } }
eleven    = { value = { at = "the E", symbol = "E" } }
any-7     = { value = { at = "between C and E", between = ["C", "E"] } }
"""


def test_headings_and_symbols_of_a_house_of_one_s_own_are_drawn(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    layout = lay_out(Game.open(str(file)))
    assert [heading.text for heading in layout.headings] == ["THE HARD WAY"]
    assert [(symbol.text, symbol.wager) for symbol in layout.symbols] == [("C", "any-craps"), ("E", "eleven")]
    check(open_book(str(file)), WHOLE)


@pytest.mark.parametrize("between", ['["C", "X"]', '["C"]'])
def test_a_place_between_symbols_that_are_not_there_is_a_fault(tmp_path: Path, between: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN.replace('["C", "E"]', between), encoding="utf-8")
    rules, _ = check_book(read_book(str(file)))
    assert [fault.where for fault in manual_faults(read_book(str(file)), rules)] == ["manual.marks"]


def test_a_house_of_one_bet_is_drawn() -> None:
    text = 'format = 1\nname = "one"\ntitle = "One"\n[table]\nminimum = 1\nmaximum = 9\nchip = 1\n'
    text += '[money]\nrounding = "down"\n[shooter]\nline = []\n'
    for region in regions():
        bet = f'[wagers.own]\ntitle = "Own"\nregion = "{region}"\nwin = [7]\notherwise = "lose"\npays = "1:1"\n'
        compiled, faults = check_book(parse(text + bet, "one.toml"))
        assert compiled is not None, faults
        for picture in PICTURES:
            check(compiled, picture)


# --- what else is drawn


def test_the_ends_mirror_each_other_and_both_read_upwards_from_left_to_right() -> None:
    sheet = Sheet(layout_svg(Game.open("catfish-bend")))
    for end in ("second base", "third base"):
        place = sorted((s.rect.x, s.wager) for s in sheet.spots if s.side == end and s.wager.startswith("place-"))
        assert [wager for _, wager in place] == [f"place-{n}" for n in (4, 5, 6, 8, 9, 10)]
    left = next(spot.rect for spot in sheet.spots if spot.wager == "dont-come" and spot.side == "second base")
    right = next(spot.rect for spot in sheet.spots if spot.wager == "dont-come" and spot.side == "third base")
    assert left.x + sheet.x == pytest.approx(sheet.width - (right.right + sheet.x))


def test_the_box_is_at_the_top_and_the_pass_line_at_the_players() -> None:
    sheet = Sheet(layout_svg(Game.open("catfish-bend"), ONE_END))
    y = {spot.wager: spot.rect.y for spot in sheet.spots}
    rows = ["dont-come-6", "lay-6", "place-6", "come-6", "come", "field", "dont-pass", "pass", "pass-odds"]
    assert sorted(rows, key=lambda wager: y[wager]) == rows


def test_catfish_bend_has_its_crew_its_things_its_buttons_and_sixteen_places() -> None:
    sheet = Sheet(layout_svg(Game.open("catfish-bend")))
    assert sorted(sheet.words("crew")) == ["boxperson", "second base", "stickperson", "third base"]
    assert sorted(sheet.words("on-the-table")) == ["bank and mirrors", "dice bowl"]
    assert sheet.words("legend") == ["ON", "OFF", "ON", "OFF", "BUY", "LAY"]
    assert sorted(map(int, sheet.words("player"))) == list(range(1, 17))
    assert "Bar 12" in sheet.texts


def test_labels_of_neighbours_do_not_run_together() -> None:
    """A wide typeface takes 0.67 of its size for a character: even so a fifth of the space stays free."""
    drawn = Xml.fromstring(layout_svg(Game.open("catfish-bend")))
    for key in ("hard-4", "hard-6", "hard-8", "hard-10"):
        (spot,) = drawn.iterfind(f".//*[@data-wager='{key}']")
        label = next(spot.iter(f"{SVG}text"))
        longest = max(len(part.text or "") for part in label.iter(f"{SVG}tspan"))
        assert longest * 0.67 * float(label.attrib["font-size"]) <= float(spot.attrib["data-rect"].split()[2]) * 0.8


def test_marina_bay_sands_has_its_letters_and_their_key() -> None:
    game = Game.open("marina-bay-sands")
    sheet = Sheet(layout_svg(game, LayoutPicture(("second base",), people=False, letters=True)))
    letters = {*"ABCDEFGHIJKLMNOPQRSTUV", "E1", "F1"}
    assert set(sheet.words("mark")) == letters
    key = dict(zip(sheet.words("key")[::2], sheet.words("key")[1::2], strict=True))
    assert set(key) == letters
    assert (key["A"], key["R"]) == ("Pass Line: PASS LINE", "Horn High: the n of HORN HIGH")
    assert sheet.words("mark").count("S") == 4


def test_new_south_wales_bars_the_two_and_writes_its_own_names() -> None:
    sheet = Sheet(layout_svg(Game.open("new-south-wales")))
    assert "2 is void" in sheet.texts
    assert "Win Line" in sheet.texts


def test_a_house_without_a_puck_has_none_drawn() -> None:
    example = next(file for file in EXAMPLES if file.stem == "no-puck")
    sheet = Sheet(layout_svg(Game(open_book(str(example)))))
    assert (sheet.of_class["puck"], sheet.words("legend")) == ([], [])
    assert len(sheet.of_class["band"]) == 12


def test_chips_lie_on_their_wager_at_their_owners_end_and_the_puck_on_the_point() -> None:
    night = "rules catfish-bend\nseat Ann 500\nseat Bob 500\nAnn bets 10 on pass\nroll 5 4\n"
    night += "Bob bets 120 on place-6\nBob bets 25 on hard-8\nAnn tokes 5 on hard-8"
    played = play(night)
    stakes = ChipLayout.of([*played][-1].after)
    assert played.table is not None
    sheet = Sheet(layout_svg(played.table.game, WHOLE, stakes))
    lying = [(g.attrib["data-seat"], g.attrib["data-wager"], g.attrib["data-stake"]) for g in sheet.of_class["chip"]]
    assert sorted(lying) == [
        ("Ann", "pass", "10"),
        ("Bob", "hard-8", "25"),
        ("Bob", "place-6", "120"),
        ("crew", "hard-8", "5"),
    ]
    ends: dict[str, End | str] = {"Ann": "third base", "Bob": "second base"}
    for group in sheet.of_class["chip"]:
        seat, wager = group.attrib["data-seat"], group.attrib["data-wager"]
        x, y = (float(group[0].attrib[word]) for word in ("cx", "cy"))
        spot = next(s for s in sheet.spots if s.wager == wager and s.side in {ends.get(seat), "middle"})
        assert spot.rect.x < x < spot.rect.right
        assert spot.rect.y < y < spot.rect.bottom
    assert sheet.words("puck") == ["ON", "ON"]
    assert {"Ann", "Bob"} <= set(sheet.texts)


def test_a_houses_own_words_are_text_and_no_markup() -> None:
    text = 'format = 1\nname = "mine"\ntitle = "<b>Mine & yours</b>\\u001b\\ufffe"\nextends = "typical"\n'
    compiled, _ = check_book(overlay(parse(text, "mine.toml"), read_book("typical")))
    assert compiled is not None
    assert "<b>Mine & yours</b>\ufffd\ufffd" in Sheet(layout_svg(Game(compiled))).texts


def test_a_long_name_is_drawn_where_there_is_room_for_it() -> None:
    text = 'format = 1\nname = "mine"\ntitle = "Mine"\nextends = "typical"\n'
    text += '[wagers.pass]\ntitle = "Der Spieler gewinnt"\n[wagers.place-n]\ntitle = "Die Zahl kommt zuerst {n}"\n'
    compiled, _ = check_book(overlay(parse(text, "mine.toml"), read_book("typical")))
    assert compiled is not None
    check(compiled, WHOLE)
    labels = {spot.wager: spot.label for spot in Sheet(layout_svg(Game(compiled))).spots}
    assert (labels["pass"], labels["place-6"]) == ("Der Spieler gewinnt", "Place 6")

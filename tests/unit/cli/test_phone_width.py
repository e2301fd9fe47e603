"""Every page at the width of a telephone: nothing is wider than the screen unless it lies in a box that scrolls."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.unit.cli.command import run

PHONE = 390
UNITS = {
    "px": 1.0,
    "rem": 16.0,
    "em": 16.0,
    "pt": 4 / 3,
    "ch": 9.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "vw": PHONE / 100,
}
ORDERS = {
    "edges": ("edges", "new-south-wales", "--report"),
    "bets": ("edges", "typical", "12 on place-6, 12 on place-8, 5 on field", "--report"),
    "diff": ("rules", "diff", "typical", "crapless", "--report"),
    "exact": ("exact", "pass-max-odds", "--rolls", "20", "--report"),
    "simulate": ("simulate", "pass-line", "iron-cross", "dont-pass", "--sessions", "300", "--rolls", "30", "--report"),
    "notice": ("notice", "marina-bay-sands", "--report"),
    "shift": ("shift", "examples/whole-shift.craps", "--report"),
    "paper": ("school", "paper", "order", "--level", "2", "--seed", "s", "--report"),
    "evening": ("play", "examples/first-night.craps", "--report"),
    "exam": ("school", "exam", "base", "--questions", "8", "--seed", "s", "--no-memory", "--report"),
}
VOID = {"meta", "br", "hr", "img", "link", "input", "col", "path", "use"}


class Rule(NamedTuple):
    """A rule of a style sheet, and the width of screen up to which it holds, if it is for some screens alone."""

    selector: str
    values: dict[str, str]
    medium: str


def rules(css: str) -> Iterator[Rule]:
    """The rules of a style sheet; those for paper are left out."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    for medium, inside, selector, body in re.findall(
        r"(@media[^{]*)\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}|([^{}@]+)\{([^{}]*)\}", css
    ):
        if medium and "print" not in medium:
            yield from (rule._replace(medium=medium) for rule in rules(inside))
        elif selector.strip():
            pairs = (pair.partition(":") for pair in body.split(";") if ":" in pair)
            yield Rule(selector.strip(), {name.strip(): value.strip() for name, _, value in pairs}, "")


class Reader(HTMLParser):
    """Every element with the ones around it."""

    def __init__(self) -> None:
        super().__init__()
        self.around: list[str] = []
        self.seen: list[tuple[str, list[str]]] = []
        self.style = ""
        self.viewport = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        name = f"{tag}.{told.get('class')}" if told.get("class") else tag
        if told.get("name") == "viewport":
            self.viewport = told.get("content") or ""
        self.seen.append((name, list(self.around)))
        if tag not in VOID:
            self.around.append(name)

    def handle_endtag(self, tag: str) -> None:
        at = [n for n, name in enumerate(self.around) if name.split(".")[0] == tag]
        if at:
            del self.around[at[-1] :]

    def handle_data(self, data: str) -> None:
        if self.around and self.around[-1] == "style":
            self.style += data


@pytest.fixture(scope="module", params=ORDERS)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reader:
    file: Path = tmp_path_factory.mktemp("pages") / "page.html"
    ran = run(*ORDERS[request.param], str(file), stdin=b"?\n" * 8)
    assert ran.code in (0, 1), ran.err
    reader = Reader()
    reader.feed(file.read_text(encoding="utf-8"))
    return reader


def widest(values: dict[str, str]) -> float:
    """The largest width that a rule insists on, in pixels of a screen."""
    insisting = [values.get(name, "") for name in ("width", "min-width", "padding-left", "margin-left", "column-width")]
    return max(
        (float(n) * UNITS[u] for value in insisting for n, u in re.findall(r"([\d.]+)([a-z]+)", value)), default=0
    )


def scrolling(style: str) -> set[str]:
    """The boxes that scroll sideways and show it: their edges are shaded while there is more."""
    every = list(rules(style))
    boxes = {
        one.strip() for rule in every if rule.values.get("overflow-x") == "auto" for one in rule.selector.split(",")
    }
    shaded = {
        one.strip()
        for rule in every
        if "no-repeat local" in rule.values.get("background", "")
        for one in rule.selector.split(",")
    }
    assert boxes <= shaded
    return boxes


def test_it_is_as_wide_as_the_screen(page: Reader) -> None:
    assert "width=device-width" in page.viewport


def test_nothing_insists_on_more_than_the_screen_outside_a_box_that_scrolls(page: Reader) -> None:
    boxes = scrolling(page.style)
    wide = [rule for rule in rules(page.style) if widest(rule.values) > PHONE]
    assert [rule.selector for rule in wide if rule.selector.split()[0] not in boxes] == []
    assert not any("white-space" in rule.values and rule.selector == "body" for rule in rules(page.style))


def test_plots_and_tables_lie_in_boxes_that_scroll_or_fold(page: Reader) -> None:
    boxes = scrolling(page.style)
    names = {box.removeprefix(".") for box in boxes}
    folds = any(
        "table" in rule.selector.split(", ") and rule.values.get("display") == "block" for rule in rules(page.style)
    )
    for name, around in page.seen:
        inside = any(part in names for one in around for part in one.split("."))
        if name == "svg":
            assert inside
        if name == "table":
            assert inside or folds or _columns(page) <= 5
        if name.split(".")[0] == "pre":
            wraps = any(
                rule.selector == "pre" and rule.values.get("white-space") == "pre-wrap" for rule in rules(page.style)
            )
            assert name in boxes or "pre" in boxes or wraps


def _columns(page: Reader) -> int:
    return sum(name.split(".")[0] == "th" for name, _ in page.seen)


def test_a_planted_width_is_found() -> None:
    sheet = "p { width: 30em; } @media (max-width: 40em) { .wide { min-width: 500px; } }"
    planted = list(rules(f"{sheet} @media print {{ p {{ width: 900px; }} }}"))
    assert [(rule.selector, widest(rule.values)) for rule in planted] == [("p", 480.0), (".wide", 500.0)]

"""Writes the pieces of a drawing: shapes, discs, and words that are made to fit where they stand.

One green and its tints for the cloth, white for what is written on it; what is saturated is somebody's money.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from sevenout.base.html import Content, Markup, tag
from sevenout.reports.layout_svg.geometry import Rect

STYLE = """
.paper { fill: #f6f5f0; }
.wood { fill: #3b2a20; } .groove { fill: none; stroke: #5a4231; stroke-width: 7; } .cloth { fill: #28584b; }
.line { fill: none; stroke: #a9cabd; stroke-width: 2; } .thin { fill: none; stroke: #8fb5a7; stroke-width: 1.1; }
.back { fill: #224c41; } .box { fill: #2d6153; }
.odds { fill: none; stroke: #8fb5a7; stroke-width: 1; stroke-dasharray: 4 4; }
text { fill: #fff; text-anchor: middle; dominant-baseline: central;
  font-family: ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans", sans-serif; }
.name { font-weight: 600; } .great { font-weight: 700; letter-spacing: .06em; text-transform: uppercase; }
.soft { fill: #cfe3da; } .number { font-weight: 800; } .start { text-anchor: start; } .end { text-anchor: end; }
.person { fill: #f2f3f1; stroke: #1a2022; stroke-width: 2; } .dark { fill: #1a2022; } .place { fill: #6b4f3c; }
.thing { fill: #1f4a3e; stroke: #a9cabd; stroke-width: 1.2; } .letter { fill: #f2f3f1; stroke: #1a2022; }
.die { fill: #f2f3f1; } .pip { fill: #1a2022; } .out { fill: #1d2521; } .quiet { fill: #5b665f; }
.symbol { fill: #1f4a3e; stroke: #a9cabd; stroke-width: 2; } .sought { fill: none; stroke: #fff; stroke-width: 6; }
"""
_NARROW, _WIDE = 0.67, 0.86
"""How wide a character is, as a share of its size: usually, and in spaced capitals."""


class SvgText(NamedTuple):
    """Words to write: the text, how large at most, of which class, and what is to look alike."""

    text: str
    size: float
    kind: str = "name"
    likes: tuple[str, ...] = ()


def shape(rect: Rect, kind: str, radius: float = 0) -> Markup:
    """A rectangle."""
    rounded = {"rx": number(radius)} if radius else {}
    return tag(
        "rect", x=number(rect.x), y=number(rect.y), width=number(rect.w), height=number(rect.h), class_=kind, **rounded
    )


def disc(x: float, y: float, radius: float, kind: str = "", **attributes: str) -> Markup:
    """A disc."""
    named = {"class_": kind} if kind else {}
    return tag("circle", cx=number(x), cy=number(y), r=number(radius), **named, **attributes)


def word(x: float, y: float, text: str, size: float, kind: str = "name") -> Markup:
    """One line of words."""
    return tag("text", text, x=number(x), y=number(y), font_size=number(size), class_=kind)


def path(points: str, kind: str) -> Markup:
    """A path."""
    return tag("path", d=points, class_=kind)


def group(*content: Content, **attributes: str) -> Markup:
    """Pieces that belong together."""
    return tag("g", *content, **attributes)


def number(value: float) -> str:
    """A coordinate, short.

    >>> number(12.0), number(3.14159)
    ('12', '3.14')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def well_formed(drawn: str) -> str:
    """A drawing without characters that no XML may hold, whatever a house is called."""
    return _NOT_XML.sub("\ufffd", drawn)


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


def die(x: float, y: float, side: float, face: int) -> Markup:
    """A die that shows a face, around a point."""
    pips = [disc(x + across * side * 0.27, y + down * side * 0.27, side * 0.095, "pip") for across, down in _PIPS[face]]
    return group(shape(Rect(x - side / 2, y - side / 2, side, side), "die", side * 0.2), *pips)


def write_lines(rect: Rect, lines: Sequence[SvgText]) -> Markup:
    """Words in the middle of a rectangle, one below another; each is broken once or made smaller until it fits."""
    fitted = [_fit_label(words, rect.w * _FILLED) for words in lines]
    height = sum(size * len(parts) * _LEADING for _, parts, size in fitted)
    squeeze = min(1.0, (rect.h - 4) / height) if height else 1.0
    x, y = rect.x + rect.w / 2, rect.y + (rect.h - height * squeeze) / 2
    texts: list[Markup] = []
    for words, parts, natural in fitted:
        size = natural * squeeze
        spans = []
        for part in parts:
            spans.append(tag("tspan", part, x=number(x), y=number(y + size * _LEADING / 2)))
            y += size * _LEADING
        texts.append(tag("text", spans, font_size=number(size), class_=words.kind))
    return Markup("".join(texts))


_LEADING = 1.16
_FILLED = 0.78
"""The share of its space that a line may fill: beyond it words of neighbours seem to run together."""
_ONE_LINE = 0.8
"""A label is broken if in one line it would be smaller than this share of its size."""


def fits(words: SvgText, width: float) -> bool:
    """True if words are large enough to be read where they are that wide, in one line or two.

    >>> fits(SvgText("Der Spieler gewinnt", 30, "great"), 600), fits(SvgText("Der Spieler gewinnt", 30, "great"), 60)
    (True, False)
    """
    return _fit_label(words, width * _FILLED)[2] >= min(words.size, _READ)


_READ = 12
"""The smallest size of words that somebody may choose not to write."""


def _fit_label(words: SvgText, width: float) -> tuple[SvgText, list[str], float]:
    """The label in one or two lines, and the size at which it fits, as its likes do: all are broken or none."""
    each = _WIDE if "great" in words.kind else _NARROW
    likes = {words.text, *words.likes}

    def size_of(parts: list[str]) -> float:
        return min(words.size, width / (max(map(len, parts)) * each))

    def broken(text: str) -> list[str]:
        return max(([text], *_halves(text)), key=size_of)

    whole = min(size_of([text]) for text in likes)
    halved = min(size_of(broken(text)) for text in likes)
    if whole >= words.size * _ONE_LINE or whole >= halved:
        return words, [words.text], whole
    return words, broken(words.text), halved


def _halves(text: str) -> list[list[str]]:
    parts = text.split(" ")
    return [[" ".join(parts[:at]), " ".join(parts[at:])] for at in range(1, len(parts))]

"""The frame of every report: its heading, the list of contents, the sections and the foot, as one HTML file."""

from collections.abc import Iterable, Sequence
from importlib import resources
from typing import NamedTuple

from sevenout.base.html import Content, Markup, document, tag


class PageSection(NamedTuple):
    """A part of a page with a heading, which the list of contents leads to."""

    key: str
    title: str
    content: Markup


def build_page(title: str, header: Markup, top: Content, sections: Sequence[PageSection], foot: Content) -> str:
    """Builds the whole page; sections without content are left out.

    >>> "<h2>Edges</h2>" in build_page("A page", Markup(""), None, [PageSection("edges", "Edges", Markup("1"))], "")
    True
    """
    shown = [section for section in sections if section.content]
    return document(
        title,
        header,
        tag("nav", (tag("a", section.title, href=f"#{section.key}") for section in shown)),
        top,
        (tag("section", tag("h2", section.title), section.content, id=section.key) for section in shown),
        tag("footer", foot),
        look="report",
        style=resources.files(__package__).joinpath("report.css").read_text(encoding="utf-8"),
    )


def figure_of(svg: str, caption: Content) -> Markup:
    """Builds a plot with its caption; empty if there is no plot."""
    return tag("figure", Markup(svg), tag("figcaption", caption)) if svg else Markup("")


def cards_of(figures: Iterable[tuple[str, Content]]) -> Markup:
    """Builds the key figures, each above the words that say what it is."""
    return tag("ul", (tag("li", tag("b", figure), tag("span", words)) for figure, words in figures), class_="cards")

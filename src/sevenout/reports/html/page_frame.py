"""What every page has around its content: one HTML file with the style sheet in it, a list of contents, a foot."""

from collections.abc import Iterable, Sequence
from importlib import resources
from typing import NamedTuple

from sevenout.reports.html.markup import Content, Markup, tag


class PageSection(NamedTuple):
    """A part of a page with a heading, which the list of contents leads to."""

    key: str
    title: str
    content: Markup


def build_page(title: str, header: Markup, top: Content, sections: Sequence[PageSection], foot: Content) -> str:
    """The whole page; sections without content are left out.

    >>> "<h2>Edges</h2>" in build_page("A page", Markup(""), None, [PageSection("edges", "Edges", Markup("1"))], "")
    True
    """
    style = resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    shown = [section for section in sections if section.content]
    head = [
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", title),
        tag("style", Markup(style)),
    ]
    body = [
        header,
        tag("nav", (tag("a", section.title, href=f"#{section.key}") for section in shown)),
        *([top] if isinstance(top, str) else top or ()),
        *(tag("section", tag("h2", section.title), section.content, id=section.key) for section in shown),
        tag("footer", foot),
    ]
    return f'<!DOCTYPE html>\n<html lang="en">\n{tag("head", head)}\n{tag("body", body)}\n</html>\n'


def figure_of(svg: str, caption: Content) -> Markup:
    """A plot with what it shows below it; nothing if there is no plot."""
    return tag("figure", Markup(svg), tag("figcaption", caption)) if svg else Markup("")


def cards_of(figures: Iterable[tuple[str, Content]]) -> Markup:
    """Key figures, each with what it is."""
    return tag("ul", (tag("li", tag("b", figure), tag("span", words)) for figure, words in figures), class_="cards")

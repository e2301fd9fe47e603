"""The one HTML writer: tags in which every text is escaped, tables, and the frame of a whole page.

Every page of the program is built from `tag` and put together by `document`, which adds the style sheet, the program's
version and the day. A notebook shows values with `html_table` and `html_card`.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from html import escape
from importlib import resources

from sevenout.base.version import __version__

Record = dict[str, str | int | float | bool | None]
"""One row for a data frame: flat, with nothing in it but text and numbers."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that a summary shows."""
_DAY_OF_PAGES = "SOURCE_DATE_EPOCH"
"""The environment variable that sets the date, in seconds since 1970, where the same page must be written again."""


class Markup(str):
    """Text that is HTML already, so that it is not escaped again."""

    __slots__ = ()


Content = str | Iterable["str | None"] | None
"""What stands in an element: text, which is escaped, markup, several of them, or nothing."""


def tag(name: str, /, *content: Content, **attributes: str) -> Markup:
    """Builds an element with its content and attributes; `class_` is written `class`.

    >>> tag("p", "1 < 2 ", tag("b", "so"), class_="note")
    '<p class="note">1 &lt; 2 <b>so</b></p>'
    """
    return Markup(f"<{name}{_attributes(attributes)}>{join(*content)}</{name}>")


def void(name: str, /, **attributes: str) -> Markup:
    """Builds an element that has no content and no end tag.

    >>> void("meta", charset="utf-8")
    '<meta charset="utf-8">'
    """
    return Markup(f"<{name}{_attributes(attributes)}>")


def _attributes(attributes: Mapping[str, str]) -> str:
    return "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())


def join(*content: Content) -> Markup:
    """Puts pieces one after another; None adds nothing.

    >>> join("a & ", None, [Markup("<b>b</b>"), "c"])
    'a &amp; <b>b</b>c'
    """
    texts = []
    for piece in content:
        if isinstance(piece, str):
            texts.append(piece if isinstance(piece, Markup) else escape(piece))
        elif piece is not None:
            texts.append(join(*piece))
    return Markup("".join(texts))


def code_markup(text: str) -> Markup:
    """Builds a sentence in which whatever stands between backticks is code.

    >>> code_markup("`1 < 2` holds")
    '<code>1 &lt; 2</code> holds'
    """
    return join(tag("code", part) if at % 2 else part for at, part in enumerate(text.split("`")))


def table(heads: Sequence[str], rows: Iterable[Sequence[Content]], words: Iterable[int] = (0,)) -> Markup:
    """Builds a table of numbers; the columns in `words` are text, and a row of one cell is a heading across all.

    It scrolls by itself where the page is narrow.
    """
    left = set(words)

    def cell(kind: str, at: int, content: Content) -> Markup:
        return tag(kind, content, class_="word") if at in left else tag(kind, content)

    def row(cells: Sequence[Content]) -> Markup:
        if len(cells) == 1:
            return tag("tr", tag("td", cells[0], class_="word", colspan=str(len(heads))))
        return tag("tr", (cell("td", at, content) for at, content in enumerate(cells)))

    head = tag("tr", (cell("th", at, name) for at, name in enumerate(heads)))
    return tag("div", tag("table", tag("thead", head), tag("tbody", map(row, rows))), class_="wide")


# --- whole pages


def document(title: str, *body: Content, look: str, style: str = "", stylesheet: str = "") -> str:
    """Writes a whole page: one file with its style sheet in it, and at its foot the version and the day it was made.

    `look` is the class of the body: `report` and `notice` follow the reader's colours, `printed` is black on white.
    `style` are rules of this page alone. With a `stylesheet`, the page asks that address for its style instead.

    >>> page = document("A & B", tag("h1", "A"), look="report", style="h1 { color: red }")
    >>> "<title>A &amp; B</title>" in page, f"sevenout {__version__}" in page
    (True, True)
    """
    sheet = void("link", rel="stylesheet", href=stylesheet) if stylesheet else tag("style", Markup(page_style(style)))
    head = tag(
        "head",
        void("meta", charset="utf-8"),
        void("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        sheet,
    )
    made = tag("p", f"sevenout {__version__} · {page_date().isoformat()}", class_="made")
    return f'<!DOCTYPE html>\n<html lang="en">\n{head}\n{tag("body", *body, made, class_=look)}\n</html>\n'


@cache
def page_style(more: str = "") -> str:
    """The style sheet of every page, and after it the rules of one."""
    return resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8") + more


def page_date() -> date:
    """The day that pages bear, in UTC: today, or the one that the environment sets by `SOURCE_DATE_EPOCH`."""
    given = os.environ.get(_DAY_OF_PAGES, "")
    now = datetime.fromtimestamp(int(given), UTC) if given.isascii() and given.isdecimal() else datetime.now(UTC)
    return now.date()


# --- notebooks


def html_table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Builds a table with a caption, as a notebook shows it.

    >>> html_table("1 < 2", ["so"], [["yes"]])
    '<table><caption>1 &lt; 2</caption><thead><tr><th>so</th></tr></thead><tbody><tr><td>yes</td></tr></tbody></table>'
    """
    head = tag("thead", tag("tr", (tag("th", name) for name in heads)))
    body = tag("tbody", (tag("tr", (tag("td", cell) for cell in row)) for row in rows))
    return str(tag("table", tag("caption", caption), head, body))


def html_card(caption: str, figures: Mapping[str, str]) -> str:
    """Builds a table of some figures, one below the other.

    >>> html_card("pass", {"edge": "7/495"})
    '<table><caption>pass</caption><tbody><tr><th>edge</th><td>7/495</td></tr></tbody></table>'
    """
    body = tag("tbody", (tag("tr", tag("th", name), tag("td", text)) for name, text in figures.items()))
    return str(tag("table", tag("caption", caption), body))

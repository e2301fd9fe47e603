"""HTML built from tags, in which every text is escaped unless it is HTML already."""

from collections.abc import Iterable, Sequence
from html import escape


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Content = str | Iterable["str | None"] | None


def tag(name: str, *content: Content, **attributes: str) -> Markup:
    """An element with its content and attributes; `class_` is written `class`.

    >>> tag("p", "1 < 2 ", tag("b", "so"), class_="note")
    '<p class="note">1 &lt; 2 <b>so</b></p>'
    """
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{written}>{join(*content)}</{name}>")


def join(*content: Content) -> Markup:
    """Pieces one after another; nothing for None."""
    texts = []
    for piece in content:
        if isinstance(piece, str):
            texts.append(piece if isinstance(piece, Markup) else escape(piece))
        elif piece is not None:
            texts.append(join(*piece))
    return Markup("".join(texts))


def table(heads: Sequence[str], rows: Iterable[Sequence[Content]], words: Iterable[int] = (0,)) -> Markup:
    """A table of numbers; the columns in `words` are text, and a row of one cell is a heading across all of them.

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

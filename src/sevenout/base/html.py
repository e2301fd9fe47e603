"""How a value shows itself in a notebook: a small table in HTML, in which every text is escaped."""

from collections.abc import Iterable, Mapping
from html import escape

Record = dict[str, str | int | float | bool | None]
"""One row for a data frame: flat, with nothing in it but text and numbers."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Those that a summary shows."""


def html_table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table with a caption.

    >>> html_table("1 < 2", ["so"], [["yes"]])
    '<table><caption>1 &lt; 2</caption><thead><tr><th>so</th></tr></thead><tbody><tr><td>yes</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_card(caption: str, figures: Mapping[str, str]) -> str:
    """Some figures, one below the other.

    >>> html_card("pass", {"edge": "7/495"})
    '<table><caption>pass</caption><tbody><tr><th>edge</th><td>7/495</td></tr></tbody></table>'
    """
    body = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in figures.items())
    return f"<table><caption>{escape(caption)}</caption><tbody>{body}</tbody></table>"

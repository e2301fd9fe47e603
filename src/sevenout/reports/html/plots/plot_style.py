"""The style of every plot: the page's colours, one width, and SVG that can be put straight into HTML.

Colours are drawn as stand-ins and written out as the page's own variables, so that one plot serves a light page, a dark
one and a printed one. The same figures give the same bytes.
"""

import re
import warnings
from collections.abc import Callable
from functools import wraps
from io import StringIO
from typing import TYPE_CHECKING, Any, ParamSpec

from sevenout.base.extras import wanting
from sevenout.base.html import join

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_NAMES = ("text", "faint", "grade-0", "grade-1", "grade-2", "grade-3", "win", "push", "lose", "idle", "mark", "card")
INK = {name: f"#0000{index + 1:02x}" for index, name in enumerate(_NAMES)}
"""The colours of a plot: what is drawn, by the name of the page's variable that replaces it."""

_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "sevenout",
    "font.size": 9,
    "text.color": INK["text"],
    "axes.edgecolor": INK["faint"],
    "axes.labelcolor": INK["text"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "grid.color": INK["faint"],
    "grid.linewidth": 0.5,
    "grid.alpha": 0.6,
    "xtick.color": INK["faint"],
    "ytick.color": INK["faint"],
    "xtick.labelcolor": INK["text"],
    "ytick.labelcolor": INK["text"],
    "ytick.left": False,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
}
WIDTH = 6.8
"""Inches: of every plot."""
PLOTS = "a page with plots"
"""What needs matplotlib."""

P = ParamSpec("P")


def with_page_style(draw: Callable[P, str]) -> Callable[P, str]:
    """Draws with the page's settings, whatever those of the process are."""

    @wraps(draw)
    def draw_svg(*given: P.args, **named: P.kwargs) -> str:
        with wanting("matplotlib", PLOTS):
            import matplotlib as mpl

        with mpl.rc_context():
            mpl.rcdefaults()
            mpl.rcParams.update(_SETTINGS)
            return draw(*given, **named)

    return draw_svg


def blank(height: float) -> "tuple[Figure, Axes]":
    """A plot with nothing in it yet, so many inches high."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes: Axes = figure.subplots()
    return figure, axes


def plain(text: str, longest: int = 28) -> str:
    """A text of the user's for a plot: cut if it is long, and no formula, whatever its signs.

    >>> plain("cash for $5 or $10"), plain("press the six and the eight until the end")
    ('cash for \\\\$5 or \\\\$10', 'press the six and the eight…')
    """
    short = text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
    return short.encode("utf-8", "replace").decode("utf-8").replace("$", "\\$")


def svg(figure: "Figure", title: str) -> str:
    """The figure as SVG to put into a page: its own header, ids and fonts left out."""
    drawn = StringIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the browser has more letters than matplotlib's font
        figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = drawn.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>|<defs>\s*<style.*?</style>\s*</defs>", "", text, flags=re.DOTALL)
    text = re.sub(
        r' id="(?:figure|axes|patch|text|line2d|legend|[xy]tick|matplotlib\.axis|[A-Za-z]*Collection)_\d+"', "", text
    )
    text = re.sub(r" font-family: [^;\"]*;", "", text)
    text = re.sub(r"\s*\n\s*", "\n", text)
    for name, ink in INK.items():
        text = text.replace(ink, "currentColor" if name == "text" else f"var(--{name})")
    text = re.sub(r' (?:width|height)="[\d.]+pt"', "", text, count=2)
    return text.replace("<svg ", f'<svg role="img" aria-label="{join(title)}" ', 1).strip()

"""A layout as a record: where every wager lies, for a front end of one's own."""

from sevenout.engine.game import Game
from sevenout.reports.layout_svg.geometry import LayoutGeometry, Rect
from sevenout.reports.layout_svg.layout_drawing import letter_of
from sevenout.reports.records.record_formats import JsonRecord


def layout_record(game: Game, layout: LayoutGeometry) -> JsonRecord:
    """Every space, heading and symbol with its corner and size, in units of the drawing.

    >>> from sevenout.reports.layout_svg.geometry import lay_out
    >>> game = Game.open("marina-bay-sands")
    >>> first = layout_record(game, lay_out(game, ["second base"]))["spots"][0]
    >>> first["wager"], first["region"], first["letter"]
    ('dont-come-4', 'behind the numbers', 'F1')
    """
    return {
        "rules": game.rules.book.name,
        "width": round(layout.width, 2),
        "height": round(layout.height, 2),
        "spots": [
            {
                "wager": cell.wager.key,
                "label": cell.wager.label,
                "region": cell.wager.region,
                "side": cell.side,
                **_box(cell.rect),
                "letter": letter_of(game, cell.wager.key),
            }
            for cell in layout.cells
        ],
        "headings": [{"text": heading.text, **_box(heading.rect)} for heading in layout.headings],
        "symbols": [{"text": symbol.text, "wager": symbol.wager, **_box(symbol.rect)} for symbol in layout.symbols],
    }


def _box(rect: Rect) -> dict[str, float]:
    return {
        "x": round(rect.x, 2),
        "y": round(rect.y, 2),
        "width": round(rect.w, 2),
        "height": round(rect.h, 2),
    }

"""The holes of a house on the screen and as JSON: which stakes favour the player, why, and what closes them."""

from collections.abc import Sequence

from sevenout.analysis.solver.holes import Hole
from sevenout.base.money import Cents, units
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.output_formats import Answer, show_note, show_title
from sevenout.cli.shared.text_tables import Column, GridSection, show_grid
from sevenout.engine.game import Game
from sevenout.reports.records.record_formats import JsonRecord

_RANGES = 3
"""So many ranges of stakes are shown; JSON has them all."""


def holes_table(game: Game, holes: Sequence[Hole]) -> Answer:
    """The holes in every form."""
    return Answer(lambda: holes_record(game, holes), list, lambda screen: _show(screen, game, holes))


def holes_record(game: Game, holes: Sequence[Hole]) -> JsonRecord:
    """The holes for programs; amounts are cents."""
    book = game.rules.book
    return {
        "house": book.name,
        "minimum": game.minimum,
        "maximum": game.maximum,
        "chip": game.chip,
        "holes": [
            {
                "wager": hole.wager,
                "point": hole.point,
                "stakes": [list(stakes) for stakes in hole.stakes],
                "best": hole.best,
                "edge": float(hole.edge),
                "exactly": str(hole.edge),
                "clause": hole.cite.clause,
                "reason": hole.reason,
                "closing_minimum": hole.minimum,
                "closing_chip": hole.chip,
            }
            for hole in holes
        ],
    }


def _show(screen: Screen, game: Game, holes: Sequence[Hole]) -> None:
    limits = f"{units(game.minimum)} to {units(game.maximum)}, chip {units(game.chip)}"
    show_title(screen, game.rules.book.title, f"stakes that favour the player, at {limits}")
    if not holes:
        screen.print("  None: at every stake of every wager the house wins on average, or nobody does.")
        return
    columns = (
        Column("wager", justify="left"),
        Column("at best"),
        Column("with"),
        Column("minimum"),
        Column("chip"),
        Column("clause", justify="left"),
        Column("stakes", rank=1, justify="left"),
    )
    rows = [
        (
            hole.title,
            f"{float(hole.edge):+.2%}",
            units(hole.best),
            _amount(hole.minimum),
            _amount(hole.chip),
            hole.cite.clause,
            _ranges(hole),
        )
        for hole in holes
    ]
    show_grid(screen, columns, [GridSection("", rows)])
    reasons = "; ".join(dict.fromkeys(f"{hole.cite.clause or 'no clause'}: {hole.reason}" for hole in holes))
    show_note(screen, f"{reasons}. Minimum and chip are the least minimum and the largest smaller chip that close it.")
    if any(hole.minimum is None and hole.chip is None for hole in holes):
        show_note(screen, "Where there is neither, only taking no stake but those that are paid exactly would.")


def _amount(cents: Cents | None) -> str:
    return "-" if cents is None else units(cents)


def _ranges(hole: Hole) -> str:
    shown = [units(low) if low == high else f"{units(low)}-{units(high)}" for low, high in hole.stakes[:_RANGES]]
    return ", ".join(shown) + (", ..." if len(hole.stakes) > _RANGES else "")

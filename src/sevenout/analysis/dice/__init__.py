"""Dice that are not fair, and dice that were thrown: models read from a file, recorded rolls, and what can be told from
them with stated certainty.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.analysis.dice.dice_file import open_dice as open_dice
    from sevenout.analysis.dice.dice_file import read_dice as read_dice
    from sevenout.analysis.dice.dice_models import dice_by_axis as dice_by_axis
    from sevenout.analysis.dice.dice_models import dice_by_faces as dice_by_faces
    from sevenout.analysis.dice.dice_models import dice_by_totals as dice_by_totals
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "dice_file": ("open_dice", "read_dice"),
            "dice_models": ("dice_by_axis", "dice_by_faces", "dice_by_totals"),
        },
    )

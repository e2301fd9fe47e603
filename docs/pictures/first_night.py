"""Draws the documents' pictures: the first night as `sevenout replay` shows it, a layout."""

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from sevenout.cli.reference.replay_command import show, show_ending
from sevenout.crew.replay import play
from sevenout.engine.game import Game
from sevenout.reports.layout_svg.layout_drawing import layout_svg
from sevenout.table import Rolled

HERE = Path(__file__).parent
WIDTH = 84
FELT = TerminalTheme(
    (18, 38, 30),
    (224, 232, 224),
    [
        (18, 38, 30),
        (232, 112, 96),
        (120, 208, 120),
        (232, 200, 96),
        (120, 168, 232),
        (208, 144, 208),
        (112, 208, 208),
        (200, 208, 200),
    ],
)  # fmt: skip
FRAME = """<svg viewBox="-12 -12 {terminal_width} {terminal_height}" xmlns="http://www.w3.org/2000/svg">
<style>{styles}
.terminal-matrix {{ font: {char_height}px/{line_height}px ui-monospace, Menlo, Consolas, monospace }}</style>
<defs>{lines}</defs>
<rect fill="#12261e" x="-12" y="-12" width="100%" height="100%" rx="8"/>
<g>{backgrounds}<g class="terminal-matrix">{matrix}</g></g></svg>
"""


def main() -> None:
    """Writes first-night.svg and layout-catfish-bend.svg beside this file."""
    console = Console(record=True, width=WIDTH, highlight=False, file=io.StringIO())
    played = play((HERE.parents[1] / "examples" / "first-night.craps").read_text(encoding="utf-8"))
    for step in played:
        show(console, played.rules, step)
        if isinstance(step.outcome, Rolled) and step.outcome.event == "made" and played.table is not None:
            show_ending(console, played.table)
            break
    drawn = re.sub(
        r'viewBox="-12 -12 ([\d.]+) ([\d.]+)"',
        lambda box: f'viewBox="-12 -12 {float(box[1]) + 24:.0f} {float(box[2]) + 24:.0f}"',
        console.export_svg(theme=FELT, code_format=FRAME),
    )
    (HERE / "first-night.svg").write_text(drawn, encoding="utf-8")
    (HERE / "layout-catfish-bend.svg").write_text(layout_svg(Game.open("catfish-bend")), encoding="utf-8")


if __name__ == "__main__":
    main()

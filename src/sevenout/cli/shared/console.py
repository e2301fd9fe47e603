"""What the commands draw on: a console that leaves broken pipes to `main`, and obeys nobody's text."""

from collections.abc import Iterable
from typing import NoReturn

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from sevenout.cli.shared.text_output import OBEYED, printable, to_ascii

_NARROWEST = 20
_USUAL = 80


class Screen(Console):
    """A plain console: no markup, no highlighting, and a reader that went away is an exception like any other."""

    only_ascii = False
    """Whether nothing is drawn that an old terminal has no sign for."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, soft_wrap=True, stderr=stderr)
        if self.width < _NARROWEST:  # COLUMNS=0 is no width, and nothing can be laid out in a few columns
            self.width = _NARROWEST if self.width else _USUAL

    def on_broken_pipe(self) -> NoReturn:
        """Hands the broken pipe on: it is no answer of the game."""
        raise BrokenPipeError

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is drawn, without anything in its words that the terminal would obey."""
        for segment in super().render(renderable, options):
            obeyed = not segment.control and OBEYED.search(segment.text)
            shown = segment._replace(text=printable(segment.text)) if obeyed else segment
            yield shown._replace(text=to_ascii(shown.text)) if self.only_ascii and not shown.control else shown

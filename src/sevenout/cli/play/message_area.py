"""The messages below the layout: collected until they are drawn, cut to the room there is, or told in sentences."""

from rich.console import RenderableType
from rich.text import Text

from sevenout.cli.play.layout_view import WIDEST
from sevenout.cli.play.screen_reader import sentences
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.text_output import print_line, to_ascii

_FEWEST = 3
"""Lines of news that are shown however little room there is."""


class News:
    """The messages since the layout was last drawn, and the screen that shows them."""

    def __init__(self, *, plain: bool, only_ascii: bool) -> None:
        self.screen = Screen()
        self.screen.only_ascii = only_ascii
        self.plain = plain
        """Whether there are sentences only."""
        self._items: list[RenderableType] = []
        self._unread: list[Text] = []

    def add(self, *items: RenderableType) -> None:
        """Something to show below the layout."""
        self._items += items

    def more(self) -> None:
        """Says what had no room."""
        unread, self._unread = self._unread, []
        self.add(*(unread or [Text("That was all.", "dim")]))

    def cut(self, room: int) -> None:
        """Leaves what has room below the layout, so that the layout stays where it is."""
        lines: list[Text] = []
        options = self.screen.options.update(width=min(self.screen.width, WIDEST))
        for item in self._items:
            drawn = self.screen.render_lines(item, options, pad=False)
            lines += [Text.assemble(*((part.text, part.style or "") for part in line)) for line in drawn]
        room = max(room, _FEWEST)
        if len(lines) > room:
            lines, self._unread = lines[: room - 1], lines[room - 1 :]
            lines.append(Text(f"{len(self._unread)} more line{'s' if len(self._unread) > 1 else ''}: say more", "dim"))
        for line in lines:
            line.no_wrap, line.overflow = True, "crop"
        self._items = [*lines]

    def show(self) -> None:
        """Prints all of it."""
        for item in self._items:
            if self.plain:
                for sentence in sentences(item):
                    print_line(to_ascii(sentence) if self.screen.only_ascii else sentence)
            else:
                self.screen.print(item, soft_wrap=False, width=min(self.screen.width, WIDEST))
        self._items = []

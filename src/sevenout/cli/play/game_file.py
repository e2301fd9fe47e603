"""The file of a game: a transcript that names its rulebook and what the seats go by, written over no other file."""

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from sevenout.base.errors import BadInput
from sevenout.base.files import write_whole
from sevenout.crew.floor.floor import Floor
from sevenout.crew.floor.floor_log import floor_transcript
from sevenout.player.saved_seat import SavedSeat, Under, kept_lines
from sevenout.rulebook.model import Rulebook


class GameFile:
    """The file a game is saved in: its path, the name of its rulebook, and whether anything happened since."""

    def __init__(self, named: str, file: Path | None = None, resumed: Path | None = None) -> None:
        self.named, self.file = named, file
        """How a transcript names the rulebook from wherever it lies, and where the game goes when the player leaves."""
        self._own = {each for each in (file, resumed) if each is not None}
        self.unsaved = resumed is None

    def save(self, file: Path, floor: Floor, kept: Mapping[str, SavedSeat]) -> str:
        """Writes the game as a transcript; why not, or nothing. Never over a file that is not this game's own."""
        try:
            if file.exists() and file not in self._own:
                return f"{file} already exists: choose another file."
            floor.catch_up()
            _, *lines = floor_transcript(floor.record)
            under = str(under_of(floor.table.game.rules.book))
            write_whole(file, "\n".join((f"rules {self.named}", under, *lines, *kept_lines(kept), "")), "the game")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            return f"{str(file)[:80]!r} cannot be written: {reason}"
        except BadInput as error:
            return str(error)
        self._own.add(file)
        self.unsaved = False
        return ""


def under_of(book: Rulebook) -> Under:
    """The name and digest of a rulebook, as a saved game keeps them."""
    return Under(book.name, book.digest)


def how_to_go_on(file: Path) -> str:
    """The command that goes on with the game."""
    return f"{_program()} play {shlex.quote(str(file))}"


def _program() -> str:
    """The name by which this program was started."""
    typed = Path(sys.argv[0])
    return str(typed) if typed.name == "sevenout" and not typed.is_absolute() else "sevenout"

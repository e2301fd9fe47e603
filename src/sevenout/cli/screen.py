"""What the commands print on: a console that leaves broken pipes to `main`, and JSON that any terminal can show."""

import json
import sys
from typing import Any, NoReturn

from rich.console import Console


class Screen(Console):
    """A plain console: no markup, no highlighting, and a reader that went away is an exception like any other."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, soft_wrap=True)

    def on_broken_pipe(self) -> NoReturn:
        """Hands the broken pipe on: it is no answer of the game."""
        raise BrokenPipeError


def print_json(payload: Any) -> None:
    """Prints a result as JSON, in ASCII, so that no terminal or pipe can garble a name."""
    sys.stdout.write(json.dumps(payload, indent=1) + "\n")

"""Builds the page of the table into the package whenever a wheel is made or the project is installed to be worked on.

SEVENOUT_WITHOUT_FELT=1 leaves it out: for the game in a terminal, and where `make felt` builds it later.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from tools.felt import WHEEL, NoPage, build, system_node

_WITHOUT = "SEVENOUT_WITHOUT_FELT"


class Felt(BuildHookInterface[Any]):
    """The page, built before the wheel is packed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Asked for before the build's environment is made: nobody with a Node of their own fetches another."""
        return [] if os.environ.get(_WITHOUT) or system_node() else [WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Builds it, or says what to do; a wheel is not made without it unless that was asked for."""
        if os.environ.get(_WITHOUT):
            self.app.display_warning(f"{_WITHOUT} is set: the page of the table is left out")
            return
        try:
            build(Path(self.root))
        except NoPage as no:
            why = f"The page of the table could not be built. {no}\n\n{_WITHOUT}=1 installs everything but the page."
            raise SystemExit(why) from no

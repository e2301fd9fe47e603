"""Builds the simulator's kernel and the page of the table into the package, for a wheel and for work on the project.

Without a C compiler the wheel is a pure one, and simulations use NumPy. SEVENOUT_WITHOUT_KERNEL=1 asks for that.
The lab's kernel, in WebAssembly, comes with the page, compiled by Zig from the package index.
SEVENOUT_WITHOUT_FELT=1 leaves the page out: for the game in a terminal, and where `make felt` builds it later.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from tools import felt, kernel

_WITHOUT, _PURE = "SEVENOUT_WITHOUT_FELT", "SEVENOUT_WITHOUT_KERNEL"


class Built(BuildHookInterface[Any]):
    """What is built before the wheel is packed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Asked for before the build's environment is made: nobody with a Node of their own fetches another."""
        if os.environ.get(_WITHOUT):
            return []
        zig = [] if os.environ.get(_PURE) else [kernel.ZIG]
        return zig if felt.system_node() else [felt.WHEEL, *zig]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Builds both, or says what to do; a wheel is not made without the page unless that was asked for."""
        self._kernel(build_data)
        if os.environ.get(_WITHOUT):
            self.app.display_warning(f"{_WITHOUT} is set: the page of the table is left out")
            return
        try:
            felt.build(Path(self.root))
        except felt.NoPage as no:
            why = f"The page of the table could not be built. {no}\n\n{_WITHOUT}=1 installs everything but the page."
            raise SystemExit(why) from no

    def _kernel(self, build_data: dict[str, Any]) -> None:
        if os.environ.get(_PURE):
            return
        try:
            kernel.build(Path(self.root))
        except kernel.NoKernel as no:
            self.app.display_warning(f"{no}. Simulations will be played with NumPy, more slowly.")
            return
        build_data["pure_python"] = False
        build_data["tag"] = kernel.tag()
        build_data["artifacts"].append(str(kernel.MADE))

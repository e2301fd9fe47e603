"""Optional libraries: one that is needed and not installed becomes one line that says what to type.

The rules, the table, the edges and the school need none of them. Whatever does imports it at the place of use, inside
`wanting`.
"""

import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from sevenout.base.errors import GameRefused

_BROUGHT_BY = {
    "numpy": ("NumPy", "sessions"),
    "matplotlib": ("matplotlib", "reports"),
    "litestar": ("Litestar", "house"),
    "cryptography": ("cryptography", "house"),
    "distributed": ("Dask", "cluster"),
    "pyarrow": ("pyarrow", "parquet"),
    "gymnasium": ("Gymnasium", "learn"),
    "pettingzoo": ("PettingZoo", "learn"),
}
"""By module: the library's name, and the extra that installs it."""


class MissingExtra(GameRefused, ImportError):
    """The request needs a library that is not installed; says which, and what to type to install it."""

    def __init__(self, module: str, what: str) -> None:
        super().__init__(module, what)
        self.name = module
        self.what = what

    def __str__(self) -> str:
        library, extra = _BROUGHT_BY[str(self.name)]
        return f"{self.what} needs {library}, which is not installed. Type: {install_order(extra)}"


@contextmanager
def wanting(module: str, what: str) -> Iterator[None]:
    """Holds the imports of a library; `what` needs it, if it is missing.

    >>> with wanting("numpy", "an exact session"):
    ...     raise ModuleNotFoundError(name="numpy")
    Traceback (most recent call last):
    sevenout.base.extras.MissingExtra: an exact session needs NumPy, which is not installed. Type: ...
    """
    try:
        yield
    except ModuleNotFoundError as error:  # one that is there and broken says so itself
        if error.name != module:
            raise
        raise MissingExtra(module, what) from None


def need(module: str, what: str) -> None:
    """Says that a library is missing before any work is done that would need it at its end."""
    with wanting(module, what):
        import_module(module)


def install_order(extra: str) -> str:
    """The command that installs an extra in the running environment.

    >>> install_order("reports").endswith("pip install 'sevenout[reports]'")
    True
    """
    at_hand = shutil.which("pip")
    ours = at_hand is not None and Path(at_hand).parent == Path(sys.executable).parent
    return f"{'pip' if ours else f'{shlex.quote(sys.executable)} -m pip'} install 'sevenout[{extra}]'"

"""The faces of packages: names that are imported from their modules when they are first asked for."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_exports(
    package: str, homes: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """A package's `__getattr__` and `__dir__`: `homes` has its names by the module below it that defines them.

    A module that is exported itself stands as its own name.

    >>> find, every = lazy_exports("sevenout.base", {"money": ("cents",), "dice": ("dice",)})
    >>> find("cents")(250), find("dice").__name__, every()
    (250, 'sevenout.base.dice', ['cents', 'dice'])
    """
    home_of = {name: home for home, names in homes.items() for name in names}

    def find(name: str) -> Any:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(f"{package}.{home}")
        return module if home == name else getattr(module, name)

    return find, lambda: sorted(home_of)

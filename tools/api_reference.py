"""`python -m tools.api_reference`: writes `docs/reference/api.md`, every public name and its docstring.

Public is what `sevenout.__all__` names. A test holds the page to the code.
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_origin

import sevenout

TARGET = Path(__file__).parents[1] / "docs" / "reference" / "api.md"
_HEAD = """\
# The library, name by name

Written by `python -m tools.api_reference` from the docstrings. [The library](library.md) shows the same names at work.

**What is stable**: the names on this page, which `import sevenout` gives, with their parameters and what they return.
A change that breaks one raises the version as Semantic Versioning 2.0.0 has it and is
named in the changelog. The modules they live in may move, and whatever is not on this page may change without notice;
the notation, the commands, JSON output and the wire have pages of their own.
"""


def api_page() -> str:
    """The whole page: one section a package, the names in alphabetical order."""
    by_package: dict[str, list[str]] = {}
    for name in sevenout.__all__:
        by_package.setdefault(_package_of(name), []).append(name)
    lines = [_HEAD]
    for package in sorted(by_package):
        lines.append(f"## {package}\n")
        for name in sorted(by_package[package], key=str.lower):
            lines += _entry(name, getattr(sevenout, name))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def _package_of(name: str) -> str:
    found = getattr(sevenout, name)
    home = found.__name__ if isinstance(found, ModuleType) else getattr(found, "__module__", "sevenout.base")
    parts = home.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "sevenout" else "base"


def _entry(name: str, found: Any) -> Iterator[str]:
    if isinstance(found, ModuleType):
        yield f"### `{name}`\n\n{_words(found)}\n"
        for inner in sorted(getattr(found, "__all__", ())):
            member = getattr(found, inner)
            if callable(member):
                yield f"- `{name}.{inner}{_signature(member)}`: {_first_line(member)}"
        yield ""
    elif inspect.isclass(found):
        yield f"### `{name}`\n\n{_words(found)}\n"
        members = [f"- {line}" for line in _members(found)]
        if not issubclass(found, Exception):
            members.insert(0, f"- `{name}{_signature(found)}`")
        yield "\n".join([*members, ""] if members else [])
    elif inspect.isfunction(found):
        yield f"### `{name}{_signature(found)}`\n\n{_words(found)}\n"
    elif get_origin(found):
        yield f"### `{name}`\n\nA type: `{_short(str(found))}`.\n"
    else:
        yield f"### `{name}`\n\nA constant of type `{type(found).__name__}`.\n"


def _members(kind: type) -> Iterator[str]:
    """A class's public methods and properties, in the order of the source, with those of bases that nobody can name."""
    bases = [base for base in kind.__bases__ if base.__module__.startswith("sevenout.")]
    hidden = [base for base in bases if base.__name__ not in sevenout.__all__]
    for name, member in (pair for each in (kind, *hidden) for pair in vars(each).items()):
        if name.startswith("_"):
            continue
        plain = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if isinstance(plain, property):
            yield f"`.{name}`: {_first_line(plain)}".removesuffix(": ")
        elif inspect.isfunction(plain) and plain.__doc__:
            yield f"`.{name}{_signature(plain)}`: {_first_line(plain)}"


def _signature(found: Any) -> str:
    """The parameters and what is returned; types by their last names, without the module."""
    text = _short(re.sub(r"(?<=[\w\]])'|'(?=\w)", "", str(inspect.signature(found))))
    text = re.sub(r"= ?(?:<[^>]*>|[A-Z]\w*\([^()]*\))", "= …", text).removesuffix(" -> None")
    return text.replace("(self, ", "(").replace("(self)", "()").replace("(cls, ", "(")


def _short(types: str) -> str:
    """Types without the modules they are from; of a long union the first and the last."""
    plain = re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Za-z])", "", types)
    return re.sub(r"(\w+) \| (?:\w+ \| ){6,}(\w+)", r"\1 | … | \2", plain)


def _words(found: Any) -> str:
    """A docstring's prose: examples stay in the source, where they run."""
    text = inspect.getdoc(found) or ""
    return text.split("\n>>>")[0].strip()


def _first_line(found: Any) -> str:
    return _words(found).split("\n\n")[0].replace("\n", " ")


if __name__ == "__main__":
    TARGET.write_text(api_page(), encoding="utf-8")

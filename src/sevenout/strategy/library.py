"""The named strategies that come with sevenout, and strategies of one's own, made ready for a table."""

import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import overload

from sevenout.base.errors import BadInput, WrongType
from sevenout.base.files import read_text
from sevenout.engine.game import AnyHouse, Game, open_game, open_rules
from sevenout.strategy.language.compiler.plan import Plan, compile_strategy
from sevenout.strategy.language.keywords import DECLARATIONS, HEADINGS, VERBS
from sevenout.strategy.language.parser.file_parser import LARGEST_FILE, parse
from sevenout.strategy.language.syntax_tree import Script
from sevenout.strategy.named_texts import SUFFIX, find_name, named_text, suggest_names
from sevenout.strategy.policy.solved_policy import LARGEST_POLICY, is_policy
from sevenout.strategy.view import Strategy

Setting = str | int | float | Decimal
"""What a parameter of a strategy may be set to: 25 and "25" are the same, in the units of its file."""
AnyStrategy = str | Path | Script | Strategy
"""What names a strategy wherever one is taken: its name, its text, the path of its file, or a function."""
POLICY_SUFFIX = ".policy"
"""How the name of a solved policy's file usually ends."""
_HEAD = 4_096
"""Bytes of a file in which a policy says that it is one."""
_BEGINNINGS = frozenset((*VERBS, *DECLARATIONS, *HEADINGS, "given"))


def read_strategy(what: str | Path, game: Game | None = None) -> Script:
    """A named strategy, the text of one, or a file by its path (a text with a dot or a slash in it is a path).

    A game adds its wagers' names.

    >>> read_strategy("HammerLock").name, read_strategy("on the come-out: bet a unit on pass").name
    ('hammerlock', 'strategy')
    """
    glossary = None if game is None else game.rules.glossary
    if isinstance(what, str):
        if (known := find_name(what)) is not None:
            return parse(named_text(known), known, glossary)
        if _is_text(what):
            return parse(what, glossary=glossary)
        if not re.search(r"[./\\]", what):
            raise BadInput(
                f"there is no strategy {what!r}.{suggest_names(what)}"
                f" See: sevenout strategy. A file of your own is named by its path, ending in {SUFFIX}"
            )
    path = Path(what)
    text = read_text(path, *_largest(path))
    return parse(text, path.name.removesuffix(SUFFIX).removesuffix(POLICY_SUFFIX), glossary, path.parent)


def _largest(path: Path) -> tuple[int, str]:
    """How many bytes a file may have, and what it is: a policy, known by its head, may be longer than a strategy."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD).decode("utf-8", "replace") if path.is_file() else ""
    except (OSError, ValueError):  # whoever reads it says why
        head = ""
    return (LARGEST_POLICY, "a policy") if is_policy(head) else (LARGEST_FILE, "a strategy")


@overload
def open_strategy(
    what: str | Path | Script, game: AnyHouse, settings: Mapping[str, Setting] | None = None, **more: Setting
) -> Plan: ...
@overload
def open_strategy(
    what: AnyStrategy, game: AnyHouse, settings: Mapping[str, Setting] | None = None, **more: Setting
) -> Strategy: ...
def open_strategy(
    what: AnyStrategy, game: AnyHouse, settings: Mapping[str, Setting] | None = None, **more: Setting
) -> Strategy:
    """A strategy ready to be played at a table: by its name, its text or its path, or a function as it is.

    Settings are what `--set unit=25` gives, by name or as a mapping. Raises `BadStrategy` with every mistake of a file,
    `NotOffered` if the house lacks a wager that it needs.

    >>> open_strategy("pass-line", "marina-bay-sands")
    <Plan pass-line: unit 25.00, 1 lines>
    >>> open_strategy("on the come-out: bet 2 units on pass", "typical", unit=15)
    <Plan strategy: unit 15.00, 1 lines>
    """
    given = {name: _setting(name, value) for name, value in {**(settings or {}), **more}.items()}
    if isinstance(what, str | Path | Script):
        at = open_game(game)
        script = what if isinstance(what, Script) else read_strategy(what, at)
        return compile_strategy(script, at, given)
    if not callable(what):
        raise WrongType(f"a strategy is a name, a text, a Path or a function from a view to a view, not {what!r}")
    if given:
        raise BadInput(f"a strategy that is ready takes no settings: {', '.join(given)}")
    if isinstance(what, Plan) and what.game.rules.book.digest != (book := open_rules(game).book).digest:
        raise BadInput(f"{what.name} was made ready for {what.game.rules.book.title}, not for {book.title}")
    return what


def _setting(name: str, value: Setting) -> str:
    """A setting as it is written."""
    if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal):
        raise WrongType(f"{name} is set to a number such as 25 or 2.5, not to {value!r}")
    text = str(value)
    return text.removesuffix(".0") if isinstance(value, float) else text


def _is_text(what: str) -> bool:
    """Whether something is the text of a strategy and not its name or path."""
    words = what.split()
    if not words or what.endswith(SUFFIX):
        return False
    return "\n" in what or (len(words) > 1 and (words[0].lower() in _BEGINNINGS or what.startswith("#")))

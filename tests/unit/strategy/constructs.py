"""What the grammar can say, taken from the model itself: each kind of part wherever it may stand, and all its words.

A construct is named by where it stands: `BetAction.verb keep`, `ToWin.amount Times`, `RolledNumbers.totals nothing`.
"""

from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, ForwardRef, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from sevenout.strategy.language import condition_syntax, syntax_tree
from sevenout.strategy.language.condition_syntax import IT, Condition
from sevenout.strategy.language.keywords import COLLECTIVES
from sevenout.strategy.language.syntax_tree import LimitedAction, Rule, StrategyFile
from sevenout.strategy.policy.solved_policy import SolvedPolicy

MODEL = {**vars(condition_syntax), **vars(syntax_tree)}
NOT_PLAYED = {"CommentLine", "Gap"}
"""Comments and empty lines: they are written and read back, and do nothing."""
NOTHING, SEVERAL, GIVEN = "nothing", "several", "given"
MAY_BE_EMPTY = {"RolledNumbers.totals", "LimitedAction.provisos", "Expectation.given"}
"""Lists with nothing in them: a box number, and an action without a proviso."""


@cache
def all_constructs() -> frozenset[str]:
    """Everything that a file can be made of.

    >>> {"PressAction.by nothing", "Not.atom RackIs", "Holds.compare at most", "Wagers.names it"} <= all_constructs()
    True
    """
    found = {f"Wagers.names {name}" for name in (*IT.names, *COLLECTIVES)}
    found |= {f"{place} {NOTHING}" for place in MAY_BE_EMPTY}
    kinds: list[type[Struct]] = [StrategyFile]
    for kind in kinds:
        found.add(kind.__name__)
        for name, hint in get_type_hints(kind, MODEL).items():
            for what, inner in _choices(hint):
                found.add(f"{kind.__name__}.{name} {what}")
                if inner is not None and inner not in kinds:
                    kinds.append(inner)
    return frozenset(found)


def _choices(hint: Any) -> Iterator[tuple[str, type[Struct] | None]]:
    """What may stand in a place, and the kind of part that it is."""
    match get_origin(hint):
        case origin if origin in (Union, UnionType):
            for choice in get_args(hint):
                yield from _choices(choice)
        case origin if origin is Literal:
            yield from ((str(word), None) for word in get_args(hint))
        case origin if origin is tuple:
            yield SEVERAL, None
            yield from _choices(get_args(hint)[0])
        case _ if isinstance(hint, ForwardRef):
            yield from _choices(MODEL[hint.__forward_arg__])
        case _ if hint is NoneType:
            yield NOTHING, None
        case _ if hint is bool:
            yield from ((str(value), None) for value in (True, False))
        case _ if hint is SolvedPolicy:
            pass  # a form of file of its own, which the solver writes: see test_policy
        case _ if issubclass(hint, Struct):
            yield hint.__name__, hint
        case _:
            yield GIVEN, None


def constructs(part: Struct) -> Iterator[str]:
    """What a part of a file is made of."""
    kind = type(part).__name__
    yield kind
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if isinstance(part, Condition) and name == "joined" and len(part.atoms) == 1:
            continue  # nothing is joined
        several = value if isinstance(value, tuple) else (value,)
        words = [NOTHING] if value in ((), None) else [SEVERAL] if len(several) > 1 else []
        for each in several:
            if isinstance(each, Struct):
                words.append(type(each).__name__)
                yield from constructs(each)
            elif each is not None:
                words += [str(each), GIVEN]
        yield from (f"{kind}.{name} {word}" for word in words)


def lines(file: StrategyFile) -> Iterator[frozenset[str]]:
    """What each line that does something is made of, its heading included, in their order."""
    for item in file.items:
        yield from _lines(item, frozenset())


def _lines(item: Struct, above: frozenset[str]) -> Iterator[frozenset[str]]:
    if isinstance(item, Rule):
        heading = frozenset((f"Rule.heading {type(item.heading).__name__}", *constructs(item.heading)))
        for each in item.body:
            yield from _lines(each, above | heading)
    elif isinstance(item, LimitedAction):
        yield above | frozenset(constructs(item))

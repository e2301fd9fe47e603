"""A strategy as a tree of lines: as it is written, and as it is played, with what each `play` line plays under it."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sevenout.strategy.language.condition_syntax import Holds, NameValue
from sevenout.strategy.language.syntax_tree import (
    CommentLine,
    CountDeclaration,
    Expectation,
    Gap,
    Let,
    LimitedAction,
    MoveCount,
    PlayAction,
    Rule,
    Script,
    SetTo,
    Statement,
    Unit,
)

PART_LINES = 10_000
"""A line of a part is numbered by the line that plays it times this, and its own."""

S = TypeVar("S")


class TreeLine(Struct, frozen=True):
    """A statement with its line, and what stands under it: under a heading its lines, under `play` another strategy."""

    number: int
    statement: Statement
    under: tuple["TreeLine", ...] = ()

    def walk(self) -> Iterator["TreeLine"]:
        """The line and all that stands under it, in the order of the file."""
        yield self
        for line in self.under:
            yield from line.walk()


def written_tree(script: Script) -> tuple[TreeLine, ...]:
    """The file as it is written."""
    numbers = iter(script.lines)

    def line(statement: Statement) -> TreeLine:
        number = next(numbers)
        under = statement.body if isinstance(statement, Rule) else ()
        return TreeLine(
            number, statement, tuple(line(each) for each in under if not isinstance(each, CommentLine | Gap))
        )

    return tuple(line(item) for item in script.file.items if not isinstance(item, CommentLine | Gap))


def played_tree(script: Script) -> tuple[TreeLine, ...]:
    """The file as it is played: what each `play` line plays stands under it, with counts and numbers of its own.

    >>> from sevenout.strategy.language.parser.file_parser import parse
    >>> [played] = played_tree(parse("play dalembert"))
    >>> played.under[0].number, played.under[0].statement.name
    (10003, 'dalembert/level')
    """
    lets = frozenset(item.name for item in script.file.items if isinstance(item, Let))
    parts = dict(script.parts)
    return tuple(_expand(line, parts, lets) for line in written_tree(script))


def played_statements(script: Script) -> Iterator[tuple[int, Statement]]:
    """Each statement that is played with its line: a heading, then what stands under it."""
    for line in played_tree(script):
        for each in line.walk():
            yield each.number, each.statement


def line_in_file(number: int) -> int:
    """The line of the file itself: of a part, the line that plays it.

    >>> line_in_file(7), line_in_file(30012)
    (7, 3)
    """
    while number > PART_LINES:
        number //= PART_LINES
    return number


def _expand(line: TreeLine, parts: Mapping[str, Script], lets: frozenset[str]) -> TreeLine:
    match line.statement:
        case Rule():
            return replace(line, under=tuple(_expand(each, parts, lets) for each in line.under))
        case LimitedAction(PlayAction(name)):
            own = _own_names(parts[name], name, lets)
            nodes = (_renumber(each, line.number) for each in played_tree(parts[name]))
            return replace(line, under=tuple(rename(each, own) for each in nodes if not _is_left_out(each, lets)))
        case _:
            return line


def _is_left_out(line: TreeLine, lets: frozenset[str]) -> bool:
    """The unit, and a number of the same name, are those of the file that plays it; its tests are its own."""
    statement = line.statement
    return isinstance(statement, Unit | Expectation) or (isinstance(statement, Let) and statement.name in lets)


def _own_names(part: Script, name: str, lets: frozenset[str]) -> dict[str, str]:
    """The names of a part as they are called in the file that plays it."""
    declared = [each for _, each in played_statements(part) if isinstance(each, Let | CountDeclaration)]
    return {
        each.name: f"{name}/{each.name}"
        for each in declared
        if isinstance(each, CountDeclaration) or each.name not in lets
    }


def _renumber(line: TreeLine, play: int) -> TreeLine:
    return replace(
        line, number=play * PART_LINES + line.number, under=tuple(_renumber(each, play) for each in line.under)
    )


def rename(part: S, names: Mapping[str, str]) -> S:
    """The same with other names for counts and numbers.

    >>> rename(NameValue("level"), {"level": "dalembert/level"})
    NameValue(name='dalembert/level')
    """
    if isinstance(part, tuple):
        return tuple(rename(each, names) for each in part)  # type: ignore[return-value]
    if not isinstance(part, Struct) or not names:
        return part
    fields = {field: rename(getattr(part, field), names) for field in part.__struct_fields__}
    if isinstance(part, NameValue | Holds | MoveCount | SetTo | Let | CountDeclaration):
        fields["name"] = names.get(part.name, part.name)
    return type(part)(**fields)

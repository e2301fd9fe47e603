"""Reads a strategy file, line by line: a line with a mistake is noted and the next is read, so that all are told."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from sevenout.base.errors import BadInput
from sevenout.base.files import read_text
from sevenout.base.vocabulary import did_you_mean
from sevenout.strategy.language.condition_syntax import NumberValue
from sevenout.strategy.language.keywords import COLLECTIVES, DECLARATIONS, HEADINGS, KNOWN_WAGERS, NAME, RESERVED, VERBS
from sevenout.strategy.language.mistakes import BadStrategy, Mistake
from sevenout.strategy.language.parser.action_parser import check_verb, doing
from sevenout.strategy.language.parser.condition_parser import condition
from sevenout.strategy.language.parser.expectation_parser import expectation
from sevenout.strategy.language.parser.line_cursor import LONGEST_LINE, Cursor, KnownNames, Misread
from sevenout.strategy.language.syntax_tree import (
    CommentLine,
    Conditions,
    CountDeclaration,
    EveryRoll,
    Gap,
    Heading,
    Item,
    Let,
    LimitedAction,
    Otherwise,
    PlayAction,
    Rule,
    Script,
    StrategyFile,
    Unit,
    When,
    condition_of,
)
from sevenout.strategy.named_texts import SUFFIX, list_strategies, named_text
from sevenout.strategy.policy.policy_parser import parse_policy
from sevenout.strategy.policy.solved_policy import is_policy

LARGEST_FILE = 100_000
"""Bytes. A strategy is a few lines; anything longer is the wrong file."""
_EACH: tuple[Literal["shooter", "point"], ...] = ("shooter", "point")
_DECLARED = re.compile(r"\s*(let|count)\s+([^\s,:#]+)", re.IGNORECASE)


def parse(
    text: str,
    name: str = "strategy",
    glossary: Mapping[str, tuple[str, ...]] | None = None,
    folder: Path | None = None,
) -> Script:
    """A strategy, or `BadStrategy` with all its mistakes. A house's `glossary` adds its own names of wagers.

    What it plays is one of the named strategies, or a file in the folder.

    >>> parse("on the come-out: bet 10 on pass").file.items[0].body[0].action.wagers.names
    ('pass',)
    """
    return _read_text(text, name, glossary or {}, (name,), folder)


def _read_text(
    text: str,
    name: str,
    glossary: Mapping[str, tuple[str, ...]],
    playing: tuple[str, ...],
    folder: Path | None = None,
) -> Script:
    """A file of the language, or a solved policy, which is known by its head."""
    if not is_policy(text):
        return _Reader(text, name, glossary, playing, folder).read()
    policy, comments, head = parse_policy(text, name)
    return Script(name, text, StrategyFile((*map(CommentLine, comments), policy)), (head,))


class _Open:
    """A heading whose lines are still being read."""

    def __init__(self, line: int, indent: int) -> None:
        self.line = line
        self.indent = indent
        """How far the heading itself is indented: its lines are further."""
        self.heading: Heading | None = None
        """None as long as it is not read without a mistake."""
        self.body: list[LimitedAction | Rule | CommentLine | Gap] = []
        self.lines: list[int] = []
        self.note = ""
        self.stands = True
        """Whether anything stands under it, readable or not; under a heading with a mistake nothing is missed."""
        self.headed = False
        """Whether there was a heading under it yet, for `otherwise`."""
        self.before: LimitedAction | None = None
        """The action that came last under it, for `then`."""


def _own_names(glossary: Mapping[str, tuple[str, ...]], declared: frozenset[str]) -> dict[str, str]:
    """The names of a house that mean one wager; a word of the language or of the file itself stays what it is."""
    taken = RESERVED | declared | set(COLLECTIVES)
    return {
        name: meanings[0]
        for name, meanings in glossary.items()
        if len(meanings) == 1 and (name == meanings[0] or name not in taken)
    }


class _Reader:
    """The lines of a file, read one by one."""

    def __init__(
        self,
        text: str,
        name: str,
        glossary: Mapping[str, tuple[str, ...]],
        playing: tuple[str, ...],
        folder: Path | None = None,
    ) -> None:
        self.text, self.name, self.glossary, self.folder = text, name, glossary, folder
        self.playing = playing
        """This strategy, and before it those that play it."""
        declared = [declaration for line in text.split("\n") if (declaration := _DECLARED.match(line))]
        parameters = frozenset(declaration[2].lower() for declaration in declared if declaration[1].lower() == "let")
        counts = frozenset(declaration[2].lower() for declaration in declared if declaration[1].lower() == "count")
        keys = _own_names(glossary, parameters | counts)
        self.names = KnownNames(KNOWN_WAGERS | keys.keys(), parameters, counts, keys)
        self.mistakes: list[Mistake] = []
        self.items: list[Item] = []
        self.lines: list[int] = []
        self.open: list[_Open] = []
        """The headings that are open, the outermost first."""
        self.pending: list[tuple[CommentLine | Gap, int]] = []
        """Comments and empty lines that may belong under an open heading or behind it, each with its indentation."""
        self.named: set[str] = set()
        self.headed = False
        """Whether there was a heading at the margin yet, for `otherwise`."""
        self.before: LimitedAction | None = None
        """The action that came last at the margin, for `then`."""
        self.played: dict[str, tuple[int, int]] = {}
        """Each strategy that is played, with the line and the column of its name."""

    def read(self) -> Script:
        """The whole file."""
        for number, line in enumerate(self.text.replace("\r\n", "\n").split("\n"), start=1):
            try:
                self._line(line, number)
            except Misread as wrong:
                self.mistakes.append(wrong.mistake)
        self._close(0)
        parts = self._parts()
        if self.mistakes:
            raise BadStrategy(self.name, self.text, self.mistakes)
        while self.items and isinstance(self.items[-1], Gap):
            self.items.pop()
        return Script(self.name, self.text, StrategyFile(tuple(self.items)), tuple(self.lines), parts)

    def _line(self, text: str, number: int) -> None:
        said, sign, remark = text.partition("#")
        said, remark = said.rstrip(), remark.strip()
        wide = text.expandtabs(4)
        indent = len(wide) - len(wide.lstrip())
        if not said:
            self._hold_aside(CommentLine(remark) if sign else Gap(), indent if sign else 0)
            return
        if len(said) > LONGEST_LINE:
            raise Misread(Mistake(number, LONGEST_LINE, f"a line of {len(said):,} characters is too long."))
        line = Cursor(said, number, self.names)
        self._close(indent)
        if indent:
            self._read_indented(line, indent, remark)
        else:
            self._at_the_margin(line, remark)

    # --- comments and empty lines

    def _hold_aside(self, aside: CommentLine | Gap, indent: int) -> None:
        before = self.pending[-1][0] if self.pending else None
        if not isinstance(aside, Gap) or not isinstance(before, Gap):
            self.pending.append((aside, indent))
        if not self.open:
            self._set_aside()

    def _set_aside(self) -> None:
        """Puts what is pending at the margin."""
        for aside, _ in self.pending:
            if isinstance(aside, Gap) and (not self.items or isinstance(self.items[-1], Gap)):
                continue
            self.items.append(aside)
        self.pending = []

    # --- under a heading

    def _read_indented(self, line: Cursor, indent: int, remark: str) -> None:
        if not self.open:
            raise line.mistake("this line is indented, but no heading stands above it.")
        under = self.open[-1]
        under.stands = True
        if line.peek() in (*DECLARATIONS, "given"):
            raise line.mistake(f"a '{line.peek()}' line starts at the margin: it holds for the whole file.")
        under.body += [aside for aside, _ in self.pending]
        self.pending = []
        if line.peek() in HEADINGS:
            self._heading(line, indent, remark)
            return
        above, unread = self._above()
        done = doing(line, above, unread_heading=unread)
        self._check_turn(line, done)
        under.body.append(_with_note(done, remark))
        under.lines.append(line.number)

    def _above(self) -> tuple[Conditions, bool]:
        """What the open headings ask, and whether one of them could not be read."""
        conditions = (condition_of(each.heading) for each in self.open)
        return tuple(each for each in conditions if each is not None), any(each.heading is None for each in self.open)

    def _check_turn(self, line: Cursor, done: LimitedAction) -> None:
        """A strategy that is played is one that there is, and `then` follows what comes to an end."""
        level = self.open[-1] if self.open else self
        match done.action:
            case PlayAction(name, _, then):
                column = line.tokens[line.words.index("play") + 1][1]
                self.played.setdefault(name, (line.number, column))
                match level.before:
                    case LimitedAction(PlayAction(_, until)) if until is not None:
                        pass
                    case _ if then:
                        why = "'then play' follows a line with 'play … until', and there is none above it."
                        raise line.mistake(why, column)
        level.before = done

    def _close(self, indent: int) -> None:
        """Ends the headings that a line with this indentation does not belong to."""
        while self.open and indent <= self.open[-1].indent:
            under = self.open.pop()
            if not under.stands:
                message = "nothing stands under this heading; indent the lines that belong to it."
                self.mistakes.append(Mistake(under.line, under.indent + 1, message))
            last = max([at for at, (_, aside) in enumerate(self.pending) if aside > under.indent], default=-1)
            while last >= 0 and isinstance(self.pending[last][0], Gap):
                last -= 1
            under.body += [aside for aside, _ in self.pending[: last + 1]]
            self.pending = self.pending[last + 1 :]
            if under.heading is not None and under.lines:
                rule, lines = Rule(under.heading, tuple(under.body), under.note), [under.line, *under.lines]
                if self.open:
                    self.open[-1].body.append(rule)
                    self.open[-1].lines += lines
                else:
                    self.items.append(rule)
                    self.lines += lines
        if not self.open:
            self._set_aside()

    # --- what is played

    def _parts(self) -> tuple[tuple[str, Script], ...]:
        parts: list[tuple[str, Script]] = []
        for name, (line, column) in self.played.items():
            try:
                parts.append((name, self._part(name)))
            except (BadStrategy, BadInput) as error:
                first = str(error).partition("\n")[0]
                self.mistakes.append(Mistake(line, column, first if first.endswith(("?", ".")) else f"{first}."))
        return tuple(parts)

    def _part(self, name: str) -> Script:
        if name in self.playing:
            raise BadInput(f"'{name}' plays itself: {' plays '.join((*self.playing, name))}")
        if name in list_strategies():
            return _read_text(named_text(name), name, self.glossary, (*self.playing, name))
        file = None if self.folder is None else self.folder / f"{name}{SUFFIX}"
        if file is not None and file.is_file():
            text = read_text(file, LARGEST_FILE, "a strategy")
            return _read_text(text, name, self.glossary, (*self.playing, name), self.folder)
        beside = "" if self.folder is None else f" and no {name}{SUFFIX} beside this file"
        raise BadInput(f"there is no strategy '{name}'{beside}.{did_you_mean(name, list_strategies())}")

    # --- at the margin

    def _at_the_margin(self, line: Cursor, remark: str) -> None:
        word = line.peek()
        if word in DECLARATIONS:
            self.items.append(self._declaration(line, remark))
            self.lines.append(line.number)
        elif word in HEADINGS:
            self._heading(line, 0, remark)
        elif line.take_if("given"):
            tested = expectation(line)
            self.items.append(replace(tested, note=remark) if remark else tested)
            self.lines.append(line.number)
        elif word in VERBS:
            done = doing(line)
            self._check_turn(line, done)
            self.items.append(_with_note(done, remark))
            self.lines.append(line.number)
        else:
            starts = (*VERBS, *HEADINGS, *DECLARATIONS)
            if ":" in line.words:
                self.open.append(_Open(line.number, 0))
            if word in ("if", "while", "unless", "after"):
                raise line.mistake(f"a line does not begin with '{word}': write 'when …:' and what to do.")
            if line.words[1:3] in (["time", "in"], ["times", "in"]):
                raise line.mistake("a line does not begin with a chance: write 'when' before it.")
            check_verb(line)
            raise line.make_error(
                "a heading (when, on, with, otherwise, every roll), an action, unit, let or count", starts
            )

    def _heading(self, line: Cursor, indent: int, remark: str) -> None:
        level = self.open[-1] if self.open else self
        under = _Open(line.number, indent)
        self.open.append(under)
        chained = line.peek() == "otherwise"
        if chained and not level.headed:
            raise line.mistake("'otherwise' follows a heading, and there is none before it.")
        level.headed, level.before = True, None
        heading = _start(line)
        if not line.take_if(":"):
            if line.peek() in VERBS:
                raise line.mistake(f"a heading ends with ':' — put one before '{line.peek()}'.")
            raise self._no_colon(line)
        under.heading = heading
        under.stands = bool(line.peek())
        if under.stands:
            above, unread = self._above()
            done = doing(line, above, unread_heading=unread)
            self._check_turn(line, done)
            under.body.append(_with_note(done, remark))
            under.lines.append(line.number)
        else:
            under.note = remark

    @staticmethod
    def _no_colon(line: Cursor) -> Misread:
        if line.peek() in ("this", "in") or not line.peek():
            return line.make_error("':' behind the heading")
        return line.make_error("'and', 'or' or ':'", ("and", "or"))

    # --- declarations

    def _declaration(self, line: Cursor, remark: str) -> Unit | Let | CountDeclaration:
        match line.take(*DECLARATIONS):
            case "unit":
                return self._unit(line, remark)
            case "let":
                name = self._new_name(line)
                line.take("be")
                amount = _number(line)
                line.end()
                return Let(name, amount, remark)
            case "count":
                return self._count(line, remark)

    def _unit(self, line: Cursor, remark: str) -> Unit:
        if "unit" in self.named:
            raise line.mistake("there is a 'unit' line already.", 1)
        self.named.add("unit")
        column = line.column
        amount = _number(line)
        if amount.hundredths <= 0:
            raise line.mistake("a unit is above zero.", column)
        line.end()
        return Unit(amount, remark)

    def _count(self, line: Cursor, remark: str) -> CountDeclaration:
        name = self._new_name(line)
        line.take("from")
        low = line.take_signed("the lowest it can be")
        line.take("to")
        column = line.column
        high = line.take_signed("the highest it can be")
        if high <= low:
            raise line.mistake(f"a count goes from a lower number to a higher one, not from {low} to {high}.", column)
        start = None
        if line.take_if("starting"):
            line.take("at")
            column = line.column
            start = line.take_signed("where it starts")
            if not low <= start <= high:
                raise line.mistake(f"it starts inside its range, from {low} to {high}.", column)
        each = line.take(*_EACH) if line.take_if("each") else None
        if line.peek():
            raise line.make_error("'starting at', 'each shooter', 'each point' or the end", ("starting", "each"))
        return CountDeclaration(name, low, high, start, each, remark)

    def _new_name(self, line: Cursor) -> str:
        name = line.peek()
        if not NAME.fullmatch(name):
            raise line.make_error("a name of small letters")
        taken = name in self.names.wagers or name in COLLECTIVES
        if taken or name in RESERVED:
            raise line.mistake(f"'{name}' is a word of the {'game' if taken else 'language'}: choose another name.")
        if name in self.named:
            raise line.mistake(f"there is a '{name}' already.")
        self.named.add(name)
        return line.next_word()


def _start(line: Cursor) -> Heading:
    if line.take_if("every"):
        line.take("roll")
        return EveryRoll()
    if line.take_if("otherwise"):
        if line.peek() in ("when", "on", "with"):
            return Otherwise(_parse_when(line))
        if line.peek() not in (":", "") and line.peek() not in VERBS:
            raise line.make_error("'when', 'on', 'with' or ':'", ("when", "on", "with"))
        return Otherwise()
    return _parse_when(line)


def _parse_when(line: Cursor) -> When:
    said = line.take_if("when")
    return When(condition(line), said)


def _number(line: Cursor) -> NumberValue:
    if not line.is_number():
        raise line.make_error("a number")
    return line.number_here()


def _with_note(done: LimitedAction, remark: str) -> LimitedAction:
    return replace(done, note=remark) if remark else done

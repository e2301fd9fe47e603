"""The chapters of a manual by name: what a house's crew goes by, shown value by value, and what is wrong with it.

A new chapter is a struct of facts in the module that carries it out, and one line here.
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from sevenout.base.errors import BadInput, BadRulebook, Fault
from sevenout.base.money import units
from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import did_you_mean, hint
from sevenout.crew.dice.dice_sets import DiceRules
from sevenout.crew.layout.areas import LayoutRules, areas
from sevenout.crew.layout.chips import ChipRules, Chips, Denomination
from sevenout.crew.layout.stations import StationRules
from sevenout.crew.manual.chapter_loader import Fact, chapter, chapter_faults
from sevenout.crew.markers import MarkRules, symbols_of
from sevenout.crew.payout.precedence import PrecedenceRules
from sevenout.crew.payout.sequence import SequenceRules, plan_of
from sevenout.crew.pit.pit_rules import PitRules
from sevenout.crew.roll_calls import Calls
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.model import Rulebook
from sevenout.rulebook.source import CITATION_WORDS, MANUAL, Source
from sevenout.rulebook.value_listing import RulebookValue

CHAPTERS: dict[str, type[Struct]] = {
    "calls": Calls,
    "chips": ChipRules,
    "dice": DiceRules,
    "layout": LayoutRules,
    "marks": MarkRules,
    "pit": PitRules,
    "precedence": PrecedenceRules,
    "sequence": SequenceRules,
    "stations": StationRules,
}


def manual_values(book: Rulebook, name: str) -> Iterator[RulebookValue]:
    """Every fact of a chapter of a house's manual, with its clause.

    >>> from sevenout import open_book
    >>> stack = list(manual_values(open_book("typical").book, "chips"))[1]
    >>> stack.word, stack.text, stack.cite.clause, stack.cite.provenance
    ('full-stack', '20', 'Catfish Bend: Base Dealer 8', 'assumed')
    """
    if name not in CHAPTERS:
        raise BadInput(f"a manual has no chapter {name!r}.{did_you_mean(name, CHAPTERS)} It has {', '.join(CHAPTERS)}")
    return _values(chapter(book, name, CHAPTERS[name]), "")


def _values(part: Any, word: str) -> Iterator[RulebookValue]:
    match part:
        case Fact():
            yield RulebookValue(word, _text(part.value), part.cite)
        case Struct() if isinstance(cite := getattr(part, "cite", None), Citation):
            yield RulebookValue(word, _text(part), cite)
            yield from _facts_inside(part, word)
        case Struct():
            for field in fields(type(part)):
                yield from _values(getattr(part, field.name), f"{word} {field.encode_name}".strip())
        case dict():
            for name, value in part.items():
                yield from _values(value, f"{word} {name}")
        case tuple():
            for number, value in enumerate(part, start=1):
                yield from _values(value, f"{word} {number}")


def _facts_inside(part: Struct, word: str) -> Iterator[RulebookValue]:
    for field in fields(type(part)):
        value = getattr(part, field.name)
        if isinstance(value, Fact):
            yield from _values(value, f"{word} {field.encode_name}")


def _text(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Struct():
            known = {
                field.encode_name: getattr(value, field.name)
                for field in fields(type(value))
                if field.default != getattr(value, field.name)
            }
            told = {
                name: item for name, item in known.items() if name not in CITATION_WORDS and not isinstance(item, Fact)
            }
            return "; ".join(f"{name}: {_text(item)}" for name, item in told.items())
        case dict():
            return ", ".join(f"{name}: {_text(item)}" for name, item in value.items())
        case frozenset() if any(isinstance(item, Denomination) for item in value):
            return ", ".join(f"{units(chip.cents)} {chip.colour}" for chip in sorted(value))
        case frozenset():
            return ", ".join(sorted(map(_text, value))) or "none"
        case tuple():
            return (" | " if any(isinstance(item, Struct) for item in value) else ", ").join(
                map(_text, value)
            ) or "none"
        case _:
            return str(value)


def manual_faults(source: Source, rules: CompiledBook | None) -> tuple[Fault, ...]:
    """What is wrong with the manual in a rulebook's file; what only a sound rulebook shows needs its `rules`."""
    own = source.tables.get(MANUAL, {})
    if not isinstance(own, dict):
        return ()  # the rulebook's own check has said so
    faults = [
        Fault(
            f"{MANUAL}.{name}",
            source.line((MANUAL, name)),
            f"a manual has no chapter {name!r}",
            hint(name, CHAPTERS, f"The chapters are {', '.join(CHAPTERS)}"),
        )
        for name in own
        if name not in CHAPTERS
    ]
    for name, shape in CHAPTERS.items():
        faults += chapter_faults(source, name, shape)
    if rules is not None and not faults:
        faults += _faults_of_use(source, rules)
    return tuple(faults)


def _faults_of_use(source: Source, rules: CompiledBook) -> Iterator[Fault]:
    """What shows only when a chapter is put to use: chips that cannot be counted, an order that leaves work undone."""
    game = Game(rules)
    uses: dict[str, Callable[[Game], object]] = {
        "layout": areas,
        "marks": symbols_of,
        "sequence": plan_of,
        "chips": lambda game: Chips.of(game.rules.book),
    }
    for name, use in uses.items():
        try:
            use(game)
        except BadRulebook as error:
            yield from error.faults
        except BadInput as error:
            yield Fault(f"{MANUAL}.{name}", source.line((MANUAL, name)), str(error), "Mend that chapter")

"""Rulebooks as records: the books, one of them, a wager with the clause behind every value, the faults of a file."""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct, json

from sevenout.base.errors import Fault
from sevenout.base.money import format_amount
from sevenout.engine.description import describe, describe_wager
from sevenout.engine.game import Game
from sevenout.reports.layout_svg.geometry import LayoutGeometry, Rect
from sevenout.reports.layout_svg.layout_drawing import letter_of
from sevenout.reports.records.record_formats import JsonRecord
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.glossary.terms import Looked, NamedWager, Term, names, terms
from sevenout.rulebook.model import Rulebook, Wager
from sevenout.rulebook.value_listing import RulebookValue, house_values, wager_values


def entry_record(entry: RulebookValue) -> dict[str, str]:
    """One value of a rulebook, with its clause."""
    cite = entry.cite
    return {
        "word": entry.word,
        "value": entry.text,
        "clause": cite.clause,
        "provenance": cite.provenance,
        "says": cite.says,
    }


def provenance(book: Rulebook) -> Counter[str]:
    """Returns how many of a book's values are stated, derived and assumed.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> provenance(open_book("typical").book).most_common(1)[0][0]
    'assumed'
    """
    entries = [*house_values(book), *(entry for wager in book for entry in wager_values(wager))]
    return Counter(entry.cite.provenance for entry in entries)


def books_record(books: Iterable[Rulebook]) -> JsonRecord:
    """Several books."""
    return {"books": [_book_record(book) for book in books]}


def _book_record(book: Rulebook) -> JsonRecord:
    return {
        "name": book.name,
        "title": book.title,
        "document": book.document,
        "digest": book.digest,
        "wagers": [wager.key for wager in book],
        "provenance": dict(provenance(book)),
    }


def _plain(value: Struct) -> JsonRecord:
    """A struct as JSON has it, lists for tuples."""
    plain: JsonRecord = json.decode(json.encode(value))
    return plain


def book_record(rules: CompiledBook) -> JsonRecord:
    """One book: what holds for the whole house, its regions, and its wagers with their names and places.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> line, *_ = book_record(open_book("typical"))["wagers"]
    >>> line["wager"], line["pays"], line["region"]
    ('pass', '1:1', 'pass line')
    """
    values = [entry_record(entry) for entry in house_values(rules.book)]
    house = _plain(describe(rules))
    wagers = [{"wager": wager.pop("key"), **wager} for wager in house.pop("wagers")]
    limits = {name: format_amount(house[name]) for name in ("minimum", "maximum", "chip")}
    return {**_book_record(rules.book), **house, **limits, "values": values, "wagers": wagers}


def house_record(book: Rulebook) -> JsonRecord:
    """The values that hold for the whole house."""
    return {"rules": book.name, "values": [entry_record(entry) for entry in house_values(book)]}


def manual_record(book: Rulebook, chapters: Mapping[str, Iterable[RulebookValue]]) -> JsonRecord:
    """Chapters of a house's manual for its crew."""
    values = {name: [entry_record(entry) for entry in entries] for name, entries in chapters.items()}
    return {"rules": book.name, "manual": values}


def wager_record(rules: CompiledBook, wager: Wager) -> JsonRecord:
    """Every value of one wager, its names and its place; a family has no place of its own."""
    values = [entry_record(entry) for entry in wager_values(wager)]
    spot = rules.by_key.get(wager.key)
    place = {} if spot is None else _plain(describe_wager(rules, spot))
    place.pop("key", None)
    return {"rules": rules.book.name, "wager": wager.key, "title": wager.title, **place, "values": values}


def faults_record(file: str, faults: Iterable[Fault]) -> JsonRecord:
    """What is wrong with a file that should be a rulebook; a fault of one that it extends has the name of that."""
    optional = ("file", "said", "instead")
    told = [
        {name: value for name, value in fault._asdict().items() if value or name not in optional} for fault in faults
    ]
    return {"file": file, "faults": told}


def glossary_record(books: Iterable[CompiledBook]) -> JsonRecord:
    """The whole glossary of some houses.

    >>> from sevenout.rulebook.compiler.book_compiler import open_book
    >>> house, = glossary_record([open_book("catfish-bend")])["houses"]
    >>> house["names"][0]["also"], house["terms"][0]["term"]
    (['front line'], 'Aces')
    """
    return {
        "houses": [
            {
                "rules": rules.book.name,
                "title": rules.book.title,
                "names": [_wager_record(named) for named in names(rules)],
                "terms": [_term(term) for term in terms(rules.book)],
            }
            for rules in books
        ]
    }


def looked_record(said: str, looked: Looked) -> JsonRecord:
    """The meanings of some words."""
    return {
        "asked": said,
        "terms": [{"rules": term.house, **_term(term)} for term in looked.terms],
        "names": [{"rules": named.house, **_wager_record(named)} for named in looked.wagers],
    }


def _wager_record(named: NamedWager) -> JsonRecord:
    return {"wager": named.wager, "title": named.title, "also": list(named.also), "label": named.label}


def _term(term: Term) -> JsonRecord:
    return {
        "term": term.term,
        "also": list(term.also),
        "says": term.says,
        "clause": term.clause,
        "provenance": term.provenance,
        "document": term.house,
        "wagers": list(term.wagers),
    }


def layout_record(game: Game, layout: LayoutGeometry) -> JsonRecord:
    """Every space, heading and symbol with its corner and size, in units of the drawing.

    >>> from sevenout.reports.layout_svg.geometry import lay_out
    >>> game = Game.open("marina-bay-sands")
    >>> first = layout_record(game, lay_out(game, ["second base"]))["spots"][0]
    >>> first["wager"], first["region"], first["letter"]
    ('dont-come-4', 'behind the numbers', 'F1')
    """
    return {
        "rules": game.rules.book.name,
        "width": round(layout.width, 2),
        "height": round(layout.height, 2),
        "spots": [
            {
                "wager": cell.wager.key,
                "label": cell.wager.label,
                "region": cell.wager.region,
                "side": cell.side,
                **_box(cell.rect),
                "letter": letter_of(game, cell.wager.key),
            }
            for cell in layout.cells
        ],
        "headings": [{"text": heading.text, **_box(heading.rect)} for heading in layout.headings],
        "symbols": [{"text": symbol.text, "wager": symbol.wager, **_box(symbol.rect)} for symbol in layout.symbols],
    }


def _box(rect: Rect) -> dict[str, float]:
    return {
        "x": round(rect.x, 2),
        "y": round(rect.y, 2),
        "width": round(rect.w, 2),
        "height": round(rect.h, 2),
    }

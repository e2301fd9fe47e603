"""A rulebook made ready to read: a wager or a family by its name, what its parts come to, alike values together."""

from collections.abc import Iterator

from msgspec.structs import replace

from sevenout.base.refusal import Citation
from sevenout.reports.figures.paytable import nets, nets_text
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.rulebook.model import Rulebook, Wager
from sevenout.rulebook.value_listing import RulebookValue, house_values, wager_values


def find(book: Rulebook, name: str) -> Wager | None:
    """A wager by its name, or a family as a wager of no number in particular: `place-n`."""
    for wager in book:
        if wager.key == name:
            return wager
        if wager.family == name and wager.n is not None:
            flat, number = wager.attaches_to, str(wager.n)
            return replace(
                wager,
                key=name,
                title=wager.title.replace(number, "n"),
                label=wager.label.replace(number, "n"),
                n=None,
                attaches_to=flat and replace(flat, value=f"{flat.value.removesuffix(number)}n"),
            )
    return None


def wager_entries(rules: CompiledBook, wager: Wager) -> Iterator[RulebookValue]:
    """Every value of a wager; behind the parts of a composite what they come to."""
    for entry in wager_values(wager):
        yield entry
        if entry.word == "parts" and (won := nets(rules, wager)):
            says = "on the whole stake: what the part that wins is paid, less the parts that lose"
            yield RulebookValue("nets", nets_text(won), Citation(entry.cite.clause, "derived", says))


def grounds_together(book: Rulebook) -> Iterator[RulebookValue]:
    """The values of a house, the grounds of no rolls on one line for each way they are called."""
    grounds = {(f"no-roll {ground.key}", ground.call.cite) for ground in book.no_roll.grounds}
    together: dict[tuple[str, ...], list[RulebookValue]] = {}
    for entry in house_values(book):
        if (entry.word, entry.cite) not in grounds:
            together[entry.word, entry.text, entry.cite.clause] = [entry]
            continue
        call, _, more = entry.text.partition(", ")
        named = entry.word.removeprefix("no-roll ") + (f" ({more})" if more else "")
        together.setdefault((call, entry.cite.provenance), []).append(
            RulebookValue(f"no-roll {call}", named, entry.cite)
        )
    for entries in together.values():
        cite = entries[0].cite
        clause = " … ".join(dict.fromkeys((cite.clause, entries[-1].cite.clause)))
        named = ", ".join(entry.text for entry in entries)
        yield RulebookValue(entries[0].word, named, Citation(clause, cite.provenance))

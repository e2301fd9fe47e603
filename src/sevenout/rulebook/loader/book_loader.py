"""Turns the tables of a rulebook file into a `Rulebook`, with every fault of the words and values at once.

Faults of the rows (a roll without a row, a payout missing) are found by `sevenout.rulebook.compiler.book_compiler`,
which needs them all.
"""

from msgspec.structs import replace

from sevenout.base.errors import Fault
from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import CREW_ROLES, hint
from sevenout.rulebook.loader import value_parsing as parsing
from sevenout.rulebook.loader.no_roll_loader import read_breaches, read_no_roll
from sevenout.rulebook.loader.shootout_loader import read_shootout
from sevenout.rulebook.loader.table_reader import Faults, TableReader
from sevenout.rulebook.loader.wager_loader import member_key, read_wagers
from sevenout.rulebook.model import Group, Puck, Rulebook, Shooter, Throw, Value, Wager
from sevenout.rulebook.roll_sets import Number
from sevenout.rulebook.source import CITATION_WORDS, MANUAL, Source

ORDERS = ("delay", "invalid-rolls", "breach")
"""The grounds to order a shooter to pass the dice: holding up the game, no roll after no roll, breaking the rules."""


def read(source: Source) -> tuple[Rulebook, tuple[Fault, ...], tuple[Wager, ...]]:
    """The rulebook as far as it can be read, its faults, and the wagers that were left out because of them."""
    faults = Faults(source)
    top = TableReader(faults, source.tables, (), Citation())
    if repr(top.raw("format")) != "1":  # neither true nor 1.0
        message = f"format is {parsing.quote_value(top.raw('format'))}" if "format" in top else "the format is missing"
        top.fault("format", message, "Write format = 1 as the first line")
    if not isinstance(top.raw("extends"), str | None):
        top.fault("extends", "extends is no name", "Name a book in double quotes")
    name = top.text("name", source.origin.removesuffix(".toml"))
    title = top.text("title", name)
    table, money, house = top.inner("table"), top.inner("money"), top.inner("house")
    chip = table.value("chip", 100, parsing.amount)
    puck = _puck(top.inner("puck")) if "puck" in top else None
    book = Rulebook(
        name=name,
        title=title,
        document=top.text("document", title),
        minimum=table.value("minimum", 500, parsing.amount),
        maximum=table.value("maximum", 50_000, parsing.amount),
        chip=chip,
        rounding=money.choice("rounding", ("down", "up", "exact"), "down"),
        commission_rounding=money.choice("commission-rounding", ("down", "up"), "down"),
        commission_least=money.choice("commission-least", ("chip", "nothing"), "chip"),
        puck=puck,
        shooter=_shooter(top.inner("shooter")),
        throw=_throw(top.inner("throw")),
        no_roll=read_no_roll(top.inner("no-roll")),
        shootout=read_shootout(top.inner("shootout"), puck, chip.value) if "shootout" in top else None,
        mixed_propositions=house.choice(
            "mixed-propositions", ("settled apart", "made good from winnings"), "settled apart"
        ),
        props_down=house.flag("props-down", False),
        unnoticed=house.choice("unnoticed", ("refused", "settled at the maximum"), "refused"),
        wagers_listed=house.flag("wagers-listed", True),
        shortfall=house.choice(
            "shortfall", ("winners stay and losers come down",), "winners stay and losers come down"
        ),
        calls_last=house.choice("calls-last", ("until called otherwise",), "until called otherwise"),
        tokes_ride=house.choice("tokes-ride", ("apart",), "apart"),
        groups=(),
        wagers=(),
        digest=source.digest,
        texts=source.texts,
    )
    for words in (table, money, house):
        words.close()
    _check_table(table, book)
    wagers, broken = read_wagers(top, book)
    written = tuple(wager.key for wager in (*wagers, *broken))
    for key in book.shooter.line.value:
        if key not in written:
            faults.add_unknown(("shooter", "line"), f"no wager {key!r}", key, written, "Name wagers of this book")
    families = tuple(dict.fromkeys(wager.family for wager in (*wagers, *broken)))
    for family in book.throw.reduced.value:
        if family not in families:
            message = f"no wager {family!r}"
            faults.add_unknown(("throw", "reduced"), message, family, families, "Name wagers as their tables do")
    book = replace(book, wagers=wagers, groups=_groups(top, written))
    top.inner(MANUAL)
    top.close()
    return book, tuple(faults.found), broken


def _check_table(table: TableReader, book: Rulebook) -> None:
    if book.minimum.value > book.maximum.value:
        table.fault("minimum", "the minimum is above the maximum", "Lower the one or raise the other")
    for word, value in (("minimum", book.minimum), ("maximum", book.maximum)):
        if value.value % book.chip.value:
            table.fault(word, f"the {word} is not a whole number of chips", "Make it a multiple of the chip")


def _puck(words: TableReader) -> Puck:
    points: Value[tuple[int, ...]] = words.value("points", (), parsing.totals)
    if "points" not in words:
        words.fault("points", "the puck has no points", "Write points = [4, 5, 6, 8, 9, 10], or leave [puck] out")
    rows = {}
    for word, needed in (("established", "off"), ("made", "on"), ("seven-out", "on")):
        rows[word] = words.rows(word, "stay")
        if not rows[word]:
            words.fault(word, f"the puck has no row {word!r}", f'Write {word} = {{ when = "{needed}", roll = [...] }}')
        if any(row.when != needed for row in rows[word]):
            words.fault(word, f"{word} happens only with the puck {needed}", f'Write when = "{needed}"')
    naturals: Value[tuple[int, ...]] = words.value("naturals", (), parsing.totals)
    words.close()
    return Puck(points, rows["established"], rows["made"], rows["seven-out"], naturals)


def _shooter(words: TableReader) -> Shooter:
    shooter = Shooter(
        words.value("line", (), parsing.words),
        words.choice(
            "taking-over",
            ("finishes the point", "finishes the point, then shoots a hand of their own"),
            "finishes the point",
        ),
        words.choices("ordered-to-pass", ORDERS),
        read_breaches(words.inner("breaches")),
    )
    words.close()
    return shooter


def _throw(words: TableReader) -> Throw:
    before = len(words.faults.found)
    throw = Throw(
        words.choice("made", ("closed", "confirmed", "open"), "closed"),
        words.choices("confirmed-by", CREW_ROLES),
        words.choice("confirmations", ("all", "any"), "all"),
        words.choice("touched", ("closed", "removals", "open"), "closed"),
        words.value("reduced", (), parsing.words),
        words.flag("switched", False),
        words.choice("called", ("refused", "confirmed", "open"), "refused"),
        words.choices("called-confirmed-by", CREW_ROLES),
        words.choice("called-confirmations", ("all", "any"), "all"),
    )
    for word, kind, rule, by in (
        ("confirmed-by", "late", throw.made.value, throw.confirmed_by.value),
        ("called-confirmed-by", "called", throw.called.value, throw.called_confirmed_by.value),
    ):
        if rule == "confirmed" and not by and len(words.faults.found) == before:
            words.fault(word, f"nobody can confirm a {kind} wager", f'Write {word} = ["dealer", "boxperson"]')
    words.close()
    return throw


def _groups(top: TableReader, written: tuple[str, ...]) -> tuple[Group, ...]:
    tables = top.inner("groups")
    groups = []
    for name in tables.table:
        if name in CITATION_WORDS:
            continue
        words = tables.inner(name)
        nothing: tuple[int, ...] = ()
        numbers = words.value("numbers", nothing, parsing.totals)
        group = Group(name, words.text("of", "place-n"), numbers, words.flag("except-point", False))
        words.close()
        for number in numbers.value if group.of.endswith("-n") else ():
            key = member_key(group.of, Number(number))
            if key not in written:
                words.fault("numbers", f"no wager {key!r}", hint(key, written, "Name numbers that the family has"))
        if not group.of.endswith("-n"):
            words.fault("of", f"{group.of!r} is no family", f'Write of = "{group.of}-n"')
        if "numbers" not in words:
            words.fault("numbers", "a group of no numbers", "Write numbers = [5, 6, 8, 9]")
        groups.append(group)
    return tuple(groups)

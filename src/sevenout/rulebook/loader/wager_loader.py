"""Reads the [wagers.KEY] tables of a rulebook: one wager each, or a family with one for each number.

Which rolls a wager needs rows for, and whether it can be reached, is found later by the compiler.
"""

import re
from typing import Any, Literal, cast

from msgspec.structs import replace

from sevenout.base.money import Odds
from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import GROUPS, STANDING_GROUPS, notation_name
from sevenout.rulebook.loader import value_parsing as parsing
from sevenout.rulebook.loader.collect_loader import read_collect, read_count_rows
from sevenout.rulebook.loader.layout_regions import (
    LONGEST_LABEL,
    LONGEST_NOTE,
    Lies,
    default_region,
    region_of_family,
    regions,
)
from sevenout.rulebook.loader.table_reader import By, TableReader
from sevenout.rulebook.loader.value_parsing import Unreadable
from sevenout.rulebook.model import (
    Cap,
    Commission,
    Limit,
    NumbersTable,
    Row,
    RowOutcome,
    Rulebook,
    Season,
    Value,
    Wager,
    Working,
)
from sevenout.rulebook.roll_sets import Number
from sevenout.rulebook.source import CITATION_WORDS, TomlPath, TomlTable
from sevenout.rulebook.wager_schema import WAGER_WORDS

SEASONS: tuple[Season, ...] = ("any", "off", "on", "new shooter", "never")
CALLS = ("on", "off")
_LONGEST_NAME = 40
_KEY = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_ROW_WORDS: tuple[Literal["win", "lose", "push", "stay"], ...] = ("win", "lose", "push", "stay")
_DEFAULT_WORDS = tuple(word.name for word in WAGER_WORDS if word.inherits)


def read_wagers(top: TableReader, book: Rulebook) -> tuple[tuple[Wager, ...], tuple[Wager, ...]]:
    """The wagers of a file that are sound so far, and those that have faults."""
    tables, defaults = top.inner("wagers"), _defaults(top)
    members: dict[str, Wager] = {}
    broken: list[Wager] = []
    for key, table in tables.table.items():
        own: TomlTable = table if isinstance(table, dict) else {}
        _check_dropped(top, (*tables.path, key), own)
        if key in CITATION_WORDS or _plain(own, "offered") is False:
            if own and not own.keys() - {"offered", "title", *CITATION_WORDS}:
                others = [other for other in tables.table if other != key]
                message, otherwise = f"there is no {key!r} to leave out", "Name a wager that is inherited"
                top.faults.add_unknown((*tables.path, key), message, key, others, otherwise)
            continue
        inherited = {word: raw for word, raw in defaults.items() if word not in own and _applies(word, own)}
        origins: dict[str, TomlPath] = {word: ("defaults", word) for word in inherited}
        if not _KEY.fullmatch(key):
            remedy = "Use small letters, digits and hyphens, e.g. hard-8"
            top.faults.add((*tables.path, key), f"{key!r} cannot be written in a transcript", remedy)
        words = TableReader(
            top.faults, {**inherited, **own} if own else table, (*tables.path, key), tables.cite, origins
        )
        before = len(top.faults.found)
        family = _family(key, words, book)
        if len(top.faults.found) > before:
            broken += family
            continue
        for wager in family:
            if wager.key in members:
                words.fault("each", f"two wagers are called {wager.key!r}", "Rename one of them")
            members[wager.key] = wager
    if not members and not broken:
        top.fault("wagers", "the house offers no wager", "Write at least one [wagers.KEY]")
    _check_names(top, members, {wager.key for wager in broken})
    return tuple(_lying(wager, members) for wager in members.values()), tuple(broken)


def _check_dropped(top: TableReader, path: TomlPath, own: TomlTable) -> None:
    """Notes every word that `drop` names and that is not inherited; those that are have gone by now."""
    listed = own.get("drop", [])
    for word in listed if isinstance(listed, list) else [listed]:
        message = f"there is no inherited {parsing.quote_value(word)} to drop"
        top.faults.add((*path, "drop"), message, "Name words that this wager has in the file that is extended")


def member_key(family: str, n: Number | None) -> str:
    """The key of one member of a family.

    >>> member_key("hop-n", Number(3, 1))
    'hop-3-1'
    """
    return family if n is None else f"{family.removesuffix('-n')}-{n}"


def _plain(table: object, word: str) -> object:
    """A word's bare value, whether or not it carries a citation."""
    raw = table.get(word) if isinstance(table, dict) else None
    return raw.get("value") if isinstance(raw, dict) else raw


def _defaults(top: TableReader) -> TomlTable:
    """The words of [defaults], each with its citation."""
    words = top.inner("defaults")
    cited: TomlTable = {}
    own = {"clause": words.cite.clause, "provenance": words.cite.provenance, "says": words.cite.says}
    for word in _DEFAULT_WORDS:
        raw = words.raw(word)
        if isinstance(raw, dict):
            cited[word] = raw if any(key in raw for key in CITATION_WORDS) else {**raw, **own}
        elif raw is not None:
            cited[word] = {"value": raw, **own}
    words.close()
    return cited


def _applies(word: str, own: TomlTable) -> bool:
    """True if a wager leaves a word to [defaults].

    One that only arises by travelling is not made or added to, and a cap or a largest win stands in for a maximum.
    """
    if word in ("made", "increase"):
        return _plain(own, "made") != "never"
    return word != "maximum" or not ("cap" in own or "maximum-win" in own)


def _check_names(top: TableReader, members: dict[str, Wager], broken: set[str]) -> None:
    """Every wager that another one names must exist."""
    for wager in members.values():
        named = [("attaches-to", wager.attaches_to.value)] if wager.attaches_to else []
        named += [("parts", part) for part, _ in wager.parts.value] if wager.parts else []
        for word, key in named:
            path = ("wagers", wager.family, word)
            if key not in members and key not in broken:
                top.faults.add_unknown(path, f"no wager {key!r}", key, members, "Name a wager of this book")
            elif word == "attaches-to" and key in members and members[key].attaches_to is not None:
                top.faults.add(path, f"{key!r} is itself attached to a bet", "Name the flat bet")
        for name in wager.also.value:
            if notation_name(name) in members:
                remedy = "Leave it out: a wager's key is always its own"
                top.faults.add(("wagers", wager.family, "also"), f"{name!r} is the key of a wager", remedy)


def _family(key: str, words: TableReader, book: Rulebook) -> tuple[Wager, ...]:
    """The members of one [wagers.KEY] table: one, or one for each number."""
    members = _read_each(key, words, book)
    wager = _wager(key, words, book, is_family=members[0] is not None)
    words.close()
    if members[0] is not None and "{n}" not in wager.title:
        wager = replace(wager, title=f"{wager.title} {{n}}")
    label = _label(wager, members)
    return tuple(
        replace(
            wager,
            key=member_key(key, n),
            title=_fill_number(wager.title, n),
            label=_fill_number(label, n),
            printed=_fill_number(_printed_label(wager, label), n),
            note=_fill_number(wager.note, n),
            also=replace(wager.also, value=tuple(_fill_number(name, n) for name in wager.also.value)),
            n=n,
            attaches_to=_member_of(wager.attaches_to, n),
        )
        for n in members
    )


def _fill_number(text: str, n: Number | None) -> str:
    return text.replace("{n}", str(n)) if n else text


def _label(wager: Wager, members: tuple[Number | None, ...]) -> str:
    """The label of a family: as written, else its title if that is short, else the usual one, else cut short."""
    longest = max(len(_fill_number(wager.title, n)) for n in members)
    label = (
        wager.label
        or (wager.title if longest <= LONGEST_LABEL else region_of_family(wager.family).label)
        or wager.title
    )
    number = "{n}" if "{n}" in label else ""
    rest = LONGEST_LABEL - max(len(_fill_number(number, n)) for n in members)
    words = label.replace(number, "").strip() if number else label
    return label if len(words) <= rest else f"{words[: rest - 2].rstrip()}… {number}".rstrip()


def _printed_label(wager: Wager, label: str) -> str:
    """What a space of some width says: the label, or the title where the label is none of the house's own words.

    Odds lie behind their flat bet in a small space, whatever they are called.
    """
    if wager.label or wager.attaches_to is not None:
        return label
    words = re.findall(r"[\w']+", wager.title.replace("{n}", "").casefold())
    initials = "".join(word[0] for word in words)
    said = [] if "…" in label else re.findall(r"[\w']+", label.replace("{n}", "").casefold())
    own = not words or any(initials.startswith(part) or any(word.startswith(part) for word in words) for part in said)
    return label if own else wager.title


def _lying(wager: Wager, members: dict[str, Wager]) -> Wager:
    """The wager with its place on the layout: as written, of its family, behind its flat bet, or elsewhere."""
    here = region_of_family(wager.family)
    flat = members.get(wager.attaches_to.value) if wager.attaches_to and not here.region else None
    if flat is not None and flat.attaches_to is None:
        beside = _lying(flat, members)
        here = Lies(beside.region, beside.order + 1)
    elif not here.region:
        here = default_region()
    if wager.region not in ("", here.region):
        here = Lies(wager.region, default_region().order)
    return replace(wager, region=here.region, order=wager.order or here.order)


def _member_of(flat: Value[str] | None, n: Number | None) -> Value[str] | None:
    if flat is None or n is None or not flat.value.endswith("-n"):
        return flat
    return replace(flat, value=member_key(flat.value, n))


def _read_each(key: str, words: TableReader, book: Rulebook) -> tuple[Number | None, ...]:
    words.raw("each")
    raw = _plain(words.table, "each")
    if raw is None:
        if key.endswith("-n"):
            remedy = 'Write each = "points", or another key'
            words.faults.add(words.path, "the key ends in -n but there is no each", remedy)
        return (None,)
    if not key.endswith("-n"):
        words.fault("each", "a family's key ends in -n", f"Rename [wagers.{key}] to [wagers.{key}-n]")
    if raw == "points":
        if not book.points:
            words.fault("each", "there is no puck, so there are no points", "Write the numbers as a list")
        return tuple(Number(point) for point in book.points) or (None,)
    items = raw if isinstance(raw, list) else [raw]
    members = [words.faults.read(words.at("each"), item, parsing.number, None) for item in items]
    if not members:
        words.fault("each", "a family of nobody", "Name at least one number")
    if len(set(members)) < len(members):
        words.fault("each", "a number is named twice", "Name each once")
    return tuple(members) or (None,)


def _wager(key: str, words: TableReader, book: Rulebook, *, is_family: bool) -> Wager:
    made = _season(words, "made", Value("any", Citation()), book)
    attaches_to = words.value("attaches-to", "", parsing.word) if "attaches-to" in words else None
    by: By = "n" if is_family else "point" if attaches_to else "roll"
    working = _working(words.inner("working"), book)
    parts, collect = _parts(words), read_collect(words)
    rows = [row for word in _ROW_WORDS for row in words.rows(word, word)]
    rows += (*words.rows("travel", "travel"), *words.rows("collect", "collect", also=("pays", "paid")))
    rows += read_count_rows(words)
    others: tuple[RowOutcome, ...] = ("stay", "lose", "win", "push")
    otherwise = words.choice("otherwise", others, "stay") if "otherwise" in words else None
    pays = words.by_number("pays", None, parsing.ratio, by)
    _check_rows(words, rows, book, is_family=is_family)
    if parts and (rows or otherwise or pays):
        remedy = "Leave win, lose, otherwise and pays to its parts"
        words.fault("parts", "a composite has no rows and no pays of its own", remedy)
    if collect and (working.calls.value or not (working.off.value and working.on.value)):
        words.fault("working", "a wager that gathers totals always works", "Leave working out")
    if "pays" not in words and not collect and any(row.outcome == "win" for row in rows):
        words.fault("pays", "it can win but has no payout", 'Write pays = "1:1" or a table by number')
    words.flag("offered", True)
    words.raw("drop")
    return Wager(
        **_plain_words(words),
        key=key,
        family=key,
        title=words.text("title", key.removesuffix("-n") + (" {n}" if is_family else "")),
        region=_region(words),
        order=words.faults.read(words.at("order"), words.raw("order"), parsing.parse_whole, 0)
        if "order" in words
        else 0,
        also=words.value("also", (), lambda raw: _names(raw, is_family=is_family)),
        n=None,
        made=made,
        increase=_season(words, "increase", made, book),
        reduce=_season(words, "reduce", Value("any", Citation()), book),
        minimum=_limit(words, "minimum", ("table", "chip", "table unless exact"), "table", by),
        maximum=_limit(words, "maximum", ("table", "none", "parts"), _default_maximum(words), by),
        maximum_win=_limit(words, "maximum-win", ("none", "table"), "none", by),
        attaches_to=attaches_to,
        cap=_cap(words, by, attached=attaches_to is not None),
        rows=tuple(rows),
        otherwise=otherwise,
        pays=pays,
        working=working,
        commission=_commission(words) if "commission" in words else None,
        parts=parts,
        collect=collect,
        line=words.faults.source.line(words.path),
    )


def _plain_words(words: TableReader) -> dict[str, Any]:
    """The words that the vocabulary says all about."""
    plain: dict[str, Any] = {}
    for word in WAGER_WORDS:
        match word.kind:
            case "choice":
                plain[word.field] = words.choice(word.name, word.options, word.options[0])
            case "flag":
                plain[word.field] = words.flag(word.name, False)
            case "text":
                plain[word.field] = words.text(word.name, "")
            case "own":
                continue
    for name, longest, where in (("label", LONGEST_LABEL, "a small box"), ("note", LONGEST_NOTE, "the layout")):
        if len(plain[name].replace("{n}", "")) > longest:
            words.fault(name, f"{plain[name]!r} is too long for {where}", f"Write at most {longest} characters")
    return plain


def _region(words: TableReader) -> str:
    raw, known = words.raw("region"), tuple(regions())
    return "" if raw is None else words.faults.read(words.at("region"), raw, lambda it: parsing.one_of(it, known), "")


def _names(raw: object, *, is_family: bool) -> tuple[str, ...]:
    """Other names of a wager, each of which can be written in a transcript."""
    names = parsing.words(raw)
    for name in names:
        if not _KEY.fullmatch(notation_name(name.replace("{n}", "6"))) or len(name) > _LONGEST_NAME:
            raise Unreadable(
                f"{parsing.quote_value(name)} is no name", f"Write words of at most {_LONGEST_NAME} characters"
            )
        if notation_name(name) in (*GROUPS, *STANDING_GROUPS):
            raise Unreadable(f"{parsing.quote_value(name)} is a group of wagers", "Write a name that means one wager")
        if is_family and "{n}" not in name:
            raise Unreadable(f"{parsing.quote_value(name)} names a whole family", 'Write the number too: "Hardway {n}"')
    return names


def _default_maximum(words: TableReader) -> Limit:
    """A cap or a largest win stands in for a maximum that is not written."""
    return "none" if "cap" in words or "maximum-win" in words else "table"


def _season(words: TableReader, word: str, default: Value[Season], book: Rulebook) -> Value[Season]:
    if word not in words:
        words.raw(word)
        return default
    season = words.choice(word, SEASONS, default.value)
    if book.puck is None and season.value not in ("any", "never"):
        words.fault(word, f"{word} is {season.value!r} in a house without a puck", f'Write {word} = "any" or "never"')
    return season


def _check_rows(words: TableReader, rows: list[Row], book: Rulebook, *, is_family: bool) -> None:
    for row in rows:
        kinds = {trigger.kind for trigger in row.triggers}
        if book.puck is None and (row.when != "any" or kinds & {"point", "points"}):
            words.fault(row.outcome, "there is no puck, so no point and no when", "Name totals, and leave when out")
        if row.when == "off" and "point" in kinds:
            words.fault(row.outcome, "there is no point while the puck is off", 'Write "points", or when = "on"')
        if "n" in kinds and not is_family:
            message = '"n" stands for a family\'s number, and this is no family'
            words.fault(row.outcome, message, "Write the total, or add each")
        if row.outcome == "travel" and not row.to.endswith("-*"):
            remedy = 'Write to = "come-*": the star stands for the number rolled'
            words.fault("travel", f"it travels to {row.to!r}", remedy)


def _limit(words: TableReader, word: str, options: tuple[str, ...], default: Limit, by: By) -> NumbersTable[Limit]:
    def parse(raw: object) -> Limit:
        return cast(Limit, parsing.one_of(raw, options)) if isinstance(raw, str) else parsing.amount(raw)

    everywhere = NumbersTable[Limit]("all", ((None, default),), Citation())
    return words.by_number(word, default, parse, by) or everywhere


def _cap(words: TableReader, by: By, *, attached: bool) -> Cap | None:
    if "cap" not in words:
        return None
    raw = words.raw("cap")
    if not isinstance(raw, dict) or "value" in raw:
        number = parsing.quote_value(raw["value"] if isinstance(raw, dict) else raw)
        words.fault("cap", f"cap is {number}", 'Write cap = { by = "stake", times = 10 }')
        return None
    if not attached:
        words.fault("cap", "a cap counts the flat bet, and there is none", "Add attaches-to, or use maximum")
    inner = words.inner("cap")
    kinds: tuple[Literal["stake", "win"], ...] = ("stake", "win")
    kind = inner.choice("by", kinds, "stake")
    times = inner.by_number("times", None, parsing.parse_times, by)
    inner.close()
    if times is None:
        words.fault("cap", "a cap without times", 'Write cap = { by = "stake", times = 10 }')
        return None
    return Cap(kind, times)


def _working(words: TableReader, book: Rulebook) -> Working:
    working = Working(
        words.flag("off", True),
        words.flag("on", True),
        words.choices("calls", CALLS),
        words.choice("called-off", ("stays", "comes down"), "stays"),
        words.choice("idle", ("stays", "returned with the flat"), "stays"),
    )
    if book.puck is None and not working.on.value:
        words.fault("on", "it would never work: there is no puck to turn it on", "Leave working out")
    words.close()
    return working


def _commission(words: TableReader) -> Commission:
    inner = words.inner("commission")
    if "rate" not in inner:
        words.fault("commission", "a commission without a rate", 'Write rate = "1:20" for five per cent')
    commission = Commission(
        inner.value("rate", Odds(1, 20), parsing.ratio),
        inner.choice("of", ("stake", "win"), "stake"),
        inner.flag("refund", False),
        inner.choice("charged", ("when made", "on a win"), "when made"),
    )
    if commission.charged.value == "on a win" and commission.refund.value:
        words.fault("commission", "a commission charged on a win has nothing to give back", "Leave refund out")
    inner.close()
    return commission


def _parts(words: TableReader) -> Value[tuple[tuple[str, int], ...]] | None:
    if words.raw("parts") is None:
        return None
    inner = words.inner("parts")
    units = {key: inner.raw(key) for key in inner.table if key not in CITATION_WORDS}
    parts = [(key, words.faults.read(inner.at(key), raw, parsing.parse_whole, 1)) for key, raw in units.items()]
    if not parts:
        words.fault("parts", "a composite without parts", "Write parts = { craps-2 = 1, eleven = 1 }")
    return Value(tuple(parts), inner.cite, words.line("parts"))

"""Turns the tables of a rulebook file into a `Rulebook`, with every fault of the words and values at once.

Faults of the rows (a roll without a row, a payout missing) are found by `sevenout.compile`, which needs them all.
"""

from pathlib import Path
from typing import Literal, cast

from msgspec.structs import replace

from sevenout.errors import BadRulebook
from sevenout.money import Odds
from sevenout.rulebook import reading
from sevenout.rulebook.model import (
    Cap,
    Citation,
    Collect,
    Commission,
    Group,
    Limit,
    Numbers,
    Puck,
    Row,
    RowOutcome,
    Rulebook,
    Season,
    Shooter,
    Throw,
    Value,
    Wager,
    Working,
)
from sevenout.rulebook.reading import CITATION_WORDS, Faults, Words
from sevenout.rulebook.source import Fault, Source, TomlPath, TomlTable, read_book
from sevenout.rulebook.triggers import Number
from sevenout.words import did_you_mean

SEASONS: tuple[Season, ...] = ("any", "off", "on", "new shooter", "never")
ROW_WORDS: tuple[Literal["win", "lose", "push", "stay"], ...] = ("win", "lose", "push", "stay")
CALLS = ("on", "off")


def load(name_or_path: str, beside: Path | None = None) -> Rulebook:
    """The rulebook of a shipped name or of a file; raises BadRulebook with every fault."""
    book, faults, _ = read(read_book(name_or_path, beside))
    if faults:
        raise BadRulebook(faults)
    return book


def read(source: Source) -> tuple[Rulebook, tuple[Fault, ...], tuple[str, ...]]:
    """The rulebook as far as it can be read, its faults, and the wagers that were left out because of them."""
    faults = Faults(source)
    top = Words(faults, source.tables, (), Citation())
    if top.raw("format") != 1:
        top.fault("format", f"format is {top.raw('format')!r}", "Write format = 1 as the first line")
    top.raw("extends")
    name = top.text("name", source.origin.removesuffix(".toml"))
    title = top.text("title", name)
    puck = _puck(top) if "puck" in top else None
    table, money, house = top.inner("table"), top.inner("money"), top.inner("house")
    book = Rulebook(
        name=name,
        title=title,
        document=top.text("document", title),
        minimum=table.value("minimum", 500, reading.amount),
        maximum=table.value("maximum", 50_000, reading.amount),
        chip=table.value("chip", 100, reading.amount),
        rounding=money.choice("rounding", ("down", "up", "exact"), "down"),
        commission_rounding=money.choice("commission-rounding", ("down", "up"), "down"),
        commission_least=money.choice("commission-least", ("chip", "nothing"), "chip"),
        puck=puck,
        shooter=_shooter(top.inner("shooter")),
        throw=_throw(top.inner("throw")),
        mixed_propositions=house.choice(
            "mixed-propositions", ("settled apart", "made good from winnings"), "settled apart"
        ),
        props_down=house.flag("props-down", False),
        unnoticed=house.choice("unnoticed", ("refused", "settled at the maximum"), "refused"),
        groups=(),
        wagers=(),
        digest=source.digest,
    )
    for words in (table, money, house):
        words.close()
    wagers, broken = _wagers(top, book)
    book = replace(book, wagers=wagers, groups=_groups(top, (*(wager.key for wager in wagers), *broken)))
    _check_table(table, book)
    for key in book.shooter.line.value:
        if book.wager(key) is None and key not in broken:
            faults.add(
                ("shooter", "line"),
                f"no wager {key!r}",
                did_you_mean(key, [w.key for w in wagers]).strip() or "Name wagers of this book",
            )
    top.close()
    return book, tuple(sorted(faults.found, key=lambda fault: fault.line)), broken


def _check_table(table: Words, book: Rulebook) -> None:
    if book.minimum.value > book.maximum.value:
        table.fault("minimum", "the minimum is above the maximum", "Lower the one or raise the other")
    for word, value in (("minimum", book.minimum), ("maximum", book.maximum)):
        if value.value % book.chip.value:
            table.fault(word, f"the {word} is not a whole number of chips", "Make it a multiple of the chip")


def _puck(top: Words) -> Puck:
    words = top.inner("puck")
    points: Value[tuple[int, ...]] = words.value("points", (), reading.numbers)
    if "points" not in words:
        words.fault("points", "the puck has no points", "Write points = [4, 5, 6, 8, 9, 10], or leave [puck] out")
    rows = {word: words.rows(word, "stay") for word in ("established", "made", "seven-out")}
    for word, needed in (("established", "off"), ("made", "on"), ("seven-out", "on")):
        if not rows[word]:
            words.fault(word, f"the puck has no row {word!r}", f'Write {word} = {{ when = "{needed}", roll = [...] }}')
        for row in rows[word]:
            if row.when != needed:
                words.fault(
                    word, f"{word} is not when = {needed!r}", f'Write when = "{needed}": that is when it can happen'
                )
    words.close()
    return Puck(points, rows["established"], rows["made"], rows["seven-out"])


def _shooter(words: Words) -> Shooter:
    shooter = Shooter(
        words.texts("line", None),
        words.choice(
            "taking-over",
            ("finishes the point", "finishes the point, then shoots a hand of their own"),
            "finishes the point",
        ),
    )
    words.close()
    return shooter


def _throw(words: Words) -> Throw:
    throw = Throw(
        words.choice("made", ("closed", "confirmed", "open"), "closed"),
        words.texts("confirmed-by", ("dealer", "boxperson", "stickperson", "supervisor")),
        words.choice("confirmations", ("all", "any"), "all"),
        words.choice("touched", ("closed", "open"), "closed"),
    )
    if throw.made.value == "confirmed" and not throw.confirmed_by.value:
        words.fault("confirmed-by", "nobody can confirm a late wager", 'Write confirmed-by = ["dealer", "boxperson"]')
    words.close()
    return throw


def _groups(top: Words, keys: tuple[str, ...]) -> tuple[Group, ...]:
    tables = top.inner("groups")
    groups = []
    for name in tables.table:
        if name in CITATION_WORDS:
            continue
        words = tables.inner(name)
        group = Group(
            name,
            words.text("of", "place-n"),
            words.value("numbers", cast("tuple[int, ...]", ()), reading.numbers),
            words.flag("except-point", False),
        )
        words.close()
        missing = [number for number in group.numbers.value if member_key(group.of, Number(number)) not in keys]
        if missing:
            words.fault(
                "numbers", f"no wager {member_key(group.of, Number(missing[0]))!r}", "Name numbers that the family has"
            )
        groups.append(group)
    return tuple(groups)


def member_key(family: str, n: Number | None) -> str:
    """The key of one member of a family.

    >>> member_key("hop-n", Number(3, 1))
    'hop-3-1'
    """
    return family if n is None else f"{family.removesuffix('-n')}-{n}"


def _wagers(top: Words, book: Rulebook) -> tuple[tuple[Wager, ...], tuple[str, ...]]:
    """The wagers, and the keys of those that have faults."""
    tables = top.inner("wagers")
    defaults = top.inner("defaults")
    cited = {
        word: _with_citation(raw, defaults.cite) for word, raw in defaults.table.items() if word not in CITATION_WORDS
    }
    members: dict[str, Wager] = {}
    broken: list[str] = []
    for key, table in tables.table.items():
        own = table if isinstance(table, dict) else {}
        offered = own.get("offered", True)
        if key in CITATION_WORDS or (offered.get("value") if isinstance(offered, dict) else offered) is False:
            continue
        inherited = {word: raw for word, raw in cited.items() if word not in own and _applies(word, own)}
        origins: dict[str, TomlPath] = {word: ("defaults", word) for word in inherited}
        words = Words(
            tables.faults, table if not own else {**inherited, **own}, (*tables.path, key), tables.cite, origins
        )
        for wager in _family(key, words, book, broken):
            if wager.key in members:
                words.fault("each", f"two wagers are called {wager.key!r}", "Rename one of them")
            members[wager.key] = wager
    if not members and not broken:
        top.fault("wagers", "the house offers no wager", "Write at least one [wagers.KEY]")
    for word in defaults.table:
        if word not in CITATION_WORDS and word not in _DEFAULT_WORDS:
            defaults.fault(
                word,
                f"unknown word {word!r}",
                did_you_mean(word, _DEFAULT_WORDS).strip() or f"Write one of: {', '.join(_DEFAULT_WORDS)}",
            )
    _check_names(top, members, broken)
    return tuple(members.values()), tuple(broken)


_DEFAULT_WORDS = (
    "made",
    "increase",
    "reduce",
    "after-reduction",
    "minimum",
    "maximum",
    "maximum-win",
    "after-win",
    "working",
    "proposition",
)


def _applies(word: str, own: TomlTable) -> bool:
    """A default `increase` says when a wager that may be made may grow: one that only arises by travelling may not."""
    made = own.get("made")
    never = (made.get("value") if isinstance(made, dict) else made) == "never"
    return word in _DEFAULT_WORDS and not (never and word in ("made", "increase"))


def _with_citation(raw: object, cite: Citation) -> object:
    own = {"clause": cite.clause, "provenance": cite.provenance, "says": cite.says}
    if isinstance(raw, dict):
        return raw if any(word in raw for word in CITATION_WORDS) else {**raw, **own}
    return {"value": raw, **own}


def _check_names(top: Words, members: dict[str, Wager], broken: list[str]) -> None:
    """Every wager that another one names must exist."""
    for wager in members.values():
        path = ("wagers", wager.family)
        named = [("attaches-to", wager.attaches_to.value)] if wager.attaches_to else []
        named += [("parts", part) for part, _ in wager.parts.value] if wager.parts else []
        for word, key in named:
            if key not in members and key not in broken:
                remedy = did_you_mean(key, members).strip() or "Name a wager of this book"
                top.faults.add((*path, word), f"no wager {key!r}", remedy)


def _family(key: str, words: Words, book: Rulebook, broken: list[str]) -> tuple[Wager, ...]:
    """The members of one [wagers.KEY] table: one, or one for each number; none, if it has faults."""
    before = len(words.faults.found)
    members = _each(key, words, book)
    wager = _wager(key, words, book, is_family=members[0] is not None)
    words.close()
    if len(words.faults.found) > before:
        broken += [member_key(key, n) for n in members]
        return ()
    return tuple(
        replace(
            wager,
            key=member_key(key, n),
            title=wager.title.replace("{n}", str(n)) if n else wager.title,
            n=n,
            attaches_to=_member_of(wager.attaches_to, n),
        )
        for n in members
    )


def _member_of(flat: Value[str] | None, n: Number | None) -> Value[str] | None:
    if flat is None or n is None or not flat.value.endswith("-n"):
        return flat
    return replace(flat, value=member_key(flat.value, n))


def _each(key: str, words: Words, book: Rulebook) -> tuple[Number | None, ...]:
    raw = words.raw("each")
    if raw is None:
        if key.endswith("-n"):
            words.faults.add(
                words.path, "the key ends in -n but there is no each", 'Write each = "points", or another key'
            )
        return (None,)
    if not key.endswith("-n"):
        words.fault("each", "a family's key ends in -n", f"Rename [wagers.{key}] to [wagers.{key}-n]")
    if isinstance(raw, dict) and "value" in raw:
        raw = words.value("each", cast(object, ()), lambda value: value).value
    if raw == "points":
        if not book.points:
            words.fault("each", "there is no puck, so there are no points", "Write the numbers as a list")
        return tuple(Number(point) for point in book.points) or (None,)
    members: list[Number | None] = []
    for item in raw if isinstance(raw, list) else [raw]:
        try:
            members.append(reading.parse_number(item))
        except ValueError as error:
            message, _, remedy = str(error).partition("|")
            words.fault("each", message, remedy)
    if len(set(members)) < len(members):
        words.fault("each", "a number is named twice", "Name each once")
    return tuple(members) or (None,)


def _wager(key: str, words: Words, book: Rulebook, *, is_family: bool) -> Wager:
    made = _season(words, "made", Value("any", Citation()), book)
    attaches_to = words.value("attaches-to", "", lambda raw: cast(str, raw)) if "attaches-to" in words else None
    by = "n" if is_family else "point" if attaches_to else "roll"
    parts = _parts(words)
    collect = _collect(words)
    rows = [row for word in ROW_WORDS for row in words.rows(word, word)]
    rows += words.rows("travel", "travel") + (words.rows("collect", "collect") if "collect" in words else ())
    _check_rows(words, rows, book, is_family=is_family)
    otherwise = words.choice("otherwise", ("stay", "lose", "win", "push"), "stay") if "otherwise" in words else None
    if parts and (rows or otherwise or "pays" in words):
        words.fault(
            "parts",
            "a composite has no rows and no pays of its own",
            "Leave win, lose, otherwise and pays to its parts",
        )
    if collect and (
        "working" in words and words.table["working"].get("calls")
        if isinstance(words.table.get("working"), dict)
        else False
    ):
        words.fault("collect", "a wager that gathers totals cannot be called on or off", "Leave the calls out")
    pays = words.by_number("pays", None, reading.ratio, by)
    if pays is None and not parts and not collect and any(row.outcome == "win" for row in rows):
        words.fault("pays", "it can win but has no payout", 'Write pays = "1:1" or a table by number')
    words.flag("offered", True)
    unlimited: Limit = "none" if "cap" in words or "maximum-win" in words else "table"
    return Wager(
        key=key,
        family=key,
        title=words.text("title", key.removesuffix("-n") + (" {n}" if is_family else "")),
        n=None,
        made=made,
        increase=_season(words, "increase", made, book),
        reduce=_season(words, "reduce", Value("any", Citation()), book),
        after_reduction=words.choice("after-reduction", ("open", "locked"), "open"),
        minimum=_limit(words, "minimum", ("table", "chip", "table unless exact"), "table", by),
        maximum=_limit(words, "maximum", ("table", "none", "parts"), unlimited, by),
        maximum_win=_limit(words, "maximum-win", ("none", "table"), "none", by),
        attaches_to=attaches_to,
        cap=_cap(words, by, attached=attaches_to is not None),
        rows=tuple(rows),
        otherwise=cast("Value[RowOutcome] | None", otherwise),
        pays=pays,
        working=_working(words.inner("working"), book),
        commission=_commission(words) if "commission" in words else None,
        after_win=words.choice("after-win", ("down", "up"), "down"),
        parts=parts,
        collect=collect,
        proposition=words.flag("proposition", False),
        line=words.faults.source.line(words.path),
    )


def _season(words: Words, word: str, default: Value[Season], book: Rulebook) -> Value[Season]:
    if word not in words:
        words.raw(word)
        return default
    season = words.choice(word, SEASONS, default.value)
    if book.puck is None and season.value not in ("any", "never"):
        words.fault(word, f"{word} is {season.value!r} in a house without a puck", f'Write {word} = "any" or "never"')
    return season


def _check_rows(words: Words, rows: list[Row], book: Rulebook, *, is_family: bool) -> None:
    for row in rows:
        kinds = {trigger.kind for trigger in row.triggers}
        if book.puck is None and (row.when != "any" or kinds & {"point", "points"}):
            words.fault(row.outcome, "there is no puck, so no point and no when", "Name totals, and leave when out")
        if row.when == "off" and "point" in kinds:
            words.fault(row.outcome, "there is no point while the puck is off", 'Write "points", or when = "on"')
        if "n" in kinds and not is_family:
            words.fault(
                row.outcome, '"n" stands for a family\'s number, and this is no family', "Write the total, or add each"
            )
        if row.outcome == "travel" and not row.to.endswith("-*"):
            words.fault(
                "travel", f"it travels to {row.to!r}", 'Write to = "come-*": the star stands for the number rolled'
            )


def _limit(words: Words, word: str, options: tuple[str, ...], default: Limit, by: str) -> Numbers[Limit]:
    def parse(raw: object) -> Limit:
        return cast(Limit, reading.one_of(raw, options)) if isinstance(raw, str) else reading.amount(raw)

    everywhere = Numbers[Limit]("all", ((None, default),), Citation())
    return words.by_number(word, default, parse, by) or everywhere


def _cap(words: Words, by: str, *, attached: bool) -> Cap | None:
    if "cap" not in words:
        return None
    if not attached:
        words.fault("cap", "a cap counts the flat bet, and there is none", "Add attaches-to, or use maximum")
    inner = words.inner("cap")
    kind: Value[Literal["stake", "win"]] = inner.choice("by", ("stake", "win"), "stake")

    def whole(raw: object) -> int:
        if isinstance(raw, bool) or not isinstance(raw, int) or raw <= 0:
            raise ValueError(f"{raw!r} is no number of times|Write a whole number, e.g. 10")
        return raw

    times = inner.by_number("times", None, whole, by)
    inner.close()
    if times is None:
        words.fault("cap", "a cap without times", 'Write cap = { by = "stake", times = 10 }')
        return None
    return Cap(kind, times)


def _working(words: Words, book: Rulebook) -> Working:
    working = Working(
        words.flag("off", True),
        words.flag("on", True),
        words.texts("calls", CALLS),
        words.choice("called-off", ("stays", "comes down"), "stays"),
        words.choice("idle", ("stays", "returned with the flat"), "stays"),
    )
    if book.puck is None and not working.on.value:
        words.fault("on", "it would never work: there is no puck to turn it on", "Leave working out")
    words.close()
    return working


def _commission(words: Words) -> Commission:
    inner = words.inner("commission")
    if "rate" not in inner:
        words.fault("commission", "a commission without a rate", 'Write rate = "1:20" for five per cent')
    commission = Commission(
        inner.value("rate", Odds(1, 20), reading.ratio),
        inner.choice("of", ("stake", "win"), "stake"),
        inner.flag("refund", False),
    )
    inner.close()
    return commission


def _parts(words: Words) -> Value[tuple[tuple[str, int], ...]] | None:
    raw = words.raw("parts")
    if raw is None:
        return None
    if not isinstance(raw, dict):
        words.fault("parts", "parts is no table", "Write parts = { craps-2 = 1, eleven = 1 }")
        return None
    parts = []
    for key, weight in raw.items():
        if key in CITATION_WORDS:
            continue
        if isinstance(weight, bool) or not isinstance(weight, int) or weight <= 0:
            words.fault("parts", f"{key} has {weight!r} units", "Write a whole number of units")
        else:
            parts.append((key, weight))
    if not parts:
        words.fault("parts", "a composite without parts", "Write parts = { craps-2 = 1, eleven = 1 }")
    cite = words.faults.cite(words.at("parts"), raw, words.cite)
    return Value(tuple(parts), cite, words.faults.source.line(words.at("parts")))


def _collect(words: Words) -> Collect | None:
    raw = words.table.get("collect")
    if not isinstance(raw, dict):
        return None
    inner = Words(words.faults, raw, words.at("collect"), words.cite)
    pays = inner.raw("pays")
    entries = []
    for count, text in pays.items() if isinstance(pays, dict) else ():
        if count in CITATION_WORDS:
            continue
        try:
            if not count.isdecimal() or not 1 <= int(count) <= 11:
                raise ValueError(f'{count!r} is no number of totals|Write how many are gathered, e.g. 4 = "24:1"')
            entries.append((int(count), reading.ratio(text)))
        except ValueError as error:
            message, _, remedy = str(error).partition("|")
            words.fault("collect", message, remedy)
    if not entries:
        words.fault("collect", "it gathers totals but pays for none", 'Write pays = { 5 = "34:1" }')
    cite = words.faults.cite((*inner.path, "pays"), pays, inner.cite) if isinstance(pays, dict) else inner.cite
    return Collect(tuple(sorted(entries)), inner.choice("paid", ("when complete", "when lost"), "when complete"), cite)

"""The rulebooks of the house: what they say, what their wagers are worth, and whether another could be used."""

import asyncio
from collections import OrderedDict
from functools import cache, lru_cache, partial
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from sevenout.analysis.exact import edges, rule_costs
from sevenout.base.dice import PACE
from sevenout.base.errors import BadInput, BadRulebook, Fault
from sevenout.base.money import format_amount
from sevenout.base.refusal import Citation, Provenance, Refusal
from sevenout.base.version import __version__
from sevenout.crew.layout.chips import Chips
from sevenout.crew.markers import call_confirmers
from sevenout.crew.pit.manual_check import manual_faults
from sevenout.engine.game import Game
from sevenout.player.first_lesson import FirstLesson, first_lesson
from sevenout.reports.figures.house_changes import house_changes
from sevenout.reports.layout_svg.layout_drawing import LayoutPicture, layout_svg
from sevenout.reports.notice import notice, notice_line, notice_line_record, notice_record
from sevenout.reports.records.edge_records import edges_record
from sevenout.reports.records.reference_records import book_record, glossary_record, provenance
from sevenout.reports.records.rule_cost_records import rule_costs_record
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from sevenout.rulebook.model import Rulebook
from sevenout.rulebook.source import MANUAL, columns_of, parse, read_book, read_texts, shipped_digests
from sevenout.server.live.table_terms import TableRequest, read_terms
from sevenout.server.protocol import http_types
from sevenout.server.web.request_context import Asked, RefusedRequest, refusals, web_of

_BOOK = refusals("not-found")
_NO_BOOK = Refusal("not-found", "there is no such book: GET /api/books lists them")
_UNSOUND = Refusal("malformed", "this rulebook has faults: POST /api/books/check names them")
_USUAL_STAKE, _MOST_STAKE, _MOST_PACE = 10, 10_000, 1_000
_BAD_STAKE_OR_PACE = Refusal("malformed", f"stake is 1 to {_MOST_STAKE:,} and pace 1 to {_MOST_PACE:,} rolls an hour")


@get("/api/books")
async def books() -> list[http_types.BookListed]:
    """The books that a table can be opened with."""
    named = [(await asyncio.to_thread(_open_cached, name)).book for name in shipped()]
    return [http_types.BookListed(book.name, book.title, book.document, book.digest) for book in named]


@get("/api/books/{name:str}", responses=_BOOK)
async def book(request: Asked, name: FromPath[str]) -> Response[http_types.BookResponse | None]:
    """A book, with clause and provenance of every value. `ETag` is its digest."""
    return await book_answer(_open_shipped(name), request)


@get("/api/books/{name:str}/source", responses=_BOOK)
async def book_source(request: Asked, name: FromPath[str]) -> Response[http_types.BookSource | None]:
    """A book as it is written, in TOML, with those that it extends: to begin a rulebook of one's own with."""
    rules = _open_shipped(name)
    texts = tuple(text for _, text in read_book(name).texts)
    return respond_with_etag(request, rules.book.digest, http_types.BookSource(texts))


@get("/api/books/{name:str}/glossary", responses=_BOOK)
async def book_glossary(request: Asked, name: FromPath[str]) -> Response[http_types.GlossaryResponse | None]:
    """The words of a house and what they mean there: of the record of `sevenout glossary BOOK --json`."""
    rules = _open_shipped(name)
    (house,) = glossary_record([rules])["houses"]
    return respond_with_etag(request, rules.book.digest, msgspec.convert(house, http_types.GlossaryResponse))


@get("/api/books/{name:str}/notice", responses=_BOOK)
async def book_notice(request: Asked, name: FromPath[str]) -> Response[http_types.NoticeResponse | None]:
    """The notice that a house posts, with the limits of every wager: of the record of `sevenout notice BOOK --json`."""
    rules = _open_shipped(name)
    return respond_with_etag(request, rules.book.digest, await asyncio.to_thread(_notice, name))


@get("/api/books/{name:str}/layout.svg", responses=_BOOK)
async def book_layout(request: Asked, name: FromPath[str], wager: FromQuery[str] = "") -> Response[str | None]:
    """The layout of a house, drawn as `sevenout layout BOOK` draws it; with `wager` the part of it where that lies."""
    rules = _open_shipped(name)
    if wager and wager not in rules.by_key:
        raise RefusedRequest(Refusal("not-found", f"{rules.book.title} has no wager called {wager}"))
    drawn = await asyncio.to_thread(_layout, name, wager)
    return respond_with_etag(request, rules.book.digest, drawn, media_type="image/svg+xml")


@get("/api/books/{name:str}/edges", responses=_BOOK)
async def book_edges(request: Asked, name: FromPath[str]) -> Response[http_types.EdgesResponse | None]:
    """What every wager of a book is worth, exactly: the record of `sevenout edges BOOK --json`."""
    rules = _open_shipped(name)
    return respond_with_etag(request, rules.book.digest, await asyncio.to_thread(_edges, name))


@get("/api/books/{name:str}/lesson", responses=refusals("not-found", "malformed"))
async def book_lesson(state: State, request: Asked, name: FromPath[str]) -> Response[FirstLesson | None]:
    """The first lesson at a house: what to do, which dice it needs, what each throw decides, what bets cost."""
    rules = _open_shipped(name)
    lesson = await web_of(state).house.workers.do_or_raise(partial(_lesson, rules.book.name), for_everybody=True)
    return respond_with_etag(request, rules.book.digest, lesson)


@get("/api/books/{name:str}/costs/{other:str}", responses=refusals("not-found", "malformed"))
async def book_costs(
    state: State,
    name: FromPath[str],
    other: FromPath[str],
    stake: FromQuery[int] = _USUAL_STAKE,
    pace: FromQuery[int] = PACE,
) -> http_types.RuleCostsResponse:
    """What it costs an hour to play there instead of here: the record of `sevenout rules diff A B --json`.

    `stake` is in whole units of money, `pace` in rolls an hour.
    """
    here, there = _open_shipped(name), _open_shipped(other)
    if not (0 < stake <= _MOST_STAKE and 0 < pace <= _MOST_PACE):
        raise RefusedRequest(_BAD_STAKE_OR_PACE)
    if here.book.name == there.book.name:
        raise RefusedRequest(Refusal("malformed", f"{name} is named twice: compare different houses"))
    work = partial(_costs, here.book.name, there.book.name, stake, pace)
    is_usual = (stake, pace) == (_USUAL_STAKE, PACE)  # there are so many of these as pairs of houses, and all are kept
    return await web_of(state).house.workers.do_or_raise(work, for_everybody=is_usual)


@post("/api/books/check", status_code=200, responses=refusals("malformed", "no-token", "idle"))
async def check(state: State, request: Asked, data: JSONBody[http_types.RulebookResponse]) -> http_types.BookChecked:
    """Whether a table could be opened with a rulebook; every fault of it, with its line."""
    web = web_of(state)
    await web.person(request.headers.get("authorization"))
    return await web.house.readers.do_or_raise(lambda: _check_text(data.rulebook))


@post("/api/books/changes", status_code=200, responses=refusals("malformed", "no-token", "idle"))
async def changes(
    state: State, request: Asked, data: JSONBody[http_types.RulebookResponse]
) -> http_types.HouseChangesResponse:
    """What a sound rulebook changes of the house it extends: edges before and after, stakes that favour the player."""
    web = web_of(state)
    await web.person(request.headers.get("authorization"))
    return await web.house.readers.do_or_raise(lambda: _changes(data.rulebook))


async def book_answer(rules: CompiledBook, request: Asked) -> Response[http_types.BookResponse | None]:
    """A book, or word that whoever asks has it already. Raises Busy."""
    digest = rules.book.digest
    if digest not in _made:
        _made[digest] = await web_of(request.app.state).house.workers.do_or_raise(
            lambda: msgspec.json.encode(describe_book(rules))
        )
        if len(_made) > _MOST_MADE:
            _made.popitem(last=False)
    _made.move_to_end(digest)
    return respond_with_etag(request, digest, _made[digest])


_made: OrderedDict[str, bytes] = OrderedDict()
"""Books as they are sent, by digest."""
_MOST_MADE = 64


def describe_book(rules: CompiledBook) -> http_types.BookResponse:
    """A book as pages have it."""
    largest_first = reversed(Chips.of(rules.book).denominations)
    chips = [{"value": format_amount(chip.cents), "colour": chip.colour} for chip in largest_first]
    more = {"chips": chips, "citations": rules.citations, "floor": _floor(rules.book)}
    more |= {"own_rules": rules.book.digest not in shipped_digests()}
    return msgspec.convert({**book_record(rules), **more}, http_types.BookResponse)


def _floor(book: Rulebook) -> http_types.BookFloor:
    no_roll, throw, shooter = book.no_roll, book.throw, book.shooter
    return http_types.BookFloor(
        tuple(
            http_types.BookGround(
                ground.key,
                ground.title,
                *_citation_parts(ground.call.cite),
                "always" if ground.call.value == "always" else "may",
                ground.called_by.value,
                ground.after_warning.value,
            )
            for ground in no_roll.grounds
        ),
        tuple(
            http_types.BookGround(breach.key, breach.title, *_citation_parts(breach.cite))
            for breach in shooter.breaches
        ),
        no_roll.overruled_by.value,
        shooter.ordered_to_pass.value,
        throw.confirmed_by.value if throw.made.value == "confirmed" else (),
        throw.called_confirmed_by.value if throw.called.value == "confirmed" else (),
        call_confirmers(book),
    )


def _citation_parts(cite: Citation) -> tuple[str, Provenance, str]:
    return cite.clause, cite.provenance, cite.says


@lru_cache(128)
def _costs(here: str, there: str, stake: int, pace: int) -> http_types.RuleCostsResponse:
    costs = rule_costs(_open_cached(here), _open_cached(there), stake=100 * stake, pace=pace)
    return msgspec.convert(rule_costs_record(costs), http_types.RuleCostsResponse)


@cache
def _edges(name: str) -> bytes:
    return msgspec.json.encode(edges_record(edges(_open_cached(name))))


@cache
def _notice(name: str) -> http_types.NoticeResponse:
    game = Game(_open_cached(name))
    each = [notice_line_record(notice_line(game, [spot])) for spot in game.rules.spots]
    return msgspec.convert({**notice_record(notice(game)), "each": each}, http_types.NoticeResponse)


@lru_cache(512)
def _layout(name: str, wager: str) -> str:
    return layout_svg(Game(_open_cached(name)), LayoutPicture(people=False, close_up=wager))


@cache
def _lesson(name: str) -> bytes:
    return msgspec.json.encode(first_lesson(Game(_open_cached(name))))


def _open_shipped(name: str) -> CompiledBook:
    if name not in shipped():
        raise RefusedRequest(_NO_BOOK)
    return _open_cached(name)


@cache
def _open_cached(name: str) -> CompiledBook:
    """A shipped book, read once: making its rules takes a tenth of a second, in which nobody else is answered."""
    return open_book(name)


def _check_text(text: str) -> http_types.BookChecked:
    try:
        terms, game = read_terms(TableRequest(rulebook=text), {}, "")
        source = read_texts(terms.texts)
        if MANUAL in parse(text, source.origin).tables and (faults := manual_faults(source, game.rules)):
            raise BadRulebook(faults)
    except BadRulebook as bad:
        return http_types.BookChecked(False, faults=tuple(_fault(text, fault) for fault in bad.faults))
    except BadInput as bad:
        return http_types.BookChecked(False, faults=(http_types.BookFault("", 1, str(bad), ""),))
    book, counts = game.rules.book, dict(provenance(game.rules.book))
    wagers = len(game.rules.spots)
    return http_types.BookChecked(True, book.name, book.title, book.digest, wagers=wagers, provenance=counts)


def _fault(text: str, fault: Fault) -> http_types.BookFault:
    column, end = columns_of(text, fault)
    return http_types.BookFault(**fault._asdict(), column=column, end=end)


def _changes(text: str) -> http_types.HouseChangesResponse:
    try:
        terms, game = read_terms(TableRequest(rulebook=text), {}, "")
    except (BadRulebook, BadInput):
        raise RefusedRequest(_UNSOUND) from None
    base = read_texts(terms.texts).tables.get("extends")
    record = house_changes(game.rules, _open_cached(str(base)) if base in shipped() else None)
    return msgspec.convert(record, http_types.HouseChangesResponse)


def respond_with_etag(request: Asked, digest: str, content: Any, media_type: str = MediaType.JSON) -> Response[Any]:
    """An answer that changes with the book and with the release, and need not be sent twice."""
    tag = f'"{digest[:32]}-{__version__}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media_type)


HANDLERS: list[Any] = [
    books,
    book,
    book_source,
    book_glossary,
    book_notice,
    book_layout,
    book_edges,
    book_lesson,
    book_costs,
    check,
    changes,
]

"""Tables: the lobby, opening one, and what was played at it."""

from typing import Annotated, Any, Literal

from litestar import MediaType, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody, Parameter
from litestar.response import Stream

from sevenout.base.refusal import Refusal
from sevenout.server.history import export, replay_frames
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.protocol import http_types
from sevenout.server.protocol.message_codec import refused_key
from sevenout.server.verification.published_turns import PublishedTurn, turn_of
from sevenout.server.web.request_context import IF_NOT_WATCHED, Asked, Key, RefusedRequest, refusals, web_of
from sevenout.server.web.routes.rulebook_routes import book_answer

_TABLE = refusals("not-found")
_SEEN = refusals("no-token", "idle", "not-found")
_LOOKED_AT = refusals("no-token", "idle", "not-yours", "not-found")
_OPENED = refusals("malformed", "bad-key", "key-used", "no-token", "idle", "full", "closing")


@get("/api/tables")
async def tables(state: State) -> list[http_types.TableListed]:
    """Every table."""
    return await web_of(state).house.lobby()


@post("/api/tables", status_code=201, responses=_OPENED)
async def open_table(
    state: State, request: Asked, data: JSONBody[TableRequest], key: Key = ""
) -> http_types.TableOpened:
    """Opens a table, by the rules of a book or of a rulebook of one's own."""
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    refusal = refused_key(key) if key else None
    opened = refusal or await web.house.open_table(person, data, key)
    if isinstance(opened, Refusal):
        raise RefusedRequest(opened)
    return http_types.TableOpened(opened.name)


@get("/api/tables/{name:str}/book", responses=_TABLE)
async def table_book(state: State, request: Asked, name: FromPath[str]) -> Response[http_types.BookResponse | None]:
    """The book of a table, whether it is a house's or somebody's own. `ETag` is its digest."""
    table = await web_of(state).table(name)
    return await book_answer(table.game.rules, request)


@get("/api/tables/{name:str}/rulebook", media_type=MediaType.TEXT, responses=_TABLE)
async def rulebook(state: State, name: FromPath[str]) -> str:
    """The text of a table's book, in TOML: with it `sevenout verify` plays a log by rules of somebody's own."""
    table = await web_of(state).table(name)
    return table.terms.texts[0][1]


@get("/api/tables/{name:str}/transcript", media_type=MediaType.TEXT, responses=_LOOKED_AT, security=IF_NOT_WATCHED)
async def transcript(
    state: State,
    request: Asked,
    name: FromPath[str],
    last: Annotated[int | None, Parameter(ge=1, le=1000, description="Of so many entries, the last of them.")] = None,
) -> Stream:
    """The game so far, in the notation; of a table that is not watched to its owner, its crew and its players."""
    table = await web_of(state).looked_at(name, request.headers.get("authorization"))
    return Stream(export.transcript(table, last), media_type=MediaType.TEXT)


@get("/api/tables/{name:str}/log", media_type=MediaType.TEXT, responses=_LOOKED_AT, security=IF_NOT_WATCHED)
async def log(state: State, request: Asked, name: FromPath[str]) -> Stream:
    """The chained log, as `sevenout verify` reads it; of a table that is not watched as the transcript."""
    table = await web_of(state).looked_at(name, request.headers.get("authorization"))
    return Stream(export.log(table), media_type=MediaType.TEXT)


@get("/api/tables/{name:str}/frames", media_type=MediaType.TEXT, responses=_LOOKED_AT, security=IF_NOT_WATCHED)
async def frames(state: State, request: Asked, name: FromPath[str]) -> Stream:
    """Every roll as a line of JSON: the dice, the table after it, what was said before it and what it decided."""
    table = await web_of(state).looked_at(name, request.headers.get("authorization"))
    return Stream(replay_frames.frames(table), media_type=MediaType.TEXT)


@get("/api/tables/{name:str}/history", responses=_LOOKED_AT, security=IF_NOT_WATCHED)
async def history(
    state: State,
    request: Asked,
    name: FromPath[str],
    what: FromQuery[Literal["rolls", "hands", "results"]] = "rolls",
    before: Annotated[int | None, Parameter(ge=0, le=2**53, description="The cursor of the page before.")] = None,
    count: Annotated[int, Parameter(ge=1, le=200, description="Rows, at most.")] = 50,
) -> http_types.PageResponse:
    """What was played, the newest first: rolls, hands, or what rolls did to the wagers of whoever asks."""
    web, header = web_of(state), request.headers.get("authorization")
    person = await web.person(header) if what == "results" else None
    table = await (web.looked_at(name, header) if person is None else web.table(name))
    page = await web.house.history(table, what, person=person, before=before, most=count)
    return http_types.PageResponse(page.rows, page.before)


@get("/api/tables/{name:str}/turns", responses=_SEEN, security=IF_NOT_WATCHED)
async def turns(
    state: State,
    request: Asked,
    name: FromPath[str],
    count: Annotated[int, Parameter(ge=1, le=50, description="Turns, the last of them.")] = 20,
) -> list[PublishedTurn]:
    """The turns of fair dice: commitment, seats' seeds, throws, and the house's seed once the turn is over."""
    table = await web_of(state).visible_table(name, request.headers.get("authorization"))
    last, length = table.turns.turn, table.n + 1
    numbers = range(max(1, last - count + 1), last + 1)
    turns = [await turn_of(table.store, table.name, length, number) for number in numbers]
    return [turn for turn in turns if turn is not None]


@get("/api/tables/{name:str}/verify", responses=_TABLE)
async def verify(state: State, name: FromPath[str]) -> http_types.Verification:
    """Where the log is now, signed by the house."""
    web = web_of(state)
    made, public = await web.house.signed_end(await web.table(name))
    return http_types.Verification(made.table, made.entries, made.hash, made.at, made.signature, public)


HANDLERS: list[Any] = [tables, open_table, table_book, rulebook, transcript, log, frames, history, turns, verify]

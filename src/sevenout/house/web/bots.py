"""Strategies that sit down and get up, a table that is closed, and turns as they are published, with their check."""

from functools import cache
from pathlib import Path

from litestar import Response, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from sevenout import house
from sevenout.house import api
from sevenout.house.company import Sent
from sevenout.house.published import Published, turn_of
from sevenout.house.web.doors import IF_NOT_WATCHED, Asked, Key, Refused, refusals, token_of, web_of
from sevenout.house.wire import refused_key
from sevenout.refusal import Refusal
from sevenout.strategy.library import named, read_strategy

_LOOKED_AT = refusals("no-token", "idle", "not-yours", "not-found")
_SEEN = refusals("no-token", "idle", "not-found")
_OWNER = refusals("no-token", "idle", "not-yours", "not-found", "busy", "closing")
_CLOSED = refusals("no-token", "idle", "not-yours", "not-found", "table-closing", "busy", "closing")
_SEATED = refusals(
    *("malformed", "bad-key", "key-used", "no-token", "idle", "not-yours", "not-found", "full", "table-closing"),
    *("busy", "closing"),
)


@get("/api/strategies")
async def strategies() -> list[api.StrategyListed]:
    """The strategies that sit down by their names, each in a sentence."""
    return list(_strategies())


@cache
def _strategies() -> tuple[api.StrategyListed, ...]:
    return tuple(api.StrategyListed(name, read_strategy(name).file.sentence) for name in named())


@get("/api/tables/{name:str}/bots", responses=_LOOKED_AT, security=IF_NOT_WATCHED)
async def bots(state: State, request: Asked, name: FromPath[str]) -> list[api.BotListed]:
    """The strategies at a table; of one that is not watched to its owner, its crew and its players."""
    web = web_of(state)
    table = await web.looked_at(name, request.headers.get("authorization"))
    return (await web.house.company(table)).told()


@post("/api/tables/{name:str}/bots", status_code=201, responses=_SEATED)
async def seat_bot(
    state: State, request: Asked, name: FromPath[str], data: JSONBody[Sent], key: Key = ""
) -> dict[str, str]:
    """A strategy sits down, by its name or by its text."""
    web = web_of(state)
    person, table = await web.person(request.headers.get("authorization")), await web.table(name)
    refusal = refused_key(key) if key else None
    seated = refusal or await web.house.seat_bot(table, person, data, key)
    if isinstance(seated, Refusal):
        raise Refused(seated)
    return {"name": seated}


@delete("/api/tables/{name:str}/bots/{bot:str}", status_code=200, responses=_OWNER)
async def dismiss_bot(state: State, request: Asked, name: FromPath[str], bot: FromPath[str]) -> dict[str, int]:
    """A strategy bets no more, and gets up as soon as nothing holds it."""
    web = web_of(state)
    person, table = await web.person(request.headers.get("authorization")), await web.table(name)
    answer = await web.house.dismiss_bot(table, person, bot)
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return {"n": answer}


@delete("/api/tables/{name:str}", status_code=200, responses=_CLOSED)
async def close_table(state: State, request: Asked, name: FromPath[str]) -> dict[str, int]:
    """No new seats; what lies there is played out, then the table is shut, and its log kept. The operator may too."""
    web, header = web_of(state), request.headers.get("authorization")
    if await web.house.is_operator(token_of(header)):
        answer = await web.house.close_for_operator(await web.table(name))
    else:
        person, table = await web.person(header), await web.table(name)
        answer = await web.house.close_table(table, person)
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return {"n": answer}


@get("/api/tables/{name:str}/turns/{turn:int}", responses=_SEEN, security=IF_NOT_WATCHED)
async def turn(state: State, request: Asked, name: FromPath[str], turn: FromPath[int]) -> Published:
    """What is published of a shooter's turn: `sevenout verify` and `/api/fair.js` check it."""
    web = web_of(state)
    table = await web.seen(name, request.headers.get("authorization"))
    published = await turn_of(web.house.store, table.name, table.n + 1, turn)
    if published is None:
        raise Refused(Refusal("not-found", "this table has no such turn"))
    return published


@get("/api/fair.js", media_type="text/javascript")
async def fair_js() -> Response[str]:
    """The check of a turn's dice, for browsers."""
    return Response(_check(), media_type="text/javascript", headers={"cache-control": "no-cache"})


@cache
def _check() -> str:
    return (Path(house.__file__).parent / "static" / "fair.js").read_text(encoding="utf-8")


HANDLERS = [strategies, bots, seat_bot, dismiss_bot, close_table, turn, fair_js]

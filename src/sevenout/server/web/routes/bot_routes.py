"""Strategies that sit down and get up, a table that is closed, and turns as they are published, with their check."""

from functools import cache
from pathlib import Path

from litestar import Response, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from sevenout.base.errors import SevenoutError
from sevenout.base.money import parse_amount
from sevenout.base.refusal import Refusal
from sevenout.server.live.table_terms import TableRequest, read_terms
from sevenout.server.protocol import http_types
from sevenout.server.protocol.message_codec import refused_key
from sevenout.server.tables.bots import BotRequest, chosen_text, mistakes_in
from sevenout.server.verification.published_turns import PublishedTurn, turn_of
from sevenout.server.web.request_context import IF_NOT_WATCHED, Asked, Key, RefusedRequest, refusals, token_of, web_of
from sevenout.strategy.strategy_catalogue import catalogue

_LOOKED_AT = refusals("no-token", "idle", "not-yours", "not-found")
_SEEN = refusals("no-token", "idle", "not-found")
_OWNER = refusals("no-token", "idle", "not-yours", "not-found", "busy", "closing")
_CLOSED = refusals("no-token", "idle", "not-yours", "not-found", "table-closing", "shut", "busy", "closing")
_SEATED = refusals(
    *("malformed", "bad-key", "key-used", "no-token", "idle", "not-yours", "not-found", "full", "table-closing"),
    *("shut", "busy", "closing"),
)


class StrategyRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A strategy, by its name or its text, and the table at which it is to play, as that would be opened."""

    table: TableRequest
    strategy: str = ""
    text: str = ""


@get("/api/strategies")
async def strategies() -> list[http_types.StrategyListed]:
    """The strategies that sit down by their names, each in a sentence."""
    return list(_strategies())


@cache
def _strategies() -> tuple[http_types.StrategyListed, ...]:
    return tuple(http_types.StrategyListed(each.name, each.sentence) for each in catalogue().values())


@post("/api/strategies/check", status_code=200, responses=refusals("malformed", "no-token", "idle", "busy"))
async def check_strategy(state: State, request: Asked, data: JSONBody[StrategyRequest]) -> http_types.StrategyChecked:
    """Whether a strategy could play at a table that is not open yet; every mistake of it, with its line."""
    web = web_of(state)
    await web.person(request.headers.get("authorization"))
    chosen = chosen_text(BotRequest(data.strategy, data.text))
    if isinstance(chosen, Refusal):
        raise RefusedRequest(chosen)
    checked = await web.house.readers.do_or_raise(lambda: _check_strategy(data.table, *chosen))
    if isinstance(checked, Refusal):
        raise RefusedRequest(checked)
    return checked


def _check_strategy(wanted: TableRequest, title: str, text: str) -> http_types.StrategyChecked | Refusal:
    try:
        amounts = {
            name: parse_amount(words) for name in ("minimum", "maximum", "chip") if (words := getattr(wanted, name))
        }
        _, game = read_terms(wanted, {**amounts}, "")
    except SevenoutError as error:
        return Refusal("malformed", str(error))
    mistakes = mistakes_in(game, title, text)
    return http_types.StrategyChecked(
        not mistakes, tuple(http_types.StrategyMistake(each.line, each.message) for each in mistakes)
    )


@get("/api/tables/{name:str}/bots", responses=_LOOKED_AT, security=IF_NOT_WATCHED)
async def bots(state: State, request: Asked, name: FromPath[str]) -> list[http_types.BotListed]:
    """The strategies at a table; of one that is not watched to its owner, its crew and its players."""
    web = web_of(state)
    table = await web.looked_at(name, request.headers.get("authorization"))
    return (await web.house.bots_at(table)).list_bots()


@post("/api/tables/{name:str}/bots", status_code=201, responses=_SEATED)
async def seat_bot(
    state: State, request: Asked, name: FromPath[str], data: JSONBody[BotRequest], key: Key = ""
) -> dict[str, str]:
    """A strategy sits down, by its name or by its text."""
    web = web_of(state)
    person, table = await web.person(request.headers.get("authorization")), await web.table(name)
    refusal = refused_key(key) if key else None
    seated = refusal or await web.house.seat_bot(table, person, data, key)
    if isinstance(seated, Refusal):
        raise RefusedRequest(seated)
    return {"name": seated}


@delete("/api/tables/{name:str}/bots/{bot:str}", status_code=200, responses=_OWNER)
async def dismiss_bot(state: State, request: Asked, name: FromPath[str], bot: FromPath[str]) -> dict[str, int]:
    """A bot makes no more bets, and leaves as soon as its bets allow."""
    web = web_of(state)
    person, table = await web.person(request.headers.get("authorization")), await web.table(name)
    answer = await web.house.dismiss_bot(table, person, bot)
    if isinstance(answer, Refusal):
        raise RefusedRequest(answer)
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
        raise RefusedRequest(answer)
    return {"n": answer}


@get("/api/tables/{name:str}/turns/{turn:int}", responses=_SEEN, security=IF_NOT_WATCHED)
async def turn(state: State, request: Asked, name: FromPath[str], turn: FromPath[int]) -> PublishedTurn:
    """What is published of a shooter's turn: `sevenout verify` and `/api/fair.js` check it."""
    web = web_of(state)
    table = await web.visible_table(name, request.headers.get("authorization"))
    published = await turn_of(web.house.store, table.name, table.n + 1, turn)
    if published is None:
        raise RefusedRequest(Refusal("not-found", "this table has no such turn"))
    return published


@get("/api/fair.js", media_type="text/javascript")
async def fair_js() -> Response[str]:
    """The check of a turn's dice, for browsers."""
    return Response(_check(), media_type="text/javascript", headers={"cache-control": "no-cache"})


@cache
def _check() -> str:
    return (Path(__file__).parents[1] / "static" / "fair.js").read_text(encoding="utf-8")


HANDLERS = [strategies, check_strategy, bots, seat_bot, dismiss_bot, close_table, turn, fair_js]

"""What the wagers of a table are: the story of one, and what all of them are worth, by whoever's rulebook."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from sevenout.base.refusal import Refusal
from sevenout.server.history.wager_stories import edges_response, story
from sevenout.server.protocol import http_types
from sevenout.server.web.request_context import Asked, RefusedRequest, Web, refusals, web_of
from sevenout.server.web.routes.rulebook_routes import respond_with_etag

_MOST = 2_000
"""Answers that are kept: a few kilobytes each."""
_made: OrderedDict[tuple[object, ...], bytes] = OrderedDict()


@get("/api/tables/{name:str}/wagers/{wager:str}", responses=refusals("not-found"))
async def wager_story(
    state: State, request: Asked, name: FromPath[str], wager: FromPath[str]
) -> Response[http_types.Story | None]:
    """A wager in plain words: every value with its clause, limits, what it is worth and costs at this table."""
    web = web_of(state)
    game = (await web.table(name)).game
    spot = game.rules.by_key.get(game.rules.wager_named(wager) or wager)
    if spot is None:
        raise RefusedRequest(Refusal("not-found", f"{game.rules.book.title} offers no such wager"))
    of = (game.rules.book.digest, game.minimum, game.maximum, game.chip, spot.key)
    told = await _get_or_make(web, of, lambda: story(game, spot))
    return respond_with_etag(request, hashlib.sha256(repr(of).encode()).hexdigest(), told)


@get("/api/tables/{name:str}/edges", responses=refusals("not-found"))
async def table_edges(state: State, request: Asked, name: FromPath[str]) -> Response[http_types.EdgesResponse | None]:
    """What every wager of a table's book is worth, exactly, a book of somebody's own too. `ETag` is its digest."""
    web = web_of(state)
    rules = (await web.table(name)).game.rules
    return respond_with_etag(
        request, rules.book.digest, await _get_or_make(web, (rules.book.digest,), lambda: edges_response(rules))
    )


async def _get_or_make(web: Web, of: tuple[object, ...], make: Callable[[], object]) -> bytes:
    """An answer that was made before, or is made now, beside everything else. Raises Busy."""
    if of not in _made:
        _made[of] = await web.house.workers.do_or_raise(lambda: _made.get(of) or msgspec.json.encode(make()))
    _made.move_to_end(of)
    if len(_made) > _MOST:
        _made.popitem(last=False)
    return _made[of]


HANDLERS: list[Any] = [wager_story, table_edges]

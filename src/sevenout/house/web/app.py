"""The application: all handlers, the life of the house around them, and before them who packs and the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException

from sevenout.house.web import books, bots, docs, evenings, felt, me, people, roles, socket, stories, tables, watch
from sevenout.house.web.description import described
from sevenout.house.web.disconnects import DisconnectWatch
from sevenout.house.web.doors import Web, http_busy, http_failed, http_refused, unreadable
from sevenout.house.web.guard import Guard
from sevenout.house.web.packing import Packing
from sevenout.house.workers import Busy

MOST_BODY = 300_000
_PARTS = (felt, watch, people, me, tables, stories, evenings, roles, books, bots, socket, docs)
_HANDLERS = [handler for part in _PARTS for handler in part.HANDLERS]


def app(web: Web) -> Guard:
    """The house as an application for any ASGI server."""
    house = web.house

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.start()
        web.ready = True
        try:
            yield
        finally:
            web.ready = False
            await house.stop()

    litestar = Litestar(
        _HANDLERS,
        state=State({"web": web, "described": described(_HANDLERS)}),
        lifespan=[lifespan],
        logging_config=None,
        request_max_body_size=MOST_BODY,
        exception_handlers={
            HTTPException: http_refused,
            NotFoundException: felt.nowhere,
            RecursionError: unreadable,
            UnicodeDecodeError: unreadable,
            Busy: http_busy,
            Exception: http_failed,
        },
        openapi_config=None,
    )
    return Guard(DisconnectWatch(Packing(litestar), house.workers), web.origins, house.pressure)

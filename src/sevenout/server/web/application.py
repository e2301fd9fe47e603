"""The application: all handlers, the life of the house around them, and before them who packs and the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException

from sevenout.server.operation.workers import Busy
from sevenout.server.web import api_description, page_files
from sevenout.server.web.api_description import describe_api
from sevenout.server.web.lab import lab_routes, row_routes
from sevenout.server.web.middleware.compression import Packing
from sevenout.server.web.middleware.disconnects import DisconnectWatch
from sevenout.server.web.middleware.security import Guard
from sevenout.server.web.request_context import Web, http_busy, http_failed, http_refused, unreadable
from sevenout.server.web.routes import (
    account_routes,
    bot_routes,
    desk_routes,
    health_routes,
    history_routes,
    me_routes,
    role_routes,
    rulebook_routes,
    session_routes,
    story_routes,
    table_routes,
    table_socket,
)
from sevenout.server.web.school import class_routes, exam_routes, question_routes, school_routes

MOST_BODY = 300_000
_PARTS = (
    page_files,
    health_routes,
    account_routes,
    me_routes,
    history_routes,
    table_routes,
    story_routes,
    session_routes,
    role_routes,
    desk_routes,
    rulebook_routes,
    school_routes,
    question_routes,
    class_routes,
    exam_routes,
    bot_routes,
    lab_routes,
    row_routes,
    table_socket,
    api_description,
)
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
        state=State({"web": web, "described": describe_api(_HANDLERS)}),
        lifespan=[lifespan],
        logging_config=None,
        request_max_body_size=MOST_BODY,
        exception_handlers={
            HTTPException: http_refused,
            NotFoundException: page_files.nowhere,
            RecursionError: unreadable,
            UnicodeDecodeError: unreadable,
            Busy: http_busy,
            Exception: http_failed,
        },
        openapi_config=None,
    )
    return Guard(DisconnectWatch(Packing(litestar), house.workers), web.origins, house.pressure)
